const id = 4679;
const ids = [4679];
const modules = { 22959: ((__module, __exports, __require) => {
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
}), 27820: ((__module, __exports, __require) => {
	__require.d(__exports, { VO: () => $$later0.VOd, cK: () => $$later0.cK5, o4: () => $$later0.o4o, o7: () => $$later0.o7, pV: () => $$later0.pV9, x4: () => $$later0.x4D, zN: () => $$later0.zNS });
	var $$later0 = __require(72786);
}), 92832: ((__module, __exports, __require) => {
	__require.d(__exports, { EY: () => commitFormsOf, LF: () => previewNameOf, Wl: () => possibleNames, _$: () => withoutCommit, d: () => isPossibleName, sC: () => commitPreviewNameOf, zx: () => namesWithoutBranch });
	var $$crypto0 = __require(77598);
	var $$dialect1 = __require(26625);
	var $$outcome2 = __require(96043);
	var $$name3 = __require(81746);
	function previewNameOf(naming, of, branch, where) {
		const limit = (0, $$name3.ds)({ source: where.source, hosted: (0, $$dialect1.OZ)(where.endpoint.baseUrl) });
		const name = make(naming, of, branch, limit);
		if (name === void 0) throw unnameable(naming);
		return name;
	}
	function commitPreviewNameOf(naming, of, branch, where) {
		const limit = (0, $$name3.ds)({ source: where.source, hosted: (0, $$dialect1.OZ)(where.endpoint.baseUrl) });
		const form = makeForm(naming, of, branch, limit);
		if (form !== void 0) return (0, $$name3.CD)(form, where.commit);
		if (make(naming, of, branch, limit) === void 0) throw unnameable(naming);
		throw new $$outcome2.lZ("invalid-input", `preview-per: a name with the number ${of.number} and a commit has more than ${limit} characters, the maximum of the service. Set \`preview-per: pull-request\`.`);
	}
	function commitFormsOf(naming, of, branch) {
		return $$name3.BB.flatMap((limit) => makeForm(naming, of, branch, limit) ?? []);
	}
	function withoutCommit(name, naming, of, branch) {
		const found = (0, $$name3.YP)(name, commitFormsOf(naming, of, branch));
		if (found !== void 0) return found.form.pullRequestName;
		return new RegExp(`^(.+-pr-${of.number})-[0-9a-f]{7}$`).exec(name)?.[1] ?? name;
	}
	function possibleNames(naming, of, branch) {
		const names = namesWithoutBranch(naming, of, branch);
		if (names.length === 0) throw unnameable(naming);
		return names;
	}
	function namesWithoutBranch(naming, of, branch) {
		return [...new Set($$name3.BB.flatMap((limit) => make(naming, of, branch, limit) ?? []))];
	}
	function isPossibleName(name, naming, of, branch) {
		if (namesWithoutBranch(naming, of, branch).includes(name)) return true;
		if ((0, $$name3.YP)(name, commitFormsOf(naming, of, branch)) !== void 0) return true;
		const hashed = `x[0-9a-z]{8}|[0-9a-f]{7}x(?:[0-9a-z]{4}){1,2}`;
		if (new RegExp(`^.+-${of.number}-(?:${hashed})$`).test(name)) return true;
		const { owner, repo } = splitName(of.repository);
		const values = { number: String(of.number), owner, repo, branch, name: naming.baseName };
		const form = (template, anyName) => template.split(/\{([a-z]+)\}/).map((part, index) => {
			const text = index % 2 === 0 ? part : part === "name" && anyName ? void 0 : values[part];
			return text === void 0 ? "[a-z0-9-]+" : escapeForPattern(text.toLowerCase());
		}).join("");
		const forms = [form("{name}-pr-{number}", true), form(naming.nameTemplate ?? "{name}-pr-{number}", false)];
		return forms.some((pattern) => new RegExp(`^${pattern}(?:-[0-9a-f]{7})?$`).test(name));
	}
	const escapeForPattern = (text) => text.replace(/[^a-z0-9]/g, "\\$&");
	const make = (...request) => (0, $$name3.gz)(...argumentsOf(...request));
	const makeForm = (...request) => (0, $$name3.hO)(...argumentsOf(...request));
	function argumentsOf(...[{ nameTemplate, baseName }, { repository, number }, branch, limit]) {
		const { owner, repo } = splitName(repository);
		const template = nameTemplate ?? (0, $$name3.oB)(baseName);
		const values = { number, owner, repo, branch, name: baseName };
		return [template, values, limit, (text) => (0, $$crypto0.createHash)("sha256").update(text).digest("hex")];
	}
	function unnameable({ nameTemplate = "", baseName }) {
		if (nameTemplate.includes("{name}") && baseName === void 0) {
			return new $$outcome2.lZ("invalid-input", "preview-name-template: {name} is replaced by `deployment-name`, which is not set. Set it, or use {repo}.");
		}
		return new $$outcome2.lZ("pull-request-unknown", "preview-name-template: {branch} is the head branch of the pull request, which is missing from this event and could not be read from GitHub. Let the job read pull requests (`pull-requests: read`), or remove {branch}.");
	}
	function splitName(repository) {
		const slash = repository.lastIndexOf("/");
		return { owner: repository.slice(0, Math.max(0, slash)), repo: repository.slice(slash + 1) };
	}
}), 65711: ((__module, __exports, __require) => {
	__require.d(__exports, { _E: () => checkOwnership, U7: () => markerText, At: () => readEvidence, t7: () => readMarker, Qx: () => sameRepositoryName });
	var inputs_secrets = __require(54476);
	var base_url = __require(85410);
	var later = __require(72786);
	;
	var current = __require(67418);
	var fields = __require(44034);
	var hidden_value = __require(30171);
	var preview_name = __require(81746);
	;
	function checkOwnership(deployment, of, evidence) {
		if (!(0, preview_name.lO)(deployment.name, of.number)) {
			return { ours: false, why: `does not have the number ${of.number} in its name` };
		}
		const { repoUrl } = (0, current.le)(deployment, []);
		if (repoUrl !== void 0 && !isBuiltFrom(repoUrl, of, evidence)) {
			return { ours: false, why: `is built from ${(0, fields.Hx)(repoUrl)}, not from ${of.repository}` };
		}
		const mark = readMarker(deployment);
		switch (mark.kind) {
			case "none":
				return { ours: false, why: `lacks the variable ${inputs_secrets.yf}, which every preview has` };
			case "hidden":
				if (evidence.force || evidence.proven === true) return { ours: true };
				return { ours: false, why: `has the variable ${inputs_secrets.yf}, but the service hides its value: set \`force: true\` if you are sure that it is the preview of ${markerText(of)}` };
			case "of":
				if (samePullRequest(mark.of, of)) return { ours: true };
				return { ours: false, why: `is the preview of ${markerText(mark.of)}` };
		}
	}
	function isBuiltFrom(url, { repository }, { serverUrl, repoUrl }) {
		if (repoUrl !== void 0 && (0, fields.Hx)(repoUrl) === (0, fields.Hx)(url)) return true;
		const host = hostOf(url);
		const elsewhere = host !== void 0 && !(0, base_url.U9)(host) && host !== hostOf(serverUrl);
		return !elsewhere && (0, later.RB4)(url, { repository });
	}
	function hostOf(url) {
		const host = /^[\w.-]+@([\w.-]+):/.exec(url)?.[1] ?? URL.parse(url)?.hostname;
		return host ? host.toLowerCase().replace(/^(?:www|ssh)\./, "") : void 0;
	}
	function readEvidence({ settings, event }) {
		return { force: settings.force, repoUrl: settings.repoUrl, serverUrl: event.serverUrl };
	}
	function markerText({ repository, number }) {
		return `${repository}#${number}`;
	}
	function readMarker({ secrets }) {
		const marker = secrets?.find(({ name }) => name === inputs_secrets.yf);
		if (marker === void 0) return { kind: "none" };
		if (!marker.value || (0, hidden_value.s4)(marker.value)) return { kind: "hidden" };
		const [, repository, digits] = /^([^\s#/]+\/[^\s#]+)#([1-9]\d{0,14})$/.exec(marker.value) ?? [];
		if (repository === void 0) return { kind: "none" };
		return { kind: "of", of: { repository, number: Number(digits) } };
	}
	function samePullRequest(one, other) {
		return one.number === other.number && sameRepositoryName(one.repository, other.repository);
	}
	function sameRepositoryName(one, other) {
		return one.toLowerCase() === other.toLowerCase();
	}
}), 81746: ((__module, __exports, __require) => {
	__require.d(__exports, { BB: () => NAME_LIMITS, CD: () => nameOfCommit, YP: () => commitInName, ds: () => nameLimit, gz: () => previewName, hO: () => commitNameForm, lO: () => containsNumber, oB: () => defaultTemplate });
	var $$limits0 = __require(55403);
	var $$patterns1 = __require(52652);
	const HASHED = /-x[0-9a-z]{8}$/;
	const HASH_SPACE = 36n ** 8n;
	function defaultTemplate(baseName) {
		return baseName === void 0 ? "{repo}-pr-{number}" : "{name}-pr-{number}";
	}
	function nameLimit({ source, hosted }) {
		return hosted && source !== "external_docker" ? $$limits0.fo : $$limits0.uL;
	}
	const NAME_LIMITS = [$$limits0.fo, $$limits0.uL];
	function previewName(template, values, limit, digest) {
		const rendered = renderName(template, values);
		if (rendered === void 0) return void 0;
		const { parts, used, text } = rendered;
		if (text.length <= limit && isPlain(parts, used, text, values.number)) return text;
		const tail = `-${values.number}-x${hashOf(template, used, digest)}`;
		return `${cutStem(parts, used, limit - tail.length)}${tail}`;
	}
	function renderName(template, values) {
		const parts = template.split(/\{([a-z]+)\}/);
		const used = [];
		for (const placeholder of placeholdersOf(parts)) {
			const value = valueOf(values, placeholder);
			if (value === void 0) return void 0;
			used.push([placeholder, value]);
		}
		return { parts, used, text: render(parts, new Map(used)).toLowerCase() };
	}
	function hashOf(template, used, digest) {
		return base36(digest(JSON.stringify([template, used])));
	}
	function cutStem(parts, used, length) {
		return stemOf(parts, new Map(used)).slice(0, length).replace(/(?<!-)-+$/, "");
	}
	const SHORT_SHA = 7;
	function commitNameForm(template, values, limit, digest) {
		const rendered = renderName(template, values);
		const pullRequestName = previewName(template, values, limit, digest);
		if (rendered === void 0 || pullRequestName === void 0) return void 0;
		const { parts, used, text } = rendered;
		if (text.length + 1 + SHORT_SHA <= limit && isPlain(parts, used, text, values.number)) {
			return { before: `${text}-`, after: "", pullRequestName };
		}
		const hash = hashOf(template, used, digest).slice(limit < 40 ? 4 : 0);
		const [start, after] = [`-${values.number}-`, `x${hash}`];
		const room = limit - start.length - SHORT_SHA - after.length;
		if (room < 1) return void 0;
		return { before: `${cutStem(parts, used, room)}${start}`, after, pullRequestName };
	}
	function nameOfCommit({ before, after }, commit) {
		return `${before}${commit.slice(0, SHORT_SHA).toLowerCase()}${after}`;
	}
	function commitInName(name, forms) {
		for (const form of forms) {
			const { before } = form;
			const commit = name.slice(before.length, before.length + SHORT_SHA);
			if (/^[0-9a-f]{7}$/.test(commit) && name === nameOfCommit(form, commit)) return { commit, form };
		}
		return void 0;
	}
	function containsNumber(name, number) {
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
		if (typeof value === "number") return String(value);
		return placeholder === "owner" || placeholder === "repo" ? value?.toLowerCase() : value;
	}
	function render(parts, values) {
		return parts.map((part, index) => index % 2 === 0 ? part : values.get(part) ?? "").join("");
	}
	function isPlain(parts, used, text, number) {
		const texts = used.filter(([placeholder]) => placeholder !== "number").map(([, value]) => value);
		const between = parts.slice(1, -1).filter((_, index) => index % 2 === 1);
		return $$patterns1.lD.test(text) && !HASHED.test(text) && containsNumber(text, number) && texts.every((value) => /^[a-z0-9-]+$/.test(value)) && between.every((literal) => literal.includes("-")) && (texts.length <= 1 || texts.every((value) => !value.includes("-")));
	}
	function stemOf(parts, values) {
		const text = render(parts, new Map([...values, ["number", ""]]));
		const stem = text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
		return /^[a-z]/.test(stem) ? stem : `p${stem}`;
	}
	function base36(hex) {
		return (BigInt(`0x${hex.slice(0, 16)}`) % HASH_SPACE).toString(36).padStart(8, "0");
	}
}), 68333: ((__module, __exports, __require) => {
	__require.d(__exports, { Hi: () => currentPullRequestState, Jx: () => pullRequestIdOf, RX: () => hasLabel, Yy: () => currentPullRequest, _M: () => repositoryOf, dA: () => fetchPullRequest, wH: () => NO_TOKEN, yg: () => createPullRequestReader });
	var $$errors0 = __require(94924);
	var $$requests1 = __require(22959);
	var $$outcome2 = __require(96043);
	function pullRequestIdOf({ event, settings }) {
		return { repository: repositoryOf(event), number: settings.pullRequest };
	}
	function repositoryOf({ repository }) {
		if (/^[^/]+(?:\/[^/]+)+$/.test(repository)) return repository;
		throw new $$outcome2.lZ("pull-request-unknown", "The run has no repository (GITHUB_REPOSITORY; on the command line, the remote of the checkout), but a preview belongs to a pull request of a repository.");
	}
	async function currentPullRequest(context) {
		const { event, settings, log } = context;
		const number = settings.pullRequest;
		const payload = event.pullRequest?.number === number ? event.pullRequest : void 0;
		const reading = await fetchPullRequest(context, number);
		if (reading?.kind === "read") {
			const { closed: closed2, fork, labels: labels2, commit } = reading.pull;
			const branch = reading.pull.branch.startsWith("refs/") ? void 0 : reading.pull.branch;
			return { closed: closed2, fork, labels: labels2, branch, commit, ofEvent: payload !== void 0, isCurrent: true };
		}
		if (payload === void 0) throw unknownPullRequest(number, reading);
		if (reading !== void 0) log.line(`${(0, $$requests1.D2)(number, reading.failure)} The action uses the event's payload instead.`);
		const { closed, labels } = payload;
		return { closed, fork: event.fork !== false, labels, branch: event.ref, commit: event.commit, ofEvent: true, isCurrent: false };
	}
	async function currentPullRequestState(context) {
		const { settings, log } = context;
		const reading = await fetchPullRequest(context, settings.pullRequest);
		if (reading?.kind === "read") {
			if (reading.pull.closed) return "closed";
			return hasLabel(settings.labels, reading.pull.labels) ? "open" : "unlabelled";
		}
		log.line(`It is unknown whether pull request #${settings.pullRequest} has been closed. If it has, \`action: sweep\` deletes the preview.`);
		return void 0;
	}
	function hasLabel(required, labels) {
		if (required.length === 0) return true;
		const there = new Set(labels.map((label) => label.toLowerCase()));
		return required.some((label) => there.has(label.toLowerCase()));
	}
	async function fetchPullRequest({ github, clock, signal, log }, number) {
		try {
			const connection = await github();
			return connection && await (0, $$requests1.DQ)(connection, number, { clock, signal });
		} catch (error) {
			log.line(`The request to GitHub failed: ${(0, $$errors0.gJ)(error)}`);
			return void 0;
		}
	}
	function unknownPullRequest(number, reading) {
		if (reading?.kind === "unreadable") {
			return new $$outcome2.lZ("pull-request-unknown", (0, $$requests1.D2)(number, reading.failure));
		}
		return new $$outcome2.lZ("pull-request-unknown", `The action has to read pull request #${number} from GitHub. ${NO_TOKEN}`);
	}
	const NO_TOKEN = `No token is available: remove an empty \`github-token\` (the default is the job's token) or pass a token, and add \`${$$requests1.GZ}\` under \`permissions:\` of the workflow's job.`;
	function createPullRequestReader({ clock, signal, log }, github) {
		const known = /* @__PURE__ */ new Map();
		let refused = false;
		const ask = async (number) => {
			const unknown = { closed: void 0, activity: void 0, branch: void 0, at: clock.now() };
			if (refused) return unknown;
			const reading = await (0, $$requests1.DQ)(github, number, { clock, signal });
			if (reading.kind === "read") {
				const { closed, branch, labels, commit, fork, updatedAt, answeredAt = Number.POSITIVE_INFINITY } = reading.pull;
				const at = Math.min(answeredAt, clock.now());
				return { closed, branch, at, activity: { labels, commit, fork, updatedAt } };
			}
			log.line((0, $$requests1.D2)(number, reading.failure));
			refused = reading.failure.status !== 404;
			return unknown;
		};
		return { async read(number) {
			const state = known.get(number) ?? await ask(number);
			known.set(number, state);
			return state;
		}, readAgain: (number) => ask(number) };
	}
}), 57422: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { allPreviewsOf: () => allPreviewsOf, deletePreview: () => deletePreview, findAllByNames: () => findAllByNames, findByNames: () => findByNames, findPreviews: () => findPreviews, isSameById: () => isSameById, removePreview: () => removePreview, stillDeletingOutcome: () => stillDeletingOutcome, teardown: () => teardown, waitUntilDeleted: () => waitUntilDeleted, waitUntilUnlisted: () => waitUntilUnlisted });
	var $$errors0 = __require(65292);
	var $$poll1 = __require(50438);
	var $$statuses2 = __require(83889);
	var $$errors3 = __require(94924);
	var $$rollout4 = __require(74289);
	var $$outcome5 = __require(96043);
	var $$record6 = __require(758);
	var $$names7 = __require(92832);
	var $$ownership8 = __require(65711);
	var $$name9 = __require(81746);
	var $$request10 = __require(68333);
	async function teardown(context) {
		const { settings, record } = context;
		record.pullRequest = settings.pullRequest;
		const of = (0, $$request10.Jx)(context);
		return removePreview(context, allPreviewsOf(settings, of, await branchOf(context)));
	}
	async function branchOf(context) {
		const { event, settings } = context;
		if (settings.nameTemplate?.includes("{branch}") !== true) return void 0;
		if (event.pullRequest?.number === settings.pullRequest && event.ref !== void 0) return event.ref;
		const reading = await (0, $$request10.dA)(context, settings.pullRequest);
		return reading?.kind === "read" ? reading.pull.branch : void 0;
	}
	function allPreviewsOf(naming, of, branch) {
		return { names: (0, $$names7.Wl)(naming, of, branch), forms: (0, $$names7.EY)(naming, of, branch), of };
	}
	async function removePreview(context, query) {
		const { settings, record, log } = context;
		const { names, of } = query;
		const whose = (0, $$ownership8.U7)(of);
		const found = await findAllByNames(context, query);
		const evidence = (0, $$ownership8.At)(context);
		const evaluated = found.map((item) => ({ item, verdict: (0, $$ownership8._E)(item, of, evidence) }));
		const ours = evaluated.flatMap(({ item, verdict }) => verdict.ours ? [item] : []);
		const unowned = evaluated.flatMap(({ item, verdict }) => verdict.ours || (0, $$statuses2.vx)(item.status) ? [] : [`${item.name} (${item.id}) ${verdict.why}`]);
		const isConflict = found.some((item) => names.includes(item.name) || (0, $$ownership8.t7)(item).kind === "hidden");
		if (ours.length === 0 && unowned.length > 0 && isConflict) {
			throw new $$outcome5.lZ("not-a-preview", `Nothing was deleted: ${unowned.join("; ")}. If the deployment was meant to be the preview of ${whose}, delete it manually; otherwise set another preview-name-template.`);
		}
		for (const line of unowned) log.line(`Left alone: ${line}.`);
		const active = ours.filter(({ status }) => !(0, $$statuses2.vx)(status));
		if (settings.dryRun && active.length > 0) {
			note(context, active);
			return (0, $$outcome5.bu)("planned", "dry-run", `Nothing was sent. ${list(active)} would be deleted.`);
		}
		if (ours.some(({ name }) => !names.includes(name))) record.previewNames = [...names];
		const deleted = settings.dryRun ? [] : await deleteAll(context, ours, of);
		record.retired = [...new Set(ours.length > 0 ? ours.map(({ name }) => name) : names)];
		const left = settings.wait && !settings.dryRun ? await waitUntilDeleted(context, ours) : [];
		if (left.length > 0) return stillDeletingOutcome(settings.waitTimeoutMs, left);
		const gone = ours.filter((item) => settings.wait || !deleted.includes(item));
		if (!settings.dryRun) await waitUntilUnlisted(context, gone);
		if (deleted.length === 0) {
			return (0, $$outcome5.bu)("torn-down", "already-gone", `No preview of ${whose} exists (${names.join(", ")}).`);
		}
		const message = deleted.length === 1 ? `The preview of ${whose}, ${list(deleted)}, was deleted.` : `${deleted.length} previews of ${whose} were deleted: ${list(deleted)}.`;
		return (0, $$outcome5.bu)("torn-down", "deleted", message);
	}
	async function deleteAll(context, items, of) {
		const { record, log, signal } = context;
		const deleted = [];
		const errors = [];
		for (const item of items) {
			try {
				if (!await isSameById(context, item, of)) continue;
				note(context, [item]);
				log.line(`Deleting ${item.name} (${item.id}), the preview of ${(0, $$ownership8.U7)(of)}, and its tracing project.`);
				if (await deletePreview(context, item)) deleted.push(item);
			} catch (error) {
				signal.throwIfAborted();
				log.line(`${item.name} (${item.id}) could not be deleted: ${(0, $$errors3.gJ)(error)}`);
				errors.push(error);
			}
		}
		if (errors.length === 0) return deleted;
		record.retired = [...new Set(deleted.map(({ name }) => name))];
		throw errors[0];
	}
	async function findByNames({ controlPlane, signal }, names) {
		const found = /* @__PURE__ */ new Map();
		for (const name of names) {
			for (const item of await controlPlane.listDeployments({ nameContains: name }, signal)) {
				if (item.name === name) found.set(item.id, item);
			}
		}
		return [...found.values()];
	}
	async function findPreviews({ controlPlane, signal }, query) {
		const found = /* @__PURE__ */ new Map();
		for (const nameContains of searchTexts(query)) {
			for (const item of await controlPlane.listDeployments({ nameContains }, signal)) {
				if (isNamed(item, query)) found.set(item.id, item);
			}
		}
		return [...found.values()];
	}
	function isNamed({ name }, { names, forms }) {
		return names.includes(name) || (0, $$name9.YP)(name, forms) !== void 0;
	}
	function searchTexts({ names, forms }) {
		const texts = [.../* @__PURE__ */ new Set([...names, ...forms.map(({ before }) => before)])];
		return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
	}
	async function findAllByNames(context, query) {
		const found = await findPreviews(context, query);
		if (found.length > 0) return found;
		return (await context.controlPlane.listDeployments({}, context.signal)).filter((item) => isNamed(item, query));
	}
	async function waitUntilUnlisted(context, items) {
		let left = [...items];
		await (0, $$poll1.wt)(context, $$poll1.AF, async () => {
			const [only, ...others] = left;
			if (only === void 0) return true;
			const listed = others.length === 0 ? await findByNames(context, [only.name]) : await context.controlPlane.listDeployments({}, context.signal);
			const active = new Set(listed.filter(({ status }) => !(0, $$statuses2.vx)(status)).map(({ id: id2 }) => id2));
			left = left.filter(({ id: id2 }) => active.has(id2));
			return left.length === 0 || void 0;
		});
		if (left.length === 0) return;
		throw new $$outcome5.lZ("contradictory-answers", `The list still shows ${list(left)} as existing, but a request by ID returns no deployment. Check the service, and run the workflow again.`);
	}
	async function isSameById(context, item, of) {
		const now = await readDeployment(context, item.id);
		if (now === void 0) return false;
		if (now.name === item.name && (0, $$ownership8._E)(now, of, (0, $$ownership8.At)(context)).ours) return true;
		throw new $$outcome5.lZ("contradictory-answers", `One response shows ${item.id} as ${item.name}, the preview of ${(0, $$ownership8.U7)(of)}, and another response does not, so it was not deleted. Check the service, and run the workflow again.`);
	}
	async function deletePreview(context, { id: id2, status }) {
		const { controlPlane, signal, record } = context;
		await (0, $$rollout4.d$)(context, "writing");
		record.changed = true;
		const wasLiving = !(0, $$statuses2.vx)(status);
		try {
			return await controlPlane.deleteDeployment(id2, { deleteTracingProject: true }, signal) && wasLiving;
		} catch (error) {
			if (!wasLiving && (0, $$errors0.d7)(error)) return false;
			if (!mayHaveHappened(error)) throw error;
			const now = await readDeployment(context, id2);
			if (now !== void 0 && !(0, $$statuses2.vx)(now.status)) throw error;
			return true;
		}
	}
	async function waitUntilDeleted(context, items) {
		const { waitTimeoutMs, pollIntervalMs } = context.settings;
		context.setReadDeadline(context.clock.now() + waitTimeoutMs);
		try {
			let left = [...items];
			const schedule = (0, $$poll1.DZ)(waitTimeoutMs, (0, $$poll1.Pd)(1e3, 1.5, Math.min(pollIntervalMs, 15e3)));
			await (0, $$poll1.wt)(context, schedule, async () => {
				const still = [];
				for (const item of left) if (await readDeployment(context, item.id) !== void 0) still.push(item);
				left = still;
				return left.length === 0 || void 0;
			});
			return left;
		} finally {
			context.setReadDeadline(void 0);
		}
	}
	function stillDeletingOutcome(waitedMs, left) {
		return (0, $$outcome5.bu)("timed-out", "still-deleting", `${list(left)} ${left.length === 1 ? "is" : "are"} still being deleted after ${(0, $$record6.a3)(waitedMs)}. The service continues without this run; raise wait-timeout, or set \`wait: false\`.`);
	}
	function readDeployment({ controlPlane, signal }, id2) {
		return (0, $$errors0.PX)(() => controlPlane.getDeployment(id2, signal), 404);
	}
	function mayHaveHappened(error) {
		return error instanceof $$errors0.hD && (error.status === void 0 || error.status >= 500 || error.status < 400);
	}
	function note({ record }, [first]) {
		if (first !== void 0) record.deployment = { id: first.id, name: first.name, url: void 0 };
	}
	function list(items) {
		return items.map(({ name, id: id2 }) => `${name} (${id2})`).join(", ");
	}
}), 44679: ((__module, __exports, __require) => {
	__require.d(__exports, { MG: () => removeLeftover, UC: () => isCreatedWithoutVariables, uz: () => removeThrowAways });
	var $$errors0 = __require(65292);
	var $$statuses1 = __require(83889);
	var $$teardown2 = __require(57422);
	var $$away3 = __require(14730);
	async function removeThrowAways(context, own) {
		const { name } = own;
		const deleted = [];
		const failures = [];
		const ids2 = new Set(own.id === void 0 ? [] : [own.id]);
		try {
			for (const { id: id2 } of await (0, $$teardown2.findAllByNames)(context, { names: [name], forms: [] })) ids2.add(id2);
		} catch (error) {
			if (!(error instanceof $$errors0.hD)) throw error;
			failures.push(`${name} could not be searched for: ${error.message}`);
		}
		for (const id2 of ids2) {
			const result = await removeMarked(context, { id: id2, name }, own);
			if (result === "deleted") deleted.push({ id: id2, name });
			else if (result !== "gone") failures.push(`${name} (${id2}): ${result.failure}`);
		}
		return { deleted, failures };
	}
	async function removeLeftover(context, leftover) {
		const result = await removeMarked(context, leftover);
		return typeof result === "string" ? void 0 : result.failure;
	}
	async function removeMarked(context, { id: id2, name }, own) {
		try {
			const now = await context.controlPlane.getDeployment(id2, context.signal);
			if ((0, $$statuses1.vx)(now.status)) return "gone";
			if (now.name !== name) return { failure: "a request by ID shows another name, so it was not deleted" };
			if ((0, $$away3.Mp)(now).kind === "none" && !isCreatedWithoutVariables(now, own?.id)) {
				return { failure: "a request by ID shows no marker of a rebuild, so it was not deleted" };
			}
		} catch (error) {
			if ((0, $$errors0.d7)(error, 404)) return "gone";
			if (!(error instanceof $$errors0.hD)) throw error;
			return { failure: error.message };
		}
		const failure = await tryToDelete(context, id2);
		return failure === void 0 ? "deleted" : { failure };
	}
	function isCreatedWithoutVariables({ id: id2, secrets }, createdId) {
		return id2 === createdId && !secrets;
	}
	async function tryToDelete({ controlPlane, signal }, id2) {
		try {
			await controlPlane.deleteDeployment(id2, { deleteTracingProject: true }, signal);
			return void 0;
		} catch (error) {
			if (!(error instanceof $$errors0.hD)) throw error;
			try {
				const now = await (0, $$errors0.PX)(() => controlPlane.getDeployment(id2, signal), 404);
				return now === void 0 || (0, $$statuses1.vx)(now.status) ? void 0 : error.message;
			} catch (unread) {
				if (!(unread instanceof $$errors0.hD)) throw unread;
				return error.message;
			}
		}
	}
}), 14730: ((__module, __exports, __require) => {
	__require.d(__exports, { Fj: () => TOKEN_LENGTH, Mp: () => readMark, PQ: () => markText, YV: () => isThrowAwayOf, _N: () => throwAwayName, ij: () => isLeftover, sI: () => endOfUse });
	var $$secrets0 = __require(54476);
	var $$value1 = __require(30171);
	var $$name2 = __require(81746);
	const GRACE_MS = 2 * 36e5;
	const MAX_AGE_MS = 2 * 864e5;
	const TOKEN_LENGTH = 6;
	const THROW_AWAY_NAME = new RegExp(`-rebuild-[0-9a-z]{${TOKEN_LENGTH}}$`);
	function endOfUse(now, waitTimeoutMs) {
		return now + waitTimeoutMs + GRACE_MS;
	}
	function markText({ repository, productionId, until }) {
		return `${repository || "-"} ${productionId} ${new Date(until).toISOString()}`;
	}
	function readMark({ name, secrets }) {
		if (!THROW_AWAY_NAME.test(name)) return { kind: "none" };
		const marker = secrets?.find((secret) => secret.name === $$secrets0.nG);
		if (marker === void 0) return { kind: "none" };
		if (!marker.value || (0, $$value1.s4)(marker.value)) return { kind: "hidden" };
		const [, repository = "", productionId = "", time = ""] = /^(\S{1,300}) (\S{1,300}) (\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/.exec(marker.value) ?? [];
		const until = Date.parse(time);
		if (Number.isNaN(until)) return { kind: "none" };
		return { kind: "of", mark: { repository: repository === "-" ? "" : repository, productionId, until } };
	}
	function throwAwayName(production, limit, token) {
		return `${stemOf(production, limit)}${token}`;
	}
	function stemOf(production, limit) {
		const tail = "-rebuild-";
		const plain = production.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+/, "");
		const stem = plain.slice(0, limit - tail.length - TOKEN_LENGTH).replace(/-+$/, "");
		return `${stem === "" ? "agent" : stem}${tail}`;
	}
	function isThrowAwayOf(deployment, production) {
		const parsed = readMark(deployment);
		if (parsed.kind === "of") return parsed.mark.productionId === production.id;
		if (parsed.kind === "none") return false;
		return $$name2.BB.some((limit) => {
			const stem = stemOf(production.name, limit);
			const { name } = deployment;
			return name.startsWith(stem) && /^[0-9a-z]+$/.test(name.slice(stem.length));
		});
	}
	function isLeftover(deployment, now) {
		const parsed = readMark(deployment);
		if (parsed.kind === "none") return false;
		const createdAt = Date.parse(deployment.created_at ?? "");
		const isOld = !Number.isNaN(createdAt) && now - createdAt > MAX_AGE_MS;
		return isOld || parsed.kind === "of" && now > parsed.mark.until;
	}
}), 85410: ((__module, __exports, __require) => {
	__require.d(__exports, { HK: () => $$later0.HKR, U9: () => $$later0.U9m, Z6: () => $$later0.Z6M, y2: () => $$later0.y2G });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
