const id = 8872;
const ids = [8872];
const modules = { 24278: ((__module, __exports, __require) => {
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
}), 14419: ((__module, __exports, __require) => {
	__require.d(__exports, { cH: () => $$later0.cHW, nh: () => $$later0.nhY, xk: () => $$later0.xkJ });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
