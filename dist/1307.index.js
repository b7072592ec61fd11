const id = 1307;
const ids = [1307];
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
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76796);
      var _plan_agreement_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(27687);
      var _plan_origin_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(23001);
      var _plan_types_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(41966);
      var _identify_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(68522);
      var _lost_answer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(54343);
      var _read_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6578);
      async function demandAsPlanned(plane, before, { body }, wanted, signal, looked) {
        const now = looked ?? await (0, _read_js__WEBPACK_IMPORTED_MODULE_4__.dj)(plane, before, signal);
        const given = new Set(wanted.secrets?.map(({ name }) => name));
        const kept = (body.secrets ?? []).filter(({ name }) => !given.has(name));
        if (wanted.secretsStrategy !== "merge" || !body.secrets)
          return;
        const listed = await (0, _read_js__WEBPACK_IMPORTED_MODULE_4__.n4)(plane, before, signal);
        for (const view of [now, listed]) {
          const shown = new Map(view?.secrets?.map(({ name, value }) => [name, value]));
          const others = [...shown.keys()].filter((name) => !given.has(name));
          const differ = kept.filter(({ name, value }) => shown.get(name) !== value).map(({ name }) => name);
          const more = others.filter((name) => !kept.some((one) => one.name === name));
          const names = [...differ, ...more];
          if (names.length === 0)
            continue;
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.V("contradictory-answers", `Two answers show ${names.join(", ")} of ${before.name} otherwise: the service hides values, or they are being changed. They would be sent along, so nothing was sent. Run the workflow again, or give them in \`secrets\`.`);
        }
      }
      async function patchDeployment(plane, clock, before, plan, wanted, signal, looked) {
        await demandAsPlanned(plane, before, plan, wanted, signal, looked);
        try {
          const deployment = await plane.patchDeployment(before.id, plan.body, signal);
          return { deployment, afterLostAnswer: false };
        } catch (error) {
          if (!(0, _lost_answer_js__WEBPACK_IMPORTED_MODULE_3__.J)(error))
            throw error;
          const known = new Set(before.revisions.map(({ id: id2 }) => id2));
          const fields = plan.changes.map(({ field }) => field);
          const deployment = await (0, _lost_answer_js__WEBPACK_IMPORTED_MODULE_3__.I)(clock, signal, async () => {
            const found = await plane.getDeployment(before.id, signal);
            const now = await (0, _read_js__WEBPACK_IMPORTED_MODULE_4__.RN)(plane, found, signal);
            const arrived = (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_5__.b)(plan) ? (0, _identify_js__WEBPACK_IMPORTED_MODULE_2__.Xi)(now.revisions, known, wanted).length > 0 : (0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_1__.IR)(now, wanted, fields);
            const proven = wanted.archive !== void 0 && now.revisions.some((one) => !known.has(one.id) && (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_6__.GT)(one, wanted));
            if (proven)
              return found;
            return arrived && (0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_1__.og)(now, wanted, before).length === 0 ? found : void 0;
          });
          if (deployment !== void 0)
            return { deployment, afterLostAnswer: true };
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.V("lost-answer", `The answer to updating ${before.name} was lost, and nothing showed within a minute that it arrived. It was not sent again, so that nothing is built twice. Run the workflow again: it looks first. (${error.message})`, { cause: error });
        }
      }
    })
  ),
  /***/
  96884: (
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
      var identify = __webpack_require__(68522);
      var patch = __webpack_require__(1422);
      var errors = __webpack_require__(65292);
      var outcome = __webpack_require__(76796);
      var lost_answer = __webpack_require__(54343);
      var read = __webpack_require__(6578);
      ;
      const NOT_SERVED = [404, 405, 501];
      async function redeploy(plane, clock, before, revisionId, wanted, signal) {
        await (0, read.dj)(plane, before, signal);
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
      var note = __webpack_require__(97351);
      var roll_out = __webpack_require__(360);
      var steps = __webpack_require__(46444);
      var reissue = __webpack_require__(12388);
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
  37026: (
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
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
      var _apply_read_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6578);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76796);
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(54453);
      var _target_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(72155);
      async function findRollbackTarget(plane, actual, { to, rerun }, signal) {
        if (to.kind === "revision") {
          const revision = await readRevision(plane, actual, to.id, signal);
          const past2 = { revisions: actual.revisions, activeId: actual.activeRevisionId, complete: false };
          return { target: demand((0, _target_js__WEBPACK_IMPORTED_MODULE_4__.EL)(revision, actual.activeRevisionId)), past: past2 };
        }
        const past = { revisions: [], activeId: actual.activeRevisionId, complete: false };
        for await (const page of (0, _apply_read_js__WEBPACK_IMPORTED_MODULE_1__.kb)(plane, actual.id, signal)) {
          past.revisions = [...past.revisions, ...page.map(_plan_actual_js__WEBPACK_IMPORTED_MODULE_3__.FS)];
          const choice2 = rerun ? void 0 : (0, _target_js__WEBPACK_IMPORTED_MODULE_4__.bx)(to, past);
          if (choice2 !== void 0)
            return { target: await demandSame(demand(choice2)), past };
        }
        past.complete = true;
        const choice = (0, _target_js__WEBPACK_IMPORTED_MODULE_4__.bx)(to, past);
        if (choice === void 0)
          throw new Error("a whole past leaves the target open");
        return { target: await demandSame(demand(choice)), past };
        async function demandSame(listed) {
          const byId = await readRevision(plane, actual, listed.id, signal);
          const same = ["status", "commit", "imageUri", "tarballPath", "ref"].every((field) => !byId[field] || !listed[field] || byId[field] === listed[field]);
          const { commit = listed.commit, ref = listed.ref, imageUri = listed.imageUri } = byId;
          const { tarballPath = listed.tarballPath } = byId;
          if (same)
            return { ...byId, commit, ref, imageUri, tarballPath };
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("contradictory-answers", `Two answers show revision ${listed.id} of ${actual.name} otherwise; nothing was sent. Run the workflow again when the service answers the same to both.`);
        }
      }
      async function readRevision(plane, { id: id2, name }, revisionId, signal) {
        try {
          return (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_3__.FS)(await plane.getRevision(id2, revisionId, signal));
        } catch (error) {
          if (!(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 404) && !(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 422))
            throw error;
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("revision-not-found", `${name} has no revision ${revisionId}. \`action: status\` lists the revisions it has.`, { cause: error });
        }
      }
      function demand(choice) {
        if (choice.kind === "refused")
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V(choice.reason, choice.message);
        return choice.revision;
      }
    })
  ),
  /***/
  12388: (
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
      var _contract_source_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(20690);
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
  72155: (
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
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(83889);
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
        const message = active === void 0 ? "No revision is active, so there is none before it. Give the ID of a revision in rollback-to." : `No other commit or image was deployed before the active revision ${active.id}. Give the ID of a revision in rollback-to, or deploy the commit or image to go back to.`;
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
  61307: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        deploy: () => (
          /* reexport */
          deploy
        ),
        preview: () => (
          /* reexport */
          preview
        ),
        rollback: () => (
          /* reexport */
          rollback
        ),
        status: () => (
          /* reexport */
          status_status
        ),
        waitFor: () => (
          /* reexport */
          waitFor
        )
      });
      var errors = __webpack_require__(65292);
      var statuses = __webpack_require__(83889);
      var outcome = __webpack_require__(76796);
      var agreement = __webpack_require__(27687);
      var lost_answer = __webpack_require__(54343);
      var read = __webpack_require__(6578);
      ;
      const CONFLICT_LOOKS_MS = [0, 2e3, 4e3];
      async function createDeployment(plane, clock, body, wanted, signal) {
        const there = await findUnfiltered(plane, body.name, signal);
        if (there !== void 0)
          return { kind: "exists", deployment: there };
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
      async function findUnfiltered(plane, name, signal) {
        const all = await plane.listDeployments({}, signal);
        return all.find((item) => item.name === name && !(0, statuses.y9)(item.status));
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
      var plan_plan = __webpack_require__(88487);
      var load = __webpack_require__(11433);
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
      var plan_text = __webpack_require__(92143);
      var external_node_crypto_ = __webpack_require__(77598);
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
      var note = __webpack_require__(97351);
      ;
      async function judgePaths(tools) {
        const { settings, event } = tools;
        if (settings.paths === void 0 || settings.force)
          return void 0;
        const number = settings.verb === "preview" ? settings.pullRequest : event.pullRequest?.number;
        if (number === void 0 || event.name === "workflow_dispatch")
          return void 0;
        const { touches } = await __webpack_require__.e(
          /* import() */
          6026
        ).then(__webpack_require__.bind(__webpack_require__, 66026));
        return touches(tools, settings.paths, { kind: "pull-request", number });
      }
      async function judgePathsSince(tools, wanted, actual2) {
        const { settings, event, log } = tools;
        if (settings.paths === void 0 || settings.force || settings.verb === "preview")
          return void 0;
        if (event.name !== "push" || actual2.active === void 0)
          return void 0;
        const head = event.commit;
        if (head === void 0 || wanted.source === "git_host" && wanted.commit !== head) {
          log.line("What is deployed is not what was pushed: `paths` is not asked.");
          return void 0;
        }
        const base = actual2.active.commit ?? event.before;
        if (base === head)
          return void 0;
        const { touches } = await __webpack_require__.e(
          /* import() */
          6026
        ).then(__webpack_require__.bind(__webpack_require__, 66026));
        return touches(tools, settings.paths, { kind: "since", base, head });
      }
      var steps = __webpack_require__(46444);
      var identify = __webpack_require__(68522);
      var patch = __webpack_require__(1422);
      var actual = __webpack_require__(54453);
      var origin = __webpack_require__(23001);
      var types = __webpack_require__(41966);
      var earlier = __webpack_require__(36457);
      var polling = __webpack_require__(82394);
      var timeline = __webpack_require__(61662);
      var run_record = __webpack_require__(758);
      var deploy_confirm = __webpack_require__(20630);
      var foreign = __webpack_require__(29691);
      var roll_out = __webpack_require__(360);
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
        const untouched = waited.paths ? void 0 : await judgePathsSince(tools, wanted, actual2);
        if (untouched !== void 0)
          return untouched;
        const plan = (0, plan_plan.Z)(actual2, wanted, { force: settings.force });
        const again = async (more) => update(tools, wanted, await plane.getDeployment(found.id, signal), {
          ...waited,
          paths: true,
          again: true,
          ...more
        });
        const unsure = waited.commit ? void 0 : undisclosed(tools, plan, actual2, wanted);
        if (unsure !== void 0) {
          return await awaitDisclosure(tools, unsure, actual2, wanted) ?? again({ commit: true });
        }
        const stopped = await present(tools, plan, actual2, wanted, waited);
        if (stopped !== void 0)
          return stopped;
        if (plan.kind === "unchanged") {
          if (!await (0, deploy_confirm.eS)(tools, actual2, wanted, waited.again ? void 0 : found)) {
            if (waited.doubted)
              throw contradiction(actual2);
            return again({ doubted: true });
          }
          return (0, outcome.b)("unchanged", "already-active", `${actual2.name} already runs ${describeOrigin(wanted)}, and nothing else differs. Set \`force: true\` to deploy it again.`);
        }
        if (settings.dryRun)
          return (0, steps.lM)(plan);
        const adopt2 = (revisionId) => {
          const before = new Set(actual2.revisions.map(({ id: id2 }) => id2).filter((id2) => id2 !== revisionId));
          return (0, roll_out.O)(tools, { deployment: found, revisionId, wanted, planned: actual2, before, adopted: true });
        };
        if (plan.kind === "adopt") {
          log.line(`Revision ${plan.revisionId} of this commit is on its way already: waiting for it.`);
          return adopt2(plan.revisionId);
        }
        if (plan.kind !== "patch")
          throw new Error(`an update was planned as ${plan.kind}`);
        if (waited.push === void 0 && expectsPush(tools, plan, actual2, wanted)) {
          const pushed = await awaitPush(tools, actual2, wanted);
          return pushed === void 0 ? again({ push: true }) : adopt2(pushed);
        }
        const send = async (sent) => {
          const now = await (0, read.dj)(plane, actual2, signal);
          if (!waited.late && (0, read.d8)(now, actual2))
            return again({ late: true });
          return change(tools, wanted, actual2, sent, now);
        };
        if (wanted.source !== "internal_source")
          return send(plan);
        if (wanted.tarballPath !== void 0)
          return send(withTarball(plan, wanted.tarballPath));
        const { uploadSource } = await __webpack_require__.e(
          /* import() */
          3034
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
      async function change(tools, wanted, actual2, plan, now) {
        const { plane, clock, signal, record, log } = tools;
        if ((0, types.b)(plan))
          record.revision = void 0;
        await (0, steps.Ve)(tools, "writing");
        const { deployment, afterLostAnswer } = await (0, patch.G)(plane, clock, actual2, plan, wanted, signal, now);
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
        const { end, unseen } = await (0, deploy_confirm.iv)(tools, actual2, wanted);
        if (end !== void 0)
          return end;
        const revisionId = deployment.active_revision_id ?? actual2.activeRevisionId;
        if (revisionId !== void 0) {
          const before = new Set(actual2.revisions.map(({ id: id2 }) => id2).filter((id2) => id2 !== revisionId));
          const of = { deployment, revisionId, wanted, planned: actual2, before, adopted: true };
          const doubt = await (0, deploy_confirm.xw)(tools, of);
          if (doubt !== void 0)
            return doubt;
        }
        const hidden = unseen.length === 0 ? "" : ` The service does not show ${unseen.join(", ")}, so that was not compared.`;
        return (0, outcome.b)("deployed", "configuration-updated", `${actual2.name} is updated; no revision was needed, the active one serves on. What a build or a container takes from these settings comes with the next revision; \`force: true\` makes one now.${hidden}`);
      }
      async function anotherServes({ plane, signal, record }, wanted, planned, answer) {
        const revisionId = answer.active_revision_id;
        if (!revisionId || revisionId === planned.activeRevisionId)
          return void 0;
        const revision = (0, actual.FS)(await plane.getRevision(answer.id, revisionId, signal));
        (0, run_record.c)(record, revision);
        if ((0, origin.NX)(revision, wanted)) {
          return (0, outcome.b)("superseded", "newer-revision", `${answer.name} is updated, but revision ${revisionId}, which is of another commit or image, took over at the same time. Run the workflow again.`);
        }
        const before = new Set(planned.revisions.map(({ id: id2 }) => id2));
        return (0, foreign.H)({ deployment: answer, revisionId, wanted, planned, before, adopted: true }, answer);
      }
      function undisclosed({ settings }, plan, actual2, wanted) {
        const asks = plan.kind === "patch" && plan.originOnly && !settings.force && !settings.dryRun;
        return asks ? (0, origin.NF)(wanted, actual2) : void 0;
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
      function contradiction({ name }) {
        return new outcome.V("contradictory-answers", `One answer shows that ${name} has all that is wanted, and another that it has not; nothing was sent. Look at the deployment, and run the workflow again when the service answers the same to both.`);
      }
      function describeOrigin(wanted) {
        if (wanted.source !== "git_host")
          return wanted.imageUri ?? "this image";
        return `commit ${wanted.commit?.slice(0, 7) ?? "(unknown)"} of ${wanted.ref ?? "the ref"}`;
      }
      ;
      async function deploy(tools) {
        const live = await bringAbout(tools);
        const end = tools.settings.verification === void 0 ? live : await (await (0, load.c)()).verifyAfter(tools, live);
        if (!tools.settings.rollbackOnFailure)
          return end;
        return (await __webpack_require__.e(
          /* import() */
          1738
        ).then(__webpack_require__.bind(__webpack_require__, 31738))).rollBackOnFailure(tools, end);
      }
      async function bringAbout(tools) {
        const { settings, plane, signal, record, log } = tools;
        const wanted = await settleCommit(tools);
        record.commit = wanted.commit;
        const untouched = await judgePaths(tools);
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
          3034
        ).then(__webpack_require__.bind(__webpack_require__, 3034));
        const { wanted, source } = await packFor(tools, wished, found);
        const equipped = { ...tools, source };
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
          3034
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
        const plan = (0, plan_plan._)(name, complete, settings.endpoint.dialect);
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
      var hidden_value = __webpack_require__(30171);
      ;
      const NOT_INHERITED = [
        "service_account_name",
        "volumes",
        "volume_mounts",
        "init_containers",
        "sidecars"
      ];
      function inherit(wanted, base, { exists }) {
        const source = sourceOf(wanted, base);
        const own = { ...wanted, source };
        if (base === void 0 || base.source !== source)
          return own;
        const inherited = {
          ...own,
          installCommand: own.installCommand ?? base.installCommand,
          buildCommand: own.buildCommand ?? base.buildCommand,
          graphConfigPath: own.graphConfigPath ?? base.graphConfigPath,
          imageVersion: own.imageVersion ?? base.imageVersion,
          resourceSpec: own.resourceSpec ?? withoutRights(base.resourceSpec)
        };
        if (exists)
          return inherited;
        return {
          ...inherited,
          integrationId: own.integrationId ?? base.integrationId,
          listenerId: own.listenerId ?? base.listenerId,
          k8sNamespace: own.k8sNamespace ?? base.k8sNamespace
        };
      }
      function sourceOf(wanted, base) {
        const guessed = !wanted.sourceSaid && wanted.source === "external_docker";
        return guessed && base?.source === "internal_docker" ? "internal_docker" : wanted.source;
      }
      function withoutRights(spec) {
        if (spec === void 0)
          return void 0;
        const kept = { ...spec };
        for (const field of NOT_INHERITED)
          delete kept[field];
        return Object.values(kept).some((value) => value !== null && value !== void 0) ? kept : void 0;
      }
      var ours = __webpack_require__(32765);
      var preview_marker = __webpack_require__(55896);
      var preview_names = __webpack_require__(92832);
      var fields = __webpack_require__(44034);
      ;
      function withMarker(wanted, of, found) {
        const marker = { name: preview_marker.yf, value: (0, preview_marker.U7)(of) };
        if (wanted.secrets !== void 0)
          return { ...wanted, secrets: [...wanted.secrets, marker] };
        const hidden = found !== void 0 && (0, preview_marker.Fg)(found).kind === "hidden";
        return { ...wanted, secrets: hidden ? void 0 : [marker], secretsStrategy: "merge" };
      }
      function previewGuard({ of, wanted, evidence }) {
        return {
          create: ({ secrets }) => {
            if (secrets?.some(({ name }) => name === preview_marker.yf))
              return;
            throw new outcome.V("deployment-gone", `The preview of ${(0, preview_marker.U7)(of)} disappeared while it was being updated. Run the workflow again.`);
          },
          update: (found) => {
            const { repoUrl } = (0, actual.cu)(found, []);
            const proven = wanted.source === "git_host" && repoUrl !== void 0 && (0, fields.kP)(repoUrl) === (0, fields.kP)(wanted.repoUrl ?? "");
            const verdict = (0, ours.C)(found, of, { ...evidence, proven });
            if (verdict.ours)
              return;
            throw new outcome.V("not-a-preview", `${found.name} (${found.id}) ${verdict.why}: it is left as it is. Give another preview-name-template, or delete it if it is to be replaced.`);
          }
        };
      }
      var pull_request = __webpack_require__(68333);
      var remove = __webpack_require__(91202);
      ;
      async function tearDownUnlabelled(tools, of, pull) {
        const { settings } = tools;
        const names = (0, preview_names.Wl)(settings, of, pull.branch);
        const there = await (0, remove.B1)(tools, names);
        if (there.some((item) => (0, ours.C)(item, of, (0, ours.X)(tools)).ours)) {
          tools.log.line("The label that asks for a preview was taken off.");
          return (0, remove.pD)(tools, { names, of });
        }
        return (0, outcome.b)("skipped", "label-missing", `Pull request ${(0, preview_marker.U7)(of)} has none of the labels ${settings.labels.join(", ")}, so it gets no preview.`);
      }
      ;
      async function unlessUnwanted(tools, sought, work) {
        let end;
        try {
          end = await work();
        } catch (error) {
          tools.signal.throwIfAborted();
          if (error instanceof outcome.V && error.outcome.reason === "not-a-preview")
            throw error;
          const removed = await removeIfUnwanted(tools, sought);
          if (removed !== void 0)
            return removed;
          throw error;
        }
        const sent = end.kind !== "unchanged" && end.kind !== "planned";
        return (sent ? await removeIfUnwanted(tools, sought) : void 0) ?? end;
      }
      async function removeIfUnwanted(tools, sought) {
        if (tools.settings.dryRun)
          return void 0;
        const fate = await (0, pull_request.DV)(tools);
        if (fate === void 0 || fate === "open")
          return void 0;
        tools.log.line(`The pull request ${fate === "closed" ? "was closed" : "lost its label"} meanwhile.`);
        const end = await (0, remove.pD)(tools, sought);
        if (end.kind !== "torn-down" || fate !== "closed")
          return end;
        return (0, outcome.b)("torn-down", "closed-meanwhile", `Pull request ${(0, preview_marker.U7)(sought.of)} was closed while its preview was deployed, so that is deleted again.`);
      }
      ;
      async function preview(tools) {
        const { settings, record } = tools;
        record.pullRequest = settings.pullRequest;
        const of = (0, pull_request.TH)(tools);
        const pull = await (0, pull_request.Yy)(tools);
        const skipped = gatePullRequest(of, pull);
        if (skipped !== void 0)
          return skipped;
        if (!(0, pull_request.RX)(settings.labels, pull.labels))
          return tearDownUnlabelled(tools, of, pull);
        const untouched = await judgePaths(tools);
        if (untouched !== void 0)
          return untouched;
        const base = await readBase(tools);
        const { source } = inherit(settings.wanted, base, { exists: false });
        const name = (0, preview_names.Vb)(settings, of, pull.branch, { source, endpoint: settings.endpoint });
        tools.log.line(`The preview of ${(0, preview_marker.U7)(of)} is ${name}.`);
        record.name = name;
        return unlessUnwanted(tools, { names: [name], of }, () => deployPreview(tools, of, pull, base, name));
      }
      function gatePullRequest(of, { fork, closed }) {
        const which = `Pull request ${(0, preview_marker.U7)(of)}`;
        if (fork) {
          return (0, outcome.b)("skipped", "fork", `${which} comes from a fork, whose code must not run with secrets of this repository. A maintainer can push the change to a branch of this repository.`);
        }
        if (!closed)
          return void 0;
        return (0, outcome.b)("skipped", "pull-request-closed", `${which} is closed, so it gets no preview.`);
      }
      async function readBase({ settings, plane, signal, log }) {
        const { from } = settings;
        if (from === void 0)
          return void 0;
        const found = await (0, read.FB)(plane, from.target, signal);
        if (found !== void 0) {
          log.line(`Settings are inherited from ${found.name} (${found.id}), secrets are not.`);
          const base = (0, actual.cu)(found, []);
          refusePlaceholders(base, settings.wanted);
          return base;
        }
        if (from.said && from.target.by === "name") {
          throw new outcome.V("deployment-not-found", `preview-from: there is no deployment ${from.target.name} to inherit settings from. Correct the name, or leave preview-from out to go without.`);
        }
        return void 0;
      }
      function refusePlaceholders(base, wanted) {
        for (const [input, own, inherited] of [
          ["install-command", wanted.installCommand, base.installCommand],
          ["build-command", wanted.buildCommand, base.buildCommand]
        ]) {
          if (own !== void 0 || inherited === void 0 || !(0, hidden_value.Nj)(inherited))
            continue;
          throw new outcome.V("secrets-hidden", `${input}: ${base.name} shows one that looks hidden, so that it cannot be inherited. Give ${input}, or set preview-from to another deployment.`);
        }
      }
      async function deployPreview(tools, of, pull, base, name) {
        const there = await (0, remove.B1)(tools, [name]);
        const left = await untilFree(tools, there);
        if (left !== void 0)
          return left;
        const found = there.find(({ status }) => !(0, statuses.y9)(status));
        const own = ofPullRequest(tools.settings, pull);
        const inherited = inherit(own.wanted, base, { exists: found !== void 0 });
        const wanted = withMarker(inherited, of, found);
        const guard = previewGuard({ of, wanted: inherited, evidence: (0, ours.X)(tools) });
        if (found !== void 0)
          guard.update(found);
        const settings = {
          ...tools.settings,
          ...own,
          wanted,
          // They were asked about the pull request already.
          paths: void 0,
          verb: "deploy",
          target: { by: "name", name }
        };
        const work = () => deploy({ ...tools, settings, guard });
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof outcome.V) || error.outcome.reason !== "name-taken")
            throw error;
          const leaving = (await (0, remove.B1)(tools, [name])).filter(({ status }) => (0, statuses.y9)(status));
          if (leaving.length === 0)
            throw leftOver(name, error);
          return await untilFree(tools, leaving) ?? work();
        }
      }
      function ofPullRequest({ wanted, said, resolveCommit }, pull) {
        if (pull.ofEvent || said.ref || wanted.source !== "git_host")
          return { wanted, resolveCommit };
        const commit = said.commit ? wanted.commit : pull.commit;
        return { wanted: { ...wanted, ref: pull.branch, commit }, resolveCommit: false };
      }
      async function untilFree(tools, there) {
        const dying = there.filter(({ status }) => (0, statuses.y9)(status));
        if (dying.length === 0 || tools.settings.dryRun)
          return void 0;
        tools.log.line("The preview of this name is being deleted: waiting until it is gone.");
        const left = await (0, remove.ev)(tools, dying);
        return left.length > 0 ? (0, remove.di)(tools.settings.waitTimeoutMs, left) : void 0;
      }
      function leftOver(name, cause) {
        return new outcome.V("name-taken", `The name ${name} is taken by something that is no deployment: the tracing project of an earlier one, which was deleted without it. Teardown and sweep always delete both. Delete the tracing project ${name} (on its page, or by DELETE /api/v1/sessions/{id} of the tracing API), and run again; or give another preview-name-template. ${cause.message}`, { cause });
      }
      var find = __webpack_require__(60580);
      var bring_back = __webpack_require__(96884);
      var rollback_past = __webpack_require__(37026);
      var reissue = __webpack_require__(12388);
      var rollback_target = __webpack_require__(72155);
      ;
      async function rollback(tools) {
        const { settings, plane, signal, record } = tools;
        const { deployment, actual: actual2 } = await (0, find.x)(tools);
        record.prediction = (0, polling.K)(actual2.revisions);
        record.earlier = (0, earlier.t)(actual2.revisions);
        if (actual2.active !== void 0)
          (0, run_record.c)(record, actual2.active);
        const { target, past } = await (0, rollback_past.L)(plane, actual2, settings, signal);
        if (settings.rerun && settings.to.kind === "previous" && (0, rollback_target.NP)(past) && !isUnderway(actual2)) {
          return unchanged(tools, `${actual2.name} was rolled back already: its active revision ${actual2.activeRevisionId ?? ""} was made from the same commit or image as an earlier one. A re-run goes no further back; start a new run, or give the ID of a revision.`);
        }
        if (settings.to.kind === "previous" && (0, rollback_target.NP)(past)) {
          tools.log.line(`The active revision is itself the result of a rollback: \`previous\` leads to ${(0, reissue.Wy)(target)}, which was rolled back. If that is not what you want, give the ID of another revision.`);
        }
        record.commit = target.commit;
        if (!settings.force && serves(target, actual2) && !isUnderway(actual2)) {
          const wanted = (0, reissue.Lm)(target, actual2);
          const revisionId = actual2.active?.id ?? target.id;
          const of = {
            deployment,
            revisionId,
            wanted,
            planned: void 0,
            before: /* @__PURE__ */ new Set(),
            adopted: true
          };
          const doubt = await (0, deploy_confirm.xw)(tools, of);
          if (doubt !== void 0)
            return doubt;
          return unchanged(tools, `${actual2.name} already runs ${(0, reissue.Wy)(target)}. Set \`force: true\` to deploy it again.`);
        }
        const way = await (0, bring_back.YW)(tools, actual2, target);
        const underway = settings.force ? void 0 : onItsWay(way);
        if (underway !== void 0) {
          record.plan = { kind: "adopt", revisionId: underway.id, changes: [] };
          tools.log.line(`Revision ${underway.id} of the same is on its way already.`);
          if (settings.dryRun)
            return (0, steps.lM)(record.plan);
          record.rollback = { targetId: target.id, revisionId: underway.id, after: void 0 };
          return conclude(await adopt(tools, way.wanted, actual2, underway), target, actual2);
        }
        await (0, bring_back.m4)(tools, way);
        if (settings.dryRun)
          return (0, steps.lM)(way.plan);
        return conclude(await (0, bring_back.OE)(tools, way, { after: void 0, keep: false }), target, actual2);
      }
      function serves(target, { active }) {
        if (active === void 0)
          return false;
        return (0, statuses.BE)(active.status) === "deployed" && (target.id === active.id || (0, rollback_target.Ft)(target, active));
      }
      function isUnderway({ latest, activeRevisionId }) {
        if (latest === void 0 || latest.id === activeRevisionId)
          return false;
        return ["progress", "deployed"].includes((0, statuses.BE)(latest.status));
      }
      function onItsWay({ wanted, actual: actual2, plan }) {
        const sure = (0, origin.rn)(wanted, actual2);
        return sure ?? (plan.kind === "patch" ? (0, origin.NF)(wanted, actual2) : void 0);
      }
      async function adopt(tools, wanted, actual2, underway) {
        const before = new Set(actual2.revisions.map(({ id: id2 }) => id2).filter((id2) => id2 !== underway.id));
        const deployment = await tools.plane.getDeployment(actual2.id, tools.signal);
        return (0, roll_out.O)(tools, {
          deployment,
          revisionId: underway.id,
          wanted,
          planned: void 0,
          before,
          adopted: true
        });
      }
      async function unchanged({ record }, message) {
        record.plan = { kind: "unchanged", changes: [] };
        return (0, outcome.b)("unchanged", "already-active", message);
      }
      function conclude(end, target, { name }) {
        if (end.kind !== "deployed" || end.reason === "commit-unknown")
          return end;
        return (0, outcome.b)("deployed", "rolled-back-to", `${name} is rolled back to ${(0, reissue.Wy)(target)}. ${end.message}`);
      }
      ;
      function revisionLines(actual2, now) {
        const rows = actual2.revisions.map((revision) => [
          revision.id === actual2.activeRevisionId ? "*" : "",
          revision.id,
          revision.status,
          (0, reissue.yv)(revision),
          revision.createdAt === void 0 ? "" : `${(0, timeline.a3)(Math.max(0, now - revision.createdAt))} ago`
        ]);
        const table = [["", "Revision", "Status", "Of", "Made"], ...rows];
        const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
        return table.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
      }
      function observe(actual2) {
        const { name, active, activeRevisionId } = actual2;
        const latest = actual2.revisions.find(({ status }) => (0, statuses.BE)(status) !== "skipped");
        const serves2 = activeRevisionId === void 0 ? "No revision is active." : `Active is revision ${activeRevisionId}${active === void 0 ? "" : `, of ${(0, reissue.yv)(active)}`}.`;
        if (latest === void 0) {
          return (0, outcome.b)("observed", "nothing-serves", `${name} has no revision that was built. ${serves2}`);
        }
        const kind = (0, statuses.BE)(latest.status);
        if (latest.id === activeRevisionId && kind === "deployed") {
          return (0, outcome.b)("observed", "serving", `${name} serves its latest revision. ${serves2}`);
        }
        if (kind === "failed" || kind === "interrupted") {
          return (0, outcome.b)("observed", "latest-failed", `The latest revision ${latest.id} of ${name} is ${latest.status}. ${serves2}`);
        }
        return (0, outcome.b)("observed", "on-its-way", `Revision ${latest.id} of ${name} is on its way: ${latest.status}. ${serves2}`);
      }
      ;
      async function status_status(tools) {
        const { record, log, clock } = tools;
        const { actual: actual2 } = await (0, find.x)(tools);
        if (actual2.latest !== void 0)
          (0, run_record.c)(record, actual2.latest);
        record.commit = actual2.active?.commit;
        await log.group(`Revisions of ${actual2.name} (* is active)`, () => {
          for (const line of revisionLines(actual2, clock.now()))
            log.line(line);
        });
        return observe(actual2);
      }
      ;
      async function waitFor(tools) {
        const { settings, plane, signal, record } = tools;
        const { deployment, actual: actual2 } = await (0, find.x)(tools);
        const id2 = settings.revisionId ?? actual2.latest?.id;
        if (id2 === void 0) {
          throw new outcome.V("revision-not-found", `${actual2.name} has no revision to wait for yet.`);
        }
        const at = actual2.revisions.findIndex((revision2) => revision2.id === id2);
        const revision = actual2.revisions[at] ?? await (0, rollback_past.M)(plane, actual2, id2, signal);
        (0, run_record.c)(record, revision);
        record.prediction = (0, polling.K)(actual2.revisions);
        record.earlier = (0, earlier.t)(actual2.revisions);
        const older = at === -1 ? [] : actual2.revisions.slice(at + 1);
        const end = await (0, roll_out.O)({ ...tools, settings: { ...settings, wait: true } }, {
          deployment,
          revisionId: id2,
          // Which commit it is of is not this verb's question.
          wanted: { ...(0, reissue.Lm)(revision, actual2), commit: void 0, imageUri: void 0 },
          planned: void 0,
          before: new Set(older.map((one) => one.id)),
          adopted: true
        });
        return end.kind === "deployed" ? (0, outcome.b)("deployed", "rolled-out", end.message) : end;
      }
      ;
    })
  ),
  /***/
  60580: (
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
      var _deploy_note_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(97351);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76796);
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
  )
};
export {
  id,
  ids,
  modules
};
