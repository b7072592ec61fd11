const id = 4603;
const ids = [4603];
const modules = {
  /***/
  74603: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        AuditEntry: () => (
          /* binding */
          AuditEntry
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(34410);
      var _explanation_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(55014);
      const AuditEntry = zod__WEBPACK_IMPORTED_MODULE_1__.Ikc({
        at: zod__WEBPACK_IMPORTED_MODULE_1__.YjP(),
        sandbox: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        revision: zod__WEBPACK_IMPORTED_MODULE_1__.Whr().nullable(),
        rule: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        decision: zod__WEBPACK_IMPORTED_MODULE_1__.k5n(_explanation_js__WEBPACK_IMPORTED_MODULE_0__.Y),
        reason: zod__WEBPACK_IMPORTED_MODULE_1__.YjP(),
        scheme: zod__WEBPACK_IMPORTED_MODULE_1__.k5n(["http", "https", "tunnel"]),
        host: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        port: zod__WEBPACK_IMPORTED_MODULE_1__.Whr().nullable(),
        method: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        path: zod__WEBPACK_IMPORTED_MODULE_1__.YjP().nullable(),
        status: zod__WEBPACK_IMPORTED_MODULE_1__.Whr().nullable(),
        bytesUp: zod__WEBPACK_IMPORTED_MODULE_1__.Whr(),
        bytesDown: zod__WEBPACK_IMPORTED_MODULE_1__.Whr(),
        ms: zod__WEBPACK_IMPORTED_MODULE_1__.aig(),
        injected: zod__WEBPACK_IMPORTED_MODULE_1__.YOg(zod__WEBPACK_IMPORTED_MODULE_1__.YjP()),
        masked: zod__WEBPACK_IMPORTED_MODULE_1__.Whr(),
        /** A secret went out, and the body of the answer could not be searched for it: compressed, or of no kind of text. */
        unsearched: zod__WEBPACK_IMPORTED_MODULE_1__.zMY()
      });
    })
  ),
  /***/
  55014: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Y: () => (
          /* binding */
          DECISIONS
        ),
        /* harmony export */
        u: () => (
          /* binding */
          Explanation
        )
        /* harmony export */
      });
      var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34410);
      const DECISIONS = ["inject", "forward", "tunnel", "bypass", "deny", "refuse"];
      const Explanation = zod__WEBPACK_IMPORTED_MODULE_0__.Ikc({
        url: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        decision: zod__WEBPACK_IMPORTED_MODULE_0__.k5n(DECISIONS),
        /** A reason code, such as `rule-matched`, `no-rule-for-host`, `plaintext-credential-refused`. */
        reason: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(),
        rule: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullable(),
        /** Names of the headers that would be injected. */
        headers: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()),
        detail: zod__WEBPACK_IMPORTED_MODULE_0__.YjP()
      });
    })
  )
};
export {
  id,
  ids,
  modules
};
