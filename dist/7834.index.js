const id = 7834;
const ids = [7834];
const modules = {
  /***/
  37834: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        findGitConfigs: () => (
          /* binding */
          findGitConfigs
        ),
        /* harmony export */
        holdsToken: () => (
          /* binding */
          holdsToken
        ),
        /* harmony export */
        includedFiles: () => (
          /* binding */
          includedFiles
        )
        /* harmony export */
      });
      var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
      var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
      const DEEPEST = 6;
      const MOST_FOLDERS = 2e4;
      const PASSED_OVER = /* @__PURE__ */ new Set(["node_modules", ".venv", "venv", "__pycache__"]);
      const CONFIG = /^config(\.worktree)?$/;
      async function findGitConfigs(workspace) {
        const found = [];
        let folders = 0;
        let level = [{ folder: workspace, inGit: false }];
        for (let depth = 0; level.length > 0 && folders < MOST_FOLDERS; depth += 1) {
          const next = [];
          for (const { folder, inGit } of level) {
            folders += 1;
            if (folders > MOST_FOLDERS)
              break;
            const entries = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)(folder, { withFileTypes: true }).catch(() => []);
            for (const entry of entries) {
              const at = node_path__WEBPACK_IMPORTED_MODULE_1__.join(folder, entry.name);
              if (inGit && entry.isFile() && CONFIG.test(entry.name))
                found.push(at);
              if (!entry.isDirectory())
                continue;
              if (inGit || entry.name === ".git") {
                if (!OBJECTS.has(entry.name))
                  next.push({ folder: at, inGit: true });
              } else if (depth < DEEPEST && !PASSED_OVER.has(entry.name))
                next.push({ folder: at, inGit: false });
            }
          }
          level = next;
        }
        return found;
      }
      const OBJECTS = /* @__PURE__ */ new Set(["objects", "refs", "logs", "hooks", "lfs", "info"]);
      const HEADER = /^\s*extraheader\s*=\s*"?\s*authorization/im;
      const PASSWORD = /:\/\/([^\s/@":]*:[^\s/@"]+|gh[a-z]_\w+|github_pat_\w+)@/;
      function holdsToken(config) {
        return HEADER.test(config) || PASSWORD.test(config);
      }
      function includedFiles(config, file) {
        const sections = config.split(/^(?=\s*\[)/m).filter((section) => /^\s*\[include(if\s|\])/i.test(section));
        return sections.flatMap((section) => Array.from(section.matchAll(/^\s*path\s*=\s*"?([^"\r\n]+?)"?\s*$/gim), ([, target = ""]) => node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(node_path__WEBPACK_IMPORTED_MODULE_1__.dirname(file), target)));
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
