const id = 997;
const ids = [997];
const modules = {
  /***/
  4323: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const Dispatcher = __webpack_require__(6935);
      const { InvalidArgumentError } = __webpack_require__(9316);
      const { toRawHeaders } = __webpack_require__(8083);
      const { kOriginless, kUrl } = __webpack_require__(1518);
      class LegacyHandlerWrapper {
        #handler;
        constructor(handler) {
          this.#handler = handler;
        }
        onRequestStart(controller, context) {
          this.#handler.onConnect?.((reason) => controller.abort(reason), context);
        }
        onRequestUpgrade(controller, statusCode, headers, socket) {
          const rawHeaders = Array.isArray(controller?.rawHeaders) ? controller.rawHeaders : toRawHeaders(controller?.rawHeaders ?? headers ?? {});
          this.#handler.onUpgrade?.(statusCode, rawHeaders, socket);
        }
        onResponseStart(controller, statusCode, headers, statusMessage) {
          const rawHeaders = Array.isArray(controller?.rawHeaders) ? controller.rawHeaders : toRawHeaders(controller?.rawHeaders ?? headers ?? {});
          if (this.#handler.onHeaders?.(statusCode, rawHeaders, () => controller.resume(), statusMessage) === false) {
            controller.pause();
          }
        }
        onResponseData(controller, chunk) {
          if (this.#handler.onData?.(chunk) === false) {
            controller.pause();
          }
        }
        onResponseEnd(controller, trailers) {
          const rawTrailers = Array.isArray(controller?.rawTrailers) ? controller.rawTrailers : toRawHeaders(controller?.rawTrailers ?? trailers ?? {});
          this.#handler.onComplete?.(rawTrailers);
        }
        onResponseError(_controller, err) {
          if (!this.#handler.onError) {
            throw err;
          }
          this.#handler.onError(err);
        }
        onBodySent(chunk) {
          this.#handler.onBodySent?.(chunk);
        }
        onRequestSent() {
          this.#handler.onRequestSent?.();
        }
        onResponseStarted() {
          this.#handler.onResponseStarted?.();
        }
      }
      class Dispatcher1Wrapper extends Dispatcher {
        #dispatcher;
        constructor(dispatcher) {
          super();
          if (!dispatcher || typeof dispatcher.dispatch !== "function") {
            throw new InvalidArgumentError("Argument dispatcher must implement dispatch");
          }
          this.#dispatcher = dispatcher;
          this[kUrl] = dispatcher[kUrl];
          this[kOriginless] = dispatcher[kOriginless];
        }
        static wrapHandler(handler) {
          if (!handler || typeof handler !== "object") {
            throw new InvalidArgumentError("handler must be an object");
          }
          if (typeof handler.onRequestStart === "function") {
            return handler;
          }
          return new LegacyHandlerWrapper(handler);
        }
        dispatch(opts, handler) {
          if (opts.allowH2 !== false) {
            opts = { ...opts, allowH2: false };
          }
          return this.#dispatcher.dispatch(opts, Dispatcher1Wrapper.wrapHandler(handler));
        }
        // Older undici versions read WebSocket and EventSource receive limits from
        // the (legacy) global dispatcher, which is this wrapper, so report the
        // wrapped dispatcher's settings.
        get webSocketOptions() {
          return this.#dispatcher.webSocketOptions;
        }
        get eventSourceOptions() {
          return this.#dispatcher.eventSourceOptions;
        }
        close(...args) {
          return this.#dispatcher.close(...args);
        }
        destroy(...args) {
          return this.#dispatcher.destroy(...args);
        }
      }
      module.exports = Dispatcher1Wrapper;
    })
  ),
  /***/
  1333: (
    /***/
    ((module) => {
      const textDecoder = new TextDecoder();
      function utf8DecodeBytes(buffer) {
        if (buffer.length === 0) {
          return "";
        }
        if (buffer[0] === 239 && buffer[1] === 187 && buffer[2] === 191) {
          buffer = buffer.subarray(3);
        }
        const output = textDecoder.decode(buffer);
        return output;
      }
      module.exports = {
        utf8DecodeBytes
      };
    })
  ),
  /***/
  4396: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const globalDispatcher = /* @__PURE__ */ Symbol.for("undici.globalDispatcher.2");
      const legacyGlobalDispatcher = /* @__PURE__ */ Symbol.for("undici.globalDispatcher.1");
      const { InvalidArgumentError } = __webpack_require__(9316);
      const Agent = __webpack_require__(632);
      const Dispatcher1Wrapper = __webpack_require__(4323);
      let fallbackDispatcher;
      if (getGlobalDispatcher() === void 0) {
        setGlobalDispatcher(new Agent());
      }
      function setGlobalDispatcher(agent) {
        if (!agent || typeof agent.dispatch !== "function") {
          throw new InvalidArgumentError("Argument agent must implement Agent");
        }
        try {
          Object.defineProperty(globalThis, globalDispatcher, {
            value: agent,
            writable: true,
            enumerable: false,
            configurable: false
          });
        } catch (err) {
          if (err instanceof TypeError) {
            fallbackDispatcher = agent;
            return;
          }
          throw err;
        }
        try {
          const legacyAgent = agent instanceof Dispatcher1Wrapper ? agent : new Dispatcher1Wrapper(agent);
          Object.defineProperty(globalThis, legacyGlobalDispatcher, {
            value: legacyAgent,
            writable: true,
            enumerable: false,
            configurable: false
          });
        } catch (err) {
          if (!(err instanceof TypeError)) {
            throw err;
          }
        }
      }
      function getGlobalDispatcher() {
        return globalThis[globalDispatcher] ?? fallbackDispatcher;
      }
      const installedExports = (
        /** @type {const} */
        [
          "fetch",
          "Headers",
          "Response",
          "Request",
          "FormData",
          "WebSocket",
          "CloseEvent",
          "ErrorEvent",
          "MessageEvent",
          "EventSource"
        ]
      );
      module.exports = {
        setGlobalDispatcher,
        getGlobalDispatcher,
        installedExports
      };
    })
  ),
  /***/
  9234: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const lazyLoaders = {
        __proto__: null,
        "node:crypto": () => __webpack_require__(7598),
        "node:sqlite": () => __webpack_require__(99)
      };
      function detectRuntimeFeatureByNodeModule(moduleName) {
        try {
          lazyLoaders[moduleName]();
          return true;
        } catch (err) {
          if (err.code !== "ERR_UNKNOWN_BUILTIN_MODULE" && err.code !== "ERR_NO_CRYPTO") {
            throw err;
          }
          return false;
        }
      }
      const runtimeFeaturesAsNodeModule = (
        /** @type {const} */
        ["crypto", "sqlite"]
      );
      function detectRuntimeFeature(feature) {
        if (runtimeFeaturesAsNodeModule.includes(
          /** @type {RuntimeFeatureByNodeModule} */
          feature
        )) {
          return detectRuntimeFeatureByNodeModule(`node:${feature}`);
        }
        throw new TypeError(`unknown feature: ${feature}`);
      }
      class RuntimeFeatures {
        /** @type {Map<Feature, boolean>} */
        #map = /* @__PURE__ */ new Map();
        /**
         * Clears all cached feature detections.
         */
        clear() {
          this.#map.clear();
        }
        /**
         * @param {Feature} feature
         * @returns {boolean}
         */
        has(feature) {
          return this.#map.get(feature) ?? this.#detectRuntimeFeature(feature);
        }
        /**
         * @param {Feature} feature
         * @param {boolean} value
         */
        set(feature, value) {
          if (runtimeFeaturesAsNodeModule.includes(feature) === false) {
            throw new TypeError(`unknown feature: ${feature}`);
          }
          this.#map.set(feature, value);
        }
        /**
         * @param {Feature} feature
         * @returns {boolean}
         */
        #detectRuntimeFeature(feature) {
          const result = detectRuntimeFeature(feature);
          this.#map.set(feature, result);
          return result;
        }
      }
      const instance = new RuntimeFeatures();
      module.exports.runtimeFeatures = instance;
      module.exports["default"] = instance;
    })
  ),
  /***/
  8741: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const util = __webpack_require__(8083);
      const {
        readableStreamClose,
        fullyReadBody,
        extractMimeType
      } = __webpack_require__(1669);
      const { FormData, setFormDataState, getFormDataBoundary } = __webpack_require__(807);
      const { webidl } = __webpack_require__(8538);
      const assert = __webpack_require__(4589);
      const { isErrored, isDisturbed } = __webpack_require__(7075);
      const { isUint8Array } = __webpack_require__(3429);
      const { serializeAMimeType } = __webpack_require__(501);
      const multipartFormDataParser = () => {
        throw new Error("form data is left out of this bundle");
      };
      const { parseJSONFromBytes } = __webpack_require__(5007);
      const { utf8DecodeBytes } = __webpack_require__(1333);
      const { ReadableStreamTee } = __webpack_require__(7830);
      const textEncoder = new TextEncoder();
      function noop() {
      }
      const streamRegistry = new FinalizationRegistry((weakRef) => {
        const stream = weakRef.deref();
        if (stream && !stream.locked && !isDisturbed(stream) && !isErrored(stream)) {
          stream.cancel("Response object has been garbage collected").catch(noop);
        }
      });
      function extractBody(object, keepalive = false) {
        let stream = null;
        if (webidl.is.ReadableStream(object)) {
          stream = object;
        } else if (webidl.is.Blob(object)) {
          stream = object.stream();
        } else {
          stream = new ReadableStream({
            start() {
            },
            async pull(controller) {
              const result = action();
              const iterator = result?.[Symbol.asyncIterator]?.();
              if (iterator == null) {
                if (result?.length && !isErrored(stream)) {
                  controller.enqueue(typeof result === "string" ? textEncoder.encode(result) : new Uint8Array(result));
                }
                queueMicrotask(() => readableStreamClose(controller));
                return;
              }
              while (true) {
                const { value, done } = await iterator.next();
                if (done) {
                  queueMicrotask(() => readableStreamClose(controller));
                  return;
                }
                if (value.length && !isErrored(stream)) {
                  controller.enqueue(new Uint8Array(value));
                  return;
                }
              }
            },
            cancel(reason) {
              return action()[Symbol.asyncIterator]?.().return(reason);
            },
            type: "bytes"
          });
        }
        assert(webidl.is.ReadableStream(stream));
        let action = null;
        let source = null;
        let length = null;
        let type = null;
        if (typeof object === "string") {
          source = object;
          type = "text/plain;charset=UTF-8";
        } else if (webidl.is.URLSearchParams(object)) {
          source = object.toString();
          type = "application/x-www-form-urlencoded;charset=UTF-8";
        } else if (webidl.is.BufferSource(object)) {
          source = webidl.util.getCopyOfBytesHeldByBufferSource(object);
        } else if (webidl.is.FormData(object)) {
          const boundary = getFormDataBoundary(object);
          const prefix = `--${boundary}\r
Content-Disposition: form-data`;
          const formdataEscape = (str) => str.replace(/\n/g, "%0A").replace(/\r/g, "%0D").replace(/"/g, "%22");
          const normalizeLinefeeds = (value) => value.replace(/\r?\n|\r/g, "\r\n");
          const blobParts = [];
          const rn = new Uint8Array([13, 10]);
          length = 0;
          let hasUnknownSizeValue = false;
          for (const [name, value] of object) {
            if (typeof value === "string") {
              const chunk2 = textEncoder.encode(prefix + `; name="${formdataEscape(normalizeLinefeeds(name))}"\r
\r
${normalizeLinefeeds(value)}\r
`);
              blobParts.push(chunk2);
              length += chunk2.byteLength;
            } else {
              const chunk2 = textEncoder.encode(`${prefix}; name="${formdataEscape(normalizeLinefeeds(name))}"` + (value.name ? `; filename="${formdataEscape(value.name)}"` : "") + `\r
Content-Type: ${value.type || "application/octet-stream"}\r
\r
`);
              blobParts.push(chunk2, value, rn);
              if (typeof value.size === "number") {
                length += chunk2.byteLength + value.size + rn.byteLength;
              } else {
                hasUnknownSizeValue = true;
              }
            }
          }
          const chunk = textEncoder.encode(`--${boundary}--\r
`);
          blobParts.push(chunk);
          length += chunk.byteLength;
          if (hasUnknownSizeValue) {
            length = null;
          }
          source = object;
          const parts = (async function* () {
            for (const part of blobParts) {
              if (part.stream) {
                yield* part.stream();
              } else {
                yield part;
              }
            }
          })();
          action = () => parts;
          type = `multipart/form-data; boundary=${boundary}`;
        } else if (webidl.is.Blob(object)) {
          source = object;
          length = object.size;
          if (object.type) {
            type = object.type;
          }
        } else if (typeof object[Symbol.asyncIterator] === "function") {
          if (keepalive) {
            throw new TypeError("keepalive");
          }
          if (util.isDisturbed(object) || object.locked) {
            throw new TypeError(
              "Response body object should not be disturbed or locked"
            );
          }
          if (webidl.is.ReadableStream(object)) {
            stream = object;
          } else {
            const reader = ReadableStream.from(object).getReader();
            let cancelled = false;
            stream = new ReadableStream({
              async pull(controller) {
                while (true) {
                  const { done, value } = await reader.read();
                  if (cancelled) {
                    return;
                  }
                  if (done) {
                    controller.close();
                    return;
                  }
                  const bytes = isUint8Array(value) ? value : Buffer.from(value);
                  if (bytes.byteLength) {
                    controller.enqueue(bytes);
                    return;
                  }
                }
              },
              cancel(reason) {
                cancelled = true;
                return reader.cancel(reason);
              }
            }, { highWaterMark: 0 });
          }
        }
        if (typeof source === "string" || isUint8Array(source)) {
          action = () => source;
          length = typeof source === "string" ? Buffer.byteLength(source) : source.length;
        }
        const body = { stream, source, length };
        return [body, type];
      }
      function safelyExtractBody(object, keepalive = false) {
        if (webidl.is.ReadableStream(object)) {
          assert(!util.isDisturbed(object), "The body has already been consumed.");
          assert(!object.locked, "The stream is locked.");
        }
        return extractBody(object, keepalive);
      }
      function cloneBody(body) {
        const { 0: out1, 1: out2 } = ReadableStreamTee?.(body.stream, true) ?? body.stream.tee();
        body.stream = out1;
        return {
          stream: out2,
          length: body.length,
          source: body.source
        };
      }
      function bodyMixinMethods(brandCheck, getInternalState) {
        const methods = {
          blob() {
            return consumeBody(this, (bytes) => {
              let mimeType = bodyMimeType(getInternalState(this));
              if (mimeType === null) {
                mimeType = "";
              } else if (mimeType) {
                mimeType = serializeAMimeType(mimeType);
              }
              return new Blob([bytes], { type: mimeType });
            }, brandCheck, getInternalState);
          },
          arrayBuffer() {
            return consumeBody(this, (bytes) => {
              return new Uint8Array(bytes).buffer;
            }, brandCheck, getInternalState);
          },
          text() {
            return consumeBody(this, utf8DecodeBytes, brandCheck, getInternalState);
          },
          json() {
            return consumeBody(this, parseJSONFromBytes, brandCheck, getInternalState);
          },
          formData() {
            return consumeBody(this, (value) => {
              const mimeType = bodyMimeType(getInternalState(this));
              if (mimeType !== null) {
                switch (mimeType.essence) {
                  case "multipart/form-data": {
                    const parsed = multipartFormDataParser(value, mimeType);
                    const fd = new FormData();
                    setFormDataState(fd, parsed);
                    return fd;
                  }
                  case "application/x-www-form-urlencoded": {
                    const entries = new URLSearchParams(value.toString());
                    const fd = new FormData();
                    for (const [name, value2] of entries) {
                      fd.append(name, value2);
                    }
                    return fd;
                  }
                }
              }
              throw new TypeError(
                'Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".'
              );
            }, brandCheck, getInternalState);
          },
          bytes() {
            return consumeBody(this, (bytes) => {
              return new Uint8Array(bytes);
            }, brandCheck, getInternalState);
          },
          textStream() {
            const this_ = getInternalState(this);
            if (bodyUnusable(this_)) {
              throw new TypeError("Body is unusable: Body has already been read");
            }
            if (this_.body == null) {
              let controller;
              const emptyStream = new ReadableStream({
                start: (c) => {
                  controller = c;
                },
                pull: () => Promise.resolve(),
                cancel: () => Promise.resolve()
              }, {
                size: () => 1
              });
              controller.close();
              return emptyStream;
            }
            const stream = this_.body.stream;
            const decoder = new TextDecoderStream("UTF-8");
            return stream.pipeThrough(decoder);
          }
        };
        return methods;
      }
      function mixinBody(prototype, getInternalState, brandCheck) {
        Object.assign(prototype.prototype, bodyMixinMethods(brandCheck, getInternalState));
      }
      function consumeBody(object, convertBytesToJSValue, brandCheck, getInternalState) {
        try {
          webidl.brandCheck(object, brandCheck);
        } catch (e) {
          return Promise.reject(e);
        }
        object = getInternalState(object);
        if (bodyUnusable(object)) {
          return Promise.reject(new TypeError("Body is unusable: Body has already been read"));
        }
        const promise = Promise.withResolvers();
        const errorSteps = promise.reject;
        const successSteps = (data) => {
          try {
            promise.resolve(convertBytesToJSValue(data));
          } catch (e) {
            errorSteps(e);
          }
        };
        if (object.body == null) {
          successSteps(Buffer.allocUnsafe(0));
          return promise.promise;
        }
        fullyReadBody(object.body, successSteps, errorSteps);
        return promise.promise;
      }
      function bodyUnusable(object) {
        const body = object.body;
        return body != null && (body.stream.locked || util.isDisturbed(body.stream));
      }
      function bodyMimeType(requestOrResponse) {
        const headers = requestOrResponse.headersList;
        const mimeType = extractMimeType(headers);
        if (mimeType === "failure") {
          return null;
        }
        return mimeType;
      }
      module.exports = {
        extractBody,
        safelyExtractBody,
        cloneBody,
        mixinBody,
        streamRegistry,
        bodyUnusable
      };
    })
  ),
  /***/
  8012: (
    /***/
    ((module) => {
      const corsSafeListedMethods = (
        /** @type {const} */
        ["GET", "HEAD", "POST"]
      );
      const corsSafeListedMethodsSet = new Set(corsSafeListedMethods);
      const nullBodyStatus = (
        /** @type {const} */
        [101, 204, 205, 304]
      );
      const redirectStatus = (
        /** @type {const} */
        [301, 302, 303, 307, 308]
      );
      const redirectStatusSet = new Set(redirectStatus);
      const badPorts = (
        /** @type {const} */
        [
          "1",
          "7",
          "9",
          "11",
          "13",
          "15",
          "17",
          "19",
          "20",
          "21",
          "22",
          "23",
          "25",
          "37",
          "42",
          "43",
          "53",
          "69",
          "77",
          "79",
          "87",
          "95",
          "101",
          "102",
          "103",
          "104",
          "109",
          "110",
          "111",
          "113",
          "115",
          "117",
          "119",
          "123",
          "135",
          "137",
          "139",
          "143",
          "161",
          "179",
          "389",
          "427",
          "465",
          "512",
          "513",
          "514",
          "515",
          "526",
          "530",
          "531",
          "532",
          "540",
          "548",
          "554",
          "556",
          "563",
          "587",
          "601",
          "636",
          "989",
          "990",
          "993",
          "995",
          "1719",
          "1720",
          "1723",
          "2049",
          "3659",
          "4045",
          "4190",
          "5060",
          "5061",
          "6000",
          "6566",
          "6665",
          "6666",
          "6667",
          "6668",
          "6669",
          "6679",
          "6697",
          "10080"
        ]
      );
      const badPortsSet = new Set(badPorts);
      const referrerPolicyTokens = (
        /** @type {const} */
        [
          "no-referrer",
          "no-referrer-when-downgrade",
          "same-origin",
          "origin",
          "strict-origin",
          "origin-when-cross-origin",
          "strict-origin-when-cross-origin",
          "unsafe-url"
        ]
      );
      const referrerPolicy = (
        /** @type {const} */
        [
          "",
          ...referrerPolicyTokens
        ]
      );
      const referrerPolicyTokensSet = new Set(referrerPolicyTokens);
      const requestRedirect = (
        /** @type {const} */
        ["follow", "manual", "error"]
      );
      const safeMethods = (
        /** @type {const} */
        ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]
      );
      const safeMethodsSet = new Set(safeMethods);
      const requestMode = (
        /** @type {const} */
        ["navigate", "same-origin", "no-cors", "cors"]
      );
      const requestCredentials = (
        /** @type {const} */
        ["omit", "same-origin", "include"]
      );
      const requestCache = (
        /** @type {const} */
        [
          "default",
          "no-store",
          "reload",
          "no-cache",
          "force-cache",
          "only-if-cached"
        ]
      );
      const requestBodyHeader = (
        /** @type {const} */
        [
          "content-encoding",
          "content-language",
          "content-location",
          "content-type",
          // See https://github.com/nodejs/undici/issues/2021
          // 'Content-Length' is a forbidden header name, which is typically
          // removed in the Headers implementation. However, undici doesn't
          // filter out headers, so we add it here.
          "content-length"
        ]
      );
      const requestDuplex = (
        /** @type {const} */
        [
          "half"
        ]
      );
      const forbiddenMethods = (
        /** @type {const} */
        ["CONNECT", "TRACE", "TRACK"]
      );
      const forbiddenMethodsSet = new Set(forbiddenMethods);
      const subresource = (
        /** @type {const} */
        [
          "audio",
          "audioworklet",
          "font",
          "image",
          "manifest",
          "paintworklet",
          "script",
          "style",
          "track",
          "video",
          "xslt",
          ""
        ]
      );
      const subresourceSet = new Set(subresource);
      module.exports = {
        subresource,
        forbiddenMethods,
        requestBodyHeader,
        referrerPolicy,
        requestRedirect,
        requestMode,
        requestCredentials,
        requestCache,
        redirectStatus,
        corsSafeListedMethods,
        nullBodyStatus,
        safeMethods,
        badPorts,
        requestDuplex,
        subresourceSet,
        badPortsSet,
        redirectStatusSet,
        corsSafeListedMethodsSet,
        safeMethodsSet,
        forbiddenMethodsSet,
        referrerPolicyTokens: referrerPolicyTokensSet
      };
    })
  ),
  /***/
  501: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const assert = __webpack_require__(4589);
      const { asciiLowercase, forgivingBase64, collectASequenceOfCodePoints, collectASequenceOfCodePointsFast, isomorphicDecode, removeASCIIWhitespace, removeChars } = __webpack_require__(5007);
      const encoder = new TextEncoder();
      const HTTP_TOKEN_CODEPOINTS = /^[-!#$%&'*+.^_`|~A-Za-z0-9]+$/u;
      const HTTP_WHITESPACE_REGEX = /[\u000A\u000D\u0009\u0020]/u;
      const HTTP_QUOTED_STRING_TOKENS = /^[\u0009\u0020-\u007E\u0080-\u00FF]+$/u;
      function dataURLProcessor(dataURL) {
        assert(dataURL.protocol === "data:");
        let input = URLSerializer(dataURL, true);
        input = input.slice(5);
        const position = { position: 0 };
        let mimeType = collectASequenceOfCodePointsFast(
          ",",
          input,
          position
        );
        const mimeTypeLength = mimeType.length;
        mimeType = removeASCIIWhitespace(mimeType, true, true);
        if (position.position >= input.length) {
          return "failure";
        }
        position.position++;
        const encodedBody = input.slice(mimeTypeLength + 1);
        let body = stringPercentDecode(encodedBody);
        if (/;\u0020*[Bb][Aa][Ss][Ee]64$/u.test(mimeType)) {
          const stringBody = isomorphicDecode(body);
          body = forgivingBase64(stringBody);
          if (body === "failure") {
            return "failure";
          }
          mimeType = mimeType.slice(0, -6);
          mimeType = mimeType.replace(/(\u0020+)$/u, "");
          mimeType = mimeType.slice(0, -1);
        }
        if (mimeType.startsWith(";")) {
          mimeType = "text/plain" + mimeType;
        }
        let mimeTypeRecord = parseMIMEType(mimeType);
        if (mimeTypeRecord === "failure") {
          mimeTypeRecord = parseMIMEType("text/plain;charset=US-ASCII");
        }
        return { mimeType: mimeTypeRecord, body };
      }
      function URLSerializer(url, excludeFragment = false) {
        if (!excludeFragment) {
          return url.href;
        }
        const href = url.href;
        const hashLength = url.hash.length;
        const serialized = hashLength === 0 ? href : href.substring(0, href.length - hashLength);
        if (!hashLength && href.endsWith("#")) {
          return serialized.slice(0, -1);
        }
        return serialized;
      }
      function stringPercentDecode(input) {
        const bytes = encoder.encode(input);
        return percentDecode(bytes);
      }
      function isHexCharByte(byte) {
        return byte >= 48 && byte <= 57 || byte >= 65 && byte <= 70 || byte >= 97 && byte <= 102;
      }
      function hexByteToNumber(byte) {
        return (
          // 0-9
          byte >= 48 && byte <= 57 ? byte - 48 : (byte & 223) - 55
        );
      }
      function percentDecode(input) {
        const length = input.length;
        const output = new Uint8Array(length);
        let j = 0;
        let i = 0;
        while (i < length) {
          const byte = input[i];
          if (byte !== 37) {
            output[j++] = byte;
          } else if (byte === 37 && !(isHexCharByte(input[i + 1]) && isHexCharByte(input[i + 2]))) {
            output[j++] = 37;
          } else {
            output[j++] = hexByteToNumber(input[i + 1]) << 4 | hexByteToNumber(input[i + 2]);
            i += 2;
          }
          ++i;
        }
        return length === j ? output : output.subarray(0, j);
      }
      function parseMIMEType(input) {
        input = removeHTTPWhitespace(input, true, true);
        const position = { position: 0 };
        const type = collectASequenceOfCodePointsFast(
          "/",
          input,
          position
        );
        if (type.length === 0 || !HTTP_TOKEN_CODEPOINTS.test(type)) {
          return "failure";
        }
        if (position.position >= input.length) {
          return "failure";
        }
        position.position++;
        let subtype = collectASequenceOfCodePointsFast(
          ";",
          input,
          position
        );
        subtype = removeHTTPWhitespace(subtype, false, true);
        if (subtype.length === 0 || !HTTP_TOKEN_CODEPOINTS.test(subtype)) {
          return "failure";
        }
        const typeLowercase = asciiLowercase(type);
        const subtypeLowercase = asciiLowercase(subtype);
        const mimeType = {
          type: typeLowercase,
          subtype: subtypeLowercase,
          /** @type {Map<string, string>} */
          parameters: /* @__PURE__ */ new Map(),
          // https://mimesniff.spec.whatwg.org/#mime-type-essence
          essence: `${typeLowercase}/${subtypeLowercase}`
        };
        while (position.position < input.length) {
          position.position++;
          collectASequenceOfCodePoints(
            // https://fetch.spec.whatwg.org/#http-whitespace
            (char) => HTTP_WHITESPACE_REGEX.test(char),
            input,
            position
          );
          let parameterName = collectASequenceOfCodePoints(
            (char) => char !== ";" && char !== "=",
            input,
            position
          );
          parameterName = asciiLowercase(parameterName);
          if (position.position < input.length) {
            if (input[position.position] === ";") {
              continue;
            }
            position.position++;
          }
          if (position.position >= input.length) {
            break;
          }
          let parameterValue = null;
          if (input[position.position] === '"') {
            parameterValue = collectAnHTTPQuotedString(input, position, true);
            collectASequenceOfCodePointsFast(
              ";",
              input,
              position
            );
          } else {
            parameterValue = collectASequenceOfCodePointsFast(
              ";",
              input,
              position
            );
            parameterValue = removeHTTPWhitespace(parameterValue, false, true);
            if (parameterValue.length === 0) {
              continue;
            }
          }
          if (parameterName.length !== 0 && HTTP_TOKEN_CODEPOINTS.test(parameterName) && (parameterValue.length === 0 || HTTP_QUOTED_STRING_TOKENS.test(parameterValue)) && !mimeType.parameters.has(parameterName)) {
            mimeType.parameters.set(parameterName, parameterValue);
          }
        }
        return mimeType;
      }
      function collectAnHTTPQuotedString(input, position, extractValue = false) {
        const positionStart = position.position;
        let value = "";
        assert(input[position.position] === '"');
        position.position++;
        while (true) {
          value += collectASequenceOfCodePoints(
            (char) => char !== '"' && char !== "\\",
            input,
            position
          );
          if (position.position >= input.length) {
            break;
          }
          const quoteOrBackslash = input[position.position];
          position.position++;
          if (quoteOrBackslash === "\\") {
            if (position.position >= input.length) {
              value += "\\";
              break;
            }
            value += input[position.position];
            position.position++;
          } else {
            assert(quoteOrBackslash === '"');
            break;
          }
        }
        if (extractValue) {
          return value;
        }
        return input.slice(positionStart, position.position);
      }
      function serializeAMimeType(mimeType) {
        assert(mimeType !== "failure");
        const { parameters, essence } = mimeType;
        let serialization = essence;
        for (let [name, value] of parameters.entries()) {
          serialization += ";";
          serialization += name;
          serialization += "=";
          if (!HTTP_TOKEN_CODEPOINTS.test(value)) {
            value = value.replace(/[\\"]/ug, "\\$&");
            value = '"' + value;
            value += '"';
          }
          serialization += value;
        }
        return serialization;
      }
      function isHTTPWhiteSpace(char) {
        return char === 13 || char === 10 || char === 9 || char === 32;
      }
      function removeHTTPWhitespace(str, leading = true, trailing = true) {
        return removeChars(str, leading, trailing, isHTTPWhiteSpace);
      }
      function minimizeSupportedMimeType(mimeType) {
        switch (mimeType.essence) {
          case "application/ecmascript":
          case "application/javascript":
          case "application/x-ecmascript":
          case "application/x-javascript":
          case "text/ecmascript":
          case "text/javascript":
          case "text/javascript1.0":
          case "text/javascript1.1":
          case "text/javascript1.2":
          case "text/javascript1.3":
          case "text/javascript1.4":
          case "text/javascript1.5":
          case "text/jscript":
          case "text/livescript":
          case "text/x-ecmascript":
          case "text/x-javascript":
            return "text/javascript";
          case "application/json":
          case "text/json":
            return "application/json";
          case "image/svg+xml":
            return "image/svg+xml";
          case "text/xml":
          case "application/xml":
            return "application/xml";
        }
        if (mimeType.subtype.endsWith("+json")) {
          return "application/json";
        }
        if (mimeType.subtype.endsWith("+xml")) {
          return "application/xml";
        }
        return "";
      }
      module.exports = {
        dataURLProcessor,
        URLSerializer,
        stringPercentDecode,
        parseMIMEType,
        collectAnHTTPQuotedString,
        serializeAMimeType,
        removeHTTPWhitespace,
        minimizeSupportedMimeType,
        HTTP_TOKEN_CODEPOINTS
      };
    })
  ),
  /***/
  807: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const { iteratorMixin } = __webpack_require__(1669);
      const { kEnumerableProperty } = __webpack_require__(8083);
      const { webidl } = __webpack_require__(8538);
      const nodeUtil = __webpack_require__(7975);
      const { runtimeFeatures } = __webpack_require__(9234);
      const random = runtimeFeatures.has("crypto") ? __webpack_require__(7598).randomInt : (max) => Math.floor(Math.random() * max);
      let getFormDataState, setFormDataState, getFormDataBoundary;
      class FormData {
        #state = [];
        #boundary = null;
        constructor(form = void 0) {
          webidl.util.markAsUncloneable(this);
          if (form !== void 0) {
            throw webidl.errors.conversionFailed({
              prefix: "FormData constructor",
              argument: "Argument 1",
              types: ["undefined"]
            });
          }
        }
        append(name, value, filename = void 0) {
          webidl.brandCheck(this, webidl.is.FormData);
          const prefix = "FormData.append";
          webidl.argumentLengthCheck(arguments, 2, prefix);
          name = webidl.converters.USVString(name);
          if (arguments.length === 3 || webidl.is.Blob(value)) {
            value = webidl.converters.Blob(value, prefix, "value");
            if (filename !== void 0) {
              filename = webidl.converters.USVString(filename);
            }
          } else {
            value = webidl.converters.USVString(value);
          }
          const entry = makeEntry(name, value, filename);
          this.#state.push(entry);
        }
        delete(name) {
          webidl.brandCheck(this, webidl.is.FormData);
          const prefix = "FormData.delete";
          webidl.argumentLengthCheck(arguments, 1, prefix);
          name = webidl.converters.USVString(name);
          this.#state = this.#state.filter((entry) => entry.name !== name);
        }
        get(name) {
          webidl.brandCheck(this, webidl.is.FormData);
          const prefix = "FormData.get";
          webidl.argumentLengthCheck(arguments, 1, prefix);
          name = webidl.converters.USVString(name);
          const idx = this.#state.findIndex((entry) => entry.name === name);
          if (idx === -1) {
            return null;
          }
          return this.#state[idx].value;
        }
        getAll(name) {
          webidl.brandCheck(this, webidl.is.FormData);
          const prefix = "FormData.getAll";
          webidl.argumentLengthCheck(arguments, 1, prefix);
          name = webidl.converters.USVString(name);
          return this.#state.filter((entry) => entry.name === name).map((entry) => entry.value);
        }
        has(name) {
          webidl.brandCheck(this, webidl.is.FormData);
          const prefix = "FormData.has";
          webidl.argumentLengthCheck(arguments, 1, prefix);
          name = webidl.converters.USVString(name);
          return this.#state.findIndex((entry) => entry.name === name) !== -1;
        }
        set(name, value, filename = void 0) {
          webidl.brandCheck(this, webidl.is.FormData);
          const prefix = "FormData.set";
          webidl.argumentLengthCheck(arguments, 2, prefix);
          name = webidl.converters.USVString(name);
          if (arguments.length === 3 || webidl.is.Blob(value)) {
            value = webidl.converters.Blob(value, prefix, "value");
            if (filename !== void 0) {
              filename = webidl.converters.USVString(filename);
            }
          } else {
            value = webidl.converters.USVString(value);
          }
          const entry = makeEntry(name, value, filename);
          const idx = this.#state.findIndex((entry2) => entry2.name === name);
          if (idx !== -1) {
            this.#state = [
              ...this.#state.slice(0, idx),
              entry,
              ...this.#state.slice(idx + 1).filter((entry2) => entry2.name !== name)
            ];
          } else {
            this.#state.push(entry);
          }
        }
        [nodeUtil.inspect.custom](depth, options) {
          const state = this.#state.reduce((a, b) => {
            if (a[b.name]) {
              if (Array.isArray(a[b.name])) {
                a[b.name].push(b.value);
              } else {
                a[b.name] = [a[b.name], b.value];
              }
            } else {
              a[b.name] = b.value;
            }
            return a;
          }, { __proto__: null });
          options.depth ??= depth;
          options.colors ??= true;
          const output = nodeUtil.formatWithOptions(options, state);
          return `FormData ${output.slice(output.indexOf("]") + 2)}`;
        }
        static {
          getFormDataState = (formData) => formData.#state;
          setFormDataState = (formData, newState) => {
            formData.#state = newState;
          };
          getFormDataBoundary = (formData) => {
            return formData.#boundary ??= `----formdata-undici-0${`${random(1e11)}`.padStart(11, "0")}`;
          };
          webidl.is.FormData = (arg) => {
            return arg != null && typeof arg === "object" && #state in arg;
          };
        }
      }
      iteratorMixin("FormData", FormData, getFormDataState, "name", "value", webidl.is.FormData);
      Object.defineProperties(FormData.prototype, {
        append: kEnumerableProperty,
        delete: kEnumerableProperty,
        get: kEnumerableProperty,
        getAll: kEnumerableProperty,
        has: kEnumerableProperty,
        set: kEnumerableProperty,
        [Symbol.toStringTag]: {
          value: "FormData",
          configurable: true
        }
      });
      function makeEntry(name, value, filename) {
        if (typeof value === "string") {
        } else {
          if (!webidl.is.File(value)) {
            value = new File([value], "blob", { type: value.type });
          }
          if (filename !== void 0) {
            const options = {
              type: value.type,
              lastModified: value.lastModified
            };
            value = new File([value], filename, options);
          }
        }
        return { name, value };
      }
      module.exports = { FormData, makeEntry, setFormDataState, getFormDataBoundary };
    })
  ),
  /***/
  6978: (
    /***/
    ((module) => {
      const globalOrigin = /* @__PURE__ */ Symbol.for("undici.globalOrigin.1");
      function getGlobalOrigin() {
        return globalThis[globalOrigin];
      }
      function setGlobalOrigin(newOrigin) {
        if (newOrigin === void 0) {
          Object.defineProperty(globalThis, globalOrigin, {
            value: void 0,
            writable: true,
            enumerable: false,
            configurable: false
          });
          return;
        }
        const parsedURL = new URL(newOrigin);
        if (parsedURL.protocol !== "http:" && parsedURL.protocol !== "https:") {
          throw new TypeError(`Only http & https urls are allowed, received ${parsedURL.protocol}`);
        }
        Object.defineProperty(globalThis, globalOrigin, {
          value: parsedURL,
          writable: true,
          enumerable: false,
          configurable: false
        });
      }
      module.exports = {
        getGlobalOrigin,
        setGlobalOrigin
      };
    })
  ),
  /***/
  4667: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const { kConstruct } = __webpack_require__(1518);
      const { kEnumerableProperty, setHeader } = __webpack_require__(8083);
      const {
        iteratorMixin,
        isValidHeaderName,
        isValidHeaderValue
      } = __webpack_require__(1669);
      const { webidl } = __webpack_require__(8538);
      const assert = __webpack_require__(4589);
      const util = __webpack_require__(7975);
      function isHTTPWhiteSpaceCharCode(code) {
        return code === 10 || code === 13 || code === 9 || code === 32;
      }
      function headerValueNormalize(potentialValue) {
        let i = 0;
        let j = potentialValue.length;
        while (j > i && isHTTPWhiteSpaceCharCode(potentialValue.charCodeAt(j - 1))) --j;
        while (j > i && isHTTPWhiteSpaceCharCode(potentialValue.charCodeAt(i))) ++i;
        return i === 0 && j === potentialValue.length ? potentialValue : potentialValue.substring(i, j);
      }
      function fill(headers, object) {
        if (Array.isArray(object)) {
          for (let i = 0; i < object.length; ++i) {
            const header = object[i];
            if (header.length !== 2) {
              throw webidl.errors.exception({
                header: "Headers constructor",
                message: `expected name/value pair to be length 2, found ${header.length}.`
              });
            }
            appendHeader(headers, header[0], header[1]);
          }
        } else if (typeof object === "object" && object !== null) {
          const keys = Object.keys(object);
          for (let i = 0; i < keys.length; ++i) {
            appendHeader(headers, keys[i], object[keys[i]]);
          }
        } else {
          throw webidl.errors.conversionFailed({
            prefix: "Headers constructor",
            argument: "Argument 1",
            types: ["sequence<sequence<ByteString>>", "record<ByteString, ByteString>"]
          });
        }
      }
      function appendHeader(headers, name, value) {
        value = headerValueNormalize(value);
        if (!isValidHeaderName(name)) {
          throw webidl.errors.invalidArgument({
            prefix: "Headers.append",
            value: name,
            type: "header name"
          });
        } else if (!isValidHeaderValue(value)) {
          throw webidl.errors.invalidArgument({
            prefix: "Headers.append",
            value,
            type: "header value"
          });
        }
        if (getHeadersGuard(headers) === "immutable") {
          throw new TypeError("immutable");
        }
        return getHeadersList(headers).append(name, value, false);
      }
      function headersListSortAndCombine(target) {
        const headersList = getHeadersList(target);
        if (!headersList) {
          return [];
        }
        if (headersList.sortedMap) {
          return headersList.sortedMap;
        }
        const headers = [];
        const names = headersList.toSortedArray();
        const cookies = headersList.cookies;
        if (cookies === null || cookies.length === 1) {
          return headersList.sortedMap = names;
        }
        for (let i = 0; i < names.length; ++i) {
          const { 0: name, 1: value } = names[i];
          if (name === "set-cookie") {
            for (let j = 0; j < cookies.length; ++j) {
              headers.push([name, cookies[j]]);
            }
          } else {
            headers.push([name, value]);
          }
        }
        return headersList.sortedMap = headers;
      }
      function compareHeaderName(a, b) {
        return a[0] < b[0] ? -1 : 1;
      }
      class HeadersList {
        /** @type {[string, string][]|null} */
        cookies = null;
        sortedMap;
        headersMap;
        constructor(init) {
          if (init instanceof HeadersList) {
            this.headersMap = new Map(init.headersMap);
            this.sortedMap = init.sortedMap;
            this.cookies = init.cookies === null ? null : [...init.cookies];
          } else {
            this.headersMap = new Map(init);
            this.sortedMap = null;
          }
        }
        /**
         * @see https://fetch.spec.whatwg.org/#header-list-contains
         * @param {string} name
         * @param {boolean} isLowerCase
         */
        contains(name, isLowerCase) {
          return this.headersMap.has(isLowerCase ? name : name.toLowerCase());
        }
        clear() {
          this.headersMap.clear();
          this.sortedMap = null;
          this.cookies = null;
        }
        /**
         * @see https://fetch.spec.whatwg.org/#concept-header-list-append
         * @param {string} name
         * @param {string} value
         * @param {boolean} isLowerCase
         */
        append(name, value, isLowerCase) {
          this.sortedMap = null;
          const lowercaseName = isLowerCase ? name : name.toLowerCase();
          const exists = this.headersMap.get(lowercaseName);
          if (exists) {
            const delimiter = lowercaseName === "cookie" ? "; " : ", ";
            this.headersMap.set(lowercaseName, {
              name: exists.name,
              value: `${exists.value}${delimiter}${value}`
            });
          } else {
            this.headersMap.set(lowercaseName, { name, value });
          }
          if (lowercaseName === "set-cookie") {
            (this.cookies ??= []).push(value);
          }
        }
        /**
         * @see https://fetch.spec.whatwg.org/#concept-header-list-set
         * @param {string} name
         * @param {string} value
         * @param {boolean} isLowerCase
         */
        set(name, value, isLowerCase) {
          this.sortedMap = null;
          const lowercaseName = isLowerCase ? name : name.toLowerCase();
          if (lowercaseName === "set-cookie") {
            this.cookies = [value];
          }
          this.headersMap.set(lowercaseName, { name, value });
        }
        /**
         * @see https://fetch.spec.whatwg.org/#concept-header-list-delete
         * @param {string} name
         * @param {boolean} isLowerCase
         */
        delete(name, isLowerCase) {
          this.sortedMap = null;
          if (!isLowerCase) name = name.toLowerCase();
          if (name === "set-cookie") {
            this.cookies = null;
          }
          this.headersMap.delete(name);
        }
        /**
         * @see https://fetch.spec.whatwg.org/#concept-header-list-get
         * @param {string} name
         * @param {boolean} isLowerCase
         * @returns {string | null}
         */
        get(name, isLowerCase) {
          return this.headersMap.get(isLowerCase ? name : name.toLowerCase())?.value ?? null;
        }
        *[Symbol.iterator]() {
          for (const { 0: name, 1: { value } } of this.headersMap) {
            yield [name, value];
          }
        }
        get entries() {
          const headers = {};
          if (this.headersMap.size !== 0) {
            for (const { name, value } of this.headersMap.values()) {
              setHeader(headers, name, value);
            }
          }
          return headers;
        }
        rawValues() {
          return this.headersMap.values();
        }
        get entriesList() {
          const headers = [];
          if (this.headersMap.size !== 0) {
            for (const { 0: lowerName, 1: { name, value } } of this.headersMap) {
              if (lowerName === "set-cookie") {
                for (const cookie of this.cookies) {
                  headers.push([name, cookie]);
                }
              } else {
                headers.push([name, value]);
              }
            }
          }
          return headers;
        }
        // https://fetch.spec.whatwg.org/#convert-header-names-to-a-sorted-lowercase-set
        toSortedArray() {
          const size = this.headersMap.size;
          const array = new Array(size);
          if (size <= 32) {
            if (size === 0) {
              return array;
            }
            const iterator = this.headersMap[Symbol.iterator]();
            const firstValue = iterator.next().value;
            array[0] = [firstValue[0], firstValue[1].value];
            assert(firstValue[1].value !== null);
            for (let i = 1, j = 0, right = 0, left = 0, pivot = 0, x, value; i < size; ++i) {
              value = iterator.next().value;
              x = array[i] = [value[0], value[1].value];
              assert(x[1] !== null);
              left = 0;
              right = i;
              while (left < right) {
                pivot = left + (right - left >> 1);
                if (array[pivot][0] <= x[0]) {
                  left = pivot + 1;
                } else {
                  right = pivot;
                }
              }
              if (i !== pivot) {
                j = i;
                while (j > left) {
                  array[j] = array[--j];
                }
                array[left] = x;
              }
            }
            if (!iterator.next().done) {
              throw new TypeError("Unreachable");
            }
            return array;
          } else {
            let i = 0;
            for (const { 0: name, 1: { value } } of this.headersMap) {
              array[i++] = [name, value];
              assert(value !== null);
            }
            return array.sort(compareHeaderName);
          }
        }
      }
      let getHeadersGuard, setHeadersGuard, getHeadersList, setHeadersList;
      class Headers {
        #guard;
        /**
         * @type {HeadersList}
         */
        #headersList;
        /**
         * @param {HeadersInit|Symbol} [init]
         * @returns
         */
        constructor(init = void 0) {
          webidl.util.markAsUncloneable(this);
          if (init === kConstruct) {
            return;
          }
          this.#headersList = new HeadersList();
          this.#guard = "none";
          if (init !== void 0) {
            init = webidl.converters.HeadersInit(init, "Headers constructor", "init");
            fill(this, init);
          }
        }
        // https://fetch.spec.whatwg.org/#dom-headers-append
        append(name, value) {
          webidl.brandCheck(this, webidl.is.Headers);
          webidl.argumentLengthCheck(arguments, 2, "Headers.append");
          const prefix = "Headers.append";
          name = webidl.converters.ByteString(name, prefix, "name");
          value = webidl.converters.ByteString(value, prefix, "value");
          return appendHeader(this, name, value);
        }
        // https://fetch.spec.whatwg.org/#dom-headers-delete
        delete(name) {
          webidl.brandCheck(this, webidl.is.Headers);
          webidl.argumentLengthCheck(arguments, 1, "Headers.delete");
          const prefix = "Headers.delete";
          name = webidl.converters.ByteString(name, prefix, "name");
          if (!isValidHeaderName(name)) {
            throw webidl.errors.invalidArgument({
              prefix: "Headers.delete",
              value: name,
              type: "header name"
            });
          }
          if (this.#guard === "immutable") {
            throw new TypeError("immutable");
          }
          if (!this.#headersList.contains(name, false)) {
            return;
          }
          this.#headersList.delete(name, false);
        }
        // https://fetch.spec.whatwg.org/#dom-headers-get
        get(name) {
          webidl.brandCheck(this, webidl.is.Headers);
          webidl.argumentLengthCheck(arguments, 1, "Headers.get");
          const prefix = "Headers.get";
          name = webidl.converters.ByteString(name, prefix, "name");
          if (!isValidHeaderName(name)) {
            throw webidl.errors.invalidArgument({
              prefix,
              value: name,
              type: "header name"
            });
          }
          return this.#headersList.get(name, false);
        }
        // https://fetch.spec.whatwg.org/#dom-headers-has
        has(name) {
          webidl.brandCheck(this, webidl.is.Headers);
          webidl.argumentLengthCheck(arguments, 1, "Headers.has");
          const prefix = "Headers.has";
          name = webidl.converters.ByteString(name, prefix, "name");
          if (!isValidHeaderName(name)) {
            throw webidl.errors.invalidArgument({
              prefix,
              value: name,
              type: "header name"
            });
          }
          return this.#headersList.contains(name, false);
        }
        // https://fetch.spec.whatwg.org/#dom-headers-set
        set(name, value) {
          webidl.brandCheck(this, webidl.is.Headers);
          webidl.argumentLengthCheck(arguments, 2, "Headers.set");
          const prefix = "Headers.set";
          name = webidl.converters.ByteString(name, prefix, "name");
          value = webidl.converters.ByteString(value, prefix, "value");
          value = headerValueNormalize(value);
          if (!isValidHeaderName(name)) {
            throw webidl.errors.invalidArgument({
              prefix,
              value: name,
              type: "header name"
            });
          } else if (!isValidHeaderValue(value)) {
            throw webidl.errors.invalidArgument({
              prefix,
              value,
              type: "header value"
            });
          }
          if (this.#guard === "immutable") {
            throw new TypeError("immutable");
          }
          this.#headersList.set(name, value, false);
        }
        // https://fetch.spec.whatwg.org/#dom-headers-getsetcookie
        getSetCookie() {
          webidl.brandCheck(this, webidl.is.Headers);
          const list = this.#headersList.cookies;
          if (list) {
            return [...list];
          }
          return [];
        }
        [util.inspect.custom](depth, options) {
          options.depth ??= depth;
          return `Headers ${util.formatWithOptions(options, this.#headersList.entries)}`;
        }
        static {
          getHeadersGuard = (headers) => headers.#guard;
          setHeadersGuard = (headers, guard) => {
            headers.#guard = guard;
          };
          getHeadersList = (headers) => headers.#headersList;
          setHeadersList = (target, list) => {
            target.#headersList = list;
          };
          webidl.is.Headers = (arg) => {
            return arg != null && typeof arg === "object" && #guard in arg;
          };
        }
      }
      iteratorMixin("Headers", Headers, headersListSortAndCombine, 0, 1, webidl.is.Headers);
      Object.defineProperties(Headers.prototype, {
        append: kEnumerableProperty,
        delete: kEnumerableProperty,
        get: kEnumerableProperty,
        has: kEnumerableProperty,
        set: kEnumerableProperty,
        getSetCookie: kEnumerableProperty,
        [Symbol.toStringTag]: {
          value: "Headers",
          configurable: true
        },
        [util.inspect.custom]: {
          enumerable: false
        }
      });
      webidl.converters.HeadersInit = function(V, prefix, argument) {
        if (webidl.util.Type(V) === webidl.util.Types.OBJECT) {
          const iterator = Reflect.get(V, Symbol.iterator);
          if (!util.types.isProxy(V) && iterator === Headers.prototype.entries) {
            try {
              return getHeadersList(V).entriesList;
            } catch {
            }
          }
          if (typeof iterator === "function") {
            return webidl.converters["sequence<sequence<ByteString>>"](V, prefix, argument, iterator.bind(V));
          }
          return webidl.converters["record<ByteString, ByteString>"](V, prefix, argument);
        }
        throw webidl.errors.conversionFailed({
          prefix: "Headers constructor",
          argument: "Argument 1",
          types: ["sequence<sequence<ByteString>>", "record<ByteString, ByteString>"]
        });
      };
      module.exports = {
        fill,
        // for test.
        compareHeaderName,
        Headers,
        HeadersList,
        getHeadersGuard,
        setHeadersGuard,
        setHeadersList,
        getHeadersList
      };
    })
  ),
  /***/
  8997: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const {
        makeNetworkError,
        makeAppropriateNetworkError,
        filterResponse,
        makeResponse,
        fromInnerResponse,
        getResponseState
      } = __webpack_require__(6682);
      const { HeadersList } = __webpack_require__(4667);
      const { Request, cloneRequest, getRequestDispatcher, getRequestState, removeRequestAbortListener } = __webpack_require__(208);
      const zlib = __webpack_require__(6141);
      const {
        makePolicyContainer,
        clonePolicyContainer,
        requestBadPort,
        TAOCheck,
        appendRequestOriginHeader,
        responseLocationURL,
        requestCurrentURL,
        setRequestReferrerPolicyOnRedirect,
        tryUpgradeRequestToAPotentiallyTrustworthyURL,
        createOpaqueTimingInfo,
        appendFetchMetadata,
        corsCheck,
        crossOriginResourcePolicyCheck,
        determineRequestsReferrer,
        coarsenedSharedCurrentTime,
        sameOrigin,
        isCancelled,
        isAborted,
        isErrorLike,
        fullyReadBody,
        readableStreamClose,
        urlIsLocal,
        urlIsHttpHttpsScheme,
        urlHasHttpsScheme,
        clampAndCoarsenConnectionTimingInfo,
        simpleRangeHeaderValue,
        buildContentRange,
        createInflate,
        extractMimeType,
        hasAuthenticationEntry,
        includesCredentials,
        isTraversableNavigable
      } = __webpack_require__(1669);
      const assert = __webpack_require__(4589);
      const { safelyExtractBody, extractBody } = __webpack_require__(8741);
      const {
        redirectStatusSet,
        nullBodyStatus,
        safeMethodsSet,
        requestBodyHeader,
        subresourceSet
      } = __webpack_require__(8012);
      const EE = __webpack_require__(8474);
      const { Readable, pipeline, finished, isErrored, isReadable } = __webpack_require__(7075);
      const { addAbortListener, bufferToLowerCasedHeaderName } = __webpack_require__(8083);
      const { SocketError } = __webpack_require__(9316);
      const { dataURLProcessor, serializeAMimeType, minimizeSupportedMimeType } = __webpack_require__(501);
      const { getGlobalDispatcher } = __webpack_require__(4396);
      const { webidl } = __webpack_require__(8538);
      const { STATUS_CODES } = __webpack_require__(7067);
      const bytesMatch = () => false;
      const { isomorphicEncode } = __webpack_require__(5007);
      const GET_OR_HEAD = ["GET", "HEAD"];
      const defaultUserAgent = typeof __UNDICI_IS_NODE__ !== "undefined" || typeof esbuildDetection !== "undefined" ? "node" : "undici";
      let resolveObjectURL;
      function appendHeadersListFromResponseHeaders(headersList, headers, rawHeaders) {
        if (Array.isArray(rawHeaders)) {
          for (let i = 0; i < rawHeaders.length; i += 2) {
            const nameStr = bufferToLowerCasedHeaderName(rawHeaders[i]);
            const value = rawHeaders[i + 1];
            if (Array.isArray(value) && !Buffer.isBuffer(value)) {
              for (const val of value) {
                headersList.append(nameStr, val.toString("latin1"), true);
              }
            } else {
              headersList.append(nameStr, value.toString("latin1"), true);
            }
          }
          return;
        }
        for (const [name, value] of Object.entries(headers ?? {})) {
          if (Array.isArray(value)) {
            for (const entry of value) {
              headersList.append(name, `${entry}`, true);
            }
          } else {
            headersList.append(name, `${value}`, true);
          }
        }
      }
      class Fetch extends EE {
        constructor(dispatcher) {
          super();
          this.dispatcher = dispatcher;
          this.connection = null;
          this.dump = false;
          this.state = "ongoing";
        }
        terminate(reason) {
          if (this.state !== "ongoing") {
            return;
          }
          this.state = "terminated";
          this.connection?.destroy(reason);
          this.emit("terminated", reason);
        }
        // https://fetch.spec.whatwg.org/#fetch-controller-abort
        abort(error) {
          if (this.state !== "ongoing") {
            return;
          }
          this.state = "aborted";
          if (!error) {
            error = new DOMException("The operation was aborted.", "AbortError");
          }
          this.serializedAbortReason = error;
          this.connection?.destroy(error);
          this.emit("terminated", error);
        }
      }
      function handleFetchDone(response) {
        finalizeAndReportTiming(response, "fetch");
      }
      function fetch(input, init = void 0) {
        webidl.argumentLengthCheck(arguments, 1, "globalThis.fetch");
        let p = Promise.withResolvers();
        let requestObject;
        try {
          requestObject = new Request(input, init);
        } catch (e) {
          p.reject(e);
          return p.promise;
        }
        const request = getRequestState(requestObject);
        if (requestObject.signal.aborted) {
          abortFetch(p, request, null, requestObject.signal.reason, null);
          return p.promise;
        }
        const globalObject = request.client.globalObject;
        if (globalObject?.constructor?.name === "ServiceWorkerGlobalScope") {
          request.serviceWorkers = "none";
        }
        let responseObject = null;
        let locallyAborted = false;
        let controller = null;
        const removeAbortListener = addAbortListener(
          requestObject.signal,
          () => {
            locallyAborted = true;
            assert(controller != null);
            controller.abort(requestObject.signal.reason);
            const realResponse = responseObject?.deref();
            abortFetch(p, request, realResponse, requestObject.signal.reason, controller.controller);
          }
        );
        const cleanupAbortListeners = () => {
          removeAbortListener();
          removeRequestAbortListener(requestObject);
        };
        const processResponse = (response) => {
          if (locallyAborted) {
            return;
          }
          if (response.aborted) {
            abortFetch(p, request, responseObject, controller.serializedAbortReason, controller.controller);
            cleanupAbortListeners();
            return;
          }
          if (response.type === "error") {
            p.reject(new TypeError("fetch failed", { cause: response.error }));
            cleanupAbortListeners();
            return;
          }
          responseObject = new WeakRef(fromInnerResponse(response, "immutable"));
          p.resolve(responseObject.deref());
          p = null;
        };
        controller = fetching({
          request,
          processResponseEndOfBody: (response) => {
            handleFetchDone(response);
            cleanupAbortListeners();
          },
          processResponse,
          dispatcher: getRequestDispatcher(requestObject)
          // undici
        });
        return p.promise;
      }
      function finalizeAndReportTiming(response, initiatorType = "other") {
        if (response.type === "error" && response.aborted) {
          return;
        }
        if (!response.urlList?.length) {
          return;
        }
        const originalURL = response.urlList[0];
        let timingInfo = response.timingInfo;
        let cacheState = response.cacheState;
        if (!urlIsHttpHttpsScheme(originalURL)) {
          return;
        }
        if (timingInfo === null) {
          return;
        }
        if (!response.timingAllowPassed) {
          timingInfo = createOpaqueTimingInfo({
            startTime: timingInfo.startTime
          });
          cacheState = "";
        }
        timingInfo.endTime = coarsenedSharedCurrentTime();
        response.timingInfo = timingInfo;
        markResourceTiming(
          timingInfo,
          originalURL.href,
          initiatorType,
          globalThis,
          cacheState,
          "",
          // bodyType
          response.status
        );
      }
      const markResourceTiming = performance.markResourceTiming;
      function abortFetch(p, request, responseObject, error, controller) {
        if (p) {
          p.reject(error);
        }
        if (request.body?.stream != null && isReadable(request.body.stream)) {
          request.body.stream.cancel(error).catch((err) => {
            if (err.code === "ERR_INVALID_STATE") {
              return;
            }
            throw err;
          });
        }
        if (responseObject == null) {
          return;
        }
        const response = getResponseState(responseObject);
        if (response.body?.stream != null && isReadable(response.body.stream)) {
          controller.error(error);
        }
      }
      function fetching({
        request,
        processRequestBodyChunkLength,
        processRequestEndOfBody,
        processResponse,
        processResponseEndOfBody,
        processResponseConsumeBody,
        useParallelQueue = false,
        dispatcher = getGlobalDispatcher()
        // undici
      }) {
        assert(dispatcher);
        let taskDestination = null;
        let crossOriginIsolatedCapability = false;
        if (request.client != null) {
          taskDestination = request.client.globalObject;
          crossOriginIsolatedCapability = request.client.crossOriginIsolatedCapability;
        }
        const currentTime = coarsenedSharedCurrentTime(crossOriginIsolatedCapability);
        const timingInfo = createOpaqueTimingInfo({
          startTime: currentTime
        });
        const fetchParams = {
          controller: new Fetch(dispatcher),
          request,
          timingInfo,
          processRequestBodyChunkLength,
          processRequestEndOfBody,
          processResponse,
          processResponseConsumeBody,
          processResponseEndOfBody,
          taskDestination,
          crossOriginIsolatedCapability
        };
        assert(!request.body || request.body.stream);
        if (request.window === "client") {
          request.window = request.client?.globalObject?.constructor?.name === "Window" ? request.client : "no-window";
        }
        if (request.origin === "client") {
          request.origin = request.client.origin;
        }
        if (request.policyContainer === "client") {
          if (request.client != null) {
            request.policyContainer = clonePolicyContainer(
              request.client.policyContainer
            );
          } else {
            request.policyContainer = makePolicyContainer();
          }
        }
        if (!request.headersList.contains("accept", true)) {
          const value = "*/*";
          request.headersList.append("accept", value, true);
        }
        if (!request.headersList.contains("accept-language", true)) {
          request.headersList.append("accept-language", "*", true);
        }
        if (request.priority === null) {
        }
        if (subresourceSet.has(request.destination)) {
        }
        mainFetch(fetchParams, false);
        return fetchParams.controller;
      }
      async function mainFetch(fetchParams, recursive) {
        try {
          const request = fetchParams.request;
          let response = null;
          if (request.localURLsOnly && !urlIsLocal(requestCurrentURL(request))) {
            response = makeNetworkError("local URLs only");
          }
          tryUpgradeRequestToAPotentiallyTrustworthyURL(request);
          if (requestBadPort(request) === "blocked") {
            response = makeNetworkError("bad port");
          }
          if (request.referrerPolicy === "") {
            request.referrerPolicy = request.policyContainer.referrerPolicy;
          }
          if (request.referrer !== "no-referrer") {
            request.referrer = determineRequestsReferrer(request);
          }
          if (response === null) {
            const currentURL = requestCurrentURL(request);
            if (
              // - request’s current URL’s origin is same origin with request’s origin,
              //   and request’s response tainting is "basic"
              sameOrigin(currentURL, request.url) && request.responseTainting === "basic" || // request’s current URL’s scheme is "data"
              currentURL.protocol === "data:" || // - request’s mode is "navigate" or "websocket"
              (request.mode === "navigate" || request.mode === "websocket")
            ) {
              request.responseTainting = "basic";
              response = await schemeFetch(fetchParams);
            } else if (request.mode === "same-origin") {
              response = makeNetworkError('request mode cannot be "same-origin"');
            } else if (request.mode === "no-cors") {
              if (request.redirect !== "follow") {
                response = makeNetworkError(
                  'redirect mode cannot be "follow" for "no-cors" request'
                );
              } else {
                request.responseTainting = "opaque";
                response = await schemeFetch(fetchParams);
              }
            } else if (!urlIsHttpHttpsScheme(requestCurrentURL(request))) {
              response = makeNetworkError("URL scheme must be a HTTP(S) scheme");
            } else {
              request.responseTainting = "cors";
              response = await httpFetch(fetchParams);
            }
          }
          if (recursive) {
            return response;
          }
          if (response.status !== 0 && !response.internalResponse) {
            if (request.responseTainting === "cors") {
            }
            if (request.responseTainting === "basic") {
              response = filterResponse(response, "basic");
            } else if (request.responseTainting === "cors") {
              response = filterResponse(response, "cors");
            } else if (request.responseTainting === "opaque") {
              response = filterResponse(response, "opaque");
            } else {
              assert(false);
            }
          }
          let internalResponse = response.status === 0 ? response : response.internalResponse;
          if (internalResponse.urlList.length === 0) {
            internalResponse.urlList.push(...request.urlList);
          }
          if (!request.timingAllowFailed) {
            response.timingAllowPassed = true;
          }
          if (response.type === "opaque" && internalResponse.status === 206 && internalResponse.rangeRequested && !request.headers.contains("range", true)) {
            response = internalResponse = makeNetworkError();
          }
          if (response.status !== 0 && (request.method === "HEAD" || request.method === "CONNECT" || nullBodyStatus.includes(internalResponse.status))) {
            internalResponse.body = null;
            fetchParams.controller.dump = true;
          }
          if (request.integrity) {
            const processBodyError = (reason) => fetchFinale(fetchParams, makeNetworkError(reason));
            if (request.responseTainting === "opaque" || response.body == null) {
              processBodyError(response.error);
              return;
            }
            const processBody = (bytes) => {
              if (!bytesMatch(bytes, request.integrity)) {
                processBodyError("integrity mismatch");
                return;
              }
              response.body = safelyExtractBody(bytes)[0];
              fetchFinale(fetchParams, response);
            };
            fullyReadBody(response.body, processBody, processBodyError);
          } else {
            fetchFinale(fetchParams, response);
          }
        } catch (err) {
          fetchParams.controller.terminate(err);
        }
      }
      function schemeFetch(fetchParams) {
        if (isCancelled(fetchParams)) {
          return Promise.resolve(makeAppropriateNetworkError(fetchParams));
        }
        const { request } = fetchParams;
        const { protocol: scheme } = requestCurrentURL(request);
        switch (scheme) {
          case "about:": {
            return Promise.resolve(makeNetworkError("about scheme is not supported"));
          }
          case "blob:": {
            if (!resolveObjectURL) {
              resolveObjectURL = __webpack_require__(4573).resolveObjectURL;
            }
            const blobURLEntry = requestCurrentURL(request);
            if (blobURLEntry.search.length !== 0) {
              return Promise.resolve(makeNetworkError("NetworkError when attempting to fetch resource."));
            }
            const blob = resolveObjectURL(blobURLEntry.toString());
            if (request.method !== "GET" || !webidl.is.Blob(blob)) {
              return Promise.resolve(makeNetworkError("invalid method"));
            }
            const response = makeResponse();
            const fullLength = blob.size;
            const serializedFullLength = isomorphicEncode(`${fullLength}`);
            const type = blob.type;
            if (!request.headersList.contains("range", true)) {
              const bodyWithType = extractBody(blob);
              response.statusText = "OK";
              response.body = bodyWithType[0];
              response.headersList.set("content-length", serializedFullLength, true);
              response.headersList.set("content-type", type, true);
            } else {
              response.rangeRequested = true;
              const rangeHeader = request.headersList.get("range", true);
              const rangeValue = simpleRangeHeaderValue(rangeHeader, true);
              if (rangeValue === "failure") {
                return Promise.resolve(makeNetworkError("failed to fetch the data URL"));
              }
              let { rangeStartValue: rangeStart, rangeEndValue: rangeEnd } = rangeValue;
              if (rangeStart === null) {
                rangeStart = fullLength - rangeEnd;
                rangeEnd = rangeStart + rangeEnd - 1;
              } else {
                if (rangeStart >= fullLength) {
                  return Promise.resolve(makeNetworkError("Range start is greater than the blob's size."));
                }
                if (rangeEnd === null || rangeEnd >= fullLength) {
                  rangeEnd = fullLength - 1;
                }
              }
              const slicedBlob = blob.slice(rangeStart, rangeEnd + 1, type);
              const slicedBodyWithType = extractBody(slicedBlob);
              response.body = slicedBodyWithType[0];
              const serializedSlicedLength = isomorphicEncode(`${slicedBlob.size}`);
              const contentRange = buildContentRange(rangeStart, rangeEnd, fullLength);
              response.status = 206;
              response.statusText = "Partial Content";
              response.headersList.set("content-length", serializedSlicedLength, true);
              response.headersList.set("content-type", type, true);
              response.headersList.set("content-range", contentRange, true);
            }
            return Promise.resolve(response);
          }
          case "data:": {
            const currentURL = requestCurrentURL(request);
            const dataURLStruct = dataURLProcessor(currentURL);
            if (dataURLStruct === "failure") {
              return Promise.resolve(makeNetworkError("failed to fetch the data URL"));
            }
            const mimeType = serializeAMimeType(dataURLStruct.mimeType);
            return Promise.resolve(makeResponse({
              statusText: "OK",
              headersList: [
                ["content-type", { name: "Content-Type", value: mimeType }]
              ],
              body: safelyExtractBody(dataURLStruct.body)[0]
            }));
          }
          case "file:": {
            return Promise.resolve(makeNetworkError("not implemented... yet..."));
          }
          case "http:":
          case "https:": {
            return httpFetch(fetchParams).catch((err) => makeNetworkError(err));
          }
          default: {
            return Promise.resolve(makeNetworkError("unknown scheme"));
          }
        }
      }
      function finalizeResponse(fetchParams, response) {
        fetchParams.request.done = true;
        if (fetchParams.processResponseDone != null) {
          queueMicrotask(() => fetchParams.processResponseDone(response));
        }
      }
      function fetchFinale(fetchParams, response) {
        let timingInfo = fetchParams.timingInfo;
        if (fetchParams.request.destination === "document") {
          fetchParams.controller.fullTimingInfo = timingInfo;
        }
        const processResponseEndOfBody = () => {
          const unsafeEndTime = Date.now();
          fetchParams.controller.reportTimingSteps = () => {
            if (!urlIsHttpHttpsScheme(fetchParams.request.url)) {
              return;
            }
            timingInfo.endTime = unsafeEndTime;
            let cacheState = response.cacheState;
            const bodyInfo = response.bodyInfo;
            if (!response.timingAllowPassed) {
              timingInfo = createOpaqueTimingInfo(timingInfo);
              cacheState = "";
            }
            let responseStatus = 0;
            if (fetchParams.request.mode !== "navigate" || !response.hasCrossOriginRedirects) {
              responseStatus = response.status;
              const mimeType = extractMimeType(response.headersList);
              if (mimeType !== "failure") {
                bodyInfo.contentType = minimizeSupportedMimeType(mimeType);
              }
            }
            if (fetchParams.request.initiatorType != null) {
              markResourceTiming(timingInfo, fetchParams.request.url.href, fetchParams.request.initiatorType, globalThis, cacheState, bodyInfo, responseStatus);
            }
          };
          const processResponseEndOfBodyTask = () => {
            fetchParams.request.done = true;
            if (fetchParams.processResponseEndOfBody != null) {
              queueMicrotask(() => fetchParams.processResponseEndOfBody(response));
            }
            if (fetchParams.request.initiatorType != null) {
              fetchParams.controller.reportTimingSteps();
            }
          };
          queueMicrotask(() => processResponseEndOfBodyTask());
        };
        if (fetchParams.processResponse != null) {
          queueMicrotask(() => {
            fetchParams.processResponse(response);
            fetchParams.processResponse = null;
          });
        }
        const internalResponse = response.type === "error" ? response : response.internalResponse ?? response;
        if (internalResponse.body == null) {
          processResponseEndOfBody();
        } else {
          finished(internalResponse.body.stream, () => {
            processResponseEndOfBody();
          });
        }
        if (fetchParams.processResponseConsumeBody != null) {
          const processBody = (nullOrBytes) => fetchParams.processResponseConsumeBody(response, nullOrBytes);
          const processBodyError = () => fetchParams.processResponseConsumeBody(response, "failure");
          if (internalResponse.body == null) {
            queueMicrotask(() => processBody(null));
          } else {
            fullyReadBody(internalResponse.body, processBody, processBodyError);
          }
        }
      }
      async function httpFetch(fetchParams) {
        const request = fetchParams.request;
        let response = null;
        let actualResponse = null;
        const timingInfo = fetchParams.timingInfo;
        if (request.serviceWorkers === "all") {
        }
        if (response === null) {
          if (request.redirect === "follow") {
            request.serviceWorkers = "none";
          }
          actualResponse = response = await httpNetworkOrCacheFetch(fetchParams);
          if (request.responseTainting === "cors" && corsCheck(request, response) === "failure") {
            return makeNetworkError("cors failure");
          }
          if (TAOCheck(request, response) === "failure") {
            request.timingAllowFailed = true;
          }
        }
        if ((request.responseTainting === "opaque" || response.type === "opaque") && crossOriginResourcePolicyCheck(
          request.origin,
          request.client,
          request.destination,
          actualResponse
        ) === "blocked") {
          return makeNetworkError("blocked");
        }
        if (redirectStatusSet.has(actualResponse.status)) {
          if (request.redirect !== "manual") {
            fetchParams.controller.connection.destroy();
          }
          if (request.redirect === "error") {
            response = makeNetworkError("unexpected redirect");
          } else if (request.redirect === "manual") {
            response = actualResponse;
          } else if (request.redirect === "follow") {
            response = await httpRedirectFetch(fetchParams, response);
          } else {
            assert(false);
          }
        }
        response.timingInfo = timingInfo;
        return response;
      }
      function httpRedirectFetch(fetchParams, response) {
        const request = fetchParams.request;
        const actualResponse = response.internalResponse ? response.internalResponse : response;
        let locationURL;
        try {
          locationURL = responseLocationURL(
            actualResponse,
            requestCurrentURL(request).hash
          );
          if (locationURL == null) {
            return response;
          }
        } catch (err) {
          return Promise.resolve(makeNetworkError(err));
        }
        if (!urlIsHttpHttpsScheme(locationURL)) {
          return Promise.resolve(makeNetworkError("URL scheme must be a HTTP(S) scheme"));
        }
        if (request.redirectCount === 20) {
          return Promise.resolve(makeNetworkError("redirect count exceeded"));
        }
        request.redirectCount += 1;
        if (request.mode === "cors" && (locationURL.username || locationURL.password) && !sameOrigin(request, locationURL)) {
          return Promise.resolve(makeNetworkError('cross origin not allowed for request mode "cors"'));
        }
        if (request.responseTainting === "cors" && (locationURL.username || locationURL.password)) {
          return Promise.resolve(makeNetworkError(
            'URL cannot contain credentials for request mode "cors"'
          ));
        }
        if (actualResponse.status !== 303 && request.body != null && request.body.source == null) {
          return Promise.resolve(makeNetworkError());
        }
        if ([301, 302].includes(actualResponse.status) && request.method === "POST" || actualResponse.status === 303 && !GET_OR_HEAD.includes(request.method)) {
          request.method = "GET";
          request.body = null;
          for (const headerName of requestBodyHeader) {
            request.headersList.delete(headerName);
          }
        }
        if (!sameOrigin(requestCurrentURL(request), locationURL)) {
          request.headersList.delete("authorization", true);
          request.headersList.delete("proxy-authorization", true);
          request.headersList.delete("cookie", true);
          request.headersList.delete("host", true);
        }
        if (request.body != null) {
          assert(request.body.source != null);
          request.body = safelyExtractBody(request.body.source)[0];
        }
        const timingInfo = fetchParams.timingInfo;
        timingInfo.redirectEndTime = timingInfo.postRedirectStartTime = coarsenedSharedCurrentTime(fetchParams.crossOriginIsolatedCapability);
        if (timingInfo.redirectStartTime === 0) {
          timingInfo.redirectStartTime = timingInfo.startTime;
        }
        request.urlList.push(locationURL);
        setRequestReferrerPolicyOnRedirect(request, actualResponse);
        return mainFetch(fetchParams, true);
      }
      async function httpNetworkOrCacheFetch(fetchParams, isAuthenticationFetch = false, isNewConnectionFetch = false) {
        const request = fetchParams.request;
        let httpFetchParams = null;
        let httpRequest = null;
        let response = null;
        const httpCache = null;
        const revalidatingFlag = false;
        if (request.window === "no-window" && request.redirect === "error") {
          httpFetchParams = fetchParams;
          httpRequest = request;
        } else {
          if (request.body?.source != null) {
            httpRequest = cloneRequest(request);
          } else {
            httpRequest = cloneRequest({ ...request, body: null });
            httpRequest.body = request.body;
          }
          httpFetchParams = { ...fetchParams };
          httpFetchParams.request = httpRequest;
        }
        const includeCredentials = request.credentials === "include" || request.credentials === "same-origin" && request.responseTainting === "basic";
        const contentLength = httpRequest.body ? httpRequest.body.length : null;
        let contentLengthHeaderValue = null;
        if (httpRequest.body == null && ["POST", "PUT"].includes(httpRequest.method)) {
          contentLengthHeaderValue = "0";
        }
        if (contentLength != null) {
          contentLengthHeaderValue = isomorphicEncode(`${contentLength}`);
        }
        if (contentLengthHeaderValue != null && !httpRequest.headersList.contains("content-length", true)) {
          httpRequest.headersList.append("content-length", contentLengthHeaderValue, true);
        }
        if (contentLength != null && httpRequest.keepalive) {
        }
        if (webidl.is.URL(httpRequest.referrer)) {
          httpRequest.headersList.append("referer", isomorphicEncode(httpRequest.referrer.href), true);
        }
        appendRequestOriginHeader(httpRequest);
        appendFetchMetadata(httpRequest);
        if (!httpRequest.headersList.contains("user-agent", true)) {
          httpRequest.headersList.append("user-agent", defaultUserAgent, true);
        }
        if (httpRequest.cache === "default" && (httpRequest.headersList.contains("if-modified-since", true) || httpRequest.headersList.contains("if-none-match", true) || httpRequest.headersList.contains("if-unmodified-since", true) || httpRequest.headersList.contains("if-match", true) || httpRequest.headersList.contains("if-range", true))) {
          httpRequest.cache = "no-store";
        }
        if (httpRequest.cache === "no-cache" && !httpRequest.preventNoCacheCacheControlHeaderModification && !httpRequest.headersList.contains("cache-control", true)) {
          httpRequest.headersList.append("cache-control", "max-age=0", true);
        }
        if (httpRequest.cache === "no-store" || httpRequest.cache === "reload") {
          if (!httpRequest.headersList.contains("pragma", true)) {
            httpRequest.headersList.append("pragma", "no-cache", true);
          }
          if (!httpRequest.headersList.contains("cache-control", true)) {
            httpRequest.headersList.append("cache-control", "no-cache", true);
          }
        }
        if (httpRequest.headersList.contains("range", true)) {
          httpRequest.headersList.append("accept-encoding", "identity", true);
        }
        if (!httpRequest.headersList.contains("accept-encoding", true)) {
          if (urlHasHttpsScheme(requestCurrentURL(httpRequest))) {
            httpRequest.headersList.append("accept-encoding", "br, gzip, deflate, zstd", true);
          } else {
            httpRequest.headersList.append("accept-encoding", "gzip, deflate", true);
          }
        }
        httpRequest.headersList.delete("host", true);
        if (includeCredentials) {
          if (!httpRequest.headersList.contains("authorization", true)) {
            let authorizationValue = null;
            if (hasAuthenticationEntry(httpRequest) && (httpRequest.useURLCredentials === void 0 || !includesCredentials(requestCurrentURL(httpRequest)))) {
            } else if (includesCredentials(requestCurrentURL(httpRequest)) && isAuthenticationFetch) {
              const { username, password } = requestCurrentURL(httpRequest);
              authorizationValue = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
            }
            if (authorizationValue !== null) {
              httpRequest.headersList.append("Authorization", authorizationValue, false);
            }
          }
        }
        if (httpCache == null) {
          httpRequest.cache = "no-store";
        }
        if (httpRequest.cache !== "no-store" && httpRequest.cache !== "reload") {
        }
        if (response == null) {
          if (httpRequest.cache === "only-if-cached") {
            return makeNetworkError("only if cached");
          }
          const forwardResponse = await httpNetworkFetch(
            httpFetchParams,
            includeCredentials,
            isNewConnectionFetch
          );
          if (!safeMethodsSet.has(httpRequest.method) && forwardResponse.status >= 200 && forwardResponse.status <= 399) {
          }
          if (revalidatingFlag && forwardResponse.status === 304) {
          }
          if (response == null) {
            response = forwardResponse;
          }
        }
        response.urlList = [...httpRequest.urlList];
        if (httpRequest.headersList.contains("range", true)) {
          response.rangeRequested = true;
        }
        response.requestIncludesCredentials = includeCredentials;
        if (response.status === 401 && httpRequest.responseTainting !== "cors" && includeCredentials && (request.useURLCredentials !== void 0 || isTraversableNavigable(request.traversableForUserPrompts))) {
          if (request.body != null) {
            if (request.body.source == null) {
              return response;
            }
            request.body = safelyExtractBody(request.body.source)[0];
          }
          if (request.useURLCredentials === void 0 || isAuthenticationFetch) {
            if (isCancelled(fetchParams)) {
              return makeAppropriateNetworkError(fetchParams);
            }
            return response;
          }
          fetchParams.controller.connection.destroy();
          response = await httpNetworkOrCacheFetch(fetchParams, true);
        }
        if (response.status === 407) {
          if (request.window === "no-window") {
            return makeNetworkError();
          }
          if (isCancelled(fetchParams)) {
            return makeAppropriateNetworkError(fetchParams);
          }
          return makeNetworkError("proxy authentication required");
        }
        if (
          // response’s status is 421
          response.status === 421 && // isNewConnectionFetch is false
          !isNewConnectionFetch && // request’s body is null, or request’s body is non-null and request’s body’s source is non-null
          (request.body == null || request.body.source != null)
        ) {
          if (isCancelled(fetchParams)) {
            return makeAppropriateNetworkError(fetchParams);
          }
          fetchParams.controller.connection.destroy();
          response = await httpNetworkOrCacheFetch(
            fetchParams,
            isAuthenticationFetch,
            true
          );
        }
        if (isAuthenticationFetch) {
        }
        return response;
      }
      async function httpNetworkFetch(fetchParams, includeCredentials = false, forceNewConnection = false) {
        assert(!fetchParams.controller.connection || fetchParams.controller.connection.destroyed);
        fetchParams.controller.connection = {
          abort: null,
          destroyed: false,
          destroy(err) {
            if (!this.destroyed) {
              this.destroyed = true;
              this.abort?.(err ?? new DOMException("The operation was aborted.", "AbortError"));
            }
          }
        };
        const request = fetchParams.request;
        let response = null;
        const timingInfo = fetchParams.timingInfo;
        const httpCache = null;
        if (httpCache == null) {
          request.cache = "no-store";
        }
        const newConnection = forceNewConnection ? "yes" : "no";
        if (request.mode === "websocket") {
        } else {
        }
        let requestBody = null;
        if (request.body == null && fetchParams.processRequestEndOfBody) {
          queueMicrotask(() => fetchParams.processRequestEndOfBody());
        } else if (request.body != null) {
          const processBodyChunk = async function* (bytes) {
            if (isCancelled(fetchParams)) {
              return;
            }
            yield bytes;
            fetchParams.processRequestBodyChunkLength?.(bytes.byteLength);
          };
          const processEndOfBody = () => {
            if (isCancelled(fetchParams)) {
              return;
            }
            if (fetchParams.processRequestEndOfBody) {
              fetchParams.processRequestEndOfBody();
            }
          };
          const processBodyError = (e) => {
            if (isCancelled(fetchParams)) {
              return;
            }
            if (e.name === "AbortError") {
              fetchParams.controller.abort();
            } else {
              fetchParams.controller.terminate(e);
            }
          };
          requestBody = (async function* () {
            try {
              for await (const bytes of request.body.stream) {
                yield* processBodyChunk(bytes);
              }
              processEndOfBody();
            } catch (err) {
              processBodyError(err);
            }
          })();
        }
        try {
          const { body, status, statusText, headersList, socket } = await dispatch({ body: requestBody });
          if (socket) {
            response = makeResponse({ status, statusText, headersList, socket });
          } else {
            const iterator = body[Symbol.asyncIterator]();
            fetchParams.controller.next = () => iterator.next();
            response = makeResponse({ status, statusText, headersList });
          }
        } catch (err) {
          if (err.name === "AbortError") {
            fetchParams.controller.connection.destroy();
            return makeAppropriateNetworkError(fetchParams, err);
          }
          return makeNetworkError(err);
        }
        const pullAlgorithm = () => {
          return fetchParams.controller.resume();
        };
        const cancelAlgorithm = (reason) => {
          if (!isCancelled(fetchParams)) {
            fetchParams.controller.abort(reason);
          }
        };
        const stream = new ReadableStream(
          {
            start(controller) {
              fetchParams.controller.controller = controller;
            },
            pull: pullAlgorithm,
            cancel: cancelAlgorithm,
            type: "bytes"
          }
        );
        response.body = { stream, source: null, length: null };
        if (!fetchParams.controller.resume) {
          fetchParams.controller.on("terminated", onAborted);
        }
        fetchParams.controller.resume = async () => {
          while (true) {
            let bytes;
            let isFailure;
            try {
              const { done, value } = await fetchParams.controller.next();
              if (isAborted(fetchParams)) {
                break;
              }
              bytes = done ? void 0 : value;
            } catch (err) {
              if (fetchParams.controller.ended && !timingInfo.encodedBodySize) {
                bytes = void 0;
              } else {
                bytes = err;
                isFailure = true;
              }
            }
            if (bytes === void 0) {
              readableStreamClose(fetchParams.controller.controller);
              finalizeResponse(fetchParams, response);
              return;
            }
            timingInfo.decodedBodySize += bytes?.byteLength ?? 0;
            if (isFailure) {
              fetchParams.controller.terminate(bytes);
              return;
            }
            const buffer = new Uint8Array(bytes);
            if (buffer.byteLength) {
              fetchParams.controller.controller.enqueue(buffer);
            }
            if (isErrored(stream)) {
              fetchParams.controller.terminate();
              return;
            }
            if (fetchParams.controller.controller.desiredSize <= 0) {
              return;
            }
          }
        };
        function onAborted(reason) {
          if (isAborted(fetchParams)) {
            response.aborted = true;
            if (isReadable(stream)) {
              fetchParams.controller.controller.error(
                fetchParams.controller.serializedAbortReason
              );
            }
          } else {
            if (isReadable(stream)) {
              fetchParams.controller.controller.error(new TypeError("terminated", {
                cause: isErrorLike(reason) ? reason : void 0
              }));
            }
          }
          fetchParams.controller.connection.destroy();
        }
        return response;
        function dispatch({ body }) {
          const url = requestCurrentURL(request);
          const agent = fetchParams.controller.dispatcher;
          const path = url.pathname + url.search;
          const hasTrailingQuestionMark = url.search.length === 0 && url.href[url.href.length - url.hash.length - 1] === "?";
          return dispatchWithProtocolPreference(body);
          function dispatchWithProtocolPreference(body2, allowH2) {
            return new Promise((resolve, reject) => agent.dispatch(
              {
                path: hasTrailingQuestionMark ? `${path}?` : path,
                origin: url.origin,
                method: request.method,
                body: agent.isMockActive ? request.body && (request.body.source || request.body.stream) : body2,
                // Preserve the serialized fetch body for MockAgent net-connect fallthroughs.
                __mockAgentBodyForDispatch: body2,
                headers: request.headersList.entries,
                maxRedirections: 0,
                upgrade: request.mode === "websocket" ? "websocket" : void 0,
                ...allowH2 === false ? { allowH2 } : null
              },
              {
                body: null,
                abort: null,
                onRequestStart(controller) {
                  const { connection } = fetchParams.controller;
                  timingInfo.finalConnectionTimingInfo = clampAndCoarsenConnectionTimingInfo(void 0, timingInfo.postRedirectStartTime, fetchParams.crossOriginIsolatedCapability);
                  const abort = (reason) => controller.abort(reason);
                  if (connection.destroyed) {
                    abort(new DOMException("The operation was aborted.", "AbortError"));
                  } else {
                    fetchParams.controller.on("terminated", abort);
                    this.abort = connection.abort = abort;
                  }
                  timingInfo.finalNetworkRequestStartTime = coarsenedSharedCurrentTime(fetchParams.crossOriginIsolatedCapability);
                },
                onResponseStarted() {
                  timingInfo.finalNetworkResponseStartTime = coarsenedSharedCurrentTime(fetchParams.crossOriginIsolatedCapability);
                },
                onResponseStart(controller, status, headers, statusText) {
                  if (status < 200) {
                    return;
                  }
                  const rawHeaders = controller?.rawHeaders ?? [];
                  const headersList = new HeadersList();
                  appendHeadersListFromResponseHeaders(headersList, headers, rawHeaders);
                  const location = headersList.get("location", true);
                  const willFollow = location && request.redirect === "follow" && redirectStatusSet.has(status);
                  const decoders = [];
                  if (request.method !== "HEAD" && request.method !== "CONNECT" && !nullBodyStatus.includes(status) && !willFollow) {
                    const contentEncoding = headersList.get("content-encoding", true);
                    const codings = contentEncoding ? contentEncoding.toLowerCase().split(",") : [];
                    const maxContentEncodings = 5;
                    if (codings.length > maxContentEncodings) {
                      controller.abort(new Error(`too many content-encodings in response: ${codings.length}, maximum allowed is ${maxContentEncodings}`));
                      return;
                    }
                    for (let i = codings.length - 1; i >= 0; --i) {
                      const coding = codings[i].trim();
                      if (coding === "x-gzip" || coding === "gzip") {
                        decoders.push(zlib.createGunzip({
                          // Be less strict when decoding compressed responses, since sometimes
                          // servers send slightly invalid responses that are still accepted
                          // by common browsers.
                          // Always using Z_SYNC_FLUSH is what cURL does.
                          flush: zlib.constants.Z_SYNC_FLUSH,
                          finishFlush: zlib.constants.Z_SYNC_FLUSH
                        }));
                      } else if (coding === "deflate") {
                        decoders.push(createInflate({
                          flush: zlib.constants.Z_SYNC_FLUSH,
                          finishFlush: zlib.constants.Z_SYNC_FLUSH
                        }));
                      } else if (coding === "br") {
                        decoders.push(zlib.createBrotliDecompress({
                          flush: zlib.constants.BROTLI_OPERATION_FLUSH,
                          finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH
                        }));
                      } else if (coding === "zstd") {
                        decoders.push(zlib.createZstdDecompress({
                          flush: zlib.constants.ZSTD_e_continue,
                          finishFlush: zlib.constants.ZSTD_e_end,
                          params: {
                            // https://www.rfc-editor.org/rfc/rfc9659.html#section-3
                            [zlib.constants.ZSTD_d_windowLogMax]: 23
                          }
                        }));
                      } else {
                        decoders.length = 0;
                        break;
                      }
                    }
                  }
                  this.body = new Readable({ read: () => controller.resume() });
                  const onError = (err) => this.onResponseError(controller, err);
                  resolve({
                    status,
                    statusText,
                    headersList,
                    body: decoders.length ? pipeline(this.body, ...decoders, (err) => {
                      if (err) {
                        this.onResponseError(controller, err);
                      }
                    }).on("error", onError) : this.body.on("error", onError)
                  });
                },
                onResponseData(controller, chunk) {
                  if (fetchParams.controller.dump) {
                    return;
                  }
                  const bytes = chunk;
                  timingInfo.encodedBodySize += bytes.byteLength;
                  if (this.body.push(bytes) === false) {
                    controller.pause();
                  }
                },
                onResponseEnd() {
                  if (this.abort) {
                    fetchParams.controller.off("terminated", this.abort);
                  }
                  fetchParams.controller.ended = true;
                  this.body?.push(null);
                },
                onResponseError(controller, error) {
                  if (this.abort) {
                    fetchParams.controller.off("terminated", this.abort);
                  }
                  if (request.mode === "websocket" && allowH2 !== false && error?.code === "UND_ERR_INFO" && error?.message === "HTTP/2: Extended CONNECT protocol not supported by server") {
                    resolve(dispatchWithProtocolPreference(body2, false));
                    return;
                  }
                  this.body?.destroy(error);
                  if (!controller?.aborted) {
                    fetchParams.controller.terminate(error);
                  }
                  reject(error);
                },
                onRequestUpgrade(controller, status, headers, socket) {
                  if (socket.session != null && status !== 200 || socket.session == null && status !== 101) {
                    if (socket.session != null) {
                      controller.abort(new SocketError("bad upgrade", null));
                    }
                    return false;
                  }
                  const rawHeaders = controller?.rawHeaders ?? [];
                  const headersList = new HeadersList();
                  appendHeadersListFromResponseHeaders(headersList, headers, rawHeaders);
                  resolve({
                    status,
                    statusText: STATUS_CODES[status],
                    headersList,
                    socket
                  });
                  return true;
                }
              }
            ));
          }
        }
      }
      module.exports = {
        fetch,
        Fetch,
        fetching,
        finalizeAndReportTiming
      };
    })
  ),
  /***/
  208: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const { extractBody, mixinBody, cloneBody, bodyUnusable } = __webpack_require__(8741);
      const { Headers, fill: fillHeaders, HeadersList, setHeadersGuard, getHeadersGuard, setHeadersList, getHeadersList } = __webpack_require__(4667);
      const util = __webpack_require__(8083);
      const nodeUtil = __webpack_require__(7975);
      const {
        isValidHTTPToken,
        sameOrigin,
        environmentSettingsObject
      } = __webpack_require__(1669);
      const {
        forbiddenMethodsSet,
        corsSafeListedMethodsSet,
        referrerPolicy,
        requestRedirect,
        requestMode,
        requestCredentials,
        requestCache,
        requestDuplex
      } = __webpack_require__(8012);
      const { kEnumerableProperty, normalizedMethodRecordsBase, normalizedMethodRecords } = util;
      const { webidl } = __webpack_require__(8538);
      const { URLSerializer } = __webpack_require__(501);
      const { kConstruct } = __webpack_require__(1518);
      const assert = __webpack_require__(4589);
      const requestFinalizer = new FinalizationRegistry(({ signal, reference }) => {
        removeSignalFollower(signal, reference);
      });
      const requestSignals = /* @__PURE__ */ new WeakMap();
      const signalFollowers = /* @__PURE__ */ new WeakMap();
      function removeSignalFollower(signal, reference) {
        const followers = signalFollowers.get(signal);
        if (followers instanceof Set) {
          followers.delete(reference);
          if (followers.size !== 0) return;
        }
        signal.removeEventListener("abort", abortSignalFollowers);
        signalFollowers.delete(signal);
      }
      function abortSignalFollower(reference, reason) {
        requestFinalizer.unregister(reference);
        const ac = reference.deref();
        if (ac !== void 0) {
          requestSignals.delete(ac.signal);
          ac.abort(reason);
        }
      }
      function abortSignalFollowers() {
        this.removeEventListener("abort", abortSignalFollowers);
        const followers = signalFollowers.get(this);
        if (followers instanceof Set) {
          for (const reference of followers) {
            abortSignalFollower(reference, this.reason);
          }
          followers.clear();
        } else {
          abortSignalFollower(followers, this.reason);
        }
        signalFollowers.delete(this);
      }
      function createDependentSignal(signal) {
        const ac = new AbortController();
        if (signal == null) return ac.signal;
        if (signal.aborted) {
          ac.abort(signal.reason);
          return ac.signal;
        }
        const reference = new WeakRef(ac);
        const followers = signalFollowers.get(signal);
        if (followers === void 0) {
          util.addAbortListener(signal, abortSignalFollowers);
          signalFollowers.set(signal, reference);
        } else if (followers instanceof WeakRef) {
          const controllers = /* @__PURE__ */ new Set();
          controllers.add(followers);
          controllers.add(reference);
          signalFollowers.set(signal, controllers);
        } else {
          followers.add(reference);
        }
        requestFinalizer.register(ac, { signal, reference }, reference);
        requestSignals.set(ac.signal, { controller: ac, source: signal, reference });
        return ac.signal;
      }
      let patchMethodWarning = false;
      let setRequestSignal, getRequestDispatcher, setRequestDispatcher, setRequestHeaders, getRequestState, setRequestState, removeRequestAbortListener;
      class Request {
        /** @type {AbortSignal} */
        #signal;
        /** @type {import('../../dispatcher/dispatcher')} */
        #dispatcher;
        /** @type {Headers} */
        #headers;
        #state;
        // https://fetch.spec.whatwg.org/#dom-request
        constructor(input, init = void 0) {
          webidl.util.markAsUncloneable(this);
          if (input === kConstruct) {
            return;
          }
          const prefix = "Request constructor";
          webidl.argumentLengthCheck(arguments, 1, prefix);
          input = webidl.converters.RequestInfo(input);
          init = webidl.converters.RequestInit(init);
          let request = null;
          let fallbackMode = null;
          const baseUrl = environmentSettingsObject.settingsObject.baseUrl;
          let signal = null;
          if (typeof input === "string") {
            this.#dispatcher = init.dispatcher;
            let parsedURL;
            try {
              parsedURL = new URL(input, baseUrl);
            } catch (err) {
              throw new TypeError("Failed to parse URL from " + input, { cause: err });
            }
            if (parsedURL.username || parsedURL.password) {
              throw new TypeError(
                "Request cannot be constructed from a URL that includes credentials: " + input
              );
            }
            request = makeRequest({ urlList: [parsedURL] });
            fallbackMode = "cors";
          } else {
            assert(webidl.is.Request(input));
            request = input.#state;
            signal = input.#signal;
            this.#dispatcher = init.dispatcher || input.#dispatcher;
          }
          const origin = environmentSettingsObject.settingsObject.origin;
          let window = "client";
          if (request.window?.constructor?.name === "EnvironmentSettingsObject" && sameOrigin(request.window, origin)) {
            window = request.window;
          }
          if (init.window != null) {
            throw new TypeError(`'window' option '${window}' must be null`);
          }
          if ("window" in init) {
            window = "no-window";
          }
          request = makeRequest({
            // URL request’s URL.
            // undici implementation note: this is set as the first item in request's urlList in makeRequest
            // method request’s method.
            method: request.method,
            // header list A copy of request’s header list.
            // undici implementation note: headersList is cloned in makeRequest
            headersList: request.headersList,
            // unsafe-request flag Set.
            unsafeRequest: request.unsafeRequest,
            // client This’s relevant settings object.
            client: environmentSettingsObject.settingsObject,
            // window window.
            window,
            // priority request’s priority.
            priority: request.priority,
            // origin request’s origin. The propagation of the origin is only significant for navigation requests
            // being handled by a service worker. In this scenario a request can have an origin that is different
            // from the current client.
            origin: request.origin,
            // referrer request’s referrer.
            referrer: request.referrer,
            // referrer policy request’s referrer policy.
            referrerPolicy: request.referrerPolicy,
            // mode request’s mode.
            mode: request.mode,
            // credentials mode request’s credentials mode.
            credentials: request.credentials,
            // cache mode request’s cache mode.
            cache: request.cache,
            // redirect mode request’s redirect mode.
            redirect: request.redirect,
            // integrity metadata request’s integrity metadata.
            integrity: request.integrity,
            // keepalive request’s keepalive.
            keepalive: request.keepalive,
            // reload-navigation flag request’s reload-navigation flag.
            reloadNavigation: request.reloadNavigation,
            // history-navigation flag request’s history-navigation flag.
            historyNavigation: request.historyNavigation,
            // URL list A clone of request’s URL list.
            urlList: [...request.urlList]
          });
          const initHasKey = Object.keys(init).length !== 0;
          if (initHasKey) {
            if (request.mode === "navigate") {
              request.mode = "same-origin";
            }
            request.reloadNavigation = false;
            request.historyNavigation = false;
            request.origin = "client";
            request.referrer = "client";
            request.referrerPolicy = "";
            request.url = request.urlList[request.urlList.length - 1];
            request.urlList = [request.url];
          }
          if (init.referrer !== void 0) {
            const referrer = init.referrer;
            if (referrer === "") {
              request.referrer = "no-referrer";
            } else {
              let parsedReferrer;
              try {
                parsedReferrer = new URL(referrer, baseUrl);
              } catch (err) {
                throw new TypeError(`Referrer "${referrer}" is not a valid URL.`, { cause: err });
              }
              if (parsedReferrer.protocol === "about:" && parsedReferrer.hostname === "client" || origin && !sameOrigin(parsedReferrer, environmentSettingsObject.settingsObject.baseUrl)) {
                request.referrer = "client";
              } else {
                request.referrer = parsedReferrer;
              }
            }
          }
          if (init.referrerPolicy !== void 0) {
            request.referrerPolicy = init.referrerPolicy;
          }
          let mode;
          if (init.mode !== void 0) {
            mode = init.mode;
          } else {
            mode = fallbackMode;
          }
          if (mode === "navigate") {
            throw webidl.errors.exception({
              header: "Request constructor",
              message: "invalid request mode navigate."
            });
          }
          if (mode != null) {
            request.mode = mode;
          }
          if (init.credentials !== void 0) {
            request.credentials = init.credentials;
          }
          if (init.cache !== void 0) {
            request.cache = init.cache;
          }
          if (request.cache === "only-if-cached" && request.mode !== "same-origin") {
            throw new TypeError(
              "'only-if-cached' can be set only with 'same-origin' mode"
            );
          }
          if (init.redirect !== void 0) {
            request.redirect = init.redirect;
          }
          if (init.integrity != null) {
            request.integrity = String(init.integrity);
          }
          if (init.keepalive !== void 0) {
            request.keepalive = Boolean(init.keepalive);
          }
          if (init.method !== void 0) {
            let method = init.method;
            const mayBeNormalized = normalizedMethodRecords[method];
            if (mayBeNormalized !== void 0) {
              request.method = mayBeNormalized;
            } else {
              if (!isValidHTTPToken(method)) {
                throw new TypeError(`'${method}' is not a valid HTTP method.`);
              }
              const upperCase = method.toUpperCase();
              if (forbiddenMethodsSet.has(upperCase)) {
                throw new TypeError(`'${method}' HTTP method is unsupported.`);
              }
              method = normalizedMethodRecordsBase[upperCase] ?? method;
              request.method = method;
            }
            if (!patchMethodWarning && request.method === "patch") {
              process.emitWarning("Using `patch` is highly likely to result in a `405 Method Not Allowed`. `PATCH` is much more likely to succeed.", {
                code: "UNDICI-FETCH-patch"
              });
              patchMethodWarning = true;
            }
          }
          if (init.signal !== void 0) {
            signal = init.signal;
          }
          this.#state = request;
          this.#signal = createDependentSignal(signal);
          this.#headers = new Headers(kConstruct);
          setHeadersList(this.#headers, request.headersList);
          setHeadersGuard(this.#headers, "request");
          if (mode === "no-cors") {
            if (!corsSafeListedMethodsSet.has(request.method)) {
              throw new TypeError(
                `'${request.method} is unsupported in no-cors mode.`
              );
            }
            setHeadersGuard(this.#headers, "request-no-cors");
          }
          if (initHasKey) {
            const headersList = getHeadersList(this.#headers);
            const headers = init.headers !== void 0 ? init.headers : new HeadersList(headersList);
            headersList.clear();
            if (headers instanceof HeadersList) {
              for (const { name, value } of headers.rawValues()) {
                headersList.append(name, value, false);
              }
              headersList.cookies = headers.cookies;
            } else {
              fillHeaders(this.#headers, headers);
            }
          }
          const inputBody = webidl.is.Request(input) ? input.#state.body : null;
          if ((init.body != null || inputBody != null) && (request.method === "GET" || request.method === "HEAD")) {
            throw new TypeError("Request with GET/HEAD method cannot have body.");
          }
          let initBody = null;
          if (init.body != null) {
            const [extractedBody, contentType] = extractBody(
              init.body,
              request.keepalive
            );
            initBody = extractedBody;
            if (contentType && !getHeadersList(this.#headers).contains("content-type", true)) {
              this.#headers.append("content-type", contentType, true);
            }
          }
          const inputOrInitBody = initBody ?? inputBody;
          if (inputOrInitBody != null && inputOrInitBody.source == null) {
            if (initBody != null && init.duplex == null) {
              throw new TypeError("RequestInit: duplex option is required when sending a body.");
            }
            if (request.mode !== "same-origin" && request.mode !== "cors") {
              throw new TypeError(
                'If request is made from ReadableStream, mode should be "same-origin" or "cors"'
              );
            }
            request.useCORSPreflightFlag = true;
          }
          let finalBody = inputOrInitBody;
          if (initBody == null && inputBody != null) {
            if (bodyUnusable(input.#state)) {
              throw new TypeError(
                "Cannot construct a Request with a Request object that has already been used."
              );
            }
            const identityTransform = new TransformStream();
            inputBody.stream.pipeThrough(identityTransform);
            finalBody = {
              source: inputBody.source,
              length: inputBody.length,
              stream: identityTransform.readable
            };
          }
          this.#state.body = finalBody;
        }
        // Returns request’s HTTP method, which is "GET" by default.
        get method() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.method;
        }
        // Returns the URL of request as a string.
        get url() {
          webidl.brandCheck(this, webidl.is.Request);
          return URLSerializer(this.#state.url);
        }
        // Returns a Headers object consisting of the headers associated with request.
        // Note that headers added in the network layer by the user agent will not
        // be accounted for in this object, e.g., the "Host" header.
        get headers() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#headers;
        }
        // Returns the kind of resource requested by request, e.g., "document"
        // or "script".
        get destination() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.destination;
        }
        // Returns the referrer of request. Its value can be a same-origin URL if
        // explicitly set in init, the empty string to indicate no referrer, and
        // "about:client" when defaulting to the global’s default. This is used
        // during fetching to determine the value of the `Referer` header of the
        // request being made.
        get referrer() {
          webidl.brandCheck(this, webidl.is.Request);
          if (this.#state.referrer === "no-referrer") {
            return "";
          }
          if (this.#state.referrer === "client") {
            return "about:client";
          }
          return this.#state.referrer.toString();
        }
        // Returns the referrer policy associated with request.
        // This is used during fetching to compute the value of the request’s
        // referrer.
        get referrerPolicy() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.referrerPolicy;
        }
        // Returns the mode associated with request, which is a string indicating
        // whether the request will use CORS, or will be restricted to same-origin
        // URLs.
        get mode() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.mode;
        }
        // Returns the credentials mode associated with request,
        // which is a string indicating whether credentials will be sent with the
        // request always, never, or only when sent to a same-origin URL.
        get credentials() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.credentials;
        }
        // Returns the cache mode associated with request,
        // which is a string indicating how the request will
        // interact with the browser’s cache when fetching.
        get cache() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.cache;
        }
        // Returns the redirect mode associated with request,
        // which is a string indicating how redirects for the
        // request will be handled during fetching. A request
        // will follow redirects by default.
        get redirect() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.redirect;
        }
        // Returns request’s subresource integrity metadata, which is a
        // cryptographic hash of the resource being fetched. Its value
        // consists of multiple hashes separated by whitespace. [SRI]
        get integrity() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.integrity;
        }
        // Returns a boolean indicating whether or not request can outlive the
        // global in which it was created.
        get keepalive() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.keepalive;
        }
        // Returns a boolean indicating whether or not request is for a reload
        // navigation.
        get isReloadNavigation() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.reloadNavigation;
        }
        // Returns a boolean indicating whether or not request is for a history
        // navigation (a.k.a. back-forward navigation).
        get isHistoryNavigation() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.historyNavigation;
        }
        // Returns the signal associated with request, which is an AbortSignal
        // object indicating whether or not request has been aborted, and its
        // abort event handler.
        get signal() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#signal;
        }
        get body() {
          webidl.brandCheck(this, webidl.is.Request);
          return this.#state.body ? this.#state.body.stream : null;
        }
        get bodyUsed() {
          webidl.brandCheck(this, webidl.is.Request);
          return !!this.#state.body && util.isDisturbed(this.#state.body.stream);
        }
        get duplex() {
          webidl.brandCheck(this, webidl.is.Request);
          return "half";
        }
        // Returns a clone of request.
        clone() {
          webidl.brandCheck(this, webidl.is.Request);
          if (bodyUnusable(this.#state)) {
            throw new TypeError("unusable");
          }
          const clonedRequest = cloneRequest(this.#state);
          const signal = createDependentSignal(this.#signal);
          return fromInnerRequest(clonedRequest, this.#dispatcher, signal, getHeadersGuard(this.#headers));
        }
        [nodeUtil.inspect.custom](depth, options) {
          if (options.depth === null) {
            options.depth = 2;
          }
          options.colors ??= true;
          const properties = {
            method: this.method,
            url: this.url,
            headers: this.headers,
            destination: this.destination,
            referrer: this.referrer,
            referrerPolicy: this.referrerPolicy,
            mode: this.mode,
            credentials: this.credentials,
            cache: this.cache,
            redirect: this.redirect,
            integrity: this.integrity,
            keepalive: this.keepalive,
            isReloadNavigation: this.isReloadNavigation,
            isHistoryNavigation: this.isHistoryNavigation,
            signal: this.signal
          };
          return `Request ${nodeUtil.formatWithOptions(options, properties)}`;
        }
        static {
          setRequestSignal = (request, newSignal) => {
            request.#signal = newSignal;
          };
          getRequestDispatcher = (request) => {
            return request.#dispatcher;
          };
          setRequestDispatcher = (request, newDispatcher) => {
            request.#dispatcher = newDispatcher;
          };
          setRequestHeaders = (request, newHeaders) => {
            request.#headers = newHeaders;
          };
          getRequestState = (request) => {
            return request.#state;
          };
          setRequestState = (request, newState) => {
            request.#state = newState;
          };
          removeRequestAbortListener = (request) => {
            const state = requestSignals.get(request.#signal);
            if (state !== void 0) {
              requestSignals.delete(request.#signal);
              requestFinalizer.unregister(state.reference);
              removeSignalFollower(state.source, state.reference);
            }
          };
          webidl.is.Request = (arg) => {
            return arg != null && typeof arg === "object" && #state in arg;
          };
        }
      }
      mixinBody(Request, getRequestState, webidl.is.Request);
      function makeRequest(init) {
        return {
          method: init.method ?? "GET",
          localURLsOnly: init.localURLsOnly ?? false,
          unsafeRequest: init.unsafeRequest ?? false,
          body: init.body ?? null,
          client: init.client ?? null,
          reservedClient: init.reservedClient ?? null,
          replacesClientId: init.replacesClientId ?? "",
          window: init.window ?? "client",
          keepalive: init.keepalive ?? false,
          serviceWorkers: init.serviceWorkers ?? "all",
          initiator: init.initiator ?? "",
          destination: init.destination ?? "",
          priority: init.priority ?? "auto",
          origin: init.origin ?? "client",
          policyContainer: init.policyContainer ?? "client",
          referrer: init.referrer ?? "client",
          referrerPolicy: init.referrerPolicy ?? "",
          mode: init.mode ?? "no-cors",
          useCORSPreflightFlag: init.useCORSPreflightFlag ?? false,
          // TODO: is this credentials mode? https://fetch.spec.whatwg.org/#concept-request-credentials-mode
          credentials: init.credentials ?? "same-origin",
          useCredentials: init.useCredentials ?? false,
          cache: init.cache ?? "default",
          redirect: init.redirect ?? "follow",
          integrity: init.integrity ?? "",
          cryptoGraphicsNonceMetadata: init.cryptoGraphicsNonceMetadata ?? "",
          parserMetadata: init.parserMetadata ?? "",
          reloadNavigation: init.reloadNavigation ?? false,
          historyNavigation: init.historyNavigation ?? false,
          userActivation: init.userActivation ?? false,
          taintedOrigin: init.taintedOrigin ?? false,
          redirectCount: init.redirectCount ?? 0,
          responseTainting: init.responseTainting ?? "basic",
          preventNoCacheCacheControlHeaderModification: init.preventNoCacheCacheControlHeaderModification ?? false,
          done: init.done ?? false,
          timingAllowFailed: init.timingAllowFailed ?? false,
          useURLCredentials: init.useURLCredentials ?? void 0,
          traversableForUserPrompts: init.traversableForUserPrompts ?? "client",
          urlList: init.urlList,
          url: init.urlList[0],
          headersList: init.headersList ? new HeadersList(init.headersList) : new HeadersList()
        };
      }
      function cloneRequest(request) {
        const newRequest = makeRequest({ ...request, body: null });
        if (request.body != null) {
          newRequest.body = cloneBody(request.body);
        }
        return newRequest;
      }
      function fromInnerRequest(innerRequest, dispatcher, signal, guard) {
        const request = new Request(kConstruct);
        setRequestState(request, innerRequest);
        setRequestDispatcher(request, dispatcher);
        setRequestSignal(request, signal);
        const headers = new Headers(kConstruct);
        setRequestHeaders(request, headers);
        setHeadersList(headers, innerRequest.headersList);
        setHeadersGuard(headers, guard);
        return request;
      }
      Object.defineProperties(Request.prototype, {
        method: kEnumerableProperty,
        url: kEnumerableProperty,
        headers: kEnumerableProperty,
        redirect: kEnumerableProperty,
        clone: kEnumerableProperty,
        signal: kEnumerableProperty,
        duplex: kEnumerableProperty,
        destination: kEnumerableProperty,
        body: kEnumerableProperty,
        bodyUsed: kEnumerableProperty,
        isHistoryNavigation: kEnumerableProperty,
        isReloadNavigation: kEnumerableProperty,
        keepalive: kEnumerableProperty,
        integrity: kEnumerableProperty,
        cache: kEnumerableProperty,
        credentials: kEnumerableProperty,
        attribute: kEnumerableProperty,
        referrerPolicy: kEnumerableProperty,
        referrer: kEnumerableProperty,
        mode: kEnumerableProperty,
        [Symbol.toStringTag]: {
          value: "Request",
          configurable: true
        }
      });
      webidl.converters.RequestInfo = function(V) {
        if (typeof V === "string") {
          return webidl.converters.USVString(V);
        }
        if (webidl.is.Request(V)) {
          return V;
        }
        return webidl.converters.USVString(V);
      };
      webidl.converters.RequestInit = webidl.dictionaryConverter([
        {
          key: "method",
          converter: webidl.converters.ByteString
        },
        {
          key: "headers",
          converter: webidl.converters.HeadersInit
        },
        {
          key: "body",
          converter: webidl.nullableConverter(
            webidl.converters.BodyInit
          )
        },
        {
          key: "referrer",
          converter: webidl.converters.USVString
        },
        {
          key: "referrerPolicy",
          converter: webidl.converters.DOMString,
          // https://w3c.github.io/webappsec-referrer-policy/#referrer-policy
          allowedValues: referrerPolicy
        },
        {
          key: "mode",
          converter: webidl.converters.DOMString,
          // https://fetch.spec.whatwg.org/#concept-request-mode
          allowedValues: requestMode
        },
        {
          key: "credentials",
          converter: webidl.converters.DOMString,
          // https://fetch.spec.whatwg.org/#requestcredentials
          allowedValues: requestCredentials
        },
        {
          key: "cache",
          converter: webidl.converters.DOMString,
          // https://fetch.spec.whatwg.org/#requestcache
          allowedValues: requestCache
        },
        {
          key: "redirect",
          converter: webidl.converters.DOMString,
          // https://fetch.spec.whatwg.org/#requestredirect
          allowedValues: requestRedirect
        },
        {
          key: "integrity",
          converter: webidl.converters.DOMString
        },
        {
          key: "keepalive",
          converter: webidl.converters.boolean
        },
        {
          key: "signal",
          converter: webidl.nullableConverter(
            (signal) => webidl.converters.AbortSignal(
              signal,
              "RequestInit",
              "signal"
            )
          )
        },
        {
          key: "window",
          converter: webidl.converters.any
        },
        {
          key: "duplex",
          converter: webidl.converters.DOMString,
          allowedValues: requestDuplex
        },
        {
          key: "dispatcher",
          // undici specific option
          converter: webidl.converters.any
        },
        {
          key: "priority",
          converter: webidl.converters.DOMString,
          allowedValues: ["high", "low", "auto"]
        }
      ]);
      module.exports = {
        Request,
        makeRequest,
        fromInnerRequest,
        cloneRequest,
        getRequestDispatcher,
        getRequestState,
        removeRequestAbortListener
      };
    })
  ),
  /***/
  6682: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const { Headers, HeadersList, fill, getHeadersGuard, setHeadersGuard, setHeadersList } = __webpack_require__(4667);
      const { extractBody, cloneBody, mixinBody, streamRegistry, bodyUnusable } = __webpack_require__(8741);
      const util = __webpack_require__(8083);
      const nodeUtil = __webpack_require__(7975);
      const { kEnumerableProperty } = util;
      const {
        isValidReasonPhrase,
        isCancelled,
        isAborted,
        isErrorLike,
        environmentSettingsObject: relevantRealm
      } = __webpack_require__(1669);
      const {
        redirectStatusSet,
        nullBodyStatus
      } = __webpack_require__(8012);
      const { webidl } = __webpack_require__(8538);
      const { URLSerializer } = __webpack_require__(501);
      const { kConstruct } = __webpack_require__(1518);
      const assert = __webpack_require__(4589);
      const { isomorphicEncode, serializeJavascriptValueToJSONString } = __webpack_require__(5007);
      const textEncoder = new TextEncoder("utf-8");
      let getResponseHeaders, setResponseHeaders, getResponseState, setResponseState;
      class Response {
        /** @type {Headers} */
        #headers;
        #state;
        // Creates network error Response.
        static error() {
          const responseObject = fromInnerResponse(makeNetworkError(), "immutable");
          return responseObject;
        }
        // https://fetch.spec.whatwg.org/#dom-response-json
        static json(data, init = void 0) {
          webidl.argumentLengthCheck(arguments, 1, "Response.json");
          init = webidl.converters.ResponseInit(init);
          const bytes = textEncoder.encode(
            serializeJavascriptValueToJSONString(data)
          );
          const body = extractBody(bytes);
          const responseObject = fromInnerResponse(makeResponse({}), "response");
          initializeResponse(responseObject, init, { body: body[0], type: "application/json" });
          return responseObject;
        }
        // Creates a redirect Response that redirects to url with status status.
        static redirect(url, status = 302) {
          webidl.argumentLengthCheck(arguments, 1, "Response.redirect");
          url = webidl.converters.USVString(url);
          status = webidl.converters["unsigned short"](status);
          let parsedURL;
          try {
            parsedURL = new URL(url, relevantRealm.settingsObject.baseUrl);
          } catch (err) {
            throw new TypeError(`Failed to parse URL from ${url}`, { cause: err });
          }
          if (!redirectStatusSet.has(status)) {
            throw new RangeError(`Invalid status code ${status}`);
          }
          const responseObject = fromInnerResponse(makeResponse({}), "immutable");
          responseObject.#state.status = status;
          const value = isomorphicEncode(URLSerializer(parsedURL));
          responseObject.#state.headersList.append("location", value, true);
          return responseObject;
        }
        // https://fetch.spec.whatwg.org/#dom-response
        constructor(body = null, init = void 0) {
          webidl.util.markAsUncloneable(this);
          if (body === kConstruct) {
            return;
          }
          if (body !== null) {
            body = webidl.converters.BodyInit(body, "Response", "body");
          }
          init = webidl.converters.ResponseInit(init);
          this.#state = makeResponse({});
          this.#headers = new Headers(kConstruct);
          setHeadersGuard(this.#headers, "response");
          setHeadersList(this.#headers, this.#state.headersList);
          let bodyWithType = null;
          if (body != null) {
            const [extractedBody, type] = extractBody(body);
            bodyWithType = { body: extractedBody, type };
          }
          initializeResponse(this, init, bodyWithType);
        }
        // Returns response’s type, e.g., "cors".
        get type() {
          webidl.brandCheck(this, webidl.is.Response);
          return this.#state.type;
        }
        // Returns response’s URL, if it has one; otherwise the empty string.
        get url() {
          webidl.brandCheck(this, webidl.is.Response);
          const urlList = this.#state.urlList;
          const url = urlList[urlList.length - 1] ?? null;
          if (url === null) {
            return "";
          }
          return URLSerializer(url, true);
        }
        // Returns whether response was obtained through a redirect.
        get redirected() {
          webidl.brandCheck(this, webidl.is.Response);
          return this.#state.urlList.length > 1;
        }
        // Returns response’s status.
        get status() {
          webidl.brandCheck(this, webidl.is.Response);
          return this.#state.status;
        }
        // Returns whether response’s status is an ok status.
        get ok() {
          webidl.brandCheck(this, webidl.is.Response);
          return this.#state.status >= 200 && this.#state.status <= 299;
        }
        // Returns response’s status message.
        get statusText() {
          webidl.brandCheck(this, webidl.is.Response);
          return this.#state.statusText;
        }
        // Returns response’s headers as Headers.
        get headers() {
          webidl.brandCheck(this, webidl.is.Response);
          return this.#headers;
        }
        get body() {
          webidl.brandCheck(this, webidl.is.Response);
          return this.#state.body ? this.#state.body.stream : null;
        }
        get bodyUsed() {
          webidl.brandCheck(this, webidl.is.Response);
          return !!this.#state.body && util.isDisturbed(this.#state.body.stream);
        }
        // Returns a clone of response.
        clone() {
          webidl.brandCheck(this, webidl.is.Response);
          if (bodyUnusable(this.#state)) {
            throw webidl.errors.exception({
              header: "Response.clone",
              message: "Body has already been consumed."
            });
          }
          const clonedResponse = cloneResponse(this.#state);
          if (this.#state.urlList.length !== 0 && this.#state.body?.stream) {
            streamRegistry.register(this, new WeakRef(this.#state.body.stream));
          }
          return fromInnerResponse(clonedResponse, getHeadersGuard(this.#headers));
        }
        [nodeUtil.inspect.custom](depth, options) {
          if (options.depth === null) {
            options.depth = 2;
          }
          options.colors ??= true;
          const properties = {
            status: this.status,
            statusText: this.statusText,
            headers: this.headers,
            body: this.body,
            bodyUsed: this.bodyUsed,
            ok: this.ok,
            redirected: this.redirected,
            type: this.type,
            url: this.url
          };
          return `Response ${nodeUtil.formatWithOptions(options, properties)}`;
        }
        static {
          getResponseHeaders = (response) => {
            return response.#headers;
          };
          setResponseHeaders = (response, newHeaders) => {
            response.#headers = newHeaders;
          };
          getResponseState = (response) => {
            return response.#state;
          };
          setResponseState = (response, newState) => {
            response.#state = newState;
          };
          webidl.is.Response = (arg) => {
            return arg != null && typeof arg === "object" && #state in arg;
          };
        }
      }
      mixinBody(Response, getResponseState, webidl.is.Response);
      Object.defineProperties(Response.prototype, {
        type: kEnumerableProperty,
        url: kEnumerableProperty,
        status: kEnumerableProperty,
        ok: kEnumerableProperty,
        redirected: kEnumerableProperty,
        statusText: kEnumerableProperty,
        headers: kEnumerableProperty,
        clone: kEnumerableProperty,
        body: kEnumerableProperty,
        bodyUsed: kEnumerableProperty,
        [Symbol.toStringTag]: {
          value: "Response",
          configurable: true
        }
      });
      Object.defineProperties(Response, {
        json: kEnumerableProperty,
        redirect: kEnumerableProperty,
        error: kEnumerableProperty
      });
      function cloneResponse(response) {
        if (response.internalResponse) {
          return filterResponse(
            cloneResponse(response.internalResponse),
            response.type
          );
        }
        const newResponse = makeResponse({ ...response, body: null });
        if (response.body != null) {
          newResponse.body = cloneBody(response.body);
        }
        return newResponse;
      }
      function makeResponse(init) {
        return {
          aborted: false,
          rangeRequested: false,
          timingAllowPassed: false,
          requestIncludesCredentials: false,
          type: "default",
          status: 200,
          timingInfo: null,
          cacheState: "",
          statusText: "",
          ...init,
          headersList: init?.headersList ? new HeadersList(init?.headersList) : new HeadersList(),
          urlList: init?.urlList ? [...init.urlList] : []
        };
      }
      function makeNetworkError(reason) {
        const isError = isErrorLike(reason);
        return makeResponse({
          type: "error",
          status: 0,
          error: isError ? reason : new Error(reason ? String(reason) : reason),
          aborted: reason && reason.name === "AbortError"
        });
      }
      function isNetworkError(response) {
        return (
          // A network error is a response whose type is "error",
          response.type === "error" && // status is 0
          response.status === 0
        );
      }
      function makeFilteredResponse(response, state) {
        state = {
          internalResponse: response,
          ...state
        };
        return new Proxy(response, {
          get(target, p) {
            return p in state ? state[p] : target[p];
          },
          set(target, p, value) {
            assert(!(p in state));
            target[p] = value;
            return true;
          }
        });
      }
      function filterResponse(response, type) {
        if (type === "basic") {
          return makeFilteredResponse(response, {
            type: "basic",
            headersList: response.headersList
          });
        } else if (type === "cors") {
          return makeFilteredResponse(response, {
            type: "cors",
            headersList: response.headersList
          });
        } else if (type === "opaque") {
          return makeFilteredResponse(response, {
            type: "opaque",
            urlList: [],
            status: 0,
            statusText: "",
            body: null
          });
        } else if (type === "opaqueredirect") {
          return makeFilteredResponse(response, {
            type: "opaqueredirect",
            status: 0,
            statusText: "",
            headersList: [],
            body: null
          });
        } else {
          assert(false);
        }
      }
      function makeAppropriateNetworkError(fetchParams, err = null) {
        assert(isCancelled(fetchParams));
        return isAborted(fetchParams) ? makeNetworkError(Object.assign(new DOMException("The operation was aborted.", "AbortError"), { cause: err })) : makeNetworkError(Object.assign(new DOMException("Request was cancelled."), { cause: err }));
      }
      function initializeResponse(response, init, body) {
        if (init.status !== null && (init.status < 200 || init.status > 599)) {
          throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
        }
        if ("statusText" in init && init.statusText != null) {
          if (!isValidReasonPhrase(String(init.statusText))) {
            throw new TypeError("Invalid statusText");
          }
        }
        if ("status" in init && init.status != null) {
          getResponseState(response).status = init.status;
        }
        if ("statusText" in init && init.statusText != null) {
          getResponseState(response).statusText = init.statusText;
        }
        if ("headers" in init && init.headers != null) {
          fill(getResponseHeaders(response), init.headers);
        }
        if (body) {
          if (nullBodyStatus.includes(response.status)) {
            throw webidl.errors.exception({
              header: "Response constructor",
              message: `Invalid response status code ${response.status}`
            });
          }
          getResponseState(response).body = body.body;
          if (body.type != null && !getResponseState(response).headersList.contains("content-type", true)) {
            getResponseState(response).headersList.append("content-type", body.type, true);
          }
        }
      }
      function fromInnerResponse(innerResponse, guard) {
        const response = new Response(kConstruct);
        setResponseState(response, innerResponse);
        const headers = new Headers(kConstruct);
        setResponseHeaders(response, headers);
        setHeadersList(headers, innerResponse.headersList);
        setHeadersGuard(headers, guard);
        if (innerResponse.urlList.length !== 0 && innerResponse.body?.stream) {
          streamRegistry.register(response, new WeakRef(innerResponse.body.stream));
        }
        return response;
      }
      webidl.converters.XMLHttpRequestBodyInit = function(V, prefix, name) {
        if (typeof V === "string") {
          return webidl.converters.USVString(V, prefix, name);
        }
        if (webidl.is.Blob(V)) {
          return V;
        }
        if (webidl.is.BufferSource(V)) {
          return V;
        }
        if (webidl.is.FormData(V)) {
          return V;
        }
        if (webidl.is.URLSearchParams(V)) {
          return V;
        }
        return webidl.converters.DOMString(V, prefix, name);
      };
      webidl.converters.BodyInit = function(V, prefix, argument) {
        if (webidl.is.ReadableStream(V)) {
          return V;
        }
        if (V?.[Symbol.asyncIterator]) {
          return V;
        }
        return webidl.converters.XMLHttpRequestBodyInit(V, prefix, argument);
      };
      webidl.converters.ResponseInit = webidl.dictionaryConverter([
        {
          key: "status",
          converter: webidl.converters["unsigned short"],
          defaultValue: () => 200
        },
        {
          key: "statusText",
          converter: webidl.converters.ByteString,
          defaultValue: () => ""
        },
        {
          key: "headers",
          converter: webidl.converters.HeadersInit
        }
      ]);
      module.exports = {
        isNetworkError,
        makeNetworkError,
        makeResponse,
        makeAppropriateNetworkError,
        filterResponse,
        Response,
        cloneResponse,
        fromInnerResponse,
        getResponseState
      };
    })
  ),
  /***/
  1669: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const { Transform } = __webpack_require__(7075);
      const zlib = __webpack_require__(6141);
      const { redirectStatusSet, referrerPolicyTokens, badPortsSet } = __webpack_require__(8012);
      const { getGlobalOrigin } = __webpack_require__(6978);
      const { collectAnHTTPQuotedString, parseMIMEType } = __webpack_require__(501);
      const { performance: performance2 } = __webpack_require__(643);
      const { isValidHTTPToken, normalizedMethodRecordsBase } = __webpack_require__(8083);
      const assert = __webpack_require__(4589);
      const { isUint8Array } = __webpack_require__(3429);
      const { webidl } = __webpack_require__(8538);
      const { isomorphicEncode, collectASequenceOfCodePoints, removeChars } = __webpack_require__(5007);
      function responseURL(response) {
        const urlList = response.urlList;
        const length = urlList.length;
        return length === 0 ? null : urlList[length - 1].toString();
      }
      function responseLocationURL(response, requestFragment) {
        if (!redirectStatusSet.has(response.status)) {
          return null;
        }
        let location = response.headersList.get("location", true);
        if (location !== null && isValidHeaderValue(location)) {
          if (!isValidEncodedURL(location)) {
            location = normalizeBinaryStringToUtf8(location);
          }
          location = new URL(location, responseURL(response));
        }
        if (location && !location.hash) {
          location.hash = requestFragment;
        }
        return location;
      }
      function isValidEncodedURL(url) {
        for (let i = 0; i < url.length; ++i) {
          const code = url.charCodeAt(i);
          if (code > 126 || // Non-US-ASCII + DEL
          code < 32) {
            return false;
          }
        }
        return true;
      }
      function normalizeBinaryStringToUtf8(value) {
        return Buffer.from(value, "binary").toString("utf8");
      }
      function requestCurrentURL(request) {
        return request.urlList[request.urlList.length - 1];
      }
      function requestBadPort(request) {
        const url = requestCurrentURL(request);
        if (urlIsHttpHttpsScheme(url) && badPortsSet.has(url.port)) {
          return "blocked";
        }
        return "allowed";
      }
      function isErrorLike(object) {
        return object instanceof Error || (object?.constructor?.name === "Error" || object?.constructor?.name === "DOMException");
      }
      function isValidReasonPhrase(statusText) {
        for (let i = 0; i < statusText.length; ++i) {
          const c = statusText.charCodeAt(i);
          if (!(c === 9 || // HTAB
          c >= 32 && c <= 126 || // SP / VCHAR
          c >= 128 && c <= 255)) {
            return false;
          }
        }
        return true;
      }
      const isValidHeaderName = isValidHTTPToken;
      function isValidHeaderValue(potentialValue) {
        return (potentialValue[0] === "	" || potentialValue[0] === " " || potentialValue[potentialValue.length - 1] === "	" || potentialValue[potentialValue.length - 1] === " " || potentialValue.includes("\n") || potentialValue.includes("\r") || potentialValue.includes("\0")) === false;
      }
      function parseReferrerPolicy(actualResponse) {
        const policyHeader = (actualResponse.headersList.get("referrer-policy", true) ?? "").split(",");
        let policy = "";
        if (policyHeader.length) {
          for (let i = policyHeader.length; i !== 0; i--) {
            const token = policyHeader[i - 1].trim();
            if (referrerPolicyTokens.has(token)) {
              policy = token;
              break;
            }
          }
        }
        return policy;
      }
      function setRequestReferrerPolicyOnRedirect(request, actualResponse) {
        const policy = parseReferrerPolicy(actualResponse);
        if (policy !== "") {
          request.referrerPolicy = policy;
        }
      }
      function crossOriginResourcePolicyCheck() {
        return "allowed";
      }
      function corsCheck() {
        return "success";
      }
      function TAOCheck() {
        return "success";
      }
      function appendFetchMetadata(httpRequest) {
        if (!isURLPotentiallyTrustworthy(requestCurrentURL(httpRequest))) {
          return;
        }
        let header = null;
        header = httpRequest.mode;
        httpRequest.headersList.set("sec-fetch-mode", header, true);
      }
      function appendRequestOriginHeader(request) {
        let serializedOrigin = request.origin;
        if (serializedOrigin === "client" || serializedOrigin === void 0) {
          return;
        }
        if (request.responseTainting === "cors" || request.mode === "websocket") {
          request.headersList.append("origin", serializedOrigin, true);
        } else if (request.method !== "GET" && request.method !== "HEAD") {
          switch (request.referrerPolicy) {
            case "no-referrer":
              serializedOrigin = null;
              break;
            case "no-referrer-when-downgrade":
            case "strict-origin":
            case "strict-origin-when-cross-origin":
              if (request.origin && urlHasHttpsScheme(request.origin) && !urlHasHttpsScheme(requestCurrentURL(request))) {
                serializedOrigin = null;
              }
              break;
            case "same-origin":
              if (!sameOrigin(request, requestCurrentURL(request))) {
                serializedOrigin = null;
              }
              break;
            default:
          }
          request.headersList.append("origin", serializedOrigin, true);
        }
      }
      function coarsenTime(timestamp, crossOriginIsolatedCapability) {
        return timestamp;
      }
      function clampAndCoarsenConnectionTimingInfo(connectionTimingInfo, defaultStartTime, crossOriginIsolatedCapability) {
        if (!connectionTimingInfo?.startTime || connectionTimingInfo.startTime < defaultStartTime) {
          return {
            domainLookupStartTime: defaultStartTime,
            domainLookupEndTime: defaultStartTime,
            connectionStartTime: defaultStartTime,
            connectionEndTime: defaultStartTime,
            secureConnectionStartTime: defaultStartTime,
            ALPNNegotiatedProtocol: connectionTimingInfo?.ALPNNegotiatedProtocol
          };
        }
        return {
          domainLookupStartTime: coarsenTime(connectionTimingInfo.domainLookupStartTime, crossOriginIsolatedCapability),
          domainLookupEndTime: coarsenTime(connectionTimingInfo.domainLookupEndTime, crossOriginIsolatedCapability),
          connectionStartTime: coarsenTime(connectionTimingInfo.connectionStartTime, crossOriginIsolatedCapability),
          connectionEndTime: coarsenTime(connectionTimingInfo.connectionEndTime, crossOriginIsolatedCapability),
          secureConnectionStartTime: coarsenTime(connectionTimingInfo.secureConnectionStartTime, crossOriginIsolatedCapability),
          ALPNNegotiatedProtocol: connectionTimingInfo.ALPNNegotiatedProtocol
        };
      }
      function coarsenedSharedCurrentTime(crossOriginIsolatedCapability) {
        return coarsenTime(performance2.now(), crossOriginIsolatedCapability);
      }
      function createOpaqueTimingInfo(timingInfo) {
        return {
          startTime: timingInfo.startTime ?? 0,
          redirectStartTime: 0,
          redirectEndTime: 0,
          postRedirectStartTime: timingInfo.startTime ?? 0,
          finalServiceWorkerStartTime: 0,
          finalNetworkResponseStartTime: 0,
          finalNetworkRequestStartTime: 0,
          endTime: 0,
          encodedBodySize: 0,
          decodedBodySize: 0,
          finalConnectionTimingInfo: null
        };
      }
      function makePolicyContainer() {
        return {
          referrerPolicy: "strict-origin-when-cross-origin"
        };
      }
      function clonePolicyContainer(policyContainer) {
        return {
          referrerPolicy: policyContainer.referrerPolicy
        };
      }
      function determineRequestsReferrer(request) {
        const policy = request.referrerPolicy;
        assert(policy);
        let referrerSource = null;
        if (request.referrer === "client") {
          const globalOrigin = getGlobalOrigin();
          if (!globalOrigin || globalOrigin.origin === "null") {
            return "no-referrer";
          }
          referrerSource = new URL(globalOrigin);
        } else if (webidl.is.URL(request.referrer)) {
          referrerSource = request.referrer;
        }
        let referrerURL = stripURLForReferrer(referrerSource);
        const referrerOrigin = stripURLForReferrer(referrerSource, true);
        if (referrerURL.toString().length > 4096) {
          referrerURL = referrerOrigin;
        }
        switch (policy) {
          case "no-referrer":
            return "no-referrer";
          case "origin":
            if (referrerOrigin != null) {
              return referrerOrigin;
            }
            return stripURLForReferrer(referrerSource, true);
          case "unsafe-url":
            return referrerURL;
          case "strict-origin": {
            const currentURL = requestCurrentURL(request);
            if (isURLPotentiallyTrustworthy(referrerURL) && !isURLPotentiallyTrustworthy(currentURL)) {
              return "no-referrer";
            }
            return referrerOrigin;
          }
          case "strict-origin-when-cross-origin": {
            const currentURL = requestCurrentURL(request);
            if (sameOrigin(referrerURL, currentURL)) {
              return referrerURL;
            }
            if (isURLPotentiallyTrustworthy(referrerURL) && !isURLPotentiallyTrustworthy(currentURL)) {
              return "no-referrer";
            }
            return referrerOrigin;
          }
          case "same-origin":
            if (sameOrigin(request, referrerURL)) {
              return referrerURL;
            }
            return "no-referrer";
          case "origin-when-cross-origin":
            if (sameOrigin(request, referrerURL)) {
              return referrerURL;
            }
            return referrerOrigin;
          case "no-referrer-when-downgrade": {
            const currentURL = requestCurrentURL(request);
            if (isURLPotentiallyTrustworthy(referrerURL) && !isURLPotentiallyTrustworthy(currentURL)) {
              return "no-referrer";
            }
            return referrerURL;
          }
        }
      }
      function stripURLForReferrer(url, originOnly = false) {
        assert(webidl.is.URL(url));
        url = new URL(url);
        if (urlIsLocal(url)) {
          return "no-referrer";
        }
        url.username = "";
        url.password = "";
        url.hash = "";
        if (originOnly === true) {
          url.pathname = "";
          url.search = "";
        }
        return url;
      }
      const isPotentialleTrustworthyIPv4 = RegExp.prototype.test.bind(/^127\.(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)\.){2}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)$/);
      const isPotentiallyTrustworthyIPv6 = RegExp.prototype.test.bind(/^(?:(?:0{1,4}:){7}|(?:0{1,4}:){1,6}:|::)0{0,3}1$/);
      function isOriginIPPotentiallyTrustworthy(origin) {
        if (origin.includes(":")) {
          if (origin[0] === "[" && origin[origin.length - 1] === "]") {
            origin = origin.slice(1, -1);
          }
          return isPotentiallyTrustworthyIPv6(origin);
        }
        return isPotentialleTrustworthyIPv4(origin);
      }
      function isOriginPotentiallyTrustworthy(origin) {
        if (origin == null || origin === "null") {
          return false;
        }
        origin = new URL(origin);
        if (origin.protocol === "https:" || origin.protocol === "wss:") {
          return true;
        }
        if (isOriginIPPotentiallyTrustworthy(origin.hostname)) {
          return true;
        }
        if (origin.hostname === "localhost" || origin.hostname === "localhost.") {
          return true;
        }
        if (origin.hostname.endsWith(".localhost") || origin.hostname.endsWith(".localhost.")) {
          return true;
        }
        if (origin.protocol === "file:") {
          return true;
        }
        return false;
      }
      function isURLPotentiallyTrustworthy(url) {
        if (!webidl.is.URL(url)) {
          return false;
        }
        if (url.href === "about:blank" || url.href === "about:srcdoc") {
          return true;
        }
        if (url.protocol === "data:") return true;
        if (url.protocol === "blob:") return true;
        return isOriginPotentiallyTrustworthy(url.origin);
      }
      function tryUpgradeRequestToAPotentiallyTrustworthyURL(request) {
      }
      function sameOrigin(A, B) {
        if (A.origin === B.origin && A.origin === "null") {
          return true;
        }
        if (A.protocol === B.protocol && A.hostname === B.hostname && A.port === B.port) {
          return true;
        }
        return false;
      }
      function isAborted(fetchParams) {
        return fetchParams.controller.state === "aborted";
      }
      function isCancelled(fetchParams) {
        return fetchParams.controller.state === "aborted" || fetchParams.controller.state === "terminated";
      }
      function normalizeMethod(method) {
        return normalizedMethodRecordsBase[method.toLowerCase()] ?? method;
      }
      const esIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
      function createIterator(name, kInternalIterator, keyIndex = 0, valueIndex = 1) {
        class FastIterableIterator {
          /** @type {any} */
          #target;
          /** @type {'key' | 'value' | 'key+value'} */
          #kind;
          /** @type {number} */
          #index;
          /**
           * @see https://webidl.spec.whatwg.org/#dfn-default-iterator-object
           * @param {unknown} target
           * @param {'key' | 'value' | 'key+value'} kind
           */
          constructor(target, kind) {
            this.#target = target;
            this.#kind = kind;
            this.#index = 0;
          }
          next() {
            if (typeof this !== "object" || this === null || !(#target in this)) {
              throw new TypeError(
                `'next' called on an object that does not implement interface ${name} Iterator.`
              );
            }
            const index = this.#index;
            const values = kInternalIterator(this.#target);
            const len = values.length;
            if (index >= len) {
              return {
                value: void 0,
                done: true
              };
            }
            const { [keyIndex]: key, [valueIndex]: value } = values[index];
            this.#index = index + 1;
            let result;
            switch (this.#kind) {
              case "key":
                result = key;
                break;
              case "value":
                result = value;
                break;
              case "key+value":
                result = [key, value];
                break;
            }
            return {
              value: result,
              done: false
            };
          }
        }
        delete FastIterableIterator.prototype.constructor;
        Object.setPrototypeOf(FastIterableIterator.prototype, esIteratorPrototype);
        Object.defineProperties(FastIterableIterator.prototype, {
          [Symbol.toStringTag]: {
            writable: false,
            enumerable: false,
            configurable: true,
            value: `${name} Iterator`
          },
          next: { writable: true, enumerable: true, configurable: true }
        });
        return function(target, kind) {
          return new FastIterableIterator(target, kind);
        };
      }
      function iteratorMixin(name, object, kInternalIterator, keyIndex = 0, valueIndex = 1, brandCheck) {
        const makeIterator = createIterator(name, kInternalIterator, keyIndex, valueIndex);
        const properties = {
          keys: {
            writable: true,
            enumerable: true,
            configurable: true,
            value: function keys() {
              webidl.brandCheck(this, brandCheck);
              return makeIterator(this, "key");
            }
          },
          values: {
            writable: true,
            enumerable: true,
            configurable: true,
            value: function values() {
              webidl.brandCheck(this, brandCheck);
              return makeIterator(this, "value");
            }
          },
          entries: {
            writable: true,
            enumerable: true,
            configurable: true,
            value: function entries() {
              webidl.brandCheck(this, brandCheck);
              return makeIterator(this, "key+value");
            }
          },
          forEach: {
            writable: true,
            enumerable: true,
            configurable: true,
            value: function forEach(callbackfn, thisArg = globalThis) {
              webidl.brandCheck(this, brandCheck);
              webidl.argumentLengthCheck(arguments, 1, `${name}.forEach`);
              if (typeof callbackfn !== "function") {
                throw new TypeError(
                  `Failed to execute 'forEach' on '${name}': parameter 1 is not of type 'Function'.`
                );
              }
              for (const { 0: key, 1: value } of makeIterator(this, "key+value")) {
                callbackfn.call(thisArg, value, key, this);
              }
            }
          }
        };
        return Object.defineProperties(object.prototype, {
          ...properties,
          [Symbol.iterator]: {
            writable: true,
            enumerable: false,
            configurable: true,
            value: properties.entries.value
          }
        });
      }
      function fullyReadBody(body, processBody, processBodyError) {
        const successSteps = processBody;
        const errorSteps = processBodyError;
        try {
          const reader = body.stream.getReader();
          readAllBytes(reader, successSteps, errorSteps);
        } catch (e) {
          errorSteps(e);
        }
      }
      function readableStreamClose(controller) {
        try {
          controller.close();
          controller.byobRequest?.respond(0);
        } catch (err) {
          if (!err.message.includes("Controller is already closed") && !err.message.includes("ReadableStream is already closed")) {
            throw err;
          }
        }
      }
      async function readAllBytes(reader, successSteps, failureSteps) {
        try {
          const bytes = [];
          let byteLength = 0;
          do {
            const { done, value: chunk } = await reader.read();
            if (done) {
              successSteps(Buffer.concat(bytes, byteLength));
              return;
            }
            if (!isUint8Array(chunk)) {
              failureSteps(new TypeError("Received non-Uint8Array chunk"));
              return;
            }
            bytes.push(chunk);
            byteLength += chunk.length;
          } while (true);
        } catch (e) {
          failureSteps(e);
        }
      }
      function urlIsLocal(url) {
        assert("protocol" in url);
        const protocol = url.protocol;
        return protocol === "about:" || protocol === "blob:" || protocol === "data:";
      }
      function urlHasHttpsScheme(url) {
        return typeof url === "string" && url[5] === ":" && url[0] === "h" && url[1] === "t" && url[2] === "t" && url[3] === "p" && url[4] === "s" || url.protocol === "https:";
      }
      function urlIsHttpHttpsScheme(url) {
        assert("protocol" in url);
        const protocol = url.protocol;
        return protocol === "http:" || protocol === "https:";
      }
      function simpleRangeHeaderValue(value, allowWhitespace) {
        const data = value;
        if (!data.startsWith("bytes")) {
          return "failure";
        }
        const position = { position: 5 };
        if (allowWhitespace) {
          collectASequenceOfCodePoints(
            (char) => char === "	" || char === " ",
            data,
            position
          );
        }
        if (data.charCodeAt(position.position) !== 61) {
          return "failure";
        }
        position.position++;
        if (allowWhitespace) {
          collectASequenceOfCodePoints(
            (char) => char === "	" || char === " ",
            data,
            position
          );
        }
        const rangeStart = collectASequenceOfCodePoints(
          (char) => {
            const code = char.charCodeAt(0);
            return code >= 48 && code <= 57;
          },
          data,
          position
        );
        const rangeStartValue = rangeStart.length ? Number(rangeStart) : null;
        if (allowWhitespace) {
          collectASequenceOfCodePoints(
            (char) => char === "	" || char === " ",
            data,
            position
          );
        }
        if (data.charCodeAt(position.position) !== 45) {
          return "failure";
        }
        position.position++;
        if (allowWhitespace) {
          collectASequenceOfCodePoints(
            (char) => char === "	" || char === " ",
            data,
            position
          );
        }
        const rangeEnd = collectASequenceOfCodePoints(
          (char) => {
            const code = char.charCodeAt(0);
            return code >= 48 && code <= 57;
          },
          data,
          position
        );
        const rangeEndValue = rangeEnd.length ? Number(rangeEnd) : null;
        if (position.position < data.length) {
          return "failure";
        }
        if (rangeEndValue === null && rangeStartValue === null) {
          return "failure";
        }
        if (rangeStartValue !== null && rangeEndValue !== null && rangeStartValue > rangeEndValue) {
          return "failure";
        }
        return { rangeStartValue, rangeEndValue };
      }
      function buildContentRange(rangeStart, rangeEnd, fullLength) {
        let contentRange = "bytes ";
        contentRange += isomorphicEncode(`${rangeStart}`);
        contentRange += "-";
        contentRange += isomorphicEncode(`${rangeEnd}`);
        contentRange += "/";
        contentRange += isomorphicEncode(`${fullLength}`);
        return contentRange;
      }
      class InflateStream extends Transform {
        #zlibOptions;
        /** @param {zlib.ZlibOptions} [zlibOptions] */
        constructor(zlibOptions) {
          super();
          this.#zlibOptions = zlibOptions;
        }
        _transform(chunk, encoding, callback) {
          if (!this._inflateStream) {
            if (chunk.length === 0) {
              callback();
              return;
            }
            this._inflateStream = (chunk[0] & 15) === 8 ? zlib.createInflate(this.#zlibOptions) : zlib.createInflateRaw(this.#zlibOptions);
            this._inflateStream.on("data", this.push.bind(this));
            this._inflateStream.on("end", () => this.push(null));
            this._inflateStream.on("error", (err) => this.destroy(err));
          }
          this._inflateStream.write(chunk, encoding, callback);
        }
        _final(callback) {
          if (this._inflateStream) {
            this._inflateStream.end();
            this._inflateStream = null;
          }
          callback();
        }
      }
      function createInflate(zlibOptions) {
        return new InflateStream(zlibOptions);
      }
      function extractMimeType(headers) {
        let charset = null;
        let essence = null;
        let mimeType = null;
        const values = getDecodeSplit("content-type", headers);
        if (values === null) {
          return "failure";
        }
        for (const value of values) {
          const temporaryMimeType = parseMIMEType(value);
          if (temporaryMimeType === "failure" || temporaryMimeType.essence === "*/*") {
            continue;
          }
          mimeType = temporaryMimeType;
          if (mimeType.essence !== essence) {
            charset = null;
            if (mimeType.parameters.has("charset")) {
              charset = mimeType.parameters.get("charset");
            }
            essence = mimeType.essence;
          } else if (!mimeType.parameters.has("charset") && charset !== null) {
            mimeType.parameters.set("charset", charset);
          }
        }
        if (mimeType == null) {
          return "failure";
        }
        return mimeType;
      }
      function gettingDecodingSplitting(value) {
        const input = value;
        const position = { position: 0 };
        const values = [];
        let temporaryValue = "";
        while (position.position < input.length) {
          temporaryValue += collectASequenceOfCodePoints(
            (char) => char !== '"' && char !== ",",
            input,
            position
          );
          if (position.position < input.length) {
            if (input.charCodeAt(position.position) === 34) {
              temporaryValue += collectAnHTTPQuotedString(
                input,
                position
              );
              if (position.position < input.length) {
                continue;
              }
            } else {
              assert(input.charCodeAt(position.position) === 44);
              position.position++;
            }
          }
          temporaryValue = removeChars(temporaryValue, true, true, (char) => char === 9 || char === 32);
          values.push(temporaryValue);
          temporaryValue = "";
        }
        return values;
      }
      function getDecodeSplit(name, list) {
        const value = list.get(name, true);
        if (value === null) {
          return null;
        }
        return gettingDecodingSplitting(value);
      }
      function hasAuthenticationEntry(request) {
        return false;
      }
      function includesCredentials(url) {
        return !!(url.username || url.password);
      }
      function isTraversableNavigable(navigable) {
        return navigable != null && navigable !== "client" && navigable !== "no-traversable";
      }
      class EnvironmentSettingsObjectBase {
        get baseUrl() {
          return getGlobalOrigin();
        }
        get origin() {
          return this.baseUrl?.origin;
        }
        policyContainer = makePolicyContainer();
      }
      class EnvironmentSettingsObject {
        settingsObject = new EnvironmentSettingsObjectBase();
      }
      const environmentSettingsObject = new EnvironmentSettingsObject();
      module.exports = {
        isAborted,
        isCancelled,
        isValidEncodedURL,
        tryUpgradeRequestToAPotentiallyTrustworthyURL,
        clampAndCoarsenConnectionTimingInfo,
        coarsenedSharedCurrentTime,
        determineRequestsReferrer,
        makePolicyContainer,
        clonePolicyContainer,
        appendFetchMetadata,
        appendRequestOriginHeader,
        TAOCheck,
        corsCheck,
        crossOriginResourcePolicyCheck,
        createOpaqueTimingInfo,
        setRequestReferrerPolicyOnRedirect,
        isValidHTTPToken,
        requestBadPort,
        requestCurrentURL,
        responseURL,
        responseLocationURL,
        isURLPotentiallyTrustworthy,
        isValidReasonPhrase,
        sameOrigin,
        normalizeMethod,
        iteratorMixin,
        createIterator,
        isValidHeaderName,
        isValidHeaderValue,
        isErrorLike,
        fullyReadBody,
        readableStreamClose,
        urlIsLocal,
        urlHasHttpsScheme,
        urlIsHttpHttpsScheme,
        readAllBytes,
        simpleRangeHeaderValue,
        buildContentRange,
        createInflate,
        extractMimeType,
        getDecodeSplit,
        environmentSettingsObject,
        isOriginIPPotentiallyTrustworthy,
        hasAuthenticationEntry,
        includesCredentials,
        isTraversableNavigable
      };
    })
  ),
  /***/
  5007: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const assert = __webpack_require__(4589);
      const { utf8DecodeBytes } = __webpack_require__(1333);
      function collectASequenceOfCodePoints(condition, input, position) {
        let result = "";
        while (position.position < input.length && condition(input[position.position])) {
          result += input[position.position];
          position.position++;
        }
        return result;
      }
      function collectASequenceOfCodePointsFast(char, input, position) {
        const idx = input.indexOf(char, position.position);
        const start = position.position;
        if (idx === -1) {
          position.position = input.length;
          return input.slice(start);
        }
        position.position = idx;
        return input.slice(start, position.position);
      }
      const ASCII_WHITESPACE_REPLACE_REGEX = /[\u0009\u000A\u000C\u000D\u0020]/g;
      function forgivingBase64(data) {
        data = data.replace(ASCII_WHITESPACE_REPLACE_REGEX, "");
        let dataLength = data.length;
        if (dataLength % 4 === 0) {
          if (data.charCodeAt(dataLength - 1) === 61) {
            --dataLength;
            if (data.charCodeAt(dataLength - 1) === 61) {
              --dataLength;
            }
          }
        }
        if (dataLength % 4 === 1) {
          return "failure";
        }
        if (/[^+/0-9A-Za-z]/.test(data.length === dataLength ? data : data.substring(0, dataLength))) {
          return "failure";
        }
        const buffer = Buffer.from(data, "base64");
        return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
      }
      function isASCIIWhitespace(char) {
        return char === 9 || // \t
        char === 10 || // \n
        char === 12 || // \f
        char === 13 || // \r
        char === 32;
      }
      function isomorphicDecode(input) {
        const length = input.length;
        if ((2 << 15) - 1 > length) {
          return String.fromCharCode.apply(null, input);
        }
        let result = "";
        let i = 0;
        let addition = (2 << 15) - 1;
        while (i < length) {
          if (i + addition > length) {
            addition = length - i;
          }
          result += String.fromCharCode.apply(null, input.subarray(i, i += addition));
        }
        return result;
      }
      const invalidIsomorphicEncodeValueRegex = /[^\x00-\xFF]/;
      function isomorphicEncode(input) {
        assert(!invalidIsomorphicEncodeValueRegex.test(input));
        return input;
      }
      const nonASCIIRegex = /[^\x00-\x7F]/;
      function asciiLowercase(str) {
        return nonASCIIRegex.test(str) ? str.replace(/[A-Z]+/g, (upper) => upper.toLowerCase()) : str.toLowerCase();
      }
      function parseJSONFromBytes(bytes) {
        return JSON.parse(utf8DecodeBytes(bytes));
      }
      function removeASCIIWhitespace(str, leading = true, trailing = true) {
        return removeChars(str, leading, trailing, isASCIIWhitespace);
      }
      function removeChars(str, leading, trailing, predicate) {
        let lead = 0;
        let trail = str.length - 1;
        if (leading) {
          while (lead < str.length && predicate(str.charCodeAt(lead))) lead++;
        }
        if (trailing) {
          while (trail >= lead && predicate(str.charCodeAt(trail))) trail--;
        }
        return lead === 0 && trail === str.length - 1 ? str : str.slice(lead, trail + 1);
      }
      function serializeJavascriptValueToJSONString(value) {
        const result = JSON.stringify(value);
        if (result === void 0) {
          throw new TypeError("Value is not JSON serializable");
        }
        assert(typeof result === "string");
        return result;
      }
      module.exports = {
        asciiLowercase,
        collectASequenceOfCodePoints,
        collectASequenceOfCodePointsFast,
        forgivingBase64,
        isASCIIWhitespace,
        isomorphicDecode,
        isomorphicEncode,
        parseJSONFromBytes,
        removeASCIIWhitespace,
        removeChars,
        serializeJavascriptValueToJSONString
      };
    })
  ),
  /***/
  8538: (
    /***/
    ((module, __unused_webpack_exports, __webpack_require__) => {
      const assert = __webpack_require__(4589);
      const { types, inspect } = __webpack_require__(7975);
      const { markAsUncloneable } = __webpack_require__(5919);
      const UNDEFINED = 1;
      const BOOLEAN = 2;
      const STRING = 3;
      const SYMBOL = 4;
      const NUMBER = 5;
      const BIGINT = 6;
      const NULL = 7;
      const OBJECT = 8;
      const FunctionPrototypeSymbolHasInstance = Function.call.bind(Function.prototype[Symbol.hasInstance]);
      const webidl = {
        converters: {},
        util: {},
        errors: {},
        is: {}
      };
      webidl.errors.exception = function(message) {
        return new TypeError(`${message.header}: ${message.message}`);
      };
      webidl.errors.conversionFailed = function(opts) {
        const plural = opts.types.length === 1 ? "" : " one of";
        const message = `${opts.argument} could not be converted to${plural}: ${opts.types.join(", ")}.`;
        return webidl.errors.exception({
          header: opts.prefix,
          message
        });
      };
      webidl.errors.invalidArgument = function(context) {
        return webidl.errors.exception({
          header: context.prefix,
          message: `"${context.value}" is an invalid ${context.type}.`
        });
      };
      webidl.brandCheck = function(V, is) {
        if (!is(V)) {
          const err = new TypeError("Illegal invocation");
          err.code = "ERR_INVALID_THIS";
          throw err;
        }
      };
      webidl.argumentLengthCheck = function({ length }, min, ctx) {
        if (length < min) {
          throw webidl.errors.exception({
            message: `${min} argument${min !== 1 ? "s" : ""} required, but${length ? " only" : ""} ${length} found.`,
            header: ctx
          });
        }
      };
      webidl.illegalConstructor = function() {
        throw webidl.errors.exception({
          header: "TypeError",
          message: "Illegal constructor"
        });
      };
      webidl.util.MakeTypeAssertion = function(I) {
        return (O) => FunctionPrototypeSymbolHasInstance(I, O);
      };
      webidl.util.Type = function(V) {
        switch (typeof V) {
          case "undefined":
            return UNDEFINED;
          case "boolean":
            return BOOLEAN;
          case "string":
            return STRING;
          case "symbol":
            return SYMBOL;
          case "number":
            return NUMBER;
          case "bigint":
            return BIGINT;
          case "function":
          case "object": {
            if (V === null) {
              return NULL;
            }
            return OBJECT;
          }
        }
      };
      webidl.util.Types = {
        UNDEFINED,
        BOOLEAN,
        STRING,
        SYMBOL,
        NUMBER,
        BIGINT,
        NULL,
        OBJECT
      };
      webidl.util.TypeValueToString = function(o) {
        switch (webidl.util.Type(o)) {
          case UNDEFINED:
            return "Undefined";
          case BOOLEAN:
            return "Boolean";
          case STRING:
            return "String";
          case SYMBOL:
            return "Symbol";
          case NUMBER:
            return "Number";
          case BIGINT:
            return "BigInt";
          case NULL:
            return "Null";
          case OBJECT:
            return "Object";
        }
      };
      webidl.util.markAsUncloneable = markAsUncloneable;
      webidl.util.ConvertToInt = function(V, bitLength, signedness, flags) {
        let upperBound;
        let lowerBound;
        if (bitLength === 64) {
          upperBound = Math.pow(2, 53) - 1;
          if (signedness === "unsigned") {
            lowerBound = 0;
          } else {
            lowerBound = Math.pow(-2, 53) + 1;
          }
        } else if (signedness === "unsigned") {
          lowerBound = 0;
          upperBound = Math.pow(2, bitLength) - 1;
        } else {
          lowerBound = -Math.pow(2, bitLength - 1);
          upperBound = Math.pow(2, bitLength - 1) - 1;
        }
        let x = Number(V);
        if (x === 0) {
          x = 0;
        }
        if (webidl.util.HasFlag(flags, webidl.attributes.EnforceRange)) {
          if (Number.isNaN(x) || x === Number.POSITIVE_INFINITY || x === Number.NEGATIVE_INFINITY) {
            throw webidl.errors.exception({
              header: "Integer conversion",
              message: `Could not convert ${webidl.util.Stringify(V)} to an integer.`
            });
          }
          x = webidl.util.IntegerPart(x);
          if (x < lowerBound || x > upperBound) {
            throw webidl.errors.exception({
              header: "Integer conversion",
              message: `Value must be between ${lowerBound}-${upperBound}, got ${x}.`
            });
          }
          return x;
        }
        if (!Number.isNaN(x) && webidl.util.HasFlag(flags, webidl.attributes.Clamp)) {
          x = Math.min(Math.max(x, lowerBound), upperBound);
          if (Math.floor(x) % 2 === 0) {
            x = Math.floor(x);
          } else {
            x = Math.ceil(x);
          }
          return x;
        }
        if (Number.isNaN(x) || x === 0 && Object.is(0, x) || x === Number.POSITIVE_INFINITY || x === Number.NEGATIVE_INFINITY) {
          return 0;
        }
        x = webidl.util.IntegerPart(x);
        x = x % Math.pow(2, bitLength);
        if (signedness === "signed" && x >= Math.pow(2, bitLength - 1)) {
          return x - Math.pow(2, bitLength);
        }
        return x;
      };
      webidl.util.IntegerPart = function(n) {
        const r = Math.floor(Math.abs(n));
        if (n < 0) {
          return -1 * r;
        }
        return r;
      };
      webidl.util.Stringify = function(V) {
        const type = webidl.util.Type(V);
        switch (type) {
          case SYMBOL:
            return `Symbol(${V.description})`;
          case OBJECT:
            return inspect(V);
          case STRING:
            return `"${V}"`;
          case BIGINT:
            return `${V}n`;
          default:
            return `${V}`;
        }
      };
      webidl.util.IsResizableArrayBuffer = function(V) {
        if (types.isArrayBuffer(V)) {
          return V.resizable;
        }
        if (types.isSharedArrayBuffer(V)) {
          return V.growable;
        }
        throw webidl.errors.exception({
          header: "IsResizableArrayBuffer",
          message: `"${webidl.util.Stringify(V)}" is not an array buffer.`
        });
      };
      webidl.util.HasFlag = function(flags, attributes) {
        return typeof flags === "number" && (flags & attributes) === attributes;
      };
      webidl.sequenceConverter = function(converter) {
        return (V, prefix, argument, Iterable) => {
          if (webidl.util.Type(V) !== OBJECT) {
            throw webidl.errors.exception({
              header: prefix,
              message: `${argument} (${webidl.util.Stringify(V)}) is not iterable.`
            });
          }
          const method = typeof Iterable === "function" ? Iterable() : V?.[Symbol.iterator]?.();
          const seq = [];
          let index = 0;
          if (method === void 0 || typeof method.next !== "function") {
            throw webidl.errors.exception({
              header: prefix,
              message: `${argument} is not iterable.`
            });
          }
          while (true) {
            const { done, value } = method.next();
            if (done) {
              break;
            }
            seq.push(converter(value, prefix, `${argument}[${index++}]`));
          }
          return seq;
        };
      };
      webidl.recordConverter = function(keyConverter, valueConverter) {
        return (O, prefix, argument) => {
          if (webidl.util.Type(O) !== OBJECT) {
            throw webidl.errors.exception({
              header: prefix,
              message: `${argument} ("${webidl.util.TypeValueToString(O)}") is not an Object.`
            });
          }
          const result = {};
          if (!types.isProxy(O)) {
            const keys2 = [...Object.getOwnPropertyNames(O), ...Object.getOwnPropertySymbols(O)];
            for (const key of keys2) {
              const keyName = webidl.util.Stringify(key);
              const typedKey = keyConverter(key, prefix, `Key ${keyName} in ${argument}`);
              const typedValue = valueConverter(O[key], prefix, `${argument}[${keyName}]`);
              result[typedKey] = typedValue;
            }
            return result;
          }
          const keys = Reflect.ownKeys(O);
          for (const key of keys) {
            const desc = Reflect.getOwnPropertyDescriptor(O, key);
            if (desc?.enumerable) {
              const typedKey = keyConverter(key, prefix, argument);
              const typedValue = valueConverter(O[key], prefix, argument);
              result[typedKey] = typedValue;
            }
          }
          return result;
        };
      };
      webidl.interfaceConverter = function(TypeCheck, name) {
        return (V, prefix, argument) => {
          if (!TypeCheck(V)) {
            throw webidl.errors.exception({
              header: prefix,
              message: `Expected ${argument} ("${webidl.util.Stringify(V)}") to be an instance of ${name}.`
            });
          }
          return V;
        };
      };
      webidl.dictionaryConverter = function(converters) {
        converters.sort((a, b) => (a.key > b.key) - (a.key < b.key));
        return (dictionary, prefix, argument) => {
          const dict = {};
          if (dictionary != null && webidl.util.Type(dictionary) !== OBJECT) {
            throw webidl.errors.exception({
              header: prefix,
              message: `Expected ${dictionary} to be one of: Null, Undefined, Object.`
            });
          }
          for (const options of converters) {
            const { key, defaultValue, required, converter } = options;
            if (required === true) {
              if (dictionary == null || !Object.hasOwn(dictionary, key)) {
                throw webidl.errors.exception({
                  header: prefix,
                  message: `Missing required key "${key}".`
                });
              }
            }
            let value = dictionary?.[key];
            const hasDefault = defaultValue !== void 0;
            if (hasDefault && value === void 0) {
              value = defaultValue();
            }
            if (required || hasDefault || value !== void 0) {
              value = converter(value, prefix, `${argument}.${key}`);
              if (options.allowedValues && !options.allowedValues.includes(value)) {
                throw webidl.errors.exception({
                  header: prefix,
                  message: `${value} is not an accepted type. Expected one of ${options.allowedValues.join(", ")}.`
                });
              }
              dict[key] = value;
            }
          }
          return dict;
        };
      };
      webidl.nullableConverter = function(converter) {
        return (V, prefix, argument) => {
          if (V === null) {
            return V;
          }
          return converter(V, prefix, argument);
        };
      };
      webidl.is.USVString = function(value) {
        return typeof value === "string" && value.isWellFormed();
      };
      webidl.is.ReadableStream = webidl.util.MakeTypeAssertion(ReadableStream);
      webidl.is.Blob = webidl.util.MakeTypeAssertion(Blob);
      webidl.is.URLSearchParams = webidl.util.MakeTypeAssertion(URLSearchParams);
      webidl.is.File = webidl.util.MakeTypeAssertion(File);
      webidl.is.URL = webidl.util.MakeTypeAssertion(URL);
      webidl.is.AbortSignal = webidl.util.MakeTypeAssertion(AbortSignal);
      webidl.is.MessagePort = webidl.util.MakeTypeAssertion(MessagePort);
      webidl.is.BufferSource = function(V) {
        return types.isArrayBuffer(V) || ArrayBuffer.isView(V) && types.isArrayBuffer(V.buffer);
      };
      webidl.util.getCopyOfBytesHeldByBufferSource = function(bufferSource) {
        const jsBufferSource = bufferSource;
        let jsArrayBuffer = jsBufferSource;
        let offset = 0;
        let length = 0;
        if (types.isTypedArray(jsBufferSource) || types.isDataView(jsBufferSource)) {
          jsArrayBuffer = jsBufferSource.buffer;
          offset = jsBufferSource.byteOffset;
          length = jsBufferSource.byteLength;
        } else {
          assert(types.isAnyArrayBuffer(jsBufferSource));
          length = jsBufferSource.byteLength;
        }
        if (jsArrayBuffer.detached) {
          return new Uint8Array(0);
        }
        const bytes = new Uint8Array(length);
        const view = new Uint8Array(jsArrayBuffer, offset, length);
        bytes.set(view);
        return bytes;
      };
      webidl.converters.DOMString = function(V, prefix, argument, flags) {
        if (V === null && webidl.util.HasFlag(flags, webidl.attributes.LegacyNullToEmptyString)) {
          return "";
        }
        if (typeof V === "symbol") {
          throw webidl.errors.exception({
            header: prefix,
            message: `${argument} is a symbol, which cannot be converted to a DOMString.`
          });
        }
        return String(V);
      };
      webidl.converters.ByteString = function(V, prefix, argument) {
        if (typeof V === "symbol") {
          throw webidl.errors.exception({
            header: prefix,
            message: `${argument} is a symbol, which cannot be converted to a ByteString.`
          });
        }
        const x = String(V);
        for (let index = 0; index < x.length; index++) {
          if (x.charCodeAt(index) > 255) {
            throw new TypeError(
              `Cannot convert argument to a ByteString because the character at index ${index} has a value of ${x.charCodeAt(index)} which is greater than 255.`
            );
          }
        }
        return x;
      };
      webidl.converters.USVString = function(value) {
        if (typeof value === "string") {
          return value.toWellFormed();
        }
        return `${value}`.toWellFormed();
      };
      webidl.converters.boolean = function(V) {
        const x = Boolean(V);
        return x;
      };
      webidl.converters.any = function(V) {
        return V;
      };
      webidl.converters["long long"] = function(V, prefix, argument) {
        const x = webidl.util.ConvertToInt(V, 64, "signed", 0, prefix, argument);
        return x;
      };
      webidl.converters["unsigned long long"] = function(V, prefix, argument) {
        const x = webidl.util.ConvertToInt(V, 64, "unsigned", 0, prefix, argument);
        return x;
      };
      webidl.converters["unsigned long"] = function(V, prefix, argument) {
        const x = webidl.util.ConvertToInt(V, 32, "unsigned", 0, prefix, argument);
        return x;
      };
      webidl.converters["unsigned short"] = function(V, prefix, argument, flags) {
        const x = webidl.util.ConvertToInt(V, 16, "unsigned", flags, prefix, argument);
        return x;
      };
      webidl.converters.ArrayBuffer = function(V, prefix, argument, flags) {
        if (webidl.util.Type(V) !== OBJECT || !types.isArrayBuffer(V)) {
          throw webidl.errors.conversionFailed({
            prefix,
            argument: `${argument} ("${webidl.util.Stringify(V)}")`,
            types: ["ArrayBuffer"]
          });
        }
        if (!webidl.util.HasFlag(flags, webidl.attributes.AllowResizable) && webidl.util.IsResizableArrayBuffer(V)) {
          throw webidl.errors.exception({
            header: prefix,
            message: `${argument} cannot be a resizable ArrayBuffer.`
          });
        }
        return V;
      };
      webidl.converters.SharedArrayBuffer = function(V, prefix, argument, flags) {
        if (webidl.util.Type(V) !== OBJECT || !types.isSharedArrayBuffer(V)) {
          throw webidl.errors.conversionFailed({
            prefix,
            argument: `${argument} ("${webidl.util.Stringify(V)}")`,
            types: ["SharedArrayBuffer"]
          });
        }
        if (!webidl.util.HasFlag(flags, webidl.attributes.AllowResizable) && webidl.util.IsResizableArrayBuffer(V)) {
          throw webidl.errors.exception({
            header: prefix,
            message: `${argument} cannot be a resizable SharedArrayBuffer.`
          });
        }
        return V;
      };
      webidl.converters.TypedArray = function(V, T, prefix, argument, flags) {
        if (webidl.util.Type(V) !== OBJECT || !types.isTypedArray(V) || V.constructor.name !== T.name) {
          throw webidl.errors.conversionFailed({
            prefix,
            argument: `${argument} ("${webidl.util.Stringify(V)}")`,
            types: [T.name]
          });
        }
        if (!webidl.util.HasFlag(flags, webidl.attributes.AllowShared) && types.isSharedArrayBuffer(V.buffer)) {
          throw webidl.errors.exception({
            header: prefix,
            message: `${argument} cannot be a view on a shared array buffer.`
          });
        }
        if (!webidl.util.HasFlag(flags, webidl.attributes.AllowResizable) && webidl.util.IsResizableArrayBuffer(V.buffer)) {
          throw webidl.errors.exception({
            header: prefix,
            message: `${argument} cannot be a view on a resizable array buffer.`
          });
        }
        return V;
      };
      webidl.converters.DataView = function(V, prefix, argument, flags) {
        if (webidl.util.Type(V) !== OBJECT || !types.isDataView(V)) {
          throw webidl.errors.conversionFailed({
            prefix,
            argument: `${argument} ("${webidl.util.Stringify(V)}")`,
            types: ["DataView"]
          });
        }
        if (!webidl.util.HasFlag(flags, webidl.attributes.AllowShared) && types.isSharedArrayBuffer(V.buffer)) {
          throw webidl.errors.exception({
            header: prefix,
            message: `${argument} cannot be a view on a shared array buffer.`
          });
        }
        if (!webidl.util.HasFlag(flags, webidl.attributes.AllowResizable) && webidl.util.IsResizableArrayBuffer(V.buffer)) {
          throw webidl.errors.exception({
            header: prefix,
            message: `${argument} cannot be a view on a resizable array buffer.`
          });
        }
        return V;
      };
      webidl.converters.ArrayBufferView = function(V, prefix, argument, flags) {
        if (webidl.util.Type(V) !== OBJECT || !types.isArrayBufferView(V)) {
          throw webidl.errors.conversionFailed({
            prefix,
            argument: `${argument} ("${webidl.util.Stringify(V)}")`,
            types: ["ArrayBufferView"]
          });
        }
        if (!webidl.util.HasFlag(flags, webidl.attributes.AllowShared) && types.isSharedArrayBuffer(V.buffer)) {
          throw webidl.errors.exception({
            header: prefix,
            message: `${argument} cannot be a view on a shared array buffer.`
          });
        }
        if (!webidl.util.HasFlag(flags, webidl.attributes.AllowResizable) && webidl.util.IsResizableArrayBuffer(V.buffer)) {
          throw webidl.errors.exception({
            header: prefix,
            message: `${argument} cannot be a view on a resizable array buffer.`
          });
        }
        return V;
      };
      webidl.converters.BufferSource = function(V, prefix, argument, flags) {
        if (types.isArrayBuffer(V)) {
          return webidl.converters.ArrayBuffer(V, prefix, argument, flags);
        }
        if (types.isArrayBufferView(V)) {
          flags &= ~webidl.attributes.AllowShared;
          return webidl.converters.ArrayBufferView(V, prefix, argument, flags);
        }
        if (types.isSharedArrayBuffer(V)) {
          throw webidl.errors.exception({
            header: prefix,
            message: `${argument} cannot be a SharedArrayBuffer.`
          });
        }
        throw webidl.errors.conversionFailed({
          prefix,
          argument: `${argument} ("${webidl.util.Stringify(V)}")`,
          types: ["ArrayBuffer", "ArrayBufferView"]
        });
      };
      webidl.converters.AllowSharedBufferSource = function(V, prefix, argument, flags) {
        if (types.isArrayBuffer(V)) {
          return webidl.converters.ArrayBuffer(V, prefix, argument, flags);
        }
        if (types.isSharedArrayBuffer(V)) {
          return webidl.converters.SharedArrayBuffer(V, prefix, argument, flags);
        }
        if (types.isArrayBufferView(V)) {
          flags |= webidl.attributes.AllowShared;
          return webidl.converters.ArrayBufferView(V, prefix, argument, flags);
        }
        throw webidl.errors.conversionFailed({
          prefix,
          argument: `${argument} ("${webidl.util.Stringify(V)}")`,
          types: ["ArrayBuffer", "SharedArrayBuffer", "ArrayBufferView"]
        });
      };
      webidl.converters["sequence<ByteString>"] = webidl.sequenceConverter(
        webidl.converters.ByteString
      );
      webidl.converters["sequence<sequence<ByteString>>"] = webidl.sequenceConverter(
        webidl.converters["sequence<ByteString>"]
      );
      webidl.converters["record<ByteString, ByteString>"] = webidl.recordConverter(
        webidl.converters.ByteString,
        webidl.converters.ByteString
      );
      webidl.converters.Blob = webidl.interfaceConverter(webidl.is.Blob, "Blob");
      webidl.converters.AbortSignal = webidl.interfaceConverter(
        webidl.is.AbortSignal,
        "AbortSignal"
      );
      webidl.converters.EventHandlerNonNull = function(V) {
        if (webidl.util.Type(V) !== OBJECT) {
          return null;
        }
        if (typeof V === "function") {
          return V;
        }
        return () => {
        };
      };
      webidl.attributes = {
        Clamp: 1 << 0,
        EnforceRange: 1 << 1,
        AllowShared: 1 << 2,
        AllowResizable: 1 << 3,
        LegacyNullToEmptyString: 1 << 4
      };
      module.exports = {
        webidl
      };
    })
  )
};
export {
  id,
  ids,
  modules
};
