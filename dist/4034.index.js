const id = 4034;
const ids = [4034, 9589];
const modules = { 76669: ((__module, __exports, __require) => {
	__require.d(__exports, { DL: () => $$later0.DLq, Hn: () => $$later0.HnF, OF: () => $$later0.OF3, Pl: () => $$later0.PlP, aY: () => $$later0.aYu, il: () => $$later0.ilj, ml: () => $$later0.mlB, tp: () => $$later0.tpe, wi: () => $$later0.wik, zH: () => $$later0.zHB });
	var $$later0 = __require(72786);
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH, pq: () => $$later0.pqe });
	var $$later0 = __require(72786);
}), 99589: ((__module, __exports, __require) => {
	__require.d(__exports, { Uk: () => readResponse, Yl: () => findNumbers, uY: () => lastMessage });
	function lastMessage(values) {
		const messages = field(values, "messages");
		if (!Array.isArray(messages)) return { kind: "none", why: "the final state has no list `messages`" };
		if (messages.length === 0) return { kind: "none", why: "the list `messages` of the final state is empty" };
		const last = messages.at(-1);
		if (isOfUser(last)) {
			return { kind: "none", why: "the last message is from the user, so the agent did not respond" };
		}
		const content = fieldOfMessage(last, "content");
		const text = textOf(content);
		return text === void 0 ? { kind: "none", why: "the last message has no text" } : { kind: "text", text };
	}
	function isOfUser(message) {
		const id2 = field(message, "id");
		const names = [field(message, "type"), field(message, "role"), Array.isArray(id2) ? id2.at(-1) : void 0];
		return names.some((name) => typeof name === "string" && /^(human|user|HumanMessage(Chunk)?)$/.test(name));
	}
	function textOf(content) {
		if (typeof content === "string") return content;
		if (!Array.isArray(content)) return void 0;
		const parts = content.flatMap((block) => {
			const text = typeof block === "string" ? block : field(block, "text");
			const type = field(block, "type") ?? "text";
			return typeof text === "string" && (type === "text" || type === "output_text") ? [text] : [];
		});
		return parts.length === 0 ? void 0 : parts.join("");
	}
	function readResponse(values) {
		const all = field(values, "messages");
		if (!Array.isArray(all)) return void 0;
		const messages = all.slice(all.findLastIndex(isOfUser) + 1);
		const counts = messages.map((message) => field(fieldOfMessage(message, "usage_metadata"), "total_tokens")).filter((count) => typeof count === "number");
		return { toolCalls: messages.flatMap(toolCallsOf), tokens: counts.length === 0 ? void 0 : counts.reduce((sum, count) => sum + count, 0) };
	}
	function toolCallsOf(message) {
		const calls = fieldOfMessage(message, "tool_calls");
		if (!Array.isArray(calls)) return [];
		return calls.flatMap((call) => {
			const name = field(call, "name");
			return typeof name === "string" ? [{ name, args: field(call, "args") }] : [];
		});
	}
	function fieldOfMessage(message, key) {
		return field(message, key) ?? field(field(message, "kwargs"), key);
	}
	function field(value, key) {
		const holds = typeof value === "object" && value !== null && Object.hasOwn(value, key);
		return holds ? Reflect.get(value, key) : void 0;
	}
	function findNumbers(text) {
		const found = text.matchAll(/(?<!\w)[-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d{1,3})?/gi);
		return Array.from(found, ([number]) => Number(number.replace("\u2212", "-").replaceAll(",", "")));
	}
}), 14328: ((__module, __exports, __require) => {
	__require.d(__exports, { bt: () => CommentSection, di: () => SECTION_LIMITS, n7: () => COMMENT_SECTION_VERSION });
	var $$zod0 = __require(34410);
	const COMMENT_SECTION_VERSION = 1;
	const SECTION_LIMITS = { name: 200, url: 1e3, text: 200, message: 1500, logLines: 30, logLine: 400, scores: 12, ids: 4, previews: 10 };
	const { name, url, text, message, logLines, logLine, scores, ids: ids2, previews } = SECTION_LIMITS;
	const shortText = $$zod0.YjP().max(text);
	const commit = $$zod0.YjP().regex(/^[0-9a-f]{7,64}$/);
	const count = $$zod0.Whr().min(0);
	const Score = $$zod0.Ikc({ key: shortText, baseline: shortText.optional(), candidate: shortText.optional(), verdict: $$zod0.k5n(["worse", "better", "same", "unclear"]).optional() });
	const Gate = $$zod0.Ikc({ verdict: $$zod0.k5n(["worse", "below-floor", "inconclusive", "unclear", "better", "same", "passed"]), cases: count, broken: count, baseline: shortText.optional(), sentence: $$zod0.YjP().max(message), scores: $$zod0.YOg(Score).max(scores), compareUrl: $$zod0.YjP().max(url).optional() });
	const CommitPreview = $$zod0.Ikc({ commit, url: $$zod0.YjP().max(url).optional(), createdAt: count.optional() });
	const CommentSection = $$zod0.Ikc({ agent: $$zod0.YjP().min(1).max(name), version: $$zod0.Ikc({ startedAt: count, run: count, attempt: count, step: $$zod0.Whr().min(0).max(2) }), kind: $$zod0.YjP().regex(/^[a-z-]{1,40}$/), reason: $$zod0.YjP().regex(/^[a-z-]{0,60}$/), isPreview: $$zod0.zMY(), url: $$zod0.YjP().max(url).optional(), responds: $$zod0.k5n(["agent", "previous"]).optional(), head: commit.optional(), commit: commit.optional(), readyMs: count.optional(), checks: shortText.optional(), seeded: shortText.optional(), message: $$zod0.YjP().max(message).optional(), log: $$zod0.Ikc({ kind: shortText, lines: $$zod0.YOg($$zod0.YjP().max(logLine)).max(logLines) }).optional(), gate: Gate.optional(), previews: $$zod0.YOg(CommitPreview).max(previews).optional(), ids: $$zod0.YOg($$zod0.PVZ([shortText, shortText])).max(ids2) });
}), 6760: ((__module, __exports, __require) => {
	__require.d(__exports, { Di: () => $$later0.Di0, Ff: () => $$later0.FfZ, Hd: () => $$later0.Hd3, OW: () => $$later0.OWp, Xy: () => $$later0.XyI, _F: () => $$later0._Fh, ap: () => $$later0.apP, of: () => $$later0.ofp, p$: () => $$later0.p$Q, qF: () => $$later0.qFJ, td: () => $$later0.tdh });
	var $$later0 = __require(72786);
}), 83889: ((__module, __exports, __require) => {
	__require.d(__exports, { BE: () => $$later0.BEO, SE: () => $$later0.SEN, dR: () => $$later0.dRP, vx: () => $$later0.vxI });
	var $$later0 = __require(72786);
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
