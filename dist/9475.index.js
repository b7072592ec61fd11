const id = 9475;
const ids = [9475];
const modules = {
  /***/
  88767: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const { addAbortListener } = __webpack_require__(38083);
      const { RequestAbortedError } = __webpack_require__(19316);
      const kListener = /* @__PURE__ */ Symbol("kListener");
      const kSignal = /* @__PURE__ */ Symbol("kSignal");
      function abort(self) {
        if (self.abort) {
          self.abort(self[kSignal]?.reason);
        } else {
          self.reason = self[kSignal]?.reason ?? new RequestAbortedError();
        }
        removeSignal(self);
      }
      function addSignal(self, signal) {
        self.reason = null;
        self[kSignal] = null;
        self[kListener] = null;
        if (!signal) {
          return;
        }
        if (signal.aborted) {
          abort(self);
          return;
        }
        self[kSignal] = signal;
        self[kListener] = () => {
          abort(self);
        };
        addAbortListener(self[kSignal], self[kListener]);
      }
      function removeSignal(self) {
        if (!self[kSignal]) {
          return;
        }
        if ("removeEventListener" in self[kSignal]) {
          self[kSignal].removeEventListener("abort", self[kListener]);
        } else {
          self[kSignal].removeListener("abort", self[kListener]);
        }
        self[kSignal] = null;
        self[kListener] = null;
      }
      module.exports = {
        addSignal,
        removeSignal
      };
    })
  ),
  /***/
  99475: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const assert = __webpack_require__(34589);
      const { AsyncResource } = __webpack_require__(16698);
      const { InvalidArgumentError, SocketError } = __webpack_require__(19316);
      const util = __webpack_require__(38083);
      const { addSignal, removeSignal } = __webpack_require__(88767);
      class ConnectHandler extends AsyncResource {
        constructor(opts, callback) {
          if (!opts || typeof opts !== "object") {
            throw new InvalidArgumentError("invalid opts");
          }
          if (typeof callback !== "function") {
            throw new InvalidArgumentError("invalid callback");
          }
          const { signal, opaque, responseHeaders } = opts;
          if (signal && typeof signal.on !== "function" && typeof signal.addEventListener !== "function") {
            throw new InvalidArgumentError("signal must be an EventEmitter or EventTarget");
          }
          super("UNDICI_CONNECT");
          this.opaque = opaque || null;
          this.responseHeaders = responseHeaders || null;
          this.callback = callback;
          this.abort = null;
          addSignal(this, signal);
        }
        onRequestStart(controller, context) {
          if (this.reason) {
            controller.abort(this.reason);
            return;
          }
          assert(this.callback);
          this.abort = (reason) => controller.abort(reason);
          this.context = context;
        }
        onResponseStart() {
          throw new SocketError("bad connect", null);
        }
        onRequestUpgrade(controller, statusCode, headers, socket) {
          const { callback, opaque, context } = this;
          removeSignal(this);
          this.callback = null;
          let responseHeaders = headers;
          const rawHeaders = controller?.rawHeaders;
          if (responseHeaders != null) {
            responseHeaders = this.responseHeaders === "raw" ? util.parseRawHeaders(rawHeaders) : headers;
          }
          this.runInAsyncScope(callback, null, null, {
            statusCode,
            headers: responseHeaders,
            socket,
            opaque,
            context
          });
        }
        onResponseError(_controller, err) {
          const { callback, opaque } = this;
          removeSignal(this);
          if (callback) {
            this.callback = null;
            queueMicrotask(() => {
              this.runInAsyncScope(callback, null, err, { opaque });
            });
          }
        }
      }
      function connect(opts, callback) {
        if (callback === void 0) {
          return new Promise((resolve, reject) => {
            connect.call(this, opts, (err, data) => {
              return err ? reject(err) : resolve(data);
            });
          });
        }
        try {
          const connectHandler = new ConnectHandler(opts, callback);
          const connectOptions = { ...opts, method: "CONNECT" };
          this.dispatch(connectOptions, connectHandler);
        } catch (err) {
          if (typeof callback !== "function") {
            throw err;
          }
          const opaque = opts?.opaque;
          queueMicrotask(() => callback(err, { opaque }));
        }
      }
      module.exports = connect;
    })
  )
};
export {
  id,
  ids,
  modules
};
