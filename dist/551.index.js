const id = 551;
const ids = [551, 444];
const modules = {
  /***/
  6141: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Az: () => (
          /* binding */
          identifyRevision
        ),
        /* harmony export */
        Wc: () => (
          /* binding */
          awaitCommit
        ),
        /* harmony export */
        Xi: () => (
          /* binding */
          candidates
        ),
        /* harmony export */
        bT: () => (
          /* binding */
          originTells
        ),
        /* harmony export */
        iq: () => (
          /* binding */
          awaitPushRevision
        ),
        /* harmony export */
        vK: () => (
          /* binding */
          laterTwin
        )
        /* harmony export */
      });
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5292);
      var _contract_limits_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5403);
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3889);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);
      var _plan_actual_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4453);
      var _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3001);
      const APPEARS_WITHIN_MS = 6e4;
      async function identifyRevision(plane, clock, answer, before, wanted, { sentOrigin, lost }, signal) {
        const oldest = lost && originTells(wanted);
        const latest = oldest ? void 0 : answer.latest_revision_id;
        const shown = (0, _plan_actual_js__WEBPACK_IMPORTED_MODULE_2__.cu)(answer, []);
        const theirs = sentOrigin && (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.NX)({ ...shown, commit: void 0 }, wanted);
        if (latest && !before.has(latest) && !theirs)
          return latest;
        const giveUpAt = clock.now() + APPEARS_WITHIN_MS;
        for (let pause = 1e3; ; pause = Math.min(pause * 2, 1e4)) {
          const views = await listViews(plane, answer.id, signal);
          const fresh = views.filter(({ id: id2 }) => !before.has(id2));
          const all = sentOrigin ? candidates(views, before, wanted) : fresh;
          const [found, ...others] = oldest ? all.slice(-1) : all;
          if (found !== void 0 && others.length > 0) {
            const ids2 = [found, ...others].map(({ id: id2 }) => id2).join(", ");
            throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("ambiguous-revision", `The change of ${answer.name} was accepted, but several revisions appeared at the same time, and the service does not say which is ours: ${ids2}. Run the workflow again.`);
          }
          if (found !== void 0)
            return found.id;
          if (clock.now() + pause > giveUpAt)
            return void 0;
          await clock.sleep(pause, signal);
        }
      }
      function candidates(revisions, before, wanted) {
        const fresh = revisions.filter(({ id: id2 }) => !before.has(id2));
        const confirmed = fresh.filter((revision) => (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.GT)(revision, wanted));
        if (confirmed.length > 0)
          return confirmed;
        const silent = fresh.filter((revision) => !(0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.NX)(revision, wanted));
        if (silent.length > 0)
          return silent;
        return fresh.filter((revision) => !(0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.NX)(withoutCommit(revision), wanted));
      }
      function originTells({ secrets, resourceSpec, archive }) {
        if (archive !== void 0)
          return true;
        return secrets === void 0 && resourceSpec === void 0;
      }
      async function laterTwin(plane, { deployment, revisionId, wanted }, signal) {
        let views;
        try {
          views = await listViews(plane, deployment.id, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD)
            return void 0;
          throw error;
        }
        const ours = views.findIndex(({ id: id2 }) => id2 === revisionId);
        const at = views.findIndex((revision, index) => index < ours && (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.GT)(revision, wanted));
        const found = views[at];
        return found && { id: found.id, before: new Set(views.slice(at + 1).map(({ id: id2 }) => id2)) };
      }
      function withoutCommit(revision) {
        return { ...revision, commit: void 0 };
      }
      const QUEUED = ["CREATING", "QUEUED", "AWAITING_BUILD"];
      async function awaitCommit(plane, clock, deploymentId, revisionId, patience, signal) {
        const startedAt = clock.now();
        let fetchedAt;
        for (let pause = 1e3; ; pause = Math.min(pause * 1.5, 1e4)) {
          await clock.sleep(pause, signal);
          const now = clock.now();
          const view = (await listViews(plane, deploymentId, signal)).find(({ id: id2 }) => id2 === revisionId);
          if (view === void 0 || view.commit !== void 0 || (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_4__.dR)(view.status))
            return "settled";
          if (!QUEUED.includes(view.status))
            fetchedAt ??= now;
          if (fetchedAt !== void 0 && now - fetchedAt >= patience.fetchedMs)
            return "silent";
          if (now - startedAt >= patience.queuedMs)
            return "queued";
        }
      }
      async function awaitPushRevision(plane, clock, deploymentId, wanted, ended, graceMs, signal) {
        const giveUpAt = clock.now() + graceMs;
        for (; ; ) {
          const views = await listViews(plane, deploymentId, signal);
          const found = views.find((revision) => !ended.has(revision.id) && (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_3__.GT)(revision, wanted));
          if (found !== void 0 || clock.now() >= giveUpAt)
            return found;
          await clock.sleep(Math.min(2e3, Math.max(1, giveUpAt - clock.now())), signal);
        }
      }
      async function listViews(plane, id2, signal) {
        const revisions = await plane.listRevisions(id2, { limit: _contract_limits_js__WEBPACK_IMPORTED_MODULE_5__.oX }, signal);
        return revisions.map(_plan_actual_js__WEBPACK_IMPORTED_MODULE_2__.FS);
      }
    })
  ),
  /***/
  6444: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Ve: () => (
          /* binding */
          enter
        ),
        /* harmony export */
        e6: () => (
          /* binding */
          follow
        ),
        /* harmony export */
        lM: () => (
          /* binding */
          planned
        ),
        /* harmony export */
        tN: () => (
          /* binding */
          showPlan
        )
        /* harmony export */
      });
      var _apply_identify_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6141);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);
      var _plan_types_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1966);
      var _report_plan_text_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2143);
      var _run_record_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(758);
      var _foreign_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9691);
      var _roll_out_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8971);
      async function follow(tools, wanted, { deployment, lost }, planned2, plan) {
        const { plane, clock, signal } = tools;
        const before = new Set(planned2?.revisions.map(({ id: id2 }) => id2));
        await enter(tools, "waiting");
        const change = { sentOrigin: (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_4__.m)(plan), lost };
        const revisionId = await (0, _apply_identify_js__WEBPACK_IMPORTED_MODULE_0__.Az)(plane, clock, deployment, before, wanted, change, signal);
        if (revisionId === void 0) {
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("no-revision", `The change of ${deployment.name} was accepted, but no revision of it appeared within a minute. Look at the deployment; running again is safe.`);
        }
        const of = { deployment, revisionId, wanted, planned: planned2, before, adopted: false };
        const foreign = (0, _foreign_js__WEBPACK_IMPORTED_MODULE_2__.H)(of, deployment);
        if (foreign === void 0)
          return lost && (0, _apply_identify_js__WEBPACK_IMPORTED_MODULE_0__.bT)(wanted) ? rollOutEither(tools, of) : (0, _roll_out_js__WEBPACK_IMPORTED_MODULE_3__.O)(tools, of);
        (0, _run_record_js__WEBPACK_IMPORTED_MODULE_5__.c)(tools.record, { id: revisionId, status: "UNKNOWN", commit: void 0 });
        return foreign;
      }
      async function rollOutEither(tools, of) {
        const { settings, clock, log } = tools;
        const startedAt = clock.now();
        const end = await (0, _roll_out_js__WEBPACK_IMPORTED_MODULE_3__.O)(tools, of);
        if (end.kind !== "superseded" || !TOOK_OVER.includes(end.reason))
          return end;
        const twin = await (0, _apply_identify_js__WEBPACK_IMPORTED_MODULE_0__.vK)(tools.plane, of, tools.signal);
        if (twin === void 0)
          return end;
        log.line(`Revision ${twin.id} is of the same and came later. The answer was lost, so it may be ours.`);
        const waitTimeoutMs = Math.max(0, settings.waitTimeoutMs - (clock.now() - startedAt));
        return (0, _roll_out_js__WEBPACK_IMPORTED_MODULE_3__.O)({ ...tools, settings: { ...settings, waitTimeoutMs } }, { ...of, revisionId: twin.id, before: /* @__PURE__ */ new Set([...of.before, ...twin.before]), adopted: true });
      }
      const TOOK_OVER = ["newer-revision", "skipped-by-service"];
      async function showPlan(tools, plan, title) {
        tools.record.plan = plan;
        await tools.log.group(`Plan: ${title}`, () => {
          for (const line of (0, _report_plan_text_js__WEBPACK_IMPORTED_MODULE_6__.H)(plan))
            tools.log.line(line);
        });
        if (plan.kind !== "refused")
          return void 0;
        const [first] = plan.refusals;
        const all = plan.refusals.map(({ field, problem, cure }) => `${field}: ${problem}. ${cure}`).join("\n");
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.b)("failed", first?.reason ?? "invalid-plan", all);
      }
      function planned(plan) {
        const effect = (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_4__.b)(plan) ? "A revision would result." : "No revision would result.";
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.b)("planned", "dry-run", `Nothing was sent. ${effect}`);
      }
      async function enter(tools, stage) {
        tools.record.stage = stage;
        await tools.checkpoint();
      }
    })
  ),
  /***/
  2959: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        D2: () => (
          /* binding */
          describeUnreadable
        ),
        /* harmony export */
        DQ: () => (
          /* binding */
          readPullRequest
        ),
        /* harmony export */
        GZ: () => (
          /* binding */
          PULL_REQUEST_PERMISSION
        )
        /* harmony export */
      });
      var _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2483);
      const PULL_REQUEST_PERMISSION = "pull-requests: read";
      const PAUSES_MS = [1e3, 4e3];
      async function readPullRequest({ octokit, owner, repo, redact }, number, { clock, signal }) {
        for (let attempt = 0; ; attempt += 1) {
          signal.throwIfAborted();
          try {
            const { data, headers } = await octokit.rest.pulls.get({
              owner,
              repo,
              pull_number: number,
              request: { signal }
            });
            const head = data.head.repo;
            const pull = {
              number: data.number,
              closed: data.state === "closed",
              labels: data.labels.map(({ name }) => name),
              branch: data.head.ref,
              commit: data.head.sha.toLowerCase(),
              fork: head === null || head.full_name !== data.base.repo.full_name,
              answeredAt: timeOf(headers.date)
            };
            return { kind: "read", pull };
          } catch (error) {
            signal.throwIfAborted();
            const failure = (0, _clients_github_failure_js__WEBPACK_IMPORTED_MODULE_0__.g)(error, redact);
            const pause = PAUSES_MS[attempt];
            if (pause === void 0 || !mayPass(failure))
              return { kind: "unreadable", failure };
            await clock.sleep(pause, signal);
          }
        }
      }
      function describeUnreadable(number, { status, message, permissions }) {
        const denied = status === 401 || status === 403 || status === 404;
        const lines = permissions.length > 0 ? permissions.join("` and `") : PULL_REQUEST_PERMISSION;
        const cure = denied ? ` Add \`${lines}\` under \`permissions:\` of the workflow's job.` : "";
        return `GitHub does not show pull request #${number} (${status ?? "no answer"}: ${message}).${cure}`;
      }
      function mayPass({ status }) {
        return status === null || status === 429 || status >= 500;
      }
      function timeOf(date) {
        const time = Date.parse(date ?? "");
        return Number.isNaN(time) ? void 0 : time;
      }
    })
  ),
  /***/
  2053: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        BB: () => (
          /* binding */
          NAME_LIMITS
        ),
        /* harmony export */
        IJ: () => (
          /* binding */
          holdsNumber
        ),
        /* harmony export */
        ds: () => (
          /* binding */
          nameLimit
        ),
        /* harmony export */
        gz: () => (
          /* binding */
          previewName
        ),
        /* harmony export */
        oB: () => (
          /* binding */
          defaultTemplate
        )
        /* harmony export */
      });
      var _contract_limits_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5403);
      var _contract_patterns_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2652);
      const HASHED = /-x[0-9a-z]{8}$/;
      const HASH_SPACE = 36n ** 8n;
      function defaultTemplate(baseName) {
        return baseName === void 0 ? "{repo}-pr-{number}" : "{name}-pr-{number}";
      }
      function nameLimit({ source, hosted }) {
        return hosted && source !== "external_docker" ? _contract_limits_js__WEBPACK_IMPORTED_MODULE_0__.fo : _contract_limits_js__WEBPACK_IMPORTED_MODULE_0__.uL;
      }
      const NAME_LIMITS = [_contract_limits_js__WEBPACK_IMPORTED_MODULE_0__.fo, _contract_limits_js__WEBPACK_IMPORTED_MODULE_0__.uL];
      function previewName(template, values, limit, digest) {
        const parts = template.split(/\{([a-z]+)\}/);
        const used = [];
        for (const placeholder of placeholdersOf(parts)) {
          const value = valueOf(values, placeholder);
          if (value === void 0)
            return void 0;
          used.push([placeholder, value]);
        }
        const text = render(parts, new Map(used)).toLowerCase();
        if (text.length <= limit && isPlain(parts, used, text, values.number))
          return text;
        const hash = base36(digest(JSON.stringify([template, used])));
        const tail = `-${values.number}-x${hash}`;
        return `${stemOf(parts, new Map(used)).slice(0, limit - tail.length).replace(/-+$/, "")}${tail}`;
      }
      function holdsNumber(name, number) {
        return name.match(/\d+/g)?.includes(String(number)) ?? false;
      }
      function placeholdersOf(parts) {
        return parts.filter((_, index) => index % 2 === 1).filter(isPlaceholder);
      }
      function isPlaceholder(text) {
        return ["number", "owner", "repo", "branch", "name"].includes(text);
      }
      function valueOf(values, placeholder) {
        const value = values[placeholder];
        if (typeof value === "number")
          return String(value);
        return placeholder === "owner" || placeholder === "repo" ? value?.toLowerCase() : value;
      }
      function render(parts, values) {
        return parts.map((part, index) => index % 2 === 0 ? part : values.get(part) ?? "").join("");
      }
      function isPlain(parts, used, text, number) {
        const texts = used.filter(([placeholder]) => placeholder !== "number").map(([, value]) => value);
        const between = parts.slice(1, -1).filter((_, index) => index % 2 === 1);
        return _contract_patterns_js__WEBPACK_IMPORTED_MODULE_1__.cr.test(text) && !HASHED.test(text) && holdsNumber(text, number) && texts.every((value) => /^[a-z0-9-]+$/.test(value)) && between.every((literal) => literal.includes("-")) && (texts.length <= 1 || texts.every((value) => !value.includes("-")));
      }
      function stemOf(parts, values) {
        const text = render(parts, new Map([...values, ["number", ""]]));
        const stem = text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
        return /^[a-z]/.test(stem) ? stem : `p${stem}`;
      }
      function base36(hex) {
        return (BigInt(`0x${hex.slice(0, 16)}`) % HASH_SPACE).toString(36).padStart(8, "0");
      }
    })
  ),
  /***/
  2832: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Vb: () => (
          /* binding */
          nameOf
        ),
        /* harmony export */
        Wl: () => (
          /* binding */
          possibleNames
        ),
        /* harmony export */
        zx: () => (
          /* binding */
          namesWithoutBranch
        )
        /* harmony export */
      });
      var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
      var _contract_hosts_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(516);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6796);
      var _name_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2053);
      function nameOf(naming, of, branch, where) {
        const limit = (0, _name_js__WEBPACK_IMPORTED_MODULE_3__.ds)({ source: where.source, hosted: (0, _contract_hosts_js__WEBPACK_IMPORTED_MODULE_1__.OZ)(where.endpoint.baseUrl) });
        const name = make(naming, of, branch, limit);
        if (name === void 0)
          throw unnameable(naming);
        return name;
      }
      function possibleNames(naming, of, branch) {
        const names = namesWithoutBranch(naming, of, branch);
        if (names.length === 0)
          throw unnameable(naming);
        return names;
      }
      function namesWithoutBranch(naming, of, branch) {
        return [...new Set(_name_js__WEBPACK_IMPORTED_MODULE_3__.BB.flatMap((limit) => make(naming, of, branch, limit) ?? []))];
      }
      function make({ nameTemplate, baseName }, { repository, number }, branch, limit) {
        const [owner = "", repo = ""] = repository.split("/");
        const template = nameTemplate ?? (0, _name_js__WEBPACK_IMPORTED_MODULE_3__.oB)(baseName);
        return (0, _name_js__WEBPACK_IMPORTED_MODULE_3__.gz)(template, { number, owner, repo, branch, name: baseName }, limit, (text) => (0, node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)("sha256").update(text).digest("hex"));
      }
      function unnameable({ nameTemplate = "", baseName }) {
        if (nameTemplate.includes("{name}") && baseName === void 0) {
          return new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("invalid-input", "preview-name-template: {name} is the `deployment-name`, which is not given. Give it, or use {repo}.");
        }
        return new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("pull-request-unknown", "preview-name-template: {branch} is the head branch of the pull request, which this event does not name and which could not be read from GitHub. Let the job read pull requests (`pull-requests: read`), or leave {branch} out.");
      }
    })
  ),
  /***/
  2765: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        C: () => (
          /* binding */
          judgePreview
        )
        /* harmony export */
      });
      var _marker_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5896);
      var _name_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2053);
      function judgePreview(deployment, of, instead) {
        if (!(0, _name_js__WEBPACK_IMPORTED_MODULE_0__.IJ)(deployment.name, of.number)) {
          return { ours: false, why: `does not hold the number ${of.number} in its name` };
        }
        const mark = (0, _marker_js__WEBPACK_IMPORTED_MODULE_1__.Fg)(deployment);
        switch (mark.kind) {
          case "none":
            return { ours: false, why: `does not carry the variable ${_marker_js__WEBPACK_IMPORTED_MODULE_1__.yf}, which every preview has` };
          case "hidden":
            if (instead.force || instead.proven === true)
              return { ours: true };
            return {
              ours: false,
              why: `carries ${_marker_js__WEBPACK_IMPORTED_MODULE_1__.yf}, but the service hides its value: set \`force: true\` if you are sure that it is the preview of ${(0, _marker_js__WEBPACK_IMPORTED_MODULE_1__.U7)(of)}`
            };
          case "of":
            if ((0, _marker_js__WEBPACK_IMPORTED_MODULE_1__.h4)(mark.of, of))
              return { ours: true };
            return { ours: false, why: `is the preview of ${(0, _marker_js__WEBPACK_IMPORTED_MODULE_1__.U7)(mark.of)}` };
        }
      }
    })
  ),
  /***/
  8333: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        DV: () => (
          /* binding */
          fateNow
        ),
        /* harmony export */
        RX: () => (
          /* binding */
          hasLabel
        ),
        /* harmony export */
        TH: () => (
          /* binding */
          idOf
        ),
        /* harmony export */
        X3: () => (
          /* binding */
          askGitHub
        ),
        /* harmony export */
        Yy: () => (
          /* binding */
          currentPullRequest
        ),
        /* harmony export */
        _M: () => (
          /* binding */
          repositoryOf
        ),
        /* harmony export */
        wH: () => (
          /* binding */
          NO_TOKEN
        )
        /* harmony export */
      });
      var _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2959);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6796);
      var _words_of_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5078);
      function idOf({ event, settings }) {
        return { repository: repositoryOf(event), number: settings.pullRequest };
      }
      function repositoryOf({ repository }) {
        if (/^[^/]+\/[^/]+$/.test(repository))
          return repository;
        throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("pull-request-unknown", "The run names no repository (GITHUB_REPOSITORY), and a preview belongs to a pull request of one.");
      }
      async function currentPullRequest(tools) {
        const { event, settings, log } = tools;
        const number = settings.pullRequest;
        const told = event.pullRequest?.number === number ? event.pullRequest : void 0;
        const reading = await askGitHub(tools, number);
        if (reading?.kind === "read") {
          const { closed: closed2, fork, labels: labels2, commit } = reading.pull;
          const branch = reading.pull.branch.startsWith("refs/") ? void 0 : reading.pull.branch;
          return { closed: closed2, fork, labels: labels2, branch, commit, ofEvent: told !== void 0 };
        }
        if (told === void 0)
          throw unknown(number, reading);
        if (reading !== void 0)
          log.line(`${(0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.D2)(number, reading.failure)} Taking the event's word.`);
        const { closed, labels } = told;
        return { closed, fork: event.fork, labels, branch: event.ref, commit: event.commit, ofEvent: true };
      }
      async function fateNow(tools) {
        const { settings, log } = tools;
        const reading = await askGitHub(tools, settings.pullRequest);
        if (reading?.kind === "read") {
          if (reading.pull.closed)
            return "closed";
          return hasLabel(settings.labels, reading.pull.labels) ? "open" : "unlabelled";
        }
        log.line(`Whether pull request #${settings.pullRequest} was closed meanwhile could not be found out; \`action: sweep\` deletes the preview then.`);
        return void 0;
      }
      function hasLabel(wanted, labels) {
        if (wanted.length === 0)
          return true;
        const there = new Set(labels.map((label) => label.toLowerCase()));
        return wanted.some((label) => there.has(label.toLowerCase()));
      }
      async function askGitHub({ github, clock, signal, log }, number) {
        try {
          const connection = await github();
          return connection && await (0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.DQ)(connection, number, { clock, signal });
        } catch (error) {
          signal.throwIfAborted();
          log.line(`GitHub could not be asked: ${(0, _words_of_js__WEBPACK_IMPORTED_MODULE_2__.Z)(error)}`);
          return void 0;
        }
      }
      function unknown(number, reading) {
        if (reading?.kind === "unreadable") {
          return new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("pull-request-unknown", (0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.D2)(number, reading.failure));
        }
        return new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__.V("pull-request-unknown", `Pull request #${number} has to be read from GitHub. ${NO_TOKEN}`);
      }
      const NO_TOKEN = `There is no token for that: leave out \`github-token\`, whose default is the job's own, or give one, and write \`${_github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.GZ}\` under \`permissions:\` of the workflow's job.`;
    })
  ),
  /***/
  1202: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        B1: () => (
          /* binding */
          withNames
        ),
        /* harmony export */
        di: () => (
          /* binding */
          stillDeleting
        ),
        /* harmony export */
        ev: () => (
          /* binding */
          awaitGone
        ),
        /* harmony export */
        mH: () => (
          /* binding */
          deletePreview
        ),
        /* harmony export */
        pD: () => (
          /* binding */
          removePreview
        )
        /* harmony export */
      });
      var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5292);
      var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3889);
      var _deploy_steps_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6444);
      var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6796);
      var _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1662);
      var _marker_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5896);
      var _ours_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2765);
      async function withNames({ plane, signal }, names) {
        const found = /* @__PURE__ */ new Map();
        for (const name of names) {
          for (const item of await plane.listDeployments({ nameContains: name }, signal)) {
            if (item.name === name)
              found.set(item.id, item);
          }
        }
        return [...found.values()];
      }
      async function removePreview(tools, { names, of }) {
        const { settings, record, log } = tools;
        const whose = (0, _marker_js__WEBPACK_IMPORTED_MODULE_4__.U7)(of);
        const found = await withNames(tools, names);
        const judged = found.map((item) => ({ item, verdict: (0, _ours_js__WEBPACK_IMPORTED_MODULE_3__.C)(item, of, { force: settings.force }) }));
        const ours = judged.flatMap(({ item, verdict }) => verdict.ours ? [item] : []);
        const strangers = judged.flatMap(({ item, verdict }) => verdict.ours || (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__.y9)(item.status) ? [] : [`${item.name} (${item.id}) ${verdict.why}`]);
        if (ours.length === 0 && strangers.length > 0) {
          throw new _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.V("not-a-preview", `Nothing is deleted: ${strangers.join("; ")}. If it was meant to be the preview of ${whose}, delete it by hand; else give another preview-name-template.`);
        }
        for (const line of strangers)
          log.line(`Left alone: ${line}.`);
        const living = ours.filter(({ status }) => !(0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__.y9)(status));
        if (settings.dryRun && living.length > 0) {
          note(tools, living);
          return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("planned", "dry-run", `Nothing was sent. ${list(living)} would be deleted.`);
        }
        const deleted = [];
        for (const item of settings.dryRun ? [] : ours) {
          note(tools, [item]);
          log.line(`Deleting ${item.name} (${item.id}), the preview of ${whose}, and its tracing project.`);
          if (await deletePreview(tools, item))
            deleted.push(item);
        }
        record.retired = [...new Set(ours.length > 0 ? ours.map(({ name }) => name) : names)];
        const left = settings.wait && !settings.dryRun ? await awaitGone(tools, ours) : [];
        if (left.length > 0)
          return stillDeleting(settings.waitTimeoutMs, left);
        if (deleted.length === 0) {
          return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("torn-down", "already-gone", `There is no preview of ${whose} (${names.join(", ")}).`);
        }
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("torn-down", "deleted", `The preview of ${whose}, ${list(deleted)}, is deleted.`);
      }
      async function deletePreview(tools, { id: id2, status }) {
        const { plane, signal, record } = tools;
        await (0, _deploy_steps_js__WEBPACK_IMPORTED_MODULE_1__.Ve)(tools, "writing");
        record.changed = true;
        const wasLiving = !(0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__.y9)(status);
        try {
          return await plane.deleteDeployment(id2, { deleteTracingProject: true }, signal) && wasLiving;
        } catch (error) {
          signal.throwIfAborted();
          if (!wasLiving && (0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error))
            return false;
          if (!mayHaveHappened(error))
            throw error;
          const now = await look(tools, id2);
          if (now !== void 0 && !(0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_5__.y9)(now.status))
            throw error;
          return true;
        }
      }
      async function awaitGone(tools, items) {
        const { settings, clock, signal } = tools;
        const deadlineAt = clock.now() + settings.waitTimeoutMs;
        tools.setReadDeadline(deadlineAt);
        try {
          let left = [...items];
          for (let pause = 1e3; ; pause = Math.min(pause * 1.5, settings.pollIntervalMs, 15e3)) {
            const still = [];
            for (const item of left)
              if (await look(tools, item.id) !== void 0)
                still.push(item);
            left = still;
            const remaining = deadlineAt - clock.now();
            if (left.length === 0 || remaining <= 0)
              return left;
            await clock.sleep(Math.min(pause, remaining), signal);
          }
        } finally {
          tools.setReadDeadline(void 0);
        }
      }
      function stillDeleting(waitedMs, left) {
        return (0, _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_2__.b)("timed-out", "still-deleting", `${list(left)} ${left.length === 1 ? "is" : "are"} being deleted, but still there after ${(0, _rollout_timeline_js__WEBPACK_IMPORTED_MODULE_6__.a3)(waitedMs)}. The service goes on by itself; raise wait-timeout, or set \`wait: false\`.`);
      }
      async function look({ plane, signal }, id2) {
        try {
          return await plane.getDeployment(id2, signal);
        } catch (error) {
          if ((0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 404))
            return void 0;
          throw error;
        }
      }
      function mayHaveHappened(error) {
        return error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD && (error.status === void 0 || error.status >= 500 || error.status < 400);
      }
      function note({ record }, [first]) {
        if (first !== void 0)
          record.deployment = { id: first.id, name: first.name, url: void 0 };
      }
      function list(items) {
        return items.map(({ name, id: id2 }) => `${name} (${id2})`).join(", ");
      }
    })
  ),
  /***/
  2143: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        H: () => (
          /* binding */
          planLines
        ),
        /* harmony export */
        V: () => (
          /* binding */
          verdictOf
        )
        /* harmony export */
      });
      var _plan_types_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1966);
      function planLines(plan) {
        return [...plan.changes.map(changeLine), ...refusalLines(plan), verdictOf(plan)];
      }
      function verdictOf(plan) {
        switch (plan.kind) {
          case "create":
            return "The deployment is created with its first revision.";
          case "patch":
            return (0, _plan_types_js__WEBPACK_IMPORTED_MODULE_0__.b)(plan) ? "A new revision results." : "No new revision results.";
          case "redeploy":
            return "The service deploys that revision again, as a new one.";
          case "adopt":
            return "Nothing is sent: a revision with what is wanted is on its way.";
          case "unchanged":
            return "Nothing differs.";
          case "refused":
            return "This cannot be done; nothing is sent.";
        }
      }
      function refusalLines(plan) {
        if (plan.kind !== "refused")
          return [];
        return plan.refusals.map(({ field, problem, cure }) => `! ${field}: ${problem}. ${cure}`);
      }
      function changeLine({ field, from, to, revision }) {
        const makes = revision ? "  (makes a revision)" : "";
        if (from === null)
          return `+ ${field}: ${to ?? ""}`;
        if (to === null)
          return `- ${field}: ${from}${makes}`;
        return `~ ${field}: ${from} -> ${to}${makes}`;
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
