const id = 8704;
const ids = [8704];
const modules = { 18704: ((__module, __exports, __require) => {
	__require.d(__exports, { V: () => contextOf, renderAnnotations: () => renderAnnotations, renderFacts: () => renderFacts, renderSection: () => renderSection, renderSummary: () => renderSummary });
	var comment_section = __require(14328);
	var judge = __require(31968);
	var markdown = __require(76669);
	var action_text = __require(77844);
	var report_texts = __require(77098);
	;
	const ANSWER_MAX = 80;
	const AROUND = 30;
	const MIN_KEPT = 0.25;
	function caseTableHead(context) {
		const { baseline, candidate } = context.sides;
		const title = (0, report_texts.i_)(candidate.title, context);
		return baseline === void 0 ? `| Verdict | Case | ${title} | Why | Time, tokens |
| :-- | :-- | :-- | :-- | --: |` : `| Verdict | Case | ${(0, report_texts.i_)(baseline.title, context)} | ${title} | Score | Time, tokens |
| :-- | :-- | :-- | :-- | --: | --: |`;
	}
	function caseRow(one, context) {
		const cells = [(0, report_texts.nz)(one.verdict), titleCell(one, context), ...responseCells(one, context), costCell(one, context)];
		return `| ${cells.join(" | ")} |`;
	}
	function titleCell(one, context) {
		const title = (0, report_texts.i_)((0, report_texts.t2)(one, context), context);
		const question = (0, report_texts.a6)(one, context);
		return question === void 0 ? title : `${title}<br><sub>${(0, markdown.Hn)((0, report_texts.Kb)(question, ANSWER_MAX, context))}</sub>`;
	}
	function responseCells(one, context) {
		const { baseline, candidate } = one.outputs;
		const long = (text) => (0, markdown.Hn)((0, report_texts.Kb)(text, 2 * ANSWER_MAX, context));
		const short = (output) => output === void 0 ? "\u2013" : (0, markdown.Hn)((0, report_texts.Kb)((0, report_texts.jO)(output), ANSWER_MAX, context));
		if (context.sides.baseline === void 0) return [short(candidate), long((0, report_texts.ss)(one, context))];
		if (one.verdict === "errored") {
			const side = (name) => {
				const errors = (0, report_texts.Zi)(one, name, context);
				return errors === "" ? short(one.outputs[name]) : long(errors);
			};
			return [side("baseline"), side("candidate"), "\u2013"];
		}
		if (baseline === void 0 || candidate === void 0) {
			return [short(baseline), short(candidate), unbroken((0, report_texts.oR)(one))];
		}
		const texts = (0, report_texts.Ez)(one);
		const isShort = [texts.before, texts.after].every((text) => text.length <= ANSWER_MAX);
		const fragments = (0, report_texts.lX)(texts, ANSWER_MAX, context, isShort ? ANSWER_MAX : AROUND);
		const sides = [fragments.baseline, fragments.candidate];
		const isMarked = sides.some((side) => keptShare(side) >= MIN_KEPT);
		const cells = sides.map((side) => markedCell(isShort ? side : dropPartialWord(side), isMarked));
		return [...cells, unbroken((0, report_texts.oR)(one))];
	}
	function keptShare(fragments) {
		const count = (parts) => parts.reduce((sum, { text }) => sum + text.trim().length, 0);
		return count(fragments.filter(({ isChanged }) => !isChanged)) / Math.max(1, count(fragments));
	}
	function dropPartialWord([first, second, ...rest]) {
		if (first === void 0 || second === void 0) return first === void 0 ? [] : [first];
		if (first.text !== "\u2026" || second.isChanged) return [first, second, ...rest];
		return [first, { ...second, text: second.text.replace(/^\S*(?=\s+\S)/, "") }, ...rest];
	}
	function markedCell(fragments, isMarked) {
		const texts = [];
		let room = ANSWER_MAX;
		for (const { text, isChanged } of fragments) {
			const shown = room > 0 ? (0, markdown.ml)(text, room) : "\u2026";
			const inert = (0, markdown.Hn)(shown);
			const content = isMarked && isChanged && inert !== "" ? `<b>${inert}</b>` : inert;
			texts.push(`${/^\s/.test(shown) ? " " : ""}${content}${/\s$/.test(shown) ? " " : ""}`);
			if (shown !== text) break;
			room -= shown.length;
		}
		return texts.join("").trim();
	}
	function costCell(one, context) {
		const { time, tokens } = (0, report_texts.rL)(one, context);
		return [time, tokens && `${tokens} tokens`].filter((text) => text !== "").map(unbroken).join("<br>");
	}
	function unbroken(text) {
		return text.replaceAll(" ", "\xA0");
	}
	;
	const SECTION_MAX = 56e3;
	const REASONS_MAX = 6e3;
	const SCORES_MAX = 12e3;
	const BROKEN_MAX = 2e4;
	const NAMES_MAX = 5e3;
	const NEEDED_MAX = 5e3;
	const MAX_BROKEN = 5;
	const QUESTION_MAX = 200;
	const ERROR_MAX = 300;
	const MAX_ROWS = 200;
	const MAX_REWORDED = 50;
	function comparisonSection(judgement, context, max = SECTION_MAX) {
		const heading = `### ${judgement.isRed ? "\u{1F534}" : "\u{1F7E2}"} ${(0, markdown.Hn)((0, report_texts.Kb)((0, report_texts.Pl)(judgement, context), 200, context))}`;
		const callout = calloutOf(judgement, context);
		const parts = [scoreTable(judgement.scores, context), judgement.verdict === "unclear" ? neededText(judgement, context) : "", brokenPart(judgement.cases, context)];
		const decided = (0, markdown.zH)("How this was decided", decisionLines(judgement, context).join("\n"));
		const room = max - [heading, callout, ...parts, decided].join("\n\n").length - 10;
		const body = [...parts, casesPart(judgement, context, room), decided];
		return { heading, callout, candidate: (0, report_texts.i_)(context.sides.candidate.phrase, context), summary: judgement.isRed ? "" : factsOf(judgement), body: body.filter((part) => part !== "").join("\n\n") };
	}
	function factsOf({ cases, counts, isCompared }) {
		const all = (0, action_text.pq)(cases.length, "case");
		if (!isCompared) return `${all}, ${counts.passed} passed`;
		const failing = cases.filter(failsOnBothSides).length;
		return `${all}, none broken${failing > 0 ? `, ${failing} ${failing === 1 ? "fails" : "fail"} on both sides` : ""}`;
	}
	function failsOnBothSides({ verdict, tallies }) {
		if (verdict !== "same" && verdict !== "changed") return false;
		return tallies?.baseline !== void 0 && tallies.baseline.passed + tallies.candidate.passed === 0;
	}
	function calloutOf(judgement, context) {
		const lines = [judgement.isRed ? calloutText(judgement.reasons, context) : "", (0, markdown.Hn)((0, report_texts.XN)(judgement, context)), erroredText(judgement, context)].filter((line) => line !== "");
		if (lines.length === 0) return "";
		const isKnown = judgement.isRed && judgement.verdict !== "inconclusive";
		return [`[!${isKnown ? "CAUTION" : "WARNING"}]`, lines.join("<br>")].map((line) => `> ${line}`).join("\n");
	}
	function erroredText({ verdict, cases }, context) {
		if (verdict !== "inconclusive") return "";
		const counts = /* @__PURE__ */ new Map();
		const errored = cases.filter((one) => one.verdict === "errored");
		for (const { errors } of errored) {
			for (const why2 of /* @__PURE__ */ new Set([...errors.baseline, ...errors.candidate])) {
				counts.set(why2, (counts.get(why2) ?? 0) + 1);
			}
		}
		const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
		if (most === void 0) return "";
		const [why, count] = most;
		return `${count} ${count === 1 ? "case has" : "cases have"} this error: ${(0, markdown.Hn)((0, report_texts.Kb)(why, ERROR_MAX, context))}`;
	}
	function calloutText(reasons, context) {
		const isTested = ({ kind }) => kind === "score-worse" || kind === "slower";
		const last = reasons.findLastIndex(isTested);
		const phrases = reasons.map((reason, at) => {
			const phrase = (0, judge.Ci)("key" in reason ? { ...reason, key: (0, report_texts.e5)(reason.key, context) } : reason);
			return `**${at === 0 ? (0, judge.ZH)(phrase) : phrase}**${at === last ? `, ${judge.ZB}` : ""}`;
		});
		const shown = takeFitting(phrases, REASONS_MAX);
		const left = phrases.length - shown.length;
		return `${(0, judge.Zk)(left > 0 ? [...shown, `${left} more`] : shown)}.`;
	}
	function scoreTable(scores, context) {
		if (scores.length === 0) return "";
		const { baseline, candidate } = context.sides;
		const head = baseline === void 0 ? `| Score | ${(0, report_texts.i_)(candidate.title, context)} | ${(0, report_texts.WB)(context)} interval | Floor | Result |
| :-- | --: | :-- | :-- | :-- |` : `| Score | ${(0, report_texts.i_)(baseline.title, context)} | ${(0, report_texts.i_)(candidate.title, context)} | Difference | Verdict |
| :-- | --: | --: | :-- | :-- |`;
		const rows = takeFitting((0, report_texts.WN)(scores).map((score) => baseline === void 0 ? scoreRowAlone(score, context) : scoreRow(score, context)), SCORES_MAX);
		const more = scores.length > rows.length ? `

\u2026 and ${scores.length - rows.length} more` : "";
		return [head, ...rows].join("\n").concat(more);
	}
	function scoreRowAlone({ key, gates, candidate, floor }, context) {
		const cells = [(0, report_texts.i_)(key, context), candidate === void 0 ? "\u2013" : (0, judge.y)(candidate.mean.value), candidate === void 0 ? "\u2013" : (0, report_texts.n6)(candidate.mean), (0, report_texts._v)(floor), `${(0, report_texts.wn)(floor)}${gates ? "" : ", for information"}`];
		return `| ${cells.join(" | ")} |`;
	}
	function scoreRow(score, context) {
		const { key, gates, means, verdict, floor } = score;
		const isMoved = verdict?.kind === "worse" || verdict?.kind === "better";
		const after = means === void 0 ? "\u2013" : (0, judge.y)(means.candidate);
		const missed = floor?.kind === "missed" ? `, below ${floor.floor.atLeast}` : "";
		const cells = [(0, report_texts.i_)(key, context), means === void 0 ? "\u2013" : (0, judge.y)(means.baseline), isMoved ? `**${after}**` : after, (0, report_texts.jR)(score), `${(0, report_texts.nt)(verdict)}${missed}${gates ? "" : ", for information"}`];
		return `| ${cells.join(" | ")} |`;
	}
	function brokenPart(cases, context) {
		const broken = cases.filter(({ verdict }) => verdict === "broken");
		const { baseline, candidate } = context.sides;
		const described = broken.slice(0, MAX_BROKEN).map((one) => {
			const { tallies } = one;
			const counts = tallies?.baseline === void 0 || baseline === void 0 ? "" : ` ${(0, report_texts.i_)(baseline.title, context)} passed ${tallies.baseline.passed} of ${tallies.baseline.total} times, ${(0, report_texts.i_)(candidate.phrase, context)} ${tallies.candidate.passed} of ${tallies.candidate.total}.`;
			const costs = (0, report_texts.rT)(one, context);
			const spent = costs === "" ? "" : ` ${(0, judge.ZH)(costs)}.`;
			const question = (0, report_texts.a6)(one, context);
			const asked = question === void 0 ? "" : `

Question: ${(0, markdown.Hn)((0, report_texts.Kb)(question, QUESTION_MAX, context))}`;
			return `**Broken: ${(0, report_texts.i_)((0, report_texts.t2)(one, context), context)}**.${counts}${spent}${asked}

${(0, markdown.OF)((0, report_texts.Pp)(one, context), "diff")}`;
		});
		const shown = takeFitting(described, BROKEN_MAX);
		const rest = broken.slice(shown.length).map((one) => (0, report_texts.i_)((0, report_texts.t2)(one, context), context));
		const names = takeFitting(rest, NAMES_MAX);
		const left = rest.length > names.length ? `, and ${rest.length - names.length} more` : "";
		return [...shown, ...rest.length > 0 ? [`**Also broken:** ${names.join(", ")}${left}`] : []].join("\n\n");
	}
	function takeFitting(texts, max) {
		const taken = [];
		let length = 0;
		for (const text of texts) {
			length += text.length;
			if (length > max) break;
			taken.push(text);
		}
		return taken;
	}
	function listedCases(cases) {
		const isReworded = (one) => one.verdict === "changed" && !failsOnBothSides(one);
		const listed = (0, report_texts.mN)(cases).filter((one) => failsOnBothSides(one) || !["broken", "same", "passed"].includes(one.verdict) && !(0, report_texts.Mk)(one));
		return { others: listed.filter((one) => !isReworded(one)), reworded: listed.filter(isReworded) };
	}
	function casesPart(judgement, context, room) {
		const { others, reworded } = listedCases(judgement.cases);
		const url = (0, markdown.Pl)(context.compareUrl);
		const link = url === void 0 ? "" : `[${judgement.cases.length === 1 ? "The case" : `All ${judgement.cases.length} cases`}${context.sides.baseline === void 0 ? "" : " side by side"}](<${url}>)`;
		const head = caseTableHead(context);
		const part = (rows2) => {
			const left = others.length + reworded.length - rows2.length;
			const content = [rows2.length === 0 ? "" : [head, ...rows2].join("\n"), left > 0 ? `\u2026 and ${left} more` : "", link].filter((text) => text !== "");
			const counts = countsText(judgement);
			return content.length === 0 ? counts : (0, markdown.zH)(counts, content.join("\n\n"));
		};
		const rows = [];
		let length = part([]).length + head.length;
		for (const one of [...others.slice(0, MAX_ROWS), ...reworded.slice(0, MAX_REWORDED)]) {
			const row = caseRow(one, context);
			length += row.length + 1;
			if (length > room) break;
			rows.push(row);
		}
		return part(rows);
	}
	function countsText({ counts, cases: all }) {
		const failing = all.filter(failsOnBothSides).length;
		const verdicts = [[counts.failed, "failed"], [counts.worse, "worse"], [counts.flaky, "flaky"], [counts.errored, "without a result"], [counts.better + counts.fixed, "better"], [counts.changed, "worded differently"], [counts.same, "same"], [failing, `of them ${failing === 1 ? "fails" : "fail"} on both sides`], [counts.passed, "passed"]];
		const texts = verdicts.filter(([count]) => count > 0).map(([count, text], at) => {
			const isBold = text === "failed" || text === "worse";
			const counted = `${at === 0 || isBold ? (0, action_text.pq)(count, "case") : count.toLocaleString("en")} ${text}`;
			return isBold ? `<b>${counted}</b>` : counted;
		});
		return texts.length === 0 ? "No other cases" : texts.join(" \xB7 ");
	}
	function neededText({ scores }, context) {
		const needed = scores.flatMap((score) => (0, judge.Fo)({ ...score, key: (0, report_texts.e5)(score.key, context) }));
		return needed.length === 0 ? "" : `*Unclear* does not block. ${takeFitting(needed, NEEDED_MAX).join(" ")}`;
	}
	function decisionLines(judgement, context) {
		const { settings, sides, dataset } = context;
		const { scores, totals } = judgement;
		const of = dataset === void 0 ? "" : ` of ${(0, report_texts.i_)(dataset.name, context)} as of ${(0, report_texts.i_)(dataset.version, context)}`;
		const { baseline } = sides;
		const asked = `${(0, action_text.pq)(judgement.cases.length - totals.notAsked, "case")}${of}`;
		if (baseline === void 0) {
			return [`${(0, report_texts.i_)((0, report_texts.uM)(sides.candidate), context)} got ${asked}. It was not compared with another deployment.`, "A case *failed* if none of its answers met the expectations, and is *flaky* if only some of them did.", "A score is below its floor if its mean over all answers is lower than the floor."].map((line) => `- ${line}`);
		}
		const { commit } = baseline;
		const link = commit && /^[0-9a-f]{7,64}$/i.test(commit.sha) ? (0, markdown.Pl)(commit.link) : void 0;
		const served = commit === void 0 || link === void 0 ? "" : ` ${(0, report_texts.i_)((0, report_texts.uM)(baseline), context)} served commit [\`${commit.sha.slice(0, 7)}\`](<${link}>).`;
		const isFew = scores.some(({ verdict }) => verdict?.kind === "unclear" && verdict.why === "few-pairs");
		const needed = judgement.verdict === "unclear" ? "" : neededText(judgement, context);
		const repeated = totals.secondLooks === 1 ? "1 case was" : `${totals.secondLooks} cases were`;
		const again = totals.secondLooks === 0 ? "" : ` ${repeated} run again on both sides. The means do not include the answers of these runs.`;
		return [`Both sides got the same ${asked}.${served}`, `A score is *worse* if its drop is larger than the margin (${settings.margin} by default), and chance would cause such a drop in at most ${Math.round(settings.alpha * 100)} of 100 comparisons.`, `A case is *broken* if all answers of ${(0, report_texts.i_)(baseline.phrase, context)} pass and no answer of ${(0, report_texts.i_)(sides.candidate.phrase, context)} passes.${again}`, ...needed === "" ? [] : [needed], ...isFew ? [`With fewer than ${settings.minPairs} scored cases, no difference counts as significant.`] : []].map((line) => `- ${line}`);
	}
	;
	const MAX_SCORES = 30;
	const summary_MAX_BROKEN = 20;
	const MAX_CASES = 300;
	const SUMMARY_MAX = 25e4;
	function comparisonSummary(judgement, context, history, max = SUMMARY_MAX) {
		const parts = [`## ${judgement.isRed ? "\u{1F534}" : "\u{1F7E2}"} ${(0, markdown.Hn)((0, report_texts.Kb)((0, report_texts.Pl)(judgement, context), 200, context))}`, (0, markdown.Hn)((0, report_texts.Kb)(judgement.sentence, 2e3, context)), (0, markdown.Hn)((0, report_texts.XN)(judgement, context)), factsLine(judgement, context), summary_scoreTable(judgement.scores, context), latencyLine(judgement, context), historyChart(judgement, history, context), summary_brokenPart(judgement, context), summary_casesPart(judgement, context), erroredPart(judgement, context)].filter((part) => part !== "");
		let whole = parts.join("\n\n");
		while (whole.length > max && parts.length > 1) {
			parts.pop();
			whole = `${parts.join("\n\n")}

(shortened)`;
		}
		return `${whole}
`;
	}
	function factsLine({ cases, totals }, context) {
		const { dataset } = context;
		const tokens = totals.tokens === void 0 ? [] : [(0, action_text.pq)(totals.tokens, "token")];
		const of = dataset === void 0 ? "" : ` of ${(0, report_texts.i_)(dataset.name, context)} (as of ${(0, report_texts.i_)(dataset.version, context)})`;
		return [`${(0, action_text.pq)(cases.length, "case")}${of}`, (0, action_text.pq)(totals.answers, "answer"), ...tokens].join(" \xB7 ");
	}
	function summary_scoreTable(scores, context) {
		if (scores.length === 0) return "";
		const shown = (0, report_texts.WN)(scores).slice(0, MAX_SCORES);
		const scale = scaleOf(shown.flatMap((score) => (0, report_texts.Wn)(score) ? score.means?.difference ?? [] : []));
		const { baseline, candidate } = context.sides;
		if (baseline === void 0) return scoreTableAlone(shown, context);
		const rows = shown.map((score) => {
			const { key, means, verdict, gates } = score;
			const cells = [`${(0, report_texts.nt)(verdict)}${gates ? "" : ", for information"}`, (0, report_texts.i_)(key, context), means === void 0 ? "\u2013" : (0, judge.y)(means.baseline), means === void 0 ? "\u2013" : (0, judge.y)(means.candidate), (0, report_texts.jR)(score), means === void 0 || !(0, report_texts.Wn)(score) ? "" : `\`${intervalBar(means.difference, scale)}\``];
			return `| ${cells.join(" | ")} |`;
		});
		return [`| Verdict | Score | ${(0, report_texts.i_)(baseline.title, context)} | ${(0, report_texts.i_)(candidate.title, context)} | Difference, ${(0, report_texts.WB)(context)} interval | From \u2212${scale} to +${scale} |`, "| :-- | :-- | --: | --: | :-- | :-- |", ...rows].join("\n");
	}
	function scoreTableAlone(shown, context) {
		const rows = shown.map(({ key, gates, candidate, floor }) => [`${(0, report_texts.wn)(floor)}${gates ? "" : ", for information"}`, (0, report_texts.Kb)(key, 200, context), candidate === void 0 ? "\u2013" : (0, judge.y)(candidate.mean.value), candidate === void 0 ? "\u2013" : (0, report_texts.n6)(candidate.mean), (0, report_texts._v)(floor)]);
		return (0, markdown.tp)(["Result", "Score", (0, report_texts.Kb)(context.sides.candidate.title, 200, context), `${(0, report_texts.WB)(context)} interval`, "Floor"], rows);
	}
	function scaleOf(differences) {
		const bounds = differences.flatMap(({ value, low, high }) => [value, low, high].filter(Number.isFinite).map(Math.abs));
		const most = Math.max(0, ...bounds);
		return [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].find((scale) => scale >= most) ?? Math.ceil(most);
	}
	const HALF = 10;
	function intervalBar({ value, low, high }, scale) {
		const position = (at2) => Math.round((Math.min(1, Math.max(-1, at2 / scale)) + 1) * HALF);
		const [from, at, to] = [position(low), position(value), position(high)];
		return Array.from({ length: 2 * HALF + 1 }, (_, index) => {
			if (index === at) return "\u25CF";
			if (index === from) return "\u251C";
			if (index === to) return "\u2524";
			if (index > from && index < to) return "\u2500";
			return index === HALF ? "\u2506" : "\xB7";
		}).join("");
	}
	function latencyLine({ latency }, context) {
		if (latency === void 0) return "";
		const { baseline, candidate } = context.sides;
		const side = (title, { p50, p95 }) => `${(0, report_texts.i_)(title, context)} ${(0, judge._V)(p50)} (95 of 100 within ${(0, judge._V)(p95)})`;
		if (baseline === void 0 || latency.baseline === void 0) {
			return `Median latency: ${side(candidate.title, latency.candidate)}`;
		}
		return `Median latency: ${side(baseline.title, latency.baseline)}, ${side(candidate.title, latency.candidate)}: ${latency.verdict}`;
	}
	const MAX_RUNS = 20;
	function historyChart({ scores }, history, context) {
		const current = scores.find(({ key }) => key === history?.key)?.candidate?.mean.value;
		if (history === void 0 || current === void 0 || history.runs.length === 0) return "";
		const label = (text) => (0, report_texts.Kb)(text, 40, context).replaceAll(/[^A-Za-z0-9 .-]/g, " ").trim() || "?";
		const runs = history.runs.filter(({ mean }) => Number.isFinite(mean)).slice(-MAX_RUNS);
		const values = [...runs.map(({ mean }) => mean), current];
		const [least, most] = [Math.min(...values), Math.max(...values)];
		const low = Math.floor(least * 10 - 1) / 10;
		const high = Math.ceil(most * 10 + (most >= 0.9 && most <= 1 ? 0 : 1)) / 10;
		const name = label(history.key);
		return ["```mermaid", "xychart-beta", `    title "${name} of the default branch and of this change (last)"`, `    x-axis [${[...runs.map(({ commit }) => label(commit.slice(0, 7))), "this"].map((text) => `"${text}"`).join(", ")}]`, `    y-axis "${name}" ${low} --> ${high}`, `    line [${values.map((value) => Number(value.toFixed(4))).join(", ")}]`, "```"].join("\n");
	}
	function summary_brokenPart({ cases }, context) {
		const broken = cases.filter(({ verdict }) => verdict === "broken");
		if (broken.length === 0) return "";
		const shown = broken.slice(0, summary_MAX_BROKEN).map((one) => {
			const counts = [(0, report_texts.oR)(one), (0, report_texts.rT)(one, context)].filter((text) => text !== "").join("; ");
			return `**${(0, report_texts.i_)((0, report_texts.t2)(one, context), context)}** (${counts})

${(0, markdown.OF)((0, report_texts.Pp)(one, context), "diff")}`;
		});
		const left = broken.length > summary_MAX_BROKEN ? [`\u2026 and ${broken.length - summary_MAX_BROKEN} more`] : [];
		return `<details open>
<summary><b>Broken: ${(0, action_text.pq)(broken.length, "case")}</b></summary>

${[...shown, ...left].join("\n\n")}
</details>`;
	}
	function summary_casesPart(judgement, context) {
		const listed = (0, report_texts.mN)(judgement.cases).filter(({ verdict }) => !["broken", "errored"].includes(verdict));
		if (listed.length === 0) return "";
		const isAlone = context.sides.baseline === void 0;
		const shown = listed.slice(0, MAX_CASES).map((one) => ({ one, ...(0, report_texts.rL)(one, context) }));
		const columns = [{ title: "Verdict", of: ({ one }) => (0, report_texts.nz)(one.verdict) }, { title: "Case", of: ({ one }) => (0, report_texts.Kb)((0, report_texts.t2)(one, context), 200, context) }, isAlone ? { title: "Why", of: ({ one }) => (0, report_texts.ss)(one, context) } : { title: "Score", of: ({ one }) => (0, report_texts.oR)(one) }, { title: "Time", of: ({ time }) => time }, { title: "Tokens", of: ({ tokens }) => tokens }];
		const known = columns.filter(({ title, of }) => !["Time", "Tokens"].includes(title) || shown.some((row) => of(row) !== ""));
		const rows = shown.map((row) => known.map(({ of }) => of(row)));
		const left = listed.length > MAX_CASES ? `

\u2026 and ${listed.length - MAX_CASES} more` : "";
		const cases = (0, markdown.tp)(known.map(({ title }) => title), rows);
		return `<details>
<summary>${countsText(judgement)}</summary>

${cases}${left}
</details>`;
	}
	function erroredPart({ cases }, context) {
		const errored = cases.filter((one) => one.verdict === "errored" && !(0, report_texts.Mk)(one));
		if (errored.length === 0) return "";
		const rows = errored.map((one) => [(0, report_texts.Kb)((0, report_texts.t2)(one, context), 200, context), (0, report_texts.eJ)(one, context)]);
		const summary = `<b>No result: ${(0, action_text.pq)(errored.length, "case")}</b>`;
		return `<details>
<summary>${summary}</summary>

${(0, markdown.tp)(["Case", "Why"], rows)}
</details>`;
	}
	;
	function contextOf({ report, endedEarly }, redact) {
		const { baseline, candidate } = report.sides;
		const withLink = ({ commit, ...side }) => ({ ...side, commit: commit && { ...commit, link: redact(commit.link) } });
		return { ...report, sides: { baseline: baseline && withLink(baseline), candidate: withLink(candidate) }, compareUrl: report.compareUrl && redact(report.compareUrl), endedEarly, redact };
	}
	const render_SECTION_MAX = 5e4;
	function renderSection(gate, redact) {
		return comparisonSection(gate.judgement, contextOf(gate, redact), render_SECTION_MAX);
	}
	function renderFacts(gate, redact) {
		const { judgement } = gate;
		const context = contextOf(gate, redact);
		const { verdict, cases, counts, isCompared, sentence } = judgement;
		const { baseline } = context.sides;
		const means = ({ means: both, candidate }) => ({ baseline: both && (0, judge.y)(both.baseline), candidate: both === void 0 ? candidate && (0, judge.y)(candidate.mean.value) : (0, judge.y)(both.candidate) });
		return { verdict, cases: cases.length, broken: isCompared ? counts.broken : cases.length - counts.passed, baseline: isCompared && baseline !== void 0 ? (0, report_texts.Kb)(baseline.phrase, 60, context) : void 0, sentence: (0, report_texts.Kb)(sentence, 600, context), scores: (0, report_texts.WN)(judgement.scores).slice(0, comment_section.di.scores).map((score) => ({ key: (0, report_texts.Kb)(score.key, 60, context), ...means(score), verdict: score.verdict?.kind })), compareUrl: (0, markdown.Pl)(context.compareUrl)?.slice(0, comment_section.di.url) };
	}
	const render_SUMMARY_MAX = 15e4;
	function renderSummary(gate, redact) {
		return comparisonSummary(gate.judgement, contextOf(gate, redact), gate.history, render_SUMMARY_MAX);
	}
	const MAX_ANNOTATIONS = 9;
	const MESSAGE_MAX = 4e3;
	function renderAnnotations(gate, redact, level) {
		const context = contextOf(gate, redact);
		const { judgement, locations } = gate;
		const isAboutFailures = judgement.isRed && !judgement.isCompared;
		const positions = judgement.cases.filter(({ verdict }) => verdict === "broken" || isAboutFailures && ["failed", "flaky"].includes(verdict)).flatMap((one) => {
			const location = locations.get(one.name);
			return location === void 0 ? [] : [{ one, location }];
		});
		const left = positions.length - MAX_ANNOTATIONS;
		return positions.slice(0, MAX_ANNOTATIONS).map(({ one, location }, at) => ({ level, title: `Agent Deploy: ${(0, report_texts.Kb)(one.name, 120, context)} ${one.verdict === "broken" ? "is broken" : "failed"}`, message: [...messageOf(one, context), ...left > 0 && at === MAX_ANNOTATIONS - 1 ? [`${left} more ${left === 1 ? "case is" : "cases are"} in the job summary.`] : []].join("\n").slice(0, MESSAGE_MAX), file: location.file, line: location.line }));
	}
	function messageOf(one, context) {
		const { baseline, candidate } = context.sides;
		if (baseline === void 0) {
			const why = (0, report_texts.ss)(one, context);
			return [...why === "" ? [] : [why], (0, report_texts.Kb)((0, report_texts.jO)(one.outputs.candidate), 1e3, context)];
		}
		return [`${candidate.title} fails, ${baseline.title} passes (${(0, report_texts.oR)(one)}).`, ...(0, report_texts.Pp)(one, context)];
	}
}), 77098: ((__module, __exports, __require) => {
	__require.d(__exports, { Ez: () => comparedTexts, Kb: () => excerpt, Mk: () => isNotAsked, Pl: () => headline, Pp: () => diffLines, WB: () => levelText, WN: () => sortScores, Wn: () => hasInterval, XN: () => endedEarlyText, Zi: () => sideErrors, _v: () => floorText, a6: () => separateQuestion, e5: () => inertKey, eJ: () => caseErrors, i_: () => inertName, jO: () => outputText, jR: () => formatDifference, lX: () => diffFragments, mN: () => sortCases, n6: () => formatBounds, nt: () => verdictText, nz: () => caseVerdictText, oR: () => caseMove, rL: () => caseCosts, rT: () => costPhrase, ss: () => whyText, t2: () => caseTitle, uM: () => sentenceStart, wn: () => floorResult });
	var $$statuses0 = __require(83889);
	var $$messages4 = __require(99589);
	var $$markdown1 = __require(76669);
	var $$differences2 = __require(51633);
	var $$judge3 = __require(31968);
	const CASE_ICONS = { failed: "\u{1F534}", broken: "\u{1F534}", worse: "\u2B07\uFE0F", flaky: "\u3030\uFE0F", errored: "\u26A0\uFE0F", fixed: "\u2B06\uFE0F", better: "\u2B06\uFE0F", changed: "\u270F\uFE0F", same: "\u{1F7F0}", passed: "\u2705" };
	function caseVerdictText(verdict) {
		return `${CASE_ICONS[verdict]} ${verdict === "changed" ? "worded differently" : verdict}`;
	}
	const HEADLINES = { worse: (candidate, baseline) => `${candidate} works, but its answers are worse than those of ${baseline}`, "below-floor": (candidate) => `${candidate} works, but a score is below its floor`, inconclusive: (candidate, baseline) => `${candidate} could not be compared with ${baseline}`, unclear: (candidate) => `${candidate} is ready, and nothing is known to be worse`, better: (candidate, baseline) => `${candidate} is ready, and its answers are better than those of ${baseline}`, same: (candidate, baseline) => `${candidate} is ready, and its answers are as good as those of ${baseline}`, passed: (candidate) => `${candidate} is ready and answers as expected` };
	const SLOWER = (candidate, baseline) => `${candidate} works, but answers more slowly than ${baseline}`;
	const HEADLINES_ALONE = { "below-floor": (candidate) => `${candidate} works, but does not answer as expected`, inconclusive: (candidate) => `${candidate} could not be evaluated` };
	const PARTIAL = (candidate, baseline) => `${candidate} was compared with ${baseline} only in part`;
	const PARTIAL_ALONE = (candidate) => `${candidate} was evaluated only in part`;
	function sentenceStart({ title, phrase }) {
		return title === phrase ? phrase : (0, $$judge3.ZH)(phrase);
	}
	function headline({ verdict, reasons }, { sides, endedEarly }) {
		const { baseline } = sides;
		const candidate = sentenceStart(sides.candidate);
		const isPartial = verdict === "inconclusive" && endedEarly !== void 0;
		if (baseline === void 0) {
			const text2 = isPartial ? PARTIAL_ALONE : HEADLINES_ALONE[verdict] ?? HEADLINES[verdict];
			return text2(candidate, "");
		}
		const isOnlySlower = reasons.length > 0 && reasons.every(({ kind }) => kind === "slower");
		const text = isPartial ? PARTIAL : isOnlySlower ? SLOWER : HEADLINES[verdict];
		return text(candidate, baseline.phrase);
	}
	function endedEarlyText({ totals, cases }, context) {
		if (context.endedEarly === void 0) return "";
		const why = excerpt(context.endedEarly, WHY_MAX, context).replace(/[.\s]+$/, "");
		if (totals.notAsked === 0) return `The gate ended early: ${why}.`;
		return `The gate ended early: ${why}. ${totals.notAsked} of ${cases.length} cases ${totals.notAsked === 1 ? "was" : "were"} not run.`;
	}
	const WHY_MAX = 300;
	const REDACTED_MAX = 2e5;
	const INVISIBLE = /\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\u00ad\u061c\u115f\u1160\u200b\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|(?<![^\u0000-\u00ff])[\u200c-\u200f]|[\u200c-\u200f](?![^\u0000-\u00ff])/gu;
	function revealInvisible(text) {
		return text.replace(INVISIBLE, (sign) => `\u2039U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}\u203A`);
	}
	function excerpt(text, max, { redact }) {
		return (0, $$markdown1.ml)(revealInvisible((0, $$markdown1.ml)(redact(text.slice(0, REDACTED_MAX)), max)), 2 * max);
	}
	const NAME_MAX = 120;
	function inertName(name, context) {
		const shown = (0, $$markdown1.Hn)(excerpt(name, NAME_MAX, context));
		return shown === "" ? "(no name)" : shown;
	}
	function caseTitle({ name }, { questions }) {
		const question = questions?.get(name);
		return question === void 0 || !isGeneratedName(name) ? name : `${name}: ${question}`;
	}
	function isGeneratedName(name) {
		return /^(?:the case|case \d+|example [0-9a-f-]+)$/.test(name);
	}
	function separateQuestion({ name }, { questions }) {
		const question = questions?.get(name);
		return question === name || isGeneratedName(name) ? void 0 : question;
	}
	function inertKey(key, context) {
		const shown = (0, $$markdown1.aY)(excerpt(key, NAME_MAX, context));
		return shown === "" ? "(no name)" : shown;
	}
	function outputText(output) {
		if (output === void 0) return "";
		if (typeof output.value === "string") return output.value;
		const message = (0, $$messages4.uY)(output.value);
		return message.kind === "text" ? message.text : JSON.stringify(output.value, void 0, 2) ?? "";
	}
	const MAX_PATHS = 50;
	function comparedTexts({ outputs: { baseline, candidate } }) {
		const [before, after] = [outputText(baseline), outputText(candidate)];
		const isSame = before === after;
		if (baseline === void 0 || candidate === void 0) return { before, after, isSame };
		const isPathless = hasText(baseline.value) ? !isSame : hasText(candidate.value);
		if (isPathless) return { before, after, isSame };
		const { changes, isComplete } = (0, $$differences2.sy)(baseline.value, candidate.value, { maxChanges: MAX_PATHS });
		if (changes.length === 0) return { before, after, isSame: isComplete || isSame };
		const line = (path, value) => `${path}: ${JSON.stringify(value)}`;
		const rest = isComplete ? [] : ["\u2026"];
		const removed = changes.flatMap((one) => one.kind === "added" ? [] : [line(one.path, one.before)]);
		const added = changes.flatMap((one) => one.kind === "removed" ? [] : [line(one.path, one.after)]);
		return { before: [...removed, ...rest].join("\n"), after: [...added, ...rest].join("\n"), isSame: false };
	}
	const hasText = (value) => typeof value === "string" || (0, $$messages4.uY)(value).kind === "text";
	function compareRedacted(texts, redact, limits) {
		const [before, after] = [redact(texts.before), redact(texts.after)];
		return { before, after, difference: texts.isSame ? { kind: "same" } : (0, $$differences2.qy)(before, after, limits) };
	}
	const MAX_LINES = 12;
	const LINE_MAX = 400;
	function diffLines(one, { redact }) {
		const { before, difference } = compareRedacted(comparedTexts(one), redact);
		const lines = (sign, text) => {
			const all = revealInvisible(text).split(/\r\n?|\n/);
			const shown = all.slice(0, MAX_LINES).map((line) => `${sign} ${(0, $$markdown1.ml)(line, LINE_MAX)}`);
			return all.length > MAX_LINES ? [...shown, `${sign} \u2026`] : shown;
		};
		if (difference.kind === "same") return lines(" ", (0, $$markdown1.ml)(before, LINE_MAX));
		const side = (kind, text) => difference.kind === "words" ? difference.parts.flatMap((part) => part.kind === kind || part.kind === "kept" ? part.text : []).join("") : text;
		const [start, end] = [difference.isCutBefore ? "\u2026" : "", difference.isCutAfter ? "\u2026" : ""];
		const [replacedBefore, replacedAfter] = difference.kind === "replaced" ? [difference.before, difference.after] : ["", ""];
		return [...lines("-", `${start}${side("removed", replacedBefore)}${end}`), ...lines("+", `${start}${side("added", replacedAfter)}${end}`)];
	}
	function diffFragments(texts, max, { redact }, around) {
		const limits = around === void 0 ? {} : { context: around };
		const { before, after, difference } = compareRedacted(texts, redact, limits);
		const fragment = (text, isChanged) => text === "" ? [] : [{ text: revealInvisible((0, $$markdown1.ml)(text, max)), isChanged }];
		if (difference.kind === "same") {
			return { baseline: fragment(before, false), candidate: fragment(after, false) };
		}
		const [start, end] = [difference.isCutBefore ? "\u2026" : "", difference.isCutAfter ? "\u2026" : ""];
		const side = (kind, replaced) => [...fragment(start, false), ...difference.kind === "replaced" ? fragment(replaced, true) : joinFragments(difference.parts.flatMap((part) => part.kind === kind || part.kind === "kept" ? fragment(part.text, part.kind === kind) : [])), ...fragment(end, false)];
		const [older, newer] = difference.kind === "replaced" ? [difference.before, difference.after] : ["", ""];
		return { baseline: side("removed", older), candidate: side("added", newer) };
	}
	function joinFragments(fragments) {
		const joined = [];
		for (const [at, { text, isChanged }] of fragments.entries()) {
			const isBetween = text.trim() === "" && joined.at(-1)?.isChanged === true && fragments[at + 1]?.isChanged === true;
			const last = joined.at(-1);
			const isMarked = isChanged || isBetween;
			if (last?.isChanged === isMarked) last.text += text;
			else joined.push({ text, isChanged: isMarked });
		}
		return joined;
	}
	function hasInterval({ means, verdict }) {
		if (means === void 0 || verdict?.kind === "unclear" && verdict.why === "few-pairs") return false;
		return Number.isFinite(means.difference.low) && Number.isFinite(means.difference.high);
	}
	function verdictText(verdict) {
		return verdict === void 0 ? "\u2013" : $$markdown1.DL[verdict.kind];
	}
	function floorText(floor) {
		if (floor === void 0) return "\u2013";
		const { atLeast, mode } = floor.floor;
		return `at least ${atLeast}${mode === "sure" ? ", if the interval shows it" : ""}`;
	}
	function floorResult(floor) {
		if (floor === void 0) return "\u2013";
		return { met: "\u2705 met", missed: "\u{1F534} below", unscored: "\u26A0\uFE0F no score" }[floor.kind];
	}
	function levelText({ settings }) {
		return `${Math.round(settings.level * 100)} %`;
	}
	function formatBounds({ low, high }) {
		if (!Number.isFinite(low) || !Number.isFinite(high)) return "\u2013";
		return `${(0, $$judge3.y)(low)} to ${(0, $$judge3.y)(high)}`;
	}
	function formatDifference(score) {
		if (score.means === void 0) return "\u2013";
		const { value, low, high } = score.means.difference;
		if (!hasInterval(score)) return formatSigned(value);
		return `${formatSigned(value)} (${formatSigned(low)} to ${formatSigned(high)})`;
	}
	function formatSigned(value) {
		const text = (0, $$judge3.y)(value);
		return value > 0 && Number(text) !== 0 ? `+${text}` : text;
	}
	function caseMove({ tallies, scores }) {
		if (tallies?.baseline !== void 0) {
			const { baseline, candidate } = tallies;
			const isMoved = baseline.passed * candidate.total !== candidate.passed * baseline.total;
			if (isMoved || baseline.passed < baseline.total) {
				return `${baseline.passed}/${baseline.total} \u2192 ${candidate.passed}/${candidate.total}`;
			}
		}
		const [most] = scores.flatMap(({ baseline, candidate }) => baseline === void 0 ? [] : { baseline, candidate }).toSorted((a, b) => Math.abs(b.candidate - b.baseline) - Math.abs(a.candidate - a.baseline));
		return most === void 0 ? "" : `${(0, $$judge3.y)(most.baseline)} \u2192 ${(0, $$judge3.y)(most.candidate)}`;
	}
	function caseCosts({ costs: { baseline, candidate } }, { sides }) {
		const costs = sides.baseline === void 0 ? [candidate] : [baseline, candidate];
		const move = (values, format) => values.every((value) => value === void 0) ? "" : values.map((value) => value === void 0 ? "\u2013" : format(value)).join(" \u2192 ");
		return { time: move(costs.map((cost) => cost?.latencyMs), $$judge3._V), tokens: move(costs.map((cost) => cost?.tokens), (tokens) => Math.round(tokens).toLocaleString("en")) };
	}
	function costPhrase(one, context) {
		const { time, tokens } = caseCosts(one, context);
		return [time && `time: ${time}`, tokens && `tokens: ${tokens}`].filter((text) => text !== "").join("; ");
	}
	function sortScores(scores) {
		const order = { worse: 0, better: 1, same: 2, unclear: 3 };
		const place = ({ verdict, floor }) => verdict === void 0 ? Number(floor === void 0 || floor.kind === "met") : order[verdict.kind];
		return scores.toSorted((a, b) => Number(b.gates) - Number(a.gates) || place(a) - place(b));
	}
	function sortCases(cases) {
		return cases.toSorted((a, b) => $$statuses0.SE.indexOf(a.verdict) - $$statuses0.SE.indexOf(b.verdict));
	}
	function caseErrors({ errors }, context) {
		const { baseline, candidate } = context.sides;
		const of = (side, all) => all.map((why) => baseline === void 0 || side === void 0 ? excerpt(why, 200, context) : `${side.title}: ${excerpt(why, 200, context)}`);
		const texts = [...of(baseline, errors.baseline), ...of(candidate, errors.candidate)];
		return texts.length === 0 ? "no answer" : texts.slice(0, 4).join(" \xB7 ");
	}
	function sideErrors({ errors }, side, context) {
		return errors[side].slice(0, 2).map((why) => excerpt(why, 200, context)).join(" \xB7 ");
	}
	function whyText(one, context) {
		if (one.verdict === "errored") return caseErrors(one, context);
		const { tallies, failures } = one;
		const counts = tallies === void 0 || tallies.candidate.total === 1 ? [] : [`passed ${tallies.candidate.passed} of ${tallies.candidate.total} times`];
		return [...counts, ...failures.slice(0, 4).map((why) => excerpt(why, 200, context))].join(" \xB7 ");
	}
	function isNotAsked({ verdict, outputs, errors }) {
		return verdict === "errored" && outputs.baseline === void 0 && outputs.candidate === void 0 && errors.baseline.length + errors.candidate.length === 0;
	}
}), 31968: ((__module, __exports, __require) => {
	__require.d(__exports, { ZB: () => MORE_THAN_CHANCE, ZH: () => capitalize, _V: () => formatMs, y: () => formatScore, Zk: () => joinPhrases, S4: () => judge, Fo: () => neededSentence, Ci: () => reasonPhrase });
	var comparison = __require(53251);
	var judge_cases = __require(42483);
	var intervals = __require(4834);
	var permutation = __require(63080);
	;
	function judgeScores(cases, settings) {
		const isAlone = !(0, comparison.uQ)(cases);
		const pairs = cases.map(({ baseline, candidate }) => baseline === void 0 ? [] : (0, judge_cases.cm)(baseline, candidate));
		const candidateMeans = cases.map(({ candidate }) => (0, judge_cases.oh)(candidate.first));
		const keys = /* @__PURE__ */ new Set([...pairs.flat().map(({ key }) => key), ...candidateMeans.flatMap((means) => [...means.keys()]), ...settings.keys.keys()]);
		const scores = [...keys].map((key) => {
			const { gates, margin, floor } = (0, comparison.f5)(key, settings);
			const both = pairs.flat().filter((one) => one.key === key);
			const differences = both.map(({ baseline, candidate }) => candidate - baseline);
			const test = testOf(key, differences, settings);
			const values = candidateMeans.flatMap((means) => means.get(key) ?? []);
			return { key, gates, margin, floor, both, differences, test, values };
		});
		const latencies = pairedLatencies(cases);
		const latencyTest = latencies.length === 0 ? void 0 : testLatency(latencies, settings);
		const tested = [...scores, ...latencyTest === void 0 ? [] : [latencyTest]];
		const adjusted = adjustGating(tested);
		return { scores: scores.map((one, index) => ({ key: one.key, gates: one.gates, margin: one.margin, pairs: one.both.length, means: meansOfPairs(one, settings), candidate: candidateMean(one.values, settings), verdict: isAlone ? void 0 : judgeScore(one, adjusted[index] ?? one.test, one.margin, settings), floor: one.floor && judgeFloor(one.floor, candidateMean(one.values, settings)?.mean) })), latency: isAlone ? latencyAlone(cases) : latencyTest && judgeLatency(latencies, latencyTest, adjusted.at(-1) ?? latencyTest.test, settings) };
	}
	function testOf(name, differences, { seed, exactUpTo, draws }) {
		return (0, permutation.tf)(differences, { seed: `${seed}:${name}`, exactUpTo, draws });
	}
	function adjustGating(tested) {
		const gating = tested.filter(({ gates }) => gates);
		const lower = (0, permutation.Z8)(gating.map(({ test }) => test.lower));
		const higher = (0, permutation.Z8)(gating.map(({ test }) => test.higher));
		return tested.map((one) => {
			const at = gating.indexOf(one);
			return { lower: lower[at] ?? one.test.lower, higher: higher[at] ?? one.test.higher };
		});
	}
	function meansOfPairs({ both, differences }, { level }) {
		if (both.length === 0) return void 0;
		return { baseline: (0, intervals.i2)(both.map(({ baseline }) => baseline)), candidate: (0, intervals.i2)(both.map(({ candidate }) => candidate)), difference: (0, intervals.VO)(differences, level) };
	}
	function judgeScore({ differences }, { lower, higher }, margin, settings) {
		const { alpha, minPairs, level } = settings;
		if (differences.length < Math.max(2, minPairs)) {
			return { kind: "unclear", why: "few-pairs", needed: { cases: Math.max(2, minPairs) } };
		}
		const { value, low, high } = (0, intervals.VO)(differences, level);
		if (lower <= alpha && value < -margin - ROUNDING) return { kind: "worse", probability: lower };
		if (higher <= alpha && value > margin + ROUNDING) return { kind: "better", probability: higher };
		if (low >= -margin - ROUNDING && high <= margin + ROUNDING) return { kind: "same" };
		return { kind: "unclear", why: "noise", needed: neededFor(differences, margin, settings) };
	}
	const ROUNDING = 1e-9;
	function neededFor(differences, margin, { detect, alpha, power }) {
		const deviation = (0, intervals.Fx)(differences);
		return [detect, margin].filter((drop) => drop > 0).map((drop) => ({ cases: (0, intervals.h1)(deviation, drop, { alpha, power }), drop })).find(({ cases }) => cases > differences.length);
	}
	function candidateMean(values, { level }) {
		if (values.length === 0) return void 0;
		const isShare = values.every((value) => value === 0 || value === 1);
		const estimate = isShare ? (0, intervals.hQ)(values.filter((value) => value === 1).length, values.length, level) : (0, intervals.VO)(values, level);
		return { cases: values.length, mean: estimate };
	}
	function judgeFloor(floor, estimate) {
		if (estimate === void 0) return { kind: "unscored", floor };
		const decisive = floor.mode === "sure" ? estimate.high : estimate.value;
		return { kind: decisive < floor.atLeast - ROUNDING ? "missed" : "met", floor, mean: estimate };
	}
	function pairedLatencies(cases) {
		return cases.flatMap(({ baseline, candidate }) => {
			const [before, after] = [baseline && medianLatency(baseline), medianLatency(candidate)];
			return before === void 0 || after === void 0 ? [] : [{ baseline: before, candidate: after }];
		});
	}
	const MIN_LATENCY_MS = 1;
	function medianLatency({ first }) {
		const latencies = (0, comparison.H6)(first).map(({ latencyMs }) => Math.max(MIN_LATENCY_MS, latencyMs));
		return latencies.length === 0 ? void 0 : (0, intervals.Ym)(latencies, 0.5);
	}
	function testLatency(latencies, settings) {
		const differences = latencies.map(({ baseline, candidate }) => Math.log(baseline / candidate));
		return { gates: settings.latency.gates, differences, test: testOf("latency", differences, settings) };
	}
	function percentilesOf(numbers) {
		return { p50: (0, intervals.Ym)(numbers, 0.5), p95: (0, intervals.Ym)(numbers, 0.95) };
	}
	function latencyAlone(cases) {
		const latencies = cases.flatMap(({ candidate }) => medianLatency(candidate) ?? []);
		if (latencies.length === 0) return void 0;
		return { gates: false, pairs: latencies.length, baseline: void 0, candidate: percentilesOf(latencies), verdict: void 0 };
	}
	function judgeLatency(latencies, { gates }, { lower, higher }, { alpha, minPairs, latency: { maxRatio } }) {
		const baseline = percentilesOf(latencies.map((one) => one.baseline));
		const candidate = percentilesOf(latencies.map((one) => one.candidate));
		const ratio = candidate.p50 / baseline.p50;
		const verdict = () => {
			if (latencies.length < minPairs) return "unclear";
			if (lower <= alpha && ratio > maxRatio) return "worse";
			return higher <= alpha && ratio < 1 / maxRatio ? "better" : "unclear";
		};
		return { gates, pairs: latencies.length, baseline, candidate, verdict: verdict() };
	}
	;
	function judge(cases, settings) {
		const judged = (0, judge_cases.vn)(cases, settings);
		const { scores, latency } = judgeScores(cases, settings);
		const counts = countVerdicts(judged);
		const reasons = reasonsOf(judged, counts, { scores, latency }, settings);
		const hasBaseline = (0, comparison.uQ)(cases);
		const verdict = redVerdict(reasons) ?? (hasBaseline ? greenVerdict(scores) : "passed");
		const isRed = reasons.length > 0;
		const green = () => hasBaseline ? greenSentence(scores, settings) : passedSentence(judged.length, counts, scores);
		return { verdict, isCompared: hasBaseline, isRed, reasons, sentence: isRed ? redSentence(reasons) : green(), cases: judged, counts, scores, latency, totals: totalsOf(cases) };
	}
	function totalsOf(cases) {
		const answers = cases.flatMap(({ baseline, candidate }) => [baseline, candidate].flatMap((side) => side === void 0 ? [] : [...side.first, ...side.secondLook]));
		const tokens = (0, comparison.H6)(answers).flatMap((answer) => answer.tokens ?? []);
		return { answers: answers.length, notAsked: cases.filter(({ baseline, candidate }) => candidate.first.length === 0 && (baseline?.first.length ?? 0) === 0).length, tokens: tokens.length === 0 ? void 0 : tokens.reduce((total, one) => total + one, 0), secondLooks: cases.filter(({ candidate }) => candidate.secondLook.length > 0).length };
	}
	function countVerdicts(cases) {
		const counts = { failed: 0, broken: 0, worse: 0, flaky: 0, errored: 0, fixed: 0, better: 0, changed: 0, same: 0, passed: 0 };
		for (const { verdict } of cases) counts[verdict] += 1;
		return counts;
	}
	function reasonsOf(cases, { broken, failed, flaky, errored }, { scores, latency }, { maxErroredShare }) {
		const of = cases.length;
		if (of === 0) return [{ kind: "no-cases" }];
		const unconfirmed = cases.filter(({ isUnconfirmed, verdict }) => isUnconfirmed && verdict !== "errored").length;
		const count = (kind, number) => number > 0 ? [{ kind, cases: number, of }] : [];
		return [...count("broken", broken), ...scores.flatMap(({ key, gates, verdict, means }) => gates && verdict?.kind === "worse" && means !== void 0 ? [{ kind: "score-worse", key, baseline: means.baseline, candidate: means.candidate }] : []), ...latency?.gates === true && latency.verdict === "worse" && latency.baseline !== void 0 ? [{ kind: "slower", baselineMs: latency.baseline.p50, candidateMs: latency.candidate.p50 }] : [], ...scores.flatMap(({ key, floor }) => {
			if (floor === void 0 || floor.kind === "met") return [];
			const failing = failed + flaky;
			if (mustAllPass(key, floor.floor) && failing > 0) return count("failed", failing);
			if (floor.kind === "unscored") return [{ kind: "floor-unscored", key, floor: floor.floor }];
			return [{ kind: "below-floor", key, value: floor.mean.value, floor: floor.floor }];
		}), ...errored > of * maxErroredShare ? count("errored", errored) : [], ...count("unconfirmed", unconfirmed)];
	}
	function mustAllPass(key, { atLeast, mode }) {
		return key === comparison.yk && atLeast === 1 && mode === "point";
	}
	const VERDICT_OF_REASON = { broken: "worse", failed: "below-floor", "score-worse": "worse", slower: "worse", "below-floor": "below-floor", "floor-unscored": "inconclusive", errored: "inconclusive", unconfirmed: "inconclusive", "no-cases": "inconclusive" };
	function redVerdict(reasons) {
		const verdicts = new Set(reasons.map(({ kind }) => VERDICT_OF_REASON[kind]));
		return ["worse", "below-floor", "inconclusive"].find((one) => verdicts.has(one));
	}
	function greenVerdict(scores) {
		const gating = scores.filter(({ gates }) => gates);
		if (gating.length === 0 || gating.some(({ verdict }) => verdict?.kind === "unclear")) return "unclear";
		return gating.some(({ verdict }) => verdict?.kind === "better") ? "better" : "same";
	}
	function reasonPhrase(reason) {
		switch (reason.kind) {
			case "broken":
				return `${countCases(reason)} broken`;
			case "failed":
				return `${reason.cases} of ${reason.of} ${reason.of === 1 ? "case" : "cases"} failed`;
			case "score-worse": {
				const [from, to] = formatPair(reason.baseline, reason.candidate);
				return `the score ${reason.key} fell from ${from} to ${to}`;
			}
			case "slower":
				return `the median latency rose from ${formatMs(reason.baselineMs)} to ${formatMs(reason.candidateMs)}`;
			case "below-floor": {
				const [value, floor] = formatPair(reason.value, reason.floor.atLeast);
				return `the score ${reason.key} is ${value}, below its floor of ${floor}`;
			}
			case "floor-unscored":
				return `no answer has the score ${reason.key}, which must be at least ${reason.floor.atLeast}`;
			case "errored":
				return `${countCases(reason)} without a result, which proves nothing about the agent`;
			case "unconfirmed":
				return `${countCases(reason)} failing and could not be run again`;
			case "no-cases":
				return "no case exists";
		}
	}
	const MORE_THAN_CHANCE = "more than chance and the margin explain";
	function redSentence(reasons) {
		const phrases = reasons.map(reasonPhrase);
		const isTested = reasons.map(({ kind }) => kind === "score-worse" || kind === "slower");
		const last = isTested.lastIndexOf(true);
		const text = phrases.map((phrase, at) => at === last ? `${phrase}, ${MORE_THAN_CHANCE}` : phrase);
		return capitalize(`${joinPhrases(text)}.`);
	}
	function joinPhrases(phrases) {
		return phrases.length < 2 ? phrases.join("") : `${phrases.slice(0, -1).join(", ")}, and ${phrases.at(-1)}`;
	}
	function greenSentence(scores, { minPairs }) {
		const gating = scores.filter(({ gates }) => gates);
		if (gating.length === 0) return "No case is broken. No score was compared.";
		const keysOf = (kind) => gating.filter(({ verdict }) => verdict?.kind === kind).map(({ key }) => key);
		const [better, unclear] = [keysOf("better"), keysOf("unclear")];
		const sentences = ["No case is broken, and no score is known to be worse."];
		if (better.length > 0) sentences.push(`Better: ${better.join(", ")}.`);
		if (unclear.length > 0) sentences.push(`Unclear: ${unclear.join(", ")}.`);
		if (gating.some(({ verdict }) => verdict?.kind === "unclear" && verdict.why === "few-pairs")) {
			sentences.push(`With fewer than ${minPairs} scored cases, no difference counts as significant.`);
		}
		return [...sentences, ...gating.flatMap(neededSentence)].join(" ");
	}
	function passedSentence(of, { failed, flaky, errored, passed }, scores) {
		const cases = `${of} ${of === 1 ? "case" : "cases"}`;
		const sentences = [passed === of ? `${of === 1 ? cases : `All ${cases}`} passed.` : `${passed} of ${cases} passed.`];
		if (failed > 0) sentences.push(`${failed} failed.`);
		if (flaky > 0) sentences.push(`${flaky} passed only sometimes.`);
		if (errored > 0) sentences.push(`${errored} ${errored === 1 ? "has" : "have"} no result.`);
		const floors = scores.flatMap(({ key, floor }) => floor === void 0 || mustAllPass(key, floor.floor) ? [] : [key]);
		if (floors.length > 0) sentences.push(`No score is below its floor: ${floors.join(", ")}.`);
		return sentences.join(" ");
	}
	function neededSentence({ key, verdict }) {
		if (verdict?.kind !== "unclear" || verdict.why !== "noise" || verdict.needed === void 0) return [];
		const { cases, drop } = verdict.needed;
		return [`About ${roundUp(cases)} cases would show a drop of ${drop} in ${key}.`];
	}
	function roundUp(cases) {
		const unit = 10 ** Math.max(0, Math.floor(Math.log10(cases)) - 1);
		return Math.ceil(cases / unit) * unit;
	}
	function countCases({ cases, of }) {
		return `${cases} of ${of} ${of === 1 ? "case" : "cases"} ${cases === 1 ? "is" : "are"}`;
	}
	const MAX_DIGITS = 6;
	function formatPair(one, other) {
		for (let digits = 2; ; digits += 1) {
			const texts = [formatScore(one, digits), formatScore(other, digits)];
			if (texts[0] !== texts[1] || one === other || digits === MAX_DIGITS) return texts;
		}
	}
	function formatScore(score, digits = 2) {
		const text = Math.abs(score).toFixed(digits);
		return score < 0 && Number(text) !== 0 ? `\u2212${text}` : text;
	}
	const SECOND_MS = 1e3;
	function formatMs(ms) {
		return ms < SECOND_MS ? `${Math.round(ms)} ms` : `${(ms / SECOND_MS).toFixed(1)} s`;
	}
	function capitalize(text) {
		return text.charAt(0).toUpperCase() + text.slice(1);
	}
}) };
export {
	id,
	ids,
	modules
};
