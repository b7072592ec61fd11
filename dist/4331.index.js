const id = 4331;
const ids = [4331];
const modules = { 81197: ((__module, __exports, __require) => {
	__require.d(__exports, { BE: () => parseIpv6, DP: () => mappedIpv4, DU: () => formatIpv6, Gq: () => invalid, Pe: () => formatAuthority, Pt: () => parseAuthority, UJ: () => sameAuthority, ni: () => parseIpv4, o6: () => parseHost, ok: () => ok, pz: () => parsePort, yY: () => splitPort });
	const PORT = /^[1-9][0-9]{0,4}$/;
	function parseAuthority(raw, defaultPort) {
		const { hostText, portText } = splitPort(raw);
		const port = portText === void 0 ? defaultPort : parsePort(portText);
		if (port === null) return invalid("the port is missing: expected host:port");
		if (port === void 0) return invalid("a port must be a decimal number from 1 to 65535 without leading zeros");
		const host = parseHost(hostText);
		return host.ok ? ok({ host: host.value, port }) : host;
	}
	function sameAuthority(a, b) {
		return a.port === b.port && a.host.kind === b.host.kind && a.host.text === b.host.text;
	}
	function formatAuthority(authority, impliedPort = null) {
		const host = formatHost(authority.host);
		return authority.port === impliedPort ? host : `${host}:${authority.port}`;
	}
	function parsePort(text) {
		const port = PORT.test(text) ? Number(text) : void 0;
		return port !== void 0 && port <= 65535 ? port : void 0;
	}
	function splitPort(raw) {
		const colon = raw.indexOf(":", raw.startsWith("[") ? raw.indexOf("]") + 1 : 0);
		return colon === -1 ? { hostText: raw, portText: void 0 } : { hostText: raw.slice(0, colon), portText: raw.slice(colon + 1) };
	}
	const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
	const NUMBER_LIKE = /^([0-9]+|0x[0-9a-f]*)$/;
	function parseHost(raw) {
		if (/[^\x21-\x7e]/.test(raw)) return invalid("a host must contain only visible ASCII characters");
		if (raw.startsWith("[")) return bracketed(raw);
		const text = withoutFinalDot(raw.toLowerCase());
		if (text === "" || text.length > 253) return invalid("a host must have 1 to 253 characters");
		const labels = text.split(".");
		if (!labels.every((label) => LABEL.test(label))) {
			return invalid("a host must consist of labels of letters, digits, dashes and underscores, separated by dots");
		}
		if (!NUMBER_LIKE.test(labels.at(-1) ?? "")) return ok({ kind: "name", text });
		return parseIpv4(text) === void 0 ? invalid("an IPv4 address must be four plain decimal numbers") : ok({ kind: "ipv4", text });
	}
	function formatHost(host) {
		return host.kind === "ipv6" ? `[${host.text}]` : host.text;
	}
	function bracketed(raw) {
		const groups = raw.endsWith("]") ? parseIpv6(raw.slice(1, -1)) : void 0;
		if (groups === void 0) return invalid("an IPv6 address needs brackets and must have no zone");
		const mapped = mappedIpv4(groups);
		return mapped === void 0 ? ok({ kind: "ipv6", text: formatIpv6(groups) }) : ok({ kind: "ipv4", text: mapped });
	}
	function withoutFinalDot(text) {
		return text.endsWith(".") ? text.slice(0, -1) : text;
	}
	const OCTET = /^(0|[1-9][0-9]{0,2})$/;
	function parseIpv4(text) {
		const octets = text.split(".");
		if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) < 256)) {
			return void 0;
		}
		return octets.map(Number);
	}
	function parseIpv6(text) {
		if (!/^[0-9A-Fa-f:.]{2,45}$/.test(text) || !text.includes(":")) return void 0;
		const url = URL.parse(`http://[${text}]/`);
		if (url === null) return void 0;
		const [head = "", tail] = url.hostname.slice(1, -1).split("::");
		const before = groupsOf(head);
		if (tail === void 0) return before;
		const after = groupsOf(tail);
		return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
	}
	function formatIpv6(groups) {
		const url = new URL(`http://[${groups.map((group) => group.toString(16)).join(":")}]/`);
		return url.hostname.slice(1, -1);
	}
	function mappedIpv4(groups) {
		const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 65535;
		return isMapped ? ipv4At(groups, 6) : void 0;
	}
	function ipv4At(groups, index) {
		const [high = 0, low = 0] = groups.slice(index, index + 2);
		return [high >> 8, high & 255, low >> 8, low & 255].join(".");
	}
	function groupsOf(text) {
		return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
	}
	const ok = (value) => ({ ok: true, value });
	const invalid = (reason) => ({ ok: false, reason });
}), 24573: ((__module, __exports, __require) => {
	__require.d(__exports, { $i: () => isPlain, Op: () => canonicalPath, e$: () => checkTarget, zT: () => alternativeReadings });
	var $$authority0 = __require(81197);
	const ROUNDS = 3;
	const PLAIN = /^[A-Za-z0-9\-._~!$&'()*+,=:@/]*$/;
	const DOTS = /\/\.+(\/|$)/;
	function checkTarget(target) {
		if (!target.startsWith("/")) return (0, $$authority0.Gq)("a request target must begin with /");
		if (/[^\x21-\x7e]/.test(target)) return (0, $$authority0.Gq)("a request target must contain only visible ASCII characters");
		return target.includes("#") ? (0, $$authority0.Gq)("a request target must not have a fragment") : (0, $$authority0.ok)(target);
	}
	function canonicalPath(target) {
		const form = checkTarget(target);
		if (!form.ok) return form;
		const query = target.indexOf("?");
		const path = query === -1 ? target : target.slice(0, query);
		if (PLAIN.test(path) && !DOTS.test(path)) return (0, $$authority0.ok)(path);
		if (/%(?![0-9A-Fa-f]{2})/.test(path)) return (0, $$authority0.Gq)("a path must not have incomplete percent escapes");
		const doubt = ambiguityOf(path);
		return doubt === void 0 ? (0, $$authority0.ok)(decodeUnreserved(path)) : (0, $$authority0.Gq)(doubt);
	}
	function decodeUnreserved(path) {
		return path.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
			const character = byteOf(escape);
			return /[A-Za-z0-9\-._~]/.test(character) ? character : escape.toUpperCase();
		});
	}
	function ambiguityOf(path) {
		let text = path;
		for (let round = 0; ; round += 1) {
			const doubt = ambiguityIn(text) ?? ambiguityIn(asciiLookAlike(text));
			if (doubt !== void 0) return doubt;
			const decoded2 = text.replace(/%[0-9A-Fa-f]{2}/g, byteOf);
			if (decoded2 === text) return void 0;
			if (round === ROUNDS) return "a path must not be escaped more than three times";
			text = decoded2;
		}
	}
	function ambiguityIn(text) {
		if (text.includes("\\")) return "a path must not have a backslash";
		if (/[\x00-\x1f\x7f]/.test(text)) return "a path must not have control characters";
		if (/[\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]/.test(text)) return "a path must not have overlong UTF-8";
		return text.split("/").some(isDots) ? "a path must not have dot segments" : void 0;
	}
	function isDots(segment) {
		const [name = ""] = segment.split(/[;?#]/, 1);
		return /^[. ]+$/.test(name) && name.includes(".");
	}
	function asciiLookAlike(bytes) {
		if (!/[\x80-\xff]/.test(bytes)) return bytes;
		const text = Buffer.from(bytes, "latin1").toString("utf8");
		return text.normalize("NFKC").replace(/[^\x00-\x7f]/g, "x");
	}
	function byteOf(escape) {
		return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
	}
	function alternativeReadings(path) {
		return isPlain(path) ? [] : READINGS.filter((read) => read(path) !== path);
	}
	function isPlain(path) {
		return !/[%;?#]|\/\//.test(path);
	}
	const READINGS = [0, 1, 2, 3].flatMap((rounds) => [asIs, withoutParameters].flatMap((cut) => [asIs, withoutEmptySegments].map((merge) => (path) => merge(cut(decoded(path, rounds))))));
	function decoded(path, rounds) {
		if (rounds === 0 || !path.includes("%")) return path;
		const once = path.replace(/%[0-9A-Fa-f]{2}/g, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));
		return decoded(once, rounds - 1);
	}
	function withoutParameters(path) {
		return path.replace(/[?#].*$/s, "").replace(/;[^/]*/g, "");
	}
	function withoutEmptySegments(path) {
		return path.replace(/\/{2,}/g, "/");
	}
	function asIs(path) {
		return path;
	}
}), 16263: ((__module, __exports, __require) => {
	__require.d(__exports, { qy: () => forwardHeaders, mF: () => headerNameProblem, Ro: () => headerPairs, kX: () => headerValueProblem, EC: () => normalizeHeaderName, Oy: () => responseHead });
	;
	const HOP_BY_HOP = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"];
	var authority = __require(81197);
	;
	const DROPPED_FROM_REQUEST = /* @__PURE__ */ new Set([...HOP_BY_HOP, "expect", "http2-settings"]);
	const DROPPED_FROM_RESPONSE = /* @__PURE__ */ new Set([...HOP_BY_HOP, "alt-svc"]);
	const RESERVED = /* @__PURE__ */ new Set([...DROPPED_FROM_REQUEST, "host", "content-length", "content-encoding"]);
	const RESERVED_PREFIXES = ["proxy-", "sec-websocket-"];
	const END_TO_END = /* @__PURE__ */ new Set(["host", "content-length", "transfer-encoding", "content-type", "content-encoding"]);
	function forwardHeaders(raw, injected, replaced = NONE) {
		const nominated = connectionOptions(raw);
		if (nominated.some((name) => END_TO_END.has(name))) {
			return (0, authority.Gq)("Connection lists a header that belongs to the message");
		}
		const ours = [...replaced, ...injected.map(({ name }) => normalizeHeaderName(name))];
		const out = [];
		for (let index = 0; index + 1 < raw.length; index += 2) {
			const name = raw[index] ?? "";
			const normalized = normalizeHeaderName(name);
			const isDropped = DROPPED_FROM_REQUEST.has(normalized) || normalized.startsWith("proxy-") || nominated.includes(normalized);
			if (!isDropped && !ours.includes(normalized)) out.push(name, raw[index + 1] ?? "");
		}
		for (const { name, value } of injected) out.push(name, value);
		return (0, authority.ok)(out);
	}
	function headerPairs(raw) {
		return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [raw[index * 2] ?? "", raw[index * 2 + 1] ?? ""]);
	}
	const NONE = [];
	function connectionOptions(raw) {
		let options;
		for (let index = 0; index + 1 < raw.length; index += 2) {
			const key = raw[index] ?? "";
			if (key.length !== 10 || key.toLowerCase() !== "connection") continue;
			options ??= [];
			for (const option of (raw[index + 1] ?? "").split(",")) options.push(normalizeHeaderName(option.trim()));
		}
		return options ?? NONE;
	}
	function responseHead(raw, mask) {
		const names = [];
		let nominated;
		for (let i = 0; i < raw.length; i += 2) {
			const name = headers_text(raw[i]).toLowerCase();
			names.push(name);
			if (name !== "connection") continue;
			nominated ??= /* @__PURE__ */ new Set();
			for (const option of headers_text(raw[i + 1]).split(",")) nominated.add(option.trim().toLowerCase());
		}
		const head = { headers: [], coded: false, length: null };
		for (let i = 0; i < names.length; i += 1) {
			const name = names[i] ?? "";
			const value = headers_text(raw[i * 2 + 1]);
			if (name === "transfer-encoding" && !/^chunked$/i.test(value)) return null;
			if (DROPPED_FROM_RESPONSE.has(name) || name.startsWith("proxy-")) continue;
			if (name === "content-length") {
				if (head.length !== null && head.length !== value) return null;
				if (head.length !== null) continue;
				head.length = value;
			} else if (nominated?.has(name)) continue;
			if (name === "content-encoding" && value.toLowerCase() !== "identity") head.coded = true;
			head.headers.push(mask(headers_text(raw[i * 2])), mask(value));
		}
		return head;
	}
	function headers_text(part) {
		return typeof part === "string" ? part : part?.toString("latin1") ?? "";
	}
	const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
	function normalizeHeaderName(name) {
		const lower = name.toLowerCase();
		return lower.includes("_") ? lower.replaceAll("_", "-") : lower;
	}
	function headerNameProblem(name, secret) {
		if (!TOKEN.test(name)) return "is not an HTTP header name";
		const normalized = normalizeHeaderName(name);
		if (RESERVED.has(normalized) || RESERVED_PREFIXES.some((prefix) => normalized.startsWith(prefix))) {
			return "belongs to the connection and cannot be set by a rule";
		}
		return normalized === "content-type" && secret ? "describes the body, so it must have the type plaintext" : void 0;
	}
	const MAX_HEADER_VALUE_LENGTH = 8192;
	function headerValueProblem(value) {
		if (value === "") return "is empty";
		if (value.length > MAX_HEADER_VALUE_LENGTH) return `has more than ${MAX_HEADER_VALUE_LENGTH} characters`;
		if (/[\r\n\0]/.test(value)) return "contains a line break or NUL";
		if (/[^\x20-\x7e\t]/.test(value)) return "contains characters other than visible ASCII, space and tab";
		return /^[ \t]|[ \t]$/.test(value) ? "begins or ends with a space or tab" : void 0;
	}
}), 76273: ((__module, __exports, __require) => {
	__require.d(__exports, { IU: () => maskingFor, gT: () => MIN_NEEDLE_LENGTH, h9: () => secretNeedles });
	var $$replace2 = __require(97524);
	var $$parts0 = __require(97615);
	var $$spellings1 = __require(50745);
	const known = /* @__PURE__ */ new WeakMap();
	function maskingFor(rule) {
		return rule.hasSecret ? new ResponseMasking(needlesFor(rule)) : null;
	}
	class ResponseMasking {
		#needles;
		#texts = 0;
		#masker = null;
		#unsearched = false;
		constructor(needles) {
			this.#needles = needles;
		}
		add(secret) {
			const header = { name: "signature", value: secret, secret: true, needles: [] };
			const bytes = [...this.#needles.bytes, ...secretNeedles([header])];
			this.#needles = { bytes, texts: bytes.map((needle) => needle.toString("latin1")) };
		}
		get count() {
			return this.#texts + (this.#masker?.masked ?? 0);
		}
		get unsearched() {
			return this.#unsearched;
		}
		text(value) {
			const { bytes, texts } = this.#needles;
			if (!texts.some((text) => value.includes(text))) return value;
			const masked = maskText(bytes, value);
			this.#texts += masked.masked;
			return masked.text;
		}
		body({ coded, length }) {
			this.#unsearched = coded && length !== "0";
			this.#masker = createMasker(this.#needles.bytes);
			return this.#masker;
		}
	}
	function needlesFor(rule) {
		const found = known.get(rule);
		if (found !== void 0) return found;
		const bytes = rule.needles;
		const created = { bytes, texts: bytes.map((needle) => needle.toString("latin1")) };
		known.set(rule, created);
		return created;
	}
	const STAR = "*".charCodeAt(0);
	const NOTHING = Buffer.alloc(0);
	function createMasker(needles) {
		let held = NOTHING;
		let covered = 0;
		let masked = 0;
		const release = (bytes, keep) => {
			const cut = bytes.length - keep;
			let out = bytes.subarray(0, cut);
			let isOurs = false;
			let end = covered;
			const star = (from, to) => {
				if (!isOurs) out = Buffer.from(out);
				isOurs = true;
				out.fill(STAR, from, Math.min(to, cut));
			};
			if (covered > 0) star(0, covered);
			for (const needle of needles) {
				for (let at = bytes.indexOf(needle); at !== -1 && at < cut; at = bytes.indexOf(needle, at + 1)) {
					star(at, at + needle.length);
					end = Math.max(end, at + needle.length);
					masked += 1;
				}
			}
			covered = Math.max(0, end - cut);
			held = keep === 0 ? NOTHING : Buffer.from(bytes.subarray(cut));
			return out;
		};
		return { push(chunk) {
			const bytes = held.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([held, chunk]);
			return release(bytes, beginningOfNeedle(bytes, needles));
		}, end() {
			return held.length === 0 ? NOTHING : release(held, 0);
		}, get masked() {
			return masked;
		} };
	}
	function maskText(needles, text) {
		const masker = createMasker(needles);
		const bytes = Buffer.from(text, "latin1");
		const out = Buffer.concat([masker.push(bytes), masker.end()]);
		return { text: masker.masked === 0 ? text : out.toString("latin1"), masked: masker.masked };
	}
	function beginningOfNeedle(bytes, needles) {
		const { longest, byFirst } = indexOf(needles);
		for (let at = Math.max(0, bytes.length - longest + 1); at < bytes.length; at += 1) {
			const length = bytes.length - at;
			for (const needle of byFirst[bytes[at] ?? 0] ?? []) {
				if (length < needle.length && bytes.compare(needle, 0, length, at) === 0) return length;
			}
		}
		return 0;
	}
	const indexes = /* @__PURE__ */ new WeakMap();
	function indexOf(needles) {
		const known2 = indexes.get(needles);
		if (known2 !== void 0) return known2;
		const byFirst = [];
		for (const needle of needles) (byFirst[needle[0] ?? 0] ??= []).push(needle);
		const index = { longest: Math.max(0, ...needles.map((needle) => needle.length)), byFirst };
		indexes.set(needles, index);
		return index;
	}
	const MIN_NEEDLE_LENGTH = 8;
	const MAX_PARTIAL_SECRETS = 16;
	function secretNeedles(headers) {
		const texts = [...new Set(headers.flatMap(secretsIn))].filter((text) => text.length >= MIN_NEEDLE_LENGTH);
		const needed = texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
		const forms = new Set([...needed, ...headers.flatMap(partialSecretsOf)].flatMap(spellings));
		return [...forms].filter((form) => form.length >= MIN_NEEDLE_LENGTH).map((form) => Buffer.from(form, "utf8"));
	}
	function secretsIn(header) {
		if (!header.secret) return [];
		const credential = /^[A-Za-z][A-Za-z0-9-]* +(\S.*)$/.exec(header.value)?.[1];
		const basic = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(header.value)?.[1];
		const pair = basic === void 0 ? void 0 : Buffer.from(basic, "base64").toString("latin1");
		const password = pair?.slice(pair.indexOf(":") + 1);
		const found = [...header.needles, credential, pair, password].filter((text) => text !== void 0);
		return [header.value, ...found];
	}
	function partialSecretsOf({ secret, name, value }) {
		if (!secret) return [];
		const parts = (0, $$parts0.u)(value, name).filter((part) => part.length >= MIN_NEEDLE_LENGTH);
		return parts.slice(0, MAX_PARTIAL_SECRETS);
	}
	function spellings(text) {
		const json = JSON.stringify(text).slice(1, -1);
		const url = encodeURIComponent(text);
		const strictUrl = url.replace(/[!'()*]/g, (character) => `%${codeOf(character).toUpperCase()}`);
		const bytes = Buffer.from(text, "utf8");
		const hex = bytes.toString("hex");
		return [text, json, json.replaceAll("/", "\\/"), json.replace(/[<>&]/g, (character) => `\\u00${codeOf(character)}`), ...[url, strictUrl, (0, $$replace2.O0)(text), url.replaceAll("%2F", "/"), strictUrl.replaceAll("%2F", "/"), encodeURI(text)].flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()), form.replaceAll("%20", "+")]), html(text), hex, hex.toUpperCase(), ...(0, $$spellings1.K)(bytes)];
	}
	function codeOf(character) {
		return character.charCodeAt(0).toString(16);
	}
	function html(text) {
		return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
	}
}), 43577: ((__module, __exports, __require) => {
	__require.d(__exports, { AuditEntry: () => AuditEntry, GW: () => problemsOf, Gy: () => SandboxPush, pB: () => FromProxy, wb: () => ToProxy });
	var $$zod0 = __require(34410);
	const PushedHeader = $$zod0.Ikc({ name: $$zod0.YjP(), value: $$zod0.YjP(), secret: $$zod0.zMY(), needles: $$zod0.YOg($$zod0.YjP()) });
	const PLACES = ["header", "query", "path", "body"];
	const PushedPlaceholder = $$zod0.Ikc({ env: $$zod0.YjP(), prefix: $$zod0.YjP(), value: $$zod0.YjP(), in: $$zod0.YOg($$zod0.k5n(PLACES)), needles: $$zod0.YOg($$zod0.YjP()) });
	const PushedAwsSigning = $$zod0.Ikc({ kind: $$zod0.euz("aws"), accessKeyId: $$zod0.YjP(), secretAccessKey: $$zod0.YjP(), sessionToken: $$zod0.YjP().nullable(), region: $$zod0.YjP().nullable(), service: $$zod0.YjP().nullable(), needles: $$zod0.YOg($$zod0.YjP()) });
	const PushedHmacSigning = $$zod0.Ikc({ kind: $$zod0.euz("hmac"), secret: $$zod0.YjP(), secretEncoding: $$zod0.k5n(["text", "hex", "base64"]), algorithm: $$zod0.k5n(["sha256", "sha512"]), encoding: $$zod0.k5n(["hex", "base64"]), signed: $$zod0.YjP(), header: $$zod0.YjP(), value: $$zod0.YjP(), timestampHeader: $$zod0.YjP().nullable(), needles: $$zod0.YOg($$zod0.YjP()) });
	const PushedSigning = $$zod0.gMt("kind", [PushedAwsSigning, PushedHmacSigning]);
	const PushedRule = $$zod0.Ikc({ name: $$zod0.YjP(), matchHosts: $$zod0.YOg($$zod0.YjP()), matchPaths: $$zod0.YOg($$zod0.YjP()), matchHeaders: $$zod0.YOg($$zod0.Ikc({ name: $$zod0.YjP(), value: $$zod0.YjP() })), noProxy: $$zod0.YOg($$zod0.YjP()), headers: $$zod0.YOg(PushedHeader), placeholders: $$zod0.YOg(PushedPlaceholder), sign: PushedSigning.nullable(), budget: $$zod0.Ikc({ uses: $$zod0.Whr().nullable(), until: $$zod0.aig().nullable(), used: $$zod0.Whr() }).nullable() });
	const PushedAccess = $$zod0.gMt("kind", [$$zod0.Ikc({ kind: $$zod0.euz("open") }), $$zod0.Ikc({ kind: $$zod0.euz("allow"), patterns: $$zod0.YOg($$zod0.YjP()) }), $$zod0.Ikc({ kind: $$zod0.euz("deny"), patterns: $$zod0.YOg($$zod0.YjP()) })]);
	const SandboxPush = $$zod0.Ikc({ sandboxId: $$zod0.YjP(), revision: $$zod0.Whr(), tokenHash: $$zod0.YjP(), rules: $$zod0.YOg(PushedRule), noProxy: $$zod0.YOg($$zod0.YjP()), access: PushedAccess, privateNetworks: $$zod0.YOg($$zod0.YjP()), extraRoots: $$zod0.YOg($$zod0.YjP()), upstreamProxy: $$zod0.YjP().nullable(), socketPath: $$zod0.YjP().nullable() });
	const PushProblem = $$zod0.Ikc({ loc: $$zod0.YOg($$zod0.KCZ([$$zod0.YjP(), $$zod0.Whr()])), msg: $$zod0.YjP() });
	const DECISIONS = ["inject", "forward", "tunnel", "bypass", "deny", "refuse"];
	const Explanation = $$zod0.Ikc({ url: $$zod0.YjP(), decision: $$zod0.k5n(DECISIONS), reason: $$zod0.YjP(), rule: $$zod0.YjP().nullable(), headers: $$zod0.YOg($$zod0.YjP()), detail: $$zod0.YjP() });
	const AuditEntry = $$zod0.Ikc({ at: $$zod0.YjP(), sandbox: $$zod0.YjP().nullable(), revision: $$zod0.Whr().nullable(), rule: $$zod0.YjP().nullable(), decision: $$zod0.k5n(DECISIONS), reason: $$zod0.YjP(), scheme: $$zod0.k5n(["http", "https", "tunnel"]), host: $$zod0.YjP().nullable(), port: $$zod0.Whr().nullable(), method: $$zod0.YjP().nullable(), path: $$zod0.YjP().nullable(), status: $$zod0.Whr().nullable(), bytesUp: $$zod0.Whr(), bytesDown: $$zod0.Whr(), ms: $$zod0.aig(), injected: $$zod0.YOg($$zod0.YjP()), placeholders: $$zod0.YOg($$zod0.YjP()), usesLeft: $$zod0.Whr().nullable(), masked: $$zod0.Whr(), unsearched: $$zod0.zMY() });
	const id2 = $$zod0.Whr();
	const ToProxy = $$zod0.gMt("kind", [$$zod0.Ikc({ kind: $$zod0.euz("start"), port: $$zod0.Whr().min(0).max(65535), auditFile: $$zod0.YjP().nullable() }), $$zod0.Ikc({ kind: $$zod0.euz("push"), id: id2, push: SandboxPush }), $$zod0.Ikc({ kind: $$zod0.euz("remove"), id: id2, sandboxId: $$zod0.YjP() }), $$zod0.Ikc({ kind: $$zod0.euz("explain"), id: id2, sandboxId: $$zod0.YjP(), url: $$zod0.YjP() }), $$zod0.Ikc({ kind: $$zod0.euz("metrics"), id: id2 }), $$zod0.Ikc({ kind: $$zod0.euz("listen-audit") }), $$zod0.Ikc({ kind: $$zod0.euz("detach"), id: id2, lifetimeMs: $$zod0.aig().positive() }), $$zod0.Ikc({ kind: $$zod0.euz("stop") })]);
	const PushAnswer = $$zod0.gMt("kind", [$$zod0.Ikc({ kind: $$zod0.euz("acked"), revision: $$zod0.Whr(), caPem: $$zod0.YjP(), warnings: $$zod0.YOg($$zod0.YjP()) }), $$zod0.Ikc({ kind: $$zod0.euz("refused"), problems: $$zod0.YOg(PushProblem) })]);
	const FromProxy = $$zod0.gMt("kind", [$$zod0.Ikc({ kind: $$zod0.euz("up") }), $$zod0.Ikc({ kind: $$zod0.euz("listening"), host: $$zod0.YjP(), port: $$zod0.Whr() }), $$zod0.Ikc({ kind: $$zod0.euz("failed"), message: $$zod0.YjP() }), $$zod0.Ikc({ kind: $$zod0.euz("audit"), entries: $$zod0.YOg(AuditEntry) }), $$zod0.Ikc({ kind: $$zod0.euz("pushed"), id: id2, answer: PushAnswer }), $$zod0.Ikc({ kind: $$zod0.euz("explained"), id: id2, explanation: Explanation }), $$zod0.Ikc({ kind: $$zod0.euz("measured"), id: id2, text: $$zod0.YjP() }), $$zod0.Ikc({ kind: $$zod0.euz("done"), id: id2 }), $$zod0.Ikc({ kind: $$zod0.euz("not-done"), id: id2, message: $$zod0.YjP() })]);
	function problemsOf(error) {
		return error.issues.map(({ path, message }) => ({ loc: path.map((part) => typeof part === "number" ? part : String(part)), msg: message }));
	}
}), 97524: ((__module, __exports, __require) => {
	__require.d(__exports, { ID: () => replaceIn, O0: () => encodePath, YU: () => replaceInHead, of: () => of });
	const MAX_HEAD_GROWTH = 65536;
	function replaceInHead({ placeholders }, target, headers) {
		const replaced = /* @__PURE__ */ new Set();
		const room = { left: MAX_HEAD_GROWTH };
		const inPart = (part, text, encode) => replaceIn(text, of(placeholders, part), encode, replaced, room);
		const mark = target.indexOf("?");
		const path = mark === -1 ? target : target.slice(0, mark);
		const query = mark === -1 ? "" : target.slice(mark);
		const newTarget = inPart("path", path, encodePath) + inPart("query", query, encodeURIComponent);
		const newHeaders = headers.map((text, index) => {
			if (index % 2 === 0) return text;
			const isAuthorization = headers[index - 1]?.toLowerCase() === "authorization";
			return isAuthorization ? replaceInCredentials(text, (plain) => inPart("header", plain, String)) : inPart("header", text, String);
		});
		return room.left < 0 ? null : { target: newTarget, headers: newHeaders, replaced };
	}
	function of(placeholders, part) {
		return placeholders.filter((placeholder) => placeholder.in.includes(part));
	}
	function replaceIn(text, placeholders, encode, replaced, room) {
		let result = text;
		for (const { env, sentinel, value } of placeholders) {
			const pieces = result.split(sentinel);
			if (pieces.length === 1) continue;
			const encoded = encode(value);
			room.left -= (pieces.length - 1) * Math.max(0, encoded.length - sentinel.length);
			if (room.left < 0) return text;
			replaced.add(env);
			result = pieces.join(encoded);
		}
		return result;
	}
	function replaceInCredentials(value, replace) {
		const [, scheme = "", encoded] = /^(basic +)([A-Za-z0-9+/]+=*)$/i.exec(value) ?? [];
		if (encoded === void 0) return replace(value);
		const pair = Buffer.from(encoded, "base64").toString("latin1");
		const result = replace(pair);
		return result === pair ? replace(value) : scheme + Buffer.from(result, "latin1").toString("base64");
	}
	function encodePath(value) {
		return encodeURIComponent(value).replace(/%(3A|40|24|26|2B|2C|3D)/g, (escape) => decodeURIComponent(escape));
	}
}), 49699: ((__module, __exports, __require) => {
	__require.d(__exports, { WI: () => accessDenial, V8: () => deniesAddress, ST: () => parseAccessEntry });
	var authority = __require(81197);
	;
	const ok = (value) => ({ ok: true, value });
	const invalid = (reason) => ({ ok: false, reason });
	const MAX_STEPS = 500;
	function compileRegex(text) {
		const syntax = parseRegex(text);
		if (!syntax.ok) return syntax;
		const steps = [];
		const isRoom = () => steps.length < MAX_STEPS;
		emit(syntax.value, steps, isRoom);
		steps.push({ kind: "done" });
		return isRoom() ? ok(steps) : invalid("a regular expression must not repeat this often: use * or +");
	}
	function compileOriginExpression(text) {
		return compileRegex(`^(?:${text.replace(/^\^/, "").replace(/(?<!\\)\$$/, "")})$`);
	}
	function matchesRegex(program, text) {
		const reachedAt = new Int32Array(program.length).fill(-1);
		let here = follow(program, [0], reachedAt, 0);
		for (let at = 0; at < text.length && here.length > 0; at += 1) {
			const code = text.charCodeAt(at);
			const onward = [];
			for (const index of here) {
				const step = program[index];
				if (step?.kind === "take" && step.takes[code] === 1) onward.push(index + 1);
			}
			here = follow(program, onward, reachedAt, at + 1);
		}
		return here.some((index) => program[index]?.kind === "done");
	}
	function follow(program, waiting, reachedAt, now) {
		const found = [];
		for (let index = waiting.pop(); index !== void 0; index = waiting.pop()) {
			if (reachedAt[index] === now) continue;
			reachedAt[index] = now;
			const step = program[index];
			if (step?.kind !== "fork") found.push(index);
			else for (const next of step.to) waiting.push(next);
		}
		return found;
	}
	function emit(syntax, steps, isRoom) {
		if (!isRoom()) return;
		switch (syntax.kind) {
			case "set":
				steps.push({ kind: "take", takes: syntax.takes });
				return;
			case "sequence":
				for (const part of syntax.parts) emit(part, steps, isRoom);
				return;
			case "choice":
				emitChoice(syntax.parts, steps, isRoom);
				return;
			case "repeat":
				emitRepeat(syntax, steps, isRoom);
				return;
		}
	}
	function emitChoice(parts, steps, isRoom) {
		const begin = [];
		steps.push({ kind: "fork", to: begin });
		const ends = [];
		for (const part of parts) {
			begin.push(steps.length);
			emit(part, steps, isRoom);
			const end = [];
			ends.push(end);
			steps.push({ kind: "fork", to: end });
		}
		for (const end of ends) end.push(steps.length);
	}
	function emitRepeat({ part, least, most }, steps, isRoom) {
		for (let count = 0; count < least && isRoom(); count += 1) emit(part, steps, isRoom);
		if (most === null) {
			const loop = steps.length;
			const to = [loop + 1];
			steps.push({ kind: "fork", to });
			emit(part, steps, isRoom);
			steps.push({ kind: "fork", to: [loop] });
			to.push(steps.length);
			return;
		}
		const exits = [];
		for (let count = least; count < most && isRoom(); count += 1) {
			const to = [steps.length + 1];
			exits.push(to);
			steps.push({ kind: "fork", to });
			emit(part, steps, isRoom);
		}
		for (const to of exits) to.push(steps.length);
	}
	const LONGEST = 256;
	const MAX_REPEATS = 255;
	const MAX_LAYERS = 32;
	class RegexSyntaxError extends Error {
	}
	function parseRegex(text) {
		if (text.length > LONGEST) return invalid(`a regular expression must have at most ${LONGEST} characters`);
		if (!text.startsWith("^") || !text.endsWith("$")) {
			return invalid("a regular expression must begin with ^ and end with $, because it matches the whole name");
		}
		try {
			return ok(new Parser(text.slice(1, -1)).whole());
		} catch (error) {
			if (error instanceof RegexSyntaxError) return invalid(error.message);
			throw error;
		}
	}
	class Parser {
		#text;
		#at = 0;
		constructor(text) {
			this.#text = text;
		}
		whole() {
			const parts = this.#sequence(0);
			if (this.#next() === "|") throw new RegexSyntaxError("alternatives need parentheses, as in ^(a|b)$");
			if (this.#next() !== void 0) throw new RegexSyntaxError("a closing parenthesis has no opening one");
			return parts;
		}
		#sequence(layer) {
			const parts = [];
			for (let next = this.#next(); next !== void 0 && next !== "|" && next !== ")"; next = this.#next()) {
				parts.push(this.#repeated(this.#atom(layer)));
			}
			return { kind: "sequence", parts };
		}
		#atom(layer) {
			const character = this.#take();
			switch (character) {
				case "(":
					return this.#group(layer + 1);
				case "[":
					return { kind: "set", takes: this.#class() };
				case ".":
					return { kind: "set", takes: setOf(() => true) };
				case "\\":
					return { kind: "set", takes: this.#escape() };
				case "*":
				case "+":
				case "?":
				case "{":
				case "^":
				case "$":
					throw new RegexSyntaxError(`${character} has no meaning at this position: write \\${character} for the character`);
				default:
					return { kind: "set", takes: inLowerCase(only(character)) };
			}
		}
		#group(layer) {
			if (layer > MAX_LAYERS) throw new RegexSyntaxError(`groups can be nested at most ${MAX_LAYERS} levels deep`);
			if (this.#next() === "?") {
				this.#take();
				if (this.#take() !== ":") throw new RegexSyntaxError("groups that begin with (? are not supported, except (?:");
			}
			const parts = [this.#sequence(layer)];
			while (this.#next() === "|") {
				this.#take();
				parts.push(this.#sequence(layer));
			}
			if (this.#take() !== ")") throw new RegexSyntaxError("a parenthesis is not closed");
			return { kind: "choice", parts };
		}
		#repeated(part) {
			const [quantifier, , least, comma, most] = /^(?:[*+?]|(\{)(\d{1,3})(,?)(\d{1,3})?\})\??/.exec(this.#text.slice(this.#at)) ?? [];
			if (quantifier === void 0) return part;
			this.#at += quantifier.length;
			if (/^[*+?{]/.test(this.#text.slice(this.#at))) throw new RegexSyntaxError("a quantifier must not follow another quantifier");
			const sign = quantifier[0];
			if (sign !== "{") return { kind: "repeat", part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : null };
			const from = Number(least);
			const to = comma === "" ? from : most === void 0 ? null : Number(most);
			if (comma === "" && most !== void 0) throw new RegexSyntaxError("a quantifier must be {n}, {n,} or {n,m}");
			if (from > MAX_REPEATS || (to ?? 0) > MAX_REPEATS || to !== null && to < from) {
				throw new RegexSyntaxError(`the counts of a quantifier must be from 0 to ${MAX_REPEATS}, the smaller one first`);
			}
			return { kind: "repeat", part, least: from, most: to };
		}
		#class() {
			const isNegated = this.#next() === "^";
			if (isNegated) this.#take();
			const takes = new Uint8Array(128);
			let isFirst = true;
			for (let character = this.#take(); character !== "]" || isFirst; character = this.#take()) {
				isFirst = false;
				if (character === "[") throw new RegexSyntaxError("a [ inside a class must be written \\[");
				const from = character === "\\" ? this.#escape() : only(character);
				const isRange = this.#next() === "-" && this.#text[this.#at + 1] !== "]";
				if (isRange) {
					this.#take();
					const last = this.#take();
					add(takes, range(from, last === "\\" ? this.#escape() : only(last)));
				} else add(takes, from);
			}
			const folded = inLowerCase(takes);
			return isNegated ? setOf((code) => folded[code] === 0) : folded;
		}
		#escape() {
			const character = this.#take();
			const named = { d: /\d/, D: /\D/, w: /\w/, W: /\W/, s: /\s/, S: /\S/ }[character];
			if (named !== void 0) return setOf((code) => named.test(String.fromCharCode(code)));
			if (/[A-Za-z0-9]/.test(character)) {
				throw new RegexSyntaxError(`\\${character} is not supported: use \\d, \\w, \\s, or an escaped symbol`);
			}
			return only(character);
		}
		#next() {
			return this.#text[this.#at];
		}
		#take() {
			const character = this.#text[this.#at];
			if (character === void 0) throw new RegexSyntaxError("the expression is incomplete");
			this.#at += 1;
			return character;
		}
	}
	function setOf(takes) {
		return Uint8Array.from({ length: 128 }, (_, code) => takes(code) ? 1 : 0);
	}
	function only(character) {
		const wanted = character.charCodeAt(0);
		if (wanted > 127) throw new RegexSyntaxError("names must be ASCII: write the xn-- form");
		return setOf((code) => code === wanted);
	}
	function inLowerCase(takes) {
		return setOf((code) => takes[code] === 1 || code >= 97 && code <= 122 && takes[code - 32] === 1);
	}
	function add(takes, more) {
		for (const [code, is] of more.entries()) if (is === 1) takes[code] = 1;
	}
	function range(from, to) {
		const [first, last] = [from.indexOf(1), to.indexOf(1)];
		const areSingle = [from, to].every((set) => set.indexOf(1) === set.lastIndexOf(1));
		if (!areSingle || last < first) throw new RegexSyntaxError("a range must have two characters, the smaller one first");
		return setOf((code) => code >= first && code <= last);
	}
	var host_pattern = __require(85791);
	var policy_network = __require(96810);
	;
	const WEB_PORTS = [80, 443];
	function parseAccessEntry(text) {
		if (text.startsWith("~")) {
			const program = compileRegex(text.slice(1));
			return program.ok ? (0, authority.ok)({ kind: "expression", program: program.value }) : program;
		}
		const network = (0, policy_network.MO)(text);
		if (network !== void 0) return (0, authority.ok)({ kind: "network", network, port: null });
		if (text.includes("/")) return (0, authority.Gq)("is not a range of addresses, such as 10.0.0.0/8, with all host bits zero");
		const pattern = (0, host_pattern.ic)(text, 1);
		if (!pattern.ok) return pattern;
		const { hostText, portText } = (0, authority.yY)(text);
		const address = (0, policy_network.MO)(hostText.replace(/^\[(.*)\]$/, "$1"));
		return address === void 0 ? (0, authority.ok)({ kind: "host", pattern: pattern.value }) : (0, authority.ok)({ kind: "network", network: address, port: (0, authority.pz)(portText ?? "") ?? null });
	}
	function accessDenial(access, host, port, isNamed) {
		if (access.kind === "allow") {
			const isListed = access.entries.some((entry) => matchesEntry(entry, host) && allowsPort(entry, port));
			return isListed ? void 0 : "not-on-allow-list";
		}
		if (access.kind === "deny") {
			const isListed = access.entries.some((entry) => matchesEntry(entry, host) && deniesPort(entry, port));
			if (isListed) return "on-deny-list";
		}
		return WEB_PORTS.includes(port) || isNamed ? void 0 : "port-not-allowed";
	}
	function deniesAddress(access, address, port) {
		const bytes = (0, policy_network.AS)(address);
		return access.kind === "deny" && bytes !== void 0 && access.entries.some((entry) => entry.kind === "network" && (0, policy_network.G2)(entry.network, bytes) && deniesPort(entry, port));
	}
	function matchesEntry(entry, host) {
		if (entry.kind === "host") return (0, host_pattern.qC)(entry.pattern, host);
		if (entry.kind === "expression") return matchesRegex(entry.program, host.text);
		const bytes = host.kind === "name" ? void 0 : (0, policy_network.AS)(host.text);
		return bytes !== void 0 && (0, policy_network.G2)(entry.network, bytes);
	}
	function allowsPort(entry, port) {
		const named = portOf(entry);
		return named === null ? WEB_PORTS.includes(port) : named === port;
	}
	function deniesPort(entry, port) {
		const named = portOf(entry);
		return named === null || named === port;
	}
	function portOf(entry) {
		if (entry.kind === "expression") return null;
		return entry.kind === "host" ? entry.pattern.port : entry.port;
	}
}), 23571: ((__module, __exports, __require) => {
	__require.d(__exports, { C: () => compilePolicy });
	var authority = __require(81197);
	var credential_proxy_headers = __require(16263);
	var masking = __require(76273);
	var policy_access = __require(49699);
	var decide = __require(26510);
	var host_pattern = __require(85791);
	var spellings = __require(50745);
	;
	const MAX_LAYERS = 3;
	const CHARACTERS_PER_ESCAPE = 6 ** MAX_LAYERS;
	function searchFor(sentinels) {
		const needles = sentinels.flatMap(({ env, text }) => formsOf(text).map((form) => ({ env, form })));
		const longest = Math.max(0, ...needles.map(({ form }) => form.length));
		const literal = (text) => needles.find(({ form }) => text.includes(form))?.env;
		const find = (text) => {
			let current = text;
			for (let layer = 0; layer <= MAX_LAYERS; layer += 1) {
				const found = literal(current);
				if (found !== void 0) return found;
				const next = unescaped(current);
				if (next === current) return void 0;
				current = next;
			}
			return void 0;
		};
		return { find, stream() {
			let tail = "";
			return (chunk) => {
				const text = tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1");
				tail = text.slice(/[%\\]/.test(text) ? -longest * CHARACTERS_PER_ESCAPE : -longest);
				return find(text);
			};
		} };
	}
	function formsOf(text) {
		const bytes = Buffer.from(text, "latin1");
		const hex = bytes.toString("hex");
		return [.../* @__PURE__ */ new Set([text, hex, hex.toUpperCase(), ...(0, spellings.K)(bytes)])];
	}
	function unescaped(text) {
		const plain = text.includes("%") ? text.replace(/%([0-7][0-9A-Fa-f])/g, fromHex) : text;
		return plain.includes("\\") ? plain.replace(/\\u00([0-7][0-9A-Fa-f])/g, fromHex) : plain;
	}
	function fromHex(_escape, digits) {
		return String.fromCharCode(Number.parseInt(digits, 16));
	}
	var check_signing = __require(29155);
	var policy_network = __require(96810);
	var no_proxy = __require(19812);
	var path_pattern = __require(27330);
	;
	function policyWarnings(policy) {
		return policy.rules.flatMap((rule) => {
			const called = `rule "${rule.name}"`;
			const above = policy.rules.slice(0, rule.index).find((earlier) => covers(earlier, rule));
			const shadow = above === void 0 ? [] : [`${called} can never match: the earlier rule "${above.name}" matches every request`];
			const barred = isBarred(policy, rule) ? [`${called} can never match: access_control blocks all of its hosts`] : [];
			const passed = policy.noProxy.filter((entry) => isReadWider(entry, rule)).map(no_proxy.rU);
			const passing = passed.map((name) => `no_proxy "${name}" also exempts all names below it in many programs, so that they bypass ${called}`);
			const secrets = [...rule.headers.filter(({ secret }) => secret), ...[...rule.placeholders, ...(0, check_signing.fL)(rule.sign)].map(({ env, value }) => ({ name: env, value }))];
			const short = secrets.filter(({ value }) => value.length < masking.gT);
			const unmasked = short.map(({ name }) => `${called}: the secret in ${name} is too short to be masked in responses`);
			const issuing = (0, check_signing.Kw)(rule.sign, rule.hosts);
			const issued = issuing.length === 0 ? [] : [`${called} signs requests for ${issuing.join(", ")}, whose responses can contain credentials that work outside the sandbox: remove these hosts, or limit the role`];
			return [...shadow, ...barred, ...passing, ...unmasked, ...issued];
		});
	}
	function isReadWider(entry, rule) {
		return entry.kind === "name" && rule.hosts.some(({ host }) => host.kind === "name" && host.text.endsWith(`.${entry.name}`));
	}
	function covers(earlier, later) {
		if (earlier.noProxy.length > 0) return false;
		const hostsCovered = later.hosts.every((pattern) => earlier.hosts.some((wider) => (0, host_pattern.py)(wider, pattern) && !crossesOwners(earlier, wider, pattern)));
		const pathsCovered = earlier.paths.length === 0 || later.paths.length > 0 && later.paths.every((path) => earlier.paths.some((wider) => (0, path_pattern.O9)(wider, path)));
		const headersCovered = earlier.matchHeaders.every(({ name, value }) => later.matchHeaders.some((header) => header.name === name && header.value === value));
		return hostsCovered && pathsCovered && headersCovered;
	}
	function crossesOwners(rule, wider, pattern) {
		return rule.hasSecret && wider.kind === "below" && (0, host_pattern.Jr)(wider.host.text, pattern.host.text);
	}
	function isBarred(policy, rule) {
		return rule.hosts.every((pattern) => {
			if (pattern.kind === "below") return false;
			const ports = pattern.port === null ? Object.values(host_pattern.Fk) : [pattern.port];
			return ports.every((port) => (0, policy_access.WI)(policy.access, pattern.host, port, pattern.port !== null) !== void 0);
		});
	}
	;
	const unusedSentinel = ({ env, prefix }) => `${prefix}sentinel-of-${env}`;
	function compilePolicy(source, sentinelFor = unusedSentinel) {
		const problems = [];
		const noProxy = parseEach(source.noProxy, ["noProxy"], POLICY_LIMITS.noProxy, no_proxy.zb, problems);
		const privateNetworks = parseEach(source.privateNetworks, ["privateNetworks"], POLICY_LIMITS.networks, parseRange, problems);
		const access = compileAccess(source.access, problems);
		if (source.rules.length > POLICY_LIMITS.rules) {
			problems.push({ loc: ["rules"], msg: `must have at most ${POLICY_LIMITS.rules} rules` });
		}
		const rules = source.rules.map((rule, index) => compileRule(rule, index, sentinelFor, problems));
		problems.push(...sameNames(rules), ...differentPrefixes(rules), ...neverReached(rules, noProxy));
		if (problems.length > 0) return { kind: "refused", problems };
		const sentinels = sentinelsOf(rules);
		const policy = { rules, noProxy, access, privateNetworks, sentinels, byHost: indexed(rules) };
		return { kind: "compiled", policy, warnings: policyWarnings(policy) };
	}
	function parseRange(text) {
		const network = (0, policy_network.MO)(text);
		return network === void 0 ? (0, authority.Gq)("is not a range of addresses, such as 10.0.0.0/8, with all host bits zero") : (0, authority.ok)(network);
	}
	function indexed(rules) {
		const byHost = /* @__PURE__ */ new Map();
		for (const rule of rules) {
			for (const pattern of rule.hosts) {
				const key = (0, decide._9)(pattern);
				byHost.set(key, [...byHost.get(key) ?? [], { rule, pattern }]);
			}
		}
		return byHost;
	}
	function sentinelsOf(rules) {
		const all = rules.flatMap(({ placeholders }) => placeholders);
		const texts = new Map(all.map(({ env, sentinel }) => [sentinel, { env, text: sentinel }]));
		return texts.size === 0 ? null : searchFor([...texts.values()]);
	}
	function differentPrefixes(rules) {
		const prefixes = /* @__PURE__ */ new Map();
		return rules.flatMap(({ placeholders, index }) => placeholders.flatMap(({ env, prefix }, position) => {
			const known = prefixes.get(env) ?? prefix;
			prefixes.set(env, known);
			const loc = ["rules", index, "placeholders", position, "prefix"];
			return known === prefix ? [] : [{ loc, msg: "another rule sets this variable with another prefix" }];
		}));
	}
	function sameNames(rules) {
		const seen = /* @__PURE__ */ new Set();
		return rules.flatMap(({ name, index }) => {
			if (!seen.has(name)) {
				seen.add(name);
				return [];
			}
			return [{ loc: ["rules", index, "name"], msg: "another rule has this name" }];
		});
	}
	function neverReached(rules, noProxy) {
		return rules.flatMap((rule) => {
			const exempt = [...noProxy, ...rule.noProxy];
			const isExempted = (pattern) => exempt.some((entry) => (0, no_proxy._d)(entry, pattern));
			return rule.hosts.length > 0 && rule.hosts.every(isExempted) ? [{ loc: ["rules", rule.index, "matchHosts"], msg: "no_proxy exempts every host of this rule" }] : [];
		});
	}
	function compileRule(rule, index, sentinelFor, problems) {
		const at = ["rules", index];
		const hasSecret = rule.headers.some((header) => header.secret) || rule.placeholders.length > 0 || rule.sign !== null;
		if (rule.name === "") problems.push({ loc: [...at, "name"], msg: "must have a name" });
		if (rule.matchHosts.length === 0) {
			problems.push({ loc: [...at, "matchHosts"], msg: "must specify at least one host" });
		}
		checkHeaders(rule.headers, [...at, "headers"], problems);
		checkMatchHeaders(rule.matchHeaders, [...at, "matchHeaders"], problems);
		checkPlaceholders(rule.placeholders, [...at, "placeholders"], problems);
		const parseHost = (text) => guarded((0, host_pattern.ic)(text), hasSecret);
		const hosts = parseEach(rule.matchHosts, [...at, "matchHosts"], POLICY_LIMITS.hosts, parseHost, problems);
		problems.push(...(0, check_signing.GO)(rule, hosts).map(({ place, msg }) => ({ loc: [...at, ...place], msg })));
		return { index, name: rule.name, hosts, paths: parseEach(rule.matchPaths, [...at, "matchPaths"], POLICY_LIMITS.paths, path_pattern.zW, problems), matchHeaders: rule.matchHeaders.map(({ name, value }) => ({ name: name.toLowerCase(), value })), noProxy: parseEach(rule.noProxy, [...at, "noProxy"], POLICY_LIMITS.noProxy, no_proxy.zb, problems), headers: rule.headers, budget: rule.budget, sign: rule.sign, replacedHeaders: (0, check_signing.Vc)(rule.sign), placeholders: rule.placeholders.map((placeholder) => {
			return { ...placeholder, sentinel: sentinelFor(placeholder) };
		}), sent: hasSecret ? withPlainAnswers(rule.headers) : rule.headers, hasSecret, needles: (0, masking.h9)([...rule.headers, ...rule.placeholders.map(asSecretHeader), ...(0, check_signing.fL)(rule.sign).map(asSecretHeader)]) };
	}
	function asSecretHeader({ env, value, needles }) {
		return { name: env, value, needles, secret: true };
	}
	function withPlainAnswers(headers) {
		const isSet = headers.some(({ name }) => (0, credential_proxy_headers.EC)(name) === "accept-encoding");
		return isSet ? headers : [...headers, { name: "Accept-Encoding", value: "identity" }];
	}
	function guarded(parsed, hasSecret) {
		const isOpenToAll = (pattern) => pattern.kind === "below" && (0, host_pattern.RO)(pattern.host.text);
		return hasSecret && parsed.ok && isOpenToAll(parsed.value) ? { ok: false, reason: "anyone can register a name below this public suffix: specify the exact hosts that receive the secret" } : parsed;
	}
	function checkHeaders(headers, loc, problems) {
		tooMany(headers.length, POLICY_LIMITS.headers, loc, problems);
		for (const [index, header] of headers.entries()) {
			const name = (0, credential_proxy_headers.mF)(header.name, header.secret);
			if (name !== void 0) problems.push({ loc: [...loc, index, "name"], msg: name });
			const value = (0, credential_proxy_headers.kX)(header.value);
			if (value !== void 0) problems.push({ loc: [...loc, index, "value"], msg: `the value ${value}` });
		}
		const characters = headers.reduce((sum, { value }) => sum + value.length, 0);
		if (characters > POLICY_LIMITS.headerValues) {
			problems.push({ loc, msg: `the values must have at most ${POLICY_LIMITS.headerValues} characters in total` });
		}
		refuseDuplicateHeaders(headers, loc, problems);
	}
	function checkPlaceholders(placeholders, loc, problems) {
		tooMany(placeholders.length, POLICY_LIMITS.placeholders, loc, problems);
		const seen = /* @__PURE__ */ new Set();
		for (const [index, { env, value, ...placeholder }] of placeholders.entries()) {
			if (seen.has(env)) {
				problems.push({ loc: [...loc, index, "env"], msg: "another placeholder of this rule has this variable" });
			}
			seen.add(env);
			const problem = (0, credential_proxy_headers.kX)(value);
			if (problem !== void 0) problems.push({ loc: [...loc, index, "value"], msg: `the value ${problem}` });
			if (placeholder.in.includes("path") && /^\.{1,2}$/.test(value)) {
				problems.push({ loc: [...loc, index, "value"], msg: "the value would change the meaning of the path" });
			}
		}
	}
	function checkMatchHeaders(headers, loc, problems) {
		tooMany(headers.length, POLICY_LIMITS.matchHeaders, loc, problems);
		for (const [index, header] of headers.entries()) {
			const name = (0, credential_proxy_headers.mF)(header.name, false);
			if (name !== void 0) problems.push({ loc: [...loc, index, "name"], msg: name });
			const value = (0, credential_proxy_headers.kX)(header.value);
			if (value !== void 0) problems.push({ loc: [...loc, index, "value"], msg: `the value ${value}` });
		}
		refuseDuplicateHeaders(headers, loc, problems);
	}
	function tooMany(count, limit, loc, problems) {
		if (count > limit) problems.push({ loc, msg: `must have at most ${limit} entries` });
	}
	function refuseDuplicateHeaders(headers, loc, problems) {
		const seen = /* @__PURE__ */ new Set();
		for (const [index, { name }] of headers.entries()) {
			const normalized = (0, credential_proxy_headers.EC)(name);
			if (seen.has(normalized)) {
				problems.push({ loc: [...loc, index, "name"], msg: "another header of this rule has this name" });
			}
			seen.add(normalized);
		}
	}
	function compileAccess(access, problems) {
		if (access.kind === "open") return { kind: "open" };
		const entries = parseEach(access.patterns, ["access", "patterns"], POLICY_LIMITS.access, policy_access.ST, problems);
		const steps = entries.map((entry) => entry.kind === "expression" ? entry.program.length : 0);
		if (steps.reduce((sum, count) => sum + count, 0) > POLICY_LIMITS.expressionSteps) {
			problems.push({ loc: ["access", "patterns"], msg: "the regular expressions are too large in total" });
		}
		return { kind: access.kind, entries };
	}
	function parseEach(texts, loc, limit, parse, problems) {
		if (texts.length > limit) problems.push({ loc, msg: `must have at most ${limit} entries` });
		return texts.slice(0, limit).flatMap((text, index) => {
			const parsed = parse(text);
			if (parsed.ok) return [parsed.value];
			problems.push({ loc: [...loc, index], msg: parsed.reason });
			return [];
		});
	}
	const POLICY_LIMITS = { rules: 64, hosts: 64, paths: 64, headers: 32, headerValues: 16384, matchHeaders: 32, placeholders: 16, noProxy: 256, access: 256, expressionSteps: 2e3, networks: 64 };
}), 26510: ((__module, __exports, __require) => {
	__require.d(__exports, { _9: () => hostKey, _r: () => chooseRule, n1: () => excludedRule, r5: () => decideConnection });
	var $$path0 = __require(24573);
	var $$headers1 = __require(16263);
	var $$access2 = __require(49699);
	var $$pattern3 = __require(85791);
	var $$proxy4 = __require(19812);
	var $$pattern5 = __require(27330);
	function decideConnection(policy, scheme, { host, port }) {
		const candidates = candidatesFor(policy, scheme, host, port);
		const isNamed = candidates.some((candidate) => candidate.spellsPort);
		const barred = (0, $$access2.WI)(policy.access, host, port, isNamed);
		if (barred !== void 0) return { kind: "deny", reason: barred };
		if (policy.noProxy.some((entry) => (0, $$proxy4.U4)(entry, host, port))) return { kind: "bypass", reason: "no-proxy" };
		if (policy.sentinels !== null) return { kind: "intercept", reason: "rules-for-host", candidates };
		return candidates.length === 0 ? { kind: "tunnel", reason: "no-rule-for-host" } : { kind: "intercept", reason: "rules-for-host", candidates };
	}
	const REFUSED_METHODS = /* @__PURE__ */ new Set(["TRACE", "TRACK", "CONNECT"]);
	function chooseRule(candidates, request) {
		if (REFUSED_METHODS.has(request.method.toUpperCase())) {
			return refuse(405, "method-not-allowed", "this method is not allowed for hosts with rules");
		}
		const form = (0, $$path0.e$)(request.target);
		if (!form.ok) return refuse(400, "bad-target", form.reason);
		const hasHeaders = headerTest(request.headers);
		let path;
		const found = pick(candidates, hasHeaders, ({ paths }) => {
			path ??= (0, $$path0.Op)(request.target);
			const { value } = path.ok ? path : { value: null };
			return value === null || paths.some((pattern) => (0, $$pattern5.$h)(pattern, value));
		});
		if (path?.ok === false) return refuse(400, "ambiguous-path", path.reason);
		if (found === void 0) return { kind: "forward", reason: "no-rule-for-request" };
		const { rule, spellsPort } = found;
		if (rule.hasSecret && path !== void 0) {
			const { value } = path;
			const isElsewhere = (0, $$path0.zT)(value).some((read) => {
				const other = read(value);
				const holds = ({ paths }) => paths.some((pattern) => (0, $$pattern5.$h)((0, $$pattern5.ZS)(pattern, read), other));
				return pick(candidates, hasHeaders, holds)?.rule !== rule;
			});
			if (isElsewhere) return refuse(400, "ambiguous-path", ELSEWHERE);
		}
		if (request.scheme === "http" && rule.hasSecret && !spellsPort) {
			return refuse(403, "plaintext-credential-refused", PLAINTEXT);
		}
		return { kind: "inject", reason: "rule-matched", rule };
	}
	function pick(candidates, hasHeaders, holds) {
		return candidates.find(({ rule }) => hasHeaders(rule) && (rule.paths.length === 0 || holds(rule)));
	}
	const ELSEWHERE = "some servers interpret the path in a way that matches another rule or none";
	const PLAINTEXT = "a secret is sent only over https; specify the port in match_hosts to allow plain http";
	function headerTest(raw) {
		let headers;
		return ({ matchHeaders }) => {
			if (matchHeaders.length === 0) return true;
			const known = headers ??= byLowerName(raw);
			return matchHeaders.every(({ name, value }) => {
				const values = known.get(name) ?? [];
				return values.length === 1 && values[0] === value;
			});
		};
	}
	function byLowerName(raw) {
		const values = /* @__PURE__ */ new Map();
		for (const [name, value] of (0, $$headers1.Ro)(raw)) {
			const key = name.toLowerCase();
			const known = values.get(key);
			if (known === void 0) values.set(key, [value]);
			else known.push(value);
		}
		return values;
	}
	function refuse(status, reason, detail) {
		return { kind: "refuse", reason, status, detail };
	}
	function candidatesFor(policy, scheme, host, port) {
		const found = /* @__PURE__ */ new Map();
		for (const { rule, pattern } of holding(policy, scheme, host, port)) {
			if (belongsToOthers(rule, pattern, host)) continue;
			found.set(rule, (found.get(rule) ?? false) || asksForPlain(pattern, scheme));
		}
		return [...found].map(([rule, spellsPort]) => ({ rule, spellsPort })).sort((a, b) => a.rule.index - b.rule.index);
	}
	function excludedRule(policy, scheme, host, port) {
		return holding(policy, scheme, host, port).find(({ rule, pattern }) => belongsToOthers(rule, pattern, host))?.rule;
	}
	function holding(policy, scheme, host, port) {
		return hostKeys(host).flatMap((key) => policy.byHost.get(key) ?? []).filter(({ rule, pattern }) => {
			return (0, $$pattern3.R4)(pattern, scheme, port) && !rule.noProxy.some((entry) => (0, $$proxy4.U4)(entry, host, port));
		});
	}
	function hostKey(pattern) {
		return (pattern.kind === "exact" ? "=" : ".") + pattern.host.text;
	}
	function hostKeys(host) {
		const keys = [`=${host.text}`];
		if (host.kind !== "name") return keys;
		for (let dot = host.text.indexOf("."); dot !== -1; dot = host.text.indexOf(".", dot + 1)) {
			keys.push(host.text.slice(dot));
		}
		return keys;
	}
	function asksForPlain({ port }, scheme) {
		return port !== null && !(scheme === "http" && port === $$pattern3.Fk.https);
	}
	function belongsToOthers(rule, pattern, host) {
		return rule.hasSecret && pattern.kind === "below" && (0, $$pattern3.Jr)(pattern.host.text, host.text);
	}
}), 85791: ((__module, __exports, __require) => {
	__require.d(__exports, { Fk: () => SCHEME_PORTS, Jr: () => crossesPublicSuffix, R4: () => matchesPort, RO: () => isPublicSuffix, gD: () => parseRuleHost, ic: () => parseHostPattern, py: () => coversPattern, qC: () => matchesHost });
	var $$tldts0 = __require(62739);
	var $$authority1 = __require(81197);
	const SCHEME_PORTS = { https: 443, http: 80 };
	function parseHostPattern(text, lowestDomain = 2) {
		const { hostText, portText } = (0, $$authority1.yY)(text);
		const port = portText === void 0 ? null : (0, $$authority1.pz)(portText);
		if (port === void 0) return (0, $$authority1.Gq)("the port must be a decimal number from 1 to 65535");
		const isBelow = hostText.startsWith("*.");
		const name = isBelow ? hostText.slice(2) : hostText;
		if (name.includes("*")) return (0, $$authority1.Gq)("a * is allowed only as the whole first label, as in *.example.com");
		const host = parseRuleHost(name);
		if (!host.ok) return (0, $$authority1.Gq)(`is not a host name, *.name or an address, with an optional :port: ${host.reason}`);
		if (!isBelow) return (0, $$authority1.ok)({ kind: "exact", host: host.value, port });
		if (host.value.kind !== "name") return (0, $$authority1.Gq)("a wildcard cannot precede an address");
		if (host.value.text.split(".").length < lowestDomain) {
			return (0, $$authority1.Gq)("a wildcard needs a domain of at least two labels, as in *.example.com");
		}
		return (0, $$authority1.ok)({ kind: "below", host: host.value, port });
	}
	function matchesHost(pattern, host) {
		if (pattern.kind === "exact") return pattern.host.kind === host.kind && pattern.host.text === host.text;
		return host.kind === "name" && host.text.endsWith(`.${pattern.host.text}`);
	}
	function matchesPort(pattern, scheme, port) {
		return port === (pattern.port ?? SCHEME_PORTS[scheme]);
	}
	function coversPattern(pattern, other) {
		if (pattern.port !== other.port) return false;
		if (other.kind === "exact") return matchesHost(pattern, other.host);
		if (pattern.kind === "exact") return false;
		return other.host.text === pattern.host.text || other.host.text.endsWith(`.${pattern.host.text}`);
	}
	function parseRuleHost(text) {
		if (/^[\x21-\x7e]*$/.test(text)) return (0, $$authority1.o6)(text);
		if (!/^[\p{L}\p{M}\p{N}._\-\u00b7\u3002]+$/u.test(text)) return (0, $$authority1.Gq)("a name must contain only letters, digits, dashes and dots");
		const url = URL.parse(`http://${text}/`);
		const host = url === null ? (0, $$authority1.Gq)("the name has no ASCII form") : (0, $$authority1.o6)(url.hostname);
		return host.ok && host.value.kind !== "name" ? (0, $$authority1.Gq)("an address must be written in ASCII") : host;
	}
	function isPublicSuffix(domain) {
		return publicSuffix(domain) === domain;
	}
	function crossesPublicSuffix(domain, name) {
		return (publicSuffix(name)?.length ?? 0) > domain.length;
	}
	function publicSuffix(domain) {
		return (0, $$tldts0.pj)(domain, { allowPrivateDomains: true, extractHostname: false, validateHostname: false });
	}
}), 96810: ((__module, __exports, __require) => {
	__require.d(__exports, { AS: () => addressBytes, CM: () => formatNetwork, G2: () => inNetwork, MO: () => parseNetwork });
	var $$authority0 = __require(81197);
	function addressBytes(text) {
		const groups = (0, $$authority0.BE)(text);
		if (groups === void 0) return (0, $$authority0.ni)(text);
		const mapped = (0, $$authority0.DP)(groups);
		return mapped === void 0 ? bytesOf(groups) : (0, $$authority0.ni)(mapped);
	}
	function parseNetwork(text) {
		const [address = "", prefixText, ...more] = text.split("/");
		const groups = (0, $$authority0.BE)(address);
		const written = groups === void 0 ? (0, $$authority0.ni)(address) : bytesOf(groups);
		if (written === void 0 || more.length > 0) return void 0;
		const bits = written.length * 8;
		const prefix = prefixText === void 0 ? bits : readPrefix(prefixText);
		if (prefix === void 0 || prefix > bits) return void 0;
		const isMapped = groups !== void 0 && (0, $$authority0.DP)(groups) !== void 0 && prefix >= 96;
		const network = isMapped ? { bytes: written.slice(12), prefix: prefix - 96 } : { bytes: written, prefix };
		return hostBitsAreClear(network) ? network : void 0;
	}
	function formatNetwork(network) {
		const address = network.bytes.length === 4 ? network.bytes.join(".") : (0, $$authority0.DU)(groupsOf(network.bytes));
		return network.prefix === network.bytes.length * 8 ? address : `${address}/${network.prefix}`;
	}
	function inNetwork(network, bytes) {
		if (network.bytes.length !== bytes.length) return false;
		return bytes.every((byte, index) => {
			const mask = maskOf(network.prefix, index);
			return (byte & mask) === ((network.bytes[index] ?? 0) & mask);
		});
	}
	function hostBitsAreClear(network) {
		return network.bytes.every((byte, index) => (byte & ~maskOf(network.prefix, index) & 255) === 0);
	}
	function maskOf(prefix, index) {
		const bits = Math.min(8, Math.max(0, prefix - index * 8));
		return 255 << 8 - bits & 255;
	}
	function readPrefix(text) {
		return /^(0|[1-9][0-9]{0,2})$/.test(text) ? Number(text) : void 0;
	}
	function groupsOf(bytes) {
		return Array.from({ length: 8 }, (_, index) => (bytes[index * 2] ?? 0) << 8 | (bytes[index * 2 + 1] ?? 0));
	}
	function bytesOf(groups) {
		return groups.flatMap((group) => [group >> 8, group & 255]);
	}
}), 19812: ((__module, __exports, __require) => {
	__require.d(__exports, { U4: () => isExempt, _d: () => exemptsHosts, rU: () => formatNoProxy, zb: () => parseNoProxy });
	var $$authority2 = __require(81197);
	var $$pattern0 = __require(85791);
	var $$network1 = __require(96810);
	function parseNoProxy(text) {
		const network = (0, $$network1.MO)(text);
		if (network !== void 0) return (0, $$authority2.ok)({ kind: "network", network, port: null });
		if (text.includes("/")) return (0, $$authority2.Gq)("is not a range of addresses, such as 10.0.0.0/8, with all host bits zero");
		const { hostText, portText } = (0, $$authority2.yY)(text);
		const port = portText === void 0 ? null : (0, $$authority2.pz)(portText);
		if (port === void 0) return (0, $$authority2.Gq)("the port must be a decimal number from 1 to 65535");
		const isDomain = /^\*?\./.test(hostText);
		const host = (0, $$pattern0.gD)(isDomain ? hostText.replace(/^\*?\./, "") : hostText);
		if (!host.ok) return (0, $$authority2.Gq)(`is not a name, .name, address or range: ${host.reason}`);
		if (host.value.kind === "name") {
			return (0, $$authority2.ok)({ kind: isDomain ? "domain" : "name", name: host.value.text, port });
		}
		const single = isDomain ? void 0 : (0, $$network1.MO)(host.value.text);
		return single === void 0 ? (0, $$authority2.Gq)("a wildcard cannot precede an address") : (0, $$authority2.ok)({ kind: "network", network: single, port });
	}
	function isExempt(entry, host, port) {
		return (entry.port === null || entry.port === port) && exemptsHost(entry, host);
	}
	function exemptsHosts(entry, pattern) {
		if (entry.port !== null && entry.port !== pattern.port) return false;
		if (pattern.kind === "exact") return exemptsHost(entry, pattern.host);
		if (entry.kind !== "domain") return false;
		const domain = { kind: "below", host: { kind: "name", text: entry.name }, port: pattern.port };
		return (0, $$pattern0.py)(domain, pattern);
	}
	function formatNoProxy(entry) {
		const port = entry.port === null ? "" : `:${entry.port}`;
		switch (entry.kind) {
			case "name":
				return entry.name + port;
			case "domain":
				return `.${entry.name}${port}`;
			case "network": {
				const text = (0, $$network1.CM)(entry.network);
				return port !== "" && text.includes(":") ? `[${text}]${port}` : text + port;
			}
		}
	}
	function exemptsHost(entry, host) {
		if (entry.kind !== "network") {
			return host.kind === "name" && (host.text === entry.name || entry.kind === "domain" && host.text.endsWith(`.${entry.name}`));
		}
		const bytes = host.kind === "name" ? void 0 : (0, $$network1.AS)(host.text);
		return bytes !== void 0 && (0, $$network1.G2)(entry.network, bytes);
	}
}), 27330: ((__module, __exports, __require) => {
	__require.d(__exports, { $h: () => matchesPath, O9: () => coversPath, ZS: () => readPattern, zW: () => parsePathPattern });
	var $$authority1 = __require(81197);
	var $$path0 = __require(24573);
	const MAX_PATH_PATTERN_LENGTH = 256;
	function parsePathPattern(text) {
		if (!text.startsWith("/")) return (0, $$authority1.Gq)("a path pattern must begin with /");
		if (text.length > MAX_PATH_PATTERN_LENGTH) return (0, $$authority1.Gq)(`a path pattern must have at most ${MAX_PATH_PATTERN_LENGTH} characters`);
		if (text.includes("?")) return (0, $$authority1.Gq)("a path pattern must not have a query, because queries are not matched");
		const path = (0, $$path0.Op)(text);
		return path.ok ? (0, $$authority1.ok)(path.value.replace(/\*+/g, "*").split("*")) : (0, $$authority1.Gq)(`can never match: ${path.reason}`);
	}
	function matchesPath(pattern, path) {
		const [first = "", ...rest] = pattern;
		const last = rest.pop();
		if (last === void 0) return path === first;
		if (!path.startsWith(first)) return false;
		let at = first.length;
		for (const piece of rest) {
			const found = path.indexOf(piece, at);
			if (found === -1) return false;
			at = found + piece.length;
		}
		return path.length - last.length >= at && path.endsWith(last);
	}
	function readPattern(pattern, read) {
		const text = pattern.join("*");
		return (0, $$path0.$i)(text) ? pattern : read(text).split("*");
	}
	function coversPath(pattern, other) {
		return matchesPath(pattern, other.join("*"));
	}
}), 98689: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { sentinelOf: () => sentinelOf, sentinelVariables: () => sentinelVariables });
	var $$crypto0 = __require(77598);
	function sentinelOf(tokenHash, { env, prefix }) {
		const digest = (0, $$crypto0.createHmac)("sha256", tokenHash).update(`sentinel of ${env}`).digest("hex");
		return `${prefix}sentinel${digest.slice(0, 32)}`;
	}
	function sentinelVariables(rules, tokenHash) {
		const all = rules.flatMap(({ placeholders }) => placeholders);
		return Object.fromEntries(all.map((placeholder) => [placeholder.env, sentinelOf(tokenHash, placeholder)]));
	}
}), 87932: ((__module, __exports, __require) => {
	__require.d(__exports, { KO: () => signedHeadersOf, On: () => AWS_SIGNATURE_HEADERS, _r: () => prepareAwsRequest });
	var $$headers0 = __require(16263);
	var $$scope1 = __require(95201);
	const WITH_HASH_HEADER = /* @__PURE__ */ new Set(["aoss", "glacier", "s3"]);
	function prepareAwsRequest(credentials, { scheme, host, target, headers, clientHeaders }) {
		const scope = (0, $$scope1.O)(credentials, host);
		if (scope === void 0) return { kind: "refused", reason: "signing-scope-unknown" };
		const isS3 = scope.service === "s3";
		const own = withoutSignature(target);
		if (own === null || !isSignableTarget(own.target, isS3)) {
			return { kind: "refused", reason: "unsignable-target" };
		}
		if (signedHeadersOf(headers).some(([, value]) => !/^[\x20-\x7e]*$/.test(value))) {
			return { kind: "refused", reason: "unsignable-header" };
		}
		const payload = payloadOf(clientHeaders, { isS3, isPresigned: own.isPresigned, scheme });
		if (payload.kind === "refused") return payload;
		const hasHashHeader = WITH_HASH_HEADER.has(scope.service) || payload.isDeclared;
		const work = { kind: "aws", credentials, scope, payload: payload.value, hasHashHeader };
		return { kind: "prepared", work, target: own.target };
	}
	const AWS_SIGNATURE_HEADERS = ["authorization", "x-amz-date", "x-amz-content-sha256", "x-amz-security-token"];
	function signedHeadersOf(headers) {
		return (0, $$headers0.Ro)(headers).map(([name, value]) => [name.toLowerCase(), value]).filter(([name]) => /^(?:host|content-type|content-md5|x-amz-.*)$/.test(name));
	}
	const SIGNATURE_PARAMETERS = /* @__PURE__ */ new Set(["x-amz-algorithm", "x-amz-content-sha256", "x-amz-credential", "x-amz-date", "x-amz-expires", "x-amz-security-token", "x-amz-signature", "x-amz-signedheaders"]);
	function withoutSignature(target) {
		const mark = target.indexOf("?");
		if (mark === -1) return { target, isPresigned: false };
		let isPresigned = false;
		const kept = [];
		for (const pair of target.slice(mark + 1).split("&")) {
			const name = decoded(pair.split("=", 1)[0] ?? "")?.toLowerCase();
			if (name === void 0) return null;
			if (name === "x-amz-signature") isPresigned = true;
			if (!SIGNATURE_PARAMETERS.has(name)) kept.push(pair);
		}
		const query = kept.length === 0 ? "" : `?${kept.join("&")}`;
		return { target: target.slice(0, mark) + query, isPresigned };
	}
	const MAX_PARAMETERS = 1e3;
	function isSignableTarget(target, isS3) {
		if (!/^[0-9A-Za-z;,/?:@&=+$\-_.!~*'()%]*$/.test(target)) return false;
		const mark = target.indexOf("?");
		const path = mark === -1 ? target : target.slice(0, mark);
		const segments = path.split("/").map(decoded);
		if (segments.includes(void 0)) return false;
		if (isS3 ? path.includes("+") : segments.some((segment) => segment === "." || segment === "..")) return false;
		const query = mark === -1 ? "" : target.slice(mark + 1);
		if (query === "") return true;
		if (query.includes("+")) return false;
		const pairs = query.split("&").map((pair) => {
			const equals = pair.indexOf("=");
			return equals === -1 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
		});
		const names = pairs.map(([name = "", value = ""]) => decoded(value) === void 0 ? void 0 : decoded(name));
		const isUnusable = (name) => name === void 0 || name === "" || name === "__proto__";
		if (pairs.length > MAX_PARAMETERS || names.some(isUnusable)) return false;
		return !isS3 || new Set(names).size === names.length;
	}
	function decoded(text) {
		try {
			return decodeURIComponent(text);
		} catch {
			return void 0;
		}
	}
	const UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";
	const UNSIGNED_CHUNKS = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
	function payloadOf(clientHeaders, { isS3, isPresigned, scheme }) {
		const declared = (0, $$headers0.Ro)(clientHeaders).flatMap(([name, value2]) => (0, $$headers0.EC)(name) === "x-amz-content-sha256" ? [value2.trim()] : []);
		if (declared.length > 1) return { kind: "refused", reason: "unsignable-header" };
		const [value = isPresigned ? UNSIGNED_PAYLOAD : ""] = declared;
		const mayBeUnsigned = isS3 && scheme === "https";
		if (value.startsWith("STREAMING-") && !(mayBeUnsigned && value === UNSIGNED_CHUNKS)) {
			return { kind: "refused", reason: "signed-chunks" };
		}
		const isUnsigned = mayBeUnsigned && (value === UNSIGNED_PAYLOAD || value === UNSIGNED_CHUNKS);
		const isHash = isS3 && /^[0-9a-f]{64}$/.test(value);
		return { kind: "payload", value: isUnsigned || isHash ? value : null, isDeclared: declared.length > 0 };
	}
}), 95201: ((__module, __exports, __require) => {
	__require.d(__exports, { O: () => scopeOf, X: () => isAwsName });
	const SIGNING_NAMES = { appconfigdata: "appconfig", "bedrock-agent": "bedrock", "bedrock-agent-runtime": "bedrock", "bedrock-agentcore-control": "bedrock-agentcore", "bedrock-data-automation": "bedrock", "bedrock-data-automation-runtime": "bedrock", "bedrock-runtime": "bedrock", email: "ses", "lambda-url": "lambda", "models-v2-lex": "lex", oidc: "sso-oauth", "personalize-events": "personalize", "personalize-runtime": "personalize", pinpoint: "mobiletargeting", "runtime-v2-lex": "lex", "s3-accelerate": "s3", "s3-accesspoint": "s3", "s3-control": "s3" };
	const GLOBAL_SERVICES = /* @__PURE__ */ new Set(["cloudfront", "iam", "organizations", "route53", "s3", "sts"]);
	const REGION_FIRST = /* @__PURE__ */ new Set(["aoss", "es"]);
	const UNSUPPORTED = /^s3-(?:object-lambda|outposts|website)|^s3express/;
	const REGION = /^[a-z]{2,8}(?:-[a-z]+){1,3}-\d{1,2}$/;
	function scopeOf(signing, host) {
		const named = scopeInName(host);
		if (signing.region !== null && named.region !== void 0 && named.region !== signing.region) {
			return void 0;
		}
		const service = signing.service ?? named.service;
		const region = signing.region ?? named.region ?? named.defaultRegion;
		return service === void 0 || region === void 0 ? void 0 : { region, service };
	}
	function isAwsName(host) {
		return DOMAINS.some((domain) => host === domain.slice(1) || host.endsWith(domain));
	}
	const DOMAINS = [".amazonaws.com", ".amazonaws.com.cn", ".api.aws", ".on.aws"];
	function scopeInName(host) {
		const domain = DOMAINS.find((one) => host.endsWith(one));
		if (domain === void 0) return {};
		const labels = host.slice(0, -domain.length).split(".");
		const last = labels.at(-1) ?? "";
		const previous = labels.at(-2) ?? "";
		const [, dashed] = /^s3-(?:fips-)?(.+)$/.exec(last) ?? [];
		if (dashed !== void 0 && REGION.test(dashed)) {
			return UNSUPPORTED.test(last) ? {} : { service: "s3", region: dashed };
		}
		if (REGION_FIRST.has(last) && REGION.test(previous)) return { service: last, region: previous };
		if (!REGION.test(last)) {
			const service2 = signingName(last);
			if (last === "s3-accelerate") return { service: "s3" };
			return service2 !== void 0 && GLOBAL_SERVICES.has(service2) ? { service: service2, defaultRegion: "us-east-1" } : {};
		}
		const label = previous === "dualstack" ? labels.at(-3) ?? "" : previous;
		const service = signingName(label);
		return service === void 0 ? { region: last } : { service, region: last };
	}
	function signingName(label) {
		const service = label.replace(/-fips$/, "");
		if (service === "" || UNSUPPORTED.test(service)) return void 0;
		return Object.hasOwn(SIGNING_NAMES, service) ? SIGNING_NAMES[service] : service;
	}
}), 29155: ((__module, __exports, __require) => {
	__require.d(__exports, { GO: () => signingProblems, Kw: () => credentialServices, Vc: () => replacedHeaders, fL: () => signingSecrets, w0: () => credentialHeaders });
	var $$template3 = __require(48102);
	var $$headers0 = __require(16263);
	var $$request1 = __require(87932);
	var $$scope2 = __require(95201);
	function credentialHeaders(sign) {
		if (sign === null) return [];
		if (sign.kind === "hmac") return [sign.header];
		return sign.sessionToken === null ? ["Authorization"] : ["Authorization", "X-Amz-Security-Token"];
	}
	function replacedHeaders(sign) {
		if (sign === null) return [];
		if (sign.kind === "aws") return $$request1.On;
		const names = [sign.header, sign.timestampHeader].filter((name) => name !== null);
		return names.map($$headers0.EC);
	}
	function signingSecrets(sign) {
		if (sign === null) return [];
		const { needles } = sign;
		if (sign.kind === "hmac") return [{ env: "secret", value: sign.secret, needles }];
		const token = sign.sessionToken === null ? [] : [{ env: "session_token", value: sign.sessionToken, needles }];
		return [{ env: "secret_access_key", value: sign.secretAccessKey, needles }, ...token];
	}
	const CREDENTIAL_SERVICES = ["codeartifact", "cognito-identity", "ecr", "ecr-public", "iam", "sts"];
	function credentialServices(sign, hosts) {
		if (sign?.kind !== "aws") return [];
		const signs = (service) => sign.service === null ? hosts.some(({ kind, host }) => kind === "exact" ? (0, $$scope2.O)(sign, host.text)?.service === service : (0, $$scope2.X)(host.text)) : sign.service === service;
		return CREDENTIAL_SERVICES.filter(signs);
	}
	function signingProblems({ sign, headers }, hosts) {
		if (sign === null) return [];
		const replaced = replacedHeaders(sign);
		const overwritten = headers.flatMap(({ name }, index) => replaced.includes((0, $$headers0.EC)(name)) ? [{ place: ["headers", index, "name"], msg: "the signature of this rule sets this header" }] : []);
		return [...overwritten, ...sign.kind === "aws" ? awsProblems(sign, hosts) : hmacProblems(sign)];
	}
	function awsProblems(sign, hosts) {
		const problems = [];
		const refuse = (field, msg) => void problems.push({ place: ["sign", "aws", field], msg });
		if (!/^[\w+.@-]{1,128}$/.test(sign.accessKeyId)) {
			refuse("accessKeyId", "the value is not an ID of an access key");
		}
		for (const field of ["secretAccessKey", "sessionToken"]) {
			const problem = (0, $$headers0.kX)(sign[field] ?? "none");
			if (problem !== void 0) refuse(field, `the value ${problem}`);
		}
		const unknown = hosts.flatMap((pattern, index) => hasScope(sign, pattern) ? [] : [index]);
		problems.push(...unknown.map((index) => ({ place: ["matchHosts", index], msg: UNKNOWN_SCOPE })));
		return problems;
	}
	const UNKNOWN_SCOPE = "the host name does not contain the region and service of AWS, or contains another region than the rule: specify region and service in sign";
	function hasScope(sign, { kind, host }) {
		const name = kind === "below" ? `x.${host.text}` : host.text;
		if ((0, $$scope2.O)(sign, name) !== void 0) return true;
		const hasNoRegion = (0, $$scope2.O)({ region: null, service: "any" }, name) === void 0;
		return kind === "below" && (0, $$scope2.X)(host.text) && hasNoRegion;
	}
	function hmacProblems(sign) {
		const problems = [];
		const refuse = (field, msg) => void problems.push({ place: ["sign", "hmac", field], msg });
		const { header, timestampHeader, secretEncoding } = sign;
		for (const [field, name] of Object.entries({ header, timestampHeader })) {
			const problem = name === null ? void 0 : (0, $$headers0.mF)(name, true);
			if (problem !== void 0) refuse(field, problem);
		}
		if (timestampHeader !== null && (0, $$headers0.EC)(timestampHeader) === (0, $$headers0.EC)(header)) {
			refuse("timestampHeader", "must be another header than the header of the signature");
		}
		if (secretEncoding !== "text" && !isEncoded(sign.secret, secretEncoding)) {
			refuse("secret", `the value is not valid ${secretEncoding}`);
		}
		const signed = variablesIn(sign.signed, ["timestamp", "body", "method", "target"]);
		const value = variablesIn(sign.value, ["signature", "timestamp"]);
		if (signed.problem !== void 0) refuse("signed", signed.problem);
		else if (signed.names.length === 0) refuse("signed", "must contain at least one variable, such as {body}");
		if (value.problem !== void 0) refuse("value", value.problem);
		else if (value.names.filter((name) => name === "signature").length !== 1) {
			refuse("value", "must contain {signature} exactly once");
		} else {
			const problem = (0, $$headers0.kX)(sign.value);
			if (problem !== void 0) refuse("value", problem);
		}
		const isTimestampSent = timestampHeader !== null || value.names.includes("timestamp");
		if (signed.names.includes("timestamp") && !isTimestampSent) {
			refuse("signed", "contains {timestamp}, which the receiver must know: add timestamp_header or {timestamp} in value");
		}
		return problems;
	}
	function isEncoded(text, encoding) {
		const bytes = Buffer.from(text, encoding);
		if (bytes.length === 0) return false;
		return encoding === "hex" ? bytes.toString("hex") === text.toLowerCase() : bytes.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "");
	}
	function variablesIn(text, known) {
		const template = (0, $$template3.QC)(text);
		if (!template.ok) return { names: [], problem: template.msg };
		const names = template.parts.flatMap((part) => part.kind === "secret" ? [part.key] : []);
		return names.every((name) => known.includes(name)) ? { names } : { names, problem: `must contain only the variables ${known.map((name) => `{${name}}`).join(", ")}` };
	}
}) };
export {
	id,
	ids,
	modules
};
