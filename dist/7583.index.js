const id = 7583;
const ids = [7583];
const modules = {
  /***/
  77583: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        openGitHub: () => (
          /* binding */
          openGitHub
        )
        /* harmony export */
      });
      async function openGitHub(options) {
        const { token, env, transport, redact } = options;
        const [owner, repo, ...rest] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
        if (token === void 0 || !owner || !repo || rest.length > 0)
          return void 0;
        const { createGitHub } = await __webpack_require__.e(
          /* import() */
          1607
        ).then(__webpack_require__.bind(__webpack_require__, 51607));
        const apiUrl = env["GITHUB_API_URL"] || "https://api.github.com";
        const octokit = await createGitHub({ token, apiUrl, transport });
        return { octokit, owner, repo, repositoryId: readId(env["GITHUB_REPOSITORY_ID"]), redact };
      }
      function readId(text) {
        const id2 = Number(text);
        return text && Number.isSafeInteger(id2) && id2 > 0 ? id2 : void 0;
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
