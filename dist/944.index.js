const id = 944;
const ids = [944];
const modules = { 85900: ((module) => {
  var s = 1e3;
  var m = s * 60;
  var h = m * 60;
  var d = h * 24;
  var w = d * 7;
  var y = d * 365.25;
  module.exports = function(val, options) {
    options = options || {};
    var type = typeof val;
    if (type === "string" && val.length > 0) {
      return parse(val);
    } else if (type === "number" && isFinite(val)) {
      return options.long ? fmtLong(val) : fmtShort(val);
    }
    throw new Error("val is not a non-empty string or a valid number. val=" + JSON.stringify(val));
  };
  function parse(str) {
    str = String(str);
    if (str.length > 100) {
      return;
    }
    var match = /^(-?(?:\d+)?\.?\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i.exec(str);
    if (!match) {
      return;
    }
    var n = parseFloat(match[1]);
    var type = (match[2] || "ms").toLowerCase();
    switch (type) {
      case "years":
      case "year":
      case "yrs":
      case "yr":
      case "y":
        return n * y;
      case "weeks":
      case "week":
      case "w":
        return n * w;
      case "days":
      case "day":
      case "d":
        return n * d;
      case "hours":
      case "hour":
      case "hrs":
      case "hr":
      case "h":
        return n * h;
      case "minutes":
      case "minute":
      case "mins":
      case "min":
      case "m":
        return n * m;
      case "seconds":
      case "second":
      case "secs":
      case "sec":
      case "s":
        return n * s;
      case "milliseconds":
      case "millisecond":
      case "msecs":
      case "msec":
      case "ms":
        return n;
      default:
        return void 0;
    }
  }
  function fmtShort(ms) {
    var msAbs = Math.abs(ms);
    if (msAbs >= d) {
      return Math.round(ms / d) + "d";
    }
    if (msAbs >= h) {
      return Math.round(ms / h) + "h";
    }
    if (msAbs >= m) {
      return Math.round(ms / m) + "m";
    }
    if (msAbs >= s) {
      return Math.round(ms / s) + "s";
    }
    return ms + "ms";
  }
  function fmtLong(ms) {
    var msAbs = Math.abs(ms);
    if (msAbs >= d) {
      return plural(ms, msAbs, d, "day");
    }
    if (msAbs >= h) {
      return plural(ms, msAbs, h, "hour");
    }
    if (msAbs >= m) {
      return plural(ms, msAbs, m, "minute");
    }
    if (msAbs >= s) {
      return plural(ms, msAbs, s, "second");
    }
    return ms + " ms";
  }
  function plural(ms, msAbs, n, name) {
    var isPlural = msAbs >= n * 1.5;
    return Math.round(ms / n) + " " + name + (isPlural ? "s" : "");
  }
}), 85981: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { F0: () => createCancelHooks, I$: () => whatRemains, lh: () => interruptOnCancel });
  var _clients_clock_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(75065);
  var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(83889);
  var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(96043);
  var _run_record_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(758);
  var _text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(77844);
  const LIMIT_MS = 2500;
  async function interruptOnCancel(controlPlane, settings, record, limitMs = LIMIT_MS) {
    const end = cancelledOutcome(record);
    const { deployment, revision, ownRevisionId } = record;
    if (controlPlane === void 0 || settings.onCancel !== "interrupt" || record.stage !== "waiting") return end;
    if (deployment === void 0 || revision === void 0) return end;
    if (ownRevisionId !== revision.id) {
      const back = record.rollback?.revisionId === revision.id && record.rollback.after !== void 0;
      return and(end, `It is not interrupted: it ${back ? "brings back what worked" : "is not of this run"}.`);
    }
    if ((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_2__.BE)(revision.status) !== "progress") return end;
    const { done, message } = await withinLimit(limitMs, (signal) => tryToInterrupt(controlPlane, deployment.id, revision.id, signal));
    if (!done) return and(end, message);
    (0, _run_record_js__WEBPACK_IMPORTED_MODULE_3__.dO)(record, { ...revision, status: "INTERRUPTED" });
    return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_1__.bu)("cancelled", "revision-interrupted", `The run was cancelled. ${message}`);
  }
  async function tryToInterrupt(controlPlane, deploymentId, revisionId, signal) {
    const { interruptRevision } = await Promise.all([__webpack_require__.e(410), __webpack_require__.e(523), __webpack_require__.e(995), __webpack_require__.e(98)]).then(__webpack_require__.bind(__webpack_require__, 6736));
    return interruptRevision(controlPlane, deploymentId, revisionId, signal);
  }
  async function withinLimit(limitMs, work) {
    const settled = new AbortController();
    const late = { done: false, message: `Interrupting it was tried, and was not answered within ${limitMs / 1e3} s.` };
    const over = _clients_clock_js__WEBPACK_IMPORTED_MODULE_0__.d.sleep(limitMs, settled.signal).then(() => late);
    const stop = new AbortController();
    try {
      return await Promise.race([work(stop.signal), over]);
    } catch (error) {
      return { done: false, message: `Interrupting it was tried, and failed: ${(0, _text_js__WEBPACK_IMPORTED_MODULE_4__.gJ)(error)}` };
    } finally {
      stop.abort(new Error("the time is up"));
      settled.abort();
      over.catch(() => {
      });
    }
  }
  function and(end, message) {
    return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_1__.bu)("cancelled", "signal", `${end.message} ${message}`);
  }
  const HOOKS_LIMIT_MS = 2500;
  function createCancelHooks(limitMs = HOOKS_LIMIT_MS) {
    const works = /* @__PURE__ */ new Set();
    return { add: (work) => {
      works.add(work);
      return () => works.delete(work);
    }, async run() {
      if (works.size === 0) return;
      const stop = AbortSignal.timeout(limitMs);
      const late = new Promise((resolve) => {
        stop.addEventListener("abort", () => resolve(), { once: true });
      });
      await Promise.race([Promise.allSettled(Array.from(works, (work) => work(stop))), late]);
    } };
  }
  function cancelledOutcome(record) {
    return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_1__.bu)("cancelled", "signal", `The run was cancelled. ${whatRemains(record)}`);
  }
  function whatRemains({ stage, deployment, revision, created }) {
    const name = deployment?.name ?? "the deployment";
    switch (stage) {
      case "reading":
      case "reported":
        return "Nothing was sent.";
      case "uploading":
        return created ? `${name} was created, and its source was being uploaded: it waits for one. Run again: the upload begins anew, and no second deployment is made.` : `The source of ${name} was being uploaded, and no revision of it was asked for: the active revision keeps serving. Run again.`;
      case "writing":
        return `A change of ${name} was being sent; whether it arrived is not known. Look at the deployment, or run again: what arrived is found and waited for.`;
      case "waiting": {
        const what = revision === void 0 ? `The change of ${name}` : `Revision ${revision.id} of ${name}`;
        return `${what} was ${revision?.status ?? "accepted"} and continues without this run. Run again to resume: a revision of this commit that is on its way is waited for, not built again.`;
      }
    }
  }
}), 73564: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.r(__webpack_exports__);
  __webpack_require__.d(__webpack_exports__, { GITHUB_LIMITS: () => GITHUB_LIMITS, MismatchedAnswerError: () => MismatchedAnswerError, assertSame: () => assertSame, assertSamePullRequest: () => assertSamePullRequest, assertUrlEndsWith: () => assertUrlEndsWith, createGitHubClient: () => createGitHubClient, isSameName: () => isSameName, openGitHub: () => openGitHub, toGitHubFailure: () => toGitHubFailure });
  var _clients_clock_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(75065);
  var _clients_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(65292);
  async function openGitHub(options) {
    const { token, env, transport, redact } = options;
    const [owner, repo, ...rest] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
    if (token === void 0 || !owner || !repo || rest.length > 0) return void 0;
    const { createGitHub } = await Promise.all([__webpack_require__.e(875), __webpack_require__.e(326)]).then(__webpack_require__.bind(__webpack_require__, 93284));
    const apiUrl = env["GITHUB_API_URL"] || "https://api.github.com";
    const octokit = await createGitHub({ token, apiUrl, transport });
    return { octokit, owner, repo, repositoryId: readId(env["GITHUB_REPOSITORY_ID"]), redact };
  }
  function readId(text) {
    const id2 = Number(text);
    return text && Number.isSafeInteger(id2) && id2 > 0 ? id2 : void 0;
  }
  const GITHUB_LIMITS = { attemptTimeoutMs: 6e3, retryDelaysMs: [300, 1e3], maxRetryAfterMs: 3e3, finishTimeoutMs: 2e4, cancelTimeoutMs: 3e3 };
  function createGitHubClient({ octokit, owner, repo, redact }, signal, limits = GITHUB_LIMITS, sleep = (ms, aborted) => _clients_clock_js__WEBPACK_IMPORTED_MODULE_0__.d.sleep(ms, aborted)) {
    return { octokit, redact, failureOf: (error) => toGitHubFailure(error, redact), async call(work, { repeatable } = { repeatable: true }) {
      for (let attempt = 0; ; attempt += 1) {
        signal.throwIfAborted();
        const limited = AbortSignal.any([signal, AbortSignal.timeout(limits.attemptTimeoutMs)]);
        try {
          return await work({ owner, repo, request: { signal: limited } });
        } catch (error) {
          const delayMs = retryDelayMs(error, repeatable, limits.retryDelaysMs[attempt]);
          if (signal.aborted || delayMs === void 0 || delayMs > limits.maxRetryAfterMs) throw error;
          await sleep(delayMs, signal);
        }
      }
    } };
  }
  function retryDelayMs(error, repeatable, leastMs) {
    if (leastMs === void 0) return void 0;
    const status = fieldAt(error, "status");
    const after = Number(headerOf(error, "retry-after") ?? Number.NaN);
    const delayMs = Number.isNaN(after) ? leastMs : Math.max(after * 1e3, leastMs);
    if (status === 429 || status === 403 && !Number.isNaN(after)) return delayMs;
    return repeatable && typeof status === "number" && status >= 500 ? delayMs : void 0;
  }
  function assertSamePullRequest({ owner, repo, repositoryId }, number, answer) {
    const { id: id2, full_name: name } = answer.base.repo;
    const same = name.toLowerCase() === `${owner}/${repo}`.toLowerCase();
    if (answer.number === number && (same || repositoryId !== void 0 && id2 === repositoryId)) return;
    throw new MismatchedAnswerError(`pull request ${owner}/${repo}#${number}`, `${name}#${answer.number}`);
  }
  function assertUrlEndsWith(what, url, end) {
    if (!url || url.replace(/[?#].*$/, "").endsWith(end)) return;
    throw new MismatchedAnswerError(what, url.split("/").slice(-2).join("/"));
  }
  function isSameName(asked, answered) {
    if (answered === null || answered === void 0) return true;
    return String(asked).toLowerCase() === String(answered).toLowerCase();
  }
  function assertSame(what, asked, answered) {
    if (!isSameName(asked, answered)) throw new MismatchedAnswerError(`${what} ${asked}`, String(answered));
  }
  class MismatchedAnswerError extends Error {
    name = "MismatchedAnswerError";
    constructor(asked, answered) {
      super(`GitHub was asked about ${asked} and answered about ${answered}`);
    }
  }
  function toGitHubFailure(error, redact) {
    const message = (0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_1__.TN)(redact(messageOf(error)));
    const status = fieldAt(error, "response") === void 0 ? null : numberAt(error, "status");
    return { status, message, description: describe(error, status, message), permissions: permissionsNeeded(error) };
  }
  function messageOf(error) {
    const message = fieldAt(error, "message");
    if (typeof message !== "string") return "unknown error";
    const cause = fieldAt(error, "cause");
    return message === "fetch failed" && cause !== void 0 ? messageOf(cause) : message;
  }
  function describe(error, status, message) {
    if (error instanceof MismatchedAnswerError) return message;
    const words = message.trimStart().startsWith("<") ? "" : `: ${message}`;
    return status === null ? `GitHub did not answer${words}` : `GitHub answered ${status}${words}`;
  }
  function permissionsNeeded(error) {
    const [first = ""] = (headerOf(error, "x-accepted-github-permissions") ?? "").split(";");
    return Array.from(first.matchAll(/([a-z_]+)=([a-z]+)/g), ([, name = "", level = ""]) => `${name.replaceAll("_", "-")}: ${level}`);
  }
  function headerOf(error, name) {
    const found = fieldAt(fieldAt(fieldAt(error, "response"), "headers"), name);
    return typeof found === "string" || typeof found === "number" ? String(found) : void 0;
  }
  function fieldAt(value, key) {
    return typeof value === "object" && value !== null ? Reflect.get(value, key) : void 0;
  }
  function numberAt(value, key) {
    const field = fieldAt(value, key);
    return typeof field === "number" ? field : null;
  }
}), 91085: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { Qw: () => finalCommentAction, SA: () => isMissingPermission, Wb: () => commentTargetOf, eT: () => deploymentStateOf, eY: () => candidateRefs, p7: () => environmentOf, qJ: () => isRollingOut, qy: () => describeReportFailure });
  const ERRORS = ["unauthorized", "forbidden", "rate-limited", "service-error", "unreachable", "lost-answer", "internal-error", "verification-impossible"];
  function deploymentStateOf({ kind, reason }) {
    switch (kind) {
      case "deployed":
      case "unchanged":
      case "observed":
      case "verified":
        return "success";
      case "submitted":
        return "in_progress";
      case "failed":
        return ERRORS.includes(reason) ? "error" : "failure";
      case "rolled-back":
        return "failure";
      case "timed-out":
        return "error";
      case "superseded":
      case "cancelled":
      case "torn-down":
      case "planned":
      case "skipped":
      case "provided":
        return "inactive";
    }
  }
  function environmentOf(settings, record) {
    if (!settings.github.deployment || settings.dryRun) return void 0;
    const agent = agentOf(settings, record);
    if (agent === void 0) return void 0;
    switch (settings.verb) {
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
  function commentTargetOf(settings, event, record) {
    if (!settings.github.comment || settings.dryRun) return void 0;
    if (settings.verb === "sweep" || settings.verb === "status") return void 0;
    const pullRequest = record.pullRequest ?? event.pullRequest?.number;
    const key = settings.github.commentKey ?? agentOf(settings, record) ?? record.retired[0];
    return pullRequest === void 0 || key === void 0 ? void 0 : { pullRequest, key };
  }
  function isRollingOut({ verb, dryRun }, { stage, plan }) {
    if (dryRun || !["deploy", "preview", "rollback", "wait"].includes(verb)) return false;
    return stage === "waiting" || ["uploading", "writing"].includes(stage) && plan !== void 0;
  }
  function finalCommentAction(verb, { kind, reason }, begun) {
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
    if (known !== void 0) return known;
    if (!("target" in settings)) return void 0;
    return settings.target.by === "name" ? settings.target.name : void 0;
  }
  function candidateRefs(settings, event, record, sha) {
    const commit = record.commit ?? record.revision?.commit;
    const refs = [isOfThisRepository(settings, event) ? commit : void 0, event.commit, sha];
    return [...new Set(refs.filter((ref) => ref !== void 0))];
  }
  function isOfThisRepository(settings, event) {
    if (!("desired" in settings) || settings.desired.repoUrl === void 0) return true;
    const path = URL.parse(settings.desired.repoUrl)?.pathname.replace(/\.git$|\/+$/g, "");
    return path?.toLowerCase().endsWith(`/${event.repository.toLowerCase()}`) ?? false;
  }
  const REPORT_PARTS = { deployment: { what: "the deployment of this run", permission: "deployments: write", off: "github-deployment: false" }, retire: { what: "the deployments of the deleted preview", permission: "deployments: write", off: "github-deployment: false" }, comment: { what: "the comment on the pull request", permission: "pull-requests: write", off: "comment: false" } };
  function describeReportFailure(name, failure) {
    const { what, permission, off } = REPORT_PARTS[name];
    const start = `GitHub could not be kept up to date about ${what}; what was deployed is not touched by that.`;
    if (isMissingPermission(failure)) {
      const line = lineFor(permission, failure.permissions);
      return `${start} The token lacks a permission: add \`${line}\` under \`permissions:\` of the job (a job that names permissions has only those it names), or set \`${off}\`.`;
    }
    if (failure.status === 401) {
      return `${start} GitHub does not accept the token (${failure.message}): pass a valid one as \`github-token\`, or set \`${off}\`.`;
    }
    return `${start} ${failure.description}.`;
  }
  function isMissingPermission({ status, message }) {
    return status === 403 && /not accessible by/i.test(message);
  }
  function lineFor(known, named) {
    const [name = ""] = known.split(":");
    if (named.length === 0 || named.some((line) => line.startsWith(`${name}:`))) return known;
    if (known.startsWith("pull-requests") && named.some((line) => line.startsWith("issues:"))) return known;
    return named.join("`, `");
  }
}), 21305: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { p: () => parsePublishedState, u: () => isUnfinished });
  var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(96043);
  const KINDS = Object.keys(_outcome_js__WEBPACK_IMPORTED_MODULE_0__.ez);
  function isUnfinished({ deployment, comment }) {
    return deployment?.closed === false || comment?.closed === false;
  }
  function parsePublishedState(value) {
    const end = field(value, "end");
    const kind = KINDS.find((candidate) => candidate === text(end, "kind"));
    const reason = text(end, "reason");
    return { deployment: readDeployment(field(value, "deployment")), comment: readComment(field(value, "comment")), end: kind !== void 0 && reason !== void 0 ? { kind, reason } : void 0 };
  }
  function readDeployment(value) {
    const environment = text(value, "environment");
    const agent = text(value, "agent");
    if (environment === void 0 || agent === void 0) return void 0;
    return { environment, agent, refs: texts(value, "refs"), transient: field(value, "transient") === true, id: count(value, "id"), closed: field(value, "closed") === true };
  }
  function readComment(value) {
    const pullRequest = count(value, "pullRequest");
    const key = text(value, "key");
    if (pullRequest === void 0 || key === void 0) return void 0;
    return { pullRequest, key, id: count(value, "id"), closed: field(value, "closed") === true };
  }
  function field(value, key) {
    return typeof value === "object" && value !== null ? Reflect.get(value, key) : void 0;
  }
  function text(value, key) {
    const found = field(value, key);
    return typeof found === "string" ? found : void 0;
  }
  function texts(value, key) {
    const found = field(value, key);
    return Array.isArray(found) ? found.filter((item) => typeof item === "string") : [];
  }
  function count(value, key) {
    const found = field(value, key);
    return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : void 0;
  }
}), 26945: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { d: () => createRunnerHost });
  var external_node_fs_ = __webpack_require__(73024);
  var external_node_os_ = __webpack_require__(48161);
  var external_os_ = __webpack_require__(70857);
  var utils = __webpack_require__(83603);
  ;
  function issueCommand(command, properties, message) {
    const cmd = new Command(command, properties, message);
    process.stdout.write(cmd.toString() + external_os_.EOL);
  }
  function issue(name, message = "") {
    issueCommand(name, {}, message);
  }
  const CMD_STRING = "::";
  class Command {
    constructor(command, properties, message) {
      if (!command) {
        command = "missing.command";
      }
      this.command = command;
      this.properties = properties;
      this.message = message;
    }
    toString() {
      let cmdStr = CMD_STRING + this.command;
      if (this.properties && Object.keys(this.properties).length > 0) {
        cmdStr += " ";
        let first = true;
        for (const key in this.properties) {
          if (this.properties.hasOwnProperty(key)) {
            const val = this.properties[key];
            if (val) {
              if (first) {
                first = false;
              } else {
                cmdStr += ",";
              }
              cmdStr += `${key}=${escapeProperty(val)}`;
            }
          }
        }
      }
      cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
      return cmdStr;
    }
  }
  function escapeData(s) {
    return (0, utils.E)(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
  }
  function escapeProperty(s) {
    return (0, utils.E)(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
  }
  ;
  function createRunnerHost(env) {
    return { env, readFile: (path) => (0, external_node_fs_.readFileSync)(path, "utf8"), log: (line) => {
      process.stdout.write(escapeCommands(line) + external_node_os_.EOL);
    }, startGroup: (title) => issueCommand("group", {}, title), endGroup: () => issueCommand("endgroup", {}, ""), annotate: ({ level, title, message }) => issueCommand(level, (0, utils.k)({ title }), message), mask: (text) => issueCommand("add-mask", {}, text), setOutput: (name, value) => appendPair(env, "OUTPUT", name, value), saveState: (name, value) => appendPair(env, "STATE", name, value), setVariable: (name, value) => appendPair(env, "ENV", name, value), addSummary: async (markdown) => {
      if (!env["GITHUB_STEP_SUMMARY"]) return;
      const { summary } = await Promise.all([__webpack_require__.e(887), __webpack_require__.e(944)]).then(__webpack_require__.bind(__webpack_require__, 7070));
      await summary.addRaw(markdown, true).write();
    } };
  }
  async function appendPair(env, file, name, value) {
    const path = env[`GITHUB_${file}`];
    if (!path) return;
    if (!/[\r\n]/.test(value)) {
      (0, external_node_fs_.appendFileSync)(path, `${name}=${value}${external_node_os_.EOL}`, "utf8");
      return;
    }
    const commands = await Promise.all([__webpack_require__.e(887), __webpack_require__.e(944)]).then(__webpack_require__.bind(__webpack_require__, 95178));
    commands.issueFileCommand(file, commands.prepareKeyValueMessage(name, value));
  }
  function escapeCommands(line) {
    return line.split(/\r\n|[\r\n]/).map((part) => part.replace(/^([\s\u0085]*):(?=:)/, "$1: ").replaceAll("##[", "## [")).join("\n");
  }
}), 5283: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { B: () => readDesired, R: () => sameRepository });
  var _clients_base_url_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(85410);
  var _problem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(49262);
  var _registry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(19686);
  var _secrets_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(54476);
  async function readDesired(reader, event) {
    const source = readSource(reader);
    const { resolveCommit, ...origin } = readOrigin(reader, source, event);
    const buildOnPush = reader.read("build-on-push");
    if (buildOnPush === true && origin.ref?.startsWith("refs/tags/")) {
      reader.addProblem("build-on-push", `${(0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.hD)(origin.ref)} is a tag, and a tag is never pushed to again`, "Set `build-on-push: false`, or deploy a branch.");
    }
    const desired = { source, isSourceSet: reader.raw.source !== void 0, ...origin, integrationId: reader.read("integration-id"), deploymentType: reader.read("deployment-type"), buildOnPush, installCommand: reader.read("install-command"), buildCommand: reader.read("build-command"), listenerId: reader.read("listener-id"), k8sNamespace: reader.read("k8s-namespace"), customUrl: reader.read("custom-url"), graphConfigPath: reader.read("graph-config-path"), imageVersion: reader.read("image-version"), sourcePath: reader.read("source-path"), archive: void 0, tarballPath: void 0, secrets: reader.readWith("secrets", (text) => (0, _secrets_js__WEBPACK_IMPORTED_MODULE_1__.dC)(text, { selfHosted: source === "external_docker" })), secretsStrategy: reader.read("secrets-strategy") ?? "merge", resourceSpec: void 0, secretReferences: void 0 };
    if (reader.raw["resource-spec"] !== void 0 || reader.raw["secret-references"] !== void 0) {
      const { parseResourceSpec, parseSecretReferences } = await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 15986));
      desired.resourceSpec = reader.readWith("resource-spec", parseResourceSpec);
      desired.secretReferences = reader.readWith("secret-references", (text) => parseSecretReferences(text, desired.secrets ?? []));
    }
    return { desired, resolveCommit };
  }
  function readSource(reader) {
    const said = reader.read("source");
    const source = said ?? (reader.raw["image-uri"] === void 0 ? "git_host" : "external_docker");
    if (said !== void 0 || reader.raw.source === void 0) checkMisplaced(reader, source);
    return source;
  }
  function checkMisplaced(reader, source) {
    for (const name of _registry_js__WEBPACK_IMPORTED_MODULE_0__.Qh) {
      const { sources } = _registry_js__WEBPACK_IMPORTED_MODULE_0__.mc[name];
      if (reader.raw[name] === void 0 || sources === void 0 || sources.includes(source)) continue;
      reader.addProblem(name, `it applies to ${sources.join(" and ")} only, and the source is ${source}`, `Remove it, or set \`source: ${sources[0]}\`.`);
    }
  }
  const NOTHING = { repoUrl: void 0, ref: void 0, commit: void 0, imageUri: void 0, resolveCommit: false };
  function readOrigin(reader, source, event) {
    if (source === "internal_source") return NOTHING;
    if (source !== "git_host") {
      const imageUri = reader.read("image-uri");
      if (reader.raw["image-uri"] === void 0) {
        reader.addProblem("image-uri", `${source} needs an image`, "Give the image to deploy.");
      }
      return { ...NOTHING, imageUri };
    }
    const said = { repoUrl: reader.read("repo-url"), ref: reader.read("ref"), commit: reader.read("commit") };
    if (said.ref !== void 0 && event.ref === `refs/tags/${said.ref}`) {
      reader.addProblem("ref", `${(0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.hD)(said.ref)} names a branch, and what was pushed is the tag of this name`, `Write ${event.ref}, such as from \${{ github.ref }}, or leave it out.`);
    }
    const ours = said.repoUrl === void 0 || sameRepository(said.repoUrl, event);
    const ref = said.ref ?? (ours ? event.ref : void 0);
    if (ref === void 0 && reader.raw.ref === void 0) {
      reader.addProblem("ref", ours ? `the event ${event.name || "(none)"} names no branch or tag` : "repo-url is another repository", "Give the branch, or the tag as refs/tags/<tag>.");
    }
    const repoUrl = said.repoUrl ?? (event.repository ? `${event.serverUrl}/${event.repository}` : void 0);
    if (repoUrl === void 0 && reader.raw["repo-url"] === void 0) {
      reader.addProblem("repo-url", "the run names no repository", "Give it, such as https://github.com/owner/name.");
    }
    const known = ours && ref === event.ref ? event.commit : void 0;
    const commit = said.commit ?? known;
    return { ...NOTHING, repoUrl, ref, commit, resolveCommit: ours && commit === void 0 };
  }
  function sameRepository(repoUrl, event) {
    const url = URL.parse(repoUrl);
    const scpLike = /^[\w.-]+@[\w.-]+:(.+)$/.exec(repoUrl);
    if (scpLike === null && (url === null || url.protocol === "file:" || url.protocol.length === 2)) return true;
    if (url !== null && (0, _clients_base_url_js__WEBPACK_IMPORTED_MODULE_3__.U9)(url.hostname)) return true;
    const path = scpLike?.[1] ?? url?.pathname ?? "";
    const lastTwo = path.replace(/\.git\/?$|\/$/, "").split("/").filter((segment) => segment !== "").slice(-2).join("/");
    return lastTwo.toLowerCase() === event.repository.toLowerCase();
  }
}), 67864: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { KW: () => readEndpoint, Mg: () => parseAgentUrl, Qz: () => checkEnvironment });
  var _parsers_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(58361);
  var _clients_base_url_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(85410);
  var _clients_network_environment_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(65393);
  var _contract_dialect_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(26625);
  var _problem_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(49262);
  function parseBaseUrl(text, allowInsecureHost) {
    const check = (0, _clients_base_url_js__WEBPACK_IMPORTED_MODULE_3__.xd)(text, { allowInsecureHost });
    if (check.kind === "ok") return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(check.url);
    const plainHttp = URL.parse(text)?.protocol === "http:";
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`the URL ${check.problem}`, plainHttp ? "Use https, or set `allow-insecure-host: true` if the network in between is yours." : "It looks like https://example.org/api-host.");
  }
  function parseAgentUrl(text, allowInsecureHost) {
    const check = (0, _clients_base_url_js__WEBPACK_IMPORTED_MODULE_3__.Z6)(text, { allowInsecureHost });
    if (check.kind === "ok") return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(check.url);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`the URL ${check.problem}`, URL.parse(text)?.protocol === "http:" ? "Use https, or set `allow-insecure-host: true` if the network in between is yours." : "It looks like https://agent.example.org, as the output deployment-url of the deploy.");
  }
  function chooseDialect(word, baseUrl) {
    return word === "auto" ? (0, _contract_dialect_js__WEBPACK_IMPORTED_MODULE_2__.E3)(baseUrl) : word;
  }
  function readEndpoint(reader, env) {
    const allowInsecureHost = reader.read("allow-insecure-host") ?? false;
    const dialect = reader.read("api-dialect");
    const ofUrl = reader.readWith("control-plane-url", (text) => parseBaseUrl(text, allowInsecureHost));
    const ofRegion = reader.read("region");
    if (reader.raw["control-plane-url"] !== void 0 && reader.raw.region !== void 0) {
      reader.addProblem("region", "control-plane-url is given too", "Give one of them.");
      return void 0;
    }
    const given = (reader.raw["control-plane-url"] ?? reader.raw.region) !== void 0;
    const found = given ? void 0 : readVariable(reader, env, allowInsecureHost);
    const parsed = given ? ofUrl ?? ofRegion : found === void 0 ? defaultBaseUrl() : found.baseUrl;
    if (parsed === void 0 || dialect === void 0) return void 0;
    const variable = found && { variable: found.variable };
    return { baseUrl: parsed, dialect: chooseDialect(dialect, parsed), allowInsecureHost, ...variable };
  }
  const VARIABLES = [["LANGGRAPH_HOST_URL", parseBaseUrl], ["LANGSMITH_ENDPOINT", parseTracingUrl]];
  function readVariable(reader, env, allowInsecureHost) {
    for (const [variable, parse] of VARIABLES) {
      const text = env[variable]?.trim();
      if (!text) continue;
      const parsed = parse(text, allowInsecureHost);
      if (parsed.ok) return { variable, baseUrl: parsed.value };
      for (const { message: problem, hint: cure } of parsed.problems) {
        const help = `${cure} Or give \`control-plane-url\` or \`region\`, which count before the environment.`;
        reader.addProblem(variable, `in the environment, ${problem}`, help);
      }
      return { variable, baseUrl: void 0 };
    }
    return void 0;
  }
  function parseTracingUrl(text, allowInsecureHost) {
    if (URL.parse(text) === null) return parseBaseUrl(text, allowInsecureHost);
    const found = (0, _contract_dialect_js__WEBPACK_IMPORTED_MODULE_2__._K)(text);
    if (found !== void 0) return parseBaseUrl(found, allowInsecureHost);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)("the URL is one of the hosted service for which no control plane is known", "It looks like https://api.smith.langchain.com, with the region before it.");
  }
  function defaultBaseUrl() {
    const us = (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.cf)("us");
    if (!us.ok) throw new Error("the region us is missing from the contract");
    return us.value;
  }
  const KEY_LOG = /(^|[\s"'])--tls[-_]keylog([\s"'=]|$)/;
  const DEBUGGER = /(^|[\s"'])--inspect([-_](brk|wait|port))?([\s"'=]|$)/;
  function checkEnvironment(reader, env) {
    for (const variable of (0, _clients_network_environment_js__WEBPACK_IMPORTED_MODULE_1__.eB)((0, _clients_network_environment_js__WEBPACK_IMPORTED_MODULE_1__.EM)(env))) {
      reader.addProblem(variable, "the environment variable is not the address of a proxy", "Such as http://proxy.example.org:3128, with the special characters of a password percent-encoded.");
    }
    if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
      reader.addProblem("NODE_TLS_REJECT_UNAUTHORIZED", "the environment variable is 0, by which Node trusts any certificate: the key would go to any host that answers", "Take it away. Make the CA of the service known by a file of certificates (PEM): the environment variable NODE_EXTRA_CA_CERTS, or the input `ca-file` where the action has one.");
    }
    const options = env["NODE_OPTIONS"] ?? "";
    if (KEY_LOG.test(options)) {
      reader.addProblem("NODE_OPTIONS", "the environment variable has --tls-keylog, which writes to a file what decrypts every connection, and with it the key", "Take it away for this step.");
    }
    if (DEBUGGER.test(options)) {
      reader.addProblem("NODE_OPTIONS", "the environment variable has --inspect, a debugger by which every program of this machine can read the key", "Take it away for this step.");
    }
  }
}), 58361: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { $q: () => parseName, Er: () => parseTimeLimit, Iz: () => parsePaths, L5: () => parseCommit, LM: () => parseNamespace, LV: () => parseNameTemplate, Li: () => parseLines, MV: () => parseCommentKey, NP: () => parseRepoPath, Nq: () => parseEnvironment, QC: () => parseTemplate, Rr: () => parsePath, U9: () => count, VN: () => unknownTypeWarning, Vm: () => word, Xu: () => parseApiKey, Xw: () => parseUuid, _$: () => parseFeedbackKey, aV: () => parseShell, cf: () => parseRegion, dv: () => parseDeploymentType, f$: () => parseHttpUrl, f9: () => parseImageUri, fH: () => parseRepoUrl, gj: () => parseCommandEnv, hu: () => parseTarget, i: () => parseDeploymentName, j: () => parseNetworks, kB: () => parseWord, ot: () => parseVersion, p0: () => duration, pI: () => parseToken, r4: () => parseText, rd: () => parseRef, u7: () => parsePlanId, vC: () => parseSandboxPrefix, xI: () => parseRollbackTo, yG: () => parseBoolean });
  var _contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(26625);
  var ms__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(85900);
  var _contract_limits_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(55403);
  var _contract_patterns_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(52652);
  var _paths_glob_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(27820);
  var _secrets_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(54476);
  var _problem_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(49262);
  function parseBoolean(text) {
    if (["true", "True", "TRUE"].includes(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(true);
    if (["false", "False", "FALSE"].includes(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(false);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not a boolean`, "Write true or false.");
  }
  function parseWord(text, words) {
    const word2 = words.find((candidate) => candidate === text);
    if (word2 !== void 0) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(word2);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not one of ${words.join(", ")}`, "Write one of them.");
  }
  const word = (...words) => (text) => parseWord(text, words);
  const duration = (min, max) => (text) => parseDuration(text, { min, max });
  const count = (min, max) => (text) => parseCount(text, { min, max });
  const UNITS = ["d", "h", "m", "s", "ms"];
  const DURATION = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/;
  function parseDuration(text, bounds) {
    const value = durationMs(text);
    if (value === void 0) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not a duration`, "Write seconds (90) or units (30m, 1h30m, 45s).");
    }
    const [min, max] = [durationMs(bounds.min) ?? 0, durationMs(bounds.max) ?? Number.MAX_SAFE_INTEGER];
    if (value < min || value > max) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is out of bounds`, `Give between ${bounds.min} and ${bounds.max}.`);
    }
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(value);
  }
  function durationMs(text) {
    if (/^\d{1,9}$/.test(text)) return ms__WEBPACK_IMPORTED_MODULE_1__(`${Number(text)}s`);
    const match = DURATION.exec(text);
    if (text === "" || match === null || text.length > 30) return void 0;
    let total = 0;
    for (const [index, unit] of UNITS.entries()) {
      const digits = match[index + 1];
      if (digits !== void 0) total += ms__WEBPACK_IMPORTED_MODULE_1__(`${Number(digits)}${unit}`);
    }
    return total;
  }
  function parseCount(text, bounds) {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= bounds.min && value <= bounds.max) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(value);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not a whole number from ${bounds.min} to ${bounds.max}`, "Write digits only.");
  }
  const UUID = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;
  function parseUuid(text) {
    if (UUID.test(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text.toLowerCase());
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not a UUID`, "It looks like 0f9e2d4c-1b3a-4c5d-8e7f-001122334455; copy it whole.");
  }
  function parseCommit(text) {
    if (/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text.toLowerCase());
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not a full commit SHA`, "Give all 40 digits, such as ${{ github.sha }}.");
  }
  function parseRef(text) {
    const ref = text.startsWith("refs/heads/") ? text.slice("refs/heads/".length) : text;
    if (ref.startsWith("refs/pull/")) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is a pull request's merge commit, which no branch holds`, "Give the branch of the pull request, such as ${{ github.head_ref }}.");
    }
    if (ref !== text && ref.startsWith("refs/")) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is a branch whose own name begins with refs/, which the service would take for another ref`, "Rename the branch.");
    }
    if (ref.startsWith("refs/") && !ref.startsWith("refs/tags/")) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is neither a branch nor a tag`, "Give a branch name or refs/tags/<tag>.");
    }
    if (/^-|\.\.|[\s~^:?*[\\\x00-\x1f\x7f]|@\{|^@$|\/\/|^\/|\/$|\.$|\.lock$/.test(ref) || /(^|\/)\./.test(ref) || ref === "" || ref === "refs/tags/") {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not a valid git ref`, "Give a branch name or refs/tags/<tag>.");
    }
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(ref);
  }
  function parseApiKey(text) {
    if (/^[\x21-\x7e]+$/.test(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)("the key holds a space, a line break or another character that no key has", "Copy it again.");
  }
  function parseToken(text) {
    if (/^[\x21-\x7e]+$/.test(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)("the token holds a space, a line break or another character that no token has", "Copy it again.");
  }
  function parseEnvironment(text) {
    if (text.length <= 255 && !/[\x00-\x1f\x7f'"`,;\\]/.test(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} cannot be the name of an environment`, "Such as production or staging/eu.");
  }
  function parseCommentKey(text) {
    if (/^[\w./-]{1,100}$/.test(text) && !text.includes("--")) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not one plain word`, "Use letters, digits, dots, slashes, _ and single dashes.");
  }
  function parseDeploymentName(text) {
    const cure = "Such as my-agent or team-agent-2.";
    if (text.length > _contract_limits_js__WEBPACK_IMPORTED_MODULE_5__.fo) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} has ${text.length} characters`, `Use at most ${_contract_limits_js__WEBPACK_IMPORTED_MODULE_5__.fo} (21 on a self-hosted cluster).`);
    }
    return _contract_patterns_js__WEBPACK_IMPORTED_MODULE_2__.cr.test(text) ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text) : (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} ${_contract_patterns_js__WEBPACK_IMPORTED_MODULE_2__.r8}`, cure);
  }
  function parseDeploymentType(text) {
    if (_contract_patterns_js__WEBPACK_IMPORTED_MODULE_2__.$I.test(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not a deployment type`, `Write ${_contract_patterns_js__WEBPACK_IMPORTED_MODULE_2__.u1.join(", ")}, or a newer one of the service's: lower-case letters, digits, _ and -.`);
  }
  function unknownTypeWarning(type) {
    if (type === void 0 || _contract_patterns_js__WEBPACK_IMPORTED_MODULE_2__.u1.some((known) => known === type)) return [];
    return [{ path: "deployment-type", message: `${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(type)} is not a type that this version knows, and is sent as it is`, hint: `Known are ${_contract_patterns_js__WEBPACK_IMPORTED_MODULE_2__.u1.join(", ")}; the service judges any other.` }];
  }
  function parseRepoUrl(text) {
    const url = URL.parse(text);
    const httpLike = url !== null && /^https?:$/.test(url.protocol);
    const scpPassword = /^[^/\\\s]*:[^/\\\s]*@/.test(text);
    if (scpPassword || url !== null && (url.password !== "" || httpLike && url.username !== "")) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)("the URL holds credentials", "Give it without; the git integration of the workspace has access.");
    }
    if (httpLike && (url.search !== "" || url.hash !== "")) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)("the URL holds a query or a fragment", "Leave out ? and #, and what follows.");
    }
    if (/^-|^[a-z]+::|\s/i.test(text)) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)("this is not the address of a repository", "Such as https://github.com/owner/name.");
    }
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
  }
  function parseRepoPath(text) {
    if (/^[/\\]|^[A-Za-z]:|\\/.test(text) || text.split("/").includes("..")) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not a path inside the repository`, "Such as langgraph.json or agents/a.json.");
    }
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text.replace(/^(\.\/)+/, ""));
  }
  const IMAGE = /^[\w.-]+(:\d+)?(\/[\w.-]+)*(:[\w.-]+)?(@(sha256|sha384|sha512|blake3):[0-9a-fA-F]+)?$/;
  function parseImageUri(text) {
    if (/^[a-z]+:\/\//i.test(text) || !IMAGE.test(text)) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not an image reference`, "Such as registry.example.org/team/agent:1.2 or \u2026@sha256:\u2026.");
    }
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
  }
  function parseNamespace(text) {
    if (_contract_patterns_js__WEBPACK_IMPORTED_MODULE_2__.HR.test(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not a namespace`, "Use lower-case letters, digits and dashes.");
  }
  function parseHttpUrl(text) {
    const url = URL.parse(text);
    if (url !== null && (url.username !== "" || url.password !== "")) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)("the URL holds credentials", "Give it without.");
    }
    if (url !== null && /^https?:$/.test(url.protocol)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not an http(s) URL`, "Such as https://agent.example.org.");
  }
  function parseVersion(text) {
    return /^[\w.+-]+$/.test(text) ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text) : (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not a version`, "Such as 0.7.");
  }
  const parseText = (text) => (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
  function parseLines(text) {
    const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
    return lines.length > 0 ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(lines) : (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)("it holds no line that counts", "Give one thing per line.");
  }
  const PLACEHOLDERS = ["number", "repo", "owner", "branch", "name"];
  function parseNameTemplate(text) {
    const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
    const strange = used.find((name) => !PLACEHOLDERS.includes(name));
    if (strange !== void 0) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`there is no {${strange}}`, `Use {${PLACEHOLDERS.join("}, {")}}.`);
    }
    if (!used.includes("number")) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} has no {number}, so that pull requests would share one preview`, "Add it, such as {repo}-pr-{number}.");
    }
    if (!/^[A-Za-z0-9-]*$/.test(text.replaceAll(/\{[^{}]*\}/g, ""))) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} holds what no name may`, "Use letters, digits, dashes and placeholders.");
    }
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
  }
  function parseTarget(text) {
    const id2 = parseUuid(text);
    if (id2.ok) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)({ by: "id", id: id2.value });
    const name = parseDeploymentName(text);
    return name.ok ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)({ by: "name", name: name.value }) : name;
  }
  function parseRollbackTo(text) {
    if (text === "previous") return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)({ kind: "previous" });
    const id2 = parseUuid(text);
    if (id2.ok) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)({ kind: "revision", id: id2.value });
    const ref = parseRef(text);
    return ref.ok ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)({ kind: "ref", ref: ref.value }) : ref;
  }
  function parsePlanId(text) {
    if (/^[0-9a-f]{64}$/.test(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is no plan-id`, "Give the output plan-id of the run that planned, whole.");
  }
  function parseFeedbackKey(text) {
    if (text === "none") return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)({ key: void 0 });
    if (/^[A-Za-z0-9_.-]{1,100}$/.test(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)({ key: text });
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is no feedback key`, "Use letters, digits, dots, _ and dashes; `none` gives no feedback.");
  }
  function parsePaths(text) {
    const lines = parseLines(text);
    if (!lines.ok) return lines;
    if (lines.value.every((line) => line.startsWith("!"))) {
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)("each line takes something out, and none takes anything in", "Begin with a line such as **.");
    }
    for (const line of lines.value) {
      const path = line.replace(/^!/, "");
      if (/^\.{0,2}\//.test(path) || path === "") {
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(line)} fits no file: paths begin at the root of the repository`, "Write it without the beginning, such as agents/billing/**.");
      }
      if (path.endsWith("/")) {
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(line)} fits no file, because it ends in a slash`, `Write ${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(`${line}**`)}.`);
      }
    }
    try {
      (0, _paths_glob_js__WEBPACK_IMPORTED_MODULE_6__.VO)(lines.value);
    } catch (error) {
      if (!(error instanceof _paths_glob_js__WEBPACK_IMPORTED_MODULE_6__.pZ)) throw error;
      return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`it holds no pattern in ${error.message}`, "Write a pattern as for on.push.paths.");
    }
    return lines;
  }
  function parseTemplate(text) {
    if (/^[A-Za-z0-9][\w.:/-]{0,127}$/.test(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is no name of a template or snapshot`, "Copy it from the service, such as default or tools:v2.");
  }
  function parseShell(text) {
    if (/^(\/[\w./-]+|[\w.-]+)$/.test(text) && !text.split("/").includes("..")) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is no shell`, "Such as bash or sh.");
  }
  function parsePath(text) {
    return text.includes("\0") ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)("it holds a NUL character", "Write a path.") : (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
  }
  function parseNetworks(text) {
    const networks = text.split(/[\s,]+/).filter((part) => part !== "");
    const wrong = networks.filter((network) => !/^[0-9A-Fa-f.:]+\/\d{1,3}$/.test(network));
    if (wrong.length === 0) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(networks);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${wrong.map(_problem_js__WEBPACK_IMPORTED_MODULE_4__.hD).join(", ")}: not a network`, "Write address/bits, such as 10.1.2.0/24 or 10.1.2.3/32.");
  }
  function parseCommandEnv(text) {
    const found = /* @__PURE__ */ new Map();
    const problems = [];
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
      const equals = line.indexOf("=");
      const name = line.slice(0, Math.max(equals, 0)).trim();
      if (!_contract_patterns_js__WEBPACK_IMPORTED_MODULE_2__.M9.test(name)) {
        problems.push({ message: `line ${index + 1} is not NAME=VALUE`, hint: "Write one variable per line." });
        continue;
      }
      const read = (0, _secrets_js__WEBPACK_IMPORTED_MODULE_3__.$1)(name, line.slice(equals + 1), index + 1);
      if (read.ok) found.set(name, read.value);
      else problems.push(...read.problems);
    }
    return problems.length > 0 ? { ok: false, problems } : (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(Object.fromEntries(found));
  }
  function parseTimeLimit(text) {
    return parseDuration(text, { min: "100ms", max: "1h" });
  }
  const LONGEST_NAME = 100;
  function parseName(text) {
    const name = text.trim();
    const sound = name !== "" && name.length <= LONGEST_NAME && !/[\x00-\x1f\x7f\u2028\u2029]/.test(name);
    if (sound) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(name);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is no name`, `Write one line of at most ${LONGEST_NAME} characters.`);
  }
  const PREFIX = /^[a-z](?:[a-z0-9-]{0,28}[a-z0-9])?$/;
  function parseSandboxPrefix(text) {
    if (PREFIX.test(text)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} cannot begin the name of a sandbox`, "Use at most 30 lower-case letters, digits and dashes, a letter first and no dash last.");
  }
  const REGIONS = Object.keys(_contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__.lW);
  function parseRegion(text) {
    const region = REGIONS.find((name) => name === text);
    if (region !== void 0) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.rZ)(_contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__.lW[region]);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_4__.hD)(text)} is not one of ${REGIONS.join(", ")}`, "Write one of them, or give control-plane-url.");
  }
}), 49262: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { BJ: () => describeProblem, Gq: () => invalid, hD: () => quote, rZ: () => valid });
  const valid = (value) => ({ ok: true, value });
  const invalid = (message, hint) => ({ ok: false, problems: [{ message, hint }] });
  function quote(value) {
    const shown = value.replace(/(\/\/)\S*@|^[^\s/]*:\S*@/, "$1***@");
    return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 77)}...` : shown);
  }
  function describeProblem({ path, message, hint }) {
    return `${path}: ${message}. ${hint}`;
  }
}), 38152: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { k2: () => checkUnknownInputs, E3: () => displayOf, y2: () => loadCheckParser, zS: () => readAccess, wW: () => readCaller, xS: () => readDisplay, Ko: () => readInputs, _E: () => readTarget });
  var outcome = __webpack_require__(96043);
  var problem = __webpack_require__(49262);
  ;
  const VERBS = ["deploy", "preview", "teardown", "rollback", "wait", "status", "plan", "sweep"];
  const AUTO = { push: () => "deploy", workflow_dispatch: ({ rollbackTo }) => rollbackTo ? "rollback" : "deploy", pull_request: ({ action }) => ofPullRequest(action), pull_request_target: ({ action }) => ofPullRequest(action) };
  const PREVIEWED = ["opened", "synchronize", "reopened", "ready_for_review", "labeled", "unlabeled", "edited"];
  function ofPullRequest(action) {
    if (action === "closed") return "teardown";
    return action === void 0 || PREVIEWED.includes(action) ? "preview" : void 0;
  }
  const INSTEAD = { schedule: "Write `action: sweep` to delete previews that are left over, or `action: deploy` to deploy.", release: "Write `action: deploy` to deploy the tag of the release.", merge_group: "Write `action: plan` to see what a deploy would do; deploy on the push that follows." };
  function chooseVerb(action, occasion) {
    const verb = VERBS.find((candidate) => candidate === action);
    if (verb !== void 0) return (0, problem.rZ)(verb);
    if (action !== "auto") {
      return (0, problem.Gq)(`${(0, problem.hD)(action)} is not one of auto, ${VERBS.join(", ")}`, "Write one of them.");
    }
    const { event } = occasion;
    const chosen = AUTO[event]?.(occasion);
    if (chosen !== void 0) return (0, problem.rZ)(chosen);
    const what = AUTO[event] === void 0 ? (0, problem.hD)(event) : `${(0, problem.hD)(event)} (${occasion.action ?? "?"})`;
    return (0, problem.Gq)(`auto does nothing on the event ${what}; it covers ${Object.keys(AUTO).join(", ")}`, INSTEAD[event] ?? "Write `action: deploy` to deploy the ref and commit of this event.");
  }
  var parsers = __webpack_require__(58361);
  var desired = __webpack_require__(5283);
  var inputs_endpoint = __webpack_require__(67864);
  var inputs_reader = __webpack_require__(40754);
  var registry = __webpack_require__(19686);
  ;
  async function readInputs(env, event) {
    const reader = (0, inputs_reader.ic)(env, registry.mc);
    const display = readDisplay(reader);
    const policy = readPolicy(reader);
    const warnings = await checkUnknownInputs(env, reader, registry.Qh);
    const eventContext = { event: event.name, action: event.action, rollbackTo: reader.raw["rollback-to"] !== void 0 };
    const verb = reader.readWith("action", (text) => chooseVerb(text, eventContext));
    const common = readCommon(reader, env, policy);
    const own = await readVerbSettings({ reader, event }, verb ?? "deploy");
    const shown = { display, policy, warnings };
    if (reader.problems.length > 0 || !verb || !common || !own) {
      return { ok: false, ...shown, problems: reader.problems };
    }
    const settings = { ...common, ...own };
    if (settings.rerun && isForced(reader.raw.force)) {
      if (settings.verb === "teardown" || settings.verb === "sweep") settings.force = true;
      else warnings.push(UNFORCED);
    }
    if (settings.verb === "plan") settings.dryRun = true;
    if ("desired" in settings) warnings.push(...(0, parsers.VN)(settings.desired.deploymentType));
    return { ok: true, ...shown, settings };
  }
  const UNFORCED = { path: "force", message: "it counts in the first attempt of a run only, so that a re-run does nothing twice", hint: "Start a new run to force again." };
  function isForced(text) {
    const forced = (0, parsers.yG)(text ?? "");
    return forced.ok && forced.value;
  }
  function displayOf(env) {
    return readDisplay((0, inputs_reader.ic)(env, registry.mc));
  }
  function readDisplay(reader) {
    return { summary: reader.read("summary") ?? true, annotations: reader.read("annotations") ?? true };
  }
  async function checkUnknownInputs(env, reader, names) {
    const strict = reader.read("strict-inputs") ?? true;
    const warnings = [];
    for (const input of (0, inputs_reader.qs)(env, names)) {
      const found = await (0, inputs_reader.Kn)(input, names);
      if (found.ok) continue;
      for (const { message: problem2, hint: cure } of found.problems) {
        if (strict) reader.addProblem(input, problem2, cure);
        else warnings.push({ path: input, message: problem2, hint: cure });
      }
    }
    return warnings;
  }
  function readPolicy(reader) {
    return { onTimeout: reader.read("on-timeout") ?? outcome.zj.onTimeout, onSuperseded: reader.read("on-superseded") ?? outcome.zj.onSuperseded };
  }
  function readCommon(reader, env, policy) {
    const access = readAccess(reader, env);
    const run = readRun(reader);
    const github = readGitHub(reader);
    if (!access || !run || !github) return void 0;
    const rerun = isRerun(env);
    return { ...access, policy, github, ...run, rerun, force: run.force && !rerun };
  }
  function readCaller(reader, env) {
    const apiKey = reader.read("api-key");
    if (reader.raw["api-key"] === void 0) {
      reader.addProblem("api-key", "it is missing, and LANGSMITH_API_KEY is not set", "Pass it from a secret, such as ${{ secrets.LANGSMITH_API_KEY }}; forks and Dependabot runs get no secrets.");
    }
    (0, inputs_endpoint.Qz)(reader, env);
    const workspaceId = reader.read("workspace-id");
    return { apiKey, workspaceId };
  }
  function readAccess(reader, env) {
    const { apiKey, workspaceId } = readCaller(reader, env);
    const endpoint = (0, inputs_endpoint.KW)(reader, env);
    return apiKey && endpoint ? { apiKey, workspaceId, endpoint } : void 0;
  }
  function isRerun(env) {
    return Number(env["GITHUB_RUN_ATTEMPT"]) > 1;
  }
  function readRun(reader) {
    const run = { wait: reader.read("wait"), waitTimeoutMs: reader.read("wait-timeout"), pollIntervalMs: reader.read("poll-interval"), requestTimeoutMs: reader.read("request-timeout"), onCancel: reader.read("on-cancel"), force: reader.read("force"), dryRun: reader.read("dry-run"), logLines: reader.read("log-lines") };
    return isComplete(run) ? run : void 0;
  }
  function readGitHub(reader) {
    const always = { deployment: reader.read("github-deployment"), comment: reader.read("comment"), commentLogs: reader.read("comment-logs") };
    const texts = { token: reader.read("github-token"), environment: reader.read("environment"), commentKey: reader.read("comment-key") };
    return isComplete(always) ? { ...always, ...texts } : void 0;
  }
  function isComplete(fields) {
    return Object.values(fields).every((value) => value !== void 0);
  }
  async function readVerbSettings(inputs, verb) {
    const { reader } = inputs;
    switch (verb) {
      case "deploy":
      case "plan": {
        const target = readTarget(reader);
        const deploying = await readDeploying(inputs);
        return target && { verb, target, ...deploying };
      }
      case "preview": {
        const preview = readPreview(inputs);
        const deploying = await readDeploying(inputs);
        const labels = reader.read("preview-labels") ?? [];
        const said = { ref: reader.raw.ref !== void 0, commit: reader.raw.commit !== void 0 };
        return preview && { verb, ...preview, from: readFrom(inputs), labels, said, ...deploying };
      }
      case "teardown": {
        const preview = readPreview(inputs);
        return preview && { verb, ...preview };
      }
      case "sweep": {
        const ttlMs = reader.read("preview-ttl");
        const limit = reader.read("sweep-limit");
        const naming = readNaming(inputs);
        return limit === void 0 ? void 0 : { verb, ...naming, ttlMs, limit };
      }
      case "rollback": {
        const target = readTarget(reader);
        const to = reader.read("rollback-to") ?? { kind: "previous" };
        return target && { verb, target, to };
      }
      case "wait": {
        const target = readTarget(reader);
        return target && { verb, target, revisionId: reader.read("revision-id") };
      }
      case "status": {
        const target = readTarget(reader);
        return target && { verb, target };
      }
    }
  }
  async function readDeploying({ reader, event }) {
    return { ...await (0, desired.B)(reader, event), paths: reader.read("paths"), rollbackOnFailure: reader.read("rollback-on-failure") ?? false, verification: await readVerification({ reader }), expectedPlan: reader.read("expected-plan") };
  }
  const loadCheckParser = () => Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 4620));
  async function readVerification({ reader }) {
    const feedbackKey = reader.read("feedback-key");
    if (reader.raw.verify === void 0) return void 0;
    const { parseChecks: parseCases } = await loadCheckParser();
    const cases = reader.readWith("verify", parseCases);
    if (reader.raw.wait !== void 0 && /^false$/i.test(reader.raw.wait)) {
      reader.addProblem("verify", "wait is false, and only what serves can be verified", "Leave one of them out.");
    }
    return cases && { checks: cases, feedbackKey: feedbackKey?.key, keepThreads: "never" };
  }
  function readPreview({ reader, event }) {
    const said = reader.read("pull-request");
    const pullRequest = said ?? event.pullRequest?.number;
    if (pullRequest === void 0 && reader.raw["pull-request"] === void 0) {
      reader.addProblem("pull-request", `a preview belongs to a pull request, and the event ${event.name || "(none)"} is about none`, "Give its number, or write `action: deploy`.");
    }
    const naming = readNaming({ reader });
    return pullRequest === void 0 ? void 0 : { pullRequest, ...naming };
  }
  function readNaming({ reader }) {
    return { repoUrl: reader.raw["repo-url"], nameTemplate: reader.read("preview-name-template"), baseName: reader.read("deployment-name") };
  }
  function readFrom({ reader }) {
    const said = reader.read("preview-from");
    if (said !== void 0) return { target: said, said: true };
    if (reader.raw["preview-from"] !== void 0) return void 0;
    const name = reader.raw["deployment-name"];
    if (name !== void 0) return { target: { by: "name", name }, said: false };
    const id2 = reader.read("deployment-id");
    return id2 === void 0 ? void 0 : { target: { by: "id", id: id2 }, said: true };
  }
  function readTarget(reader) {
    const name = reader.read("deployment-name");
    const id2 = reader.read("deployment-id");
    if (reader.raw["deployment-name"] !== void 0 && reader.raw["deployment-id"] !== void 0) {
      reader.addProblem("deployment-id", "deployment-name is given too", "Give exactly one of them.");
      return void 0;
    }
    if (reader.raw["deployment-name"] === void 0 && reader.raw["deployment-id"] === void 0) {
      reader.addProblem("deployment-name", "neither deployment-name nor deployment-id is given", "Give exactly one: a name creates the deployment when it does not exist yet.");
    }
    if (name !== void 0) return { by: "name", name };
    return id2 === void 0 ? void 0 : { by: "id", id: id2 };
  }
}), 40754: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { Kn: () => unknownInputProblem, hc: () => readRaw, ic: () => createInputReader, qs: () => unknownInputs });
  var _problem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(49262);
  var _registry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(19686);
  function createInputReader(env, table) {
    const raw = readRaw(env, table);
    const texts = raw;
    const problems = [];
    const readWith = (input, parse) => {
      const text = texts[input] ?? table[input].default;
      if (text === void 0) return void 0;
      const parsed = parse(text);
      if (parsed.ok) return parsed.value;
      problems.push(...parsed.problems.map((problem) => ({ path: input, ...problem })));
      return void 0;
    };
    return { raw, problems, read: (input) => readWith(input, table[input].parse), readWith, addProblem: (path, message, hint) => {
      problems.push({ path, message, hint });
    } };
  }
  function readRaw(env, table = _registry_js__WEBPACK_IMPORTED_MODULE_0__.mc) {
    const raw = {};
    for (const [name, spec] of Object.entries(table)) {
      const candidates = [(0, _registry_js__WEBPACK_IMPORTED_MODULE_0__.Qn)(name), ...spec.env ?? []];
      const text = candidates.map((key) => env[key] ?? "").find((value) => value.trim() !== "");
      if (text !== void 0) raw[name] = name === "secrets" ? text : text.trim();
    }
    return raw;
  }
  function unknownInputs(env, names = _registry_js__WEBPACK_IMPORTED_MODULE_0__.Qh) {
    const known = new Set(names.map(_registry_js__WEBPACK_IMPORTED_MODULE_0__.Qn));
    return Object.keys(env).filter((key) => key.startsWith("INPUT_") && !known.has(key) && (env[key] ?? "") !== "").map((key) => key.slice("INPUT_".length).toLowerCase()).sort();
  }
  async function nearestInput(name, names = _registry_js__WEBPACK_IMPORTED_MODULE_0__.Qh) {
    const { closest, distance } = await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.t.bind(__webpack_require__, 38232, 19));
    const normalized = name.replaceAll("_", "-");
    const nearest = closest(normalized, names);
    const far = Math.max(2, Math.floor(Math.max(normalized.length, nearest.length) / 2));
    return distance(normalized, nearest) <= far ? nearest : void 0;
  }
  async function unknownInputProblem(name, names = _registry_js__WEBPACK_IMPORTED_MODULE_0__.Qh) {
    const nearest = await nearestInput(name, names);
    const hint = nearest === void 0 ? "Remove it; action.yml lists every input" : `Did you mean ${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(nearest)}? Rename it, or remove it`;
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.Gq)("there is no such input", `${hint} (\`strict-inputs: false\` turns this into a warning).`);
  }
}), 19686: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { OO: () => VERIFY_INPUT_NAMES, Qh: () => INPUT_NAMES, Qn: () => variableOf, SY: () => SANDBOX_INPUT_NAMES, Uz: () => VERIFY_INPUTS, YL: () => STRATEGIES, Yd: () => SANDBOX_INPUTS, mc: () => INPUTS });
  var _parsers_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(58361);
  const table = (specs) => specs;
  const STRATEGIES = ["reject", "enqueue", "interrupt", "rollback"];
  const KEPT_THREADS = ["never", "failed", "always"];
  const DEPLOYABLE_SOURCES = ["git_host", "external_docker", "internal_docker", "internal_source"];
  const ISOLATIONS = ["namespaces", "process"];
  const MODES = ["hosted", "runner", "sweep"];
  const GIT = ["git_host"];
  const BUILT = ["git_host", "internal_source"];
  const EXTERNAL = ["external_docker"];
  const INPUTS = table({ action: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4, default: "auto" }, "api-key": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Xu, env: ["LANGSMITH_API_KEY"] }, "workspace-id": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Xw, env: ["LANGSMITH_WORKSPACE_ID", "LANGSMITH_TENANT_ID"] }, "control-plane-url": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4 }, region: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.cf }, "allow-insecure-host": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "false" }, "api-dialect": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Vm)("auto", "generic", "langsmith"), default: "auto" }, "deployment-name": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.i }, "deployment-id": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Xw }, source: { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Vm)(...DEPLOYABLE_SOURCES) }, "integration-id": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Xw, sources: GIT }, "repo-url": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.fH, sources: GIT }, ref: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.rd, sources: GIT }, commit: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.L5, sources: GIT }, "source-path": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.NP, sources: ["internal_source"] }, "graph-config-path": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.NP, sources: BUILT }, "install-command": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4, sources: BUILT }, "build-command": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4, sources: BUILT }, "build-on-push": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, sources: GIT }, "deployment-type": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.dv, sources: ["git_host", "internal_docker", "internal_source"] }, "image-uri": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.f9, sources: ["external_docker", "internal_docker"] }, "image-version": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.ot }, "listener-id": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Xw, sources: EXTERNAL }, "k8s-namespace": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.LM, sources: EXTERNAL }, "custom-url": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.f$, sources: EXTERNAL }, "resource-spec": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4, sources: EXTERNAL }, "secret-references": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4, sources: EXTERNAL }, secrets: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4 }, "secrets-strategy": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Vm)("merge", "replace"), default: "merge" }, paths: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Iz }, "pull-request": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.U9)(1, 999999999) }, "preview-name-template": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.LV }, "preview-from": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.hu }, "preview-labels": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Li }, "preview-ttl": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.p0)("1h", "3650d") }, "sweep-limit": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.U9)(1, 100), default: "10" }, "rollback-to": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.xI }, "rollback-on-failure": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "false" }, verify: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4 }, "feedback-key": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__._$, default: "ci" }, "revision-id": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Xw }, "expected-plan": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.u7 }, wait: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "true" }, "wait-timeout": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.p0)("1s", "1d"), default: "30m" }, "poll-interval": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.p0)("1s", "1h"), default: "60s" }, "request-timeout": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.p0)("1s", "10m"), default: "30s" }, "on-timeout": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Vm)("fail", "warn", "interrupt"), default: "fail" }, "on-superseded": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Vm)("fail", "warn", "ignore"), default: "fail" }, "on-cancel": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Vm)("leave", "interrupt"), default: "leave" }, force: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "false" }, "dry-run": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "false" }, "github-token": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.pI, filledIn: "${{ github.token }}" }, "github-deployment": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "true" }, environment: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Nq }, comment: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "true" }, "comment-key": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.MV }, "comment-logs": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "false" }, summary: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "true" }, annotations: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "true" }, "log-lines": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.U9)(0, 1e3), default: "30" }, "strict-inputs": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "true" } });
  const INPUT_NAMES = Object.keys(INPUTS);
  function variableOf(input) {
    return `INPUT_${input.replaceAll(" ", "_").toUpperCase()}`;
  }
  const SANDBOX_INPUTS = table({ mode: { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Vm)(...MODES) }, "proxy-config": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4 }, run: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4 }, shell: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.aV, default: "bash" }, "working-directory": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Rr }, env: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.gj }, "time-limit": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.p0)("1s", "1d") }, isolation: { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Vm)(...ISOLATIONS), default: "namespaces" }, "export-env": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "false" }, "private-networks": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.j }, "ca-file": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Rr, env: ["NODE_EXTRA_CA_CERTS"] }, "api-key": INPUTS["api-key"], "workspace-id": INPUTS["workspace-id"], "sandbox-url": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4, env: ["LANGSMITH_ENDPOINT"] }, "allow-insecure-host": INPUTS["allow-insecure-host"], name: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.vC, default: "gha" }, template: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.QC }, snapshot: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.QC }, "wait-for-ready": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "true" }, timeout: { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.p0)("1s", "1h"), default: "5m" }, keep: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "false" }, "older-than": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.p0)("1m", "365d"), default: "1d" }, "sweep-limit": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.U9)(1, 1e3), default: "50" }, "dry-run": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.yG, default: "false" }, "request-timeout": INPUTS["request-timeout"], summary: INPUTS.summary, annotations: INPUTS.annotations, "strict-inputs": INPUTS["strict-inputs"] });
  const SANDBOX_INPUT_NAMES = Object.keys(SANDBOX_INPUTS);
  const VERIFY_INPUTS = table({ "api-key": INPUTS["api-key"], "deployment-url": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4 }, "deployment-name": INPUTS["deployment-name"], "deployment-id": INPUTS["deployment-id"], "workspace-id": INPUTS["workspace-id"], "control-plane-url": INPUTS["control-plane-url"], region: INPUTS.region, "allow-insecure-host": INPUTS["allow-insecure-host"], "api-dialect": INPUTS["api-dialect"], cases: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4 }, input: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4 }, expect: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4 }, "last-message": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.r4 }, assistant: { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.$q }, "time-limit": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Er, default: "2m" }, "thread-id": { parse: _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Xw }, "multitask-strategy": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Vm)(...STRATEGIES), default: "rollback" }, "keep-threads": { parse: (0, _parsers_js__WEBPACK_IMPORTED_MODULE_0__.Vm)(...KEPT_THREADS), default: "never" }, "feedback-key": INPUTS["feedback-key"], "request-timeout": INPUTS["request-timeout"], summary: INPUTS.summary, annotations: INPUTS.annotations, "strict-inputs": INPUTS["strict-inputs"] });
  const VERIFY_INPUT_NAMES = Object.keys(VERIFY_INPUTS);
}), 54476: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { $1: () => parseSecretValue, Bd: () => findMissingValue, Sd: () => identifiersOf, dC: () => parseSecrets, sC: () => containerValues, yR: () => secretFragments, yf: () => PREVIEW_MARKER });
  var _contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(52652);
  var _contract_deployment_rules_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(28966);
  var _redaction_classify_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(71774);
  var _problem_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(49262);
  const PREVIEW_MARKER = "AGENT_DEPLOY_PREVIEW";
  function entriesOf(text) {
    const lines = text.split(/\r?\n/);
    const entries = [];
    for (let at2 = 0; at2 < lines.length; at2 += 1) {
      const line = lines[at2] ?? "";
      if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
      const entry = { line: at2 + 1, text: line };
      const [equals, marks] = [line.indexOf("="), line.indexOf("<<")];
      if (equals === -1 && marks === -1) {
        entries.push({ ...entry, form: "none", name: "", value: line });
      } else if (marks === -1 || equals !== -1 && equals < marks) {
        const name = line.slice(0, equals).trim();
        entries.push({ ...entry, form: "line", name, value: line.slice(equals + 1) });
      } else {
        const mark = line.slice(marks + 2).trim();
        const end = mark === "" ? -1 : lines.indexOf(mark, at2 + 1);
        const value = lines.slice(at2 + 1, end === -1 ? void 0 : end).join("\n");
        const name = line.slice(0, marks).trim();
        entries.push({ ...entry, form: end === -1 ? "open" : "block", name, value });
        if (end === -1) break;
        at2 = end;
      }
    }
    return entries;
  }
  function parseSecrets(text, where) {
    const secrets = [];
    const problems = [];
    for (const { line, form, name, value } of entriesOf(text)) {
      if (form === "none") {
        problems.push({ message: `line ${line} has neither "=" nor "<<"`, hint: "Write NAME=VALUE; for a value of several lines write NAME<<MARK, the lines, and MARK on its own." });
      } else if (form === "open") {
        problems.push({ message: `the block opened on line ${line} is never closed`, hint: "Write NAME<<MARK, the lines, and a line that is exactly MARK." });
      } else {
        const problem = judge(name, value, line, secrets, where);
        const parsed = problem === void 0 ? parseSecretValue(name, value, line, form) : void 0;
        if (parsed?.ok === true) secrets.push({ name, value: parsed.value });
        else problems.push(...parsed?.problems ?? (problem ? [problem] : []));
      }
    }
    return problems.length > 0 ? { ok: false, problems } : { ok: true, value: secrets };
  }
  function secretFragments(text) {
    return entriesOf(text).flatMap(({ text: line, form, name, value }) => {
      if (form === "none") return [{ text: line }];
      if (form === "line") {
        return _contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.M9.test(name) ? [{ name, text: value }] : [{ text: line }, { text: value }];
      }
      const lines = value.split("\n").map((part) => ({ name, text: part }));
      return form === "block" ? [{ name, text: value }, ...lines] : [...lines, ...secretFragments(value)];
    });
  }
  function judge(name, value, line, before, where) {
    if (name === "") {
      return { message: `line ${line} has a value without a name`, hint: "Write NAME=VALUE." };
    }
    if (!_contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.M9.test(name)) {
      return { message: `the name on line ${line} cannot be an environment variable`, hint: "Use letters, digits and underscores, no digit first; a value of several lines needs NAME<<MARK." };
    }
    if ((0, _contract_deployment_rules_js__WEBPACK_IMPORTED_MODULE_1__.ce)(name, where)) {
      return { message: `${name} is reserved: the platform sets it itself`, hint: "Remove it." };
    }
    if (name === PREVIEW_MARKER) {
      return { message: `${name} is reserved: it marks previews, and is set for them`, hint: "Remove it." };
    }
    if (before.some((secret) => secret.name === name)) {
      return { message: `${name} is set more than once`, hint: "Keep one of them." };
    }
    if (value.includes("\0")) {
      return { message: `the value of ${name} holds a NUL character`, hint: "Encode it, such as in base64." };
    }
    return void 0;
  }
  const SCHEME_ALONE = /^\s*(?:bearer|basic|token|api-?key|digest|negotiate)\s+$/i;
  const CAUSE = "A secret that does not exist in GitHub, or that this event does not get, is empty: check its name and where it is kept";
  function parseSecretValue(name, text, line, form = "line") {
    if (form === "line" && text === '""') return (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.rZ)("");
    const problem = problemOf(text);
    if (problem === void 0) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.rZ)(text);
    return (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.Gq)(`line ${line}: the value of ${name} ${problem}`, `${CAUSE}. For an empty value write ${name}="".`);
  }
  function findMissingValue(value, instead, isCredential = false) {
    const text = value === null ? "" : value;
    if (typeof text !== "string") return void 0;
    const problem = problemOf(isCredential ? `${text} ` : text);
    return problem === void 0 ? void 0 : { message: problem, hint: `${CAUSE}. ${instead}` };
  }
  function problemOf(text) {
    if (text.trim() === "") return "is empty";
    if (SCHEME_ALONE.test(text)) return "is the name of a scheme with nothing behind it";
    return void 0;
  }
  const NAMES = ["deployment-name", "environment", "comment-key"];
  const OTHERS = ["deployment-id", "workspace-id", "listener-id", "integration-id", "revision-id", "k8s-namespace", "image-uri", "image-version", "ref", "commit", "repo-url", "custom-url"];
  const MARK = "agent-deploy";
  const OF_RUN = `REPOSITORY REPOSITORY_OWNER REPOSITORY_ID REPOSITORY_OWNER_ID REF REF_NAME HEAD_REF BASE_REF SHA ACTOR
   ACTOR_ID TRIGGERING_ACTOR RUN_ID RUN_NUMBER WORKFLOW JOB EVENT_NAME SERVER_URL API_URL GRAPHQL_URL`.split(/\s+/);
  const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|\d+)$/i;
  function identifiersOf(env, raw, event) {
    const found = /* @__PURE__ */ new Map();
    const note = (text, where, isName = true) => {
      if (text && !text.includes("@") && !/[?\s]/.test(text) && !found.has(text)) found.set(text, { where, isName });
    };
    for (const input of NAMES) {
      const text = raw[input];
      if (input !== "deployment-name" || _contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.cr.test(text ?? "")) note(text, input);
    }
    const repository = env["GITHUB_REPOSITORY"];
    for (const part of [repository, ...repository?.split("/") ?? []]) note(part, "GITHUB_REPOSITORY");
    const number = raw["pull-request"] ?? event?.pullRequest?.number;
    const base = raw["deployment-name"] ?? repository?.split("/")[1];
    if (number !== void 0 && base !== void 0) note(`${base}-pr-${number}`, "the name of the preview");
    const rest = [["the mark of comments", MARK], ["the commit of the event", event?.commit], ["the ref of the event", event?.ref], ...OTHERS.map((input) => [input, raw[input]]), ...OF_RUN.map((name) => [`GITHUB_${name}`, env[`GITHUB_${name}`]])];
    for (const [where, text] of rest) {
      if (text !== void 0 && (ID.test(text) || !(0, _redaction_classify_js__WEBPACK_IMPORTED_MODULE_2__.EZ)(text))) note(text, where, false);
    }
    return found;
  }
  const SHORTEST = 8;
  function containerValues(spec) {
    return ["init_containers", "sidecars"].flatMap((key) => list(at(spec, key))).flatMap((container) => list(at(container, "env"))).map((variable) => at(variable, "value")).filter((value) => typeof value === "string").filter((value) => value.length >= SHORTEST);
  }
  function at(holder, key) {
    return typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : void 0;
  }
  function list(value) {
    return Array.isArray(value) ? value : [];
  }
}), 96043: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { FO: () => exitCodeOf, KA: () => toOutcome, bu: () => outcome, ez: () => REASONS, lZ: () => ActionError, xJ: () => severityOf, zj: () => DEFAULT_POLICY });
  var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
  const REASONS = { deployed: { "rolled-out": "Our revision is deployed and is the active one.", "already-building": "A revision with this commit was on its way already; it is deployed and is the active one.", "commit-unknown": "Our revision is deployed and is the active one; the service does not say which commit it is built from.", "configuration-updated": "Only settings changed that need no revision.", "rolled-back-to": "An earlier revision was deployed again, as asked for, and is the active one." }, verified: { "all-passed": "The live agent did what every check expects of it." }, provided: { "sandbox-ready": "The sandbox is made, and ready.", "command-passed": "The command ended with 0, in a box whose way out is the credential proxy.", "proxy-started": "The credential proxy runs on this runner, for the steps that follow." }, unchanged: { "already-active": "The active revision has this commit or image, and nothing else differs.", "paths-untouched": "Nothing that `paths` names was changed.", "nothing-to-sweep": "No preview is left over.", "no-sandbox-left": "No sandbox of an earlier run is left over." }, observed: { serving: "The latest revision is deployed and is the active one.", "on-its-way": "A later revision than the active one is on its way.", "latest-failed": "The latest revision failed; an earlier one serves, if any.", "nothing-serves": "No revision was deployed yet." }, "torn-down": { deleted: "The preview is deleted, with its tracing project.", "already-gone": "There was no preview any more.", "closed-meanwhile": "The pull request was closed while its preview was deployed, so that is deleted again.", swept: "Left-over previews are deleted.", "sandboxes-swept": "Sandboxes that earlier runs left behind are deleted." }, "rolled-back": { "after-failure": "The change failed, and what was active before is deployed again." }, planned: { "dry-run": "Nothing was sent; the plan shows what would be." }, submitted: { "not-waited": "The change is accepted; `wait: false` asked not to wait for it.", "sandbox-requested": "The sandbox is asked for; `wait-for-ready: false` asked not to wait for it." }, superseded: { "newer-revision": "Another revision took over while ours was on its way or right after.", "skipped-by-service": "The service skipped our revision for a newer one.", "commit-mismatch": "The branch moved on: our revision was built from another commit.", "image-mismatch": "Another client changed the image or source at the same time, and that change came last.", "settings-mismatch": "Another client changed settings at the same time, and our revision has them." }, skipped: { "ref-deleted": "The push deleted its branch or tag, so there is nothing to deploy.", fork: "The head of the pull request is a fork, or the event does not say whose it is: forks get no secrets.", "label-missing": "The pull request has none of the labels in `preview-labels`.", "pull-request-closed": "The pull request is closed, so it gets no preview.", dependabot: "The run is by Dependabot, which gets no secrets." }, "timed-out": { deadline: "The revision was still on its way when wait-timeout ran out.", "still-deleting": "The preview is being deleted, but was still there when wait-timeout ran out.", "not-active": "The revision is deployed, but the deployment had not switched to it when wait-timeout ran out.", "sandbox-not-ready": "The sandbox was not ready when timeout ran out.", "command-timed-out": "The command had not ended when time-limit ran out, and was killed." }, failed: { "invalid-input": "An input is wrong; nothing was sent.", "create-failed": "The service could not create the revision.", "build-failed": "The revision could not be built.", "deploy-failed": "The revision was built but never became ready.", "revision-failed": "The revision ended in another state of failure.", unhealthy: "Our revision is deployed and active, but the live agent says that it is not well.", "verification-failed": "The live agent did not do what a check expects of it.", "verification-timed-out": "A check of the live agent had not ended within its time limit.", "verification-impossible": "The live agent could not be checked, which says nothing about it.", interrupted: "The revision was interrupted.", "immutable-field": "A setting differs that cannot be changed after creation.", "secrets-hidden": "Keeping the other secrets needs their values, and the service hides them.", "invalid-plan": "The wanted settings contradict those of the deployment.", "ambiguous-name": "Several deployments have this name.", "ambiguous-integration": "Several git integrations exist and none was chosen.", "ambiguous-listener": "Several listeners exist and none was chosen.", "source-unusable": "The source cannot be packed: it is empty, unreadable or without the graph configuration.", "source-too-large": "The packed source is larger than the service takes; nothing was sent.", "source-changed": "A file of the source changed while it was packed.", "upload-failed": "The source could not be uploaded, so that no revision of it was asked for.", "deployment-not-found": "There is no deployment with this ID.", "deployment-gone": "The deployment is being deleted, or it or the revision disappeared while we waited.", "name-taken": "The name is held by something that is no deployment.", "no-revision": "The change was accepted, but no revision of it appeared.", "ambiguous-revision": "Several revisions appeared at the same time, and the service does not say which is ours.", "settings-ignored": "The service accepted the change and does not show what was sent.", "contradictory-answers": "Two answers of the service contradict each other.", "lost-answer": "The answer to a change was lost, and looking did not tell what became of it.", "plan-changed": "What would be done is no longer what was planned and approved.", "revision-not-found": "The deployment has no such revision.", "never-deployed": "The revision to roll back to was never deployed.", "no-rollback-target": "There is no earlier revision that was deployed.", "rollback-impossible": "The service has no way to deploy exactly that revision again.", "rollback-failed": "The change failed, and bringing back what was active before failed as well.", "not-a-preview": "The deployment of this name is no preview of this pull request, so it is left alone.", "pull-request-unknown": "Which pull request is meant, or what became of it, could not be found out.", "sweep-incomplete": "Some previews could not be judged or deleted.", "sandbox-failed": "The sandbox failed or was stopped before it was ready.", "sandbox-name-taken": "The name of the sandbox is taken.", "sandbox-quota": "The workspace has no room for another sandbox.", "sandboxes-left": "Some sandboxes of earlier runs could not be deleted.", "command-failed": "The command ended with another code than 0.", "proxy-failed": "The credential proxy could not be started, or exited early.", "isolation-missing": "This machine cannot isolate the command as `isolation` asks.", unauthorized: "The service does not accept the API key.", forbidden: "The API key may not do this.", rejected: "The service refused the request.", "rate-limited": "The service asked to slow down for longer than we could wait.", "service-error": "The service failed or answered something unreadable.", unreachable: "The service could not be reached.", "internal-error": "The action itself failed: this is a bug." }, cancelled: { signal: "The run was cancelled.", "revision-interrupted": "The run was cancelled, and its revision was interrupted, as `on-cancel` asks." } };
  function outcome(kind, reason, message) {
    return { kind, reason, message };
  }
  class ActionError extends Error {
    outcome;
    constructor(reason, message, options) {
      super(message, options);
      this.name = "ActionError";
      this.outcome = outcome("failed", reason, message);
    }
  }
  const DEFAULT_POLICY = { onTimeout: "fail", onSuperseded: "fail" };
  const SUPERSEDED = { fail: "error", warn: "warning", ignore: "fine" };
  function severityOf(kind, policy) {
    switch (kind) {
      case "deployed":
      case "verified":
      case "provided":
      case "unchanged":
      case "planned":
      case "submitted":
      case "skipped":
      case "observed":
      case "torn-down":
        return "fine";
      case "superseded":
        return SUPERSEDED[policy.onSuperseded];
      case "timed-out":
        return policy.onTimeout === "warn" ? "warning" : "error";
      case "rolled-back":
      case "failed":
      case "cancelled":
        return "error";
    }
  }
  function exitCodeOf(kind, policy) {
    return severityOf(kind, policy) === "error" ? 1 : 0;
  }
  function toOutcome(error) {
    if (error instanceof ActionError) return error.outcome;
    if (error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD) return outcome("failed", reasonOf(error), error.message);
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return outcome("failed", "internal-error", `The action itself failed: ${what}. Please report it with the log of this step.`);
  }
  function reasonOf(error) {
    switch (error.kind) {
      case "network":
      case "timeout":
      case "aborted":
        return "unreachable";
      case "ambiguous":
        return "lost-answer";
      case "malformed":
        return "service-error";
      case "http":
        return reasonOfStatus(error.status ?? 0);
    }
  }
  function reasonOfStatus(status) {
    if (status === 401) return "unauthorized";
    if (status === 403) return "forbidden";
    if (status === 408 || status === 425 || status === 429) return "rate-limited";
    return status >= 500 ? "service-error" : "rejected";
  }
}), 71895: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { nQ: () => largest, pS: () => shownPath, z3: () => formatBytes });
  const MOST = 5;
  function formatBytes(bytes) {
    if (bytes < 1e3) return `${bytes} B`;
    const units = ["kB", "MB", "GB", "TB"];
    let value = bytes;
    let unit = "";
    for (const next of units) {
      if (value < 1e3) break;
      value /= 1e3;
      unit = next;
    }
    return `${value.toFixed(1)} ${unit}`;
  }
  function largest(files) {
    const folders = /* @__PURE__ */ new Map();
    for (const { path, size } of files) {
      const [top = ""] = path.split("/");
      if (path.includes("/")) folders.set(`${top}/`, (folders.get(`${top}/`) ?? 0) + size);
    }
    const rows = (list) => list.toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).slice(0, MOST).map(([path, size]) => `${formatBytes(size).padStart(10)}  ${shownPath(path)}`);
    return [...rows([...folders]), ...rows(files.map(({ path, size }) => [path, size]))];
  }
  function shownPath(path) {
    return /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
  }
}), 27820: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { VO: () => parsePathFilter, hu: () => firstIncluded, pZ: () => GlobError });
  class GlobError extends Error {
  }
  const ANY = () => true;
  const NO_SLASH = (character) => character !== "/";
  function parseGlob(pattern) {
    const characters = Array.from(pattern);
    const places = [];
    for (let at = 0; at < characters.length; ) {
      const { length, one, others = [] } = next(characters, at);
      at += length;
      places.push(...others);
      if (one === void 0) continue;
      const repeat = characters[at];
      if (repeat === "+") places.push(some(one, "one"), some(one, "many"));
      else places.push(some(one, repeat === "?" ? "maybe" : "one"));
      if (repeat === "+" || repeat === "?") at += 1;
    }
    return places;
  }
  function next(characters, at) {
    const character = characters[at] ?? "";
    if (character === "*") return stars(characters, at);
    if (character === "[") return choice(characters, at);
    if (character === "?" || character === "+") {
      throw new GlobError(`${character} stands after no character whose number it could say`);
    }
    if (character !== "\\") return { length: 1, one: same(character) };
    const taken = characters[at + 1];
    if (taken === void 0) throw new GlobError("the backslash at its end takes nothing");
    return { length: 2, one: same(taken) };
  }
  function stars(characters, at) {
    if (characters[at + 1] !== "*") return { length: 1, others: [some(NO_SLASH, "many")] };
    const begins = at === 0 || characters[at - 1] === "/";
    if (!begins || characters[at + 2] !== "/") return { length: 2, others: [some(ANY, "many")] };
    return { length: 3, others: [{ orAfter: 2 }, some(ANY, "many"), some(same("/"), "one")] };
  }
  function choice(characters, at) {
    const close = characters.indexOf("]", at);
    if (close < 0) throw new GlobError("its [ is never closed");
    const inside = characters.slice(at + 1, close);
    if (inside.length === 0) throw new GlobError("its [] holds nothing");
    const ranges = [];
    for (let index = 0; index < inside.length; ) {
      const first = inside[index] ?? "";
      const end = inside[index + 1] === "-" ? inside[index + 2] : void 0;
      if (end !== void 0 && end < first) throw new GlobError(`its range ${first}-${end} runs backwards`);
      ranges.push([first, end ?? first]);
      index += end === void 0 ? 1 : 3;
    }
    const one = (character) => ranges.some(([from, to]) => character >= from && character <= to);
    return { length: close - at + 1, one };
  }
  const some = (fits, count) => ({ fits, count });
  const same = (wanted) => (character) => character === wanted;
  function matches(glob, path) {
    let reached = reach(glob, [0]);
    for (const character of path) {
      const following = [];
      for (const at of reached) {
        const here = glob[at];
        if (here === void 0 || "orAfter" in here || !here.fits(character)) continue;
        following.push(here.count === "many" ? at : at + 1);
      }
      if (following.length === 0) return false;
      reached = reach(glob, following);
    }
    return reached.has(glob.length);
  }
  function reach(glob, from) {
    const reached = /* @__PURE__ */ new Set();
    const open = [...from];
    for (let at = open.pop(); at !== void 0; at = open.pop()) {
      if (reached.has(at)) continue;
      reached.add(at);
      const here = glob[at];
      if (here === void 0) continue;
      if ("orAfter" in here) open.push(at + 1, at + 1 + here.orAfter);
      else if (here.count !== "one") open.push(at + 1);
    }
    return reached;
  }
  function parsePathFilter(patterns) {
    return patterns.map((pattern) => {
      const takes = !pattern.startsWith("!");
      try {
        return { glob: parseGlob(takes ? pattern : pattern.slice(1)), takes };
      } catch (error) {
        if (!(error instanceof GlobError)) throw error;
        throw new GlobError(`${pattern}: ${error.message}`, { cause: error });
      }
    });
  }
  function isIncluded(filter, path) {
    return filter.findLast(({ glob }) => matches(glob, path))?.takes ?? false;
  }
  function firstIncluded(filter, files) {
    return files.flatMap(({ filename, previous_filename: before }) => before === void 0 ? [filename] : [filename, before]).find((path) => isIncluded(filter, path));
  }
}), 58204: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { C: () => startPhase });
  var node_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1708);
  var _clients_clock_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(75065);
  var _clients_conceal_environment_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(10034);
  const CLOCK = /* @__PURE__ */ Symbol.for("agent-deploy.clock");
  const LAST_WORDS_MS = 5e3;
  async function startPhase(run) {
    (0, _clients_conceal_environment_js__WEBPACK_IMPORTED_MODULE_2__.D)();
    const cancel = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"]) {
      node_process__WEBPACK_IMPORTED_MODULE_0__.on(signal, () => cancel.abort(new Error(`received ${signal}`)));
    }
    const crash = watchForCrash();
    const clock = preloadedClock() ?? _clients_clock_js__WEBPACK_IMPORTED_MODULE_1__.d;
    let code = 1;
    try {
      code = await run({ clock, signal: cancel.signal, crash });
    } catch {
    }
    await exit(crash.aborted ? 1 : code);
  }
  function watchForCrash() {
    const crash = new AbortController();
    node_process__WEBPACK_IMPORTED_MODULE_0__.on("uncaughtException", (error) => {
      if (crash.signal.aborted) return;
      crash.abort(error);
      setTimeout(() => node_process__WEBPACK_IMPORTED_MODULE_0__.exit(1), LAST_WORDS_MS).unref();
    });
    return crash.signal;
  }
  function preloadedClock() {
    const found = Reflect.get(globalThis, CLOCK);
    return isClock(found) ? found : void 0;
  }
  function isClock(value) {
    return typeof value === "object" && value !== null && typeof Reflect.get(value, "now") === "function" && typeof Reflect.get(value, "sleep") === "function";
  }
  async function exit(code) {
    await new Promise((resolve) => {
      node_process__WEBPACK_IMPORTED_MODULE_0__.stdout.write("", () => resolve());
    });
    node_process__WEBPACK_IMPORTED_MODULE_0__.exit(code);
  }
}), 69911: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { C: () => runAction });
  var json_safety = __webpack_require__(6760);
  var action_text = __webpack_require__(77844);
  var outcome = __webpack_require__(96043);
  ;
  const ABOUT_A_HEAD = ["pull_request", "pull_request_target", "pull_request_review", "pull_request_review_comment", "workflow_run"];
  function parseEvent(env, eventFile) {
    const payload = parseObject(eventFile);
    const base = { name: env["GITHUB_EVENT_NAME"] ?? "", repository: env["GITHUB_REPOSITORY"] || (event_text(object(payload, "repository"), "full_name") ?? ""), serverUrl: (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, ""), deleted: false, created: false, fork: false, action: event_text(payload, "action"), before: void 0, pullRequest: pullRequestOf(payload) };
    return { ...base, ...pointer(base.name, payload, env, base.repository) };
  }
  function pointer(name, payload, env, repository) {
    const pull = object(payload, "pull_request");
    if (pull) return ofPullRequest(pull, repository);
    const run = object(payload, "workflow_run");
    if (name === "workflow_run" && run) return ofWorkflowRun(run, repository);
    if (isHeadMissing(name, payload, env)) return { ref: void 0, commit: void 0, fork: "unknown" };
    if (name === "push") return ofPush(payload, env);
    const said = name === "workflow_dispatch" ? event_text(payload, "ref") : void 0;
    return { ref: bareRef(said ?? env["GITHUB_REF"]), commit: commitOf(env["GITHUB_SHA"]) };
  }
  function isHeadMissing(name, payload, env) {
    if (ABOUT_A_HEAD.includes(name)) return true;
    if (name === "issue_comment") return object(payload, "issue") === void 0;
    return (env["GITHUB_REF"] ?? "").startsWith("refs/pull/") || Boolean(env["GITHUB_HEAD_REF"]);
  }
  function ofPush(payload, env) {
    const after = event_text(payload, "after");
    return { ref: bareRef(event_text(payload, "ref") ?? env["GITHUB_REF"]), commit: commitOf(event_text(object(payload, "head_commit"), "id")) ?? commitOf(after) ?? commitOf(env["GITHUB_SHA"]), deleted: payload["deleted"] === true || /^0+$/.test(after ?? ""), created: payload["created"] === true, before: commitOf(event_text(payload, "before")) };
  }
  function pullRequestOf(payload) {
    const pull = object(payload, "pull_request");
    const number = pull?.["number"];
    if (typeof number !== "number") return void 0;
    const labels = pull?.["labels"];
    const names = Array.isArray(labels) ? labels.map((label) => event_text((0, json_safety.OW)(label) ? label : {}, "name")) : [];
    return { number, closed: event_text(pull, "state") === "closed" || event_text(payload, "action") === "closed", labels: names.filter((name) => name !== void 0) };
  }
  function ofPullRequest(pull, repository) {
    const head = object(pull, "head");
    const headRepository = event_text(object(head, "repo"), "full_name");
    const baseRepository = event_text(object(object(pull, "base"), "repo"), "full_name");
    const commit = commitOf(event_text(head, "sha"));
    return { ref: branch(event_text(head, "ref")), commit, ...headRepository === void 0 ? {} : { repository: headRepository }, fork: head?.["repo"] === null || isFork({ headRepository, baseRepository, commit, repository }) };
  }
  function ofWorkflowRun(run, repository) {
    const headRepository = event_text(object(run, "head_repository"), "full_name");
    const commit = commitOf(event_text(run, "head_sha"));
    return { ref: branch(event_text(run, "head_branch")), commit, fork: isFork({ headRepository, baseRepository: repository, commit, repository }) };
  }
  function isFork({ headRepository, baseRepository, commit, repository }) {
    if (headRepository === void 0 || baseRepository === void 0 || commit === void 0) return "unknown";
    if (headRepository !== baseRepository) return true;
    return repository === "" || baseRepository.toLowerCase() === repository.toLowerCase() ? false : "unknown";
  }
  function bareRef(ref) {
    if (ref?.startsWith("refs/tags/")) return ref;
    return branch(ref?.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : ref);
  }
  function branch(name) {
    return name === void 0 || name === "" || name.startsWith("refs/") ? void 0 : name;
  }
  function commitOf(sha) {
    if (sha === void 0 || !/^[0-9a-fA-F]{40,64}$/.test(sha) || /^0+$/.test(sha)) return void 0;
    return sha.toLowerCase();
  }
  function parseObject(json) {
    try {
      const value = JSON.parse(json ?? "{}");
      return (0, json_safety.OW)(value) ? value : {};
    } catch {
      return {};
    }
  }
  function object(from, key) {
    const value = from?.[key];
    return (0, json_safety.OW)(value) ? value : void 0;
  }
  function event_text(from, key) {
    const value = from?.[key];
    return typeof value === "string" && value !== "" ? value : void 0;
  }
  function skipEvent(event, given) {
    if (event.fork === "unknown") {
      return (0, outcome.bu)("skipped", "fork", `The event ${event.name || "(none)"} does not say whether its head is in a fork: its payload (GITHUB_EVENT_PATH) is missing or broken, or is about another repository than ${event.repository || "the one that runs this workflow"}. Forks must not deploy, so nothing is done. Run the workflow on GitHub's own event, or hand the payload on whole.`);
    }
    if (event.fork) {
      return (0, outcome.bu)("skipped", "fork", "The head of this event is in a fork, whose runs get no secrets and must not deploy. A maintainer can deploy the change from a branch of this repository.");
    }
    if (given.actor === "dependabot[bot]" && !given.apiKey) {
      return (0, outcome.bu)("skipped", "dependabot", "This run is by Dependabot, which gets none of the repository's secrets: there is no key to deploy with.");
    }
    if (event.deleted && !given.ref) {
      return (0, outcome.bu)("skipped", "ref-deleted", `The push deleted ${event.ref ?? "its ref"}: nothing to deploy.`);
    }
    return void 0;
  }
  function readRunEvent(host) {
    const path = host.env["GITHUB_EVENT_PATH"];
    let file;
    try {
      file = path ? host.readFile(path) : void 0;
    } catch (error) {
      host.log(`The event file could not be read: ${(0, action_text.gJ)(error)}`);
    }
    return parseEvent(host.env, file);
  }
  var inputs_problem = __webpack_require__(49262);
  var read = __webpack_require__(38152);
  ;
  async function runAction({ host, masker }, action, signals) {
    const early = [];
    const event = readRunEvent({ ...host, log: (line) => early.push(line) });
    action.maskInputs(event);
    for (const line of early) host.log(line);
    let options = { policy: outcome.zj, display: (0, read.E3)(host.env) };
    let end;
    try {
      const skipped = skipEvent(event, { ...action.skipContext(), actor: host.env["GITHUB_ACTOR"] });
      if (skipped !== void 0) {
        action.skipped?.();
        return await action.report(skipped, options);
      }
      const inputs = await action.readInputs(event);
      options = inputs;
      for (const warning of [...inputs.warnings, ...masker.warnings()]) {
        host.annotate({ level: "warning", title: "Agent Deploy: input", message: (0, inputs_problem.BJ)(warning) });
      }
      if (inputs.ok) {
        end = await carryOut(host, action, inputs, event, signals);
        await action.close?.(end);
      } else end = invalidInputs(inputs.problems);
    } catch (error) {
      end = logInternalError(host, error, (0, outcome.KA)(error));
    }
    return action.report(end, options);
  }
  async function carryOut(host, action, inputs, event, { signal, crash }) {
    const stop = AbortSignal.any([signal, crash]);
    const { promise: aborted, reject } = Promise.withResolvers();
    const onAbort = () => reject(stop.reason);
    try {
      stop.throwIfAborted();
      stop.addEventListener("abort", onAbort, { once: true });
      const work = action.run(inputs, event);
      work.catch(() => {
      });
      return await Promise.race([work, aborted]);
    } catch (error) {
      if (signal.aborted) return await action.cancelled();
      return logInternalError(host, error, action.failed?.(error) ?? (0, outcome.KA)(error));
    } finally {
      stop.removeEventListener("abort", onAbort);
    }
  }
  function invalidInputs(problems) {
    const count = problems.length === 1 ? "An input is wrong" : `${problems.length} things are wrong with the inputs`;
    const lines = problems.map((problem) => `- ${(0, inputs_problem.BJ)(problem)}`);
    return (0, outcome.bu)("failed", "invalid-input", [`${count}; nothing was sent.`, ...lines].join("\n"));
  }
  function logInternalError(host, error, end) {
    if (end.reason !== "internal-error" || !(error instanceof Error)) return end;
    host.startGroup("Where it failed");
    for (const line of (error.stack ?? "").split("\n")) host.log(line);
    host.endGroup();
    return end;
  }
}), 30171: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { Eh: () => mayBePlaceholder, Nj: () => looksHidden, OU: () => looksOpaque });
  const HIDDEN_FORMS = [{ form: "a row of one sign that is no letter and no digit", holds: isRow }, { form: "three or more stars or bullets", holds: (value) => /[*•●∙·○◦▪■█]{3}/u.test(value) }, { form: "four or more x of one case in a row", holds: (value) => /x{4}|X{4}/.test(value) }, { form: "an ellipsis, in a value without a space", holds: isElided }, { form: "a word that says so alone, or with what follows it", holds: saysSo }, { form: "such a word in brackets or between signs", holds: saysSoBetweenSigns }, { form: "a digest that is named as one", holds: (value) => DIGEST.test(value) }];
  function looksHidden(value) {
    const text = value.trim();
    return text !== "" && HIDDEN_FORMS.some(({ holds }) => holds(text));
  }
  function mayBePlaceholder(shown, { name, value }) {
    if (looksHidden(shown) || shown === name || ONE_WORD.test(shown)) return true;
    const [begin = "", end = begin] = shown.split("..");
    const part = shown.length <= 12 && value.length >= 2 * Math.max(begin.length, end.length, 4);
    if (part && [begin, end].every((one) => one.length <= 6)) {
      if (begin === end ? value.startsWith(shown) || value.endsWith(shown) : value.startsWith(begin) && value.endsWith(end)) return true;
    }
    return shown.length >= 8 && Buffer.from(value).toString("base64").startsWith(shown);
  }
  function looksOpaque(text) {
    if (/^[\da-f]{8,}$/i.test(text)) return true;
    return /^[\w+/=:.-]{16,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);
  }
  const ALONE = "redacted|masked|hidden|obfuscated|concealed|censored|scrubbed|sanitized|sanitised|withheld|encrypted|suppressed|undisclosed";
  const BETWEEN = "secret|private|protected|sensitive|confidential|filtered|omitted|removed|set|unset|present|exists|value|unchanged|unknown|not shown|not available|characters|chars|bytes|null|nil|none|undefined|object";
  const SAYS_SO = new RegExp(String.raw`^((${ALONE})([\s:(\[].*)?|redacted[_.-].*)$`, "is");
  const ANY_WORD = new RegExp(String.raw`(^|[^a-z])(${ALONE}|${BETWEEN})([^a-z]|$)`, "i");
  const ONE_WORD = new RegExp(`^(${BETWEEN})$`, "i");
  const DIGEST = /^(sha-?(1|224|256|384|512)|md5|hash|digest|fingerprint)[:=-][\da-f]{8,}/i;
  const PLAIN = /^[\w .:#-]{1,60}$/;
  function isRow(value) {
    const first = String.fromCodePoint(value.codePointAt(0) ?? 0);
    if (/[\p{L}\p{N}\s]/u.test(first)) return false;
    const signs = Array.from(value);
    return signs.every((sign) => sign === first) && (signs.length >= 3 || /[*•●∙○◦▪■█…]/u.test(first));
  }
  function isElided(value) {
    return /\.\.\.|…/.test(value) && !/\s/.test(value);
  }
  function saysSo(value) {
    return SAYS_SO.test(value);
  }
  function saysSoBetweenSigns(value) {
    const inner = /^[^\p{L}\p{N}\s/]+\s*(.*?)\s*[^\p{L}\p{N}\s/]+$/su.exec(value)?.[1];
    return inner !== void 0 && PLAIN.test(inner) && ANY_WORD.test(inner.replaceAll("_", " "));
  }
}), 23001: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { DM: () => originChange, Gm: () => revisionInProgress, NX: () => contradictsOrigin, SH: () => describeArchive, eo: () => matchesOrigin, hz: () => imagesDiffer, u9: () => inProgressWithoutCommit, wJ: () => forcedChange });
  var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(83889);
  var _pack_sizes_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(71895);
  function originChange(desired, current) {
    if (desired.source === "internal_source") return sourceChange(desired, current);
    return desired.source === "git_host" ? refChange(desired, current) : imageChange(desired, current);
  }
  function forcedChange(desired) {
    const to = desired.source === "git_host" ? at(desired.ref, desired.commit) : desired.imageUri ?? "";
    return { field: fieldOf(desired), from: to, to: `${to} (forced)`, revision: true };
  }
  function matchesOrigin(revision, desired) {
    if (desired.source === "git_host") {
      return desired.commit !== void 0 && revision.commit === desired.commit;
    }
    if (desired.source === "internal_source") {
      return desired.tarballPath !== void 0 && revision.tarballPath === desired.tarballPath;
    }
    return desired.imageUri !== void 0 && revision.imageUri === desired.imageUri;
  }
  function contradictsOrigin({ ref, commit, imageUri, tarballPath }, desired) {
    if (desired.source === "internal_source") {
      return tarballPath !== void 0 && desired.tarballPath !== void 0 && tarballPath !== desired.tarballPath;
    }
    if (desired.source !== "git_host") {
      return imageUri !== void 0 && desired.imageUri !== void 0 && imagesDiffer(imageUri, desired.imageUri);
    }
    if (ref !== void 0 && ref !== desired.ref) return true;
    return commit !== void 0 && desired.commit !== void 0 && commit !== desired.commit;
  }
  function revisionInProgress(desired, current) {
    const { latest } = current;
    if (latest === void 0 || serves(latest, current)) return void 0;
    const fits = matchesOrigin(latest, desired) && (latest.ref === void 0 || latest.ref === desired.ref);
    return fits && ["progress", "deployed"].includes((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(latest.status)) ? latest : void 0;
  }
  function inProgressWithoutCommit(desired, current) {
    const { latest } = current;
    if (desired.source !== "git_host" || desired.commit === void 0 || latest === void 0) return void 0;
    const fits = latest.commit === void 0 && (latest.ref ?? current.ref) === desired.ref;
    return fits && (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(latest.status) === "progress" ? latest : void 0;
  }
  function serves(revision, { activeRevisionId }) {
    return revision.id === activeRevisionId && (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(revision.status) === "deployed";
  }
  function refChange(desired, current) {
    const { active } = current;
    const sameRef = [current.ref, active?.ref].every((ref) => ref === void 0 || ref === desired.ref);
    const sameCommit = active !== void 0 && serves(active, current) && matchesOrigin(active, desired);
    if (sameRef && sameCommit && !doubtful(desired, current)) return void 0;
    return { field: fieldOf(desired), from: active === void 0 ? current.ref ?? null : at(active.ref ?? current.ref, active.commit), to: at(desired.ref, desired.commit), revision: true };
  }
  function imageChange(desired, current) {
    if (desired.imageUri === void 0) return void 0;
    const { active } = current;
    const same = active !== void 0 && serves(active, current) && matchesOrigin(active, desired) && (current.imageUri === void 0 || current.imageUri === desired.imageUri);
    if (same && !doubtful(desired, current)) return void 0;
    return { field: fieldOf(desired), from: active?.imageUri ?? current.imageUri ?? null, to: desired.imageUri, revision: true };
  }
  function sourceChange(desired, { active }) {
    const { archive, tarballPath } = desired;
    const to = archive === void 0 ? tarballPath ?? "the packed source" : describeArchive(archive);
    return { field: fieldOf(desired), from: active?.tarballPath ?? null, to, revision: true };
  }
  function describeArchive({ files, bytes, sha256, commit }) {
    const of = commit === void 0 ? "" : `, checkout of ${commit.slice(0, 7)}`;
    return `${files} files, ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_1__.z3)(bytes)}, sha256 ${sha256.slice(0, 12)}${of}`;
  }
  function doubtful(desired, current) {
    const { latest } = current;
    if (latest === void 0 || latest.id === current.activeRevisionId) return false;
    if (desired.secrets !== void 0 || desired.resourceSpec !== void 0) return true;
    return ["failed", "interrupted"].includes((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(latest.status)) && matchesOrigin(latest, desired);
  }
  function fieldOf(desired) {
    if (desired.source === "internal_source") return "source_revision_config.source_tarball_path";
    return `source_revision_config.${desired.source === "git_host" ? "repo_ref" : "image_uri"}`;
  }
  function at(ref, commit) {
    return `${ref ?? "?"} @ ${commit?.slice(0, 7) ?? "unknown commit"}`;
  }
  function imagesDiffer(one, other) {
    const [a, b] = [parse(one), parse(other)];
    const sameName = a.name === b.name || a.name.endsWith(`/${b.name}`) || b.name.endsWith(`/${a.name}`);
    if (!sameName) return true;
    if (a.digest !== void 0 && b.digest !== void 0) return a.digest !== b.digest;
    if (a.digest === void 0 && b.digest === void 0) return (a.tag ?? "latest") !== (b.tag ?? "latest");
    return a.tag !== void 0 && b.tag !== void 0 && a.tag !== b.tag;
  }
  function parse(reference) {
    const [, name = "", tag, digest] = /^(.*?)(?::([^:/@]+))?(?:@(.+))?$/.exec(reference) ?? [];
    return { name, tag, digest };
  }
}), 41966: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { b: () => makesRevision, m: () => sendsOrigin });
  function makesRevision(plan) {
    if (plan.kind === "create" || plan.kind === "redeploy") return true;
    return plan.kind === "patch" && plan.changes.some(({ revision }) => revision);
  }
  function sendsOrigin(plan) {
    if (plan.kind === "create" || plan.kind === "redeploy") return true;
    const sent = plan.kind === "patch" ? plan.body.source_revision_config : void 0;
    return Boolean(sent?.repo_ref ?? sent?.image_uri ?? sent?.source_tarball_path);
  }
}), 49733: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.r(__webpack_exports__);
  __webpack_require__.d(__webpack_exports__, { runPost: () => runPost, startPost: () => startPost });
  var node_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1708);
  var _clients_conceal_environment_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(10034);
  var _clients_load_transport_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(85143);
  var _github_published_state_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(21305);
  var _host_runner_host_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(26945);
  var _inputs_reader_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(40754);
  var _secret_masker_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(40962);
  var _report_markdown_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(76669);
  var _state_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(36638);
  var _text_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(77844);
  async function startPost() {
    (0, _clients_conceal_environment_js__WEBPACK_IMPORTED_MODULE_1__.D)();
    await runPost((0, _host_runner_host_js__WEBPACK_IMPORTED_MODULE_3__.d)(node_process__WEBPACK_IMPORTED_MODULE_0__.env));
  }
  async function runPost(plain) {
    const state = (0, _state_js__WEBPACK_IMPORTED_MODULE_6__.C)(plain.env);
    if (state === void 0) return;
    const reported = state.stage === "reported";
    if (reported && !(0, _github_published_state_js__WEBPACK_IMPORTED_MODULE_2__.u)(state.shown)) return;
    const { host, masker, redact } = (0, _secret_masker_js__WEBPACK_IMPORTED_MODULE_5__.y)(plain);
    masker.maskInputs(plain.env);
    const message = reported ? "See the run." : `The main phase ended before it could report. ${whatRemains(state)}`;
    if (!reported) await reportMissing(host, message);
    if ((0, _github_published_state_js__WEBPACK_IMPORTED_MODULE_2__.u)(state.shown)) await finish(host, state, message, redact);
  }
  async function reportMissing(host, message) {
    host.annotate({ level: "warning", title: "Agent Deploy: no report", message });
    try {
      await host.addSummary(`### \u26A0\uFE0F Agent Deploy: no report

${(0, _report_markdown_js__WEBPACK_IMPORTED_MODULE_7__.Hn)(message)}
`);
    } catch (error) {
      host.log(`The job summary could not be written: ${(0, _text_js__WEBPACK_IMPORTED_MODULE_8__.gJ)(error)}`);
    }
  }
  async function finish(host, state, message, redact) {
    const { env } = host;
    const token = (0, _inputs_reader_js__WEBPACK_IMPORTED_MODULE_4__.hc)(env)["github-token"];
    if (token === void 0) return;
    try {
      const [{ createTransport }, { openGitHub }, { finishOnGitHub }] = await Promise.all([(0, _clients_load_transport_js__WEBPACK_IMPORTED_MODULE_9__.s)(), Promise.all([__webpack_require__.e(875), __webpack_require__.e(326)]).then(__webpack_require__.bind(__webpack_require__, 73564)), Promise.all([__webpack_require__.e(875), __webpack_require__.e(326)]).then(__webpack_require__.bind(__webpack_require__, 93228))]);
      const transport = createTransport({ env, redact });
      try {
        const connection = await openGitHub({ token, env, transport, redact });
        if (connection === void 0) return;
        const failures = await finishOnGitHub(connection, { env, token, state, message });
        for (const failure of failures) host.log(`GitHub could not be told how the run ended: ${failure}`);
      } finally {
        await transport.close();
      }
    } catch (error) {
      host.log(`GitHub could not be told how the run ended: ${(0, _text_js__WEBPACK_IMPORTED_MODULE_8__.gJ)(error)}`);
    }
  }
  function whatRemains({ stage, deploymentName, deploymentId, revisionId }) {
    const deployment = deploymentId === void 0 ? "the deployment" : `${deploymentName ?? ""} (${deploymentId})`;
    switch (stage) {
      case "reading":
      case "reported":
        return "Nothing was sent.";
      case "uploading":
        return `The source of ${deployment} was being uploaded, and no revision of it was asked for; run again.`;
      case "writing":
        return `A change of ${deployment} was being sent; look whether it arrived, or run again.`;
      case "waiting":
        return `Revision ${revisionId ?? "(unknown)"} of ${deployment} may still be on its way; run again to wait for it.`;
    }
  }
}), 19687: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { Bg: () => commitUrl, Vp: () => runUrl, Zl: () => pullRequestLink, gi: () => leadsToRun, hO: () => readWorkflowRun, rT: () => troubleshootingLink });
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
    if (number === void 0 || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return void 0;
    return `${(env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, "")}/${repository}/pull/${number}`;
  }
  function readWorkflowRun(env) {
    return { serverUrl: (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, ""), repository: env["GITHUB_REPOSITORY"] ?? "", runId: env["GITHUB_RUN_ID"] ?? "", attempt: env["GITHUB_RUN_ATTEMPT"] || "1", sha: env["GITHUB_SHA"] || void 0, docsUrl: (reason) => troubleshootingLink(env, reason) };
  }
  function runUrl({ serverUrl, repository, runId, attempt }) {
    if (runId === "") return void 0;
    return `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${attempt}`;
  }
  function leadsToRun({ runId }, url) {
    if (runId === "" || url === void 0) return false;
    return `${url}/`.includes(`/actions/runs/${runId}/`);
  }
  function commitUrl({ serverUrl, repository }, commit) {
    return `${serverUrl}/${repository}/commit/${commit}`;
  }
}), 28254: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { HN: () => planLines, K8: () => SWEPT_DID, MM: () => planSummary, b: () => SWEPT_WHY, nV: () => formatAge, tG: () => sweptLines });
  var _plan_types_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(41966);
  function planLines(plan) {
    return [...plan.changes.map(changeLine), ...refusalLines(plan), planSummary(plan)];
  }
  function planSummary(plan) {
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
    if (plan.kind !== "refused") return [];
    return plan.refusals.map(({ path, message, hint }) => `! ${path}: ${message}. ${hint}`);
  }
  function changeLine({ field, from, to, revision }) {
    const makes = revision ? "  (makes a revision)" : "";
    if (from === null) return `+ ${field}: ${to ?? ""}`;
    if (to === null) return `- ${field}: ${from}${makes}`;
    return `~ ${field}: ${from} -> ${to}${makes}`;
  }
  const SWEPT_WHY = { "pull-request-closed": "its pull request is closed", "too-old": "older than preview-ttl", unknown: "what became of its pull request is not known" };
  const SWEPT_DID = { deleted: "deleted", "would-delete": "would be deleted", left: "left", failed: "failed" };
  function sweptLines(swept) {
    const rows = swept.map(({ name, of, why, did }) => [name, of, SWEPT_WHY[why], SWEPT_DID[did]]);
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    return rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
  }
  function formatAge(ms) {
    const hours = Math.floor(Math.max(0, ms) / 36e5);
    const days = Math.floor(hours / 24);
    return days === 0 ? `${hours}h` : `${days}d ${hours % 24}h`;
  }
}), 76669: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { Hn: () => cell, OF: () => fenced, Pl: () => safeUrl, il: () => agentAddress, ml: () => shorten, tp: () => table, wi: () => inertLines });
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
    if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > URL_MAX) return void 0;
    return /[\s<>()]/.test(url.href) ? void 0 : url.href;
  }
  function agentAddress(text, serverUrl) {
    const href = safeUrl(text)?.replaceAll("|", "%7C");
    if (href === void 0) return void 0;
    const { host, hostname, username, password } = new URL(href);
    const onGitHub = host === URL.parse(serverUrl)?.host || /(^|\.)(github\.com|ghe\.com)$/.test(hostname);
    return onGitHub || username !== "" || password !== "" ? cell(href) : `<${href}>`;
  }
  function shorten(text, most) {
    if (text.length <= most) return text;
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
    if (mark === "@") return "&#64;&#8203;";
    return mark === "`" ? "\u02CB" : `&#${mark.charCodeAt(0)};`;
  }
  function inertRun(run) {
    let [from, to] = [0, run.length];
    while (from < to && OPENING.includes(run.charAt(from))) from += 1;
    while (to > from && CLOSING.includes(run.charAt(to - 1))) to -= 1;
    const [before, core, after] = [run.slice(0, from), run.slice(from, to), run.slice(to)];
    return core === "" || isInert(core, after) ? run : `${before}\`${core}\`${after}`;
  }
  function isInert(core, after) {
    if (/^[–—·→\p{Extended_Pictographic}\ufe0f]+$/u.test(core)) return true;
    if (/^\d{1,6}(?:[.,]\d{1,3})?(?:ms|[smhd%])?$/.test(core)) return !after.startsWith(".");
    if (!new RegExp("^(?:\\p{L}\\p{M}*)+(?:['\u2019](?:\\p{L}\\p{M}*)+)*$", "u").test(core) && !/^[a-z]+(?:-[a-z]+)+$/.test(core)) {
      return false;
    }
    return !/(?<![a-z])[a-f]{7,}(?![a-z])/i.test(core);
  }
}), 29192: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { Yz: () => outputsOf, xb: () => verifyOutputsOf });
  var _plan_types_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(41966);
  var _verify_result_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63676);
  const OUTPUTS = null;
  function outputsOf(outcome, record, now) {
    return { outcome: outcome.kind, "reason-code": outcome.reason, "deployment-id": record.deployment?.id ?? "", "deployment-name": record.deployment?.name ?? "", "deployment-url": record.deployment?.url ?? "", "revision-id": record.revision?.id ?? "", "previous-revision-id": record.previousRevisionId ?? "", "revision-status": record.revision?.status ?? "", "commit-sha": record.revision?.commit ?? record.commit ?? "", created: String(record.created), changed: String(record.changed), "rollback-revision-id": record.rollback?.revisionId ?? "", verified: record.verification === void 0 ? "" : String((0, _verify_result_js__WEBPACK_IMPORTED_MODULE_0__.OE)(record.verification)), "plan-id": record.planId ?? "", plan: record.plan === void 0 ? "" : JSON.stringify(planJson(record.plan)), "pull-request": record.pullRequest === void 0 ? "" : String(record.pullRequest), swept: record.swept === void 0 ? "" : JSON.stringify({ previews: record.swept }), "github-deployment-id": record.github.deploymentId === void 0 ? "" : String(record.github.deploymentId), "comment-id": record.github.commentId === void 0 ? "" : String(record.github.commentId), "duration-seconds": secondsOf(record, now), result: JSON.stringify(resultJson(outcome, record, now)) };
  }
  const VERIFY_OUTPUTS = null;
  function verifyOutputsOf(outcome, record, now) {
    const { verification, deployment } = record;
    const results = verification?.results ?? [];
    const shown = verification && (0, _verify_result_js__WEBPACK_IMPORTED_MODULE_0__.V8)(verification);
    return { verified: String(verification !== void 0 && (0, _verify_result_js__WEBPACK_IMPORTED_MODULE_0__.OE)(verification)), outcome: outcome.kind, "reason-code": outcome.reason, cases: String(results.length), passed: String(results.filter(({ result }) => result === "passed").length), "thread-id": shown?.threadId ?? "", "run-id": shown?.runId ?? "", "deployment-id": deployment?.id ?? "", "deployment-url": record.agentUrl ?? deployment?.url ?? "", "revision-id": verification?.revisionId ?? "", "duration-seconds": secondsOf(record, now), result: JSON.stringify(resultJson(outcome, record, now)) };
  }
  function secondsOf(record, now) {
    return String(Math.round(Math.max(0, now - record.startedAt) / 100) / 10);
  }
  function resultJson(outcome, record, now) {
    const { deployment, revision, plan } = record;
    return { schema_version: 1, outcome: outcome.kind, reason_code: outcome.reason, message: outcome.message, deployment: deployment ? { id: deployment.id, name: deployment.name, url: deployment.url ?? null } : null, revision: revision ? { id: revision.id, status: revision.status, commit_sha: revision.commit ?? null } : null, previous_revision_id: record.previousRevisionId ?? null, wanted_commit_sha: record.commit ?? null, source: record.source ? sourceJson(record.source) : null, created: record.created, changed: record.changed, duration_seconds: seconds(Math.max(0, now - record.startedAt)), rollback: record.rollback ? { revision_id: record.rollback.revisionId ?? null, target_revision_id: record.rollback.targetId, after: record.rollback.after ?? null } : null, pull_request: record.pullRequest ?? null, plan_id: record.planId ?? null, plan: plan ? planJson(plan) : null, swept: record.swept ?? null, verification: record.verification ? verificationJson(record.verification) : null, github: { deployment_id: record.github.deploymentId ?? null, comment_id: record.github.commentId ?? null }, timeline: record.timeline.map(({ status, startMs, endMs }) => ({ status, start_seconds: seconds(startMs), seconds: endMs === void 0 ? null : seconds(endMs - startMs) })) };
  }
  function planJson(plan) {
    return { kind: plan.kind, makes_revision: (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_1__.b)(plan), changes: plan.changes.map(({ field, from, to, revision }) => ({ field, from, to, makes_revision: revision })) };
  }
  function sourceJson({ files, bytes, sha256, commit, path }) {
    return { files, bytes, sha256, commit_sha: commit ?? null, object_path: path ?? null };
  }
  function verificationJson(verified) {
    return { verified: (0, _verify_result_js__WEBPACK_IMPORTED_MODULE_0__.OE)(verified), revision_id: verified.revisionId ?? null, cases: verified.results.map(({ name, result, why, tookMs, threadId, runId }) => ({ name, result, why, seconds: seconds(tookMs), thread_id: threadId ?? null, run_id: runId ?? null })) };
  }
  function seconds(ms) {
    return Math.round(ms / 100) / 10;
  }
}), 4546: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { a5: () => redactReport, z8: () => report });
  var _text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(77844);
  var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(96043);
  var _state_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(36638);
  var _verify_result_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(63676);
  var _links_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(19687);
  var _outputs_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(29192);
  async function report(host, outcome, record, context) {
    const { policy, display, now, redact } = context;
    const severity = (0, _outcome_js__WEBPACK_IMPORTED_MODULE_0__.xJ)(outcome.kind, policy);
    await attempt(host, "outputs", () => setOutputs(host, (context.outputsOf ?? _outputs_js__WEBPACK_IMPORTED_MODULE_3__.Yz)(outcome, record, now)));
    const shown = redactReport(outcome, record, redact);
    const help = (0, _links_js__WEBPACK_IMPORTED_MODULE_4__.rT)(host.env, outcome.reason);
    const annotation = display.annotations ? annotationOf(shown.outcome, severity, shown.record, help) : void 0;
    if (annotation !== void 0) host.annotate(annotation);
    else for (const line of outcome.message.split("\n")) host.log(line);
    host.log(`Outcome: ${outcome.kind} (${outcome.reason})`);
    if (severity !== "fine") host.log(`What to do: ${help}`);
    if (record.deployment?.url !== void 0) host.log(`Agent: ${record.deployment.url}`);
    if (display.summary) {
      await attempt(host, "job summary", async () => {
        const { summaryOf } = await Promise.all([__webpack_require__.e(887), __webpack_require__.e(944)]).then(__webpack_require__.bind(__webpack_require__, 22002));
        const pullUrl = (0, _links_js__WEBPACK_IMPORTED_MODULE_4__.Zl)(host.env, record.pullRequest);
        const serverUrl = host.env["GITHUB_SERVER_URL"];
        const context2 = { now, help, pullUrl, serverUrl };
        await host.addSummary(summaryOf(shown.outcome, severity, shown.record, context2));
      });
    }
    record.stage = "reported";
    await attempt(host, "state", () => (0, _state_js__WEBPACK_IMPORTED_MODULE_1__.L)(host, record));
    return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_0__.FO)(outcome.kind, policy);
  }
  async function setOutputs(host, outputs) {
    const errors = [];
    for (const [name, value] of Object.entries(outputs)) {
      try {
        await host.setOutput(name, value);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
  async function attempt(host, what, work) {
    try {
      await work();
    } catch (error) {
      host.log(`The ${what} could not be written: ${(0, _text_js__WEBPACK_IMPORTED_MODULE_5__.gJ)(error)}`);
    }
  }
  const MAX_LINES = 10;
  const MAX_CHARACTERS = 4e3;
  function annotationOf(outcome, severity, record, help) {
    if (severity === "fine") return void 0;
    const checks = record.verification ? (0, _verify_result_js__WEBPACK_IMPORTED_MODULE_2__.w7)(record.verification).slice(0, MAX_LINES) : [];
    const tail = record.logTail?.lines.slice(-MAX_LINES) ?? checks;
    const text = [outcome.message, ...tail.length > 0 ? ["", ...tail] : []].join("\n");
    return { level: severity, title: `Agent Deploy: ${outcome.kind} (${outcome.reason})`, message: `${text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\u2026` : text}

What to do: ${help}` };
  }
  function redactReport(outcome, record, hide) {
    const redact = (text) => (0, _text_js__WEBPACK_IMPORTED_MODULE_5__.ml)(hide(text), _text_js__WEBPACK_IMPORTED_MODULE_5__.DE);
    const { deployment, revision, plan, timeline, logTail, swept, earlier, verification } = record;
    const some = (text) => text ? redact(text) : text;
    return { outcome: { ...outcome, message: (0, _text_js__WEBPACK_IMPORTED_MODULE_5__.ml)(hide(outcome.message), _text_js__WEBPACK_IMPORTED_MODULE_5__.FV) }, record: { ...record, deployment: deployment && { id: redact(deployment.id), name: redact(deployment.name), url: some(deployment.url) }, revision: revision && { ...revision, id: redact(revision.id), status: redact(revision.status), commit: some(revision.commit) }, plan: plan && { ...plan, changes: plan.changes.map((change) => ({ ...change, from: some(change.from), to: some(change.to) })) }, timeline: timeline.map((span) => ({ ...span, status: redact(span.status) })), earlier: earlier.map((one) => ({ ...one, id: redact(one.id), commit: some(one.commit) })), swept: swept?.map((one) => ({ ...one, name: redact(one.name), of: redact(one.of) })), agentUrl: some(record.agentUrl), verification: verification && { revisionId: some(verification.revisionId), results: verification.results.map((one) => ({ ...one, name: redact(one.name), why: one.why.map(redact) })) }, logTail: logTail && { ...logTail, lines: hide(logTail.lines.join("\n")).split("\n").map((line) => (0, _text_js__WEBPACK_IMPORTED_MODULE_5__.ml)(line, _text_js__WEBPACK_IMPORTED_MODULE_5__.DE)) } } };
  }
}), 22002: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { summaryOf: () => summaryOf });
  var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(83889);
  var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(96043);
  var _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(23001);
  var _run_record_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(758);
  var _log_lines_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(28254);
  var _markdown_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76669);
  const ICONS = { fine: "\u2705", warning: "\u26A0\uFE0F", error: "\u274C" };
  const CHECK_ICONS = { passed: "\u2705", failed: "\u274C", "timed-out": "\u231B", impossible: "\u26A0\uFE0F", skipped: "\u23ED\uFE0F" };
  const MAX_CHARACTERS = 25e4;
  const MESSAGE_MAX = 2e4;
  const NAME_MAX = 200;
  function summaryOf(outcome, severity, record, { now, help, pullUrl, serverUrl = "https://github.com" }) {
    const name = record.deployment?.name;
    const parts = [`### ${ICONS[severity]} Agent Deploy: ${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.Hn)(outcome.kind)}${name === void 0 ? "" : ` \u2013 ${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.Hn)((0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.ml)(name, NAME_MAX))}`}`, (0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.wi)((0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.ml)(outcome.message, MESSAGE_MAX)), severity === "fine" ? "" : whatToDo(help), statusTable(outcome, record, now), links(record, pullUrl, serverUrl), checksPart(record), planPart(record), sweptPart(record), rolloutPart(record), record.logTail ? `<details open><summary>End of the ${record.logTail.kind} log</summary>

${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.OF)(record.logTail.lines)}

</details>` : ""].filter((part) => part !== "");
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
    const url = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.Pl)(help);
    return url === void 0 ? `What to do: \`${help}\`` : `[What to do](<${url}>)`;
  }
  function statusTable(outcome, record, now) {
    const { deployment, revision } = record;
    const meaning = reasonText(outcome);
    const rows2 = [["Outcome", `${outcome.kind} (${outcome.reason})`], ["Meaning", meaning], ["Deployment", deployment && `${deployment.name} (${deployment.id})`], ["Revision", revision && `${revision.id}: ${revision.status}`], ["Before", record.previousRevisionId], ["Rollback", rollbackText(record)], ["Commit", revision?.commit ?? record.commit], ["Source", record.source && (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.SH)(record.source)], ["Took", (0, _run_record_js__WEBPACK_IMPORTED_MODULE_4__.a3)(now - record.startedAt)]];
    return (0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.tp)(["", ""], rows2.flatMap(([label2, value]) => value ? [[label2, value]] : []));
  }
  function reasonText(outcome) {
    const reasons = _outcome_js__WEBPACK_IMPORTED_MODULE_0__.ez[outcome.kind];
    return reasons[outcome.reason] ?? "";
  }
  function links(record, pullUrl, serverUrl) {
    const agent = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.il)(record.agentUrl ?? record.deployment?.url, serverUrl);
    const pull = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.Pl)(pullUrl);
    return [agent && `Agent: ${agent}`, pull && `Pull request: [#${record.pullRequest}](<${pull}>)`].filter(Boolean).join("<br>");
  }
  function rollbackText({ rollback }) {
    if (rollback === void 0) return void 0;
    const { targetId, revisionId, after } = rollback;
    const made = revisionId === void 0 ? "" : `, as revision ${revisionId}`;
    return `to ${targetId}${made}${after === void 0 ? "" : `, after ${after}`}`;
  }
  function sweptPart({ swept }) {
    if (swept === void 0 || swept.length === 0) return "";
    const rows2 = swept.map(({ name, of, why, did }) => [name, of, _log_lines_js__WEBPACK_IMPORTED_MODULE_1__.b[why], _log_lines_js__WEBPACK_IMPORTED_MODULE_1__.K8[did]]);
    return `#### Previews

${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.tp)(["Preview", "Of", "Why", "What was done"], rows2)}`;
  }
  function planPart({ plan }) {
    if (plan === void 0 || plan.changes.length === 0) return "";
    const rows2 = plan.changes.map(({ field, from, to, revision }) => [field, from ?? "\u2013", to ?? "\u2013", revision ? "yes" : "no"]);
    return `#### Plan

${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.tp)(["Field", "Before", "After", "Makes a revision"], rows2)}

${(0, _log_lines_js__WEBPACK_IMPORTED_MODULE_1__.MM)(plan)}`;
  }
  const MOST_CHARACTERS = 1e3;
  function checksPart({ verification }) {
    if (verification === void 0) return "";
    const rows2 = verification.results.map(({ name, result, tookMs, why }) => [name, `${CHECK_ICONS[result]} ${result}`, result === "skipped" ? "\u2013" : (0, _run_record_js__WEBPACK_IMPORTED_MODULE_4__.a3)(tookMs), why.join(" \xB7 ").slice(0, MOST_CHARACTERS)]);
    return `#### Checks

${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.tp)(["Check", "Result", "Took", "Why"], rows2)}`;
  }
  const BAR_WIDTH = 24;
  const MOST_ROWS = 60;
  const MOST_EARLIER = 5;
  function rolloutPart({ timeline, revision, ...record }) {
    if (timeline.length === 0) return "";
    const earlier = record.earlier.filter(({ id: id2 }) => id2 !== revision?.id);
    const totalMs = timeline.at(-1)?.endMs ?? 0;
    const parts = ["#### Timeline", ganttOf(timeline, earlier), (0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.tp)(["Phase", "From", "Lasted", ""], rows(timeline, Math.max(1, totalMs))), `In all ${(0, _run_record_js__WEBPACK_IMPORTED_MODULE_4__.a3)(totalMs)}, since the run began to wait.`, comparison(totalMs, earlier)];
    return parts.filter((part) => part !== void 0).join("\n\n");
  }
  function rows(timeline, totalMs) {
    const shown = timeline.slice(0, MOST_ROWS).map((span) => [span.status, (0, _run_record_js__WEBPACK_IMPORTED_MODULE_4__.a3)(span.startMs), lasted(span), bar(span, totalMs)]);
    const left = timeline.length - shown.length;
    return left > 0 ? [...shown, [`\u2026 and ${left} more`, "", "", ""]] : shown;
  }
  function comparison(totalMs, earlier) {
    if (earlier.length === 0) return void 0;
    const body = earlier.slice(0, MOST_EARLIER).map(({ id: id2, commit, tookMs }) => [id2, commit?.slice(0, 7) ?? "\u2013", (0, _run_record_js__WEBPACK_IMPORTED_MODULE_4__.a3)(tookMs), difference(totalMs - tookMs)]);
    const head = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_2__.tp)(["Earlier revision", "Commit", "Took in all", "This one"], body);
    return `${head}

Of earlier revisions the service tells when they were made and last changed, but not their phases.`;
  }
  function difference(ms) {
    if (Math.abs(ms) < 1e3) return "as long";
    return ms > 0 ? `${(0, _run_record_js__WEBPACK_IMPORTED_MODULE_4__.a3)(ms)} longer` : `${(0, _run_record_js__WEBPACK_IMPORTED_MODULE_4__.a3)(-ms)} shorter`;
  }
  function lasted({ startMs, endMs }) {
    return endMs === void 0 ? "\u2026" : (0, _run_record_js__WEBPACK_IMPORTED_MODULE_4__.a3)(endMs - startMs);
  }
  function bar({ startMs, endMs }, totalMs) {
    const from = Math.min(BAR_WIDTH - 1, Math.floor(startMs / totalMs * BAR_WIDTH));
    const to = Math.min(BAR_WIDTH, Math.max(from + 1, Math.round((endMs ?? totalMs) / totalMs * BAR_WIDTH)));
    return "\u2591".repeat(from) + "\u2588".repeat(to - from) + "\u2591".repeat(BAR_WIDTH - to);
  }
  const DAY_MS = 24 * 60 * 6e4;
  const MOST_SPANS = 40;
  const MOST_EARLIER_BARS = 3;
  function ganttOf(timeline, earlier) {
    const known = earlier.slice(0, MOST_EARLIER_BARS);
    const longest = Math.max(timeline.at(-1)?.endMs ?? 0, ...known.map(({ tookMs }) => tookMs));
    if (timeline.length === 0 || longest >= DAY_MS) return void 0;
    const lines = ["gantt", "  dateFormat HH:mm:ss.SSS", `  axisFormat ${longest >= 60 * 6e4 ? "%H:%M" : "%M:%S"}`, "  todayMarker off", "  section This revision", ...timeline.slice(0, MOST_SPANS).map((span, index) => phaseLine(span, index + 1)), ...known.length > 0 ? ["  section Earlier ones"] : [], ...known.map(({ id: id2, commit, tookMs }, index) => `  ${index + 1}. ${label(commit?.slice(0, 7) ?? id2.slice(0, 8))} ${(0, _run_record_js__WEBPACK_IMPORTED_MODULE_4__.a3)(tookMs)} :done, e${index + 1}, ${clock(0)}, ${clock(tookMs)}`)];
    return `\`\`\`mermaid
${lines.join("\n")}
\`\`\``;
  }
  function phaseLine({ status, startMs, endMs = startMs }, number) {
    const lasted2 = Math.round(endMs) - Math.round(startMs);
    const failed = ["failed", "interrupted"].includes((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__.BE)(status));
    const mark = lasted2 <= 0 ? "milestone" : failed ? "crit" : "active";
    const until = lasted2 <= 0 ? "0s" : clock(endMs);
    return `  ${number}. ${label(status)} ${(0, _run_record_js__WEBPACK_IMPORTED_MODULE_4__.a3)(lasted2)} :${mark}, p${number}, ${clock(startMs)}, ${until}`;
  }
  function label(text) {
    const plain = text.replaceAll(/[^\p{L}\p{N}_.-]+/gu, " ").trim();
    return plain === "" ? "?" : plain.slice(0, 40);
  }
  function clock(ms) {
    return new Date(Math.max(0, Math.round(ms))).toISOString().slice(11, 23);
  }
}), 758: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { D0: () => createRunRecord, a3: () => formatDuration, dO: () => recordRevision, gR: () => closeTimeline, su: () => addStatus });
  function createRunRecord(startedAt) {
    return { pullRequest: void 0, planId: void 0, rollback: void 0, swept: void 0, retired: [], github: { deploymentId: void 0, commentId: void 0, shown: void 0 }, startedAt, stage: "reading", name: void 0, deployment: void 0, revision: void 0, ownRevisionId: void 0, previousRevisionId: void 0, commit: void 0, source: void 0, created: false, changed: false, plan: void 0, timeline: [], prediction: void 0, earlier: [], verification: void 0, agentUrl: void 0, logTail: void 0 };
  }
  function recordRevision(record, view) {
    record.revision = { id: view.id, status: view.status, commit: view.commit };
  }
  function addStatus(timeline, status, atMs) {
    const last = timeline.at(-1);
    if (last === void 0) return [{ status, startMs: atMs, endMs: void 0 }];
    if (last.status === status) return [...timeline];
    return [...timeline.slice(0, -1), { ...last, endMs: atMs }, { status, startMs: atMs, endMs: void 0 }];
  }
  function closeTimeline(timeline, atMs) {
    return timeline.map((span) => ({ ...span, endMs: span.endMs ?? Math.max(atMs, span.startMs) }));
  }
  function formatDuration(ms) {
    if (ms < 1e3) return `${(Math.max(0, ms) / 1e3).toFixed(1)}s`;
    const seconds = Math.round(ms / 1e3);
    if (seconds < 60) return `${seconds}s`;
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, "0")}s`;
    return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, "0")}m`;
  }
}), 40962: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { y: () => redactRunner });
  var network_environment = __webpack_require__(65393);
  var classify = __webpack_require__(71774);
  var decodings = __webpack_require__(53644);
  var secret_parts = __webpack_require__(25359);
  var spellings = __webpack_require__(50745);
  ;
  const SHORTEST_MATCH = 3;
  const BUCKETS = 65536;
  function createTextMatcher() {
    const root = { edge: "", isEnd: false, children: void 0 };
    const begins = new Uint8Array(BUCKETS);
    let size = 0;
    return { get size() {
      return size;
    }, add(text) {
      if (text.length < SHORTEST_MATCH) {
        throw new RangeError(`a known text has at least ${SHORTEST_MATCH} characters`);
      }
      if (!insert(root, text)) return;
      begins[bucket(text, 0)] = 1;
      size += 1;
    }, has: (text) => text.length >= SHORTEST_MATCH && endOfLongest(root, text, 0) === text.length, endOfLongest: (line, at) => begins[bucket(line, at)] === 0 ? -1 : endOfLongest(root, line, at) };
  }
  function insert(root, text) {
    let node = root;
    let at = 0;
    while (at < text.length) {
      const first = text.charCodeAt(at);
      const child = node.children?.get(first);
      if (child === void 0) {
        const leaf = { edge: text.slice(at), isEnd: true, children: void 0 };
        (node.children ??= /* @__PURE__ */ new Map()).set(first, leaf);
        return true;
      }
      const shared = sharedLength(child.edge, text, at);
      if (shared < child.edge.length) split(child, shared);
      node = child;
      at += shared;
    }
    const isNew = !node.isEnd;
    node.isEnd = true;
    return isNew;
  }
  function sharedLength(edge, text, at) {
    const most = Math.min(edge.length, text.length - at);
    let length = 0;
    while (length < most && edge.charCodeAt(length) === text.charCodeAt(at + length)) length += 1;
    return length;
  }
  function split(node, length) {
    const lower = { edge: node.edge.slice(length), isEnd: node.isEnd, children: node.children };
    node.edge = node.edge.slice(0, length);
    node.isEnd = false;
    node.children = /* @__PURE__ */ new Map([[lower.edge.charCodeAt(0), lower]]);
  }
  function endOfLongest(root, line, from) {
    let found = -1;
    let at = from;
    let node = root;
    while (node !== void 0) {
      if (node.isEnd) found = at;
      const child = node.children?.get(line.charCodeAt(at));
      if (child === void 0 || !line.startsWith(child.edge, at)) break;
      at += child.edge.length;
      node = child;
    }
    return found;
  }
  function bucket(text, at) {
    const mixed = text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2);
    return mixed % BUCKETS;
  }
  ;
  const MASK = "***";
  const SHORTEST_JOINED = 8;
  function createRedactor(values = []) {
    const known = /* @__PURE__ */ new Map();
    const matcher = createTextMatcher();
    const kept = createTextMatcher();
    const identifiers = /* @__PURE__ */ new Set();
    const add = (text) => {
      if (!(0, classify.h_)(text) || identifiers.has(text.toLowerCase())) return false;
      for (const form of (0, spellings.c)(text)) if (form.length >= SHORTEST_MATCH) matcher.add(form);
      return true;
    };
    const learnTexts = (value, name = "") => {
      const key = `${name}=${value}`;
      const before = known.get(key);
      if (before !== void 0) return before;
      const texts = /* @__PURE__ */ new Set([value, value.trim(), ...(0, classify._o)(value), ...(0, secret_parts.u)(value, name)]);
      const masked = [...texts].filter(add);
      known.set(key, masked);
      return masked;
    };
    const redactor = { addSecret: (value, name) => learnTexts(value, name).length > 0, addSecretTexts: learnTexts, addExact: (text) => void add(text), keepReadable(texts) {
      for (const text of texts) {
        if (text.length < SHORTEST_MATCH) continue;
        identifiers.add(text.toLowerCase());
        kept.add(text);
      }
    }, redact(text) {
      if (matcher.size === 0) return text;
      const found = (0, decodings.L)(text).flatMap((reading) => rangesIn(reading, matcher));
      if (found.length === 0) return text;
      const ours = kept.size === 0 ? [] : wholeWords(text, kept);
      return mask(text, found.filter(([start, end]) => !ours.some(([from, to]) => start >= from && end <= to)));
    } };
    for (const value of values) redactor.addSecret(value);
    return redactor;
  }
  function rangesIn({ text, places, isJoined }, matcher) {
    const found = [];
    for (let at = 0; at + SHORTEST_MATCH <= text.length; at += 1) {
      const end = matcher.endOfLongest(text, at);
      if (end === -1 || isJoined && end - at < SHORTEST_JOINED) continue;
      found.push(places === void 0 ? [at, end] : [places.starts[at] ?? 0, places.ends[end - 1] ?? 0]);
    }
    return found;
  }
  function wholeWords(text, kept) {
    return rangesIn({ text, places: void 0, isJoined: false }, kept).filter(([start, end]) => !/\w/.test(text[start - 1] ?? "") && !/\w/.test(text[end] ?? ""));
  }
  function mask(text, found) {
    let result = "";
    let done = 0;
    for (const [start, end] of found.toSorted(([a], [b]) => a - b)) {
      if (end <= done) continue;
      if (start >= done && !(start === done && done > 0)) result += text.slice(done, start) + MASK;
      done = end;
    }
    return result + text.slice(done);
  }
  var outcome = __webpack_require__(96043);
  var action_text = __webpack_require__(77844);
  ;
  const SUMMARY_MAX = 25e4;
  function createRedactingHost(host, redactor) {
    const redact = (text) => (0, action_text.ml)(redactor.redact(text), action_text.FV);
    return { env: host.env, readFile: (path) => host.readFile(path), mask: (text) => host.mask(text), log: (line) => host.log(redact(line)), startGroup: (title) => host.startGroup(redact(title)), endGroup: () => host.endGroup(), annotate: ({ level, title, message }) => host.annotate({ level, title: redact(title), message: redact(message) }), setOutput: async (name, value) => {
      const told = redactValue(value, redact);
      if (told !== value && parseObject(value) === void 0) {
        host.log(`The output ${name} holds a value that is masked, so it is given with stars.`);
      }
      await host.setOutput(name, told);
    }, saveState: (name, value) => host.saveState(name, redactValue(value, redact)), addSummary: (markdown) => host.addSummary((0, action_text.ml)(redactor.redact(markdown), SUMMARY_MAX)) };
  }
  function redactValue(value, redact) {
    const json = parseObject(value);
    if (json === void 0) return isOpen(value) ? value : redact(value);
    return JSON.stringify(json, (_key, part) => typeof part === "string" && !isOpen(part) ? redact(part) : part);
  }
  function parseObject(text) {
    if (!text.startsWith("{")) return void 0;
    try {
      return JSON.parse(text);
    } catch {
      return void 0;
    }
  }
  const WORDS = /* @__PURE__ */ new Set(["reading", "uploading", "writing", "waiting", "reported", ...Object.entries(outcome.ez).flatMap(([kind, reasons]) => [kind, ...Object.keys(reasons)])]);
  const MADE_UP = /^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9]+(\.[0-9]+)?)$/;
  function isOpen(text) {
    return text === "true" || text === "false" || WORDS.has(text) || MADE_UP.test(text);
  }
  var inputs_secrets = __webpack_require__(54476);
  var reader = __webpack_require__(40754);
  ;
  function redactRunner(runner) {
    const redactor = createRedactor();
    const host = createRedactingHost(runner, redactor);
    const redact = (text) => redactor.redact(text);
    return { host, redactor, redact, masker: createSecretMasker(host, redactor) };
  }
  const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  function createSecretMasker(host, redactor) {
    const masked = /* @__PURE__ */ new Set();
    const identifiers = /* @__PURE__ */ new Map();
    const readable = /* @__PURE__ */ new Map();
    const placeOf = (text) => {
      const same = identifiers.get(text);
      if (same !== void 0) return same.where;
      for (const [identifier, { where, isName }] of identifiers) {
        if (isName && text.length >= classify.c3 && identifier.includes(text)) return where;
      }
      return void 0;
    };
    const secret = (value, name) => {
      const texts = redactor.addSecretTexts(value, name);
      const place = placeOf(value.trim());
      if (place !== void 0 && name !== void 0) readable.set(name, place);
      for (const text of texts) {
        if (/[\r\n]/.test(text) || text !== text.trim() || masked.has(text)) continue;
        if (placeOf(text) !== void 0) continue;
        masked.add(text);
        host.mask(text);
      }
    };
    const values = (list) => {
      for (const value of list) redactor.addSecret(value);
    };
    const keep = (env, raw, never, event) => {
      for (const [text, found] of (0, inputs_secrets.Sd)(env, raw, event)) {
        if (!never.some((one) => one !== void 0 && text.includes(one))) identifiers.set(text, found);
      }
      redactor.keepReadable(identifiers.keys());
    };
    return { maskInputs: (env, event) => {
      const raw = (0, reader.hc)(env);
      const { "api-key": apiKey, "github-token": token, secrets } = raw;
      keep(env, raw, [apiKey, token], event);
      for (const value of [apiKey, token]) if (value !== void 0) secret(value);
      for (const { name, text } of (0, inputs_secrets.yR)(secrets ?? "")) secret(text, name);
      values((0, network_environment.Wm)((0, network_environment.EM)(env)));
    }, keepReadable: keep, maskSettings: (settings) => {
      if (!("desired" in settings)) return;
      values((0, inputs_secrets.sC)(settings.desired.resourceSpec));
    }, maskSecret: secret, maskSignedUrl: (address, signing) => {
      host.mask(address);
      redactor.addExact(address);
      const url = URL.parse(address);
      if (url !== null) redactor.addExact(`${url.pathname}${url.search}`);
      values(signing);
    }, redactValues: values, keepIds: (ids2) => {
      for (const id2 of ids2) {
        if (!id2 || !UUID.test(id2) || redactor.redact(id2) !== id2) continue;
        identifiers.set(id2, { where: "an ID of the service", isName: false });
        redactor.keepReadable([id2]);
      }
    }, warnings: () => {
      if (readable.size === 0) return [];
      const names = [...readable].map(([name, where]) => `${name} (in ${where})`).join(", ");
      return [{ path: "secrets", message: `not masked, because it stands in a name that outputs and comments need readable: ${names}`, hint: "If it is a secret, choose another value; a name is no secret." }];
    } };
  }
}), 99600: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.r(__webpack_exports__);
  __webpack_require__.d(__webpack_exports__, { startDeploy: () => startDeploy, startSandbox: () => startSandbox, startSandboxPost: () => startSandboxPost, startVerify: () => startVerify });
  var external_node_process_ = __webpack_require__(1708);
  var errors = __webpack_require__(65292);
  var load_transport = __webpack_require__(85143);
  var memoize = __webpack_require__(57835);
  var client = __webpack_require__(73564);
  ;
  const connectHttp = async (options) => {
    const { settings, env, clock, redact, log, readDeadline } = options;
    const [{ createTransport }, { createControlPlane }] = await Promise.all([(0, load_transport.s)(), Promise.all([__webpack_require__.e(410), __webpack_require__.e(523), __webpack_require__.e(995), __webpack_require__.e(98)]).then(__webpack_require__.bind(__webpack_require__, 82749))]);
    const transport = createTransport({ env, clock, redact, attemptTimeoutMs: settings.requestTimeoutMs, observe: ({ method, path, outcome: outcome2, retryInMs }) => {
      if (retryInMs === void 0) return;
      log(`${method} ${path}: ${outcome2}; trying again in ${(retryInMs / 1e3).toFixed(1)}s`);
    } });
    const controlPlane = createControlPlane({ transport, baseUrl: settings.endpoint.baseUrl, dialect: settings.endpoint.dialect, apiKey: settings.apiKey, workspaceId: settings.workspaceId, readDeadline, now: () => clock.now() });
    return { controlPlane, github: (0, memoize.T)(() => (0, client.openGitHub)({ token: settings.github.token, env, transport, redact })), probeStatus: createProbeStatus(transport), agentServer: async (baseUrl) => {
      const { createAgentServer } = await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 51364));
      const { apiKey, workspaceId, requestTimeoutMs } = settings;
      return createAgentServer({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
    }, close: () => transport.close() };
  };
  const LIMIT_MS = 5e3;
  function createProbeStatus(transport) {
    return async (url, signal) => {
      try {
        const call = { method: "GET", url: new URL(url), repeatable: false, tryTimeoutMs: LIMIT_MS };
        return (await transport.call({ ...call, signal })).status;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof errors.hD)) throw error;
        return error.status;
      }
    };
  }
  var runner_host = __webpack_require__(26945);
  var cancel = __webpack_require__(85981);
  var policy = __webpack_require__(91085);
  var action_text = __webpack_require__(77844);
  ;
  function createGitHubReporter(options) {
    const { settings, event, record, signal } = options;
    const limits = { ...client.GITHUB_LIMITS, ...options.limits };
    const stop = new AbortController();
    let last = Promise.resolve();
    let begun = false;
    const load = (0, memoize.T)(async () => {
      const connection = await options.github();
      if (connection === void 0) return void 0;
      const { createGitHubPublisher } = await Promise.all([__webpack_require__.e(875), __webpack_require__.e(326)]).then(__webpack_require__.bind(__webpack_require__, 18823));
      return createGitHubPublisher(connection, options, stop.signal, limits);
    });
    const tell = (work) => {
      last = last.then(async () => {
        const telling = await load();
        if (telling !== void 0) await work(telling);
      }).catch((error) => options.log(`GitHub was not told: ${(0, action_text.gJ)(error)}`));
    };
    const isDue = (outcome2) => {
      if (settings.dryRun) return false;
      if (begun || settings.github.deployment && record.retired.length > 0) return true;
      return (0, policy.Qw)(settings.verb, outcome2, begun) !== "leave" && (0, policy.Wb)(settings, event, record) !== void 0;
    };
    return { reportProgress() {
      if (settings.github.token === void 0 || !(0, policy.qJ)(settings, record)) return;
      if (!settings.github.deployment && (0, policy.Wb)(settings, event, record) === void 0) return;
      begun = true;
      tell((telling) => telling.publishStart());
    }, async reportOutcome(outcome2) {
      if (settings.github.token === void 0 || !isDue(outcome2)) return;
      tell((telling) => telling.publishEnd(outcome2));
      const inTime = await within(last, signal, limits);
      stop.abort(new Error("no time is left for GitHub"));
      const troubles = inTime ? (await load.current()?.catch(() => void 0))?.warnings() ?? [] : [LATE];
      for (const message of troubles) warn(options, message);
    } };
  }
  const LATE = "GitHub did not answer in time, so what it shows of this run may be old; the post step tries once more.";
  function warn({ host, annotations }, message) {
    if (annotations) host.annotate({ level: "warning", title: "Agent Deploy: GitHub", message });
    else host.log(message);
  }
  async function within(work, signal, limits) {
    const { promise, resolve } = Promise.withResolvers();
    const timers = [setTimeout(() => resolve(false), limits.finishTimeoutMs)];
    const hurry = () => void timers.push(setTimeout(() => resolve(false), limits.cancelTimeoutMs));
    if (signal.aborted) hurry();
    else signal.addEventListener("abort", hurry, { once: true });
    void work.then(() => resolve(true));
    try {
      return await promise;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener("abort", hurry);
    }
  }
  var reader = __webpack_require__(40754);
  var read = __webpack_require__(38152);
  var outcome = __webpack_require__(96043);
  var pipeline = __webpack_require__(69911);
  var secret_masker = __webpack_require__(40962);
  var inputs_secrets = __webpack_require__(54476);
  var hidden_value = __webpack_require__(30171);
  ;
  const SHORTEST_SIGNATURE = 20;
  function redactingControlPlane(controlPlane, { redactValues: hide, maskSignedUrl: signedAddress, keepIds: ids2 }, redact = (text) => text) {
    const short = (text) => text ? (0, action_text.QW)(text, redact) : text;
    const shortRevision = (revision) => ({ ...revision, status: (0, action_text.QW)(revision.status, redact), status_message: short(revision.status_message) });
    const seen = (deployment) => {
      ids2([deployment.id, deployment.latest_revision_id, deployment.active_revision_id]);
      const secrets = (deployment.secrets ?? []).filter(({ name }) => name !== inputs_secrets.yf);
      hide(secrets.flatMap(({ value }) => value && !(0, hidden_value.Nj)(value) ? [value] : []));
      hide((0, inputs_secrets.sC)(deployment.source_config?.["resource_spec"]));
      return { ...deployment, name: (0, action_text.QW)(deployment.name, redact), status: (0, action_text.QW)(deployment.status, redact), url: short(deployment.url) };
    };
    const signed = (answer) => {
      const query = URL.parse(answer.upload_url)?.searchParams.values() ?? [];
      signedAddress(answer.upload_url, [...query].filter(({ length }) => length >= SHORTEST_SIGNATURE));
      return answer;
    };
    return { ...controlPlane, uploadUrl: async (...args) => signed(await controlPlane.uploadUrl(...args)), getDeployment: async (...args) => seen(await controlPlane.getDeployment(...args)), findDeployments: async (...args) => (await controlPlane.findDeployments(...args)).map(seen), listDeployments: async (...args) => (await controlPlane.listDeployments(...args)).map(seen), createDeployment: async (...args) => seen(await controlPlane.createDeployment(...args)), patchDeployment: async (...args) => seen(await controlPlane.patchDeployment(...args)), getRevision: async (...args) => shortRevision(await controlPlane.getRevision(...args)), listRevisions: async (...args) => (await controlPlane.listRevisions(...args)).map(shortRevision), tailLog: async (...args) => (await controlPlane.tailLog(...args)).map((line) => ({ ...line, level: short(line.level), message: (0, action_text.QW)(line.message, redact) })), redeployRevision: async (...args) => seen(await controlPlane.redeployRevision(...args)) };
  }
  var outputs = __webpack_require__(29192);
  var report = __webpack_require__(4546);
  var run_record = __webpack_require__(758);
  var state = __webpack_require__(36638);
  ;
  function createLog(host) {
    let open = false;
    const close = () => {
      if (open) host.endGroup();
      open = false;
    };
    return { line: (text) => host.log(text), warn: (about, text) => host.annotate({ level: "warning", title: `Agent Deploy: ${about}`, message: text }), group: async (title, work) => {
      close();
      host.startGroup(title);
      open = true;
      try {
        return await work();
      } finally {
        close();
      }
    }, close };
  }
  ;
  async function runVerb(context) {
    const { settings } = context;
    switch (settings.verb) {
      case "deploy":
      case "plan":
        return (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(523), __webpack_require__.e(995), __webpack_require__.e(98)]).then(__webpack_require__.bind(__webpack_require__, 58147))).deploy({ ...context, settings });
      case "preview":
        return (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 3691))).preview({ ...context, settings });
      case "teardown":
        return (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 57422))).teardown({ ...context, settings });
      case "sweep":
        return (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 57900))).sweep({ ...context, settings });
      case "rollback":
        return (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 81922))).rollback({ ...context, settings });
      case "wait":
        return (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 35744))).wait({ ...context, settings });
      case "status":
        return (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 35744))).status({ ...context, settings });
      case "verify":
        return (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 51267))).verify({ ...context, settings });
    }
  }
  ;
  const DEPLOY_ACTION = { readInputs: read.Ko, toOutputs: outputs.Yz, needsRef: true };
  const VERIFY_ACTION = { readInputs: async (env) => (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 68736))).readVerifyInputs(env), toOutputs: outputs.xb, needsRef: false };
  async function runMain(dependencies) {
    const { definition, clock, signal, crash, resolveRef, packSource } = dependencies;
    const runner = (0, secret_masker.y)(dependencies.host);
    const { host, masker, redactor, redact } = runner;
    const { env } = host;
    const record = (0, run_record.D0)(clock.now());
    const log = createLog(host);
    const cancelHooks = (0, cancel.F0)();
    let reporter;
    let connection;
    let onCancel = "leave";
    const github = async () => connection?.github();
    const logLine = (line) => log.line(line);
    return (0, pipeline.C)(runner, { maskInputs: (event) => masker.maskInputs(env, event), skipContext() {
      const { ref, "api-key": apiKey } = (0, reader.hc)(env);
      return { ref: ref !== void 0 || !definition.needsRef, apiKey: apiKey !== void 0 };
    }, readInputs: async (event) => readChecks(await definition.readInputs(env, event), env), async run({ settings, display }, event) {
      masker.maskSettings(settings);
      logEndpoint(settings, logLine);
      onCancel = settings.onCancel;
      const save = () => trySaveState(host, record);
      const gitHubReporter = createGitHubReporter({ host, env, settings, event, record, annotations: display.annotations, signal: AbortSignal.any([signal, crash]), limits: dependencies.githubLimits, now: () => clock.now(), redact, log: logLine, save, github });
      reporter = gitHubReporter;
      let readDeadline;
      connection = await dependencies.connect({ settings, env, clock, redact, log: logLine, readDeadline: () => readDeadline });
      return runVerb({ settings, event, env, clock, signal, record, log, masker, redactor, resolveRef, packSource, github, controlPlane: redactingControlPlane(connection.controlPlane, masker, redact), probeStatus: connection.probeStatus, agentServer: connection.agentServer, addCancelHook: cancelHooks.add, setReadDeadline: (at) => {
        readDeadline = at;
      }, checkpoint: () => {
        gitHubReporter.reportProgress();
        return save();
      } });
    }, async cancelled() {
      log.close();
      const interrupted = (0, cancel.lh)(connection?.controlPlane, { onCancel }, record);
      const [end] = await Promise.all([interrupted, cancelHooks.run()]);
      return end;
    }, failed(error) {
      log.close();
      const end = (0, outcome.KA)(error);
      return error instanceof outcome.lZ ? end : withRemains(end, record);
    }, async close(end) {
      try {
        await reporter?.reportOutcome(end);
      } finally {
        await connection?.close();
      }
    }, report: (end, options) => (0, report.z8)(host, end, record, { ...options, now: clock.now(), redact, outputsOf: (...args) => definition.toOutputs(...args) }) }, { signal, crash });
  }
  async function readChecks(inputs, env) {
    if (!inputs.ok || !("verification" in inputs.settings)) return inputs;
    const { verification } = inputs.settings;
    if (verification?.checks.kind !== "file") return inputs;
    const { readCheckFile } = await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 72412));
    return readCheckFile(inputs, verification, env["GITHUB_WORKSPACE"]);
  }
  function logEndpoint({ endpoint: { baseUrl, variable } }, log) {
    if (variable === void 0) return;
    log(`The control plane is ${baseUrl}, by the environment variable ${variable}; the key is sent there. The inputs control-plane-url and region count before it.`);
  }
  async function trySaveState(host, record) {
    try {
      await (0, state.L)(host, record);
    } catch (error) {
      host.log(`The state could not be written: ${(0, action_text.gJ)(error)}`);
    }
  }
  function withRemains(end, record) {
    const { stage, created, source, deployment } = record;
    const broke = end.reason === "internal-error" && stage === "writing";
    if (stage === "waiting" || stage === "uploading" || broke) {
      return { ...end, message: `${end.message} ${(0, cancel.I$)(record)}` };
    }
    if (stage !== "writing" || !created || source?.path === void 0) return end;
    const next = `${deployment?.name ?? "The deployment"} was created and has no source yet. Run again: it continues with this deployment.`;
    return { ...end, message: `${end.message} ${next}` };
  }
  var phase = __webpack_require__(58204);
  ;
  const startDeploy = () => startMain(DEPLOY_ACTION);
  const startVerify = () => startMain(VERIFY_ACTION);
  const startSandbox = async () => (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(739), __webpack_require__.e(46), __webpack_require__.e(20)]).then(__webpack_require__.bind(__webpack_require__, 56541))).startSandbox();
  const startSandboxPost = async () => (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(739), __webpack_require__.e(46), __webpack_require__.e(20)]).then(__webpack_require__.bind(__webpack_require__, 56541))).startSandboxPost();
  async function startMain(definition) {
    await (0, phase.C)((given) => runMain({ ...given, definition, host: (0, runner_host.d)(external_node_process_.env), connect: connectHttp, resolveRef: async (...args) => (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 90056))).createResolveRef(external_node_process_.env)(...args), packSource: async (...args) => (await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 81498))).createPackSource(external_node_process_.env)(...args) }));
  }
}), 36638: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { C: () => loadState, L: () => saveState });
  var _github_published_state_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(21305);
  const KEY = "agent-deploy";
  const STAGES = ["reading", "uploading", "writing", "waiting", "reported"];
  async function saveState(host, record) {
    const state = { stage: record.stage, deploymentId: record.deployment?.id, deploymentName: record.deployment?.name, revisionId: record.revision?.id, shown: record.github.shown ?? (0, _github_published_state_js__WEBPACK_IMPORTED_MODULE_0__.p)(void 0) };
    await host.saveState(KEY, JSON.stringify(state));
  }
  function loadState(env) {
    const text = env[`STATE_${KEY}`];
    if (!text) return void 0;
    try {
      const value = JSON.parse(text);
      if (typeof value !== "object" || value === null) return void 0;
      const stage = STAGES.find((candidate) => candidate === Reflect.get(value, "stage"));
      const field = (key) => {
        const found = Reflect.get(value, key);
        return typeof found === "string" ? found : void 0;
      };
      if (stage === void 0) return void 0;
      return { stage, deploymentId: field("deploymentId"), deploymentName: field("deploymentName"), revisionId: field("revisionId"), shown: (0, _github_published_state_js__WEBPACK_IMPORTED_MODULE_0__.p)(Reflect.get(value, "shown")) };
    } catch {
      return void 0;
    }
  }
}), 77844: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { DE: () => TEXT_MAX, FV: () => SHOWN_MAX, QW: () => shortenRedacted, gJ: () => errorMessage, ml: () => shorten });
  const TEXT_MAX = 4e3;
  const SHOWN_MAX = 16e3;
  function shorten(text, max) {
    if (text.length <= max) return text;
    return `${text.slice(0, max).toWellFormed()}\u2026 (shortened, of ${text.length} characters)`;
  }
  function shortenRedacted(text, redact, max = TEXT_MAX) {
    return text.length <= max ? text : shorten(redact(text), max);
  }
  function errorMessage(error) {
    return error instanceof Error ? error.message : String(error);
  }
}), 63676: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { Hl: () => createValueRenderer, OE: () => allPassed, V8: () => mostTellingCheck, g5: () => failureOf, on: () => countPassed, w7: () => failureLines });
  var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(96043);
  function allPassed({ results }) {
    return results.every(({ result }) => result === "passed");
  }
  function countPassed({ results }) {
    const passed = results.filter(({ result }) => result === "passed").length;
    return `${passed} of ${countOf(results.length, "check")} passed`;
  }
  function mostTellingCheck({ results }) {
    return results.find(({ result }) => result !== "passed") ?? results.at(-1);
  }
  function failureLines({ results }) {
    return results.filter(({ result }) => result !== "passed" && result !== "skipped").flatMap(({ name, why }) => why.map((line) => `${name}: ${line}`));
  }
  function failureOf(verified, about) {
    const named = (result) => verified.results.filter((one) => one.result === result).map(({ name }) => name);
    const [failed, late, impossible] = [named("failed"), named("timed-out"), named("impossible")];
    const told = `Checked ${about}: ${countPassed(verified)}.`;
    const whys = [sentence("Failed", failed), sentence("Not done in time", late), sentence("Could not be tried", impossible)];
    const message = [told, ...whys].filter((part) => part !== "").join(" ");
    const reason = failed.length > 0 ? "verification-failed" : late.length > 0 ? "verification-timed-out" : impossible.length > 0 ? "verification-impossible" : void 0;
    if (reason === void 0) return void 0;
    const end = (0, _outcome_js__WEBPACK_IMPORTED_MODULE_0__.bu)("failed", reason, message);
    return end.kind === "failed" ? end : void 0;
  }
  const MOST_NAMES = 5;
  function sentence(what, names) {
    if (names.length === 0) return "";
    const rest = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
    return `${what}: ${names.slice(0, MOST_NAMES).join(", ")}${rest}.`;
  }
  const LONGEST = 120;
  function createValueRenderer(redact) {
    return { value(value) {
      if (value === void 0) return "nothing";
      if (Array.isArray(value)) return `a list of ${value.length}`;
      if (typeof value === "object" && value !== null) {
        return `an object with ${countOf(Object.keys(value).length, "field")}`;
      }
      const json = JSON.stringify(typeof value === "string" ? redact(value) : value);
      return shortened(json.replace(UNSEEN, escaped));
    }, text: (text) => shortened(redact(text).replace(SPACE, " ").trim()) };
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
}), 85410: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { HK: () => checkUploadUrl, U9: () => isLoopback, Z6: () => checkAgentUrl, xd: () => checkBaseUrl, y2: () => checkSignedUrl });
  function checkBaseUrl(text, options = {}) {
    const refused = (problem) => ({ kind: "refused", problem });
    const url = URL.parse(text.trim());
    if (!url) return refused("is not a URL: give it whole, as in https://host or https://host/api-host");
    if (url.protocol !== "https:" && url.protocol !== "http:") {
      return refused("must start with https://");
    }
    if (url.username || url.password) {
      return refused("must not contain credentials: give the key in its own input");
    }
    if (url.search || url.hash) return refused("must not contain a query or a fragment: leave out ? and #");
    if (url.protocol === "http:" && !options.allowInsecureHost && !isLoopback(url.hostname)) {
      return refused("must use https: plain http would send the key in the clear (only loopback may use it)");
    }
    const path = url.pathname.replace(/\/+$/, "");
    if (/\/api(\/v[0-9]+)?$/.test(path)) {
      return refused("is the tracing API: the control plane of the same host is under /api-host");
    }
    if (/\/v[0-9]+(\/.*)?$/.test(path)) {
      return refused("must end before the version: leave out /v2 and what follows");
    }
    return { kind: "ok", url: `${url.origin}${path}` };
  }
  function checkUploadUrl(text, options = {}) {
    const url = checkSignedUrl(text, { loopback: true });
    if (url !== void 0 || options.allowInsecureHost !== true) return url;
    const plain = URL.parse(text);
    return plain?.protocol === "http:" && hasNoCredentials(plain) ? plain : void 0;
  }
  function checkSignedUrl(text, { loopback }) {
    const url = URL.parse(text);
    if (url === null || !hasNoCredentials(url)) return void 0;
    if (url.protocol === "https:") return url;
    return url.protocol === "http:" && loopback && isLoopback(url.hostname) ? url : void 0;
  }
  function hasNoCredentials(url) {
    return url.username === "" && url.password === "";
  }
  function checkAgentUrl(text, options = {}) {
    const refused = (problem) => ({ kind: "refused", problem });
    const url = URL.parse(text.trim());
    if (url === null) return refused("is not a URL: give it whole, as in https://agent.example.org");
    if (url.protocol !== "https:" && url.protocol !== "http:") return refused("must start with https://");
    if (!hasNoCredentials(url)) return refused("must not contain credentials: give the key in its own input");
    if (url.search || url.hash) return refused("must not contain a query or a fragment: leave out ? and #");
    if (url.protocol === "http:" && !options.allowInsecureHost && !isLoopback(url.hostname)) {
      return refused("must use https: plain http would send the key in the clear (only loopback may use it)");
    }
    return { kind: "ok", url: `${url.origin}${url.pathname.replace(/\/+$/, "")}` };
  }
  function isLoopback(hostname) {
    const host = hostname.toLowerCase().replace(/\.$/, "");
    return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/.test(host);
  }
}), 75065: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { d: () => realClock });
  const realClock = { now: () => Math.floor(performance.timeOrigin + performance.now()), sleep: (ms, signal) => new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  }) };
  const wallClock = { now: () => Date.now(), sleep: (ms, signal) => realClock.sleep(ms, signal) };
}), 10034: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { D: () => concealEnvironment });
  var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
  var node_process__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1708);
  function concealEnvironment() {
    if (node_process__WEBPACK_IMPORTED_MODULE_1__.platform !== "linux") return "exposed";
    try {
      const block = findBlock((0, node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)("/proc/self/stat", "latin1"));
      if (block === void 0) return "exposed";
      const memory = (0, node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)("/proc/self/mem", "r+");
      try {
        moveVariables(node_process__WEBPACK_IMPORTED_MODULE_1__.env);
        (0, node_fs__WEBPACK_IMPORTED_MODULE_0__.writeSync)(memory, Buffer.alloc(block.length), 0, block.length, block.start);
      } finally {
        (0, node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(memory);
      }
      return (0, node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)("/proc/self/environ").every((byte) => byte === 0) ? "concealed" : "exposed";
    } catch {
      return "exposed";
    }
  }
  function findBlock(stat) {
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [start, end] = [Number(fields[47]), Number(fields[48])];
    return start > 0 && end > start ? { start, length: end - start } : void 0;
  }
  function moveVariables(env) {
    for (const [name, value] of Object.entries(env)) {
      Reflect.deleteProperty(env, name);
      env[name] = value;
    }
  }
}), 65292: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { P3: () => BodyStreamError, TN: () => oneLine, Yq: () => namesBusyThread, d7: () => isApiError, hD: () => ApiError, hh: () => isNotServed, i_: () => isThreadBusy });
  class ApiError extends Error {
    name = "ApiError";
    kind;
    method;
    path;
    hint;
    attempts;
    status;
    detail;
    fields;
    forbidden;
    busy;
    code;
    constructor(from) {
      const tries = from.attempts > 1 ? ` (${from.attempts} tries)` : "";
      super(`${from.method} ${from.path}: ${from.what}${tries}. ${from.hint}`, { cause: from.cause });
      this.kind = from.kind;
      this.method = from.method;
      this.path = from.path;
      this.hint = from.hint;
      this.attempts = from.attempts;
      this.status = from.status;
      this.detail = from.detail ?? null;
      this.fields = from.fields ?? [];
      this.forbidden = from.forbidden ?? null;
      this.busy = from.busy ?? false;
      this.code = from.code;
    }
  }
  function isApiError(error, status) {
    return error instanceof ApiError && (status === void 0 || error.status === status);
  }
  function isNotServed(error) {
    return isApiError(error) && [404, 405, 501].includes(error.status ?? 0);
  }
  class BodyStreamError extends Error {
    name = "BodyBroken";
    constructor(cause) {
      super(cause instanceof Error ? cause.message : "the body could not be made", { cause });
    }
  }
  function isThreadBusy({ status, message, busy }) {
    return status === 409 || busy || namesBusyThread(status, message);
  }
  function namesBusyThread(status, text) {
    return status === 422 && /already running|is busy/i.test(text);
  }
  const MAX_LINE = 500;
  function oneLine(text) {
    const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
    return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}\u2026` : line;
  }
}), 85143: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { s: () => loadTransport });
  const loadTransport = () => Promise.all([__webpack_require__.e(410), __webpack_require__.e(523), __webpack_require__.e(995), __webpack_require__.e(98)]).then(__webpack_require__.bind(__webpack_require__, 59534));
}), 57835: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { T: () => memoizeAsync });
  function memoizeAsync(work) {
    let kept;
    const memoized = () => {
      if (kept !== void 0) return kept;
      const mine = startWork(work);
      kept = mine;
      mine.catch(() => {
        if (kept === mine) kept = void 0;
      });
      return mine;
    };
    return Object.assign(memoized, { current: () => kept, forget: () => {
      kept = void 0;
    } });
  }
  async function startWork(work) {
    return work();
  }
}), 65393: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { EM: () => proxySettings, Wm: () => proxySecrets, eB: () => wrongProxies, mR: () => networkEnvironment });
  const NETWORK_VARIABLES = /* @__PURE__ */ new Set(["ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "NODE_USE_ENV_PROXY", "NPM_CONFIG_HTTPS_PROXY", "NPM_CONFIG_NOPROXY", "NPM_CONFIG_PROXY", "YARN_HTTP_PROXY", "YARN_HTTPS_PROXY", "AWS_CA_BUNDLE", "CARGO_HTTP_CAINFO", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA", "NPM_CONFIG_CAFILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "SSL_CERT_DIR", "SSL_CERT_FILE", "UV_NATIVE_TLS", "UV_SYSTEM_CERTS", "YARN_HTTPS_CA_FILE_PATH"]);
  function networkEnvironment(env) {
    return Object.fromEntries(Object.entries(env).filter((entry) => entry[1] !== void 0 && NETWORK_VARIABLES.has(entry[0].toUpperCase())));
  }
  const ALWAYS_DIRECT = "localhost,127.0.0.1,::1";
  function proxySettings(env) {
    const read = (name) => env[name]?.trim() || env[name.toUpperCase()]?.trim() || void 0;
    const [httpProxy, httpsProxy, noProxy] = [read("http_proxy"), read("https_proxy"), read("no_proxy")];
    return { ...httpProxy && { httpProxy: withScheme(httpProxy) }, ...httpsProxy && { httpsProxy: withScheme(httpsProxy) }, noProxy: noProxy ? `${noProxy},${ALWAYS_DIRECT}` : ALWAYS_DIRECT };
  }
  function wrongProxies({ httpProxy, httpsProxy }) {
    const named = { http_proxy: httpProxy, https_proxy: httpsProxy };
    return Object.entries(named).flatMap(([name, text]) => text === void 0 || isProxy(text) ? [] : [name]);
  }
  function isProxy(text) {
    const url = URL.parse(text);
    if (url === null || !/^(https?|socks5?):$/.test(url.protocol)) return false;
    try {
      decodeURIComponent(url.username + url.password);
      return true;
    } catch {
      return false;
    }
  }
  function proxySecrets(settings) {
    return [settings.httpProxy, settings.httpsProxy].flatMap((text) => {
      const password = text && URL.parse(text)?.password;
      return password ? [password, decoded(password)] : [];
    });
  }
  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  function withScheme(proxy) {
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  }
}), 28966: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { P7: () => buildOnPushErrors, Rj: () => validateCreate, ce: () => isReservedName, pW: () => unbuildableFieldErrors });
  var _findings_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9081);
  var _limits_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(55403);
  var _patterns_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(52652);
  function validateCreate(body, options) {
    return [...deploymentTypeErrors(body.source_config, options), ...inapplicableFieldErrors(body.source, body, options), ...missingFieldErrors(body.source, body, options), ...buildOnPushErrors(body.source_config.build_on_push, body.source_revision_config.repo_ref), ...secretNameErrors(body.source, body.secrets, body.secret_references, options), ...minimumErrors(body.source_config, options)];
  }
  function validatePatch(body, now, options) {
    const changed = immutableFieldErrors(body, now);
    const reported = new Set(changed.map(({ loc }) => loc.join(".")));
    const misplaced = inapplicableFieldErrors(now.source, withoutUnchanged(body, now), options);
    return [...changed, ...misplaced.filter(({ loc }) => !reported.has(loc.join("."))), ...buildOnPushErrors(body.source_config?.build_on_push ?? now.source_config.build_on_push, body.source_revision_config?.repo_ref ?? now.source_revision_config.repo_ref), ...secretNameErrors(now.source, body.secrets, body.secret_references, options), ...minimumErrors(body.source_config, options)];
  }
  function immutableFieldErrors(body, now) {
    return FIELDS.flatMap(({ path, immutable }) => {
      if (immutable === void 0) return [];
      const [asked, current] = [body, now].map((from) => {
        const value = valueAt(from, path);
        return immutable === "uuid" && typeof value === "string" ? value.toLowerCase() : value;
      });
      if (!isSet(asked) || asked === current) return [];
      return [validationError([...path], "cannot be changed: delete the deployment and create it again")];
    });
  }
  function withoutUnchanged(body, now) {
    return { ...body, source_config: dropEqual(body.source_config, now.source_config), source_revision_config: dropEqual(body.source_revision_config, now.source_revision_config) };
  }
  function dropEqual(given, now) {
    if (!given) return given;
    const kept = { ...given };
    for (const key of Object.keys(kept)) {
      const value = Reflect.get(kept, key);
      if (typeof value !== "object" && value === Reflect.get(now, key)) Reflect.deleteProperty(kept, key);
    }
    return kept;
  }
  function revisionTriggers(body) {
    return FIELDS.filter(({ path, makesRevision }) => makesRevision === true && isSet(valueAt(body, path))).map(({ path }) => path.join("."));
  }
  function createsRevision(body) {
    return revisionTriggers(body).length > 0;
  }
  function mergeSourceConfig(now, given) {
    const merged = mergeSet(now, given);
    if (given?.listener_config) {
      merged.listener_config = mergeSet(now.listener_config ?? {}, given.listener_config);
    }
    return merged;
  }
  function mergeRevisionConfig(now, given) {
    return mergeSet(now, given);
  }
  function mergeSet(now, given) {
    const merged = { ...now };
    for (const [key, value] of Object.entries(given ?? {})) {
      if (isSet(value)) Reflect.set(merged, key, value);
    }
    return merged;
  }
  const BUILDABLE = ["git_host", "internal_source"];
  const FIELDS = [{ path: ["name"], immutable: "text" }, { path: ["source"], immutable: "text" }, { path: ["source_config", "integration_id"], sources: ["git_host"], immutable: "uuid" }, { path: ["source_config", "repo_url"], sources: ["git_host"], immutable: "text" }, { path: ["source_config", "deployment_type"], sources: ["git_host"], hosted: ["internal_docker", "internal_source"], immutable: "text" }, { path: ["source_config", "build_on_push"], sources: ["git_host"] }, { path: ["source_config", "custom_url"], sources: ["external_docker", "git_host"] }, { path: ["source_config", "resource_spec"], sources: ["external_docker"], makesRevision: true }, { path: ["source_config", "listener_id"], sources: ["external_docker"], immutable: "uuid" }, { path: ["source_config", "listener_config"], sources: ["external_docker"] }, { path: ["source_config", "listener_config", "k8s_namespace"], immutable: "text" }, { path: ["source_config", "install_command"], sources: BUILDABLE }, { path: ["source_config", "build_command"], sources: BUILDABLE }, { path: ["source_revision_config", "repo_ref"], sources: ["git_host"], makesRevision: true }, { path: ["source_revision_config", "graph_config_path"], sources: BUILDABLE, makesRevision: true }, { path: ["source_revision_config", "image_uri"], sources: ["external_docker", "internal_docker"], makesRevision: true }, { path: ["source_revision_config", "source_tarball_path"], sources: ["internal_source"], makesRevision: true }, { path: ["secrets"], makesRevision: true }, { path: ["secret_references"], sources: ["external_docker"] }];
  function valueAt(body, path) {
    return path.reduce((holder, key) => typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : void 0, body);
  }
  function inapplicableFieldErrors(source, body, { compat }) {
    return FIELDS.flatMap(({ path, sources, hosted = [] }) => {
      if (sources === void 0 || !(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.vM)(valueAt(body, path))) return [];
      const allowed = compat === "hosted" ? [...sources, ...hosted] : sources;
      if (allowed.includes(source)) return [];
      return [(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.cJ)([...path], `applies to ${allowed.join(" and ")} only: leave it out for ${source}`)];
    });
  }
  function missingFieldErrors(source, body, options) {
    const needed = source === "git_host" || source === "internal_source" && options.compat === "spec";
    if (!needed || (0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.vM)(body.source_revision_config?.graph_config_path)) return [];
    return [(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.pS)(["source_revision_config", "graph_config_path"], "the path of the graph configuration file")];
  }
  function unbuildableFieldErrors(source, body) {
    const found = [];
    const need = (value, loc, why) => {
      if (!(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.vM)(value)) found.push((0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.pS)(loc, why));
    };
    if (source === "git_host") {
      const [url, ref] = [body.source_config?.repo_url, body.source_revision_config?.repo_ref];
      need(url, ["source_config", "repo_url"], "a git_host deployment is built from a repository");
      need(ref, ["source_revision_config", "repo_ref"], "the branch or tag to build");
    }
    if (source === "external_docker") {
      const image = body.source_revision_config?.image_uri;
      need(image, ["source_revision_config", "image_uri"], "the container image to run");
    }
    return found;
  }
  function deploymentTypeErrors(config, { compat }) {
    const type = config?.deployment_type;
    if (compat === "hosted" || !(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.vM)(type) || _patterns_js__WEBPACK_IMPORTED_MODULE_0__._o.some((known) => known === type)) return [];
    return [(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.cJ)(["source_config", "deployment_type"], `Input should be ${(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.zM)(_patterns_js__WEBPACK_IMPORTED_MODULE_0__._o)}`, "enum")];
  }
  function buildOnPushErrors(buildOnPush, ref) {
    if (buildOnPush !== true || !(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.vM)(ref) || !(0, _patterns_js__WEBPACK_IMPORTED_MODULE_0__.kN)(ref)) return [];
    return [(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.cJ)(["source_config", "build_on_push"], "must be false when repo_ref is a tag (starts with refs/tags/)")];
  }
  function withoutReadOnly(source, body) {
    const kept = { ...body };
    if (body.source_revision_config) {
      const { repo_commit_sha: _, ...revision } = body.source_revision_config;
      kept.source_revision_config = revision;
    }
    if (body.source_config && source === "git_host") {
      const { custom_url: _, ...config } = body.source_config;
      kept.source_config = config;
    }
    return kept;
  }
  const RESOURCE_MINIMUM = "resource_minimum";
  function minimumErrors(config, { compat }) {
    const memory = config?.resource_spec?.redis_memory_mb;
    if (compat !== "hosted" || typeof memory !== "number" || memory >= _limits_js__WEBPACK_IMPORTED_MODULE_2__.n_) return [];
    return [(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.cJ)(["source_config", "resource_spec", "redis_memory_mb"], `must be at least ${_limits_js__WEBPACK_IMPORTED_MODULE_2__.n_}`, RESOURCE_MINIMUM)];
  }
  function validationErrorStatus(errors, { compat }) {
    const asText = errors.every(({ type }) => type === RESERVED_NAME || type === RESOURCE_MINIMUM);
    return compat === "hosted" && asText ? 400 : 422;
  }
  const RESERVED_NAME = "reserved_name";
  function secretNameErrors(source, secrets, references = null, where = {}) {
    const selfHosted = source === "external_docker" || where.selfHosted === true;
    const seen = /* @__PURE__ */ new Set();
    const check = (list, field) => (list ?? []).flatMap(({ name }, index) => {
      const loc = [field, index, "name"];
      const repeated = seen.has(name);
      seen.add(name);
      if (repeated) return [(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.cJ)(loc, `${name} is set more than once`)];
      if (!isReservedName(name, { selfHosted })) return [];
      return [(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.cJ)(loc, `${name} is reserved: the platform sets it itself`, RESERVED_NAME)];
    });
    return [...check(secrets, "secrets"), ...check(references, "secret_references")];
  }
  const ALWAYS_RESERVED = /* @__PURE__ */ new Set(["LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING_V2", "LANGCHAIN_ENDPOINT", "LANGCHAIN_PROJECT", "LANGSMITH_PROJECT", "LANGSMITH_LANGGRAPH_GIT_REPO", "LANGGRAPH_GIT_REPO_PATH", "LANGCHAIN_API_KEY", "LANGSMITH_CONTROL_PLANE_API_KEY", "POSTGRES_URI", "POSTGRES_PASSWORD", "DATABASE_URI", "LANGSMITH_LANGGRAPH_GIT_REF", "LANGSMITH_LANGGRAPH_GIT_REF_SHA", "LANGGRAPH_AUTH_TYPE", "LANGSMITH_AUTH_ENDPOINT", "LANGSMITH_TENANT_ID", "LANGSMITH_AUTH_VERIFY_TENANT_ID", "LANGSMITH_HOST_PROJECT_ID", "LANGSMITH_HOST_PROJECT_NAME", "LANGSMITH_HOST_REVISION_ID", "LOG_JSON", "LOG_DICT_TRACEBACKS", "REDIS_URI", "LANGCHAIN_CALLBACKS_BACKGROUND", "DD_TRACE_PSYCOPG_ENABLED", "DD_TRACE_REDIS_ENABLED", "LANGSMITH_DEPLOYMENT_NAME", "LANGGRAPH_CLOUD_LICENSE_KEY", "LANGGRAPH_HOST_API_KEY"]);
  const CLOUD_RESERVED = /* @__PURE__ */ new Set(["LANGSMITH_API_KEY", "LANGSMITH_ENDPOINT", "POSTGRES_URI_CUSTOM", "REDIS_URI_CUSTOM", "PATH", "PORT", "MOUNT_PREFIX", "LSD_ENV", "LSD_DD_API_KEY", "LSD_DD_ENDPOINT", "LSD_DEPLOYMENT_TYPE"]);
  function isReservedName(name, where) {
    return ALWAYS_RESERVED.has(name) || !where.selfHosted && CLOUD_RESERVED.has(name);
  }
}), 26625: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { BW: () => toWire, E3: () => dialectOf, EC: () => toWirePath, OZ: () => isHosted, UV: () => canonicalSource, _K: () => controlPlaneUrlOf, kn: () => fromWire, lW: () => REGION_HOSTS });
  var _json_safety_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
  var _findings_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9081);
  const DIALECT_TABLE = { sources: [{ generic: "git_host", langsmith: "github" }], fields: [{ generic: "graph_config_path", langsmith: "langgraph_config_path" }], paths: [{ generic: "/v1/integrations/git_host", langsmith: "/v1/integrations/github" }] };
  function toWire(body, dialect) {
    if (dialect === "generic" || !(0, _json_safety_js__WEBPACK_IMPORTED_MODULE_0__.OW)(body)) return body;
    return translate(body, toDialectSource(dialect), (config) => {
      const renamed = {};
      for (const [key, value] of Object.entries(config)) {
        renamed[DIALECT_TABLE.fields.find(({ generic }) => generic === key)?.[dialect] ?? key] = value;
      }
      return renamed;
    });
  }
  function fromWire(body) {
    const findings = [];
    return { value: canonical(body, findings), findings };
  }
  function canonical(body, findings) {
    if (!(0, _json_safety_js__WEBPACK_IMPORTED_MODULE_0__.OW)(body)) return body;
    const value = translate(body, canonicalSource, (config) => canonicalFields(config, findings));
    if (!Array.isArray(value["resources"])) return value;
    return { ...value, resources: value["resources"].map((item) => canonical(item, findings)) };
  }
  function canonicalFields(config, findings) {
    const kept = { ...config };
    for (const { generic, langsmith } of DIALECT_TABLE.fields) {
      if (!(langsmith in config)) continue;
      delete kept[langsmith];
      const [ours, theirs] = [config[generic], config[langsmith]];
      if (!(0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.vM)(ours)) kept[generic] = theirs;
      else if ((0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.vM)(theirs) && theirs !== ours) {
        findings.push((0, _findings_js__WEBPACK_IMPORTED_MODULE_1__.cJ)(["source_revision_config", langsmith], `is another name of ${generic}, and the two disagree: give one of them`));
      }
    }
    return kept;
  }
  function withBothSpellings(body) {
    if (!isJsonObject(body)) return body;
    const value = translate(body, (source) => source, (config) => {
      const twins = { ...config };
      for (const { generic, langsmith } of DIALECT_TABLE.fields) {
        if (generic in config) twins[langsmith] = config[generic];
      }
      return twins;
    });
    if (!Array.isArray(value["resources"])) return value;
    return { ...value, resources: value["resources"].map((item) => withBothSpellings(item)) };
  }
  function canonicalSource(source) {
    return DIALECT_TABLE.sources.find(({ langsmith }) => langsmith === source)?.generic ?? source;
  }
  function toWirePath(path, dialect) {
    return replaceBeginning(path, "generic", dialect);
  }
  function fromWirePath(path) {
    return replaceBeginning(path, "langsmith", "generic");
  }
  function replaceBeginning(path, from, to) {
    for (const row of DIALECT_TABLE.paths) {
      const rest = path.slice(row[from].length);
      if (path.startsWith(row[from]) && /^($|[/?])/.test(rest)) return row[to] + rest;
    }
    return path;
  }
  function toDialectSource(dialect) {
    return (source) => DIALECT_TABLE.sources.find(({ generic }) => generic === source)?.[dialect] ?? source;
  }
  function translate(body, source, config) {
    const value = { ...body };
    if (typeof value["source"] === "string") value["source"] = source(value["source"]);
    if ((0, _json_safety_js__WEBPACK_IMPORTED_MODULE_0__.OW)(value["source_revision_config"])) {
      value["source_revision_config"] = config(value["source_revision_config"]);
    }
    return value;
  }
  const REGION_HOSTS = { us: "https://api.host.langchain.com", eu: "https://eu.api.host.langchain.com", apac: "https://apac.api.host.langchain.com", aws: "https://aws.api.host.langchain.com" };
  const TRACING_DOMAIN = "api.smith.langchain.com";
  const HOSTED_DOMAIN = "api.host.langchain.com";
  const SELF_HOSTED_PREFIX = "/api-host";
  function dialectOf(baseUrl) {
    const selfHosted = new URL(baseUrl).pathname.replace(/\/+$/, "").endsWith(SELF_HOSTED_PREFIX);
    return isHosted(baseUrl) || selfHosted ? "langsmith" : "generic";
  }
  function isHosted(baseUrl) {
    const { hostname } = new URL(baseUrl);
    return hostname === HOSTED_DOMAIN || hostname.endsWith(`.${HOSTED_DOMAIN}`);
  }
  function controlPlaneUrlOf(tracingUrl) {
    const { protocol, host, hostname, username, password, pathname, search, hash } = new URL(tracingUrl);
    if (/(^|\.)langchain\.com$/.test(hostname)) {
      const regions = Object.keys(REGION_HOSTS);
      const region = regions.find((name) => hostname === (name === "us" ? "" : `${name}.`) + TRACING_DOMAIN);
      return region === void 0 ? void 0 : REGION_HOSTS[region].replace("https:", protocol);
    }
    const path = pathname.replace(/\/+$/, "").replace(/\/api(?:\/v[0-9]+)?$|\/api-host$/, "");
    const user = username === "" && password === "" ? "" : `${username}:${password}@`;
    return `${protocol}//${user}${host}${path}${SELF_HOSTED_PREFIX}${search}${hash}`;
  }
}), 9081: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { If: () => describeValidationErrors, cJ: () => validationError2, pS: () => missingFieldError, rm: () => describeValidationError, vM: () => isSet2, zM: () => choices });
  function validationError2(loc, msg, type = "value_error") {
    return { loc: ["body", ...loc], msg, type };
  }
  function missingFieldError(loc, why) {
    return validationError2(loc, `Field required: ${why}`, "missing");
  }
  function describeValidationErrors(findings) {
    return findings.map(describeValidationError).join("; ");
  }
  function describeValidationError({ loc, msg }) {
    const path = loc[0] === "body" && loc.length > 1 ? loc.slice(1) : loc;
    return path.length === 0 ? msg : `${path.join(".")}: ${msg}`;
  }
  function isSet2(value) {
    return value !== null && value !== void 0;
  }
  function choices(values) {
    const quoted = values.map((value) => typeof value === "string" ? `'${value}'` : String(value));
    const last = quoted.pop();
    return quoted.length === 0 ? last ?? "" : `${quoted.join(", ")} or ${last}`;
  }
}), 6760: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { Di: () => findProtoKey, Hd: () => PROTO_KEY_MESSAGE, OW: () => isJsonObject2 });
  const JSON_DEPTH_MAX = 500;
  const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];
  function isNestedDeeper(text, levels = JSON_DEPTH_MAX) {
    if (text.length < 2 * levels) return false;
    let level = 0;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (sign === QUOTE) at = endOfString(text, at);
      else if (sign === OPEN_OBJECT || sign === OPEN_LIST) level += 1;
      else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) level -= 1;
      if (level > levels) return true;
    }
    return false;
  }
  function endOfString(text, begin) {
    for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
      let slashes = 0;
      while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
      if (slashes % 2 === 0) return end;
    }
    return text.length;
  }
  const PROTO_KEY = "__proto__";
  function findProtoKey(given, parsed) {
    const left = [{ given, parsed, path: [] }];
    for (let next = left.pop(); next; next = left.pop()) {
      const { given: here, parsed: made, path } = next;
      if (here === made || typeof here !== "object" || here === null) continue;
      if (typeof made !== "object" || made === null) continue;
      if (Object.hasOwn(here, PROTO_KEY) && !Object.hasOwn(made, PROTO_KEY)) return [...path, PROTO_KEY];
      const isList = Array.isArray(here);
      for (const key of isList ? here.keys() : Object.keys(here)) {
        const value = Reflect.get(here, key);
        if (typeof value !== "object" || value === null) continue;
        left.push({ given: value, parsed: Object.hasOwn(made, key) ? Reflect.get(made, key) : void 0, path: [...path, key] });
      }
    }
    return void 0;
  }
  const PROTO_KEY_MESSAGE = "the key __proto__ cannot be kept here: give it another name";
  function protoKeyError(given, parsed, part) {
    const lost = findProtoKey(given, parsed);
    return lost && { loc: [part, ...lost], msg: PROTO_KEY_MESSAGE, type: "value_error" };
  }
  function isJsonObject2(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }
}), 55403: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { Mb: () => AMOUNT_MAX, R3: () => LOG_PAGE_DEFAULT, Wt: () => CPU_MIN, ZX: () => PAGE_MAX, eq: () => BULK_DELETE_MAX, eu: () => CPU_MAX, fo: () => NAME_MAX, n_: () => HOSTED_REDIS_MEMORY_MIN, oX: () => PAGE_DEFAULT, st: () => CPU_LIMIT_MAX, uL: () => SELF_HOSTED_NAME_MAX, wv: () => LOG_PAGE_MAX, yK: () => TARBALL_MAX_BYTES });
  const CPU_MIN = 0.1;
  const CPU_MAX = 8;
  const CPU_LIMIT_MAX = 16;
  const AMOUNT_MAX = 1e9;
  const HOSTED_REDIS_MEMORY_MIN = 512;
  const PAGE_DEFAULT = 20;
  const PAGE_MAX = 100;
  const LOG_PAGE_DEFAULT = 50;
  const LOG_PAGE_MAX = 1e3;
  const BULK_DELETE_MAX = 100;
  const TARBALL_MAX_BYTES = 209715200;
  const NAME_MAX = 63;
  const SELF_HOSTED_NAME_MAX = 21;
  const FEEDBACK_TOKEN_TTL_MS = null;
  const FEEDBACK_KEYS_MAX = 1e3;
  const FEEDBACK_KEY_MAX = 1e3;
  const DOCUMENT_VERSION = "0.1.0";
}), 52652: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { $I: () => DEPLOYMENT_TYPE, HR: () => DNS_LABEL, M9: () => C_IDENTIFIER, _o: () => DEPLOYMENT_TYPES, cr: () => DEPLOYMENT_NAME, kN: () => isTagRef, r8: () => DEPLOYMENT_NAME_RULE, u1: () => HOSTED_DEPLOYMENT_TYPES });
  const DEPLOYMENT_NAME = /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/;
  const DEPLOYMENT_NAME_RULE = "must be letters, digits and dashes, start with a letter and not end with a dash";
  const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
  const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
  const DEPLOYMENT_TYPES = ["dev_free", "dev", "prod"];
  const HOSTED_DEPLOYMENT_TYPES = [...DEPLOYMENT_TYPES, "dev_zero"];
  const DEPLOYMENT_TYPE = /^[a-z][a-z0-9_-]{0,62}$/;
  function isTagRef(ref) {
    return ref.startsWith("refs/tags/");
  }
}), 83889: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { BE: () => statusKind, dR: () => isFinal, vx: () => isBeingDeleted });
  const DEPLOYMENT_STATUSES = null;
  const REVISION_STATUSES = null;
  function statusKind(status) {
    if (status === "DEPLOYED") return "deployed";
    if (status.includes("FAILED")) return "failed";
    if (status === "SKIPPED") return "skipped";
    if (status === "INTERRUPTED") return "interrupted";
    return "progress";
  }
  function isBeingDeleted(status) {
    return /^AWAITING_(FINAL_)?DELETE$/.test(status);
  }
  function isFinal(status) {
    return statusKind(status) !== "progress";
  }
}), 95178: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.r(__webpack_exports__);
  __webpack_require__.d(__webpack_exports__, { issueFileCommand: () => issueFileCommand, prepareKeyValueMessage: () => prepareKeyValueMessage });
  var crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76982);
  var fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(79896);
  var os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(70857);
  var _utils_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(83603);
  function issueFileCommand(command, message) {
    const filePath = process.env[`GITHUB_${command}`];
    if (!filePath) {
      throw new Error(`Unable to find environment variable for file command ${command}`);
    }
    if (!fs__WEBPACK_IMPORTED_MODULE_1__.existsSync(filePath)) {
      throw new Error(`Missing file at path: ${filePath}`);
    }
    fs__WEBPACK_IMPORTED_MODULE_1__.appendFileSync(filePath, `${(0, _utils_js__WEBPACK_IMPORTED_MODULE_3__.E)(message)}${os__WEBPACK_IMPORTED_MODULE_2__.EOL}`, { encoding: "utf8" });
  }
  function prepareKeyValueMessage(key, value) {
    const delimiter = `ghadelimiter_${crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID()}`;
    const convertedValue = (0, _utils_js__WEBPACK_IMPORTED_MODULE_3__.E)(value);
    if (key.includes(delimiter)) {
      throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
    }
    if (convertedValue.includes(delimiter)) {
      throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
    }
    return `${key}<<${delimiter}${os__WEBPACK_IMPORTED_MODULE_2__.EOL}${convertedValue}${os__WEBPACK_IMPORTED_MODULE_2__.EOL}${delimiter}`;
  }
}), 7070: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { summary: () => summary });
  var os__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(70857);
  var fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(79896);
  var __awaiter = function(thisArg, _arguments, P, generator) {
    function adopt(value) {
      return value instanceof P ? value : new P(function(resolve) {
        resolve(value);
      });
    }
    return new (P || (P = Promise))(function(resolve, reject) {
      function fulfilled(value) {
        try {
          step(generator.next(value));
        } catch (e) {
          reject(e);
        }
      }
      function rejected(value) {
        try {
          step(generator["throw"](value));
        } catch (e) {
          reject(e);
        }
      }
      function step(result) {
        result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
      }
      step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
  };
  const { access, appendFile, writeFile } = fs__WEBPACK_IMPORTED_MODULE_1__.promises;
  const SUMMARY_ENV_VAR = "GITHUB_STEP_SUMMARY";
  const SUMMARY_DOCS_URL = "https://docs.github.com/actions/using-workflows/workflow-commands-for-github-actions#adding-a-job-summary";
  class Summary {
    constructor() {
      this._buffer = "";
    }
    filePath() {
      return __awaiter(this, void 0, void 0, function* () {
        if (this._filePath) {
          return this._filePath;
        }
        const pathFromEnv = process.env[SUMMARY_ENV_VAR];
        if (!pathFromEnv) {
          throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
        }
        try {
          yield access(pathFromEnv, fs__WEBPACK_IMPORTED_MODULE_1__.constants.R_OK | fs__WEBPACK_IMPORTED_MODULE_1__.constants.W_OK);
        } catch (_a) {
          throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
        }
        this._filePath = pathFromEnv;
        return this._filePath;
      });
    }
    wrap(tag, content, attrs = {}) {
      const htmlAttrs = Object.entries(attrs).map(([key, value]) => ` ${key}="${value}"`).join("");
      if (!content) {
        return `<${tag}${htmlAttrs}>`;
      }
      return `<${tag}${htmlAttrs}>${content}</${tag}>`;
    }
    write(options) {
      return __awaiter(this, void 0, void 0, function* () {
        const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
        const filePath = yield this.filePath();
        const writeFunc = overwrite ? writeFile : appendFile;
        yield writeFunc(filePath, this._buffer, { encoding: "utf8" });
        return this.emptyBuffer();
      });
    }
    clear() {
      return __awaiter(this, void 0, void 0, function* () {
        return this.emptyBuffer().write({ overwrite: true });
      });
    }
    stringify() {
      return this._buffer;
    }
    isEmptyBuffer() {
      return this._buffer.length === 0;
    }
    emptyBuffer() {
      this._buffer = "";
      return this;
    }
    addRaw(text, addEOL = false) {
      this._buffer += text;
      return addEOL ? this.addEOL() : this;
    }
    addEOL() {
      return this.addRaw(os__WEBPACK_IMPORTED_MODULE_0__.EOL);
    }
    addCodeBlock(code, lang) {
      const attrs = Object.assign({}, lang && { lang });
      const element = this.wrap("pre", this.wrap("code", code), attrs);
      return this.addRaw(element).addEOL();
    }
    addList(items, ordered = false) {
      const tag = ordered ? "ol" : "ul";
      const listItems = items.map((item) => this.wrap("li", item)).join("");
      const element = this.wrap(tag, listItems);
      return this.addRaw(element).addEOL();
    }
    addTable(rows) {
      const tableBody = rows.map((row) => {
        const cells = row.map((cell) => {
          if (typeof cell === "string") {
            return this.wrap("td", cell);
          }
          const { header, data, colspan, rowspan } = cell;
          const tag = header ? "th" : "td";
          const attrs = Object.assign(Object.assign({}, colspan && { colspan }), rowspan && { rowspan });
          return this.wrap(tag, data, attrs);
        }).join("");
        return this.wrap("tr", cells);
      }).join("");
      const element = this.wrap("table", tableBody);
      return this.addRaw(element).addEOL();
    }
    addDetails(label, content) {
      const element = this.wrap("details", this.wrap("summary", label) + content);
      return this.addRaw(element).addEOL();
    }
    addImage(src, alt, options) {
      const { width, height } = options || {};
      const attrs = Object.assign(Object.assign({}, width && { width }), height && { height });
      const element = this.wrap("img", null, Object.assign({ src, alt }, attrs));
      return this.addRaw(element).addEOL();
    }
    addHeading(text, level) {
      const tag = `h${level}`;
      const allowedTag = ["h1", "h2", "h3", "h4", "h5", "h6"].includes(tag) ? tag : "h1";
      const element = this.wrap(allowedTag, text);
      return this.addRaw(element).addEOL();
    }
    addSeparator() {
      const element = this.wrap("hr", null);
      return this.addRaw(element).addEOL();
    }
    addBreak() {
      const element = this.wrap("br", null);
      return this.addRaw(element).addEOL();
    }
    addQuote(text, cite) {
      const attrs = Object.assign({}, cite && { cite });
      const element = this.wrap("blockquote", text, attrs);
      return this.addRaw(element).addEOL();
    }
    addLink(text, href) {
      const element = this.wrap("a", text, { href });
      return this.addRaw(element).addEOL();
    }
  }
  const _summary = new Summary();
  const markdownSummary = null;
  const summary = _summary;
}), 83603: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
  __webpack_require__.d(__webpack_exports__, { E: () => toCommandValue, k: () => toCommandProperties });
  function toCommandValue(input) {
    if (input === null || input === void 0) {
      return "";
    } else if (typeof input === "string" || input instanceof String) {
      return input;
    }
    return JSON.stringify(input);
  }
  function toCommandProperties(annotationProperties) {
    if (!Object.keys(annotationProperties).length) {
      return {};
    }
    return { title: annotationProperties.title, file: annotationProperties.file, line: annotationProperties.startLine, endLine: annotationProperties.endLine, col: annotationProperties.startColumn, endColumn: annotationProperties.endColumn };
  }
}) };
export {
  id,
  ids,
  modules
};
