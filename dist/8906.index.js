const id = 8906;
const ids = [8906];
const modules = { 82473: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { connectHttp: () => connectHttp });
	var $$errors0 = __require(65292);
	var $$transport2 = __require(85143);
	var $$memoize3 = __require(57835);
	var $$client1 = __require(73564);
	const connectHttp = async (options) => {
		const { settings, env, clock, redact, log, readDeadline } = options;
		const [{ createTransport }, { createControlPlane }] = await Promise.all([(0, $$transport2.s)(), Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 41441))]);
		const transport = createTransport({ env, clock, redact, attemptTimeoutMs: settings.requestTimeoutMs, log });
		const controlPlane = createControlPlane({ transport, baseUrl: settings.endpoint.baseUrl, dialect: settings.endpoint.dialect, apiKey: settings.apiKey, workspaceId: settings.workspaceId, readDeadline, now: () => clock.now() });
		return { controlPlane, github: (0, $$memoize3.T)(() => (0, $$client1.openGitHub)({ token: settings.github.token, env, transport, redact })), probeStatus: createProbeStatus(transport), agentServer: async (baseUrl) => {
			const { createAgentServer } = await Promise.all([__require.e(1169), __require.e(7339), __require.e(3724), __require.e(8300)]).then(__require.bind(__require, 51364));
			const { apiKey, workspaceId, requestTimeoutMs } = settings;
			return createAgentServer({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
		}, agentData: async (baseUrl) => {
			const { createAgentData } = await Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 31867));
			const { apiKey, workspaceId, requestTimeoutMs } = settings;
			return createAgentData({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
		}, evaluationApi: async (baseUrl) => {
			const { createEvaluationApi } = await __require.e(551).then(__require.bind(__require, 551));
			const { apiKey, workspaceId, requestTimeoutMs } = settings;
			return createEvaluationApi({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
		}, close: () => transport.close() };
	};
	const LIMIT_MS = 5e3;
	function createProbeStatus(transport) {
		return async (url, signal) => {
			try {
				const answer = await transport.call({ method: "GET", url: new URL(url), repeatable: false, attemptTimeoutMs: LIMIT_MS, signal });
				return answer.status;
			} catch (error) {
				if (!(error instanceof $$errors0.hD)) throw error;
				return error.status;
			}
		};
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
}), 28385: ((__module, __exports, __require) => {
	__require.d(__exports, { Ko: () => $$later0.KoQ, PJ: () => $$later0.PJn, _E: () => $$later0._Ew, k2: () => $$later0.k2e, wW: () => $$later0.wWq, xS: () => $$later0.xSw, y2: () => $$later0.y2N, zS: () => $$later0.zST });
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
}), 93910: ((__module, __exports, __require) => {
	__require.d(__exports, { DK: () => showProduction, Ry: () => LATER, cancelledRebuild: () => cancelledRebuild, j2: () => concludeRebuild });
	var $$outcome0 = __require(96043);
	const PARTS = { credentials: "the credentials of a package index, a registry or a git server", package: "a package", image: "an image", memory: "the memory limit", disk: "the disk of the build", module: "an import in the code", variable: "an environment variable", network: "the network of the build" };
	const OF_SERVICE = /* @__PURE__ */ new Set(["create-failed", "no-revision", "settings-ignored", "contradictory-answers", "lost-answer", "deployment-gone", "ambiguous-name", "name-taken", "upload-failed", "rate-limited", "service-error", "unreachable"]);
	const LATER = "The next rebuild or a sweep deletes it after its time has passed.";
	function concludeRebuild(end, rebuild) {
		return withRemoval(evaluate(end, rebuild), rebuild);
	}
	function evaluate(end, rebuild) {
		const { production, revisionId, commit, status = "unknown" } = rebuild;
		const short = commit.slice(0, 7);
		const unchanged = `The rebuild changed nothing in ${production}: revision ${revisionId} is still deployed.`;
		switch (end.kind) {
			case "unchanged":
			case "deployed": {
				const doubt = end.reason === "commit-unknown" ? " The service does not report the commit of the new build, but the branch or tag points to this commit before and after the build." : "";
				return (0, $$outcome0.bu)("verified", "rebuilt", `${production} can be built again: a throw-away deployment was built from commit ${short} and started.${doubt}`);
			}
			case "timed-out":
				return (0, $$outcome0.bu)("timed-out", end.reason, `${production} was not built again in time: the revision of the throw-away deployment was still ${status} when wait-timeout expired. Raise wait-timeout if builds always take this long. ${unchanged}`);
			case "superseded":
				return (0, $$outcome0.bu)("failed", end.reason === "commit-mismatch" ? "rebuild-impossible" : "contradictory-answers", `${production} was not built again from commit ${short}. ${end.message} ${unchanged}`);
			case "failed": {
				if (end.reason === "deployed-commit-missing") return end;
				const { missing, mayAppear } = rebuild;
				const part = partOf(end.reason, rebuild.brokenPart);
				const broke = part === void 0 ? "" : ` What broke: ${part}.`;
				return (0, $$outcome0.bu)("failed", end.reason, `${production} ${failureText(end.reason)} commit ${short}.${broke} ${mayAppear === void 0 ? end.message : lostText(mayAppear)}${isStartFailure(end.reason) ? lackText(missing) : ""} ${unchanged}`);
			}
			default:
				return (0, $$outcome0.bu)("failed", "contradictory-answers", `${production} was not built again from commit ${short}. ${end.message} ${unchanged}`);
		}
	}
	function lostText(name) {
		return `The response to creating the throw-away deployment was lost, so ${name} may still appear. ${LATER}`;
	}
	function lackText(missing) {
		if (missing === void 0) return "";
		return ` The throw-away deployment lacked variables of production, which the start may need: ${missing}. Set them in secrets.`;
	}
	function failureText(reason) {
		if (reason === "build-failed") return "no longer builds from";
		if (isStartFailure(reason)) return "no longer starts after a new build of";
		if (/^(?:verification|gate)-/.test(reason)) return "does not pass its checks after a new build of";
		return "could not be built again from";
	}
	function isStartFailure(reason) {
		return reason === "deploy-failed" || reason === "unhealthy";
	}
	function partOf(reason, cause) {
		if (cause !== void 0) return PARTS[cause];
		return OF_SERVICE.has(reason) ? "the service" : void 0;
	}
	function withRemoval(end, { failures }) {
		if (failures.length === 0) return end;
		const left = `The throw-away deployment could not be deleted: ${failures.join("; ").replace(/\.$/, "")}. ${LATER} Delete it by hand to save its cost.`;
		if (end.kind === "verified") return (0, $$outcome0.bu)("failed", "rebuild-left", `${end.message} ${left}`);
		return { ...end, message: `${end.message} ${left}` };
	}
	function cancelledRebuild(record, throwAway) {
		const { name, isDeleted } = throwAway;
		showProduction(record, throwAway);
		const rest = isDeleted ? `The throw-away deployment ${name} was deleted.` : `The throw-away deployment ${name} may remain: the post step, the next rebuild or a sweep deletes it.`;
		return (0, $$outcome0.bu)("cancelled", "signal", `The run was cancelled. ${rest} Nothing was changed in production.`);
	}
	function showProduction(record, { production }) {
		record.deployment = production.deployment;
		record.previousRevisionId = production.revisionId;
		record.earlier = production.earlier;
		record.created = false;
		record.changed = false;
		record.plan = void 0;
		record.planId = void 0;
	}
}), 38906: ((__module, __exports, __require) => {
	__require.d(__exports, { removeInPost: () => removeInPost });
	var clock = __require(75065);
	var errors = __require(94924);
	var connect = __require(82473);
	var later = __require(72786);
	;
	var read = __require(28385);
	var conclude = __require(93910);
	var remove = __require(44679);
	;
	const LIMIT_MS = 1e4;
	async function removeInPost(host, own, redact) {
		try {
			return await post_remove(host, own, redact);
		} catch (error) {
			return notDeleted(own.name, (0, errors.gJ)(error));
		}
	}
	async function post_remove(host, own, redact) {
		const { env } = host;
		const { name } = own;
		const inputs = await (0, read.Ko)(env, (0, later.EgU)({ ...host, log: () => void 0 }));
		if (!inputs.ok) return notDeleted(name, "the inputs of the step are invalid");
		const until = clock.dQ.now() + LIMIT_MS;
		const connection = await (0, connect.connectHttp)({ settings: inputs.settings, env, clock: clock.dQ, redact, log: (line) => host.log(line), readDeadline: () => until });
		try {
			const signal = AbortSignal.timeout(2 * LIMIT_MS);
			const { deleted, failures } = await (0, remove.uz)({ ...connection, signal }, own);
			if (failures.length > 0) return notDeleted(name, failures.join("; "));
			const message = deleted.length > 0 ? `The throw-away deployment ${name} was deleted.` : `No throw-away deployment ${name} exists. If it appears later, the next rebuild or a sweep deletes it after its time has passed.`;
			return { done: true, message };
		} finally {
			await connection.close();
		}
	}
	function notDeleted(name, why) {
		return { done: false, message: `The throw-away deployment ${name} could not be deleted: ${why.replace(/\.$/, "")}. ${conclude.Ry}` };
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
}), 57835: ((__module, __exports, __require) => {
	__require.d(__exports, { T: () => memoizeAsync });
	function memoizeAsync(work) {
		let kept;
		const memoized = () => {
			if (kept !== void 0) return kept;
			const mine = startWork(work);
			kept = mine;
			mine.catch(() => {
				if (kept === mine) kept = void 0;
			});
			return mine;
		};
		return Object.assign(memoized, { current: () => kept, forget: () => {
			kept = void 0;
		} });
	}
	async function startWork(work) {
		return work();
	}
}) };
export {
	id,
	ids,
	modules
};
