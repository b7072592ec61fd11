const id = 2831;
const ids = [2831];
const modules = { 22831: ((__module, __exports, __require) => {
	__require.d(__exports, { xU: () => findRuleSecrets, Yp: () => literalSecretsOf, n: () => missingSecretProblems, i_: () => namesInBraces, YQ: () => parseProxyConfig, o4: () => secretHeaderValues, JB: () => validateProxyConfig });
	var schemas = __require(34410);
	var primitives = __require(3917);
	var sandbox = __require(99448);
	;
	const TEMPLATES = { anthropic: { hosts: ["api.anthropic.com"], paths: ["/v1/*"], header: ["X-Api-Key", "{KEY}"], secret: "ANTHROPIC_API_KEY" }, github: { hosts: ["api.github.com"], paths: [], header: ["Authorization", "Bearer {KEY}"], secret: "GITHUB_TOKEN" }, google: { hosts: ["generativelanguage.googleapis.com"], paths: [], header: ["X-Goog-Api-Key", "{KEY}"], secret: "GOOGLE_API_KEY" }, langsmith: { hosts: ["api.smith.langchain.com", "eu.api.smith.langchain.com"], paths: [], header: ["X-Api-Key", "{KEY}"], secret: "LANGSMITH_API_KEY" }, mistral: { hosts: ["api.mistral.ai"], paths: ["/v1/*"], header: ["Authorization", "Bearer {KEY}"], secret: "MISTRAL_API_KEY" }, openai: { hosts: ["api.openai.com"], paths: ["/v1/*"], header: ["Authorization", "Bearer {KEY}"], secret: "OPENAI_API_KEY" }, slack: { hosts: ["slack.com"], paths: ["/api/*"], header: ["Authorization", "Bearer {KEY}"], secret: "SLACK_BOT_TOKEN" } };
	const NO_KEY = "added-by-the-credential-proxy";
	function expandServices({ services, ...config }) {
		if (services === void 0 || services === null) return config;
		return { ...config, rules: [...config.rules ?? [], ...services.map(ruleFor)] };
	}
	function ruleFor(use) {
		const { service, secret, match_paths: paths } = use;
		if (service === "aws") return awsRule(use);
		const template = TEMPLATES[service];
		const [name, value] = template.header;
		const matchPaths = paths ?? template.paths;
		return { name: service, match_hosts: template.hosts, ...matchPaths.length > 0 && { match_paths: matchPaths }, headers: [{ name, type: "workspace_secret", value: value.replace("KEY", secret ?? template.secret) }], env_vars: { [template.secret]: NO_KEY } };
	}
	function awsRule({ region, endpoints, match_paths: paths, session_token: session }) {
		const domain = region?.startsWith("cn-") === true ? "amazonaws.com.cn" : "amazonaws.com";
		return { name: "aws", match_hosts: (endpoints ?? []).map((endpoint) => `${endpoint}.${region}.${domain}`), ...paths && paths.length > 0 && { match_paths: paths }, sign: { aws: { access_key_id: "{AWS_ACCESS_KEY_ID}", secret_access_key: "{AWS_SECRET_ACCESS_KEY}", ...session === true && { session_token: "{AWS_SESSION_TOKEN}" }, region } }, env_vars: { AWS_REGION: region ?? "", AWS_DEFAULT_REGION: region ?? "" } };
	}
	var secret_template = __require(48102);
	var secrets = __require(54476);
	var inputs_yaml = __require(31230);
	;
	const StrictConfig = sandbox.jB.extend({ access_control: (0, primitives.lq)(sandbox.kx.strict()), services: (0, primitives.lq)(schemas.YOg(sandbox.R.safeExtend({ service: sandbox.R.shape.service }).strict())), rules: (0, primitives.lq)(schemas.YOg(sandbox.Vq.extend({ headers: (0, primitives.lq)(schemas.YOg(sandbox.A2.strict())), placeholders: (0, primitives.lq)(schemas.YOg(sandbox.o3.strict())), sign: (0, primitives.lq)(sandbox.ij.safeExtend({ aws: (0, primitives.lq)(sandbox.Bw.strict()), hmac: (0, primitives.lq)(sandbox.B0.strict()) }).strict()), budget: (0, primitives.lq)(sandbox.AC.safeExtend({}).strict()) }).strict())) }).strict();
	function parseProxyConfig(text, mode, checkConfig) {
		const read = (0, inputs_yaml.hN)(text);
		return read.ok ? validateProxyConfig(read.value, mode, checkConfig) : read;
	}
	function validateProxyConfig(yaml, mode, checkConfig, options = {}) {
		const schema = StrictConfig.transform((given, context) => {
			const config = expandServices(given);
			if (context.issues.length > 0) return config;
			for (const { loc, msg } of checkConfig(config, mode)) (0, inputs_yaml.TR)(context, msg, "Correct this field.", loc);
			return config;
		});
		return (0, inputs_yaml.uW)(yaml, schema, { ...options, check: checkHeaders, isShown: inputs_yaml.Xs });
	}
	function secretHeaderValues(text) {
		const parsed = (0, inputs_yaml.hN)(text);
		if (!parsed.ok) return [];
		return everyNode(parsed.value.value).flatMap((node) => {
			const value = node["value"];
			const isShown = node["type"] === "plaintext" || node["type"] === "workspace_secret" || ("env" in node || "header" in node) && refersToSecret(value);
			const keys = [node["secret_access_key"], node["session_token"], "service" in node ? null : node["secret"]];
			const secret = keys.filter((key) => !refersToSecret(key));
			return [...isShown ? [] : [value], ...secret].filter((text2) => typeof text2 === "string");
		});
	}
	function refersToSecret(value) {
		return typeof value === "string" && (0, secret_template.Yd)(value).length > 0;
	}
	function literalSecretsOf({ rules }) {
		const headers = (rules ?? []).flatMap((rule) => rule.headers ?? []);
		return headers.flatMap(({ type, value }) => type === "opaque" && value ? [value] : []);
	}
	function secretNamesOf({ rules }) {
		const values = (rules ?? []).flatMap((rule) => rule.enabled === false ? [] : (0, secret_template.r3)(rule));
		return [...new Set(values.flatMap(secret_template.Yd))];
	}
	function findRuleSecrets(config, env) {
		const secrets2 = {};
		const missing = [];
		for (const name of secretNamesOf(config)) {
			const value = Object.hasOwn(env, name) ? env[name] : void 0;
			if (value) secrets2[name] = value;
			else missing.push(name);
		}
		return { secrets: secrets2, missing };
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
				if (!(0, inputs_yaml.pi)(header) || !Object.hasOwn(header, "value")) continue;
				const isCredential = header["type"] !== "plaintext";
				const missing = (0, secrets.Bd)(header["value"], "Remove the header if you do not need it.", isCredential);
				if (missing === void 0) continue;
				const path = ["rules", index, "headers", place, "value"];
				problems.push({ path, message: `it ${missing.message}`, hint: missing.hint });
			}
			for (const [place, placeholder] of list(rule, "placeholders").entries()) {
				const value2 = (0, inputs_yaml.pi)(placeholder) ? placeholder["value"] : void 0;
				const missing = (0, secrets.Bd)(value2, "Refer to a secret, such as {API_KEY}.", true);
				if (missing === void 0 || value2 === void 0) continue;
				const path = ["rules", index, "placeholders", place, "value"];
				problems.push({ path, message: `it ${missing.message}`, hint: missing.hint });
			}
			problems.push(...missingKeys(rule).map(({ path, ...more }) => ({ path: ["rules", index, ...path], ...more })));
		}
		return problems;
	}
	const SIGNING_KEYS = [["aws", "access_key_id"], ["aws", "secret_access_key"], ["aws", "session_token"], ["hmac", "secret"]];
	function missingKeys(rule) {
		return SIGNING_KEYS.flatMap(([kind, field]) => {
			const signing = mapping(mapping(rule, "sign"), kind);
			if (signing === void 0 || !Object.hasOwn(signing, field)) return [];
			const missing = (0, secrets.Bd)(signing[field], "Refer to a secret, such as {API_KEY}.", true);
			if (missing === void 0) return [];
			return [{ path: ["sign", kind, field], message: `it ${missing.message}`, hint: missing.hint }];
		});
	}
	function mapping(value, key) {
		const found = (0, inputs_yaml.pi)(value) ? value[key] : void 0;
		return (0, inputs_yaml.pi)(found) ? found : void 0;
	}
	function list(value, key) {
		const found = (0, inputs_yaml.pi)(value) ? value[key] : void 0;
		return Array.isArray(found) ? found : [];
	}
	function everyNode(value, seen = /* @__PURE__ */ new Set()) {
		if (typeof value !== "object" || value === null || seen.has(value)) return [];
		seen.add(value);
		const below = Object.values(value).flatMap((part) => everyNode(part, seen));
		return (0, inputs_yaml.pi)(value) ? [value, ...below] : below;
	}
}), 54476: ((__module, __exports, __require) => {
	__require.d(__exports, { Bd: () => $$later0.BdA, Cj: () => $$later0.Cjl, Q$: () => $$later0.Q$O, nG: () => $$later0.nGO, sC: () => $$later0.sC, yf: () => $$later0.yfm });
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
			const written = typeof value === "object" && value !== null ? withRawBigints(value, []) : value;
			if (written === value) throw failure;
			return JSON.stringify(written, void 0, space);
		}
	}
	function withRawBigints(value, ancestors) {
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
			if (typeof inside === "bigint") made = JSON.rawJSON(String(inside));
			else if (typeof inside === "object" && inside !== null) made = withRawBigints(inside, ancestors);
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
}), 99448: ((__module, __exports, __require) => {
	__require.d(__exports, { A2: () => ProxyHeader, AC: () => ProxyBudget, B0: () => HmacSigning, Bw: () => AwsSigning, R: () => ProxyServiceUse, Vq: () => ProxyRule, ak: () => Sandbox, ij: () => ProxySigning, jB: () => ProxyConfig, kx: () => AccessControl, o3: () => ProxyPlaceholder });
	var $$zod3 = __require(34410);
	var $$primitives0 = __require(3917);
	var $$query1 = __require(33015);
	var $$limits2 = __require(55403);
	const HEADER_TYPES = ["workspace_secret", "plaintext", "opaque"];
	const headerName = $$zod3.YjP().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, "must be an HTTP header name");
	const ProxyHeader = $$zod3.Ikc({ name: headerName, type: $$zod3.k5n(HEADER_TYPES), value: (0, $$primitives0.lq)($$zod3.YjP().regex(/^[^\r\n\0]*$/, "must not contain line breaks or NUL")), is_set: (0, $$primitives0.lq)($$zod3.zMY()) });
	const PLACEHOLDER_PLACES = ["header", "query", "path", "body"];
	const ProxyPlaceholder = $$zod3.Ikc({ env: $$primitives0.VM, value: $$zod3.YjP().regex(/^[^\r\n\0]*$/, "must not contain line breaks or NUL"), in: (0, $$primitives0.lq)($$zod3.YOg($$zod3.k5n(PLACEHOLDER_PLACES)).min(1)), prefix: (0, $$primitives0.lq)($$zod3.YjP().regex(/^[A-Za-z0-9_-]{1,24}$/, "must be 1 to 24 letters, digits, dashes or underscores")) });
	const ProxyBudget = $$zod3.Ikc({ uses: (0, $$primitives0.lq)($$zod3.Whr().min(1).max(1e6)), until: (0, $$primitives0.lq)($$primitives0.KQ) }).refine(({ uses, until }) => (uses ?? until ?? void 0) !== void 0, "must contain `uses` or `until`");
	const signingSecret = $$zod3.YjP().regex(/^[^\r\n\0]*$/, "must not contain line breaks or NUL");
	const scopePart = $$zod3.YjP().regex(/^[A-Za-z0-9-]{1,64}$/, "must be 1 to 64 letters, digits or dashes");
	const AwsSigning = $$zod3.Ikc({ access_key_id: signingSecret, secret_access_key: signingSecret, session_token: (0, $$primitives0.lq)(signingSecret), region: (0, $$primitives0.lq)(scopePart), service: (0, $$primitives0.lq)(scopePart) });
	const HmacSigning = $$zod3.Ikc({ secret: signingSecret, secret_encoding: (0, $$primitives0.lq)($$zod3.k5n(["text", "hex", "base64"])), algorithm: (0, $$primitives0.lq)($$zod3.k5n(["sha256", "sha512"])), encoding: (0, $$primitives0.lq)($$zod3.k5n(["hex", "base64"])), signed: (0, $$primitives0.lq)($$zod3.YjP().min(1).max(1024)), header: headerName, value: (0, $$primitives0.lq)($$zod3.YjP().min(1).max(1024)), timestamp_header: (0, $$primitives0.lq)(headerName) });
	const ProxySigning = $$zod3.Ikc({ aws: (0, $$primitives0.lq)(AwsSigning), hmac: (0, $$primitives0.lq)(HmacSigning) }).refine(({ aws, hmac }) => (aws ?? void 0) === void 0 !== ((hmac ?? void 0) === void 0), "must contain exactly one of `aws` and `hmac`");
	const description = $$zod3.YjP().max(1024);
	const ProxyRule = $$zod3.Ikc({ name: $$zod3.YjP().min(1).max(128), type: (0, $$primitives0.lq)($$zod3.YjP().max(32)), enabled: (0, $$primitives0.lq)($$zod3.zMY()), description: (0, $$primitives0.lq)(description), match_hosts: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), match_paths: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), match_headers: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), headers: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg(ProxyHeader))), placeholders: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg(ProxyPlaceholder))), sign: (0, $$primitives0.lq)(ProxySigning), budget: (0, $$primitives0.lq)(ProxyBudget), no_proxy: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), env_vars: (0, $$primitives0.lq)($$zod3.g1P($$primitives0.VM, $$zod3.YjP().regex(/^[^\0]*$/, "must not contain NUL"))) });
	const SERVICES = ["anthropic", "aws", "github", "google", "langsmith", "mistral", "openai", "slack"];
	const ProxyServiceUse = $$zod3.Ikc({ service: $$zod3.k5n(SERVICES), secret: (0, $$primitives0.lq)($$zod3.YjP().regex(/^[A-Za-z_][A-Za-z0-9_]{0,255}$/, "must be a name of a secret")), match_paths: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), region: (0, $$primitives0.lq)($$zod3.YjP().regex(/^[a-z]{2,8}(-[a-z]+)+-\d{1,2}$/, "must be a region, such as eu-central-1")), endpoints: (0, $$primitives0.lq)($$zod3.YOg($$zod3.YjP().regex(/^[a-z0-9]([a-z0-9.-]{0,126}[a-z0-9])?$/, "must be the beginning of a host, such as sqs")).min(1).max(64)), session_token: (0, $$primitives0.lq)($$zod3.zMY()) }).superRefine(({ service, secret, region, endpoints, session_token: session }, context) => {
		const refuse = (field, message) => {
			context.addIssue({ code: "custom", path: [field], message });
		};
		const isSet = (value) => value !== void 0 && value !== null;
		if (service !== "aws") {
			if (isSet(region)) refuse("region", "is only for the service aws");
			if (isSet(endpoints)) refuse("endpoints", "is only for the service aws");
			if (isSet(session)) refuse("session_token", "is only for the service aws");
			return;
		}
		if (!isSet(region)) refuse("region", "is required for the service aws");
		if (!isSet(endpoints)) refuse("endpoints", "is required for the service aws");
		if (isSet(secret)) refuse("secret", "is not for the service aws, which has several secrets: use a rule");
	});
	const AccessControl = $$zod3.Ikc({ allow_list: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), deny_list: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))) });
	const ProxyConfig = $$zod3.Ikc({ rules: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg(ProxyRule))), services: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg(ProxyServiceUse))), no_proxy: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3.YjP().min(1)))), access_control: (0, $$primitives0.lq)(AccessControl), callbacks: (0, $$primitives0.lq)((0, $$primitives0.Xm)($$limits2.Uj, $$zod3.YOg($$zod3._H3({})))), description: (0, $$primitives0.lq)(description) });
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
	__require.d(__exports, { QC: () => parseTemplate, Yd: () => secretReferencesIn, r3: () => templatesOf });
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
	function templatesOf({ headers, placeholders, sign }) {
		const ofHeaders = (headers ?? []).flatMap(({ type, value }) => type === "workspace_secret" && value ? [value] : []);
		const ofSigning = [sign?.aws?.access_key_id, sign?.aws?.secret_access_key, sign?.aws?.session_token, sign?.hmac?.secret];
		return [...ofHeaders, ...(placeholders ?? []).map(({ value }) => value), ...ofSigning.filter((value) => value !== void 0 && value !== null)];
	}
}) };
export {
	id,
	ids,
	modules
};
