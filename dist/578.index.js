const id = 578;
const ids = [578, 286];
const modules = { 76669: ((__module, __exports, __require) => {
	__require.d(__exports, { Hn: () => $$later0.HnF, OF: () => $$later0.OF3, Pl: () => $$later0.PlP, il: () => $$later0.ilj, ml: () => $$later0.mlB, tp: () => $$later0.tpe, wi: () => $$later0.wik });
	var $$later0 = __require(72786);
}), 29286: ((__module, __exports, __require) => {
	__require.d(__exports, { UY: () => findMismatches, m8: () => evaluateError, of: () => pathStep, tL: () => evaluateRun });
	var $$safety0 = __require(6760);
	var $$errors1 = __require(65292);
	var $$messages2 = __require(99589);
	function evaluateRun(expect, run, context) {
		const wrong = [...evaluateStatus(expect, run, context), ...evaluateInterruption(expect, run)];
		if (wrong.length > 0) return wrong;
		if (expect.state.given) {
			const found = findMismatches(expect.state.value, run.values);
			wrong.push(...found.map((one) => describe(one, context.shown)));
			if (found.length === MISMATCHES_MAX) wrong.push("More values may differ.");
		}
		if (expect.lastMessage !== void 0) wrong.push(...evaluateMessage(expect.lastMessage, run.values, context));
		if (expect.number !== void 0) wrong.push(...evaluateNumber(expect.number, run.values, context.shown));
		if (expect.toolCalls !== void 0) wrong.push(...evaluateToolCalls(expect.toolCalls, run.values, context.shown));
		if (expect.maxTokens !== void 0) wrong.push(...evaluateTokens(expect.maxTokens, run.values));
		return wrong;
	}
	function evaluateStatus({ status }, run, { shown }) {
		const ended = run.status === "interrupted" && run.asks ? "success" : run.status;
		if (ended === status) return [];
		const error = run.error;
		const why = error === void 0 ? "" : `: ${shown.text(`${error.name}: ${error.message}`)}`;
		return [`The run ended with status ${shown.text(run.status)} instead of ${status}${why}`];
	}
	function evaluateInterruption({ interrupted = false, status }, run) {
		if (status === "error" || interrupted === run.interrupted) return [];
		return [interrupted ? "The run finished, but the check expects an interrupt." : "The run was interrupted before it finished; set `interrupted: true` if this is expected."];
	}
	function evaluateMessage(pattern, values, { find, shown }) {
		const last = (0, $$messages2.uY)(values);
		if (last.kind === "none") return [`last-message: ${last.why}.`];
		switch (find(pattern, last.text)) {
			case "found":
				return [];
			case "missing":
				return [`last-message: ${shownPattern(pattern, shown)} does not match ${shown.value(last.text)}`];
			case "endless":
				return [`last-message: the search for ${shownPattern(pattern, shown)} timed out; write the pattern without nested repetitions.`];
		}
	}
	function evaluateNumber(range, values, shown) {
		const last = (0, $$messages2.uY)(values);
		if (last.kind === "none") return [`number: ${last.why}.`];
		const { value, tolerance } = range;
		if ((0, $$messages2.Yl)(last.text).some((number) => Math.abs(number - value) <= tolerance)) return [];
		return [`number: ${shown.value(last.text)} contains no number within ${tolerance} of ${value}`];
	}
	function evaluateTokens(maxTokens, values) {
		const tokens = (0, $$messages2.Uk)(values)?.tokens;
		if (tokens === void 0) return ["max-tokens: the messages of the response have no `usage_metadata`."];
		return tokens <= maxTokens ? [] : [`max-tokens: the response used ${tokens} tokens, more than ${maxTokens}`];
	}
	const TOOLS_MAX = 10;
	const COMPARED_CALLS_MAX = 1e3;
	function evaluateToolCalls(expected, values, shown) {
		const response = (0, $$messages2.Uk)(values);
		if (response === void 0) return ["tool-calls: the final state has no list `messages`."];
		const toolCalls = response.toolCalls.slice(0, COMPARED_CALLS_MAX);
		const names = toolCalls.slice(0, TOOLS_MAX).map(({ name }) => shown.text(name));
		const more = toolCalls.length > TOOLS_MAX ? ` and ${toolCalls.length - TOOLS_MAX} more` : "";
		const called = names.length === 0 ? "no tool" : `${names.join(", ")}${more}`;
		if (expected.calls.length === 0) {
			return toolCalls.length === 0 ? [] : [`tool-calls: expected no call of a tool, but the agent called ${called}`];
		}
		const missing = expected.inOrder ? findMissingInOrder(expected.calls, toolCalls) : findMissingInAnyOrder(expected.calls, toolCalls);
		if (missing === void 0) return [];
		const [difference] = toolCalls.filter(({ name }) => name === missing.name).flatMap(({ args }) => missing.args === void 0 ? [] : findMismatches(missing.args, args));
		const why = difference === void 0 ? "" : `; arguments ${describe(difference, shown)}`;
		const order = expected.inOrder && expected.calls.length > 1 ? " in this order" : "";
		const wanted = expected.calls.map(({ name }) => shown.text(name)).join(", ");
		return [`tool-calls: expected ${wanted}${order}, but the agent called ${called}${why}`];
	}
	function isCall(expected, call) {
		const { name, args } = expected;
		return name === call.name && (args === void 0 || findMismatches(args, call.args).length === 0);
	}
	function findMissingInOrder(expected, calls) {
		let at = 0;
		return expected.find((wanted) => {
			while (at < calls.length) {
				const call = calls[at];
				at += 1;
				if (call !== void 0 && isCall(wanted, call)) return false;
			}
			return true;
		});
	}
	function findMissingInAnyOrder(expected, calls) {
		const takenBy = /* @__PURE__ */ new Map();
		const assign = (wanted, tried) => calls.some((call) => {
			if (tried.has(call) || !isCall(wanted, call)) return false;
			tried.add(call);
			const holder = takenBy.get(call);
			if (holder !== void 0 && !assign(holder, tried)) return false;
			takenBy.set(call, wanted);
			return true;
		});
		return expected.find((wanted) => !assign(wanted, /* @__PURE__ */ new Set()));
	}
	function shownPattern({ source, flags }, shown) {
		return shown.text(`/${source}/${flags}`);
	}
	function describe({ path, expected, actual, about }, shown) {
		if (about === "length" && Array.isArray(expected) && Array.isArray(actual)) {
			return `${path}: expected ${expected.length} elements, got ${actual.length}`;
		}
		return `${path}: expected ${shown.value(expected)}, got ${shown.value(actual)}`;
	}
	const MISMATCHES_MAX = 5;
	function findMismatches(expected, actual) {
		const found = [];
		compare(expected, actual, "$", found);
		return found;
	}
	function compare(expected, actual, path, found) {
		if (found.length >= MISMATCHES_MAX) return;
		if (Array.isArray(expected)) {
			if (!Array.isArray(actual)) found.push({ path, expected, actual, about: "value" });
			else if (expected.length !== actual.length) found.push({ path, expected, actual, about: "length" });
			else for (const [at, part] of expected.entries()) compare(part, actual[at], `${path}[${at}]`, found);
		} else if ((0, $$safety0.OW)(expected)) {
			if (!(0, $$safety0.OW)(actual)) {
				found.push({ path, expected, actual, about: "value" });
				return;
			}
			for (const [key, part] of Object.entries(expected)) {
				const there = Object.hasOwn(actual, key) ? actual[key] : void 0;
				compare(part, there, `${path}${pathStep(key)}`, found);
			}
		} else if (expected !== actual) {
			found.push({ path, expected, actual, about: "value" });
		}
	}
	function pathStep(key) {
		return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
	}
	const SAYS_NOTHING = [401, 403, 407, 408, 425, 429];
	function evaluateError(error, shown) {
		const { status, kind } = error;
		const busy = (0, $$errors1.i_)(error);
		const errorDetail = error.detail === null ? "" : `: ${shown.text(error.detail)}`;
		if (kind === "http" && status !== void 0) {
			const answer = `The agent server responded to ${error.method} ${shownPath(error.path, shown)} with status ${status}${errorDetail}`;
			return { result: busy || status < 400 || SAYS_NOTHING.includes(status) ? "impossible" : "failed", why: [`${answer}${busy ? BUSY : HINTS[status] ?? ""}`] };
		}
		if (kind === "malformed") {
			return { result: "failed", why: [`The response of the agent server is invalid: ${shown.text(error.message)}`] };
		}
		const answered = kind === "ambiguous" && (status ?? 0) >= 500;
		return { result: answered ? "failed" : "impossible", why: [shown.text(error.message)] };
	}
	const HINTS = { 401: ". Check the API key.", 403: ". The API key lacks the permission to use this deployment." };
	const BUSY = ". A run is active on the thread: set another thread-id or another multitask-strategy.";
	function shownPath(path, shown) {
		return shown.text(path.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, "\u2026"));
	}
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
}), 65292: ((__module, __exports, __require) => {
	__require.d(__exports, { No: () => $$later0.NoQ, P3: () => $$later0.P3, PX: () => $$later0.PXe, TN: () => $$later0.TNj, d7: () => $$later0.d7x, hD: () => $$later0.hDB, hh: () => $$later0.hhp, i_: () => $$later0.i_I });
	var $$later0 = __require(72786);
}), 6760: ((__module, __exports, __require) => {
	__require.d(__exports, { Di: () => $$later0.Di0, Ff: () => $$later0.FfZ, Hd: () => $$later0.Hd3, OW: () => $$later0.OWp, _F: () => $$later0._Fh, ap: () => $$later0.apP, p$: () => $$later0.p$Q, qF: () => $$later0.qFJ, td: () => $$later0.tdh });
	var $$later0 = __require(72786);
}), 72786: ((__module, __exports, __require) => {
	__require.d(__exports, { $qQ: () => parseName, BEO: () => statusKind, BJ0: () => describeProblem, BW5: () => toWire, BdA: () => findMissingValue, Bgh: () => commitUrl, C7c: () => loadState, CJ9: () => startPhase, CsV: () => runAction, DEe: () => TEXT_MAX, De7: () => concealEnvironment, Di0: () => findProtoKey, E2f: () => includesOrigin, ECQ: () => toWirePath, EMj: () => proxySettings, ErG: () => parseTimeLimit, FFm: () => GATE_OPTIONS, FOh: () => exitCodeOf, FfZ: () => isNestedDeeper, GEc: () => ATTACHMENTS_MAX, Gq1: () => invalid, Gtc: () => displayPath, HKR: () => checkUploadUrl, HNX: () => planLines, HOe: () => parseTracingApiUrl, HRD: () => DNS_LABEL, Hd3: () => PROTO_KEY_MESSAGE, HlC: () => SOURCES, Hlv: () => createValueRenderer, HnF: () => cell, IH: () => shorten2, IHi: () => DATASET_TAGS_MAX, IfP: () => describeValidationErrors, Jxr: () => FIELD_RULES, K6p: () => readProcessStat, M$0: () => DISPLAY_MAX, M9M: () => C_IDENTIFIER, MM$: () => planSummary, Mbx: () => AMOUNT_MAX, Mgw: () => parseAgentUrl, NEx: () => withDeadline, NPS: () => parseRepoPath, NoQ: () => reportsBusyThread, OEH: () => allPassed, OF3: () => fenced, OO8: () => VERIFY_INPUT_NAMES, OWp: () => isJsonObject, OZb: () => isHosted, P3: () => BodyStreamError, PJn: () => loadGateParser, PXe: () => ignoreApiError, PlP: () => safeUrl, QW9: () => shortenRedacted, Qzw: () => checkEnvironment, R3t: () => LOG_PAGE_DEFAULT, RB4: () => sameRepository, SHW: () => describeArchive, SYJ: () => SANDBOX_INPUT_NAMES, Sdt: () => largestFiles, Sj1: () => FEEDBACK_KEYS_MAX, TNj: () => oneLine, TiI: () => GATE_SWITCHES, U9m: () => isLoopback, UV8: () => canonicalSource, UjU: () => LIST_MAX, Uzg: () => VERIFY_INPUTS, VOd: () => parsePathFilter, VUB: () => COMPARED_MAX, Vpz: () => runUrl, W_h: () => isRunning, Wmi: () => proxySecrets, Wt7: () => CPU_MIN, Xw9: () => parseUuid, YL5: () => STRATEGIES, YPr: () => mapFields, Ydl: () => SANDBOX_INPUTS, YrS: () => FIELD_NAMES, Z6M: () => checkAgentUrl, ZX3: () => PAGE_MAX, _$v: () => parseFeedbackKey, _Ew: () => readTarget, _Fh: () => fieldOf, _Um: () => isSelfHosted, _oi: () => DEPLOYMENT_TYPES, a3k: () => formatDuration, a5l: () => redactReport, apP: () => endOfString, b$E: () => makesRevision, bic: () => FEEDBACK_KEY_MAX, buT: () => outcome, cJR: () => validationError, cK5: () => matches, ceA: () => isReservedName, coM: () => EVALUATION_NAME_MAX, crk: () => DEPLOYMENT_NAME, d7x: () => isApiError, dID: () => triggersRevision, dOO: () => recordRevision, dQS: () => realClock, dRP: () => isFinal, dXv: () => rejectOnAbort, d_D: () => createRunnerHost, eqB: () => BULK_DELETE_MAX, euP: () => CPU_MAX, ezE: () => REASONS, foU: () => NAME_MAX, g5: () => failureOf, gRw: () => closeTimeline, gcK: () => formatChoices, hD3: () => quote, hDB: () => ApiError, hO8: () => readWorkflowRun, hcM: () => readRaw, hhp: () => isNotServed, hpw: () => tracingUrlOf, i_I: () => isThreadBusy, icA: () => createInputReader, ilj: () => agentAddress, jgr: () => VARIABLES_MAX, k2e: () => checkUnknownInputs, k4U: () => GATE_FIELD_NAMES, kBB: () => parseWord, kNr: () => isTagRef, kn4: () => fromWire, kz4: () => noDebuggerFlags, lCv: () => EXAMPLES_PER_REQUEST_MAX, lDC: () => PLAIN_DEPLOYMENT_NAME, lZh: () => ActionError, mRP: () => networkEnvironment, meu: () => isSameDeploymentType, mlB: () => shorten, mpO: () => EMULATOR_INPUT_NAMES, n6m: () => webUrlOf, nVH: () => formatAge, n_U: () => HOSTED_REDIS_MEMORY_MIN, o4o: () => findIncluded, o7: () => NO_SLASH, oXz: () => PAGE_DEFAULT, onx: () => countPassed, p$Q: () => ANSWER_JSON_LIMITS, pSg: () => missingFieldError, pV9: () => exactly, q96: () => EMULATOR_INPUTS, qFJ: () => parseJson, r8q: () => DEPLOYMENT_NAME_RULE, rTE: () => troubleshootingLink, rZj: () => valid, rme: () => describeValidationError, sC: () => containerValues, sto: () => CPU_LIMIT_MAX, su4: () => addStatus, t3L: () => isImmutable, tGH: () => sweptLines, tbB: () => isRunUrl, tdh: () => findJsonExcess, tpe: () => table, u1K: () => HOSTED_DEPLOYMENT_TYPES, uLz: () => SELF_HOSTED_NAME_MAX, uiF: () => isUnfinished, vMM: () => isSet, vxI: () => isBeingDeleted, wBP: () => RUNS_PER_REQUEST_MAX, wWq: () => readCaller, wik: () => inertLines, wmI: () => DEPLOYMENT_FIELDS, wv2: () => LOG_PAGE_MAX, x4D: () => ANY, xJ9: () => severityOf, xSw: () => readDisplay, y2G: () => checkSignedUrl, y2N: () => loadCheckParser, yKb: () => TARBALL_MAX_BYTES, yTO: () => redactRunner, yfm: () => PREVIEW_MARKER, z3p: () => formatBytes, zNS: () => some, zST: () => readAccess, zj$: () => DEFAULT_POLICY, zpe: () => tracingVariable });
	var $$phase0 = __require(67289);
	const { parseEvent, readRunEvent, skipEvent, isUnfinished, parsePublishedState, createRedactingHost, createRunnerHost, escapeCommands, readDesired, sameRepository, checkEnvironment, parseAgentUrl, parseTracingApiUrl, readEndpoint, tracingUrlOf, tracingVariable, count, duration, parseApiKey, parseBoolean, parseCommandEnv, parseCommentKey, parseCommit, parseCompareWith, parseCount, parseDeploymentName, parseDeploymentType, parseDuration, parseEmulatorFlags, parseEnvironment, parseFeedbackKey, parseFolder, parseHttpUrl, parseImageUri, parseLines, parseName, parseNameTemplate, parseNamespace, parseNetworks, parsePath, parsePaths, parsePlanId, parseRef, parseRegion, parseRepoPath, parseRepoUrl, parseRollbackTo, parseSandboxPrefix, parseShell, parseTarget, parseTemplate, parseText, parseTimeLimit, parseToken, parseUuid, parseVersion, parseWord, unknownTypeWarning, word, NO_REPOSITORY, describeProblem, invalid, noBranchMessage, quote, valid, withoutKeys, checkUnknownInputs, displayOf, loadCheckParser, loadGateParser, readAccess, readCaller, readDisplay, readInputs, readTarget, createInputReader, nearestInput, readRaw, unknownInputProblem, unknownInputs, EMULATOR_INPUTS, EMULATOR_INPUT_NAMES, GATE_FIELD_NAMES, GATE_OPTIONS, GATE_SWITCHES, INPUTS, INPUT_NAMES, SANDBOX_INPUTS, SANDBOX_INPUT_NAMES, STRATEGIES, VERIFY_INPUTS, VERIFY_INPUT_NAMES, variableOf, PREVIEW_MARKER, containerValues, findMissingValue, identifiersOf, parseSecretValue, parseSecrets, secretFragments, DEPLOY_ACTION, VERIFY_ACTION, runMain, ActionError, DEFAULT_POLICY, REASONS, exitCodeOf, outcome, severityOf, toOutcome, describeArchive, displayPath, formatBytes, largestFiles, ANY, GlobError, NO_SLASH, exactly, findIncluded, isIncluded, matches, parseGlob, parsePathFilter, some, startPhase, runAction, DEPLOYMENT_FIELDS, FIELD_NAMES, mapFields, includesOrigin, makesRevision, commitUrl, isRunUrl, pullRequestLink, readWorkflowRun, runUrl, troubleshootingLink, troubleshootingPage, SWEEP_REASONS, SWEEP_RESULTS, formatAge, planLines, planSummary, sweptLines, agentAddress, cell, fenced, inertLines, safeUrl, shorten, table, OUTPUTS, VERIFY_OUTPUTS, outputsOf, verifyOutputsOf, annotationOf, redactReport, report, ganttOf, renderRollout, summaryOf, addStatus, closeTimeline, createRunRecord, formatDuration, recordRevision, createSecretMasker, redactRunner, loadState, saveState, DISPLAY_MAX, TEXT_MAX, shorten2, shortenRedacted, createCancelHooks, createLog, VERBS, chooseVerb, runVerb, allPassed, countPassed, createValueRenderer, decisiveCheck, failureLines, failureOf, checkAgentUrl, checkBaseUrl, checkSignedUrl, checkUploadUrl, isLoopback, realClock, rejectOnAbort, wallClock, withDeadline, ApiError, BodyStreamError, ignoreApiError, isApiError, isNotServed, isThreadBusy, oneLine, reportsBusyThread, invalidProxies, networkEnvironment, networkSecrets, proxySecrets, proxySettings, DIALECT_TABLE, REGION_HOSTS, canonicalSource, controlPlaneUrlOf, dialectOf, fromWire, isHosted, isSelfHosted, toWire, toWirePath, tracingUrlOfControlPlane, webUrlOf, withBothSpellings, FIELD_RULES, isImmutable, sourcesOf, triggersRevision, describeValidationError, describeValidationErrors, formatChoices, isSet, missingFieldError, validationError, ANSWER_JSON_LIMITS, JSON_LIMITS, JsonCounter, PROTO_KEY_MESSAGE, SETTINGS_JSON_LIMITS, endOfString, fieldOf, findJsonExcess, findProtoKey, isJsonObject, isNestedDeeper, parseJson, protoKeyError, AMOUNT_MAX, ATTACHMENTS_MAX, BULK_DELETE_MAX, CHANGES_MAX, COMMAND_TIMEOUT_DEFAULT_S, COMPARED_MAX, CPU_LIMIT_MAX, CPU_MAX, CPU_MIN, DATASETS_MAX, DATASET_TAGS_MAX, DOCUMENT_VERSION, ERRORS_MAX, EVALUATION_API_VERSION, EVALUATION_NAME_MAX, EXAMPLES_PER_DATASET_MAX, EXAMPLES_PER_REQUEST_MAX, FEEDBACK_KEYS_MAX, FEEDBACK_KEY_MAX, FEEDBACK_TOKEN_TTL_MS, HOSTED_REDIS_MEMORY_MIN, LIST_MAX, LOG_PAGE_DEFAULT, LOG_PAGE_MAX, MULTIPART_MAX_BYTES, MULTIPART_PARTS_MAX, NAME_MAX, PAGE_DEFAULT, PAGE_MAX, PROJECTS_MAX, RUNS_PER_REQUEST_MAX, SELF_HOSTED_NAME_MAX, TARBALL_MAX_BYTES, VARIABLES_MAX, C_IDENTIFIER, DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE, DEPLOYMENT_TYPE, DEPLOYMENT_TYPES, DNS_LABEL, HOSTED_DEPLOYMENT_TYPES, PLAIN_DEPLOYMENT_NAME, SOURCES, UUID, isSameDeploymentType, isTagRef, isReservedName, DEPLOYMENT_STATUSES, REVISION_STATUSES, SANDBOX_STATUSES, isBeingDeleted, isFinal, statusKind, concealEnvironment, isDebuggerOpen, noDebuggerFlags, isRunning, parseProcessStat, readProcessStat, writeFully, hideKeys, looksLikeKey, MASK, createRedactor, SHORTEST_MATCH, createTextMatcher } = (0, $$phase0.NU)();
}) };
export {
	id,
	ids,
	modules
};
