const id = 838;
const ids = [838];
const modules = {
  /***/
  7838: (
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
      var resource_spec = __webpack_require__(4366);
      ;
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
        const derived2 = { ...spec };
        for (const field of Object.keys(derived2)) {
          if (!isCpu(field))
            continue;
          const value = derived2[field];
          if (typeof value === "number")
            derived2[field] = (0, resource_spec.t)(value);
        }
        for (const [field, base, factor] of DEFAULTS) {
          const from = derived2[base];
          if (typeof from !== "number")
            continue;
          if (derived2[field] === void 0 || derived2[field] === null) {
            const value = from * factor;
            derived2[field] = isCpu(field) ? (0, resource_spec.t)(value) : value;
          }
        }
        return derived2;
      }
      ;
      function immutableFields(wanted, actual) {
        const config = (key, want, is) => ({
          field: `source_config.${key}`,
          wanted: want,
          actual: is,
          same: want === is
        });
        return [
          { field: "source", wanted: wanted.source, actual: actual.source, same: sameSource(wanted, actual) },
          {
            ...config("repo_url", wanted.repoUrl, actual.repoUrl),
            same: actual.repoUrl !== void 0 && plainUrl(wanted.repoUrl ?? "") === plainUrl(actual.repoUrl)
          },
          config("integration_id", wanted.integrationId, actual.integrationId),
          config("deployment_type", wanted.deploymentType, actual.deploymentType),
          config("listener_id", wanted.listenerId, actual.listenerId),
          config("listener_config.k8s_namespace", wanted.k8sNamespace, actual.k8sNamespace)
        ];
      }
      function mutableFields(wanted, actual) {
        const { buildOnPush, installCommand, buildCommand, customUrl, imageVersion } = wanted;
        const { graphConfigPath, resourceSpec, secretReferences } = wanted;
        return [
          {
            ...plain("source_config.build_on_push", textOf(buildOnPush), textOf(actual.buildOnPush)),
            put: ({ config }) => Object.assign(config, { build_on_push: buildOnPush })
          },
          {
            ...plain("source_config.install_command", installCommand, actual.installCommand),
            put: ({ config }) => Object.assign(config, { install_command: installCommand })
          },
          {
            ...plain("source_config.build_command", buildCommand, actual.buildCommand),
            put: ({ config }) => Object.assign(config, { build_command: buildCommand })
          },
          {
            ...plain("source_config.custom_url", customUrl, actual.customUrl),
            put: ({ config }) => Object.assign(config, { custom_url: customUrl })
          },
          {
            ...plain("image_version", imageVersion, actual.imageVersion),
            put: ({ top }) => Object.assign(top, { image_version: imageVersion })
          },
          {
            ...plain("secret_references", showReferences(secretReferences), showReferences(actual.secretReferences)),
            put: ({ top }) => Object.assign(top, { secret_references: secretReferences })
          },
          {
            field: "source_config.resource_spec",
            wanted: showSpec(resourceSpec),
            actual: showSpec(actual.resourceSpec),
            // Unset fields are derived, and what the service shows may be derived already (spec §2.6): compare both so.
            same: canonical(derived(resourceSpec)) === canonical(derived(actual.resourceSpec)),
            makesRevision: true,
            put: ({ config }) => Object.assign(config, { resource_spec: resourceSpec })
          },
          {
            ...plain("source_revision_config.graph_config_path", graphConfigPath, actual.active?.graphConfigPath ?? actual.graphConfigPath),
            // A PATCH builds on the latest revision's values, which a failed one may have left behind.
            same: [actual.graphConfigPath, actual.active?.graphConfigPath].every((is, index) => is === graphConfigPath || index === 1 && is === void 0),
            makesRevision: true,
            put: ({ revision }) => Object.assign(revision, { graph_config_path: graphConfigPath })
          }
        ];
      }
      function plain(field, wanted, actual) {
        return { field, wanted, actual, same: wanted === actual, makesRevision: false };
      }
      function sameSource(wanted, actual) {
        if (actual.source === void 0 || wanted.source === actual.source)
          return true;
        return !wanted.sourceSaid && wanted.source === "external_docker" && actual.source === "internal_docker";
      }
      function plainUrl(url) {
        return url.replace(/\/+$/, "").replace(/\.git$/, "").toLowerCase();
      }
      function textOf(value) {
        return value === void 0 ? void 0 : String(value);
      }
      function derived(spec) {
        return spec === void 0 ? void 0 : deriveResourceSpec(spec);
      }
      function showSpec(spec) {
        if (spec === void 0)
          return void 0;
        return Object.entries(spec).filter(([, value]) => value !== null && value !== void 0).map(([key, value]) => typeof value === "object" ? key : `${key}=${String(value)}`).sort().join(" ");
      }
      function showReferences(references) {
        return references?.map(({ name, secret_name, secret_key }) => `${name}=${secret_name}/${secret_key}`).sort().join(" ");
      }
      function canonical(value) {
        return JSON.stringify(value, (_key, part) => {
          if (typeof part !== "object" || part === null || Array.isArray(part))
            return part ?? void 0;
          return Object.fromEntries(Object.entries(part).filter(([, inner]) => inner !== null && inner !== void 0).sort(([a], [b]) => a < b ? -1 : 1));
        });
      }
      var statuses = __webpack_require__(3889);
      ;
      function imagesDiffer(one, other) {
        const [a, b] = [parse(one), parse(other)];
        const sameName = a.name === b.name || a.name.endsWith(`/${b.name}`) || b.name.endsWith(`/${a.name}`);
        if (!sameName)
          return true;
        if (a.digest !== void 0 && b.digest !== void 0)
          return a.digest !== b.digest;
        if (a.digest === void 0 && b.digest === void 0)
          return (a.tag ?? "latest") !== (b.tag ?? "latest");
        return a.tag !== void 0 && b.tag !== void 0 && a.tag !== b.tag;
      }
      function parse(reference) {
        const [, name = "", tag, digest] = /^(.*?)(?::([^:/@]+))?(?:@(.+))?$/.exec(reference) ?? [];
        return { name, tag, digest };
      }
      ;
      function originChange(wanted, actual) {
        return wanted.source === "git_host" ? refChange(wanted, actual) : imageChange(wanted, actual);
      }
      function forcedChange(wanted) {
        const to = wanted.source === "git_host" ? at(wanted.ref, wanted.commit) : wanted.imageUri ?? "";
        return { field: fieldOf(wanted), from: to, to: `${to} (forced)`, revision: true };
      }
      function isOfOrigin(revision, wanted) {
        if (wanted.source === "git_host") {
          return wanted.commit !== void 0 && revision.commit === wanted.commit;
        }
        return wanted.imageUri !== void 0 && revision.imageUri === wanted.imageUri;
      }
      function contradictsOrigin({ ref, commit, imageUri }, wanted) {
        if (wanted.source !== "git_host") {
          return imageUri !== void 0 && wanted.imageUri !== void 0 && imagesDiffer(imageUri, wanted.imageUri);
        }
        if (ref !== void 0 && ref !== wanted.ref)
          return true;
        return commit !== void 0 && wanted.commit !== void 0 && commit !== wanted.commit;
      }
      function revisionUnderway(wanted, actual) {
        const { latest } = actual;
        if (latest === void 0 || serves(latest, actual))
          return void 0;
        const fits = isOfOrigin(latest, wanted) && (latest.ref === void 0 || latest.ref === wanted.ref);
        return fits && ["progress", "deployed"].includes((0, statuses.BE)(latest.status)) ? latest : void 0;
      }
      function undisclosedUnderway(wanted, actual) {
        const { latest } = actual;
        if (wanted.source !== "git_host" || wanted.commit === void 0 || latest === void 0)
          return void 0;
        const fits = latest.commit === void 0 && (latest.ref ?? actual.ref) === wanted.ref;
        return fits && (0, statuses.BE)(latest.status) === "progress" ? latest : void 0;
      }
      function serves(revision, { activeRevisionId }) {
        return revision.id === activeRevisionId && (0, statuses.BE)(revision.status) === "deployed";
      }
      function refChange(wanted, actual) {
        const { active } = actual;
        const sameRef = [actual.ref, active?.ref].every((ref) => ref === void 0 || ref === wanted.ref);
        const sameCommit = active !== void 0 && serves(active, actual) && isOfOrigin(active, wanted);
        if (sameRef && sameCommit && !doubtful(wanted, actual))
          return void 0;
        return {
          field: fieldOf(wanted),
          from: active === void 0 ? actual.ref ?? null : at(active.ref ?? actual.ref, active.commit),
          to: at(wanted.ref, wanted.commit),
          revision: true
        };
      }
      function imageChange(wanted, actual) {
        if (wanted.imageUri === void 0)
          return void 0;
        const { active } = actual;
        const same = active !== void 0 && serves(active, actual) && isOfOrigin(active, wanted) && (actual.imageUri === void 0 || actual.imageUri === wanted.imageUri);
        if (same && !doubtful(wanted, actual))
          return void 0;
        return {
          field: fieldOf(wanted),
          from: active?.imageUri ?? actual.imageUri ?? null,
          to: wanted.imageUri,
          revision: true
        };
      }
      function doubtful(wanted, actual) {
        const { latest } = actual;
        if (latest === void 0 || latest.id === actual.activeRevisionId)
          return false;
        if (wanted.secrets !== void 0 || wanted.resourceSpec !== void 0)
          return true;
        return ["failed", "interrupted"].includes((0, statuses.BE)(latest.status)) && isOfOrigin(latest, wanted);
      }
      function fieldOf(wanted) {
        return `source_revision_config.${wanted.source === "git_host" ? "repo_ref" : "image_uri"}`;
      }
      function at(ref, commit) {
        return `${ref ?? "?"} @ ${commit?.slice(0, 7) ?? "unknown commit"}`;
      }
      ;
      function disagreements(actual, wanted, before) {
        const fields = saidFields(actual, wanted).filter(({ same, actual: is, field }) => !same && (is !== void 0 || actual.unset.has(field))).map(({ field }) => field);
        const { ref, imageUri } = actual;
        const origin = contradictsOrigin({ ref, imageUri, commit: void 0 }, wanted) ? ["origin"] : [];
        const seen = { names: true, values: before && candour(before).values || candour(actual).values };
        return [...origin, ...fields, ...secretDisagreements(wanted, actual.secrets, seen)];
      }
      function showsAll(actual, wanted, fields) {
        const same = new Set(saidFields(actual, wanted).flatMap((one) => one.same ? [one.field] : []));
        return fields.every((field) => same.has(field));
      }
      function drifted(planned2, now, wanted) {
        const agreed = new Set(saidFields(planned2, wanted).flatMap(({ field, same }) => same ? [field] : []));
        const fields = saidFields(now, wanted).filter(({ field, same }) => !same && agreed.has(field));
        const seen = candour(planned2);
        const before = new Set(secretDisagreements(wanted, planned2.secrets, seen));
        const secrets = secretDisagreements(wanted, now.secrets, seen).filter((name) => !before.has(name));
        return [...fields.map(({ field }) => field), ...secrets];
      }
      function saidFields(actual, wanted) {
        const shown2 = { ...actual, active: void 0 };
        return [...immutableFields(wanted, shown2), ...mutableFields(wanted, shown2)].filter((field) => field.wanted !== void 0);
      }
      function candour({ secrets }) {
        return {
          names: secrets !== void 0 && secrets.length > 0,
          values: secrets?.some(({ value }) => Boolean(value)) ?? false
        };
      }
      function secretDisagreements({ secrets: given, secretsStrategy }, shown2, { names, values }) {
        if (given === void 0 || shown2 === void 0 || shown2.length === 0 && !names)
          return [];
        const now = new Map(shown2.map(({ name, value }) => [name, value]));
        const differ = given.filter(({ name, value }) => {
          const is = now.get(name);
          if (value === "")
            return Boolean(is);
          const told = Boolean(is) || is === "" && values;
          return !now.has(name) || told && is !== value;
        }).map(({ name }) => name);
        const wanted = new Set(given.map(({ name }) => name));
        const others = secretsStrategy === "replace" ? [...now.keys()].filter((name) => !wanted.has(name)) : [];
        return [...differ, ...others].map((name) => `secrets.${name}`);
      }
      ;
      const PAUSES_MS = [0, 1e3, 2e3, 4e3, 8e3, 15e3, 3e4];
      const AT_MOST_MS = 18e4;
      async function lookAgain(clock, signal, look) {
        const startedAt = clock.now();
        for (const pause of PAUSES_MS) {
          if (clock.now() - startedAt > AT_MOST_MS)
            break;
          if (pause > 0)
            await clock.sleep(pause, signal);
          try {
            const seen = await look();
            if (seen !== void 0)
              return seen;
          } catch (error) {
            signal.throwIfAborted();
            if (!(error instanceof errors.h))
              throw error;
          }
        }
        return void 0;
      }
      function isLost(error) {
        return error instanceof errors.h && error.kind === "ambiguous";
      }
      var limits = __webpack_require__(5403);
      var dialect = __webpack_require__(6625);
      var secret = __webpack_require__(2127);
      ;
      function viewActual(deployment, revisions) {
        const config = deployment.source_config ?? {};
        const revisionConfig = deployment.source_revision_config ?? {};
        const listener = config["listener_config"];
        const views = revisions.map(viewRevision);
        const find = (id2) => views.find((view) => view.id === id2);
        const spec = resource_spec.y.safeParse(config["resource_spec"] ?? void 0);
        const references = secret.Us.array().safeParse(deployment.secret_references ?? void 0);
        return {
          id: deployment.id,
          name: deployment.name,
          url: urlOf(deployment),
          status: deployment.status,
          latestRevisionId: deployment.latest_revision_id ?? void 0,
          activeRevisionId: deployment.active_revision_id ?? void 0,
          source: deployment.source ? (0, dialect.UV)(deployment.source) : void 0,
          repoUrl: actual_text(config["repo_url"]),
          integrationId: actual_text(config["integration_id"])?.toLowerCase(),
          deploymentType: actual_text(config["deployment_type"]),
          buildOnPush: typeof config["build_on_push"] === "boolean" ? config["build_on_push"] : void 0,
          installCommand: actual_text(config["install_command"]),
          buildCommand: actual_text(config["build_command"]),
          listenerId: actual_text(config["listener_id"])?.toLowerCase(),
          k8sNamespace: isJson(listener) ? actual_text(listener["k8s_namespace"]) : void 0,
          customUrl: actual_text(config["custom_url"]),
          resourceSpec: spec.success ? spec.data : void 0,
          imageVersion: actual_text(deployment.image_version),
          secretReferences: references.success ? references.data : void 0,
          secrets: deployment.secrets?.map(({ name, value }) => ({ name, value: shown(value) })),
          ref: actual_text(revisionConfig["repo_ref"]),
          graphConfigPath: actual_text(revisionConfig["graph_config_path"]),
          imageUri: actual_text(revisionConfig["image_uri"]),
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
          statusMessage: actual_text(revision.status_message),
          ref: actual_text(config.repo_ref),
          commit: actual_text(config.repo_commit_sha)?.toLowerCase(),
          graphConfigPath: actual_text(config.graph_config_path),
          imageUri: actual_text(config.image_uri),
          createdAt: time(revision.created_at),
          updatedAt: time(revision.updated_at)
        };
      }
      function urlOf(deployment) {
        return actual_text(deployment.url) ?? actual_text(deployment.source_config?.custom_url);
      }
      function isJson(value) {
        return typeof value === "object" && value !== null && !Array.isArray(value);
      }
      function nullsOf(fields, prefix = "") {
        return Object.entries(fields).flatMap(([key, value]) => value === null ? [prefix + key] : []);
      }
      function actual_text(value) {
        return typeof value === "string" && value !== "" ? value : void 0;
      }
      function shown(value) {
        return value === null || value === void 0 || /^[*•]+$/.test(value) ? void 0 : value;
      }
      function time(value) {
        const parsed = Date.parse(value ?? "");
        return Number.isNaN(parsed) ? void 0 : parsed;
      }
      ;
      async function findTarget(plane, target, signal) {
        if (target.by === "name")
          return findByName(plane, target.name, signal);
        const found = await getById(plane, target.id, signal);
        if ((0, statuses.y9)(found.status)) {
          throw new outcome.V("deployment-gone", `The deployment ${found.name} (${found.id}) is being deleted. Give the ID of another one, or deployment-name, which creates it.`);
        }
        return found;
      }
      async function getById(plane, id2, signal) {
        try {
          return await plane.getDeployment(id2, signal);
        } catch (error) {
          if (!(0, errors.d)(error, 404))
            throw error;
          throw new outcome.V("deployment-not-found", `There is no deployment ${id2} that this key can see. Check the ID and the workspace, or give deployment-name, which creates it.`, { cause: error });
        }
      }
      async function findByName(plane, name, signal) {
        const found = await plane.findDeployments(name, signal);
        if (found.length > 1) {
          const ids3 = found.map(({ id: id2 }) => id2).join(", ");
          throw new outcome.V("ambiguous-name", `${found.length} deployments are named ${name}: ${ids3}. Give deployment-id instead of the name.`);
        }
        return found[0];
      }
      const ROUNDS = 3;
      async function readActual(plane, found, signal) {
        const list = () => plane.listRevisions(found.id, { limit: limits.oX }, signal);
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
            if (!(0, errors.d)(error, 404))
              throw error;
          }
        }
        return viewActual(deployment, revisions);
      }
      function isTorn(deployment, [newest]) {
        if (newest === void 0)
          return false;
        const { latest_revision_id: latest, active_revision_id: active } = deployment;
        if (latest && latest !== newest.id)
          return true;
        return (0, statuses.BE)(newest.status) === "deployed" && newest.id !== active;
      }
      ;
      const CONFLICT_LOOKS_MS = [0, 2e3, 4e3];
      async function createDeployment(plane, clock, body, wanted, signal) {
        try {
          const deployment = await plane.createDeployment(body, signal);
          return { kind: "created", deployment, afterLostAnswer: false };
        } catch (error) {
          if ((0, errors.d)(error, 409))
            return onConflict(plane, clock, body.name, error, signal);
          if (!isLost(error))
            throw error;
          const found = await lookAgain(clock, signal, () => findByName(plane, body.name, signal));
          if (found === void 0) {
            throw new outcome.V("lost-answer", `The answer to creating ${body.name} was lost, and no deployment of this name appeared within a minute. It was not sent again, so that there are never two. Run the workflow again: it looks first. (${error.message})`, { cause: error });
          }
          const theirs = disagreements(await readActual(plane, found, signal), wanted);
          return theirs.length > 0 ? { kind: "exists", deployment: found } : { kind: "created", deployment: found, afterLostAnswer: true };
        }
      }
      async function onConflict(plane, clock, name, cause, signal) {
        for (const pause of CONFLICT_LOOKS_MS) {
          if (pause > 0)
            await clock.sleep(pause, signal);
          const found = await findByName(plane, name, signal);
          if (found !== void 0)
            return { kind: "exists", deployment: found };
        }
        throw new outcome.V("name-taken", `The name ${name} is taken, yet no deployment has it: most likely the tracing project of a deleted deployment is left over, or the deployment is still being deleted. Delete that project, wait, or choose another name. (${cause.detail ?? "the service gave no reason"})`, { cause });
      }
      var contract_findings = __webpack_require__(9081);
      var reserved_names = __webpack_require__(3918);
      ;
      function secret_rules_secretFindings(source2, secrets, references = null) {
        const selfHosted = source2 === "external_docker";
        const seen = /* @__PURE__ */ new Set();
        const check = (list, field) => (list ?? []).flatMap(({ name }, index) => {
          const loc = [field, index, "name"];
          const repeated = seen.has(name);
          seen.add(name);
          if (repeated)
            return [(0, contract_findings.gk)(loc, `${name} is set more than once`)];
          if (!(0, reserved_names.c)(name, { selfHosted }))
            return [];
          return [(0, contract_findings.gk)(loc, `${name} is reserved: the platform sets it itself`)];
        });
        return [...check(secrets, "secrets"), ...check(references, "secret_references")];
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
          ...secret_rules_secretFindings(body.source, body.secrets, body.secret_references)
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
          ...secretFindings(now.source, body.secrets, body.secret_references)
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
        return IMMUTABLE.flatMap(([loc, read]) => {
          const wanted = read(body);
          if (!said(wanted) || wanted === read(now))
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
        return REVISION_TRIGGERS.filter(([, read]) => said(read(body))).map(([field]) => field);
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
      ;
      function planSecrets(given, shown2, strategy) {
        if (given === void 0)
          return { kind: "keep" };
        if (shown2 === void 0 && strategy === "merge")
          return { kind: "hidden", names: [] };
        const now = new Map((shown2 ?? []).map(({ name, value }) => [name, value]));
        const wanted = new Set(given.map(({ name }) => name));
        const others = (shown2 ?? []).filter(({ name }) => !wanted.has(name));
        const changes = [
          ...given.flatMap((secret2) => changeOf(secret2, now)),
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
      function changeOf(secret2, now) {
        if (!now.has(secret2.name))
          return [change(secret2.name, null, "(set)")];
        const value = now.get(secret2.name);
        if (value === secret2.value)
          return [];
        if (!value)
          return [change(secret2.name, "(hidden)", "(sent again)")];
        return [change(secret2.name, "(set)", "(new value)")];
      }
      function change(name, from, to) {
        return { field: `secrets.${name}`, from, to, revision: true };
      }
      ;
      const RECREATE = "Delete the deployment and create it again, or deploy under another name.";
      function planCreate(name, wanted) {
        const body = createBody(name, wanted);
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
      function planUpdate(actual, wanted, options) {
        const refusals = refuseImmutable(actual, wanted);
        const parts = { top: {}, config: {}, revision: {} };
        const changes = [];
        for (const { field, wanted: to, actual: from, same, makesRevision, put } of mutableFields(wanted, actual)) {
          if (to === void 0 || same)
            continue;
          put(parts);
          changes.push({ field, from: from ?? null, to, revision: makesRevision });
        }
        const secrets = planSecrets(wanted.secrets, actual.secrets, wanted.secretsStrategy);
        if (secrets.kind === "send") {
          parts.top.secrets = secrets.secrets;
          changes.push(...secrets.changes);
        }
        if (secrets.kind === "hidden")
          refusals.push(refuseHidden(secrets.names));
        refusals.push(...refuseTag(actual, wanted));
        const origin = originChange(wanted, actual);
        if (refusals.length > 0) {
          return { kind: "refused", refusals, changes: origin ? [origin, ...changes] : changes };
        }
        const underway = revisionUnderway(wanted, actual);
        if (changes.length === 0 && underway !== void 0 && !options.force) {
          return { kind: "adopt", revisionId: underway.id, changes };
        }
        const forced = options.force && !changes.some(({ revision }) => revision) ? forcedChange(wanted) : void 0;
        const due = origin ?? forced;
        if (due !== void 0) {
          changes.unshift(due);
          if (wanted.source === "git_host")
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
          originOnly: origin !== void 0 && changes.length === 1
        };
      }
      function refuseImmutable(actual, wanted) {
        return immutableFields(wanted, actual).flatMap((field) => {
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
      function refuseTag(actual, wanted) {
        const findings = source_rules_tagFindings(wanted.buildOnPush ?? actual.buildOnPush, wanted.ref ?? actual.ref);
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
      function createBody(name, wanted) {
        const git = wanted.source === "git_host";
        const config = {
          integration_id: wanted.integrationId,
          repo_url: wanted.repoUrl,
          deployment_type: wanted.deploymentType ?? (git ? "dev" : void 0),
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
          graph_config_path: git ? wanted.graphConfigPath ?? "langgraph.json" : void 0,
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
      function withoutUnsaid(fields) {
        const kept = { ...fields };
        for (const key of Object.keys(kept)) {
          if (!(0, contract_findings.ag)(Reflect.get(kept, key)))
            Reflect.deleteProperty(kept, key);
        }
        return kept;
      }
      function listCreate(body, wanted) {
        const show = (value) => typeof value === "string" || typeof value === "boolean" ? String(value) : "(set)";
        const rows = (holder, fields) => Object.entries(fields).map(([key, value]) => ({ field: `${holder}.${key}`, to: show(value) }));
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
          ...body.image_version ? [{ field: "image_version", to: body.image_version }] : []
        ].map((row) => ({ ...row, from: null, revision: true }));
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
          if (!(0, errors.d)(error, 404) && !(0, errors.d)(error, 405) && !(0, errors.d)(error, 501))
            throw error;
          return wanted;
        }
      }
      ;
      function noteDeployment({ record }, deployment) {
        const { id: id2, name } = deployment;
        record.deployment = { id: id2, name, url: urlOf(deployment) ?? record.deployment?.url };
      }
      ;
      const APPEARS_WITHIN_MS = 6e4;
      async function identifyRevision(plane, clock, answer, before, wanted, { sentOrigin, lost }, signal) {
        const latest = lost ? void 0 : answer.latest_revision_id;
        const { ref, imageUri } = viewActual(answer, []);
        const theirs = sentOrigin && contradictsOrigin({ ref, imageUri, commit: void 0 }, wanted);
        if (latest && !before.has(latest) && !theirs)
          return latest;
        const giveUpAt = clock.now() + APPEARS_WITHIN_MS;
        for (let pause = 1e3; ; pause = Math.min(pause * 2, 1e4)) {
          const views = await listViews(plane, answer.id, signal);
          const fresh = views.filter(({ id: id2 }) => !before.has(id2));
          const all = sentOrigin ? candidates(views, before, wanted) : fresh;
          const [found, ...others] = lost ? all.slice(-1) : all;
          if (found !== void 0 && others.length > 0) {
            const ids3 = [found, ...others].map(({ id: id2 }) => id2).join(", ");
            throw new outcome.V("ambiguous-revision", `The change of ${answer.name} was accepted, but several revisions appeared at the same time, and the service does not say which is ours: ${ids3}. Run the workflow again.`);
          }
          if (found !== void 0)
            return found.id;
          if (clock.now() + pause > giveUpAt)
            return void 0;
          await clock.sleep(pause, signal);
        }
      }
      function candidates(revisions, before, wanted) {
        const fresh = revisions.filter(({ id: id2 }) => !before.has(id2));
        const confirmed = fresh.filter((revision) => isOfOrigin(revision, wanted));
        if (confirmed.length > 0)
          return confirmed;
        const silent = fresh.filter((revision) => !contradictsOrigin(revision, wanted));
        if (silent.length > 0)
          return silent;
        return fresh.filter((revision) => !contradictsOrigin(withoutCommit(revision), wanted));
      }
      function withoutCommit(revision) {
        return { ...revision, commit: void 0 };
      }
      const QUEUED = ["CREATING", "QUEUED", "AWAITING_BUILD"];
      async function awaitCommit(plane, clock, deploymentId, revisionId, patience, signal) {
        const startedAt = clock.now();
        let fetchedAt;
        for (let pause = 1e3; ; pause = Math.min(pause * 1.5, 1e4)) {
          await clock.sleep(pause, signal);
          const now = clock.now();
          const view = (await listViews(plane, deploymentId, signal)).find(({ id: id2 }) => id2 === revisionId);
          if (view === void 0 || view.commit !== void 0 || (0, statuses.dR)(view.status))
            return "settled";
          if (!QUEUED.includes(view.status))
            fetchedAt ??= now;
          if (fetchedAt !== void 0 && now - fetchedAt >= patience.fetchedMs)
            return "silent";
          if (now - startedAt >= patience.queuedMs)
            return "queued";
        }
      }
      async function awaitPushRevision(plane, clock, deploymentId, wanted, ended, graceMs, signal) {
        const giveUpAt = clock.now() + graceMs;
        for (; ; ) {
          const views = await listViews(plane, deploymentId, signal);
          const found = views.find((revision) => !ended.has(revision.id) && isOfOrigin(revision, wanted));
          if (found !== void 0 || clock.now() >= giveUpAt)
            return found;
          await clock.sleep(Math.min(2e3, Math.max(1, giveUpAt - clock.now())), signal);
        }
      }
      async function listViews(plane, id2, signal) {
        const revisions = await plane.listRevisions(id2, { limit: limits.oX }, signal);
        return revisions.map(viewRevision);
      }
      var types = __webpack_require__(1966);
      var plan_text = __webpack_require__(2143);
      var run_record = __webpack_require__(758);
      ;
      function foreignOutcome(of, seen) {
        if (seen === void 0)
          return void 0;
        const latest = seen.latest_revision_id;
        const ours = latest === of.revisionId;
        if (latest && !ours && !of.before.has(latest))
          return void 0;
        const now = viewActual(seen, []);
        const shows = candour(of.planned ?? { secrets: void 0 });
        const theirs = /* @__PURE__ */ new Set([
          ...of.planned === void 0 ? [] : drifted(of.planned, now, of.wanted),
          ...ours ? secretDisagreements(of.wanted, now.secrets, shows) : []
        ]);
        if (theirs.size === 0)
          return void 0;
        return (0, outcome.b)("superseded", "settings-mismatch", `Revision ${of.revisionId} of ${of.deployment.name} has not the given ${[...theirs].join(", ")}: somebody else changed the deployment at the same time. Run the workflow again.`);
      }
      var timeline = __webpack_require__(1662);
      ;
      function needsDeployment(status) {
        return ["deployed", "skipped"].includes((0, statuses.BE)(status));
      }
      function decide(ours, { revision, deployment }) {
        const kind = (0, statuses.BE)(revision.status);
        if (kind === "failed")
          return { kind: "failed", why: FAILURES[revision.status] ?? "revision-failed" };
        if (kind === "interrupted")
          return { kind: "failed", why: "interrupted" };
        const newest = deployment?.latestRevisionId === ours.revisionId ? void 0 : deployment?.latestRevisionId;
        if (kind === "skipped")
          return { kind: "superseded", why: "skipped-by-service", by: newest };
        if (ours.commit !== void 0 && revision.commit !== void 0 && revision.commit !== ours.commit) {
          return { kind: "superseded", why: "commit-mismatch", by: void 0 };
        }
        const { imageUri } = revision;
        if (ours.imageUri !== void 0 && imageUri !== void 0 && imagesDiffer(imageUri, ours.imageUri)) {
          return { kind: "superseded", why: "image-mismatch", by: void 0 };
        }
        if (kind === "progress")
          return { kind: "waiting" };
        const active = deployment?.activeRevisionId;
        if (active === ours.revisionId)
          return { kind: "deployed" };
        const older = active === void 0 || ours.before.has(active);
        if (older || deployment?.latestRevisionId === ours.revisionId)
          return { kind: "switching" };
        return { kind: "superseded", why: "newer-revision", by: active };
      }
      const FAILURES = {
        CREATE_FAILED: "create-failed",
        BUILD_FAILED: "build-failed",
        DEPLOY_FAILED: "deploy-failed"
      };
      ;
      const SHORTEST_MS = 1e3;
      const REMEMBERED = 10;
      function predict(revisions) {
        const durations = revisions.filter(({ status }) => (0, statuses.BE)(status) === "deployed").flatMap(({ createdAt, updatedAt }) => createdAt !== void 0 && updatedAt !== void 0 && updatedAt > createdAt ? [updatedAt - createdAt] : []).slice(0, REMEMBERED).sort((a, b) => a - b);
        const at2 = (share) => durations[Math.floor((durations.length - 1) * share)];
        const [low, middle, high] = [at2(0.25), at2(0.5), at2(0.75)];
        if (low === void 0 || middle === void 0 || high === void 0)
          return void 0;
        return { earliestMs: low * 0.8, usualMs: middle, latestMs: high * 1.5 };
      }
      function nextLookMs(state, pollIntervalMs) {
        const wished = Math.max(SHORTEST_MS, Math.min(wish(state), pollIntervalMs));
        const { remainingMs } = state;
        if (wished >= remainingMs)
          return Math.max(0, remainingMs);
        if (remainingMs - wished >= SHORTEST_MS)
          return wished;
        return remainingMs >= 2 * SHORTEST_MS ? remainingMs - SHORTEST_MS : remainingMs;
      }
      function wish({ elapsedMs, unchangedMs, prediction }) {
        if (prediction === void 0)
          return unchangedMs * 0.25;
        const { earliestMs, usualMs, latestMs } = prediction;
        if (elapsedMs < earliestMs)
          return Math.min(earliestMs - elapsedMs, Math.max(SHORTEST_MS, elapsedMs * 0.5));
        if (elapsedMs <= latestMs)
          return usualMs * 0.05;
        return usualMs * 0.05 + (elapsedMs - latestMs) * 0.25;
      }
      ;
      const MISSES_BEFORE_GONE = 3;
      async function waitForRevision(plane, clock, options, events, signal) {
        const { deploymentId, ours, startedAt, deadlineAt } = options;
        let last;
        let changedAt = startedAt;
        let switching = false;
        let trouble;
        let misses = 0;
        for (; ; ) {
          signal.throwIfAborted();
          const lastLook = clock.now() >= deadlineAt;
          try {
            const revision = viewRevision(await plane.getRevision(deploymentId, ours.revisionId, signal));
            const deployment = needsDeployment(revision.status) ? await plane.getDeployment(deploymentId, signal) : void 0;
            if (revision.status !== last?.status)
              changedAt = clock.now();
            last = revision;
            trouble = void 0;
            misses = 0;
            events.looked(revision, deployment);
            if (deployment !== void 0 && (0, statuses.y9)(deployment.status))
              return { kind: "gone" };
            const verdict = decide(ours, { revision, deployment: deployment && ids2(deployment) });
            if (verdict.kind !== "waiting" && verdict.kind !== "switching") {
              return { kind: "verdict", verdict, revision };
            }
            switching = verdict.kind === "switching";
          } catch (error) {
            if (!isPassing(error))
              throw error;
            trouble = error;
            misses = error.status === 404 ? misses + 1 : 0;
            if (misses >= MISSES_BEFORE_GONE)
              return { kind: "gone" };
            events.troubled(error);
          }
          if (lastLook)
            return { kind: "deadline", switching, revision: last, trouble };
          const now = clock.now();
          const state = {
            elapsedMs: now - startedAt,
            unchangedMs: now - changedAt,
            remainingMs: deadlineAt - now,
            // The switch follows the status at once, whatever the whole used to take.
            prediction: switching ? void 0 : options.prediction
          };
          await clock.sleep(nextLookMs(state, options.pollIntervalMs), signal);
        }
      }
      function ids2(deployment) {
        return {
          activeRevisionId: deployment.active_revision_id ?? void 0,
          latestRevisionId: deployment.latest_revision_id ?? void 0
        };
      }
      function isPassing(error) {
        if (!(error instanceof errors.h))
          return false;
        if (error.kind === "http") {
          const status = error.status ?? 0;
          return status === 404 || status === 408 || status === 425 || status === 429 || status >= 500;
        }
        return error.kind === "network" || error.kind === "timeout" || error.kind === "malformed";
      }
      ;
      const LIMIT_MS = 1e4;
      async function explainFailure(tools, of, revision) {
        const lines = await tailOf(tools, of, revision);
        const said2 = revision.statusMessage ?? tellingLine(lines);
        const reason = said2 === void 0 ? "The service gave no reason." : `Reason: ${said2}`;
        const serving = tools.record.previousRevisionId === void 0 ? "" : ` The earlier revision ${tools.record.previousRevisionId} serves on.`;
        return `Revision ${revision.id} of ${of.deployment.name} ended as ${revision.status}. ${reason}${serving}`;
      }
      async function tailOf(tools, of, revision) {
        const { settings, log, record } = tools;
        if (settings.logLines === 0)
          return [];
        for (const kind of kindsFor(revision.status)) {
          const lines = await readTail(tools, of, kind);
          if (lines.length === 0)
            continue;
          record.logTail = { kind, lines };
          await log.group(`End of the ${kind} log (${lines.length} lines)`, () => {
            for (const line of lines)
              log.line(line);
          });
          return lines;
        }
        return [];
      }
      async function readTail(tools, of, kind) {
        const { plane, clock, signal, settings, log } = tools;
        tools.setReadDeadline(clock.now() + LIMIT_MS);
        try {
          const lines = await plane.tailLog(of.deployment.id, of.revisionId, kind, settings.logLines, signal);
          return lines.slice(-settings.logLines).map(formatLine);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof errors.h))
            throw error;
          log.line(`The ${kind} log could not be read: ${error.message}`);
          return [];
        } finally {
          tools.setReadDeadline(void 0);
        }
      }
      function kindsFor(status) {
        return /DEPLOY/.test(status) ? ["deploy", "build"] : ["build", "deploy"];
      }
      function formatLine({ level, message }) {
        const prefix = level === null || /^info$/i.test(level) ? "" : `${level}: `;
        return `${prefix}${message}`.replace(/\s+$/, "");
      }
      function tellingLine(lines) {
        const spoken = lines.filter((line) => line.trim() !== "");
        return (spoken.findLast((line) => /error|fail|missing|not found|cannot/i.test(line)) ?? spoken.at(-1))?.trim();
      }
      ;
      const HEARTBEAT_MS = 6e4;
      const RESUME = "Run the workflow again to resume: a revision of this commit that is on its way is waited for, not built again.";
      async function rollOut(tools, of) {
        const { settings, record, clock, log } = tools;
        const { name, id: id2 } = of.deployment;
        if (record.revision?.id !== of.revisionId) {
          (0, run_record.c)(record, { id: of.revisionId, status: "UNKNOWN", commit: void 0 });
        }
        record.stage = "waiting";
        await tools.checkpoint();
        if (!settings.wait) {
          return (0, outcome.b)("submitted", "not-waited", `Revision ${of.revisionId} of ${name} is on its way; \`wait: false\` asked not to wait for it.`);
        }
        const startedAt = clock.now();
        const deadlineAt = startedAt + settings.waitTimeoutMs;
        tools.setReadDeadline(deadlineAt);
        let seen;
        const events = narrate(tools, startedAt, (deployment) => {
          seen = deployment;
        });
        const end = await log.group(`Waiting for revision ${of.revisionId}`, () => waitForRevision(tools.plane, clock, {
          deploymentId: id2,
          ours: {
            revisionId: of.revisionId,
            commit: of.wanted.commit,
            imageUri: of.wanted.imageUri,
            before: of.before
          },
          startedAt,
          deadlineAt,
          pollIntervalMs: settings.pollIntervalMs,
          prediction: record.prediction
        }, events, tools.signal));
        tools.setReadDeadline(void 0);
        record.timeline = (0, timeline.gR)(record.timeline, clock.now() - startedAt);
        return conclude(tools, of, end, seen, clock.now() - startedAt);
      }
      function narrate(tools, startedAt, saw) {
        const { record, clock, log } = tools;
        let spokenAt = startedAt;
        let troubled = false;
        const say = (text) => {
          spokenAt = clock.now();
          log.line(`${(0, timeline.a3)(spokenAt - startedAt).padStart(7)}  ${text}`);
        };
        return {
          looked: (revision, deployment) => {
            const changed = record.timeline.at(-1)?.status !== revision.status;
            record.timeline = (0, timeline.$s)(record.timeline, revision.status, clock.now() - startedAt);
            (0, run_record.c)(record, revision);
            if (deployment !== void 0) {
              noteDeployment(tools, deployment);
              saw(deployment);
            }
            if (changed)
              say(revision.status);
            else if (troubled)
              say(`${revision.status} (answering again)`);
            else if (clock.now() - spokenAt >= HEARTBEAT_MS)
              say(`still ${revision.status}${usual(record.prediction)}`);
            troubled = false;
          },
          troubled: (error) => {
            if (!troubled)
              say(`looking failed, and goes on: ${error.message}`);
            troubled = true;
          }
        };
      }
      function usual(prediction) {
        return prediction === void 0 ? "" : ` (earlier revisions took ${(0, timeline.a3)(prediction.usualMs)})`;
      }
      async function conclude(tools, of, end, seen, waitedMs) {
        const { name } = of.deployment;
        if (end.kind === "gone") {
          return (0, outcome.b)("failed", "deployment-gone", `Revision ${of.revisionId} of ${name} can no longer be found: the deployment was deleted, or the key lost its access.`);
        }
        if (end.kind === "deadline")
          return timedOut(tools, of, end, waitedMs);
        const { verdict, revision } = end;
        switch (verdict.kind) {
          case "deployed":
            return deployed(of, revision, seen, waitedMs);
          case "superseded":
            return superseded(of, verdict, revision);
          case "failed":
            return (0, outcome.b)("failed", verdict.why, await explainFailure(tools, of, revision));
        }
      }
      function deployed(of, revision, seen, waitedMs) {
        const foreign = foreignOutcome(of, seen);
        if (foreign !== void 0)
          return foreign;
        const { revisionId, wanted, deployment, adopted } = of;
        const active = `Revision ${revisionId} of ${deployment.name} is deployed and active after ${(0, timeline.a3)(waitedMs)}.`;
        if (wanted.commit !== void 0 && revision.commit === void 0) {
          return (0, outcome.b)("deployed", "commit-unknown", `${active} The service does not say which commit it is built from, so that could not be compared with ${wanted.commit.slice(0, 7)}.`);
        }
        return (0, outcome.b)("deployed", adopted ? "already-building" : "rolled-out", active);
      }
      function superseded({ revisionId, deployment, wanted }, verdict, built) {
        const by = verdict.by === void 0 ? "a newer one" : `revision ${verdict.by}`;
        const messages = {
          "newer-revision": `Revision ${revisionId} of ${deployment.name} was deployed, but ${by} is active now.`,
          "skipped-by-service": `The service skipped revision ${revisionId} of ${deployment.name} for ${by}.`,
          "commit-mismatch": `Revision ${revisionId} of ${deployment.name} is built from ${built.commit?.slice(0, 7) ?? "?"}, not from ${wanted.commit?.slice(0, 7) ?? "?"}: the branch moved on before it was fetched, and the newer commit deploys instead.`,
          "image-mismatch": `Revision ${revisionId} of ${deployment.name} runs ${built.imageUri ?? "?"}, not ${wanted.imageUri ?? "?"}: somebody else changed the deployment at the same time, and that change came last.`
        };
        return (0, outcome.b)("superseded", verdict.why, messages[verdict.why]);
      }
      async function timedOut(tools, of, end, waitedMs) {
        const waited = (0, timeline.a3)(waitedMs);
        if (end.switching) {
          return (0, outcome.b)("timed-out", "not-active", `Revision ${of.revisionId} is DEPLOYED, but after ${waited} ${of.deployment.name} had not switched to it. ${RESUME} \`force: true\` builds it anew.`);
        }
        const status = end.revision?.status ?? "unknown";
        if (end.revision !== void 0)
          await tailOf(tools, of, end.revision);
        const trouble = end.trouble === void 0 ? "" : ` The last look failed: ${end.trouble.message}`;
        return (0, outcome.b)("timed-out", "deadline", `Revision ${of.revisionId} of ${of.deployment.name} was still ${status} after ${waited}, and goes on without us.${trouble} ${RESUME} Raise wait-timeout if it always takes this long.`);
      }
      ;
      async function follow(tools, wanted, { deployment, lost }, planned2, plan) {
        const { plane, clock, signal } = tools;
        const before = new Set(planned2?.revisions.map(({ id: id2 }) => id2));
        await enter(tools, "waiting");
        const change2 = { sentOrigin: (0, types.m)(plan), lost };
        const revisionId = await identifyRevision(plane, clock, deployment, before, wanted, change2, signal);
        if (revisionId === void 0) {
          throw new outcome.V("no-revision", `The change of ${deployment.name} was accepted, but no revision of it appeared within a minute. Look at the deployment; running again is safe.`);
        }
        const of = { deployment, revisionId, wanted, planned: planned2, before, adopted: false };
        const foreign = foreignOutcome(of, deployment);
        if (foreign === void 0)
          return rollOut(tools, of);
        (0, run_record.c)(tools.record, { id: revisionId, status: "UNKNOWN", commit: void 0 });
        return foreign;
      }
      async function showPlan(tools, plan, title) {
        tools.record.plan = plan;
        await tools.log.group(`Plan: ${title}`, () => {
          for (const line of (0, plan_text.H)(plan))
            tools.log.line(line);
        });
        if (plan.kind !== "refused")
          return void 0;
        const [first] = plan.refusals;
        const all = plan.refusals.map(({ field, problem, cure }) => `${field}: ${problem}. ${cure}`).join("\n");
        return (0, outcome.b)("failed", first?.reason ?? "invalid-plan", all);
      }
      function planned(plan) {
        const effect = (0, types.b)(plan) ? "A revision would result." : "No revision would result.";
        return (0, outcome.b)("planned", "dry-run", `Nothing was sent. ${effect}`);
      }
      async function enter(tools, stage) {
        tools.record.stage = stage;
        await tools.checkpoint();
      }
      ;
      async function patchDeployment(plane, clock, before, plan, wanted, signal) {
        try {
          const deployment = await plane.patchDeployment(before.id, plan.body, signal);
          return { deployment, afterLostAnswer: false };
        } catch (error) {
          if (!isLost(error))
            throw error;
          const known = new Set(before.revisions.map(({ id: id2 }) => id2));
          const fields = plan.changes.map(({ field }) => field);
          const deployment = await lookAgain(clock, signal, async () => {
            const found = await plane.getDeployment(before.id, signal);
            const now = await readActual(plane, found, signal);
            const arrived = (0, types.b)(plan) ? candidates(now.revisions, known, wanted).length > 0 : showsAll(now, wanted, fields);
            return arrived && disagreements(now, wanted, before).length === 0 ? found : void 0;
          });
          if (deployment !== void 0)
            return { deployment, afterLostAnswer: true };
          throw new outcome.V("lost-answer", `The answer to updating ${before.name} was lost, and nothing showed within a minute that it arrived. It was not sent again, so that nothing is built twice. Run the workflow again: it looks first. (${error.message})`, { cause: error });
        }
      }
      ;
      const GRACE_MS = 3e4;
      async function update(tools, wanted, found, waited = {}) {
        const { settings, plane, signal, record, log } = tools;
        noteDeployment(tools, found);
        const actual = await readActual(plane, found, signal);
        record.previousRevisionId = actual.activeRevisionId;
        record.prediction = predict(actual.revisions);
        if (actual.active !== void 0)
          (0, run_record.c)(record, actual.active);
        const plan = planUpdate(actual, wanted, { force: settings.force });
        const again = async (more) => update(tools, wanted, await plane.getDeployment(found.id, signal), { ...waited, ...more });
        const unsure = waited.commit ? void 0 : undisclosed(tools, plan, actual, wanted);
        if (unsure !== void 0) {
          return await awaitDisclosure(tools, unsure, actual, wanted) ?? again({ commit: true });
        }
        const stopped = await showPlan(tools, plan, `update ${actual.name}`);
        if (stopped !== void 0)
          return stopped;
        if (plan.kind === "unchanged") {
          return (0, outcome.b)("unchanged", "already-active", `${actual.name} already runs ${describeOrigin(wanted)}, and nothing else differs. Set \`force: true\` to deploy it again.`);
        }
        if (settings.dryRun)
          return planned(plan);
        const adopt = (revisionId) => {
          const before = new Set(actual.revisions.map(({ id: id2 }) => id2).filter((id2) => id2 !== revisionId));
          return rollOut(tools, { deployment: found, revisionId, wanted, planned: actual, before, adopted: true });
        };
        if (plan.kind === "adopt") {
          log.line(`Revision ${plan.revisionId} of this commit is on its way already: waiting for it.`);
          return adopt(plan.revisionId);
        }
        if (plan.kind !== "patch")
          throw new Error(`an update was planned as ${plan.kind}`);
        if (waited.push === void 0 && expectsPush(tools, plan, actual, wanted)) {
          const pushed = await awaitPush(tools, actual, wanted);
          return pushed === void 0 ? again({ push: true }) : adopt(pushed);
        }
        return update_change(tools, wanted, actual, plan);
      }
      async function update_change(tools, wanted, actual, plan) {
        const { plane, clock, signal, record, log } = tools;
        if ((0, types.b)(plan))
          record.revision = void 0;
        await enter(tools, "writing");
        const { deployment, afterLostAnswer } = await patchDeployment(plane, clock, actual, plan, wanted, signal);
        record.changed = true;
        noteDeployment(tools, deployment);
        if (afterLostAnswer)
          log.line("The answer was lost, but the change arrived.");
        const latest = deployment.latest_revision_id;
        const made = latest ? !actual.revisions.some(({ id: id2 }) => id2 === latest) : false;
        if ((0, types.b)(plan) || made) {
          return follow(tools, wanted, { deployment, lost: afterLostAnswer }, actual, plan);
        }
        const foreign = await anotherServes(tools, wanted, actual, deployment);
        if (foreign !== void 0)
          return foreign;
        return (0, outcome.b)("deployed", "configuration-updated", `${actual.name} is updated; no revision was needed, the active one serves on. What a build or a container takes from these settings comes with the next revision; \`force: true\` makes one now.`);
      }
      async function anotherServes({ plane, signal, record }, wanted, planned2, answer) {
        const revisionId = answer.active_revision_id;
        if (!revisionId || revisionId === planned2.activeRevisionId)
          return void 0;
        const revision = viewRevision(await plane.getRevision(answer.id, revisionId, signal));
        (0, run_record.c)(record, revision);
        if (contradictsOrigin(revision, wanted)) {
          return (0, outcome.b)("superseded", "newer-revision", `${answer.name} is updated, but revision ${revisionId}, which is of another commit or image, took over at the same time. Run the workflow again.`);
        }
        const before = new Set(planned2.revisions.map(({ id: id2 }) => id2));
        return foreignOutcome({ deployment: answer, revisionId, wanted, planned: planned2, before, adopted: true }, answer);
      }
      function undisclosed({ settings }, plan, actual, wanted) {
        const asks = plan.kind === "patch" && plan.originOnly && !settings.force && !settings.dryRun;
        return asks ? undisclosedUnderway(wanted, actual) : void 0;
      }
      async function awaitDisclosure({ settings, plane, clock, signal, record, log }, unsure, actual, wanted) {
        const of = `Revision ${unsure.id} of ${wanted.ref ?? "the ref"}`;
        log.line(`${of} is ${unsure.status} and may be of this commit: waiting until it says so.`);
        (0, run_record.c)(record, unsure);
        const patience = { queuedMs: settings.wait ? settings.waitTimeoutMs : GRACE_MS, fetchedMs: GRACE_MS };
        const end = await awaitCommit(plane, clock, actual.id, unsure.id, patience, signal);
        if (end !== "queued")
          return void 0;
        if (!settings.wait) {
          return (0, outcome.b)("submitted", "not-waited", `${of} is in the queue, and builds what ${wanted.ref ?? "the ref"} is at when its turn comes: nothing was sent. \`wait: false\` asked not to wait for it.`);
        }
        return (0, outcome.b)("timed-out", "deadline", `${of} was still in the queue after ${(0, timeline.a3)(settings.waitTimeoutMs)}, and may be of this commit: nothing was sent. Run the workflow again to resume, or set \`force: true\` to ask for another one.`);
      }
      function expectsPush({ event, settings }, plan, actual, wanted) {
        const comes = actual.buildOnPush === true && event.name === "push" && !event.created;
        return comes && plan.originOnly && !settings.force && wanted.commit === event.commit;
      }
      async function awaitPush(tools, actual, wanted) {
        const { settings, plane, clock, signal, log } = tools;
        const grace = Math.min(GRACE_MS, settings.waitTimeoutMs);
        log.line("The deployment builds on push: waiting for the revision that this push makes.");
        const ended = new Set(actual.revisions.filter(({ status }) => (0, statuses.dR)(status)).map(({ id: id2 }) => id2));
        const revision = await awaitPushRevision(plane, clock, actual.id, wanted, ended, grace, signal);
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
        const { settings, plane, signal, record, log } = tools;
        const wanted = await settleCommit(tools);
        record.commit = wanted.commit;
        const found = await findTarget(plane, settings.target, signal);
        if (found !== void 0)
          return update(tools, wanted, found);
        if (settings.target.by === "id")
          throw new outcome.V("deployment-not-found", "There is no such deployment.");
        log.line(`There is no deployment ${settings.target.name} yet.`);
        return create(tools, wanted, settings.target.name);
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
        const complete = await chooseIntegration(tools, wanted);
        const plan = planCreate(name, complete);
        const stopped = await showPlan(tools, plan, `create ${name}`);
        if (stopped !== void 0)
          return stopped;
        if (plan.kind !== "create")
          throw new Error(`a create was planned as ${plan.kind}`);
        if (settings.dryRun)
          return planned(plan);
        await enter(tools, "writing");
        const created = await createDeployment(plane, clock, plan.body, complete, signal);
        if (created.kind === "exists") {
          tools.log.line(`Somebody else created ${name} in the meantime; going on as an update.`);
          record.stage = "reading";
          return update(tools, wanted, created.deployment);
        }
        record.created = true;
        record.changed = true;
        noteDeployment(tools, created.deployment);
        if (created.afterLostAnswer)
          tools.log.line("The answer was lost, but the deployment is there.");
        const answer = { deployment: created.deployment, lost: created.afterLostAnswer };
        return follow(tools, complete, answer, void 0, plan);
      }
    })
  ),
  /***/
  2143: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        H: () => (
          /* binding */
          planLines
        ),
        /* harmony export */
        V: () => (
          /* binding */
          verdictOf
        )
        /* harmony export */
      });
      var _plan_types_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1966);
      function planLines(plan) {
        return [...plan.changes.map(changeLine), ...refusalLines(plan), verdictOf(plan)];
      }
      function verdictOf(plan) {
        switch (plan.kind) {
          case "create":
            return "The deployment is created with its first revision.";
          case "patch":
            return (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_0__.b)(plan) ? "A new revision results." : "No new revision results.";
          case "adopt":
            return "Nothing is sent: a revision with what is wanted is on its way.";
          case "unchanged":
            return "Nothing differs.";
          case "refused":
            return "This cannot be done; nothing is sent.";
        }
      }
      function refusalLines(plan) {
        if (plan.kind !== "refused")
          return [];
        return plan.refusals.map(({ field, problem, cure }) => `! ${field}: ${problem}. ${cure}`);
      }
      function changeLine({ field, from, to, revision }) {
        const makes = revision ? "  (makes a revision)" : "";
        if (from === null)
          return `+ ${field}: ${to ?? ""}`;
        if (to === null)
          return `- ${field}: ${from}${makes}`;
        return `~ ${field}: ${from} -> ${to}${makes}`;
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
          said2
        ),
        /* harmony export */
        gk: () => (
          /* binding */
          finding2
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
      function finding2(loc, msg, type = "value_error") {
        return { loc: ["body", ...loc], msg, type };
      }
      function missing(loc, why) {
        return finding2(loc, `Field required: ${why}`, "missing");
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
  3889: (
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
