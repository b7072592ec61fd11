const id = 1738;
const ids = [1738];
const modules = {
  /***/
  31738: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        rollBackOnFailure: () => (
          /* binding */
          rollBackOnFailure
        )
      });
      var outcome = __webpack_require__(76796);
      var errors = __webpack_require__(65292);
      var read = __webpack_require__(6578);
      var bring_back = __webpack_require__(96884);
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
      var past = __webpack_require__(37026);
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
        return (0, outcome.b)("rolled-back", "after-failure", `${failure.message} Rolled back: the commit or image of revision ${rollback?.targetId ?? ""} is deployed again, as revision ${rollback?.revisionId ?? ""}, which is active.`);
      }
      function rollbackFailed(failure, why) {
        return (0, outcome.b)("failed", "rollback-failed", `${failure.message} Bringing back what was active before failed as well: ${why}`);
      }
      function tell(failure, found) {
        return (0, outcome.b)("failed", failure.reason, `${failure.message} ${found.message}`);
      }
      ;
      const PAUSES_MS = [0, 2e3, 5e3, 1e4, 2e4, 3e4];
      const SAYS_NOTHING = ["deployment-gone", "verification-impossible"];
      async function rollBackOnFailure(tools, end) {
        switch (end.kind) {
          case "failed":
            return tools.record.stage === "waiting" && !SAYS_NOTHING.includes(end.reason) ? bringBackAfter(tools, end) : end;
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
  )
};
export {
  id,
  ids,
  modules
};
