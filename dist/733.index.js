const id = 733;
const ids = [733];
const modules = { 49733: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { runPost: () => runPost, startPost: () => startPost });
	var $$process0 = __require(1708);
	var $$environment1 = __require(68434);
	var $$transport9 = __require(85143);
	var $$state2 = __require(21305);
	var $$host3 = __require(74925);
	var $$reader4 = __require(40754);
	var $$masker5 = __require(40962);
	var $$markdown7 = __require(76669);
	var $$state6 = __require(36638);
	var $$text8 = __require(77844);
	async function startPost() {
		(0, $$environment1.D)();
		await runPost((0, $$host3.d)($$process0.env));
	}
	async function runPost(plain) {
		const state = (0, $$state6.C)(plain.env);
		if (state === void 0) return;
		const reported = state.stage === "reported";
		if (reported && !(0, $$state2.u)(state.shown)) return;
		const { host, masker, redact } = (0, $$masker5.y)(plain);
		masker.maskInputs(plain.env);
		const message = reported ? "See the run." : `The main phase ended before it could report. ${whatRemains(state)}`;
		if (!reported) await reportMissing(host, message);
		if ((0, $$state2.u)(state.shown)) await finish(host, state, message, redact);
	}
	async function reportMissing(host, message) {
		host.annotate({ level: "warning", title: "Agent Deploy: no report", message });
		try {
			await host.addSummary(`### \u26A0\uFE0F Agent Deploy: no report

${(0, $$markdown7.Hn)(message)}
`);
		} catch (error) {
			host.log(`The job summary could not be written: ${(0, $$text8.gJ)(error)}`);
		}
	}
	async function finish(host, state, message, redact) {
		const { env } = host;
		const token = (0, $$reader4.hc)(env)["github-token"];
		if (token === void 0) return;
		try {
			const [{ createTransport }, { openGitHub }, { finishOnGitHub }] = await Promise.all([(0, $$transport9.s)(), Promise.all([__require.e(875), __require.e(326)]).then(__require.bind(__require, 73564)), Promise.all([__require.e(875), __require.e(326)]).then(__require.bind(__require, 93228))]);
			const transport = createTransport({ env, redact });
			try {
				const connection = await openGitHub({ token, env, transport, redact });
				if (connection === void 0) return;
				const failures = await finishOnGitHub(connection, { env, token, state, message });
				for (const failure of failures) host.log(`The result could not be reported to GitHub: ${failure}`);
			} finally {
				await transport.close();
			}
		} catch (error) {
			host.log(`The result could not be reported to GitHub: ${(0, $$text8.gJ)(error)}`);
		}
	}
	function whatRemains({ stage, deploymentName, deploymentId, revisionId }) {
		const deployment = deploymentId === void 0 ? "the deployment" : `${deploymentName ?? ""} (${deploymentId})`;
		switch (stage) {
			case "reading":
			case "reported":
				return "Nothing was sent.";
			case "uploading":
				return `The source of ${deployment} was being uploaded, and no revision of it was asked for; run again.`;
			case "writing":
				return `A change of ${deployment} was being sent; look whether it arrived, or run again.`;
			case "waiting":
				return `Revision ${revisionId ?? "(unknown)"} of ${deployment} may still be in progress; run again to wait for it.`;
		}
	}
}), 76669: ((__module, __exports, __require) => {
	__require.d(__exports, { Hn: () => cell, OF: () => fenced, Pl: () => safeUrl, il: () => agentAddress, ml: () => shorten, tp: () => table, wi: () => inertLines });
	const MAX_TICKS = 15;
	const CELL_MAX = 2e3;
	const ROWS_MAX = 300;
	const URL_MAX = 2e3;
	function cell(text) {
		return visible(text).split(/\s+/).filter((word) => word !== "").map(inertWord).join(" ");
	}
	function inertLines(text) {
		return text.split(/\r\n?|\n/).map(cell).join("<br>");
	}
	function table(head, rows) {
		const line = (cells) => `| ${cells.map((text) => cell(shorten(text, CELL_MAX))).join(" | ")} |`;
		const left = rows.length - ROWS_MAX;
		const rest = left > 0 ? [`

\u2026 and ${left} more`] : [];
		const shown = [line(head), `|${head.map(() => " --- |").join("")}`, ...rows.slice(0, ROWS_MAX).map(line)];
		return [shown.join("\n"), ...rest].join("");
	}
	function fenced(lines) {
		const text = lines.map((line) => visible(line).replace(/`{16,}/g, `${"`".repeat(MAX_TICKS)}\u2026`)).join("\n");
		const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
		const fence = "`".repeat(longest + 1);
		return `${fence}text
${text}
${fence}`;
	}
	function safeUrl(text) {
		const url = text === void 0 ? null : URL.parse(text);
		if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > URL_MAX) return void 0;
		return /[\s<>()]/.test(url.href) ? void 0 : url.href;
	}
	function agentAddress(text, serverUrl) {
		const href = safeUrl(text)?.replaceAll("|", "%7C");
		if (href === void 0) return void 0;
		const { host, hostname, username, password } = new URL(href);
		const onGitHub = host === URL.parse(serverUrl)?.host || /(^|\.)(github\.com|ghe\.com)$/.test(hostname);
		return onGitHub || username !== "" || password !== "" ? cell(href) : `<${href}>`;
	}
	function shorten(text, most) {
		if (text.length <= most) return text;
		return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}\u2026`;
	}
	function visible(text) {
		return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/[\u000b\u000c\r\u2028\u2029]/g, " ");
	}
	const UNSAFE = /([`<>*[\]()|&\\@])/;
	const OPENING = `"'\u201C\u2018`;
	const CLOSING = `"'\u201D\u2019.,;:!?\u2026`;
	function inertWord(word) {
		return word.split(UNSAFE).map((part, index) => index % 2 === 1 ? inertMark(part) : inertRun(part)).join("");
	}
	function inertMark(mark) {
		if (mark === "@") return "&#64;&#8203;";
		return mark === "`" ? "\u02CB" : `&#${mark.charCodeAt(0)};`;
	}
	function inertRun(run) {
		let [from, to] = [0, run.length];
		while (from < to && OPENING.includes(run.charAt(from))) from += 1;
		while (to > from && CLOSING.includes(run.charAt(to - 1))) to -= 1;
		const [before, core, after] = [run.slice(0, from), run.slice(from, to), run.slice(to)];
		return core === "" || isInert(core, after) ? run : `${before}\`${core}\`${after}`;
	}
	function isInert(core, after) {
		const isPlain = /^[\x00-\x7f]*$/.test(core);
		if (!isPlain && /^[–—·→\p{Extended_Pictographic}\ufe0f]+$/u.test(core)) return true;
		if (/^\d{1,6}(?:[.,]\d{1,3})?(?:ms|[smhd%])?$/.test(core)) return !after.startsWith(".");
		const isWords = isPlain ? /^[A-Za-z]+(?:'[A-Za-z]+)*$/.test(core) : new RegExp("^(?:\\p{L}\\p{M}*)+(?:['\u2019](?:\\p{L}\\p{M}*)+)*$", "u").test(core);
		if (!isWords && !/^[a-z]+(?:-[a-z]+)+$/.test(core)) return false;
		return !/(?<![a-z])[a-f]{7,}(?![a-z])/i.test(core);
	}
}), 85143: ((__module, __exports, __require) => {
	__require.d(__exports, { s: () => loadTransport });
	const loadTransport = () => Promise.all([__require.e(410), __require.e(523), __require.e(769), __require.e(98)]).then(__require.bind(__require, 59534));
}) };
export {
	id,
	ids,
	modules
};
