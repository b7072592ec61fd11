const id = 63;
const ids = [63];
const modules = {
  /***/
  71895: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        nQ: () => (
          /* binding */
          largest
        ),
        /* harmony export */
        pS: () => (
          /* binding */
          shownPath
        ),
        /* harmony export */
        z3: () => (
          /* binding */
          formatBytes
        )
        /* harmony export */
      });
      const MOST = 5;
      function formatBytes(bytes) {
        if (bytes < 1e3)
          return `${bytes} B`;
        const units = ["kB", "MB", "GB", "TB"];
        let value = bytes;
        let unit = "";
        for (const next of units) {
          if (value < 1e3)
            break;
          value /= 1e3;
          unit = next;
        }
        return `${value.toFixed(1)} ${unit}`;
      }
      function largest(files) {
        const folders = /* @__PURE__ */ new Map();
        for (const { path, size } of files) {
          const [top = ""] = path.split("/");
          if (path.includes("/"))
            folders.set(`${top}/`, (folders.get(`${top}/`) ?? 0) + size);
        }
        const rows = (list) => list.toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).slice(0, MOST).map(([path, size]) => `${formatBytes(size).padStart(10)}  ${shownPath(path)}`);
        return [...rows([...folders]), ...rows(files.map(({ path, size }) => [path, size]))];
      }
      function shownPath(path) {
        return /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
      }
    })
  ),
  /***/
  63490: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        h: () => (
          /* binding */
          imagesDiffer
        )
        /* harmony export */
      });
      function imagesDiffer(one, other) {
        const [a, b] = [parse(one), parse(other)];
        const sameName = a.name === b.name || a.name.endsWith(`/${b.name}`) || b.name.endsWith(`/${a.name}`);
        if (!sameName)
          return true;
        if (a.digest !== void 0 && b.digest !== void 0)
          return a.digest !== b.digest;
        if (a.digest === void 0 && b.digest === void 0)
          return (a.tag ?? "latest") !== (b.tag ?? "latest");
        return a.tag !== void 0 && b.tag !== void 0 && a.tag !== b.tag;
      }
      function parse(reference) {
        const [, name = "", tag, digest] = /^(.*?)(?::([^:/@]+))?(?:@(.+))?$/.exec(reference) ?? [];
        return { name, tag, digest };
      }
    })
  ),
  /***/
  23001: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        DM: () => (
          /* binding */
          originChange
        ),
        /* harmony export */
        GT: () => (
          /* binding */
          isOfOrigin
        ),
        /* harmony export */
        NF: () => (
          /* binding */
          undisclosedUnderway
        ),
        /* harmony export */
        NX: () => (
          /* binding */
          contradictsOrigin
        ),
        /* harmony export */
        SH: () => (
          /* binding */
          describeArchive
        ),
        /* harmony export */
        rn: () => (
          /* binding */
          revisionUnderway
        ),
        /* harmony export */
        wJ: () => (
          /* binding */
          forcedChange
        )
        /* harmony export */
      });
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(83889);
      var _pack_sizes_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(71895);
      var _image_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63490);
      function originChange(wanted, actual) {
        if (wanted.source === "internal_source")
          return sourceChange(wanted, actual);
        return wanted.source === "git_host" ? refChange(wanted, actual) : imageChange(wanted, actual);
      }
      function forcedChange(wanted) {
        const to = wanted.source === "git_host" ? at(wanted.ref, wanted.commit) : wanted.imageUri ?? "";
        return { field: fieldOf(wanted), from: to, to: `${to} (forced)`, revision: true };
      }
      function isOfOrigin(revision, wanted) {
        if (wanted.source === "git_host") {
          return wanted.commit !== void 0 && revision.commit === wanted.commit;
        }
        if (wanted.source === "internal_source") {
          return wanted.tarballPath !== void 0 && revision.tarballPath === wanted.tarballPath;
        }
        return wanted.imageUri !== void 0 && revision.imageUri === wanted.imageUri;
      }
      function contradictsOrigin({ ref, commit, imageUri, tarballPath }, wanted) {
        if (wanted.source === "internal_source") {
          return tarballPath !== void 0 && wanted.tarballPath !== void 0 && tarballPath !== wanted.tarballPath;
        }
        if (wanted.source !== "git_host") {
          return imageUri !== void 0 && wanted.imageUri !== void 0 && (0, _image_js__WEBPACK_IMPORTED_MODULE_0__.h)(imageUri, wanted.imageUri);
        }
        if (ref !== void 0 && ref !== wanted.ref)
          return true;
        return commit !== void 0 && wanted.commit !== void 0 && commit !== wanted.commit;
      }
      function revisionUnderway(wanted, actual) {
        const { latest } = actual;
        if (latest === void 0 || serves(latest, actual))
          return void 0;
        const fits = isOfOrigin(latest, wanted) && (latest.ref === void 0 || latest.ref === wanted.ref);
        return fits && ["progress", "deployed"].includes((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(latest.status)) ? latest : void 0;
      }
      function undisclosedUnderway(wanted, actual) {
        const { latest } = actual;
        if (wanted.source !== "git_host" || wanted.commit === void 0 || latest === void 0)
          return void 0;
        const fits = latest.commit === void 0 && (latest.ref ?? actual.ref) === wanted.ref;
        return fits && (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(latest.status) === "progress" ? latest : void 0;
      }
      function serves(revision, { activeRevisionId }) {
        return revision.id === activeRevisionId && (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(revision.status) === "deployed";
      }
      function refChange(wanted, actual) {
        const { active } = actual;
        const sameRef = [actual.ref, active?.ref].every((ref) => ref === void 0 || ref === wanted.ref);
        const sameCommit = active !== void 0 && serves(active, actual) && isOfOrigin(active, wanted);
        if (sameRef && sameCommit && !doubtful(wanted, actual))
          return void 0;
        return {
          field: fieldOf(wanted),
          from: active === void 0 ? actual.ref ?? null : at(active.ref ?? actual.ref, active.commit),
          to: at(wanted.ref, wanted.commit),
          revision: true
        };
      }
      function imageChange(wanted, actual) {
        if (wanted.imageUri === void 0)
          return void 0;
        const { active } = actual;
        const same = active !== void 0 && serves(active, actual) && isOfOrigin(active, wanted) && (actual.imageUri === void 0 || actual.imageUri === wanted.imageUri);
        if (same && !doubtful(wanted, actual))
          return void 0;
        return {
          field: fieldOf(wanted),
          from: active?.imageUri ?? actual.imageUri ?? null,
          to: wanted.imageUri,
          revision: true
        };
      }
      function sourceChange(wanted, { active }) {
        const { archive, tarballPath } = wanted;
        const to = archive === void 0 ? tarballPath ?? "the packed source" : describeArchive(archive);
        return { field: fieldOf(wanted), from: active?.tarballPath ?? null, to, revision: true };
      }
      function describeArchive({ files, bytes, sha256, commit }) {
        const of = commit === void 0 ? "" : `, checkout of ${commit.slice(0, 7)}`;
        return `${files} files, ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_2__.z3)(bytes)}, sha256 ${sha256.slice(0, 12)}${of}`;
      }
      function doubtful(wanted, actual) {
        const { latest } = actual;
        if (latest === void 0 || latest.id === actual.activeRevisionId)
          return false;
        if (wanted.secrets !== void 0 || wanted.resourceSpec !== void 0)
          return true;
        return ["failed", "interrupted"].includes((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(latest.status)) && isOfOrigin(latest, wanted);
      }
      function fieldOf(wanted) {
        if (wanted.source === "internal_source")
          return "source_revision_config.source_tarball_path";
        return `source_revision_config.${wanted.source === "git_host" ? "repo_ref" : "image_uri"}`;
      }
      function at(ref, commit) {
        return `${ref ?? "?"} @ ${commit?.slice(0, 7) ?? "unknown commit"}`;
      }
    })
  ),
  /***/
  44231: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        K8: () => (
          /* binding */
          SWEPT_DID
        ),
        /* harmony export */
        b: () => (
          /* binding */
          SWEPT_WHY
        ),
        /* harmony export */
        tG: () => (
          /* binding */
          sweptLines
        )
        /* harmony export */
      });
      const SWEPT_WHY = {
        "pull-request-closed": "its pull request is closed",
        "too-old": "older than preview-ttl",
        unknown: "what became of its pull request is not known"
      };
      const SWEPT_DID = {
        deleted: "deleted",
        "would-delete": "would be deleted",
        left: "left",
        failed: "failed"
      };
      function sweptLines(swept) {
        const rows = swept.map(({ name, of, why, did }) => [name, of, SWEPT_WHY[why], SWEPT_DID[did]]);
        const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
        return rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
      }
    })
  ),
  /***/
  76669: (
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
        il: () => (
          /* binding */
          agentAddress
        ),
        /* harmony export */
        ml: () => (
          /* binding */
          shorten
        ),
        /* harmony export */
        tp: () => (
          /* binding */
          table
        ),
        /* harmony export */
        wi: () => (
          /* binding */
          inertLines
        )
        /* harmony export */
      });
      const MOST_TICKS = 15;
      const CELL_MAX = 2e3;
      const ROWS_MAX = 300;
      const URL_MAX = 2e3;
      function cell(text) {
        return visible(text).split(/\s+/).filter((word) => word !== "").map(inertWord).join(" ");
      }
      function inertLines(text) {
        return text.split(/\r\n?|\n/).map(cell).join("<br>");
      }
      function table(head, rows) {
        const line = (cells) => `| ${cells.map((text) => cell(shorten(text, CELL_MAX))).join(" | ")} |`;
        const left = rows.length - ROWS_MAX;
        const rest = left > 0 ? [`

\u2026 and ${left} more`] : [];
        const shown = [line(head), `|${head.map(() => " --- |").join("")}`, ...rows.slice(0, ROWS_MAX).map(line)];
        return [shown.join("\n"), ...rest].join("");
      }
      function fenced(lines) {
        const text = lines.map((line) => visible(line).replace(/`{16,}/g, `${"`".repeat(MOST_TICKS)}\u2026`)).join("\n");
        const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
        const fence = "`".repeat(longest + 1);
        return `${fence}text
${text}
${fence}`;
      }
      function safeUrl(text) {
        const url = text === void 0 ? null : URL.parse(text);
        if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > URL_MAX)
          return void 0;
        return /[\s<>()]/.test(url.href) ? void 0 : url.href;
      }
      function agentAddress(text, serverUrl) {
        const href = safeUrl(text)?.replaceAll("|", "%7C");
        if (href === void 0)
          return void 0;
        const { host, hostname, username, password } = new URL(href);
        const onGitHub = host === URL.parse(serverUrl)?.host || /(^|\.)(github\.com|ghe\.com)$/.test(hostname);
        return onGitHub || username !== "" || password !== "" ? cell(href) : `<${href}>`;
      }
      function shorten(text, most) {
        if (text.length <= most)
          return text;
        return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}\u2026`;
      }
      function visible(text) {
        return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/[\u000b\u000c\r\u2028\u2029]/g, " ");
      }
      const UNSAFE = /([`<>*[\]()|&\\@])/;
      const OPENING = `"'\u201C\u2018`;
      const CLOSING = `"'\u201D\u2019.,;:!?\u2026`;
      function inertWord(word) {
        return word.split(UNSAFE).map((part, index) => index % 2 === 1 ? inertMark(part) : inertRun(part)).join("");
      }
      function inertMark(mark) {
        if (mark === "@")
          return "&#64;&#8203;";
        return mark === "`" ? "\u02CB" : `&#${mark.charCodeAt(0)};`;
      }
      function inertRun(run) {
        let [from, to] = [0, run.length];
        while (from < to && OPENING.includes(run.charAt(from)))
          from += 1;
        while (to > from && CLOSING.includes(run.charAt(to - 1)))
          to -= 1;
        const [before, core, after] = [run.slice(0, from), run.slice(from, to), run.slice(to)];
        return core === "" || isInert(core, after) ? run : `${before}\`${core}\`${after}`;
      }
      function isInert(core, after) {
        if (/^[–—·→\p{Extended_Pictographic}\ufe0f]+$/u.test(core))
          return true;
        if (/^\d{1,6}(?:[.,]\d{1,3})?(?:ms|[smhd%])?$/.test(core))
          return !after.startsWith(".");
        if (!new RegExp("^(?:\\p{L}\\p{M}*)+(?:['\u2019](?:\\p{L}\\p{M}*)+)*$", "u").test(core) && !/^[a-z]+(?:-[a-z]+)+$/.test(core)) {
          return false;
        }
        return !/(?<![a-z])[a-f]{7,}(?![a-z])/i.test(core);
      }
    })
  ),
  /***/
  92143: (
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
      var _plan_types_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(41966);
      function planLines(plan) {
        return [...plan.changes.map(changeLine), ...refusalLines(plan), verdictOf(plan)];
      }
      function verdictOf(plan) {
        switch (plan.kind) {
          case "create":
            return "The deployment is created with its first revision.";
          case "patch":
            return (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_0__.b)(plan) ? "A new revision results." : "No new revision results.";
          case "redeploy":
            return "The service deploys that revision again, as a new one.";
          case "adopt":
            return "Nothing is sent: a revision with these settings is on its way.";
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
  50063: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        summaryOf: () => (
          /* binding */
          summaryOf
        )
      });
      var outcome_reasons = __webpack_require__(33165);
      var origin = __webpack_require__(23001);
      var swept_lines = __webpack_require__(44231);
      var rollout_timeline = __webpack_require__(61662);
      var markdown = __webpack_require__(76669);
      var plan_text = __webpack_require__(92143);
      ;
      const ICONS = { passed: "\u2705", failed: "\u274C", "timed-out": "\u231B", impossible: "\u26A0\uFE0F", skipped: "\u23ED\uFE0F" };
      const MOST_CHARACTERS = 1e3;
      function checksPart({ verification }) {
        if (verification === void 0)
          return "";
        const rows2 = verification.results.map(({ name, result, tookMs, why }) => [
          name,
          `${ICONS[result]} ${result}`,
          result === "skipped" ? "\u2013" : (0, rollout_timeline.a3)(tookMs),
          why.join(" \xB7 ").slice(0, MOST_CHARACTERS)
        ]);
        return `#### Checks

${(0, markdown.tp)(["Check", "Result", "Took", "Why"], rows2)}`;
      }
      var statuses = __webpack_require__(83889);
      ;
      const DAY_MS = 24 * 60 * 6e4;
      const MOST_SPANS = 40;
      const MOST_EARLIER = 3;
      function ganttOf(timeline, earlier) {
        const known = earlier.slice(0, MOST_EARLIER);
        const longest = Math.max(timeline.at(-1)?.endMs ?? 0, ...known.map(({ tookMs }) => tookMs));
        if (timeline.length === 0 || longest >= DAY_MS)
          return void 0;
        const lines = [
          "gantt",
          "  dateFormat HH:mm:ss.SSS",
          `  axisFormat ${longest >= 60 * 6e4 ? "%H:%M" : "%M:%S"}`,
          "  todayMarker off",
          "  section This revision",
          ...timeline.slice(0, MOST_SPANS).map((span, index) => phaseLine(span, index + 1)),
          ...known.length > 0 ? ["  section Earlier ones"] : [],
          ...known.map(({ id: id2, commit, tookMs }, index) => `  ${index + 1}. ${label(commit?.slice(0, 7) ?? id2.slice(0, 8))} ${(0, rollout_timeline.a3)(tookMs)} :done, e${index + 1}, ${clock(0)}, ${clock(tookMs)}`)
        ];
        return `\`\`\`mermaid
${lines.join("\n")}
\`\`\``;
      }
      function phaseLine({ status, startMs, endMs = startMs }, number) {
        const lasted2 = Math.round(endMs) - Math.round(startMs);
        const failed = ["failed", "interrupted"].includes((0, statuses.BE)(status));
        const mark = lasted2 <= 0 ? "milestone" : failed ? "crit" : "active";
        const until = lasted2 <= 0 ? "0s" : clock(endMs);
        return `  ${number}. ${label(status)} ${(0, rollout_timeline.a3)(lasted2)} :${mark}, p${number}, ${clock(startMs)}, ${until}`;
      }
      function label(text) {
        const plain = text.replaceAll(/[^\p{L}\p{N}_.-]+/gu, " ").trim();
        return plain === "" ? "?" : plain.slice(0, 40);
      }
      function clock(ms) {
        return new Date(Math.max(0, Math.round(ms))).toISOString().slice(11, 23);
      }
      ;
      const BAR_WIDTH = 24;
      const MOST_ROWS = 60;
      const rollout_part_MOST_EARLIER = 5;
      function rolloutPart({ timeline, revision, ...record }) {
        if (timeline.length === 0)
          return "";
        const earlier = record.earlier.filter(({ id: id2 }) => id2 !== revision?.id);
        const totalMs = timeline.at(-1)?.endMs ?? 0;
        const parts = [
          "#### Timeline",
          ganttOf(timeline, earlier),
          (0, markdown.tp)(["Phase", "From", "Lasted", ""], rows(timeline, Math.max(1, totalMs))),
          `In all ${(0, rollout_timeline.a3)(totalMs)}, since the run began to wait.`,
          comparison(totalMs, earlier)
        ];
        return parts.filter((part) => part !== void 0).join("\n\n");
      }
      function rows(timeline, totalMs) {
        const shown = timeline.slice(0, MOST_ROWS).map((span) => [span.status, (0, rollout_timeline.a3)(span.startMs), lasted(span), bar(span, totalMs)]);
        const left = timeline.length - shown.length;
        return left > 0 ? [...shown, [`\u2026 and ${left} more`, "", "", ""]] : shown;
      }
      function comparison(totalMs, earlier) {
        if (earlier.length === 0)
          return void 0;
        const body = earlier.slice(0, rollout_part_MOST_EARLIER).map(({ id: id2, commit, tookMs }) => [
          id2,
          commit?.slice(0, 7) ?? "\u2013",
          (0, rollout_timeline.a3)(tookMs),
          difference(totalMs - tookMs)
        ]);
        const head = (0, markdown.tp)(["Earlier revision", "Commit", "Took in all", "This one"], body);
        return `${head}

Of earlier revisions the service tells when they were made and last changed, but not their phases.`;
      }
      function difference(ms) {
        if (Math.abs(ms) < 1e3)
          return "as long";
        return ms > 0 ? `${(0, rollout_timeline.a3)(ms)} longer` : `${(0, rollout_timeline.a3)(-ms)} shorter`;
      }
      function lasted({ startMs, endMs }) {
        return endMs === void 0 ? "\u2026" : (0, rollout_timeline.a3)(endMs - startMs);
      }
      function bar({ startMs, endMs }, totalMs) {
        const from = Math.min(BAR_WIDTH - 1, Math.floor(startMs / totalMs * BAR_WIDTH));
        const to = Math.min(BAR_WIDTH, Math.max(from + 1, Math.round((endMs ?? totalMs) / totalMs * BAR_WIDTH)));
        return "\u2591".repeat(from) + "\u2588".repeat(to - from) + "\u2591".repeat(BAR_WIDTH - to);
      }
      ;
      const summary_ICONS = { fine: "\u2705", warning: "\u26A0\uFE0F", error: "\u274C" };
      const MAX_CHARACTERS = 25e4;
      const MESSAGE_MAX = 2e4;
      const NAME_MAX = 200;
      function summaryOf(outcome, severity, record, { now, help, pullUrl, serverUrl = "https://github.com" }) {
        const name = record.deployment?.name;
        const parts = [
          `### ${summary_ICONS[severity]} Agent Deploy: ${(0, markdown.Hn)(outcome.kind)}${name === void 0 ? "" : ` \u2013 ${(0, markdown.Hn)((0, markdown.ml)(name, NAME_MAX))}`}`,
          (0, markdown.wi)((0, markdown.ml)(outcome.message, MESSAGE_MAX)),
          severity === "fine" ? "" : whatToDo(help),
          statusTable(outcome, record, now),
          links(record, pullUrl, serverUrl),
          checksPart(record),
          planPart(record),
          sweptPart(record),
          rolloutPart(record),
          record.logTail ? `<details open><summary>End of the ${record.logTail.kind} log</summary>

${(0, markdown.OF)(record.logTail.lines)}

</details>` : ""
        ].filter((part) => part !== "");
        let whole = parts.join("\n\n");
        while (whole.length > MAX_CHARACTERS && parts.length > 1) {
          parts.pop();
          whole = `${parts.join("\n\n")}

(shortened)`;
        }
        return `${whole}
`;
      }
      function whatToDo(help) {
        const url = (0, markdown.Pl)(help);
        return url === void 0 ? `What to do: \`${help}\`` : `[What to do](<${url}>)`;
      }
      function statusTable(outcome, record, now) {
        const { deployment, revision } = record;
        const meaning = reasonText(outcome);
        const rows2 = [
          ["Outcome", `${outcome.kind} (${outcome.reason})`],
          ["Meaning", meaning],
          ["Deployment", deployment && `${deployment.name} (${deployment.id})`],
          ["Revision", revision && `${revision.id}: ${revision.status}`],
          ["Before", record.previousRevisionId],
          ["Rollback", rollbackText(record)],
          ["Commit", revision?.commit ?? record.commit],
          ["Source", record.source && (0, origin.SH)(record.source)],
          ["Took", (0, rollout_timeline.a3)(now - record.startedAt)]
        ];
        return (0, markdown.tp)(["", ""], rows2.flatMap(([label2, value]) => value ? [[label2, value]] : []));
      }
      function reasonText(outcome) {
        const reasons = outcome_reasons.e[outcome.kind];
        return reasons[outcome.reason] ?? "";
      }
      function links(record, pullUrl, serverUrl) {
        const agent = (0, markdown.il)(record.agentUrl ?? record.deployment?.url, serverUrl);
        const pull = (0, markdown.Pl)(pullUrl);
        return [agent && `Agent: ${agent}`, pull && `Pull request: [#${record.pullRequest}](<${pull}>)`].filter(Boolean).join("<br>");
      }
      function rollbackText({ rollback }) {
        if (rollback === void 0)
          return void 0;
        const { targetId, revisionId, after } = rollback;
        const made = revisionId === void 0 ? "" : `, as revision ${revisionId}`;
        return `to ${targetId}${made}${after === void 0 ? "" : `, after ${after}`}`;
      }
      function sweptPart({ swept }) {
        if (swept === void 0 || swept.length === 0)
          return "";
        const rows2 = swept.map(({ name, of, why, did }) => [name, of, swept_lines.b[why], swept_lines.K8[did]]);
        return `#### Previews

${(0, markdown.tp)(["Preview", "Of", "Why", "What was done"], rows2)}`;
      }
      function planPart({ plan }) {
        if (plan === void 0 || plan.changes.length === 0)
          return "";
        const rows2 = plan.changes.map(({ field, from, to, revision }) => [
          field,
          from ?? "\u2013",
          to ?? "\u2013",
          revision ? "yes" : "no"
        ]);
        return `#### Plan

${(0, markdown.tp)(["Field", "Before", "After", "Makes a revision"], rows2)}

${(0, plan_text.V)(plan)}`;
      }
    })
  ),
  /***/
  61662: (
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
