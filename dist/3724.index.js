const id = 3724;
const ids = [3724, 9589];
const modules = { 19687: ((__module, __exports, __require) => {
	__require.d(__exports, { Bg: () => $$later0.Bgh, RZ: () => $$later0.RZV, Vp: () => $$later0.Vpz, hO: () => $$later0.hO8, rT: () => $$later0.rTE, tb: () => $$later0.tbB });
	var $$later0 = __require(72786);
}), 24239: ((__module, __exports, __require) => {
	__require.d(__exports, { K: () => connectAgent, Q: () => openAgent });
	var $$url0 = __require(85410);
	var $$links1 = __require(19687);
	var $$result2 = __require(63676);
	async function openAgent({ settings, agentServer }, url) {
		if (url === void 0) return { kind: "refused", why: "The service does not return the agent's URL." };
		const check = (0, $$url0.Z6)(url, settings.endpoint);
		if (check.kind === "refused") {
			const why = `The address of the agent ${check.problem}; set \`allow-insecure-host: true\` to allow it.`;
			return { kind: "refused", why };
		}
		return { kind: "ready", url: check.url, server: await agentServer(check.url) };
	}
	async function connectAgent(context, verification, url) {
		const { record, redactor, masker, env, log } = context;
		if (url === void 0) {
			const why = "The service does not return the agent's URL: use verify/action.yml with deployment-url in a later step.";
			return { kind: "refused", why };
		}
		const agent = await openAgent(context, url);
		if (agent.kind === "refused") return agent;
		record.isAgentCalled = true;
		const place = (0, $$links1.hO)(env);
		const commit = record.revision?.commit ?? record.commit ?? place.sha;
		const link = (0, $$links1.Vp)(place);
		const origin = [commit && `Commit ${commit}.`, link].filter(Boolean).join(" ");
		return { kind: "ready", context: { ...context, server: agent.server, warn: once(log), shown: (0, $$result2.Hl)((text) => redactor.redact(text)), maskSecret: (value) => masker.maskSecret(value), verification, origin } };
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
	__require.d(__exports, { $1: () => findAnsweringRevision, JT: () => runChecks, pO: () => prepareAgent });
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
}), 30123: ((__module, __exports, __require) => {
	__require.d(__exports, { Ee: () => AgentItems, F0: () => AgentFullAssistant, F9: () => AgentRun, MI: () => AgentInfo, O1: () => AgentThread, VN: () => AgentThreadTime, aP: () => AgentCron, cv: () => isFinalRun, et: () => AgentAssistant, h4: () => AgentFeedback, r6: () => AgentRunError, r9: () => AgentItem, zA: () => AgentThreadState });
	var $$zod0 = __require(34410);
	const optionalObject = $$zod0._H3({}).nullish().catch(void 0);
	const AgentRun = $$zod0._H3({ run_id: $$zod0.YjP().min(1), thread_id: $$zod0.YjP().nullish().catch(void 0), status: $$zod0.YjP(), created_at: $$zod0.YjP().nullish().catch(void 0), metadata: optionalObject });
	const AgentThread = $$zod0._H3({ thread_id: $$zod0.YjP().min(1), status: $$zod0.YjP().nullish().catch(void 0), metadata: optionalObject, values: $$zod0.L5J().optional(), interrupts: $$zod0.L5J().optional(), error: $$zod0.L5J().optional() });
	const AgentThreadTime = $$zod0._H3({ thread_id: $$zod0.YjP().min(1), updated_at: $$zod0.YjP() });
	const AgentAssistant = $$zod0._H3({ assistant_id: $$zod0.YjP().min(1), graph_id: $$zod0.YjP().nullish().catch(void 0), name: $$zod0.YjP().nullish().catch(void 0) });
	const AgentFullAssistant = $$zod0._H3({ ...AgentAssistant.shape, graph_id: $$zod0.YjP().min(1), description: $$zod0.YjP().nullish().catch(void 0), config: optionalObject, context: optionalObject, metadata: optionalObject });
	const AgentItem = $$zod0._H3({ namespace: $$zod0.YOg($$zod0.YjP()), key: $$zod0.YjP(), value: $$zod0.L5J().refine((value) => value !== void 0, "the value is missing") });
	const AgentItems = $$zod0._H3({ items: $$zod0.YOg(AgentItem) });
	const AgentCron = $$zod0._H3({ cron_id: $$zod0.YjP().min(1), metadata: optionalObject, payload: $$zod0._H3({ metadata: optionalObject }).nullish().catch(void 0) });
	const Task = $$zod0._H3({ interrupts: $$zod0.YOg($$zod0.L5J()).nullish().catch(void 0) });
	const AgentThreadState = $$zod0._H3({ values: $$zod0.L5J().refine((values) => values !== void 0, "the values are missing"), next: $$zod0.YOg($$zod0.YjP()), tasks: $$zod0.YOg(Task).nullish().catch(void 0), interrupts: $$zod0.YOg($$zod0.L5J()).nullish().catch(void 0), checkpoint: $$zod0._H3({ thread_id: $$zod0.YjP().nullish().catch(void 0), checkpoint_id: $$zod0.YjP().nullish().catch(void 0) }).nullish().catch(void 0) });
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
