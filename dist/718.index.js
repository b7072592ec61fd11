const id = 718;
const ids = [718];
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
  7026: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        L: () => (
          /* binding */
          findRollbackTarget
        ),
        /* harmony export */
        M: () => (
          /* binding */
          readRevision
        )
        /* harmony export */
      });
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5292);
      var _contract_limits_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5403);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4453);
      var _target_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2155);
      const MAX_PAGES = 20;
      async function findRollbackTarget(plane, actual, { to, rerun }, signal) {
        if (to.kind === "revision") {
          const revision = await readRevision(plane, actual, to.id, signal);
          const past2 = { revisions: actual.revisions, activeId: actual.activeRevisionId, complete: false };
          return { target: demand((0, _target_js__WEBPACK_IMPORTED_MODULE_3__.EL)(revision, actual.activeRevisionId)), past: past2 };
        }
        const past = { revisions: [], activeId: actual.activeRevisionId, complete: false };
        for (let page = 1; ; page += 1) {
          const more = await plane.listRevisions(actual.id, { limit: _contract_limits_js__WEBPACK_IMPORTED_MODULE_4__.ZX, offset: past.revisions.length }, signal);
          const known = new Set(past.revisions.map(({ id: id2 }) => id2));
          const fresh = more.map(_plan_actual_js__WEBPACK_IMPORTED_MODULE_2__.FS).filter(({ id: id2 }) => !known.has(id2));
          past.revisions = [...past.revisions, ...fresh];
          past.complete = more.length < _contract_limits_js__WEBPACK_IMPORTED_MODULE_4__.ZX || fresh.length === 0 || page === MAX_PAGES;
          const choice = rerun && !past.complete ? void 0 : (0, _target_js__WEBPACK_IMPORTED_MODULE_3__.bx)(to, past);
          if (choice !== void 0)
            return { target: demand(choice), past };
        }
      }
      async function readRevision(plane, { id: id2, name }, revisionId, signal) {
        try {
          return (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_2__.FS)(await plane.getRevision(id2, revisionId, signal));
        } catch (error) {
          if (!(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 404) && !(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 422))
            throw error;
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("revision-not-found", `${name} has no revision ${revisionId}. \`action: status\` lists the revisions it has.`, { cause: error });
        }
      }
      function demand(choice) {
        if (choice.kind === "refused")
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V(choice.reason, choice.message);
        return choice.revision;
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
          sourcePath: void 0,
          archive: void 0,
          tarballPath: source === "internal_source" ? target.tarballPath : void 0,
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
          ...sent.source_tarball_path ? { revision_source: "internal_source" } : {},
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
  2155: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        EL: () => (
          /* binding */
          demandDeployed
        ),
        /* harmony export */
        Ft: () => (
          /* binding */
          isSame
        ),
        /* harmony export */
        NP: () => (
          /* binding */
          isReturn
        ),
        /* harmony export */
        bx: () => (
          /* binding */
          chooseTarget
        )
        /* harmony export */
      });
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3889);
      function chooseTarget(to, past) {
        return to.kind === "previous" ? choosePrevious(past) : chooseOfRef(to.ref, past);
      }
      function demandDeployed(revision, activeId) {
        if (revision.id === activeId || (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(revision.status) === "deployed") {
          return { kind: "found", revision };
        }
        return {
          kind: "refused",
          reason: "never-deployed",
          message: `Revision ${revision.id} is ${revision.status}: it never was DEPLOYED, so it is not known to work. Give one that was; \`action: status\` lists them.`
        };
      }
      function isReturn({ revisions, activeId }) {
        const [active, ...older] = fromActive(revisions, activeId);
        if (active === void 0)
          return false;
        const deployed = older.filter(({ status }) => (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(status) === "deployed");
        const other = deployed.findIndex((revision) => !isSame(revision, active));
        return other !== -1 && deployed.slice(other).some((revision) => isSame(revision, active));
      }
      function isSame(a, b) {
        if (a.graphConfigPath !== b.graphConfigPath)
          return false;
        if (a.commit !== void 0 && b.commit !== void 0)
          return a.commit === b.commit;
        if (a.imageUri !== void 0 && b.imageUri !== void 0)
          return a.imageUri === b.imageUri;
        return a.tarballPath !== void 0 && a.tarballPath === b.tarballPath;
      }
      function choosePrevious(past) {
        const [active, ...older] = fromActive(past.revisions, past.activeId);
        const found = older.find((revision) => active !== void 0 && (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(revision.status) === "deployed" && !isSame(revision, active));
        if (found !== void 0)
          return { kind: "found", revision: found };
        if (!past.complete && past.activeId !== void 0)
          return void 0;
        const message = active === void 0 ? "No revision is active, so there is none before it. Give the ID of a revision in rollback-to." : `Before the active revision ${active.id} none of anything else was deployed. Give the ID of a revision in rollback-to, or deploy what is wanted.`;
        return { kind: "refused", reason: "no-rollback-target", message };
      }
      function chooseOfRef(ref, { revisions, activeId, complete }) {
        const ofRef = revisions.filter((revision) => revision.ref === ref);
        const found = ofRef.find(({ id: id2, status }) => id2 === activeId || (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(status) === "deployed");
        if (found !== void 0)
          return { kind: "found", revision: found };
        if (!complete)
          return void 0;
        const [newest] = ofRef;
        if (newest !== void 0)
          return demandDeployed(newest, activeId);
        return {
          kind: "refused",
          reason: "revision-not-found",
          message: `No revision of this deployment is of ${ref}. \`action: status\` lists what there is; a ref that was not deployed yet is for \`action: deploy\`.`
        };
      }
      function fromActive(revisions, activeId) {
        const at = revisions.findIndex(({ id: id2 }) => id2 === activeId);
        return at === -1 ? [] : revisions.slice(at);
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
  718: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        waitFor: () => (
          /* binding */
          waitFor
        )
        /* harmony export */
      });
      var _deploy_roll_out_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8971);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);
      var _rollback_past_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7026);
      var _rollback_reissue_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2388);
      var _rollout_earlier_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(6457);
      var _rollout_polling_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2394);
      var _run_record_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(758);
      var _find_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(580);
      async function waitFor(tools) {
        const { settings, plane, signal, record } = tools;
        const { deployment, actual } = await (0, _find_js__WEBPACK_IMPORTED_MODULE_5__.x)(tools);
        const id2 = settings.revisionId ?? actual.latest?.id;
        if (id2 === void 0) {
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("revision-not-found", `${actual.name} has no revision to wait for yet.`);
        }
        const at = actual.revisions.findIndex((revision2) => revision2.id === id2);
        const revision = actual.revisions[at] ?? await (0, _rollback_past_js__WEBPACK_IMPORTED_MODULE_2__.M)(plane, actual, id2, signal);
        (0, _run_record_js__WEBPACK_IMPORTED_MODULE_6__.c)(record, revision);
        record.prediction = (0, _rollout_polling_js__WEBPACK_IMPORTED_MODULE_4__.K)(actual.revisions);
        record.earlier = (0, _rollout_earlier_js__WEBPACK_IMPORTED_MODULE_7__.t)(actual.revisions);
        const older = at === -1 ? [] : actual.revisions.slice(at + 1);
        const end = await (0, _deploy_roll_out_js__WEBPACK_IMPORTED_MODULE_0__.O)({ ...tools, settings: { ...settings, wait: true } }, {
          deployment,
          revisionId: id2,
          // Which commit it is of is not this verb's question.
          wanted: { ...(0, _rollback_reissue_js__WEBPACK_IMPORTED_MODULE_3__.Lm)(revision, actual), commit: void 0, imageUri: void 0 },
          planned: void 0,
          before: new Set(older.map((one) => one.id)),
          adopted: true
        });
        return end.kind === "deployed" ? (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.b)("deployed", "rolled-out", end.message) : end;
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
