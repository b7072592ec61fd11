const id = 1777;
const ids = [1777];
const modules = { 73564: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { GITHUB_LIMITS: () => GITHUB_LIMITS, assertSame: () => assertSame, assertSamePullRequest: () => assertSamePullRequest, assertUrlEndsWith: () => assertUrlEndsWith, createGitHubClient: () => createGitHubClient, createPatientClient: () => createPatientClient, isSameName: () => isSameName, openGitHub: () => openGitHub, toGitHubFailure: () => toGitHubFailure });
	var $$safety0 = __require(6760);
	var $$clock1 = __require(75065);
	var $$errors2 = __require(65292);
	var $$retry3 = __require(85933);
	var $$comments4 = __require(50089);
	async function openGitHub(options) {
		const { token, env, transport, redact } = options;
		const [owner, repo, ...rest] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
		if (token === void 0 || !owner || !repo || rest.length > 0) return void 0;
		const { createGitHub } = await Promise.all([__require.e(7875), __require.e(1777), __require.e(9168), __require.e(6326)]).then(__require.bind(__require, 93284));
		const apiUrl = env["GITHUB_API_URL"] || "https://api.github.com";
		const octokit = await createGitHub({ token, apiUrl, transport });
		return { octokit, owner, repo, repositoryId: readId(env["GITHUB_REPOSITORY_ID"]), redact };
	}
	function readId(text) {
		const id2 = Number(text);
		return text && Number.isSafeInteger(id2) && id2 > 0 ? id2 : void 0;
	}
	const GITHUB_LIMITS = { attemptTimeoutMs: 6e3, retryDelaysMs: [300, 1e3], maxRetryAfterMs: 3e3, finishTimeoutMs: 2e4, cancelTimeoutMs: 3e3, confirmBackoff: $$retry3.hH.comment };
	const PATIENT_LIMITS = { attemptTimeoutMs: 3e4, retryDelaysMs: [1e3, 4e3], maxRetryAfterMs: 6e4 };
	function createPatientClient(connection, { clock, signal }) {
		return createGitHubClient(connection, signal, PATIENT_LIMITS, (ms, aborted) => clock.sleep(ms, aborted));
	}
	function createGitHubClient({ octokit, owner, repo, redact }, signal, limits = GITHUB_LIMITS, sleep = (ms, aborted) => $$clock1.dQ.sleep(ms, aborted)) {
		return { octokit, redact, failureOf: (error) => toGitHubFailure(error, redact), sleep: (ms, also) => sleep(ms, also === void 0 ? signal : AbortSignal.any([signal, also])), call: (work, { repeatable } = { repeatable: true }) => (0, $$retry3.L5)(() => work({ owner, repo, request: { signal: (0, $$clock1.NE)(signal, limits.attemptTimeoutMs) } }), { delayAfter(error, attempt) {
			const delayMs = retryDelayMs(error, repeatable, limits.retryDelaysMs[attempt - 1]) ?? Number.NaN;
			return !signal.aborted && delayMs <= limits.maxRetryAfterMs ? delayMs : void 0;
		}, sleep: (ms) => sleep(ms, signal) }) };
	}
	function retryDelayMs(error, repeatable, leastMs) {
		if (leastMs === void 0) return void 0;
		const status = (0, $$safety0._F)(error, "status");
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
		if (!url || url.replace(/[?#].*/s, "").endsWith(end)) return;
		throw new MismatchedAnswerError(what, url.split("/").slice(-2).join("/"));
	}
	function isSameName(requested, answered) {
		if (answered === null || answered === void 0) return true;
		return String(requested).toLowerCase() === String(answered).toLowerCase();
	}
	function assertSame(what, requested, answered) {
		if (!isSameName(requested, answered)) throw new MismatchedAnswerError(`${what} ${requested}`, String(answered));
	}
	class MismatchedAnswerError extends Error {
		name = "MismatchedAnswerError";
		constructor(requested, answered) {
			super(`GitHub returned ${answered} when ${requested} was requested`);
		}
	}
	function toGitHubFailure(error, redact) {
		const message = (0, $$errors2.TN)(redact(messageOf(error)));
		const status = (0, $$safety0._F)(error, "response") === void 0 ? null : numberAt(error, "status");
		return { status, message, description: describe(error, status, message), permissions: permissionsNeeded(error) };
	}
	function messageOf(error) {
		const message = (0, $$safety0._F)(error, "message");
		if (typeof message !== "string") return "unknown error";
		const cause = (0, $$safety0._F)(error, "cause");
		return message === "fetch failed" && cause !== void 0 ? messageOf(cause) : message;
	}
	function describe(error, status, message) {
		if (error instanceof MismatchedAnswerError || error instanceof $$comments4.S) return message;
		const words = message.trimStart().startsWith("<") ? "" : `: ${message}`;
		return status === null ? `GitHub did not respond${words}` : `GitHub answered ${status}${words}`;
	}
	function permissionsNeeded(error) {
		const [first = ""] = (headerOf(error, "x-accepted-github-permissions") ?? "").split(";");
		return Array.from(first.matchAll(/(?<![a-z_])([a-z_]+)=([a-z]+)/g), ([, name = "", level = ""]) => `${name.replaceAll("_", "-")}: ${level}`);
	}
	function headerOf(error, name) {
		const found = (0, $$safety0._F)((0, $$safety0._F)((0, $$safety0._F)(error, "response"), "headers"), name);
		return typeof found === "string" || typeof found === "number" ? String(found) : void 0;
	}
	function numberAt(value, key) {
		const field = (0, $$safety0._F)(value, key);
		return typeof field === "number" ? field : null;
	}
}), 91085: ((__module, __exports, __require) => {
	__require.d(__exports, { K9: () => isLaterRun, Qw: () => finalCommentAction, SA: () => isMissingPermission, VJ: () => expectsOtherAgents, Wb: () => commentTargetOf, eT: () => deploymentStateOf, eY: () => candidateRefs, mY: () => SHARED_KEY, p7: () => environmentOf, qJ: () => isRollingOut, qy: () => describeReportFailure });
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
			case "shared-preview":
				return { environment: agent, transient: true, agent };
			case "deploy":
			case "rollback":
			case "wait":
				return { environment: settings.github.environment ?? agent, transient: false, agent };
			default:
				return void 0;
		}
	}
	const SHARED_KEY = "agents";
	const VERIFY_AGENT = "verify";
	function commentTargetOf(settings, event, record) {
		if (!settings.github.comment || settings.dryRun) return void 0;
		if (["sweep", "status", "lock", "unlock", "rebuild", "shared-preview"].includes(settings.verb)) return void 0;
		const isVerify = settings.verb === "verify";
		if (isVerify && record.gate === void 0) return void 0;
		const pullRequest = record.pullRequest ?? event.pullRequest?.number;
		const agent = record.previewNames[0] ?? agentOf(settings, record) ?? record.retired[0] ?? (isVerify ? VERIFY_AGENT : void 0);
		if (pullRequest === void 0 || agent === void 0) return void 0;
		return { pullRequest, key: settings.github.commentKey ?? SHARED_KEY, agent };
	}
	function expectsOtherAgents(settings) {
		return "paths" in settings && settings.paths !== void 0;
	}
	function isLaterRun({ action }, attempt) {
		return action === "synchronize" || action === "reopened" || attempt !== "1";
	}
	function isRollingOut({ verb, dryRun }, { stage, plan }) {
		if (dryRun || !["deploy", "preview", "shared-preview", "rollback", "wait"].includes(verb)) return false;
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
		const path = URL.parse(settings.desired.repoUrl)?.pathname.replace(/\.git$|(?<!\/)\/+$/g, "");
		return path?.toLowerCase().endsWith(`/${event.repository.toLowerCase()}`) ?? false;
	}
	const REPORT_PARTS = { deployment: { what: "the deployment of this run", permission: "deployments: write", off: "github-deployment: false" }, retire: { what: "the deployments of the deleted preview", permission: "deployments: write", off: "github-deployment: false" }, comment: { what: "the comment on the pull request", permission: "pull-requests: write", off: "comment: false" } };
	function describeReportFailure(name, failure) {
		const { what, permission, off } = REPORT_PARTS[name];
		const start = `The action could not update ${what} on GitHub; the deployment itself is not affected.`;
		if (isMissingPermission(failure)) {
			const line = lineFor(permission, failure.permissions);
			return `${start} The token lacks a permission: add \`${line}\` under \`permissions:\` of the job (a job with \`permissions:\` has only the permissions listed there), or set \`${off}\`.`;
		}
		if (failure.status === 401) {
			return `${start} GitHub rejected the token (${failure.message}): pass a valid token as \`github-token\`, or set \`${off}\`.`;
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
}), 50089: ((__module, __exports, __require) => {
	__require.d(__exports, { S: () => CommentReplacedError, e: () => sinceOf });
	class CommentReplacedError extends Error {
		name = "CommentReplacedError";
	}
	const RACE_MS = 10 * 6e4;
	function sinceOf(time) {
		const at = Date.parse(time ?? "");
		return Number.isNaN(at) ? void 0 : new Date(at - RACE_MS).toISOString();
	}
}), 72786: ((__module, __exports, __require) => {
	__require.d(__exports, { $qQ: () => parseName, BEO: () => statusKind, BJ0: () => describeProblem, BW5: () => toWire, BdA: () => findMissingValue, Bgh: () => commitUrl, C7c: () => loadState, CJ9: () => startPhase, CcL: () => decodeLock, Cjl: () => SHARED_PREVIEW_MARKER, CsV: () => runAction, DEe: () => TEXT_MAX, DLq: () => GATE_TEXTS, De7: () => concealEnvironment, Di0: () => findProtoKey, E2f: () => includesOrigin, ECQ: () => toWirePath, EEy: () => isAlarming, EMj: () => proxySettings, EgU: () => readRunEvent, ErG: () => parseTimeLimit, FDf: () => describeLock, FFm: () => GATE_OPTIONS, FOh: () => exitCodeOf, FfZ: () => isNestedDeeper, GEc: () => ATTACHMENTS_MAX, Gq1: () => invalid, Gtc: () => displayPath, HKR: () => checkUploadUrl, HNX: () => planLines, HOe: () => parseTracingApiUrl, HRD: () => DNS_LABEL, HcL: () => commentMark, Hd3: () => PROTO_KEY_MESSAGE, HlC: () => SOURCES, Hlv: () => createValueRenderer, HnF: () => cell, HqU: () => mergeSeeds, I27: () => commentBody, IH: () => shorten2, IHi: () => DATASET_TAGS_MAX, IfP: () => describeValidationErrors, JgT: () => GOING, Jqg: () => GATE_COMMENT_MAX, Jxr: () => FIELD_RULES, K6p: () => readProcessStat, KAS: () => toOutcome, KM9: () => DOUBTFUL, KkB: () => encodeLock, KoQ: () => readInputs, LiV: () => withoutIds, M$0: () => DISPLAY_MAX, M9M: () => C_IDENTIFIER, MM$: () => planSummary, Mbx: () => AMOUNT_MAX, Mgw: () => parseAgentUrl, NEx: () => withDeadline, NPS: () => parseRepoPath, NoQ: () => reportsBusyThread, OEH: () => allPassed, OF3: () => fenced, OO8: () => VERIFY_INPUT_NAMES, OWp: () => isJsonObject, OZb: () => isHosted, P3: () => BodyStreamError, PJn: () => loadGateParser, PXe: () => ignoreApiError, PhH: () => isAboutGate, PlP: () => safeUrl, Q$O: () => MARKERS, QW9: () => shortenRedacted, Qtm: () => boundedJson, Qzw: () => checkEnvironment, R3t: () => LOG_PAGE_DEFAULT, RB4: () => sameRepository, RZV: () => CODE_HOST_TERMS, RnE: () => shortSummary, S5Z: () => toLine, SEN: () => CASE_VERDICTS, SHW: () => describeArchive, SLX: () => EMPTY_SEED, SYJ: () => SANDBOX_INPUT_NAMES, Sdt: () => largestFiles, Sj1: () => FEEDBACK_KEYS_MAX, TL7: () => LOCK_VERSION, TNj: () => oneLine, Tcb: () => timeText, TiI: () => GATE_SWITCHES, U9m: () => isLoopback, UV8: () => canonicalSource, UjU: () => LIST_MAX, Uzg: () => VERIFY_INPUTS, VOd: () => parsePathFilter, VUB: () => COMPARED_MAX, Vp8: () => RESERVED_ROOTS, Vpz: () => runUrl, W_h: () => isRunning, Wmi: () => proxySecrets, Wt7: () => CPU_MIN, XGF: () => itemId, Xw9: () => parseUuid, XyI: () => objectOf, YL5: () => STRATEGIES, YPr: () => mapFields, Ydl: () => SANDBOX_INPUTS, YrS: () => FIELD_NAMES, Z6M: () => checkAgentUrl, ZGx: () => iconOf, ZX3: () => PAGE_MAX, _$v: () => parseFeedbackKey, _Ew: () => readTarget, _Fh: () => fieldOf, _Hp: () => lockRefOf, _Um: () => isSelfHosted, _oi: () => DEPLOYMENT_TYPES, a3k: () => formatDuration, a5l: () => redactReport, aYu: () => code, apP: () => endOfString, b$E: () => makesRevision, bic: () => FEEDBACK_KEY_MAX, buT: () => outcome, cHW: () => SEED_RECORD, cJR: () => validationError, cK5: () => matches, ceA: () => isReservedName, coM: () => EVALUATION_NAME_MAX, crk: () => DEPLOYMENT_NAME, d7x: () => isApiError, dID: () => triggersRevision, dOO: () => recordRevision, dQS: () => realClock, dRP: () => isFinal, dXv: () => rejectOnAbort, d_D: () => createRunnerHost, deR: () => isSameAgentUrl, eUN: () => BAD, eqB: () => BULK_DELETE_MAX, et_: () => subjectOf, euP: () => CPU_MAX, faK: () => describeItem, foU: () => NAME_MAX, fwR: () => LOCK_LIMITS, g5: () => failureOf, gD7: () => headlineOf, gRw: () => closeTimeline, gcK: () => formatChoices, h0X: () => plainLine, hD3: () => quote, hDB: () => ApiError, hO8: () => readWorkflowRun, hcM: () => readRaw, hhp: () => isNotServed, hpw: () => tracingUrlOf, i7o: () => isHeld, i_I: () => isThreadBusy, icA: () => createInputReader, ilj: () => agentAddress, iwb: () => MAX_SUMMARY_TEXT, jgr: () => VARIABLES_MAX, jlk: () => spellDuration, k2e: () => checkUnknownInputs, k4U: () => GATE_FIELD_NAMES, kBB: () => parseWord, kNr: () => isTagRef, kn4: () => fromWire, kz4: () => noDebuggerFlags, lCv: () => EXAMPLES_PER_REQUEST_MAX, lDC: () => PLAIN_DEPLOYMENT_NAME, lYN: () => createRedactor, lZh: () => ActionError, mQA: () => countsOf, mRP: () => networkEnvironment, meu: () => isSameDeploymentType, mlB: () => shorten, mpO: () => EMULATOR_INPUT_NAMES, n6m: () => webUrlOf, n8z: () => respondsAfter, nGO: () => REBUILD_MARKER, nVH: () => formatAge, n_U: () => HOSTED_REDIS_MEMORY_MIN, nhY: () => SEED_MAX_BYTES, o4o: () => findIncluded, o7: () => NO_SLASH, oJd: () => isSuccess, oXz: () => PAGE_DEFAULT, ofp: () => pathStep, onx: () => countPassed, p$Q: () => ANSWER_JSON_LIMITS, pSg: () => missingFieldError, pV9: () => exactly, pqe: () => countOf, q96: () => EMULATOR_INPUTS, qFJ: () => parseJson, qmI: () => NEUTRAL, r8q: () => DEPLOYMENT_NAME_RULE, r9p: () => stateText, rTE: () => troubleshootingLink, rZj: () => valid, rme: () => describeValidationError, sC: () => containerValues, sto: () => CPU_LIMIT_MAX, su4: () => addStatus, t3L: () => isImmutable, tGH: () => sweptLines, tTR: () => commitText, tbB: () => isRunUrl, tdh: () => findJsonExcess, tpe: () => table, u1K: () => HOSTED_DEPLOYMENT_TYPES, uLz: () => SELF_HOSTED_NAME_MAX, ucJ: () => headlineOfStart, uiF: () => isUnfinished, uiq: () => SEED_MARK, vKs: () => sharedLines, vMM: () => isSet, vxI: () => isBeingDeleted, wBP: () => RUNS_PER_REQUEST_MAX, wWq: () => readCaller, wik: () => inertLines, wmI: () => DEPLOYMENT_FIELDS, wv2: () => LOG_PAGE_MAX, wvf: () => describeCounts, x4D: () => ANY, xJ9: () => severityOf, xSw: () => readDisplay, xkJ: () => SEED_LIMITS, y2G: () => checkSignedUrl, y2N: () => loadCheckParser, yKb: () => TARBALL_MAX_BYTES, yTO: () => redactRunner, yfm: () => PREVIEW_MARKER, yq5: () => GOOD, z3p: () => formatBytes, zHB: () => details, zNS: () => some, zST: () => readAccess, zj$: () => DEFAULT_POLICY, zpe: () => tracingVariable });
	var $$phase0 = __require(67289);
	const { findCommand, parseCommand, parseEvent, readRunEvent, skipEvent, createRedactingHost, createRunnerHost, escapeCommands, readDesired, sameRepository, checkEnvironment, isSameAgentUrl, parseAgentUrl, parseTracingApiUrl, readEndpoint, tracingUrlOf, tracingVariable, count, duration, parseApiKey, parseBoolean, parseCommandEnv, parseCommentKey, parseCommit, parseCompareWith, parseCount, parseDeploymentName, parseDeploymentType, parseDuration, parseEmulatorFlags, parseEnvironment, parseFeedbackKey, parseFolder, parseForkApproval, parseHttpUrl, parseImageUri, parseLabel, parseLines, parseLockReason, parseName, parseNameTemplate, parseNamespace, parseNetworks, parsePath, parsePaths, parsePlanId, parsePreviewSeed, parseRef, parseRegion, parseRepoPath, parseRepoUrl, parseRollbackTo, parseSandboxPrefix, parseShell, parseTarget, parseTemplate, parseText, parseTimeLimit, parseToken, parseUuid, parseVersion, parseWord, unknownTypeWarning, word, NO_REPOSITORY, describeProblem, invalid, noBranchMessage, quote, valid, withoutKeys, acceptsForks, checkUnknownInputs, displayOf, loadCheckParser, loadGateParser, readAccess, readCaller, readDisplay, readInputs, readTarget, createInputReader, nearestInput, readRaw, unknownInputProblem, unknownInputs, EMULATOR_INPUTS, EMULATOR_INPUT_NAMES, GATE_FIELD_NAMES, GATE_OPTIONS, GATE_SWITCHES, INPUTS, INPUT_NAMES, SANDBOX_INPUTS, SANDBOX_INPUT_NAMES, STRATEGIES, VERIFY_INPUTS, VERIFY_INPUT_NAMES, variableOf, MARKERS, PREVIEW_MARKER, REBUILD_MARKER, SHARED_PREVIEW_MARKER, containerValues, findMissingValue, identifiersOf, parseSecretValue, parseSecrets, secretFragments, decodeLock, describeLock, encodeLock, isHeld, lockRefOf, DEPLOY_ACTION, VERIFY_ACTION, runMain, ActionError, DEFAULT_POLICY, REASONS, exitCodeOf, outcome, severityOf, toOutcome, describeArchive, displayPath, formatBytes, largestFiles, ANY, GlobError, NO_SLASH, exactly, findIncluded, isIncluded, matches, parseGlob, parsePathFilter, some, startPhase, runAction, DEPLOYMENT_FIELDS, FIELD_NAMES, mapFields, includesOrigin, makesRevision, isUnfinished, parsePublishedState, COMMENT_MAX, GATE_COMMENT_MAX, commentBody, commentMark, commitText, plainLine, subjectText, BAD, DOUBTFUL, GOING, GOOD, NEUTRAL, headlineOf, headlineOfStart, iconOf, isAboutGate, isAlarming, isSuccess, meaningOf, respondsAfter, spellDuration, stateText, withoutIds, CODE_HOST_TERMS, commitUrl, isRunUrl, pullRequestLink, readWorkflowRun, runUrl, troubleshootingLink, troubleshootingPage, SWEEP_REASONS, SWEEP_RESULTS, formatAge, planLines, planSummary, sharedLines, sharedResult, sweptLines, timeText, GATE_TEXTS, agentAddress, cell, code, details, fenced, inertLines, safeUrl, shorten, table, OUTPUTS, VERIFY_OUTPUTS, outputsOf, verifyOutputsOf, isPhase, phaseName, renderPhases, annotationOf, redactReport, report, messageText, shortSummary, whatToDo, summaryOf, addStatus, closeTimeline, createRunRecord, formatDuration, recordRevision, subjectOf, createSecretMasker, redactRunner, EMPTY_SEED, RESERVED_ROOTS, SEED_MARK, countsOf, describeCounts, describeItem, itemId, mergeSeeds, loadState, saveState, DISPLAY_MAX, TEXT_MAX, countOf, shorten2, shortenRedacted, createCancelHooks, createLog, VERBS, chooseVerb, runVerb, allPassed, countPassed, createValueRenderer, decisiveCheck, failureLines, failureOf, checkAgentUrl, checkBaseUrl, checkSignedUrl, checkUploadUrl, isLoopback, realClock, rejectOnAbort, wallClock, withDeadline, ApiError, BodyStreamError, ignoreApiError, isApiError, isNotServed, isThreadBusy, oneLine, reportsBusyThread, invalidProxies, networkEnvironment, networkSecrets, proxySecrets, proxySettings, MAX_SUMMARY_TEXT, boundedJson, metadataLine, metadataText, toLine, withoutTerminalCodes, LOCK_LIMITS, LOCK_VERSION, LockState, isVisibleLine, DIALECT_TABLE, REGION_HOSTS, canonicalSource, controlPlaneUrlOf, dialectOf, fromWire, isHosted, isSelfHosted, toWire, toWirePath, tracingUrlOfControlPlane, webUrlOf, withBothSpellings, FIELD_RULES, isImmutable, sourcesOf, triggersRevision, describeValidationError, describeValidationErrors, formatChoices, isSet, missingFieldError, validationError, ANSWER_JSON_LIMITS, JSON_LIMITS, JsonCounter, PROTO_KEY_MESSAGE, SETTINGS_JSON_LIMITS, endOfString, fieldOf, findJsonExcess, findProtoKey, isJsonObject, isNestedDeeper, listOf, objectOf, parseJson, pathStep, protoKeyError, textOf, AMOUNT_MAX, ATTACHMENTS_MAX, BULK_DELETE_MAX, CHANGES_MAX, COMMAND_TIMEOUT_DEFAULT_S, COMPARED_MAX, CPU_LIMIT_MAX, CPU_MAX, CPU_MIN, DATASETS_MAX, DATASET_TAGS_MAX, DOCUMENT_VERSION, ERRORS_MAX, EVALUATION_API_VERSION, EVALUATION_NAME_MAX, EXAMPLES_PER_DATASET_MAX, EXAMPLES_PER_REQUEST_MAX, FEEDBACK_KEYS_MAX, FEEDBACK_KEY_MAX, FEEDBACK_TOKEN_TTL_MS, HOSTED_REDIS_MEMORY_MIN, LIST_MAX, LOG_PAGE_DEFAULT, LOG_PAGE_MAX, MULTIPART_MAX_BYTES, MULTIPART_PARTS_MAX, NAME_MAX, PAGE_DEFAULT, PAGE_MAX, PODS_OF_PROD, PROJECTS_MAX, RUNS_PER_REQUEST_MAX, SELF_HOSTED_NAME_MAX, TARBALL_MAX_BYTES, VARIABLES_MAX, C_IDENTIFIER, DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE, DEPLOYMENT_TYPE, DEPLOYMENT_TYPES, DNS_LABEL, HOSTED_DEPLOYMENT_TYPES, PLAIN_DEPLOYMENT_NAME, SOURCES, UUID, isSameDeploymentType, isTagRef, isReservedName, SEED_LIMITS, SEED_MAX_BYTES, SEED_RECORD, CASE_VERDICTS, DEPLOYMENT_STATUSES, REVISION_STATUSES, SANDBOX_STATUSES, isBeingDeleted, isFinal, statusKind, concealEnvironment, isDebuggerOpen, noDebuggerFlags, isRunning, parseProcessStat, readProcessStat, writeFully, hideKeys, looksLikeKey, MASK, createRedactor, SHORTEST_MATCH, createTextMatcher } = (0, $$phase0.NU)();
}) };
export {
	id,
	ids,
	modules
};
