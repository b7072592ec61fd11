const id = 839;
const ids = [839];
const modules = {
  /***/
  6839: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        preview: () => (
          /* binding */
          preview
        )
      });
      var statuses = __webpack_require__(3889);
      var read = __webpack_require__(6578);
      var deploy = __webpack_require__(2328);
      var paths = __webpack_require__(7895);
      var outcome = __webpack_require__(6796);
      var actual = __webpack_require__(4453);
      ;
      const NOT_INHERITED = [
        "service_account_name",
        "volumes",
        "volume_mounts",
        "init_containers",
        "sidecars"
      ];
      function inherit(wanted, base, { exists }) {
        const source = sourceOf(wanted, base);
        const own = { ...wanted, source };
        if (base === void 0 || base.source !== source)
          return own;
        const inherited = {
          ...own,
          installCommand: own.installCommand ?? base.installCommand,
          buildCommand: own.buildCommand ?? base.buildCommand,
          graphConfigPath: own.graphConfigPath ?? base.graphConfigPath,
          imageVersion: own.imageVersion ?? base.imageVersion,
          resourceSpec: own.resourceSpec ?? withoutRights(base.resourceSpec)
        };
        if (exists)
          return inherited;
        return {
          ...inherited,
          integrationId: own.integrationId ?? base.integrationId,
          listenerId: own.listenerId ?? base.listenerId,
          k8sNamespace: own.k8sNamespace ?? base.k8sNamespace
        };
      }
      function sourceOf(wanted, base) {
        const guessed = !wanted.sourceSaid && wanted.source === "external_docker";
        return guessed && base?.source === "internal_docker" ? "internal_docker" : wanted.source;
      }
      function withoutRights(spec) {
        if (spec === void 0)
          return void 0;
        const kept = { ...spec };
        for (const field of NOT_INHERITED)
          delete kept[field];
        return Object.values(kept).some((value) => value !== null && value !== void 0) ? kept : void 0;
      }
      var preview_marker = __webpack_require__(5896);
      var preview_names = __webpack_require__(2832);
      var fields = __webpack_require__(4034);
      var ours = __webpack_require__(2765);
      ;
      function withMarker(wanted, of, found) {
        const marker = { name: preview_marker.yf, value: (0, preview_marker.U7)(of) };
        if (wanted.secrets !== void 0)
          return { ...wanted, secrets: [...wanted.secrets, marker] };
        const hidden = found !== void 0 && (0, preview_marker.Fg)(found).kind === "hidden";
        return { ...wanted, secrets: hidden ? void 0 : [marker], secretsStrategy: "merge" };
      }
      function previewGuard({ of, wanted, force }) {
        return {
          create: ({ secrets }) => {
            if (secrets?.some(({ name }) => name === preview_marker.yf))
              return;
            throw new outcome.V("deployment-gone", `The preview of ${(0, preview_marker.U7)(of)} disappeared while it was being updated. Run the workflow again.`);
          },
          update: (found) => {
            const { repoUrl } = (0, actual.cu)(found, []);
            const proven = wanted.source === "git_host" && repoUrl !== void 0 && (0, fields.kP)(repoUrl) === (0, fields.kP)(wanted.repoUrl ?? "");
            const verdict = (0, ours.C)(found, of, { force, proven });
            if (verdict.ours)
              return;
            throw new outcome.V("not-a-preview", `${found.name} (${found.id}) ${verdict.why}: it is left as it is. Give another preview-name-template, or delete it if it is to be replaced.`);
          }
        };
      }
      var pull_request = __webpack_require__(8333);
      var remove = __webpack_require__(1202);
      ;
      async function tearDownUnlabelled(tools, of, pull) {
        const { settings } = tools;
        const names = (0, preview_names.Wl)(settings, of, pull.branch);
        const there = await (0, remove.B1)(tools, names);
        if (there.some((item) => (0, ours.C)(item, of, { force: settings.force }).ours)) {
          tools.log.line("The label that asks for a preview was taken off.");
          return (0, remove.pD)(tools, { names, of });
        }
        return (0, outcome.b)("skipped", "label-missing", `Pull request ${(0, preview_marker.U7)(of)} has none of the labels ${settings.labels.join(", ")}, so it gets no preview.`);
      }
      ;
      async function unlessUnwanted(tools, sought, work) {
        let end;
        try {
          end = await work();
        } catch (error) {
          tools.signal.throwIfAborted();
          if (error instanceof outcome.V && error.outcome.reason === "not-a-preview")
            throw error;
          const removed = await removeIfUnwanted(tools, sought);
          if (removed !== void 0)
            return removed;
          throw error;
        }
        const sent = end.kind !== "unchanged" && end.kind !== "planned";
        return (sent ? await removeIfUnwanted(tools, sought) : void 0) ?? end;
      }
      async function removeIfUnwanted(tools, sought) {
        if (tools.settings.dryRun)
          return void 0;
        const fate = await (0, pull_request.DV)(tools);
        if (fate === void 0 || fate === "open")
          return void 0;
        tools.log.line(`The pull request ${fate === "closed" ? "was closed" : "lost its label"} meanwhile.`);
        const end = await (0, remove.pD)(tools, sought);
        if (end.kind !== "torn-down" || fate !== "closed")
          return end;
        return (0, outcome.b)("torn-down", "closed-meanwhile", `Pull request ${(0, preview_marker.U7)(sought.of)} was closed while its preview was deployed, so that is deleted again.`);
      }
      ;
      async function preview(tools) {
        const { settings, record } = tools;
        record.pullRequest = settings.pullRequest;
        const of = (0, pull_request.TH)(tools);
        const pull = await (0, pull_request.Yy)(tools);
        const skipped = gatePullRequest(of, pull);
        if (skipped !== void 0)
          return skipped;
        if (!(0, pull_request.RX)(settings.labels, pull.labels))
          return tearDownUnlabelled(tools, of, pull);
        const untouched = await (0, paths.n)(tools);
        if (untouched !== void 0)
          return untouched;
        const base = await readBase(tools);
        const { source } = inherit(settings.wanted, base, { exists: false });
        const name = (0, preview_names.Vb)(settings, of, pull.branch, { source, endpoint: settings.endpoint });
        tools.log.line(`The preview of ${(0, preview_marker.U7)(of)} is ${name}.`);
        record.name = name;
        return unlessUnwanted(tools, { names: [name], of }, () => deployPreview(tools, of, pull, base, name));
      }
      function gatePullRequest(of, { fork, closed }) {
        const which = `Pull request ${(0, preview_marker.U7)(of)}`;
        if (fork) {
          return (0, outcome.b)("skipped", "fork", `${which} comes from a fork, whose code must not run with secrets of this repository. A maintainer can push the change to a branch of this repository.`);
        }
        if (!closed)
          return void 0;
        return (0, outcome.b)("skipped", "pull-request-closed", `${which} is closed, so it gets no preview.`);
      }
      async function readBase({ settings, plane, signal, log }) {
        const { from } = settings;
        if (from === void 0)
          return void 0;
        const found = await (0, read.FB)(plane, from.target, signal);
        if (found !== void 0) {
          log.line(`Settings are inherited from ${found.name} (${found.id}), secrets are not.`);
          return (0, actual.cu)(found, []);
        }
        if (from.said && from.target.by === "name") {
          throw new outcome.V("deployment-not-found", `preview-from: there is no deployment ${from.target.name} to inherit settings from. Correct the name, or leave preview-from out to go without.`);
        }
        return void 0;
      }
      async function deployPreview(tools, of, pull, base, name) {
        const there = await (0, remove.B1)(tools, [name]);
        const left = await untilFree(tools, there);
        if (left !== void 0)
          return left;
        const found = there.find(({ status }) => !(0, statuses.y9)(status));
        const own = ofPullRequest(tools.settings, pull);
        const inherited = inherit(own.wanted, base, { exists: found !== void 0 });
        const wanted = withMarker(inherited, of, found);
        const guard = previewGuard({ of, wanted: inherited, force: tools.settings.force });
        if (found !== void 0)
          guard.update(found);
        const settings = {
          ...tools.settings,
          ...own,
          wanted,
          // They were asked about the pull request already.
          paths: void 0,
          verb: "deploy",
          target: { by: "name", name }
        };
        const work = () => (0, deploy.deploy)({ ...tools, settings, guard });
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof outcome.V) || error.outcome.reason !== "name-taken")
            throw error;
          const leaving = (await (0, remove.B1)(tools, [name])).filter(({ status }) => (0, statuses.y9)(status));
          if (leaving.length === 0)
            throw leftOver(name, error);
          return await untilFree(tools, leaving) ?? work();
        }
      }
      function ofPullRequest({ wanted, said, resolveCommit }, pull) {
        if (pull.ofEvent || said.ref || wanted.source !== "git_host")
          return { wanted, resolveCommit };
        const commit = said.commit ? wanted.commit : pull.commit;
        return { wanted: { ...wanted, ref: pull.branch, commit }, resolveCommit: false };
      }
      async function untilFree(tools, there) {
        const dying = there.filter(({ status }) => (0, statuses.y9)(status));
        if (dying.length === 0 || tools.settings.dryRun)
          return void 0;
        tools.log.line("The preview of this name is being deleted: waiting until it is gone.");
        const left = await (0, remove.ev)(tools, dying);
        return left.length > 0 ? (0, remove.di)(tools.settings.waitTimeoutMs, left) : void 0;
      }
      function leftOver(name, cause) {
        return new outcome.V("name-taken", `The name ${name} is taken by something that is no deployment: the tracing project of an earlier one, which was deleted without it. Teardown and sweep always delete both. Delete the tracing project ${name} (on its page, or by DELETE /api/v1/sessions/{id} of the tracing API), and run again; or give another preview-name-template. ${cause.message}`, { cause });
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
