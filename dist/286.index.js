const id = 286;
const ids = [286];
const modules = { 29286: ((__module, __exports, __require) => {
	__require.d(__exports, { UY: () => findMismatches, m8: () => evaluateError, of: () => pathStep, tL: () => evaluateRun });
	var $$safety0 = __require(6760);
	var $$errors1 = __require(65292);
	var $$messages2 = __require(99589);
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
		const last = (0, $$messages2.uY)(values);
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
		const last = (0, $$messages2.uY)(values);
		if (last.kind === "none") return [`number: ${last.why}.`];
		const { value, tolerance } = range;
		if ((0, $$messages2.Yl)(last.text).some((number) => Math.abs(number - value) <= tolerance)) return [];
		return [`number: ${shown.value(last.text)} contains no number within ${tolerance} of ${value}`];
	}
	function evaluateTokens(maxTokens, values) {
		const tokens = (0, $$messages2.Uk)(values)?.tokens;
		if (tokens === void 0) return ["max-tokens: the messages of the response have no `usage_metadata`."];
		return tokens <= maxTokens ? [] : [`max-tokens: the response used ${tokens} tokens, more than ${maxTokens}`];
	}
	const TOOLS_MAX = 10;
	const COMPARED_CALLS_MAX = 1e3;
	function evaluateToolCalls(expected, values, shown) {
		const response = (0, $$messages2.Uk)(values);
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
			return `${path}: expected ${expected.length} elements, got ${actual.length}`;
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
				compare(part, there, `${path}${pathStep(key)}`, found);
			}
		} else if (expected !== actual) {
			found.push({ path, expected, actual, about: "value" });
		}
	}
	function pathStep(key) {
		return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
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
}) };
export {
	id,
	ids,
	modules
};
