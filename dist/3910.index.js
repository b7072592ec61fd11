const id = 3910;
const ids = [3910];
const modules = { 96043: ((__module, __exports, __require) => {
	__require.d(__exports, { FO: () => $$later0.FOh, KA: () => $$later0.KAS, bu: () => $$later0.buT, lZ: () => $$later0.lZh, xJ: () => $$later0.xJ9, zj: () => $$later0.zj$ });
	var $$later0 = __require(72786);
}), 93910: ((__module, __exports, __require) => {
	__require.d(__exports, { DK: () => showProduction, Ry: () => LATER, cancelledRebuild: () => cancelledRebuild, j2: () => concludeRebuild });
	var $$outcome0 = __require(96043);
	const PARTS = { credentials: "the credentials of a package index, a registry or a git server", package: "a package", image: "an image", memory: "the memory limit", disk: "the disk of the build", module: "an import in the code", variable: "an environment variable", network: "the network of the build" };
	const OF_SERVICE = /* @__PURE__ */ new Set(["create-failed", "no-revision", "settings-ignored", "contradictory-answers", "lost-answer", "deployment-gone", "ambiguous-name", "name-taken", "upload-failed", "rate-limited", "service-error", "unreachable"]);
	const LATER = "The next rebuild or a sweep deletes it after its time has passed.";
	function concludeRebuild(end, rebuild) {
		return withRemoval(evaluate(end, rebuild), rebuild);
	}
	function evaluate(end, rebuild) {
		const { production, revisionId, commit, status = "unknown" } = rebuild;
		const short = commit.slice(0, 7);
		const unchanged = `The rebuild changed nothing in ${production}: revision ${revisionId} is still deployed.`;
		switch (end.kind) {
			case "unchanged":
			case "deployed": {
				const doubt = end.reason === "commit-unknown" ? " The service does not report the commit of the new build, but the branch or tag points to this commit before and after the build." : "";
				return (0, $$outcome0.bu)("verified", "rebuilt", `${production} can be built again: a throw-away deployment was built from commit ${short} and started.${doubt}`);
			}
			case "timed-out":
				return (0, $$outcome0.bu)("timed-out", end.reason, `${production} was not built again in time: the revision of the throw-away deployment was still ${status} when wait-timeout expired. Raise wait-timeout if builds always take this long. ${unchanged}`);
			case "superseded":
				return (0, $$outcome0.bu)("failed", end.reason === "commit-mismatch" ? "rebuild-impossible" : "contradictory-answers", `${production} was not built again from commit ${short}. ${end.message} ${unchanged}`);
			case "failed": {
				if (end.reason === "deployed-commit-missing") return end;
				const { missing, mayAppear } = rebuild;
				const part = partOf(end.reason, rebuild.brokenPart);
				const broke = part === void 0 ? "" : ` What broke: ${part}.`;
				return (0, $$outcome0.bu)("failed", end.reason, `${production} ${failureText(end.reason)} commit ${short}.${broke} ${mayAppear === void 0 ? end.message : lostText(mayAppear)}${isStartFailure(end.reason) ? lackText(missing) : ""} ${unchanged}`);
			}
			default:
				return (0, $$outcome0.bu)("failed", "contradictory-answers", `${production} was not built again from commit ${short}. ${end.message} ${unchanged}`);
		}
	}
	function lostText(name) {
		return `The response to creating the throw-away deployment was lost, so ${name} may still appear. ${LATER}`;
	}
	function lackText(missing) {
		if (missing === void 0) return "";
		return ` The throw-away deployment lacked variables of production, which the start may need: ${missing}. Set them in secrets.`;
	}
	function failureText(reason) {
		if (reason === "build-failed") return "no longer builds from";
		if (isStartFailure(reason)) return "no longer starts after a new build of";
		if (/^(?:verification|gate)-/.test(reason)) return "does not pass its checks after a new build of";
		return "could not be built again from";
	}
	function isStartFailure(reason) {
		return reason === "deploy-failed" || reason === "unhealthy";
	}
	function partOf(reason, cause) {
		if (cause !== void 0) return PARTS[cause];
		return OF_SERVICE.has(reason) ? "the service" : void 0;
	}
	function withRemoval(end, { failures }) {
		if (failures.length === 0) return end;
		const left = `The throw-away deployment could not be deleted: ${failures.join("; ").replace(/\.$/, "")}. ${LATER} Delete it by hand to save its cost.`;
		if (end.kind === "verified") return (0, $$outcome0.bu)("failed", "rebuild-left", `${end.message} ${left}`);
		return { ...end, message: `${end.message} ${left}` };
	}
	function cancelledRebuild(record, throwAway) {
		const { name, isDeleted } = throwAway;
		showProduction(record, throwAway);
		const rest = isDeleted ? `The throw-away deployment ${name} was deleted.` : `The throw-away deployment ${name} may remain: the post step, the next rebuild or a sweep deletes it.`;
		return (0, $$outcome0.bu)("cancelled", "signal", `The run was cancelled. ${rest} Nothing was changed in production.`);
	}
	function showProduction(record, { production }) {
		record.deployment = production.deployment;
		record.previousRevisionId = production.revisionId;
		record.earlier = production.earlier;
		record.created = false;
		record.changed = false;
		record.plan = void 0;
		record.planId = void 0;
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
