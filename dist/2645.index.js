const id = 2645;
const ids = [2645];
const modules = {
  /***/
  93228: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        finishOnGitHub: () => (
          /* binding */
          finishOnGitHub
        )
        /* harmony export */
      });
      var _report_comment_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(74127);
      var _comments_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(47189);
      var _deployments_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(96859);
      var _hub_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(75372);
      var _limits_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(54007);
      var _place_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(61120);
      var _rules_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(45924);
      var _words_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(83506);
      const FINAL = ["success", "failure", "error", "inactive"];
      async function finishOnGitHub(connection, unfinished, limits = _limits_js__WEBPACK_IMPORTED_MODULE_3__.b) {
        const stop = new AbortController();
        const timer = setTimeout(() => stop.abort(new Error("no time is left for GitHub")), limits.endMs);
        const hub = (0, _hub_js__WEBPACK_IMPORTED_MODULE_2__.w)(connection, stop.signal, limits);
        const place = (0, _place_js__WEBPACK_IMPORTED_MODULE_5__.yI)(unfinished.env);
        const ends = await Promise.allSettled([
          finishDeployment(hub, place, unfinished),
          finishComment(hub, place, unfinished)
        ]);
        clearTimeout(timer);
        return ends.flatMap((end) => end.status === "rejected" ? [hub.failureOf(end.reason).message] : []);
      }
      async function finishDeployment(hub, place, { state }) {
        const { deployment, end } = state.shown;
        if (deployment === void 0 || deployment.closed)
          return;
        const found = await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_1__.HZ)(hub, place, deployment);
        if (found === void 0 || FINAL.includes(await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_1__.un)(hub, found.id)))
          return;
        const last = end === void 0 ? "inactive" : (0, _rules_js__WEBPACK_IMPORTED_MODULE_6__.L4)(end);
        await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_1__.Kn)(hub, place, found.id, {
          state: last,
          description: end === void 0 ? `${deployment.agent}: ended without a report` : (0, _words_js__WEBPACK_IMPORTED_MODULE_4__.Bs)(deployment.agent, end),
          url: void 0
        });
        if (last === "success")
          await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_1__.np)(hub, place, deployment.agent, found.earlier);
      }
      async function finishComment(hub, place, unfinished) {
        const { state, token, message } = unfinished;
        const { comment, end } = state.shown;
        if (comment === void 0 || comment.closed)
          return;
        const id2 = comment.id ?? await (0, _comments_js__WEBPACK_IMPORTED_MODULE_0__.h1)(hub, (0, _comments_js__WEBPACK_IMPORTED_MODULE_0__.AW)(hub, token), comment);
        if (id2 === void 0)
          return;
        const link = (0, _place_js__WEBPACK_IMPORTED_MODULE_5__.Vp)(place);
        const body = (0, _report_comment_js__WEBPACK_IMPORTED_MODULE_7__.I2)({
          key: comment.key,
          name: state.deploymentName ?? comment.key,
          icon: "\u26A0\uFE0F",
          status: end?.kind ?? "ended without a report",
          reason: end && { code: end.reason, docs: place.docsUrl(end.reason) },
          message,
          url: void 0,
          serverUrl: place.serverUrl,
          commit: void 0,
          revision: state.revisionId,
          tookMs: void 0,
          timeline: [],
          checks: void 0,
          run: link === void 0 ? void 0 : { link, attempt: place.attempt },
          log: void 0
        });
        await (0, _comments_js__WEBPACK_IMPORTED_MODULE_0__.vv)(hub, id2, hub.redact(body));
      }
    })
  ),
  /***/
  54007: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        b: () => (
          /* binding */
          LIMITS
        )
        /* harmony export */
      });
      const LIMITS = {
        endMs: 2e4,
        cancelMs: 3e3,
        tryMs: 6e3,
        pausesMs: [300, 1e3],
        patienceMs: 3e3
      };
    })
  ),
  /***/
  45924: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        L4: () => (
          /* binding */
          stateOf
        ),
        /* harmony export */
        gA: () => (
          /* binding */
          refsOf
        ),
        /* harmony export */
        p7: () => (
          /* binding */
          environmentOf
        ),
        /* harmony export */
        qJ: () => (
          /* binding */
          isRollingOut
        ),
        /* harmony export */
        vm: () => (
          /* binding */
          commentOf
        ),
        /* harmony export */
        wB: () => (
          /* binding */
          commentAtEnd
        )
        /* harmony export */
      });
      const ERRORS = [
        "unauthorized",
        "forbidden",
        "rate-limited",
        "service-error",
        "unreachable",
        "lost-answer",
        "internal-error",
        "verification-impossible"
      ];
      function stateOf({ kind, reason }) {
        switch (kind) {
          case "deployed":
          // It was begun, and then somebody else had done the same.
          case "unchanged":
          case "observed":
          case "verified":
            return "success";
          case "submitted":
            return "in_progress";
          case "failed":
            return ERRORS.includes(reason) ? "error" : "failure";
          // What was active before goes on serving, and stays the active deployment on GitHub.
          case "rolled-back":
            return "failure";
          case "timed-out":
            return "error";
          case "superseded":
          case "cancelled":
          case "torn-down":
          case "planned":
          case "skipped":
          // A sandbox is shown nowhere on GitHub.
          case "provided":
            return "inactive";
        }
      }
      function environmentOf(settings, record) {
        if (!settings.github.deployment || settings.dryRun)
          return void 0;
        const agent = agentOf(settings, record);
        if (agent === void 0)
          return void 0;
        switch (settings.verb) {
          // Always by its own name: an `environment` that is meant for production must not show a preview.
          case "preview":
            return { environment: agent, transient: true, agent };
          case "deploy":
          case "rollback":
          case "wait":
            return { environment: settings.github.environment ?? agent, transient: false, agent };
          default:
            return void 0;
        }
      }
      function commentOf(settings, event, record) {
        if (!settings.github.comment || settings.dryRun)
          return void 0;
        if (settings.verb === "sweep" || settings.verb === "status")
          return void 0;
        const pullRequest = record.pullRequest ?? event.pullRequest?.number;
        const key = settings.github.commentKey ?? agentOf(settings, record) ?? record.retired[0];
        return pullRequest === void 0 || key === void 0 ? void 0 : { pullRequest, key };
      }
      function isRollingOut({ verb, dryRun }, { stage, plan }) {
        if (dryRun || !["deploy", "preview", "rollback", "wait"].includes(verb))
          return false;
        return stage === "waiting" || ["uploading", "writing"].includes(stage) && plan !== void 0;
      }
      function commentAtEnd(verb, { kind, reason }, begun) {
        switch (kind) {
          case "planned":
          case "observed":
          case "skipped":
            return "leave";
          case "unchanged":
            return reason === "paths-untouched" ? "leave" : "update";
          case "torn-down":
            return "update";
          case "cancelled":
            return begun ? "write" : "leave";
          default:
            return verb === "teardown" ? "update" : "write";
        }
      }
      function agentOf(settings, record) {
        const known = record.deployment?.name ?? record.name;
        if (known !== void 0)
          return known;
        if (!("target" in settings))
          return void 0;
        return settings.target.by === "name" ? settings.target.name : void 0;
      }
      function refsOf(settings, event, record, sha) {
        const commit = record.commit ?? record.revision?.commit;
        const refs = [isOfThisRepository(settings, event) ? commit : void 0, event.commit, sha];
        return [...new Set(refs.filter((ref) => ref !== void 0))];
      }
      function isOfThisRepository(settings, event) {
        if (!("wanted" in settings) || settings.wanted.repoUrl === void 0)
          return true;
        const path = URL.parse(settings.wanted.repoUrl)?.pathname.replace(/\.git$|\/+$/g, "");
        return path?.toLowerCase().endsWith(`/${event.repository.toLowerCase()}`) ?? false;
      }
    })
  ),
  /***/
  76796: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        V: () => (
          /* binding */
          Stop
        ),
        /* harmony export */
        b: () => (
          /* binding */
          outcome
        )
        /* harmony export */
      });
      function outcome(kind, reason, message) {
        return { kind, reason, message };
      }
      class Stop extends Error {
        outcome;
        constructor(reason, message, options) {
          super(message, options);
          this.name = "Stop";
          this.outcome = outcome("failed", reason, message);
        }
      }
    })
  ),
  /***/
  19687: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Z: () => (
          /* binding */
          pullRequestLink
        ),
        /* harmony export */
        r: () => (
          /* binding */
          troubleshootingLink
        )
        /* harmony export */
      });
      const PAGE = "docs/troubleshooting.md";
      function troubleshootingLink(env, reason) {
        const repository = env["GITHUB_ACTION_REPOSITORY"] ?? "";
        const ref = env["GITHUB_ACTION_REF"] || "HEAD";
        const server = (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, "");
        const path = `${PAGE}#${reason}`;
        const sound = /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref) && /^https?:\/\//.test(server);
        return sound ? `${server}/${repository}/blob/${ref}/${path}` : path;
      }
      function pullRequestLink(env, number) {
        const repository = env["GITHUB_REPOSITORY"] ?? "";
        if (number === void 0 || !/^[\w.-]+\/[\w.-]+$/.test(repository))
          return void 0;
        return `${(env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, "")}/${repository}/pull/${number}`;
      }
    })
  ),
  /***/
  63676: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        OE: () => (
          /* binding */
          allPassed
        ),
        /* harmony export */
        g5: () => (
          /* binding */
          failureOf
        ),
        /* harmony export */
        gM: () => (
          /* binding */
          telling
        ),
        /* harmony export */
        on: () => (
          /* binding */
          countPassed
        ),
        /* harmony export */
        w7: () => (
          /* binding */
          failureLines
        )
        /* harmony export */
      });
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76796);
      var _shown_value_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(26860);
      function allPassed({ results }) {
        return results.every(({ result }) => result === "passed");
      }
      function countPassed({ results }) {
        const passed = results.filter(({ result }) => result === "passed").length;
        return `${passed} of ${(0, _shown_value_js__WEBPACK_IMPORTED_MODULE_1__.p)(results.length, "check")} passed`;
      }
      function telling({ results }) {
        return results.find(({ result }) => result !== "passed") ?? results.at(-1);
      }
      function failureLines({ results }) {
        return results.filter(({ result }) => result !== "passed" && result !== "skipped").flatMap(({ name, why }) => why.map((line) => `${name}: ${line}`));
      }
      function failureOf(verified, about) {
        const named = (result) => verified.results.filter((one) => one.result === result).map(({ name }) => name);
        const [failed, late, impossible] = [named("failed"), named("timed-out"), named("impossible")];
        const told = `Checked ${about}: ${countPassed(verified)}.`;
        const whys = [
          sentence("Failed", failed),
          sentence("Not done in time", late),
          sentence("Could not be tried", impossible)
        ];
        const message = [told, ...whys].filter((part) => part !== "").join(" ");
        const reason = failed.length > 0 ? "verification-failed" : late.length > 0 ? "verification-timed-out" : impossible.length > 0 ? "verification-impossible" : void 0;
        if (reason === void 0)
          return void 0;
        const end = (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.b)("failed", reason, message);
        return end.kind === "failed" ? end : void 0;
      }
      const MOST_NAMES = 5;
      function sentence(what, names) {
        if (names.length === 0)
          return "";
        const rest = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
        return `${what}: ${names.slice(0, MOST_NAMES).join(", ")}${rest}.`;
      }
    })
  ),
  /***/
  26860: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        G: () => (
          /* binding */
          createShown
        ),
        /* harmony export */
        p: () => (
          /* binding */
          countOf
        )
        /* harmony export */
      });
      const LONGEST = 120;
      function createShown(redact) {
        return {
          value(value) {
            if (value === void 0)
              return "nothing";
            if (Array.isArray(value))
              return `a list of ${value.length}`;
            if (typeof value === "object" && value !== null) {
              return `an object with ${countOf(Object.keys(value).length, "field")}`;
            }
            const json = JSON.stringify(typeof value === "string" ? redact(value) : value);
            return shortened(json.replace(UNSEEN, escaped));
          },
          text: (text) => shortened(redact(text).replace(SPACE, " ").trim())
        };
      }
      const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
      const SPACE = /[\s\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu;
      function escaped(character) {
        return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
      }
      function countOf(count, noun) {
        return `${count} ${noun}${count === 1 ? "" : "s"}`;
      }
      function shortened(text) {
        return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}\u2026` : text;
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
