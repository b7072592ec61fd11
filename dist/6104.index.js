const id = 6104;
const ids = [6104];
const modules = {
  /***/
  16104: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        readCaseFile: () => (
          /* binding */
          readCaseFile
        )
        /* harmony export */
      });
      var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
      var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
      const LARGEST = 1024 * 1024;
      async function readCaseFile(reading, verification, workspace) {
        const { cases } = verification;
        if (cases.kind !== "file")
          return reading;
        const input = reading.settings.verb === "verify" ? "cases" : "verify";
        const refuse = (problems) => ({
          ...reading,
          ok: false,
          problems: problems.map((one) => ({ input, ...one }))
        });
        const text = await readInside(workspace ?? "", cases.path);
        if (typeof text !== "string")
          return refuse([text]);
        const parsed = cases.read(text);
        if (!parsed.ok) {
          return refuse(parsed.problems.map(({ problem, cure }) => ({ problem: `${cases.path}: ${problem}`, cure })));
        }
        const read = { ...verification, cases: { kind: "given", cases: parsed.value } };
        return { ...reading, settings: Object.assign(reading.settings, { verification: read }) };
      }
      async function readInside(workspace, file) {
        const bad = (problem, cure) => ({ problem: `${file} ${problem}`, cure });
        try {
          const root = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(workspace);
          const real = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(root, file));
          if (!real.startsWith(`${root}${node_path__WEBPACK_IMPORTED_MODULE_1__.sep}`)) {
            return bad("leads out of the checkout", "Give a file of the checkout itself.");
          }
          const { size } = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(real);
          if (size > LARGEST)
            return bad(`has ${size} bytes`, `Give at most ${LARGEST}.`);
          return new TextDecoder("utf-8", { fatal: true }).decode(await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(real));
        } catch (error) {
          const code = typeof error === "object" && error !== null ? Reflect.get(error, "code") : void 0;
          return code === "ENOENT" ? bad("is not in the workspace", "Check the path, and run actions/checkout in an earlier step.") : bad(`cannot be read (${typeof code === "string" ? code : "no text"})`, "Give a text file of the checkout.");
        }
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
