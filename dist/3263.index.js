const id = 3263;
const ids = [3263, 7583];
const modules = {
  /***/
  85900: (
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
  42318: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        u: () => (
          /* binding */
          carryOut
        ),
        Z: () => (
          /* binding */
          tellUnexpected
        )
      });
      var clock = __webpack_require__(75065);
      var statuses = __webpack_require__(83889);
      var cancelled = __webpack_require__(12151);
      var outcome = __webpack_require__(76796);
      var run_record = __webpack_require__(758);
      var words_of = __webpack_require__(35078);
      ;
      const LIMIT_MS = 2500;
      async function endCancelled(plane, settings, record, limitMs = LIMIT_MS) {
        const end = (0, cancelled.y)(record);
        const { deployment, revision, ownRevisionId } = record;
        if (plane === void 0 || settings.onCancel !== "interrupt" || record.stage !== "waiting")
          return end;
        if (deployment === void 0 || revision === void 0)
          return end;
        if (ownRevisionId !== revision.id) {
          const back = record.rollback?.revisionId === revision.id && record.rollback.after !== void 0;
          return and(end, `It is not interrupted: it ${back ? "brings back what worked" : "is not of this run"}.`);
        }
        if ((0, statuses.BE)(revision.status) !== "progress")
          return end;
        const { done, message } = await withinLimit(limitMs, (signal) => tryToInterrupt(plane, deployment.id, revision.id, signal));
        if (!done)
          return and(end, message);
        (0, run_record.c)(record, { ...revision, status: "INTERRUPTED" });
        return (0, outcome.b)("cancelled", "revision-interrupted", `The run was cancelled. ${message}`);
      }
      async function tryToInterrupt(plane, deploymentId, revisionId, signal) {
        const { interruptRevision } = await __webpack_require__.e(
          /* import() */
          9003
        ).then(__webpack_require__.bind(__webpack_require__, 69003));
        return interruptRevision(plane, deploymentId, revisionId, signal);
      }
      async function withinLimit(limitMs, work) {
        const settled = new AbortController();
        const late = {
          done: false,
          message: `Interrupting it was tried, and was not answered within ${limitMs / 1e3} s.`
        };
        const over = clock.d.sleep(limitMs, settled.signal).then(() => late);
        const stop = new AbortController();
        try {
          return await Promise.race([work(stop.signal), over]);
        } catch (error) {
          return {
            done: false,
            message: `Interrupting it was tried, and failed: ${(0, words_of.Z)(error)}`
          };
        } finally {
          stop.abort(new Error("the time is up"));
          settled.abort();
          over.catch(() => {
          });
        }
      }
      function and(end, message) {
        return (0, outcome.b)("cancelled", "signal", `${end.message} ${message}`);
      }
      var memoize = __webpack_require__(57835);
      var github_limits = __webpack_require__(54007);
      var rules = __webpack_require__(45924);
      ;
      function createTeller(options) {
        const { settings, event, record, signal } = options;
        const limits = { ...github_limits.b, ...options.limits };
        const stop = new AbortController();
        let last = Promise.resolve();
        let begun = false;
        const load2 = (0, memoize.T)(async () => {
          const connection = await options.github();
          if (connection === void 0)
            return void 0;
          const { createTelling } = await Promise.all(
            /* import() */
            [__webpack_require__.e(4410), __webpack_require__.e(4979), __webpack_require__.e(9463)]
          ).then(__webpack_require__.bind(__webpack_require__, 29463));
          return createTelling(connection, options, stop.signal, limits);
        });
        const tell = (work) => {
          last = last.then(async () => {
            const telling = await load2();
            if (telling !== void 0)
              await work(telling);
          }).catch((error) => options.log(`GitHub was not told: ${(0, words_of.Z)(error)}`));
        };
        const isDue = (outcome2) => {
          if (settings.dryRun)
            return false;
          if (begun || settings.github.deployment && record.retired.length > 0)
            return true;
          return (0, rules.wB)(settings.verb, outcome2, begun) !== "leave" && (0, rules.vm)(settings, event, record) !== void 0;
        };
        return {
          begun() {
            if (settings.github.token === void 0 || !(0, rules.qJ)(settings, record))
              return;
            if (!settings.github.deployment && (0, rules.vm)(settings, event, record) === void 0)
              return;
            begun = true;
            tell((telling) => telling.begin());
          },
          async ended(outcome2) {
            if (settings.github.token === void 0 || !isDue(outcome2))
              return;
            tell((telling) => telling.end(outcome2));
            const inTime = await within(last, signal, limits);
            stop.abort(new Error("no time is left for GitHub"));
            const troubles = inTime ? (await load2.current()?.catch(() => void 0))?.troubles() ?? [] : [LATE];
            for (const message of troubles)
              warn(options, message);
          }
        };
      }
      const LATE = "GitHub did not answer in time, so what it shows of this run may be old; the post step tries once more.";
      function warn({ host, annotations }, message) {
        if (annotations)
          host.annotate({ level: "warning", title: "Agent Deploy: GitHub", message });
        else
          host.log(message);
      }
      async function within(work, signal, limits) {
        const { promise, resolve } = Promise.withResolvers();
        const timers = [setTimeout(() => resolve(false), limits.endMs)];
        const hurry = () => void timers.push(setTimeout(() => resolve(false), limits.cancelMs));
        if (signal.aborted)
          hurry();
        else
          signal.addEventListener("abort", hurry, { once: true });
        void work.then(() => resolve(true));
        try {
          return await promise;
        } finally {
          for (const timer of timers)
            clearTimeout(timer);
          signal.removeEventListener("abort", hurry);
        }
      }
      var bounded = __webpack_require__(5794);
      var container_values = __webpack_require__(96961);
      var hidden_value = __webpack_require__(30171);
      var marker = __webpack_require__(55896);
      ;
      const SHORTEST_SIGNATURE = 20;
      function hidingPlane(plane, { values: hide, signedAddress, ids: ids2 }, redact = (text) => text) {
        const short = (text) => text ? (0, bounded.Mm)(text, redact) : text;
        const shortRevision = (revision) => ({
          ...revision,
          status: (0, bounded.Mm)(revision.status, redact),
          status_message: short(revision.status_message)
        });
        const seen = (deployment) => {
          ids2([deployment.id, deployment.latest_revision_id, deployment.active_revision_id]);
          const secrets = (deployment.secrets ?? []).filter(({ name }) => name !== marker.yf);
          hide(secrets.flatMap(({ value }) => value && !(0, hidden_value.Nj)(value) ? [value] : []));
          hide((0, container_values.s)(deployment.source_config?.["resource_spec"]));
          return {
            ...deployment,
            name: (0, bounded.Mm)(deployment.name, redact),
            status: (0, bounded.Mm)(deployment.status, redact),
            url: short(deployment.url)
          };
        };
        const signed = (answer) => {
          const query = URL.parse(answer.upload_url)?.searchParams.values() ?? [];
          signedAddress(answer.upload_url, [...query].filter(({ length }) => length >= SHORTEST_SIGNATURE));
          return answer;
        };
        return {
          ...plane,
          uploadUrl: async (...args) => signed(await plane.uploadUrl(...args)),
          getDeployment: async (...args) => seen(await plane.getDeployment(...args)),
          findDeployments: async (...args) => (await plane.findDeployments(...args)).map(seen),
          listDeployments: async (...args) => (await plane.listDeployments(...args)).map(seen),
          createDeployment: async (...args) => seen(await plane.createDeployment(...args)),
          patchDeployment: async (...args) => seen(await plane.patchDeployment(...args)),
          getRevision: async (...args) => shortRevision(await plane.getRevision(...args)),
          listRevisions: async (...args) => (await plane.listRevisions(...args)).map(shortRevision),
          tailLog: async (...args) => (await plane.tailLog(...args)).map((line) => ({
            ...line,
            level: short(line.level),
            message: (0, bounded.Mm)(line.message, redact)
          })),
          redeployRevision: async (...args) => seen(await plane.redeployRevision(...args))
        };
      }
      ;
      const leaving_LIMIT_MS = 2500;
      function createLeaving(limitMs = leaving_LIMIT_MS) {
        const works = /* @__PURE__ */ new Set();
        return {
          add: (work) => {
            works.add(work);
            return () => works.delete(work);
          },
          async end() {
            if (works.size === 0)
              return;
            const stop = AbortSignal.timeout(limitMs);
            const late = new Promise((resolve) => {
              stop.addEventListener("abort", () => resolve(), { once: true });
            });
            await Promise.race([Promise.allSettled(Array.from(works, (work) => work(stop))), late]);
          }
        };
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
          warn: (about, text) => host.annotate({ level: "warning", title: `Agent Deploy: ${about}`, message: text }),
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
      var from_error = __webpack_require__(59949);
      var state = __webpack_require__(36638);
      var load = __webpack_require__(11433);
      ;
      const loadRolling = () => Promise.all(
        /* import() */
        [__webpack_require__.e(4410), __webpack_require__.e(4841), __webpack_require__.e(1551), __webpack_require__.e(1307)]
      ).then(__webpack_require__.bind(__webpack_require__, 61307));
      async function runVerb(tools) {
        const { settings } = tools;
        switch (settings.verb) {
          case "deploy":
          case "plan":
            return (await loadRolling()).deploy({ ...tools, settings });
          case "preview":
            return (await loadRolling()).preview({ ...tools, settings });
          case "teardown":
            return (await Promise.all(
              /* import() */
              [__webpack_require__.e(4410), __webpack_require__.e(4841), __webpack_require__.e(1551), __webpack_require__.e(7422)]
            ).then(__webpack_require__.bind(__webpack_require__, 57422))).teardown({ ...tools, settings });
          case "sweep":
            return (await Promise.all(
              /* import() */
              [__webpack_require__.e(4410), __webpack_require__.e(4841), __webpack_require__.e(1551), __webpack_require__.e(2605)]
            ).then(__webpack_require__.bind(__webpack_require__, 82605))).sweep({ ...tools, settings });
          case "rollback":
            return (await loadRolling()).rollback({ ...tools, settings });
          case "wait":
            return (await loadRolling()).waitFor({ ...tools, settings });
          case "status":
            return (await loadRolling()).status({ ...tools, settings });
          case "verify":
            return (await (0, load.c)()).verify({ ...tools, settings });
        }
      }
      ;
      async function carryOut(run, { settings, display }) {
        const { host, record, clock: clock2, redactor } = run;
        run.hide.settings(settings);
        const log = createLog(host);
        const { baseUrl, variable } = settings.endpoint;
        if (variable !== void 0) {
          log.line(`The control plane is ${baseUrl}, by the environment variable ${variable}; the key is sent there. The inputs control-plane-url and region count before it.`);
        }
        let readDeadline;
        let connection;
        const leaving = createLeaving();
        const teller = createTeller({
          ...run,
          settings,
          annotations: display.annotations,
          signal: AbortSignal.any([run.signal, run.crash]),
          limits: run.githubLimits,
          now: () => clock2.now(),
          redact: (text) => redactor.redact(text),
          log: (line) => log.line(line),
          save: () => checkpoint(host, record),
          github: async () => connection?.github(),
          env: host.env
        });
        try {
          const verb = async () => {
            connection = await run.connect({
              settings,
              env: host.env,
              clock: clock2,
              redact: (text) => redactor.redact(text),
              log: (line) => log.line(line),
              readDeadline: () => readDeadline
            });
            return runVerb({
              ...run,
              settings,
              plane: hidingPlane(connection.plane, run.hide, (text) => redactor.redact(text)),
              log,
              github: async () => connection?.github(),
              setReadDeadline: (at) => {
                readDeadline = at;
              },
              knock: connection.knock,
              agentServer: connection.agentServer,
              env: host.env,
              atCancel: leaving.add,
              checkpoint: () => advance(run, teller)
            });
          };
          const cancelled2 = async () => {
            const [end2] = await Promise.all([endCancelled(connection?.plane, settings, record), leaving.end()]);
            return end2;
          };
          const end = await attempt(run, log, verb, cancelled2);
          await teller.ended(end);
          return end;
        } finally {
          await connection?.close();
        }
      }
      async function attempt({ host, record, signal, crash }, log, verb, cancelled2) {
        try {
          signal.throwIfAborted();
          const work = verb();
          return await Promise.race([work, rejectOnAbort(signal, work), rejectOnAbort(crash, work)]);
        } catch (error) {
          log.close();
          if (signal.aborted)
            return await cancelled2();
          const end = tellUnexpected(host, error, (0, from_error.S)(error));
          return error instanceof outcome.V ? end : withRemains(end, record);
        }
      }
      async function advance({ host, record }, teller) {
        teller.begun();
        await checkpoint(host, record);
      }
      async function checkpoint(host, record) {
        try {
          await (0, state.L)(host, record);
        } catch (error) {
          host.log(`The state could not be written: ${(0, words_of.Z)(error)}`);
        }
      }
      function withRemains(end, record) {
        const breaks = end.reason === "internal-error" && record.stage === "writing";
        if (!["waiting", "uploading"].includes(record.stage) && !breaks)
          return withoutSource(end, record);
        return { ...end, message: `${end.message} ${(0, cancelled.I)(record)}` };
      }
      function withoutSource(end, { stage, created, source, deployment }) {
        if (stage !== "writing" || !created || source?.path === void 0)
          return end;
        const then = `${deployment?.name ?? "The deployment"} was created and has no source yet. Run again: it goes on with this deployment.`;
        return { ...end, message: `${end.message} ${then}` };
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
    })
  ),
  /***/
  63263: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        main: () => (
          /* binding */
          main
        ),
        sandbox: () => (
          /* binding */
          sandbox
        ),
        sandboxPost: () => (
          /* binding */
          sandboxPost
        ),
        verify: () => (
          /* binding */
          verify
        )
      });
      var read = __webpack_require__(20451);
      var outputs = __webpack_require__(29192);
      ;
      const DEPLOY = { read: read.Ko, outputsOf: outputs.Yz, needsRef: true };
      var start = __webpack_require__(78920);
      ;
      const main = () => (0, start.n)(DEPLOY);
      const verify = async () => (0, start.n)((await __webpack_require__.e(
        /* import() */
        8657
      ).then(__webpack_require__.bind(__webpack_require__, 78657))).VERIFY);
      const sandbox = async () => (await Promise.all(
        /* import() */
        [__webpack_require__.e(4410), __webpack_require__.e(666), __webpack_require__.e(3732)]
      ).then(__webpack_require__.bind(__webpack_require__, 23732))).startSandbox();
      const sandboxPost = async () => (await Promise.all(
        /* import() */
        [__webpack_require__.e(4410), __webpack_require__.e(666), __webpack_require__.e(3732)]
      ).then(__webpack_require__.bind(__webpack_require__, 23732))).startSandboxPost();
    })
  ),
  /***/
  78920: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        n: () => (
          /* binding */
          start
        ),
        C: () => (
          /* binding */
          startPhase
        )
      });
      var external_node_process_ = __webpack_require__(1708);
      var clients_clock = __webpack_require__(75065);
      var conceal_environment = __webpack_require__(10034);
      var load_transport = __webpack_require__(85143);
      var memoize = __webpack_require__(57835);
      var github_open = __webpack_require__(77583);
      var errors = __webpack_require__(65292);
      ;
      const LIMIT_MS = 5e3;
      function createKnock(transport) {
        return async (url, signal) => {
          try {
            const call = { method: "GET", url: new URL(url), repeatable: false, tryTimeoutMs: LIMIT_MS };
            return (await transport.call({ ...call, signal })).status;
          } catch (error) {
            signal.throwIfAborted();
            if (!(error instanceof errors.hD))
              throw error;
            return error.status;
          }
        };
      }
      ;
      const connectHttp = async (options) => {
        const { settings, env, clock, redact: redact2, log, readDeadline } = options;
        const [{ createTransport }, { createControlPlane }] = await Promise.all([
          (0, load_transport.s)(),
          Promise.all(
            /* import() */
            [__webpack_require__.e(4410), __webpack_require__.e(8620)]
          ).then(__webpack_require__.bind(__webpack_require__, 58620))
        ]);
        const transport = createTransport({
          env,
          clock,
          redact: redact2,
          tryTimeoutMs: settings.requestTimeoutMs,
          observe: ({ method, path, outcome, retryInMs }) => {
            if (retryInMs === void 0)
              return;
            log(`${method} ${path}: ${outcome}; trying again in ${(retryInMs / 1e3).toFixed(1)}s`);
          }
        });
        const plane = createControlPlane({
          transport,
          baseUrl: settings.endpoint.baseUrl,
          dialect: settings.endpoint.dialect,
          apiKey: settings.apiKey,
          workspaceId: settings.workspaceId,
          readDeadline,
          now: () => clock.now()
        });
        return {
          plane,
          github: (0, memoize.T)(() => (0, github_open.openGitHub)({ token: settings.github.token, env, transport, redact: redact2 })),
          knock: createKnock(transport),
          agentServer: async (baseUrl) => {
            const { createAgentServer } = await Promise.all(
              /* import() */
              [__webpack_require__.e(4410), __webpack_require__.e(1364)]
            ).then(__webpack_require__.bind(__webpack_require__, 51364));
            const { apiKey, workspaceId, requestTimeoutMs } = settings;
            return createAgentServer({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
          },
          close: () => transport.close()
        };
      };
      var promises_ = __webpack_require__(51455);
      var external_node_path_ = __webpack_require__(76760);
      var external_node_url_ = __webpack_require__(73136);
      var git_repository = __webpack_require__(96311);
      var program = __webpack_require__(15390);
      ;
      const resolve_ref_LIMIT_MS = 15e3;
      const MEMORY_BYTES = 1024 * 1024 * 1024;
      const CONFIG_BYTES = 1024 * 1024;
      function createResolveRef(env) {
        return async (repoUrl, ref, signal) => {
          try {
            return await (0, program.z)(env, signal, (git) => lsRemote(git, repoUrl, ref, env));
          } catch (error) {
            signal.throwIfAborted();
            if (error instanceof Error)
              return void 0;
            throw error;
          }
        };
      }
      async function lsRemote(git, repoUrl, ref, env) {
        const full = ref.startsWith("refs/") ? ref : `refs/heads/${ref}`;
        const workspace = external_node_path_.resolve(env["GITHUB_WORKSPACE"] || ".");
        const remote = readRemote(repoUrl, workspace, env["GITHUB_SERVER_URL"]);
        if (remote === void 0)
          return void 0;
        const ask = async (address, more) => git.run(["-c", "http.lowSpeedTime=10", "ls-remote", "--quiet", "--", address, full, `${full}^{}`], {
          cwd: git.empty,
          gitDir: git.empty,
          limitMs: resolve_ref_LIMIT_MS,
          limits: { memoryBytes: MEMORY_BYTES },
          ...more
        });
        let end;
        if (remote.kind === "folder") {
          const repository = await (0, git_repository.h_)(remote.folder);
          if (repository === void 0)
            return void 0;
          end = await ask((await git.facade(repository)).gitDir, { transports: ["file"] });
        } else {
          const header = await authorization(git, remote.url, workspace, env);
          remote.url.username = "";
          remote.url.password = "";
          end = await ask(remote.url.href, {
            transports: ["https", "http"],
            env: header === void 0 ? {} : headerVariables(remote.url, header)
          });
        }
        return end.kind === "ended" && end.code === 0 ? readCommit(end.stdout.toString(), full) : void 0;
      }
      function readRemote(repoUrl, workspace, serverUrl) {
        const url = URL.parse(repoUrl);
        const drive = url !== null && /^[a-z]:$/.test(url.protocol);
        const scp = /^(?:[\w.-]+@)?([\w.-]{2,}):(?!\/\/)(.+)$/.exec(repoUrl);
        if (url !== null && !drive && scp === null) {
          switch (url.protocol) {
            case "http:":
            case "https:":
              return { kind: "server", url };
            case "file:":
              return { kind: "folder", folder: (0, external_node_url_.fileURLToPath)(url) };
            case "ssh:":
              return overHttps(url.hostname, url.pathname, serverUrl);
            default:
              return void 0;
          }
        }
        if (scp !== null && !drive)
          return overHttps(scp[1] ?? "", scp[2] ?? "", serverUrl);
        return { kind: "folder", folder: external_node_path_.resolve(workspace, repoUrl) };
      }
      function overHttps(host, name, serverUrl) {
        const server = URL.parse(serverUrl ?? "");
        if (server === null || server.hostname !== host.toLowerCase())
          return void 0;
        return { kind: "server", url: new URL(`${server.origin}/${name.replace(/^\/+/, "")}`) };
      }
      async function authorization(git, url, workspace, env) {
        if (url.username !== "" || url.password !== "") {
          const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
          return `Authorization: Basic ${Buffer.from(credentials).toString("base64")}`;
        }
        const folder = await (0, promises_.realpath)(workspace);
        const checkout = await (0, git_repository.I8)(folder, folder);
        if (checkout === void 0)
          return void 0;
        for (const file of [configOf(checkout), ...await credentialFiles(git, checkout, env)]) {
          const [header] = await readConfig(git, file, ["--get-urlmatch", "http.extraheader", url.href]);
          if (header !== void 0 && /^authorization: (basic|bearer) [\x21-\x7e]+$/i.test(header))
            return header;
        }
        return void 0;
      }
      function headerVariables({ origin }, header) {
        return {
          GIT_CONFIG_COUNT: "1",
          GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
          GIT_CONFIG_VALUE_0: header
        };
      }
      const configOf = ({ commonDir }) => external_node_path_.join(commonDir, "config");
      async function credentialFiles(git, checkout, env) {
        const temporary = await (0, promises_.realpath)(env["RUNNER_TEMP"] || "").catch(() => void 0);
        if (temporary === void 0 || !env["RUNNER_TEMP"])
          return [];
        const included = await readConfig(git, configOf(checkout), [
          "--get-regexp",
          "^include(if\\.gitdir:.*)?\\.path$"
        ]);
        const files = await Promise.all(included.map((entry) => (0, promises_.realpath)(entry.slice(entry.indexOf("\n") + 1)).catch(() => "")));
        return [...new Set(files.filter((file) => file.startsWith(temporary + external_node_path_.sep)))];
      }
      async function readConfig(git, file, query) {
        if (await (0, git_repository.L_)(file, CONFIG_BYTES) === void 0)
          return [];
        return (await git.readConfig(file, query))?.split("\0").slice(0, -1) ?? [];
      }
      function readCommit(stdout, fullRef) {
        const rows = stdout.split(/\r?\n/).map((line) => line.split("	"));
        const find = (name) => rows.find(([, rowRef]) => rowRef === name)?.[0];
        const commit = find(`${fullRef}^{}`) ?? find(fullRef);
        return commit !== void 0 && /^[0-9a-f]{40,64}$/.test(commit) ? commit : void 0;
      }
      var runner_host = __webpack_require__(58980);
      var redact = __webpack_require__(40407);
      var carry_out = __webpack_require__(42318);
      var gate = __webpack_require__(83012);
      var hiding = __webpack_require__(11869);
      var read_run_event = __webpack_require__(62264);
      var redacting_host = __webpack_require__(27128);
      var problem = __webpack_require__(49262);
      var read = __webpack_require__(20451);
      var raw = __webpack_require__(69159);
      var exit_code = __webpack_require__(28258);
      var from_error = __webpack_require__(59949);
      var wrong_inputs = __webpack_require__(8311);
      var state = __webpack_require__(36638);
      var result = __webpack_require__(63676);
      ;
      const MAX_LINES = 10;
      const MAX_CHARACTERS = 4e3;
      function annotationOf(outcome, severity, record, help) {
        if (severity === "fine")
          return void 0;
        const checks = record.verification ? (0, result.w7)(record.verification).slice(0, MAX_LINES) : [];
        const tail = record.logTail?.lines.slice(-MAX_LINES) ?? checks;
        const text = [outcome.message, ...tail.length > 0 ? ["", ...tail] : []].join("\n");
        return {
          level: severity,
          title: `Agent Deploy: ${outcome.kind} (${outcome.reason})`,
          message: `${text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\u2026` : text}

What to do: ${help}`
        };
      }
      var links = __webpack_require__(19687);
      var outputs = __webpack_require__(29192);
      var told = __webpack_require__(16581);
      var words_of = __webpack_require__(35078);
      ;
      async function report(host, outcome, record, context) {
        const { policy, display, now, redact: redact2 } = context;
        const severity = (0, exit_code.xJ)(outcome.kind, policy);
        await attempt(host, "outputs", () => setOutputs(host, (context.outputsOf ?? outputs.Yz)(outcome, record, now)));
        const shown = (0, told.E)(outcome, record, redact2);
        const help = (0, links.r)(host.env, outcome.reason);
        const annotation = display.annotations ? annotationOf(shown.outcome, severity, shown.record, help) : void 0;
        if (annotation !== void 0)
          host.annotate(annotation);
        else
          for (const line of outcome.message.split("\n"))
            host.log(line);
        host.log(`Outcome: ${outcome.kind} (${outcome.reason})`);
        if (severity !== "fine")
          host.log(`What to do: ${help}`);
        if (record.deployment?.url !== void 0)
          host.log(`Agent: ${record.deployment.url}`);
        if (display.summary) {
          await attempt(host, "job summary", async () => {
            const { summaryOf } = await __webpack_require__.e(
              /* import() */
              63
            ).then(__webpack_require__.bind(__webpack_require__, 50063));
            const pullUrl = (0, links.Z)(host.env, record.pullRequest);
            const serverUrl = host.env["GITHUB_SERVER_URL"];
            const context2 = { now, help, pullUrl, serverUrl };
            await host.addSummary(summaryOf(shown.outcome, severity, shown.record, context2));
          });
        }
        record.stage = "reported";
        await attempt(host, "state", () => (0, state.L)(host, record));
        return (0, exit_code.FO)(outcome.kind, policy);
      }
      async function setOutputs(host, outputs2) {
        const errors2 = [];
        for (const [name, value] of Object.entries(outputs2)) {
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
          host.log(`The ${what} could not be written: ${(0, words_of.Z)(error)}`);
        }
      }
      var run_record = __webpack_require__(758);
      ;
      async function runMain(world) {
        const redactor = (0, redact.l)();
        const host = (0, redacting_host.y)(world.host, redactor);
        const hide = (0, hiding.O)(host, redactor);
        const early = [];
        const event = (0, read_run_event.E)({ ...host, log: (line) => early.push(line) });
        hide.inputs(host.env, event);
        for (const line of early)
          host.log(line);
        const run = { ...world, host, redactor, hide, event, record: (0, run_record.e)(world.clock.now()) };
        try {
          return await pursue(run);
        } catch (error) {
          const end = (0, carry_out.Z)(host, error, (0, from_error.S)(error));
          return finish(run, end, { policy: exit_code.zj, display: (0, read.xS)(host.env) });
        }
      }
      async function pursue(run) {
        const { host, event } = run;
        const { ref, "api-key": apiKey } = (0, raw.h)(host.env);
        const given = {
          ref: ref !== void 0 || !run.program.needsRef,
          apiKey: apiKey !== void 0,
          actor: host.env["GITHUB_ACTOR"]
        };
        const skipped = (0, gate.G)(event, given);
        if (skipped !== void 0) {
          return finish(run, skipped, { policy: exit_code.zj, display: (0, read.xS)(host.env) });
        }
        const reading = await withCases(await run.program.read(host.env, event), host);
        for (const warning of [...reading.warnings, ...run.hide.warnings()]) {
          host.annotate({ level: "warning", title: "Agent Deploy: input", message: (0, problem.BJ)(warning) });
        }
        const end = reading.ok ? await (0, carry_out.u)(run, reading) : (0, wrong_inputs.h)(reading.problems);
        return finish(run, end, reading);
      }
      async function withCases(reading, host) {
        if (!reading.ok || !("verification" in reading.settings))
          return reading;
        const { verification } = reading.settings;
        if (verification?.cases.kind !== "file")
          return reading;
        const { readCaseFile } = await __webpack_require__.e(
          /* import() */
          6104
        ).then(__webpack_require__.bind(__webpack_require__, 16104));
        return readCaseFile(reading, verification, host.env["GITHUB_WORKSPACE"]);
      }
      async function finish({ host, record, clock, redactor, program: program2 }, end, context) {
        const { policy, display } = context;
        const redact2 = (text) => redactor.redact(text);
        return report(host, end, record, {
          policy,
          display,
          now: clock.now(),
          redact: redact2,
          outputsOf: (...args) => program2.outputsOf(...args)
        });
      }
      ;
      const CLOCK = /* @__PURE__ */ Symbol.for("agent-deploy.clock");
      const LAST_WORDS_MS = 5e3;
      async function start(program2) {
        await startPhase((given) => runMain({
          ...given,
          program: program2,
          host: (0, runner_host.d)(external_node_process_.env),
          connect: connectHttp,
          resolveRef: createResolveRef(external_node_process_.env),
          packSource: async (...args) => (await Promise.all(
            /* import() */
            [__webpack_require__.e(4907), __webpack_require__.e(8020)]
          ).then(__webpack_require__.bind(__webpack_require__, 18020))).createPackSource(external_node_process_.env)(...args)
        }));
      }
      async function startPhase(run) {
        (0, conceal_environment.D)();
        const cancel = new AbortController();
        for (const signal of ["SIGINT", "SIGTERM"]) {
          external_node_process_.on(signal, () => cancel.abort(new Error(`received ${signal}`)));
        }
        const crash = watchForCrash();
        const clock = preloadedClock() ?? clients_clock.d;
        let code = 1;
        try {
          code = await run({ clock, signal: cancel.signal, crash });
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
  83012: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        G: () => (
          /* binding */
          gate
        )
        /* harmony export */
      });
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76796);
      function gate(event, given) {
        if (event.fork === "unknown") {
          return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.b)("skipped", "fork", `The event ${event.name || "(none)"} does not say whether its head is in a fork: its payload (GITHUB_EVENT_PATH) is missing or broken, or is about another repository than ${event.repository || "the one that runs this workflow"}. Forks must not deploy, so nothing is done. Run the workflow on GitHub's own event, or hand the payload on whole.`);
        }
        if (event.fork) {
          return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.b)("skipped", "fork", "The head of this event is in a fork, whose runs get no secrets and must not deploy. A maintainer can deploy the change from a branch of this repository.");
        }
        if (given.actor === "dependabot[bot]" && !given.apiKey) {
          return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.b)("skipped", "dependabot", "This run is by Dependabot, which gets none of the repository's secrets: there is no key to deploy with.");
        }
        if (event.deleted && !given.ref) {
          return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.b)("skipped", "ref-deleted", `The push deleted ${event.ref ?? "its ref"}: nothing to deploy.`);
        }
        return void 0;
      }
    })
  ),
  /***/
  15390: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        z: () => (
          /* binding */
          withGit
        )
      });
      var external_node_child_process_ = __webpack_require__(31421);
      var external_node_fs_ = __webpack_require__(73024);
      var promises_ = __webpack_require__(51455);
      var external_node_os_ = __webpack_require__(48161);
      var external_node_path_ = __webpack_require__(76760);
      var git_repository = __webpack_require__(96311);
      ;
      const NETWORK_VARIABLES = /* @__PURE__ */ new Set([
        // Proxies: what most programs read, then those of Node, npm and Yarn.
        "ALL_PROXY",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "NO_PROXY",
        "NODE_USE_ENV_PROXY",
        "NPM_CONFIG_HTTPS_PROXY",
        "NPM_CONFIG_NOPROXY",
        "NPM_CONFIG_PROXY",
        "YARN_HTTP_PROXY",
        "YARN_HTTPS_PROXY",
        // Certificates: OpenSSL, Node, curl, git, npm, Yarn, pip, requests, uv, cargo, the AWS tools.
        "AWS_CA_BUNDLE",
        "CARGO_HTTP_CAINFO",
        "CURL_CA_BUNDLE",
        "GIT_SSL_CAINFO",
        "GIT_SSL_CAPATH",
        "NODE_EXTRA_CA_CERTS",
        "NODE_USE_SYSTEM_CA",
        "NPM_CONFIG_CAFILE",
        "PIP_CERT",
        "REQUESTS_CA_BUNDLE",
        "SSL_CERT_DIR",
        "SSL_CERT_FILE",
        "UV_NATIVE_TLS",
        "UV_SYSTEM_CERTS",
        "YARN_HTTPS_CA_FILE_PATH"
      ]);
      function networkEnvironment(env) {
        return Object.fromEntries(Object.entries(env).filter((entry) => entry[1] !== void 0 && NETWORK_VARIABLES.has(entry[0].toUpperCase())));
      }
      ;
      const MACHINE = ["PATH", "HOME", "TMPDIR", "TZ", "RUNNER_TRACKING_ID"];
      const WINDOWS = [
        "PATH",
        "PATHEXT",
        "SYSTEMROOT",
        "SYSTEMDRIVE",
        "WINDIR",
        "COMSPEC",
        "TEMP",
        "TMP",
        "USERPROFILE",
        "HOMEDRIVE",
        "HOMEPATH",
        "PROGRAMDATA",
        "RUNNER_TRACKING_ID"
      ];
      function machineEnvironment(env, platform) {
        const windows = platform === "win32";
        const machine = new Set(windows ? WINDOWS : MACHINE);
        const seen = {};
        for (const [name, value] of Object.entries(env)) {
          if (value !== void 0 && machine.has(windows ? name.toUpperCase() : name))
            seen[name] = value;
        }
        return { ...seen, ...networkEnvironment(env) };
      }
      function gitVariables(configFile, transports) {
        return {
          LC_ALL: "C",
          GIT_CONFIG_NOSYSTEM: "1",
          GIT_CONFIG_GLOBAL: configFile,
          GIT_ATTR_NOSYSTEM: "1",
          GIT_ALLOW_PROTOCOL: transports.length === 0 ? "none" : transports.join(":"),
          GIT_PROTOCOL_FROM_USER: "0",
          // A blob that is missing is missing: no fetch of it, by whatever program a remote names.
          GIT_NO_LAZY_FETCH: "1",
          GIT_NO_REPLACE_OBJECTS: "1",
          GIT_OPTIONAL_LOCKS: "0",
          GIT_LFS_SKIP_SMUDGE: "1",
          GIT_TERMINAL_PROMPT: "0",
          GIT_ASKPASS: "",
          SSH_ASKPASS: "",
          GIT_SSH_COMMAND: "false",
          GIT_EDITOR: "false",
          GIT_PAGER: "cat",
          GIT_TRACE2: "0",
          GIT_TRACE2_EVENT: "0",
          GIT_TRACE2_PERF: "0"
        };
      }
      function gitSettings(platform) {
        const nowhere = platform === "win32" ? "NUL" : "/dev/null";
        return `[core]
	hooksPath = ${nowhere}
	fsmonitor = false
	untrackedCache = false
	excludesFile =
	attributesFile =
	askPass =
	sshCommand = false
	editor = false
	pager = cat
	autocrlf = false
	longpaths = true
	packedGitWindowSize = 64m
	packedGitLimit = 512m
[credential]
	helper =
	interactive = false
[diff]
	external =
[init]
	templateDir =
[gc]
	auto = 0
[maintenance]
	auto = false
[submodule]
	recurse = false
[fetch]
	recurseSubmodules = false
	writeCommitGraph = false
[transfer]
	bundleURI = false
[safe]
	bareRepository = explicit
[uploadpack]
	allowAnySHA1InWant = true
[http]
	lowSpeedLimit = 1000
	lowSpeedTime = 60
${platform === "win32" ? "	sslBackend = schannel\n" : ""}`;
      }
      function limited(program, args, { memoryBytes, fileBytes }, platform) {
        if (platform === "win32" || memoryBytes === void 0 && fileBytes === void 0) {
          return { command: program, args: [...args] };
        }
        const set = [
          memoryBytes === void 0 ? "" : `ulimit -v ${Math.ceil(memoryBytes / 1024)} 2>/dev/null;`,
          fileBytes === void 0 ? "" : `ulimit -f ${Math.ceil(fileBytes / 512)} 2>/dev/null;`
        ];
        return { command: "/bin/sh", args: ["-c", `${set.join(" ")} exec "$0" "$@"`, program, ...args] };
      }
      ;
      const OUTPUT_BYTES = 512 * 1024 * 1024;
      async function withGit(env, signal, work) {
        signal.throwIfAborted();
        const program = await findGit(env);
        if (program === void 0)
          return void 0;
        const folder = await (0, promises_.mkdtemp)(external_node_path_.join(await temporaryFolder(env), "agent-deploy-git-"));
        try {
          const settings = external_node_path_.join(folder, "settings");
          const empty = external_node_path_.join(folder, "empty.git");
          await (0, promises_.writeFile)(settings, gitSettings(process.platform));
          await (0, git_repository.s$)(empty, process.platform);
          let facades = 0;
          return await work({
            empty,
            facade: (repository) => (0, git_repository.D7)(repository, external_node_path_.join(folder, `${facades += 1}.git`), process.platform),
            run: (args, call) => runGit(program.file, args, { ...call, env: variables(env, program, settings, call) }, signal),
            readConfig: async (file, query) => {
              const { getExecOutput } = await __webpack_require__.e(
                /* import() */
                3032
              ).then(__webpack_require__.bind(__webpack_require__, 13032));
              const { exitCode, stdout } = await getExecOutput(program.file, ["config", "--file", file, "--no-includes", "-z", ...query], {
                cwd: empty,
                env: variables(env, program, settings, { gitDir: empty }),
                silent: true,
                ignoreReturnCode: true
              });
              return exitCode === 0 ? stdout : void 0;
            }
          });
        } finally {
          await (0, promises_.rm)(folder, { recursive: true, force: true, maxRetries: 3 });
        }
      }
      async function temporaryFolder(env) {
        const given = env["RUNNER_TEMP"];
        const own = given ? await (0, promises_.realpath)(given).catch(() => void 0) : void 0;
        return own ?? (0, promises_.realpath)((0, external_node_os_.tmpdir)());
      }
      function variables(env, { path: search }, settings, call) {
        const machine = machineEnvironment(env, process.platform);
        return {
          ...Object.fromEntries(Object.entries(machine).filter(([name]) => name.toUpperCase() !== "PATH")),
          PATH: search,
          ...gitVariables(settings, call.transports ?? []),
          GIT_DIR: call.gitDir,
          ...call.env
        };
      }
      function runGit(program, args, { cwd, env, limitMs, limits = {} }, signal) {
        signal.throwIfAborted();
        const line = limited(program, args, limits, process.platform);
        const windows = process.platform === "win32";
        const child = (0, external_node_child_process_.spawn)(line.command, line.args, {
          cwd,
          env,
          stdio: ["ignore", "pipe", "ignore"],
          windowsHide: true,
          // A group of its own: what git started for the network ends with it.
          detached: !windows
        });
        const { promise, resolve, reject } = Promise.withResolvers();
        const kill = () => {
          try {
            if (windows || child.pid === void 0)
              child.kill("SIGKILL");
            else
              process.kill(-child.pid, "SIGKILL");
          } catch {
          }
          child.stdout.destroy();
        };
        const stop = (kind) => {
          kill();
          resolve({ kind });
        };
        const timer = setTimeout(() => stop("too-long"), limitMs);
        const abort = () => {
          kill();
          reject(signal.reason);
        };
        signal.addEventListener("abort", abort, { once: true });
        const chunks = [];
        let bytes = 0;
        child.stdout.on("data", (chunk) => {
          bytes += chunk.length;
          if (bytes > OUTPUT_BYTES)
            stop("too-much");
          else
            chunks.push(chunk);
        });
        child.on("error", reject);
        child.on("close", (code) => resolve({ kind: "ended", code: code ?? 1, stdout: Buffer.concat(chunks) }));
        return promise.finally(() => {
          clearTimeout(timer);
          signal.removeEventListener("abort", abort);
        });
      }
      async function findGit(env) {
        const windows = process.platform === "win32";
        const [, search = ""] = Object.entries(env).find(([name]) => (windows ? name.toUpperCase() : name) === "PATH") ?? [];
        const workspace = await (0, promises_.realpath)(env["GITHUB_WORKSPACE"] || process.cwd()).catch(() => void 0);
        const trusted = [];
        let file;
        for (const folder of search.split(external_node_path_.delimiter)) {
          if (!external_node_path_.isAbsolute(folder) || await leadsInto(folder, workspace))
            continue;
          trusted.push(folder);
          const candidate = external_node_path_.join(folder, windows ? "git.exe" : "git");
          if (file !== void 0 || !await isProgram(candidate) || await leadsInto(candidate, workspace))
            continue;
          file = candidate;
        }
        return file === void 0 ? void 0 : { file, path: trusted.join(external_node_path_.delimiter) };
      }
      async function leadsInto(file, folder) {
        if (folder === void 0)
          return false;
        const real = await (0, promises_.realpath)(file).catch(() => void 0);
        if (real === void 0)
          return false;
        const relative = external_node_path_.relative(folder, real);
        return relative !== ".." && !relative.startsWith(`..${external_node_path_.sep}`) && !external_node_path_.isAbsolute(relative);
      }
      async function isProgram(file) {
        try {
          await (0, promises_.access)(file, external_node_fs_.constants.X_OK);
          return (await (0, promises_.stat)(file)).isFile();
        } catch {
          return false;
        }
      }
    })
  ),
  /***/
  54007: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        b: () => (
          /* binding */
          LIMITS
        )
        /* harmony export */
      });
      const LIMITS = {
        endMs: 2e4,
        cancelMs: 3e3,
        tryMs: 6e3,
        pausesMs: [300, 1e3],
        patienceMs: 3e3
      };
    })
  ),
  /***/
  77583: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        openGitHub: () => (
          /* binding */
          openGitHub
        )
        /* harmony export */
      });
      async function openGitHub(options) {
        const { token, env, transport, redact } = options;
        const [owner, repo, ...rest] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
        if (token === void 0 || !owner || !repo || rest.length > 0)
          return void 0;
        const { createGitHub } = await __webpack_require__.e(
          /* import() */
          1607
        ).then(__webpack_require__.bind(__webpack_require__, 51607));
        const apiUrl = env["GITHUB_API_URL"] || "https://api.github.com";
        const octokit = await createGitHub({ token, apiUrl, transport });
        return { octokit, owner, repo, repositoryId: readId(env["GITHUB_REPOSITORY_ID"]), redact };
      }
      function readId(text) {
        const id2 = Number(text);
        return text && Number.isSafeInteger(id2) && id2 > 0 ? id2 : void 0;
      }
    })
  ),
  /***/
  45924: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        L4: () => (
          /* binding */
          stateOf
        ),
        /* harmony export */
        gA: () => (
          /* binding */
          refsOf
        ),
        /* harmony export */
        p7: () => (
          /* binding */
          environmentOf
        ),
        /* harmony export */
        qJ: () => (
          /* binding */
          isRollingOut
        ),
        /* harmony export */
        vm: () => (
          /* binding */
          commentOf
        ),
        /* harmony export */
        wB: () => (
          /* binding */
          commentAtEnd
        )
        /* harmony export */
      });
      const ERRORS = [
        "unauthorized",
        "forbidden",
        "rate-limited",
        "service-error",
        "unreachable",
        "lost-answer",
        "internal-error",
        "verification-impossible"
      ];
      function stateOf({ kind, reason }) {
        switch (kind) {
          case "deployed":
          // It was begun, and then somebody else had done the same.
          case "unchanged":
          case "observed":
          case "verified":
            return "success";
          case "submitted":
            return "in_progress";
          case "failed":
            return ERRORS.includes(reason) ? "error" : "failure";
          // What was active before goes on serving, and stays the active deployment on GitHub.
          case "rolled-back":
            return "failure";
          case "timed-out":
            return "error";
          case "superseded":
          case "cancelled":
          case "torn-down":
          case "planned":
          case "skipped":
          // A sandbox is shown nowhere on GitHub.
          case "provided":
            return "inactive";
        }
      }
      function environmentOf(settings, record) {
        if (!settings.github.deployment || settings.dryRun)
          return void 0;
        const agent = agentOf(settings, record);
        if (agent === void 0)
          return void 0;
        switch (settings.verb) {
          // Always by its own name: an `environment` that is meant for production must not show a preview.
          case "preview":
            return { environment: agent, transient: true, agent };
          case "deploy":
          case "rollback":
          case "wait":
            return { environment: settings.github.environment ?? agent, transient: false, agent };
          default:
            return void 0;
        }
      }
      function commentOf(settings, event, record) {
        if (!settings.github.comment || settings.dryRun)
          return void 0;
        if (settings.verb === "sweep" || settings.verb === "status")
          return void 0;
        const pullRequest = record.pullRequest ?? event.pullRequest?.number;
        const key = settings.github.commentKey ?? agentOf(settings, record) ?? record.retired[0];
        return pullRequest === void 0 || key === void 0 ? void 0 : { pullRequest, key };
      }
      function isRollingOut({ verb, dryRun }, { stage, plan }) {
        if (dryRun || !["deploy", "preview", "rollback", "wait"].includes(verb))
          return false;
        return stage === "waiting" || ["uploading", "writing"].includes(stage) && plan !== void 0;
      }
      function commentAtEnd(verb, { kind, reason }, begun) {
        switch (kind) {
          case "planned":
          case "observed":
          case "skipped":
            return "leave";
          case "unchanged":
            return reason === "paths-untouched" ? "leave" : "update";
          case "torn-down":
            return "update";
          case "cancelled":
            return begun ? "write" : "leave";
          default:
            return verb === "teardown" ? "update" : "write";
        }
      }
      function agentOf(settings, record) {
        const known = record.deployment?.name ?? record.name;
        if (known !== void 0)
          return known;
        if (!("target" in settings))
          return void 0;
        return settings.target.by === "name" ? settings.target.name : void 0;
      }
      function refsOf(settings, event, record, sha) {
        const commit = record.commit ?? record.revision?.commit;
        const refs = [isOfThisRepository(settings, event) ? commit : void 0, event.commit, sha];
        return [...new Set(refs.filter((ref) => ref !== void 0))];
      }
      function isOfThisRepository(settings, event) {
        if (!("wanted" in settings) || settings.wanted.repoUrl === void 0)
          return true;
        const path = URL.parse(settings.wanted.repoUrl)?.pathname.replace(/\.git$|\/+$/g, "");
        return path?.toLowerCase().endsWith(`/${event.repository.toLowerCase()}`) ?? false;
      }
    })
  ),
  /***/
  62264: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        E: () => (
          /* binding */
          readRunEvent
        )
      });
      ;
      const ABOUT_A_HEAD = [
        "pull_request",
        "pull_request_target",
        "pull_request_review",
        "pull_request_review_comment",
        "workflow_run"
      ];
      function readEvent(env, eventFile) {
        const payload = parseObject(eventFile);
        const base = {
          name: env["GITHUB_EVENT_NAME"] ?? "",
          repository: env["GITHUB_REPOSITORY"] || (event_text(object(payload, "repository"), "full_name") ?? ""),
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
          return ofPullRequest(pull, repository);
        const run = object(payload, "workflow_run");
        if (name === "workflow_run" && run)
          return ofWorkflowRun(run, repository);
        if (isHeadMissing(name, payload, env))
          return { ref: void 0, commit: void 0, fork: "unknown" };
        if (name === "push")
          return ofPush(payload, env);
        const said = name === "workflow_dispatch" ? event_text(payload, "ref") : void 0;
        return { ref: bareRef(said ?? env["GITHUB_REF"]), commit: commitOf(env["GITHUB_SHA"]) };
      }
      function isHeadMissing(name, payload, env) {
        if (ABOUT_A_HEAD.includes(name))
          return true;
        if (name === "issue_comment")
          return object(payload, "issue") === void 0;
        return (env["GITHUB_REF"] ?? "").startsWith("refs/pull/") || Boolean(env["GITHUB_HEAD_REF"]);
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
      function ofPullRequest(pull, repository) {
        const head = object(pull, "head");
        const headRepository = event_text(object(head, "repo"), "full_name");
        const baseRepository = event_text(object(object(pull, "base"), "repo"), "full_name");
        const commit = commitOf(event_text(head, "sha"));
        return {
          ref: branch(event_text(head, "ref")),
          commit,
          ...headRepository === void 0 ? {} : { repository: headRepository },
          // The head repository is null when a fork was deleted.
          fork: head?.["repo"] === null || isFork({ headRepository, baseRepository, commit, repository })
        };
      }
      function ofWorkflowRun(run, repository) {
        const headRepository = event_text(object(run, "head_repository"), "full_name");
        const commit = commitOf(event_text(run, "head_sha"));
        return {
          ref: branch(event_text(run, "head_branch")),
          commit,
          fork: isFork({ headRepository, baseRepository: repository, commit, repository })
        };
      }
      function isFork({ headRepository, baseRepository, commit, repository }) {
        if (headRepository === void 0 || baseRepository === void 0 || commit === void 0)
          return "unknown";
        if (headRepository !== baseRepository)
          return true;
        return repository === "" || baseRepository.toLowerCase() === repository.toLowerCase() ? false : "unknown";
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
      var words_of = __webpack_require__(35078);
      ;
      function readRunEvent(host) {
        const path = host.env["GITHUB_EVENT_PATH"];
        let file;
        try {
          file = path ? host.readFile(path) : void 0;
        } catch (error) {
          host.log(`The event file could not be read: ${(0, words_of.Z)(error)}`);
        }
        return readEvent(host.env, file);
      }
    })
  ),
  /***/
  81398: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Y: () => (
          /* binding */
          createCollector
        )
        /* harmony export */
      });
      var _raw_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(69159);
      var _registry_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(19686);
      function createCollector(raw, registry = _registry_js__WEBPACK_IMPORTED_MODULE_1__.mc) {
        const problems = [];
        return {
          problems,
          take: (input, parse) => {
            const text = (0, _raw_js__WEBPACK_IMPORTED_MODULE_0__.b)(raw, input, registry);
            if (text === void 0)
              return void 0;
            const parsed = parse(text);
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
    })
  ),
  /***/
  22840: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        y8: () => (
          /* binding */
          takeAccess
        ),
        Bh: () => (
          /* binding */
          takeCommon
        ),
        Oi: () => (
          /* binding */
          takePolicy
        )
      });
      var exit_code = __webpack_require__(28258);
      var hosts = __webpack_require__(50516);
      var endpoint = __webpack_require__(67864);
      var problem = __webpack_require__(49262);
      var scalars = __webpack_require__(97004);
      ;
      function takeEndpoint(collector, raw, env) {
        const allowInsecureHost = collector.take("allow-insecure-host", scalars.yG) ?? false;
        const dialect = collector.take("api-dialect", (text) => (0, scalars.kB)(text, ["auto", "generic", "langsmith"]));
        const ofUrl = collector.take("control-plane-url", (text) => (0, endpoint.Q2)(text, allowInsecureHost));
        const ofRegion = collector.take("region", endpoint.cf);
        if (raw["control-plane-url"] !== void 0 && raw.region !== void 0) {
          collector.complain("region", "control-plane-url is given too", "Give one of them.");
          return void 0;
        }
        const given = (raw["control-plane-url"] ?? raw.region) !== void 0;
        const found = given ? void 0 : takeVariable(collector, env, allowInsecureHost);
        const parsed = given ? ofUrl ?? ofRegion : found === void 0 ? defaultBaseUrl() : found.baseUrl;
        if (parsed === void 0 || dialect === void 0)
          return void 0;
        const variable = found && { variable: found.variable };
        return { baseUrl: parsed, dialect: (0, endpoint.Iw)(dialect, parsed), allowInsecureHost, ...variable };
      }
      const VARIABLES = [
        ["LANGGRAPH_HOST_URL", endpoint.Q2],
        ["LANGSMITH_ENDPOINT", parseTracingUrl]
      ];
      function takeVariable(collector, env, allowInsecureHost) {
        for (const [variable, parse] of VARIABLES) {
          const text = env[variable]?.trim();
          if (!text)
            continue;
          const parsed = parse(text, allowInsecureHost);
          if (parsed.ok)
            return { variable, baseUrl: parsed.value };
          for (const { problem: problem2, cure } of parsed.problems) {
            const help = `${cure} Or give \`control-plane-url\` or \`region\`, which count before the environment.`;
            collector.complain(variable, `in the environment, ${problem2}`, help);
          }
          return { variable, baseUrl: void 0 };
        }
        return void 0;
      }
      function parseTracingUrl(text, allowInsecureHost) {
        if (URL.parse(text) === null)
          return (0, endpoint.Q2)(text, allowInsecureHost);
        const found = (0, hosts.NQ)(text);
        if (found !== void 0)
          return (0, endpoint.Q2)(found, allowInsecureHost);
        return (0, problem.MB)("the URL is one of the hosted service for which no control plane is known", "It looks like https://api.smith.langchain.com, with the region before it.");
      }
      function defaultBaseUrl() {
        const us = (0, endpoint.cf)("us");
        if (!us.ok)
          throw new Error("the region us is missing from the contract");
        return us.value;
      }
      var environment = __webpack_require__(28768);
      var inputs_texts = __webpack_require__(5965);
      ;
      function takePolicy(collector) {
        return {
          onTimeout: collector.take("on-timeout", (text) => (0, scalars.kB)(text, ["fail", "warn", "interrupt"])) ?? exit_code.zj.onTimeout,
          onSuperseded: collector.take("on-superseded", (text) => (0, scalars.kB)(text, ["fail", "warn", "ignore"])) ?? exit_code.zj.onSuperseded
        };
      }
      function takeCommon(collector, raw, env, policy) {
        const access = takeAccess(collector, raw, env);
        const run = takeRun(collector);
        const github = takeGitHub(collector);
        if (!access || !run || !github)
          return void 0;
        const rerun = isRerun(env);
        return { ...access, policy, github, ...run, rerun, force: run.force && !rerun };
      }
      function takeAccess(collector, raw, env) {
        const apiKey = collector.take("api-key", inputs_texts.Xu);
        if (raw["api-key"] === void 0) {
          collector.complain("api-key", "it is missing, and LANGSMITH_API_KEY is not set", "Pass it from a secret, such as ${{ secrets.LANGSMITH_API_KEY }}; forks and Dependabot runs get no secrets.");
        }
        (0, environment.U)(collector, env);
        const workspaceId = collector.take("workspace-id", scalars.Xw);
        const endpoint2 = takeEndpoint(collector, raw, env);
        return apiKey && endpoint2 ? { apiKey, workspaceId, endpoint: endpoint2 } : void 0;
      }
      function isRerun(env) {
        return Number(env["GITHUB_RUN_ATTEMPT"]) > 1;
      }
      function takeRun(collector) {
        const duration = (input, min, max) => collector.take(input, (text) => (0, scalars.E9)(text, { min, max }));
        const run = {
          wait: collector.take("wait", scalars.yG),
          waitTimeoutMs: duration("wait-timeout", "1s", "1d"),
          pollIntervalMs: duration("poll-interval", "1s", "1h"),
          requestTimeoutMs: duration("request-timeout", "1s", "10m"),
          onCancel: collector.take("on-cancel", (text) => (0, scalars.kB)(text, ["leave", "interrupt"])),
          force: collector.take("force", scalars.yG),
          dryRun: collector.take("dry-run", scalars.yG),
          logLines: collector.take("log-lines", (text) => (0, scalars.zq)(text, { min: 0, max: 1e3 }))
        };
        return isComplete(run) ? run : void 0;
      }
      function takeGitHub(collector) {
        const always = {
          deployment: collector.take("github-deployment", scalars.yG),
          comment: collector.take("comment", scalars.yG),
          commentLogs: collector.take("comment-logs", scalars.yG)
        };
        const texts = {
          token: collector.take("github-token", inputs_texts.pI),
          environment: collector.take("environment", inputs_texts.Nq),
          commentKey: collector.take("comment-key", inputs_texts.MV)
        };
        return isComplete(always) ? { ...always, ...texts } : void 0;
      }
      function isComplete(fields) {
        return Object.values(fields).every((value) => value !== void 0);
      }
    })
  ),
  /***/
  67864: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Iw: () => (
          /* binding */
          chooseDialect
        ),
        /* harmony export */
        Mg: () => (
          /* binding */
          parseAgentUrl
        ),
        /* harmony export */
        Q2: () => (
          /* binding */
          parseBaseUrl
        ),
        /* harmony export */
        cf: () => (
          /* binding */
          parseRegion
        )
        /* harmony export */
      });
      var _clients_base_url_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(85410);
      var _contract_hosts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(50516);
      var _problem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(49262);
      const REGIONS = Object.keys(_contract_hosts_js__WEBPACK_IMPORTED_MODULE_0__.lW);
      function parseRegion(text) {
        const region = REGIONS.find((name) => name === text);
        if (region !== void 0)
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(_contract_hosts_js__WEBPACK_IMPORTED_MODULE_0__.lW[region]);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not one of ${REGIONS.join(", ")}`, "Write one of them, or give control-plane-url.");
      }
      function parseBaseUrl(text, allowInsecureHost) {
        const check = (0, _clients_base_url_js__WEBPACK_IMPORTED_MODULE_2__.xd)(text, { allowInsecureHost });
        if (check.kind === "ok")
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(check.url);
        const plainHttp = URL.parse(text)?.protocol === "http:";
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`the URL ${check.problem}`, plainHttp ? "Use https, or set `allow-insecure-host: true` if the network in between is yours." : "It looks like https://example.org/api-host.");
      }
      function parseAgentUrl(text, allowInsecureHost) {
        const check = (0, _clients_base_url_js__WEBPACK_IMPORTED_MODULE_2__.Z6)(text, { allowInsecureHost });
        if (check.kind === "ok")
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(check.url);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`the URL ${check.problem}`, URL.parse(text)?.protocol === "http:" ? "Use https, or set `allow-insecure-host: true` if the network in between is yours." : "It looks like https://agent.example.org, as the output deployment-url of the deploy.");
      }
      function chooseDialect(word, baseUrl) {
        return word === "auto" ? (0, _contract_hosts_js__WEBPACK_IMPORTED_MODULE_0__.E3)(baseUrl) : word;
      }
    })
  ),
  /***/
  28768: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        U: () => (
          /* binding */
          complainOfEnvironment
        )
        /* harmony export */
      });
      var _clients_proxy_settings_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(80997);
      const KEY_LOG = /(^|[\s"'])--tls[-_]keylog([\s"'=]|$)/;
      const DEBUGGER = /(^|[\s"'])--inspect([-_](brk|wait|port))?([\s"'=]|$)/;
      function complainOfEnvironment(collector, env) {
        for (const variable of (0, _clients_proxy_settings_js__WEBPACK_IMPORTED_MODULE_0__.eB)((0, _clients_proxy_settings_js__WEBPACK_IMPORTED_MODULE_0__.EM)(env))) {
          collector.complain(variable, "the environment variable is not the address of a proxy", "Such as http://proxy.example.org:3128, with the special characters of a password percent-encoded.");
        }
        if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
          collector.complain("NODE_TLS_REJECT_UNAUTHORIZED", "the environment variable is 0, by which Node trusts any certificate: the key would go to any host that answers", "Take it away. Make the CA of the service known by a file of certificates (PEM): the environment variable NODE_EXTRA_CA_CERTS, or the input `ca-file` where the action has one.");
        }
        const options = env["NODE_OPTIONS"] ?? "";
        if (KEY_LOG.test(options)) {
          collector.complain("NODE_OPTIONS", "the environment variable has --tls-keylog, which writes to a file what decrypts every connection, and with it the key", "Take it away for this step.");
        }
        if (DEBUGGER.test(options)) {
          collector.complain("NODE_OPTIONS", "the environment variable has --inspect, a debugger by which every program of this machine can read the key", "Take it away for this step.");
        }
      }
    })
  ),
  /***/
  20451: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        aZ: () => (
          /* binding */
          judgeUnknown
        ),
        xS: () => (
          /* binding */
          readDisplay
        ),
        Ko: () => (
          /* binding */
          readInputs
        ),
        i_: () => (
          /* binding */
          takeDisplay
        )
      });
      var problem = __webpack_require__(49262);
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
        pull_request: ({ action }) => ofPullRequest(action),
        pull_request_target: ({ action }) => ofPullRequest(action)
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
      function ofPullRequest(action) {
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
          return (0, problem.uw)(verb);
        if (action !== "auto") {
          return (0, problem.MB)(`${(0, problem.hD)(action)} is not one of auto, ${VERBS.join(", ")}`, "Write one of them.");
        }
        const { event } = occasion;
        const chosen = AUTO[event]?.(occasion);
        if (chosen !== void 0)
          return (0, problem.uw)(chosen);
        const what = AUTO[event] === void 0 ? (0, problem.hD)(event) : `${(0, problem.hD)(event)} (${occasion.action ?? "?"})`;
        return (0, problem.MB)(`auto does nothing on the event ${what}; it covers ${Object.keys(AUTO).join(", ")}`, INSTEAD[event] ?? "Write `action: deploy` to deploy the ref and commit of this event.");
      }
      var inputs_collector = __webpack_require__(81398);
      var inputs_common = __webpack_require__(22840);
      var inputs_raw = __webpack_require__(69159);
      var registry = __webpack_require__(19686);
      var scalars = __webpack_require__(97004);
      var texts = __webpack_require__(5965);
      ;
      function unknownInputs(env, names = registry.Qh) {
        const known = new Set(names.map(registry.Qn));
        return Object.keys(env).filter((key) => key.startsWith("INPUT_") && !known.has(key) && (env[key] ?? "") !== "").map((key) => key.slice("INPUT_".length).toLowerCase()).sort();
      }
      async function nearestInput(name, names = registry.Qh) {
        const { closest, distance } = await __webpack_require__.e(
          /* import() */
          8232
        ).then(__webpack_require__.t.bind(__webpack_require__, 38232, 19));
        const wanted = name.replaceAll("_", "-");
        const nearest = closest(wanted, names);
        const far = Math.max(2, Math.floor(Math.max(wanted.length, nearest.length) / 2));
        return distance(wanted, nearest) <= far ? nearest : void 0;
      }
      async function unknownInputProblem(name, names = registry.Qh) {
        const nearest = await nearestInput(name, names);
        const cure = nearest === void 0 ? "Remove it; action.yml lists every input" : `Did you mean ${(0, problem.hD)(nearest)}? Rename it, or remove it`;
        return (0, problem.MB)("there is no such input", `${cure} (\`strict-inputs: false\` turns this into a warning).`);
      }
      var verb_settings = __webpack_require__(39434);
      ;
      async function readInputs(env, event) {
        const raw = (0, inputs_raw.h)(env);
        const collector = (0, inputs_collector.Y)(raw);
        const display = takeDisplay(collector);
        const policy = (0, inputs_common.Oi)(collector);
        const warnings = await judgeUnknown(env, collector, registry.Qh);
        const occasion = { event: event.name, action: event.action, rollbackTo: raw["rollback-to"] !== void 0 };
        const verb = collector.take("action", (text) => chooseVerb(text, occasion));
        const common = (0, inputs_common.Bh)(collector, raw, env, policy);
        const own = await (0, verb_settings.M)({ collector, raw, event }, verb ?? "deploy");
        const told = { display, policy, warnings };
        if (collector.problems.length > 0 || !verb || !common || !own) {
          return { ok: false, ...told, problems: collector.problems };
        }
        const settings = { ...common, ...own };
        if (settings.rerun && isForced(raw.force)) {
          if (settings.verb === "teardown" || settings.verb === "sweep")
            settings.force = true;
          else
            warnings.push(UNFORCED);
        }
        if (settings.verb === "plan")
          settings.dryRun = true;
        if ("wanted" in settings)
          warnings.push(...(0, texts.VN)(settings.wanted.deploymentType));
        return { ok: true, ...told, settings };
      }
      const UNFORCED = {
        input: "force",
        problem: "it counts in the first attempt of a run only, so that a re-run does nothing twice",
        cure: "Start a new run to force again."
      };
      function isForced(text) {
        const forced = (0, scalars.yG)(text ?? "");
        return forced.ok && forced.value;
      }
      function readDisplay(env) {
        return takeDisplay((0, inputs_collector.Y)((0, inputs_raw.h)(env)));
      }
      function takeDisplay(collector) {
        return {
          summary: collector.take("summary", scalars.yG) ?? true,
          annotations: collector.take("annotations", scalars.yG) ?? true
        };
      }
      async function judgeUnknown(env, collector, names) {
        const strict = collector.take("strict-inputs", scalars.yG) ?? true;
        const warnings = [];
        for (const input of unknownInputs(env, names)) {
          const found = await unknownInputProblem(input, names);
          if (found.ok)
            continue;
          for (const { problem: problem2, cure } of found.problems) {
            if (strict)
              collector.complain(input, problem2, cure);
            else
              warnings.push({ input, problem: problem2, cure });
          }
        }
        return warnings;
      }
    })
  ),
  /***/
  97004: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        E9: () => (
          /* binding */
          parseDuration
        ),
        /* harmony export */
        L5: () => (
          /* binding */
          parseCommit
        ),
        /* harmony export */
        Xw: () => (
          /* binding */
          parseUuid
        ),
        /* harmony export */
        kB: () => (
          /* binding */
          parseWord
        ),
        /* harmony export */
        rd: () => (
          /* binding */
          parseRef
        ),
        /* harmony export */
        yG: () => (
          /* binding */
          parseBoolean
        ),
        /* harmony export */
        zq: () => (
          /* binding */
          parseCount
        )
        /* harmony export */
      });
      var ms__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(85900);
      var _problem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(49262);
      function parseBoolean(text) {
        if (["true", "True", "TRUE"].includes(text))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(true);
        if (["false", "False", "FALSE"].includes(text))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(false);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not a boolean`, "Write true or false.");
      }
      function parseWord(text, words) {
        const word = words.find((candidate) => candidate === text);
        if (word !== void 0)
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(word);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not one of ${words.join(", ")}`, "Write one of them.");
      }
      const UNITS = ["d", "h", "m", "s", "ms"];
      const DURATION = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/;
      function parseDuration(text, bounds) {
        const value = durationMs(text);
        if (value === void 0) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not a duration`, "Write seconds (90) or units (30m, 1h30m, 45s).");
        }
        const [min, max] = [durationMs(bounds.min) ?? 0, durationMs(bounds.max) ?? Number.MAX_SAFE_INTEGER];
        if (value < min || value > max) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is out of bounds`, `Give between ${bounds.min} and ${bounds.max}.`);
        }
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(value);
      }
      function durationMs(text) {
        if (/^\d{1,9}$/.test(text))
          return ms__WEBPACK_IMPORTED_MODULE_0__(`${Number(text)}s`);
        const match = DURATION.exec(text);
        if (text === "" || match === null || text.length > 30)
          return void 0;
        let total = 0;
        for (const [index, unit] of UNITS.entries()) {
          const digits = match[index + 1];
          if (digits !== void 0)
            total += ms__WEBPACK_IMPORTED_MODULE_0__(`${Number(digits)}${unit}`);
        }
        return total;
      }
      function parseCount(text, bounds) {
        const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
        if (value >= bounds.min && value <= bounds.max)
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(value);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not a whole number from ${bounds.min} to ${bounds.max}`, "Write digits only.");
      }
      const UUID = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;
      function parseUuid(text) {
        if (UUID.test(text))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text.toLowerCase());
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not a UUID`, "It looks like 0f9e2d4c-1b3a-4c5d-8e7f-001122334455; copy it whole.");
      }
      function parseCommit(text) {
        if (/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(text))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text.toLowerCase());
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not a full commit SHA`, "Give all 40 digits, such as ${{ github.sha }}.");
      }
      function parseRef(text) {
        const ref = text.startsWith("refs/heads/") ? text.slice("refs/heads/".length) : text;
        if (ref.startsWith("refs/pull/")) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is a pull request's merge commit, which no branch holds`, "Give the branch of the pull request, such as ${{ github.head_ref }}.");
        }
        if (ref !== text && ref.startsWith("refs/")) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is a branch whose own name begins with refs/, which the service would take for another ref`, "Rename the branch.");
        }
        if (ref.startsWith("refs/") && !ref.startsWith("refs/tags/")) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is neither a branch nor a tag`, "Give a branch name or refs/tags/<tag>.");
        }
        if (/^-|\.\.|[\s~^:?*[\\\x00-\x1f\x7f]|@\{|^@$|\/\/|^\/|\/$|\.$|\.lock$/.test(ref) || /(^|\/)\./.test(ref) || ref === "" || ref === "refs/tags/") {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not a valid git ref`, "Give a branch name or refs/tags/<tag>.");
        }
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(ref);
      }
    })
  ),
  /***/
  17728: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        AH: () => (
          /* binding */
          takeOrigin
        ),
        /* harmony export */
        RB: () => (
          /* binding */
          sameRepository
        ),
        /* harmony export */
        Zn: () => (
          /* binding */
          takeSource
        )
        /* harmony export */
      });
      var _clients_base_url_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(85410);
      var _registry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(19686);
      var _scalars_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(97004);
      var _problem_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(49262);
      var _texts_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5965);
      const DEPLOYABLE = [
        "git_host",
        "external_docker",
        "internal_docker",
        "internal_source"
      ];
      function takeSource(collector, raw) {
        const said = collector.take("source", (text) => (0, _scalars_js__WEBPACK_IMPORTED_MODULE_1__.kB)(text, DEPLOYABLE));
        const source = said ?? (raw["image-uri"] === void 0 ? "git_host" : "external_docker");
        if (said !== void 0 || raw.source === void 0)
          complainOfMisplaced(collector, raw, source);
        return source;
      }
      function complainOfMisplaced(collector, raw, source) {
        for (const name of _registry_js__WEBPACK_IMPORTED_MODULE_0__.Qh) {
          const { sources } = _registry_js__WEBPACK_IMPORTED_MODULE_0__.mc[name];
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
        if (source === "internal_source")
          return NOTHING;
        if (source !== "git_host") {
          const imageUri = collector.take("image-uri", _texts_js__WEBPACK_IMPORTED_MODULE_2__.f9);
          if (raw["image-uri"] === void 0) {
            collector.complain("image-uri", `${source} needs an image`, "Give the image to deploy.");
          }
          return { ...NOTHING, imageUri };
        }
        const said = {
          repoUrl: collector.take("repo-url", _texts_js__WEBPACK_IMPORTED_MODULE_2__.fH),
          ref: collector.take("ref", _scalars_js__WEBPACK_IMPORTED_MODULE_1__.rd),
          commit: collector.take("commit", _scalars_js__WEBPACK_IMPORTED_MODULE_1__.L5)
        };
        if (said.ref !== void 0 && event.ref === `refs/tags/${said.ref}`) {
          collector.complain("ref", `${(0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.hD)(said.ref)} names a branch, and what was pushed is the tag of this name`, `Write ${event.ref}, such as from \${{ github.ref }}, or leave it out.`);
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
        if (url !== null && (0, _clients_base_url_js__WEBPACK_IMPORTED_MODULE_4__.U9)(url.hostname))
          return true;
        const path = scpLike?.[1] ?? url?.pathname ?? "";
        const lastTwo = path.replace(/\.git\/?$|\/$/, "").split("/").filter((segment) => segment !== "").slice(-2).join("/");
        return lastTwo.toLowerCase() === event.repository.toLowerCase();
      }
    })
  ),
  /***/
  20268: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        b: () => (
          /* binding */
          takeTarget
        )
        /* harmony export */
      });
      var _scalars_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(97004);
      var _texts_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5965);
      function takeTarget(collector, raw) {
        const name = collector.take("deployment-name", _texts_js__WEBPACK_IMPORTED_MODULE_1__.i);
        const id2 = collector.take("deployment-id", _scalars_js__WEBPACK_IMPORTED_MODULE_0__.Xw);
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
    })
  ),
  /***/
  48812: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        LV: () => (
          /* binding */
          parseNameTemplate
        ),
        /* harmony export */
        Li: () => (
          /* binding */
          parseLines
        ),
        /* harmony export */
        _$: () => (
          /* binding */
          parseFeedbackKey
        ),
        /* harmony export */
        hu: () => (
          /* binding */
          parseTarget
        ),
        /* harmony export */
        i: () => (
          /* reexport safe */
          _texts_js__WEBPACK_IMPORTED_MODULE_1__.i
        ),
        /* harmony export */
        u7: () => (
          /* binding */
          parsePlanId
        ),
        /* harmony export */
        xI: () => (
          /* binding */
          parseRollbackTo
        )
        /* harmony export */
      });
      var _problem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(49262);
      var _scalars_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(97004);
      var _texts_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5965);
      function parseLines(text) {
        const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
        return lines.length > 0 ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)(lines) : (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.MB)("it holds no line that counts", "Give one thing per line.");
      }
      const PLACEHOLDERS = ["number", "repo", "owner", "branch", "name"];
      function parseNameTemplate(text) {
        const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
        const strange = used.find((name) => !PLACEHOLDERS.includes(name));
        if (strange !== void 0) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.MB)(`there is no {${strange}}`, `Use {${PLACEHOLDERS.join("}, {")}}.`);
        }
        if (!used.includes("number")) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.hD)(text)} has no {number}, so that pull requests would share one preview`, "Add it, such as {repo}-pr-{number}.");
        }
        if (!/^[A-Za-z0-9-]*$/.test(text.replaceAll(/\{[^{}]*\}/g, ""))) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.hD)(text)} holds what no name may`, "Use letters, digits, dashes and placeholders.");
        }
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)(text);
      }
      function parseTarget(text) {
        const id2 = (0, _scalars_js__WEBPACK_IMPORTED_MODULE_0__.Xw)(text);
        if (id2.ok)
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)({ by: "id", id: id2.value });
        const name = (0, _texts_js__WEBPACK_IMPORTED_MODULE_1__.i)(text);
        return name.ok ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)({ by: "name", name: name.value }) : name;
      }
      function parseRollbackTo(text) {
        if (text === "previous")
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)({ kind: "previous" });
        const id2 = (0, _scalars_js__WEBPACK_IMPORTED_MODULE_0__.Xw)(text);
        if (id2.ok)
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)({ kind: "revision", id: id2.value });
        const ref = (0, _scalars_js__WEBPACK_IMPORTED_MODULE_0__.rd)(text);
        return ref.ok ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)({ kind: "ref", ref: ref.value }) : ref;
      }
      function parsePlanId(text) {
        if (/^[0-9a-f]{64}$/.test(text))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)(text);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.hD)(text)} is no plan-id`, "Give the output plan-id of the run that planned, whole.");
      }
      function parseFeedbackKey(text) {
        if (text === "none")
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)({ key: void 0 });
        if (/^[A-Za-z0-9_.-]{1,100}$/.test(text))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.uw)({ key: text });
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.hD)(text)} is no feedback key`, "Use letters, digits, dots, _ and dashes; `none` gives no feedback.");
      }
    })
  ),
  /***/
  5965: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        LM: () => (
          /* binding */
          parseNamespace
        ),
        /* harmony export */
        MV: () => (
          /* binding */
          parseCommentKey
        ),
        /* harmony export */
        NP: () => (
          /* binding */
          parseRepoPath
        ),
        /* harmony export */
        Nq: () => (
          /* binding */
          parseEnvironment
        ),
        /* harmony export */
        VN: () => (
          /* binding */
          unknownTypeWarning
        ),
        /* harmony export */
        Xu: () => (
          /* binding */
          parseApiKey
        ),
        /* harmony export */
        dv: () => (
          /* binding */
          parseDeploymentType
        ),
        /* harmony export */
        f$: () => (
          /* binding */
          parseHttpUrl
        ),
        /* harmony export */
        f9: () => (
          /* binding */
          parseImageUri
        ),
        /* harmony export */
        fH: () => (
          /* binding */
          parseRepoUrl
        ),
        /* harmony export */
        i: () => (
          /* binding */
          parseDeploymentName
        ),
        /* harmony export */
        ot: () => (
          /* binding */
          parseVersion
        ),
        /* harmony export */
        pI: () => (
          /* binding */
          parseToken
        ),
        /* harmony export */
        r4: () => (
          /* binding */
          parseText
        )
        /* harmony export */
      });
      var _contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(52652);
      var _contract_limits_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(55403);
      var _problem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(49262);
      function parseApiKey(text) {
        if (/^[\x21-\x7e]+$/.test(text))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)("the key holds a space, a line break or another character that no key has", "Copy it again.");
      }
      function parseToken(text) {
        if (/^[\x21-\x7e]+$/.test(text))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)("the token holds a space, a line break or another character that no token has", "Copy it again.");
      }
      function parseEnvironment(text) {
        if (text.length <= 255 && !/[\x00-\x1f\x7f'"`,;\\]/.test(text))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} cannot be the name of an environment`, "Such as production or staging/eu.");
      }
      function parseCommentKey(text) {
        if (/^[\w./-]{1,100}$/.test(text) && !text.includes("--"))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not one plain word`, "Use letters, digits, dots, slashes, _ and single dashes.");
      }
      function parseDeploymentName(text) {
        const cure = "Such as my-agent or team-agent-2.";
        if (text.length > _contract_limits_js__WEBPACK_IMPORTED_MODULE_2__.fo) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} has ${text.length} characters`, `Use at most ${_contract_limits_js__WEBPACK_IMPORTED_MODULE_2__.fo} (21 on a self-hosted cluster).`);
        }
        return _contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.cr.test(text) ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text) : (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} ${_contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.r8}`, cure);
      }
      function parseDeploymentType(text) {
        if (_contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.$I.test(text))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not a deployment type`, `Write ${_contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.u1.join(", ")}, or a newer one of the service's: lower-case letters, digits, _ and -.`);
      }
      function unknownTypeWarning(type) {
        if (type === void 0 || _contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.u1.some((known) => known === type))
          return [];
        return [
          {
            input: "deployment-type",
            problem: `${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(type)} is not a type that this version knows, and is sent as it is`,
            cure: `Known are ${_contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.u1.join(", ")}; the service judges any other.`
          }
        ];
      }
      function parseRepoUrl(text) {
        const url = URL.parse(text);
        const httpLike = url !== null && /^https?:$/.test(url.protocol);
        const scpPassword = /^[^/\\\s]*:[^/\\\s]*@/.test(text);
        if (scpPassword || url !== null && (url.password !== "" || httpLike && url.username !== "")) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)("the URL holds credentials", "Give it without; the git integration of the workspace has access.");
        }
        if (httpLike && (url.search !== "" || url.hash !== "")) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)("the URL holds a query or a fragment", "Leave out ? and #, and what follows.");
        }
        if (/^-|^[a-z]+::|\s/i.test(text)) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)("this is not the address of a repository", "Such as https://github.com/owner/name.");
        }
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text);
      }
      function parseRepoPath(text) {
        if (/^[/\\]|^[A-Za-z]:|\\/.test(text) || text.split("/").includes("..")) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not a path inside the repository`, "Such as langgraph.json or agents/a.json.");
        }
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text.replace(/^(\.\/)+/, ""));
      }
      const IMAGE = /^[\w.-]+(:\d+)?(\/[\w.-]+)*(:[\w.-]+)?(@(sha256|sha384|sha512|blake3):[0-9a-fA-F]+)?$/;
      function parseImageUri(text) {
        if (/^[a-z]+:\/\//i.test(text) || !IMAGE.test(text)) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not an image reference`, "Such as registry.example.org/team/agent:1.2 or \u2026@sha256:\u2026.");
        }
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text);
      }
      function parseNamespace(text) {
        if (_contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.HR.test(text))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not a namespace`, "Use lower-case letters, digits and dashes.");
      }
      function parseHttpUrl(text) {
        const url = URL.parse(text);
        if (url !== null && (url.username !== "" || url.password !== "")) {
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)("the URL holds credentials", "Give it without.");
        }
        if (url !== null && /^https?:$/.test(url.protocol))
          return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text);
        return (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not an http(s) URL`, "Such as https://agent.example.org.");
      }
      function parseVersion(text) {
        return /^[\w.+-]+$/.test(text) ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text) : (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.MB)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.hD)(text)} is not a version`, "Such as 0.7.");
      }
      const parseText = (text) => (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.uw)(text);
    })
  ),
  /***/
  39434: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        E: () => (
          /* binding */
          loadCases
        ),
        M: () => (
          /* binding */
          takeVerbSettings
        )
      });
      var filter = __webpack_require__(11352);
      var glob = __webpack_require__(27820);
      var problem = __webpack_require__(49262);
      var texts_of_verbs = __webpack_require__(48812);
      ;
      function parsePaths(text) {
        const lines = (0, texts_of_verbs.Li)(text);
        if (!lines.ok)
          return lines;
        if (lines.value.every((line) => line.startsWith("!"))) {
          return (0, problem.MB)("each line takes something out, and none takes anything in", "Begin with a line such as **.");
        }
        for (const line of lines.value) {
          const path = line.replace(/^!/, "");
          if (/^\.{0,2}\//.test(path) || path === "") {
            return (0, problem.MB)(`${(0, problem.hD)(line)} fits no file: paths begin at the root of the repository`, "Write it without the beginning, such as agents/billing/**.");
          }
          if (path.endsWith("/")) {
            return (0, problem.MB)(`${(0, problem.hD)(line)} fits no file, because it ends in a slash`, `Write ${(0, problem.hD)(`${line}**`)}.`);
          }
        }
        try {
          (0, filter.h9)(lines.value);
        } catch (error) {
          if (!(error instanceof glob.pZ))
            throw error;
          return (0, problem.MB)(`it holds no pattern in ${error.message}`, "Write a pattern as for on.push.paths.");
        }
        return lines;
      }
      var scalars = __webpack_require__(97004);
      var inputs_target = __webpack_require__(20268);
      var secrets = __webpack_require__(54476);
      var inputs_source = __webpack_require__(17728);
      var texts = __webpack_require__(5965);
      ;
      async function takeWanted(collector, raw, event) {
        const source = (0, inputs_source.Zn)(collector, raw);
        const { resolveCommit, ...origin } = (0, inputs_source.AH)(collector, raw, source, event);
        const buildOnPush = collector.take("build-on-push", scalars.yG);
        if (buildOnPush === true && origin.ref?.startsWith("refs/tags/")) {
          collector.complain("build-on-push", `${(0, problem.hD)(origin.ref)} is a tag, and a tag is never pushed to again`, "Set `build-on-push: false`, or deploy a branch.");
        }
        const wanted = {
          source,
          sourceSaid: raw.source !== void 0,
          ...origin,
          integrationId: collector.take("integration-id", scalars.Xw),
          deploymentType: collector.take("deployment-type", texts.dv),
          buildOnPush,
          installCommand: collector.take("install-command", texts.r4),
          buildCommand: collector.take("build-command", texts.r4),
          listenerId: collector.take("listener-id", scalars.Xw),
          k8sNamespace: collector.take("k8s-namespace", texts.LM),
          customUrl: collector.take("custom-url", texts.f$),
          graphConfigPath: collector.take("graph-config-path", texts.NP),
          imageVersion: collector.take("image-version", texts.ot),
          sourcePath: collector.take("source-path", texts.NP),
          archive: void 0,
          tarballPath: void 0,
          secrets: collector.take("secrets", (text) => (0, secrets.d)(text, { selfHosted: source === "external_docker" })),
          secretsStrategy: collector.take("secrets-strategy", (text) => (0, scalars.kB)(text, ["merge", "replace"])) ?? "merge",
          resourceSpec: void 0,
          secretReferences: void 0
        };
        if (raw["resource-spec"] !== void 0 || raw["secret-references"] !== void 0) {
          const { parseResourceSpec, parseSecretReferences } = await Promise.all(
            /* import() */
            [__webpack_require__.e(4410), __webpack_require__.e(666), __webpack_require__.e(9700)]
          ).then(__webpack_require__.bind(__webpack_require__, 39700));
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
            const target = (0, inputs_target.b)(collector, raw);
            const deploying = await takeDeploying(inputs);
            return target && { verb, target, ...deploying };
          }
          case "preview": {
            const preview = takePreview(inputs);
            const deploying = await takeDeploying(inputs);
            const labels = collector.take("preview-labels", texts_of_verbs.Li) ?? [];
            const said = { ref: raw.ref !== void 0, commit: raw.commit !== void 0 };
            return preview && { verb, ...preview, from: takeFrom(inputs), labels, said, ...deploying };
          }
          case "teardown": {
            const preview = takePreview(inputs);
            return preview && { verb, ...preview };
          }
          case "sweep": {
            const ttlMs = collector.take("preview-ttl", (text) => (0, scalars.E9)(text, { min: "1h", max: "3650d" }));
            const limit = collector.take("sweep-limit", (text) => (0, scalars.zq)(text, { min: 1, max: 100 }));
            const naming = takeNaming(inputs);
            return limit === void 0 ? void 0 : { verb, ...naming, ttlMs, limit };
          }
          case "rollback": {
            const target = (0, inputs_target.b)(collector, raw);
            const to = collector.take("rollback-to", texts_of_verbs.xI) ?? { kind: "previous" };
            return target && { verb, target, to };
          }
          case "wait": {
            const target = (0, inputs_target.b)(collector, raw);
            return target && { verb, target, revisionId: collector.take("revision-id", scalars.Xw) };
          }
          case "status": {
            const target = (0, inputs_target.b)(collector, raw);
            return target && { verb, target };
          }
        }
      }
      async function takeDeploying({ collector, raw, event }) {
        return {
          ...await takeWanted(collector, raw, event),
          paths: collector.take("paths", parsePaths),
          rollbackOnFailure: collector.take("rollback-on-failure", scalars.yG) ?? false,
          verification: await takeVerification({ collector, raw }),
          expectedPlan: collector.take("expected-plan", texts_of_verbs.u7)
        };
      }
      const loadCases = () => Promise.all(
        /* import() */
        [__webpack_require__.e(666), __webpack_require__.e(6044)]
      ).then(__webpack_require__.bind(__webpack_require__, 26044));
      async function takeVerification({ collector, raw }) {
        const feedbackKey = collector.take("feedback-key", texts_of_verbs._$);
        if (raw.verify === void 0)
          return void 0;
        const { parseCases } = await loadCases();
        const cases = collector.take("verify", parseCases);
        if (raw.wait !== void 0 && /^false$/i.test(raw.wait)) {
          collector.complain("verify", "wait is false, and only what serves can be verified", "Leave one of them out.");
        }
        return cases && { cases, feedbackKey: feedbackKey?.key, keepThreads: "never" };
      }
      function takePreview({ collector, raw, event }) {
        const said = collector.take("pull-request", (text) => (0, scalars.zq)(text, { min: 1, max: 999999999 }));
        const pullRequest = said ?? event.pullRequest?.number;
        if (pullRequest === void 0 && raw["pull-request"] === void 0) {
          collector.complain("pull-request", `a preview belongs to a pull request, and the event ${event.name || "(none)"} is about none`, "Give its number, or write `action: deploy`.");
        }
        const naming = takeNaming({ collector, raw });
        return pullRequest === void 0 ? void 0 : { pullRequest, ...naming };
      }
      function takeNaming({ collector, raw }) {
        return {
          // It is only compared here; what deploys from it checks it.
          repoUrl: raw["repo-url"],
          nameTemplate: collector.take("preview-name-template", texts_of_verbs.LV),
          baseName: collector.take("deployment-name", texts_of_verbs.i)
        };
      }
      function takeFrom({ collector, raw }) {
        const said = collector.take("preview-from", texts_of_verbs.hu);
        if (said !== void 0)
          return { target: said, said: true };
        if (raw["preview-from"] !== void 0)
          return void 0;
        const name = raw["deployment-name"];
        if (name !== void 0)
          return { target: { by: "name", name }, said: false };
        const id2 = collector.take("deployment-id", scalars.Xw);
        return id2 === void 0 ? void 0 : { target: { by: "id", id: id2 }, said: true };
      }
    })
  ),
  /***/
  12151: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        I: () => (
          /* binding */
          whatRemains
        ),
        /* harmony export */
        y: () => (
          /* binding */
          cancelledOutcome
        )
        /* harmony export */
      });
      var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76796);
      function cancelledOutcome(record) {
        return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_0__.b)("cancelled", "signal", `The run was cancelled. ${whatRemains(record)}`);
      }
      function whatRemains({ stage, deployment, revision, created }) {
        const name = deployment?.name ?? "the deployment";
        switch (stage) {
          case "reading":
          case "reported":
            return "Nothing was sent.";
          case "uploading":
            return created ? `${name} was created, and its source was being uploaded: it waits for one. Run again: the upload begins anew, and no second deployment is made.` : `The source of ${name} was being uploaded, and no revision of it was asked for: what serves goes on. Run again.`;
          case "writing":
            return `A change of ${name} was being sent; whether it arrived is not known. Look at the deployment, or run again: what arrived is found and waited for.`;
          case "waiting": {
            const what = revision === void 0 ? `The change of ${name}` : `Revision ${revision.id} of ${name}`;
            return `${what} was ${revision?.status ?? "accepted"} and goes on without us. Run again to resume: a revision of this commit that is on its way is waited for, not built again.`;
          }
        }
      }
    })
  ),
  /***/
  28258: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        FO: () => (
          /* binding */
          exitCodeOf
        ),
        /* harmony export */
        xJ: () => (
          /* binding */
          severityOf
        ),
        /* harmony export */
        zj: () => (
          /* binding */
          DEFAULT_POLICY
        )
        /* harmony export */
      });
      const DEFAULT_POLICY = { onTimeout: "fail", onSuperseded: "fail" };
      const SUPERSEDED = { fail: "error", warn: "warning", ignore: "fine" };
      function severityOf(kind, policy) {
        switch (kind) {
          case "deployed":
          case "verified":
          case "provided":
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
    })
  ),
  /***/
  59949: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        S: () => (
          /* binding */
          outcomeOfError
        )
        /* harmony export */
      });
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
      var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76796);
      function outcomeOfError(error) {
        if (error instanceof _outcome_js__WEBPACK_IMPORTED_MODULE_1__.V)
          return error.outcome;
        if (error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD)
          return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_1__.b)("failed", reasonOf(error), error.message);
        const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_1__.b)("failed", "internal-error", `The action itself failed: ${what}. Please report it with the log of this step.`);
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
    })
  ),
  /***/
  76796: (
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
  8311: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        h: () => (
          /* binding */
          wrongInputs
        )
        /* harmony export */
      });
      var _inputs_problem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(49262);
      var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76796);
      function wrongInputs(problems) {
        const count = problems.length === 1 ? "An input is wrong" : `${problems.length} things are wrong with the inputs`;
        const lines = problems.map((problem) => `- ${(0, _inputs_problem_js__WEBPACK_IMPORTED_MODULE_1__.BJ)(problem)}`);
        return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_0__.b)("failed", "invalid-input", [`${count}; nothing was sent.`, ...lines].join("\n"));
      }
    })
  ),
  /***/
  11352: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        h9: () => (
          /* binding */
          readFilter
        ),
        /* harmony export */
        iA: () => (
          /* binding */
          firstThatCounts
        )
        /* harmony export */
      });
      var _glob_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(27820);
      function readFilter(patterns) {
        return patterns.map((pattern) => {
          const takes = !pattern.startsWith("!");
          try {
            return { glob: (0, _glob_js__WEBPACK_IMPORTED_MODULE_0__.pV)(takes ? pattern : pattern.slice(1)), takes };
          } catch (error) {
            if (!(error instanceof _glob_js__WEBPACK_IMPORTED_MODULE_0__.pZ))
              throw error;
            throw new _glob_js__WEBPACK_IMPORTED_MODULE_0__.pZ(`${pattern}: ${error.message}`, { cause: error });
          }
        });
      }
      function counts(filter, path) {
        return filter.findLast(({ glob }) => (0, _glob_js__WEBPACK_IMPORTED_MODULE_0__.cK)(glob, path))?.takes ?? false;
      }
      function firstThatCounts(filter, files) {
        return files.flatMap(({ filename, previous_filename: before }) => before === void 0 ? [filename] : [filename, before]).find((path) => counts(filter, path));
      }
    })
  ),
  /***/
  27820: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        cK: () => (
          /* binding */
          matches
        ),
        /* harmony export */
        pV: () => (
          /* binding */
          readGlob
        ),
        /* harmony export */
        pZ: () => (
          /* binding */
          GlobError
        )
        /* harmony export */
      });
      class GlobError extends Error {
      }
      const ANY = () => true;
      const NO_SLASH = (character) => character !== "/";
      function readGlob(pattern) {
        const characters = Array.from(pattern);
        const places = [];
        for (let at = 0; at < characters.length; ) {
          const { length, one, others = [] } = next(characters, at);
          at += length;
          places.push(...others);
          if (one === void 0)
            continue;
          const repeat = characters[at];
          if (repeat === "+")
            places.push(some(one, "one"), some(one, "many"));
          else
            places.push(some(one, repeat === "?" ? "maybe" : "one"));
          if (repeat === "+" || repeat === "?")
            at += 1;
        }
        return places;
      }
      function next(characters, at) {
        const character = characters[at] ?? "";
        if (character === "*")
          return stars(characters, at);
        if (character === "[")
          return choice(characters, at);
        if (character === "?" || character === "+") {
          throw new GlobError(`${character} stands after no character whose number it could say`);
        }
        if (character !== "\\")
          return { length: 1, one: same(character) };
        const taken = characters[at + 1];
        if (taken === void 0)
          throw new GlobError("the backslash at its end takes nothing");
        return { length: 2, one: same(taken) };
      }
      function stars(characters, at) {
        if (characters[at + 1] !== "*")
          return { length: 1, others: [some(NO_SLASH, "many")] };
        const begins = at === 0 || characters[at - 1] === "/";
        if (!begins || characters[at + 2] !== "/")
          return { length: 2, others: [some(ANY, "many")] };
        return { length: 3, others: [{ orAfter: 2 }, some(ANY, "many"), some(same("/"), "one")] };
      }
      function choice(characters, at) {
        const close = characters.indexOf("]", at);
        if (close < 0)
          throw new GlobError("its [ is never closed");
        const inside = characters.slice(at + 1, close);
        if (inside.length === 0)
          throw new GlobError("its [] holds nothing");
        const ranges = [];
        for (let index = 0; index < inside.length; ) {
          const first = inside[index] ?? "";
          const end = inside[index + 1] === "-" ? inside[index + 2] : void 0;
          if (end !== void 0 && end < first)
            throw new GlobError(`its range ${first}-${end} runs backwards`);
          ranges.push([first, end ?? first]);
          index += end === void 0 ? 1 : 3;
        }
        const one = (character) => ranges.some(([from, to]) => character >= from && character <= to);
        return { length: close - at + 1, one };
      }
      const some = (fits, count) => ({
        fits,
        count
      });
      const same = (wanted) => (character) => character === wanted;
      function matches(glob, path) {
        let reached = reach(glob, [0]);
        for (const character of path) {
          const following = [];
          for (const at of reached) {
            const here = glob[at];
            if (here === void 0 || "orAfter" in here || !here.fits(character))
              continue;
            following.push(here.count === "many" ? at : at + 1);
          }
          if (following.length === 0)
            return false;
          reached = reach(glob, following);
        }
        return reached.has(glob.length);
      }
      function reach(glob, from) {
        const reached = /* @__PURE__ */ new Set();
        const open = [...from];
        for (let at = open.pop(); at !== void 0; at = open.pop()) {
          if (reached.has(at))
            continue;
          reached.add(at);
          const here = glob[at];
          if (here === void 0)
            continue;
          if ("orAfter" in here)
            open.push(at + 1, at + 1 + here.orAfter);
          else if (here.count !== "one")
            open.push(at + 1);
        }
        return reached;
      }
    })
  ),
  /***/
  41966: (
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
        if (plan.kind === "create" || plan.kind === "redeploy")
          return true;
        return plan.kind === "patch" && plan.changes.some(({ revision }) => revision);
      }
      function sendsOrigin(plan) {
        if (plan.kind === "create" || plan.kind === "redeploy")
          return true;
        const sent = plan.kind === "patch" ? plan.body.source_revision_config : void 0;
        return Boolean(sent?.repo_ref ?? sent?.image_uri ?? sent?.source_tarball_path);
      }
    })
  ),
  /***/
  19687: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Z: () => (
          /* binding */
          pullRequestLink
        ),
        /* harmony export */
        r: () => (
          /* binding */
          troubleshootingLink
        )
        /* harmony export */
      });
      const PAGE = "docs/troubleshooting.md";
      function troubleshootingLink(env, reason) {
        const repository = env["GITHUB_ACTION_REPOSITORY"] ?? "";
        const ref = env["GITHUB_ACTION_REF"] || "HEAD";
        const server = (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, "");
        const path = `${PAGE}#${reason}`;
        const sound = /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref) && /^https?:\/\//.test(server);
        return sound ? `${server}/${repository}/blob/${ref}/${path}` : path;
      }
      function pullRequestLink(env, number) {
        const repository = env["GITHUB_REPOSITORY"] ?? "";
        if (number === void 0 || !/^[\w.-]+\/[\w.-]+$/.test(repository))
          return void 0;
        return `${(env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, "")}/${repository}/pull/${number}`;
      }
    })
  ),
  /***/
  29192: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        TM: () => (
          /* binding */
          secondsOf
        ),
        /* harmony export */
        Yz: () => (
          /* binding */
          outputsOf
        )
        /* harmony export */
      });
      var _verify_result_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63676);
      var _result_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(14417);
      const OUTPUTS = (
        /* unused pure expression or super */
        null
      );
      function outputsOf(outcome, record, now) {
        return {
          outcome: outcome.kind,
          "reason-code": outcome.reason,
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
          verified: record.verification === void 0 ? "" : String((0, _verify_result_js__WEBPACK_IMPORTED_MODULE_0__.OE)(record.verification)),
          "plan-id": record.planId ?? "",
          plan: record.plan === void 0 ? "" : JSON.stringify((0, _result_js__WEBPACK_IMPORTED_MODULE_1__.i)(record.plan)),
          "pull-request": record.pullRequest === void 0 ? "" : String(record.pullRequest),
          swept: record.swept === void 0 ? "" : JSON.stringify({ previews: record.swept }),
          "github-deployment-id": record.github.deploymentId === void 0 ? "" : String(record.github.deploymentId),
          "comment-id": record.github.commentId === void 0 ? "" : String(record.github.commentId),
          "duration-seconds": secondsOf(record, now),
          result: JSON.stringify((0, _result_js__WEBPACK_IMPORTED_MODULE_1__.y)(outcome, record, now))
        };
      }
      function secondsOf(record, now) {
        return String(Math.round(Math.max(0, now - record.startedAt) / 100) / 10);
      }
    })
  ),
  /***/
  14417: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        i: () => (
          /* binding */
          planJson
        ),
        /* harmony export */
        y: () => (
          /* binding */
          resultJson
        )
        /* harmony export */
      });
      var _plan_types_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(41966);
      var _verify_result_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63676);
      function planJson(plan) {
        return {
          kind: plan.kind,
          makes_revision: (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_1__.b)(plan),
          changes: plan.changes.map(({ field, from, to, revision }) => ({
            field,
            from,
            to,
            makes_revision: revision
          }))
        };
      }
      function sourceJson({ files, bytes, sha256, commit, path }) {
        return { files, bytes, sha256, commit_sha: commit ?? null, object_path: path ?? null };
      }
      function verificationJson(verified) {
        return {
          verified: (0, _verify_result_js__WEBPACK_IMPORTED_MODULE_0__.OE)(verified),
          revision_id: verified.revisionId ?? null,
          cases: verified.results.map(({ name, result, why, tookMs, threadId, runId }) => ({
            name,
            result,
            why,
            seconds: seconds(tookMs),
            thread_id: threadId ?? null,
            run_id: runId ?? null
          }))
        };
      }
      function resultJson(outcome, record, now) {
        const { deployment, revision, plan } = record;
        return {
          schema_version: 1,
          outcome: outcome.kind,
          reason_code: outcome.reason,
          message: outcome.message,
          deployment: deployment ? { id: deployment.id, name: deployment.name, url: deployment.url ?? null } : null,
          revision: revision ? { id: revision.id, status: revision.status, commit_sha: revision.commit ?? null } : null,
          previous_revision_id: record.previousRevisionId ?? null,
          wanted_commit_sha: record.commit ?? null,
          source: record.source ? sourceJson(record.source) : null,
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
          verification: record.verification ? verificationJson(record.verification) : null,
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
      function seconds(ms) {
        return Math.round(ms / 100) / 10;
      }
    })
  ),
  /***/
  16581: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        E: () => (
          /* binding */
          told
        )
        /* harmony export */
      });
      var _bounded_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5794);
      function told(outcome, record, hide) {
        const redact = (text) => (0, _bounded_js__WEBPACK_IMPORTED_MODULE_0__.ml)(hide(text), _bounded_js__WEBPACK_IMPORTED_MODULE_0__.DE);
        const { deployment, revision, plan, timeline, logTail, swept, earlier, verification } = record;
        const some = (text) => text ? redact(text) : text;
        return {
          outcome: { ...outcome, message: (0, _bounded_js__WEBPACK_IMPORTED_MODULE_0__.ml)(hide(outcome.message), _bounded_js__WEBPACK_IMPORTED_MODULE_0__.FV) },
          record: {
            ...record,
            deployment: deployment && {
              id: redact(deployment.id),
              name: redact(deployment.name),
              url: some(deployment.url)
            },
            revision: revision && {
              ...revision,
              id: redact(revision.id),
              status: redact(revision.status),
              commit: some(revision.commit)
            },
            plan: plan && {
              ...plan,
              changes: plan.changes.map((change) => ({
                ...change,
                from: some(change.from),
                to: some(change.to)
              }))
            },
            timeline: timeline.map((span) => ({ ...span, status: redact(span.status) })),
            earlier: earlier.map((one) => ({ ...one, id: redact(one.id), commit: some(one.commit) })),
            swept: swept?.map((one) => ({ ...one, name: redact(one.name), of: redact(one.of) })),
            agentUrl: some(record.agentUrl),
            verification: verification && {
              revisionId: some(verification.revisionId),
              results: verification.results.map((one) => ({
                ...one,
                name: redact(one.name),
                why: one.why.map(redact)
              }))
            },
            // A secret may be broken over several lines.
            logTail: logTail && {
              ...logTail,
              lines: hide(logTail.lines.join("\n")).split("\n").map((line) => (0, _bounded_js__WEBPACK_IMPORTED_MODULE_0__.ml)(line, _bounded_js__WEBPACK_IMPORTED_MODULE_0__.DE))
            }
          }
        };
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
          retired: [],
          github: { deploymentId: void 0, commentId: void 0, shown: void 0 },
          startedAt,
          stage: "reading",
          name: void 0,
          deployment: void 0,
          revision: void 0,
          ownRevisionId: void 0,
          previousRevisionId: void 0,
          commit: void 0,
          source: void 0,
          created: false,
          changed: false,
          plan: void 0,
          timeline: [],
          prediction: void 0,
          earlier: [],
          verification: void 0,
          agentUrl: void 0,
          logTail: void 0
        };
      }
      function noteRevision(record, view) {
        record.revision = { id: view.id, status: view.status, commit: view.commit };
      }
    })
  ),
  /***/
  11433: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        c: () => (
          /* binding */
          loadVerify
        )
        /* harmony export */
      });
      const loadVerify = () => Promise.all(
        /* import() */
        [__webpack_require__.e(4410), __webpack_require__.e(4841), __webpack_require__.e(3598)]
      ).then(__webpack_require__.bind(__webpack_require__, 93598));
    })
  ),
  /***/
  63676: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        OE: () => (
          /* binding */
          allPassed
        ),
        /* harmony export */
        g5: () => (
          /* binding */
          failureOf
        ),
        /* harmony export */
        gM: () => (
          /* binding */
          telling
        ),
        /* harmony export */
        on: () => (
          /* binding */
          countPassed
        ),
        /* harmony export */
        w7: () => (
          /* binding */
          failureLines
        )
        /* harmony export */
      });
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76796);
      var _shown_value_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(26860);
      function allPassed({ results }) {
        return results.every(({ result }) => result === "passed");
      }
      function countPassed({ results }) {
        const passed = results.filter(({ result }) => result === "passed").length;
        return `${passed} of ${(0, _shown_value_js__WEBPACK_IMPORTED_MODULE_1__.p)(results.length, "check")} passed`;
      }
      function telling({ results }) {
        return results.find(({ result }) => result !== "passed") ?? results.at(-1);
      }
      function failureLines({ results }) {
        return results.filter(({ result }) => result !== "passed" && result !== "skipped").flatMap(({ name, why }) => why.map((line) => `${name}: ${line}`));
      }
      function failureOf(verified, about) {
        const named = (result) => verified.results.filter((one) => one.result === result).map(({ name }) => name);
        const [failed, late, impossible] = [named("failed"), named("timed-out"), named("impossible")];
        const told = `Checked ${about}: ${countPassed(verified)}.`;
        const whys = [
          sentence("Failed", failed),
          sentence("Not done in time", late),
          sentence("Could not be tried", impossible)
        ];
        const message = [told, ...whys].filter((part) => part !== "").join(" ");
        const reason = failed.length > 0 ? "verification-failed" : late.length > 0 ? "verification-timed-out" : impossible.length > 0 ? "verification-impossible" : void 0;
        if (reason === void 0)
          return void 0;
        const end = (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.b)("failed", reason, message);
        return end.kind === "failed" ? end : void 0;
      }
      const MOST_NAMES = 5;
      function sentence(what, names) {
        if (names.length === 0)
          return "";
        const rest = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
        return `${what}: ${names.slice(0, MOST_NAMES).join(", ")}${rest}.`;
      }
    })
  ),
  /***/
  26860: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        G: () => (
          /* binding */
          createShown
        ),
        /* harmony export */
        p: () => (
          /* binding */
          countOf
        )
        /* harmony export */
      });
      const LONGEST = 120;
      function createShown(redact) {
        return {
          value(value) {
            if (value === void 0)
              return "nothing";
            if (Array.isArray(value))
              return `a list of ${value.length}`;
            if (typeof value === "object" && value !== null) {
              return `an object with ${countOf(Object.keys(value).length, "field")}`;
            }
            const json = JSON.stringify(typeof value === "string" ? redact(value) : value);
            return shortened(json.replace(UNSEEN, escaped));
          },
          text: (text) => shortened(redact(text).replace(SPACE, " ").trim())
        };
      }
      const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
      const SPACE = /[\s\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu;
      function escaped(character) {
        return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
      }
      function countOf(count, noun) {
        return `${count} ${noun}${count === 1 ? "" : "s"}`;
      }
      function shortened(text) {
        return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}\u2026` : text;
      }
    })
  ),
  /***/
  85410: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        HK: () => (
          /* binding */
          checkUploadUrl
        ),
        /* harmony export */
        U9: () => (
          /* binding */
          isLoopback
        ),
        /* harmony export */
        Z6: () => (
          /* binding */
          checkAgentUrl
        ),
        /* harmony export */
        xd: () => (
          /* binding */
          checkBaseUrl
        ),
        /* harmony export */
        y2: () => (
          /* binding */
          checkSignedUrl
        )
        /* harmony export */
      });
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
      function checkUploadUrl(text, options = {}) {
        const url = checkSignedUrl(text, { loopback: true });
        if (url !== void 0 || options.allowInsecureHost !== true)
          return url;
        const plain = URL.parse(text);
        return plain?.protocol === "http:" && hasNoCredentials(plain) ? plain : void 0;
      }
      function checkSignedUrl(text, { loopback }) {
        const url = URL.parse(text);
        if (url === null || !hasNoCredentials(url))
          return void 0;
        if (url.protocol === "https:")
          return url;
        return url.protocol === "http:" && loopback && isLoopback(url.hostname) ? url : void 0;
      }
      function hasNoCredentials(url) {
        return url.username === "" && url.password === "";
      }
      function checkAgentUrl(text, options = {}) {
        const refused = (problem) => ({ kind: "refused", problem });
        const url = URL.parse(text.trim());
        if (url === null)
          return refused("is not a URL: give it whole, as in https://agent.example.org");
        if (url.protocol !== "https:" && url.protocol !== "http:")
          return refused("must start with https://");
        if (!hasNoCredentials(url))
          return refused("must not contain credentials: give the key in its own input");
        if (url.search || url.hash)
          return refused("must not contain a query or a fragment: leave out ? and #");
        if (url.protocol === "http:" && !options.allowInsecureHost && !isLoopback(url.hostname)) {
          return refused("must use https: plain http would send the key in the clear (only loopback may use it)");
        }
        return { kind: "ok", url: `${url.origin}${url.pathname.replace(/\/+$/, "")}` };
      }
      function isLoopback(hostname) {
        const host = hostname.toLowerCase().replace(/\.$/, "");
        return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || // URL has already turned every other spelling of an IPv4 address into four numbers.
        /^127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/.test(host);
      }
    })
  ),
  /***/
  75065: (
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
        now: () => Math.floor(performance.timeOrigin + performance.now()),
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
      const wallClock = { now: () => Date.now(), sleep: (ms, signal) => realClock.sleep(ms, signal) };
    })
  ),
  /***/
  65292: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        GW: () => (
          /* binding */
          BodyBroken
        ),
        /* harmony export */
        d7: () => (
          /* binding */
          isApiError
        ),
        /* harmony export */
        hD: () => (
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
        busy;
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
          this.busy = from.busy ?? false;
          this.code = from.code;
        }
      }
      function isApiError(error, status) {
        return error instanceof ApiError && (status === void 0 || error.status === status);
      }
      class BodyBroken extends Error {
        name = "BodyBroken";
        constructor(cause) {
          super(cause instanceof Error ? cause.message : "the body could not be made", { cause });
        }
      }
    })
  ),
  /***/
  57835: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        T: () => (
          /* binding */
          memoizeAsync
        )
        /* harmony export */
      });
      function memoizeAsync(work) {
        let kept;
        const memoized = () => {
          if (kept !== void 0)
            return kept;
          const mine = startWork(work);
          kept = mine;
          mine.catch(() => {
            if (kept === mine)
              kept = void 0;
          });
          return mine;
        };
        return Object.assign(memoized, {
          current: () => kept,
          forget: () => {
            kept = void 0;
          }
        });
      }
      async function startWork(work) {
        return work();
      }
    })
  ),
  /***/
  50516: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        E3: () => (
          /* binding */
          dialectOf
        ),
        /* harmony export */
        NQ: () => (
          /* binding */
          controlPlaneOf
        ),
        /* harmony export */
        OZ: () => (
          /* binding */
          isHosted
        ),
        /* harmony export */
        lW: () => (
          /* binding */
          REGION_HOSTS
        )
        /* harmony export */
      });
      const REGION_HOSTS = {
        us: "https://api.host.langchain.com",
        eu: "https://eu.api.host.langchain.com",
        apac: "https://apac.api.host.langchain.com",
        aws: "https://aws.api.host.langchain.com"
      };
      const TRACING_DOMAIN = "api.smith.langchain.com";
      const HOSTED_DOMAIN = "api.host.langchain.com";
      const SELF_HOSTED_PREFIX = "/api-host";
      function dialectOf(baseUrl) {
        const selfHosted = new URL(baseUrl).pathname.replace(/\/+$/, "").endsWith(SELF_HOSTED_PREFIX);
        return isHosted(baseUrl) || selfHosted ? "langsmith" : "generic";
      }
      function isHosted(baseUrl) {
        const { hostname } = new URL(baseUrl);
        return hostname === HOSTED_DOMAIN || hostname.endsWith(`.${HOSTED_DOMAIN}`);
      }
      function controlPlaneOf(tracingUrl) {
        const { protocol, host, hostname, username, password, pathname, search, hash } = new URL(tracingUrl);
        if (/(^|\.)langchain\.com$/.test(hostname)) {
          const regions = Object.keys(REGION_HOSTS);
          const region = regions.find((name) => hostname === (name === "us" ? "" : `${name}.`) + TRACING_DOMAIN);
          return region === void 0 ? void 0 : REGION_HOSTS[region].replace("https:", protocol);
        }
        const path = pathname.replace(/\/+$/, "").replace(/\/api(?:\/v[0-9]+)?$|\/api-host$/, "");
        const user = username === "" && password === "" ? "" : `${username}:${password}@`;
        return `${protocol}//${user}${host}${path}${SELF_HOSTED_PREFIX}${search}${hash}`;
      }
    })
  ),
  /***/
  55403: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Mb: () => (
          /* binding */
          AMOUNT_MAX
        ),
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
        eq: () => (
          /* binding */
          BULK_DELETE_MAX
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
        n_: () => (
          /* binding */
          HOSTED_REDIS_MEMORY_MIN
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
        uL: () => (
          /* binding */
          SELF_HOSTED_NAME_MAX
        ),
        /* harmony export */
        wv: () => (
          /* binding */
          LOG_PAGE_MAX
        ),
        /* harmony export */
        yK: () => (
          /* binding */
          TARBALL_MAX_BYTES
        )
        /* harmony export */
      });
      const CPU_MIN = 0.1;
      const CPU_MAX = 8;
      const CPU_LIMIT_MAX = 16;
      const AMOUNT_MAX = 1e9;
      const HOSTED_REDIS_MEMORY_MIN = 512;
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
      const FEEDBACK_KEYS_MAX = 1e3;
      const FEEDBACK_KEY_MAX = 1e3;
    })
  ),
  /***/
  83889: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        BE: () => (
          /* binding */
          statusKind
        ),
        /* harmony export */
        dR: () => (
          /* binding */
          isFinal
        ),
        /* harmony export */
        y9: () => (
          /* binding */
          isDying
        )
        /* harmony export */
      });
      const DEPLOYMENT_STATUSES = (
        /* unused pure expression or super */
        null
      );
      const REVISION_STATUSES = (
        /* unused pure expression or super */
        null
      );
      function statusKind(status) {
        if (status === "DEPLOYED")
          return "deployed";
        if (status.includes("FAILED"))
          return "failed";
        if (status === "SKIPPED")
          return "skipped";
        if (status === "INTERRUPTED")
          return "interrupted";
        return "progress";
      }
      function isDying(status) {
        return /^AWAITING_(FINAL_)?DELETE$/.test(status);
      }
      function isFinal(status) {
        return statusKind(status) !== "progress";
      }
    })
  ),
  /***/
  96311: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        D7: () => (
          /* binding */
          makeFacade
        ),
        /* harmony export */
        I8: () => (
          /* binding */
          findCheckout
        ),
        /* harmony export */
        L_: () => (
          /* binding */
          shortFile
        ),
        /* harmony export */
        h_: () => (
          /* binding */
          openRepository
        ),
        /* harmony export */
        s$: () => (
          /* binding */
          makeGitDir
        )
        /* harmony export */
      });
      var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
      var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
      const SMALL = 4096;
      const LONG = 64 * 1024 * 1024;
      async function findCheckout(folder, workspace) {
        const above = foldersUpTo(folder, workspace);
        for (const [index, top] of above.entries()) {
          const entry = node_path__WEBPACK_IMPORTED_MODULE_1__.join(top, ".git");
          const stat = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(entry).catch(() => void 0);
          if (stat === void 0)
            continue;
          const gitDir = stat.isDirectory() ? entry : await linkedFolder(entry, above.slice(index));
          const repository = gitDir === void 0 ? void 0 : await readRepository(gitDir);
          return repository && { ...repository, top };
        }
        return void 0;
      }
      async function openRepository(folder) {
        for (const candidate of [node_path__WEBPACK_IMPORTED_MODULE_1__.join(folder, ".git"), folder, `${folder}.git`]) {
          const stat = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(candidate).catch(() => void 0);
          if (stat === void 0)
            continue;
          const target = stat.isFile() ? await targetOf(candidate) : candidate;
          const repository = target === void 0 ? void 0 : await readRepository(target);
          if (repository !== void 0)
            return repository;
        }
        return void 0;
      }
      function foldersUpTo(folder, last) {
        const folders = [folder];
        for (let at = folder; at !== last; at = node_path__WEBPACK_IMPORTED_MODULE_1__.dirname(at)) {
          const above = node_path__WEBPACK_IMPORTED_MODULE_1__.dirname(at);
          if (above === at)
            return [];
          folders.push(above);
        }
        return folders;
      }
      async function linkedFolder(entry, above) {
        const target = await targetOf(entry);
        if (target === void 0)
          return void 0;
        for (const folder of above) {
          const own = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(folder, ".git")).catch(() => void 0);
          if (own !== void 0 && target.startsWith(own + node_path__WEBPACK_IMPORTED_MODULE_1__.sep))
            return target;
        }
        const back = await smallFile(node_path__WEBPACK_IMPORTED_MODULE_1__.join(target, "gitdir"));
        if (back === void 0)
          return void 0;
        const named = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(target, back.trim())).catch(() => void 0);
        return named !== void 0 && named === await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(entry) ? target : void 0;
      }
      async function targetOf(file) {
        const [, named] = /^gitdir: ([^\0\r\n]+)\s*$/.exec(await smallFile(file) ?? "") ?? [];
        if (named === void 0)
          return void 0;
        return (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(node_path__WEBPACK_IMPORTED_MODULE_1__.dirname(file), named)).catch(() => void 0);
      }
      async function readRepository(gitDir) {
        if (await smallFile(node_path__WEBPACK_IMPORTED_MODULE_1__.join(gitDir, "HEAD")) === void 0)
          return void 0;
        const shared = await smallFile(node_path__WEBPACK_IMPORTED_MODULE_1__.join(gitDir, "commondir"));
        const commonDir = shared === void 0 ? gitDir : node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(gitDir, shared.trim());
        const own = shared === void 0 || gitDir.startsWith(node_path__WEBPACK_IMPORTED_MODULE_1__.join(commonDir, "worktrees") + node_path__WEBPACK_IMPORTED_MODULE_1__.sep);
        return own && await isFolder(node_path__WEBPACK_IMPORTED_MODULE_1__.join(commonDir, "objects")) ? { gitDir, commonDir } : void 0;
      }
      async function makeFacade({ gitDir, commonDir }, at, platform) {
        await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, "info"), { recursive: true });
        const config = await shortFile(node_path__WEBPACK_IMPORTED_MODULE_1__.join(commonDir, "config"), 1024 * 1024) ?? "";
        const inTables = await isFolder(node_path__WEBPACK_IMPORTED_MODULE_1__.join(commonDir, "reftable"));
        const extensions = [
          .../\bobjectformat\s*=\s*"?sha256\b/i.test(config) ? ["objectFormat = sha256"] : [],
          ...inTables ? ["refStorage = reftable"] : []
        ];
        await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, "config"), repositoryConfig(extensions, platform));
        await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, "HEAD"), await smallFile(node_path__WEBPACK_IMPORTED_MODULE_1__.join(gitDir, "HEAD")) ?? "");
        for (const [folder, name] of [
          [commonDir, "packed-refs"],
          [commonDir, "shallow"],
          [commonDir, node_path__WEBPACK_IMPORTED_MODULE_1__.join("info", "exclude")],
          ...(await sharedIndexes(gitDir)).map((index2) => [gitDir, index2])
        ]) {
          const from = node_path__WEBPACK_IMPORTED_MODULE_1__.join(folder, name);
          if (await isShortFile(from, LONG))
            await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.copyFile)(from, node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, name));
        }
        for (const name of ["objects", "refs", ...inTables ? ["reftable"] : []]) {
          const real = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(commonDir, name)).catch(() => void 0);
          if (real === void 0 || !await isFolder(real))
            await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, name));
          else
            await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.symlink)(real, node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, name), "junction");
        }
        const index = node_path__WEBPACK_IMPORTED_MODULE_1__.join(gitDir, "index");
        return { gitDir: at, index: await isFile(index) ? { GIT_INDEX_FILE: index } : {} };
      }
      async function makeGitDir(at, platform) {
        await Promise.all(["objects", "refs"].map((name) => (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, name), { recursive: true })));
        await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, "config"), repositoryConfig([], platform, true));
        const head = node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, "HEAD");
        if (await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(head).catch(() => void 0) === void 0) {
          await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(head, "ref: refs/heads/main\n");
        }
      }
      function repositoryConfig(extensions, platform, bare = false) {
        const lines = [`repositoryFormatVersion = ${extensions.length > 0 ? 1 : 0}`, `bare = ${String(bare)}`];
        if (platform === "win32" || platform === "darwin")
          lines.push("ignoreCase = true");
        if (platform === "darwin")
          lines.push("precomposeUnicode = true");
        if (platform === "win32")
          lines.push("fileMode = false", "symlinks = false");
        return [
          "[core]",
          ...lines.map((line) => `	${line}`),
          ...extensions.length > 0 ? ["[extensions]", ...extensions.map((line) => `	${line}`)] : [],
          ""
        ].join("\n");
      }
      async function sharedIndexes(gitDir) {
        const names = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)(gitDir).catch(() => []);
        return names.filter((name) => /^sharedindex\.[0-9a-f]{40,64}$/.test(name));
      }
      async function smallFile(file) {
        return shortFile(file, SMALL);
      }
      async function shortFile(file, most) {
        if (!await isShortFile(file, most))
          return void 0;
        return (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(file, "utf8").catch(() => void 0);
      }
      async function isShortFile(file, most) {
        const stat = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(file).catch(() => void 0);
        return stat !== void 0 && stat.isFile() && stat.size <= most;
      }
      async function isFile(file) {
        return (await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(file).catch(() => void 0))?.isFile() ?? false;
      }
      async function isFolder(folder) {
        const real = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(folder).catch(() => void 0);
        return real !== void 0 && (await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(real)).isDirectory();
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
