const id = 3114;
const ids = [3114];
const modules = { 93114: ((__module, __exports, __require) => {
	__require.d(__exports, { startScoreCommand: () => startScoreCommand });
	var external_node_crypto_ = __require(77598);
	var external_node_os_ = __require(48161);
	var clock = __require(75065);
	var network_environment = __require(65393);
	var proxy_config = __require(22831);
	var inputs_problem = __require(49262);
	var errors = __require(94924);
	var outcome = __require(96043);
	var run_record = __require(758);
	var checkout_tokens = __require(37834);
	var command_box = __require(12110);
	var sandbox_machine = __require(47630);
	var sandbox_proxy = __require(75463);
	var record = __require(598);
	var json_safety = __require(6760);
	var schemas = __require(34410);
	var limits = __require(55403);
	var primitives = __require(3917);
	;
	const SCORE_KEY_MAX = 100;
	const ScoreLine = schemas.rej({ key: primitives.al.max(SCORE_KEY_MAX, `must have at most ${SCORE_KEY_MAX} characters`).regex(/^(?!\s)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*(?<!\s)$/, { error: "must not begin or end with white space, or contain control characters" }), score: schemas.KCZ([schemas.aig().min(-limits.Mb).max(limits.Mb), schemas.zMY().transform(Number), schemas.chJ()], { error: `must be a number from -${limits.Mb} to ${limits.Mb}, true, false or null` }), comment: (0, primitives.lq)(primitives.Qq) });
	var action_text = __require(77844);
	var result = __require(63676);
	var comparison = __require(53251);
	;
	const SCORES_MAX = 100;
	const REDACTED_MAX = 2e5;
	const EXAMPLE = '{"key": "correct", "score": 0.9, "comment": "\u2026"}';
	function parseScoreLines(output, context) {
		const scores = /* @__PURE__ */ new Map();
		const comments = /* @__PURE__ */ new Map();
		const lineOf = /* @__PURE__ */ new Map();
		const { required, redact } = context;
		const shown = (text) => (0, result.Hl)(redact).text(text.slice(0, REDACTED_MAX));
		for (const [index, line] of output.split(/\r?\n/).entries()) {
			if (line.trim() === "") continue;
			const at = index + 1;
			const parsed = parseLine(line, context.computed, shown);
			if ("problem" in parsed) {
				return invalid(`Line ${at} of its output ${parsed.problem}. The line is: ${shown(line)}`);
			}
			const { key, score, comment } = parsed.line;
			const first = lineOf.get(key);
			if (first !== void 0) {
				return invalid(`Lines ${first} and ${at} of its output both have the score ${quoted(key, shown)}. Print each score once.`);
			}
			if (lineOf.size === SCORES_MAX) return invalid(`Its output has more than ${SCORES_MAX} scores.`);
			lineOf.set(key, at);
			if (score !== null) scores.set(key, score);
			if (comment) comments.set(key, (0, action_text.ml)(redact(inert(comment.slice(0, REDACTED_MAX))), action_text.DE));
		}
		if (lineOf.size === 0) {
			return invalid(`It printed no score. Print one line per score to stdout, such as ${EXAMPLE}.`);
		}
		const missing = required.find((key) => !lineOf.has(key));
		if (missing !== void 0) {
			const none = JSON.stringify({ key: missing, score: null });
			return invalid(`It printed no score ${quoted(missing, shown)}, which \`scores\` defines. Print ${none} if the score does not apply to a response.`);
		}
		return { kind: "scored", scores, comments };
	}
	const invalid = (why) => ({ kind: "invalid", why });
	function parseLine(line, computed, shown) {
		let value;
		try {
			value = JSON.parse(line);
		} catch {
			const hint = /\b(?:NaN|Infinity)\b/.test(line) ? " (JSON has no NaN and no Infinity)" : "";
			return { problem: `is not JSON${hint}; expected ${EXAMPLE}, and other text on stderr` };
		}
		if (!(0, json_safety.OW)(value)) return { problem: `is not a JSON object; expected ${EXAMPLE}` };
		const parsed = ScoreLine.safeParse(value);
		if (!parsed.success) {
			const [issue] = parsed.error.issues;
			const field = issue?.path[0];
			const where = field === void 0 ? "" : `: ${String(field)}`;
			return { problem: `is not a score${where} ${shown(issue?.message ?? "")}; expected ${EXAMPLE}` };
		}
		const { key } = parsed.data;
		if (key === comparison.yk) {
			return { problem: `has the key "${comparison.yk}", which is reserved for the expectations of the cases; use another key` };
		}
		if (computed.has(key)) {
			return { problem: `has the key ${quoted(key, shown)}, which \`scores\` compares with the reference; use another key` };
		}
		return { line: parsed.data };
	}
	const quoted = (key, shown) => JSON.stringify(shown(key));
	const ACTIVE = /\u001b\[[0-9;?]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
	function inert(text) {
		return text.replaceAll("\r\n", "\n").replace(ACTIVE, "");
	}
	;
	const ISOLATION = "namespaces";
	const SHELL = "bash";
	const OUTPUT_MAX = 1024 * 1024;
	const STDERR_KEPT = 64 * 1024;
	const TAIL_LINES = 20;
	const TAIL_MAX = 2e3;
	async function startScoreCommand(command, definitions, context) {
		const { env, log, signal } = context;
		const secrets = command.proxyConfig && readSecrets(command.proxyConfig, context);
		const machine = await context.loadMachine();
		const isolating = { machine, record: { isolation: void 0 }, log: (line) => log.line(line) };
		const boxHost = await (0, command_box.Gc)(isolating, ISOLATION);
		const warning = await (0, checkout_tokens.findTokenWarning)(machine, (0, command_box.B3)(env), ISOLATION);
		if (warning !== void 0) log.warn("checkout", warning);
		const resources = openResources(await machine.makeFolder(), machine, context);
		try {
			const paths = (0, sandbox_machine.sandboxPaths)(resources.folder);
			const proxy = command.proxyConfig && await startProxy(command.proxyConfig, secrets ?? {}, paths, { machine, context, resources });
			const options = { isolation: ISOLATION, paths, proxy, isCheckoutWritable: false };
			const box = await (0, command_box.be)({ env, machine, boxHost }, options);
			resources.add(() => box.stop());
			signal.throwIfAborted();
			await log.group("The score command", () => {
				for (const line of command.script.split("\n")) log.line(line);
				log.line(`shell: ${SHELL}, isolation: ${box.level}, network: ${proxy === void 0 ? "none" : "proxy"}`);
			});
			const score = (answer, stop) => scoreOne({ command, definitions, box, proxy, context }, answer, AbortSignal.any([stop, signal]));
			return { score, close: () => resources.close() };
		} catch (error) {
			await resources.close();
			throw error;
		}
	}
	function readSecrets(config, { env, masker }) {
		const { secrets, missing } = (0, proxy_config.xU)(config, env);
		for (const value of [...Object.values(secrets), ...(0, proxy_config.Yp)(config)]) masker.maskSecret(value);
		const problems = (0, proxy_config.n)(missing).map((problem) => (0, inputs_problem.BJ)({ path: "proxy-config", ...problem }));
		if (problems.length > 0) throw new outcome.lZ("invalid-input", problems.join("\n"));
		return secrets;
	}
	function openResources(folder, machine, { log, addCancelHook }) {
		const releases = [() => machine.removeFolder(folder)];
		let closing;
		const release = async () => {
			leave();
			for (const work of releases.toReversed()) {
				await work().catch((error) => log.line(`The cleanup failed: ${(0, errors.gJ)(error)}`));
			}
		};
		const close = () => closing ??= release();
		const leave = addCancelHook(close);
		return { folder, add: (work) => void releases.push(work), close };
	}
	async function startProxy(proxyConfig, secrets, paths, { machine, context, resources }) {
		const { env, log, masker, signal } = context;
		const proxies = (0, network_environment.EM)(env);
		const proxy = await (0, sandbox_proxy.Sg)(machine, paths.auditFile);
		resources.add(() => proxy.stop());
		const serving = await (0, sandbox_proxy.BU)({ machine, masker, random: (bytes, as) => (0, external_node_crypto_.randomBytes)(bytes).toString(as) }, { proxyConfig, secrets, privateNetworks: [], caFile: void 0, upstreamProxy: proxies.httpsProxy ?? proxies.httpProxy }, paths.socketPath, proxy);
		for (const message of serving.warnings) log.warn("proxy-config", message);
		const usage = (0, record.mo)();
		proxy.onAudit((entry) => usage.add(entry));
		resources.add(async () => {
			if (!signal.aborted && !await (0, sandbox_proxy.ST)(serving)) logUsage(usage.usage().rows, log);
		});
		return serving;
	}
	const USAGE_ROWS = 20;
	function logUsage(rows, log) {
		for (const { rule, host, decision, reason, requests } of rows.slice(0, USAGE_ROWS)) {
			const what = rule === null ? reason : `rule ${rule}`;
			log.line(`Requests of the score command to ${host ?? "an unknown host"}: ${requests} (${decision}, ${what})`);
		}
	}
	async function scoreOne({ command, definitions, box, proxy, context }, answer, signal) {
		signal.throwIfAborted();
		const redact = (text) => context.redactor.redact(text);
		const process = box.run({ script: command.script, shell: SHELL, timeLimitMs: command.timeLimitMs });
		const kill = () => process.kill();
		signal.addEventListener("abort", kill, { once: true });
		try {
			void process.write(toInput(answer)).then(() => process.closeStdin());
			const ended = await (0, clock.dX)(signal, () => collect(process));
			const failure = failureOf(ended, command) ?? (await isProxyGone(proxy) ? PROXY_GONE : void 0);
			if (failure !== void 0) return errored(failure, ended.stderr, redact);
			const keys = [...definitions];
			const parsed = parseScoreLines(ended.stdout, { required: keys.filter(([, { compare }]) => compare === void 0).map(([key]) => key), computed: new Set(keys.filter(([, { compare }]) => compare !== void 0).map(([key]) => key)), redact });
			if (parsed.kind === "scored") return parsed;
			return errored(`The score command exited with code 0. ${parsed.why}`, ended.stderr, redact);
		} finally {
			signal.removeEventListener("abort", kill);
		}
	}
	const PROXY_GONE = "The credential proxy exited, so the requests of the score command failed.";
	async function isProxyGone(proxy) {
		return proxy !== void 0 && await (0, sandbox_proxy.ST)(proxy);
	}
	function toInput({ input, output, reference, other }) {
		const request = { input: input ?? null, output: output ?? null, reference: reference ?? null, other: other ?? null };
		return Buffer.from(`${JSON.stringify(request)}
`);
	}
	async function collect(process) {
		const stdout = [];
		let stdoutBytes = 0;
		let stderr = Buffer.alloc(0);
		let exit = { kind: "exit", code: -1, reason: "box-ended" };
		for await (const event of process.events) {
			if (event.kind === "exit") exit = event;
			else if (event.kind === "stderr") stderr = Buffer.concat([stderr, event.data]).subarray(-STDERR_KEPT);
			else if (event.kind === "stdout") {
				if (stdoutBytes <= OUTPUT_MAX && stdoutBytes + event.data.length > OUTPUT_MAX) process.kill();
				stdoutBytes += event.data.length;
				if (stdoutBytes <= OUTPUT_MAX) stdout.push(event.data);
			}
		}
		return { exit, stdout: Buffer.concat(stdout).toString("utf8"), stderr: stderr.toString("utf8"), isTooLong: stdoutBytes > OUTPUT_MAX };
	}
	function failureOf({ exit, isTooLong }, { timeLimitMs }) {
		const { code, reason } = exit;
		if (isTooLong) return `The score command was killed, because it printed more than ${OUTPUT_MAX} bytes.`;
		switch (reason) {
			case "exit":
				return code === 0 ? void 0 : `The score command exited with code ${code}.`;
			case "timeout":
				return `The score command was killed, because it exceeded its time limit of ${(0, run_record.a3)(timeLimitMs)}.`;
			case "signal":
				return `The score command was killed by ${signalName(code - 128)}; a lack of memory can be the cause.`;
			case "killed":
				return "The score command was killed.";
			case "box-ended":
				return "The score command was killed, because its box ended; a lack of memory can be the cause.";
		}
	}
	function signalName(number) {
		const found = Object.entries(external_node_os_.constants.signals).find(([, value]) => value === number);
		return found === void 0 ? `signal ${number}` : found[0];
	}
	function errored(why, stderr, redact) {
		const tail = tailOf(redact(inert(stderr)));
		return { kind: "errored", why: tail === "" ? why : `${why} The end of its stderr:
${tail}` };
	}
	function tailOf(text) {
		const lines = text.trimEnd().split("\n").slice(-TAIL_LINES);
		const tail = lines.map((line) => line.trimEnd()).join("\n");
		return tail.length <= TAIL_MAX ? tail : `\u2026${tail.slice(-TAIL_MAX).toWellFormed()}`;
	}
}) };
export {
	id,
	ids,
	modules
};
