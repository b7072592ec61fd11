const id = 280;
const ids = [280];
const modules = { 73564: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { CommentReplacedError: () => CommentReplacedError, GITHUB_LIMITS: () => GITHUB_LIMITS, assertSame: () => assertSame, assertSamePullRequest: () => assertSamePullRequest, assertUrlEndsWith: () => assertUrlEndsWith, createGitHubClient: () => createGitHubClient, createPatientClient: () => createPatientClient, isSameName: () => isSameName, openGitHub: () => openGitHub, toGitHubFailure: () => toGitHubFailure });
	var $$safety0 = __require(6760);
	var $$clock1 = __require(75065);
	var $$errors2 = __require(65292);
	var $$retry3 = __require(85933);
	async function openGitHub(options) {
		const { token, env, transport, redact } = options;
		const [owner, repo, ...rest] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
		if (token === void 0 || !owner || !repo || rest.length > 0) return void 0;
		const { createGitHub } = await Promise.all([__require.e(875), __require.e(546), __require.e(326)]).then(__require.bind(__require, 93284));
		const apiUrl = env["GITHUB_API_URL"] || "https://api.github.com";
		const octokit = await createGitHub({ token, apiUrl, transport });
		return { octokit, owner, repo, repositoryId: readId(env["GITHUB_REPOSITORY_ID"]), redact };
	}
	function readId(text) {
		const id2 = Number(text);
		return text && Number.isSafeInteger(id2) && id2 > 0 ? id2 : void 0;
	}
	const GITHUB_LIMITS = { attemptTimeoutMs: 6e3, retryDelaysMs: [300, 1e3], maxRetryAfterMs: 3e3, finishTimeoutMs: 2e4, cancelTimeoutMs: 3e3, confirmBackoff: $$retry3.hH.comment };
	const PATIENT_LIMITS = { attemptTimeoutMs: 3e4, retryDelaysMs: [1e3, 4e3], maxRetryAfterMs: 6e4 };
	function createPatientClient(connection, { clock, signal }) {
		return createGitHubClient(connection, signal, PATIENT_LIMITS, (ms, aborted) => clock.sleep(ms, aborted));
	}
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
}), 91085: ((__module, __exports, __require) => {
	__require.d(__exports, { K9: () => isLaterRun, Qw: () => finalCommentAction, SA: () => isMissingPermission, VJ: () => expectsOtherAgents, Wb: () => commentTargetOf, eT: () => deploymentStateOf, eY: () => candidateRefs, mY: () => SHARED_KEY, p7: () => environmentOf, qJ: () => isRollingOut, qy: () => describeReportFailure });
	const ERRORS = ["unauthorized", "forbidden", "rate-limited", "service-error", "unreachable", "lost-answer", "internal-error", "verification-impossible"];
	function deploymentStateOf({ kind, reason }) {
		switch (kind) {
			case "deployed":
			case "unchanged":
			case "observed":
			case "verified":
				return "success";
			case "submitted":
				return "in_progress";
			case "failed":
				return ERRORS.includes(reason) ? "error" : "failure";
			case "rolled-back":
				return "failure";
			case "timed-out":
				return "error";
			case "superseded":
			case "cancelled":
			case "torn-down":
			case "planned":
			case "skipped":
			case "provided":
				return "inactive";
		}
	}
	function environmentOf(settings, record) {
		if (!settings.github.deployment || settings.dryRun) return void 0;
		const agent = agentOf(settings, record);
		if (agent === void 0) return void 0;
		switch (settings.verb) {
			case "preview":
				return { environment: agent, transient: true, agent };
			case "deploy":
			case "rollback":
			case "wait":
				return { environment: settings.github.environment ?? agent, transient: false, agent };
			default:
				return void 0;
		}
	}
	const SHARED_KEY = "agents";
	const VERIFY_AGENT = "verify";
	function commentTargetOf(settings, event, record) {
		if (!settings.github.comment || settings.dryRun) return void 0;
		if (["sweep", "status", "lock", "unlock"].includes(settings.verb)) return void 0;
		const isVerify = settings.verb === "verify";
		if (isVerify && record.gate === void 0) return void 0;
		const pullRequest = record.pullRequest ?? event.pullRequest?.number;
		const agent = agentOf(settings, record) ?? record.retired[0] ?? (isVerify ? VERIFY_AGENT : void 0);
		if (pullRequest === void 0 || agent === void 0) return void 0;
		return { pullRequest, key: settings.github.commentKey ?? SHARED_KEY, agent };
	}
	function expectsOtherAgents(settings) {
		return "paths" in settings && settings.paths !== void 0;
	}
	function isLaterRun({ action }, attempt) {
		return action === "synchronize" || action === "reopened" || attempt !== "1";
	}
	function isRollingOut({ verb, dryRun }, { stage, plan }) {
		if (dryRun || !["deploy", "preview", "rollback", "wait"].includes(verb)) return false;
		return stage === "waiting" || ["uploading", "writing"].includes(stage) && plan !== void 0;
	}
	function finalCommentAction(verb, { kind, reason }, begun) {
		switch (kind) {
			case "planned":
			case "observed":
			case "skipped":
				return "leave";
			case "unchanged":
				return reason === "paths-untouched" ? "leave" : "update";
			case "torn-down":
				return "update";
			case "cancelled":
				return begun ? "write" : "leave";
			default:
				return verb === "teardown" ? "update" : "write";
		}
	}
	function agentOf(settings, record) {
		const known = record.deployment?.name ?? record.name;
		if (known !== void 0) return known;
		if (!("target" in settings)) return void 0;
		return settings.target.by === "name" ? settings.target.name : void 0;
	}
	function candidateRefs(settings, event, record, sha) {
		const commit = record.commit ?? record.revision?.commit;
		const refs = [isOfThisRepository(settings, event) ? commit : void 0, event.commit, sha];
		return [...new Set(refs.filter((ref) => ref !== void 0))];
	}
	function isOfThisRepository(settings, event) {
		if (!("desired" in settings) || settings.desired.repoUrl === void 0) return true;
		const path = URL.parse(settings.desired.repoUrl)?.pathname.replace(/\.git$|(?<!\/)\/+$/g, "");
		return path?.toLowerCase().endsWith(`/${event.repository.toLowerCase()}`) ?? false;
	}
	const REPORT_PARTS = { deployment: { what: "the deployment of this run", permission: "deployments: write", off: "github-deployment: false" }, retire: { what: "the deployments of the deleted preview", permission: "deployments: write", off: "github-deployment: false" }, comment: { what: "the comment on the pull request", permission: "pull-requests: write", off: "comment: false" } };
	function describeReportFailure(name, failure) {
		const { what, permission, off } = REPORT_PARTS[name];
		const start = `The action could not update ${what} on GitHub; the deployment itself is not affected.`;
		if (isMissingPermission(failure)) {
			const line = lineFor(permission, failure.permissions);
			return `${start} The token lacks a permission: add \`${line}\` under \`permissions:\` of the job (a job with \`permissions:\` has only the permissions listed there), or set \`${off}\`.`;
		}
		if (failure.status === 401) {
			return `${start} GitHub rejected the token (${failure.message}): pass a valid token as \`github-token\`, or set \`${off}\`.`;
		}
		return `${start} ${failure.description}.`;
	}
	function isMissingPermission({ status, message }) {
		return status === 403 && /not accessible by/i.test(message);
	}
	function lineFor(known, named) {
		const [name = ""] = known.split(":");
		if (named.length === 0 || named.some((line) => line.startsWith(`${name}:`))) return known;
		if (known.startsWith("pull-requests") && named.some((line) => line.startsWith("issues:"))) return known;
		return named.join("`, `");
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
