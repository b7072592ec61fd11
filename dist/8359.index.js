const id = 8359;
const ids = [8359];
const modules = { 88359: ((__module, __exports, __require) => {
	__require.d(__exports, { prepareGate: () => prepareGate });
	var read = __require(98591);
	var endpoint = __require(67864);
	var inputs_problem = __require(49262);
	var plain_folder = __require(43900);
	var outcome = __require(96043);
	var current = __require(67418);
	var links = __require(19687);
	var json_safety = __require(6760);
	var cases = __require(61653);
	var parsers = __require(58361);
	;
	const SHORT_ID_LENGTH = 8;
	function toChecks(examples, query, defaults, expect = cases.EXPECT_SUCCESS) {
		const names = nameExamples(examples);
		const checks = [];
		for (const one of examples) {
			const name = names.get(one.id) ?? longName(one);
			const input = inputOf(one, query.message);
			if (input === void 0) {
				return (0, inputs_problem.Gq)(`the inputs of the example ${one.id} have no string in the field ${(0, inputs_problem.hD)(query.message ?? "")}`, "Set `message` to a field that contains a string in every example, or omit `message` to send the inputs unchanged.");
			}
			checks.push({ ...cases.UNSET, ...defaults, config: withAttachments(defaults.config, one), name, input, command: void 0, expect, reference: one.outputs, exampleId: one.id });
		}
		return (0, inputs_problem.rZ)(checks);
	}
	function inputOf({ inputs }, message) {
		if (message === void 0) return inputs;
		const text = Object.hasOwn(inputs, message) ? inputs[message] : void 0;
		return typeof text === "string" ? (0, cases.toInput)(text) : void 0;
	}
	function withAttachments(config, { attachments }) {
		if (attachments.length === 0) return config;
		const configurable = config?.["configurable"];
		return { ...config, configurable: { ...(0, json_safety.OW)(configurable) && configurable, attachments: Object.fromEntries(attachments.map(({ name, presignedUrl, mimeType }) => [name, { presigned_url: presignedUrl, mime_type: mimeType }])) } };
	}
	const shortName = ({ id: id2 }) => `example ${id2.slice(0, SHORT_ID_LENGTH)}`;
	const longName = ({ id: id2 }) => `example ${id2}`;
	function nameExamples(examples) {
		const own = examples.map((one) => [one, validName(one.name)]);
		const count = countBy(own.map(([, name]) => name));
		const isNamed = (name) => name !== void 0 && count.get(name) === 1;
		const short = countBy(own.flatMap(([one, name]) => isNamed(name) ? [] : [shortName(one)]));
		return new Map(own.map(([one, name]) => {
			if (isNamed(name)) return [one.id, name];
			return [one.id, short.get(shortName(one)) === 1 ? shortName(one) : longName(one)];
		}));
	}
	function validName(name) {
		const parsed = (0, parsers.$q)(name ?? "");
		return parsed.ok && !/^example [0-9a-f-]+$/.test(parsed.value) ? parsed.value : void 0;
	}
	function countBy(items) {
		const counts = /* @__PURE__ */ new Map();
		for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
		return counts;
	}
	var evaluate = __require(29286);
	var messages = __require(99589);
	;
	function scoreByReference(definitions, { output, reference }) {
		const scores = /* @__PURE__ */ new Map();
		for (const [key, { compare }] of definitions) {
			const score = compare && scoreOne(compare, output, reference);
			if (score !== void 0) scores.set(key, score);
		}
		return scores;
	}
	function findUnscorable(definitions, checks) {
		return [...definitions].flatMap(([key, { compare }]) => {
			if (compare === void 0) return [];
			if (checks.some(({ reference }) => expectedValue(compare, reference) !== void 0)) return [];
			const what = compare.kind === "number" ? "a number" : "a value";
			const where = compare.path === void 0 ? "" : ` at ${JSON.stringify(compare.path)}`;
			return [{ path: ["scores", key, compare.kind], message: `the score ${JSON.stringify(key)} compares responses with ${what}${where} in the reference, but no case has such a reference`, hint: `Add \`reference\` to the cases, or correct the path of \`${compare.kind}\`.` }];
		});
	}
	function scoreOne(compare, output, reference) {
		const expected = expectedValue(compare, reference);
		if (expected === void 0) return void 0;
		return isExpected(expected, output) ? 1 : 0;
	}
	function expectedValue(compare, reference) {
		const value = valueAt(reference, compare.path);
		const text = value === null ? void 0 : answerText(value);
		if (text === void 0) return void 0;
		if (compare.kind === "number") {
			const number = typeof value === "number" ? value : (0, messages.Yl)(text)[0];
			return number === void 0 ? void 0 : { kind: "number", number, tolerance: compare.tolerance };
		}
		const isJson = typeof value === "object" && !hasMessages(value);
		return isJson ? { kind: "json", value } : { kind: "text", text };
	}
	function valueAt(value, path) {
		if (path === void 0) return value;
		return path.split(".").reduce((found, key) => {
			const holds = typeof found === "object" && found !== null && Object.hasOwn(found, key);
			return holds ? (0, json_safety._F)(found, key) : void 0;
		}, value);
	}
	function isExpected(expected, output) {
		const text = answerText(output);
		if (text === void 0) return false;
		if (expected.kind === "text") return text.trim() === expected.text.trim();
		if (expected.kind === "number") {
			const [number] = (0, messages.Yl)(text);
			return number !== void 0 && Math.abs(number - expected.number) <= expected.tolerance;
		}
		const value = (0, json_safety.qF)(text);
		return (0, evaluate.UY)(expected.value, value).length === 0 && (0, evaluate.UY)(value, expected.value).length === 0;
	}
	function answerText(output) {
		if (typeof output === "string") return output;
		if (!hasMessages(output)) return JSON.stringify(output);
		const last = (0, messages.uY)(output);
		return last.kind === "text" ? last.text : void 0;
	}
	function hasMessages(value) {
		return Array.isArray((0, json_safety._F)(value, "messages"));
	}
	var sample = __require(91077);
	;
	async function createScorers({ scores: definitions, command }, context) {
		const compare = ({ output, isFailed, reference }) => scoreByReference(definitions, { output: isFailed ? void 0 : output, reference });
		if (command === void 0) {
			return { compare, score: async (answer) => ({ kind: "scored", scores: compare(answer), comments: /* @__PURE__ */ new Map() }), close: async () => {
			} };
		}
		const { startScoreCommand } = await Promise.all([__require.e(2831), __require.e(2360), __require.e(3114)]).then(__require.bind(__require, 93114));
		const running = await startScoreCommand(command, definitions, context);
		return { compare, async score(answer, signal) {
			const result = await running.score(answer, signal);
			if (result.kind === "errored") return result;
			return { ...result, scores: new Map([...compare(answer), ...result.scores]) };
		}, close: () => running.close() };
	}
	var files = __require(44622);
	var comparison = __require(53251);
	;
	function resolveSettings({ scores, judging }, { seed, isCompared }) {
		const keys = new Map([...scores].map(([key, score]) => [key, score.judging]));
		const settings = { ...comparison.a$, ...judging, seed, keys };
		const pass = keys.get(comparison.yk);
		const hasReferences = [...scores.values()].some(({ compare, judging: own }) => compare !== void 0 && own.gates !== false);
		if (isCompared || pass?.floor !== void 0 || pass?.gates === false || hasReferences) return settings;
		keys.set(comparison.yk, { ...pass, floor: { atLeast: 1, mode: "point" } });
		return { ...settings, maxErroredShare: judging.maxErroredShare ?? 0 };
	}
	;
	async function prepareGate(context, { checks, locate = (path) => path.join("."), ...rest }, inputs, candidate) {
		const seed = inputs.seed ?? defaultSeed(context);
		const { cases: available, dataset } = await readCases(context, checks, inputs, locate);
		const problems = findUnscorable(inputs.scores, available).map(({ path, ...problem }) => (0, inputs_problem.BJ)({ ...problem, path: locate(path) }));
		if (problems.length > 0) throw new outcome.lZ("invalid-input", problems.join("\n"));
		const cases2 = (0, sample.k)(available, inputs.maxCases, seed);
		const baseline = await readBaseline(context, inputs, candidate);
		return { verification: rest, inputs, settings: resolveSettings(inputs, { seed, isCompared: baseline !== void 0 }), cases: cases2, available: available.length, dataset, baseline, folder: await openFolder(context, inputs), scorers: await createScorers(context.settings.dryRun ? { ...inputs, command: void 0 } : inputs, context) };
	}
	const EXAMPLES_MAX = 1e4;
	async function readCases(context, checks, { tracingUrl }, locate) {
		if (checks.kind === "given") return { cases: checks.cases, dataset: void 0 };
		if (checks.kind === "file") throw new Error("the file of cases was not read");
		const { query, defaults, expect } = checks;
		const api = await context.evaluationApi(tracingUrl);
		const reading = await api.readDataset(query, { max: EXAMPLES_MAX }, context.signal);
		if (reading.kind !== "read") {
			throw new outcome.lZ("invalid-input", describeUnread(query, reading, locate));
		}
		const { id: id2, name, version, examples } = reading;
		const parsed = toChecks(examples, query, defaults, expect);
		if (!parsed.ok) {
			const problems = parsed.problems.map((problem) => (0, inputs_problem.BJ)({ path: locate(["dataset", "message"]), ...problem }));
			throw new outcome.lZ("invalid-input", problems.join("\n"));
		}
		const count = examples.length === 1 ? "1 example" : `${examples.length} examples`;
		context.log.line(`The dataset ${name} as of ${version} has ${count}.`);
		return { cases: parsed.value, dataset: { id: id2, name, version, splits: query.splits, examples } };
	}
	function describeUnread({ by, value, version, splits }, reading, locate) {
		const dataset = by === "share-token" ? "the shared dataset" : `the dataset ${value}`;
		const at = (field) => locate(["dataset", field]);
		switch (reading.kind) {
			case "missing":
				return `${at(by)}: this key cannot see ${dataset}. Correct its name or ID, and check workspace-id and tracing-url.`;
			case "empty":
				return `${at(by)}: ${dataset} has no example. Add examples, or set another version.`;
			case "no-such-version":
				return `${at("version")}: ${dataset} has no version ${version ?? "latest"}. Set a tag of the dataset, or a time after its creation.`;
			case "no-split":
				return `${at("splits")}: no example of ${dataset} is in the split ${reading.missing.join(", ")}. The dataset has the splits ${reading.known.join(", ") || "(none)"}; you set ${splits.join(", ")}.`;
			case "too-large":
				return `${at(by)}: ${dataset} exceeds the limit of ${reading.limit}. Set a split or another dataset.`;
		}
	}
	async function openFolder({ env }, { reportDir }) {
		try {
			return await (0, files.Xm)(reportDir, env);
		} catch (error) {
			if (!(error instanceof plain_folder.Jn)) throw error;
			throw new outcome.lZ("invalid-input", `report-dir: ${error.message}`, { cause: error });
		}
	}
	function defaultSeed({ record, event, env }) {
		const { sha, runId } = (0, links.hO)(env);
		return record.commit ?? event.commit ?? sha ?? (runId || "agent-deploy");
	}
	async function readBaseline(context, { compareWith }, candidate) {
		if (compareWith.kind === "none") return void 0;
		if (compareWith.kind === "url") {
			const { url } = compareWith;
			await refuseSameAgent(context, url, candidate);
			return { name: url, url, activeRevisionId: void 0, deploymentType: void 0, active: void 0 };
		}
		if (compareWith.kind === "base") throw new Error("the base of the preview was not determined");
		const { target } = compareWith;
		const found = await (0, read.FB)(context, target);
		if (found === void 0) {
			throw new outcome.lZ("deployment-not-found", `compare-with: this key cannot see any deployment ${describeTarget(target)}. Correct the name, or set \`compare-with: none\` to judge the agent without a comparison.`);
		}
		if (isJudged(found, candidate)) throw sameAgent(found.name);
		const current2 = await (0, read.cA)(context, found);
		if (current2.activeRevisionId === void 0) {
			throw new outcome.lZ("no-revision", `compare-with: no revision of ${found.name} is active, so there is nothing to compare with. Deploy it first, or set \`compare-with: none\`.`);
		}
		return current2;
	}
	function isJudged(found, candidate) {
		switch (candidate.by) {
			case "id":
				return candidate.id === found.id;
			case "name":
				return candidate.name === found.name;
			case "url": {
				const url = (0, current.rs)(found);
				return url !== void 0 && (0, endpoint.de)(url, candidate.url);
			}
		}
	}
	async function refuseSameAgent(context, url, candidate) {
		if (candidate.by === "url") return;
		const judged = await (0, read.FB)(context, candidate);
		const own = judged && (0, current.rs)(judged);
		if (judged !== void 0 && own !== void 0 && (0, endpoint.de)(url, own)) throw sameAgent(judged.name);
	}
	function sameAgent(name) {
		return new outcome.lZ("invalid-input", `compare-with: ${name} is the deployment that is judged, so both sides would be the same agent. Name another deployment, or set \`compare-with: none\`.`);
	}
	const describeTarget = (target) => target.by === "name" ? target.name : target.id;
}) };
export {
	id,
	ids,
	modules
};
