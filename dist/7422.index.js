const id = 7422;
const ids = [7422];
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
	__require.d(__exports, { _E: () => checkOwnership, Di: () => isMarkerUnknown, U7: () => markerText, At: () => readEvidence, t7: () => readMarker, Qx: () => sameRepositoryName });
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
			case "none": {
				const fact = deployment.secrets ? "lacks" : "is shown without variables, so it may lack";
				return { ours: false, why: `${fact} the variable ${inputs_secrets.yf}, which every preview has` };
			}
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
	function isMarkerUnknown(deployment) {
		return !deployment.secrets || readMarker(deployment).kind === "hidden";
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
	__require.d(__exports, { allPreviewsOf: () => allPreviewsOf, deletePreview: () => deletePreview, findAllByNames: () => findAllByNames, findByNames: () => findByNames, findPreviews: () => findPreviews, isSameById: () => isSameById, removeOwnedPreviews: () => removeOwnedPreviews, removePreview: () => removePreview, reportUnowned: () => reportUnowned, stillDeletingOutcome: () => stillDeletingOutcome, teardown: () => teardown, waitUntilDeleted: () => waitUntilDeleted, waitUntilUnlisted: () => waitUntilUnlisted });
	var $$errors0 = __require(65292);
	var $$poll1 = __require(50438);
	var $$statuses2 = __require(83889);
	var $$errors3 = __require(94924);
	var $$rollout4 = __require(45186);
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
	function removePreview(context, { of, ...query }) {
		return removeOwnedPreviews(context, { ...query, ...ownerOf(context, of), isHidden: $$ownership8.Di, rename: "set another preview-name-template" });
	}
	function ownerOf(context, of) {
		const evidence = (0, $$ownership8.At)(context);
		return { whose: (0, $$ownership8.U7)(of), check: (deployment) => (0, $$ownership8._E)(deployment, of, evidence) };
	}
	async function removeOwnedPreviews(context, previews) {
		const { settings, record } = context;
		const { names, whose } = previews;
		const found = await findAllByNames(context, previews);
		const evaluated = found.map((item) => ({ item, verdict: previews.check(item) }));
		const ours = evaluated.flatMap(({ item, verdict }) => verdict.ours ? [item] : []);
		const unowned = evaluated.flatMap(({ item, verdict }) => verdict.ours || (0, $$statuses2.vx)(item.status) ? [] : [{ item, why: verdict.why }]);
		const isConflict = found.some((item) => names.includes(item.name) || previews.isHidden(item));
		if (ours.length === 0 && unowned.length > 0 && isConflict) {
			const lines = unowned.map(({ item, why }) => `${item.name} (${item.id}) ${why}`);
			throw new $$outcome5.lZ("not-a-preview", `Nothing was deleted: ${lines.join("; ")}. If the deployment was meant to be the preview of ${whose}, delete it manually; otherwise ${previews.rename}.`);
		}
		for (const { item, why } of unowned) reportUnowned(context, item, { why, isHidden: previews.isHidden(item) });
		const active = ours.filter(({ status }) => !(0, $$statuses2.vx)(status));
		if (settings.dryRun && active.length > 0) {
			note(context, active);
			return (0, $$outcome5.bu)("planned", "dry-run", `Nothing was sent. ${list(active)} would be deleted.`);
		}
		if (ours.some(({ name }) => !names.includes(name))) record.previewNames = [...names];
		const deleted = settings.dryRun ? [] : await deleteAll(context, ours, previews);
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
	function reportUnowned({ log }, { name, id: id2 }, { why, isHidden }) {
		const line = `${name} (${id2}) ${why}.`;
		if (isHidden) log.warn("preview", `Kept: ${line}`);
		else log.line(`Left alone: ${line}`);
	}
	async function deleteAll(context, items, owner) {
		const { record, log, signal } = context;
		const deleted = [];
		const errors = [];
		for (const item of items) {
			try {
				if (!await isSameOwned(context, item, owner)) continue;
				note(context, [item]);
				log.line(`Deleting ${item.name} (${item.id}), the preview of ${owner.whose}, and its tracing project.`);
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
	function isSameById(context, item, of) {
		return isSameOwned(context, item, ownerOf(context, of));
	}
	async function isSameOwned(context, item, owner) {
		const now = await readDeployment(context, item.id);
		if (now === void 0) return false;
		if (now.name === item.name && owner.check(now).ours) return true;
		throw new $$outcome5.lZ("contradictory-answers", `One response shows ${item.id} as ${item.name}, the preview of ${owner.whose}, and another response does not, so it was not deleted. Check the service, and run the workflow again.`);
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
}), 85410: ((__module, __exports, __require) => {
	__require.d(__exports, { HK: () => $$later0.HKR, U9: () => $$later0.U9m, Z6: () => $$later0.Z6M, y2: () => $$later0.y2G });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
