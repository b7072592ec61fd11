const id = 2483;
const ids = [2483];
const modules = { 53251: ((__module, __exports, __require) => {
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
}), 51633: ((__module, __exports, __require) => {
	__require.d(__exports, { t7: () => areEqual, sy: () => compareJson, qy: () => compareTexts });
	;
	class Diff {
		diff(oldStr, newStr, options = {}) {
			let callback;
			if (typeof options === "function") {
				callback = options;
				options = {};
			} else if ("callback" in options) {
				callback = options.callback;
			}
			const oldString = this.castInput(oldStr, options);
			const newString = this.castInput(newStr, options);
			const oldTokens = this.removeEmpty(this.tokenize(oldString, options));
			const newTokens = this.removeEmpty(this.tokenize(newString, options));
			return this.diffWithOptionsObj(oldTokens, newTokens, options, callback);
		}
		diffWithOptionsObj(oldTokens, newTokens, options, callback) {
			var _a;
			const done = (value) => {
				value = this.postProcess(value, options);
				if (callback) {
					setTimeout(function() {
						callback(value);
					}, 0);
					return void 0;
				} else {
					return value;
				}
			};
			const newLen = newTokens.length, oldLen = oldTokens.length;
			let editLength = 1;
			let maxEditLength = newLen + oldLen;
			if (options.maxEditLength != null) {
				maxEditLength = Math.min(maxEditLength, options.maxEditLength);
			}
			const maxExecutionTime = (_a = options.timeout) !== null && _a !== void 0 ? _a : Infinity;
			const abortAfterTimestamp = Date.now() + maxExecutionTime;
			const bestPath = [{ oldPos: -1, lastComponent: void 0 }];
			let newPos = this.extractCommon(bestPath[0], newTokens, oldTokens, 0, options);
			if (bestPath[0].oldPos + 1 >= oldLen && newPos + 1 >= newLen) {
				return done(this.buildValues(bestPath[0].lastComponent, newTokens, oldTokens));
			}
			let minDiagonalToConsider = -Infinity, maxDiagonalToConsider = Infinity;
			const execEditLength = () => {
				for (let diagonalPath = Math.max(minDiagonalToConsider, -editLength); diagonalPath <= Math.min(maxDiagonalToConsider, editLength); diagonalPath += 2) {
					let basePath;
					const removePath = bestPath[diagonalPath - 1], addPath = bestPath[diagonalPath + 1];
					if (removePath) {
						bestPath[diagonalPath - 1] = void 0;
					}
					let canAdd = false;
					if (addPath) {
						const addPathNewPos = addPath.oldPos - diagonalPath;
						canAdd = addPath && 0 <= addPathNewPos && addPathNewPos < newLen;
					}
					const canRemove = removePath && removePath.oldPos + 1 < oldLen;
					if (!canAdd && !canRemove) {
						bestPath[diagonalPath] = void 0;
						continue;
					}
					if (!canRemove || canAdd && removePath.oldPos < addPath.oldPos) {
						basePath = this.addToPath(addPath, true, false, 0, options);
					} else {
						basePath = this.addToPath(removePath, false, true, 1, options);
					}
					newPos = this.extractCommon(basePath, newTokens, oldTokens, diagonalPath, options);
					if (basePath.oldPos + 1 >= oldLen && newPos + 1 >= newLen) {
						return done(this.buildValues(basePath.lastComponent, newTokens, oldTokens)) || true;
					} else {
						bestPath[diagonalPath] = basePath;
						if (basePath.oldPos + 1 >= oldLen) {
							maxDiagonalToConsider = Math.min(maxDiagonalToConsider, diagonalPath - 1);
						}
						if (newPos + 1 >= newLen) {
							minDiagonalToConsider = Math.max(minDiagonalToConsider, diagonalPath + 1);
						}
					}
				}
				editLength++;
			};
			if (callback) {
				(function exec() {
					setTimeout(function() {
						if (editLength > maxEditLength || Date.now() > abortAfterTimestamp) {
							return callback(void 0);
						}
						if (!execEditLength()) {
							exec();
						}
					}, 0);
				})();
			} else {
				while (editLength <= maxEditLength && Date.now() <= abortAfterTimestamp) {
					const ret = execEditLength();
					if (ret) {
						return ret;
					}
				}
			}
		}
		addToPath(path, added, removed, oldPosInc, options) {
			const last = path.lastComponent;
			if (last && !options.oneChangePerToken && last.added === added && last.removed === removed) {
				return { oldPos: path.oldPos + oldPosInc, lastComponent: { count: last.count + 1, added, removed, previousComponent: last.previousComponent } };
			} else {
				return { oldPos: path.oldPos + oldPosInc, lastComponent: { count: 1, added, removed, previousComponent: last } };
			}
		}
		extractCommon(basePath, newTokens, oldTokens, diagonalPath, options) {
			const newLen = newTokens.length, oldLen = oldTokens.length;
			let oldPos = basePath.oldPos, newPos = oldPos - diagonalPath, commonCount = 0;
			while (newPos + 1 < newLen && oldPos + 1 < oldLen && this.equals(oldTokens[oldPos + 1], newTokens[newPos + 1], options)) {
				newPos++;
				oldPos++;
				commonCount++;
				if (options.oneChangePerToken) {
					basePath.lastComponent = { count: 1, previousComponent: basePath.lastComponent, added: false, removed: false };
				}
			}
			if (commonCount && !options.oneChangePerToken) {
				basePath.lastComponent = { count: commonCount, previousComponent: basePath.lastComponent, added: false, removed: false };
			}
			basePath.oldPos = oldPos;
			return newPos;
		}
		equals(left, right, options) {
			if (options.comparator) {
				return options.comparator(left, right);
			} else {
				return left === right || !!options.ignoreCase && left.toLowerCase() === right.toLowerCase();
			}
		}
		removeEmpty(array) {
			const ret = [];
			for (let i = 0; i < array.length; i++) {
				if (array[i]) {
					ret.push(array[i]);
				}
			}
			return ret;
		}
		castInput(value, options) {
			return value;
		}
		tokenize(value, options) {
			return Array.from(value);
		}
		join(chars) {
			return chars.join("");
		}
		postProcess(changeObjects, options) {
			return changeObjects;
		}
		get useLongestToken() {
			return false;
		}
		buildValues(lastComponent, newTokens, oldTokens) {
			const components = [];
			let nextComponent;
			while (lastComponent) {
				components.push(lastComponent);
				nextComponent = lastComponent.previousComponent;
				delete lastComponent.previousComponent;
				lastComponent = nextComponent;
			}
			components.reverse();
			const componentLen = components.length;
			let componentPos = 0, newPos = 0, oldPos = 0;
			for (; componentPos < componentLen; componentPos++) {
				const component = components[componentPos];
				if (!component.removed) {
					if (!component.added && this.useLongestToken) {
						let value = newTokens.slice(newPos, newPos + component.count);
						value = value.map(function(value2, i) {
							const oldValue = oldTokens[oldPos + i];
							return oldValue.length > value2.length ? oldValue : value2;
						});
						component.value = this.join(value);
					} else {
						component.value = this.join(newTokens.slice(newPos, newPos + component.count));
					}
					newPos += component.count;
					if (!component.added) {
						oldPos += component.count;
					}
				} else {
					component.value = this.join(oldTokens.slice(oldPos, oldPos + component.count));
					oldPos += component.count;
				}
			}
			return components;
		}
	}
	;
	class ArrayDiff extends Diff {
		tokenize(value) {
			return value.slice();
		}
		join(value) {
			return value;
		}
		removeEmpty(value) {
			return value;
		}
	}
	const arrayDiff = new ArrayDiff();
	function diffArrays(oldArr, newArr, options) {
		return arrayDiff.diff(oldArr, newArr, options);
	}
	var json_safety = __require(6760);
	;
	function compareTexts(before, after, { context = 120, maxCharacters = 8e3, maxEdits = 400 } = {}) {
		if (before === after) return { kind: "same" };
		const shorter = Math.min(before.length, after.length);
		let prefix = 0;
		while (prefix < shorter && before.charCodeAt(prefix) === after.charCodeAt(prefix)) prefix += 1;
		let suffix = 0;
		while (suffix < shorter - prefix && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
		const from = startOfCharacter(before, Math.max(0, prefix - context));
		const left = Math.max(0, suffix - context);
		const cut = (text) => {
			const end = Math.min(text.length - left, from + maxCharacters);
			return text.slice(from, startOfCharacter(text, end));
		};
		const [older, newer] = [cut(before), cut(after)];
		const window = { isCutBefore: from > 0, isCutAfter: from + older.length < before.length || from + newer.length < after.length };
		const changes = diffArrays(wordsOf(older), wordsOf(newer), { maxEditLength: maxEdits });
		if (changes === void 0) return { kind: "replaced", before: older, after: newer, ...window };
		const parts = changes.map(({ added, removed, value }) => ({ kind: added ? "added" : removed ? "removed" : "kept", text: value.join("") }));
		return { kind: "words", parts, ...window };
	}
	function startOfCharacter(text, index) {
		const isInside = /^[\udc00-\udfff]/.test(text.charAt(index)) && /[\ud800-\udbff]$/.test(text.charAt(index - 1));
		return isInside ? index - 1 : index;
	}
	function wordsOf(text) {
		const segmenter = new Intl.Segmenter("en", { granularity: "word" });
		return Array.from(segmenter.segment(text), ({ segment }) => segment);
	}
	function compareJson(before, after, limits = {}) {
		const { maxChanges = 50, maxValues = 2e6, maxDepth = 500 } = limits;
		const walk = { changes: [], maxChanges, valuesLeft: maxValues, maxDepth, isComplete: true };
		compareAt(walk, { path: "$", key: "", depth: 0 }, before, after);
		return { changes: walk.changes, isComplete: walk.isComplete };
	}
	function areEqual(before, after) {
		const { changes, isComplete } = compareJson(before, after, { maxChanges: 1 });
		return changes.length === 0 && isComplete;
	}
	function compareAt(walk, position, before, after) {
		if (!canContinue(walk)) return;
		if (before === after || isSameKindOfGenerated(position.key, before, after)) return;
		const isDeep = position.depth >= walk.maxDepth;
		if (!isDeep && Array.isArray(before) && Array.isArray(after)) {
			compareLists(walk, position, before, after);
		} else if (!isDeep && (0, json_safety.OW)(before) && (0, json_safety.OW)(after)) {
			compareObjects(walk, position, before, after);
		} else {
			walk.changes.push({ kind: "changed", path: position.path, before, after });
		}
	}
	function canContinue(walk) {
		walk.valuesLeft -= 1;
		if (walk.valuesLeft >= 0 && walk.changes.length < walk.maxChanges) return true;
		walk.isComplete = false;
		return false;
	}
	function compareObjects(walk, { path, depth }, before, after) {
		const keys = [...Object.keys(before), ...Object.keys(after).filter((key) => !Object.hasOwn(before, key))];
		for (const key of keys) {
			if (!walk.isComplete) return;
			const at = { path: `${path}${(0, json_safety.of)(key)}`, key, depth: depth + 1 };
			const [isBefore, isAfter] = [Object.hasOwn(before, key), Object.hasOwn(after, key)];
			if (isBefore && isAfter) compareAt(walk, at, before[key], after[key]);
			else if (isBefore) pushSingle(walk, at, { kind: "removed", path: at.path, before: before[key] });
			else pushSingle(walk, at, { kind: "added", path: at.path, after: after[key] });
		}
	}
	function compareLists(walk, { path, key, depth }, before, after) {
		const at = (index) => ({ path: `${path}[${index}]`, key, depth: depth + 1 });
		const shorter = Math.min(before.length, after.length);
		let [prefix, suffix] = [0, 0];
		if (before.length !== after.length) {
			const isEqual = (one, other) => areEqualWithin(walk, key, depth + 1, one, other);
			while (prefix < shorter && isEqual(before[prefix], after[prefix])) prefix += 1;
			while (suffix < shorter - prefix && isEqual(before.at(-1 - suffix), after.at(-1 - suffix))) suffix += 1;
		}
		const [endBefore, endAfter] = [before.length - suffix, after.length - suffix];
		for (let index = prefix; index < Math.max(endBefore, endAfter) && walk.isComplete; index += 1) {
			const position = at(index);
			if (index < endBefore && index < endAfter) compareAt(walk, position, before[index], after[index]);
			else if (index < endBefore) {
				pushSingle(walk, position, { kind: "removed", path: position.path, before: before[index] });
			} else pushSingle(walk, position, { kind: "added", path: position.path, after: after[index] });
		}
	}
	function pushSingle(walk, { key }, change) {
		if (!canContinue(walk)) return;
		const value = change.kind === "added" ? change.after : change.before;
		if (kindOfGenerated(key, value) === void 0) walk.changes.push(change);
	}
	function areEqualWithin(walk, key, depth, before, after) {
		const inner = { ...walk, changes: [], maxChanges: 1, isComplete: true };
		compareAt(inner, { path: "$", key, depth }, before, after);
		walk.valuesLeft = inner.valuesLeft;
		return inner.isComplete && inner.changes.length === 0;
	}
	function isSameKindOfGenerated(key, before, after) {
		const kind = kindOfGenerated(key, before);
		return kind !== void 0 && kind === kindOfGenerated(key, after);
	}
	const ID_KEY = /^(?:id|ids|uuid|(?:run|thread|checkpoint|message|tool_call|trace|request|assistant)_?ids?)$/i;
	const TIME_KEY = /^(?:created|updated|modified|started|ended|finished)(?:_?at)?$|^(?:timestamp|start_time|end_time)$/i;
	const UUID = /^\S{0,24}[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
	const TOKEN = /^(?:[a-z]{2,12}[-_])?(?=[^\W_]*\d)(?=[^\W_]*[a-z])[a-z0-9]{20,64}$/i;
	const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
	const GENERATED_MAX = 100;
	const ID_MIN = 16;
	function kindOfGenerated(key, value) {
		if (typeof value === "number") return TIME_KEY.test(key) ? "time" : void 0;
		if (typeof value !== "string" || value.length > GENERATED_MAX) return void 0;
		if (TIME.test(value)) return "time";
		if (UUID.test(value) || TOKEN.test(value)) return "id";
		return value.length >= ID_MIN && ID_KEY.test(key) && !/\s/.test(value) ? "id" : void 0;
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
}), 42483: ((__module, __exports, __require) => {
	__require.d(__exports, { CB: () => confirmedFrom, cm: () => caseScores, nl: () => planSecondLook, oh: () => meansOf, vn: () => judgeCases });
	var $$comparison0 = __require(53251);
	var $$differences1 = __require(51633);
	var $$intervals2 = __require(4834);
	function planSecondLook(cases, settings) {
		const needed = confirmedFrom(cases.length, settings);
		return cases.flatMap(({ name, baseline, candidate }) => {
			if (baseline === void 0) return [];
			const [before, after] = [tallyOf(baseline), tallyOf(candidate)];
			const times = needed - Math.min(before.total, after.total);
			return looksBroken(before, after) && times > 0 ? [{ name, times }] : [];
		});
	}
	function judgeCases(cases, settings) {
		if (!(0, $$comparison0.uQ)(cases)) return cases.map(judgeAlone);
		const needed = confirmedFrom(cases.length, settings);
		return cases.map((one) => judgeCase(one, needed, settings));
	}
	const NO_ANSWERS = { first: [], secondLook: [] };
	function judgeAlone({ name, candidate }) {
		const tally = tallyOf(candidate);
		const output = firstOutput(candidate);
		const verdict = () => {
			if (output === void 0) return "errored";
			if (isMixed(tally)) return "flaky";
			return tally.passed < tally.total ? "failed" : "passed";
		};
		return { name, verdict: verdict(), tallies: tally.total > 0 ? { baseline: void 0, candidate: tally } : void 0, scores: [...meansOf(candidate.first)].map(([key, mean]) => ({ key, baseline: void 0, candidate: mean })), outputs: { baseline: void 0, candidate: output }, costs: { baseline: void 0, candidate: costOf(candidate) }, errors: { baseline: [], candidate: errorsOf(candidate) }, failures: failuresOf(candidate), isUnconfirmed: false };
	}
	function judgeCase({ name, baseline = NO_ANSWERS, candidate }, needed, settings) {
		const [before, after] = [tallyOf(baseline), tallyOf(candidate)];
		const scores = caseScores(baseline, candidate);
		const [firstBefore, firstAfter] = [firstOutput(baseline), firstOutput(candidate)];
		const isConfirmed = Math.min(before.total, after.total) >= needed;
		const facts = { name, tallies: before.total > 0 && after.total > 0 ? { baseline: before, candidate: after } : void 0, scores, outputs: { baseline: firstBefore, candidate: firstAfter }, costs: { baseline: costOf(baseline), candidate: costOf(candidate) }, errors: { baseline: errorsOf(baseline), candidate: errorsOf(candidate) }, failures: failuresOf(candidate), isUnconfirmed: looksBroken(before, after) && !isConfirmed };
		const verdict = () => {
			if (firstBefore === void 0 || firstAfter === void 0) return "errored";
			if (looksBroken(before, after)) return isConfirmed ? "broken" : "worse";
			if (isMixed(before) || isMixed(after)) return "flaky";
			if (looksBroken(after, before)) return "fixed";
			const moves = scores.map((one) => one.candidate - one.baseline);
			if (moves.some((move) => move <= -settings.caseMargin + ROUNDING)) return "worse";
			if (moves.some((move) => move >= settings.caseMargin - ROUNDING)) return "better";
			return (0, $$differences1.t7)(firstBefore.value, firstAfter.value) ? "same" : "changed";
		};
		return { ...facts, verdict: verdict() };
	}
	const ROUNDING = 1e-9;
	function confirmedFrom(cases, { confirm, confirmLarge, largeAbove }) {
		return 1 + (cases > largeAbove ? confirmLarge : confirm);
	}
	function looksBroken(before, after) {
		return before.total > 0 && after.total > 0 && before.passed === before.total && after.passed === 0;
	}
	function isMixed({ passed, total }) {
		return passed > 0 && passed < total;
	}
	function tallyOf({ first, secondLook }) {
		const judged = (0, $$comparison0.H6)([...first, ...secondLook]).filter(({ passed }) => passed !== void 0);
		return { passed: judged.filter(({ passed }) => passed).length, total: judged.length };
	}
	function firstOutput({ first }) {
		const [answer] = (0, $$comparison0.H6)(first);
		return answer && { value: answer.output };
	}
	function costOf({ first }) {
		const answers = (0, $$comparison0.H6)(first);
		if (answers.length === 0) return void 0;
		const tokens = answers.flatMap((answer) => answer.tokens ?? []);
		return { latencyMs: (0, $$intervals2.i2)(answers.map(({ latencyMs }) => latencyMs)), tokens: tokens.length === 0 ? void 0 : (0, $$intervals2.i2)(tokens) };
	}
	function errorsOf({ first, secondLook }) {
		return [...new Set([...first, ...secondLook].flatMap((one) => one.kind === "errored" ? [one.why] : []))];
	}
	function failuresOf({ first, secondLook }) {
		return [...new Set((0, $$comparison0.H6)([...first, ...secondLook]).flatMap(({ failures }) => failures ?? []))];
	}
	function caseScores(baseline, candidate) {
		const [before, after] = [meansOf(baseline.first), meansOf(candidate.first)];
		return [...before].flatMap(([key, value]) => {
			const other = after.get(key);
			return other === void 0 ? [] : [{ key, baseline: value, candidate: other }];
		});
	}
	function meansOf(answers) {
		const all = /* @__PURE__ */ new Map();
		for (const answer of (0, $$comparison0.H6)(answers)) {
			for (const [key, score] of (0, $$comparison0.xt)(answer)) {
				const numbers = all.get(key) ?? [];
				numbers.push(score);
				all.set(key, numbers);
			}
		}
		return new Map([...all].map(([key, numbers]) => [key, (0, $$intervals2.i2)(numbers)]));
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
}) };
export {
	id,
	ids,
	modules
};
