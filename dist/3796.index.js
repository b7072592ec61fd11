const id = 3796;
const ids = [3796];
const modules = {
  /***/
  93796: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        ofWindows: () => (
          /* binding */
          ofWindows
        ),
        /* harmony export */
        parseStat: () => (
          /* binding */
          parseStat
        ),
        /* harmony export */
        startToken: () => (
          /* binding */
          startToken
        )
        /* harmony export */
      });
      var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(31421);
      var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(73024);
      async function startToken(pid) {
        if (process.platform === "linux")
          return linuxStartToken(pid);
        if (process.platform === "win32") {
          const query = `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.ToFileTimeUtc()`;
          return output(ofWindows("WindowsPowerShell\\v1.0\\powershell.exe"), [
            "-NoProfile",
            "-NonInteractive",
            "-Command",
            query
          ]);
        }
        return output("/bin/ps", ["-o", "lstart=", "-p", String(pid)]);
      }
      function linuxStartToken(pid) {
        try {
          const boot = (0, node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)("/proc/sys/kernel/random/boot_id", "utf8").trim();
          const { state, startTick } = parseStat((0, node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(`/proc/${pid}/stat`, "utf8"));
          return state === "Z" || state === "X" ? void 0 : `${boot}:${startTick}`;
        } catch {
          return void 0;
        }
      }
      function parseStat(stat) {
        const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return {
          state: afterName[0] ?? "",
          parent: Number(afterName[1]),
          processGroup: Number(afterName[2]),
          session: Number(afterName[3]),
          // Field 22 of the whole line.
          startTick: afterName[19] ?? ""
        };
      }
      function ofWindows(name) {
        return `${process.env["SystemRoot"] ?? "C:\\Windows"}\\System32\\${name}`;
      }
      function output(command, args) {
        return new Promise((resolve) => {
          const { SystemRoot, TZ } = process.env;
          const env = {
            LC_ALL: "C",
            ...TZ === void 0 ? {} : { TZ },
            ...SystemRoot === void 0 ? {} : { SystemRoot }
          };
          const options = { windowsHide: true, env };
          (0, node_child_process__WEBPACK_IMPORTED_MODULE_0__.execFile)(command, args, options, (error, stdout) => {
            const text = stdout.trim();
            resolve(error || text === "" ? void 0 : text);
          });
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
