const id = 3805;
const ids = [3805];
const modules = { 43805: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { deploy: () => deploy });
	var contract_dialect = __require(26625);
	var statuses = __require(83889);
	var require_unlocked = __require(45280);
	var outcome = __require(96043);
	var plan_current = __require(67418);
	var origin = __require(23001);
	var plan_plan = __require(42641);
	var types = __require(41966);
	var run_record = __require(758);
	var deploy_confirm = __require(51987);
	var identify = __require(58975);
	var json_safety = __require(6760);
	var external_node_crypto_ = __require(77598);
	var log_lines = __require(28254);
	;
	function checkApproval({ settings, record }, plan, current, desired) {
		const { apiKey, expectedPlan } = settings;
		record.planId = fingerprint(apiKey, describeSituation(plan, current, desired.commit ?? desired.archive?.sha256));
		if (expectedPlan === void 0 || expectedPlan === record.planId) return void 0;
		return (0, outcome.bu)("failed", "plan-changed", `Nothing was sent: the plan differs from the approved plan ${expectedPlan.slice(0, 12)}\u2026. It is now: ${(0, log_lines.MM)(plan)} The deployment, its revisions, the commit, the inputs or the API key changed since the approval. Create a new plan and have it approved.`);
	}
	function fingerprint(key, text) {
		return (0, external_node_crypto_.createHmac)("sha256", key).update("agent-deploy plan\n").update(text).digest("hex");
	}
	function describeSituation(plan, current, commit) {
		return canonicalJson({ version: 1, deployment: current?.id ?? null, latest: current?.latestRevisionId ?? null, active: current?.activeRevisionId ?? null, commit: commit ?? null, kind: plan.kind, revision: "revisionId" in plan ? plan.revisionId : null, body: "body" in plan ? plan.body : null });
	}
	function canonicalJson(value) {
		return JSON.stringify(value, (_key, held) => (0, json_safety.OW)(held) ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => a < b ? -1 : 1)) : held);
	}
	var polling = __require(70303);
	var read = __require(98591);
	var rollout = __require(45186);
	var sizes = __require(71895);
	;
	const USUAL_CONFIG = "langgraph.json";
	const MAX_NAMED = 10;
	async function reportUnsetVariables({ findNeededVariables, log }, desired, current) {
		const { source, secrets = [], secretsStrategy, sourcePath = ".", graphConfigPath = USUAL_CONFIG } = desired;
		if (findNeededVariables === void 0 || source !== "git_host" && source !== "internal_source") return;
		const isKept = current !== void 0 && (desired.secrets === void 0 || secretsStrategy === "merge");
		if (isKept && current.secrets === void 0) return;
		const kept = isKept ? current.secrets ?? [] : [];
		const references = desired.secretReferences ?? [];
		const set = new Set([...secrets, ...references, ...kept].map(({ name }) => name));
		const found = await findNeededVariables({ source, sourcePath, graphConfigPath }).catch(() => []);
		const unset = found.filter(({ name }) => !set.has(name));
		if (unset.length === 0) return;
		const named = unset.slice(0, MAX_NAMED).map(({ name, foundIn }) => `${name} (${(0, sizes.Gt)(foundIn)})`);
		const more = unset.length > MAX_NAMED ? ` and ${unset.length - MAX_NAMED} more` : "";
		log.line(`The code reads ${unset.length === 1 ? "a variable" : "variables"} that no input or file sets: ${named.join(", ")}${more}. Set ${unset.length === 1 ? "it" : "them"} in \`secrets\`, unless the agent works without.`);
	}
	var errors = __require(65292);
	;
	async function chooseIntegration({ controlPlane, signal, log }, desired) {
		if (desired.source !== "git_host" || desired.integrationId !== void 0) return desired;
		try {
			const [first, ...others] = await controlPlane.gitIntegrations(signal);
			if (first === void 0) {
				log.line("The workspace has no git integration; continuing without one.");
				return desired;
			}
			if (others.length > 0) {
				const list = [first, ...others].map(({ id: id2, name }) => `${id2} (${name ?? "no name"})`).join(", ");
				throw new outcome.lZ("ambiguous-integration", `The workspace has several git integrations: ${list}. Choose one with integration-id.`);
			}
			log.line(`Using the workspace's git integration ${first.name ?? first.id}.`);
			return { ...desired, integrationId: first.id };
		} catch (error) {
			if (!(0, errors.hh)(error)) throw error;
			return desired;
		}
	}
	async function chooseListener({ controlPlane, signal, log }, desired) {
		if (desired.source !== "external_docker") return desired;
		const { listenerId, k8sNamespace } = desired;
		if (listenerId !== void 0 && k8sNamespace === void 0) return desired;
		const listeners = await controlPlane.listListeners(signal).catch((error) => {
			if ((0, errors.hh)(error) || (0, errors.d7)(error, 403)) return [];
			throw error;
		});
		const [first, ...others] = listeners;
		if (listenerId === void 0 && others.length > 0) {
			throw new outcome.lZ("ambiguous-listener", `The workspace has several listeners: ${listeners.map(describe).join(", ")}. Choose one with listener-id.`);
		}
		const chosen = listenerId === void 0 ? first : listeners.find(({ id: id2 }) => id2 === listenerId);
		if (chosen === void 0) return desired;
		if (k8sNamespace !== void 0 && chosen.namespaces?.includes(k8sNamespace) === false) {
			throw new outcome.lZ("invalid-plan", `k8s-namespace: the listener ${describe(chosen)} does not deploy into ${k8sNamespace}. Give one of its namespaces.`);
		}
		if (listenerId === void 0) log.line(`Using the workspace's listener ${describe(chosen)}.`);
		return { ...desired, listenerId: chosen.id };
	}
	function describe({ id: id2, computeType, computeId, namespaces }) {
		const where = namespaces === void 0 ? "" : `, namespaces ${namespaces.join(" ") || "(none)"}`;
		return `${id2} (${computeType} ${computeId}${where})`;
	}
	var write = __require(6736);
	;
	const GRACE_MS = 3e4;
	async function deploy(context) {
		const { settings } = context;
		const { verification, target } = settings;
		let end;
		const runRollout = async () => {
			const rolledOut = await runDeploy(context);
			return context.afterRollout === void 0 ? rolledOut : context.afterRollout(rolledOut);
		};
		if (verification === void 0) end = await runRollout();
		else {
			const { verifyAfterDeploy, withGate } = await Promise.all([__require.e(1169), __require.e(7339), __require.e(3724), __require.e(8300)]).then(__require.bind(__require, 42876));
			end = await withGate(context, verification, target, async (gate) => verifyAfterDeploy(context, await runRollout(), gate));
		}
		if (settings.rollbackOnFailure) {
			end = await (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 40144))).rollBackOnFailure(context, end);
		}
		return end;
	}
	async function runDeploy(given) {
		const { settings, record, log } = given;
		let context = given;
		let desired = await resolveCommit(context);
		record.commit = desired.commit ?? context.exactCommit?.commit;
		const pathChecks = settings.paths && await Promise.all([__require.e(7875), __require.e(1777), __require.e(9168), __require.e(6326)]).then(__require.bind(__require, 8073));
		const untouched = await pathChecks?.checkPullRequestPaths(context);
		if (untouched !== void 0) return untouched;
		const { target } = settings;
		const found = await (0, read.FB)(context, target);
		const known = found?.name ?? (target.by === "name" ? target.name : void 0);
		if (settings.dryRun && known !== void 0) await (0, require_unlocked.oq)(context, known);
		if (desired.source === "internal_source") {
			const packed = await (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 3034))).packForDeploy(context, desired, found);
			desired = packed.desired;
			context = { ...context, source: packed.source };
		}
		if (found !== void 0) return update(context, desired, found);
		if (target.by === "id") throw new Error("no deployment was found, although it was read by its ID");
		log.line(`No deployment ${target.name} exists yet.`);
		return create(context, desired, target.name);
	}
	async function resolveCommit({ settings, log, resolveRef, signal }) {
		const { desired } = settings;
		if (!settings.resolveCommit || desired.repoUrl === void 0 || desired.ref === void 0) return desired;
		const commit = await resolveRef(desired.repoUrl, desired.ref, signal);
		log.line(commit === void 0 ? `The commit of ${desired.ref} is unknown, so it cannot be compared.` : `${desired.ref} is at ${commit}.`);
		return { ...desired, commit };
	}
	async function create(context, given, name) {
		const { settings, controlPlane, signal, record, log } = context;
		context.writeGuard?.create(given);
		const desired = await chooseListener(context, await chooseIntegration(context, given));
		const { dialect, baseUrl } = settings.endpoint;
		const plan = (0, plan_plan._1)(name, desired, { dialect, selfHosted: (0, contract_dialect._U)(baseUrl) });
		const stopped = await (0, rollout.uH)(context, plan, `create ${name}`) ?? checkApproval(context, plan, void 0, desired);
		if (stopped !== void 0) return stopped;
		await reportUnsetVariables(context, desired, void 0);
		if (plan.kind !== "create") throw new Error(`a create was planned as ${plan.kind}`);
		if (settings.dryRun) return (0, rollout.dU)(plan);
		await (0, require_unlocked.P3)(context, name);
		await (0, rollout.d$)(context, "writing");
		const created = await (0, write.Yy)(context, plan.body, desired);
		const { deployment } = created;
		if (created.kind === "exists") {
			log.line(`Another client created ${name} in the meantime; continuing as an update.`);
			record.stage = "reading";
			return update(context, given, deployment);
		}
		record.created = true;
		record.changed = true;
		(0, read.dj)(context, deployment);
		if (created.afterLostAnswer) log.line("The response was lost, but the deployment exists.");
		if (desired.source !== "internal_source") {
			return (0, rollout.w1)(context, desired, { deployment, lost: created.afterLostAnswer }, void 0, plan);
		}
		const uploaded = await (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 3034))).uploadSource(context, deployment, desired);
		return update(context, uploaded, await controlPlane.getDeployment(deployment.id, signal));
	}
	async function update(context, given, found) {
		const { settings, controlPlane, signal, log } = context;
		let desired = given;
		let deployment = found;
		let current = await inspect(context, deployment);
		const pathChecks = settings.paths && await Promise.all([__require.e(7875), __require.e(1777), __require.e(9168), __require.e(6326)]).then(__require.bind(__require, 8073));
		const untouched = await pathChecks?.checkPushedPaths(context, desired, current);
		if (untouched !== void 0) return untouched;
		if (!context.record.created) await reportUnsetVariables(context, desired, current);
		const reread = /* @__PURE__ */ new Set();
		const readAgain = async (why) => {
			reread.add(why);
			deployment = await controlPlane.getDeployment(found.id, signal);
			current = await inspect(context, deployment);
		};
		const adopt = (revisionId) => {
			const before = revisionsBesides(current, revisionId);
			return (0, rollout.Of)(context, { deployment, revisionId, desired, current, before, adopted: true });
		};
		for (; ; ) {
			const plan = (0, plan_plan.ZL)(current, desired, { force: settings.force });
			const unsure = reread.has("waited-for-commit") ? void 0 : mayBeOurs(context, plan, current, desired);
			if (unsure !== void 0) {
				const end = await awaitRevisionCommit(context, unsure, current, desired);
				if (end !== void 0) return end;
				await readAgain("waited-for-commit");
				continue;
			}
			const stopped = await reviewPlan(context, plan, current, desired);
			if (stopped !== void 0) return stopped;
			if (plan.kind === "unchanged") {
				const listed = reread.size === 0 ? found : void 0;
				if (await (0, deploy_confirm.eS)(context, current, desired, listed)) return alreadyActive(current, desired);
				if (reread.has("contradicted")) throw contradiction(current);
				await readAgain("contradicted");
				continue;
			}
			if (settings.dryRun) return (0, rollout.dU)(plan);
			if (plan.kind === "adopt") {
				log.line(`Revision ${plan.revisionId} of this commit is already in progress: waiting for it.`);
				return adopt(plan.revisionId);
			}
			if (plan.kind !== "patch") throw new Error(`an update was planned as ${plan.kind}`);
			if (!reread.has("waited-for-push") && expectsPush(context, plan, current, desired)) {
				const pushed = await awaitPush(context, current, desired);
				if (pushed !== void 0) return adopt(pushed);
				await readAgain("waited-for-push");
				continue;
			}
			if (desired.source === "internal_source" && desired.tarballPath === void 0) {
				desired = await (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 3034))).uploadSource(context, deployment, desired);
				await readAgain("uploaded");
				continue;
			}
			const now = await (0, read.sM)(context, current);
			if (!reread.has("moved-on") && (0, read.QO)(now, current)) {
				await readAgain("moved-on");
				continue;
			}
			return sendPatch(context, desired, current, withTarball(plan, desired.tarballPath), now);
		}
	}
	async function inspect(context, deployment) {
		const { record } = context;
		context.writeGuard?.update(deployment);
		(0, read.dj)(context, deployment);
		const current = await (0, read.cA)(context, deployment);
		record.previousRevisionId = current.activeRevisionId;
		record.prediction = (0, polling.rs)(current.revisions);
		record.earlier = (0, polling.PC)(current.revisions);
		if (current.active !== void 0) (0, run_record.dO)(record, current.active);
		return current;
	}
	async function reviewPlan(context, plan, current, desired) {
		const { record, log } = context;
		const show = () => (0, rollout.uH)(context, plan, `update ${current.name}`);
		if (record.created) return plan.kind === "refused" ? show() : void 0;
		if (desired.tarballPath !== void 0 && plan.kind !== "refused") {
			const before = record.planId;
			const stopped = checkApproval(context, plan, current, desired);
			if (stopped !== void 0 || record.planId === before) return stopped;
			log.line("The deployment changed during the upload; the plan is now:");
		}
		return await show() ?? checkApproval(context, plan, current, desired);
	}
	function withTarball(plan, path) {
		if (path === void 0) return plan;
		const revision = { ...plan.body.source_revision_config, source_tarball_path: path };
		return { ...plan, body: { ...plan.body, source_revision_config: revision } };
	}
	async function sendPatch(context, desired, current, plan, now) {
		const { record, log } = context;
		await (0, require_unlocked.P3)(context, current.name);
		if ((0, types.b)(plan)) record.revision = void 0;
		await (0, rollout.d$)(context, "writing");
		const { deployment, afterLostAnswer: lost } = await (0, write.Gj)(context, current, plan, desired, now);
		record.changed = true;
		(0, read.dj)(context, deployment);
		if (lost) log.line("The response was lost, but the change took effect.");
		const latest = deployment.latest_revision_id;
		const made = Boolean(latest) && !current.revisions.some(({ id: id2 }) => id2 === latest);
		if ((0, types.b)(plan) || made) return (0, rollout.w1)(context, desired, { deployment, lost }, current, plan);
		return await checkActive(context, desired, current, deployment) ?? confirmUpdated(context, desired, current, deployment);
	}
	async function confirmUpdated(context, desired, current, deployment) {
		const { end, unseen } = await (0, deploy_confirm.iv)(context, current, desired);
		if (end !== void 0) return end;
		const revisionId = deployment.active_revision_id ?? current.activeRevisionId;
		if (revisionId !== void 0) {
			const before = revisionsBesides(current, revisionId);
			const target = { deployment, revisionId, desired, current, before, adopted: true };
			const doubt = await (0, deploy_confirm.xw)(context, target);
			if (doubt !== void 0) return doubt;
		}
		const hidden = unseen.length === 0 ? "" : ` The service does not show ${unseen.join(", ")}, so these settings were not compared.`;
		return (0, outcome.bu)("deployed", "configuration-updated", `${current.name} was updated; the change needs no revision, and the active revision keeps serving. Builds and containers use these settings from the next revision on; \`force: true\` creates one now.${hidden}`);
	}
	function revisionsBesides({ revisions }, revisionId) {
		return new Set(revisions.map(({ id: id2 }) => id2).filter((id2) => id2 !== revisionId));
	}
	function alreadyActive({ name }, desired) {
		const origin2 = desired.source === "git_host" ? `commit ${desired.commit?.slice(0, 7) ?? "(unknown)"} of ${desired.ref ?? "the ref"}` : desired.source === "internal_source" ? "this source" : desired.imageUri ?? "this image";
		return (0, outcome.bu)("unchanged", "already-active", `${name} already runs ${origin2}, and no setting differs. Set \`force: true\` to deploy it again.`);
	}
	async function checkActive({ controlPlane, signal, record }, desired, current, answer) {
		const revisionId = answer.active_revision_id;
		if (!revisionId || revisionId === current.activeRevisionId) return void 0;
		const revision = (0, plan_current.aI)(await controlPlane.getRevision(answer.id, revisionId, signal));
		(0, run_record.dO)(record, revision);
		if ((0, origin.NX)(revision, desired)) {
			return (0, outcome.bu)("superseded", "newer-revision", `${answer.name} was updated, but revision ${revisionId}, which has another commit or image, became active at the same time. Run the workflow again.`);
		}
		const before = new Set(current.revisions.map(({ id: id2 }) => id2));
		return (0, deploy_confirm.Dk)({ deployment: answer, revisionId, desired, current, before, adopted: true }, answer);
	}
	function mayBeOurs({ settings }, plan, current, desired) {
		const asks = plan.kind === "patch" && plan.originOnly && !settings.force && !settings.dryRun;
		return asks ? (0, origin.u9)(desired, current) : void 0;
	}
	async function awaitRevisionCommit(context, unsure, current, desired) {
		const { settings, record, log } = context;
		const which = `Revision ${unsure.id} of ${desired.ref ?? "the ref"}`;
		log.line(`${which} is ${unsure.status} and may have been built from this commit; waiting until its commit is known.`);
		(0, run_record.dO)(record, unsure);
		const timeouts = { queuedMs: settings.wait ? settings.waitTimeoutMs : GRACE_MS, fetchedMs: GRACE_MS };
		const end = await (0, identify.CP)(context, current.id, unsure.id, timeouts);
		if (end !== "queued") return void 0;
		if (!settings.wait) {
			return (0, outcome.bu)("submitted", "not-waited", `${which} is queued and will build the current commit of ${desired.ref ?? "the ref"}, so nothing was sent; \`wait: false\` skips the wait.`);
		}
		return (0, outcome.bu)("timed-out", "deadline", `${which} was still queued after ${(0, run_record.a3)(settings.waitTimeoutMs)} and may build this commit, so nothing was sent. Run the workflow again to resume, or set \`force: true\` to create another revision.`);
	}
	function expectsPush({ event, settings }, plan, current, desired) {
		const comes = current.buildOnPush === true && event.name === "push" && !event.created;
		return comes && plan.originOnly && !settings.force && desired.commit === event.commit;
	}
	async function awaitPush(context, current, desired) {
		const { settings, log } = context;
		const grace = Math.min(GRACE_MS, settings.waitTimeoutMs);
		log.line("The deployment builds on push; waiting for the revision of this push.");
		const ended = new Set(current.revisions.filter(({ status }) => (0, statuses.dR)(status)).map(({ id: id2 }) => id2));
		const revision = await (0, identify.Wf)(context, current.id, desired, ended, grace);
		if (revision === void 0) log.line(`No revision appeared within ${grace / 1e3} s; creating one.`);
		else (0, run_record.dO)(context.record, revision);
		return revision?.id;
	}
	function contradiction({ name }) {
		return new outcome.lZ("contradictory-answers", `One response shows that ${name} has all desired settings, but another does not, so nothing was sent. Check the deployment, and run the workflow again when both responses agree.`);
	}
}), 64200: ((__module, __exports, __require) => {
	__require.d(__exports, { Cc: () => $$later0.CcL, FD: () => $$later0.FDf, Kk: () => $$later0.KkB, _H: () => $$later0._Hp, i7: () => $$later0.i7o });
	var $$later0 = __require(72786);
}), 81388: ((__module, __exports, __require) => {
	__require.d(__exports, { b: () => writeLock, m: () => readLock });
	var $$client0 = __require(73564);
	var $$state1 = __require(64200);
	async function readLock(connection, deployment, { clock, signal }) {
		const client = (0, $$client0.createPatientClient)(connection, { clock, signal });
		const ref = (0, $$state1._H)(deployment);
		try {
			const { data, headers } = await client.call((at2) => client.octokit.rest.git.listMatchingRefs({ ...at2, ref: shortRef(ref) }));
			const at = Math.min(timeOf(headers.date), clock.now());
			const refs = Array.isArray(data) ? data : void 0;
			if (refs?.every((item) => item.ref.startsWith(ref)) !== true) {
				return { ok: false, why: "GitHub returned other refs than the requested ref" };
			}
			const commit = refs.find((item) => item.ref === ref)?.object.sha;
			if (commit === void 0) return { ok: true, lock: { state: void 0, commit, at } };
			const { data: stored } = await client.call((where) => client.octokit.rest.git.getCommit({ ...where, commit_sha: commit }));
			if (stored.sha !== commit) return { ok: false, why: "GitHub returned another commit than the lock" };
			const decoded = (0, $$state1.Cc)(stored.message, deployment);
			return decoded.ok ? { ok: true, lock: { state: decoded.state, commit, at } } : decoded;
		} catch (error) {
			signal.throwIfAborted();
			const failure = client.failureOf(error);
			return { ok: false, why: failure.description, failure };
		}
	}
	async function writeLock(connection, state, parent, { clock, signal }) {
		const client = (0, $$client0.createPatientClient)(connection, { clock, signal });
		const ref = (0, $$state1._H)(state.deployment);
		let commit;
		try {
			commit = await createCommit(client, state, parent);
			const sha = commit;
			await client.call(async (at) => {
				if (parent === void 0) await client.octokit.rest.git.createRef({ ...at, ref, sha });
				else await client.octokit.rest.git.updateRef({ ...at, ref: shortRef(ref), sha, force: false });
			}, { repeatable: false });
			return { kind: "written" };
		} catch (error) {
			signal.throwIfAborted();
			const failure = client.failureOf(error);
			const now = await readLock(connection, state.deployment, { clock, signal });
			if (now.ok && commit !== void 0 && now.lock.commit === commit) return { kind: "written" };
			if (now.ok && now.lock.commit !== parent) return { kind: "changed" };
			return { kind: "failed", failure };
		}
	}
	async function createCommit(client, state, parent) {
		const content = `${JSON.stringify(state, void 0, 2)}
`;
		const { data: tree } = await client.call((at) => client.octokit.rest.git.createTree({ ...at, tree: [{ path: "lock.json", mode: "100644", type: "blob", content }] }));
		const { data: commit } = await client.call((at) => client.octokit.rest.git.createCommit({ ...at, message: (0, $$state1.Kk)(state), tree: tree.sha, parents: parent === void 0 ? [] : [parent] }));
		return commit.sha;
	}
	const shortRef = (ref) => ref.slice("refs/".length);
	function timeOf(date) {
		const time = Date.parse(date ?? "");
		return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
	}
}), 45280: ((__module, __exports, __require) => {
	__require.d(__exports, { E9: () => describeUnreadableLock, P3: () => requireUnlocked, iY: () => NO_GITHUB, oq: () => noteLock });
	var $$policy0 = __require(91085);
	var $$outcome1 = __require(96043);
	var $$state2 = __require(64200);
	var $$store3 = __require(81388);
	const NO_GITHUB = { ok: false, why: "The run has no `github-token` or no repository on GitHub. Remove an empty `github-token`: the default is the token of the job" };
	const UNLOCK = "Run the action with `action: unlock` to release the lock, or comment `/unlock` where the workflow supports commands.";
	async function requireUnlocked(context, deployment) {
		await context.beforeChange?.();
		const reading = await readForDeploy(context, deployment);
		if (reading === void 0) return;
		if (!reading.ok) throw new $$outcome1.lZ("lock-unreadable", describeUnreadableLock(deployment, reading));
		const { state, at } = reading.lock;
		if (!(0, $$state2.i7)(state, at)) return;
		context.record.lock = state;
		throw new $$outcome1.lZ("locked", `${(0, $$state2.FD)(state)}. The change of ${deployment} was not sent. ${UNLOCK}`);
	}
	async function noteLock(context, deployment) {
		const reading = await readForDeploy(context, deployment);
		if (reading === void 0) return;
		if (!reading.ok) {
			context.log.line(describeUnreadableLock(deployment, reading));
			return;
		}
		const { state, at } = reading.lock;
		if (!(0, $$state2.i7)(state, at)) return;
		context.record.lock = state;
		context.log.line(`${(0, $$state2.FD)(state)}. Deploys and rollbacks are refused.`);
	}
	async function readForDeploy(context, deployment) {
		const { settings, clock, signal, log } = context;
		if (settings.locks === "ignore") return void 0;
		const connection = await context.github();
		if (connection === void 0) {
			if (settings.locks === "required") return NO_GITHUB;
			log.line("The run has no GitHub token or repository, so locks are not checked.");
			return void 0;
		}
		const reading = await (0, $$store3.m)(connection, deployment, { clock, signal });
		const lacksPermission = !reading.ok && reading.failure !== void 0 && (0, $$policy0.SA)(reading.failure);
		if (!lacksPermission || settings.locks === "required") return reading;
		log.warn("lock", `The token cannot read locks, so the action does not know whether ${deployment} is locked. Add \`contents: read\` under \`permissions:\` of the job, or set \`locks: ignore\` if the repository has no locks.`);
		return void 0;
	}
	function describeUnreadableLock(deployment, { why, failure }) {
		const { status = null } = failure ?? {};
		const denied = status === 401 || status === 403 || status === 404;
		const hint = denied ? " Add `contents: read` under `permissions:` of the job, or set `locks: ignore` to deploy without checking locks." : `${failure === void 0 ? " Set" : " Run the workflow again, or set"} \`locks: ignore\` to deploy without checking locks.`;
		return `The lock of ${deployment} could not be read, and an unreadable lock counts as a lock. ${why}.${hint}`;
	}
}) };
export {
	id,
	ids,
	modules
};
