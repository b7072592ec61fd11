const id = 9168;
const ids = [9168];
const modules = { 96043: ((__module, __exports, __require) => {
	__require.d(__exports, { FO: () => $$later0.FOh, KA: () => $$later0.KAS, bu: () => $$later0.buT, lZ: () => $$later0.lZh, xJ: () => $$later0.xJ9, zj: () => $$later0.zj$ });
	var $$later0 = __require(72786);
}), 34480: ((__module, __exports, __require) => {
	__require.d(__exports, { D: () => createCommentWriter });
	var $$retry0 = __require(85933);
	var $$sections1 = __require(41152);
	var $$comments2 = __require(50089);
	const MAX_READS = 5;
	class UnconfirmedError extends $$comments2.S {
		delayMs;
		constructor(delayMs) {
			super("Other jobs kept replacing the section of this run in the comment");
			this.delayMs = delayMs;
		}
	}
	function createCommentWriter(options) {
		const { comments, expectsOthers, backoff, random = Math.random } = options;
		let createdId;
		let since;
		async function read() {
			const found = await comments.find(since);
			since ??= (0, $$comments2.e)(found[0]?.updatedAt);
			return found;
		}
		async function create(body) {
			try {
				const { id: id2, createdAt } = await comments.create(body);
				createdId = id2;
				since = (0, $$comments2.e)(createdAt);
				return { id: id2 };
			} catch (error) {
				const found = comments.mayHaveCreated(error) ? await read() : [];
				if (found.length === 0) throw error;
				return { found };
			}
		}
		async function write(request) {
			const { when, sections, render, hurry } = request;
			let own;
			let writtenId;
			const merge = async (found, delayMs) => {
				const [oldest] = found;
				if (oldest === void 0) return { id: void 0, isConfirmed: true };
				const target = (0, $$sections1.MJ)(oldest.body);
				const stored = found.slice(1).reduce((all, { body }) => (0, $$sections1.X0)(all, (0, $$sections1.MJ)(body)), target);
				own ??= sections(stored).map((section) => (0, $$sections1.YU)(section, stored));
				if (writtenId === void 0 && !isDue(when, own, stored)) {
					return { id: when === "begin" ? oldest.id : void 0, isConfirmed: true };
				}
				const merged = (0, $$sections1.X0)(stored, { known: own, unknown: [] });
				if (!contains(target, merged)) {
					const id2 = await comments.update(oldest.id, render(merged));
					if (id2 === void 0) throw new UnconfirmedError(0);
					writtenId = id2;
					const isAlone = !expectsOthers && merged.unknown.length === 0 && merged.known.length === own.length;
					if (!isAlone) throw new UnconfirmedError(delayMs);
				}
				if (createdId !== void 0 && createdId !== oldest.id) {
					await comments.remove(createdId);
					createdId = void 0;
				}
				return { id: oldest.id, isConfirmed: true };
			};
			return (0, $$retry0.L5)(async (attempt) => {
				const delayMs = (0, $$retry0.jo)(attempt, random, backoff);
				if (writtenId !== void 0 && hurry.aborted) return { id: writtenId, isConfirmed: false };
				const found = await read();
				if (found.length > 0 || when !== "create" && when !== "begin") return merge(found, delayMs);
				own ??= sections($$sections1.je);
				const made = await create(render({ known: own, unknown: [] }));
				if ("found" in made) return merge(made.found, delayMs);
				writtenId = made.id;
				if (expectsOthers) throw new UnconfirmedError(0);
				return { id: made.id, isConfirmed: true };
			}, { delayAfter: (error, attempt) => error instanceof UnconfirmedError && attempt < MAX_READS ? error.delayMs : void 0, sleep: (ms) => comments.sleep(ms, hurry).catch((error) => {
				if (!hurry.aborted) throw error;
			}) });
		}
		return { write };
	}
	function isDue(when, own, stored) {
		const isStored = own.some(({ agent }) => stored.known.some((section) => section.agent === agent));
		if (when === "begin") return !isStored;
		return when !== "update" || isStored || stored.known.length === 0;
	}
	function contains(comment, { known, unknown }) {
		return known.every((section) => (0, $$sections1.O$)(comment, section)) && unknown.every((line) => comment.unknown.includes(line));
	}
}), 16977: ((__module, __exports, __require) => {
	__require.d(__exports, { kf: () => agentsComment, gH: () => finishedComment, mP: () => finishedSection, f_: () => startedComment, rl: () => startedSection, $U: () => statusDescription, Ab: () => unreportedSection });
	var comment_section = __require(14328);
	var comment = __require(74127);
	var headline = __require(14444);
	var links = __require(19687);
	var log_lines = __require(28254);
	var markdown = __require(76669);
	var report_sections = __require(41152);
	var action_text = __require(77844);
	;
	const GROUPS = ["failed", "doubtful", "silent", "going", "awaited", "stopped", "ready", "gone"];
	const GROUP_ICONS = { failed: headline.eU, doubtful: headline.KM, silent: headline.KM, going: headline.Jg, awaited: headline.qm, stopped: headline.qm, ready: headline.yq, gone: headline.qm };
	function sharedCommentBody(key, { known, unknown }, workflowRun) {
		const newest = newestOf(known);
		const rows = known.map((section) => rowOf(section, newest)).toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
		const baseline = baselineTitle(known);
		const head = `${(0, comment.Hc)(key)}
### ${headlineOfRows(rows)}`;
		const titles = ["Agent", rows.every(({ section }) => section.isPreview) ? "Preview" : "Deployment"];
		const columns = [...titles, ...baseline === void 0 ? [] : [baseline], "Ready in"];
		const align = columns.map((_, at) => at === columns.length - 1 ? "--:" : ":--");
		const tableHead = [columns, align].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
		const foot = footOf(rows, newest, unknown.length, workflowRun);
		const fixed = [head, tableHead, foot, ...unknown].join("\n\n").length + 200;
		const render = (row, level) => {
			const section = shrinkSection(row.section, level);
			return { line: `| ${cellsOf({ ...row, section }, newest, baseline, workflowRun).join(" | ")} |`, fold: level >= 2 ? "" : foldOf({ ...row, section }, workflowRun), data: (0, report_sections.Sp)(section) };
		};
		const parts = fitParts(rows, comment.Jq - fixed, render);
		const left = rows.length - parts.filter(({ line }) => line !== "").length;
		return [head, [tableHead, ...parts.map(({ line }) => line).filter((line) => line !== "")].join("\n"), left > 0 ? `\u2026 and ${left} more` : "", ...parts.map(({ fold }) => fold), foot, [...unknown, ...parts.map(({ data }) => data)].filter((line) => line !== "").join("\n")].filter((part) => part !== "").join("\n\n");
	}
	function hiddenLine(section, max) {
		const lines = LEVELS.map((level) => (0, report_sections.Sp)(shrinkSection(section, level)));
		return lines.find((line) => line.length <= max) ?? lines.at(-1) ?? "";
	}
	const LEVELS = [0, 1, 2, 3];
	function fitParts(rows, max, render) {
		const parts = rows.map((row) => render(row, 0));
		const lengthOf = ({ line, fold, data }) => line.length + fold.length + data.length + 6;
		let length = parts.reduce((sum, part) => sum + lengthOf(part), 0);
		const replace = (at, part) => {
			const before = parts[at];
			length += lengthOf(part) - (before === void 0 ? 0 : lengthOf(before));
			parts[at] = part;
		};
		const shortenRows = (next) => {
			for (const [at, row] of [...rows.entries()].toReversed()) {
				if (length <= max) return;
				replace(at, next(row, parts[at] ?? EMPTY));
			}
		};
		for (const level of LEVELS.slice(1)) shortenRows((row) => render(row, level));
		shortenRows((_row, part) => ({ ...part, line: "", fold: "" }));
		shortenRows(() => EMPTY);
		return parts;
	}
	const EMPTY = { line: "", fold: "", data: "" };
	function shrinkSection(section, level) {
		if (level === 0) return section;
		const { message, log, gate, ids: ids2, url, previews, ...rest } = section;
		const scores = level === 1 ? gate?.scores.slice(0, 5) : [];
		const shorter = { ...rest, url, ids: level === 1 ? ids2 : [] };
		if (previews !== void 0 && level === 1) shorter.previews = previews;
		if (message !== void 0 && level < 3) shorter.message = (0, markdown.ml)(message, level === 1 ? 500 : 200);
		if (log !== void 0 && level === 1) {
			shorter.log = { ...log, lines: log.lines.slice(-10).map((line) => (0, markdown.ml)(line, 120)) };
		}
		if (gate !== void 0) {
			const { compareUrl, ...facts } = gate;
			shorter.gate = { ...facts, scores: scores ?? [], sentence: level < 3 ? (0, markdown.ml)(gate.sentence, 200) : "" };
			if (level === 1) shorter.gate.compareUrl = compareUrl;
		}
		if (level === 3 && url !== void 0 && url.length > 200) delete shorter.url;
		return shorter;
	}
	function newestOf(sections) {
		let newest = { head: void 0, run: -1, attempt: 0 };
		for (const { head, version } of sections) {
			if (version.run < newest.run) continue;
			if (version.run === newest.run) newest.attempt = Math.max(newest.attempt, version.attempt);
			else newest = { head, run: version.run, attempt: version.attempt };
			newest.head ??= head;
		}
		return newest;
	}
	function rowOf(section, newest) {
		const { kind, reason, version } = section;
		const row = (group, state, icon2 = GROUP_ICONS[group]) => ({ section, group, icon: icon2, state });
		if (kind === "unreported") return row("silent", (0, headline.r9)(section));
		if (kind === "torn-down" && reason !== "swept") return row("gone", (0, headline.r9)(section));
		const isOfOlderHead = version.run < newest.run && newest.head !== void 0 && section.head !== newest.head;
		if (kind === "started") {
			const isOver = isOfOlderHead || version.run === newest.run && version.attempt < newest.attempt;
			return isOver ? row("silent", "did not report") : row("going", section.isPreview ? "is being built" : "is being deployed");
		}
		if (isOfOlderHead) return row("awaited", "has not reported");
		const icon = (0, headline.ZG)(section);
		const groups = { [headline.yq]: "ready", [headline.eU]: "failed", [headline.KM]: "doubtful", [headline.Jg]: "going" };
		return row(groups[icon] ?? "stopped", (0, headline.r9)(section), icon);
	}
	function headlineOfRows(rows) {
		const all = rows.filter(({ group }) => group !== "gone");
		const isPreview = rows.every(({ section }) => section.isPreview);
		const noun = (count) => `${isPreview ? "preview" : "agent"}${count === 1 ? "" : "s"}`;
		const done = isPreview ? "ready" : "deployed";
		const whole = (count) => count === 2 ? `Both ${noun(2)}` : `All ${count} ${noun(count)}`;
		if (all.length === 0) return `${headline.qm} ${whole(rows.length)} were deleted`;
		const icon = all[0]?.icon ?? headline.qm;
		const ready = all.filter(({ group }) => group === "ready").length;
		const gone = rows.length - all.length;
		const counts = countTexts(all.filter(({ group }) => group !== "ready"));
		if (gone > 0) counts.push(`${gone} ${gone === 1 ? "was" : "were"} deleted`);
		const start = ready < all.length ? `${ready} of ${all.length} ${noun(all.length)} ${ready === 1 ? "is" : "are"} ${done}` : all.length === 1 ? `1 ${noun(1)} is ${done}` : `${whole(all.length)} are ${done}`;
		return [`${icon} ${start}`, ...counts].join(", ");
	}
	function countTexts(rows) {
		const counts = /* @__PURE__ */ new Map();
		for (const row of rows) {
			const text = countText(row);
			counts.set(text, (counts.get(text) ?? 0) + 1);
		}
		return [...counts].map(([text, count]) => {
			const plural = text.replace(/^is /, "are ").replace(/^was /, "were ").replace(/^has /, "have ").replace(/^needs /, "need ");
			return `${count} ${count === 1 ? text : plural}`;
		});
	}
	function countText({ group, state, section }) {
		switch (group) {
			case "failed":
				return "failed";
			case "doubtful":
				return "needs attention";
			case "stopped":
				return section.kind === "cancelled" ? "was cancelled" : "was not deployed";
			default:
				return state;
		}
	}
	function baselineTitle(sections) {
		const gates = sections.flatMap(({ gate }) => gate ?? []);
		if (gates.length === 0) return void 0;
		const [first, ...others] = new Set(gates.map(({ baseline }) => baseline));
		return first === void 0 || others.length > 0 ? "Gate" : `Against ${(0, markdown.Hn)(first)}`;
	}
	function cellsOf(row, newest, baseline, workflowRun) {
		const { section, icon, group } = row;
		const { gate, readyMs } = section;
		const cells = [`${icon} **${nameOf(section)}**`, previewCell(row, newest, workflowRun)];
		if (baseline !== void 0) {
			cells.push(gate === void 0 ? group === "failed" ? "not asked" : "\u2013" : gateCell(gate));
		}
		cells.push(readyMs === void 0 ? "\u2013" : (0, headline.jl)(readyMs));
		return cells;
	}
	const nameOf = ({ agent }) => (0, markdown.Hn)(agent) || "(no name)";
	function previewCell({ section, group, state }, newest, workflowRun) {
		const { url, responds, commit, head, kind } = section;
		const address = responds === void 0 ? void 0 : (0, markdown.il)(url, workflowRun.serverUrl);
		const link = (text) => address?.startsWith("<") === true ? `[${text}](${address})` : void 0;
		const sha = commit ?? head;
		const of = sha === void 0 ? "an earlier commit" : commitLink(sha, workflowRun);
		if (group === "silent" || group === "awaited") {
			const about = newest.head === void 0 || kind === "started" ? "" : ` for ${commitLink(newest.head, workflowRun)}`;
			const earlier = kind === "started" ? head === void 0 ? "" : ` for ${of}` : ` \xB7 ${of} ${responds === "agent" ? `answers: ${link("talk to it") ?? address ?? "no link"}` : (0, headline.r9)(section)}`;
			return `${state}${about}${earlier}`;
		}
		if (responds === "agent" && address !== void 0) {
			const talk = link("talk to it") ?? address;
			return group === "ready" ? talk : `${talk}, ${state}`;
		}
		const previous = responds === "previous" ? link("the previous revision") : void 0;
		return previous === void 0 ? state : `${state} \xB7 ${previous} keeps answering`;
	}
	function gateCell({ verdict, cases, broken, baseline }) {
		const all = (0, action_text.pq)(cases, "case");
		const bad = broken === 0 ? all : `${broken} of ${all} ${baseline === void 0 ? "failed" : "broken"}`;
		return `${markdown.DL[verdict]} \xB7 ${bad}`;
	}
	function foldOf(row, workflowRun) {
		const { section, icon, group } = row;
		const content = [reasonPart(row, workflowRun), section.gate === void 0 ? "" : gatePart(section, section.gate, group === "failed"), idsPart(section, workflowRun)].filter((part) => part !== "");
		if (content.length === 0) return "";
		const summary = `${icon} <b>${summaryName(section)}</b> \xB7 ${aboutOf(row)}`;
		return (0, markdown.zH)(summary, content.join("\n\n"), { isOpen: group === "failed" });
	}
	function summaryName(section) {
		const name = nameOf(section);
		if (!name.includes("`") && !name.includes("&")) return name;
		return `<code>${section.agent.replaceAll(/[^\w.-]/g, (sign) => `&#${sign.codePointAt(0)};`)}</code>`;
	}
	function aboutOf({ section, group, state }) {
		const { gate, log } = section;
		if (log !== void 0 && log.lines.length > 0) return `end of the ${log.kind === "deploy" ? "deploy" : "build"} log`;
		if (gate !== void 0) return scoresText(gate);
		if (group === "failed" || group === "doubtful") return state;
		return "details and IDs for support";
	}
	function scoresText({ scores, broken, cases, baseline }) {
		const all = (0, action_text.pq)(cases, "case");
		if (baseline === void 0) return broken === 0 ? `${all} passed` : `${broken} of ${all} failed`;
		const counts = ["worse", "better", "unclear", "same"].flatMap((verdict) => {
			const count = scores.filter((score) => score.verdict === verdict).length;
			return count === 0 ? [] : [{ count, verdict }];
		});
		const texts = counts.map(({ count, verdict }, at) => at === 0 ? `${(0, action_text.pq)(count, "score")} ${verdict}` : `${count} ${verdict}`);
		const cut = broken === 0 ? "no case broken" : `${(0, action_text.pq)(broken, "case")} broken`;
		return [...texts, cut].join(", ");
	}
	function reasonPart({ section, group }, workflowRun) {
		const { message, log, reason, kind } = section;
		if (group === "ready" || group === "gone" || kind === "started") return "";
		const docs = (0, markdown.Pl)(workflowRun.docsUrl(reason));
		const about = (0, markdown.aY)(reason);
		const parts = [message === void 0 ? "" : (0, markdown.wi)(message), log === void 0 || log.lines.length === 0 ? "" : (0, markdown.OF)(log.lines.map(comment.h0)), reason === "" || group === "stopped" ? "" : `**What to do:** ${docs === void 0 ? `see ${about}` : `[see ${about}](${docs})`}`];
		return parts.filter((part) => part !== "").join("\n\n");
	}
	function gatePart({ message = "" }, { sentence, scores, baseline, compareUrl }, isRed) {
		const url = (0, markdown.Pl)(compareUrl);
		const cells = (texts) => `| ${texts.join(" | ")} |`;
		const head = baseline === void 0 ? "| Score | Mean |\n| :-- | --: |" : `| Score | ${(0, markdown.Hn)(baseline.charAt(0).toUpperCase() + baseline.slice(1))} | Preview | Verdict |
| :-- | --: | --: | :-- |`;
		const rows = scores.map(({ key, baseline: before, candidate, verdict }) => {
			const isMoved = verdict === "worse" || verdict === "better";
			const after = candidate === void 0 ? "\u2013" : (0, markdown.Hn)(candidate);
			if (baseline === void 0) return cells([(0, markdown.Hn)(key) || "(no name)", after]);
			return cells([(0, markdown.Hn)(key) || "(no name)", before === void 0 ? "\u2013" : (0, markdown.Hn)(before), isMoved ? `**${after}**` : after, verdict === void 0 ? "\u2013" : markdown.DL[verdict]]);
		});
		return [isRed && !message.includes(sentence) ? (0, markdown.Hn)(sentence) : "", rows.length === 0 ? "" : [head, ...rows].join("\n"), url === void 0 ? "" : `[All cases](<${url}>)`].filter((part) => part !== "").join("\n\n");
	}
	function idsPart({ ids: ids2, commit, checks, seeded, previews = [], kind, reason, version }, workflowRun) {
		const run = runUrlOf(version, workflowRun);
		const terms = links.RZ[workflowRun.codeHost];
		const isOnGitLab = workflowRun.codeHost === "GitLab";
		const rows = [["result", kind === "started" ? void 0 : `${(0, markdown.Hn)(kind)} (${(0, markdown.aY)(reason)})`], ["checks", checks && (0, markdown.Hn)(checks)], ["seeded", seeded && (0, markdown.Hn)(seeded)], ["previews", previews.length === 0 ? void 0 : previewsText(previews, workflowRun)], ["commit", commit && commitLink(commit, workflowRun)], [terms.run, run && `[${isOnGitLab ? version.run : `attempt ${version.attempt}`}](${run})`], ...ids2.map(([label, id2]) => [(0, markdown.Hn)(label), (0, markdown.Hn)(id2)])];
		const lines = rows.flatMap(([label, value]) => value === void 0 ? [] : [`| ${label} | ${value} |`]);
		return ["| What | Value |", "| :-- | :-- |", ...lines].join("\n");
	}
	function previewsText(previews, workflowRun) {
		return previews.map(({ commit, url, createdAt }) => {
			const address = (0, markdown.il)(url, workflowRun.serverUrl);
			const link = address?.startsWith("<") === true ? `[talk to it](${address})` : address;
			const time = createdAt === void 0 ? "" : `, since ${(0, log_lines.Tc)(createdAt)}`;
			return `${commitLink(commit, workflowRun)} ${link ?? "has no address"}${time}`;
		}).join(" \xB7 ");
	}
	const commitLink = (sha, workflowRun) => (0, comment.tT)({ sha, link: (0, links.Bg)(workflowRun, sha) });
	function runUrlOf({ run, attempt }, workflowRun) {
		return run === 0 ? void 0 : (0, links.Vp)({ ...workflowRun, runId: String(run), attempt: String(attempt) });
	}
	function footOf(rows, { head, run, attempt }, unknown, workflowRun) {
		const terms = links.RZ[workflowRun.codeHost];
		const heads = new Set(rows.filter(({ group }) => group !== "gone").map(({ section }) => section.head));
		const link = runUrlOf({ run: Math.max(run, 0), attempt, startedAt: 0, step: 0 }, workflowRun);
		const parts = [head === void 0 ? "" : `${heads.size > 1 ? "Newest commit" : "All for"} ${commitLink(head, workflowRun)}`, link === void 0 ? "" : `[${terms.runTitle}](${link})`, rows.some(({ section, group }) => section.isPreview && group !== "gone") ? `Previews are deleted when the ${terms.request} closes.` : "", unknown === 0 ? "" : `${(0, action_text.pq)(unknown, "more agent")}, reported by a newer version of the action`].filter((part) => part !== "");
		return parts.length === 0 ? "" : `<sub>${parts.join(" \xB7 ")}</sub>`;
	}
	var run_record = __require(758);
	var seed_seed = __require(76956);
	var statuses = __require(83889);
	var result = __require(63676);
	;
	function startedComment(workflowRun, shown, record, commit) {
		const about = common(workflowRun, shown, record, commit);
		return { ...about, headline: (0, headline.uc)({ ...record, name: about.name }), responds: record.previousRevisionId === void 0 ? void 0 : "previous", notes: [`started at ${new Date(record.startedAt).toISOString().slice(11, 16)} UTC`, ...expected(record)] };
	}
	function expected({ prediction }) {
		return prediction === void 0 ? [] : [`usually ready in ${(0, headline.jl)(prediction.usualMs)}`];
	}
	function finishedComment(workflowRun, shown, { outcome, record }, context) {
		const gone = outcome.kind === "torn-down";
		const about = common(workflowRun, shown, record, context.commit);
		const { kind, reason, message } = outcome;
		return { ...about, ...gone ? { url: void 0, commit: void 0, isPreview: false } : {}, headline: (0, headline.gD)(outcome, { ...record, name: about.name }), result: { kind, code: reason, docs: workflowRun.docsUrl(reason) }, message: (0, headline.Li)(message, record), emphasis: (0, headline.EE)(kind) ? "alert" : (0, headline.oJ)(outcome) || reason === "deleted" ? "details" : "text", responds: (0, headline.n8)(outcome, record), notes: gone || kind === "unchanged" ? [] : [took(outcome, record, context.now)], seeded: gone ? void 0 : seededText(record), previews: gone ? [] : record.commitPreviews.map(({ commit, url, createdAt }) => ({ commit: { sha: commit, link: (0, links.Bg)(workflowRun, commit) }, url, age: ageText(createdAt, context.now) })), run: about.run && { ...about.run, isOver: true }, timeline: record.timeline, checks: record.verification && (0, result.on)(record.verification), log: context.logs ? record.logTail : void 0, gate: context.gate && { ...context.gate, isLeading: (0, headline.Ph)(outcome) } };
	}
	const seededText = ({ seed }) => seed && (0, seed_seed.wv)(seed);
	function ageText(createdAt, now) {
		if (createdAt === void 0) return "unknown";
		const age = now - createdAt < 36e5 ? "under 1h" : (0, log_lines.nV)(now - createdAt);
		return `${age} (since ${(0, log_lines.Tc)(createdAt)})`;
	}
	function took({ kind }, { timeline, startedAt }, now) {
		const ready = timeline.find(({ status }) => (0, statuses.BE)(status) === "deployed")?.startMs;
		if (ready !== void 0) return `ready in ${(0, headline.jl)(ready)}`;
		const whole = (0, headline.jl)(now - startedAt);
		if (kind !== "failed") return kind === "deployed" ? `ready in ${whole}` : `took ${whole}`;
		const phase = timeline.findLast(({ status }) => (0, statuses.BE)(status) === "progress")?.status;
		const isKnown = phase === "BUILDING" || phase === "DEPLOYING";
		return isKnown ? `failed while ${phase.toLowerCase()}, after ${whole}` : `failed after ${whole}`;
	}
	const HIDDEN_MAX = 6e3;
	function agentsComment(workflowRun, { key }, sections, { content, redact }) {
		const [only, ...others] = sections.known;
		if (only === void 0 || others.length > 0 || sections.unknown.length > 0) {
			return (0, report_sections.kM)(sharedCommentBody(key, sections, workflowRun), redact);
		}
		const hidden = hiddenLine(only, HIDDEN_MAX);
		return (0, report_sections.kM)(`${(0, comment.I2)(content(), hidden.length + 2)}

${hidden}`, redact);
	}
	const STEPS = ["started", "unreported", "finished"];
	function sectionVersion({ runId, attempt }, startedAt, step) {
		const count = (text) => /^\d{1,15}$/.test(text) ? Number(text) : 0;
		return { startedAt: Math.max(0, Math.floor(startedAt)), run: count(runId), attempt: count(attempt), step: STEPS.indexOf(step) };
	}
	function startedSection(workflowRun, { agent }, record, head) {
		const { commit, url } = common(workflowRun, { agent, key: agent }, record, head);
		return { agent: (0, markdown.ml)(agent, comment_section.di.name), version: sectionVersion(workflowRun, record.startedAt, "started"), kind: "started", reason: "", isPreview: record.pullRequest !== void 0, url: fittingUrl(url), responds: record.previousRevisionId === void 0 ? void 0 : "previous", head: shaOf(head ?? commit?.sha), commit: shaOf(commit?.sha), ids: [] };
	}
	function finishedSection(workflowRun, comment2, { outcome, record }, context) {
		const gone = outcome.kind === "torn-down";
		const ready = record.timeline.find(({ status }) => (0, statuses.BE)(status) === "deployed")?.startMs;
		const section = startedSection(workflowRun, comment2, record, context.commit);
		const { logTail } = record;
		return { ...section, version: sectionVersion(workflowRun, record.startedAt, "finished"), kind: outcome.kind, reason: outcome.reason, url: gone ? void 0 : section.url, responds: (0, headline.n8)(outcome, record), commit: gone ? void 0 : section.commit, readyMs: ready === void 0 ? void 0 : Math.round(ready), checks: record.verification && (0, result.on)(record.verification), seeded: gone ? void 0 : seededText(record), previews: gone || record.commitPreviews.length < 2 ? void 0 : record.commitPreviews.slice(0, comment_section.di.previews).map(({ commit, url, createdAt }) => ({ commit, url: fittingUrl(url), createdAt })), message: (0, headline.oJ)(outcome) ? void 0 : (0, markdown.ml)((0, headline.Li)(outcome.message, record), comment_section.di.message), log: context.logs && logTail ? { kind: logTail.kind, lines: lastLines(logTail.lines) } : void 0, gate: context.gate, ids: idsOf(record).map(([label, id2]) => [label, (0, markdown.ml)(id2, comment_section.di.text)]) };
	}
	function unreportedSection(workflowRun, { agent, startedAt }, { end, message, stored }) {
		const version = sectionVersion(workflowRun, startedAt, "unreported");
		const earlier = stored.known.find((section) => section.agent === agent);
		return { agent: (0, markdown.ml)(agent, comment_section.di.name), version, kind: end?.kind ?? UNREPORTED, reason: end?.reason ?? "", isPreview: earlier?.isPreview ?? false, head: earlier?.version.run === version.run ? earlier.head : void 0, message: (0, markdown.ml)(message, comment_section.di.message), ids: [] };
	}
	const UNREPORTED = "unreported";
	const LOG_MAX = 3e3;
	function lastLines(lines) {
		const kept = [];
		let length = 0;
		for (const line of lines.slice(-comment_section.di.logLines).toReversed()) {
			const text = (0, markdown.ml)(line, comment_section.di.logLine);
			length += text.length;
			if (length > LOG_MAX) break;
			kept.unshift(text);
		}
		return kept;
	}
	const fittingUrl = (url) => url && url.length <= comment_section.di.url ? url : void 0;
	function shaOf(commit) {
		const sha = commit?.toLowerCase();
		return sha !== void 0 && /^[0-9a-f]{7,64}$/.test(sha) ? sha : void 0;
	}
	function statusDescription(agent, { kind, reason }) {
		return `${agent}: ${kind} (${reason})`;
	}
	function common(workflowRun, { key, agent }, record, ref) {
		const sha = record.revision?.commit ?? record.commit ?? ref;
		const link = (0, links.Vp)(workflowRun);
		return { codeHost: workflowRun.codeHost, key, name: record.deployment?.name ?? agent, headline: { icon: "", text: "" }, result: void 0, message: void 0, emphasis: "text", url: record.deployment?.url, responds: void 0, serverUrl: workflowRun.serverUrl, commit: sha === void 0 ? void 0 : { sha, link: (0, links.Bg)(workflowRun, sha), subject: (0, run_record.et)(record, sha) }, notes: [], ids: idsOf(record), timeline: [], checks: void 0, seeded: void 0, previews: [], run: link === void 0 ? void 0 : { link, attempt: workflowRun.attempt, isOver: false }, isPreview: record.pullRequest !== void 0, log: void 0, gate: void 0 };
	}
	function idsOf({ deployment, revision, previousRevisionId, rollback }) {
		const ids2 = [["deployment", deployment?.id], ["revision", revision && `${revision.id}: ${revision.status}`], ["revision before", previousRevisionId === revision?.id ? void 0 : previousRevisionId], ["revision of the rollback", rollback?.revisionId === revision?.id ? void 0 : rollback?.revisionId]];
		return ids2.flatMap(([label, id2]) => id2 === void 0 ? [] : [[label, id2]]);
	}
}), 74127: ((__module, __exports, __require) => {
	__require.d(__exports, { Hc: () => $$later0.HcL, I2: () => $$later0.I27, Jq: () => $$later0.Jqg, h0: () => $$later0.h0X, tT: () => $$later0.tTR });
	var $$later0 = __require(72786);
}), 14444: ((__module, __exports, __require) => {
	__require.d(__exports, { EE: () => $$later0.EEy, Jg: () => $$later0.JgT, KM: () => $$later0.KM9, Li: () => $$later0.LiV, Ph: () => $$later0.PhH, ZG: () => $$later0.ZGx, eU: () => $$later0.eUN, gD: () => $$later0.gD7, jl: () => $$later0.jlk, n8: () => $$later0.n8z, oJ: () => $$later0.oJd, qm: () => $$later0.qmI, r9: () => $$later0.r9p, uc: () => $$later0.ucJ, yq: () => $$later0.yq5 });
	var $$later0 = __require(72786);
}), 19687: ((__module, __exports, __require) => {
	__require.d(__exports, { Bg: () => $$later0.Bgh, RZ: () => $$later0.RZV, Vp: () => $$later0.Vpz, hO: () => $$later0.hO8, rT: () => $$later0.rTE, tb: () => $$later0.tbB });
	var $$later0 = __require(72786);
}), 28254: ((__module, __exports, __require) => {
	__require.d(__exports, { HN: () => $$later0.HNX, MM: () => $$later0.MM$, Tc: () => $$later0.Tcb, nV: () => $$later0.nVH, tG: () => $$later0.tGH, vK: () => $$later0.vKs });
	var $$later0 = __require(72786);
}), 76669: ((__module, __exports, __require) => {
	__require.d(__exports, { DL: () => $$later0.DLq, Hn: () => $$later0.HnF, OF: () => $$later0.OF3, Pl: () => $$later0.PlP, aY: () => $$later0.aYu, il: () => $$later0.ilj, ml: () => $$later0.mlB, tp: () => $$later0.tpe, wi: () => $$later0.wik, zH: () => $$later0.zHB });
	var $$later0 = __require(72786);
}), 41152: ((__module, __exports, __require) => {
	__require.d(__exports, { MJ: () => parseSections, O$: () => hasSection, Sp: () => encodeSection, X0: () => mergeSections, YU: () => afterStored, je: () => NO_SECTIONS, kM: () => redactVisible, re: () => hiddenLine });
	var $$section0 = __require(14328);
	var $$safety1 = __require(6760);
	const NO_SECTIONS = { known: [], unknown: [] };
	function redactVisible(body, redact) {
		const lines = body.split("\n");
		const end = lines.findLastIndex((line) => !LINE.test(line)) + 1;
		const visible = redact(lines.slice(1, end).join("\n"));
		return [...lines.slice(0, 1), ...end > 1 ? [visible] : [], ...lines.slice(Math.max(1, end))].join("\n");
	}
	const MAX_LINES = 600;
	const MAX_LINE = 3e4;
	const LINE = /^<!-- agent-deploy section v(\d{1,6}) (\{.*\}) -->$/;
	function encodeSection(section) {
		return hiddenLine(`section v${$$section0.n7}`, section);
	}
	function hiddenLine(name, value) {
		const json = JSON.stringify(value).replaceAll(/[<>&@#`]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).replaceAll("--", "-\\u002d");
		return `<!-- agent-deploy ${name} ${json} -->`;
	}
	function parseSections(body) {
		let sections = NO_SECTIONS;
		const lines = body.trimEnd().split(/\r?\n/);
		for (const line of lines.slice(-MAX_LINES).toReversed()) {
			const match = line.length > MAX_LINE ? null : LINE.exec(line);
			if (match === null) break;
			const [, version, json = ""] = match;
			if (Number(version) > $$section0.n7) {
				sections = mergeSections(sections, { known: [], unknown: [line] });
				continue;
			}
			const parsed = $$section0.bt.safeParse((0, $$safety1.qF)(json));
			if (parsed.success) sections = mergeSections(sections, { known: [parsed.data], unknown: [] });
		}
		return sections;
	}
	function mergeSections(one, other) {
		const merged = /* @__PURE__ */ new Map();
		for (const section of [...one.known, ...other.known]) {
			const current = merged.get(section.agent);
			if (current === void 0 || compareSections(current, section) < 0) merged.set(section.agent, section);
		}
		return { known: [...merged.values()].toSorted((a, b) => compareText(a.agent, b.agent)), unknown: [.../* @__PURE__ */ new Set([...one.unknown, ...other.unknown])].toSorted(compareText) };
	}
	function compareVersions(a, b) {
		return a.startedAt - b.startedAt || a.run - b.run || a.attempt - b.attempt || a.step - b.step;
	}
	function compareSections(a, b) {
		const [one, other] = [encodeSection(a), encodeSection(b)];
		return compareVersions(a.version, b.version) || one.length - other.length || compareText(one, other);
	}
	const compareText = (a, b) => a < b ? -1 : Number(a > b);
	function hasSection({ known }, section) {
		return known.some(({ agent, version }) => agent === section.agent && compareVersions(version, section.version) >= 0);
	}
	function afterStored(section, { known }) {
		const stored = known.find(({ agent }) => agent === section.agent)?.version;
		const own = section.version;
		if (stored === void 0 || stored.run !== own.run || compareVersions(stored, own) < 0) return section;
		const isEarlier = stored.attempt < own.attempt || stored.attempt === own.attempt && stored.step === own.step;
		return isEarlier ? { ...section, version: { ...own, startedAt: stored.startedAt + 1 } } : section;
	}
}), 758: ((__module, __exports, __require) => {
	__require.d(__exports, { a3: () => $$later0.a3k, dO: () => $$later0.dOO, et: () => $$later0.et_, gR: () => $$later0.gRw, su: () => $$later0.su4 });
	var $$later0 = __require(72786);
}), 76956: ((__module, __exports, __require) => {
	__require.d(__exports, { Hq: () => $$later0.HqU, SL: () => $$later0.SLX, Vp: () => $$later0.Vp8, XG: () => $$later0.XGF, f: () => $$later0.faK, mQ: () => $$later0.mQA, ui: () => $$later0.uiq, wv: () => $$later0.wvf });
	var $$later0 = __require(72786);
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH, pq: () => $$later0.pqe });
	var $$later0 = __require(72786);
}), 63676: ((__module, __exports, __require) => {
	__require.d(__exports, { Hl: () => $$later0.Hlv, OE: () => $$later0.OEH, g5: () => $$later0.g5, on: () => $$later0.onx });
	var $$later0 = __require(72786);
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
}), 83889: ((__module, __exports, __require) => {
	__require.d(__exports, { BE: () => $$later0.BEO, SE: () => $$later0.SEN, dR: () => $$later0.dRP, vx: () => $$later0.vxI });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
