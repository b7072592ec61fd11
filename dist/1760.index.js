const id = 1760;
const ids = [1760, 4603, 3796];
const modules = {
  /***/
  74603: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        AuditEntry: () => (
          /* binding */
          AuditEntry
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34410);
      var _explanation_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55014);
      const AuditEntry = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        at: zod__WEBPACK_IMPORTED_MODULE_1__.YjP(),
        sandbox: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        revision: zod__WEBPACK_IMPORTED_MODULE_1__.Whr().nullable(),
        rule: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        decision: zod__WEBPACK_IMPORTED_MODULE_1__.k5n(_explanation_js__WEBPACK_IMPORTED_MODULE_0__.Y),
        reason: zod__WEBPACK_IMPORTED_MODULE_1__.YjP(),
        scheme: zod__WEBPACK_IMPORTED_MODULE_1__.k5n(["http", "https", "tunnel"]),
        host: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        port: zod__WEBPACK_IMPORTED_MODULE_1__.Whr().nullable(),
        method: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        path: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        status: zod__WEBPACK_IMPORTED_MODULE_1__.Whr().nullable(),
        bytesUp: zod__WEBPACK_IMPORTED_MODULE_1__.Whr(),
        bytesDown: zod__WEBPACK_IMPORTED_MODULE_1__.Whr(),
        ms: zod__WEBPACK_IMPORTED_MODULE_1__.aig(),
        injected: zod__WEBPACK_IMPORTED_MODULE_1__.YOg(zod__WEBPACK_IMPORTED_MODULE_1__.YjP()),
        masked: zod__WEBPACK_IMPORTED_MODULE_1__.Whr(),
        /** A secret went out, and the body of the answer could not be searched for it: compressed, or of no kind of text. */
        unsearched: zod__WEBPACK_IMPORTED_MODULE_1__.zMY()
      });
    })
  ),
  /***/
  55014: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Y: () => (
          /* binding */
          DECISIONS
        ),
        /* harmony export */
        u: () => (
          /* binding */
          Explanation
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34410);
      const DECISIONS = ["inject", "forward", "tunnel", "bypass", "deny", "refuse"];
      const Explanation = zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({
        url: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        decision: zod__WEBPACK_IMPORTED_MODULE_0__.k5n(DECISIONS),
        /** A reason code, such as `rule-matched`, `no-rule-for-host`, `plaintext-credential-refused`. */
        reason: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        rule: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullable(),
        /** Names of the headers that would be injected. */
        headers: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        detail: zod__WEBPACK_IMPORTED_MODULE_0__.YjP()
      });
    })
  ),
  /***/
  41760: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        startProxy: () => (
          /* binding */
          startProxy
        )
      });
      var external_node_child_process_ = __webpack_require__(31421);
      var external_node_path_ = __webpack_require__(76760);
      var external_node_process_ = __webpack_require__(1708);
      var messages = __webpack_require__(85979);
      var credential_proxy_push = __webpack_require__(557);
      ;
      const SAID_CHARACTERS = 4e3;
      const ANSWER_MS = 3e4;
      function openChannel(child, answerMs = ANSWER_MS) {
        const waiting = /* @__PURE__ */ new Map();
        let lastId = 0;
        let said = "";
        const state = { gone: null };
        let auditListener = () => void 0;
        const opening = Promise.withResolvers();
        const up = Promise.withResolvers();
        opening.promise.catch(() => void 0);
        up.promise.catch(() => void 0);
        const lose = (error) => {
          state.gone ??= error;
          opening.reject(state.gone);
          up.reject(state.gone);
          for (const asker of waiting.values())
            asker.reject(state.gone);
          waiting.clear();
        };
        const ended = new Promise((resolve) => {
          child.once("error", (error) => {
            lose(new Error("The credential proxy could not be started.", { cause: error }));
            if (child.pid === void 0)
              resolve({ code: null, signal: null });
          });
          child.once("close", (code, signal) => {
            lose(endedError(code, signal, said));
            resolve({ code, signal });
          });
        });
        child.stderr?.setEncoding("utf8").on("data", (text) => {
          said = (said + text).slice(-SAID_CHARACTERS);
        });
        child.on("message", (given) => {
          const message = messages.pB.safeParse(given);
          if (!message.success)
            return;
          const { data } = message;
          switch (data.kind) {
            case "up":
              up.resolve();
              return;
            case "listening":
              opening.resolve({ host: data.host, port: data.port });
              return;
            case "failed":
              opening.reject(new Error(`The credential proxy could not start. ${data.message}`));
              return;
            case "audit":
              auditListener(data.entries);
              return;
            default: {
              const asker = waiting.get(data.id);
              waiting.delete(data.id);
              if (data.kind === "not-done")
                asker?.reject(new Error(data.message));
              else
                asker?.resolve(data);
            }
          }
        });
        const tell = (message) => {
          if (child.connected)
            child.send(message, () => void 0);
        };
        const ask = async (kind, question) => {
          if (state.gone !== null)
            throw state.gone;
          const id2 = ++lastId;
          const { promise, resolve, reject } = Promise.withResolvers();
          waiting.set(id2, { resolve, reject });
          const late = new Error(`The credential proxy did not answer within ${answerMs} ms.`);
          const timer = setTimeout(() => setImmediate(reject, late), answerMs);
          tell(question(id2));
          const answer = await promise.finally(() => {
            clearTimeout(timer);
            waiting.delete(id2);
          });
          if (!isOfKind(answer, kind))
            throw new Error("The credential proxy answered something else than it was asked.");
          return answer;
        };
        return {
          child,
          // Without one, `start` rejects and nobody gets to see this.
          pid: child.pid ?? 0,
          ended,
          tell,
          async start(start, patienceMs) {
            const late = new Error(`The credential proxy did not listen within ${patienceMs} ms. ${said}`.trim());
            const timer = setTimeout(() => lose(late), patienceMs);
            try {
              await up.promise;
              tell({ kind: "start", ...start });
              return await opening.promise;
            } finally {
              clearTimeout(timer);
            }
          },
          ask,
          async change(kind, question) {
            try {
              return await ask(kind, question);
            } catch (error) {
              if (state.gone === null) {
                child.kill("SIGKILL");
                await ended;
              }
              throw error;
            }
          },
          onAudit(listener) {
            auditListener = listener;
          },
          release() {
            lose(new Error("The credential proxy was let go of: it takes no more configuration."));
            child.disconnect();
            child.stderr?.destroy();
            child.unref();
          }
        };
      }
      function isOfKind(answer, kind) {
        return answer.kind === kind;
      }
      function endedError(code, signal, said) {
        const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
        const words = said.trim() === "" ? "" : ` It said: ${said.trim()}`;
        return new Error(`The credential proxy ended ${how}: nothing is forwarded until one is started again and configured afresh.${words}`);
      }
      var start_token = __webpack_require__(93796);
      ;
      const HEAP_MB = 512;
      const START_MS = 2e4;
      const STOP_MS = 3e3;
      const DETACHED_LIFE_MS = 7 * 24 * 36e5;
      async function startProxy(options) {
        const channel = openChannel(forkProxy(options.entry), options.answerMs);
        try {
          const address = await channel.start({ port: options.port, auditFile: options.auditFile }, START_MS);
          return proxyOver(channel, address, options);
        } catch (error) {
          channel.child.kill("SIGKILL");
          throw error;
        }
      }
      const FLAGS = [
        `--max-old-space-size=${HEAP_MB}`,
        // Half of the usual: what a burst of connections leaves behind is collected, and not kept for the next burst.
        "--max-semi-space-size=8",
        // See upstream/body-garbage.ts.
        "--expose-gc",
        "--disable-sigusr1",
        "--disallow-code-generation-from-strings",
        // No programs, threads, native code or debugger, whatever a library is made to do.
        "--permission",
        "--allow-fs-read=*",
        "--allow-fs-write=*",
        "--disable-warning=ExperimentalWarning"
      ];
      const WITHOUT_CORE = '{ prlimit --pid $$ --core=1:1 2>/dev/null || ulimit -c 0; } && exec "$0" "$@"';
      function forkProxy(entry) {
        const shell = external_node_process_.platform !== "win32";
        return (0, external_node_child_process_.fork)(entry, [], {
          ...shell ? { execPath: "/bin/sh", execArgv: ["-c", WITHOUT_CORE, external_node_process_.execPath, ...FLAGS] } : { execPath: external_node_process_.execPath, execArgv: FLAGS },
          env: {
            // Names are looked up on these threads, and certificates signed: four would be one sandbox's (upstream/lookups.ts).
            UV_THREADPOOL_SIZE: "16",
            ...external_node_process_.env["SystemRoot"] !== void 0 && { SystemRoot: external_node_process_.env["SystemRoot"] }
          },
          // Its own session: a signal to the terminal's group, or to a step's, passes it by.
          detached: true,
          cwd: (0, external_node_path_.parse)(external_node_process_.cwd()).root,
          stdio: ["ignore", "ignore", "pipe", "ipc"]
        });
      }
      function proxyOver(channel, address, { auditFile }) {
        const listeners = [];
        channel.onAudit((entries) => {
          for (const entry of entries)
            for (const listener of listeners)
              listener(entry);
        });
        return {
          address,
          pid: channel.pid,
          ended: channel.ended,
          async push(given) {
            const push = credential_proxy_push.Gy.safeParse(given);
            if (!push.success)
              return { kind: "refused", problems: (0, messages.GW)(push.error) };
            const { answer } = await channel.change("pushed", (id2) => ({ kind: "push", id: id2, push: push.data }));
            return messages.Xw.parse(answer);
          },
          async remove(sandboxId) {
            await channel.change("done", (id2) => ({ kind: "remove", id: id2, sandboxId }));
          },
          async explain(sandboxId, url) {
            return (await channel.ask("explained", (id2) => ({ kind: "explain", id: id2, sandboxId, url }))).explanation;
          },
          async metrics() {
            return (await channel.ask("measured", (id2) => ({ kind: "metrics", id: id2 }))).text;
          },
          onAudit(listener) {
            if (listeners.push(listener) === 1)
              channel.tell({ kind: "listen-audit" });
          },
          async detach() {
            const startTime = await (0, start_token.startToken)(channel.pid);
            if (startTime === void 0)
              throw new Error(`The credential proxy (pid ${channel.pid}) has ended.`);
            await channel.change("done", (id2) => ({ kind: "detach", id: id2, lifetimeMs: DETACHED_LIFE_MS }));
            channel.release();
            return { pid: channel.pid, startTime, auditFile };
          },
          async stop() {
            channel.tell({ kind: "stop" });
            const kill = setTimeout(() => channel.child.kill("SIGKILL"), STOP_MS);
            await channel.ended;
            clearTimeout(kill);
          }
        };
      }
    })
  ),
  /***/
  93796: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        ofWindows: () => (
          /* binding */
          ofWindows
        ),
        /* harmony export */
        parseStat: () => (
          /* binding */
          parseStat
        ),
        /* harmony export */
        startToken: () => (
          /* binding */
          startToken
        )
        /* harmony export */
      });
      var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(31421);
      var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(73024);
      async function startToken(pid) {
        if (process.platform === "linux")
          return linuxStartToken(pid);
        if (process.platform === "win32") {
          const query = `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.ToFileTimeUtc()`;
          return output(ofWindows("WindowsPowerShell\\v1.0\\powershell.exe"), [
            "-NoProfile",
            "-NonInteractive",
            "-Command",
            query
          ]);
        }
        return output("/bin/ps", ["-o", "lstart=", "-p", String(pid)]);
      }
      function linuxStartToken(pid) {
        try {
          const boot = (0, node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)("/proc/sys/kernel/random/boot_id", "utf8").trim();
          const { state, startTick } = parseStat((0, node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(`/proc/${pid}/stat`, "utf8"));
          return state === "Z" || state === "X" ? void 0 : `${boot}:${startTick}`;
        } catch {
          return void 0;
        }
      }
      function parseStat(stat) {
        const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return {
          state: afterName[0] ?? "",
          parent: Number(afterName[1]),
          processGroup: Number(afterName[2]),
          session: Number(afterName[3]),
          // Field 22 of the whole line.
          startTick: afterName[19] ?? ""
        };
      }
      function ofWindows(name) {
        return `${process.env["SystemRoot"] ?? "C:\\Windows"}\\System32\\${name}`;
      }
      function output(command, args) {
        return new Promise((resolve) => {
          const { SystemRoot, TZ } = process.env;
          const env = {
            LC_ALL: "C",
            ...TZ === void 0 ? {} : { TZ },
            ...SystemRoot === void 0 ? {} : { SystemRoot }
          };
          const options = { windowsHide: true, env };
          (0, node_child_process__WEBPACK_IMPORTED_MODULE_0__.execFile)(command, args, options, (error, stdout) => {
            const text = stdout.trim();
            resolve(error || text === "" ? void 0 : text);
          });
        });
      }
    })
  ),
  /***/
  85979: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        GW: () => (
          /* binding */
          problemsOf
        ),
        /* harmony export */
        Xw: () => (
          /* binding */
          PushAnswer
        ),
        /* harmony export */
        pB: () => (
          /* binding */
          FromProxy
        ),
        /* harmony export */
        wb: () => (
          /* binding */
          ToProxy
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(34410);
      var _audit_entry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(74603);
      var _explanation_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55014);
      var _push_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(557);
      const id2 = zod__WEBPACK_IMPORTED_MODULE_3__.Whr();
      const ToProxy = zod__WEBPACK_IMPORTED_MODULE_3__.gMt("kind", [
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("start"), port: zod__WEBPACK_IMPORTED_MODULE_3__.Whr().min(0).max(65535), auditFile: zod__WEBPACK_IMPORTED_MODULE_3__.YjP().nullable() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("push"), id: id2, push: _push_js__WEBPACK_IMPORTED_MODULE_2__.Gy }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("remove"), id: id2, sandboxId: zod__WEBPACK_IMPORTED_MODULE_3__.YjP() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("explain"), id: id2, sandboxId: zod__WEBPACK_IMPORTED_MODULE_3__.YjP(), url: zod__WEBPACK_IMPORTED_MODULE_3__.YjP() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("metrics"), id: id2 }),
        /** From now on audit entries are told to the owner as well. */
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("listen-audit") }),
        /** Live on when the channel closes, for at most this long. */
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("detach"), id: id2, lifetimeMs: zod__WEBPACK_IMPORTED_MODULE_3__.aig().positive() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("stop") })
      ]);
      const PushAnswer = zod__WEBPACK_IMPORTED_MODULE_3__.gMt("kind", [
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({
          kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("acked"),
          revision: zod__WEBPACK_IMPORTED_MODULE_3__.Whr(),
          caPem: zod__WEBPACK_IMPORTED_MODULE_3__.YjP(),
          warnings: zod__WEBPACK_IMPORTED_MODULE_3__.YOg(zod__WEBPACK_IMPORTED_MODULE_3__.YjP())
        }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("refused"), problems: zod__WEBPACK_IMPORTED_MODULE_3__.YOg(_push_js__WEBPACK_IMPORTED_MODULE_2__.gj) })
      ]);
      const FromProxy = zod__WEBPACK_IMPORTED_MODULE_3__.gMt("kind", [
        /** The process is up and can be told to start. */
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("up") }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("listening"), host: zod__WEBPACK_IMPORTED_MODULE_3__.YjP(), port: zod__WEBPACK_IMPORTED_MODULE_3__.Whr() }),
        /** It could not begin to listen, or to write its audit; it ends by itself. */
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("failed"), message: zod__WEBPACK_IMPORTED_MODULE_3__.YjP() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("audit"), entries: zod__WEBPACK_IMPORTED_MODULE_3__.YOg(_audit_entry_js__WEBPACK_IMPORTED_MODULE_0__.AuditEntry) }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("pushed"), id: id2, answer: PushAnswer }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("explained"), id: id2, explanation: _explanation_js__WEBPACK_IMPORTED_MODULE_1__.u }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("measured"), id: id2, text: zod__WEBPACK_IMPORTED_MODULE_3__.YjP() }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("done"), id: id2 }),
        zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_3__.euz("not-done"), id: id2, message: zod__WEBPACK_IMPORTED_MODULE_3__.YjP() })
      ]);
      function problemsOf(error) {
        return error.issues.map(({ path, message }) => ({
          loc: path.map((part) => typeof part === "number" ? part : String(part)),
          msg: message
        }));
      }
    })
  ),
  /***/
  557: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Gy: () => (
          /* binding */
          SandboxPush
        ),
        /* harmony export */
        gj: () => (
          /* binding */
          PushProblem
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34410);
      const PushedHeader = zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({
        name: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        value: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        secret: zod__WEBPACK_IMPORTED_MODULE_0__.zMY(),
        /** The raw secrets inside `value` (8 characters or more), which are masked in responses as well. */
        needles: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP())
      });
      const PushedRule = zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({
        name: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        matchHosts: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        matchPaths: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        /** All of these must be on the request, each once and with this very value. */
        matchHeaders: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({ name: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(), value: zod__WEBPACK_IMPORTED_MODULE_0__.YjP() })),
        noProxy: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        headers: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(PushedHeader)
      });
      const PushedAccess = zod__WEBPACK_IMPORTED_MODULE_0__.gMt("kind", [
        zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_0__.euz("open") }),
        zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_0__.euz("allow"), patterns: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()) }),
        zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({ kind: zod__WEBPACK_IMPORTED_MODULE_0__.euz("deny"), patterns: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()) })
      ]);
      const SandboxPush = zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({
        sandboxId: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        /** Grows by each push of a sandbox; a push that is older than what is there is refused. */
        revision: zod__WEBPACK_IMPORTED_MODULE_0__.Whr(),
        /** SHA-256 of the token, hex. The token itself only stands in the sandbox's environment. */
        tokenHash: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        rules: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(PushedRule),
        noProxy: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        access: PushedAccess,
        /** Addresses in these networks may be dialled although they are private (CIDR): the operator's, never the sandbox's. */
        privateNetworks: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        /** Certificates (PEM) that upstreams may be signed with, besides the roots of the machine. */
        extraRoots: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        /** A corporate proxy that everything goes out by; its credentials stand in the URL. */
        upstreamProxy: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullable(),
        /** A Unix socket of this sandbox alone, where no token is asked for: who reaches it is the sandbox. */
        socketPath: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullable()
      });
      const PushProblem = zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({ loc: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.KCZ([zod__WEBPACK_IMPORTED_MODULE_0__.YjP(), zod__WEBPACK_IMPORTED_MODULE_0__.Whr()])), msg: zod__WEBPACK_IMPORTED_MODULE_0__.YjP() });
    })
  )
};
export {
  id,
  ids,
  modules
};
