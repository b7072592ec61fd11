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
      var _problem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2553);
      var _user_agent_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9828);
      async function createGitHub(options) {
        const { token, apiUrl, transport, timeoutMs = 3e4 } = options;
        const [{ getOctokit }, { fetch }, dispatcher] = await Promise.all([
          Promise.all(
            /* import() */
            [__webpack_require__.e(632), __webpack_require__.e(378), __webpack_require__.e(811), __webpack_require__.e(884)]
          ).then(__webpack_require__.bind(__webpack_require__, 4884)),
          Promise.all(
            /* import() */
            [__webpack_require__.e(632), __webpack_require__.e(378), __webpack_require__.e(811)]
          ).then(__webpack_require__.t.bind(__webpack_require__, 4811, 19)),
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
          userAgent: _user_agent_js__WEBPACK_IMPORTED_MODULE_1__._,
          request: { fetch: pooled },
          // Its own log goes straight to the console, past the redactor.
          log: { debug: quiet, info: quiet, warn: quiet, error: quiet }
        });
      }
      function readGitHubFailure(error, redact) {
        const message = error instanceof Error ? error.message : "unknown error";
        return {
          status: numberAt(error, "status"),
          message: oneLine(redact(message)),
          permissions: permissionsNeeded(error)
        };
      }
      function permissionsNeeded(error) {
        const header = fieldAt(fieldAt(fieldAt(error, "response"), "headers"), "x-accepted-github-permissions");
        if (typeof header !== "string")
          return [];
        const [first = ""] = header.split(";");
        return Array.from(first.matchAll(/([a-z_]+)=([a-z]+)/g), ([, name = "", level = ""]) => `${name.replaceAll("_", "-")}: ${level}`);
      }
      function fieldAt(value, key) {
        return typeof value === "object" && value !== null ? Reflect.get(value, key) : void 0;
      }
      function numberAt(value, key) {
        const field = fieldAt(value, key);
        return typeof field === "number" ? field : null;
      }
    })
  ),
  /***/
  2553: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        K: () => (
          /* binding */
          readProblem
        )
      });
      var schemas = __webpack_require__(4410);
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
          detail: text === null ? null : oneLine2(redact(text)),
          fields: fields.map((field) => ({ ...field, msg: oneLine2(redact(field.msg)) })),
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
      function oneLine2(text) {
        const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
        return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL - 1)}\u2026` : line;
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
