const id = 196;
const ids = [196];
const modules = { 96043: ((__module, __exports, __require) => {
	__require.d(__exports, { FO: () => $$later0.FOh, bu: () => $$later0.buT, ez: () => $$later0.ezE, lZ: () => $$later0.lZh, xJ: () => $$later0.xJ9, zj: () => $$later0.zj$ });
	var $$later0 = __require(72786);
}), 758: ((__module, __exports, __require) => {
	__require.d(__exports, { a3: () => $$later0.a3k, dO: () => $$later0.dOO, gR: () => $$later0.gRw, su: () => $$later0.su4 });
	var $$later0 = __require(72786);
}), 85410: ((__module, __exports, __require) => {
	__require.d(__exports, { HK: () => $$later0.HKR, U9: () => $$later0.U9m, Z6: () => $$later0.Z6M, y2: () => $$later0.y2G });
	var $$later0 = __require(72786);
}), 75065: ((__module, __exports, __require) => {
	__require.d(__exports, { NE: () => $$later0.NEx, dQ: () => $$later0.dQS, dX: () => $$later0.dXv });
	var $$later0 = __require(72786);
}), 65292: ((__module, __exports, __require) => {
	__require.d(__exports, { No: () => $$later0.NoQ, P3: () => $$later0.P3, PX: () => $$later0.PXe, TN: () => $$later0.TNj, d7: () => $$later0.d7x, hD: () => $$later0.hDB, hh: () => $$later0.hhp, i_: () => $$later0.i_I });
	var $$later0 = __require(72786);
}), 89813: ((__module, __exports, __require) => {
	__require.d(__exports, { _: () => USER_AGENT, w: () => credentialHeaders });
	const USER_AGENT = "agent-deploy/0.1.0";
	function credentialHeaders(options) {
		return { "x-api-key": options.apiKey, ...options.workspaceId && { "x-tenant-id": options.workspaceId }, "user-agent": USER_AGENT };
	}
}), 65393: ((__module, __exports, __require) => {
	__require.d(__exports, { EM: () => $$later0.EMj, Wm: () => $$later0.Wmi, mR: () => $$later0.mRP });
	var $$later0 = __require(72786);
}), 88095: ((__module, __exports, __require) => {
	__require.d(__exports, { lQ: () => parseExactJson });
	var $$safety0 = __require(6760);
	const SMALLEST = -(2n ** 63n);
	const LARGEST = 2n ** 64n - 1n;
	const [SAFE_DIGITS, NEGATIVE_DIGITS, POSITIVE_DIGITS] = [String(Number.MAX_SAFE_INTEGER), String(-SMALLEST), String(LARGEST)];
	const DIGITS = 16;
	const MAX_DIGITS = 20;
	const [ZERO, NINE, MINUS, COMMA, COLON, OPEN_LIST] = [48, 57, 45, 44, 58, 91];
	const isDigit = (sign) => sign >= ZERO && sign <= NINE;
	const isSpace = (sign) => sign === 32 || sign === 10 || sign === 13 || sign === 9;
	function parseExactJson(text) {
		const steps = parseInSteps(text);
		for (; ; ) {
			const { done, value } = steps.next();
			if (done === true) return value;
		}
	}
	async function parseExactJsonPaced(text, pause) {
		const steps = parseInSteps(text);
		for (; ; ) {
			const { done, value } = steps.next();
			if (done === true) return value;
			await pause();
		}
	}
	function* parseInSteps(text) {
		const value = JSON.parse(text);
		const large = findLargeIntegers(text);
		if (large.length === 0) return value;
		yield void 0;
		let quoted = "";
		let at = 0;
		for (const { start, end } of large) {
			quoted += `${text.slice(at, start)}"${text.slice(start, end)}"`;
			at = end;
		}
		const digits = JSON.parse(quoted + text.slice(at));
		yield void 0;
		return replaceLarge(value, digits);
	}
	function tryParseExactJson(text, limits = ANSWER_JSON_LIMITS) {
		if (findJsonExcess(text, limits) !== void 0) return void 0;
		try {
			return parseExactJson(text);
		} catch {
			return void 0;
		}
	}
	function findLargeIntegers(text) {
		const found = [];
		let scanned = 0;
		let quote = text.indexOf('"');
		for (let at = DIGITS - 1; at < text.length; at += DIGITS) {
			if (!isDigit(text.charCodeAt(at))) continue;
			let start = at;
			while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
			let end = at + 1;
			while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
			at = end;
			const length = end - start;
			if (length < DIGITS || length > MAX_DIGITS || text.charCodeAt(start) === ZERO) continue;
			const isNegative = start > 0 && text.charCodeAt(start - 1) === MINUS;
			if (!isLargeText(text.slice(start, end), isNegative)) continue;
			if (isNegative) start -= 1;
			if (!isWhole(text, start, end)) continue;
			while (quote !== -1 && quote < start) {
				scanned = (0, $$safety0.ap)(text, quote) + 1;
				quote = text.indexOf('"', scanned);
			}
			if (scanned <= start) found.push({ start, end });
		}
		return found;
	}
	function isWhole(text, start, end) {
		const before = text.charCodeAt(start - 1);
		const begins = start === 0 || before === COMMA || before === COLON || before === OPEN_LIST || isSpace(before);
		return begins && ![".", "e", "E"].includes(text.charAt(end));
	}
	function bigintToJson(value) {
		if (isLarge(value)) return value;
		return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
	}
	function isLargeText(digits, isNegative) {
		if (digits.length === DIGITS) return digits > SAFE_DIGITS;
		if (digits.length === MAX_DIGITS) return !isNegative && digits <= POSITIVE_DIGITS;
		return !isNegative || digits.length < NEGATIVE_DIGITS.length || digits <= NEGATIVE_DIGITS;
	}
	function isLarge(value) {
		const isSafe = value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
		return !isSafe && value >= SMALLEST && value <= LARGEST;
	}
	function replaceLarge(value, quoted) {
		const whole = { value };
		const left = [[whole, { value: quoted }]];
		for (let next = left.pop(); next; next = left.pop()) {
			const [numbers, digits] = next;
			if (Array.isArray(numbers) && Array.isArray(digits)) {
				const list = numbers;
				for (let index = 0; index < list.length; index += 1) {
					const exact = exactValue(list[index], digits[index], left);
					if (exact !== void 0) list[index] = exact;
				}
			} else {
				for (const key of Object.keys(numbers)) {
					const exact = exactValue(Reflect.get(numbers, key), Reflect.get(digits, key), left);
					if (exact !== void 0) define(numbers, key, exact);
				}
			}
		}
		return whole.value;
	}
	function exactValue(value, quoted, left) {
		if (typeof value === "number") return typeof quoted === "string" ? BigInt(quoted) : void 0;
		if (typeof value === "object" && value !== null && typeof quoted === "object" && quoted !== null) {
			left.push([value, quoted]);
		}
		return void 0;
	}
	function define(target, key, value) {
		if (typeof key === "number" && Array.isArray(target)) target[key] = value;
		else if (key !== "__proto__") Reflect.set(target, key, value);
		else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
	}
	function stringifyExactJson(value, space) {
		if (typeof value === "bigint") return String(value);
		try {
			return JSON.stringify(value, void 0, space);
		} catch (failure) {
			if (!(failure instanceof TypeError)) throw failure;
			const written = mapBigints(value, (one) => JSON.rawJSON(String(one)));
			if (written === value) throw failure;
			return JSON.stringify(written, void 0, space);
		}
	}
	function bigintsToNumbers(value) {
		return mapBigints(value, Number);
	}
	function mapBigints(value, change) {
		if (typeof value === "bigint") return change(value);
		return typeof value === "object" && value !== null ? mapObject(value, change, []) : value;
	}
	function mapObject(value, change, ancestors) {
		if (ArrayBuffer.isView(value)) return value;
		if (ancestors.includes(value)) throw new TypeError("The value contains itself, so it cannot be written as JSON.");
		ancestors.push(value);
		let copy;
		const isList = Array.isArray(value);
		const keys = isList ? value : Object.keys(value);
		for (let index = 0; index < keys.length; index += 1) {
			const key = isList ? index : String(keys[index]);
			const inside = Reflect.get(value, key);
			let made = inside;
			if (typeof inside === "bigint") made = change(inside);
			else if (typeof inside === "object" && inside !== null) made = mapObject(inside, change, ancestors);
			if (made === inside) continue;
			copy ??= Array.isArray(value) ? Array.from(value) : { ...value };
			define(copy, key, made);
		}
		ancestors.pop();
		return copy ?? value;
	}
	function isSameJson(one, other) {
		if (one === other) return true;
		if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
			return toExact(one) === toExact(other);
		}
		if (Array.isArray(one) !== Array.isArray(other) || !isPlain(one) || !isPlain(other)) return false;
		const keys = Object.keys(one);
		return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isSameJson(Reflect.get(one, key), Reflect.get(other, key)));
	}
	function isPlain(value) {
		if (Array.isArray(value)) return true;
		const prototype = Object.getPrototypeOf(value);
		return prototype === null || Object.getPrototypeOf(prototype) === null;
	}
	function toExact(value) {
		if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
		const text = String(value);
		return text.includes("e") || !isLarge(BigInt(text)) ? value : BigInt(text);
	}
}), 6760: ((__module, __exports, __require) => {
	__require.d(__exports, { Di: () => $$later0.Di0, Ff: () => $$later0.FfZ, Hd: () => $$later0.Hd3, OW: () => $$later0.OWp, _F: () => $$later0._Fh, ap: () => $$later0.apP, p$: () => $$later0.p$Q, qF: () => $$later0.qFJ, td: () => $$later0.tdh });
	var $$later0 = __require(72786);
}), 33015: ((__module, __exports, __require) => {
	__require.d(__exports, { Ah: () => queryInt, Cv: () => logPageQuery, SB: () => pageQuery, ac: () => fromJsonText, zV: () => queryBoolean });
	var $$zod3 = __require(34410);
	var $$json0 = __require(88095);
	var $$limits1 = __require(55403);
	var $$primitives2 = __require(3917);
	const digits = (value) => typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
	const queryInt = (min, max = Number.MAX_SAFE_INTEGER) => $$zod3.vkY(digits, $$zod3.Whr().min(min).max(max));
	const truths = { true: true, "1": true, false: false, "0": false };
	const queryBoolean = $$zod3.vkY((value) => typeof value === "string" ? truths[value.toLowerCase()] ?? value : value, $$zod3.zMY());
	const queryList = (item) => $$zod3.vkY((value) => typeof value === "string" ? value.split(",").filter((entry) => entry !== "") : value, $$zod3.YOg(item));
	function fromJsonText(value) {
		if (typeof value !== "string") return value;
		try {
			const parsed = (0, $$json0.lQ)(value);
			return typeof parsed === "object" && parsed !== null && Object.hasOwn(parsed, "__proto__") ? value : parsed;
		} catch {
			return value;
		}
	}
	function asList(value) {
		if (typeof value !== "string") return value;
		return value.startsWith("[") ? fromJsonText(value) : value.split(",").filter((entry) => entry !== "");
	}
	const pageQuery = { limit: queryInt(1, $$limits1.ZX).default($$limits1.oX), offset: queryInt(0).default(0) };
	const PageQuery = $$zod3.Ikc(pageQuery);
	const DeploymentListQuery = $$zod3.Ikc({ ...pageQuery, name: $$zod3.YjP().optional(), name_contains: $$zod3.YjP().optional(), status: queryList($$zod3.YjP()).optional(), image_version: $$zod3.YjP().optional(), deployment_type: $$zod3.YjP().optional(), deployment_ids: queryList($$primitives2.uR).optional(), tag_value_ids: queryList($$primitives2.uR).optional(), agent_id: $$zod3.YjP().optional(), agent_environment: $$zod3.YjP().optional(), remote_reconciled: queryBoolean.optional() });
	const RevisionListQuery = $$zod3.Ikc({ ...pageQuery, status: queryList($$zod3.YjP()).optional(), remote_reconciled: queryBoolean.optional() });
	const DeploymentDeleteQuery = $$zod3.Ikc({ delete_tracing_project: queryBoolean.default(false), force: queryBoolean.default(false) });
	const BulkDeleteQuery = $$zod3.Ikc({ deployment_ids: $$zod3.vkY((value) => typeof value === "string" ? [value] : value, $$zod3.YOg($$primitives2.uR.toLowerCase()).min(1).max($$limits1.eq)) });
	const logPageQuery = { limit: queryInt(1, $$limits1.wv).default($$limits1.R3) };
}), 72786: ((__module, __exports, __require) => {
	__require.d(__exports, { $qQ: () => parseName, BEO: () => statusKind, BJ0: () => describeProblem, BW5: () => toWire, BdA: () => findMissingValue, Bgh: () => commitUrl, C7c: () => loadState, CJ9: () => startPhase, CsV: () => runAction, DEe: () => TEXT_MAX, De7: () => concealEnvironment, Di0: () => findProtoKey, E2f: () => includesOrigin, ECQ: () => toWirePath, EMj: () => proxySettings, ErG: () => parseTimeLimit, FFm: () => GATE_OPTIONS, FOh: () => exitCodeOf, FfZ: () => isNestedDeeper, GEc: () => ATTACHMENTS_MAX, Gq1: () => invalid, Gtc: () => displayPath, HKR: () => checkUploadUrl, HNX: () => planLines, HOe: () => parseTracingApiUrl, HRD: () => DNS_LABEL, Hd3: () => PROTO_KEY_MESSAGE, HlC: () => SOURCES, Hlv: () => createValueRenderer, HnF: () => cell, IH: () => shorten2, IHi: () => DATASET_TAGS_MAX, IfP: () => describeValidationErrors, Jxr: () => FIELD_RULES, K6p: () => readProcessStat, M$0: () => DISPLAY_MAX, M9M: () => C_IDENTIFIER, MM$: () => planSummary, Mbx: () => AMOUNT_MAX, Mgw: () => parseAgentUrl, NEx: () => withDeadline, NPS: () => parseRepoPath, NoQ: () => reportsBusyThread, OEH: () => allPassed, OF3: () => fenced, OO8: () => VERIFY_INPUT_NAMES, OWp: () => isJsonObject, OZb: () => isHosted, P3: () => BodyStreamError, PJn: () => loadGateParser, PXe: () => ignoreApiError, PlP: () => safeUrl, QW9: () => shortenRedacted, Qzw: () => checkEnvironment, R3t: () => LOG_PAGE_DEFAULT, RB4: () => sameRepository, SHW: () => describeArchive, SYJ: () => SANDBOX_INPUT_NAMES, Sdt: () => largestFiles, Sj1: () => FEEDBACK_KEYS_MAX, TNj: () => oneLine, TiI: () => GATE_SWITCHES, U9m: () => isLoopback, UV8: () => canonicalSource, UjU: () => LIST_MAX, Uzg: () => VERIFY_INPUTS, VOd: () => parsePathFilter, VUB: () => COMPARED_MAX, Vpz: () => runUrl, W_h: () => isRunning, Wmi: () => proxySecrets, Wt7: () => CPU_MIN, Xw9: () => parseUuid, YL5: () => STRATEGIES, YPr: () => mapFields, Ydl: () => SANDBOX_INPUTS, YrS: () => FIELD_NAMES, Z6M: () => checkAgentUrl, ZX3: () => PAGE_MAX, _$v: () => parseFeedbackKey, _Ew: () => readTarget, _Fh: () => fieldOf, _Um: () => isSelfHosted, _oi: () => DEPLOYMENT_TYPES, a3k: () => formatDuration, a5l: () => redactReport, apP: () => endOfString, b$E: () => makesRevision, bic: () => FEEDBACK_KEY_MAX, buT: () => outcome, cJR: () => validationError, cK5: () => matches, ceA: () => isReservedName, coM: () => EVALUATION_NAME_MAX, crk: () => DEPLOYMENT_NAME, d7x: () => isApiError, dID: () => triggersRevision, dOO: () => recordRevision, dQS: () => realClock, dRP: () => isFinal, dXv: () => rejectOnAbort, d_D: () => createRunnerHost, eqB: () => BULK_DELETE_MAX, euP: () => CPU_MAX, ezE: () => REASONS, foU: () => NAME_MAX, g5: () => failureOf, gRw: () => closeTimeline, gcK: () => formatChoices, hD3: () => quote, hDB: () => ApiError, hO8: () => readWorkflowRun, hcM: () => readRaw, hhp: () => isNotServed, hpw: () => tracingUrlOf, i_I: () => isThreadBusy, icA: () => createInputReader, ilj: () => agentAddress, jgr: () => VARIABLES_MAX, k2e: () => checkUnknownInputs, k4U: () => GATE_FIELD_NAMES, kBB: () => parseWord, kNr: () => isTagRef, kn4: () => fromWire, kz4: () => noDebuggerFlags, lCv: () => EXAMPLES_PER_REQUEST_MAX, lDC: () => PLAIN_DEPLOYMENT_NAME, lZh: () => ActionError, mRP: () => networkEnvironment, meu: () => isSameDeploymentType, mlB: () => shorten, mpO: () => EMULATOR_INPUT_NAMES, n6m: () => webUrlOf, nVH: () => formatAge, n_U: () => HOSTED_REDIS_MEMORY_MIN, o4o: () => findIncluded, o7: () => NO_SLASH, oXz: () => PAGE_DEFAULT, onx: () => countPassed, p$Q: () => ANSWER_JSON_LIMITS2, pSg: () => missingFieldError, pV9: () => exactly, q96: () => EMULATOR_INPUTS, qFJ: () => parseJson, r8q: () => DEPLOYMENT_NAME_RULE, rTE: () => troubleshootingLink, rZj: () => valid, rme: () => describeValidationError, sC: () => containerValues, sto: () => CPU_LIMIT_MAX, su4: () => addStatus, t3L: () => isImmutable, tGH: () => sweptLines, tbB: () => isRunUrl, tdh: () => findJsonExcess2, tpe: () => table, u1K: () => HOSTED_DEPLOYMENT_TYPES, uLz: () => SELF_HOSTED_NAME_MAX, uiF: () => isUnfinished, vMM: () => isSet, vxI: () => isBeingDeleted, wBP: () => RUNS_PER_REQUEST_MAX, wWq: () => readCaller, wik: () => inertLines, wmI: () => DEPLOYMENT_FIELDS, wv2: () => LOG_PAGE_MAX, x4D: () => ANY, xJ9: () => severityOf, xSw: () => readDisplay, y2G: () => checkSignedUrl, y2N: () => loadCheckParser, yKb: () => TARBALL_MAX_BYTES, yTO: () => redactRunner, yfm: () => PREVIEW_MARKER, z3p: () => formatBytes, zNS: () => some, zST: () => readAccess, zj$: () => DEFAULT_POLICY, zpe: () => tracingVariable });
	var $$phase0 = __require(67289);
	const { parseEvent, readRunEvent, skipEvent, isUnfinished, parsePublishedState, createRedactingHost, createRunnerHost, escapeCommands, readDesired, sameRepository, checkEnvironment, parseAgentUrl, parseTracingApiUrl, readEndpoint, tracingUrlOf, tracingVariable, count, duration, parseApiKey, parseBoolean, parseCommandEnv, parseCommentKey, parseCommit, parseCompareWith, parseCount, parseDeploymentName, parseDeploymentType, parseDuration, parseEmulatorFlags, parseEnvironment, parseFeedbackKey, parseFolder, parseHttpUrl, parseImageUri, parseLines, parseName, parseNameTemplate, parseNamespace, parseNetworks, parsePath, parsePaths, parsePlanId, parseRef, parseRegion, parseRepoPath, parseRepoUrl, parseRollbackTo, parseSandboxPrefix, parseShell, parseTarget, parseTemplate, parseText, parseTimeLimit, parseToken, parseUuid, parseVersion, parseWord, unknownTypeWarning, word, NO_REPOSITORY, describeProblem, invalid, noBranchMessage, quote, valid, withoutKeys, checkUnknownInputs, displayOf, loadCheckParser, loadGateParser, readAccess, readCaller, readDisplay, readInputs, readTarget, createInputReader, nearestInput, readRaw, unknownInputProblem, unknownInputs, EMULATOR_INPUTS, EMULATOR_INPUT_NAMES, GATE_FIELD_NAMES, GATE_OPTIONS, GATE_SWITCHES, INPUTS, INPUT_NAMES, SANDBOX_INPUTS, SANDBOX_INPUT_NAMES, STRATEGIES, VERIFY_INPUTS, VERIFY_INPUT_NAMES, variableOf, PREVIEW_MARKER, containerValues, findMissingValue, identifiersOf, parseSecretValue, parseSecrets, secretFragments, DEPLOY_ACTION, VERIFY_ACTION, runMain, ActionError, DEFAULT_POLICY, REASONS, exitCodeOf, outcome, severityOf, toOutcome, describeArchive, displayPath, formatBytes, largestFiles, ANY, GlobError, NO_SLASH, exactly, findIncluded, isIncluded, matches, parseGlob, parsePathFilter, some, startPhase, runAction, DEPLOYMENT_FIELDS, FIELD_NAMES, mapFields, includesOrigin, makesRevision, commitUrl, isRunUrl, pullRequestLink, readWorkflowRun, runUrl, troubleshootingLink, troubleshootingPage, SWEEP_REASONS, SWEEP_RESULTS, formatAge, planLines, planSummary, sweptLines, agentAddress, cell, fenced, inertLines, safeUrl, shorten, table, OUTPUTS, VERIFY_OUTPUTS, outputsOf, verifyOutputsOf, annotationOf, redactReport, report, ganttOf, renderRollout, summaryOf, addStatus, closeTimeline, createRunRecord, formatDuration, recordRevision, createSecretMasker, redactRunner, loadState, saveState, DISPLAY_MAX, TEXT_MAX, shorten2, shortenRedacted, createCancelHooks, createLog, VERBS, chooseVerb, runVerb, allPassed, countPassed, createValueRenderer, decisiveCheck, failureLines, failureOf, checkAgentUrl, checkBaseUrl, checkSignedUrl, checkUploadUrl, isLoopback, realClock, rejectOnAbort, wallClock, withDeadline, ApiError, BodyStreamError, ignoreApiError, isApiError, isNotServed, isThreadBusy, oneLine, reportsBusyThread, invalidProxies, networkEnvironment, networkSecrets, proxySecrets, proxySettings, DIALECT_TABLE, REGION_HOSTS, canonicalSource, controlPlaneUrlOf, dialectOf, fromWire, isHosted, isSelfHosted, toWire, toWirePath, tracingUrlOfControlPlane, webUrlOf, withBothSpellings, FIELD_RULES, isImmutable, sourcesOf, triggersRevision, describeValidationError, describeValidationErrors, formatChoices, isSet, missingFieldError, validationError, ANSWER_JSON_LIMITS: ANSWER_JSON_LIMITS2, JSON_LIMITS, JsonCounter, PROTO_KEY_MESSAGE, SETTINGS_JSON_LIMITS, endOfString, fieldOf, findJsonExcess: findJsonExcess2, findProtoKey, isJsonObject, isNestedDeeper, parseJson, protoKeyError, AMOUNT_MAX, ATTACHMENTS_MAX, BULK_DELETE_MAX, CHANGES_MAX, COMMAND_TIMEOUT_DEFAULT_S, COMPARED_MAX, CPU_LIMIT_MAX, CPU_MAX, CPU_MIN, DATASETS_MAX, DATASET_TAGS_MAX, DOCUMENT_VERSION, ERRORS_MAX, EVALUATION_API_VERSION, EVALUATION_NAME_MAX, EXAMPLES_PER_DATASET_MAX, EXAMPLES_PER_REQUEST_MAX, FEEDBACK_KEYS_MAX, FEEDBACK_KEY_MAX, FEEDBACK_TOKEN_TTL_MS, HOSTED_REDIS_MEMORY_MIN, LIST_MAX, LOG_PAGE_DEFAULT, LOG_PAGE_MAX, MULTIPART_MAX_BYTES, MULTIPART_PARTS_MAX, NAME_MAX, PAGE_DEFAULT, PAGE_MAX, PROJECTS_MAX, RUNS_PER_REQUEST_MAX, SELF_HOSTED_NAME_MAX, TARBALL_MAX_BYTES, VARIABLES_MAX, C_IDENTIFIER, DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE, DEPLOYMENT_TYPE, DEPLOYMENT_TYPES, DNS_LABEL, HOSTED_DEPLOYMENT_TYPES, PLAIN_DEPLOYMENT_NAME, SOURCES, UUID, isSameDeploymentType, isTagRef, isReservedName, DEPLOYMENT_STATUSES, REVISION_STATUSES, SANDBOX_STATUSES, isBeingDeleted, isFinal, statusKind, concealEnvironment, isDebuggerOpen, noDebuggerFlags, isRunning, parseProcessStat, readProcessStat, writeFully, hideKeys, looksLikeKey, MASK, createRedactor, SHORTEST_MATCH, createTextMatcher } = (0, $$phase0.NU)();
}) };
export {
	id,
	ids,
	modules
};
