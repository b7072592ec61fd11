const id = 3598;
const ids = [3598];
const modules = {
  /***/
  61120: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Bg: () => (
          /* binding */
          commitUrl
        ),
        /* harmony export */
        NG: () => (
          /* binding */
          isOfRun
        ),
        /* harmony export */
        Vp: () => (
          /* binding */
          runUrl
        ),
        /* harmony export */
        yI: () => (
          /* binding */
          readPlace
        )
        /* harmony export */
      });
      var _report_links_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(19687);
      function readPlace(env) {
        return {
          serverUrl: (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, ""),
          repository: env["GITHUB_REPOSITORY"] ?? "",
          runId: env["GITHUB_RUN_ID"] ?? "",
          attempt: env["GITHUB_RUN_ATTEMPT"] || "1",
          sha: env["GITHUB_SHA"] || void 0,
          docsUrl: (reason) => (0, _report_links_js__WEBPACK_IMPORTED_MODULE_0__.r)(env, reason)
        };
      }
      function runUrl({ serverUrl, repository, runId, attempt }) {
        if (runId === "")
          return void 0;
        return `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${attempt}`;
      }
      function isOfRun({ runId }, url) {
        if (runId === "" || url === void 0)
          return false;
        return `${url}/`.includes(`/actions/runs/${runId}/`);
      }
      function commitUrl({ serverUrl, repository }, commit) {
        return `${serverUrl}/${repository}/commit/${commit}`;
      }
    })
  ),
  /***/
  93598: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        verify: () => (
          /* reexport */
          verify
        ),
        verifyAfter: () => (
          /* reexport */
          verifyAfter
        )
      });
      var note = __webpack_require__(97351);
      var outcome = __webpack_require__(76796);
      var base_url = __webpack_require__(85410);
      var github_place = __webpack_require__(61120);
      var shown_value = __webpack_require__(26860);
      var errors = __webpack_require__(65292);
      var timeline = __webpack_require__(61662);
      var external_node_crypto_ = __webpack_require__(77598);
      var agent_answers = __webpack_require__(57640);
      var agent_busy = __webpack_require__(26058);
      var backoff = __webpack_require__(56391);
      ;
      class Heard {
        runId;
        over = false;
        error;
        #location;
        #lastEventId;
        #any = false;
        #events;
        constructor(events) {
          this.#events = events;
        }
        know(runId) {
          if (this.runId !== void 0)
            return;
          this.runId = runId;
          this.#events.started(runId);
        }
        /** Where to go on. Before anything was heard: from the beginning. */
        place() {
          return { location: this.#location, lastEventId: this.#lastEventId ?? (this.#any ? void 0 : "-1") };
        }
        opened({ location, contentLocation }) {
          this.#location ??= location;
          const found = /\/runs\/(?!stream\b)([\w-]+)/.exec(contentLocation ?? location ?? "")?.[1];
          if (found !== void 0)
            this.know(found);
        }
        event({ event = "message", id: id2, data }) {
          this.#any = true;
          if (id2 !== void 0 && id2 !== "")
            this.#lastEventId = id2;
          const [name = "", ...of] = event.split("|");
          if (name === "end")
            this.over = true;
          const value = parsed(data);
          if (typeof value !== "object" || value === null)
            return;
          if (name === "metadata") {
            const runId = Reflect.get(value, "run_id");
            if (typeof runId === "string")
              this.know(runId);
          } else if (name === "updates") {
            this.#events.step(Object.keys(value), of);
          } else if (name === "feedback") {
            const urls = agent_answers.rn.safeParse(value);
            if (urls.success)
              this.#events.feedback(urls.data);
          } else if (name === "error") {
            const told = agent_answers.S6.safeParse(value);
            if (told.success)
              this.error = { name: told.data.error, message: told.data.message };
          }
        }
      }
      function parsed(text) {
        try {
          return JSON.parse(text);
        } catch {
          return void 0;
        }
      }
      ;
      const MOST_RECONNECTS = 5;
      const MOST_STARTS = 3;
      const LOOKS_FOR_IT = 4;
      const LOOKS_FOR_END = 3;
      const PAUSE = { baseMs: 500, capMs: 5e3 };
      const POLL_MS = 1e3;
      async function performRun(server, { clock, random }, request, events, signal) {
        const { threadId, limitMs } = request;
        const heard = new Heard(events);
        const pause = (attempt) => clock.sleep((0, backoff.j)(attempt, random, PAUSE), signal);
        let end = await start();
        const runId = heard.runId ?? "";
        for (let attempt = 1; !heard.over && attempt <= MOST_RECONNECTS; attempt += 1) {
          if (await hasEnded(end))
            break;
          const broken = end.kind === "failed" ? `broke (${wordOf(end)})` : "ended before the run";
          events.trouble(`The stream ${broken}: following the run again.`);
          await pause(attempt);
          end = await server.watchRun(threadId, runId, heard.place(), heard, signal);
          signal.throwIfAborted();
          if (end.kind === "failed" && !end.opened && end.error.status !== void 0)
            break;
        }
        return settle();
        async function start() {
          for (let attempt = 1; ; attempt += 1) {
            const strategy = request.ownThread ? "reject" : request.body.multitask_strategy;
            const sent = await server.startRun(threadId, { ...request.body, multitask_strategy: strategy }, heard, signal);
            signal.throwIfAborted();
            if (heard.runId !== void 0)
              return sent;
            const wait = refusedFor(sent);
            if (wait !== void 0 && wait < limitMs && attempt < MOST_STARTS) {
              events.trouble("The agent server asked to come again.");
              await clock.sleep(wait, signal);
              continue;
            }
            const error = sent.kind === "failed" ? sent.error : void 0;
            const lost = error === void 0 || ["ambiguous", "network", "timeout"].includes(error.kind);
            if (!lost && !(attempt > 1 && (0, agent_busy.A)(error)))
              throw error;
            events.trouble("The answer to the start of the run was lost: looking whether it was made.");
            const found = await look();
            if (found !== void 0) {
              heard.know(found);
              return sent;
            }
            if (attempt >= MOST_STARTS || mayDouble(error))
              throw error ?? lostStart(threadId);
          }
        }
        function mayDouble(error) {
          const { ownThread, body } = request;
          const sent = error === void 0 || error.kind === "ambiguous";
          return sent && !ownThread && ["enqueue", "interrupt"].includes(body.multitask_strategy);
        }
        async function look() {
          for (let attempt = 1; attempt <= LOOKS_FOR_IT; attempt += 1) {
            const found = (await server.listRuns(threadId, signal)).find(isOurs);
            if (found !== void 0)
              return found.run_id;
            await pause(attempt);
          }
          return void 0;
        }
        function isOurs({ metadata }) {
          return metadata?.[request.mark.key] === request.mark.value;
        }
        async function ours() {
          const run = await server.getRun(threadId, runId, signal);
          const { key } = request.mark;
          if (run?.metadata && key in run.metadata && !isOurs(run))
            throw anotherRun(threadId, runId);
          return run;
        }
        async function hasEnded(closed) {
          if (closed.kind === "failed")
            return false;
          for (let attempt = 1; attempt <= LOOKS_FOR_END; attempt += 1) {
            const run = await ours();
            if (run === void 0 || (0, agent_answers.cv)(run.status))
              return true;
            await clock.sleep(PAUSE.baseMs, signal);
          }
          return false;
        }
        async function settle() {
          for (; ; ) {
            const run = await ours();
            if (run === void 0)
              return { kind: "gone", runId };
            if ((0, agent_answers.cv)(run.status)) {
              const error = run.status === "error" ? heard.error ?? await errorOfJoin() : void 0;
              return { kind: "ended", runId, status: run.status, error };
            }
            try {
              await server.join(threadId, runId, limitMs, signal);
            } catch (error) {
              if (!(0, errors.d7)(error) || error.kind === "aborted")
                throw error;
            }
            await clock.sleep(POLL_MS, signal);
          }
        }
        async function errorOfJoin() {
          try {
            const body = await server.join(threadId, runId, limitMs, signal);
            const told = typeof body === "object" && body !== null ? Reflect.get(body, "__error__") : void 0;
            const read = agent_answers.S6.safeParse(told);
            return read.success ? { name: read.data.error, message: read.data.message } : void 0;
          } catch (error) {
            signal.throwIfAborted();
            if (!(0, errors.d7)(error))
              throw error;
            return void 0;
          }
        }
      }
      function refusedFor(end) {
        if (end.kind === "ended" || end.opened || end.retryAfterMs === void 0)
          return void 0;
        const { status } = end.error;
        return status === 429 || status === 503 ? Math.max(end.retryAfterMs, PAUSE.baseMs) : void 0;
      }
      function anotherRun(threadId, runId) {
        return new errors.hD({
          kind: "malformed",
          method: "GET",
          path: `/threads/${threadId}/runs/${runId}`,
          what: "the run is not the one that was started: it carries another mark",
          remedy: "Check that the address is the agent server of the deployment.",
          attempts: 1
        });
      }
      function lostStart(threadId) {
        return new errors.hD({
          kind: "ambiguous",
          method: "POST",
          path: `/threads/${threadId}/runs/stream`,
          what: "the answer names no run, and none was found on the thread",
          remedy: "Check that the address is the agent server of the deployment.",
          attempts: MOST_STARTS
        });
      }
      function wordOf({ error }) {
        return error.code ?? String(error.status ?? error.kind);
      }
      var words_of = __webpack_require__(35078);
      ;
      const LIMIT_MS = 15e3;
      function createFeedback(tools) {
        const { server, verification, origin, hideSecret, signal, log, warn, shown } = tools;
        const key = verification.feedbackKey;
        let url;
        return {
          learn(urls) {
            for (const [of, address] of Object.entries(urls)) {
              hideSecret(address);
              const token = URL.parse(address)?.pathname.split("/").at(-1);
              if (token !== void 0 && token.length >= 8)
                hideSecret(token);
              if (of === key)
                url = address;
            }
          },
          async give(name, result2) {
            const judged = result2 === "passed" || result2 === "failed" || result2 === "timed-out";
            if (key === void 0 || !judged)
              return;
            if (url === void 0) {
              log.line(`         The server gave no feedback URL for \`${key}\`.`);
              return;
            }
            const comment = `${shown.text(name)}: ${result2}. ${origin}`;
            try {
              const stop = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
              await server.submitFeedback(url, { score: result2 === "passed" ? 1 : 0, comment }, stop);
              log.line(`         Feedback \`${key}\` is given: ${result2 === "passed" ? 1 : 0}.`);
            } catch (error) {
              signal.throwIfAborted();
              warn("feedback", `The feedback \`${key}\` of ${name} could not be submitted: ${shown.text((0, words_of.Z)(error))}`);
            }
          }
        };
      }
      var external_node_vm_ = __webpack_require__(30714);
      ;
      const find_pattern_LIMIT_MS = 1e3;
      function findPattern({ source, flags }, text, limitMs = find_pattern_LIMIT_MS) {
        const script = new external_node_vm_.Script("new RegExp(source, flags).test(text)");
        try {
          const context = { source, flags, text };
          return script.runInNewContext(context, { timeout: limitMs }) === true ? "found" : "missing";
        } catch (error) {
          if (isGivenUp(error))
            return "endless";
          throw error;
        }
      }
      function isGivenUp(error) {
        if (typeof error !== "object" || error === null)
          return false;
        return Reflect.get(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT" || Reflect.get(error, "name") === "RangeError";
      }
      ;
      function lastMessage(values) {
        const messages = field(values, "messages");
        if (!Array.isArray(messages))
          return { kind: "none", why: "the final state has no list `messages`" };
        if (messages.length === 0)
          return { kind: "none", why: "the list `messages` of the final state is empty" };
        const last = messages.at(-1);
        if (isOfUser(last)) {
          return { kind: "none", why: "the last message is of the user: nothing was answered" };
        }
        const content = field(last, "content") ?? field(field(last, "kwargs"), "content");
        const text = textOf(content);
        return text === void 0 ? { kind: "none", why: "the last message holds no text" } : { kind: "text", text };
      }
      function isOfUser(message) {
        const id2 = field(message, "id");
        const names = [field(message, "type"), field(message, "role"), Array.isArray(id2) ? id2.at(-1) : void 0];
        return names.some((name) => typeof name === "string" && /^(human|user|HumanMessage(Chunk)?)$/.test(name));
      }
      function textOf(content) {
        if (typeof content === "string")
          return content;
        if (!Array.isArray(content))
          return void 0;
        const parts = content.flatMap((block) => {
          const text = typeof block === "string" ? block : field(block, "text");
          const type = field(block, "type") ?? "text";
          return typeof text === "string" && (type === "text" || type === "output_text") ? [text] : [];
        });
        return parts.length === 0 ? void 0 : parts.join("");
      }
      function field(value, key) {
        const holds = typeof value === "object" && value !== null && Object.hasOwn(value, key);
        return holds ? Reflect.get(value, key) : void 0;
      }
      ;
      const MOST_MISMATCHES = 5;
      function mismatches(expected, actual) {
        const found = [];
        compare(expected, actual, "$", found);
        return found;
      }
      function compare(expected, actual, path, found) {
        if (found.length >= MOST_MISMATCHES)
          return;
        if (Array.isArray(expected)) {
          if (!Array.isArray(actual))
            found.push({ path, expected, actual, about: "value" });
          else if (expected.length !== actual.length)
            found.push({ path, expected, actual, about: "length" });
          else
            for (const [at, part] of expected.entries())
              compare(part, actual[at], `${path}[${at}]`, found);
        } else if (isObject(expected)) {
          if (!isObject(actual)) {
            found.push({ path, expected, actual, about: "value" });
            return;
          }
          for (const [key, part] of Object.entries(expected)) {
            const there = Object.hasOwn(actual, key) ? actual[key] : void 0;
            compare(part, there, `${path}${step(key)}`, found);
          }
        } else if (expected !== actual) {
          found.push({ path, expected, actual, about: "value" });
        }
      }
      function isObject(value) {
        return typeof value === "object" && value !== null && !Array.isArray(value);
      }
      function step(key) {
        return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
      }
      ;
      function judge(expect, run, tools) {
        const wrong = [...judgeStatus(expect, run, tools), ...judgeInterruption(expect, run)];
        if (wrong.length > 0)
          return wrong;
        if (expect.state.given) {
          const found = mismatches(expect.state.value, run.values);
          wrong.push(...found.map((one) => describe(one, tools.shown)));
          if (found.length === MOST_MISMATCHES)
            wrong.push("There may be more.");
        }
        if (expect.lastMessage !== void 0)
          wrong.push(...judgeMessage(expect.lastMessage, run.values, tools));
        return wrong;
      }
      function judgeStatus({ status }, run, { shown }) {
        const ended = run.status === "interrupted" && run.asks ? "success" : run.status;
        if (ended === status)
          return [];
        const error = run.error;
        const why = error === void 0 ? "" : `: ${shown.text(`${error.name}: ${error.message}`)}`;
        return [`The run ended as ${shown.text(run.status)}, not as ${status}${why}`];
      }
      function judgeInterruption({ interrupted, status }, run) {
        if (status === "error" || interrupted === run.interrupted)
          return [];
        return [
          interrupted ? "The run went to its end, and should have stopped to be resumed." : "The run stopped to be resumed, before its end; `interrupted: true` expects that."
        ];
      }
      function judgeMessage(pattern, values, { find: find2, shown }) {
        const last = lastMessage(values);
        if (last.kind === "none")
          return [`last-message: ${last.why}.`];
        switch (find2(pattern, last.text)) {
          case "found":
            return [];
          case "missing":
            return [`last-message: ${shownPattern(pattern, shown)} is not found in ${shown.value(last.text)}`];
          case "endless":
            return [
              `last-message: searching for ${shownPattern(pattern, shown)} took too long and was given up; write it without nested repetitions.`
            ];
        }
      }
      function shownPattern({ source, flags }, shown) {
        return shown.text(`/${source}/${flags}`);
      }
      function describe({ path, expected, actual, about }, shown) {
        if (about === "length" && Array.isArray(expected) && Array.isArray(actual)) {
          return `${path}: ${expected.length} elements expected, there are ${actual.length}`;
        }
        return `${path}: expected ${shown.value(expected)}, got ${shown.value(actual)}`;
      }
      ;
      function overtaken(runs, ourId) {
        const at = runs.findIndex(({ run_id }) => run_id === ourId);
        const ours = runs[at];
        return runs.find((other, index) => {
          if (other.run_id === ourId || other.status === "pending")
            return false;
          if (ours === void 0 || other.status === "running")
            return true;
          return later(other, ours) ?? index < at;
        });
      }
      function later(one, other) {
        const [a, b] = [one.created_at ?? "", other.created_at ?? ""];
        const apart = Date.parse(a) - Date.parse(b);
        if (Number.isNaN(apart))
          return void 0;
        if (apart !== 0)
          return apart > 0;
        const [fine, others] = [microseconds(a), microseconds(b)];
        return fine === others ? void 0 : fine > others;
      }
      function microseconds(time) {
        return Number(/\.(\d+)/.exec(time)?.[1]?.padEnd(9, "0") ?? 0);
      }
      ;
      function bodyOf(one, assistant, mark, feedbackKey) {
        return {
          assistant_id: assistant,
          ...one.command === void 0 ? { input: one.input } : { command: one.command },
          ...one.config !== void 0 && { config: one.config },
          ...one.context !== void 0 && { context: one.context },
          metadata: { ...one.metadata, [mark.key]: mark.value },
          stream_mode: "updates",
          stream_resumable: true,
          on_disconnect: "continue",
          multitask_strategy: one.strategy,
          ...feedbackKey !== void 0 && { feedback_keys: [feedbackKey] }
        };
      }
      ;
      const MOST_STEPS = 40;
      const INTERRUPT = "__interrupt__";
      function createSteps(say, sinceMs, shown) {
        let count = 0;
        return (nodes, of) => {
          count += 1;
          if (count > MOST_STEPS) {
            if (count === MOST_STEPS + 1)
              say("         \u2026 further steps are not shown");
            return;
          }
          const path = of.map((part) => part.replace(/:.*$/, ""));
          const names = nodes.slice(0, 5).map((name) => name === INTERRUPT ? "stops to be resumed" : shown.text(name)).join(", ");
          say(`${(0, timeline.a3)(sinceMs()).padStart(7)}  ${[...path.map((name) => shown.text(name)), names].join(" \u203A ")}`);
        };
      }
      ;
      const SAYS_NOTHING = [401, 403, 407, 408, 425, 429];
      function judgeTrouble(error, shown) {
        const { status, kind } = error;
        const busy = (0, agent_busy.A)(error);
        const said = error.detail === null ? "" : `: ${shown.text(error.detail)}`;
        if (kind === "http" && status !== void 0) {
          const answer = `The agent server answered ${status} to ${error.method} ${shownPath(error.path, shown)}${said}`;
          return {
            // A redirection leads to a gateway, or to the page where people log in.
            result: busy || status < 400 || SAYS_NOTHING.includes(status) ? "impossible" : "failed",
            why: [`${answer}${busy ? BUSY : CURES[status] ?? ""}`]
          };
        }
        if (kind === "malformed") {
          return {
            result: "failed",
            why: [`What the agent server answered cannot be used: ${shown.text(error.message)}`]
          };
        }
        const answered = kind === "ambiguous" && (status ?? 0) >= 500;
        return { result: answered ? "failed" : "impossible", why: [shown.text(error.message)] };
      }
      const CURES = {
        401: ". Check the API key.",
        403: ". The API key may not use this deployment."
      };
      const BUSY = ". A run is active on the thread: give another thread-id, or another multitask-strategy.";
      function shownPath(path, shown) {
        return shown.text(path.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, "\u2026"));
      }
      ;
      const MARK = "agent_deploy_verification";
      const CLEAR_UP_MS = 1e4;
      async function runCase(tools, one, assistant, revisionId) {
        const { clock, log, server, signal, verification, shown } = tools;
        const startedAt = clock.now();
        const since = () => clock.now() - startedAt;
        const say = (text) => log.line(`${(0, timeline.a3)(since()).padStart(7)}  ${text}`);
        const ids2 = {
          threadId: one.threadId,
          runId: void 0
        };
        const feedback = createFeedback(tools);
        const limit = new AbortController();
        const timer = setTimeout(() => limit.abort(new Error("the time limit of the case")), one.timeLimitMs);
        const bounded = AbortSignal.any([signal, limit.signal]);
        let over = false;
        let mark;
        const underWay = async (threadId, stop) => {
          if (over)
            return void 0;
          if (ids2.runId !== void 0 || mark === void 0)
            return ids2.runId;
          const { key, value } = mark;
          const runs = await server.listRuns(threadId, stop);
          return runs.find(({ status, metadata }) => metadata?.[key] === value && !(0, agent_answers.cv)(status))?.run_id;
        };
        const clearUp = async (keep, stop) => {
          const { threadId } = ids2;
          if (threadId === void 0)
            return;
          const works = [
            async () => {
              const runId = await underWay(threadId, stop);
              if (runId !== void 0)
                await server.cancelRun(threadId, runId, stop);
            },
            async () => {
              if (one.threadId === void 0 && !keep)
                await server.deleteThread(threadId, stop);
            }
          ];
          const errors2 = [];
          for (const work of works)
            await work().catch((error) => errors2.push(error));
          if (errors2.length > 0)
            signal.throwIfAborted();
          for (const error of errors2)
            log.line(`         Clearing up failed: ${shown.text((0, words_of.Z)(error))}`);
        };
        const leave = tools.atCancel((stop) => clearUp(false, stop));
        try {
          const verdict = await attempt();
          clearTimeout(timer);
          await feedback.give(one.name, verdict.result);
          const keep = verification.keepThreads;
          const kept = keep === "always" || keep === "failed" && verdict.result !== "passed";
          await clearUp(kept, AbortSignal.any([signal, AbortSignal.timeout(CLEAR_UP_MS)]));
          return { name: one.name, ...verdict, tookMs: since(), ...ids2 };
        } finally {
          clearTimeout(timer);
          if (!signal.aborted)
            leave();
        }
        async function attempt() {
          try {
            const own = one.threadId === void 0;
            const ours = { key: MARK, value: (0, external_node_crypto_.randomUUID)() };
            ids2.threadId = await makeThread({ [MARK]: ours.value });
            mark = ours;
            const end = await performRun(server, { clock, random: Math.random }, {
              threadId: ids2.threadId,
              ownThread: own,
              body: bodyOf(one, assistant, ours, verification.feedbackKey),
              mark: ours,
              limitMs: one.timeLimitMs
            }, {
              started: (runId) => {
                ids2.runId = runId;
              },
              step: createSteps((line) => log.line(line), since, shown),
              feedback: (urls) => feedback.learn(urls),
              trouble: say
            }, bounded);
            over = true;
            clearTimeout(timer);
            return await conclude(end, ids2.threadId);
          } catch (error) {
            signal.throwIfAborted();
            if (limit.signal.aborted) {
              return mark === void 0 ? { result: "impossible", why: [`There was no thread after ${(0, timeline.a3)(one.timeLimitMs)}.`] } : { result: "timed-out", why: [late(one.timeLimitMs)] };
            }
            if (!(0, errors.d7)(error))
              throw error;
            if (error.kind === "http")
              mark = void 0;
            return judgeTrouble(error, shown);
          }
        }
        async function makeThread(metadata) {
          const id2 = one.threadId ?? (0, external_node_crypto_.randomUUID)();
          ids2.threadId = id2;
          try {
            return await server.createThread(id2, metadata, bounded);
          } catch (error) {
            if ((0, errors.d7)(error) && (error.kind === "http" || error.kind === "network"))
              ids2.threadId = one.threadId;
            throw error;
          }
        }
        async function conclude(end, threadId) {
          if (end.kind === "gone") {
            return {
              // On a thread that others use as well, it is they who did it.
              result: one.threadId === void 0 ? "failed" : "impossible",
              why: ["The run is gone: somebody deleted it, or started another one on this thread."]
            };
          }
          const state = await server.state(threadId, bounded);
          const why = judge(one.expect, { ...end, ...state }, { find: findPattern, shown });
          const beside = overtaken(await server.listRuns(threadId, bounded), end.runId);
          if (beside !== void 0) {
            const told = `The state may not be of our run: another run used the thread, ${shown.text(beside.run_id)}.`;
            return { result: "impossible", why: [...why, told] };
          }
          const other = await answeredByAnother();
          if (other !== void 0)
            return { result: "impossible", why: [...why, other] };
          return { result: why.length === 0 ? "passed" : "failed", why };
        }
        async function answeredByAnother() {
          if (revisionId === void 0)
            return void 0;
          const found = await server.revision(bounded);
          if (found === void 0 || found === revisionId)
            return void 0;
          return `The answer may not be ours: revision ${shown.text(found)} answers here now, not ${revisionId}.`;
        }
      }
      function late(limitMs) {
        return `The run had not ended after ${(0, timeline.a3)(limitMs)}, and was cancelled; \`time-limit\` allows more.`;
      }
      ;
      const PAUSES_MS = [0, 1e3, 2e3, 4e3, 8e3, 15e3, 3e4];
      async function verifyAgent(tools, { cases, revisionId }) {
        const { log, signal } = tools;
        const results = [];
        let answers;
        let verdict;
        let assistants = /* @__PURE__ */ new Map();
        try {
          answers = await whoAnswers(tools, revisionId);
          verdict = answers === void 0 || revisionId === void 0 || answers === revisionId ? void 0 : another(answers, revisionId, tools.shown);
          if (verdict === void 0) {
            const chosen = await chooseAssistants(tools, cases);
            if ("why" in chosen)
              verdict = chosen;
            else
              assistants = chosen;
          }
        } catch (error) {
          signal.throwIfAborted();
          if (!(0, errors.d7)(error))
            throw error;
          verdict = judgeTrouble(error, tools.shown);
        }
        for (const [index, one] of cases.entries()) {
          if (verdict !== void 0) {
            results.push({ ...index === 0 ? verdict : SKIPPED, ...UNTRIED, name: one.name });
            continue;
          }
          const title = `Check ${index + 1} of ${cases.length}: ${one.name}`;
          const result2 = await log.group(title, () => runCase(tools, one, assistants.get(one) ?? "", revisionId));
          results.push(result2);
          tell(tools, result2);
          if (result2.result === "impossible" && index + 1 < cases.length) {
            results.push(...cases.slice(index + 1).map(({ name }) => ({ ...SKIPPED, ...UNTRIED, name })));
            break;
          }
        }
        if (verdict !== void 0 && results[0] !== void 0)
          tell(tools, results[0]);
        return { results, revisionId: answers };
      }
      const SKIPPED = { result: "skipped", why: [] };
      const UNTRIED = { tookMs: 0, threadId: void 0, runId: void 0 };
      const MARKS = { passed: "\u2713", failed: "\u2717", "timed-out": "\u2717", impossible: "\u2717", skipped: "\u2013" };
      function tell({ log }, { name, result: result2, why, tookMs }) {
        log.line(`${MARKS[result2]} ${name}: ${result2} (${(0, timeline.a3)(tookMs)})`);
        for (const line of why)
          log.line(`    ${line}`);
      }
      async function whoAnswers({ server, clock, log, signal, shown }, ours) {
        let answers;
        for (const pause of PAUSES_MS) {
          if (pause > 0)
            await clock.sleep(pause, signal);
          answers = await server.revision(signal);
          if (ours === void 0 || answers === void 0 || answers === ours)
            return answers;
          log.line(`Revision ${shown.text(answers)} still answers, and not ${ours}.`);
        }
        return answers;
      }
      function another(answers, ours, shown) {
        return {
          result: "impossible",
          why: [
            `Revision ${shown.text(answers)} answers at this address, not ${ours}: nothing was tried, because it would say nothing about ours.`
          ]
        };
      }
      async function chooseAssistants({ server, signal, shown }, cases) {
        const chosen = new Map(cases.flatMap((one) => one.assistant === void 0 ? [] : [[one, one.assistant]]));
        if (chosen.size === cases.length)
          return chosen;
        const there = await server.assistants(signal);
        const names = [...new Set(there.map(({ graph_id, assistant_id }) => graph_id ?? assistant_id))];
        const [only] = names;
        if (only === void 0)
          return { result: "failed", why: ["The deployment has no assistant that could be run."] };
        if (names.length > 1) {
          const told = names.slice(0, 10).map((name) => shown.text(name)).join(", ");
          return {
            result: "impossible",
            why: [`The deployment has ${names.length} assistants: ${told}. Name one with \`assistant\`.`]
          };
        }
        return new Map(cases.map((one) => [one, one.assistant ?? only]));
      }
      ;
      async function checkLive(tools, verification, url, revisionId) {
        const { settings, record, redactor, hide, env, log } = tools;
        if (verification.cases.kind !== "given")
          throw new Error("the file of cases was not read");
        const { cases } = verification.cases;
        const check = url === void 0 ? void 0 : (0, base_url.Z6)(url, settings.endpoint);
        if (check === void 0 || check.kind === "refused") {
          const why = check === void 0 ? "The service does not say at which address the agent is: use verify/action.yml with deployment-url in a later step." : `The address of the agent ${check.problem}; \`allow-insecure-host: true\` allows it.`;
          const untried = { tookMs: 0, threadId: void 0, runId: void 0 };
          const results = cases.map(({ name }, index) => ({
            name,
            ...untried,
            ...index === 0 ? { result: "impossible", why: [why] } : { result: "skipped", why: [] }
          }));
          return { results, revisionId: void 0 };
        }
        const place = (0, github_place.yI)(env);
        const commit = record.revision?.commit ?? record.commit ?? place.sha;
        const link = (0, github_place.Vp)(place);
        const origin = [commit && `Commit ${commit}.`, link].filter(Boolean).join(" ");
        return verifyAgent({
          ...tools,
          server: await tools.agentServer(check.url),
          warn: once(log),
          shown: (0, shown_value.G)((text) => redactor.redact(text)),
          hideSecret: (value) => hide.secret(value),
          verification,
          origin
        }, { cases, revisionId });
      }
      function once(log) {
        let warned = false;
        return (about, text) => {
          if (warned)
            log.line(text);
          else
            log.warn(about, text);
          warned = true;
        };
      }
      var result = __webpack_require__(63676);
      ;
      async function verifyAfter(tools, end) {
        const { settings, record, plane, signal } = tools;
        const { verification } = settings;
        const serves = end.kind === "deployed" || end.kind === "unchanged" && end.reason === "already-active";
        if (verification === void 0 || !serves || settings.dryRun)
          return end;
        const { deployment } = record;
        if (deployment === void 0)
          throw new Error("a deploy that serves names no deployment");
        if (deployment.url === void 0)
          (0, note.S)(tools, await plane.getDeployment(deployment.id, signal));
        const url = record.deployment?.url;
        const verified = await checkLive(tools, verification, url, record.revision?.id);
        record.verification = verified;
        const failure = (0, result.g5)(verified, deployment.name);
        if (failure === void 0 && (0, result.OE)(verified)) {
          return { ...end, message: `${end.message} ${(0, result.on)(verified)}.` };
        }
        if (failure === void 0)
          throw new Error("a verification neither passed nor failed");
        return (0, outcome.b)("failed", failure.reason, `${end.message} ${failure.message}${unrolled(tools, end, failure.reason)}`);
      }
      function unrolled({ settings, record }, end, reason) {
        if (!settings.rollbackOnFailure)
          return "";
        if (reason === "verification-impossible")
          return " Not rolled back: it is not known to be bad.";
        const made = end.kind === "deployed" && end.reason !== "configuration-updated" && record.stage === "waiting";
        return made ? "" : " Not rolled back: this run made no revision.";
      }
      var find = __webpack_require__(60580);
      ;
      async function verify(tools) {
        const { settings, record } = tools;
        const { agent, verification } = settings;
        let about;
        let revisionId;
        let url;
        if (agent.by === "url") {
          about = url = agent.url;
          record.agentUrl = url;
        } else {
          const { actual } = await (0, find.x)({ ...tools, settings: { ...settings, target: agent } });
          about = actual.name;
          revisionId = actual.activeRevisionId;
          url = record.deployment?.url;
          record.commit = actual.active?.commit;
        }
        const verified = await checkLive(tools, verification, url, revisionId);
        record.verification = verified;
        return (0, result.g5)(verified, about) ?? (0, outcome.b)("verified", "all-passed", `Checked ${about}: ${(0, result.on)(verified)}.`);
      }
      ;
    })
  ),
  /***/
  60580: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        x: () => (
          /* binding */
          findExisting
        )
        /* harmony export */
      });
      var _apply_read_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6578);
      var _deploy_note_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(97351);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76796);
      async function findExisting(tools) {
        const { settings, plane, signal, record } = tools;
        const { target } = settings;
        const deployment = await (0, _apply_read_js__WEBPACK_IMPORTED_MODULE_0__.FB)(plane, target, signal);
        if (deployment === void 0) {
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("deployment-not-found", `There is no deployment ${target.by === "name" ? target.name : target.id} that this key can see. Check deployment-name and workspace-id.`);
        }
        (0, _deploy_note_js__WEBPACK_IMPORTED_MODULE_1__.S)(tools, deployment);
        const actual = await (0, _apply_read_js__WEBPACK_IMPORTED_MODULE_0__.RN)(plane, deployment, signal);
        record.previousRevisionId = actual.activeRevisionId;
        return { deployment, actual };
      }
    })
  ),
  /***/
  26058: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        A: () => (
          /* binding */
          isBusy
        ),
        /* harmony export */
        y: () => (
          /* binding */
          saysBusy
        )
        /* harmony export */
      });
      function isBusy({ status, message, busy }) {
        return status === 409 || busy || saysBusy(status, message);
      }
      function saysBusy(status, text) {
        return status === 422 && /already running|is busy/i.test(text);
      }
    })
  ),
  /***/
  56391: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        V: () => (
          /* binding */
          DEFAULT_BACKOFF
        ),
        /* harmony export */
        j: () => (
          /* binding */
          backoffMs
        )
        /* harmony export */
      });
      const DEFAULT_BACKOFF = { baseMs: 500, capMs: 2e4 };
      function backoffMs(attempt, random, options = DEFAULT_BACKOFF) {
        const full = Math.min(options.capMs, options.baseMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
        return Math.round(full / 2 + full / 2 * random());
      }
    })
  ),
  /***/
  57640: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        $y: () => (
          /* binding */
          AnsweredRun
        ),
        /* harmony export */
        Cf: () => (
          /* binding */
          AnsweredInfo
        ),
        /* harmony export */
        Cl: () => (
          /* binding */
          AnsweredThread
        ),
        /* harmony export */
        Rn: () => (
          /* binding */
          AnsweredState
        ),
        /* harmony export */
        S6: () => (
          /* binding */
          AnsweredError
        ),
        /* harmony export */
        cv: () => (
          /* binding */
          isFinalRun
        ),
        /* harmony export */
        g0: () => (
          /* binding */
          AnsweredAssistant
        ),
        /* harmony export */
        rn: () => (
          /* binding */
          AnsweredFeedback
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34410);
      const AnsweredRun = zod__WEBPACK_IMPORTED_MODULE_0__._H3({
        run_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().min(1),
        thread_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0),
        status: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        created_at: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0),
        metadata: zod__WEBPACK_IMPORTED_MODULE_0__._H3({}).nullish().catch(void 0)
      });
      const AnsweredThread = zod__WEBPACK_IMPORTED_MODULE_0__._H3({ thread_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().min(1) });
      const AnsweredAssistant = zod__WEBPACK_IMPORTED_MODULE_0__._H3({
        assistant_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().min(1),
        graph_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0),
        name: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0)
      });
      const Task = zod__WEBPACK_IMPORTED_MODULE_0__._H3({ interrupts: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.L5J()).nullish().catch(void 0) });
      const AnsweredState = zod__WEBPACK_IMPORTED_MODULE_0__._H3({
        values: zod__WEBPACK_IMPORTED_MODULE_0__.L5J().refine((values) => values !== void 0, "there are no values"),
        // Each server says it, and without it nobody knows whether the run went to its end.
        next: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        tasks: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(Task).nullish().catch(void 0),
        interrupts: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.L5J()).nullish().catch(void 0),
        checkpoint: zod__WEBPACK_IMPORTED_MODULE_0__._H3({ thread_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0) }).nullish().catch(void 0)
      });
      const AnsweredError = zod__WEBPACK_IMPORTED_MODULE_0__._H3({
        error: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().catch("Error"),
        message: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().catch("")
      });
      const AnsweredInfo = zod__WEBPACK_IMPORTED_MODULE_0__._H3({
        host: zod__WEBPACK_IMPORTED_MODULE_0__._H3({ revision_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0) }).nullish().catch(void 0)
      });
      const AnsweredFeedback = zod__WEBPACK_IMPORTED_MODULE_0__.g1P(zod__WEBPACK_IMPORTED_MODULE_0__.YjP(), zod__WEBPACK_IMPORTED_MODULE_0__.YjP());
      const FINAL = ["success", "error", "timeout", "interrupted"];
      function isFinalRun(status) {
        return FINAL.includes(status);
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
