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
