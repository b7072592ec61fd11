const id = 2558;
const ids = [2558];
const modules = {
  /***/
  62558: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        credentialProxy: () => (
          /* binding */
          credentialProxy
        )
        /* harmony export */
      });
      const credentialProxy = async () => {
        await Promise.all(
          /* import() */
          [__webpack_require__.e(4410), __webpack_require__.e(5523), __webpack_require__.e(2739), __webpack_require__.e(1639), __webpack_require__.e(2404), __webpack_require__.e(435), __webpack_require__.e(1066)]
        ).then(__webpack_require__.bind(__webpack_require__, 31066));
      };
    })
  )
};
export {
  id,
  ids,
  modules
};
