const id = 326;
const ids = [326];
const modules = { 47189: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { AW: () => createAuthor, eT: () => createComment, h1: () => findComment, vv: () => updateComment });
	var _report_comment_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(74127);
	var _client_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73564);
	const PAGE = 100;
	const PAGES = 30;
	const RACE_MS = 10 * 6e4;
	const JOB_BOT = "github-actions[bot]";
	function createAuthor(hub, token) {
		const ofApp = token.startsWith("ghs_");
		let login;
		const ask = async () => {
			try {
				if (!ofApp) return (await hub.call((at) => hub.octokit.rest.users.getAuthenticated({ request: at.request }))).data.login;
				const { viewer } = await hub.call((at) => hub.octokit.graphql("{ viewer { login } }", { request: at.request }));
				return viewer.login;
			} catch {
				return void 0;
			}
		};
		return { async isMe(user) {
			if (ofApp && user.login === JOB_BOT) return true;
			const me = await (login ??= ask());
			return me === void 0 ? user.type === "Bot" : me === user.login;
		} };
	}
	async function findComment(hub, author, shown, since) {
		const mark = (0, _report_comment_js__WEBPACK_IMPORTED_MODULE_1__.Hc)(shown.key);
		for (let page = 1; page <= PAGES; page += 1) {
			const { data } = await hub.call((at) => hub.octokit.rest.issues.listComments({ ...at, issue_number: shown.pullRequest, per_page: PAGE, page, ...since === void 0 ? {} : { since } }));
			const end = `/issues/${shown.pullRequest}`;
			for (const { id: id2, body, user, issue_url: url } of data) {
				(0, _client_js__WEBPACK_IMPORTED_MODULE_0__.assertUrlEndsWith)(`comments of pull request #${shown.pullRequest}`, url, end);
				if (body?.startsWith(mark) !== true || !user) continue;
				if (await author.isMe(user)) return id2;
			}
			if (data.length < PAGE) return void 0;
		}
		return void 0;
	}
	async function updateComment(hub, id2, body) {
		try {
			const { data } = await hub.call((at) => hub.octokit.rest.issues.updateComment({ ...at, comment_id: id2, body }));
			(0, _client_js__WEBPACK_IMPORTED_MODULE_0__.assertSame)("comment", id2, data.id);
			return id2;
		} catch (error) {
			if (hub.failureOf(error).status === 404) return void 0;
			throw error;
		}
	}
	async function createComment(hub, author, shown, body) {
		const end = `/issues/${shown.pullRequest}`;
		let made;
		try {
			const { data } = await hub.call((at) => hub.octokit.rest.issues.createComment({ ...at, issue_number: shown.pullRequest, body }), { repeatable: false });
			(0, _client_js__WEBPACK_IMPORTED_MODULE_0__.assertUrlEndsWith)(`pull request #${shown.pullRequest}`, data.issue_url, end);
			made = data;
		} catch (error) {
			const found = (hub.failureOf(error).status ?? 500) >= 500 ? await findComment(hub, author, shown) : void 0;
			if (found === void 0) throw error;
			return { id: found, ours: false };
		}
		const since = new Date(Date.parse(made.created_at) - RACE_MS).toISOString();
		const first = await findComment(hub, author, shown, since);
		if (first === void 0 || first >= made.id) return { id: made.id, ours: true };
		await hub.call((at) => hub.octokit.rest.issues.deleteComment({ ...at, comment_id: made.id }));
		return { id: first, ours: false };
	}
}), 3342: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { $U: () => statusDescription, f_: () => startedComment, gH: () => finishedComment });
	var _verify_result_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(63676);
	var _report_links_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(19687);
	const ICONS = { deployed: "\u2705", verified: "\u2705", provided: "\u2705", unchanged: "\u2705", observed: "\u2705", submitted: "\u{1F680}", planned: "\u{1F4CB}", "torn-down": "\u{1F5D1}\uFE0F", skipped: "\u23ED\uFE0F", superseded: "\u23ED\uFE0F", "timed-out": "\u231B", "rolled-back": "\u21A9\uFE0F", cancelled: "\u26A0\uFE0F", failed: "\u274C" };
	function startedComment(place, shown, record, commit) {
		return { ...common(place, shown, record, commit), icon: "\u23F3", status: "deploying" };
	}
	function finishedComment(place, shown, { outcome, record }, context) {
		const gone = outcome.kind === "torn-down";
		return { ...common(place, shown, record, context.commit), ...gone ? { url: void 0, commit: void 0, revision: void 0 } : {}, icon: ICONS[outcome.kind], status: gone ? "preview deleted" : outcome.kind, reason: { code: outcome.reason, docs: place.docsUrl(outcome.reason) }, message: outcome.message, tookMs: context.now - record.startedAt, timeline: record.timeline, checks: record.verification && (0, _verify_result_js__WEBPACK_IMPORTED_MODULE_0__.on)(record.verification), log: context.logs ? record.logTail : void 0 };
	}
	function statusDescription(agent, { kind, reason }) {
		return `${agent}: ${kind} (${reason})`;
	}
	function common(place, { key }, record, wanted) {
		const sha = record.revision?.commit ?? record.commit ?? wanted;
		const link = (0, _report_links_js__WEBPACK_IMPORTED_MODULE_1__.Vp)(place);
		return { key, name: record.deployment?.name ?? key, icon: "", status: "", reason: void 0, message: void 0, url: record.deployment?.url, serverUrl: place.serverUrl, commit: sha === void 0 ? void 0 : { sha, link: (0, _report_links_js__WEBPACK_IMPORTED_MODULE_1__.Bg)(place, sha) }, revision: record.revision && `${record.revision.id}: ${record.revision.status}`, tookMs: void 0, timeline: [], checks: void 0, run: link === void 0 ? void 0 : { link, attempt: place.attempt }, log: void 0 };
	}
}), 96859: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { HZ: () => findDeployment, Kn: () => writeStatus, Q6: () => openDeployment, np: () => deactivateEarlier, un: () => readState, y: () => removePreviewEnvironment });
	var _client_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73564);
	var _report_links_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(19687);
	const NEWEST = 30;
	const SUSPECTS = 3;
	const EARLIER = 10;
	const DESCRIPTION_MAX = 140;
	async function openDeployment(hub, place, shown, refs) {
		const { items: there } = await listDeployments(hub, shown.environment, { per_page: NEWEST });
		const newest = there.find((item) => agentOf(item) === shown.agent);
		if (newest !== void 0 && isOurs(newest, place, shown, refs)) return opened(newest.id, there, shown);
		if (await hasJobsOwn(hub, place, there, refs)) return { kind: "of-job" };
		try {
			return opened(await create(hub, place, shown, refs), there, shown);
		} catch (error) {
			if ((hub.failureOf(error).status ?? 500) < 500) throw error;
			const found = await findDeployment(hub, place, shown, refs);
			if (found === void 0) throw error;
			return found;
		}
	}
	async function findDeployment(hub, place, shown, refs = shown.refs) {
		const { items: there } = await listDeployments(hub, shown.environment, { per_page: NEWEST });
		const found = there.find((item) => item.id === shown.id || isOurs(item, place, shown, refs));
		return found && opened(found.id, there, shown);
	}
	function opened(id2, there, { agent }) {
		const earlier = there.filter((item) => agentOf(item) === agent && item.id < id2).map((item) => item.id);
		return { kind: "ours", id: id2, earlier };
	}
	async function writeStatus(hub, place, id2, status) {
		const log = (0, _report_links_js__WEBPACK_IMPORTED_MODULE_1__.Vp)(place);
		const { data } = await hub.call((at) => hub.octokit.rest.repos.createDeploymentStatus({ ...at, deployment_id: id2, state: status.state, description: shorten(hub.redact(status.description)), ...log === void 0 ? {} : { log_url: log }, ...status.url === void 0 ? {} : { environment_url: hub.redact(status.url) } }));
		(0, _client_js__WEBPACK_IMPORTED_MODULE_0__.assertUrlEndsWith)(`the status of deployment ${id2}`, data.deployment_url, `/deployments/${id2}`);
	}
	async function readState(hub, id2) {
		return (await listStatuses(hub, id2, 1))[0]?.state;
	}
	async function deactivateEarlier(hub, place, agent, earlier) {
		for (const id2 of earlier.slice(0, EARLIER)) {
			const state = await readState(hub, id2);
			if (state === "inactive") return;
			if (state !== "success") continue;
			await writeStatus(hub, place, id2, { state: "inactive", description: `${agent}: a later deployment took over`, url: void 0 });
		}
	}
	async function listDeployments(hub, environment, page) {
		const asked = hub.redact(environment);
		const { data } = await hub.call((at) => hub.octokit.rest.repos.listDeployments({ ...at, environment: asked, ...page }));
		const items = data.filter((item) => (0, _client_js__WEBPACK_IMPORTED_MODULE_0__.isSameName)(asked, item.environment));
		return { items, more: data.length >= page.per_page };
	}
	async function listStatuses(hub, id2, most) {
		const { data } = await hub.call((at) => hub.octokit.rest.repos.listDeploymentStatuses({ ...at, deployment_id: id2, per_page: most }));
		for (const { deployment_url: url } of data) (0, _client_js__WEBPACK_IMPORTED_MODULE_0__.assertUrlEndsWith)(`deployment ${id2}`, url, `/deployments/${id2}`);
		return data;
	}
	async function create(hub, place, shown, refs) {
		const [ref, ...others] = refs;
		if (ref === void 0) throw new Error("The run is of no commit that GitHub knows.");
		try {
			const { data } = await hub.call((at) => hub.octokit.rest.repos.createDeployment({ ...at, ref, environment: hub.redact(shown.environment), description: shorten(hub.redact(`${shown.agent} by agent-deploy`)), payload: { "agent-deploy": hub.redact(shown.agent), run: place.runId, attempt: place.attempt }, transient_environment: shown.transient, production_environment: !shown.transient, auto_merge: false, required_contexts: [] }), { repeatable: false });
			if (!("id" in data)) throw new Error("GitHub made no deployment.");
			(0, _client_js__WEBPACK_IMPORTED_MODULE_0__.assertSame)("the environment", hub.redact(shown.environment), data.environment);
			return data.id;
		} catch (error) {
			if (others.length === 0 || hub.failureOf(error).status !== 422) throw error;
			return create(hub, place, shown, others);
		}
	}
	async function hasJobsOwn(hub, place, there, refs) {
		const suspects = there.filter((item) => agentOf(item) === void 0 && refs.includes(item.sha));
		for (const { id: id2 } of suspects.slice(0, SUSPECTS)) {
			const statuses = await listStatuses(hub, id2, 5);
			if (statuses.some((status) => (0, _report_links_js__WEBPACK_IMPORTED_MODULE_1__.gi)(place, status.log_url) || (0, _report_links_js__WEBPACK_IMPORTED_MODULE_1__.gi)(place, status.target_url))) {
				return true;
			}
		}
		return false;
	}
	function isOurs(item, place, { agent }, refs) {
		const ofRun = agentOf(item) === agent && payloadOf(item)["run"] === place.runId && place.runId !== "";
		return ofRun && refs.includes(item.sha);
	}
	function agentOf(item) {
		const agent = payloadOf(item)["agent-deploy"];
		return typeof agent === "string" ? agent : void 0;
	}
	function payloadOf({ payload }) {
		if (typeof payload !== "string") return payload ?? {};
		try {
			const value = JSON.parse(payload);
			return typeof value === "object" && value !== null ? { ...value } : {};
		} catch {
			return {};
		}
	}
	function shorten(text) {
		const letters = Array.from(text.replace(/\s+/g, " ").trim());
		return letters.length > DESCRIPTION_MAX ? `${letters.slice(0, DESCRIPTION_MAX - 1).join("")}\u2026` : letters.join("");
	}
	const RETIRE_PAGE = 100;
	const RETIRE_PAGES = 3;
	async function removePreviewEnvironment(hub, place, environment, administers) {
		const { ours, others } = await allDeployments(hub, environment);
		let mayDelete = true;
		for (const id2 of ours) {
			if (mayDelete && await tryDelete(hub, id2)) continue;
			await writeStatus(hub, place, id2, { state: "inactive", description: "The preview is deleted", url: void 0 });
			mayDelete = mayDelete && await tryDelete(hub, id2);
		}
		if (administers && others === 0) await tryDeleteEnvironment(hub, environment);
	}
	async function allDeployments(hub, environment) {
		const ours = [];
		let others = 0;
		for (let page = 1; page <= RETIRE_PAGES; page += 1) {
			const { items, more } = await listDeployments(hub, environment, { per_page: RETIRE_PAGE, page });
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
	async function tryDelete(hub, id2) {
		try {
			await hub.call((at) => hub.octokit.rest.repos.deleteDeployment({ ...at, deployment_id: id2 }));
			return true;
		} catch (error) {
			const { status } = hub.failureOf(error);
			if (status === 404) return true;
			if (status === 403 || status === 422) return false;
			throw error;
		}
	}
	async function tryDeleteEnvironment(hub, environment) {
		try {
			await hub.call((at) => hub.octokit.rest.repos.deleteAnEnvironment({ ...at, environment_name: environment }), { repeatable: false });
		} catch {
		}
	}
}), 93228: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { finishOnGitHub: () => finishOnGitHub });
	var _report_comment_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(74127);
	var _comments_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(47189);
	var _client_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(73564);
	var _deployments_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(96859);
	var _report_links_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(19687);
	var _policy_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(91085);
	var _content_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3342);
	const FINAL = ["success", "failure", "error", "inactive"];
	async function finishOnGitHub(connection, unfinished, limits = _client_js__WEBPACK_IMPORTED_MODULE_1__.GITHUB_LIMITS) {
		const stop = new AbortController();
		const timer = setTimeout(() => stop.abort(new Error("no time is left for GitHub")), limits.finishTimeoutMs);
		const hub = (0, _client_js__WEBPACK_IMPORTED_MODULE_1__.createGitHubClient)(connection, stop.signal, limits);
		const place = (0, _report_links_js__WEBPACK_IMPORTED_MODULE_5__.hO)(unfinished.env);
		const ends = await Promise.allSettled([finishDeployment(hub, place, unfinished), finishComment(hub, place, unfinished)]);
		clearTimeout(timer);
		return ends.flatMap((end) => end.status === "rejected" ? [hub.failureOf(end.reason).message] : []);
	}
	async function finishDeployment(hub, place, { state }) {
		const { deployment, end } = state.shown;
		if (deployment === void 0 || deployment.closed) return;
		const found = await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_2__.HZ)(hub, place, deployment);
		if (found === void 0 || FINAL.includes(await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_2__.un)(hub, found.id))) return;
		const last = end === void 0 ? "inactive" : (0, _policy_js__WEBPACK_IMPORTED_MODULE_3__.eT)(end);
		await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_2__.Kn)(hub, place, found.id, { state: last, description: end === void 0 ? `${deployment.agent}: ended without a report` : (0, _content_js__WEBPACK_IMPORTED_MODULE_4__.$U)(deployment.agent, end), url: void 0 });
		if (last === "success") await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_2__.np)(hub, place, deployment.agent, found.earlier);
	}
	async function finishComment(hub, place, unfinished) {
		const { state, token, message } = unfinished;
		const { comment, end } = state.shown;
		if (comment === void 0 || comment.closed) return;
		const id2 = comment.id ?? await (0, _comments_js__WEBPACK_IMPORTED_MODULE_0__.h1)(hub, (0, _comments_js__WEBPACK_IMPORTED_MODULE_0__.AW)(hub, token), comment);
		if (id2 === void 0) return;
		const link = (0, _report_links_js__WEBPACK_IMPORTED_MODULE_5__.Vp)(place);
		const body = (0, _report_comment_js__WEBPACK_IMPORTED_MODULE_6__.I2)({ key: comment.key, name: state.deploymentName ?? comment.key, icon: "\u26A0\uFE0F", status: end?.kind ?? "ended without a report", reason: end && { code: end.reason, docs: place.docsUrl(end.reason) }, message, url: void 0, serverUrl: place.serverUrl, commit: void 0, revision: state.revisionId, tookMs: void 0, timeline: [], checks: void 0, run: link === void 0 ? void 0 : { link, attempt: place.attempt }, log: void 0 });
		await (0, _comments_js__WEBPACK_IMPORTED_MODULE_0__.vv)(hub, id2, hub.redact(body));
	}
}), 18823: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { createGitHubPublisher: () => createGitHubPublisher });
	var _report_comment_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(74127);
	var _report_markdown_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(76669);
	var _report_report_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4546);
	var _comments_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(47189);
	var _client_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(73564);
	var _deployments_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(96859);
	var _report_links_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(19687);
	var _policy_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(91085);
	var _content_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3342);
	function createGitHubPublisher(connection, story, stop, limits) {
		const { settings, event, record, log } = story;
		const hub = (0, _client_js__WEBPACK_IMPORTED_MODULE_2__.createGitHubClient)({ ...connection, redact: story.redact }, stop, limits);
		const author = (0, _comments_js__WEBPACK_IMPORTED_MODULE_1__.AW)(hub, settings.github.token ?? "");
		const place = (0, _report_links_js__WEBPACK_IMPORTED_MODULE_6__.hO)(story.env);
		const shown = record.github.shown ??= { deployment: void 0, comment: void 0, end: void 0 };
		const troubles = /* @__PURE__ */ new Map();
		const refused = /* @__PURE__ */ new Set();
		let earlier = [];
		let ofJob = false;
		const tried = /* @__PURE__ */ new Set();
		const attempt = async (part, work) => {
			if (refused.has(part)) return;
			try {
				await work();
				troubles.delete(part);
			} catch (error) {
				const failure = hub.failureOf(error);
				troubles.set(part, (0, _policy_js__WEBPACK_IMPORTED_MODULE_4__.qy)(part, failure));
				if (!(0, _policy_js__WEBPACK_IMPORTED_MODULE_4__.SA)(failure)) return;
				refused.add(part);
				if (part !== "retire") shown[part] = void 0;
			}
		};
		const refs = () => (0, _policy_js__WEBPACK_IMPORTED_MODULE_4__.eY)(settings, event, record, place.sha);
		const commentTarget = () => {
			const target = (0, _policy_js__WEBPACK_IMPORTED_MODULE_4__.Wb)(settings, event, record);
			return target && { ...target, key: story.redact(target.key) };
		};
		async function openShown() {
			const target = (0, _policy_js__WEBPACK_IMPORTED_MODULE_4__.p7)(settings, record);
			if (target === void 0 || ofJob) return;
			tried.add("deployment");
			const deployment = shown.deployment ??= { ...target, refs: [], id: void 0, closed: false };
			if (deployment.id !== void 0) return;
			deployment.refs = refs();
			await story.save();
			const opened = await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_3__.Q6)(hub, place, deployment, deployment.refs);
			if (opened.kind === "of-job") {
				ofJob = true;
				shown.deployment = void 0;
				log(`The job's own environment ${deployment.environment} shows this run on GitHub; no second one is made.`);
				return;
			}
			earlier = opened.earlier;
			deployment.id = opened.id;
			record.github.deploymentId = opened.id;
			await story.save();
			await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_3__.Kn)(hub, place, opened.id, { state: "in_progress", description: `${deployment.agent}: deploying`, url: void 0 });
		}
		async function closeShown(outcome) {
			const { deployment } = shown;
			if (deployment === void 0) return;
			if (deployment.id === void 0) await openShown();
			if (deployment.id === void 0) return;
			const state = (0, _policy_js__WEBPACK_IMPORTED_MODULE_4__.eT)(outcome);
			const url = record.deployment?.url;
			await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_3__.Kn)(hub, place, deployment.id, { state, description: (0, _content_js__WEBPACK_IMPORTED_MODULE_5__.$U)(deployment.agent, outcome), url: state === "success" && (0, _report_markdown_js__WEBPACK_IMPORTED_MODULE_7__.Pl)(url) !== void 0 ? url : void 0 });
			deployment.closed = true;
			if (state === "success") await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_3__.np)(hub, place, deployment.agent, earlier);
		}
		async function openComment() {
			const target = commentTarget();
			if (target === void 0) return;
			tried.add("comment");
			const comment = shown.comment ??= { ...target, id: void 0, closed: false };
			if (comment.id !== void 0) return;
			await story.save();
			const body = () => {
				const safe = (0, _report_report_js__WEBPACK_IMPORTED_MODULE_0__.a5)(NOTHING, record, story.redact);
				return hub.redact((0, _report_comment_js__WEBPACK_IMPORTED_MODULE_8__.I2)((0, _content_js__WEBPACK_IMPORTED_MODULE_5__.f_)(place, comment, safe.record, event.commit)));
			};
			const known = await (0, _comments_js__WEBPACK_IMPORTED_MODULE_1__.h1)(hub, author, comment);
			comment.id = known ?? (await (0, _comments_js__WEBPACK_IMPORTED_MODULE_1__.eT)(hub, author, comment, body())).id;
			record.github.commentId = comment.id;
			await story.save();
		}
		async function closeComment(outcome) {
			const target = shown.comment ?? commentTarget();
			const what = (0, _policy_js__WEBPACK_IMPORTED_MODULE_4__.Qw)(settings.verb, outcome, shown.comment !== void 0);
			if (target === void 0 || what === "leave" && shown.comment === void 0) return;
			const comment = shown.comment ??= { ...target, id: void 0, closed: false };
			const safe = (0, _report_report_js__WEBPACK_IMPORTED_MODULE_0__.a5)(outcome, record, story.redact);
			const context = { commit: event.commit, now: story.now(), logs: settings.github.commentLogs };
			const body = hub.redact((0, _report_comment_js__WEBPACK_IMPORTED_MODULE_8__.I2)((0, _content_js__WEBPACK_IMPORTED_MODULE_5__.gH)(place, comment, safe, context)));
			const known = comment.id ?? await findAny(comment);
			let id2 = known === void 0 ? void 0 : await (0, _comments_js__WEBPACK_IMPORTED_MODULE_1__.vv)(hub, known, body);
			if (id2 === void 0 && what === "write") {
				const made = await (0, _comments_js__WEBPACK_IMPORTED_MODULE_1__.eT)(hub, author, comment, body);
				id2 = made.ours ? made.id : await (0, _comments_js__WEBPACK_IMPORTED_MODULE_1__.vv)(hub, made.id, body);
			}
			comment.id = id2;
			record.github.commentId = id2;
			comment.closed = true;
		}
		async function findAny(comment) {
			const others = settings.github.commentKey === void 0 ? record.retired : [];
			for (const key of /* @__PURE__ */ new Set([comment.key, ...others.map(story.redact)])) {
				const id2 = await (0, _comments_js__WEBPACK_IMPORTED_MODULE_1__.h1)(hub, author, { ...comment, key });
				if (id2 !== void 0) return id2;
			}
			return void 0;
		}
		async function retire() {
			if (!settings.github.deployment) return;
			const administers = !(settings.github.token ?? "").startsWith("ghs_");
			for (const environment of new Set(record.retired)) {
				await (0, _deployments_js__WEBPACK_IMPORTED_MODULE_3__.y)(hub, place, environment, administers);
				if (shown.deployment?.environment === environment) shown.deployment = void 0;
			}
		}
		return { async publishStart() {
			const first = (part, work) => !tried.has(part) && attempt(part, work);
			await Promise.all([first("deployment", openShown), first("comment", openComment)]);
		}, async publishEnd(outcome) {
			shown.end = { kind: outcome.kind, reason: outcome.reason };
			await Promise.all([attempt("deployment", () => closeShown(outcome)).then(() => attempt("retire", retire)), attempt("comment", () => closeComment(outcome))]);
			await story.save();
		}, warnings: () => [...troubles.values()] };
	}
	const NOTHING = { kind: "submitted", reason: "not-waited", message: "" };
}), 22959: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { D2: () => describeUnreadable, DQ: () => readPullRequest, GZ: () => PULL_REQUEST_PERMISSION, Oq: () => searchComparison, pr: () => searchPullRequest });
	var _paths_glob_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(27820);
	var _client_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73564);
	const PULL_REQUEST_PERMISSION = "pull-requests: read";
	const READ_LIMITS = { attemptTimeoutMs: 3e4, retryDelaysMs: [1e3, 4e3], maxRetryAfterMs: 6e4 };
	async function readPullRequest(connection, number, { clock, signal }) {
		const client = (0, _client_js__WEBPACK_IMPORTED_MODULE_0__.createGitHubClient)(connection, signal, READ_LIMITS, (ms, aborted) => clock.sleep(ms, aborted));
		try {
			const { data, headers } = await client.call((at) => client.octokit.rest.pulls.get({ ...at, pull_number: number }));
			(0, _client_js__WEBPACK_IMPORTED_MODULE_0__.assertSamePullRequest)(connection, number, data);
			const head = data.head.repo;
			const pull = { number: data.number, closed: data.state === "closed", labels: data.labels.map(({ name }) => name), branch: data.head.ref, commit: data.head.sha.toLowerCase(), fork: head === null || head.full_name !== data.base.repo.full_name, answeredAt: timeOf(headers.date) };
			return { kind: "read", pull };
		} catch (error) {
			signal.throwIfAborted();
			return { kind: "unreadable", failure: client.failureOf(error) };
		}
	}
	function describeUnreadable(number, { status, description, permissions }) {
		const denied = status === 401 || status === 403 || status === 404;
		const lines = permissions.length > 0 ? permissions.join("` and `") : PULL_REQUEST_PERMISSION;
		const cure = denied ? ` Add \`${lines}\` under \`permissions:\` of the workflow's job.` : "";
		return `Pull request #${number} could not be read. ${description}.${cure}`;
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
			const path = (0, _paths_glob_js__WEBPACK_IMPORTED_MODULE_1__.hu)(filter, data);
			if (path !== void 0) return { kind: "touched", path };
			files += data.length;
		}
		return none(files, PULL_LIMIT);
	}
	async function searchComparison({ octokit, owner, repo }, { base, head }, filter, signal) {
		const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead: `${base}...${head}`, per_page: 1, page: 1, request: { signal } });
		const compared = data.base_commit;
		(0, _client_js__WEBPACK_IMPORTED_MODULE_0__.assertSame)("a comparison from", base, compared?.sha.slice(0, base.length));
		if (data.status !== "ahead" && data.status !== "identical") {
			return { kind: "unknown", why: `${short(head)} does not come after ${short(base)}` };
		}
		const files = data.files ?? [];
		const path = (0, _paths_glob_js__WEBPACK_IMPORTED_MODULE_1__.hu)(filter, files);
		if (path !== void 0) return { kind: "touched", path };
		if (data.files === void 0) return { kind: "unknown", why: "GitHub does not say which files changed" };
		return none(files.length, COMPARE_LIMIT);
	}
	function none(files, limit) {
		if (files < limit) return { kind: "untouched", files };
		return { kind: "unknown", why: `GitHub lists ${limit} changed files at most, and there may be more` };
	}
	const short = (commit) => commit.slice(0, 7);
}), 8073: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { checkPullRequestPaths: () => checkPullRequestPaths, checkPushedPaths: () => checkPushedPaths });
	var _github_client_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73564);
	var _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(22959);
	var _outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(96043);
	var _glob_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(27820);
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
			log.line("What is deployed is not what was pushed: `paths` is not asked.");
			return void 0;
		}
		const base = current.active.commit ?? event.before;
		if (base === head) return void 0;
		return checkChangedPaths(context, settings.paths, { kind: "since", base, head });
	}
	async function checkChangedPaths(context, patterns, span) {
		const finding = await search(context, patterns, span);
		const { log } = context;
		switch (finding.kind) {
			case "touched":
				log.line(`${finding.path} was changed ${inWhat(span)}, and \`paths\` names it.`);
				return void 0;
			case "unknown":
				log.line(`Whether anything that \`paths\` names was changed is not known: ${finding.why}. Continuing.`);
				return void 0;
			case "untouched":
				return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_2__.bu)("unchanged", "paths-untouched", `None of the ${finding.files} files that were changed ${inWhat(span)} is among \`paths\`, so nothing was sent. \`force: true\` deploys all the same.`);
		}
	}
	async function search(context, patterns, span) {
		const filter = (0, _glob_js__WEBPACK_IMPORTED_MODULE_3__.VO)(patterns);
		if (span.kind === "since" && span.base === void 0) {
			return { kind: "unknown", why: "the push made its branch, and nothing tells what to compare it with" };
		}
		let connection;
		try {
			connection = await context.github();
			if (connection === void 0) return { kind: "unknown", why: "there is no github-token to ask with" };
			if (span.kind === "pull-request") {
				return await (0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_1__.pr)(connection, span.number, filter, context.signal);
			}
			const { base = "", head } = span;
			return await (0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_1__.Oq)(connection, { base, head }, filter, context.signal);
		} catch (error) {
			context.signal.throwIfAborted();
			const failure = (0, _github_client_js__WEBPACK_IMPORTED_MODULE_0__.toGitHubFailure)(error, connection?.redact ?? (() => "GitHub could not be reached"));
			warnOfPermission(context, span, failure);
			return { kind: "unknown", why: failure.description };
		}
	}
	function warnOfPermission(context, span, failure) {
		if (failure.status !== 403 || /rate limit/i.test(failure.message)) return;
		const [line = span.kind === "pull-request" ? "pull-requests: read" : "contents: read"] = failure.permissions;
		context.log.warn("paths", `The job's token may not see which files were changed, so that every run deploys. Add this line below \`permissions:\` of the job: ${line}`);
	}
	function inWhat(span) {
		if (span.kind === "pull-request") return `in pull request #${span.number}`;
		return `between ${span.base?.slice(0, 7) ?? "?"} and ${span.head.slice(0, 7)}`;
	}
}), 74127: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { Hc: () => commentMark, I2: () => commentBody });
	var _run_record_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(758);
	var _markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(76669);
	const COMMENT_MAX = 65536;
	const LINE_MAX = 2e3;
	const FIELD_MAX = 200;
	const PHASES_MAX = 40;
	const MESSAGE_MAX = 16e3;
	function commentMark(key) {
		return `<!-- agent-deploy:${key.replaceAll(/[^\w./-]/g, "_").replaceAll("--", "-_")} -->`;
	}
	function commentBody(content) {
		const head = [`${commentMark(content.key)}
### ${content.icon} ${field(content.name)}: ${field(content.status)}`, statusTable(content), phases(content.timeline)];
		const foot = footOf(content);
		const join = (...parts) => [...head, ...parts, foot].filter((part) => part !== void 0 && part !== "").join("\n\n");
		const message = messagePart(content.message, COMMENT_MAX - join().length - 2);
		return join(message, logPart(content.log, COMMENT_MAX - join(message).length - 2));
	}
	function messagePart(message, room) {
		if (message === void 0) return void 0;
		let text = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.ml)(message, MESSAGE_MAX);
		for (; ; ) {
			const part = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.wi)(text);
			if (part.length <= room || text === "") return part;
			text = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.ml)(text, Math.floor(text.length * room / part.length) - 1);
		}
	}
	const field = (text) => (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.Hn)((0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.ml)(text, FIELD_MAX));
	function statusTable(content) {
		const { status, reason, url, commit, revision, checks, tookMs } = content;
		const rows = [["Status", `${field(status)}${reason === void 0 ? "" : ` (${reasonText(reason)})`}`], ["Agent", (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.il)(url, content.serverUrl)], ["Commit", commit && commitText(commit)], ["Revision", revision && field(revision)], ["Checks", checks && field(checks)], ["Took", tookMs === void 0 ? void 0 : (0, _run_record_js__WEBPACK_IMPORTED_MODULE_1__.a3)(tookMs)]];
		const lines = rows.flatMap(([label, value]) => value ? [`| ${label} | ${value} |`] : []);
		return ["|  |  |", "| --- | --- |", ...lines].join("\n");
	}
	function commitText({ sha, link }) {
		const url = /^[0-9a-f]{7,64}$/i.test(sha) ? (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.Pl)(link) : void 0;
		return url === void 0 ? field(sha) : `[${sha.slice(0, 7)}](${url})`;
	}
	function reasonText({ code, docs }) {
		const link = (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.Pl)(docs);
		return link === void 0 ? field(code) : `[${field(code)}](${link})`;
	}
	function phases(timeline) {
		const ended = timeline.flatMap(({ status, startMs, endMs }) => endMs === void 0 ? [] : [`${field(status)} ${(0, _run_record_js__WEBPACK_IMPORTED_MODULE_1__.a3)(endMs - startMs)}`]);
		if (ended.length === 0) return "";
		const more = ended.length > PHASES_MAX ? [`and ${ended.length - PHASES_MAX} more`] : [];
		return `Phases: ${[...ended.slice(0, PHASES_MAX), ...more].join(" \xB7 ")}`;
	}
	function footOf({ run }) {
		if (run === void 0) return "";
		return `<sub>[Run](${run.link})${run.attempt === "1" ? "" : `, attempt ${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.Hn)(run.attempt)}`}</sub>`;
	}
	function logPart(log, room) {
		if (log === void 0) return "";
		const part = (lines2) => lines2.length === 0 ? "" : `<details><summary>End of the ${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.Hn)(log.kind)} log</summary>

${(0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.OF)(lines2)}

</details>`;
		let lines = log.lines.map(plainLine);
		while (lines.length > 0 && part(lines).length > room) lines = lines.slice(Math.ceil(lines.length / 8));
		return part(lines);
	}
	function plainLine(line) {
		return (0, _markdown_js__WEBPACK_IMPORTED_MODULE_0__.ml)(line.replaceAll("<!--", "<! --"), LINE_MAX);
	}
}), 36686: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { c: () => exchange });
	var node_stream__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(57075);
	function exchange(dispatcher, request) {
		const { promise, resolve } = Promise.withResolvers();
		let sent = false;
		let settled = false;
		let controller;
		let head;
		const chunks = [];
		let bytes = 0;
		const settle = (result) => {
			if (settled) return;
			settled = true;
			clearTimeout(timer);
			request.signal?.removeEventListener("abort", onAbort);
			if (result.kind !== "answer" && result.kind !== "broken") controller?.abort(new Error("no longer wanted"));
			resolve(result);
		};
		const onAbort = () => settle({ kind: "aborted", sent, cause: request.signal?.reason });
		const timer = setTimeout(() => settle({ kind: "timeout", sent }), request.timeoutMs);
		if (request.signal?.aborted) onAbort();
		else request.signal?.addEventListener("abort", onAbort, { once: true });
		if (settled) return promise;
		const handler = { onRequestStart(started) {
			controller = started;
			if (settled) started.abort(new Error("no longer wanted"));
			else sent = true;
		}, onResponseStart(_controller, status, headers) {
			if (status < 200) return;
			head = { status, contentType: single(headers["content-type"]) ?? "", retryAfter: single(headers["retry-after"]), location: single(headers["location"]), headers: Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])) };
		}, onResponseData(_controller, chunk) {
			bytes += chunk.length;
			if (bytes > request.maxBytes) settle({ kind: "too-large", status: head?.status ?? 0 });
			else chunks.push(chunk);
		}, onResponseEnd() {
			if (head) {
				settle({ kind: "answer", answer: { ...head, body: Buffer.concat(chunks).toString("utf8") } });
			}
		}, onResponseError(_controller, error) {
			settle({ kind: "broken", sent, code: faultCode(error), cause: error });
		} };
		try {
			dispatcher.dispatch({ origin: request.url.origin, path: `${request.url.pathname}${request.url.search}`, method: request.method, headers: request.headers, body: bodyOf(request.body) }, handler);
		} catch (error) {
			settle({ kind: "broken", sent, code: faultCode(error), cause: error });
		}
		return promise;
	}
	function bodyOf(body) {
		if (body === void 0 || typeof body === "string" || body instanceof Uint8Array) return body ?? null;
		const stream = node_stream__WEBPACK_IMPORTED_MODULE_0__.Readable.from(body, { objectMode: false });
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
}), 93284: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { createGitHub: () => createGitHub });
	var _exchange_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(36686);
	var _headers_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(89813);
	async function createGitHub(options) {
		const { token, apiUrl, transport, timeoutMs = 3e4 } = options;
		const [{ getOctokit }, dispatcher] = await Promise.all([Promise.all([__webpack_require__.e(875), __webpack_require__.e(326)]).then(__webpack_require__.bind(__webpack_require__, 77875)), transport.dispatcher()]);
		const quiet = () => {
		};
		return getOctokit(token, { baseUrl: apiUrl, userAgent: _headers_js__WEBPACK_IMPORTED_MODULE_1__._, request: { fetch: createFetch(dispatcher, timeoutMs) }, log: { debug: quiet, info: quiet, warn: quiet, error: quiet } });
	}
	const MAX_BYTES = 32 * 1024 * 1024;
	const MAX_REDIRECTS = 5;
	const BODILESS = [204, 205, 304];
	function createFetch(dispatcher, timeoutMs) {
		return async (address, { method = "GET", headers = {}, body, signal } = {}) => {
			let url = new URL(address);
			for (let redirects = 0; ; redirects += 1) {
				const wire = { method, url, headers, ...body ? { body } : {}, maxBytes: MAX_BYTES, timeoutMs };
				const { answer } = demandAnswer(await (0, _exchange_js__WEBPACK_IMPORTED_MODULE_0__.c)(dispatcher, { ...wire, signal: signal ?? void 0 }));
				if (answer.status < 300 || answer.status === 304 || answer.status >= 400) {
					const text = BODILESS.includes(answer.status) ? null : answer.body;
					const response = new Response(text, { status: answer.status, headers: answer.headers });
					Object.defineProperty(response, "url", { value: url.href });
					return response;
				}
				const next = redirects < MAX_REDIRECTS ? follow(url, method, answer) : void 0;
				if (next === void 0) throw failed(new Error(`a redirect (${answer.status}) that is not followed`));
				url = next;
			}
		};
	}
	function demandAnswer(result) {
		switch (result.kind) {
			case "answer":
				return result;
			case "aborted":
				throw result.cause;
			case "timeout":
				throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
			case "too-large":
				throw failed(new Error("the answer is larger than any of GitHub"));
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
}), 89813: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { _: () => USER_AGENT, w: () => credentialHeaders });
	const USER_AGENT = "agent-deploy/0.1.0";
	function credentialHeaders(options) {
		return { "x-api-key": options.apiKey, ...options.workspaceId && { "x-tenant-id": options.workspaceId }, "user-agent": USER_AGENT };
	}
}) };
export {
	id,
	ids,
	modules
};
