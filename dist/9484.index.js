const id = 9484;
const ids = [9484];
const modules = { 74925: ((__module, __exports, __require) => {
	__require.d(__exports, { d: () => $$later0.d_D });
	var $$later0 = __require(72786);
}), 49262: ((__module, __exports, __require) => {
	__require.d(__exports, { BJ: () => $$later0.BJ0, Gq: () => $$later0.Gq1, hD: () => $$later0.hD3, rZ: () => $$later0.rZj });
	var $$later0 = __require(72786);
}), 28385: ((__module, __exports, __require) => {
	__require.d(__exports, { Ko: () => $$later0.KoQ, PJ: () => $$later0.PJn, _E: () => $$later0._Ew, k2: () => $$later0.k2e, wW: () => $$later0.wWq, xS: () => $$later0.xSw, y2: () => $$later0.y2N, zS: () => $$later0.zST });
	var $$later0 = __require(72786);
}), 40754: ((__module, __exports, __require) => {
	__require.d(__exports, { hc: () => $$later0.hcM, ic: () => $$later0.icA });
	var $$later0 = __require(72786);
}), 19686: ((__module, __exports, __require) => {
	__require.d(__exports, { FF: () => $$later0.FFm, OO: () => $$later0.OO8, SY: () => $$later0.SYJ, Ti: () => $$later0.TiI, Uz: () => $$later0.Uzg, YL: () => $$later0.YL5, Yd: () => $$later0.Ydl, k4: () => $$later0.k4U, mp: () => $$later0.mpO, q9: () => $$later0.q96 });
	var $$later0 = __require(72786);
}), 31230: ((__module, __exports, __require) => {
	__require.d(__exports, { Dz: () => locateField, Eo: () => stated, IL: () => jsonValue, Ku: () => parseWith, TR: () => refuse, Xs: () => isTypo, gM: () => readYaml, hN: () => parseYaml, jY: () => jsonMapping, pi: () => isMapping, uW: () => validateYaml });
	var $$zod3 = __require(34410);
	var $$zod4 = __require(46416);
	var $$levenshtein0 = __require(38232);
	var $$yaml1 = __require(33483);
	var $$problem2 = __require(49262);
	function parseYaml(text) {
		try {
			const lineCounter = new $$yaml1.HN();
			const options = { prettyErrors: false, uniqueKeys: false, logLevel: "error", lineCounter };
			const document = (0, $$yaml1.Tp)(text, options);
			const lineAt = (offset) => lineCounter.linePos(offset).line;
			const [error] = document.errors;
			const duplicate = error === void 0 ? findDuplicateKey(document) : void 0;
			const problem = error ?? (duplicate && { pos: duplicate.range ?? [0], code: "DUPLICATE_KEY" });
			if (problem !== void 0) {
				return (0, $$problem2.Gq)(`the text is neither YAML nor JSON: line ${lineAt(problem.pos[0])}: ${problem.code}`, "Check quotes and indentation.");
			}
			const lineOf = (path) => {
				for (let length = path.length; length > 0; length -= 1) {
					const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
					const key = path[length - 1];
					const pair = (0, $$yaml1.jh)(parent) ? parent.items.find((item) => keyOf(item) === String(key)) : void 0;
					const node = pair?.key ?? document.getIn(path.slice(0, length), true);
					if ((0, $$yaml1.Ll)(node) && node.range) return lineAt(node.range[0]);
				}
				return 1;
			};
			return (0, $$problem2.rZ)({ value: document.toJS(), lineOf });
		} catch {
			return (0, $$problem2.Gq)("the value is nested too deep or expands to too much data", "Use less nesting and fewer aliases.");
		}
	}
	function findDuplicateKey(document) {
		let duplicate;
		(0, $$yaml1.YR)(document, { Map(_key, map) {
			const seen = /* @__PURE__ */ new Set();
			for (const { key } of map.items) {
				if (!(0, $$yaml1.jn)(key)) continue;
				const text = scalarText(key);
				if (seen.has(text)) {
					duplicate = key;
					return $$yaml1.YR.BREAK;
				}
				seen.add(text);
			}
			return void 0;
		} });
		return duplicate;
	}
	function scalarText(key) {
		const value = key.toJSON();
		if (value === null || value === void 0) return "";
		return typeof value === "string" ? value : JSON.stringify(value);
	}
	function keyOf(item) {
		if (!(0, $$yaml1.tO)(item)) return void 0;
		const key = (0, $$yaml1.Ll)(item.key) ? item.key.toJSON() : item.key;
		return typeof key === "string" || typeof key === "number" ? String(key) : void 0;
	}
	function existingPath(value, [key, ...rest]) {
		if (key === void 0 || !isMapping(value) || !Object.hasOwn(value, key)) return [];
		return [key, ...existingPath(value[key], rest)];
	}
	function locateField(yaml, path) {
		const known = existingPath(yaml.value, path);
		return known.length === 0 ? void 0 : `line ${yaml.lineOf(known)}: ${known.join(".")}`;
	}
	function isTypo(key, known) {
		return (0, $$levenshtein0.distance)(key, (0, $$levenshtein0.closest)(key, known)) <= 2;
	}
	function hintForKey(key, known) {
		const nearest = (0, $$levenshtein0.closest)(key, known);
		const near = (0, $$levenshtein0.distance)(key, nearest) <= Math.max(2, Math.floor(key.length / 2));
		return near ? `Did you mean ${nearest}?` : "Remove the field; the documentation lists the valid fields.";
	}
	function isMapping(value) {
		return typeof value === "object" && value !== null && !Array.isArray(value);
	}
	const EXPONENT = 1e21;
	function readYaml(text, schema, options = {}) {
		const parsed = parseYaml(text);
		return parsed.ok ? validateYaml(parsed.value, schema, options) : parsed;
	}
	function validateYaml(yaml, schema, { check, isShown = () => true, nameOf = (path) => path.join(".") } = {}) {
		const fields = /* @__PURE__ */ new Map();
		const parsed = schema.safeParse(yaml.value, { error: (issue) => {
			if (issue.code === "unrecognized_keys" && issue.inst instanceof $$zod3.bvH) {
				fields.set(issue.keys, Object.keys(issue.inst.shape));
			}
			return void 0;
		} });
		const found = [...check?.(yaml.value) ?? []];
		for (const issue of parsed.error?.issues ?? []) {
			const path = issue.path.map((part) => typeof part === "symbol" ? String(part) : part);
			if (issue.code === "unrecognized_keys") found.push(...unknownFields(issue.keys, path, fields.get(issue.keys) ?? []));
			else found.push({ path, ...toProblem(issue) });
		}
		if (parsed.success && found.length === 0) return (0, $$problem2.rZ)(parsed.data);
		const problems = /* @__PURE__ */ new Map();
		for (const { path, shown, message, hint } of found) {
			const key = JSON.stringify(path);
			const name = nameOf(shown ?? path);
			const where = `line ${yaml.lineOf(path)}: ${name === "" ? "" : `${name}: `}`;
			if (!problems.has(key)) problems.set(key, { message: `${where}${message}`, hint });
		}
		return { ok: false, problems: [...problems.values()] };
		function unknownFields(keys, path, known) {
			return keys.map((key) => ({ path: [...path, key], shown: isShown(key, known) ? [...path, key] : path, message: "no field with this name exists", hint: hintForKey(key, known) }));
		}
	}
	const NOT_MAPPING = { message: "the value is not a mapping", hint: "Write one `field: value` per line." };
	const TYPES = { object: NOT_MAPPING, record: NOT_MAPPING, array: { message: "the value is not a list", hint: "Write `- ` before each entry." }, boolean: { message: "the value is not a boolean", hint: "Write true or false." } };
	function toProblem(issue) {
		const typed = issue.code === "invalid_type" ? TYPES[issue.expected] : void 0;
		if (typed !== void 0) return typed;
		const hint = issue.code === "custom" ? issue.params?.["hint"] : void 0;
		return { message: issue.message, hint: typeof hint === "string" ? hint : "Correct this field." };
	}
	function refuse(context, message, hint, path = []) {
		context.addIssue({ code: "custom", message, params: { hint }, path: [...path] });
	}
	function parseWith(parse) {
		const schema = $$zod3.L5J().transform((value, context) => {
			if (value === null) return void 0;
			const parsed = typeof value === "string" || typeof value === "number" ? parse(String(value)) : (0, $$problem2.Gq)("the value is not a string", "Write one word or one line.");
			if (parsed.ok) return parsed.value;
			for (const { message, hint } of parsed.problems) refuse(context, message, hint);
			return $$zod4.tm;
		});
		return schema.optional();
	}
	const stated = (schema, { message, hint } = EMPTY) => $$zod3.L5J().superRefine((value, context) => {
		if (value === null) refuse(context, message, hint);
	}).pipe(schema).optional();
	const EMPTY = { message: "the value is empty", hint: "Write a value, or omit the field." };
	const jsonValue = $$zod3.L5J().superRefine((value, context) => refuseUnlikeJson(value, context, [], [])).optional();
	const jsonMapping = jsonValue.transform((value, context) => {
		if (value === void 0 || value === null) return void 0;
		if (isMapping(value)) return value;
		refuse(context, "the value is not a mapping", "Write one `field: value` per line.");
		return $$zod4.tm;
	}).optional();
	function refuseUnlikeJson(value, context, path, within) {
		const say = (message, hint) => refuse(context, message, hint, path);
		if (typeof value === "number") {
			if (!Number.isFinite(value)) say("the number cannot be represented in JSON", "Write another number, or text in quotes.");
			else if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < EXPONENT) {
				say("the number has more digits than a JSON number keeps", "Write the number as text, in quotes.");
			}
		}
		if (typeof value !== "object" || value === null) return;
		if (within.includes(value)) {
			say("the value contains itself", "Write the value without an alias.");
		} else if (!Array.isArray(value) && Object.prototype.toString.call(value) !== "[object Object]") {
			say("the value cannot be represented in JSON", "Remove the tag, or write text in quotes.");
		} else {
			for (const [key, part] of Object.entries(value)) {
				const at = [...path, Array.isArray(value) ? Number(key) : key];
				refuseUnlikeJson(part, context, at, [...within, value]);
			}
		}
	}
}), 96043: ((__module, __exports, __require) => {
	__require.d(__exports, { FO: () => $$later0.FOh, KA: () => $$later0.KAS, bu: () => $$later0.buT, lZ: () => $$later0.lZh, xJ: () => $$later0.xJ9, zj: () => $$later0.zj$ });
	var $$later0 = __require(72786);
}), 58204: ((__module, __exports, __require) => {
	__require.d(__exports, { C: () => $$later0.CJ9 });
	var $$later0 = __require(72786);
}), 13137: ((__module, __exports, __require) => {
	__require.d(__exports, { C: () => $$later0.CsV });
	var $$later0 = __require(72786);
}), 19687: ((__module, __exports, __require) => {
	__require.d(__exports, { Bg: () => $$later0.Bgh, RZ: () => $$later0.RZV, Vp: () => $$later0.Vpz, hO: () => $$later0.hO8, rT: () => $$later0.rTE, tb: () => $$later0.tbB });
	var $$later0 = __require(72786);
}), 76669: ((__module, __exports, __require) => {
	__require.d(__exports, { DL: () => $$later0.DLq, Hn: () => $$later0.HnF, OF: () => $$later0.OF3, Pl: () => $$later0.PlP, aY: () => $$later0.aYu, il: () => $$later0.ilj, ml: () => $$later0.mlB, tp: () => $$later0.tpe, wi: () => $$later0.wik, zH: () => $$later0.zHB });
	var $$later0 = __require(72786);
}), 758: ((__module, __exports, __require) => {
	__require.d(__exports, { a3: () => $$later0.a3k, dO: () => $$later0.dOO, et: () => $$later0.et_, gR: () => $$later0.gRw, su: () => $$later0.su4 });
	var $$later0 = __require(72786);
}), 19230: ((__module, __exports, __require) => {
	__require.d(__exports, { HO: () => longestOwnFolder, xc: () => makeOwnFolder, yY: () => folderOwner, yy: () => temporaryFolder });
	var $$promises0 = __require(51455);
	var $$os1 = __require(48161);
	var $$path2 = __require(76760);
	const PREFIX = "agent-deploy-";
	const NAME = /^agent-deploy-[A-Za-z0-9]{6}$/;
	function temporaryFolder(env) {
		const temporary = env["RUNNER_TEMP"];
		if (!temporary) return (0, $$os1.tmpdir)();
		const fromWorkspace = $$path2.relative(env["GITHUB_WORKSPACE"] || "/", temporary);
		const inWorkspace = env["GITHUB_WORKSPACE"] !== void 0 && !fromWorkspace.startsWith("..");
		return inWorkspace ? (0, $$os1.tmpdir)() : temporary;
	}
	function makeOwnFolder(parent) {
		return (0, $$promises0.mkdtemp)($$path2.join(parent, PREFIX));
	}
	function longestOwnFolder(parent) {
		return $$path2.join(parent, `${PREFIX}xxxxxx`);
	}
	async function folderOwner(folder, env) {
		if ($$path2.resolve(folder) !== folder || !NAME.test($$path2.basename(folder))) return "foreign";
		const found = await (0, $$promises0.lstat)(folder).catch(() => void 0);
		if (found === void 0) return "gone";
		const isOurs = found.isDirectory() && (process.getuid === void 0 || found.uid === process.getuid());
		const parents = [env["RUNNER_TEMP"], (0, $$os1.tmpdir)()].flatMap((parent) => parent ? [(0, $$promises0.realpath)(parent).catch(() => void 0)] : []);
		const isThere = (await Promise.all(parents)).includes(await (0, $$promises0.realpath)($$path2.dirname(folder)));
		return isOurs && isThere ? "ours" : "foreign";
	}
}), 56563: ((__module, __exports, __require) => {
	__require.d(__exports, { y: () => $$later0.yTO });
	var $$later0 = __require(72786);
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH, pq: () => $$later0.pqe });
	var $$later0 = __require(72786);
}), 75065: ((__module, __exports, __require) => {
	__require.d(__exports, { NE: () => $$later0.NEx, dQ: () => $$later0.dQS, dX: () => $$later0.dXv });
	var $$later0 = __require(72786);
}), 6760: ((__module, __exports, __require) => {
	__require.d(__exports, { Di: () => $$later0.Di0, Ff: () => $$later0.FfZ, Hd: () => $$later0.Hd3, OW: () => $$later0.OWp, Xy: () => $$later0.XyI, _F: () => $$later0._Fh, ap: () => $$later0.apP, of: () => $$later0.ofp, p$: () => $$later0.p$Q, qF: () => $$later0.qFJ, td: () => $$later0.tdh });
	var $$later0 = __require(72786);
}), 72786: ((__module, __exports, __require) => {
	__require.d(__exports, { $qQ: () => parseName, BEO: () => statusKind, BJ0: () => describeProblem, BW5: () => toWire, BdA: () => findMissingValue, Bgh: () => commitUrl, C7c: () => loadState, CJ9: () => startPhase, CcL: () => decodeLock, Cjl: () => SHARED_PREVIEW_MARKER, CsV: () => runAction, DEe: () => TEXT_MAX, DLq: () => GATE_TEXTS, De7: () => concealEnvironment, Di0: () => findProtoKey, E2f: () => includesOrigin, ECQ: () => toWirePath, EEy: () => isAlarming, EMj: () => proxySettings, EgU: () => readRunEvent, ErG: () => parseTimeLimit, FDf: () => describeLock, FFm: () => GATE_OPTIONS, FOh: () => exitCodeOf, FfZ: () => isNestedDeeper, GEc: () => ATTACHMENTS_MAX, Gq1: () => invalid, Gtc: () => displayPath, HKR: () => checkUploadUrl, HNX: () => planLines, HOe: () => parseTracingApiUrl, HRD: () => DNS_LABEL, HcL: () => commentMark, Hd3: () => PROTO_KEY_MESSAGE, HlC: () => SOURCES, Hlv: () => createValueRenderer, HnF: () => cell, HqU: () => mergeSeeds, I27: () => commentBody, IH: () => shorten2, IHi: () => DATASET_TAGS_MAX, IfP: () => describeValidationErrors, JgT: () => GOING, Jqg: () => GATE_COMMENT_MAX, Jxr: () => FIELD_RULES, K6p: () => readProcessStat, KAS: () => toOutcome, KM9: () => DOUBTFUL, KkB: () => encodeLock, KoQ: () => readInputs, LiV: () => withoutIds, M$0: () => DISPLAY_MAX, M9M: () => C_IDENTIFIER, MM$: () => planSummary, Mbx: () => AMOUNT_MAX, Mgw: () => parseAgentUrl, NEx: () => withDeadline, NPS: () => parseRepoPath, NoQ: () => reportsBusyThread, OEH: () => allPassed, OF3: () => fenced, OO8: () => VERIFY_INPUT_NAMES, OWp: () => isJsonObject, OZb: () => isHosted, P3: () => BodyStreamError, PJn: () => loadGateParser, PXe: () => ignoreApiError, PhH: () => isAboutGate, PlP: () => safeUrl, Q$O: () => MARKERS, QW9: () => shortenRedacted, Qtm: () => boundedJson, Qzw: () => checkEnvironment, R3t: () => LOG_PAGE_DEFAULT, RB4: () => sameRepository, RZV: () => CODE_HOST_TERMS, RnE: () => shortSummary, S5Z: () => toLine, SEN: () => CASE_VERDICTS, SHW: () => describeArchive, SLX: () => EMPTY_SEED, SYJ: () => SANDBOX_INPUT_NAMES, Sdt: () => largestFiles, Sj1: () => FEEDBACK_KEYS_MAX, TL7: () => LOCK_VERSION, TNj: () => oneLine, Tcb: () => timeText, TiI: () => GATE_SWITCHES, U9m: () => isLoopback, UV8: () => canonicalSource, UjU: () => LIST_MAX, Uzg: () => VERIFY_INPUTS, VOd: () => parsePathFilter, VUB: () => COMPARED_MAX, Vp8: () => RESERVED_ROOTS, Vpz: () => runUrl, W_h: () => isRunning, Wmi: () => proxySecrets, Wt7: () => CPU_MIN, XGF: () => itemId, Xw9: () => parseUuid, XyI: () => objectOf, YL5: () => STRATEGIES, YPr: () => mapFields, Ydl: () => SANDBOX_INPUTS, YrS: () => FIELD_NAMES, Z6M: () => checkAgentUrl, ZGx: () => iconOf, ZX3: () => PAGE_MAX, _$v: () => parseFeedbackKey, _Ew: () => readTarget, _Fh: () => fieldOf, _Hp: () => lockRefOf, _Um: () => isSelfHosted, _oi: () => DEPLOYMENT_TYPES, a3k: () => formatDuration, a5l: () => redactReport, aYu: () => code, apP: () => endOfString, b$E: () => makesRevision, bic: () => FEEDBACK_KEY_MAX, buT: () => outcome, cHW: () => SEED_RECORD, cJR: () => validationError, cK5: () => matches, ceA: () => isReservedName, coM: () => EVALUATION_NAME_MAX, crk: () => DEPLOYMENT_NAME, d7x: () => isApiError, dID: () => triggersRevision, dOO: () => recordRevision, dQS: () => realClock, dRP: () => isFinal, dXv: () => rejectOnAbort, d_D: () => createRunnerHost, deR: () => isSameAgentUrl, eUN: () => BAD, eqB: () => BULK_DELETE_MAX, et_: () => subjectOf, euP: () => CPU_MAX, faK: () => describeItem, foU: () => NAME_MAX, fwR: () => LOCK_LIMITS, g5: () => failureOf, gD7: () => headlineOf, gRw: () => closeTimeline, gcK: () => formatChoices, h0X: () => plainLine, hD3: () => quote, hDB: () => ApiError, hO8: () => readWorkflowRun, hcM: () => readRaw, hhp: () => isNotServed, hpw: () => tracingUrlOf, i7o: () => isHeld, i_I: () => isThreadBusy, icA: () => createInputReader, ilj: () => agentAddress, iwb: () => MAX_SUMMARY_TEXT, jgr: () => VARIABLES_MAX, jlk: () => spellDuration, k2e: () => checkUnknownInputs, k4U: () => GATE_FIELD_NAMES, kBB: () => parseWord, kNr: () => isTagRef, kn4: () => fromWire, kz4: () => noDebuggerFlags, lCv: () => EXAMPLES_PER_REQUEST_MAX, lDC: () => PLAIN_DEPLOYMENT_NAME, lYN: () => createRedactor, lZh: () => ActionError, mQA: () => countsOf, mRP: () => networkEnvironment, meu: () => isSameDeploymentType, mlB: () => shorten, mpO: () => EMULATOR_INPUT_NAMES, n6m: () => webUrlOf, n8z: () => respondsAfter, nGO: () => REBUILD_MARKER, nVH: () => formatAge, n_U: () => HOSTED_REDIS_MEMORY_MIN, nhY: () => SEED_MAX_BYTES, o4o: () => findIncluded, o7: () => NO_SLASH, oJd: () => isSuccess, oXz: () => PAGE_DEFAULT, ofp: () => pathStep, onx: () => countPassed, p$Q: () => ANSWER_JSON_LIMITS, pSg: () => missingFieldError, pV9: () => exactly, pqe: () => countOf, q96: () => EMULATOR_INPUTS, qFJ: () => parseJson, qmI: () => NEUTRAL, r8q: () => DEPLOYMENT_NAME_RULE, r9p: () => stateText, rTE: () => troubleshootingLink, rZj: () => valid, rme: () => describeValidationError, sC: () => containerValues, sto: () => CPU_LIMIT_MAX, su4: () => addStatus, t3L: () => isImmutable, tGH: () => sweptLines, tTR: () => commitText, tbB: () => isRunUrl, tdh: () => findJsonExcess, tpe: () => table, u1K: () => HOSTED_DEPLOYMENT_TYPES, uLz: () => SELF_HOSTED_NAME_MAX, ucJ: () => headlineOfStart, uiF: () => isUnfinished, uiq: () => SEED_MARK, vKs: () => sharedLines, vMM: () => isSet, vxI: () => isBeingDeleted, wBP: () => RUNS_PER_REQUEST_MAX, wWq: () => readCaller, wik: () => inertLines, wmI: () => DEPLOYMENT_FIELDS, wv2: () => LOG_PAGE_MAX, wvf: () => describeCounts, x4D: () => ANY, xJ9: () => severityOf, xSw: () => readDisplay, xkJ: () => SEED_LIMITS, y2G: () => checkSignedUrl, y2N: () => loadCheckParser, yKb: () => TARBALL_MAX_BYTES, yTO: () => redactRunner, yfm: () => PREVIEW_MARKER, yq5: () => GOOD, z3p: () => formatBytes, zHB: () => details, zNS: () => some, zST: () => readAccess, zj$: () => DEFAULT_POLICY, zpe: () => tracingVariable });
	var $$phase0 = __require(67289);
	const { findCommand, parseCommand, parseEvent, readRunEvent, skipEvent, createRedactingHost, createRunnerHost, escapeCommands, readDesired, sameRepository, checkEnvironment, isSameAgentUrl, parseAgentUrl, parseTracingApiUrl, readEndpoint, tracingUrlOf, tracingVariable, count, duration, parseApiKey, parseBoolean, parseCommandEnv, parseCommentKey, parseCommit, parseCompareWith, parseCount, parseDeploymentName, parseDeploymentType, parseDuration, parseEmulatorFlags, parseEnvironment, parseFeedbackKey, parseFolder, parseForkApproval, parseHttpUrl, parseImageUri, parseLabel, parseLines, parseLockReason, parseName, parseNameTemplate, parseNamespace, parseNetworks, parsePath, parsePaths, parsePlanId, parsePreviewSeed, parseRef, parseRegion, parseRepoPath, parseRepoUrl, parseRollbackTo, parseSandboxPrefix, parseShell, parseTarget, parseTemplate, parseText, parseTimeLimit, parseToken, parseUuid, parseVersion, parseWord, unknownTypeWarning, word, NO_REPOSITORY, describeProblem, invalid, noBranchMessage, quote, valid, withoutKeys, acceptsForks, checkUnknownInputs, displayOf, loadCheckParser, loadGateParser, readAccess, readCaller, readDisplay, readInputs, readTarget, createInputReader, nearestInput, readRaw, unknownInputProblem, unknownInputs, EMULATOR_INPUTS, EMULATOR_INPUT_NAMES, GATE_FIELD_NAMES, GATE_OPTIONS, GATE_SWITCHES, INPUTS, INPUT_NAMES, SANDBOX_INPUTS, SANDBOX_INPUT_NAMES, STRATEGIES, VERIFY_INPUTS, VERIFY_INPUT_NAMES, variableOf, MARKERS, PREVIEW_MARKER, REBUILD_MARKER, SHARED_PREVIEW_MARKER, containerValues, findMissingValue, identifiersOf, parseSecretValue, parseSecrets, secretFragments, decodeLock, describeLock, encodeLock, isHeld, lockRefOf, DEPLOY_ACTION, VERIFY_ACTION, runMain, ActionError, DEFAULT_POLICY, REASONS, exitCodeOf, outcome, severityOf, toOutcome, describeArchive, displayPath, formatBytes, largestFiles, ANY, GlobError, NO_SLASH, exactly, findIncluded, isIncluded, matches, parseGlob, parsePathFilter, some, startPhase, runAction, DEPLOYMENT_FIELDS, FIELD_NAMES, mapFields, includesOrigin, makesRevision, isUnfinished, parsePublishedState, COMMENT_MAX, GATE_COMMENT_MAX, commentBody, commentMark, commitText, plainLine, subjectText, BAD, DOUBTFUL, GOING, GOOD, NEUTRAL, headlineOf, headlineOfStart, iconOf, isAboutGate, isAlarming, isSuccess, meaningOf, respondsAfter, spellDuration, stateText, withoutIds, CODE_HOST_TERMS, commitUrl, isRunUrl, pullRequestLink, readWorkflowRun, runUrl, troubleshootingLink, troubleshootingPage, SWEEP_REASONS, SWEEP_RESULTS, formatAge, planLines, planSummary, sharedLines, sharedResult, sweptLines, timeText, GATE_TEXTS, agentAddress, cell, code, details, fenced, inertLines, safeUrl, shorten, table, OUTPUTS, VERIFY_OUTPUTS, outputsOf, verifyOutputsOf, isPhase, phaseName, renderPhases, annotationOf, redactReport, report, messageText, shortSummary, whatToDo, summaryOf, addStatus, closeTimeline, createRunRecord, formatDuration, recordRevision, subjectOf, createSecretMasker, redactRunner, EMPTY_SEED, RESERVED_ROOTS, SEED_MARK, countsOf, describeCounts, describeItem, itemId, mergeSeeds, loadState, saveState, DISPLAY_MAX, TEXT_MAX, countOf, shorten2, shortenRedacted, createCancelHooks, createLog, VERBS, chooseVerb, runVerb, allPassed, countPassed, createValueRenderer, decisiveCheck, failureLines, failureOf, checkAgentUrl, checkBaseUrl, checkSignedUrl, checkUploadUrl, isLoopback, realClock, rejectOnAbort, wallClock, withDeadline, ApiError, BodyStreamError, ignoreApiError, isApiError, isNotServed, isThreadBusy, oneLine, reportsBusyThread, invalidProxies, networkEnvironment, networkSecrets, proxySecrets, proxySettings, MAX_SUMMARY_TEXT, boundedJson, metadataLine, metadataText, toLine, withoutTerminalCodes, LOCK_LIMITS, LOCK_VERSION, LockState, isVisibleLine, DIALECT_TABLE, REGION_HOSTS, canonicalSource, controlPlaneUrlOf, dialectOf, fromWire, isHosted, isSelfHosted, toWire, toWirePath, tracingUrlOfControlPlane, webUrlOf, withBothSpellings, FIELD_RULES, isImmutable, sourcesOf, triggersRevision, describeValidationError, describeValidationErrors, formatChoices, isSet, missingFieldError, validationError, ANSWER_JSON_LIMITS, JSON_LIMITS, JsonCounter, PROTO_KEY_MESSAGE, SETTINGS_JSON_LIMITS, endOfString, fieldOf, findJsonExcess, findProtoKey, isJsonObject, isNestedDeeper, listOf, objectOf, parseJson, pathStep, protoKeyError, textOf, AMOUNT_MAX, ATTACHMENTS_MAX, BULK_DELETE_MAX, CHANGES_MAX, COMMAND_TIMEOUT_DEFAULT_S, COMPARED_MAX, CPU_LIMIT_MAX, CPU_MAX, CPU_MIN, DATASETS_MAX, DATASET_TAGS_MAX, DOCUMENT_VERSION, ERRORS_MAX, EVALUATION_API_VERSION, EVALUATION_NAME_MAX, EXAMPLES_PER_DATASET_MAX, EXAMPLES_PER_REQUEST_MAX, FEEDBACK_KEYS_MAX, FEEDBACK_KEY_MAX, FEEDBACK_TOKEN_TTL_MS, HOSTED_REDIS_MEMORY_MIN, LIST_MAX, LOG_PAGE_DEFAULT, LOG_PAGE_MAX, MULTIPART_MAX_BYTES, MULTIPART_PARTS_MAX, NAME_MAX, PAGE_DEFAULT, PAGE_MAX, PODS_OF_PROD, PROJECTS_MAX, RUNS_PER_REQUEST_MAX, SELF_HOSTED_NAME_MAX, TARBALL_MAX_BYTES, VARIABLES_MAX, C_IDENTIFIER, DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE, DEPLOYMENT_TYPE, DEPLOYMENT_TYPES, DNS_LABEL, HOSTED_DEPLOYMENT_TYPES, PLAIN_DEPLOYMENT_NAME, SOURCES, UUID, isSameDeploymentType, isTagRef, isReservedName, SEED_LIMITS, SEED_MAX_BYTES, SEED_RECORD, CASE_VERDICTS, DEPLOYMENT_STATUSES, REVISION_STATUSES, SANDBOX_STATUSES, isBeingDeleted, isFinal, statusKind, concealEnvironment, isDebuggerOpen, noDebuggerFlags, isRunning, parseProcessStat, readProcessStat, writeFully, hideKeys, looksLikeKey, MASK, createRedactor, SHORTEST_MATCH, createTextMatcher } = (0, $$phase0.NU)();
}), 68434: ((__module, __exports, __require) => {
	__require.d(__exports, { D: () => $$later0.De7 });
	var $$later0 = __require(72786);
}), 39236: ((__module, __exports, __require) => {
	__require.d(__exports, { k: () => $$later0.kz4 });
	var $$later0 = __require(72786);
}), 21181: ((__module, __exports, __require) => {
	__require.d(__exports, { K6: () => $$later0.K6p, W_: () => $$later0.W_h });
	var $$later0 = __require(72786);
}), 6970: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { isAlive: () => isAlive, isDeadOwner: () => isDeadOwner, isGroupAlive: () => isGroupAlive, ownerToken: () => ownerToken, probeProcess: () => probeProcess, requireKnown: () => requireKnown, startToken: () => startToken, stopProcess: () => stopProcess, terminateGroup: () => terminateGroup, usesSameNode: () => usesSameNode });
	var $$fs0 = __require(73024);
	var $$promises1 = __require(51455);
	var $$os2 = __require(48161);
	var $$promises3 = __require(58500);
	var $$errors4 = __require(94924);
	var $$stat5 = __require(21181);
	var $$programs6 = __require(45638);
	const WINDOWS = process.platform === "win32";
	const POLL_MS = 20;
	const KILLED_MS = 1e3;
	async function probeProcess(pid) {
		if (process.platform === "linux") return probeOnLinux(pid);
		if (WINDOWS) {
			const query = `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.ToFileTimeUtc()`;
			const powershell = (0, $$programs6.E)("WindowsPowerShell\\v1.0\\powershell.exe");
			return probeByProgram(powershell, ["-NoProfile", "-NonInteractive", "-Command", query]);
		}
		return probeByProgram("/bin/ps", ["-o", "lstart=", "-p", String(pid)]);
	}
	async function startToken(pid) {
		const state = requireKnown(pid, await probeProcess(pid));
		return state.kind === "running" ? state.token : void 0;
	}
	function requireKnown(pid, state) {
		if (state.kind !== "unknown") return state;
		throw new Error(`The state of process ${pid} could not be determined.`, { cause: state.cause });
	}
	async function usesSameNode(pid) {
		const program = await (0, $$promises1.readlink)(`/proc/${pid}/exe`).catch(() => void 0);
		return program !== void 0 && program === await (0, $$promises1.realpath)(process.execPath);
	}
	async function ownerToken() {
		return `${(0, $$os2.hostname)()}/${process.pid}/${await startToken(process.pid) ?? "unknown"}`;
	}
	async function isDeadOwner(owner) {
		const [host, pid, ...token] = owner.split("/");
		if (host !== (0, $$os2.hostname)()) return false;
		const state = await probeProcess(Number(pid));
		return state.kind === "gone" || state.kind === "running" && state.token !== token.join("/");
	}
	function isAlive(pid) {
		try {
			process.kill(pid, 0);
			return true;
		} catch (error) {
			return error instanceof Error && "code" in error && error.code === "EPERM";
		}
	}
	function isGroupAlive(pid) {
		try {
			process.kill(WINDOWS ? pid : -pid, 0);
		} catch (error) {
			return (0, $$errors4.CA)(error) === "EPERM";
		}
		return process.platform === "linux" ? hasRunningMember(pid) : true;
	}
	async function terminateGroup(pid, graceMs) {
		if (!isGroupAlive(pid)) return;
		if (graceMs > 0) {
			await (0, $$programs6.i8)(pid, "SIGTERM");
			if (await isGoneWithin(pid, graceMs)) return;
		}
		await (0, $$programs6.i8)(pid, "SIGKILL");
		await isGoneWithin(pid, KILLED_MS);
	}
	async function stopProcess({ pid, startTime }, graceMs) {
		if (await startToken(pid) !== startTime) return "gone";
		const mayBeThere = async () => {
			const state = await probeProcess(pid);
			return state.kind === "unknown" || state.kind === "running" && state.token === startTime;
		};
		sendSignal(pid, "SIGTERM");
		const deadline = performance.now() + graceMs;
		while (await mayBeThere()) {
			if (performance.now() > deadline) sendSignal(pid, "SIGKILL");
			await (0, $$promises3.setTimeout)(POLL_MS);
		}
		return "stopped";
	}
	function sendSignal(pid, signal) {
		try {
			process.kill(pid, signal);
		} catch (error) {
			if ((0, $$errors4.CA)(error) === "ESRCH") return;
			throw new Error(`The process ${pid} could not be stopped.`, { cause: error });
		}
	}
	async function isGoneWithin(pid, ms) {
		const deadline = performance.now() + ms;
		while (isGroupAlive(pid)) {
			if (performance.now() >= deadline) return false;
			await (0, $$promises3.setTimeout)(POLL_MS);
		}
		return true;
	}
	function hasRunningMember(group) {
		const isMember = (pid) => {
			const stat = (0, $$stat5.K6)(pid);
			return stat?.processGroup === group && (0, $$stat5.W_)(stat);
		};
		const isHidden = (error) => ["EACCES", "EPERM"].includes((0, $$errors4.CA)(error) ?? "");
		try {
			return (0, $$fs0.readdirSync)("/proc").some((entry) => {
				if (!/^\d+$/.test(entry)) return false;
				try {
					return isMember(entry);
				} catch (error) {
					if (isHidden(error)) return false;
					throw error;
				}
			});
		} catch {
			return true;
		}
	}
	function probeOnLinux(pid) {
		try {
			const stat = (0, $$stat5.K6)(pid);
			if (stat === void 0 || !(0, $$stat5.W_)(stat)) return { kind: "gone" };
			const bootId = (0, $$fs0.readFileSync)("/proc/sys/kernel/random/boot_id", "utf8").trim();
			return { kind: "running", token: `${bootId}:${stat.startTick}` };
		} catch (cause) {
			return { kind: "unknown", cause };
		}
	}
	async function probeByProgram(command, args) {
		const { TZ } = process.env;
		const env = { LC_ALL: "C", ...TZ === void 0 ? {} : { TZ }, ...(0, $$programs6.Bx)() };
		try {
			const end = await (0, $$programs6.mB)(command, args, { env });
			const token = end.kind === "ended" && end.code === 0 ? end.stdout.toString().trim() : "";
			if (token !== "") return { kind: "running", token };
			if (end.kind === "ended" && end.code !== null) return { kind: "gone" };
			return { kind: "unknown", cause: new Error(`${command} did not exit.`) };
		} catch (cause) {
			return { kind: "unknown", cause };
		}
	}
}), 45638: ((__module, __exports, __require) => {
	__require.d(__exports, { Bx: () => windowsVariables, E: () => windowsProgram, Xd: () => startProgram, fM: () => lastLine, i8: () => signalGroup, jH: () => outputOf, mB: () => runProgram });
	var $$process0 = __require(31421);
	var $$path1 = __require(76760);
	var $$process2 = __require(1708);
	const WINDOWS = $$process2.platform === "win32";
	const KILLED_MS = 1e3;
	const OUTPUT_BYTES = 1024 * 1024;
	function startProgram(command, args, { group, ...options }) {
		try {
			return (0, $$process0.spawn)(command, args, { ...options, detached: group === "lasting" || group === "own" && !WINDOWS, windowsHide: true, windowsVerbatimArguments: WINDOWS && /^cmd(\.exe)?$/i.test($$path1.basename(command)) });
		} catch (error) {
			const child = unstartedProgram();
			$$process2.nextTick(() => child.emit("error", error));
			return child;
		}
	}
	function unstartedProgram() {
		return new $$process0.ChildProcess();
	}
	async function runProgram(command, args, { input, stderr, timeoutMs, maxOutputBytes = OUTPUT_BYTES, signal, onOutput, onStart, watch, ...start }) {
		if (signal?.aborted === true) return { kind: "aborted" };
		const child = startProgram(command, args, { ...start, stdio: [input === void 0 ? "ignore" : "pipe", "pipe", stderr ?? "pipe"] });
		const { promise: closed, resolve, reject } = Promise.withResolvers();
		let stopped;
		let late;
		const stop = (kind) => {
			if (stopped !== void 0 || child.pid === void 0) return;
			stopped = { kind };
			if (start.group === void 0) child.kill("SIGKILL");
			else void signalGroup(child.pid, "SIGKILL");
			late = setTimeout(() => {
				for (const stream of child.stdio) stream?.destroy();
				resolve({ kind });
			}, KILLED_MS);
		};
		const output = { stdout: [], stderr: [] };
		let bytes = 0;
		for (const name of ["stdout", "stderr"]) {
			child[name]?.on("data", (chunk) => {
				if (onOutput !== void 0) return onOutput(chunk);
				bytes += chunk.length;
				if (bytes > maxOutputBytes) stop("too-much");
				else output[name].push(chunk);
			});
		}
		child.stdin?.on("error", () => void 0).end(input);
		child.on("error", reject).once("close", (code, ended) => {
			const printed = { stdout: Buffer.concat(output.stdout), stderr: Buffer.concat(output.stderr) };
			resolve(stopped ?? { kind: "ended", code, signal: ended, ...printed });
		});
		const onAbort = () => stop("aborted");
		signal?.addEventListener("abort", onAbort, { once: true });
		const timer = timeoutMs === void 0 ? void 0 : setTimeout(stop, timeoutMs, "too-long");
		const unwatch = watch?.(() => stop("killed"));
		const started = child.pid === void 0 ? void 0 : onStart?.(child.pid);
		started?.catch((error) => {
			stop("killed");
			reject(error);
		});
		try {
			const [result] = await Promise.all([closed, started]);
			return result;
		} finally {
			signal?.removeEventListener("abort", onAbort);
			clearTimeout(timer);
			clearTimeout(late);
			unwatch?.();
		}
	}
	async function outputOf(command, args, options) {
		const end = await runProgram(command, args, options);
		if (end.kind === "ended" && end.code === 0) return end.stdout.toString();
		const how = end.kind === "ended" ? `exit code ${end.code ?? end.signal}: ${lastLine(end.stderr)}` : end.kind;
		throw new Error(`${$$path1.basename(command)} failed (${how}).`);
	}
	function lastLine(output) {
		return output.toString().trim().split("\n").at(-1) ?? "";
	}
	async function signalGroup(pid, signal) {
		if (WINDOWS) {
			const args = ["/PID", String(pid), "/T", ...signal === "SIGKILL" ? ["/F"] : []];
			await runProgram(windowsProgram("taskkill.exe"), args, { env: windowsVariables() }).catch(() => void 0);
			return;
		}
		try {
			$$process2.kill(-pid, signal);
		} catch {
		}
	}
	function windowsVariables() {
		const { SystemRoot } = $$process2.env;
		return SystemRoot === void 0 ? {} : { SystemRoot };
	}
	function windowsProgram(name) {
		return `${$$process2.env["SystemRoot"] ?? "C:\\Windows"}\\System32\\${name}`;
	}
}) };
export {
	id,
	ids,
	modules
};
