const id = 6044;
const ids = [6044];
const modules = {
  /***/
  26044: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        TIME_LIMIT_MS: () => (
          /* binding */
          TIME_LIMIT_MS
        ),
        parseCaseFile: () => (
          /* binding */
          parseCaseFile
        ),
        parseCases: () => (
          /* binding */
          parseCases
        ),
        parseExpect: () => (
          /* binding */
          parseExpect
        ),
        parseJsonValue: () => (
          /* binding */
          parseJsonValue
        ),
        parseName: () => (
          /* binding */
          parseName
        ),
        parsePattern: () => (
          /* binding */
          parsePattern
        ),
        parseTimeLimit: () => (
          /* binding */
          parseTimeLimit
        ),
        singleCase: () => (
          /* binding */
          singleCase
        )
      });
      var verify_case = __webpack_require__(86597);
      var problem = __webpack_require__(49262);
      var scalars = __webpack_require__(97004);
      var texts = __webpack_require__(5965);
      var yaml = __webpack_require__(31230);
      ;
      const EXPONENT = 1e21;
      class YamlReader {
        complaints = [];
        #text;
        #about = "";
        constructor(text) {
          this.#text = text;
        }
        /** Which case the following is about. */
        about(name) {
          this.#about = name === "" ? "" : `${name}: `;
        }
        complain(path, problem2, cure) {
          const field = path.filter((part) => typeof part === "string" && part !== "cases").join(".");
          const where = `line ${this.#text.lineOf(path)}: ${this.#about}${field === "" ? "" : `${field}: `}`;
          this.complaints.push({ problem: `${where}${problem2}`, cure });
        }
        /** The value of a parser for text; undefined when it is not said, or wrong. */
        take(value, path, parse) {
          if (value === void 0 || value === null)
            return void 0;
          if (typeof value !== "string" && typeof value !== "number") {
            this.complain(path, "it is no text", "Write one word or one line.");
            return void 0;
          }
          const parsed = parse(String(value));
          if (parsed.ok)
            return parsed.value;
          for (const { problem: problem2, cure } of parsed.problems)
            this.complain(path, problem2, cure);
          return void 0;
        }
        mapping(value, path, keys) {
          if (!(0, yaml.pi)(value)) {
            this.complain(path, "it is no mapping", "Write one `field: value` per line.");
            return void 0;
          }
          for (const key of Object.keys(value)) {
            if (!keys.includes(key))
              this.complain([...path, key], "there is no such field", (0, yaml.Ko)(key, keys));
          }
          return value;
        }
        object(value, path) {
          if (value === void 0 || value === null)
            return void 0;
          if ((0, yaml.pi)(value)) {
            this.json(value, path);
            return value;
          }
          this.complain(path, "it is no mapping", "Write one `field: value` per line.");
          return void 0;
        }
        /**
         * YAML has values that JSON has not. They would be sent as something else, and a set or a date that is expected has no
         * fields, so that any object would hold it.
         */
        json(value, path, within = []) {
          if (typeof value === "number") {
            if (!Number.isFinite(value)) {
              this.complain(path, "JSON has no such number", "Write another one, or text in quotes.");
            } else if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < EXPONENT) {
              this.complain(path, "it has more digits than a JSON number keeps", "Write it as text, in quotes.");
            }
          } else if (typeof value === "object" && value !== null) {
            if (within.includes(value)) {
              this.complain(path, "it holds itself", "Write it out without an alias.");
              return value;
            }
            const isPlain = Array.isArray(value) || Object.prototype.toString.call(value) === "[object Object]";
            if (!isPlain) {
              this.complain(path, "JSON has no such value", "Leave out the tag, or write text in quotes.");
              return value;
            }
            for (const [key, part] of Object.entries(value)) {
              this.json(part, [...path, Array.isArray(value) ? Number(key) : key], [...within, value]);
            }
          }
          return value;
        }
      }
      ;
      const TIME_LIMIT_MS = 12e4;
      const MOST_CASES = 100;
      const LONGEST_NAME = 100;
      const UNSAID = {
        assistant: void 0,
        threadId: void 0,
        config: void 0,
        context: void 0,
        metadata: void 0,
        timeLimitMs: TIME_LIMIT_MS,
        strategy: "rollback"
      };
      const EXPECT_SUCCESS = {
        status: "success",
        interrupted: false,
        state: { given: false, value: void 0 },
        lastMessage: void 0
      };
      const SHARED_KEYS = [
        "assistant",
        "time-limit",
        "thread-id",
        "multitask-strategy",
        "config",
        "context",
        "metadata"
      ];
      const CASE_KEYS = ["name", "input", "command", "expect", ...SHARED_KEYS];
      const EXPECT_KEYS = ["status", "interrupted", "state", "last-message"];
      function parseCases(text, defaults = {}) {
        const read = (0, yaml.gM)(text);
        if (!read.ok)
          return read;
        const { value } = read.value;
        if (typeof value === "string") {
          const path = (0, texts.NP)(value.trim());
          if (path.ok && /\.(ya?ml|json)$/i.test(path.value))
            return (0, problem.uw)({ kind: "file", path: path.value, read: (file) => parseCaseFile(file, defaults) });
          if (!path.ok)
            return path;
          return (0, problem.MB)(`${(0, problem.hD)(value)} is neither a case nor a path that ends in .yml, .yaml or .json`, "Write a case, such as `input: {\u2026}`, or the path of a file of the checkout.");
        }
        const cases = readCases(read.value, defaults);
        return cases.ok ? (0, problem.uw)({ kind: "given", cases: cases.value }) : cases;
      }
      function parseCaseFile(text, defaults) {
        const read = (0, yaml.gM)(text);
        return read.ok ? readCases(read.value, defaults) : read;
      }
      function parseExpect(text) {
        const read = (0, yaml.gM)(text);
        if (!read.ok)
          return read;
        const at = new YamlReader(read.value);
        const expect = readExpect(at, read.value.value, []);
        return at.complaints.length > 0 ? { ok: false, problems: at.complaints } : (0, problem.uw)(expect);
      }
      function parseJsonValue(text) {
        const read = (0, yaml.gM)(text);
        if (!read.ok)
          return read;
        const at = new YamlReader(read.value);
        at.json(read.value.value, []);
        return at.complaints.length > 0 ? { ok: false, problems: at.complaints } : (0, problem.uw)(read.value.value);
      }
      function parsePattern(text) {
        if (text.trim() === "") {
          return (0, problem.MB)("it is empty, and would be found in any text", "Write what is to be found, or leave the field out.");
        }
        const [, between, flags = ""] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? [];
        const pattern = between === void 0 ? { source: text, flags: "" } : { source: between, flags };
        if (!/^[imsu]*$/.test(pattern.flags)) {
          return (0, problem.MB)(`the flags ${(0, problem.hD)(pattern.flags)} are not among i, m, s and u`, "Leave the others out.");
        }
        try {
          const compiled = new RegExp(pattern.source, pattern.flags);
          if (isFoundAnywhere(compiled)) {
            return (0, problem.MB)("it is found in any text", "Write what is to be found, such as `.+` for a text that is not empty.");
          }
          return (0, problem.uw)({ source: compiled.source, flags: compiled.flags });
        } catch (error) {
          const why = error instanceof Error ? /: ([^:]+)$/.exec(error.message)?.[1] : void 0;
          return (0, problem.MB)(`it is no regular expression: ${why ?? "it cannot be read"}`, "Write it as JavaScript has it, such as `refund|return` or `/refund/i`.");
        }
      }
      function isFoundAnywhere(pattern) {
        return !/\(\?<?[=!]/.test(pattern.source) && pattern.test("") && pattern.test("");
      }
      function readCases(text, given) {
        const at = new YamlReader(text);
        const { value } = text;
        let list = [value];
        let base = [];
        let defaults = given;
        if (Array.isArray(value))
          list = value;
        else if ((0, yaml.pi)(value) && "cases" in value) {
          const whole = at.mapping(value, [], ["cases", ...SHARED_KEYS]) ?? {};
          defaults = { ...given, ...readShared(at, whole, []) };
          base = ["cases"];
          if (Array.isArray(whole["cases"]))
            list = whole["cases"];
          else
            at.complain(base, "it is no list", "Write `- ` before each case.");
        }
        if (list.length === 0)
          at.complain(base, "it holds no case", "Write at least one.");
        if (list.length > MOST_CASES) {
          at.complain(base, `it holds ${list.length} cases`, `Give at most ${MOST_CASES}.`);
          list = [];
        }
        const single = list.length === 1 && !Array.isArray(value) && base.length === 0;
        const cases = list.map((one, index) => readCase(at, one, single ? [] : [...base, index], single ? "the case" : `case ${index + 1}`, defaults));
        const names = cases.map(({ name }) => name);
        const twice = names.find((name, index) => names.indexOf(name) !== index);
        at.about("");
        if (twice !== void 0) {
          at.complain(base, `two cases are named ${(0, problem.hD)(twice)}`, "Give each a name of its own.");
        }
        return at.complaints.length > 0 ? { ok: false, problems: at.complaints } : (0, problem.uw)(cases);
      }
      function readCase(at, value, path, number, defaults) {
        at.about(number);
        const whole = at.mapping(value, path, CASE_KEYS) ?? {};
        const name = at.take(whole["name"], [...path, "name"], parseName) ?? number;
        const command = at.object(whole["command"], [...path, "command"]);
        const said = whole["input"] !== void 0 && whole["input"] !== null;
        if ((0, yaml.pi)(value) && said === (command !== void 0)) {
          const problem2 = said ? "input and command are both given" : "there is no input";
          at.complain(path, problem2, "Give `input: {\u2026}`, what the graph takes, or `command: {\u2026}` to resume one that stopped.");
        }
        return {
          ...UNSAID,
          ...defaults,
          ...readShared(at, whole, path),
          name,
          input: said ? at.json(whole["input"], [...path, "input"]) : void 0,
          command,
          expect: readExpect(at, whole["expect"], [...path, "expect"])
        };
      }
      function singleCase(given) {
        const { input, expect = EXPECT_SUCCESS, lastMessage, ...defaults } = given;
        return {
          ...UNSAID,
          ...defaults,
          name: "the case",
          input,
          command: void 0,
          expect: { ...expect, lastMessage: lastMessage ?? expect.lastMessage }
        };
      }
      function readShared(at, whole, path) {
        const field = (key) => [whole[key], [...path, key]];
        const context = whole["context"] ?? void 0;
        at.json(context, [...path, "context"]);
        const taken = {
          assistant: at.take(...field("assistant"), parseName),
          timeLimitMs: at.take(...field("time-limit"), parseTimeLimit),
          threadId: at.take(...field("thread-id"), scalars.Xw),
          strategy: at.take(...field("multitask-strategy"), (text) => (0, scalars.kB)(text, verify_case.Y)),
          config: at.object(...field("config")),
          context,
          metadata: at.object(...field("metadata"))
        };
        return Object.fromEntries(Object.entries(taken).filter(([, part]) => part !== void 0));
      }
      function readExpect(at, value, path) {
        if (expectsNothing(value))
          at.complain(path, "nothing is expected", "Say what, or leave the field out.");
        const whole = value === void 0 || value === null ? {} : at.mapping(value, path, EXPECT_KEYS) ?? {};
        for (const key of EXPECT_KEYS.filter((one) => one !== "state" && whole[one] === null)) {
          at.complain([...path, key], "nothing is expected", "Say what, or leave the field out.");
        }
        const interrupted = whole["interrupted"] ?? false;
        if (typeof interrupted !== "boolean") {
          at.complain([...path, "interrupted"], "it is not a boolean", "Write true or false.");
        }
        const given = whole["state"] !== void 0;
        if (given)
          at.json(whole["state"], [...path, "state"]);
        if (given && whole["state"] !== null && expectsNothing(whole["state"])) {
          at.complain([...path, "state"], "nothing is expected", "Say what it has to hold, or leave the field out.");
        }
        const status = at.take(whole["status"], [...path, "status"], (text) => (0, scalars.kB)(text, ["success", "error"])) ?? "success";
        if (status === "error" && interrupted === true) {
          const cure = "Leave out one of status and interrupted.";
          at.complain([...path, "interrupted"], "a run that ends as error does not stop to be resumed", cure);
        }
        return {
          status,
          interrupted: interrupted === true,
          state: { given, value: whole["state"] },
          lastMessage: at.take(whole["last-message"], [...path, "last-message"], parsePattern)
        };
      }
      function expectsNothing(value) {
        return value === null || (0, yaml.pi)(value) && Object.keys(value).length === 0;
      }
      function parseTimeLimit(text) {
        return (0, scalars.E9)(text, { min: "100ms", max: "1h" });
      }
      function parseName(text) {
        const name = text.trim();
        const sound = name !== "" && name.length <= LONGEST_NAME && !/[\x00-\x1f\x7f\u2028\u2029]/.test(name);
        if (sound)
          return (0, problem.uw)(name);
        return (0, problem.MB)(`${(0, problem.hD)(text)} is no name`, `Write one line of at most ${LONGEST_NAME} characters.`);
      }
    })
  ),
  /***/
  31230: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Ko: () => (
          /* binding */
          cureOfKey
        ),
        /* harmony export */
        Qz: () => (
          /* binding */
          isTypingError
        ),
        /* harmony export */
        gM: () => (
          /* binding */
          readYaml
        ),
        /* harmony export */
        pi: () => (
          /* binding */
          isMapping
        )
        /* harmony export */
      });
      var fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(38232);
      var yaml__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(33483);
      var _problem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(49262);
      function readYaml(text) {
        try {
          const document = (0, yaml__WEBPACK_IMPORTED_MODULE_1__.Tp)(text, { prettyErrors: false, uniqueKeys: sameKey, logLevel: "error" });
          const [error] = document.errors;
          const lineAt = (offset) => text.slice(0, offset).split("\n").length;
          if (error !== void 0) {
            return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.MB)(`it is neither YAML nor JSON: line ${lineAt(error.pos[0])}: ${error.code}`, "Check quotes and indentation.");
          }
          const lineOf = (path) => {
            for (let length = path.length; length > 0; length -= 1) {
              const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
              const key = path[length - 1];
              const pair = (0, yaml__WEBPACK_IMPORTED_MODULE_1__.jh)(parent) ? parent.items.find((item) => keyOf(item) === String(key)) : void 0;
              const node = pair?.key ?? document.getIn(path.slice(0, length), true);
              if ((0, yaml__WEBPACK_IMPORTED_MODULE_1__.Ll)(node) && node.range)
                return lineAt(node.range[0]);
            }
            return 1;
          };
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)({ value: document.toJS(), lineOf });
        } catch {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.MB)("it expands to too much, or is nested too deep", "Write it flat, without so many aliases.");
        }
      }
      function sameKey(one, other) {
        return one === other || (0, yaml__WEBPACK_IMPORTED_MODULE_1__.jn)(one) && (0, yaml__WEBPACK_IMPORTED_MODULE_1__.jn)(other) && nameOf(one) === nameOf(other);
      }
      function nameOf(key) {
        const value = key.toJSON();
        if (value === null || value === void 0)
          return "";
        return typeof value === "string" ? value : JSON.stringify(value);
      }
      function keyOf(item) {
        if (!(0, yaml__WEBPACK_IMPORTED_MODULE_1__.tO)(item))
          return void 0;
        const key = (0, yaml__WEBPACK_IMPORTED_MODULE_1__.Ll)(item.key) ? item.key.toJSON() : item.key;
        return typeof key === "string" || typeof key === "number" ? String(key) : void 0;
      }
      function isTypingError(key, known) {
        return (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.distance)(key, (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.closest)(key, known)) <= 2;
      }
      function cureOfKey(key, known) {
        const nearest = (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.closest)(key, known);
        const near = (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.distance)(key, nearest) <= Math.max(2, Math.floor(key.length / 2));
        return near ? `Did you mean ${nearest}?` : "Remove it; the fields stand in the documentation.";
      }
      function isMapping(value) {
        return typeof value === "object" && value !== null && !Array.isArray(value);
      }
    })
  ),
  /***/
  86597: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        H: () => (
          /* binding */
          KEPT_THREADS
        ),
        /* harmony export */
        Y: () => (
          /* binding */
          STRATEGIES
        )
        /* harmony export */
      });
      const STRATEGIES = ["reject", "enqueue", "interrupt", "rollback"];
      const KEPT_THREADS = ["never", "failed", "always"];
    })
  )
};
export {
  id,
  ids,
  modules
};
