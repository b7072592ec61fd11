const id = 4052;
const ids = [4052];
const modules = { 24052: ((__module, __exports, __require) => {
	__require.d(__exports, { runGate: () => runGate });
	var endpoint = __require(67864);
	var outcome = __require(96043);
	var run_record = __require(758);
	var external_node_crypto_ = __require(77598);
	var errors = __require(65292);
	var action_text = __require(77844);
	var connect_agent = __require(24239);
	var evaluate = __require(29286);
	var messages = __require(99589);
	var run_check = __require(2697);
	var run_checks = __require(84012);
	var texts = __require(77098);
	var clock = __require(75065);
	var os_errors = __require(94924);
	;
	const BATCH_SIZE = 20;
	const LIMIT_MS = 3e4;
	function createThreadRemover({ server, log, signal, shown, addCancelHook }) {
		const remaining = /* @__PURE__ */ new Set();
		let queued = [];
		let last = Promise.resolve();
		const removeHook = addCancelHook(async (stop) => {
			if (remaining.size > 0) await server.deleteThreads([...remaining], stop);
		});
		const deleteBatch = async (ids2) => {
			try {
				await server.deleteThreads(ids2, (0, clock.NE)(signal, LIMIT_MS));
				for (const id2 of ids2) remaining.delete(id2);
			} catch (error) {
				if (signal.aborted) return;
				const threads = ids2.length === 1 ? "1 thread" : `${ids2.length} threads`;
				log.line(`${threads} could not be deleted: ${shown.text((0, os_errors.gJ)(error))}`);
				for (const id2 of ids2) remaining.delete(id2);
			}
		};
		const startBatch = () => {
			const ids2 = queued;
			queued = [];
			last = last.then(() => signal.aborted ? void 0 : deleteBatch(ids2));
		};
		return { remove(threadId) {
			remaining.add(threadId);
			queued.push(threadId);
			if (queued.length >= BATCH_SIZE) startBatch();
		}, async finish() {
			if (queued.length > 0) startBatch();
			await last;
			if (!signal.aborted) removeHook();
		} };
	}
	;
	async function connectDeployment(context, { cases, verification }, { name, url, revisionId, writesFeedback }, background) {
		const feedbackKey = writesFeedback ? verification.feedbackKey : void 0;
		const connected = await (0, connect_agent.K)(context, { ...verification, feedbackKey }, url);
		if (connected.kind === "refused") return connected;
		const prepared = await (0, run_checks.pO)(connected.context, { cases, revisionId });
		if (prepared.kind === "refused") return { kind: "refused", why: prepared.verdict.why.join(" ") };
		const { assistants, revisionId: answers } = prepared;
		const quiet = { ...connected.context, log: { ...context.log, line: () => void 0 } };
		const threads = createThreadRemover({ ...connected.context, log: context.log });
		return { kind: "ready", side: { name, context: quiet, assistants, revisionId: answers, threads, background } };
	}
	async function findChangedRevision({ name, context, revisionId }) {
		if (revisionId === void 0) return void 0;
		try {
			const now = await context.server.revision(context.signal);
			if (now === void 0 || now === revisionId) return void 0;
			return `${name} changed from revision ${revisionId} to ${context.shown.text(now)} during the gate, so its answers come from different revisions. Run the workflow again.`;
		} catch (error) {
			if (!(0, errors.d7)(error)) throw error;
			return `It is unknown which revision of ${name} answered: ${(0, evaluate.m8)(error, context.shown).why.join(" ")}`;
		}
	}
	async function askDeployment({ context, assistants, threads, background }, check) {
		const { clock: clock2 } = context;
		const startedAt = clock2.now();
		const { result, response } = await (0, run_check.k)(context, check, { assistant: assistants.get(check) ?? "", revisionId: void 0 }, { expectationOf: ({ interrupted }) => ({ ...check.expect, interrupted: check.expect.interrupted ?? interrupted }), createsThread: true, finish: (work) => background.start(work), deleteThread: (threadId) => Promise.resolve(threads.remove(threadId)) });
		const run = { threadId: result.threadId, runId: result.runId, startedAt, endedAt: clock2.now(), comments: /* @__PURE__ */ new Map() };
		if (result.result === "impossible" || result.result === "skipped") {
			return { kind: "errored", why: result.why.join(" "), run };
		}
		const { output, isFailed } = outputOf(result, response);
		return { kind: "answered", passed: result.result === "passed", failures: result.why, output, isFailed, shownOutput: shownOutputOf(output), latencyMs: response?.latencyMs ?? result.tookMs, tokens: (0, messages.Uk)(response?.values)?.tokens, run };
	}
	function outputOf({ why }, response) {
		if (response === void 0) return { output: why.join(" "), isFailed: true };
		const { status, error, interrupted, values } = response;
		if (status === "success" || interrupted && status !== "error") return { output: values, isFailed: false };
		const output = error === void 0 ? `The run ended with status ${status}.` : `${error.name}: ${error.message}`;
		return { output, isFailed: true };
	}
	const KEPT_MAX = 1e5;
	const DIGEST_LENGTH = 12;
	function shownOutputOf(output) {
		const json = JSON.stringify(output) ?? "";
		if (json.length <= KEPT_MAX) return output;
		const text = (0, texts.jO)({ value: output });
		if (text.length <= KEPT_MAX) return text;
		const digest = (0, external_node_crypto_.createHash)("sha256").update(text).digest("hex").slice(0, DIGEST_LENGTH);
		return `${(0, action_text.ml)(text, KEPT_MAX)} with the digest ${digest}`;
	}
	function createBackground(limit) {
		const unfinished = /* @__PURE__ */ new Set();
		const errors2 = [];
		return { async start(work) {
			const one = work().catch((error) => void errors2.push(error)).finally(() => unfinished.delete(one));
			unfinished.add(one);
			while (unfinished.size >= limit) await Promise.race(unfinished);
		}, async ended() {
			await Promise.all(unfinished);
			if (errors2.length > 0) throw errors2[0];
		} };
	}
	var comparison = __require(53251);
	var judge_cases = __require(42483);
	var sample = __require(91077);
	;
	function createCollection(cases, isCompared, earlier = []) {
		const empty = () => ({ first: [], secondLook: [] });
		const current = cases.map(({ name }) => ({ name, baseline: isCompared ? empty() : void 0, candidate: empty() }));
		return { cases: (0, comparison.RM)(earlier, current), tokens: 0, endedEarly: void 0 };
	}
	async function collectAnswers(collecting, collected) {
		const { cases, repeats, settings } = collecting;
		const rounds = Array.from({ length: repeats }, (_, round) => cases.map((check) => ({ check, round, isSecondLook: false }))).flat();
		await askRounds(collecting, collected, rounds);
		const checks = new Map(cases.map((check) => [check.name, check]));
		const again = (0, judge_cases.nl)(collected.cases, settings).flatMap(({ name, times }) => {
			const check = checks.get(name);
			return check === void 0 ? [] : Array.from({ length: times }, (_, time) => ({ check, round: repeats + time, isSecondLook: true }));
		});
		await askRounds(collecting, collected, again);
	}
	async function askRounds(collecting, collected, rounds) {
		const { concurrency, stopped, ask } = collecting;
		const runsOfRound = ask.baseline === void 0 ? 1 : 2;
		const progressed = collecting.startProgress(runsOfRound * rounds.length);
		const compared = new Map(collected.cases.map((one) => [one.name, one]));
		const pending = rounds.values();
		let done = 0;
		const work = async () => {
			for (const round of pending) {
				const reason = stopped(collected.tokens);
				if (reason !== void 0) {
					collected.endedEarly = reason;
					return;
				}
				const one = compared.get(round.check.name);
				if (one === void 0) throw new Error(`the case ${round.check.name} is not in the collection`);
				const answers = await askBoth(collecting, round);
				const list = round.isSecondLook ? "secondLook" : "first";
				one.candidate[list].push(answers.candidate);
				if (answers.baseline !== void 0) one.baseline?.[list].push(answers.baseline);
				collected.tokens += tokensOf(answers.candidate) + tokensOf(answers.baseline);
				done += 1;
				progressed(runsOfRound * done);
			}
		};
		await Promise.all(Array.from({ length: Math.min(concurrency, rounds.length) }, work));
	}
	async function askBoth({ ask, score, comparedKeys, settings }, { check, round, isSecondLook }) {
		const { baseline: askBaseline } = ask;
		let before;
		let after;
		if (askBaseline === void 0) after = await ask.candidate(check);
		else if ((0, sample.Q)(settings.seed, check.name, round)) {
			before = await askBaseline(check);
			after = await ask.candidate(check);
		} else {
			after = await ask.candidate(check);
			before = await askBaseline(check);
		}
		const toAnswer = async (response, other) => {
			if (response.kind === "errored") return response;
			const scored = await score(check, { output: response.output, isFailed: response.isFailed, other: other?.kind === "answered" ? other.output : void 0, isSecondLook });
			return answerOf(response, scored, comparedKeys);
		};
		const [candidate, baseline] = await Promise.all([toAnswer(after, before), before === void 0 ? void 0 : toAnswer(before, after)]);
		return { baseline, candidate };
	}
	function answerOf({ passed, failures, shownOutput, isFailed, latencyMs, tokens, run }, scored, comparedKeys) {
		if (scored.kind === "errored") return { kind: "errored", why: scored.why, run };
		const { scores, comments } = scored;
		return { kind: "answered", output: shownOutput, failures, passed: passed && comparedKeys.every((key) => (scores.get(key) ?? 1) === 1), scores, latencyMs, tokens, run: { ...run, isFailed, comments } };
	}
	function tokensOf(answer) {
		return answer?.kind === "answered" ? answer.tokens ?? 0 : 0;
	}
	;
	const PROGRESS_MS = 5e3;
	function progressLine({ done, planned, elapsedMs }) {
		const counts = `${done} of ${planned} runs done`;
		if (done >= planned) return `${counts} after ${(0, run_record.a3)(elapsedMs)}`;
		return `${counts}; about ${(0, run_record.a3)(elapsedMs / done * (planned - done))} left`;
	}
	function startProgress(planned, clock2, write) {
		const startedAt = clock2.now();
		let lastAt = startedAt;
		return (done) => {
			const now = clock2.now();
			if (done < planned && now - lastAt < PROGRESS_MS) return;
			lastAt = now;
			write(progressLine({ done, planned, elapsedMs: now - startedAt }));
		};
	}
	var json_safety = __require(6760);
	var later = __require(72786);
	;
	;
	const CLIP_CHARACTERS = 2e4;
	const SECRET_PLACEHOLDER = "***";
	const WHOLE_HEADER = "x-ui-whole";
	function isClippedText(value) {
		if (typeof value !== "object" || value === null || !("$clipped" in value)) return false;
		const clipped = value.$clipped;
		return typeof clipped === "object" && clipped !== null && "text" in clipped && typeof clipped.text === "string" && "characters" in clipped && typeof clipped.characters === "number" && "digest" in clipped && typeof clipped.digest === "string";
	}
	function clipTexts(value, digestOf, limit = CLIP_CHARACTERS, original = value) {
		if (typeof value === "string") {
			if (value.length <= limit) return value;
			const whole = typeof original === "string" ? original : value;
			const clipped = { $clipped: { text: startOf(value, limit), characters: whole.length, digest: digestOf(whole) } };
			return clipped;
		}
		return mapChildren(value, (item, key) => clipTexts(item, digestOf, limit, childOf(original, key)));
	}
	function shortenTexts(value, limit) {
		if (typeof value === "string") return value.length <= limit ? value : startOf(value, limit);
		return mapChildren(value, (item) => shortenTexts(item, limit));
	}
	const childOf = (value, key) => typeof value === "object" && value !== null && Object.hasOwn(value, key) ? value[key] : void 0;
	function mapChildren(value, convert) {
		if (Array.isArray(value)) {
			const items = value;
			const converted2 = items.map((item, index) => convert(item, String(index)));
			return converted2.every((item, index) => item === items[index]) ? value : converted2;
		}
		if (typeof value !== "object" || value === null) return value;
		const entries = Object.entries(value);
		const converted = entries.map(([name, item]) => [name, convert(item, name)]);
		return converted.every(([, item], index) => item === entries[index]?.[1]) ? value : Object.fromEntries(converted);
	}
	function startOf(text, limit) {
		const last = text.charCodeAt(limit - 1);
		return text.slice(0, last >= 55296 && last <= 56319 ? limit - 1 : limit);
	}
	;
	const MAX_INSPECTED = 200;
	const MAX_LEVELS = 8;
	const QUESTION_KEYS = null;
	const REQUEST_KEYS = ["question", "message", "query", "prompt", "text", "content", "input", "title", "topic"];
	const ANSWER_KEYS = null;
	const isList = (value) => Array.isArray(value);
	function plainText(value) {
		if (typeof value === "string") return value;
		return isClippedText(value) ? value.$clipped.text : "";
	}
	function messagesOfState(values) {
		const messages2 = (0, json_safety.OW)(values) ? values["messages"] : values;
		if (isList(messages2)) return messages2;
		const isMessage = (0, json_safety.OW)(messages2) || typeof messages2 === "string";
		return isMessage && (0, json_safety.OW)(values) ? [messages2] : [];
	}
	function messageType(message) {
		if (typeof message === "string") return "human";
		const [first, role, type] = isList(message) ? [message[0]] : (0, json_safety.OW)(message) ? [void 0, message["role"], message["type"]] : [];
		const name = plainText(first) || plainText(role) || plainText(type);
		const plain = name.replace(/MessageChunk$|Message$/, "").toLowerCase();
		if (plain === "user") return "human";
		return plain === "assistant" ? "ai" : plain;
	}
	function messageText(message) {
		if (typeof message === "string") return message;
		const content = isList(message) ? message[1] : (0, json_safety.OW)(message) ? message["content"] : void 0;
		if (!isList(content)) return plainText(content);
		return content.map((block) => (0, json_safety.OW)(block) && !isClippedText(block) ? plainText(block["text"]) : plainText(block)).join("");
	}
	const hasText = (message) => messageText(message).trim() !== "";
	const unchanged = (text) => text;
	function titleOfValues(values, clean = unchanged) {
		const messages2 = messagesOfState(values).slice(0, MAX_INSPECTED);
		const spoken = messages2.find((one) => messageType(one) === "human" && hasText(one)) ?? messages2.find(hasText);
		if (spoken === void 0) return lineOf(withoutMessages(values), REQUEST_KEYS, clean);
		const text = messageText(spoken);
		return (0, later.S5Z)(messageType(spoken) === "human" ? text : clean(text));
	}
	function titleOfRequest({ input, command }) {
		return (0, json_safety.OW)(command) && command["resume"] !== void 0 ? lineOf(command["resume"], REQUEST_KEYS) : titleOfValues(input);
	}
	function lastAnswerOfValues(values) {
		const messages2 = messagesOfState(values).slice(-MAX_INSPECTED);
		return messageText(messages2.findLast((one) => messageType(one) === "ai" && hasText(one)));
	}
	function replyLine(values) {
		const hasMessages = isList(values) || isJsonObject(values) && "messages" in values;
		return hasMessages ? toLine(withoutMarkdown(lastAnswerOfValues(values))) : lineOf(values, ANSWER_KEYS, withoutMarkdown);
	}
	const questionKey = (value) => QUESTION_KEYS.find((name) => plainText(value[name]) !== "");
	function questionText(value) {
		const calls = approvalsIn(value);
		const [call, ...others] = calls;
		if (call !== void 0) {
			const described = others.length === 0 ? plainText(call["description"]) : "";
			return described || `Run ${calls.map(nameOfCall).join(", ")}?`;
		}
		return isJsonObject(value) ? plainText(value[questionKey(value) ?? ""]) : plainText(value);
	}
	function approvalsIn(value) {
		const [first] = isList(value) ? value : [value];
		if (!isJsonObject(first)) return [];
		const { action_request: request, description } = first;
		if (isJsonObject(request)) return [{ ...request, description }];
		return isJsonObject(value) ? toolApprovals(value) : [];
	}
	const toolApprovals = (value) => listOf(value["action_requests"] ?? value["actionRequests"]).filter(isJsonObject);
	const nameOfCall = (call) => plainText(call["name"]) || plainText(call["action"]);
	function questionLine(interrupts) {
		const [first] = Object.values(interrupts).flat();
		const value = isJsonObject(first) && "value" in first ? first["value"] : first;
		return toLine(questionText(value)) || lineOf(value, QUESTION_KEYS);
	}
	function withoutMessages(values) {
		if (!(0, json_safety.OW)(values)) return isList(values) && values.some(json_safety.OW) ? void 0 : values;
		const { messages: _, ...others } = values;
		return others;
	}
	function lineOf(value, keys, clean = unchanged) {
		const isEmpty = typeof value === "object" && Object.keys(value ?? {}).length === 0;
		if (value === void 0 || isEmpty) return "";
		const text = findText(value, keys);
		return (0, later.S5Z)(text === void 0 ? (0, later.Qtm)(value, later.iwb) : clean(text));
	}
	function findText(value, keys, room = { left: MAX_INSPECTED }, level = 0) {
		room.left -= 1;
		const text = plainText(value);
		if (text.trim() !== "") return text;
		if (room.left <= 0 || level > MAX_LEVELS || typeof value !== "object" || value === null) return void 0;
		const fields = (0, json_safety.Xy)(value);
		const inner = isList(value) ? value.slice(0, MAX_INSPECTED) : [...keys.filter((key) => Object.hasOwn(fields, key)).map((key) => fields[key]), ...Object.values(fields).slice(0, MAX_INSPECTED)];
		for (const one of inner) {
			const found = findText(one, keys, room, level + 1);
			if (found !== void 0) return found;
		}
		return void 0;
	}
	var links = __require(19687);
	var judge = __require(31968);
	var files = __require(44622);
	var render = __require(18704);
	;
	function createPublication(context, prepared, candidate) {
		const { record, log, redactor, settings, event } = context;
		const { cases, folder } = prepared;
		const sides = sidesOf(context, prepared, candidate);
		const identity = identityOf(context, prepared, candidate);
		const redact = (text) => redactor.redact(text);
		const signingKey = settings.apiKey;
		const isDefaultBranch = !candidate.isPreview && event.pullRequest === void 0;
		const write = async (result) => {
			try {
				await (0, files.Li)(folder, result, { redact, identity, signingKey, isDefaultBranch });
				result.folder = folder;
			} catch (error) {
				log.warn("gate", `The reports could not be written: ${(0, os_errors.gJ)(error)}`);
			}
		};
		const store = async (collected) => {
			const result = toResult(prepared, sides, collected);
			record.gate = result;
			result.history = await (0, files.Hs)(folder, result.judgement);
			await write(result);
			return result;
		};
		const sentenceOf = (result) => [result.judgement.sentence, (0, texts.XN)(result.judgement, (0, render.V)(result, redact))].filter((text) => text !== "").join(" ");
		return { sides, describe: sentenceOf, async readEarlier() {
			const names = cases.map(({ name }) => name);
			const earlier = await (0, files.Ys)(folder, identity, { names, signingKey, redact });
			if (earlier.kind === "none") return [];
			if (earlier.kind === "refused") {
				log.line(earlier.why);
				return [];
			}
			log.line(`The answers of attempt ${earlier.attempt} are added to the answers of this attempt.`);
			return earlier.cases;
		}, store, async publish(collected) {
			const result = await store(collected);
			const compareUrl = await publishToDataset(context, prepared, candidate, collected);
			if (compareUrl !== void 0) {
				result.report = { ...result.report, compareUrl };
				await write(result);
			}
			log.line(sentenceOf(result));
			if (result.folder !== void 0) log.line(`The reports are in ${result.folder}.`);
			return result;
		} };
	}
	async function publishToDataset(context, { cases, dataset, baseline, inputs }, { name, revisionId, commit, isPreview }, collected) {
		if (dataset?.id === void 0) return void 0;
		const { record, env } = context;
		const { pullRequest: number } = record;
		const prefix = name.replace(/-pr-\d+$/, "");
		const pullRequest = isPreview && number !== void 0 ? { prefix, number } : void 0;
		const { publishExperiments } = await __require.e(8807).then(__require.bind(__require, 38807));
		const { compareUrl } = await publishExperiments(await context.evaluationApi(inputs.tracingUrl), { dataset: { ...dataset, id: dataset.id }, checks: cases, cases: collected.cases, candidate: { deployment: name, revisionId, commit, pullRequest }, baseline: baseline && { deployment: baseline.name, revisionId: baseline.activeRevisionId, commit: baseline.active?.commit, pullRequest: void 0 }, repeats: inputs.repeats, workflowRunUrl: (0, links.Vp)((0, links.hO)(env)) }, { ...context, newId: external_node_crypto_.randomUUID });
		return compareUrl;
	}
	function identityOf({ env }, { cases, baseline }, { name, commit }) {
		const { runId, attempt } = (0, links.hO)(env);
		return { runId, attempt: Number(attempt), commit, candidate: name, baselineRevision: baseline?.activeRevisionId, casesDigest: (0, files.eb)(cases) };
	}
	function toResult({ settings, cases, dataset }, sides, { cases: compared, endedEarly }) {
		return { cases: compared, judgement: (0, judge.S4)(compared, settings), report: { settings, sides, dataset, compareUrl: void 0, questions: questionsOf(cases) }, locations: new Map(cases.flatMap(({ name, location }) => location === void 0 ? [] : [[name, location]])), endedEarly };
	}
	function questionsOf(cases) {
		return new Map(cases.flatMap(({ name, input }) => {
			const question = titleOfRequest({ input });
			return question === "" ? [] : [[name, question]];
		}));
	}
	function sidesOf({ env }, { baseline }, { name, commit, isPreview }) {
		const workflowRun = (0, links.hO)(env);
		const linked = (sha) => sha ? { sha, link: (0, links.Bg)(workflowRun, sha) } : void 0;
		const candidate = isPreview ? { title: "Preview", phrase: "the preview", commit: linked(commit) } : { title: name, phrase: name, commit: linked(commit) };
		if (baseline === void 0) return { baseline: void 0, candidate };
		const isProduction = baseline.deploymentType === "prod";
		const [title, phrase] = isProduction ? ["Production", "production"] : [baseline.name, baseline.name];
		return { baseline: { title, phrase, commit: linked(baseline.active?.commit) }, candidate };
	}
	;
	async function runGate(context, prepared, candidate) {
		const { log } = context;
		const stop = (reason, why) => ({ kind: "stopped", failure: (0, outcome.bu)("failed", reason, `Compared ${candidate.name}: ${why}`) });
		const background = createBackground(2 * prepared.inputs.concurrency);
		const connected = await connectBoth(context, prepared, candidate, background);
		if (connected.kind === "refused") return stop("gate-inconclusive", connected.why);
		const same = describeSameAgent(prepared, candidate, connected);
		if (same !== void 0) return stop("gate-inconclusive", same);
		const publication = createPublication(context, prepared, candidate);
		const earlier = await publication.readEarlier();
		const collected = createCollection(prepared.cases, connected.baseline !== void 0, earlier);
		const removeHook = context.addCancelHook(async () => {
			collected.endedEarly = "the step was cancelled";
			await publication.store(collected);
		});
		try {
			await log.group(titleOf(prepared, publication.sides), async () => {
				try {
					await collectAnswers(collectingOf(context, prepared, connected), collected);
				} finally {
					await background.ended();
					await connected.candidate.threads.finish();
					await connected.baseline?.threads.finish();
				}
			});
		} finally {
			if (!context.signal.aborted) removeHook();
		}
		context.signal.throwIfAborted();
		const changed = await findChange(connected);
		if (changed !== void 0) {
			await publication.store({ ...createCollection(prepared.cases, false), endedEarly: changed });
			return stop("gate-inconclusive", changed);
		}
		const result = await publication.publish(collected);
		const sentence = publication.describe(result);
		switch (result.judgement.verdict) {
			case "worse":
				return stop("gate-worse", sentence);
			case "below-floor":
				return stop("gate-below-floor", sentence);
			case "inconclusive":
				return stop("gate-inconclusive", sentence);
			default:
				return { kind: "passed", sentence };
		}
	}
	async function connectBoth(context, prepared, candidate, background) {
		const { baseline } = prepared;
		const judged = { ...candidate, writesFeedback: true };
		const asked = await connectDeployment(context, prepared, judged, background);
		if (asked.kind === "refused") return asked;
		if (baseline === void 0) return { kind: "ready", baseline, candidate: asked.side };
		const other = { ...baseline, revisionId: baseline.activeRevisionId, writesFeedback: false };
		const compared = await connectDeployment(context, prepared, other, background);
		if (compared.kind === "refused") return compared;
		return { kind: "ready", baseline: compared.side, candidate: asked.side };
	}
	function describeSameAgent(prepared, { name, url, revisionId }, { baseline, candidate }) {
		if (baseline === void 0) return void 0;
		const other = prepared.baseline;
		const revision = baseline.revisionId ?? other?.activeRevisionId;
		const isSame = revision !== void 0 && revision === (candidate.revisionId ?? revisionId) || url !== void 0 && other?.url !== void 0 && (0, endpoint.de)(url, other.url);
		return isSame ? `${baseline.name} is ${name} itself, so there is nothing to compare. Set compare-with to another deployment, or to none.` : void 0;
	}
	async function findChange({ baseline, candidate }) {
		return await findChangedRevision(candidate) ?? (baseline === void 0 ? void 0 : findChangedRevision(baseline));
	}
	function collectingOf(context, prepared, { baseline, candidate }) {
		const { cases, settings, inputs } = prepared;
		const { repeats, concurrency, scores } = inputs;
		return { cases, settings, repeats, concurrency, ask: { baseline: baseline && ((one) => askDeployment(baseline, one)), candidate: (one) => askDeployment(candidate, one) }, score: (check, answer) => scoreAnswer(context, prepared, check, answer), comparedKeys: [...scores].flatMap(([key, { compare, judging }]) => compare === void 0 || judging.gates === false ? [] : [key]), stopped: createBudget(context, inputs), startProgress: (planned) => startProgress(planned, context.clock, (line) => context.log.line(line)) };
	}
	async function scoreAnswer({ signal }, { scorers }, { input, command, reference }, { output, isFailed, other, isSecondLook }) {
		if (!isSecondLook) return scorers.score({ input: input ?? command, output, isFailed, reference, other }, signal);
		return { kind: "scored", scores: scorers.compare({ output, isFailed, reference }), comments: /* @__PURE__ */ new Map() };
	}
	function titleOf({ cases, available, inputs }, { baseline, candidate }) {
		const of = available > cases.length ? ` of ${available}` : "";
		const times = inputs.repeats > 1 ? `, ${inputs.repeats} times each` : "";
		const to = baseline === void 0 ? candidate.phrase : `${candidate.phrase} and ${baseline.phrase}`;
		return `Sending ${cases.length}${of} ${available === 1 ? "case" : "cases"} to ${to}${times}`;
	}
	function createBudget({ clock: clock2 }, { timeBudgetMs, tokenBudget }) {
		const startedAt = clock2.now();
		return (tokens) => {
			if (timeBudgetMs !== void 0 && clock2.now() - startedAt >= timeBudgetMs) return `the time budget of ${(0, run_record.a3)(timeBudgetMs)} was spent`;
			if (tokenBudget !== void 0 && tokens >= tokenBudget) return `the token budget of ${tokenBudget} tokens was spent`;
			return void 0;
		};
	}
}) };
export {
	id,
	ids,
	modules
};
