const id = 54;
const ids = [54, 7834];
const modules = {
  /***/
  71895: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        nQ: () => (
          /* binding */
          largest
        ),
        /* harmony export */
        pS: () => (
          /* binding */
          shownPath
        ),
        /* harmony export */
        z3: () => (
          /* binding */
          formatBytes
        )
        /* harmony export */
      });
      const MOST = 5;
      function formatBytes(bytes) {
        if (bytes < 1e3)
          return `${bytes} B`;
        const units = ["kB", "MB", "GB", "TB"];
        let value = bytes;
        let unit = "";
        for (const next of units) {
          if (value < 1e3)
            break;
          value /= 1e3;
          unit = next;
        }
        return `${value.toFixed(1)} ${unit}`;
      }
      function largest(files) {
        const folders = /* @__PURE__ */ new Map();
        for (const { path, size } of files) {
          const [top = ""] = path.split("/");
          if (path.includes("/"))
            folders.set(`${top}/`, (folders.get(`${top}/`) ?? 0) + size);
        }
        const rows = (list) => list.toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).slice(0, MOST).map(([path, size]) => `${formatBytes(size).padStart(10)}  ${shownPath(path)}`);
        return [...rows([...folders]), ...rows(files.map(({ path, size }) => [path, size]))];
      }
      function shownPath(path) {
        return /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
      }
    })
  ),
  /***/
  37834: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        findGitConfigs: () => (
          /* binding */
          findGitConfigs
        ),
        /* harmony export */
        holdsToken: () => (
          /* binding */
          holdsToken
        ),
        /* harmony export */
        includedFiles: () => (
          /* binding */
          includedFiles
        )
        /* harmony export */
      });
      var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
      var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
      const DEEPEST = 6;
      const MOST_FOLDERS = 2e4;
      const PASSED_OVER = /* @__PURE__ */ new Set(["node_modules", ".venv", "venv", "__pycache__"]);
      const CONFIG = /^config(\.worktree)?$/;
      async function findGitConfigs(workspace) {
        const found = [];
        let folders = 0;
        let level = [{ folder: workspace, inGit: false }];
        for (let depth = 0; level.length > 0 && folders < MOST_FOLDERS; depth += 1) {
          const next = [];
          for (const { folder, inGit } of level) {
            folders += 1;
            if (folders > MOST_FOLDERS)
              break;
            const entries = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)(folder, { withFileTypes: true }).catch(() => []);
            for (const entry of entries) {
              const at = node_path__WEBPACK_IMPORTED_MODULE_1__.join(folder, entry.name);
              if (inGit && entry.isFile() && CONFIG.test(entry.name))
                found.push(at);
              if (!entry.isDirectory())
                continue;
              if (inGit || entry.name === ".git") {
                if (!OBJECTS.has(entry.name))
                  next.push({ folder: at, inGit: true });
              } else if (depth < DEEPEST && !PASSED_OVER.has(entry.name))
                next.push({ folder: at, inGit: false });
            }
          }
          level = next;
        }
        return found;
      }
      const OBJECTS = /* @__PURE__ */ new Set(["objects", "refs", "logs", "hooks", "lfs", "info"]);
      const HEADER = /^\s*extraheader\s*=\s*"?\s*authorization/im;
      const PASSWORD = /:\/\/([^\s/@":]*:[^\s/@"]+|gh[a-z]_\w+|github_pat_\w+)@/;
      function holdsToken(config) {
        return HEADER.test(config) || PASSWORD.test(config);
      }
      function includedFiles(config, file) {
        const sections = config.split(/^(?=\s*\[)/m).filter((section) => /^\s*\[include(if\s|\])/i.test(section));
        return sections.flatMap((section) => Array.from(section.matchAll(/^\s*path\s*=\s*"?([^"\r\n]+?)"?\s*$/gim), ([, target = ""]) => node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(node_path__WEBPACK_IMPORTED_MODULE_1__.dirname(file), target)));
      }
    })
  ),
  /***/
  40054: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        runOnRunner: () => (
          /* binding */
          runOnRunner
        )
      });
      var outcome = __webpack_require__(76796);
      var words_of = __webpack_require__(35078);
      var external_node_path_ = __webpack_require__(76760);
      var bounded = __webpack_require__(5794);
      var sizes = __webpack_require__(71895);
      var checkout_tokens = __webpack_require__(37834);
      var port = __webpack_require__(82415);
      ;
      const TOLD = [
        "LANG",
        "CI",
        "GITHUB_ACTIONS",
        "GITHUB_WORKFLOW",
        "GITHUB_JOB",
        "GITHUB_RUN_ID",
        "GITHUB_RUN_NUMBER",
        "GITHUB_RUN_ATTEMPT",
        "GITHUB_REPOSITORY",
        "GITHUB_REPOSITORY_OWNER",
        "GITHUB_EVENT_NAME",
        "GITHUB_REF",
        "GITHUB_REF_NAME",
        "GITHUB_REF_TYPE",
        "GITHUB_HEAD_REF",
        "GITHUB_BASE_REF",
        "GITHUB_SHA",
        "GITHUB_ACTOR",
        "GITHUB_SERVER_URL",
        "GITHUB_API_URL",
        "GITHUB_WORKSPACE",
        "RUNNER_OS",
        "RUNNER_ARCH"
      ];
      function commandEnvironment(env, box) {
        return { ...told(env), ...pathIn(env["PATH"], box) };
      }
      function pathIn(path, { level, tools }) {
        if (level !== "namespaces")
          return path === void 0 ? {} : { PATH: path };
        const shown = (path ?? "").split(":").filter((entry) => tools !== void 0 && entry.startsWith(`${tools}/`));
        return { PATH: [...shown, port.UZ].join(":") };
      }
      function told(env) {
        return Object.fromEntries(TOLD.flatMap((name) => {
          const value = env[name];
          return value === void 0 ? [] : [[name, value]];
        }));
      }
      function failFast(script, shell) {
        const name = shell.slice(shell.lastIndexOf("/") + 1);
        if (name === "bash")
          return `set -eo pipefail
${script}`;
        return ["sh", "dash", "ash", "zsh", "ksh"].includes(name) ? `set -e
${script}` : script;
      }
      var external_node_string_decoder_ = __webpack_require__(46193);
      ;
      const LONGEST = 1024 * 1024;
      function createLines(say) {
        const decoder = new external_node_string_decoder_.StringDecoder("utf8");
        let rest = "";
        const cut = (text) => {
          const lines = (rest + text).split(/\r?\n/);
          rest = lines.pop() ?? "";
          for (const line of lines)
            say(line);
          if (rest.length > LONGEST) {
            say(rest);
            rest = "";
          }
        };
        return {
          take: (data) => cut(decoder.write(data)),
          end: () => {
            cut(decoder.end());
            if (rest !== "")
              say(rest);
            rest = "";
          }
        };
      }
      var external_node_crypto_ = __webpack_require__(77598);
      ;
      const SANDBOX_ID = "runner";
      const PROXY_USER = `sbx-${SANDBOX_ID}`;
      async function startServing(run, settings, places, proxy) {
        const { machine, record, hide, host } = run;
        let ended = false;
        void proxy.ended.then(() => {
          ended = true;
        });
        try {
          const resolved = await machine.resolve(settings.proxyConfig, settings.secrets);
          if (resolved.kind === "refused")
            throw refused(resolved.problems);
          const token = run.random(32, "base64url");
          hide.secret(token);
          const boxed = settings.command !== void 0 && settings.isolation === "namespaces";
          const answer = await proxy.push({
            ...resolved.part,
            sandboxId: SANDBOX_ID,
            revision: 1,
            tokenHash: (0, external_node_crypto_.createHash)("sha256").update(token).digest("hex"),
            privateNetworks: [...settings.privateNetworks],
            extraRoots: await extraRoots(run, settings),
            upstreamProxy: settings.upstreamProxy ?? null,
            socketPath: boxed ? places.socketPath : null
          });
          if (answer.kind === "refused")
            throw refused(answer.problems);
          record.warnings.push(.../* @__PURE__ */ new Set([...resolved.warnings, ...answer.warnings]));
          for (const message of record.warnings) {
            host.annotate({ level: "warning", title: "Agent Deploy: proxy-config", message });
          }
          const { noProxy } = resolved.part;
          return { proxy, token, caPem: answer.caPem, noProxy, envVars: resolved.envVars, gone: () => ended };
        } catch (error) {
          await proxy.stop();
          if (error instanceof outcome.V)
            throw error;
          const message = `The credential proxy did not take its rules: ${(0, words_of.Z)(error)}`;
          throw new outcome.V("proxy-failed", message, { cause: error });
        }
      }
      async function extraRoots({ machine }, { caFile }) {
        if (caFile === void 0)
          return [];
        const roots = await machine.readFile(caFile);
        if (roots !== void 0)
          return [roots];
        throw new outcome.V("invalid-input", "ca-file: there is no such file, or it cannot be read. Give a file of certificates (PEM).");
      }
      function startEmpty({ machine }, places) {
        const starting = machine.startProxy(places.auditFile).catch((error) => {
          const message = `The credential proxy could not be started: ${(0, words_of.Z)(error)}`;
          throw new outcome.V("proxy-failed", message, { cause: error });
        });
        starting.catch(() => {
        });
        return starting;
      }
      const INPUT_OF = {
        privateNetworks: "private-networks",
        extraRoots: "ca-file",
        upstreamProxy: "HTTPS_PROXY"
      };
      function refused(problems) {
        const lines = problems.map(({ loc: [first, ...rest], msg }) => {
          const input = INPUT_OF[String(first)];
          const where = input === void 0 ? ["proxy-config", [first, ...rest].join(".")] : [input, ...rest];
          return `- ${where.join(": ")}: ${msg}`;
        });
        return new outcome.V("invalid-input", ["The proxy refuses the rules; nothing was started.", ...lines].join("\n"));
      }
      ;
      const HOLDS = { none: 0, process: 1, namespaces: 2 };
      const MOST_NAMED = 5;
      async function runInBox(run, settings, places, serving, boxHost) {
        const { host, signal, record } = run;
        const workspace = host.env["GITHUB_WORKSPACE"] || process.cwd();
        await warnOfToken(run, workspace, settings.isolation);
        const tools = await toolsOf(run);
        const box = await startBox(boxHost, settings, places, serving, bindsOf(workspace, tools));
        try {
          const { script, shell, workingDirectory, env, timeLimitMs } = settings.command;
          host.startGroup("The command");
          for (const line of script.split("\n"))
            host.log(line);
          host.log(`shell: ${shell}, isolation: ${box.level}`);
          host.endGroup();
          const running = box.run({
            command: failFast(script, shell),
            shell,
            cwd: external_node_path_.resolve(workspace, workingDirectory ?? ""),
            env: { ...commandEnvironment(host.env, { level: box.level, tools }), ...serving.envVars, ...env },
            timeoutMs: timeLimitMs ?? null,
            terminal: null
          });
          const stop = () => running.kill();
          if (signal.aborted)
            stop();
          signal.addEventListener("abort", stop, { once: true });
          running.closeStdin();
          const ended = await follow(running, (line) => sayWhole(run, line));
          signal.removeEventListener("abort", stop);
          signal.throwIfAborted();
          record.command = { exitCode: ended.code, ended: ended.reason };
          if (await isGone(serving)) {
            throw new outcome.V("proxy-failed", "The credential proxy ended while the command ran. Its requests failed from then on, and none went around the proxy.");
          }
          return conclude(ended, timeLimitMs);
        } finally {
          await box.stop();
        }
      }
      function sayWhole({ host, redactor }, line) {
        if (line.length <= bounded.FV) {
          host.log(line);
          return;
        }
        const text = redactor.redact(line);
        for (let at = 0; at < text.length; at += bounded.FV)
          host.log(text.slice(at, at + bounded.FV));
      }
      async function isGone({ gone, proxy }) {
        if (gone())
          return true;
        return proxy.metrics().then(() => false, () => true);
      }
      async function follow(running, say) {
        const [out, err] = [createLines(say), createLines(say)];
        let ended = { code: -1, reason: "box-ended" };
        for await (const event of running.events) {
          if (event.kind === "stdout")
            out.take(event.data);
          else if (event.kind === "stderr")
            err.take(event.data);
          else if (event.kind === "exit")
            ended = { code: event.code, reason: event.reason };
        }
        out.end();
        err.end();
        return ended;
      }
      function conclude({ code, reason }, timeLimitMs) {
        switch (reason) {
          case "exit":
            if (code === 0)
              return (0, outcome.b)("provided", "command-passed", "The command ended with 0.");
            return (0, outcome.b)("failed", "command-failed", `The command ended with ${code}. Its output stands in the log above.`);
          case "timeout": {
            const limit = timeLimitMs === void 0 ? "" : ` of ${timeLimitMs / 1e3} s`;
            return (0, outcome.b)("timed-out", "command-timed-out", `The command had not ended within its time limit${limit}, and was killed with all it started.`);
          }
          default:
            return (0, outcome.b)("failed", "command-failed", `The command did not end by itself (${reason}); a limit of memory or processes does that, too.`);
        }
      }
      async function isolatingHost(run, { isolation }) {
        const boxHost = await run.machine.boxHost();
        const report = await boxHost.report();
        run.record.isolation = { level: isolation, findings: report.findings };
        for (const finding of report.findings)
          run.host.log(finding);
        if (HOLDS[report.level] >= HOLDS[isolation])
          return boxHost;
        run.record.isolation = { level: report.level, findings: report.findings };
        throw new outcome.V("isolation-missing", missing(report, isolation));
      }
      function missing({ level, findings, remedies }, wanted) {
        return [
          `isolation: ${wanted} is asked for, and this machine gives ${level}.`,
          ...findings.map((finding) => `- ${finding}`),
          ...remedies.map((remedy) => `- To do: ${remedy}`)
        ].join("\n");
      }
      async function warnOfToken({ machine, record, host }, workspace, isolation) {
        const isSeen = (file) => isolation !== "namespaces" || file.startsWith(`${workspace}${external_node_path_.sep}`);
        const holding = /* @__PURE__ */ new Set();
        const look = async (file, deeper) => {
          const config = await machine.readFile(file);
          if (config === void 0)
            return;
          if ((0, checkout_tokens.holdsToken)(config))
            holding.add(file);
          if (!deeper)
            return;
          for (const included of (0, checkout_tokens.includedFiles)(config, file).filter(isSeen))
            await look(included, false);
        };
        for (const file of await machine.gitConfigs(workspace))
          await look(file, true);
        if (holding.size === 0)
          return;
        const files = [...holding].map((file) => file.startsWith(`${workspace}${external_node_path_.sep}`) ? external_node_path_.relative(workspace, file) : file);
        const shown = files.slice(0, MOST_NAMED).map(sizes.pS).join(", ");
        const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : "";
        const message = `The checkout holds a token of this job in ${shown}${more}, which the command can read. Check out with \`persist-credentials: false\`.`;
        record.warnings.push(message);
        host.annotate({ level: "warning", title: "Agent Deploy: checkout", message });
      }
      async function toolsOf({ host, machine }) {
        const tools = host.env["RUNNER_TOOL_CACHE"];
        return tools && await machine.isFolder(tools) ? tools : void 0;
      }
      function bindsOf(workspace, tools) {
        const checkout = { from: workspace, to: workspace, writable: true };
        return tools === void 0 ? [checkout] : [checkout, { from: tools, to: tools, writable: false }];
      }
      async function startBox(boxHost, { isolation }, places, { proxy, token, caPem, noProxy }, binds) {
        try {
          return await boxHost.start({
            id: SANDBOX_ID,
            folder: places.boxFolder,
            binds,
            proxySocket: isolation === "namespaces" ? places.socketPath : null,
            proxyAddress: isolation === "namespaces" ? null : proxy.address,
            proxyUser: { name: PROXY_USER, token },
            caPem,
            noProxy: [...noProxy],
            env: {},
            limits: { memoryBytes: null, cpuMillicores: null, processes: null },
            level: isolation
          });
        } catch (error) {
          throw new outcome.V("isolation-missing", `The box could not be started: ${(0, words_of.Z)(error)}`, { cause: error });
        }
      }
      var outputs = __webpack_require__(4325);
      var sandbox_variables = __webpack_require__(37066);
      ;
      async function handOver(run, settings, places, { proxy, token, caPem, noProxy, envVars }) {
        const { machine, host, plain, record, state } = run;
        const { host: name, port: port2 } = proxy.address;
        const address = `http://${name}:${port2}`;
        const proxyUrl = `http://${PROXY_USER}:${token}@${name}:${port2}`;
        const roots = await machine.roots();
        await machine.writeFile(places.caFile, caPem);
        await machine.writeFile(places.bundleFile, `${roots.pem.trimEnd()}
${caPem}`);
        const { caFile, bundleFile } = places;
        const leading = await machine.variables({ proxyUrl, noProxy, caFile, bundleFile });
        const variables = {
          set: { ...envVars, ...leading.set },
          names: [.../* @__PURE__ */ new Set([...Object.keys(envVars), ...leading.names])]
        };
        await machine.writeFile(places.envFile, (0, sandbox_variables.ms)(variables));
        if (settings.exportEnv) {
          const restored = (0, sandbox_variables.he)(variables, host.env, { bundle: places.bundleFile, roots: roots.file });
          await machine.writeFile(places.restoreFile, JSON.stringify(restored));
        }
        const startTime = await machine.startTimeOf(proxy.pid);
        if (startTime === void 0) {
          throw new outcome.V("proxy-failed", "The credential proxy ended before it could be handed over.");
        }
        state.proxy = { pid: proxy.pid, startTime, auditFile: places.auditFile };
        record.stage = "serving";
        await run.checkpoint();
        const detached = await proxy.detach();
        state.proxy = detached;
        await run.checkpoint();
        record.proxy = {
          address,
          caFile: places.caFile,
          bundleFile: places.bundleFile,
          envFile: places.envFile
        };
        await plain.setOutput(outputs.Tg, proxyUrl);
        if (!settings.exportEnv)
          return;
        const exported = (0, sandbox_variables.Ir)(variables, host.env);
        for (const [variable, value] of Object.entries(exported))
          await host.setVariable(variable, value);
      }
      var sandbox_places = __webpack_require__(60023);
      var sandbox_usage = __webpack_require__(96940);
      ;
      async function runOnRunner(run, settings) {
        const { machine, record } = run;
        const places = (0, sandbox_places.y)(await machine.makeFolder());
        run.state.folder = places.folder;
        record.stage = "starting";
        await run.checkpoint();
        const starting = startEmpty(run, places);
        const boxHost = settings.command && await unlessFailing(isolatingHost(run, settings), starting);
        const serving = await startServing(run, settings, places, await starting);
        const usage = (0, sandbox_usage.m)();
        serving.proxy.onAudit((entry) => usage.add(entry));
        let stays = false;
        try {
          const end2 = settings.command && boxHost && await runInBox(run, { ...settings, command: settings.command }, places, serving, boxHost);
          if (end2 === void 0 || settings.exportEnv && end2.kind === "provided") {
            await handOver(run, settings, places, serving);
            stays = true;
          }
          const message = `The credential proxy listens on ${record.proxy?.address ?? ""} until the job ends.`;
          if (stays && end2 !== void 0)
            run.host.log(message);
          return end2 ?? (0, outcome.b)("provided", "proxy-started", message);
        } finally {
          if (!stays)
            await end(run, serving, usage);
        }
      }
      async function unlessFailing(work, starting) {
        try {
          return await work;
        } catch (error) {
          await starting.then((proxy) => proxy.stop(), () => {
          });
          throw error;
        }
      }
      async function end({ record, host, signal }, { proxy, gone }, usage) {
        try {
          if (!gone() && !signal.aborted)
            await proxy.metrics();
        } catch (error) {
          host.log(`The proxy could not be asked what it did: ${(0, words_of.Z)(error)}`);
        }
        record.usage = usage.usage();
        await proxy.stop();
      }
    })
  ),
  /***/
  82415: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        UZ: () => (
          /* binding */
          BOX_PATH
        ),
        /* harmony export */
        Yw: () => (
          /* binding */
          BoxFileError
        ),
        /* harmony export */
        e4: () => (
          /* binding */
          BoxStartError
        ),
        /* harmony export */
        yd: () => (
          /* binding */
          BOX_FILE_TROUBLES
        )
        /* harmony export */
      });
      const ISOLATION_LEVELS = (
        /* unused pure expression or super */
        null
      );
      const BOX_FILE_TROUBLES = [
        "not-found",
        "not-a-file",
        "denied",
        "outside",
        "invalid-path",
        "no-space",
        "changed",
        "box-ended",
        "other"
      ];
      class BoxFileError extends Error {
        name = "BoxFileError";
        trouble;
        constructor(trouble, message, options) {
          super(message, options);
          this.trouble = trouble;
        }
      }
      class BoxStartError extends Error {
        name = "BoxStartError";
      }
      const BOX_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/box/bin";
    })
  )
};
export {
  id,
  ids,
  modules
};
