const id = 26;
const ids = [26];
const modules = {
  /***/
  6026: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        touches: () => (
          /* binding */
          touches
        )
      });
      var github_failure = __webpack_require__(2483);
      var paths_filter = __webpack_require__(1352);
      ;
      const PULL_LIMIT = 3e3;
      const COMPARE_LIMIT = 300;
      async function searchPullRequest({ octokit, owner, repo }, number, filter, signal) {
        const pages = octokit.paginate.iterator(octokit.rest.pulls.listFiles, {
          owner,
          repo,
          pull_number: number,
          per_page: 100,
          request: { signal }
        });
        let files = 0;
        for await (const { data } of pages) {
          const path = (0, paths_filter.iA)(filter, data);
          if (path !== void 0)
            return { kind: "touched", path };
          files += data.length;
        }
        return none(files, PULL_LIMIT);
      }
      async function searchComparison({ octokit, owner, repo }, { base, head }, filter, signal) {
        const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
          owner,
          repo,
          basehead: `${base}...${head}`,
          // The files are all on the first page, whatever its length; the commits are of no use here.
          per_page: 1,
          page: 1,
          request: { signal }
        });
        if (data.status !== "ahead" && data.status !== "identical") {
          return { kind: "unknown", why: `${changed_files_short(head)} does not come after ${changed_files_short(base)}` };
        }
        const files = data.files ?? [];
        const path = (0, paths_filter.iA)(filter, files);
        if (path !== void 0)
          return { kind: "touched", path };
        if (data.files === void 0)
          return { kind: "unknown", why: "GitHub does not say which files changed" };
        return none(files.length, COMPARE_LIMIT);
      }
      function none(files, limit) {
        if (files < limit)
          return { kind: "untouched", files };
        return { kind: "unknown", why: `GitHub lists ${limit} changed files at most, and there may be more` };
      }
      const changed_files_short = (commit) => commit.slice(0, 7);
      var outcome = __webpack_require__(6796);
      ;
      async function touches(tools, patterns, span) {
        const finding = await search(tools, patterns, span);
        const { log } = tools;
        switch (finding.kind) {
          case "touched":
            log.line(`${finding.path} was changed ${inWhat(span)}, and \`paths\` names it.`);
            return void 0;
          case "unknown":
            log.line(`Whether anything that \`paths\` names was changed is not known: ${finding.why}. Going on.`);
            return void 0;
          case "untouched":
            return (0, outcome.b)("unchanged", "paths-untouched", `None of the ${finding.files} files that were changed ${inWhat(span)} is among \`paths\`, so nothing was sent. \`force: true\` deploys all the same.`);
        }
      }
      async function search(tools, patterns, span) {
        const filter = (0, paths_filter.h9)(patterns);
        if (span.kind === "since" && span.base === void 0) {
          return { kind: "unknown", why: "the push made its branch, and nothing tells what to compare it with" };
        }
        let connection;
        try {
          connection = await tools.github();
          if (connection === void 0)
            return { kind: "unknown", why: "there is no github-token to ask with" };
          if (span.kind === "pull-request") {
            return await searchPullRequest(connection, span.number, filter, tools.signal);
          }
          const { base = "", head } = span;
          return await searchComparison(connection, { base, head }, filter, tools.signal);
        } catch (error) {
          tools.signal.throwIfAborted();
          const failure = (0, github_failure.g)(error, connection?.redact ?? (() => "GitHub could not be reached"));
          warnOfPermission(tools, span, failure);
          return { kind: "unknown", why: `GitHub said ${failure.status ?? "nothing"}: ${failure.message}` };
        }
      }
      function warnOfPermission(tools, span, failure) {
        if (failure.status !== 403 || /rate limit/i.test(failure.message))
          return;
        const [line = span.kind === "pull-request" ? "pull-requests: read" : "contents: read"] = failure.permissions;
        tools.log.warn("paths", `The job's token may not see which files were changed, so that every run deploys. Add this line below \`permissions:\` of the job: ${line}`);
      }
      function inWhat(span) {
        if (span.kind === "pull-request")
          return `in pull request #${span.number}`;
        return `between ${span.base?.slice(0, 7) ?? "?"} and ${span.head.slice(0, 7)}`;
      }
    })
  ),
  /***/
  2483: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        g: () => (
          /* binding */
          readGitHubFailure
        )
        /* harmony export */
      });
      var _problem_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2553);
      function readGitHubFailure(error, redact) {
        const message = error instanceof Error ? error.message : "unknown error";
        return {
          status: numberAt(error, "status"),
          message: (0, _problem_js__WEBPACK_IMPORTED_MODULE_0__.T)(redact(message)),
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
        T: () => (
          /* binding */
          oneLine
        ),
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
  )
};
export {
  id,
  ids,
  modules
};
