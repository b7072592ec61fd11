const id = 664;
const ids = [664];
const modules = { 50114: ((module, __exports, __require) => {
	const path = __require(16928);
	const factory = (options) => new IgnoreBase(options);
	factory.default = factory;
	module.exports = factory;
	function make_array(subject) {
		return Array.isArray(subject) ? subject : [subject];
	}
	const REGEX_TRAILING_SLASH = /(?<=.)\/$/;
	const REGEX_TRAILING_BACKSLASH = /(?<=.)\\$/;
	const REGEX_TRAILING_PATH_SEP = path.sep === "\\" ? REGEX_TRAILING_BACKSLASH : REGEX_TRAILING_SLASH;
	const KEY_IGNORE = typeof Symbol !== "undefined" ? /* @__PURE__ */ Symbol.for("dockerignore") : "dockerignore";
	function cleanPath(file) {
		return path.normalize(file).replace(REGEX_TRAILING_PATH_SEP, "");
	}
	function toSlash(file) {
		if (path.sep === "/") {
			return file;
		}
		return file.replace(/\\/g, "/");
	}
	function fromSlash(file) {
		if (path.sep === "/") {
			return file;
		}
		return file.replace(/\//g, path.sep);
	}
	class IgnoreBase {
		constructor({ ignorecase = true } = {}) {
			this._rules = [];
			this._ignorecase = ignorecase;
			this[KEY_IGNORE] = true;
			this._initCache();
		}
		_initCache() {
			this._cache = {};
		}
		add(pattern) {
			this._added = false;
			if (typeof pattern === "string") {
				pattern = pattern.split(/\r?\n/g);
			}
			make_array(pattern).forEach(this._addPattern, this);
			if (this._added) {
				this._initCache();
			}
			return this;
		}
		addPattern(pattern) {
			return this.add(pattern);
		}
		_addPattern(pattern) {
			if (pattern && pattern[KEY_IGNORE]) {
				this._rules = this._rules.concat(pattern._rules);
				this._added = true;
				return;
			}
			if (this._checkPattern(pattern)) {
				const rule = this._createRule(pattern.trim());
				if (rule !== null) {
					this._added = true;
					this._rules.push(rule);
				}
			}
		}
		_checkPattern(pattern) {
			return pattern && typeof pattern === "string" && pattern.indexOf("#") !== 0 && pattern.trim() !== "";
		}
		filter(paths) {
			return make_array(paths).filter((path2) => this._filter(path2));
		}
		createFilter() {
			return (path2) => this._filter(path2);
		}
		ignores(path2) {
			return !this._filter(path2);
		}
		_createRule(pattern) {
			const origin = pattern;
			let negative = false;
			if (pattern[0] === "!") {
				negative = true;
				pattern = pattern.substring(1).trim();
			}
			if (pattern.length > 0) {
				pattern = cleanPath(pattern);
				pattern = toSlash(pattern);
				if (pattern.length > 1 && pattern[0] === "/") {
					pattern = pattern.slice(1);
				}
			}
			if (negative) {
				pattern = "!" + pattern;
			}
			pattern = pattern.trim();
			if (pattern === "") {
				return null;
			}
			pattern = cleanPath(pattern);
			if (pattern[0] === "!") {
				if (pattern.length === 1) {
					return null;
				}
				negative = true;
				pattern = pattern.substring(1);
			} else {
				negative = false;
			}
			return { origin, pattern, dirs: pattern.split(path.sep), negative };
		}
		_filter(path2) {
			if (!path2) {
				return false;
			}
			if (path2 in this._cache) {
				return this._cache[path2];
			}
			return this._cache[path2] = this._test(path2);
		}
		_test(file) {
			file = fromSlash(file);
			const parentPath = cleanPath(path.dirname(file));
			const parentPathDirs = parentPath.split(path.sep);
			let matched = false;
			this._rules.forEach((rule) => {
				let match = this._match(file, rule);
				if (!match && parentPath !== ".") {
					if (rule.dirs.includes("**")) {
						for (let i = rule.dirs.filter((x) => x !== "**").length; i <= parentPathDirs.length; i++) {
							match = match || this._match(parentPathDirs.slice(0, i).join(path.sep), rule);
						}
					} else if (rule.dirs.length <= parentPathDirs.length) {
						match = this._match(parentPathDirs.slice(0, rule.dirs.length).join(path.sep), rule);
					}
				}
				if (match) {
					matched = !rule.negative;
				}
			});
			return !matched;
		}
		_match(file, rule) {
			return this._compile(rule).regexp.test(file);
		}
		_compile(rule) {
			if (rule.regexp) {
				return rule;
			}
			let regStr = "^";
			let escapedSlash = path.sep === "\\" ? "\\\\" : path.sep;
			for (let i = 0; i < rule.pattern.length; i++) {
				const ch = rule.pattern[i];
				if (ch === "*") {
					if (rule.pattern[i + 1] === "*") {
						i++;
						if (rule.pattern[i + 1] === path.sep) {
							i++;
						}
						if (rule.pattern[i + 1] === void 0) {
							regStr += ".*";
						} else {
							regStr += `(.*${escapedSlash})?`;
						}
					} else {
						regStr += `[^${escapedSlash}]*`;
					}
				} else if (ch === "?") {
					regStr += `[^${escapedSlash}]`;
				} else if (ch === "." || ch === "$") {
					regStr += `\\${ch}`;
				} else if (ch === "\\") {
					if (path.sep === "\\") {
						regStr += escapedSlash;
						continue;
					}
					if (rule.pattern[i + 1] !== void 0) {
						regStr += "\\" + rule.pattern[i + 1];
						i++;
					} else {
						regStr += "\\";
					}
				} else {
					regStr += ch;
				}
			}
			regStr += "$";
			rule.regexp = new RegExp(regStr, this._ignorecase ? "i" : "");
			return rule;
		}
	}
}), 64134: ((module) => {
	function makeArray(subject) {
		return Array.isArray(subject) ? subject : [subject];
	}
	const UNDEFINED = void 0;
	const EMPTY = "";
	const SPACE = " ";
	const ESCAPE = "\\";
	const REGEX_LITERAL_SPECIAL = /[.*+?()[\]{}^$|\\/]/;
	const BOM = "\uFEFF";
	const REGEX_ANCHORED_GLOBSTAR = /^\/\*{2,}$/;
	const REGEX_REPLACE_LEADING_EXCAPED_EXCLAMATION = /^\\!/;
	const REGEX_REPLACE_LEADING_EXCAPED_HASH = /^\\#/;
	const REGEX_SPLITALL_CRLF = /\r?\n/g;
	const DOUBLE_SLASH = "//";
	const SLASH_CODE = 47;
	const DOT_CODE = 46;
	const SLASH = "/";
	let TMP_KEY_IGNORE = "node-ignore";
	if (typeof Symbol !== "undefined") {
		TMP_KEY_IGNORE = /* @__PURE__ */ Symbol.for("node-ignore");
	}
	const KEY_IGNORE = TMP_KEY_IGNORE;
	const define = (object, key, value) => {
		Object.defineProperty(object, key, { value });
		return value;
	};
	const RETURN_FALSE = () => false;
	const POSIX_CLASSES = { alnum: "0-9A-Za-z", alpha: "A-Za-z", blank: " \\t", cntrl: "\\x00-\\x1f\\x7f", digit: "0-9", graph: "!-.0-~", lower: "a-z", print: " -.0-~", punct: "!-.:-@\\[-`{-~", space: " \\t\\n\\r", upper: "A-Z", xdigit: "0-9A-Fa-f" };
	const CLASS_MEMBERS_TO_ESCAPE = "\\]^-[";
	const escapeMember = (char) => CLASS_MEMBERS_TO_ESCAPE.indexOf(char) < 0 ? char : ESCAPE + char;
	const NON_SLASH = "(?!\\/)";
	const classSource = (negated, body) => {
		if (negated) {
			return `[^\\/${body}]`;
		}
		const source = `[${body}]`;
		return new RegExp(source).test("/") ? NON_SLASH + source : source;
	};
	const scanBracket = (pattern, start) => {
		const { length } = pattern;
		let index = start + 1;
		let negated = EMPTY;
		const lead = pattern[index];
		if (lead === "!" || lead === "^") {
			negated = "^";
			index++;
		}
		let body = EMPTY;
		let prev = EMPTY;
		for (; ; ) {
			const char = pattern[index];
			if (char === UNDEFINED) {
				return null;
			}
			if (char === ESCAPE) {
				const escaped = pattern[++index];
				body += escapeMember(escaped);
				prev = escaped;
			} else if (char === "-" && prev && index + 1 < length && pattern[index + 1] !== "]") {
				index++;
				let to = pattern[index];
				if (to === ESCAPE) {
					to = pattern[index += 1];
				}
				if (prev <= to) {
					body += `-${escapeMember(to)}`;
				}
				prev = EMPTY;
			} else if (char === "[" && pattern[index + 1] === ":") {
				const nameStart = index + 2;
				let end = nameStart;
				while (end < length && pattern[end] !== "]") {
					end++;
				}
				if (end === length) {
					return null;
				}
				if (end > nameStart && pattern[end - 1] === ":") {
					const name = pattern.slice(nameStart, end - 1);
					if (!Object.prototype.hasOwnProperty.call(POSIX_CLASSES, name)) {
						return null;
					}
					body += POSIX_CLASSES[name];
					prev = EMPTY;
					index = end;
				} else {
					body += escapeMember("[");
					prev = "[";
					index = nameStart - 2;
				}
			} else {
				body += escapeMember(char);
				prev = char;
			}
			index++;
			if (pattern[index] === "]") {
				return { end: index, source: classSource(negated, body) };
			}
		}
	};
	const NEVER_MATCH = "[]";
	const PLACEHOLDER = "\0";
	const REGEX_RESTORE_PLACEHOLDER = new RegExp(`${PLACEHOLDER}(\\d+)${PLACEHOLDER}`, "g");
	const TRAILING_WILDCARD = "\uE000";
	const TRAILING_DOUBLESTAR = "\uE001";
	const isReserved = (char) => char === PLACEHOLDER || char === TRAILING_WILDCARD || char === TRAILING_DOUBLESTAR;
	const extractBrackets = (pattern) => {
		const sources = [];
		const hold = (source) => `${PLACEHOLDER}${sources.push(source) - 1}${PLACEHOLDER}`;
		const { length } = pattern;
		let out = EMPTY;
		let index = 0;
		while (index < length) {
			const char = pattern[index];
			if (char === ESCAPE) {
				const escaped = pattern[index + 1];
				if (escaped === SLASH && index + 2 === length) {
					out += hold(NEVER_MATCH);
				} else if (escaped === "*" || escaped === "[" || escaped === SPACE) {
					out += pattern.slice(index, index + 2);
				} else {
					out += hold(REGEX_LITERAL_SPECIAL.test(escaped) ? ESCAPE + escaped : isReserved(escaped) ? `[${escaped}]` : escaped);
				}
				index += 2;
			} else if (isReserved(char)) {
				out += hold(`[${char}]`);
				index++;
			} else if (char === "[") {
				const scanned = scanBracket(pattern, index);
				if (scanned === null) {
					out += hold(NEVER_MATCH);
					index = length;
				} else {
					out += hold(scanned.source);
					index = scanned.end + 1;
				}
			} else {
				out += char;
				index++;
			}
		}
		return { source: out, sources };
	};
	const DIRECT = null;
	const REGEX_INNER_SLASH = /\/(?!$)/;
	const WILDCARD = "[^\\/]*";
	const REPLACERS = [[/(\\+)( ?)/g, (_, run, space) => space ? run.slice(0, run.length - run.length % 2) + SPACE : run, ESCAPE + SPACE], [/(^|\/)\*{3,}(?=\/|$)/g, (_, start) => `${start}**`, "*"], [/[\\$.|*+(){^]/g, (match) => `\\${match}`], [/(?!\\)\?/g, () => "[^/]", "?"], [/^\//, () => "^", SLASH], [/\//g, () => "\\/", SLASH], [/^\^*(?:\\\*\\\*\\\/)+/, () => "(?:^|\\/)", "*"], [DIRECT, (source, pattern) => {
		if (!source || source[0] === "^" || source[0] === "(") {
			return source;
		}
		const anchor = !REGEX_INNER_SLASH.test(pattern) ? "(?:^|\\/)" : "^";
		return anchor + source;
	}], [/\\\/\\\*\\\*(?=\\\/|$)/g, (_, index, str) => index + 6 < str.length ? str.slice(index + 6) === "\\/" ? "(?:\\/[^\\/]+)+" : "(?:\\/[^\\/]+)*" : `\\/${TRAILING_DOUBLESTAR}`, "*"], [/(^|[^\\])(?:\\\*)+(?!$)/g, (_, p1) => p1 + WILDCARD, "*"], [/(^|[^\\])((?:\\\\)*)\\\*$/, (match, p1, p2) => p2 === EMPTY ? p1 + TRAILING_WILDCARD : match, "*"], [/\\\\\\(?=[$.|*+(){^])/g, () => ESCAPE, ESCAPE + ESCAPE], [/\\\\/g, () => ESCAPE, ESCAPE + ESCAPE], [/\\\[([^\]/]*?)($|\])/g, (match, range, close) => `\\[${range}${close}`, "["], [DIRECT, (source) => {
		const last = source[source.length - 1];
		if (!last || last === TRAILING_WILDCARD || last === TRAILING_DOUBLESTAR) {
			return source;
		}
		return last === SLASH ? `${source}$` : `${source}(?=$|\\/$)`;
	}]];
	const REGEX_REPLACE_TRAILING_WILDCARD = /(^|\\\/)?\uE000$/;
	const MODE_IGNORE = "regex";
	const MODE_CHECK_IGNORE = "checkRegex";
	const UNDERSCORE = "_";
	const replaceTrailingWildcard = (_, p1) => {
		const prefix = p1 ? `${p1}[^/]+` : "[^/]*";
		return `${prefix}(?=$|\\/$)`;
	};
	const REGEX_REPLACE_TRAILING_DOUBLESTAR = /\uE001$/;
	const replaceTrailingDoublestar = () => "[\\s\\S]";
	const separatorAfter = (run, at) => {
		let separator = EMPTY;
		for (let index = at + 1; index < run.length && !run[index].wildcard; index++) {
			separator += run[index].single;
		}
		return separator;
	};
	const pinWildcards = (source) => {
		if (source.indexOf(WILDCARD) < 0) {
			return source;
		}
		const tokens = [];
		const { length } = source;
		let index = 0;
		while (index < length) {
			const char = source[index];
			if (source.startsWith(WILDCARD, index)) {
				tokens.push({ wildcard: true });
				index += WILDCARD.length;
			} else if (char === "[") {
				let end = index + 1;
				if (source[end] === "^") {
					end++;
				}
				if (source[end] === "]") {
					end++;
				}
				while (end < length && source[end] !== "]") {
					end += source[end] === ESCAPE ? 2 : 1;
				}
				end++;
				tokens.push({ single: source.slice(index, end) });
				index = end;
			} else if (char === ESCAPE) {
				tokens.push({ single: source.slice(index, index + 2) });
				index += 2;
			} else if (char === "(") {
				let depth = 0;
				let end = index;
				do {
					if (source[end] === ESCAPE) {
						end++;
					} else if (source[end] === "(") {
						depth++;
					} else if (source[end] === ")") {
						depth--;
					}
					end++;
				} while (end < length && depth > 0);
				if ("*+?".indexOf(source[end]) >= 0) {
					end++;
				}
				tokens.push({ boundary: source.slice(index, end) });
				index = end;
			} else if (char === "^" || char === "$") {
				tokens.push({ boundary: char });
				index++;
			} else {
				tokens.push({ single: char });
				index++;
			}
		}
		let out = EMPTY;
		let run = [];
		const flush = () => {
			let lastWildcard;
			run.forEach((token, at) => {
				if (token.wildcard) {
					lastWildcard = at;
				}
			});
			run.forEach((token, at) => {
				if (!token.wildcard) {
					out += token.single;
					return;
				}
				out += at === lastWildcard ? WILDCARD : `(?:(?!${separatorAfter(run, at)})[^\\/])*`;
			});
			run = [];
		};
		tokens.forEach((token) => {
			if (token.boundary === void 0) {
				run.push(token);
				return;
			}
			flush();
			out += token.boundary;
		});
		flush();
		return out;
	};
	const makeRegexPrefix = (pattern) => {
		if (REGEX_ANCHORED_GLOBSTAR.test(pattern)) {
			pattern = "**";
		}
		const { source, sources } = extractBrackets(pattern);
		const replaced = REPLACERS.reduce((prev, [matcher, replacer, required]) => {
			if (matcher === DIRECT) {
				return replacer(prev, pattern);
			}
			if (required !== UNDEFINED && prev.indexOf(required) < 0) {
				return prev;
			}
			return matcher.test(prev) ? prev.replace(matcher, replacer.bind(pattern)) : prev;
		}, source);
		return sources.length ? replaced.replace(REGEX_RESTORE_PLACEHOLDER, (match, index) => sources[index]) : replaced;
	};
	const checkSourceOf = (body, prefix) => {
		if (body[body.length - 1] === SLASH) {
			prefix = makeRegexPrefix(body.slice(0, -1));
		}
		const head = prefix.slice(0, -1);
		const last = prefix[prefix.length - 1];
		return last === TRAILING_WILDCARD ? `${head}$` : last === TRAILING_DOUBLESTAR ? head : NEVER_MATCH;
	};
	const matchesBasename = (body) => {
		const index = body.indexOf(SLASH);
		return index < 0 || index === body.length - 1;
	};
	const basenameOf = (path) => {
		const end = path.length - 1;
		const index = path.lastIndexOf(SLASH, path[end] === SLASH ? end - 1 : end);
		return index < 0 ? path : path.slice(index + 1);
	};
	const parentOf = (path) => {
		if (path.charCodeAt(0) === SLASH_CODE || path.indexOf(DOUBLE_SLASH) >= 0) {
			const slices = path.split(SLASH).filter(Boolean);
			slices.pop();
			return slices.length ? slices.join(SLASH) + SLASH : EMPTY;
		}
		const end = path.length - 1;
		const cut = path.lastIndexOf(SLASH, path.charCodeAt(end) === SLASH_CODE ? end - 1 : end);
		return cut < 0 ? EMPTY : path.slice(0, cut + 1);
	};
	const isString = (subject) => typeof subject === "string";
	const checkPattern = (pattern) => pattern && isString(pattern);
	const splitPattern = (pattern) => (pattern[pattern.length - 1] === "\r" ? pattern.slice(0, -1) : pattern).split(REGEX_SPLITALL_CRLF).filter(Boolean);
	class IgnoreRule {
		constructor(pattern, mark, body, ignoreCase, negative, prefix) {
			this.pattern = pattern;
			this.mark = mark;
			this.negative = negative;
			define(this, "body", body);
			define(this, "ignoreCase", ignoreCase);
			define(this, "regexPrefix", prefix);
		}
		get _basenameOnly() {
			return define(this, "_basenameOnly", matchesBasename(this.body));
		}
		get regex() {
			const key = UNDERSCORE + MODE_IGNORE;
			if (this[key]) {
				return this[key];
			}
			return this._make(MODE_IGNORE, key);
		}
		get checkRegex() {
			const key = UNDERSCORE + MODE_CHECK_IGNORE;
			if (this[key]) {
				return this[key];
			}
			return this._make(MODE_CHECK_IGNORE, key);
		}
		_make(mode, key) {
			const str = pinWildcards(mode === MODE_IGNORE ? this.regexPrefix.replace(REGEX_REPLACE_TRAILING_WILDCARD, replaceTrailingWildcard).replace(REGEX_REPLACE_TRAILING_DOUBLESTAR, replaceTrailingDoublestar) : checkSourceOf(this.body, this.regexPrefix));
			const regex = this.ignoreCase ? new RegExp(str, "i") : new RegExp(str);
			return define(this, key, regex);
		}
	}
	const hasTrailingBackslash = (str) => {
		let count = 0;
		while (str[str.length - count - 1] === ESCAPE) {
			count++;
		}
		return count % 2 === 1;
	};
	const trimEnd = (body, stripLineEnd) => {
		let lineEnd = body.length;
		let end;
		for (; ; ) {
			if (stripLineEnd && body[lineEnd - 1] === "\r") {
				lineEnd--;
			}
			end = lineEnd;
			while (body[end - 1] === SPACE) {
				end--;
			}
			if (!stripLineEnd || body[end - 1] !== "\n") {
				break;
			}
			lineEnd = end - 1;
		}
		if (end === lineEnd) {
			return body.slice(0, lineEnd);
		}
		let backslashes = 0;
		while (body[end - backslashes - 1] === ESCAPE) {
			backslashes++;
		}
		return backslashes % 2 ? body.slice(0, end - 1) + SPACE : body.slice(0, end);
	};
	const createRule = (pattern, mark, ignoreCase, stripLineEnd, stripBOM) => {
		let body = stripBOM && pattern[0] === BOM ? pattern.slice(1) : pattern;
		if (body[0] === "#") {
			return;
		}
		let negative = false;
		if (body[0] === "!") {
			negative = true;
			body = body.slice(1);
		}
		const last = body[body.length - 1];
		if (last === SPACE || stripLineEnd && (last === "\r" || last === "\n")) {
			body = trimEnd(body, stripLineEnd);
		}
		if (!body || hasTrailingBackslash(body)) {
			return;
		}
		body = body.replace(REGEX_REPLACE_LEADING_EXCAPED_EXCLAMATION, "!").replace(REGEX_REPLACE_LEADING_EXCAPED_HASH, "#");
		const regexPrefix = makeRegexPrefix(body);
		return new IgnoreRule(pattern, mark, body, ignoreCase, negative, regexPrefix);
	};
	class RuleManager {
		constructor(ignoreCase) {
			this._ignoreCase = ignoreCase;
			this._rules = [];
			this._basenameCount = 0;
		}
		_add(pattern, index) {
			if (pattern && pattern[KEY_IGNORE]) {
				this._rules = this._rules.concat(pattern._rules._rules);
				this._basenameCount += pattern._rules._basenameCount;
				this._added = true;
				return;
			}
			const isStr = isString(pattern);
			const raw = isStr ? pattern : pattern.pattern;
			const rule = checkPattern(raw) && createRule(raw, isStr ? UNDEFINED : pattern.mark, this._ignoreCase, !this._split, this._stripBOM && !index);
			if (rule) {
				this._added = true;
				this._rules.push(rule);
				if (matchesBasename(rule.body)) {
					this._basenameCount++;
				}
			}
		}
		add(pattern) {
			this._added = false;
			this._split = isString(pattern);
			this._stripBOM = !this._split || pattern[0] === BOM;
			makeArray(this._split ? splitPattern(pattern) : pattern).forEach(this._add, this);
			if (this._added) {
				this._literalRules = UNDEFINED;
			}
			return this._added;
		}
		testLiteral(path) {
			const rules = this._literalRules || (this._literalRules = this._rules.filter(({ body }) => body[body.length - (body[body.length - 1] === SLASH ? 2 : 1)] === "*"));
			let ignored = false;
			let unignored = false;
			let matchedRule;
			for (let index = rules.length - 1; index >= 0; index--) {
				const rule = rules[index];
				if (rule.checkRegex.test(path)) {
					ignored = !rule.negative;
					unignored = rule.negative;
					matchedRule = rule.negative ? UNDEFINED : rule;
					break;
				}
			}
			const ret = { ignored, unignored };
			if (matchedRule) {
				ret.rule = matchedRule;
			}
			return ret;
		}
		test(path, mode) {
			const rules = this._rules;
			const { length } = rules;
			const shortcut = this._basenameCount * 2 >= length;
			const basename = shortcut ? basenameOf(path) : path;
			for (let index = length - 1; index >= 0; index--) {
				const rule = rules[index];
				if (rule[mode].test(shortcut && rule._basenameOnly ? basename : path)) {
					const { negative } = rule;
					const ret = { ignored: !negative, unignored: negative };
					if (!negative) {
						ret.rule = rule;
					}
					return ret;
				}
			}
			return { ignored: false, unignored: false };
		}
	}
	const throwError = (message, Ctor) => {
		throw new Ctor(message);
	};
	const checkPath = (path, originalPath, doThrow) => {
		if (!isString(path)) {
			return doThrow(`path must be a string, but got \`${originalPath}\``, TypeError);
		}
		if (!path) {
			return doThrow(`path must not be empty`, TypeError);
		}
		if (checkPath.isNotRelative(path)) {
			const r = "`path.relative()`d";
			return doThrow(`path should be a ${r} string, but got "${originalPath}"`, RangeError);
		}
		return true;
	};
	const isNotRelative = (path) => {
		const first = path.charCodeAt(0);
		if (first === SLASH_CODE) {
			return true;
		}
		if (first !== DOT_CODE) {
			return false;
		}
		if (path.length === 1) {
			return true;
		}
		const second = path.charCodeAt(1);
		if (second === SLASH_CODE) {
			return true;
		}
		if (second !== DOT_CODE) {
			return false;
		}
		return path.length === 2 || path.charCodeAt(2) === SLASH_CODE;
	};
	checkPath.isNotRelative = isNotRelative;
	checkPath.convert = (p) => p;
	const convertPath = (target) => isString(target) && checkPath.convert(target);
	class Ignore {
		constructor({ ignorecase = true, ignoreCase = ignorecase, allowRelativePaths = false } = {}) {
			define(this, KEY_IGNORE, true);
			this._rules = new RuleManager(ignoreCase);
			this._strictPathCheck = !allowRelativePaths;
			this._initCache();
		}
		_initCache() {
			this._ignoreCache = /* @__PURE__ */ Object.create(null);
			this._testCache = /* @__PURE__ */ Object.create(null);
		}
		add(pattern) {
			if (this._rules.add(pattern)) {
				this._initCache();
			}
			return this;
		}
		addPattern(pattern) {
			return this.add(pattern);
		}
		_test(originalPath, cache, path) {
			checkPath(path, originalPath, this._strictPathCheck ? throwError : RETURN_FALSE);
			return path ? this._t(path, cache) : { ignored: false, unignored: false };
		}
		checkIgnore(target) {
			const path = convertPath(target);
			if (!path || path.charCodeAt(path.length - 1) !== SLASH_CODE) {
				return this._test(target, this._testCache, path);
			}
			const dir = this._t(path, this._testCache);
			if (dir.ignored) {
				return dir;
			}
			const literal = this._rules.testLiteral(path);
			return literal.ignored || literal.unignored ? literal : dir;
		}
		_t(path, cache) {
			if (path in cache) {
				return cache[path];
			}
			const parentPath = parentOf(path);
			const parent = parentPath ? this._t(parentPath, cache) : UNDEFINED;
			return cache[path] = parent && parent.ignored ? parent : this._rules.test(path, MODE_IGNORE);
		}
		ignores(path) {
			return this._test(path, this._ignoreCache, convertPath(path)).ignored;
		}
		createFilter() {
			return (path) => !this.ignores(path);
		}
		filter(paths) {
			return makeArray(paths).filter(this.createFilter());
		}
		test(path) {
			return this._test(path, this._testCache, convertPath(path));
		}
	}
	const factory = (options) => new Ignore(options);
	const isPathValid = (path) => checkPath(convertPath(path), path, RETURN_FALSE);
	const setupWindows = () => {
		const makePosix = (str) => /^\\\\\?\\/.test(str) || /["<>|\u0000-\u001F]+/u.test(str) ? str : str.replace(/\\/g, "/");
		checkPath.convert = makePosix;
		const REGEX_TEST_WINDOWS_PATH_ABSOLUTE = /^[a-z]:\//i;
		checkPath.isNotRelative = (path) => REGEX_TEST_WINDOWS_PATH_ABSOLUTE.test(path) || isNotRelative(path);
	};
	if (typeof process !== "undefined" && process.platform === "win32") {
		setupWindows();
	}
	module.exports = factory;
	factory.default = factory;
	module.exports.isPathValid = isPathValid;
	define(module.exports, /* @__PURE__ */ Symbol.for("setupWindows"), setupWindows);
}), 48685: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { issueFileCommand: () => issueFileCommand, prepareKeyValueMessage: () => prepareKeyValueMessage });
	var external_crypto_ = __require(76982);
	var external_fs_ = __require(79896);
	var external_os_ = __require(70857);
	;
	function toCommandValue(input) {
		if (input === null || input === void 0) {
			return "";
		} else if (typeof input === "string" || input instanceof String) {
			return input;
		}
		return JSON.stringify(input);
	}
	function toCommandProperties(annotationProperties) {
		if (!Object.keys(annotationProperties).length) {
			return {};
		}
		return { title: annotationProperties.title, file: annotationProperties.file, line: annotationProperties.startLine, endLine: annotationProperties.endLine, col: annotationProperties.startColumn, endColumn: annotationProperties.endColumn };
	}
	;
	function issueFileCommand(command, message) {
		const filePath = process.env[`GITHUB_${command}`];
		if (!filePath) {
			throw new Error(`Unable to find environment variable for file command ${command}`);
		}
		if (!external_fs_.existsSync(filePath)) {
			throw new Error(`Missing file at path: ${filePath}`);
		}
		external_fs_.appendFileSync(filePath, `${toCommandValue(message)}${external_os_.EOL}`, { encoding: "utf8" });
	}
	function prepareKeyValueMessage(key, value) {
		const delimiter = `ghadelimiter_${external_crypto_.randomUUID()}`;
		const convertedValue = toCommandValue(value);
		if (key.includes(delimiter)) {
			throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
		}
		if (convertedValue.includes(delimiter)) {
			throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
		}
		return `${key}<<${delimiter}${external_os_.EOL}${convertedValue}${external_os_.EOL}${delimiter}`;
	}
}), 31169: ((__module, __exports, __require) => {
	__require.d(__exports, { C: () => createParser });
	;
	class ParseError extends Error {
		constructor(message, options) {
			super(message);
			this.name = "ParseError";
			this.type = options.type;
			this.field = options.field;
			this.value = options.value;
			this.line = options.line;
		}
	}
	;
	const LF = 10;
	const CR = 13;
	const SPACE = 32;
	const MAX_FIELD_PREFIX_LENGTH = 6;
	function createParser(config) {
		if (typeof config === "function") {
			throw new TypeError("`config` must be an object, got a function instead. Did you mean `createParser({onEvent: fn})`?");
		}
		const { maxBufferSize, onComment, onError, onEvent, onId, onRetry } = config;
		const pendingFragments = [];
		let pendingFragmentsLength = 0;
		let bomPrefix = "";
		let id2;
		let data = "";
		let dataLines = 0;
		let eventType;
		let terminated = false;
		let skippingLine = false;
		let skipNextLineFeed = false;
		function feed(chunk) {
			if (terminated) {
				throw new Error("Cannot feed parser: it was terminated after exceeding the configured max buffer size. Call `reset()` to resume parsing.");
			}
			if (bomPrefix !== void 0) {
				chunk = bomPrefix + chunk;
				if (chunk === "" || chunk === "\xEF" || chunk === "\xEF\xBB") {
					bomPrefix = chunk;
					return;
				}
				bomPrefix = void 0;
				chunk = chunk.replace(/^(?:\uFEFF|\xEF\xBB\xBF)/, "");
			}
			if (skippingLine || skipNextLineFeed) {
				chunk = resumeAfterSkip(chunk);
				if (!chunk) {
					return;
				}
			}
			if (!pendingFragments.length) {
				const trailing = processLines(chunk);
				if (trailing !== "") {
					storeTrailing(trailing);
				}
				checkForBufferOverflow();
				return;
			}
			if (chunk.indexOf("\n") === -1 && chunk.indexOf("\r") === -1) {
				if (pendingFragmentsLength < MAX_FIELD_PREFIX_LENGTH) {
					const head = pendingFragments.join("") + chunk.slice(0, MAX_FIELD_PREFIX_LENGTH - pendingFragmentsLength);
					if (!shouldBufferTrailing(head)) {
						pendingFragments.length = 0;
						pendingFragmentsLength = 0;
						skippingLine = true;
						return;
					}
				}
				pendingFragments.push(chunk);
				pendingFragmentsLength += chunk.length;
				checkForBufferOverflow();
				return;
			}
			pendingFragments.push(chunk);
			const input = pendingFragments.join("");
			pendingFragments.length = 0;
			pendingFragmentsLength = 0;
			storeTrailing(processLines(input));
			checkForBufferOverflow();
		}
		function resumeAfterSkip(chunk) {
			if (chunk.length === 0) {
				return chunk;
			}
			if (skipNextLineFeed) {
				skipNextLineFeed = false;
				return chunk.charCodeAt(0) === LF ? chunk.slice(1) : chunk;
			}
			const crIndex = chunk.indexOf("\r");
			const lfIndex = chunk.indexOf("\n");
			const lineEnd = crIndex === -1 ? lfIndex : lfIndex === -1 ? crIndex : crIndex < lfIndex ? crIndex : lfIndex;
			if (lineEnd === -1) {
				return "";
			}
			if (lineEnd === chunk.length - 1 && chunk.charCodeAt(lineEnd) === CR) {
				skippingLine = false;
				skipNextLineFeed = true;
				return "";
			}
			skippingLine = false;
			return chunk.slice(lineEnd + (chunk.charCodeAt(lineEnd) === CR && chunk.charCodeAt(lineEnd + 1) === LF ? 2 : 1));
		}
		function storeTrailing(trailing) {
			if (!trailing) return;
			if (trailing.charCodeAt(trailing.length - 1) === CR) {
				parseLine(trailing, 0, trailing.length - 1);
				if (checkForBufferOverflow()) return;
				skipNextLineFeed = true;
				return;
			}
			if (shouldBufferTrailing(trailing)) {
				pendingFragments.push(trailing);
				pendingFragmentsLength = trailing.length;
				return;
			}
			skippingLine = true;
		}
		function shouldBufferTrailing(trailing) {
			const firstCharCode = trailing.charCodeAt(0);
			return firstCharCode === 58 && !!onComment || firstCharCode === 100 && isPotentialField(trailing, "data") || firstCharCode === 101 && isPotentialField(trailing, "event") || firstCharCode === 105 && isPotentialField(trailing, "id") || firstCharCode === 114 && isPotentialField(trailing, "retry");
		}
		function checkForBufferOverflow() {
			if (terminated) return true;
			if (maxBufferSize === void 0) return false;
			if (pendingFragmentsLength + data.length <= maxBufferSize) return false;
			terminated = true;
			pendingFragments.length = 0;
			pendingFragmentsLength = 0;
			id2 = void 0;
			data = "";
			dataLines = 0;
			eventType = void 0;
			skippingLine = false;
			skipNextLineFeed = false;
			onError === null || onError === void 0 ? void 0 : onError(new ParseError(`Buffered data exceeded max buffer size of ${maxBufferSize} characters`, { type: "max-buffer-size-exceeded" }));
			return true;
		}
		function processLines(chunk) {
			let searchIndex = 0;
			if (chunk.indexOf("\r") === -1) {
				let lfIndex2 = chunk.indexOf("\n", searchIndex);
				while (lfIndex2 !== -1) {
					if (searchIndex === lfIndex2) {
						if (id2 !== void 0) {
							onId === null || onId === void 0 ? void 0 : onId(id2);
						}
						if (dataLines > 0) {
							onEvent === null || onEvent === void 0 ? void 0 : onEvent({ id: id2, event: eventType, data });
						}
						id2 = void 0;
						data = "";
						dataLines = 0;
						eventType = void 0;
						searchIndex = lfIndex2 + 1;
						lfIndex2 = chunk.indexOf("\n", searchIndex);
						continue;
					}
					const firstCharCode = chunk.charCodeAt(searchIndex);
					if (isDataPrefix(chunk, searchIndex, firstCharCode)) {
						const valueStart = chunk.charCodeAt(searchIndex + 5) === SPACE ? searchIndex + 6 : searchIndex + 5;
						const value = chunk.slice(valueStart, lfIndex2);
						if (dataLines === 0 && chunk.charCodeAt(lfIndex2 + 1) === LF) {
							if (id2 !== void 0) {
								onId === null || onId === void 0 ? void 0 : onId(id2);
							}
							onEvent === null || onEvent === void 0 ? void 0 : onEvent({ id: id2, event: eventType, data: value });
							id2 = void 0;
							data = "";
							eventType = void 0;
							searchIndex = lfIndex2 + 2;
							lfIndex2 = chunk.indexOf("\n", searchIndex);
							continue;
						}
						data = dataLines === 0 ? value : `${data}
${value}`;
						dataLines++;
					} else if (isEventPrefix(chunk, searchIndex, firstCharCode)) {
						eventType = chunk.slice(chunk.charCodeAt(searchIndex + 6) === SPACE ? searchIndex + 7 : searchIndex + 6, lfIndex2) || void 0;
					} else {
						parseLine(chunk, searchIndex, lfIndex2);
					}
					if (checkForBufferOverflow()) return "";
					searchIndex = lfIndex2 + 1;
					lfIndex2 = chunk.indexOf("\n", searchIndex);
				}
				return chunk.slice(searchIndex);
			}
			let crIndex = chunk.indexOf("\r", searchIndex);
			let lfIndex = chunk.indexOf("\n", searchIndex);
			while (searchIndex < chunk.length) {
				let lineEnd = -1;
				if (crIndex !== -1 && lfIndex !== -1) {
					lineEnd = crIndex < lfIndex ? crIndex : lfIndex;
				} else if (crIndex !== -1) {
					if (crIndex === chunk.length - 1) {
						lineEnd = -1;
					} else {
						lineEnd = crIndex;
					}
				} else if (lfIndex !== -1) {
					lineEnd = lfIndex;
				}
				if (lineEnd === -1) {
					break;
				}
				parseLine(chunk, searchIndex, lineEnd);
				if (checkForBufferOverflow()) return "";
				searchIndex = lineEnd + 1;
				if (chunk.charCodeAt(searchIndex - 1) === CR && chunk.charCodeAt(searchIndex) === LF) {
					searchIndex++;
				}
				if (crIndex !== -1 && crIndex < searchIndex) {
					crIndex = chunk.indexOf("\r", searchIndex);
				}
				if (lfIndex !== -1 && lfIndex < searchIndex) {
					lfIndex = chunk.indexOf("\n", searchIndex);
				}
			}
			return chunk.slice(searchIndex);
		}
		function parseLine(chunk, start, end) {
			if (start === end) {
				dispatchEvent();
				return;
			}
			const firstCharCode = chunk.charCodeAt(start);
			if (isDataPrefix(chunk, start, firstCharCode)) {
				const valueStart = chunk.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5;
				const value2 = chunk.slice(valueStart, end);
				data = dataLines === 0 ? value2 : `${data}
${value2}`;
				dataLines++;
				return;
			}
			if (isEventPrefix(chunk, start, firstCharCode)) {
				eventType = chunk.slice(chunk.charCodeAt(start + 6) === SPACE ? start + 7 : start + 6, end) || void 0;
				return;
			}
			if (firstCharCode === 105 && chunk.charCodeAt(start + 1) === 100 && chunk.charCodeAt(start + 2) === 58) {
				const value2 = chunk.slice(chunk.charCodeAt(start + 3) === SPACE ? start + 4 : start + 3, end);
				if (!value2.includes("\0")) id2 = value2;
				return;
			}
			if (firstCharCode === 58) {
				if (onComment) {
					const line2 = chunk.slice(start, end);
					onComment(line2.slice(chunk.charCodeAt(start + 1) === SPACE ? 2 : 1));
				}
				return;
			}
			const line = chunk.slice(start, end);
			const fieldSeparatorIndex = line.indexOf(":");
			if (fieldSeparatorIndex === -1) {
				processField(line, "", line);
				return;
			}
			const field = line.slice(0, fieldSeparatorIndex);
			const offset = line.charCodeAt(fieldSeparatorIndex + 1) === SPACE ? 2 : 1;
			const value = line.slice(fieldSeparatorIndex + offset);
			processField(field, value, line);
		}
		function processField(field, value, line) {
			switch (field) {
				case "event":
					eventType = value || void 0;
					break;
				case "data":
					data = dataLines === 0 ? value : `${data}
${value}`;
					dataLines++;
					break;
				case "id":
					if (!value.includes("\0")) id2 = value;
					break;
				case "retry":
					if (/^\d+$/.test(value)) {
						onRetry === null || onRetry === void 0 ? void 0 : onRetry(parseInt(value, 10));
					} else {
						onError === null || onError === void 0 ? void 0 : onError(new ParseError(`Invalid \`retry\` value: "${value}"`, { type: "invalid-retry", value, line }));
					}
					break;
				default:
					onError === null || onError === void 0 ? void 0 : onError(new ParseError(`Unknown field "${field.length > 20 ? `${field.slice(0, 20)}\u2026` : field}"`, { type: "unknown-field", field, value, line }));
					break;
			}
		}
		function dispatchEvent() {
			if (id2 !== void 0) {
				onId === null || onId === void 0 ? void 0 : onId(id2);
			}
			if (dataLines > 0) {
				onEvent === null || onEvent === void 0 ? void 0 : onEvent({ id: id2, event: eventType, data });
			}
			id2 = void 0;
			data = "";
			dataLines = 0;
			eventType = void 0;
		}
		function reset(options = {}) {
			if (options.consume && pendingFragments.length > 0) {
				const incompleteLine = pendingFragments.join("");
				parseLine(incompleteLine, 0, incompleteLine.length);
			}
			bomPrefix = "";
			id2 = void 0;
			data = "";
			dataLines = 0;
			eventType = void 0;
			pendingFragments.length = 0;
			pendingFragmentsLength = 0;
			terminated = false;
			skippingLine = false;
			skipNextLineFeed = false;
		}
		return { feed, reset };
	}
	function isDataPrefix(chunk, i, firstCharCode) {
		return firstCharCode === 100 && chunk.charCodeAt(i + 1) === 97 && chunk.charCodeAt(i + 2) === 116 && chunk.charCodeAt(i + 3) === 97 && chunk.charCodeAt(i + 4) === 58;
	}
	function isEventPrefix(chunk, i, firstCharCode) {
		return firstCharCode === 101 && chunk.charCodeAt(i + 1) === 118 && chunk.charCodeAt(i + 2) === 101 && chunk.charCodeAt(i + 3) === 110 && chunk.charCodeAt(i + 4) === 116 && chunk.charCodeAt(i + 5) === 58;
	}
	function isPotentialField(line, field) {
		let i = 1;
		while (i < line.length && i < field.length) {
			if (line.charCodeAt(i) !== field.charCodeAt(i)) {
				return false;
			}
			i++;
		}
		return line.length <= field.length || line.charCodeAt(field.length) === 58;
	}
}), 97830: ((__module, __exports, __require) => {
	__require.d(__exports, { al: () => createTarPacker });
	var $$By1HVV7Z0 = __require(87439);
	function createTarPacker() {
		let streamController;
		let packer;
		let bodyController = null;
		let resume = null;
		let drain2 = null;
		let stopped = false;
		let stopReason;
		const unblock = () => {
			resume?.();
			resume = null;
			drain2 = null;
		};
		const stop = (reason) => {
			if (stopped) return;
			stopped = true;
			stopReason = reason;
			bodyController?.error(reason);
			bodyController = null;
			streamController.error(reason);
			unblock();
		};
		const abortBody = (reason = AbortSignal.abort().reason) => {
			bodyController = null;
			stop(reason);
		};
		const checkStopped = () => {
			if (stopped) throw stopReason;
		};
		const emit = (operation) => {
			checkStopped();
			try {
				operation();
			} catch (error) {
				stop(error);
				throw error;
			}
			const pending = drain2;
			if (!pending) return;
			const signal = bodyController?.signal;
			if (!signal) return;
			if (signal.aborted) abortBody(signal.reason);
			else signal.onabort = () => abortBody(signal.reason);
			return pending.then(checkStopped);
		};
		return { readable: new ReadableStream({ start(controller) {
			streamController = controller;
			packer = (0, $$By1HVV7Z0.t)((chunk) => {
				const buffer = chunk.buffer;
				controller.enqueue(buffer instanceof ArrayBuffer && !Reflect.get(buffer, "resizable") ? chunk : new Uint8Array(chunk));
				if ((controller.desiredSize ?? 1) <= 0) drain2 ||= new Promise((resolve) => {
					resume = resolve;
				});
			});
		}, pull: unblock, cancel(reason = AbortSignal.abort().reason) {
			stop(reason);
		} }, new ByteLengthQueuingStrategy({ highWaterMark: 8388608 })), controller: { add(header) {
			try {
				checkStopped();
				if (bodyController) throw new Error("Previous entry must be completed before adding a new one");
				packer.add(header);
			} catch (error) {
				stop(error);
				throw error;
			}
			return new WritableStream({ start(controller) {
				bodyController = controller;
			}, write(chunk) {
				return emit(() => {
					if (!ArrayBuffer.isView(chunk) || chunk[Symbol.toStringTag] !== "Uint8Array") throw new TypeError("Expected a Uint8Array body chunk");
					packer.write(chunk);
				});
			}, close() {
				const result = emit(() => packer.endEntry());
				if (!result) {
					bodyController = null;
					return;
				}
				return result.then(() => {
					bodyController = null;
				});
			}, abort: abortBody });
		}, finalize() {
			try {
				checkStopped();
				if (bodyController) throw new Error("Cannot finalize while an entry is still active");
				packer.finalize();
				streamController.close();
			} catch (error) {
				stop(error);
				throw error;
			}
		}, error(err) {
			stop(err);
		} } };
	}
	async function streamToBuffer(stream) {
		const chunks = [];
		const reader = stream.getReader();
		let totalLength = 0;
		try {
			while (true) {
				const { done, value } = await reader.read();
				if (done) break;
				chunks.push(value);
				totalLength += value.length;
			}
			const result = new Uint8Array(totalLength);
			let offset = 0;
			for (const chunk of chunks) {
				result.set(chunk, offset);
				offset += chunk.length;
			}
			return result;
		} finally {
			reader.releaseLock();
		}
	}
	const drain = (stream) => stream.pipeTo(new WritableStream());
	const BUFFER_LIMIT = 1048576;
	const RESUME_LIMIT = BUFFER_LIMIT / 2;
	function createTarDecoder(options = {}) {
		const unpacker = createUnpacker(options);
		const strict = options.strict ?? false;
		let controller = null;
		let bodyController = null;
		let pumping = false;
		let blocked = false;
		let resume = null;
		let abortHooked = false;
		let eofReached = false;
		let sourceEnded = false;
		let closed = false;
		const unblock = () => {
			resume?.();
			resume = null;
		};
		const closeBody = () => {
			try {
				bodyController?.close();
			} catch {
			}
			bodyController = null;
		};
		const fail = (reason) => {
			if (closed) return;
			closed = true;
			try {
				bodyController?.error(reason);
			} catch {
			}
			bodyController = null;
			try {
				controller.error(reason);
			} catch {
			}
			controller = null;
			unblock();
		};
		const finish = () => {
			if (closed) return;
			closed = true;
			closeBody();
			try {
				controller.close();
			} catch {
			}
			controller = null;
			unblock();
		};
		const truncateOrFinish = () => {
			if (strict) throw new Error("Tar archive is truncated.");
			finish();
		};
		const pump = () => {
			if (pumping || closed || !controller) return;
			blocked = false;
			pumping = true;
			try {
				while (true) {
					if (eofReached) {
						if (sourceEnded) finish();
						break;
					}
					if (unpacker.isEntryActive()) {
						if (sourceEnded && !unpacker.canFinish()) {
							truncateOrFinish();
							break;
						}
						if (bodyController) {
							if ((bodyController.desiredSize ?? 1) <= 0) {
								blocked = true;
								break;
							}
							if (unpacker.streamBody((c) => (bodyController.enqueue(c), (bodyController.desiredSize ?? 1) > 0)) === 0 && !unpacker.isBodyComplete()) {
								if (sourceEnded) truncateOrFinish();
								break;
							}
						} else if (!unpacker.skipEntry()) {
							if (sourceEnded) truncateOrFinish();
							break;
						}
						if (unpacker.isBodyComplete()) {
							closeBody();
							if (!unpacker.skipPadding()) {
								if (sourceEnded) truncateOrFinish();
								break;
							}
						}
					} else {
						if ((controller.desiredSize ?? 0) < 0) {
							blocked = true;
							break;
						}
						const header = unpacker.readHeader();
						if (header === null) {
							if (sourceEnded) finish();
							break;
						}
						if (header === void 0) {
							if (sourceEnded) {
								unpacker.finish();
								finish();
								break;
							}
							eofReached = true;
							break;
						}
						controller.enqueue({ header, body: new ReadableStream({ start(c) {
							if (header.size === 0) c.close();
							else bodyController = c;
						}, pull: pump, cancel() {
							bodyController = null;
							pump();
						} }) });
					}
				}
			} catch (error) {
				fail(error);
				throw error;
			} finally {
				pumping = false;
			}
			if (resume && (!blocked || unpacker.available() < RESUME_LIMIT)) unblock();
		};
		return { readable: new ReadableStream({ start(c) {
			controller = c;
		}, pull: pump, cancel(reason) {
			unpacker.end();
			if (reason !== void 0) fail(reason);
			else finish();
		} }, { highWaterMark: 2 }), writable: new WritableStream({ write(chunk, controller2) {
			try {
				unpacker.write(chunk);
				pump();
				if (blocked && unpacker.available() >= BUFFER_LIMIT) {
					if (!abortHooked) {
						controller2.signal.onabort = unblock;
						abortHooked = true;
					}
					return new Promise((resolve) => resume = resolve);
				}
			} catch (error) {
				fail(error);
				throw error;
			}
		}, close() {
			try {
				sourceEnded = true;
				unpacker.end();
				pump();
			} catch (error) {
				fail(error);
				throw error;
			}
		}, abort(reason) {
			fail(reason);
		} }) };
	}
	async function packTar(entries) {
		const { readable, controller } = createTarPacker();
		const archive = streamToBuffer(readable);
		try {
			for (const entry of entries) {
				const entryStream = controller.add(entry.header);
				const body = "body" in entry ? entry.body : entry.data;
				if (!body) {
					await entryStream.close();
					continue;
				}
				if (body instanceof ReadableStream) await body.pipeTo(entryStream);
				else if (body instanceof Blob) await body.stream().pipeTo(entryStream);
				else try {
					const chunk = await normalizeBody(body);
					if (chunk.length > 0) {
						const writer = entryStream.getWriter();
						await writer.write(chunk);
						await writer.close();
					} else await entryStream.close();
				} catch {
					throw new TypeError(`Unsupported content type for entry "${entry.header.name}".`);
				}
			}
			controller.finalize();
		} catch (error) {
			controller.error(error);
		}
		return archive;
	}
	async function unpackTar(archive, options = {}) {
		if (!(archive instanceof ReadableStream)) return unpackTarBuffer(archive instanceof Uint8Array ? archive : new Uint8Array(archive), options);
		const results = [];
		const reader = archive.pipeThrough(createTarDecoder(options)).getReader();
		try {
			while (true) {
				const { done, value: entry } = await reader.read();
				if (done) break;
				let processedHeader;
				try {
					processedHeader = transformHeader(entry.header, options);
				} catch (error) {
					await entry.body.cancel();
					throw error;
				}
				if (processedHeader === null) {
					await drain(entry.body);
					continue;
				}
				if (isBodyless(processedHeader)) {
					await drain(entry.body);
					results.push({ header: processedHeader });
				} else results.push({ header: processedHeader, data: await streamToBuffer(entry.body) });
			}
		} catch (error) {
			await reader.cancel(error).catch(() => {
			});
			throw error;
		} finally {
			reader.releaseLock();
		}
		return results;
	}
	function unpackTarBuffer(archive, options) {
		const unpacker = createUnpacker(options);
		const strict = options.strict ?? false;
		const results = [];
		unpacker.write(archive);
		unpacker.end();
		while (true) {
			const header = unpacker.readHeader();
			if (header === void 0) break;
			if (header === null) {
				if (strict) throw new Error("Tar archive is truncated.");
				break;
			}
			const processedHeader = transformHeader(header, options);
			if (processedHeader === null) {
				const skipped = unpacker.skipEntry();
				if (!skipped && strict) throw new Error("Tar archive is truncated.");
				if (!skipped) break;
				continue;
			}
			if (isBodyless(processedHeader)) {
				const skipped = unpacker.skipEntry();
				if (!skipped && strict) throw new Error("Tar archive is truncated.");
				results.push({ header: processedHeader });
				if (!skipped) break;
				continue;
			}
			let size = header.size;
			if (size < 0 || !unpacker.canFinish()) {
				if (strict) throw new Error("Tar archive is truncated.");
				size = unpacker.bodyBytes();
			}
			const data = new Uint8Array(size);
			let offset = 0;
			unpacker.streamBody((chunk) => {
				data.set(chunk, offset);
				offset += chunk.length;
				return true;
			});
			const bodyComplete = unpacker.isBodyComplete();
			let paddingComplete = true;
			if (bodyComplete) {
				paddingComplete = unpacker.skipPadding();
				if (!paddingComplete && strict) throw new Error("Tar archive is truncated.");
			}
			results.push({ header: processedHeader, data });
			if (!bodyComplete || !paddingComplete) break;
		}
		unpacker.finish();
		return results;
	}
}), 73477: ((__module, __exports, __require) => {
	__require.d(__exports, { w$: () => datetime });
	var $$index0 = __require(41299);
	var $$schemas1 = __require(34410);
	function datetime(params) {
		return $$index0.G1($$schemas1.You, params);
	}
	function date(params) {
		return core._isoDate(ZodISODate, params);
	}
	function time(params) {
		return core._isoTime(ZodISOTime, params);
	}
	function duration(params) {
		return core._isoDuration(ZodISODuration, params);
	}
}) };
export {
	id,
	ids,
	modules
};
