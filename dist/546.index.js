const id = 546;
const ids = [546];
const modules = { 47189: ((__module, __exports, __require) => {
	__require.d(__exports, { AW: () => createAuthor, Su: () => findComments, Tu: () => deleteComment, eT: () => createComment, ek: () => sinceOf, vv: () => updateComment });
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
	function sinceOf(time) {
		const at = Date.parse(time ?? "");
		return Number.isNaN(at) ? void 0 : new Date(at - RACE_MS).toISOString();
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
}), 74127: ((__module, __exports, __require) => {
	__require.d(__exports, { Hc: () => $$later0.HcL, I2: () => $$later0.I27, Jq: () => $$later0.Jqg, h0: () => $$later0.h0X, tT: () => $$later0.tTR });
	var $$later0 = __require(72786);
}), 14444: ((__module, __exports, __require) => {
	__require.d(__exports, { EE: () => $$later0.EEy, Jg: () => $$later0.JgT, KM: () => $$later0.KM9, Li: () => $$later0.LiV, Ph: () => $$later0.PhH, ZG: () => $$later0.ZGx, eU: () => $$later0.eUN, gD: () => $$later0.gD7, jl: () => $$later0.jlk, n8: () => $$later0.n8z, oJ: () => $$later0.oJd, qm: () => $$later0.qmI, r9: () => $$later0.r9p, uc: () => $$later0.ucJ, yq: () => $$later0.yq5 });
	var $$later0 = __require(72786);
}), 18731: ((__module, __exports, __require) => {
	__require.d(__exports, { WV: () => deletedBody, tq: () => deletedMessage, vv: () => noticeBody });
	var $$headline0 = __require(14444);
	var $$markdown1 = __require(76669);
	var $$lines2 = __require(28254);
	function noticeBody({ name, idleMs, activeAt, dueAt, keepLabel }) {
		return [`### ${$$headline0.KM} The preview ${(0, $$markdown1.aY)(name)} will be deleted`, `The pull request and the threads of its preview have been inactive since ${utc(activeAt)}, longer than ${(0, $$lines2.nV)(idleMs)}. The first sweep after ${utc(dueAt)} deletes the preview.`, ["- **To keep the preview,** push a commit, write a comment, or use the preview.", `- **To keep an inactive preview,** add the label ${(0, $$markdown1.aY)(keepLabel)} to the pull request.`, `- **To get a deleted preview back,** ${RETURN}`].join("\n")].join("\n\n");
	}
	function deletedBody({ name, activeAt, keepLabel }) {
		return [`### ${$$headline0.qm} The preview ${(0, $$markdown1.aY)(name)} was deleted`, `The pull request and the threads of its preview had been inactive since ${utc(activeAt)}.`, [`- **To get the preview back,** ${RETURN}`, `- **To keep an inactive preview,** add the label ${(0, $$markdown1.aY)(keepLabel)} to the pull request.`].join("\n")].join("\n\n");
	}
	const RETURN = "push a commit. If the preview depends on a label, you can also remove the label and add it again.";
	function deletedMessage() {
		return `The preview was deleted because of inactivity. To get the preview back, ${RETURN}`;
	}
	function utc(at) {
		return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
	}
}), 76669: ((__module, __exports, __require) => {
	__require.d(__exports, { DL: () => $$later0.DLq, Hn: () => $$later0.HnF, OF: () => $$later0.OF3, Pl: () => $$later0.PlP, aY: () => $$later0.aYu, il: () => $$later0.ilj, ml: () => $$later0.mlB, tp: () => $$later0.tpe, wi: () => $$later0.wik, zH: () => $$later0.zHB });
	var $$later0 = __require(72786);
}), 41152: ((__module, __exports, __require) => {
	__require.d(__exports, { MJ: () => parseSections, O$: () => hasSection, Sp: () => encodeSection, X0: () => mergeSections, YU: () => afterStored, je: () => NO_SECTIONS, kM: () => redactVisible, re: () => hiddenLine });
	var $$section0 = __require(14328);
	var $$safety1 = __require(6760);
	const NO_SECTIONS = { known: [], unknown: [] };
	function redactVisible(body, redact) {
		const lines = body.split("\n");
		const end = lines.findLastIndex((line) => !LINE.test(line)) + 1;
		const visible = redact(lines.slice(1, end).join("\n"));
		return [...lines.slice(0, 1), ...end > 1 ? [visible] : [], ...lines.slice(Math.max(1, end))].join("\n");
	}
	const MAX_LINES = 600;
	const MAX_LINE = 3e4;
	const LINE = /^<!-- agent-deploy section v(\d{1,6}) (\{.*\}) -->$/;
	function encodeSection(section) {
		return hiddenLine(`section v${$$section0.n7}`, section);
	}
	function hiddenLine(name, value) {
		const json = JSON.stringify(value).replaceAll(/[<>&@#`]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).replaceAll("--", "-\\u002d");
		return `<!-- agent-deploy ${name} ${json} -->`;
	}
	function parseSections(body) {
		let sections = NO_SECTIONS;
		const lines = body.trimEnd().split(/\r?\n/);
		for (const line of lines.slice(-MAX_LINES).toReversed()) {
			const match = line.length > MAX_LINE ? null : LINE.exec(line);
			if (match === null) break;
			const [, version, json = ""] = match;
			if (Number(version) > $$section0.n7) {
				sections = mergeSections(sections, { known: [], unknown: [line] });
				continue;
			}
			const parsed = $$section0.bt.safeParse((0, $$safety1.qF)(json));
			if (parsed.success) sections = mergeSections(sections, { known: [parsed.data], unknown: [] });
		}
		return sections;
	}
	function mergeSections(one, other) {
		const merged = /* @__PURE__ */ new Map();
		for (const section of [...one.known, ...other.known]) {
			const current = merged.get(section.agent);
			if (current === void 0 || compareSections(current, section) < 0) merged.set(section.agent, section);
		}
		return { known: [...merged.values()].toSorted((a, b) => compareText(a.agent, b.agent)), unknown: [.../* @__PURE__ */ new Set([...one.unknown, ...other.unknown])].toSorted(compareText) };
	}
	function compareVersions(a, b) {
		return a.startedAt - b.startedAt || a.run - b.run || a.attempt - b.attempt || a.step - b.step;
	}
	function compareSections(a, b) {
		const [one, other] = [encodeSection(a), encodeSection(b)];
		return compareVersions(a.version, b.version) || one.length - other.length || compareText(one, other);
	}
	const compareText = (a, b) => a < b ? -1 : Number(a > b);
	function hasSection({ known }, section) {
		return known.some(({ agent, version }) => agent === section.agent && compareVersions(version, section.version) >= 0);
	}
	function afterStored(section, { known }) {
		const stored = known.find(({ agent }) => agent === section.agent)?.version;
		const own = section.version;
		if (stored === void 0 || stored.run !== own.run || compareVersions(stored, own) < 0) return section;
		const isEarlier = stored.attempt < own.attempt || stored.attempt === own.attempt && stored.step === own.step;
		return isEarlier ? { ...section, version: { ...own, startedAt: stored.startedAt + 1 } } : section;
	}
}), 14328: ((__module, __exports, __require) => {
	__require.d(__exports, { bt: () => CommentSection, di: () => SECTION_LIMITS, n7: () => COMMENT_SECTION_VERSION });
	var $$zod0 = __require(34410);
	const COMMENT_SECTION_VERSION = 1;
	const SECTION_LIMITS = { name: 200, url: 1e3, text: 200, message: 1500, logLines: 30, logLine: 400, scores: 12, ids: 4 };
	const { name, url, text, message, logLines, logLine, scores, ids: ids2 } = SECTION_LIMITS;
	const shortText = $$zod0.YjP().max(text);
	const commit = $$zod0.YjP().regex(/^[0-9a-f]{7,64}$/);
	const count = $$zod0.Whr().min(0);
	const Score = $$zod0.Ikc({ key: shortText, baseline: shortText.optional(), candidate: shortText.optional(), verdict: $$zod0.k5n(["worse", "better", "same", "unclear"]).optional() });
	const Gate = $$zod0.Ikc({ verdict: $$zod0.k5n(["worse", "below-floor", "inconclusive", "unclear", "better", "same", "passed"]), cases: count, broken: count, baseline: shortText.optional(), sentence: $$zod0.YjP().max(message), scores: $$zod0.YOg(Score).max(scores), compareUrl: $$zod0.YjP().max(url).optional() });
	const CommentSection = $$zod0.Ikc({ agent: $$zod0.YjP().min(1).max(name), version: $$zod0.Ikc({ startedAt: count, run: count, attempt: count, step: $$zod0.Whr().min(0).max(2) }), kind: $$zod0.YjP().regex(/^[a-z-]{1,40}$/), reason: $$zod0.YjP().regex(/^[a-z-]{0,60}$/), isPreview: $$zod0.zMY(), url: $$zod0.YjP().max(url).optional(), responds: $$zod0.k5n(["agent", "previous"]).optional(), head: commit.optional(), commit: commit.optional(), readyMs: count.optional(), checks: shortText.optional(), message: $$zod0.YjP().max(message).optional(), log: $$zod0.Ikc({ kind: shortText, lines: $$zod0.YOg($$zod0.YjP().max(logLine)).max(logLines) }).optional(), gate: Gate.optional(), ids: $$zod0.YOg($$zod0.PVZ([shortText, shortText])).max(ids2) });
}) };
export {
	id,
	ids,
	modules
};
