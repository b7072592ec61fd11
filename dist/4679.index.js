const id = 4679;
const ids = [4679];
const modules = {
  /***/
  94679: (
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
        [__webpack_require__.e(2404), __webpack_require__.e(1398), __webpack_require__.e(3263)]
      ).then(__webpack_require__.bind(__webpack_require__, 63263))).verify();
    })
  )
};
export {
  id,
  ids,
  modules
};
