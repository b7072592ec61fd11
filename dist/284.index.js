const id = 284;
const ids = [284];
const modules = {
  /***/
  3284: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        createGitHub: () => (
          /* binding */
          createGitHub
        )
        /* harmony export */
      });
      var _user_agent_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9828);
      async function createGitHub(options) {
        const { token, apiUrl, transport, timeoutMs = 3e4 } = options;
        const [{ getOctokit }, { fetch }, dispatcher] = await Promise.all([
          __webpack_require__.e(
            /* import() */
            875
          ).then(__webpack_require__.bind(__webpack_require__, 7875)),
          // Not the package root, which loads WebSocket, mocks and caches as well (see dispatcher.ts).
          Promise.all(
            /* import() */
            [__webpack_require__.e(632), __webpack_require__.e(997)]
          ).then(__webpack_require__.t.bind(__webpack_require__, 8997, 19)),
          transport.dispatcher()
        ]);
        const pooled = (url, init) => {
          const limit = AbortSignal.timeout(timeoutMs);
          const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
          return fetch(url, { ...init, signal, dispatcher });
        };
        const quiet = () => {
        };
        return getOctokit(token, {
          baseUrl: apiUrl,
          userAgent: _user_agent_js__WEBPACK_IMPORTED_MODULE_0__._,
          request: { fetch: pooled },
          // Its own log goes straight to the console, past the redactor.
          log: { debug: quiet, info: quiet, warn: quiet, error: quiet }
        });
      }
    })
  ),
  /***/
  9828: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        _: () => (
          /* binding */
          USER_AGENT
        )
        /* harmony export */
      });
      const USER_AGENT = "agent-deploy/0.1.0";
    })
  )
};
export {
  id,
  ids,
  modules
};
