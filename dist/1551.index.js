const id = 1551;
const ids = [1551, 9003];
const modules = {
  /***/
  68522: (
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
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
      var _contract_limits_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(55403);
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(83889);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76796);
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(54453);
      var _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(23001);
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
  69003: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        interruptRevision: () => (
          /* binding */
          interruptRevision
        )
        /* harmony export */
      });
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(83889);
      var _lost_answer_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(54343);
      async function interruptRevision(plane, deploymentId, revisionId, signal) {
        try {
          await plane.interruptRevision(deploymentId, revisionId, signal);
          return { done: true, message: `Revision ${revisionId} is interrupted.` };
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD))
            throw error;
          const status = await statusOf(plane, deploymentId, revisionId, signal);
          if (status !== void 0 && (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_2__.BE)(status) === "interrupted") {
            return { done: true, message: `Revision ${revisionId} is interrupted.` };
          }
          const now = status === void 0 ? "" : ` It is ${status} now.`;
          const what = (0, _lost_answer_js__WEBPACK_IMPORTED_MODULE_1__.J)(error) ? "whether that arrived is not known" : "that was refused";
          return {
            done: false,
            message: `Interrupting revision ${revisionId} was tried, and ${what}: ${error.message}${now}`
          };
        }
      }
      async function statusOf(plane, deploymentId, revisionId, signal) {
        try {
          return (await plane.getRevision(deploymentId, revisionId, signal)).status;
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD)
            return void 0;
          throw error;
        }
      }
    })
  ),
  /***/
  54343: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        I: () => (
          /* binding */
          lookAgain
        ),
        /* harmony export */
        J: () => (
          /* binding */
          isLost
        )
        /* harmony export */
      });
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
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
            if (!(error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD))
              throw error;
          }
        }
        return void 0;
      }
      function isLost(error) {
        return error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD && error.kind === "ambiguous";
      }
    })
  ),
  /***/
  20630: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        xw: () => (
          /* binding */
          confirmServing
        ),
        iv: () => (
          /* binding */
          confirmSettings
        ),
        eS: () => (
          /* binding */
          confirmUnchanged
        )
      });
      var errors = __webpack_require__(65292);
      var statuses = __webpack_require__(83889);
      var read = __webpack_require__(6578);
      var outcome = __webpack_require__(76796);
      var plan_actual = __webpack_require__(54453);
      var derive = __webpack_require__(99816);
      var agreement = __webpack_require__(27687);
      var fields = __webpack_require__(44034);
      ;
      function keptOf(before, now, wanted, secrets, answered) {
        const kept = { ignored: [], unseen: [] };
        const view = (actual) => (0, fields.gN)(wanted, { ...actual, active: void 0 });
        const earlier = new Map(before === void 0 ? [] : view(before).map((one) => [one.field, one]));
        const fixed = before === void 0 ? (0, fields.KL)(wanted, now) : [];
        for (const { field, wanted: to, actual: is, same } of [...fixed, ...view(now)]) {
          const was = earlier.get(field);
          if (to === void 0 || same || was?.same)
            continue;
          const shownBefore = was?.actual !== void 0 || before?.unset.has(field) === true;
          if (is === void 0 && !now.unset.has(field) && !shownBefore)
            kept.unseen.push(field);
          else if (field === "source_config.resource_spec")
            kept.ignored.push(...specFields(before, now, wanted));
          else if (is === void 0 || is === was?.actual || !is.includes(to))
            kept.ignored.push(field);
        }
        if (secrets !== void 0)
          kept.ignored.push(...lostSecrets(before, now, secrets, wanted, answered));
        return kept;
      }
      function specFields(before, now, { resourceSpec }) {
        const spec = (of) => of === void 0 ? {} : (0, derive.L)(of);
        const [was, is, to] = [spec(before?.resourceSpec), spec(now.resourceSpec), spec(resourceSpec)];
        return Object.keys(resourceSpec ?? {}).filter((key) => to[key] !== null && to[key] !== void 0).filter((key) => {
          const [a, b, c] = [was[key], is[key], to[key]].map(fields.Yu);
          if (b === c)
            return false;
          return typeof to[key] !== "object" || b === a || b === void 0;
        }).map((key) => `source_config.resource_spec.${key}`);
      }
      function lostSecrets(before, now, secrets, wanted, answered) {
        const names = secrets.filter(({ value }) => value !== "").map(({ name }) => name);
        const relied = wanted.secretsStrategy === "merge" && before?.secrets?.length === 0;
        if (relied && now.secrets?.length === 0)
          return names.map((name) => `secrets.${name}`);
        const given = new Set(wanted.secrets?.map(({ name }) => name));
        const kept = new Set(names.filter((name) => !given.has(name)));
        const shows = {
          ...(0, agreement.Fx)(before ?? { secrets: void 0 }),
          around: { before: before?.secrets, answered, kept }
        };
        return (0, agreement.eF)({ secrets: [...secrets], secretsStrategy: "merge" }, now.secrets, shows);
      }
      var plan = __webpack_require__(88487);
      var decide = __webpack_require__(45189);
      var deploy_foreign = __webpack_require__(29691);
      ;
      const PAUSES_MS = [0, 1e3, 2e3, 4e3, 8e3, 15e3, 3e4];
      async function confirmServing(tools, of, direct) {
        const objections = /* @__PURE__ */ new Set();
        let failed;
        for (const pause of PAUSES_MS) {
          if (pause > 0)
            await tools.clock.sleep(pause, tools.signal);
          try {
            const byId = pause === 0 && direct !== void 0 ? direct : await viewById(tools, of);
            const found = [byId, await viewInLists(tools, of)].map((view) => objectionTo(of, view));
            const [one, other] = found;
            if (one === void 0 && other === void 0)
              return void 0;
            if (one?.outcome !== void 0 && other?.outcome?.reason === one.outcome.reason)
              return one.outcome;
            for (const objection of found)
              if (objection !== void 0)
                objections.add(objection.what);
            failed = void 0;
          } catch (error) {
            tools.signal.throwIfAborted();
            if (!(error instanceof errors.hD))
              throw error;
            failed = error;
          }
        }
        if (failed !== void 0 && objections.size === 0)
          throw failed;
        const { name } = of.deployment;
        return (0, outcome.b)("failed", "contradictory-answers", `One answer shows revision ${of.revisionId} of ${name} as deployed and active with all that was asked for, and another does not: ${[...objections].join("; ")}. Look at the deployment, and run the workflow again when the service answers the same to both.`);
      }
      async function viewById({ plane, signal }, of) {
        const revision = (0, plan_actual.FS)(await plane.getRevision(of.deployment.id, of.revisionId, signal));
        return { deployment: await plane.getDeployment(of.deployment.id, signal), revision };
      }
      async function viewInLists(tools, of) {
        const revision = await findListed(tools, of.deployment.id, of.revisionId);
        return { deployment: await findInList(tools, of.deployment), revision };
      }
      const NOT_FOR_US = [401, 403, 404, 405, 501];
      async function findInList({ settings, plane, signal, record }, { id: id2, name }) {
        const byId = "target" in settings && isTargetById(settings.target);
        if (!byId)
          return (0, read._U)(plane, name, signal, record.created ? void 0 : id2);
        try {
          return await (0, read.n4)(plane, { id: id2, name }, signal);
        } catch (error) {
          if (!(error instanceof errors.hD) || !NOT_FOR_US.includes(error.status ?? 0))
            throw error;
          return plane.getDeployment(id2, signal);
        }
      }
      function isTargetById(target) {
        return typeof target === "object" && target !== null && "by" in target && target.by === "id";
      }
      async function findListed({ plane, signal }, deploymentId, revisionId) {
        for await (const page of (0, read.kb)(plane, deploymentId, signal)) {
          const found = page.find(({ id: id2 }) => id2 === revisionId);
          if (found !== void 0)
            return (0, plan_actual.FS)(found);
        }
        return void 0;
      }
      function objectionTo(of, { deployment, revision }) {
        const { name, id: id2 } = of.deployment;
        if (deployment === void 0)
          return { what: `the list does not show ${name}` };
        if (deployment.id !== id2)
          return { what: `the list shows ${name} as ${deployment.id}, not ${id2}` };
        if ((0, statuses.y9)(deployment.status))
          return { what: `${name} is ${deployment.status}`, outcome: gone(of) };
        if (revision === void 0)
          return { what: `revision ${of.revisionId} is not in the list` };
        const verdict = (0, decide.L)({
          revisionId: of.revisionId,
          commit: of.wanted.commit,
          imageUri: of.wanted.imageUri,
          tarballPath: of.wanted.tarballPath,
          before: of.before
        }, {
          revision,
          deployment: {
            activeRevisionId: deployment.active_revision_id ?? void 0,
            latestRevisionId: deployment.latest_revision_id ?? void 0
          }
        });
        if (verdict.kind === "superseded") {
          const by = verdict.by === void 0 ? "" : ` by ${verdict.by}`;
          const what = `revision ${of.revisionId} is superseded${by} (${verdict.why})`;
          return { what, outcome: (0, outcome.b)("superseded", verdict.why, `${capital(what)}. Run the workflow again.`) };
        }
        if (verdict.kind !== "deployed") {
          const active = deployment.active_revision_id ?? "none";
          return { what: `revision ${of.revisionId} is ${revision.status}, and the active one is ${active}` };
        }
        const foreign = (0, deploy_foreign.H)(of, deployment);
        if (foreign !== void 0)
          return { what: foreign.message.replace(/\.$/, ""), outcome: foreign };
        return objectionToSettings(of, deployment);
      }
      function objectionToSettings(of, deployment) {
        if (of.adopted && of.secrets === void 0)
          return void 0;
        const latest = deployment.latest_revision_id;
        if (latest && latest !== of.revisionId && !of.before.has(latest))
          return void 0;
        const now = (0, plan_actual.cu)(deployment, []);
        const { ignored } = keptOf(of.planned, now, of.wanted, latest === of.revisionId ? of.secrets : void 0, of.deployment.secrets?.map(plan_actual.ee));
        if (ignored.length === 0)
          return void 0;
        return {
          what: `${of.deployment.name} does not show the given ${ignored.join(", ")}`,
          outcome: settingsIgnored(of.deployment.name, ignored)
        };
      }
      function gone({ deployment }) {
        const message = `The deployment ${deployment.name} is being deleted.`;
        return (0, outcome.b)("failed", "deployment-gone", message);
      }
      function settingsIgnored(name, fields2) {
        return (0, outcome.b)("failed", "settings-ignored", `The service accepted the change of ${name}, and shows ${fields2.join(", ")} otherwise than was sent. Check that the service knows and allows these settings; leave the inputs out where it does not.`);
      }
      async function confirmSettings(tools, planned, wanted) {
        const { plane, signal, clock } = tools;
        let ignored = [];
        let unseen = [];
        for (const pause of PAUSES_MS) {
          if (pause > 0)
            await clock.sleep(pause, signal);
          const views = [await plane.getDeployment(planned.id, signal), await findInList(tools, planned)];
          if (views.some((view) => view?.id !== planned.id)) {
            ignored = ["id"];
            continue;
          }
          const kept = views.flatMap((view) => view === void 0 ? [] : [keptOf(planned, (0, plan_actual.cu)(view, []), wanted, void 0)]);
          ignored = [...new Set(kept.flatMap((one) => one.ignored))];
          unseen = [...new Set(kept.flatMap((one) => one.unseen))];
          if (ignored.length === 0)
            return { end: void 0, unseen };
        }
        return { end: settingsIgnored(planned.name, ignored), unseen };
      }
      async function confirmUnchanged(tools, actual, wanted, found) {
        const { plane, signal, settings } = tools;
        const listed = "target" in settings && !isTargetById(settings.target) ? found : void 0;
        const { activeRevisionId } = actual;
        const deployments = [
          await plane.getDeployment(actual.id, signal),
          listed ?? await findInList(tools, actual)
        ];
        const active = activeRevisionId === void 0 ? void 0 : (0, plan_actual.FS)(await plane.getRevision(actual.id, activeRevisionId, signal));
        return deployments.every((deployment) => {
          if (deployment === void 0 || deployment.id !== actual.id || (0, statuses.y9)(deployment.status))
            return false;
          const seen = (0, plan_actual.cu)(deployment, []);
          if (seen.activeRevisionId !== activeRevisionId)
            return false;
          const revisions = actual.revisions.map((one) => one.id === active?.id ? active : one);
          const latest = revisions.find(({ id: id2 }) => id2 === seen.latestRevisionId) ?? revisions[0];
          return (0, plan.Z)({ ...seen, revisions, active, latest }, wanted, { force: false }).kind === "unchanged";
        });
      }
      function capital(text) {
        return text.charAt(0).toUpperCase() + text.slice(1);
      }
    })
  ),
  /***/
  29691: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        H: () => (
          /* binding */
          foreignOutcome
        )
        /* harmony export */
      });
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76796);
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(54453);
      var _plan_agreement_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(27687);
      function foreignOutcome(of, seen) {
        if (seen === void 0)
          return void 0;
        const latest = seen.latest_revision_id;
        const ours = latest === of.revisionId;
        if (latest && !ours && !of.before.has(latest))
          return void 0;
        const now = (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_1__.cu)(seen, []);
        const answered = (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_1__.cu)(of.deployment, []);
        const shows = {
          ...(0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_2__.Fx)(of.planned ?? { secrets: void 0 }),
          around: { before: of.planned?.secrets, answered: answered.secrets }
        };
        const theirs = /* @__PURE__ */ new Set([
          ...of.planned === void 0 ? [] : (0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_2__.fN)(of.planned, now, of.wanted),
          ...ours ? (0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_2__.eF)(of.wanted, now.secrets, shows) : []
        ]);
        const since = (0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_2__.gu)(answered, now, of.wanted).filter((field) => !theirs.has(field));
        if (theirs.size + since.length === 0)
          return void 0;
        const { revisionId, deployment } = of;
        const all = [...theirs, ...since].join(", ");
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.b)("superseded", "settings-mismatch", theirs.size > 0 ? `Revision ${revisionId} of ${deployment.name} has not the given ${all}: somebody else changed the deployment at the same time. Run the workflow again.` : `Revision ${revisionId} is active, but ${deployment.name} no longer has the given ${all}: somebody else changed it after this run did. Run the workflow again.`);
      }
    })
  ),
  /***/
  360: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        O: () => (
          /* binding */
          rollOut
        )
      });
      var outcome = __webpack_require__(76796);
      var timeline = __webpack_require__(61662);
      var errors = __webpack_require__(65292);
      var statuses = __webpack_require__(83889);
      var actual = __webpack_require__(54453);
      var decide = __webpack_require__(45189);
      var polling = __webpack_require__(82394);
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
            const revision = (0, actual.FS)(await plane.getRevision(deploymentId, ours.revisionId, signal));
            const deployment = (0, decide.B)(revision.status) ? await plane.getDeployment(deploymentId, signal) : void 0;
            if (revision.status !== last?.status)
              changedAt = clock.now();
            last = revision;
            trouble = void 0;
            misses = 0;
            events.looked(revision, deployment);
            if (deployment !== void 0 && (0, statuses.y9)(deployment.status))
              return { kind: "gone" };
            const verdict = (0, decide.L)(ours, { revision, deployment: deployment && ids2(deployment) });
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
            status: last?.status,
            prediction: options.prediction
          };
          await clock.sleep((0, polling.V)(state, options.pollIntervalMs), signal);
        }
      }
      function ids2(deployment) {
        return {
          activeRevisionId: deployment.active_revision_id ?? void 0,
          latestRevisionId: deployment.latest_revision_id ?? void 0
        };
      }
      function isPassing(error) {
        if (!(error instanceof errors.hD))
          return false;
        if (error.kind === "http") {
          const status = error.status ?? 0;
          return status === 404 || status === 408 || status === 425 || status === 429 || status >= 500;
        }
        return error.kind === "network" || error.kind === "timeout" || error.kind === "malformed";
      }
      var run_record = __webpack_require__(758);
      var interrupt = __webpack_require__(69003);
      ;
      async function giveUp(tools, end) {
        const { settings, record, plane, signal, log } = tools;
        if (settings.policy.onTimeout !== "interrupt" || end.kind !== "timed-out" || end.reason !== "deadline") {
          return end;
        }
        const { deployment, revision, ownRevisionId } = record;
        if (deployment === void 0 || revision === void 0 || ownRevisionId !== revision.id) {
          return add(end, "It is not of this run, so it is not interrupted.");
        }
        const { done, message } = await (0, interrupt.interruptRevision)(plane, deployment.id, revision.id, signal);
        log.line(message);
        if (!done)
          return add(end, message);
        (0, run_record.c)(record, { ...revision, status: "INTERRUPTED" });
        return (0, outcome.b)("timed-out", "deadline", `Revision ${revision.id} of ${deployment.name} was still ${revision.status} when wait-timeout ran out, and is interrupted, as \`on-timeout: interrupt\` asks. Run again to build it anew, with a longer wait-timeout if it always takes this long.`);
      }
      function add(end, message) {
        return (0, outcome.b)("timed-out", end.reason, `${end.message} ${message}`);
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
          const text = lines.slice(-settings.logLines).map(formatLine).join("\n");
          return text === "" ? [] : tools.redactor.redact(text).split("\n");
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof errors.hD))
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
      var deploy_confirm = __webpack_require__(20630);
      var deploy_foreign = __webpack_require__(29691);
      var note = __webpack_require__(97351);
      ;
      const HEARTBEAT_MS = 6e4;
      const RESUME = "To resume, run the workflow again, or `action: wait`: a revision of this commit that is on its way is waited for, not built again.";
      async function rollOut(tools, of) {
        const { settings, record, clock, log } = tools;
        const { name, id: id2 } = of.deployment;
        if (record.revision?.id !== of.revisionId) {
          (0, run_record.c)(record, { id: of.revisionId, status: "UNKNOWN", commit: void 0 });
        }
        record.stage = "waiting";
        record.ownRevisionId = of.adopted || of.keep ? void 0 : of.revisionId;
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
            tarballPath: of.wanted.tarballPath,
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
              (0, note.S)(tools, deployment);
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
          return giveUp(tools, await timedOut(tools, of, end, waitedMs));
        const { verdict, revision } = end;
        switch (verdict.kind) {
          case "deployed": {
            const foreign = (0, deploy_foreign.H)(of, seen);
            if (foreign !== void 0)
              return foreign;
            return await (0, deploy_confirm.xw)(tools, of, { deployment: seen, revision }) ?? deployed(of, revision, waitedMs);
          }
          case "superseded":
            return superseded(of, verdict, revision);
          case "failed":
            return (0, outcome.b)("failed", verdict.why, await explainFailure(tools, of, revision));
        }
      }
      function deployed(of, revision, waitedMs) {
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
          "image-mismatch": `Revision ${revisionId} of ${deployment.name} is of ${built.imageUri ?? built.tarballPath ?? "?"}, not of ${wanted.imageUri ?? wanted.tarballPath ?? "?"}: somebody else changed the deployment at the same time, and that change came last.`
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
    })
  ),
  /***/
  46444: (
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
      var _apply_identify_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(68522);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76796);
      var _plan_types_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(41966);
      var _report_plan_text_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(92143);
      var _run_record_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(758);
      var _foreign_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(29691);
      var _roll_out_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(360);
      async function follow(tools, wanted, { deployment, lost }, planned2, plan) {
        const { plane, clock, signal } = tools;
        const before = new Set(planned2?.revisions.map(({ id: id2 }) => id2));
        await enter(tools, "waiting");
        const change = { sentOrigin: (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_4__.m)(plan), lost };
        const revisionId = await (0, _apply_identify_js__WEBPACK_IMPORTED_MODULE_0__.Az)(plane, clock, deployment, before, wanted, change, signal);
        if (revisionId === void 0) {
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("no-revision", `The change of ${deployment.name} was accepted, but no revision of it appeared within a minute. Look at the deployment; running again is safe.`);
        }
        const secrets = "body" in plan ? plan.body.secrets ?? void 0 : void 0;
        const of = { deployment, revisionId, wanted, planned: planned2, secrets, before, adopted: false };
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
  22959: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        D2: () => (
          /* binding */
          describeUnreadable
        ),
        /* harmony export */
        DQ: () => (
          /* binding */
          readPullRequest
        ),
        /* harmony export */
        GZ: () => (
          /* binding */
          PULL_REQUEST_PERMISSION
        )
        /* harmony export */
      });
      var _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2483);
      var _same_answer_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1656);
      const PULL_REQUEST_PERMISSION = "pull-requests: read";
      const PAUSES_MS = [1e3, 4e3];
      async function readPullRequest(connection, number, { clock, signal }) {
        const { octokit, owner, repo, redact } = connection;
        for (let attempt = 0; ; attempt += 1) {
          signal.throwIfAborted();
          try {
            const { data, headers } = await octokit.rest.pulls.get({
              owner,
              repo,
              pull_number: number,
              request: { signal }
            });
            (0, _same_answer_js__WEBPACK_IMPORTED_MODULE_1__.g8)(connection, number, data);
            const head = data.head.repo;
            const pull = {
              number: data.number,
              closed: data.state === "closed",
              labels: data.labels.map(({ name }) => name),
              branch: data.head.ref,
              commit: data.head.sha.toLowerCase(),
              fork: head === null || head.full_name !== data.base.repo.full_name,
              answeredAt: timeOf(headers.date)
            };
            return { kind: "read", pull };
          } catch (error) {
            signal.throwIfAborted();
            const failure = (0, _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__.g)(error, redact);
            const pause = PAUSES_MS[attempt];
            if (pause === void 0 || !mayPass(failure))
              return { kind: "unreadable", failure };
            await clock.sleep(pause, signal);
          }
        }
      }
      function describeUnreadable(number, { status, description, permissions }) {
        const denied = status === 401 || status === 403 || status === 404;
        const lines = permissions.length > 0 ? permissions.join("` and `") : PULL_REQUEST_PERMISSION;
        const cure = denied ? ` Add \`${lines}\` under \`permissions:\` of the workflow's job.` : "";
        return `Pull request #${number} could not be read. ${description}.${cure}`;
      }
      function mayPass({ status }) {
        return status === null || status === 429 || status >= 500;
      }
      function timeOf(date) {
        const time = Date.parse(date ?? "");
        return Number.isNaN(time) ? void 0 : time;
      }
    })
  ),
  /***/
  1656: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        $k: () => (
          /* binding */
          demandEnd
        ),
        /* harmony export */
        Ft: () => (
          /* binding */
          isSame
        ),
        /* harmony export */
        g8: () => (
          /* binding */
          demandPullRequest
        ),
        /* harmony export */
        qe: () => (
          /* binding */
          demandSame
        )
        /* harmony export */
      });
      var _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2483);
      function demandPullRequest({ owner, repo, repositoryId }, number, answer) {
        const { id: id2, full_name: name } = answer.base.repo;
        const same = name.toLowerCase() === `${owner}/${repo}`.toLowerCase();
        if (answer.number === number && (same || repositoryId !== void 0 && id2 === repositoryId))
          return;
        throw new _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__.d(`pull request ${owner}/${repo}#${number}`, `${name}#${answer.number}`);
      }
      function demandEnd(what, url, end) {
        if (!url || url.replace(/[?#].*$/, "").endsWith(end))
          return;
        throw new _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__.d(what, url.split("/").slice(-2).join("/"));
      }
      function isSame(asked, answered) {
        if (answered === null || answered === void 0)
          return true;
        return String(asked).toLowerCase() === String(answered).toLowerCase();
      }
      function demandSame(what, asked, answered) {
        if (!isSame(asked, answered))
          throw new _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__.d(`${what} ${asked}`, String(answered));
      }
    })
  ),
  /***/
  71895: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        nQ: () => (
          /* binding */
          largest
        ),
        /* harmony export */
        pS: () => (
          /* binding */
          shownPath
        ),
        /* harmony export */
        z3: () => (
          /* binding */
          formatBytes
        )
        /* harmony export */
      });
      const MOST = 5;
      function formatBytes(bytes) {
        if (bytes < 1e3)
          return `${bytes} B`;
        const units = ["kB", "MB", "GB", "TB"];
        let value = bytes;
        let unit = "";
        for (const next of units) {
          if (value < 1e3)
            break;
          value /= 1e3;
          unit = next;
        }
        return `${value.toFixed(1)} ${unit}`;
      }
      function largest(files) {
        const folders = /* @__PURE__ */ new Map();
        for (const { path, size } of files) {
          const [top = ""] = path.split("/");
          if (path.includes("/"))
            folders.set(`${top}/`, (folders.get(`${top}/`) ?? 0) + size);
        }
        const rows = (list) => list.toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).slice(0, MOST).map(([path, size]) => `${formatBytes(size).padStart(10)}  ${shownPath(path)}`);
        return [...rows([...folders]), ...rows(files.map(({ path, size }) => [path, size]))];
      }
      function shownPath(path) {
        return /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
      }
    })
  ),
  /***/
  27687: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Fx: () => (
          /* binding */
          candour
        ),
        /* harmony export */
        IR: () => (
          /* binding */
          showsAll
        ),
        /* harmony export */
        eF: () => (
          /* binding */
          secretDisagreements
        ),
        /* harmony export */
        fN: () => (
          /* binding */
          drifted
        ),
        /* harmony export */
        gu: () => (
          /* binding */
          overwritten
        ),
        /* harmony export */
        og: () => (
          /* binding */
          disagreements
        )
        /* harmony export */
      });
      var _fields_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(44034);
      var _hidden_value_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(30171);
      var _origin_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(23001);
      function disagreements(actual, wanted, before) {
        const fields = saidFields(actual, wanted).filter(({ same, actual: is, field }) => !same && (is !== void 0 || actual.unset.has(field))).map(({ field }) => field);
        const origin = (0, _origin_js__WEBPACK_IMPORTED_MODULE_1__.NX)({ ...actual, commit: void 0 }, wanted) ? ["origin"] : [];
        const seen = { names: true, values: before && candour(before).values || candour(actual).values };
        return [...origin, ...fields, ...secretDisagreements(wanted, actual.secrets, seen)];
      }
      function showsAll(actual, wanted, fields) {
        const same = new Set(saidFields(actual, wanted).flatMap((one) => one.same ? [one.field] : []));
        return fields.every((field) => same.has(field));
      }
      function drifted(planned, now, wanted) {
        const agreed = new Set(saidFields(planned, wanted).flatMap(({ field, same }) => same ? [field] : []));
        const fields = saidFields(now, wanted).filter(
          // An answer to a change may show less than others do.
          ({ field, same, actual: is }) => !same && agreed.has(field) && (is !== void 0 || now.unset.has(field))
        );
        const seen = candour(planned);
        const before = new Set(secretDisagreements(wanted, planned.secrets, seen));
        const secrets = secretDisagreements(wanted, now.secrets, seen).filter((name) => !before.has(name));
        return [...fields.map(({ field }) => field), ...secrets];
      }
      function overwritten(answered, now, wanted) {
        const fields = (actual) => (0, _fields_js__WEBPACK_IMPORTED_MODULE_2__.gN)(wanted, actual).filter(({ makesRevision }) => !makesRevision);
        const agreed = new Set(fields(answered).flatMap(({ field, same }) => same ? [field] : []));
        return fields(now).filter(({ wanted: said2, field }) => said2 !== void 0 && agreed.has(field)).filter(({ same, actual: is, field }) => !same && (is !== void 0 || now.unset.has(field))).map(({ field }) => field);
      }
      function saidFields(actual, wanted) {
        const shown = { ...actual, active: void 0 };
        return [...(0, _fields_js__WEBPACK_IMPORTED_MODULE_2__.KL)(wanted, shown), ...(0, _fields_js__WEBPACK_IMPORTED_MODULE_2__.gN)(wanted, shown)].filter((field) => field.wanted !== void 0);
      }
      function candour({ secrets }) {
        return {
          names: secrets !== void 0 && secrets.length > 0,
          values: secrets?.some(({ value }) => Boolean(value)) ?? false
        };
      }
      function secretDisagreements({ secrets: given, secretsStrategy }, shown, { names, values, around }) {
        if (given === void 0 || shown === void 0 || shown.length === 0 && !names)
          return [];
        const now = new Map(shown.map(({ name, value }) => [name, value]));
        const verbatim = [shown, ...around?.answered ? [around.answered] : []].some((view) => given.some((one) => one.value !== "" && view.some((is) => is.name === one.name && is.value === one.value)));
        const masks = (secret, is) => {
          if (around === void 0 || verbatim || around.kept?.has(secret.name))
            return false;
          return (0, _hidden_value_js__WEBPACK_IMPORTED_MODULE_0__.rh)(is, secret) || (0, _hidden_value_js__WEBPACK_IMPORTED_MODULE_0__.sc)(is) && (hides || isNew(secret.name, is));
        };
        const isNew = (name, is) => is !== around?.before?.find((one) => one.name === name)?.value;
        const hides = given.some(({ name }) => {
          const is = now.get(name);
          return Boolean(is) && isNew(name, is) && (0, _hidden_value_js__WEBPACK_IMPORTED_MODULE_0__.sc)(is ?? "");
        });
        const differ = given.filter((secret) => {
          const { name, value } = secret;
          const is = now.get(name);
          if (value === "")
            return Boolean(is);
          const told = Boolean(is) || is === "" && values;
          return !now.has(name) || told && is !== value && !(is && masks(secret, is));
        }).map(({ name }) => name);
        const wanted = new Set(given.map(({ name }) => name));
        const others = secretsStrategy === "replace" ? [...now.keys()].filter((name) => !wanted.has(name)) : [];
        return [...differ, ...others].map((name) => `secrets.${name}`);
      }
    })
  ),
  /***/
  44034: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        KL: () => (
          /* binding */
          immutableFields
        ),
        /* harmony export */
        Yu: () => (
          /* binding */
          canonicalSpec
        ),
        /* harmony export */
        gN: () => (
          /* binding */
          mutableFields
        ),
        /* harmony export */
        kP: () => (
          /* binding */
          plainUrl
        )
        /* harmony export */
      });
      var _contract_derive_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(99816);
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
            // What is not set is off.
            same: buildOnPush === actual.buildOnPush || buildOnPush === false && actual.unset.has("source_config.build_on_push"),
            put: ({ config }) => Object.assign(config, { build_on_push: buildOnPush })
          },
          {
            ...plain("source_config.install_command", installCommand, actual.installCommand),
            same: meansSame(installCommand, actual.installCommand, bareCommand),
            put: ({ config }) => Object.assign(config, { install_command: installCommand })
          },
          {
            ...plain("source_config.build_command", buildCommand, actual.buildCommand),
            same: meansSame(buildCommand, actual.buildCommand, bareCommand),
            put: ({ config }) => Object.assign(config, { build_command: buildCommand })
          },
          {
            ...plain("source_config.custom_url", customUrl, actual.customUrl),
            same: meansSame(customUrl, actual.customUrl, bareUrl),
            put: ({ config }) => Object.assign(config, { custom_url: customUrl })
          },
          {
            ...plain("image_version", imageVersion, actual.imageVersion),
            // A service may write the base in front of it.
            same: imageVersion === actual.imageVersion || imageVersion !== void 0 && actual.imageVersion?.endsWith(`-${imageVersion}`) === true,
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
            same: canonicalSpec(derived(resourceSpec)) === canonicalSpec(derived(actual.resourceSpec)),
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
      function meansSame(wanted, actual, bare) {
        if (wanted === void 0 || actual === void 0)
          return wanted === actual;
        return wanted === actual || bare(wanted) === bare(actual);
      }
      function bareCommand(command) {
        const text = command.replaceAll("\r\n", "\n").trim();
        const [, , inner] = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh -\w*c (['"]?)(.*)\1$/s.exec(text) ?? [];
        return inner?.trim() ?? text;
      }
      function bareUrl(url) {
        return (URL.parse(url)?.href ?? url).replace(/\/+$/, "");
      }
      function plainUrl(url) {
        return url.replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/](?!\d+\/)/, "https://$1/").replace(/\/+$/, "").replace(/\.git$/, "").toLowerCase();
      }
      function textOf(value) {
        return value === void 0 ? void 0 : String(value);
      }
      function derived(spec) {
        return spec === void 0 ? void 0 : (0, _contract_derive_js__WEBPACK_IMPORTED_MODULE_0__.L)(spec);
      }
      function showSpec(spec) {
        if (spec === void 0)
          return void 0;
        return Object.entries(spec).filter(([, value]) => value !== null && value !== void 0).map(([key, value]) => typeof value === "object" ? key : `${key}=${String(value)}`).sort().join(" ");
      }
      function showReferences(references) {
        return references?.map(({ name, secret_name, secret_key }) => `${name}=${secret_name}/${secret_key}`).sort().join(" ");
      }
      function canonicalSpec(value) {
        return JSON.stringify(value, (_key, part) => {
          if (typeof part !== "object" || part === null || Array.isArray(part))
            return part ?? void 0;
          return Object.fromEntries(Object.entries(part).filter(([, inner]) => inner !== null && inner !== void 0).sort(([a], [b]) => a < b ? -1 : 1));
        });
      }
    })
  ),
  /***/
  63490: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        h: () => (
          /* binding */
          imagesDiffer
        )
        /* harmony export */
      });
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
    })
  ),
  /***/
  23001: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        DM: () => (
          /* binding */
          originChange
        ),
        /* harmony export */
        GT: () => (
          /* binding */
          isOfOrigin
        ),
        /* harmony export */
        NF: () => (
          /* binding */
          undisclosedUnderway
        ),
        /* harmony export */
        NX: () => (
          /* binding */
          contradictsOrigin
        ),
        /* harmony export */
        SH: () => (
          /* binding */
          describeArchive
        ),
        /* harmony export */
        rn: () => (
          /* binding */
          revisionUnderway
        ),
        /* harmony export */
        wJ: () => (
          /* binding */
          forcedChange
        )
        /* harmony export */
      });
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(83889);
      var _pack_sizes_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(71895);
      var _image_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63490);
      function originChange(wanted, actual) {
        if (wanted.source === "internal_source")
          return sourceChange(wanted, actual);
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
        if (wanted.source === "internal_source") {
          return wanted.tarballPath !== void 0 && revision.tarballPath === wanted.tarballPath;
        }
        return wanted.imageUri !== void 0 && revision.imageUri === wanted.imageUri;
      }
      function contradictsOrigin({ ref, commit, imageUri, tarballPath }, wanted) {
        if (wanted.source === "internal_source") {
          return tarballPath !== void 0 && wanted.tarballPath !== void 0 && tarballPath !== wanted.tarballPath;
        }
        if (wanted.source !== "git_host") {
          return imageUri !== void 0 && wanted.imageUri !== void 0 && (0, _image_js__WEBPACK_IMPORTED_MODULE_0__.h)(imageUri, wanted.imageUri);
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
        return fits && ["progress", "deployed"].includes((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(latest.status)) ? latest : void 0;
      }
      function undisclosedUnderway(wanted, actual) {
        const { latest } = actual;
        if (wanted.source !== "git_host" || wanted.commit === void 0 || latest === void 0)
          return void 0;
        const fits = latest.commit === void 0 && (latest.ref ?? actual.ref) === wanted.ref;
        return fits && (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(latest.status) === "progress" ? latest : void 0;
      }
      function serves(revision, { activeRevisionId }) {
        return revision.id === activeRevisionId && (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(revision.status) === "deployed";
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
      function sourceChange(wanted, { active }) {
        const { archive, tarballPath } = wanted;
        const to = archive === void 0 ? tarballPath ?? "the packed source" : describeArchive(archive);
        return { field: fieldOf(wanted), from: active?.tarballPath ?? null, to, revision: true };
      }
      function describeArchive({ files, bytes, sha256, commit }) {
        const of = commit === void 0 ? "" : `, checkout of ${commit.slice(0, 7)}`;
        return `${files} files, ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_2__.z3)(bytes)}, sha256 ${sha256.slice(0, 12)}${of}`;
      }
      function doubtful(wanted, actual) {
        const { latest } = actual;
        if (latest === void 0 || latest.id === actual.activeRevisionId)
          return false;
        if (wanted.secrets !== void 0 || wanted.resourceSpec !== void 0)
          return true;
        return ["failed", "interrupted"].includes((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(latest.status)) && isOfOrigin(latest, wanted);
      }
      function fieldOf(wanted) {
        if (wanted.source === "internal_source")
          return "source_revision_config.source_tarball_path";
        return `source_revision_config.${wanted.source === "git_host" ? "repo_ref" : "image_uri"}`;
      }
      function at(ref, commit) {
        return `${ref ?? "?"} @ ${commit?.slice(0, 7) ?? "unknown commit"}`;
      }
    })
  ),
  /***/
  88487: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        _: () => (
          /* binding */
          planCreate
        ),
        Z: () => (
          /* binding */
          planUpdate
        )
      });
      var contract_findings = __webpack_require__(9081);
      var limits = __webpack_require__(55403);
      var reserved_names = __webpack_require__(53918);
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
      var patterns = __webpack_require__(52652);
      var source = __webpack_require__(20690);
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
      function deploymentTypeFindings(config, { compat }) {
        const type = config?.deployment_type;
        if (compat === "hosted" || !(0, contract_findings.ag)(type) || patterns._o.some((known) => known === type))
          return [];
        return [
          (0, contract_findings.gk)(["source_config", "deployment_type"], "Input should be 'dev_free', 'dev' or 'prod'", "enum")
        ];
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
          ...deploymentTypeFindings(body.source_config, options),
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
      var fields = __webpack_require__(44034);
      var plan_origin = __webpack_require__(23001);
      ;
      function planSecrets(given, shown, strategy) {
        if (given === void 0)
          return { kind: "keep" };
        if (shown === void 0 && strategy === "merge")
          return { kind: "hidden", names: [] };
        const now = new Map((shown ?? []).map((one) => [one.name, one]));
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
        const is = now.get(secret.name);
        if (is === void 0)
          return [change(secret.name, null, "(set)")];
        const { value, placeholder } = is;
        if (value === secret.value || placeholder === secret.value)
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
      function planUpdate(actual, wanted, options) {
        const refusals = refuseImmutable(actual, wanted);
        const parts = { top: {}, config: {}, revision: {} };
        const changes = [];
        for (const { field, wanted: to, actual: from, same, makesRevision, put } of (0, fields.gN)(wanted, actual)) {
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
        const origin = (0, plan_origin.DM)(wanted, actual);
        if (refusals.length > 0) {
          return { kind: "refused", refusals, changes: origin ? [origin, ...changes] : changes };
        }
        const underway = (0, plan_origin.rn)(wanted, actual);
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
      function refuseImmutable(actual, wanted) {
        return (0, fields.KL)(wanted, actual).flatMap((field) => {
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
        const kept = names.length === 0 ? "the service does not say which variables the deployment has: they cannot be sent along" : `the deployment also has ${names.join(", ")}, whose values the service hides, or shows as what looks hidden: they cannot be sent along`;
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
    })
  ),
  /***/
  72053: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        BB: () => (
          /* binding */
          NAME_LIMITS
        ),
        /* harmony export */
        IJ: () => (
          /* binding */
          holdsNumber
        ),
        /* harmony export */
        ds: () => (
          /* binding */
          nameLimit
        ),
        /* harmony export */
        gz: () => (
          /* binding */
          previewName
        ),
        /* harmony export */
        oB: () => (
          /* binding */
          defaultTemplate
        )
        /* harmony export */
      });
      var _contract_limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55403);
      var _contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(52652);
      const HASHED = /-x[0-9a-z]{8}$/;
      const HASH_SPACE = 36n ** 8n;
      function defaultTemplate(baseName) {
        return baseName === void 0 ? "{repo}-pr-{number}" : "{name}-pr-{number}";
      }
      function nameLimit({ source, hosted }) {
        return hosted && source !== "external_docker" ? _contract_limits_js__WEBPACK_IMPORTED_MODULE_1__.fo : _contract_limits_js__WEBPACK_IMPORTED_MODULE_1__.uL;
      }
      const NAME_LIMITS = [_contract_limits_js__WEBPACK_IMPORTED_MODULE_1__.fo, _contract_limits_js__WEBPACK_IMPORTED_MODULE_1__.uL];
      function previewName(template, values, limit, digest) {
        const parts = template.split(/\{([a-z]+)\}/);
        const used = [];
        for (const placeholder of placeholdersOf(parts)) {
          const value = valueOf(values, placeholder);
          if (value === void 0)
            return void 0;
          used.push([placeholder, value]);
        }
        const text = render(parts, new Map(used)).toLowerCase();
        if (text.length <= limit && isPlain(parts, used, text, values.number))
          return text;
        const hash = base36(digest(JSON.stringify([template, used])));
        const tail = `-${values.number}-x${hash}`;
        return `${stemOf(parts, new Map(used)).slice(0, limit - tail.length).replace(/-+$/, "")}${tail}`;
      }
      function holdsNumber(name, number) {
        return name.match(/\d+/g)?.includes(String(number)) ?? false;
      }
      function placeholdersOf(parts) {
        return parts.filter((_, index) => index % 2 === 1).filter(isPlaceholder);
      }
      function isPlaceholder(text) {
        return ["number", "owner", "repo", "branch", "name"].includes(text);
      }
      function valueOf(values, placeholder) {
        const value = values[placeholder];
        if (typeof value === "number")
          return String(value);
        return placeholder === "owner" || placeholder === "repo" ? value?.toLowerCase() : value;
      }
      function render(parts, values) {
        return parts.map((part, index) => index % 2 === 0 ? part : values.get(part) ?? "").join("");
      }
      function isPlain(parts, used, text, number) {
        const texts = used.filter(([placeholder]) => placeholder !== "number").map(([, value]) => value);
        const between = parts.slice(1, -1).filter((_, index) => index % 2 === 1);
        return _contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.cr.test(text) && !HASHED.test(text) && holdsNumber(text, number) && texts.every((value) => /^[a-z0-9-]+$/.test(value)) && between.every((literal) => literal.includes("-")) && (texts.length <= 1 || texts.every((value) => !value.includes("-")));
      }
      function stemOf(parts, values) {
        const text = render(parts, new Map([...values, ["number", ""]]));
        const stem = text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
        return /^[a-z]/.test(stem) ? stem : `p${stem}`;
      }
      function base36(hex) {
        return (BigInt(`0x${hex.slice(0, 16)}`) % HASH_SPACE).toString(36).padStart(8, "0");
      }
    })
  ),
  /***/
  92832: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Vb: () => (
          /* binding */
          nameOf
        ),
        /* harmony export */
        Wl: () => (
          /* binding */
          possibleNames
        ),
        /* harmony export */
        u8: () => (
          /* binding */
          couldBeNamed
        ),
        /* harmony export */
        zx: () => (
          /* binding */
          namesWithoutBranch
        )
        /* harmony export */
      });
      var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
      var _contract_hosts_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(50516);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76796);
      var _name_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(72053);
      function nameOf(naming, of, branch, where) {
        const limit = (0, _name_js__WEBPACK_IMPORTED_MODULE_3__.ds)({ source: where.source, hosted: (0, _contract_hosts_js__WEBPACK_IMPORTED_MODULE_1__.OZ)(where.endpoint.baseUrl) });
        const name = make(naming, of, branch, limit);
        if (name === void 0)
          throw unnameable(naming);
        return name;
      }
      function possibleNames(naming, of, branch) {
        const names = namesWithoutBranch(naming, of, branch);
        if (names.length === 0)
          throw unnameable(naming);
        return names;
      }
      function namesWithoutBranch(naming, of, branch) {
        return [...new Set(_name_js__WEBPACK_IMPORTED_MODULE_3__.BB.flatMap((limit) => make(naming, of, branch, limit) ?? []))];
      }
      function couldBeNamed(name, naming, of, branch) {
        if (namesWithoutBranch(naming, of, branch).includes(name))
          return true;
        if (new RegExp(`^.+-${of.number}-x[0-9a-z]{8}$`).test(name))
          return true;
        const [owner = "", repo = ""] = of.repository.split("/");
        const values = {
          number: String(of.number),
          owner,
          repo,
          branch,
          name: naming.baseName
        };
        const form = (template, anyName) => template.split(/\{([a-z]+)\}/).map((part, index) => {
          const text = index % 2 === 0 ? part : part === "name" && anyName ? void 0 : values[part];
          return text === void 0 ? "[a-z0-9-]+" : escapeForPattern(text.toLowerCase());
        }).join("");
        const forms = [form("{name}-pr-{number}", true), form(naming.nameTemplate ?? "{name}-pr-{number}", false)];
        return forms.some((pattern) => new RegExp(`^${pattern}$`).test(name));
      }
      const escapeForPattern = (text) => text.replace(/[^a-z0-9]/g, "\\$&");
      function make({ nameTemplate, baseName }, { repository, number }, branch, limit) {
        const [owner = "", repo = ""] = repository.split("/");
        const template = nameTemplate ?? (0, _name_js__WEBPACK_IMPORTED_MODULE_3__.oB)(baseName);
        return (0, _name_js__WEBPACK_IMPORTED_MODULE_3__.gz)(template, { number, owner, repo, branch, name: baseName }, limit, (text) => (0, node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)("sha256").update(text).digest("hex"));
      }
      function unnameable({ nameTemplate = "", baseName }) {
        if (nameTemplate.includes("{name}") && baseName === void 0) {
          return new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("invalid-input", "preview-name-template: {name} is the `deployment-name`, which is not given. Give it, or use {repo}.");
        }
        return new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("pull-request-unknown", "preview-name-template: {branch} is the head branch of the pull request, which this event does not name and which could not be read from GitHub. Let the job read pull requests (`pull-requests: read`), or leave {branch} out.");
      }
    })
  ),
  /***/
  32765: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        C: () => (
          /* binding */
          judgePreview
        ),
        /* harmony export */
        X: () => (
          /* binding */
          evidenceOf
        )
        /* harmony export */
      });
      var _clients_base_url_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(85410);
      var _inputs_source_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(17728);
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(54453);
      var _plan_fields_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(44034);
      var _marker_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(55896);
      var _name_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(72053);
      function judgePreview(deployment, of, evidence) {
        if (!(0, _name_js__WEBPACK_IMPORTED_MODULE_3__.IJ)(deployment.name, of.number)) {
          return { ours: false, why: `does not hold the number ${of.number} in its name` };
        }
        const { repoUrl } = (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_1__.cu)(deployment, []);
        if (repoUrl !== void 0 && !isBuiltFrom(repoUrl, of, evidence)) {
          return { ours: false, why: `is built from ${(0, _plan_fields_js__WEBPACK_IMPORTED_MODULE_4__.kP)(repoUrl)}, not from ${of.repository}` };
        }
        const mark = (0, _marker_js__WEBPACK_IMPORTED_MODULE_2__.Fg)(deployment);
        switch (mark.kind) {
          case "none":
            return { ours: false, why: `does not carry the variable ${_marker_js__WEBPACK_IMPORTED_MODULE_2__.yf}, which every preview has` };
          case "hidden":
            if (evidence.force || evidence.proven === true)
              return { ours: true };
            return {
              ours: false,
              why: `carries ${_marker_js__WEBPACK_IMPORTED_MODULE_2__.yf}, but the service hides its value: set \`force: true\` if you are sure that it is the preview of ${(0, _marker_js__WEBPACK_IMPORTED_MODULE_2__.U7)(of)}`
            };
          case "of":
            if ((0, _marker_js__WEBPACK_IMPORTED_MODULE_2__.h4)(mark.of, of))
              return { ours: true };
            return { ours: false, why: `is the preview of ${(0, _marker_js__WEBPACK_IMPORTED_MODULE_2__.U7)(mark.of)}` };
        }
      }
      function isBuiltFrom(url, { repository }, { serverUrl, repoUrl }) {
        if (repoUrl !== void 0 && (0, _plan_fields_js__WEBPACK_IMPORTED_MODULE_4__.kP)(repoUrl) === (0, _plan_fields_js__WEBPACK_IMPORTED_MODULE_4__.kP)(url))
          return true;
        const host = hostOf(url);
        const elsewhere = host !== void 0 && !(0, _clients_base_url_js__WEBPACK_IMPORTED_MODULE_5__.U9)(host) && host !== hostOf(serverUrl);
        return !elsewhere && (0, _inputs_source_js__WEBPACK_IMPORTED_MODULE_0__.RB)(url, { repository });
      }
      function hostOf(url) {
        const host = /^[\w.-]+@([\w.-]+):/.exec(url)?.[1] ?? URL.parse(url)?.hostname;
        return host ? host.toLowerCase().replace(/^(?:www|ssh)\./, "") : void 0;
      }
      function evidenceOf({ settings, event }) {
        return { force: settings.force, repoUrl: settings.repoUrl, serverUrl: event.serverUrl };
      }
    })
  ),
  /***/
  68333: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        DV: () => (
          /* binding */
          fateNow
        ),
        /* harmony export */
        RX: () => (
          /* binding */
          hasLabel
        ),
        /* harmony export */
        TH: () => (
          /* binding */
          idOf
        ),
        /* harmony export */
        X3: () => (
          /* binding */
          askGitHub
        ),
        /* harmony export */
        Yy: () => (
          /* binding */
          currentPullRequest
        ),
        /* harmony export */
        _M: () => (
          /* binding */
          repositoryOf
        ),
        /* harmony export */
        wH: () => (
          /* binding */
          NO_TOKEN
        )
        /* harmony export */
      });
      var _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(22959);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76796);
      var _words_of_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(35078);
      function idOf({ event, settings }) {
        return { repository: repositoryOf(event), number: settings.pullRequest };
      }
      function repositoryOf({ repository }) {
        if (/^[^/]+\/[^/]+$/.test(repository))
          return repository;
        throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("pull-request-unknown", "The run names no repository (GITHUB_REPOSITORY), and a preview belongs to a pull request of one.");
      }
      async function currentPullRequest(tools) {
        const { event, settings, log } = tools;
        const number = settings.pullRequest;
        const told = event.pullRequest?.number === number ? event.pullRequest : void 0;
        const reading = await askGitHub(tools, number);
        if (reading?.kind === "read") {
          const { closed: closed2, fork, labels: labels2, commit } = reading.pull;
          const branch = reading.pull.branch.startsWith("refs/") ? void 0 : reading.pull.branch;
          return { closed: closed2, fork, labels: labels2, branch, commit, ofEvent: told !== void 0 };
        }
        if (told === void 0)
          throw unknown(number, reading);
        if (reading !== void 0)
          log.line(`${(0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.D2)(number, reading.failure)} Taking the event's word.`);
        const { closed, labels } = told;
        return {
          closed,
          fork: event.fork !== false,
          labels,
          branch: event.ref,
          commit: event.commit,
          ofEvent: true
        };
      }
      async function fateNow(tools) {
        const { settings, log } = tools;
        const reading = await askGitHub(tools, settings.pullRequest);
        if (reading?.kind === "read") {
          if (reading.pull.closed)
            return "closed";
          return hasLabel(settings.labels, reading.pull.labels) ? "open" : "unlabelled";
        }
        log.line(`Whether pull request #${settings.pullRequest} was closed meanwhile could not be found out; \`action: sweep\` deletes the preview then.`);
        return void 0;
      }
      function hasLabel(wanted, labels) {
        if (wanted.length === 0)
          return true;
        const there = new Set(labels.map((label) => label.toLowerCase()));
        return wanted.some((label) => there.has(label.toLowerCase()));
      }
      async function askGitHub({ github, clock, signal, log }, number) {
        try {
          const connection = await github();
          return connection && await (0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.DQ)(connection, number, { clock, signal });
        } catch (error) {
          signal.throwIfAborted();
          log.line(`GitHub could not be asked: ${(0, _words_of_js__WEBPACK_IMPORTED_MODULE_2__.Z)(error)}`);
          return void 0;
        }
      }
      function unknown(number, reading) {
        if (reading?.kind === "unreadable") {
          return new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("pull-request-unknown", (0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.D2)(number, reading.failure));
        }
        return new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("pull-request-unknown", `Pull request #${number} has to be read from GitHub. ${NO_TOKEN}`);
      }
      const NO_TOKEN = `There is no token for that: leave out \`github-token\`, whose default is the job's own, or give one, and write \`${_github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.GZ}\` under \`permissions:\` of the workflow's job.`;
    })
  ),
  /***/
  91202: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Ab: () => (
          /* binding */
          demandUnlisted
        ),
        /* harmony export */
        B1: () => (
          /* binding */
          withNames
        ),
        /* harmony export */
        di: () => (
          /* binding */
          stillDeleting
        ),
        /* harmony export */
        ev: () => (
          /* binding */
          awaitGone
        ),
        /* harmony export */
        mH: () => (
          /* binding */
          deletePreview
        ),
        /* harmony export */
        pD: () => (
          /* binding */
          removePreview
        )
        /* harmony export */
      });
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(83889);
      var _deploy_steps_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(46444);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76796);
      var _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(61662);
      var _marker_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(55896);
      var _ours_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(32765);
      async function withNames({ plane, signal }, names) {
        const found = /* @__PURE__ */ new Map();
        for (const name of names) {
          for (const item of await plane.listDeployments({ nameContains: name }, signal)) {
            if (item.name === name)
              found.set(item.id, item);
          }
        }
        return [...found.values()];
      }
      async function removePreview(tools, { names, of }) {
        const { settings, record, log } = tools;
        const whose = (0, _marker_js__WEBPACK_IMPORTED_MODULE_3__.U7)(of);
        const found = await findAll(tools, names);
        const evidence = (0, _ours_js__WEBPACK_IMPORTED_MODULE_4__.X)(tools);
        const judged = found.map((item) => ({ item, verdict: (0, _ours_js__WEBPACK_IMPORTED_MODULE_4__.C)(item, of, evidence) }));
        const ours = judged.flatMap(({ item, verdict }) => verdict.ours ? [item] : []);
        const strangers = judged.flatMap(({ item, verdict }) => verdict.ours || (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__.y9)(item.status) ? [] : [`${item.name} (${item.id}) ${verdict.why}`]);
        if (ours.length === 0 && strangers.length > 0) {
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("not-a-preview", `Nothing is deleted: ${strangers.join("; ")}. If it was meant to be the preview of ${whose}, delete it by hand; else give another preview-name-template.`);
        }
        for (const line of strangers)
          log.line(`Left alone: ${line}.`);
        const living = ours.filter(({ status }) => !(0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__.y9)(status));
        if (settings.dryRun && living.length > 0) {
          note(tools, living);
          return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("planned", "dry-run", `Nothing was sent. ${list(living)} would be deleted.`);
        }
        const deleted = [];
        for (const item of settings.dryRun ? [] : ours) {
          if (!await isSameById(tools, item, of))
            continue;
          note(tools, [item]);
          log.line(`Deleting ${item.name} (${item.id}), the preview of ${whose}, and its tracing project.`);
          if (await deletePreview(tools, item))
            deleted.push(item);
        }
        record.retired = [...new Set(ours.length > 0 ? ours.map(({ name }) => name) : names)];
        const left = settings.wait && !settings.dryRun ? await awaitGone(tools, ours) : [];
        if (left.length > 0)
          return stillDeleting(settings.waitTimeoutMs, left);
        const gone = ours.filter((item) => settings.wait || !deleted.includes(item));
        if (!settings.dryRun)
          await demandUnlisted(tools, gone);
        if (deleted.length === 0) {
          return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("torn-down", "already-gone", `There is no preview of ${whose} (${names.join(", ")}).`);
        }
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("torn-down", "deleted", `The preview of ${whose}, ${list(deleted)}, is deleted.`);
      }
      async function findAll(tools, names) {
        const found = await withNames(tools, names);
        if (found.length > 0)
          return found;
        return (await tools.plane.listDeployments({}, tools.signal)).filter(({ name }) => names.includes(name));
      }
      const PAUSES_MS = [0, 1e3, 2e3, 4e3, 8e3, 15e3, 3e4];
      async function demandUnlisted(tools, items) {
        let left = [...items];
        for (const pause of PAUSES_MS) {
          if (left.length === 0)
            return;
          if (pause > 0)
            await tools.clock.sleep(pause, tools.signal);
          const [only, ...others] = left;
          const listed = only !== void 0 && others.length === 0 ? await withNames(tools, [only.name]) : await tools.plane.listDeployments({}, tools.signal);
          const living = new Set(listed.filter(({ status }) => !(0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__.y9)(status)).map(({ id: id2 }) => id2));
          left = left.filter(({ id: id2 }) => living.has(id2));
        }
        if (left.length === 0)
          return;
        throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("contradictory-answers", `By the ID there is no ${list(left)} any more, and the list shows it as living. Look at the service, and run the workflow again.`);
      }
      async function isSameById(tools, item, of) {
        const now = await look(tools, item.id);
        if (now === void 0)
          return false;
        if (now.name === item.name && (0, _ours_js__WEBPACK_IMPORTED_MODULE_4__.C)(now, of, (0, _ours_js__WEBPACK_IMPORTED_MODULE_4__.X)(tools)).ours)
          return true;
        throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("contradictory-answers", `One answer shows ${item.id} as ${item.name}, the preview of ${(0, _marker_js__WEBPACK_IMPORTED_MODULE_3__.U7)(of)}, and another does not; nothing was deleted. Look at the service, and run the workflow again.`);
      }
      async function deletePreview(tools, { id: id2, status }) {
        const { plane, signal, record } = tools;
        await (0, _deploy_steps_js__WEBPACK_IMPORTED_MODULE_1__.Ve)(tools, "writing");
        record.changed = true;
        const wasLiving = !(0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__.y9)(status);
        try {
          return await plane.deleteDeployment(id2, { deleteTracingProject: true }, signal) && wasLiving;
        } catch (error) {
          signal.throwIfAborted();
          if (!wasLiving && (0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error))
            return false;
          if (!mayHaveHappened(error))
            throw error;
          const now = await look(tools, id2);
          if (now !== void 0 && !(0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__.y9)(now.status))
            throw error;
          return true;
        }
      }
      async function awaitGone(tools, items) {
        const { settings, clock, signal } = tools;
        const deadlineAt = clock.now() + settings.waitTimeoutMs;
        tools.setReadDeadline(deadlineAt);
        try {
          let left = [...items];
          for (let pause = 1e3; ; pause = Math.min(pause * 1.5, settings.pollIntervalMs, 15e3)) {
            const still = [];
            for (const item of left)
              if (await look(tools, item.id) !== void 0)
                still.push(item);
            left = still;
            const remaining = deadlineAt - clock.now();
            if (left.length === 0 || remaining <= 0)
              return left;
            await clock.sleep(Math.min(pause, remaining), signal);
          }
        } finally {
          tools.setReadDeadline(void 0);
        }
      }
      function stillDeleting(waitedMs, left) {
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("timed-out", "still-deleting", `${list(left)} ${left.length === 1 ? "is" : "are"} being deleted, but still there after ${(0, _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_6__.a3)(waitedMs)}. The service goes on by itself; raise wait-timeout, or set \`wait: false\`.`);
      }
      async function look({ plane, signal }, id2) {
        try {
          return await plane.getDeployment(id2, signal);
        } catch (error) {
          if ((0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 404))
            return void 0;
          throw error;
        }
      }
      function mayHaveHappened(error) {
        return error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD && (error.status === void 0 || error.status >= 500 || error.status < 400);
      }
      function note({ record }, [first]) {
        if (first !== void 0)
          record.deployment = { id: first.id, name: first.name, url: void 0 };
      }
      function list(items) {
        return items.map(({ name, id: id2 }) => `${name} (${id2})`).join(", ");
      }
    })
  ),
  /***/
  92143: (
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
      var _plan_types_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(41966);
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
            return "Nothing is sent: a revision with these settings is on its way.";
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
  45189: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        B: () => (
          /* binding */
          needsDeployment
        ),
        /* harmony export */
        L: () => (
          /* binding */
          decide
        )
        /* harmony export */
      });
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(83889);
      var _plan_image_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(63490);
      function needsDeployment(status) {
        return ["deployed", "skipped"].includes((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(status));
      }
      function decide(ours, { revision, deployment }) {
        const kind = (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(revision.status);
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
        if (ours.imageUri !== void 0 && imageUri !== void 0 && (0, _plan_image_js__WEBPACK_IMPORTED_MODULE_1__.h)(imageUri, ours.imageUri)) {
          return { kind: "superseded", why: "image-mismatch", by: void 0 };
        }
        const { tarballPath } = revision;
        if (ours.tarballPath !== void 0 && tarballPath !== void 0 && tarballPath !== ours.tarballPath) {
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
    })
  ),
  /***/
  36457: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        t: () => (
          /* binding */
          earlierRollouts
        )
        /* harmony export */
      });
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(83889);
      const REMEMBERED = 10;
      function earlierRollouts(revisions) {
        return revisions.filter(({ status }) => (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(status) === "deployed").flatMap(({ id: id2, commit, createdAt, updatedAt }) => createdAt !== void 0 && updatedAt !== void 0 && updatedAt > createdAt ? [{ id: id2, commit, tookMs: updatedAt - createdAt }] : []).slice(0, REMEMBERED);
      }
    })
  ),
  /***/
  82394: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        K: () => (
          /* binding */
          predict
        ),
        /* harmony export */
        V: () => (
          /* binding */
          nextLookMs
        )
        /* harmony export */
      });
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(83889);
      var _earlier_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(36457);
      const SHORTEST_MS = 1e3;
      const LEAST_SPREAD = 0.08;
      const SPREAD_OF_FEW = 0.15;
      function predict(revisions) {
        const logs = (0, _earlier_js__WEBPACK_IMPORTED_MODULE_0__.t)(revisions).map(({ tookMs }) => Math.log(tookMs)).sort((a, b) => a - b);
        if (logs.length === 0)
          return void 0;
        const seen = (quantile(logs, 0.75) - quantile(logs, 0.25)) / 1.35;
        const unsure = (SPREAD_OF_FEW - LEAST_SPREAD) / logs.length;
        const spread = logs.length < 3 ? SPREAD_OF_FEW : Math.max(LEAST_SPREAD, seen + unsure);
        return { usualMs: Math.exp(quantile(logs, 0.5)), spread };
      }
      function quantile(sorted, share) {
        const place = (sorted.length - 1) * share;
        const below = sorted[Math.floor(place)] ?? 0;
        return below + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? below) - below);
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
      const FIRST = { usualMs: 4e5, spread: 1.2 };
      const BEGINNING = 0.03;
      function wish({ elapsedMs, unchangedMs, status, prediction }) {
        if (status !== void 0 && (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(status) === "deployed")
          return unchangedMs * 0.25;
        const soon = Math.max(elapsedMs, (prediction?.usualMs ?? 0) * BEGINNING);
        return Math.min(soon, pauseIn(status, elapsedMs, prediction ?? FIRST));
      }
      function pauseIn(status, elapsedMs, prediction) {
        switch (status) {
          case void 0:
          case "CREATING":
          case "QUEUED":
          case "AWAITING_BUILD":
          case "BUILDING":
            return Math.max(3e4, elapsedMs * 0.3);
          case "AWAITING_DEPLOY":
            return Math.max(1e4, elapsedMs * 0.05);
          default:
            return Math.min(3e4, pauseFor(elapsedMs, prediction)) + overdue(elapsedMs, prediction);
        }
      }
      function pauseFor(elapsedMs, { usualMs, spread }) {
        const seconds = Math.max(1, elapsedMs / 1e3);
        const shape = 1.8 / spread;
        const odds = (seconds * 1e3 / usualMs) ** shape;
        const perSecond = shape / seconds * odds / (1 + odds);
        return 1e3 * 0.285 * perSecond ** -0.55;
      }
      function overdue(elapsedMs, { usualMs, spread }) {
        return Math.max(0, elapsedMs - usualMs * Math.exp(4 * spread)) * 0.1;
      }
    })
  ),
  /***/
  2483: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        d: () => (
          /* binding */
          OtherAnswerError
        ),
        /* harmony export */
        g: () => (
          /* binding */
          readGitHubFailure
        )
        /* harmony export */
      });
      var _problem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(12553);
      class OtherAnswerError extends Error {
        name = "OtherAnswerError";
        /** Both in words, such as `pull request #7`. */
        constructor(asked, answered) {
          super(`GitHub was asked about ${asked} and answered about ${answered}`);
        }
      }
      function readGitHubFailure(error, redact) {
        const message = (0, _problem_js__WEBPACK_IMPORTED_MODULE_0__.T)(redact(wordsOf(error)));
        const status = fieldAt(error, "response") === void 0 ? null : numberAt(error, "status");
        return {
          status,
          message,
          description: describe(error, status, message),
          permissions: permissionsNeeded(error)
        };
      }
      function wordsOf(error) {
        const message = fieldAt(error, "message");
        if (typeof message !== "string")
          return "unknown error";
        const cause = fieldAt(error, "cause");
        return message === "fetch failed" && cause !== void 0 ? wordsOf(cause) : message;
      }
      function describe(error, status, message) {
        if (error instanceof OtherAnswerError)
          return message;
        const words = message.trimStart().startsWith("<") ? "" : `: ${message}`;
        return status === null ? `GitHub did not answer${words}` : `GitHub answered ${status}${words}`;
      }
      function permissionsNeeded(error) {
        const header = fieldAt(fieldAt(fieldAt(error, "response"), "headers"), "x-accepted-github-permissions");
        if (typeof header !== "string")
          return [];
        const [first = ""] = header.split(";");
        return Array.from(first.matchAll(/([a-z_]+)=([a-z]+)/g), ([, name = "", level = ""]) => `${name.replaceAll("_", "-")}: ${level}`);
      }
      function fieldAt(value, key) {
        return typeof value === "object" && value !== null ? Reflect.get(value, key) : void 0;
      }
      function numberAt(value, key) {
        const field = fieldAt(value, key);
        return typeof field === "number" ? field : null;
      }
    })
  ),
  /***/
  12553: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        T: () => (
          /* binding */
          oneLine
        ),
        K: () => (
          /* binding */
          readProblem
        )
      });
      var schemas = __webpack_require__(34410);
      ;
      const ValidationError = schemas.Ikc({
        loc: schemas.YOg(schemas.KCZ([schemas.YjP(), schemas.Whr()])),
        msg: schemas.YjP(),
        type: schemas.YjP()
      });
      const HTTPValidationError = schemas.Ikc({ detail: schemas.YOg(ValidationError) });
      const DetailError = schemas.Ikc({ detail: schemas.YjP() });
      const NestedError = schemas.Ikc({ detail: schemas._H3({ error: schemas.YjP(), message: schemas.YjP() }) });
      var findings = __webpack_require__(9081);
      ;
      const MAX_DETAIL = 500;
      function readProblem(status, body, redact) {
        const json = parseJson(body);
        const { text, fields } = readJson(json);
        return {
          detail: text === null ? null : oneLine(redact(text)),
          fields: fields.map((field) => ({ ...field, msg: oneLine(redact(field.msg)) })),
          forbidden: status === 403 ? forbidden(text ?? body) : null
        };
      }
      function readJson(json) {
        const detail = DetailError.safeParse(json);
        if (detail.success)
          return { text: detail.data.detail, fields: [] };
        const validation = HTTPValidationError.safeParse(json);
        if (validation.success) {
          return { text: (0, findings.kA)(validation.data.detail) || null, fields: validation.data.detail };
        }
        const nested = NestedError.safeParse(json);
        if (nested.success) {
          const { error, message } = nested.data.detail;
          return { text: `${error}: ${message}`, fields: [] };
        }
        return { text: plainMessage(json), fields: [] };
      }
      function plainMessage(json) {
        if (typeof json !== "object" || json === null)
          return null;
        for (const key of ["message", "error"]) {
          const value = Reflect.get(json, key);
          if (typeof value === "string")
            return value;
          if (typeof value === "object" && value !== null) {
            const inner = Reflect.get(value, "message");
            if (typeof inner === "string")
              return inner;
          }
        }
        return null;
      }
      function forbidden(text) {
        if (/requires workspace specification/i.test(text))
          return "needs-workspace";
        return /not enabled/i.test(text) ? "not-enabled" : "no-access";
      }
      function parseJson(body) {
        try {
          return JSON.parse(body);
        } catch {
          return void 0;
        }
      }
      function oneLine(text) {
        const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
        return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL - 1)}\u2026` : line;
      }
    })
  ),
  /***/
  20690: (
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
      var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(34410);
      var _patterns_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(52652);
      var _primitives_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5729);
      var _resource_spec_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(70011);
      const SOURCES = ["git_host", "external_docker", "internal_docker", "internal_source"];
      const Source = zod__WEBPACK_IMPORTED_MODULE_3__.k5n(SOURCES);
      const BUILDABLE_SOURCES = /* @__PURE__ */ new Set(["git_host", "internal_source"]);
      const DeploymentType = _primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm.meta({
        description: "One of the listed types, or, with hosted compatibility, any newer one.",
        "x-extensible-enum": [..._patterns_js__WEBPACK_IMPORTED_MODULE_0__.u1]
      });
      const ListenerConfig = zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({ k8s_namespace: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm) });
      const SourceConfig = zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({
        integration_id: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.uR),
        repo_url: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        deployment_type: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(DeploymentType),
        build_on_push: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(zod__WEBPACK_IMPORTED_MODULE_3__.zMY()),
        custom_url: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        resource_spec: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_resource_spec_js__WEBPACK_IMPORTED_MODULE_2__.yd),
        listener_id: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.uR),
        listener_config: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(ListenerConfig),
        install_command: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        build_command: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm)
      });
      const SourceRevisionConfig = zod__WEBPACK_IMPORTED_MODULE_3__.Ikc({
        repo_ref: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        graph_config_path: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        image_uri: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        source_tarball_path: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(_primitives_js__WEBPACK_IMPORTED_MODULE_1__.Vm),
        repo_commit_sha: (0, _primitives_js__WEBPACK_IMPORTED_MODULE_1__.lq)(zod__WEBPACK_IMPORTED_MODULE_3__.YjP())
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
