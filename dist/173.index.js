const id = 173;
const ids = [173];
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
		const { createGitHub } = await Promise.all([__require.e(875), __require.e(173), __require.e(326)]).then(__require.bind(__require, 93284));
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
}), 22959: ((__module, __exports, __require) => {
	__require.d(__exports, { Cl: () => READ_LIMITS, D2: () => describeUnreadable, DQ: () => readPullRequest, GZ: () => PULL_REQUEST_PERMISSION, Ic: () => describeFailure, Oq: () => searchComparison, pr: () => searchPullRequest });
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
	const BACKOFF = { request: { baseMs: 500, capMs: 2e4 }, run: { baseMs: 500, capMs: 5e3 }, restart: { baseMs: 250, capMs: 3e4 }, proxyRestart: { baseMs: 50, capMs: 5e3 }, typeParser: { baseMs: 6e4, capMs: 36e5 }, controlPlane: { baseMs: 500, capMs: 15e3 }, cluster: { baseMs: 2e3, capMs: 5e3 }, clusterStream: { baseMs: 1e3, capMs: 3e4 }, conflict: { baseMs: 2, capMs: 100, randomShare: 1 }, comment: { baseMs: 3e3, capMs: 5e3, randomShare: 0.4 }, storage: { baseMs: 500, capMs: 500 }, recovery: { baseMs: 1e3, capMs: 1e3 } };
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
