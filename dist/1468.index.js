const id = 1468;
const ids = [1468];
const modules = {
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
  21468: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        createSandboxes: () => (
          /* binding */
          createSandboxes
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(34410);
      var _contract_sandbox_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(99448);
      var _boundary_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(43633);
      var _control_plane_send_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(84164);
      var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(65292);
      var _user_agent_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(59828);
      const SandboxPage = zod__WEBPACK_IMPORTED_MODULE_3__._H3({
        sandboxes: zod__WEBPACK_IMPORTED_MODULE_3__.YOg(_contract_sandbox_js__WEBPACK_IMPORTED_MODULE_0__.ak).nullish(),
        items: zod__WEBPACK_IMPORTED_MODULE_3__.YOg(_contract_sandbox_js__WEBPACK_IMPORTED_MODULE_0__.ak).nullish(),
        next_cursor: zod__WEBPACK_IMPORTED_MODULE_3__.YjP().nullish()
      });
      const PAGE = 100;
      const GRACE_MS = 3e4;
      function createSandboxes(options) {
        const { transport, apiKey, workspaceId, requestTimeoutMs } = options;
        const headers = {
          "x-api-key": apiKey,
          ...workspaceId && { "x-tenant-id": workspaceId },
          "user-agent": _user_agent_js__WEBPACK_IMPORTED_MODULE_4__._
        };
        const root = `${options.baseUrl}${options.baseUrl.endsWith("/api") ? "" : "/api"}/v2/sandboxes/boxes`;
        const send = (method, path, more) => transport.call({ method, url: new URL(`${root}${path}`), headers, ...more });
        const register = (0, _boundary_js__WEBPACK_IMPORTED_MODULE_5__.H2)("sandbox");
        const one = (nameOrId) => `/${encodeURIComponent(nameOrId)}`;
        return {
          async create(body, signal) {
            const waiting = body.wait_for_ready ? (body.timeout ?? 0) * 1e3 + GRACE_MS : 0;
            const tryTimeoutMs = Math.max(requestTimeoutMs, waiting);
            const answer = await send("POST", "", { json: body, expect: [200, 201], tryTimeoutMs, signal });
            const made = (0, _control_plane_send_js__WEBPACK_IMPORTED_MODULE_1__.L)(_contract_sandbox_js__WEBPACK_IMPORTED_MODULE_0__.ak, answer);
            (0, _boundary_js__WEBPACK_IMPORTED_MODULE_5__.qe)(answer, { what: "sandbox", asked: body.name, answered: made.name });
            register(answer, made);
            return made;
          },
          async get(nameOrId, signal, deadlineAt) {
            try {
              const answer = await send("GET", one(nameOrId), { expect: [200], signal, deadlineAt });
              const found = (0, _control_plane_send_js__WEBPACK_IMPORTED_MODULE_1__.L)(_contract_sandbox_js__WEBPACK_IMPORTED_MODULE_0__.ak, answer);
              const same = [found.id, found.name].some((is) => is?.toLowerCase() === nameOrId.toLowerCase());
              (0, _boundary_js__WEBPACK_IMPORTED_MODULE_5__.qe)(answer, { what: "sandbox", asked: nameOrId, answered: same ? nameOrId : found.name });
              register(answer, found);
              return found;
            } catch (error) {
              if ((0, _errors_js__WEBPACK_IMPORTED_MODULE_2__.d7)(error, 404))
                return void 0;
              throw error;
            }
          },
          async list(nameContains, signal) {
            const first = /* @__PURE__ */ new Set();
            const fetchPage = async (offset) => {
              const text = String(offset);
              const query = new URLSearchParams({ name_contains: nameContains, limit: String(PAGE), offset: text });
              const answer = await send("GET", `?${query.toString()}`, { expect: [200], signal });
              const { items: newer, sandboxes, next_cursor: next } = (0, _control_plane_send_js__WEBPACK_IMPORTED_MODULE_1__.L)(SandboxPage, answer);
              const items = newer ?? sandboxes ?? [];
              if (offset === 0)
                for (const { name } of items)
                  first.add(name);
              const unpaged = offset > 0 && items.length === first.size && items.length < PAGE && !next;
              const same = unpaged && items.every(({ name }) => first.has(name));
              return { items: same ? [] : items, refuse: (what) => answer.unusable(what) };
            };
            const found = [];
            for await (const page of (0, _boundary_js__WEBPACK_IMPORTED_MODULE_5__.GM)(fetchPage, ({ name }) => name))
              found.push(...page);
            return found.filter(({ name }) => name.includes(nameContains));
          },
          async remove(nameOrId, signal) {
            try {
              await send("DELETE", one(nameOrId), { ignoreBody: true, signal });
              return true;
            } catch (error) {
              if ((0, _errors_js__WEBPACK_IMPORTED_MODULE_2__.d7)(error, 404))
                return error.attempts > 1;
              throw error;
            }
          }
        };
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
