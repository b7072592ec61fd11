const id = 4979;
const ids = [4979];
const modules = {
  /***/
  47189: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        AW: () => (
          /* binding */
          createAuthor
        ),
        /* harmony export */
        eT: () => (
          /* binding */
          createComment
        ),
        /* harmony export */
        h1: () => (
          /* binding */
          findComment
        ),
        /* harmony export */
        vv: () => (
          /* binding */
          updateComment
        )
        /* harmony export */
      });
      var _report_comment_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(74127);
      var _same_answer_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1656);
      const PAGE = 100;
      const PAGES = 30;
      const RACE_MS = 10 * 6e4;
      const JOB_BOT = "github-actions[bot]";
      function createAuthor(hub, token) {
        const ofApp = token.startsWith("ghs_");
        let login;
        const ask = async () => {
          try {
            if (!ofApp)
              return (await hub.call((at) => hub.octokit.rest.users.getAuthenticated({ request: at.request }))).data.login;
            const { viewer } = await hub.call((at) => hub.octokit.graphql("{ viewer { login } }", { request: at.request }));
            return viewer.login;
          } catch {
            return void 0;
          }
        };
        return {
          async isMe(user) {
            if (ofApp && user.login === JOB_BOT)
              return true;
            const me = await (login ??= ask());
            return me === void 0 ? user.type === "Bot" : me === user.login;
          }
        };
      }
      async function findComment(hub, author, shown, since) {
        const mark = (0, _report_comment_js__WEBPACK_IMPORTED_MODULE_1__.Hc)(shown.key);
        for (let page = 1; page <= PAGES; page += 1) {
          const { data } = await hub.call((at) => hub.octokit.rest.issues.listComments({
            ...at,
            issue_number: shown.pullRequest,
            per_page: PAGE,
            page,
            ...since === void 0 ? {} : { since }
          }));
          const end = `/issues/${shown.pullRequest}`;
          for (const { id: id2, body, user, issue_url: url } of data) {
            (0, _same_answer_js__WEBPACK_IMPORTED_MODULE_0__.$k)(`comments of pull request #${shown.pullRequest}`, url, end);
            if (body?.startsWith(mark) !== true || !user)
              continue;
            if (await author.isMe(user))
              return id2;
          }
          if (data.length < PAGE)
            return void 0;
        }
        return void 0;
      }
      async function updateComment(hub, id2, body) {
        try {
          const { data } = await hub.call((at) => hub.octokit.rest.issues.updateComment({ ...at, comment_id: id2, body }));
          (0, _same_answer_js__WEBPACK_IMPORTED_MODULE_0__.qe)("comment", id2, data.id);
          return id2;
        } catch (error) {
          if (hub.failureOf(error).status === 404)
            return void 0;
          throw error;
        }
      }
      async function createComment(hub, author, shown, body) {
        const end = `/issues/${shown.pullRequest}`;
        let made;
        try {
          const { data } = await hub.call((at) => hub.octokit.rest.issues.createComment({ ...at, issue_number: shown.pullRequest, body }), { again: false });
          (0, _same_answer_js__WEBPACK_IMPORTED_MODULE_0__.$k)(`pull request #${shown.pullRequest}`, data.issue_url, end);
          made = data;
        } catch (error) {
          const found = (hub.failureOf(error).status ?? 500) >= 500 ? await findComment(hub, author, shown) : void 0;
          if (found === void 0)
            throw error;
          return { id: found, ours: false };
        }
        const since = new Date(Date.parse(made.created_at) - RACE_MS).toISOString();
        const first = await findComment(hub, author, shown, since);
        if (first === void 0 || first >= made.id)
          return { id: made.id, ours: true };
        await hub.call((at) => hub.octokit.rest.issues.deleteComment({ ...at, comment_id: made.id }));
        return { id: first, ours: false };
      }
    })
  ),
  /***/
  96859: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        HZ: () => (
          /* binding */
          findDeployment
        ),
        /* harmony export */
        Jn: () => (
          /* binding */
          listDeployments
        ),
        /* harmony export */
        Kn: () => (
          /* binding */
          writeStatus
        ),
        /* harmony export */
        Q6: () => (
          /* binding */
          openDeployment
        ),
        /* harmony export */
        jk: () => (
          /* binding */
          agentOf
        ),
        /* harmony export */
        np: () => (
          /* binding */
          deactivateEarlier
        ),
        /* harmony export */
        un: () => (
          /* binding */
          readState
        )
        /* harmony export */
      });
      var _place_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(61120);
      var _same_answer_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1656);
      const NEWEST = 30;
      const SUSPECTS = 3;
      const EARLIER = 10;
      const DESCRIPTION_MAX = 140;
      async function openDeployment(hub, place, shown, refs) {
        const { items: there } = await listDeployments(hub, shown.environment, { per_page: NEWEST });
        const newest = there.find((item) => agentOf(item) === shown.agent);
        if (newest !== void 0 && isOurs(newest, place, shown, refs))
          return opened(newest.id, there, shown);
        if (await hasJobsOwn(hub, place, there, refs))
          return { kind: "of-job" };
        try {
          return opened(await create(hub, place, shown, refs), there, shown);
        } catch (error) {
          if ((hub.failureOf(error).status ?? 500) < 500)
            throw error;
          const found = await findDeployment(hub, place, shown, refs);
          if (found === void 0)
            throw error;
          return found;
        }
      }
      async function findDeployment(hub, place, shown, refs = shown.refs) {
        const { items: there } = await listDeployments(hub, shown.environment, { per_page: NEWEST });
        const found = there.find((item) => item.id === shown.id || isOurs(item, place, shown, refs));
        return found && opened(found.id, there, shown);
      }
      function opened(id2, there, { agent }) {
        const earlier = there.filter((item) => agentOf(item) === agent && item.id < id2).map((item) => item.id);
        return { kind: "ours", id: id2, earlier };
      }
      async function writeStatus(hub, place, id2, status) {
        const log = (0, _place_js__WEBPACK_IMPORTED_MODULE_1__.Vp)(place);
        const { data } = await hub.call((at) => hub.octokit.rest.repos.createDeploymentStatus({
          ...at,
          deployment_id: id2,
          state: status.state,
          description: shorten(hub.redact(status.description)),
          ...log === void 0 ? {} : { log_url: log },
          ...status.url === void 0 ? {} : { environment_url: hub.redact(status.url) }
        }));
        (0, _same_answer_js__WEBPACK_IMPORTED_MODULE_0__.$k)(`the status of deployment ${id2}`, data.deployment_url, `/deployments/${id2}`);
      }
      async function readState(hub, id2) {
        return (await listStatuses(hub, id2, 1))[0]?.state;
      }
      async function deactivateEarlier(hub, place, agent, earlier) {
        for (const id2 of earlier.slice(0, EARLIER)) {
          const state = await readState(hub, id2);
          if (state === "inactive")
            return;
          if (state !== "success")
            continue;
          await writeStatus(hub, place, id2, {
            state: "inactive",
            description: `${agent}: a later deployment took over`,
            url: void 0
          });
        }
      }
      async function listDeployments(hub, environment, page) {
        const asked = hub.redact(environment);
        const { data } = await hub.call((at) => hub.octokit.rest.repos.listDeployments({ ...at, environment: asked, ...page }));
        const items = data.filter((item) => (0, _same_answer_js__WEBPACK_IMPORTED_MODULE_0__.Ft)(asked, item.environment));
        return { items, more: data.length >= page.per_page };
      }
      async function listStatuses(hub, id2, most) {
        const { data } = await hub.call((at) => hub.octokit.rest.repos.listDeploymentStatuses({ ...at, deployment_id: id2, per_page: most }));
        for (const { deployment_url: url } of data)
          (0, _same_answer_js__WEBPACK_IMPORTED_MODULE_0__.$k)(`deployment ${id2}`, url, `/deployments/${id2}`);
        return data;
      }
      async function create(hub, place, shown, refs) {
        const [ref, ...others] = refs;
        if (ref === void 0)
          throw new Error("The run is of no commit that GitHub knows.");
        try {
          const { data } = await hub.call((at) => hub.octokit.rest.repos.createDeployment({
            ...at,
            ref,
            environment: hub.redact(shown.environment),
            description: shorten(hub.redact(`${shown.agent} by agent-deploy`)),
            payload: { "agent-deploy": hub.redact(shown.agent), run: place.runId, attempt: place.attempt },
            transient_environment: shown.transient,
            production_environment: !shown.transient,
            auto_merge: false,
            required_contexts: []
          }), { again: false });
          if (!("id" in data))
            throw new Error("GitHub made no deployment.");
          (0, _same_answer_js__WEBPACK_IMPORTED_MODULE_0__.qe)("the environment", hub.redact(shown.environment), data.environment);
          return data.id;
        } catch (error) {
          if (others.length === 0 || hub.failureOf(error).status !== 422)
            throw error;
          return create(hub, place, shown, others);
        }
      }
      async function hasJobsOwn(hub, place, there, refs) {
        const suspects = there.filter((item) => agentOf(item) === void 0 && refs.includes(item.sha));
        for (const { id: id2 } of suspects.slice(0, SUSPECTS)) {
          const statuses = await listStatuses(hub, id2, 5);
          if (statuses.some((status) => (0, _place_js__WEBPACK_IMPORTED_MODULE_1__.NG)(place, status.log_url) || (0, _place_js__WEBPACK_IMPORTED_MODULE_1__.NG)(place, status.target_url))) {
            return true;
          }
        }
        return false;
      }
      function isOurs(item, place, { agent }, refs) {
        const ofRun = agentOf(item) === agent && payloadOf(item)["run"] === place.runId && place.runId !== "";
        return ofRun && refs.includes(item.sha);
      }
      function agentOf(item) {
        const agent = payloadOf(item)["agent-deploy"];
        return typeof agent === "string" ? agent : void 0;
      }
      function payloadOf({ payload }) {
        if (typeof payload !== "string")
          return payload ?? {};
        try {
          const value = JSON.parse(payload);
          return typeof value === "object" && value !== null ? { ...value } : {};
        } catch {
          return {};
        }
      }
      function shorten(text) {
        const letters = Array.from(text.replace(/\s+/g, " ").trim());
        return letters.length > DESCRIPTION_MAX ? `${letters.slice(0, DESCRIPTION_MAX - 1).join("")}\u2026` : letters.join("");
      }
    })
  ),
  /***/
  75372: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        w: () => (
          /* binding */
          createHub
        )
        /* harmony export */
      });
      var _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2483);
      var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(54007);
      function createHub(connection, stop, limits = _limits_js__WEBPACK_IMPORTED_MODULE_1__.b) {
        const { octokit, owner, repo, redact } = connection;
        return {
          octokit,
          redact,
          failureOf: (error) => (0, _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__.g)(error, redact),
          async call(work, { again } = { again: true }) {
            for (let attempt = 0; ; attempt += 1) {
              stop.throwIfAborted();
              const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.tryMs)]);
              try {
                return await work({ owner, repo, request: { signal } });
              } catch (error) {
                const pause = limits.pausesMs[attempt];
                if (stop.aborted || pause === void 0)
                  throw error;
                const delayMs = pauseAfter(error, again, pause);
                if (delayMs === void 0 || delayMs > limits.patienceMs)
                  throw error;
                await sleep(delayMs, stop);
              }
            }
          }
        };
      }
      function pauseAfter(error, again, pauseMs) {
        const status = field(error, "status");
        const after = Number(header(error, "retry-after") ?? Number.NaN);
        if (status === 429 || status === 403 && (!Number.isNaN(after) || isUsedUp(error))) {
          return Number.isNaN(after) ? void 0 : Math.max(after * 1e3, pauseMs);
        }
        if (!again || typeof status !== "number" || status < 500)
          return void 0;
        return Number.isNaN(after) ? pauseMs : Math.max(after * 1e3, pauseMs);
      }
      const isUsedUp = (error) => header(error, "x-ratelimit-remaining") === "0";
      function header(error, name) {
        const found = field(field(field(error, "response"), "headers"), name);
        return typeof found === "string" || typeof found === "number" ? String(found) : void 0;
      }
      function field(value, key) {
        return typeof value === "object" && value !== null ? Reflect.get(value, key) : void 0;
      }
      function sleep(ms, stop) {
        return new Promise((resolve, reject) => {
          const timer = setTimeout(resolve, ms);
          stop.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(stop.reason);
          }, { once: true });
        });
      }
    })
  ),
  /***/
  61120: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Bg: () => (
          /* binding */
          commitUrl
        ),
        /* harmony export */
        NG: () => (
          /* binding */
          isOfRun
        ),
        /* harmony export */
        Vp: () => (
          /* binding */
          runUrl
        ),
        /* harmony export */
        yI: () => (
          /* binding */
          readPlace
        )
        /* harmony export */
      });
      var _report_links_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(19687);
      function readPlace(env) {
        return {
          serverUrl: (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, ""),
          repository: env["GITHUB_REPOSITORY"] ?? "",
          runId: env["GITHUB_RUN_ID"] ?? "",
          attempt: env["GITHUB_RUN_ATTEMPT"] || "1",
          sha: env["GITHUB_SHA"] || void 0,
          docsUrl: (reason) => (0, _report_links_js__WEBPACK_IMPORTED_MODULE_0__.r)(env, reason)
        };
      }
      function runUrl({ serverUrl, repository, runId, attempt }) {
        if (runId === "")
          return void 0;
        return `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${attempt}`;
      }
      function isOfRun({ runId }, url) {
        if (runId === "" || url === void 0)
          return false;
        return `${url}/`.includes(`/actions/runs/${runId}/`);
      }
      function commitUrl({ serverUrl, repository }, commit) {
        return `${serverUrl}/${repository}/commit/${commit}`;
      }
    })
  ),
  /***/
  1656: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        $k: () => (
          /* binding */
          demandEnd
        ),
        /* harmony export */
        Ft: () => (
          /* binding */
          isSame
        ),
        /* harmony export */
        g8: () => (
          /* binding */
          demandPullRequest
        ),
        /* harmony export */
        qe: () => (
          /* binding */
          demandSame
        )
        /* harmony export */
      });
      var _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2483);
      function demandPullRequest({ owner, repo, repositoryId }, number, answer) {
        const { id: id2, full_name: name } = answer.base.repo;
        const same = name.toLowerCase() === `${owner}/${repo}`.toLowerCase();
        if (answer.number === number && (same || repositoryId !== void 0 && id2 === repositoryId))
          return;
        throw new _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__.d(`pull request ${owner}/${repo}#${number}`, `${name}#${answer.number}`);
      }
      function demandEnd(what, url, end) {
        if (!url || url.replace(/[?#].*$/, "").endsWith(end))
          return;
        throw new _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__.d(what, url.split("/").slice(-2).join("/"));
      }
      function isSame(asked, answered) {
        if (answered === null || answered === void 0)
          return true;
        return String(asked).toLowerCase() === String(answered).toLowerCase();
      }
      function demandSame(what, asked, answered) {
        if (!isSame(asked, answered))
          throw new _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__.d(`${what} ${asked}`, String(answered));
      }
    })
  ),
  /***/
  83506: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Bs: () => (
          /* binding */
          statusLine
        ),
        /* harmony export */
        Ir: () => (
          /* binding */
          beginning
        ),
        /* harmony export */
        K1: () => (
          /* binding */
          ending
        )
        /* harmony export */
      });
      var _verify_result_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63676);
      var _place_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(61120);
      const ICONS = {
        deployed: "\u2705",
        verified: "\u2705",
        provided: "\u2705",
        unchanged: "\u2705",
        observed: "\u2705",
        submitted: "\u{1F680}",
        planned: "\u{1F4CB}",
        "torn-down": "\u{1F5D1}\uFE0F",
        skipped: "\u23ED\uFE0F",
        superseded: "\u23ED\uFE0F",
        "timed-out": "\u231B",
        "rolled-back": "\u21A9\uFE0F",
        cancelled: "\u26A0\uFE0F",
        failed: "\u274C"
      };
      function beginning(place, shown, record, commit) {
        return { ...common(place, shown, record, commit), icon: "\u23F3", status: "deploying" };
      }
      function ending(place, shown, { outcome, record }, context) {
        const gone = outcome.kind === "torn-down";
        return {
          ...common(place, shown, record, context.commit),
          ...gone ? { url: void 0, commit: void 0, revision: void 0 } : {},
          icon: ICONS[outcome.kind],
          status: gone ? "preview deleted" : outcome.kind,
          reason: { code: outcome.reason, docs: place.docsUrl(outcome.reason) },
          message: outcome.message,
          tookMs: context.now - record.startedAt,
          timeline: record.timeline,
          checks: record.verification && (0, _verify_result_js__WEBPACK_IMPORTED_MODULE_0__.on)(record.verification),
          log: context.logs ? record.logTail : void 0
        };
      }
      function statusLine(agent, { kind, reason }) {
        return `${agent}: ${kind} (${reason})`;
      }
      function common(place, { key }, record, wanted) {
        const sha = record.revision?.commit ?? record.commit ?? wanted;
        const link = (0, _place_js__WEBPACK_IMPORTED_MODULE_1__.Vp)(place);
        return {
          key,
          name: record.deployment?.name ?? key,
          icon: "",
          status: "",
          reason: void 0,
          message: void 0,
          url: record.deployment?.url,
          serverUrl: place.serverUrl,
          commit: sha === void 0 ? void 0 : { sha, link: (0, _place_js__WEBPACK_IMPORTED_MODULE_1__.Bg)(place, sha) },
          revision: record.revision && `${record.revision.id}: ${record.revision.status}`,
          tookMs: void 0,
          timeline: [],
          checks: void 0,
          run: link === void 0 ? void 0 : { link, attempt: place.attempt },
          log: void 0
        };
      }
    })
  ),
  /***/
  74127: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Hc: () => (
          /* binding */
          commentMark
        ),
        /* harmony export */
        I2: () => (
          /* binding */
          commentBody
        )
        /* harmony export */
      });
      var _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(61662);
      var _markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76669);
      const COMMENT_MAX = 65536;
      const LINE_MAX = 2e3;
      const FIELD_MAX = 200;
      const PHASES_MAX = 40;
      const MESSAGE_MAX = 16e3;
      function commentMark(key) {
        return `<!-- agent-deploy:${key.replaceAll(/[^\w./-]/g, "_").replaceAll("--", "-_")} -->`;
      }
      function commentBody(facts) {
        const head = [
          `${commentMark(facts.key)}
### ${facts.icon} ${field(facts.name)}: ${field(facts.status)}`,
          statusTable(facts),
          phases(facts.timeline)
        ];
        const foot = footOf(facts);
        const join = (...parts) => [...head, ...parts, foot].filter((part) => part !== void 0 && part !== "").join("\n\n");
        const message = messagePart(facts.message, COMMENT_MAX - join().length - 2);
        return join(message, logPart(facts.log, COMMENT_MAX - join(message).length - 2));
      }
      function messagePart(message, room) {
        if (message === void 0)
          return void 0;
        let text = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.ml)(message, MESSAGE_MAX);
        for (; ; ) {
          const part = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.wi)(text);
          if (part.length <= room || text === "")
            return part;
          text = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.ml)(text, Math.floor(text.length * room / part.length) - 1);
        }
      }
      const field = (text) => (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.Hn)((0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.ml)(text, FIELD_MAX));
      function statusTable(facts) {
        const { status, reason, url, commit, revision, checks, tookMs } = facts;
        const rows = [
          ["Status", `${field(status)}${reason === void 0 ? "" : ` (${reasonText(reason)})`}`],
          ["Agent", (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.il)(url, facts.serverUrl)],
          ["Commit", commit && commitText(commit)],
          ["Revision", revision && field(revision)],
          ["Checks", checks && field(checks)],
          ["Took", tookMs === void 0 ? void 0 : (0, _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_1__.a3)(tookMs)]
        ];
        const lines = rows.flatMap(([label, value]) => value ? [`| ${label} | ${value} |`] : []);
        return ["|  |  |", "| --- | --- |", ...lines].join("\n");
      }
      function commitText({ sha, link }) {
        const url = /^[0-9a-f]{7,64}$/i.test(sha) ? (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.Pl)(link) : void 0;
        return url === void 0 ? field(sha) : `[${sha.slice(0, 7)}](${url})`;
      }
      function reasonText({ code, docs }) {
        const link = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.Pl)(docs);
        return link === void 0 ? field(code) : `[${field(code)}](${link})`;
      }
      function phases(timeline) {
        const ended = timeline.flatMap(({ status, startMs, endMs }) => endMs === void 0 ? [] : [`${field(status)} ${(0, _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_1__.a3)(endMs - startMs)}`]);
        if (ended.length === 0)
          return "";
        const more = ended.length > PHASES_MAX ? [`and ${ended.length - PHASES_MAX} more`] : [];
        return `Phases: ${[...ended.slice(0, PHASES_MAX), ...more].join(" \xB7 ")}`;
      }
      function footOf({ run }) {
        if (run === void 0)
          return "";
        return `<sub>[Run](${run.link})${run.attempt === "1" ? "" : `, attempt ${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.Hn)(run.attempt)}`}</sub>`;
      }
      function logPart(log, room) {
        if (log === void 0)
          return "";
        const part = (lines2) => lines2.length === 0 ? "" : `<details><summary>End of the ${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.Hn)(log.kind)} log</summary>

${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.OF)(lines2)}

</details>`;
        let lines = log.lines.map(plainLine);
        while (lines.length > 0 && part(lines).length > room)
          lines = lines.slice(Math.ceil(lines.length / 8));
        return part(lines);
      }
      function plainLine(line) {
        return (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.ml)(line.replaceAll("<!--", "<! --"), LINE_MAX);
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
  ),
  /***/
  2483: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        d: () => (
          /* binding */
          OtherAnswerError
        ),
        /* harmony export */
        g: () => (
          /* binding */
          readGitHubFailure
        )
        /* harmony export */
      });
      var _problem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(12553);
      class OtherAnswerError extends Error {
        name = "OtherAnswerError";
        /** Both in words, such as `pull request #7`. */
        constructor(asked, answered) {
          super(`GitHub was asked about ${asked} and answered about ${answered}`);
        }
      }
      function readGitHubFailure(error, redact) {
        const message = (0, _problem_js__WEBPACK_IMPORTED_MODULE_0__.T)(redact(wordsOf(error)));
        const status = fieldAt(error, "response") === void 0 ? null : numberAt(error, "status");
        return {
          status,
          message,
          description: describe(error, status, message),
          permissions: permissionsNeeded(error)
        };
      }
      function wordsOf(error) {
        const message = fieldAt(error, "message");
        if (typeof message !== "string")
          return "unknown error";
        const cause = fieldAt(error, "cause");
        return message === "fetch failed" && cause !== void 0 ? wordsOf(cause) : message;
      }
      function describe(error, status, message) {
        if (error instanceof OtherAnswerError)
          return message;
        const words = message.trimStart().startsWith("<") ? "" : `: ${message}`;
        return status === null ? `GitHub did not answer${words}` : `GitHub answered ${status}${words}`;
      }
      function permissionsNeeded(error) {
        const header = fieldAt(fieldAt(fieldAt(error, "response"), "headers"), "x-accepted-github-permissions");
        if (typeof header !== "string")
          return [];
        const [first = ""] = header.split(";");
        return Array.from(first.matchAll(/([a-z_]+)=([a-z]+)/g), ([, name = "", level = ""]) => `${name.replaceAll("_", "-")}: ${level}`);
      }
      function fieldAt(value, key) {
        return typeof value === "object" && value !== null ? Reflect.get(value, key) : void 0;
      }
      function numberAt(value, key) {
        const field = fieldAt(value, key);
        return typeof field === "number" ? field : null;
      }
    })
  ),
  /***/
  12553: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        T: () => (
          /* binding */
          oneLine
        ),
        K: () => (
          /* binding */
          readProblem
        )
      });
      var schemas = __webpack_require__(34410);
      ;
      const ValidationError = schemas.Ikc({
        loc: schemas.YOg(schemas.KCZ([schemas.YjP(), schemas.Whr()])),
        msg: schemas.YjP(),
        type: schemas.YjP()
      });
      const HTTPValidationError = schemas.Ikc({ detail: schemas.YOg(ValidationError) });
      const DetailError = schemas.Ikc({ detail: schemas.YjP() });
      const NestedError = schemas.Ikc({ detail: schemas._H3({ error: schemas.YjP(), message: schemas.YjP() }) });
      var findings = __webpack_require__(9081);
      ;
      const MAX_DETAIL = 500;
      function readProblem(status, body, redact) {
        const json = parseJson(body);
        const { text, fields } = readJson(json);
        return {
          detail: text === null ? null : oneLine(redact(text)),
          fields: fields.map((field) => ({ ...field, msg: oneLine(redact(field.msg)) })),
          forbidden: status === 403 ? forbidden(text ?? body) : null
        };
      }
      function readJson(json) {
        const detail = DetailError.safeParse(json);
        if (detail.success)
          return { text: detail.data.detail, fields: [] };
        const validation = HTTPValidationError.safeParse(json);
        if (validation.success) {
          return { text: (0, findings.kA)(validation.data.detail) || null, fields: validation.data.detail };
        }
        const nested = NestedError.safeParse(json);
        if (nested.success) {
          const { error, message } = nested.data.detail;
          return { text: `${error}: ${message}`, fields: [] };
        }
        return { text: plainMessage(json), fields: [] };
      }
      function plainMessage(json) {
        if (typeof json !== "object" || json === null)
          return null;
        for (const key of ["message", "error"]) {
          const value = Reflect.get(json, key);
          if (typeof value === "string")
            return value;
          if (typeof value === "object" && value !== null) {
            const inner = Reflect.get(value, "message");
            if (typeof inner === "string")
              return inner;
          }
        }
        return null;
      }
      function forbidden(text) {
        if (/requires workspace specification/i.test(text))
          return "needs-workspace";
        return /not enabled/i.test(text) ? "not-enabled" : "no-access";
      }
      function parseJson(body) {
        try {
          return JSON.parse(body);
        } catch {
          return void 0;
        }
      }
      function oneLine(text) {
        const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
        return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL - 1)}\u2026` : line;
      }
    })
  ),
  /***/
  9081: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        LO: () => (
          /* binding */
          missing
        ),
        /* harmony export */
        ag: () => (
          /* binding */
          said
        ),
        /* harmony export */
        gk: () => (
          /* binding */
          finding
        ),
        /* harmony export */
        jb: () => (
          /* binding */
          describeFinding
        ),
        /* harmony export */
        kA: () => (
          /* binding */
          describeFindings
        )
        /* harmony export */
      });
      function finding(loc, msg, type = "value_error") {
        return { loc: ["body", ...loc], msg, type };
      }
      function missing(loc, why) {
        return finding(loc, `Field required: ${why}`, "missing");
      }
      function describeFindings(findings) {
        return findings.map(describeFinding).join("; ");
      }
      function describeFinding({ loc, msg }) {
        const path = loc[0] === "body" && loc.length > 1 ? loc.slice(1) : loc;
        return path.length === 0 ? msg : `${path.join(".")}: ${msg}`;
      }
      function said(value) {
        return value !== null && value !== void 0;
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
