const id = 4886;
const ids = [4886];
const modules = { 64200: ((__module, __exports, __require) => {
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
}), 74886: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { lock: () => lock, unlock: () => unlock });
	var later = __require(72786);
	;
	var read = __require(98591);
	var outcome = __require(96043);
	var lock_state = __require(64200);
	var lock_store = __require(81388);
	var require_unlocked = __require(45280);
	;
	async function lock(context) {
		const { settings, record, clock } = context;
		const { name, connection, stored } = await readState(context);
		const by = actorOf(context);
		if ((0, lock_state.i7)(stored.state, stored.at) && stored.state.by !== by) {
			record.lock = stored.state;
			throw new outcome.lZ("locked", `${(0, lock_state.FD)(stored.state)}. The lock was not changed.`);
		}
		const until = settings.forMs === void 0 ? null : isoTime(clock.now() + settings.forMs);
		const state = { ...stateOf(context, name), locked: true, reason: connection.redact(settings.reason), until };
		if (settings.dryRun) return (0, outcome.bu)("planned", "dry-run", `Nothing was sent. ${name} would be locked.`);
		await write(context, connection, state, stored);
		record.lock = state;
		return (0, outcome.bu)("observed", "lock-set", `${(0, lock_state.FD)(state)}. Deploys and rollbacks of ${name} from this repository are refused.`);
	}
	async function unlock(context) {
		const { settings } = context;
		const { name, connection, stored } = await readState(context);
		if (!(0, lock_state.i7)(stored.state, stored.at)) {
			return (0, outcome.bu)("unchanged", "not-locked", `${name} is not locked.`);
		}
		if (settings.dryRun) return (0, outcome.bu)("planned", "dry-run", `Nothing was sent. ${name} would be unlocked.`);
		await write(context, connection, stateOf(context, name), stored);
		return (0, outcome.bu)("observed", "lock-removed", `The lock of ${name} was removed. Before: ${(0, lock_state.FD)(stored.state)}.`);
	}
	async function readState(context) {
		const { settings, clock, signal } = context;
		const found = await (0, read.FB)(context, settings.target);
		if (found === void 0) {
			const name2 = settings.target.by === "name" ? settings.target.name : settings.target.id;
			throw new outcome.lZ("deployment-not-found", `No deployment ${name2} exists, so nothing was changed. Correct deployment-name.`);
		}
		(0, read.dj)(context, found);
		const { name } = found;
		const connection = await context.github();
		if (connection === void 0) {
			throw new outcome.lZ("lock-unreadable", (0, require_unlocked.E9)(name, require_unlocked.iY));
		}
		const reading = await (0, lock_store.m)(connection, name, { clock, signal });
		if (!reading.ok) throw new outcome.lZ("lock-unreadable", (0, require_unlocked.E9)(name, reading));
		return { name, connection, stored: reading.lock };
	}
	async function write(context, connection, state, { commit }) {
		const { record, clock, signal } = context;
		const written = await (0, lock_store.b)(connection, state, commit, { clock, signal });
		switch (written.kind) {
			case "written":
				record.changed = true;
				await context.checkpoint();
				return;
			case "changed":
				throw new outcome.lZ("lock-changed", `Another run changed the lock of ${state.deployment} at the same time, so this run did not change the lock. \`action: status\` shows the lock.`);
			case "failed":
				throw new outcome.lZ("lock-not-stored", describeFailure(state, written.failure));
		}
	}
	function describeFailure({ deployment }, { status, description }) {
		const denied = status === 401 || status === 403 || status === 404;
		const hint = denied ? "Add `contents: write` under `permissions:` of the job." : "Run the workflow again.";
		return `The lock of ${deployment} could not be stored, so it is unchanged. ${description}. ${hint}`;
	}
	function stateOf(context, deployment) {
		const { env, clock } = context;
		const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id2 } = env;
		const run = server && repository && id2 ? `${server}/${repository}/actions/runs/${id2}` : "";
		return { version: later.TL7, deployment, locked: false, by: actorOf(context), at: isoTime(clock.now()), reason: "", until: null, run: run.slice(0, later.fwR.run) };
	}
	function actorOf({ env, settings }) {
		return (settings.command?.comment.author || env["GITHUB_TRIGGERING_ACTOR"] || env["GITHUB_ACTOR"] || "").slice(0, later.fwR.login);
	}
	const isoTime = (at) => new Date(at).toISOString();
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
