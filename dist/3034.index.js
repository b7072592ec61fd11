const id = 3034;
const ids = [3034];
const modules = {
  /***/
  3034: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        packFor: () => (
          /* binding */
          packFor
        ),
        /* harmony export */
        uploadSource: () => (
          /* binding */
          uploadSource
        )
        /* harmony export */
      });
      var _clients_base_url_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(85410);
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
      var _outcome_cancelled_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(12151);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(76796);
      var _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(71895);
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(54453);
      var _plan_origin_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(23001);
      var _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(61662);
      var _note_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(97351);
      var _steps_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(46444);
      const USUAL_CONFIG = "langgraph.json";
      const PROGRESS_MS = 5e3;
      async function packFor({ packSource, log, record, signal }, wanted, found) {
        const theirs = found === void 0 ? void 0 : (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_3__.cu)(found, []).graphConfigPath;
        const configPath = wanted.graphConfigPath ?? theirs ?? USUAL_CONFIG;
        const sourcePath = wanted.sourcePath ?? ".";
        const source = await log.group("Packing the source", async () => {
          const note = (line) => log.line(line);
          const warn = (line) => log.warn("source", line);
          const packed = await packSource({ sourcePath, configPath, note, warn }, signal);
          log.line(`${(0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_6__.SH)(packed.archive)}; ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.z3)(packed.archive.contentBytes)} before compression.`);
          return packed;
        });
        record.source = { ...source.archive, path: void 0 };
        if (!source.includes(configPath)) {
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("source-unusable", `graph-config-path: ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.pS)(configPath)} is not in what is packed of ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.pS)(sourcePath)}. It is relative to source-path, has to exist, and no ignore file may leave it out.`);
        }
        return { wanted: { ...wanted, graphConfigPath: configPath, archive: source.archive }, source };
      }
      async function uploadSource(tools, deployment, wanted) {
        const { source, plane, settings, signal, record, log, clock } = tools;
        if (source === void 0)
          throw new Error("a source is to be uploaded that was not packed");
        (0, _note_js__WEBPACK_IMPORTED_MODULE_4__.S)(tools, deployment);
        await (0, _steps_js__WEBPACK_IMPORTED_MODULE_5__.Ve)(tools, "uploading");
        const { bytes } = source.archive;
        const startedAt = clock.now();
        log.line(`Uploading ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.z3)(bytes)}.`);
        for (let attempt = 1; ; attempt += 1) {
          const { upload_url, object_path } = await plane.uploadUrl(deployment.id, signal);
          const url = (0, _clients_base_url_js__WEBPACK_IMPORTED_MODULE_8__.HK)(upload_url, settings.endpoint);
          if (url === void 0)
            throw failed(tools, "the service gave an address for it that is no https URL");
          const body = { length: bytes, open: () => withProgress(tools, source) };
          try {
            await plane.uploadSource(url, body, signal);
          } catch (error) {
            signal.throwIfAborted();
            if (!(error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD))
              throw error;
            if (attempt > 1 || !mayBeExpired(error))
              throw failed(tools, error.message, error);
            log.line(`The storage refused the address (${error.status}): asking for a new one.`);
            continue;
          }
          log.line(`Uploaded in ${(0, _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_9__.a3)(clock.now() - startedAt)}.`);
          record.source = { ...source.archive, path: object_path };
          return { ...wanted, tarballPath: object_path };
        }
      }
      function mayBeExpired({ kind, status }) {
        return kind === "http" && [400, 401, 403, 404, 410].includes(status ?? 0);
      }
      function failed({ record }, why, cause) {
        return new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("upload-failed", `The source could not be uploaded: ${why} ${(0, _outcome_cancelled_js__WEBPACK_IMPORTED_MODULE_1__.I)(record)}`.replace(/([^.])\s+(?=The |[\w-]+ was )/, "$1. "), { cause });
      }
      async function* withProgress({ clock, log }, source) {
        const startedAt = clock.now();
        const total = source.archive.bytes;
        let spokenAt = startedAt;
        let sent = 0;
        for await (const chunk of source.open()) {
          yield chunk;
          sent += chunk.length;
          const now = clock.now();
          if (now - spokenAt < PROGRESS_MS)
            continue;
          spokenAt = now;
          const rate = (0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.z3)(Math.round(sent * 1e3 / (now - startedAt)));
          log.line(`${Math.floor(100 * sent / total)}% of ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.z3)(total)}, ${rate}/s`);
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
