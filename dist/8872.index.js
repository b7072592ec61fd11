const id = 8872;
const ids = [8872];
const modules = { 49262: ((__module, __exports, __require) => {
	__require.d(__exports, { BJ: () => $$later0.BJ0, Gq: () => $$later0.Gq1, hD: () => $$later0.hD3, rZ: () => $$later0.rZj });
	var $$later0 = __require(72786);
}), 24278: ((__module, __exports, __require) => {
	__require.d(__exports, { q: () => findUnsafe });
	const PROBLEMS_MAX = 20;
	const SECRET = { message: "the text contains a secret of this step", hint: "Remove the secret, because the agent and its users can read the data. Give secrets to the preview with `secrets`." };
	const PROTO = { message: "the key __proto__ is not allowed", hint: "Use another name." };
	const UNSTORABLE = { message: "the text contains a NUL character or an unpaired surrogate, which a database cannot store", hint: "Remove the character." };
	function findUnsafe(value, isSecret) {
		const problems = [];
		const seen = /* @__PURE__ */ new Set();
		const left = [{ value, path: [] }];
		const problemOf = (text) => {
			if (text.includes("\0") || !text.isWellFormed()) return UNSTORABLE;
			return isSecret(text) ? SECRET : void 0;
		};
		for (let next = left.pop(); next !== void 0 && problems.length < PROBLEMS_MAX; next = left.pop()) {
			const { value: part, path } = next;
			if (typeof part === "string") {
				const problem = problemOf(part);
				if (problem !== void 0) problems.push({ path, ...problem });
			}
			if (typeof part !== "object" || part === null || seen.has(part)) continue;
			seen.add(part);
			for (const key of Object.keys(part).toReversed()) {
				const at = [...path, Array.isArray(part) ? Number(key) : key];
				const problem = key === "__proto__" ? PROTO : Array.isArray(part) ? void 0 : problemOf(key);
				if (problem === void 0) left.push({ value: Reflect.get(part, key), path: at });
				else problems.push({ path: at, shown: path, ...problem });
			}
		}
		return problems;
	}
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
}), 88872: ((__module, __exports, __require) => {
	__require.d(__exports, { b: () => createSecretFinder, readSeedInput: () => readSeedInput });
	var classify = __require(71774);
	var later = __require(72786);
	;
	var schemas = __require(34410);
	var iso = __require(73477);
	var seed_limits = __require(14419);
	var seed = __require(76956);
	var problem = __require(49262);
	var unsafe_json = __require(24278);
	var inputs_yaml = __require(31230);
	;
	const NAME_MAX = 200;
	const KEY_MAX = 1e3;
	const LABELS_MAX = 20;
	const TTL_MAX = 52596e4;
	const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
	const oneLine = (max) => schemas.YjP({ error: "the value is not a string" }).superRefine((value, context) => {
		if (value === "") (0, inputs_yaml.TR)(context, "the value is empty", "Write a value.");
		else if (CONTROL.test(value)) (0, inputs_yaml.TR)(context, "the value contains a control character", "Write it on one line.");
		else if (value.length > max) (0, inputs_yaml.TR)(context, `the value has more than ${max} characters`, "Write a shorter value.");
	});
	const Label = oneLine(NAME_MAX).superRefine((value, context) => {
		if (value.includes(".")) (0, inputs_yaml.TR)(context, "the label contains a period", "Write each label as a separate entry.");
	});
	const Namespace = schemas.YOg(Label).min(1).max(LABELS_MAX).superRefine(([root = ""], context) => {
		if (seed.Vp.includes(root)) (0, inputs_yaml.TR)(context, `the namespace ${root} is reserved`, "Choose another first label.", [0]);
	});
	const required = inputs_yaml.jY.superRefine((value, context) => {
		if (value === void 0) (0, inputs_yaml.TR)(context, "the value is missing", "Write a mapping.");
	});
	const Item = schemas.rej({ namespace: Namespace, key: oneLine(KEY_MAX), value: required.transform((value) => ({ ...value })), index: (0, inputs_yaml.Eo)(schemas.KCZ([schemas.euz(false), schemas.YOg(oneLine(500)).min(1).max(100)]).optional()), ttl: (0, inputs_yaml.Eo)(schemas.aig().positive().max(TTL_MAX).optional()) });
	const shared = { config: inputs_yaml.jY, context: inputs_yaml.jY, metadata: inputs_yaml.jY };
	const Assistant = schemas.rej({ name: oneLine(NAME_MAX), graph: oneLine(NAME_MAX), description: (0, inputs_yaml.Eo)(schemas.YjP().max(KEY_MAX).optional()), ...shared }).transform(({ name, graph, description, config, context, metadata }) => ({ key: name, name, graph, description, config, context, metadata, isOptional: false }));
	const Thread = schemas.rej({ name: oneLine(NAME_MAX), graph: oneLine(NAME_MAX), values: inputs_yaml.jY, "as-node": (0, inputs_yaml.Eo)(oneLine(NAME_MAX).optional()), metadata: inputs_yaml.jY }).transform(({ name, graph, values, metadata, "as-node": asNode }) => ({ name, graph, values, asNode, metadata }));
	const Cron = schemas.rej({ name: oneLine(NAME_MAX), assistant: oneLine(NAME_MAX), schedule: oneLine(NAME_MAX), timezone: (0, inputs_yaml.Eo)(oneLine(100).optional()), "end-time": (0, inputs_yaml.Eo)(iso.w$({ offset: true }).optional()), input: inputs_yaml.jY, ...shared }).transform(({ name, assistant, schedule, timezone, input, config, context, metadata, "end-time": endTime }) => ({ name, assistant, schedule, timezone, endTime, input, config, context, metadata }));
	function distinct(entry, { max, idOf, about }) {
		return schemas.YOg(entry).superRefine((entries, context) => {
			if (entries.length > max) {
				(0, inputs_yaml.TR)(context, `the list has more than ${max.toLocaleString("en")} entries`, "Remove entries.");
				return;
			}
			const seen = /* @__PURE__ */ new Set();
			for (const [index, one] of entries.entries()) {
				const id2 = idOf(one);
				if (seen.has(id2)) (0, inputs_yaml.TR)(context, "another entry has the same value", "Keep one entry.", [index, ...about]);
				seen.add(id2);
			}
		}).optional();
	}
	const byName = (one) => one.name;
	const SeedFile = schemas.rej({ store: distinct(Item, { max: seed_limits.xk.items, idOf: ({ namespace, key }) => JSON.stringify([namespace, key]), about: ["key"] }), assistants: distinct(Assistant, { max: seed_limits.xk.assistants, idOf: byName, about: ["name"] }), threads: distinct(Thread, { max: seed_limits.xk.threads, idOf: byName, about: ["name"] }), crons: distinct(Cron, { max: seed_limits.xk.crons, idOf: byName, about: ["name"] }) }).transform(({ store = [], assistants = [], threads = [], crons = [] }, context) => {
		const seed2 = { items: store, assistants, threads, crons };
		if (Object.values(seed2).every((entries) => entries.length === 0)) (0, inputs_yaml.TR)(context, "the file contains no data", "Write store, assistants, threads or crons.");
		return seed2;
	});
	function parseSeedFile(text, isSecret) {
		const yaml = (0, inputs_yaml.hN)(text);
		if (!yaml.ok) return yaml;
		const parsed = (0, inputs_yaml.uW)(yaml.value, SeedFile, { check: (value) => (0, unsafe_json.q)(value, isSecret) });
		if (parsed.ok && Buffer.byteLength(JSON.stringify(parsed.value)) > seed_limits.nh) {
			return (0, problem.Gq)(`the data has more than ${seed_limits.nh.toLocaleString("en")} bytes as JSON`, "Remove entries.");
		}
		return parsed;
	}
	var workspace_file = __require(70609);
	;
	const SHORTEST_SECRET = 8;
	async function readSeedInput(reading, settings, workspace) {
		const { seed: seed2 } = settings;
		if (seed2?.file === void 0) return reading;
		const refuse = (problems) => ({ ...reading, ok: false, problems: problems.map((problem2) => ({ path: "preview-seed", ...problem2 })) });
		const text = await (0, workspace_file.s)(workspace ?? "", seed2.file);
		if (typeof text !== "string") return refuse([text]);
		const parsed = parseSeedFile(text, createSecretFinder(settings));
		if (!parsed.ok) {
			return refuse(parsed.problems.map(({ message, hint }) => ({ message: `${seed2.file}: ${message}`, hint })));
		}
		return { ...reading, settings: { ...settings, seed: { ...seed2, data: parsed.value } } };
	}
	function createSecretFinder({ apiKey, github, desired }) {
		const secrets = (desired.secrets ?? []).filter(({ name, value }) => (0, classify.f$)(name) === "secret" || (0, classify.EZ)(value)).map(({ value }) => value);
		const values = [apiKey, github.token, ...secrets].filter((value) => value !== void 0 && value.length >= SHORTEST_SECRET);
		const redactor = (0, later.lYN)(values.filter((value) => value !== void 0));
		return (text) => redactor.redact(text) !== text;
	}
}), 76956: ((__module, __exports, __require) => {
	__require.d(__exports, { Hq: () => $$later0.HqU, SL: () => $$later0.SLX, Vp: () => $$later0.Vp8, XG: () => $$later0.XGF, f: () => $$later0.faK, mQ: () => $$later0.mQA, ui: () => $$later0.uiq, wv: () => $$later0.wvf });
	var $$later0 = __require(72786);
}), 70609: ((__module, __exports, __require) => {
	__require.d(__exports, { s: () => readWorkspaceFile });
	var $$path0 = __require(76760);
	var $$file1 = __require(85542);
	var $$safety2 = __require(6760);
	async function readWorkspaceFile(workspace, file) {
		const invalid = (message, hint) => ({ message: `${file} ${message}`, hint });
		try {
			const limits = { maxBytes: $$file1.TL, within: workspace };
			const bytes = await (0, $$file1.b$)($$path0.resolve(workspace, file), limits);
			return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		} catch (error) {
			if (error instanceof $$file1.X5) {
				switch (error.code) {
					case "ERR_OUTSIDE":
						return invalid("is outside the checkout", "Give a file inside the checkout.");
					case "ERR_TOO_LARGE":
						return invalid(error.message, `Use at most ${$$file1.TL}.`);
					default:
						return invalid(error.message, "Specify a text file in the checkout.");
				}
			}
			const code = (0, $$safety2._F)(error, "code");
			if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
				return invalid("is not a text in UTF-8", "Save the file with the encoding UTF-8.");
			}
			return code === "ENOENT" ? invalid("is not in the workspace", "Check the path. In a workflow, run actions/checkout in an earlier step.") : invalid(`cannot be read (${typeof code === "string" ? code : "no text"})`, "Specify a text file in the checkout.");
		}
	}
}), 6760: ((__module, __exports, __require) => {
	__require.d(__exports, { Di: () => $$later0.Di0, Ff: () => $$later0.FfZ, Hd: () => $$later0.Hd3, OW: () => $$later0.OWp, Xy: () => $$later0.XyI, _F: () => $$later0._Fh, ap: () => $$later0.apP, of: () => $$later0.ofp, p$: () => $$later0.p$Q, qF: () => $$later0.qFJ, td: () => $$later0.tdh });
	var $$later0 = __require(72786);
}), 14419: ((__module, __exports, __require) => {
	__require.d(__exports, { cH: () => $$later0.cHW, nh: () => $$later0.nhY, xk: () => $$later0.xkJ });
	var $$later0 = __require(72786);
}), 72786: ((__module, __exports, __require) => {
	__require.d(__exports, { $qQ: () => parseName, BEO: () => statusKind, BJ0: () => describeProblem, BW5: () => toWire, BdA: () => findMissingValue, Bgh: () => commitUrl, C7c: () => loadState, CJ9: () => startPhase, CcL: () => decodeLock, CsV: () => runAction, DEe: () => TEXT_MAX, DLq: () => GATE_TEXTS, De7: () => concealEnvironment, Di0: () => findProtoKey, E2f: () => includesOrigin, ECQ: () => toWirePath, EEy: () => isAlarming, EMj: () => proxySettings, EgU: () => readRunEvent, ErG: () => parseTimeLimit, FDf: () => describeLock, FFm: () => GATE_OPTIONS, FOh: () => exitCodeOf, FfZ: () => isNestedDeeper, GEc: () => ATTACHMENTS_MAX, Gq1: () => invalid, Gtc: () => displayPath, HKR: () => checkUploadUrl, HNX: () => planLines, HOe: () => parseTracingApiUrl, HRD: () => DNS_LABEL, HcL: () => commentMark, Hd3: () => PROTO_KEY_MESSAGE, HlC: () => SOURCES, Hlv: () => createValueRenderer, HnF: () => cell, HqU: () => mergeSeeds, I27: () => commentBody, IH: () => shorten2, IHi: () => DATASET_TAGS_MAX, IfP: () => describeValidationErrors, JgT: () => GOING, Jqg: () => GATE_COMMENT_MAX, Jxr: () => FIELD_RULES, K6p: () => readProcessStat, KAS: () => toOutcome, KM9: () => DOUBTFUL, KkB: () => encodeLock, KoQ: () => readInputs, LiV: () => withoutIds, M$0: () => DISPLAY_MAX, M9M: () => C_IDENTIFIER, MM$: () => planSummary, Mbx: () => AMOUNT_MAX, Mgw: () => parseAgentUrl, NEx: () => withDeadline, NPS: () => parseRepoPath, NoQ: () => reportsBusyThread, OEH: () => allPassed, OF3: () => fenced, OO8: () => VERIFY_INPUT_NAMES, OWp: () => isJsonObject, OZb: () => isHosted, P3: () => BodyStreamError, PJn: () => loadGateParser, PXe: () => ignoreApiError, PhH: () => isAboutGate, PlP: () => safeUrl, Q$O: () => MARKERS, QW9: () => shortenRedacted, Qtm: () => boundedJson, Qzw: () => checkEnvironment, R3t: () => LOG_PAGE_DEFAULT, RB4: () => sameRepository, RZV: () => CODE_HOST_TERMS, RnE: () => shortSummary, S5Z: () => toLine, SEN: () => CASE_VERDICTS, SHW: () => describeArchive, SLX: () => EMPTY_SEED, SYJ: () => SANDBOX_INPUT_NAMES, Sdt: () => largestFiles, Sj1: () => FEEDBACK_KEYS_MAX, TL7: () => LOCK_VERSION, TNj: () => oneLine, Tcb: () => timeText, TiI: () => GATE_SWITCHES, U9m: () => isLoopback, UV8: () => canonicalSource, UjU: () => LIST_MAX, Uzg: () => VERIFY_INPUTS, VOd: () => parsePathFilter, VUB: () => COMPARED_MAX, Vp8: () => RESERVED_ROOTS, Vpz: () => runUrl, W_h: () => isRunning, Wmi: () => proxySecrets, Wt7: () => CPU_MIN, XGF: () => itemId, Xw9: () => parseUuid, XyI: () => objectOf, YL5: () => STRATEGIES, YPr: () => mapFields, Ydl: () => SANDBOX_INPUTS, YrS: () => FIELD_NAMES, Z6M: () => checkAgentUrl, ZGx: () => iconOf, ZX3: () => PAGE_MAX, _$v: () => parseFeedbackKey, _Ew: () => readTarget, _Fh: () => fieldOf, _Hp: () => lockRefOf, _Um: () => isSelfHosted, _oi: () => DEPLOYMENT_TYPES, a3k: () => formatDuration, a5l: () => redactReport, aYu: () => code, apP: () => endOfString, b$E: () => makesRevision, bic: () => FEEDBACK_KEY_MAX, buT: () => outcome, cHW: () => SEED_RECORD, cJR: () => validationError, cK5: () => matches, ceA: () => isReservedName, coM: () => EVALUATION_NAME_MAX, crk: () => DEPLOYMENT_NAME, d7x: () => isApiError, dID: () => triggersRevision, dOO: () => recordRevision, dQS: () => realClock, dRP: () => isFinal, dXv: () => rejectOnAbort, d_D: () => createRunnerHost, deR: () => isSameAgentUrl, eUN: () => BAD, eqB: () => BULK_DELETE_MAX, et_: () => subjectOf, euP: () => CPU_MAX, faK: () => describeItem, foU: () => NAME_MAX, fwR: () => LOCK_LIMITS, g5: () => failureOf, gD7: () => headlineOf, gRw: () => closeTimeline, gcK: () => formatChoices, h0X: () => plainLine, hD3: () => quote, hDB: () => ApiError, hO8: () => readWorkflowRun, hcM: () => readRaw, hhp: () => isNotServed, hpw: () => tracingUrlOf, i7o: () => isHeld, i_I: () => isThreadBusy, icA: () => createInputReader, ilj: () => agentAddress, iwb: () => MAX_SUMMARY_TEXT, jgr: () => VARIABLES_MAX, jlk: () => spellDuration, k2e: () => checkUnknownInputs, k4U: () => GATE_FIELD_NAMES, kBB: () => parseWord, kNr: () => isTagRef, kn4: () => fromWire, kz4: () => noDebuggerFlags, lCv: () => EXAMPLES_PER_REQUEST_MAX, lDC: () => PLAIN_DEPLOYMENT_NAME, lYN: () => createRedactor, lZh: () => ActionError, mQA: () => countsOf, mRP: () => networkEnvironment, meu: () => isSameDeploymentType, mlB: () => shorten, mpO: () => EMULATOR_INPUT_NAMES, n6m: () => webUrlOf, n8z: () => respondsAfter, nGO: () => REBUILD_MARKER, nVH: () => formatAge, n_U: () => HOSTED_REDIS_MEMORY_MIN, nhY: () => SEED_MAX_BYTES, o4o: () => findIncluded, o7: () => NO_SLASH, oJd: () => isSuccess, oXz: () => PAGE_DEFAULT, ofp: () => pathStep, onx: () => countPassed, p$Q: () => ANSWER_JSON_LIMITS, pSg: () => missingFieldError, pV9: () => exactly, pqe: () => countOf, q96: () => EMULATOR_INPUTS, qFJ: () => parseJson, qmI: () => NEUTRAL, r8q: () => DEPLOYMENT_NAME_RULE, r9p: () => stateText, rTE: () => troubleshootingLink, rZj: () => valid, rme: () => describeValidationError, sC: () => containerValues, sto: () => CPU_LIMIT_MAX, su4: () => addStatus, t3L: () => isImmutable, tGH: () => sweptLines, tTR: () => commitText, tbB: () => isRunUrl, tdh: () => findJsonExcess, tpe: () => table, u1K: () => HOSTED_DEPLOYMENT_TYPES, uLz: () => SELF_HOSTED_NAME_MAX, ucJ: () => headlineOfStart, uiF: () => isUnfinished, uiq: () => SEED_MARK, vMM: () => isSet, vxI: () => isBeingDeleted, wBP: () => RUNS_PER_REQUEST_MAX, wWq: () => readCaller, wik: () => inertLines, wmI: () => DEPLOYMENT_FIELDS, wv2: () => LOG_PAGE_MAX, wvf: () => describeCounts, x4D: () => ANY, xJ9: () => severityOf, xSw: () => readDisplay, xkJ: () => SEED_LIMITS, y2G: () => checkSignedUrl, y2N: () => loadCheckParser, yKb: () => TARBALL_MAX_BYTES, yTO: () => redactRunner, yfm: () => PREVIEW_MARKER, yq5: () => GOOD, z3p: () => formatBytes, zHB: () => details, zNS: () => some, zST: () => readAccess, zj$: () => DEFAULT_POLICY, zpe: () => tracingVariable });
	var $$phase0 = __require(67289);
	const { findCommand, parseCommand, parseEvent, readRunEvent, skipEvent, createRedactingHost, createRunnerHost, escapeCommands, readDesired, sameRepository, checkEnvironment, isSameAgentUrl, parseAgentUrl, parseTracingApiUrl, readEndpoint, tracingUrlOf, tracingVariable, count, duration, parseApiKey, parseBoolean, parseCommandEnv, parseCommentKey, parseCommit, parseCompareWith, parseCount, parseDeploymentName, parseDeploymentType, parseDuration, parseEmulatorFlags, parseEnvironment, parseFeedbackKey, parseFolder, parseForkApproval, parseHttpUrl, parseImageUri, parseLabel, parseLines, parseLockReason, parseName, parseNameTemplate, parseNamespace, parseNetworks, parsePath, parsePaths, parsePlanId, parsePreviewSeed, parseRef, parseRegion, parseRepoPath, parseRepoUrl, parseRollbackTo, parseSandboxPrefix, parseShell, parseTarget, parseTemplate, parseText, parseTimeLimit, parseToken, parseUuid, parseVersion, parseWord, unknownTypeWarning, word, NO_REPOSITORY, describeProblem, invalid, noBranchMessage, quote, valid, withoutKeys, acceptsForks, checkUnknownInputs, displayOf, loadCheckParser, loadGateParser, readAccess, readCaller, readDisplay, readInputs, readTarget, createInputReader, nearestInput, readRaw, unknownInputProblem, unknownInputs, EMULATOR_INPUTS, EMULATOR_INPUT_NAMES, GATE_FIELD_NAMES, GATE_OPTIONS, GATE_SWITCHES, INPUTS, INPUT_NAMES, SANDBOX_INPUTS, SANDBOX_INPUT_NAMES, STRATEGIES, VERIFY_INPUTS, VERIFY_INPUT_NAMES, variableOf, MARKERS, PREVIEW_MARKER, REBUILD_MARKER, containerValues, findMissingValue, identifiersOf, parseSecretValue, parseSecrets, secretFragments, decodeLock, describeLock, encodeLock, isHeld, lockRefOf, DEPLOY_ACTION, VERIFY_ACTION, runMain, ActionError, DEFAULT_POLICY, REASONS, exitCodeOf, outcome, severityOf, toOutcome, describeArchive, displayPath, formatBytes, largestFiles, ANY, GlobError, NO_SLASH, exactly, findIncluded, isIncluded, matches, parseGlob, parsePathFilter, some, startPhase, runAction, DEPLOYMENT_FIELDS, FIELD_NAMES, mapFields, includesOrigin, makesRevision, isUnfinished, parsePublishedState, COMMENT_MAX, GATE_COMMENT_MAX, commentBody, commentMark, commitText, plainLine, subjectText, BAD, DOUBTFUL, GOING, GOOD, NEUTRAL, headlineOf, headlineOfStart, iconOf, isAboutGate, isAlarming, isSuccess, meaningOf, respondsAfter, spellDuration, stateText, withoutIds, CODE_HOST_TERMS, commitUrl, isRunUrl, pullRequestLink, readWorkflowRun, runUrl, troubleshootingLink, troubleshootingPage, SWEEP_REASONS, SWEEP_RESULTS, formatAge, planLines, planSummary, sweptLines, timeText, GATE_TEXTS, agentAddress, cell, code, details, fenced, inertLines, safeUrl, shorten, table, OUTPUTS, VERIFY_OUTPUTS, outputsOf, verifyOutputsOf, isPhase, phaseName, renderPhases, annotationOf, redactReport, report, messageText, shortSummary, whatToDo, summaryOf, addStatus, closeTimeline, createRunRecord, formatDuration, recordRevision, subjectOf, createSecretMasker, redactRunner, EMPTY_SEED, RESERVED_ROOTS, SEED_MARK, countsOf, describeCounts, describeItem, itemId, mergeSeeds, loadState, saveState, DISPLAY_MAX, TEXT_MAX, countOf, shorten2, shortenRedacted, createCancelHooks, createLog, VERBS, chooseVerb, runVerb, allPassed, countPassed, createValueRenderer, decisiveCheck, failureLines, failureOf, checkAgentUrl, checkBaseUrl, checkSignedUrl, checkUploadUrl, isLoopback, realClock, rejectOnAbort, wallClock, withDeadline, ApiError, BodyStreamError, ignoreApiError, isApiError, isNotServed, isThreadBusy, oneLine, reportsBusyThread, invalidProxies, networkEnvironment, networkSecrets, proxySecrets, proxySettings, MAX_SUMMARY_TEXT, boundedJson, metadataLine, metadataText, toLine, withoutTerminalCodes, LOCK_LIMITS, LOCK_VERSION, LockState, isVisibleLine, DIALECT_TABLE, REGION_HOSTS, canonicalSource, controlPlaneUrlOf, dialectOf, fromWire, isHosted, isSelfHosted, toWire, toWirePath, tracingUrlOfControlPlane, webUrlOf, withBothSpellings, FIELD_RULES, isImmutable, sourcesOf, triggersRevision, describeValidationError, describeValidationErrors, formatChoices, isSet, missingFieldError, validationError, ANSWER_JSON_LIMITS, JSON_LIMITS, JsonCounter, PROTO_KEY_MESSAGE, SETTINGS_JSON_LIMITS, endOfString, fieldOf, findJsonExcess, findProtoKey, isJsonObject, isNestedDeeper, listOf, objectOf, parseJson, pathStep, protoKeyError, textOf, AMOUNT_MAX, ATTACHMENTS_MAX, BULK_DELETE_MAX, CHANGES_MAX, COMMAND_TIMEOUT_DEFAULT_S, COMPARED_MAX, CPU_LIMIT_MAX, CPU_MAX, CPU_MIN, DATASETS_MAX, DATASET_TAGS_MAX, DOCUMENT_VERSION, ERRORS_MAX, EVALUATION_API_VERSION, EVALUATION_NAME_MAX, EXAMPLES_PER_DATASET_MAX, EXAMPLES_PER_REQUEST_MAX, FEEDBACK_KEYS_MAX, FEEDBACK_KEY_MAX, FEEDBACK_TOKEN_TTL_MS, HOSTED_REDIS_MEMORY_MIN, LIST_MAX, LOG_PAGE_DEFAULT, LOG_PAGE_MAX, MULTIPART_MAX_BYTES, MULTIPART_PARTS_MAX, NAME_MAX, PAGE_DEFAULT, PAGE_MAX, PROJECTS_MAX, RUNS_PER_REQUEST_MAX, SELF_HOSTED_NAME_MAX, TARBALL_MAX_BYTES, VARIABLES_MAX, C_IDENTIFIER, DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE, DEPLOYMENT_TYPE, DEPLOYMENT_TYPES, DNS_LABEL, HOSTED_DEPLOYMENT_TYPES, PLAIN_DEPLOYMENT_NAME, SOURCES, UUID, isSameDeploymentType, isTagRef, isReservedName, SEED_LIMITS, SEED_MAX_BYTES, SEED_RECORD, CASE_VERDICTS, DEPLOYMENT_STATUSES, REVISION_STATUSES, SANDBOX_STATUSES, isBeingDeleted, isFinal, statusKind, concealEnvironment, isDebuggerOpen, noDebuggerFlags, isRunning, parseProcessStat, readProcessStat, writeFully, hideKeys, looksLikeKey, MASK, createRedactor, SHORTEST_MATCH, createTextMatcher } = (0, $$phase0.NU)();
}) };
export {
	id,
	ids,
	modules
};
