const id = 390;
const ids = [390];
const modules = { 54476: ((__module, __exports, __require) => {
	__require.d(__exports, { Bd: () => $$later0.BdA, Cj: () => $$later0.Cjl, Q$: () => $$later0.Q$O, nG: () => $$later0.nGO, sC: () => $$later0.sC, yf: () => $$later0.yfm });
	var $$later0 = __require(72786);
}), 30171: ((__module, __exports, __require) => {
	__require.d(__exports, { OU: () => looksOpaque, RZ: () => isPossiblePlaceholder, s4: () => isRedactedValue });
	const REDACTED_FORMS = [{ form: "one repeated character that is not a letter or digit", holds: isRow }, { form: "three or more asterisks or bullets", holds: (value) => THREE_MARKS.test(value) }, { form: "four or more letters x of the same case in a row", holds: (value) => /x{4}|X{4}/.test(value) }, { form: "an ellipsis, in a value without a space", holds: isElided }, { form: "a word for hidden values, with or without a suffix", holds: isHiddenWord }, { form: "such a word in brackets or between symbols", holds: isHiddenWordBetweenSigns }, { form: "a hash with the name of its algorithm", holds: (value) => DIGEST.test(value) }];
	function isRedactedValue(value) {
		const text = value.trim();
		return text !== "" && REDACTED_FORMS.some(({ holds }) => holds(text));
	}
	function isPossiblePlaceholder(shown, { name, value }) {
		if (isRedactedValue(shown) || shown === name || ONE_WORD.test(shown)) return true;
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
	const HIDDEN_WORD = new RegExp(String.raw`^((${ALONE})([\s:(\[].*)?|redacted[_.-].*)$`, "is");
	const ANY_WORD = new RegExp(String.raw`(^|[^a-z])(${ALONE}|${BETWEEN})([^a-z]|$)`, "i");
	const ONE_WORD = new RegExp(`^(${BETWEEN})$`, "i");
	const DIGEST = /^(sha-?(1|224|256|384|512)|md5|hash|digest|fingerprint)[:=-][\da-f]{8,}/i;
	const THREE_MARKS = new RegExp("[*\u2022\u25CF\u2219\xB7\u25CB\u25E6\u25AA\u25A0\u2588]{3}", "u");
	const LONE_MARK = new RegExp("[*\u2022\u25CF\u2219\u25CB\u25E6\u25AA\u25A0\u2588\u2026]", "u");
	const PLAIN = /^[\w .:#-]{1,60}$/;
	function isRow(value) {
		const first = String.fromCodePoint(value.codePointAt(0) ?? 0);
		if (/[\p{L}\p{N}\s]/u.test(first)) return false;
		const signs = Array.from(value);
		return signs.every((sign) => sign === first) && (signs.length >= 3 || LONE_MARK.test(first));
	}
	function isElided(value) {
		return (value.includes("...") || value.includes("\u2026")) && !/\s/.test(value);
	}
	function isHiddenWord(value) {
		return HIDDEN_WORD.test(value);
	}
	function isHiddenWordBetweenSigns(value) {
		const rest = value.replace(/^[^\p{L}\p{N}\s/]+/u, "");
		const inner = rest.replace(/(?<![^\p{L}\p{N}\s/])[^\p{L}\p{N}\s/]+$/u, "");
		if (rest === value || inner === rest) return false;
		return PLAIN.test(inner.trim()) && ANY_WORD.test(inner.trim().replaceAll("_", " "));
	}
}), 5783: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { redactingControlPlane: () => redactingControlPlane, signaturesOf: () => signaturesOf });
	var $$text0 = __require(77844);
	var $$secrets1 = __require(54476);
	var $$value2 = __require(30171);
	const SHORTEST_SIGNATURE = 20;
	function signaturesOf(address) {
		const query = URL.parse(address)?.searchParams.values() ?? [];
		return [...query].filter(({ length }) => length >= SHORTEST_SIGNATURE);
	}
	function redactingControlPlane(controlPlane, { redactValues: hide, maskSignedUrl: signedAddress, keepIds: ids2 }, redact = (text) => text) {
		const short = (text) => text ? (0, $$text0.QW)(text, redact) : text;
		const shortRevision = (revision) => ({ ...revision, status: (0, $$text0.QW)(revision.status, redact), status_message: short(revision.status_message) });
		const seen = (deployment) => {
			ids2([deployment.id, deployment.latest_revision_id, deployment.active_revision_id]);
			const secrets = (deployment.secrets ?? []).filter(({ name }) => !$$secrets1.Q$.has(name));
			hide(secrets.flatMap(({ value }) => value && !(0, $$value2.s4)(value) ? [value] : []));
			hide((0, $$secrets1.sC)(deployment.source_config?.["resource_spec"]));
			return { ...deployment, name: (0, $$text0.QW)(deployment.name, redact), status: (0, $$text0.QW)(deployment.status, redact), url: short(deployment.url) };
		};
		const signed = (answer) => {
			signedAddress(answer.upload_url, signaturesOf(answer.upload_url));
			return answer;
		};
		return { ...controlPlane, uploadUrl: async (...args) => signed(await controlPlane.uploadUrl(...args)), getDeployment: async (...args) => seen(await controlPlane.getDeployment(...args)), findDeployments: async (...args) => (await controlPlane.findDeployments(...args)).map(seen), listDeployments: async (...args) => (await controlPlane.listDeployments(...args)).map(seen), createDeployment: async (...args) => seen(await controlPlane.createDeployment(...args)), patchDeployment: async (...args) => seen(await controlPlane.patchDeployment(...args)), getRevision: async (...args) => shortRevision(await controlPlane.getRevision(...args)), listRevisions: async (...args) => (await controlPlane.listRevisions(...args)).map(shortRevision), tailLog: async (...args) => (await controlPlane.tailLog(...args)).map((line) => ({ ...line, level: short(line.level), message: (0, $$text0.QW)(line.message, redact) })), redeployRevision: async (...args) => seen(await controlPlane.redeployRevision(...args)) };
	}
}), 10390: ((__module, __exports, __require) => {
	__require.d(__exports, { redactingEvaluationApi: () => redactingEvaluationApi });
	var $$plane0 = __require(5783);
	function redactingEvaluationApi(api, { redactSignedUrl }) {
		return { ...api, readDataset: async (...args) => {
			const reading = await api.readDataset(...args);
			if (reading.kind !== "read") return reading;
			for (const { attachments } of reading.examples) {
				for (const { presignedUrl } of attachments) redactSignedUrl(presignedUrl, (0, $$plane0.signaturesOf)(presignedUrl));
			}
			return reading;
		} };
	}
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH, pq: () => $$later0.pqe });
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
