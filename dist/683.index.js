const id = 683;
const ids = [683];
const modules = { 13683: ((__module, __exports, __require) => {
	__require.d(__exports, { runCommand: () => runCommand });
	var errors = __require(94924);
	var github_client = __require(73564);
	var outcome = __require(96043);
	var markdown = __require(76669);
	var permission = __require(82116);
	var pull_requests = __require(22959);
	;
	const OF_HEAD = ["deploy", "preview", "plan"];
	async function checkCommand(context, settings, command) {
		const connection = await context.github();
		if (connection === void 0) {
			throw unverified("The run has no `github-token`", "Remove an empty `github-token`: the default is the token of the job.");
		}
		const { comment } = command;
		const client = (0, github_client.createGitHubClient)(connection, context.signal, pull_requests.Cl, (ms, aborted) => context.clock.sleep(ms, aborted));
		const refused = await read(context, client, () => checkComment(client, command)) ?? await read(context, client, () => checkPermission(client, command));
		if (refused !== void 0) return refuse(refused);
		const pull = await readPull(context, connection, comment.pullRequest);
		if (pull.closed) return refuse("The pull request is closed");
		if (pull.fork) {
			return refuse("The pull request comes from a fork, and commands never deploy or change anything for a fork");
		}
		context.record.pullRequest = comment.pullRequest;
		if (!OF_HEAD.includes(command.verb)) return { ok: true, settings, beforeChange: void 0 };
		if (!("desired" in settings) || settings.desired.source !== "git_host") {
			return refuse("A command deploys only a repository (`source: git_host`), because the run has no checkout of the pull request");
		}
		const head = { branch: pull.branch, commit: pull.commit };
		const moved = await read(context, client, () => checkPushedBefore(client, head, comment.createdAt));
		if (moved !== void 0) return refuse(moved);
		context.log.line(`The command deploys ${head.commit}, the head of ${head.branch} when the comment was written.`);
		return { ok: true, settings: withHead(settings, head), async beforeChange() {
			const now = await readPull(context, connection, comment.pullRequest);
			if (!now.closed && !now.fork && now.commit === head.commit && now.branch === head.branch) return;
			throw new outcome.lZ("head-moved", `Pull request #${comment.pullRequest} was changed after the comment, so nothing was sent. Review the new head, and comment again.`);
		} };
	}
	function withHead(settings, { branch, commit }) {
		if (!("desired" in settings)) return settings;
		const pinned = { ...settings, desired: { ...settings.desired, ref: branch, commit }, resolveCommit: false };
		return pinned.verb === "preview" ? { ...pinned, specified: { ref: true, commit: true } } : pinned;
	}
	const refuse = (why) => ({ ok: false, outcome: (0, outcome.bu)("skipped", "command-refused", `${why}, so the command was not run.`) });
	const unverified = (why, hint) => new outcome.lZ("command-unverified", `The command could not be verified, so it was not run. ${why}. ${hint}`);
	async function read({ signal }, client, work) {
		try {
			return await work();
		} catch (error) {
			signal.throwIfAborted();
			const { description, permissions } = client.failureOf(error);
			const hint = permissions.length === 0 ? "Comment again." : `Add \`${permissions.join("` and `")}\` under \`permissions:\` of the job, and comment again.`;
			throw unverified(description, hint);
		}
	}
	async function checkComment(client, { comment }) {
		try {
			const { data } = await client.call((at) => client.octokit.rest.issues.getComment({ ...at, comment_id: comment.id }));
			(0, github_client.assertUrlEndsWith)("the comment", data.issue_url, `/issues/${comment.pullRequest}`);
			const isSame = data.id === comment.id && data.body === comment.body && data.created_at === comment.createdAt && data.updated_at === comment.createdAt && data.user?.type === "User" && data.user.id === comment.authorId && data.user.login === comment.author;
			return isSame ? void 0 : "The comment was edited after it was written";
		} catch (error) {
			if (client.failureOf(error).status === 404) return "The comment was deleted";
			throw error;
		}
	}
	async function checkPermission(client, { comment }) {
		const { author: login, authorId: id2 } = comment;
		if (await (0, permission.j)(client, { login, id: id2 })) return void 0;
		return `The author ${login} may not push to this repository`;
	}
	async function checkPushedBefore(client, { branch, commit }, commentedAt) {
		const ref = `refs/heads/${branch}`;
		const { data } = await client.call((at) => client.octokit.rest.repos.listActivities({ ...at, ref, direction: "desc", per_page: 1 }));
		const [last] = data;
		const isHead = last?.ref === ref && last.after.toLowerCase() === commit;
		if (isHead && Date.parse(last.timestamp) < Date.parse(commentedAt)) return void 0;
		return "GitHub does not show that the head of the pull request was pushed before the comment";
	}
	async function readPull({ clock, signal }, connection, number) {
		const reading = await (0, pull_requests.DQ)(connection, number, { clock, signal });
		if (reading.kind === "read") return reading.pull;
		signal.throwIfAborted();
		throw unverified((0, pull_requests.D2)(number, reading.failure).replace(/\.$/, ""), "Comment again.");
	}
	;
	const ONLY_REPLY = ["lock", "unlock", "status", "plan"];
	async function runCommand(context, command, runVerb) {
		const checked = await checkCommand(context, context.settings, command);
		if (!checked.ok) return checked.outcome;
		const { settings, beforeChange } = checked;
		if (!ONLY_REPLY.includes(command.verb)) return runVerb({ ...context, settings, beforeChange });
		let end;
		try {
			end = await runVerb({ ...context, settings, beforeChange });
		} catch (error) {
			context.signal.throwIfAborted();
			await reply(context, command, (0, outcome.KA)(error));
			throw error;
		}
		await reply(context, command, end);
		return end;
	}
	async function reply(context, { verb, comment }, end) {
		const { settings, signal, log, record, redactor } = context;
		if (!settings.github.comment || settings.dryRun !== (verb === "plan")) return;
		try {
			const connection = await context.github();
			if (connection === void 0) return;
			const client = (0, github_client.createGitHubClient)(connection, signal);
			const changes = (record.plan?.changes ?? []).map(({ field }) => field);
			const plan = verb === "plan" && changes.length > 0 ? `
It would change: ${changes.join(", ")}` : "";
			const body = `\`/${verb}\`: ${(0, markdown.wi)(redactor.redact(`${end.message}${plan}`).slice(0, 4e3))}`;
			await client.call((at) => client.octokit.rest.issues.createComment({ ...at, issue_number: comment.pullRequest, body }), { repeatable: false });
		} catch (error) {
			signal.throwIfAborted();
			log.line(`The reply to the command could not be written: ${redactor.redact((0, errors.gJ)(error))}`);
		}
	}
}), 82116: ((__module, __exports, __require) => {
	__require.d(__exports, { j: () => hasWritePermission });
	var $$client0 = __require(73564);
	async function hasWritePermission(client, { login, id: id2 }) {
		try {
			const { data } = await client.call((at) => client.octokit.rest.repos.getCollaboratorPermissionLevel({ ...at, username: login }));
			(0, $$client0.assertSame)("account", id2, data.user?.id ?? "no account");
			return data.permission === "admin" || data.permission === "write";
		} catch (error) {
			if (client.failureOf(error).status === 404) return false;
			throw error;
		}
	}
}), 76669: ((__module, __exports, __require) => {
	__require.d(__exports, { DL: () => $$later0.DLq, Hn: () => $$later0.HnF, OF: () => $$later0.OF3, Pl: () => $$later0.PlP, aY: () => $$later0.aYu, il: () => $$later0.ilj, ml: () => $$later0.mlB, tp: () => $$later0.tpe, wi: () => $$later0.wik, zH: () => $$later0.zHB });
	var $$later0 = __require(72786);
}), 72786: ((__module, __exports, __require) => {
	__require.d(__exports, { $qQ: () => parseName, BEO: () => statusKind, BJ0: () => describeProblem, BW5: () => toWire, BdA: () => findMissingValue, Bgh: () => commitUrl, C7c: () => loadState, CJ9: () => startPhase, CcL: () => decodeLock, CsV: () => runAction, DEe: () => TEXT_MAX, DLq: () => GATE_TEXTS, De7: () => concealEnvironment, Di0: () => findProtoKey, E2f: () => includesOrigin, ECQ: () => toWirePath, EEy: () => isAlarming, EMj: () => proxySettings, ErG: () => parseTimeLimit, FDf: () => describeLock, FFm: () => GATE_OPTIONS, FOh: () => exitCodeOf, FfZ: () => isNestedDeeper, GEc: () => ATTACHMENTS_MAX, Gq1: () => invalid, Gtc: () => displayPath, HKR: () => checkUploadUrl, HNX: () => planLines, HOe: () => parseTracingApiUrl, HRD: () => DNS_LABEL, HcL: () => commentMark, Hd3: () => PROTO_KEY_MESSAGE, HlC: () => SOURCES, Hlv: () => createValueRenderer, HnF: () => cell, I27: () => commentBody, IH: () => shorten2, IHi: () => DATASET_TAGS_MAX, IfP: () => describeValidationErrors, JgT: () => GOING, Jqg: () => GATE_COMMENT_MAX, Jxr: () => FIELD_RULES, K6p: () => readProcessStat, KAS: () => toOutcome, KM9: () => DOUBTFUL, KkB: () => encodeLock, LiV: () => withoutIds, M$0: () => DISPLAY_MAX, M9M: () => C_IDENTIFIER, MM$: () => planSummary, Mbx: () => AMOUNT_MAX, Mgw: () => parseAgentUrl, NEx: () => withDeadline, NPS: () => parseRepoPath, NoQ: () => reportsBusyThread, OEH: () => allPassed, OF3: () => fenced, OO8: () => VERIFY_INPUT_NAMES, OWp: () => isJsonObject, OZb: () => isHosted, P3: () => BodyStreamError, PJn: () => loadGateParser, PXe: () => ignoreApiError, PhH: () => isAboutGate, PlP: () => safeUrl, QW9: () => shortenRedacted, Qtm: () => boundedJson, Qzw: () => checkEnvironment, R3t: () => LOG_PAGE_DEFAULT, RB4: () => sameRepository, RnE: () => shortSummary, S5Z: () => toLine, SEN: () => CASE_VERDICTS, SHW: () => describeArchive, SYJ: () => SANDBOX_INPUT_NAMES, Sdt: () => largestFiles, Sj1: () => FEEDBACK_KEYS_MAX, TL7: () => LOCK_VERSION, TNj: () => oneLine, TiI: () => GATE_SWITCHES, U9m: () => isLoopback, UV8: () => canonicalSource, UjU: () => LIST_MAX, Uzg: () => VERIFY_INPUTS, VOd: () => parsePathFilter, VUB: () => COMPARED_MAX, Vpz: () => runUrl, W_h: () => isRunning, Wmi: () => proxySecrets, Wt7: () => CPU_MIN, Xw9: () => parseUuid, XyI: () => objectOf, YL5: () => STRATEGIES, YPr: () => mapFields, Ydl: () => SANDBOX_INPUTS, YrS: () => FIELD_NAMES, Z6M: () => checkAgentUrl, ZGx: () => iconOf, ZX3: () => PAGE_MAX, _$v: () => parseFeedbackKey, _Ew: () => readTarget, _Fh: () => fieldOf, _Hp: () => lockRefOf, _Um: () => isSelfHosted, _oi: () => DEPLOYMENT_TYPES, a3k: () => formatDuration, a5l: () => redactReport, aYu: () => code, apP: () => endOfString, b$E: () => makesRevision, bic: () => FEEDBACK_KEY_MAX, buT: () => outcome, cJR: () => validationError, cK5: () => matches, ceA: () => isReservedName, coM: () => EVALUATION_NAME_MAX, crk: () => DEPLOYMENT_NAME, d7x: () => isApiError, dID: () => triggersRevision, dOO: () => recordRevision, dQS: () => realClock, dRP: () => isFinal, dXv: () => rejectOnAbort, d_D: () => createRunnerHost, deR: () => isSameAgentUrl, eUN: () => BAD, eqB: () => BULK_DELETE_MAX, et_: () => subjectOf, euP: () => CPU_MAX, foU: () => NAME_MAX, fwR: () => LOCK_LIMITS, g5: () => failureOf, gD7: () => headlineOf, gRw: () => closeTimeline, gcK: () => formatChoices, h0X: () => plainLine, hD3: () => quote, hDB: () => ApiError, hO8: () => readWorkflowRun, hcM: () => readRaw, hhp: () => isNotServed, hpw: () => tracingUrlOf, i7o: () => isHeld, i_I: () => isThreadBusy, icA: () => createInputReader, ilj: () => agentAddress, iwb: () => MAX_SUMMARY_TEXT, jgr: () => VARIABLES_MAX, jlk: () => spellDuration, k2e: () => checkUnknownInputs, k4U: () => GATE_FIELD_NAMES, kBB: () => parseWord, kNr: () => isTagRef, kn4: () => fromWire, kz4: () => noDebuggerFlags, lCv: () => EXAMPLES_PER_REQUEST_MAX, lDC: () => PLAIN_DEPLOYMENT_NAME, lZh: () => ActionError, mRP: () => networkEnvironment, meu: () => isSameDeploymentType, mlB: () => shorten, mpO: () => EMULATOR_INPUT_NAMES, n6m: () => webUrlOf, n8z: () => respondsAfter, nVH: () => formatAge, n_U: () => HOSTED_REDIS_MEMORY_MIN, o4o: () => findIncluded, o7: () => NO_SLASH, oJd: () => isSuccess, oXz: () => PAGE_DEFAULT, ofp: () => pathStep, onx: () => countPassed, p$Q: () => ANSWER_JSON_LIMITS, pSg: () => missingFieldError, pV9: () => exactly, pqe: () => countOf, q96: () => EMULATOR_INPUTS, qFJ: () => parseJson, qmI: () => NEUTRAL, r8q: () => DEPLOYMENT_NAME_RULE, r9p: () => stateText, rTE: () => troubleshootingLink, rZj: () => valid, rme: () => describeValidationError, sC: () => containerValues, sto: () => CPU_LIMIT_MAX, su4: () => addStatus, t3L: () => isImmutable, tGH: () => sweptLines, tTR: () => commitText, tbB: () => isRunUrl, tdh: () => findJsonExcess, tpe: () => table, u1K: () => HOSTED_DEPLOYMENT_TYPES, uLz: () => SELF_HOSTED_NAME_MAX, ucJ: () => headlineOfStart, uiF: () => isUnfinished, vMM: () => isSet, vxI: () => isBeingDeleted, wBP: () => RUNS_PER_REQUEST_MAX, wWq: () => readCaller, wik: () => inertLines, wmI: () => DEPLOYMENT_FIELDS, wv2: () => LOG_PAGE_MAX, x4D: () => ANY, xJ9: () => severityOf, xSw: () => readDisplay, y2G: () => checkSignedUrl, y2N: () => loadCheckParser, yKb: () => TARBALL_MAX_BYTES, yTO: () => redactRunner, yfm: () => PREVIEW_MARKER, yq5: () => GOOD, z3p: () => formatBytes, zHB: () => details, zNS: () => some, zST: () => readAccess, zj$: () => DEFAULT_POLICY, zpe: () => tracingVariable });
	var $$phase0 = __require(67289);
	const { findCommand, parseCommand, parseEvent, readRunEvent, skipEvent, isUnfinished, parsePublishedState, createRedactingHost, createRunnerHost, escapeCommands, readDesired, sameRepository, checkEnvironment, isSameAgentUrl, parseAgentUrl, parseTracingApiUrl, readEndpoint, tracingUrlOf, tracingVariable, count, duration, parseApiKey, parseBoolean, parseCommandEnv, parseCommentKey, parseCommit, parseCompareWith, parseCount, parseDeploymentName, parseDeploymentType, parseDuration, parseEmulatorFlags, parseEnvironment, parseFeedbackKey, parseFolder, parseForkApproval, parseHttpUrl, parseImageUri, parseLabel, parseLines, parseLockReason, parseName, parseNameTemplate, parseNamespace, parseNetworks, parsePath, parsePaths, parsePlanId, parseRef, parseRegion, parseRepoPath, parseRepoUrl, parseRollbackTo, parseSandboxPrefix, parseShell, parseTarget, parseTemplate, parseText, parseTimeLimit, parseToken, parseUuid, parseVersion, parseWord, unknownTypeWarning, word, NO_REPOSITORY, describeProblem, invalid, noBranchMessage, quote, valid, withoutKeys, acceptsForks, checkUnknownInputs, displayOf, loadCheckParser, loadGateParser, readAccess, readCaller, readDisplay, readInputs, readTarget, createInputReader, nearestInput, readRaw, unknownInputProblem, unknownInputs, EMULATOR_INPUTS, EMULATOR_INPUT_NAMES, GATE_FIELD_NAMES, GATE_OPTIONS, GATE_SWITCHES, INPUTS, INPUT_NAMES, SANDBOX_INPUTS, SANDBOX_INPUT_NAMES, STRATEGIES, VERIFY_INPUTS, VERIFY_INPUT_NAMES, variableOf, PREVIEW_MARKER, containerValues, findMissingValue, identifiersOf, parseSecretValue, parseSecrets, secretFragments, decodeLock, describeLock, encodeLock, isHeld, lockRefOf, DEPLOY_ACTION, VERIFY_ACTION, runMain, ActionError, DEFAULT_POLICY, REASONS, exitCodeOf, outcome, severityOf, toOutcome, describeArchive, displayPath, formatBytes, largestFiles, ANY, GlobError, NO_SLASH, exactly, findIncluded, isIncluded, matches, parseGlob, parsePathFilter, some, startPhase, runAction, DEPLOYMENT_FIELDS, FIELD_NAMES, mapFields, includesOrigin, makesRevision, COMMENT_MAX, GATE_COMMENT_MAX, commentBody, commentMark, commitText, plainLine, subjectText, BAD, DOUBTFUL, GOING, GOOD, NEUTRAL, headlineOf, headlineOfStart, iconOf, isAboutGate, isAlarming, isSuccess, meaningOf, respondsAfter, spellDuration, stateText, withoutIds, commitUrl, isRunUrl, pullRequestLink, readWorkflowRun, runUrl, troubleshootingLink, troubleshootingPage, SWEEP_REASONS, SWEEP_RESULTS, formatAge, planLines, planSummary, sweptLines, GATE_TEXTS, agentAddress, cell, code, details, fenced, inertLines, safeUrl, shorten, table, OUTPUTS, VERIFY_OUTPUTS, outputsOf, verifyOutputsOf, isPhase, phaseName, renderPhases, annotationOf, redactReport, report, messageText, shortSummary, whatToDo, summaryOf, addStatus, closeTimeline, createRunRecord, formatDuration, recordRevision, subjectOf, createSecretMasker, redactRunner, loadState, saveState, DISPLAY_MAX, TEXT_MAX, countOf, shorten2, shortenRedacted, createCancelHooks, createLog, VERBS, chooseVerb, runVerb, allPassed, countPassed, createValueRenderer, decisiveCheck, failureLines, failureOf, checkAgentUrl, checkBaseUrl, checkSignedUrl, checkUploadUrl, isLoopback, realClock, rejectOnAbort, wallClock, withDeadline, ApiError, BodyStreamError, ignoreApiError, isApiError, isNotServed, isThreadBusy, oneLine, reportsBusyThread, invalidProxies, networkEnvironment, networkSecrets, proxySecrets, proxySettings, MAX_SUMMARY_TEXT, boundedJson, metadataLine, metadataText, toLine, withoutTerminalCodes, LOCK_LIMITS, LOCK_VERSION, LockState, isVisibleLine, DIALECT_TABLE, REGION_HOSTS, canonicalSource, controlPlaneUrlOf, dialectOf, fromWire, isHosted, isSelfHosted, toWire, toWirePath, tracingUrlOfControlPlane, webUrlOf, withBothSpellings, FIELD_RULES, isImmutable, sourcesOf, triggersRevision, describeValidationError, describeValidationErrors, formatChoices, isSet, missingFieldError, validationError, ANSWER_JSON_LIMITS, JSON_LIMITS, JsonCounter, PROTO_KEY_MESSAGE, SETTINGS_JSON_LIMITS, endOfString, fieldOf, findJsonExcess, findProtoKey, isJsonObject, isNestedDeeper, listOf, objectOf, parseJson, pathStep, protoKeyError, textOf, AMOUNT_MAX, ATTACHMENTS_MAX, BULK_DELETE_MAX, CHANGES_MAX, COMMAND_TIMEOUT_DEFAULT_S, COMPARED_MAX, CPU_LIMIT_MAX, CPU_MAX, CPU_MIN, DATASETS_MAX, DATASET_TAGS_MAX, DOCUMENT_VERSION, ERRORS_MAX, EVALUATION_API_VERSION, EVALUATION_NAME_MAX, EXAMPLES_PER_DATASET_MAX, EXAMPLES_PER_REQUEST_MAX, FEEDBACK_KEYS_MAX, FEEDBACK_KEY_MAX, FEEDBACK_TOKEN_TTL_MS, HOSTED_REDIS_MEMORY_MIN, LIST_MAX, LOG_PAGE_DEFAULT, LOG_PAGE_MAX, MULTIPART_MAX_BYTES, MULTIPART_PARTS_MAX, NAME_MAX, PAGE_DEFAULT, PAGE_MAX, PROJECTS_MAX, RUNS_PER_REQUEST_MAX, SELF_HOSTED_NAME_MAX, TARBALL_MAX_BYTES, VARIABLES_MAX, C_IDENTIFIER, DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE, DEPLOYMENT_TYPE, DEPLOYMENT_TYPES, DNS_LABEL, HOSTED_DEPLOYMENT_TYPES, PLAIN_DEPLOYMENT_NAME, SOURCES, UUID, isSameDeploymentType, isTagRef, isReservedName, CASE_VERDICTS, DEPLOYMENT_STATUSES, REVISION_STATUSES, SANDBOX_STATUSES, isBeingDeleted, isFinal, statusKind, concealEnvironment, isDebuggerOpen, noDebuggerFlags, isRunning, parseProcessStat, readProcessStat, writeFully, hideKeys, looksLikeKey, MASK, createRedactor, SHORTEST_MATCH, createTextMatcher } = (0, $$phase0.NU)();
}) };
export {
	id,
	ids,
	modules
};
