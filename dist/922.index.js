const id = 922;
const ids = [922, 444];
const modules = {
  /***/
  6141: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Az: () => (
          /* binding */
          identifyRevision
        ),
        /* harmony export */
        Wc: () => (
          /* binding */
          awaitCommit
        ),
        /* harmony export */
        Xi: () => (
          /* binding */
          candidates
        ),
        /* harmony export */
        bT: () => (
          /* binding */
          originTells
        ),
        /* harmony export */
        iq: () => (
          /* binding */
          awaitPushRevision
        ),
        /* harmony export */
        vK: () => (
          /* binding */
          laterTwin
        )
        /* harmony export */
      });
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5292);
      var _contract_limits_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5403);
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3889);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4453);
      var _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3001);
      const APPEARS_WITHIN_MS = 6e4;
      async function identifyRevision(plane, clock, answer, before, wanted, { sentOrigin, lost }, signal) {
        const oldest = lost && originTells(wanted);
        const latest = oldest ? void 0 : answer.latest_revision_id;
        const shown = (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_2__.cu)(answer, []);
        const theirs = sentOrigin && (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.NX)({ ...shown, commit: void 0 }, wanted);
        if (latest && !before.has(latest) && !theirs)
          return latest;
        const giveUpAt = clock.now() + APPEARS_WITHIN_MS;
        for (let pause = 1e3; ; pause = Math.min(pause * 2, 1e4)) {
          const views = await listViews(plane, answer.id, signal);
          const fresh = views.filter(({ id: id2 }) => !before.has(id2));
          const all = sentOrigin ? candidates(views, before, wanted) : fresh;
          const [found, ...others] = oldest ? all.slice(-1) : all;
          if (found !== void 0 && others.length > 0) {
            const ids2 = [found, ...others].map(({ id: id2 }) => id2).join(", ");
            throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("ambiguous-revision", `The change of ${answer.name} was accepted, but several revisions appeared at the same time, and the service does not say which is ours: ${ids2}. Run the workflow again.`);
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
        const confirmed = fresh.filter((revision) => (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.GT)(revision, wanted));
        if (confirmed.length > 0)
          return confirmed;
        const silent = fresh.filter((revision) => !(0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.NX)(revision, wanted));
        if (silent.length > 0)
          return silent;
        return fresh.filter((revision) => !(0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.NX)(withoutCommit(revision), wanted));
      }
      function originTells({ secrets, resourceSpec, archive }) {
        if (archive !== void 0)
          return true;
        return secrets === void 0 && resourceSpec === void 0;
      }
      async function laterTwin(plane, { deployment, revisionId, wanted }, signal) {
        let views;
        try {
          views = await listViews(plane, deployment.id, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD)
            return void 0;
          throw error;
        }
        const ours = views.findIndex(({ id: id2 }) => id2 === revisionId);
        const at = views.findIndex((revision, index) => index < ours && (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.GT)(revision, wanted));
        const found = views[at];
        return found && { id: found.id, before: new Set(views.slice(at + 1).map(({ id: id2 }) => id2)) };
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
          if (view === void 0 || view.commit !== void 0 || (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_4__.dR)(view.status))
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
          const found = views.find((revision) => !ended.has(revision.id) && (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.GT)(revision, wanted));
          if (found !== void 0 || clock.now() >= giveUpAt)
            return found;
          await clock.sleep(Math.min(2e3, Math.max(1, giveUpAt - clock.now())), signal);
        }
      }
      async function listViews(plane, id2, signal) {
        const revisions = await plane.listRevisions(id2, { limit: _contract_limits_js__WEBPACK_IMPORTED_MODULE_5__.oX }, signal);
        return revisions.map(_plan_actual_js__WEBPACK_IMPORTED_MODULE_2__.FS);
      }
    })
  ),
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
  6444: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Ve: () => (
          /* binding */
          enter
        ),
        /* harmony export */
        e6: () => (
          /* binding */
          follow
        ),
        /* harmony export */
        lM: () => (
          /* binding */
          planned
        ),
        /* harmony export */
        tN: () => (
          /* binding */
          showPlan
        )
        /* harmony export */
      });
      var _apply_identify_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6141);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);
      var _plan_types_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1966);
      var _report_plan_text_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2143);
      var _run_record_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(758);
      var _foreign_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9691);
      var _roll_out_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8971);
      async function follow(tools, wanted, { deployment, lost }, planned2, plan) {
        const { plane, clock, signal } = tools;
        const before = new Set(planned2?.revisions.map(({ id: id2 }) => id2));
        await enter(tools, "waiting");
        const change = { sentOrigin: (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_4__.m)(plan), lost };
        const revisionId = await (0, _apply_identify_js__WEBPACK_IMPORTED_MODULE_0__.Az)(plane, clock, deployment, before, wanted, change, signal);
        if (revisionId === void 0) {
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("no-revision", `The change of ${deployment.name} was accepted, but no revision of it appeared within a minute. Look at the deployment; running again is safe.`);
        }
        const of = { deployment, revisionId, wanted, planned: planned2, before, adopted: false };
        const foreign = (0, _foreign_js__WEBPACK_IMPORTED_MODULE_2__.H)(of, deployment);
        if (foreign === void 0)
          return lost && (0, _apply_identify_js__WEBPACK_IMPORTED_MODULE_0__.bT)(wanted) ? rollOutEither(tools, of) : (0, _roll_out_js__WEBPACK_IMPORTED_MODULE_3__.O)(tools, of);
        (0, _run_record_js__WEBPACK_IMPORTED_MODULE_5__.c)(tools.record, { id: revisionId, status: "UNKNOWN", commit: void 0 });
        return foreign;
      }
      async function rollOutEither(tools, of) {
        const { settings, clock, log } = tools;
        const startedAt = clock.now();
        const end = await (0, _roll_out_js__WEBPACK_IMPORTED_MODULE_3__.O)(tools, of);
        if (end.kind !== "superseded" || !TOOK_OVER.includes(end.reason))
          return end;
        const twin = await (0, _apply_identify_js__WEBPACK_IMPORTED_MODULE_0__.vK)(tools.plane, of, tools.signal);
        if (twin === void 0)
          return end;
        log.line(`Revision ${twin.id} is of the same and came later. The answer was lost, so it may be ours.`);
        const waitTimeoutMs = Math.max(0, settings.waitTimeoutMs - (clock.now() - startedAt));
        return (0, _roll_out_js__WEBPACK_IMPORTED_MODULE_3__.O)({ ...tools, settings: { ...settings, waitTimeoutMs } }, { ...of, revisionId: twin.id, before: /* @__PURE__ */ new Set([...of.before, ...twin.before]), adopted: true });
      }
      const TOOK_OVER = ["newer-revision", "skipped-by-service"];
      async function showPlan(tools, plan, title) {
        tools.record.plan = plan;
        await tools.log.group(`Plan: ${title}`, () => {
          for (const line of (0, _report_plan_text_js__WEBPACK_IMPORTED_MODULE_6__.H)(plan))
            tools.log.line(line);
        });
        if (plan.kind !== "refused")
          return void 0;
        const [first] = plan.refusals;
        const all = plan.refusals.map(({ field, problem, cure }) => `${field}: ${problem}. ${cure}`).join("\n");
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.b)("failed", first?.reason ?? "invalid-plan", all);
      }
      function planned(plan) {
        const effect = (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_4__.b)(plan) ? "A revision would result." : "No revision would result.";
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.b)("planned", "dry-run", `Nothing was sent. ${effect}`);
      }
      async function enter(tools, stage) {
        tools.record.stage = stage;
        await tools.checkpoint();
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
          case "redeploy":
            return "The service deploys that revision again, as a new one.";
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
  1922: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        rollback: () => (
          /* binding */
          rollback
        )
        /* harmony export */
      });
      var _deploy_roll_out_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8971);
      var _deploy_steps_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6444);
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(3889);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6796);
      var _plan_origin_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(3001);
      var _rollout_earlier_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(6457);
      var _rollout_polling_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2394);
      var _run_record_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(758);
      var _watch_find_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(580);
      var _bring_back_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6884);
      var _past_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7026);
      var _reissue_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2388);
      var _target_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(2155);
      async function rollback(tools) {
        const { settings, plane, signal, record } = tools;
        const { actual } = await (0, _watch_find_js__WEBPACK_IMPORTED_MODULE_4__.x)(tools);
        record.prediction = (0, _rollout_polling_js__WEBPACK_IMPORTED_MODULE_3__.K)(actual.revisions);
        record.earlier = (0, _rollout_earlier_js__WEBPACK_IMPORTED_MODULE_8__.t)(actual.revisions);
        if (actual.active !== void 0)
          (0, _run_record_js__WEBPACK_IMPORTED_MODULE_9__.c)(record, actual.active);
        const { target, past } = await (0, _past_js__WEBPACK_IMPORTED_MODULE_6__.L)(plane, actual, settings, signal);
        if (settings.rerun && settings.to.kind === "previous" && (0, _target_js__WEBPACK_IMPORTED_MODULE_10__.NP)(past) && !isUnderway(actual)) {
          return unchanged(tools, `${actual.name} was rolled back already: its active revision ${actual.activeRevisionId ?? ""} is of the same as an earlier one. A re-run goes no further back; start a new run, or give the ID of a revision.`);
        }
        if (settings.to.kind === "previous" && (0, _target_js__WEBPACK_IMPORTED_MODULE_10__.NP)(past)) {
          tools.log.line(`The active revision is a return already: \`previous\` leads to ${(0, _reissue_js__WEBPACK_IMPORTED_MODULE_7__.Wy)(target)}, which somebody went back from. Give the ID of another revision when that is not meant.`);
        }
        record.commit = target.commit;
        if (!settings.force && serves(target, actual) && !isUnderway(actual)) {
          return unchanged(tools, `${actual.name} already runs ${(0, _reissue_js__WEBPACK_IMPORTED_MODULE_7__.Wy)(target)}. Set \`force: true\` to deploy it again.`);
        }
        const way = await (0, _bring_back_js__WEBPACK_IMPORTED_MODULE_5__.YW)(tools, actual, target);
        const underway = settings.force ? void 0 : onItsWay(way);
        if (underway !== void 0) {
          record.plan = { kind: "adopt", revisionId: underway.id, changes: [] };
          tools.log.line(`Revision ${underway.id} of the same is on its way already.`);
          if (settings.dryRun)
            return (0, _deploy_steps_js__WEBPACK_IMPORTED_MODULE_1__.lM)(record.plan);
          record.rollback = { targetId: target.id, revisionId: underway.id, after: void 0 };
          return conclude(await adopt(tools, way.wanted, actual, underway), target, actual);
        }
        await (0, _bring_back_js__WEBPACK_IMPORTED_MODULE_5__.m4)(tools, way);
        if (settings.dryRun)
          return (0, _deploy_steps_js__WEBPACK_IMPORTED_MODULE_1__.lM)(way.plan);
        return conclude(await (0, _bring_back_js__WEBPACK_IMPORTED_MODULE_5__.OE)(tools, way, { after: void 0, keep: false }), target, actual);
      }
      function serves(target, { active }) {
        if (active === void 0)
          return false;
        return (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_11__.BE)(active.status) === "deployed" && (target.id === active.id || (0, _target_js__WEBPACK_IMPORTED_MODULE_10__.Ft)(target, active));
      }
      function isUnderway({ latest, activeRevisionId }) {
        if (latest === void 0 || latest.id === activeRevisionId)
          return false;
        return ["progress", "deployed"].includes((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_11__.BE)(latest.status));
      }
      function onItsWay({ wanted, actual, plan }) {
        const sure = (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_12__.rn)(wanted, actual);
        return sure ?? (plan.kind === "patch" ? (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_12__.NF)(wanted, actual) : void 0);
      }
      async function adopt(tools, wanted, actual, underway) {
        const before = new Set(actual.revisions.map(({ id: id2 }) => id2).filter((id2) => id2 !== underway.id));
        const deployment = await tools.plane.getDeployment(actual.id, tools.signal);
        return (0, _deploy_roll_out_js__WEBPACK_IMPORTED_MODULE_0__.O)(tools, {
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
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("unchanged", "already-active", message);
      }
      function conclude(end, target, { name }) {
        if (end.kind !== "deployed" || end.reason === "commit-unknown")
          return end;
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("deployed", "rolled-back-to", `${name} is rolled back to ${(0, _reissue_js__WEBPACK_IMPORTED_MODULE_7__.Wy)(target)}. ${end.message}`);
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
