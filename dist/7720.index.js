const id = 7720;
const ids = [7720];
const modules = {
  /***/
  7720: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        boxSupervisor: () => (
          /* binding */
          boxSupervisor
        )
        /* harmony export */
      });
      const boxSupervisor = async () => {
        await __webpack_require__.e(
          /* import() */
          309
        ).then(__webpack_require__.bind(__webpack_require__, 90309));
      };
    })
  )
};
export {
  id,
  ids,
  modules
};
