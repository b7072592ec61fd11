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
        const shows = (0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_2__.Fx)(of.planned ?? { secrets: void 0 });
        const theirs = /* @__PURE__ */ new Set([
          ...of.planned === void 0 ? [] : (0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_2__.fN)(of.planned, now, of.wanted),
          ...ours ? (0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_2__.eF)(of.wanted, now.secrets, shows) : []
        ]);
        const since = (0, _plan_agreement_js__WEBPACK_IMPORTED_MODULE_2__.gu)((0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_1__.cu)(of.deployment, []), now, of.wanted).filter((field) => !theirs.has(field));
        if (theirs.size + since.length === 0)
          return void 0;
        const { revisionId, deployment } = of;
        const all = [...theirs, ...since].join(", ");
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.b)("superseded", "settings-mismatch", theirs.size > 0 ? `Revision ${revisionId} of ${deployment.name} has not the given ${all}: somebody else changed the deployment at the same time. Run the workflow again.` : `Revision ${revisionId} is active, but ${deployment.name} no longer has the given ${all}: somebody else changed it after this run did. Run the workflow again.`);
      }
    })
  ),
  /***/
  21352: (
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
      var plan_image = __webpack_require__(63490);
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
        if (ours.imageUri !== void 0 && imageUri !== void 0 && (0, plan_image.h)(imageUri, ours.imageUri)) {
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
        const said = revision.statusMessage ?? tellingLine(lines);
        const reason = said === void 0 ? "The service gave no reason." : `Reason: ${said}`;
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
          case "deployed":
            return deployed(of, revision, seen, waitedMs);
          case "superseded":
            return superseded(of, verdict, revision);
          case "failed":
            return (0, outcome.b)("failed", verdict.why, await explainFailure(tools, of, revision));
        }
      }
      function deployed(of, revision, seen, waitedMs) {
        const foreign = (0, deploy_foreign.H)(of, seen);
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
      var _roll_out_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(21352);
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
      const PULL_REQUEST_PERMISSION = "pull-requests: read";
      const PAUSES_MS = [1e3, 4e3];
      async function readPullRequest({ octokit, owner, repo, redact }, number, { clock, signal }) {
        for (let attempt = 0; ; attempt += 1) {
          signal.throwIfAborted();
          try {
            const { data, headers } = await octokit.rest.pulls.get({
              owner,
              repo,
              pull_number: number,
              request: { signal }
            });
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
      function describeUnreadable(number, { status, message, permissions }) {
        const denied = status === 401 || status === 403 || status === 404;
        const lines = permissions.length > 0 ? permissions.join("` and `") : PULL_REQUEST_PERMISSION;
        const cure = denied ? ` Add \`${lines}\` under \`permissions:\` of the workflow's job.` : "";
        return `GitHub does not show pull request #${number} (${status ?? "no answer"}: ${message}).${cure}`;
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
      var _fields_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(44034);
      var _origin_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(23001);
      function disagreements(actual, wanted, before) {
        const fields = saidFields(actual, wanted).filter(({ same, actual: is, field }) => !same && (is !== void 0 || actual.unset.has(field))).map(({ field }) => field);
        const origin = (0, _origin_js__WEBPACK_IMPORTED_MODULE_0__.NX)({ ...actual, commit: void 0 }, wanted) ? ["origin"] : [];
        const seen = { names: true, values: before && candour(before).values || candour(actual).values };
        return [...origin, ...fields, ...secretDisagreements(wanted, actual.secrets, seen)];
      }
      function showsAll(actual, wanted, fields) {
        const same = new Set(saidFields(actual, wanted).flatMap((one) => one.same ? [one.field] : []));
        return fields.every((field) => same.has(field));
      }
      function drifted(planned, now, wanted) {
        const agreed = new Set(saidFields(planned, wanted).flatMap(({ field, same }) => same ? [field] : []));
        const fields = saidFields(now, wanted).filter(({ field, same }) => !same && agreed.has(field));
        const seen = candour(planned);
        const before = new Set(secretDisagreements(wanted, planned.secrets, seen));
        const secrets = secretDisagreements(wanted, now.secrets, seen).filter((name) => !before.has(name));
        return [...fields.map(({ field }) => field), ...secrets];
      }
      function overwritten(answered, now, wanted) {
        const fields = (actual) => (0, _fields_js__WEBPACK_IMPORTED_MODULE_1__.gN)(wanted, actual).filter(({ makesRevision }) => !makesRevision);
        const agreed = new Set(fields(answered).flatMap(({ field, same }) => same ? [field] : []));
        return fields(now).filter(({ wanted: said, field }) => said !== void 0 && agreed.has(field)).filter(({ same, actual: is, field }) => !same && (is !== void 0 || now.unset.has(field))).map(({ field }) => field);
      }
      function saidFields(actual, wanted) {
        const shown = { ...actual, active: void 0 };
        return [...(0, _fields_js__WEBPACK_IMPORTED_MODULE_1__.KL)(wanted, shown), ...(0, _fields_js__WEBPACK_IMPORTED_MODULE_1__.gN)(wanted, shown)].filter((field) => field.wanted !== void 0);
      }
      function candour({ secrets }) {
        return {
          names: secrets !== void 0 && secrets.length > 0,
          values: secrets?.some(({ value }) => Boolean(value)) ?? false
        };
      }
      function secretDisagreements({ secrets: given, secretsStrategy }, shown, { names, values }) {
        if (given === void 0 || shown === void 0 || shown.length === 0 && !names)
          return [];
        const now = new Map(shown.map(({ name, value }) => [name, value]));
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
      function canonical(value) {
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
      var _contract_limits_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55403);
      var _contract_patterns_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(52652);
      const HASHED = /-x[0-9a-z]{8}$/;
      const HASH_SPACE = 36n ** 8n;
      function defaultTemplate(baseName) {
        return baseName === void 0 ? "{repo}-pr-{number}" : "{name}-pr-{number}";
      }
      function nameLimit({ source, hosted }) {
        return hosted && source !== "external_docker" ? _contract_limits_js__WEBPACK_IMPORTED_MODULE_0__.fo : _contract_limits_js__WEBPACK_IMPORTED_MODULE_0__.uL;
      }
      const NAME_LIMITS = [_contract_limits_js__WEBPACK_IMPORTED_MODULE_0__.fo, _contract_limits_js__WEBPACK_IMPORTED_MODULE_0__.uL];
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
        return _contract_patterns_js__WEBPACK_IMPORTED_MODULE_1__.cr.test(text) && !HASHED.test(text) && holdsNumber(text, number) && texts.every((value) => /^[a-z0-9-]+$/.test(value)) && between.every((literal) => literal.includes("-")) && (texts.length <= 1 || texts.every((value) => !value.includes("-")));
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
        )
        /* harmony export */
      });
      var _marker_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55896);
      var _name_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(72053);
      function judgePreview(deployment, of, instead) {
        if (!(0, _name_js__WEBPACK_IMPORTED_MODULE_0__.IJ)(deployment.name, of.number)) {
          return { ours: false, why: `does not hold the number ${of.number} in its name` };
        }
        const mark = (0, _marker_js__WEBPACK_IMPORTED_MODULE_1__.Fg)(deployment);
        switch (mark.kind) {
          case "none":
            return { ours: false, why: `does not carry the variable ${_marker_js__WEBPACK_IMPORTED_MODULE_1__.yf}, which every preview has` };
          case "hidden":
            if (instead.force || instead.proven === true)
              return { ours: true };
            return {
              ours: false,
              why: `carries ${_marker_js__WEBPACK_IMPORTED_MODULE_1__.yf}, but the service hides its value: set \`force: true\` if you are sure that it is the preview of ${(0, _marker_js__WEBPACK_IMPORTED_MODULE_1__.U7)(of)}`
            };
          case "of":
            if ((0, _marker_js__WEBPACK_IMPORTED_MODULE_1__.h4)(mark.of, of))
              return { ours: true };
            return { ours: false, why: `is the preview of ${(0, _marker_js__WEBPACK_IMPORTED_MODULE_1__.U7)(mark.of)}` };
        }
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
        return { closed, fork: event.fork, labels, branch: event.ref, commit: event.commit, ofEvent: true };
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
      var _marker_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(55896);
      var _ours_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(32765);
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
        const whose = (0, _marker_js__WEBPACK_IMPORTED_MODULE_4__.U7)(of);
        const found = await withNames(tools, names);
        const judged = found.map((item) => ({ item, verdict: (0, _ours_js__WEBPACK_IMPORTED_MODULE_3__.C)(item, of, { force: settings.force }) }));
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
          note(tools, [item]);
          log.line(`Deleting ${item.name} (${item.id}), the preview of ${whose}, and its tracing project.`);
          if (await deletePreview(tools, item))
            deleted.push(item);
        }
        record.retired = [...new Set(ours.length > 0 ? ours.map(({ name }) => name) : names)];
        const left = settings.wait && !settings.dryRun ? await awaitGone(tools, ours) : [];
        if (left.length > 0)
          return stillDeleting(settings.waitTimeoutMs, left);
        if (deleted.length === 0) {
          return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("torn-down", "already-gone", `There is no preview of ${whose} (${names.join(", ")}).`);
        }
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("torn-down", "deleted", `The preview of ${whose}, ${list(deleted)}, is deleted.`);
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
        g: () => (
          /* binding */
          readGitHubFailure
        )
        /* harmony export */
      });
      var _problem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(12553);
      function readGitHubFailure(error, redact) {
        const message = error instanceof Error ? error.message : "unknown error";
        return {
          status: numberAt(error, "status"),
          message: (0, _problem_js__WEBPACK_IMPORTED_MODULE_0__.T)(redact(message)),
          permissions: permissionsNeeded(error)
        };
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
  )
};
export {
  id,
  ids,
  modules
};
