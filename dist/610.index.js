const id = 610;
const ids = [610];
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
}), 28254: ((__module, __exports, __require) => {
	__require.d(__exports, { HN: () => $$later0.HNX, MM: () => $$later0.MM$, nV: () => $$later0.nVH, tG: () => $$later0.tGH });
	var $$later0 = __require(72786);
}), 758: ((__module, __exports, __require) => {
	__require.d(__exports, { a3: () => $$later0.a3k, dO: () => $$later0.dOO, et: () => $$later0.et_, gR: () => $$later0.gRw, su: () => $$later0.su4 });
	var $$later0 = __require(72786);
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH, pq: () => $$later0.pqe });
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
}) };
export {
	id,
	ids,
	modules
};
