const id = 6068;
const ids = [6068];
const modules = {
  /***/
  26058: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        A: () => (
          /* binding */
          isBusy
        ),
        /* harmony export */
        y: () => (
          /* binding */
          saysBusy
        )
        /* harmony export */
      });
      function isBusy({ status, message, busy }) {
        return status === 409 || busy || saysBusy(status, message);
      }
      function saysBusy(status, text) {
        return status === 422 && /already running|is busy/i.test(text);
      }
    })
  ),
  /***/
  56391: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        V: () => (
          /* binding */
          DEFAULT_BACKOFF
        ),
        /* harmony export */
        j: () => (
          /* binding */
          backoffMs
        )
        /* harmony export */
      });
      const DEFAULT_BACKOFF = { baseMs: 500, capMs: 2e4 };
      function backoffMs(attempt, random, options = DEFAULT_BACKOFF) {
        const full = Math.min(options.capMs, options.baseMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
        return Math.round(full / 2 + full / 2 * random());
      }
    })
  ),
  /***/
  75065: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        d: () => (
          /* binding */
          realClock
        )
        /* harmony export */
      });
      const realClock = {
        now: () => Math.floor(performance.timeOrigin + performance.now()),
        sleep: (ms, signal) => new Promise((resolve, reject) => {
          if (signal?.aborted) {
            reject(signal.reason);
            return;
          }
          const onAbort = () => {
            clearTimeout(timer);
            reject(signal?.reason);
          };
          const timer = setTimeout(() => {
            signal?.removeEventListener("abort", onAbort);
            resolve();
          }, ms);
          signal?.addEventListener("abort", onAbort, { once: true });
        })
      };
      const wallClock = { now: () => Date.now(), sleep: (ms, signal) => realClock.sleep(ms, signal) };
    })
  ),
  /***/
  65292: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        GW: () => (
          /* binding */
          BodyBroken
        ),
        /* harmony export */
        d7: () => (
          /* binding */
          isApiError
        ),
        /* harmony export */
        hD: () => (
          /* binding */
          ApiError
        )
        /* harmony export */
      });
      class ApiError extends Error {
        name = "ApiError";
        kind;
        method;
        path;
        remedy;
        attempts;
        /** The answer's status, when there was one. */
        status;
        /** The service's own words, redacted; null when it had none that can be shown. */
        detail;
        /** The fields a 422 complained about. */
        fields;
        /** Which of its three meanings a 403 has. */
        forbidden;
        busy;
        code;
        constructor(from) {
          const tries = from.attempts > 1 ? ` (${from.attempts} tries)` : "";
          super(`${from.method} ${from.path}: ${from.what}${tries}. ${from.remedy}`, { cause: from.cause });
          this.kind = from.kind;
          this.method = from.method;
          this.path = from.path;
          this.remedy = from.remedy;
          this.attempts = from.attempts;
          this.status = from.status;
          this.detail = from.detail ?? null;
          this.fields = from.fields ?? [];
          this.forbidden = from.forbidden ?? null;
          this.busy = from.busy ?? false;
          this.code = from.code;
        }
      }
      function isApiError(error, status) {
        return error instanceof ApiError && (status === void 0 || error.status === status);
      }
      class BodyBroken extends Error {
        name = "BodyBroken";
        constructor(cause) {
          super(cause instanceof Error ? cause.message : "the body could not be made", { cause });
        }
      }
    })
  ),
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
  47005: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Q: () => (
          /* binding */
          unusableAnswer
        ),
        /* harmony export */
        V: () => (
          /* binding */
          failure
        )
        /* harmony export */
      });
      var _agent_busy_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(26058);
      var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
      var _problem_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(12553);
      var _remedy_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(74467);
      const LOOK_FIRST = "It may have been done all the same: look at the deployment before running again.";
      function failure(result, call) {
        const { method, path, attempts } = call;
        const about = { method, path, attempts };
        switch (result.kind) {
          case "answer":
            return httpFailure(result.answer, call);
          case "too-large": {
            const what = `the answer is larger than ${call.maxBytes} bytes`;
            return new _errors_js__WEBPACK_IMPORTED_MODULE_0__.hD({
              ...about,
              ...call.repeatable ? { kind: "malformed", remedy: "Check that the URL is the control plane." } : { kind: "ambiguous", remedy: LOOK_FIRST },
              status: result.status,
              what
            });
          }
          case "broken": {
            const lost = result.sent && !call.repeatable;
            return new _errors_js__WEBPACK_IMPORTED_MODULE_0__.hD({
              ...about,
              kind: lost ? "ambiguous" : "network",
              what: `${result.sent ? "the connection broke" : "no connection"} (${result.code})`,
              remedy: lost ? LOOK_FIRST : (0, _remedy_js__WEBPACK_IMPORTED_MODULE_2__.o5)(result.code),
              code: result.code,
              cause: result.cause
            });
          }
          case "timeout": {
            const lost = result.sent && !call.repeatable;
            return new _errors_js__WEBPACK_IMPORTED_MODULE_0__.hD({
              ...about,
              kind: lost ? "ambiguous" : "timeout",
              what: `no answer within ${call.timeoutMs / 1e3} s`,
              remedy: lost ? LOOK_FIRST : "The service is slow or out of reach: try again, or allow more time."
            });
          }
          case "aborted":
            return new _errors_js__WEBPACK_IMPORTED_MODULE_0__.hD({
              ...about,
              kind: "aborted",
              what: "given up, because this run is being stopped",
              remedy: result.sent && !call.repeatable ? LOOK_FIRST : "Run it again when you want it done.",
              cause: result.cause
            });
        }
      }
      function httpFailure(answer, call) {
        const { status } = answer;
        const problem = (0, _problem_js__WEBPACK_IMPORTED_MODULE_1__.K)(status, answer.body, call.redact);
        const lost = !call.repeatable && status >= 500 && status !== 501 && status !== 503 && status !== 505;
        const said = problem.detail ?? `an answer of type ${mediaType(answer.contentType)} that names no reason`;
        return new _errors_js__WEBPACK_IMPORTED_MODULE_0__.hD({
          kind: lost ? "ambiguous" : "http",
          method: call.method,
          path: call.path,
          attempts: call.attempts,
          what: `${status} ${said}`.replace(/\.$/, ""),
          remedy: lost ? LOOK_FIRST : (0, _remedy_js__WEBPACK_IMPORTED_MODULE_2__.OX)(status, problem.forbidden),
          status,
          detail: problem.detail,
          fields: problem.fields,
          forbidden: problem.forbidden,
          busy: (0, _agent_busy_js__WEBPACK_IMPORTED_MODULE_3__.y)(status, answer.body)
        });
      }
      function unusableAnswer(status, what, call, cause) {
        return new _errors_js__WEBPACK_IMPORTED_MODULE_0__.hD({
          kind: call.repeatable ? "malformed" : "ambiguous",
          method: call.method,
          path: call.path,
          attempts: call.attempts,
          what,
          remedy: call.repeatable ? "Check that the URL is the control plane, and its version." : LOOK_FIRST,
          status,
          cause
        });
      }
      function mediaType(contentType) {
        return /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? "unknown";
      }
    })
  ),
  /***/
  57835: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        T: () => (
          /* binding */
          memoizeAsync
        )
        /* harmony export */
      });
      function memoizeAsync(work) {
        let kept;
        const memoized = () => {
          if (kept !== void 0)
            return kept;
          const mine = startWork(work);
          kept = mine;
          mine.catch(() => {
            if (kept === mine)
              kept = void 0;
          });
          return mine;
        };
        return Object.assign(memoized, {
          current: () => kept,
          forget: () => {
            kept = void 0;
          }
        });
      }
      async function startWork(work) {
        return work();
      }
    })
  ),
  /***/
  12553: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        T: () => (
          /* binding */
          oneLine
        ),
        K: () => (
          /* binding */
          readProblem
        )
      });
      var schemas = __webpack_require__(34410);
      ;
      const ValidationError = schemas.Ikc({
        loc: schemas.YOg(schemas.KCZ([schemas.YjP(), schemas.Whr()])),
        msg: schemas.YjP(),
        type: schemas.YjP()
      });
      const HTTPValidationError = schemas.Ikc({ detail: schemas.YOg(ValidationError) });
      const DetailError = schemas.Ikc({ detail: schemas.YjP() });
      const NestedError = schemas.Ikc({ detail: schemas._H3({ error: schemas.YjP(), message: schemas.YjP() }) });
      var findings = __webpack_require__(9081);
      ;
      const MAX_DETAIL = 500;
      function readProblem(status, body, redact) {
        const json = parseJson(body);
        const { text, fields } = readJson(json);
        return {
          detail: text === null ? null : oneLine(redact(text)),
          fields: fields.map((field) => ({ ...field, msg: oneLine(redact(field.msg)) })),
          forbidden: status === 403 ? forbidden(text ?? body) : null
        };
      }
      function readJson(json) {
        const detail = DetailError.safeParse(json);
        if (detail.success)
          return { text: detail.data.detail, fields: [] };
        const validation = HTTPValidationError.safeParse(json);
        if (validation.success) {
          return { text: (0, findings.kA)(validation.data.detail) || null, fields: validation.data.detail };
        }
        const nested = NestedError.safeParse(json);
        if (nested.success) {
          const { error, message } = nested.data.detail;
          return { text: `${error}: ${message}`, fields: [] };
        }
        return { text: plainMessage(json), fields: [] };
      }
      function plainMessage(json) {
        if (typeof json !== "object" || json === null)
          return null;
        for (const key of ["message", "error"]) {
          const value = Reflect.get(json, key);
          if (typeof value === "string")
            return value;
          if (typeof value === "object" && value !== null) {
            const inner = Reflect.get(value, "message");
            if (typeof inner === "string")
              return inner;
          }
        }
        return null;
      }
      function forbidden(text) {
        if (/requires workspace specification/i.test(text))
          return "needs-workspace";
        return /not enabled/i.test(text) ? "not-enabled" : "no-access";
      }
      function parseJson(body) {
        try {
          return JSON.parse(body);
        } catch {
          return void 0;
        }
      }
      function oneLine(text) {
        const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
        return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL - 1)}\u2026` : line;
      }
    })
  ),
  /***/
  74467: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        OX: () => (
          /* binding */
          remedyForStatus
        ),
        /* harmony export */
        iM: () => (
          /* binding */
          isCertificateFault
        ),
        /* harmony export */
        o5: () => (
          /* binding */
          remedyForFault
        )
        /* harmony export */
      });
      function remedyForStatus(status, forbidden) {
        if (status >= 300 && status < 400) {
          return "Redirects are not followed, so that the key goes nowhere else: give the final address as the URL.";
        }
        if (status >= 500 && status !== 501) {
          return "The service is in trouble: try again later, and look at its status page.";
        }
        switch (status) {
          case 400:
            return "Correct what the service refused and run again.";
          case 401:
            return "Check the API key: it is missing, wrong, or has been revoked.";
          case 403:
            return remedyForForbidden(forbidden);
          case 404:
            return "Check the id, the workspace the key belongs to, and that the URL is the control plane (self-hosted: ending in /api-host).";
          case 405:
          case 501:
            return "This control plane does not serve the call: check its URL and its version.";
          case 408:
          case 425:
          case 429:
            return "The service asks for fewer requests: run again later, or poll less often.";
          case 409:
            return "It conflicts with what is there: the name is taken, or the deployment is being deleted. Choose another name, delete the left-over, or wait.";
          case 413:
            return "The request is too large for the service: send less.";
          case 422:
            return "Correct the fields named and run again.";
          default:
            return "Check the URL and the request.";
        }
      }
      function remedyForForbidden(forbidden) {
        switch (forbidden) {
          case "needs-workspace":
            return "The key belongs to an organization: give the workspace id as well.";
          case "not-enabled":
            return "Deployments are not enabled for this organization: ask its owner to enable them.";
          case "no-access":
          case null:
            return "The key has no access here: check that it belongs to this workspace and region.";
        }
      }
      function remedyForFault(code) {
        if (isCertificateFault(code)) {
          return "The certificate is not trusted: check the host name, or make its CA known with NODE_EXTRA_CA_CERTS.";
        }
        switch (code) {
          case "ENOTFOUND":
          case "EAI_AGAIN":
            return "The host name was not found: check the URL, DNS, and the proxy settings.";
          case "ECONNREFUSED":
            return "Nothing listens at this address: check the URL and its port.";
          case "UND_ERR_CONNECT_TIMEOUT":
          case "ETIMEDOUT":
          case "EHOSTUNREACH":
          case "ENETUNREACH":
            return "The host cannot be reached: check the URL, the firewall, and HTTPS_PROXY and NO_PROXY.";
          case "UND_ERR_PRX_TLS":
          case "UND_ERR_PRX_CONN":
          case "UND_ERR_ABORTED":
            return "The proxy refused the connection: check HTTPS_PROXY, its credentials, and NO_PROXY.";
          default:
            return "Check the network between here and the service, and try again.";
        }
      }
      function isCertificateFault(code) {
        return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|UND_ERR_PRX_TLS/.test(code);
      }
    })
  ),
  /***/
  4338: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        m: () => (
          /* binding */
          parseRetryAfter
        )
        /* harmony export */
      });
      const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
      const SHORT_DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
      const LONG_DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
      const MONTH = `(?<month>${MONTHS.join("|")})`;
      const TIME = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";
      const DATE_FORMS = [
        `^${SHORT_DAY}, (?<day>[0-9]{2}) ${MONTH} (?<year>[0-9]{4}) ${TIME} GMT$`,
        `^${LONG_DAY}, (?<day>[0-9]{2})-${MONTH}-(?<year>[0-9]{2}) ${TIME} GMT$`,
        `^${SHORT_DAY} ${MONTH} (?<day>[0-9]{2}| [0-9]) ${TIME} (?<year>[0-9]{4})$`
      ].map((form) => new RegExp(form));
      function parseRetryAfter(text, now) {
        const value = text.trim();
        if (/^[0-9]{1,10}$/.test(value))
          return Number(value) * 1e3;
        const at = parseHttpDate(value, now);
        return at === void 0 ? void 0 : Math.max(0, at - now);
      }
      function parseHttpDate(text, now) {
        for (const form of DATE_FORMS) {
          const part = form.exec(text)?.groups;
          if (!part)
            continue;
          const month = MONTHS.indexOf(part["month"] ?? "");
          const read = (name) => Number(part[name]);
          const [day, hour, minute, second] = [read("day"), read("hour"), read("minute"), read("second")];
          const year = fullYear(part["year"] ?? "", now);
          const at = Date.UTC(year, month, day, hour, minute, second);
          const back = new Date(at);
          const exists = back.getUTCMonth() === month && back.getUTCDate() === day && back.getUTCHours() === hour && minute < 60 && second < 60;
          return exists ? at : void 0;
        }
        return void 0;
      }
      function fullYear(digits, now) {
        if (digits.length === 4)
          return Number(digits);
        const thisYear = new Date(now).getUTCFullYear();
        const year = thisYear - thisYear % 100 + Number(digits);
        return year > thisYear + 50 ? year - 100 : year;
      }
    })
  ),
  /***/
  56068: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        createTransport: () => (
          /* binding */
          createTransport
        )
      });
      var clients_backoff = __webpack_require__(56391);
      var clients_clock = __webpack_require__(75065);
      var errors = __webpack_require__(65292);
      var exchange = __webpack_require__(36686);
      var failure = __webpack_require__(47005);
      var memoize = __webpack_require__(57835);
      var proxy_settings = __webpack_require__(80997);
      var remedy = __webpack_require__(74467);
      var retry_after = __webpack_require__(4338);
      ;
      const UNREACHED_TRIES = 5;
      const LAST_LOOK_MS = 1e3;
      function decideRetry(at) {
        const { result, repeatable } = at;
        if (result.kind === "answer" && result.answer.status < 400)
          return { kind: "done" };
        if (!mayRepeat(at))
          return { kind: "give-up" };
        const asked = result.kind === "answer" && result.answer.retryAfter !== void 0 ? (0, retry_after.m)(result.answer.retryAfter, at.now) : void 0;
        if (!repeatable && result.kind === "answer" && asked === void 0)
          return { kind: "give-up" };
        const delayMs = asked || (0, clients_backoff.j)(at.attempt, at.random, at.backoff);
        const remaining = at.deadlineAt - at.now;
        if (delayMs + LAST_LOOK_MS <= remaining)
          return { kind: "retry", delayMs };
        if (!repeatable || remaining <= LAST_LOOK_MS)
          return { kind: "give-up" };
        return { kind: "retry", delayMs: remaining - LAST_LOOK_MS };
      }
      function mayRepeat({ result, repeatable, attempt, reached }) {
        switch (result.kind) {
          case "answer":
            return repeatable ? repeatableStatus(result.answer.status) : result.answer.status === 429 || result.answer.status === 503;
          case "broken":
            if ((0, remedy.iM)(result.code))
              return false;
            return result.sent ? repeatable : reached || attempt < UNREACHED_TRIES;
          case "timeout":
            return result.sent ? repeatable : reached || attempt < UNREACHED_TRIES;
          case "too-large":
          case "aborted":
            return false;
        }
      }
      function repeatableStatus(status) {
        return status === 408 || status === 425 || status === 429 || status >= 500 && status !== 501 && status !== 505;
      }
      ;
      const LAST_TRY_MS = 5e3;
      function createTransport(options) {
        const { redact, clock = clients_clock.d, random = Math.random, tryTimeoutMs = 3e4, totalTimeoutMs = 12e4, connectTimeoutMs = 1e4, maxBytes = 16 * 1024 * 1024, backoff = clients_backoff.V, observe = () => {
        } } = options;
        const reached = /* @__PURE__ */ new Set();
        const dispatcher = (0, memoize.T)(async () => {
          const { openDispatcher } = await Promise.all(
            /* import() */
            [__webpack_require__.e(5523), __webpack_require__.e(5230)]
          ).then(__webpack_require__.bind(__webpack_require__, 35230));
          return openDispatcher({ proxies: (0, proxy_settings.EM)(options.env), connectTimeoutMs, ca: options.ca });
        });
        async function call(request) {
          const { method, url, signal } = request;
          const about = {
            method,
            path: request.shownPath ?? url.pathname,
            attempts: 0,
            repeatable: request.repeatable ?? (method === "GET" || method === "DELETE"),
            timeoutMs: request.tryTimeoutMs ?? tryTimeoutMs,
            maxBytes,
            redact
          };
          const deadlineAt = request.deadlineAt ?? clock.now() + totalTimeoutMs;
          const wire = wireRequest(request, maxBytes);
          const tryMs = about.timeoutMs;
          for (; ; ) {
            about.attempts += 1;
            about.timeoutMs = Math.max(Math.min(tryMs, deadlineAt - clock.now()), Math.min(tryMs, LAST_TRY_MS));
            const body = request.stream && { body: request.stream.open() };
            const result = await (0, exchange.c)(await dispatcher(), { ...wire, ...body, timeoutMs: about.timeoutMs });
            if (result.kind === "broken" && result.cause instanceof errors.GW)
              throw result.cause.cause;
            if (result.kind === "answer" || result.kind === "too-large")
              reached.add(url.origin);
            const decision = decideRetry({
              result,
              repeatable: about.repeatable,
              attempt: about.attempts,
              now: clock.now(),
              deadlineAt,
              reached: reached.has(url.origin),
              random,
              backoff
            });
            observe({
              method,
              path: about.path,
              attempt: about.attempts,
              outcome: result.kind === "answer" ? result.answer.status : result.kind,
              ...decision.kind === "retry" && { retryInMs: decision.delayMs }
            });
            if (decision.kind !== "retry")
              return finish(result, request, about);
            try {
              await clock.sleep(decision.delayMs, signal);
            } catch (error) {
              throw (0, failure.V)({ kind: "aborted", sent: false, cause: error }, about);
            }
          }
        }
        return {
          call,
          async stream(request, watch) {
            const { callStream } = await __webpack_require__.e(
              /* import() */
              9996
            ).then(__webpack_require__.bind(__webpack_require__, 29996));
            return callStream(await dispatcher(), request, watch, { clock, redact });
          },
          dispatcher,
          async close() {
            await (await dispatcher.current())?.destroy();
          }
        };
      }
      function wireRequest(request, maxBytes) {
        const json = request.json === void 0 ? void 0 : JSON.stringify(request.json);
        const body = json ?? request.bytes;
        return {
          method: request.method,
          url: request.url,
          headers: {
            accept: "application/json",
            ...json !== void 0 && { "content-type": "application/json" },
            ...request.stream && { "content-length": String(request.stream.length) },
            ...request.headers
          },
          ...body !== void 0 && { body },
          maxBytes,
          signal: request.signal
        };
      }
      function finish(result, request, about) {
        if (result.kind !== "answer" || result.answer.status >= 300)
          throw (0, failure.V)(result, about);
        const { status } = result.answer;
        const unusable = (what, cause) => (0, failure.Q)(status, what, about, cause);
        if (request.expect && !request.expect.includes(status)) {
          throw unusable(`${status} where ${request.expect.join(" or ")} means success`);
        }
        const json = request.ignoreBody ? void 0 : parseBody(result.answer, unusable);
        return { status, json, attempts: about.attempts, unusable };
      }
      function parseBody(answer, unusable) {
        if (answer.body === "")
          return void 0;
        try {
          return JSON.parse(answer.body);
        } catch {
          throw unusable(`${answer.status} with a body that is not JSON`);
        }
      }
    })
  ),
  /***/
  9081: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        LO: () => (
          /* binding */
          missing
        ),
        /* harmony export */
        ag: () => (
          /* binding */
          said
        ),
        /* harmony export */
        gk: () => (
          /* binding */
          finding
        ),
        /* harmony export */
        jb: () => (
          /* binding */
          describeFinding
        ),
        /* harmony export */
        kA: () => (
          /* binding */
          describeFindings
        )
        /* harmony export */
      });
      function finding(loc, msg, type = "value_error") {
        return { loc: ["body", ...loc], msg, type };
      }
      function missing(loc, why) {
        return finding(loc, `Field required: ${why}`, "missing");
      }
      function describeFindings(findings) {
        return findings.map(describeFinding).join("; ");
      }
      function describeFinding({ loc, msg }) {
        const path = loc[0] === "body" && loc.length > 1 ? loc.slice(1) : loc;
        return path.length === 0 ? msg : `${path.join(".")}: ${msg}`;
      }
      function said(value) {
        return value !== null && value !== void 0;
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
