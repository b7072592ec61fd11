const id = 2605;
const ids = [2605];
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
  82605: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        sweep: () => (
          /* binding */
          sweep
        )
      });
      var outcome = __webpack_require__(76796);
      var statuses = __webpack_require__(83889);
      var marker = __webpack_require__(55896);
      var names = __webpack_require__(92832);
      ;
      function candidatesOf(deployments, repository, naming) {
        const marked = deployments.flatMap((deployment) => {
          if ((0, statuses.y9)(deployment.status))
            return [];
          const mark = (0, marker.Fg)(deployment);
          if (mark.kind === "none")
            return [];
          if (mark.kind === "hidden")
            return hiddenCandidate(deployment, repository, naming);
          const ours2 = (0, marker.Qx)(mark.of.repository, repository);
          return ours2 ? [{ deployment, of: mark.of, hidden: false }] : [];
        });
        const fits = ({ deployment, of }) => (0, names.u8)(deployment.name, naming, of, void 0);
        return { candidates: marked.filter(fits), misnamed: marked.filter((one) => !fits(one)) };
      }
      function hiddenCandidate(deployment, repository, naming) {
        const numbers = (deployment.name.match(/\d+/g) ?? []).map(Number);
        const number = numbers.find((one) => (0, names.zx)(naming, { repository, number: one }).includes(deployment.name));
        return number === void 0 ? [] : [{ deployment, of: { repository, number }, hidden: true }];
      }
      var pull_request = __webpack_require__(68333);
      var pull_requests = __webpack_require__(22959);
      ;
      function createPullRequestReader({ clock, signal, log }, github) {
        const known = /* @__PURE__ */ new Map();
        let refused = false;
        const ask = async (number) => {
          const unknown = { closed: void 0, branch: void 0, at: clock.now() };
          if (refused)
            return unknown;
          const reading = await (0, pull_requests.DQ)(github, number, { clock, signal });
          if (reading.kind === "read") {
            const { closed, branch, answeredAt = Number.POSITIVE_INFINITY } = reading.pull;
            return { closed, branch, at: Math.min(answeredAt, clock.now()) };
          }
          log.line((0, pull_requests.D2)(number, reading.failure));
          refused = reading.failure.status !== 404;
          return unknown;
        };
        return {
          async read(number) {
            const fate = known.get(number) ?? await ask(number);
            known.set(number, fate);
            return fate;
          }
        };
      }
      var remove = __webpack_require__(91202);
      var errors = __webpack_require__(65292);
      var ours = __webpack_require__(32765);
      ;
      function createBroom(tools, swept) {
        const { settings, record, log, signal } = tools;
        const deleted = [];
        const gone = [];
        let tried = 0;
        const note = ({ deployment: { name, id: id2 }, of }, why) => ({
          as: (did) => void swept.push({ name, id: id2, of: (0, marker.U7)(of), why, did })
        });
        return {
          deleted,
          gone,
          leave: (candidate, why) => note(candidate, why).as("left"),
          async sweep(candidate, why) {
            const entry = note(candidate, why);
            if (tried >= settings.limit)
              return entry.as("left");
            tried += 1;
            if (settings.dryRun)
              return entry.as("would-delete");
            const { deployment } = candidate;
            try {
              const still = await isStillOurs(tools, candidate);
              if (still === false)
                return;
              if (still === "gone")
                gone.push(deployment);
              else {
                log.line(`Deleting ${deployment.name} (${deployment.id}).`);
                await (0, remove.mH)(tools, deployment);
              }
            } catch (error) {
              signal.throwIfAborted();
              if (!(error instanceof errors.hD))
                throw error;
              log.line(`${deployment.name} could not be deleted: ${error.message}`);
              return entry.as("failed");
            }
            deleted.push(deployment);
            record.retired.push(deployment.name);
            return entry.as("deleted");
          }
        };
      }
      async function isStillOurs(tools, { deployment, of }) {
        const { plane, signal, log } = tools;
        try {
          const now = await plane.getDeployment(deployment.id, signal);
          const same = now.id === deployment.id && now.name === deployment.name;
          const verdict = same ? (0, ours.C)(now, of, (0, ours.X)(tools)) : { ours: false, why: "has another name or ID" };
          if (!verdict.ours) {
            log.line(`${deployment.name} (${deployment.id}) changed since the sweep looked. It ${verdict.why}: left alone.`);
          }
          return verdict.ours;
        } catch (error) {
          if ((0, errors.d7)(error, 404))
            return "gone";
          throw error;
        }
      }
      var age = __webpack_require__(5751);
      var swept_lines = __webpack_require__(44231);
      ;
      async function sweep(tools) {
        const { settings, plane, signal, record, log, event } = tools;
        const repository = (0, pull_request._M)(event);
        const github = await tools.github();
        if (github === void 0) {
          throw new outcome.V("pull-request-unknown", `A sweep has to ask GitHub which pull requests are closed. ${pull_request.wH}`);
        }
        const all = await plane.listDeployments({}, signal);
        const { candidates, misnamed } = candidatesOf(all, repository, settings);
        log.line(`${all.length} deployments, ${candidates.length} of them previews of ${repository}.`);
        for (const one of misnamed)
          leaveMisnamed(tools, one);
        const swept = [];
        record.swept = swept;
        const reader = createPullRequestReader(tools, github);
        const broom = createBroom(tools, swept);
        for (const [candidate, now] of await sweepClosed(tools, candidates, reader, broom)) {
          await sweepOld(tools, candidate, now, broom);
        }
        if (swept.length > 0) {
          await log.group("Previews", () => {
            for (const line of (0, swept_lines.tG)(swept))
              log.line(line);
          });
        }
        const left = settings.wait ? await (0, remove.ev)(tools, broom.deleted) : [];
        if (left.length > 0)
          return (0, remove.di)(settings.waitTimeoutMs, left);
        await (0, remove.Ab)(tools, settings.wait ? broom.deleted : broom.gone);
        return conclude(tools, swept);
      }
      async function sweepClosed(tools, candidates, reader, broom) {
        const { settings, log } = tools;
        const open = [];
        for (const candidate of candidates) {
          const { deployment, of, hidden } = candidate;
          if (hidden && !settings.force) {
            log.line(`${deployment.name} looks like the preview of #${of.number}, but the service hides whose it is: \`force: true\` goes by the name.`);
            broom.leave(candidate, "unknown");
            continue;
          }
          const { closed, branch, at } = await reader.read(of.number);
          if (closed !== void 0 && !(0, names.u8)(deployment.name, settings, of, branch)) {
            leaveMisnamed(tools, candidate);
          } else if (closed === void 0)
            broom.leave(candidate, "unknown");
          else if (closed)
            await broom.sweep(candidate, "pull-request-closed");
          else
            open.push([candidate, at]);
        }
        return open;
      }
      function leaveMisnamed({ log }, { deployment: { name, id: id2 }, of }) {
        log.line(`${name} (${id2}) carries the mark of ${(0, marker.U7)(of)}, but is named as none of its previews: left alone. If it is one, give the sweep the same preview-name-template.`);
      }
      async function sweepOld(tools, candidate, now, broom) {
        const { ttlMs } = tools.settings;
        if (ttlMs === void 0)
          return;
        const at = await (0, age.m)(tools, candidate.deployment);
        if (at === "gone")
          return;
        if (at === void 0)
          broom.leave(candidate, "unknown");
        else if (now - at > ttlMs) {
          tools.log.line(`${candidate.deployment.name} was last deployed ${(0, age.n)(now - at)} ago.`);
          await broom.sweep(candidate, "too-old");
        }
      }
      function conclude({ settings }, swept) {
        const count = (did) => swept.filter((one) => one.did === did).length;
        const unknown = swept.filter(({ why }) => why === "unknown").length;
        const capped = count("left") - unknown;
        const more = capped > 0 ? ` ${capped} more are left for the next sweep by sweep-limit.` : "";
        if (settings.dryRun && count("would-delete") > 0) {
          const also = unknown > 0 ? ` ${unknown} could not be judged.` : "";
          return (0, outcome.b)("planned", "dry-run", `Nothing was sent. ${count("would-delete")} previews would be deleted.${more}${also}`);
        }
        if (unknown + count("failed") > 0) {
          return (0, outcome.b)("failed", "sweep-incomplete", `${count("deleted")} previews are deleted; ${count("failed")} could not be deleted, ${unknown} could not be judged and are left. The log says why.${more}`);
        }
        if (swept.length === 0)
          return (0, outcome.b)("unchanged", "nothing-to-sweep", "No preview is left over.");
        return (0, outcome.b)("torn-down", "swept", `${count("deleted")} previews are deleted.${more}`);
      }
    })
  ),
  /***/
  44231: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        K8: () => (
          /* binding */
          SWEPT_DID
        ),
        /* harmony export */
        b: () => (
          /* binding */
          SWEPT_WHY
        ),
        /* harmony export */
        tG: () => (
          /* binding */
          sweptLines
        )
        /* harmony export */
      });
      const SWEPT_WHY = {
        "pull-request-closed": "its pull request is closed",
        "too-old": "older than preview-ttl",
        unknown: "what became of its pull request is not known"
      };
      const SWEPT_DID = {
        deleted: "deleted",
        "would-delete": "would be deleted",
        left: "left",
        failed: "failed"
      };
      function sweptLines(swept) {
        const rows = swept.map(({ name, of, why, did }) => [name, of, SWEPT_WHY[why], SWEPT_DID[did]]);
        const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
        return rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
