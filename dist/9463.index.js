const id = 9463;
const ids = [9463];
const modules = {
  /***/
  29463: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        createTelling: () => (
          /* binding */
          createTelling
        )
      });
      var report_comment = __webpack_require__(74127);
      var markdown = __webpack_require__(76669);
      var told = __webpack_require__(16581);
      var comments = __webpack_require__(47189);
      var deployments = __webpack_require__(96859);
      var github_hub = __webpack_require__(75372);
      var github_place = __webpack_require__(61120);
      ;
      const PAGE = 100;
      const PAGES = 3;
      async function retireEnvironment(hub, place, environment, administers) {
        const { ours, others } = await allDeployments(hub, environment);
        let mayDelete = true;
        for (const id2 of ours) {
          if (mayDelete && await tryDelete(hub, id2))
            continue;
          await (0, deployments.Kn)(hub, place, id2, {
            state: "inactive",
            description: "The preview is deleted",
            url: void 0
          });
          mayDelete = mayDelete && await tryDelete(hub, id2);
        }
        if (administers && others === 0)
          await tryDeleteEnvironment(hub, environment);
      }
      async function allDeployments(hub, environment) {
        const ours = [];
        let others = 0;
        for (let page = 1; page <= PAGES; page += 1) {
          const { items, more } = await (0, deployments.Jn)(hub, environment, { per_page: PAGE, page });
          const mine = items.filter((item) => {
            const agent = (0, deployments.jk)(item);
            return item.production_environment !== true && (agent === void 0 || agent === environment);
          });
          ours.push(...mine.map(({ id: id2 }) => id2));
          others += items.length - mine.length;
          if (!more)
            break;
        }
        return { ours, others };
      }
      async function tryDelete(hub, id2) {
        try {
          await hub.call((at) => hub.octokit.rest.repos.deleteDeployment({ ...at, deployment_id: id2 }));
          return true;
        } catch (error) {
          const { status } = hub.failureOf(error);
          if (status === 404)
            return true;
          if (status === 403 || status === 422)
            return false;
          throw error;
        }
      }
      async function tryDeleteEnvironment(hub, environment) {
        try {
          await hub.call((at) => hub.octokit.rest.repos.deleteAnEnvironment({ ...at, environment_name: environment }), {
            again: false
          });
        } catch {
        }
      }
      var rules = __webpack_require__(45924);
      ;
      const PARTS = {
        deployment: {
          what: "the deployment of this run",
          permission: "deployments: write",
          off: "github-deployment: false"
        },
        retire: {
          what: "the deployments of the deleted preview",
          permission: "deployments: write",
          off: "github-deployment: false"
        },
        comment: {
          what: "the comment on the pull request",
          permission: "pull-requests: write",
          off: "comment: false"
        }
      };
      function describeTrouble(name, failure) {
        const { what, permission, off } = PARTS[name];
        const start = `GitHub could not be kept up to date about ${what}; what was deployed is not touched by that.`;
        if (isPermission(failure)) {
          const line = lineFor(permission, failure.permissions);
          return `${start} The token lacks a permission: add \`${line}\` under \`permissions:\` of the job (a job that names permissions has only those it names), or set \`${off}\`.`;
        }
        if (failure.status === 401) {
          return `${start} GitHub does not accept the token (${failure.message}): pass a valid one as \`github-token\`, or set \`${off}\`.`;
        }
        return `${start} ${failure.description}.`;
      }
      function isPermission({ status, message }) {
        return status === 403 && /not accessible by/i.test(message);
      }
      function lineFor(known, named) {
        const [name = ""] = known.split(":");
        if (named.length === 0 || named.some((line) => line.startsWith(`${name}:`)))
          return known;
        if (known.startsWith("pull-requests") && named.some((line) => line.startsWith("issues:")))
          return known;
        return named.join("`, `");
      }
      var words = __webpack_require__(83506);
      ;
      function createTelling(connection, story, stop, limits) {
        const { settings, event, record, log } = story;
        const hub = (0, github_hub.w)({ ...connection, redact: story.redact }, stop, limits);
        const author = (0, comments.AW)(hub, settings.github.token ?? "");
        const place = (0, github_place.yI)(story.env);
        const shown = record.github.shown ??= {
          deployment: void 0,
          comment: void 0,
          end: void 0
        };
        const troubles = /* @__PURE__ */ new Map();
        const refused = /* @__PURE__ */ new Set();
        let earlier = [];
        let ofJob = false;
        const tried = /* @__PURE__ */ new Set();
        const attempt = async (part, work) => {
          if (refused.has(part))
            return;
          try {
            await work();
            troubles.delete(part);
          } catch (error) {
            const failure = hub.failureOf(error);
            troubles.set(part, describeTrouble(part, failure));
            if (!isPermission(failure))
              return;
            refused.add(part);
            if (part !== "retire")
              shown[part] = void 0;
          }
        };
        const refs = () => (0, rules.gA)(settings, event, record, place.sha);
        const commentWanted = () => {
          const wanted = (0, rules.vm)(settings, event, record);
          return wanted && { ...wanted, key: story.redact(wanted.key) };
        };
        async function openShown() {
          const wanted = (0, rules.p7)(settings, record);
          if (wanted === void 0 || ofJob)
            return;
          tried.add("deployment");
          const deployment = shown.deployment ??= { ...wanted, refs: [], id: void 0, closed: false };
          if (deployment.id !== void 0)
            return;
          deployment.refs = refs();
          await story.save();
          const opened = await (0, deployments.Q6)(hub, place, deployment, deployment.refs);
          if (opened.kind === "of-job") {
            ofJob = true;
            shown.deployment = void 0;
            log(`The job's own environment ${deployment.environment} shows this run on GitHub; no second one is made.`);
            return;
          }
          earlier = opened.earlier;
          deployment.id = opened.id;
          record.github.deploymentId = opened.id;
          await story.save();
          await (0, deployments.Kn)(hub, place, opened.id, {
            state: "in_progress",
            description: `${deployment.agent}: deploying`,
            url: void 0
          });
        }
        async function closeShown(outcome) {
          const { deployment } = shown;
          if (deployment === void 0)
            return;
          if (deployment.id === void 0)
            await openShown();
          if (deployment.id === void 0)
            return;
          const state = (0, rules.L4)(outcome);
          const url = record.deployment?.url;
          await (0, deployments.Kn)(hub, place, deployment.id, {
            state,
            description: (0, words.Bs)(deployment.agent, outcome),
            // GitHub refuses the whole status for an address of another kind.
            url: state === "success" && (0, markdown.Pl)(url) !== void 0 ? url : void 0
          });
          deployment.closed = true;
          if (state === "success")
            await (0, deployments.np)(hub, place, deployment.agent, earlier);
        }
        async function openComment() {
          const wanted = commentWanted();
          if (wanted === void 0)
            return;
          tried.add("comment");
          const comment = shown.comment ??= { ...wanted, id: void 0, closed: false };
          if (comment.id !== void 0)
            return;
          await story.save();
          const body = () => {
            const safe = (0, told.E)(NOTHING, record, story.redact);
            return hub.redact((0, report_comment.I2)((0, words.Ir)(place, comment, safe.record, event.commit)));
          };
          const known = await (0, comments.h1)(hub, author, comment);
          comment.id = known ?? (await (0, comments.eT)(hub, author, comment, body())).id;
          record.github.commentId = comment.id;
          await story.save();
        }
        async function closeComment(outcome) {
          const wanted = shown.comment ?? commentWanted();
          const what = (0, rules.wB)(settings.verb, outcome, shown.comment !== void 0);
          if (wanted === void 0 || what === "leave" && shown.comment === void 0)
            return;
          const comment = shown.comment ??= { ...wanted, id: void 0, closed: false };
          const safe = (0, told.E)(outcome, record, story.redact);
          const context = { commit: event.commit, now: story.now(), logs: settings.github.commentLogs };
          const body = hub.redact((0, report_comment.I2)((0, words.K1)(place, comment, safe, context)));
          const known = comment.id ?? await findAny(comment);
          let id2 = known === void 0 ? void 0 : await (0, comments.vv)(hub, known, body);
          if (id2 === void 0 && what === "write") {
            const made = await (0, comments.eT)(hub, author, comment, body);
            id2 = made.ours ? made.id : await (0, comments.vv)(hub, made.id, body);
          }
          comment.id = id2;
          record.github.commentId = id2;
          comment.closed = true;
        }
        async function findAny(comment) {
          const others = settings.github.commentKey === void 0 ? record.retired : [];
          for (const key of /* @__PURE__ */ new Set([comment.key, ...others.map(story.redact)])) {
            const id2 = await (0, comments.h1)(hub, author, { ...comment, key });
            if (id2 !== void 0)
              return id2;
          }
          return void 0;
        }
        async function retire() {
          if (!settings.github.deployment)
            return;
          const administers = !(settings.github.token ?? "").startsWith("ghs_");
          for (const environment of new Set(record.retired)) {
            await retireEnvironment(hub, place, environment, administers);
            if (shown.deployment?.environment === environment)
              shown.deployment = void 0;
          }
        }
        return {
          async begin() {
            const first = (part, work) => !tried.has(part) && attempt(part, work);
            await Promise.all([first("deployment", openShown), first("comment", openComment)]);
          },
          async end(outcome) {
            shown.end = { kind: outcome.kind, reason: outcome.reason };
            await Promise.all([
              attempt("deployment", () => closeShown(outcome)).then(() => attempt("retire", retire)),
              attempt("comment", () => closeComment(outcome))
            ]);
            await story.save();
          },
          troubles: () => [...troubles.values()]
        };
      }
      const NOTHING = { kind: "submitted", reason: "not-waited", message: "" };
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
  )
};
export {
  id,
  ids,
  modules
};
