const id = 679;
const ids = [679];
const modules = {
  /***/
  4679: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        verify: () => (
          /* binding */
          verify
        )
        /* harmony export */
      });
      const verify = async () => (await Promise.all(
        /* import() */
        [__webpack_require__.e(704), __webpack_require__.e(340)]
      ).then(__webpack_require__.bind(__webpack_require__, 340))).verify();
    })
  )
};
export {
  id,
  ids,
  modules
};
