const id = 874;
const ids = [874];
const modules = { 41874: ((__module, __exports, __require) => {
	__require.d(__exports, { describeGate: () => describeGate });
	var $$cases0 = __require(42483);
	const LISTED_MAX = 50;
	function countRuns({ names, baseline, repeats, hasCommand, settings }) {
		const deployments = baseline === void 0 ? 1 : 2;
		const first = names.length * repeats * deployments;
		const further = settings === void 0 || baseline === void 0 ? 0 : Math.max(0, (0, $$cases0.CB)(names.length, settings) - repeats);
		return { first, secondLook: names.length * further * deployments, scored: hasCommand ? first : 0 };
	}
	function describeGate(planned) {
		const { names, available, candidate, baseline, repeats } = planned;
		const { first, secondLook, scored } = countRuns(planned);
		const sample = names.length < available ? `a sample of ${names.length} of ${available} cases` : countOf(names.length, "case");
		const deployments = baseline === void 0 ? candidate : `${candidate} and to ${baseline}`;
		const left = names.length - LISTED_MAX;
		const times = repeats === 1 ? "" : `, each ${repeats} times`;
		return [`Dry run: the action would send ${sample} to ${deployments}${times}:`, ...names.slice(0, LISTED_MAX).map((name) => `  ${name}`), ...left > 0 ? [`  \u2026 and ${left} more`] : [], `First responses: ${countOf(first, "run")}.`, ...secondLook === 0 ? [] : [`Repeating cases that look broken: at most ${countOf(secondLook, "further run")}.`], ...scored === 0 ? [] : [`Score command: at most ${countOf(scored, "execution")}.`]];
	}
	const countOf = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
}) };
export {
	id,
	ids,
	modules
};
