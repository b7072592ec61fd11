const id = 328;
const ids = [328];
const modules = {
  /***/
  1422: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        G: () => (
          /* binding */
          patchDeployment
        )
        /* harmony export */
      });
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6796);
      var _plan_agreement_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7687);
      var _plan_origin_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3001);
      var _plan_types_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1966);
      var _identify_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6141);
      var _lost_answer_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4343);
      var _read_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6578);
      async function patchDeployment(plane, clock, before, plan, wanted, signal) {
        try {
          const deployment = await plane.patchDeployment(before.id, plan.body, signal);
          return { deployment, afterLostAnswer: false };
        } catch (error) {
          if (!(0, _lost_answer_js__WEBPACK_IMPORTED_MODULE_2__.J)(error))
            throw error;
          const known = new Set(before.revisions.map(({ id: id2 }) => id2));
          const fields = plan.changes.map(({ field }) => field);
          const deployment = await (0, _lost_answer_js__WEBPACK_IMPORTED_MODULE_2__.I)(clock, signal, async () => {
            const found = await plane.getDeployment(before.id, signal);
            const now = await (0, _read_js__WEBPACK_IMPORTED_MODULE_3__.RN)(plane, found, signal);
            const arrived = (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_4__.b)(plan) ? (0, _identify_js__WEBPACK_IMPORTED_MODULE_1__.Xi)(now.revisions, known, wanted).length > 0 : (0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_5__.IR)(now, wanted, fields);
            const proven = wanted.archive !== void 0 && now.revisions.some((one) => !known.has(one.id) && (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_6__.GT)(one, wanted));
            if (proven)
              return found;
            return arrived && (0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_5__.og)(now, wanted, before).length === 0 ? found : void 0;
          });
          if (deployment !== void 0)
            return { deployment, afterLostAnswer: true };
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.V("lost-answer", `The answer to updating ${before.name} was lost, and nothing showed within a minute that it arrived. It was not sent again, so that nothing is built twice. Run the workflow again: it looks first. (${error.message})`, { cause: error });
        }
      }
    })
  ),
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
          if (!(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 404))
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
    })
  ),
  /***/
  2328: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        deploy: () => (
          /* binding */
          deploy
        )
      });
      var errors = __webpack_require__(5292);
      var outcome = __webpack_require__(6796);
      var agreement = __webpack_require__(7687);
      var lost_answer = __webpack_require__(4343);
      var read = __webpack_require__(6578);
      ;
      const CONFLICT_LOOKS_MS = [0, 2e3, 4e3];
      async function createDeployment(plane, clock, body, wanted, signal) {
        try {
          const deployment = await plane.createDeployment(body, signal);
          return { kind: "created", deployment, afterLostAnswer: false };
        } catch (error) {
          if ((0, errors.d7)(error, 409))
            return onConflict(plane, clock, body.name, error, signal);
          if (!(0, lost_answer.J)(error))
            throw error;
          const found = await (0, lost_answer.I)(clock, signal, () => (0, read._U)(plane, body.name, signal));
          if (found === void 0) {
            throw new outcome.V("lost-answer", `The answer to creating ${body.name} was lost, and no deployment of this name appeared within a minute. It was not sent again, so that there are never two. Run the workflow again: it looks first. (${error.message})`, { cause: error });
          }
          const theirs = (0, agreement.og)(await (0, read.RN)(plane, found, signal), wanted);
          return theirs.length > 0 ? { kind: "exists", deployment: found } : { kind: "created", deployment: found, afterLostAnswer: true };
        }
      }
      async function onConflict(plane, clock, name, cause, signal) {
        for (const pause of CONFLICT_LOOKS_MS) {
          if (pause > 0)
            await clock.sleep(pause, signal);
          const found = await (0, read._U)(plane, name, signal);
          if (found !== void 0)
            return { kind: "exists", deployment: found };
        }
        throw new outcome.V("name-taken", `The name ${name} is taken, yet no deployment has it: most likely the tracing project of a deleted deployment is left over, or the deployment is still being deleted. Delete that project, wait, or choose another name. (${cause.detail ?? "the service gave no reason"})`, { cause });
      }
      var contract_findings = __webpack_require__(9081);
      var limits = __webpack_require__(5403);
      var reserved_names = __webpack_require__(3918);
      ;
      const secret_rules_RESERVED_NAME = "reserved_name";
      function secret_rules_secretFindings(source2, secrets, references = null, where = {}) {
        const selfHosted = source2 === "external_docker" || where.selfHosted === true;
        const seen = /* @__PURE__ */ new Set();
        const check = (list, field) => (list ?? []).flatMap(({ name }, index) => {
          const loc = [field, index, "name"];
          const repeated = seen.has(name);
          seen.add(name);
          if (repeated)
            return [(0, contract_findings.gk)(loc, `${name} is set more than once`)];
          if (!(0, reserved_names.c)(name, { selfHosted }))
            return [];
          return [(0, contract_findings.gk)(loc, `${name} is reserved: the platform sets it itself`, secret_rules_RESERVED_NAME)];
        });
        return [...check(secrets, "secrets"), ...check(references, "secret_references")];
      }
      ;
      const RESOURCE_MINIMUM = "resource_minimum";
      function hosted_rules_minimumFindings(config, { compat }) {
        const memory = config?.resource_spec?.redis_memory_mb;
        if (compat !== "hosted" || typeof memory !== "number" || memory >= limits.n_)
          return [];
        return [
          (0, contract_findings.gk)(["source_config", "resource_spec", "redis_memory_mb"], `must be at least ${limits.n_}`, RESOURCE_MINIMUM)
        ];
      }
      function findingsStatus(findings, { compat }) {
        const asText = findings.every(({ type }) => type === RESERVED_NAME || type === RESOURCE_MINIMUM);
        return compat === "hosted" && asText ? 400 : 422;
      }
      var source = __webpack_require__(690);
      ;
      const BUILDABLE = ["git_host", "internal_source"];
      const FIELD_RULES = [
        { in: "source_config", field: "integration_id", sources: ["git_host"] },
        { in: "source_config", field: "repo_url", sources: ["git_host"] },
        {
          in: "source_config",
          field: "deployment_type",
          sources: ["git_host"],
          hosted: ["internal_docker", "internal_source"]
        },
        { in: "source_config", field: "build_on_push", sources: ["git_host"] },
        // Read-only for git_host, so ignored there (DESIGN §8), and settable for external_docker alone.
        { in: "source_config", field: "custom_url", sources: ["external_docker", "git_host"] },
        { in: "source_config", field: "resource_spec", sources: ["external_docker"] },
        { in: "source_config", field: "listener_id", sources: ["external_docker"] },
        { in: "source_config", field: "listener_config", sources: ["external_docker"] },
        // "JS deployments": what the service builds itself.
        { in: "source_config", field: "install_command", sources: BUILDABLE },
        { in: "source_config", field: "build_command", sources: BUILDABLE },
        { in: "source_revision_config", field: "repo_ref", sources: ["git_host"] },
        { in: "source_revision_config", field: "graph_config_path", sources: BUILDABLE },
        // The hosted service and DESIGN §8 give internal_docker its image the same way.
        { in: "source_revision_config", field: "image_uri", sources: ["external_docker", "internal_docker"] },
        { in: "source_revision_config", field: "source_tarball_path", sources: ["internal_source"] },
        { in: "deployment", field: "secret_references", sources: ["external_docker"] }
      ];
      function source_rules_misplacedFields(source2, body, options) {
        return FIELD_RULES.flatMap((rule) => {
          const holder = rule.in === "deployment" ? body : body[rule.in];
          if (!holder || !(0, contract_findings.ag)(Reflect.get(holder, rule.field)))
            return [];
          const allowed = options.compat === "hosted" ? [...rule.sources, ...rule.hosted ?? []] : rule.sources;
          if (allowed.includes(source2))
            return [];
          const loc = rule.in === "deployment" ? [rule.field] : [rule.in, rule.field];
          return [(0, contract_findings.gk)(loc, `applies to ${allowed.join(" and ")} only: leave it out for ${source2}`)];
        });
      }
      function missingFields(source2, body, options) {
        const needed = source2 === "git_host" || source2 === "internal_source" && options.compat === "spec";
        if (!needed || (0, contract_findings.ag)(body.source_revision_config?.graph_config_path))
          return [];
        return [
          (0, contract_findings.LO)(["source_revision_config", "graph_config_path"], "the path of the graph configuration file")
        ];
      }
      function unbuildableFields(source2, body) {
        const found = [];
        const need = (value, loc, why) => {
          if (!(0, contract_findings.ag)(value))
            found.push((0, contract_findings.LO)(loc, why));
        };
        if (source2 === "git_host") {
          const [url, ref] = [body.source_config?.repo_url, body.source_revision_config?.repo_ref];
          need(url, ["source_config", "repo_url"], "a git_host deployment is built from a repository");
          need(ref, ["source_revision_config", "repo_ref"], "the branch or tag to build");
        }
        if (source2 === "external_docker") {
          const image = body.source_revision_config?.image_uri;
          need(image, ["source_revision_config", "image_uri"], "the container image to run");
        }
        return found;
      }
      function source_rules_tagFindings(buildOnPush, ref) {
        if (buildOnPush !== true || !(0, contract_findings.ag)(ref) || !(0, source.kN)(ref))
          return [];
        return [
          (0, contract_findings.gk)(["source_config", "build_on_push"], "must be false when repo_ref is a tag (starts with refs/tags/)")
        ];
      }
      function withoutReadOnly(source2, body) {
        const kept = { ...body };
        if (body.source_revision_config) {
          const { repo_commit_sha: _, ...revision } = body.source_revision_config;
          kept.source_revision_config = revision;
        }
        if (body.source_config && source2 === "git_host") {
          const { custom_url: _, ...config } = body.source_config;
          kept.source_config = config;
        }
        return kept;
      }
      ;
      function createFindings(body, options) {
        return [
          ...source_rules_misplacedFields(body.source, body, options),
          ...missingFields(body.source, body, options),
          ...source_rules_tagFindings(body.source_config.build_on_push, body.source_revision_config.repo_ref),
          ...secret_rules_secretFindings(body.source, body.secrets, body.secret_references, options),
          ...hosted_rules_minimumFindings(body.source_config, options)
        ];
      }
      function patchFindings(body, now, options) {
        const changed = immutableFindings(body, now);
        const reported = new Set(changed.map(({ loc }) => loc.join(".")));
        const misplaced = misplacedFields(now.source, withoutUnchanged(body, now), options);
        return [
          ...changed,
          ...misplaced.filter(({ loc }) => !reported.has(loc.join("."))),
          ...tagFindings(body.source_config?.build_on_push ?? now.source_config.build_on_push, body.source_revision_config?.repo_ref ?? now.source_revision_config.repo_ref),
          ...secretFindings(now.source, body.secrets, body.secret_references, options),
          ...minimumFindings(body.source_config, options)
        ];
      }
      const IMMUTABLE = [
        [["name"], (from) => from.name],
        [["source"], (from) => from.source],
        [["source_config", "integration_id"], (from) => from.source_config?.integration_id?.toLowerCase()],
        [["source_config", "repo_url"], (from) => from.source_config?.repo_url],
        [["source_config", "deployment_type"], (from) => from.source_config?.deployment_type],
        [["source_config", "listener_id"], (from) => from.source_config?.listener_id?.toLowerCase()],
        [
          ["source_config", "listener_config", "k8s_namespace"],
          (from) => from.source_config?.listener_config?.k8s_namespace
        ]
      ];
      function immutableFindings(body, now) {
        return IMMUTABLE.flatMap(([loc, read2]) => {
          const wanted = read2(body);
          if (!said(wanted) || wanted === read2(now))
            return [];
          return [finding(loc, "cannot be changed: delete the deployment and create it again")];
        });
      }
      function withoutUnchanged(body, now) {
        return {
          ...body,
          source_config: dropEqual(body.source_config, now.source_config),
          source_revision_config: dropEqual(body.source_revision_config, now.source_revision_config)
        };
      }
      function dropEqual(given, now) {
        if (!given)
          return given;
        const kept = { ...given };
        for (const key of Object.keys(kept)) {
          const value = Reflect.get(kept, key);
          if (typeof value !== "object" && value === Reflect.get(now, key))
            Reflect.deleteProperty(kept, key);
        }
        return kept;
      }
      const REVISION_TRIGGERS = [
        ["source_revision_config.repo_ref", (body) => body.source_revision_config?.repo_ref],
        ["source_revision_config.graph_config_path", (body) => body.source_revision_config?.graph_config_path],
        ["source_revision_config.image_uri", (body) => body.source_revision_config?.image_uri],
        ["source_revision_config.source_tarball_path", (body) => body.source_revision_config?.source_tarball_path],
        ["secrets", (body) => body.secrets],
        ["source_config.resource_spec", (body) => body.source_config?.resource_spec]
      ];
      function revisionTriggers(body) {
        return REVISION_TRIGGERS.filter(([, read2]) => said(read2(body))).map(([field]) => field);
      }
      function createsRevision(body) {
        return revisionTriggers(body).length > 0;
      }
      function mergeSourceConfig(now, given) {
        const merged = mergeSaid(now, given);
        if (given?.listener_config) {
          merged.listener_config = mergeSaid(now.listener_config ?? {}, given.listener_config);
        }
        return merged;
      }
      function mergeRevisionConfig(now, given) {
        return mergeSaid(now, given);
      }
      function mergeSaid(now, given) {
        const merged = { ...now };
        for (const [key, value] of Object.entries(given ?? {})) {
          if (said(value))
            Reflect.set(merged, key, value);
        }
        return merged;
      }
      var fields = __webpack_require__(4034);
      var plan_origin = __webpack_require__(3001);
      ;
      function planSecrets(given, shown, strategy) {
        if (given === void 0)
          return { kind: "keep" };
        if (shown === void 0 && strategy === "merge")
          return { kind: "hidden", names: [] };
        const now = new Map((shown ?? []).map(({ name, value }) => [name, value]));
        const wanted = new Set(given.map(({ name }) => name));
        const others = (shown ?? []).filter(({ name }) => !wanted.has(name));
        const changes = [
          ...given.flatMap((secret) => changeOf(secret, now)),
          ...strategy === "replace" ? others.map(({ name }) => change(name, "(set)", null)) : []
        ];
        if (changes.length === 0)
          return { kind: "keep" };
        if (strategy === "replace")
          return { kind: "send", secrets: [...given], changes };
        const hidden = others.filter(({ value }) => !value).map(({ name }) => name);
        if (hidden.length > 0)
          return { kind: "hidden", names: hidden };
        const kept = others.flatMap(({ name, value }) => value ? [{ name, value }] : []);
        return { kind: "send", secrets: [...kept, ...given], changes };
      }
      function changeOf(secret, now) {
        if (!now.has(secret.name))
          return [change(secret.name, null, "(set)")];
        const value = now.get(secret.name);
        if (value === secret.value)
          return [];
        if (!value)
          return [change(secret.name, "(hidden)", "(sent again)")];
        return [change(secret.name, "(set)", "(new value)")];
      }
      function change(name, from, to) {
        return { field: `secrets.${name}`, from, to, revision: true };
      }
      ;
      const RECREATE = "Delete the deployment and create it again, or deploy under another name.";
      function planCreate(name, wanted, dialect = "generic") {
        const body = createBody(name, wanted, dialect);
        const findings = [...createFindings(body, { compat: "hosted" }), ...unbuildableFields(body.source, body)];
        const refusals = findings.map((found) => ({
          reason: "invalid-plan",
          field: found.loc.slice(1).join("."),
          problem: (0, contract_findings.jb)(found),
          cure: "Correct the inputs."
        }));
        const changes = listCreate(body, wanted);
        return refusals.length > 0 ? { kind: "refused", refusals, changes } : { kind: "create", body, changes };
      }
      function planUpdate(actual2, wanted, options) {
        const refusals = refuseImmutable(actual2, wanted);
        const parts = { top: {}, config: {}, revision: {} };
        const changes = [];
        for (const { field, wanted: to, actual: from, same, makesRevision, put } of (0, fields.gN)(wanted, actual2)) {
          if (to === void 0 || same)
            continue;
          put(parts);
          changes.push({ field, from: from ?? null, to, revision: makesRevision });
        }
        const secrets = planSecrets(wanted.secrets, actual2.secrets, wanted.secretsStrategy);
        if (secrets.kind === "send") {
          parts.top.secrets = secrets.secrets;
          changes.push(...secrets.changes);
        }
        if (secrets.kind === "hidden")
          refusals.push(refuseHidden(secrets.names));
        refusals.push(...refuseTag(actual2, wanted));
        const origin = (0, plan_origin.DM)(wanted, actual2);
        if (refusals.length > 0) {
          return { kind: "refused", refusals, changes: origin ? [origin, ...changes] : changes };
        }
        const underway = (0, plan_origin.rn)(wanted, actual2);
        if (changes.length === 0 && underway !== void 0 && !options.force) {
          return { kind: "adopt", revisionId: underway.id, changes };
        }
        const forced = options.force && !changes.some(({ revision }) => revision) ? (0, plan_origin.wJ)(wanted) : void 0;
        const due = origin ?? forced;
        if (due !== void 0) {
          changes.unshift(due);
          if (wanted.source === "internal_source")
            putSource(parts, wanted);
          else if (wanted.source === "git_host")
            parts.revision.repo_ref = wanted.ref;
          else
            parts.revision.image_uri = wanted.imageUri;
        }
        if (changes.length === 0)
          return { kind: "unchanged", changes };
        return {
          kind: "patch",
          body: patchBody(parts),
          changes,
          originOnly: origin !== void 0 && changes.length === 1 && wanted.source !== "internal_source"
        };
      }
      function refuseImmutable(actual2, wanted) {
        return (0, fields.KL)(wanted, actual2).flatMap((field) => {
          if (field.wanted === void 0 || field.same)
            return [];
          if (field.actual === void 0)
            return [];
          return [
            {
              reason: "immutable-field",
              field: field.field,
              problem: `it is ${JSON.stringify(field.actual)}, ${JSON.stringify(field.wanted)} is wanted, and it cannot be changed after creation`,
              cure: RECREATE
            }
          ];
        });
      }
      function refuseHidden(names) {
        const kept = names.length === 0 ? "the service does not say which variables the deployment has: they cannot be sent along" : `the deployment also has ${names.join(", ")}, whose values the service hides: they cannot be sent along`;
        return {
          reason: "secrets-hidden",
          field: "secrets",
          problem: `${kept}, and leaving them out would delete them`,
          cure: names.length === 0 ? "Give all that it needs in `secrets`, and set `secrets-strategy: replace`." : "Add them to `secrets`, or set `secrets-strategy: replace` to drop them."
        };
      }
      function refuseTag(actual2, wanted) {
        const findings = source_rules_tagFindings(wanted.buildOnPush ?? actual2.buildOnPush, wanted.ref ?? actual2.ref);
        return findings.map((found) => ({
          reason: "invalid-plan",
          field: "source_config.build_on_push",
          problem: found.msg,
          cure: "Set `build-on-push: false`, or deploy a branch."
        }));
      }
      function patchBody(parts) {
        return {
          ...parts.top,
          ...Object.keys(parts.config).length > 0 ? { source_config: parts.config } : {},
          ...Object.keys(parts.revision).length > 0 ? { source_revision_config: parts.revision } : {}
        };
      }
      function putSource({ top, revision }, { graphConfigPath }) {
        top.revision_source = "internal_source";
        revision.graph_config_path = graphConfigPath;
      }
      function createBody(name, wanted, dialect) {
        const internal = wanted.source === "internal_source";
        const hosted = internal && dialect === "langsmith";
        const git = wanted.source === "git_host";
        const config = {
          integration_id: wanted.integrationId,
          repo_url: wanted.repoUrl,
          deployment_type: wanted.deploymentType ?? (git || hosted ? "dev" : void 0),
          build_on_push: git ? wanted.buildOnPush ?? false : void 0,
          install_command: wanted.installCommand,
          build_command: wanted.buildCommand,
          listener_id: wanted.listenerId,
          listener_config: wanted.k8sNamespace === void 0 ? void 0 : { k8s_namespace: wanted.k8sNamespace },
          custom_url: wanted.customUrl,
          resource_spec: wanted.resourceSpec
        };
        const revision = {
          repo_ref: wanted.ref,
          graph_config_path: git || internal && !hosted ? wanted.graphConfigPath ?? "langgraph.json" : void 0,
          image_uri: wanted.imageUri
        };
        return {
          name,
          source: wanted.source,
          source_config: withoutUnsaid(config),
          source_revision_config: withoutUnsaid(revision),
          secrets: wanted.secrets ?? [],
          ...wanted.secretReferences === void 0 ? {} : { secret_references: wanted.secretReferences },
          ...wanted.imageVersion === void 0 ? {} : { image_version: wanted.imageVersion }
        };
      }
      function withoutUnsaid(fields2) {
        const kept = { ...fields2 };
        for (const key of Object.keys(kept)) {
          if (!(0, contract_findings.ag)(Reflect.get(kept, key)))
            Reflect.deleteProperty(kept, key);
        }
        return kept;
      }
      function listCreate(body, wanted) {
        const show = (value) => typeof value === "string" || typeof value === "boolean" ? String(value) : "(set)";
        const rows = (holder, fields2) => Object.entries(fields2).map(([key, value]) => ({ field: `${holder}.${key}`, to: show(value) }));
        const commit = wanted.commit === void 0 ? "" : ` @ ${wanted.commit.slice(0, 7)}`;
        return [
          { field: "name", to: body.name },
          { field: "source", to: body.source },
          ...rows("source_config", body.source_config),
          ...rows("source_revision_config", body.source_revision_config).map((row) => row.field.endsWith(".repo_ref") ? { ...row, to: `${row.to}${commit}` } : row),
          ...body.secrets.map(({ name }) => ({ field: `secrets.${name}`, to: "(set)" })),
          ...(body.secret_references ?? []).map(({ name }) => ({
            field: `secret_references.${name}`,
            to: "(set)"
          })),
          ...body.image_version ? [{ field: "image_version", to: body.image_version }] : [],
          ...wanted.archive === void 0 ? [] : [{ field: "source_revision_config.source_tarball_path", to: (0, plan_origin.SH)(wanted.archive) }]
        ].map((row) => ({ ...row, from: null, revision: true }));
      }
      ;
      function situationText(plan, actual2, commit) {
        return canonical({
          version: 1,
          deployment: actual2?.id ?? null,
          latest: actual2?.latestRevisionId ?? null,
          active: actual2?.activeRevisionId ?? null,
          commit: commit ?? null,
          kind: plan.kind,
          revision: "revisionId" in plan ? plan.revisionId : null,
          body: "body" in plan ? plan.body : null
        });
      }
      function canonical(value) {
        return JSON.stringify(value, (_key, held) => typeof held === "object" && held !== null && !Array.isArray(held) ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => a < b ? -1 : 1)) : held);
      }
      var plan_text = __webpack_require__(2143);
      var external_node_crypto_ = __webpack_require__(7598);
      ;
      function fingerprint(key, text) {
        return (0, external_node_crypto_.createHmac)("sha256", key).update("agent-deploy plan\n").update(text).digest("hex");
      }
      ;
      function approve({ settings, record }, plan, actual2, wanted) {
        const { apiKey, expectedPlan } = settings;
        record.planId = fingerprint(apiKey, situationText(plan, actual2, wanted.commit ?? wanted.archive?.sha256));
        if (expectedPlan === void 0 || expectedPlan === record.planId)
          return void 0;
        return (0, outcome.b)("failed", "plan-changed", `Nothing was sent: the plan is another one than the approved ${expectedPlan.slice(0, 12)}\u2026. Now: ${(0, plan_text.V)(plan)} Since then the deployment, its revisions, the commit, the inputs or the API key changed. Plan again, and have that approved.`);
      }
      ;
      async function chooseIntegration({ plane, signal, log }, wanted) {
        if (wanted.source !== "git_host" || wanted.integrationId !== void 0)
          return wanted;
        try {
          const [first, ...others] = await plane.gitIntegrations(signal);
          if (first === void 0) {
            log.line("The workspace has no git integration; trying without.");
            return wanted;
          }
          if (others.length > 0) {
            const list = [first, ...others].map(({ id: id2, name }) => `${id2} (${name ?? "no name"})`).join(", ");
            throw new outcome.V("ambiguous-integration", `The workspace has several git integrations: ${list}. Say which one with integration-id.`);
          }
          log.line(`Using the workspace's git integration ${first.name ?? first.id}.`);
          return { ...wanted, integrationId: first.id };
        } catch (error) {
          if (!(0, errors.d7)(error, 404) && !(0, errors.d7)(error, 405) && !(0, errors.d7)(error, 501))
            throw error;
          return wanted;
        }
      }
      ;
      const NONE = [403, 404, 405, 501];
      async function chooseListener({ plane, signal, log }, wanted) {
        if (wanted.source !== "external_docker")
          return wanted;
        const { listenerId, k8sNamespace } = wanted;
        if (listenerId !== void 0 && k8sNamespace === void 0)
          return wanted;
        const listeners = await listOrNone({ plane, signal });
        const [first, ...others] = listeners;
        if (listenerId === void 0 && others.length > 0) {
          throw new outcome.V("ambiguous-listener", `The workspace has several listeners: ${listeners.map(describe).join(", ")}. Say which one with listener-id.`);
        }
        const chosen = listenerId === void 0 ? first : listeners.find(({ id: id2 }) => id2 === listenerId);
        if (chosen === void 0)
          return wanted;
        if (k8sNamespace !== void 0 && chosen.namespaces?.includes(k8sNamespace) === false) {
          throw new outcome.V("invalid-plan", `k8s-namespace: the listener ${describe(chosen)} does not deploy into ${k8sNamespace}. Give one of its namespaces.`);
        }
        if (listenerId === void 0)
          log.line(`Using the workspace's listener ${describe(chosen)}.`);
        return { ...wanted, listenerId: chosen.id };
      }
      async function listOrNone({ plane, signal }) {
        try {
          return await plane.listListeners(signal);
        } catch (error) {
          if ((0, errors.d7)(error) && NONE.includes(error.status ?? 0))
            return [];
          throw error;
        }
      }
      function describe({ id: id2, computeType, computeId, namespaces }) {
        const where = namespaces === void 0 ? "" : `, namespaces ${namespaces.join(" ") || "(none)"}`;
        return `${id2} (${computeType} ${computeId}${where})`;
      }
      var note = __webpack_require__(7351);
      var paths = __webpack_require__(7895);
      var steps = __webpack_require__(6444);
      var statuses = __webpack_require__(3889);
      var identify = __webpack_require__(6141);
      var patch = __webpack_require__(1422);
      var actual = __webpack_require__(4453);
      var types = __webpack_require__(1966);
      var earlier = __webpack_require__(6457);
      var polling = __webpack_require__(2394);
      var timeline = __webpack_require__(1662);
      var run_record = __webpack_require__(758);
      var foreign = __webpack_require__(9691);
      var roll_out = __webpack_require__(8971);
      ;
      const GRACE_MS = 3e4;
      async function update(tools, wanted, found, waited = {}) {
        const { settings, plane, signal, record, log } = tools;
        tools.guard?.update(found);
        (0, note.S)(tools, found);
        const actual2 = await (0, read.RN)(plane, found, signal);
        record.previousRevisionId = actual2.activeRevisionId;
        record.prediction = (0, polling.K)(actual2.revisions);
        record.earlier = (0, earlier.t)(actual2.revisions);
        if (actual2.active !== void 0)
          (0, run_record.c)(record, actual2.active);
        const untouched = waited.paths ? void 0 : await (0, paths.G)(tools, wanted, actual2);
        if (untouched !== void 0)
          return untouched;
        const plan = planUpdate(actual2, wanted, { force: settings.force });
        const again = async (more) => update(tools, wanted, await plane.getDeployment(found.id, signal), { ...waited, paths: true, ...more });
        const unsure = waited.commit ? void 0 : undisclosed(tools, plan, actual2, wanted);
        if (unsure !== void 0) {
          return await awaitDisclosure(tools, unsure, actual2, wanted) ?? again({ commit: true });
        }
        const stopped = await present(tools, plan, actual2, wanted, waited);
        if (stopped !== void 0)
          return stopped;
        if (plan.kind === "unchanged") {
          return (0, outcome.b)("unchanged", "already-active", `${actual2.name} already runs ${describeOrigin(wanted)}, and nothing else differs. Set \`force: true\` to deploy it again.`);
        }
        if (settings.dryRun)
          return (0, steps.lM)(plan);
        const adopt = (revisionId) => {
          const before = new Set(actual2.revisions.map(({ id: id2 }) => id2).filter((id2) => id2 !== revisionId));
          return (0, roll_out.O)(tools, { deployment: found, revisionId, wanted, planned: actual2, before, adopted: true });
        };
        if (plan.kind === "adopt") {
          log.line(`Revision ${plan.revisionId} of this commit is on its way already: waiting for it.`);
          return adopt(plan.revisionId);
        }
        if (plan.kind !== "patch")
          throw new Error(`an update was planned as ${plan.kind}`);
        if (waited.push === void 0 && expectsPush(tools, plan, actual2, wanted)) {
          const pushed = await awaitPush(tools, actual2, wanted);
          return pushed === void 0 ? again({ push: true }) : adopt(pushed);
        }
        if (wanted.source !== "internal_source")
          return update_change(tools, wanted, actual2, plan);
        if (wanted.tarballPath !== void 0)
          return update_change(tools, wanted, actual2, withTarball(plan, wanted.tarballPath));
        const { uploadSource } = await __webpack_require__.e(
          /* import() */
          34
        ).then(__webpack_require__.bind(__webpack_require__, 3034));
        const uploaded = await uploadSource(tools, found, wanted);
        return update(tools, uploaded, await plane.getDeployment(found.id, signal), {
          ...waited,
          paths: true,
          uploaded: true
        });
      }
      async function present(tools, plan, actual2, wanted, waited) {
        const { record } = tools;
        const title = `update ${actual2.name}`;
        if (waited.created)
          return plan.kind === "refused" ? (0, steps.tN)(tools, plan, title) : void 0;
        const before = record.planId;
        if (waited.uploaded && plan.kind !== "refused") {
          const stopped = approve(tools, plan, actual2, wanted);
          if (stopped !== void 0 || record.planId === before)
            return stopped;
          tools.log.line("The deployment changed during the upload; the plan now:");
        }
        return await (0, steps.tN)(tools, plan, title) ?? approve(tools, plan, actual2, wanted);
      }
      function withTarball(plan, path) {
        const revision = { ...plan.body.source_revision_config, source_tarball_path: path };
        return { ...plan, body: { ...plan.body, source_revision_config: revision } };
      }
      async function update_change(tools, wanted, actual2, plan) {
        const { plane, clock, signal, record, log } = tools;
        if ((0, types.b)(plan))
          record.revision = void 0;
        await (0, steps.Ve)(tools, "writing");
        const { deployment, afterLostAnswer } = await (0, patch.G)(plane, clock, actual2, plan, wanted, signal);
        record.changed = true;
        (0, note.S)(tools, deployment);
        if (afterLostAnswer)
          log.line("The answer was lost, but the change arrived.");
        const latest = deployment.latest_revision_id;
        const made = latest ? !actual2.revisions.some(({ id: id2 }) => id2 === latest) : false;
        if ((0, types.b)(plan) || made) {
          return (0, steps.e6)(tools, wanted, { deployment, lost: afterLostAnswer }, actual2, plan);
        }
        const foreign2 = await anotherServes(tools, wanted, actual2, deployment);
        if (foreign2 !== void 0)
          return foreign2;
        return (0, outcome.b)("deployed", "configuration-updated", `${actual2.name} is updated; no revision was needed, the active one serves on. What a build or a container takes from these settings comes with the next revision; \`force: true\` makes one now.`);
      }
      async function anotherServes({ plane, signal, record }, wanted, planned, answer) {
        const revisionId = answer.active_revision_id;
        if (!revisionId || revisionId === planned.activeRevisionId)
          return void 0;
        const revision = (0, actual.FS)(await plane.getRevision(answer.id, revisionId, signal));
        (0, run_record.c)(record, revision);
        if ((0, plan_origin.NX)(revision, wanted)) {
          return (0, outcome.b)("superseded", "newer-revision", `${answer.name} is updated, but revision ${revisionId}, which is of another commit or image, took over at the same time. Run the workflow again.`);
        }
        const before = new Set(planned.revisions.map(({ id: id2 }) => id2));
        return (0, foreign.H)({ deployment: answer, revisionId, wanted, planned, before, adopted: true }, answer);
      }
      function undisclosed({ settings }, plan, actual2, wanted) {
        const asks = plan.kind === "patch" && plan.originOnly && !settings.force && !settings.dryRun;
        return asks ? (0, plan_origin.NF)(wanted, actual2) : void 0;
      }
      async function awaitDisclosure({ settings, plane, clock, signal, record, log }, unsure, actual2, wanted) {
        const of = `Revision ${unsure.id} of ${wanted.ref ?? "the ref"}`;
        log.line(`${of} is ${unsure.status} and may be of this commit: waiting until it says so.`);
        (0, run_record.c)(record, unsure);
        const patience = { queuedMs: settings.wait ? settings.waitTimeoutMs : GRACE_MS, fetchedMs: GRACE_MS };
        const end = await (0, identify.Wc)(plane, clock, actual2.id, unsure.id, patience, signal);
        if (end !== "queued")
          return void 0;
        if (!settings.wait) {
          return (0, outcome.b)("submitted", "not-waited", `${of} is in the queue, and builds what ${wanted.ref ?? "the ref"} is at when its turn comes: nothing was sent. \`wait: false\` asked not to wait for it.`);
        }
        return (0, outcome.b)("timed-out", "deadline", `${of} was still in the queue after ${(0, timeline.a3)(settings.waitTimeoutMs)}, and may be of this commit: nothing was sent. Run the workflow again to resume, or set \`force: true\` to ask for another one.`);
      }
      function expectsPush({ event, settings }, plan, actual2, wanted) {
        const comes = actual2.buildOnPush === true && event.name === "push" && !event.created;
        return comes && plan.originOnly && !settings.force && wanted.commit === event.commit;
      }
      async function awaitPush(tools, actual2, wanted) {
        const { settings, plane, clock, signal, log } = tools;
        const grace = Math.min(GRACE_MS, settings.waitTimeoutMs);
        log.line("The deployment builds on push: waiting for the revision that this push makes.");
        const ended = new Set(actual2.revisions.filter(({ status }) => (0, statuses.dR)(status)).map(({ id: id2 }) => id2));
        const revision = await (0, identify.iq)(plane, clock, actual2.id, wanted, ended, grace, signal);
        if (revision === void 0)
          log.line(`None came within ${grace / 1e3} s: asking for one.`);
        else
          (0, run_record.c)(tools.record, revision);
        return revision?.id;
      }
      function describeOrigin(wanted) {
        if (wanted.source !== "git_host")
          return wanted.imageUri ?? "this image";
        return `commit ${wanted.commit?.slice(0, 7) ?? "(unknown)"} of ${wanted.ref ?? "the ref"}`;
      }
      ;
      async function deploy(tools) {
        const end = await bringAbout(tools);
        if (!tools.settings.rollbackOnFailure)
          return end;
        return (await __webpack_require__.e(
          /* import() */
          357
        ).then(__webpack_require__.bind(__webpack_require__, 1738))).rollBackOnFailure(tools, end);
      }
      async function bringAbout(tools) {
        const { settings, plane, signal, record, log } = tools;
        const wanted = await settleCommit(tools);
        record.commit = wanted.commit;
        const untouched = await (0, paths.n)(tools);
        if (untouched !== void 0)
          return untouched;
        const found = await (0, read.FB)(plane, settings.target, signal);
        if (wanted.source === "internal_source")
          return fromSource(tools, wanted, found);
        if (found !== void 0)
          return update(tools, wanted, found);
        if (settings.target.by === "id")
          throw new outcome.V("deployment-not-found", "There is no such deployment.");
        log.line(`There is no deployment ${settings.target.name} yet.`);
        return create(tools, wanted, settings.target.name);
      }
      async function fromSource(tools, wished, found) {
        const { target } = tools.settings;
        const { packFor } = await __webpack_require__.e(
          /* import() */
          34
        ).then(__webpack_require__.bind(__webpack_require__, 3034));
        const { wanted, source: source2 } = await packFor(tools, wished, found);
        const equipped = { ...tools, source: source2 };
        if (found !== void 0)
          return update(equipped, wanted, found);
        if (target.by === "id")
          throw new outcome.V("deployment-not-found", "There is no such deployment.");
        tools.log.line(`There is no deployment ${target.name} yet.`);
        return create(equipped, wanted, target.name);
      }
      async function sendFirst(tools, wanted, created) {
        const { uploadSource } = await __webpack_require__.e(
          /* import() */
          34
        ).then(__webpack_require__.bind(__webpack_require__, 3034));
        const uploaded = await uploadSource(tools, created, wanted);
        const now = await tools.plane.getDeployment(created.id, tools.signal);
        return update(tools, uploaded, now, { paths: true, created: true });
      }
      async function settleCommit({ settings, log, resolveRef, signal }) {
        const { wanted } = settings;
        if (!settings.resolveCommit || wanted.repoUrl === void 0 || wanted.ref === void 0)
          return wanted;
        const commit = await resolveRef(wanted.repoUrl, wanted.ref, signal);
        log.line(commit === void 0 ? `The commit of ${wanted.ref} could not be found out, so it will not be compared.` : `${wanted.ref} is at ${commit}.`);
        return { ...wanted, commit };
      }
      async function create(tools, wanted, name) {
        const { settings, plane, clock, signal, record } = tools;
        tools.guard?.create(wanted);
        const complete = await chooseListener(tools, await chooseIntegration(tools, wanted));
        const plan = planCreate(name, complete, settings.endpoint.dialect);
        const stopped = await (0, steps.tN)(tools, plan, `create ${name}`) ?? approve(tools, plan, void 0, complete);
        if (stopped !== void 0)
          return stopped;
        if (plan.kind !== "create")
          throw new Error(`a create was planned as ${plan.kind}`);
        if (settings.dryRun)
          return (0, steps.lM)(plan);
        await (0, steps.Ve)(tools, "writing");
        const created = await createDeployment(plane, clock, plan.body, complete, signal);
        if (created.kind === "exists") {
          tools.log.line(`Somebody else created ${name} in the meantime; going on as an update.`);
          record.stage = "reading";
          return update(tools, wanted, created.deployment);
        }
        record.created = true;
        record.changed = true;
        (0, note.S)(tools, created.deployment);
        if (created.afterLostAnswer)
          tools.log.line("The answer was lost, but the deployment is there.");
        if (complete.source === "internal_source")
          return sendFirst(tools, complete, created.deployment);
        const answer = { deployment: created.deployment, lost: created.afterLostAnswer };
        return (0, steps.e6)(tools, complete, answer, void 0, plan);
      }
    })
  ),
  /***/
  7895: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        G: () => (
          /* binding */
          judgePathsSince
        ),
        /* harmony export */
        n: () => (
          /* binding */
          judgePaths
        )
        /* harmony export */
      });
      async function judgePaths(tools) {
        const { settings, event } = tools;
        if (settings.paths === void 0 || settings.force)
          return void 0;
        const number = settings.verb === "preview" ? settings.pullRequest : event.pullRequest?.number;
        if (number === void 0 || event.name === "workflow_dispatch")
          return void 0;
        const { touches } = await __webpack_require__.e(
          /* import() */
          26
        ).then(__webpack_require__.bind(__webpack_require__, 6026));
        return touches(tools, settings.paths, { kind: "pull-request", number });
      }
      async function judgePathsSince(tools, wanted, actual) {
        const { settings, event, log } = tools;
        if (settings.paths === void 0 || settings.force || settings.verb === "preview")
          return void 0;
        if (event.name !== "push" || actual.active === void 0)
          return void 0;
        const head = event.commit;
        if (head === void 0 || wanted.source === "git_host" && wanted.commit !== head) {
          log.line("What is deployed is not what was pushed: `paths` is not asked.");
          return void 0;
        }
        const base = actual.active.commit ?? event.before;
        if (base === head)
          return void 0;
        const { touches } = await __webpack_require__.e(
          /* import() */
          26
        ).then(__webpack_require__.bind(__webpack_require__, 6026));
        return touches(tools, settings.paths, { kind: "since", base, head });
      }
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
      var _resource_spec_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(11);
      const SOURCES = ["git_host", "external_docker", "internal_docker", "internal_source"];
      const Source = zod__WEBPACK_IMPORTED_MODULE_2__.k5n(SOURCES);
      const BUILDABLE_SOURCES = /* @__PURE__ */ new Set(["git_host", "internal_source"]);
      const DEPLOYMENT_TYPES = ["dev_free", "dev", "prod"];
      const DeploymentType = zod__WEBPACK_IMPORTED_MODULE_2__.k5n(DEPLOYMENT_TYPES);
      const ListenerConfig = zod__WEBPACK_IMPORTED_MODULE_2__.Ikc({ k8s_namespace: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm) });
      const SourceConfig = zod__WEBPACK_IMPORTED_MODULE_2__.Ikc({
        integration_id: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.uR),
        repo_url: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm),
        deployment_type: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(DeploymentType),
        build_on_push: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.zMY()),
        custom_url: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm),
        resource_spec: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_resource_spec_js__WEBPACK_IMPORTED_MODULE_1__.yd),
        listener_id: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.uR),
        listener_config: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(ListenerConfig),
        install_command: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm),
        build_command: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm)
      });
      const SourceRevisionConfig = zod__WEBPACK_IMPORTED_MODULE_2__.Ikc({
        repo_ref: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm),
        graph_config_path: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm),
        image_uri: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm),
        source_tarball_path: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_0__.Vm),
        repo_commit_sha: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_0__.lq)(zod__WEBPACK_IMPORTED_MODULE_2__.YjP())
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
