const id = 326;
const ids = [326];
const modules = { 73564: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { CommentReplacedError: () => CommentReplacedError, GITHUB_LIMITS: () => GITHUB_LIMITS, assertSame: () => assertSame, assertSamePullRequest: () => assertSamePullRequest, assertUrlEndsWith: () => assertUrlEndsWith, createGitHubClient: () => createGitHubClient, createPatientClient: () => createPatientClient, isSameName: () => isSameName, openGitHub: () => openGitHub, toGitHubFailure: () => toGitHubFailure });
	var $$safety0 = __require(6760);
	var $$clock1 = __require(75065);
	var $$errors2 = __require(65292);
	var $$retry3 = __require(85933);
	async function openGitHub(options) {
		const { token, env, transport, redact } = options;
		const [owner, repo, ...rest] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
		if (token === void 0 || !owner || !repo || rest.length > 0) return void 0;
		const { createGitHub } = await Promise.all([__require.e(875), __require.e(546), __require.e(326)]).then(__require.bind(__require, 93284));
		const apiUrl = env["GITHUB_API_URL"] || "https://api.github.com";
		const octokit = await createGitHub({ token, apiUrl, transport });
		return { octokit, owner, repo, repositoryId: readId(env["GITHUB_REPOSITORY_ID"]), redact };
	}
	function readId(text) {
		const id2 = Number(text);
		return text && Number.isSafeInteger(id2) && id2 > 0 ? id2 : void 0;
	}
	const GITHUB_LIMITS = { attemptTimeoutMs: 6e3, retryDelaysMs: [300, 1e3], maxRetryAfterMs: 3e3, finishTimeoutMs: 2e4, cancelTimeoutMs: 3e3, confirmBackoff: $$retry3.hH.comment };
	const PATIENT_LIMITS = { attemptTimeoutMs: 3e4, retryDelaysMs: [1e3, 4e3], maxRetryAfterMs: 6e4 };
	function createPatientClient(connection, { clock, signal }) {
		return createGitHubClient(connection, signal, PATIENT_LIMITS, (ms, aborted) => clock.sleep(ms, aborted));
	}
	function createGitHubClient({ octokit, owner, repo, redact }, signal, limits = GITHUB_LIMITS, sleep = (ms, aborted) => $$clock1.dQ.sleep(ms, aborted)) {
		return { octokit, redact, failureOf: (error) => toGitHubFailure(error, redact), sleep: (ms, also) => sleep(ms, also === void 0 ? signal : AbortSignal.any([signal, also])), call: (work, { repeatable } = { repeatable: true }) => (0, $$retry3.L5)(() => work({ owner, repo, request: { signal: (0, $$clock1.NE)(signal, limits.attemptTimeoutMs) } }), { delayAfter(error, attempt) {
			const delayMs = retryDelayMs(error, repeatable, limits.retryDelaysMs[attempt - 1]) ?? Number.NaN;
			return !signal.aborted && delayMs <= limits.maxRetryAfterMs ? delayMs : void 0;
		}, sleep: (ms) => sleep(ms, signal) }) };
	}
	function retryDelayMs(error, repeatable, leastMs) {
		if (leastMs === void 0) return void 0;
		const status = (0, $$safety0._F)(error, "status");
		const after = Number(headerOf(error, "retry-after") ?? Number.NaN);
		const delayMs = Number.isNaN(after) ? leastMs : Math.max(after * 1e3, leastMs);
		if (status === 429 || status === 403 && !Number.isNaN(after)) return delayMs;
		return repeatable && typeof status === "number" && status >= 500 ? delayMs : void 0;
	}
	function assertSamePullRequest({ owner, repo, repositoryId }, number, answer) {
		const { id: id2, full_name: name } = answer.base.repo;
		const same = name.toLowerCase() === `${owner}/${repo}`.toLowerCase();
		if (answer.number === number && (same || repositoryId !== void 0 && id2 === repositoryId)) return;
		throw new MismatchedAnswerError(`pull request ${owner}/${repo}#${number}`, `${name}#${answer.number}`);
	}
	function assertUrlEndsWith(what, url, end) {
		if (!url || url.replace(/[?#].*/s, "").endsWith(end)) return;
		throw new MismatchedAnswerError(what, url.split("/").slice(-2).join("/"));
	}
	function isSameName(requested, answered) {
		if (answered === null || answered === void 0) return true;
		return String(requested).toLowerCase() === String(answered).toLowerCase();
	}
	function assertSame(what, requested, answered) {
		if (!isSameName(requested, answered)) throw new MismatchedAnswerError(`${what} ${requested}`, String(answered));
	}
	class MismatchedAnswerError extends Error {
		name = "MismatchedAnswerError";
		constructor(requested, answered) {
			super(`GitHub returned ${answered} when ${requested} was requested`);
		}
	}
	class CommentReplacedError extends Error {
		name = "CommentReplacedError";
	}
	function toGitHubFailure(error, redact) {
		const message = (0, $$errors2.TN)(redact(messageOf(error)));
		const status = (0, $$safety0._F)(error, "response") === void 0 ? null : numberAt(error, "status");
		return { status, message, description: describe(error, status, message), permissions: permissionsNeeded(error) };
	}
	function messageOf(error) {
		const message = (0, $$safety0._F)(error, "message");
		if (typeof message !== "string") return "unknown error";
		const cause = (0, $$safety0._F)(error, "cause");
		return message === "fetch failed" && cause !== void 0 ? messageOf(cause) : message;
	}
	function describe(error, status, message) {
		if (error instanceof MismatchedAnswerError || error instanceof CommentReplacedError) return message;
		const words = message.trimStart().startsWith("<") ? "" : `: ${message}`;
		return status === null ? `GitHub did not respond${words}` : `GitHub answered ${status}${words}`;
	}
	function permissionsNeeded(error) {
		const [first = ""] = (headerOf(error, "x-accepted-github-permissions") ?? "").split(";");
		return Array.from(first.matchAll(/(?<![a-z_])([a-z_]+)=([a-z]+)/g), ([, name = "", level = ""]) => `${name.replaceAll("_", "-")}: ${level}`);
	}
	function headerOf(error, name) {
		const found = (0, $$safety0._F)((0, $$safety0._F)((0, $$safety0._F)(error, "response"), "headers"), name);
		return typeof found === "string" || typeof found === "number" ? String(found) : void 0;
	}
	function numberAt(value, key) {
		const field = (0, $$safety0._F)(value, key);
		return typeof field === "number" ? field : null;
	}
}), 25980: ((__module, __exports, __require) => {
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
}), 96043: ((__module, __exports, __require) => {
	__require.d(__exports, { FO: () => $$later0.FOh, KA: () => $$later0.KAS, bu: () => $$later0.buT, lZ: () => $$later0.lZh, xJ: () => $$later0.xJ9, zj: () => $$later0.zj$ });
	var $$later0 = __require(72786);
}), 19687: ((__module, __exports, __require) => {
	__require.d(__exports, { Bg: () => $$later0.Bgh, Vp: () => $$later0.Vpz, hO: () => $$later0.hO8, rT: () => $$later0.rTE, tb: () => $$later0.tbB });
	var $$later0 = __require(72786);
}), 28254: ((__module, __exports, __require) => {
	__require.d(__exports, { HN: () => $$later0.HNX, MM: () => $$later0.MM$, nV: () => $$later0.nVH, tG: () => $$later0.tGH });
	var $$later0 = __require(72786);
}), 758: ((__module, __exports, __require) => {
	__require.d(__exports, { a3: () => $$later0.a3k, dO: () => $$later0.dOO, et: () => $$later0.et_, gR: () => $$later0.gRw, su: () => $$later0.su4 });
	var $$later0 = __require(72786);
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH, pq: () => $$later0.pqe });
	var $$later0 = __require(72786);
}), 63676: ((__module, __exports, __require) => {
	__require.d(__exports, { Hl: () => $$later0.Hlv, OE: () => $$later0.OEH, g5: () => $$later0.g5, on: () => $$later0.onx });
	var $$later0 = __require(72786);
}), 75065: ((__module, __exports, __require) => {
	__require.d(__exports, { NE: () => $$later0.NEx, dQ: () => $$later0.dQS, dX: () => $$later0.dXv });
	var $$later0 = __require(72786);
}), 65292: ((__module, __exports, __require) => {
	__require.d(__exports, { No: () => $$later0.NoQ, P3: () => $$later0.P3, PX: () => $$later0.PXe, TN: () => $$later0.TNj, d7: () => $$later0.d7x, hD: () => $$later0.hDB, hh: () => $$later0.hhp, i_: () => $$later0.i_I });
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
		const [{ getOctokit }, dispatcher] = await Promise.all([Promise.all([__require.e(875), __require.e(546), __require.e(326)]).then(__require.bind(__require, 77875)), transport.dispatcher()]);
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
}), 4338: ((__module, __exports, __require) => {
	__require.d(__exports, { m: () => parseRetryAfter });
	const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
	const SHORT_DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
	const LONG_DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
	const MONTH = `(?<month>${MONTHS.join("|")})`;
	const TIME = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";
	const DATE_FORMS = [`^${SHORT_DAY}, (?<day>[0-9]{2}) ${MONTH} (?<year>[0-9]{4}) ${TIME} GMT$`, `^${LONG_DAY}, (?<day>[0-9]{2})-${MONTH}-(?<year>[0-9]{2}) ${TIME} GMT$`, `^${SHORT_DAY} ${MONTH} (?<day>[0-9]{2}| [0-9]) ${TIME} (?<year>[0-9]{4})$`].map((form) => new RegExp(form));
	function parseRetryAfter(text, now) {
		const value = text.trim();
		if (/^[0-9]{1,10}$/.test(value)) return Number(value) * 1e3;
		const at = parseHttpDate(value, now);
		return at === void 0 ? void 0 : Math.max(0, at - now);
	}
	function parseHttpDate(text, now) {
		for (const form of DATE_FORMS) {
			const part = form.exec(text)?.groups;
			if (!part) continue;
			const month = MONTHS.indexOf(part["month"] ?? "");
			const read = (name) => Number(part[name]);
			const [day, hour, minute, second] = [read("day"), read("hour"), read("minute"), read("second")];
			const year = fullYear(part["year"] ?? "", now);
			const at = Date.UTC(year, month, day, hour, minute, second);
			const back = new Date(at);
			const exists = back.getUTCDate() === day && back.getUTCHours() === hour && minute < 60 && second < 60;
			return exists ? at : void 0;
		}
		return void 0;
	}
	function fullYear(digits, now) {
		if (digits.length === 4) return Number(digits);
		const thisYear = new Date(now).getUTCFullYear();
		const year = thisYear - thisYear % 100 + Number(digits);
		return year > thisYear + 50 ? year - 100 : year;
	}
}), 85933: ((__module, __exports, __require) => {
	__require.d(__exports, { L5: () => retry, hH: () => BACKOFF, iM: () => isCertificateFault, jo: () => backoffMs, tE: () => decideRetry });
	var $$after0 = __require(4338);
	const UNREACHED_ATTEMPTS = 5;
	const LAST_ATTEMPT_MS = 1e3;
	function decideRetry(at) {
		const { result, repeatable } = at;
		if (result.kind === "answer" && result.answer.status < 400) return { kind: "done" };
		if (!mayRepeat(at)) return { kind: "give-up" };
		const asked = result.kind === "answer" && result.answer.retryAfter !== void 0 ? (0, $$after0.m)(result.answer.retryAfter, at.now) : void 0;
		if (!repeatable && result.kind === "answer" && asked === void 0) return { kind: "give-up" };
		const delayMs = asked || backoffMs(at.attempt, at.random, at.backoff);
		const remaining = at.deadlineAt - at.now;
		if (delayMs + LAST_ATTEMPT_MS <= remaining) return { kind: "retry", delayMs };
		if (!repeatable || remaining <= LAST_ATTEMPT_MS) return { kind: "give-up" };
		return { kind: "retry", delayMs: remaining - LAST_ATTEMPT_MS };
	}
	function mayRepeat({ result, repeatable, attempt, reached }) {
		switch (result.kind) {
			case "answer":
				return repeatable ? repeatableStatus(result.answer.status) : result.answer.status === 429 || result.answer.status === 503;
			case "broken":
				if (isCertificateFault(result.code)) return false;
				return result.sent ? repeatable : reached || attempt < UNREACHED_ATTEMPTS;
			case "timeout":
				return result.sent ? repeatable : reached || attempt < UNREACHED_ATTEMPTS;
			case "too-large":
				return false;
		}
	}
	function repeatableStatus(status) {
		return status === 408 || status === 425 || status === 429 || status >= 500 && status !== 501 && status !== 505;
	}
	function isCertificateFault(code) {
		return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|UND_ERR_PRX_TLS/.test(code);
	}
	const BACKOFF = { request: { baseMs: 500, capMs: 2e4 }, run: { baseMs: 500, capMs: 5e3 }, restart: { baseMs: 250, capMs: 3e4 }, proxyRestart: { baseMs: 50, capMs: 5e3 }, typeParser: { baseMs: 6e4, capMs: 36e5 }, controlPlane: { baseMs: 500, capMs: 15e3 }, cluster: { baseMs: 2e3, capMs: 5e3 }, clusterStream: { baseMs: 1e3, capMs: 3e4 }, conflict: { baseMs: 2, capMs: 100, randomShare: 1 }, comment: { baseMs: 3e3, capMs: 5e3, randomShare: 0.4 }, storage: { baseMs: 500, capMs: 500 }, recovery: { baseMs: 1e3, capMs: 1e3 } };
	function doublingMs(attempt, { baseMs, capMs }) {
		return Math.min(capMs, baseMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
	}
	function backoffMs(attempt, random, options) {
		const { randomShare = 0.5 } = options;
		return Math.round(doublingMs(attempt, options) * (1 - randomShare + randomShare * random()));
	}
	async function retry(work, { delayAfter, sleep }) {
		for (let attempt = 1; ; attempt += 1) {
			try {
				return await work(attempt);
			} catch (error) {
				const delayMs = await delayAfter(error, attempt);
				if (delayMs === void 0) throw error;
				await sleep(delayMs);
			}
		}
	}
}), 6760: ((__module, __exports, __require) => {
	__require.d(__exports, { Di: () => $$later0.Di0, Ff: () => $$later0.FfZ, Hd: () => $$later0.Hd3, OW: () => $$later0.OWp, Xy: () => $$later0.XyI, _F: () => $$later0._Fh, ap: () => $$later0.apP, of: () => $$later0.ofp, p$: () => $$later0.p$Q, qF: () => $$later0.qFJ, td: () => $$later0.tdh });
	var $$later0 = __require(72786);
}), 83889: ((__module, __exports, __require) => {
	__require.d(__exports, { BE: () => $$later0.BEO, SE: () => $$later0.SEN, dR: () => $$later0.dRP, vx: () => $$later0.vxI });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
