const id = 8219;
const ids = [8219];
const modules = { 94924: ((__module, __exports, __require) => {
	__require.d(__exports, { CA: () => $$shared0.CA, gJ: () => $$shared0.gJ, iT: () => $$shared0.iT });
	var $$shared0 = __require(69259);
}), 85542: ((__module, __exports, __require) => {
	__require.d(__exports, { Dn: () => $$shared0.Dn, Do: () => $$shared0.Do, G5: () => $$shared0.G5, LI: () => $$shared0.LI, Qh: () => $$shared0.Qh, Sg: () => $$shared0.Sg, TL: () => $$shared0.TL, X5: () => $$shared0.X5, b$: () => $$shared0.b$, rr: () => $$shared0.rr });
	var $$shared0 = __require(69259);
}), 97615: ((__module, __exports, __require) => {
	__require.d(__exports, { u: () => $$shared0.uG });
	var $$shared0 = __require(69259);
}), 50745: ((__module, __exports, __require) => {
	__require.d(__exports, { K: () => $$shared0.K3, e: () => $$shared0.eU });
	var $$shared0 = __require(69259);
}), 69259: ((__module, __exports, __require) => {
	__require.d(__exports, { CA: () => errorCode, Dn: () => isPlainFile, Do: () => GENERATED_MAX_BYTES, EZ: () => looksRandom, G5: () => readPlainLines, K3: () => base642, LI: () => readPlainTextSync, Lv: () => decodings, Qh: () => openForWriting, Sg: () => readPlainText, TL: () => WRITTEN_MAX_BYTES, X5: () => PlainFileError, _o: () => secretLines, b$: () => readPlainFile, c3: () => SHORTEST_SECRET, eU: () => logForms, f$: () => kindOfName, gJ: () => errorMessage, ge: () => unicodePattern, h_: () => isMaskable, iT: () => toError, rr: () => openPlainFile, uG: () => embeddedSecrets });
	var $$path0 = __require(76760);
	var $$fs1 = __require(73024);
	var $$promises2 = __require(51455);
	var $$net3 = __require(77030);
	var $$decoder4 = __require(46193);
	var $$util5 = __require(57975);
	function errorCode(error) {
		if (typeof error !== "object" || error === null || !("code" in error)) return void 0;
		return typeof error.code === "string" ? error.code : void 0;
	}
	function errorMessage(error) {
		if (typeof error !== "object" || error === null) return String(error);
		return "message" in error && typeof error.message === "string" ? error.message : "an unknown failure";
	}
	function toError(thrown) {
		return thrown instanceof Error ? thrown : new Error(errorMessage(thrown), { cause: thrown });
	}
	function isWithin(root, path) {
		const way = (0, $$path0.relative)(root, path);
		return way === "" || way !== ".." && !way.startsWith(`..${$$path0.sep}`) && !(0, $$path0.isAbsolute)(way);
	}
	var READ_FLAGS = $$fs1.constants.O_RDONLY | ($$fs1.constants.O_NONBLOCK ?? 0) | ($$fs1.constants.O_NOCTTY ?? 0);
	var NO_LINK = $$fs1.constants.O_NOFOLLOW ?? 0;
	var CHUNK_BYTES = 64 * 1024;
	var WRITTEN_MAX_BYTES = 1024 * 1024;
	var GENERATED_MAX_BYTES = 64 * 1024 * 1024;
	var PlainFileError = class extends Error {
		name = "PlainFileError";
		code;
		constructor(code, message) {
			super(message);
			this.code = code;
		}
	};
	async function openPlainFile(file, { within, isLinkAllowed = true } = {}) {
		const real = isLinkAllowed ? await (0, $$promises2.realpath)(file) : (0, $$path0.join)(await (0, $$promises2.realpath)((0, $$path0.dirname)(file)), (0, $$path0.basename)(file));
		const root = within === void 0 ? void 0 : await (0, $$promises2.realpath)(within);
		requireInside(root, real);
		requireFile(await (0, $$promises2.lstat)(real));
		const handle = await (0, $$promises2.open)(real, READ_FLAGS | NO_LINK);
		try {
			requireFile(await handle.stat());
			if (root !== void 0 && process.platform === "linux") {
				requireInside(root, await (0, $$promises2.readlink)(`/proc/self/fd/${handle.fd}`).catch(() => real));
			}
			return handle;
		} catch (error) {
			await handle.close();
			throw error;
		}
	}
	async function readPlainFile(file, { maxBytes, within }) {
		const handle = await openPlainFile(file, within === void 0 ? {} : { within });
		try {
			const { size } = await handle.stat();
			const parts = createParts(size, maxBytes);
			for (; ; ) {
				const buffer = parts.next();
				const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
				if (bytesRead === 0) return parts.whole();
				parts.add(buffer.subarray(0, bytesRead));
			}
		} finally {
			await handle.close();
		}
	}
	async function readPlainText(file, limits, encoding = "utf8") {
		return (await readPlainFile(file, limits)).toString(encoding);
	}
	function readPlainTextSync(file, { maxBytes }) {
		requireFile((0, $$fs1.statSync)(file));
		const descriptor = (0, $$fs1.openSync)(file, READ_FLAGS);
		try {
			const found = (0, $$fs1.fstatSync)(descriptor);
			requireFile(found);
			const parts = createParts(found.size, maxBytes);
			for (; ; ) {
				const buffer = parts.next();
				const bytesRead = (0, $$fs1.readSync)(descriptor, buffer);
				if (bytesRead === 0) return parts.whole().toString("utf8");
				parts.add(buffer.subarray(0, bytesRead));
			}
		} finally {
			(0, $$fs1.closeSync)(descriptor);
		}
	}
	async function readFileOrPipe(file, { maxBytes }, signal) {
		const isPipe = (found) => found.isFIFO();
		if (!isPipe(await stat(file))) return readPlainFile(file, { maxBytes });
		const descriptor = openSync(file, READ_FLAGS);
		if (!isPipe(fstatSync(descriptor))) {
			closeSync(descriptor);
			throw notFile();
		}
		const socket = new Socket({ fd: descriptor, readable: true, writable: false });
		const abort = () => socket.destroy();
		signal?.addEventListener("abort", abort);
		try {
			signal?.throwIfAborted();
			const parts = createParts(0, maxBytes);
			for await (const chunk of socket) if (Buffer.isBuffer(chunk)) parts.add(chunk);
			return parts.whole();
		} catch (error) {
			signal?.throwIfAborted();
			throw error;
		} finally {
			signal?.removeEventListener("abort", abort);
			socket.destroy();
		}
	}
	async function isPlainFile(file) {
		return (0, $$promises2.stat)(file).then((found) => found.isFile(), () => false);
	}
	var LINES_MAX_BYTES = 1024 * 1024 * 1024;
	async function* readPlainLines(file, start = 0) {
		const handle = await openPlainFile(file);
		try {
			if ((await handle.stat()).size > LINES_MAX_BYTES) throw tooLarge(LINES_MAX_BYTES);
			const decoder = new $$decoder4.StringDecoder("utf8");
			const buffer = Buffer.alloc(CHUNK_BYTES);
			let begun = [];
			let length = 0;
			for (let at = start; at <= LINES_MAX_BYTES; ) {
				const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
				at += bytesRead;
				const [first = "", ...rest] = (bytesRead === 0 ? decoder.end() : decoder.write(buffer.subarray(0, bytesRead))).split("\n");
				begun.push(first);
				length += first.length;
				if (length > GENERATED_MAX_BYTES) throw tooLarge(GENERATED_MAX_BYTES);
				for (const next of rest) {
					yield begun.join("").replace(/\r$/, "");
					begun = [next];
					length = next.length;
				}
				if (bytesRead > 0) continue;
				const last = begun.join("");
				if (last !== "") yield last;
				return;
			}
			throw tooLarge(LINES_MAX_BYTES);
		} finally {
			await handle.close();
		}
	}
	function openForWriting(file, { append = false, isLinkAllowed = true, mode = 384 } = {}) {
		const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = $$fs1.constants;
		const flags = O_WRONLY | O_CREAT | (O_NONBLOCK ?? 0) | (append ? O_APPEND : 0) | (isLinkAllowed ? 0 : NO_LINK);
		const descriptor = (0, $$fs1.openSync)(file, flags, mode);
		try {
			const stats = (0, $$fs1.fstatSync)(descriptor);
			requireFile(stats);
			return { descriptor, stats };
		} catch (error) {
			(0, $$fs1.closeSync)(descriptor);
			throw error;
		}
	}
	async function appendPlainFile(file, text) {
		const { descriptor } = openForWriting(file, { append: true });
		try {
			await promisify(writeFile)(descriptor, text);
		} finally {
			closeSync(descriptor);
		}
	}
	function replacePlainFileSync(file, text) {
		const { descriptor, stats } = openForWriting(file, { isLinkAllowed: false, mode: 438 });
		try {
			const isSame = realpathSync(file) === file && lstatSync(file).ino === stats.ino;
			if (stats.nlink > 1 || !isSame) {
				throw new PlainFileError("ERR_OUTSIDE", "was replaced by a link or another file in the meantime");
			}
			ftruncateSync(descriptor);
			writeFileSync(descriptor, text);
		} finally {
			closeSync(descriptor);
		}
	}
	function createParts(size, maxBytes) {
		if (size > maxBytes) throw tooLarge(maxBytes);
		const parts = [];
		let length = 0;
		return { next: () => Buffer.alloc(Math.min(Math.max(size + 1 - length, CHUNK_BYTES), maxBytes + 1 - length)), add(part) {
			length += part.length;
			if (length > maxBytes) throw tooLarge(maxBytes);
			parts.push(part);
		}, whole: () => parts.length === 1 && parts[0] !== void 0 ? parts[0] : Buffer.concat(parts) };
	}
	function requireFile(found) {
		if (!found.isFile()) throw notFile();
	}
	function requireInside(root, real) {
		if (root !== void 0 && !isWithin(root, real)) {
			throw new PlainFileError("ERR_OUTSIDE", "leads out of its folder");
		}
	}
	var notFile = () => new PlainFileError("ERR_NOT_A_FILE", "is not a regular file");
	var tooLarge = (maxBytes) => new PlainFileError("ERR_TOO_LARGE", `is larger than ${maxBytes} bytes`);
	var MAX_REST_LENGTH = 4096;
	function* assignments(line) {
		const names = /:?([A-Za-z_$@/-][\w.$@/:-]*(?:(?<!:) [A-Za-z]\w*){0,3})["']?\s*(=>|:=|=|:(?=[\s"']|$))\s*/y;
		const unclosed = /* @__PURE__ */ new Set();
		for (let at = 0; at < line.length; ) {
			names.lastIndex = at;
			const found = names.exec(line);
			if (found === null) {
				const next = /[^\w.$@/:-]+/g;
				next.lastIndex = at;
				if (next.exec(line) === null) return;
				at = Math.max(next.lastIndex, at + 1);
				continue;
			}
			const [all, name = "", sign = ""] = found;
			const { values, rest, end } = quotedAround(line, found.index, all, name, unclosed) ?? valuesAt(line, names.lastIndex, all.endsWith(`${name}${sign}`), unclosed);
			yield { name, values, rest };
			at = Math.max(end, at + 1);
		}
	}
	function quotedAround(line, at, all, name, unclosed) {
		const quote = line[at - 1];
		if (quote !== '"' && quote !== "'" || /["']/.test(all.slice(name.length))) return void 0;
		const close = closeOnce(`around ${quote}`, unclosed, () => line.indexOf(quote, at + all.length));
		if (close === -1) return void 0;
		const value = line.slice(at + all.length, close).trim();
		return /["'\\]/.test(value) || value === "" ? void 0 : { values: [value], rest: "", end: close + 1 };
	}
	var END = /\s{0,20}[;&,](?=\s{0,20}$|\s{0,20}[A-Za-z_@][\w.@ -]{0,80}[=:]|\s+[A-Za-z])|\s{1,20}(?=[A-Za-z_$@][\w.$@-]{0,80}\s{0,20}=(?!=))|\s{1,20}(?=--?[A-Za-z])|\s{1,20}#|\s{0,20}[}\]]{1,20}\s{0,20}$/;
	function valuesAt(line, at, isTight, unclosed) {
		const quote = line[at];
		const thrice = /^(?:"""|''')/.exec(line.slice(at, at + 3))?.[0];
		if (thrice !== void 0) {
			const close = line.indexOf(thrice, at + 3);
			const end = close === -1 ? line.length : close;
			return { values: [line.slice(at + 3, end)], rest: "", end: end + 3 };
		}
		if (quote === "[") {
			const close = closeOnce("]", unclosed, () => line.indexOf("]", at));
			if (close !== -1) {
				const whole = line.slice(at, close + 1);
				const items = whole.slice(1, -1).split(",");
				return { values: [...items.map((item) => unquote(item.trim())), whole], rest: "", end: close + 1 };
			}
		}
		if (quote === '"' || quote === "'" || quote === "{") {
			const end = quote === "{" ? "}" : quote;
			const close = closeOnce(end, unclosed, () => closing(line, at, end));
			if (close !== -1) {
				const inner = line.slice(at + 1, close);
				const plain = inner.replaceAll(/\\(.)/g, "$1").replaceAll(end + end, end);
				const whole = quote === "{" ? [line.slice(at, close + 1)] : [];
				return { values: [.../* @__PURE__ */ new Set([inner, plain, ...whole])], rest: "", end: close + 1 };
			}
		}
		const rest = line.slice(at);
		const length = rest.search(END);
		const short = (length === -1 ? rest : rest.slice(0, length)).trim();
		const [word = ""] = isTight ? short.split(/\s/, 1) : [];
		const bare = short.replace(/^(?:[&!]\S*\s+)+/, "");
		return { values: [.../* @__PURE__ */ new Set([short, bare, word])].filter((value) => value !== ""), rest: rest.length <= MAX_REST_LENGTH ? rest.trim() : "", end: at + Math.max(short.length, 1) };
	}
	function closeOnce(end, unclosed, search) {
		if (unclosed.has(end)) return -1;
		const close = search();
		if (close === -1) unclosed.add(end);
		return close;
	}
	function closing(line, at, quote) {
		for (let index = at + 1; index < line.length; index += 1) {
			if (line[index] === "\\") index += 1;
			else if (line[index] === quote) {
				if (line[index + 1] !== quote) return index;
				index += 1;
			}
		}
		return -1;
	}
	function unquote(text) {
		return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
	}
	function unicodePattern(source, flags = "u") {
		let pattern;
		return () => pattern ??= new RegExp(source, flags);
	}
	var SHORTEST_RANDOM = 8;
	function looksRandom(text) {
		return text.length >= SHORTEST_RANDOM && !isOrdinaryText(text);
	}
	var MAX_MIXED = 2;
	function isOrdinaryText(text) {
		const [hasDot, hasDigit] = [text.includes("."), /\d/.test(text)];
		if (hasDot && isHost(text)) return true;
		if (hasDigit && (DATE.test(text) || VERSION.test(text))) return true;
		const { separator, number, letters } = /^[\x00-\x7f]*$/.test(text) ? PLAIN : unicode();
		let mixed = 0;
		let words = 0;
		const named = hasDigit ? text.replaceAll(NUMBER_OF_NAME, "") : text;
		for (const piece of named.split(separator)) {
			if (piece === "" || number.test(piece)) continue;
			if (letters.test(piece)) {
				if (!isWord(piece)) return false;
				if (piece.length >= 2) words += 1;
			} else {
				if (!/^(?:[a-z]{1,3}\d{1,2}|\d{1,2}[a-z]{1,2})$/i.test(piece)) return false;
				mixed += 1;
			}
		}
		return mixed === 0 || words > 0 && mixed <= MAX_MIXED;
	}
	var PLAIN = { separator: /[^A-Za-z0-9]+/, number: /^[0-9]+$/, letters: /^[A-Za-z]+$/ };
	var SEPARATOR = unicodePattern(String.raw`[^\p{L}\p{N}]+`);
	var NUMBER = unicodePattern(String.raw`^\p{N}+$`);
	var LETTERS = unicodePattern(String.raw`^\p{L}+$`);
	var unicode = () => ({ separator: SEPARATOR(), number: NUMBER(), letters: LETTERS() });
	var HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+(?:com|org|net|io|dev|ai|app|cloud|local|internal|svc|cluster|test|example|invalid|localhost|[a-z]{2})\.?(?::\d{1,5})?$/;
	var DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
	var VERSION = /^v?\d{1,4}(?:\.\d{1,4}){1,3}(?:[-+.]?(?:a|b|rc|alpha|beta|dev|post)\.?\d{0,4})?$/;
	var NUMBER_OF_NAME = /(?<=-(?:north|south)?(?:east|west|north|south|central))\d{1,2}(?!\w)|(?<=[A-Za-z]{4})\d{1,2}(?:\.\d{1,3}){1,2}(?!\w)/g;
	function isHost(text) {
		return text.length <= 253 && HOST.test(text);
	}
	var RARE = new Set(`bx cj cv cx dx fq fx gq gx hx jc jf jg jq js jv jw jx jz kq kx kz lx mx mz pq pv px pz qb qc qd qe qf qg qh qj qk
   ql qm qn qo qp qr qs qt qv qw qx qy qz rx sx sz tq tx vb vf vg vh vj vk vl vm vn vp vq vt vw vx vz wq wv wx wz xj
   xk xn xr xz yq yx zb zc zf zg zj zk zn zp zq zr zs zt zv zx fv fz gv hv hz jb jd jh jk jl jm jn jp jr jt kv bq bz
   xg xd xv xw wj zd vc vd`.split(/\s+/));
	var TRADE = /jsonl?|graphql|bigquery|sqlite|sql|xlsx|pgvector|jdbc|odbc|jquery|qdrant|qwen|vllm|httpx|js$/g;
	var MAX_WORD_LENGTH = 24;
	function isWord(letters) {
		if (/[^A-Za-z]/.test(letters)) return letters.length <= MAX_WORD_LENGTH;
		const humps = letters.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
		if (humps.length > 1 && letters.length < humps.length * 3) return false;
		return humps.every(isHump);
	}
	function isHump(hump) {
		const word = hump.toLowerCase().replaceAll(TRADE, "");
		if (word.length <= 3) return true;
		if (word.length > MAX_WORD_LENGTH || /[^aeiouy]{6}|[aeiou]{5}/.test(word)) return false;
		if (word.length > 5 && !/[aeiouy]/.test(word)) return false;
		for (let at = 0; at + 2 <= word.length; at += 1) if (RARE.has(word.slice(at, at + 2))) return false;
		return !/(.)\1\1/.test(word);
	}
	var SHORTEST_SECRET = 4;
	var COMMON = new Set(`true false null none undefined debug info warn warning error test local localhost default
   dev development stage staging prod production main master`.split(/\s+/));
	var NO_SECRET = /^[\s*]+$|^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/;
	function isMaskable(text) {
		return text.length >= SHORTEST_SECRET && !COMMON.has(text.toLowerCase()) && !NO_SECRET.test(text);
	}
	function secretLines(value) {
		return value.split(/\r\n|[\r\n]/).map((line) => line.trim());
	}
	var SECRET_WORDS = `password passwd passphrase passcode passwort pass pwd pw psk secret token key apikey credential cred
   signature sig sas auth authorization bearer jwt cookie session sessionid sess sid csrf hmac otp totp pat dsn seed mnemonic
   private connectionstring connstr`.split(/\s+/);
	var SECRET_WORD = new Set(SECRET_WORDS.flatMap((word) => [word, `${word}s`]));
	var SECRET_ENDING = /(?:password|passwd|passphrase|pwd|[a-z]pw|secret|token|key|credential|signature|cookie|sessid|jwt)s?$/;
	var PLAIN_WORD = new Set(`uri url endpoint id ids type kind name alg algorithm headers expires expiry expiration expire date time timeout ttl
   age version region zone host hosts hostname server address addr port user username uid login email database db
   dbname catalog schema mode sslmode ssl tls encoding charset limit page size length count format path file dir folder
   scope scopes audience environment env level driver protocol encrypt options option vhost driver realm method replicaset
   authsource authmechanism retrywrites appname application pool domain samesite issuer cert certificate public number
   policy rotation required enabled suffix prefix engine account accountname project tenant role service sslrootcert
   channel binding lang language locale source warehouse api`.split(/\s+/));
	var SILENT_WORD = new Set(`host hosts hostname server address addr port endpoint algorithm alg headers expires expiry date time timeout ttl
   version region zone mode sslmode ssl tls encoding charset domain path samesite driver format realm`.split(/\s+/));
	var FINDING_KEY = new Set("primary foreign sort partition public routing group order cache".split(" "));
	function kindOfName(name) {
		const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z0-9]+/).map((word) => word.replace(/(?<!\d)\d+$/, "")).filter((word) => word !== "");
		const last = words.at(-1) ?? "";
		if (SILENT_WORD.has(last)) return "silent";
		if (PLAIN_WORD.has(last)) return "plain";
		if (/^keys?$/.test(last) && FINDING_KEY.has(words.at(-2) ?? "")) return "plain";
		if (last === "tokens" && /^(?:max|min|num|total)$/.test(words[0] ?? "")) return "plain";
		const isSecret = words.some((word) => SECRET_WORD.has(word) || SECRET_ENDING.test(word));
		return isSecret ? "secret" : void 0;
	}
	function namesSecrets(name) {
		return kindOfName(name) === "secret" && /(?:keys|tokens|secrets|passwords)$/i.test(name);
	}
	var DEPTH = 3;
	var MAX_READINGS = 24;
	var NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\xA0" };
	var SHORT = { n: "\n", r: "\r", t: "	", b: "\b", f: "\f", v: "\v", 0: "\0", e: "\x1B" };
	var INVISIBLE = unicodePattern(String.raw`\u001b\[[0-?]*[ -/]*[@-~]|\u009b[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]+[0-~]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Default_Ignorable_Code_Point}\p{Cf}]`, "gu");
	var DECODERS = [{ get pattern() {
		return INVISIBLE();
	}, decode: () => [] }, { pattern: /(?:%[0-9a-f]{2})+/gi, decode: (run) => bytesOf(run, 3, (at) => run.slice(at + 1, at + 3)) }, { pattern: /(?:\\x[0-9A-Fa-f]{2})+|(?:\\[0-3][0-7]{2})+|\\u\{[0-9A-Fa-f]{1,6}\}|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\[^\n\r]/g, decode: backslash }, { pattern: /%u[0-9a-f]{4}/gi, decode: (match) => [[fromCode(Number.parseInt(match.slice(2), 16)), 6]] }, { pattern: /&(?:#x[0-9a-f]{1,6};?|#[0-9]{1,7};?|(?:amp|lt|gt|quot|apos|nbsp);)/gi, decode: entity }, { pattern: /[A-Za-z0-9+/_-]{8,}={0,2}/g, decode: base64 }, { pattern: /(?:[0-9a-f]{2}){5,}|[0-9a-f]{2}(?:[ :][0-9a-f]{2}){4,}/gi, decode: hex }, { pattern: /\+/g, decode: () => [[" ", 1]] }, { pattern: /(?:(?<![ \t])[ \t]+)?(?:\r\n|[\r\n])[ \t]*/g, decode: () => [], joins: true }];
	function decodings(text) {
		const all = [{ text, places: void 0, isJoined: false }];
		const seen = /* @__PURE__ */ new Set([text]);
		let layer = all.slice();
		for (let depth = 0; depth < DEPTH && layer.length > 0; depth += 1) {
			const next = [];
			for (const reading of layer) {
				for (const decoder of DECODERS) {
					const decoded = decodeWith(reading, decoder);
					if (decoded === void 0 || seen.has(decoded.text) || all.length >= MAX_READINGS) continue;
					seen.add(decoded.text);
					next.push(decoded);
					all.push(decoded);
				}
			}
			layer = next;
		}
		return all;
	}
	function decodeWith(reading, { pattern, decode, joins }) {
		const { text } = reading;
		const found = [];
		for (const match of text.matchAll(pattern)) {
			const pieces = decode(match[0]);
			if (pieces !== void 0) found.push({ at: match.index, length: match[0].length, pieces });
		}
		if (found.length === 0) return void 0;
		const startOf = (at) => reading.places?.starts[at] ?? at;
		const endOf = (at) => reading.places?.ends[at] ?? at + 1;
		const starts = new Uint32Array(text.length);
		const ends = new Uint32Array(text.length);
		const parts = [];
		let length = 0;
		let from = 0;
		const copy = (to) => {
			parts.push(text.slice(from, to));
			for (let at = from; at < to; at += 1, length += 1) {
				starts[length] = startOf(at);
				ends[length] = endOf(at);
			}
		};
		for (const { at: index, length: matched, pieces } of found) {
			copy(index);
			let at = index;
			for (const [character, taken] of pieces) {
				parts.push(character);
				for (let unit = 0; unit < character.length; unit += 1, length += 1) {
					starts[length] = startOf(at);
					ends[length] = endOf(at + taken - 1);
				}
				at += taken;
			}
			from = index + matched;
		}
		copy(text.length);
		return { text: parts.join(""), places: { starts, ends }, isJoined: reading.isJoined || joins === true };
	}
	function bytesOf(run, step, hexAt) {
		const bytes = [];
		for (let at = 0; at < run.length; at += step) bytes.push(Number.parseInt(hexAt(at), 16));
		const pieces = [];
		for (let at = 0; at < bytes.length; ) {
			const lead = bytes[at] ?? 0;
			const count = lead < 128 ? 1 : lead >= 240 ? 4 : lead >= 224 ? 3 : lead >= 194 ? 2 : 1;
			const text = Buffer.from(bytes.slice(at, at + count)).toString("utf8");
			const isText = lead < 128 || count > 1 && !text.includes("\uFFFD");
			pieces.push(isText ? [text, count * step] : [String.fromCharCode(lead), step]);
			at += isText ? count : 1;
		}
		return pieces;
	}
	function backslash(match) {
		const kind = match[1] ?? "";
		if (match.length > 3 && /^[0-3]$/.test(kind)) {
			const codes = Array.from(match.matchAll(/\\(\d+)/g), ([, digits = ""]) => Number.parseInt(digits, 8));
			return bytesOf(match, 4, (at) => (codes[at / 4] ?? 0).toString(16));
		}
		if (match.length > 2 && kind === "x") return bytesOf(match, 4, (at) => match.slice(at + 2, at + 4));
		if (match.length > 2 && (kind === "u" || kind === "U")) {
			return [[fromCode(Number.parseInt(match.replaceAll(/[^0-9a-f]/gi, ""), 16)), match.length]];
		}
		return [[SHORT[kind] ?? kind, match.length]];
	}
	function textOf(bytes) {
		const text = bytes.toString("utf8");
		return /^[\t\r\n\x20-\x7e\u00a0-\ufffc]+$/.test(text) ? text : void 0;
	}
	function base64(run) {
		if (!Buffer.from(run.slice(0, 4), "base64").every((byte) => byte >= 9 && byte !== 127)) return void 0;
		const text = textOf(Buffer.from(run, "base64"));
		if (text === void 0) return void 0;
		let at = 0;
		return Array.from(text, (character) => {
			const from = Math.floor(at * 4 / 3);
			at += Buffer.byteLength(character);
			return [character, Math.floor(at * 4 / 3) - from];
		});
	}
	function hex(run) {
		const step = /^..[ :]/.test(run) ? 3 : 2;
		const text = textOf(Buffer.from(run.replaceAll(/[ :]/g, ""), "hex"));
		if (text === void 0) return void 0;
		const pieces = Array.from(text, (character) => [character, Buffer.byteLength(character) * step]);
		const last = pieces.pop();
		return last === void 0 ? [] : [...pieces, [last[0], last[1] - (step - 2)]];
	}
	function entity(match) {
		const inner = match.slice(1).replace(";", "").toLowerCase();
		if (!inner.startsWith("#")) return [[NAMED[inner] ?? match, match.length]];
		const code = inner.startsWith("#x") ? Number.parseInt(inner.slice(2), 16) : Number(inner.slice(1));
		return [[fromCode(code), match.length]];
	}
	function fromCode(code) {
		if (code <= 65535) return String.fromCharCode(code);
		return code <= 1114111 ? String.fromCodePoint(code) : "\uFFFD";
	}
	var SHORTEST_PART = 4;
	var DEPTH2 = 5;
	var MAX_VALUE_LENGTH = 256 * 1024;
	var MAX_PARTS = 2e3;
	var [SHORTEST_BASE64, MAX_ESCAPED_LENGTH] = [16, 4096];
	var FILLERS = /* @__PURE__ */ new Set(["x-oauth-basic", "x-token-auth", "x-access-token", "oauth2", "anonymous", "basic", "bearer", "digest", "negotiate"]);
	var USER_OF_HOST = /(?:^|[\s"'=(,[]|(?<![\w:])\/\/)([^\s:/@"'=]{1,64}):(?!\/)([^\s@"']{1,200})@(?=[A-Za-z[(])/g;
	var NO_USER = new Set("mailto sip sips xmpp acct npm workspace github git docker http https".split(" "));
	var IS_VALUE = /^value$/i;
	var SECRET_FIELD = /(?:^|[._-])(?:password|passwd|pwd|pass|secret|token|api[._-]?key|bearer)$/i;
	var TOKENS = /[\s,;|&"'`<>()[\]{}=?]+/;
	var WITHIN_TOKEN = /[:/@]+/;
	var SCHEME = /\b(bearer|basic|negotiate|digest|token|api-?key|key|oauth|bot|sharedkey|splunk|geniekey|ssws|snowflake|jwt)[ \t]+(["']?)([^\s"',;]+)\2/gi;
	function embeddedSecrets(value, name = "") {
		const finder = new PartFinder(value);
		finder.search(value, 0, name);
		return [...finder.found];
	}
	var PartFinder = class {
		found = /* @__PURE__ */ new Set();
		#plain = /* @__PURE__ */ new Set();
		#value;
		#label = "";
		constructor(value) {
			this.#value = value;
		}
		search(text, depth, name = "") {
			if (depth > DEPTH2 || text.length > MAX_VALUE_LENGTH || this.found.size >= MAX_PARTS) return;
			if (this.#json(text, depth, name)) return;
			this.#base64(text.trim(), depth);
			if (/^[\w-]*$/.test(text)) return;
			if (/^[A-Za-z0-9+/_=-][A-Za-z0-9+/_=\s-]*$/.test(text) && /[\r\n]/.test(text.trimEnd())) this.#base64(text.replaceAll(/\s+/g, ""), depth);
			for (const plain of unescaped(text)) this.search(plain, depth + 1, name);
			if (namesSecrets(name) && !text.includes("://")) this.#list(text, depth);
			for (const part of linesOfKeys(text)) this.#add(part);
			this.#addresses(text, depth);
			this.#schemes(text, depth);
			this.#markup(text, depth);
			for (const line of text.split(/\r\n|[\r\n]/)) {
				this.#assignments(line, depth);
				this.#arguments(line, depth);
				this.#pairs(line.trim(), kindOfName(name) === "secret");
			}
			for (const token of text.split(TOKENS)) {
				this.#token(token);
				for (const part of token.split(":")) if (part.length >= SHORTEST_BASE64) this.#base64(part, depth);
			}
		}
		#list(text, depth) {
			const items = text.split(/[\s,;]+/).filter((item) => item !== "");
			for (const item of items) this.#place(item.replace(/^[^:=]*[:=](?=.)/, ""), depth);
		}
		#place(text, depth) {
			const part = text.trim();
			this.#add(part);
			if (/[\r\n]/.test(part)) for (const line of secretLines(part)) this.#add(line);
			const plain = decodePercent(part);
			if (plain !== part) this.#add(plain);
			if (part.length <= MAX_ESCAPED_LENGTH && /[%\\&]/.test(part)) {
				for (const { text: read, isJoined } of decodings(part)) if (!isJoined) this.#add(read);
			}
			this.search(plain, depth + 1);
		}
		#add(part) {
			if (part.length < SHORTEST_PART || part === this.#value || this.found.size >= MAX_PARTS) return;
			if (/^\d{1,5}$/.test(part) || FILLERS.has(part.toLowerCase())) return;
			this.found.add(part);
		}
		#token(token) {
			if (token.length < SHORTEST_RANDOM || /\s|:\/\//.test(token) || this.#plain.has(token)) return;
			if (isOrdinaryText(token)) return;
			for (const bare of [token.replace(/(?<![.!:\u2026])[.!:\u2026]+$/, ""), token.replace(/^-[A-Za-z]/, "")]) {
				if (looksRandom(bare)) this.#add(bare);
			}
			const parts = token.split(WITHIN_TOKEN).filter((part) => !this.#plain.has(part));
			if (parts.length > 1) {
				for (const part of parts) if (looksRandom(part)) this.#add(part);
			}
		}
		#json(text, depth, name) {
			if (!/^\s*[{["]/.test(text)) return false;
			try {
				this.#walk(JSON.parse(text), depth, name);
				return true;
			} catch {
				return false;
			}
		}
		#walk(value, depth, key) {
			if (typeof value === "string") this.#field(key, value, depth);
			else if (typeof value === "number" && kindOfName(key) === "secret") this.#add(String(value));
			else if (Array.isArray(value)) for (const item of value) this.#walk(item, depth, key);
			else if (typeof value === "object" && value !== null) {
				const entries = new Map(Object.entries(value).map(([inner, part]) => [inner.toLowerCase(), part]));
				const label = entries.get("name") ?? entries.get("key");
				const labelled = entries.get("value");
				if (typeof label === "string" && typeof labelled === "string") this.#field(label, labelled, depth);
				for (const [inner, part] of Object.entries(value)) {
					if (labelled === void 0 || part !== label) this.#walk(part, depth, inner);
				}
			}
		}
		#field(name, value, depth) {
			const kind = kindOfName(name);
			if (kind === "secret") this.#place(value, depth);
			else if (kind !== "silent" || value.includes("://")) {
				this.search(value, depth + 1, name);
				if (!/^[[{"]/.test(value)) this.#token(value);
			} else {
				for (const token of value.split(TOKENS)) {
					for (const part of [token, ...token.split(WITHIN_TOKEN)]) this.#plain.add(part);
				}
			}
		}
		#base64(text, depth) {
			const decoded = decodeBase64(text);
			if (decoded === void 0) return;
			this.#add(decoded);
			if (/^[^\s:{}"]*:\S+$/.test(decoded)) this.#pairs(decoded, true);
			this.search(decoded, depth + 1);
		}
		#addresses(text, depth) {
			for (const match of text.matchAll(/[A-Za-z][A-Za-z0-9+.-]{0,40}:\/\/[^\s"<>`]+/g)) {
				const found = text[match.index - 1] === "'" ? match[0].split("'")[0] ?? "" : match[0];
				for (const address of found.split(/,(?=[A-Za-z][A-Za-z0-9+.-]*:\/\/)/)) {
					this.#address(address.split(/;(?=[A-Za-z][\w ]*=)/)[0] ?? "", depth);
				}
			}
		}
		#address(address, depth) {
			const parts = splitAddress(address);
			if (parts === void 0) return;
			const { scheme, authority, path, query, fragment } = parts;
			const at = authority.lastIndexOf("@");
			if (at !== -1) this.#user(scheme.toLowerCase(), authority.slice(0, at), depth);
			this.#path(authority.slice(at + 1), path, depth);
			this.#query(query, depth);
			if (fragment.includes("=")) this.#query(fragment, depth);
			else this.#token(fragment);
		}
		#user(scheme, user, depth) {
			const colon = user.indexOf(":");
			const [name, password] = colon === -1 ? [user, ""] : [user.slice(0, colon), user.slice(colon + 1)];
			if (password !== "") this.#place(password, depth);
			if (password === "" && /^(?:git\+)?https?$/.test(scheme) && name !== "git") this.#place(name, depth);
			else this.#token(decodePercent(name));
		}
		#path(host, path, depth) {
			const segments = path.split("/");
			const marks = [...host.split(/[.:]/), ...segments];
			const mark = marks.findIndex((part) => /^(?:web)?hooks?$|^webhookb2$|^services$|^workflows$/i.test(part));
			const from = mark - (marks.length - segments.length);
			for (const [index, segment] of segments.entries()) {
				const plain = decodePercent(segment);
				if (mark !== -1 && index > from && !isOrdinaryText(plain)) this.#place(segment, depth);
				else this.#token(plain);
				if (plain.includes(":")) this.#pairs(plain, false);
			}
		}
		#query(query, depth) {
			for (const pair of query.split(/[&;]/)) {
				const equals = pair.indexOf("=");
				if (equals === -1) this.#token(decodePercent(pair));
				else this.#parameter(pair.slice(0, equals), pair.slice(equals + 1).replaceAll("+", " "), depth);
			}
		}
		#parameter(name, value, depth) {
			const kind = kindOfName(name);
			const plain = decodePercent(value);
			if (kind === "silent" || /^(?:true|false|yes|no|on|off|\d{1,5})$/i.test(plain)) return;
			if (plain.includes("://")) this.search(plain, depth + 1);
			else if (kind === "plain") this.#token(plain);
			else this.#place(value, depth);
		}
		#schemes(text, depth) {
			for (const [, scheme2 = "", , credential2 = ""] of text.matchAll(SCHEME)) {
				const isSure = /^(?:bearer|basic|negotiate|ssws|geniekey|splunk|api-?key)$/i.test(scheme2);
				if (isSure || !isOrdinaryText(credential2)) this.#place(credential2, depth);
				if (/^basic$/i.test(scheme2)) this.#base64(credential2, depth);
			}
			const alone = /^\s*([A-Za-z][\w-]*)\s+(\S+)\s*$/.exec(text);
			if (alone === null) return;
			const [, scheme = "", credential = ""] = alone;
			if (kindOfName(scheme) === "secret" || !isOrdinaryText(credential)) this.#place(credential, depth);
		}
		#markup(text, depth) {
			for (const [, name = "", data, value = data ?? ""] of text.matchAll(/<([A-Za-z_][\w:.-]*)(?:\s[^<>]*)?>(?:<!\[CDATA\[([^\]]+)\]\]>|([^<>]+))<\//g)) {
				this.#field(name, value, depth);
			}
		}
		#assignments(line, depth) {
			const found = [...assignments(line)];
			for (const [index, { name, values, rest }] of found.entries()) {
				if (/(?:^|[\s-])(?:name|key)$/i.test(name)) {
					this.#label = values[0] ?? "";
					if (IS_VALUE.test(found[index + 1]?.name ?? "")) continue;
				}
				if (IS_VALUE.test(name)) for (const value of values) this.#field(this.#label, value, depth);
				for (const value of values) this.#field(name, value, depth);
				if (kindOfName(name) === "secret") this.#add(rest);
			}
		}
		#arguments(line, depth) {
			for (const [, name = "", value = ""] of line.matchAll(/(?:^|\s)--?([\w-]+)(?:\s+|=)("[^"]*"|'[^']*'|\S+)/g)) {
				const plain = unquote(value);
				if (kindOfName(name) === "secret" && !looksRandom(name)) this.#place(plain, depth);
				if (/^(?:u|U|user|proxy-user)$/.test(name) && /\bcurl\b/.test(line)) {
					this.#place(plain.replace(/^[^:]*:?/, ""), depth);
				}
			}
			if (!/\b(?:machine|login|requirepass|masterauth)\s/.test(line) && !/^\s*password\s/.test(line)) return;
			for (const [, value = ""] of line.matchAll(/\b(?:password|passwd|account|requirepass|masterauth)\s+(\S+)/g)) {
				if (!/^[:=]/.test(value)) this.#place(unquote(value), depth);
			}
		}
		#pairs(text, isSecret) {
			for (const part of passwordsBeforeHosts(text)) this.#add(part);
			for (const token of text.split(/[\s,;]+/)) {
				const oracle = /(?:^|:)[^\s/:@]+\/([^\s@]{1,200})@(?!sha256:)/.exec(token);
				if (oracle?.[1] !== void 0 && !token.includes("://")) this.#add(oracle[1]);
				if (!/^[^\s:]+:[^\s:]/.test(token) || /:\/\//.test(token) || /^[A-Za-z]:[\\/]/.test(token)) continue;
				const fields = token.split(":");
				const last = fields.at(-1) ?? "";
				const isNamed = /^[\w.-]+$/.test(fields[0] ?? "") && SECRET_FIELD.test(fields[0] ?? "");
				const isOfPostgres = fields.length === 5 && /^(?:\d{2,5}|\*)$/.test(fields[1] ?? "");
				const isPair = (isSecret || isNamed) && fields.length === 2 || isOfPostgres;
				if (!isPair && isOrdinaryText(token)) continue;
				if (isPair || !isOrdinaryText(last)) this.#add(last);
				const rest = token.slice(token.indexOf(":") + 1);
				if (fields.length > 2 && !isOrdinaryText(rest)) this.#add(rest);
				for (const field of fields) if (looksRandom(field)) this.#add(field);
			}
		}
	};
	function decodePercent(text) {
		if (!text.includes("%")) return text;
		try {
			return decodeURIComponent(text);
		} catch {
			return text;
		}
	}
	function decodeBase64(text) {
		if (text.length < 8 || text.length % 4 === 1 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return void 0;
		const decoded = Buffer.from(text, "base64").toString("utf8");
		return /^[\t\r\n\x20-\x7e\u00a0-\ufffc]+$/.test(decoded) ? decoded : void 0;
	}
	function linesOfKeys(text) {
		if (!text.includes("-----BEGIN ")) return [];
		const plain = text.replaceAll(/\\r?\\n|\\n/g, "\n");
		return Array.from(plain.matchAll(/-----BEGIN [A-Z0-9 ]+-----([^-]+)-----END /g), ([, body = ""]) => {
			const lines = body.split(/\s+/).filter((line) => line !== "");
			return [...lines, lines.join("")];
		}).flat();
	}
	function splitAddress(address) {
		const parts = /^([^:]+):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address);
		if (parts === null) return void 0;
		const [, scheme = "", authority = "", path = "", query = "", fragment = ""] = parts;
		const all = address.slice(scheme.length + 3);
		const end = all.lastIndexOf("@");
		if (!authority.includes("@") && end > authority.length && /^[^:]*:(?!\d{1,5}$)./.test(authority)) {
			return { scheme, authority: all.slice(0, end + 1), path: "", query, fragment };
		}
		return { scheme, authority, path, query, fragment };
	}
	function passwordsBeforeHosts(text) {
		const found = Array.from(text.matchAll(USER_OF_HOST), ([, user = "", password = ""]) => ({ user, password }));
		return found.filter(({ user }) => !NO_USER.has(user)).map(({ password }) => password);
	}
	function unescaped(text) {
		const plain = /%(?:25|3A|3D|22|20)/i.test(text) ? decodePercent(text) : text;
		return [...plain === text ? [] : [plain], .../\\["']/.test(text) ? [text.replaceAll(/\\(["'\\])/g, "$1")] : []];
	}
	function logForms(text) {
		const bytes = Buffer.from(text, "utf8");
		const hex2 = bytes.toString("hex");
		return [.../* @__PURE__ */ new Set([text, ...quoted(text), ...base642(bytes), hex2, hex2.toUpperCase()])];
	}
	function quoted(text) {
		const forms = [];
		if (text.includes("'")) {
			forms.push(text.replaceAll("'", "'\\''"), text.replaceAll("'", `'"'"'`), text.replaceAll("'", "''"));
		}
		if (text.includes('"')) forms.push(text.replaceAll('"', '""'));
		return forms;
	}
	function base642(bytes) {
		return [0, 1, 2].flatMap((shift) => {
			const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
			const from = Math.ceil(shift * 8 / 6);
			const to = Math.floor((shift + bytes.length) * 8 / 6);
			const settled = encoded.slice(from, to);
			return [settled, settled.replaceAll("+", "-").replaceAll("/", "_")];
		});
	}
}) };
export {
	id,
	ids,
	modules
};
