const id = 886;
const ids = [886];
const modules = { 73564: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { CommentReplacedError: () => CommentReplacedError, GITHUB_LIMITS: () => GITHUB_LIMITS, assertSame: () => assertSame, assertSamePullRequest: () => assertSamePullRequest, assertUrlEndsWith: () => assertUrlEndsWith, createGitHubClient: () => createGitHubClient, isSameName: () => isSameName, openGitHub: () => openGitHub, toGitHubFailure: () => toGitHubFailure });
	var $$safety0 = __require(6760);
	var $$clock1 = __require(75065);
	var $$errors2 = __require(65292);
	var $$retry3 = __require(85933);
	async function openGitHub(options) {
		const { token, env, transport, redact } = options;
		const [owner, repo, ...rest] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
		if (token === void 0 || !owner || !repo || rest.length > 0) return void 0;
		const { createGitHub } = await Promise.all([__require.e(875), __require.e(610), __require.e(326)]).then(__require.bind(__require, 93284));
		const apiUrl = env["GITHUB_API_URL"] || "https://api.github.com";
		const octokit = await createGitHub({ token, apiUrl, transport });
		return { octokit, owner, repo, repositoryId: readId(env["GITHUB_REPOSITORY_ID"]), redact };
	}
	function readId(text) {
		const id2 = Number(text);
		return text && Number.isSafeInteger(id2) && id2 > 0 ? id2 : void 0;
	}
	const GITHUB_LIMITS = { attemptTimeoutMs: 6e3, retryDelaysMs: [300, 1e3], maxRetryAfterMs: 3e3, finishTimeoutMs: 2e4, cancelTimeoutMs: 3e3, confirmBackoff: $$retry3.hH.comment };
	function createGitHubClient({ octokit, owner, repo, redact }, signal, limits = GITHUB_LIMITS, sleep = (ms, aborted) => $$clock1.dQ.sleep(ms, aborted)) {
		return { octokit, redact, failureOf: (error) => toGitHubFailure(error, redact), sleep: (ms, also) => sleep(ms, also === void 0 ? signal : AbortSignal.any([signal, also])), call: (work, { repeatable } = { repeatable: true }) => (0, $$retry3.L5)(() => work({ owner, repo, request: { signal: (0, $$clock1.NE)(signal, limits.attemptTimeoutMs) } }), { delayAfter(error, attempt) {
			const delayMs = retryDelayMs(error, repeatable, limits.retryDelaysMs[attempt - 1]) ?? Number.NaN;
			return !signal.aborted && delayMs <= limits.maxRetryAfterMs ? delayMs : void 0;
		}, sleep: (ms) => sleep(ms, signal) }) };
	}
	function retryDelayMs(error, repeatable, leastMs) {
		if (leastMs === void 0) return void 0;
		const status = (0, $$safety0._F)(error, "status");
		const after = Number(headerOf(error, "retry-after") ?? Number.NaN);
		const delayMs = Number.isNaN(after) ? leastMs : Math.max(after * 1e3, leastMs);
		if (status === 429 || status === 403 && !Number.isNaN(after)) return delayMs;
		return repeatable && typeof status === "number" && status >= 500 ? delayMs : void 0;
	}
	function assertSamePullRequest({ owner, repo, repositoryId }, number, answer) {
		const { id: id2, full_name: name } = answer.base.repo;
		const same = name.toLowerCase() === `${owner}/${repo}`.toLowerCase();
		if (answer.number === number && (same || repositoryId !== void 0 && id2 === repositoryId)) return;
		throw new MismatchedAnswerError(`pull request ${owner}/${repo}#${number}`, `${name}#${answer.number}`);
	}
	function assertUrlEndsWith(what, url, end) {
		if (!url || url.replace(/[?#].*/s, "").endsWith(end)) return;
		throw new MismatchedAnswerError(what, url.split("/").slice(-2).join("/"));
	}
	function isSameName(requested, answered) {
		if (answered === null || answered === void 0) return true;
		return String(requested).toLowerCase() === String(answered).toLowerCase();
	}
	function assertSame(what, requested, answered) {
		if (!isSameName(requested, answered)) throw new MismatchedAnswerError(`${what} ${requested}`, String(answered));
	}
	class MismatchedAnswerError extends Error {
		name = "MismatchedAnswerError";
		constructor(requested, answered) {
			super(`GitHub returned ${answered} when ${requested} was requested`);
		}
	}
	class CommentReplacedError extends Error {
		name = "CommentReplacedError";
	}
	function toGitHubFailure(error, redact) {
		const message = (0, $$errors2.TN)(redact(messageOf(error)));
		const status = (0, $$safety0._F)(error, "response") === void 0 ? null : numberAt(error, "status");
		return { status, message, description: describe(error, status, message), permissions: permissionsNeeded(error) };
	}
	function messageOf(error) {
		const message = (0, $$safety0._F)(error, "message");
		if (typeof message !== "string") return "unknown error";
		const cause = (0, $$safety0._F)(error, "cause");
		return message === "fetch failed" && cause !== void 0 ? messageOf(cause) : message;
	}
	function describe(error, status, message) {
		if (error instanceof MismatchedAnswerError || error instanceof CommentReplacedError) return message;
		const words = message.trimStart().startsWith("<") ? "" : `: ${message}`;
		return status === null ? `GitHub did not respond${words}` : `GitHub answered ${status}${words}`;
	}
	function permissionsNeeded(error) {
		const [first = ""] = (headerOf(error, "x-accepted-github-permissions") ?? "").split(";");
		return Array.from(first.matchAll(/(?<![a-z_])([a-z_]+)=([a-z]+)/g), ([, name = "", level = ""]) => `${name.replaceAll("_", "-")}: ${level}`);
	}
	function headerOf(error, name) {
		const found = (0, $$safety0._F)((0, $$safety0._F)((0, $$safety0._F)(error, "response"), "headers"), name);
		return typeof found === "string" || typeof found === "number" ? String(found) : void 0;
	}
	function numberAt(value, key) {
		const field = (0, $$safety0._F)(value, key);
		return typeof field === "number" ? field : null;
	}
}), 64200: ((__module, __exports, __require) => {
	__require.d(__exports, { Cc: () => $$later0.CcL, FD: () => $$later0.FDf, Kk: () => $$later0.KkB, _H: () => $$later0._Hp, i7: () => $$later0.i7o });
	var $$later0 = __require(72786);
}), 81388: ((__module, __exports, __require) => {
	__require.d(__exports, { b: () => writeLock, m: () => readLock });
	var $$client0 = __require(73564);
	var $$state1 = __require(64200);
	const LIMITS = { attemptTimeoutMs: 3e4, retryDelaysMs: [1e3, 4e3], maxRetryAfterMs: 6e4 };
	async function readLock(connection, deployment, { clock, signal }) {
		const client = clientOf(connection, { clock, signal });
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
		const client = clientOf(connection, { clock, signal });
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
	const clientOf = (connection, { clock, signal }) => (0, $$client0.createGitHubClient)(connection, signal, LIMITS, (ms, aborted) => clock.sleep(ms, aborted));
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
	var $$outcome0 = __require(96043);
	var $$state1 = __require(64200);
	var $$store2 = __require(81388);
	const NO_GITHUB = { ok: false, why: "The run has no `github-token` or no repository on GitHub" };
	const UNLOCK = "Run the action with `action: unlock` to release the lock, or comment `/unlock` where the workflow supports commands.";
	async function requireUnlocked(context, deployment) {
		await context.beforeChange?.();
		const reading = await readForDeploy(context, deployment);
		if (reading === void 0) return;
		if (!reading.ok) throw new $$outcome0.lZ("lock-unreadable", describeUnreadableLock(deployment, reading));
		const { state, at } = reading.lock;
		if (!(0, $$state1.i7)(state, at)) return;
		context.record.lock = state;
		throw new $$outcome0.lZ("locked", `${(0, $$state1.FD)(state)}. The action did not start the change of ${deployment}. ${UNLOCK}`);
	}
	async function noteLock(context, deployment) {
		const reading = await readForDeploy(context, deployment);
		if (reading === void 0) return;
		if (!reading.ok) {
			context.log.line(describeUnreadableLock(deployment, reading));
			return;
		}
		const { state, at } = reading.lock;
		if (!(0, $$state1.i7)(state, at)) return;
		context.record.lock = state;
		context.log.line(`${(0, $$state1.FD)(state)}. Deploys and rollbacks are refused.`);
	}
	async function readForDeploy(context, deployment) {
		const { settings, clock, signal, log } = context;
		if (settings.locks === "ignore") return void 0;
		const connection = await context.github();
		if (connection !== void 0) return (0, $$store2.m)(connection, deployment, { clock, signal });
		if (settings.locks === "required") return NO_GITHUB;
		log.line("The run has no GitHub token or repository, so locks are not checked.");
		return void 0;
	}
	function describeUnreadableLock(deployment, { why, failure }) {
		const { status = null } = failure ?? {};
		const denied = status === 401 || status === 403 || status === 404;
		const hint = denied ? " Add `contents: read` under `permissions:` of the job, or set `locks: ignore` to deploy without checking locks." : " Run the workflow again, or set `locks: ignore` to deploy without checking locks.";
		return `The lock of ${deployment} could not be read, and an unreadable lock counts as a lock. ${why}.${hint}`;
	}
}) };
export {
	id,
	ids,
	modules
};
