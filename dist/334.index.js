const id = 334;
const ids = [334];
const modules = { 52027: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { startEmulator: () => startEmulator, startEmulatorPost: () => startEmulatorPost });
	var external_node_crypto_ = __require(77598);
	var external_node_path_ = __require(76760);
	var external_node_process_ = __require(1708);
	var clock = __require(75065);
	var conceal_environment = __require(68434);
	var runner_host = __require(74925);
	var phase = __require(58204);
	var promises_ = __require(51455);
	var os_debugger = __require(39236);
	var plain_file = __require(85542);
	var processes = __require(6970);
	var programs = __require(45638);
	var runner_folder = __require(19230);
	var workspace_file = __require(70609);
	var external_node_stream_promises_ = __require(46466);
	var external_node_zlib_ = __require(38522);
	var fs = __require(33659);
	var schemas = __require(34410);
	var json_safety = __require(6760);
	var errors = __require(94924);
	var search_path = __require(38571);
	;
	const NAME = "agent-deploy-emulator";
	const TAIL_LINES = 20;
	const LINE_MAX = 2e3;
	const FLAGS = ["ci", "--ignore-scripts", "--no-global", "--omit=dev", "--include=prod", "--include=optional", "--no-audit", "--no-fund", "--no-update-notifier", "--no-progress", "--loglevel=http"];
	const Manifest = schemas.Ikc({ version: schemas.YjP(), bin: schemas.KCZ([schemas.YjP(), schemas.g1P(schemas.YjP(), schemas.YjP()).transform((bin) => bin[NAME])]) });
	async function installPackage(options) {
		const { tarball, folder, env, signal, onStart } = options;
		const npm = await findNpm(env);
		if (npm === void 0) {
			const message = "npm was not found, but it is needed to install the emulator. Add npm to the PATH of the runner, for example with actions/setup-node.";
			return { kind: "failed", message, lines: [] };
		}
		try {
			await (0, promises_.mkdir)(folder, { recursive: true });
			const packed = await (0, plain_file.rr)(tarball);
			await (0, external_node_stream_promises_.pipeline)(packed.createReadStream(), (0, external_node_zlib_.createGunzip)(), (0, fs.Ag)(folder, { strip: 1 }));
		} catch (error) {
			const message = `${external_node_path_.basename(tarball)} could not be unpacked: ${(0, errors.gJ)(error)}`;
			return { kind: "failed", message, lines: [] };
		}
		const { code, lines } = await runNpm(npm, { cwd: folder, env, signal, onStart });
		if (signal.aborted) return { kind: "aborted", lines };
		if (code !== 0) return { kind: "failed", message: `npm could not install the emulator (exit code ${code}):`, lines };
		const emulator = await findInstalled(folder);
		if (emulator !== void 0) return { kind: "installed", emulator };
		return { kind: "failed", message: `${external_node_path_.basename(tarball)} contains no program.`, lines };
	}
	async function findInstalled(folder) {
		try {
			const manifest = Manifest.parse((0, json_safety.qF)(await (0, plain_file.Sg)(external_node_path_.join(folder, "package.json"), { maxBytes: plain_file.TL })));
			if (manifest.bin === void 0) return void 0;
			const program = external_node_path_.join(folder, manifest.bin);
			return (await (0, promises_.stat)(program)).isFile() ? { program, version: manifest.version } : void 0;
		} catch {
			return void 0;
		}
	}
	async function identify(pid, program) {
		return { pid, startTime: await (0, processes.startToken)(pid).catch(() => void 0) ?? "ended", program };
	}
	async function findNpm(env) {
		const found = await (0, search_path.K)("npm", env, ".cmd");
		const bin = external_node_path_.dirname(external_node_process_.execPath);
		const cli = external_node_path_.join("node_modules", "npm", "bin", "npm-cli.js");
		const candidates = [external_node_path_.join(bin, "..", "lib", cli), external_node_path_.join(bin, cli), ...found === void 0 ? [] : [await (0, promises_.realpath)(found.file), external_node_path_.join(external_node_path_.dirname(found.file), cli)]];
		for (const script of candidates) {
			const isScript = script.endsWith(".js") && (await (0, promises_.stat)(script).catch(() => void 0))?.isFile() === true;
			if (isScript) return { script, path: found?.path ?? "" };
		}
		return void 0;
	}
	const NOT_FOR_NPM = /^(ACTIONS_|EMULATOR_|GITHUB_|INPUT_|RUNNER_(?!TRACKING_ID$)|STATE_)|^(GH_TOKEN|NODE_OPTIONS|PATH)$/i;
	function npmEnvironment(env) {
		return Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_FOR_NPM.test(name)));
	}
	async function runNpm(npm, { cwd, env, signal, onStart }) {
		let rest = "";
		const end = await (0, programs.mB)(external_node_process_.execPath, [...(0, os_debugger.k)(), npm.script, ...FLAGS], { cwd, env: { ...npmEnvironment(env), PATH: npm.path }, group: "own", signal, onOutput: (chunk) => {
			rest = (rest + chunk.toString("utf8")).slice(-TAIL_LINES * LINE_MAX);
		}, onStart: async (pid) => onStart(await identify(pid, npm.script)) });
		const lines = rest.split(/\r?\n/).filter((line) => line.trim() !== "");
		return { code: end.kind === "ended" ? end.code : null, lines: lines.slice(-TAIL_LINES) };
	}
	;
	function emulatorPaths(folder) {
		const at = (...parts) => external_node_path_.join(folder, ...parts);
		return { install: at("install"), data: at("data"), ready: at("ready.json"), seed: at("seed.yaml"), faults: at("faults.yaml"), logs: at("logs"), log: at("logs", "emulator.log"), journal: at("logs", "journal.jsonl") };
	}
	;
	const PACKAGE = /^agent-deploy-emulator-\d[\w.+-]*\.tgz$/;
	const GRACE_MS = 15e3;
	function createEmulatorMachine(env, packages) {
		return { async findPackages() {
			const names = await (0, promises_.readdir)(packages).catch(() => []);
			return names.filter((name) => PACKAGE.test(name)).toSorted().map((name) => external_node_path_.join(packages, name));
		}, readWorkspaceFile: (file) => (0, workspace_file.s)(env["GITHUB_WORKSPACE"] ?? "", file), async makeFolder() {
			const folder = await (0, runner_folder.xc)((0, runner_folder.yy)(env));
			await (0, promises_.mkdir)(emulatorPaths(folder).logs);
			return folder;
		}, folderOwner: (folder) => (0, runner_folder.yY)(folder, env), async clearFolder(folder) {
			const { logs } = emulatorPaths(folder);
			for (const name of await (0, promises_.readdir)(folder)) {
				const file = external_node_path_.join(folder, name);
				if (file !== logs) await (0, promises_.rm)(file, { recursive: true, force: true, maxRetries: 3 });
			}
		}, writeFile: (file, text) => (0, promises_.writeFile)(file, text, { mode: 384 }), removeFile: (file) => (0, promises_.rm)(file, { force: true }).catch(() => {
		}), async readFile(file) {
			try {
				return await (0, plain_file.Sg)(file, { maxBytes: plain_file.Do });
			} catch {
				return void 0;
			}
		}, async *readLines(file) {
			if (!await (0, plain_file.Dn)(file)) return;
			yield* (0, plain_file.G5)(file);
		}, install: (tarball, folder, options) => installPackage({ tarball, folder, env, ...options }), start: (emulator, { folder, args, apiKey }) => startDetached(emulator.program, args, folder, { ...ownEnvironment(env), EMULATOR_API_KEY: apiKey }), jobProcess: () => isOfJob(external_node_process_.ppid) ? external_node_process_.ppid : void 0, stop: async (started, folder) => await runsIn(started.pid, folder) ? (0, processes.stopProcess)(started, GRACE_MS) : "gone" };
	}
	const SHELL = /^(ba|da|k|z)?sh$/;
	function isOfJob(parent) {
		if (parent <= 1) return false;
		if (external_node_process_.platform !== "linux") return true;
		try {
			return !SHELL.test((0, plain_file.LI)(`/proc/${parent}/comm`, { maxBytes: plain_file.TL }).trim());
		} catch {
			return false;
		}
	}
	const OF_THE_STEP = /^(ACTIONS_|GITHUB_|INPUT_|RUNNER_|STATE_)|^(EMULATOR_API_KEY_FILE|GH_TOKEN|NODE_OPTIONS)$/i;
	function ownEnvironment(env) {
		return Object.fromEntries(Object.entries(env).filter((entry) => entry[1] !== void 0 && (!OF_THE_STEP.test(entry[0]) || entry[0] === "RUNNER_TRACKING_ID")));
	}
	async function startDetached(program, args, folder, env) {
		const { ready, log } = emulatorPaths(folder);
		const [out, err] = await Promise.all([(0, promises_.open)(ready, "wx", 384), (0, promises_.open)(log, "wx", 384)]);
		try {
			const child = (0, programs.Xd)(external_node_process_.execPath, [...(0, os_debugger.k)(), program, ...args], { cwd: folder, env, stdio: ["ignore", out.fd, err.fd], group: "lasting" });
			let end;
			child.once("exit", (code, signal) => {
				end = { code, signal };
			});
			await new Promise((resolve, reject) => {
				child.once("spawn", resolve).once("error", reject);
			});
			child.unref();
			return { process: await identify(child.pid ?? 0, program), ended: () => end };
		} finally {
			await Promise.all([out.close(), err.close()]);
		}
	}
	async function runsIn(pid, folder) {
		if (external_node_process_.platform !== "linux") return true;
		try {
			const cwd = await (0, promises_.readlink)(`/proc/${pid}/cwd`);
			const own = await (0, promises_.realpath)(folder);
			const isThere = cwd === own || cwd === emulatorPaths(own).install;
			return isThere && await (0, processes.usesSameNode)(pid);
		} catch {
			return false;
		}
	}
	var network_environment = __require(65393);
	var read = __require(28385);
	var parsers = __require(58361);
	var problem = __require(49262);
	var inputs_reader = __require(40754);
	var registry = __require(19686);
	var yaml = __require(31230);
	;
	async function readEmulatorInputs(env) {
		const reader = (0, inputs_reader.ic)(env, registry.q9);
		const display = (0, read.xS)(reader);
		const warnings = await (0, read.k2)(env, reader, registry.mp);
		const seed = reader.readWith("seed", (text) => parseDocument(text));
		const faults = reader.readWith("faults", (text) => parseDocument(text));
		const runtime = reader.read("runtime");
		const compat = reader.read("compat");
		const edition = reader.read("edition");
		const clock2 = reader.read("clock");
		const port = reader.read("port");
		const apiKey = reader.read("api-key");
		const workspaceId = reader.read("workspace-id");
		const flags = reader.read("flags") ?? [];
		const timeoutMs = reader.read("timeout");
		if (clock2 === "virtual" && runtime === "process") {
			reader.addProblem("clock", "virtual time requires `runtime: stub`, because real builds and agents take real time", "Write `runtime: stub`, or use the real clock.");
		}
		const shown = { display, warnings };
		const { problems } = reader;
		if (problems.length > 0 || !runtime || !compat || !edition || !clock2 || port === void 0 || !timeoutMs) {
			return { ok: false, ...shown, problems };
		}
		return { ok: true, ...shown, settings: { seed, faults, runtime, compat, edition, clock: clock2, port, apiKey, workspaceId, flags, timeoutMs } };
	}
	function parseDocument(text) {
		if (/^[^\r\n:]+\.(ya?ml|json)$/i.test(text)) {
			const path = (0, parsers.NP)(text);
			return path.ok ? (0, problem.rZ)({ kind: "file", path: path.value }) : path;
		}
		const checked = checkDocument(text);
		return checked.ok ? (0, problem.rZ)({ kind: "text", text }) : checked;
	}
	function checkDocument(text) {
		const read2 = (0, yaml.hN)(text);
		if (!read2.ok) return read2;
		if ((0, yaml.pi)(read2.value.value)) return (0, problem.rZ)(read2.value.value);
		return (0, problem.Gq)("the value is neither a mapping nor a path that ends in .yml, .yaml or .json", "Write a mapping as in docs/emulator.md of this action's repository, or the path of a file in the checkout.");
	}
	var outcome = __require(96043);
	var pipeline = __require(13137);
	var secret_masker = __require(56563);
	var run_record = __require(758);
	var core_errors = __require(77232);
	;
	const ReadyLine = schemas.Ikc({ ready: schemas.euz(true), urls: schemas.Ikc({ controlPlane: schemas.OZ5(), sandboxes: schemas.OZ5(), tracing: schemas.OZ5(), admin: schemas.OZ5() }), workspaceId: schemas.uRe() });
	function parseReadyLine(line) {
		const read2 = ReadyLine.safeParse((0, json_safety.qF)(line));
		return read2.success ? read2.data : { problem: core_errors.S1(read2.error) };
	}
	function createEmulatorRecord(startedAt) {
		return { startedAt, version: void 0, logFolder: void 0, serving: void 0 };
	}
	;
	const POLL_MS = 50;
	const provide_TAIL_LINES = 20;
	const EXIT_BAD_INPUT = 2;
	async function provideEmulator(context, order) {
		const { machine, host, record, state, clock: clock2 } = context;
		const deadlineAt = clock2.now() + order.timeoutMs;
		const tarball = await findPackage(context);
		const folder = await machine.makeFolder();
		const paths = emulatorPaths(folder);
		Object.assign(state, { stage: "starting", folder });
		await context.checkpoint();
		record.logFolder = paths.logs;
		const emulator = await install(context, tarball, { paths, order, deadlineAt });
		if ("kind" in emulator) return emulator;
		record.version = emulator.version;
		host.log(`Emulator ${emulator.version} was installed (${(0, run_record.a3)(clock2.now() - record.startedAt)}).`);
		const started = await start(context, emulator, { folder, paths, order });
		try {
			const ready = await awaitReady(context, started, { paths, deadlineAt });
			if (ready === void 0) {
				await machine.stop(started.process, folder);
				return notReady("ready", order, await tail(context, paths));
			}
			record.serving = { ...ready, apiKey: order.apiKey };
			for (const file of [paths.ready, paths.seed]) await machine.removeFile(file);
		} catch (error) {
			await machine.stop(started.process, folder);
			throw error;
		}
		const { controlPlane } = record.serving.urls;
		return (0, outcome.bu)("provided", "emulator-started", `Emulator ${emulator.version} serves on ${controlPlane}. The log and the journal are in ${paths.logs}.`);
	}
	async function findPackage({ machine }) {
		const [tarball, other] = await machine.findPackages();
		if (tarball === void 0) {
			throw new outcome.lZ("emulator-missing", "This commit of the action does not contain the emulator, because only releases do. Use a release, such as OWNER/agent-deploy/emulator@v0; in a clone of the project, run `npm run package:emulator -- --out emulator` before this step.");
		}
		if (other !== void 0) {
			throw new outcome.lZ("emulator-missing", `The folder of the action contains several packed emulators instead of one: ${tarball}, ${other}. Remove the old package.`);
		}
		return tarball;
	}
	async function install(context, tarball, { paths, order, deadlineAt }) {
		const { machine, clock: clock2, signal, state } = context;
		const onStart = async (npm) => {
			state.process = npm;
			await context.checkpoint();
		};
		const done = new AbortController();
		const late = new AbortController();
		clock2.sleep(Math.max(0, deadlineAt - clock2.now()), done.signal).then(() => late.abort(new Error("too late"))).catch(() => {
		});
		try {
			const options = { signal: AbortSignal.any([signal, late.signal]), onStart };
			const result = await machine.install(tarball, paths.install, options);
			if (result.kind === "installed") return result.emulator;
			signal.throwIfAborted();
			if (result.kind === "aborted") return notReady("installed", order, result.lines);
			throw new outcome.lZ("emulator-install-failed", [result.message, ...result.lines].join("\n"));
		} finally {
			done.abort();
		}
	}
	async function start(context, emulator, { folder, paths, order }) {
		const { machine, state } = context;
		if (order.seed !== void 0) await machine.writeFile(paths.seed, order.seed);
		if (order.faults !== void 0) await machine.writeFile(paths.faults, order.faults);
		const args = emulatorArguments(order, paths, machine.jobProcess());
		let started;
		try {
			started = await machine.start(emulator, { folder, args, apiKey: order.apiKey });
		} catch (error) {
			const message = `The emulator could not be started: ${(0, errors.gJ)(error)}`;
			throw new outcome.lZ("emulator-failed", message, { cause: error });
		}
		state.process = started.process;
		await context.checkpoint();
		return started;
	}
	function emulatorArguments(order, paths, jobProcess) {
		const { port, runtime, compat, edition, clock: clock2, workspaceId, seed, faults, flags } = order;
		return [`--port=${port}`, `--runtime=${runtime}`, `--compat=${compat}`, `--edition=${edition}`, `--clock=${clock2}`, `--data-dir=${paths.data}`, `--journal-file=${paths.journal}`, ...workspaceId === void 0 ? [] : [`--workspace-id=${workspaceId}`], ...seed === void 0 ? [] : [`--seed=${paths.seed}`], ...faults === void 0 ? [] : [`--faults=${paths.faults}`], ...jobProcess === void 0 ? [] : [`--parent-pid=${jobProcess}`], ...flags];
	}
	async function awaitReady(context, started, { paths, deadlineAt }) {
		const { machine, clock: clock2, signal } = context;
		for (; ; ) {
			signal.throwIfAborted();
			const end = started.ended();
			const [line, ...rest] = (await machine.readFile(paths.ready) ?? "").split("\n");
			if (line !== void 0 && rest.length > 0) return readyOf(line);
			if (end !== void 0) throw endedEarly(end, await tail(context, paths));
			if (clock2.now() >= deadlineAt) return void 0;
			await clock2.sleep(POLL_MS, signal);
		}
	}
	function readyOf(line) {
		const read2 = parseReadyLine(line);
		if (!("problem" in read2)) return read2;
		throw new outcome.lZ("emulator-failed", `The first line of the emulator's output is not its ready line: ${read2.problem}`);
	}
	function endedEarly({ code, signal }, lines) {
		const last = lines.map((line) => line.replace(/^emulator: /, ""));
		if (code === EXIT_BAD_INPUT) {
			return new outcome.lZ("invalid-input", ["The emulator rejected an input, so it was not started.", ...last].join("\n"));
		}
		const how = signal === null ? `exit code ${code}` : signal;
		return new outcome.lZ("emulator-failed", [`The emulator exited before it was ready (${how}):`, ...last].join("\n"));
	}
	function notReady(what, { timeoutMs }, lines = []) {
		const message = `The emulator was not ${what} within ${(0, run_record.a3)(timeoutMs)}.`;
		const log = lines.length > 0 ? [what === "ready" ? "The end of its log:" : "npm said last:", ...lines] : [];
		return (0, outcome.bu)("timed-out", "emulator-not-ready", [message, ...log].join("\n"));
	}
	async function tail({ machine }, paths) {
		const lines = [];
		for await (const line of machine.readLines(paths.log)) {
			if (lines.push(line) > provide_TAIL_LINES) lines.shift();
		}
		return lines;
	}
	var announce = __require(24551);
	var links = __require(19687);
	var headline = __require(14444);
	var short_summary = __require(17621);
	var action_text = __require(77844);
	;
	const EMULATOR_OUTPUTS = null;
	const SECRET_OUTPUT = "api-key";
	async function reportEmulator(context, end, display) {
		const { host, plain, record, state, clock: clock2, redact } = context;
		const severity = (0, outcome.xJ)(end.kind, outcome.zj);
		const isServing = end.kind === "provided";
		const shown = isServing ? record : { ...record, serving: void 0 };
		for (const [name, value] of Object.entries(emulatorOutputs(end, shown, clock2.now()))) {
			await attempt(context, `output ${name}`, () => host.setOutput(name, value));
		}
		await attempt(context, `output ${SECRET_OUTPUT}`, () => plain.setOutput(SECRET_OUTPUT, shown.serving?.apiKey ?? ""));
		const message = (0, action_text.ml)(redact(end.message), action_text.M$);
		const help = (0, links.rT)(host.env, end.reason);
		(0, announce.i)(host, { ...end, message }, { severity, help, annotations: display.annotations });
		if (display.summary) {
			const notes = [["control plane", shown.serving?.urls.controlPlane], ["version", record.version], ["took", (0, headline.jl)(clock2.now() - record.startedAt)]];
			await attempt(context, "job summary", () => host.addSummary(() => {
				const parts = (0, short_summary.Rn)("Emulator", { ...end, message }, { severity, help, notes });
				return `${parts.join("\n\n")}
`;
			}));
		}
		Object.assign(state, { stage: "reported", serving: isServing });
		await context.checkpoint();
		return (0, outcome.FO)(end.kind, outcome.zj);
	}
	async function attempt(context, what, work) {
		try {
			await work();
		} catch (error) {
			context.host.log(`The ${what} could not be written: ${(0, errors.gJ)(error)}`);
		}
	}
	function emulatorOutputs(end, record, now) {
		const { serving, version, logFolder } = record;
		const urls = serving?.urls;
		const seconds = Math.round(Math.max(0, now - record.startedAt) / 100) / 10;
		const result = { schema_version: 1, outcome: end.kind, reason_code: end.reason, message: end.message, version: version ?? null, urls: urls ? { control_plane: urls.controlPlane, sandbox: urls.sandboxes, tracing: urls.tracing, admin: urls.admin } : null, workspace_id: serving?.workspaceId ?? null, log_folder: logFolder ?? null, duration_seconds: seconds };
		return { outcome: end.kind, "reason-code": end.reason, "control-plane-url": urls?.controlPlane ?? "", "workspace-id": serving?.workspaceId ?? "", "sandbox-url": urls?.sandboxes ?? "", "tracing-url": urls?.tracing ?? "", "admin-url": urls?.admin ?? "", "log-folder": logFolder ?? "", version: version ?? "", "duration-seconds": String(seconds), result: JSON.stringify(result) };
	}
	;
	const StartedProcess = schemas.Ikc({ pid: schemas.aig().int().gt(1), startTime: schemas.YjP().min(1), program: schemas.YjP().min(1) });
	const EmulatorState = schemas.Ikc({ stage: schemas.k5n(["reading", "starting", "reported"]), folder: schemas.YjP().min(1).nullable().catch(null), process: StartedProcess.nullable().catch(null), serving: schemas.zMY().catch(false) });
	const KEY = "agent-deploy-emulator";
	function createEmulatorState() {
		return { stage: "reading", folder: null, process: null, serving: false };
	}
	function saveEmulatorState(host, state) {
		return host.saveState(KEY, JSON.stringify(state));
	}
	function loadEmulatorState(env) {
		return EmulatorState.safeParse((0, json_safety.qF)(env[`STATE_${KEY}`] ?? "")).data;
	}
	;
	async function runEmulatorMain(dependencies) {
		const { host: plain, clock: clock2, machine } = dependencies;
		const runner = (0, secret_masker.y)(plain);
		const { host, masker, redact } = runner;
		const context = { ...dependencies, host, plain, redact, record: createEmulatorRecord(clock2.now()), state: createEmulatorState(), checkpoint: () => checkpoint(context) };
		let work;
		return (0, pipeline.C)(runner, { maskInputs() {
			const raw = (0, inputs_reader.hc)(host.env, registry.q9);
			masker.keepReadable(host.env, raw, [raw["api-key"]]);
			if (raw["api-key"] !== void 0) masker.maskSecret(raw["api-key"]);
			masker.redactValues((0, network_environment.Wm)((0, network_environment.EM)(host.env)));
		}, async readInputs() {
			const inputs = await readDocuments(await readEmulatorInputs(host.env), machine);
			if (!inputs.ok) return { ...inputs, policy: outcome.zj };
			const apiKey = inputs.settings.apiKey ?? dependencies.createKey();
			masker.maskSecret(apiKey);
			return { ...inputs, policy: outcome.zj, settings: { ...inputs.settings, apiKey } };
		}, run({ settings }) {
			work = provideEmulator(context, settings);
			return work;
		}, async cancelled() {
			await Promise.race([work?.catch(() => {
			}), dependencies.cancelGracePeriod()]);
			return (0, outcome.bu)("cancelled", "signal", "The run was cancelled. All processes it started on the runner were stopped.");
		}, report: (end, { display }) => reportEmulator(context, end, display) }, dependencies);
	}
	async function readDocuments(inputs, machine) {
		if (!inputs.ok) return inputs;
		const problems = [];
		const read2 = async (path, document) => {
			if (document?.kind !== "file") return document?.text;
			const text = await machine.readWorkspaceFile(document.path);
			if (typeof text !== "string") {
				problems.push({ path, ...text });
				return void 0;
			}
			const checked = checkDocument(text);
			if (checked.ok) return text;
			for (const { message, hint } of checked.problems) {
				problems.push({ path, message: `${document.path}: ${message}`, hint });
			}
			return void 0;
		};
		const seed = await read2("seed", inputs.settings.seed);
		const faults = await read2("faults", inputs.settings.faults);
		if (problems.length > 0) {
			const { display, warnings } = inputs;
			return { ok: false, display, warnings, problems };
		}
		return { ...inputs, settings: { ...inputs.settings, seed, faults } };
	}
	async function checkpoint({ host, state }) {
		try {
			await saveEmulatorState(host, state);
		} catch (error) {
			host.log(`The state for the post step could not be saved, so the post step may not stop the emulator: ${(0, errors.gJ)(error)}`);
		}
	}
	var markdown = __require(76669);
	;
	const JournalLine = schemas.Ikc({ surface: schemas.YjP(), method: schemas.YjP(), path: schemas.YjP(), status: schemas.aig() });
	const KINDS_MAX = 1e3;
	const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
	async function countJournal(lines) {
		const rows = /* @__PURE__ */ new Map();
		let requests = 0;
		for await (const line of lines) {
			const entry = JournalLine.safeParse((0, json_safety.qF)(line)).data;
			if (entry === void 0) continue;
			requests += 1;
			const { surface, status } = entry;
			const request = `${entry.method} ${entry.path.replaceAll(ID, "{id}")}`;
			const key = JSON.stringify([surface, request, status]);
			const row = rows.get(key);
			if (row !== void 0) row.count += 1;
			else if (rows.size < KINDS_MAX) rows.set(key, { surface, request, status, count: 1 });
		}
		return { requests, rows: [...rows.values()].toSorted((a, b) => b.count - a.count) };
	}
	;
	const ROWS_SHOWN = 20;
	async function runEmulatorPost({ host: plain, machine }) {
		const state = loadEmulatorState(plain.env);
		if (state === void 0) return;
		const { host, masker } = (0, secret_masker.y)(plain);
		const { "api-key": apiKey } = (0, inputs_reader.hc)(host.env, registry.q9);
		if (apiKey !== void 0) masker.maskSecret(apiKey);
		if (state.stage === "starting") {
			warn(host, "no report", "The main step ended before it could report. The post step cleans up.");
		}
		const owner = state.folder === null ? "gone" : await machine.folderOwner(state.folder);
		if (owner === "foreign") {
			warn(host, "clean-up", `${state.folder} is not a folder that this action creates in the runner's temporary folder, so it was not deleted.`);
		}
		const folder = owner === "ours" ? state.folder : null;
		const paths = folder === null ? void 0 : emulatorPaths(folder);
		await part(host, "The emulator", () => stop(host, machine, state, paths));
		if (folder === null || paths === void 0) return;
		if (state.process !== null) {
			await part(host, "The journal", () => reportJournal(host, machine, paths));
		}
		await part(host, folder, () => machine.clearFolder(folder));
	}
	async function stop(host, machine, state, paths) {
		if (state.process === null || state.folder === null || paths === void 0) return;
		if (await machine.stop(state.process, state.folder) === "stopped") {
			host.log(state.serving ? "The emulator was stopped." : `${state.process.program} is stopped.`);
			return;
		}
		if (!state.serving) return;
		const lines = await tail({ machine }, paths);
		warn(host, "emulator ended early", ["The emulator exited before the job ended. The end of its log:", ...lines].join("\n"));
	}
	async function reportJournal(host, machine, paths) {
		const counts = await countJournal(machine.readLines(paths.journal));
		host.log(`The emulator responded to ${(0, action_text.pq)(counts.requests, "request")}${counts.requests > 0 ? ":" : "."}`);
		for (const { count, request, status, surface } of counts.rows.slice(0, ROWS_SHOWN)) {
			host.log(`${String(count).padStart(6)}  ${status}  ${request} (${surface})`);
		}
		const left = counts.rows.length - ROWS_SHOWN;
		if (left > 0) host.log(`        and ${(0, action_text.pq)(left, "more kind", "more kinds")} of requests`);
		host.log(`The log and the journal are in ${paths.logs}.`);
		if (host.env["INPUT_SUMMARY"]?.trim().toLowerCase() === "false") return;
		await host.addSummary(() => `${journalPart(counts)}
`);
	}
	function journalPart({ requests, rows }) {
		if (requests === 0) return "The emulator received no request.";
		const shown = rows.slice(0, ROWS_SHOWN).map(({ count, request, status, surface }) => [surface, request, String(status), String(count)]);
		const left = rows.length - ROWS_SHOWN;
		const rest = left > 0 ? `

\u2026 and ${(0, action_text.pq)(left, "more kind", "more kinds")} of requests.` : "";
		return `#### Requests to the emulator

${(0, markdown.tp)(["Surface", "Request", "Status", "Requests"], shown)}${rest}`;
	}
	async function part(host, what, work) {
		try {
			await work();
		} catch (error) {
			warn(host, "clean-up", `${what}: ${(0, errors.gJ)(error)}`);
		}
	}
	function warn(host, what, message) {
		host.annotate({ level: "warning", title: `Agent Deploy: ${what}`, message });
	}
	;
	const REPORT_LIMIT_MS = 5e3;
	const packageFolder = () => external_node_path_.resolve(external_node_path_.dirname(external_node_process_.argv[1] ?? ""), "..", "emulator");
	async function startEmulator() {
		await (0, phase.C)((given) => runEmulatorMain({ ...given, host: (0, runner_host.d)(external_node_process_.env), createKey: () => `local_${(0, external_node_crypto_.randomBytes)(24).toString("base64url")}`, machine: createEmulatorMachine(external_node_process_.env, packageFolder()), cancelGracePeriod: () => clock.dQ.sleep(REPORT_LIMIT_MS) }));
	}
	async function startEmulatorPost() {
		(0, conceal_environment.D)();
		await runEmulatorPost({ host: (0, runner_host.d)(external_node_process_.env), machine: createEmulatorMachine(external_node_process_.env, packageFolder()) });
	}
}), 58361: ((__module, __exports, __require) => {
	__require.d(__exports, { $q: () => $$later0.$qQ, Er: () => $$later0.ErG, NP: () => $$later0.NPS, Xw: () => $$later0.Xw9, _$: () => $$later0._$v, kB: () => $$later0.kBB });
	var $$later0 = __require(72786);
}), 24551: ((__module, __exports, __require) => {
	__require.d(__exports, { i: () => announce });
	function announce(host, end, { severity, help, annotations }) {
		if (severity !== "fine" && annotations) {
			const title = `Agent Deploy: ${end.kind} (${end.reason})`;
			host.annotate({ level: severity, title, message: `${end.message.slice(0, 4e3)}

What to do: ${help}` });
		} else for (const line of end.message.split("\n")) host.log(line);
		host.log(`Outcome: ${end.kind} (${end.reason})`);
		if (severity !== "fine") host.log(`What to do: ${help}`);
	}
}), 14444: ((__module, __exports, __require) => {
	__require.d(__exports, { EE: () => $$later0.EEy, Jg: () => $$later0.JgT, KM: () => $$later0.KM9, Li: () => $$later0.LiV, Ph: () => $$later0.PhH, ZG: () => $$later0.ZGx, eU: () => $$later0.eUN, gD: () => $$later0.gD7, jl: () => $$later0.jlk, n8: () => $$later0.n8z, oJ: () => $$later0.oJd, qm: () => $$later0.qmI, r9: () => $$later0.r9p, uc: () => $$later0.ucJ, yq: () => $$later0.yq5 });
	var $$later0 = __require(72786);
}), 17621: ((__module, __exports, __require) => {
	__require.d(__exports, { Rn: () => $$later0.RnE });
	var $$later0 = __require(72786);
}), 70609: ((__module, __exports, __require) => {
	__require.d(__exports, { s: () => readWorkspaceFile });
	var $$path0 = __require(76760);
	var $$file1 = __require(85542);
	var $$safety2 = __require(6760);
	async function readWorkspaceFile(workspace, file) {
		const invalid = (message, hint) => ({ message: `${file} ${message}`, hint });
		try {
			const limits = { maxBytes: $$file1.TL, within: workspace };
			const bytes = await (0, $$file1.b$)($$path0.resolve(workspace, file), limits);
			return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		} catch (error) {
			if (error instanceof $$file1.X5) {
				switch (error.code) {
					case "ERR_OUTSIDE":
						return invalid("is outside the checkout", "Give a file inside the checkout.");
					case "ERR_TOO_LARGE":
						return invalid(error.message, `Use at most ${$$file1.TL}.`);
					default:
						return invalid(error.message, "Specify a text file in the checkout.");
				}
			}
			const code = (0, $$safety2._F)(error, "code");
			if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
				return invalid("is not a text in UTF-8", "Save the file with the encoding UTF-8.");
			}
			return code === "ENOENT" ? invalid("is not in the workspace", "Check the path. In a workflow, run actions/checkout in an earlier step.") : invalid(`cannot be read (${typeof code === "string" ? code : "no text"})`, "Specify a text file in the checkout.");
		}
	}
}), 65393: ((__module, __exports, __require) => {
	__require.d(__exports, { EM: () => $$later0.EMj, Wm: () => $$later0.Wmi, mR: () => $$later0.mRP });
	var $$later0 = __require(72786);
}), 38571: ((__module, __exports, __require) => {
	__require.d(__exports, { K: () => findProgram });
	var $$fs0 = __require(73024);
	var $$promises1 = __require(51455);
	var $$path2 = __require(76760);
	async function findProgram(name, env, extension = ".exe") {
		const windows = process.platform === "win32";
		const [, search = ""] = Object.entries(env).find(([key]) => (windows ? key.toUpperCase() : key) === "PATH") ?? [];
		const workspace = await (0, $$promises1.realpath)(env["GITHUB_WORKSPACE"] || process.cwd()).catch(() => void 0);
		const trusted = [];
		let file;
		for (const folder of search.split($$path2.delimiter)) {
			if (!$$path2.isAbsolute(folder) || await leadsInto(folder, workspace)) continue;
			trusted.push(folder);
			const candidate = $$path2.join(folder, windows ? `${name}${extension}` : name);
			if (file !== void 0 || !await isProgram(candidate) || await leadsInto(candidate, workspace)) continue;
			file = candidate;
		}
		return file === void 0 ? void 0 : { file, path: trusted.join($$path2.delimiter) };
	}
	async function leadsInto(file, folder) {
		if (folder === void 0) return false;
		const real = await (0, $$promises1.realpath)(file).catch(() => void 0);
		if (real === void 0) return false;
		const relative = $$path2.relative(folder, real);
		return relative !== ".." && !relative.startsWith(`..${$$path2.sep}`) && !$$path2.isAbsolute(relative);
	}
	async function isProgram(file) {
		try {
			await (0, $$promises1.access)(file, $$fs0.constants.X_OK);
			return (await (0, $$promises1.stat)(file)).isFile();
		} catch {
			return false;
		}
	}
}) };
export {
	id,
	ids,
	modules
};
