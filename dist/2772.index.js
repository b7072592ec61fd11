const id = 2772;
const ids = [2772, 1120];
const modules = {
  /***/
  5751: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        m: () => (
          /* binding */
          lastDeployedAt
        ),
        /* harmony export */
        n: () => (
          /* binding */
          formatAge
        )
        /* harmony export */
      });
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
      async function lastDeployedAt({ plane, signal, log }, { id: id2, name, created_at: createdAt }) {
        try {
          const [latest] = await plane.listRevisions(id2, { limit: 1 }, signal);
          const at = Date.parse((latest === void 0 ? createdAt : latest.created_at) ?? "");
          return Number.isNaN(at) ? void 0 : at;
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD))
            throw error;
          if (error.status === 404)
            return "gone";
          log.line(`The age of ${name} could not be found out: ${error.message}`);
          return void 0;
        }
      }
      function formatAge(ms) {
        const hours = Math.floor(Math.max(0, ms) / 36e5);
        const days = Math.floor(hours / 24);
        return days === 0 ? `${hours}h` : `${days}d ${hours % 24}h`;
      }
    })
  ),
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
  ),
  /***/
  391: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        sweepSandboxes: () => (
          /* binding */
          sweepSandboxes
        )
      });
      var errors = __webpack_require__(65292);
      var outcome = __webpack_require__(76796);
      var age = __webpack_require__(5751);
      ;
      function ageAt(createdAt, now) {
        const text = createdAt ?? "";
        const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
        return Number.isNaN(at) ? void 0 : now - at;
      }
      var hosted = __webpack_require__(41120);
      var identity = __webpack_require__(6101);
      var sandbox_name = __webpack_require__(92456);
      ;
      async function sweepSandboxes(run, settings) {
        const { record, host, clock, signal } = run;
        const { access, prefix, olderThanMs, limit, dryRun } = settings;
        record.apiUrl = access.baseUrl;
        const mark = (0, identity.OK)(host.env);
        const swept = [];
        record.swept = swept;
        const connection = await run.openService(access, (0, hosted.connectOptions)(run));
        try {
          const all = await connection.service.list(`${prefix}-${mark}-`, signal);
          const ours = all.flatMap((sandbox) => {
            const name = (0, sandbox_name.F9)(sandbox.name);
            const left = name?.prefix === prefix && name.repository === mark && name.runId !== host.env["GITHUB_RUN_ID"];
            return left ? [{ sandbox, runId: name.runId, ageMs: ageAt(sandbox.created_at, clock.now()) }] : [];
          });
          const old = ours.filter(({ ageMs }) => ageMs !== void 0 && ageMs >= olderThanMs);
          host.log(`${ours.length} sandboxes of other runs, ${old.length} of them older than ${(0, age.n)(olderThanMs)}.`);
          for (const [index, { sandbox, runId, ageMs = 0 }] of old.entries()) {
            const one = { name: sandbox.name, runId, ageMs, did: "left" };
            swept.push(one);
            if (dryRun)
              one.did = "would-delete";
            else if (index < limit)
              one.did = await remove(run, connection.service, sandbox);
            host.log(`${one.name}, ${(0, age.n)(ageMs)} old, of run ${runId}: ${one.did}`);
          }
        } finally {
          await connection.close();
        }
        return conclude(swept, settings);
      }
      async function remove({ signal, host }, service, { name }) {
        try {
          return await service.remove(name, signal) ? "deleted" : "already-gone";
        } catch (error) {
          signal.throwIfAborted();
          if (!(0, errors.d7)(error))
            throw error;
          host.log(`${name} could not be deleted: ${error.message}`);
          return "failed";
        }
      }
      function conclude(swept, { dryRun, limit }) {
        const count = (did) => swept.filter((one) => one.did === did).length;
        if (swept.length === 0)
          return (0, outcome.b)("unchanged", "no-sandbox-left", "No sandbox of an earlier run is left.");
        if (dryRun)
          return (0, outcome.b)("planned", "dry-run", `${swept.length} sandboxes would be deleted.`);
        if (count("failed") > 0) {
          throw new outcome.V("sandboxes-left", `${count("failed")} of ${swept.length} sandboxes could not be deleted.`);
        }
        const rest = count("left") === 0 ? "" : ` ${count("left")} are left for another time (sweep-limit is ${limit}).`;
        return (0, outcome.b)("torn-down", "sandboxes-swept", `${count("deleted")} sandboxes are deleted.${rest}`);
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
