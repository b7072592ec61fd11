const id = 1607;
const ids = [1607];
const modules = {
  /***/
  36686: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        c: () => (
          /* binding */
          exchange
        )
        /* harmony export */
      });
      var node_stream__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(57075);
      function exchange(dispatcher, request) {
        const { promise, resolve } = Promise.withResolvers();
        let sent = false;
        let settled = false;
        let controller;
        let head;
        const chunks = [];
        let bytes = 0;
        const settle = (result) => {
          if (settled)
            return;
          settled = true;
          clearTimeout(timer);
          request.signal?.removeEventListener("abort", onAbort);
          if (result.kind !== "answer" && result.kind !== "broken")
            controller?.abort(new Error("no longer wanted"));
          resolve(result);
        };
        const onAbort = () => settle({ kind: "aborted", sent, cause: request.signal?.reason });
        const timer = setTimeout(() => settle({ kind: "timeout", sent }), request.timeoutMs);
        if (request.signal?.aborted)
          onAbort();
        else
          request.signal?.addEventListener("abort", onAbort, { once: true });
        if (settled)
          return promise;
        const handler = {
          onRequestStart(started) {
            controller = started;
            if (settled)
              started.abort(new Error("no longer wanted"));
            else
              sent = true;
          },
          onResponseStart(_controller, status, headers) {
            if (status < 200)
              return;
            head = {
              status,
              contentType: single(headers["content-type"]) ?? "",
              retryAfter: single(headers["retry-after"]),
              location: single(headers["location"]),
              headers: Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
            };
          },
          onResponseData(_controller, chunk) {
            bytes += chunk.length;
            if (bytes > request.maxBytes)
              settle({ kind: "too-large", status: head?.status ?? 0 });
            else
              chunks.push(chunk);
          },
          onResponseEnd() {
            if (head) {
              settle({ kind: "answer", answer: { ...head, body: Buffer.concat(chunks).toString("utf8") } });
            }
          },
          onResponseError(_controller, error) {
            settle({ kind: "broken", sent, code: faultCode(error), cause: error });
          }
        };
        try {
          dispatcher.dispatch({
            origin: request.url.origin,
            path: `${request.url.pathname}${request.url.search}`,
            method: request.method,
            headers: request.headers,
            body: bodyOf(request.body)
          }, handler);
        } catch (error) {
          settle({ kind: "broken", sent, code: faultCode(error), cause: error });
        }
        return promise;
      }
      function bodyOf(body) {
        if (body === void 0 || typeof body === "string" || body instanceof Uint8Array)
          return body ?? null;
        const stream = node_stream__WEBPACK_IMPORTED_MODULE_0__.Readable.from(body, { objectMode: false });
        stream.on("error", () => {
        });
        return stream;
      }
      const single = (value) => Array.isArray(value) ? value[0] : value;
      function faultCode(error) {
        if (typeof error !== "object" || error === null)
          return "UNKNOWN";
        if ("code" in error && typeof error.code === "string")
          return error.code;
        if ("errors" in error && Array.isArray(error.errors))
          return faultCode(error.errors[0]);
        return "cause" in error ? faultCode(error.cause) : "UNKNOWN";
      }
    })
  ),
  /***/
  51607: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        createGitHub: () => (
          /* binding */
          createGitHub
        )
      });
      var exchange = __webpack_require__(36686);
      ;
      const MAX_BYTES = 32 * 1024 * 1024;
      const MAX_REDIRECTS = 5;
      const BODILESS = [204, 205, 304];
      function createFetch(dispatcher, timeoutMs) {
        return async (address, { method = "GET", headers = {}, body, signal } = {}) => {
          let url = new URL(address);
          for (let redirects = 0; ; redirects += 1) {
            const wire = { method, url, headers, ...body ? { body } : {}, maxBytes: MAX_BYTES, timeoutMs };
            const { answer } = demandAnswer(await (0, exchange.c)(dispatcher, { ...wire, signal: signal ?? void 0 }));
            if (answer.status < 300 || answer.status === 304 || answer.status >= 400) {
              const text = BODILESS.includes(answer.status) ? null : answer.body;
              const response = new Response(text, { status: answer.status, headers: answer.headers });
              Object.defineProperty(response, "url", { value: url.href });
              return response;
            }
            const next = redirects < MAX_REDIRECTS ? follow(url, method, answer) : void 0;
            if (next === void 0)
              throw failed(new Error(`a redirect (${answer.status}) that is not followed`));
            url = next;
          }
        };
      }
      function demandAnswer(result) {
        switch (result.kind) {
          case "answer":
            return result;
          case "aborted":
            throw result.cause;
          case "timeout":
            throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
          case "too-large":
            throw failed(new Error("the answer is larger than any of GitHub"));
          case "broken":
            throw failed(result.cause);
        }
      }
      const failed = (cause) => new TypeError("fetch failed", { cause });
      function follow(from, method, { status, location }) {
        const repeats = [307, 308].includes(status) || [301, 302].includes(status) && method === "GET";
        const to = repeats && location !== void 0 ? URL.parse(location, from.href) : null;
        return to?.origin === from.origin ? to : void 0;
      }
      var user_agent = __webpack_require__(59828);
      ;
      async function createGitHub(options) {
        const { token, apiUrl, transport, timeoutMs = 3e4 } = options;
        const [{ getOctokit }, dispatcher] = await Promise.all([__webpack_require__.e(
          /* import() */
          7875
        ).then(__webpack_require__.bind(__webpack_require__, 77875)), transport.dispatcher()]);
        const quiet = () => {
        };
        return getOctokit(token, {
          baseUrl: apiUrl,
          userAgent: user_agent._,
          request: { fetch: createFetch(dispatcher, timeoutMs) },
          // Its own log goes straight to the console, past the redactor.
          log: { debug: quiet, info: quiet, warn: quiet, error: quiet }
        });
      }
    })
  ),
  /***/
  59828: (
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
