const id = 1120;
const ids = [1120];
const modules = {
  /***/
  41120: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        connectOptions: () => (
          /* binding */
          connectOptions
        ),
        /* harmony export */
        makeSandbox: () => (
          /* binding */
          makeSandbox
        )
        /* harmony export */
      });
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
      var _bounded_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5794);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76796);
      var _identity_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6101);
      const POLL_MS = 1e3;
      const LOOKS_FOR_IT = 5;
      const MOST_WAIT_S = 300;
      async function makeSandbox(run, settings) {
        const { record, clock } = run;
        const { access, timeoutMs, waitForReady } = settings;
        record.apiUrl = access.baseUrl;
        await warnOfRules(run, settings);
        const name = (0, _identity_js__WEBPACK_IMPORTED_MODULE_2__.ol)(run, settings.prefix);
        record.sandbox = { name, id: void 0, status: void 0, url: void 0 };
        record.stage = "creating";
        run.state.sandbox = settings.keep ? null : name;
        run.state.apiUrl = access.baseUrl;
        await run.checkpoint();
        const connection = await run.openService(access, connectOptions(run));
        try {
          const deadlineAt = clock.now() + timeoutMs;
          const made = await create(run, connection.service, settings, name);
          if (made === void 0)
            return notReady(name, timeoutMs, void 0);
          note(run, made);
          record.stage = "created";
          await run.checkpoint();
          if (waitForReady)
            return await awaitReady(run, connection.service, settings, made, deadlineAt);
          const message = `Sandbox ${name} is asked for; \`wait-for-ready: false\` did not wait for it.`;
          return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.b)("submitted", "sandbox-requested", message);
        } finally {
          await connection.close();
        }
      }
      async function warnOfRules({ machine, record, host }, { proxyConfig }) {
        if (proxyConfig === void 0)
          return;
        record.warnings.push(...await machine.warnings(proxyConfig));
        for (const message of record.warnings) {
          host.annotate({ level: "warning", title: "Agent Deploy: proxy-config", message });
        }
      }
      function connectOptions({ host, clock, redactor }) {
        return {
          env: host.env,
          clock,
          redact: (text) => redactor.redact(text),
          log: (line) => host.log(line)
        };
      }
      async function create(run, service, settings, name) {
        const { template, snapshot, proxyConfig, waitForReady, timeoutMs } = settings;
        const body = {
          name,
          ...template !== void 0 && { template_name: template },
          ...snapshot !== void 0 && { snapshot },
          ...proxyConfig !== void 0 && { proxy_config: proxyConfig },
          wait_for_ready: waitForReady,
          ...waitForReady && { timeout: Math.min(Math.ceil(timeoutMs / 1e3), MOST_WAIT_S) }
        };
        run.host.log(`Making sandbox ${name}.`);
        try {
          return await service.create(body, run.signal);
        } catch (error) {
          run.signal.throwIfAborted();
          if (!(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error))
            throw error;
          if (error.kind !== "ambiguous" && error.status !== 408) {
            if (isRefusal(error.status))
              await disown(run);
            throw refusal(error.status, error.message, name) ?? error;
          }
          run.host.log(error.status === 408 ? "The service stopped waiting for the sandbox: looking at it." : "The answer was lost: looking whether the sandbox was made.");
          const found = await look(run, service, name);
          if (found === void 0 && error.status !== 408)
            throw error;
          return found;
        }
      }
      function isRefusal(status) {
        return status !== void 0 && status >= 400 && status < 500;
      }
      async function disown(run) {
        run.state.sandbox = null;
        await run.checkpoint();
      }
      async function look(run, service, name) {
        for (let attempt = 1; attempt <= LOOKS_FOR_IT; attempt += 1) {
          const found = await service.get(name, run.signal);
          if (found !== void 0)
            return found;
          if (attempt < LOOKS_FOR_IT)
            await run.clock.sleep(POLL_MS, run.signal);
        }
        return void 0;
      }
      function refusal(status, message, name) {
        switch (status) {
          case 409:
            return new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("sandbox-name-taken", `There is a sandbox ${name} already. ${message}`);
          case 429:
            return new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("sandbox-quota", `The workspace has no room for another sandbox. ${message}`);
          default:
            return void 0;
        }
      }
      async function awaitReady(run, service, { timeoutMs }, made, deadlineAt) {
        const { clock, signal, record, redactor } = run;
        const redact = (text) => redactor.redact(text);
        let latest = made;
        let said;
        for (; ; ) {
          const status = (0, _bounded_js__WEBPACK_IMPORTED_MODULE_3__.Mm)(latest.status ?? "unknown", redact);
          if (status !== said)
            run.host.log(`Sandbox ${latest.name}: ${status}`);
          said = status;
          if (status === "ready" && latest !== made) {
            return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.b)("provided", "sandbox-ready", `Sandbox ${latest.name} is ready.`);
          }
          if (status === "failed" || status === "deleting" || status === "stopped") {
            const why = latest.status_message ? `: ${(0, _bounded_js__WEBPACK_IMPORTED_MODULE_3__.Mm)(latest.status_message, redact)}` : "";
            throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("sandbox-failed", `Sandbox ${latest.name} is ${status}${why}.`);
          }
          if (clock.now() >= deadlineAt && status !== "ready") {
            return notReady(latest.name, timeoutMs, latest.status_message && (0, _bounded_js__WEBPACK_IMPORTED_MODULE_3__.Mm)(latest.status_message, redact));
          }
          const pause = status === "ready" ? 0 : POLL_MS;
          if (pause > 0)
            await clock.sleep(Math.min(pause, Math.max(1, deadlineAt - clock.now())), signal);
          const key = made.id ?? made.name;
          const found = latest === made ? await look(run, service, key) : await service.get(key, signal, deadlineAt);
          if (found === void 0) {
            throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("sandbox-failed", `Sandbox ${record.sandbox?.name ?? ""} is gone: somebody deleted it.`);
          }
          latest = found;
          note(run, latest);
        }
      }
      function notReady(name, timeoutMs, why) {
        const last = why ? ` The service says: ${why}` : "";
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.b)("timed-out", "sandbox-not-ready", `Sandbox ${name} was not ready within ${timeoutMs / 1e3} s.${last}`);
      }
      function note({ record, state }, { name, id: id2, status, dataplane_url: url }) {
        state.seen = true;
        record.sandbox = { name, id: id2 ?? void 0, status: status ?? void 0, url: url ?? void 0 };
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
