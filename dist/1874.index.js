const id = 1874;
const ids = [1874];
const modules = { 41874: ((__module, __exports, __require) => {
	__require.d(__exports, { describeGate: () => describeGate });
	var $$text0 = __require(77844);
	var $$cases1 = __require(42483);
	const LISTED_MAX = 50;
	function countRuns({ names, baseline, repeats, hasCommand, settings }) {
		const deployments = baseline === void 0 ? 1 : 2;
		const first = names.length * repeats * deployments;
		const further = settings === void 0 || baseline === void 0 ? 0 : Math.max(0, (0, $$cases1.CB)(names.length, settings) - repeats);
		return { first, secondLook: names.length * further * deployments, scored: hasCommand ? first : 0 };
	}
	function describeGate(planned) {
		const { names, available, candidate, baseline, repeats } = planned;
		const { first, secondLook, scored } = countRuns(planned);
		const sample = names.length < available ? `a sample of ${names.length} of ${available} cases` : (0, $$text0.pq)(names.length, "case");
		const deployments = baseline === void 0 ? candidate : `${candidate} and to ${baseline}`;
		const left = names.length - LISTED_MAX;
		const times = repeats === 1 ? "" : `, each ${repeats} times`;
		return [`Dry run: the action would send ${sample} to ${deployments}${times}:`, ...names.slice(0, LISTED_MAX).map((name) => `  ${name}`), ...left > 0 ? [`  \u2026 and ${left} more`] : [], `First responses: ${(0, $$text0.pq)(first, "run")}.`, ...secondLook === 0 ? [] : [`Repeating cases that look broken: at most ${(0, $$text0.pq)(secondLook, "further run")}.`], ...scored === 0 ? [] : [`Score command: at most ${(0, $$text0.pq)(scored, "execution")}.`]];
	}
}) };
export {
	id,
	ids,
	modules
};
