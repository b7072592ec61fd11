const id = 352;
const ids = [352, 3];
const modules = {
  /***/
  9003: (
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
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5292);
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3889);
      var _lost_answer_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4343);
      async function interruptRevision(plane, deploymentId, revisionId, signal) {
        try {
          await plane.interruptRevision(deploymentId, revisionId, signal);
          return { done: true, message: `Revision ${revisionId} is interrupted.` };
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.h))
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
          if (error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.h)
            return void 0;
          throw error;
        }
      }
    })
  ),
  /***/
  4343: (
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
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5292);
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
            if (!(error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.h))
              throw error;
          }
        }
        return void 0;
      }
      function isLost(error) {
        return error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.h && error.kind === "ambiguous";
      }
    })
  ),
  /***/
  9691: (
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
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6796);
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4453);
      var _plan_agreement_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7687);
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
  7351: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        S: () => (
          /* binding */
          noteDeployment
        )
        /* harmony export */
      });
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4453);
      function noteDeployment({ record }, deployment) {
        const { id: id2, name } = deployment;
        record.deployment = { id: id2, name, url: (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_0__.rs)(deployment) ?? record.deployment?.url };
      }
    })
  ),
  /***/
  8971: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        O: () => (
          /* binding */
          rollOut
        )
      });
      var outcome = __webpack_require__(6796);
      var timeline = __webpack_require__(1662);
      var errors = __webpack_require__(5292);
      var statuses = __webpack_require__(3889);
      var actual = __webpack_require__(4453);
      var plan_image = __webpack_require__(3490);
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
      var polling = __webpack_require__(2394);
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
        if (!(error instanceof errors.h))
          return false;
        if (error.kind === "http") {
          const status = error.status ?? 0;
          return status === 404 || status === 408 || status === 425 || status === 429 || status >= 500;
        }
        return error.kind === "network" || error.kind === "timeout" || error.kind === "malformed";
      }
      var run_record = __webpack_require__(758);
      var interrupt = __webpack_require__(9003);
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
      var deploy_foreign = __webpack_require__(9691);
      var note = __webpack_require__(7351);
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
    })
  ),
  /***/
  4453: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        FS: () => (
          /* binding */
          viewRevision
        ),
        /* harmony export */
        cu: () => (
          /* binding */
          viewActual
        ),
        /* harmony export */
        rs: () => (
          /* binding */
          urlOf
        )
        /* harmony export */
      });
      var _contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6625);
      var _contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4366);
      var _contract_secret_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2127);
      function viewActual(deployment, revisions) {
        const config = deployment.source_config ?? {};
        const revisionConfig = deployment.source_revision_config ?? {};
        const listener = config["listener_config"];
        const views = revisions.map(viewRevision);
        const find = (id2) => views.find((view) => view.id === id2);
        const spec = _contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_1__.y.safeParse(config["resource_spec"] ?? void 0);
        const references = _contract_secret_js__WEBPACK_IMPORTED_MODULE_2__.Us.array().safeParse(deployment.secret_references ?? void 0);
        return {
          id: deployment.id,
          name: deployment.name,
          url: urlOf(deployment),
          status: deployment.status,
          latestRevisionId: deployment.latest_revision_id ?? void 0,
          activeRevisionId: deployment.active_revision_id ?? void 0,
          source: deployment.source ? (0, _contract_dialect_js__WEBPACK_IMPORTED_MODULE_0__.UV)(deployment.source) : void 0,
          repoUrl: text(config["repo_url"]),
          integrationId: text(config["integration_id"])?.toLowerCase(),
          deploymentType: text(config["deployment_type"]),
          buildOnPush: typeof config["build_on_push"] === "boolean" ? config["build_on_push"] : void 0,
          installCommand: text(config["install_command"]),
          buildCommand: text(config["build_command"]),
          listenerId: text(config["listener_id"])?.toLowerCase(),
          k8sNamespace: isJson(listener) ? text(listener["k8s_namespace"]) : void 0,
          customUrl: text(config["custom_url"]),
          resourceSpec: spec.success ? spec.data : void 0,
          imageVersion: text(deployment.image_version),
          secretReferences: references.success ? references.data : void 0,
          secrets: deployment.secrets?.map(({ name, value }) => ({ name, value: shown(value) })),
          ref: text(revisionConfig["repo_ref"]),
          graphConfigPath: text(revisionConfig["graph_config_path"]),
          imageUri: text(revisionConfig["image_uri"]),
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
          statusMessage: text(revision.status_message),
          ref: text(config.repo_ref),
          commit: text(config.repo_commit_sha)?.toLowerCase(),
          graphConfigPath: text(config.graph_config_path),
          imageUri: text(config.image_uri),
          tarballPath: text(config.source_tarball_path),
          createdAt: time(revision.created_at),
          updatedAt: time(revision.updated_at)
        };
      }
      function urlOf(deployment) {
        return text(deployment.url) ?? text(deployment.source_config?.custom_url);
      }
      function isJson(value) {
        return typeof value === "object" && value !== null && !Array.isArray(value);
      }
      function nullsOf(fields, prefix = "") {
        return Object.entries(fields).flatMap(([key, value]) => value === null ? [prefix + key] : []);
      }
      function text(value) {
        return typeof value === "string" && value !== "" ? value : void 0;
      }
      function shown(value) {
        return value === null || value === void 0 || /^[*•]+$/.test(value) ? void 0 : value;
      }
      function time(value) {
        const parsed = Date.parse(value ?? "");
        return Number.isNaN(parsed) ? void 0 : parsed;
      }
    })
  ),
  /***/
  7687: (
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
      var _fields_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1057);
      var _origin_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3001);
      function disagreements(actual, wanted, before) {
        const fields = saidFields(actual, wanted).filter(({ same, actual: is, field }) => !same && (is !== void 0 || actual.unset.has(field))).map(({ field }) => field);
        const { ref, imageUri } = actual;
        const origin = (0, _origin_js__WEBPACK_IMPORTED_MODULE_1__.NX)({ ref, imageUri, commit: void 0 }, wanted) ? ["origin"] : [];
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
        const fields = (actual) => (0, _fields_js__WEBPACK_IMPORTED_MODULE_0__.gN)(wanted, actual).filter(({ makesRevision }) => !makesRevision);
        const agreed = new Set(fields(answered).flatMap(({ field, same }) => same ? [field] : []));
        return fields(now).filter(({ wanted: said, field }) => said !== void 0 && agreed.has(field)).filter(({ same, actual: is, field }) => !same && (is !== void 0 || now.unset.has(field))).map(({ field }) => field);
      }
      function saidFields(actual, wanted) {
        const shown = { ...actual, active: void 0 };
        return [...(0, _fields_js__WEBPACK_IMPORTED_MODULE_0__.KL)(wanted, shown), ...(0, _fields_js__WEBPACK_IMPORTED_MODULE_0__.gN)(wanted, shown)].filter((field) => field.wanted !== void 0);
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
  1057: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        KL: () => (
          /* binding */
          immutableFields
        ),
        gN: () => (
          /* binding */
          mutableFields
        ),
        kP: () => (
          /* binding */
          plainUrl
        )
      });
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
    })
  ),
  /***/
  3490: (
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
  3001: (
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
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3889);
      var _image_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3490);
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
      function doubtful(wanted, actual) {
        const { latest } = actual;
        if (latest === void 0 || latest.id === actual.activeRevisionId)
          return false;
        if (wanted.secrets !== void 0 || wanted.resourceSpec !== void 0)
          return true;
        return ["failed", "interrupted"].includes((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(latest.status)) && isOfOrigin(latest, wanted);
      }
      function fieldOf(wanted) {
        return `source_revision_config.${wanted.source === "git_host" ? "repo_ref" : "image_uri"}`;
      }
      function at(ref, commit) {
        return `${ref ?? "?"} @ ${commit?.slice(0, 7) ?? "unknown commit"}`;
      }
    })
  ),
  /***/
  6457: (
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
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3889);
      const REMEMBERED = 10;
      function earlierRollouts(revisions) {
        return revisions.filter(({ status }) => (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_0__.BE)(status) === "deployed").flatMap(({ id: id2, commit, createdAt, updatedAt }) => createdAt !== void 0 && updatedAt !== void 0 && updatedAt > createdAt ? [{ id: id2, commit, tookMs: updatedAt - createdAt }] : []).slice(0, REMEMBERED);
      }
    })
  ),
  /***/
  2394: (
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
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3889);
      var _earlier_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6457);
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
          said
        ),
        /* harmony export */
        gk: () => (
          /* binding */
          finding
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
      function finding(loc, msg, type = "value_error") {
        return { loc: ["body", ...loc], msg, type };
      }
      function missing(loc, why) {
        return finding(loc, `Field required: ${why}`, "missing");
      }
      function describeFindings(findings) {
        return findings.map(describeFinding).join("; ");
      }
      function describeFinding({ loc, msg }) {
        const path = loc[0] === "body" && loc.length > 1 ? loc.slice(1) : loc;
        return path.length === 0 ? msg : `${path.join(".")}: ${msg}`;
      }
      function said(value) {
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
