const id = 3683;
const ids = [3683];
const modules = { 13683: ((__module, __exports, __require) => {
	__require.d(__exports, { runCommand: () => runCommand });
	var errors = __require(94924);
	var github_client = __require(73564);
	var outcome = __require(96043);
	var markdown = __require(76669);
	var permission = __require(82116);
	var pull_requests = __require(22959);
	;
	const OF_HEAD = ["deploy", "preview", "plan"];
	async function checkCommand(context, settings, command) {
		const connection = await context.github();
		if (connection === void 0) {
			throw unverified("The run has no `github-token`", "Remove an empty `github-token`: the default is the token of the job.");
		}
		const { comment } = command;
		const client = (0, github_client.createPatientClient)(connection, context);
		const refused = await read(context, client, () => checkComment(client, command)) ?? await read(context, client, () => checkPermission(client, command));
		if (refused !== void 0) return refuse(refused);
		const pull = await readPull(context, connection, comment.pullRequest);
		if (pull.closed) return refuse("The pull request is closed");
		if (pull.fork) {
			return refuse("The pull request comes from a fork, and commands never deploy or change anything for a fork");
		}
		context.record.pullRequest = comment.pullRequest;
		if (!OF_HEAD.includes(command.verb)) return { ok: true, settings, beforeChange: void 0 };
		if (!("desired" in settings) || settings.desired.source !== "git_host") {
			return refuse("A command deploys only a repository (`source: git_host`), because the run has no checkout of the pull request");
		}
		const head = { branch: pull.branch, commit: pull.commit };
		const moved = await read(context, client, () => checkPushedBefore(client, head, comment.createdAt));
		if (moved !== void 0) return refuse(moved);
		context.log.line(`The command deploys ${head.commit}, the head of ${head.branch} when the comment was written.`);
		return { ok: true, settings: withHead(settings, head), async beforeChange() {
			const now = await readPull(context, connection, comment.pullRequest);
			if (!now.closed && !now.fork && now.commit === head.commit && now.branch === head.branch) return;
			throw new outcome.lZ("head-moved", `Pull request #${comment.pullRequest} was changed after the comment, so nothing was sent. Review the new head, and comment again.`);
		} };
	}
	function withHead(settings, { branch, commit }) {
		if (!("desired" in settings)) return settings;
		const pinned = { ...settings, desired: { ...settings.desired, ref: branch, commit }, resolveCommit: false };
		return pinned.verb === "preview" ? { ...pinned, specified: { ref: true, commit: true } } : pinned;
	}
	const refuse = (why) => ({ ok: false, outcome: (0, outcome.bu)("skipped", "command-refused", `${why}, so the command was not run.`) });
	const unverified = (why, hint) => new outcome.lZ("command-unverified", `The command could not be verified, so it was not run. ${why}. ${hint}`);
	async function read({ signal }, client, work) {
		try {
			return await work();
		} catch (error) {
			signal.throwIfAborted();
			const { description, permissions } = client.failureOf(error);
			const hint = permissions.length === 0 ? "Comment again." : `Add \`${permissions.join("` and `")}\` under \`permissions:\` of the job, and comment again.`;
			throw unverified(description, hint);
		}
	}
	async function checkComment(client, { comment }) {
		try {
			const { data } = await client.call((at) => client.octokit.rest.issues.getComment({ ...at, comment_id: comment.id }));
			(0, github_client.assertUrlEndsWith)("the comment", data.issue_url, `/issues/${comment.pullRequest}`);
			const isSame = data.id === comment.id && data.body === comment.body && data.created_at === comment.createdAt && data.updated_at === comment.createdAt && data.user?.type === "User" && data.user.id === comment.authorId && data.user.login === comment.author;
			return isSame ? void 0 : "The comment was edited after it was written";
		} catch (error) {
			if (client.failureOf(error).status === 404) return "The comment was deleted";
			throw error;
		}
	}
	async function checkPermission(client, { comment }) {
		const { author: login, authorId: id2 } = comment;
		if (await (0, permission.j)(client, { login, id: id2 })) return void 0;
		return `The author ${login} may not push to this repository`;
	}
	async function checkPushedBefore(client, { branch, commit }, commentedAt) {
		const ref = `refs/heads/${branch}`;
		const { data } = await client.call((at) => client.octokit.rest.repos.listActivities({ ...at, ref, direction: "desc", per_page: 1 }));
		const [last] = data;
		const isHead = last?.ref === ref && last.after.toLowerCase() === commit;
		if (isHead && Date.parse(last.timestamp) < Date.parse(commentedAt)) return void 0;
		return "GitHub does not show that the head of the pull request was pushed before the comment";
	}
	async function readPull({ clock, signal }, connection, number) {
		const reading = await (0, pull_requests.DQ)(connection, number, { clock, signal });
		if (reading.kind === "read") return reading.pull;
		signal.throwIfAborted();
		throw unverified((0, pull_requests.D2)(number, reading.failure).replace(/\.$/, ""), "Comment again.");
	}
	;
	const ONLY_REPLY = ["lock", "unlock", "status", "plan"];
	async function runCommand(context, command, runVerb) {
		const checked = await checkCommand(context, context.settings, command);
		if (!checked.ok) return checked.outcome;
		const { settings, beforeChange } = checked;
		if (!ONLY_REPLY.includes(command.verb)) return runVerb({ ...context, settings, beforeChange });
		let end;
		try {
			end = await runVerb({ ...context, settings, beforeChange });
		} catch (error) {
			context.signal.throwIfAborted();
			await reply(context, command, (0, outcome.KA)(error));
			throw error;
		}
		await reply(context, command, end);
		return end;
	}
	async function reply(context, { verb, comment }, end) {
		const { settings, signal, log, record, redactor } = context;
		if (!settings.github.comment || settings.dryRun !== (verb === "plan")) return;
		try {
			const connection = await context.github();
			if (connection === void 0) return;
			const client = (0, github_client.createGitHubClient)(connection, signal);
			const changes = (record.plan?.changes ?? []).map(({ field }) => field);
			const plan = verb === "plan" && changes.length > 0 ? `
It would change: ${changes.join(", ")}` : "";
			const body = `\`/${verb}\`: ${(0, markdown.wi)(redactor.redact(`${end.message}${plan}`).slice(0, 4e3))}`;
			await client.call((at) => client.octokit.rest.issues.createComment({ ...at, issue_number: comment.pullRequest, body }), { repeatable: false });
		} catch (error) {
			signal.throwIfAborted();
			log.line(`The reply to the command could not be written: ${redactor.redact((0, errors.gJ)(error))}`);
		}
	}
}), 73564: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { GITHUB_LIMITS: () => GITHUB_LIMITS, assertSame: () => assertSame, assertSamePullRequest: () => assertSamePullRequest, assertUrlEndsWith: () => assertUrlEndsWith, createGitHubClient: () => createGitHubClient, createPatientClient: () => createPatientClient, isSameName: () => isSameName, openGitHub: () => openGitHub, toGitHubFailure: () => toGitHubFailure });
	var $$safety0 = __require(6760);
	var $$clock1 = __require(75065);
	var $$errors2 = __require(65292);
	var $$retry3 = __require(85933);
	var $$comments4 = __require(50089);
	async function openGitHub(options) {
		const { token, env, transport, redact } = options;
		const [owner, repo, ...rest] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
		if (token === void 0 || !owner || !repo || rest.length > 0) return void 0;
		const { createGitHub } = await Promise.all([__require.e(7875), __require.e(1777), __require.e(9168), __require.e(6326)]).then(__require.bind(__require, 93284));
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
		if (error instanceof MismatchedAnswerError || error instanceof $$comments4.S) return message;
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
}), 82116: ((__module, __exports, __require) => {
	__require.d(__exports, { j: () => hasWritePermission });
	var $$client0 = __require(73564);
	async function hasWritePermission(client, { login, id: id2 }) {
		try {
			const { data } = await client.call((at) => client.octokit.rest.repos.getCollaboratorPermissionLevel({ ...at, username: login }));
			(0, $$client0.assertSame)("account", id2, data.user?.id ?? "no account");
			return data.permission === "admin" || data.permission === "write";
		} catch (error) {
			if (client.failureOf(error).status === 404) return false;
			throw error;
		}
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
}), 96043: ((__module, __exports, __require) => {
	__require.d(__exports, { FO: () => $$later0.FOh, KA: () => $$later0.KAS, bu: () => $$later0.buT, lZ: () => $$later0.lZh, xJ: () => $$later0.xJ9, zj: () => $$later0.zj$ });
	var $$later0 = __require(72786);
}), 27820: ((__module, __exports, __require) => {
	__require.d(__exports, { VO: () => $$later0.VOd, cK: () => $$later0.cK5, o4: () => $$later0.o4o, o7: () => $$later0.o7, pV: () => $$later0.pV9, x4: () => $$later0.x4D, zN: () => $$later0.zNS });
	var $$later0 = __require(72786);
}), 50089: ((__module, __exports, __require) => {
	__require.d(__exports, { S: () => CommentReplacedError, e: () => sinceOf });
	class CommentReplacedError extends Error {
		name = "CommentReplacedError";
	}
	const RACE_MS = 10 * 6e4;
	function sinceOf(time) {
		const at = Date.parse(time ?? "");
		return Number.isNaN(at) ? void 0 : new Date(at - RACE_MS).toISOString();
	}
}), 76669: ((__module, __exports, __require) => {
	__require.d(__exports, { DL: () => $$later0.DLq, Hn: () => $$later0.HnF, OF: () => $$later0.OF3, Pl: () => $$later0.PlP, aY: () => $$later0.aYu, il: () => $$later0.ilj, ml: () => $$later0.mlB, tp: () => $$later0.tpe, wi: () => $$later0.wik, zH: () => $$later0.zHB });
	var $$later0 = __require(72786);
}), 75065: ((__module, __exports, __require) => {
	__require.d(__exports, { NE: () => $$later0.NEx, dQ: () => $$later0.dQS, dX: () => $$later0.dXv });
	var $$later0 = __require(72786);
}), 65292: ((__module, __exports, __require) => {
	__require.d(__exports, { No: () => $$later0.NoQ, P3: () => $$later0.P3, PX: () => $$later0.PXe, TN: () => $$later0.TNj, d7: () => $$later0.d7x, hD: () => $$later0.hDB, hh: () => $$later0.hhp, i_: () => $$later0.i_I });
	var $$later0 = __require(72786);
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
}), 72786: ((__module, __exports, __require) => {
	__require.d(__exports, { $qQ: () => parseName, BEO: () => statusKind, BJ0: () => describeProblem, BW5: () => toWire, BdA: () => findMissingValue, Bgh: () => commitUrl, C7c: () => loadState, CJ9: () => startPhase, CcL: () => decodeLock, Cjl: () => SHARED_PREVIEW_MARKER, CsV: () => runAction, DEe: () => TEXT_MAX, DLq: () => GATE_TEXTS, De7: () => concealEnvironment, Di0: () => findProtoKey, E2f: () => includesOrigin, ECQ: () => toWirePath, EEy: () => isAlarming, EMj: () => proxySettings, EgU: () => readRunEvent, ErG: () => parseTimeLimit, FDf: () => describeLock, FFm: () => GATE_OPTIONS, FOh: () => exitCodeOf, FfZ: () => isNestedDeeper, GEc: () => ATTACHMENTS_MAX, Gq1: () => invalid, Gtc: () => displayPath, HKR: () => checkUploadUrl, HNX: () => planLines, HOe: () => parseTracingApiUrl, HRD: () => DNS_LABEL, HcL: () => commentMark, Hd3: () => PROTO_KEY_MESSAGE, HlC: () => SOURCES, Hlv: () => createValueRenderer, HnF: () => cell, HqU: () => mergeSeeds, I27: () => commentBody, IH: () => shorten2, IHi: () => DATASET_TAGS_MAX, IfP: () => describeValidationErrors, JgT: () => GOING, Jqg: () => GATE_COMMENT_MAX, Jxr: () => FIELD_RULES, K6p: () => readProcessStat, KAS: () => toOutcome, KM9: () => DOUBTFUL, KkB: () => encodeLock, KoQ: () => readInputs, LiV: () => withoutIds, M$0: () => DISPLAY_MAX, M9M: () => C_IDENTIFIER, MM$: () => planSummary, Mbx: () => AMOUNT_MAX, Mgw: () => parseAgentUrl, NEx: () => withDeadline, NPS: () => parseRepoPath, NoQ: () => reportsBusyThread, OEH: () => allPassed, OF3: () => fenced, OO8: () => VERIFY_INPUT_NAMES, OWp: () => isJsonObject, OZb: () => isHosted, P3: () => BodyStreamError, PJn: () => loadGateParser, PXe: () => ignoreApiError, PhH: () => isAboutGate, PlP: () => safeUrl, Q$O: () => MARKERS, QW9: () => shortenRedacted, Qtm: () => boundedJson, Qzw: () => checkEnvironment, R3t: () => LOG_PAGE_DEFAULT, RB4: () => sameRepository, RZV: () => CODE_HOST_TERMS, RnE: () => shortSummary, S5Z: () => toLine, SEN: () => CASE_VERDICTS, SHW: () => describeArchive, SLX: () => EMPTY_SEED, SYJ: () => SANDBOX_INPUT_NAMES, Sdt: () => largestFiles, Sj1: () => FEEDBACK_KEYS_MAX, TL7: () => LOCK_VERSION, TNj: () => oneLine, Tcb: () => timeText, TiI: () => GATE_SWITCHES, U9m: () => isLoopback, UV8: () => canonicalSource, UjU: () => LIST_MAX, Uzg: () => VERIFY_INPUTS, VOd: () => parsePathFilter, VUB: () => COMPARED_MAX, Vp8: () => RESERVED_ROOTS, Vpz: () => runUrl, W_h: () => isRunning, Wmi: () => proxySecrets, Wt7: () => CPU_MIN, XGF: () => itemId, Xw9: () => parseUuid, XyI: () => objectOf, YL5: () => STRATEGIES, YPr: () => mapFields, Ydl: () => SANDBOX_INPUTS, YrS: () => FIELD_NAMES, Z6M: () => checkAgentUrl, ZGx: () => iconOf, ZX3: () => PAGE_MAX, _$v: () => parseFeedbackKey, _Ew: () => readTarget, _Fh: () => fieldOf, _Hp: () => lockRefOf, _Um: () => isSelfHosted, _oi: () => DEPLOYMENT_TYPES, a3k: () => formatDuration, a5l: () => redactReport, aYu: () => code, apP: () => endOfString, b$E: () => makesRevision, bic: () => FEEDBACK_KEY_MAX, buT: () => outcome, cHW: () => SEED_RECORD, cJR: () => validationError, cK5: () => matches, ceA: () => isReservedName, coM: () => EVALUATION_NAME_MAX, crk: () => DEPLOYMENT_NAME, d7x: () => isApiError, dID: () => triggersRevision, dOO: () => recordRevision, dQS: () => realClock, dRP: () => isFinal, dXv: () => rejectOnAbort, d_D: () => createRunnerHost, deR: () => isSameAgentUrl, eUN: () => BAD, eqB: () => BULK_DELETE_MAX, et_: () => subjectOf, euP: () => CPU_MAX, faK: () => describeItem, foU: () => NAME_MAX, fwR: () => LOCK_LIMITS, g5: () => failureOf, gD7: () => headlineOf, gRw: () => closeTimeline, gcK: () => formatChoices, h0X: () => plainLine, hD3: () => quote, hDB: () => ApiError, hO8: () => readWorkflowRun, hcM: () => readRaw, hhp: () => isNotServed, hpw: () => tracingUrlOf, i7o: () => isHeld, i_I: () => isThreadBusy, icA: () => createInputReader, ilj: () => agentAddress, iwb: () => MAX_SUMMARY_TEXT, jgr: () => VARIABLES_MAX, jlk: () => spellDuration, k2e: () => checkUnknownInputs, k4U: () => GATE_FIELD_NAMES, kBB: () => parseWord, kNr: () => isTagRef, kn4: () => fromWire, kz4: () => noDebuggerFlags, lCv: () => EXAMPLES_PER_REQUEST_MAX, lDC: () => PLAIN_DEPLOYMENT_NAME, lYN: () => createRedactor, lZh: () => ActionError, mQA: () => countsOf, mRP: () => networkEnvironment, meu: () => isSameDeploymentType, mlB: () => shorten, mpO: () => EMULATOR_INPUT_NAMES, n6m: () => webUrlOf, n8z: () => respondsAfter, nGO: () => REBUILD_MARKER, nVH: () => formatAge, n_U: () => HOSTED_REDIS_MEMORY_MIN, nhY: () => SEED_MAX_BYTES, o4o: () => findIncluded, o7: () => NO_SLASH, oJd: () => isSuccess, oXz: () => PAGE_DEFAULT, ofp: () => pathStep, onx: () => countPassed, p$Q: () => ANSWER_JSON_LIMITS, pSg: () => missingFieldError, pV9: () => exactly, pqe: () => countOf, q96: () => EMULATOR_INPUTS, qFJ: () => parseJson, qmI: () => NEUTRAL, r8q: () => DEPLOYMENT_NAME_RULE, r9p: () => stateText, rTE: () => troubleshootingLink, rZj: () => valid, rme: () => describeValidationError, sC: () => containerValues, sto: () => CPU_LIMIT_MAX, su4: () => addStatus, t3L: () => isImmutable, tGH: () => sweptLines, tTR: () => commitText, tbB: () => isRunUrl, tdh: () => findJsonExcess, tpe: () => table, u1K: () => HOSTED_DEPLOYMENT_TYPES, uLz: () => SELF_HOSTED_NAME_MAX, ucJ: () => headlineOfStart, uiF: () => isUnfinished, uiq: () => SEED_MARK, vKs: () => sharedLines, vMM: () => isSet, vxI: () => isBeingDeleted, wBP: () => RUNS_PER_REQUEST_MAX, wWq: () => readCaller, wik: () => inertLines, wmI: () => DEPLOYMENT_FIELDS, wv2: () => LOG_PAGE_MAX, wvf: () => describeCounts, x4D: () => ANY, xJ9: () => severityOf, xSw: () => readDisplay, xkJ: () => SEED_LIMITS, y2G: () => checkSignedUrl, y2N: () => loadCheckParser, yKb: () => TARBALL_MAX_BYTES, yTO: () => redactRunner, yfm: () => PREVIEW_MARKER, yq5: () => GOOD, z3p: () => formatBytes, zHB: () => details, zNS: () => some, zST: () => readAccess, zj$: () => DEFAULT_POLICY, zpe: () => tracingVariable });
	var $$phase0 = __require(67289);
	const { findCommand, parseCommand, parseEvent, readRunEvent, skipEvent, createRedactingHost, createRunnerHost, escapeCommands, readDesired, sameRepository, checkEnvironment, isSameAgentUrl, parseAgentUrl, parseTracingApiUrl, readEndpoint, tracingUrlOf, tracingVariable, count, duration, parseApiKey, parseBoolean, parseCommandEnv, parseCommentKey, parseCommit, parseCompareWith, parseCount, parseDeploymentName, parseDeploymentType, parseDuration, parseEmulatorFlags, parseEnvironment, parseFeedbackKey, parseFolder, parseForkApproval, parseHttpUrl, parseImageUri, parseLabel, parseLines, parseLockReason, parseName, parseNameTemplate, parseNamespace, parseNetworks, parsePath, parsePaths, parsePlanId, parsePreviewSeed, parseRef, parseRegion, parseRepoPath, parseRepoUrl, parseRollbackTo, parseSandboxPrefix, parseShell, parseTarget, parseTemplate, parseText, parseTimeLimit, parseToken, parseUuid, parseVersion, parseWord, unknownTypeWarning, word, NO_REPOSITORY, describeProblem, invalid, noBranchMessage, quote, valid, withoutKeys, acceptsForks, checkUnknownInputs, displayOf, loadCheckParser, loadGateParser, readAccess, readCaller, readDisplay, readInputs, readTarget, createInputReader, nearestInput, readRaw, unknownInputProblem, unknownInputs, EMULATOR_INPUTS, EMULATOR_INPUT_NAMES, GATE_FIELD_NAMES, GATE_OPTIONS, GATE_SWITCHES, INPUTS, INPUT_NAMES, SANDBOX_INPUTS, SANDBOX_INPUT_NAMES, STRATEGIES, VERIFY_INPUTS, VERIFY_INPUT_NAMES, variableOf, MARKERS, PREVIEW_MARKER, REBUILD_MARKER, SHARED_PREVIEW_MARKER, containerValues, findMissingValue, identifiersOf, parseSecretValue, parseSecrets, secretFragments, decodeLock, describeLock, encodeLock, isHeld, lockRefOf, DEPLOY_ACTION, VERIFY_ACTION, runMain, ActionError, DEFAULT_POLICY, REASONS, exitCodeOf, outcome, severityOf, toOutcome, describeArchive, displayPath, formatBytes, largestFiles, ANY, GlobError, NO_SLASH, exactly, findIncluded, isIncluded, matches, parseGlob, parsePathFilter, some, startPhase, runAction, DEPLOYMENT_FIELDS, FIELD_NAMES, mapFields, includesOrigin, makesRevision, isUnfinished, parsePublishedState, COMMENT_MAX, GATE_COMMENT_MAX, commentBody, commentMark, commitText, plainLine, subjectText, BAD, DOUBTFUL, GOING, GOOD, NEUTRAL, headlineOf, headlineOfStart, iconOf, isAboutGate, isAlarming, isSuccess, meaningOf, respondsAfter, spellDuration, stateText, withoutIds, CODE_HOST_TERMS, commitUrl, isRunUrl, pullRequestLink, readWorkflowRun, runUrl, troubleshootingLink, troubleshootingPage, SWEEP_REASONS, SWEEP_RESULTS, formatAge, planLines, planSummary, sharedLines, sharedResult, sweptLines, timeText, GATE_TEXTS, agentAddress, cell, code, details, fenced, inertLines, safeUrl, shorten, table, OUTPUTS, VERIFY_OUTPUTS, outputsOf, verifyOutputsOf, isPhase, phaseName, renderPhases, annotationOf, redactReport, report, messageText, shortSummary, whatToDo, summaryOf, addStatus, closeTimeline, createRunRecord, formatDuration, recordRevision, subjectOf, createSecretMasker, redactRunner, EMPTY_SEED, RESERVED_ROOTS, SEED_MARK, countsOf, describeCounts, describeItem, itemId, mergeSeeds, loadState, saveState, DISPLAY_MAX, TEXT_MAX, countOf, shorten2, shortenRedacted, createCancelHooks, createLog, VERBS, chooseVerb, runVerb, allPassed, countPassed, createValueRenderer, decisiveCheck, failureLines, failureOf, checkAgentUrl, checkBaseUrl, checkSignedUrl, checkUploadUrl, isLoopback, realClock, rejectOnAbort, wallClock, withDeadline, ApiError, BodyStreamError, ignoreApiError, isApiError, isNotServed, isThreadBusy, oneLine, reportsBusyThread, invalidProxies, networkEnvironment, networkSecrets, proxySecrets, proxySettings, MAX_SUMMARY_TEXT, boundedJson, metadataLine, metadataText, toLine, withoutTerminalCodes, LOCK_LIMITS, LOCK_VERSION, LockState, isVisibleLine, DIALECT_TABLE, REGION_HOSTS, canonicalSource, controlPlaneUrlOf, dialectOf, fromWire, isHosted, isSelfHosted, toWire, toWirePath, tracingUrlOfControlPlane, webUrlOf, withBothSpellings, FIELD_RULES, isImmutable, sourcesOf, triggersRevision, describeValidationError, describeValidationErrors, formatChoices, isSet, missingFieldError, validationError, ANSWER_JSON_LIMITS, JSON_LIMITS, JsonCounter, PROTO_KEY_MESSAGE, SETTINGS_JSON_LIMITS, endOfString, fieldOf, findJsonExcess, findProtoKey, isJsonObject, isNestedDeeper, listOf, objectOf, parseJson, pathStep, protoKeyError, textOf, AMOUNT_MAX, ATTACHMENTS_MAX, BULK_DELETE_MAX, CHANGES_MAX, COMMAND_TIMEOUT_DEFAULT_S, COMPARED_MAX, CPU_LIMIT_MAX, CPU_MAX, CPU_MIN, DATASETS_MAX, DATASET_TAGS_MAX, DOCUMENT_VERSION, ERRORS_MAX, EVALUATION_API_VERSION, EVALUATION_NAME_MAX, EXAMPLES_PER_DATASET_MAX, EXAMPLES_PER_REQUEST_MAX, FEEDBACK_KEYS_MAX, FEEDBACK_KEY_MAX, FEEDBACK_TOKEN_TTL_MS, HOSTED_REDIS_MEMORY_MIN, LIST_MAX, LOG_PAGE_DEFAULT, LOG_PAGE_MAX, MULTIPART_MAX_BYTES, MULTIPART_PARTS_MAX, NAME_MAX, PAGE_DEFAULT, PAGE_MAX, PODS_OF_PROD, PROJECTS_MAX, RUNS_PER_REQUEST_MAX, SELF_HOSTED_NAME_MAX, TARBALL_MAX_BYTES, VARIABLES_MAX, C_IDENTIFIER, DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE, DEPLOYMENT_TYPE, DEPLOYMENT_TYPES, DNS_LABEL, HOSTED_DEPLOYMENT_TYPES, PLAIN_DEPLOYMENT_NAME, SOURCES, UUID, isSameDeploymentType, isTagRef, isReservedName, SEED_LIMITS, SEED_MAX_BYTES, SEED_RECORD, CASE_VERDICTS, DEPLOYMENT_STATUSES, REVISION_STATUSES, SANDBOX_STATUSES, isBeingDeleted, isFinal, statusKind, concealEnvironment, isDebuggerOpen, noDebuggerFlags, isRunning, parseProcessStat, readProcessStat, writeFully, hideKeys, looksLikeKey, MASK, createRedactor, SHORTEST_MATCH, createTextMatcher } = (0, $$phase0.NU)();
}) };
export {
	id,
	ids,
	modules
};
