const id = 718;
const ids = [718];
const modules = {
  /***/
  718: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        waitFor: () => (
          /* binding */
          waitFor
        )
        /* harmony export */
      });
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6796);
      async function waitFor(tools) {
        throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__.V("internal-error", `${tools.settings.verb} is not there yet`);
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
