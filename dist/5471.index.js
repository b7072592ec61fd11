const id = 5471;
const ids = [5471];
const modules = { 44622: ((__module, __exports, __require) => {
	__require.d(__exports, { eb: () => digestCases, Xm: () => openReportFolder, Ys: () => readEarlierAnswers, Hs: () => readScoreHistory, Li: () => writeReports });
	var external_node_crypto_ = __require(77598);
	var external_node_path_ = __require(76760);
	var schemas = __require(34410);
	;
	const GATE_ANSWERS_VERSION = 1;
	const run = schemas.Ikc({ thread_id: schemas.YjP().nullable(), run_id: schemas.YjP().nullable(), started_at: schemas.aig(), ended_at: schemas.aig() });
	const answer = schemas.gMt("kind", [schemas.Ikc({ kind: schemas.euz("answered"), output: schemas.L5J(), passed: schemas.zMY().nullable(), failures: schemas.YOg(schemas.YjP()), scores: schemas.YOg(schemas.Ikc({ key: schemas.YjP(), score: schemas.aig() })), latency_ms: schemas.aig().min(0), tokens: schemas.aig().min(0).nullable(), run: run.nullable() }), schemas.Ikc({ kind: schemas.euz("errored"), why: schemas.YjP(), run: run.nullable() })]);
	const side = schemas.Ikc({ first: schemas.YOg(answer), second_look: schemas.YOg(answer) });
	const content = schemas.Ikc({ version: schemas.euz(GATE_ANSWERS_VERSION), run_id: schemas.YjP(), attempt: schemas.Whr().min(1), commit: schemas.YjP().nullable(), candidate: schemas.YjP(), baseline_revision: schemas.YjP().nullable(), cases_digest: schemas.YjP(), cases: schemas.YOg(schemas.Ikc({ name: schemas.YjP(), baseline: side.nullable(), candidate: side })) });
	const gateAnswersSchema = schemas.Ikc({ content, signature: schemas.YjP() });
	var statuses = __require(83889);
	;
	const GATE_REPORT_VERSION = 1;
	const interval = schemas.Ikc({ value: schemas.aig(), low: schemas.aig().nullable(), high: schemas.aig().nullable() });
	const tally = schemas.Ikc({ passed: schemas.Whr().min(0), total: schemas.Whr().min(0) });
	const latency = schemas.Ikc({ p50: schemas.aig(), p95: schemas.aig() });
	const count = schemas.Whr().min(0);
	const verdictOfCase = schemas.k5n(statuses.SE);
	const gateReportSchema = schemas.Ikc({ version: schemas.euz(GATE_REPORT_VERSION), verdict: schemas.k5n(["worse", "below-floor", "inconclusive", "unclear", "better", "same", "passed"]), compared: schemas.zMY(), red: schemas.zMY(), sentence: schemas.YjP(), reasons: schemas.YOg(schemas.YjP()), ended_early: schemas.YjP().nullable(), dataset: schemas.Ikc({ name: schemas.YjP(), version: schemas.YjP() }).nullable(), commits: schemas.Ikc({ baseline: schemas.YjP().nullable(), candidate: schemas.YjP().nullable() }), totals: schemas.Ikc({ cases: count, answers: count, not_asked: count, tokens: schemas.aig().nullable(), second_looks: count }), history: schemas.YOg(schemas.Ikc({ commit: schemas.YjP(), scores: schemas.YOg(schemas.Ikc({ key: schemas.YjP(), mean: schemas.aig() })) })), counts: schemas.g1P(verdictOfCase, count), scores: schemas.YOg(schemas.Ikc({ key: schemas.YjP(), gates: schemas.zMY(), margin: schemas.aig(), pairs: count, verdict: schemas.k5n(["worse", "better", "same", "unclear"]).nullable(), probability: schemas.aig().nullable(), cases_needed: schemas.Whr().nullable(), baseline: schemas.aig().nullable(), candidate: schemas.aig().nullable(), mean: interval.extend({ cases: count }).nullable(), difference: interval.nullable(), floor: schemas.Ikc({ at_least: schemas.aig(), mode: schemas.k5n(["point", "sure"]), result: schemas.k5n(["met", "missed", "unscored"]), mean: interval.nullable() }).nullable() })), latency: schemas.Ikc({ gates: schemas.zMY(), pairs: count, verdict: schemas.k5n(["worse", "better", "unclear"]).nullable(), baseline: latency.nullable(), candidate: latency }).nullable(), cases: schemas.YOg(schemas.Ikc({ name: schemas.YjP(), verdict: verdictOfCase, unconfirmed: schemas.zMY(), passed: schemas.Ikc({ baseline: tally.nullable(), candidate: tally }).nullable(), scores: schemas.YOg(schemas.Ikc({ key: schemas.YjP(), baseline: schemas.aig().nullable(), candidate: schemas.aig() })), outputs: schemas.Ikc({ baseline: schemas.YjP().nullable(), candidate: schemas.YjP().nullable() }), errors: schemas.Ikc({ baseline: schemas.YOg(schemas.YjP()), candidate: schemas.YOg(schemas.YjP()) }), failures: schemas.YOg(schemas.YjP()), location: schemas.Ikc({ file: schemas.YjP(), line: schemas.Whr().min(1) }).nullable() })) });
	var errors = __require(94924);
	var plain_file = __require(85542);
	var plain_folder = __require(43900);
	var runner_folder = __require(19230);
	var report_texts = __require(77098);
	;
	const NAME_MAX = 200;
	const OUTPUT_MAX = 4e3;
	const MAX_FAILURES = 10;
	function toStoredCase({ name, baseline, candidate }, context) {
		return { name: (0, report_texts.Kb)(name, NAME_MAX, context), baseline: baseline === void 0 ? null : toSide(baseline, context), candidate: toSide(candidate, context) };
	}
	function toSide({ first, secondLook }, context) {
		const shown = first.find(({ kind }) => kind === "answered");
		return { first: first.map((one) => toAnswer(one, context, one === shown)), second_look: secondLook.map((one) => toAnswer(one, context, false)) };
	}
	function toAnswer(one, context, isShown) {
		const text = (value) => (0, report_texts.Kb)(value, NAME_MAX, context);
		const run2 = one.run === void 0 ? null : toRun(one.run);
		if (one.kind === "errored") return { kind: "errored", why: text(one.why), run: run2 };
		return { kind: "answered", output: isShown ? toOutput(one.output, context) : null, passed: one.passed ?? null, failures: (one.failures ?? []).slice(0, MAX_FAILURES).map(text), scores: [...one.scores].map(([key, score]) => ({ key: context.redact(key), score })), latency_ms: one.latencyMs, tokens: one.tokens ?? null, run: run2 };
	}
	function toOutput(output, context) {
		const json = JSON.stringify(output) ?? "null";
		if (json.length > OUTPUT_MAX) return (0, report_texts.Kb)((0, report_texts.jO)({ value: output }), OUTPUT_MAX, context);
		try {
			return JSON.parse(context.redact(json));
		} catch {
			return (0, report_texts.Kb)((0, report_texts.jO)({ value: output }), OUTPUT_MAX, context);
		}
	}
	function toRun({ threadId, runId, startedAt, endedAt }) {
		return { thread_id: threadId ?? null, run_id: runId ?? null, started_at: startedAt, ended_at: endedAt };
	}
	function fromStoredCase({ baseline, candidate }, name) {
		return { name, baseline: baseline === null ? void 0 : fromSide(baseline), candidate: fromSide(candidate) };
	}
	function fromSide({ first, second_look: secondLook }) {
		return { first: first.map(fromAnswer), secondLook: secondLook.map(fromAnswer) };
	}
	function fromAnswer(one) {
		const run2 = one.run === null ? void 0 : fromRun(one.run);
		if (one.kind === "errored") return { kind: "errored", why: one.why, run: run2 };
		return { kind: "answered", output: one.output, passed: one.passed ?? void 0, failures: one.failures, scores: new Map(one.scores.map(({ key, score }) => [key, score])), latencyMs: one.latency_ms, tokens: one.tokens ?? void 0, run: run2 };
	}
	function fromRun({ thread_id, run_id, started_at, ended_at }) {
		return { threadId: thread_id ?? void 0, runId: run_id ?? void 0, startedAt: started_at, endedAt: ended_at, comments: /* @__PURE__ */ new Map() };
	}
	var judge = __require(31968);
	;
	const json_NAME_MAX = 500;
	const json_OUTPUT_MAX = 4e3;
	const MAX_ERRORS = 10;
	function toGateReport(judgement, context, { locations = /* @__PURE__ */ new Map(), history = [] } = {}) {
		const { verdict, isRed, sentence, reasons, totals, counts, scores, latency: latency2, cases } = judgement;
		const text = (value) => (0, report_texts.Kb)(value, json_NAME_MAX, context);
		const { sides, dataset } = context;
		return { version: 1, verdict, compared: judgement.isCompared, red: isRed, sentence: (0, report_texts.Kb)(sentence, json_OUTPUT_MAX, context), reasons: reasons.map((reason) => text((0, judge.Ci)(reason))), ended_early: context.endedEarly === void 0 ? null : text(context.endedEarly), dataset: dataset === void 0 ? null : { name: text(dataset.name), version: text(dataset.version) }, commits: { baseline: sides.baseline?.commit === void 0 ? null : text(sides.baseline.commit.sha), candidate: sides.candidate.commit === void 0 ? null : text(sides.candidate.commit.sha) }, totals: { cases: cases.length, answers: totals.answers, not_asked: totals.notAsked, tokens: totals.tokens ?? null, second_looks: totals.secondLooks }, history: [...history], counts: { ...counts }, scores: scores.map((score) => toScore(score, text)), latency: latency2 === void 0 ? null : { ...latency2, verdict: latency2.verdict ?? null, baseline: latency2.baseline ?? null }, cases: cases.map((one) => toCase(one, context, locations.get(one.name))) };
	}
	function toScore(score, text) {
		const { key, gates, margin, pairs, means, candidate, verdict, floor } = score;
		return { key: text(key), gates, margin, pairs, verdict: verdict?.kind ?? null, probability: verdict !== void 0 && "probability" in verdict ? verdict.probability : null, cases_needed: verdict?.kind === "unclear" ? verdict.needed?.cases ?? null : null, baseline: means?.baseline ?? null, candidate: means?.candidate ?? null, mean: candidate === void 0 ? null : { ...toInterval(candidate.mean), cases: candidate.cases }, difference: means === void 0 ? null : toInterval(means.difference), floor: floor === void 0 ? null : { at_least: floor.floor.atLeast, mode: floor.floor.mode, result: floor.kind, mean: floor.kind === "unscored" ? null : toInterval(floor.mean) } };
	}
	function toInterval({ value, low, high }) {
		const bound = (number) => Number.isFinite(number) ? number : null;
		return { value, low: bound(low), high: bound(high) };
	}
	function toCase(one, context, location) {
		const text = (value) => (0, report_texts.Kb)(value, json_NAME_MAX, context);
		const output = (side2) => side2 === void 0 ? null : (0, report_texts.Kb)((0, report_texts.jO)(side2), json_OUTPUT_MAX, context);
		const errors2 = (all) => all.slice(0, MAX_ERRORS).map(text);
		return { name: text(one.name), verdict: one.verdict, unconfirmed: one.isUnconfirmed, passed: one.tallies === void 0 ? null : { baseline: one.tallies.baseline ?? null, candidate: one.tallies.candidate }, scores: one.scores.map(({ key, baseline, candidate }) => ({ key: text(key), baseline: baseline ?? null, candidate })), outputs: { baseline: output(one.outputs.baseline), candidate: output(one.outputs.candidate) }, errors: { baseline: errors2(one.errors.baseline), candidate: errors2(one.errors.candidate) }, failures: errors2(one.failures), location: location === void 0 ? null : { file: text(location.file), line: location.line } };
	}
	var comparison = __require(53251);
	;
	const junit_NAME_MAX = 500;
	const TEXT_MAX = 4e3;
	function junitReport(judgement, context) {
		const isRedByFailures = judgement.reasons.some((reason) => reason.kind === "failed" || reason.kind === "below-floor" && reason.key === comparison.yk);
		const isFailure = ({ verdict: verdict2 }) => verdict2 === "broken" || isRedByFailures && !judgement.isCompared && ["failed", "flaky"].includes(verdict2);
		const cases = judgement.cases.map((one) => caseElement(one, context, isFailure(one)));
		const reasons = judgement.reasons.filter(({ kind }) => kind !== "broken" && kind !== "failed" && kind !== "errored").map((reason) => {
			const text = (0, report_texts.Kb)((0, judge.Ci)(reason), junit_NAME_MAX, context);
			return `<testcase classname="gate" name="${escapeXml(text)}"><failure message="${escapeXml(text)}"/></testcase>`;
		});
		const sentence = [judgement.sentence, (0, report_texts.XN)(judgement, context)].filter((text) => text !== "").join(" ");
		const verdict = `<testcase classname="gate" name="verdict"><system-out>${escapeXml((0, report_texts.Kb)(sentence, TEXT_MAX, context))}</system-out></testcase>`;
		const notAsked = judgement.cases.filter(report_texts.Mk).length;
		const failures = judgement.cases.filter(isFailure).length;
		return `${['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", `<testsuite name="cases" tests="${cases.length}" failures="${failures}" errors="${judgement.counts.errored - notAsked}" skipped="${notAsked}">`, ...cases, "</testsuite>", `<testsuite name="gate" tests="${reasons.length + 1}" failures="${reasons.length}" errors="0">`, verdict, ...reasons, "</testsuite>", "</testsuites>"].join("\n")}
`;
	}
	function caseElement(one, context, isFailure) {
		const name = escapeXml((0, report_texts.Kb)(one.name, junit_NAME_MAX, context));
		const open = `<testcase classname="cases" name="${name}">`;
		const { baseline, candidate } = context.sides;
		if (isFailure && baseline === void 0) {
			const why = (0, report_texts.ss)(one, context);
			const message = escapeXml(`${one.verdict}${why === "" ? "" : `: ${(0, report_texts.Kb)(why, TEXT_MAX, context)}`}`);
			const text = escapeXml((0, report_texts.Kb)((0, report_texts.jO)(one.outputs.candidate), TEXT_MAX, context));
			return `${open}<failure message="${message}">${text}</failure></testcase>`;
		}
		if (isFailure) {
			const message = escapeXml(`${candidate.title} fails, ${baseline?.title} passes`);
			const text = escapeXml((0, report_texts.Pp)(one, context).join("\n"));
			return `${open}<failure message="${message} (${(0, report_texts.oR)(one)})">${text}</failure></testcase>`;
		}
		if ((0, report_texts.Mk)(one)) return `${open}<skipped message="not run"/></testcase>`;
		if (one.verdict === "errored") {
			return `${open}<error message="${escapeXml((0, report_texts.Kb)((0, report_texts.eJ)(one, context), TEXT_MAX, context))}"/></testcase>`;
		}
		const move = (0, report_texts.oR)(one);
		return `${open}<system-out>${one.verdict}${move === "" ? "" : ` (${move})`}</system-out></testcase>`;
	}
	function escapeXml(text) {
		return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\uFFFD").replace(/[&<>"'\r]/g, (sign2) => `&#${sign2.charCodeAt(0)};`);
	}
	var action_text = __require(77844);
	var markdown = __require(76669);
	;
	const PAGE_STYLE = `:root { color-scheme: light dark;
--canvas: light-dark(#f5f5f2, #0f1012); --surface: light-dark(#ffffff, #17181b); --sunken: light-dark(#efefeb, #121316); --hover: light-dark(#f4f4f0, #1d1f23);
--line: light-dark(#e4e4de, #292b30); --line-2: light-dark(#cfcfc7, #3a3d44);
--ink: light-dark(#17181a, #edeeef); --ink-2: light-dark(#4a4c51, #b4b7bd); --ink-3: light-dark(#64666c, #92969e); --live: light-dark(#2f4dd0, #93a8ff);
--ok: light-dark(#15693a, #5fcb8e); --ok-soft: light-dark(#e2f3e8, #10301f); --ok-fill: light-dark(#2b9259, #3fa56d);
--bad: light-dark(#b0212c, #ff918c); --bad-soft: light-dark(#fcebea, #2d1618); --bad-fill: light-dark(#d03b43, #e05a5c);
--wait: light-dark(#855000, #f2bd5e); --wait-soft: light-dark(#fcf0d8, #2b210c); --wait-fill: light-dark(#b87503, #c68e2a);
--rest: light-dark(#5a5d64, #a3a7af); --rest-soft: light-dark(#ebebe7, #26282d); --rest-fill: light-dark(#85878d, #70747e);
--plus: light-dark(#d5f0de, #16402a); --minus: light-dark(#fbdcda, #4d1c20);
--lift: 0 1px 2px light-dark(rgb(20 21 24 / 0.06), rgb(0 0 0 / 0.4));
--sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace; }
* { box-sizing: border-box; margin: 0; }
body { background: var(--canvas); color: var(--ink); font: 400 0.8125rem/1.25rem var(--sans); padding: 1.5rem; }
main { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); margin: 0 auto; max-width: 80rem; }
a { color: var(--live); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--live); outline-offset: -2px; }
svg.icon { display: block; fill: none; flex: none; height: 1rem; stroke: currentColor; stroke-linecap: round; stroke-linejoin: round; stroke-width: 1.5; width: 1rem; }
svg .solid { fill: currentColor; stroke: none; }
svg .cut { stroke: var(--surface); }
.ok { color: var(--ok); } .bad { color: var(--bad); } .wait { color: var(--wait); } .rest { color: var(--rest); }
.verdict, .card { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--lift); min-width: 0; overflow: clip; }
.verdict { align-items: center; border-left-width: 3px; display: grid; gap: 1rem; grid-template-columns: max-content minmax(0, 1fr) max-content; padding: 1rem; }
.verdict.bad { border-left-color: var(--bad-fill); } .verdict.ok { border-left-color: var(--ok-fill); } .verdict.wait { border-left-color: var(--wait-fill); }
.verdict > .glyph { border-radius: 10px; display: grid; height: 2.5rem; place-items: center; width: 2.5rem; }
.verdict.bad > .glyph { background: var(--bad-soft); } .verdict.ok > .glyph { background: var(--ok-soft); } .verdict.wait > .glyph { background: var(--wait-soft); }
.verdict svg.icon { height: 1.5rem; width: 1.5rem; }
.verdict h1 { color: var(--ink); font: 600 1rem/1.5rem var(--sans); }
.verdict p { color: var(--ink-2); overflow-wrap: anywhere; }
.facts { color: var(--ink); display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
.facts div { display: flex; gap: 0.375rem; }
.facts dt { color: var(--ink-3); }
.facts dd { font-variant-numeric: tabular-nums; font-weight: 500; overflow-wrap: anywhere; }
.card > header { align-items: center; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: space-between; min-height: 2.75rem; padding: 0.5rem 1rem; }
.card > footer { border-top: 1px solid var(--line); color: var(--ink-3); font-size: 0.75rem; overflow-wrap: anywhere; padding: 0.5rem 1rem; }
h2 { font: 600 0.8125rem/1.25rem var(--sans); }
.note { color: var(--ink-2); font-size: 0.75rem; }
.commits { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.commit { background: var(--rest-soft); border-radius: 4px; font: 400 0.75rem/1 var(--mono); padding: 0.2rem 0.3rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); font-weight: 400; padding: 0.5rem; text-align: left; }
tr > :first-child { padding-left: 1rem; } tr > :last-child { padding-right: 1rem; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--ink-3); font-size: 0.75rem; }
tbody th { font-weight: 600; overflow-wrap: anywhere; }
.number { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
td.picture { width: 36%; } td.picture svg { display: block; height: 2rem; overflow: visible; width: 100%; }
.zero { stroke: var(--line-2); } .margin { fill: var(--rest-soft); } .whisker { stroke-width: 2; }
.whisker.bad { stroke: var(--bad-fill); } .whisker.ok { stroke: var(--ok-fill); } .whisker.wait { stroke: var(--wait-fill); } .whisker.rest { stroke: var(--rest-fill); }
.dot.bad { fill: var(--bad-fill); } .dot.ok { fill: var(--ok-fill); } .dot.wait { fill: var(--wait-fill); } .dot.rest { fill: var(--rest-fill); }
.state { align-items: center; display: inline-flex; gap: 0.375rem; white-space: nowrap; }
.columns { align-items: center; column-gap: 1rem; display: grid; grid-template-columns: 1rem minmax(8rem, 1fr) minmax(0, 1.6fr) minmax(0, 1.6fr) 6.5rem; padding: 0 1rem; }
.columns.head { border-bottom: 1px solid var(--line); color: var(--ink-3); font-size: 0.75rem; height: 2rem; }
.case { border-bottom: 1px solid var(--line); }
.case:last-child { border-bottom: 0; }
.case > summary { cursor: pointer; list-style: none; min-height: 3.5rem; }
.case > summary::-webkit-details-marker { display: none; }
summary.columns:hover { background: var(--hover); }
p.columns { min-height: 3.5rem; }
.name { display: grid; min-width: 0; }
.name > :first-child { font-weight: 500; overflow-wrap: anywhere; }
.name > :last-child { font-size: 0.75rem; }
.cut-off { color: var(--ink-2); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.pair { border-top: 1px solid var(--line); display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
.pair > div { padding: 0.75rem 1rem; }
.pair > div + div { border-left: 1px solid var(--line); }
.pair h3 { color: var(--ink-3); display: flex; font: 500 0.75rem/1rem var(--sans); gap: 0.5rem; justify-content: space-between; margin-bottom: 0.5rem; }
.pair.alone { grid-template-columns: minmax(0, 1fr); }
.answer { font-size: 0.875rem; line-height: 1.5rem; overflow-wrap: anywhere; white-space: pre-wrap; }
del, ins { border-radius: 4px; box-decoration-break: clone; -webkit-box-decoration-break: clone; padding: 0.05rem 0.25rem; text-decoration: none; }
del { background: var(--minus); text-decoration: line-through var(--bad) 1px; }
ins { background: var(--plus); }
.why { border-top: 1px solid var(--line); color: var(--ink-2); font-size: 0.75rem; overflow-wrap: anywhere; padding: 0.5rem 1rem; }
.scores-of-case { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
.pips { align-items: center; display: inline-flex; gap: 3px; }
.pip { border-radius: 3px; height: 0.75rem; width: 0.75rem; }
.pip.passed { background: var(--ok-fill); } .pip.failed { box-shadow: inset 0 0 0 2px var(--bad-fill); }
@media (max-width: 45rem) {
body { padding: 1rem; }
.verdict { grid-template-columns: max-content minmax(0, 1fr); } .verdict .facts { grid-column: 1 / -1; }
.picture, .interval, .number:has(+ .picture) { display: none; }
.columns { grid-template-columns: 1rem minmax(0, 1fr) 6.5rem; } .columns.head { display: none; }
.columns > .cut-off { grid-column: 2 / -1; } .case > summary, p.columns { padding-block: 0.5rem; }
.columns > .number { grid-column: 3; grid-row: 1; }
.pair { grid-template-columns: minmax(0, 1fr); } .pair > div + div { border-left: 0; border-top: 1px solid var(--line); }
}
@media print { body { background: none; } .verdict, .card { box-shadow: none; } }
`;
	const PAGE_STYLE_HASH = "sha256-rcxLl3g5xy6/2CaUqQHfTwCc1kI+vf6dBuSGc+f2LkA=";
	const PAGE_ICONS = { worse: '<rect class="solid" x="1.7" y="1.7" width="12.6" height="12.6" rx="3"/><path class="cut" d="M8 4.8v6M5.4 8.3L8 10.9l2.6-2.6"/>', better: '<rect class="solid" x="1.7" y="1.7" width="12.6" height="12.6" rx="3"/><path class="cut" d="M8 11.2v-6M5.4 7.7L8 5.1l2.6 2.6"/>', same: '<path d="M3.5 6.2h9M3.5 9.8h9"/>', unclear: '<circle cx="8" cy="8" r="5.8"/><path d="M6.2 6.5c0-1.1.8-1.7 1.8-1.7s1.8.7 1.8 1.6c0 1.3-1.8 1.4-1.8 2.7M8 11.1v.1"/>', broken: '<path class="solid" d="M5.3 1.7h5.4l3.6 3.6v5.4l-3.6 3.6H5.3l-3.6-3.6V5.3z"/><path class="cut" d="M6 6l4 4M10 6l-4 4"/>', passed: '<circle cx="8" cy="8" r="5.8"/><path d="M5.4 8.2l1.8 1.8 3.4-3.8"/>', flaky: '<path d="M1.8 9.5l2.7-4 2.6 5.5 2.7-6 2.2 4.5 2.2-2"/>', changed: '<path d="M3.5 5.8h9M3.5 10.2h9M10.5 3L5.5 13"/>', errored: '<path d="M8 2.5L14.2 13H1.8zM8 6.5v3M8 11.2v.1"/>' };
	;
	const page_NAME_MAX = 500;
	const page_OUTPUT_MAX = 4e3;
	const LINE_MAX = 120;
	const MAX_FULL = 500;
	const MAX_PIPS = 10;
	const SCORE_HUES = { worse: "bad", better: "ok", same: "rest", unclear: "wait" };
	const CASE_LOOKS = { failed: { icon: "broken", hue: "bad" }, broken: { icon: "broken", hue: "bad" }, worse: { icon: "worse", hue: "bad" }, flaky: { icon: "flaky", hue: "wait" }, errored: { icon: "errored", hue: "wait" }, fixed: { icon: "better", hue: "ok" }, better: { icon: "better", hue: "ok" }, changed: { icon: "changed", hue: "rest" }, same: { icon: "same", hue: "rest" }, passed: { icon: "passed", hue: "ok" } };
	function comparisonPage(judgement, context) {
		const title = escaped((0, report_texts.Pl)(judgement, context), page_NAME_MAX, context);
		return `${["<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">', `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${PAGE_STYLE_HASH}'; base-uri 'none'; form-action 'none'">`, '<meta name="referrer" content="no-referrer">', '<meta name="viewport" content="width=device-width, initial-scale=1">', `<title>${title}</title>`, `<style>${PAGE_STYLE}</style>`, "</head>", "<body>", "<main>", banner(judgement, context, title), scoresCard(judgement, context), casesCard(judgement, context), "</main>", "</body>", "</html>"].filter((part) => part !== "").join("\n")}
`;
	}
	function escaped(text, max, context) {
		return escapeXml((0, report_texts.Kb)(text, max, context));
	}
	function icon(name) {
		return `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${PAGE_ICONS[name]}</svg>`;
	}
	function banner(judgement, context, title) {
		const { cases, totals, verdict, isRed } = judgement;
		const { dataset } = context;
		const look = verdict === "inconclusive" ? { icon: "unclear", hue: "wait" } : isRed ? { icon: judgement.isCompared ? "worse" : "broken", hue: "bad" } : { icon: verdict === "better" ? "better" : "passed", hue: "ok" };
		const figures = [["Cases", cases.length.toLocaleString("en")], ["Answers", totals.answers.toLocaleString("en")], ...totals.tokens === void 0 ? [] : [["Tokens", totals.tokens.toLocaleString("en")]], ...dataset === void 0 ? [] : [["Data", `${dataset.name}, ${dataset.version}`]]];
		const early = (0, report_texts.XN)(judgement, context);
		return [`<section class="verdict ${look.hue}"><span class="glyph">${icon(look.icon)}</span>`, `<div><h1>${title}</h1><p>${escaped(judgement.sentence, page_OUTPUT_MAX, context)}</p>${early === "" ? "" : `<p>${escapeXml(early)}</p>`}</div>`, `<dl class="facts">${figures.map(([label, value]) => `<div><dt>${label}</dt><dd>${escaped(value, page_NAME_MAX, context)}</dd></div>`).join("")}</dl></section>`].join("");
	}
	function scoresCard(judgement, context) {
		const { scores } = judgement;
		const { baseline, candidate } = context.sides;
		if (scores.length === 0) return "";
		const deployments = [baseline, candidate].flatMap((side2) => side2?.commit === void 0 ? [] : commitNote(side2, side2.commit.sha, context)).join("");
		const content2 = baseline === void 0 ? floorsTable(scores, context) : differencesTable(scores, context);
		const footer = [baseline === void 0 ? "" : `Dots are the mean differences, and lines their ${(0, report_texts.WB)(context)} intervals.`, ...scores.flatMap(judge.Fo), latencyText(judgement, context)].filter((text) => text !== "");
		return `<section class="card"><header><h2>Scores</h2><span class="note commits">${deployments}</span></header>
${content2}
<footer>${escaped(footer.join(" "), page_OUTPUT_MAX, context)}</footer></section>`;
	}
	function commitNote({ title }, sha, context) {
		return `<span>${escaped(title, LINE_MAX, context)} <span class="commit">${escaped(sha.slice(0, 7), LINE_MAX, context)}</span></span>`;
	}
	function latencyText({ latency: latency2 }, { sides }) {
		if (latency2 === void 0) return "";
		const of = (title, { p50, p95 }) => `${title} ${(0, judge._V)(p50)} (95 of 100 within ${(0, judge._V)(p95)})`;
		const both = [...latency2.baseline === void 0 || sides.baseline === void 0 ? [] : [of(sides.baseline.title, latency2.baseline)], of(sides.candidate.title, latency2.candidate)];
		return `Median latency: ${both.join(", ")}.`;
	}
	function differencesTable(scores, context) {
		const bounds = scores.flatMap((score) => {
			const difference = (0, report_texts.Wn)(score) ? score.means?.difference : void 0;
			return difference === void 0 ? [] : [difference.value, difference.low, difference.high];
		});
		const scale = Math.max(0.1, ...bounds.map(Math.abs));
		const { baseline, candidate } = context.sides;
		const rows = (0, report_texts.WN)(scores).map((score) => {
			const { key, means, verdict } = score;
			const number = (mean) => `<td class="number">${mean === void 0 ? "\u2013" : (0, judge.y)(mean)}</td>`;
			const look = verdict === void 0 ? "" : state(verdict.kind, SCORE_HUES[verdict.kind], verdict.kind);
			return `<tr><th scope="row">${escaped(key, page_NAME_MAX, context)}</th>${number(means?.baseline)}${number(means?.candidate)}<td class="number">${differenceText(score)}</td><td class="picture">${intervalPicture(score, scale)}</td><td>${look}${notes(score)}</td></tr>`;
		});
		const heads = ["<th>Score</th>", `<th class="number">${escaped(baseline?.title ?? "", LINE_MAX, context)}</th>`, `<th class="number">${escaped(candidate.title, LINE_MAX, context)}</th>`, '<th class="number">Difference</th>', `<th class="picture">From \u2212${(0, judge.y)(scale)} to +${(0, judge.y)(scale)}</th>`, "<th>Verdict</th>"];
		return table(heads, rows);
	}
	function differenceText(score) {
		const [value = "", interval2] = (0, report_texts.jR)(score).split(/ (?=\()/);
		return interval2 === void 0 ? value : `${value} <span class="interval">${interval2}</span>`;
	}
	function table(heads, rows) {
		return `<table><thead><tr>${heads.join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table>`;
	}
	function state(name, hue, word) {
		return `<span class="state ${hue}">${icon(name)}${word}</span>`;
	}
	function notes({ gates, floor }) {
		const texts = [floor === void 0 || floor.kind === "met" ? "" : `${floor.kind} floor ${floor.floor.atLeast}`, gates ? "" : "for information"].filter((text) => text !== "");
		return texts.length === 0 ? "" : ` <span class="note">${texts.join(", ")}</span>`;
	}
	function floorsTable(scores, context) {
		const rows = (0, report_texts.WN)(scores).map(({ key, gates, candidate, floor }) => `<tr><th scope="row">${escaped(key, page_NAME_MAX, context)}</th><td class="number">${candidate === void 0 ? "\u2013" : (0, judge.y)(candidate.mean.value)}</td><td class="number">${candidate === void 0 ? "\u2013" : (0, report_texts.n6)(candidate.mean)}</td><td>${(0, report_texts._v)(floor)}</td><td>${floorState(floor)}${gates ? "" : ' <span class="note">for information</span>'}</td></tr>`);
		const heads = ["<th>Score</th>", `<th class="number">${escaped(context.sides.candidate.title, LINE_MAX, context)}</th>`, `<th class="number">${(0, report_texts.WB)(context)} interval</th>`, "<th>Floor</th>", "<th>Result</th>"];
		return table(heads, rows);
	}
	function floorState(floor) {
		switch (floor?.kind) {
			case void 0:
				return "\u2013";
			case "met":
				return state("passed", "ok", "met");
			case "missed":
				return state("broken", "bad", "below");
			case "unscored":
				return state("errored", "wait", "no score");
		}
	}
	const HEIGHT = 32;
	const RADIUS = 5;
	const HALF = 47;
	function intervalPicture(score, scale) {
		const { means, verdict, margin } = score;
		if (means === void 0 || verdict === void 0 || !(0, report_texts.Wn)(score)) return "";
		const { value, low, high } = means.difference;
		const x = (at) => {
			const share = Math.min(1, Math.max(-1, at / scale));
			return `${Math.round((50 + share * HALF) * 100) / 100}%`;
		};
		const hue = SCORE_HUES[verdict.kind];
		const width = Math.round(Math.min(1, margin / scale) * 2 * HALF * 100) / 100;
		const middle = HEIGHT / 2;
		return [`<svg role="img" aria-label="${(0, report_texts.jR)(score)}">`, `<rect class="margin" x="${x(-margin)}" y="4" width="${width}%" height="${HEIGHT - 8}" rx="3"/>`, `<line class="zero" x1="50%" y1="2" x2="50%" y2="${HEIGHT - 2}"/>`, `<line class="whisker ${hue}" x1="${x(low)}" y1="${middle}" x2="${x(high)}" y2="${middle}"/>`, `<circle class="dot ${hue}" cx="${x(value)}" cy="${middle}" r="${RADIUS}"/>`, "</svg>"].join("");
	}
	function casesCard({ cases, totals }, context) {
		const url = (0, markdown.Pl)(context.compareUrl);
		const { baseline, candidate } = context.sides;
		const link = url === void 0 ? "" : `<a href="${escapeXml(url)}" rel="noreferrer">All cases${baseline === void 0 ? "" : " side by side"}</a>`;
		const [one, other] = baseline === void 0 ? [candidate.title, "Why"] : [baseline.title, candidate.title];
		const head = `<div class="columns head"><span></span><span>Case</span><span>${escaped(one, LINE_MAX, context)}</span><span>${escaped(other, LINE_MAX, context)}</span><span class="number">${baseline === void 0 ? "Passed" : "Scores"}</span></div>`;
		const shown = (0, report_texts.mN)(cases).filter((each) => !(0, report_texts.Mk)(each));
		const rows = shown.map((each, at) => page_caseElement(each, context, at < MAX_FULL));
		const footer = totals.notAsked === 0 ? "" : `
<footer>${(0, action_text.pq)(totals.notAsked, "case")} ${totals.notAsked === 1 ? "was" : "were"} not run.</footer>`;
		return `<section class="card"><header><h2>Cases</h2>${link}</header>
${head}
${rows.join("\n")}${footer}</section>`;
	}
	function page_caseElement(one, context, isFull) {
		const { icon: name, hue } = CASE_LOOKS[one.verdict];
		const isAlone = context.sides.baseline === void 0;
		const line = (text) => `<span class="cut-off">${escaped(text, LINE_MAX, context)}</span>`;
		const tally2 = one.tallies?.candidate;
		const move = isAlone ? tally2 === void 0 ? "" : `${tally2.passed}/${tally2.total}` : (0, report_texts.oR)(one);
		const side2 = (name2) => one.verdict === "errored" && (0, report_texts.Zi)(one, name2, context) || (0, report_texts.jO)(one.outputs[name2]);
		const [first, second] = isAlone ? [(0, report_texts.jO)(one.outputs.candidate), (0, report_texts.ss)(one, context)] : [side2("baseline"), side2("candidate")];
		const cells = [`<span class="${hue}">${icon(name)}</span>`, `<span class="name"><span>${escaped((0, report_texts.t2)(one, context), page_NAME_MAX, context)}</span><span class="${hue}">${one.verdict}</span></span>`, line(first), line(second), `<span class="number">${move}</span>`].join("");
		if (!isFull) return `<p class="case columns">${cells}</p>`;
		const isOpen = one.verdict === "broken" || one.verdict === "failed";
		return `<details class="case"${isOpen ? ' open=""' : ""}><summary class="columns">${cells}</summary>${caseContent(one, context)}</details>`;
	}
	function caseContent(one, context) {
		const { baseline, candidate } = context.sides;
		const errors2 = one.errors.baseline.length + one.errors.candidate.length;
		const why = [one.verdict === "errored" || errors2 > 0 ? (0, report_texts.eJ)(one, context) : "", one.verdict === "errored" ? "" : one.failures.map((text) => (0, report_texts.Kb)(text, page_NAME_MAX, context)).join(" \xB7 ")].filter((text) => text !== "");
		const parts = one.verdict === "errored" ? [] : baseline === void 0 ? [`<div class="pair alone">${answerPart(candidate, one.tallies?.candidate, [{ text: (0, report_texts.Kb)((0, report_texts.jO)(one.outputs.candidate), page_OUTPUT_MAX, context), isChanged: false }], context)}</div>`] : [pairPart(one, baseline, context)];
		return [...parts, ...why.length === 0 ? [] : [`<p class="why">${escaped(why.join(" \xB7 "), page_OUTPUT_MAX, context)}</p>`], scoresOfCase(one, context), costOfCase(one, context)].join("");
	}
	function pairPart(one, baseline, context) {
		const fragments = (0, report_texts.lX)((0, report_texts.Ez)(one), page_OUTPUT_MAX, context);
		const before = answerPart(baseline, one.tallies?.baseline, fragments.baseline, context, "del");
		const after = answerPart(context.sides.candidate, one.tallies?.candidate, fragments.candidate, context, "ins");
		return `<div class="pair">${before}${after}</div>`;
	}
	function answerPart({ title }, tally2, fragments, context, mark = "ins") {
		const texts = fragments.map(({ text, isChanged }) => isChanged && text.trim() !== "" ? `<${mark}>${escapeXml(text)}</${mark}>` : escapeXml(text));
		return `<div><h3>${escaped(title, LINE_MAX, context)}${tally2 === void 0 ? "" : pips(tally2)}</h3><p class="answer">${texts.join("")}</p></div>`;
	}
	function pips({ passed, total }) {
		const squares = total > MAX_PIPS ? "" : Array.from({ length: total }, (_, at) => `<span class="pip ${at < passed ? "passed" : "failed"}"></span>`).join("");
		return `<span class="pips">${squares}<span class="number">${passed}/${total}</span></span>`;
	}
	function scoresOfCase({ scores }, context) {
		if (scores.length === 0) return "";
		const texts = scores.map(({ key, baseline, candidate }) => {
			const move = baseline === void 0 ? (0, judge.y)(candidate) : `${(0, judge.y)(baseline)} \u2192 ${(0, judge.y)(candidate)}`;
			return `<span>${escaped(key, LINE_MAX, context)} <span class="number">${move}</span></span>`;
		});
		return `<p class="why scores-of-case">${texts.join("")}</p>`;
	}
	function costOfCase(one, context) {
		const { time, tokens } = (0, report_texts.rL)(one, context);
		const texts = Object.entries({ Time: time, Tokens: tokens }).flatMap(([label, text]) => text === "" ? [] : [`<span>${label} <span class="number">${text}</span></span>`]);
		return texts.length === 0 ? "" : `<p class="why scores-of-case">${texts.join("")}</p>`;
	}
	var render = __require(18704);
	;
	const ANSWERS = "answers.json";
	const REPORT = "report.json";
	function digestCases(cases) {
		const hash = (0, external_node_crypto_.createHash)("sha256");
		for (const { location: _, ...one } of cases) {
			const isExample = one.exampleId !== void 0;
			hash.update(`${JSON.stringify(one, isExample ? withoutSignature : void 0)}
`);
		}
		return hash.digest("hex");
	}
	function withoutSignature(key, value) {
		const url = key === "presigned_url" && typeof value === "string" ? URL.parse(value) : null;
		return url === null ? value : `${url.origin}${url.pathname}`;
	}
	async function openReportFolder(reportDir, env) {
		if (reportDir === void 0) return (0, runner_folder.xc)((0, runner_folder.yy)(env));
		return (0, plain_folder.K6)(env["GITHUB_WORKSPACE"] || process.cwd(), reportDir);
	}
	async function writeReports(folder, result, { redact, identity, signingKey, isDefaultBranch }) {
		const context = (0, render.V)(result, redact);
		const { judgement, locations, cases } = result;
		const earlier = (await readEarlierReport(folder))?.history ?? [];
		const history = isDefaultBranch ? addToHistory(earlier, result, redact) : earlier;
		const answers = toAnswers(cases, identity, redact);
		const files = { [REPORT]: `${JSON.stringify(toGateReport(judgement, context, { locations, history }), void 0, 2)}
`, "junit.xml": junitReport(judgement, context), "report.html": comparisonPage(judgement, context), [ANSWERS]: `${JSON.stringify({ content: answers, signature: sign(answers, signingKey) })}
` };
		for (const [name, text] of Object.entries(files)) await (0, plain_folder.fR)(external_node_path_.join(folder, name), text);
		return Object.keys(files);
	}
	function toAnswers(cases, { runId, attempt, commit, candidate, baselineRevision, casesDigest }, redact) {
		return { version: 1, run_id: runId, attempt, commit: commit ?? null, candidate: redact(candidate), baseline_revision: baselineRevision ?? null, cases_digest: casesDigest, cases: cases.map((one) => toStoredCase(one, { redact })) };
	}
	function sign(content2, signingKey) {
		return (0, external_node_crypto_.createHmac)("sha256", signingKey).update(JSON.stringify(content2)).digest("hex");
	}
	async function readEarlierAnswers(folder, identity, { names, signingKey, redact }) {
		const refused = (why) => ({ kind: "refused", why: `The answers in ${ANSWERS} are not added to the answers of this attempt: ${why}.` });
		let raw;
		try {
			raw = await readJson(folder, ANSWERS);
		} catch (error) {
			return refused(`the file ${(0, errors.gJ)(error)}`);
		}
		if (raw === void 0) return { kind: "none" };
		const parsed = gateAnswersSchema.safeParse(raw);
		if (!parsed.success) return refused("the file does not have the format of this version");
		const { content: content2, signature } = parsed.data;
		if (!isSame(signature, sign(content2, signingKey))) {
			return refused("the file was changed, or was not written with this API key");
		}
		const difference = differenceOf(content2, { ...identity, candidate: redact(identity.candidate) });
		if (difference !== void 0) return refused(difference);
		if (content2.cases.length !== names.length) return refused("the number of cases differs");
		return { kind: "found", attempt: content2.attempt, cases: names.flatMap((name, at) => {
			const stored = content2.cases[at];
			return stored === void 0 ? [] : [fromStoredCase(stored, name)];
		}) };
	}
	function isSame(one, other) {
		const [a, b] = [Buffer.from(one), Buffer.from(other)];
		return a.length === b.length && (0, external_node_crypto_.timingSafeEqual)(a, b);
	}
	function differenceOf(content2, identity) {
		if (content2.run_id !== identity.runId) return "another workflow run wrote them";
		if (content2.attempt >= identity.attempt) {
			return `attempt ${content2.attempt} wrote them, and this is attempt ${identity.attempt}`;
		}
		if (content2.commit !== (identity.commit ?? null)) return "they are for another commit";
		if (content2.candidate !== identity.candidate) return "they are from another deployment";
		if (content2.baseline_revision !== (identity.baselineRevision ?? null)) {
			return "the deployment to compare with has another revision now";
		}
		return content2.cases_digest === identity.casesDigest ? void 0 : "the cases differ";
	}
	async function readJson(folder, name) {
		const file = external_node_path_.join(folder, name);
		let text;
		try {
			text = await (0, plain_file.Sg)(file, { maxBytes: plain_file.Do, within: folder });
		} catch (error) {
			if (error instanceof plain_file.X5) throw error;
			if (error instanceof Error && "code" in error && error.code === "ENOENT") return void 0;
			throw new Error("cannot be read", { cause: error });
		}
		try {
			return JSON.parse(text);
		} catch (error) {
			throw new Error("is not JSON", { cause: error });
		}
	}
	async function readEarlierReport(folder) {
		const raw = await readJson(folder, REPORT).catch(() => void 0);
		const parsed = gateReportSchema.safeParse(raw);
		return parsed.success ? parsed.data : void 0;
	}
	const MAX_HISTORY = 50;
	function addToHistory(earlier, { judgement, report }, redact) {
		const commit = report.sides.candidate.commit?.sha;
		if (commit === void 0) return earlier;
		const scores = judgement.scores.flatMap(({ key, candidate }) => candidate === void 0 ? [] : [{ key: redact(key), mean: candidate.mean.value }]);
		return [...earlier.filter((one) => one.commit !== commit), { commit, scores }].slice(-MAX_HISTORY);
	}
	async function readScoreHistory(folder, { scores }) {
		const history = (await readEarlierReport(folder))?.history ?? [];
		const key = (scores.find(({ gates }) => gates) ?? scores[0])?.key;
		if (key === void 0) return void 0;
		const runs = history.flatMap(({ commit, scores: all }) => {
			const mean = all.find((one) => one.key === key)?.mean;
			return mean === void 0 ? [] : [{ commit, mean }];
		});
		return runs.length === 0 ? void 0 : { key, runs };
	}
}), 91077: ((__module, __exports, __require) => {
	__require.d(__exports, { Q: () => isBaselineFirst, k: () => sampleCases });
	var $$permutation0 = __require(63080);
	function sampleCases(cases, max, seed) {
		if (cases.length <= max) return cases;
		const random = (0, $$permutation0.sk)(`${seed} sample`);
		const indexes = cases.map((_, index) => index);
		for (let at = 0; at < max; at += 1) {
			const other = at + Math.floor(random() * (indexes.length - at));
			[indexes[at], indexes[other]] = [indexes[other] ?? 0, indexes[at] ?? 0];
		}
		const drawn = new Set(indexes.slice(0, max));
		return cases.filter((_, index) => drawn.has(index));
	}
	function isBaselineFirst(seed, name, round) {
		return (0, $$permutation0.sk)(`${seed} order ${round} ${name}`)() < 0.5;
	}
}), 76669: ((__module, __exports, __require) => {
	__require.d(__exports, { DL: () => $$later0.DLq, Hn: () => $$later0.HnF, OF: () => $$later0.OF3, Pl: () => $$later0.PlP, aY: () => $$later0.aYu, il: () => $$later0.ilj, ml: () => $$later0.mlB, tp: () => $$later0.tpe, wi: () => $$later0.wik, zH: () => $$later0.zHB });
	var $$later0 = __require(72786);
}), 19230: ((__module, __exports, __require) => {
	__require.d(__exports, { HO: () => longestOwnFolder, xc: () => makeOwnFolder, yY: () => folderOwner, yy: () => temporaryFolder });
	var $$promises0 = __require(51455);
	var $$os1 = __require(48161);
	var $$path2 = __require(76760);
	const PREFIX = "agent-deploy-";
	const NAME = /^agent-deploy-[A-Za-z0-9]{6}$/;
	function temporaryFolder(env) {
		const temporary = env["RUNNER_TEMP"];
		if (!temporary) return (0, $$os1.tmpdir)();
		const fromWorkspace = $$path2.relative(env["GITHUB_WORKSPACE"] || "/", temporary);
		const inWorkspace = env["GITHUB_WORKSPACE"] !== void 0 && !fromWorkspace.startsWith("..");
		return inWorkspace ? (0, $$os1.tmpdir)() : temporary;
	}
	function makeOwnFolder(parent) {
		return (0, $$promises0.mkdtemp)($$path2.join(parent, PREFIX));
	}
	function longestOwnFolder(parent) {
		return $$path2.join(parent, `${PREFIX}xxxxxx`);
	}
	async function folderOwner(folder, env) {
		if ($$path2.resolve(folder) !== folder || !NAME.test($$path2.basename(folder))) return "foreign";
		const found = await (0, $$promises0.lstat)(folder).catch(() => void 0);
		if (found === void 0) return "gone";
		const isOurs = found.isDirectory() && (process.getuid === void 0 || found.uid === process.getuid());
		const parents = [env["RUNNER_TEMP"], (0, $$os1.tmpdir)()].flatMap((parent) => parent ? [(0, $$promises0.realpath)(parent).catch(() => void 0)] : []);
		const isThere = (await Promise.all(parents)).includes(await (0, $$promises0.realpath)($$path2.dirname(folder)));
		return isOurs && isThere ? "ours" : "foreign";
	}
}), 14328: ((__module, __exports, __require) => {
	__require.d(__exports, { bt: () => CommentSection, di: () => SECTION_LIMITS, n7: () => COMMENT_SECTION_VERSION });
	var $$zod0 = __require(34410);
	const COMMENT_SECTION_VERSION = 1;
	const SECTION_LIMITS = { name: 200, url: 1e3, text: 200, message: 1500, logLines: 30, logLine: 400, scores: 12, ids: 4, previews: 10 };
	const { name, url, text, message, logLines, logLine, scores, ids: ids2, previews } = SECTION_LIMITS;
	const shortText = $$zod0.YjP().max(text);
	const commit = $$zod0.YjP().regex(/^[0-9a-f]{7,64}$/);
	const count = $$zod0.Whr().min(0);
	const Score = $$zod0.Ikc({ key: shortText, baseline: shortText.optional(), candidate: shortText.optional(), verdict: $$zod0.k5n(["worse", "better", "same", "unclear"]).optional() });
	const Gate = $$zod0.Ikc({ verdict: $$zod0.k5n(["worse", "below-floor", "inconclusive", "unclear", "better", "same", "passed"]), cases: count, broken: count, baseline: shortText.optional(), sentence: $$zod0.YjP().max(message), scores: $$zod0.YOg(Score).max(scores), compareUrl: $$zod0.YjP().max(url).optional() });
	const CommitPreview = $$zod0.Ikc({ commit, url: $$zod0.YjP().max(url).optional(), createdAt: count.optional() });
	const CommentSection = $$zod0.Ikc({ agent: $$zod0.YjP().min(1).max(name), version: $$zod0.Ikc({ startedAt: count, run: count, attempt: count, step: $$zod0.Whr().min(0).max(2) }), kind: $$zod0.YjP().regex(/^[a-z-]{1,40}$/), reason: $$zod0.YjP().regex(/^[a-z-]{0,60}$/), isPreview: $$zod0.zMY(), url: $$zod0.YjP().max(url).optional(), responds: $$zod0.k5n(["agent", "previous"]).optional(), head: commit.optional(), commit: commit.optional(), readyMs: count.optional(), checks: shortText.optional(), seeded: shortText.optional(), message: $$zod0.YjP().max(message).optional(), log: $$zod0.Ikc({ kind: shortText, lines: $$zod0.YOg($$zod0.YjP().max(logLine)).max(logLines) }).optional(), gate: Gate.optional(), previews: $$zod0.YOg(CommitPreview).max(previews).optional(), ids: $$zod0.YOg($$zod0.PVZ([shortText, shortText])).max(ids2) });
}), 43900: ((__module, __exports, __require) => {
	__require.d(__exports, { Jn: () => UnsafeFolderError, K6: () => makeFolderWithin, fR: () => replaceFile });
	var $$promises0 = __require(51455);
	var $$crypto1 = __require(77598);
	var $$path2 = __require(76760);
	class UnsafeFolderError extends Error {
		name = "UnsafeFolderError";
	}
	async function makeFolderWithin(root, relative) {
		const way = $$path2.normalize(relative);
		if ($$path2.isAbsolute(way) || way.split($$path2.sep).includes("..") || way.includes("\0")) {
			throw new UnsafeFolderError(`${relative} must be a folder below ${root}`);
		}
		let at = await (0, $$promises0.realpath)(root);
		for (const part of way.split($$path2.sep)) {
			if (part === "" || part === ".") continue;
			const parent = at;
			at = $$path2.join(parent, part);
			await (0, $$promises0.mkdir)(at).catch((error) => {
				if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
			});
			if (!(await (0, $$promises0.lstat)(at)).isDirectory()) {
				throw new UnsafeFolderError(`${$$path2.relative(await (0, $$promises0.realpath)(root), at)} must be a folder of the repository, but is a link or a file`);
			}
		}
		return at;
	}
	async function replaceFile(file, text) {
		const draft = `${file}.${(0, $$crypto1.randomUUID)()}.tmp`;
		try {
			await (0, $$promises0.writeFile)(draft, text, { flag: "wx" });
			await (0, $$promises0.rename)(draft, file);
		} catch (error) {
			await (0, $$promises0.rm)(draft, { force: true });
			throw error;
		}
	}
}) };
export {
	id,
	ids,
	modules
};
