const id = 4919;
const ids = [4919];
const modules = {
  /***/
  64919: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        sandbox: () => (
          /* binding */
          sandbox
        )
        /* harmony export */
      });
      const sandbox = async () => (await Promise.all(
        /* import() */
        [__webpack_require__.e(2404), __webpack_require__.e(1398), __webpack_require__.e(3263)]
      ).then(__webpack_require__.bind(__webpack_require__, 63263))).sandbox();
    })
  )
};
export {
  id,
  ids,
  modules
};
