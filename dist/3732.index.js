const id = 3732;
const ids = [3732];
const modules = {
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
  76669: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Hn: () => (
          /* binding */
          cell
        ),
        /* harmony export */
        OF: () => (
          /* binding */
          fenced
        ),
        /* harmony export */
        Pl: () => (
          /* binding */
          safeUrl
        ),
        /* harmony export */
        il: () => (
          /* binding */
          agentAddress
        ),
        /* harmony export */
        ml: () => (
          /* binding */
          shorten
        ),
        /* harmony export */
        tp: () => (
          /* binding */
          table
        ),
        /* harmony export */
        wi: () => (
          /* binding */
          inertLines
        )
        /* harmony export */
      });
      const MOST_TICKS = 15;
      const CELL_MAX = 2e3;
      const ROWS_MAX = 300;
      const URL_MAX = 2e3;
      function cell(text) {
        return visible(text).split(/\s+/).filter((word) => word !== "").map(inertWord).join(" ");
      }
      function inertLines(text) {
        return text.split(/\r\n?|\n/).map(cell).join("<br>");
      }
      function table(head, rows) {
        const line = (cells) => `| ${cells.map((text) => cell(shorten(text, CELL_MAX))).join(" | ")} |`;
        const left = rows.length - ROWS_MAX;
        const rest = left > 0 ? [`

\u2026 and ${left} more`] : [];
        const shown = [line(head), `|${head.map(() => " --- |").join("")}`, ...rows.slice(0, ROWS_MAX).map(line)];
        return [shown.join("\n"), ...rest].join("");
      }
      function fenced(lines) {
        const text = lines.map((line) => visible(line).replace(/`{16,}/g, `${"`".repeat(MOST_TICKS)}\u2026`)).join("\n");
        const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
        const fence = "`".repeat(longest + 1);
        return `${fence}text
${text}
${fence}`;
      }
      function safeUrl(text) {
        const url = text === void 0 ? null : URL.parse(text);
        if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > URL_MAX)
          return void 0;
        return /[\s<>()]/.test(url.href) ? void 0 : url.href;
      }
      function agentAddress(text, serverUrl) {
        const href = safeUrl(text)?.replaceAll("|", "%7C");
        if (href === void 0)
          return void 0;
        const { host, hostname, username, password } = new URL(href);
        const onGitHub = host === URL.parse(serverUrl)?.host || /(^|\.)(github\.com|ghe\.com)$/.test(hostname);
        return onGitHub || username !== "" || password !== "" ? cell(href) : `<${href}>`;
      }
      function shorten(text, most) {
        if (text.length <= most)
          return text;
        return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}\u2026`;
      }
      function visible(text) {
        return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/[\u000b\u000c\r\u2028\u2029]/g, " ");
      }
      const UNSAFE = /([`<>*[\]()|&\\@])/;
      const OPENING = `"'\u201C\u2018`;
      const CLOSING = `"'\u201D\u2019.,;:!?\u2026`;
      function inertWord(word) {
        return word.split(UNSAFE).map((part, index) => index % 2 === 1 ? inertMark(part) : inertRun(part)).join("");
      }
      function inertMark(mark) {
        if (mark === "@")
          return "&#64;&#8203;";
        return mark === "`" ? "\u02CB" : `&#${mark.charCodeAt(0)};`;
      }
      function inertRun(run) {
        let [from, to] = [0, run.length];
        while (from < to && OPENING.includes(run.charAt(from)))
          from += 1;
        while (to > from && CLOSING.includes(run.charAt(to - 1)))
          to -= 1;
        const [before, core2, after] = [run.slice(0, from), run.slice(from, to), run.slice(to)];
        return core2 === "" || isInert(core2, after) ? run : `${before}\`${core2}\`${after}`;
      }
      function isInert(core2, after) {
        if (/^[–—·→\p{Extended_Pictographic}\ufe0f]+$/u.test(core2))
          return true;
        if (/^\d{1,6}(?:[.,]\d{1,3})?(?:ms|[smhd%])?$/.test(core2))
          return !after.startsWith(".");
        if (!new RegExp("^(?:\\p{L}\\p{M}*)+(?:['\u2019](?:\\p{L}\\p{M}*)+)*$", "u").test(core2) && !/^[a-z]+(?:-[a-z]+)+$/.test(core2)) {
          return false;
        }
        return !/(?<![a-z])[a-f]{7,}(?![a-z])/i.test(core2);
      }
    })
  ),
  /***/
  61662: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        $s: () => (
          /* binding */
          addSighting
        ),
        /* harmony export */
        a3: () => (
          /* binding */
          formatDuration
        ),
        /* harmony export */
        gR: () => (
          /* binding */
          closeTimeline
        )
        /* harmony export */
      });
      function addSighting(timeline, status, atMs) {
        const last = timeline.at(-1);
        if (last === void 0)
          return [{ status, startMs: atMs, endMs: void 0 }];
        if (last.status === status)
          return [...timeline];
        return [...timeline.slice(0, -1), { ...last, endMs: atMs }, { status, startMs: atMs, endMs: void 0 }];
      }
      function closeTimeline(timeline, atMs) {
        return timeline.map((span) => ({ ...span, endMs: span.endMs ?? Math.max(atMs, span.startMs) }));
      }
      function formatDuration(ms) {
        if (ms < 1e3)
          return `${(Math.max(0, ms) / 1e3).toFixed(1)}s`;
        const seconds = Math.round(ms / 1e3);
        if (seconds < 60)
          return `${seconds}s`;
        const minutes = Math.floor(seconds / 60);
        if (minutes < 60)
          return `${minutes}m ${String(seconds % 60).padStart(2, "0")}s`;
        return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, "0")}m`;
      }
    })
  ),
  /***/
  6101: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        M$: () => (
          /* binding */
          isNameOfRun
        ),
        /* harmony export */
        OK: () => (
          /* binding */
          repositoryMark
        ),
        /* harmony export */
        ol: () => (
          /* binding */
          nameOfRun
        )
        /* harmony export */
      });
      var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
      var _name_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(92456);
      function repositoryMark(env) {
        const whole = `${env["GITHUB_SERVER_URL"] ?? ""}/${env["GITHUB_REPOSITORY"] ?? ""}`.toLowerCase();
        return (0, node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)("sha256").update(whole).digest("hex").slice(0, 6);
      }
      function nameOfRun({ host: { env }, random }, prefix) {
        return (0, _name_js__WEBPACK_IMPORTED_MODULE_1__.ZV)({
          prefix,
          repository: repositoryMark(env),
          runId: runIdOf(env),
          attempt: Number(digits(env["GITHUB_RUN_ATTEMPT"], 4, "1")),
          unique: random(4, "hex")
        });
      }
      function isNameOfRun(env, name) {
        const read = (0, _name_js__WEBPACK_IMPORTED_MODULE_1__.F9)(name);
        return read?.repository === repositoryMark(env) && read.runId === runIdOf(env);
      }
      function runIdOf(env) {
        return digits(env["GITHUB_RUN_ID"], 18, "0");
      }
      function digits(text, most, otherwise) {
        return text !== void 0 && new RegExp(`^[0-9]{1,${most}}$`).test(text) ? text : otherwise;
      }
    })
  ),
  /***/
  92456: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        F9: () => (
          /* binding */
          readSandboxName
        ),
        /* harmony export */
        H3: () => (
          /* binding */
          PREFIX
        ),
        /* harmony export */
        ZV: () => (
          /* binding */
          sandboxName
        )
        /* harmony export */
      });
      const NAME = /^([a-z](?:[a-z0-9-]{0,28}[a-z0-9])?)-([0-9a-f]{6})-([0-9]{1,18})-([0-9]{1,4})-([0-9a-f]{8})$/;
      const PREFIX = /^[a-z](?:[a-z0-9-]{0,28}[a-z0-9])?$/;
      function sandboxName({ prefix, repository, runId, attempt, unique }) {
        return [prefix, repository, runId, attempt, unique].join("-");
      }
      function readSandboxName(name) {
        const [, prefix, repository, runId, attempt, unique] = NAME.exec(name) ?? [];
        if (!prefix || !repository || !runId || !attempt || !unique)
          return void 0;
        return { prefix, repository, runId, attempt: Number(attempt), unique };
      }
    })
  ),
  /***/
  4325: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Cn: () => (
          /* binding */
          sandboxOutputs
        ),
        /* harmony export */
        Tg: () => (
          /* binding */
          SECRET_OUTPUT
        )
        /* harmony export */
      });
      const SANDBOX_OUTPUTS = (
        /* unused pure expression or super */
        null
      );
      const SECRET_OUTPUT = "proxy-url";
      function sandboxResult(end, record, now) {
        const { sandbox, swept, command, isolation, proxy } = record;
        return {
          schema_version: 1,
          outcome: end.kind,
          reason_code: end.reason,
          message: end.message,
          mode: record.mode || null,
          sandbox: sandbox ? {
            name: sandbox.name,
            id: sandbox.id ?? null,
            status: sandbox.status ?? null,
            dataplane_url: sandbox.url ?? null
          } : null,
          swept: sweptJson(swept),
          command: command ? { exit_code: command.exitCode ?? null, ended: command.ended } : null,
          isolation: isolation ?? null,
          proxy: proxy ? { address: proxy.address } : null,
          usage: usageJson(record),
          warnings: record.warnings,
          duration_seconds: secondsSince(record, now)
        };
      }
      function sandboxOutputs(end, record, now) {
        const { sandbox, command, isolation, proxy } = record;
        const [swept, usage] = [sweptJson(record.swept), usageJson(record)];
        return {
          outcome: end.kind,
          "reason-code": end.reason,
          "sandbox-name": sandbox?.name ?? "",
          "sandbox-id": sandbox?.id ?? "",
          "sandbox-status": sandbox?.status ?? "",
          "dataplane-url": sandbox?.url ?? "",
          "api-url": record.apiUrl ?? "",
          swept: swept === null ? "" : JSON.stringify({ sandboxes: swept }),
          "exit-code": command?.exitCode === void 0 ? "" : String(command.exitCode),
          isolation: isolation?.level ?? "",
          "proxy-address": proxy?.address ?? "",
          "ca-file": proxy?.caFile ?? "",
          "ca-bundle-file": proxy?.bundleFile ?? "",
          "env-file": proxy?.envFile ?? "",
          requests: usage === null ? "" : String(usage.requests),
          usage: usage === null ? "" : JSON.stringify(usage),
          "duration-seconds": String(secondsSince(record, now)),
          result: JSON.stringify(sandboxResult(end, record, now))
        };
      }
      function sweptJson(swept) {
        if (swept === void 0)
          return null;
        return swept.map(({ name, runId, ageMs, did }) => ({
          name,
          run_id: runId,
          age_seconds: Math.round(ageMs / 1e3),
          did
        }));
      }
      function usageJson({ usage }) {
        if (usage === void 0)
          return null;
        const rows = usage.rows.map(({ injected, refusedByHost, ...row }) => ({
          ...row,
          headers: injected,
          errors: refusedByHost
        }));
        return { requests: usage.requests, rows };
      }
      function secondsSince({ startedAt }, now) {
        return Math.round(Math.max(0, now - startedAt) / 100) / 10;
      }
    })
  ),
  /***/
  60023: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        y: () => (
          /* binding */
          placesIn
        )
        /* harmony export */
      });
      var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76760);
      function placesIn(folder) {
        const at = (...parts) => node_path__WEBPACK_IMPORTED_MODULE_0__.join(folder, ...parts);
        return {
          folder,
          auditFile: at("audit.jsonl"),
          restoreFile: at("restore.json"),
          caFile: at("ca.pem"),
          bundleFile: at("ca-bundle.pem"),
          envFile: at("env.sh"),
          socketFolder: at("s"),
          socketPath: at("s", "p"),
          boxFolder: at("box")
        };
      }
    })
  ),
  /***/
  23732: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        startSandbox: () => (
          /* binding */
          startSandbox
        ),
        startSandboxPost: () => (
          /* binding */
          startSandboxPost
        )
      });
      var external_node_crypto_ = __webpack_require__(77598);
      var external_node_path_ = __webpack_require__(76760);
      var external_node_process_ = __webpack_require__(1708);
      var promises_ = __webpack_require__(58500);
      var clock = __webpack_require__(75065);
      var conceal_environment = __webpack_require__(10034);
      var start = __webpack_require__(78920);
      var runner_host = __webpack_require__(58980);
      var load_transport = __webpack_require__(85143);
      ;
      const openServiceOverHttp = async (access, { env, clock: clock2, redact: redact2, log }) => {
        const [{ createTransport }, { createSandboxes }] = await Promise.all([
          (0, load_transport.s)(),
          __webpack_require__.e(
            /* import() */
            1468
          ).then(__webpack_require__.bind(__webpack_require__, 21468))
        ]);
        const transport = createTransport({
          env,
          ...clock2 && { clock: clock2 },
          redact: redact2,
          tryTimeoutMs: access.requestTimeoutMs,
          observe: ({ method, path, outcome: outcome2, retryInMs }) => {
            if (retryInMs === void 0)
              return;
            log(`${method} ${path}: ${outcome2}; trying again in ${(retryInMs / 1e3).toFixed(1)}s`);
          }
        });
        const { baseUrl, apiKey, workspaceId, requestTimeoutMs } = access;
        const service = createSandboxes({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
        return { service, close: () => transport.close() };
      };
      var external_node_fs_ = __webpack_require__(73024);
      var external_node_fs_promises_ = __webpack_require__(51455);
      var external_node_os_ = __webpack_require__(48161);
      var external_node_readline_ = __webpack_require__(80481);
      var external_node_tls_ = __webpack_require__(41692);
      var places = __webpack_require__(60023);
      ;
      const ROOT_FILES = [
        "/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem"
      ];
      const PROXY_ENTRY = "credential-proxy.js";
      const PREFIX = "agent-deploy-";
      const NAME = /^agent-deploy-[A-Za-z0-9]{6}$/;
      function createMachine(env, dist2) {
        return {
          async makeFolder() {
            const folder = await (0, external_node_fs_promises_.mkdtemp)(external_node_path_.join(parentFor(env), PREFIX));
            const { socketFolder, boxFolder } = (0, places.y)(folder);
            await (0, external_node_fs_promises_.mkdir)(socketFolder, { mode: 493 });
            await (0, external_node_fs_promises_.mkdir)(boxFolder, { mode: 448 });
            return folder;
          },
          whoseFolder: (folder) => whoseFolder(folder, env),
          async removeFolder(folder) {
            const { removeBoxFolder } = await __webpack_require__.e(
              /* import() */
              8584
            ).then(__webpack_require__.bind(__webpack_require__, 18584));
            removeBoxFolder((0, places.y)(folder).boxFolder);
            await (0, external_node_fs_promises_.rm)(folder, { recursive: true, force: true });
          },
          async isFolder(folder) {
            try {
              return (await (0, external_node_fs_promises_.stat)(folder)).isDirectory();
            } catch {
              return false;
            }
          },
          writeFile: (file, text) => (0, external_node_fs_promises_.writeFile)(file, text, { mode: 384 }),
          async readFile(file) {
            try {
              return (await (0, external_node_fs_promises_.stat)(file)).isFile() ? await (0, external_node_fs_promises_.readFile)(file, "utf8") : void 0;
            } catch {
              return void 0;
            }
          },
          gitConfigs: async (workspace) => (await __webpack_require__.e(
            /* import() */
            7834
          ).then(__webpack_require__.bind(__webpack_require__, 37834))).findGitConfigs(workspace),
          async *readLines(file) {
            if (!await isReadable(file))
              return;
            yield* (0, external_node_readline_.createInterface)({ input: (0, external_node_fs_.createReadStream)(file, "utf8"), crlfDelay: Infinity });
          },
          async roots() {
            for (const file of [env["SSL_CERT_FILE"], ...ROOT_FILES]) {
              if (file && await isReadable(file))
                return { pem: await (0, external_node_fs_promises_.readFile)(file, "utf8"), file };
            }
            return { pem: external_node_tls_.rootCertificates.join("\n"), file: void 0 };
          },
          judge: async () => (await Promise.all(
            /* import() */
            [__webpack_require__.e(2739), __webpack_require__.e(435), __webpack_require__.e(4771)]
          ).then(__webpack_require__.bind(__webpack_require__, 14771))).judgeConfig,
          warnings: async (config) => (await Promise.all(
            /* import() */
            [__webpack_require__.e(2739), __webpack_require__.e(435), __webpack_require__.e(4771)]
          ).then(__webpack_require__.bind(__webpack_require__, 14771))).warningsOf(config),
          resolve: async (...args) => (await Promise.all(
            /* import() */
            [__webpack_require__.e(2739), __webpack_require__.e(435), __webpack_require__.e(4771)]
          ).then(__webpack_require__.bind(__webpack_require__, 14771))).resolveConfig(...args),
          variables: async (place) => (await Promise.all(
            /* import() */
            [__webpack_require__.e(2739), __webpack_require__.e(435), __webpack_require__.e(4771)]
          ).then(__webpack_require__.bind(__webpack_require__, 14771))).variablesOf(place),
          async startProxy(auditFile) {
            const { startProxy } = await __webpack_require__.e(
              /* import() */
              1760
            ).then(__webpack_require__.bind(__webpack_require__, 41760));
            return startProxy({ entry: external_node_path_.join(dist2, PROXY_ENTRY), auditFile, port: 0 });
          },
          startTimeOf: async (pid) => (await __webpack_require__.e(
            /* import() */
            3796
          ).then(__webpack_require__.bind(__webpack_require__, 93796))).startToken(pid),
          async stopDetached(proxy) {
            if (!await runs(proxy.pid, external_node_path_.join(dist2, PROXY_ENTRY)))
              return false;
            const { stopDetached } = await __webpack_require__.e(
              /* import() */
              613
            ).then(__webpack_require__.bind(__webpack_require__, 30613));
            return await stopDetached(proxy) === "stopped";
          },
          async boxHost() {
            const { createBoxHost } = await __webpack_require__.e(
              /* import() */
              8584
            ).then(__webpack_require__.bind(__webpack_require__, 18584));
            return createBoxHost({
              supervisor: { entry: external_node_path_.join(dist2, "box-supervisor.js"), folder: dist2 },
              node: process.execPath,
              sudo: true
            });
          }
        };
      }
      const LONGEST_SOCKET = 100;
      function parentFor(env) {
        const temporary = env["RUNNER_TEMP"];
        if (!temporary)
          return (0, external_node_os_.tmpdir)();
        const { socketPath } = (0, places.y)(external_node_path_.join(temporary, "agent-deploy-xxxxxx"));
        const fromWorkspace = external_node_path_.relative(env["GITHUB_WORKSPACE"] || "/", temporary);
        const inWorkspace = env["GITHUB_WORKSPACE"] !== void 0 && !fromWorkspace.startsWith("..");
        return inWorkspace || socketPath.length > LONGEST_SOCKET ? (0, external_node_os_.tmpdir)() : temporary;
      }
      async function whoseFolder(folder, env) {
        if (external_node_path_.resolve(folder) !== folder || !NAME.test(external_node_path_.basename(folder)))
          return "foreign";
        const found = await (0, external_node_fs_promises_.lstat)(folder).catch(() => void 0);
        if (found === void 0)
          return "gone";
        const isOurs = found.isDirectory() && (process.getuid === void 0 || found.uid === process.getuid());
        const parents = [env["RUNNER_TEMP"], (0, external_node_os_.tmpdir)()].flatMap((parent) => parent ? [(0, external_node_fs_promises_.realpath)(parent).catch(() => void 0)] : []);
        const isThere = (await Promise.all(parents)).includes(await (0, external_node_fs_promises_.realpath)(external_node_path_.dirname(folder)));
        return isOurs && isThere ? "ours" : "foreign";
      }
      async function runs(pid, file) {
        if (process.platform !== "linux")
          return true;
        try {
          return (await (0, external_node_fs_promises_.readFile)(`/proc/${pid}/cmdline`, "utf8")).split("\0").includes(file);
        } catch {
          return false;
        }
      }
      async function isReadable(file) {
        try {
          await (0, external_node_fs_promises_.access)(file, external_node_fs_.constants.R_OK);
          return true;
        } catch {
          return false;
        }
      }
      var redact = __webpack_require__(40407);
      var carry_out = __webpack_require__(42318);
      var gate = __webpack_require__(83012);
      var hiding = __webpack_require__(11869);
      var read_run_event = __webpack_require__(62264);
      var redacting_host = __webpack_require__(27128);
      var problem = __webpack_require__(49262);
      var inputs_raw = __webpack_require__(69159);
      var base_url = __webpack_require__(85410);
      var proxy_settings = __webpack_require__(80997);
      var sandbox_name = __webpack_require__(92456);
      var inputs_collector = __webpack_require__(81398);
      var environment = __webpack_require__(28768);
      var sandbox = __webpack_require__(99448);
      var secret_template = __webpack_require__(48102);
      var missing_value = __webpack_require__(30845);
      var inputs_yaml = __webpack_require__(31230);
      ;
      function parseProxyConfig(text, mode, judge) {
        const parsed = (0, inputs_yaml.gM)(text);
        if (!parsed.ok)
          return parsed;
        const yaml = parsed.value;
        if (!(0, inputs_yaml.pi)(yaml.value))
          return (0, problem.MB)("it is no mapping", "Write `rules:` and a list of rules below it.");
        const complaints = [...unknownKeys(yaml), ...emptyHeaders(yaml)];
        const read2 = sandbox.jB.safeParse(yaml.value);
        if (!read2.success) {
          complaints.push(...read2.error.issues.map(({ path, message }) => at(yaml, path, message)));
        }
        if (!read2.success || complaints.length > 0)
          return { ok: false, problems: complaints };
        const judged = judge(read2.data, mode).map(({ loc, msg }) => at(yaml, loc, msg));
        return judged.length > 0 ? { ok: false, problems: judged } : (0, problem.uw)(read2.data);
      }
      function opaqueValues(text) {
        const parsed = (0, inputs_yaml.gM)(text);
        if (!parsed.ok)
          return [];
        return everyNode(parsed.value.value).flatMap((node) => {
          const value = node["value"];
          const shown = node["type"] === "plaintext" || node["type"] === "workspace_secret";
          return typeof value === "string" && !shown ? [value] : [];
        });
      }
      function secretNames({ rules }) {
        const values = (rules ?? []).flatMap(({ enabled, headers }) => (headers ?? []).flatMap(({ type, value }) => type === "workspace_secret" && value && enabled !== false ? [value] : []));
        return [...new Set(values.flatMap(secret_template.Y))];
      }
      function namesInBraces(text) {
        const names = Array.from(text.matchAll(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g), ([, name]) => name ?? "");
        return [...new Set(names)];
      }
      function unknownKeys(yaml) {
        const complaints = [];
        const look = (value, path, known) => {
          if (!(0, inputs_yaml.pi)(value))
            return;
          for (const key of Object.keys(value).filter((one) => !known.includes(one))) {
            const where = `line ${yaml.lineOf([...path, key])}`;
            const shown = (0, inputs_yaml.Qz)(key, known) ? `${key}: ` : "";
            complaints.push({ problem: `${where}: ${shown}there is no such field`, cure: (0, inputs_yaml.Ko)(key, known) });
          }
        };
        look(yaml.value, [], Object.keys(sandbox.jB.shape));
        const lists = (0, inputs_yaml.pi)(yaml.value) ? yaml.value["access_control"] : void 0;
        look(lists, ["access_control"], Object.keys(sandbox.kx.shape));
        for (const [index, rule] of list(yaml.value, "rules").entries()) {
          look(rule, ["rules", index], Object.keys(sandbox.Vq.shape));
          for (const [place, header] of list(rule, "headers").entries()) {
            look(header, ["rules", index, "headers", place], Object.keys(sandbox.A2.shape));
          }
        }
        return complaints;
      }
      function emptyHeaders(yaml) {
        return list(yaml.value, "rules").flatMap((rule, index) => list(rule, "headers").flatMap((header, place) => {
          if (!(0, inputs_yaml.pi)(header) || !Object.hasOwn(header, "value"))
            return [];
          const isCredential = header["type"] !== "plaintext";
          const missing = (0, missing_value.Q)(header["value"], "Remove the header if none is wanted.", isCredential);
          if (missing === void 0)
            return [];
          const path = ["rules", index, "headers", place, "value"];
          const problem2 = `line ${yaml.lineOf(path)}: ${path.join(".")} ${missing.problem}`;
          return [{ problem: problem2, cure: missing.cure }];
        }));
      }
      function list(value, key) {
        const found = (0, inputs_yaml.pi)(value) ? value[key] : void 0;
        return Array.isArray(found) ? found : [];
      }
      function at(yaml, path, message) {
        return {
          problem: `line ${yaml.lineOf(path)}: ${path.length === 0 ? "" : `${path.join(".")}: `}${message}`,
          cure: "Correct this field."
        };
      }
      function everyNode(value, seen = /* @__PURE__ */ new Set()) {
        if (typeof value !== "object" || value === null || seen.has(value))
          return [];
        seen.add(value);
        const below = Object.values(value).flatMap((part2) => everyNode(part2, seen));
        return (0, inputs_yaml.pi)(value) ? [value, ...below] : below;
      }
      var read = __webpack_require__(20451);
      var patterns = __webpack_require__(52652);
      ;
      function parseTemplate(text) {
        if (/^[A-Za-z0-9][\w.:/-]{0,127}$/.test(text))
          return (0, problem.uw)(text);
        return (0, problem.MB)(`${(0, problem.hD)(text)} is no name of a template or snapshot`, "Copy it from the service, such as default or tools:v2.");
      }
      function parseShell(text) {
        if (/^(\/[\w./-]+|[\w.-]+)$/.test(text) && !text.split("/").includes(".."))
          return (0, problem.uw)(text);
        return (0, problem.MB)(`${(0, problem.hD)(text)} is no shell`, "Such as bash or sh.");
      }
      function parsePath(text) {
        return text.includes("\0") ? (0, problem.MB)("it holds a NUL character", "Write a path.") : (0, problem.uw)(text);
      }
      function parseNetworks(text) {
        const networks = text.split(/[\s,]+/).filter((part2) => part2 !== "");
        const wrong = networks.filter((network) => !/^[0-9A-Fa-f.:]+\/\d{1,3}$/.test(network));
        if (wrong.length === 0)
          return (0, problem.uw)(networks);
        return (0, problem.MB)(`${wrong.map(problem.hD).join(", ")}: not a network`, "Write address/bits, such as 10.1.2.0/24 or 10.1.2.3/32.");
      }
      function parseCommandEnv(text) {
        const found = /* @__PURE__ */ new Map();
        const problems = [];
        for (const [index, line] of text.split(/\r?\n/).entries()) {
          if (line.trim() === "" || line.trimStart().startsWith("#"))
            continue;
          const equals = line.indexOf("=");
          const name = line.slice(0, Math.max(equals, 0)).trim();
          if (!patterns.M9.test(name)) {
            problems.push({ problem: `line ${index + 1} is not NAME=VALUE`, cure: "Write one variable per line." });
            continue;
          }
          const read2 = (0, missing_value.w)(name, line.slice(equals + 1), index + 1);
          if (read2.ok)
            found.set(name, read2.value);
          else
            problems.push(...read2.problems);
        }
        return problems.length > 0 ? { ok: false, problems } : (0, problem.uw)(Object.fromEntries(found));
      }
      var registry = __webpack_require__(19686);
      ;
      const SANDBOX_INPUTS = {
        mode: {},
        "proxy-config": {},
        run: {},
        shell: { default: "bash" },
        "working-directory": {},
        env: {},
        "time-limit": {},
        isolation: { default: "namespaces" },
        "export-env": { default: "false" },
        "private-networks": {},
        "ca-file": { env: ["NODE_EXTRA_CA_CERTS"] },
        "api-key": registry.mc["api-key"],
        "workspace-id": registry.mc["workspace-id"],
        "sandbox-url": { env: ["LANGSMITH_ENDPOINT"] },
        "allow-insecure-host": registry.mc["allow-insecure-host"],
        name: { default: "gha" },
        template: {},
        snapshot: {},
        "wait-for-ready": { default: "true" },
        timeout: { default: "5m" },
        keep: { default: "false" },
        "older-than": { default: "1d" },
        "sweep-limit": { default: "50" },
        "dry-run": { default: "false" },
        "request-timeout": registry.mc["request-timeout"],
        summary: registry.mc.summary,
        annotations: registry.mc.annotations,
        "strict-inputs": registry.mc["strict-inputs"]
      };
      const SANDBOX_INPUT_NAMES = Object.keys(SANDBOX_INPUTS);
      ;
      const ISOLATIONS = ["namespaces", "process"];
      const MODES = ["hosted", "runner", "sweep"];
      var scalars = __webpack_require__(97004);
      var texts = __webpack_require__(5965);
      ;
      const SERVICE = "https://api.smith.langchain.com";
      const ONLY = {
        run: ["runner"],
        "working-directory": ["runner"],
        env: ["runner"],
        "time-limit": ["runner"],
        "private-networks": ["runner"],
        "proxy-config": ["runner", "hosted"],
        template: ["hosted"],
        snapshot: ["hosted"]
      };
      async function readSandboxInputs(env, judge) {
        const raw = (0, inputs_raw.h)(env, SANDBOX_INPUTS);
        const collector = (0, inputs_collector.Y)(raw, SANDBOX_INPUTS);
        const display = (0, read.i_)(collector);
        const warnings = await (0, read.aZ)(env, collector, SANDBOX_INPUT_NAMES);
        const mode = collector.take("mode", (text) => (0, scalars.kB)(text, MODES));
        if (raw.mode === void 0) {
          collector.complain("mode", "it is missing", "Write `hosted` for a sandbox of the service, or `runner` for the credential proxy on this runner.");
        }
        if (mode !== void 0)
          complainOfOthers(collector, raw, mode);
        const settings = await takeSettings({ collector, raw, env, judge }, mode ?? "hosted");
        const told2 = { display, warnings };
        if (collector.problems.length > 0 || mode === void 0 || settings === void 0) {
          return { ok: false, ...told2, problems: collector.problems };
        }
        return { ok: true, ...told2, settings };
      }
      function takeSettings(inputs, mode) {
        switch (mode) {
          case "hosted":
            return takeHosted(inputs);
          case "sweep":
            return Promise.resolve(takeSweep(inputs));
          case "runner":
            return takeRunner(inputs);
        }
      }
      function complainOfOthers(collector, raw, mode) {
        for (const [input, modes] of Object.entries(ONLY)) {
          if (raw[input] === void 0 || modes.includes(mode))
            continue;
          collector.complain(input, `mode is ${mode}, which has no use for it`, `It counts with mode: ${modes.join(" or ")}.`);
        }
      }
      async function takeHosted(inputs) {
        const { collector, raw } = inputs;
        const access = takeAccess(inputs);
        const prefix = takePrefix(collector);
        const template = collector.take("template", parseTemplate);
        const snapshot = collector.take("snapshot", parseTemplate);
        if (raw.template !== void 0 && raw.snapshot !== void 0) {
          collector.complain("snapshot", "template is given too", "Give one of them.");
        }
        const rest = {
          proxyConfig: await takeProxyConfig(inputs, "hosted"),
          waitForReady: collector.take("wait-for-ready", scalars.yG) ?? true,
          keep: collector.take("keep", scalars.yG) ?? false
        };
        const timeoutMs = collector.take("timeout", (text) => (0, scalars.E9)(text, { min: "1s", max: "1h" }));
        if (!access || prefix === void 0 || timeoutMs === void 0)
          return void 0;
        return { mode: "hosted", access, prefix, template, snapshot, timeoutMs, ...rest };
      }
      function takeSweep(inputs) {
        const { collector } = inputs;
        const access = takeAccess(inputs);
        const prefix = takePrefix(collector);
        const olderThanMs = collector.take("older-than", (text) => (0, scalars.E9)(text, { min: "1m", max: "365d" }));
        const limit = collector.take("sweep-limit", (text) => (0, scalars.zq)(text, { min: 1, max: 1e3 }));
        const dryRun = collector.take("dry-run", scalars.yG) ?? false;
        if (!access || prefix === void 0 || olderThanMs === void 0 || limit === void 0)
          return void 0;
        return { mode: "sweep", access, prefix, olderThanMs, limit, dryRun };
      }
      async function takeRunner(inputs) {
        const { collector, raw, env } = inputs;
        const proxyConfig = await takeProxyConfig(inputs, "runner");
        if (raw["proxy-config"] === void 0) {
          collector.complain("proxy-config", "it is missing, and without rules the proxy adds nothing", "Write `rules:` with hosts and headers; docs/sandbox.md has examples.");
        }
        const isolation = collector.take("isolation", (text) => (0, scalars.kB)(text, ISOLATIONS));
        const exportEnv = collector.take("export-env", scalars.yG);
        const privateNetworks = collector.take("private-networks", parseNetworks) ?? [];
        const caFile = collector.take("ca-file", parsePath);
        const shell = collector.take("shell", parseShell);
        const workingDirectory = collector.take("working-directory", parsePath);
        const ownEnv = collector.take("env", parseCommandEnv) ?? {};
        const timeLimitMs = collector.take("time-limit", (text) => (0, scalars.E9)(text, { min: "1s", max: "1d" }));
        const secrets = proxyConfig && takeSecrets(collector, proxyConfig, env);
        const proxies = (0, proxy_settings.EM)(env);
        (0, environment.U)(collector, env);
        if (!proxyConfig || !secrets || !isolation || !shell || exportEnv === void 0)
          return void 0;
        const command = raw.run === void 0 ? void 0 : { script: raw.run, shell, workingDirectory, env: ownEnv, timeLimitMs };
        return {
          mode: "runner",
          proxyConfig,
          secrets,
          command,
          isolation,
          exportEnv,
          privateNetworks,
          caFile,
          upstreamProxy: proxies.httpsProxy ?? proxies.httpProxy
        };
      }
      function takeSecrets(collector, config, env) {
        const found = [];
        for (const name of secretNames(config)) {
          const value = Object.hasOwn(env, name) ? env[name] : void 0;
          if (value)
            found.push([name, value]);
          else {
            collector.complain("proxy-config", `a rule refers to {${name}}, and the step has no variable ${name}, or an empty one`, `Give it to the step: \`env: { ${name}: \${{ secrets.${name} }} }\`.`);
          }
        }
        return Object.fromEntries(found);
      }
      async function takeProxyConfig({ collector, raw, judge }, mode) {
        if (raw["proxy-config"] === void 0)
          return void 0;
        const judging = await judge();
        return collector.take("proxy-config", (text) => parseProxyConfig(text, mode, judging));
      }
      function takePrefix(collector) {
        return collector.take("name", (text) => sandbox_name.H3.test(text) ? (0, problem.uw)(text) : (0, problem.MB)(`${(0, problem.hD)(text)} cannot begin the name of a sandbox`, "Use at most 30 lower-case letters, digits and dashes, a letter first and no dash last."));
      }
      function takeAccess({ collector, raw, env }) {
        const apiKey = collector.take("api-key", texts.Xu);
        if (raw["api-key"] === void 0) {
          collector.complain("api-key", "it is missing, and LANGSMITH_API_KEY is not set", "Pass it from a secret, such as ${{ secrets.LANGSMITH_API_KEY }}; forks and Dependabot runs get no secrets.");
        }
        (0, environment.U)(collector, env);
        const workspaceId = collector.take("workspace-id", scalars.Xw);
        const insecure = collector.take("allow-insecure-host", scalars.yG) ?? false;
        const baseUrl = raw["sandbox-url"] === void 0 ? SERVICE : collector.take("sandbox-url", (text) => parseUrl(text, insecure));
        const requestTimeoutMs = collector.take("request-timeout", (text) => (0, scalars.E9)(text, { min: "1s", max: "10m" }));
        if (!apiKey || !baseUrl || requestTimeoutMs === void 0)
          return void 0;
        return { apiKey, workspaceId, baseUrl, requestTimeoutMs };
      }
      function parseUrl(text, allowInsecureHost) {
        const check = (0, base_url.Z6)(text, { allowInsecureHost });
        if (check.kind === "refused") {
          return (0, problem.MB)(`the URL ${check.problem}`, `It looks like ${SERVICE}.`);
        }
        if (/\/v[0-9]+(\/|$)/.test(new URL(check.url).pathname)) {
          return (0, problem.MB)("the URL goes on after the service itself", "Leave out /v1, /v2 and what follows.");
        }
        return (0, problem.uw)(check.url);
      }
      var from_error = __webpack_require__(59949);
      var outcome = __webpack_require__(76796);
      var wrong_inputs = __webpack_require__(8311);
      var words_of = __webpack_require__(35078);
      ;
      function hideInputs(env, hide) {
        const raw = (0, inputs_raw.h)(env, SANDBOX_INPUTS);
        const { "api-key": apiKey, "proxy-config": config = "" } = raw;
        hide.keep(env, raw, [apiKey]);
        if (apiKey !== void 0)
          hide.secret(apiKey);
        hide.values((0, proxy_settings.Wm)((0, proxy_settings.EM)(env)));
        for (const value of [...opaqueValues(config), ...namedSecrets(env, config)]) {
          if (value)
            hide.secret(value);
        }
      }
      function namedSecrets(env, config) {
        return namesInBraces(config).map((name) => env[name] || void 0);
      }
      ;
      function createSandboxRecord(startedAt) {
        return {
          startedAt,
          stage: "reading",
          mode: "",
          sandbox: void 0,
          apiUrl: void 0,
          swept: void 0,
          proxy: void 0,
          isolation: void 0,
          command: void 0,
          warnings: [],
          usage: void 0
        };
      }
      var bounded = __webpack_require__(5794);
      var exit_code = __webpack_require__(28258);
      var links = __webpack_require__(19687);
      var outputs = __webpack_require__(4325);
      var reasons = __webpack_require__(33165);
      var markdown = __webpack_require__(76669);
      var timeline = __webpack_require__(61662);
      ;
      const ICONS = { fine: "\u2705", warning: "\u26A0\uFE0F", error: "\u274C" };
      const MESSAGE_MAX = 2e4;
      const DID = {
        inject: "credentials added",
        forward: "passed on as it was",
        tunnel: "passed on unread: no rule for the host",
        bypass: "passed on unread: no_proxy",
        deny: "denied",
        refuse: "refused"
      };
      function sandboxSummary(end, severity, record, { now, help }) {
        const url = (0, markdown.Pl)(help);
        const meanings = reasons.e[end.kind];
        const rows = [
          ["Outcome", `${end.kind} (${end.reason})`],
          ["Meaning", meanings[end.reason]],
          ["Sandbox", record.sandbox && [record.sandbox.name, record.sandbox.status].filter(Boolean).join(": ")],
          ["Isolation", record.isolation?.level],
          ["Proxy", record.proxy?.address],
          ["Command", record.command && commandText(record.command)],
          ["Took", (0, timeline.a3)(now - record.startedAt)]
        ];
        return `${[
          `### ${ICONS[severity]} Agent Deploy, sandbox: ${(0, markdown.Hn)(end.kind)}`,
          (0, markdown.wi)((0, markdown.ml)(end.message, MESSAGE_MAX)),
          severity === "fine" ? "" : url === void 0 ? `What to do: \`${help}\`` : `[What to do](<${url}>)`,
          (0, markdown.tp)(["", ""], rows.flatMap(([label, value]) => value ? [[label, value]] : [])),
          record.warnings.map((warning) => `\u26A0\uFE0F ${(0, markdown.Hn)((0, markdown.ml)(warning, 2e3))}`).join("<br>"),
          sweptPart(record),
          record.usage === void 0 ? "" : usagePart(record.usage)
        ].filter((part2) => part2 !== "").join("\n\n")}
`;
      }
      function commandText({ exitCode, ended }) {
        return exitCode === void 0 ? ended : `${ended}, exit code ${exitCode}`;
      }
      function sweptPart({ swept }) {
        if (swept === void 0 || swept.length === 0)
          return "";
        const rows = swept.map(({ name, runId, ageMs, did }) => [name, runId, (0, timeline.a3)(ageMs), did]);
        return `#### Sandboxes

${(0, markdown.tp)(["Sandbox", "Of run", "Age", "What was done"], rows)}`;
      }
      function usagePart(usage) {
        if (usage.requests === 0)
          return "No request went through the credential proxy.";
        const rows = usage.rows.map((row) => [
          row.rule ?? "\u2013",
          row.host ?? "\u2013",
          `${DID[row.decision]}${row.decision === "inject" ? `: ${row.injected.join(", ")}` : ` (${row.reason})`}`,
          String(row.requests),
          row.masked === 0 ? "" : String(row.masked)
        ]);
        const others = usage.others === 0 ? "" : `

${usage.others} more requests of other kinds.`;
        const head = ["Rule", "Host", "What was done", "Requests", "Secrets masked in answers"];
        return `#### Who used which rule

${(0, markdown.tp)(head, rows)}${others}`;
      }
      ;
      async function reportSandbox(run, end, display) {
        const { host, record, clock: clock2, redactor } = run;
        const severity = (0, exit_code.xJ)(end.kind, exit_code.zj);
        for (const [name, value] of Object.entries((0, outputs.Cn)(end, record, clock2.now()))) {
          await attempt(run, `output ${name}`, () => host.setOutput(name, value));
        }
        const redact2 = (text) => redactor.redact(text);
        const message = (0, bounded.ml)(redact2(end.message), bounded.FV);
        const help = (0, links.r)(host.env, end.reason);
        if (severity !== "fine" && display.annotations) {
          const title = `Agent Deploy: ${end.kind} (${end.reason})`;
          host.annotate({ level: severity, title, message: `${message.slice(0, 4e3)}

What to do: ${help}` });
        } else
          for (const line of message.split("\n"))
            host.log(line);
        host.log(`Outcome: ${end.kind} (${end.reason})`);
        if (severity !== "fine")
          host.log(`What to do: ${help}`);
        if (display.summary) {
          await attempt(run, "job summary", () => {
            const shown = { ...end, message };
            return host.addSummary(sandboxSummary(shown, severity, told(record, redact2), { now: clock2.now(), help }));
          });
        }
        record.stage = "reported";
        await run.checkpoint();
        return (0, exit_code.FO)(end.kind, exit_code.zj);
      }
      function told(record, hide) {
        const { usage, isolation, sandbox: sandbox2 } = record;
        const redact2 = (text) => (0, bounded.ml)(hide(text), bounded.DE);
        return {
          ...record,
          sandbox: sandbox2 && {
            ...sandbox2,
            name: redact2(sandbox2.name),
            status: sandbox2.status && redact2(sandbox2.status)
          },
          warnings: record.warnings.map(redact2),
          isolation: isolation && { ...isolation, findings: isolation.findings.map(redact2) },
          usage: usage && {
            ...usage,
            rows: usage.rows.map((row) => ({ ...row, host: row.host === null ? null : redact2(row.host) }))
          }
        };
      }
      async function attempt(run, what, work) {
        try {
          await work();
        } catch (error) {
          run.host.log(`The ${what} could not be written: ${(0, words_of.Z)(error)}`);
        }
      }
      ;
      const KEY = "agent-deploy-sandbox";
      function saveSandboxState(host, state) {
        return host.saveState(KEY, JSON.stringify(state));
      }
      function loadSandboxState(env) {
        const state = parse(env[`STATE_${KEY}`]);
        const stage = state_text(state, "stage");
        const mode = state_text(state, "mode");
        if (stage === null || mode === null)
          return void 0;
        return {
          stage,
          mode,
          sandbox: state_text(state, "sandbox"),
          seen: field(state, "seen") === true,
          apiUrl: state_text(state, "apiUrl"),
          folder: state_text(state, "folder"),
          proxy: proxyOf(state)
        };
      }
      function proxyOf(state) {
        const proxy = field(state, "proxy");
        const pid = field(proxy, "pid");
        const startTime = state_text(proxy, "startTime");
        if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 1 || startTime === null)
          return null;
        return { pid, startTime, auditFile: state_text(proxy, "auditFile") };
      }
      function parse(json) {
        try {
          return JSON.parse(json ?? "");
        } catch {
          return void 0;
        }
      }
      function field(holder, key) {
        return typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : void 0;
      }
      function state_text(holder, key) {
        const value = field(holder, key);
        return typeof value === "string" && value !== "" ? value : null;
      }
      ;
      async function runSandboxMain(world) {
        const redactor = (0, redact.l)();
        const host = {
          ...(0, redacting_host.y)(world.host, redactor),
          setVariable: (name, value) => world.host.setVariable(name, value)
        };
        const hide = (0, hiding.O)(host, redactor);
        const state = {
          stage: "reading",
          mode: "",
          sandbox: null,
          seen: false,
          apiUrl: null,
          folder: null,
          proxy: null
        };
        const run = {
          ...world,
          host,
          plain: world.host,
          redactor,
          hide,
          record: createSandboxRecord(world.clock.now()),
          state,
          checkpoint: () => checkpoint(run)
        };
        hideInputs(host.env, hide);
        let display = { summary: true, annotations: true };
        let end;
        try {
          const read2 = await readSettings(run);
          display = read2.display;
          end = read2.settings === void 0 ? read2.end : await carryOut(run, read2.settings);
        } catch (error) {
          end = (0, carry_out.Z)(host, error, (0, from_error.S)(error));
        }
        return reportSandbox(run, end, display);
      }
      async function readSettings(run) {
        const { host } = run;
        const raw = (0, inputs_raw.h)(host.env, SANDBOX_INPUTS);
        const named = namedSecrets(host.env, raw["proxy-config"] ?? "");
        const hasSecrets = raw.mode === "runner" && !named.includes(void 0);
        const skipped = (0, gate.G)((0, read_run_event.E)(run.host), {
          ref: true,
          apiKey: raw["api-key"] !== void 0 || hasSecrets,
          actor: host.env["GITHUB_ACTOR"]
        });
        const reading = await readSandboxInputs(host.env, () => run.machine.judge());
        const { display } = reading;
        if (reading.ok && reading.settings.mode === "runner") {
          for (const value of Object.values(reading.settings.secrets))
            run.hide.secret(value);
        }
        if (skipped !== void 0) {
          if (raw.run !== void 0)
            tellNotRun(run);
          return { display, end: skipped };
        }
        for (const warning of reading.warnings) {
          host.annotate({ level: "warning", title: "Agent Deploy: input", message: (0, problem.BJ)(warning) });
        }
        return reading.ok ? { display, settings: reading.settings } : { display, end: (0, wrong_inputs.h)(reading.problems) };
      }
      function tellNotRun({ host }) {
        const message = "The command in `run` was not run: this event gets no secrets, and the step is skipped.";
        host.annotate({ level: "warning", title: "Agent Deploy: skipped", message });
      }
      async function carryOut(run, settings) {
        const { signal, crash, record } = run;
        record.mode = settings.mode;
        if (settings.mode !== "runner" && !run.host.env["INPUT_SANDBOX-URL"]?.trim() && run.host.env["LANGSMITH_ENDPOINT"]) {
          run.host.log(`The sandbox API is ${settings.access.baseUrl}, by the environment variable LANGSMITH_ENDPOINT; the key is sent there. The input sandbox-url counts before it.`);
        }
        const stop = AbortSignal.any([signal, crash]);
        const { promise, reject } = Promise.withResolvers();
        const onStop = () => reject(stop.reason);
        if (stop.aborted)
          onStop();
        stop.addEventListener("abort", onStop, { once: true });
        const work = runMode(run, settings);
        try {
          return await Promise.race([work, promise]);
        } catch (error) {
          if (!signal.aborted)
            throw error;
          await Promise.race([work.catch(() => {
          }), run.lastWords()]);
          return (0, outcome.b)("cancelled", "signal", `The run was cancelled. ${whatRemains(run)}`);
        } finally {
          stop.removeEventListener("abort", onStop);
          promise.catch(() => {
          });
          work.catch(() => {
          });
        }
      }
      async function runMode(run, settings) {
        switch (settings.mode) {
          case "hosted":
            return (await __webpack_require__.e(
              /* import() */
              1120
            ).then(__webpack_require__.bind(__webpack_require__, 41120))).makeSandbox(run, settings);
          case "sweep":
            return (await __webpack_require__.e(
              /* import() */
              2772
            ).then(__webpack_require__.bind(__webpack_require__, 391))).sweepSandboxes(run, settings);
          case "runner":
            return (await __webpack_require__.e(
              /* import() */
              54
            ).then(__webpack_require__.bind(__webpack_require__, 40054))).runOnRunner(run, settings);
        }
      }
      function whatRemains({ record: { stage, sandbox: sandbox2 }, state }) {
        if (sandbox2 !== void 0 && stage !== "reading") {
          return state.sandbox === null ? `Sandbox ${sandbox2.name} stays, as \`keep\` asks.` : `Sandbox ${sandbox2.name} is deleted by the post step.`;
        }
        return stage === "reading" ? "Nothing was sent." : "What was started on the runner is ended.";
      }
      async function checkpoint({ host, record, state }) {
        Object.assign(state, { stage: record.stage, mode: record.mode });
        try {
          await saveSandboxState(host, state);
        } catch (error) {
          host.log(`The state could not be written: ${(0, words_of.Z)(error)}`);
        }
      }
      var identity = __webpack_require__(6101);
      var sandbox_usage = __webpack_require__(96940);
      var variables = __webpack_require__(37066);
      ;
      const LOOKS_FOR_LATE = 5;
      const PAUSE_MS = 1e3;
      async function runSandboxPost(world) {
        const state = loadSandboxState(world.host.env);
        if (state === void 0)
          return;
        const redactor = (0, redact.l)();
        const host = {
          ...(0, redacting_host.y)(world.host, redactor),
          setVariable: (name, value) => world.host.setVariable(name, value)
        };
        const hide = (0, hiding.O)(world.host, redactor);
        hideInputs(host.env, hide);
        const post = { ...world, host, redact: (text) => redactor.redact(text), state };
        if (state.stage !== "reported")
          tellUnreported(post);
        if (state.folder !== null)
          await putBackIfOurs(post, state.folder);
        if (state.sandbox !== null)
          await part(post, `Sandbox ${state.sandbox}`, () => remove(post, state.sandbox ?? ""));
      }
      function tellUnreported({ host, state }) {
        if (state.stage === "reading")
          return;
        host.annotate({
          level: "warning",
          title: "Agent Deploy: no report",
          message: "The main phase ended before it could report. What it made is taken away now."
        });
      }
      async function putBackIfOurs(post, folder) {
        const { host, machine } = post;
        const owner = await machine.whoseFolder(folder);
        if (owner === "ours")
          return putBack(post, (0, places.y)(folder));
        if (owner === "foreign") {
          host.annotate({
            level: "warning",
            title: "Agent Deploy: clean-up",
            message: `${folder} is none of the folders that this action makes in the temporary folder of the runner. It was left alone, and no variable was set.`
          });
        }
        await stopProxy(post);
      }
      async function putBack(post, places2) {
        const { host, machine } = post;
        await part(post, "The variables", async () => {
          const values = (0, variables.N$)(await machine.readFile(places2.restoreFile));
          const pairs = Object.entries(values ?? {});
          for (const [name, value] of pairs)
            await host.setVariable(name, value);
          if (pairs.length > 0)
            host.log(`${pairs.length} variables have their old values again.`);
        });
        await stopProxy(post);
        await part(post, "The summary", () => summarize(post, places2));
        await part(post, places2.folder, () => machine.removeFolder(places2.folder));
      }
      async function stopProxy(post) {
        const { host, machine, state } = post;
        const { proxy } = state;
        if (proxy === null)
          return;
        await part(post, "The credential proxy", async () => {
          const stopped = await machine.stopDetached(proxy);
          host.log(stopped ? "The credential proxy is ended." : "The credential proxy had ended.");
        });
      }
      async function summarize({ host, machine, state, readAudit, redact: redact2 }, places2) {
        if (state.proxy === null && state.stage === "reported")
          return;
        if (host.env["INPUT_SUMMARY"]?.toLowerCase() === "false")
          return;
        const read2 = await readAudit();
        const usage = await (0, sandbox_usage._)(machine.readLines(places2.auditFile), (line) => {
          const entry = read2(line);
          return entry && { ...entry, host: entry.host === null ? null : redact2(entry.host) };
        });
        await host.addSummary(`${usagePart(usage)}
`);
      }
      async function remove(post, name) {
        const { host, state, pause } = post;
        if (!(0, identity.M$)(host.env, name)) {
          host.log(`Sandbox ${name} is left alone: no run of this number in this repository gives that name.`);
          return;
        }
        const env = {
          ...host.env,
          "INPUT_PROXY-CONFIG": "",
          // A later step may have set it. The transport checks certificates all the same.
          NODE_TLS_REJECT_UNAUTHORIZED: void 0,
          // An input is what it was in main; only the variable that is its fallback may be another one by now.
          ...state.apiUrl !== null && !host.env["INPUT_SANDBOX-URL"] && { "INPUT_SANDBOX-URL": state.apiUrl }
        };
        const reading = await readSandboxInputs(env, () => Promise.resolve(() => []));
        if (!reading.ok || reading.settings.mode !== "hosted") {
          host.log(`Sandbox ${name} could not be deleted: the inputs cannot be read any more.`);
          return;
        }
        const options = { env: host.env, redact: post.redact, log: (line) => host.log(line) };
        const connection = await post.openService(reading.settings.access, options);
        try {
          const signal = AbortSignal.timeout(12e4);
          const looks = state.seen ? 1 : LOOKS_FOR_LATE;
          for (let look = 1; look <= looks; look += 1) {
            if (await connection.service.remove(name, signal)) {
              host.log(`Sandbox ${name} is deleted.`);
              return;
            }
            if (look < looks)
              await pause(PAUSE_MS);
          }
          host.log(`Sandbox ${name} was gone already.`);
        } finally {
          await connection.close();
        }
      }
      async function part({ host, redact: redact2 }, what, work) {
        try {
          await work();
        } catch (error) {
          const message = redact2(`${what}: ${(0, words_of.Z)(error)}`);
          host.annotate({
            level: "warning",
            title: "Agent Deploy: clean-up",
            message: `${message} What is left behind of a sandbox is deleted by \`mode: sweep\`.`
          });
        }
      }
      ;
      const LAST_WORDS_MS = 5e3;
      const dist = () => external_node_path_.dirname(external_node_process_.argv[1] ?? "");
      async function startSandbox() {
        await (0, start.C)((given) => runSandboxMain({
          ...given,
          host: (0, runner_host.d)(external_node_process_.env),
          random: (bytes, as) => (0, external_node_crypto_.randomBytes)(bytes).toString(as),
          openService: openServiceOverHttp,
          machine: createMachine(external_node_process_.env, dist()),
          lastWords: () => clock.d.sleep(LAST_WORDS_MS)
        }));
      }
      async function startSandboxPost() {
        (0, conceal_environment.D)();
        await runSandboxPost({
          host: (0, runner_host.d)(external_node_process_.env),
          machine: createMachine(external_node_process_.env, dist()),
          openService: openServiceOverHttp,
          pause: (ms) => (0, promises_.setTimeout)(ms),
          readAudit: async () => {
            const { AuditEntry } = await __webpack_require__.e(
              /* import() */
              4603
            ).then(__webpack_require__.bind(__webpack_require__, 74603));
            return (line) => {
              try {
                return AuditEntry.safeParse(JSON.parse(line)).data;
              } catch {
                return void 0;
              }
            };
          }
        });
      }
    })
  ),
  /***/
  96940: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        _: () => (
          /* binding */
          usageOfLines
        ),
        /* harmony export */
        m: () => (
          /* binding */
          createUsage
        )
        /* harmony export */
      });
      const MOST_ROWS = 100;
      function createUsage() {
        const rows = /* @__PURE__ */ new Map();
        let requests = 0;
        let others = 0;
        return {
          add({ rule, decision, reason, host, injected, masked, status }) {
            requests += 1;
            const key = JSON.stringify([rule, host, decision, reason]);
            let row = rows.get(key);
            if (row === void 0) {
              if (rows.size >= MOST_ROWS) {
                others += 1;
                return;
              }
              row = { rule, host, decision, reason, requests: 0, injected: [], masked: 0, refusedByHost: 0 };
              rows.set(key, row);
            }
            row.requests += 1;
            row.masked += masked;
            if (status !== null && status >= 400)
              row.refusedByHost += 1;
            for (const name of injected)
              if (!row.injected.includes(name))
                row.injected.push(name);
          },
          usage: () => ({
            requests,
            rows: [...rows.values()].toSorted((a, b) => b.requests - a.requests),
            others
          })
        };
      }
      async function usageOfLines(lines, read) {
        const counting = createUsage();
        for await (const line of lines) {
          const entry = line.trim() === "" ? void 0 : read(line);
          if (entry !== void 0)
            counting.add(entry);
        }
        return counting.usage();
      }
    })
  ),
  /***/
  37066: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Ir: () => (
          /* binding */
          exportedValues
        ),
        /* harmony export */
        N$: () => (
          /* binding */
          readValues
        ),
        /* harmony export */
        he: () => (
          /* binding */
          restoredValues
        ),
        /* harmony export */
        ms: () => (
          /* binding */
          shellLines
        )
        /* harmony export */
      });
      function exportedValues({ set, names }, env) {
        const emptied = names.filter((name) => !Object.hasOwn(set, name) && env[name]);
        return { ...set, ...Object.fromEntries(emptied.map((name) => [name, ""])) };
      }
      function restoredValues(variables, env, files) {
        const exported = Object.entries(exportedValues(variables, env));
        return Object.fromEntries(exported.map(([name, value]) => [name, env[name] ?? without(value)]));
        function without(value) {
          if (value === files.bundle)
            return files.roots ?? "";
          return value === "1" ? "0" : "";
        }
      }
      function readValues(text) {
        try {
          const value = JSON.parse(text ?? "");
          if (typeof value !== "object" || value === null || Array.isArray(value))
            return void 0;
          const pairs = Object.entries(value).filter((pair) => typeof pair[1] === "string");
          return Object.fromEntries(pairs);
        } catch {
          return void 0;
        }
      }
      function shellLines({ set, names }) {
        const unset = names.filter((name) => !Object.hasOwn(set, name));
        const lines = Object.entries(set).map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'
`);
        return [...lines, ...unset.length > 0 ? [`unset ${unset.join(" ")}
`] : []].join("");
      }
    })
  ),
  /***/
  5729: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        VM: () => (
          /* binding */
          cIdentifier
        ),
        KQ: () => (
          /* binding */
          dateTime
        ),
        UG: () => (
          /* binding */
          dnsLabel
        ),
        $5: () => (
          /* binding */
          freeForm
        ),
        lq: () => (
          /* binding */
          optional
        ),
        Qq: () => (
          /* binding */
          primitives_text
        ),
        uR: () => (
          /* binding */
          uuid
        ),
        Vm: () => (
          /* binding */
          word
        )
      });
      var schemas = __webpack_require__(34410);
      var api = __webpack_require__(41299);
      ;
      function datetime(params) {
        return api.G1(schemas.You, params);
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
      var patterns = __webpack_require__(52652);
      ;
      const uuid = schemas.OsD();
      const dateTime = datetime({ offset: true });
      const dnsLabel = schemas.YjP().regex(patterns.HR, "must be a DNS label: 1 to 63 lower-case letters, digits or dashes, no dash at either end");
      const cIdentifier = schemas.YjP().regex(patterns.M9, "must be a C identifier: letters, digits and underscores, not starting with a digit");
      const freeForm = schemas.g1P(schemas.YjP(), schemas.L5J());
      const primitives_text = schemas.YjP().refine((value) => !value.includes("\0") && value.isWellFormed(), "must not contain NUL or half a character");
      const word = primitives_text.min(1);
      const optional = (schema) => schema.nullish();
    })
  ),
  /***/
  99448: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        A2: () => (
          /* binding */
          ProxyHeader
        ),
        /* harmony export */
        Vq: () => (
          /* binding */
          ProxyRule
        ),
        /* harmony export */
        ak: () => (
          /* binding */
          Sandbox
        ),
        /* harmony export */
        jB: () => (
          /* binding */
          ProxyConfig
        ),
        /* harmony export */
        kx: () => (
          /* binding */
          AccessControl
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34410);
      var _primitives_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5729);
      const HEADER_TYPES = ["workspace_secret", "plaintext", "opaque"];
      const headerName = zod__WEBPACK_IMPORTED_MODULE_1__.YjP().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, "must be an HTTP header name");
      const ProxyHeader = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        name: headerName,
        type: zod__WEBPACK_IMPORTED_MODULE_1__.k5n(HEADER_TYPES),
        value: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YjP().regex(/^[^\r\n\0]*$/, "must not contain line breaks or NUL")),
        is_set: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.zMY())
      });
      const description = zod__WEBPACK_IMPORTED_MODULE_1__.YjP().max(1024);
      const ProxyRule = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        name: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1).max(128),
        /** Absent = a header rule; the provider types (`aws`, `gcp`, `azure`) sign requests, which our proxy does not. */
        type: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YjP().max(32)),
        /** Absent = true. A rule that is off is kept and checked, and matches nothing. */
        enabled: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.zMY()),
        description: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(description),
        match_hosts: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YOg(zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1))),
        match_paths: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YOg(zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1))),
        /** Each `name: value`; all of them must be on the request. */
        match_headers: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YOg(zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1))),
        headers: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YOg(ProxyHeader)),
        no_proxy: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YOg(zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1))),
        /** Harmless values for tools that do not start without a variable; set in the sandbox while the rule is on. */
        env_vars: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.g1P(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.VM, zod__WEBPACK_IMPORTED_MODULE_1__.YjP().regex(/^[^\0]*$/, "must not contain NUL")))
      });
      const AccessControl = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        allow_list: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YOg(zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1))),
        deny_list: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YOg(zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1)))
      });
      const ProxyConfig = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        rules: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YOg(ProxyRule)),
        no_proxy: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YOg(zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1))),
        access_control: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(AccessControl),
        /** Headers that come from a URL of the user's: not served by our proxy, and refused rather than ignored. */
        callbacks: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YOg(zod__WEBPACK_IMPORTED_MODULE_1__._H3({}))),
        description: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(description)
      });
      const SandboxCreate = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        template_name: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1)),
        name: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1)),
        wait_for_ready: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_1__.zMY()),
        proxy_config: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(ProxyConfig)
      });
      const SANDBOX_STATUSES = (
        /* unused pure expression or super */
        null
      );
      const Sandbox = zod__WEBPACK_IMPORTED_MODULE_1__._H3({
        id: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullish(),
        name: zod__WEBPACK_IMPORTED_MODULE_1__.YjP(),
        status: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullish(),
        status_message: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullish(),
        dataplane_url: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullish(),
        template_name: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullish(),
        created_at: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullish(),
        updated_at: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullish(),
        proxy_config: zod__WEBPACK_IMPORTED_MODULE_1__._H3({}).nullish()
      });
    })
  ),
  /***/
  48102: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Q: () => (
          /* binding */
          parseTemplate
        ),
        /* harmony export */
        Y: () => (
          /* binding */
          secretReferencesIn
        )
        /* harmony export */
      });
      const PIECE = /\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}|[{}]|[^{}]+/g;
      function parseTemplate(value) {
        const parts = [];
        for (const [piece, key] of value.matchAll(PIECE)) {
          if (key !== void 0)
            parts.push({ kind: "secret", key });
          else if (piece === "{" || piece === "}")
            return { ok: false, msg: HALF_BRACE };
          else
            parts.push({ kind: "text", text: piece === "{{" ? "{" : piece === "}}" ? "}" : piece });
        }
        return { ok: true, parts };
      }
      const HALF_BRACE = "a brace must be part of a {KEY} of letters, digits and underscores; {{ and }} are plain braces";
      function secretReferencesIn(value) {
        const keys = Array.from(value.matchAll(PIECE), ([, key]) => key).filter((key) => key !== void 0);
        return [...new Set(keys)];
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
