const id = 188;
const ids = [188];
const modules = {
  /***/
  2143: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        H: () => (
          /* binding */
          planLines
        ),
        /* harmony export */
        V: () => (
          /* binding */
          verdictOf
        )
        /* harmony export */
      });
      var _plan_types_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1966);
      function planLines(plan) {
        return [...plan.changes.map(changeLine), ...refusalLines(plan), verdictOf(plan)];
      }
      function verdictOf(plan) {
        switch (plan.kind) {
          case "create":
            return "The deployment is created with its first revision.";
          case "patch":
            return (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_0__.b)(plan) ? "A new revision results." : "No new revision results.";
          case "adopt":
            return "Nothing is sent: a revision with what is wanted is on its way.";
          case "unchanged":
            return "Nothing differs.";
          case "refused":
            return "This cannot be done; nothing is sent.";
        }
      }
      function refusalLines(plan) {
        if (plan.kind !== "refused")
          return [];
        return plan.refusals.map(({ field, problem, cure }) => `! ${field}: ${problem}. ${cure}`);
      }
      function changeLine({ field, from, to, revision }) {
        const makes = revision ? "  (makes a revision)" : "";
        if (from === null)
          return `+ ${field}: ${to ?? ""}`;
        if (to === null)
          return `- ${field}: ${from}${makes}`;
        return `~ ${field}: ${from} -> ${to}${makes}`;
      }
    })
  ),
  /***/
  1188: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        summaryOf: () => (
          /* binding */
          summaryOf
        )
      });
      ;
      const REASONS = {
        deployed: {
          "rolled-out": "Our revision is deployed and is the active one.",
          "already-building": "A revision with this commit was on its way already; it is deployed and is the active one.",
          "configuration-updated": "Only settings changed that need no revision."
        },
        unchanged: {
          "already-active": "The active revision has this commit or image, and nothing else differs."
        },
        planned: {
          "dry-run": "Nothing was sent; the plan shows what would be."
        },
        submitted: {
          "not-waited": "The change is accepted; `wait: false` asked not to wait for it."
        },
        superseded: {
          "newer-revision": "Another revision took over while ours was on its way or right after.",
          "skipped-by-service": "The service skipped our revision for a newer one.",
          "commit-mismatch": "The branch moved on: our revision was built from another commit."
        },
        skipped: {
          "ref-deleted": "The push deleted its branch or tag, so there is nothing to deploy.",
          fork: "The head of the pull request is a fork, which gets no secrets.",
          dependabot: "The run is by Dependabot, which gets no secrets."
        },
        "timed-out": {
          deadline: "The revision was still on its way when wait-timeout ran out.",
          "not-active": "The revision is deployed, but the deployment had not switched to it when wait-timeout ran out."
        },
        failed: {
          "invalid-input": "An input is wrong; nothing was sent.",
          "create-failed": "The service could not create the revision.",
          "build-failed": "The revision could not be built.",
          "deploy-failed": "The revision was built but never became ready.",
          "revision-failed": "The revision ended in another state of failure.",
          interrupted: "Somebody or something interrupted the revision.",
          "immutable-field": "A setting differs that cannot be changed after creation.",
          "secrets-hidden": "Keeping the other secrets needs their values, and the service hides them.",
          "invalid-plan": "The wanted settings contradict those of the deployment.",
          "ambiguous-name": "Several deployments have this name.",
          "ambiguous-integration": "Several git integrations exist and none was chosen.",
          "deployment-not-found": "There is no deployment with this ID.",
          "deployment-gone": "The deployment or revision disappeared while we waited.",
          "name-taken": "The name is held by something that is no deployment.",
          "no-revision": "The change was accepted, but no revision of it appeared.",
          "lost-answer": "The answer to a change was lost, and looking did not tell what became of it.",
          unauthorized: "The service does not accept the API key.",
          forbidden: "The API key may not do this.",
          rejected: "The service refused the request.",
          "rate-limited": "The service asked to slow down for longer than we could wait.",
          "service-error": "The service failed or answered something unreadable.",
          unreachable: "The service could not be reached.",
          "internal-error": "The action itself failed: this is a bug."
        },
        cancelled: {
          signal: "The run was cancelled."
        }
      };
      var rollout_timeline = __webpack_require__(1662);
      ;
      function cell(text) {
        return text.replace(/\s+/g, " ").replace(/[&<>]/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[mark] ?? mark).replace(/[\\`*_{}[\]()#|~!@]/g, (mark) => `&#${mark.charCodeAt(0)};`);
      }
      function table(head, rows) {
        const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
        return [line(head), `|${head.map(() => " --- |").join("")}`, ...rows.map(line)].join("\n");
      }
      function fenced(lines) {
        const text = lines.join("\n");
        const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
        const fence = "`".repeat(longest + 1);
        return `${fence}text
${text}
${fence}`;
      }
      function safeUrl(text) {
        const url = text === void 0 ? null : URL.parse(text);
        return url !== null && /^https?:$/.test(url.protocol) && !/[\s<>()]/.test(url.href) ? url.href : void 0;
      }
      var plan_text = __webpack_require__(2143);
      ;
      const ICONS = { fine: "\u2705", warning: "\u26A0\uFE0F", error: "\u274C" };
      const BAR_WIDTH = 24;
      const MAX_CHARACTERS = 25e4;
      function summaryOf(outcome, severity, record, now) {
        const name = record.deployment?.name;
        const parts = [
          `### ${ICONS[severity]} Agent Deploy: ${cell(outcome.kind)}${name === void 0 ? "" : ` \u2013 ${cell(name)}`}`,
          outcome.message.split("\n").map(cell).join("<br>"),
          statusTable(outcome, record, now),
          summary_link(record),
          planPart(record),
          timelinePart(record),
          record.logTail ? `<details open><summary>End of the ${record.logTail.kind} log</summary>

${fenced(record.logTail.lines)}

</details>` : ""
        ].filter((part) => part !== "");
        const whole = parts.join("\n\n");
        return whole.length > MAX_CHARACTERS ? `${parts.slice(0, -1).join("\n\n").slice(0, MAX_CHARACTERS)}

(shortened)
` : `${whole}
`;
      }
      function statusTable(outcome, record, now) {
        const { deployment, revision } = record;
        const meaning = reasonText(outcome);
        const rows = [
          ["Outcome", `${outcome.kind} (${outcome.reason})`],
          ["Meaning", meaning],
          ["Deployment", deployment && `${deployment.name} (${deployment.id})`],
          ["Revision", revision && `${revision.id}: ${revision.status}`],
          ["Before", record.previousRevisionId],
          ["Commit", revision?.commit ?? record.commit],
          ["Took", (0, rollout_timeline.a3)(now - record.startedAt)]
        ];
        return table(["", ""], rows.flatMap(([label, value]) => value ? [[label, value]] : []));
      }
      function reasonText(outcome) {
        const reasons = REASONS[outcome.kind];
        return reasons[outcome.reason] ?? "";
      }
      function summary_link(record) {
        const url = safeUrl(record.deployment?.url);
        return url === void 0 ? "" : `Agent: <${url}>`;
      }
      function planPart({ plan }) {
        if (plan === void 0 || plan.changes.length === 0)
          return "";
        const rows = plan.changes.map(({ field, from, to, revision }) => [
          field,
          from ?? "\u2013",
          to ?? "\u2013",
          revision ? "yes" : "no"
        ]);
        return `#### Plan

${table(["Field", "Before", "After", "Makes a revision"], rows)}

${(0, plan_text.V)(plan)}`;
      }
      function timelinePart({ timeline, prediction }) {
        if (timeline.length === 0)
          return "";
        const total = Math.max(1, timeline.at(-1)?.endMs ?? 0);
        const rows = timeline.map((span) => [
          span.status,
          (0, rollout_timeline.a3)(span.startMs),
          lasted(span),
          bar(span, total)
        ]);
        const usual = prediction === void 0 ? "" : ` Earlier revisions usually took ${(0, rollout_timeline.a3)(prediction.usualMs)}.`;
        return `#### Timeline

${table(["Phase", "From", "Lasted", ""], rows)}

In all ${(0, rollout_timeline.a3)(total)}.${usual}`;
      }
      function lasted({ startMs, endMs }) {
        return endMs === void 0 ? "\u2026" : (0, rollout_timeline.a3)(endMs - startMs);
      }
      function bar({ startMs, endMs }, totalMs) {
        const from = Math.min(BAR_WIDTH - 1, Math.floor(startMs / totalMs * BAR_WIDTH));
        const to = Math.max(from + 1, Math.round((endMs ?? totalMs) / totalMs * BAR_WIDTH));
        return "\u2591".repeat(from) + "\u2588".repeat(to - from) + "\u2591".repeat(Math.max(0, BAR_WIDTH - to));
      }
    })
  ),
  /***/
  1662: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        $s: () => (
          /* binding */
          addSighting
        ),
        /* harmony export */
        a3: () => (
          /* binding */
          formatDuration
        ),
        /* harmony export */
        gR: () => (
          /* binding */
          closeTimeline
        )
        /* harmony export */
      });
      function addSighting(timeline, status, atMs) {
        const last = timeline.at(-1);
        if (last === void 0)
          return [{ status, startMs: atMs, endMs: void 0 }];
        if (last.status === status)
          return [...timeline];
        return [...timeline.slice(0, -1), { ...last, endMs: atMs }, { status, startMs: atMs, endMs: void 0 }];
      }
      function closeTimeline(timeline, atMs) {
        return timeline.map((span) => ({ ...span, endMs: span.endMs ?? Math.max(atMs, span.startMs) }));
      }
      function formatDuration(ms) {
        if (ms < 1e3)
          return `${(Math.max(0, ms) / 1e3).toFixed(1)}s`;
        const seconds = Math.round(ms / 1e3);
        if (seconds < 60)
          return `${seconds}s`;
        const minutes = Math.floor(seconds / 60);
        if (minutes < 60)
          return `${minutes}m ${String(seconds % 60).padStart(2, "0")}s`;
        return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, "0")}m`;
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
