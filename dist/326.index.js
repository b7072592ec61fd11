const id = 326;
const ids = [326];
const modules = { 73564: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { GITHUB_LIMITS: () => GITHUB_LIMITS, assertSame: () => assertSame, assertSamePullRequest: () => assertSamePullRequest, assertUrlEndsWith: () => assertUrlEndsWith, createGitHubClient: () => createGitHubClient, isSameName: () => isSameName, openGitHub: () => openGitHub, toGitHubFailure: () => toGitHubFailure });
	var $$safety0 = __require(6760);
	var $$clock1 = __require(75065);
	var $$errors2 = __require(65292);
	var $$retry3 = __require(85933);
	async function openGitHub(options) {
		const { token, env, transport, redact } = options;
		const [owner, repo, ...rest] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
		if (token === void 0 || !owner || !repo || rest.length > 0) return void 0;
		const { createGitHub } = await Promise.all([__require.e(875), __require.e(326)]).then(__require.bind(__require, 93284));
		const apiUrl = env["GITHUB_API_URL"] || "https://api.github.com";
		const octokit = await createGitHub({ token, apiUrl, transport });
		return { octokit, owner, repo, repositoryId: readId(env["GITHUB_REPOSITORY_ID"]), redact };
	}
	function readId(text) {
		const id2 = Number(text);
		return text && Number.isSafeInteger(id2) && id2 > 0 ? id2 : void 0;
	}
	const GITHUB_LIMITS = { attemptTimeoutMs: 6e3, retryDelaysMs: [300, 1e3], maxRetryAfterMs: 3e3, finishTimeoutMs: 2e4, cancelTimeoutMs: 3e3 };
	function createGitHubClient({ octokit, owner, repo, redact }, signal, limits = GITHUB_LIMITS, sleep = (ms, aborted) => $$clock1.dQ.sleep(ms, aborted)) {
		return { octokit, redact, failureOf: (error) => toGitHubFailure(error, redact), call: (work, { repeatable } = { repeatable: true }) => (0, $$retry3.L5)(() => work({ owner, repo, request: { signal: (0, $$clock1.NE)(signal, limits.attemptTimeoutMs) } }), { delayAfter(error, attempt) {
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
		if (error instanceof MismatchedAnswerError) return message;
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
}), 47189: ((__module, __exports, __require) => {
	__require.d(__exports, { AW: () => createAuthor, eT: () => createComment, h1: () => findComment, vv: () => updateComment });
	var $$comment0 = __require(74127);
	var $$client1 = __require(73564);
	const PAGE = 100;
	const PAGES = 30;
	const RACE_MS = 10 * 6e4;
	const JOB_BOT = "github-actions[bot]";
	function createAuthor(client, token) {
		const ofApp = token.startsWith("ghs_");
		let login;
		const readLogin = async () => {
			if (!ofApp) {
				const { data } = await client.call((at) => client.octokit.rest.users.getAuthenticated({ request: at.request }));
				return data.login;
			}
			const { viewer } = await client.call((at) => client.octokit.graphql("{ viewer { login } }", { request: at.request }));
			return viewer.login;
		};
		return { async isMe(user) {
			if (ofApp && user.login === JOB_BOT) return true;
			if (ofApp && user.type !== "Bot") return false;
			return user.login === await (login ??= readLogin());
		} };
	}
	async function findComment(client, author, shown, since) {
		const mark = (0, $$comment0.Hc)(shown.key);
		for (let page = 1; page <= PAGES; page += 1) {
			const { data } = await client.call((at) => client.octokit.rest.issues.listComments({ ...at, issue_number: shown.pullRequest, per_page: PAGE, page, ...since === void 0 ? {} : { since } }));
			const end = `/issues/${shown.pullRequest}`;
			for (const { id: id2, body, user, issue_url: url } of data) {
				(0, $$client1.assertUrlEndsWith)(`comments of pull request #${shown.pullRequest}`, url, end);
				if (body?.startsWith(mark) !== true || !user) continue;
				if (await author.isMe(user)) return id2;
			}
			if (data.length < PAGE) return void 0;
		}
		return void 0;
	}
	async function updateComment(client, id2, body) {
		try {
			const { data } = await client.call((at) => client.octokit.rest.issues.updateComment({ ...at, comment_id: id2, body }));
			(0, $$client1.assertSame)("comment", id2, data.id);
			return id2;
		} catch (error) {
			if (client.failureOf(error).status === 404) return void 0;
			throw error;
		}
	}
	async function createComment(client, author, shown, body) {
		const end = `/issues/${shown.pullRequest}`;
		let made;
		try {
			const { data } = await client.call((at) => client.octokit.rest.issues.createComment({ ...at, issue_number: shown.pullRequest, body }), { repeatable: false });
			(0, $$client1.assertUrlEndsWith)(`pull request #${shown.pullRequest}`, data.issue_url, end);
			made = data;
		} catch (error) {
			const found = (client.failureOf(error).status ?? 500) >= 500 ? await findComment(client, author, shown) : void 0;
			if (found === void 0) throw error;
			return { id: found, ours: false };
		}
		const since = new Date(Date.parse(made.created_at) - RACE_MS).toISOString();
		const first = await findComment(client, author, shown, since);
		if (first === void 0 || first >= made.id) return { id: made.id, ours: true };
		await client.call((at) => client.octokit.rest.issues.deleteComment({ ...at, comment_id: made.id }));
		return { id: first, ours: false };
	}
}), 3342: ((__module, __exports, __require) => {
	__require.d(__exports, { $U: () => statusDescription, f_: () => startedComment, gH: () => finishedComment });
	var $$headline0 = __require(14444);
	var $$links1 = __require(19687);
	var $$statuses2 = __require(83889);
	var $$result3 = __require(63676);
	function startedComment(workflowRun, shown, record, commit) {
		const about = common(workflowRun, shown, record, commit);
		return { ...about, headline: (0, $$headline0.uc)({ ...record, name: about.name }), responds: record.previousRevisionId === void 0 ? void 0 : "previous", notes: [`started at ${new Date(record.startedAt).toISOString().slice(11, 16)} UTC`, ...expected(record)] };
	}
	function expected({ prediction }) {
		return prediction === void 0 ? [] : [`usually ready in ${(0, $$headline0.jl)(prediction.usualMs)}`];
	}
	function finishedComment(workflowRun, shown, { outcome, record }, context) {
		const gone = outcome.kind === "torn-down";
		const about = common(workflowRun, shown, record, context.commit);
		const { kind, reason, message } = outcome;
		return { ...about, ...gone ? { url: void 0, commit: void 0, isPreview: false } : {}, headline: (0, $$headline0.gD)(outcome, { ...record, name: about.name }), result: { kind, code: reason, docs: workflowRun.docsUrl(reason) }, message: (0, $$headline0.Li)(message, record), emphasis: (0, $$headline0.EE)(kind) ? "alert" : (0, $$headline0.oJ)(outcome) ? "details" : "text", responds: (0, $$headline0.n8)(outcome, record), notes: gone || kind === "unchanged" ? [] : [took(outcome, record, context.now)], run: about.run && { ...about.run, isOver: true }, timeline: record.timeline, checks: record.verification && (0, $$result3.on)(record.verification), log: context.logs ? record.logTail : void 0, gate: context.gate && { ...context.gate, isLeading: (0, $$headline0.Ph)(outcome) } };
	}
	function took({ kind }, { timeline, startedAt }, now) {
		const ready = timeline.find(({ status }) => (0, $$statuses2.BE)(status) === "deployed")?.startMs;
		if (ready !== void 0) return `ready in ${(0, $$headline0.jl)(ready)}`;
		const whole = (0, $$headline0.jl)(now - startedAt);
		if (kind !== "failed") return kind === "deployed" ? `ready in ${whole}` : `took ${whole}`;
		const phase = timeline.findLast(({ status }) => (0, $$statuses2.BE)(status) === "progress")?.status;
		const isKnown = phase === "BUILDING" || phase === "DEPLOYING";
		return isKnown ? `failed while ${phase.toLowerCase()}, after ${whole}` : `failed after ${whole}`;
	}
	function statusDescription(agent, { kind, reason }) {
		return `${agent}: ${kind} (${reason})`;
	}
	function common(workflowRun, { key }, record, ref) {
		const sha = record.revision?.commit ?? record.commit ?? ref;
		const link = (0, $$links1.Vp)(workflowRun);
		return { key, name: record.deployment?.name ?? key, headline: { icon: "", text: "" }, result: void 0, message: void 0, emphasis: "text", url: record.deployment?.url, responds: void 0, serverUrl: workflowRun.serverUrl, commit: sha === void 0 ? void 0 : { sha, link: (0, $$links1.Bg)(workflowRun, sha) }, notes: [], ids: idsOf(record), timeline: [], checks: void 0, run: link === void 0 ? void 0 : { link, attempt: workflowRun.attempt, isOver: false }, isPreview: record.pullRequest !== void 0, log: void 0, gate: void 0 };
	}
	function idsOf({ deployment, revision, previousRevisionId }) {
		const ids2 = [["deployment", deployment?.id], ["revision", revision && `${revision.id}: ${revision.status}`], ["revision before", previousRevisionId === revision?.id ? void 0 : previousRevisionId]];
		return ids2.flatMap(([label, id2]) => id2 === void 0 ? [] : [[label, id2]]);
	}
}), 96859: ((__module, __exports, __require) => {
	__require.d(__exports, { HZ: () => findDeployment, Kn: () => writeStatus, Q6: () => openDeployment, np: () => deactivateEarlier, un: () => readState, y: () => removePreviewEnvironment });
	var $$safety0 = __require(6760);
	var $$client1 = __require(73564);
	var $$links2 = __require(19687);
	const NEWEST = 30;
	const SUSPECTS = 3;
	const EARLIER = 10;
	const DESCRIPTION_MAX = 140;
	async function openDeployment(client, workflowRun, shown, refs) {
		const { items: there } = await listDeployments(client, shown.environment, { per_page: NEWEST });
		const newest = there.find((item) => agentOf(item) === shown.agent);
		if (newest !== void 0 && isOurs(newest, workflowRun, shown, refs)) return opened(newest.id, there, shown);
		if (await hasJobsOwn(client, workflowRun, there, refs)) return { kind: "of-job" };
		try {
			return opened(await create(client, workflowRun, shown, refs), there, shown);
		} catch (error) {
			if ((client.failureOf(error).status ?? 500) < 500) throw error;
			const found = await findDeployment(client, workflowRun, shown, refs);
			if (found === void 0) throw error;
			return found;
		}
	}
	async function findDeployment(client, workflowRun, shown, refs = shown.refs) {
		const { items: there } = await listDeployments(client, shown.environment, { per_page: NEWEST });
		const found = there.find((item) => item.id === shown.id || isOurs(item, workflowRun, shown, refs));
		return found && opened(found.id, there, shown);
	}
	function opened(id2, there, { agent }) {
		const earlier = there.filter((item) => agentOf(item) === agent && item.id < id2).map((item) => item.id);
		return { kind: "ours", id: id2, earlier };
	}
	async function writeStatus(client, workflowRun, id2, status) {
		const log = (0, $$links2.Vp)(workflowRun);
		const { data } = await client.call((at) => client.octokit.rest.repos.createDeploymentStatus({ ...at, deployment_id: id2, state: status.state, description: shorten(client.redact(status.description)), ...log === void 0 ? {} : { log_url: log }, ...status.url === void 0 ? {} : { environment_url: client.redact(status.url) } }));
		(0, $$client1.assertUrlEndsWith)(`the status of deployment ${id2}`, data.deployment_url, `/deployments/${id2}`);
	}
	async function readState(client, id2) {
		return (await listStatuses(client, id2, 1))[0]?.state;
	}
	async function deactivateEarlier(client, workflowRun, agent, earlier) {
		for (const id2 of earlier.slice(0, EARLIER)) {
			const state = await readState(client, id2);
			if (state === "inactive") return;
			if (state !== "success") continue;
			await writeStatus(client, workflowRun, id2, { state: "inactive", description: `${agent}: superseded by a later deployment`, url: void 0 });
		}
	}
	async function listDeployments(client, environment, page) {
		const requested = client.redact(environment);
		const { data } = await client.call((at) => client.octokit.rest.repos.listDeployments({ ...at, environment: requested, ...page }));
		const items = data.filter((item) => (0, $$client1.isSameName)(requested, item.environment));
		return { items, more: data.length >= page.per_page };
	}
	async function listStatuses(client, id2, most) {
		const { data } = await client.call((at) => client.octokit.rest.repos.listDeploymentStatuses({ ...at, deployment_id: id2, per_page: most }));
		for (const { deployment_url: url } of data) (0, $$client1.assertUrlEndsWith)(`deployment ${id2}`, url, `/deployments/${id2}`);
		return data;
	}
	async function create(client, workflowRun, shown, refs) {
		const [ref, ...others] = refs;
		if (ref === void 0) throw new Error("GitHub does not know the commit of this run.");
		try {
			const { data } = await client.call((at) => client.octokit.rest.repos.createDeployment({ ...at, ref, environment: client.redact(shown.environment), description: shorten(client.redact(`${shown.agent} by agent-deploy`)), payload: { "agent-deploy": client.redact(shown.agent), run: workflowRun.runId, attempt: workflowRun.attempt }, transient_environment: shown.transient, production_environment: !shown.transient, auto_merge: false, required_contexts: [] }), { repeatable: false });
			if (!("id" in data)) throw new Error("GitHub did not create a deployment.");
			(0, $$client1.assertSame)("the environment", client.redact(shown.environment), data.environment);
			return data.id;
		} catch (error) {
			if (others.length === 0 || client.failureOf(error).status !== 422) throw error;
			return create(client, workflowRun, shown, others);
		}
	}
	async function hasJobsOwn(client, workflowRun, there, refs) {
		const suspects = there.filter((item) => agentOf(item) === void 0 && refs.includes(item.sha));
		for (const { id: id2 } of suspects.slice(0, SUSPECTS)) {
			const statuses = await listStatuses(client, id2, 5);
			if (statuses.some((status) => (0, $$links2.tb)(workflowRun, status.log_url) || (0, $$links2.tb)(workflowRun, status.target_url))) {
				return true;
			}
		}
		return false;
	}
	function isOurs(item, workflowRun, { agent }, refs) {
		const ofRun = agentOf(item) === agent && payloadOf(item)["run"] === workflowRun.runId && workflowRun.runId !== "";
		return ofRun && refs.includes(item.sha);
	}
	function agentOf(item) {
		const agent = payloadOf(item)["agent-deploy"];
		return typeof agent === "string" ? agent : void 0;
	}
	function payloadOf({ payload }) {
		if (typeof payload !== "string") return payload ?? {};
		const value = (0, $$safety0.qF)(payload);
		return typeof value === "object" && value !== null ? { ...value } : {};
	}
	function shorten(text) {
		const letters = Array.from(text.replace(/\s+/g, " ").trim());
		return letters.length > DESCRIPTION_MAX ? `${letters.slice(0, DESCRIPTION_MAX - 1).join("")}\u2026` : letters.join("");
	}
	const RETIRE_PAGE = 100;
	const RETIRE_PAGES = 3;
	async function removePreviewEnvironment(client, workflowRun, environment, administers) {
		const { ours, others } = await allDeployments(client, environment);
		let mayDelete = true;
		for (const id2 of ours) {
			if (mayDelete && await tryDelete(client, id2)) continue;
			await writeStatus(client, workflowRun, id2, { state: "inactive", description: "The preview was deleted", url: void 0 });
			mayDelete = mayDelete && await tryDelete(client, id2);
		}
		if (administers && others === 0) await tryDeleteEnvironment(client, environment);
	}
	async function allDeployments(client, environment) {
		const ours = [];
		let others = 0;
		for (let page = 1; page <= RETIRE_PAGES; page += 1) {
			const { items, more } = await listDeployments(client, environment, { per_page: RETIRE_PAGE, page });
			const mine = items.filter((item) => {
				const agent = agentOf(item);
				return item.production_environment !== true && (agent === void 0 || agent === environment);
			});
			ours.push(...mine.map(({ id: id2 }) => id2));
			others += items.length - mine.length;
			if (!more) break;
		}
		return { ours, others };
	}
	async function tryDelete(client, id2) {
		try {
			await client.call((at) => client.octokit.rest.repos.deleteDeployment({ ...at, deployment_id: id2 }));
			return true;
		} catch (error) {
			const { status } = client.failureOf(error);
			if (status === 404) return true;
			if (status === 403 || status === 422) return false;
			throw error;
		}
	}
	async function tryDeleteEnvironment(client, environment) {
		try {
			await client.call((at) => client.octokit.rest.repos.deleteAnEnvironment({ ...at, environment_name: environment }), { repeatable: false });
		} catch {
		}
	}
}), 93228: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { finishOnGitHub: () => finishOnGitHub });
	var $$comment0 = __require(74127);
	var $$headline1 = __require(14444);
	var $$comments2 = __require(47189);
	var $$client3 = __require(73564);
	var $$deployments4 = __require(96859);
	var $$links5 = __require(19687);
	var $$policy6 = __require(91085);
	var $$content7 = __require(3342);
	const FINAL = ["success", "failure", "error", "inactive"];
	async function finishOnGitHub(connection, unfinished, limits = $$client3.GITHUB_LIMITS) {
		const client = (0, $$client3.createGitHubClient)(connection, AbortSignal.timeout(limits.finishTimeoutMs), limits);
		const place = (0, $$links5.hO)(unfinished.env);
		const ends = await Promise.allSettled([finishDeployment(client, place, unfinished), finishComment(client, place, unfinished)]);
		return ends.flatMap((end) => end.status === "rejected" ? [client.failureOf(end.reason).message] : []);
	}
	async function finishDeployment(client, place, { state }) {
		const { deployment, end } = state.shown;
		if (deployment === void 0 || deployment.closed) return;
		const found = await (0, $$deployments4.HZ)(client, place, deployment);
		if (found === void 0 || FINAL.includes(await (0, $$deployments4.un)(client, found.id))) return;
		const last = end === void 0 ? "inactive" : (0, $$policy6.eT)(end);
		await (0, $$deployments4.Kn)(client, place, found.id, { state: last, description: end === void 0 ? `${deployment.agent}: the run ended without a report` : (0, $$content7.$U)(deployment.agent, end), url: void 0 });
		if (last === "success") await (0, $$deployments4.np)(client, place, deployment.agent, found.earlier);
	}
	async function finishComment(client, place, unfinished) {
		const { state, token, message } = unfinished;
		const { comment, end } = state.shown;
		if (comment === void 0 || comment.closed) return;
		const id2 = comment.id ?? await (0, $$comments2.h1)(client, (0, $$comments2.AW)(client, token), comment);
		if (id2 === void 0) return;
		const link = (0, $$links5.Vp)(place);
		const name = state.deploymentName ?? comment.key;
		const body = (0, $$comment0.I2)({ key: comment.key, name, headline: end === void 0 ? { icon: "\u26AA", text: `${name}: the run ended without a report` } : (0, $$headline1.gD)(end, { name, pullRequest: void 0, rollback: void 0, plan: void 0 }), result: end && { kind: end.kind, code: end.reason, docs: place.docsUrl(end.reason) }, message, emphasis: "text", url: void 0, responds: void 0, serverUrl: place.serverUrl, commit: void 0, notes: [], ids: state.revisionId === void 0 ? [] : [["revision", state.revisionId]], timeline: [], checks: void 0, run: link === void 0 ? void 0 : { link, attempt: place.attempt, isOver: true }, isPreview: false, log: void 0, gate: void 0 });
		await (0, $$comments2.vv)(client, id2, client.redact(body));
	}
}), 91085: ((__module, __exports, __require) => {
	__require.d(__exports, { Qw: () => finalCommentAction, SA: () => isMissingPermission, Wb: () => commentTargetOf, eT: () => deploymentStateOf, eY: () => candidateRefs, p7: () => environmentOf, qJ: () => isRollingOut, qy: () => describeReportFailure });
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
	const VERIFY_KEY = "verify";
	function commentTargetOf(settings, event, record) {
		if (!settings.github.comment || settings.dryRun) return void 0;
		if (settings.verb === "sweep" || settings.verb === "status") return void 0;
		const isVerify = settings.verb === "verify";
		if (isVerify && record.gate === void 0) return void 0;
		const pullRequest = record.pullRequest ?? event.pullRequest?.number;
		const key = settings.github.commentKey ?? agentOf(settings, record) ?? record.retired[0] ?? (isVerify ? VERIFY_KEY : void 0);
		return pullRequest === void 0 || key === void 0 ? void 0 : { pullRequest, key };
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
}), 54659: ((__module, __exports, __require) => {
	__require.d(__exports, { createGitHubPublisher: () => createGitHubPublisher });
	var report_comment = __require(74127);
	var markdown = __require(76669);
	var later = __require(72786);
	;
	var comments = __require(47189);
	var github_client = __require(73564);
	var deployments = __require(96859);
	var links = __require(19687);
	var policy = __require(91085);
	var content = __require(3342);
	;
	function createGitHubPublisher(connection, story, stop, limits) {
		const client = (0, github_client.createGitHubClient)({ ...connection, redact: story.redact }, stop, limits);
		const shown = story.record.github.shown ??= { deployment: void 0, comment: void 0, end: void 0 };
		const context = { client, workflowRun: (0, links.hO)(story.env), shown, story };
		const deployment = createDeploymentPart(context);
		const comment = createCommentPart(context);
		const failures = /* @__PURE__ */ new Map();
		const refused = /* @__PURE__ */ new Set();
		const attempt = async (part, work) => {
			if (refused.has(part)) return;
			try {
				await work();
				failures.delete(part);
			} catch (error) {
				const failure = client.failureOf(error);
				failures.set(part, (0, policy.qy)(part, failure));
				if (!(0, policy.SA)(failure)) return;
				refused.add(part);
				if (part !== "retire") shown[part] = void 0;
			}
		};
		return { async publishStart() {
			const first = (part, { isTried, open }) => !isTried() && attempt(part, open);
			await Promise.all([first("deployment", deployment), first("comment", comment)]);
		}, async publishEnd(outcome) {
			shown.end = { kind: outcome.kind, reason: outcome.reason };
			await Promise.all([attempt("deployment", () => deployment.close(outcome)).then(() => attempt("retire", deployment.retire)), attempt("comment", () => comment.close(outcome))]);
			await story.save();
		}, warnings: () => [...failures.values()] };
	}
	function createDeploymentPart({ client, workflowRun, shown, story }) {
		const { settings, event, record, log } = story;
		let earlier = [];
		let ofJob = false;
		let isTried = false;
		async function open() {
			const target = (0, policy.p7)(settings, record);
			if (target === void 0 || ofJob) return;
			isTried = true;
			const deployment = shown.deployment ??= { ...target, refs: [], id: void 0, closed: false };
			if (deployment.id !== void 0) return;
			deployment.refs = (0, policy.eY)(settings, event, record, workflowRun.sha);
			await story.save();
			const opened = await (0, deployments.Q6)(client, workflowRun, deployment, deployment.refs);
			if (opened.kind === "of-job") {
				ofJob = true;
				shown.deployment = void 0;
				log(`The job already uses the environment ${deployment.environment}, so GitHub shows this run there and the action does not create a second deployment.`);
				return;
			}
			earlier = opened.earlier;
			deployment.id = opened.id;
			record.github.deploymentId = opened.id;
			await story.save();
			await (0, deployments.Kn)(client, workflowRun, opened.id, { state: "in_progress", description: `${deployment.agent}: deploying`, url: void 0 });
		}
		async function close(outcome) {
			const { deployment } = shown;
			if (deployment === void 0) return;
			if (deployment.id === void 0) await open();
			if (deployment.id === void 0) return;
			const state = (0, policy.eT)(outcome);
			const url = record.deployment?.url;
			await (0, deployments.Kn)(client, workflowRun, deployment.id, { state, description: (0, content.$U)(deployment.agent, outcome), url: state === "success" && (0, markdown.Pl)(url) !== void 0 ? url : void 0 });
			deployment.closed = true;
			if (state === "success") await (0, deployments.np)(client, workflowRun, deployment.agent, earlier);
		}
		async function retire() {
			if (!settings.github.deployment) return;
			const administers = !(settings.github.token ?? "").startsWith("ghs_");
			for (const environment of new Set(record.retired)) {
				await (0, deployments.y)(client, workflowRun, environment, administers);
				if (shown.deployment?.environment === environment) shown.deployment = void 0;
			}
		}
		return { isTried: () => isTried, open, close, retire };
	}
	function createCommentPart({ client, workflowRun, shown, story }) {
		const { settings, event, record } = story;
		const author = (0, comments.AW)(client, settings.github.token ?? "");
		let isTried = false;
		const commentTarget = () => {
			const target = (0, policy.Wb)(settings, event, record);
			return target && { ...target, key: story.redact(target.key) };
		};
		async function open() {
			const target = commentTarget();
			if (target === void 0) return;
			isTried = true;
			const comment = shown.comment ??= { ...target, id: void 0, closed: false };
			if (comment.id !== void 0) return;
			await story.save();
			const body = () => {
				const safe = (0, later.a5l)(NOTHING, record, story.redact);
				return client.redact((0, report_comment.I2)((0, content.f_)(workflowRun, comment, safe.record, event.commit)));
			};
			const known = await (0, comments.h1)(client, author, comment);
			comment.id = known ?? (await (0, comments.eT)(client, author, comment, body())).id;
			record.github.commentId = comment.id;
			await story.save();
		}
		async function close(outcome) {
			const target = shown.comment ?? commentTarget();
			const what = (0, policy.Qw)(settings.verb, outcome, shown.comment !== void 0);
			if (target === void 0 || what === "leave" && shown.comment === void 0) return;
			const comment = shown.comment ??= { ...target, id: void 0, closed: false };
			const safe = (0, later.a5l)(outcome, record, story.redact);
			const gate = record.gate && (await Promise.all([__require.e(410), __require.e(483), __require.e(746), __require.e(849)]).then(__require.bind(__require, 75746))).renderSection(record.gate, story.redact);
			const context = { commit: event.commit, now: story.now(), logs: settings.github.commentLogs, gate };
			const body = client.redact((0, report_comment.I2)((0, content.gH)(workflowRun, comment, safe, context)));
			const known = comment.id ?? await findAny(comment);
			let id2 = known === void 0 ? void 0 : await (0, comments.vv)(client, known, body);
			if (id2 === void 0 && what === "write") {
				const created = await (0, comments.eT)(client, author, comment, body);
				id2 = created.ours ? created.id : await (0, comments.vv)(client, created.id, body);
			}
			comment.id = id2;
			record.github.commentId = id2;
			comment.closed = true;
		}
		async function findAny(comment) {
			const others = settings.github.commentKey === void 0 ? record.retired : [];
			for (const key of /* @__PURE__ */ new Set([comment.key, ...others.map(story.redact)])) {
				const id2 = await (0, comments.h1)(client, author, { ...comment, key });
				if (id2 !== void 0) return id2;
			}
			return void 0;
		}
		return { isTried: () => isTried, open, close };
	}
	const NOTHING = { kind: "submitted", reason: "not-waited", message: "" };
}), 22959: ((__module, __exports, __require) => {
	__require.d(__exports, { D2: () => describeUnreadable, DQ: () => readPullRequest, GZ: () => PULL_REQUEST_PERMISSION, Oq: () => searchComparison, pr: () => searchPullRequest });
	var $$glob0 = __require(27820);
	var $$client1 = __require(73564);
	const PULL_REQUEST_PERMISSION = "pull-requests: read";
	const READ_LIMITS = { attemptTimeoutMs: 3e4, retryDelaysMs: [1e3, 4e3], maxRetryAfterMs: 6e4 };
	async function readPullRequest(connection, number, { clock, signal }) {
		const client = (0, $$client1.createGitHubClient)(connection, signal, READ_LIMITS, (ms, aborted) => clock.sleep(ms, aborted));
		try {
			const { data, headers } = await client.call((at) => client.octokit.rest.pulls.get({ ...at, pull_number: number }));
			(0, $$client1.assertSamePullRequest)(connection, number, data);
			const head = data.head.repo;
			const pull = { number: data.number, closed: data.state === "closed", labels: data.labels.map(({ name }) => name), branch: data.head.ref, commit: data.head.sha.toLowerCase(), fork: head === null || head.full_name !== data.base.repo.full_name, answeredAt: timeOf(headers.date) };
			return { kind: "read", pull };
		} catch (error) {
			return { kind: "unreadable", failure: client.failureOf(error) };
		}
	}
	function describeUnreadable(number, { status, description, permissions }) {
		const denied = status === 401 || status === 403 || status === 404;
		const lines = permissions.length > 0 ? permissions.join("` and `") : PULL_REQUEST_PERMISSION;
		const hint = denied ? ` Add \`${lines}\` under \`permissions:\` of the workflow's job.` : "";
		return `Pull request #${number} could not be read. ${description}.${hint}`;
	}
	function timeOf(date) {
		const time = Date.parse(date ?? "");
		return Number.isNaN(time) ? void 0 : time;
	}
	const PULL_LIMIT = 3e3;
	const COMPARE_LIMIT = 300;
	async function searchPullRequest({ octokit, owner, repo }, number, filter, signal) {
		const pages = octokit.paginate.iterator(octokit.rest.pulls.listFiles, { owner, repo, pull_number: number, per_page: 100, request: { signal } });
		let files = 0;
		for await (const { data } of pages) {
			const path = (0, $$glob0.o4)(filter, data);
			if (path !== void 0) return { kind: "touched", path };
			files += data.length;
		}
		return none(files, PULL_LIMIT);
	}
	async function searchComparison({ octokit, owner, repo }, { base, head }, filter, signal) {
		const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead: `${base}...${head}`, per_page: 1, page: 1, request: { signal } });
		const compared = data.base_commit;
		(0, $$client1.assertSame)("a comparison from", base, compared?.sha.slice(0, base.length));
		if (data.status !== "ahead" && data.status !== "identical") {
			return { kind: "unknown", why: `${short(head)} is not a descendant of ${short(base)}` };
		}
		const files = data.files ?? [];
		const path = (0, $$glob0.o4)(filter, files);
		if (path !== void 0) return { kind: "touched", path };
		if (data.files === void 0) return { kind: "unknown", why: "GitHub did not return the changed files" };
		return none(files.length, COMPARE_LIMIT);
	}
	function none(files, limit) {
		if (files < limit) return { kind: "untouched", files };
		return { kind: "unknown", why: `GitHub lists at most ${limit} changed files, so the list may be incomplete` };
	}
	const short = (commit) => commit.slice(0, 7);
}), 96043: ((__module, __exports, __require) => {
	__require.d(__exports, { FO: () => $$later0.FOh, bu: () => $$later0.buT, lZ: () => $$later0.lZh, xJ: () => $$later0.xJ9, zj: () => $$later0.zj$ });
	var $$later0 = __require(72786);
}), 8073: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { checkPullRequestPaths: () => checkPullRequestPaths, checkPushedPaths: () => checkPushedPaths });
	var $$client0 = __require(73564);
	var $$requests1 = __require(22959);
	var $$outcome2 = __require(96043);
	var $$glob3 = __require(27820);
	async function checkPullRequestPaths(context) {
		const { settings, event } = context;
		if (settings.paths === void 0 || settings.force) return void 0;
		const number = settings.verb === "preview" ? settings.pullRequest : event.pullRequest?.number;
		if (number === void 0 || event.name === "workflow_dispatch") return void 0;
		return checkChangedPaths(context, settings.paths, { kind: "pull-request", number });
	}
	async function checkPushedPaths(context, desired, current) {
		const { settings, event, log } = context;
		if (settings.paths === void 0 || settings.force || settings.verb === "preview") return void 0;
		if (event.name !== "push" || current.active === void 0) return void 0;
		const head = event.commit;
		if (head === void 0 || desired.source === "git_host" && desired.commit !== head) {
			log.line("`paths` is ignored, because the deployed source is not the pushed one.");
			return void 0;
		}
		const base = current.active.commit ?? event.before;
		if (base === head) return void 0;
		return checkChangedPaths(context, settings.paths, { kind: "since", base, head });
	}
	async function checkChangedPaths(context, patterns, span) {
		const match = await search(context, patterns, span);
		const { log } = context;
		switch (match.kind) {
			case "touched":
				log.line(`${match.path} was changed ${inWhat(span)} and matches \`paths\`.`);
				return void 0;
			case "unknown":
				log.line(`The action could not compare the changed files with \`paths\`: ${match.why}. It deploys to be safe.`);
				return void 0;
			case "untouched":
				return (0, $$outcome2.bu)("unchanged", "paths-untouched", `None of the ${match.files} files changed ${inWhat(span)} matches \`paths\`, so nothing was sent. Set \`force: true\` to deploy anyway.`);
		}
	}
	async function search(context, patterns, span) {
		const filter = (0, $$glob3.VO)(patterns);
		if (span.kind === "since" && span.base === void 0) {
			return { kind: "unknown", why: "the push created its branch, so there is no earlier commit to compare with" };
		}
		let connection;
		try {
			connection = await context.github();
			if (connection === void 0) return { kind: "unknown", why: "no github-token is set, so the changed files cannot be read" };
			if (span.kind === "pull-request") {
				return await (0, $$requests1.pr)(connection, span.number, filter, context.signal);
			}
			const { base = "", head } = span;
			return await (0, $$requests1.Oq)(connection, { base, head }, filter, context.signal);
		} catch (error) {
			const failure = (0, $$client0.toGitHubFailure)(error, connection?.redact ?? (() => "GitHub could not be reached"));
			warnOfPermission(context, span, failure);
			return { kind: "unknown", why: failure.description };
		}
	}
	function warnOfPermission(context, span, failure) {
		if (failure.status !== 403 || /rate limit/i.test(failure.message)) return;
		const [line = span.kind === "pull-request" ? "pull-requests: read" : "contents: read"] = failure.permissions;
		context.log.warn("paths", `The job's token cannot read which files changed, so every run deploys. Add this line under \`permissions:\` of the job: ${line}`);
	}
	function inWhat(span) {
		if (span.kind === "pull-request") return `in pull request #${span.number}`;
		return `between ${span.base?.slice(0, 7) ?? "?"} and ${span.head.slice(0, 7)}`;
	}
}), 27820: ((__module, __exports, __require) => {
	__require.d(__exports, { VO: () => $$later0.VOd, cK: () => $$later0.cK5, o4: () => $$later0.o4o, o7: () => $$later0.o7, pV: () => $$later0.pV9, x4: () => $$later0.x4D, zN: () => $$later0.zNS });
	var $$later0 = __require(72786);
}), 74127: ((__module, __exports, __require) => {
	__require.d(__exports, { Hc: () => commentMark, I2: () => commentBody });
	var $$statuses0 = __require(83889);
	var $$headline1 = __require(14444);
	var $$markdown2 = __require(76669);
	const COMMENT_MAX = 65536;
	const GATE_COMMENT_MAX = 59900;
	const LINE_MAX = 2e3;
	const FIELD_MAX = 200;
	const PHASES_MAX = 40;
	const MESSAGE_MAX = 16e3;
	function commentMark(key) {
		return `<!-- agent-deploy:${key.replaceAll(/[^\w./-]/g, "_").replaceAll("--", "-_")} -->`;
	}
	function commentBody(content) {
		const { gate, emphasis } = content;
		const isLed = gate?.isLeading === true;
		const heading = isLed ? gate.heading : `### ${content.headline.icon} ${field(content.headline.text)}`;
		const shown = isLed && gate.callout !== "" ? "details" : emphasis;
		const section = gate === void 0 ? [] : [isLed ? "" : `#${gate.heading}`, isLed ? "" : gate.callout, gate.body];
		const max = gate === void 0 ? COMMENT_MAX : GATE_COMMENT_MAX;
		const join = (message2, log) => {
			const alert = shown === "alert" && message2 !== "" ? `> [!CAUTION]
> ${message2}` : "";
			return [`${commentMark(content.key)}
${heading}`, isLed ? gate.callout : alert, deploymentLine(content), shown === "text" ? message2 : "", log, isLed || emphasis !== "alert" ? "" : whatToDo(content), ...section, detailsOf(content, shown === "details" ? message2 : ""), footOf(content)].filter((part) => part !== "").join("\n\n");
		};
		const message = messagePart(content.message, max - join("", "").length - 60);
		return join(message, logPart(content.log, max - join(message, "").length - 2));
	}
	function deploymentLine(content) {
		const { name, commit, notes, checks, gate } = content;
		return [linkOf(content, "agent"), (0, $$markdown2.aY)((0, $$markdown2.ml)(name, FIELD_MAX)), commit && commitText(commit), ...notes.map(field), checks && field(checks), gate?.isLeading === true ? gate.summary : void 0, linkOf(content, "previous")].filter((part) => part !== void 0 && part !== "").join(" \xB7 ");
	}
	function linkOf({ url, responds, serverUrl, gate, isPreview }, who) {
		if (responds !== who) return void 0;
		const address = (0, $$markdown2.il)(url, serverUrl);
		if (address?.startsWith("<") !== true) return address;
		if (who === "previous") return `[the revision before](${address}) keeps answering`;
		const what = gate?.isLeading === true ? gate.candidate : isPreview ? "the preview" : "the agent";
		return `**[Talk to ${what}](${address})**`;
	}
	function whatToDo({ result }) {
		if (result === void 0) return "";
		const link = (0, $$markdown2.Pl)(result.docs);
		const about = (0, $$markdown2.aY)(result.code);
		return `**What to do:** ${link === void 0 ? `see ${about}` : `[see ${about}](${link})`}`;
	}
	function detailsOf({ result, timeline, ids: ids2 }, message) {
		const phases = phasesOf(timeline);
		const rows = [...result === void 0 ? [] : [["result", resultText(result)]], ...message === "" ? [] : [["message", message]], ...phases === "" ? [] : [["phases", phases]], ...ids2.map(([label, id2]) => [label, field(id2)])];
		if (rows.length === 0) return "";
		const lines = rows.map(([label, value]) => `| ${label} | ${value} |`);
		const table = ["| What | Value |", "| :-- | :-- |", ...lines].join("\n");
		return `<details>
<summary>Details and IDs for support</summary>

${table}
</details>`;
	}
	function messagePart(message, room) {
		if (message === void 0) return "";
		let text = (0, $$markdown2.ml)(message, MESSAGE_MAX);
		for (; ; ) {
			const part = (0, $$markdown2.wi)(text);
			if (part.length <= room || text === "") return part;
			text = (0, $$markdown2.ml)(text, Math.floor(text.length * room / part.length) - 1);
		}
	}
	const field = (text) => (0, $$markdown2.Hn)((0, $$markdown2.ml)(text, FIELD_MAX));
	function commitText({ sha, link }) {
		const url = /^[0-9a-f]{7,64}$/i.test(sha) ? (0, $$markdown2.Pl)(link) : void 0;
		return url === void 0 ? field(sha) : `[\`${sha.slice(0, 7)}\`](${url})`;
	}
	function resultText({ kind, code: reason, docs }) {
		const link = (0, $$markdown2.Pl)(docs);
		return `${field(kind)} (${link === void 0 ? (0, $$markdown2.aY)(reason) : `[${(0, $$markdown2.aY)(reason)}](${link})`})`;
	}
	function phasesOf(timeline) {
		const ended = timeline.flatMap(({ status, startMs, endMs }) => endMs === void 0 || (0, $$statuses0.dR)(status) ? [] : [`${field(status)} ${(0, $$headline1.jl)(endMs - startMs)}`]);
		const more = ended.length > PHASES_MAX ? [`and ${ended.length - PHASES_MAX} more`] : [];
		return [...ended.slice(0, PHASES_MAX), ...more].join(" \xB7 ");
	}
	function footOf({ run, isPreview }) {
		const parts = [run && `[${run.isOver ? "Workflow run" : "Follow the workflow run"}](${run.link})${run.attempt === "1" ? "" : `, attempt ${(0, $$markdown2.Hn)(run.attempt)}`}`, isPreview ? "The preview is deleted when the pull request closes." : void 0].filter((part) => part !== void 0);
		return parts.length === 0 ? "" : `<sub>${parts.join(" \xB7 ")}</sub>`;
	}
	function logPart(log, room) {
		if (log === void 0) return "";
		const part = (lines2) => lines2.length === 0 ? "" : `<details open>
<summary>End of the ${(0, $$markdown2.Hn)(log.kind)} log</summary>

${(0, $$markdown2.OF)(lines2)}
</details>`;
		let lines = log.lines.map(plainLine);
		while (lines.length > 0 && part(lines).length > room) lines = lines.slice(Math.ceil(lines.length / 8));
		return part(lines);
	}
	function plainLine(line) {
		return (0, $$markdown2.ml)(line.replaceAll("<!--", "<! --"), LINE_MAX);
	}
}), 14444: ((__module, __exports, __require) => {
	__require.d(__exports, { EE: () => $$later0.EEy, Li: () => $$later0.LiV, Ph: () => $$later0.PhH, gD: () => $$later0.gD7, jl: () => $$later0.jlk, n8: () => $$later0.n8z, oJ: () => $$later0.oJd, uc: () => $$later0.ucJ });
	var $$later0 = __require(72786);
}), 19687: ((__module, __exports, __require) => {
	__require.d(__exports, { Bg: () => $$later0.Bgh, Vp: () => $$later0.Vpz, hO: () => $$later0.hO8, rT: () => $$later0.rTE, tb: () => $$later0.tbB });
	var $$later0 = __require(72786);
}), 76669: ((__module, __exports, __require) => {
	__require.d(__exports, { Hn: () => $$later0.HnF, OF: () => $$later0.OF3, Pl: () => $$later0.PlP, aY: () => $$later0.aYu, il: () => $$later0.ilj, ml: () => $$later0.mlB, tp: () => $$later0.tpe, wi: () => $$later0.wik, zH: () => $$later0.zHB });
	var $$later0 = __require(72786);
}), 63676: ((__module, __exports, __require) => {
	__require.d(__exports, { Hl: () => $$later0.Hlv, OE: () => $$later0.OEH, g5: () => $$later0.g5, on: () => $$later0.onx });
	var $$later0 = __require(72786);
}), 75065: ((__module, __exports, __require) => {
	__require.d(__exports, { NE: () => $$later0.NEx, dQ: () => $$later0.dQS, dX: () => $$later0.dXv });
	var $$later0 = __require(72786);
}), 65292: ((__module, __exports, __require) => {
	__require.d(__exports, { No: () => $$later0.NoQ, P3: () => $$later0.P3, PX: () => $$later0.PXe, TN: () => $$later0.TNj, d7: () => $$later0.d7x, hD: () => $$later0.hDB, hh: () => $$later0.hhp, i_: () => $$later0.i_I });
	var $$later0 = __require(72786);
}), 36686: ((__module, __exports, __require) => {
	__require.d(__exports, { c: () => exchange });
	var $$stream0 = __require(57075);
	var $$errors1 = __require(94924);
	function exchange(dispatcher, request, reader) {
		const { promise, resolve, reject } = Promise.withResolvers();
		let sent = false;
		let settled = false;
		let controller;
		let head;
		let reading = false;
		const chunks = [];
		let bytes = 0;
		const settle = (settlePromise, isOver = false) => {
			if (settled) return;
			settled = true;
			clearTimeout(timer);
			request.signal?.removeEventListener("abort", onAbort);
			if (!isOver) controller?.abort(new Error("no longer wanted"));
			settlePromise();
		};
		const end = (result, isOver = false) => settle(() => resolve(result), isOver);
		const broken = (error, isOver = true) => {
			const cause = (0, $$errors1.iT)(error);
			end({ kind: "broken", sent, code: faultCode(error), cause }, isOver);
		};
		const onAbort = () => settle(() => reject(request.signal?.reason));
		const onTimeout = () => end({ kind: "timeout", sent });
		let timer = setTimeout(onTimeout, request.timeoutMs);
		const allowSilence = (ms) => {
			clearTimeout(timer);
			timer = setTimeout(onTimeout, ms);
		};
		if (request.signal?.aborted) onAbort();
		else request.signal?.addEventListener("abort", onAbort, { once: true });
		if (settled) return promise;
		const handler = { onRequestStart(started) {
			controller = started;
			if (settled) started.abort(new Error("no longer wanted"));
			else sent = true;
		}, onResponseStart(_controller, status, headers) {
			if (status < 200 || settled) return;
			head = { status, contentType: single(headers["content-type"]) ?? "", retryAfter: single(headers["retry-after"]), location: single(headers["location"]), headers: Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])) };
			if (reader === void 0 || status >= 300) return;
			reading = true;
			allowSilence(reader.silenceMs);
			reader.opened(head);
		}, onResponseData(_controller, chunk) {
			if (settled) return;
			if (reader !== void 0 && reading) {
				allowSilence(reader.silenceMs);
				try {
					reader.read(chunk);
				} catch (error) {
					broken(error, false);
				}
				return;
			}
			bytes += chunk.length;
			if (bytes > request.maxBytes) end({ kind: "too-large", status: head?.status ?? 0 });
			else chunks.push(chunk);
		}, onResponseEnd() {
			if (head) {
				end({ kind: "answer", answer: { ...head, body: Buffer.concat(chunks).toString("utf8") } }, true);
			}
		}, onResponseError(_controller, error) {
			broken(error);
		} };
		try {
			dispatcher.dispatch({ origin: request.url.origin, path: `${request.url.pathname}${request.url.search}`, method: request.method, headers: request.headers, body: bodyOf(request.body) }, handler);
		} catch (error) {
			broken(error);
		}
		return promise;
	}
	function bodyOf(body) {
		if (body === void 0 || typeof body === "string" || body instanceof Uint8Array) return body ?? null;
		const stream = $$stream0.Readable.from(body, { objectMode: false });
		stream.on("error", () => {
		});
		return stream;
	}
	const single = (value) => Array.isArray(value) ? value[0] : value;
	function faultCode(error) {
		if (typeof error !== "object" || error === null) return "UNKNOWN";
		if ("code" in error && typeof error.code === "string") return error.code;
		if ("errors" in error && Array.isArray(error.errors)) return faultCode(error.errors[0]);
		return "cause" in error ? faultCode(error.cause) : "UNKNOWN";
	}
}), 93284: ((__module, __exports, __require) => {
	__require.d(__exports, { createGitHub: () => createGitHub });
	var $$exchange0 = __require(36686);
	var $$headers1 = __require(89813);
	async function createGitHub(options) {
		const { token, apiUrl, transport, timeoutMs = 3e4 } = options;
		const [{ getOctokit }, dispatcher] = await Promise.all([Promise.all([__require.e(875), __require.e(326)]).then(__require.bind(__require, 77875)), transport.dispatcher()]);
		const quiet = () => {
		};
		return getOctokit(token, { baseUrl: apiUrl, userAgent: $$headers1._, request: { fetch: createFetch(dispatcher, timeoutMs) }, log: { debug: quiet, info: quiet, warn: quiet, error: quiet } });
	}
	const MAX_BYTES = 32 * 1024 * 1024;
	const MAX_REDIRECTS = 5;
	const BODILESS = [204, 205, 304];
	function createFetch(dispatcher, timeoutMs) {
		return async (address, { method = "GET", headers = {}, body, signal } = {}) => {
			let url = new URL(address);
			for (let redirects = 0; ; redirects += 1) {
				const wire = { method, url, headers, ...body ? { body } : {}, maxBytes: MAX_BYTES, timeoutMs };
				const { answer } = requireAnswer(await (0, $$exchange0.c)(dispatcher, { ...wire, signal: signal ?? void 0 }));
				if (answer.status < 300 || answer.status === 304 || answer.status >= 400) {
					const text = BODILESS.includes(answer.status) ? null : answer.body;
					const response = new Response(text, { status: answer.status, headers: answer.headers });
					Object.defineProperty(response, "url", { value: url.href });
					return response;
				}
				const next = redirects < MAX_REDIRECTS ? follow(url, method, answer) : void 0;
				if (next === void 0) throw failed(new Error(`a redirect (${answer.status}), which is not followed`));
				url = next;
			}
		};
	}
	function requireAnswer(result) {
		switch (result.kind) {
			case "answer":
				return result;
			case "timeout":
				throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
			case "too-large":
				throw failed(new Error("the response is larger than any GitHub response"));
			case "broken":
				throw failed(result.cause);
		}
	}
	const failed = (cause) => new TypeError("fetch failed", { cause });
	function follow(from, method, { status, location }) {
		const repeats = [307, 308].includes(status) || [301, 302].includes(status) && method === "GET";
		const to = repeats && location !== void 0 ? URL.parse(location, from.href) : null;
		return to?.origin === from.origin ? to : void 0;
	}
}), 89813: ((__module, __exports, __require) => {
	__require.d(__exports, { _: () => USER_AGENT, w: () => credentialHeaders });
	const USER_AGENT = "agent-deploy/0.1.0";
	function credentialHeaders(options) {
		return { "x-api-key": options.apiKey, ...options.workspaceId && { "x-tenant-id": options.workspaceId }, "user-agent": USER_AGENT };
	}
}), 4338: ((__module, __exports, __require) => {
	__require.d(__exports, { m: () => parseRetryAfter });
	const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
	const SHORT_DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
	const LONG_DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
	const MONTH = `(?<month>${MONTHS.join("|")})`;
	const TIME = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";
	const DATE_FORMS = [`^${SHORT_DAY}, (?<day>[0-9]{2}) ${MONTH} (?<year>[0-9]{4}) ${TIME} GMT$`, `^${LONG_DAY}, (?<day>[0-9]{2})-${MONTH}-(?<year>[0-9]{2}) ${TIME} GMT$`, `^${SHORT_DAY} ${MONTH} (?<day>[0-9]{2}| [0-9]) ${TIME} (?<year>[0-9]{4})$`].map((form) => new RegExp(form));
	function parseRetryAfter(text, now) {
		const value = text.trim();
		if (/^[0-9]{1,10}$/.test(value)) return Number(value) * 1e3;
		const at = parseHttpDate(value, now);
		return at === void 0 ? void 0 : Math.max(0, at - now);
	}
	function parseHttpDate(text, now) {
		for (const form of DATE_FORMS) {
			const part = form.exec(text)?.groups;
			if (!part) continue;
			const month = MONTHS.indexOf(part["month"] ?? "");
			const read = (name) => Number(part[name]);
			const [day, hour, minute, second] = [read("day"), read("hour"), read("minute"), read("second")];
			const year = fullYear(part["year"] ?? "", now);
			const at = Date.UTC(year, month, day, hour, minute, second);
			const back = new Date(at);
			const exists = back.getUTCMonth() === month && back.getUTCDate() === day && back.getUTCHours() === hour && minute < 60 && second < 60;
			return exists ? at : void 0;
		}
		return void 0;
	}
	function fullYear(digits, now) {
		if (digits.length === 4) return Number(digits);
		const thisYear = new Date(now).getUTCFullYear();
		const year = thisYear - thisYear % 100 + Number(digits);
		return year > thisYear + 50 ? year - 100 : year;
	}
}), 85933: ((__module, __exports, __require) => {
	__require.d(__exports, { L5: () => retry, hH: () => BACKOFF, iM: () => isCertificateFault, jo: () => backoffMs, tE: () => decideRetry });
	var $$after0 = __require(4338);
	const UNREACHED_ATTEMPTS = 5;
	const LAST_ATTEMPT_MS = 1e3;
	function decideRetry(at) {
		const { result, repeatable } = at;
		if (result.kind === "answer" && result.answer.status < 400) return { kind: "done" };
		if (!mayRepeat(at)) return { kind: "give-up" };
		const asked = result.kind === "answer" && result.answer.retryAfter !== void 0 ? (0, $$after0.m)(result.answer.retryAfter, at.now) : void 0;
		if (!repeatable && result.kind === "answer" && asked === void 0) return { kind: "give-up" };
		const delayMs = asked || backoffMs(at.attempt, at.random, at.backoff);
		const remaining = at.deadlineAt - at.now;
		if (delayMs + LAST_ATTEMPT_MS <= remaining) return { kind: "retry", delayMs };
		if (!repeatable || remaining <= LAST_ATTEMPT_MS) return { kind: "give-up" };
		return { kind: "retry", delayMs: remaining - LAST_ATTEMPT_MS };
	}
	function mayRepeat({ result, repeatable, attempt, reached }) {
		switch (result.kind) {
			case "answer":
				return repeatable ? repeatableStatus(result.answer.status) : result.answer.status === 429 || result.answer.status === 503;
			case "broken":
				if (isCertificateFault(result.code)) return false;
				return result.sent ? repeatable : reached || attempt < UNREACHED_ATTEMPTS;
			case "timeout":
				return result.sent ? repeatable : reached || attempt < UNREACHED_ATTEMPTS;
			case "too-large":
				return false;
		}
	}
	function repeatableStatus(status) {
		return status === 408 || status === 425 || status === 429 || status >= 500 && status !== 501 && status !== 505;
	}
	function isCertificateFault(code) {
		return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|UND_ERR_PRX_TLS/.test(code);
	}
	const BACKOFF = { request: { baseMs: 500, capMs: 2e4 }, run: { baseMs: 500, capMs: 5e3 }, restart: { baseMs: 250, capMs: 3e4 }, proxyRestart: { baseMs: 50, capMs: 5e3 }, typeParser: { baseMs: 6e4, capMs: 36e5 }, controlPlane: { baseMs: 500, capMs: 15e3 }, cluster: { baseMs: 2e3, capMs: 5e3 }, clusterStream: { baseMs: 1e3, capMs: 3e4 }, conflict: { baseMs: 2, capMs: 100, randomShare: 1 }, storage: { baseMs: 500, capMs: 500 }, recovery: { baseMs: 1e3, capMs: 1e3 } };
	function doublingMs(attempt, { baseMs, capMs }) {
		return Math.min(capMs, baseMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
	}
	function backoffMs(attempt, random, options) {
		const { randomShare = 0.5 } = options;
		return Math.round(doublingMs(attempt, options) * (1 - randomShare + randomShare * random()));
	}
	async function retry(work, { delayAfter, sleep }) {
		for (let attempt = 1; ; attempt += 1) {
			try {
				return await work(attempt);
			} catch (error) {
				const delayMs = await delayAfter(error, attempt);
				if (delayMs === void 0) throw error;
				await sleep(delayMs);
			}
		}
	}
}), 6760: ((__module, __exports, __require) => {
	__require.d(__exports, { Di: () => $$later0.Di0, Ff: () => $$later0.FfZ, Hd: () => $$later0.Hd3, OW: () => $$later0.OWp, _F: () => $$later0._Fh, ap: () => $$later0.apP, p$: () => $$later0.p$Q, qF: () => $$later0.qFJ, td: () => $$later0.tdh });
	var $$later0 = __require(72786);
}), 83889: ((__module, __exports, __require) => {
	__require.d(__exports, { BE: () => $$later0.BEO, dR: () => $$later0.dRP, vx: () => $$later0.vxI });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
