const id = 191;
const ids = [191];
const modules = {
  /***/
  5900: (
    /***/
    ((module) => {
      var s = 1e3;
      var m = s * 60;
      var h = m * 60;
      var d = h * 24;
      var w = d * 7;
      var y = d * 365.25;
      module.exports = function(val, options) {
        options = options || {};
        var type = typeof val;
        if (type === "string" && val.length > 0) {
          return parse(val);
        } else if (type === "number" && isFinite(val)) {
          return options.long ? fmtLong(val) : fmtShort(val);
        }
        throw new Error(
          "val is not a non-empty string or a valid number. val=" + JSON.stringify(val)
        );
      };
      function parse(str) {
        str = String(str);
        if (str.length > 100) {
          return;
        }
        var match = /^(-?(?:\d+)?\.?\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i.exec(
          str
        );
        if (!match) {
          return;
        }
        var n = parseFloat(match[1]);
        var type = (match[2] || "ms").toLowerCase();
        switch (type) {
          case "years":
          case "year":
          case "yrs":
          case "yr":
          case "y":
            return n * y;
          case "weeks":
          case "week":
          case "w":
            return n * w;
          case "days":
          case "day":
          case "d":
            return n * d;
          case "hours":
          case "hour":
          case "hrs":
          case "hr":
          case "h":
            return n * h;
          case "minutes":
          case "minute":
          case "mins":
          case "min":
          case "m":
            return n * m;
          case "seconds":
          case "second":
          case "secs":
          case "sec":
          case "s":
            return n * s;
          case "milliseconds":
          case "millisecond":
          case "msecs":
          case "msec":
          case "ms":
            return n;
          default:
            return void 0;
        }
      }
      function fmtShort(ms) {
        var msAbs = Math.abs(ms);
        if (msAbs >= d) {
          return Math.round(ms / d) + "d";
        }
        if (msAbs >= h) {
          return Math.round(ms / h) + "h";
        }
        if (msAbs >= m) {
          return Math.round(ms / m) + "m";
        }
        if (msAbs >= s) {
          return Math.round(ms / s) + "s";
        }
        return ms + "ms";
      }
      function fmtLong(ms) {
        var msAbs = Math.abs(ms);
        if (msAbs >= d) {
          return plural(ms, msAbs, d, "day");
        }
        if (msAbs >= h) {
          return plural(ms, msAbs, h, "hour");
        }
        if (msAbs >= m) {
          return plural(ms, msAbs, m, "minute");
        }
        if (msAbs >= s) {
          return plural(ms, msAbs, s, "second");
        }
        return ms + " ms";
      }
      function plural(ms, msAbs, n, name) {
        var isPlural = msAbs >= n * 1.5;
        return Math.round(ms / n) + " " + name + (isPlural ? "s" : "");
      }
    })
  ),
  /***/
  9191: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        main: () => (
          /* binding */
          main
        )
      });
      var external_node_process_ = __webpack_require__(1708);
      var clients_clock = __webpack_require__(5065);
      ;
      const connectHttp = async (options) => {
        const { settings, env, clock, redact, log, readDeadline } = options;
        const [{ createTransport }, { createControlPlane }] = await Promise.all([
          Promise.all(
            /* import() */
            [__webpack_require__.e(410), __webpack_require__.e(763)]
          ).then(__webpack_require__.bind(__webpack_require__, 9763)),
          Promise.all(
            /* import() */
            [__webpack_require__.e(410), __webpack_require__.e(299)]
          ).then(__webpack_require__.bind(__webpack_require__, 5299))
        ]);
        const transport = createTransport({
          env,
          clock,
          redact,
          tryTimeoutMs: settings.requestTimeoutMs,
          observe: ({ method, path, outcome: outcome2, retryInMs }) => {
            if (retryInMs === void 0)
              return;
            log(`${method} ${path}: ${outcome2}; trying again in ${(retryInMs / 1e3).toFixed(1)}s`);
          }
        });
        const plane = createControlPlane({
          transport,
          baseUrl: settings.endpoint.baseUrl,
          dialect: settings.endpoint.dialect,
          apiKey: settings.apiKey,
          workspaceId: settings.workspaceId,
          readDeadline
        });
        let github;
        return {
          plane,
          github: () => github ??= connectGitHub(options, transport),
          close: () => transport.close()
        };
      };
      async function connectGitHub({ settings, env, redact }, transport) {
        const { token } = settings.github;
        const [owner, repo, ...rest] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
        if (token === void 0 || !owner || !repo || rest.length > 0)
          return void 0;
        const { createGitHub } = await Promise.all(
          /* import() */
          [__webpack_require__.e(410), __webpack_require__.e(284)]
        ).then(__webpack_require__.bind(__webpack_require__, 3284));
        const apiUrl = env["GITHUB_API_URL"] || "https://api.github.com";
        const octokit = await createGitHub({ token, apiUrl, transport });
        return { octokit, owner, repo, redact };
      }
      ;
      const LIMIT_MS = 15e3;
      function createResolveRef(env) {
        return async (repoUrl, ref, signal) => {
          const settled = new AbortController();
          const limit = clients_clock.d.sleep(LIMIT_MS, AbortSignal.any([signal, settled.signal]));
          try {
            return await Promise.race([lsRemote(repoUrl, ref, env), limit.then(() => void 0)]);
          } catch (error) {
            signal.throwIfAborted();
            if (error instanceof Error)
              return void 0;
            throw error;
          } finally {
            settled.abort();
            await limit.catch(() => {
            });
          }
        };
      }
      async function lsRemote(repoUrl, ref, env) {
        const { getExecOutput } = await __webpack_require__.e(
          /* import() */
          32
        ).then(__webpack_require__.bind(__webpack_require__, 3032));
        const full = ref.startsWith("refs/") ? ref : `refs/heads/${ref}`;
        const args = [
          "-c",
          "http.lowSpeedLimit=1000",
          "-c",
          "http.lowSpeedTime=10",
          "-c",
          "protocol.ext.allow=never",
          "ls-remote",
          "--",
          repoUrl,
          full,
          // The commit that an annotated tag points to.
          `${full}^{}`
        ];
        const { exitCode, stdout } = await getExecOutput("git", args, {
          silent: true,
          ignoreReturnCode: true,
          cwd: env["GITHUB_WORKSPACE"] || process.cwd(),
          env: { ...withoutInputs(env), GIT_TERMINAL_PROMPT: "0" }
        });
        return exitCode === 0 ? readCommit(stdout, full) : void 0;
      }
      function readCommit(stdout, fullRef) {
        const rows = stdout.split(/\r?\n/).map((line) => line.split("	"));
        const find = (name) => rows.find(([, rowRef]) => rowRef === name)?.[0];
        const commit = find(`${fullRef}^{}`) ?? find(fullRef);
        return commit !== void 0 && /^[0-9a-f]{40,64}$/.test(commit) ? commit : void 0;
      }
      function withoutInputs(env) {
        return Object.fromEntries(Object.entries(env).flatMap(([key, value]) => value === void 0 || /^(INPUT_|STATE_|ACTIONS_|LANGSMITH_)/.test(key) ? [] : [[key, value]]));
      }
      var runner_host = __webpack_require__(8980);
      ;
      const SHORTEST_SECRET = 4;
      const COMMON = new Set(`true false null none undefined debug info warn warning error test local localhost default
   dev development stage staging prod production main master`.split(/\s+/));
      function secretForms(value) {
        const pieces = [value, value.trim(), ...value.split(/\r\n|\r|\n/).map((line) => line.trim())];
        const forms = /* @__PURE__ */ new Set();
        for (const piece of new Set(pieces)) {
          if (!isMaskable(piece))
            continue;
          for (const form of spellings(piece)) {
            if (form.length >= SHORTEST_SECRET)
              forms.add(form);
          }
        }
        return [...forms];
      }
      function isMaskable(piece) {
        return piece.length >= SHORTEST_SECRET && !COMMON.has(piece.toLowerCase()) && !/^[\s*]+$/.test(piece);
      }
      function spellings(piece) {
        const json = JSON.stringify(piece).slice(1, -1);
        const url = encodeUrl(piece);
        return [
          piece,
          json,
          // JSON inside JSON, as a log line that quotes a body has it.
          JSON.stringify(json).slice(1, -1),
          json.replace(/[<>&\u2028\u2029]/g, unicodeEscape),
          json.replace(/[^\x20-\x7e]/g, unicodeEscape),
          url,
          url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
          url.replace(/%20/g, "+"),
          new URLSearchParams([["", piece]]).toString().slice(1),
          html(piece),
          ...base64(piece)
        ];
      }
      function unicodeEscape(character) {
        return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
      }
      function encodeUrl(text) {
        return encodeURIComponent(text.toWellFormed());
      }
      function html(text) {
        return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
      }
      function base64(piece) {
        const bytes = Buffer.from(piece, "utf8");
        const forms = [];
        for (const shift of [0, 1, 2]) {
          const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64").replace(/=+$/, "");
          const from = Math.ceil(shift * 8 / 6);
          const to = Math.floor((shift + bytes.length) * 8 / 6);
          const settled = encoded.slice(from, to);
          forms.push(settled, settled.replaceAll("+", "-").replaceAll("/", "_"));
        }
        return [...forms, bytes.toString("hex")];
      }
      ;
      const MASK = "***";
      function createRedactor(values = []) {
        const known = /* @__PURE__ */ new Map();
        const forms = /* @__PURE__ */ new Set();
        const redactor = {
          learn(value) {
            let masked = known.get(value);
            if (masked === void 0) {
              const added = secretForms(value);
              for (const form of added)
                forms.add(form);
              masked = added.length > 0;
              known.set(value, masked);
            }
            return masked;
          },
          redact(text) {
            return mask(text, ranges(text, forms));
          }
        };
        for (const value of values)
          redactor.learn(value);
        return redactor;
      }
      function ranges(text, forms) {
        const found = [];
        for (const form of forms) {
          for (let at2 = text.indexOf(form); at2 !== -1; at2 = text.indexOf(form, at2 + 1)) {
            found.push([at2, at2 + form.length]);
          }
        }
        return found.sort(([a], [b]) => a - b);
      }
      function mask(text, found) {
        let result = "";
        let done = 0;
        for (const [start, end] of found) {
          if (end <= done)
            continue;
          if (start >= done && !(start === done && done > 0))
            result += text.slice(done, start) + MASK;
          done = end;
        }
        return result + text.slice(done);
      }
      ;
      function readEvent(env, eventFile) {
        const payload = parseObject(eventFile);
        const base = {
          name: env["GITHUB_EVENT_NAME"] ?? "",
          repository: event_text(object(payload, "repository"), "full_name") ?? env["GITHUB_REPOSITORY"] ?? "",
          serverUrl: (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, ""),
          deleted: false,
          created: false,
          fork: false,
          action: event_text(payload, "action"),
          before: void 0,
          pullRequest: pullRequestOf(payload)
        };
        return { ...base, ...pointer(base.name, payload, env, base.repository) };
      }
      function pointer(name, payload, env, repository) {
        const pull = object(payload, "pull_request");
        if (pull)
          return ofPullRequest(pull);
        if (name === "push")
          return ofPush(payload, env);
        const run = object(payload, "workflow_run");
        if (name === "workflow_run" && run)
          return ofWorkflowRun(run, repository);
        const said = name === "workflow_dispatch" ? event_text(payload, "ref") : void 0;
        return { ref: bareRef(said ?? env["GITHUB_REF"]), commit: commitOf(env["GITHUB_SHA"]) };
      }
      function ofPush(payload, env) {
        const after = event_text(payload, "after");
        return {
          ref: bareRef(event_text(payload, "ref") ?? env["GITHUB_REF"]),
          // `after` of an annotated tag is the tag object; the head commit is what gets built.
          commit: commitOf(event_text(object(payload, "head_commit"), "id")) ?? commitOf(after) ?? commitOf(env["GITHUB_SHA"]),
          deleted: payload["deleted"] === true || /^0+$/.test(after ?? ""),
          created: payload["created"] === true,
          before: commitOf(event_text(payload, "before"))
        };
      }
      function pullRequestOf(payload) {
        const pull = object(payload, "pull_request");
        const number = pull?.["number"];
        if (typeof number !== "number")
          return void 0;
        const labels = pull?.["labels"];
        const names = Array.isArray(labels) ? labels.map((label) => event_text(isObject(label) ? label : {}, "name")) : [];
        return {
          number,
          closed: event_text(pull, "state") === "closed" || event_text(payload, "action") === "closed",
          labels: names.filter((name) => name !== void 0)
        };
      }
      function ofPullRequest(pull) {
        const head = object(pull, "head");
        const headRepository = event_text(object(head, "repo"), "full_name");
        const baseRepository = event_text(object(object(pull, "base"), "repo"), "full_name");
        return {
          ref: branch(event_text(head, "ref")),
          commit: commitOf(event_text(head, "sha")),
          ...headRepository === void 0 ? {} : { repository: headRepository },
          // The head repository is null when a fork was deleted.
          fork: headRepository === void 0 || headRepository !== baseRepository
        };
      }
      function ofWorkflowRun(run, repository) {
        const headRepository = event_text(object(run, "head_repository"), "full_name");
        return {
          ref: branch(event_text(run, "head_branch")),
          commit: commitOf(event_text(run, "head_sha")),
          fork: headRepository !== repository
        };
      }
      function bareRef(ref) {
        if (ref?.startsWith("refs/tags/"))
          return ref;
        return branch(ref?.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : ref);
      }
      function branch(name) {
        return name === void 0 || name === "" || name.startsWith("refs/") ? void 0 : name;
      }
      function commitOf(sha) {
        if (sha === void 0 || !/^[0-9a-fA-F]{40,64}$/.test(sha) || /^0+$/.test(sha))
          return void 0;
        return sha.toLowerCase();
      }
      function parseObject(json) {
        try {
          const value = JSON.parse(json ?? "{}");
          return isObject(value) ? value : {};
        } catch {
          return {};
        }
      }
      function isObject(value) {
        return typeof value === "object" && value !== null && !Array.isArray(value);
      }
      function object(from, key) {
        const value = from?.[key];
        return isObject(value) ? value : void 0;
      }
      function event_text(from, key) {
        const value = from?.[key];
        return typeof value === "string" && value !== "" ? value : void 0;
      }
      var outcome = __webpack_require__(6796);
      ;
      function gate(event, given) {
        if (event.fork) {
          return (0, outcome.b)("skipped", "fork", "The head of this event is in a fork, whose runs get no secrets and must not deploy. A maintainer can deploy the change from a branch of this repository.");
        }
        if (given.actor === "dependabot[bot]" && !given.apiKey) {
          return (0, outcome.b)("skipped", "dependabot", "This run is by Dependabot, which gets none of the repository's secrets: there is no key to deploy with.");
        }
        if (event.deleted && !given.ref) {
          return (0, outcome.b)("skipped", "ref-deleted", `The push deleted ${event.ref ?? "its ref"}: nothing to deploy.`);
        }
        return void 0;
      }
      ;
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
      ;
      function hidingPlane(plane, hide) {
        const seen = (deployment) => {
          hide((deployment.secrets ?? []).flatMap(({ value }) => value ? [value] : []));
          hide(containerValues(deployment.source_config?.["resource_spec"]));
          return deployment;
        };
        return {
          ...plane,
          getDeployment: async (...args) => seen(await plane.getDeployment(...args)),
          findDeployments: async (...args) => (await plane.findDeployments(...args)).map(seen),
          createDeployment: async (...args) => seen(await plane.createDeployment(...args)),
          patchDeployment: async (...args) => seen(await plane.patchDeployment(...args))
        };
      }
      var proxy_settings = __webpack_require__(997);
      ;
      const GIT = ["git_host"];
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
        "graph-config-path": { sources: GIT },
        "install-command": { sources: GIT },
        "build-command": { sources: GIT },
        "build-on-push": { sources: GIT },
        "deployment-type": { sources: ["git_host", "internal_docker"] },
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
      ;
      function readRaw(env) {
        const raw = {};
        for (const name of INPUT_NAMES) {
          const spec = INPUTS[name];
          const candidates = [variableOf(name), ...spec.env ?? []];
          const text = candidates.map((key) => env[key] ?? "").find((value) => value.trim() !== "");
          if (text !== void 0)
            raw[name] = name === "secrets" ? text : text.trim();
        }
        return raw;
      }
      function textOf(raw, name) {
        const spec = INPUTS[name];
        return raw[name] ?? spec.default;
      }
      ;
      const SECRET_KEY = /key|secret|token|passw|credential/i;
      const PLAIN_KEY = /(uri|url|id|type|name)$/i;
      function secretParts(value) {
        return [...passwords(value), ...telling(parse(value), "")];
      }
      function passwords(value) {
        const password = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? URL.parse(value)?.password : void 0;
        if (!password)
          return [];
        try {
          return [password, decodeURIComponent(password)];
        } catch {
          return [password];
        }
      }
      function telling(value, key) {
        if (typeof value === "string")
          return SECRET_KEY.test(key) && !PLAIN_KEY.test(key) ? [value] : [];
        if (typeof value !== "object" || value === null)
          return [];
        return Object.entries(value).flatMap(([name, part]) => telling(part, Array.isArray(value) ? key : name));
      }
      function parse(text) {
        if (!/^\s*[{[]/.test(text))
          return void 0;
        try {
          return JSON.parse(text);
        } catch {
          return void 0;
        }
      }
      var patterns = __webpack_require__(2652);
      var reserved_names = __webpack_require__(3918);
      ;
      function parseSecrets(text, where) {
        const lines = text.split(/\r?\n/);
        const secrets = [];
        const problems = [];
        for (let at2 = 0; at2 < lines.length; at2 += 1) {
          const line = lines[at2] ?? "";
          if (line.trim() === "" || line.trimStart().startsWith("#"))
            continue;
          const entry = readEntry(line);
          const number = at2 + 1;
          if (entry === void 0) {
            problems.push({
              problem: `line ${number} has neither "=" nor "<<"`,
              cure: "Write NAME=VALUE; for a value of several lines write NAME<<MARK, the lines, and MARK on its own."
            });
            continue;
          }
          let value = entry.rest;
          if (entry.form === "block") {
            const end = lines.indexOf(entry.rest, at2 + 1);
            if (entry.rest === "" || end === -1) {
              problems.push({
                problem: `the block opened on line ${number} is never closed`,
                cure: "Write NAME<<MARK, the lines, and a line that is exactly MARK."
              });
              break;
            }
            value = lines.slice(at2 + 1, end).join("\n");
            at2 = end;
          }
          const complaint = judge(entry.name, value, number, secrets, where);
          if (complaint)
            problems.push(complaint);
          else
            secrets.push({ name: entry.name, value });
        }
        return problems.length > 0 ? { ok: false, problems } : { ok: true, value: secrets };
      }
      function secretPieces(text) {
        const pieces = [];
        let mark;
        for (const line of text.split(/\r?\n/)) {
          if (mark !== void 0) {
            if (line === mark)
              mark = void 0;
            else
              pieces.push(line);
            continue;
          }
          if (line.trim() === "" || line.trimStart().startsWith("#"))
            continue;
          const entry = readEntry(line);
          if (entry === void 0)
            pieces.push(line);
          else if (entry.form === "block")
            mark = entry.rest;
          else
            pieces.push(...patterns.M9.test(entry.name) ? [entry.rest] : [line, entry.rest]);
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
        if (!patterns.M9.test(name)) {
          return {
            problem: `the name on line ${line} cannot be an environment variable`,
            cure: "Use letters, digits and underscores, no digit first; a value of several lines needs NAME<<MARK."
          };
        }
        if ((0, reserved_names.c)(name, where)) {
          return { problem: `${name} is reserved: the platform sets it itself`, cure: "Remove it." };
        }
        if (before.some((secret) => secret.name === name)) {
          return { problem: `${name} is set more than once`, cure: "Keep one of them." };
        }
        if (value.includes("\0")) {
          return { problem: `the value of ${name} holds a NUL character`, cure: "Encode it, such as in base64." };
        }
        return void 0;
      }
      ;
      function createHiding(host, redactor) {
        const masked = /* @__PURE__ */ new Set();
        const secret = (value) => {
          redactor.learn(value);
          for (const part of secretParts(value))
            redactor.learn(part);
          for (const line of value.split(/\r\n|\r|\n/).map((text) => text.trim())) {
            if (masked.has(line) || !redactor.learn(line))
              continue;
            masked.add(line);
            host.mask(line);
          }
        };
        const values = (list2) => {
          for (const value of list2) {
            redactor.learn(value);
            for (const part of secretParts(value))
              redactor.learn(part);
          }
        };
        return {
          inputs: (env) => {
            const { "api-key": apiKey, "github-token": token, secrets } = readRaw(env);
            for (const value of [apiKey, token])
              if (value !== void 0)
                secret(value);
            for (const piece of secretPieces(secrets ?? ""))
              secret(piece);
            values((0, proxy_settings.Wm)((0, proxy_settings.EM)(env)));
          },
          settings: (settings) => {
            secret(settings.apiKey);
            if (!("wanted" in settings))
              return;
            for (const { value } of settings.wanted.secrets ?? [])
              secret(value);
            values(containerValues(settings.wanted.resourceSpec));
          },
          values
        };
      }
      var reasons = __webpack_require__(3165);
      ;
      function createRedactingHost(host, redactor) {
        const redact = (text) => redactor.redact(text);
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
            const told2 = redactValue(value, redact);
            if (told2 !== value && redacting_host_parseObject(value) === void 0) {
              host.log(`The output ${name} holds a value that is masked, so it is given with stars.`);
            }
            await host.setOutput(name, told2);
          },
          saveState: (name, value) => host.saveState(name, redactValue(value, redact)),
          addSummary: (markdown) => host.addSummary(redact(markdown))
        };
      }
      function redactValue(value, redact) {
        const json = redacting_host_parseObject(value);
        if (json === void 0)
          return isOpen(value) ? value : redact(value);
        return JSON.stringify(json, (_key, part) => typeof part === "string" && !isOpen(part) ? redact(part) : part);
      }
      function redacting_host_parseObject(text) {
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
        "writing",
        "waiting",
        "reported",
        ...Object.entries(reasons.e).flatMap(([kind, reasons2]) => [kind, ...Object.keys(reasons2)])
      ]);
      const MADE_UP = /^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9]+(\.[0-9]+)?)$/;
      function isOpen(text) {
        return text === "true" || text === "false" || WORDS.has(text) || MADE_UP.test(text);
      }
      var inputs_problem = __webpack_require__(9262);
      ;
      const VERBS = [
        "deploy",
        "preview",
        "teardown",
        "rollback",
        "wait",
        "status",
        "plan",
        "sweep"
      ];
      const AUTO = {
        push: () => "deploy",
        workflow_dispatch: ({ rollbackTo }) => rollbackTo ? "rollback" : "deploy",
        pull_request: ({ action }) => intent_ofPullRequest(action),
        pull_request_target: ({ action }) => intent_ofPullRequest(action)
      };
      const PREVIEWED = [
        "opened",
        "synchronize",
        "reopened",
        "ready_for_review",
        "labeled",
        "unlabeled",
        "edited"
      ];
      function intent_ofPullRequest(action) {
        if (action === "closed")
          return "teardown";
        return action === void 0 || PREVIEWED.includes(action) ? "preview" : void 0;
      }
      const INSTEAD = {
        schedule: "Write `action: sweep` to delete previews that are left over, or `action: deploy` to deploy.",
        release: "Write `action: deploy` to deploy the tag of the release.",
        merge_group: "Write `action: plan` to see what a deploy would do; deploy on the push that follows."
      };
      function chooseVerb(action, occasion) {
        const verb = VERBS.find((candidate) => candidate === action);
        if (verb !== void 0)
          return (0, inputs_problem.uw)(verb);
        if (action !== "auto") {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(action)} is not one of auto, ${VERBS.join(", ")}`, "Write one of them.");
        }
        const { event } = occasion;
        const chosen = AUTO[event]?.(occasion);
        if (chosen !== void 0)
          return (0, inputs_problem.uw)(chosen);
        const what = AUTO[event] === void 0 ? (0, inputs_problem.hD)(event) : `${(0, inputs_problem.hD)(event)} (${occasion.action ?? "?"})`;
        return (0, inputs_problem.MB)(`auto does nothing on the event ${what}; it covers ${Object.keys(AUTO).join(", ")}`, INSTEAD[event] ?? "Write `action: deploy` to deploy the ref and commit of this event.");
      }
      ;
      function createCollector(raw) {
        const problems = [];
        return {
          problems,
          take: (input, parse2) => {
            const text = textOf(raw, input);
            if (text === void 0)
              return void 0;
            const parsed = parse2(text);
            if (parsed.ok)
              return parsed.value;
            problems.push(...parsed.problems.map((complaint) => ({ input, ...complaint })));
            return void 0;
          },
          complain: (input, problem, cure) => {
            problems.push({ input, problem, cure });
          }
        };
      }
      ;
      const DEFAULT_POLICY = { onTimeout: "fail", onSuperseded: "fail" };
      const SUPERSEDED = { fail: "error", warn: "warning", ignore: "fine" };
      function severityOf(kind, policy) {
        switch (kind) {
          case "deployed":
          case "unchanged":
          case "planned":
          case "submitted":
          case "skipped":
          case "observed":
          case "torn-down":
            return "fine";
          case "superseded":
            return SUPERSEDED[policy.onSuperseded];
          case "timed-out":
            return policy.onTimeout === "warn" ? "warning" : "error";
          // What was wanted does not serve.
          case "rolled-back":
          case "failed":
          case "cancelled":
            return "error";
        }
      }
      function exitCodeOf(kind, policy) {
        return severityOf(kind, policy) === "error" ? 1 : 0;
      }
      ;
      function checkBaseUrl(text, options = {}) {
        const refused = (problem) => ({ kind: "refused", problem });
        const url = URL.parse(text.trim());
        if (!url)
          return refused("is not a URL: give it whole, as in https://host or https://host/api-host");
        if (url.protocol !== "https:" && url.protocol !== "http:") {
          return refused("must start with https://");
        }
        if (url.username || url.password) {
          return refused("must not contain credentials: give the key in its own input");
        }
        if (url.search || url.hash)
          return refused("must not contain a query or a fragment: leave out ? and #");
        if (url.protocol === "http:" && !options.allowInsecureHost && !isLoopback(url.hostname)) {
          return refused("must use https: plain http would send the key in the clear (only loopback may use it)");
        }
        const path = url.pathname.replace(/\/+$/, "");
        if (/\/api(\/v[0-9]+)?$/.test(path)) {
          return refused("is the tracing API: the control plane of the same host is under /api-host");
        }
        if (/\/v[0-9]+(\/.*)?$/.test(path)) {
          return refused("must end before the version: leave out /v2 and what follows");
        }
        return { kind: "ok", url: `${url.origin}${path}` };
      }
      function isLoopback(hostname) {
        const host = hostname.toLowerCase().replace(/\.$/, "");
        return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || // URL has already turned every other spelling of an IPv4 address into four numbers.
        /^127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/.test(host);
      }
      ;
      const REGION_HOSTS = {
        us: "https://api.host.langchain.com",
        eu: "https://eu.api.host.langchain.com",
        apac: "https://apac.api.host.langchain.com",
        aws: "https://aws.api.host.langchain.com"
      };
      const HOSTED_DOMAIN = "api.host.langchain.com";
      const SELF_HOSTED_PREFIX = "/api-host";
      function dialectOf(baseUrl) {
        const { hostname, pathname } = new URL(baseUrl);
        const hosted = hostname === HOSTED_DOMAIN || hostname.endsWith(`.${HOSTED_DOMAIN}`);
        const selfHosted = pathname.replace(/\/+$/, "").endsWith(SELF_HOSTED_PREFIX);
        return hosted || selfHosted ? "langsmith" : "generic";
      }
      ;
      const REGIONS = Object.keys(REGION_HOSTS);
      function parseRegion(text) {
        const region = REGIONS.find((name) => name === text);
        if (region !== void 0)
          return (0, inputs_problem.uw)(REGION_HOSTS[region]);
        return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not one of ${REGIONS.join(", ")}`, "Write one of them, or give control-plane-url.");
      }
      function parseBaseUrl(text, allowInsecureHost) {
        const check = checkBaseUrl(text, { allowInsecureHost });
        if (check.kind === "ok")
          return (0, inputs_problem.uw)(check.url);
        const plainHttp = URL.parse(text)?.protocol === "http:";
        return (0, inputs_problem.MB)(`the URL ${check.problem}`, plainHttp ? "Use https, or set `allow-insecure-host: true` if the network in between is yours." : "It looks like https://example.org/api-host.");
      }
      function chooseDialect(word, baseUrl) {
        return word === "auto" ? dialectOf(baseUrl) : word;
      }
      var ms = __webpack_require__(5900);
      ;
      function parseBoolean(text) {
        if (["true", "True", "TRUE"].includes(text))
          return (0, inputs_problem.uw)(true);
        if (["false", "False", "FALSE"].includes(text))
          return (0, inputs_problem.uw)(false);
        return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not a boolean`, "Write true or false.");
      }
      function parseWord(text, words) {
        const word = words.find((candidate) => candidate === text);
        if (word !== void 0)
          return (0, inputs_problem.uw)(word);
        return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not one of ${words.join(", ")}`, "Write one of them.");
      }
      const UNITS = ["d", "h", "m", "s", "ms"];
      const DURATION = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/;
      function parseDuration(text, bounds) {
        const value = durationMs(text);
        if (value === void 0) {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not a duration`, "Write seconds (90) or units (30m, 1h30m, 45s).");
        }
        const [min, max] = [durationMs(bounds.min) ?? 0, durationMs(bounds.max) ?? Number.MAX_SAFE_INTEGER];
        if (value < min || value > max) {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is out of bounds`, `Give between ${bounds.min} and ${bounds.max}.`);
        }
        return (0, inputs_problem.uw)(value);
      }
      function durationMs(text) {
        if (/^\d{1,9}$/.test(text))
          return ms(`${Number(text)}s`);
        const match = DURATION.exec(text);
        if (text === "" || match === null || text.length > 30)
          return void 0;
        let total = 0;
        for (const [index, unit] of UNITS.entries()) {
          const digits = match[index + 1];
          if (digits !== void 0)
            total += ms(`${Number(digits)}${unit}`);
        }
        return total;
      }
      function parseCount(text, bounds) {
        const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
        if (value >= bounds.min && value <= bounds.max)
          return (0, inputs_problem.uw)(value);
        return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not a whole number from ${bounds.min} to ${bounds.max}`, "Write digits only.");
      }
      const UUID = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;
      function parseUuid(text) {
        if (UUID.test(text))
          return (0, inputs_problem.uw)(text.toLowerCase());
        return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not a UUID`, "It looks like 0f9e2d4c-1b3a-4c5d-8e7f-001122334455; copy it whole.");
      }
      function parseCommit(text) {
        if (/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(text))
          return (0, inputs_problem.uw)(text.toLowerCase());
        return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not a full commit SHA`, "Give all 40 digits, such as ${{ github.sha }}.");
      }
      function parseRef(text) {
        const ref = text.startsWith("refs/heads/") ? text.slice("refs/heads/".length) : text;
        if (ref.startsWith("refs/pull/")) {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is a pull request's merge commit, which no branch holds`, "Give the branch of the pull request, such as ${{ github.head_ref }}.");
        }
        if (ref !== text && ref.startsWith("refs/")) {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is a branch whose own name begins with refs/, which the service would take for another ref`, "Rename the branch.");
        }
        if (ref.startsWith("refs/") && !ref.startsWith("refs/tags/")) {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is neither a branch nor a tag`, "Give a branch name or refs/tags/<tag>.");
        }
        if (/^-|\.\.|[\s~^:?*[\\\x00-\x1f\x7f]|@\{|^@$|\/\/|^\/|\/$|\.$|\.lock$/.test(ref) || /(^|\/)\./.test(ref) || ref === "" || ref === "refs/tags/") {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not a valid git ref`, "Give a branch name or refs/tags/<tag>.");
        }
        return (0, inputs_problem.uw)(ref);
      }
      ;
      function takeEndpoint(collector, raw) {
        const allowInsecureHost = collector.take("allow-insecure-host", parseBoolean) ?? false;
        const dialect = collector.take("api-dialect", (text) => parseWord(text, ["auto", "generic", "langsmith"]));
        const ofUrl = collector.take("control-plane-url", (text) => parseBaseUrl(text, allowInsecureHost));
        const ofRegion = collector.take("region", parseRegion);
        if (raw["control-plane-url"] !== void 0 && raw.region !== void 0) {
          collector.complain("region", "control-plane-url is given too", "Give one of them.");
          return void 0;
        }
        const wrong = (raw["control-plane-url"] ?? raw.region) !== void 0 && (ofUrl ?? ofRegion) === void 0;
        if (wrong || dialect === void 0)
          return void 0;
        const parsed = ofUrl ?? ofRegion ?? defaultBaseUrl();
        return { baseUrl: parsed, dialect: chooseDialect(dialect, parsed), allowInsecureHost };
      }
      function defaultBaseUrl() {
        const us = parseRegion("us");
        if (!us.ok)
          throw new Error("the region us is missing from the contract");
        return us.value;
      }
      var limits = __webpack_require__(5403);
      ;
      function parseApiKey(text) {
        if (/^[\x21-\x7e]+$/.test(text))
          return (0, inputs_problem.uw)(text);
        return (0, inputs_problem.MB)("the key holds a space, a line break or another character that no key has", "Copy it again.");
      }
      function parseToken(text) {
        if (/^[\x21-\x7e]+$/.test(text))
          return (0, inputs_problem.uw)(text);
        return (0, inputs_problem.MB)("the token holds a space, a line break or another character that no token has", "Copy it again.");
      }
      function parseEnvironment(text) {
        if (text.length <= 255 && !/[\x00-\x1f\x7f'"`,;\\]/.test(text))
          return (0, inputs_problem.uw)(text);
        return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} cannot be the name of an environment`, "Such as production or staging/eu.");
      }
      function parseCommentKey(text) {
        if (/^[\w./-]{1,100}$/.test(text) && !text.includes("--"))
          return (0, inputs_problem.uw)(text);
        return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not one plain word`, "Use letters, digits, dots, slashes, _ and single dashes.");
      }
      function parseDeploymentName(text) {
        const cure = "Such as my-agent or team-agent-2.";
        if (text.length > limits.fo) {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} has ${text.length} characters`, `Use at most ${limits.fo} (21 on a self-hosted cluster).`);
        }
        return patterns.cr.test(text) ? (0, inputs_problem.uw)(text) : (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} ${patterns.r8}`, cure);
      }
      function parseRepoUrl(text) {
        const url = URL.parse(text);
        const httpLike = url !== null && /^https?:$/.test(url.protocol);
        const scpPassword = /^[^/\\\s]*:[^/\\\s]*@/.test(text);
        if (scpPassword || url !== null && (url.password !== "" || httpLike && url.username !== "")) {
          return (0, inputs_problem.MB)("the URL holds credentials", "Give it without; the git integration of the workspace has access.");
        }
        if (httpLike && (url.search !== "" || url.hash !== "")) {
          return (0, inputs_problem.MB)("the URL holds a query or a fragment", "Leave out ? and #, and what follows.");
        }
        if (/^-|^[a-z]+::|\s/i.test(text)) {
          return (0, inputs_problem.MB)("this is not the address of a repository", "Such as https://github.com/owner/name.");
        }
        return (0, inputs_problem.uw)(text);
      }
      function parseRepoPath(text) {
        if (/^[/\\]|^[A-Za-z]:|\\/.test(text) || text.split("/").includes("..")) {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not a path inside the repository`, "Such as langgraph.json or agents/a.json.");
        }
        return (0, inputs_problem.uw)(text.replace(/^(\.\/)+/, ""));
      }
      const IMAGE = /^[\w.-]+(:\d+)?(\/[\w.-]+)*(:[\w.-]+)?(@(sha256|sha384|sha512|blake3):[0-9a-fA-F]+)?$/;
      function parseImageUri(text) {
        if (/^[a-z]+:\/\//i.test(text) || !IMAGE.test(text)) {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not an image reference`, "Such as registry.example.org/team/agent:1.2 or \u2026@sha256:\u2026.");
        }
        return (0, inputs_problem.uw)(text);
      }
      function parseNamespace(text) {
        if (patterns.HR.test(text))
          return (0, inputs_problem.uw)(text);
        return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not a namespace`, "Use lower-case letters, digits and dashes.");
      }
      function parseHttpUrl(text) {
        const url = URL.parse(text);
        if (url !== null && (url.username !== "" || url.password !== "")) {
          return (0, inputs_problem.MB)("the URL holds credentials", "Give it without.");
        }
        if (url !== null && /^https?:$/.test(url.protocol))
          return (0, inputs_problem.uw)(text);
        return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not an http(s) URL`, "Such as https://agent.example.org.");
      }
      function parseVersion(text) {
        return /^[\w.+-]+$/.test(text) ? (0, inputs_problem.uw)(text) : (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is not a version`, "Such as 0.7.");
      }
      const parseText = (text) => (0, inputs_problem.uw)(text);
      ;
      function takePolicy(collector) {
        return {
          onTimeout: collector.take("on-timeout", (text) => parseWord(text, ["fail", "warn", "interrupt"])) ?? DEFAULT_POLICY.onTimeout,
          onSuperseded: collector.take("on-superseded", (text) => parseWord(text, ["fail", "warn", "ignore"])) ?? DEFAULT_POLICY.onSuperseded
        };
      }
      function takeCommon(collector, raw, env, policy) {
        const apiKey = collector.take("api-key", parseApiKey);
        if (raw["api-key"] === void 0) {
          collector.complain("api-key", "it is missing, and LANGSMITH_API_KEY is not set", "Pass it from a secret, such as ${{ secrets.LANGSMITH_API_KEY }}; forks and Dependabot runs get no secrets.");
        }
        for (const variable of (0, proxy_settings.eB)((0, proxy_settings.EM)(env))) {
          collector.complain(variable, "the environment variable is not the address of a proxy", "Such as http://proxy.example.org:3128, with the special characters of a password percent-encoded.");
        }
        const workspaceId = collector.take("workspace-id", parseUuid);
        const endpoint = takeEndpoint(collector, raw);
        const run = takeRun(collector);
        const github = takeGitHub(collector);
        if (!apiKey || !endpoint || !run || !github)
          return void 0;
        return { apiKey, workspaceId, endpoint, policy, github, ...run };
      }
      function takeRun(collector) {
        const duration = (input, min, max) => collector.take(input, (text) => parseDuration(text, { min, max }));
        const run = {
          wait: collector.take("wait", parseBoolean),
          waitTimeoutMs: duration("wait-timeout", "1s", "1d"),
          pollIntervalMs: duration("poll-interval", "1s", "1h"),
          requestTimeoutMs: duration("request-timeout", "1s", "10m"),
          onCancel: collector.take("on-cancel", (text) => parseWord(text, ["leave", "interrupt"])),
          force: collector.take("force", parseBoolean),
          dryRun: collector.take("dry-run", parseBoolean),
          logLines: collector.take("log-lines", (text) => parseCount(text, { min: 0, max: 1e3 }))
        };
        return isComplete(run) ? run : void 0;
      }
      function takeGitHub(collector) {
        const always = {
          deployment: collector.take("github-deployment", parseBoolean),
          comment: collector.take("comment", parseBoolean),
          commentLogs: collector.take("comment-logs", parseBoolean)
        };
        const texts = {
          token: collector.take("github-token", parseToken),
          environment: collector.take("environment", parseEnvironment),
          commentKey: collector.take("comment-key", parseCommentKey)
        };
        return isComplete(always) ? { ...always, ...texts } : void 0;
      }
      function isComplete(fields) {
        return Object.values(fields).every((value) => value !== void 0);
      }
      ;
      const KNOWN = new Set(INPUT_NAMES.map(variableOf));
      function unknownInputs(env) {
        return Object.keys(env).filter((key) => key.startsWith("INPUT_") && !KNOWN.has(key) && (env[key] ?? "") !== "").map((key) => key.slice("INPUT_".length).toLowerCase()).sort();
      }
      async function nearestInput(name) {
        const { closest, distance } = await __webpack_require__.e(
          /* import() */
          232
        ).then(__webpack_require__.t.bind(__webpack_require__, 8232, 19));
        const wanted = name.replaceAll("_", "-");
        const nearest = closest(wanted, INPUT_NAMES);
        const far = Math.max(2, Math.floor(Math.max(wanted.length, nearest.length) / 2));
        return distance(wanted, nearest) <= far ? nearest : void 0;
      }
      async function unknownInputProblem(name) {
        const nearest = await nearestInput(name);
        const cure = nearest === void 0 ? "Remove it; action.yml lists every input" : `Did you mean ${(0, inputs_problem.hD)(nearest)}? Rename it, or remove it`;
        return (0, inputs_problem.MB)("there is no such input", `${cure} (\`strict-inputs: false\` turns this into a warning).`);
      }
      ;
      function takeTarget(collector, raw) {
        const name = collector.take("deployment-name", parseDeploymentName);
        const id2 = collector.take("deployment-id", parseUuid);
        if (raw["deployment-name"] !== void 0 && raw["deployment-id"] !== void 0) {
          collector.complain("deployment-id", "deployment-name is given too", "Give exactly one of them.");
          return void 0;
        }
        if (raw["deployment-name"] === void 0 && raw["deployment-id"] === void 0) {
          collector.complain("deployment-name", "neither deployment-name nor deployment-id is given", "Give exactly one: a name creates the deployment when it does not exist yet.");
        }
        if (name !== void 0)
          return { by: "name", name };
        return id2 === void 0 ? void 0 : { by: "id", id: id2 };
      }
      ;
      function parseLines(text) {
        const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
        return lines.length > 0 ? (0, inputs_problem.uw)(lines) : (0, inputs_problem.MB)("it holds no line that counts", "Give one thing per line.");
      }
      const PLACEHOLDERS = ["number", "repo", "owner", "branch", "name"];
      function parseNameTemplate(text) {
        const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
        const strange = used.find((name) => !PLACEHOLDERS.includes(name));
        if (strange !== void 0) {
          return (0, inputs_problem.MB)(`there is no {${strange}}`, `Use {${PLACEHOLDERS.join("}, {")}}.`);
        }
        if (!used.includes("number")) {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} has no {number}, so that pull requests would share one preview`, "Add it, such as {repo}-pr-{number}.");
        }
        if (!/^[A-Za-z0-9-]*$/.test(text.replaceAll(/\{[^{}]*\}/g, ""))) {
          return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} holds what no name may`, "Use letters, digits, dashes and placeholders.");
        }
        return (0, inputs_problem.uw)(text);
      }
      function parseTarget(text) {
        const id2 = parseUuid(text);
        if (id2.ok)
          return (0, inputs_problem.uw)({ by: "id", id: id2.value });
        const name = parseDeploymentName(text);
        return name.ok ? (0, inputs_problem.uw)({ by: "name", name: name.value }) : name;
      }
      function parseRollbackTo(text) {
        if (text === "previous")
          return (0, inputs_problem.uw)({ kind: "previous" });
        const id2 = parseUuid(text);
        if (id2.ok)
          return (0, inputs_problem.uw)({ kind: "revision", id: id2.value });
        const ref = parseRef(text);
        return ref.ok ? (0, inputs_problem.uw)({ kind: "ref", ref: ref.value }) : ref;
      }
      function parsePlanId(text) {
        if (/^[0-9a-f]{64}$/.test(text))
          return (0, inputs_problem.uw)(text);
        return (0, inputs_problem.MB)(`${(0, inputs_problem.hD)(text)} is no plan-id`, "Give the output plan-id of the run that planned, whole.");
      }
      ;
      const DEPLOYABLE = [
        "git_host",
        "external_docker",
        "internal_docker"
      ];
      function takeSource(collector, raw) {
        const said = collector.take("source", (text) => parseWord(text, DEPLOYABLE));
        const source = said ?? (raw["image-uri"] === void 0 ? "git_host" : "external_docker");
        if (said !== void 0 || raw.source === void 0)
          complainOfMisplaced(collector, raw, source);
        return source;
      }
      function complainOfMisplaced(collector, raw, source) {
        for (const name of INPUT_NAMES) {
          const { sources } = INPUTS[name];
          if (raw[name] === void 0 || sources === void 0 || sources.includes(source))
            continue;
          collector.complain(name, `it applies to ${sources.join(" and ")} only, and the source is ${source}`, `Remove it, or set \`source: ${sources[0]}\`.`);
        }
      }
      const NOTHING = {
        repoUrl: void 0,
        ref: void 0,
        commit: void 0,
        imageUri: void 0,
        resolveCommit: false
      };
      function takeOrigin(collector, raw, source, event) {
        if (source !== "git_host") {
          const imageUri = collector.take("image-uri", parseImageUri);
          if (raw["image-uri"] === void 0) {
            collector.complain("image-uri", `${source} needs an image`, "Give the image to deploy.");
          }
          return { ...NOTHING, imageUri };
        }
        const said = {
          repoUrl: collector.take("repo-url", parseRepoUrl),
          ref: collector.take("ref", parseRef),
          commit: collector.take("commit", parseCommit)
        };
        if (said.ref !== void 0 && event.ref === `refs/tags/${said.ref}`) {
          collector.complain("ref", `${(0, inputs_problem.hD)(said.ref)} names a branch, and what was pushed is the tag of this name`, `Write ${event.ref}, such as from \${{ github.ref }}, or leave it out.`);
        }
        const ours = said.repoUrl === void 0 || sameRepository(said.repoUrl, event);
        const ref = said.ref ?? (ours ? event.ref : void 0);
        if (ref === void 0 && raw.ref === void 0) {
          collector.complain("ref", ours ? `the event ${event.name || "(none)"} names no branch or tag` : "repo-url is another repository", "Give the branch, or the tag as refs/tags/<tag>.");
        }
        const repoUrl = said.repoUrl ?? (event.repository ? `${event.serverUrl}/${event.repository}` : void 0);
        if (repoUrl === void 0 && raw["repo-url"] === void 0) {
          collector.complain("repo-url", "the run names no repository", "Give it, such as https://github.com/owner/name.");
        }
        const known = ours && ref === event.ref ? event.commit : void 0;
        const commit = said.commit ?? known;
        return { ...NOTHING, repoUrl, ref, commit, resolveCommit: ours && commit === void 0 };
      }
      function sameRepository(repoUrl, event) {
        const url = URL.parse(repoUrl);
        const scpLike = /^[\w.-]+@[\w.-]+:(.+)$/.exec(repoUrl);
        if (scpLike === null && (url === null || url.protocol === "file:" || url.protocol.length === 2))
          return true;
        if (url !== null && isLoopback(url.hostname))
          return true;
        const path = scpLike?.[1] ?? url?.pathname ?? "";
        const lastTwo = path.replace(/\.git\/?$|\/$/, "").split("/").filter((segment) => segment !== "").slice(-2).join("/");
        return lastTwo.toLowerCase() === event.repository.toLowerCase();
      }
      ;
      async function takeWanted(collector, raw, event) {
        const source = takeSource(collector, raw);
        const { resolveCommit, ...origin } = takeOrigin(collector, raw, source, event);
        const buildOnPush = collector.take("build-on-push", parseBoolean);
        if (buildOnPush === true && origin.ref?.startsWith("refs/tags/")) {
          collector.complain("build-on-push", `${(0, inputs_problem.hD)(origin.ref)} is a tag, and a tag is never pushed to again`, "Set `build-on-push: false`, or deploy a branch.");
        }
        const wanted = {
          source,
          sourceSaid: raw.source !== void 0,
          ...origin,
          integrationId: collector.take("integration-id", parseUuid),
          deploymentType: collector.take("deployment-type", (text) => parseWord(text, ["dev_free", "dev", "prod"])),
          buildOnPush,
          installCommand: collector.take("install-command", parseText),
          buildCommand: collector.take("build-command", parseText),
          listenerId: collector.take("listener-id", parseUuid),
          k8sNamespace: collector.take("k8s-namespace", parseNamespace),
          customUrl: collector.take("custom-url", parseHttpUrl),
          graphConfigPath: collector.take("graph-config-path", parseRepoPath),
          imageVersion: collector.take("image-version", parseVersion),
          secrets: collector.take("secrets", (text) => parseSecrets(text, { selfHosted: source === "external_docker" })),
          secretsStrategy: collector.take("secrets-strategy", (text) => parseWord(text, ["merge", "replace"])) ?? "merge",
          resourceSpec: void 0,
          secretReferences: void 0
        };
        if (raw["resource-spec"] !== void 0 || raw["secret-references"] !== void 0) {
          const { parseResourceSpec, parseSecretReferences } = await Promise.all(
            /* import() */
            [__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(986)]
          ).then(__webpack_require__.bind(__webpack_require__, 5986));
          wanted.resourceSpec = collector.take("resource-spec", parseResourceSpec);
          wanted.secretReferences = collector.take("secret-references", (text) => parseSecretReferences(text, wanted.secrets ?? []));
        }
        return { wanted, resolveCommit };
      }
      ;
      async function takeVerbSettings(inputs, verb) {
        const { collector, raw } = inputs;
        switch (verb) {
          case "deploy":
          case "plan": {
            const target = takeTarget(collector, raw);
            const deploying = await takeDeploying(inputs);
            return target && { verb, target, ...deploying };
          }
          case "preview": {
            const preview = takePreview(inputs);
            const deploying = await takeDeploying(inputs);
            const labels = collector.take("preview-labels", parseLines) ?? [];
            return preview && { verb, ...preview, from: takeFrom(inputs), labels, ...deploying };
          }
          case "teardown": {
            const preview = takePreview(inputs);
            return preview && { verb, ...preview };
          }
          case "sweep": {
            const ttlMs = collector.take("preview-ttl", (text) => parseDuration(text, { min: "1h", max: "3650d" }));
            const limit = collector.take("sweep-limit", (text) => parseCount(text, { min: 1, max: 100 }));
            return limit === void 0 ? void 0 : { verb, ttlMs, limit };
          }
          case "rollback": {
            const target = takeTarget(collector, raw);
            const to = collector.take("rollback-to", parseRollbackTo) ?? { kind: "previous" };
            return target && { verb, target, to };
          }
          case "wait": {
            const target = takeTarget(collector, raw);
            return target && { verb, target, revisionId: collector.take("revision-id", parseUuid) };
          }
          case "status": {
            const target = takeTarget(collector, raw);
            return target && { verb, target };
          }
        }
      }
      async function takeDeploying({ collector, raw, event }) {
        return {
          ...await takeWanted(collector, raw, event),
          paths: collector.take("paths", parseLines),
          rollbackOnFailure: collector.take("rollback-on-failure", parseBoolean) ?? false,
          expectedPlan: collector.take("expected-plan", parsePlanId)
        };
      }
      function takePreview({ collector, raw, event }) {
        const said = collector.take("pull-request", (text) => parseCount(text, { min: 1, max: 999999999 }));
        const pullRequest = said ?? event.pullRequest?.number;
        if (pullRequest === void 0 && raw["pull-request"] === void 0) {
          collector.complain("pull-request", `a preview belongs to a pull request, and the event ${event.name || "(none)"} is about none`, "Give its number, or write `action: deploy`.");
        }
        const nameTemplate = collector.take("preview-name-template", parseNameTemplate);
        const baseName = collector.take("deployment-name", parseDeploymentName);
        return pullRequest === void 0 ? void 0 : { pullRequest, nameTemplate, baseName };
      }
      function takeFrom({ collector, raw }) {
        const said = collector.take("preview-from", parseTarget);
        if (said !== void 0)
          return { target: said, said: true };
        if (raw["preview-from"] !== void 0)
          return void 0;
        const name = raw["deployment-name"];
        if (name !== void 0)
          return { target: { by: "name", name }, said: false };
        const id2 = collector.take("deployment-id", parseUuid);
        return id2 === void 0 ? void 0 : { target: { by: "id", id: id2 }, said: true };
      }
      ;
      async function readInputs(env, event) {
        const raw = readRaw(env);
        const collector = createCollector(raw);
        const display = takeDisplay(collector);
        const policy = takePolicy(collector);
        const warnings = await judgeUnknown(env, collector);
        const occasion = { event: event.name, action: event.action, rollbackTo: raw["rollback-to"] !== void 0 };
        const verb = collector.take("action", (text) => chooseVerb(text, occasion));
        const common = takeCommon(collector, raw, env, policy);
        const own = await takeVerbSettings({ collector, raw, event }, verb ?? "deploy");
        const told2 = { display, policy, warnings };
        if (collector.problems.length > 0 || !verb || !common || !own) {
          return { ok: false, ...told2, problems: collector.problems };
        }
        const settings = { ...common, ...own };
        if (settings.verb === "plan")
          settings.dryRun = true;
        return { ok: true, ...told2, settings };
      }
      function readDisplay(env) {
        return takeDisplay(createCollector(readRaw(env)));
      }
      function takeDisplay(collector) {
        return {
          summary: collector.take("summary", parseBoolean) ?? true,
          annotations: collector.take("annotations", parseBoolean) ?? true
        };
      }
      async function judgeUnknown(env, collector) {
        const strict = collector.take("strict-inputs", parseBoolean) ?? true;
        const warnings = [];
        for (const input of unknownInputs(env)) {
          const found = await unknownInputProblem(input);
          if (found.ok)
            continue;
          for (const { problem, cure } of found.problems) {
            if (strict)
              collector.complain(input, problem, cure);
            else
              warnings.push({ input, problem, cure });
          }
        }
        return warnings;
      }
      ;
      function createLog(host) {
        let open = false;
        const close = () => {
          if (open)
            host.endGroup();
          open = false;
        };
        return {
          line: (text) => host.log(text),
          group: async (title, work) => {
            close();
            host.startGroup(title);
            open = true;
            try {
              return await work();
            } finally {
              close();
            }
          },
          close
        };
      }
      ;
      function cancelledOutcome(record) {
        return (0, outcome.b)("cancelled", "signal", `The run was cancelled. ${whatRemains(record)}`);
      }
      function whatRemains({ stage, deployment, revision }) {
        const name = deployment?.name ?? "the deployment";
        switch (stage) {
          case "reading":
          case "reported":
            return "Nothing was sent.";
          case "writing":
            return `A change of ${name} was being sent; whether it arrived is not known. Look at the deployment, or run again: what arrived is found and waited for.`;
          case "waiting": {
            const what = revision === void 0 ? `The change of ${name}` : `Revision ${revision.id} of ${name}`;
            return `${what} was ${revision?.status ?? "accepted"} and goes on without us. Run again to resume: a revision of this commit that is on its way is waited for, not built again.`;
          }
        }
      }
      var errors = __webpack_require__(5292);
      ;
      function outcomeOfError(error) {
        if (error instanceof outcome.V)
          return error.outcome;
        if (error instanceof errors.h)
          return (0, outcome.b)("failed", reasonOf(error), error.message);
        const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        return (0, outcome.b)("failed", "internal-error", `The action itself failed: ${what}. Please report it with the log of this step.`);
      }
      function reasonOf(error) {
        switch (error.kind) {
          case "network":
          case "timeout":
          case "aborted":
            return "unreachable";
          case "ambiguous":
            return "lost-answer";
          case "malformed":
            return "service-error";
          case "http":
            return reasonOfStatus(error.status ?? 0);
        }
      }
      function reasonOfStatus(status) {
        if (status === 401)
          return "unauthorized";
        if (status === 403)
          return "forbidden";
        if (status === 408 || status === 425 || status === 429)
          return "rate-limited";
        return status >= 500 ? "service-error" : "rejected";
      }
      var state = __webpack_require__(6638);
      ;
      const MAX_LINES = 10;
      const MAX_CHARACTERS = 4e3;
      function annotationOf(outcome2, severity, record) {
        if (severity === "fine")
          return void 0;
        const tail = record.logTail?.lines.slice(-MAX_LINES) ?? [];
        const text = [outcome2.message, ...tail.length > 0 ? ["", ...tail] : []].join("\n");
        return {
          level: severity,
          title: `Agent Deploy: ${outcome2.kind} (${outcome2.reason})`,
          message: text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\u2026` : text
        };
      }
      var types = __webpack_require__(1966);
      ;
      function planJson(plan) {
        return {
          kind: plan.kind,
          makes_revision: (0, types.b)(plan),
          changes: plan.changes.map(({ field, from, to, revision }) => ({
            field,
            from,
            to,
            makes_revision: revision
          }))
        };
      }
      function resultJson(outcome2, record, now) {
        const { deployment, revision, plan } = record;
        return {
          schema_version: 1,
          outcome: outcome2.kind,
          reason_code: outcome2.reason,
          message: outcome2.message,
          deployment: deployment ? { id: deployment.id, name: deployment.name, url: deployment.url ?? null } : null,
          revision: revision ? { id: revision.id, status: revision.status, commit_sha: revision.commit ?? null } : null,
          previous_revision_id: record.previousRevisionId ?? null,
          wanted_commit_sha: record.commit ?? null,
          created: record.created,
          changed: record.changed,
          duration_seconds: seconds(Math.max(0, now - record.startedAt)),
          rollback: record.rollback ? {
            revision_id: record.rollback.revisionId ?? null,
            target_revision_id: record.rollback.targetId,
            after: record.rollback.after ?? null
          } : null,
          pull_request: record.pullRequest ?? null,
          plan_id: record.planId ?? null,
          plan: plan ? planJson(plan) : null,
          swept: record.swept ?? null,
          github: {
            deployment_id: record.github.deploymentId ?? null,
            comment_id: record.github.commentId ?? null
          },
          timeline: record.timeline.map(({ status, startMs, endMs }) => ({
            status,
            start_seconds: seconds(startMs),
            seconds: endMs === void 0 ? null : seconds(endMs - startMs)
          }))
        };
      }
      function seconds(ms2) {
        return Math.round(ms2 / 100) / 10;
      }
      ;
      const OUTPUTS = (
        /* unused pure expression or super */
        null
      );
      function outputsOf(outcome2, record, now) {
        return {
          outcome: outcome2.kind,
          "reason-code": outcome2.reason,
          "deployment-id": record.deployment?.id ?? "",
          "deployment-name": record.deployment?.name ?? "",
          "deployment-url": record.deployment?.url ?? "",
          "revision-id": record.revision?.id ?? "",
          "previous-revision-id": record.previousRevisionId ?? "",
          "revision-status": record.revision?.status ?? "",
          "commit-sha": record.revision?.commit ?? record.commit ?? "",
          created: String(record.created),
          changed: String(record.changed),
          "rollback-revision-id": record.rollback?.revisionId ?? "",
          "plan-id": record.planId ?? "",
          plan: record.plan === void 0 ? "" : JSON.stringify(planJson(record.plan)),
          "pull-request": record.pullRequest === void 0 ? "" : String(record.pullRequest),
          swept: record.swept === void 0 ? "" : JSON.stringify({ previews: record.swept }),
          "github-deployment-id": record.github.deploymentId === void 0 ? "" : String(record.github.deploymentId),
          "comment-id": record.github.commentId === void 0 ? "" : String(record.github.commentId),
          "duration-seconds": secondsOf(record, now),
          result: JSON.stringify(resultJson(outcome2, record, now))
        };
      }
      function secondsOf(record, now) {
        return String(Math.round(Math.max(0, now - record.startedAt) / 100) / 10);
      }
      ;
      function told(outcome2, record, redact) {
        const { deployment, revision, plan, timeline, logTail } = record;
        const some = (text) => text ? redact(text) : text;
        return {
          outcome: { ...outcome2, message: redact(outcome2.message) },
          record: {
            ...record,
            deployment: deployment && {
              id: deployment.id,
              name: redact(deployment.name),
              url: some(deployment.url)
            },
            revision: revision && { ...revision, status: redact(revision.status) },
            plan: plan && {
              ...plan,
              changes: plan.changes.map((change) => ({
                ...change,
                from: some(change.from),
                to: some(change.to)
              }))
            },
            timeline: timeline.map((span) => ({ ...span, status: redact(span.status) })),
            logTail: logTail && { ...logTail, lines: logTail.lines.map(redact) }
          }
        };
      }
      ;
      async function report(host, outcome2, record, context) {
        const { policy, display, now, redact } = context;
        const severity = severityOf(outcome2.kind, policy);
        await attempt(host, "outputs", () => setOutputs(host, outputsOf(outcome2, record, now)));
        const shown = told(outcome2, record, redact);
        const annotation = display.annotations ? annotationOf(shown.outcome, severity, shown.record) : void 0;
        if (annotation !== void 0)
          host.annotate(annotation);
        else
          for (const line of outcome2.message.split("\n"))
            host.log(line);
        host.log(`Outcome: ${outcome2.kind} (${outcome2.reason})`);
        if (record.deployment?.url !== void 0)
          host.log(`Agent: ${record.deployment.url}`);
        if (display.summary) {
          await attempt(host, "job summary", async () => {
            const { summaryOf } = await __webpack_require__.e(
              /* import() */
              2
            ).then(__webpack_require__.bind(__webpack_require__, 2002));
            await host.addSummary(summaryOf(shown.outcome, severity, shown.record, now));
          });
        }
        record.stage = "reported";
        await attempt(host, "state", () => (0, state.L)(host, record));
        return exitCodeOf(outcome2.kind, policy);
      }
      async function setOutputs(host, outputs) {
        const errors2 = [];
        for (const [name, value] of Object.entries(outputs)) {
          try {
            await host.setOutput(name, value);
          } catch (error) {
            errors2.push(error);
          }
        }
        if (errors2.length > 0)
          throw errors2[0];
      }
      async function attempt(host, what, work) {
        try {
          await work();
        } catch (error) {
          host.log(`The ${what} could not be written: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      var run_record = __webpack_require__(758);
      ;
      async function runVerb(tools) {
        const { settings } = tools;
        switch (settings.verb) {
          case "deploy":
          case "plan":
            return (await Promise.all(
              /* import() */
              [__webpack_require__.e(410), __webpack_require__.e(838)]
            ).then(__webpack_require__.bind(__webpack_require__, 7838))).deploy({ ...tools, settings });
          case "preview":
            return (await __webpack_require__.e(
              /* import() */
              592
            ).then(__webpack_require__.bind(__webpack_require__, 7592))).preview({ ...tools, settings });
          case "teardown":
            return (await __webpack_require__.e(
              /* import() */
              422
            ).then(__webpack_require__.bind(__webpack_require__, 7422))).teardown({ ...tools, settings });
          case "sweep":
            return (await __webpack_require__.e(
              /* import() */
              900
            ).then(__webpack_require__.bind(__webpack_require__, 7900))).sweep({ ...tools, settings });
          case "rollback":
            return (await __webpack_require__.e(
              /* import() */
              922
            ).then(__webpack_require__.bind(__webpack_require__, 1922))).rollback({ ...tools, settings });
          case "wait":
            return (await __webpack_require__.e(
              /* import() */
              718
            ).then(__webpack_require__.bind(__webpack_require__, 718))).waitFor({ ...tools, settings });
          case "status":
            return (await __webpack_require__.e(
              /* import() */
              393
            ).then(__webpack_require__.bind(__webpack_require__, 8393))).status({ ...tools, settings });
        }
      }
      ;
      async function runMain(world) {
        const redactor = createRedactor();
        const host = createRedactingHost(world.host, redactor);
        const hide = createHiding(host, redactor);
        hide.inputs(host.env);
        const event = readRunEvent(host);
        const run = { ...world, host, redactor, hide, event, record: (0, run_record.e)(world.clock.now()) };
        try {
          return await pursue(run);
        } catch (error) {
          const end = tellUnexpected(host, error, outcomeOfError(error));
          return finish(run, end, { policy: DEFAULT_POLICY, display: readDisplay(host.env) });
        }
      }
      async function pursue(run) {
        const { host, event } = run;
        const { ref, "api-key": apiKey } = readRaw(host.env);
        const given = { ref: ref !== void 0, apiKey: apiKey !== void 0, actor: host.env["GITHUB_ACTOR"] };
        const skipped = gate(event, given);
        if (skipped !== void 0) {
          return finish(run, skipped, { policy: DEFAULT_POLICY, display: readDisplay(host.env) });
        }
        const reading = await readInputs(host.env, event);
        for (const warning of reading.warnings) {
          host.annotate({ level: "warning", title: "Agent Deploy: input", message: (0, inputs_problem.BJ)(warning) });
        }
        const end = reading.ok ? await carryOut(run, reading.settings) : refuse(reading.problems);
        return finish(run, end, reading);
      }
      function readRunEvent(host) {
        const path = host.env["GITHUB_EVENT_PATH"];
        let file;
        try {
          file = path ? host.readFile(path) : void 0;
        } catch (error) {
          host.log(`The event file could not be read: ${error instanceof Error ? error.message : String(error)}`);
        }
        return readEvent(host.env, file);
      }
      function refuse(problems) {
        const count = problems.length === 1 ? "An input is wrong" : `${problems.length} things are wrong with the inputs`;
        return (0, outcome.b)("failed", "invalid-input", [`${count}; nothing was sent.`, ...problems.map((problem) => `- ${(0, inputs_problem.BJ)(problem)}`)].join("\n"));
      }
      async function carryOut(run, settings) {
        const { host, record, signal, crash, redactor, clock } = run;
        run.hide.settings(settings);
        const log = createLog(host);
        let readDeadline;
        let connection;
        try {
          signal.throwIfAborted();
          connection = await run.connect({
            settings,
            env: host.env,
            clock,
            redact: (text) => redactor.redact(text),
            log: (line) => log.line(line),
            readDeadline: () => readDeadline
          });
          const work = runVerb({
            settings,
            event: run.event,
            plane: hidingPlane(connection.plane, (values) => run.hide.values(values)),
            clock,
            log,
            signal,
            record,
            resolveRef: run.resolveRef,
            github: async () => connection?.github(),
            setReadDeadline: (at2) => {
              readDeadline = at2;
            },
            checkpoint: () => checkpoint(host, record)
          });
          return await Promise.race([work, rejectOnAbort(signal, work), rejectOnAbort(crash, work)]);
        } catch (error) {
          log.close();
          if (signal.aborted)
            return cancelledOutcome(record);
          const end = tellUnexpected(host, error, outcomeOfError(error));
          return error instanceof outcome.V ? end : withRemains(end, record);
        } finally {
          await connection?.close();
        }
      }
      async function checkpoint(host, record) {
        try {
          await (0, state.L)(host, record);
        } catch (error) {
          host.log(`The state could not be written: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      function withRemains(end, record) {
        const breaks = end.reason === "internal-error" && record.stage === "writing";
        if (record.stage !== "waiting" && !breaks)
          return end;
        return { ...end, message: `${end.message} ${whatRemains(record)}` };
      }
      function rejectOnAbort(signal, work) {
        const { promise, reject } = Promise.withResolvers();
        const onAbort = () => reject(signal.reason);
        if (signal.aborted)
          onAbort();
        signal.addEventListener("abort", onAbort, { once: true });
        work.then(() => signal.removeEventListener("abort", onAbort), () => signal.removeEventListener("abort", onAbort));
        return promise;
      }
      function tellUnexpected(host, error, end) {
        if (end.reason !== "internal-error" || !(error instanceof Error))
          return end;
        host.startGroup("Where it failed");
        for (const line of (error.stack ?? "").split("\n"))
          host.log(line);
        host.endGroup();
        return end;
      }
      async function finish({ host, record, clock, redactor }, end, context) {
        const { policy, display } = context;
        const redact = (text) => redactor.redact(text);
        return report(host, end, record, { policy, display, now: clock.now(), redact });
      }
      ;
      const CLOCK = /* @__PURE__ */ Symbol.for("agent-deploy.clock");
      const LAST_WORDS_MS = 5e3;
      async function main() {
        const cancel = new AbortController();
        for (const signal of ["SIGINT", "SIGTERM"]) {
          external_node_process_.on(signal, () => cancel.abort(new Error(`received ${signal}`)));
        }
        const crash = watchForCrash();
        const clock = preloadedClock() ?? clients_clock.d;
        let code = 1;
        try {
          code = await runMain({
            host: (0, runner_host.d)(external_node_process_.env),
            clock,
            signal: cancel.signal,
            crash,
            connect: connectHttp,
            resolveRef: createResolveRef(external_node_process_.env)
          });
        } catch {
        }
        await exit(crash.aborted ? 1 : code);
      }
      function watchForCrash() {
        const crash = new AbortController();
        external_node_process_.on("uncaughtException", (error) => {
          if (crash.signal.aborted)
            return;
          crash.abort(error);
          setTimeout(() => external_node_process_.exit(1), LAST_WORDS_MS).unref();
        });
        return crash.signal;
      }
      function preloadedClock() {
        const found = Reflect.get(globalThis, CLOCK);
        return isClock(found) ? found : void 0;
      }
      function isClock(value) {
        return typeof value === "object" && value !== null && typeof Reflect.get(value, "now") === "function" && typeof Reflect.get(value, "sleep") === "function";
      }
      async function exit(code) {
        await new Promise((resolve) => {
          external_node_process_.stdout.write("", () => resolve());
        });
        external_node_process_.exit(code);
      }
    })
  ),
  /***/
  8980: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        d: () => (
          /* binding */
          createRunnerHost
        )
      });
      var external_node_fs_ = __webpack_require__(3024);
      var external_node_os_ = __webpack_require__(8161);
      var external_os_ = __webpack_require__(857);
      var utils = __webpack_require__(3603);
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
          addSummary: async (markdown) => {
            if (!env["GITHUB_STEP_SUMMARY"])
              return;
            const { summary } = await __webpack_require__.e(
              /* import() */
              70
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
          178
        ).then(__webpack_require__.bind(__webpack_require__, 5178));
        commands.issueFileCommand(file, commands.prepareKeyValueMessage(name, value));
      }
    })
  ),
  /***/
  9262: (
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
  6796: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        V: () => (
          /* binding */
          Stop
        ),
        /* harmony export */
        b: () => (
          /* binding */
          outcome
        )
        /* harmony export */
      });
      function outcome(kind, reason, message) {
        return { kind, reason, message };
      }
      class Stop extends Error {
        outcome;
        constructor(reason, message, options) {
          super(message, options);
          this.name = "Stop";
          this.outcome = outcome("failed", reason, message);
        }
      }
    })
  ),
  /***/
  3165: (
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
        unchanged: {
          "already-active": "The active revision has this commit or image, and nothing else differs.",
          "paths-untouched": "Nothing that `paths` names was changed.",
          "nothing-to-sweep": "No preview is left over."
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
          swept: "Previews that nobody needs any more are deleted."
        },
        "rolled-back": {
          "after-failure": "The change failed, and what was active before is deployed again."
        },
        planned: {
          "dry-run": "Nothing was sent; the plan shows what would be."
        },
        submitted: {
          "not-waited": "The change is accepted; `wait: false` asked not to wait for it."
        },
        superseded: {
          "newer-revision": "Another revision took over while ours was on its way or right after.",
          "skipped-by-service": "The service skipped our revision for a newer one.",
          "commit-mismatch": "The branch moved on: our revision was built from another commit.",
          "image-mismatch": "Somebody else changed the image at the same time, and that change came last.",
          "settings-mismatch": "Somebody else changed settings at the same time, and our revision has theirs."
        },
        skipped: {
          "ref-deleted": "The push deleted its branch or tag, so there is nothing to deploy.",
          fork: "The head of the pull request is a fork, which gets no secrets.",
          "label-missing": "The pull request has none of the labels in `preview-labels`.",
          "pull-request-closed": "The pull request is closed, so it gets no preview.",
          dependabot: "The run is by Dependabot, which gets no secrets."
        },
        "timed-out": {
          deadline: "The revision was still on its way when wait-timeout ran out.",
          "not-active": "The revision is deployed, but the deployment had not switched to it when wait-timeout ran out."
        },
        failed: {
          "invalid-input": "An input is wrong; nothing was sent.",
          "create-failed": "The service could not create the revision.",
          "build-failed": "The revision could not be built.",
          "deploy-failed": "The revision was built but never became ready.",
          "revision-failed": "The revision ended in another state of failure.",
          interrupted: "Somebody or something interrupted the revision.",
          "immutable-field": "A setting differs that cannot be changed after creation.",
          "secrets-hidden": "Keeping the other secrets needs their values, and the service hides them.",
          "invalid-plan": "The wanted settings contradict those of the deployment.",
          "ambiguous-name": "Several deployments have this name.",
          "ambiguous-integration": "Several git integrations exist and none was chosen.",
          "deployment-not-found": "There is no deployment with this ID.",
          "deployment-gone": "The deployment is being deleted, or it or the revision disappeared while we waited.",
          "name-taken": "The name is held by something that is no deployment.",
          "no-revision": "The change was accepted, but no revision of it appeared.",
          "ambiguous-revision": "Several revisions appeared at the same time, and the service does not say which is ours.",
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
  1966: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        b: () => (
          /* binding */
          makesRevision
        ),
        /* harmony export */
        m: () => (
          /* binding */
          sendsOrigin
        )
        /* harmony export */
      });
      function makesRevision(plan) {
        return plan.kind === "create" || plan.kind === "patch" && plan.changes.some(({ revision }) => revision);
      }
      function sendsOrigin(plan) {
        if (plan.kind === "create")
          return true;
        const sent = plan.kind === "patch" ? plan.body.source_revision_config : void 0;
        return Boolean(sent?.repo_ref ?? sent?.image_uri);
      }
    })
  ),
  /***/
  758: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        c: () => (
          /* binding */
          noteRevision
        ),
        /* harmony export */
        e: () => (
          /* binding */
          createRecord
        )
        /* harmony export */
      });
      function createRecord(startedAt) {
        return {
          pullRequest: void 0,
          planId: void 0,
          rollback: void 0,
          swept: void 0,
          github: { deploymentId: void 0, commentId: void 0 },
          startedAt,
          stage: "reading",
          deployment: void 0,
          revision: void 0,
          previousRevisionId: void 0,
          commit: void 0,
          created: false,
          changed: false,
          plan: void 0,
          timeline: [],
          prediction: void 0,
          logTail: void 0
        };
      }
      function noteRevision(record, view) {
        record.revision = { id: view.id, status: view.status, commit: view.commit };
      }
    })
  ),
  /***/
  6638: (
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
      const KEY = "agent-deploy";
      const STAGES = ["reading", "writing", "waiting", "reported"];
      async function saveState(host, record) {
        const state = {
          stage: record.stage,
          deploymentId: record.deployment?.id,
          deploymentName: record.deployment?.name,
          revisionId: record.revision?.id
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
            revisionId: field("revisionId")
          };
        } catch {
          return void 0;
        }
      }
    })
  ),
  /***/
  5065: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        d: () => (
          /* binding */
          realClock
        )
        /* harmony export */
      });
      const realClock = {
        now: () => Date.now(),
        sleep: (ms, signal) => new Promise((resolve, reject) => {
          if (signal?.aborted) {
            reject(signal.reason);
            return;
          }
          const onAbort = () => {
            clearTimeout(timer);
            reject(signal?.reason);
          };
          const timer = setTimeout(() => {
            signal?.removeEventListener("abort", onAbort);
            resolve();
          }, ms);
          signal?.addEventListener("abort", onAbort, { once: true });
        })
      };
    })
  ),
  /***/
  5292: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        d: () => (
          /* binding */
          isApiError
        ),
        /* harmony export */
        h: () => (
          /* binding */
          ApiError
        )
        /* harmony export */
      });
      class ApiError extends Error {
        name = "ApiError";
        kind;
        method;
        path;
        remedy;
        attempts;
        /** The answer's status, when there was one. */
        status;
        /** The service's own words, redacted; null when it had none that can be shown. */
        detail;
        /** The fields a 422 complained about. */
        fields;
        /** Which of its three meanings a 403 has. */
        forbidden;
        code;
        constructor(from) {
          const tries = from.attempts > 1 ? ` (${from.attempts} tries)` : "";
          super(`${from.method} ${from.path}: ${from.what}${tries}. ${from.remedy}`, { cause: from.cause });
          this.kind = from.kind;
          this.method = from.method;
          this.path = from.path;
          this.remedy = from.remedy;
          this.attempts = from.attempts;
          this.status = from.status;
          this.detail = from.detail ?? null;
          this.fields = from.fields ?? [];
          this.forbidden = from.forbidden ?? null;
          this.code = from.code;
        }
      }
      function isApiError(error, status) {
        return error instanceof ApiError && (status === void 0 || error.status === status);
      }
    })
  ),
  /***/
  997: (
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
  5403: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        R3: () => (
          /* binding */
          LOG_PAGE_DEFAULT
        ),
        /* harmony export */
        Wt: () => (
          /* binding */
          CPU_MIN
        ),
        /* harmony export */
        ZX: () => (
          /* binding */
          PAGE_MAX
        ),
        /* harmony export */
        eu: () => (
          /* binding */
          CPU_MAX
        ),
        /* harmony export */
        fo: () => (
          /* binding */
          NAME_MAX
        ),
        /* harmony export */
        oX: () => (
          /* binding */
          PAGE_DEFAULT
        ),
        /* harmony export */
        st: () => (
          /* binding */
          CPU_LIMIT_MAX
        ),
        /* harmony export */
        wv: () => (
          /* binding */
          LOG_PAGE_MAX
        )
        /* harmony export */
      });
      const CPU_MIN = 0.1;
      const CPU_MAX = 8;
      const CPU_LIMIT_MAX = 16;
      const RECOMMENDED_POLL_MS = 6e4;
      const RECOMMENDED_WAIT_MS = 18e5;
      const PAGE_DEFAULT = 20;
      const PAGE_MAX = 100;
      const LOG_PAGE_DEFAULT = 50;
      const LOG_PAGE_MAX = 1e3;
      const BULK_DELETE_MAX = 100;
      const TARBALL_MAX_BYTES = 209715200;
      const NAME_MAX = 63;
      const SELF_HOSTED_NAME_MAX = 21;
      const FEEDBACK_TOKEN_MS = (
        /* unused pure expression or super */
        null
      );
    })
  ),
  /***/
  2652: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
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
        cr: () => (
          /* binding */
          DEPLOYMENT_NAME
        ),
        /* harmony export */
        r8: () => (
          /* binding */
          DEPLOYMENT_NAME_RULE
        )
        /* harmony export */
      });
      const DEPLOYMENT_NAME = /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/;
      const DEPLOYMENT_NAME_RULE = "must be letters, digits and dashes, start with a letter and not end with a dash";
      const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
      const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
    })
  ),
  /***/
  3918: (
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
  3603: (
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
