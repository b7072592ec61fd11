const id = 357;
const ids = [357];
const modules = {
  /***/
  6884: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        OE: () => (
          /* binding */
          goBack
        ),
        YW: () => (
          /* binding */
          planWayBack
        ),
        m4: () => (
          /* binding */
          showWayBack
        )
      });
      var identify = __webpack_require__(6141);
      var patch = __webpack_require__(1422);
      var errors = __webpack_require__(5292);
      var outcome = __webpack_require__(6796);
      var lost_answer = __webpack_require__(4343);
      var read = __webpack_require__(6578);
      ;
      const NOT_SERVED = [404, 405, 501];
      async function redeploy(plane, clock, before, revisionId, wanted, signal) {
        try {
          const deployment = await plane.redeployRevision(before.id, revisionId, signal);
          return { deployment, afterLostAnswer: false };
        } catch (error) {
          if ((0, errors.d7)(error) && NOT_SERVED.includes(error.status ?? 0))
            return void 0;
          if (!(0, lost_answer.J)(error))
            throw error;
          const known = new Set(before.revisions.map(({ id: id2 }) => id2));
          const deployment = await (0, lost_answer.I)(clock, signal, async () => {
            const found = await plane.getDeployment(before.id, signal);
            const now = await (0, read.RN)(plane, found, signal);
            return (0, identify.Xi)(now.revisions, known, wanted).length > 0 ? found : void 0;
          });
          if (deployment !== void 0)
            return { deployment, afterLostAnswer: true };
          throw new outcome.V("lost-answer", `The answer to deploying revision ${revisionId} of ${before.name} again was lost, and no revision of it appeared within a minute. It was not sent again, so that nothing is deployed twice. Run the workflow again: it looks first. (${error.message})`, { cause: error });
        }
      }
      var note = __webpack_require__(7351);
      var roll_out = __webpack_require__(8971);
      var steps = __webpack_require__(6444);
      var reissue = __webpack_require__(2388);
      ;
      async function planWayBack({ resolveRef, signal, log }, actual, target) {
        const git = (0, reissue.bt)(target, actual);
        const resolved = git === void 0 ? void 0 : await resolveRef(git.repoUrl, git.ref, signal);
        if (git !== void 0 && resolved !== target.commit) {
          const now = resolved === void 0 ? "cannot be looked up" : `is at ${resolved.slice(0, 7)} by now`;
          log.line(`${git.ref} ${now}, so revision ${target.id} is for the service to deploy again.`);
        }
        const plan = (0, reissue.eH)(target, actual, resolved);
        return { actual, target, wanted: (0, reissue.Lm)(target, actual), plan };
      }
      async function showWayBack(tools, { actual, target, plan }) {
        await (0, steps.tN)(tools, plan, `roll ${actual.name} back to ${(0, reissue.Wy)(target)}`);
        tools.log.line(plan.kind === "redeploy" ? "Only code is promised to go back: whether secrets and other settings of that revision come back with it is for the service to say." : "Only code goes back: secrets, resources and other settings stay as they are now.");
      }
      async function goBack(tools, way, { after, keep }) {
        const { plane, clock, signal, record, log } = tools;
        const { actual, target, wanted } = way;
        if (record.rollback !== void 0)
          throw new Error("a second rollback in one run");
        const rollback = { targetId: target.id, revisionId: void 0, after };
        record.rollback = rollback;
        record.revision = void 0;
        await (0, steps.Ve)(tools, "writing");
        const { deployment, lost } = await send(tools, way);
        record.changed = true;
        (0, note.S)(tools, deployment);
        if (lost)
          log.line("The answer was lost, but it arrived.");
        await (0, steps.Ve)(tools, "waiting");
        const before = new Set(actual.revisions.map(({ id: id2 }) => id2));
        const sent = { sentOrigin: true, lost };
        const revisionId = await (0, identify.Az)(plane, clock, deployment, before, wanted, sent, signal);
        if (revisionId === void 0) {
          throw new outcome.V("no-revision", `The rollback of ${actual.name} was accepted, but no revision of it appeared within a minute. Look at the deployment.`);
        }
        rollback.revisionId = revisionId;
        const of = { deployment, revisionId, wanted, planned: void 0, before, adopted: false };
        return (0, roll_out.O)(tools, { ...of, ...keep && { keep } });
      }
      async function send({ plane, clock, signal }, { actual, target, wanted, plan }) {
        if (plan.kind === "patch") {
          const answer2 = await (0, patch.G)(plane, clock, actual, plan, wanted, signal);
          return { deployment: answer2.deployment, lost: answer2.afterLostAnswer };
        }
        const answer = await redeploy(plane, clock, actual, plan.revisionId, wanted, signal);
        if (answer !== void 0)
          return { deployment: answer.deployment, lost: answer.afterLostAnswer };
        throw new outcome.V("rollback-impossible", `Nothing was changed: ${target.ref ?? "its ref"} no longer leads to what revision ${target.id} is of, and this service cannot deploy a revision again. Put a tag or branch on commit ${target.commit ?? "(unknown)"}, and deploy it with \`action: deploy\` and \`ref\`.`);
      }
    })
  ),
  /***/
  1738: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        rollBackOnFailure: () => (
          /* binding */
          rollBackOnFailure
        )
      });
      var outcome = __webpack_require__(6796);
      var errors = __webpack_require__(5292);
      var read = __webpack_require__(6578);
      var bring_back = __webpack_require__(6884);
      ;
      function judgeCase({ ourId, targetId, activeId, latestId, begun }) {
        if (begun)
          return leave("A rollback was begun in this run already; there is never a second one.");
        if (targetId === void 0 || targetId === ourId) {
          return {
            kind: "nothing-before",
            message: "There is nothing to roll back to: no other revision was active before."
          };
        }
        if (activeId === targetId) {
          return {
            kind: "serves-on",
            message: `Nothing had to be rolled back: revision ${targetId} is still the active one.`
          };
        }
        if (ourId === void 0 || activeId !== ourId) {
          return leave(`Not rolled back: the active revision is ${activeId ?? "not known"}, which is not ours.`);
        }
        if (latestId !== ourId) {
          return leave(`Not rolled back: revision ${latestId ?? "(unknown)"} came after ours and is left its turn.`);
        }
        return { kind: "due", ourId, targetId };
      }
      function leave(message) {
        return { kind: "left-alone", message };
      }
      var past = __webpack_require__(7026);
      ;
      async function bringBackAfter(tools, failure) {
        const { record, plane, signal, log } = tools;
        const { deployment, revision, previousRevisionId } = record;
        const kept = { revision, timeline: record.timeline, prediction: record.prediction };
        try {
          if (deployment === void 0)
            return failure;
          const actual = await (0, read.RN)(plane, await plane.getDeployment(deployment.id, signal), signal);
          const found = judgeCase({
            ourId: revision?.id,
            targetId: previousRevisionId,
            activeId: actual.activeRevisionId,
            latestId: actual.latestRevisionId,
            begun: record.rollback !== void 0
          });
          if (found.kind !== "due")
            return tell(failure, found);
          log.line(`Our revision ${found.ourId} is active and bad: bringing back ${found.targetId}.`);
          const target = actual.revisions.find(({ id: id2 }) => id2 === found.targetId) ?? await (0, past.M)(plane, actual, found.targetId, signal);
          const way = await (0, bring_back.YW)(tools, actual, target);
          const { plan } = record;
          await (0, bring_back.m4)(tools, way);
          record.plan = plan;
          const end = await (0, bring_back.OE)(tools, way, { after: failure.reason, keep: true });
          restore(record, kept);
          return end.kind === "deployed" ? rolledBack(failure, record) : rollbackFailed(failure, end.message);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof errors.hD) && !(error instanceof outcome.V))
            throw error;
          restore(record, kept);
          return rollbackFailed(failure, error.message);
        }
      }
      function restore(record, kept) {
        Object.assign(record, kept);
      }
      function rolledBack(failure, { rollback }) {
        return (0, outcome.b)("rolled-back", "after-failure", `${failure.message} Rolled back: what revision ${rollback?.targetId ?? ""} is of is deployed again, as revision ${rollback?.revisionId ?? ""}, and is active.`);
      }
      function rollbackFailed(failure, why) {
        return (0, outcome.b)("failed", "rollback-failed", `${failure.message} Bringing back what was active before failed as well: ${why}`);
      }
      function tell(failure, found) {
        return (0, outcome.b)("failed", failure.reason, `${failure.message} ${found.message}`);
      }
      ;
      const PAUSES_MS = [0, 2e3, 5e3, 1e4, 2e4, 3e4];
      async function rollBackOnFailure(tools, end) {
        switch (end.kind) {
          case "failed":
            return tools.record.stage === "waiting" && end.reason !== "deployment-gone" ? bringBackAfter(tools, end) : end;
          case "deployed":
            return end.reason === "configuration-updated" ? end : checkHealth(tools, end);
          default:
            return end;
        }
      }
      async function checkHealth(tools, end) {
        const { record, log } = tools;
        const url = record.deployment?.url;
        if (url === void 0)
          return end;
        const health = await ask(tools, url);
        if (health === "unknown") {
          log.line("The live agent did not answer this runner: its health is not known, and not judged.");
        }
        if (health !== "ill")
          return end;
        const failure = (0, outcome.b)("failed", "unhealthy", `Revision ${record.revision?.id ?? ""} of ${record.deployment?.name ?? "the deployment"} is deployed and active, but the live agent answers every check of its health with an error.`);
        return failure.kind === "failed" ? bringBackAfter(tools, failure) : failure;
      }
      async function ask({ knock, clock, signal, log }, base) {
        const url = `${base.replace(/\/+$/, "")}/ok`;
        let health = "unknown";
        for (const pause of PAUSES_MS) {
          if (pause > 0)
            await clock.sleep(pause, signal);
          const status = await knock(url, signal);
          if (status === void 0)
            return "unknown";
          if (status < 500)
            return "well";
          log.line(`The live agent answers ${status} to a check of its health.`);
          health = "ill";
        }
        return health;
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
  )
};
export {
  id,
  ids,
  modules
};
