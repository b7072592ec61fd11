const id = 6026;
const ids = [6026];
const modules = {
  /***/
  66026: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        touches: () => (
          /* binding */
          touches
        )
      });
      var github_failure = __webpack_require__(2483);
      var paths_filter = __webpack_require__(11352);
      var same_answer = __webpack_require__(1656);
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
        const compared = data.base_commit;
        (0, same_answer.qe)("a comparison from", base, compared?.sha.slice(0, base.length));
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
      var outcome = __webpack_require__(76796);
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
          return { kind: "unknown", why: failure.description };
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
  )
};
export {
  id,
  ids,
  modules
};
