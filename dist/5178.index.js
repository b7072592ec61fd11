const id = 5178;
const ids = [5178];
const modules = {
  /***/
  95178: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        issueFileCommand: () => (
          /* binding */
          issueFileCommand
        ),
        /* harmony export */
        prepareKeyValueMessage: () => (
          /* binding */
          prepareKeyValueMessage
        )
        /* harmony export */
      });
      var crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76982);
      var fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(79896);
      var os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(70857);
      var _utils_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(83603);
      function issueFileCommand(command, message) {
        const filePath = process.env[`GITHUB_${command}`];
        if (!filePath) {
          throw new Error(`Unable to find environment variable for file command ${command}`);
        }
        if (!fs__WEBPACK_IMPORTED_MODULE_1__.existsSync(filePath)) {
          throw new Error(`Missing file at path: ${filePath}`);
        }
        fs__WEBPACK_IMPORTED_MODULE_1__.appendFileSync(filePath, `${(0, _utils_js__WEBPACK_IMPORTED_MODULE_3__.E)(message)}${os__WEBPACK_IMPORTED_MODULE_2__.EOL}`, {
          encoding: "utf8"
        });
      }
      function prepareKeyValueMessage(key, value) {
        const delimiter = `ghadelimiter_${crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID()}`;
        const convertedValue = (0, _utils_js__WEBPACK_IMPORTED_MODULE_3__.E)(value);
        if (key.includes(delimiter)) {
          throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
        }
        if (convertedValue.includes(delimiter)) {
          throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
        }
        return `${key}<<${delimiter}${os__WEBPACK_IMPORTED_MODULE_2__.EOL}${convertedValue}${os__WEBPACK_IMPORTED_MODULE_2__.EOL}${delimiter}`;
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
