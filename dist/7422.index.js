const id = 7422;
const ids = [7422];
const modules = {
  /***/
  57422: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        teardown: () => (
          /* binding */
          teardown
        )
        /* harmony export */
      });
      var _names_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(92832);
      var _pull_request_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(68333);
      var _remove_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(91202);
      async function teardown(tools) {
        const { settings, record } = tools;
        record.pullRequest = settings.pullRequest;
        const of = (0, _pull_request_js__WEBPACK_IMPORTED_MODULE_1__.TH)(tools);
        return (0, _remove_js__WEBPACK_IMPORTED_MODULE_2__.pD)(tools, { names: (0, _names_js__WEBPACK_IMPORTED_MODULE_0__.Wl)(settings, of, await branchOf(tools)), of });
      }
      async function branchOf(tools) {
        const { event, settings } = tools;
        if (settings.nameTemplate?.includes("{branch}") !== true)
          return void 0;
        if (event.pullRequest?.number === settings.pullRequest && event.ref !== void 0)
          return event.ref;
        const reading = await (0, _pull_request_js__WEBPACK_IMPORTED_MODULE_1__.X3)(tools, settings.pullRequest);
        return reading?.kind === "read" ? reading.pull.branch : void 0;
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
