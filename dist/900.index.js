const id = 900;
const ids = [900];
const modules = {
  /***/
  7900: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        sweep: () => (
          /* binding */
          sweep
        )
        /* harmony export */
      });
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6796);
      async function sweep(tools) {
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
