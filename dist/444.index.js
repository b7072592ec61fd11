const id = 444;
const ids = [444];
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
  )
};
export {
  id,
  ids,
  modules
};
