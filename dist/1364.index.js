const id = 1364;
const ids = [1364];
const modules = {
  /***/
  51364: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        createAgentServer: () => (
          /* binding */
          createAgentServer
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(34410);
      var _contract_agent_answers_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(57640);
      var _base_url_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(85410);
      var _boundary_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(43633);
      var _control_plane_send_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(84164);
      var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(65292);
      var _user_agent_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(59828);
      const SILENCE_MS = 6e4;
      const CANCEL_MS = 1e4;
      const MOST_ASSISTANTS = 100;
      const NO_KEY = { accept: "application/json", "user-agent": _user_agent_js__WEBPACK_IMPORTED_MODULE_3__._ };
      function createAgentServer(options) {
        const { transport, requestTimeoutMs } = options;
        const base = new URL(options.baseUrl);
        const headers = {
          "x-api-key": options.apiKey,
          ...options.workspaceId && { "x-tenant-id": options.workspaceId },
          "user-agent": _user_agent_js__WEBPACK_IMPORTED_MODULE_3__._
        };
        const at = (path) => new URL(`${options.baseUrl}${path}`);
        const send = (method, path, more) => transport.call({ method, url: at(path), headers, ...more });
        const thread = (id2) => `/threads/${encodeURIComponent(id2)}`;
        const run = (threadId, runId) => `${thread(threadId)}/runs/${encodeURIComponent(runId)}`;
        const streaming = { headTimeoutMs: requestTimeoutMs, silenceMs: SILENCE_MS };
        return {
          async revision(signal) {
            try {
              const answer = await send("GET", "/info", { signal });
              return _contract_agent_answers_js__WEBPACK_IMPORTED_MODULE_0__.Cf.safeParse(answer.json).data?.host?.revision_id ?? void 0;
            } catch (error) {
              if ((0, _errors_js__WEBPACK_IMPORTED_MODULE_2__.d7)(error, 404) || (0, _errors_js__WEBPACK_IMPORTED_MODULE_2__.d7)(error, 405))
                return void 0;
              if ((0, _errors_js__WEBPACK_IMPORTED_MODULE_2__.d7)(error) && error.kind === "malformed")
                return void 0;
              throw error;
            }
          },
          async assistants(signal) {
            const json = { limit: MOST_ASSISTANTS, offset: 0 };
            const answer = await send("POST", "/assistants/search", { json, repeatable: true, signal });
            return (0, _control_plane_send_js__WEBPACK_IMPORTED_MODULE_1__.L)(zod__WEBPACK_IMPORTED_MODULE_4__.YOg(_contract_agent_answers_js__WEBPACK_IMPORTED_MODULE_0__.g0), answer);
          },
          async createThread(id2, metadata, signal) {
            const json = { thread_id: id2, metadata, if_exists: "do_nothing" };
            try {
              const answer = await send("POST", "/threads", { json, repeatable: true, signal });
              const made = (0, _control_plane_send_js__WEBPACK_IMPORTED_MODULE_1__.L)(_contract_agent_answers_js__WEBPACK_IMPORTED_MODULE_0__.Cl, answer).thread_id;
              (0, _boundary_js__WEBPACK_IMPORTED_MODULE_5__.qe)(answer, { what: "thread", asked: id2, answered: made });
              return made;
            } catch (error) {
              if ((0, _errors_js__WEBPACK_IMPORTED_MODULE_2__.d7)(error, 409))
                return id2;
              throw error;
            }
          },
          async deleteThread(id2, signal) {
            try {
              await send("DELETE", thread(id2), { ignoreBody: true, signal });
            } catch (error) {
              if (!(0, _errors_js__WEBPACK_IMPORTED_MODULE_2__.d7)(error, 404))
                throw error;
            }
          },
          async state(threadId, signal) {
            const answer = await send("GET", `${thread(threadId)}/state`, { signal });
            const { values, next, tasks, interrupts, checkpoint } = (0, _control_plane_send_js__WEBPACK_IMPORTED_MODULE_1__.L)(_contract_agent_answers_js__WEBPACK_IMPORTED_MODULE_0__.Rn, answer);
            (0, _boundary_js__WEBPACK_IMPORTED_MODULE_5__.qe)(answer, { what: "thread", asked: threadId, answered: checkpoint?.thread_id });
            const asked = [interrupts, ...(tasks ?? []).map((task) => task.interrupts)];
            const asks = asked.some((list) => (list ?? []).length > 0);
            return { values, interrupted: asks || next.length > 0, asks };
          },
          startRun: (threadId, json, watch, signal) => transport.stream({ ...streaming, method: "POST", url: at(`${thread(threadId)}/runs/stream`), headers, json, signal }, watch),
          watchRun: (threadId, runId, { location, lastEventId }, watch, signal) => {
            const own = at(`${run(threadId, runId)}/stream`);
            const told = location === void 0 ? null : URL.parse(location, own.href);
            const url = told !== null && told.href.startsWith(`${options.baseUrl}/`) ? told : own;
            const from = lastEventId === void 0 ? {} : { "last-event-id": lastEventId };
            return transport.stream({ ...streaming, method: "GET", url, headers: { ...headers, ...from }, signal }, watch);
          },
          async getRun(threadId, runId, signal) {
            try {
              const answer = await send("GET", run(threadId, runId), { signal });
              const told = (0, _control_plane_send_js__WEBPACK_IMPORTED_MODULE_1__.L)(_contract_agent_answers_js__WEBPACK_IMPORTED_MODULE_0__.$y, answer);
              (0, _boundary_js__WEBPACK_IMPORTED_MODULE_5__.qe)(answer, { what: "run", asked: runId, answered: told.run_id }, { what: "thread", asked: threadId, answered: told.thread_id });
              return told;
            } catch (error) {
              if ((0, _errors_js__WEBPACK_IMPORTED_MODULE_2__.d7)(error, 404))
                return void 0;
              throw error;
            }
          },
          async listRuns(threadId, signal) {
            const answer = await send("GET", `${thread(threadId)}/runs?limit=100`, { signal });
            const runs = (0, _control_plane_send_js__WEBPACK_IMPORTED_MODULE_1__.L)(zod__WEBPACK_IMPORTED_MODULE_4__.YOg(_contract_agent_answers_js__WEBPACK_IMPORTED_MODULE_0__.$y), answer);
            for (const { thread_id: answered } of runs) {
              (0, _boundary_js__WEBPACK_IMPORTED_MODULE_5__.qe)(answer, { what: "thread", asked: threadId, answered });
            }
            return runs;
          },
          async join(threadId, runId, limitMs, signal) {
            const answer = await send("GET", `${run(threadId, runId)}/join`, { tryTimeoutMs: limitMs, signal });
            return answer.json;
          },
          async cancelRun(threadId, runId, signal) {
            const path = `${run(threadId, runId)}/cancel?wait=true&action=interrupt`;
            await send("POST", path, { ignoreBody: true, tryTimeoutMs: CANCEL_MS, json: {}, signal });
          },
          async submitFeedback(text, { score, comment }, signal) {
            const url = (0, _base_url_js__WEBPACK_IMPORTED_MODULE_6__.y2)(text, { loopback: (0, _base_url_js__WEBPACK_IMPORTED_MODULE_6__.U9)(base.hostname) });
            if (url === void 0)
              throw new Error("its address is not one that feedback may be sent to");
            await transport.call({
              method: "POST",
              url,
              shownPath: "(the feedback URL)",
              headers: NO_KEY,
              json: { score, comment },
              ignoreBody: true,
              signal
            });
          }
        };
      }
    })
  ),
  /***/
  43633: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        GM: () => (
          /* binding */
          wholeList
        ),
        /* harmony export */
        H2: () => (
          /* binding */
          createNameRegister
        ),
        /* harmony export */
        qe: () => (
          /* binding */
          demandSame
        )
        /* harmony export */
      });
      const MAX_PAGES = 1e3;
      const PASSES = 3;
      async function* wholeList(fetchPage, idOf, enough = () => false) {
        const yielded = /* @__PURE__ */ new Set();
        for (let pass = 1, pages = 0; ; pass += 1) {
          const seen = /* @__PURE__ */ new Set();
          for (let isMore = true; isMore; ) {
            const offset = seen.size;
            const { items, refuse } = await fetchPage(offset);
            if (items.length === 0)
              return;
            for (const item of items)
              seen.add(idOf(item));
            isMore = seen.size > offset;
            const fresh = items.filter((item) => !yielded.has(idOf(item)));
            for (const item of fresh)
              yielded.add(idOf(item));
            if (fresh.length > 0)
              yield fresh;
            if (!isMore && enough())
              return;
            if (!isMore && pass >= PASSES) {
              throw refuse(`a list whose page from ${offset} on repeats earlier ones: whether it is complete cannot be known`);
            }
            pages += 1;
            if (pages >= MAX_PAGES) {
              throw refuse(`a list that has not ended after ${MAX_PAGES} pages: whether it is complete cannot be known`);
            }
          }
        }
      }
      function demandSame(answer, ...identities) {
        for (const { what, exact, asked, answered } of identities) {
          if (!asked || !answered || asked === answered)
            continue;
          if (exact !== true && asked.toLowerCase() === answered.toLowerCase())
            continue;
          throw answer.unusable(`${answer.status} that is about another ${what} than was asked`);
        }
      }
      function createNameRegister(what) {
        const names = /* @__PURE__ */ new Map();
        return (answer, { id: id2, name }) => {
          if (!id2)
            return;
          const known = names.get(id2.toLowerCase());
          if (known !== void 0 && known !== name) {
            throw answer.unusable(`${answer.status} that gives a ${what} another name than an earlier answer did`);
          }
          names.set(id2.toLowerCase(), name);
        };
      }
    })
  ),
  /***/
  84164: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        L: () => (
          /* binding */
          read
        ),
        /* harmony export */
        Q: () => (
          /* binding */
          sender
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(77232);
      var _contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(26625);
      var _user_agent_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(59828);
      function sender(options) {
        const { transport, dialect } = options;
        const headers = {
          "x-api-key": options.apiKey,
          ...options.workspaceId && { "x-tenant-id": options.workspaceId },
          "user-agent": _user_agent_js__WEBPACK_IMPORTED_MODULE_1__._
        };
        return async ({ path, query = {}, json, ...call }) => {
          const url = new URL(`${options.baseUrl}${(0, _contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__.EC)(path, dialect)}`);
          for (const [key, value] of Object.entries(query))
            url.searchParams.set(key, String(value));
          const answer = await transport.call({
            ...call,
            url,
            headers,
            ...json !== void 0 && { json: (0, _contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__.BW)(json, dialect) },
            ...(call.method === "GET" || call.repeatable) && { deadlineAt: options.readDeadline?.() }
          });
          return { ...answer, json: (0, _contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__.kn)(answer.json).value };
        };
      }
      function read(schema, answer) {
        const parsed = schema.safeParse(answer.json);
        if (parsed.success)
          return parsed.data;
        const issue = parsed.error.issues[0];
        const where = issue && issue.path.length > 0 ? `at ${zod__WEBPACK_IMPORTED_MODULE_2__.sR(issue.path)}` : "as a whole";
        throw answer.unusable(`${answer.status} with a body that is not what was expected (${where})`);
      }
    })
  ),
  /***/
  59828: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        _: () => (
          /* binding */
          USER_AGENT
        )
        /* harmony export */
      });
      const USER_AGENT = "agent-deploy/0.1.0";
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
  ),
  /***/
  26625: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        BW: () => (
          /* binding */
          toWire
        ),
        /* harmony export */
        EC: () => (
          /* binding */
          toWirePath
        ),
        /* harmony export */
        UV: () => (
          /* binding */
          canonicalSource
        ),
        /* harmony export */
        kn: () => (
          /* binding */
          fromWire
        )
        /* harmony export */
      });
      var _findings_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9081);
      const DIALECTS = (
        /* unused pure expression or super */
        null
      );
      const DIALECT_TABLE = {
        /** Values of `source`. */
        sources: [{ generic: "git_host", langsmith: "github" }],
        /** Keys of `source_revision_config`. */
        fields: [{ generic: "graph_config_path", langsmith: "langgraph_config_path" }],
        /** Beginnings of paths. */
        paths: [{ generic: "/v1/integrations/git_host", langsmith: "/v1/integrations/github" }]
      };
      const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
      function toWire(body, dialect) {
        if (dialect === "generic" || !isObject(body))
          return body;
        return translate(body, toDialectSource(dialect), (config) => {
          const renamed = {};
          for (const [key, value] of Object.entries(config)) {
            renamed[DIALECT_TABLE.fields.find(({ generic }) => generic === key)?.[dialect] ?? key] = value;
          }
          return renamed;
        });
      }
      function fromWire(body) {
        const findings = [];
        return { value: canonical(body, findings), findings };
      }
      function canonical(body, findings) {
        if (!isObject(body))
          return body;
        const value = translate(body, canonicalSource, (config) => canonicalFields(config, findings));
        if (!Array.isArray(value["resources"]))
          return value;
        return { ...value, resources: value["resources"].map((item) => canonical(item, findings)) };
      }
      function canonicalFields(config, findings) {
        const kept = { ...config };
        for (const { generic, langsmith } of DIALECT_TABLE.fields) {
          if (!(langsmith in config))
            continue;
          delete kept[langsmith];
          const [ours, theirs] = [config[generic], config[langsmith]];
          if (!(0, _findings_js__WEBPACK_IMPORTED_MODULE_0__.ag)(ours))
            kept[generic] = theirs;
          else if ((0, _findings_js__WEBPACK_IMPORTED_MODULE_0__.ag)(theirs) && theirs !== ours) {
            findings.push((0, _findings_js__WEBPACK_IMPORTED_MODULE_0__.gk)(["source_revision_config", langsmith], `is another name of ${generic}, and the two disagree: give one of them`));
          }
        }
        return kept;
      }
      function withTwins(body) {
        if (!isObject(body))
          return body;
        const value = translate(body, (source) => source, (config) => {
          const twins = { ...config };
          for (const { generic, langsmith } of DIALECT_TABLE.fields) {
            if (generic in config)
              twins[langsmith] = config[generic];
          }
          return twins;
        });
        if (!Array.isArray(value["resources"]))
          return value;
        return { ...value, resources: value["resources"].map((item) => withTwins(item)) };
      }
      function canonicalSource(source) {
        return DIALECT_TABLE.sources.find(({ langsmith }) => langsmith === source)?.generic ?? source;
      }
      function toWirePath(path, dialect) {
        return replaceBeginning(path, "generic", dialect);
      }
      function fromWirePath(path) {
        return replaceBeginning(path, "langsmith", "generic");
      }
      function replaceBeginning(path, from, to) {
        for (const row of DIALECT_TABLE.paths) {
          const rest = path.slice(row[from].length);
          if (path.startsWith(row[from]) && /^($|[/?])/.test(rest))
            return row[to] + rest;
        }
        return path;
      }
      function toDialectSource(dialect) {
        return (source) => DIALECT_TABLE.sources.find(({ generic }) => generic === source)?.[dialect] ?? source;
      }
      function translate(body, source, config) {
        const value = { ...body };
        if (typeof value["source"] === "string")
          value["source"] = source(value["source"]);
        if (isObject(value["source_revision_config"])) {
          value["source_revision_config"] = config(value["source_revision_config"]);
        }
        return value;
      }
    })
  ),
  /***/
  9081: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        LO: () => (
          /* binding */
          missing
        ),
        /* harmony export */
        ag: () => (
          /* binding */
          said
        ),
        /* harmony export */
        gk: () => (
          /* binding */
          finding
        ),
        /* harmony export */
        jb: () => (
          /* binding */
          describeFinding
        ),
        /* harmony export */
        kA: () => (
          /* binding */
          describeFindings
        )
        /* harmony export */
      });
      function finding(loc, msg, type = "value_error") {
        return { loc: ["body", ...loc], msg, type };
      }
      function missing(loc, why) {
        return finding(loc, `Field required: ${why}`, "missing");
      }
      function describeFindings(findings) {
        return findings.map(describeFinding).join("; ");
      }
      function describeFinding({ loc, msg }) {
        const path = loc[0] === "body" && loc.length > 1 ? loc.slice(1) : loc;
        return path.length === 0 ? msg : `${path.join(".")}: ${msg}`;
      }
      function said(value) {
        return value !== null && value !== void 0;
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
