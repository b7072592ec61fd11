const id = 9667;
const ids = [9667];
const modules = { 67864: ((__module, __exports, __require) => {
	__require.d(__exports, { HO: () => $$later0.HOe, Mg: () => $$later0.Mgw, Qz: () => $$later0.Qzw, de: () => $$later0.deR, hp: () => $$later0.hpw, zp: () => $$later0.zpe });
	var $$later0 = __require(72786);
}), 34298: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { findContradictions: () => findContradictions, loadProxyParser: () => loadProxyParser, parseCommand: () => parseCommand, parseDataset: () => parseDataset, parseGateMapping: () => parseGateMapping, parseJudging: () => parseJudging, parseScores: () => parseScores, readGate: () => readGate });
	var $$util0 = __require(57975);
	var $$zod10 = __require(34410);
	var $$zod11 = __require(46416);
	var $$limits1 = __require(55403);
	var $$comparison2 = __require(53251);
	var $$cases3 = __require(61653);
	var $$endpoint4 = __require(67864);
	var $$parsers5 = __require(58361);
	var $$problem6 = __require(49262);
	var $$config7 = __require(22831);
	var $$registry8 = __require(19686);
	var $$yaml9 = __require(31230);
	const MAX_CASES = 200;
	const CONCURRENCY = 4;
	const numberIn = (range, isValid, example) => (0, $$yaml9.Eo)($$zod10.L5J().transform((value, context) => {
		if (typeof value === "number" && Number.isFinite(value) && isValid(value)) return value;
		(0, $$yaml9.TR)(context, `the value is not ${range}`, `Write ${example}.`);
		return $$zod11.tm;
	}));
	const notNegative = (example) => numberIn("a number of 0 or more", (value) => value >= 0, example);
	const integer = (min, max, example) => numberIn(`an integer from ${min} to ${max}`, (value) => Number.isInteger(value) && value >= min && value <= max, example);
	const within = (min, max, example) => numberIn(`a number greater than ${min} and less than ${max}`, (value) => value > min && value < max, example);
	const greater = (min, example) => numberIn(`a number greater than ${min}`, (value) => value > min, example);
	function parseServiceName(text) {
		const name = text.trim();
		const isName = name !== "" && name.length <= $$limits1.co && !/[\x00-\x1f\x7f\u2028\u2029]/.test(name);
		return isName ? (0, $$problem6.rZ)(name) : (0, $$problem6.Gq)(`${(0, $$problem6.hD)(text)} is not a valid name`, `Write one line of at most ${$$limits1.co} characters.`);
	}
	const serviceName = (0, $$yaml9.Eo)((0, $$yaml9.Ku)(parseServiceName));
	function parseShareToken(text) {
		const token = (0, $$parsers5.Xw)(text);
		return token.ok ? token : (0, $$problem6.Gq)("the token is not a UUID", "Copy the last part of the public URL.");
	}
	const isScalar = (value) => typeof value === "string" || typeof value === "number";
	const DatasetInput = $$zod10.vkY((value) => !isScalar(value) ? value : (0, $$parsers5.Xw)(String(value)).ok ? { id: value } : { name: value }, $$zod10.rej({ name: serviceName, id: (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$parsers5.Xw)), "share-token": (0, $$yaml9.Eo)((0, $$yaml9.Ku)(parseShareToken)), version: serviceName, splits: (0, $$yaml9.Eo)($$zod10.YOg(serviceName).superRefine((list, context) => {
		if (list.length === 0) (0, $$yaml9.TR)(context, "the list of splits is empty", "Write a split, or omit the field.");
	})), message: serviceName })).transform((given, context) => {
		const { version, splits = [], message } = given;
		const ways = ["name", "id", "share-token"].flatMap((by) => {
			const value = given[by];
			return value === void 0 ? [] : [{ by, value }];
		});
		const [way, another] = ways;
		if (way === void 0) {
			(0, $$yaml9.TR)(context, "name, id and share-token are all missing", "Set exactly one of them.");
			return $$zod11.tm;
		}
		if (another !== void 0) {
			(0, $$yaml9.TR)(context, `${way.by} and ${another.by} are mutually exclusive`, "Set exactly one of them.");
		}
		const names = splits.filter((name) => name !== void 0);
		return { ...way, version, splits: [...new Set(names)], message };
	});
	const PATH_MAX = 200;
	const PathInput = (0, $$yaml9.Eo)($$zod10.L5J().transform((value, context) => {
		if (value === true) return { path: void 0 };
		if (typeof value === "string" && value.length <= PATH_MAX && /^[^\s.]+(\.[^\s.]+)*$/.test(value)) {
			return { path: value };
		}
		(0, $$yaml9.TR)(context, "the value is neither true nor a path", "Write true, or a path such as answer.total.");
		return $$zod11.tm;
	}));
	const floorValue = numberIn("a number", () => true, "a number such as 0.8");
	const FloorInput = $$zod10.vkY((value) => (0, $$yaml9.pi)(value) ? value : { "at-least": value }, $$zod10.rej({ "at-least": floorValue, mode: (0, $$yaml9.Eo)((0, $$yaml9.Ku)((text) => (0, $$parsers5.kB)(text, ["sure", "point"]))) })).transform((given, context) => {
		const { "at-least": atLeast, mode = "point" } = given;
		if (atLeast === void 0) (0, $$yaml9.TR)(context, "at-least is missing", "Write `at-least: 0.8`, for example.");
		return { atLeast: atLeast ?? 0, mode };
	});
	const ScoreInput = $$zod10.rej({ exact: PathInput, number: PathInput, tolerance: notNegative("a number such as 0.5"), floor: (0, $$yaml9.Eo)(FloorInput), margin: notNegative("a number such as 0.02"), gates: (0, $$yaml9.Eo)($$zod10.zMY()) }).transform((given, context) => {
		const { exact, number, tolerance, floor, margin, gates } = given;
		if (exact !== void 0 && number !== void 0) {
			(0, $$yaml9.TR)(context, "exact and number are mutually exclusive", "Write two scores.", ["number"]);
		}
		if (tolerance !== void 0 && number === void 0) {
			(0, $$yaml9.TR)(context, "tolerance is set without number", "Write number, or omit tolerance.", ["tolerance"]);
		}
		return { compare: number !== void 0 ? { kind: "number", path: number.path, tolerance: tolerance ?? 0 } : exact && { kind: "exact", path: exact.path }, judging: { ...floor && { floor }, ...margin !== void 0 && { margin }, ...gates !== void 0 && { gates } } };
	});
	const SCORES_MAX = 100;
	const ScoresInput = $$zod10.L5J().superRefine((value, context) => {
		if (!(0, $$yaml9.pi)(value)) return;
		const keys = Object.keys(value);
		for (const key of keys) {
			if (key !== "__proto__" && key !== "none" && (0, $$parsers5._$)(key).ok) continue;
			(0, $$yaml9.TR)(context, "the key of the score is not valid", "Use letters, digits, dots, _ and dashes.", [key]);
		}
		if (keys.length > SCORES_MAX) {
			(0, $$yaml9.TR)(context, `the mapping has ${keys.length} scores`, `Write at most ${SCORES_MAX} scores.`);
		}
	}).pipe($$zod10.g1P($$zod10.YjP(), ScoreInput)).transform((given, context) => {
		if (given[$$comparison2.yk]?.compare !== void 0) {
			(0, $$yaml9.TR)(context, `the score ${$$comparison2.yk} is reserved for the expectations of the cases`, "Give the comparison another key.", [$$comparison2.yk]);
		}
		return new Map(Object.entries(given));
	});
	const parseScript = (text) => text.trim() === "" ? (0, $$problem6.Gq)("the command is empty", "Write the lines of the program.") : (0, $$problem6.rZ)(text);
	const CommandInput = $$zod10.vkY((value) => (0, $$yaml9.pi)(value) ? value : { run: value }, $$zod10.rej({ run: (0, $$yaml9.Eo)((0, $$yaml9.Ku)(parseScript)), "time-limit": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$parsers5.Er)) })).transform((given, context) => {
		const { run: script, "time-limit": timeLimitMs = $$cases3.TIME_LIMIT_MS } = given;
		if (script === void 0) {
			const hint = "Write `run: node score.mjs`, for example. The command that resumes a run belongs into a case.";
			(0, $$yaml9.TR)(context, "run is missing", hint);
		}
		return { script: script ?? "", timeLimitMs };
	});
	const JudgingInput = $$zod10.rej({ alpha: within(0, 0.5, "a number such as 0.05"), margin: notNegative("a number such as 0.02"), confirm: integer(0, 20, "a number such as 4"), "confirm-large": integer(0, 20, "a number such as 5"), "large-above": integer(0, 1e4, "a number such as 100"), "min-pairs": integer(2, 1e3, "a number such as 10"), "case-margin": notNegative("a number such as 0.2"), "max-errored": numberIn("a share from 0 to 1", (value) => value >= 0 && value <= 1, "a share such as 0.1"), "max-latency-ratio": greater(1, "a number such as 1.1"), detect: greater(0, "a number such as 0.05"), power: within(0, 1, "a number such as 0.8"), level: within(0, 1, "a number such as 0.95") }).transform((given) => {
		const ratio = given["max-latency-ratio"];
		const settings = { alpha: given.alpha, margin: given.margin, confirm: given.confirm, confirmLarge: given["confirm-large"], largeAbove: given["large-above"], minPairs: given["min-pairs"], caseMargin: given["case-margin"], maxErroredShare: given["max-errored"], latency: ratio === void 0 ? void 0 : { gates: true, maxRatio: ratio }, detect: given.detect, power: given.power, level: given.level };
		return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== void 0));
	});
	const LINES = { "compare-with": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["compare-with"].parse)), "max-cases": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["max-cases"].parse)), seed: (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz.seed.parse)), concurrency: (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz.concurrency.parse)), repeats: (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz.repeats.parse)), "time-budget": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["time-budget"].parse)), "token-budget": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["token-budget"].parse)), "report-dir": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["report-dir"].parse)), "tracing-url": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["tracing-url"].parse)) };
	const GateMapping = $$zod10.rej({ ...LINES, dataset: (0, $$yaml9.Eo)(DatasetInput), scores: (0, $$yaml9.Eo)(ScoresInput), command: (0, $$yaml9.Eo)(CommandInput), judging: (0, $$yaml9.Eo)(JudgingInput), "proxy-config": (0, $$yaml9.Eo)($$zod10.L5J()) });
	const loadConfigCheck = async () => (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 11311))).checkConfig;
	const parseDataset = (text) => (0, $$yaml9.gM)(text, DatasetInput);
	const parseScores = (text) => (0, $$yaml9.gM)(text, ScoresInput);
	const parseJudging = (text) => (0, $$yaml9.gM)(text, JudgingInput);
	function parseCommand(text) {
		const read = (0, $$yaml9.hN)(text);
		const isSettings = read.ok && (0, $$yaml9.pi)(read.value.value) && Object.hasOwn(read.value.value, "run");
		return (0, $$yaml9.uW)(isSettings ? read.value : { value: text, lineOf: () => 1 }, CommandInput);
	}
	async function loadProxyParser() {
		const check = await loadConfigCheck();
		return (text) => (0, $$config7.YQ)(text, "runner", check);
	}
	const DatasetCases = $$zod10.rej({ cases: $$zod10.L5J().optional(), expect: $$zod10.lqM($$cases3.ExpectInput), ...$$cases3.SHARED, ...Object.fromEntries($$registry8.k4.map((name) => [name, $$zod10.L5J().optional()])) });
	async function parseGateMapping(yaml) {
		const mapping = (0, $$yaml9.pi)(yaml.value) ? yaml.value : {};
		const given = pick(mapping, $$registry8.k4);
		const read = (0, $$yaml9.uW)({ ...yaml, value: given }, GateMapping);
		const proxyConfig = await readProxyConfig(yaml, given);
		const query = read.ok ? read.value.dataset : void 0;
		const checks = Object.hasOwn(mapping, "dataset") ? parseDatasetCases(yaml, query) : (0, $$cases3.toChecksInput)(yaml, { gated: true, holdsGate: true });
		const problems = [read, proxyConfig, checks].flatMap((one) => one.ok ? [] : one.problems);
		if (!read.ok || !proxyConfig.ok || !checks.ok) return { ok: false, problems };
		const fields = { ...read.value, "proxy-config": proxyConfig.value };
		const crossed = findContradictions(fields).map(({ path, message, hint }) => ({ message: `line ${yaml.lineOf(path)}: ${path.join(".")}: ${message}`, hint }));
		return crossed.length > 0 ? { ok: false, problems: crossed } : (0, $$problem6.rZ)({ checks: checks.value, fields });
	}
	function pick(mapping, names) {
		return Object.fromEntries(Object.entries(mapping).filter(([name]) => names.includes(name)));
	}
	async function readProxyConfig(yaml, given) {
		const value = given["proxy-config"];
		if (value === void 0 || value === null) return (0, $$problem6.rZ)(void 0);
		const part = { value, lineOf: (path) => yaml.lineOf(["proxy-config", ...path]) };
		return (0, $$config7.JB)(part, "runner", await loadConfigCheck(), { nameOf: (path) => ["proxy-config", ...path].join(".") });
	}
	function parseDatasetCases(yaml, query) {
		const read = (0, $$yaml9.uW)(yaml, DatasetCases);
		if (!read.ok) return read;
		const { cases, expect = $$cases3.EXPECT_SUCCESS, ...shared } = read.value;
		const defaults = (0, $$cases3.toDefaults)(shared);
		if (cases !== void 0) {
			return (0, $$problem6.Gq)(`line ${yaml.lineOf(["cases"])}: cases and dataset are mutually exclusive`, "Set one of them.");
		}
		if (defaults.threadId !== void 0) {
			return (0, $$problem6.Gq)(`line ${yaml.lineOf(["thread-id"])}: ${$$cases3.THREAD_PROBLEM}`, $$cases3.THREAD_HINT);
		}
		if (query === void 0) return { ok: false, problems: [] };
		return (0, $$problem6.rZ)({ kind: "dataset", query, defaults, expect });
	}
	function findContradictions(fields) {
		const problems = [];
		const { scores, command } = fields;
		if (fields["proxy-config"] !== void 0 && command === void 0) {
			problems.push({ path: ["proxy-config"], message: "the value has no effect without command", hint: "Set command to the program that scores the responses, or remove proxy-config." });
		}
		for (const [key, { compare }] of scores ?? []) {
			if (key === $$comparison2.yk || compare !== void 0 || command !== void 0) continue;
			problems.push({ path: ["scores", key], message: "nothing computes this score", hint: "Write exact or number in the score, or set command to a program that prints the score." });
		}
		if ($$registry8.Ti.some((name) => fields[name] !== void 0)) return problems;
		for (const name of $$registry8.FF) {
			if (fields[name] === void 0) continue;
			problems.push({ path: [name], message: "the value has no effect without the gate", hint: "Set compare-with, dataset or scores, or remove this value." });
		}
		return problems;
	}
	function checkCompareWith(given, { endpoint, target, report }) {
		let compareWith = given;
		if (given.kind === "url") {
			const parsed = (0, $$endpoint4.Mg)(given.url, endpoint.allowInsecureHost);
			if (parsed.ok) compareWith = { kind: "url", url: parsed.value };
			else for (const { message, hint } of parsed.problems) report("compare-with", message, hint);
		}
		const isSame = compareWith.kind === "url" ? target?.by === "url" && (0, $$endpoint4.de)(compareWith.url, target.url) : compareWith.kind === "deployment" && (0, $$util0.isDeepStrictEqual)(compareWith.target, target);
		if (isSame) {
			const message = "the value is the deployment that is checked, so there would be nothing to compare";
			report("compare-with", message, "Write another deployment, or none.");
		}
		return compareWith;
	}
	function readGate(fields, context) {
		const { command, "proxy-config": proxyConfig } = fields;
		const { endpoint, env, report } = context;
		const compareWith = checkCompareWith(fields["compare-with"] ?? context.compareWith, context);
		if (proxyConfig !== void 0) {
			for (const { message, hint } of (0, $$config7.n)((0, $$config7.xU)(proxyConfig, env).missing)) {
				report("proxy-config", message, hint);
			}
		}
		const given = fields["tracing-url"];
		const tracingUrl = given === void 0 ? (0, $$endpoint4.hp)(endpoint, env) : (0, $$endpoint4.HO)(given, endpoint.allowInsecureHost);
		const variable = given === void 0 ? (0, $$endpoint4.zp)(endpoint, env) : void 0;
		if (!tracingUrl.ok) {
			for (const { message, hint } of tracingUrl.problems) report("tracing-url", message, hint);
			return void 0;
		}
		return { compareWith, maxCases: fields["max-cases"] ?? MAX_CASES, seed: fields.seed, concurrency: fields.concurrency ?? CONCURRENCY, repeats: fields.repeats ?? 1, timeBudgetMs: fields["time-budget"], tokenBudget: fields["token-budget"], scores: fields.scores ?? /* @__PURE__ */ new Map(), command: command && { ...command, proxyConfig }, judging: fields.judging ?? {}, reportDir: fields["report-dir"], tracingUrl: tracingUrl.value, ...variable && { tracingVariable: variable.name } };
	}
}), 19686: ((__module, __exports, __require) => {
	__require.d(__exports, { FF: () => $$later0.FFm, OO: () => $$later0.OO8, SY: () => $$later0.SYJ, Ti: () => $$later0.TiI, Uz: () => $$later0.Uzg, YL: () => $$later0.YL5, Yd: () => $$later0.Ydl, k4: () => $$later0.k4U, mp: () => $$later0.mpO, q9: () => $$later0.q96 });
	var $$later0 = __require(72786);
}), 6760: ((__module, __exports, __require) => {
	__require.d(__exports, { Di: () => $$later0.Di0, Ff: () => $$later0.FfZ, Hd: () => $$later0.Hd3, OW: () => $$later0.OWp, Xy: () => $$later0.XyI, _F: () => $$later0._Fh, ap: () => $$later0.apP, of: () => $$later0.ofp, p$: () => $$later0.p$Q, qF: () => $$later0.qFJ, td: () => $$later0.tdh });
	var $$later0 = __require(72786);
}), 55403: ((__module, __exports, __require) => {
	__require.d(__exports, { GE: () => $$later0.GEc, IH: () => $$later0.IHi, Mb: () => $$later0.Mbx, R3: () => $$later0.R3t, Sj: () => $$later0.Sj1, Uj: () => $$later0.UjU, VU: () => $$later0.VUB, Wt: () => $$later0.Wt7, ZX: () => $$later0.ZX3, bi: () => $$later0.bic, co: () => $$later0.coM, eq: () => $$later0.eqB, eu: () => $$later0.euP, fo: () => $$later0.foU, jg: () => $$later0.jgr, lC: () => $$later0.lCv, n_: () => $$later0.n_U, oX: () => $$later0.oXz, st: () => $$later0.sto, uL: () => $$later0.uLz, wB: () => $$later0.wBP, wv: () => $$later0.wv2, yK: () => $$later0.yKb });
	var $$later0 = __require(72786);
}), 52652: ((__module, __exports, __require) => {
	__require.d(__exports, { HR: () => $$later0.HRD, Hl: () => $$later0.HlC, M9: () => $$later0.M9M, _o: () => $$later0._oi, cr: () => $$later0.crk, kN: () => $$later0.kNr, lD: () => $$later0.lDC, me: () => $$later0.meu, r8: () => $$later0.r8q, u1: () => $$later0.u1K });
	var $$later0 = __require(72786);
}), 3917: ((__module, __exports, __require) => {
	__require.d(__exports, { KQ: () => dateTime, Qq: () => text, UG: () => dnsLabel, VM: () => cIdentifier, Xm: () => maxItems, al: () => nonEmptyText, lq: () => optional, o$: () => jsonObject, uR: () => uuid });
	var $$zod1 = __require(34410);
	var $$zod2 = __require(73477);
	var $$patterns0 = __require(52652);
	const uuid = $$zod1.OsD();
	const dateTime = $$zod2.w$({ offset: true });
	const dnsLabel = $$zod1.YjP().regex($$patterns0.HR, "must be a DNS label: 1 to 63 lowercase letters, digits or dashes, with no dash at either end");
	const cIdentifier = $$zod1.YjP().regex($$patterns0.M9, "must be a C identifier: letters, digits and underscores, not starting with a digit");
	const jsonObject = $$zod1.g1P($$zod1.YjP(), $$zod1.L5J());
	const text = $$zod1.YjP().refine((value) => !value.includes("\0") && value.isWellFormed(), "must not contain NUL or an unpaired surrogate");
	const nonEmptyText = text.min(1);
	const maxItems = (max, list) => $$zod1.vkY((value, context) => {
		if (Array.isArray(value) && value.length > max) {
			context.issues.push({ code: "too_big", origin: "array", maximum: max, inclusive: true, input: value });
		}
		return value;
	}, list.max(max));
	const OkResponse = $$zod1._H3({ ok: $$zod1.zMY() });
	const optional = (schema) => schema.nullish();
	const CHECKED_TOGETHER = 100;
	const failFastList = (item, maxLength) => {
		const some = z.array(item);
		return z.array(z.unknown()).transform((items, context) => {
			if (items.length > maxLength) {
				context.addIssue(`a list of ${items.length} items, more than the limit of ${maxLength}`);
				return z.NEVER;
			}
			const parsed = [];
			for (let at = 0; at < items.length; at += CHECKED_TOGETHER) {
				const result = some.safeParse(items.slice(at, at + CHECKED_TOGETHER));
				if (!result.success) {
					for (const { path, message } of result.error.issues) {
						const [index, ...inside] = path;
						context.addIssue({ code: "custom", message, path: [at + Number(index), ...inside] });
					}
					return z.NEVER;
				}
				for (const one of result.data) parsed.push(one);
			}
			return parsed;
		});
	};
}), 53251: ((__module, __exports, __require) => {
	__require.d(__exports, { H6: () => answeredOf, RM: () => mergeAttempts, a$: () => DEFAULT_SETTINGS, f5: () => settingsOf, uQ: () => isCompared, xt: () => scoresOf, yk: () => PASS_KEY });
	var $$intervals0 = __require(4834);
	var $$permutation1 = __require(63080);
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
}), 4834: ((__module, __exports, __require) => {
	__require.d(__exports, { Bk: () => LEVEL, Fx: () => standardDeviation, VO: () => meanInterval, Ym: () => percentile, h1: () => casesNeeded, hQ: () => shareInterval, i2: () => mean });
	var $$permutation0 = __require(63080);
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
		const z2 = normalQuantile((1 + requireShare(level)) / 2);
		const value = successes / total;
		const scale = 1 + z2 ** 2 / total;
		const center = (value + z2 ** 2 / (2 * total)) / scale;
		const half = z2 / scale * Math.sqrt(value * (1 - value) / total + z2 ** 2 / (4 * total ** 2));
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
		const z2 = bisect(0, NORMAL_MAX, (at) => centralNormal(at) >= tail);
		return probability < 0.5 ? -z2 : z2;
	}
	const NORMAL_MAX = 8.3;
	function centralNormal(z2) {
		let term = z2;
		let series = z2;
		for (let at = 3; term > series * Number.EPSILON; at += 2) {
			term *= z2 ** 2 / at;
			series += term;
		}
		return series * Math.exp(-(z2 ** 2) / 2) / Math.sqrt(2 * Math.PI);
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
}), 63080: ((__module, __exports, __require) => {
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
