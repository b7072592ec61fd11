const id = 8300;
const ids = [8300];
const modules = { 67864: ((__module, __exports, __require) => {
	__require.d(__exports, { HO: () => $$later0.HOe, Mg: () => $$later0.Mgw, Qz: () => $$later0.Qzw, de: () => $$later0.deR, hp: () => $$later0.hpw, zp: () => $$later0.zpe });
	var $$later0 = __require(72786);
}), 28385: ((__module, __exports, __require) => {
	__require.d(__exports, { Ko: () => $$later0.KoQ, PJ: () => $$later0.PJn, _E: () => $$later0._Ew, k2: () => $$later0.k2e, wW: () => $$later0.wWq, xS: () => $$later0.xSw, y2: () => $$later0.y2N, zS: () => $$later0.zST });
	var $$later0 = __require(72786);
}), 40754: ((__module, __exports, __require) => {
	__require.d(__exports, { hc: () => $$later0.hcM, ic: () => $$later0.icA });
	var $$later0 = __require(72786);
}), 19686: ((__module, __exports, __require) => {
	__require.d(__exports, { FF: () => $$later0.FFm, OO: () => $$later0.OO8, SY: () => $$later0.SYJ, Ti: () => $$later0.TiI, Uz: () => $$later0.Uzg, YL: () => $$later0.YL5, Yd: () => $$later0.Ydl, k4: () => $$later0.k4U, mp: () => $$later0.mpO, q9: () => $$later0.q96 });
	var $$later0 = __require(72786);
}), 68736: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { readVerifyInputs: () => readVerifyInputs });
	var $$outcome0 = __require(96043);
	var $$registry1 = __require(19686);
	var $$reader2 = __require(40754);
	var $$read3 = __require(28385);
	var $$endpoint4 = __require(67864);
	const NOTHING_ELSE = { wait: true, waitTimeoutMs: 0, pollIntervalMs: 6e4, onCancel: "leave", force: false, rerun: false, locks: "ignore", logLines: 0 };
	async function readVerifyInputs(env) {
		const reader = (0, $$reader2.ic)(env, $$registry1.Uz);
		const display = (0, $$read3.xS)(reader);
		const warnings = await (0, $$read3.k2)(env, reader, $$registry1.OO);
		const access = (0, $$read3.zS)(reader, env);
		const agent = readAgent(reader, access?.endpoint.allowInsecureHost ?? false);
		const verification = await readVerification(reader, { env, endpoint: access?.endpoint, target: agent });
		const requestTimeoutMs = reader.read("request-timeout");
		const dryRun = reader.read("dry-run") ?? false;
		const github = { token: reader.read("github-token"), deployment: false, environment: void 0, comment: reader.read("comment") ?? true, commentKey: reader.read("comment-key"), commentLogs: false };
		const policy = $$outcome0.zj;
		const shown = { display, policy, warnings };
		const complete = access && agent && verification && requestTimeoutMs !== void 0;
		if (reader.problems.length > 0 || !complete) return { ok: false, ...shown, problems: reader.problems };
		const settings = { ...NOTHING_ELSE, ...access, policy, requestTimeoutMs, dryRun, github, verb: "verify", agent, verification };
		return { ok: true, ...shown, settings };
	}
	function readAgent(reader, allowInsecureHost) {
		const url = reader.readWith("deployment-url", (text) => (0, $$endpoint4.Mg)(text, allowInsecureHost));
		if (reader.raw["deployment-url"] !== void 0) return url === void 0 ? void 0 : { by: "url", url };
		if (reader.raw["deployment-name"] === void 0 && reader.raw["deployment-id"] === void 0) {
			reader.addProblem("deployment-url", "deployment-url, deployment-name and deployment-id are all missing", "Set the output deployment-url of the deploy step, or the name of the deployment.");
			return void 0;
		}
		return (0, $$read3._E)(reader);
	}
	const OF_ONE = ["input", "expect", "last-message"];
	async function readVerification(reader, { env, endpoint, target }) {
		const gated = $$registry1.Ti.some((name) => reader.raw[name] !== void 0);
		const feedback = reader.read("feedback-key");
		const keepThreads = reader.read("keep-threads") ?? "never";
		const threadId = reader.read("thread-id");
		const defaults = { ...defined("assistant", reader.read("assistant")), ...defined("timeLimitMs", reader.read("time-limit")), ...defined("threadId", gated ? void 0 : threadId), ...defined("strategy", reader.read("multitask-strategy")) };
		const fields = $$registry1.k4.some((name) => reader.raw[name] !== void 0) ? await readGateFields(reader) : void 0;
		if (gated && reader.raw["thread-id"] !== void 0) {
			const { THREAD_PROBLEM, THREAD_HINT } = await (0, $$read3.y2)();
			reader.addProblem("thread-id", THREAD_PROBLEM, THREAD_HINT);
		}
		const checks = await readChecks(reader, defaults, { gated, dataset: fields?.dataset });
		if (checks === void 0 || fields !== void 0 && endpoint === void 0) return void 0;
		const how = { checks, feedbackKey: feedback?.key, keepThreads };
		if (fields === void 0 || endpoint === void 0) return { ...how, gate: void 0 };
		const { readGate } = await (0, $$read3.PJ)();
		const gate = readGate(fields, { endpoint, env, compareWith: { kind: "none" }, target, report: (name, message, hint) => {
			reader.addProblem(name, message, hint);
		} });
		return gate && { ...how, gate, locate: await createLocator(reader.raw) };
	}
	async function createLocator(raw) {
		const { locateField, parseYaml } = await (0, $$read3.y2)();
		return ([name = "", ...path]) => {
			const input = $$registry1.k4.find((one) => one === name);
			const read = parseYaml((input && raw[input]) ?? "");
			const field = read.ok ? locateField(read.value, path) : void 0;
			return field === void 0 ? name : `${name}: ${field}`;
		};
	}
	async function readChecks(reader, defaults, { gated, dataset }) {
		const parse = await (0, $$read3.y2)();
		const { raw } = reader;
		const exclude = (names, other, hint2) => {
			for (const name of names.filter((one) => raw[one] !== void 0)) {
				reader.addProblem(name, `${name} and ${other} are mutually exclusive`, hint2(name));
			}
		};
		const cases = reader.readWith("cases", (text) => parse.parseChecks(text, { defaults, gated }));
		if (raw.dataset !== void 0) exclude(["cases", "input"], "dataset", () => "Set only one of them.");
		else if (raw.cases !== void 0) {
			exclude(OF_ONE, "cases", (name) => `Write ${name} in the case that it belongs to.`);
			return cases;
		}
		const expect = reader.readWith("expect", parse.parseExpect);
		const lastMessage = reader.readWith("last-message", parse.parsePattern);
		if (lastMessage !== void 0 && expect?.lastMessage !== void 0) {
			reader.addProblem("last-message", "last-message is also set in expect", "Keep only one of them.");
		}
		const expected = parse.toExpectation({ expect, lastMessage });
		if (raw.dataset !== void 0) {
			return dataset && { kind: "dataset", query: dataset, defaults, expect: expected };
		}
		const hint = "Write the input of the graph, such as `messages: [{role: user, content: hi}]`.";
		if (raw.input === void 0) {
			reader.addProblem("input", "input and cases are both missing", hint);
			return void 0;
		}
		const input = reader.readWith("input", parse.parseJsonValue);
		if (input === null) reader.addProblem("input", "it holds nothing", hint);
		return { kind: "given", cases: [parse.singleCheck({ ...defaults, input, expect: expected })] };
	}
	async function readGateFields(reader) {
		const parse = await (0, $$read3.PJ)();
		const earlier = reader.problems.length;
		const parseProxy = reader.raw["proxy-config"] === void 0 ? void 0 : await parse.loadProxyParser();
		const fields = { dataset: reader.readWith("dataset", parse.parseDataset), "compare-with": reader.read("compare-with"), "max-cases": reader.read("max-cases"), seed: reader.read("seed"), concurrency: reader.read("concurrency"), repeats: reader.read("repeats"), "time-budget": reader.read("time-budget"), "token-budget": reader.read("token-budget"), scores: reader.readWith("scores", parse.parseScores), command: reader.readWith("command", parse.parseCommand), "proxy-config": parseProxy && reader.readWith("proxy-config", parseProxy), judging: reader.readWith("judging", parse.parseJudging), "report-dir": reader.read("report-dir"), "tracing-url": reader.read("tracing-url") };
		if (reader.problems.length > earlier) return fields;
		for (const { path, message, hint } of parse.findContradictions(fields)) {
			const [name = "", ...rest] = path;
			reader.addProblem(String(name), `${rest.map((part) => `${part}: `).join("")}${message}`, hint);
		}
		return fields;
	}
	function defined(key, value) {
		const one = {};
		if (value !== void 0) one[key] = value;
		return one;
	}
}), 758: ((__module, __exports, __require) => {
	__require.d(__exports, { a3: () => $$later0.a3k, dO: () => $$later0.dOO, et: () => $$later0.et_, gR: () => $$later0.gRw, su: () => $$later0.su4 });
	var $$later0 = __require(72786);
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH, pq: () => $$later0.pqe });
	var $$later0 = __require(72786);
}), 72412: ((__module, __exports, __require) => {
	__require.d(__exports, { readCheckFile: () => readCheckFile });
	var $$file0 = __require(70609);
	async function readCheckFile(reading, verification, workspace) {
		const { checks: cases } = verification;
		if (cases.kind !== "file") return reading;
		const input = reading.settings.verb === "verify" ? "cases" : "verify";
		const refuse = (problems) => ({ ...reading, ok: false, problems: problems.map((problem) => ({ path: input, ...problem })) });
		const text = await (0, $$file0.s)(workspace ?? "", cases.path);
		if (typeof text !== "string") return refuse([text]);
		const parsed = await cases.read(text);
		if (!parsed.ok) {
			return refuse(parsed.problems.map(({ message, hint }) => ({ message: `${cases.path}: ${message}`, hint })));
		}
		const read = { ...verification, checks: { kind: "given", cases: parsed.value } };
		return { ...reading, settings: Object.assign(reading.settings, { verification: read }) };
	}
}), 42876: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { verify: () => verify, verifyAfterDeploy: () => verifyAfterDeploy, withGate: () => withGate });
	var $$read0 = __require(98591);
	var $$outcome1 = __require(96043);
	var $$agent2 = __require(24239);
	var $$result3 = __require(63676);
	var $$checks4 = __require(84012);
	async function verify(context) {
		const { agent, verification } = context.settings;
		return withGate(context, verification, agent, async (gate) => {
			const target = await findAgent(context);
			if (context.settings.dryRun) {
				const cases = gate?.cases ?? givenCases(verification);
				await logDryRun(context, cases, gate, target.about);
				return (0, $$outcome1.bu)("planned", "dry-run", `Nothing was sent to ${target.about}.`);
			}
			return gate === void 0 ? checkAgent(context, target) : judgeAgent(context, gate, target);
		});
	}
	async function findAgent(context) {
		const { settings, record } = context;
		const { agent } = settings;
		if (agent.by === "url") {
			record.agentUrl = agent.url;
			return { about: agent.url, url: agent.url, revisionId: void 0 };
		}
		const { actual: current } = await (0, $$read0.xx)({ ...context, settings: { ...settings, target: agent } });
		record.commit = current.active?.commit;
		return { about: current.name, url: record.deployment?.url, revisionId: current.activeRevisionId };
	}
	async function checkAgent(context, { about, url, revisionId }) {
		const { settings, record } = context;
		const verified = await verifyLiveAgent(context, settings.verification, url, revisionId);
		record.verification = verified;
		return (0, $$result3.g5)(verified, about) ?? (0, $$outcome1.bu)("verified", "all-passed", `Checked ${about}: ${(0, $$result3.on)(verified)}.`);
	}
	async function judgeAgent(context, gate, { about, url, revisionId }) {
		const { record } = context;
		const { runGate } = await Promise.all([__require.e(2483), __require.e(8704), __require.e(5471), __require.e(4052)]).then(__require.bind(__require, 24052));
		const candidate = { url, revisionId, commit: record.commit, name: about, isPreview: false };
		const decision = await runGate(context, gate, candidate);
		if (decision.kind === "stopped") return decision.failure;
		return (0, $$outcome1.bu)("verified", "gate-passed", `Compared ${about}: ${decision.sentence}`);
	}
	async function withGate(context, verification, candidate, work) {
		if (verification?.gate === void 0) return work(void 0);
		const { prepareGate } = await Promise.all([__require.e(666), __require.e(2483), __require.e(8704), __require.e(1653), __require.e(5471), __require.e(8359)]).then(__require.bind(__require, 88359));
		const gate = await prepareGate(context, verification, verification.gate, candidate);
		try {
			return await work(gate);
		} finally {
			await gate.scorers.close();
		}
	}
	async function logDryRun({ log }, cases, gate, candidate) {
		const { describeGate } = await Promise.all([__require.e(2483), __require.e(1874)]).then(__require.bind(__require, 41874));
		const lines = describeGate({ names: cases.map(({ name }) => name), available: gate?.available ?? cases.length, candidate, baseline: gate?.baseline?.name, repeats: gate?.inputs.repeats ?? 1, hasCommand: gate?.inputs.command !== void 0, settings: gate?.settings });
		for (const line of lines) log.line(line);
	}
	async function verifyAfterDeploy(context, end, gate) {
		const { settings, record, controlPlane, signal } = context;
		const { verification } = settings;
		const serves = end.kind === "deployed" || end.kind === "unchanged" && end.reason === "already-active";
		if (settings.dryRun && gate !== void 0 && end.kind !== "failed") {
			await logDryRun(context, gate.cases, gate, record.deployment?.name ?? "the new deployment");
		}
		if (verification === void 0 || !serves || settings.dryRun) return end;
		const { deployment } = record;
		if (deployment === void 0) throw new Error("the record of a serving deploy contains no deployment");
		if (deployment.url === void 0) (0, $$read0.dj)(context, await controlPlane.getDeployment(deployment.id, signal));
		const url = record.deployment?.url;
		const failed = (failure2) => {
			const notRolledBack = unrolled(context, end, failure2.reason);
			return (0, $$outcome1.bu)("failed", failure2.reason, `${end.message} ${failure2.message}${notRolledBack}`);
		};
		if (gate !== void 0) {
			const { runGate } = await Promise.all([__require.e(2483), __require.e(8704), __require.e(5471), __require.e(4052)]).then(__require.bind(__require, 24052));
			const decision = await runGate(context, gate, { url, revisionId: record.revision?.id, commit: record.revision?.commit ?? record.commit, name: deployment.name, isPreview: record.pullRequest !== void 0 });
			if (decision.kind === "stopped") return failed(decision.failure);
			return { ...end, message: `${end.message} ${decision.sentence}` };
		}
		const verified = await verifyLiveAgent(context, verification, url, record.revision?.id);
		record.verification = verified;
		const failure = (0, $$result3.g5)(verified, deployment.name);
		if (failure !== void 0) return failed(failure);
		if (!(0, $$result3.OE)(verified)) throw new Error("a verification neither passed nor failed");
		return { ...end, message: `${end.message} ${(0, $$result3.on)(verified)}.` };
	}
	function unrolled({ settings, record }, end, reason) {
		if (!settings.rollbackOnFailure) return "";
		if (reason === "verification-impossible" || reason === "gate-inconclusive") return " Not rolled back: the revision may work.";
		const made = end.kind === "deployed" && end.reason !== "configuration-updated" && record.stage === "waiting";
		return made ? "" : " Not rolled back: this run did not create a revision.";
	}
	function givenCases({ checks }) {
		if (checks.kind !== "given") throw new Error("the file of cases was not read");
		return checks.cases;
	}
	async function verifyLiveAgent(context, verification, url, revisionId) {
		const cases = givenCases(verification);
		const connected = await (0, $$agent2.K)(context, verification, url);
		if (connected.kind === "ready") return (0, $$checks4.JT)(connected.context, { cases, revisionId });
		const untried = { tookMs: 0, threadId: void 0, runId: void 0 };
		const results = cases.map(({ name }, index) => ({ name, ...untried, ...index === 0 ? { result: "impossible", why: [connected.why] } : { result: "skipped", why: [] } }));
		return { results, revisionId: void 0 };
	}
}), 51364: ((__module, __exports, __require) => {
	__require.d(__exports, { createAgentServer: () => createAgentServer });
	var $$zod6 = __require(34410);
	var $$responses0 = __require(30123);
	var $$safety1 = __require(6760);
	var $$answers5 = __require(57872);
	var $$url2 = __require(85410);
	var $$errors3 = __require(65292);
	var $$headers4 = __require(89813);
	const SILENCE_MS = 6e4;
	const CANCEL_MS = 1e4;
	const MAX_ASSISTANTS = 100;
	const NEWEST_THREADS = 10;
	const NO_KEY = { accept: "application/json", "user-agent": $$headers4._ };
	function createAgentServer(options) {
		const { transport, baseUrl } = options;
		const base = new URL(baseUrl);
		const headers = (0, $$headers4.w)(options);
		const send = (method, path, more) => transport.call({ method, url: new URL(`${baseUrl}${path}`), headers, ...more });
		return { async revision(signal) {
			try {
				const answer = await send("GET", "/info", { signal });
				return $$responses0.MI.safeParse(answer.json).data?.host?.revision_id ?? void 0;
			} catch (error) {
				if ((0, $$errors3.hh)(error)) return void 0;
				if ((0, $$errors3.d7)(error) && error.kind === "malformed") return void 0;
				throw error;
			}
		}, async assistants(signal) {
			const json = { limit: MAX_ASSISTANTS, offset: 0 };
			const answer = await send("POST", "/assistants/search", { json, repeatable: true, signal });
			return (0, $$answers5.Wp)($$zod6.YOg($$responses0.et), answer);
		}, ...threadMethods(send), ...runMethods(send), ...streamMethods(options, headers), async submitFeedback(text, { score, comment }, signal) {
			const url = (0, $$url2.y2)(text, { loopback: (0, $$url2.U9)(base.hostname) });
			if (url === void 0) throw new Error("the feedback URL of the server is not allowed");
			await transport.call({ method: "POST", url, shownPath: "(the feedback URL)", headers: NO_KEY, json: { score, comment }, ignoreBody: true, signal });
		} };
	}
	const thread = (id2) => `/threads/${encodeURIComponent(id2)}`;
	const run = (threadId, runId) => `${thread(threadId)}/runs/${encodeURIComponent(runId)}`;
	function threadMethods(send) {
		const deleteThread = async (id2, signal) => {
			await (0, $$errors3.PX)(() => send("DELETE", thread(id2), { ignoreBody: true, signal }), 404);
		};
		let deletesMany = true;
		return { async createThread(id2, metadata, signal) {
			const json = { thread_id: id2, metadata, if_exists: "do_nothing" };
			try {
				const answer = await send("POST", "/threads", { json, repeatable: true, signal });
				const made = (0, $$answers5.Wp)($$responses0.O1, answer).thread_id;
				(0, $$answers5.ZQ)(answer, { what: "thread", requested: id2, answered: made });
				return made;
			} catch (error) {
				if ((0, $$errors3.d7)(error, 409)) return id2;
				throw error;
			}
		}, deleteThread, async deleteThreads(ids2, signal) {
			if (deletesMany) {
				const json = { thread_ids: ids2, strategy: "delete" };
				try {
					return void await send("POST", "/threads/prune", { json, repeatable: true, ignoreBody: true, signal });
				} catch (error) {
					if (!(0, $$errors3.hh)(error) && !(0, $$errors3.d7)(error, 422)) throw error;
					deletesMany = false;
				}
			}
			for (const id2 of ids2) await deleteThread(id2, signal);
		}, async lastThreadUpdate(signal) {
			const json = { limit: NEWEST_THREADS, offset: 0, sort_by: "updated_at", sort_order: "desc" };
			const search = (body) => send("POST", "/threads/search", { json: body, repeatable: true, signal });
			let answer;
			try {
				answer = await search({ ...json, select: ["thread_id", "updated_at"] });
			} catch (error) {
				if (!(0, $$errors3.d7)(error, 422) && !(0, $$errors3.d7)(error, 400)) throw error;
				answer = await search(json);
			}
			const times = (0, $$answers5.Wp)($$zod6.YOg($$responses0.VN), answer).map((one) => Date.parse(one.updated_at));
			const isSorted = times.every((at, index) => at <= (times[index - 1] ?? at));
			if (!isSorted) throw answer.unusable(`${answer.status} with threads in another order than requested`);
			return times[0];
		}, async state(threadId, signal) {
			const answer = await send("GET", `${thread(threadId)}/state`, { signal });
			const { values, next, tasks, interrupts, checkpoint } = (0, $$answers5.Wp)($$responses0.zA, answer);
			(0, $$answers5.ZQ)(answer, { what: "thread", requested: threadId, answered: checkpoint?.thread_id });
			const pending = [interrupts, ...(tasks ?? []).map((task) => task.interrupts)];
			const asks = pending.some((list) => (list ?? []).length > 0);
			return { values, interrupted: asks || next.length > 0, asks };
		}, async succeededState(threadId, signal) {
			const answer = await send("GET", thread(threadId), { signal });
			const { thread_id: answered, status, values, interrupts, error } = (0, $$answers5.Wp)($$responses0.O1, answer);
			(0, $$answers5.ZQ)(answer, { what: "thread", requested: threadId, answered });
			const isSuccess = status === "idle" && (error ?? void 0) === void 0 && isEmpty(interrupts);
			if (!isSuccess || !(0, $$safety1.OW)(values) || isEmpty(values)) return void 0;
			return { values, interrupted: false, asks: false };
		} };
	}
	const isEmpty = (list) => Object.keys(list ?? {}).length === 0;
	function runMethods(send) {
		return { async getRun(threadId, runId, signal) {
			const answer = await (0, $$errors3.PX)(() => send("GET", run(threadId, runId), { signal }), 404);
			if (answer === void 0) return void 0;
			const target = (0, $$answers5.Wp)($$responses0.F9, answer);
			(0, $$answers5.ZQ)(answer, { what: "run", requested: runId, answered: target.run_id }, { what: "thread", requested: threadId, answered: target.thread_id });
			return target;
		}, async listRuns(threadId, signal) {
			const answer = await send("GET", `${thread(threadId)}/runs?limit=100`, { signal });
			const runs = (0, $$answers5.Wp)($$zod6.YOg($$responses0.F9), answer);
			for (const { thread_id: answered } of runs) {
				(0, $$answers5.ZQ)(answer, { what: "thread", requested: threadId, answered });
			}
			return runs;
		}, async join(threadId, runId, limitMs, signal) {
			const answer = await send("GET", `${run(threadId, runId)}/join`, { attemptTimeoutMs: limitMs, signal });
			return answer.json;
		}, async cancelRun(threadId, runId, signal) {
			const path = `${run(threadId, runId)}/cancel?wait=true&action=interrupt`;
			const options = { ignoreBody: true, attemptTimeoutMs: CANCEL_MS, json: {}, signal };
			await (0, $$errors3.PX)(() => send("POST", path, options), 404);
		} };
	}
	function streamMethods({ transport, baseUrl, requestTimeoutMs }, headers) {
		const streaming = { headTimeoutMs: requestTimeoutMs, silenceMs: SILENCE_MS };
		const at = (path) => new URL(`${baseUrl}${path}`);
		return { startRun: (threadId, json, watch, signal) => transport.stream({ ...streaming, method: "POST", url: at(`${thread(threadId)}/runs/stream`), headers, json, signal }, watch), watchRun: (threadId, runId, { location, lastEventId }, watch, signal) => {
			const own = at(`${run(threadId, runId)}/stream`);
			const target = location === void 0 ? null : URL.parse(location, own.href);
			const url = target !== null && target.href.startsWith(`${baseUrl}/`) ? target : own;
			const from = lastEventId === void 0 ? {} : { "last-event-id": lastEventId };
			return transport.stream({ ...streaming, method: "GET", url, headers: { ...headers, ...from }, signal }, watch);
		} };
	}
}), 85410: ((__module, __exports, __require) => {
	__require.d(__exports, { HK: () => $$later0.HKR, U9: () => $$later0.U9m, Z6: () => $$later0.Z6M, y2: () => $$later0.y2G });
	var $$later0 = __require(72786);
}), 59044: ((__module, __exports, __require) => {
	__require.d(__exports, { callStream: () => callStream });
	var $$parser3 = __require(31169);
	var $$exchange0 = __require(36686);
	var $$failure1 = __require(69609);
	var $$after2 = __require(4338);
	const MAX_CHARACTERS = 16 * 1024 * 1024;
	const MAX_BYTES = 256 * 1024;
	async function callStream(dispatcher, { json, headTimeoutMs, silenceMs, ...call }, watch, { clock, redact }) {
		const decoder = new TextDecoder();
		const parser = (0, $$parser3.C)({ maxBufferSize: MAX_CHARACTERS, onEvent: (message) => watch.event(message), onError: (error2) => {
			if (error2.type !== "max-buffer-size-exceeded") return;
			throw Object.assign(new Error("an event is too large", { cause: error2 }), { code: "EVENT_TOO_LARGE" });
		} });
		const headers = { accept: "text/event-stream", "cache-control": "no-store", ...json !== void 0 && { "content-type": "application/json" }, ...call.headers };
		const body = json === void 0 ? {} : { body: JSON.stringify(json) };
		let opened = false;
		const result = await (0, $$exchange0.c)(dispatcher, { ...call, ...body, headers, timeoutMs: headTimeoutMs, maxBytes: MAX_BYTES }, { silenceMs, opened({ status, location, headers: all }) {
			opened = true;
			const [, contentLocation] = all.find(([name]) => name === "content-location") ?? [];
			watch.opened({ status, location, contentLocation });
		}, read: (chunk) => parser.feed(decoder.decode(chunk, { stream: true })) });
		if (opened && result.kind === "answer") return { kind: "ended" };
		const retryAfter = result.kind === "answer" ? result.answer.retryAfter : void 0;
		const error = (0, $$failure1.Gv)(result, { method: call.method, path: call.url.pathname, attempts: 1, repeatable: call.method === "GET", timeoutMs: opened ? silenceMs : headTimeoutMs, maxBytes: MAX_BYTES, redact });
		return { kind: "failed", opened, error, retryAfterMs: retryAfter === void 0 ? void 0 : (0, $$after2.m)(retryAfter, clock.now()) };
	}
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
}), 69609: ((__module, __exports, __require) => {
	__require.d(__exports, { Be: () => describeAttempt, Gv: () => toApiError, W3: () => unusableAnswerError });
	var json_safety = __require(6760);
	var schemas = __require(34410);
	;
	const ValidationError = schemas.Ikc({ loc: schemas.YOg(schemas.KCZ([schemas.YjP(), schemas.Whr()])), msg: schemas.YjP(), type: schemas.YjP() });
	const HTTPValidationError = schemas.Ikc({ detail: schemas.YOg(ValidationError) });
	const DetailError = schemas.Ikc({ detail: schemas.YjP() });
	const NestedError = schemas.Ikc({ detail: schemas._H3({ error: schemas.YjP(), message: schemas.YjP() }) });
	var findings = __require(9081);
	var errors = __require(65292);
	var retry = __require(85933);
	;
	const CHECK_FIRST = "The request may still have taken effect: check the deployment before you run again.";
	function toApiError(result, call) {
		const { method, path, attempts } = call;
		const about = { method, path, attempts };
		switch (result.kind) {
			case "answer":
				return httpFailure(result.answer, call);
			case "too-large": {
				const what = `the response is larger than ${call.maxBytes} bytes`;
				return new errors.hD({ ...about, ...call.repeatable ? { kind: "malformed", hint: "Check that the URL is the address of the control plane." } : { kind: "ambiguous", hint: CHECK_FIRST }, status: result.status, what });
			}
			case "broken": {
				const lost = result.sent && !call.repeatable;
				return new errors.hD({ ...about, kind: lost ? "ambiguous" : "network", what: describeAttempt(result, call.timeoutMs), hint: lost ? CHECK_FIRST : hintForFault(result.code), code: result.code, cause: result.cause });
			}
			case "timeout": {
				const lost = result.sent && !call.repeatable;
				return new errors.hD({ ...about, kind: lost ? "ambiguous" : "timeout", what: describeAttempt(result, call.timeoutMs), hint: lost ? CHECK_FIRST : "The service is slow or unreachable: try again, or raise the time limit." });
			}
		}
	}
	function describeAttempt(result, timeoutMs) {
		switch (result.kind) {
			case "answer":
				return String(result.answer.status);
			case "too-large":
				return `${result.status}, too large`;
			case "broken":
				return `${result.sent ? "the connection broke" : "no connection"} (${result.code})`;
			case "timeout":
				return `no response within ${timeoutMs / 1e3} s`;
		}
	}
	function httpFailure(answer, call) {
		const { status } = answer;
		const problem = parseErrorBody(status, answer.body, call.redact);
		const lost = !call.repeatable && status >= 500 && status !== 501 && status !== 503 && status !== 505;
		const reason = problem.detail ?? `a response of type ${mediaType(answer.contentType)} without a reason`;
		return new errors.hD({ kind: lost ? "ambiguous" : "http", method: call.method, path: call.path, attempts: call.attempts, what: `${status} ${reason}`.replace(/\.$/, ""), hint: lost ? CHECK_FIRST : hintForStatus(status, problem.forbidden), status, detail: problem.detail, fields: problem.fields, forbidden: problem.forbidden, busy: (0, errors.No)(status, answer.body) });
	}
	function unusableAnswerError(status, what, call, cause) {
		return new errors.hD({ kind: call.repeatable ? "malformed" : "ambiguous", method: call.method, path: call.path, attempts: call.attempts, what, hint: call.repeatable ? "Check that the URL is the address of the control plane, and check its version." : CHECK_FIRST, status, cause });
	}
	function mediaType(contentType) {
		return /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? "unknown";
	}
	function parseErrorBody(status, body, redact) {
		const json = (0, json_safety.qF)(body);
		const { text, fields } = readJson(json);
		return { detail: text === null ? null : (0, errors.TN)(redact(text)), fields: fields.map((field) => ({ ...field, msg: (0, errors.TN)(redact(field.msg)) })), forbidden: status === 403 ? forbidden(text ?? body) : null };
	}
	function readJson(json) {
		const detail = DetailError.safeParse(json);
		if (detail.success) return { text: detail.data.detail, fields: [] };
		const validation = HTTPValidationError.safeParse(json);
		if (validation.success) {
			return { text: (0, findings.If)(validation.data.detail) || null, fields: validation.data.detail };
		}
		const nested = NestedError.safeParse(json);
		if (nested.success) {
			const { error, message } = nested.data.detail;
			return { text: `${error}: ${message}`, fields: [] };
		}
		return { text: plainMessage(json), fields: [] };
	}
	function plainMessage(json) {
		for (const key of ["message", "error"]) {
			const value = (0, json_safety._F)(json, key);
			if (typeof value === "string") return value;
			const inner = (0, json_safety._F)(value, "message");
			if (typeof inner === "string") return inner;
		}
		return null;
	}
	function forbidden(text) {
		if (/requires workspace specification/i.test(text)) return "needs-workspace";
		return /not enabled/i.test(text) ? "not-enabled" : "no-access";
	}
	function hintForStatus(status, forbidden2) {
		if (status >= 300 && status < 400) {
			return "Redirects are not followed, so that the key is not sent elsewhere: give the final address as the URL.";
		}
		if (status >= 500 && status !== 501) {
			return "The service is failing: try again later, and check its status page.";
		}
		switch (status) {
			case 400:
				return "Correct what the service rejected, and run again.";
			case 401:
				return "Check the API key: it is missing, wrong, revoked, or belongs to another region than this URL.";
			case 403:
				return hintForForbidden(forbidden2);
			case 404:
				return "Check the ID, the workspace of the key, and that the URL is the control plane (self-hosted: ending in /api-host).";
			case 405:
			case 501:
				return "This control plane does not support the request: check its URL and its version.";
			case 408:
			case 425:
			case 429:
				return "The service limits the number of requests: run again later, or poll less often.";
			case 409:
				return "The request conflicts with an existing resource: the name is taken, or the deployment is being deleted. Choose another name, delete the existing resource, or wait.";
			case 413:
				return "The request is too large for the service: send less data.";
			case 422:
				return "Correct the fields in the message and run again.";
			default:
				return "Check the URL and the request.";
		}
	}
	function hintForForbidden(forbidden2) {
		switch (forbidden2) {
			case "needs-workspace":
				return "The key belongs to an organization: set the workspace ID as well.";
			case "not-enabled":
				return "Deployments are not enabled for this organization: ask its owner to enable them.";
			case "no-access":
			case null:
				return "The key has no access: check that it belongs to this workspace and region.";
		}
	}
	function hintForFault(code) {
		if ((0, retry.iM)(code)) {
			return "The certificate is not trusted: check the host name, or add its CA with NODE_EXTRA_CA_CERTS.";
		}
		switch (code) {
			case "ENOTFOUND":
			case "EAI_AGAIN":
				return "The host name was not found: check the URL, DNS, and the proxy settings.";
			case "ECONNREFUSED":
				return "No server listens at this address: check the URL and its port.";
			case "UND_ERR_CONNECT_TIMEOUT":
			case "ETIMEDOUT":
			case "EHOSTUNREACH":
			case "ENETUNREACH":
				return "The host cannot be reached: check the URL, the firewall, and HTTPS_PROXY and NO_PROXY.";
			case "UND_ERR_PRX_TLS":
			case "UND_ERR_PRX_CONN":
			case "UND_ERR_ABORTED":
				return "The proxy refused the connection: check HTTPS_PROXY, its credentials, and NO_PROXY.";
			default:
				return "Check the network connection to the service, and try again.";
		}
	}
}), 89813: ((__module, __exports, __require) => {
	__require.d(__exports, { _: () => USER_AGENT, w: () => credentialHeaders });
	const USER_AGENT = "agent-deploy/0.1.0";
	function credentialHeaders(options) {
		return { "x-api-key": options.apiKey, ...options.workspaceId && { "x-tenant-id": options.workspaceId }, "user-agent": USER_AGENT };
	}
}), 50438: ((__module, __exports, __require) => {
	__require.d(__exports, { AF: () => ONE_MINUTE_SCHEDULE, C1: () => fixedPauses, DZ: () => limitTime, Pd: () => growingPauses, _H: () => limitPolls, wt: () => poll });
	async function poll({ clock, signal }, schedule, read) {
		const startedAt = clock.now();
		for (let polls = 1; ; polls += 1) {
			const seen = await read();
			if (seen !== void 0) return seen;
			const pauseMs = schedule({ polls, elapsedMs: clock.now() - startedAt });
			if (pauseMs === void 0) return void 0;
			await clock.sleep(pauseMs, signal);
		}
	}
	function limitPolls(polls, schedule) {
		return (state) => state.polls < polls ? schedule(state) : void 0;
	}
	function fixedPauses(...list) {
		return ({ polls }) => list[polls - 1];
	}
	const ONE_MINUTE_SCHEDULE = fixedPauses(1e3, 2e3, 4e3, 8e3, 15e3, 3e4);
	function growingPauses(fromMs, factor, mostMs) {
		return ({ polls }) => Math.min(fromMs * factor ** Math.min(polls - 1, 50), mostMs);
	}
	function limitTime(limitMs, schedule) {
		return (state) => {
			const remainingMs = limitMs - state.elapsedMs;
			const pauseMs = remainingMs > 0 ? schedule(state) : void 0;
			return pauseMs === void 0 ? void 0 : Math.min(pauseMs, remainingMs);
		};
	}
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
