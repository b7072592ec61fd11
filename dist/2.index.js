const id = 2;
const ids = [2];
const modules = {
  /***/
  6669: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Hn: () => (
          /* binding */
          cell
        ),
        /* harmony export */
        OF: () => (
          /* binding */
          fenced
        ),
        /* harmony export */
        Pl: () => (
          /* binding */
          safeUrl
        ),
        /* harmony export */
        tp: () => (
          /* binding */
          table
        )
        /* harmony export */
      });
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
    })
  ),
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
  2002: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        summaryOf: () => (
          /* binding */
          summaryOf
        )
        /* harmony export */
      });
      var _outcome_reasons_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3165);
      var _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1662);
      var _markdown_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6669);
      var _plan_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2143);
      const ICONS = { fine: "\u2705", warning: "\u26A0\uFE0F", error: "\u274C" };
      const BAR_WIDTH = 24;
      const MAX_CHARACTERS = 25e4;
      function summaryOf(outcome, severity, record, now) {
        const name = record.deployment?.name;
        const parts = [
          `### ${ICONS[severity]} Agent Deploy: ${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_1__.Hn)(outcome.kind)}${name === void 0 ? "" : ` \u2013 ${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_1__.Hn)(name)}`}`,
          outcome.message.split("\n").map(_markdown_js__WEBPACK_IMPORTED_MODULE_1__.Hn).join("<br>"),
          statusTable(outcome, record, now),
          link(record),
          planPart(record),
          timelinePart(record),
          record.logTail ? `<details open><summary>End of the ${record.logTail.kind} log</summary>

${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_1__.OF)(record.logTail.lines)}

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
          ["Took", (0, _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_2__.a3)(now - record.startedAt)]
        ];
        return (0, _markdown_js__WEBPACK_IMPORTED_MODULE_1__.tp)(["", ""], rows.flatMap(([label, value]) => value ? [[label, value]] : []));
      }
      function reasonText(outcome) {
        const reasons = _outcome_reasons_js__WEBPACK_IMPORTED_MODULE_0__.e[outcome.kind];
        return reasons[outcome.reason] ?? "";
      }
      function link(record) {
        const url = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_1__.Pl)(record.deployment?.url);
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

${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_1__.tp)(["Field", "Before", "After", "Makes a revision"], rows)}

${(0, _plan_text_js__WEBPACK_IMPORTED_MODULE_3__.V)(plan)}`;
      }
      function timelinePart({ timeline, prediction }) {
        if (timeline.length === 0)
          return "";
        const total = Math.max(1, timeline.at(-1)?.endMs ?? 0);
        const rows = timeline.map((span) => [
          span.status,
          (0, _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_2__.a3)(span.startMs),
          lasted(span),
          bar(span, total)
        ]);
        const usual = prediction === void 0 ? "" : ` Earlier revisions usually took ${(0, _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_2__.a3)(prediction.usualMs)}.`;
        return `#### Timeline

${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_1__.tp)(["Phase", "From", "Lasted", ""], rows)}

In all ${(0, _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_2__.a3)(total)}.${usual}`;
      }
      function lasted({ startMs, endMs }) {
        return endMs === void 0 ? "\u2026" : (0, _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_2__.a3)(endMs - startMs);
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
