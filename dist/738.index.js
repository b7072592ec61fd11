const id = 738;
const ids = [738];
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
        )
        /* harmony export */
      });
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5292);
      var _contract_limits_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5403);
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3889);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4453);
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
          if (!(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d)(error, 404))
            throw error;
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("deployment-not-found", `There is no deployment ${id2} that this key can see. Check the ID and the workspace, or give deployment-name, which creates it.`, { cause: error });
        }
      }
      async function findByName(plane, name, signal) {
        const found = await plane.findDeployments(name, signal);
        if (found.length > 1) {
          const ids2 = found.map(({ id: id2 }) => id2).join(", ");
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("ambiguous-name", `${found.length} deployments are named ${name}: ${ids2}. Give deployment-id instead of the name.`);
        }
        return found[0];
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
            if (!(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d)(error, 404))
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
    })
  ),
  /***/
  7351: (
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
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4453);
      function noteDeployment({ record }, deployment) {
        const { id: id2, name } = deployment;
        record.deployment = { id: id2, name, url: (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_0__.rs)(deployment) ?? record.deployment?.url };
      }
    })
  ),
  /***/
  4453: (
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
        rs: () => (
          /* binding */
          urlOf
        )
        /* harmony export */
      });
      var _contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6625);
      var _contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4366);
      var _contract_secret_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2127);
      function viewActual(deployment, revisions) {
        const config = deployment.source_config ?? {};
        const revisionConfig = deployment.source_revision_config ?? {};
        const listener = config["listener_config"];
        const views = revisions.map(viewRevision);
        const find = (id2) => views.find((view) => view.id === id2);
        const spec = _contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_1__.y.safeParse(config["resource_spec"] ?? void 0);
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
          secrets: deployment.secrets?.map(({ name, value }) => ({ name, value: shown(value) })),
          ref: text(revisionConfig["repo_ref"]),
          graphConfigPath: text(revisionConfig["graph_config_path"]),
          imageUri: text(revisionConfig["image_uri"]),
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
          ref: text(config.repo_ref),
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
      function shown(value) {
        return value === null || value === void 0 || /^[*•]+$/.test(value) ? void 0 : value;
      }
      function time(value) {
        const parsed = Date.parse(value ?? "");
        return Number.isNaN(parsed) ? void 0 : parsed;
      }
    })
  ),
  /***/
  2388: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Lm: () => (
          /* binding */
          wantedOf
        ),
        /* harmony export */
        Wy: () => (
          /* binding */
          labelOf
        ),
        /* harmony export */
        bt: () => (
          /* binding */
          refToResolve
        ),
        /* harmony export */
        eH: () => (
          /* binding */
          planReissue
        ),
        /* harmony export */
        yv: () => (
          /* binding */
          originOf
        )
        /* harmony export */
      });
      var _contract_source_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(690);
      function wantedOf(target, actual) {
        const source = sourceOf(target, actual);
        const git = source === "git_host";
        return {
          source,
          sourceSaid: false,
          repoUrl: void 0,
          integrationId: void 0,
          deploymentType: void 0,
          buildOnPush: void 0,
          installCommand: void 0,
          buildCommand: void 0,
          listenerId: void 0,
          k8sNamespace: void 0,
          customUrl: void 0,
          resourceSpec: void 0,
          secretReferences: void 0,
          ref: git ? target.ref : void 0,
          commit: git ? target.commit : void 0,
          graphConfigPath: void 0,
          imageUri: git ? void 0 : target.imageUri,
          imageVersion: void 0,
          secrets: void 0,
          secretsStrategy: "merge"
        };
      }
      function refToResolve(target, actual) {
        if (sourceOf(target, actual) !== "git_host" || target.commit === void 0)
          return void 0;
        if (target.ref === void 0 || actual.repoUrl === void 0)
          return void 0;
        if (target.ref.startsWith("refs/tags/") && actual.buildOnPush === true)
          return void 0;
        return { repoUrl: actual.repoUrl, ref: target.ref };
      }
      function planReissue(target, actual, resolved) {
        const sent = reissued(target, actual, resolved);
        const changes = [describe(target, actual, sent === void 0)];
        if (sent === void 0)
          return { kind: "redeploy", revisionId: target.id, changes };
        const path = target.graphConfigPath;
        const repath = path !== void 0 && path !== actual.graphConfigPath;
        if (repath) {
          changes.push({
            field: "source_revision_config.graph_config_path",
            from: actual.graphConfigPath ?? null,
            to: path,
            revision: true
          });
        }
        const body = {
          source_revision_config: { ...sent, ...repath ? { graph_config_path: path } : {} }
        };
        return { kind: "patch", body, changes, originOnly: !repath };
      }
      function reissued(target, actual, resolved) {
        if (sourceOf(target, actual) === "git_host") {
          const still = target.commit !== void 0 && resolved === target.commit;
          return still && target.ref !== void 0 ? { repo_ref: target.ref } : void 0;
        }
        if (target.imageUri !== void 0)
          return { image_uri: target.imageUri };
        return target.tarballPath === void 0 ? void 0 : { source_tarball_path: target.tarballPath };
      }
      function sourceOf(target, actual) {
        const said = _contract_source_js__WEBPACK_IMPORTED_MODULE_0__.kL.safeParse(actual.source);
        if (said.success)
          return said.data;
        if (target.tarballPath !== void 0)
          return "internal_source";
        return target.imageUri === void 0 ? "git_host" : "external_docker";
      }
      function describe(target, actual, byService) {
        const { active } = actual;
        return {
          field: "revision",
          from: active === void 0 ? null : labelOf(active),
          to: `${labelOf(target)}${byService ? ", by the service" : ""}`,
          revision: true
        };
      }
      function labelOf(revision) {
        return `${originOf(revision)} (revision ${revision.id})`;
      }
      function originOf({ ref, commit, imageUri, tarballPath }) {
        if (commit !== void 0 || ref !== void 0)
          return `${ref ?? "?"} @ ${commit?.slice(0, 7) ?? "?"}`;
        return imageUri ?? tarballPath ?? "unknown";
      }
    })
  ),
  /***/
  1662: (
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
  580: (
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
      var _deploy_note_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7351);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6796);
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
  3738: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        status: () => (
          /* binding */
          status_status
        )
      });
      var run_record = __webpack_require__(758);
      var find = __webpack_require__(580);
      var statuses = __webpack_require__(3889);
      var outcome = __webpack_require__(6796);
      var reissue = __webpack_require__(2388);
      var timeline = __webpack_require__(1662);
      ;
      function revisionLines(actual, now) {
        const rows = actual.revisions.map((revision) => [
          revision.id === actual.activeRevisionId ? "*" : "",
          revision.id,
          revision.status,
          (0, reissue.yv)(revision),
          revision.createdAt === void 0 ? "" : `${(0, timeline.a3)(Math.max(0, now - revision.createdAt))} ago`
        ]);
        const table = [["", "Revision", "Status", "Of", "Made"], ...rows];
        const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
        return table.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
      }
      function observe(actual) {
        const { name, active, activeRevisionId } = actual;
        const latest = actual.revisions.find(({ status }) => (0, statuses.BE)(status) !== "skipped");
        const serves = activeRevisionId === void 0 ? "No revision is active." : `Active is revision ${activeRevisionId}${active === void 0 ? "" : `, of ${(0, reissue.yv)(active)}`}.`;
        if (latest === void 0) {
          return (0, outcome.b)("observed", "nothing-serves", `${name} has no revision that was built. ${serves}`);
        }
        const kind = (0, statuses.BE)(latest.status);
        if (latest.id === activeRevisionId && kind === "deployed") {
          return (0, outcome.b)("observed", "serving", `${name} serves its latest revision. ${serves}`);
        }
        if (kind === "failed" || kind === "interrupted") {
          return (0, outcome.b)("observed", "latest-failed", `The latest revision ${latest.id} of ${name} is ${latest.status}. ${serves}`);
        }
        return (0, outcome.b)("observed", "on-its-way", `Revision ${latest.id} of ${name} is on its way: ${latest.status}. ${serves}`);
      }
      ;
      async function status_status(tools) {
        const { record, log, clock } = tools;
        const { actual } = await (0, find.x)(tools);
        if (actual.latest !== void 0)
          (0, run_record.c)(record, actual.latest);
        record.commit = actual.active?.commit;
        await log.group(`Revisions of ${actual.name} (* is active)`, () => {
          for (const line of revisionLines(actual, clock.now()))
            log.line(line);
        });
        return observe(actual);
      }
    })
  ),
  /***/
  6625: (
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
  ),
  /***/
  3917: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        $5: () => (
          /* binding */
          freeForm
        ),
        /* harmony export */
        KQ: () => (
          /* binding */
          dateTime
        ),
        /* harmony export */
        UG: () => (
          /* binding */
          dnsLabel
        ),
        /* harmony export */
        VM: () => (
          /* binding */
          cIdentifier2
        ),
        /* harmony export */
        lq: () => (
          /* binding */
          optional
        ),
        /* harmony export */
        uR: () => (
          /* binding */
          uuid
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4410);
      var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3477);
      var _patterns_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2652);
      const uuid = zod__WEBPACK_IMPORTED_MODULE_0__.OsD();
      const dateTime = zod__WEBPACK_IMPORTED_MODULE_1__.w$({ offset: true });
      const dnsLabel = zod__WEBPACK_IMPORTED_MODULE_0__.YjP().regex(_patterns_js__WEBPACK_IMPORTED_MODULE_2__.HR, "must be a DNS label: 1 to 63 lower-case letters, digits or dashes, no dash at either end");
      const cIdentifier2 = zod__WEBPACK_IMPORTED_MODULE_0__.YjP().regex(_patterns_js__WEBPACK_IMPORTED_MODULE_2__.M9, "must be a C identifier: letters, digits and underscores, not starting with a digit");
      const freeForm = zod__WEBPACK_IMPORTED_MODULE_0__.g1P(zod__WEBPACK_IMPORTED_MODULE_0__.YjP(), zod__WEBPACK_IMPORTED_MODULE_0__.L5J());
      const optional = (schema) => schema.nullish();
    })
  ),
  /***/
  4366: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        y: () => (
          /* binding */
          ResourceSpec
        ),
        t: () => (
          /* binding */
          roundCpu
        )
      });
      var schemas = __webpack_require__(4410);
      var limits = __webpack_require__(5403);
      var primitives = __webpack_require__(3917);
      ;
      const LocalObjectReference = schemas.Ikc({ name: schemas.YjP().min(1) });
      const Volume = schemas.Ikc({
        name: primitives.UG,
        configMap: (0, primitives.lq)(primitives.$5),
        secret: (0, primitives.lq)(primitives.$5),
        emptyDir: (0, primitives.lq)(primitives.$5),
        persistentVolumeClaim: (0, primitives.lq)(primitives.$5),
        nfs: (0, primitives.lq)(primitives.$5),
        projected: (0, primitives.lq)(primitives.$5),
        downwardAPI: (0, primitives.lq)(primitives.$5),
        csi: (0, primitives.lq)(primitives.$5)
      });
      const VolumeMount = schemas.Ikc({
        name: schemas.YjP().min(1),
        mountPath: schemas.YjP().min(1),
        subPath: (0, primitives.lq)(schemas.YjP()),
        mountPropagation: (0, primitives.lq)(schemas.YjP()),
        readOnly: (0, primitives.lq)(schemas.zMY()),
        subPathExpr: (0, primitives.lq)(schemas.YjP())
      });
      const EnvVar = schemas.Ikc({
        name: primitives.VM,
        value: (0, primitives.lq)(schemas.YjP()).default(""),
        valueFrom: (0, primitives.lq)(primitives.$5)
      }).refine((env) => !(env.value && env.valueFrom), {
        path: ["valueFrom"],
        message: "cannot be used when value is non-empty"
      });
      const ResourceRequirements = schemas.Ikc({
        limits: (0, primitives.lq)(schemas.g1P(schemas.YjP(), schemas.YjP())),
        requests: (0, primitives.lq)(schemas.g1P(schemas.YjP(), schemas.YjP()))
      });
      const Container = schemas.Ikc({
        name: primitives.UG,
        image: schemas.YjP().min(1),
        imagePullPolicy: (0, primitives.lq)(schemas.k5n(["Always", "Never", "IfNotPresent"])),
        command: (0, primitives.lq)(schemas.YOg(schemas.YjP())),
        args: (0, primitives.lq)(schemas.YOg(schemas.YjP())),
        workingDir: (0, primitives.lq)(schemas.YjP()),
        env: (0, primitives.lq)(schemas.YOg(EnvVar)),
        envFrom: (0, primitives.lq)(schemas.YOg(primitives.$5)),
        resources: (0, primitives.lq)(ResourceRequirements),
        volumeMounts: (0, primitives.lq)(schemas.YOg(VolumeMount)),
        securityContext: (0, primitives.lq)(primitives.$5),
        restartPolicy: (0, primitives.lq)(schemas.k5n(["Always", "OnFailure"]))
      });
      function volumeProblems(pod) {
        const problems = [];
        const names = /* @__PURE__ */ new Set();
        for (const [index, { name }] of (pod.volumes ?? []).entries()) {
          if (names.has(name)) {
            problems.push({ path: ["volumes", index, "name"], message: "must be unique within the pod" });
          }
          names.add(name);
        }
        const check = (mounts, path) => {
          for (const [index, mount] of (mounts ?? []).entries()) {
            if (!names.has(mount.name)) {
              problems.push({ path: [...path, index, "name"], message: "must match the name of a volume" });
            }
          }
        };
        check(pod.volume_mounts, ["volume_mounts"]);
        for (const list of ["init_containers", "sidecars"]) {
          for (const [index, container] of (pod[list] ?? []).entries()) {
            check(container.volumeMounts, [list, index, "volumeMounts"]);
          }
        }
        return problems;
      }
      ;
      const bounded = (max) => (0, primitives.lq)(schemas.aig().min(limits.Wt).max(max).transform(roundCpu));
      const cores = () => (0, primitives.lq)(schemas.aig().min(0).transform(roundCpu));
      const whole = () => (0, primitives.lq)(schemas.Whr().min(0));
      function roundCpu(value) {
        return Math.round(value * 10) / 10;
      }
      const ResourceSpec = schemas.Ikc({
        min_scale: whole(),
        max_scale: whole(),
        cpu: bounded(limits.eu),
        cpu_limit: bounded(limits.st),
        memory_mb: whole(),
        memory_limit_mb: whole(),
        queue_min_scale: whole(),
        queue_max_scale: whole(),
        queue_cpu: bounded(limits.eu),
        queue_cpu_limit: bounded(limits.st),
        queue_memory_mb: whole(),
        queue_memory_limit_mb: whole(),
        redis_cpu: bounded(limits.eu),
        redis_cpu_limit: bounded(limits.st),
        redis_memory_mb: whole(),
        redis_memory_limit_mb: whole(),
        db_cpu: cores(),
        db_cpu_limit: cores(),
        db_memory_mb: whole(),
        db_memory_limit_mb: whole(),
        db_storage_gi: whole(),
        db_max_connections: whole(),
        labels: (0, primitives.lq)(schemas.g1P(schemas.YjP(), schemas.YjP())),
        annotations: (0, primitives.lq)(schemas.g1P(schemas.YjP(), schemas.YjP())),
        service_account_name: (0, primitives.lq)(schemas.YjP().min(1)),
        image_pull_secrets: (0, primitives.lq)(schemas.YOg(LocalObjectReference)),
        volumes: (0, primitives.lq)(schemas.YOg(Volume)),
        volume_mounts: (0, primitives.lq)(schemas.YOg(VolumeMount)),
        init_containers: (0, primitives.lq)(schemas.YOg(Container)),
        sidecars: (0, primitives.lq)(schemas.YOg(Container)),
        // Marked do-not-use by the service; accepted so that a spec read back can be sent again.
        orchestrator_cpu: cores(),
        orchestrator_cpu_limit: cores(),
        orchestrator_memory_mb: whole(),
        orchestrator_memory_limit_mb: whole(),
        orchestrator_min_scale: whole(),
        orchestrator_max_scale: whole(),
        executor_cpu: cores(),
        executor_cpu_limit: cores(),
        executor_memory_mb: whole(),
        executor_memory_limit_mb: whole()
      }).check(({ value, issues }) => {
        for (const { path, message } of volumeProblems(value)) {
          issues.push({ code: "custom", input: value, path, message });
        }
      });
    })
  ),
  /***/
  2127: (
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
      var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4410);
      var _primitives_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3917);
      const variableName = zod__WEBPACK_IMPORTED_MODULE_1__.YjP().regex(/^[^=\0]+$/, 'must not be empty, and must not contain "=" or NUL');
      const Secret = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        name: variableName,
        value: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().refine((value) => !value.includes("\0"), "must not contain NUL")
      });
      const SecretReference = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        name: variableName,
        secret_name: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1),
        secret_key: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().min(1)
      });
      const SecretName = (
        /* unused pure expression or super */
        null
      );
    })
  ),
  /***/
  690: (
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
      var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4410);
      var _primitives_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3917);
      var _resource_spec_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4366);
      const SOURCES = ["git_host", "external_docker", "internal_docker", "internal_source"];
      const Source = zod__WEBPACK_IMPORTED_MODULE_2__.k5n(SOURCES);
      const BUILDABLE_SOURCES = /* @__PURE__ */ new Set(["git_host", "internal_source"]);
      const DEPLOYMENT_TYPES = ["dev_free", "dev", "prod"];
      const DeploymentType = zod__WEBPACK_IMPORTED_MODULE_2__.k5n(DEPLOYMENT_TYPES);
      const ListenerConfig = zod__WEBPACK_IMPORTED_MODULE_2__.Ikc({ k8s_namespace: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.YjP().min(1)) });
      const SourceConfig = zod__WEBPACK_IMPORTED_MODULE_2__.Ikc({
        integration_id: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.uR),
        repo_url: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.YjP().min(1)),
        deployment_type: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(DeploymentType),
        build_on_push: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.zMY()),
        custom_url: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.YjP().min(1)),
        resource_spec: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_resource_spec_js__WEBPACK_IMPORTED_MODULE_1__.y),
        listener_id: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.uR),
        listener_config: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(ListenerConfig),
        install_command: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.YjP().min(1)),
        build_command: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.YjP().min(1))
      });
      const SourceRevisionConfig = zod__WEBPACK_IMPORTED_MODULE_2__.Ikc({
        repo_ref: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.YjP().min(1)),
        graph_config_path: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.YjP().min(1)),
        image_uri: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.YjP().min(1)),
        source_tarball_path: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.YjP().min(1)),
        repo_commit_sha: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.YjP())
      });
      function isTagRef(ref) {
        return ref.startsWith("refs/tags/");
      }
    })
  ),
  /***/
  3477: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        w$: () => (
          /* binding */
          datetime
        )
        /* harmony export */
      });
      var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1299);
      var _schemas_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4410);
      function datetime(params) {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_0__.G1(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.You, params);
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
    })
  )
};
export {
  id,
  ids,
  modules
};
