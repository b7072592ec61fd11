const id = 326;
const ids = [326];
const modules = { 25980: ((__module, __exports, __require) => {
	__require.d(__exports, { D: () => createCommentWriter });
	var $$retry0 = __require(85933);
	var $$sections1 = __require(41152);
	var $$client2 = __require(73564);
	var $$comments3 = __require(47189);
	const MAX_READS = 5;
	class UnconfirmedError extends $$client2.CommentReplacedError {
		delayMs;
		constructor(delayMs) {
			super("Other jobs kept replacing the section of this run in the comment");
			this.delayMs = delayMs;
		}
	}
	function createCommentWriter(options) {
		const { client, author, comment, expectsOthers, backoff, random = Math.random } = options;
		let createdId;
		let since;
		async function read() {
			const found = await (0, $$comments3.Su)(client, author, comment, since);
			since ??= (0, $$comments3.ek)(found[0]?.updatedAt);
			return found;
		}
		async function create(body) {
			try {
				const { id: id2, createdAt } = await (0, $$comments3.eT)(client, comment, body);
				createdId = id2;
				since = (0, $$comments3.ek)(createdAt);
				return { id: id2 };
			} catch (error) {
				const found = (client.failureOf(error).status ?? 500) >= 500 ? await read() : [];
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
					const id2 = await (0, $$comments3.vv)(client, oldest.id, render(merged));
					if (id2 === void 0) throw new UnconfirmedError(0);
					writtenId = id2;
					const isAlone = !expectsOthers && merged.unknown.length === 0 && merged.known.length === own.length;
					if (!isAlone) throw new UnconfirmedError(delayMs);
				}
				if (createdId !== void 0 && createdId !== oldest.id) {
					await (0, $$comments3.Tu)(client, createdId);
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
			}, { delayAfter: (error, attempt) => error instanceof UnconfirmedError && attempt < MAX_READS ? error.delayMs : void 0, sleep: (ms) => client.sleep(ms, hurry).catch((error) => {
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
}), 47189: ((__module, __exports, __require) => {
	__require.d(__exports, { AW: () => createAuthor, Su: () => findComments, Tu: () => deleteComment, eT: () => createComment, ek: () => sinceOf, vv: () => updateComment });
	var $$comment0 = __require(74127);
	var $$client1 = __require(73564);
	const PAGE = 100;
	const PAGES = 30;
	const RACE_MS = 10 * 6e4;
	const JOB_BOT = "github-actions[bot]";
	function createAuthor(client, token) {
		const ofApp = token.startsWith("ghs_");
		let login;
		const readLogin = async () => {
			if (!ofApp) {
				const { data } = await client.call((at) => client.octokit.rest.users.getAuthenticated({ request: at.request }));
				return data.login;
			}
			const { viewer } = await client.call((at) => client.octokit.graphql("{ viewer { login } }", { request: at.request }));
			return viewer.login;
		};
		return { async isMe(user) {
			if (ofApp && user.login === JOB_BOT) return true;
			if (ofApp && user.type !== "Bot") return false;
			return user.login === await (login ??= readLogin());
		} };
	}
	async function findComments(client, author, shown, since) {
		const mark = (0, $$comment0.Hc)(shown.key);
		const found = [];
		for (let page = 1; page <= PAGES; page += 1) {
			const { data } = await client.call((at) => client.octokit.rest.issues.listComments({ ...at, issue_number: shown.pullRequest, per_page: PAGE, page, ...since === void 0 ? {} : { since } }));
			const end = `/issues/${shown.pullRequest}`;
			for (const { id: id2, body, user, issue_url: url, created_at: createdAt, updated_at: updatedAt } of data) {
				(0, $$client1.assertUrlEndsWith)(`comments of pull request #${shown.pullRequest}`, url, end);
				if (body?.startsWith(mark) !== true || !user) continue;
				if (await author.isMe(user)) found.push({ id: id2, body, createdAt, updatedAt });
			}
			if (data.length < PAGE || since === void 0 && found.length > 0) break;
		}
		return found.toSorted((a, b) => a.id - b.id);
	}
	async function updateComment(client, id2, body) {
		try {
			const { data } = await client.call((at) => client.octokit.rest.issues.updateComment({ ...at, comment_id: id2, body }));
			(0, $$client1.assertSame)("comment", id2, data.id);
			return id2;
		} catch (error) {
			if (client.failureOf(error).status === 404) return void 0;
			throw error;
		}
	}
	async function createComment(client, { pullRequest }, body) {
		const { data } = await client.call((at) => client.octokit.rest.issues.createComment({ ...at, issue_number: pullRequest, body }), { repeatable: false });
		(0, $$client1.assertUrlEndsWith)(`pull request #${pullRequest}`, data.issue_url, `/issues/${pullRequest}`);
		if (!Number.isSafeInteger(data.id)) throw new Error("GitHub did not create a comment.");
		return { id: data.id, createdAt: data.created_at };
	}
	async function deleteComment(client, id2) {
		try {
			await client.call((at) => client.octokit.rest.issues.deleteComment({ ...at, comment_id: id2 }));
		} catch (error) {
			if (client.failureOf(error).status !== 404) throw error;
		}
	}
	function sinceOf(time) {
		const at = Date.parse(time ?? "");
		return Number.isNaN(at) ? void 0 : new Date(at - RACE_MS).toISOString();
	}
}), 19749: ((__module, __exports, __require) => {
	__require.d(__exports, { kf: () => agentsComment, gH: () => finishedComment, mP: () => finishedSection, f_: () => startedComment, rl: () => startedSection, $U: () => statusDescription, Ab: () => unreportedSection });
	var comment_section = __require(14328);
	var comment = __require(74127);
	var headline = __require(14444);
	var links = __require(19687);
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
		const { message, log, gate, ids: ids2, url, ...rest } = section;
		const scores = level === 1 ? gate?.scores.slice(0, 5) : [];
		const shorter = { ...rest, url, ids: level === 1 ? ids2 : [] };
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
	function idsPart({ ids: ids2, commit, checks, kind, reason, version }, workflowRun) {
		const run = runUrlOf(version, workflowRun);
		const rows = [["result", kind === "started" ? void 0 : `${(0, markdown.Hn)(kind)} (${(0, markdown.aY)(reason)})`], ["checks", checks && (0, markdown.Hn)(checks)], ["commit", commit && commitLink(commit, workflowRun)], ["workflow run", run && `[attempt ${version.attempt}](${run})`], ...ids2.map(([label, id2]) => [(0, markdown.Hn)(label), (0, markdown.Hn)(id2)])];
		const lines = rows.flatMap(([label, value]) => value === void 0 ? [] : [`| ${label} | ${value} |`]);
		return ["| What | Value |", "| :-- | :-- |", ...lines].join("\n");
	}
	const commitLink = (sha, workflowRun) => (0, comment.tT)({ sha, link: (0, links.Bg)(workflowRun, sha) });
	function runUrlOf({ run, attempt }, workflowRun) {
		return run === 0 ? void 0 : (0, links.Vp)({ ...workflowRun, runId: String(run), attempt: String(attempt) });
	}
	function footOf(rows, { head, run, attempt }, unknown, workflowRun) {
		const heads = new Set(rows.filter(({ group }) => group !== "gone").map(({ section }) => section.head));
		const link = runUrlOf({ run: Math.max(run, 0), attempt, startedAt: 0, step: 0 }, workflowRun);
		const parts = [head === void 0 ? "" : `${heads.size > 1 ? "Newest commit" : "All for"} ${commitLink(head, workflowRun)}`, link === void 0 ? "" : `[Workflow run](${link})`, rows.some(({ section, group }) => section.isPreview && group !== "gone") ? "Previews are deleted when the pull request closes." : "", unknown === 0 ? "" : `${(0, action_text.pq)(unknown, "more agent")}, reported by a newer version of the action`].filter((part) => part !== "");
		return parts.length === 0 ? "" : `<sub>${parts.join(" \xB7 ")}</sub>`;
	}
	var run_record = __require(758);
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
		return { ...about, ...gone ? { url: void 0, commit: void 0, isPreview: false } : {}, headline: (0, headline.gD)(outcome, { ...record, name: about.name }), result: { kind, code: reason, docs: workflowRun.docsUrl(reason) }, message: (0, headline.Li)(message, record), emphasis: (0, headline.EE)(kind) ? "alert" : (0, headline.oJ)(outcome) || reason === "deleted" ? "details" : "text", responds: (0, headline.n8)(outcome, record), notes: gone || kind === "unchanged" ? [] : [took(outcome, record, context.now)], run: about.run && { ...about.run, isOver: true }, timeline: record.timeline, checks: record.verification && (0, result.on)(record.verification), log: context.logs ? record.logTail : void 0, gate: context.gate && { ...context.gate, isLeading: (0, headline.Ph)(outcome) } };
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
		return { ...section, version: sectionVersion(workflowRun, record.startedAt, "finished"), kind: outcome.kind, reason: outcome.reason, url: gone ? void 0 : section.url, responds: (0, headline.n8)(outcome, record), commit: gone ? void 0 : section.commit, readyMs: ready === void 0 ? void 0 : Math.round(ready), checks: record.verification && (0, result.on)(record.verification), message: (0, headline.oJ)(outcome) ? void 0 : (0, markdown.ml)((0, headline.Li)(outcome.message, record), comment_section.di.message), log: context.logs && logTail ? { kind: logTail.kind, lines: lastLines(logTail.lines) } : void 0, gate: context.gate, ids: idsOf(record).map(([label, id2]) => [label, (0, markdown.ml)(id2, comment_section.di.text)]) };
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
		return { key, name: record.deployment?.name ?? agent, headline: { icon: "", text: "" }, result: void 0, message: void 0, emphasis: "text", url: record.deployment?.url, responds: void 0, serverUrl: workflowRun.serverUrl, commit: sha === void 0 ? void 0 : { sha, link: (0, links.Bg)(workflowRun, sha), subject: (0, run_record.et)(record, sha) }, notes: [], ids: idsOf(record), timeline: [], checks: void 0, run: link === void 0 ? void 0 : { link, attempt: workflowRun.attempt, isOver: false }, isPreview: record.pullRequest !== void 0, log: void 0, gate: void 0 };
	}
	function idsOf({ deployment, revision, previousRevisionId, rollback }) {
		const ids2 = [["deployment", deployment?.id], ["revision", revision && `${revision.id}: ${revision.status}`], ["revision before", previousRevisionId === revision?.id ? void 0 : previousRevisionId], ["revision of the rollback", rollback?.revisionId === revision?.id ? void 0 : rollback?.revisionId]];
		return ids2.flatMap(([label, id2]) => id2 === void 0 ? [] : [[label, id2]]);
	}
}), 96859: ((__module, __exports, __require) => {
	__require.d(__exports, { HZ: () => findDeployment, Kn: () => writeStatus, Q6: () => openDeployment, np: () => deactivateEarlier, un: () => readState, y: () => removePreviewEnvironment });
	var $$safety0 = __require(6760);
	var $$client1 = __require(73564);
	var $$links2 = __require(19687);
	const NEWEST = 30;
	const SUSPECTS = 3;
	const EARLIER = 10;
	const DESCRIPTION_MAX = 140;
	async function openDeployment(client, workflowRun, shown, refs) {
		const { items: there } = await listDeployments(client, shown.environment, { per_page: NEWEST });
		const newest = there.find((item) => agentOf(item) === shown.agent);
		if (newest !== void 0 && isOurs(newest, workflowRun, shown, refs)) return opened(newest.id, there, shown);
		if (await hasJobsOwn(client, workflowRun, there, refs)) return { kind: "of-job" };
		try {
			return opened(await create(client, workflowRun, shown, refs), there, shown);
		} catch (error) {
			if ((client.failureOf(error).status ?? 500) < 500) throw error;
			const found = await findDeployment(client, workflowRun, shown, refs);
			if (found === void 0) throw error;
			return found;
		}
	}
	async function findDeployment(client, workflowRun, shown, refs = shown.refs) {
		const { items: there } = await listDeployments(client, shown.environment, { per_page: NEWEST });
		const found = there.find((item) => item.id === shown.id || isOurs(item, workflowRun, shown, refs));
		return found && opened(found.id, there, shown);
	}
	function opened(id2, there, { agent }) {
		const earlier = there.filter((item) => agentOf(item) === agent && item.id < id2).map((item) => item.id);
		return { kind: "ours", id: id2, earlier };
	}
	async function writeStatus(client, workflowRun, id2, status) {
		const log = (0, $$links2.Vp)(workflowRun);
		const { data } = await client.call((at) => client.octokit.rest.repos.createDeploymentStatus({ ...at, deployment_id: id2, state: status.state, description: shorten(client.redact(status.description)), ...log === void 0 ? {} : { log_url: log }, ...status.url === void 0 ? {} : { environment_url: client.redact(status.url) } }));
		(0, $$client1.assertUrlEndsWith)(`the status of deployment ${id2}`, data.deployment_url, `/deployments/${id2}`);
	}
	async function readState(client, id2) {
		return (await listStatuses(client, id2, 1))[0]?.state;
	}
	async function deactivateEarlier(client, workflowRun, agent, earlier) {
		for (const id2 of earlier.slice(0, EARLIER)) {
			const state = await readState(client, id2);
			if (state === "inactive") return;
			if (state !== "success") continue;
			await writeStatus(client, workflowRun, id2, { state: "inactive", description: `${agent}: superseded by a later deployment`, url: void 0 });
		}
	}
	async function listDeployments(client, environment, page) {
		const requested = client.redact(environment);
		const { data } = await client.call((at) => client.octokit.rest.repos.listDeployments({ ...at, environment: requested, ...page }));
		const items = data.filter((item) => (0, $$client1.isSameName)(requested, item.environment));
		return { items, more: data.length >= page.per_page };
	}
	async function listStatuses(client, id2, most) {
		const { data } = await client.call((at) => client.octokit.rest.repos.listDeploymentStatuses({ ...at, deployment_id: id2, per_page: most }));
		for (const { deployment_url: url } of data) (0, $$client1.assertUrlEndsWith)(`deployment ${id2}`, url, `/deployments/${id2}`);
		return data;
	}
	async function create(client, workflowRun, shown, refs) {
		const [ref, ...others] = refs;
		if (ref === void 0) throw new Error("GitHub does not know the commit of this run.");
		try {
			const { data } = await client.call((at) => client.octokit.rest.repos.createDeployment({ ...at, ref, environment: client.redact(shown.environment), description: shorten(client.redact(`${shown.agent} by agent-deploy`)), payload: { "agent-deploy": client.redact(shown.agent), run: workflowRun.runId, attempt: workflowRun.attempt }, transient_environment: shown.transient, production_environment: !shown.transient, auto_merge: false, required_contexts: [] }), { repeatable: false });
			if (!("id" in data)) throw new Error("GitHub did not create a deployment.");
			(0, $$client1.assertSame)("the environment", client.redact(shown.environment), data.environment);
			return data.id;
		} catch (error) {
			if (others.length === 0 || client.failureOf(error).status !== 422) throw error;
			return create(client, workflowRun, shown, others);
		}
	}
	async function hasJobsOwn(client, workflowRun, there, refs) {
		const suspects = there.filter((item) => agentOf(item) === void 0 && refs.includes(item.sha));
		for (const { id: id2 } of suspects.slice(0, SUSPECTS)) {
			const statuses = await listStatuses(client, id2, 5);
			if (statuses.some((status) => (0, $$links2.tb)(workflowRun, status.log_url) || (0, $$links2.tb)(workflowRun, status.target_url))) {
				return true;
			}
		}
		return false;
	}
	function isOurs(item, workflowRun, { agent }, refs) {
		const ofRun = agentOf(item) === agent && payloadOf(item)["run"] === workflowRun.runId && workflowRun.runId !== "";
		return ofRun && refs.includes(item.sha);
	}
	function agentOf(item) {
		const agent = payloadOf(item)["agent-deploy"];
		return typeof agent === "string" ? agent : void 0;
	}
	function payloadOf({ payload }) {
		if (typeof payload !== "string") return payload ?? {};
		const value = (0, $$safety0.qF)(payload);
		return typeof value === "object" && value !== null ? { ...value } : {};
	}
	function shorten(text) {
		const letters = Array.from(text.replace(/\s+/g, " ").trim());
		return letters.length > DESCRIPTION_MAX ? `${letters.slice(0, DESCRIPTION_MAX - 1).join("")}\u2026` : letters.join("");
	}
	const RETIRE_PAGE = 100;
	const RETIRE_PAGES = 3;
	async function removePreviewEnvironment(client, workflowRun, environment, deletesEnvironment) {
		const { ours, others } = await allDeployments(client, environment);
		let mayDelete = true;
		for (const id2 of ours) {
			if (mayDelete && await tryDelete(client, id2)) continue;
			await writeStatus(client, workflowRun, id2, { state: "inactive", description: "The preview was deleted", url: void 0 });
			mayDelete = mayDelete && await tryDelete(client, id2);
		}
		return others > 0 || deletesEnvironment && await tryDeleteEnvironment(client, environment);
	}
	async function allDeployments(client, environment) {
		const ours = [];
		let others = 0;
		for (let page = 1; page <= RETIRE_PAGES; page += 1) {
			const { items, more } = await listDeployments(client, environment, { per_page: RETIRE_PAGE, page });
			const mine = items.filter((item) => {
				const agent = agentOf(item);
				return item.production_environment !== true && (agent === void 0 || agent === environment);
			});
			ours.push(...mine.map(({ id: id2 }) => id2));
			others += items.length - mine.length;
			if (!more) return { ours, others };
		}
		return { ours, others: others + 1 };
	}
	async function tryDelete(client, id2) {
		try {
			await client.call((at) => client.octokit.rest.repos.deleteDeployment({ ...at, deployment_id: id2 }));
			return true;
		} catch (error) {
			const { status } = client.failureOf(error);
			if (status === 404) return true;
			if (status === 403 || status === 422) return false;
			throw error;
		}
	}
	async function tryDeleteEnvironment(client, environment) {
		try {
			await client.call((at) => client.octokit.rest.repos.deleteAnEnvironment({ ...at, environment_name: environment }), { repeatable: false });
			return true;
		} catch (error) {
			return client.failureOf(error).status !== 403;
		}
	}
}), 93228: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { finishOnGitHub: () => finishOnGitHub });
	var $$headline0 = __require(14444);
	var $$writer1 = __require(25980);
	var $$comments2 = __require(47189);
	var $$client3 = __require(73564);
	var $$deployments4 = __require(96859);
	var $$links5 = __require(19687);
	var $$policy6 = __require(91085);
	var $$content7 = __require(19749);
	const FINAL = ["success", "failure", "error", "inactive"];
	async function finishOnGitHub(connection, unfinished, limits = $$client3.GITHUB_LIMITS) {
		const client = (0, $$client3.createGitHubClient)(connection, AbortSignal.timeout(limits.finishTimeoutMs), limits);
		const place = (0, $$links5.hO)(unfinished.env);
		const ends = await Promise.allSettled([finishDeployment(client, place, unfinished), finishComment(client, place, unfinished, limits.confirmBackoff)]);
		return ends.flatMap((end) => end.status === "rejected" ? [client.failureOf(end.reason).message] : []);
	}
	async function finishDeployment(client, place, { state }) {
		const { deployment, end } = state.shown;
		if (deployment === void 0 || deployment.closed) return;
		const found = await (0, $$deployments4.HZ)(client, place, deployment);
		if (found === void 0 || FINAL.includes(await (0, $$deployments4.un)(client, found.id))) return;
		const last = end === void 0 ? "inactive" : (0, $$policy6.eT)(end);
		await (0, $$deployments4.Kn)(client, place, found.id, { state: last, description: end === void 0 ? `${deployment.agent}: the run ended without a report` : (0, $$content7.$U)(deployment.agent, end), url: void 0 });
		if (last === "success") await (0, $$deployments4.np)(client, place, deployment.agent, found.earlier);
	}
	async function finishComment(client, place, unfinished, backoff) {
		const { state, token, message } = unfinished;
		const { comment, end } = state.shown;
		if (comment === void 0 || comment.closed) return;
		const link = (0, $$links5.Vp)(place);
		const name = state.deploymentName ?? comment.key;
		const content = { key: comment.key, name, headline: end === void 0 ? { icon: "\u26AA", text: `${name}: the run ended without a report` } : (0, $$headline0.gD)(end, { name, pullRequest: void 0, rollback: void 0, plan: void 0 }), result: end && { kind: end.kind, code: end.reason, docs: place.docsUrl(end.reason) }, message, emphasis: "text", url: void 0, responds: void 0, serverUrl: place.serverUrl, commit: void 0, notes: [], ids: state.revisionId === void 0 ? [] : [["revision", state.revisionId]], timeline: [], checks: void 0, run: link === void 0 ? void 0 : { link, attempt: place.attempt, isOver: true }, isPreview: false, log: void 0, gate: void 0 };
		const writer = (0, $$writer1.D)({ client, author: (0, $$comments2.AW)(client, token), comment, expectsOthers: false, backoff });
		await writer.write({ when: "replace", sections: (stored) => [(0, $$content7.Ab)(place, comment, { end, message: client.redact(message), stored })], render: (all) => (0, $$content7.kf)(place, comment, all, { content: () => content, redact: client.redact }), hurry: new AbortController().signal });
	}
}), 91085: ((__module, __exports, __require) => {
	__require.d(__exports, { K9: () => isLaterRun, Qw: () => finalCommentAction, SA: () => isMissingPermission, VJ: () => expectsOtherAgents, Wb: () => commentTargetOf, eT: () => deploymentStateOf, eY: () => candidateRefs, mY: () => SHARED_KEY, p7: () => environmentOf, qJ: () => isRollingOut, qy: () => describeReportFailure });
	const ERRORS = ["unauthorized", "forbidden", "rate-limited", "service-error", "unreachable", "lost-answer", "internal-error", "verification-impossible"];
	function deploymentStateOf({ kind, reason }) {
		switch (kind) {
			case "deployed":
			case "unchanged":
			case "observed":
			case "verified":
				return "success";
			case "submitted":
				return "in_progress";
			case "failed":
				return ERRORS.includes(reason) ? "error" : "failure";
			case "rolled-back":
				return "failure";
			case "timed-out":
				return "error";
			case "superseded":
			case "cancelled":
			case "torn-down":
			case "planned":
			case "skipped":
			case "provided":
				return "inactive";
		}
	}
	function environmentOf(settings, record) {
		if (!settings.github.deployment || settings.dryRun) return void 0;
		const agent = agentOf(settings, record);
		if (agent === void 0) return void 0;
		switch (settings.verb) {
			case "preview":
				return { environment: agent, transient: true, agent };
			case "deploy":
			case "rollback":
			case "wait":
				return { environment: settings.github.environment ?? agent, transient: false, agent };
			default:
				return void 0;
		}
	}
	const SHARED_KEY = "agents";
	const VERIFY_AGENT = "verify";
	function commentTargetOf(settings, event, record) {
		if (!settings.github.comment || settings.dryRun) return void 0;
		if (["sweep", "status", "lock", "unlock"].includes(settings.verb)) return void 0;
		const isVerify = settings.verb === "verify";
		if (isVerify && record.gate === void 0) return void 0;
		const pullRequest = record.pullRequest ?? event.pullRequest?.number;
		const agent = agentOf(settings, record) ?? record.retired[0] ?? (isVerify ? VERIFY_AGENT : void 0);
		if (pullRequest === void 0 || agent === void 0) return void 0;
		return { pullRequest, key: settings.github.commentKey ?? SHARED_KEY, agent };
	}
	function expectsOtherAgents(settings) {
		return "paths" in settings && settings.paths !== void 0;
	}
	function isLaterRun({ action }, attempt) {
		return action === "synchronize" || action === "reopened" || attempt !== "1";
	}
	function isRollingOut({ verb, dryRun }, { stage, plan }) {
		if (dryRun || !["deploy", "preview", "rollback", "wait"].includes(verb)) return false;
		return stage === "waiting" || ["uploading", "writing"].includes(stage) && plan !== void 0;
	}
	function finalCommentAction(verb, { kind, reason }, begun) {
		switch (kind) {
			case "planned":
			case "observed":
			case "skipped":
				return "leave";
			case "unchanged":
				return reason === "paths-untouched" ? "leave" : "update";
			case "torn-down":
				return "update";
			case "cancelled":
				return begun ? "write" : "leave";
			default:
				return verb === "teardown" ? "update" : "write";
		}
	}
	function agentOf(settings, record) {
		const known = record.deployment?.name ?? record.name;
		if (known !== void 0) return known;
		if (!("target" in settings)) return void 0;
		return settings.target.by === "name" ? settings.target.name : void 0;
	}
	function candidateRefs(settings, event, record, sha) {
		const commit = record.commit ?? record.revision?.commit;
		const refs = [isOfThisRepository(settings, event) ? commit : void 0, event.commit, sha];
		return [...new Set(refs.filter((ref) => ref !== void 0))];
	}
	function isOfThisRepository(settings, event) {
		if (!("desired" in settings) || settings.desired.repoUrl === void 0) return true;
		const path = URL.parse(settings.desired.repoUrl)?.pathname.replace(/\.git$|(?<!\/)\/+$/g, "");
		return path?.toLowerCase().endsWith(`/${event.repository.toLowerCase()}`) ?? false;
	}
	const REPORT_PARTS = { deployment: { what: "the deployment of this run", permission: "deployments: write", off: "github-deployment: false" }, retire: { what: "the deployments of the deleted preview", permission: "deployments: write", off: "github-deployment: false" }, comment: { what: "the comment on the pull request", permission: "pull-requests: write", off: "comment: false" } };
	function describeReportFailure(name, failure) {
		const { what, permission, off } = REPORT_PARTS[name];
		const start = `The action could not update ${what} on GitHub; the deployment itself is not affected.`;
		if (isMissingPermission(failure)) {
			const line = lineFor(permission, failure.permissions);
			return `${start} The token lacks a permission: add \`${line}\` under \`permissions:\` of the job (a job with \`permissions:\` has only the permissions listed there), or set \`${off}\`.`;
		}
		if (failure.status === 401) {
			return `${start} GitHub rejected the token (${failure.message}): pass a valid token as \`github-token\`, or set \`${off}\`.`;
		}
		return `${start} ${failure.description}.`;
	}
	function isMissingPermission({ status, message }) {
		return status === 403 && /not accessible by/i.test(message);
	}
	function lineFor(known, named) {
		const [name = ""] = known.split(":");
		if (named.length === 0 || named.some((line) => line.startsWith(`${name}:`))) return known;
		if (known.startsWith("pull-requests") && named.some((line) => line.startsWith("issues:"))) return known;
		return named.join("`, `");
	}
}), 54659: ((__module, __exports, __require) => {
	__require.d(__exports, { createGitHubPublisher: () => createGitHubPublisher });
	var outcome = __require(96043);
	var idle_notice = __require(18731);
	var markdown = __require(76669);
	var later = __require(72786);
	;
	var comment_writer = __require(25980);
	var comments = __require(47189);
	var github_client = __require(73564);
	var deployments = __require(96859);
	var links = __require(19687);
	var policy = __require(91085);
	var content = __require(19749);
	;
	function createGitHubPublisher(connection, story, { stop, ending }, limits) {
		const client = (0, github_client.createGitHubClient)({ ...connection, redact: story.redact }, stop, limits, limits.sleep);
		const shown = story.record.github.shown ??= { deployment: void 0, comment: void 0, end: void 0 };
		const context = { client, workflowRun: (0, links.hO)(story.env), shown, story, limits, ending };
		const deployment = createDeploymentPart(context);
		const comment = createCommentPart(context);
		const failures = /* @__PURE__ */ new Map();
		const refused = /* @__PURE__ */ new Set();
		const attempt = async (part, work) => {
			if (refused.has(part)) return;
			try {
				await work();
				failures.delete(part);
			} catch (error) {
				const failure = client.failureOf(error);
				failures.set(part, (0, policy.qy)(part, failure));
				if (!(0, policy.SA)(failure)) return;
				refused.add(part);
				if (part !== "retire") shown[part] = void 0;
			}
		};
		return { async publishStart() {
			const first = (part, { isTried, open }) => !isTried() && attempt(part, open);
			await Promise.all([first("deployment", deployment), first("comment", comment)]);
		}, async publishEnd(outcome2) {
			shown.end = { kind: outcome2.kind, reason: outcome2.reason };
			await Promise.all([attempt("deployment", () => deployment.close(outcome2)).then(() => attempt("retire", deployment.retire)), attempt("comment", async () => {
				await comment.close(outcome2);
				await closeIdleComments(context);
			})]);
			await story.save();
		}, warnings: () => [...failures.values()] };
	}
	function createDeploymentPart({ client, workflowRun, shown, story }) {
		const { settings, event, record, log } = story;
		let earlier = [];
		let ofJob = false;
		let isTried = false;
		async function open() {
			const target = (0, policy.p7)(settings, record);
			if (target === void 0 || ofJob) return;
			isTried = true;
			const deployment = shown.deployment ??= { ...target, refs: [], id: void 0, closed: false };
			if (deployment.id !== void 0) return;
			deployment.refs = (0, policy.eY)(settings, event, record, workflowRun.sha);
			await story.save();
			const opened = await (0, deployments.Q6)(client, workflowRun, deployment, deployment.refs);
			if (opened.kind === "of-job") {
				ofJob = true;
				shown.deployment = void 0;
				log(`The job already uses the environment ${deployment.environment}, so GitHub shows this run there and the action does not create a second deployment.`);
				return;
			}
			earlier = opened.earlier;
			deployment.id = opened.id;
			record.github.deploymentId = opened.id;
			await story.save();
			await (0, deployments.Kn)(client, workflowRun, opened.id, { state: "in_progress", description: `${deployment.agent}: deploying`, url: void 0 });
		}
		async function close(outcome2) {
			const { deployment } = shown;
			if (deployment === void 0) return;
			if (deployment.id === void 0) await open();
			if (deployment.id === void 0) return;
			const state = (0, policy.eT)(outcome2);
			const url = record.deployment?.url;
			await (0, deployments.Kn)(client, workflowRun, deployment.id, { state, description: (0, content.$U)(deployment.agent, outcome2), url: state === "success" && (0, markdown.Pl)(url) !== void 0 ? url : void 0 });
			deployment.closed = true;
			if (state === "success") await (0, deployments.np)(client, workflowRun, deployment.agent, earlier);
		}
		async function retire() {
			if (!settings.github.deployment) return;
			const remaining = [];
			for (const environment of new Set(record.retired)) {
				const mayDelete = remaining.length === 0;
				const isDone = await (0, deployments.y)(client, workflowRun, environment, mayDelete);
				if (!isDone) remaining.push(environment);
				if (shown.deployment?.environment === environment) shown.deployment = void 0;
			}
			if (remaining.length > 0) {
				log(`GitHub still lists the environment ${remaining.join(", ")} without a deployment, because the token may not delete environments. Pass the token of a GitHub app with \`administration: write\` as github-token, or delete the environment in the settings of the repository.`);
			}
		}
		return { isTried: () => isTried, open, close, retire };
	}
	function createCommentPart({ client, workflowRun, shown, story, limits, ending }) {
		const { settings, event, record } = story;
		const author = (0, comments.AW)(client, settings.github.token ?? "");
		let isTried = false;
		let writer;
		const commentTarget = () => {
			const target = (0, policy.Wb)(settings, event, record);
			if (target === void 0) return void 0;
			const { pullRequest, key, agent } = target;
			return { pullRequest, key: settings.github.commentKey === void 0 ? key : story.redact(key), agent: story.redact(agent), startedAt: record.startedAt, id: void 0, closed: false };
		};
		const writerOf = (comment) => writer ??= (0, comment_writer.D)({ client, author, comment, expectsOthers: (0, policy.VJ)(settings), backoff: limits.confirmBackoff });
		async function open() {
			const target = commentTarget();
			if (target === void 0) return;
			isTried = true;
			const comment = shown.comment ??= target;
			if (comment.id !== void 0) return;
			await story.save();
			if ((0, policy.K9)(event, workflowRun.attempt)) return;
			const safe = (0, later.a5l)(NOTHING, record, story.redact);
			const section = (0, content.rl)(workflowRun, comment, safe.record, event.commit);
			const { id: id2 } = await writerOf(comment).write({ when: "begin", sections: () => [section], render: (all) => (0, content.kf)(workflowRun, comment, all, { content: () => (0, content.f_)(workflowRun, comment, safe.record, event.commit), redact: client.redact }), hurry: ending });
			comment.id = id2;
			record.github.commentId = id2;
			await story.save();
		}
		async function close(outcome2) {
			const target = shown.comment ?? commentTarget();
			const what = (0, policy.Qw)(settings.verb, outcome2, shown.comment !== void 0);
			if (target === void 0 || what === "leave" && shown.comment === void 0) return;
			const comment = shown.comment ??= target;
			const safe = (0, later.a5l)(outcome2, record, story.redact);
			const [gate, facts] = await renderGate(record.gate, story.redact);
			const context = { commit: event.commit, now: story.now(), logs: settings.github.commentLogs, gate };
			const { id: id2, isConfirmed } = await writerOf(comment).write({ when: what === "write" ? "create" : "update", sections: (stored) => agentsToClose(comment, stored).map((agent) => (0, content.mP)(workflowRun, { ...comment, agent }, safe, { ...context, gate: facts })), render: (all) => (0, content.kf)(workflowRun, comment, all, { content: () => (0, content.gH)(workflowRun, comment, safe, context), redact: client.redact }), hurry: outcome2.kind === "cancelled" ? AbortSignal.abort() : new AbortController().signal });
			comment.id = id2;
			record.github.commentId = id2;
			comment.closed = isConfirmed;
		}
		function agentsToClose({ agent }, stored) {
			const names = [.../* @__PURE__ */ new Set([agent, ...record.retired.map(story.redact)])];
			const present = names.filter((name) => stored.known.some((section) => section.agent === name));
			return present.length === 0 ? [agent] : present;
		}
		return { isTried: () => isTried, open, close };
	}
	async function closeIdleComments({ client, workflowRun, story, limits }) {
		const { settings, record, redact } = story;
		const { comment, commentKey, token } = settings.github;
		if (!comment) return;
		const author = (0, comments.AW)(client, token ?? "");
		const key = commentKey === void 0 ? policy.mY : redact(commentKey);
		const end = (0, outcome.bu)("torn-down", "deleted", (0, idle_notice.tq)());
		const context = { commit: void 0, now: story.now(), logs: false, gate: void 0 };
		for (const { pullRequest, name } of record.idle) {
			const agent = redact(name);
			const target = { pullRequest, key, agent, startedAt: record.startedAt, id: void 0, closed: false };
			const safe = (0, later.a5l)(end, { ...record, pullRequest }, redact);
			const backoff = limits.confirmBackoff;
			await (0, comment_writer.D)({ client, author, comment: target, expectsOthers: false, backoff }).write({ when: "update", sections: () => [(0, content.mP)(workflowRun, target, safe, context)], render: (all) => (0, content.kf)(workflowRun, target, all, { content: () => (0, content.gH)(workflowRun, target, safe, context), redact: client.redact }), hurry: new AbortController().signal });
		}
	}
	async function renderGate(gate, redact) {
		if (gate === void 0) return [void 0, void 0];
		const { renderFacts, renderSection } = await Promise.all([__require.e(483), __require.e(704), __require.e(589)]).then(__require.bind(__require, 18704));
		return [renderSection(gate, redact), renderFacts(gate, redact)];
	}
	const NOTHING = { kind: "submitted", reason: "not-waited", message: "" };
}), 8073: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { checkPullRequestPaths: () => checkPullRequestPaths, checkPushedPaths: () => checkPushedPaths });
	var $$client0 = __require(73564);
	var $$requests1 = __require(22959);
	var $$outcome2 = __require(96043);
	var $$glob3 = __require(27820);
	async function checkPullRequestPaths(context) {
		const { settings, event } = context;
		if (settings.paths === void 0 || settings.force) return void 0;
		const number = settings.verb === "preview" ? settings.pullRequest : event.pullRequest?.number;
		if (number === void 0 || event.name === "workflow_dispatch") return void 0;
		return checkChangedPaths(context, settings.paths, { kind: "pull-request", number });
	}
	async function checkPushedPaths(context, desired, current) {
		const { settings, event, log } = context;
		if (settings.paths === void 0 || settings.force || settings.verb === "preview") return void 0;
		if (event.name !== "push" || current.active === void 0) return void 0;
		const head = event.commit;
		if (head === void 0 || desired.source === "git_host" && desired.commit !== head) {
			log.line("`paths` is ignored, because the deployed source is not the pushed commit.");
			return void 0;
		}
		const base = current.active.commit ?? event.before;
		if (base === head) return void 0;
		return checkChangedPaths(context, settings.paths, { kind: "since", base, head });
	}
	async function checkChangedPaths(context, patterns, span) {
		const match = await search(context, patterns, span);
		const { log } = context;
		switch (match.kind) {
			case "touched":
				log.line(`${match.path} was changed ${inWhat(span)} and matches \`paths\`.`);
				return void 0;
			case "unknown":
				log.line(`The action could not compare the changed files with \`paths\`: ${match.why}. It deploys to be safe.`);
				return void 0;
			case "untouched":
				return (0, $$outcome2.bu)("unchanged", "paths-untouched", `None of the ${match.files} files changed ${inWhat(span)} matches \`paths\`, so nothing was sent. Set \`force: true\` to deploy anyway.`);
		}
	}
	async function search(context, patterns, span) {
		const filter = (0, $$glob3.VO)(patterns);
		if (span.kind === "since" && span.base === void 0) {
			return { kind: "unknown", why: "the push created its branch, so there is no earlier commit to compare with" };
		}
		let connection;
		try {
			connection = await context.github();
			if (connection === void 0) return { kind: "unknown", why: "no github-token is set, so the changed files cannot be read" };
			if (span.kind === "pull-request") {
				return await (0, $$requests1.pr)(connection, span.number, filter, context.signal);
			}
			const { base = "", head } = span;
			return await (0, $$requests1.Oq)(connection, { base, head }, filter, context.signal);
		} catch (error) {
			const failure = (0, $$client0.toGitHubFailure)(error, connection?.redact ?? (() => "GitHub could not be reached"));
			warnOfPermission(context, span, failure);
			return { kind: "unknown", why: failure.description };
		}
	}
	function warnOfPermission(context, span, failure) {
		if (failure.status !== 403 || /rate limit/i.test(failure.message)) return;
		const [line = span.kind === "pull-request" ? "pull-requests: read" : "contents: read"] = failure.permissions;
		context.log.warn("paths", `The job's token cannot read which files changed, so every run deploys. Add this line under \`permissions:\` of the job: ${line}`);
	}
	function inWhat(span) {
		if (span.kind === "pull-request") return `in pull request #${span.number}`;
		return `between ${span.base?.slice(0, 7) ?? "?"} and ${span.head.slice(0, 7)}`;
	}
}), 74127: ((__module, __exports, __require) => {
	__require.d(__exports, { Hc: () => $$later0.HcL, I2: () => $$later0.I27, Jq: () => $$later0.Jqg, h0: () => $$later0.h0X, tT: () => $$later0.tTR });
	var $$later0 = __require(72786);
}), 14444: ((__module, __exports, __require) => {
	__require.d(__exports, { EE: () => $$later0.EEy, Jg: () => $$later0.JgT, KM: () => $$later0.KM9, Li: () => $$later0.LiV, Ph: () => $$later0.PhH, ZG: () => $$later0.ZGx, eU: () => $$later0.eUN, gD: () => $$later0.gD7, jl: () => $$later0.jlk, n8: () => $$later0.n8z, oJ: () => $$later0.oJd, qm: () => $$later0.qmI, r9: () => $$later0.r9p, uc: () => $$later0.ucJ, yq: () => $$later0.yq5 });
	var $$later0 = __require(72786);
}), 18731: ((__module, __exports, __require) => {
	__require.d(__exports, { WV: () => deletedBody, tq: () => deletedMessage, vv: () => noticeBody });
	var $$headline0 = __require(14444);
	var $$markdown1 = __require(76669);
	var $$lines2 = __require(28254);
	function noticeBody({ name, idleMs, activeAt, dueAt, keepLabel }) {
		return [`### ${$$headline0.KM} The preview ${(0, $$markdown1.aY)(name)} will be deleted`, `The pull request and the threads of its preview have been inactive since ${utc(activeAt)}, longer than ${(0, $$lines2.nV)(idleMs)}. The first sweep after ${utc(dueAt)} deletes the preview.`, ["- **To keep the preview,** push a commit, write a comment, or use the preview.", `- **To keep an inactive preview,** add the label ${(0, $$markdown1.aY)(keepLabel)} to the pull request.`, `- **To get a deleted preview back,** ${RETURN}`].join("\n")].join("\n\n");
	}
	function deletedBody({ name, activeAt, keepLabel }) {
		return [`### ${$$headline0.qm} The preview ${(0, $$markdown1.aY)(name)} was deleted`, `The pull request and the threads of its preview had been inactive since ${utc(activeAt)}.`, [`- **To get the preview back,** ${RETURN}`, `- **To keep an inactive preview,** add the label ${(0, $$markdown1.aY)(keepLabel)} to the pull request.`].join("\n")].join("\n\n");
	}
	const RETURN = "push a commit. If the preview depends on a label, you can also remove the label and add it again.";
	function deletedMessage() {
		return `The preview was deleted because of inactivity. To get the preview back, ${RETURN}`;
	}
	function utc(at) {
		return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
	}
}), 19687: ((__module, __exports, __require) => {
	__require.d(__exports, { Bg: () => $$later0.Bgh, Vp: () => $$later0.Vpz, hO: () => $$later0.hO8, rT: () => $$later0.rTE, tb: () => $$later0.tbB });
	var $$later0 = __require(72786);
}), 28254: ((__module, __exports, __require) => {
	__require.d(__exports, { HN: () => $$later0.HNX, MM: () => $$later0.MM$, nV: () => $$later0.nVH, tG: () => $$later0.tGH });
	var $$later0 = __require(72786);
}), 76669: ((__module, __exports, __require) => {
	__require.d(__exports, { DL: () => $$later0.DLq, Hn: () => $$later0.HnF, OF: () => $$later0.OF3, Pl: () => $$later0.PlP, aY: () => $$later0.aYu, il: () => $$later0.ilj, ml: () => $$later0.mlB, tp: () => $$later0.tpe, wi: () => $$later0.wik, zH: () => $$later0.zHB });
	var $$later0 = __require(72786);
}), 41152: ((__module, __exports, __require) => {
	__require.d(__exports, { MJ: () => parseSections, O$: () => hasSection, Sp: () => encodeSection, X0: () => mergeSections, YU: () => afterStored, je: () => NO_SECTIONS, kM: () => redactVisible });
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
		const json = JSON.stringify(section).replaceAll(/[<>&@#`]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`).replaceAll("--", "-\\u002d");
		return `<!-- agent-deploy section v${$$section0.n7} ${json} -->`;
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
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH, pq: () => $$later0.pqe });
	var $$later0 = __require(72786);
}), 63676: ((__module, __exports, __require) => {
	__require.d(__exports, { Hl: () => $$later0.Hlv, OE: () => $$later0.OEH, g5: () => $$later0.g5, on: () => $$later0.onx });
	var $$later0 = __require(72786);
}), 36686: ((__module, __exports, __require) => {
	__require.d(__exports, { c: () => exchange });
	var $$stream0 = __require(57075);
	var $$errors1 = __require(94924);
	function exchange(dispatcher, request, reader) {
		const { promise, resolve, reject } = Promise.withResolvers();
		let sent = false;
		let settled = false;
		let controller;
		let head;
		let reading = false;
		const chunks = [];
		let bytes = 0;
		const settle = (settlePromise, isOver = false) => {
			if (settled) return;
			settled = true;
			clearTimeout(timer);
			request.signal?.removeEventListener("abort", onAbort);
			if (!isOver) controller?.abort(new Error("no longer wanted"));
			settlePromise();
		};
		const end = (result, isOver = false) => settle(() => resolve(result), isOver);
		const broken = (error, isOver = true) => {
			const cause = (0, $$errors1.iT)(error);
			end({ kind: "broken", sent, code: faultCode(error), cause }, isOver);
		};
		const onAbort = () => settle(() => reject(request.signal?.reason));
		const onTimeout = () => end({ kind: "timeout", sent });
		let timer = setTimeout(onTimeout, request.timeoutMs);
		const allowSilence = (ms) => {
			clearTimeout(timer);
			timer = setTimeout(onTimeout, ms);
		};
		if (request.signal?.aborted) onAbort();
		else request.signal?.addEventListener("abort", onAbort, { once: true });
		if (settled) return promise;
		const handler = { onRequestStart(started) {
			controller = started;
			if (settled) started.abort(new Error("no longer wanted"));
			else sent = true;
		}, onResponseStart(_controller, status, headers) {
			if (status < 200 || settled) return;
			head = { status, contentType: single(headers["content-type"]) ?? "", retryAfter: single(headers["retry-after"]), location: single(headers["location"]), headers: Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])) };
			if (reader === void 0 || status >= 300) return;
			reading = true;
			allowSilence(reader.silenceMs);
			reader.opened(head);
		}, onResponseData(_controller, chunk) {
			if (settled) return;
			if (reader !== void 0 && reading) {
				allowSilence(reader.silenceMs);
				try {
					reader.read(chunk);
				} catch (error) {
					broken(error, false);
				}
				return;
			}
			bytes += chunk.length;
			if (bytes > request.maxBytes) end({ kind: "too-large", status: head?.status ?? 0 });
			else chunks.push(chunk);
		}, onResponseEnd() {
			if (head) {
				end({ kind: "answer", answer: { ...head, body: Buffer.concat(chunks).toString("utf8") } }, true);
			}
		}, onResponseError(_controller, error) {
			broken(error);
		} };
		try {
			dispatcher.dispatch({ origin: request.url.origin, path: `${request.url.pathname}${request.url.search}`, method: request.method, headers: request.headers, body: bodyOf(request.body) }, handler);
		} catch (error) {
			broken(error);
		}
		return promise;
	}
	function bodyOf(body) {
		if (body === void 0 || typeof body === "string" || body instanceof Uint8Array) return body ?? null;
		const stream = $$stream0.Readable.from(body, { objectMode: false });
		stream.on("error", () => {
		});
		return stream;
	}
	const single = (value) => Array.isArray(value) ? value[0] : value;
	function faultCode(error) {
		if (typeof error !== "object" || error === null) return "UNKNOWN";
		if ("code" in error && typeof error.code === "string") return error.code;
		if ("errors" in error && Array.isArray(error.errors)) return faultCode(error.errors[0]);
		return "cause" in error ? faultCode(error.cause) : "UNKNOWN";
	}
}), 93284: ((__module, __exports, __require) => {
	__require.d(__exports, { createGitHub: () => createGitHub });
	var $$exchange0 = __require(36686);
	var $$headers1 = __require(89813);
	async function createGitHub(options) {
		const { token, apiUrl, transport, timeoutMs = 3e4 } = options;
		const [{ getOctokit }, dispatcher] = await Promise.all([Promise.all([__require.e(875), __require.e(173), __require.e(326)]).then(__require.bind(__require, 77875)), transport.dispatcher()]);
		const quiet = () => {
		};
		return getOctokit(token, { baseUrl: apiUrl, userAgent: $$headers1._, request: { fetch: createFetch(dispatcher, timeoutMs) }, log: { debug: quiet, info: quiet, warn: quiet, error: quiet } });
	}
	const MAX_BYTES = 32 * 1024 * 1024;
	const MAX_REDIRECTS = 5;
	const BODILESS = [204, 205, 304];
	function createFetch(dispatcher, timeoutMs) {
		return async (address, { method = "GET", headers = {}, body, signal } = {}) => {
			let url = new URL(address);
			for (let redirects = 0; ; redirects += 1) {
				const wire = { method, url, headers, ...body ? { body } : {}, maxBytes: MAX_BYTES, timeoutMs };
				const { answer } = requireAnswer(await (0, $$exchange0.c)(dispatcher, { ...wire, signal: signal ?? void 0 }));
				if (answer.status < 300 || answer.status === 304 || answer.status >= 400) {
					const text = BODILESS.includes(answer.status) ? null : answer.body;
					const response = new Response(text, { status: answer.status, headers: answer.headers });
					Object.defineProperty(response, "url", { value: url.href });
					return response;
				}
				const next = redirects < MAX_REDIRECTS ? follow(url, method, answer) : void 0;
				if (next === void 0) throw failed(new Error(`a redirect (${answer.status}), which is not followed`));
				url = next;
			}
		};
	}
	function requireAnswer(result) {
		switch (result.kind) {
			case "answer":
				return result;
			case "timeout":
				throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
			case "too-large":
				throw failed(new Error("the response is larger than any GitHub response"));
			case "broken":
				throw failed(result.cause);
		}
	}
	const failed = (cause) => new TypeError("fetch failed", { cause });
	function follow(from, method, { status, location }) {
		const repeats = [307, 308].includes(status) || [301, 302].includes(status) && method === "GET";
		const to = repeats && location !== void 0 ? URL.parse(location, from.href) : null;
		return to?.origin === from.origin ? to : void 0;
	}
}), 89813: ((__module, __exports, __require) => {
	__require.d(__exports, { _: () => USER_AGENT, w: () => credentialHeaders });
	const USER_AGENT = "agent-deploy/0.1.0";
	function credentialHeaders(options) {
		return { "x-api-key": options.apiKey, ...options.workspaceId && { "x-tenant-id": options.workspaceId }, "user-agent": USER_AGENT };
	}
}), 14328: ((__module, __exports, __require) => {
	__require.d(__exports, { bt: () => CommentSection, di: () => SECTION_LIMITS, n7: () => COMMENT_SECTION_VERSION });
	var $$zod0 = __require(34410);
	const COMMENT_SECTION_VERSION = 1;
	const SECTION_LIMITS = { name: 200, url: 1e3, text: 200, message: 1500, logLines: 30, logLine: 400, scores: 12, ids: 4 };
	const { name, url, text, message, logLines, logLine, scores, ids: ids2 } = SECTION_LIMITS;
	const shortText = $$zod0.YjP().max(text);
	const commit = $$zod0.YjP().regex(/^[0-9a-f]{7,64}$/);
	const count = $$zod0.Whr().min(0);
	const Score = $$zod0.Ikc({ key: shortText, baseline: shortText.optional(), candidate: shortText.optional(), verdict: $$zod0.k5n(["worse", "better", "same", "unclear"]).optional() });
	const Gate = $$zod0.Ikc({ verdict: $$zod0.k5n(["worse", "below-floor", "inconclusive", "unclear", "better", "same", "passed"]), cases: count, broken: count, baseline: shortText.optional(), sentence: $$zod0.YjP().max(message), scores: $$zod0.YOg(Score).max(scores), compareUrl: $$zod0.YjP().max(url).optional() });
	const CommentSection = $$zod0.Ikc({ agent: $$zod0.YjP().min(1).max(name), version: $$zod0.Ikc({ startedAt: count, run: count, attempt: count, step: $$zod0.Whr().min(0).max(2) }), kind: $$zod0.YjP().regex(/^[a-z-]{1,40}$/), reason: $$zod0.YjP().regex(/^[a-z-]{0,60}$/), isPreview: $$zod0.zMY(), url: $$zod0.YjP().max(url).optional(), responds: $$zod0.k5n(["agent", "previous"]).optional(), head: commit.optional(), commit: commit.optional(), readyMs: count.optional(), checks: shortText.optional(), message: $$zod0.YjP().max(message).optional(), log: $$zod0.Ikc({ kind: shortText, lines: $$zod0.YOg($$zod0.YjP().max(logLine)).max(logLines) }).optional(), gate: Gate.optional(), ids: $$zod0.YOg($$zod0.PVZ([shortText, shortText])).max(ids2) });
}), 83889: ((__module, __exports, __require) => {
	__require.d(__exports, { BE: () => $$later0.BEO, SE: () => $$later0.SEN, dR: () => $$later0.dRP, vx: () => $$later0.vxI });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
