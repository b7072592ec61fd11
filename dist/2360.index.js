const id = 2360;
const ids = [2360];
const modules = { 71895: ((__module, __exports, __require) => {
	__require.d(__exports, { Gt: () => $$later0.Gtc, SH: () => $$later0.SHW, Sd: () => $$later0.Sdt, z3: () => $$later0.z3p });
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
}), 37834: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { containsToken: () => containsToken, findGitConfigs: () => findGitConfigs, findTokenWarning: () => findTokenWarning, includedFiles: () => includedFiles });
	var $$promises0 = __require(51455);
	var $$path1 = __require(76760);
	var $$sizes2 = __require(71895);
	const DEEPEST = 6;
	const MAX_FOLDERS = 2e4;
	const PASSED_OVER = /* @__PURE__ */ new Set(["node_modules", ".venv", "venv", "__pycache__"]);
	const CONFIG = /^config(\.worktree)?$/;
	async function findGitConfigs(workspace) {
		const found = [];
		let folders = 0;
		let level = [{ folder: workspace, inGit: false }];
		for (let depth = 0; level.length > 0 && folders < MAX_FOLDERS; depth += 1) {
			const next = [];
			for (const { folder, inGit } of level) {
				folders += 1;
				if (folders > MAX_FOLDERS) break;
				const entries = await (0, $$promises0.readdir)(folder, { withFileTypes: true }).catch(() => []);
				for (const entry of entries) {
					const at = $$path1.join(folder, entry.name);
					if (inGit && entry.isFile() && CONFIG.test(entry.name)) found.push(at);
					if (!entry.isDirectory()) continue;
					if (inGit || entry.name === ".git") {
						if (!OBJECTS.has(entry.name)) next.push({ folder: at, inGit: true });
					} else if (depth < DEEPEST && !PASSED_OVER.has(entry.name)) next.push({ folder: at, inGit: false });
				}
			}
			level = next;
		}
		return found;
	}
	const OBJECTS = /* @__PURE__ */ new Set(["objects", "refs", "logs", "hooks", "lfs", "info"]);
	const HEADER = /^[^\S\n\r\u2028\u2029]*extraheader\s*=\s*(?:"\s*)?authorization/im;
	const PASSWORD = /:\/\/([^\s/@":]*:[^\s/@"]+|gh[a-z]_\w+|github_pat_\w+)@/;
	function containsToken(config) {
		return HEADER.test(config) || PASSWORD.test(config);
	}
	function includedFiles(config, file) {
		const sections = config.split(/^(?=[^\S\n\r\u2028\u2029]*\[)/m).filter((section) => /^\s*\[include(if\s|\])/i.test(section));
		return sections.flatMap((section) => Array.from(section.matchAll(/^[^\S\n\r\u2028\u2029]*path[^\S\n\r]*=[^\S\n\r]*"?([^"\r\n]+)/gim), ([, target = ""]) => $$path1.resolve($$path1.dirname(file), target.trimEnd())));
	}
	const MAX_NAMED = 5;
	async function findTokenWarning(machine, workspace, isolation) {
		const isSeen = (file) => isolation !== "namespaces" || file.startsWith(`${workspace}${$$path1.sep}`);
		const holding = /* @__PURE__ */ new Set();
		const search = async (file, deeper) => {
			const config = await machine.readFile(file);
			if (config === void 0) return;
			if (containsToken(config)) holding.add(file);
			if (!deeper) return;
			for (const included of includedFiles(config, file).filter(isSeen)) await search(included, false);
		};
		for (const file of await machine.gitConfigs(workspace)) await search(file, true);
		if (holding.size === 0) return void 0;
		const files = [...holding].map((file) => file.startsWith(`${workspace}${$$path1.sep}`) ? $$path1.relative(workspace, file) : file);
		const shown = files.slice(0, MAX_NAMED).map($$sizes2.Gt).join(", ");
		const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : "";
		return `The checkout contains a token of this job in ${shown}${more}, and the command can read it. Check out with \`persist-credentials: false\`.`;
	}
}), 12110: ((__module, __exports, __require) => {
	__require.d(__exports, { B3: () => workspaceOf, Gc: () => requireIsolation, be: () => openCommandBox });
	var $$path0 = __require(76760);
	var $$box1 = __require(59543);
	var $$errors2 = __require(94924);
	var $$outcome3 = __require(96043);
	var $$proxy4 = __require(75463);
	const HOLDS = { none: 0, process: 1, namespaces: 2 };
	async function requireIsolation({ machine, log, record }, isolation) {
		const boxHost = await machine.boxHost();
		const report = await boxHost.report();
		record.isolation = { level: isolation, findings: report.findings };
		for (const finding of report.findings) log(finding);
		if (HOLDS[report.level] >= HOLDS[isolation]) return boxHost;
		record.isolation = { level: report.level, findings: report.findings };
		throw new $$outcome3.lZ("isolation-missing", missing(report, isolation));
	}
	function missing({ level, findings, remedies }, required) {
		return [`The isolation level ${required} is required, but this machine only supports ${level}.`, ...findings.map((finding) => `- ${finding}`), ...remedies.map((remedy) => `- To do: ${remedy}`)].join("\n");
	}
	async function openCommandBox({ env, machine, boxHost }, options) {
		const workspace = workspaceOf(env);
		const toolFolder = await findToolFolder(env, machine);
		const box = await startBox(boxHost, options, [{ from: workspace, to: workspace, writable: options.isCheckoutWritable }, ...toolFolder === void 0 ? [] : [{ from: toolFolder, to: toolFolder, writable: false }]]);
		return { level: box.level, run: (command) => box.run({ command: failFast(command.script, command.shell), shell: command.shell, cwd: $$path0.resolve(workspace, command.workingDirectory ?? ""), env: { ...commandEnvironment(env, { level: box.level, toolFolder }), ...options.proxy?.envVars, ...command.env }, timeoutMs: command.timeLimitMs ?? null, terminal: null }), stop: () => box.stop() };
	}
	function workspaceOf(env) {
		return env["GITHUB_WORKSPACE"] || process.cwd();
	}
	async function findToolFolder(env, machine) {
		const toolFolder = env["RUNNER_TOOL_CACHE"];
		return toolFolder && await machine.isFolder(toolFolder) ? toolFolder : void 0;
	}
	async function startBox(boxHost, { isolation, paths, proxy }, binds) {
		const isNamespaced = isolation === "namespaces";
		try {
			return await boxHost.start({ id: $$proxy4.gP, folder: paths.boxFolder, binds, proxySocket: isNamespaced && proxy !== void 0 ? paths.socketPath : null, proxyAddress: isNamespaced ? null : proxy?.proxy.address ?? null, proxyUser: proxy === void 0 ? null : { name: $$proxy4.Zh, token: proxy.token }, caPem: proxy?.caPem ?? null, noProxy: [...proxy?.noProxy ?? []], env: {}, limits: { memoryBytes: null, cpuMillicores: null, processes: null }, level: isolation });
		} catch (error) {
			throw new $$outcome3.lZ("isolation-missing", `The box could not be started: ${(0, $$errors2.gJ)(error)}`, { cause: error });
		}
	}
	const PASSED_VARIABLES = ["LANG", "CI", "GITHUB_ACTIONS", "GITHUB_WORKFLOW", "GITHUB_JOB", "GITHUB_RUN_ID", "GITHUB_RUN_NUMBER", "GITHUB_RUN_ATTEMPT", "GITHUB_REPOSITORY", "GITHUB_REPOSITORY_OWNER", "GITHUB_EVENT_NAME", "GITHUB_REF", "GITHUB_REF_NAME", "GITHUB_REF_TYPE", "GITHUB_HEAD_REF", "GITHUB_BASE_REF", "GITHUB_SHA", "GITHUB_ACTOR", "GITHUB_SERVER_URL", "GITHUB_API_URL", "GITHUB_WORKSPACE", "RUNNER_OS", "RUNNER_ARCH"];
	function commandEnvironment(env, box) {
		return { ...passedVariables(env), ...pathIn(env["PATH"], box) };
	}
	function pathIn(path, { level, toolFolder }) {
		if (level !== "namespaces") return path === void 0 ? {} : { PATH: path };
		const shown = (path ?? "").split(":").filter((entry) => toolFolder !== void 0 && entry.startsWith(`${toolFolder}/`));
		return { PATH: [...shown, $$box1.UZ].join(":") };
	}
	function passedVariables(env) {
		return Object.fromEntries(PASSED_VARIABLES.flatMap((name) => {
			const value = env[name];
			return value === void 0 ? [] : [[name, value]];
		}));
	}
	function failFast(script, shell) {
		const name = shell.slice(shell.lastIndexOf("/") + 1);
		if (name === "bash") return `set -eo pipefail
${script}`;
		return ["sh", "dash", "ash", "zsh", "ksh"].includes(name) ? `set -e
${script}` : script;
	}
}), 47630: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createMachine: () => createMachine, createRunnerMachine: () => createRunnerMachine, programsIn: () => programsIn, sandboxPaths: () => sandboxPaths });
	var $$fs0 = __require(73024);
	var $$promises1 = __require(51455);
	var $$os2 = __require(48161);
	var $$path3 = __require(76760);
	var $$tls4 = __require(41692);
	var $$file5 = __require(85542);
	var $$folder6 = __require(19230);
	const ROOT_FILES = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"];
	const PROXY_GRACE_MS = 3e3;
	function programsIn(dist) {
		return { credentialProxy: $$path3.join(dist, "credential-proxy.js"), boxSupervisor: { entry: $$path3.join(dist, "box-supervisor.js"), folder: dist } };
	}
	function createRunnerMachine() {
		return createMachine(process.env, programsIn($$path3.dirname(process.argv[1] ?? "")));
	}
	function createMachine(env, programs) {
		return { async makeFolder() {
			const folder = await (0, $$folder6.xc)(parentFor(env));
			const { socketFolder, boxFolder } = sandboxPaths(folder);
			await (0, $$promises1.mkdir)(socketFolder, { mode: 493 });
			await (0, $$promises1.mkdir)(boxFolder, { mode: 448 });
			return folder;
		}, folderOwner: (folder) => (0, $$folder6.yY)(folder, env), async removeFolder(folder) {
			const { removeBoxFolder } = await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 41025));
			removeBoxFolder(sandboxPaths(folder).boxFolder);
			await (0, $$promises1.rm)(folder, { recursive: true, force: true });
		}, async isFolder(folder) {
			try {
				return (await (0, $$promises1.stat)(folder)).isDirectory();
			} catch {
				return false;
			}
		}, writeFile: (file, text) => (0, $$promises1.writeFile)(file, text, { mode: 384 }), async readFile(file) {
			try {
				return await (0, $$file5.Sg)(file, { maxBytes: $$file5.Do });
			} catch {
				return void 0;
			}
		}, gitConfigs: async (workspace) => (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 37834))).findGitConfigs(workspace), async *readLines(file) {
			if (!await (0, $$file5.Dn)(file)) return;
			yield* (0, $$file5.G5)(file);
		}, async roots() {
			for (const file of [env["SSL_CERT_FILE"], ...ROOT_FILES]) {
				if (file && await isReadable(file)) {
					return { pem: await (0, $$file5.Sg)(file, { maxBytes: $$file5.Do }), file };
				}
			}
			return { pem: $$tls4.rootCertificates.join("\n"), file: void 0 };
		}, loadConfigCheck: async () => (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 11311))).checkConfig, warnings: async (config) => (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 72945))).warningsOf(config), resolve: async (...args) => (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 72945))).resolveConfig(...args), sentinels: async (...args) => (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 98689))).sentinelVariables(...args), variables: async (place) => (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 72945))).variablesOf(place), async startProxy(auditFile) {
			const { startProxy } = await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 76579));
			return startProxy({ entry: programs.credentialProxy, auditFile, port: 0 });
		}, startTimeOf: async (pid) => (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 6970))).startToken(pid), async stopDetached(proxy) {
			if (!await runs(proxy.pid, programs.credentialProxy)) return false;
			const { stopProcess } = await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 6970));
			return await stopProcess(proxy, PROXY_GRACE_MS) === "stopped";
		}, async boxHost() {
			const { createBoxHost } = await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 41025));
			return createBoxHost({ supervisor: programs.boxSupervisor, node: process.execPath, sudo: true });
		} };
	}
	const MAX_SOCKET_LENGTH = 100;
	function parentFor(env) {
		const parent = (0, $$folder6.yy)(env);
		const { socketPath } = sandboxPaths((0, $$folder6.HO)(parent));
		return socketPath.length > MAX_SOCKET_LENGTH ? (0, $$os2.tmpdir)() : parent;
	}
	async function runs(pid, file) {
		if (process.platform !== "linux") return true;
		const { usesSameNode } = await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 6970));
		if (!await usesSameNode(pid)) return false;
		const line = await (0, $$file5.Sg)(`/proc/${pid}/cmdline`, { maxBytes: $$file5.Do }).catch(() => "");
		const [, ...args] = line.split("\0");
		return args.find((argument) => !argument.startsWith("-")) === file;
	}
	async function isReadable(file) {
		try {
			await (0, $$promises1.access)(file, $$fs0.constants.R_OK);
			return true;
		} catch {
			return false;
		}
	}
	function sandboxPaths(folder) {
		const at = (...parts) => $$path3.join(folder, ...parts);
		return { folder, auditFile: at("audit.jsonl"), restoreFile: at("restore.json"), caFile: at("ca.pem"), bundleFile: at("ca-bundle.pem"), envFile: at("env.sh"), socketFolder: at("s"), socketPath: at("s", "p"), boxFolder: at("box") };
	}
}), 75463: ((__module, __exports, __require) => {
	__require.d(__exports, { BU: () => configureProxy, Kr: () => detachProxy, ST: () => isGone, Sg: () => startUnconfiguredProxy, Zh: () => PROXY_USER, gP: () => SANDBOX_ID });
	var $$crypto0 = __require(77598);
	var $$config1 = __require(22831);
	var $$outcome2 = __require(96043);
	var $$errors3 = __require(94924);
	var $$parts4 = __require(97615);
	var $$report5 = __require(67389);
	const SANDBOX_ID = "runner";
	const PROXY_USER = `sbx-${SANDBOX_ID}`;
	async function isGone({ gone, proxy }) {
		if (gone()) return true;
		return proxy.metrics().then(() => false, () => true);
	}
	async function configureProxy(context, settings, socketPath, proxy) {
		const { machine, masker } = context;
		let ended = false;
		void proxy.ended.then(() => {
			ended = true;
		});
		try {
			const resolved = await machine.resolve(settings.proxyConfig, settings.secrets);
			if (resolved.kind === "refused") throw refused(resolved.problems);
			const token = context.random(32, "base64url");
			masker.maskSecret(token);
			const tokenHash = (0, $$crypto0.createHash)("sha256").update(token).digest("hex");
			const answer = await proxy.push({ ...resolved.part, sandboxId: SANDBOX_ID, revision: 1, tokenHash, privateNetworks: [...settings.privateNetworks], extraRoots: await extraRoots(machine, settings.caFile), upstreamProxy: settings.upstreamProxy ?? null, socketPath });
			if (answer.kind === "refused") throw refused(answer.problems);
			const { noProxy } = resolved.part;
			const warnings = [.../* @__PURE__ */ new Set([...resolved.warnings, ...answer.warnings])];
			return { proxy, token, caPem: answer.caPem, noProxy, envVars: { ...resolved.envVars, ...await machine.sentinels(resolved.part.rules, tokenHash) }, warnings, gone: () => ended };
		} catch (error) {
			await proxy.stop();
			if (error instanceof $$outcome2.lZ) throw error;
			const message = `The credential proxy could not read its rules: ${(0, $$errors3.gJ)(error)}`;
			throw new $$outcome2.lZ("proxy-failed", message, { cause: error });
		}
	}
	async function extraRoots(machine, caFile) {
		if (caFile === void 0) return [];
		const roots = await machine.readFile(caFile);
		if (roots !== void 0) return [roots];
		throw new $$outcome2.lZ("invalid-input", "ca-file: the file does not exist or cannot be read. Give a file of certificates (PEM).");
	}
	function startUnconfiguredProxy(machine, auditFile) {
		const starting = machine.startProxy(auditFile).catch((error) => {
			const message = `The credential proxy could not be started: ${(0, $$errors3.gJ)(error)}`;
			throw new $$outcome2.lZ("proxy-failed", message, { cause: error });
		});
		starting.catch(() => {
		});
		return starting;
	}
	const INPUT_OF = { privateNetworks: "private-networks", extraRoots: "ca-file", upstreamProxy: "HTTPS_PROXY" };
	function refused(problems) {
		const lines = problems.map(({ loc: [first, ...rest], msg }) => {
			const input = INPUT_OF[String(first)];
			const where = input === void 0 ? ["proxy-config", [first, ...rest].join(".")] : [input, ...rest];
			return `- ${where.join(": ")}: ${msg}`;
		});
		return new $$outcome2.lZ("invalid-input", ["The credential proxy rejected the rules, so it was not started.", ...lines].join("\n"));
	}
	async function detachProxy(context, settings, paths, { proxy, token, caPem, noProxy, envVars }) {
		const { machine, host, plain, record, state } = context;
		const { host: name, port } = proxy.address;
		const address = `http://${name}:${port}`;
		const proxyUrl = `http://${PROXY_USER}:${token}@${name}:${port}`;
		const roots = await machine.roots();
		await machine.writeFile(paths.caFile, caPem);
		await machine.writeFile(paths.bundleFile, `${roots.pem.trimEnd()}
${caPem}`);
		const { caFile, bundleFile } = paths;
		const leading = await machine.variables({ proxyUrl, noProxy, caFile, bundleFile });
		const variables = { set: { ...envVars, ...leading.set }, names: [.../* @__PURE__ */ new Set([...Object.keys(envVars), ...leading.names])] };
		await machine.writeFile(paths.envFile, shellLines(variables));
		if (settings.exportEnv) {
			const literals = (0, $$config1.Yp)(settings.proxyConfig);
			const before = withoutSecrets(host.env, [...Object.values(settings.secrets), ...literals.flatMap((value) => [value, ...(0, $$parts4.u)(value)])]);
			const restored = restoredValues(variables, before, { bundle: paths.bundleFile, roots: roots.file });
			await machine.writeFile(paths.restoreFile, JSON.stringify(restored));
		}
		const startTime = await machine.startTimeOf(proxy.pid);
		if (startTime === void 0) {
			throw new $$outcome2.lZ("proxy-failed", "The credential proxy exited before it was ready.");
		}
		state.proxy = { pid: proxy.pid, startTime, auditFile: paths.auditFile };
		record.stage = "serving";
		await context.checkpoint();
		const detached = await proxy.detach();
		state.proxy = detached;
		await context.checkpoint();
		record.proxy = { address, caFile: paths.caFile, bundleFile: paths.bundleFile, envFile: paths.envFile };
		await plain.setOutput($$report5.Tg, proxyUrl);
		if (!settings.exportEnv) return;
		const exported = exportedValues(variables, host.env);
		for (const [variable, value] of Object.entries(exported)) await host.setVariable(variable, value);
	}
	function exportedValues({ set, names }, env) {
		const emptied = names.filter((name) => !Object.hasOwn(set, name) && env[name]);
		return { ...set, ...Object.fromEntries(emptied.map((name) => [name, ""])) };
	}
	function withoutSecrets(env, secrets) {
		const contains = (value) => secrets.some((secret) => value?.includes(secret));
		return Object.fromEntries(Object.entries(env).filter(([, value]) => !contains(value)));
	}
	function restoredValues(variables, env, files) {
		const exported = Object.entries(exportedValues(variables, env));
		return Object.fromEntries(exported.map(([name, value]) => [name, env[name] ?? without(value)]));
		function without(value) {
			if (value === files.bundle) return files.roots ?? "";
			return value === "1" ? "0" : "";
		}
	}
	function shellLines({ set, names }) {
		const unset = names.filter((name) => !Object.hasOwn(set, name));
		const lines = Object.entries(set).map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'
`);
		return [...lines, ...unset.length > 0 ? [`unset ${unset.join(" ")}
`] : []].join("");
	}
}), 598: ((__module, __exports, __require) => {
	__require.d(__exports, { Df: () => createSandboxRecord, mo: () => createUsage, nw: () => countUsage });
	function createSandboxRecord(startedAt) {
		return { startedAt, stage: "reading", mode: "", sandbox: void 0, apiUrl: void 0, swept: void 0, proxy: void 0, isolation: void 0, command: void 0, warnings: [], usage: void 0 };
	}
	const MAX_ROWS = 100;
	function createUsage() {
		const rows = /* @__PURE__ */ new Map();
		let requests = 0;
		let others = 0;
		return { add({ rule, decision, reason, host, injected, placeholders, usesLeft, masked, status }) {
			requests += 1;
			const key = JSON.stringify([rule, host, decision, reason]);
			let row = rows.get(key);
			if (row === void 0) {
				if (rows.size >= MAX_ROWS) {
					others += 1;
					return;
				}
				row = { rule, host, decision, reason, requests: 0, injected: [], usesLeft: null, masked: 0, refusedByHost: 0 };
				rows.set(key, row);
			}
			row.requests += 1;
			row.masked += masked;
			if (status !== null && status >= 400) row.refusedByHost += 1;
			if (usesLeft !== null) row.usesLeft = Math.min(usesLeft, row.usesLeft ?? usesLeft);
			const names = decision === "inject" ? [...injected, ...placeholders] : injected;
			for (const name of names) if (!row.injected.includes(name)) row.injected.push(name);
		}, usage: () => ({ requests, rows: [...rows.values()].toSorted((a, b) => b.requests - a.requests), others }) };
	}
	async function countUsage(lines, read) {
		const counting = createUsage();
		for await (const line of lines) {
			const entry = line.trim() === "" ? void 0 : read(line);
			if (entry !== void 0) counting.add(entry);
		}
		return counting.usage();
	}
}), 67389: ((__module, __exports, __require) => {
	__require.d(__exports, { Tg: () => SECRET_OUTPUT, go: () => reportSandbox });
	var $$outcome0 = __require(96043);
	var $$announce5 = __require(24551);
	var $$links1 = __require(19687);
	var $$errors2 = __require(94924);
	var $$text3 = __require(77844);
	var $$summary4 = __require(76287);
	async function reportSandbox(context, end, display) {
		const { host, record, clock, redactor } = context;
		const severity = (0, $$outcome0.xJ)(end.kind, $$outcome0.zj);
		for (const [name, value] of Object.entries(sandboxOutputs(end, record, clock.now()))) {
			await attempt(context, `output ${name}`, () => host.setOutput(name, value));
		}
		const redact = (text) => redactor.redact(text);
		const message = (0, $$text3.ml)(redact(end.message), $$text3.M$);
		const help = (0, $$links1.rT)(host.env, end.reason);
		(0, $$announce5.i)(host, { ...end, message }, { severity, help, annotations: display.annotations });
		if (display.summary) {
			await attempt(context, "job summary", () => {
				const shown = { ...end, message };
				return host.addSummary(() => (0, $$summary4.g)(shown, severity, redactRecord(record, redact), { now: clock.now(), help }));
			});
		}
		record.stage = "reported";
		await context.checkpoint();
		return (0, $$outcome0.FO)(end.kind, $$outcome0.zj);
	}
	function redactRecord(record, hide) {
		const { usage, isolation, sandbox } = record;
		const redact = (text) => (0, $$text3.ml)(hide(text), $$text3.DE);
		return { ...record, sandbox: sandbox && { ...sandbox, name: redact(sandbox.name), status: sandbox.status && redact(sandbox.status) }, warnings: record.warnings.map(redact), isolation: isolation && { ...isolation, findings: isolation.findings.map(redact) }, usage: usage && { ...usage, rows: usage.rows.map((row) => ({ ...row, host: row.host === null ? null : redact(row.host) })) } };
	}
	async function attempt(context, what, work) {
		try {
			await work();
		} catch (error) {
			context.host.log(`The ${what} could not be written: ${(0, $$errors2.gJ)(error)}`);
		}
	}
	const SANDBOX_OUTPUTS = null;
	const SECRET_OUTPUT = "proxy-url";
	function sandboxResult(end, record, now) {
		const { sandbox, swept, command, isolation, proxy } = record;
		return { schema_version: 1, outcome: end.kind, reason_code: end.reason, message: end.message, mode: record.mode || null, sandbox: sandbox ? { name: sandbox.name, id: sandbox.id ?? null, status: sandbox.status ?? null, dataplane_url: sandbox.url ?? null } : null, swept: sweptJson(swept), command: command ? { exit_code: command.exitCode ?? null, ended: command.ended } : null, isolation: isolation ?? null, proxy: proxy ? { address: proxy.address } : null, usage: usageJson(record), warnings: record.warnings, duration_seconds: secondsSince(record, now) };
	}
	function sandboxOutputs(end, record, now) {
		const { sandbox, command, isolation, proxy } = record;
		const [swept, usage] = [sweptJson(record.swept), usageJson(record)];
		return { outcome: end.kind, "reason-code": end.reason, "sandbox-name": sandbox?.name ?? "", "sandbox-id": sandbox?.id ?? "", "sandbox-status": sandbox?.status ?? "", "dataplane-url": sandbox?.url ?? "", "api-url": record.apiUrl ?? "", swept: swept === null ? "" : JSON.stringify({ sandboxes: swept }), "exit-code": command?.exitCode === void 0 ? "" : String(command.exitCode), isolation: isolation?.level ?? "", "proxy-address": proxy?.address ?? "", "ca-file": proxy?.caFile ?? "", "ca-bundle-file": proxy?.bundleFile ?? "", "env-file": proxy?.envFile ?? "", requests: usage === null ? "" : String(usage.requests), usage: usage === null ? "" : JSON.stringify(usage), "duration-seconds": String(secondsSince(record, now)), result: JSON.stringify(sandboxResult(end, record, now)) };
	}
	function sweptJson(swept) {
		if (swept === void 0) return null;
		return swept.map(({ name, runId, ageMs, did }) => ({ name, run_id: runId, age_seconds: Math.round(ageMs / 1e3), did }));
	}
	function usageJson({ usage }) {
		if (usage === void 0) return null;
		const rows = usage.rows.map(({ injected, refusedByHost, ...row }) => ({ ...row, headers: injected, errors: refusedByHost }));
		return { requests: usage.requests, rows };
	}
	function secondsSince({ startedAt }, now) {
		return Math.round(Math.max(0, now - startedAt) / 100) / 10;
	}
}), 76287: ((__module, __exports, __require) => {
	__require.d(__exports, { g: () => sandboxSummary, j: () => usagePart });
	var $$markdown0 = __require(76669);
	var $$headline1 = __require(14444);
	var $$summary2 = __require(17621);
	var $$record3 = __require(758);
	const DID = { inject: "credentials added", forward: "forwarded unchanged", tunnel: "tunneled: no rule for the host", bypass: "tunneled: no_proxy", deny: "denied", refuse: "refused" };
	function sandboxSummary(end, severity, record, { now, help }) {
		const notes = [["sandbox", record.sandbox && [record.sandbox.name, record.sandbox.status].filter(Boolean).join(": ")], ["isolation", record.isolation?.level], ["proxy", record.proxy?.address], ["command", record.command && commandText(record.command)], ["took", (0, $$headline1.jl)(now - record.startedAt)]];
		return `${[...(0, $$summary2.Rn)("Sandbox", end, { severity, help, notes }), record.warnings.map((warning) => `\u26A0\uFE0F ${(0, $$markdown0.Hn)((0, $$markdown0.ml)(warning, 2e3))}`).join("<br>"), sweptPart(record), record.usage === void 0 ? "" : usagePart(record.usage)].filter((part) => part !== "").join("\n\n")}
`;
	}
	function commandText({ exitCode, ended }) {
		return exitCode === void 0 ? ended : `${ended}, exit code ${exitCode}`;
	}
	function sweptPart({ swept }) {
		if (swept === void 0 || swept.length === 0) return "";
		const rows = swept.map(({ name, runId, ageMs, did }) => [name, runId, (0, $$record3.a3)(ageMs), did]);
		return `#### Sandboxes

${(0, $$markdown0.tp)(["Sandbox", "Of run", "Age", "What was done"], rows)}`;
	}
	function usagePart(usage) {
		if (usage.requests === 0) return "No request went through the credential proxy.";
		const rows = usage.rows.map((row) => [row.rule ?? "\u2013", row.host ?? "\u2013", `${DID[row.decision]}${row.decision === "inject" ? `: ${row.injected.join(", ")}` : ` (${row.reason})`}${row.usesLeft === null ? "" : `; uses left: ${row.usesLeft}`}`, String(row.requests), row.masked === 0 ? "" : String(row.masked)]);
		const others = usage.others === 0 ? "" : `

${usage.others} more requests, whose combinations of rule, host and result are not listed.`;
		const head = ["Rule", "Host", "What was done", "Requests", "Secrets masked in responses"];
		return `#### Credential proxy usage by rule

${(0, $$markdown0.tp)(head, rows)}${others}`;
	}
}), 59543: ((__module, __exports, __require) => {
	__require.d(__exports, { UZ: () => BOX_PATH, Yw: () => BoxFileError, e4: () => BoxStartError, lu: () => BOX_FILE_ERROR_CODES });
	const ISOLATION_LEVELS = null;
	const BOX_FILE_ERROR_CODES = ["not-found", "not-a-file", "denied", "outside", "invalid-path", "no-space", "changed", "box-ended", "other"];
	class BoxFileError extends Error {
		name = "BoxFileError";
		code;
		constructor(code, message, options) {
			super(message, options);
			this.code = code;
		}
	}
	class BoxStartError extends Error {
		name = "BoxStartError";
	}
	const BOX_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/box/bin";
}), 65393: ((__module, __exports, __require) => {
	__require.d(__exports, { EM: () => $$later0.EMj, Wm: () => $$later0.Wmi, mR: () => $$later0.mRP });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
