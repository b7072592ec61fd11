const id = 423;
const ids = [423];
const modules = { 50114: ((module, __exports, __require) => {
	const path2 = __require(16928);
	const factory = (options) => new IgnoreBase(options);
	factory.default = factory;
	module.exports = factory;
	function make_array(subject) {
		return Array.isArray(subject) ? subject : [subject];
	}
	const REGEX_TRAILING_SLASH = /(?<=.)\/$/;
	const REGEX_TRAILING_BACKSLASH = /(?<=.)\\$/;
	const REGEX_TRAILING_PATH_SEP = path2.sep === "\\" ? REGEX_TRAILING_BACKSLASH : REGEX_TRAILING_SLASH;
	const KEY_IGNORE = typeof Symbol !== "undefined" ? /* @__PURE__ */ Symbol.for("dockerignore") : "dockerignore";
	function cleanPath(file) {
		return path2.normalize(file).replace(REGEX_TRAILING_PATH_SEP, "");
	}
	function toSlash(file) {
		if (path2.sep === "/") {
			return file;
		}
		return file.replace(/\\/g, "/");
	}
	function fromSlash(file) {
		if (path2.sep === "/") {
			return file;
		}
		return file.replace(/\//g, path2.sep);
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
			return make_array(paths).filter((path3) => this._filter(path3));
		}
		createFilter() {
			return (path3) => this._filter(path3);
		}
		ignores(path3) {
			return !this._filter(path3);
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
			return { origin, pattern, dirs: pattern.split(path2.sep), negative };
		}
		_filter(path3) {
			if (!path3) {
				return false;
			}
			if (path3 in this._cache) {
				return this._cache[path3];
			}
			return this._cache[path3] = this._test(path3);
		}
		_test(file) {
			file = fromSlash(file);
			const parentPath = cleanPath(path2.dirname(file));
			const parentPathDirs = parentPath.split(path2.sep);
			let matched = false;
			this._rules.forEach((rule) => {
				let match = this._match(file, rule);
				if (!match && parentPath !== ".") {
					if (rule.dirs.includes("**")) {
						for (let i = rule.dirs.filter((x) => x !== "**").length; i <= parentPathDirs.length; i++) {
							match = match || this._match(parentPathDirs.slice(0, i).join(path2.sep), rule);
						}
					} else if (rule.dirs.length <= parentPathDirs.length) {
						match = this._match(parentPathDirs.slice(0, rule.dirs.length).join(path2.sep), rule);
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
			let escapedSlash = path2.sep === "\\" ? "\\\\" : path2.sep;
			for (let i = 0; i < rule.pattern.length; i++) {
				const ch = rule.pattern[i];
				if (ch === "*") {
					if (rule.pattern[i + 1] === "*") {
						i++;
						if (rule.pattern[i + 1] === path2.sep) {
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
					if (path2.sep === "\\") {
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
	const basenameOf = (path2) => {
		const end = path2.length - 1;
		const index = path2.lastIndexOf(SLASH, path2[end] === SLASH ? end - 1 : end);
		return index < 0 ? path2 : path2.slice(index + 1);
	};
	const parentOf = (path2) => {
		if (path2.charCodeAt(0) === SLASH_CODE || path2.indexOf(DOUBLE_SLASH) >= 0) {
			const slices = path2.split(SLASH).filter(Boolean);
			slices.pop();
			return slices.length ? slices.join(SLASH) + SLASH : EMPTY;
		}
		const end = path2.length - 1;
		const cut = path2.lastIndexOf(SLASH, path2.charCodeAt(end) === SLASH_CODE ? end - 1 : end);
		return cut < 0 ? EMPTY : path2.slice(0, cut + 1);
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
		testLiteral(path2) {
			const rules = this._literalRules || (this._literalRules = this._rules.filter(({ body }) => body[body.length - (body[body.length - 1] === SLASH ? 2 : 1)] === "*"));
			let ignored = false;
			let unignored = false;
			let matchedRule;
			for (let index = rules.length - 1; index >= 0; index--) {
				const rule = rules[index];
				if (rule.checkRegex.test(path2)) {
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
		test(path2, mode) {
			const rules = this._rules;
			const { length } = rules;
			const shortcut = this._basenameCount * 2 >= length;
			const basename = shortcut ? basenameOf(path2) : path2;
			for (let index = length - 1; index >= 0; index--) {
				const rule = rules[index];
				if (rule[mode].test(shortcut && rule._basenameOnly ? basename : path2)) {
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
	const checkPath = (path2, originalPath, doThrow) => {
		if (!isString(path2)) {
			return doThrow(`path must be a string, but got \`${originalPath}\``, TypeError);
		}
		if (!path2) {
			return doThrow(`path must not be empty`, TypeError);
		}
		if (checkPath.isNotRelative(path2)) {
			const r = "`path.relative()`d";
			return doThrow(`path should be a ${r} string, but got "${originalPath}"`, RangeError);
		}
		return true;
	};
	const isNotRelative = (path2) => {
		const first = path2.charCodeAt(0);
		if (first === SLASH_CODE) {
			return true;
		}
		if (first !== DOT_CODE) {
			return false;
		}
		if (path2.length === 1) {
			return true;
		}
		const second = path2.charCodeAt(1);
		if (second === SLASH_CODE) {
			return true;
		}
		if (second !== DOT_CODE) {
			return false;
		}
		return path2.length === 2 || path2.charCodeAt(2) === SLASH_CODE;
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
		_test(originalPath, cache, path2) {
			checkPath(path2, originalPath, this._strictPathCheck ? throwError : RETURN_FALSE);
			return path2 ? this._t(path2, cache) : { ignored: false, unignored: false };
		}
		checkIgnore(target) {
			const path2 = convertPath(target);
			if (!path2 || path2.charCodeAt(path2.length - 1) !== SLASH_CODE) {
				return this._test(target, this._testCache, path2);
			}
			const dir = this._t(path2, this._testCache);
			if (dir.ignored) {
				return dir;
			}
			const literal = this._rules.testLiteral(path2);
			return literal.ignored || literal.unignored ? literal : dir;
		}
		_t(path2, cache) {
			if (path2 in cache) {
				return cache[path2];
			}
			const parentPath = parentOf(path2);
			const parent = parentPath ? this._t(parentPath, cache) : UNDEFINED;
			return cache[path2] = parent && parent.ignored ? parent : this._rules.test(path2, MODE_IGNORE);
		}
		ignores(path2) {
			return this._test(path2, this._ignoreCache, convertPath(path2)).ignored;
		}
		createFilter() {
			return (path2) => !this.ignores(path2);
		}
		filter(paths) {
			return makeArray(paths).filter(this.createFilter());
		}
		test(path2) {
			return this._test(path2, this._testCache, convertPath(path2));
		}
	}
	const factory = (options) => new Ignore(options);
	const isPathValid = (path2) => checkPath(convertPath(path2), path2, RETURN_FALSE);
	const setupWindows = () => {
		const makePosix = (str) => /^\\\\\?\\/.test(str) || /["<>|\u0000-\u001F]+/u.test(str) ? str : str.replace(/\\/g, "/");
		checkPath.convert = makePosix;
		const REGEX_TEST_WINDOWS_PATH_ABSOLUTE = /^[a-z]:\//i;
		checkPath.isNotRelative = (path2) => REGEX_TEST_WINDOWS_PATH_ABSOLUTE.test(path2) || isNotRelative(path2);
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
}), 13032: ((__module, __exports, __require) => {
	__require.d(__exports, { getExecOutput: () => getExecOutput });
	var external_string_decoder_ = __require(13193);
	var external_os_ = __require(70857);
	var external_events_ = __require(24434);
	var external_child_process_ = __require(35317);
	var external_path_ = __require(16928);
	var external_assert_ = __require(42613);
	var external_fs_ = __require(79896);
	;
	var __awaiter = function(thisArg, _arguments, P, generator) {
		function adopt(value) {
			return value instanceof P ? value : new P(function(resolve) {
				resolve(value);
			});
		}
		return new (P || (P = Promise))(function(resolve, reject) {
			function fulfilled(value) {
				try {
					step(generator.next(value));
				} catch (e) {
					reject(e);
				}
			}
			function rejected(value) {
				try {
					step(generator["throw"](value));
				} catch (e) {
					reject(e);
				}
			}
			function step(result) {
				result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
			}
			step((generator = generator.apply(thisArg, _arguments || [])).next());
		});
	};
	const { chmod, copyFile, lstat, mkdir, open: io_util_open, readdir, rename, rm, rmdir, stat, symlink, unlink } = external_fs_.promises;
	const IS_WINDOWS = process.platform === "win32";
	function readlink(fsPath) {
		return __awaiter(this, void 0, void 0, function* () {
			const result = yield fs.promises.readlink(fsPath);
			if (IS_WINDOWS && !result.endsWith("\\")) {
				return `${result}\\`;
			}
			return result;
		});
	}
	const UV_FS_O_EXLOCK = 268435456;
	const READONLY = external_fs_.constants.O_RDONLY;
	function exists(fsPath) {
		return __awaiter(this, void 0, void 0, function* () {
			try {
				yield stat(fsPath);
			} catch (err) {
				if (err.code === "ENOENT") {
					return false;
				}
				throw err;
			}
			return true;
		});
	}
	function isDirectory(fsPath_1) {
		return __awaiter(this, arguments, void 0, function* (fsPath, useStat = false) {
			const stats = useStat ? yield stat(fsPath) : yield lstat(fsPath);
			return stats.isDirectory();
		});
	}
	function isRooted(p) {
		p = normalizeSeparators(p);
		if (!p) {
			throw new Error('isRooted() parameter "p" cannot be empty');
		}
		if (IS_WINDOWS) {
			return p.startsWith("\\") || /^[A-Z]:/i.test(p);
		}
		return p.startsWith("/");
	}
	function tryGetExecutablePath(filePath, extensions) {
		return __awaiter(this, void 0, void 0, function* () {
			let stats = void 0;
			try {
				stats = yield stat(filePath);
			} catch (err) {
				if (err.code !== "ENOENT") {
					console.log(`Unexpected error attempting to determine if executable file exists '${filePath}': ${err}`);
				}
			}
			if (stats && stats.isFile()) {
				if (IS_WINDOWS) {
					const upperExt = external_path_.extname(filePath).toUpperCase();
					if (extensions.some((validExt) => validExt.toUpperCase() === upperExt)) {
						return filePath;
					}
				} else {
					if (isUnixExecutable(stats)) {
						return filePath;
					}
				}
			}
			const originalFilePath = filePath;
			for (const extension of extensions) {
				filePath = originalFilePath + extension;
				stats = void 0;
				try {
					stats = yield stat(filePath);
				} catch (err) {
					if (err.code !== "ENOENT") {
						console.log(`Unexpected error attempting to determine if executable file exists '${filePath}': ${err}`);
					}
				}
				if (stats && stats.isFile()) {
					if (IS_WINDOWS) {
						try {
							const directory = external_path_.dirname(filePath);
							const upperName = external_path_.basename(filePath).toUpperCase();
							for (const actualName of yield readdir(directory)) {
								if (upperName === actualName.toUpperCase()) {
									filePath = external_path_.join(directory, actualName);
									break;
								}
							}
						} catch (err) {
							console.log(`Unexpected error attempting to determine the actual case of the file '${filePath}': ${err}`);
						}
						return filePath;
					} else {
						if (isUnixExecutable(stats)) {
							return filePath;
						}
					}
				}
			}
			return "";
		});
	}
	function normalizeSeparators(p) {
		p = p || "";
		if (IS_WINDOWS) {
			p = p.replace(/\//g, "\\");
			return p.replace(/\\\\+/g, "\\");
		}
		return p.replace(/\/\/+/g, "/");
	}
	function isUnixExecutable(stats) {
		return (stats.mode & 1) > 0 || (stats.mode & 8) > 0 && process.getgid !== void 0 && stats.gid === process.getgid() || (stats.mode & 64) > 0 && process.getuid !== void 0 && stats.uid === process.getuid();
	}
	function getCmdPath() {
		var _a;
		return (_a = process.env["COMSPEC"]) !== null && _a !== void 0 ? _a : `cmd.exe`;
	}
	;
	var io_awaiter = function(thisArg, _arguments, P, generator) {
		function adopt(value) {
			return value instanceof P ? value : new P(function(resolve) {
				resolve(value);
			});
		}
		return new (P || (P = Promise))(function(resolve, reject) {
			function fulfilled(value) {
				try {
					step(generator.next(value));
				} catch (e) {
					reject(e);
				}
			}
			function rejected(value) {
				try {
					step(generator["throw"](value));
				} catch (e) {
					reject(e);
				}
			}
			function step(result) {
				result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
			}
			step((generator = generator.apply(thisArg, _arguments || [])).next());
		});
	};
	function cp(source_1, dest_1) {
		return io_awaiter(this, arguments, void 0, function* (source, dest, options = {}) {
			const { force, recursive, copySourceDirectory } = readCopyOptions(options);
			const destStat = (yield ioUtil.exists(dest)) ? yield ioUtil.stat(dest) : null;
			if (destStat && destStat.isFile() && !force) {
				return;
			}
			const newDest = destStat && destStat.isDirectory() && copySourceDirectory ? path.join(dest, path.basename(source)) : dest;
			if (!(yield ioUtil.exists(source))) {
				throw new Error(`no such file or directory: ${source}`);
			}
			const sourceStat = yield ioUtil.stat(source);
			if (sourceStat.isDirectory()) {
				if (!recursive) {
					throw new Error(`Failed to copy. ${source} is a directory, but tried to copy without recursive flag.`);
				} else {
					yield cpDirRecursive(source, newDest, 0, force);
				}
			} else {
				if (path.relative(source, newDest) === "") {
					throw new Error(`'${newDest}' and '${source}' are the same file`);
				}
				yield io_copyFile(source, newDest, force);
			}
		});
	}
	function mv(source_1, dest_1) {
		return io_awaiter(this, arguments, void 0, function* (source, dest, options = {}) {
			if (yield ioUtil.exists(dest)) {
				let destExists = true;
				if (yield ioUtil.isDirectory(dest)) {
					dest = path.join(dest, path.basename(source));
					destExists = yield ioUtil.exists(dest);
				}
				if (destExists) {
					if (options.force == null || options.force) {
						yield rmRF(dest);
					} else {
						throw new Error("Destination already exists");
					}
				}
			}
			yield mkdirP(path.dirname(dest));
			yield ioUtil.rename(source, dest);
		});
	}
	function rmRF(inputPath) {
		return io_awaiter(this, void 0, void 0, function* () {
			if (ioUtil.IS_WINDOWS) {
				if (/[*"<>|]/.test(inputPath)) {
					throw new Error('File path must not contain `*`, `"`, `<`, `>` or `|` on Windows');
				}
			}
			try {
				yield ioUtil.rm(inputPath, { force: true, maxRetries: 3, recursive: true, retryDelay: 300 });
			} catch (err) {
				throw new Error(`File was unable to be removed ${err}`);
			}
		});
	}
	function mkdirP(fsPath) {
		return io_awaiter(this, void 0, void 0, function* () {
			ok(fsPath, "a path argument must be provided");
			yield ioUtil.mkdir(fsPath, { recursive: true });
		});
	}
	function which(tool, check) {
		return io_awaiter(this, void 0, void 0, function* () {
			if (!tool) {
				throw new Error("parameter 'tool' is required");
			}
			if (check) {
				const result = yield which(tool, false);
				if (!result) {
					if (IS_WINDOWS) {
						throw new Error(`Unable to locate executable file: ${tool}. Please verify either the file path exists or the file can be found within a directory specified by the PATH environment variable. Also verify the file has a valid extension for an executable file.`);
					} else {
						throw new Error(`Unable to locate executable file: ${tool}. Please verify either the file path exists or the file can be found within a directory specified by the PATH environment variable. Also check the file mode to verify the file is executable.`);
					}
				}
				return result;
			}
			const matches = yield findInPath(tool);
			if (matches && matches.length > 0) {
				return matches[0];
			}
			return "";
		});
	}
	function findInPath(tool) {
		return io_awaiter(this, void 0, void 0, function* () {
			if (!tool) {
				throw new Error("parameter 'tool' is required");
			}
			const extensions = [];
			if (IS_WINDOWS && process.env["PATHEXT"]) {
				for (const extension of process.env["PATHEXT"].split(external_path_.delimiter)) {
					if (extension) {
						extensions.push(extension);
					}
				}
			}
			if (isRooted(tool)) {
				const filePath = yield tryGetExecutablePath(tool, extensions);
				if (filePath) {
					return [filePath];
				}
				return [];
			}
			if (tool.includes(external_path_.sep)) {
				return [];
			}
			const directories = [];
			if (process.env.PATH) {
				for (const p of process.env.PATH.split(external_path_.delimiter)) {
					if (p) {
						directories.push(p);
					}
				}
			}
			const matches = [];
			for (const directory of directories) {
				const filePath = yield tryGetExecutablePath(external_path_.join(directory, tool), extensions);
				if (filePath) {
					matches.push(filePath);
				}
			}
			return matches;
		});
	}
	function readCopyOptions(options) {
		const force = options.force == null ? true : options.force;
		const recursive = Boolean(options.recursive);
		const copySourceDirectory = options.copySourceDirectory == null ? true : Boolean(options.copySourceDirectory);
		return { force, recursive, copySourceDirectory };
	}
	function cpDirRecursive(sourceDir, destDir, currentDepth, force) {
		return io_awaiter(this, void 0, void 0, function* () {
			if (currentDepth >= 255) return;
			currentDepth++;
			yield mkdirP(destDir);
			const files = yield ioUtil.readdir(sourceDir);
			for (const fileName of files) {
				const srcFile = `${sourceDir}/${fileName}`;
				const destFile = `${destDir}/${fileName}`;
				const srcFileStat = yield ioUtil.lstat(srcFile);
				if (srcFileStat.isDirectory()) {
					yield cpDirRecursive(srcFile, destFile, currentDepth, force);
				} else {
					yield io_copyFile(srcFile, destFile, force);
				}
			}
			yield ioUtil.chmod(destDir, (yield ioUtil.stat(sourceDir)).mode);
		});
	}
	function io_copyFile(srcFile, destFile, force) {
		return io_awaiter(this, void 0, void 0, function* () {
			if ((yield ioUtil.lstat(srcFile)).isSymbolicLink()) {
				try {
					yield ioUtil.lstat(destFile);
					yield ioUtil.unlink(destFile);
				} catch (e) {
					if (e.code === "EPERM") {
						yield ioUtil.chmod(destFile, "0666");
						yield ioUtil.unlink(destFile);
					}
				}
				const symlinkFull = yield ioUtil.readlink(srcFile);
				yield ioUtil.symlink(symlinkFull, destFile, ioUtil.IS_WINDOWS ? "junction" : null);
			} else if (!(yield ioUtil.exists(destFile)) || force) {
				yield ioUtil.copyFile(srcFile, destFile);
			}
		});
	}
	var external_timers_ = __require(53557);
	;
	var toolrunner_awaiter = function(thisArg, _arguments, P, generator) {
		function adopt(value) {
			return value instanceof P ? value : new P(function(resolve) {
				resolve(value);
			});
		}
		return new (P || (P = Promise))(function(resolve, reject) {
			function fulfilled(value) {
				try {
					step(generator.next(value));
				} catch (e) {
					reject(e);
				}
			}
			function rejected(value) {
				try {
					step(generator["throw"](value));
				} catch (e) {
					reject(e);
				}
			}
			function step(result) {
				result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
			}
			step((generator = generator.apply(thisArg, _arguments || [])).next());
		});
	};
	const toolrunner_IS_WINDOWS = process.platform === "win32";
	class ToolRunner extends external_events_.EventEmitter {
		constructor(toolPath, args, options) {
			super();
			if (!toolPath) {
				throw new Error("Parameter 'toolPath' cannot be null or empty.");
			}
			this.toolPath = toolPath;
			this.args = args || [];
			this.options = options || {};
		}
		_debug(message) {
			if (this.options.listeners && this.options.listeners.debug) {
				this.options.listeners.debug(message);
			}
		}
		_getCommandString(options, noPrefix) {
			const toolPath = this._getSpawnFileName();
			const args = this._getSpawnArgs(options);
			let cmd = noPrefix ? "" : "[command]";
			if (toolrunner_IS_WINDOWS) {
				if (this._isCmdFile()) {
					cmd += toolPath;
					for (const a of args) {
						cmd += ` ${a}`;
					}
				} else if (options.windowsVerbatimArguments) {
					cmd += `"${toolPath}"`;
					for (const a of args) {
						cmd += ` ${a}`;
					}
				} else {
					cmd += this._windowsQuoteCmdArg(toolPath);
					for (const a of args) {
						cmd += ` ${this._windowsQuoteCmdArg(a)}`;
					}
				}
			} else {
				cmd += toolPath;
				for (const a of args) {
					cmd += ` ${a}`;
				}
			}
			return cmd;
		}
		_processLineBuffer(data, strBuffer, onLine) {
			try {
				let s = strBuffer + data.toString();
				let n = s.indexOf(external_os_.EOL);
				while (n > -1) {
					const line = s.substring(0, n);
					onLine(line);
					s = s.substring(n + external_os_.EOL.length);
					n = s.indexOf(external_os_.EOL);
				}
				return s;
			} catch (err) {
				this._debug(`error processing line. Failed with error ${err}`);
				return "";
			}
		}
		_getSpawnFileName() {
			if (toolrunner_IS_WINDOWS) {
				if (this._isCmdFile()) {
					return process.env["COMSPEC"] || "cmd.exe";
				}
			}
			return this.toolPath;
		}
		_getSpawnArgs(options) {
			if (toolrunner_IS_WINDOWS) {
				if (this._isCmdFile()) {
					let argline = `/D /S /C "${this._windowsQuoteCmdArg(this.toolPath)}`;
					for (const a of this.args) {
						argline += " ";
						argline += options.windowsVerbatimArguments ? a : this._windowsQuoteCmdArg(a);
					}
					argline += '"';
					return [argline];
				}
			}
			return this.args;
		}
		_endsWith(str, end) {
			return str.endsWith(end);
		}
		_isCmdFile() {
			const upperToolPath = this.toolPath.toUpperCase();
			return this._endsWith(upperToolPath, ".CMD") || this._endsWith(upperToolPath, ".BAT");
		}
		_windowsQuoteCmdArg(arg) {
			if (!this._isCmdFile()) {
				return this._uvQuoteCmdArg(arg);
			}
			if (!arg) {
				return '""';
			}
			const cmdSpecialChars = [" ", "	", "&", "(", ")", "[", "]", "{", "}", "^", "=", ";", "!", "'", "+", ",", "`", "~", "|", "<", ">", '"'];
			let needsQuotes = false;
			for (const char of arg) {
				if (cmdSpecialChars.some((x) => x === char)) {
					needsQuotes = true;
					break;
				}
			}
			if (!needsQuotes) {
				return arg;
			}
			let reverse = '"';
			let quoteHit = true;
			for (let i = arg.length; i > 0; i--) {
				reverse += arg[i - 1];
				if (quoteHit && arg[i - 1] === "\\") {
					reverse += "\\";
				} else if (arg[i - 1] === '"') {
					quoteHit = true;
					reverse += '"';
				} else {
					quoteHit = false;
				}
			}
			reverse += '"';
			return reverse.split("").reverse().join("");
		}
		_uvQuoteCmdArg(arg) {
			if (!arg) {
				return '""';
			}
			if (!arg.includes(" ") && !arg.includes("	") && !arg.includes('"')) {
				return arg;
			}
			if (!arg.includes('"') && !arg.includes("\\")) {
				return `"${arg}"`;
			}
			let reverse = '"';
			let quoteHit = true;
			for (let i = arg.length; i > 0; i--) {
				reverse += arg[i - 1];
				if (quoteHit && arg[i - 1] === "\\") {
					reverse += "\\";
				} else if (arg[i - 1] === '"') {
					quoteHit = true;
					reverse += "\\";
				} else {
					quoteHit = false;
				}
			}
			reverse += '"';
			return reverse.split("").reverse().join("");
		}
		_cloneExecOptions(options) {
			options = options || {};
			const result = { cwd: options.cwd || process.cwd(), env: options.env || process.env, silent: options.silent || false, windowsVerbatimArguments: options.windowsVerbatimArguments || false, failOnStdErr: options.failOnStdErr || false, ignoreReturnCode: options.ignoreReturnCode || false, delay: options.delay || 1e4 };
			result.outStream = options.outStream || process.stdout;
			result.errStream = options.errStream || process.stderr;
			return result;
		}
		_getSpawnOptions(options, toolPath) {
			options = options || {};
			const result = {};
			result.cwd = options.cwd;
			result.env = options.env;
			result["windowsVerbatimArguments"] = options.windowsVerbatimArguments || this._isCmdFile();
			if (options.windowsVerbatimArguments) {
				result.argv0 = `"${toolPath}"`;
			}
			return result;
		}
		exec() {
			return toolrunner_awaiter(this, void 0, void 0, function* () {
				if (!isRooted(this.toolPath) && (this.toolPath.includes("/") || toolrunner_IS_WINDOWS && this.toolPath.includes("\\"))) {
					this.toolPath = external_path_.resolve(process.cwd(), this.options.cwd || process.cwd(), this.toolPath);
				}
				this.toolPath = yield which(this.toolPath, true);
				return new Promise((resolve, reject) => toolrunner_awaiter(this, void 0, void 0, function* () {
					this._debug(`exec tool: ${this.toolPath}`);
					this._debug("arguments:");
					for (const arg of this.args) {
						this._debug(`   ${arg}`);
					}
					const optionsNonNull = this._cloneExecOptions(this.options);
					if (!optionsNonNull.silent && optionsNonNull.outStream) {
						optionsNonNull.outStream.write(this._getCommandString(optionsNonNull) + external_os_.EOL);
					}
					const state = new ExecState(optionsNonNull, this.toolPath);
					state.on("debug", (message) => {
						this._debug(message);
					});
					if (this.options.cwd && !(yield exists(this.options.cwd))) {
						return reject(new Error(`The cwd: ${this.options.cwd} does not exist!`));
					}
					const fileName = this._getSpawnFileName();
					const cp2 = external_child_process_.spawn(fileName, this._getSpawnArgs(optionsNonNull), this._getSpawnOptions(this.options, fileName));
					let stdbuffer = "";
					if (cp2.stdout) {
						cp2.stdout.on("data", (data) => {
							if (this.options.listeners && this.options.listeners.stdout) {
								this.options.listeners.stdout(data);
							}
							if (!optionsNonNull.silent && optionsNonNull.outStream) {
								optionsNonNull.outStream.write(data);
							}
							stdbuffer = this._processLineBuffer(data, stdbuffer, (line) => {
								if (this.options.listeners && this.options.listeners.stdline) {
									this.options.listeners.stdline(line);
								}
							});
						});
					}
					let errbuffer = "";
					if (cp2.stderr) {
						cp2.stderr.on("data", (data) => {
							state.processStderr = true;
							if (this.options.listeners && this.options.listeners.stderr) {
								this.options.listeners.stderr(data);
							}
							if (!optionsNonNull.silent && optionsNonNull.errStream && optionsNonNull.outStream) {
								const s = optionsNonNull.failOnStdErr ? optionsNonNull.errStream : optionsNonNull.outStream;
								s.write(data);
							}
							errbuffer = this._processLineBuffer(data, errbuffer, (line) => {
								if (this.options.listeners && this.options.listeners.errline) {
									this.options.listeners.errline(line);
								}
							});
						});
					}
					cp2.on("error", (err) => {
						state.processError = err.message;
						state.processExited = true;
						state.processClosed = true;
						state.CheckComplete();
					});
					cp2.on("exit", (code) => {
						state.processExitCode = code;
						state.processExited = true;
						this._debug(`Exit code ${code} received from tool '${this.toolPath}'`);
						state.CheckComplete();
					});
					cp2.on("close", (code) => {
						state.processExitCode = code;
						state.processExited = true;
						state.processClosed = true;
						this._debug(`STDIO streams have closed for tool '${this.toolPath}'`);
						state.CheckComplete();
					});
					state.on("done", (error, exitCode) => {
						if (stdbuffer.length > 0) {
							this.emit("stdline", stdbuffer);
						}
						if (errbuffer.length > 0) {
							this.emit("errline", errbuffer);
						}
						cp2.removeAllListeners();
						if (error) {
							reject(error);
						} else {
							resolve(exitCode);
						}
					});
					if (this.options.input) {
						if (!cp2.stdin) {
							throw new Error("child process missing stdin");
						}
						cp2.stdin.end(this.options.input);
					}
				}));
			});
		}
	}
	function argStringToArray(argString) {
		const args = [];
		let inQuotes = false;
		let escaped = false;
		let arg = "";
		function append(c) {
			if (escaped && c !== '"') {
				arg += "\\";
			}
			arg += c;
			escaped = false;
		}
		for (let i = 0; i < argString.length; i++) {
			const c = argString.charAt(i);
			if (c === '"') {
				if (!escaped) {
					inQuotes = !inQuotes;
				} else {
					append(c);
				}
				continue;
			}
			if (c === "\\" && escaped) {
				append(c);
				continue;
			}
			if (c === "\\" && inQuotes) {
				escaped = true;
				continue;
			}
			if (c === " " && !inQuotes) {
				if (arg.length > 0) {
					args.push(arg);
					arg = "";
				}
				continue;
			}
			append(c);
		}
		if (arg.length > 0) {
			args.push(arg.trim());
		}
		return args;
	}
	class ExecState extends external_events_.EventEmitter {
		constructor(options, toolPath) {
			super();
			this.processClosed = false;
			this.processError = "";
			this.processExitCode = 0;
			this.processExited = false;
			this.processStderr = false;
			this.delay = 1e4;
			this.done = false;
			this.timeout = null;
			if (!toolPath) {
				throw new Error("toolPath must not be empty");
			}
			this.options = options;
			this.toolPath = toolPath;
			if (options.delay) {
				this.delay = options.delay;
			}
		}
		CheckComplete() {
			if (this.done) {
				return;
			}
			if (this.processClosed) {
				this._setResult();
			} else if (this.processExited) {
				this.timeout = (0, external_timers_.setTimeout)(ExecState.HandleTimeout, this.delay, this);
			}
		}
		_debug(message) {
			this.emit("debug", message);
		}
		_setResult() {
			let error;
			if (this.processExited) {
				if (this.processError) {
					error = new Error(`There was an error when attempting to execute the process '${this.toolPath}'. This may indicate the process failed to start. Error: ${this.processError}`);
				} else if (this.processExitCode !== 0 && !this.options.ignoreReturnCode) {
					error = new Error(`The process '${this.toolPath}' failed with exit code ${this.processExitCode}`);
				} else if (this.processStderr && this.options.failOnStdErr) {
					error = new Error(`The process '${this.toolPath}' failed because one or more lines were written to the STDERR stream`);
				}
			}
			if (this.timeout) {
				clearTimeout(this.timeout);
				this.timeout = null;
			}
			this.done = true;
			this.emit("done", error, this.processExitCode);
		}
		static HandleTimeout(state) {
			if (state.done) {
				return;
			}
			if (!state.processClosed && state.processExited) {
				const message = `The STDIO streams did not close within ${state.delay / 1e3} seconds of the exit event from process '${state.toolPath}'. This may indicate a child process inherited the STDIO streams and has not yet exited.`;
				state._debug(message);
			}
			state._setResult();
		}
	}
	;
	var exec_awaiter = function(thisArg, _arguments, P, generator) {
		function adopt(value) {
			return value instanceof P ? value : new P(function(resolve) {
				resolve(value);
			});
		}
		return new (P || (P = Promise))(function(resolve, reject) {
			function fulfilled(value) {
				try {
					step(generator.next(value));
				} catch (e) {
					reject(e);
				}
			}
			function rejected(value) {
				try {
					step(generator["throw"](value));
				} catch (e) {
					reject(e);
				}
			}
			function step(result) {
				result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected);
			}
			step((generator = generator.apply(thisArg, _arguments || [])).next());
		});
	};
	function exec(commandLine, args, options) {
		return exec_awaiter(this, void 0, void 0, function* () {
			const commandArgs = argStringToArray(commandLine);
			if (commandArgs.length === 0) {
				throw new Error(`Parameter 'commandLine' cannot be null or empty.`);
			}
			const toolPath = commandArgs[0];
			args = commandArgs.slice(1).concat(args || []);
			const runner = new ToolRunner(toolPath, args, options);
			return runner.exec();
		});
	}
	function getExecOutput(commandLine, args, options) {
		return exec_awaiter(this, void 0, void 0, function* () {
			var _a, _b;
			let stdout = "";
			let stderr = "";
			const stdoutDecoder = new external_string_decoder_.StringDecoder("utf8");
			const stderrDecoder = new external_string_decoder_.StringDecoder("utf8");
			const originalStdoutListener = (_a = options === null || options === void 0 ? void 0 : options.listeners) === null || _a === void 0 ? void 0 : _a.stdout;
			const originalStdErrListener = (_b = options === null || options === void 0 ? void 0 : options.listeners) === null || _b === void 0 ? void 0 : _b.stderr;
			const stdErrListener = (data) => {
				stderr += stderrDecoder.write(data);
				if (originalStdErrListener) {
					originalStdErrListener(data);
				}
			};
			const stdOutListener = (data) => {
				stdout += stdoutDecoder.write(data);
				if (originalStdoutListener) {
					originalStdoutListener(data);
				}
			};
			const listeners = Object.assign(Object.assign({}, options === null || options === void 0 ? void 0 : options.listeners), { stdout: stdOutListener, stderr: stdErrListener });
			const exitCode = yield exec(commandLine, args, Object.assign(Object.assign({}, options), { listeners }));
			stdout += stdoutDecoder.end();
			stderr += stderrDecoder.end();
			return { exitCode, stdout, stderr };
		});
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
}), 50330: ((__module, __exports, __require) => {
	__require.d(__exports, { al: () => web_createTarPacker });
	;
	const FILE = "file";
	const LINK = "link";
	const SYMLINK = "symlink";
	const DIRECTORY = "directory";
	const TYPEFLAG = { file: "0", link: "1", symlink: "2", "character-device": "3", "block-device": "4", directory: "5", fifo: "6", "pax-header": "x", "pax-global-header": "g", "gnu-long-name": "L", "gnu-long-link-name": "K" };
	const FLAGTYPE = { 48: FILE, 49: LINK, 50: SYMLINK, 51: "character-device", 52: "block-device", 53: DIRECTORY, 54: "fifo", 120: "pax-header", 103: "pax-global-header", 76: "gnu-long-name", 75: "gnu-long-link-name" };
	const ZERO_BLOCK = new Uint8Array(512);
	const EMPTY = new Uint8Array(0);
	const encoder = new TextEncoder();
	const decoder = new TextDecoder();
	function writeString(view, offset, size, value) {
		if (!value) return;
		for (let i = 0; i < value.length && i < size; i++) {
			const charCode = value.charCodeAt(i);
			if (charCode > 127) {
				encoder.encodeInto(value, view.subarray(offset, offset + size));
				return;
			}
			view[offset + i] = charCode;
		}
	}
	function writeOctal(view, offset, size, value) {
		if (value === void 0) return;
		let remaining = value;
		for (let i = offset + size - 2; i >= offset; i--) {
			view[i] = 48 + remaining % 8;
			remaining = Math.floor(remaining / 8);
		}
		if (remaining === 0 && value % 1 === 0) return;
		encoder.encodeInto(value.toString(8).padStart(size - 1, "0"), view.subarray(offset, offset + size - 1));
	}
	function readString(view, offset, size) {
		if (view[offset] === 0) return "";
		const end = view.indexOf(0, offset);
		const sliceEnd = end === -1 || end > offset + size ? offset + size : end;
		return decoder.decode(view.subarray(offset, sliceEnd));
	}
	function readOctal(view, offset, size) {
		let value = 0;
		const end = offset + size;
		for (let i = offset; i < end; i++) {
			const charCode = view[i];
			if (charCode === 0) break;
			if (charCode === 32) continue;
			if (charCode < 48 || charCode > 55) throw new Error("Invalid tar number.");
			value = value * 8 + (charCode - 48);
		}
		return value;
	}
	function readNumeric(view, offset, size) {
		if (view[offset] & 128) {
			let result = 0;
			result = view[offset] & 127;
			for (let i = 1; i < size; i++) result = result * 256 + view[offset + i];
			if (!Number.isSafeInteger(result)) throw new Error("TAR number too large");
			return result;
		}
		return readOctal(view, offset, size);
	}
	const packer_By1HVV7Z_isBodyless = (header) => header.type === "directory" || header.type === "symlink" || header.type === "link" || header.type === "character-device" || header.type === "block-device" || header.type === "fifo";
	async function packer_By1HVV7Z_normalizeBody(body) {
		if (body === null || body === void 0) return EMPTY;
		if (body instanceof Uint8Array) return body;
		if (typeof body === "string") return encoder.encode(body);
		if (body instanceof ArrayBuffer) return new Uint8Array(body);
		if (body instanceof Blob) return new Uint8Array(await body.arrayBuffer());
		throw new TypeError("Unsupported content type for entry body.");
	}
	const stripPath = (p, n) => {
		const parts = p.split("/").filter(Boolean);
		return n >= parts.length ? "" : parts.slice(n).join("/");
	};
	function packer_By1HVV7Z_transformHeader(header, options) {
		const { strip, filter, map } = options;
		if (!strip && !filter && !map) return header;
		const h = { ...header };
		if (strip && strip > 0) {
			const newName = stripPath(h.name, strip);
			if (!newName) return null;
			h.name = h.type === "directory" && !newName.endsWith("/") ? `${newName}/` : newName;
			if (h.linkname) {
				const isAbsolute = h.linkname.startsWith("/");
				if (isAbsolute || h.type === "link") {
					const stripped = stripPath(h.linkname, strip);
					h.linkname = isAbsolute ? `/${stripped}` || "/" : stripped;
				}
			}
		}
		if (filter?.(h) === false) return null;
		const result = map ? map(h) : h;
		if (result && (!result.name?.trim() || result.name === "." || result.name === "/")) return null;
		return result;
	}
	const INITIAL_CAPACITY = 256;
	function createChunkQueue() {
		let chunks = new Array(INITIAL_CAPACITY);
		let capacityMask = chunks.length - 1;
		let head = 0;
		let tail = 0;
		let totalAvailable = 0;
		const consumeFromHead = (count) => {
			const chunk = chunks[head];
			if (count === chunk.length) {
				chunks[head] = EMPTY;
				head = head + 1 & capacityMask;
			} else chunks[head] = chunk.subarray(count);
			totalAvailable -= count;
			if (totalAvailable === 0 && chunks.length > INITIAL_CAPACITY) {
				chunks = new Array(INITIAL_CAPACITY);
				capacityMask = 255;
				head = 0;
				tail = 0;
			}
		};
		function pull(bytes, callback) {
			if (callback) {
				let fed = 0;
				let remaining2 = Math.min(bytes, totalAvailable);
				while (remaining2 > 0) {
					const chunk = chunks[head];
					const toFeed = Math.min(remaining2, chunk.length);
					const segment = toFeed === chunk.length ? chunk : chunk.subarray(0, toFeed);
					consumeFromHead(toFeed);
					remaining2 -= toFeed;
					fed += toFeed;
					if (!callback(segment)) break;
				}
				return fed;
			}
			if (totalAvailable < bytes) return null;
			if (bytes === 0) return EMPTY;
			const firstChunk = chunks[head];
			if (firstChunk.length >= bytes) {
				const view = firstChunk.length === bytes ? firstChunk : firstChunk.subarray(0, bytes);
				consumeFromHead(bytes);
				return view;
			}
			const result = new Uint8Array(bytes);
			let copied = 0;
			let remaining = bytes;
			while (remaining > 0) {
				const chunk = chunks[head];
				const toCopy = Math.min(remaining, chunk.length);
				result.set(toCopy === chunk.length ? chunk : chunk.subarray(0, toCopy), copied);
				copied += toCopy;
				remaining -= toCopy;
				consumeFromHead(toCopy);
			}
			return result;
		}
		return { push: (chunk) => {
			if (chunk.length === 0) return;
			let nextTail = tail + 1 & capacityMask;
			if (nextTail === head) {
				const oldLen = chunks.length;
				const newLen = oldLen * 2;
				const newChunks = new Array(newLen);
				const count = tail - head + oldLen & oldLen - 1;
				if (head < tail) for (let i = 0; i < count; i++) newChunks[i] = chunks[head + i];
				else {
					const firstPart = oldLen - head;
					for (let i = 0; i < firstPart; i++) newChunks[i] = chunks[head + i];
					for (let i = 0; i < tail; i++) newChunks[firstPart + i] = chunks[i];
				}
				chunks = newChunks;
				capacityMask = newLen - 1;
				head = 0;
				tail = count;
				nextTail = tail + 1 & capacityMask;
			}
			chunks[tail] = chunk;
			tail = nextTail;
			totalAvailable += chunk.length;
		}, available: () => totalAvailable, peek: (bytes) => {
			if (totalAvailable < bytes) return null;
			if (bytes === 0) return EMPTY;
			const firstChunk = chunks[head];
			if (firstChunk.length >= bytes) return firstChunk.length === bytes ? firstChunk : firstChunk.subarray(0, bytes);
			const result = new Uint8Array(bytes);
			let copied = 0;
			let index = head;
			while (copied < bytes) {
				const chunk = chunks[index];
				const toCopy = Math.min(bytes - copied, chunk.length);
				if (toCopy === chunk.length) result.set(chunk, copied);
				else result.set(chunk.subarray(0, toCopy), copied);
				copied += toCopy;
				index = index + 1 & capacityMask;
			}
			return result;
		}, discard: (bytes) => {
			if (bytes > totalAvailable) throw new Error("Too many bytes consumed");
			if (bytes === 0) return;
			let remaining = bytes;
			while (remaining > 0) {
				const chunk = chunks[head];
				const toConsume = Math.min(remaining, chunk.length);
				consumeFromHead(toConsume);
				remaining -= toConsume;
			}
		}, pull };
	}
	const CHECKSUM_SPACE = 32;
	const ASCII_ZERO = 48;
	function validateChecksum(block) {
		const stored = readOctal(block, 148, 8);
		let sum = 0;
		for (let i = 0; i < block.length; i++) if (i >= 148 && i < 156) sum += CHECKSUM_SPACE;
		else sum += block[i];
		return stored === sum;
	}
	function writeChecksum(block) {
		block.fill(CHECKSUM_SPACE, 148, 156);
		let checksum = 0;
		for (let i = block.length; i > 0; ) checksum += block[--i];
		for (let i = 153; i >= 148; i--) {
			block[i] = (checksum & 7) + ASCII_ZERO;
			checksum >>= 3;
		}
		block[154] = 0;
		block[155] = CHECKSUM_SPACE;
	}
	const USTAR_SPLIT_MAX_SIZE = 256;
	const NON_ASCII = /[^\x00-\x7f]/;
	function isUtf8TooLong(value, limit) {
		if (value.length * 3 <= limit) return false;
		if (value.length > limit) return true;
		if (!NON_ASCII.test(value)) return false;
		return encoder.encode(value).length > limit;
	}
	function generatePax(header) {
		const paxRecords = {};
		if (isUtf8TooLong(header.name, 100)) {
			if (findUstarSplit(header.name) === null) paxRecords.path = header.name;
		}
		if (header.linkname && isUtf8TooLong(header.linkname, 100)) paxRecords.linkpath = header.linkname;
		if (header.uname && isUtf8TooLong(header.uname, 32)) paxRecords.uname = header.uname;
		if (header.gname && isUtf8TooLong(header.gname, 32)) paxRecords.gname = header.gname;
		if (header.uid != null && header.uid > 2097151) paxRecords.uid = String(header.uid);
		if (header.gid != null && header.gid > 2097151) paxRecords.gid = String(header.gid);
		if (header.pax) Object.assign(paxRecords, header.pax);
		if (header.size > 8589934591 || "size" in paxRecords) paxRecords.size = String(header.size);
		const paxEntries = Object.entries(paxRecords);
		if (paxEntries.length === 0) return null;
		const paxBody = encoder.encode(paxEntries.map(([key, value]) => {
			const record = `${key}=${value}
`;
			const partLength = encoder.encode(record).length + 1;
			let totalLength = partLength + String(partLength).length;
			totalLength = partLength + String(totalLength).length;
			return `${totalLength} ${record}`;
		}).join(""));
		return { paxHeader: createTarHeader({ name: decoder.decode(encoder.encode(`PaxHeader/${header.name}`).slice(0, 100)), size: paxBody.length, type: "pax-header", mode: 420, mtime: header.mtime, uname: header.uname, gname: header.gname, uid: header.uid, gid: header.gid }), paxBody };
	}
	function findUstarSplit(path2) {
		if (!isUtf8TooLong(path2, 100) || isUtf8TooLong(path2, USTAR_SPLIT_MAX_SIZE)) return null;
		for (let i = path2.length - 1; i > 0; i--) {
			if (path2[i] !== "/") continue;
			const prefix = path2.slice(0, i);
			const name = path2.slice(i + 1);
			if (!isUtf8TooLong(prefix, 155) && !isUtf8TooLong(name, 100)) return { prefix, name };
		}
		return null;
	}
	function createTarHeader(header) {
		const view = new Uint8Array(512);
		const size = packer_By1HVV7Z_isBodyless(header) ? 0 : header.size ?? 0;
		let name = header.name;
		let prefix = "";
		if (!header.pax?.path) {
			const split = findUstarSplit(name);
			if (split) {
				name = split.name;
				prefix = split.prefix;
			}
		}
		writeString(view, 0, 100, name);
		writeOctal(view, 100, 8, header.mode ?? (header.type === "directory" ? 493 : 420));
		writeOctal(view, 108, 8, header.uid ?? 0);
		writeOctal(view, 116, 8, header.gid ?? 0);
		writeOctal(view, 124, 12, size);
		writeOctal(view, 136, 12, Math.floor((header.mtime?.getTime() ?? Date.now()) / 1e3));
		writeString(view, 156, 1, TYPEFLAG[header.type ?? "file"]);
		writeString(view, 157, 100, header.linkname);
		writeString(view, 257, 6, "ustar\0");
		writeString(view, 263, 2, "00");
		writeString(view, 265, 32, header.uname);
		writeString(view, 297, 32, header.gname);
		writeString(view, 345, 155, prefix);
		writeChecksum(view);
		return view;
	}
	function parseUstarHeader(block, strict) {
		if (strict && !validateChecksum(block)) throw new Error("Invalid tar header checksum.");
		const header = { name: readString(block, 0, 100), mode: readOctal(block, 100, 8), uid: readNumeric(block, 108, 8), gid: readNumeric(block, 116, 8), size: readNumeric(block, 124, 12), mtime: new Date(readNumeric(block, 136, 12) * 1e3), type: FLAGTYPE[block[156]] || "file", linkname: readString(block, 157, 100) };
		const magic = readString(block, 257, 6);
		if (magic.trim() === "ustar") {
			header.uname = readString(block, 265, 32);
			header.gname = readString(block, 297, 32);
		}
		if (magic === "ustar") header.prefix = readString(block, 345, 155);
		return header;
	}
	const PAX_MAPPING = { path: ["name", (v) => v], linkpath: ["linkname", (v) => v], size: ["size", (v) => /^\d+$/.test(v) && Number.isSafeInteger(+v) ? +v : NaN], mtime: ["mtime", parseFloat], uid: ["uid", (v) => parseInt(v, 10)], gid: ["gid", (v) => parseInt(v, 10)], uname: ["uname", (v) => v], gname: ["gname", (v) => v] };
	function parsePax(buffer) {
		const overrides = /* @__PURE__ */ Object.create(null);
		const pax = /* @__PURE__ */ Object.create(null);
		let isPax = false;
		let offset = 0;
		while (offset < buffer.length) {
			const spaceIndex = buffer.indexOf(32, offset);
			if (spaceIndex === -1) break;
			const length = parseInt(decoder.decode(buffer.subarray(offset, spaceIndex)), 10);
			if (!(length > 0)) break;
			const recordEnd = offset + length;
			const recordStr = decoder.decode(buffer.subarray(spaceIndex + 1, recordEnd - 1));
			const equalsIndex = recordStr.indexOf("=");
			if (equalsIndex > 0) {
				const key = recordStr.slice(0, equalsIndex);
				const value = recordStr.slice(equalsIndex + 1);
				pax[key] = value;
				isPax = true;
				if (Object.hasOwn(PAX_MAPPING, key)) {
					const [targetKey, parser] = PAX_MAPPING[key];
					const parsedValue = parser(value);
					if (typeof parsedValue === "string" || !Number.isNaN(parsedValue)) overrides[targetKey] = parsedValue;
				}
			}
			offset = recordEnd;
		}
		if (isPax) overrides.pax = pax;
		return overrides;
	}
	function applyOverrides(header, overrides) {
		if (overrides.name !== void 0) header.name = overrides.name;
		if (overrides.linkname !== void 0) header.linkname = overrides.linkname;
		if (overrides.size !== void 0) header.size = overrides.size;
		if (overrides.mtime !== void 0) header.mtime = new Date(overrides.mtime * 1e3);
		if (overrides.uid !== void 0) header.uid = overrides.uid;
		if (overrides.gid !== void 0) header.gid = overrides.gid;
		if (overrides.uname !== void 0) header.uname = overrides.uname;
		if (overrides.gname !== void 0) header.gname = overrides.gname;
		if (overrides.pax) header.pax = Object.assign({}, header.pax ?? {}, overrides.pax);
	}
	function getMetaParser(type) {
		switch (type) {
			case "pax-global-header":
			case "pax-header":
				return parsePax;
			case "gnu-long-name":
				return (data) => ({ name: readString(data, 0, data.length) });
			case "gnu-long-link-name":
				return (data) => ({ linkname: readString(data, 0, data.length) });
			default:
				return;
		}
	}
	function getHeaderBlocks(header) {
		const base = createTarHeader(header);
		const pax = generatePax(header);
		if (!pax) return [base];
		const paxPadding = -pax.paxBody.length & 511;
		const paddingBlocks = paxPadding > 0 ? [ZERO_BLOCK.subarray(0, paxPadding)] : [];
		return [pax.paxHeader, pax.paxBody, ...paddingBlocks, base];
	}
	const STATE_HEADER = 0;
	const STATE_BODY = 1;
	const MAX_META_SIZE = 8388608;
	const MAX_GLOBAL_PAX_KEYS = 512;
	const truncateErr = new Error("Tar archive is truncated.");
	function packer_By1HVV7Z_createUnpacker(options = {}) {
		const strict = options.strict ?? false;
		const { available, peek, push, discard, pull } = createChunkQueue();
		let state = STATE_HEADER;
		let ended = false;
		let done = false;
		let eof = false;
		let currentEntry = null;
		const paxGlobals = {};
		let nextEntryOverrides = {};
		const unpacker = { isEntryActive: () => state === STATE_BODY, isBodyComplete: () => !currentEntry || currentEntry.remaining === 0, canFinish: () => !currentEntry || available() >= currentEntry.remaining + currentEntry.padding, bodyBytes: () => currentEntry && currentEntry.remaining > 0 ? Math.min(currentEntry.remaining, available()) : 0, available, write(chunk) {
			if (ended) throw new Error("Archive already ended.");
			if (eof) {
				if (strict) checkPadding(chunk);
				return;
			}
			push(chunk);
		}, end() {
			ended = true;
		}, readHeader() {
			if (state !== STATE_HEADER) throw new Error("Cannot read header while an entry is active");
			if (done) return void 0;
			while (!done) {
				if (available() < 512) {
					if (ended) {
						if (available() > 0 && strict) throw truncateErr;
						done = true;
						return;
					}
					return null;
				}
				const headerBlock = peek(512);
				if (isZeroBlock(headerBlock)) {
					if (available() < 1024) {
						if (ended) {
							if (strict) throw truncateErr;
							done = true;
							return;
						}
						return null;
					}
					if (isZeroBlock(peek(1024).subarray(512))) {
						discard(1024);
						done = true;
						eof = true;
						if (strict) pull(available(), checkPadding);
						else discard(available());
						return;
					}
					if (strict) throw new Error("Invalid tar header.");
					discard(512);
					continue;
				}
				let internalHeader;
				try {
					internalHeader = parseUstarHeader(headerBlock, strict);
				} catch (err) {
					if (strict) throw err;
					discard(512);
					continue;
				}
				const metaParser = getMetaParser(internalHeader.type);
				if (metaParser) {
					if (internalHeader.size > MAX_META_SIZE) throw new Error("Tar metadata entry exceeds maximum size.");
					const paddedSize = internalHeader.size + (-internalHeader.size & 511);
					if (available() < 512 + paddedSize) {
						if (ended && strict) throw truncateErr;
						return null;
					}
					discard(512);
					const overrides = metaParser(pull(paddedSize).subarray(0, internalHeader.size));
					if (nextEntryOverrides.pax) nextEntryOverrides = {};
					const target = internalHeader.type === "pax-global-header" ? paxGlobals : nextEntryOverrides;
					if (target === paxGlobals && overrides.pax && Object.keys(overrides.pax).length > MAX_GLOBAL_PAX_KEYS) throw new Error("Too many global attributes.");
					for (const key in overrides) target[key] = overrides[key];
					continue;
				}
				discard(512);
				const header = internalHeader;
				if (internalHeader.prefix) header.name = `${internalHeader.prefix}/${header.name}`;
				applyOverrides(header, paxGlobals);
				applyOverrides(header, nextEntryOverrides);
				let archiveSize = header.size;
				if (packer_By1HVV7Z_isBodyless(header)) {
					archiveSize = 0;
					header.size = 0;
				} else if (header.name.endsWith("/") && header.type === "file") {
					header.type = DIRECTORY;
					header.size = 0;
				}
				nextEntryOverrides = {};
				currentEntry = { header, remaining: archiveSize, padding: -archiveSize & 511 };
				state = STATE_BODY;
				return header;
			}
		}, streamBody(callback) {
			if (state !== STATE_BODY || !currentEntry || currentEntry.remaining === 0) return 0;
			const bytesToFeed = Math.min(currentEntry.remaining, available());
			if (bytesToFeed === 0) return 0;
			const fed = pull(bytesToFeed, callback);
			currentEntry.remaining -= fed;
			return fed;
		}, skipPadding() {
			if (state !== STATE_BODY || !currentEntry) return true;
			if (currentEntry.remaining > 0) throw new Error("Body not fully consumed");
			if (available() < currentEntry.padding) return false;
			discard(currentEntry.padding);
			currentEntry = null;
			state = STATE_HEADER;
			return true;
		}, skipEntry() {
			if (state !== STATE_BODY || !currentEntry) return true;
			const toDiscard = Math.min(currentEntry.remaining, available());
			if (toDiscard > 0) {
				discard(toDiscard);
				currentEntry.remaining -= toDiscard;
			}
			if (currentEntry.remaining > 0) return false;
			return unpacker.skipPadding();
		}, finish() {
			if (strict && !eof) throw truncateErr;
		} };
		return unpacker;
	}
	function isZeroBlock(block) {
		if (block.length === 0) return true;
		if (block[0] !== 0) return false;
		if (block.byteOffset % 8 === 0 && block.length % 8 === 0) {
			const view = new BigUint64Array(block.buffer, block.byteOffset, block.length / 8);
			for (let i = 0; i < view.length; i++) if (view[i] !== 0n) return false;
			return true;
		}
		for (let i = 0; i < block.length; i++) if (block[i] !== 0) return false;
		return true;
	}
	function checkPadding(chunk) {
		if (!isZeroBlock(chunk)) throw new Error("Invalid EOF.");
		return true;
	}
	const EOF_BUFFER = new Uint8Array(1024);
	function createTarPacker(onData) {
		let currentHeader = null;
		let bytesWritten = 0;
		let finalized = false;
		const fail = (message) => {
			throw new Error(message);
		};
		return { add(header) {
			if (finalized) fail("No new tar entries after finalize.");
			if (currentHeader !== null) fail("Previous entry must be completed before adding a new one");
			const size = packer_By1HVV7Z_isBodyless(header) ? 0 : header.size;
			if (!Number.isSafeInteger(size) || size < 0) fail("Invalid tar entry size.");
			const headerBlocks = getHeaderBlocks({ ...header, size });
			for (const block of headerBlocks) onData(block);
			currentHeader = { ...header, size };
			bytesWritten = 0;
		}, write(chunk) {
			if (!currentHeader) fail("No active tar entry.");
			if (finalized) fail("Cannot write data after finalize.");
			const newTotal = bytesWritten + chunk.length;
			if (newTotal > currentHeader.size) fail(`"${currentHeader.name}" exceeds given size of ${currentHeader.size} bytes.`);
			bytesWritten = newTotal;
			onData(chunk);
		}, endEntry() {
			if (!currentHeader) fail("No active entry to end.");
			if (finalized) fail("Cannot end entry after finalize.");
			if (bytesWritten !== currentHeader.size) fail(`Size mismatch for "${currentHeader.name}".`);
			const paddingSize = -currentHeader.size & 511;
			if (paddingSize > 0) onData(new Uint8Array(paddingSize));
			currentHeader = null;
			bytesWritten = 0;
		}, finalize() {
			if (finalized) fail("Archive has already been finalized");
			if (currentHeader !== null) fail("Cannot finalize while an entry is still active");
			onData(EOF_BUFFER);
			finalized = true;
		} };
	}
	;
	function web_createTarPacker() {
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
			packer = createTarPacker((chunk) => {
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
		const { readable, controller } = web_createTarPacker();
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
}) };
export {
	id,
	ids,
	modules
};
