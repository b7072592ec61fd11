const id = 96;
const ids = [96];
const modules = { 83616: ((__module, __exports, __require) => {
	__require.d(__exports, { t7: () => areEqual, qy: () => compareTexts });
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
	var evaluate = __require(29286);
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
			const at = { path: `${path}${(0, evaluate.of)(key)}`, key, depth: depth + 1 };
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
}), 83096: ((__module, __exports, __require) => {
	__require.d(__exports, { CB: () => confirmedFrom, cm: () => caseScores, nl: () => planSecondLook, oh: () => meansOf, vn: () => judgeCases });
	var $$comparison0 = __require(26642);
	var $$differences1 = __require(83616);
	var $$intervals2 = __require(39889);
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
		return { name, verdict: verdict(), tallies: tally.total > 0 ? { baseline: void 0, candidate: tally } : void 0, scores: [...meansOf(candidate.first)].map(([key, mean]) => ({ key, baseline: void 0, candidate: mean })), outputs: { baseline: void 0, candidate: output }, errors: { baseline: [], candidate: errorsOf(candidate) }, failures: failuresOf(candidate), isUnconfirmed: false };
	}
	function judgeCase({ name, baseline = NO_ANSWERS, candidate }, needed, settings) {
		const [before, after] = [tallyOf(baseline), tallyOf(candidate)];
		const scores = caseScores(baseline, candidate);
		const [firstBefore, firstAfter] = [firstOutput(baseline), firstOutput(candidate)];
		const isConfirmed = Math.min(before.total, after.total) >= needed;
		const facts = { name, tallies: before.total > 0 && after.total > 0 ? { baseline: before, candidate: after } : void 0, scores, outputs: { baseline: firstBefore, candidate: firstAfter }, errors: { baseline: errorsOf(baseline), candidate: errorsOf(candidate) }, failures: failuresOf(candidate), isUnconfirmed: looksBroken(before, after) && !isConfirmed };
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
}) };
export {
	id,
	ids,
	modules
};
