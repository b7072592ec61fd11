const id = 3020;
const ids = [3020];
const modules = { 11311: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { checkConfig: () => checkConfig });
	var $$resolve0 = __require(84853);
	const ANY_SECRET = "a".repeat(16);
	const checkConfig = (config, mode) => {
		if (mode === "hosted") return (0, $$resolve0.r)(config).problems;
		const resolved = (0, $$resolve0.v)(config, { secret: () => ANY_SECRET, opaque: () => void 0 });
		return resolved.kind === "refused" ? resolved.problems : [];
	};
}), 67864: ((__module, __exports, __require) => {
	__require.d(__exports, { HO: () => $$later0.HOe, Mg: () => $$later0.Mgw, Qz: () => $$later0.Qzw, de: () => $$later0.deR, hp: () => $$later0.hpw, zp: () => $$later0.zpe });
	var $$later0 = __require(72786);
}), 28254: ((__module, __exports, __require) => {
	__require.d(__exports, { HN: () => $$later0.HNX, MM: () => $$later0.MM$, Tc: () => $$later0.Tcb, nV: () => $$later0.nVH, tG: () => $$later0.tGH, vK: () => $$later0.vKs });
	var $$later0 = __require(72786);
}), 41120: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { connectOptions: () => connectOptions, createSandbox: () => createSandbox });
	var $$errors0 = __require(65292);
	var $$poll1 = __require(50438);
	var $$outcome2 = __require(96043);
	var $$text3 = __require(77844);
	var $$name4 = __require(92456);
	const POLL_MS = 1e3;
	const FIND_ATTEMPTS = 5;
	const MAX_WAIT_S = 300;
	async function createSandbox(context, settings) {
		const { record, clock } = context;
		const { access, timeoutMs, waitForReady } = settings;
		record.apiUrl = access.baseUrl;
		await warnOfRules(context, settings);
		const name = (0, $$name4.ol)(context, settings.prefix);
		record.sandbox = { name, id: void 0, status: void 0, url: void 0 };
		record.stage = "creating";
		context.state.sandbox = settings.keep ? null : name;
		context.state.apiUrl = access.baseUrl;
		await context.checkpoint();
		const connection = await context.openService(access, connectOptions(context));
		try {
			const deadlineAt = clock.now() + timeoutMs;
			const made = await create(context, connection.service, settings, name);
			if (made === void 0) return notReady(name, timeoutMs, void 0);
			note(context, made);
			record.stage = "created";
			await context.checkpoint();
			if (waitForReady) return await awaitReady(context, connection.service, settings, made, deadlineAt);
			const message = `Sandbox ${name} was requested; \`wait-for-ready: false\` skips the wait.`;
			return (0, $$outcome2.bu)("submitted", "sandbox-requested", message);
		} finally {
			await connection.close();
		}
	}
	async function warnOfRules({ machine, record, host }, { proxyConfig }) {
		if (proxyConfig === void 0) return;
		record.warnings.push(...await machine.warnings(proxyConfig));
		for (const message of record.warnings) {
			host.annotate({ level: "warning", title: "Agent Deploy: proxy-config", message });
		}
	}
	function connectOptions({ host, clock, redactor }) {
		return { env: host.env, clock, redact: (text) => redactor.redact(text), log: (line) => host.log(line) };
	}
	async function create(context, service, settings, name) {
		const { template, snapshot, proxyConfig, waitForReady, timeoutMs } = settings;
		const body = { name, ...template !== void 0 && { template_name: template }, ...snapshot !== void 0 && { snapshot }, ...proxyConfig !== void 0 && { proxy_config: proxyConfig }, wait_for_ready: waitForReady, ...waitForReady && { timeout: Math.min(Math.ceil(timeoutMs / 1e3), MAX_WAIT_S) } };
		context.host.log(`Making sandbox ${name}.`);
		try {
			return await service.create(body, context.signal);
		} catch (error) {
			if (!(0, $$errors0.d7)(error)) throw error;
			if (error.kind !== "ambiguous" && error.status !== 408) {
				if (isRefusal(error.status)) await disown(context);
				throw refusal(error.status, error.message, name) ?? error;
			}
			context.host.log(error.status === 408 ? "The service stopped waiting for the sandbox; checking its state." : "The response was lost; checking whether the sandbox was created.");
			const found = await findByName(context, service, name);
			if (found === void 0 && error.status !== 408) throw error;
			return found;
		}
	}
	function isRefusal(status) {
		return status !== void 0 && status >= 400 && status < 500;
	}
	async function disown(context) {
		context.state.sandbox = null;
		await context.checkpoint();
	}
	function findByName(context, service, name) {
		return (0, $$poll1.wt)(context, (0, $$poll1._H)(FIND_ATTEMPTS, () => POLL_MS), () => service.get(name, context.signal));
	}
	function refusal(status, message, name) {
		switch (status) {
			case 409:
				return new $$outcome2.lZ("sandbox-name-taken", `A sandbox with the name ${name} already exists. ${message}`);
			case 429:
				return new $$outcome2.lZ("sandbox-quota", `The workspace has reached its limit of sandboxes. ${message}`);
			default:
				return void 0;
		}
	}
	async function awaitReady(context, service, { timeoutMs }, made, deadlineAt) {
		const { clock, signal, record, redactor } = context;
		const redact = (text) => redactor.redact(text);
		const key = made.id ?? made.name;
		let latest;
		let status;
		const pauseMs = () => status === "ready" ? 0 : Math.min(POLL_MS, Math.max(1, deadlineAt - clock.now()));
		return (0, $$poll1.wt)(context, pauseMs, async () => {
			const isFirst = latest === void 0;
			const found = isFirst ? made : latest === made ? await findByName(context, service, key) : await service.get(key, signal, deadlineAt);
			if (found === void 0) {
				throw new $$outcome2.lZ("sandbox-failed", `Another client deleted sandbox ${record.sandbox?.name ?? ""}.`);
			}
			latest = found;
			if (!isFirst) note(context, found);
			const shown = (0, $$text3.QW)(found.status ?? "unknown", redact);
			if (shown !== status) context.host.log(`Sandbox ${found.name}: ${shown}`);
			status = shown;
			if (status === "ready") {
				return isFirst ? void 0 : (0, $$outcome2.bu)("provided", "sandbox-ready", `Sandbox ${found.name} is ready.`);
			}
			const why = found.status_message && (0, $$text3.QW)(found.status_message, redact);
			if (status === "failed" || status === "deleting" || status === "stopped") {
				throw new $$outcome2.lZ("sandbox-failed", `Sandbox ${found.name} is ${status}${why ? `: ${why}` : ""}.`);
			}
			return clock.now() >= deadlineAt ? notReady(found.name, timeoutMs, why) : void 0;
		});
	}
	function notReady(name, timeoutMs, why) {
		const last = why ? ` Message of the service: ${why}` : "";
		return (0, $$outcome2.bu)("timed-out", "sandbox-not-ready", `Sandbox ${name} was not ready within ${timeoutMs / 1e3} s.${last}`);
	}
	function note({ record, state }, { name, id: id2, status, dataplane_url: url }) {
		state.seen = true;
		record.sandbox = { name, id: id2 ?? void 0, status: status ?? void 0, url: url ?? void 0 };
	}
}), 92456: ((__module, __exports, __require) => {
	__require.d(__exports, { F9: () => readSandboxName, Hd: () => repositoryHash, M$: () => isNameOfRun, ol: () => nameOfRun });
	var $$crypto0 = __require(77598);
	const NAME = /^([a-z](?:[a-z0-9-]{0,28}[a-z0-9])?)-([0-9a-f]{6})-([0-9]{1,18})-([0-9]{1,4})-([0-9a-f]{8})$/;
	function sandboxName({ prefix, repository, runId, attempt, unique }) {
		return [prefix, repository, runId, attempt, unique].join("-");
	}
	function readSandboxName(name) {
		const [, prefix, repository, runId, attempt, unique] = NAME.exec(name) ?? [];
		if (!prefix || !repository || !runId || !attempt || !unique) return void 0;
		return { prefix, repository, runId, attempt: Number(attempt), unique };
	}
	function repositoryHash(env) {
		const whole = `${env["GITHUB_SERVER_URL"] ?? ""}/${env["GITHUB_REPOSITORY"] ?? ""}`.toLowerCase();
		return (0, $$crypto0.createHash)("sha256").update(whole).digest("hex").slice(0, 6);
	}
	function nameOfRun({ host: { env }, random }, prefix) {
		return sandboxName({ prefix, repository: repositoryHash(env), runId: runIdOf(env), attempt: Number(digits(env["GITHUB_RUN_ATTEMPT"], 4, "1")), unique: random(4, "hex") });
	}
	function isNameOfRun(env, name) {
		const read = readSandboxName(name);
		return read?.repository === repositoryHash(env) && read.runId === runIdOf(env);
	}
	function runIdOf(env) {
		return digits(env["GITHUB_RUN_ID"], 18, "0");
	}
	function digits(text, most, otherwise) {
		return text !== void 0 && new RegExp(`^[0-9]{1,${most}}$`).test(text) ? text : otherwise;
	}
}), 72945: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { resolveConfig: () => resolveConfig, variablesOf: () => variablesOf, warningsOf: () => warningsOf });
	var $$environment0 = __require(47820);
	var $$resolve1 = __require(84853);
	const warningsOf = (config) => (0, $$resolve1.r)(config).warnings;
	function resolveConfig(config, secrets) {
		const resolved = (0, $$resolve1.v)(config, { secret: (key) => Object.hasOwn(secrets, key) ? secrets[key] : void 0, opaque: () => void 0 });
		if (resolved.kind === "refused") return resolved;
		const { envVars, ...part } = resolved.config;
		return { kind: "resolved", part, envVars, warnings: resolved.warnings };
	}
	function variablesOf(place) {
		return { set: (0, $$environment0.w)({ ...place, hasDirectWay: true }), names: $$environment0.b };
	}
}), 44976: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { runOnRunner: () => runOnRunner });
	var outcome = __require(96043);
	var errors = __require(94924);
	var external_node_string_decoder_ = __require(46193);
	var clock = __require(75065);
	var action_text = __require(77844);
	var checkout_tokens = __require(37834);
	var command_box = __require(12110);
	var proxy = __require(75463);
	;
	async function runInBox(context, settings, paths, serving, boxHost) {
		const { host, machine, signal, record } = context;
		const { env } = host;
		const { isolation, command } = settings;
		const warning = await (0, checkout_tokens.findTokenWarning)(machine, (0, command_box.B3)(env), isolation);
		if (warning !== void 0) {
			record.warnings.push(warning);
			host.annotate({ level: "warning", title: "Agent Deploy: checkout", message: warning });
		}
		const options = { isolation, paths, proxy: serving, isCheckoutWritable: true };
		const box = await (0, command_box.be)({ env, machine, boxHost }, options);
		try {
			host.startGroup("The command");
			for (const line of command.script.split("\n")) host.log(line);
			host.log(`shell: ${command.shell}, isolation: ${box.level}`);
			host.endGroup();
			const running = box.run(command);
			running.closeStdin();
			const ended = await (0, clock.dX)(signal, () => follow(running, (line) => logOutput(context, line)));
			record.command = { exitCode: ended.code, ended: ended.reason };
			if (await (0, proxy.ST)(serving)) {
				throw new outcome.lZ("proxy-failed", "The credential proxy exited while the command ran. The requests of the command failed from then on, and none bypassed the proxy.");
			}
			return conclude(ended, command.timeLimitMs);
		} finally {
			await box.stop();
		}
	}
	function logOutput({ host, redactor }, line) {
		if (line.length <= action_text.M$) {
			host.log(line);
			return;
		}
		const text = redactor.redact(line);
		for (let at = 0; at < text.length; at += action_text.M$) host.log(text.slice(at, at + action_text.M$));
	}
	async function follow(running, onLine) {
		const [out, err] = [createLineSplitter(onLine), createLineSplitter(onLine)];
		let ended = { code: -1, reason: "box-ended" };
		for await (const event of running.events) {
			if (event.kind === "stdout") out.take(event.data);
			else if (event.kind === "stderr") err.take(event.data);
			else if (event.kind === "exit") ended = { code: event.code, reason: event.reason };
		}
		out.end();
		err.end();
		return ended;
	}
	function conclude({ code, reason }, timeLimitMs) {
		switch (reason) {
			case "exit":
				if (code === 0) return (0, outcome.bu)("provided", "command-passed", "The command exited with code 0.");
				return (0, outcome.bu)("failed", "command-failed", `The command exited with code ${code}. The log above contains its output.`);
			case "timeout": {
				const limit = timeLimitMs === void 0 ? "" : ` of ${timeLimitMs / 1e3} s`;
				return (0, outcome.bu)("timed-out", "command-timed-out", `The command exceeded its time limit${limit}, and was killed together with all processes it started.`);
			}
			default:
				return (0, outcome.bu)("failed", "command-failed", `The command was killed (${reason}); exceeding a memory or process limit can be the cause.`);
		}
	}
	const LONGEST = 1024 * 1024;
	function createLineSplitter(onLine) {
		const decoder = new external_node_string_decoder_.StringDecoder("utf8");
		let rest = "";
		const cut = (text) => {
			const lines = (rest + text).split(/\r?\n/);
			rest = lines.pop() ?? "";
			for (const line of lines) onLine(line);
			if (rest.length > LONGEST) {
				onLine(rest);
				rest = "";
			}
		};
		return { take: (data) => cut(decoder.write(data)), end: () => {
			cut(decoder.end());
			if (rest !== "") onLine(rest);
			rest = "";
		} };
	}
	var sandbox_machine = __require(47630);
	var sandbox_record = __require(598);
	;
	async function runOnRunner(context, settings) {
		const { host, machine, record } = context;
		const paths = (0, sandbox_machine.sandboxPaths)(await machine.makeFolder());
		context.state.folder = paths.folder;
		record.stage = "starting";
		await context.checkpoint();
		const starting = (0, proxy.Sg)(machine, paths.auditFile);
		const isolating = { machine, record, log: (line) => host.log(line) };
		const boxHost = settings.command && await unlessFailing((0, command_box.Gc)(isolating, settings.isolation), starting);
		const isBoxed = settings.command !== void 0 && settings.isolation === "namespaces";
		const serving = await (0, proxy.BU)(context, settings, isBoxed ? paths.socketPath : null, await starting);
		record.warnings.push(...serving.warnings);
		for (const message of serving.warnings) {
			host.annotate({ level: "warning", title: "Agent Deploy: proxy-config", message });
		}
		const usage = (0, sandbox_record.mo)();
		serving.proxy.onAudit((entry) => usage.add(entry));
		let stays = false;
		try {
			const end2 = settings.command && boxHost && await runInBox(context, { ...settings, command: settings.command }, paths, serving, boxHost);
			if (end2 === void 0 || settings.exportEnv && end2.kind === "provided") {
				await (0, proxy.Kr)(context, settings, paths, serving);
				stays = true;
			}
			const message = `The credential proxy listens on ${record.proxy?.address ?? ""} until the job ends.`;
			if (stays && end2 !== void 0) context.host.log(message);
			return end2 ?? (0, outcome.bu)("provided", "proxy-started", message);
		} finally {
			if (!stays) await end(context, serving, usage);
		}
	}
	async function unlessFailing(work, starting) {
		try {
			return await work;
		} catch (error) {
			await starting.then((proxy2) => proxy2.stop(), () => {
			});
			throw error;
		}
	}
	async function end({ record, host, signal }, { proxy: proxy2, gone }, usage) {
		try {
			if (!gone() && !signal.aborted) await proxy2.metrics();
		} catch (error) {
			host.log(`The audit log of the proxy could not be read: ${(0, errors.gJ)(error)}`);
		}
		record.usage = usage.usage();
		await proxy2.stop();
	}
}), 79799: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { connectSandboxService: () => connectSandboxService, startSandbox: () => startSandbox, startSandboxPost: () => startSandboxPost });
	var external_node_crypto_ = __require(77598);
	var external_node_process_ = __require(1708);
	var clock = __require(75065);
	var conceal_environment = __require(68434);
	var load_transport = __require(85143);
	var phase = __require(58204);
	var runner_host = __require(74925);
	var sandbox_machine = __require(47630);
	var network_environment = __require(65393);
	var proxy_config = __require(22831);
	var inputs_reader = __require(40754);
	var base_url = __require(85410);
	var endpoint = __require(67864);
	var problem = __require(49262);
	var read = __require(28385);
	var registry = __require(19686);
	;
	const SERVICE = "https://api.smith.langchain.com";
	const ONLY = { run: ["runner"], "working-directory": ["runner"], env: ["runner"], "time-limit": ["runner"], "private-networks": ["runner"], "proxy-config": ["runner", "hosted"], template: ["hosted"], snapshot: ["hosted"] };
	async function readSandboxInputs(env, loadConfigCheck) {
		const reader = (0, inputs_reader.ic)(env, registry.Yd);
		const display = (0, read.xS)(reader);
		const warnings = await (0, read.k2)(env, reader, registry.SY);
		const mode = reader.read("mode");
		if (reader.raw.mode === void 0) {
			reader.addProblem("mode", "it is missing", "Write `hosted` for a sandbox of the service, or `runner` for the credential proxy on this runner.");
		}
		if (mode !== void 0) checkOthers(reader, mode);
		const settings = await readSettings({ reader, env, loadConfigCheck }, mode ?? "hosted");
		const shown = { display, warnings };
		if (reader.problems.length > 0 || mode === void 0 || settings === void 0) {
			return { ok: false, ...shown, problems: reader.problems };
		}
		return { ok: true, ...shown, settings };
	}
	function readSettings(inputs, mode) {
		switch (mode) {
			case "hosted":
				return readHosted(inputs);
			case "sweep":
				return Promise.resolve(readSweep(inputs));
			case "runner":
				return readRunner(inputs);
		}
	}
	function checkOthers(reader, mode) {
		for (const [input, modes] of Object.entries(ONLY)) {
			if (reader.raw[input] === void 0 || modes.includes(mode)) continue;
			reader.addProblem(input, `the input has no effect with mode: ${mode}`, `Remove it, or use mode: ${modes.join(" or ")}.`);
		}
	}
	async function readHosted(inputs) {
		const { reader } = inputs;
		const access = readSandboxAccess(inputs);
		const prefix = reader.read("name");
		const template = reader.read("template");
		const snapshot = reader.read("snapshot");
		if (reader.raw.template !== void 0 && reader.raw.snapshot !== void 0) {
			reader.addProblem("snapshot", "snapshot and template are mutually exclusive", "Set only one of them.");
		}
		const rest = { proxyConfig: await readProxyConfig(inputs, "hosted"), waitForReady: reader.read("wait-for-ready") ?? true, keep: reader.read("keep") ?? false };
		const timeoutMs = reader.read("timeout");
		if (!access || prefix === void 0 || timeoutMs === void 0) return void 0;
		return { mode: "hosted", access, prefix, template, snapshot, timeoutMs, ...rest };
	}
	function readSweep(inputs) {
		const { reader } = inputs;
		const access = readSandboxAccess(inputs);
		const prefix = reader.read("name");
		const olderThanMs = reader.read("older-than");
		const limit = reader.read("sweep-limit");
		const dryRun = reader.read("dry-run") ?? false;
		if (!access || prefix === void 0 || olderThanMs === void 0 || limit === void 0) return void 0;
		return { mode: "sweep", access, prefix, olderThanMs, limit, dryRun };
	}
	async function readRunner(inputs) {
		const { reader, env } = inputs;
		const proxyConfig = await readProxyConfig(inputs, "runner");
		if (reader.raw["proxy-config"] === void 0) {
			reader.addProblem("proxy-config", "the input is missing, and the proxy adds no credentials without rules", "Write `rules:` with hosts and headers; docs/sandbox.md of this action's repository has examples.");
		}
		const isolation = reader.read("isolation");
		const exportEnv = reader.read("export-env");
		const privateNetworks = reader.read("private-networks") ?? [];
		const caFile = reader.read("ca-file");
		const shell = reader.read("shell");
		const workingDirectory = reader.read("working-directory");
		const ownEnv = reader.read("env") ?? {};
		const timeLimitMs = reader.read("time-limit");
		const secrets = proxyConfig && readSecrets(reader, proxyConfig, env);
		const proxies = (0, network_environment.EM)(env);
		(0, endpoint.Qz)(reader, env);
		if (!proxyConfig || !secrets || !isolation || !shell || exportEnv === void 0) return void 0;
		const command = reader.raw.run === void 0 ? void 0 : { script: reader.raw.run, shell, workingDirectory, env: ownEnv, timeLimitMs };
		return { mode: "runner", proxyConfig, secrets, command, isolation, exportEnv, privateNetworks, caFile, upstreamProxy: proxies.httpsProxy ?? proxies.httpProxy };
	}
	function readSecrets(reader, config, env) {
		const { secrets, missing } = (0, proxy_config.xU)(config, env);
		for (const { message, hint } of (0, proxy_config.n)(missing)) {
			reader.addProblem("proxy-config", message, hint);
		}
		return secrets;
	}
	async function readProxyConfig({ reader, loadConfigCheck }, mode) {
		if (reader.raw["proxy-config"] === void 0) return void 0;
		const judging = await loadConfigCheck();
		return reader.readWith("proxy-config", (text) => (0, proxy_config.YQ)(text, mode, judging));
	}
	function readSandboxAccess({ reader, env }) {
		const { apiKey, workspaceId } = (0, read.wW)(reader, env);
		const insecure = reader.read("allow-insecure-host") ?? false;
		const baseUrl = reader.raw["sandbox-url"] === void 0 ? SERVICE : reader.readWith("sandbox-url", (text) => parseUrl(text, insecure));
		const requestTimeoutMs = reader.read("request-timeout");
		if (!apiKey || !baseUrl || requestTimeoutMs === void 0) return void 0;
		return { apiKey, workspaceId, baseUrl, requestTimeoutMs };
	}
	function parseUrl(text, allowInsecureHost) {
		const check = (0, base_url.Z6)(text, { allowInsecureHost });
		if (check.kind === "refused") {
			return (0, problem.Gq)(`the URL ${check.problem}`, `The URL looks like ${SERVICE}.`);
		}
		if (/\/v[0-9]+(\/|$)/.test(new URL(check.url).pathname)) {
			return (0, problem.Gq)("the URL contains the API version", "Remove the path from /v1 or /v2 on.");
		}
		return (0, problem.rZ)(check.url);
	}
	var outcome = __require(96043);
	var pipeline = __require(13137);
	var secret_masker = __require(56563);
	var errors = __require(94924);
	var record = __require(598);
	var report = __require(67389);
	var json_safety = __require(6760);
	;
	function createSandboxState() {
		return { stage: "reading", mode: "", sandbox: null, seen: false, apiUrl: null, folder: null, proxy: null };
	}
	const KEY = "agent-deploy-sandbox";
	function saveSandboxState(host, state) {
		return host.saveState(KEY, JSON.stringify(state));
	}
	function loadSandboxState(env) {
		const state = (0, json_safety.qF)(env[`STATE_${KEY}`] ?? "");
		const stage = state_text(state, "stage");
		const mode = state_text(state, "mode");
		if (stage === null || mode === null) return void 0;
		return { stage, mode, sandbox: state_text(state, "sandbox"), seen: (0, json_safety._F)(state, "seen") === true, apiUrl: state_text(state, "apiUrl"), folder: state_text(state, "folder"), proxy: proxyOf(state) };
	}
	function proxyOf(state) {
		const proxy = (0, json_safety._F)(state, "proxy");
		const pid = (0, json_safety._F)(proxy, "pid");
		const startTime = state_text(proxy, "startTime");
		if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 1 || startTime === null) return null;
		return { pid, startTime, auditFile: state_text(proxy, "auditFile") };
	}
	function state_text(holder, key) {
		const value = (0, json_safety._F)(holder, key);
		return typeof value === "string" && value !== "" ? value : null;
	}
	;
	async function runSandboxMain(dependencies) {
		const { host: plain, clock: clock2, machine } = dependencies;
		const runner = (0, secret_masker.y)(plain);
		const { masker, redactor } = runner;
		const host = withVariables(runner.host, plain);
		const { env } = host;
		const context = { ...dependencies, host, plain, redactor, masker, record: (0, record.Df)(clock2.now()), state: createSandboxState(), checkpoint: () => checkpoint(context) };
		const raw = (0, inputs_reader.hc)(env, registry.Yd);
		let work;
		return (0, pipeline.C)(runner, { maskInputs: () => maskSandboxInputs(env, masker), skipContext() {
			const named = namedSecrets(env, raw["proxy-config"] ?? "");
			const hasSecrets = raw.mode === "runner" && !named.includes(void 0);
			return { ref: true, apiKey: raw["api-key"] !== void 0 || hasSecrets };
		}, skipped() {
			if (raw.run === void 0) return;
			host.annotate({ level: "warning", title: "Agent Deploy: skipped", message: "The command in `run` was not run: this event gets no secrets, so the step is skipped." });
		}, async readInputs() {
			const inputs = await readSandboxInputs(env, () => machine.loadConfigCheck());
			if (inputs.ok && inputs.settings.mode === "runner") {
				for (const value of Object.values(inputs.settings.secrets)) masker.maskSecret(value);
			}
			return { ...inputs, policy: outcome.zj };
		}, run({ settings }) {
			context.record.mode = settings.mode;
			logEndpoint(context, settings);
			work = runMode(context, settings);
			return work;
		}, async cancelled() {
			await Promise.race([work?.catch(() => {
			}), dependencies.cancelGracePeriod()]);
			return (0, outcome.bu)("cancelled", "signal", `The run was cancelled. ${whatRemains(context)}`);
		}, report: (end, { display }) => (0, report.go)(context, end, display) }, dependencies);
	}
	function withVariables(host, plain) {
		return { ...host, setVariable: (name, value) => plain.setVariable(name, value) };
	}
	function maskSandboxInputs(env, masker) {
		const raw = (0, inputs_reader.hc)(env, registry.Yd);
		const { "api-key": apiKey, "proxy-config": config = "" } = raw;
		masker.keepReadable(env, raw, [apiKey]);
		if (apiKey !== void 0) masker.maskSecret(apiKey);
		masker.redactValues((0, network_environment.Wm)((0, network_environment.EM)(env)));
		for (const value of [...(0, proxy_config.o4)(config), ...namedSecrets(env, config)]) {
			if (value) masker.maskSecret(value);
		}
	}
	function namedSecrets(env, config) {
		return (0, proxy_config.i_)(config).map((name) => env[name] || void 0);
	}
	function logEndpoint({ host }, settings) {
		if (settings.mode === "runner" || host.env["INPUT_SANDBOX-URL"]?.trim()) return;
		if (!host.env["LANGSMITH_ENDPOINT"]) return;
		host.log(`The environment variable LANGSMITH_ENDPOINT sets the sandbox API to ${settings.access.baseUrl}, so the key is sent there. The input sandbox-url takes precedence over this variable.`);
	}
	async function runMode(context, settings) {
		switch (settings.mode) {
			case "hosted":
				return (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 41120))).createSandbox(context, settings);
			case "sweep":
				return (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 61983))).sweepSandboxes(context, settings);
			case "runner":
				return (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 44976))).runOnRunner(context, settings);
		}
	}
	function whatRemains({ record: { stage, sandbox }, state }) {
		if (sandbox !== void 0 && stage !== "reading") {
			return state.sandbox === null ? `Sandbox ${sandbox.name} is kept because of \`keep\`.` : `The post step deletes sandbox ${sandbox.name}.`;
		}
		return stage === "reading" ? "Nothing was sent." : "All processes started on the runner were stopped.";
	}
	async function checkpoint({ host, record: record2, state }) {
		Object.assign(state, { stage: record2.stage, mode: record2.mode });
		try {
			await saveSandboxState(host, state);
		} catch (error) {
			host.log(`The state for the post step could not be saved, so the post step may not delete the sandbox: ${(0, errors.gJ)(error)}`);
		}
	}
	var poll = __require(50438);
	var sandbox_name = __require(92456);
	var summary = __require(76287);
	;
	const LATE_ATTEMPTS = 5;
	const PAUSE_MS = 1e3;
	async function runSandboxPost(dependencies) {
		const state = loadSandboxState(dependencies.host.env);
		if (state === void 0) return;
		const { host: redacted, masker, redact } = (0, secret_masker.y)(dependencies.host);
		const host = withVariables(redacted, dependencies.host);
		maskSandboxInputs(host.env, masker);
		const post = { ...dependencies, host, redact, state };
		if (state.stage !== "reported") reportUnreported(post);
		if (state.folder !== null) await restoreIfOurs(post, state.folder);
		if (state.sandbox !== null) await part(post, `Sandbox ${state.sandbox}`, () => remove(post, state.sandbox ?? ""));
	}
	function reportUnreported({ host, state }) {
		if (state.stage === "reading") return;
		host.annotate({ level: "warning", title: "Agent Deploy: no report", message: "The main step ended before it could report. The post step cleans up." });
	}
	async function restoreIfOurs(post, folder) {
		const { host, machine } = post;
		const owner = await machine.folderOwner(folder);
		if (owner === "ours") return restoreMachine(post, (0, sandbox_machine.sandboxPaths)(folder));
		if (owner === "foreign") {
			host.annotate({ level: "warning", title: "Agent Deploy: clean-up", message: `${folder} is not a folder that this action creates in the runner's temporary folder, so it was not deleted and no variable was restored.` });
		}
		await stopProxy(post);
	}
	async function restoreMachine(post, paths) {
		const { host, machine } = post;
		await part(post, "The variables", async () => {
			const values = readValues(await machine.readFile(paths.restoreFile));
			const pairs = Object.entries(values ?? {});
			for (const [name, value] of pairs) await host.setVariable(name, value);
			if (pairs.length > 0) host.log(`${pairs.length} variables were restored to their previous values.`);
		});
		await stopProxy(post);
		await part(post, "The summary", () => summarize(post, paths));
		await part(post, paths.folder, () => machine.removeFolder(paths.folder));
	}
	async function stopProxy(post) {
		const { host, machine, state } = post;
		const { proxy } = state;
		if (proxy === null) return;
		await part(post, "The credential proxy", async () => {
			const stopped = await machine.stopDetached(proxy);
			host.log(stopped ? "The credential proxy was stopped." : "The credential proxy had already exited.");
		});
	}
	async function summarize({ host, machine, state, readAudit, redact }, paths) {
		if (state.proxy === null && state.stage === "reported") return;
		if (host.env["INPUT_SUMMARY"]?.toLowerCase() === "false") return;
		const read2 = await readAudit();
		const usage = await (0, record.nw)(machine.readLines(paths.auditFile), (line) => {
			const entry = read2(line);
			return entry && { ...entry, host: entry.host === null ? null : redact(entry.host) };
		});
		await host.addSummary(() => `${(0, summary.j)(usage)}
`);
	}
	async function remove(post, name) {
		const { host, state, clock: clock2 } = post;
		if (!(0, sandbox_name.M$)(host.env, name)) {
			host.log(`Sandbox ${name} was not deleted: no run of this number in this repository creates a sandbox with that name.`);
			return;
		}
		const env = { ...host.env, "INPUT_PROXY-CONFIG": "", NODE_TLS_REJECT_UNAUTHORIZED: void 0, ...state.apiUrl !== null && !host.env["INPUT_SANDBOX-URL"] && { "INPUT_SANDBOX-URL": state.apiUrl } };
		const reading = await readSandboxInputs(env, () => Promise.resolve(() => []));
		if (!reading.ok || reading.settings.mode !== "hosted") {
			host.log(`Sandbox ${name} could not be deleted, because the inputs can no longer be read.`);
			return;
		}
		const options = { env: host.env, redact: post.redact, log: (line) => host.log(line) };
		const connection = await post.openService(reading.settings.access, options);
		try {
			const signal = AbortSignal.timeout(12e4);
			const schedule = (0, poll._H)(state.seen ? 1 : LATE_ATTEMPTS, () => PAUSE_MS);
			const isDeleted = await (0, poll.wt)({ clock: clock2, signal }, schedule, async () => {
				return await connection.service.remove(name, signal) || void 0;
			});
			host.log(`Sandbox ${name} ${isDeleted ? "was deleted" : "was already deleted"}.`);
		} finally {
			await connection.close();
		}
	}
	async function part({ host, redact }, what, work) {
		try {
			await work();
		} catch (error) {
			const message = redact(`${what}: ${(0, errors.gJ)(error)}`);
			host.annotate({ level: "warning", title: "Agent Deploy: clean-up", message: `${message} \`mode: sweep\` deletes sandboxes that are left over.` });
		}
	}
	function readValues(text) {
		const value = (0, json_safety.qF)(text ?? "");
		if (!(0, json_safety.OW)(value)) return void 0;
		const pairs = Object.entries(value).filter((pair) => typeof pair[1] === "string");
		return Object.fromEntries(pairs);
	}
	;
	const REPORT_LIMIT_MS = 5e3;
	async function startSandbox() {
		await (0, phase.C)((given) => runSandboxMain({ ...given, host: (0, runner_host.d)(external_node_process_.env), random: (bytes, as) => (0, external_node_crypto_.randomBytes)(bytes).toString(as), openService: connectSandboxService, machine: (0, sandbox_machine.createRunnerMachine)(), cancelGracePeriod: () => clock.dQ.sleep(REPORT_LIMIT_MS) }));
	}
	async function startSandboxPost() {
		(0, conceal_environment.D)();
		await runSandboxPost({ host: (0, runner_host.d)(external_node_process_.env), machine: (0, sandbox_machine.createRunnerMachine)(), openService: connectSandboxService, clock: clock.dQ, readAudit: async () => {
			const { AuditEntry } = await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 43577));
			return (line) => {
				try {
					return AuditEntry.safeParse(JSON.parse(line)).data;
				} catch {
					return void 0;
				}
			};
		} });
	}
	const connectSandboxService = async (access, { env, clock: clock2, redact, log }) => {
		const [{ createTransport }, { createSandboxService: createSandboxes }] = await Promise.all([(0, load_transport.s)(), Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 21468))]);
		const transport = createTransport({ env, ...clock2 && { clock: clock2 }, redact, attemptTimeoutMs: access.requestTimeoutMs, log });
		const { baseUrl, apiKey, workspaceId, requestTimeoutMs } = access;
		const service = createSandboxes({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
		return { service, close: () => transport.close() };
	};
}), 61983: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { ageOf: () => ageOf, sweepSandboxes: () => sweepSandboxes });
	var $$errors0 = __require(65292);
	var $$outcome1 = __require(96043);
	var $$lines2 = __require(28254);
	var $$text3 = __require(77844);
	var $$hosted4 = __require(41120);
	var $$name5 = __require(92456);
	async function sweepSandboxes(context, settings) {
		const { record, host, clock, signal } = context;
		const { access, prefix, olderThanMs, limit, dryRun } = settings;
		record.apiUrl = access.baseUrl;
		const mark = (0, $$name5.Hd)(host.env);
		const swept = [];
		record.swept = swept;
		const connection = await context.openService(access, (0, $$hosted4.connectOptions)(context));
		try {
			const all = await connection.service.list(`${prefix}-${mark}-`, signal);
			const ours = all.flatMap((sandbox) => {
				const name = (0, $$name5.F9)(sandbox.name);
				const left = name?.prefix === prefix && name.repository === mark && name.runId !== host.env["GITHUB_RUN_ID"];
				return left ? [{ sandbox, runId: name.runId, ageMs: ageOf(sandbox.created_at, clock.now()) }] : [];
			});
			const old = ours.filter(({ ageMs }) => ageMs !== void 0 && ageMs >= olderThanMs);
			host.log(`Found ${ours.length} sandboxes of other runs, of which ${old.length} are older than ${(0, $$lines2.nV)(olderThanMs)}.`);
			for (const [index, { sandbox, runId, ageMs = 0 }] of old.entries()) {
				const one = { name: sandbox.name, runId, ageMs, did: "left" };
				swept.push(one);
				if (dryRun) one.did = "would-delete";
				else if (index < limit) one.did = await remove(context, connection.service, sandbox);
				host.log(`${one.name}, ${(0, $$lines2.nV)(ageMs)} old, of run ${runId}: ${one.did}`);
			}
		} finally {
			await connection.close();
		}
		return conclude(swept, settings);
	}
	async function remove({ signal, host }, service, { name }) {
		try {
			return await service.remove(name, signal) ? "deleted" : "already-gone";
		} catch (error) {
			if (!(0, $$errors0.d7)(error)) throw error;
			host.log(`${name} could not be deleted: ${error.message}`);
			return "failed";
		}
	}
	function conclude(swept, { dryRun, limit }) {
		const count = (did) => swept.filter((one) => one.did === did).length;
		if (swept.length === 0) return (0, $$outcome1.bu)("unchanged", "no-sandbox-left", "There are no sandboxes of earlier runs to delete.");
		if (dryRun) return (0, $$outcome1.bu)("planned", "dry-run", `${(0, $$text3.pq)(swept.length, "sandbox", "sandboxes")} would be deleted.`);
		if (count("failed") > 0) {
			throw new $$outcome1.lZ("sandboxes-left", `${count("failed")} of ${(0, $$text3.pq)(swept.length, "sandbox", "sandboxes")} could not be deleted.`);
		}
		const rest = count("left") === 0 ? "" : ` The next sweep deletes ${count("left")} more (sweep-limit is ${limit}).`;
		return (0, $$outcome1.bu)("torn-down", "sandboxes-swept", `${(0, $$text3.pq)(count("deleted"), "sandbox was", "sandboxes were")} deleted.${rest}`);
	}
	function ageOf(createdAt, now) {
		const text = createdAt ?? "";
		const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
		return Number.isNaN(at) ? void 0 : now - at;
	}
}), 41025: ((__module, __exports, __require) => {
	__require.d(__exports, { createBoxHost: () => createBoxHost, removeBoxFolder: () => removeBoxFolder });
	var errors = __require(94924);
	var external_node_fs_ = __require(73024);
	var external_node_path_ = __require(76760);
	var shell = __require(32035);
	;
	const ARGUMENTS_FD = 9;
	const SECCOMP_FD = 8;
	const STATUS_FD = 7;
	const START_LINE = "go";
	const CANNOT_JOIN = 71;
	const EXIT_NOT_STARTED = 72;
	const CLOSE_INHERITED = ["for file in /proc/self/fd/*; do", "  fd=${file##*/}", '  case "$fd" in 0 | 1 | 2 | *[!0-9]*) ;; ? | ${BASH_VERSION:+*}) eval "exec $fd>&-" ;; esac', "done 2>/dev/null"].join("\n");
	function launchScript(options) {
		const { group, argumentsFile, seccompFile, statusFile, line } = options;
		return [CLOSE_INHERITED, "ulimit -c 0", ...group === null ? [] : joinCgroupLines(group), `printf '%s\\n' "$$"`, `IFS= read -r word && [ "$word" = ${START_LINE} ] || exit ${EXIT_NOT_STARTED}`, ["exec", ...line.map(shell.Z), ...argumentsFile === null ? [] : [`${ARGUMENTS_FD}<${(0, shell.Z)(argumentsFile)}`], ...seccompFile === null ? [] : [`${SECCOMP_FD}<${(0, shell.Z)(seccompFile)}`], ...statusFile === null ? [] : [`${STATUS_FD}>${(0, shell.Z)(statusFile)}`]].join(" ")].join("\n");
	}
	function joinCgroupLines({ folders, writes, joins }) {
		return [...folders.map((folder) => `mkdir ${(0, shell.Z)(folder)} || exit ${CANNOT_JOIN}`), ...writes.map(({ file, value }) => `echo ${(0, shell.Z)(value)} > ${(0, shell.Z)(file)} || exit ${CANNOT_JOIN}`), ...joins.map((file) => `echo "$$" > ${(0, shell.Z)(file)} || exit ${CANNOT_JOIN}`)];
	}
	const ROOT_CAPABILITIES = [["--cap-drop", "ALL", "--cap-add", "CAP_SETUID"], ["--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"]].flat();
	const SHARED_MEMORY = String(64 * 1024 * 1024);
	function bubblewrapArguments(mounts, identity, host) {
		return [["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"], identity.kind === "user-namespace" ? ["--unshare-user", "--uid", String(identity.uid), "--gid", String(identity.gid), "--disable-userns"] : ROOT_CAPABILITIES, ["--hostname", host.hostname], ["--die-with-parent", "--new-session", "--clearenv"], ["--bind", mounts.root, "/"], mounts.system.flatMap((path) => ["--ro-bind", path, path]), ["--ro-bind", mounts.etc, "/etc"], mounts.etcFiles.flatMap((path) => ["--ro-bind", path, path]), ["--proc", "/proc"], mounts.kernel.readOnly.flatMap((path) => ["--ro-bind", path, path]), mounts.kernel.hiddenFolders.flatMap((path) => ["--tmpfs", path, "--remount-ro", path]), mounts.kernel.hiddenFiles.flatMap((path) => ["--ro-bind", "/dev/null", path]), ["--dev", "/dev"], ["--size", SHARED_MEMORY, "--perms", "1777", "--tmpfs", "/dev/shm"], ["--remount-ro", "/dev"], ["--perms", "0755", "--tmpfs", "/run"], ["--ro-bind", mounts.control, "/run/box"], ["--ro-bind", mounts.program, "/run/box/program"], ["--ro-bind", mounts.node, "/run/box/bin/node"], mounts.proxyFolder === null ? [] : ["--ro-bind", mounts.proxyFolder, "/run/box/proxy"], mounts.binds.flatMap(({ from, to, writable }) => [writable ? "--bind" : "--ro-bind", from, to]), ["--remount-ro", "/run"], ["--chdir", "/"], ["--json-status-fd", String(host.statusFd)], host.seccompFd === null ? [] : ["--seccomp", String(host.seccompFd)]].flat();
	}
	function setprivArguments(identity) {
		if (identity.kind === "user-namespace") return [];
		return [["/usr/bin/setpriv", "--reuid", String(identity.uid), "--regid", String(identity.gid), "--clear-groups"], ["--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all", "--no-new-privs"]].flat();
	}
	var external_node_crypto_ = __require(77598);
	var promises_ = __require(58500);
	var programs = __require(45638);
	;
	const OWN_TASKS = 24;
	const OWN_MEMORY = 96 * 1024 * 1024;
	const PERIOD_US = 1e5;
	const PREFIX = "agent-deploy-box-";
	function isBoxCgroup(name) {
		return name.startsWith(PREFIX);
	}
	function planCgroup(place2, name, limits2) {
		const memory = limits2.memoryBytes === null ? null : String(limits2.memoryBytes + OWN_MEMORY);
		const quota = limits2.cpuMillicores === null ? null : String(Math.max(1e3, limits2.cpuMillicores * 100));
		const tasks = limits2.processes === null ? null : String(limits2.processes + OWN_TASKS);
		if (place2.version === 2) {
			const folder = `${place2.parent}/${PREFIX}${name}`;
			return { folders: [folder], writes: [...memory === null ? [] : [{ file: `${folder}/memory.max`, value: memory }], ...memory === null ? [] : [{ file: `${folder}/memory.swap.max`, value: "0" }], ...quota === null ? [] : [{ file: `${folder}/cpu.max`, value: `${quota} ${PERIOD_US}` }], ...tasks === null ? [] : [{ file: `${folder}/pids.max`, value: tasks }]], joins: [`${folder}/cgroup.procs`] };
		}
		const at = (parent) => parent === null ? null : `${parent}/${PREFIX}${name}`;
		const pids = at(place2.pids);
		const inMemory = memory === null ? null : at(place2.memory);
		const inCpu = quota === null ? null : at(place2.cpu);
		const folders = [...new Set([pids, inMemory, inCpu].filter((folder) => folder !== null))];
		return { folders, writes: [...inMemory === null || memory === null ? [] : [{ file: `${inMemory}/memory.limit_in_bytes`, value: memory }], ...inCpu === null || quota === null ? [] : [{ file: `${inCpu}/cpu.cfs_period_us`, value: String(PERIOD_US) }, { file: `${inCpu}/cpu.cfs_quota_us`, value: quota }], ...pids === null || tasks === null ? [] : [{ file: `${pids}/pids.max`, value: tasks }]], joins: folders.map((folder) => `${folder}/cgroup.procs`) };
	}
	function parseCgroupLocations(self, mounts) {
		const own = new Map(self.split("\n").map((line) => /^(\d+):([^:]*):(.*)$/.exec(line)).filter((match) => match !== null).flatMap(([, , names = "", path = ""]) => names.split(",").map((name) => [name, path])));
		const found2 = mounts.split("\n").map((line) => /^\S+ \S+ \S+ (\S+) (\S+) .* - (cgroup2?) \S+ (\S+)/.exec(line)).filter((match) => match !== null);
		const controller = (name) => {
			const [, root2, mount2] = found2.find((match) => match[3] === "cgroup" && match[4]?.split(",").includes(name)) ?? [];
			const path = own.get(name);
			return root2 === void 0 || mount2 === void 0 || path === void 0 ? null : below(mount2, root2, path);
		};
		const [, root, mount] = found2.find((match) => match[3] === "cgroup2") ?? [];
		const unified = [];
		if (root !== void 0 && mount !== void 0) {
			let at = below(mount, root, own.get("") ?? "/") ?? mount;
			for (; at.length > mount.length; at = at.slice(0, at.lastIndexOf("/"))) unified.push(at);
			unified.push(mount);
		}
		return { memory: controller("memory"), cpu: controller("cpu"), pids: controller("pids"), unified };
	}
	function below(mount, root, path) {
		const rest = root === "/" ? path : path === root ? "" : path.startsWith(`${root}/`) ? path.slice(root.length) : null;
		if (rest === null || rest.startsWith("/..")) return mount;
		return `${mount}${rest}`.replace(/(?<!\/)\/+$/, "");
	}
	;
	const SAMPLE = { memoryBytes: 1024 ** 3, cpuMillicores: 1e3, processes: 1e3 };
	const ENABLE = ["memory", "cpu", "pids"];
	async function detectCgroups(elevate) {
		const places = readPlaces();
		if (places === null) return null;
		const works = (place2, before = []) => {
			const { folders, writes, joins } = planCgroup(place2, `trial-${(0, external_node_crypto_.randomBytes)(4).toString("hex")}`, SAMPLE);
			const inside = [...joinCgroupLines({ folders, writes, joins }), "exit 0"].join("\n");
			const remove = `rmdir ${folders.map(shell.Z).join(" ")} 2>/dev/null`;
			const script = [...before, `/bin/sh -c ${(0, shell.Z)(inside)}; code=$?`, remove, "exit $code"].join("\n");
			return probeCommand([...elevate, "/bin/sh", "-c", script]);
		};
		const none = { version: 1, memory: null, cpu: null, pids: null };
		const [memory, cpu, pids] = await Promise.all(["memory", "cpu", "pids"].map(async (name) => {
			const folder = places[name];
			if (folder === null) return null;
			return (await works({ ...none, [name]: folder })).ok ? folder : null;
		}));
		if (memory || cpu || pids) {
			return { version: 1, memory: memory ?? null, cpu: cpu ?? null, pids: pids ?? null };
		}
		for (const parent of places.unified) {
			const place2 = { version: 2, parent };
			const enable = ENABLE.map((name) => `echo +${name} > ${(0, shell.Z)(`${parent}/cgroup.subtree_control`)} 2>/dev/null`);
			if ((await works(place2)).ok || (await works(place2, enable)).ok) return place2;
		}
		return null;
	}
	function readPlaces() {
		try {
			return parseCgroupLocations((0, external_node_fs_.readFileSync)("/proc/self/cgroup", "utf8"), (0, external_node_fs_.readFileSync)("/proc/self/mountinfo", "utf8"));
		} catch {
			return null;
		}
	}
	const ROUNDS = 100;
	const ROUND_MS = 10;
	const OLD_MS = 6e4;
	async function removeCgroup({ folders, joins }, elevate) {
		for (let round = 0; round < ROUNDS; round += 1) {
			const left = [...new Set(joins.flatMap(membersOf))];
			if (left.length > 0) await endAll(left, elevate);
			else if (await removed(folders, elevate)) return;
			await (0, promises_.setTimeout)(ROUND_MS);
		}
	}
	function sweepCgroups(place2) {
		const parents = place2.version === 2 ? [place2.parent] : [place2.memory, place2.cpu, place2.pids];
		for (const parent of parents.filter((each) => each !== null)) {
			for (const name of namesIn(parent).filter(isBoxCgroup)) {
				const folder = external_node_path_.join(parent, name);
				try {
					if (Date.now() - (0, external_node_fs_.statSync)(folder).mtimeMs > OLD_MS) (0, external_node_fs_.rmdirSync)(folder);
				} catch {
				}
			}
		}
	}
	function namesIn(folder) {
		try {
			return (0, external_node_fs_.readdirSync)(folder);
		} catch {
			return [];
		}
	}
	function membersOf(file) {
		try {
			return (0, external_node_fs_.readFileSync)(file, "utf8").split("\n").filter(Boolean).map(Number);
		} catch {
			return [];
		}
	}
	async function endAll(pids, elevate) {
		if (elevate.length > 0) {
			await probeCommand([...elevate, "/bin/kill", "-KILL", ...pids.map(String)]);
			return;
		}
		for (const pid of pids) {
			try {
				process.kill(pid, "SIGKILL");
			} catch {
			}
		}
	}
	async function removed(folders, elevate) {
		if (elevate.length > 0) return (await probeCommand([...elevate, "/bin/rmdir", ...folders])).ok;
		try {
			for (const folder of folders) if ((0, external_node_fs_.statSync)(folder, { throwIfNoEntry: false }) !== void 0) (0, external_node_fs_.rmdirSync)(folder);
			return true;
		} catch {
			return false;
		}
	}
	const TRIAL_MS = 1e4;
	async function probeCommand([file = "", ...args]) {
		const env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };
		try {
			const end = await (0, programs.mB)(file, args, { env, timeoutMs: TRIAL_MS });
			if (end.kind !== "ended") return { ok: false, reason: `it did not exit within ${TRIAL_MS} ms` };
			if (end.code === 0) return { ok: true };
			return { ok: false, reason: (0, programs.fM)(end.stderr) || `it exited with ${end.code ?? end.signal}` };
		} catch (error) {
			return { ok: false, reason: (0, errors.gJ)(error) };
		}
	}
	;
	const SUDO = ["sudo", "-n", "--"];
	const PRLIMIT = "/usr/bin/prlimit";
	async function capabilities_detectCapabilities(options) {
		const found2 = { level: process.platform === "win32" ? "none" : "process", platform: process.platform, bwrap: findProgram("bwrap"), method: null, elevate: [], cgroups: null, prlimit: (0, external_node_fs_.existsSync)(PRLIMIT), seccomp: process.arch === "x64" || process.arch === "arm64", failures: [], switches: readSwitches() };
		if (process.platform !== "linux") return found2;
		const { bwrap } = found2;
		const ways = process.getuid?.() === 0 ? ["root"] : ["user-namespace", ...options.sudo ? ["sudo"] : []];
		for (const way of bwrap === null ? [] : ways) {
			const trial = await tryWay(way, bwrap ?? "");
			if (trial.ok) {
				found2.level = "namespaces";
				found2.method = way;
				found2.elevate = way === "sudo" ? SUDO : [];
				break;
			}
			found2.failures.push({ way, output: trial.reason });
		}
		found2.cgroups = await detectCgroups(found2.elevate);
		if (found2.cgroups !== null) sweepCgroups(found2.cgroups);
		return found2;
	}
	function tryWay(way, bwrap) {
		const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
		const identity = way === "user-namespace" ? { kind: way, uid, gid } : { kind: "root", uid: 65534, gid: 65534 };
		const namespaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"];
		const user = way === "user-namespace" ? ["--unshare-user", "--disable-userns"] : ROOT_CAPABILITIES;
		return probeCommand([way === "sudo" ? SUDO : [], [bwrap, ...namespaces, ...user, "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"], ["--size", "1048576", "--perms", "1777", "--tmpfs", "/dev/shm", "--"], [...setprivArguments(identity), "/bin/sh", "-c", ":"]].flat());
	}
	function findProgram(name) {
		const folders = (process.env["PATH"] ?? "").split(external_node_path_.delimiter).filter((folder) => external_node_path_.isAbsolute(folder));
		const files = [...folders, "/usr/bin", "/usr/local/bin", "/bin"].map((folder) => external_node_path_.join(folder, name));
		return files.find((file) => {
			try {
				(0, external_node_fs_.accessSync)(file, external_node_fs_.constants.X_OK);
				return true;
			} catch {
				return false;
			}
		}) ?? null;
	}
	function readSwitches() {
		const read = (name) => {
			try {
				return Number((0, external_node_fs_.readFileSync)(`/proc/sys/${name}`, "utf8"));
			} catch {
				return null;
			}
		};
		const debian = read("kernel/unprivileged_userns_clone");
		return { apparmorRestricts: read("kernel/apparmor_restrict_unprivileged_userns") === 1, userNamespaces: read("user/max_user_namespaces"), debianSwitch: debian === null ? null : debian === 1 };
	}
	;
	function isolation_report_toIsolationReport(ability) {
		return { level: ability.level, findings: [found(ability), ...limits(ability)], remedies: remedies(ability) };
	}
	function found({ level, bwrap, method: way, platform, failures, seccomp }) {
		if (level !== "namespaces") {
			const failed2 = failures.map(({ way: tried, output }) => ` Tried as ${words(tried)}: ${output}.`).join("");
			const why = platform !== "linux" ? `${platform} has no Linux namespaces.` : bwrap === null ? "bubblewrap (bwrap) is not installed." : `${bwrap} could not create a box.${failed2}`;
			return `${why} Programs run as child processes of this process, as its user, with access to its files and the network.`;
		}
		const filter = seccomp ? "with a system call filter" : "without a system call filter on this machine";
		return `Boxes are created by ${bwrap} as ${words(way ?? "root")}, without a network, ${filter}.`;
	}
	function words(way) {
		switch (way) {
			case "root":
				return "root, without a user namespace, and their programs run as users without capabilities";
			case "user-namespace":
				return "an ordinary user, in a user namespace that cannot create further user namespaces";
			case "sudo":
				return "root through sudo, without a user namespace, and their programs run as this user without capabilities";
		}
	}
	function limits({ cgroups: groups, prlimit, platform, level }) {
		if (platform !== "linux") return ["Memory, CPU and number of processes are not limited."];
		const by = groups === null ? "no control group" : `control groups (v${groups.version})`;
		const has = (name) => groups !== null && (groups.version === 2 || groups[name] !== null);
		const nothing = "because there is no control group for it";
		const each = prlimit ? `Memory is only limited for each process (RLIMIT_DATA), ${nothing}.` : `Memory is not limited, ${nothing}, and prlimit is missing.`;
		const count = prlimit && level === "namespaces" ? `The number of processes is limited by RLIMIT_NPROC, ${nothing}.` : `The number of processes is not limited, ${nothing}.`;
		return [has("memory") ? `Memory is limited by ${by}.` : each, has("cpu") ? `CPU is limited by ${by}.` : `CPU is not limited, ${nothing}.`, has("pids") ? `The number of processes is limited by ${by}.` : count];
	}
	function remedies({ level, bwrap, platform, switches, failures, cgroups: groups }) {
		if (platform !== "linux") return ["Run it on Linux, with bubblewrap installed."];
		if (level !== "namespaces" && bwrap === null) {
			return ["Install bubblewrap: `sudo apt-get install -y bubblewrap` (Debian, Ubuntu) or your system's equivalent."];
		}
		if (level !== "namespaces") {
			return [...switches.apparmorRestricts ? ["Ubuntu 23.10 and newer denies user namespaces to ordinary users (kernel.apparmor_restrict_unprivileged_userns=1). Remedies, the least intrusive first: create boxes as root with password-less sudo, where the program supports it (the sandbox action does, and hosted runners have it);", "or allow only bubblewrap: put `abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }` into /etc/apparmor.d/bwrap and run `sudo apparmor_parser -r /etc/apparmor.d/bwrap`;", "or allow all programs until the next boot: `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`."] : [], ...switches.debianSwitch === false ? ["Allow user namespaces: `sudo sysctl -w kernel.unprivileged_userns_clone=1`."] : [], ...switches.userNamespaces === 0 ? ["Allow user namespaces: `sudo sysctl -w user.max_user_namespaces=10000`."] : [], ...failures.some(({ output }) => /disable-userns|[Uu]nknown option/.test(output)) ? ["Install bubblewrap 0.8 or newer: the installed version cannot prevent further user namespaces."] : [], "In a container: start it with the permission to create namespaces (for example `--cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined`), or run outside a container."];
		}
		return groups === null ? ["For limits of a whole box, run as root or in a control group that is delegated to this user (for example `systemd-run --user --scope -p Delegate=yes \u2026`)."] : [];
	}
	var os_debugger = __require(39236);
	var environment = __require(47820);
	var box = __require(59543);
	var external_node_stream_ = __require(57075);
	var protocol = __require(37061);
	;
	class AsyncQueue {
		items = [];
		done = false;
		failure;
		wake;
		taken;
		left;
		constructor(taken, left = () => void 0) {
			this.taken = taken;
			this.left = left;
		}
		push(item) {
			if (this.done) return;
			this.items.push(item);
			this.wake?.();
		}
		end(failure) {
			if (this.done) return;
			this.done = true;
			this.failure = failure;
			this.wake?.();
		}
		async *[Symbol.asyncIterator]() {
			let whole = false;
			try {
				for (; ; ) {
					const item = this.items.shift();
					if (item !== void 0) {
						this.taken(item);
						yield item;
						continue;
					}
					if (this.done) break;
					await new Promise((resolve) => {
						this.wake = resolve;
					});
				}
				whole = true;
			} finally {
				if (!whole) this.left();
			}
			if (this.failure !== void 0) throw this.failure;
		}
	}
	class SendWindow {
		room = protocol.pe;
		over = false;
		wake;
		last = Promise.resolve();
		send;
		constructor(send) {
			this.send = send;
		}
		write(data) {
			this.last = this.last.then(() => this.push(data));
			return this.last;
		}
		grant(bytes2) {
			this.room = Math.min(this.room + bytes2, protocol.pe);
			this.wake?.();
		}
		close() {
			this.over = true;
			this.wake?.();
		}
		async push(data) {
			for (let from = 0; from < data.length && !this.over; ) {
				if (this.room <= 0) {
					await new Promise((resolve) => {
						this.wake = resolve;
					});
					continue;
				}
				const piece = data.subarray(from, from + Math.min(protocol.EC, this.room));
				this.send(piece);
				this.room -= piece.length;
				from += piece.length;
			}
		}
	}
	;
	const OVERDUE_MS = 5e3;
	const LOST_CODE = 137;
	const CANNOT_START = 126;
	function runCommand(line, command, overdue) {
		let credit = protocol.pe;
		let over = false;
		let timer;
		const events = new AsyncQueue((event) => {
			if (event.kind !== "stdout" && event.kind !== "stderr") return;
			credit += event.data.length;
			if (!over) line.sendMessage({ do: "credit", id: id3, bytes: event.data.length });
		});
		const input = new SendWindow((data) => line.sendData(protocol.vN, id3, data));
		const finish = (event) => {
			over = true;
			clearTimeout(timer);
			input.close();
			line.unregister(id3);
			events.push(event);
			events.end();
		};
		const expectEndWithin = (ms) => {
			clearTimeout(timer);
			timer = setTimeout(() => credit > 0 ? overdue() : expectEndWithin(OVERDUE_MS), ms);
			timer.unref();
		};
		const id3 = line.register({ onAnswer: (answer) => {
			if (answer.say === "started") events.push({ kind: "started", pid: answer.pid });
			else if (answer.say === "credit") input.grant(answer.bytes);
			else if (answer.say === "exit") finish({ kind: "exit", code: answer.code, reason: answer.reason });
		}, onData: (kind, data) => {
			credit -= data.length;
			events.push({ kind: kind === protocol.xS ? "stderr" : "stdout", data });
			return credit > -protocol.pe && (kind === protocol.UU || kind === protocol.xS);
		}, onDisconnect: () => finish({ kind: "exit", code: LOST_CODE, reason: "box-ended" }) });
		try {
			line.sendMessage({ do: "run", id: id3, ...command });
		} catch (error) {
			events.push({ kind: "started", pid: 0 });
			events.push({ kind: "stderr", data: Buffer.from(`cannot start the command: ${(0, errors.gJ)(error)}
`) });
			finish({ kind: "exit", code: CANNOT_START, reason: "exit" });
		}
		if (over) return { events, write: () => Promise.resolve(), closeStdin: () => void 0, kill: () => void 0 };
		if (command.timeoutMs !== null) expectEndWithin(command.timeoutMs + OVERDUE_MS);
		return { events, write: (data) => input.write(data), closeStdin: () => void input.write(new Uint8Array()).then(() => line.sendMessage({ do: "close", id: id3 })), kill: () => {
			if (over) return;
			line.sendMessage({ do: "kill", id: id3 });
			expectEndWithin(OVERDUE_MS);
		} };
	}
	const gone = () => new box.Yw("box-ended", "the box ended before the file was transferred");
	const failed = (answer) => new box.Yw(answer.code, answer.message);
	async function readFile(line, path, range) {
		const { size, modifiedMs } = await lookUp(line, path);
		const start2 = Math.min(range?.start ?? 0, size);
		const end = Math.min(range?.end ?? size, size);
		return { size, modifiedAt: new Date(modifiedMs), data: { [Symbol.asyncIterator]: () => fetchBytes(line, path, start2, Math.max(start2, end)) } };
	}
	function lookUp(line, path) {
		return new Promise((resolve, reject) => {
			const id3 = line.register({ onAnswer: (answer) => {
				line.unregister(id3);
				if (answer.say === "file") resolve(answer);
				else reject(answer.say === "failed" ? failed(answer) : gone());
			}, onData: () => false, onDisconnect: () => reject(gone()) });
			line.sendMessage({ do: "stat", id: id3, path });
		});
	}
	function connectPort(line, port) {
		return new Promise((resolve, reject) => {
			let credit = protocol.pe;
			let unread = 0;
			let isOver = false;
			const grant = () => {
				if (unread === 0 || isOver) return;
				credit += unread;
				line.sendMessage({ do: "credit", id: id3, bytes: unread });
				unread = 0;
			};
			const input = new SendWindow((data) => line.sendData(protocol.vN, id3, data));
			let hasEnded = false;
			const endReading = () => {
				if (!hasEnded && !stream.destroyed) stream.push(null);
				hasEnded = true;
			};
			const end = () => {
				isOver = true;
				input.close();
				line.unregister(id3);
			};
			const stream = new external_node_stream_.Duplex({ read: grant, async write(chunk, _encoding, done) {
				await input.write(chunk);
				done();
			}, final(done) {
				if (!isOver) line.sendMessage({ do: "close", id: id3 });
				done();
			}, destroy(error, done) {
				if (!isOver && !(stream.readableEnded && stream.writableFinished)) {
					line.sendMessage({ do: "kill", id: id3 });
					end();
				}
				done(error);
			} });
			const id3 = line.register({ onAnswer: (answer) => {
				if (answer.say === "started") resolve(stream);
				else if (answer.say === "credit") input.grant(answer.bytes);
				else if (answer.say === "end") endReading();
				else {
					end();
					if (answer.say === "failed") reject(failed(answer));
					endReading();
				}
			}, onData: (kind, data) => {
				credit -= data.length;
				unread += data.length;
				if (stream.push(data)) grant();
				return credit > -protocol.pe && kind === protocol.UU;
			}, onDisconnect: () => {
				end();
				reject(gone());
				stream.destroy();
			} });
			line.sendMessage({ do: "connect", id: id3, port });
		});
	}
	const SEARCH_MS = 3e4;
	function search(line, given) {
		return new Promise((resolve, reject) => {
			const id3 = line.register({ onAnswer: (answer) => {
				line.unregister(id3);
				if (answer.say === "found") resolve(answer);
				else reject(answer.say === "failed" ? failed(answer) : gone());
			}, onData: () => false, onDisconnect: () => reject(gone()) });
			line.sendMessage({ do: "search", id: id3, withinMs: SEARCH_MS, ...given });
		});
	}
	function fetchBytes(line, path, start2, end) {
		let credit = protocol.pe;
		let left = end - start2;
		const bytes2 = new AsyncQueue((data) => {
			credit += data.length;
			line.sendMessage({ do: "credit", id: id3, bytes: data.length });
		}, () => {
			line.unregister(id3);
			line.sendMessage({ do: "kill", id: id3 });
		});
		const finish = (failure) => {
			line.unregister(id3);
			bytes2.end(failure);
		};
		const id3 = line.register({ onAnswer: (answer) => {
			if (answer.say === "failed") finish(failed(answer));
			else if (answer.say === "end") finish(left === 0 ? void 0 : gone());
		}, onData: (_kind, data) => {
			credit -= data.length;
			left -= data.length;
			bytes2.push(data);
			return left >= 0 && credit > -protocol.pe;
		}, onDisconnect: () => finish(gone()) });
		line.sendMessage({ do: "read", id: id3, path, start: start2, end });
		return bytes2[Symbol.asyncIterator]();
	}
	async function writeFile(line, path, data) {
		const { promise, resolve, reject } = Promise.withResolvers();
		const window = new SendWindow((piece) => line.sendData(protocol.vN, id3, piece));
		let over = false;
		const finish = () => {
			over = true;
			line.unregister(id3);
			window.close();
		};
		const id3 = line.register({ onAnswer: (answer) => {
			if (answer.say === "credit") return window.grant(answer.bytes);
			finish();
			if (answer.say === "wrote") resolve({ bytes: answer.bytes });
			else reject(answer.say === "failed" ? failed(answer) : gone());
		}, onData: () => false, onDisconnect: () => {
			finish();
			reject(gone());
		} });
		promise.catch(() => void 0);
		line.sendMessage({ do: "write", id: id3, path });
		try {
			for await (const chunk of data) {
				if (over) break;
				await window.write(chunk);
			}
		} catch (error) {
			if (!over) line.sendMessage({ do: "kill", id: id3 });
			finish();
			throw error;
		}
		if (!over) line.sendMessage({ do: "close", id: id3 });
		return promise;
	}
	var plain_file = __require(85542);
	var process_stat = __require(21181);
	;
	const SHELL = (0, external_node_fs_.existsSync)("/bin/bash") ? ["/bin/bash", "--norc"] : ["/bin/sh"];
	const OUTPUT_TAIL = 4096;
	const MAX_PID_LINE_LENGTH = 16;
	const launch_ROUNDS = 400;
	const launch_ROUND_MS = 5;
	function launch(script, { group, elevate, statusFile }) {
		const [file, ...args] = [...elevate, ...SHELL, "-c", script];
		const child = (0, programs.Xd)(file, args, { env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" }, stdio: "pipe", group: "own" });
		let output = "";
		let pid;
		child.stderr.setEncoding("utf8").on("data", (text) => {
			output = (output + text).slice(-OUTPUT_TAIL);
		});
		child.stdin.on("error", () => void 0);
		const exited = new Promise((resolve) => {
			child.once("error", (error) => {
				output += error.message;
				resolve();
			});
			child.once("exit", () => resolve());
		});
		return { stdin: child.stdin, listen: (onData) => {
			child.stdout.on("error", () => void 0);
			child.stdout.on("data", afterFirstLine((line) => pid = /^\d+$/.test(line) ? Number(line) : void 0, onData));
		}, errorTail: () => output.trim(), go: () => void child.stdin.write(`${START_LINE}
`), kill: () => {
			const inner = statusFile === null ? void 0 : innerPid(statusFile);
			if (elevate.length > 0) {
				const pids = [inner, inner === void 0 ? pid : void 0].filter((each) => each !== void 0);
				if (pids.length > 0) void probeCommand([...elevate, "/bin/kill", "-KILL", ...pids.map(String)]);
				return;
			}
			if (inner === void 0 || !killed(inner)) child.kill("SIGKILL");
		}, ended: exited.then(async () => {
			if (statusFile !== null) await launch_gone(innerPid(statusFile));
			if (group !== null) await removeCgroup(group, elevate);
		}) };
	}
	function innerPid(statusFile) {
		try {
			const [, pid] = /"child-pid": *(\d+)/.exec((0, plain_file.LI)(statusFile, { maxBytes: plain_file.Do })) ?? [];
			return pid === void 0 ? void 0 : Number(pid);
		} catch {
			return void 0;
		}
	}
	async function launch_gone(pid) {
		if (pid === void 0) return;
		for (let round = 0; round < launch_ROUNDS && mayRun(pid); round += 1) await (0, promises_.setTimeout)(launch_ROUND_MS);
	}
	function mayRun(pid) {
		try {
			return (0, process_stat.W_)((0, process_stat.K6)(pid));
		} catch {
			return true;
		}
	}
	function killed(pid) {
		try {
			return process.kill(pid, "SIGKILL");
		} catch {
			return false;
		}
	}
	function afterFirstLine(found2, rest) {
		let head = Buffer.alloc(0);
		return (chunk) => {
			if (head === null) return rest(chunk);
			head = Buffer.concat([head, chunk]);
			const at = head.indexOf(10);
			if (at < 0 && head.length <= MAX_PID_LINE_LENGTH) return;
			found2(head.subarray(0, Math.max(at, 0)).toString("latin1"));
			const left = head.subarray(at + 1);
			head = null;
			if (left.length > 0) rest(left);
		};
	}
	var schemas = __require(34410);
	;
	class BoxConnection {
		ready;
		operations = /* @__PURE__ */ new Map();
		reader = new protocol.tS();
		input;
		distrust;
		sayReady;
		next = 1;
		over = false;
		constructor({ stdin, listen }, distrust) {
			this.input = stdin;
			this.distrust = distrust;
			const { promise, resolve } = Promise.withResolvers();
			this.ready = promise;
			this.sayReady = resolve;
			listen((chunk) => this.hear(chunk));
		}
		register(operation) {
			const id3 = this.next;
			this.next += 1;
			if (this.over) queueMicrotask(() => operation.onDisconnect());
			else this.operations.set(id3, operation);
			return id3;
		}
		unregister(id3) {
			this.operations.delete(id3);
		}
		sendMessage(message) {
			this.sendData(protocol.W3, 0, Buffer.from(JSON.stringify(message)));
		}
		sendData(kind, id3, data) {
			if (!this.over && !this.input.destroyed) this.input.write((0, protocol.Yt)(kind, id3, data));
		}
		disconnect() {
			this.over = true;
			const left = [...this.operations.values()];
			this.operations.clear();
			for (const operation of left) operation.onDisconnect();
		}
		hear(chunk) {
			if (this.over) return;
			let frames;
			try {
				frames = this.reader.push(chunk);
			} catch {
				return this.refuse("bytes that are not a frame");
			}
			for (const frame of frames) this.take(frame);
		}
		take({ kind, id: id3, payload }) {
			if (kind !== protocol.W3) {
				if (this.operations.get(id3)?.onData(kind, payload) === false) this.refuse("more bytes than requested");
				return;
			}
			const answer = parseAnswer(payload);
			if (answer === void 0) return this.refuse("a message with an unknown format");
			if (answer.say === "ready") this.sayReady();
			else this.operations.get(answer.id)?.onAnswer(answer);
		}
		refuse(why) {
			if (this.over) return;
			this.over = true;
			this.distrust(why);
		}
	}
	const id2 = schemas.Whr().nonnegative();
	const bytes = schemas.Whr().nonnegative();
	const connection_text = schemas.YjP().max(8192);
	const Answer = schemas.gMt("say", [schemas.Ikc({ say: schemas.euz("ready") }), schemas.Ikc({ say: schemas.euz("started"), id: id2, pid: schemas.Whr().nonnegative() }), schemas.Ikc({ say: schemas.euz("exit"), id: id2, code: schemas.Whr(), reason: schemas.k5n(["exit", "signal", "timeout", "killed"]) }), schemas.Ikc({ say: schemas.euz("credit"), id: id2, bytes }), schemas.Ikc({ say: schemas.euz("file"), id: id2, size: bytes, modifiedMs: schemas.aig() }), schemas.Ikc({ say: schemas.euz("end"), id: id2 }), schemas.Ikc({ say: schemas.euz("wrote"), id: id2, bytes }), schemas.Ikc({ say: schemas.euz("found"), id: id2, entries: schemas.YOg(schemas.Ikc({ path: connection_text, isFolder: schemas.zMY(), size: bytes, modifiedMs: schemas.aig() })), lines: schemas.YOg(schemas.Ikc({ path: connection_text, line: schemas.Whr().positive(), text: connection_text })), truncated: schemas.zMY() }), schemas.Ikc({ say: schemas.euz("failed"), id: id2, code: schemas.k5n(box.lu).exclude(["box-ended"]), message: schemas.YjP().max(8192) })]);
	function parseAnswer(payload) {
		try {
			return Answer.safeParse(JSON.parse(payload.toString("utf8"))).data;
		} catch {
			return void 0;
		}
	}
	var external_node_tls_ = __require(41692);
	;
	const TOPS = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"];
	const ETC = ["/etc/alternatives", "/etc/ca-certificates", "/etc/crypto-policies", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/magic", "/etc/mime.types", "/etc/os-release", "/etc/pki/ca-trust", "/etc/pki/tls/certs", "/etc/protocols", "/etc/services", "/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/timezone"];
	const LANGUAGES = /^(java-\d+-openjdk|python\d*(\.\d+)?|perl|terminfo|fonts)$/;
	const KERNEL_READ_ONLY = ["bus", "fs", "irq", "sys", "sysrq-trigger", "mtrr", "driver"];
	const KERNEL_HIDDEN = [["acpi", "asound", "pressure", "scsi"], ["kallsyms", "kcore", "key-users", "keys", "kmsg", "kpagecgroup", "kpagecount", "kpageflags"], ["latency_stats", "sched_debug", "slabinfo", "timer_list", "timer_stats", "vmallocinfo"]].flat();
	function findKernelFiles() {
		const there = (names) => names.map((name) => `/proc/${name}`).filter((file) => (0, external_node_fs_.existsSync)(file));
		const hidden = there(KERNEL_HIDDEN);
		const isFolder = (file) => (0, external_node_fs_.lstatSync)(file).isDirectory();
		return { readOnly: there(KERNEL_READ_ONLY), hiddenFolders: hidden.filter(isFolder), hiddenFiles: hidden.filter((file) => !isFolder(file)) };
	}
	function findSystemFiles() {
		const there = TOPS.filter((top) => (0, external_node_fs_.existsSync)(top));
		const isLink = (top) => (0, external_node_fs_.lstatSync)(top).isSymbolicLink();
		const more = (0, external_node_fs_.readdirSync)("/etc").filter((name) => LANGUAGES.test(name));
		return { folders: there.filter((top) => !isLink(top)), links: there.filter(isLink).map((top) => ({ at: top, target: (0, external_node_fs_.readlinkSync)(top) })), etc: [...ETC, ...more.map((name) => `/etc/${name}`)].filter((file) => (0, external_node_fs_.existsSync)(file)) };
	}
	const BUNDLES = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"];
	function findRootBundle() {
		return BUNDLES.find((file) => (0, external_node_fs_.existsSync)(file)) ?? null;
	}
	;
	const HOME = "/home/user";
	function makeBoxFolder(folder) {
		const made = { root: external_node_path_.join(folder, "root"), etc: external_node_path_.join(folder, "etc"), control: external_node_path_.join(folder, "control"), launch: external_node_path_.join(folder, "launch") };
		(0, external_node_fs_.mkdirSync)(folder, { recursive: true, mode: 448 });
		(0, external_node_fs_.chmodSync)(folder, 448);
		for (const each of Object.values(made)) {
			if (!(0, external_node_fs_.existsSync)(each)) (0, external_node_fs_.mkdirSync)(each, { mode: 493 });
			(0, external_node_fs_.chmodSync)(each, 493);
		}
		makeMountPoint(made.root, HOME);
		for (const shared of ["/tmp", "/var/tmp"]) makeSharedFolder(made.root, shared);
		return made;
	}
	function populateBox({ root, etc, control }, system, user, hostname, binds) {
		for (const { at, target } of system.links) makeLink(root, at, target);
		for (const at of [...system.folders, "/etc", "/proc", "/dev", "/run"]) makeMountPoint(root, at);
		if (user.chown) giveTo(root, user);
		for (const { from, to } of binds) makeBindPoint(root, from, to);
		(0, external_node_fs_.rmSync)(etc, { recursive: true, force: true });
		(0, external_node_fs_.mkdirSync)(etc, { mode: 493 });
		for (const file of system.etc) makeBindPoint(etc, file, file.slice("/etc".length));
		const files = { passwd: `root:x:0:0:root:/root:/bin/sh
user:x:${user.uid}:${user.gid}:user:${HOME}:/bin/bash
nobody:x:65534:65534:nobody:/nonexistent:/bin/false
`, group: `root:x:0:
user:x:${user.gid}:
nogroup:x:65534:
`, hosts: `127.0.0.1 localhost ${hostname}
::1 localhost
`, hostname: `${hostname}
`, "resolv.conf": "", "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n" };
		for (const [name, text] of Object.entries(files)) (0, external_node_fs_.writeFileSync)(external_node_path_.join(etc, name), text, { mode: 420 });
		for (const inside of ["program", "bin", "proxy"]) (0, external_node_fs_.mkdirSync)(external_node_path_.join(control, inside), { recursive: true });
		(0, external_node_fs_.writeFileSync)(external_node_path_.join(control, "bin", "node"), "", { mode: 493 });
		(0, external_node_fs_.writeFileSync)(external_node_path_.join(control, "package.json"), '{"type":"module"}\n', { mode: 420 });
	}
	function makeBindPoint(root, from, to) {
		if ((0, external_node_fs_.statSync)(from).isDirectory()) return makeMountPoint(root, to);
		makeMountPoint(root, external_node_path_.dirname(to));
		const file = external_node_path_.join(root, to);
		const there = (0, external_node_fs_.lstatSync)(file, { throwIfNoEntry: false });
		if (there?.isFile() === true) return;
		(0, external_node_fs_.rmSync)(file, { recursive: true, force: true });
		(0, external_node_fs_.writeFileSync)(file, "", { mode: 420, flag: "wx" });
	}
	function uidOf(id3) {
		return 1795162112 + (0, external_node_crypto_.createHash)("sha256").update(id3).digest().readUIntBE(0, 3);
	}
	function giveTo(root, { uid, gid }) {
		const give = (file) => {
			(0, external_node_fs_.lchownSync)(file, uid, gid);
			const stats = (0, external_node_fs_.lstatSync)(file);
			if (!stats.isDirectory()) return;
			for (const name of (0, external_node_fs_.readdirSync)(file)) give(external_node_path_.join(file, name));
		};
		if ((0, external_node_fs_.lstatSync)(root).uid === uid) {
			for (const at of ["home", `.${HOME}`, "tmp", "var", "var/tmp"]) (0, external_node_fs_.lchownSync)(external_node_path_.join(root, at), uid, gid);
			return;
		}
		give(root);
	}
	function removeBoxFolder(folder) {
		try {
			(0, external_node_fs_.rmSync)(folder, { recursive: true, force: true });
		} catch {
			openUp(folder);
			(0, external_node_fs_.rmSync)(folder, { recursive: true, force: true });
		}
	}
	function openUp(folder) {
		(0, external_node_fs_.chmodSync)(folder, 448);
		for (const entry of (0, external_node_fs_.readdirSync)(folder, { withFileTypes: true })) {
			if (entry.isDirectory()) openUp(external_node_path_.join(folder, entry.name));
		}
	}
	function makeMountPoint(root, at) {
		let here = root;
		for (const name of at.split("/").filter((part) => part !== "")) {
			if (name === ".." || name === ".") throw new Error(`the mount point of a box must not contain dot segments: ${at}`);
			here = external_node_path_.join(here, name);
			const kind = kindOf(here);
			if (kind === "other") (0, external_node_fs_.rmSync)(here, { force: true });
			if (kind !== "folder") (0, external_node_fs_.mkdirSync)(here, { mode: 493 });
		}
	}
	function makeLink(root, at, target) {
		const here = external_node_path_.join(root, at);
		if (kindOf(here) !== "none") (0, external_node_fs_.rmSync)(here, { recursive: true, force: true });
		(0, external_node_fs_.symlinkSync)(target, here);
	}
	function makeSharedFolder(root, at) {
		makeMountPoint(root, at);
		(0, external_node_fs_.chmodSync)(external_node_path_.join(root, at), 1023);
	}
	function kindOf(file) {
		try {
			return (0, external_node_fs_.lstatSync)(file).isDirectory() ? "folder" : "other";
		} catch {
			return "none";
		}
	}
	const CA_FILE = "ca.pem";
	const BUNDLE_FILE = "ca-bundle.pem";
	let roots;
	function machineRoots() {
		const bundle = findRootBundle();
		roots ??= bundle === null ? external_node_tls_.rootCertificates.join("\n") : (0, plain_file.LI)(bundle, { maxBytes: plain_file.Do });
		return roots;
	}
	function writeCertificates(folder, caPem) {
		const alone = caPem ?? "";
		place(external_node_path_.join(folder, CA_FILE), alone);
		place(external_node_path_.join(folder, BUNDLE_FILE), `${machineRoots().trimEnd()}
${alone}`);
	}
	function place(file, text) {
		const beside = `${file}.new`;
		(0, external_node_fs_.writeFileSync)(beside, text, { mode: 420 });
		(0, external_node_fs_.renameSync)(beside, file);
	}
	const STRIP = `
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
const folder = process.argv[1] + '/';
const files = readdirSync(folder).filter((name) => name.endsWith('.ts')).map((name) => [
  name.replace(/ts$/, 'mjs'),
  stripTypeScriptTypes(readFileSync(folder + name, 'utf8')).replace(/(from '\\.\\/[\\w-]+)\\.ts'/g, "$1.mjs'"),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(files)));
`;
	const PROGRAM_MAX_BYTES = 16 * 1024 * 1024;
	async function prepareProgram({ entry, folder }, node) {
		const name = external_node_path_.basename(entry);
		if (!name.endsWith(".ts")) return { kind: "folder", folder, entry: name };
		const args = ["--no-warnings", "--input-type=module", "--eval", STRIP, folder];
		const text = await (0, programs.jH)(node, args, { env: {}, maxOutputBytes: PROGRAM_MAX_BYTES });
		const files = schemas.g1P(schemas.YjP(), schemas.YjP()).parse(JSON.parse(text));
		return { kind: "files", files, entry: name.replace(/ts$/, "mjs") };
	}
	function installProgram(program, control) {
		if (program.kind === "folder") return program.folder;
		const folder = external_node_path_.join(control, "program");
		(0, external_node_fs_.rmSync)(folder, { recursive: true, force: true });
		(0, external_node_fs_.mkdirSync)(folder, { mode: 493 });
		for (const [name, text] of Object.entries(program.files)) {
			(0, external_node_fs_.writeFileSync)(external_node_path_.join(folder, name), text, { mode: 420 });
		}
		return folder;
	}
	;
	const NUMBERS = { x64: { arch: 3221225534, clone: 56, clone3: 435, ioctl: 16, socket: 41, socketpair: 53, refused: [155, 163, 165, 166, 167, 168, 169, 175, 176, 179, 103, 248, 249, 250, 246, 272, 308, 298, 304, 310, 311, 313, 320, 321, 323, 425, 426, 427, 428, 429, 430, 431, 432, 433, 442, 161, 438, 443, 467] }, arm64: { arch: 3221225655, clone: 220, clone3: 435, ioctl: 29, socket: 198, socketpair: 199, refused: [41, 89, 40, 39, 224, 225, 142, 105, 106, 60, 116, 217, 218, 219, 104, 97, 268, 241, 265, 270, 271, 273, 294, 280, 282, 425, 426, 427, 428, 429, 430, 431, 432, 433, 442, 51, 438, 443, 467] } };
	const NEW_NAMESPACES = 2114060288;
	const TIOCSTI = 21522;
	const TIOCLINUX = 21532;
	const AF_UNIX = 1;
	const AF_INET = 2;
	const AF_INET6 = 10;
	const SOCK_TYPE_MASK = 15;
	const SOCK_STREAM = 1;
	const SOCK_DGRAM = 2;
	const IPPROTO_TCP = 6;
	const IPPROTO_UDP = 17;
	const X32 = 1073741824;
	const LOAD = 32;
	const EQUAL = 21;
	const AT_LEAST = 53;
	const ANY_BIT = 69;
	const AND = 84;
	const RETURN = 6;
	const ALLOW = 2147418112;
	const refuse = (errno) => 327680 | errno;
	const EPERM = 1;
	const ENOSYS = 38;
	const EPROTONOSUPPORT = 93;
	const EAFNOSUPPORT = 97;
	const NR = 0;
	const ARCH = 4;
	const argument = (index) => 16 + 8 * index;
	const SOCKETS = [{ code: LOAD, value: argument(0) }, { code: EQUAL, value: AF_UNIX, ifTrue: 12 }, { code: EQUAL, value: AF_INET, ifTrue: 2 }, { code: EQUAL, value: AF_INET6, ifTrue: 1 }, { code: RETURN, value: refuse(EAFNOSUPPORT) }, { code: LOAD, value: argument(1) }, { code: AND, value: SOCK_TYPE_MASK }, { code: EQUAL, value: SOCK_STREAM, ifTrue: 1 }, { code: EQUAL, value: SOCK_DGRAM, ifFalse: 4 }, { code: LOAD, value: argument(2) }, { code: EQUAL, value: 0, ifTrue: 3 }, { code: EQUAL, value: IPPROTO_TCP, ifTrue: 2 }, { code: EQUAL, value: IPPROTO_UDP, ifTrue: 1 }, { code: RETURN, value: refuse(EPROTONOSUPPORT) }, { code: RETURN, value: ALLOW }];
	function seccompFilter(arch) {
		if (arch !== "x64" && arch !== "arm64") return null;
		const table = NUMBERS[arch];
		const steps = [{ code: LOAD, value: ARCH }, { code: EQUAL, value: table.arch, ifTrue: 1 }, { code: RETURN, value: refuse(EPERM) }, { code: LOAD, value: NR }, ...arch === "x64" ? [{ code: AT_LEAST, value: X32, ifFalse: 1 }, { code: RETURN, value: refuse(EPERM) }] : [], ...table.refused.flatMap((number) => [{ code: EQUAL, value: number, ifFalse: 1 }, { code: RETURN, value: refuse(EPERM) }]), { code: EQUAL, value: table.clone3, ifFalse: 1 }, { code: RETURN, value: refuse(ENOSYS) }, { code: EQUAL, value: table.clone, ifFalse: 4 }, { code: LOAD, value: argument(0) }, { code: ANY_BIT, value: NEW_NAMESPACES, ifFalse: 1 }, { code: RETURN, value: refuse(EPERM) }, { code: RETURN, value: ALLOW }, { code: EQUAL, value: table.socket, ifTrue: 1 }, { code: EQUAL, value: table.socketpair, ifFalse: SOCKETS.length }, ...SOCKETS, { code: EQUAL, value: table.ioctl, ifFalse: 4 }, { code: LOAD, value: argument(1) }, { code: EQUAL, value: TIOCSTI, ifTrue: 1 }, { code: EQUAL, value: TIOCLINUX, ifFalse: 1 }, { code: RETURN, value: refuse(EPERM) }, { code: RETURN, value: ALLOW }];
		const program = Buffer.alloc(steps.length * 8);
		steps.forEach(({ code, value, ifTrue = 0, ifFalse = 0 }, index) => {
			program.writeUInt16LE(code, index * 8);
			program.writeUInt8(ifTrue, index * 8 + 2);
			program.writeUInt8(ifFalse, index * 8 + 3);
			program.writeUInt32LE(value, index * 8 + 4);
		});
		return program;
	}
	;
	const BRIDGE_PORT = 3128;
	const INSIDE = "/run/box";
	const UNPRIVILEGED = 65534;
	const TAKEN = /^\/(usr|bin|sbin|lib\w*|etc|proc|dev|run|nix)?(\/|$)/;
	const NODE_FLAGS = ["--max-old-space-size=64", "--max-semi-space-size=1", "--no-warnings"];
	async function startNamespaced(host, ability, options) {
		const binds = checkedBinds(options);
		const identity = identityFor(ability, options);
		const folder = makeBoxFolder(options.folder);
		const files = { arguments: external_node_path_.join(folder.launch, "arguments"), filter: external_node_path_.join(folder.launch, "filter"), status: external_node_path_.join(folder.launch, "status") };
		(0, external_node_fs_.rmSync)(files.status, { force: true });
		const filter = seccompFilter(process.arch);
		const group = cgroupFor(ability, options);
		const script = launchScript({ group, argumentsFile: files.arguments, seccompFile: filter === null ? null : files.filter, statusFile: files.status, line: [[ability.bwrap ?? "bwrap", "--args", String(ARGUMENTS_FD), "--", ...setprivArguments(identity)], [`${INSIDE}/bin/node`, ...(0, os_debugger.k)(), ...NODE_FLAGS, `${INSIDE}/program/${host.program.entry}`]].flat() });
		const launched = launch(script, { group, elevate: ability.elevate, statusFile: files.status });
		try {
			const system = findSystemFiles();
			const user = { uid: identity.uid, gid: identity.gid, chown: ability.method === "root" };
			populateBox(folder, system, user, options.id, binds);
			writeCertificates(folder.control, options.caPem);
			const mounts = { root: folder.root, system: system.folders, etc: folder.etc, etcFiles: system.etc, kernel: findKernelFiles(), control: folder.control, program: installProgram(host.program, folder.control), node: host.node, proxyFolder: proxyFolder(options.proxySocket), binds };
			const fds = { seccompFd: filter === null ? null : SECCOMP_FD, statusFd: STATUS_FD };
			const args = bubblewrapArguments(mounts, identity, { hostname: options.id, ...fds });
			if (filter !== null) (0, external_node_fs_.writeFileSync)(files.filter, filter);
			(0, external_node_fs_.writeFileSync)(files.arguments, args.map((word) => `${word}\0`).join(""));
		} catch (error) {
			launched.kill();
			await launched.ended;
			throw error;
		}
		launched.go();
		const prefix = prlimitPrefix(ability, options, group);
		return connectBox(launched, options, helloFor(options, prefix), (caPem) => writeCertificates(folder.control, caPem));
	}
	function helloFor(options, prefix) {
		const socket = options.proxySocket === null ? null : external_node_path_.basename(options.proxySocket);
		const environment2 = commandEnvironment(options, { home: HOME, tmp: "/tmp", path: box.UZ, caFile: `${INSIDE}/${CA_FILE}`, bundleFile: `${INSIDE}/${BUNDLE_FILE}`, proxy: socket === null ? null : { host: "127.0.0.1", port: BRIDGE_PORT }, hasDirectWay: false });
		const bridge = socket === null ? null : { port: BRIDGE_PORT, socket: `${INSIDE}/proxy/${socket}` };
		return { do: "hello", ...environment2, home: HOME, root: null, bridge, prefix, marker: null };
	}
	function checkedBinds({ binds }) {
		return binds.map(({ from, to, writable }) => {
			const at = external_node_path_.posix.normalize(to);
			if (external_node_path_.isAbsolute(from) && external_node_path_.isAbsolute(at) && !TAKEN.test(at)) return { from, to: at, writable };
			throw new box.e4(`${from} cannot be mounted at ${to}: use absolute paths outside the system's folders`);
		});
	}
	function identityFor({ method: way }, { id: id3, binds }) {
		const [uid, gid] = [process.getuid?.() ?? UNPRIVILEGED, process.getgid?.() ?? UNPRIVILEGED];
		if (way === "user-namespace") return { kind: way, uid, gid };
		if (way === "sudo") return { kind: "root", uid, gid };
		const writable = binds.find((bind) => bind.writable);
		const owner = writable === void 0 ? void 0 : (0, external_node_fs_.statSync)(writable.from);
		if (owner !== void 0) return { kind: "root", uid: owner.uid, gid: owner.gid };
		return { kind: "root", uid: uidOf(id3), gid: uidOf(id3) };
	}
	function proxyFolder(socket) {
		if (socket === null) return null;
		const folder = external_node_path_.dirname(socket);
		(0, external_node_fs_.mkdirSync)(folder, { recursive: true, mode: 493 });
		return folder;
	}
	const MARKER = "AGENT_DEPLOY_BOX";
	function startPlain(host, ability, options) {
		const folder = makeBoxFolder(options.folder);
		writeCertificates(folder.control, options.caPem);
		const home = external_node_path_.join(folder.root, HOME);
		const group = cgroupFor(ability, options);
		const { env, fixedEnv } = commandEnvironment(options, { home, tmp: external_node_path_.join(folder.root, "tmp"), path: [process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin", external_node_path_.dirname(host.node)].join(external_node_path_.delimiter), caFile: external_node_path_.join(folder.control, CA_FILE), bundleFile: external_node_path_.join(folder.control, BUNDLE_FILE), proxy: options.proxyAddress, hasDirectWay: true });
		const script = launchScript({ group, argumentsFile: null, seccompFile: null, statusFile: null, line: [host.node, "--no-warnings", external_node_path_.join(installProgram(host.program, folder.control), host.program.entry)] });
		const launched = launch(script, { group, elevate: [], statusFile: null });
		launched.go();
		return connectBox(launched, options, { do: "hello", env, fixedEnv, home, root: folder.root, bridge: null, prefix: prlimitPrefix(ability, options, group), marker: `${MARKER}=${options.id}-${(0, external_node_crypto_.randomBytes)(8).toString("hex")}` }, (caPem) => writeCertificates(folder.control, caPem));
	}
	const READY_MS = 2e4;
	const STOP_MS = 3e3;
	async function connectBox(launched, options, hello, trust) {
		const line = new BoxConnection(launched, () => launched.kill());
		const ended = launched.ended.then(() => line.disconnect());
		try {
			line.sendMessage(hello);
		} catch (error) {
			launched.kill();
			await ended;
			const why = (0, errors.gJ)(error);
			throw new box.e4(`box ${options.id} could not be started because its variables are too long: ${why}`, { cause: error });
		}
		const timer = Promise.withResolvers();
		const timeout = setTimeout(() => timer.resolve("late"), READY_MS);
		const outcome = await Promise.race([line.ready.then(() => "ready"), ended.then(() => "ended"), timer.promise]);
		clearTimeout(timeout);
		if (outcome !== "ready") {
			launched.kill();
			await ended;
			const output = launched.errorTail();
			const why = outcome === "late" ? `it was not ready within ${READY_MS / 1e3} s` : "it ended immediately";
			throw new box.e4(`box ${options.id} could not be started: ${why}${output === "" ? "" : ` (${output})`}`);
		}
		return aroundLine(line, launched, ended, options, trust);
	}
	function aroundLine(line, launched, ended, { id: id3, level }, trust) {
		return { id: id3, level, run: (command) => runCommand(line, command, () => launched.kill()), readFile: (path, range) => readFile(line, path, range), writeFile: (path, data) => writeFile(line, path, data), search: (given) => search(line, given), connect: (port) => connectPort(line, port), trust: async (caPem) => trust(caPem), ended, stop: async () => {
			line.sendMessage({ do: "stop" });
			const timer = setTimeout(() => launched.kill(), STOP_MS);
			await ended;
			clearTimeout(timer);
		} };
	}
	function cgroupFor({ cgroups: groups }, { id: id3, limits: limits2 }) {
		if (groups === null) return null;
		const steps = planCgroup(groups, `${id3}-${(0, external_node_crypto_.randomBytes)(4).toString("hex")}`, limits2);
		return steps.folders.length === 0 ? null : steps;
	}
	function prlimitPrefix({ cgroups: groups, prlimit, level }, { limits: limits2 }, group) {
		const by = (name) => group !== null && groups !== null && (groups.version === 2 || groups[name] !== null);
		const set = [...limits2.memoryBytes === null || by("memory") ? [] : [`--data=${limits2.memoryBytes}`], ...limits2.processes === null || by("pids") || level !== "namespaces" ? [] : [`--nproc=${limits2.processes + OWN_TASKS}`]];
		return set.length === 0 || !prlimit ? [] : ["/usr/bin/prlimit", ...set, "--"];
	}
	function commandEnvironment(options, place2) {
		const { proxy, caFile, bundleFile, hasDirectWay } = place2;
		const env = { PATH: place2.path, HOME: place2.home, USER: "user", LOGNAME: "user", SHELL: "/bin/sh", TMPDIR: place2.tmp, LANG: "C.UTF-8", ...options.env };
		if (proxy === null) return { env, fixedEnv: {} };
		const { proxyUser, noProxy } = options;
		const credentials = proxyUser === null ? "" : `${proxyUser.name}:${proxyUser.token}@`;
		const proxyUrl = `http://${credentials}${proxy.host}:${proxy.port}`;
		return { env, fixedEnv: (0, environment.w)({ proxyUrl, caFile, bundleFile, noProxy, hasDirectWay }) };
	}
	;
	async function reportIsolation(options) {
		return toIsolationReport(await detectCapabilities(options));
	}
	const ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/;
	function createBoxHost(host) {
		let ability;
		let program;
		const inUse = /* @__PURE__ */ new Set();
		const find = () => ability ??= capabilities_detectCapabilities(host).catch((error) => {
			ability = void 0;
			throw error;
		});
		const prepare = () => program ??= prepareProgram(host.supervisor, host.node).catch((error) => {
			program = void 0;
			throw error;
		});
		return { report: async () => isolation_report_toIsolationReport(await find()), start: async (options) => {
			const found2 = await find();
			check(options, found2);
			if (inUse.has(options.folder)) {
				throw new box.e4(`box ${options.id} cannot be started: another box uses ${options.folder}`);
			}
			inUse.add(options.folder);
			const free = () => inUse.delete(options.folder);
			try {
				const box2 = await start({ node: host.node, program: await prepare() }, found2, options);
				void box2.ended.then(free);
				return box2;
			} catch (error) {
				free();
				throw error;
			}
		} };
	}
	async function start(host, found2, options) {
		try {
			return await (options.level === "namespaces" ? startNamespaced : startPlain)(host, found2, options);
		} catch (error) {
			if (error instanceof box.e4) throw error;
			throw new box.e4(`box ${options.id} could not be started: ${(0, errors.gJ)(error)}`, { cause: error });
		}
	}
	function check({ id: id3, level }, found2) {
		if (!ID.test(id3)) throw new box.e4("the name of a box must have 1 to 63 letters, digits and dashes");
		if (level !== "namespaces" || found2.level === "namespaces") return;
		const { findings, remedies: remedies2 } = isolation_report_toIsolationReport(found2);
		throw new box.e4([`box ${id3} cannot be started at level namespaces.`, findings[0], ...remedies2].join(" "));
	}
}), 37061: ((__module, __exports, __require) => {
	__require.d(__exports, { EC: () => CHUNK_BYTES, UU: () => STDOUT, W3: () => CONTROL, Yt: () => encodeFrame, pe: () => WINDOW_BYTES, tS: () => FrameReader, vN: () => DATA, xS: () => STDERR });
	const CONTROL = 0;
	const DATA = 1;
	const STDOUT = 2;
	const STDERR = 3;
	const HEADER = 9;
	const MAX_PAYLOAD = 4 * 1024 * 1024;
	const WINDOW_BYTES = 256 * 1024;
	const CHUNK_BYTES = 64 * 1024;
	function encodeFrame(kind, id2, payload) {
		if (payload.length > MAX_PAYLOAD) {
			throw new RangeError(`a message to or from a box has ${payload.length} bytes, but the maximum is ${MAX_PAYLOAD}`);
		}
		const frame = Buffer.allocUnsafe(HEADER + payload.length);
		frame.writeUInt32BE(payload.length, 0);
		frame.writeUInt8(kind, 4);
		frame.writeUInt32BE(id2, 5);
		frame.set(payload, HEADER);
		return frame;
	}
	class FrameReader {
		chunks = [];
		held = 0;
		push(chunk) {
			this.chunks.push(chunk);
			this.held += chunk.length;
			const frames = [];
			for (; ; ) {
				if (this.held < HEADER) return frames;
				const head = this.first(HEADER);
				const length = head.readUInt32BE(0);
				const kind = head.readUInt8(4);
				if (length > MAX_PAYLOAD || kind > STDERR) throw new RangeError("bytes that are not a frame");
				if (this.held < HEADER + length) return frames;
				const whole = this.first(HEADER + length);
				frames.push({ kind, id: head.readUInt32BE(5), payload: whole.subarray(HEADER, HEADER + length) });
				this.drop(HEADER + length);
			}
		}
		first(bytes) {
			const [chunk] = this.chunks;
			if (chunk !== void 0 && chunk.length >= bytes) return chunk;
			const joined = Buffer.concat(this.chunks);
			this.chunks = [joined];
			return joined;
		}
		drop(bytes) {
			const [chunk] = this.chunks;
			if (chunk === void 0) return;
			if (chunk.length === bytes) this.chunks.shift();
			else this.chunks[0] = chunk.subarray(bytes);
			this.held -= bytes;
		}
	}
}), 32035: ((__module, __exports, __require) => {
	__require.d(__exports, { E: () => terminalCommand, Z: () => shellQuote });
	function terminalCommand(line, { rows, columns }) {
		const inside = `stty rows ${Math.trunc(rows)} columns ${Math.trunc(columns)} 2>/dev/null; exec ${line.map(shellQuote).join(" ")}`;
		return ["script", "--quiet", "--return", "--flush", "--command", inside, "/dev/null"];
	}
	function shellQuote(word) {
		return `'${word.replaceAll("'", `'\\''`)}'`;
	}
}), 57872: ((__module, __exports, __require) => {
	__require.d(__exports, { L7: () => createNameRegistry, Wp: () => parseAnswer, ZQ: () => assertSame, s$: () => readAllPages });
	var $$core0 = __require(77232);
	const MAX_PAGES = 1e3;
	const PASSES = 3;
	async function* readAllPages(fetchPage, idOf, enough = () => false) {
		const yielded = /* @__PURE__ */ new Set();
		for (let pass = 1, pages = 0; ; ) {
			const before = yielded.size;
			const seen = /* @__PURE__ */ new Set();
			for (let isMore = true; isMore; ) {
				const offset = seen.size;
				const { items, refuse } = await fetchPage(offset);
				if (items.length === 0) return;
				for (const item of items) seen.add(idOf(item));
				isMore = seen.size > offset;
				const fresh = items.filter((item) => !yielded.has(idOf(item)));
				for (const item of fresh) yielded.add(idOf(item));
				if (fresh.length > 0) yield fresh;
				if (!isMore && enough()) return;
				if (!isMore && pass >= PASSES && yielded.size === before) {
					throw refuse(`a list whose page at offset ${offset} repeats earlier items, so the list may be incomplete`);
				}
				pages += 1;
				if (pages >= MAX_PAGES) {
					throw refuse(`a list that has not ended after ${MAX_PAGES} pages, so the list may be incomplete`);
				}
			}
			if (pass === 1 || yielded.size === before) pass += 1;
		}
	}
	function assertSame(answer, ...identities) {
		for (const { what, exact, requested: asked, answered } of identities) {
			if (!asked || !answered || asked === answered) continue;
			if (exact !== true && asked.toLowerCase() === answered.toLowerCase()) continue;
			throw answer.unusable(`${answer.status} with another ${what} than requested`);
		}
	}
	function createNameRegistry(what) {
		const names = /* @__PURE__ */ new Map();
		return (answer, { id: id2, name }) => {
			if (!id2) return;
			const known = names.get(id2.toLowerCase());
			if (known !== void 0 && known !== name) {
				throw answer.unusable(`${answer.status} with another name for a ${what} than in an earlier response`);
			}
			names.set(id2.toLowerCase(), name);
		};
	}
	function parseAnswer(schema, answer) {
		const parsed = schema.safeParse(answer.json);
		if (parsed.success) return parsed.data;
		const issue = parsed.error.issues[0];
		const where = issue && issue.path.length > 0 ? `at ${(0, $$core0.sR)(issue.path)}` : "as a whole";
		throw answer.unusable(`${answer.status} with an unexpected body (${where})`);
	}
}), 85410: ((__module, __exports, __require) => {
	__require.d(__exports, { HK: () => $$later0.HKR, U9: () => $$later0.U9m, Z6: () => $$later0.Z6M, y2: () => $$later0.y2G });
	var $$later0 = __require(72786);
}), 65292: ((__module, __exports, __require) => {
	__require.d(__exports, { No: () => $$later0.NoQ, P3: () => $$later0.P3, PX: () => $$later0.PXe, TN: () => $$later0.TNj, d7: () => $$later0.d7x, hD: () => $$later0.hDB, hh: () => $$later0.hhp, i_: () => $$later0.i_I });
	var $$later0 = __require(72786);
}), 89813: ((__module, __exports, __require) => {
	__require.d(__exports, { _: () => USER_AGENT, w: () => credentialHeaders });
	const USER_AGENT = "agent-deploy/0.1.0";
	function credentialHeaders(options) {
		return { "x-api-key": options.apiKey, ...options.workspaceId && { "x-tenant-id": options.workspaceId }, "user-agent": USER_AGENT };
	}
}), 85143: ((__module, __exports, __require) => {
	__require.d(__exports, { s: () => loadTransport });
	const loadTransport = () => Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 59534));
}), 50438: ((__module, __exports, __require) => {
	__require.d(__exports, { AF: () => ONE_MINUTE_SCHEDULE, C1: () => fixedPauses, DZ: () => limitTime, Pd: () => growingPauses, _H: () => limitPolls, wt: () => poll });
	async function poll({ clock, signal }, schedule, read) {
		const startedAt = clock.now();
		for (let polls = 1; ; polls += 1) {
			const seen = await read();
			if (seen !== void 0) return seen;
			const pauseMs = schedule({ polls, elapsedMs: clock.now() - startedAt });
			if (pauseMs === void 0) return void 0;
			await clock.sleep(pauseMs, signal);
		}
	}
	function limitPolls(polls, schedule) {
		return (state) => state.polls < polls ? schedule(state) : void 0;
	}
	function fixedPauses(...list) {
		return ({ polls }) => list[polls - 1];
	}
	const ONE_MINUTE_SCHEDULE = fixedPauses(1e3, 2e3, 4e3, 8e3, 15e3, 3e4);
	function growingPauses(fromMs, factor, mostMs) {
		return ({ polls }) => Math.min(fromMs * factor ** Math.min(polls - 1, 50), mostMs);
	}
	function limitTime(limitMs, schedule) {
		return (state) => {
			const remainingMs = limitMs - state.elapsedMs;
			const pauseMs = remainingMs > 0 ? schedule(state) : void 0;
			return pauseMs === void 0 ? void 0 : Math.min(pauseMs, remainingMs);
		};
	}
}), 21468: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createSandboxService: () => createSandboxService });
	var $$zod2 = __require(34410);
	var $$sandbox0 = __require(99448);
	var $$answers4 = __require(57872);
	var $$errors1 = __require(65292);
	var $$headers3 = __require(89813);
	const SandboxPage = $$zod2._H3({ sandboxes: $$zod2.YOg($$sandbox0.ak).nullish(), items: $$zod2.YOg($$sandbox0.ak).nullish(), next_cursor: $$zod2.YjP().nullish() });
	const PAGE = 100;
	const GRACE_MS = 3e4;
	function createSandboxService(options) {
		const { transport, requestTimeoutMs } = options;
		const headers = (0, $$headers3.w)(options);
		const root = `${options.baseUrl}${options.baseUrl.endsWith("/api") ? "" : "/api"}/v2/sandboxes/boxes`;
		const send = (method, path, more) => transport.call({ method, url: new URL(`${root}${path}`), headers, ...more });
		const register = (0, $$answers4.L7)("sandbox");
		const one = (nameOrId) => `/${encodeURIComponent(nameOrId)}`;
		return { async create(body, signal) {
			const waiting = body.wait_for_ready ? (body.timeout ?? 0) * 1e3 + GRACE_MS : 0;
			const tryTimeoutMs = Math.max(requestTimeoutMs, waiting);
			const answer = await send("POST", "", { json: body, expect: [200, 201], attemptTimeoutMs: tryTimeoutMs, signal });
			const created = (0, $$answers4.Wp)($$sandbox0.ak, answer);
			(0, $$answers4.ZQ)(answer, { what: "sandbox", requested: body.name, answered: created.name });
			register(answer, created);
			return created;
		}, async get(nameOrId, signal, deadlineAt) {
			const call = { expect: [200], signal, deadlineAt };
			const answer = await (0, $$errors1.PX)(() => send("GET", one(nameOrId), call), 404);
			if (answer === void 0) return void 0;
			const found = (0, $$answers4.Wp)($$sandbox0.ak, answer);
			const same = [found.id, found.name].some((is) => is?.toLowerCase() === nameOrId.toLowerCase());
			(0, $$answers4.ZQ)(answer, { what: "sandbox", requested: nameOrId, answered: same ? nameOrId : found.name });
			register(answer, found);
			return found;
		}, async list(nameContains, signal) {
			const first = /* @__PURE__ */ new Set();
			const fetchPage = async (offset) => {
				const text = String(offset);
				const query = new URLSearchParams({ name_contains: nameContains, limit: String(PAGE), offset: text });
				const answer = await send("GET", `?${query.toString()}`, { expect: [200], signal });
				const { items: newer, sandboxes, next_cursor: next } = (0, $$answers4.Wp)(SandboxPage, answer);
				const items = newer ?? sandboxes ?? [];
				if (offset === 0) for (const { name } of items) first.add(name);
				const unpaged = offset > 0 && items.length === first.size && items.length < PAGE && !next;
				const same = unpaged && items.every(({ name }) => first.has(name));
				return { items: same ? [] : items, refuse: (what) => answer.unusable(what) };
			};
			const found = [];
			for await (const page of (0, $$answers4.s$)(fetchPage, ({ name }) => name)) found.push(...page);
			return found.filter(({ name }) => name.includes(nameContains));
		}, async remove(nameOrId, signal) {
			try {
				await send("DELETE", one(nameOrId), { ignoreBody: true, signal });
				return true;
			} catch (error) {
				if ((0, $$errors1.d7)(error, 404)) return error.attempts > 1;
				throw error;
			}
		} };
	}
}), 55403: ((__module, __exports, __require) => {
	__require.d(__exports, { GE: () => $$later0.GEc, IH: () => $$later0.IHi, Mb: () => $$later0.Mbx, R3: () => $$later0.R3t, Sj: () => $$later0.Sj1, Uj: () => $$later0.UjU, VU: () => $$later0.VUB, Wt: () => $$later0.Wt7, ZX: () => $$later0.ZX3, bi: () => $$later0.bic, co: () => $$later0.coM, eq: () => $$later0.eqB, eu: () => $$later0.euP, fo: () => $$later0.foU, jg: () => $$later0.jgr, lC: () => $$later0.lCv, n_: () => $$later0.n_U, oX: () => $$later0.oXz, st: () => $$later0.sto, uL: () => $$later0.uLz, wB: () => $$later0.wBP, wv: () => $$later0.wv2, yK: () => $$later0.yKb });
	var $$later0 = __require(72786);
}), 52652: ((__module, __exports, __require) => {
	__require.d(__exports, { HR: () => $$later0.HRD, Hl: () => $$later0.HlC, M9: () => $$later0.M9M, _o: () => $$later0._oi, cr: () => $$later0.crk, kN: () => $$later0.kNr, lD: () => $$later0.lDC, me: () => $$later0.meu, r8: () => $$later0.r8q, u1: () => $$later0.u1K });
	var $$later0 = __require(72786);
}), 3917: ((__module, __exports, __require) => {
	__require.d(__exports, { KQ: () => dateTime, Qq: () => text, UG: () => dnsLabel, VM: () => cIdentifier, Xm: () => maxItems, al: () => nonEmptyText, lq: () => optional, o$: () => jsonObject, uR: () => uuid });
	var $$zod1 = __require(34410);
	var $$zod2 = __require(73477);
	var $$patterns0 = __require(52652);
	const uuid = $$zod1.OsD();
	const dateTime = $$zod2.w$({ offset: true });
	const dnsLabel = $$zod1.YjP().regex($$patterns0.HR, "must be a DNS label: 1 to 63 lowercase letters, digits or dashes, with no dash at either end");
	const cIdentifier = $$zod1.YjP().regex($$patterns0.M9, "must be a C identifier: letters, digits and underscores, not starting with a digit");
	const jsonObject = $$zod1.g1P($$zod1.YjP(), $$zod1.L5J());
	const text = $$zod1.YjP().refine((value) => !value.includes("\0") && value.isWellFormed(), "must not contain NUL or an unpaired surrogate");
	const nonEmptyText = text.min(1);
	const maxItems = (max, list) => $$zod1.vkY((value, context) => {
		if (Array.isArray(value) && value.length > max) {
			context.issues.push({ code: "too_big", origin: "array", maximum: max, inclusive: true, input: value });
		}
		return value;
	}, list.max(max));
	const OkResponse = $$zod1._H3({ ok: $$zod1.zMY() });
	const optional = (schema) => schema.nullish();
	const CHECKED_TOGETHER = 100;
	const failFastList = (item, maxLength) => {
		const some = z.array(item);
		return z.array(z.unknown()).transform((items, context) => {
			if (items.length > maxLength) {
				context.addIssue(`a list of ${items.length} items, more than the limit of ${maxLength}`);
				return z.NEVER;
			}
			const parsed = [];
			for (let at = 0; at < items.length; at += CHECKED_TOGETHER) {
				const result = some.safeParse(items.slice(at, at + CHECKED_TOGETHER));
				if (!result.success) {
					for (const { path, message } of result.error.issues) {
						const [index, ...inside] = path;
						context.addIssue({ code: "custom", message, path: [at + Number(index), ...inside] });
					}
					return z.NEVER;
				}
				for (const one of result.data) parsed.push(one);
			}
			return parsed;
		});
	};
}), 47820: ((__module, __exports, __require) => {
	__require.d(__exports, { b: () => PROXY_VARIABLES, w: () => proxyEnvironment });
	var $$proxy0 = __require(19812);
	const OWN = ["localhost", "127.0.0.1", "::1"];
	const PROXY = ["HTTP_PROXY", "HTTPS_PROXY"];
	const ADDED = ["NODE_EXTRA_CA_CERTS", "DENO_CERT"];
	const REPLACED = ["SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "PIP_CERT", "GIT_SSL_CAINFO", "AWS_CA_BUNDLE", "CARGO_HTTP_CAINFO", "BUNDLE_SSL_CA_CERT", "NPM_CONFIG_CAFILE"];
	const SWITCHES = { NODE_USE_ENV_PROXY: "1", UV_NATIVE_TLS: "1" };
	const ABSENT = ["ALL_PROXY"];
	const PROXY_VARIABLES = [...[...PROXY, "NO_PROXY", ...ABSENT].flatMap(bothCases), ...ADDED, ...REPLACED, ...Object.keys(SWITCHES)];
	function proxyEnvironment(given) {
		const entries = [...PROXY.flatMap(bothCases).map((name) => [name, given.proxyUrl]), ...bothCases("NO_PROXY").map((name) => [name, noProxyText(given)]), ...ADDED.map((name) => [name, given.caFile]), ...REPLACED.map((name) => [name, given.bundleFile])];
		return { ...Object.fromEntries(entries), ...SWITCHES };
	}
	function noProxyText(given) {
		const entries = (given.hasDirectWay ? given.noProxy : []).flatMap((text) => {
			const parsed = (0, $$proxy0.zb)(text);
			if (!parsed.ok) return [];
			const shown = (0, $$proxy0.rU)(parsed.value);
			return parsed.value.kind === "domain" ? [shown.slice(1), shown] : [shown];
		});
		return [.../* @__PURE__ */ new Set([...OWN, ...entries])].join(",");
	}
	function bothCases(name) {
		return [name, name.toLowerCase()];
	}
}), 76579: ((__module, __exports, __require) => {
	__require.d(__exports, { startProxy: () => startProxy });
	var external_node_path_ = __require(76760);
	var external_node_process_ = __require(1708);
	var messages = __require(43577);
	;
	const MAX_STDERR_CHARACTERS = 4e3;
	const ANSWER_MS = 3e4;
	function openChannel(child, answerMs = ANSWER_MS) {
		let stderr = "";
		let auditListener = () => void 0;
		const opening = Promise.withResolvers();
		const up = Promise.withResolvers();
		opening.promise.catch(() => void 0);
		up.promise.catch(() => void 0);
		const send = (message) => {
			if (child.connected) child.send(message, () => void 0);
		};
		const requests = createRequests(send, answerMs);
		const lose = (error) => {
			const reason = requests.end(error);
			opening.reject(reason);
			up.reject(reason);
		};
		const ended = new Promise((resolve) => {
			child.once("error", (error) => {
				lose(new Error("The credential proxy could not be started.", { cause: error }));
				if (child.pid === void 0) resolve({ code: null, signal: null });
			});
			child.once("close", (code, signal) => {
				lose(endedError(code, signal, stderr));
				resolve({ code, signal });
			});
		});
		child.stderr?.setEncoding("utf8").on("data", (text) => {
			stderr = (stderr + text).slice(-MAX_STDERR_CHARACTERS);
		});
		child.on("message", (given) => {
			const message = messages.pB.safeParse(given);
			if (!message.success) return;
			const { data } = message;
			switch (data.kind) {
				case "up":
					up.resolve();
					return;
				case "listening":
					opening.resolve({ host: data.host, port: data.port });
					return;
				case "failed":
					opening.reject(new Error(`The credential proxy could not start. ${data.message}`));
					return;
				case "audit":
					auditListener(data.entries);
					return;
				default:
					requests.answer(data);
			}
		});
		return { child, pid: child.pid ?? 0, ended, send, async start(start, timeoutMs) {
			const late = new Error(`The credential proxy did not listen within ${timeoutMs} ms. ${stderr}`.trim());
			const timer = setTimeout(() => lose(late), timeoutMs);
			try {
				await up.promise;
				send({ kind: "start", ...start });
				return await opening.promise;
			} finally {
				clearTimeout(timer);
			}
		}, request: requests.ask, async change(kind, question) {
			try {
				return await requests.ask(kind, question);
			} catch (error) {
				if (!requests.isEnded()) {
					child.kill("SIGKILL");
					await ended;
				}
				throw error;
			}
		}, onAudit(listener) {
			auditListener = listener;
		}, release() {
			lose(new Error("The credential proxy was released, so it accepts no more configuration."));
			child.disconnect();
			child.stderr?.destroy();
			child.unref();
		} };
	}
	function createRequests(send, answerMs) {
		const waiting = /* @__PURE__ */ new Map();
		let lastId = 0;
		const state = { gone: null };
		const ask = async (kind, question) => {
			if (state.gone !== null) throw state.gone;
			const id2 = ++lastId;
			const { promise, resolve, reject } = Promise.withResolvers();
			waiting.set(id2, { resolve, reject });
			const late = new Error(`The credential proxy did not respond within ${answerMs} ms.`);
			const timer = setTimeout(() => setImmediate(reject, late), answerMs);
			send(question(id2));
			const answer = await promise.finally(() => {
				clearTimeout(timer);
				waiting.delete(id2);
			});
			if (!isOfKind(answer, kind)) throw new Error("The credential proxy sent the response to another request.");
			return answer;
		};
		return { ask, answer(answer) {
			const caller = waiting.get(answer.id);
			waiting.delete(answer.id);
			if (answer.kind === "not-done") caller?.reject(new Error(answer.message));
			else caller?.resolve(answer);
		}, isEnded: () => state.gone !== null, end(error) {
			state.gone ??= error;
			for (const caller of waiting.values()) caller.reject(state.gone);
			waiting.clear();
			return state.gone;
		} };
	}
	function isOfKind(answer, kind) {
		return answer.kind === kind;
	}
	function endedError(code, signal, stderr) {
		const how = signal === null ? `with exit code ${code}` : `because of ${signal}`;
		const words = stderr.trim() === "" ? "" : ` Its output was: ${stderr.trim()}`;
		return new Error(`The credential proxy exited ${how}. Nothing is forwarded until it is started and configured again.${words}`);
	}
	var os_debugger = __require(39236);
	var processes = __require(6970);
	var programs = __require(45638);
	;
	const HEAP_MB = 512;
	const START_MS = 2e4;
	const STOP_MS = 3e3;
	const DETACHED_LIFE_MS = 7 * 24 * 36e5;
	async function startProxy(options) {
		const channel = openChannel(forkProxy(options.entry), options.answerMs);
		try {
			const address = await channel.start({ port: options.port, auditFile: options.auditFile }, START_MS);
			return proxyOver(channel, address, options);
		} catch (error) {
			channel.child.kill("SIGKILL");
			throw error;
		}
	}
	const FLAGS = [`--max-old-space-size=${HEAP_MB}`, "--max-semi-space-size=8", "--expose-gc", "--disallow-code-generation-from-strings", "--permission", "--allow-fs-read=*", "--allow-fs-write=*", "--disable-warning=ExperimentalWarning"];
	const WITHOUT_CORE = '{ prlimit --pid $$ --core=1:1 2>/dev/null || ulimit -c 0; } && exec "$0" "$@"';
	function forkProxy(entry) {
		const line = [external_node_process_.execPath, ...(0, os_debugger.k)(), ...FLAGS, entry];
		const [command = "", ...args] = external_node_process_.platform === "win32" ? line : ["/bin/sh", "-c", WITHOUT_CORE, ...line];
		return (0, programs.Xd)(command, args, { env: { UV_THREADPOOL_SIZE: "16", ...(0, programs.Bx)() }, group: "lasting", cwd: (0, external_node_path_.parse)(external_node_process_.cwd()).root, stdio: ["ignore", "ignore", "pipe", "ipc"] });
	}
	function proxyOver(channel, address, { auditFile }) {
		const listeners = [];
		channel.onAudit((entries) => {
			for (const entry of entries) for (const listener of listeners) listener(entry);
		});
		return { address, pid: channel.pid, ended: channel.ended, async push(given) {
			const push = messages.Gy.safeParse(given);
			if (!push.success) return { kind: "refused", problems: (0, messages.GW)(push.error) };
			const { answer } = await channel.change("pushed", (id2) => ({ kind: "push", id: id2, push: push.data }));
			return answer;
		}, async remove(sandboxId) {
			await channel.change("done", (id2) => ({ kind: "remove", id: id2, sandboxId }));
		}, async explain(sandboxId, url) {
			return (await channel.request("explained", (id2) => ({ kind: "explain", id: id2, sandboxId, url }))).explanation;
		}, async metrics() {
			return (await channel.request("measured", (id2) => ({ kind: "metrics", id: id2 }))).text;
		}, onAudit(listener) {
			if (listeners.push(listener) === 1) channel.send({ kind: "listen-audit" });
		}, async detach() {
			const startTime = await (0, processes.startToken)(channel.pid);
			if (startTime === void 0) throw new Error(`The credential proxy (pid ${channel.pid}) has exited.`);
			await channel.change("done", (id2) => ({ kind: "detach", id: id2, lifetimeMs: DETACHED_LIFE_MS }));
			channel.release();
			return { pid: channel.pid, startTime, auditFile };
		}, async stop() {
			channel.send({ kind: "stop" });
			const kill = setTimeout(() => channel.child.kill("SIGKILL"), STOP_MS);
			await channel.ended;
			clearTimeout(kill);
		} };
	}
}), 84853: ((__module, __exports, __require) => {
	__require.d(__exports, { r: () => checkProxyConfig, v: () => resolveProxyConfig });
	var $$template2 = __require(48102);
	var $$headers0 = __require(16263);
	var $$compile1 = __require(23571);
	const NO_KEY = "signed-by-the-credential-proxy";
	const AWS_VARIABLES = { AWS_ACCESS_KEY_ID: NO_KEY, AWS_SECRET_ACCESS_KEY: NO_KEY };
	const MAX_CONFIG_BYTES = 64 * 1024;
	function resolveProxyConfig(config, source) {
		const problems = [...tooLarge(config), ...notServed(config), ...variablesSetTwice(config)];
		return problems.length > 0 ? { kind: "refused", problems } : filledIn(config, source, problems);
	}
	function checkProxyConfig(config) {
		const plain = withoutForeign(config);
		const problems = [...tooLarge(config), ...notAtService(config)];
		const resolved = filledIn(plain, { ...PLACEHOLDER_SECRETS, opaque: () => void 0 }, problems);
		return resolved.kind === "refused" ? { problems: resolved.problems, warnings: [] } : { problems: [], warnings: resolved.warnings };
	}
	function filledIn(config, source, problems) {
		const access = resolveAccess(config.access_control, problems);
		const given = config.rules ?? [];
		const rules = given.map((rule, index) => resolveRule(rule, index, source, problems));
		const noProxy = config.no_proxy ?? [];
		const compile = (those) => (0, $$compile1.C)({ rules: those, noProxy, access, privateNetworks: [] });
		const all = compile(rules);
		if (all.kind === "refused") {
			problems.push(...all.problems.map(({ loc, msg }) => ({ loc: configLocation(config, loc), msg })));
		}
		if (problems.length > 0) return { kind: "refused", problems };
		const isOn = (_, index) => given[index]?.enabled !== false;
		const active = rules.filter(isOn);
		const compiled = compile(active);
		const variables = [...given.filter(isOn).flatMap((rule) => Object.entries(rule.env_vars ?? {})), ...active.some(({ sign }) => sign?.kind === "aws") ? Object.entries(AWS_VARIABLES) : []];
		return { kind: "resolved", config: { rules: active, noProxy, access, envVars: Object.fromEntries(variables.reverse()) }, warnings: compiled.kind === "compiled" ? compiled.warnings : [] };
	}
	function tooLarge(config) {
		const isLarge = Buffer.byteLength(JSON.stringify(config)) > MAX_CONFIG_BYTES;
		return isLarge ? [{ loc: [], msg: `a configuration must have at most ${MAX_CONFIG_BYTES} bytes of JSON` }] : [];
	}
	function notServed(config) {
		const callbacks = (config.callbacks ?? []).length > 0;
		return [...callbacks ? [{ loc: ["callbacks"], msg: "this proxy does not support callbacks: use headers" }] : [], ...(config.rules ?? []).flatMap((rule, index) => isProvider(rule) ? [{ loc: ["rules", index, "type"], msg: rule.type === "aws" ? "this proxy does not support rules of this type: use sign in a rule with match_hosts" : "this proxy does not support rules of this type: use headers" }] : [])];
	}
	function notAtService(config) {
		return (config.rules ?? []).flatMap((rule, index) => ONLY_HERE.filter((field) => isUsed(rule[field])).map((field) => ({ loc: ["rules", index, field], msg: `the hosted service can only add headers: use headers, or use ${field} with mode: runner or with the emulator` })));
	}
	const ONLY_HERE = ["placeholders", "sign", "budget"];
	function isUsed(value) {
		return value !== void 0 && value !== null && !(Array.isArray(value) && value.length === 0);
	}
	function variablesSetTwice({ rules }) {
		const set = new Set((rules ?? []).flatMap(({ env_vars: variables }) => Object.keys(variables ?? {})));
		return (rules ?? []).flatMap(({ placeholders }, index) => (placeholders ?? []).flatMap(({ env }, position) => set.has(env) ? [{ loc: ["rules", index, "placeholders", position, "env"], msg: "env_vars sets this variable too" }] : []));
	}
	function isProvider(rule) {
		return rule.type !== void 0 && rule.type !== null && rule.type !== "";
	}
	function withoutForeign(config) {
		const plain = (list) => list?.map((entry) => entry.startsWith("~") ? "regular-expression.invalid" : entry);
		const access = config.access_control;
		return { ...config, callbacks: [], access_control: access && { allow_list: plain(access.allow_list), deny_list: plain(access.deny_list) }, rules: config.rules?.map((rule) => isProvider(rule) ? { name: rule.name, match_hosts: ["provider.invalid"], enabled: false } : rule) };
	}
	function resolveRule(rule, index, source, problems) {
		const at = ["rules", index];
		const given = rule.enabled === false ? PLACEHOLDER_SECRETS : source;
		return { name: rule.name, matchHosts: rule.match_hosts ?? [], matchPaths: rule.match_paths ?? [], matchHeaders: (rule.match_headers ?? []).map((text, position) => matchHeader(text, [...at, "match_headers", position], problems)), noProxy: rule.no_proxy ?? [], budget: rule.budget ? { uses: rule.budget.uses ?? null, until: timeOf(rule.budget.until), used: 0 } : null, placeholders: (rule.placeholders ?? []).map((placeholder, position) => resolvePlaceholder(placeholder, [...at, "placeholders", position, "value"], given, problems)), sign: rule.sign ? resolveSigning(rule.sign, [...at, "sign"], given, problems) : null, headers: (rule.headers ?? []).map((header, position) => {
			const stored = () => given.opaque(index, position);
			const rendered = valueOf(header, given, stored);
			if (rendered.ok) return pushed(header, rendered.value, rendered.secrets);
			const loc = [...at, "headers", position, "value"];
			problems.push(...rendered.problems.map((msg) => ({ loc, msg })));
			return pushed(header, "x", []);
		}) };
	}
	function timeOf(dateTime) {
		return dateTime === void 0 || dateTime === null ? null : Date.parse(dateTime);
	}
	function resolvePlaceholder({ env, value, prefix, in: places }, loc, source, problems) {
		const rendered = renderTemplate(value, (key) => source.secret(key));
		if (!rendered.ok) problems.push(...rendered.problems.map((msg) => ({ loc, msg })));
		return { env, prefix: prefix ?? "", in: places ?? ["header"], value: rendered.ok ? rendered.value : SOME_VALUE, needles: rendered.ok ? rendered.secrets : [] };
	}
	function resolveSigning({ aws, hmac }, loc, source, problems) {
		const needles = [];
		const render = (value, place, mayBeLiteral = false) => {
			if (mayBeLiteral && !/[{}]/.test(value)) return value;
			const rendered = renderTemplate(value, (key) => source.secret(key));
			if (rendered.ok) {
				needles.push(...rendered.secrets);
				return rendered.value;
			}
			problems.push(...rendered.problems.map((msg) => ({ loc: [...loc, ...place], msg })));
			return SOME_VALUE;
		};
		if (aws) return awsSigning(aws, needles, (value, field, ...more) => render(value, ["aws", field], ...more));
		return hmac ? hmacSigning(hmac, needles, render(hmac.secret, ["hmac", "secret"])) : null;
	}
	function awsSigning(aws, needles, render) {
		return { kind: "aws", accessKeyId: render(aws.access_key_id, "access_key_id", true), secretAccessKey: render(aws.secret_access_key, "secret_access_key"), sessionToken: aws.session_token ? render(aws.session_token, "session_token") : null, region: aws.region ?? null, service: aws.service ?? null, needles };
	}
	function hmacSigning(hmac, needles, secret) {
		return { kind: "hmac", secret, secretEncoding: hmac.secret_encoding ?? "text", algorithm: hmac.algorithm ?? "sha256", encoding: hmac.encoding ?? "hex", signed: hmac.signed ?? "{body}", header: hmac.header, value: hmac.value ?? "{signature}", timestampHeader: hmac.timestamp_header ?? null, needles };
	}
	function pushed(header, value, needles) {
		return { name: header.name, value, secret: header.type !== "plaintext", needles };
	}
	function valueOf(header, source, stored) {
		const { type, value } = header;
		switch (type) {
			case "workspace_secret":
				return renderTemplate(value ?? "", (key) => source.secret(key));
			case "plaintext":
				return literal(value ?? void 0, "a plaintext header must have a value", []);
			case "opaque": {
				const secret = value ?? (value === void 0 ? stored() : void 0);
				return literal(secret, "an opaque header must have a value, unless a value is already stored", secret === void 0 ? [] : [secret]);
			}
		}
	}
	function literal(value, missing, secrets) {
		return value === void 0 ? { ok: false, problems: [missing] } : { ok: true, value, secrets };
	}
	function matchHeader(text, loc, problems) {
		const [, name, value] = /^([^:\s]+): ?(.+)$/.exec(text) ?? [];
		if (name === void 0 || value === void 0 || name !== name.toLowerCase()) {
			problems.push({ loc, msg: 'must have the form "name: value", with the name in lower case' });
			return { name: `x-malformed-${loc.length}-${String(loc.at(-1))}`, value: "x" };
		}
		return { name, value };
	}
	function resolveAccess(access, problems) {
		const allowed = access?.allow_list ?? [];
		const denied = access?.deny_list ?? [];
		if (allowed.length > 0 && denied.length > 0) {
			problems.push({ loc: ["access_control"], msg: "must contain only one of allow_list and deny_list" });
		}
		if (allowed.length > 0) return { kind: "allow", patterns: allowed };
		if (denied.length > 0) return { kind: "deny", patterns: denied };
		if (access && !access.allow_list && !access.deny_list) {
			problems.push({ loc: ["access_control"], msg: "contains no list: specify allow_list or deny_list" });
		}
		if (access?.allow_list) {
			problems.push({ loc: ["access_control", "allow_list"], msg: "an empty allow list is ambiguous: omit it to allow all hosts, or list the allowed hosts" });
		}
		return { kind: "open" };
	}
	const FIELDS = { matchHosts: "match_hosts", matchPaths: "match_paths", matchHeaders: "match_headers", noProxy: "no_proxy", accessKeyId: "access_key_id", secretAccessKey: "secret_access_key", sessionToken: "session_token", secretEncoding: "secret_encoding", timestampHeader: "timestamp_header" };
	function configLocation(config, loc) {
		const [field, ...rest] = loc;
		if (field === "access") {
			const list = (config.access_control?.allow_list ?? []).length > 0 ? "allow_list" : "deny_list";
			return ["access_control", list, ...rest.slice(1)];
		}
		const place = loc[2] === "matchHeaders" ? loc.slice(0, 4) : loc;
		return place.map((part) => typeof part === "string" ? FIELDS[part] ?? part : part);
	}
	const SOME_VALUE = "a".repeat(16);
	const PLACEHOLDER_SECRETS = { secret: () => SOME_VALUE, opaque: () => SOME_VALUE };
	function renderTemplate(value, secretOf) {
		const template = (0, $$template2.QC)(value);
		if (!template.ok) return { ok: false, problems: [template.msg] };
		const keys = new Set(template.parts.flatMap((part) => part.kind === "secret" ? [part.key] : []));
		if (keys.size === 0) {
			return { ok: false, problems: ['a workspace_secret value must refer to at least one secret, as in "Bearer {KEY}"'] };
		}
		const secrets = new Map([...keys].map((key) => [key, secretOf(key)]));
		const problems = [...secrets].flatMap(([key, secret]) => {
			if (secret === void 0) return [`workspace secret ${key} does not exist: define it in the workspace first`];
			const problem = (0, $$headers0.kX)(secret);
			return problem === void 0 ? [] : [`workspace secret ${key} ${problem}`];
		});
		if (problems.length > 0) return { ok: false, problems };
		const text = template.parts.map((part) => part.kind === "text" ? part.text : secrets.get(part.key) ?? "");
		return { ok: true, value: text.join(""), secrets: [...secrets.values()].filter((secret) => secret !== void 0) };
	}
}) };
export {
	id,
	ids,
	modules
};
