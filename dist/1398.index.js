const id = 1398;
const ids = [1398];
const modules = {
  /***/
  5794: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        DE: () => (
          /* binding */
          TEXT_MAX
        ),
        /* harmony export */
        FV: () => (
          /* binding */
          SHOWN_MAX
        ),
        /* harmony export */
        Mm: () => (
          /* binding */
          bounded
        ),
        /* harmony export */
        ml: () => (
          /* binding */
          shorten
        )
        /* harmony export */
      });
      const TEXT_MAX = 4e3;
      const SHOWN_MAX = 16e3;
      function shorten(text, max) {
        if (text.length <= max)
          return text;
        return `${text.slice(0, max).toWellFormed()}\u2026 (shortened, of ${text.length} characters)`;
      }
      function bounded(text, redact, max = TEXT_MAX) {
        return text.length <= max ? text : shorten(redact(text), max);
      }
    })
  ),
  /***/
  59142: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        m: () => (
          /* binding */
          readShown
        ),
        /* harmony export */
        u: () => (
          /* binding */
          isUnfinished
        )
        /* harmony export */
      });
      var _outcome_reasons_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(33165);
      const KINDS = Object.keys(_outcome_reasons_js__WEBPACK_IMPORTED_MODULE_0__.e);
      function isUnfinished({ deployment, comment }) {
        return deployment?.closed === false || comment?.closed === false;
      }
      function readShown(value) {
        const end = field(value, "end");
        const kind = KINDS.find((candidate) => candidate === text(end, "kind"));
        const reason = text(end, "reason");
        return {
          deployment: readDeployment(field(value, "deployment")),
          comment: readComment(field(value, "comment")),
          end: kind !== void 0 && reason !== void 0 ? { kind, reason } : void 0
        };
      }
      function readDeployment(value) {
        const environment = text(value, "environment");
        const agent = text(value, "agent");
        if (environment === void 0 || agent === void 0)
          return void 0;
        return {
          environment,
          agent,
          refs: texts(value, "refs"),
          transient: field(value, "transient") === true,
          id: count(value, "id"),
          closed: field(value, "closed") === true
        };
      }
      function readComment(value) {
        const pullRequest = count(value, "pullRequest");
        const key = text(value, "key");
        if (pullRequest === void 0 || key === void 0)
          return void 0;
        return { pullRequest, key, id: count(value, "id"), closed: field(value, "closed") === true };
      }
      function field(value, key) {
        return typeof value === "object" && value !== null ? Reflect.get(value, key) : void 0;
      }
      function text(value, key) {
        const found = field(value, key);
        return typeof found === "string" ? found : void 0;
      }
      function texts(value, key) {
        const found = field(value, key);
        return Array.isArray(found) ? found.filter((item) => typeof item === "string") : [];
      }
      function count(value, key) {
        const found = field(value, key);
        return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : void 0;
      }
    })
  ),
  /***/
  11869: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        O: () => (
          /* binding */
          createHiding
        )
      });
      var proxy_settings = __webpack_require__(80997);
      var maskable = __webpack_require__(77936);
      var container_values = __webpack_require__(96961);
      var patterns = __webpack_require__(52652);
      var looks_random = __webpack_require__(48776);
      ;
      const NAMES = ["deployment-name", "environment", "comment-key"];
      const OTHERS = [
        "deployment-id",
        "workspace-id",
        "listener-id",
        "integration-id",
        "revision-id",
        "k8s-namespace",
        "image-uri",
        "image-version",
        "ref",
        "commit",
        "repo-url",
        "custom-url"
      ];
      const MARK = "agent-deploy";
      const OF_RUN = `REPOSITORY REPOSITORY_OWNER REPOSITORY_ID REPOSITORY_OWNER_ID REF REF_NAME HEAD_REF BASE_REF SHA ACTOR
   ACTOR_ID TRIGGERING_ACTOR RUN_ID RUN_NUMBER WORKFLOW JOB EVENT_NAME SERVER_URL API_URL GRAPHQL_URL`.split(/\s+/);
      const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|\d+)$/i;
      function identifiersOf(env, raw, event) {
        const found = /* @__PURE__ */ new Map();
        const note = (text, where, isName = true) => {
          if (text && !text.includes("@") && !/[?\s]/.test(text) && !found.has(text))
            found.set(text, { where, isName });
        };
        for (const input of NAMES) {
          const text = raw[input];
          if (input !== "deployment-name" || patterns.cr.test(text ?? ""))
            note(text, input);
        }
        const repository = env["GITHUB_REPOSITORY"];
        for (const part of [repository, ...repository?.split("/") ?? []])
          note(part, "GITHUB_REPOSITORY");
        const number = raw["pull-request"] ?? event?.pullRequest?.number;
        const base = raw["deployment-name"] ?? repository?.split("/")[1];
        if (number !== void 0 && base !== void 0)
          note(`${base}-pr-${number}`, "the name of the preview");
        const rest = [
          ["the mark of comments", MARK],
          ["the commit of the event", event?.commit],
          ["the ref of the event", event?.ref],
          ...OTHERS.map((input) => [input, raw[input]]),
          ...OF_RUN.map((name) => [`GITHUB_${name}`, env[`GITHUB_${name}`]])
        ];
        for (const [where, text] of rest) {
          if (text !== void 0 && (ID.test(text) || !(0, looks_random.EZ)(text)))
            note(text, where, false);
        }
        return found;
      }
      var inputs_raw = __webpack_require__(69159);
      var inputs_secrets = __webpack_require__(54476);
      ;
      const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
      function createHiding(host, redactor) {
        const masked = /* @__PURE__ */ new Set();
        const identifiers = /* @__PURE__ */ new Map();
        const readable = /* @__PURE__ */ new Map();
        const placeOf = (text) => {
          const same = identifiers.get(text);
          if (same !== void 0)
            return same.where;
          for (const [identifier, { where, isName }] of identifiers) {
            if (isName && text.length >= maskable.c3 && identifier.includes(text))
              return where;
          }
          return void 0;
        };
        const secret = (value, name) => {
          const texts = redactor.learnTexts(value, name);
          const place = placeOf(value.trim());
          if (place !== void 0 && name !== void 0)
            readable.set(name, place);
          for (const text of texts) {
            if (/[\r\n]/.test(text) || text !== text.trim() || masked.has(text))
              continue;
            if (placeOf(text) !== void 0)
              continue;
            masked.add(text);
            host.mask(text);
          }
        };
        const values = (list) => {
          for (const value of list)
            redactor.learn(value);
        };
        const keep = (env, raw, never, event) => {
          for (const [text, found] of identifiersOf(env, raw, event)) {
            if (!never.some((one) => one !== void 0 && text.includes(one)))
              identifiers.set(text, found);
          }
          redactor.keep(identifiers.keys());
        };
        return {
          inputs: (env, event) => {
            const raw = (0, inputs_raw.h)(env);
            const { "api-key": apiKey, "github-token": token, secrets } = raw;
            keep(env, raw, [apiKey, token], event);
            for (const value of [apiKey, token])
              if (value !== void 0)
                secret(value);
            for (const { name, text } of (0, inputs_secrets.o)(secrets ?? ""))
              secret(text, name);
            values((0, proxy_settings.Wm)((0, proxy_settings.EM)(env)));
          },
          keep,
          settings: (settings) => {
            secret(settings.apiKey);
            if (!("wanted" in settings))
              return;
            for (const { name, value } of settings.wanted.secrets ?? [])
              secret(value, name);
            values((0, container_values.s)(settings.wanted.resourceSpec));
          },
          secret,
          signedAddress: (address, signing) => {
            host.mask(address);
            redactor.learnWhole(address);
            const url = URL.parse(address);
            if (url !== null)
              redactor.learnWhole(`${url.pathname}${url.search}`);
            values(signing);
          },
          values,
          ids: (ids2) => {
            for (const id2 of ids2) {
              if (!id2 || !UUID.test(id2) || redactor.redact(id2) !== id2)
                continue;
              identifiers.set(id2, { where: "an ID of the service", isName: false });
              redactor.keep([id2]);
            }
          },
          warnings: () => {
            if (readable.size === 0)
              return [];
            const names = [...readable].map(([name, where]) => `${name} (in ${where})`).join(", ");
            return [
              {
                input: "secrets",
                problem: `not masked, because it stands in a name that outputs and comments need readable: ${names}`,
                cure: "If it is a secret, choose another value; a name is no secret."
              }
            ];
          }
        };
      }
    })
  ),
  /***/
  27128: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        y: () => (
          /* binding */
          createRedactingHost
        )
        /* harmony export */
      });
      var _bounded_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5794);
      var _outcome_reasons_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(33165);
      const SUMMARY_MAX = 25e4;
      function createRedactingHost(host, redactor) {
        const redact = (text) => (0, _bounded_js__WEBPACK_IMPORTED_MODULE_1__.ml)(redactor.redact(text), _bounded_js__WEBPACK_IMPORTED_MODULE_1__.FV);
        return {
          env: host.env,
          readFile: (path) => host.readFile(path),
          // The one thing that must be told a secret to hide it.
          mask: (text) => host.mask(text),
          log: (line) => host.log(redact(line)),
          startGroup: (title) => host.startGroup(redact(title)),
          endGroup: () => host.endGroup(),
          annotate: ({ level, title, message }) => host.annotate({ level, title: redact(title), message: redact(message) }),
          setOutput: async (name, value) => {
            const told = redactValue(value, redact);
            if (told !== value && parseObject(value) === void 0) {
              host.log(`The output ${name} holds a value that is masked, so it is given with stars.`);
            }
            await host.setOutput(name, told);
          },
          saveState: (name, value) => host.saveState(name, redactValue(value, redact)),
          addSummary: (markdown) => host.addSummary((0, _bounded_js__WEBPACK_IMPORTED_MODULE_1__.ml)(redactor.redact(markdown), SUMMARY_MAX))
        };
      }
      function redactValue(value, redact) {
        const json = parseObject(value);
        if (json === void 0)
          return isOpen(value) ? value : redact(value);
        return JSON.stringify(json, (_key, part) => typeof part === "string" && !isOpen(part) ? redact(part) : part);
      }
      function parseObject(text) {
        if (!text.startsWith("{"))
          return void 0;
        try {
          return JSON.parse(text);
        } catch {
          return void 0;
        }
      }
      const WORDS = /* @__PURE__ */ new Set([
        "reading",
        "uploading",
        "writing",
        "waiting",
        "reported",
        ...Object.entries(_outcome_reasons_js__WEBPACK_IMPORTED_MODULE_0__.e).flatMap(([kind, reasons]) => [kind, ...Object.keys(reasons)])
      ]);
      const MADE_UP = /^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9]+(\.[0-9]+)?)$/;
      function isOpen(text) {
        return text === "true" || text === "false" || WORDS.has(text) || MADE_UP.test(text);
      }
    })
  ),
  /***/
  58980: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        d: () => (
          /* binding */
          createRunnerHost
        )
      });
      var external_node_fs_ = __webpack_require__(73024);
      var external_node_os_ = __webpack_require__(48161);
      var external_os_ = __webpack_require__(70857);
      var utils = __webpack_require__(83603);
      ;
      function issueCommand(command, properties, message) {
        const cmd = new Command(command, properties, message);
        process.stdout.write(cmd.toString() + external_os_.EOL);
      }
      function issue(name, message = "") {
        issueCommand(name, {}, message);
      }
      const CMD_STRING = "::";
      class Command {
        constructor(command, properties, message) {
          if (!command) {
            command = "missing.command";
          }
          this.command = command;
          this.properties = properties;
          this.message = message;
        }
        toString() {
          let cmdStr = CMD_STRING + this.command;
          if (this.properties && Object.keys(this.properties).length > 0) {
            cmdStr += " ";
            let first = true;
            for (const key in this.properties) {
              if (this.properties.hasOwnProperty(key)) {
                const val = this.properties[key];
                if (val) {
                  if (first) {
                    first = false;
                  } else {
                    cmdStr += ",";
                  }
                  cmdStr += `${key}=${escapeProperty(val)}`;
                }
              }
            }
          }
          cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
          return cmdStr;
        }
      }
      function escapeData(s) {
        return (0, utils.E)(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
      }
      function escapeProperty(s) {
        return (0, utils.E)(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
      }
      ;
      function neutralLine(line) {
        return line.split(/\r\n|[\r\n]/).map((part) => part.replace(/^([\s\u0085]*):(?=:)/, "$1: ").replaceAll("##[", "## [")).join("\n");
      }
      ;
      function createRunnerHost(env) {
        return {
          env,
          readFile: (path) => (0, external_node_fs_.readFileSync)(path, "utf8"),
          log: (line) => {
            process.stdout.write(neutralLine(line) + external_node_os_.EOL);
          },
          startGroup: (title) => issueCommand("group", {}, title),
          endGroup: () => issueCommand("endgroup", {}, ""),
          annotate: ({ level, title, message }) => issueCommand(level, (0, utils.k)({ title }), message),
          mask: (text) => issueCommand("add-mask", {}, text),
          setOutput: (name, value) => appendPair(env, "OUTPUT", name, value),
          saveState: (name, value) => appendPair(env, "STATE", name, value),
          setVariable: (name, value) => appendPair(env, "ENV", name, value),
          addSummary: async (markdown) => {
            if (!env["GITHUB_STEP_SUMMARY"])
              return;
            const { summary } = await __webpack_require__.e(
              /* import() */
              7070
            ).then(__webpack_require__.bind(__webpack_require__, 7070));
            await summary.addRaw(markdown, true).write();
          }
        };
      }
      async function appendPair(env, file, name, value) {
        const path = env[`GITHUB_${file}`];
        if (!path)
          return;
        if (!/[\r\n]/.test(value)) {
          (0, external_node_fs_.appendFileSync)(path, `${name}=${value}${external_node_os_.EOL}`, "utf8");
          return;
        }
        const commands = await __webpack_require__.e(
          /* import() */
          5178
        ).then(__webpack_require__.bind(__webpack_require__, 95178));
        commands.issueFileCommand(file, commands.prepareKeyValueMessage(name, value));
      }
    })
  ),
  /***/
  96961: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        s: () => (
          /* binding */
          containerValues
        )
        /* harmony export */
      });
      const SHORTEST = 8;
      function containerValues(spec) {
        return ["init_containers", "sidecars"].flatMap((key) => list(at(spec, key))).flatMap((container) => list(at(container, "env"))).map((variable) => at(variable, "value")).filter((value) => typeof value === "string").filter((value) => value.length >= SHORTEST);
      }
      function at(holder, key) {
        return typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : void 0;
      }
      function list(value) {
        return Array.isArray(value) ? value : [];
      }
    })
  ),
  /***/
  30845: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Q: () => (
          /* binding */
          missingValue
        ),
        /* harmony export */
        w: () => (
          /* binding */
          readValue
        )
        /* harmony export */
      });
      var _problem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(49262);
      const SCHEME_ALONE = /^\s*(?:bearer|basic|token|api-?key|digest|negotiate)\s+$/i;
      const CAUSE = "A secret that does not exist in GitHub, or that this event does not get, is empty: check its name and where it is kept";
      function readValue(name, text, line, form = "line") {
        if (form === "line" && text === '""')
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_0__.uw)("");
        const problem = problemOf(text);
        if (problem === void 0)
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_0__.uw)(text);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_0__.MB)(`line ${line}: the value of ${name} ${problem}`, `${CAUSE}. For an empty value write ${name}="".`);
      }
      function missingValue(value, instead, isCredential = false) {
        const text = value === null ? "" : value;
        if (typeof text !== "string")
          return void 0;
        const problem = problemOf(isCredential ? `${text} ` : text);
        return problem === void 0 ? void 0 : { problem, cure: `${CAUSE}. ${instead}` };
      }
      function problemOf(text) {
        if (text.trim() === "")
          return "is empty";
        if (SCHEME_ALONE.test(text))
          return "is the name of a scheme with nothing behind it";
        return void 0;
      }
    })
  ),
  /***/
  49262: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        BJ: () => (
          /* binding */
          describeProblem
        ),
        /* harmony export */
        MB: () => (
          /* binding */
          bad
        ),
        /* harmony export */
        hD: () => (
          /* binding */
          quote
        ),
        /* harmony export */
        uw: () => (
          /* binding */
          good
        )
        /* harmony export */
      });
      const good = (value) => ({ ok: true, value });
      const bad = (problem, cure) => ({
        ok: false,
        problems: [{ problem, cure }]
      });
      function quote(value) {
        const shown = value.replace(/(\/\/)\S*@|^[^\s/]*:\S*@/, "$1***@");
        return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 77)}...` : shown);
      }
      function describeProblem({ input, problem, cure }) {
        return `${input}: ${problem}. ${cure}`;
      }
    })
  ),
  /***/
  69159: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        b: () => (
          /* binding */
          textOf
        ),
        /* harmony export */
        h: () => (
          /* binding */
          readRaw
        )
        /* harmony export */
      });
      var _registry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(19686);
      function readRaw(env, registry = _registry_js__WEBPACK_IMPORTED_MODULE_0__.mc) {
        const raw = {};
        for (const [name, spec] of Object.entries(registry)) {
          const candidates = [(0, _registry_js__WEBPACK_IMPORTED_MODULE_0__.Qn)(name), ...spec.env ?? []];
          const text = candidates.map((key) => env[key] ?? "").find((value) => value.trim() !== "");
          if (text !== void 0)
            raw[name] = name === "secrets" ? text : text.trim();
        }
        return raw;
      }
      function textOf(raw, name, registry = _registry_js__WEBPACK_IMPORTED_MODULE_0__.mc) {
        return raw[name] ?? registry[name]?.default;
      }
    })
  ),
  /***/
  19686: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Qh: () => (
          /* binding */
          INPUT_NAMES
        ),
        /* harmony export */
        Qn: () => (
          /* binding */
          variableOf
        ),
        /* harmony export */
        mc: () => (
          /* binding */
          INPUTS
        )
        /* harmony export */
      });
      const GIT = ["git_host"];
      const BUILT = ["git_host", "internal_source"];
      const EXTERNAL = ["external_docker"];
      const INPUTS = {
        action: { default: "auto" },
        "api-key": { env: ["LANGSMITH_API_KEY"] },
        "workspace-id": { env: ["LANGSMITH_WORKSPACE_ID", "LANGSMITH_TENANT_ID"] },
        "control-plane-url": {},
        region: {},
        "allow-insecure-host": { default: "false" },
        "api-dialect": { default: "auto" },
        "deployment-name": {},
        "deployment-id": {},
        source: {},
        "integration-id": { sources: GIT },
        "repo-url": { sources: GIT },
        ref: { sources: GIT },
        commit: { sources: GIT },
        "source-path": { sources: ["internal_source"] },
        "graph-config-path": { sources: BUILT },
        "install-command": { sources: BUILT },
        "build-command": { sources: BUILT },
        "build-on-push": { sources: GIT },
        "deployment-type": { sources: ["git_host", "internal_docker", "internal_source"] },
        "image-uri": { sources: ["external_docker", "internal_docker"] },
        "image-version": {},
        "listener-id": { sources: EXTERNAL },
        "k8s-namespace": { sources: EXTERNAL },
        "custom-url": { sources: EXTERNAL },
        "resource-spec": { sources: EXTERNAL },
        "secret-references": { sources: EXTERNAL },
        secrets: {},
        "secrets-strategy": { default: "merge" },
        paths: {},
        "pull-request": {},
        "preview-name-template": {},
        "preview-from": {},
        "preview-labels": {},
        "preview-ttl": {},
        "sweep-limit": { default: "10" },
        "rollback-to": {},
        "rollback-on-failure": { default: "false" },
        verify: {},
        "feedback-key": { default: "ci" },
        "revision-id": {},
        "expected-plan": {},
        wait: { default: "true" },
        "wait-timeout": { default: "30m" },
        "poll-interval": { default: "60s" },
        "request-timeout": { default: "30s" },
        "on-timeout": { default: "fail" },
        "on-superseded": { default: "fail" },
        "on-cancel": { default: "leave" },
        force: { default: "false" },
        "dry-run": { default: "false" },
        "github-token": { filledIn: "${{ github.token }}" },
        "github-deployment": { default: "true" },
        environment: {},
        comment: { default: "true" },
        "comment-key": {},
        "comment-logs": { default: "false" },
        summary: { default: "true" },
        annotations: { default: "true" },
        "log-lines": { default: "30" },
        "strict-inputs": { default: "true" }
      };
      const INPUT_NAMES = Object.keys(INPUTS);
      function variableOf(input) {
        return `INPUT_${input.replaceAll(" ", "_").toUpperCase()}`;
      }
    })
  ),
  /***/
  54476: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        d: () => (
          /* binding */
          parseSecrets
        ),
        /* harmony export */
        o: () => (
          /* binding */
          secretPieces
        )
        /* harmony export */
      });
      var _contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(52652);
      var _contract_reserved_names_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(53918);
      var _preview_marker_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(55896);
      var _missing_value_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(30845);
      function parseSecrets(text, where) {
        const lines = text.split(/\r?\n/);
        const secrets = [];
        const problems = [];
        for (let at = 0; at < lines.length; at += 1) {
          const line = lines[at] ?? "";
          if (line.trim() === "" || line.trimStart().startsWith("#"))
            continue;
          const entry = readEntry(line);
          const number = at + 1;
          if (entry === void 0) {
            problems.push({
              problem: `line ${number} has neither "=" nor "<<"`,
              cure: "Write NAME=VALUE; for a value of several lines write NAME<<MARK, the lines, and MARK on its own."
            });
            continue;
          }
          let value = entry.rest;
          if (entry.form === "block") {
            const end = lines.indexOf(entry.rest, at + 1);
            if (entry.rest === "" || end === -1) {
              problems.push({
                problem: `the block opened on line ${number} is never closed`,
                cure: "Write NAME<<MARK, the lines, and a line that is exactly MARK."
              });
              break;
            }
            value = lines.slice(at + 1, end).join("\n");
            at = end;
          }
          const complaint = judge(entry.name, value, number, secrets, where);
          if (complaint) {
            problems.push(complaint);
            continue;
          }
          const read = (0, _missing_value_js__WEBPACK_IMPORTED_MODULE_3__.w)(entry.name, value, number, entry.form);
          if (read.ok)
            secrets.push({ name: entry.name, value: read.value });
          else
            problems.push(...read.problems);
        }
        return problems.length > 0 ? { ok: false, problems } : { ok: true, value: secrets };
      }
      function secretPieces(text) {
        const pieces = [];
        let block;
        for (const line of text.split(/\r?\n/)) {
          if (block !== void 0) {
            if (line === block.mark)
              block = void 0;
            else
              pieces.push({ name: block.name, text: line });
            continue;
          }
          if (line.trim() === "" || line.trimStart().startsWith("#"))
            continue;
          const entry = readEntry(line);
          if (entry === void 0)
            pieces.push({ text: line });
          else if (entry.form === "block")
            block = { name: entry.name, mark: entry.rest };
          else if (_contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.M9.test(entry.name))
            pieces.push({ name: entry.name, text: entry.rest });
          else
            pieces.push({ text: line }, { text: entry.rest });
        }
        return pieces;
      }
      function readEntry(line) {
        const [equals, marks] = [line.indexOf("="), line.indexOf("<<")];
        if (equals === -1 && marks === -1)
          return void 0;
        if (marks === -1 || equals !== -1 && equals < marks) {
          return { form: "line", name: line.slice(0, equals).trim(), rest: line.slice(equals + 1) };
        }
        return { form: "block", name: line.slice(0, marks).trim(), rest: line.slice(marks + 2).trim() };
      }
      function judge(name, value, line, before, where) {
        if (name === "") {
          return { problem: `line ${line} has a value without a name`, cure: "Write NAME=VALUE." };
        }
        if (!_contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.M9.test(name)) {
          return {
            problem: `the name on line ${line} cannot be an environment variable`,
            cure: "Use letters, digits and underscores, no digit first; a value of several lines needs NAME<<MARK."
          };
        }
        if ((0, _contract_reserved_names_js__WEBPACK_IMPORTED_MODULE_1__.c)(name, where)) {
          return { problem: `${name} is reserved: the platform sets it itself`, cure: "Remove it." };
        }
        if (name === _preview_marker_js__WEBPACK_IMPORTED_MODULE_2__.yf) {
          return { problem: `${name} is reserved: it marks previews, and is set for them`, cure: "Remove it." };
        }
        if (before.some((secret) => secret.name === name)) {
          return { problem: `${name} is set more than once`, cure: "Keep one of them." };
        }
        if (value.includes("\0")) {
          return { problem: `the value of ${name} holds a NUL character`, cure: "Encode it, such as in base64." };
        }
        return void 0;
      }
    })
  ),
  /***/
  33165: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        e: () => (
          /* binding */
          REASONS
        )
        /* harmony export */
      });
      const REASONS = {
        deployed: {
          "rolled-out": "Our revision is deployed and is the active one.",
          "already-building": "A revision with this commit was on its way already; it is deployed and is the active one.",
          "commit-unknown": "Our revision is deployed and is the active one; the service does not say which commit it is built from.",
          "configuration-updated": "Only settings changed that need no revision.",
          "rolled-back-to": "An earlier revision was deployed again, as asked for, and is the active one."
        },
        verified: {
          "all-passed": "The live agent did what every check expects of it."
        },
        provided: {
          "sandbox-ready": "The sandbox is made, and ready.",
          "command-passed": "The command ended with 0, in a box whose way out is the credential proxy.",
          "proxy-started": "The credential proxy runs on this runner, for the steps that follow."
        },
        unchanged: {
          "already-active": "The active revision has this commit or image, and nothing else differs.",
          "paths-untouched": "Nothing that `paths` names was changed.",
          "nothing-to-sweep": "No preview is left over.",
          "no-sandbox-left": "No sandbox of an earlier run is left over."
        },
        observed: {
          serving: "The latest revision is deployed and is the active one.",
          "on-its-way": "A later revision than the active one is on its way.",
          "latest-failed": "The latest revision failed; an earlier one serves, if any.",
          "nothing-serves": "No revision was deployed yet."
        },
        "torn-down": {
          deleted: "The preview is deleted, with its tracing project.",
          "already-gone": "There was no preview any more.",
          "closed-meanwhile": "The pull request was closed while its preview was deployed, so that is deleted again.",
          swept: "Left-over previews are deleted.",
          "sandboxes-swept": "Sandboxes that earlier runs left behind are deleted."
        },
        "rolled-back": {
          "after-failure": "The change failed, and what was active before is deployed again."
        },
        planned: {
          "dry-run": "Nothing was sent; the plan shows what would be."
        },
        submitted: {
          "not-waited": "The change is accepted; `wait: false` asked not to wait for it.",
          "sandbox-requested": "The sandbox is asked for; `wait-for-ready: false` asked not to wait for it."
        },
        superseded: {
          "newer-revision": "Another revision took over while ours was on its way or right after.",
          "skipped-by-service": "The service skipped our revision for a newer one.",
          "commit-mismatch": "The branch moved on: our revision was built from another commit.",
          "image-mismatch": "Somebody else changed the image or source at the same time, and that change came last.",
          "settings-mismatch": "Somebody else changed settings at the same time, and our revision has theirs."
        },
        skipped: {
          "ref-deleted": "The push deleted its branch or tag, so there is nothing to deploy.",
          fork: "The head of the pull request is a fork, or the event does not say whose it is: forks get no secrets.",
          "label-missing": "The pull request has none of the labels in `preview-labels`.",
          "pull-request-closed": "The pull request is closed, so it gets no preview.",
          dependabot: "The run is by Dependabot, which gets no secrets."
        },
        "timed-out": {
          deadline: "The revision was still on its way when wait-timeout ran out.",
          "still-deleting": "The preview is being deleted, but was still there when wait-timeout ran out.",
          "not-active": "The revision is deployed, but the deployment had not switched to it when wait-timeout ran out.",
          "sandbox-not-ready": "The sandbox was not ready when timeout ran out.",
          "command-timed-out": "The command had not ended when time-limit ran out, and was killed."
        },
        failed: {
          "invalid-input": "An input is wrong; nothing was sent.",
          "create-failed": "The service could not create the revision.",
          "build-failed": "The revision could not be built.",
          "deploy-failed": "The revision was built but never became ready.",
          "revision-failed": "The revision ended in another state of failure.",
          unhealthy: "Our revision is deployed and active, but the live agent says that it is not well.",
          "verification-failed": "The live agent did not do what a check expects of it.",
          "verification-timed-out": "A check of the live agent had not ended within its time limit.",
          "verification-impossible": "The live agent could not be checked, which says nothing about it.",
          interrupted: "Somebody or something interrupted the revision.",
          "immutable-field": "A setting differs that cannot be changed after creation.",
          "secrets-hidden": "Keeping the other secrets needs their values, and the service hides them.",
          "invalid-plan": "The wanted settings contradict those of the deployment.",
          "ambiguous-name": "Several deployments have this name.",
          "ambiguous-integration": "Several git integrations exist and none was chosen.",
          "ambiguous-listener": "Several listeners exist and none was chosen.",
          "source-unusable": "The source cannot be packed: it is empty, unreadable or without the graph configuration.",
          "source-too-large": "The packed source is larger than the service takes; nothing was sent.",
          "source-changed": "A file of the source changed while it was packed.",
          "upload-failed": "The source could not be uploaded, so that no revision of it was asked for.",
          "deployment-not-found": "There is no deployment with this ID.",
          "deployment-gone": "The deployment is being deleted, or it or the revision disappeared while we waited.",
          "name-taken": "The name is held by something that is no deployment.",
          "no-revision": "The change was accepted, but no revision of it appeared.",
          "ambiguous-revision": "Several revisions appeared at the same time, and the service does not say which is ours.",
          "settings-ignored": "The service accepted the change and does not show what was sent.",
          "contradictory-answers": "Two answers of the service contradict each other.",
          "lost-answer": "The answer to a change was lost, and looking did not tell what became of it.",
          "plan-changed": "What would be done is no longer what was planned and approved.",
          "revision-not-found": "The deployment has no such revision.",
          "never-deployed": "The revision to roll back to was never deployed.",
          "no-rollback-target": "There is no earlier revision that was deployed.",
          "rollback-impossible": "The service has no way to deploy exactly that revision again.",
          "rollback-failed": "The change failed, and bringing back what was active before failed as well.",
          "not-a-preview": "The deployment of this name is no preview of this pull request, so it is left alone.",
          "pull-request-unknown": "Which pull request is meant, or what became of it, could not be found out.",
          "sweep-incomplete": "Some previews could not be judged or deleted.",
          "sandbox-failed": "The sandbox failed or was stopped before it was ready.",
          "sandbox-name-taken": "The name of the sandbox is taken.",
          "sandbox-quota": "The workspace has no room for another sandbox.",
          "sandboxes-left": "Some sandboxes of earlier runs could not be deleted.",
          "command-failed": "The command ended with another code than 0.",
          "proxy-failed": "The credential proxy could not be started, or ended before its time.",
          "isolation-missing": "This machine cannot isolate the command as `isolation` asks.",
          unauthorized: "The service does not accept the API key.",
          forbidden: "The API key may not do this.",
          rejected: "The service refused the request.",
          "rate-limited": "The service asked to slow down for longer than we could wait.",
          "service-error": "The service failed or answered something unreadable.",
          unreachable: "The service could not be reached.",
          "internal-error": "The action itself failed: this is a bug."
        },
        cancelled: {
          signal: "The run was cancelled.",
          "revision-interrupted": "The run was cancelled, and its revision was interrupted, as `on-cancel` asks."
        }
      };
    })
  ),
  /***/
  30171: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Nj: () => (
          /* binding */
          looksHidden
        ),
        /* harmony export */
        rh: () => (
          /* binding */
          mayStandFor
        ),
        /* harmony export */
        sc: () => (
          /* binding */
          readsLikeNoSetting
        )
        /* harmony export */
      });
      const HIDDEN_FORMS = [
        { form: "a row of one sign that is no letter and no digit", holds: isRow },
        { form: "three or more stars or bullets", holds: (value) => /[*•●∙·○◦▪■█]{3}/u.test(value) },
        { form: "four or more x of one case in a row", holds: (value) => /x{4}|X{4}/.test(value) },
        { form: "an ellipsis, in a value without a space", holds: isElided },
        { form: "a word that says so alone, or with what follows it", holds: saysSo },
        { form: "such a word in brackets or between signs", holds: saysSoBetweenSigns },
        { form: "a digest that is named as one", holds: (value) => DIGEST.test(value) }
      ];
      function looksHidden(value) {
        const text = value.trim();
        return text !== "" && HIDDEN_FORMS.some(({ holds }) => holds(text));
      }
      function mayStandFor(shown, { name, value }) {
        if (looksHidden(shown) || shown === name || ONE_WORD.test(shown))
          return true;
        const [begin = "", end = begin] = shown.split("..");
        const part = shown.length <= 12 && value.length >= 2 * Math.max(begin.length, end.length, 4);
        if (part && [begin, end].every((one) => one.length <= 6)) {
          if (begin === end ? value.startsWith(shown) || value.endsWith(shown) : value.startsWith(begin) && value.endsWith(end))
            return true;
        }
        return shown.length >= 8 && Buffer.from(value).toString("base64").startsWith(shown);
      }
      function readsLikeNoSetting(text) {
        if (/^[\da-f]{8,}$/i.test(text))
          return true;
        return /^[\w+/=:.-]{16,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);
      }
      const ALONE = "redacted|masked|hidden|obfuscated|concealed|censored|scrubbed|sanitized|sanitised|withheld|encrypted|suppressed|undisclosed";
      const BETWEEN = "secret|private|protected|sensitive|confidential|filtered|omitted|removed|set|unset|present|exists|value|unchanged|unknown|not shown|not available|characters|chars|bytes|null|nil|none|undefined|object";
      const SAYS_SO = new RegExp(String.raw`^((${ALONE})([\s:(\[].*)?|redacted[_.-].*)$`, "is");
      const ANY_WORD = new RegExp(String.raw`(^|[^a-z])(${ALONE}|${BETWEEN})([^a-z]|$)`, "i");
      const ONE_WORD = new RegExp(`^(${BETWEEN})$`, "i");
      const DIGEST = /^(sha-?(1|224|256|384|512)|md5|hash|digest|fingerprint)[:=-][\da-f]{8,}/i;
      const PLAIN = /^[\w .:#-]{1,60}$/;
      function isRow(value) {
        const first = String.fromCodePoint(value.codePointAt(0) ?? 0);
        if (/[\p{L}\p{N}\s]/u.test(first))
          return false;
        const signs = Array.from(value);
        return signs.every((sign) => sign === first) && (signs.length >= 3 || /[*•●∙○◦▪■█…]/u.test(first));
      }
      function isElided(value) {
        return /\.\.\.|…/.test(value) && !/\s/.test(value);
      }
      function saysSo(value) {
        return SAYS_SO.test(value);
      }
      function saysSoBetweenSigns(value) {
        const inner = /^[^\p{L}\p{N}\s/]+\s*(.*?)\s*[^\p{L}\p{N}\s/]+$/su.exec(value)?.[1];
        return inner !== void 0 && PLAIN.test(inner) && ANY_WORD.test(inner.replaceAll("_", " "));
      }
    })
  ),
  /***/
  55896: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Fg: () => (
          /* binding */
          markOf
        ),
        /* harmony export */
        Qx: () => (
          /* binding */
          sameRepositoryName
        ),
        /* harmony export */
        U7: () => (
          /* binding */
          markerText
        ),
        /* harmony export */
        h4: () => (
          /* binding */
          samePullRequest
        ),
        /* harmony export */
        yf: () => (
          /* binding */
          PREVIEW_MARKER
        )
        /* harmony export */
      });
      var _plan_hidden_value_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(30171);
      const PREVIEW_MARKER = "AGENT_DEPLOY_PREVIEW";
      function markerText({ repository, number }) {
        return `${repository}#${number}`;
      }
      function markOf({ secrets }) {
        const marker = secrets?.find(({ name }) => name === PREVIEW_MARKER);
        if (marker === void 0)
          return { kind: "none" };
        if (!marker.value || (0, _plan_hidden_value_js__WEBPACK_IMPORTED_MODULE_0__.Nj)(marker.value))
          return { kind: "hidden" };
        const [, repository, digits] = /^([^\s#]+\/[^\s#]+)#([1-9]\d{0,14})$/.exec(marker.value) ?? [];
        if (repository === void 0)
          return { kind: "none" };
        return { kind: "of", of: { repository, number: Number(digits) } };
      }
      function samePullRequest(one, other) {
        return one.number === other.number && sameRepositoryName(one.repository, other.repository);
      }
      function sameRepositoryName(one, other) {
        return one.toLowerCase() === other.toLowerCase();
      }
    })
  ),
  /***/
  36638: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        C: () => (
          /* binding */
          loadState
        ),
        /* harmony export */
        L: () => (
          /* binding */
          saveState
        )
        /* harmony export */
      });
      var _github_shown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(59142);
      const KEY = "agent-deploy";
      const STAGES = ["reading", "uploading", "writing", "waiting", "reported"];
      async function saveState(host, record) {
        const state = {
          stage: record.stage,
          deploymentId: record.deployment?.id,
          deploymentName: record.deployment?.name,
          revisionId: record.revision?.id,
          shown: record.github.shown ?? (0, _github_shown_js__WEBPACK_IMPORTED_MODULE_0__.m)(void 0)
        };
        await host.saveState(KEY, JSON.stringify(state));
      }
      function loadState(env) {
        const text = env[`STATE_${KEY}`];
        if (!text)
          return void 0;
        try {
          const value = JSON.parse(text);
          if (typeof value !== "object" || value === null)
            return void 0;
          const stage = STAGES.find((candidate) => candidate === Reflect.get(value, "stage"));
          const field = (key) => {
            const found = Reflect.get(value, key);
            return typeof found === "string" ? found : void 0;
          };
          if (stage === void 0)
            return void 0;
          return {
            stage,
            deploymentId: field("deploymentId"),
            deploymentName: field("deploymentName"),
            revisionId: field("revisionId"),
            shown: (0, _github_shown_js__WEBPACK_IMPORTED_MODULE_0__.m)(Reflect.get(value, "shown"))
          };
        } catch {
          return void 0;
        }
      }
    })
  ),
  /***/
  35078: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Z: () => (
          /* binding */
          wordsOf
        )
        /* harmony export */
      });
      function wordsOf(error) {
        return error instanceof Error ? error.message : String(error);
      }
    })
  ),
  /***/
  10034: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        D: () => (
          /* binding */
          concealEnvironment
        )
        /* harmony export */
      });
      var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73024);
      var node_process__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1708);
      function concealEnvironment() {
        if (node_process__WEBPACK_IMPORTED_MODULE_1__.platform !== "linux")
          return "exposed";
        try {
          const block = findBlock((0, node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)("/proc/self/stat", "latin1"));
          if (block === void 0)
            return "exposed";
          const memory = (0, node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)("/proc/self/mem", "r+");
          try {
            moveVariables(node_process__WEBPACK_IMPORTED_MODULE_1__.env);
            (0, node_fs__WEBPACK_IMPORTED_MODULE_0__.writeSync)(memory, Buffer.alloc(block.length), 0, block.length, block.start);
          } finally {
            (0, node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(memory);
          }
          return (0, node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)("/proc/self/environ").every((byte) => byte === 0) ? "concealed" : "exposed";
        } catch {
          return "exposed";
        }
      }
      function findBlock(stat) {
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        const [start, end] = [Number(fields[47]), Number(fields[48])];
        return start > 0 && end > start ? { start, length: end - start } : void 0;
      }
      function moveVariables(env) {
        for (const [name, value] of Object.entries(env)) {
          Reflect.deleteProperty(env, name);
          env[name] = value;
        }
      }
    })
  ),
  /***/
  85143: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        s: () => (
          /* binding */
          loadTransport
        )
        /* harmony export */
      });
      const loadTransport = () => Promise.all(
        /* import() */
        [__webpack_require__.e(4410), __webpack_require__.e(6068)]
      ).then(__webpack_require__.bind(__webpack_require__, 56068));
    })
  ),
  /***/
  80997: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        EM: () => (
          /* binding */
          proxySettings
        ),
        /* harmony export */
        Wm: () => (
          /* binding */
          proxySecrets
        ),
        /* harmony export */
        eB: () => (
          /* binding */
          wrongProxies
        )
        /* harmony export */
      });
      const ALWAYS_DIRECT = "localhost,127.0.0.1,::1";
      function proxySettings(env) {
        const read = (name) => env[name]?.trim() || env[name.toUpperCase()]?.trim() || void 0;
        const [httpProxy, httpsProxy, noProxy] = [read("http_proxy"), read("https_proxy"), read("no_proxy")];
        return {
          ...httpProxy && { httpProxy: withScheme(httpProxy) },
          ...httpsProxy && { httpsProxy: withScheme(httpsProxy) },
          noProxy: noProxy ? `${noProxy},${ALWAYS_DIRECT}` : ALWAYS_DIRECT
        };
      }
      function wrongProxies({ httpProxy, httpsProxy }) {
        const named = { http_proxy: httpProxy, https_proxy: httpsProxy };
        return Object.entries(named).flatMap(([name, text]) => text === void 0 || isProxy(text) ? [] : [name]);
      }
      function isProxy(text) {
        const url = URL.parse(text);
        if (url === null || !/^(https?|socks5?):$/.test(url.protocol))
          return false;
        try {
          decodeURIComponent(url.username + url.password);
          return true;
        } catch {
          return false;
        }
      }
      function proxySecrets(settings) {
        return [settings.httpProxy, settings.httpsProxy].flatMap((text) => {
          const password = text && URL.parse(text)?.password;
          return password ? [password, decoded(password)] : [];
        });
      }
      function decoded(text) {
        try {
          return decodeURIComponent(text);
        } catch {
          return text;
        }
      }
      function withScheme(proxy) {
        return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
      }
    })
  ),
  /***/
  40407: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        l: () => (
          /* binding */
          createRedactor
        )
      });
      var maskable = __webpack_require__(77936);
      var readings = __webpack_require__(70241);
      var secret_parts = __webpack_require__(2918);
      var spellings = __webpack_require__(50745);
      ;
      const SHORTEST_MATCH = 3;
      const BUCKETS = 65536;
      function createTextMatcher() {
        const root = { edge: "", isEnd: false, children: void 0 };
        const begins = new Uint8Array(BUCKETS);
        let size = 0;
        return {
          get size() {
            return size;
          },
          add(text) {
            if (text.length < SHORTEST_MATCH) {
              throw new RangeError(`a known text has at least ${SHORTEST_MATCH} characters`);
            }
            if (!insert(root, text))
              return;
            begins[bucket(text, 0)] = 1;
            size += 1;
          },
          has: (text) => text.length >= SHORTEST_MATCH && endOfLongest(root, text, 0) === text.length,
          endOfLongest: (line, at) => begins[bucket(line, at)] === 0 ? -1 : endOfLongest(root, line, at)
        };
      }
      function insert(root, text) {
        let node = root;
        let at = 0;
        while (at < text.length) {
          const first = text.charCodeAt(at);
          const child = node.children?.get(first);
          if (child === void 0) {
            const leaf = { edge: text.slice(at), isEnd: true, children: void 0 };
            (node.children ??= /* @__PURE__ */ new Map()).set(first, leaf);
            return true;
          }
          const shared = sharedLength(child.edge, text, at);
          if (shared < child.edge.length)
            split(child, shared);
          node = child;
          at += shared;
        }
        const isNew = !node.isEnd;
        node.isEnd = true;
        return isNew;
      }
      function sharedLength(edge, text, at) {
        const most = Math.min(edge.length, text.length - at);
        let length = 0;
        while (length < most && edge.charCodeAt(length) === text.charCodeAt(at + length))
          length += 1;
        return length;
      }
      function split(node, length) {
        const lower = { edge: node.edge.slice(length), isEnd: node.isEnd, children: node.children };
        node.edge = node.edge.slice(0, length);
        node.isEnd = false;
        node.children = /* @__PURE__ */ new Map([[lower.edge.charCodeAt(0), lower]]);
      }
      function endOfLongest(root, line, from) {
        let found = -1;
        let at = from;
        let node = root;
        while (node !== void 0) {
          if (node.isEnd)
            found = at;
          const child = node.children?.get(line.charCodeAt(at));
          if (child === void 0 || !line.startsWith(child.edge, at))
            break;
          at += child.edge.length;
          node = child;
        }
        return found;
      }
      function bucket(text, at) {
        const mixed = text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2);
        return mixed % BUCKETS;
      }
      ;
      const MASK = "***";
      const SHORTEST_JOINED = 8;
      function createRedactor(values = []) {
        const known = /* @__PURE__ */ new Map();
        const matcher = createTextMatcher();
        const kept = createTextMatcher();
        const identifiers = /* @__PURE__ */ new Set();
        const add = (text) => {
          if (!(0, maskable.h_)(text) || identifiers.has(text.toLowerCase()))
            return false;
          for (const form of (0, spellings.c)(text))
            if (form.length >= SHORTEST_MATCH)
              matcher.add(form);
          return true;
        };
        const learnTexts = (value, name = "") => {
          const key = `${name}=${value}`;
          const before = known.get(key);
          if (before !== void 0)
            return before;
          const texts = /* @__PURE__ */ new Set([value, value.trim(), ...(0, maskable._o)(value), ...(0, secret_parts.B)(value, name)]);
          const masked = [...texts].filter(add);
          known.set(key, masked);
          return masked;
        };
        const redactor = {
          learn: (value, name) => learnTexts(value, name).length > 0,
          learnTexts,
          learnWhole: (text) => void add(text),
          keep(texts) {
            for (const text of texts) {
              if (text.length < SHORTEST_MATCH)
                continue;
              identifiers.add(text.toLowerCase());
              kept.add(text);
            }
          },
          redact(text) {
            if (matcher.size === 0)
              return text;
            const found = (0, readings.C)(text).flatMap((reading) => rangesIn(reading, matcher));
            if (found.length === 0)
              return text;
            const ours = kept.size === 0 ? [] : wholeWords(text, kept);
            return mask(text, found.filter(([start, end]) => !ours.some(([from, to]) => start >= from && end <= to)));
          }
        };
        for (const value of values)
          redactor.learn(value);
        return redactor;
      }
      function rangesIn({ text, places, isJoined }, matcher) {
        const found = [];
        for (let at = 0; at + SHORTEST_MATCH <= text.length; at += 1) {
          const end = matcher.endOfLongest(text, at);
          if (end === -1 || isJoined && end - at < SHORTEST_JOINED)
            continue;
          found.push(places === void 0 ? [at, end] : [places.starts[at] ?? 0, places.ends[end - 1] ?? 0]);
        }
        return found;
      }
      function wholeWords(text, kept) {
        return rangesIn({ text, places: void 0, isJoined: false }, kept).filter(([start, end]) => !/\w/.test(text[start - 1] ?? "") && !/\w/.test(text[end] ?? ""));
      }
      function mask(text, found) {
        let result = "";
        let done = 0;
        for (const [start, end] of found.toSorted(([a], [b]) => a - b)) {
          if (end <= done)
            continue;
          if (start >= done && !(start === done && done > 0))
            result += text.slice(done, start) + MASK;
          done = end;
        }
        return result + text.slice(done);
      }
    })
  ),
  /***/
  52652: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        $I: () => (
          /* binding */
          DEPLOYMENT_TYPE
        ),
        /* harmony export */
        HR: () => (
          /* binding */
          DNS_LABEL
        ),
        /* harmony export */
        M9: () => (
          /* binding */
          C_IDENTIFIER
        ),
        /* harmony export */
        _o: () => (
          /* binding */
          DEPLOYMENT_TYPES
        ),
        /* harmony export */
        cr: () => (
          /* binding */
          DEPLOYMENT_NAME
        ),
        /* harmony export */
        r8: () => (
          /* binding */
          DEPLOYMENT_NAME_RULE
        ),
        /* harmony export */
        u1: () => (
          /* binding */
          HOSTED_DEPLOYMENT_TYPES
        )
        /* harmony export */
      });
      const DEPLOYMENT_NAME = /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/;
      const DEPLOYMENT_NAME_RULE = "must be letters, digits and dashes, start with a letter and not end with a dash";
      const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
      const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
      const DEPLOYMENT_TYPES = ["dev_free", "dev", "prod"];
      const HOSTED_DEPLOYMENT_TYPES = [...DEPLOYMENT_TYPES, "dev_zero"];
      const DEPLOYMENT_TYPE = /^[a-z][a-z0-9_-]{0,62}$/;
    })
  ),
  /***/
  53918: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        c: () => (
          /* binding */
          isReservedName
        )
        /* harmony export */
      });
      const ALWAYS_RESERVED = /* @__PURE__ */ new Set([
        "LANGCHAIN_TRACING_V2",
        "LANGSMITH_TRACING_V2",
        "LANGCHAIN_ENDPOINT",
        "LANGCHAIN_PROJECT",
        "LANGSMITH_PROJECT",
        "LANGSMITH_LANGGRAPH_GIT_REPO",
        "LANGGRAPH_GIT_REPO_PATH",
        "LANGCHAIN_API_KEY",
        "LANGSMITH_CONTROL_PLANE_API_KEY",
        "POSTGRES_URI",
        "POSTGRES_PASSWORD",
        "DATABASE_URI",
        "LANGSMITH_LANGGRAPH_GIT_REF",
        "LANGSMITH_LANGGRAPH_GIT_REF_SHA",
        "LANGGRAPH_AUTH_TYPE",
        "LANGSMITH_AUTH_ENDPOINT",
        "LANGSMITH_TENANT_ID",
        "LANGSMITH_AUTH_VERIFY_TENANT_ID",
        "LANGSMITH_HOST_PROJECT_ID",
        "LANGSMITH_HOST_PROJECT_NAME",
        "LANGSMITH_HOST_REVISION_ID",
        "LOG_JSON",
        "LOG_DICT_TRACEBACKS",
        "REDIS_URI",
        "LANGCHAIN_CALLBACKS_BACKGROUND",
        "DD_TRACE_PSYCOPG_ENABLED",
        "DD_TRACE_REDIS_ENABLED",
        "LANGSMITH_DEPLOYMENT_NAME",
        "LANGGRAPH_CLOUD_LICENSE_KEY",
        "LANGGRAPH_HOST_API_KEY"
      ]);
      const CLOUD_RESERVED = /* @__PURE__ */ new Set([
        "LANGSMITH_API_KEY",
        "LANGSMITH_ENDPOINT",
        "POSTGRES_URI_CUSTOM",
        "REDIS_URI_CUSTOM",
        "PATH",
        "PORT",
        "MOUNT_PREFIX",
        "LSD_ENV",
        "LSD_DD_API_KEY",
        "LSD_DD_ENDPOINT",
        "LSD_DEPLOYMENT_TYPE"
      ]);
      function isReservedName(name, where) {
        return ALWAYS_RESERVED.has(name) || !where.selfHosted && CLOUD_RESERVED.has(name);
      }
    })
  ),
  /***/
  83603: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        E: () => (
          /* binding */
          toCommandValue
        ),
        /* harmony export */
        k: () => (
          /* binding */
          toCommandProperties
        )
        /* harmony export */
      });
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
        return {
          title: annotationProperties.title,
          file: annotationProperties.file,
          line: annotationProperties.startLine,
          endLine: annotationProperties.endLine,
          col: annotationProperties.startColumn,
          endColumn: annotationProperties.endColumn
        };
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
