const id = 5230;
const ids = [5230];
const modules = {
  /***/
  90632: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const { InvalidArgumentError, MaxOriginsReachedError } = __webpack_require__(19316);
      const { kBusy, kClients, kConnected, kRunning, kPending, kClose, kDestroy, kDispatch, kUrl } = __webpack_require__(21518);
      const DispatcherBase = __webpack_require__(68400);
      const Pool = __webpack_require__(55523);
      const Client = __webpack_require__(77134);
      const util = __webpack_require__(38083);
      const kOnConnect = /* @__PURE__ */ Symbol("onConnect");
      const kOnDisconnect = /* @__PURE__ */ Symbol("onDisconnect");
      const kOnConnectionError = /* @__PURE__ */ Symbol("onConnectionError");
      const kOnDrain = /* @__PURE__ */ Symbol("onDrain");
      const kFactory = /* @__PURE__ */ Symbol("factory");
      const kOptions = /* @__PURE__ */ Symbol("options");
      const kOrigins = /* @__PURE__ */ Symbol("origins");
      function defaultFactory(origin, opts) {
        return opts && opts.connections === 1 ? new Client(origin, opts) : new Pool(origin, opts);
      }
      class Agent extends DispatcherBase {
        constructor({ factory = defaultFactory, maxOrigins = Infinity, connect, tls, ...options } = {}) {
          if (typeof factory !== "function") {
            throw new InvalidArgumentError("factory must be a function.");
          }
          if (connect != null && typeof connect !== "function" && typeof connect !== "object") {
            throw new InvalidArgumentError("connect must be a function or an object");
          }
          if (typeof maxOrigins !== "number" || Number.isNaN(maxOrigins) || maxOrigins <= 0) {
            throw new InvalidArgumentError("maxOrigins must be a number greater than 0");
          }
          super(options);
          if (connect && typeof connect !== "function") {
            connect = { ...connect };
          }
          if (tls && typeof tls !== "function") {
            tls = { ...tls };
          }
          this[kOptions] = { ...util.deepClone(options), maxOrigins, connect, tls };
          this[kFactory] = factory;
          this[kClients] = /* @__PURE__ */ new Map();
          this[kOrigins] = /* @__PURE__ */ new Set();
          this[kOnDrain] = (origin, targets) => {
            this.emit("drain", origin, [this, ...targets]);
          };
          this[kOnConnect] = (origin, targets) => {
            this.emit("connect", origin, [this, ...targets]);
          };
          this[kOnDisconnect] = (origin, targets, err) => {
            this.emit("disconnect", origin, [this, ...targets], err);
          };
          this[kOnConnectionError] = (origin, targets, err) => {
            this.emit("connectionError", origin, [this, ...targets], err);
          };
        }
        get [kRunning]() {
          let ret = 0;
          for (const dispatcher of this[kClients].values()) {
            ret += dispatcher[kRunning];
          }
          return ret;
        }
        [kDispatch](opts, handler) {
          let origin;
          if (opts.origin && (typeof opts.origin === "string" || opts.origin instanceof URL)) {
            origin = String(opts.origin);
          } else {
            throw new InvalidArgumentError("opts.origin must be a non-empty string or URL.");
          }
          const allowH2 = opts.allowH2 ?? this[kOptions].allowH2;
          const key = allowH2 === false ? `${origin}#http1-only` : origin;
          if (this[kOrigins].size >= this[kOptions].maxOrigins && !this[kOrigins].has(origin)) {
            throw new MaxOriginsReachedError();
          }
          let dispatcher = this[kClients].get(key);
          if (!dispatcher) {
            dispatcher = this[kFactory](opts.origin, allowH2 === false ? { ...this[kOptions], allowH2: false } : this[kOptions]);
            const closeClientIfUnused = () => {
              if (this[kClients].get(key) !== dispatcher) {
                return;
              }
              if (dispatcher[kConnected] > 0 || dispatcher[kBusy] || dispatcher[kPending] > 0) {
                return;
              }
              this[kClients].delete(key);
              if (!dispatcher.destroyed) {
                dispatcher.close();
              }
              let hasOrigin = false;
              for (const k of this[kClients].keys()) {
                if (k === origin || k === `${origin}#http1-only`) {
                  hasOrigin = true;
                  break;
                }
              }
              if (!hasOrigin) {
                this[kOrigins].delete(origin);
              }
            };
            dispatcher.on("drain", this[kOnDrain]).on("connect", this[kOnConnect]).on("disconnect", (origin2, targets, err) => {
              closeClientIfUnused();
              this[kOnDisconnect](origin2, targets, err);
            }).on("connectionError", (origin2, targets, err) => {
              closeClientIfUnused();
              this[kOnConnectionError](origin2, targets, err);
            });
            this[kClients].set(key, dispatcher);
            this[kOrigins].add(origin);
          }
          return dispatcher.dispatch(opts, handler);
        }
        [kClose]() {
          const closePromises = [];
          for (const dispatcher of this[kClients].values()) {
            closePromises.push(dispatcher.close());
          }
          this[kClients].clear();
          return Promise.all(closePromises);
        }
        [kDestroy](err) {
          const destroyPromises = [];
          for (const dispatcher of this[kClients].values()) {
            destroyPromises.push(dispatcher.destroy(err));
          }
          this[kClients].clear();
          return Promise.all(destroyPromises);
        }
        get stats() {
          const allClientStats = {};
          for (const dispatcher of this[kClients].values()) {
            if (dispatcher.stats) {
              allClientStats[dispatcher[kUrl].origin] = dispatcher.stats;
            }
          }
          return allClientStats;
        }
      }
      module.exports = Agent;
    })
  ),
  /***/
  35230: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        openDispatcher: () => (
          /* binding */
          openDispatcher
        )
        /* harmony export */
      });
      var undici_lib_dispatcher_agent_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(90632);
      async function openDispatcher(options) {
        const { httpProxy, httpsProxy, noProxy } = options.proxies;
        const tls = { rejectUnauthorized: true, ...options.ca !== void 0 && { ca: options.ca } };
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
            4378
          ).then(__webpack_require__.t.bind(__webpack_require__, 34378, 19)),
          Promise.resolve(
            /* import() */
          ).then(__webpack_require__.t.bind(__webpack_require__, 29316, 19)),
          __webpack_require__.e(
            /* import() */
            9475
          ).then(__webpack_require__.t.bind(__webpack_require__, 99475, 19))
        ]);
        if (!("connect" in dispatcherClass.prototype))
          Object.assign(dispatcherClass.prototype, { connect });
        return new EnvHttpProxyAgent({
          ...pool,
          connectTimeout: options.connectTimeoutMs,
          httpProxy: httpProxy ?? "",
          httpsProxy: httpsProxy ?? "",
          noProxy,
          requestTls: tls,
          proxyTls: { rejectUnauthorized: true }
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
