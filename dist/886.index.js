const id = 886;
const ids = [886];
const modules = { 74886: ((__module, __exports, __require) => {
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
}) };
export {
	id,
	ids,
	modules
};
