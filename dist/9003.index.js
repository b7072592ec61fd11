const id = 9003;
const ids = [9003];
const modules = {
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
  )
};
export {
  id,
  ids,
  modules
};
