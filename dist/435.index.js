const id = 435;
const ids = [435];
const modules = {
  /***/
  81197: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Gt: () => (
          /* binding */
          canonicalAuthority
        ),
        /* harmony export */
        UJ: () => (
          /* binding */
          sameAuthority
        ),
        /* harmony export */
        Vs: () => (
          /* binding */
          showAuthority
        ),
        /* harmony export */
        pz: () => (
          /* binding */
          parsePort
        ),
        /* harmony export */
        yY: () => (
          /* binding */
          splitPort
        )
        /* harmony export */
      });
      var _checked_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(96557);
      var _host_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(21128);
      const PORT = /^[1-9][0-9]{0,4}$/;
      function canonicalAuthority(raw, defaultPort) {
        const { hostText, portText } = splitPort(raw);
        const port = portText === void 0 ? defaultPort : parsePort(portText);
        if (port === null)
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("host:port is needed");
        if (port === void 0)
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a port is a decimal number from 1 to 65535 without leading zeros");
        const host = (0, _host_js__WEBPACK_IMPORTED_MODULE_1__.r)(hostText);
        return host.ok ? (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)({ host: host.value, port }) : host;
      }
      function sameAuthority(a, b) {
        return a.port === b.port && a.host.kind === b.host.kind && a.host.text === b.host.text;
      }
      function showAuthority(authority, impliedPort = null) {
        const host = (0, _host_js__WEBPACK_IMPORTED_MODULE_1__.C)(authority.host);
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
    })
  ),
  /***/
  96557: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        B: () => (
          /* binding */
          fine
        ),
        /* harmony export */
        Q: () => (
          /* binding */
          wrong
        )
        /* harmony export */
      });
      const fine = (value) => ({ ok: true, value });
      const wrong = (reason) => ({ ok: false, reason });
    })
  ),
  /***/
  21128: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        C: () => (
          /* binding */
          showHost2
        ),
        /* harmony export */
        r: () => (
          /* binding */
          canonicalHost
        )
        /* harmony export */
      });
      var _checked_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(96557);
      var _ip_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(20959);
      const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
      const NUMBER_LIKE = /^([0-9]+|0x[0-9a-f]*)$/;
      function canonicalHost(raw) {
        if (/[^\x21-\x7e]/.test(raw))
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a host is visible ASCII");
        if (raw.startsWith("["))
          return bracketed(raw);
        const text = withoutFinalDot(raw.toLowerCase());
        if (text === "" || text.length > 253)
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a host has 1 to 253 characters");
        const labels = text.split(".");
        if (!labels.every((label) => LABEL.test(label))) {
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a host is labels of letters, digits, dashes and underscores, with dots between");
        }
        if (!NUMBER_LIKE.test(labels.at(-1) ?? ""))
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)({ kind: "name", text });
        return (0, _ip_js__WEBPACK_IMPORTED_MODULE_1__.ni)(text) === void 0 ? (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("an IPv4 address is four plain decimal numbers") : (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)({ kind: "ipv4", text });
      }
      function showHost2(host) {
        return host.kind === "ipv6" ? `[${host.text}]` : host.text;
      }
      function bracketed(raw) {
        const groups = raw.endsWith("]") ? (0, _ip_js__WEBPACK_IMPORTED_MODULE_1__.BE)(raw.slice(1, -1)) : void 0;
        if (groups === void 0)
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("an IPv6 address stands in brackets and has no zone");
        const mapped = (0, _ip_js__WEBPACK_IMPORTED_MODULE_1__.DP)(groups);
        return mapped === void 0 ? (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)({ kind: "ipv6", text: (0, _ip_js__WEBPACK_IMPORTED_MODULE_1__.DU)(groups) }) : (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)({ kind: "ipv4", text: mapped });
      }
      function withoutFinalDot(text) {
        return text.endsWith(".") ? text.slice(0, -1) : text;
      }
    })
  ),
  /***/
  20959: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        BE: () => (
          /* binding */
          parseIpv6
        ),
        /* harmony export */
        DP: () => (
          /* binding */
          mappedIpv4
        ),
        /* harmony export */
        DU: () => (
          /* binding */
          formatIpv6
        ),
        /* harmony export */
        ni: () => (
          /* binding */
          parseIpv4
        )
        /* harmony export */
      });
      const OCTET = /^(0|[1-9][0-9]{0,2})$/;
      function parseIpv4(text) {
        const octets = text.split(".");
        if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) < 256)) {
          return void 0;
        }
        return octets.map(Number);
      }
      function parseIpv6(text) {
        if (!/^[0-9A-Fa-f:.]{2,45}$/.test(text) || !text.includes(":"))
          return void 0;
        const url = URL.parse(`http://[${text}]/`);
        if (url === null)
          return void 0;
        const [head = "", tail] = url.hostname.slice(1, -1).split("::");
        const before = groupsOf(head);
        if (tail === void 0)
          return before;
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
    })
  ),
  /***/
  24573: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Op: () => (
          /* binding */
          canonicalPath
        ),
        /* harmony export */
        e$: () => (
          /* binding */
          checkTarget
        )
        /* harmony export */
      });
      var _checked_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(96557);
      const ROUNDS = 3;
      const PLAIN = /^[A-Za-z0-9\-._~!$&'()*+,=:@/]*$/;
      const DOTS = /\/\.+(\/|$)/;
      function checkTarget(target) {
        if (!target.startsWith("/"))
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a request target begins with /");
        if (/[^\x21-\x7e]/.test(target))
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a request target is visible ASCII");
        return target.includes("#") ? (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a request target has no fragment") : (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)(target);
      }
      function canonicalPath(target) {
        const form = checkTarget(target);
        if (!form.ok)
          return form;
        const query = target.indexOf("?");
        const path = query === -1 ? target : target.slice(0, query);
        if (PLAIN.test(path) && !DOTS.test(path))
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)(path);
        if (/%(?![0-9A-Fa-f]{2})/.test(path))
          return (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)("a path has only whole percent escapes");
        const doubt = doubtAbout(path);
        return doubt === void 0 ? (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.B)(plainWhereUnreserved(path)) : (0, _checked_js__WEBPACK_IMPORTED_MODULE_0__.Q)(doubt);
      }
      function plainWhereUnreserved(path) {
        return path.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
          const character = byteOf(escape);
          return /[A-Za-z0-9\-._~]/.test(character) ? character : escape.toUpperCase();
        });
      }
      function doubtAbout(path) {
        let text = path;
        for (let round = 0; ; round += 1) {
          const doubt = doubtIn(text) ?? doubtIn(looksLike(text));
          if (doubt !== void 0)
            return doubt;
          const decoded = text.replace(/%[0-9A-Fa-f]{2}/g, byteOf);
          if (decoded === text)
            return void 0;
          if (round === ROUNDS)
            return "a path is not escaped more than three times over";
          text = decoded;
        }
      }
      function doubtIn(text) {
        if (text.includes("\\"))
          return "a path has no backslash";
        if (/[\x00-\x1f\x7f]/.test(text))
          return "a path has no control characters";
        if (/[\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]/.test(text))
          return "a path has no overlong UTF-8";
        return text.split("/").some(isDots) ? "a path has no dot segments" : void 0;
      }
      function isDots(segment) {
        const [name = ""] = segment.split(/[;?#]/, 1);
        return /^[. ]*\.[. ]*$/.test(name);
      }
      function looksLike(bytes) {
        if (!/[\x80-\xff]/.test(bytes))
          return bytes;
        const text = Buffer.from(bytes, "latin1").toString("utf8");
        return text.normalize("NFKC").replace(/[^\x00-\x7f]/g, "x");
      }
      function byteOf(escape) {
        return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      }
    })
  ),
  /***/
  86787: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        $: () => (
          /* binding */
          isPlain
        ),
        /* harmony export */
        A: () => (
          /* binding */
          otherReadings
        )
        /* harmony export */
      });
      function otherReadings(path) {
        return isPlain(path) ? [] : READINGS.filter((read) => read(path) !== path);
      }
      function isPlain(path) {
        return !/[%;?#]|\/\//.test(path);
      }
      const READINGS = [0, 1, 2, 3].flatMap((rounds) => [asIs, withoutParameters].flatMap((cut) => [asIs, withoutEmptySegments].map((merge) => (path) => merge(cut(decoded(path, rounds))))));
      function decoded(path, rounds) {
        if (rounds === 0 || !path.includes("%"))
          return path;
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
    })
  ),
  /***/
  10892: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        FQ: () => (
          /* binding */
          valueProblem
        ),
        /* harmony export */
        Li: () => (
          /* binding */
          lookOf
        ),
        /* harmony export */
        rH: () => (
          /* binding */
          nameProblem
        )
        /* harmony export */
      });
      const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
      const RESERVED = /* @__PURE__ */ new Set([
        "host",
        "content-length",
        "transfer-encoding",
        "content-encoding",
        "te",
        "trailer",
        "connection",
        "keep-alive",
        "upgrade",
        "expect",
        "http2-settings"
      ]);
      const RESERVED_PREFIXES = ["proxy-", "sec-websocket-"];
      function lookOf(name) {
        const lower = name.toLowerCase();
        return lower.includes("_") ? lower.replaceAll("_", "-") : lower;
      }
      function nameProblem(name, secret) {
        if (!TOKEN.test(name))
          return "is not an HTTP header name";
        const look = lookOf(name);
        if (RESERVED.has(look) || RESERVED_PREFIXES.some((prefix) => look.startsWith(prefix))) {
          return "belongs to the connection and cannot be set by a rule";
        }
        return look === "content-type" && secret ? "describes the body: it can only be of type plaintext" : void 0;
      }
      const LONGEST_HEADER_VALUE = 8192;
      function valueProblem(value) {
        if (value === "")
          return "is empty";
        if (value.length > LONGEST_HEADER_VALUE)
          return `has more than ${LONGEST_HEADER_VALUE} characters`;
        if (/[\r\n\0]/.test(value))
          return "has a line break or NUL in it";
        if (/[^\x20-\x7e\t]/.test(value))
          return "has characters other than visible ASCII, space and tab";
        return /^[ \t]|[ \t]$/.test(value) ? "begins or ends with a blank" : void 0;
      }
    })
  ),
  /***/
  80088: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        ew: () => (
          /* binding */
          barredBy
        ),
        V8: () => (
          /* binding */
          deniesAddress
        ),
        ST: () => (
          /* binding */
          parseAccessEntry
        )
      });
      var checked = __webpack_require__(96557);
      var authority = __webpack_require__(81197);
      ;
      const LONGEST = 256;
      const MOST_REPEATS = 255;
      const MOST_LAYERS = 32;
      class NotRead extends Error {
      }
      function parseExpression(text) {
        if (text.length > LONGEST)
          return (0, checked.Q)(`a regular expression has at most ${LONGEST} characters`);
        if (!text.startsWith("^") || !text.endsWith("$")) {
          return (0, checked.Q)("a regular expression begins with ^ and ends with $: it holds the whole name");
        }
        try {
          return (0, checked.B)(new Parser(text.slice(1, -1)).whole());
        } catch (error) {
          if (error instanceof NotRead)
            return (0, checked.Q)(error.message);
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
          if (this.#next() === "|")
            throw new NotRead("alternatives stand in parentheses, as in ^(a|b)$");
          if (this.#next() !== void 0)
            throw new NotRead("a parenthesis is closed that was not opened");
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
              throw new NotRead(`${character} stands where it means nothing: write \\${character} for the character`);
            default:
              return { kind: "set", takes: inLowerCase(only(character)) };
          }
        }
        #group(layer) {
          if (layer > MOST_LAYERS)
            throw new NotRead(`groups are nested at most ${MOST_LAYERS} deep`);
          if (this.#next() === "?") {
            this.#take();
            if (this.#take() !== ":")
              throw new NotRead("of the groups that begin with (? only (?: is read");
          }
          const parts = [this.#sequence(layer)];
          while (this.#next() === "|") {
            this.#take();
            parts.push(this.#sequence(layer));
          }
          if (this.#take() !== ")")
            throw new NotRead("a parenthesis is not closed");
          return { kind: "choice", parts };
        }
        #repeated(part) {
          const [quantifier, , least, comma, most] = /^(?:[*+?]|(\{)(\d{1,3})(,?)(\d{1,3})?\})\??/.exec(this.#text.slice(this.#at)) ?? [];
          if (quantifier === void 0)
            return part;
          this.#at += quantifier.length;
          if (/^[*+?{]/.test(this.#text.slice(this.#at)))
            throw new NotRead("one quantifier stands behind another");
          const sign = quantifier[0];
          if (sign !== "{")
            return { kind: "repeat", part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : null };
          const from = Number(least);
          const to = comma === "" ? from : most === void 0 ? null : Number(most);
          if (comma === "" && most !== void 0)
            throw new NotRead("a quantifier is {n}, {n,} or {n,m}");
          if (from > MOST_REPEATS || (to ?? 0) > MOST_REPEATS || to !== null && to < from) {
            throw new NotRead(`a quantifier counts from 0 to ${MOST_REPEATS}, the lesser number first`);
          }
          return { kind: "repeat", part, least: from, most: to };
        }
        /** Behind the `[`. */
        #class() {
          const isNegated = this.#next() === "^";
          if (isNegated)
            this.#take();
          const takes = new Uint8Array(128);
          let isFirst = true;
          for (let character = this.#take(); character !== "]" || isFirst; character = this.#take()) {
            isFirst = false;
            if (character === "[")
              throw new NotRead("a [ inside a class is written \\[");
            const from = character === "\\" ? this.#escape() : only(character);
            const isRange = this.#next() === "-" && this.#text[this.#at + 1] !== "]";
            if (isRange) {
              this.#take();
              const last = this.#take();
              add(takes, range(from, last === "\\" ? this.#escape() : only(last)));
            } else
              add(takes, from);
          }
          const folded = inLowerCase(takes);
          return isNegated ? setOf((code) => folded[code] === 0) : folded;
        }
        /** Behind the backslash. */
        #escape() {
          const character = this.#take();
          const named = { d: /\d/, D: /\D/, w: /\w/, W: /\W/, s: /\s/, S: /\S/ }[character];
          if (named !== void 0)
            return setOf((code) => named.test(String.fromCharCode(code)));
          if (/[A-Za-z0-9]/.test(character)) {
            throw new NotRead(`\\${character} is not read: of the escapes \\d, \\w, \\s are, and signs`);
          }
          return only(character);
        }
        #next() {
          return this.#text[this.#at];
        }
        #take() {
          const character = this.#text[this.#at];
          if (character === void 0)
            throw new NotRead("the expression ends in the middle");
          this.#at += 1;
          return character;
        }
      }
      function setOf(takes) {
        return Uint8Array.from({ length: 128 }, (_, code) => takes(code) ? 1 : 0);
      }
      function only(character) {
        const wanted = character.charCodeAt(0);
        if (wanted > 127)
          throw new NotRead("names are ASCII: write their xn-- form");
        return setOf((code) => code === wanted);
      }
      function inLowerCase(takes) {
        return setOf((code) => takes[code] === 1 || code >= 97 && code <= 122 && takes[code - 32] === 1);
      }
      function add(takes, more) {
        for (const [code, is] of more.entries())
          if (is === 1)
            takes[code] = 1;
      }
      function range(from, to) {
        const [first, last] = [from.indexOf(1), to.indexOf(1)];
        const areSingle = [from, to].every((set) => set.indexOf(1) === set.lastIndexOf(1));
        if (!areSingle || last < first)
          throw new NotRead("a range is of two characters, the lesser first");
        return setOf((code) => code >= first && code <= last);
      }
      ;
      const MOST_STEPS = 500;
      function compileExpression(text) {
        const syntax = parseExpression(text);
        if (!syntax.ok)
          return syntax;
        const steps = [];
        const isRoom = () => steps.length < MOST_STEPS;
        emit(syntax.value, steps, isRoom);
        steps.push({ kind: "done" });
        return isRoom() ? (0, checked.B)(steps) : (0, checked.Q)("a regular expression repeats too much: use * or +");
      }
      function runProgram(program, text) {
        const reachedAt = new Int32Array(program.length).fill(-1);
        let here = follow(program, [0], reachedAt, 0);
        for (let at = 0; at < text.length && here.length > 0; at += 1) {
          const code = text.charCodeAt(at);
          const onward = [];
          for (const index of here) {
            const step = program[index];
            if (step?.kind === "take" && step.takes[code] === 1)
              onward.push(index + 1);
          }
          here = follow(program, onward, reachedAt, at + 1);
        }
        return here.some((index) => program[index]?.kind === "done");
      }
      function follow(program, waiting, reachedAt, now) {
        const found = [];
        for (let index = waiting.pop(); index !== void 0; index = waiting.pop()) {
          if (reachedAt[index] === now)
            continue;
          reachedAt[index] = now;
          const step = program[index];
          if (step?.kind !== "fork")
            found.push(index);
          else
            for (const next of step.to)
              waiting.push(next);
        }
        return found;
      }
      function emit(syntax, steps, isRoom) {
        if (!isRoom())
          return;
        switch (syntax.kind) {
          case "set":
            steps.push({ kind: "take", takes: syntax.takes });
            return;
          case "sequence":
            for (const part of syntax.parts)
              emit(part, steps, isRoom);
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
        for (const end of ends)
          end.push(steps.length);
      }
      function emitRepeat({ part, least, most }, steps, isRoom) {
        for (let count = 0; count < least && isRoom(); count += 1)
          emit(part, steps, isRoom);
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
        for (const to of exits)
          to.push(steps.length);
      }
      var host_pattern = __webpack_require__(85791);
      var policy_network = __webpack_require__(96810);
      ;
      const WEB_PORTS = [80, 443];
      function parseAccessEntry(text) {
        if (text.startsWith("~")) {
          const program = compileExpression(text.slice(1));
          return program.ok ? (0, checked.B)({ kind: "expression", program: program.value }) : program;
        }
        const network = (0, policy_network.MO)(text);
        if (network !== void 0)
          return (0, checked.B)({ kind: "network", network, port: null });
        if (text.includes("/"))
          return (0, checked.Q)("is not a range of addresses, such as 10.0.0.0/8, with all host bits zero");
        const pattern = (0, host_pattern.ic)(text, 1);
        if (!pattern.ok)
          return pattern;
        const { hostText, portText } = (0, authority.yY)(text);
        const address = (0, policy_network.MO)(hostText.replace(/^\[(.*)\]$/, "$1"));
        return address === void 0 ? (0, checked.B)({ kind: "host", pattern: pattern.value }) : (0, checked.B)({ kind: "network", network: address, port: (0, authority.pz)(portText ?? "") ?? null });
      }
      function barredBy(access, host, port, isNamed) {
        if (access.kind === "allow") {
          const isListed = access.entries.some((entry) => holdsPlace(entry, host) && allowsPort(entry, port));
          return isListed ? void 0 : "not-on-allow-list";
        }
        if (access.kind === "deny") {
          const isListed = access.entries.some((entry) => holdsPlace(entry, host) && deniesPort(entry, port));
          if (isListed)
            return "on-deny-list";
        }
        return WEB_PORTS.includes(port) || isNamed ? void 0 : "port-not-allowed";
      }
      function deniesAddress(access, address, port) {
        const bytes = (0, policy_network.AS)(address);
        return access.kind === "deny" && bytes !== void 0 && access.entries.some((entry) => entry.kind === "network" && (0, policy_network.G2)(entry.network, bytes) && deniesPort(entry, port));
      }
      function holdsPlace(entry, host) {
        if (entry.kind === "host")
          return (0, host_pattern.xp)(entry.pattern, host);
        if (entry.kind === "expression")
          return runProgram(entry.program, host.text);
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
        if (entry.kind === "expression")
          return null;
        return entry.kind === "host" ? entry.pattern.port : entry.port;
      }
    })
  ),
  /***/
  96036: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        TN: () => (
          /* binding */
          keyOf
        ),
        /* harmony export */
        Yk: () => (
          /* binding */
          leftOutRule
        ),
        /* harmony export */
        _j: () => (
          /* binding */
          candidatesFor
        )
        /* harmony export */
      });
      var _host_pattern_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(85791);
      var _no_proxy_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(19812);
      var _public_suffix_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(24233);
      function candidatesFor(policy, scheme, host, port) {
        const found = /* @__PURE__ */ new Map();
        for (const { rule, pattern } of holding(policy, scheme, host, port)) {
          if (isStrangers(rule, pattern, host))
            continue;
          found.set(rule, (found.get(rule) ?? false) || asksForPlain(pattern, scheme));
        }
        return [...found].map(([rule, spellsPort]) => ({ rule, spellsPort })).sort((a, b) => a.rule.index - b.rule.index);
      }
      function leftOutRule(policy, scheme, host, port) {
        return holding(policy, scheme, host, port).find(({ rule, pattern }) => isStrangers(rule, pattern, host))?.rule;
      }
      function holding(policy, scheme, host, port) {
        return keysOf(host).flatMap((key) => policy.byHost.get(key) ?? []).filter(({ rule, pattern }) => {
          return (0, _host_pattern_js__WEBPACK_IMPORTED_MODULE_0__.As)(pattern, scheme, port) && !rule.noProxy.some((entry) => (0, _no_proxy_js__WEBPACK_IMPORTED_MODULE_1__.U4)(entry, host, port));
        });
      }
      function keyOf(pattern) {
        return (pattern.kind === "exact" ? "=" : ".") + pattern.host.text;
      }
      function keysOf(host) {
        const keys = [`=${host.text}`];
        if (host.kind !== "name")
          return keys;
        for (let dot = host.text.indexOf("."); dot !== -1; dot = host.text.indexOf(".", dot + 1)) {
          keys.push(host.text.slice(dot));
        }
        return keys;
      }
      function asksForPlain({ port }, scheme) {
        return port !== null && !(scheme === "http" && port === _host_pattern_js__WEBPACK_IMPORTED_MODULE_0__.Fk.https);
      }
      function isStrangers(rule, pattern, host) {
        return rule.hasSecret && pattern.kind === "below" && (0, _public_suffix_js__WEBPACK_IMPORTED_MODULE_2__.J)(pattern.host.text, host.text);
      }
    })
  ),
  /***/
  10435: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        C: () => (
          /* binding */
          compilePolicy
        )
      });
      var checked = __webpack_require__(96557);
      var policy_access = __webpack_require__(80088);
      ;
      const POLICY_LIMITS = {
        rules: 64,
        hosts: 64,
        paths: 64,
        headers: 32,
        /** Characters of all header values of a rule: few servers take longer heads. */
        headerValues: 16384,
        matchHeaders: 32,
        noProxy: 256,
        access: 256,
        /** Of all regular expressions together: a longest name then costs some ten milliseconds at most. */
        expressionSteps: 2e3,
        networks: 64
      };
      ;
      function parseEach(texts, loc, limit, parse, problems) {
        if (texts.length > limit)
          problems.push({ loc, msg: `there are at most ${limit} entries` });
        return texts.slice(0, limit).flatMap((text, index) => {
          const parsed = parse(text);
          if (parsed.ok)
            return [parsed.value];
          problems.push({ loc: [...loc, index], msg: parsed.reason });
          return [];
        });
      }
      ;
      function compileAccess(access, problems) {
        if (access.kind === "open")
          return { kind: "open" };
        const entries = parseEach(access.patterns, ["access", "patterns"], POLICY_LIMITS.access, policy_access.ST, problems);
        const steps = entries.map((entry) => entry.kind === "expression" ? entry.program.length : 0);
        if (steps.reduce((sum, count) => sum + count, 0) > POLICY_LIMITS.expressionSteps) {
          problems.push({ loc: ["access", "patterns"], msg: "the regular expressions are too large together" });
        }
        return { kind: access.kind, entries };
      }
      var names = __webpack_require__(10892);
      var secret_parts = __webpack_require__(2918);
      var spellings = __webpack_require__(50745);
      ;
      const SHORTEST_NEEDLE = 8;
      const MOST_PARTS = 16;
      function needlesOf(headers) {
        const texts = [...new Set(headers.flatMap(secretsIn))].filter((text) => text.length >= SHORTEST_NEEDLE);
        const needed = texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
        const forms = new Set([...needed, ...headers.flatMap(partsOf)].flatMap(needles_spellings));
        return [...forms].filter((form) => form.length >= SHORTEST_NEEDLE).map((form) => Buffer.from(form, "utf8"));
      }
      function secretsIn(header) {
        if (!header.secret)
          return [];
        const credential = /^[A-Za-z][A-Za-z0-9-]* +(\S.*)$/.exec(header.value)?.[1];
        const basic = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(header.value)?.[1];
        const pair = basic === void 0 ? void 0 : Buffer.from(basic, "base64").toString("latin1");
        const password = pair?.slice(pair.indexOf(":") + 1);
        const found = [...header.needles, credential, pair, password].filter((text) => text !== void 0);
        return [header.value, ...found];
      }
      function partsOf({ secret, name, value }) {
        if (!secret)
          return [];
        const parts = (0, secret_parts.B)(value, name).filter((part) => part.length >= SHORTEST_NEEDLE);
        return parts.slice(0, MOST_PARTS);
      }
      function needles_spellings(text) {
        const json = JSON.stringify(text).slice(1, -1);
        const url = encodeURIComponent(text);
        const strictUrl = url.replace(/[!'()*]/g, (character) => `%${codeOf(character).toUpperCase()}`);
        const bytes = Buffer.from(text, "utf8");
        const hex = bytes.toString("hex");
        return [
          text,
          json,
          json.replaceAll("/", "\\/"),
          json.replace(/[<>&]/g, (character) => `\\u00${codeOf(character)}`),
          ...[url, strictUrl].flatMap((form) => [
            form,
            form.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
            form.replaceAll("%20", "+")
          ]),
          html(text),
          hex,
          hex.toUpperCase(),
          ...(0, spellings.K)(bytes)
        ];
      }
      function codeOf(character) {
        return character.charCodeAt(0).toString(16);
      }
      function html(text) {
        return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
      }
      var host_pattern = __webpack_require__(85791);
      var no_proxy = __webpack_require__(19812);
      var path_pattern = __webpack_require__(27330);
      var public_suffix = __webpack_require__(24233);
      ;
      function compileRule(rule, index, problems) {
        const at = ["rules", index];
        const hasSecret = rule.headers.some((header) => header.secret);
        if (rule.name === "")
          problems.push({ loc: [...at, "name"], msg: "a rule has a name" });
        if (rule.matchHosts.length === 0) {
          problems.push({ loc: [...at, "matchHosts"], msg: "a rule names at least one host" });
        }
        checkHeaders(rule.headers, [...at, "headers"], problems);
        checkMatchHeaders(rule.matchHeaders, [...at, "matchHeaders"], problems);
        const parseHost = (text) => guarded((0, host_pattern.ic)(text), hasSecret);
        return {
          index,
          name: rule.name,
          hosts: parseEach(rule.matchHosts, [...at, "matchHosts"], POLICY_LIMITS.hosts, parseHost, problems),
          paths: parseEach(rule.matchPaths, [...at, "matchPaths"], POLICY_LIMITS.paths, path_pattern.zW, problems),
          matchHeaders: rule.matchHeaders.map(({ name, value }) => ({ name: name.toLowerCase(), value })),
          noProxy: parseEach(rule.noProxy, [...at, "noProxy"], POLICY_LIMITS.noProxy, no_proxy.zb, problems),
          headers: rule.headers,
          sent: hasSecret ? withPlainAnswers(rule.headers) : rule.headers,
          hasSecret,
          needles: needlesOf(rule.headers)
        };
      }
      function withPlainAnswers(headers) {
        const isSaid = headers.some(({ name }) => (0, names.Li)(name) === "accept-encoding");
        return isSaid ? headers : [...headers, { name: "Accept-Encoding", value: "identity" }];
      }
      function guarded(parsed, hasSecret) {
        const isOpenToAll = (pattern) => pattern.kind === "below" && (0, public_suffix.R)(pattern.host.text);
        return hasSecret && parsed.ok && isOpenToAll(parsed.value) ? {
          ok: false,
          reason: "anyone can get a name below this public suffix: name the hosts that get the secret"
        } : parsed;
      }
      function checkHeaders(headers, loc, problems) {
        tooMany(headers.length, POLICY_LIMITS.headers, loc, problems);
        for (const [index, header] of headers.entries()) {
          const name = (0, names.rH)(header.name, header.secret);
          if (name !== void 0)
            problems.push({ loc: [...loc, index, "name"], msg: name });
          const value = (0, names.FQ)(header.value);
          if (value !== void 0)
            problems.push({ loc: [...loc, index, "value"], msg: `the value ${value}` });
        }
        const characters = headers.reduce((sum, { value }) => sum + value.length, 0);
        if (characters > POLICY_LIMITS.headerValues) {
          problems.push({ loc, msg: `the values have at most ${POLICY_LIMITS.headerValues} characters together` });
        }
        sameLooks(headers, loc, problems);
      }
      function checkMatchHeaders(headers, loc, problems) {
        tooMany(headers.length, POLICY_LIMITS.matchHeaders, loc, problems);
        for (const [index, header] of headers.entries()) {
          const name = (0, names.rH)(header.name, false);
          if (name !== void 0)
            problems.push({ loc: [...loc, index, "name"], msg: name });
          const value = (0, names.FQ)(header.value);
          if (value !== void 0)
            problems.push({ loc: [...loc, index, "value"], msg: `the value ${value}` });
        }
        sameLooks(headers, loc, problems);
      }
      function tooMany(count, limit, loc, problems) {
        if (count > limit)
          problems.push({ loc, msg: `there are at most ${limit} entries` });
      }
      function sameLooks(headers, loc, problems) {
        const seen = /* @__PURE__ */ new Set();
        for (const [index, { name }] of headers.entries()) {
          const look = (0, names.Li)(name);
          if (seen.has(look)) {
            problems.push({ loc: [...loc, index, "name"], msg: "another header of this rule has this name" });
          }
          seen.add(look);
        }
      }
      var candidates = __webpack_require__(96036);
      var policy_network = __webpack_require__(96810);
      ;
      function warningsAbout(policy) {
        return policy.rules.flatMap((rule) => {
          const called = `rule "${rule.name}"`;
          const above = policy.rules.slice(0, rule.index).find((earlier) => covers(earlier, rule));
          const shadow = above === void 0 ? [] : [`${called} can never match: "${above.name}" above it takes every request`];
          const barred = isBarred(policy, rule) ? [`${called} can never match: access_control lets none of its hosts through`] : [];
          const passed = policy.noProxy.filter((entry) => isReadWider(entry, rule)).map(no_proxy.ZY);
          const passing = passed.map((name) => `no_proxy "${name}" is read by many programs as all below it too: they pass by ${called}`);
          const short = rule.headers.filter(({ secret, value }) => secret && value.length < SHORTEST_NEEDLE);
          const unmasked = short.map(({ name }) => `${called}: the secret in ${name} is too short to be masked in responses`);
          return [...shadow, ...barred, ...passing, ...unmasked];
        });
      }
      function isReadWider(entry, rule) {
        return entry.kind === "name" && rule.hosts.some(({ host }) => host.kind === "name" && host.text.endsWith(`.${entry.name}`));
      }
      function covers(earlier, later) {
        if (earlier.noProxy.length > 0)
          return false;
        const hostsCovered = later.hosts.every((pattern) => earlier.hosts.some((wider) => (0, host_pattern.py)(wider, pattern) && !mayBeStrangers(earlier, wider, pattern)));
        const pathsCovered = earlier.paths.length === 0 || later.paths.length > 0 && later.paths.every((path) => earlier.paths.some((wider) => (0, path_pattern.O9)(wider, path)));
        const headersCovered = earlier.matchHeaders.every(({ name, value }) => later.matchHeaders.some((header) => header.name === name && header.value === value));
        return hostsCovered && pathsCovered && headersCovered;
      }
      function mayBeStrangers(rule, wider, pattern) {
        return rule.hasSecret && wider.kind === "below" && (0, public_suffix.J)(wider.host.text, pattern.host.text);
      }
      function isBarred(policy, rule) {
        return rule.hosts.every((pattern) => {
          if (pattern.kind === "below")
            return false;
          const ports = pattern.port === null ? Object.values(host_pattern.Fk) : [pattern.port];
          return ports.every((port) => (0, policy_access.ew)(policy.access, pattern.host, port, pattern.port !== null) !== void 0);
        });
      }
      ;
      function compilePolicy(source) {
        const problems = [];
        const noProxy = parseEach(source.noProxy, ["noProxy"], POLICY_LIMITS.noProxy, no_proxy.zb, problems);
        const privateNetworks = parseEach(source.privateNetworks, ["privateNetworks"], POLICY_LIMITS.networks, parseRange, problems);
        const access = compileAccess(source.access, problems);
        if (source.rules.length > POLICY_LIMITS.rules) {
          problems.push({ loc: ["rules"], msg: `there are at most ${POLICY_LIMITS.rules} rules` });
        }
        const rules = source.rules.map((rule, index) => compileRule(rule, index, problems));
        problems.push(...sameNames(rules), ...neverReached(rules, noProxy));
        if (problems.length > 0)
          return { kind: "refused", problems };
        const policy = { rules, noProxy, access, privateNetworks, byHost: indexed(rules) };
        return { kind: "compiled", policy, warnings: warningsAbout(policy) };
      }
      function parseRange(text) {
        const network = (0, policy_network.MO)(text);
        return network === void 0 ? (0, checked.Q)("is not a range of addresses, such as 10.0.0.0/8, with all host bits zero") : (0, checked.B)(network);
      }
      function indexed(rules) {
        const byHost = /* @__PURE__ */ new Map();
        for (const rule of rules) {
          for (const pattern of rule.hosts) {
            const key = (0, candidates.TN)(pattern);
            byHost.set(key, [...byHost.get(key) ?? [], { rule, pattern }]);
          }
        }
        return byHost;
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
          const isExempted = (pattern) => exempt.some((entry) => (0, no_proxy.Vx)(entry, pattern));
          return rule.hosts.length > 0 && rule.hosts.every(isExempted) ? [{ loc: ["rules", rule.index, "matchHosts"], msg: "no_proxy takes out every host of this rule" }] : [];
        });
      }
    })
  ),
  /***/
  85791: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        As: () => (
          /* binding */
          holdsPort
        ),
        /* harmony export */
        Dx: () => (
          /* binding */
          ruleHost
        ),
        /* harmony export */
        Fk: () => (
          /* binding */
          SCHEME_PORTS
        ),
        /* harmony export */
        ic: () => (
          /* binding */
          parseHostPattern
        ),
        /* harmony export */
        py: () => (
          /* binding */
          coversPattern
        ),
        /* harmony export */
        xp: () => (
          /* binding */
          holdsHost
        )
        /* harmony export */
      });
      var _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(96557);
      var _canonical_host_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(21128);
      var _canonical_authority_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(81197);
      const SCHEME_PORTS = { https: 443, http: 80 };
      function parseHostPattern(text, lowestDomain = 2) {
        const { hostText, portText } = (0, _canonical_authority_js__WEBPACK_IMPORTED_MODULE_0__.yY)(text);
        const port = portText === void 0 ? null : (0, _canonical_authority_js__WEBPACK_IMPORTED_MODULE_0__.pz)(portText);
        if (port === void 0)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("the port must be a decimal number from 1 to 65535");
        const isBelow = hostText.startsWith("*.");
        const name = isBelow ? hostText.slice(2) : hostText;
        if (name.includes("*"))
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("a * is allowed only as the whole first label, as in *.example.com");
        const host = ruleHost(name);
        if (!host.ok)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)(`is not a host name, *.name or an address, with an optional :port: ${host.reason}`);
        if (!isBelow)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.B)({ kind: "exact", host: host.value, port });
        if (host.value.kind !== "name")
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("a wildcard cannot stand before an address");
        if (host.value.text.split(".").length < lowestDomain) {
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("a wildcard needs a domain of at least two labels, as in *.example.com");
        }
        return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.B)({ kind: "below", host: host.value, port });
      }
      function holdsHost(pattern, host) {
        if (pattern.kind === "exact")
          return pattern.host.kind === host.kind && pattern.host.text === host.text;
        return host.kind === "name" && host.text.endsWith(`.${pattern.host.text}`);
      }
      function holdsPort(pattern, scheme, port) {
        return port === (pattern.port ?? SCHEME_PORTS[scheme]);
      }
      function coversPattern(pattern, other) {
        if (pattern.port !== other.port)
          return false;
        if (other.kind === "exact")
          return holdsHost(pattern, other.host);
        if (pattern.kind === "exact")
          return false;
        return other.host.text === pattern.host.text || other.host.text.endsWith(`.${pattern.host.text}`);
      }
      function showHostPattern(pattern) {
        const host = (pattern.kind === "below" ? "*." : "") + showHost(pattern.host);
        return pattern.port === null ? host : `${host}:${pattern.port}`;
      }
      function ruleHost(text) {
        if (/^[\x21-\x7e]*$/.test(text))
          return (0, _canonical_host_js__WEBPACK_IMPORTED_MODULE_2__.r)(text);
        if (!/^[\p{L}\p{M}\p{N}._\-\u00b7\u3002]+$/u.test(text))
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("a name has letters, digits, dashes and dots");
        const url = URL.parse(`http://${text}/`);
        const host = url === null ? (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("the name has no ASCII form") : (0, _canonical_host_js__WEBPACK_IMPORTED_MODULE_2__.r)(url.hostname);
        return host.ok && host.value.kind !== "name" ? (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("an address is written in ASCII") : host;
      }
    })
  ),
  /***/
  96810: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        AS: () => (
          /* binding */
          addressBytes
        ),
        /* harmony export */
        G2: () => (
          /* binding */
          inNetwork
        ),
        /* harmony export */
        MO: () => (
          /* binding */
          parseNetwork
        ),
        /* harmony export */
        U0: () => (
          /* binding */
          showNetwork
        )
        /* harmony export */
      });
      var _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(20959);
      function addressBytes(text) {
        const groups = (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.BE)(text);
        if (groups === void 0)
          return (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.ni)(text);
        const mapped = (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.DP)(groups);
        return mapped === void 0 ? bytesOf(groups) : (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.ni)(mapped);
      }
      function parseNetwork(text) {
        const [address = "", prefixText, ...more] = text.split("/");
        const groups = (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.BE)(address);
        const written = groups === void 0 ? (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.ni)(address) : bytesOf(groups);
        if (written === void 0 || more.length > 0)
          return void 0;
        const bits = written.length * 8;
        const prefix = prefixText === void 0 ? bits : readPrefix(prefixText);
        if (prefix === void 0 || prefix > bits)
          return void 0;
        const isMapped = groups !== void 0 && (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.DP)(groups) !== void 0 && prefix >= 96;
        const network = isMapped ? { bytes: written.slice(12), prefix: prefix - 96 } : { bytes: written, prefix };
        return hostBitsAreClear(network) ? network : void 0;
      }
      function showNetwork(network) {
        const address = network.bytes.length === 4 ? network.bytes.join(".") : (0, _canonical_ip_js__WEBPACK_IMPORTED_MODULE_0__.DU)(groupsOf(network.bytes));
        return network.prefix === network.bytes.length * 8 ? address : `${address}/${network.prefix}`;
      }
      function inNetwork(network, bytes) {
        if (network.bytes.length !== bytes.length)
          return false;
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
    })
  ),
  /***/
  19812: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        U4: () => (
          /* binding */
          isExempt
        ),
        /* harmony export */
        Vx: () => (
          /* binding */
          exemptsPattern
        ),
        /* harmony export */
        ZY: () => (
          /* binding */
          showNoProxy
        ),
        /* harmony export */
        zb: () => (
          /* binding */
          parseNoProxy
        )
        /* harmony export */
      });
      var _canonical_authority_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(81197);
      var _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(96557);
      var _host_pattern_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(85791);
      var _network_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(96810);
      function parseNoProxy(text) {
        const network = (0, _network_js__WEBPACK_IMPORTED_MODULE_1__.MO)(text);
        if (network !== void 0)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.B)({ kind: "network", network, port: null });
        if (text.includes("/"))
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.Q)("is not a range of addresses, such as 10.0.0.0/8, with all host bits zero");
        const { hostText, portText } = (0, _canonical_authority_js__WEBPACK_IMPORTED_MODULE_3__.yY)(text);
        const port = portText === void 0 ? null : (0, _canonical_authority_js__WEBPACK_IMPORTED_MODULE_3__.pz)(portText);
        if (port === void 0)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.Q)("the port must be a decimal number from 1 to 65535");
        const isDomain = /^\*?\./.test(hostText);
        const host = (0, _host_pattern_js__WEBPACK_IMPORTED_MODULE_0__.Dx)(isDomain ? hostText.replace(/^\*?\./, "") : hostText);
        if (!host.ok)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.Q)(`is not a name, .name, address or range: ${host.reason}`);
        if (host.value.kind === "name") {
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.B)({ kind: isDomain ? "domain" : "name", name: host.value.text, port });
        }
        const single = isDomain ? void 0 : (0, _network_js__WEBPACK_IMPORTED_MODULE_1__.MO)(host.value.text);
        return single === void 0 ? (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.Q)("a wildcard cannot stand before an address") : (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_2__.B)({ kind: "network", network: single, port });
      }
      function isExempt(entry, host, port) {
        return (entry.port === null || entry.port === port) && exemptsHost(entry, host);
      }
      function exemptsPattern(entry, pattern) {
        if (entry.port !== null && entry.port !== pattern.port)
          return false;
        if (pattern.kind === "exact")
          return exemptsHost(entry, pattern.host);
        if (entry.kind !== "domain")
          return false;
        const domain = { kind: "below", host: { kind: "name", text: entry.name }, port: pattern.port };
        return (0, _host_pattern_js__WEBPACK_IMPORTED_MODULE_0__.py)(domain, pattern);
      }
      function showNoProxy(entry) {
        const port = entry.port === null ? "" : `:${entry.port}`;
        switch (entry.kind) {
          case "name":
            return entry.name + port;
          case "domain":
            return `.${entry.name}${port}`;
          case "network": {
            const text = (0, _network_js__WEBPACK_IMPORTED_MODULE_1__.U0)(entry.network);
            return port !== "" && text.includes(":") ? `[${text}]${port}` : text + port;
          }
        }
      }
      function exemptsHost(entry, host) {
        if (entry.kind !== "network") {
          return host.kind === "name" && (host.text === entry.name || entry.kind === "domain" && host.text.endsWith(`.${entry.name}`));
        }
        const bytes = host.kind === "name" ? void 0 : (0, _network_js__WEBPACK_IMPORTED_MODULE_1__.AS)(host.text);
        return bytes !== void 0 && (0, _network_js__WEBPACK_IMPORTED_MODULE_1__.G2)(entry.network, bytes);
      }
    })
  ),
  /***/
  27330: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        O9: () => (
          /* binding */
          coversPath
        ),
        /* harmony export */
        WD: () => (
          /* binding */
          holdsPath
        ),
        /* harmony export */
        ZS: () => (
          /* binding */
          readPattern
        ),
        /* harmony export */
        zW: () => (
          /* binding */
          parsePathPattern
        )
        /* harmony export */
      });
      var _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(96557);
      var _canonical_readings_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(86787);
      var _canonical_path_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(24573);
      const LONGEST_PATH_PATTERN = 256;
      function parsePathPattern(text) {
        if (!text.startsWith("/"))
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("a path pattern begins with /");
        if (text.length > LONGEST_PATH_PATTERN)
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)(`a path pattern has at most ${LONGEST_PATH_PATTERN} characters`);
        if (text.includes("?"))
          return (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)("a path pattern has no query: queries are not matched");
        const path = (0, _canonical_path_js__WEBPACK_IMPORTED_MODULE_2__.Op)(text);
        return path.ok ? (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.B)(path.value.replace(/\*+/g, "*").split("*")) : (0, _canonical_checked_js__WEBPACK_IMPORTED_MODULE_1__.Q)(`can never match: ${path.reason}`);
      }
      function holdsPath(pattern, path) {
        const [first = "", ...rest] = pattern;
        const last = rest.pop();
        if (last === void 0)
          return path === first;
        if (!path.startsWith(first))
          return false;
        let at = first.length;
        for (const piece of rest) {
          const found = path.indexOf(piece, at);
          if (found === -1)
            return false;
          at = found + piece.length;
        }
        return path.length - last.length >= at && path.endsWith(last);
      }
      function readPattern(pattern, read) {
        const text = pattern.join("*");
        return (0, _canonical_readings_js__WEBPACK_IMPORTED_MODULE_0__.$)(text) ? pattern : read(text).split("*");
      }
      function coversPath(pattern, other) {
        return holdsPath(pattern, other.join("*"));
      }
    })
  ),
  /***/
  24233: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        J: () => (
          /* binding */
          crossesPublicSuffix
        ),
        /* harmony export */
        R: () => (
          /* binding */
          isPublicSuffix
        )
        /* harmony export */
      });
      var tldts__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(62739);
      function isPublicSuffix(domain) {
        return publicSuffix(domain) === domain;
      }
      function crossesPublicSuffix(domain, name) {
        return (publicSuffix(name)?.length ?? 0) > domain.length;
      }
      function publicSuffix(domain) {
        return (0, tldts__WEBPACK_IMPORTED_MODULE_0__.pj)(domain, {
          allowPrivateDomains: true,
          extractHostname: false,
          validateHostname: false
        });
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
