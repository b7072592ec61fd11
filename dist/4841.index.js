const id = 4841;
const ids = [4841];
const modules = {
  /***/
  6578: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        FB: () => (
          /* binding */
          findTarget
        ),
        /* harmony export */
        RN: () => (
          /* binding */
          readActual
        ),
        /* harmony export */
        _U: () => (
          /* binding */
          findByName
        ),
        /* harmony export */
        d8: () => (
          /* binding */
          isLater
        ),
        /* harmony export */
        dj: () => (
          /* binding */
          lookBeforeWriting
        ),
        /* harmony export */
        kb: () => (
          /* binding */
          revisionPages
        ),
        /* harmony export */
        n4: () => (
          /* binding */
          findNamed
        )
        /* harmony export */
      });
      var _clients_boundary_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(43633);
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
      var _contract_limits_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(55403);
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(83889);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76796);
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(54453);
      async function findTarget(plane, target, signal) {
        if (target.by === "name")
          return findByName(plane, target.name, signal);
        const found = await getById(plane, target.id, signal);
        if ((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_3__.y9)(found.status)) {
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("deployment-gone", `The deployment ${found.name} (${found.id}) is being deleted. Give the ID of another one, or deployment-name, which creates it.`);
        }
        return found;
      }
      async function getById(plane, id2, signal) {
        try {
          return await plane.getDeployment(id2, signal);
        } catch (error) {
          if (!(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 404))
            throw error;
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("deployment-not-found", `There is no deployment ${id2} that this key can see. Check the ID and the workspace, or give deployment-name, which creates it.`, { cause: error });
        }
      }
      async function findByName(plane, name, signal, upTo) {
        const found = await plane.findDeployments(name, signal, upTo);
        if (found.length > 1) {
          const ids2 = found.map(({ id: id2 }) => id2).join(", ");
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("ambiguous-name", `${found.length} deployments are named ${name}: ${ids2}. Give deployment-id instead of the name.`);
        }
        return found[0];
      }
      async function findNamed(plane, { id: id2, name }, signal) {
        return (await plane.findDeployments(name, signal, id2)).find((item) => item.id === id2);
      }
      async function lookBeforeWriting(plane, { id: id2, name }, signal) {
        const now = await plane.getDeployment(id2, signal);
        if (now.name === name)
          return now;
        throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("contradictory-answers", `One answer shows ${id2} as the deployment ${name}, and another as ${now.name}; nothing was sent. Look at the service, and run the workflow again.`);
      }
      function isLater(now, { latestRevisionId, activeRevisionId }) {
        const { latest_revision_id: latest, active_revision_id: active } = now;
        return (latest ?? void 0) !== latestRevisionId || (active ?? void 0) !== activeRevisionId;
      }
      const ROUNDS = 3;
      async function readActual(plane, found, signal) {
        const list = () => plane.listRevisions(found.id, { limit: _contract_limits_js__WEBPACK_IMPORTED_MODULE_4__.oX }, signal);
        let deployment = found;
        let revisions = await list();
        for (let round = 1; round < ROUNDS && isTorn(deployment, revisions); round += 1) {
          deployment = await plane.getDeployment(found.id, signal);
          const latest = deployment.latest_revision_id;
          if (latest && !revisions.some(({ id: id2 }) => id2 === latest))
            revisions = await list();
        }
        const active = deployment.active_revision_id;
        if (active && !revisions.some(({ id: id2 }) => id2 === active)) {
          try {
            revisions.push(await plane.getRevision(deployment.id, active, signal));
          } catch (error) {
            if (!(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 404))
              throw error;
          }
        }
        return (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_2__.cu)(deployment, revisions);
      }
      function isTorn(deployment, [newest]) {
        if (newest === void 0)
          return false;
        const { latest_revision_id: latest, active_revision_id: active } = deployment;
        if (latest && latest !== newest.id)
          return true;
        return (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_3__.BE)(newest.status) === "deployed" && newest.id !== active;
      }
      function revisionPages(plane, deploymentId, signal) {
        const refuse = (what) => new _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD({
          kind: "malformed",
          method: "GET",
          path: `/v2/deployments/${deploymentId}/revisions`,
          what: `the service answers with ${what}`,
          remedy: "Check that the URL is the control plane, and its version.",
          attempts: 1
        });
        return (0, _clients_boundary_js__WEBPACK_IMPORTED_MODULE_5__.GM)(async (offset) => ({
          items: await plane.listRevisions(deploymentId, { limit: _contract_limits_js__WEBPACK_IMPORTED_MODULE_4__.ZX, offset }, signal),
          refuse
        }), ({ id: id2 }) => id2);
      }
    })
  ),
  /***/
  97351: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        S: () => (
          /* binding */
          noteDeployment
        )
        /* harmony export */
      });
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(54453);
      function noteDeployment({ record }, deployment) {
        const { id: id2, name } = deployment;
        record.deployment = { id: id2, name, url: (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_0__.rs)(deployment) ?? record.deployment?.url };
      }
    })
  ),
  /***/
  54453: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        FS: () => (
          /* binding */
          viewRevision
        ),
        /* harmony export */
        cu: () => (
          /* binding */
          viewActual
        ),
        /* harmony export */
        ee: () => (
          /* binding */
          viewSecret
        ),
        /* harmony export */
        rs: () => (
          /* binding */
          urlOf
        )
        /* harmony export */
      });
      var _contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(26625);
      var _contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(70011);
      var _contract_secret_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(12127);
      var _hidden_value_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(30171);
      function viewActual(deployment, revisions) {
        const config = deployment.source_config ?? {};
        const revisionConfig = deployment.source_revision_config ?? {};
        const listener = config["listener_config"];
        const views = revisions.map(viewRevision);
        const find = (id2) => views.find((view) => view.id === id2);
        const spec = _contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_1__.yd.safeParse(config["resource_spec"] ?? void 0);
        const references = _contract_secret_js__WEBPACK_IMPORTED_MODULE_2__.Us.array().safeParse(deployment.secret_references ?? void 0);
        return {
          id: deployment.id,
          name: deployment.name,
          url: urlOf(deployment),
          status: deployment.status,
          latestRevisionId: deployment.latest_revision_id ?? void 0,
          activeRevisionId: deployment.active_revision_id ?? void 0,
          source: deployment.source ? (0, _contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__.UV)(deployment.source) : void 0,
          repoUrl: text(config["repo_url"]),
          integrationId: text(config["integration_id"])?.toLowerCase(),
          deploymentType: text(config["deployment_type"]),
          buildOnPush: typeof config["build_on_push"] === "boolean" ? config["build_on_push"] : void 0,
          installCommand: text(config["install_command"]),
          buildCommand: text(config["build_command"]),
          listenerId: text(config["listener_id"])?.toLowerCase(),
          k8sNamespace: isJson(listener) ? text(listener["k8s_namespace"]) : void 0,
          customUrl: text(config["custom_url"]),
          resourceSpec: spec.success ? spec.data : void 0,
          imageVersion: text(deployment.image_version),
          secretReferences: references.success ? references.data : void 0,
          secrets: deployment.secrets?.map(viewSecret),
          ref: branch(revisionConfig["repo_ref"]),
          graphConfigPath: text(revisionConfig["graph_config_path"]),
          imageUri: text(revisionConfig["image_uri"]),
          tarballPath: text(revisionConfig["source_tarball_path"]),
          unset: /* @__PURE__ */ new Set([
            ...nullsOf(deployment),
            ...nullsOf(config, "source_config."),
            ...nullsOf(revisionConfig, "source_revision_config.")
          ]),
          revisions: views,
          active: find(deployment.active_revision_id),
          latest: find(deployment.latest_revision_id) ?? views[0]
        };
      }
      function viewRevision(revision) {
        const config = revision.source_revision_config ?? {};
        return {
          id: revision.id,
          status: revision.status,
          statusMessage: text(revision.status_message),
          ref: branch(config.repo_ref),
          commit: text(config.repo_commit_sha)?.toLowerCase(),
          graphConfigPath: text(config.graph_config_path),
          imageUri: text(config.image_uri),
          tarballPath: text(config.source_tarball_path),
          createdAt: time(revision.created_at),
          updatedAt: time(revision.updated_at)
        };
      }
      function urlOf(deployment) {
        return text(deployment.url) ?? text(deployment.source_config?.custom_url);
      }
      function isJson(value) {
        return typeof value === "object" && value !== null && !Array.isArray(value);
      }
      function nullsOf(fields, prefix = "") {
        return Object.entries(fields).flatMap(([key, value]) => value === null ? [prefix + key] : []);
      }
      function text(value) {
        return typeof value === "string" && value !== "" ? value : void 0;
      }
      function viewSecret({ name, value }) {
        if (value === null || value === void 0)
          return { name, value: void 0 };
        return (0, _hidden_value_js__WEBPACK_IMPORTED_MODULE_3__.Nj)(value) ? { name, value: void 0, placeholder: value } : { name, value };
      }
      function branch(value) {
        return text(value)?.replace(/^refs\/heads\//, "");
      }
      function time(value) {
        const parsed = Date.parse(value ?? "");
        return Number.isNaN(parsed) ? void 0 : parsed;
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
  )
};
export {
  id,
  ids,
  modules
};
