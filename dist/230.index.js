const id = 230;
const ids = [230];
const modules = {
  /***/
  5230: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        openDispatcher: () => (
          /* binding */
          openDispatcher
        )
        /* harmony export */
      });
      var undici_lib_dispatcher_agent_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(632);
      async function openDispatcher(options) {
        const { httpProxy, httpsProxy, noProxy } = options.proxies;
        const tls = options.ca === void 0 ? {} : { ca: options.ca };
        const pool = {
          // One request at a time on a connection: after a fault it is known which request was on the wire.
          allowH2: false,
          pipelining: 1,
          connect: { timeout: options.connectTimeoutMs, ...tls },
          // Each try has one limit of its own (exchange.ts), which covers headers and body.
          headersTimeout: 0,
          bodyTimeout: 0
        };
        if (!httpProxy && !httpsProxy)
          return new undici_lib_dispatcher_agent_js__WEBPACK_IMPORTED_MODULE_0__(pool);
        const [{ default: EnvHttpProxyAgent }, { default: dispatcherClass }, { default: connect }] = await Promise.all([
          __webpack_require__.e(
            /* import() */
            378
          ).then(__webpack_require__.t.bind(__webpack_require__, 4378, 19)),
          Promise.resolve(
            /* import() */
          ).then(__webpack_require__.t.bind(__webpack_require__, 6935, 19)),
          __webpack_require__.e(
            /* import() */
            475
          ).then(__webpack_require__.t.bind(__webpack_require__, 9475, 19))
        ]);
        if (!("connect" in dispatcherClass.prototype))
          Object.assign(dispatcherClass.prototype, { connect });
        return new EnvHttpProxyAgent({
          ...pool,
          connectTimeout: options.connectTimeoutMs,
          httpProxy: httpProxy ?? "",
          httpsProxy: httpsProxy ?? "",
          noProxy,
          requestTls: tls
        });
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
