const id = 177;
const ids = [177];
const modules = { 26642: ((__module, __exports, __require) => {
	__require.d(__exports, { H6: () => answeredOf, RM: () => mergeAttempts, a$: () => DEFAULT_SETTINGS, f5: () => settingsOf, uQ: () => isCompared, xt: () => scoresOf, yk: () => PASS_KEY });
	var $$intervals0 = __require(39889);
	var $$permutation1 = __require(62387);
	const DEFAULT_SETTINGS = { alpha: 0.05, margin: 0.02, level: $$intervals0.Bk, minPairs: 10, exactUpTo: $$permutation1.YD, draws: $$permutation1.oZ, detect: 0.05, power: 0.8, keys: /* @__PURE__ */ new Map(), latency: { gates: false, maxRatio: 1.1 }, confirm: 4, confirmLarge: 5, largeAbove: 100, caseMargin: 0.2, maxErroredShare: 0.1 };
	const PASS_KEY = "pass";
	function isCompared(cases) {
		return cases.some(({ baseline }) => baseline !== void 0);
	}
	function answeredOf(answers) {
		return answers.filter((answer) => answer.kind === "answered");
	}
	function scoresOf({ scores, passed }) {
		return passed === void 0 ? scores : new Map([...scores, [PASS_KEY, Number(passed)]]);
	}
	function settingsOf(key, { keys, margin }) {
		return { gates: true, margin, floor: void 0, ...keys.get(key) };
	}
	function mergeAttempts(earlier, current) {
		const merged = /* @__PURE__ */ new Map();
		for (const { name, baseline, candidate } of [...earlier, ...current]) {
			const before = merged.get(name);
			merged.set(name, { name, baseline: baseline === void 0 ? before?.baseline : mergeSides(before?.baseline, baseline), candidate: mergeSides(before?.candidate, candidate) });
		}
		return [...merged.values()];
	}
	function mergeSides(earlier, current) {
		return { first: [...earlier?.first ?? [], ...current.first], secondLook: [...earlier?.secondLook ?? [], ...current.secondLook] };
	}
}), 39889: ((__module, __exports, __require) => {
	__require.d(__exports, { Bk: () => LEVEL, Fx: () => standardDeviation, VO: () => meanInterval, Ym: () => percentile, h1: () => casesNeeded, hQ: () => shareInterval, i2: () => mean });
	var $$permutation0 = __require(62387);
	const LEVEL = 0.95;
	function meanInterval(numbers, level = LEVEL) {
		const value = mean(numbers);
		if (numbers.length === 1) return { value, low: -Infinity, high: Infinity };
		const half = tQuantile(level, numbers.length - 1) * standardDeviation(numbers) / Math.sqrt(numbers.length);
		return { value, low: value - half, high: value + half };
	}
	function shareInterval(successes, total, level = LEVEL) {
		if (!Number.isInteger(total) || total < 1) throw new RangeError(`${total} is not a number of attempts`);
		if (!Number.isInteger(successes) || successes < 0 || successes > total) {
			throw new RangeError(`${successes} is not a number of successes in ${total} attempts`);
		}
		const z = normalQuantile((1 + requireShare(level)) / 2);
		const value = successes / total;
		const scale = 1 + z ** 2 / total;
		const center = (value + z ** 2 / (2 * total)) / scale;
		const half = z / scale * Math.sqrt(value * (1 - value) / total + z ** 2 / (4 * total ** 2));
		const low = successes === 0 ? 0 : center - half;
		const high = successes === total ? 1 : center + half;
		return { value, low, high };
	}
	function percentile(numbers, share) {
		requireSome(numbers);
		if (!(share >= 0 && share <= 1)) throw new RangeError(`${share} is not a share from 0 to 1`);
		const order = numbers.toSorted((a, b) => a - b);
		const position = share * (order.length - 1);
		const below = order[Math.floor(position)] ?? 0;
		const above = order[Math.ceil(position)] ?? 0;
		return below + (above - below) * (position - Math.floor(position));
	}
	function casesNeeded(deviation, difference, { alpha = 0.05, power = 0.8 } = {}) {
		(0, $$permutation0.hp)([deviation, difference]);
		if (deviation < 0 || difference <= 0) {
			throw new RangeError(`cannot find a difference of ${difference} with a deviation of ${deviation}`);
		}
		const factor = (normalQuantile(1 - requireShare(alpha)) + normalQuantile(requireShare(power))) ** 2;
		return Math.max(1, Math.ceil(factor * (deviation / difference) ** 2));
	}
	function mean(numbers) {
		requireSome(numbers);
		return numbers.reduce((total, one) => total + one, 0) / numbers.length;
	}
	function standardDeviation(numbers) {
		const center = mean(numbers);
		if (numbers.length < 2) throw new RangeError("a standard deviation needs at least two numbers");
		return Math.sqrt(numbers.reduce((total, one) => total + (one - center) ** 2, 0) / (numbers.length - 1));
	}
	function tQuantile(level, freedom) {
		requireShare(level);
		const angle = bisect(0, Math.PI / 2, (theta) => centralT(theta, freedom) >= level);
		return Math.tan(angle) * Math.sqrt(freedom);
	}
	function centralT(theta, freedom) {
		const [sine, square] = [Math.sin(theta), Math.cos(theta) ** 2];
		const isOdd = freedom % 2 === 1;
		let term = isOdd ? Math.cos(theta) : 1;
		let series = freedom === 1 ? 0 : term;
		for (let at = isOdd ? 3 : 2; at < freedom; at += 2) {
			term *= square * (at - 1) / at;
			series += term;
		}
		return isOdd ? 2 / Math.PI * (theta + sine * series) : sine * series;
	}
	function normalQuantile(probability) {
		const tail = Math.abs(probability - 0.5);
		const z = bisect(0, NORMAL_MAX, (at) => centralNormal(at) >= tail);
		return probability < 0.5 ? -z : z;
	}
	const NORMAL_MAX = 8.3;
	function centralNormal(z) {
		let term = z;
		let series = z;
		for (let at = 3; term > series * Number.EPSILON; at += 2) {
			term *= z ** 2 / at;
			series += term;
		}
		return series * Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI);
	}
	function bisect(low, high, isReached) {
		let [from, to] = [low, high];
		for (; ; ) {
			const middle = (from + to) / 2;
			if (middle <= from || middle >= to) return middle;
			if (isReached(middle)) to = middle;
			else from = middle;
		}
	}
	function requireShare(share) {
		if (!(share > 0 && share < 1)) throw new RangeError(`${share} is not between 0 and 1`);
		return share;
	}
	function requireSome(numbers) {
		if (numbers.length === 0) throw new RangeError("there is no number");
		(0, $$permutation0.hp)(numbers);
	}
}), 62387: ((__module, __exports, __require) => {
	__require.d(__exports, { YD: () => EXACT_UP_TO, Z8: () => adjustByHolm, hp: () => requireFinite, oZ: () => DRAWS, sk: () => createRandom, tf: () => signFlipTest });
	const EXACT_UP_TO = 14;
	const DRAWS = 1e4;
	const EXACT_MAX = 22;
	const TOLERANCE = 1e-9;
	function signFlipTest(differences, { seed, exactUpTo = EXACT_UP_TO, draws = DRAWS }) {
		requireFinite(differences);
		if (!Number.isInteger(exactUpTo) || exactUpTo < 0 || exactUpTo > EXACT_MAX) {
			throw new RangeError(`exactUpTo is ${exactUpTo}; expected an integer from 0 to ${EXACT_MAX}`);
		}
		if (!Number.isInteger(draws) || draws < 1) {
			throw new RangeError(`draws is ${draws}; expected a positive integer`);
		}
		const largest = differences.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
		const nonZero = differences.filter((one) => Math.abs(one) > largest * TOLERANCE);
		const magnitudes = nonZero.map(Math.abs).toSorted((a, b) => b - a);
		const total = sum(magnitudes);
		const observed = sum(nonZero.toSorted((a, b) => Math.abs(b) - Math.abs(a) || a - b));
		const tolerance = total * TOLERANCE;
		const sums = magnitudes.length <= exactUpTo ? everySum(magnitudes) : drawnSums(magnitudes, draws, createRandom(seed));
		const bound = Math.abs(observed);
		let [atLeast, atMost] = [0, 0];
		for (const one of sums) {
			if (one >= bound - tolerance) atLeast += 1;
			if (one <= bound + tolerance) atMost += 1;
		}
		const drawn = magnitudes.length > exactUpTo ? 1 : 0;
		const near = (atLeast + drawn) / (sums.length + drawn);
		const far = (atMost + drawn) / (sums.length + drawn);
		const about = { pairs: differences.length, differing: magnitudes.length };
		if (bound <= tolerance) return { ...about, lower: Math.max(near, far), higher: Math.max(near, far) };
		return observed < 0 ? { ...about, lower: near, higher: far } : { ...about, lower: far, higher: near };
	}
	function adjustByHolm(probabilities) {
		requireFinite(probabilities);
		const order = probabilities.map((_, index) => index);
		order.sort((a, b) => (probabilities[a] ?? 1) - (probabilities[b] ?? 1));
		const adjusted = [...probabilities];
		let least = 0;
		for (const [rank, index] of order.entries()) {
			least = Math.max(least, Math.min(1, (probabilities[index] ?? 1) * (probabilities.length - rank)));
			adjusted[index] = least;
		}
		return adjusted;
	}
	function createRandom(seed) {
		let hash = 2166136261;
		const nextWord = (salt) => {
			hash = Math.imul(hash ^ salt, 16777619);
			for (let at = 0; at < seed.length; at += 1) hash = Math.imul(hash ^ seed.charCodeAt(at), 16777619);
			return hash >>> 0;
		};
		let [a, b, c, d] = [nextWord(1), nextWord(2), nextWord(3), 1];
		const next = () => {
			const word = (a + b | 0) + d | 0;
			d = d + 1 | 0;
			a = b ^ b >>> 9;
			b = c + (c << 3) | 0;
			c = (c << 21 | c >>> 11) + word;
			return word >>> 0;
		};
		for (let round = 0; round < 12; round += 1) next();
		return () => next() / 2 ** 32;
	}
	function requireFinite(numbers) {
		const wrong = numbers.find((one) => !Number.isFinite(one));
		if (wrong !== void 0) throw new RangeError(`${wrong} is not a finite number`);
	}
	function everySum(magnitudes) {
		const sums = new Float64Array(2 ** magnitudes.length);
		let length = 1;
		for (const magnitude of magnitudes) {
			for (let at = 0; at < length; at += 1) {
				const before = sums[at] ?? 0;
				sums[at] = before - magnitude;
				sums[length + at] = before + magnitude;
			}
			length *= 2;
		}
		return sums;
	}
	const BITS = 32;
	function drawnSums(magnitudes, draws, random) {
		const sums = new Float64Array(draws);
		for (let draw = 0; draw < draws; draw += 1) {
			let [total, bits] = [0, 0];
			for (let at = 0; at < magnitudes.length; at += 1) {
				if (at % BITS === 0) bits = random() * 2 ** BITS;
				const magnitude = magnitudes[at] ?? 0;
				total += bits & 1 ? magnitude : -magnitude;
				bits >>>= 1;
			}
			sums[draw] = total;
		}
		return sums;
	}
	function sum(numbers) {
		return numbers.reduce((total, one) => total + one, 0);
	}
}), 29286: ((__module, __exports, __require) => {
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
