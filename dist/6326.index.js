const id = 6326;
const ids = [6326];
const modules = { 37165: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { gitHubAccess: () => gitHubAccess });
	function gitHubAccess(token, connect) {
		return { name: "GitHub", showsDeployments: true, open: token === void 0 ? void 0 : async (story, stop, limits) => {
			const connection = await connect();
			if (connection === void 0) return void 0;
			const { createGitHubCodeHost } = await Promise.all([__require.e(7875), __require.e(1777), __require.e(9168), __require.e(6326)]).then(__require.bind(__require, 17861));
			return createGitHubCodeHost(connection, story, stop, limits);
		} };
	}
}), 17861: ((__module, __exports, __require) => {
	__require.d(__exports, { createGitHubCodeHost: () => createGitHubCodeHost });
	var $$content0 = __require(16977);
	var $$links1 = __require(19687);
	var $$markdown2 = __require(76669);
	var $$client3 = __require(73564);
	var $$comments4 = __require(47189);
	var $$deployments5 = __require(96859);
	var $$policy6 = __require(91085);
	function createGitHubCodeHost(connection, story, stop, limits) {
		const client = (0, $$client3.createGitHubClient)({ ...connection, redact: story.redact }, stop, limits, limits.sleep);
		const workflowRun = (0, $$links1.hO)(story.env);
		const author = (0, $$comments4.AW)(client, story.settings.github.token ?? "");
		return { workflowRun, expectsOthers: (0, $$policy6.VJ)(story.settings), comments: (of) => (0, $$comments4._G)(client, author, of), deploymentPart: (shown) => createDeploymentPart(client, workflowRun, shown, story), describeFailure(part, error) {
			const failure = client.failureOf(error);
			return { warning: (0, $$policy6.qy)(part, failure), isRefused: (0, $$policy6.SA)(failure) };
		} };
	}
	function createDeploymentPart(client, workflowRun, shown, story) {
		const { settings, event, record, log } = story;
		let earlier = [];
		let ofJob = false;
		let isTried = false;
		async function open() {
			const target = (0, $$policy6.p7)(settings, record);
			if (target === void 0 || ofJob) return;
			isTried = true;
			const deployment = shown.deployment ??= { ...target, refs: [], id: void 0, closed: false };
			if (deployment.id !== void 0) return;
			deployment.refs = (0, $$policy6.eY)(settings, event, record, workflowRun.sha);
			await story.save();
			const opened = await (0, $$deployments5.Q6)(client, workflowRun, deployment, deployment.refs);
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
			await (0, $$deployments5.Kn)(client, workflowRun, opened.id, { state: "in_progress", description: `${deployment.agent}: deploying`, url: void 0 });
		}
		async function close(outcome) {
			const { deployment } = shown;
			if (deployment === void 0) return;
			if (deployment.id === void 0) await open();
			if (deployment.id === void 0) return;
			const state = (0, $$policy6.eT)(outcome);
			const url = record.deployment?.url;
			await (0, $$deployments5.Kn)(client, workflowRun, deployment.id, { state, description: (0, $$content0.$U)(deployment.agent, outcome), url: state === "success" && (0, $$markdown2.Pl)(url) !== void 0 ? url : void 0 });
			deployment.closed = true;
			if (state === "success") await (0, $$deployments5.np)(client, workflowRun, deployment.agent, earlier);
		}
		async function retire() {
			if (!settings.github.deployment) return;
			const remaining = [];
			for (const environment of new Set(record.retired)) {
				const mayDelete = remaining.length === 0;
				const isDone = await (0, $$deployments5.y)(client, workflowRun, environment, mayDelete);
				if (!isDone) remaining.push(environment);
				if (shown.deployment?.environment === environment) shown.deployment = void 0;
			}
			if (remaining.length > 0) {
				log(`GitHub still lists the environment ${remaining.join(", ")} without a deployment, because the token may not delete environments. Pass the token of a GitHub app with \`administration: write\` as github-token, or delete the environment in the settings of the repository.`);
			}
		}
		return { isTried: () => isTried, open, close, retire };
	}
}), 47189: ((__module, __exports, __require) => {
	__require.d(__exports, { AW: () => createAuthor, Su: () => findComments, Tu: () => deleteComment, _G: () => createGitHubComments, eT: () => createComment, vv: () => updateComment });
	var $$comment0 = __require(74127);
	var $$client1 = __require(73564);
	const PAGE = 100;
	const PAGES = 30;
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
	async function findComments(client, author, shown, since) {
		const mark = (0, $$comment0.Hc)(shown.key);
		const found = [];
		for (let page = 1; page <= PAGES; page += 1) {
			const { data } = await client.call((at) => client.octokit.rest.issues.listComments({ ...at, issue_number: shown.pullRequest, per_page: PAGE, page, ...since === void 0 ? {} : { since } }));
			const end = `/issues/${shown.pullRequest}`;
			for (const { id: id2, body, user, issue_url: url, created_at: createdAt, updated_at: updatedAt } of data) {
				(0, $$client1.assertUrlEndsWith)(`comments of pull request #${shown.pullRequest}`, url, end);
				if (body?.startsWith(mark) !== true || !user) continue;
				if (await author.isMe(user)) found.push({ id: id2, body, createdAt, updatedAt });
			}
			if (data.length < PAGE || since === void 0 && found.length > 0) break;
		}
		return found.toSorted((a, b) => a.id - b.id);
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
	async function createComment(client, { pullRequest }, body) {
		const { data } = await client.call((at) => client.octokit.rest.issues.createComment({ ...at, issue_number: pullRequest, body }), { repeatable: false });
		(0, $$client1.assertUrlEndsWith)(`pull request #${pullRequest}`, data.issue_url, `/issues/${pullRequest}`);
		if (!Number.isSafeInteger(data.id)) throw new Error("GitHub did not create a comment.");
		return { id: data.id, createdAt: data.created_at };
	}
	async function deleteComment(client, id2) {
		try {
			await client.call((at) => client.octokit.rest.issues.deleteComment({ ...at, comment_id: id2 }));
		} catch (error) {
			if (client.failureOf(error).status !== 404) throw error;
		}
	}
	function createGitHubComments(client, author, comment) {
		return { find: (since) => findComments(client, author, comment, since), create: (body) => createComment(client, comment, body), update: (id2, body) => updateComment(client, id2, body), remove: (id2) => deleteComment(client, id2), mayHaveCreated: (error) => (client.failureOf(error).status ?? 500) >= 500, sleep: (ms, also) => client.sleep(ms, also) };
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
	async function removePreviewEnvironment(client, workflowRun, environment, deletesEnvironment) {
		const { ours, others } = await allDeployments(client, environment);
		let mayDelete = true;
		for (const id2 of ours) {
			if (mayDelete && await tryDelete(client, id2)) continue;
			await writeStatus(client, workflowRun, id2, { state: "inactive", description: "The preview was deleted", url: void 0 });
			mayDelete = mayDelete && await tryDelete(client, id2);
		}
		return others > 0 || deletesEnvironment && await tryDeleteEnvironment(client, environment);
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
			if (!more) return { ours, others };
		}
		return { ours, others: others + 1 };
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
			return true;
		} catch (error) {
			return client.failureOf(error).status !== 403;
		}
	}
}), 93228: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { finishOnGitHub: () => finishOnGitHub });
	var $$headline0 = __require(14444);
	var $$writer1 = __require(34480);
	var $$comments2 = __require(47189);
	var $$client3 = __require(73564);
	var $$deployments4 = __require(96859);
	var $$links5 = __require(19687);
	var $$policy6 = __require(91085);
	var $$content7 = __require(16977);
	const FINAL = ["success", "failure", "error", "inactive"];
	async function finishOnGitHub(connection, unfinished, limits = $$client3.GITHUB_LIMITS) {
		const client = (0, $$client3.createGitHubClient)(connection, AbortSignal.timeout(limits.finishTimeoutMs), limits);
		const place = (0, $$links5.hO)(unfinished.env);
		const ends = await Promise.allSettled([finishDeployment(client, place, unfinished), finishComment(client, place, unfinished, limits.confirmBackoff)]);
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
	async function finishComment(client, place, unfinished, backoff) {
		const { state, token, message } = unfinished;
		const { comment, end } = state.shown;
		if (comment === void 0 || comment.closed) return;
		const link = (0, $$links5.Vp)(place);
		const name = state.deploymentName ?? comment.key;
		const content = { codeHost: place.codeHost, key: comment.key, name, headline: end === void 0 ? { icon: "\u26AA", text: `${name}: the run ended without a report` } : (0, $$headline0.gD)(end, { name, pullRequest: void 0, rollback: void 0, plan: void 0 }), result: end && { kind: end.kind, code: end.reason, docs: place.docsUrl(end.reason) }, message, emphasis: "text", url: void 0, responds: void 0, serverUrl: place.serverUrl, commit: void 0, notes: [], ids: state.revisionId === void 0 ? [] : [["revision", state.revisionId]], timeline: [], checks: void 0, seeded: void 0, previews: [], run: link === void 0 ? void 0 : { link, attempt: place.attempt, isOver: true }, isPreview: false, log: void 0, gate: void 0 };
		const writer = (0, $$writer1.D)({ comments: (0, $$comments2._G)(client, (0, $$comments2.AW)(client, token), comment), expectsOthers: false, backoff });
		await writer.write({ when: "replace", sections: (stored) => [(0, $$content7.Ab)(place, comment, { end, message: client.redact(message), stored })], render: (all) => (0, $$content7.kf)(place, comment, all, { content: () => content, redact: client.redact }), hurry: new AbortController().signal });
	}
}), 22959: ((__module, __exports, __require) => {
	__require.d(__exports, { D2: () => describeUnreadable, DQ: () => readPullRequest, GZ: () => PULL_REQUEST_PERMISSION, Ic: () => describeFailure, Oq: () => searchComparison, pr: () => searchPullRequest });
	var $$glob0 = __require(27820);
	var $$client1 = __require(73564);
	const PULL_REQUEST_PERMISSION = "pull-requests: read";
	async function readPullRequest(connection, number, { clock, signal }) {
		const client = (0, $$client1.createPatientClient)(connection, { clock, signal });
		try {
			const { data, headers } = await client.call((at) => client.octokit.rest.pulls.get({ ...at, pull_number: number }));
			(0, $$client1.assertSamePullRequest)(connection, number, data);
			const head = data.head.repo;
			const pull = { number: data.number, closed: data.state === "closed", labels: data.labels.map(({ name }) => name), branch: data.head.ref, commit: data.head.sha.toLowerCase(), fork: head === null || head.full_name !== data.base.repo.full_name, updatedAt: timeOf(data.updated_at), answeredAt: timeOf(headers.date) };
			return { kind: "read", pull };
		} catch (error) {
			return { kind: "unreadable", failure: client.failureOf(error) };
		}
	}
	function describeUnreadable(number, failure) {
		return describeFailure(`Pull request #${number} could not be read`, failure, PULL_REQUEST_PERMISSION);
	}
	function describeFailure(what, { status, description, permissions }, usualPermission) {
		const denied = status === 401 || status === 403 || status === 404;
		const lines = permissions.length > 0 ? permissions.join("` and `") : usualPermission;
		const hint = denied ? ` Add \`${lines}\` under \`permissions:\` of the workflow's job.` : "";
		return `${what}. ${description}.${hint}`;
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
			log.line("`paths` is ignored, because the deployed source is not the pushed commit.");
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
		const [{ getOctokit }, dispatcher] = await Promise.all([Promise.all([__require.e(7875), __require.e(1777), __require.e(9168), __require.e(6326)]).then(__require.bind(__require, 77875)), transport.dispatcher()]);
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
			const exists = back.getUTCDate() === day && back.getUTCHours() === hour && minute < 60 && second < 60;
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
	const BACKOFF = { request: { baseMs: 500, capMs: 2e4 }, run: { baseMs: 500, capMs: 5e3 }, restart: { baseMs: 250, capMs: 3e4 }, proxyRestart: { baseMs: 50, capMs: 5e3 }, typeParser: { baseMs: 6e4, capMs: 36e5 }, controlPlane: { baseMs: 500, capMs: 15e3 }, cluster: { baseMs: 2e3, capMs: 5e3 }, clusterStream: { baseMs: 1e3, capMs: 3e4 }, conflict: { baseMs: 2, capMs: 100, randomShare: 1 }, migration: { baseMs: 500, capMs: 5e3 }, comment: { baseMs: 3e3, capMs: 5e3, randomShare: 0.4 }, storage: { baseMs: 500, capMs: 500 }, database: { baseMs: 1e3, capMs: 5e3, randomShare: 0.8 }, recovery: { baseMs: 1e3, capMs: 1e3 } };
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
	__require.d(__exports, { Di: () => $$later0.Di0, Ff: () => $$later0.FfZ, Hd: () => $$later0.Hd3, OW: () => $$later0.OWp, Xy: () => $$later0.XyI, _F: () => $$later0._Fh, ap: () => $$later0.apP, of: () => $$later0.ofp, p$: () => $$later0.p$Q, qF: () => $$later0.qFJ, td: () => $$later0.tdh });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
