const id = 28;
const ids = [28];
const modules = { 67864: ((__module, __exports, __require) => {
	__require.d(__exports, { HO: () => $$later0.HOe, Mg: () => $$later0.Mgw, Qz: () => $$later0.Qzw, hp: () => $$later0.hpw, zp: () => $$later0.zpe });
	var $$later0 = __require(72786);
}), 49262: ((__module, __exports, __require) => {
	__require.d(__exports, { BJ: () => $$later0.BJ0, Gq: () => $$later0.Gq1, hD: () => $$later0.hD3, rZ: () => $$later0.rZj });
	var $$later0 = __require(72786);
}), 27156: ((__module, __exports, __require) => {
	__require.d(__exports, { JB: () => validateProxyConfig, YQ: () => parseProxyConfig, Yp: () => literalSecretsOf, i_: () => namesInBraces, n: () => missingSecretProblems, o4: () => secretHeaderValues, xU: () => findRuleSecrets });
	var $$zod4 = __require(34410);
	var $$primitives0 = __require(3917);
	var $$sandbox1 = __require(99448);
	var $$template5 = __require(48102);
	var $$secrets2 = __require(54476);
	var $$yaml3 = __require(31230);
	const StrictConfig = $$sandbox1.jB.extend({ access_control: (0, $$primitives0.lq)($$sandbox1.kx.strict()), rules: (0, $$primitives0.lq)($$zod4.YOg($$sandbox1.Vq.extend({ headers: (0, $$primitives0.lq)($$zod4.YOg($$sandbox1.A2.strict())) }).strict())) }).strict();
	function parseProxyConfig(text, mode, checkConfig) {
		const read = (0, $$yaml3.hN)(text);
		return read.ok ? validateProxyConfig(read.value, mode, checkConfig) : read;
	}
	function validateProxyConfig(yaml, mode, checkConfig, options = {}) {
		const schema = StrictConfig.transform((config, context) => {
			if (context.issues.length > 0) return config;
			for (const { loc, msg } of checkConfig(config, mode)) (0, $$yaml3.TR)(context, msg, "Correct this field.", loc);
			return config;
		});
		return (0, $$yaml3.uW)(yaml, schema, { ...options, check: checkHeaders, isShown: $$yaml3.Xs });
	}
	function secretHeaderValues(text) {
		const parsed = (0, $$yaml3.hN)(text);
		if (!parsed.ok) return [];
		return everyNode(parsed.value.value).flatMap((node) => {
			const value = node["value"];
			const shown = node["type"] === "plaintext" || node["type"] === "workspace_secret";
			return typeof value === "string" && !shown ? [value] : [];
		});
	}
	function literalSecretsOf({ rules }) {
		const headers = (rules ?? []).flatMap((rule) => rule.headers ?? []);
		return headers.flatMap(({ type, value }) => type === "opaque" && value ? [value] : []);
	}
	function secretNamesOf({ rules }) {
		const values = (rules ?? []).flatMap(({ enabled, headers }) => (headers ?? []).flatMap(({ type, value }) => type === "workspace_secret" && value && enabled !== false ? [value] : []));
		return [...new Set(values.flatMap($$template5.Y))];
	}
	function findRuleSecrets(config, env) {
		const secrets = {};
		const missing = [];
		for (const name of secretNamesOf(config)) {
			const value = Object.hasOwn(env, name) ? env[name] : void 0;
			if (value) secrets[name] = value;
			else missing.push(name);
		}
		return { secrets, missing };
	}
	function missingSecretProblems(missing) {
		return missing.map((name) => ({ message: `a rule uses {${name}}, but the environment variable ${name} of the step is missing or empty`, hint: `Set the variable for the step: \`env: { ${name}: \${{ secrets.${name} }} }\`.` }));
	}
	function namesInBraces(text) {
		const names = Array.from(text.matchAll(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g), ([, name]) => name ?? "");
		return [...new Set(names)];
	}
	function checkHeaders(value) {
		const problems = [];
		for (const [index, rule] of list(value, "rules").entries()) {
			for (const [place, header] of list(rule, "headers").entries()) {
				if (!(0, $$yaml3.pi)(header) || !Object.hasOwn(header, "value")) continue;
				const isCredential = header["type"] !== "plaintext";
				const missing = (0, $$secrets2.Bd)(header["value"], "Remove the header if you do not need it.", isCredential);
				if (missing === void 0) continue;
				const path = ["rules", index, "headers", place, "value"];
				problems.push({ path, message: `it ${missing.message}`, hint: missing.hint });
			}
		}
		return problems;
	}
	function list(value, key) {
		const found = (0, $$yaml3.pi)(value) ? value[key] : void 0;
		return Array.isArray(found) ? found : [];
	}
	function everyNode(value, seen = /* @__PURE__ */ new Set()) {
		if (typeof value !== "object" || value === null || seen.has(value)) return [];
		seen.add(value);
		const below = Object.values(value).flatMap((part) => everyNode(part, seen));
		return (0, $$yaml3.pi)(value) ? [value, ...below] : below;
	}
}), 28385: ((__module, __exports, __require) => {
	__require.d(__exports, { PJ: () => $$later0.PJn, _E: () => $$later0._Ew, k2: () => $$later0.k2e, wW: () => $$later0.wWq, xS: () => $$later0.xSw, y2: () => $$later0.y2N, zS: () => $$later0.zST });
	var $$later0 = __require(72786);
}), 40754: ((__module, __exports, __require) => {
	__require.d(__exports, { hc: () => $$later0.hcM, ic: () => $$later0.icA });
	var $$later0 = __require(72786);
}), 19686: ((__module, __exports, __require) => {
	__require.d(__exports, { FF: () => $$later0.FFm, OO: () => $$later0.OO8, SY: () => $$later0.SYJ, Ti: () => $$later0.TiI, Uz: () => $$later0.Uzg, YL: () => $$later0.YL5, Yd: () => $$later0.Ydl, k4: () => $$later0.k4U, mp: () => $$later0.mpO, q9: () => $$later0.q96 });
	var $$later0 = __require(72786);
}), 31230: ((__module, __exports, __require) => {
	__require.d(__exports, { Eo: () => stated, IL: () => jsonValue, Ku: () => parseWith, TR: () => refuse, Xs: () => isTypo, gM: () => readYaml, hN: () => parseYaml, jY: () => jsonMapping, pi: () => isMapping, uW: () => validateYaml });
	var $$zod3 = __require(34410);
	var $$zod4 = __require(46416);
	var $$levenshtein0 = __require(38232);
	var $$yaml1 = __require(33483);
	var $$problem2 = __require(49262);
	function parseYaml(text) {
		try {
			const lineCounter = new $$yaml1.HN();
			const options = { prettyErrors: false, uniqueKeys: sameKey, logLevel: "error", lineCounter };
			const document = (0, $$yaml1.Tp)(text, options);
			const [error] = document.errors;
			const lineAt = (offset) => lineCounter.linePos(offset).line;
			if (error !== void 0) {
				return (0, $$problem2.Gq)(`the text is neither YAML nor JSON: line ${lineAt(error.pos[0])}: ${error.code}`, "Check quotes and indentation.");
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
	function sameKey(one, other) {
		return one === other || (0, $$yaml1.jn)(one) && (0, $$yaml1.jn)(other) && scalarText(one) === scalarText(other);
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
			const parsed = typeof value === "string" || typeof value === "number" ? parse(String(value)) : (0, $$problem2.Gq)("the value is not text", "Write one word or one line.");
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
}), 19687: ((__module, __exports, __require) => {
	__require.d(__exports, { Bg: () => $$later0.Bgh, Vp: () => $$later0.Vpz, hO: () => $$later0.hO8, rT: () => $$later0.rTE, tb: () => $$later0.tbB });
	var $$later0 = __require(72786);
}), 99448: ((__module, __exports, __require) => {
	__require.d(__exports, { A2: () => ProxyHeader, Vq: () => ProxyRule, ak: () => Sandbox, jB: () => ProxyConfig, kx: () => AccessControl });
	var $$zod3 = __require(34410);
	var $$primitives0 = __require(3917);
	var $$query1 = __require(33015);
	var $$limits2 = __require(55403);
	const HEADER_TYPES = ["workspace_secret", "plaintext", "opaque"];
	const headerName = $$zod3.YjP().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, "must be an HTTP header name");
	const ProxyHeader = $$zod3.Ikc({ name: headerName, type: $$zod3.k5n(HEADER_TYPES), value: (0, $$primitives0.lq)($$zod3.YjP().regex(/^[^\r\n\0]*$/, "must not contain line breaks or NUL")), is_set: (0, $$primitives0.lq)($$zod3.zMY()) });
	const description = $$zod3.YjP().max(1024);
	const ProxyRule = $$zod3.Ikc({ name: $$zod3.YjP().min(1).max(128), type: (0, $$primitives0.lq)($$zod3.YjP().max(32)), enabled: (0, $$primitives0.lq)($$zod3.zMY()), description: (0, $$primitives0.lq)(description), match_hosts: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), match_paths: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), match_headers: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), headers: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg(ProxyHeader))), no_proxy: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), env_vars: (0, $$primitives0.lq)($$zod3.g1P($$primitives0.VM, $$zod3.YjP().regex(/^[^\0]*$/, "must not contain NUL"))) });
	const AccessControl = $$zod3.Ikc({ allow_list: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), deny_list: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))) });
	const ProxyConfig = $$zod3.Ikc({ rules: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg(ProxyRule))), no_proxy: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), access_control: (0, $$primitives0.lq)(AccessControl), callbacks: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3._H3({})))), description: (0, $$primitives0.lq)(description) });
	const SandboxCreate = $$zod3.Ikc({ template_name: (0, $$primitives0.lq)($$zod3.YjP().min(1)), name: (0, $$primitives0.lq)($$zod3.YjP().min(1)), wait_for_ready: (0, $$primitives0.lq)($$zod3.zMY()), proxy_config: (0, $$primitives0.lq)(ProxyConfig) });
	const Sandbox = $$zod3._H3({ id: $$zod3.YjP().nullish(), name: $$zod3.YjP(), status: $$zod3.YjP().nullish(), status_message: $$zod3.YjP().nullish(), dataplane_url: $$zod3.YjP().nullish(), template_name: $$zod3.YjP().nullish(), created_at: $$zod3.YjP().nullish(), updated_at: $$zod3.YjP().nullish(), proxy_config: $$zod3._H3({}).nullish() });
	const SANDBOX_IDLE_TTL_DEFAULT_S = 600;
	const SANDBOX_DELETE_AFTER_STOP_DEFAULT_S = null;
	const SANDBOX_WAIT_DEFAULT_S = 30;
	const SANDBOX_WAIT_MAX_S = 600;
	const sandboxName = $$zod3.YjP().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, "must be 1 to 128 letters, digits, dots, dashes or underscores, starting with a letter or digit").refine((name) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name), "must not have the form of an ID");
	const ttl = $$zod3.Whr().min(0).max(10 * 365 * 24 * 60 * 60).refine((seconds2) => seconds2 % 60 === 0, "must be a multiple of 60 seconds, or 0 for never");
	const labels = $$zod3.g1P($$primitives0.al, $$primitives0.Qq);
	const variables = $$zod3.g1P($$zod3.YjP().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be a variable name"), $$primitives0.Qq);
	const RunConfig = $$zod3._H3({ work_dir: (0, $$primitives0.lq)($$primitives0.al), env_vars: (0, $$primitives0.lq)(variables), user: (0, $$primitives0.lq)($$primitives0.Qq) });
	const settings = { idle_ttl_seconds: (0, $$primitives0.lq)(ttl), delete_after_stop_seconds: (0, $$primitives0.lq)(ttl), vcpus: (0, $$primitives0.lq)($$zod3.aig().positive().max(64)), cpu_millicores: (0, $$primitives0.lq)($$zod3.Whr().min(1).max(64e3)), mem_bytes: (0, $$primitives0.lq)($$zod3.Whr().min(32 * 1024 * 1024)), fs_capacity_bytes: (0, $$primitives0.lq)($$zod3.Whr().min(1)), run_config: (0, $$primitives0.lq)(RunConfig) };
	const SandboxCreateBody = SandboxCreate.extend({ name: (0, $$primitives0.lq)(sandboxName), timeout: (0, $$primitives0.lq)($$zod3.aig().positive().max(SANDBOX_WAIT_MAX_S)), snapshot: (0, $$primitives0.lq)($$primitives0.al), snapshot_name: (0, $$primitives0.lq)($$primitives0.al), snapshot_id: (0, $$primitives0.lq)($$primitives0.al), labels: (0, $$primitives0.lq)(labels), env_vars: (0, $$primitives0.lq)(variables), mount_config: (0, $$primitives0.lq)($$zod3._H3({ mounts: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.L5J()))) })), preserve_memory_on_stop: (0, $$primitives0.lq)($$zod3.zMY()), restore_memory: (0, $$primitives0.lq)($$zod3.zMY()), ...settings });
	const SandboxPatch = $$zod3.Ikc({ name: (0, $$primitives0.lq)(sandboxName), proxy_config: (0, $$primitives0.lq)(ProxyConfig), ...settings });
	const SandboxRecord = $$zod3.Ikc({ id: $$zod3.YjP(), name: $$zod3.YjP(), status: $$zod3.YjP(), status_message: $$zod3.YjP().nullable(), dataplane_url: $$zod3.YjP(), template_name: $$zod3.YjP().nullable(), snapshot_id: $$zod3.YjP().nullable(), created_at: $$zod3.YjP(), created_by: $$zod3.YjP().nullable(), updated_at: $$zod3.YjP(), updated_by: $$zod3.YjP().nullable(), stopped_at: $$zod3.YjP().nullable(), idle_ttl_seconds: $$zod3.Whr(), delete_after_stop_seconds: $$zod3.Whr(), vcpus: $$zod3.aig().nullable(), cpu_millicores: $$zod3.Whr().nullable(), mem_bytes: $$zod3.Whr().nullable(), fs_capacity_bytes: $$zod3.Whr().nullable(), size_class: $$zod3.YjP().nullable(), labels: $$zod3.g1P($$zod3.YjP(), $$zod3.YjP()), mount_config: $$zod3.chJ(), preserve_memory_on_stop: $$zod3.zMY().nullable(), run_config: $$zod3._H3({}).nullable(), proxy_config: ProxyConfig.nullable() });
	const SandboxPage = $$zod3.Ikc({ items: $$zod3.YOg(SandboxRecord), next_cursor: $$zod3.YjP().nullable(), sandboxes: $$zod3.YOg(SandboxRecord), offset: $$zod3.Whr() });
	const repeated = $$zod3.vkY((value) => typeof value === "string" ? [value] : value, $$zod3.YOg($$primitives0.al));
	const SandboxListQuery = $$zod3.Ikc({ limit: (0, $$query1.Ah)(1, 500).optional(), page_size: (0, $$query1.Ah)(1, 500).optional(), offset: (0, $$query1.Ah)(0).optional(), cursor: $$primitives0.al.optional(), name_contains: $$primitives0.Qq.optional(), status: $$primitives0.al.optional(), label: repeated.optional(), created_by: $$primitives0.Qq.optional(), sort_by: $$zod3.k5n(["name", "status", "created_at"]).optional(), sort_order: $$zod3.k5n(["asc", "desc"]).optional(), sort_direction: $$zod3.k5n(["asc", "desc"]).optional() });
	const SandboxStatusResponse = $$zod3.Ikc({ status: $$zod3.YjP(), status_message: $$zod3.YjP().nullable() });
	const SandboxBatchDelete = $$zod3.Ikc({ names: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$primitives0.al))), ids: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$primitives0.al))) }).refine(({ names, ids: ids2 }) => {
		const all = (names?.length ?? 0) + (ids2?.length ?? 0);
		return all >= 1 && all <= 100;
	}, "must list 1 to 100 sandboxes in `names` or `ids`");
	const SandboxBatchDeleteResponse = $$zod3.Ikc({ deleted: $$zod3.YOg($$zod3.YjP()), failed: $$zod3.YOg($$zod3.Ikc({ name: $$zod3.YjP(), error: $$zod3.YjP(), message: $$zod3.YjP() })) });
	const SandboxTemplateBody = $$zod3._H3({ name: sandboxName });
	const SandboxTemplate = $$zod3._H3({ name: $$zod3.YjP(), created_at: $$zod3.YjP(), updated_at: $$zod3.YjP() });
	const SandboxTemplateList = $$zod3.Ikc({ templates: $$zod3.YOg(SandboxTemplate), offset: $$zod3.Whr() });
	const snapshotTag = $$zod3.YjP().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/, "must be 1 to 128 letters, digits, underscores, dots or dashes, not starting with a dot or dash");
	const SnapshotCapture = $$zod3._H3({ name: sandboxName, tag: (0, $$primitives0.lq)(snapshotTag), docker_image: (0, $$primitives0.lq)($$primitives0.al), fs_capacity_bytes: (0, $$primitives0.lq)($$zod3.Whr().min(1)) });
	const SnapshotBuild = $$zod3._H3({ name: sandboxName, docker_image: $$primitives0.al });
	const SandboxSnapshot = $$zod3.Ikc({ id: $$zod3.YjP(), name: $$zod3.YjP(), status: $$zod3.YjP(), status_message: $$zod3.YjP().nullable(), source_sandbox_id: $$zod3.YjP().nullable(), tags: $$zod3.YOg($$zod3.YjP()), fs_capacity_bytes: $$zod3.Whr().nullable(), created_at: $$zod3.YjP(), updated_at: $$zod3.YjP() });
	const SandboxSnapshotList = $$zod3.Ikc({ snapshots: $$zod3.YOg(SandboxSnapshot), offset: $$zod3.Whr() });
	const SnapshotTags = $$zod3.Ikc({ name: $$zod3.YjP(), tags: $$zod3.YOg($$zod3.Ikc({ tag: $$zod3.YjP(), snapshot_id: $$zod3.YjP() })) });
	const SandboxSnapshotQuery = $$zod3.Ikc({ limit: (0, $$query1.Ah)(1, 500).default(50), offset: (0, $$query1.Ah)(0).default(0), name_contains: $$primitives0.Qq.optional() });
	const WorkspaceSecretKey = $$zod3.Ikc({ key: $$zod3.YjP() });
	const workspaceSecretName = $$zod3.YjP().regex(/^[A-Za-z_][A-Za-z0-9_]{0,255}$/, "must be a name of letters, digits and underscores, not starting with a digit");
	const WorkspaceSecretsUpsert = (0, $$primitives0.Xm)($$limits2.jg, $$zod3.YOg($$zod3.Ikc({ key: workspaceSecretName, value: $$primitives0.Qq.nullable() })));
	const WorkspaceSecretPut = $$zod3.Ikc({ value: (0, $$primitives0.lq)($$primitives0.Qq) });
	const SERVICE_TOKEN_MAX_S = 24 * 60 * 60;
	const SERVICE_TOKEN_DEFAULT_S = 600;
	const ServiceUrlBody = $$zod3.Ikc({ port: $$zod3.Whr().min(1).max(65535), expires_in_seconds: (0, $$primitives0.lq)($$zod3.Whr().min(1).max(SERVICE_TOKEN_MAX_S)), access: (0, $$primitives0.lq)($$zod3.k5n(["restricted", "workspace"])), embed_origins: (0, $$primitives0.lq)((0, $$primitives0.Xm)(5, $$zod3.YOg($$primitives0.al))) });
	const ServiceUrlResponse = $$zod3.Ikc({ token: $$zod3.YjP(), service_url: $$zod3.YjP(), browser_url: $$zod3.YjP(), expires_at: $$primitives0.KQ });
	const SERVICE_TOKEN_HEADER = "x-langsmith-sandbox-service-token";
	const seconds = $$zod3.aig().min(0).max(7 * 24 * 60 * 60);
	const command = { command: $$primitives0.al, shell: (0, $$primitives0.lq)($$primitives0.al), env: (0, $$primitives0.lq)(variables), cwd: (0, $$primitives0.lq)($$primitives0.al), run_config: (0, $$primitives0.lq)(RunConfig) };
	const ExecuteBody = $$zod3.Ikc({ ...command, timeout: (0, $$primitives0.lq)(seconds) }).refine(({ env, cwd, run_config: config }) => (config ?? void 0) === void 0 || (env ?? cwd ?? void 0) === void 0, "must not have both `run_config` and the older `env` or `cwd`");
	const ExecuteResponse = $$zod3.Ikc({ stdout: $$zod3.YjP(), stderr: $$zod3.YjP(), exit_code: $$zod3.Whr() });
	const ExecuteMessage = $$zod3.gMt("type", [$$zod3.Ikc({ type: $$zod3.euz("execute"), ...command, command_id: (0, $$primitives0.lq)($$zod3.YjP().regex(/^[A-Za-z0-9_-]{1,128}$/, "must be 1 to 128 letters, digits, dashes or underscores")), timeout_seconds: (0, $$primitives0.lq)(seconds), idle_timeout_seconds: (0, $$primitives0.lq)($$zod3.aig()), ttl_seconds: (0, $$primitives0.lq)($$zod3.aig()), kill_on_disconnect: (0, $$primitives0.lq)($$zod3.zMY()), close_stdin: (0, $$primitives0.lq)($$zod3.zMY()), pty: (0, $$primitives0.lq)($$zod3.zMY()) }), $$zod3.Ikc({ type: $$zod3.euz("reconnect"), command_id: $$primitives0.al, stdout_offset: (0, $$primitives0.lq)($$zod3.Whr().min(0)), stderr_offset: (0, $$primitives0.lq)($$zod3.Whr().min(0)) }), $$zod3.Ikc({ type: $$zod3.euz("input"), data: $$primitives0.Qq }), $$zod3.Ikc({ type: $$zod3.euz("close_stdin") }), $$zod3.Ikc({ type: $$zod3.euz("kill") })]);
	const limit = (0, $$primitives0.lq)($$zod3.Whr().min(1).max(1e4));
	const GlobBody = $$zod3.Ikc({ pattern: $$primitives0.al, path: $$primitives0.al, limit });
	const GlobResponse = $$zod3.Ikc({ matches: $$zod3.YOg($$zod3.Ikc({ path: $$zod3.YjP(), is_dir: $$zod3.zMY(), size_bytes: $$zod3.Whr(), modified_at: $$primitives0.KQ })), truncated: $$zod3.zMY() });
	const GrepBody = $$zod3.Ikc({ pattern: $$primitives0.al, path: $$primitives0.al, glob: (0, $$primitives0.lq)($$primitives0.al), limit });
	const GrepResponse = $$zod3.Ikc({ matches: $$zod3.YOg($$zod3.Ikc({ path: $$zod3.YjP(), line: $$zod3.Whr(), text: $$zod3.YjP() })), truncated: $$zod3.zMY() });
	const FileQuery = $$zod3.Ikc({ path: $$primitives0.al });
	const FileUploadResponse = $$zod3.Ikc({ path: $$zod3.YjP(), size: $$zod3.Whr() });
}), 48102: ((__module, __exports, __require) => {
	__require.d(__exports, { Q: () => parseTemplate, Y: () => secretReferencesIn });
	const PIECE = /\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}|[{}]|[^{}]+/g;
	function parseTemplate(value) {
		const parts = [];
		for (const [piece, key] of value.matchAll(PIECE)) {
			if (key !== void 0) parts.push({ kind: "secret", key });
			else if (piece === "{" || piece === "}") return { ok: false, msg: HALF_BRACE };
			else parts.push({ kind: "text", text: piece === "{{" ? "{" : piece === "}}" ? "}" : piece });
		}
		return { ok: true, parts };
	}
	const HALF_BRACE = "a brace must be part of a {KEY} of letters, digits and underscores; {{ and }} are plain braces";
	function secretReferencesIn(value) {
		const keys = Array.from(value.matchAll(PIECE), ([, key]) => key).filter((key) => key !== void 0);
		return [...new Set(keys)];
	}
}), 84853: ((__module, __exports, __require) => {
	__require.d(__exports, { r: () => checkProxyConfig, v: () => resolveProxyConfig });
	var $$template2 = __require(48102);
	var $$headers0 = __require(16263);
	var $$compile1 = __require(77255);
	const MAX_CONFIG_BYTES = 64 * 1024;
	function resolveProxyConfig(config, source) {
		const problems = [...tooLarge(config), ...notServed(config)];
		return problems.length > 0 ? { kind: "refused", problems } : filledIn(config, source, problems);
	}
	function checkProxyConfig(config) {
		const plain = withoutForeign(config);
		const large = tooLarge(config);
		const resolved = filledIn(plain, { ...PLACEHOLDER_SECRETS, opaque: () => void 0 }, large);
		return resolved.kind === "refused" ? { problems: resolved.problems, warnings: [] } : { problems: [], warnings: resolved.warnings };
	}
	function filledIn(config, source, problems) {
		const access = resolveAccess(config.access_control, problems);
		const given = config.rules ?? [];
		const rules = given.map((rule, index) => resolveRule(rule, index, source, problems));
		const noProxy = config.no_proxy ?? [];
		const compile = (those) => (0, $$compile1.C)({ rules: those, noProxy, access, privateNetworks: [] });
		const all = compile(rules);
		if (all.kind === "refused") {
			problems.push(...all.problems.map(({ loc, msg }) => ({ loc: configLocation(config, loc), msg })));
		}
		if (problems.length > 0) return { kind: "refused", problems };
		const isOn = (_, index) => given[index]?.enabled !== false;
		const active = rules.filter(isOn);
		const compiled = compile(active);
		const variables = given.filter(isOn).flatMap((rule) => Object.entries(rule.env_vars ?? {}));
		return { kind: "resolved", config: { rules: active, noProxy, access, envVars: Object.fromEntries(variables.reverse()) }, warnings: compiled.kind === "compiled" ? compiled.warnings : [] };
	}
	function tooLarge(config) {
		const isLarge = Buffer.byteLength(JSON.stringify(config)) > MAX_CONFIG_BYTES;
		return isLarge ? [{ loc: [], msg: `a configuration must have at most ${MAX_CONFIG_BYTES} bytes of JSON` }] : [];
	}
	function notServed(config) {
		const callbacks = (config.callbacks ?? []).length > 0;
		return [...callbacks ? [{ loc: ["callbacks"], msg: "this proxy does not support callbacks: use headers" }] : [], ...(config.rules ?? []).flatMap((rule, index) => isProvider(rule) ? [{ loc: ["rules", index, "type"], msg: "this proxy does not support rules of this type: use headers" }] : [])];
	}
	function isProvider(rule) {
		return rule.type !== void 0 && rule.type !== null && rule.type !== "";
	}
	function withoutForeign(config) {
		const plain = (list) => list?.map((entry) => entry.startsWith("~") ? "regular-expression.invalid" : entry);
		const access = config.access_control;
		return { ...config, callbacks: [], access_control: access && { allow_list: plain(access.allow_list), deny_list: plain(access.deny_list) }, rules: config.rules?.map((rule) => isProvider(rule) ? { name: rule.name, match_hosts: ["provider.invalid"], enabled: false } : rule) };
	}
	function resolveRule(rule, index, source, problems) {
		const at = ["rules", index];
		const given = rule.enabled === false ? PLACEHOLDER_SECRETS : source;
		return { name: rule.name, matchHosts: rule.match_hosts ?? [], matchPaths: rule.match_paths ?? [], matchHeaders: (rule.match_headers ?? []).map((text, position) => matchHeader(text, [...at, "match_headers", position], problems)), noProxy: rule.no_proxy ?? [], headers: (rule.headers ?? []).map((header, position) => {
			const stored = () => given.opaque(index, position);
			const rendered = valueOf(header, given, stored);
			if (rendered.ok) return pushed(header, rendered.value, rendered.secrets);
			const loc = [...at, "headers", position, "value"];
			problems.push(...rendered.problems.map((msg) => ({ loc, msg })));
			return pushed(header, "x", []);
		}) };
	}
	function pushed(header, value, needles) {
		return { name: header.name, value, secret: header.type !== "plaintext", needles };
	}
	function valueOf(header, source, stored) {
		const { type, value } = header;
		switch (type) {
			case "workspace_secret":
				return renderTemplate(value ?? "", (key) => source.secret(key));
			case "plaintext":
				return literal(value ?? void 0, "a plaintext header must have a value", []);
			case "opaque": {
				const secret = value ?? (value === void 0 ? stored() : void 0);
				return literal(secret, "an opaque header must have a value, unless a value is already stored", secret === void 0 ? [] : [secret]);
			}
		}
	}
	function literal(value, missing, secrets) {
		return value === void 0 ? { ok: false, problems: [missing] } : { ok: true, value, secrets };
	}
	function matchHeader(text, loc, problems) {
		const [, name, value] = /^([^:\s]+): ?(.+)$/.exec(text) ?? [];
		if (name === void 0 || value === void 0 || name !== name.toLowerCase()) {
			problems.push({ loc, msg: 'must have the form "name: value", with the name in lower case' });
			return { name: `x-malformed-${loc.length}-${String(loc.at(-1))}`, value: "x" };
		}
		return { name, value };
	}
	function resolveAccess(access, problems) {
		const allowed = access?.allow_list ?? [];
		const denied = access?.deny_list ?? [];
		if (allowed.length > 0 && denied.length > 0) {
			problems.push({ loc: ["access_control"], msg: "must contain only one of allow_list and deny_list" });
		}
		if (allowed.length > 0) return { kind: "allow", patterns: allowed };
		if (denied.length > 0) return { kind: "deny", patterns: denied };
		if (access && !access.allow_list && !access.deny_list) {
			problems.push({ loc: ["access_control"], msg: "contains no list: specify allow_list or deny_list" });
		}
		if (access?.allow_list) {
			problems.push({ loc: ["access_control", "allow_list"], msg: "an empty allow list is ambiguous: omit it to allow all hosts, or list the allowed hosts" });
		}
		return { kind: "open" };
	}
	const FIELDS = { matchHosts: "match_hosts", matchPaths: "match_paths", matchHeaders: "match_headers", noProxy: "no_proxy" };
	function configLocation(config, loc) {
		const [field, ...rest] = loc;
		if (field === "access") {
			const list = (config.access_control?.allow_list ?? []).length > 0 ? "allow_list" : "deny_list";
			return ["access_control", list, ...rest.slice(1)];
		}
		const place = loc[2] === "matchHeaders" ? loc.slice(0, 4) : loc;
		return place.map((part) => typeof part === "string" ? FIELDS[part] ?? part : part);
	}
	const SOME_VALUE = "x".repeat(16);
	const PLACEHOLDER_SECRETS = { secret: () => SOME_VALUE, opaque: () => SOME_VALUE };
	function renderTemplate(value, secretOf) {
		const template = (0, $$template2.Q)(value);
		if (!template.ok) return { ok: false, problems: [template.msg] };
		const keys = new Set(template.parts.flatMap((part) => part.kind === "secret" ? [part.key] : []));
		if (keys.size === 0) {
			return { ok: false, problems: ['a workspace_secret value must refer to at least one secret, as in "Bearer {KEY}"'] };
		}
		const secrets = new Map([...keys].map((key) => [key, secretOf(key)]));
		const problems = [...secrets].flatMap(([key, secret]) => {
			if (secret === void 0) return [`workspace secret ${key} does not exist: define it in the workspace first`];
			const problem = (0, $$headers0.kX)(secret);
			return problem === void 0 ? [] : [`workspace secret ${key} ${problem}`];
		});
		if (problems.length > 0) return { ok: false, problems };
		const text = template.parts.map((part) => part.kind === "text" ? part.text : secrets.get(part.key) ?? "");
		return { ok: true, value: text.join(""), secrets: [...secrets.values()].filter((secret) => secret !== void 0) };
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
