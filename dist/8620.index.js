const id = 8620;
const ids = [8620];
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
  58620: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        createControlPlane: () => (
          /* binding */
          createControlPlane
        )
      });
      var schemas = __webpack_require__(34410);
      var limits = __webpack_require__(55403);
      var patterns = __webpack_require__(52652);
      var primitives = __webpack_require__(5729);
      var secret = __webpack_require__(12127);
      var source = __webpack_require__(20690);
      ;
      const DeploymentName = schemas.YjP().regex(patterns.cr, patterns.r8).max(limits.fo);
      const DeploymentCreate = schemas.Ikc({
        name: DeploymentName,
        source: source.kL,
        source_config: source.G7,
        source_revision_config: source.Jh,
        secrets: schemas.YOg(secret.zh),
        secret_references: (0, primitives.lq)(schemas.YOg(secret.Us)),
        image_version: (0, primitives.lq)(primitives.Qq)
      });
      const DeploymentPatch = schemas.Ikc({
        name: (0, primitives.lq)(schemas.YjP()),
        source: (0, primitives.lq)(source.kL),
        source_config: (0, primitives.lq)(source.G7),
        source_revision_config: (0, primitives.lq)(source.Jh),
        secrets: (0, primitives.lq)(schemas.YOg(secret.zh)),
        secret_references: (0, primitives.lq)(schemas.YOg(secret.Us)),
        image_version: (0, primitives.lq)(primitives.Qq),
        // What the official clients say with every revision of an internal source (facts: service §1.4); decides nothing.
        revision_source: (0, primitives.lq)(primitives.Qq)
      });
      const Deployment = schemas._H3({
        id: schemas.YjP().min(1),
        name: schemas.YjP(),
        status: schemas.YjP().catch("UNKNOWN"),
        source: schemas.YjP().nullish(),
        tenant_id: schemas.YjP().nullish(),
        latest_revision_id: schemas.YjP().nullish(),
        active_revision_id: schemas.YjP().nullish(),
        created_at: schemas.YjP().nullish(),
        updated_at: schemas.YjP().nullish(),
        image_version: schemas.YjP().nullish(),
        url: schemas.YjP().nullish(),
        source_config: schemas._H3({ custom_url: schemas.YjP().nullish() }).nullish(),
        source_revision_config: schemas._H3({}).nullish(),
        secrets: schemas.YOg(schemas._H3({ name: schemas.YjP(), value: schemas.YjP().nullish() })).nullish(),
        secret_references: schemas.YOg(schemas._H3({ name: schemas.YjP() })).nullish()
      });
      const DeploymentList = schemas._H3({
        resources: schemas.YOg(Deployment),
        offset: schemas.aig().int().nullish()
      });
      const DeploymentAnswer = schemas.Ikc({
        id: primitives.uR,
        name: schemas.YjP(),
        source: schemas.YjP(),
        tenant_id: primitives.uR,
        status: schemas.YjP(),
        source_config: schemas._H3(source.G7.shape),
        source_revision_config: schemas._H3(source.Jh.shape),
        secrets: schemas.YOg(schemas.Ikc({ name: schemas.YjP(), value: schemas.YjP().nullable() })),
        secret_references: schemas.YOg(secret.Us).nullable(),
        created_at: primitives.KQ,
        updated_at: primitives.KQ,
        latest_revision_id: primitives.uR.nullable(),
        active_revision_id: primitives.uR.nullable(),
        image_version: schemas.YjP().nullable(),
        url: schemas.YjP().nullable()
      });
      const DeploymentListAnswer = schemas.Ikc({ resources: schemas.YOg(DeploymentAnswer), offset: schemas.Whr() });
      const BulkDeleteResult = schemas.Ikc({
        deployment_id: primitives.uR,
        status: schemas.Whr(),
        detail: schemas.YjP().nullable()
      });
      const BulkDeleteAnswer = schemas.Ikc({ results: schemas.YOg(BulkDeleteResult) });
      const FreeCount = schemas.Ikc({ count: schemas.Whr() });
      ;
      const Integration = schemas._H3({
        id: schemas.YjP().min(1),
        installation_id: schemas.aig().int().nullish(),
        name: schemas.YjP().nullish()
      });
      const IntegrationList = schemas.YOg(Integration);
      const IntegrationRepository = schemas._H3({
        host_integration_id: schemas.YjP().nullish(),
        id: schemas.aig().int(),
        name: schemas.YjP(),
        owner: schemas.YjP(),
        url: schemas.YjP(),
        default_branch: schemas.YjP()
      });
      const IntegrationRepositoryList = schemas.YOg(IntegrationRepository);
      const commitId = schemas.YjP().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, "must be a full commit ID");
      const PushPayload = schemas._H3({
        /** In full: `refs/heads/…` or `refs/tags/…`. */
        ref: schemas.YjP().min(1),
        /** Where the ref leads now; zeros when it was deleted. */
        after: commitId,
        created: schemas.zMY().default(false),
        deleted: schemas.zMY().default(false),
        commits: schemas.YOg(schemas.L5J()).default([]),
        /** The commit that a tag leads to, where `after` is the tag itself. */
        head_commit: schemas._H3({ id: commitId }).nullish(),
        repository: schemas._H3({
          clone_url: schemas.YjP().nullish(),
          ssh_url: schemas.YjP().nullish(),
          html_url: schemas.YjP().nullish(),
          default_branch: schemas.YjP().nullish()
        })
      });
      const WebhookAnswer = schemas.Ikc({
        /** `accepted` also for a push that concerns no deployment; `repeated`: this delivery was carried out before. */
        status: schemas.k5n(["accepted", "repeated", "ignored", "pong"]),
        detail: schemas.YjP(),
        /** The revisions that the push has. */
        revisions: schemas.YOg(schemas.Ikc({ deployment_id: schemas.YjP(), revision_id: schemas.YjP() }))
      });
      ;
      const ComputeConfig = schemas.Ikc({
        k8s_namespaces: (0, primitives.lq)(schemas.YOg(primitives.UG).refine((names) => new Set(names).size === names.length, "must be different from each other"))
      });
      const ListenerCreate = schemas.Ikc({
        version: (0, primitives.lq)(primitives.Qq),
        compute_type: schemas.k5n(["k8s"]),
        compute_id: primitives.Vm,
        compute_config: (0, primitives.lq)(ComputeConfig)
      });
      const ListenerPatch = schemas.Ikc({
        version: (0, primitives.lq)(primitives.Qq),
        compute_type: (0, primitives.lq)(schemas.YjP()),
        compute_id: (0, primitives.lq)(schemas.YjP()),
        compute_config: (0, primitives.lq)(ComputeConfig)
      });
      const Listener = schemas._H3({
        id: primitives.uR,
        created_at: primitives.KQ,
        updated_at: primitives.KQ,
        version: schemas.YjP().nullish(),
        compute_type: schemas.YjP(),
        compute_id: schemas.YjP(),
        compute_config: schemas._H3({ k8s_namespaces: schemas.YOg(schemas.YjP()).nullish() }).nullish()
      });
      const ListenerList = schemas._H3({
        resources: schemas.YOg(Listener),
        offset: schemas.aig().int().nullish()
      });
      ;
      const Revision = schemas._H3({
        id: schemas.YjP().min(1),
        /** Not every service says it. */
        deployment_id: schemas.YjP().nullish(),
        // A missing status is what the service's own clients call UNKNOWN.
        status: schemas.YjP().catch("UNKNOWN"),
        created_at: schemas.YjP().nullish(),
        updated_at: schemas.YjP().nullish(),
        source: schemas.YjP().nullish(),
        status_message: schemas.YjP().nullish(),
        source_revision_config: schemas._H3({
          repo_ref: schemas.YjP().nullish(),
          graph_config_path: schemas.YjP().nullish(),
          image_uri: schemas.YjP().nullish(),
          source_tarball_path: schemas.YjP().nullish(),
          repo_commit_sha: schemas.YjP().nullish()
        }).nullish()
      });
      const RevisionList = schemas._H3({
        resources: schemas.YOg(Revision),
        offset: schemas.aig().int().nullish()
      });
      const RevisionAnswer = schemas.Ikc({
        id: primitives.uR,
        status: schemas.YjP(),
        status_message: schemas.YjP().nullable(),
        source: schemas.YjP(),
        source_revision_config: schemas._H3(source.Jh.shape),
        created_at: primitives.KQ,
        updated_at: primitives.KQ
      });
      const RevisionListAnswer = schemas.Ikc({ resources: schemas.YOg(RevisionAnswer), offset: schemas.Whr() });
      var statuses = __webpack_require__(83889);
      var boundary = __webpack_require__(43633);
      var errors = __webpack_require__(65292);
      ;
      const UploadUrl = schemas._H3({ upload_url: schemas.YjP().min(1), object_path: schemas.YjP().min(1) });
      const PushToken = schemas._H3({ token: schemas.YjP().min(1), registry_url: schemas.YjP().min(1) });
      var control_plane_send = __webpack_require__(84164);
      var user_agent = __webpack_require__(59828);
      ;
      const UPLOAD_MS = 3e5;
      const SLOWEST = 100;
      const FAULTS_MS = 12e4;
      function createUploadUrl(send) {
        return async (deploymentId, signal) => {
          const path = `/deployments/${encodeURIComponent(deploymentId)}/upload-url`;
          const call = { method: "POST", expect: [200, 201], repeatable: true, signal };
          try {
            return (0, control_plane_send.L)(UploadUrl, await send({ ...call, path: `/v2${path}` }));
          } catch (error) {
            if (!(0, errors.d7)(error, 404) && !(0, errors.d7)(error, 405))
              throw error;
            try {
              return (0, control_plane_send.L)(UploadUrl, await send({ ...call, path }));
            } catch (second) {
              throw (0, errors.d7)(second, 404) || (0, errors.d7)(second, 405) ? error : second;
            }
          }
        };
      }
      function createSourceUpload(transport, now) {
        return async (url, { length, open }, signal) => {
          const tryTimeoutMs = UPLOAD_MS + Math.ceil(length / SLOWEST);
          await transport.call({
            method: "PUT",
            url,
            shownPath: "(the upload URL)",
            headers: {
              accept: "*/*",
              "user-agent": user_agent._,
              "content-type": "application/gzip",
              "x-goog-content-length-range": `0,${limits.yK}`
            },
            stream: { length, open },
            ignoreBody: true,
            repeatable: true,
            tryTimeoutMs,
            deadlineAt: now() + tryTimeoutMs + FAULTS_MS,
            signal
          });
        };
      }
      ;
      const digits = (value) => typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
      const queryInt = (min, max = Number.MAX_SAFE_INTEGER) => schemas.vkY(digits, schemas.Whr().min(min).max(max));
      const truths = { true: true, "1": true, false: false, "0": false };
      const queryBoolean = schemas.vkY((value) => typeof value === "string" ? truths[value.toLowerCase()] ?? value : value, schemas.zMY());
      const queryList = (item) => schemas.vkY((value) => typeof value === "string" ? value.split(",").filter((entry) => entry !== "") : value, schemas.YOg(item));
      function fromJsonText(value) {
        if (typeof value !== "string")
          return value;
        try {
          const parsed = JSON.parse(value);
          return typeof parsed === "object" && parsed !== null && Object.hasOwn(parsed, "__proto__") ? value : parsed;
        } catch {
          return value;
        }
      }
      function asList(value) {
        if (typeof value !== "string")
          return value;
        return value.startsWith("[") ? fromJsonText(value) : value.split(",").filter((entry) => entry !== "");
      }
      const pageQuery = {
        limit: queryInt(1, limits.ZX).default(limits.oX),
        offset: queryInt(0).default(0)
      };
      const PageQuery = schemas.Ikc(pageQuery);
      const DeploymentListQuery = schemas.Ikc({
        ...pageQuery,
        name: schemas.YjP().optional(),
        name_contains: schemas.YjP().optional(),
        status: queryList(schemas.YjP()).optional(),
        image_version: schemas.YjP().optional(),
        deployment_type: schemas.YjP().optional(),
        deployment_ids: queryList(primitives.uR).optional(),
        /** Nothing is tagged here: nothing bears any of them. */
        tag_value_ids: queryList(primitives.uR).optional(),
        /** What newer command lines find the deployment of an agent by: no deployment here belongs to one. */
        agent_id: schemas.YjP().optional(),
        agent_environment: schemas.YjP().optional(),
        /** Taken, and asking for nothing: whatever is shown is reconciled. */
        remote_reconciled: queryBoolean.optional()
      });
      const RevisionListQuery = schemas.Ikc({
        ...pageQuery,
        status: queryList(schemas.YjP()).optional(),
        /** As for deployments. */
        remote_reconciled: queryBoolean.optional()
      });
      const DeploymentDeleteQuery = schemas.Ikc({
        delete_tracing_project: queryBoolean.default(false),
        force: queryBoolean.default(false)
      });
      const BulkDeleteQuery = schemas.Ikc({
        deployment_ids: schemas.vkY((value) => typeof value === "string" ? [value] : value, schemas.YOg(primitives.uR.toLowerCase()).min(1).max(limits.eq))
      });
      const logPageQuery = { limit: queryInt(1, limits.wv).default(limits.R3) };
      ;
      const LOG_LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"];
      const LogLevel = schemas.k5n(LOG_LEVELS);
      const LogType = schemas.k5n(["build", "deploy"]);
      const Order = schemas.k5n(["asc", "desc"]);
      const narrowed = {
        /** A part of the message. */
        query: schemas.YjP().optional(),
        /** Lines of exactly this level. */
        level: LogLevel.optional(),
        /** Lines that mention this run. */
        run_id: schemas.YjP().optional(),
        /** Both inclusive. */
        start_time: schemas.YjP().optional(),
        end_time: schemas.YjP().optional()
      };
      const DeployLogQuery = schemas.Ikc({
        ...logPageQuery,
        ...narrowed,
        order: Order.default("asc"),
        offset: schemas.YjP().optional()
      });
      const RevisionLogQuery = DeployLogQuery.extend({ type: LogType });
      const ProjectLogRequest = schemas.Ikc({
        order: (0, primitives.lq)(Order).transform((order) => order ?? "asc"),
        limit: (0, primitives.lq)(schemas.Whr().min(1).max(limits.wv)).transform((limit) => limit ?? limits.R3),
        offset: (0, primitives.lq)(schemas.YjP()),
        query: (0, primitives.lq)(schemas.YjP()),
        level: (0, primitives.lq)(LogLevel),
        run_id: (0, primitives.lq)(schemas.YjP()),
        start_time: (0, primitives.lq)(schemas.YjP()),
        end_time: (0, primitives.lq)(schemas.YjP())
      });
      const DeploymentLogQuery = schemas.Ikc({
        ...narrowed,
        deployment_id: primitives.uR,
        revision_id: primitives.uR.optional(),
        log_type: schemas.k5n(["BUILD", "DEPLOY"]).default("DEPLOY"),
        sort_order: Order.default("asc"),
        page_size: queryInt(1, 100).default(20),
        cursor: schemas.YjP().optional()
      });
      const LogEntry = schemas._H3({
        id: schemas.KCZ([schemas.YjP(), schemas.aig()]).nullish(),
        timestamp: schemas.KCZ([schemas.YjP(), schemas.aig()]).nullish(),
        level: schemas.YjP().nullish(),
        message: schemas.YjP().nullish()
      });
      const LogPage = schemas._H3({ logs: schemas.YOg(LogEntry), next_offset: schemas.YjP().nullish() });
      const DeploymentLogPage = schemas._H3({
        items: schemas.YOg(LogEntry),
        next_cursor: schemas.YjP().nullish()
      });
      ;
      function createLogReader(send) {
        return async (deploymentId, revisionId, kind, lines, signal) => {
          const [deployment, revision] = [encodeURIComponent(deploymentId), encodeURIComponent(revisionId)];
          const newest = { order: "desc", limit: Math.min(Math.max(lines, 1), limits.wv) };
          const page = await served(() => send({
            method: "GET",
            path: `/v2/deployments/${deployment}/revisions/${revision}/logs`,
            query: { type: kind, ...newest },
            expect: [200],
            signal
          })) ?? await served(() => send({
            method: "POST",
            path: `/v1/projects/${deployment}/revisions/${revision}/${kind}_logs`,
            json: newest,
            expect: [200],
            // A read, whatever its method.
            repeatable: true,
            signal
          }));
          return page ? (0, control_plane_send.L)(LogPage, page).logs.map(toLine).reverse() : [];
        };
      }
      async function served(ask) {
        try {
          return await ask();
        } catch (error) {
          if ((0, errors.d7)(error) && (error.status === 404 || error.status === 405 || error.status === 501)) {
            return void 0;
          }
          throw error;
        }
      }
      function toLine({ timestamp, level, message }) {
        return { at: toInstant(timestamp), level: level ?? null, message: message ?? "" };
      }
      function toInstant(timestamp) {
        if (typeof timestamp !== "number")
          return timestamp ?? null;
        const date = new Date(timestamp);
        return Number.isNaN(date.getTime()) ? null : date.toISOString();
      }
      ;
      function createControlPlane(options) {
        const send = (0, control_plane_send.Q)(options);
        const deployment = (id2) => `/v2/deployments/${encodeURIComponent(id2)}`;
        const revisions = (id2) => `${deployment(id2)}/revisions`;
        const register = (0, boundary.H2)("deployment");
        const known = (answer, item) => {
          register(answer, item);
          return item;
        };
        const readDeployment = (answer, id2) => {
          const item = (0, control_plane_send.L)(Deployment, answer);
          (0, boundary.qe)(answer, { what: "deployment", asked: id2, answered: item.id });
          return known(answer, item);
        };
        return {
          getDeployment: async (id2, signal) => readDeployment(await send({ method: "GET", path: deployment(id2), expect: [200], signal }), id2),
          async findDeployments(name, signal, upTo) {
            const found = /* @__PURE__ */ new Map();
            const enough = () => found.size > 0;
            for await (const page of pages(send, name, known, signal, enough)) {
              for (const item of page) {
                if (item.name === name && !(0, statuses.y9)(item.status))
                  found.set(item.id, item);
              }
              if (upTo !== void 0 && found.has(upTo))
                break;
            }
            return [...found.values()];
          },
          async listDeployments({ nameContains }, signal) {
            const found = [];
            for await (const page of pages(send, nameContains, known, signal))
              found.push(...page);
            return found;
          },
          async createDeployment(body, signal) {
            const call = { method: "POST", path: "/v2/deployments", json: body, expect: [201], signal };
            const answer = await send(call);
            const made = (0, control_plane_send.L)(Deployment, answer);
            (0, boundary.qe)(answer, { what: "deployment", exact: true, asked: body.name, answered: made.name });
            return known(answer, made);
          },
          patchDeployment: async (id2, body, signal) => readDeployment(await send({ method: "PATCH", path: deployment(id2), json: body, expect: [200], signal }), id2),
          async deleteDeployment(id2, { deleteTracingProject }, signal) {
            try {
              const query = { delete_tracing_project: deleteTracingProject };
              await send({ method: "DELETE", path: deployment(id2), query, expect: [204], signal });
              return true;
            } catch (error) {
              if ((0, errors.d7)(error, 404))
                return error.attempts > 1;
              throw error;
            }
          },
          async listRevisions(deploymentId, { limit, offset = 0 }, signal) {
            const query = { limit, offset };
            const answer = await send({
              method: "GET",
              path: revisions(deploymentId),
              query,
              expect: [200],
              signal
            });
            const list = (0, control_plane_send.L)(RevisionList, answer).resources;
            for (const { deployment_id: answered } of list) {
              (0, boundary.qe)(answer, { what: "deployment", asked: deploymentId, answered });
            }
            return list;
          },
          async getRevision(deploymentId, revisionId, signal) {
            const path = `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}`;
            const answer = await send({ method: "GET", path, expect: [200], signal });
            const revision = (0, control_plane_send.L)(Revision, answer);
            (0, boundary.qe)(answer, { what: "revision", asked: revisionId, answered: revision.id }, { what: "deployment", asked: deploymentId, answered: revision.deployment_id });
            return revision;
          },
          redeployRevision: async (deploymentId, revisionId, signal) => readDeployment(await send({
            method: "POST",
            path: `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}/redeploy`,
            expect: [200, 201],
            signal
          }), deploymentId),
          async interruptRevision(deploymentId, revisionId, signal) {
            const path = `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}`;
            const call = { method: "POST", expect: [200, 202, 204], signal };
            try {
              await send({ ...call, path: `${path}/interrupt` });
            } catch (error) {
              if (!(0, errors.d7)(error, 404) && !(0, errors.d7)(error, 405))
                throw error;
              await send({ ...call, path: `${path}/interruption` });
            }
          },
          tailLog: createLogReader(send),
          uploadUrl: createUploadUrl(send),
          uploadSource: createSourceUpload(options.transport, options.now ?? Date.now),
          async listListeners(signal) {
            const fetchPage = async (offset) => {
              const query = { limit: limits.ZX, offset };
              const answer = await send({ method: "GET", path: "/v2/listeners", query, expect: [200], signal });
              return {
                items: (0, control_plane_send.L)(ListenerList, answer).resources,
                refuse: (what) => answer.unusable(what)
              };
            };
            const found = [];
            for await (const page of (0, boundary.GM)(fetchPage, ({ id: id2 }) => id2.toLowerCase())) {
              found.push(...page.map(viewListener));
            }
            return found;
          },
          async gitIntegrations(signal) {
            const path = "/v1/integrations/git_host/install";
            const list = (0, control_plane_send.L)(IntegrationList, await send({ method: "GET", path, expect: [200], signal }));
            return list.map(({ id: id2, name }) => ({ id: id2, name: name ?? null }));
          }
        };
      }
      function pages(send, name, known, signal, enough) {
        const fetchPage = async (offset) => {
          const query = { ...name === void 0 ? {} : { name_contains: name }, limit: limits.ZX, offset };
          const answer = await send({ method: "GET", path: "/v2/deployments", query, expect: [200], signal });
          const items = (0, control_plane_send.L)(DeploymentList, answer).resources.map((item) => known(answer, item));
          return { items, refuse: (what) => answer.unusable(what) };
        };
        return (0, boundary.GM)(fetchPage, ({ id: id2 }) => id2.toLowerCase(), enough);
      }
      function viewListener({ id: id2, compute_type, compute_id, compute_config }) {
        const namespaces = compute_config?.k8s_namespaces ?? void 0;
        return { id: id2.toLowerCase(), computeType: compute_type, computeId: compute_id, namespaces };
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
  99816: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        L: () => (
          /* binding */
          deriveResourceSpec
        )
        /* harmony export */
      });
      var _round_cpu_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(39948);
      const isCpu = (field) => field.endsWith("cpu") || field.endsWith("cpu_limit");
      const DEFAULTS = [
        ["cpu_limit", "cpu", 2],
        ["memory_limit_mb", "memory_mb", 2],
        ["queue_min_scale", "min_scale", 1],
        ["queue_max_scale", "max_scale", 1],
        ["queue_cpu", "cpu", 1],
        ["queue_cpu_limit", "queue_cpu", 2],
        ["queue_memory_mb", "memory_mb", 1],
        ["queue_memory_limit_mb", "queue_memory_mb", 2],
        ["redis_cpu_limit", "redis_cpu", 2],
        ["redis_memory_limit_mb", "redis_memory_mb", 1],
        ["db_cpu_limit", "db_cpu", 2],
        ["db_memory_limit_mb", "db_memory_mb", 2]
      ];
      function deriveResourceSpec(spec) {
        const derived = { ...spec };
        for (const field of Object.keys(derived)) {
          if (!isCpu(field))
            continue;
          const value = derived[field];
          if (typeof value === "number")
            derived[field] = (0, _round_cpu_js__WEBPACK_IMPORTED_MODULE_0__.t)(value);
        }
        for (const [field, base, factor] of DEFAULTS) {
          const from = derived[base];
          if (typeof from !== "number")
            continue;
          if (derived[field] === void 0 || derived[field] === null) {
            const value = from * factor;
            derived[field] = isCpu(field) ? (0, _round_cpu_js__WEBPACK_IMPORTED_MODULE_0__.t)(value) : value;
          }
        }
        return derived;
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
          said2
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
      function said2(value) {
        return value !== null && value !== void 0;
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
          cIdentifier2
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
      const cIdentifier2 = schemas.YjP().regex(patterns.M9, "must be a C identifier: letters, digits and underscores, not starting with a digit");
      const freeForm = schemas.g1P(schemas.YjP(), schemas.L5J());
      const primitives_text = schemas.YjP().refine((value) => !value.includes("\0") && value.isWellFormed(), "must not contain NUL or half a character");
      const word = primitives_text.min(1);
      const optional = (schema) => schema.nullish();
    })
  ),
  /***/
  70011: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        yd: () => (
          /* binding */
          ResourceSpec
        )
      });
      var schemas = __webpack_require__(34410);
      var limits = __webpack_require__(55403);
      var findings = __webpack_require__(9081);
      var primitives = __webpack_require__(5729);
      ;
      const LocalObjectReference = schemas.Ikc({ name: primitives.Vm });
      const volumeSources = {
        configMap: (0, primitives.lq)(primitives.$5),
        secret: (0, primitives.lq)(primitives.$5),
        emptyDir: (0, primitives.lq)(primitives.$5),
        persistentVolumeClaim: (0, primitives.lq)(primitives.$5),
        nfs: (0, primitives.lq)(primitives.$5),
        projected: (0, primitives.lq)(primitives.$5),
        downwardAPI: (0, primitives.lq)(primitives.$5),
        csi: (0, primitives.lq)(primitives.$5)
      };
      const Volume = schemas.Ikc({ name: primitives.UG, ...volumeSources }).refine(({ name: _, ...sources }) => Object.values(sources).filter(findings.ag).length <= 1, "must have one source at most");
      const VolumeMount = schemas.Ikc({
        name: primitives.Vm,
        mountPath: primitives.Vm,
        subPath: (0, primitives.lq)(primitives.Qq),
        mountPropagation: (0, primitives.lq)(primitives.Qq),
        readOnly: (0, primitives.lq)(schemas.zMY()),
        subPathExpr: (0, primitives.lq)(primitives.Qq)
      });
      const EnvVar = schemas.Ikc({
        name: primitives.VM,
        // "Nullable, defaults to empty string": null says nothing, as everywhere.
        value: (0, primitives.lq)(primitives.Qq).transform((value) => value ?? ""),
        valueFrom: (0, primitives.lq)(primitives.$5)
      }).refine((env) => !(env.value && env.valueFrom), {
        path: ["valueFrom"],
        message: "cannot be used when value is non-empty"
      });
      const ResourceRequirements = schemas.Ikc({
        limits: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq)),
        requests: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq))
      });
      const Container = schemas.Ikc({
        name: primitives.UG,
        image: primitives.Vm,
        imagePullPolicy: (0, primitives.lq)(schemas.k5n(["Always", "Never", "IfNotPresent"])),
        command: (0, primitives.lq)(schemas.YOg(primitives.Qq)),
        args: (0, primitives.lq)(schemas.YOg(primitives.Qq)),
        workingDir: (0, primitives.lq)(primitives.Qq),
        env: (0, primitives.lq)(schemas.YOg(EnvVar)),
        envFrom: (0, primitives.lq)(schemas.YOg(primitives.$5)),
        resources: (0, primitives.lq)(ResourceRequirements),
        volumeMounts: (0, primitives.lq)(schemas.YOg(VolumeMount)),
        securityContext: (0, primitives.lq)(primitives.$5),
        restartPolicy: (0, primitives.lq)(schemas.k5n(["Always", "OnFailure"]))
      });
      ;
      function podProblems(pod) {
        return [...volumeProblems(pod), ...containerProblems(pod)];
      }
      function volumeProblems(pod) {
        const volumes = pod.volumes ?? [];
        const names = new Set(volumes.map(({ name }) => name));
        const mounts = (list, path) => (list ?? []).flatMap(({ name }, index) => names.has(name) ? [] : [{ path: [...path, index, "name"], message: "must match the name of a volume" }]);
        return [
          ...repeated(volumes.map(({ name }, index) => [name, ["volumes", index, "name"]])),
          ...mounts(pod.volume_mounts, ["volume_mounts"]),
          ...CONTAINER_LISTS.flatMap((list) => (pod[list] ?? []).flatMap(({ volumeMounts }, index) => mounts(volumeMounts, [list, index, "volumeMounts"])))
        ];
      }
      const CONTAINER_LISTS = ["init_containers", "sidecars"];
      function containerProblems(pod) {
        const names = CONTAINER_LISTS.flatMap((list) => (pod[list] ?? []).map(({ name }, index) => [name, [list, index, "name"]]));
        const restarted = (pod.init_containers ?? []).flatMap(({ restartPolicy }, index) => (0, findings.ag)(restartPolicy) ? [
          {
            path: ["init_containers", index, "restartPolicy"],
            message: "applies to sidecars only: an init container runs to completion"
          }
        ] : []);
        return [...repeated(names), ...restarted];
      }
      function repeated(named) {
        const seen = /* @__PURE__ */ new Set();
        return named.flatMap(([name, path]) => {
          if (seen.has(name))
            return [{ path, message: "must be unique within the pod" }];
          seen.add(name);
          return [];
        });
      }
      var derive = __webpack_require__(99816);
      ;
      const PAIRS = [
        ["min_scale", "max_scale"],
        ["cpu", "cpu_limit"],
        ["memory_mb", "memory_limit_mb"],
        ["queue_min_scale", "queue_max_scale"],
        ["queue_cpu", "queue_cpu_limit"],
        ["queue_memory_mb", "queue_memory_limit_mb"],
        ["redis_cpu", "redis_cpu_limit"],
        ["redis_memory_mb", "redis_memory_limit_mb"],
        ["db_cpu", "db_cpu_limit"],
        ["db_memory_mb", "db_memory_limit_mb"]
      ];
      function boundProblems(spec) {
        const effective = (0, derive.L)(spec);
        return PAIRS.flatMap(([low, high]) => {
          const least = effective[low];
          const most = effective[high];
          if (typeof least !== "number" || typeof most !== "number" || least <= most)
            return [];
          if (!(0, findings.ag)(spec[low]) && !(0, findings.ag)(spec[high]))
            return [];
          return !(0, findings.ag)(spec[high]) ? [{ path: [low], message: `must not be above ${high}${fromDefault(spec, high)}` }] : [{ path: [high], message: `must not be below ${low}${fromDefault(spec, low)}` }];
        });
      }
      function fromDefault(spec, field) {
        return (0, findings.ag)(spec[field]) ? "" : ", which is unset and has its default";
      }
      var round_cpu = __webpack_require__(39948);
      ;
      const bounded = (max) => (0, primitives.lq)(schemas.aig().min(limits.Wt).max(max).transform(round_cpu.t));
      const cores = (max = limits.Mb) => (0, primitives.lq)(schemas.aig().min(0).max(max).transform(round_cpu.t));
      const whole = (max = limits.Mb) => (0, primitives.lq)(schemas.Whr().min(0).max(max));
      const coresLimit = () => cores(2 * limits.Mb);
      const wholeLimit = () => whole(2 * limits.Mb);
      const UNUSED = {
        orchestrator_cpu: cores(),
        orchestrator_cpu_limit: coresLimit(),
        orchestrator_memory_mb: whole(),
        orchestrator_memory_limit_mb: wholeLimit(),
        orchestrator_min_scale: whole(),
        orchestrator_max_scale: whole(),
        executor_cpu: cores(),
        executor_cpu_limit: coresLimit(),
        executor_memory_mb: whole(),
        executor_memory_limit_mb: wholeLimit()
      };
      function doNotUseFields(spec) {
        return Object.keys(UNUSED).filter((field) => said(Reflect.get(spec ?? {}, field)));
      }
      const DO_NOT_USE = new Set(Object.values(UNUSED));
      const Fields = schemas.Ikc({
        min_scale: whole(),
        max_scale: whole(),
        cpu: bounded(limits.eu),
        cpu_limit: bounded(limits.st),
        memory_mb: whole(),
        memory_limit_mb: wholeLimit(),
        queue_min_scale: whole(),
        queue_max_scale: whole(),
        queue_cpu: bounded(limits.eu),
        queue_cpu_limit: bounded(limits.st),
        queue_memory_mb: whole(),
        queue_memory_limit_mb: wholeLimit(),
        redis_cpu: bounded(limits.eu),
        redis_cpu_limit: bounded(limits.st),
        redis_memory_mb: whole(),
        redis_memory_limit_mb: wholeLimit(),
        db_cpu: cores(),
        db_cpu_limit: coresLimit(),
        db_memory_mb: whole(),
        db_memory_limit_mb: wholeLimit(),
        db_storage_gi: whole(),
        db_max_connections: whole(),
        labels: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq)),
        annotations: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq)),
        service_account_name: (0, primitives.lq)(primitives.Vm),
        image_pull_secrets: (0, primitives.lq)(schemas.YOg(LocalObjectReference)),
        volumes: (0, primitives.lq)(schemas.YOg(Volume)),
        volume_mounts: (0, primitives.lq)(schemas.YOg(VolumeMount)),
        init_containers: (0, primitives.lq)(schemas.YOg(Container)),
        sidecars: (0, primitives.lq)(schemas.YOg(Container)),
        ...UNUSED
      });
      const ResourceSpec = Fields.check(({ value, issues }) => {
        const bounds = issues.length === 0 ? boundProblems(value) : [];
        for (const { path, message } of [...podProblems(value), ...bounds]) {
          issues.push({ code: "custom", input: value, path, message });
        }
      });
    })
  ),
  /***/
  39948: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        t: () => (
          /* binding */
          roundCpu
        )
        /* harmony export */
      });
      function roundCpu(value) {
        return Math.round(value * 10) / 10;
      }
    })
  ),
  /***/
  12127: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Us: () => (
          /* binding */
          SecretReference
        ),
        /* harmony export */
        zh: () => (
          /* binding */
          Secret
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34410);
      var _primitives_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5729);
      const variableName = _primitives_js__WEBPACK_IMPORTED_MODULE_0__.Qq.regex(/^[^=\0]+$/, 'must not be empty, and must not contain "=" or NUL');
      const Secret = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({ name: variableName, value: _primitives_js__WEBPACK_IMPORTED_MODULE_0__.Qq });
      const SecretReference = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        name: variableName,
        secret_name: _primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm,
        secret_key: _primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm
      });
      const SecretName = (
        /* unused pure expression or super */
        null
      );
    })
  ),
  /***/
  20690: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        G7: () => (
          /* binding */
          SourceConfig
        ),
        /* harmony export */
        Jh: () => (
          /* binding */
          SourceRevisionConfig
        ),
        /* harmony export */
        kL: () => (
          /* binding */
          Source
        ),
        /* harmony export */
        kN: () => (
          /* binding */
          isTagRef
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(34410);
      var _patterns_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(52652);
      var _primitives_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5729);
      var _resource_spec_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(70011);
      const SOURCES = ["git_host", "external_docker", "internal_docker", "internal_source"];
      const Source = zod__WEBPACK_IMPORTED_MODULE_3__.k5n(SOURCES);
      const BUILDABLE_SOURCES = /* @__PURE__ */ new Set(["git_host", "internal_source"]);
      const DeploymentType = _primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm.meta({
        description: "One of the listed types, or, with hosted compatibility, any newer one.",
        "x-extensible-enum": [..._patterns_js__WEBPACK_IMPORTED_MODULE_0__.u1]
      });
      const ListenerConfig = zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ k8s_namespace: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm) });
      const SourceConfig = zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({
        integration_id: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.uR),
        repo_url: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        deployment_type: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(DeploymentType),
        build_on_push: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(zod__WEBPACK_IMPORTED_MODULE_3__.zMY()),
        custom_url: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        resource_spec: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_resource_spec_js__WEBPACK_IMPORTED_MODULE_2__.yd),
        listener_id: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.uR),
        listener_config: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(ListenerConfig),
        install_command: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        build_command: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm)
      });
      const SourceRevisionConfig = zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({
        repo_ref: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        graph_config_path: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        image_uri: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        source_tarball_path: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        repo_commit_sha: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(zod__WEBPACK_IMPORTED_MODULE_3__.YjP())
      });
      function isTagRef(ref) {
        return ref.startsWith("refs/tags/");
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
