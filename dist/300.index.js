const id = 300;
const ids = [300, 589];
const modules = { 67864: ((__module, __exports, __require) => {
	__require.d(__exports, { HO: () => $$later0.HOe, Mg: () => $$later0.Mgw, Qz: () => $$later0.Qzw, de: () => $$later0.deR, hp: () => $$later0.hpw, zp: () => $$later0.zpe });
	var $$later0 = __require(72786);
}), 28385: ((__module, __exports, __require) => {
	__require.d(__exports, { PJ: () => $$later0.PJn, _E: () => $$later0._Ew, k2: () => $$later0.k2e, wW: () => $$later0.wWq, xS: () => $$later0.xSw, y2: () => $$later0.y2N, zS: () => $$later0.zST });
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
}), 19687: ((__module, __exports, __require) => {
	__require.d(__exports, { Bg: () => $$later0.Bgh, Vp: () => $$later0.Vpz, hO: () => $$later0.hO8, rT: () => $$later0.rTE, tb: () => $$later0.tbB });
	var $$later0 = __require(72786);
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
}), 24239: ((__module, __exports, __require) => {
	__require.d(__exports, { K: () => connectAgent });
	var $$url0 = __require(85410);
	var $$links1 = __require(19687);
	var $$result2 = __require(63676);
	async function connectAgent(context, verification, url) {
		const { settings, record, redactor, masker, env, log } = context;
		if (url === void 0) {
			const why = "The service does not return the agent's URL: use verify/action.yml with deployment-url in a later step.";
			return { kind: "refused", why };
		}
		const check = (0, $$url0.Z6)(url, settings.endpoint);
		if (check.kind === "refused") {
			const why = `The address of the agent ${check.problem}; set \`allow-insecure-host: true\` to allow it.`;
			return { kind: "refused", why };
		}
		record.isAgentCalled = true;
		const place = (0, $$links1.hO)(env);
		const commit = record.revision?.commit ?? record.commit ?? place.sha;
		const link = (0, $$links1.Vp)(place);
		const origin = [commit && `Commit ${commit}.`, link].filter(Boolean).join(" ");
		return { kind: "ready", context: { ...context, server: await context.agentServer(check.url), warn: once(log), shown: (0, $$result2.Hl)((text) => redactor.redact(text)), maskSecret: (value) => masker.maskSecret(value), verification, origin } };
	}
	function once(log) {
		let warned = false;
		return (about, text) => {
			if (warned) log.line(text);
			else log.warn(about, text);
			warned = true;
		};
	}
}), 29286: ((__module, __exports, __require) => {
	__require.d(__exports, { UY: () => findMismatches, m8: () => evaluateError, tL: () => evaluateRun });
	var $$safety0 = __require(6760);
	var $$errors1 = __require(65292);
	var $$messages3 = __require(99589);
	var $$text2 = __require(77844);
	function evaluateRun(expect, run, context) {
		const wrong = [...evaluateStatus(expect, run, context), ...evaluateInterruption(expect, run)];
		if (wrong.length > 0) return wrong;
		if (expect.state.given) {
			const found = findMismatches(expect.state.value, run.values);
			wrong.push(...found.map((one) => describe(one, context.shown)));
			if (found.length === MISMATCHES_MAX) wrong.push("More values may differ.");
		}
		if (expect.lastMessage !== void 0) wrong.push(...evaluateMessage(expect.lastMessage, run.values, context));
		if (expect.number !== void 0) wrong.push(...evaluateNumber(expect.number, run.values, context.shown));
		if (expect.toolCalls !== void 0) wrong.push(...evaluateToolCalls(expect.toolCalls, run.values, context.shown));
		if (expect.maxTokens !== void 0) wrong.push(...evaluateTokens(expect.maxTokens, run.values));
		return wrong;
	}
	function evaluateStatus({ status }, run, { shown }) {
		const ended = run.status === "interrupted" && run.asks ? "success" : run.status;
		if (ended === status) return [];
		const error = run.error;
		const why = error === void 0 ? "" : `: ${shown.text(`${error.name}: ${error.message}`)}`;
		return [`The run ended with status ${shown.text(run.status)} instead of ${status}${why}`];
	}
	function evaluateInterruption({ interrupted = false, status }, run) {
		if (status === "error" || interrupted === run.interrupted) return [];
		return [interrupted ? "The run finished, but the check expects an interrupt." : "The run was interrupted before it finished; set `interrupted: true` if this is expected."];
	}
	function evaluateMessage(pattern, values, { find, shown }) {
		const last = (0, $$messages3.uY)(values);
		if (last.kind === "none") return [`last-message: ${last.why}.`];
		switch (find(pattern, last.text)) {
			case "found":
				return [];
			case "missing":
				return [`last-message: ${shownPattern(pattern, shown)} does not match ${shown.value(last.text)}`];
			case "endless":
				return [`last-message: the search for ${shownPattern(pattern, shown)} timed out; write the pattern without nested repetitions.`];
		}
	}
	function evaluateNumber(range, values, shown) {
		const last = (0, $$messages3.uY)(values);
		if (last.kind === "none") return [`number: ${last.why}.`];
		const { value, tolerance } = range;
		if ((0, $$messages3.Yl)(last.text).some((number) => Math.abs(number - value) <= tolerance)) return [];
		return [`number: ${shown.value(last.text)} contains no number within ${tolerance} of ${value}`];
	}
	function evaluateTokens(maxTokens, values) {
		const tokens = (0, $$messages3.Uk)(values)?.tokens;
		if (tokens === void 0) return ["max-tokens: the messages of the response have no `usage_metadata`."];
		return tokens <= maxTokens ? [] : [`max-tokens: the response used ${tokens} tokens, more than ${maxTokens}`];
	}
	const TOOLS_MAX = 10;
	const COMPARED_CALLS_MAX = 1e3;
	function evaluateToolCalls(expected, values, shown) {
		const response = (0, $$messages3.Uk)(values);
		if (response === void 0) return ["tool-calls: the final state has no list `messages`."];
		const toolCalls = response.toolCalls.slice(0, COMPARED_CALLS_MAX);
		const names = toolCalls.slice(0, TOOLS_MAX).map(({ name }) => shown.text(name));
		const more = toolCalls.length > TOOLS_MAX ? ` and ${toolCalls.length - TOOLS_MAX} more` : "";
		const called = names.length === 0 ? "no tool" : `${names.join(", ")}${more}`;
		if (expected.calls.length === 0) {
			return toolCalls.length === 0 ? [] : [`tool-calls: expected no call of a tool, but the agent called ${called}`];
		}
		const missing = expected.inOrder ? findMissingInOrder(expected.calls, toolCalls) : findMissingInAnyOrder(expected.calls, toolCalls);
		if (missing === void 0) return [];
		const [difference] = toolCalls.filter(({ name }) => name === missing.name).flatMap(({ args }) => missing.args === void 0 ? [] : findMismatches(missing.args, args));
		const why = difference === void 0 ? "" : `; arguments ${describe(difference, shown)}`;
		const order = expected.inOrder && expected.calls.length > 1 ? " in this order" : "";
		const wanted = expected.calls.map(({ name }) => shown.text(name)).join(", ");
		return [`tool-calls: expected ${wanted}${order}, but the agent called ${called}${why}`];
	}
	function isCall(expected, call) {
		const { name, args } = expected;
		return name === call.name && (args === void 0 || findMismatches(args, call.args).length === 0);
	}
	function findMissingInOrder(expected, calls) {
		let at = 0;
		return expected.find((wanted) => {
			while (at < calls.length) {
				const call = calls[at];
				at += 1;
				if (call !== void 0 && isCall(wanted, call)) return false;
			}
			return true;
		});
	}
	function findMissingInAnyOrder(expected, calls) {
		const takenBy = /* @__PURE__ */ new Map();
		const assign = (wanted, tried) => calls.some((call) => {
			if (tried.has(call) || !isCall(wanted, call)) return false;
			tried.add(call);
			const holder = takenBy.get(call);
			if (holder !== void 0 && !assign(holder, tried)) return false;
			takenBy.set(call, wanted);
			return true;
		});
		return expected.find((wanted) => !assign(wanted, /* @__PURE__ */ new Set()));
	}
	function shownPattern({ source, flags }, shown) {
		return shown.text(`/${source}/${flags}`);
	}
	function describe({ path, expected, actual, about }, shown) {
		if (about === "length" && Array.isArray(expected) && Array.isArray(actual)) {
			return `${path}: expected ${(0, $$text2.pq)(expected.length, "element")}, got ${actual.length}`;
		}
		return `${path}: expected ${shown.value(expected)}, got ${shown.value(actual)}`;
	}
	const MISMATCHES_MAX = 5;
	function findMismatches(expected, actual) {
		const found = [];
		compare(expected, actual, "$", found);
		return found;
	}
	function compare(expected, actual, path, found) {
		if (found.length >= MISMATCHES_MAX) return;
		if (Array.isArray(expected)) {
			if (!Array.isArray(actual)) found.push({ path, expected, actual, about: "value" });
			else if (expected.length !== actual.length) found.push({ path, expected, actual, about: "length" });
			else for (const [at, part] of expected.entries()) compare(part, actual[at], `${path}[${at}]`, found);
		} else if ((0, $$safety0.OW)(expected)) {
			if (!(0, $$safety0.OW)(actual)) {
				found.push({ path, expected, actual, about: "value" });
				return;
			}
			for (const [key, part] of Object.entries(expected)) {
				const there = Object.hasOwn(actual, key) ? actual[key] : void 0;
				compare(part, there, `${path}${(0, $$safety0.of)(key)}`, found);
			}
		} else if (expected !== actual) {
			found.push({ path, expected, actual, about: "value" });
		}
	}
	const SAYS_NOTHING = [401, 403, 407, 408, 425, 429];
	function evaluateError(error, shown) {
		const { status, kind } = error;
		const busy = (0, $$errors1.i_)(error);
		const errorDetail = error.detail === null ? "" : `: ${shown.text(error.detail)}`;
		if (kind === "http" && status !== void 0) {
			const answer = `The agent server responded to ${error.method} ${shownPath(error.path, shown)} with status ${status}${errorDetail}`;
			return { result: busy || status < 400 || SAYS_NOTHING.includes(status) ? "impossible" : "failed", why: [`${answer}${busy ? BUSY : HINTS[status] ?? ""}`] };
		}
		if (kind === "malformed") {
			return { result: "failed", why: [`The response of the agent server is invalid: ${shown.text(error.message)}`] };
		}
		const answered = kind === "ambiguous" && (status ?? 0) >= 500;
		return { result: answered ? "failed" : "impossible", why: [shown.text(error.message)] };
	}
	const HINTS = { 401: ". Check the API key.", 403: ". The API key lacks the permission to use this deployment." };
	const BUSY = ". A run is active on the thread: set another thread-id or another multitask-strategy.";
	function shownPath(path, shown) {
		return shown.text(path.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, "\u2026"));
	}
}), 99589: ((__module, __exports, __require) => {
	__require.d(__exports, { Uk: () => readResponse, Yl: () => findNumbers, uY: () => lastMessage });
	function lastMessage(values) {
		const messages = field(values, "messages");
		if (!Array.isArray(messages)) return { kind: "none", why: "the final state has no list `messages`" };
		if (messages.length === 0) return { kind: "none", why: "the list `messages` of the final state is empty" };
		const last = messages.at(-1);
		if (isOfUser(last)) {
			return { kind: "none", why: "the last message is from the user, so the agent did not respond" };
		}
		const content = fieldOfMessage(last, "content");
		const text = textOf(content);
		return text === void 0 ? { kind: "none", why: "the last message has no text" } : { kind: "text", text };
	}
	function isOfUser(message) {
		const id2 = field(message, "id");
		const names = [field(message, "type"), field(message, "role"), Array.isArray(id2) ? id2.at(-1) : void 0];
		return names.some((name) => typeof name === "string" && /^(human|user|HumanMessage(Chunk)?)$/.test(name));
	}
	function textOf(content) {
		if (typeof content === "string") return content;
		if (!Array.isArray(content)) return void 0;
		const parts = content.flatMap((block) => {
			const text = typeof block === "string" ? block : field(block, "text");
			const type = field(block, "type") ?? "text";
			return typeof text === "string" && (type === "text" || type === "output_text") ? [text] : [];
		});
		return parts.length === 0 ? void 0 : parts.join("");
	}
	function readResponse(values) {
		const all = field(values, "messages");
		if (!Array.isArray(all)) return void 0;
		const messages = all.slice(all.findLastIndex(isOfUser) + 1);
		const counts = messages.map((message) => field(fieldOfMessage(message, "usage_metadata"), "total_tokens")).filter((count) => typeof count === "number");
		return { toolCalls: messages.flatMap(toolCallsOf), tokens: counts.length === 0 ? void 0 : counts.reduce((sum, count) => sum + count, 0) };
	}
	function toolCallsOf(message) {
		const calls = fieldOfMessage(message, "tool_calls");
		if (!Array.isArray(calls)) return [];
		return calls.flatMap((call) => {
			const name = field(call, "name");
			return typeof name === "string" ? [{ name, args: field(call, "args") }] : [];
		});
	}
	function fieldOfMessage(message, key) {
		return field(message, key) ?? field(field(message, "kwargs"), key);
	}
	function field(value, key) {
		const holds = typeof value === "object" && value !== null && Object.hasOwn(value, key);
		return holds ? Reflect.get(value, key) : void 0;
	}
	function findNumbers(text) {
		const found = text.matchAll(/(?<!\w)[-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d{1,3})?/gi);
		return Array.from(found, ([number]) => Number(number.replace("\u2212", "-").replaceAll(",", "")));
	}
}), 63676: ((__module, __exports, __require) => {
	__require.d(__exports, { Hl: () => $$later0.Hlv, OE: () => $$later0.OEH, g5: () => $$later0.g5, on: () => $$later0.onx });
	var $$later0 = __require(72786);
}), 2697: ((__module, __exports, __require) => {
	__require.d(__exports, { k: () => runCheck });
	var external_node_crypto_ = __require(77598);
	var json_safety = __require(6760);
	var agent_responses = __require(30123);
	var errors = __require(65292);
	var poll = __require(50438);
	var retry = __require(85933);
	;
	const MAX_RECONNECTS = 5;
	const MAX_STARTS = 3;
	const FIND_ATTEMPTS = 4;
	const END_ATTEMPTS = 3;
	const POLL_MS = 1e3;
	async function performRun(server, { clock, random }, request, events, signal) {
		const { threadId } = request;
		const streamState = new RunStreamState(events);
		const context = { server, clock, random, request, events, signal, streamState };
		const { sent, attempts } = await startRun(context);
		let end = sent;
		const runId = streamState.runId ?? "";
		if (request.createsThread === true && attempts === 1 && end.kind === "ended" && !streamState.error) {
			const state = await (0, errors.PX)(() => server.succeededState(threadId, signal));
			if (state !== void 0) return { kind: "ended", runId, status: "success", error: void 0, state };
		}
		const reader = createRunReader(context, runId);
		for (let attempt = 1; !streamState.over && attempt <= MAX_RECONNECTS; attempt += 1) {
			if (await reader.hasEnded(end)) break;
			const broken = end.kind === "failed" ? `broke (${wordOf(end)})` : "ended before the run finished";
			events.warning(`The stream ${broken}; reconnecting to the run.`);
			await clock.sleep((0, retry.jo)(attempt, random, retry.hH.run), signal);
			end = await server.watchRun(threadId, runId, streamState.place(), streamState, signal);
			if (end.kind === "failed" && !end.opened && end.error.status !== void 0) break;
		}
		return reader.settle();
	}
	async function startRun(context) {
		const { server, clock, request, events, signal, streamState } = context;
		const { threadId, limitMs } = request;
		for (let attempt = 1; ; attempt += 1) {
			const strategy = request.ownThread ? "reject" : request.body.multitask_strategy;
			const sent = await server.startRun(threadId, { ...request.body, multitask_strategy: strategy, ...request.createsThread === true && { if_not_exists: "create" } }, streamState, signal);
			if (streamState.runId !== void 0) return { sent, attempts: attempt };
			const wait = refusedFor(sent);
			if (wait !== void 0 && wait < limitMs && attempt < MAX_STARTS) {
				events.warning("The agent server asked for a retry (Retry-After).");
				await clock.sleep(wait, signal);
				continue;
			}
			const error = sent.kind === "failed" ? sent.error : void 0;
			const lost = error === void 0 || ["ambiguous", "network", "timeout"].includes(error.kind);
			if (!lost && !(attempt > 1 && (0, errors.i_)(error))) throw error;
			events.warning("The response to the start of the run was lost; checking whether the run was created.");
			const found = await findRun(context);
			if (found !== void 0) {
				streamState.know(found);
				return { sent, attempts: attempt };
			}
			if (attempt >= MAX_STARTS || mayStartSecondRun(request, error)) throw error ?? lostStart(threadId);
		}
	}
	function mayStartSecondRun({ ownThread, body }, error) {
		const sent = error === void 0 || error.kind === "ambiguous";
		return sent && !ownThread && ["enqueue", "interrupt"].includes(body.multitask_strategy);
	}
	function findRun({ server, clock, random, request, signal }) {
		const backoff = ({ polls }) => (0, retry.jo)(polls, random, retry.hH.run);
		return (0, poll.wt)({ clock, signal }, (0, poll._H)(FIND_ATTEMPTS, backoff), async () => {
			const runs = await (0, errors.PX)(() => server.listRuns(request.threadId, signal), 404);
			return runs?.find((run) => isOurs(run, request))?.run_id;
		});
	}
	function isOurs({ metadata }, { mark }) {
		return metadata?.[mark.key] === mark.value;
	}
	function createRunReader({ server, clock, request, signal, streamState }, runId) {
		const { threadId, limitMs } = request;
		const ours = async () => {
			const run = await server.getRun(threadId, runId, signal);
			const { key } = request.mark;
			if (run?.metadata && key in run.metadata && !isOurs(run, request)) throw anotherRun(threadId, runId);
			return run;
		};
		const errorOfJoin = async () => {
			try {
				const body = await server.join(threadId, runId, limitMs, signal);
				const read = agent_responses.r6.safeParse((0, json_safety._F)(body, "__error__"));
				return read.success ? { name: read.data.error, message: read.data.message } : void 0;
			} catch (error) {
				if (!(0, errors.d7)(error)) throw error;
				return void 0;
			}
		};
		return { async hasEnded(closed) {
			if (closed.kind === "failed") return false;
			const ended = await (0, poll.wt)({ clock, signal }, (0, poll._H)(END_ATTEMPTS, () => retry.hH.run.baseMs), async () => {
				const run = await ours();
				return run === void 0 || (0, agent_responses.cv)(run.status) || void 0;
			});
			return ended === true;
		}, settle: () => (0, poll.wt)({ clock, signal }, () => POLL_MS, async () => {
			const run = await ours();
			if (run === void 0) return { kind: "gone", runId };
			if ((0, agent_responses.cv)(run.status)) {
				const error = run.status === "error" ? streamState.error ?? await errorOfJoin() : void 0;
				return { kind: "ended", runId, status: run.status, error };
			}
			try {
				await server.join(threadId, runId, limitMs, signal);
			} catch (error) {
				if (!(0, errors.d7)(error)) throw error;
			}
			return void 0;
		}) };
	}
	function refusedFor(end) {
		if (end.kind === "ended" || end.opened || end.retryAfterMs === void 0) return void 0;
		const { status } = end.error;
		return status === 429 || status === 503 ? Math.max(end.retryAfterMs, retry.hH.run.baseMs) : void 0;
	}
	function anotherRun(threadId, runId) {
		return new errors.hD({ kind: "malformed", method: "GET", path: `/threads/${threadId}/runs/${runId}`, what: "the run has another marker than the run that was started", hint: "Check that the address is the agent server of the deployment.", attempts: 1 });
	}
	function lostStart(threadId) {
		return new errors.hD({ kind: "ambiguous", method: "POST", path: `/threads/${threadId}/runs/stream`, what: "the response contains no run ID, and no run was found on the thread", hint: "Check that the address is the agent server of the deployment.", attempts: MAX_STARTS });
	}
	function wordOf({ error }) {
		return error.code ?? String(error.status ?? error.kind);
	}
	class RunStreamState {
		runId;
		over = false;
		error;
		#location;
		#lastEventId;
		#any = false;
		#events;
		constructor(events) {
			this.#events = events;
		}
		know(runId) {
			if (this.runId !== void 0) return;
			this.runId = runId;
			this.#events.started(runId);
		}
		place() {
			return { location: this.#location, lastEventId: this.#lastEventId ?? (this.#any ? void 0 : "-1") };
		}
		opened({ location, contentLocation }) {
			this.#location ??= location;
			const found = /\/runs\/(?!stream\b)([\w-]+)/.exec(contentLocation ?? location ?? "")?.[1];
			if (found !== void 0) this.know(found);
		}
		event({ event = "message", id: id2, data }) {
			this.#any = true;
			if (id2 !== void 0 && id2 !== "") this.#lastEventId = id2;
			const [name = "", ...of] = event.split("|");
			if (name === "end") this.over = true;
			const value = (0, json_safety.qF)(data);
			if (typeof value !== "object" || value === null) return;
			if (name === "metadata") {
				const runId = Reflect.get(value, "run_id");
				if (typeof runId === "string") this.know(runId);
			} else if (name === "updates") {
				this.#events.step(Object.keys(value), of);
			} else if (name === "feedback") {
				const urls = agent_responses.h4.safeParse(value);
				if (urls.success) this.#events.feedback(urls.data);
			} else if (name === "error") {
				const parsed = agent_responses.r6.safeParse(value);
				if (parsed.success) this.error = { name: parsed.data.error, message: parsed.data.message };
			}
		}
	}
	var clients_clock = __require(75065);
	var run_record = __require(758);
	var os_errors = __require(94924);
	var evaluate = __require(29286);
	var external_node_process_ = __require(1708);
	var external_node_vm_ = __require(30714);
	;
	const PATTERN_LIMIT_MS = 1e3;
	const MAX_ATTEMPTS = 3;
	const QUICK_STEPS = 1e7;
	function findPattern(pattern, text, limitMs = PATTERN_LIMIT_MS) {
		if (isQuickSearch(pattern, text.length)) {
			return new RegExp(pattern.source, pattern.flags).test(text) ? "found" : "missing";
		}
		return repeatIfStalled((limit) => searchWithin(pattern, text, limit), { limitMs, cpuMs: usedCpuMs });
	}
	function isQuickSearch({ source }, length) {
		if (/\)[*+?{]|\\[1-9k]/.test(source)) return false;
		const repetitions = source.match(/[*+?{]/g)?.length ?? 0;
		const alternatives = source.match(/\|/g)?.length ?? 0;
		return (length + 1) ** (repetitions + 1) * 2 ** alternatives * source.length <= QUICK_STEPS;
	}
	function repeatIfStalled(search, { limitMs, cpuMs }) {
		for (let [attempt, limit] = [1, limitMs]; ; attempt += 1, limit *= 2) {
			const before = cpuMs();
			const result = search(limit);
			if (result !== "late") return result;
			if (cpuMs() - before >= limitMs / 2 || attempt >= MAX_ATTEMPTS) return "endless";
		}
	}
	function usedCpuMs() {
		const { user, system } = external_node_process_.threadCpuUsage();
		return (user + system) / 1e3;
	}
	function searchWithin({ source, flags }, text, limitMs) {
		const { script, context, values } = searching ??= createSearching();
		try {
			Object.assign(values, { source, flags, text });
			return script.runInContext(context, { timeout: limitMs }) === true ? "found" : "missing";
		} catch (error) {
			const aborted = abortedSearch(error);
			if (aborted === void 0) throw error;
			return aborted;
		} finally {
			values["text"] = "";
		}
	}
	let searching;
	function createSearching() {
		const values = { source: "", flags: "", text: "" };
		return { script: new external_node_vm_.Script("new RegExp(source, flags).test(text)"), context: (0, external_node_vm_.createContext)(values), values };
	}
	function abortedSearch(error) {
		if (typeof error !== "object" || error === null) return void 0;
		if (Reflect.get(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT") return "late";
		return Reflect.get(error, "name") === "RangeError" ? "endless" : void 0;
	}
	;
	const MARK = "agent_deploy_verification";
	const CLEAR_UP_MS = 1e4;
	async function runCheck(context, one, { assistant, revisionId }, options = {}) {
		const { clock, log, server, signal, verification, shown } = context;
		const { expectationOf = () => one.expect, finish = (work) => work() } = options;
		const deleteNow = (id2, stop) => server.deleteThread(id2, stop);
		const { deleteThread = deleteNow } = options;
		const startedAt = clock.now();
		const since = () => clock.now() - startedAt;
		const say = (text) => log.line(`${(0, run_record.a3)(since()).padStart(7)}  ${text}`);
		const state = { threadId: one.threadId, runId: void 0, mark: void 0, over: false };
		let response;
		const feedback = createFeedback(context);
		const limit = AbortSignal.timeout(one.timeLimitMs);
		const bounded = AbortSignal.any([signal, limit]);
		const leave = context.addCancelHook((stop) => clearUp(context, one, state, { deleteThread: deleteNow, keep: false, stop }));
		const removeHook = () => {
			if (!signal.aborted) leave();
		};
		const verdict = await attempt().catch((error) => {
			removeHook();
			throw error;
		});
		const { threadId, runId } = state;
		const result = { name: one.name, ...verdict, tookMs: since(), threadId, runId };
		await finish(async () => {
			try {
				await feedback.submitVerdict(one.name, verdict.result);
				const { keepThreads } = verification;
				const keep = keepThreads === "always" || keepThreads === "failed" && verdict.result !== "passed";
				const stop = (0, clients_clock.NE)(signal, CLEAR_UP_MS);
				await clearUp(context, one, state, { deleteThread, keep, stop });
			} finally {
				removeHook();
			}
		});
		return { result, response };
		async function attempt() {
			try {
				const own = one.threadId === void 0;
				const ours = { key: MARK, value: (0, external_node_crypto_.randomUUID)() };
				const createsThread = own && options.createsThread === true;
				const threadId2 = createsThread ? (0, external_node_crypto_.randomUUID)() : await makeThread(server, one, state, { [MARK]: ours.value }, bounded);
				state.threadId = threadId2;
				state.mark = ours;
				const runStartedAt = clock.now();
				const end = await performRun(server, { clock, random: Math.random }, { threadId: threadId2, ownThread: own, createsThread, body: toRunBody(one, assistant, ours, verification.feedbackKey), mark: ours, limitMs: one.timeLimitMs }, { started: (runId3) => {
					state.runId = runId3;
				}, step: createStepLog((line) => log.line(line), since, shown), feedback: (urls) => feedback.addUrls(urls), warning: say }, bounded);
				state.over = true;
				const latencyMs = clock.now() - runStartedAt;
				if (end.kind === "gone") return goneVerdict(one);
				const { runId: runId2, status, error } = end;
				response = { status, error, ...end.state ?? await server.state(threadId2, signal), latencyMs };
				return await conclude(context, expectationOf(response), response, { threadId: threadId2, runId: runId2, revisionId, isOnlyRun: end.state !== void 0 });
			} catch (error) {
				if (limit.aborted && error === limit.reason) return lateVerdict(one, state);
				if (!(0, errors.d7)(error)) throw error;
				if (error.kind === "http") state.mark = void 0;
				return (0, evaluate.m8)(error, shown);
			}
		}
	}
	async function clearUp({ server, signal, log, shown }, one, state, { keep, stop, deleteThread }) {
		const { threadId } = state;
		if (threadId === void 0) return;
		const works = [async () => {
			const runId = await findActiveRun(server, threadId, state, stop);
			if (runId !== void 0) await server.cancelRun(threadId, runId, stop);
		}, async () => {
			if (one.threadId === void 0 && !keep) await deleteThread(threadId, stop);
		}];
		const errors2 = [];
		for (const work of works) await work().catch((error) => errors2.push(error));
		for (const error of errors2) if (error !== signal.reason) log.line(`         The cleanup failed: ${shown.text((0, os_errors.gJ)(error))}`);
	}
	async function findActiveRun(server, threadId, { runId, mark, over }, stop) {
		if (over) return void 0;
		if (runId !== void 0 || mark === void 0) return runId;
		const runs = await (0, errors.PX)(() => server.listRuns(threadId, stop), 404);
		return runs?.find(({ status, metadata }) => metadata?.[mark.key] === mark.value && !(0, agent_responses.cv)(status))?.run_id;
	}
	async function makeThread(server, one, state, metadata, signal) {
		const id2 = one.threadId ?? (0, external_node_crypto_.randomUUID)();
		state.threadId = id2;
		try {
			return await server.createThread(id2, metadata, signal);
		} catch (error) {
			if ((0, errors.d7)(error) && (error.kind === "http" || error.kind === "network")) state.threadId = one.threadId;
			throw error;
		}
	}
	function goneVerdict(one) {
		return { result: one.threadId === void 0 ? "failed" : "impossible", why: ["The run no longer exists: another client deleted it, or started another run on this thread."] };
	}
	async function conclude({ server, signal, shown }, expect, run, { threadId, runId, revisionId, isOnlyRun }) {
		const why = (0, evaluate.tL)(expect, run, { find: findPattern, shown });
		const runs = isOnlyRun ? [] : await server.listRuns(threadId, signal);
		const beside = findInterferingRun(runs, runId);
		if (beside !== void 0) {
			const warning = `The state may belong to another run, because run ${shown.text(beside.run_id)} used the same thread.`;
			return { result: "impossible", why: [...why, warning] };
		}
		const found = revisionId === void 0 ? void 0 : await server.revision(signal);
		if (found !== void 0 && found !== revisionId) {
			const other = `The response may come from another revision: revision ${shown.text(found)} responds here now instead of ${revisionId}.`;
			return { result: "impossible", why: [...why, other] };
		}
		return { result: why.length === 0 ? "passed" : "failed", why };
	}
	function lateVerdict({ timeLimitMs }, { mark }) {
		const limit = (0, run_record.a3)(timeLimitMs);
		if (mark === void 0) return { result: "impossible", why: [`No thread was created within ${limit}.`] };
		const why = `The run had not ended after ${limit} and was cancelled; raise \`time-limit\` to allow more time.`;
		return { result: "timed-out", why: [why] };
	}
	function toRunBody(one, assistant, mark, feedbackKey) {
		return { assistant_id: assistant, ...one.command === void 0 ? { input: one.input } : { command: one.command }, ...one.config !== void 0 && { config: one.config }, ...one.context !== void 0 && { context: one.context }, metadata: { ...one.metadata, [mark.key]: mark.value }, stream_mode: "updates", stream_resumable: true, on_disconnect: "continue", multitask_strategy: one.strategy, ...feedbackKey !== void 0 && { feedback_keys: [feedbackKey] } };
	}
	function findInterferingRun(runs, ourId) {
		const at = runs.findIndex(({ run_id }) => run_id === ourId);
		const ours = runs[at];
		return runs.find((other, index) => {
			if (other.run_id === ourId || other.status === "pending") return false;
			if (ours === void 0 || other.status === "running") return true;
			return later(other, ours) ?? index < at;
		});
	}
	function later(one, other) {
		const [a, b] = [one.created_at ?? "", other.created_at ?? ""];
		const apart = Date.parse(a) - Date.parse(b);
		if (Number.isNaN(apart)) return void 0;
		if (apart !== 0) return apart > 0;
		const [fine, others] = [microseconds(a), microseconds(b)];
		return fine === others ? void 0 : fine > others;
	}
	function microseconds(time) {
		return Number(/\.(\d+)/.exec(time)?.[1]?.padEnd(9, "0") ?? 0);
	}
	const FEEDBACK_LIMIT_MS = 15e3;
	function createFeedback(context) {
		const { server, verification, origin, maskSecret: hideSecret, signal, log, warn, shown } = context;
		const key = verification.feedbackKey;
		let url;
		return { addUrls(urls) {
			for (const [of, address] of Object.entries(urls)) {
				hideSecret(address);
				const token = URL.parse(address)?.pathname.split("/").at(-1);
				if (token !== void 0 && token.length >= 8) hideSecret(token);
				if (of === key) url = address;
			}
		}, async submitVerdict(name, result) {
			const isDecided = result === "passed" || result === "failed" || result === "timed-out";
			if (key === void 0 || !isDecided) return;
			if (url === void 0) {
				log.line(`         The server returned no feedback URL for \`${key}\`.`);
				return;
			}
			const comment = `${shown.text(name)}: ${result}. ${origin}`;
			try {
				const score = result === "passed" ? 1 : 0;
				await server.submitFeedback(url, { score, comment }, (0, clients_clock.NE)(signal, FEEDBACK_LIMIT_MS));
				log.line(`         Feedback \`${key}\` was submitted: ${score}.`);
			} catch (error) {
				if (error === signal.reason) throw error;
				warn("feedback", `The feedback \`${key}\` of ${name} could not be submitted: ${shown.text((0, os_errors.gJ)(error))}`);
			}
		} };
	}
	const MAX_STEPS = 40;
	const INTERRUPT = "__interrupt__";
	function createStepLog(say, sinceMs, shown) {
		let count = 0;
		return (nodes, of) => {
			count += 1;
			if (count > MAX_STEPS) {
				if (count === MAX_STEPS + 1) say("         \u2026 further steps are not shown");
				return;
			}
			const path = of.map((part) => part.replace(/:.*/s, ""));
			const names = nodes.slice(0, 5).map((name) => name === INTERRUPT ? "interrupted" : shown.text(name)).join(", ");
			say(`${(0, run_record.a3)(sinceMs()).padStart(7)}  ${[...path.map((name) => shown.text(name)), names].join(" \u203A ")}`);
		};
	}
}), 84012: ((__module, __exports, __require) => {
	__require.d(__exports, { J: () => runChecks, p: () => prepareAgent });
	var $$errors0 = __require(65292);
	var $$poll1 = __require(50438);
	var $$record2 = __require(758);
	var $$check3 = __require(2697);
	var $$evaluate4 = __require(29286);
	async function runChecks(context, { cases, revisionId }) {
		const { log } = context;
		const results = [];
		const prepared = await prepareAgent(context, { cases, revisionId });
		const verdict = prepared.kind === "refused" ? prepared.verdict : void 0;
		const assistants = prepared.kind === "ready" ? prepared.assistants : /* @__PURE__ */ new Map();
		for (const [index, one] of cases.entries()) {
			if (verdict !== void 0) {
				results.push({ ...index === 0 ? verdict : SKIPPED, ...UNTRIED, name: one.name });
				continue;
			}
			const title = `Check ${index + 1} of ${cases.length}: ${one.name}`;
			const assistant = assistants.get(one) ?? "";
			const { result } = await log.group(title, () => (0, $$check3.k)(context, one, { assistant, revisionId }));
			results.push(result);
			logResult(context, result);
			if (result.result === "impossible" && index + 1 < cases.length) {
				results.push(...cases.slice(index + 1).map(({ name }) => ({ ...SKIPPED, ...UNTRIED, name })));
				break;
			}
		}
		if (verdict !== void 0 && results[0] !== void 0) logResult(context, results[0]);
		return { results, revisionId: prepared.revisionId };
	}
	async function prepareAgent(context, { cases, revisionId }) {
		let answers;
		const refused = (verdict) => ({ kind: "refused", verdict, revisionId: answers });
		try {
			answers = await findAnsweringRevision(context, revisionId);
			if (answers !== void 0 && revisionId !== void 0 && answers !== revisionId) return refused(another(answers, revisionId, context.shown));
			const chosen = await chooseAssistants(context, cases);
			return "why" in chosen ? refused(chosen) : { kind: "ready", assistants: chosen, revisionId: answers };
		} catch (error) {
			if (!(0, $$errors0.d7)(error)) throw error;
			return refused((0, $$evaluate4.m8)(error, context.shown));
		}
	}
	const SKIPPED = { result: "skipped", why: [] };
	const UNTRIED = { tookMs: 0, threadId: void 0, runId: void 0 };
	const MARKS = { passed: "\u2713", failed: "\u2717", "timed-out": "\u2717", impossible: "\u2717", skipped: "\u2013" };
	function logResult({ log }, { name, result, why, tookMs }) {
		log.line(`${MARKS[result]} ${name}: ${result} (${(0, $$record2.a3)(tookMs)})`);
		for (const line of why) log.line(`    ${line}`);
	}
	async function findAnsweringRevision(context, ours) {
		const { server, log, signal, shown } = context;
		let answers;
		await (0, $$poll1.wt)(context, $$poll1.AF, async () => {
			answers = await server.revision(signal);
			if (ours === void 0 || answers === void 0 || answers === ours) return true;
			log.line(`Revision ${shown.text(answers)} still responds instead of ${ours}.`);
			return void 0;
		});
		return answers;
	}
	function another(answers, ours, shown) {
		return { result: "impossible", why: [`Revision ${shown.text(answers)} responds at this address instead of ${ours}. No check was run, because it would not test the revision of this run.`] };
	}
	async function chooseAssistants({ server, signal, shown }, cases) {
		const chosen = new Map(cases.flatMap((one) => one.assistant === void 0 ? [] : [[one, one.assistant]]));
		if (chosen.size === cases.length) return chosen;
		const there = await server.assistants(signal);
		const names = [...new Set(there.map(({ graph_id, assistant_id }) => graph_id ?? assistant_id))];
		const [only] = names;
		if (only === void 0) return { result: "failed", why: ["The deployment has no assistant that can be run."] };
		if (names.length > 1) {
			const warning = names.slice(0, 10).map((name) => shown.text(name)).join(", ");
			return { result: "impossible", why: [`The deployment has ${names.length} assistants: ${warning}. Choose one with \`assistant\`.`] };
		}
		return new Map(cases.map((one) => [one, one.assistant ?? only]));
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
		const { runGate } = await Promise.all([__require.e(483), __require.e(704), __require.e(471), __require.e(52)]).then(__require.bind(__require, 24052));
		const candidate = { url, revisionId, commit: record.commit, name: about, isPreview: false };
		const decision = await runGate(context, gate, candidate);
		if (decision.kind === "stopped") return decision.failure;
		return (0, $$outcome1.bu)("verified", "gate-passed", `Compared ${about}: ${decision.sentence}`);
	}
	async function withGate(context, verification, candidate, work) {
		if (verification?.gate === void 0) return work(void 0);
		const { prepareGate } = await Promise.all([__require.e(666), __require.e(483), __require.e(704), __require.e(653), __require.e(471), __require.e(359)]).then(__require.bind(__require, 88359));
		const gate = await prepareGate(context, verification, verification.gate, candidate);
		try {
			return await work(gate);
		} finally {
			await gate.scorers.close();
		}
	}
	async function logDryRun({ log }, cases, gate, candidate) {
		const { describeGate } = await Promise.all([__require.e(483), __require.e(874)]).then(__require.bind(__require, 41874));
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
			const { runGate } = await Promise.all([__require.e(483), __require.e(704), __require.e(471), __require.e(52)]).then(__require.bind(__require, 24052));
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
		if (connected.kind === "ready") return (0, $$checks4.J)(connected.context, { cases, revisionId });
		const untried = { tookMs: 0, threadId: void 0, runId: void 0 };
		const results = cases.map(({ name }, index) => ({ name, ...untried, ...index === 0 ? { result: "impossible", why: [connected.why] } : { result: "skipped", why: [] } }));
		return { results, revisionId: void 0 };
	}
}), 70609: ((__module, __exports, __require) => {
	__require.d(__exports, { s: () => readWorkspaceFile });
	var $$path0 = __require(76760);
	var $$file1 = __require(85542);
	var $$safety2 = __require(6760);
	async function readWorkspaceFile(workspace, file) {
		const invalid = (message, hint) => ({ message: `${file} ${message}`, hint });
		try {
			const limits = { maxBytes: $$file1.TL, within: workspace };
			const bytes = await (0, $$file1.b$)($$path0.resolve(workspace, file), limits);
			return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		} catch (error) {
			if (error instanceof $$file1.X5) {
				switch (error.code) {
					case "ERR_OUTSIDE":
						return invalid("is outside the checkout", "Give a file inside the checkout.");
					case "ERR_TOO_LARGE":
						return invalid(error.message, `Use at most ${$$file1.TL}.`);
					default:
						return invalid(error.message, "Specify a text file in the checkout.");
				}
			}
			const code = (0, $$safety2._F)(error, "code");
			if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
				return invalid("is not a text in UTF-8", "Save the file with the encoding UTF-8.");
			}
			return code === "ENOENT" ? invalid("is not in the workspace", "Check the path. In a workflow, run actions/checkout in an earlier step.") : invalid(`cannot be read (${typeof code === "string" ? code : "no text"})`, "Specify a text file in the checkout.");
		}
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
}), 30123: ((__module, __exports, __require) => {
	__require.d(__exports, { F9: () => AgentRun, MI: () => AgentInfo, O1: () => AgentThread, VN: () => AgentThreadTime, cv: () => isFinalRun, et: () => AgentAssistant, h4: () => AgentFeedback, r6: () => AgentRunError, zA: () => AgentThreadState });
	var $$zod0 = __require(34410);
	const AgentRun = $$zod0._H3({ run_id: $$zod0.YjP().min(1), thread_id: $$zod0.YjP().nullish().catch(void 0), status: $$zod0.YjP(), created_at: $$zod0.YjP().nullish().catch(void 0), metadata: $$zod0._H3({}).nullish().catch(void 0) });
	const AgentThread = $$zod0._H3({ thread_id: $$zod0.YjP().min(1), status: $$zod0.YjP().nullish().catch(void 0), values: $$zod0.L5J().optional(), interrupts: $$zod0.L5J().optional(), error: $$zod0.L5J().optional() });
	const AgentThreadTime = $$zod0._H3({ thread_id: $$zod0.YjP().min(1), updated_at: $$zod0.YjP() });
	const AgentAssistant = $$zod0._H3({ assistant_id: $$zod0.YjP().min(1), graph_id: $$zod0.YjP().nullish().catch(void 0), name: $$zod0.YjP().nullish().catch(void 0) });
	const Task = $$zod0._H3({ interrupts: $$zod0.YOg($$zod0.L5J()).nullish().catch(void 0) });
	const AgentThreadState = $$zod0._H3({ values: $$zod0.L5J().refine((values) => values !== void 0, "the values are missing"), next: $$zod0.YOg($$zod0.YjP()), tasks: $$zod0.YOg(Task).nullish().catch(void 0), interrupts: $$zod0.YOg($$zod0.L5J()).nullish().catch(void 0), checkpoint: $$zod0._H3({ thread_id: $$zod0.YjP().nullish().catch(void 0) }).nullish().catch(void 0) });
	const AgentRunError = $$zod0._H3({ error: $$zod0.YjP().catch("Error"), message: $$zod0.YjP().catch("") });
	const AgentInfo = $$zod0._H3({ host: $$zod0._H3({ revision_id: $$zod0.YjP().nullish().catch(void 0) }).nullish().catch(void 0) });
	const AgentFeedback = $$zod0.g1P($$zod0.YjP(), $$zod0.YjP());
	const FINAL = ["success", "error", "timeout", "interrupted"];
	function isFinalRun(status) {
		return FINAL.includes(status);
	}
}) };
export {
	id,
	ids,
	modules
};
