const id = 795;
const ids = [795];
const modules = { 3034: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { packForDeploy: () => packForDeploy, uploadSource: () => uploadSource });
	var _clients_base_url_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(85410);
	var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
	var _cancel_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(85981);
	var _outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(96043);
	var _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(71895);
	var _plan_current_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(67418);
	var _plan_origin_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(23001);
	var _run_record_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(758);
	var _read_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(98591);
	var _rollout_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(20578);
	const USUAL_CONFIG = "langgraph.json";
	const PROGRESS_MS = 5e3;
	async function packForDeploy({ packSource, log, record, signal }, desired, found) {
		const theirs = found === void 0 ? void 0 : (0, _plan_current_js__WEBPACK_IMPORTED_MODULE_3__.le)(found, []).graphConfigPath;
		const configPath = desired.graphConfigPath ?? theirs ?? USUAL_CONFIG;
		const sourcePath = desired.sourcePath ?? ".";
		const source = await log.group("Packing the source", async () => {
			const note = (line) => log.line(line);
			const warn = (line) => log.warn("source", line);
			const packed = await packSource({ sourcePath, configPath, note, warn }, signal);
			log.line(`${(0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_6__.SH)(packed.archive)}; ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.z3)(packed.archive.contentBytes)} before compression.`);
			return packed;
		});
		record.source = { ...source.archive, path: void 0 };
		if (!source.includes(configPath)) {
			throw new _outcome_js__WEBPACK_IMPORTED_MODULE_2__.lZ("source-unusable", `graph-config-path: ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.pS)(configPath)} is not in what is packed of ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.pS)(sourcePath)}. It is relative to source-path, has to exist, and no ignore file may leave it out.`);
		}
		return { desired: { ...desired, graphConfigPath: configPath, archive: source.archive }, source };
	}
	async function uploadSource(context, deployment, desired) {
		const { source, controlPlane, settings, signal, record, log, clock } = context;
		if (source === void 0) throw new Error("a source is to be uploaded that was not packed");
		(0, _read_js__WEBPACK_IMPORTED_MODULE_4__.dj)(context, deployment);
		await (0, _rollout_js__WEBPACK_IMPORTED_MODULE_5__.d$)(context, "uploading");
		const { bytes } = source.archive;
		const startedAt = clock.now();
		log.line(`Uploading ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.z3)(bytes)}.`);
		for (let attempt = 1; ; attempt += 1) {
			const { upload_url, object_path } = await controlPlane.uploadUrl(deployment.id, signal);
			const url = (0, _clients_base_url_js__WEBPACK_IMPORTED_MODULE_8__.HK)(upload_url, settings.endpoint);
			if (url === void 0) throw failed(context, "the service gave an address for it that is no https URL");
			const body = { length: bytes, open: () => withProgress(context, source) };
			try {
				await controlPlane.uploadSource(url, body, signal);
			} catch (error) {
				signal.throwIfAborted();
				if (!(error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD)) throw error;
				if (attempt > 1 || !mayBeExpired(error)) throw failed(context, error.message, error);
				log.line(`The storage refused the address (${error.status}): asking for a new one.`);
				continue;
			}
			log.line(`Uploaded in ${(0, _run_record_js__WEBPACK_IMPORTED_MODULE_9__.a3)(clock.now() - startedAt)}.`);
			record.source = { ...source.archive, path: object_path };
			return { ...desired, tarballPath: object_path };
		}
	}
	function mayBeExpired({ kind, status }) {
		return kind === "http" && [400, 401, 403, 404, 410].includes(status ?? 0);
	}
	function failed({ record }, why, cause) {
		return new _outcome_js__WEBPACK_IMPORTED_MODULE_2__.lZ("upload-failed", `The source could not be uploaded: ${why} ${(0, _cancel_js__WEBPACK_IMPORTED_MODULE_1__.I$)(record)}`.replace(/([^.])\s+(?=The |[\w-]+ was )/, "$1. "), { cause });
	}
	async function* withProgress({ clock, log }, source) {
		const startedAt = clock.now();
		const total = source.archive.bytes;
		let spokenAt = startedAt;
		let sent = 0;
		for await (const chunk of source.open()) {
			yield chunk;
			sent += chunk.length;
			const now = clock.now();
			if (now - spokenAt < PROGRESS_MS) continue;
			spokenAt = now;
			const rate = (0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.z3)(Math.round(sent * 1e3 / (now - startedAt)));
			log.line(`${Math.floor(100 * sent / total)}% of ${(0, _pack_sizes_js__WEBPACK_IMPORTED_MODULE_7__.z3)(total)}, ${rate}/s`);
		}
	}
}), 52447: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { z: () => withGit });
	var external_node_child_process_ = __webpack_require__(31421);
	var external_node_fs_ = __webpack_require__(73024);
	var promises_ = __webpack_require__(51455);
	var external_node_os_ = __webpack_require__(48161);
	var external_node_path_ = __webpack_require__(76760);
	var git_repository = __webpack_require__(96311);
	var network_environment = __webpack_require__(65393);
	;
	const MACHINE = ["PATH", "HOME", "TMPDIR", "TZ", "RUNNER_TRACKING_ID"];
	const WINDOWS = ["PATH", "PATHEXT", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "TEMP", "TMP", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "PROGRAMDATA", "RUNNER_TRACKING_ID"];
	function machineEnvironment(env, platform) {
		const windows = platform === "win32";
		const machine = new Set(windows ? WINDOWS : MACHINE);
		const seen = {};
		for (const [name, value] of Object.entries(env)) {
			if (value !== void 0 && machine.has(windows ? name.toUpperCase() : name)) seen[name] = value;
		}
		return { ...seen, ...(0, network_environment.mR)(env) };
	}
	function gitVariables(configFile, transports) {
		return { LC_ALL: "C", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: configFile, GIT_ATTR_NOSYSTEM: "1", GIT_ALLOW_PROTOCOL: transports.length === 0 ? "none" : transports.join(":"), GIT_PROTOCOL_FROM_USER: "0", GIT_NO_LAZY_FETCH: "1", GIT_NO_REPLACE_OBJECTS: "1", GIT_OPTIONAL_LOCKS: "0", GIT_LFS_SKIP_SMUDGE: "1", GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "", SSH_ASKPASS: "", GIT_SSH_COMMAND: "false", GIT_EDITOR: "false", GIT_PAGER: "cat", GIT_TRACE2: "0", GIT_TRACE2_EVENT: "0", GIT_TRACE2_PERF: "0" };
	}
	function gitSettings(platform) {
		const nowhere = platform === "win32" ? "NUL" : "/dev/null";
		return `[core]
	hooksPath = ${nowhere}
	fsmonitor = false
	untrackedCache = false
	excludesFile =
	attributesFile =
	askPass =
	sshCommand = false
	editor = false
	pager = cat
	autocrlf = false
	longpaths = true
	packedGitWindowSize = 64m
	packedGitLimit = 512m
[credential]
	helper =
	interactive = false
[diff]
	external =
[init]
	templateDir =
[gc]
	auto = 0
[maintenance]
	auto = false
[submodule]
	recurse = false
[fetch]
	recurseSubmodules = false
	writeCommitGraph = false
[transfer]
	bundleURI = false
[safe]
	bareRepository = explicit
[uploadpack]
	allowAnySHA1InWant = true
[http]
	lowSpeedLimit = 1000
	lowSpeedTime = 60
${platform === "win32" ? "	sslBackend = schannel\n" : ""}`;
	}
	function withResourceLimits(program, args, { memoryBytes, fileBytes }, platform) {
		if (platform === "win32" || memoryBytes === void 0 && fileBytes === void 0) {
			return { command: program, args: [...args] };
		}
		const set = [memoryBytes === void 0 ? "" : `ulimit -v ${Math.ceil(memoryBytes / 1024)} 2>/dev/null;`, fileBytes === void 0 ? "" : `ulimit -f ${Math.ceil(fileBytes / 512)} 2>/dev/null;`];
		return { command: "/bin/sh", args: ["-c", `${set.join(" ")} exec "$0" "$@"`, program, ...args] };
	}
	;
	const OUTPUT_BYTES = 512 * 1024 * 1024;
	async function withGit(env, signal, work) {
		signal.throwIfAborted();
		const program = await findGit(env);
		if (program === void 0) return void 0;
		const folder = await (0, promises_.mkdtemp)(external_node_path_.join(await temporaryFolder(env), "agent-deploy-git-"));
		try {
			const settings = external_node_path_.join(folder, "settings");
			const empty = external_node_path_.join(folder, "empty.git");
			await (0, promises_.writeFile)(settings, gitSettings(process.platform));
			await (0, git_repository.ol)(empty, process.platform);
			let facades = 0;
			return await work({ empty, facade: (repository) => (0, git_repository.V$)(repository, external_node_path_.join(folder, `${facades += 1}.git`), process.platform), run: (args, call) => runGit(program.file, args, { ...call, env: variables(env, program, settings, call) }, signal), readConfig: async (file, query) => {
				const { getExecOutput } = await Promise.all([__webpack_require__.e(410), __webpack_require__.e(620), __webpack_require__.e(736), __webpack_require__.e(995), __webpack_require__.e(795)]).then(__webpack_require__.bind(__webpack_require__, 13032));
				const { exitCode, stdout } = await getExecOutput(program.file, ["config", "--file", file, "--no-includes", "-z", ...query], { cwd: empty, env: variables(env, program, settings, { gitDir: empty }), silent: true, ignoreReturnCode: true });
				return exitCode === 0 ? stdout : void 0;
			} });
		} finally {
			await (0, promises_.rm)(folder, { recursive: true, force: true, maxRetries: 3 });
		}
	}
	async function temporaryFolder(env) {
		const given = env["RUNNER_TEMP"];
		const own = given ? await (0, promises_.realpath)(given).catch(() => void 0) : void 0;
		return own ?? (0, promises_.realpath)((0, external_node_os_.tmpdir)());
	}
	function variables(env, { path: search }, settings, call) {
		const machine = machineEnvironment(env, process.platform);
		return { ...Object.fromEntries(Object.entries(machine).filter(([name]) => name.toUpperCase() !== "PATH")), PATH: search, ...gitVariables(settings, call.transports ?? []), GIT_DIR: call.gitDir, ...call.env };
	}
	function runGit(program, args, { cwd, env, limitMs, limits = {} }, signal) {
		signal.throwIfAborted();
		const line = withResourceLimits(program, args, limits, process.platform);
		const windows = process.platform === "win32";
		const child = (0, external_node_child_process_.spawn)(line.command, line.args, { cwd, env, stdio: ["ignore", "pipe", "ignore"], windowsHide: true, detached: !windows });
		const { promise, resolve, reject } = Promise.withResolvers();
		const kill = () => {
			try {
				if (windows || child.pid === void 0) child.kill("SIGKILL");
				else process.kill(-child.pid, "SIGKILL");
			} catch {
			}
			child.stdout.destroy();
		};
		const stop = (kind) => {
			kill();
			resolve({ kind });
		};
		const timer = setTimeout(() => stop("too-long"), limitMs);
		const abort = () => {
			kill();
			reject(signal.reason);
		};
		signal.addEventListener("abort", abort, { once: true });
		const chunks = [];
		let bytes = 0;
		child.stdout.on("data", (chunk) => {
			bytes += chunk.length;
			if (bytes > OUTPUT_BYTES) stop("too-much");
			else chunks.push(chunk);
		});
		child.on("error", reject);
		child.on("close", (code) => resolve({ kind: "ended", code: code ?? 1, stdout: Buffer.concat(chunks) }));
		return promise.finally(() => {
			clearTimeout(timer);
			signal.removeEventListener("abort", abort);
		});
	}
	async function findGit(env) {
		const windows = process.platform === "win32";
		const [, search = ""] = Object.entries(env).find(([name]) => (windows ? name.toUpperCase() : name) === "PATH") ?? [];
		const workspace = await (0, promises_.realpath)(env["GITHUB_WORKSPACE"] || process.cwd()).catch(() => void 0);
		const trusted = [];
		let file;
		for (const folder of search.split(external_node_path_.delimiter)) {
			if (!external_node_path_.isAbsolute(folder) || await leadsInto(folder, workspace)) continue;
			trusted.push(folder);
			const candidate = external_node_path_.join(folder, windows ? "git.exe" : "git");
			if (file !== void 0 || !await isProgram(candidate) || await leadsInto(candidate, workspace)) continue;
			file = candidate;
		}
		return file === void 0 ? void 0 : { file, path: trusted.join(external_node_path_.delimiter) };
	}
	async function leadsInto(file, folder) {
		if (folder === void 0) return false;
		const real = await (0, promises_.realpath)(file).catch(() => void 0);
		if (real === void 0) return false;
		const relative = external_node_path_.relative(folder, real);
		return relative !== ".." && !relative.startsWith(`..${external_node_path_.sep}`) && !external_node_path_.isAbsolute(relative);
	}
	async function isProgram(file) {
		try {
			await (0, promises_.access)(file, external_node_fs_.constants.X_OK);
			return (await (0, promises_.stat)(file)).isFile();
		} catch {
			return false;
		}
	}
}), 90056: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { createResolveRef: () => createResolveRef, parseLsRemote: () => parseLsRemote });
	var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
	var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
	var node_url__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(73136);
	var _git_repository_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(96311);
	var _program_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(52447);
	const LIMIT_MS = 15e3;
	const MEMORY_BYTES = 1024 * 1024 * 1024;
	const CONFIG_BYTES = 1024 * 1024;
	function createResolveRef(env) {
		return async (repoUrl, ref, signal) => {
			try {
				return await (0, _program_js__WEBPACK_IMPORTED_MODULE_4__.z)(env, signal, (git) => lsRemote(git, repoUrl, ref, env));
			} catch (error) {
				signal.throwIfAborted();
				if (error instanceof Error) return void 0;
				throw error;
			}
		};
	}
	async function lsRemote(git, repoUrl, ref, env) {
		const full = ref.startsWith("refs/") ? ref : `refs/heads/${ref}`;
		const workspace = node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(env["GITHUB_WORKSPACE"] || ".");
		const remote = readRemote(repoUrl, workspace, env["GITHUB_SERVER_URL"]);
		if (remote === void 0) return void 0;
		const ask = async (address, more) => git.run(["-c", "http.lowSpeedTime=10", "ls-remote", "--quiet", "--", address, full, `${full}^{}`], { cwd: git.empty, gitDir: git.empty, limitMs: LIMIT_MS, limits: { memoryBytes: MEMORY_BYTES }, ...more });
		let end;
		if (remote.kind === "folder") {
			const repository = await (0, _git_repository_js__WEBPACK_IMPORTED_MODULE_3__.h_)(remote.folder);
			if (repository === void 0) return void 0;
			end = await ask((await git.facade(repository)).gitDir, { transports: ["file"] });
		} else {
			const header = await authorization(git, remote.url, workspace, env);
			remote.url.username = "";
			remote.url.password = "";
			end = await ask(remote.url.href, { transports: ["https", "http"], env: header === void 0 ? {} : headerVariables(remote.url, header) });
		}
		return end.kind === "ended" && end.code === 0 ? parseLsRemote(end.stdout.toString(), full) : void 0;
	}
	function readRemote(repoUrl, workspace, serverUrl) {
		const url = URL.parse(repoUrl);
		const drive = url !== null && /^[a-z]:$/.test(url.protocol);
		const scp = /^(?:[\w.-]+@)?([\w.-]{2,}):(?!\/\/)(.+)$/.exec(repoUrl);
		if (url !== null && !drive && scp === null) {
			switch (url.protocol) {
				case "http:":
				case "https:":
					return { kind: "server", url };
				case "file:":
					return { kind: "folder", folder: (0, node_url__WEBPACK_IMPORTED_MODULE_2__.fileURLToPath)(url) };
				case "ssh:":
					return overHttps(url.hostname, url.pathname, serverUrl);
				default:
					return void 0;
			}
		}
		if (scp !== null && !drive) return overHttps(scp[1] ?? "", scp[2] ?? "", serverUrl);
		return { kind: "folder", folder: node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(workspace, repoUrl) };
	}
	function overHttps(host, name, serverUrl) {
		const server = URL.parse(serverUrl ?? "");
		if (server === null || server.hostname !== host.toLowerCase()) return void 0;
		return { kind: "server", url: new URL(`${server.origin}/${name.replace(/^\/+/, "")}`) };
	}
	async function authorization(git, url, workspace, env) {
		if (url.username !== "" || url.password !== "") {
			const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
			return `Authorization: Basic ${Buffer.from(credentials).toString("base64")}`;
		}
		const folder = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(workspace);
		const checkout = await (0, _git_repository_js__WEBPACK_IMPORTED_MODULE_3__.I8)(folder, folder);
		if (checkout === void 0) return void 0;
		for (const file of [configOf(checkout), ...await credentialFiles(git, checkout, env)]) {
			const [header] = await readConfig(git, file, ["--get-urlmatch", "http.extraheader", url.href]);
			if (header !== void 0 && /^authorization: (basic|bearer) [\x21-\x7e]+$/i.test(header)) return header;
		}
		return void 0;
	}
	function headerVariables({ origin }, header) {
		return { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`, GIT_CONFIG_VALUE_0: header };
	}
	const configOf = ({ commonDir }) => node_path__WEBPACK_IMPORTED_MODULE_1__.join(commonDir, "config");
	async function credentialFiles(git, checkout, env) {
		const temporary = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(env["RUNNER_TEMP"] || "").catch(() => void 0);
		if (temporary === void 0 || !env["RUNNER_TEMP"]) return [];
		const included = await readConfig(git, configOf(checkout), ["--get-regexp", "^include(if\\.gitdir:.*)?\\.path$"]);
		const files = await Promise.all(included.map((entry) => (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(entry.slice(entry.indexOf("\n") + 1)).catch(() => "")));
		return [...new Set(files.filter((file) => file.startsWith(temporary + node_path__WEBPACK_IMPORTED_MODULE_1__.sep)))];
	}
	async function readConfig(git, file, query) {
		if (await (0, _git_repository_js__WEBPACK_IMPORTED_MODULE_3__.Lo)(file, CONFIG_BYTES) === void 0) return [];
		return (await git.readConfig(file, query))?.split("\0").slice(0, -1) ?? [];
	}
	function parseLsRemote(stdout, fullRef) {
		const rows = stdout.split(/\r?\n/).map((line) => line.split("	"));
		const find = (name) => rows.find(([, rowRef]) => rowRef === name)?.[0];
		const commit = find(`${fullRef}^{}`) ?? find(fullRef);
		return commit !== void 0 && /^[0-9a-f]{40,64}$/.test(commit) ? commit : void 0;
	}
}), 22959: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { D2: () => describeUnreadable, DQ: () => readPullRequest, GZ: () => PULL_REQUEST_PERMISSION, Oq: () => searchComparison, pr: () => searchPullRequest });
	var _paths_glob_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(27820);
	var _client_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73564);
	const PULL_REQUEST_PERMISSION = "pull-requests: read";
	const READ_LIMITS = { attemptTimeoutMs: 3e4, retryDelaysMs: [1e3, 4e3], maxRetryAfterMs: 6e4 };
	async function readPullRequest(connection, number, { clock, signal }) {
		const client = (0, _client_js__WEBPACK_IMPORTED_MODULE_0__.createGitHubClient)(connection, signal, READ_LIMITS, (ms, aborted) => clock.sleep(ms, aborted));
		try {
			const { data, headers } = await client.call((at) => client.octokit.rest.pulls.get({ ...at, pull_number: number }));
			(0, _client_js__WEBPACK_IMPORTED_MODULE_0__.assertSamePullRequest)(connection, number, data);
			const head = data.head.repo;
			const pull = { number: data.number, closed: data.state === "closed", labels: data.labels.map(({ name }) => name), branch: data.head.ref, commit: data.head.sha.toLowerCase(), fork: head === null || head.full_name !== data.base.repo.full_name, answeredAt: timeOf(headers.date) };
			return { kind: "read", pull };
		} catch (error) {
			signal.throwIfAborted();
			return { kind: "unreadable", failure: client.failureOf(error) };
		}
	}
	function describeUnreadable(number, { status, description, permissions }) {
		const denied = status === 401 || status === 403 || status === 404;
		const lines = permissions.length > 0 ? permissions.join("` and `") : PULL_REQUEST_PERMISSION;
		const cure = denied ? ` Add \`${lines}\` under \`permissions:\` of the workflow's job.` : "";
		return `Pull request #${number} could not be read. ${description}.${cure}`;
	}
	function timeOf(date) {
		const time = Date.parse(date ?? "");
		return Number.isNaN(time) ? void 0 : time;
	}
	const PULL_LIMIT = 3e3;
	const COMPARE_LIMIT = 300;
	async function searchPullRequest({ octokit, owner, repo }, number, filter, signal) {
		const pages = octokit.paginate.iterator(octokit.rest.pulls.listFiles, { owner, repo, pull_number: number, per_page: 100, request: { signal } });
		let files = 0;
		for await (const { data } of pages) {
			const path = (0, _paths_glob_js__WEBPACK_IMPORTED_MODULE_1__.hu)(filter, data);
			if (path !== void 0) return { kind: "touched", path };
			files += data.length;
		}
		return none(files, PULL_LIMIT);
	}
	async function searchComparison({ octokit, owner, repo }, { base, head }, filter, signal) {
		const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead: `${base}...${head}`, per_page: 1, page: 1, request: { signal } });
		const compared = data.base_commit;
		(0, _client_js__WEBPACK_IMPORTED_MODULE_0__.assertSame)("a comparison from", base, compared?.sha.slice(0, base.length));
		if (data.status !== "ahead" && data.status !== "identical") {
			return { kind: "unknown", why: `${short(head)} does not come after ${short(base)}` };
		}
		const files = data.files ?? [];
		const path = (0, _paths_glob_js__WEBPACK_IMPORTED_MODULE_1__.hu)(filter, files);
		if (path !== void 0) return { kind: "touched", path };
		if (data.files === void 0) return { kind: "unknown", why: "GitHub does not say which files changed" };
		return none(files.length, COMPARE_LIMIT);
	}
	function none(files, limit) {
		if (files < limit) return { kind: "untouched", files };
		return { kind: "unknown", why: `GitHub lists ${limit} changed files at most, and there may be more` };
	}
	const short = (commit) => commit.slice(0, 7);
}), 4620: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { TIME_LIMIT_MS: () => TIME_LIMIT_MS, parseCheckFile: () => parseCheckFile, parseChecks: () => parseChecks, parseExpect: () => parseExpect, parseJsonValue: () => parseJsonValue, parsePattern: () => parsePattern, singleCheck: () => singleCheck });
	var _registry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(19686);
	var _parsers_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(58361);
	var _problem_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(49262);
	var _yaml_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(31230);
	const TIME_LIMIT_MS = 12e4;
	const MOST_CASES = 100;
	const UNSAID = { assistant: void 0, threadId: void 0, config: void 0, context: void 0, metadata: void 0, timeLimitMs: TIME_LIMIT_MS, strategy: "rollback" };
	const EXPECT_SUCCESS = { status: "success", interrupted: false, state: { given: false, value: void 0 }, lastMessage: void 0 };
	const SHARED_KEYS = ["assistant", "time-limit", "thread-id", "multitask-strategy", "config", "context", "metadata"];
	const CASE_KEYS = ["name", "input", "command", "expect", ...SHARED_KEYS];
	const EXPECT_KEYS = ["status", "interrupted", "state", "last-message"];
	function parseChecks(text, defaults = {}) {
		const read = (0, _yaml_js__WEBPACK_IMPORTED_MODULE_2__.hN)(text);
		if (!read.ok) return read;
		const { value } = read.value;
		if (typeof value === "string") {
			const path = (0, _parsers_js__WEBPACK_IMPORTED_MODULE_1__.NP)(value.trim());
			if (path.ok && /\.(ya?ml|json)$/i.test(path.value)) return (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.rZ)({ kind: "file", path: path.value, read: (file) => parseCheckFile(file, defaults) });
			if (!path.ok) return path;
			return (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.Gq)(`${(0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.hD)(value)} is neither a case nor a path that ends in .yml, .yaml or .json`, "Write a case, such as `input: {\u2026}`, or the path of a file of the checkout.");
		}
		const cases = readCases(read.value, defaults);
		return cases.ok ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.rZ)({ kind: "given", cases: cases.value }) : cases;
	}
	function parseCheckFile(text, defaults) {
		const read = (0, _yaml_js__WEBPACK_IMPORTED_MODULE_2__.hN)(text);
		return read.ok ? readCases(read.value, defaults) : read;
	}
	function parseExpect(text) {
		return (0, _yaml_js__WEBPACK_IMPORTED_MODULE_2__.gM)(text, (at) => readExpect(at, at.value, []));
	}
	function parseJsonValue(text) {
		const read = (0, _yaml_js__WEBPACK_IMPORTED_MODULE_2__.hN)(text);
		if (!read.ok) return read;
		const at = new _yaml_js__WEBPACK_IMPORTED_MODULE_2__.nr(read.value);
		at.json(read.value.value, []);
		return at.problems.length > 0 ? { ok: false, problems: at.problems } : (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.rZ)(read.value.value);
	}
	function parsePattern(text) {
		if (text.trim() === "") {
			return (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.Gq)("it is empty, and would be found in any text", "Write what is to be found, or leave the field out.");
		}
		const [, between, flags = ""] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? [];
		const pattern = between === void 0 ? { source: text, flags: "" } : { source: between, flags };
		if (!/^[imsu]*$/.test(pattern.flags)) {
			return (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.Gq)(`the flags ${(0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.hD)(pattern.flags)} are not among i, m, s and u`, "Leave the others out.");
		}
		try {
			const compiled = new RegExp(pattern.source, pattern.flags);
			if (isFoundAnywhere(compiled)) {
				return (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.Gq)("it is found in any text", "Write what is to be found, such as `.+` for a text that is not empty.");
			}
			return (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.rZ)({ source: compiled.source, flags: compiled.flags });
		} catch (error) {
			const why = error instanceof Error ? /: ([^:]+)$/.exec(error.message)?.[1] : void 0;
			return (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.Gq)(`it is no regular expression: ${why ?? "it cannot be read"}`, "Write it as JavaScript has it, such as `refund|return` or `/refund/i`.");
		}
	}
	function isFoundAnywhere(pattern) {
		return !/\(\?<?[=!]/.test(pattern.source) && pattern.test("") && pattern.test("");
	}
	function readCases(text, given) {
		const at = new _yaml_js__WEBPACK_IMPORTED_MODULE_2__.nr(text);
		const { value } = text;
		let list = [value];
		let base = [];
		let defaults = given;
		if (Array.isArray(value)) list = value;
		else if ((0, _yaml_js__WEBPACK_IMPORTED_MODULE_2__.pi)(value) && "cases" in value) {
			const whole = at.mapping(value, [], ["cases", ...SHARED_KEYS]) ?? {};
			defaults = { ...given, ...readShared(at, whole, []) };
			base = ["cases"];
			if (Array.isArray(whole["cases"])) list = whole["cases"];
			else at.addProblem(base, "it is no list", "Write `- ` before each case.");
		}
		if (list.length === 0) at.addProblem(base, "it holds no case", "Write at least one.");
		if (list.length > MOST_CASES) {
			at.addProblem(base, `it holds ${list.length} cases`, `Give at most ${MOST_CASES}.`);
			list = [];
		}
		const single = list.length === 1 && !Array.isArray(value) && base.length === 0;
		const cases = list.map((one, index) => readCase(at, one, single ? [] : [...base, index], single ? "the case" : `case ${index + 1}`, defaults));
		const names = cases.map(({ name }) => name);
		const twice = names.find((name, index) => names.indexOf(name) !== index);
		at.about("");
		if (twice !== void 0) {
			at.addProblem(base, `two cases are named ${(0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.hD)(twice)}`, "Give each a name of its own.");
		}
		return at.problems.length > 0 ? { ok: false, problems: at.problems } : (0, _problem_js__WEBPACK_IMPORTED_MODULE_3__.rZ)(cases);
	}
	function readCase(at, value, path, number, defaults) {
		at.about(number);
		const whole = at.mapping(value, path, CASE_KEYS) ?? {};
		const name = at.parse(whole["name"], [...path, "name"], _parsers_js__WEBPACK_IMPORTED_MODULE_1__.$q) ?? number;
		const command = at.object(whole["command"], [...path, "command"]);
		const said = whole["input"] !== void 0 && whole["input"] !== null;
		if ((0, _yaml_js__WEBPACK_IMPORTED_MODULE_2__.pi)(value) && said === (command !== void 0)) {
			const problem = said ? "input and command are both given" : "there is no input";
			at.addProblem(path, problem, "Give `input: {\u2026}`, what the graph takes, or `command: {\u2026}` to resume one that stopped.");
		}
		return { ...UNSAID, ...defaults, ...readShared(at, whole, path), name, input: said ? at.json(whole["input"], [...path, "input"]) : void 0, command, expect: readExpect(at, whole["expect"], [...path, "expect"]) };
	}
	function singleCheck(given) {
		const { input, expect = EXPECT_SUCCESS, lastMessage, ...defaults } = given;
		return { ...UNSAID, ...defaults, name: "the case", input, command: void 0, expect: { ...expect, lastMessage: lastMessage ?? expect.lastMessage } };
	}
	function readShared(at, whole, path) {
		const field = (key) => [whole[key], [...path, key]];
		const context = whole["context"] ?? void 0;
		at.json(context, [...path, "context"]);
		const taken = { assistant: at.parse(...field("assistant"), _parsers_js__WEBPACK_IMPORTED_MODULE_1__.$q), timeLimitMs: at.parse(...field("time-limit"), _parsers_js__WEBPACK_IMPORTED_MODULE_1__.Er), threadId: at.parse(...field("thread-id"), _parsers_js__WEBPACK_IMPORTED_MODULE_1__.Xw), strategy: at.parse(...field("multitask-strategy"), (text) => (0, _parsers_js__WEBPACK_IMPORTED_MODULE_1__.kB)(text, _registry_js__WEBPACK_IMPORTED_MODULE_0__.YL)), config: at.object(...field("config")), context, metadata: at.object(...field("metadata")) };
		return Object.fromEntries(Object.entries(taken).filter(([, part]) => part !== void 0));
	}
	function readExpect(at, value, path) {
		if (expectsNothing(value)) at.addProblem(path, "nothing is expected", "Say what, or leave the field out.");
		const whole = value === void 0 || value === null ? {} : at.mapping(value, path, EXPECT_KEYS) ?? {};
		for (const key of EXPECT_KEYS.filter((one) => one !== "state" && whole[one] === null)) {
			at.addProblem([...path, key], "nothing is expected", "Say what, or leave the field out.");
		}
		const interrupted = whole["interrupted"] ?? false;
		if (typeof interrupted !== "boolean") {
			at.addProblem([...path, "interrupted"], "it is not a boolean", "Write true or false.");
		}
		const given = whole["state"] !== void 0;
		if (given) at.json(whole["state"], [...path, "state"]);
		if (given && whole["state"] !== null && expectsNothing(whole["state"])) {
			at.addProblem([...path, "state"], "nothing is expected", "Say what it has to hold, or leave the field out.");
		}
		const status = at.parse(whole["status"], [...path, "status"], (text) => (0, _parsers_js__WEBPACK_IMPORTED_MODULE_1__.kB)(text, ["success", "error"])) ?? "success";
		if (status === "error" && interrupted === true) {
			const cure = "Leave out one of status and interrupted.";
			at.addProblem([...path, "interrupted"], "a run that ends as error does not stop to be resumed", cure);
		}
		return { status, interrupted: interrupted === true, state: { given, value: whole["state"] }, lastMessage: at.parse(whole["last-message"], [...path, "last-message"], parsePattern) };
	}
	function expectsNothing(value) {
		return value === null || (0, _yaml_js__WEBPACK_IMPORTED_MODULE_2__.pi)(value) && Object.keys(value).length === 0;
	}
}), 15986: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { parseResourceSpec: () => parseResourceSpec, parseSecretReferences: () => parseSecretReferences });
	var zod__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(34410);
	var _contract_json_safety_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6760);
	var _contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34366);
	var _contract_deployment_rules_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(28966);
	var _contract_source_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(20690);
	var _secrets_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(54476);
	var _yaml_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(31230);
	const SPEC_KEYS = Object.keys(_contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_0__.yd.shape);
	function parseResourceSpec(text) {
		return (0, _yaml_js__WEBPACK_IMPORTED_MODULE_4__.gM)(text, (reader) => {
			if (reader.mapping(reader.value, [], SPEC_KEYS) === void 0) return void 0;
			checkVariables(reader);
			const spec = reader.schema(_contract_resource_spec_js__WEBPACK_IMPORTED_MODULE_0__.yd);
			const lost = spec && (0, _contract_json_safety_js__WEBPACK_IMPORTED_MODULE_5__.Di)(reader.value, spec);
			if (lost) reader.addProblem(lost, _contract_json_safety_js__WEBPACK_IMPORTED_MODULE_5__.Hd, "Correct this field.");
			return spec;
		});
	}
	function parseSecretReferences(text, secrets) {
		return (0, _yaml_js__WEBPACK_IMPORTED_MODULE_4__.gM)(text, (reader) => {
			if (!Array.isArray(reader.value)) {
				const hint = "Write `- name: \u2026`, `secret_name: \u2026` and `secret_key: \u2026` for each.";
				reader.addProblem([], "it is no list", hint);
				return void 0;
			}
			checkReferences(reader, reader.value);
			const references = reader.problems.length > 0 ? void 0 : reader.schema(zod__WEBPACK_IMPORTED_MODULE_6__.YOg(_contract_source_js__WEBPACK_IMPORTED_MODULE_2__.Us));
			const seen = new Set(secrets.map(({ name }) => name));
			for (const [index, { name }] of (references ?? []).entries()) {
				const add = (message, hint) => reader.addProblem([index, "name"], `${name} ${message}`, hint);
				if (seen.has(name)) add("is set more than once", "Keep one of them.");
				if ((0, _contract_deployment_rules_js__WEBPACK_IMPORTED_MODULE_1__.ce)(name, { selfHosted: true })) {
					add("is reserved: the platform sets it itself", "Remove it.");
				}
				if (name === _secrets_js__WEBPACK_IMPORTED_MODULE_3__.yf) add("is reserved: it marks previews", "Remove it.");
				seen.add(name);
			}
			return references;
		});
	}
	function checkVariables(reader) {
		for (const list of ["init_containers", "sidecars"]) {
			for (const [at, container] of items(reader.value, list).entries()) {
				for (const [index, variable] of items(container, "env").entries()) {
					if (!(0, _yaml_js__WEBPACK_IMPORTED_MODULE_4__.pi)(variable) || !Object.hasOwn(variable, "value") || variable["valueFrom"]) continue;
					const missing = (0, _secrets_js__WEBPACK_IMPORTED_MODULE_3__.Bd)(variable["value"], "For an empty value leave out `value`.");
					if (missing === void 0) continue;
					const path = [list, at, "env", index, "value"];
					reader.addProblem(path, `${nameOf(variable)} ${missing.message}`, missing.hint);
				}
			}
		}
	}
	function checkReferences(reader, references) {
		for (const [index, reference] of references.entries()) {
			for (const field of ["name", "secret_name", "secret_key"]) {
				if (!(0, _yaml_js__WEBPACK_IMPORTED_MODULE_4__.pi)(reference) || !Object.hasOwn(reference, field)) continue;
				const missing = (0, _secrets_js__WEBPACK_IMPORTED_MODULE_3__.Bd)(reference[field], `Write the ${field} itself.`);
				if (missing === void 0) continue;
				reader.addProblem([index, field], `of ${nameOf(reference)} ${missing.message}`, missing.hint);
			}
		}
	}
	function nameOf(holder) {
		const name = (0, _yaml_js__WEBPACK_IMPORTED_MODULE_4__.pi)(holder) ? holder["name"] : void 0;
		return typeof name === "string" && name !== "" ? name : "(unnamed)";
	}
	function items(holder, key) {
		const found = (0, _yaml_js__WEBPACK_IMPORTED_MODULE_4__.pi)(holder) ? holder[key] : void 0;
		return Array.isArray(found) ? found : [];
	}
}), 68736: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { readVerifyInputs: () => readVerifyInputs });
	var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(96043);
	var _registry_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(19686);
	var _reader_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(40754);
	var _read_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(38152);
	var _endpoint_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(67864);
	const NOTHING_ELSE = { wait: true, waitTimeoutMs: 0, pollIntervalMs: 6e4, onCancel: "leave", force: false, rerun: false, dryRun: false, logLines: 0, github: { token: void 0, deployment: false, environment: void 0, comment: false, commentKey: void 0, commentLogs: false } };
	async function readVerifyInputs(env) {
		const reader = (0, _reader_js__WEBPACK_IMPORTED_MODULE_2__.ic)(env, _registry_js__WEBPACK_IMPORTED_MODULE_1__.Uz);
		const display = (0, _read_js__WEBPACK_IMPORTED_MODULE_3__.xS)(reader);
		const warnings = await (0, _read_js__WEBPACK_IMPORTED_MODULE_3__.k2)(env, reader, _registry_js__WEBPACK_IMPORTED_MODULE_1__.OO);
		const access = (0, _read_js__WEBPACK_IMPORTED_MODULE_3__.zS)(reader, env);
		const agent = readAgent(reader, access?.endpoint.allowInsecureHost ?? false);
		const verification = await readVerification(reader);
		const requestTimeoutMs = reader.read("request-timeout");
		const policy = _outcome_js__WEBPACK_IMPORTED_MODULE_0__.zj;
		const shown = { display, policy, warnings };
		const complete = access && agent && verification && requestTimeoutMs !== void 0;
		if (reader.problems.length > 0 || !complete) return { ok: false, ...shown, problems: reader.problems };
		const settings = { ...NOTHING_ELSE, ...access, policy, requestTimeoutMs, verb: "verify", agent, verification };
		return { ok: true, ...shown, settings };
	}
	function readAgent(reader, allowInsecureHost) {
		const url = reader.readWith("deployment-url", (text) => (0, _endpoint_js__WEBPACK_IMPORTED_MODULE_4__.Mg)(text, allowInsecureHost));
		if (reader.raw["deployment-url"] !== void 0) return url === void 0 ? void 0 : { by: "url", url };
		if (reader.raw["deployment-name"] === void 0 && reader.raw["deployment-id"] === void 0) {
			reader.addProblem("deployment-url", "neither it nor deployment-name nor deployment-id is given", "Give the output deployment-url of the deploy, or the name of the deployment.");
			return void 0;
		}
		return (0, _read_js__WEBPACK_IMPORTED_MODULE_3__._E)(reader);
	}
	const OF_ONE = ["input", "expect", "last-message"];
	async function readVerification(reader) {
		const parse = await (0, _read_js__WEBPACK_IMPORTED_MODULE_3__.y2)();
		const common = { ...defined("assistant", reader.read("assistant")), ...defined("timeLimitMs", reader.read("time-limit")), ...defined("threadId", reader.read("thread-id")), ...defined("strategy", reader.read("multitask-strategy")) };
		const feedback = reader.read("feedback-key");
		const keepThreads = reader.read("keep-threads") ?? "never";
		const how = { feedbackKey: feedback?.key, keepThreads };
		const given = reader.readWith("cases", (text) => parse.parseChecks(text, common));
		if (reader.raw.cases !== void 0) {
			for (const input2 of OF_ONE.filter((name) => reader.raw[name] !== void 0)) {
				reader.addProblem(input2, "cases is given too", "Write it into the case it is for.");
			}
			return given && { checks: given, ...how };
		}
		const cure = "Give what the graph takes, such as `messages: [{role: user, content: hi}]`.";
		if (reader.raw.input === void 0) {
			reader.addProblem("input", "neither input nor cases is given", cure);
			return void 0;
		}
		const input = reader.readWith("input", parse.parseJsonValue);
		if (input === null) reader.addProblem("input", "it holds nothing", cure);
		const expect = reader.readWith("expect", parse.parseExpect);
		const lastMessage = reader.readWith("last-message", parse.parsePattern);
		if (lastMessage !== void 0 && expect?.lastMessage !== void 0) {
			reader.addProblem("last-message", "expect has one too", "Keep one of them.");
		}
		const one = parse.singleCheck({ ...common, input, expect, lastMessage });
		return { checks: { kind: "given", cases: [one] }, ...how };
	}
	function defined(key, value) {
		const one = {};
		if (value !== void 0) one[key] = value;
		return one;
	}
}), 31230: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { Xs: () => isTypo, gM: () => readYaml, hN: () => parseYaml, nr: () => YamlReader, pi: () => isMapping });
	var fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(38232);
	var yaml__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(33483);
	var _problem_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(49262);
	function parseYaml(text) {
		try {
			const document = (0, yaml__WEBPACK_IMPORTED_MODULE_1__.Tp)(text, { prettyErrors: false, uniqueKeys: sameKey, logLevel: "error" });
			const [error] = document.errors;
			const lineAt = (offset) => text.slice(0, offset).split("\n").length;
			if (error !== void 0) {
				return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.Gq)(`it is neither YAML nor JSON: line ${lineAt(error.pos[0])}: ${error.code}`, "Check quotes and indentation.");
			}
			const lineOf = (path) => {
				for (let length = path.length; length > 0; length -= 1) {
					const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
					const key = path[length - 1];
					const pair = (0, yaml__WEBPACK_IMPORTED_MODULE_1__.jh)(parent) ? parent.items.find((item) => keyOf(item) === String(key)) : void 0;
					const node = pair?.key ?? document.getIn(path.slice(0, length), true);
					if ((0, yaml__WEBPACK_IMPORTED_MODULE_1__.Ll)(node) && node.range) return lineAt(node.range[0]);
				}
				return 1;
			};
			return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.rZ)({ value: document.toJS(), lineOf });
		} catch {
			return (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.Gq)("it expands to too much, or is nested too deep", "Write it flat, without so many aliases.");
		}
	}
	function sameKey(one, other) {
		return one === other || (0, yaml__WEBPACK_IMPORTED_MODULE_1__.jn)(one) && (0, yaml__WEBPACK_IMPORTED_MODULE_1__.jn)(other) && scalarText(one) === scalarText(other);
	}
	function scalarText(key) {
		const value = key.toJSON();
		if (value === null || value === void 0) return "";
		return typeof value === "string" ? value : JSON.stringify(value);
	}
	function keyOf(item) {
		if (!(0, yaml__WEBPACK_IMPORTED_MODULE_1__.tO)(item)) return void 0;
		const key = (0, yaml__WEBPACK_IMPORTED_MODULE_1__.Ll)(item.key) ? item.key.toJSON() : item.key;
		return typeof key === "string" || typeof key === "number" ? String(key) : void 0;
	}
	function isTypo(key, known) {
		return (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.distance)(key, (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.closest)(key, known)) <= 2;
	}
	function hintForKey(key, known) {
		const nearest = (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.closest)(key, known);
		const near = (0, fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__.distance)(key, nearest) <= Math.max(2, Math.floor(key.length / 2));
		return near ? `Did you mean ${nearest}?` : "Remove it; the fields stand in the documentation.";
	}
	function isMapping(value) {
		return typeof value === "object" && value !== null && !Array.isArray(value);
	}
	const EXPONENT = 1e21;
	function readYaml(text, read) {
		const parsed = parseYaml(text);
		if (!parsed.ok) return parsed;
		const reader = new YamlReader(parsed.value);
		const value = read(reader);
		if (reader.problems.length > 0) return { ok: false, problems: reader.problems };
		return value === void 0 ? (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.Gq)("it holds nothing", "Write a value.") : (0, _problem_js__WEBPACK_IMPORTED_MODULE_2__.rZ)(value);
	}
	class YamlReader {
		value;
		problems = [];
		#text;
		#about = "";
		constructor(text) {
			this.#text = text;
			this.value = text.value;
		}
		about(name) {
			this.#about = name === "" ? "" : `${name}: `;
		}
		addProblem(path, message, hint, field = path) {
			const shown = this.#about === "" ? field : field.filter((part) => typeof part === "string" && part !== "cases");
			const name = shown.join(".");
			const where = `line ${this.#text.lineOf(path)}: ${this.#about}${name === "" ? "" : `${name}: `}`;
			this.problems.push({ message: `${where}${message}`, hint });
		}
		schema(schema) {
			const parsed = schema.safeParse(this.value);
			if (parsed.success) return parsed.data;
			for (const { path, message } of parsed.error.issues) {
				const at = path.map((part) => typeof part === "symbol" ? String(part) : part);
				this.addProblem(at, message, "Correct this field.");
			}
			return void 0;
		}
		fields(value, path, known, isShown = () => true) {
			if (!isMapping(value)) return;
			for (const key of Object.keys(value).filter((one) => !known.includes(one))) {
				const field = isShown(key) ? [...path, key] : path;
				this.addProblem([...path, key], "there is no such field", hintForKey(key, known), field);
			}
		}
		parse(value, path, parse) {
			if (value === void 0 || value === null) return void 0;
			if (typeof value !== "string" && typeof value !== "number") {
				this.addProblem(path, "it is no text", "Write one word or one line.");
				return void 0;
			}
			const parsed = parse(String(value));
			if (parsed.ok) return parsed.value;
			for (const { message, hint } of parsed.problems) this.addProblem(path, message, hint);
			return void 0;
		}
		mapping(value, path, keys) {
			if (!isMapping(value)) {
				this.addProblem(path, "it is no mapping", "Write one `field: value` per line.");
				return void 0;
			}
			this.fields(value, path, keys);
			return value;
		}
		object(value, path) {
			if (value === void 0 || value === null) return void 0;
			if (isMapping(value)) {
				this.json(value, path);
				return value;
			}
			this.addProblem(path, "it is no mapping", "Write one `field: value` per line.");
			return void 0;
		}
		json(value, path, within = []) {
			if (typeof value === "number") {
				if (!Number.isFinite(value)) {
					this.addProblem(path, "JSON has no such number", "Write another one, or text in quotes.");
				} else if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < EXPONENT) {
					this.addProblem(path, "it has more digits than a JSON number keeps", "Write it as text, in quotes.");
				}
			} else if (typeof value === "object" && value !== null) {
				if (within.includes(value)) {
					this.addProblem(path, "it holds itself", "Write it out without an alias.");
					return value;
				}
				const isPlain = Array.isArray(value) || Object.prototype.toString.call(value) === "[object Object]";
				if (!isPlain) {
					this.addProblem(path, "JSON has no such value", "Leave out the tag, or write text in quotes.");
					return value;
				}
				for (const [key, part] of Object.entries(value)) {
					this.json(part, [...path, Array.isArray(value) ? Number(key) : key], [...within, value]);
				}
			}
			return value;
		}
	}
}), 81498: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { createPackSource: () => createPackSource });
	var external_node_crypto_ = __webpack_require__(77598);
	var promises_ = __webpack_require__(51455);
	var external_node_path_ = __webpack_require__(76760);
	var errors = __webpack_require__(65292);
	var limits = __webpack_require__(55403);
	var action_text = __webpack_require__(77844);
	var outcome = __webpack_require__(96043);
	var ignore = __webpack_require__(50114);
	;
	const NEVER = /* @__PURE__ */ new Set([".git", "node_modules", "__pycache__", ".venv", "venv", ".tox", ".mypy_cache"]);
	const ENV_FILE = /^(\.env([._-].+)?|\.envrc|.+\.env)$/;
	const SAMPLE = /(^|[._-])(example|sample|template|dist)([._-]|$)/;
	const SECRET_NAME = new RegExp(`^(${[String.raw`[._]netrc`, String.raw`\.git-credentials`, String.raw`gha-creds-.*\.json`, String.raw`application_default_credentials\.json`, String.raw`credentials\.tfrc\.json`, String.raw`terraform\.tfstate(\..+)?`, String.raw`(.*[._-])?id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?`, String.raw`.+\.(p12|pfx|ppk|jks|keystore|kdbx)`, String.raw`\.(pgpass|my\.cnf|mylogin\.cnf|htpasswd|dockercfg|s3cfg|boto|databrickscfg|vault-token|vault[._-]pass.*)`, String.raw`\.dev\.vars(\..+)?`, String.raw`(\.)?kubeconfig(\..+)?`, String.raw`rclone\.conf`].join("|")})$`);
	const SECRET_PLACE = new RegExp(`/(${[String.raw`\.aws/(credentials|config|sso/.*|cli/.*|login/.*)`, String.raw`\.azure/(accesstokens|azureprofile|msal_|service_principal).*`, String.raw`\.cargo/credentials(\.toml)?`, String.raw`\.docker/config\.json`, String.raw`\.gem/credentials`, String.raw`\.gnupg/.*`, String.raw`\.kube/config`, String.raw`\.ssh/.*`, String.raw`gcloud/(access_tokens|credentials|legacy_credentials).*`, String.raw`\.config/gh/hosts\.ya?ml`, String.raw`\.config/git/credentials`].join("|")})$`);
	const PUBLIC = /\.pub$/;
	const MAYBE = new RegExp(`^(${[String.raw`\.?npmrc`, String.raw`\.yarnrc(\.ya?ml)?`, String.raw`\.?bunfig\.toml`, String.raw`\.pypirc`, String.raw`pip\.(conf|ini)`, String.raw`uv\.toml`, String.raw`(poetry-)?auth\.(toml|json)`, String.raw`\.condarc`, String.raw`nuget\.config`, String.raw`\.git(config|modules)`, String.raw`\.?token(\.(json|txt))?`, String.raw`.+\.(pem|key|asc|gpg|tfvars)`, String.raw`(.*[._-])?(key|sa|client_secret.*|.*adminsdk.*|.+-[0-9a-f]{12})\.json`, String.raw`(.*[._-])(rsa|dsa|ecdsa|ed25519|key)`, String.raw`\.?(.*[._-])?(credentials?|secrets?|service[._-]?account.*)(\.(json|ya?ml|toml|ini|cfg|conf|txt))?`].join("|")})$`);
	function exclusionOf(path) {
		const segments = path.split("/");
		if (segments.some(isNeverPacked)) return "never";
		const name = withoutBackup(segments.at(-1)?.toLowerCase() ?? "");
		if (PUBLIC.test(name)) return void 0;
		if (ENV_FILE.test(name)) return SAMPLE.test(name) ? void 0 : "env-file";
		if (SECRET_NAME.test(name) || SECRET_PLACE.test(`/${[...segments.slice(0, -1), name].join("/").toLowerCase()}`)) return "secret";
		return MAYBE.test(name) ? "maybe" : void 0;
	}
	function withoutBackup(name) {
		const swap = /^\.(.+)\.sw[a-p]$/.exec(name)?.[1];
		return swap ?? name.replace(/(?:~|\.(?:bak|backup|old|orig|save))+$/, "");
	}
	function isNeverPacked(name) {
		return NEVER.has(name) || name.toLowerCase() === ".git";
	}
	const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY( BLOCK)?-----/;
	const PAIR = /^[^#;\n]*?(_auth|auth_?token|auth_?ident|password|passwd|secret|token|private_?key|access_?key(?!_?id)|api_?key)[\w-]{0,40}["']?[ \t]{0,20}[:=][ \t]{0,20}["']?(?!true\b|false\b|null\b|none\b)[^\s"'$<{,[]{4,}/im;
	const URL_WITH_PASSWORD = /^[^#;\n]*:\/\/[^\s/@:]*:[^\s/@$<{]+@/m;
	function holdsSecret(text) {
		return PRIVATE_KEY.test(text) || PAIR.test(text) || URL_WITH_PASSWORD.test(text);
	}
	var sizes = __webpack_require__(71895);
	;
	var __addDisposableResource = function(env, value, async) {
		if (value !== null && value !== void 0) {
			if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
			var dispose, inner;
			if (async) {
				if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
				dispose = value[Symbol.asyncDispose];
			}
			if (dispose === void 0) {
				if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
				dispose = value[Symbol.dispose];
				if (async) inner = dispose;
			}
			if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
			if (inner) dispose = function() {
				try {
					inner.call(this);
				} catch (e) {
					return Promise.reject(e);
				}
			};
			env.stack.push({ value, dispose, async });
		} else if (async) {
			env.stack.push({ async: true });
		}
		return value;
	};
	var __disposeResources = /* @__PURE__ */ (function(SuppressedError2) {
		return function(env) {
			function fail(e) {
				env.error = env.hasError ? new SuppressedError2(e, env.error, "An error was suppressed during disposal.") : e;
				env.hasError = true;
			}
			var r, s = 0;
			function next() {
				while (r = env.stack.pop()) {
					try {
						if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
						if (r.dispose) {
							var result = r.dispose.call(r.value);
							if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) {
								fail(e);
								return next();
							});
						} else s |= 1;
					} catch (e) {
						fail(e);
					}
				}
				if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
				if (env.hasError) throw env.error;
			}
			return next();
		};
	})(typeof SuppressedError === "function" ? SuppressedError : function(error, suppressed, message) {
		var e = new Error(message);
		return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
	});
	const LOOKED_AT = 256 * 1024;
	async function selectFiles(root, listed, configPath) {
		const rules = await textOf(external_node_path_.join(root, ".dockerignore"));
		const ignored = rules === void 0 ? () => false : dockerIgnore(rules);
		const envFile = configPath === void 0 ? void 0 : await envFileOf(root, configPath);
		const gitFolders = await gitFoldersIn(root, listed);
		const chosen = { paths: [], secrets: [], envFile: void 0, notEnvFile: void 0 };
		const secrets = /* @__PURE__ */ new Set();
		for (const name of listed) {
			const excluded = exclusionOf(name);
			if (excluded === "never" || ignored(name)) continue;
			const gitFolder = gitFolders.find((folder) => name.startsWith(folder));
			if (gitFolder !== void 0) {
				secrets.add(gitFolder === "" ? "./" : gitFolder);
			} else if (excluded === "env-file" && name === envFile) {
				chosen.envFile = name;
				chosen.paths.push(name);
			} else if (excluded === void 0 || excluded === "maybe" && !await isSecret(root, name)) {
				chosen.paths.push(name);
			} else {
				secrets.add(name);
				if (name === envFile) chosen.notEnvFile = name;
			}
		}
		return { ...chosen, secrets: [...secrets] };
	}
	async function gitFoldersIn(root, listed) {
		const names = new Set(listed);
		const candidates = listed.flatMap((name) => {
			const [, folder] = /^(.*\/|)HEAD$/.exec(name) ?? [];
			return folder !== void 0 && names.has(`${folder}config`) ? [folder] : [];
		});
		const found = [];
		for (const folder of candidates) {
			const parts = await Promise.all(["objects", "refs"].map((part) => isFolder(external_node_path_.join(root, folder, part))));
			if (parts.every(Boolean)) found.push(folder);
		}
		return found;
	}
	async function isFolder(place) {
		return (0, promises_.stat)(place).then((found) => found.isDirectory(), () => false);
	}
	async function isSecret(root, name) {
		const at = external_node_path_.join(root, name);
		try {
			const env_1 = { stack: [], error: void 0, hasError: false };
			try {
				if (!(await (0, promises_.lstat)(at)).isFile()) return false;
				const file = __addDisposableResource(env_1, await (0, promises_.open)(at), true);
				const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED_AT));
				return holdsSecret(buffer.toString("utf8", 0, bytesRead));
			} catch (e_1) {
				env_1.error = e_1;
				env_1.hasError = true;
			} finally {
				const result_1 = __disposeResources(env_1);
				if (result_1) await result_1;
			}
		} catch {
			return false;
		}
	}
	async function envFileOf(root, configPath) {
		const text = await textOf(external_node_path_.join(root, configPath));
		if (text === void 0) return void 0;
		try {
			const config = JSON.parse(text.replace(/^\uFEFF/, ""));
			const env = typeof config === "object" && config !== null ? Reflect.get(config, "env") : void 0;
			if (typeof env !== "string" || env === "") return void 0;
			return external_node_path_.posix.join(external_node_path_.posix.dirname(configPath), env);
		} catch {
			return void 0;
		}
	}
	async function textOf(file) {
		try {
			return await (0, promises_.readFile)(file, "utf8");
		} catch {
			return void 0;
		}
	}
	const MOST_NAMED = 5;
	function reportOmitted(left, to) {
		const { links, special, unnamed, secrets, envFile, notEnvFile } = left;
		if (secrets.length > 0) {
			to.note(`Not packed, because such files hold secrets: ${named(secrets)}. Give secrets by \`secrets\`.`);
		}
		if (envFile !== void 0) {
			to.note(`${(0, sizes.pS)(envFile)} is packed, because the graph configuration names it as env.`);
		}
		if (notEnvFile !== void 0) {
			to.warn(`${(0, sizes.pS)(notEnvFile)} is not packed, although the graph configuration names it as env: it holds credentials and is no file of variables. Give them by \`secrets\`.`);
		}
		if (links.length > 0) {
			const shown = links.map(({ path: at, target }) => `${at} -> ${target}`);
			to.warn(`Links that lead out of what is packed, or to nothing in it, are left out: ${named(shown)}.`);
		}
		const odd = special.length + unnamed;
		if (odd > 0) {
			const list2 = special.length > 0 ? `: ${named(special)}` : "";
			to.warn(`${odd} entries are left out that are no files, or whose names are no UTF-8${list2}.`);
		}
	}
	function named(names) {
		const more = names.length - MOST_NAMED;
		const shown = names.slice(0, MOST_NAMED).map(sizes.pS).join(", ");
		return more > 0 ? `${shown} and ${more} more` : shown;
	}
	function dockerIgnore(text) {
		const rules = ignore().add(text.replace(/^\uFEFF/, ""));
		return (path) => rules.ignores(path);
	}
	var repository = __webpack_require__(96311);
	var program = __webpack_require__(52447);
	;
	function gitIgnore(files) {
		const ofFiles = ignore();
		const ofFolders = ignore();
		for (const { folder, text } of files) {
			for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
				const pattern = readPattern(line);
				if (pattern === void 0) continue;
				const { negated, body, onlyFolders } = pattern;
				const rule = `${negated ? "!" : ""}${escaped(folder)}${body}`;
				ofFolders.add([rule]);
				if (!onlyFolders) ofFiles.add([rule]);
			}
		}
		return (path, isFolder2) => (isFolder2 ? ofFolders : ofFiles).ignores(path);
	}
	function readPattern(line) {
		let text = line.replace(/(?<!\\)\s+$/, "");
		if (text === "" || text.startsWith("#")) return void 0;
		const negated = text.startsWith("!");
		if (negated) text = text.slice(1);
		text = text.replace(/^\\(?=[#!])/, "");
		const onlyFolders = text.endsWith("/");
		text = text.replace(/\/+$/, "");
		if (text === "") return void 0;
		const body = text.includes("/") ? text.replace(/^\//, "") : `**/${text}`;
		return { negated, body, onlyFolders };
	}
	function escaped(folder) {
		return folder === "" ? "" : `${folder.replace(/[\\*?[\]]/g, "\\$&")}/`;
	}
	;
	const LIMIT_MS = 12e4;
	async function gitFiles(folder, ceiling, env, signal) {
		const checkout = await (0, repository.I8)(folder, await (0, promises_.realpath)(ceiling));
		if (checkout === void 0) return void 0;
		return (0, program.z)(env, signal, async (git) => {
			const facade = await git.facade(checkout);
			const [paths, commit] = await Promise.all([list(git, folder, { ...checkout, facade }, signal), commitOf(git, facade)]);
			return paths && { paths, commit };
		});
	}
	async function commitOf(git, { gitDir }) {
		const call = { cwd: gitDir, gitDir, limitMs: LIMIT_MS };
		const head = await git.run(["rev-parse", "--verify", "-q", "HEAD"], call);
		return head.kind === "ended" && head.code === 0 ? head.stdout.toString().trim() : void 0;
	}
	async function list(git, folder, { top, facade: { gitDir, index } }, signal) {
		const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
		const env = { ...index, GIT_WORK_TREE: top };
		const end = await git.run(args, { cwd: folder, gitDir, env, limitMs: LIMIT_MS });
		if (end.kind !== "ended" || end.code !== 0) return void 0;
		const listed = end.stdout.toString("utf8").split("\0").filter((entry) => entry !== "" && !leavesFolder(entry));
		const nested = await Promise.all(listed.map((entry) => git_files_isFolder(folder, entry)));
		const paths = [];
		for (const [index2, entry] of listed.entries()) {
			if (nested[index2] !== true) {
				paths.push(entry);
				continue;
			}
			const inner = entry.replace(/\/+$/, "");
			if (isNeverPacked(external_node_path_.posix.basename(inner))) continue;
			const own = await listWithin(git, external_node_path_.join(folder, inner), top, signal);
			paths.push(...own.map((name) => `${inner}/${name}`));
		}
		return paths;
	}
	function leavesFolder(entry) {
		return external_node_path_.isAbsolute(entry) || entry.split(/[\\/]/).includes("..");
	}
	async function listWithin(git, folder, outer, signal) {
		const checkout = await (0, repository.I8)(folder, outer);
		const own = checkout?.top === folder ? await list(git, folder, { top: folder, facade: await git.facade(checkout) }, signal) : void 0;
		return own ?? walk(folder, signal);
	}
	async function git_files_isFolder(folder, entry) {
		if (entry.endsWith("/")) return true;
		try {
			return (await (0, promises_.lstat)(external_node_path_.join(folder, entry))).isDirectory();
		} catch {
			return false;
		}
	}
	async function walk(root, signal) {
		const found = [];
		const visit = async (folder, above) => {
			signal.throwIfAborted();
			const entries = await (0, promises_.readdir)(external_node_path_.join(root, folder), { withFileTypes: true }).catch((cause) => {
				throw new outcome.lZ("source-unusable", `${(0, sizes.pS)(folder)} cannot be packed, because the folder cannot be read (${(0, action_text.gJ)(cause)}). Give the runner's user the right to, or name it in a .gitignore.`, { cause });
			});
			const own = entries.some(({ name }) => name === ".gitignore") ? [{ folder, text: await git_files_textOf(external_node_path_.join(root, folder, ".gitignore")) }] : [];
			const files = [...above, ...own];
			const ignored = gitIgnore(files);
			for (const entry of entries) {
				const at = folder === "" ? entry.name : `${folder}/${entry.name}`;
				if (isNeverPacked(entry.name) || ignored(at, entry.isDirectory())) continue;
				if (entry.isDirectory()) await visit(at, files);
				else found.push(at);
			}
		};
		await visit("", []);
		return found;
	}
	async function git_files_textOf(file) {
		try {
			return await (0, promises_.readFile)(file, "utf8");
		} catch {
			return "";
		}
	}
	var external_node_os_ = __webpack_require__(48161);
	var external_node_util_ = __webpack_require__(57975);
	var external_node_zlib_ = __webpack_require__(38522);
	;
	const deflateBlock = (0, external_node_util_.promisify)(external_node_zlib_.deflateRaw);
	const BLOCK = 1024 * 1024;
	const HEADER = Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 255);
	const LAST = Uint8Array.of(3, 0);
	const COMPRESSED = { level: 6, chunkSize: 64 * 1024 };
	const STORED = { level: 0, chunkSize: BLOCK + 4096 };
	const PROBES = 16;
	const PROBE_BYTES = 1024;
	const AHEAD = Math.max(2, Math.min(4, (0, external_node_os_.availableParallelism)()));
	async function* gzip(source) {
		yield HEADER;
		let crc = 0;
		let total = 0;
		const waiting = [];
		const free = [];
		for await (const { block, memory } of inBlocks(source, free)) {
			crc = (0, external_node_zlib_.crc32)(block, crc);
			total += block.length;
			const how = isDense(block) ? STORED : COMPRESSED;
			const work = deflateBlock(block, { ...how, finishFlush: external_node_zlib_.constants.Z_SYNC_FLUSH });
			work.then(() => free.push(memory), () => {
			});
			waiting.push(work);
			const [first] = waiting;
			if (waiting.length < AHEAD || first === void 0) continue;
			void waiting.shift();
			yield await first;
		}
		for (const work of waiting) yield await work;
		const trailer = Buffer.alloc(8);
		trailer.writeUInt32LE(crc, 0);
		trailer.writeUInt32LE(total % 2 ** 32, 4);
		yield Buffer.concat([LAST, trailer]);
	}
	function isDense(block) {
		const step = Math.max(PROBE_BYTES, Math.floor(block.length / PROBES));
		const probes = [];
		for (let at = 0; at < block.length; at += step) probes.push(block.subarray(at, at + PROBE_BYTES));
		const probe = Buffer.concat(probes);
		return (0, external_node_zlib_.deflateRawSync)(probe, { level: 1 }).length > probe.length * 0.98;
	}
	async function* inBlocks(source, free) {
		const take = () => free.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
		let memory = take();
		let filled = 0;
		for await (const chunk of source) {
			for (let at = 0; at < chunk.length; ) {
				const part = chunk.subarray(at, at + BLOCK - filled);
				memory.set(part, filled);
				filled += part.length;
				at += part.length;
				if (filled < BLOCK) continue;
				yield { block: memory, memory };
				memory = take();
				filled = 0;
			}
		}
		if (filled > 0) yield { block: memory.subarray(0, filled), memory };
	}
	;
	function packableLinks(files, links) {
		const there = new Set(files);
		const folders = /* @__PURE__ */ new Set([""]);
		const addFolders = (path) => {
			for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
				const folder = path.slice(0, at);
				if (folders.has(folder)) break;
				folders.add(folder);
			}
		};
		for (const file of there) addFolders(file);
		const kept = /* @__PURE__ */ new Set();
		for (let more = true; more; ) {
			more = false;
			for (const { path, target } of links) {
				if (kept.has(path)) continue;
				const end = follow(path, target, folders);
				if (end === void 0 || !(there.has(end) || folders.has(end))) continue;
				kept.add(path);
				there.add(path);
				addFolders(path);
				more = true;
			}
		}
		return kept;
	}
	function follow(path, target, folders) {
		if (target === "" || target.startsWith("/") || /[\\\0]/.test(target) || /^[A-Za-z]:/.test(target)) {
			return void 0;
		}
		let at = path.split("/").slice(0, -1);
		for (const step of target.split("/")) {
			if (step === "" || step === ".") continue;
			if (!folders.has(at.join("/"))) return void 0;
			if (step === "..") {
				if (at.length === 0) return void 0;
				at = at.slice(0, -1);
			} else {
				at = [...at, step];
			}
		}
		return at.join("/");
	}
	;
	const AT_ONCE = 32;
	async function statEntries(root, paths, signal) {
		const files = [];
		const links = [];
		const left = { links: [], special: [], unnamed: 0 };
		const plain = /* @__PURE__ */ new Map([[".", Promise.resolve(true)]]);
		const look = async (name) => {
			if (name.includes("\uFFFD")) {
				left.unnamed += 1;
				return;
			}
			const at = external_node_path_.join(root, name);
			try {
				if (!await isInFolders(root, external_node_path_.posix.dirname(name), plain)) return;
				const stat = await (0, promises_.lstat)(at);
				if (stat.isSymbolicLink()) links.push({ path: name, target: await (0, promises_.readlink)(at) });
				else if (stat.isFile()) {
					const executable = (stat.mode & 64) !== 0;
					files.push({ kind: "file", path: name, size: stat.size, executable, changedMs: stat.mtimeMs });
				} else if (!stat.isDirectory()) left.special.push(name);
			} catch (error) {
				const code = typeof error === "object" && error !== null && "code" in error ? error.code : void 0;
				if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
			}
		};
		for (let at = 0; at < paths.length; at += AT_ONCE) {
			signal.throwIfAborted();
			await Promise.all(paths.slice(at, at + AT_ONCE).map(look));
		}
		const kept = packableLinks(files.map((file) => file.path), links);
		left.links = links.filter((link) => !kept.has(link.path)).toSorted(byPath);
		const entries = [...files, ...links.filter((link) => kept.has(link.path)).map((link) => ({ kind: "link", ...link }))];
		return { entries: entries.toSorted(byPath), omitted: left };
	}
	function isInFolders(root, folder, known) {
		const seen = known.get(folder);
		if (seen !== void 0) return seen;
		const asked = isInFolders(root, external_node_path_.posix.dirname(folder), known).then(async (above) => above && (await (0, promises_.lstat)(external_node_path_.join(root, folder))).isDirectory());
		known.set(folder, asked);
		return asked;
	}
	function byPath(one, other) {
		return Buffer.compare(Buffer.from(one.path), Buffer.from(other.path));
	}
	var external_node_fs_ = __webpack_require__(73024);
	var web = __webpack_require__(50330);
	;
	const MTIME = /* @__PURE__ */ new Date("1985-10-26T08:15:00Z");
	const READ_BYTES = 256 * 1024;
	const READ_BUFFERS = 2;
	async function* tar(root, entries, began = () => {
	}) {
		const { readable, controller } = (0, web.al)();
		const buffers = createBufferPool(READ_BUFFERS, READ_BYTES);
		const fill = async () => {
			for (const entry of entries) {
				const writer = controller.add(headerOf(entry)).getWriter();
				if (entry.kind === "file") {
					let first = true;
					for await (const chunk of contents(root, entry, buffers)) {
						if (first) began(entry.path, chunk);
						first = false;
						await writer.write(chunk);
					}
				}
				await writer.close();
			}
			controller.finalize();
		};
		const work = fill().catch((error) => controller.error(error));
		try {
			for await (const chunk of readable) {
				yield chunk;
				buffers.release(chunk);
			}
		} finally {
			buffers.close();
			await work;
		}
	}
	function headerOf(entry) {
		const common = { name: entry.path, mtime: MTIME, uid: 0, gid: 0, uname: "", gname: "" };
		const plain = (text) => /^[\x20-\x7e]*$/.test(text);
		const pax = plain(entry.path) ? {} : { path: entry.path };
		if (entry.kind === "file") {
			const mode = entry.executable ? 493 : 420;
			return { ...common, type: "file", size: entry.size, mode, pax };
		}
		const { target } = entry;
		const link = plain(target) ? {} : { linkpath: target };
		return { ...common, type: "symlink", size: 0, mode: 511, linkname: target, pax: { ...pax, ...link } };
	}
	async function* contents(root, entry, buffers) {
		const flags = external_node_fs_.constants.O_RDONLY | (external_node_fs_.constants.O_NOFOLLOW ?? 0);
		const file = await (0, promises_.open)(external_node_path_.join(root, entry.path), flags).catch((cause) => {
			throw unreadable(entry.path, cause);
		});
		try {
			const stat = await file.stat();
			if (!stat.isFile() || stat.size !== entry.size || stat.mtimeMs !== entry.changedMs) {
				throw sourceChanged(entry.path);
			}
			let left = entry.size;
			while (left > 0) {
				const buffer = await buffers.acquire();
				const { bytesRead } = await file.read(buffer, 0, Math.min(left, READ_BYTES), null);
				if (bytesRead === 0) throw sourceChanged(entry.path);
				left -= bytesRead;
				yield buffer.subarray(0, bytesRead);
			}
		} finally {
			await file.close();
		}
	}
	function unreadable(name, cause) {
		const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
		if (["ENOENT", "ENOTDIR", "ELOOP"].includes(code)) return sourceChanged(name, cause);
		return new outcome.lZ("source-unusable", `${(0, sizes.pS)(name)} cannot be packed, because it cannot be read (${code}). Give the runner's user the right to, or name it in .dockerignore.`, { cause });
	}
	function sourceChanged(name, cause) {
		const what = name === void 0 ? "A file" : (0, sizes.pS)(name);
		return new outcome.lZ("source-changed", `${what} changed or went while it was packed, so that it is not known what would be deployed. Nothing of it was deployed. Let the steps that write to the checkout end first, and run again.`, { cause });
	}
	function createBufferPool(count, bytes) {
		const free = Array.from({ length: count }, () => Buffer.allocUnsafeSlow(bytes));
		const taken = /* @__PURE__ */ new Map();
		let freed = Promise.withResolvers();
		let closed = false;
		return { async acquire() {
			for (; ; ) {
				const buffer = closed ? Buffer.allocUnsafeSlow(bytes) : free.pop();
				if (buffer !== void 0) {
					taken.set(buffer.buffer, buffer);
					return buffer;
				}
				await freed.promise;
			}
		}, release(piece) {
			const buffer = taken.get(piece.buffer);
			if (buffer === void 0) return;
			taken.delete(piece.buffer);
			free.push(buffer);
			freed.resolve();
			freed = Promise.withResolvers();
		}, close() {
			closed = true;
			freed.resolve();
		} };
	}
	;
	const LIMITS = { max: limits.yK, large: 5e7, kept: 8 * 1024 * 1024 };
	const LFS_POINTER = "version https://git-lfs.github.com/spec/";
	function createPackSource(env, limits2 = LIMITS) {
		return async ({ sourcePath, configPath, note, warn }, signal) => {
			const workspace = external_node_path_.resolve(env["GITHUB_WORKSPACE"] || ".");
			const root = await findRoot(workspace, sourcePath);
			const git = await gitFiles(root, workspace, env, signal);
			if (git === void 0) note("This is no checkout of git: all files count that no .gitignore leaves out.");
			const listed = git?.paths ?? await walk(root, signal);
			const chosen = await selectFiles(root, listed, configPath);
			const { entries, omitted: left } = await statEntries(root, chosen.paths, signal);
			reportOmitted({ ...left, ...chosen }, { note, warn });
			const files = entries.filter((entry) => entry.kind === "file");
			if (chosen.secrets.includes("./")) {
				throw new outcome.lZ("source-unusable", `source-path: ${(0, sizes.pS)(sourcePath)} is a git directory by what is in it (HEAD, config, objects, refs), and those can hold credentials: nothing of it is packed. Give the folder of the agent.`);
			}
			if (files.length === 0) {
				throw new outcome.lZ("source-unusable", `source-path: there is nothing to pack in ${(0, sizes.pS)(sourcePath)}. Check out the repository before this step, and look at its ignore files.`);
			}
			const pointers = [];
			const first = await packOnce(root, entries, limits2, pointers, signal);
			if (pointers.length > 0) {
				warn(`${(0, sizes.pS)(pointers[0] ?? "")}${pointers.length > 1 ? ` and ${pointers.length - 1} more are pointers` : " is a pointer"} of Git LFS, not the content: set \`lfs: true\` at actions/checkout if the agent needs it.`);
			}
			const contentBytes = files.reduce((sum, { size: size2 }) => sum + size2, 0);
			const size = `${(0, sizes.z3)(contentBytes)} in ${entries.length} files`;
			if (first.bytes > limits2.max) {
				throw new outcome.lZ("source-too-large", `Compressed, the source is larger than the ${(0, sizes.z3)(limits2.max)} that the service takes (${size}). Name in .dockerignore what the agent does not need. The largest:
${(0, sizes.nQ)(files).join("\n")}`);
			}
			if (first.bytes > limits2.large) {
				warn(`The source is ${(0, sizes.z3)(first.bytes)} when compressed (${size}), which each deploy uploads. Name in .dockerignore what the agent does not need. The largest:
${(0, sizes.nQ)(files).join("\n")}`);
			}
			const archive = { files: entries.length, contentBytes, bytes: first.bytes, sha256: first.sha256, commit: git?.commit };
			const names = new Set(entries.map((entry) => entry.path));
			return { archive, includes: (name) => names.has(name), open: () => again(root, entries, archive, first.kept) };
		};
	}
	async function findRoot(workspace, sourcePath) {
		const wrong = (problem, cause) => new outcome.lZ("source-unusable", `source-path: ${problem}`, { cause });
		const places = [(0, promises_.realpath)(workspace), (0, promises_.realpath)(external_node_path_.resolve(workspace, sourcePath))];
		const [outer, root] = await Promise.all(places).catch((cause) => {
			throw wrong(`the folder ${(0, sizes.pS)(sourcePath)} of the workspace cannot be found (${(0, action_text.gJ)(cause)}). Check out the repository before this step, or correct the path.`, cause);
		});
		const within = external_node_path_.relative(outer, root);
		if (within === ".." || within.startsWith(`..${external_node_path_.sep}`) || external_node_path_.isAbsolute(within)) {
			throw wrong(`${(0, sizes.pS)(sourcePath)} leads out of the workspace, of which alone something may be packed.`);
		}
		const readable = await (0, promises_.readdir)(root).then(() => void 0, (cause) => ({ cause }));
		if (readable === void 0) return root;
		throw wrong(`${(0, sizes.pS)(sourcePath)} is no folder that can be read (${(0, action_text.gJ)(readable.cause)}). Name the folder that holds the graph configuration, or leave source-path out for the whole workspace.`, readable.cause);
	}
	async function packOnce(root, entries, limits2, pointers, signal) {
		const hash = (0, external_node_crypto_.createHash)("sha256");
		let bytes = 0;
		let kept = [];
		const began = (name, chunk) => {
			if (chunk.length < 300 && Buffer.from(chunk).toString("latin1").startsWith(LFS_POINTER)) pointers.push(name);
		};
		for await (const chunk of gzip(hashed(tar(root, entries, began), hash))) {
			signal.throwIfAborted();
			bytes += chunk.length;
			if (bytes > limits2.max) return { bytes, sha256: "", kept: void 0 };
			kept?.push(chunk);
			if (bytes <= limits2.kept) continue;
			kept = void 0;
			release(chunk);
		}
		return { bytes, sha256: hash.digest("hex"), kept };
	}
	function release({ buffer, byteLength }) {
		if (byteLength > 64 * 1024 && buffer instanceof ArrayBuffer) buffer.transfer(0);
	}
	async function* again(root, entries, { bytes, sha256 }, kept) {
		if (kept !== void 0) {
			yield* kept;
			return;
		}
		const hash = (0, external_node_crypto_.createHash)("sha256");
		let sent = 0;
		try {
			for await (const chunk of gzip(hashed(tar(root, entries), hash))) {
				sent += chunk.length;
				if (sent > bytes || sent === bytes && hash.digest("hex") !== sha256) throw sourceChanged(void 0);
				yield chunk;
			}
			if (sent !== bytes) throw sourceChanged(void 0);
		} catch (cause) {
			throw new errors.P3(cause);
		}
	}
	async function* hashed(source, hash) {
		for await (const chunk of source) {
			hash.update(chunk);
			yield chunk;
		}
	}
}), 8073: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { checkPullRequestPaths: () => checkPullRequestPaths, checkPushedPaths: () => checkPushedPaths });
	var _github_client_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(73564);
	var _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(22959);
	var _outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(96043);
	var _glob_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(27820);
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
			log.line("What is deployed is not what was pushed: `paths` is not asked.");
			return void 0;
		}
		const base = current.active.commit ?? event.before;
		if (base === head) return void 0;
		return checkChangedPaths(context, settings.paths, { kind: "since", base, head });
	}
	async function checkChangedPaths(context, patterns, span) {
		const finding = await search(context, patterns, span);
		const { log } = context;
		switch (finding.kind) {
			case "touched":
				log.line(`${finding.path} was changed ${inWhat(span)}, and \`paths\` names it.`);
				return void 0;
			case "unknown":
				log.line(`Whether anything that \`paths\` names was changed is not known: ${finding.why}. Continuing.`);
				return void 0;
			case "untouched":
				return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_2__.bu)("unchanged", "paths-untouched", `None of the ${finding.files} files that were changed ${inWhat(span)} is among \`paths\`, so nothing was sent. \`force: true\` deploys all the same.`);
		}
	}
	async function search(context, patterns, span) {
		const filter = (0, _glob_js__WEBPACK_IMPORTED_MODULE_3__.VO)(patterns);
		if (span.kind === "since" && span.base === void 0) {
			return { kind: "unknown", why: "the push made its branch, and nothing tells what to compare it with" };
		}
		let connection;
		try {
			connection = await context.github();
			if (connection === void 0) return { kind: "unknown", why: "there is no github-token to ask with" };
			if (span.kind === "pull-request") {
				return await (0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_1__.pr)(connection, span.number, filter, context.signal);
			}
			const { base = "", head } = span;
			return await (0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_1__.Oq)(connection, { base, head }, filter, context.signal);
		} catch (error) {
			context.signal.throwIfAborted();
			const failure = (0, _github_client_js__WEBPACK_IMPORTED_MODULE_0__.toGitHubFailure)(error, connection?.redact ?? (() => "GitHub could not be reached"));
			warnOfPermission(context, span, failure);
			return { kind: "unknown", why: failure.description };
		}
	}
	function warnOfPermission(context, span, failure) {
		if (failure.status !== 403 || /rate limit/i.test(failure.message)) return;
		const [line = span.kind === "pull-request" ? "pull-requests: read" : "contents: read"] = failure.permissions;
		context.log.warn("paths", `The job's token may not see which files were changed, so that every run deploys. Add this line below \`permissions:\` of the job: ${line}`);
	}
	function inWhat(span) {
		if (span.kind === "pull-request") return `in pull request #${span.number}`;
		return `between ${span.base?.slice(0, 7) ?? "?"} and ${span.head.slice(0, 7)}`;
	}
}), 72920: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { BB: () => NAME_LIMITS, IJ: () => holdsNumber, ds: () => nameLimit, gz: () => previewName, oB: () => defaultTemplate });
	var _contract_limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(55403);
	var _contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(52652);
	const HASHED = /-x[0-9a-z]{8}$/;
	const HASH_SPACE = 36n ** 8n;
	function defaultTemplate(baseName) {
		return baseName === void 0 ? "{repo}-pr-{number}" : "{name}-pr-{number}";
	}
	function nameLimit({ source, hosted }) {
		return hosted && source !== "external_docker" ? _contract_limits_js__WEBPACK_IMPORTED_MODULE_1__.fo : _contract_limits_js__WEBPACK_IMPORTED_MODULE_1__.uL;
	}
	const NAME_LIMITS = [_contract_limits_js__WEBPACK_IMPORTED_MODULE_1__.fo, _contract_limits_js__WEBPACK_IMPORTED_MODULE_1__.uL];
	function previewName(template, values, limit, digest) {
		const parts = template.split(/\{([a-z]+)\}/);
		const used = [];
		for (const placeholder of placeholdersOf(parts)) {
			const value = valueOf(values, placeholder);
			if (value === void 0) return void 0;
			used.push([placeholder, value]);
		}
		const text = render(parts, new Map(used)).toLowerCase();
		if (text.length <= limit && isPlain(parts, used, text, values.number)) return text;
		const hash = base36(digest(JSON.stringify([template, used])));
		const tail = `-${values.number}-x${hash}`;
		return `${stemOf(parts, new Map(used)).slice(0, limit - tail.length).replace(/-+$/, "")}${tail}`;
	}
	function holdsNumber(name, number) {
		return name.match(/\d+/g)?.includes(String(number)) ?? false;
	}
	function placeholdersOf(parts) {
		return parts.filter((_, index) => index % 2 === 1).filter(isPlaceholder);
	}
	function isPlaceholder(text) {
		return ["number", "owner", "repo", "branch", "name"].includes(text);
	}
	function valueOf(values, placeholder) {
		const value = values[placeholder];
		if (typeof value === "number") return String(value);
		return placeholder === "owner" || placeholder === "repo" ? value?.toLowerCase() : value;
	}
	function render(parts, values) {
		return parts.map((part, index) => index % 2 === 0 ? part : values.get(part) ?? "").join("");
	}
	function isPlain(parts, used, text, number) {
		const texts = used.filter(([placeholder]) => placeholder !== "number").map(([, value]) => value);
		const between = parts.slice(1, -1).filter((_, index) => index % 2 === 1);
		return _contract_patterns_js__WEBPACK_IMPORTED_MODULE_0__.cr.test(text) && !HASHED.test(text) && holdsNumber(text, number) && texts.every((value) => /^[a-z0-9-]+$/.test(value)) && between.every((literal) => literal.includes("-")) && (texts.length <= 1 || texts.every((value) => !value.includes("-")));
	}
	function stemOf(parts, values) {
		const text = render(parts, new Map([...values, ["number", ""]]));
		const stem = text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
		return /^[a-z]/.test(stem) ? stem : `p${stem}`;
	}
	function base36(hex) {
		return (BigInt(`0x${hex.slice(0, 16)}`) % HASH_SPACE).toString(36).padStart(8, "0");
	}
}), 92832: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { LF: () => previewNameOf, Wl: () => possibleNames, u8: () => couldBeNamed, zx: () => namesWithoutBranch });
	var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(77598);
	var _contract_dialect_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(26625);
	var _outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(96043);
	var _name_template_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(72920);
	function previewNameOf(naming, of, branch, where) {
		const limit = (0, _name_template_js__WEBPACK_IMPORTED_MODULE_3__.ds)({ source: where.source, hosted: (0, _contract_dialect_js__WEBPACK_IMPORTED_MODULE_1__.OZ)(where.endpoint.baseUrl) });
		const name = make(naming, of, branch, limit);
		if (name === void 0) throw unnameable(naming);
		return name;
	}
	function possibleNames(naming, of, branch) {
		const names = namesWithoutBranch(naming, of, branch);
		if (names.length === 0) throw unnameable(naming);
		return names;
	}
	function namesWithoutBranch(naming, of, branch) {
		return [...new Set(_name_template_js__WEBPACK_IMPORTED_MODULE_3__.BB.flatMap((limit) => make(naming, of, branch, limit) ?? []))];
	}
	function couldBeNamed(name, naming, of, branch) {
		if (namesWithoutBranch(naming, of, branch).includes(name)) return true;
		if (new RegExp(`^.+-${of.number}-x[0-9a-z]{8}$`).test(name)) return true;
		const [owner = "", repo = ""] = of.repository.split("/");
		const values = { number: String(of.number), owner, repo, branch, name: naming.baseName };
		const form = (template, anyName) => template.split(/\{([a-z]+)\}/).map((part, index) => {
			const text = index % 2 === 0 ? part : part === "name" && anyName ? void 0 : values[part];
			return text === void 0 ? "[a-z0-9-]+" : escapeForPattern(text.toLowerCase());
		}).join("");
		const forms = [form("{name}-pr-{number}", true), form(naming.nameTemplate ?? "{name}-pr-{number}", false)];
		return forms.some((pattern) => new RegExp(`^${pattern}$`).test(name));
	}
	const escapeForPattern = (text) => text.replace(/[^a-z0-9]/g, "\\$&");
	function make({ nameTemplate, baseName }, { repository, number }, branch, limit) {
		const [owner = "", repo = ""] = repository.split("/");
		const template = nameTemplate ?? (0, _name_template_js__WEBPACK_IMPORTED_MODULE_3__.oB)(baseName);
		return (0, _name_template_js__WEBPACK_IMPORTED_MODULE_3__.gz)(template, { number, owner, repo, branch, name: baseName }, limit, (text) => (0, node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)("sha256").update(text).digest("hex"));
	}
	function unnameable({ nameTemplate = "", baseName }) {
		if (nameTemplate.includes("{name}") && baseName === void 0) {
			return new _outcome_js__WEBPACK_IMPORTED_MODULE_2__.lZ("invalid-input", "preview-name-template: {name} is the `deployment-name`, which is not given. Give it, or use {repo}.");
		}
		return new _outcome_js__WEBPACK_IMPORTED_MODULE_2__.lZ("pull-request-unknown", "preview-name-template: {branch} is the head branch of the pull request, which this event does not name and which could not be read from GitHub. Let the job read pull requests (`pull-requests: read`), or leave {branch} out.");
	}
}), 63101: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { Qx: () => sameRepositoryName, U7: () => markerText, X1: () => evidenceOf, _E: () => checkOwnership, t7: () => readMarker });
	var _inputs_secrets_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(54476);
	var _clients_base_url_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(85410);
	var _inputs_desired_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5283);
	var _plan_current_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(67418);
	var _plan_fields_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(44034);
	var _plan_hidden_value_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(30171);
	var _name_template_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(72920);
	function checkOwnership(deployment, of, evidence) {
		if (!(0, _name_template_js__WEBPACK_IMPORTED_MODULE_5__.IJ)(deployment.name, of.number)) {
			return { ours: false, why: `does not hold the number ${of.number} in its name` };
		}
		const { repoUrl } = (0, _plan_current_js__WEBPACK_IMPORTED_MODULE_2__.le)(deployment, []);
		if (repoUrl !== void 0 && !isBuiltFrom(repoUrl, of, evidence)) {
			return { ours: false, why: `is built from ${(0, _plan_fields_js__WEBPACK_IMPORTED_MODULE_3__.Hx)(repoUrl)}, not from ${of.repository}` };
		}
		const mark = readMarker(deployment);
		switch (mark.kind) {
			case "none":
				return { ours: false, why: `does not carry the variable ${_inputs_secrets_js__WEBPACK_IMPORTED_MODULE_0__.yf}, which every preview has` };
			case "hidden":
				if (evidence.force || evidence.proven === true) return { ours: true };
				return { ours: false, why: `carries ${_inputs_secrets_js__WEBPACK_IMPORTED_MODULE_0__.yf}, but the service hides its value: set \`force: true\` if you are sure that it is the preview of ${markerText(of)}` };
			case "of":
				if (samePullRequest(mark.of, of)) return { ours: true };
				return { ours: false, why: `is the preview of ${markerText(mark.of)}` };
		}
	}
	function isBuiltFrom(url, { repository }, { serverUrl, repoUrl }) {
		if (repoUrl !== void 0 && (0, _plan_fields_js__WEBPACK_IMPORTED_MODULE_3__.Hx)(repoUrl) === (0, _plan_fields_js__WEBPACK_IMPORTED_MODULE_3__.Hx)(url)) return true;
		const host = hostOf(url);
		const elsewhere = host !== void 0 && !(0, _clients_base_url_js__WEBPACK_IMPORTED_MODULE_6__.U9)(host) && host !== hostOf(serverUrl);
		return !elsewhere && (0, _inputs_desired_js__WEBPACK_IMPORTED_MODULE_1__.R)(url, { repository });
	}
	function hostOf(url) {
		const host = /^[\w.-]+@([\w.-]+):/.exec(url)?.[1] ?? URL.parse(url)?.hostname;
		return host ? host.toLowerCase().replace(/^(?:www|ssh)\./, "") : void 0;
	}
	function evidenceOf({ settings, event }) {
		return { force: settings.force, repoUrl: settings.repoUrl, serverUrl: event.serverUrl };
	}
	function markerText({ repository, number }) {
		return `${repository}#${number}`;
	}
	function readMarker({ secrets }) {
		const marker = secrets?.find(({ name }) => name === _inputs_secrets_js__WEBPACK_IMPORTED_MODULE_0__.yf);
		if (marker === void 0) return { kind: "none" };
		if (!marker.value || (0, _plan_hidden_value_js__WEBPACK_IMPORTED_MODULE_4__.Nj)(marker.value)) return { kind: "hidden" };
		const [, repository, digits] = /^([^\s#]+\/[^\s#]+)#([1-9]\d{0,14})$/.exec(marker.value) ?? [];
		if (repository === void 0) return { kind: "none" };
		return { kind: "of", of: { repository, number: Number(digits) } };
	}
	function samePullRequest(one, other) {
		return one.number === other.number && sameRepositoryName(one.repository, other.repository);
	}
	function sameRepositoryName(one, other) {
		return one.toLowerCase() === other.toLowerCase();
	}
}), 3691: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { preview: () => preview });
	var statuses = __webpack_require__(83889);
	var read = __webpack_require__(98591);
	var deploy = __webpack_require__(58147);
	var check_paths = __webpack_require__(8073);
	var outcome = __webpack_require__(96043);
	var current = __webpack_require__(67418);
	var fields = __webpack_require__(44034);
	var hidden_value = __webpack_require__(30171);
	;
	const NOT_INHERITED = ["service_account_name", "volumes", "volume_mounts", "init_containers", "sidecars"];
	function inheritSettings(desired, base, { exists }) {
		const source = sourceOf(desired, base);
		const own = { ...desired, source };
		if (base === void 0 || base.source !== source) return own;
		const inherited = { ...own, installCommand: own.installCommand ?? base.installCommand, buildCommand: own.buildCommand ?? base.buildCommand, graphConfigPath: own.graphConfigPath ?? base.graphConfigPath, imageVersion: own.imageVersion ?? base.imageVersion, resourceSpec: own.resourceSpec ?? withoutRights(base.resourceSpec) };
		if (exists) return inherited;
		return { ...inherited, integrationId: own.integrationId ?? base.integrationId, listenerId: own.listenerId ?? base.listenerId, k8sNamespace: own.k8sNamespace ?? base.k8sNamespace };
	}
	function sourceOf(desired, base) {
		const guessed = !desired.isSourceSet && desired.source === "external_docker";
		return guessed && base?.source === "internal_docker" ? "internal_docker" : desired.source;
	}
	function withoutRights(spec) {
		if (spec === void 0) return void 0;
		const kept = { ...spec };
		for (const field of NOT_INHERITED) delete kept[field];
		return Object.values(kept).some((value) => value !== null && value !== void 0) ? kept : void 0;
	}
	var preview_names = __webpack_require__(92832);
	var ownership = __webpack_require__(63101);
	var inputs_secrets = __webpack_require__(54476);
	var pull_request = __webpack_require__(68333);
	var teardown = __webpack_require__(57422);
	;
	async function preview(context) {
		const { settings, record } = context;
		record.pullRequest = settings.pullRequest;
		const of = (0, pull_request.Jx)(context);
		const pull = await (0, pull_request.Yy)(context);
		const skipped = gatePullRequest(of, pull);
		if (skipped !== void 0) return skipped;
		if (!(0, pull_request.RX)(settings.labels, pull.labels)) return tearDownUnlabelled(context, of, pull);
		const untouched = await (0, check_paths.checkPullRequestPaths)(context);
		if (untouched !== void 0) return untouched;
		const base = await readBase(context);
		const { source } = inheritSettings(settings.desired, base, { exists: false });
		const name = (0, preview_names.LF)(settings, of, pull.branch, { source, endpoint: settings.endpoint });
		context.log.line(`The preview of ${(0, ownership.U7)(of)} is ${name}.`);
		record.name = name;
		return withPreviewCleanup(context, { names: [name], of }, () => deployPreview(context, of, pull, base, name));
	}
	function gatePullRequest(of, { fork, closed }) {
		const which = `Pull request ${(0, ownership.U7)(of)}`;
		if (fork) {
			return (0, outcome.bu)("skipped", "fork", `${which} comes from a fork, whose code must not run with secrets of this repository. A maintainer can push the change to a branch of this repository.`);
		}
		if (!closed) return void 0;
		return (0, outcome.bu)("skipped", "pull-request-closed", `${which} is closed, so it gets no preview.`);
	}
	async function tearDownUnlabelled(context, of, pull) {
		const { settings } = context;
		const names = (0, preview_names.Wl)(settings, of, pull.branch);
		const there = await (0, teardown.findByNames)(context, names);
		if (there.some((item) => (0, ownership._E)(item, of, (0, ownership.X1)(context)).ours)) {
			context.log.line("The label that asks for a preview was taken off.");
			return (0, teardown.removePreview)(context, { names, of });
		}
		return (0, outcome.bu)("skipped", "label-missing", `Pull request ${(0, ownership.U7)(of)} has none of the labels ${settings.labels.join(", ")}, so it gets no preview.`);
	}
	async function readBase({ settings, controlPlane, signal, log }) {
		const { from } = settings;
		if (from === void 0) return void 0;
		const found = await (0, read.FB)(controlPlane, from.target, signal);
		if (found !== void 0) {
			log.line(`Settings are inherited from ${found.name} (${found.id}), secrets are not.`);
			const base = (0, current.le)(found, []);
			refusePlaceholders(base, settings.desired);
			return base;
		}
		if (from.said && from.target.by === "name") {
			throw new outcome.lZ("deployment-not-found", `preview-from: there is no deployment ${from.target.name} to inherit settings from. Correct the name, or leave preview-from out to go without.`);
		}
		return void 0;
	}
	function refusePlaceholders(base, desired) {
		for (const [input, own, inherited] of [["install-command", desired.installCommand, base.installCommand], ["build-command", desired.buildCommand, base.buildCommand]]) {
			if (own !== void 0 || inherited === void 0 || !(0, hidden_value.Nj)(inherited)) continue;
			throw new outcome.lZ("secrets-hidden", `${input}: ${base.name} shows one that looks hidden, so that it cannot be inherited. Give ${input}, or set preview-from to another deployment.`);
		}
	}
	async function withPreviewCleanup(context, sought, work) {
		let end;
		try {
			end = await work();
		} catch (error) {
			context.signal.throwIfAborted();
			if (error instanceof outcome.lZ && error.outcome.reason === "not-a-preview") throw error;
			const removed = await removeIfUnwanted(context, sought);
			if (removed !== void 0) return removed;
			throw error;
		}
		const sent = end.kind !== "unchanged" && end.kind !== "planned";
		return (sent ? await removeIfUnwanted(context, sought) : void 0) ?? end;
	}
	async function removeIfUnwanted(context, sought) {
		if (context.settings.dryRun) return void 0;
		const fate = await (0, pull_request.Hi)(context);
		if (fate === void 0 || fate === "open") return void 0;
		context.log.line(`The pull request ${fate === "closed" ? "was closed" : "lost its label"} meanwhile.`);
		const end = await (0, teardown.removePreview)(context, sought);
		if (end.kind !== "torn-down" || fate !== "closed") return end;
		return (0, outcome.bu)("torn-down", "closed-meanwhile", `Pull request ${(0, ownership.U7)(sought.of)} was closed while its preview was deployed, so that is deleted again.`);
	}
	async function deployPreview(context, of, pull, base, name) {
		const there = await (0, teardown.findByNames)(context, [name]);
		const left = await untilFree(context, there);
		if (left !== void 0) return left;
		const found = there.find(({ status }) => !(0, statuses.vx)(status));
		const own = ofPullRequest(context.settings, pull);
		const inherited = inheritSettings(own.desired, base, { exists: found !== void 0 });
		const desired = withMarker(inherited, of, found);
		const writeGuard = previewGuard({ of, wanted: inherited, evidence: (0, ownership.X1)(context) });
		if (found !== void 0) writeGuard.update(found);
		const settings = { ...context.settings, ...own, desired, paths: void 0, verb: "deploy", target: { by: "name", name } };
		const work = () => (0, deploy.deploy)({ ...context, settings, writeGuard });
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof outcome.lZ) || error.outcome.reason !== "name-taken") throw error;
			const leaving = (await (0, teardown.findByNames)(context, [name])).filter(({ status }) => (0, statuses.vx)(status));
			if (leaving.length === 0) throw leftOver(name, error);
			return await untilFree(context, leaving) ?? work();
		}
	}
	function ofPullRequest({ desired, said, resolveCommit }, pull) {
		if (pull.ofEvent || said.ref || desired.source !== "git_host") return { desired, resolveCommit };
		const commit = said.commit ? desired.commit : pull.commit;
		return { desired: { ...desired, ref: pull.branch, commit }, resolveCommit: false };
	}
	async function untilFree(context, there) {
		const dying = there.filter(({ status }) => (0, statuses.vx)(status));
		if (dying.length === 0 || context.settings.dryRun) return void 0;
		context.log.line("The preview of this name is being deleted: waiting until it is gone.");
		const left = await (0, teardown.waitUntilDeleted)(context, dying);
		return left.length > 0 ? (0, teardown.stillDeleting)(context.settings.waitTimeoutMs, left) : void 0;
	}
	function leftOver(name, cause) {
		return new outcome.lZ("name-taken", `The name ${name} is taken by something that is no deployment: the tracing project of an earlier one, which was deleted without it. Teardown and sweep always delete both. Delete the tracing project ${name} (on its page, or by DELETE /api/v1/sessions/{id} of the tracing API), and run again; or give another preview-name-template. ${cause.message}`, { cause });
	}
	function withMarker(desired, of, found) {
		const marker = { name: inputs_secrets.yf, value: (0, ownership.U7)(of) };
		if (desired.secrets !== void 0) return { ...desired, secrets: [...desired.secrets, marker] };
		const hidden = found !== void 0 && (0, ownership.t7)(found).kind === "hidden";
		return { ...desired, secrets: hidden ? void 0 : [marker], secretsStrategy: "merge" };
	}
	function previewGuard({ of, wanted: desired, evidence }) {
		return { create: ({ secrets }) => {
			if (secrets?.some(({ name }) => name === inputs_secrets.yf)) return;
			throw new outcome.lZ("deployment-gone", `The preview of ${(0, ownership.U7)(of)} disappeared while it was being updated. Run the workflow again.`);
		}, update: (found) => {
			const { repoUrl } = (0, current.le)(found, []);
			const proven = desired.source === "git_host" && repoUrl !== void 0 && (0, fields.Hx)(repoUrl) === (0, fields.Hx)(desired.repoUrl ?? "");
			const verdict = (0, ownership._E)(found, of, { ...evidence, proven });
			if (verdict.ours) return;
			throw new outcome.lZ("not-a-preview", `${found.name} (${found.id}) ${verdict.why}: it is left as it is. Give another preview-name-template, or delete it if it is to be replaced.`);
		} };
	}
}), 68333: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { Hi: () => currentPullRequestState, Jx: () => pullRequestIdOf, RX: () => hasLabel, X3: () => askGitHub, Yy: () => currentPullRequest, _M: () => repositoryOf, wH: () => NO_TOKEN, yg: () => createPullRequestReader });
	var _text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(77844);
	var _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(22959);
	var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(96043);
	function pullRequestIdOf({ event, settings }) {
		return { repository: repositoryOf(event), number: settings.pullRequest };
	}
	function repositoryOf({ repository }) {
		if (/^[^/]+\/[^/]+$/.test(repository)) return repository;
		throw new _outcome_js__WEBPACK_IMPORTED_MODULE_1__.lZ("pull-request-unknown", "The run names no repository (GITHUB_REPOSITORY), and a preview belongs to a pull request of one.");
	}
	async function currentPullRequest(context) {
		const { event, settings, log } = context;
		const number = settings.pullRequest;
		const told = event.pullRequest?.number === number ? event.pullRequest : void 0;
		const reading = await askGitHub(context, number);
		if (reading?.kind === "read") {
			const { closed: closed2, fork, labels: labels2, commit } = reading.pull;
			const branch = reading.pull.branch.startsWith("refs/") ? void 0 : reading.pull.branch;
			return { closed: closed2, fork, labels: labels2, branch, commit, ofEvent: told !== void 0 };
		}
		if (told === void 0) throw unknownPullRequest(number, reading);
		if (reading !== void 0) log.line(`${(0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.D2)(number, reading.failure)} Taking the event's word.`);
		const { closed, labels } = told;
		return { closed, fork: event.fork !== false, labels, branch: event.ref, commit: event.commit, ofEvent: true };
	}
	async function currentPullRequestState(context) {
		const { settings, log } = context;
		const reading = await askGitHub(context, settings.pullRequest);
		if (reading?.kind === "read") {
			if (reading.pull.closed) return "closed";
			return hasLabel(settings.labels, reading.pull.labels) ? "open" : "unlabelled";
		}
		log.line(`Whether pull request #${settings.pullRequest} was closed meanwhile could not be found out; \`action: sweep\` deletes the preview then.`);
		return void 0;
	}
	function hasLabel(wanted, labels) {
		if (wanted.length === 0) return true;
		const there = new Set(labels.map((label) => label.toLowerCase()));
		return wanted.some((label) => there.has(label.toLowerCase()));
	}
	async function askGitHub({ github, clock, signal, log }, number) {
		try {
			const connection = await github();
			return connection && await (0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.DQ)(connection, number, { clock, signal });
		} catch (error) {
			signal.throwIfAborted();
			log.line(`GitHub could not be asked: ${(0, _text_js__WEBPACK_IMPORTED_MODULE_2__.gJ)(error)}`);
			return void 0;
		}
	}
	function unknownPullRequest(number, reading) {
		if (reading?.kind === "unreadable") {
			return new _outcome_js__WEBPACK_IMPORTED_MODULE_1__.lZ("pull-request-unknown", (0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.D2)(number, reading.failure));
		}
		return new _outcome_js__WEBPACK_IMPORTED_MODULE_1__.lZ("pull-request-unknown", `Pull request #${number} has to be read from GitHub. ${NO_TOKEN}`);
	}
	const NO_TOKEN = `There is no token for that: leave out \`github-token\`, whose default is the job's own, or give one, and write \`${_github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.GZ}\` under \`permissions:\` of the workflow's job.`;
	function createPullRequestReader({ clock, signal, log }, github) {
		const known = /* @__PURE__ */ new Map();
		let refused = false;
		const ask = async (number) => {
			const unknown = { closed: void 0, branch: void 0, at: clock.now() };
			if (refused) return unknown;
			const reading = await (0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.DQ)(github, number, { clock, signal });
			if (reading.kind === "read") {
				const { closed, branch, answeredAt = Number.POSITIVE_INFINITY } = reading.pull;
				return { closed, branch, at: Math.min(answeredAt, clock.now()) };
			}
			log.line((0, _github_pull_requests_js__WEBPACK_IMPORTED_MODULE_0__.D2)(number, reading.failure));
			refused = reading.failure.status !== 404;
			return unknown;
		};
		return { async read(number) {
			const fate = known.get(number) ?? await ask(number);
			known.set(number, fate);
			return fate;
		} };
	}
}), 57900: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { candidatesOf: () => candidatesOf, createPreviewSweeper: () => createPreviewSweeper, lastDeployedAt: () => lastDeployedAt, sweep: () => sweep });
	var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
	var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(83889);
	var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(96043);
	var _report_log_lines_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(28254);
	var _names_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(92832);
	var _ownership_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(63101);
	var _pull_request_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(68333);
	var _teardown_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(57422);
	async function sweep(context) {
		const { settings, controlPlane, signal, record, log, event } = context;
		const repository = (0, _pull_request_js__WEBPACK_IMPORTED_MODULE_5__._M)(event);
		const github = await context.github();
		if (github === void 0) {
			throw new _outcome_js__WEBPACK_IMPORTED_MODULE_1__.lZ("pull-request-unknown", `A sweep has to ask GitHub which pull requests are closed. ${_pull_request_js__WEBPACK_IMPORTED_MODULE_5__.wH}`);
		}
		const all = await controlPlane.listDeployments({}, signal);
		const { candidates, misnamed } = candidatesOf(all, repository, settings);
		log.line(`${all.length} deployments, ${candidates.length} of them previews of ${repository}.`);
		for (const one of misnamed) leaveMisnamed(context, one);
		const swept = [];
		record.swept = swept;
		const reader = (0, _pull_request_js__WEBPACK_IMPORTED_MODULE_5__.yg)(context, github);
		const broom = createPreviewSweeper(context, swept);
		for (const [candidate, now] of await sweepClosed(context, candidates, reader, broom)) {
			await sweepOld(context, candidate, now, broom);
		}
		if (swept.length > 0) {
			await log.group("Previews", () => {
				for (const line of (0, _report_log_lines_js__WEBPACK_IMPORTED_MODULE_2__.tG)(swept)) log.line(line);
			});
		}
		const left = settings.wait ? await (0, _teardown_js__WEBPACK_IMPORTED_MODULE_6__.waitUntilDeleted)(context, broom.deleted) : [];
		if (left.length > 0) return (0, _teardown_js__WEBPACK_IMPORTED_MODULE_6__.stillDeleting)(settings.waitTimeoutMs, left);
		await (0, _teardown_js__WEBPACK_IMPORTED_MODULE_6__.waitUntilUnlisted)(context, settings.wait ? broom.deleted : broom.gone);
		return conclude(context, swept);
	}
	function candidatesOf(deployments, repository, naming) {
		const marked = deployments.flatMap((deployment) => {
			if ((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_7__.vx)(deployment.status)) return [];
			const mark = (0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__.t7)(deployment);
			if (mark.kind === "none") return [];
			if (mark.kind === "hidden") return hiddenCandidate(deployment, repository, naming);
			const ours = (0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__.Qx)(mark.of.repository, repository);
			return ours ? [{ deployment, of: mark.of, hidden: false }] : [];
		});
		const fits = ({ deployment, of }) => (0, _names_js__WEBPACK_IMPORTED_MODULE_3__.u8)(deployment.name, naming, of, void 0);
		return { candidates: marked.filter(fits), misnamed: marked.filter((one) => !fits(one)) };
	}
	function hiddenCandidate(deployment, repository, naming) {
		const numbers = (deployment.name.match(/\d+/g) ?? []).map(Number);
		const number = numbers.find((one) => (0, _names_js__WEBPACK_IMPORTED_MODULE_3__.zx)(naming, { repository, number: one }).includes(deployment.name));
		return number === void 0 ? [] : [{ deployment, of: { repository, number }, hidden: true }];
	}
	async function sweepClosed(context, candidates, reader, broom) {
		const { settings, log } = context;
		const open = [];
		for (const candidate of candidates) {
			const { deployment, of, hidden } = candidate;
			if (hidden && !settings.force) {
				log.line(`${deployment.name} looks like the preview of #${of.number}, but the service hides whose it is: \`force: true\` goes by the name.`);
				broom.leave(candidate, "unknown");
				continue;
			}
			const { closed, branch, at } = await reader.read(of.number);
			if (closed !== void 0 && !(0, _names_js__WEBPACK_IMPORTED_MODULE_3__.u8)(deployment.name, settings, of, branch)) {
				leaveMisnamed(context, candidate);
			} else if (closed === void 0) broom.leave(candidate, "unknown");
			else if (closed) await broom.sweep(candidate, "pull-request-closed");
			else open.push([candidate, at]);
		}
		return open;
	}
	function leaveMisnamed({ log }, { deployment: { name, id: id2 }, of }) {
		log.line(`${name} (${id2}) carries the mark of ${(0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__.U7)(of)}, but is named as none of its previews: left alone. If it is one, give the sweep the same preview-name-template.`);
	}
	async function sweepOld(context, candidate, now, broom) {
		const { ttlMs } = context.settings;
		if (ttlMs === void 0) return;
		const at = await lastDeployedAt(context, candidate.deployment);
		if (at === "gone") return;
		if (at === void 0) broom.leave(candidate, "unknown");
		else if (now - at > ttlMs) {
			context.log.line(`${candidate.deployment.name} was last deployed ${(0, _report_log_lines_js__WEBPACK_IMPORTED_MODULE_2__.nV)(now - at)} ago.`);
			await broom.sweep(candidate, "too-old");
		}
	}
	function conclude({ settings }, swept) {
		const count = (did) => swept.filter((one) => one.did === did).length;
		const unknown = swept.filter(({ why }) => why === "unknown").length;
		const capped = count("left") - unknown;
		const more = capped > 0 ? ` ${capped} more are left for the next sweep by sweep-limit.` : "";
		if (settings.dryRun && count("would-delete") > 0) {
			const also = unknown > 0 ? ` ${unknown} could not be judged.` : "";
			return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_1__.bu)("planned", "dry-run", `Nothing was sent. ${count("would-delete")} previews would be deleted.${more}${also}`);
		}
		if (unknown + count("failed") > 0) {
			return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_1__.bu)("failed", "sweep-incomplete", `${count("deleted")} previews are deleted; ${count("failed")} could not be deleted, ${unknown} could not be judged and are left. The log says why.${more}`);
		}
		if (swept.length === 0) return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_1__.bu)("unchanged", "nothing-to-sweep", "No preview is left over.");
		return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_1__.bu)("torn-down", "swept", `${count("deleted")} previews are deleted.${more}`);
	}
	function createPreviewSweeper(context, swept) {
		const { settings, record, log, signal } = context;
		const deleted = [];
		const gone = [];
		let tried = 0;
		const note = ({ deployment: { name, id: id2 }, of }, why) => ({ as: (did) => void swept.push({ name, id: id2, of: (0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__.U7)(of), why, did }) });
		return { deleted, gone, leave: (candidate, why) => note(candidate, why).as("left"), async sweep(candidate, why) {
			const entry = note(candidate, why);
			if (tried >= settings.limit) return entry.as("left");
			tried += 1;
			if (settings.dryRun) return entry.as("would-delete");
			const { deployment } = candidate;
			try {
				const still = await isStillOurs(context, candidate);
				if (still === false) return;
				if (still === "gone") gone.push(deployment);
				else {
					log.line(`Deleting ${deployment.name} (${deployment.id}).`);
					await (0, _teardown_js__WEBPACK_IMPORTED_MODULE_6__.deletePreview)(context, deployment);
				}
			} catch (error) {
				signal.throwIfAborted();
				if (!(error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD)) throw error;
				log.line(`${deployment.name} could not be deleted: ${error.message}`);
				return entry.as("failed");
			}
			deleted.push(deployment);
			record.retired.push(deployment.name);
			return entry.as("deleted");
		} };
	}
	async function isStillOurs(context, { deployment, of }) {
		const { controlPlane, signal, log } = context;
		try {
			const now = await controlPlane.getDeployment(deployment.id, signal);
			const same = now.id === deployment.id && now.name === deployment.name;
			const verdict = same ? (0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__._E)(now, of, (0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__.X1)(context)) : { ours: false, why: "has another name or ID" };
			if (!verdict.ours) {
				log.line(`${deployment.name} (${deployment.id}) changed since the sweep looked. It ${verdict.why}: left alone.`);
			}
			return verdict.ours;
		} catch (error) {
			if ((0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 404)) return "gone";
			throw error;
		}
	}
	async function lastDeployedAt({ controlPlane, signal, log }, { id: id2, name, created_at: createdAt }) {
		try {
			const [latest] = await controlPlane.listRevisions(id2, { limit: 1 }, signal);
			const at = Date.parse((latest === void 0 ? createdAt : latest.created_at) ?? "");
			return Number.isNaN(at) ? void 0 : at;
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD)) throw error;
			if (error.status === 404) return "gone";
			log.line(`The age of ${name} could not be found out: ${error.message}`);
			return void 0;
		}
	}
}), 57422: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { deletePreview: () => deletePreview, findByNames: () => findByNames, removePreview: () => removePreview, stillDeleting: () => stillDeleting, teardown: () => teardown, waitUntilDeleted: () => waitUntilDeleted, waitUntilUnlisted: () => waitUntilUnlisted });
	var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
	var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(83889);
	var _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(20578);
	var _outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(96043);
	var _run_record_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(758);
	var _names_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(92832);
	var _ownership_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(63101);
	var _pull_request_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(68333);
	async function teardown(context) {
		const { settings, record } = context;
		record.pullRequest = settings.pullRequest;
		const of = (0, _pull_request_js__WEBPACK_IMPORTED_MODULE_5__.Jx)(context);
		return removePreview(context, { names: (0, _names_js__WEBPACK_IMPORTED_MODULE_3__.Wl)(settings, of, await branchOf(context)), of });
	}
	async function branchOf(context) {
		const { event, settings } = context;
		if (settings.nameTemplate?.includes("{branch}") !== true) return void 0;
		if (event.pullRequest?.number === settings.pullRequest && event.ref !== void 0) return event.ref;
		const reading = await (0, _pull_request_js__WEBPACK_IMPORTED_MODULE_5__.X3)(context, settings.pullRequest);
		return reading?.kind === "read" ? reading.pull.branch : void 0;
	}
	async function removePreview(context, { names, of }) {
		const { settings, record, log } = context;
		const whose = (0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__.U7)(of);
		const found = await findAll(context, names);
		const evidence = (0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__.X1)(context);
		const judged = found.map((item) => ({ item, verdict: (0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__._E)(item, of, evidence) }));
		const ours = judged.flatMap(({ item, verdict }) => verdict.ours ? [item] : []);
		const strangers = judged.flatMap(({ item, verdict }) => verdict.ours || (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_6__.vx)(item.status) ? [] : [`${item.name} (${item.id}) ${verdict.why}`]);
		if (ours.length === 0 && strangers.length > 0) {
			throw new _outcome_js__WEBPACK_IMPORTED_MODULE_2__.lZ("not-a-preview", `Nothing is deleted: ${strangers.join("; ")}. If it was meant to be the preview of ${whose}, delete it by hand; else give another preview-name-template.`);
		}
		for (const line of strangers) log.line(`Left alone: ${line}.`);
		const living = ours.filter(({ status }) => !(0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_6__.vx)(status));
		if (settings.dryRun && living.length > 0) {
			note(context, living);
			return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_2__.bu)("planned", "dry-run", `Nothing was sent. ${list(living)} would be deleted.`);
		}
		const deleted = [];
		for (const item of settings.dryRun ? [] : ours) {
			if (!await isSameById(context, item, of)) continue;
			note(context, [item]);
			log.line(`Deleting ${item.name} (${item.id}), the preview of ${whose}, and its tracing project.`);
			if (await deletePreview(context, item)) deleted.push(item);
		}
		record.retired = [...new Set(ours.length > 0 ? ours.map(({ name }) => name) : names)];
		const left = settings.wait && !settings.dryRun ? await waitUntilDeleted(context, ours) : [];
		if (left.length > 0) return stillDeleting(settings.waitTimeoutMs, left);
		const gone = ours.filter((item) => settings.wait || !deleted.includes(item));
		if (!settings.dryRun) await waitUntilUnlisted(context, gone);
		if (deleted.length === 0) {
			return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_2__.bu)("torn-down", "already-gone", `There is no preview of ${whose} (${names.join(", ")}).`);
		}
		return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_2__.bu)("torn-down", "deleted", `The preview of ${whose}, ${list(deleted)}, is deleted.`);
	}
	async function findByNames({ controlPlane, signal }, names) {
		const found = /* @__PURE__ */ new Map();
		for (const name of names) {
			for (const item of await controlPlane.listDeployments({ nameContains: name }, signal)) {
				if (item.name === name) found.set(item.id, item);
			}
		}
		return [...found.values()];
	}
	async function findAll(context, names) {
		const found = await findByNames(context, names);
		if (found.length > 0) return found;
		return (await context.controlPlane.listDeployments({}, context.signal)).filter(({ name }) => names.includes(name));
	}
	const PAUSES_MS = [0, 1e3, 2e3, 4e3, 8e3, 15e3, 3e4];
	async function waitUntilUnlisted(context, items) {
		let left = [...items];
		for (const pause of PAUSES_MS) {
			if (left.length === 0) return;
			if (pause > 0) await context.clock.sleep(pause, context.signal);
			const [only, ...others] = left;
			const listed = only !== void 0 && others.length === 0 ? await findByNames(context, [only.name]) : await context.controlPlane.listDeployments({}, context.signal);
			const living = new Set(listed.filter(({ status }) => !(0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_6__.vx)(status)).map(({ id: id2 }) => id2));
			left = left.filter(({ id: id2 }) => living.has(id2));
		}
		if (left.length === 0) return;
		throw new _outcome_js__WEBPACK_IMPORTED_MODULE_2__.lZ("contradictory-answers", `By the ID there is no ${list(left)} any more, and the list shows it as living. Look at the service, and run the workflow again.`);
	}
	async function isSameById(context, item, of) {
		const now = await look(context, item.id);
		if (now === void 0) return false;
		if (now.name === item.name && (0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__._E)(now, of, (0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__.X1)(context)).ours) return true;
		throw new _outcome_js__WEBPACK_IMPORTED_MODULE_2__.lZ("contradictory-answers", `One answer shows ${item.id} as ${item.name}, the preview of ${(0, _ownership_js__WEBPACK_IMPORTED_MODULE_4__.U7)(of)}, and another does not; nothing was deleted. Look at the service, and run the workflow again.`);
	}
	async function deletePreview(context, { id: id2, status }) {
		const { controlPlane, signal, record } = context;
		await (0, _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_1__.d$)(context, "writing");
		record.changed = true;
		const wasLiving = !(0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_6__.vx)(status);
		try {
			return await controlPlane.deleteDeployment(id2, { deleteTracingProject: true }, signal) && wasLiving;
		} catch (error) {
			signal.throwIfAborted();
			if (!wasLiving && (0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error)) return false;
			if (!mayHaveHappened(error)) throw error;
			const now = await look(context, id2);
			if (now !== void 0 && !(0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_6__.vx)(now.status)) throw error;
			return true;
		}
	}
	async function waitUntilDeleted(context, items) {
		const { settings, clock, signal } = context;
		const deadlineAt = clock.now() + settings.waitTimeoutMs;
		context.setReadDeadline(deadlineAt);
		try {
			let left = [...items];
			for (let pause = 1e3; ; pause = Math.min(pause * 1.5, settings.pollIntervalMs, 15e3)) {
				const still = [];
				for (const item of left) if (await look(context, item.id) !== void 0) still.push(item);
				left = still;
				const remaining = deadlineAt - clock.now();
				if (left.length === 0 || remaining <= 0) return left;
				await clock.sleep(Math.min(pause, remaining), signal);
			}
		} finally {
			context.setReadDeadline(void 0);
		}
	}
	function stillDeleting(waitedMs, left) {
		return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_2__.bu)("timed-out", "still-deleting", `${list(left)} ${left.length === 1 ? "is" : "are"} being deleted, but still there after ${(0, _run_record_js__WEBPACK_IMPORTED_MODULE_7__.a3)(waitedMs)}. The service goes on by itself; raise wait-timeout, or set \`wait: false\`.`);
	}
	async function look({ controlPlane, signal }, id2) {
		try {
			return await controlPlane.getDeployment(id2, signal);
		} catch (error) {
			if ((0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 404)) return void 0;
			throw error;
		}
	}
	function mayHaveHappened(error) {
		return error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD && (error.status === void 0 || error.status >= 500 || error.status < 400);
	}
	function note({ record }, [first]) {
		if (first !== void 0) record.deployment = { id: first.id, name: first.name, url: void 0 };
	}
	function list(items) {
		return items.map(({ name, id: id2 }) => `${name} (${id2})`).join(", ");
	}
}), 40144: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { rollBackAfterFailure: () => rollBackAfterFailure, rollBackOnFailure: () => rollBackOnFailure });
	var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
	var _deploy_read_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(98591);
	var _outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(96043);
	var _plan_rollback_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(96682);
	var _rollback_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(81922);
	const PAUSES_MS = [0, 2e3, 5e3, 1e4, 2e4, 3e4];
	const SAYS_NOTHING = ["deployment-gone", "verification-impossible"];
	async function rollBackOnFailure(context, end) {
		switch (end.kind) {
			case "failed":
				return context.record.stage === "waiting" && !SAYS_NOTHING.includes(end.reason) ? rollBackAfterFailure(context, end) : end;
			case "deployed":
				return end.reason === "configuration-updated" ? end : checkHealth(context, end);
			default:
				return end;
		}
	}
	async function checkHealth(context, end) {
		const { record, log } = context;
		const url = record.deployment?.url;
		if (url === void 0) return end;
		const health = await ask(context, url);
		if (health === "unknown") {
			log.line("The live agent did not answer this runner: its health is not known, and not judged.");
		}
		if (health !== "ill") return end;
		const failure = (0, _outcome_js__WEBPACK_IMPORTED_MODULE_2__.bu)("failed", "unhealthy", `Revision ${record.revision?.id ?? ""} of ${record.deployment?.name ?? "the deployment"} is deployed and active, but the live agent answers every check of its health with an error.`);
		return failure.kind === "failed" ? rollBackAfterFailure(context, failure) : failure;
	}
	async function ask({ probeStatus: knock, clock, signal, log }, base) {
		const url = `${base.replace(/\/+$/, "")}/ok`;
		let health = "unknown";
		for (const pause of PAUSES_MS) {
			if (pause > 0) await clock.sleep(pause, signal);
			const status = await knock(url, signal);
			if (status === void 0) return "unknown";
			if (status < 500) return "well";
			log.line(`The live agent answers ${status} to a check of its health.`);
			health = "ill";
		}
		return health;
	}
	async function rollBackAfterFailure(context, failure) {
		const { record, controlPlane, signal, log } = context;
		const { deployment, revision, previousRevisionId } = record;
		const kept = { revision, timeline: record.timeline, prediction: record.prediction };
		try {
			if (deployment === void 0) return failure;
			const current = await (0, _deploy_read_js__WEBPACK_IMPORTED_MODULE_1__.cA)(controlPlane, await controlPlane.getDeployment(deployment.id, signal), signal);
			const found = (0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_3__.h6)({ ourId: revision?.id, targetId: previousRevisionId, activeId: current.activeRevisionId, latestId: current.latestRevisionId, begun: record.rollback !== void 0 });
			if (found.kind !== "due") return tell(failure, found);
			log.line(`Our revision ${found.ourId} is active and bad: bringing back ${found.targetId}.`);
			const target = current.revisions.find(({ id: id2 }) => id2 === found.targetId) ?? await (0, _rollback_js__WEBPACK_IMPORTED_MODULE_4__.readRevision)(controlPlane, current, found.targetId, signal);
			const way = await (0, _rollback_js__WEBPACK_IMPORTED_MODULE_4__.planRollback)(context, current, target);
			const { plan } = record;
			await (0, _rollback_js__WEBPACK_IMPORTED_MODULE_4__.showRollbackPlan)(context, way);
			record.plan = plan;
			const end = await (0, _rollback_js__WEBPACK_IMPORTED_MODULE_4__.runRollback)(context, way, { after: failure.reason, keep: true });
			restore(record, kept);
			return end.kind === "deployed" ? rolledBack(failure, record) : rollbackFailed(failure, end.message);
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.hD) && !(error instanceof _outcome_js__WEBPACK_IMPORTED_MODULE_2__.lZ)) throw error;
			restore(record, kept);
			return rollbackFailed(failure, error.message);
		}
	}
	function restore(record, kept) {
		Object.assign(record, kept);
	}
	function rolledBack(failure, { rollback }) {
		return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_2__.bu)("rolled-back", "after-failure", `${failure.message} Rolled back: the commit or image of revision ${rollback?.targetId ?? ""} is deployed again, as revision ${rollback?.revisionId ?? ""}, which is active.`);
	}
	function rollbackFailed(failure, why) {
		return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_2__.bu)("failed", "rollback-failed", `${failure.message} Bringing back what was active before failed as well: ${why}`);
	}
	function tell(failure, found) {
		return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_2__.bu)("failed", failure.reason, `${failure.message} ${found.message}`);
	}
}), 96682: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { CQ: () => originText, EL: () => demandDeployed, bt: () => isSameBuild, bx: () => chooseTarget, eH: () => planReissue, h6: () => decideRollback, kS: () => isAlreadyRolledBack, uQ: () => refToResolve, wc: () => revisionLabel, wo: () => toDesired });
	var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(83889);
	var _contract_source_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(20690);
	function chooseTarget(to, past) {
		return to.kind === "previous" ? choosePrevious(past) : chooseOfRef(to.ref, past);
	}
	function demandDeployed(revision, activeId) {
		if (revision.id === activeId || (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(revision.status) === "deployed") {
			return { kind: "found", revision };
		}
		return { kind: "refused", reason: "never-deployed", message: `Revision ${revision.id} is ${revision.status}: it never was DEPLOYED, so it is not known to work. Give one that was; \`action: status\` lists them.` };
	}
	function isAlreadyRolledBack({ revisions, activeId }) {
		const [active, ...older] = fromActive(revisions, activeId);
		if (active === void 0) return false;
		const deployed = older.filter(({ status }) => (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(status) === "deployed");
		const other = deployed.findIndex((revision) => !isSameBuild(revision, active));
		return other !== -1 && deployed.slice(other).some((revision) => isSameBuild(revision, active));
	}
	function isSameBuild(a, b) {
		if (a.graphConfigPath !== b.graphConfigPath) return false;
		if (a.commit !== void 0 && b.commit !== void 0) return a.commit === b.commit;
		if (a.imageUri !== void 0 && b.imageUri !== void 0) return a.imageUri === b.imageUri;
		return a.tarballPath !== void 0 && a.tarballPath === b.tarballPath;
	}
	function choosePrevious(past) {
		const [active, ...older] = fromActive(past.revisions, past.activeId);
		const found = older.find((revision) => active !== void 0 && (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(revision.status) === "deployed" && !isSameBuild(revision, active));
		if (found !== void 0) return { kind: "found", revision: found };
		if (!past.complete && past.activeId !== void 0) return void 0;
		const message = active === void 0 ? "No revision is active, so there is none before it. Give the ID of a revision in rollback-to." : `No other commit or image was deployed before the active revision ${active.id}. Give the ID of a revision in rollback-to, or deploy the commit or image to go back to.`;
		return { kind: "refused", reason: "no-rollback-target", message };
	}
	function chooseOfRef(ref, { revisions, activeId, complete }) {
		const ofRef = revisions.filter((revision) => revision.ref === ref);
		const found = ofRef.find(({ id: id2, status }) => id2 === activeId || (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_1__.BE)(status) === "deployed");
		if (found !== void 0) return { kind: "found", revision: found };
		if (!complete) return void 0;
		const [newest] = ofRef;
		if (newest !== void 0) return demandDeployed(newest, activeId);
		return { kind: "refused", reason: "revision-not-found", message: `No revision of this deployment is of ${ref}. \`action: status\` lists what there is; a ref that was not deployed yet is for \`action: deploy\`.` };
	}
	function fromActive(revisions, activeId) {
		const at = revisions.findIndex(({ id: id2 }) => id2 === activeId);
		return at === -1 ? [] : revisions.slice(at);
	}
	function decideRollback({ ourId, targetId, activeId, latestId, begun }) {
		if (begun) return leave("A rollback was begun in this run already; there is never a second one.");
		if (targetId === void 0 || targetId === ourId) {
			return { kind: "nothing-before", message: "There is nothing to roll back to: no other revision was active before." };
		}
		if (activeId === targetId) {
			return { kind: "serves-on", message: `Nothing had to be rolled back: revision ${targetId} is still the active one.` };
		}
		if (ourId === void 0 || activeId !== ourId) {
			return leave(`Not rolled back: the active revision is ${activeId ?? "not known"}, which is not ours.`);
		}
		if (latestId !== ourId) {
			return leave(`Not rolled back: revision ${latestId ?? "(unknown)"} came after ours and is left its turn.`);
		}
		return { kind: "due", ourId, targetId };
	}
	function leave(message) {
		return { kind: "left-alone", message };
	}
	function toDesired(target, current) {
		const source = sourceOf(target, current);
		const git = source === "git_host";
		return { source, isSourceSet: false, repoUrl: void 0, integrationId: void 0, deploymentType: void 0, buildOnPush: void 0, installCommand: void 0, buildCommand: void 0, listenerId: void 0, k8sNamespace: void 0, customUrl: void 0, resourceSpec: void 0, secretReferences: void 0, ref: git ? target.ref : void 0, commit: git ? target.commit : void 0, graphConfigPath: void 0, imageUri: git ? void 0 : target.imageUri, imageVersion: void 0, sourcePath: void 0, archive: void 0, tarballPath: source === "internal_source" ? target.tarballPath : void 0, secrets: void 0, secretsStrategy: "merge" };
	}
	function refToResolve(target, current) {
		if (sourceOf(target, current) !== "git_host" || target.commit === void 0) return void 0;
		if (target.ref === void 0 || current.repoUrl === void 0) return void 0;
		if (target.ref.startsWith("refs/tags/") && current.buildOnPush === true) return void 0;
		return { repoUrl: current.repoUrl, ref: target.ref };
	}
	function planReissue(target, current, resolved) {
		const sent = reissued(target, current, resolved);
		const changes = [describe(target, current, sent === void 0)];
		if (sent === void 0) return { kind: "redeploy", revisionId: target.id, changes };
		const path = target.graphConfigPath;
		const repath = path !== void 0 && path !== current.graphConfigPath;
		if (repath) {
			changes.push({ field: "source_revision_config.graph_config_path", from: current.graphConfigPath ?? null, to: path, revision: true });
		}
		const body = { ...sent.source_tarball_path ? { revision_source: "internal_source" } : {}, source_revision_config: { ...sent, ...repath ? { graph_config_path: path } : {} } };
		return { kind: "patch", body, changes, originOnly: !repath };
	}
	function reissued(target, current, resolved) {
		if (sourceOf(target, current) === "git_host") {
			const still = target.commit !== void 0 && resolved === target.commit;
			return still && target.ref !== void 0 ? { repo_ref: target.ref } : void 0;
		}
		if (target.imageUri !== void 0) return { image_uri: target.imageUri };
		return target.tarballPath === void 0 ? void 0 : { source_tarball_path: target.tarballPath };
	}
	function sourceOf(target, current) {
		const said = _contract_source_js__WEBPACK_IMPORTED_MODULE_0__.kL.safeParse(current.source);
		if (said.success) return said.data;
		if (target.tarballPath !== void 0) return "internal_source";
		return target.imageUri === void 0 ? "git_host" : "external_docker";
	}
	function describe(target, current, byService) {
		const { active } = current;
		return { field: "revision", from: active === void 0 ? null : revisionLabel(active), to: `${revisionLabel(target)}${byService ? ", by the service" : ""}`, revision: true };
	}
	function revisionLabel(revision) {
		return `${originText(revision)} (revision ${revision.id})`;
	}
	function originText({ ref, commit, imageUri, tarballPath }) {
		if (commit !== void 0 || ref !== void 0) return `${ref ?? "?"} @ ${commit?.slice(0, 7) ?? "?"}`;
		return imageUri ?? tarballPath ?? "unknown";
	}
}), 81922: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { planRollback: () => planRollback, readRevision: () => readRevision, rollback: () => rollback, runRollback: () => runRollback, showRollbackPlan: () => showRollbackPlan });
	var _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(65292);
	var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(83889);
	var _deploy_confirm_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(51987);
	var _deploy_identify_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(58975);
	var _deploy_polling_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7628);
	var _deploy_read_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(98591);
	var _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(20578);
	var _deploy_write_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6736);
	var _outcome_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(96043);
	var _plan_current_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(67418);
	var _plan_origin_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(23001);
	var _run_record_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(758);
	var _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(96682);
	async function rollback(context) {
		const { settings, controlPlane, signal, record } = context;
		const { deployment, actual: current } = await (0, _deploy_read_js__WEBPACK_IMPORTED_MODULE_4__.xx)(context);
		record.prediction = (0, _deploy_polling_js__WEBPACK_IMPORTED_MODULE_3__.K$)(current.revisions);
		record.earlier = (0, _deploy_polling_js__WEBPACK_IMPORTED_MODULE_3__.ti)(current.revisions);
		if (current.active !== void 0) (0, _run_record_js__WEBPACK_IMPORTED_MODULE_10__.dO)(record, current.active);
		const { target, past } = await findRollbackTarget(controlPlane, current, settings, signal);
		if (settings.rerun && settings.to.kind === "previous" && (0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.kS)(past) && !isUnderway(current)) {
			return unchanged(context, `${current.name} was rolled back already: its active revision ${current.activeRevisionId ?? ""} was made from the same commit or image as an earlier one. A re-run goes no further back; start a new run, or give the ID of a revision.`);
		}
		if (settings.to.kind === "previous" && (0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.kS)(past)) {
			context.log.line(`The active revision is itself the result of a rollback: \`previous\` leads to ${(0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.wc)(target)}, which was rolled back. If that is not what you want, give the ID of another revision.`);
		}
		record.commit = target.commit;
		if (!settings.force && serves(target, current) && !isUnderway(current)) {
			const desired = (0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.wo)(target, current);
			const revisionId = current.active?.id ?? target.id;
			const of = { deployment, revisionId, desired, current: void 0, before: /* @__PURE__ */ new Set(), adopted: true };
			const doubt = await (0, _deploy_confirm_js__WEBPACK_IMPORTED_MODULE_1__.xw)(context, of);
			if (doubt !== void 0) return doubt;
			return unchanged(context, `${current.name} already runs ${(0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.wc)(target)}. Set \`force: true\` to deploy it again.`);
		}
		const way = await planRollback(context, current, target);
		const underway = settings.force ? void 0 : onItsWay(way);
		if (underway !== void 0) {
			record.plan = { kind: "adopt", revisionId: underway.id, changes: [] };
			context.log.line(`Revision ${underway.id} of the same is on its way already.`);
			if (settings.dryRun) return (0, _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_5__.dU)(record.plan);
			record.rollback = { targetId: target.id, revisionId: underway.id, after: void 0 };
			return conclude(await adopt(context, way.desired, current, underway), target, current);
		}
		await showRollbackPlan(context, way);
		if (settings.dryRun) return (0, _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_5__.dU)(way.plan);
		return conclude(await runRollback(context, way, { after: void 0, keep: false }), target, current);
	}
	function serves(target, { active }) {
		if (active === void 0) return false;
		return (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_11__.BE)(active.status) === "deployed" && (target.id === active.id || (0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.bt)(target, active));
	}
	function isUnderway({ latest, activeRevisionId }) {
		if (latest === void 0 || latest.id === activeRevisionId) return false;
		return ["progress", "deployed"].includes((0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_11__.BE)(latest.status));
	}
	function onItsWay({ desired, current, plan }) {
		const sure = (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_12__.Gm)(desired, current);
		return sure ?? (plan.kind === "patch" ? (0, _plan_origin_js__WEBPACK_IMPORTED_MODULE_12__.u9)(desired, current) : void 0);
	}
	async function adopt(context, desired, current, underway) {
		const before = new Set(current.revisions.map(({ id: id2 }) => id2).filter((id2) => id2 !== underway.id));
		const deployment = await context.controlPlane.getDeployment(current.id, context.signal);
		return (0, _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_5__.Of)(context, { deployment, revisionId: underway.id, desired, current: void 0, before, adopted: true });
	}
	async function unchanged({ record }, message) {
		record.plan = { kind: "unchanged", changes: [] };
		return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_7__.bu)("unchanged", "already-active", message);
	}
	function conclude(end, target, { name }) {
		if (end.kind !== "deployed" || end.reason === "commit-unknown") return end;
		return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_7__.bu)("deployed", "rolled-back-to", `${name} is rolled back to ${(0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.wc)(target)}. ${end.message}`);
	}
	async function planRollback({ resolveRef, signal, log }, current, target) {
		const git = (0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.uQ)(target, current);
		const resolved = git === void 0 ? void 0 : await resolveRef(git.repoUrl, git.ref, signal);
		if (git !== void 0 && resolved !== target.commit) {
			const now = resolved === void 0 ? "cannot be looked up" : `is at ${resolved.slice(0, 7)} by now`;
			log.line(`${git.ref} ${now}, so revision ${target.id} is for the service to deploy again.`);
		}
		const plan = (0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.eH)(target, current, resolved);
		return { current, target, desired: (0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.wo)(target, current), plan };
	}
	async function showRollbackPlan(context, { current, target, plan }) {
		await (0, _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_5__.tN)(context, plan, `roll ${current.name} back to ${(0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.wc)(target)}`);
		context.log.line(plan.kind === "redeploy" ? "Only code is promised to go back: whether secrets and other settings of that revision come back with it is for the service to say." : "Only code goes back: secrets, resources and other settings stay as they are now.");
	}
	async function runRollback(context, way, { after, keep }) {
		const { controlPlane, clock, signal, record, log } = context;
		const { current, target, desired } = way;
		if (record.rollback !== void 0) throw new Error("a second rollback in one run");
		const rollback2 = { targetId: target.id, revisionId: void 0, after };
		record.rollback = rollback2;
		record.revision = void 0;
		await (0, _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_5__.d$)(context, "writing");
		const { deployment, lost } = await send(context, way);
		record.changed = true;
		(0, _deploy_read_js__WEBPACK_IMPORTED_MODULE_4__.dj)(context, deployment);
		if (lost) log.line("The answer was lost, but it arrived.");
		await (0, _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_5__.d$)(context, "waiting");
		const before = new Set(current.revisions.map(({ id: id2 }) => id2));
		const sent = { sentOrigin: true, lost };
		const revisionId = await (0, _deploy_identify_js__WEBPACK_IMPORTED_MODULE_2__.Az)(controlPlane, clock, deployment, before, desired, sent, signal);
		if (revisionId === void 0) {
			throw new _outcome_js__WEBPACK_IMPORTED_MODULE_7__.lZ("no-revision", `The rollback of ${current.name} was accepted, but no revision of it appeared within a minute. Look at the deployment.`);
		}
		rollback2.revisionId = revisionId;
		const of = { deployment, revisionId, desired, current: void 0, before, adopted: false };
		return (0, _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_5__.Of)(context, { ...of, ...keep && { neverInterrupt: keep } });
	}
	async function send({ controlPlane, clock, signal }, { current, target, desired, plan }) {
		if (plan.kind === "patch") {
			const answer2 = await (0, _deploy_write_js__WEBPACK_IMPORTED_MODULE_6__.Gj)(controlPlane, clock, current, plan, desired, signal);
			return { deployment: answer2.deployment, lost: answer2.afterLostAnswer };
		}
		const answer = await (0, _deploy_write_js__WEBPACK_IMPORTED_MODULE_6__.jy)(controlPlane, clock, current, plan.revisionId, desired, signal);
		if (answer !== void 0) return { deployment: answer.deployment, lost: answer.afterLostAnswer };
		throw new _outcome_js__WEBPACK_IMPORTED_MODULE_7__.lZ("rollback-impossible", `Nothing was changed: ${target.ref ?? "its ref"} no longer leads to what revision ${target.id} is of, and this service cannot deploy a revision again. Put a tag or branch on commit ${target.commit ?? "(unknown)"}, and deploy it with \`action: deploy\` and \`ref\`.`);
	}
	async function findRollbackTarget(controlPlane, current, { to, rerun }, signal) {
		if (to.kind === "revision") {
			const revision = await readRevision(controlPlane, current, to.id, signal);
			const past2 = { revisions: current.revisions, activeId: current.activeRevisionId, complete: false };
			return { target: demand((0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.EL)(revision, current.activeRevisionId)), past: past2 };
		}
		const past = { revisions: [], activeId: current.activeRevisionId, complete: false };
		for await (const page of (0, _deploy_read_js__WEBPACK_IMPORTED_MODULE_4__.kb)(controlPlane, current.id, signal)) {
			past.revisions = [...past.revisions, ...page.map(_plan_current_js__WEBPACK_IMPORTED_MODULE_8__.aI)];
			const choice2 = rerun ? void 0 : (0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.bx)(to, past);
			if (choice2 !== void 0) return { target: await demandSame(demand(choice2)), past };
		}
		past.complete = true;
		const choice = (0, _plan_rollback_js__WEBPACK_IMPORTED_MODULE_9__.bx)(to, past);
		if (choice === void 0) throw new Error("a whole past leaves the target open");
		return { target: await demandSame(demand(choice)), past };
		async function demandSame(listed) {
			const byId = await readRevision(controlPlane, current, listed.id, signal);
			const same = ["status", "commit", "imageUri", "tarballPath", "ref"].every((field) => !byId[field] || !listed[field] || byId[field] === listed[field]);
			const { commit = listed.commit, ref = listed.ref, imageUri = listed.imageUri } = byId;
			const { tarballPath = listed.tarballPath } = byId;
			if (same) return { ...byId, commit, ref, imageUri, tarballPath };
			throw new _outcome_js__WEBPACK_IMPORTED_MODULE_7__.lZ("contradictory-answers", `Two answers show revision ${listed.id} of ${current.name} otherwise; nothing was sent. Run the workflow again when the service answers the same to both.`);
		}
	}
	async function readRevision(controlPlane, { id: id2, name }, revisionId, signal) {
		try {
			return (0, _plan_current_js__WEBPACK_IMPORTED_MODULE_8__.aI)(await controlPlane.getRevision(id2, revisionId, signal));
		} catch (error) {
			if (!(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 404) && !(0, _clients_errors_js__WEBPACK_IMPORTED_MODULE_0__.d7)(error, 422)) throw error;
			throw new _outcome_js__WEBPACK_IMPORTED_MODULE_7__.lZ("revision-not-found", `${name} has no revision ${revisionId}. \`action: status\` lists the revisions it has.`, { cause: error });
		}
	}
	function demand(choice) {
		if (choice.kind === "refused") throw new _outcome_js__WEBPACK_IMPORTED_MODULE_7__.lZ(choice.reason, choice.message);
		return choice.revision;
	}
}), 72412: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { readCheckFile: () => readCheckFile });
	var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
	var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
	const LARGEST = 1024 * 1024;
	async function readCheckFile(reading, verification, workspace) {
		const { checks: cases } = verification;
		if (cases.kind !== "file") return reading;
		const input = reading.settings.verb === "verify" ? "cases" : "verify";
		const refuse = (problems) => ({ ...reading, ok: false, problems: problems.map((problem) => ({ path: input, ...problem })) });
		const text = await readInside(workspace ?? "", cases.path);
		if (typeof text !== "string") return refuse([text]);
		const parsed = cases.read(text);
		if (!parsed.ok) {
			return refuse(parsed.problems.map(({ message, hint }) => ({ message: `${cases.path}: ${message}`, hint })));
		}
		const read = { ...verification, checks: { kind: "given", cases: parsed.value } };
		return { ...reading, settings: Object.assign(reading.settings, { verification: read }) };
	}
	async function readInside(workspace, file) {
		const invalid = (message, hint) => ({ message: `${file} ${message}`, hint });
		try {
			const root = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(workspace);
			const real = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(root, file));
			if (!real.startsWith(`${root}${node_path__WEBPACK_IMPORTED_MODULE_1__.sep}`)) {
				return invalid("leads out of the checkout", "Give a file of the checkout itself.");
			}
			const { size } = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(real);
			if (size > LARGEST) return invalid(`has ${size} bytes`, `Give at most ${LARGEST}.`);
			return new TextDecoder("utf-8", { fatal: true }).decode(await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(real));
		} catch (error) {
			const code = typeof error === "object" && error !== null ? Reflect.get(error, "code") : void 0;
			return code === "ENOENT" ? invalid("is not in the workspace", "Check the path, and run actions/checkout in an earlier step.") : invalid(`cannot be read (${typeof code === "string" ? code : "no text"})`, "Give a text file of the checkout.");
		}
	}
}), 51267: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { verify: () => verify, verifyAfterDeploy: () => verifyAfterDeploy });
	var base_url = __webpack_require__(85410);
	var read = __webpack_require__(98591);
	var links = __webpack_require__(19687);
	var outcome = __webpack_require__(96043);
	var result = __webpack_require__(63676);
	var errors = __webpack_require__(65292);
	var run_record = __webpack_require__(758);
	var external_node_crypto_ = __webpack_require__(77598);
	var external_node_vm_ = __webpack_require__(30714);
	var agent_responses = __webpack_require__(30123);
	var retry = __webpack_require__(85933);
	;
	const MOST_RECONNECTS = 5;
	const MOST_STARTS = 3;
	const LOOKS_FOR_IT = 4;
	const LOOKS_FOR_END = 3;
	const PAUSE = { baseMs: 500, capMs: 5e3 };
	const POLL_MS = 1e3;
	async function performRun(server, { clock, random }, request, events, signal) {
		const { threadId, limitMs } = request;
		const heard = new RunStreamState(events);
		const pause = (attempt) => clock.sleep((0, retry.jo)(attempt, random, PAUSE), signal);
		let end = await start();
		const runId = heard.runId ?? "";
		for (let attempt = 1; !heard.over && attempt <= MOST_RECONNECTS; attempt += 1) {
			if (await hasEnded(end)) break;
			const broken = end.kind === "failed" ? `broke (${wordOf(end)})` : "ended before the run";
			events.warning(`The stream ${broken}: following the run again.`);
			await pause(attempt);
			end = await server.watchRun(threadId, runId, heard.place(), heard, signal);
			signal.throwIfAborted();
			if (end.kind === "failed" && !end.opened && end.error.status !== void 0) break;
		}
		return settle();
		async function start() {
			for (let attempt = 1; ; attempt += 1) {
				const strategy = request.ownThread ? "reject" : request.body.multitask_strategy;
				const sent = await server.startRun(threadId, { ...request.body, multitask_strategy: strategy }, heard, signal);
				signal.throwIfAborted();
				if (heard.runId !== void 0) return sent;
				const wait = refusedFor(sent);
				if (wait !== void 0 && wait < limitMs && attempt < MOST_STARTS) {
					events.warning("The agent server asked to come again.");
					await clock.sleep(wait, signal);
					continue;
				}
				const error = sent.kind === "failed" ? sent.error : void 0;
				const lost = error === void 0 || ["ambiguous", "network", "timeout"].includes(error.kind);
				if (!lost && !(attempt > 1 && (0, errors.i_)(error))) throw error;
				events.warning("The answer to the start of the run was lost: looking whether it was made.");
				const found = await look();
				if (found !== void 0) {
					heard.know(found);
					return sent;
				}
				if (attempt >= MOST_STARTS || mayDouble(error)) throw error ?? lostStart(threadId);
			}
		}
		function mayDouble(error) {
			const { ownThread, body } = request;
			const sent = error === void 0 || error.kind === "ambiguous";
			return sent && !ownThread && ["enqueue", "interrupt"].includes(body.multitask_strategy);
		}
		async function look() {
			for (let attempt = 1; attempt <= LOOKS_FOR_IT; attempt += 1) {
				const found = (await server.listRuns(threadId, signal)).find(isOurs);
				if (found !== void 0) return found.run_id;
				await pause(attempt);
			}
			return void 0;
		}
		function isOurs({ metadata }) {
			return metadata?.[request.mark.key] === request.mark.value;
		}
		async function ours() {
			const run = await server.getRun(threadId, runId, signal);
			const { key } = request.mark;
			if (run?.metadata && key in run.metadata && !isOurs(run)) throw anotherRun(threadId, runId);
			return run;
		}
		async function hasEnded(closed) {
			if (closed.kind === "failed") return false;
			for (let attempt = 1; attempt <= LOOKS_FOR_END; attempt += 1) {
				const run = await ours();
				if (run === void 0 || (0, agent_responses.cv)(run.status)) return true;
				await clock.sleep(PAUSE.baseMs, signal);
			}
			return false;
		}
		async function settle() {
			for (; ; ) {
				const run = await ours();
				if (run === void 0) return { kind: "gone", runId };
				if ((0, agent_responses.cv)(run.status)) {
					const error = run.status === "error" ? heard.error ?? await errorOfJoin() : void 0;
					return { kind: "ended", runId, status: run.status, error };
				}
				try {
					await server.join(threadId, runId, limitMs, signal);
				} catch (error) {
					if (!(0, errors.d7)(error) || error.kind === "aborted") throw error;
				}
				await clock.sleep(POLL_MS, signal);
			}
		}
		async function errorOfJoin() {
			try {
				const body = await server.join(threadId, runId, limitMs, signal);
				const told = typeof body === "object" && body !== null ? Reflect.get(body, "__error__") : void 0;
				const read2 = agent_responses.r6.safeParse(told);
				return read2.success ? { name: read2.data.error, message: read2.data.message } : void 0;
			} catch (error) {
				signal.throwIfAborted();
				if (!(0, errors.d7)(error)) throw error;
				return void 0;
			}
		}
	}
	function refusedFor(end) {
		if (end.kind === "ended" || end.opened || end.retryAfterMs === void 0) return void 0;
		const { status } = end.error;
		return status === 429 || status === 503 ? Math.max(end.retryAfterMs, PAUSE.baseMs) : void 0;
	}
	function anotherRun(threadId, runId) {
		return new errors.hD({ kind: "malformed", method: "GET", path: `/threads/${threadId}/runs/${runId}`, what: "the run is not the one that was started: it carries another mark", hint: "Check that the address is the agent server of the deployment.", attempts: 1 });
	}
	function lostStart(threadId) {
		return new errors.hD({ kind: "ambiguous", method: "POST", path: `/threads/${threadId}/runs/stream`, what: "the answer names no run, and none was found on the thread", hint: "Check that the address is the agent server of the deployment.", attempts: MOST_STARTS });
	}
	function wordOf({ error }) {
		return error.code ?? String(error.status ?? error.kind);
	}
	class RunStreamState {
		runId;
		over = false;
		error;
		#location;
		#lastEventId;
		#any = false;
		#events;
		constructor(events) {
			this.#events = events;
		}
		know(runId) {
			if (this.runId !== void 0) return;
			this.runId = runId;
			this.#events.started(runId);
		}
		place() {
			return { location: this.#location, lastEventId: this.#lastEventId ?? (this.#any ? void 0 : "-1") };
		}
		opened({ location, contentLocation }) {
			this.#location ??= location;
			const found = /\/runs\/(?!stream\b)([\w-]+)/.exec(contentLocation ?? location ?? "")?.[1];
			if (found !== void 0) this.know(found);
		}
		event({ event = "message", id: id2, data }) {
			this.#any = true;
			if (id2 !== void 0 && id2 !== "") this.#lastEventId = id2;
			const [name = "", ...of] = event.split("|");
			if (name === "end") this.over = true;
			const value = parsed(data);
			if (typeof value !== "object" || value === null) return;
			if (name === "metadata") {
				const runId = Reflect.get(value, "run_id");
				if (typeof runId === "string") this.know(runId);
			} else if (name === "updates") {
				this.#events.step(Object.keys(value), of);
			} else if (name === "feedback") {
				const urls = agent_responses.h4.safeParse(value);
				if (urls.success) this.#events.feedback(urls.data);
			} else if (name === "error") {
				const told = agent_responses.r6.safeParse(value);
				if (told.success) this.error = { name: told.data.error, message: told.data.message };
			}
		}
	}
	function parsed(text) {
		try {
			return JSON.parse(text);
		} catch {
			return void 0;
		}
	}
	var action_text = __webpack_require__(77844);
	var json_safety = __webpack_require__(6760);
	;
	function judgeRun(expect, run, tools) {
		const wrong = [...judgeStatus(expect, run, tools), ...judgeInterruption(expect, run)];
		if (wrong.length > 0) return wrong;
		if (expect.state.given) {
			const found = mismatches(expect.state.value, run.values);
			wrong.push(...found.map((one) => describe(one, tools.shown)));
			if (found.length === MOST_MISMATCHES) wrong.push("There may be more.");
		}
		if (expect.lastMessage !== void 0) wrong.push(...judgeMessage(expect.lastMessage, run.values, tools));
		return wrong;
	}
	function judgeStatus({ status }, run, { shown }) {
		const ended = run.status === "interrupted" && run.asks ? "success" : run.status;
		if (ended === status) return [];
		const error = run.error;
		const why = error === void 0 ? "" : `: ${shown.text(`${error.name}: ${error.message}`)}`;
		return [`The run ended as ${shown.text(run.status)}, not as ${status}${why}`];
	}
	function judgeInterruption({ interrupted, status }, run) {
		if (status === "error" || interrupted === run.interrupted) return [];
		return [interrupted ? "The run went to its end, and should have stopped to be resumed." : "The run stopped to be resumed, before its end; `interrupted: true` expects that."];
	}
	function judgeMessage(pattern, values, { find, shown }) {
		const last = lastMessage(values);
		if (last.kind === "none") return [`last-message: ${last.why}.`];
		switch (find(pattern, last.text)) {
			case "found":
				return [];
			case "missing":
				return [`last-message: ${shownPattern(pattern, shown)} is not found in ${shown.value(last.text)}`];
			case "endless":
				return [`last-message: searching for ${shownPattern(pattern, shown)} took too long and was given up; write it without nested repetitions.`];
		}
	}
	function shownPattern({ source, flags }, shown) {
		return shown.text(`/${source}/${flags}`);
	}
	function describe({ path, expected, actual, about }, shown) {
		if (about === "length" && Array.isArray(expected) && Array.isArray(actual)) {
			return `${path}: ${expected.length} elements expected, there are ${actual.length}`;
		}
		return `${path}: expected ${shown.value(expected)}, got ${shown.value(actual)}`;
	}
	const MOST_MISMATCHES = 5;
	function mismatches(expected, actual) {
		const found = [];
		compare(expected, actual, "$", found);
		return found;
	}
	function compare(expected, actual, path, found) {
		if (found.length >= MOST_MISMATCHES) return;
		if (Array.isArray(expected)) {
			if (!Array.isArray(actual)) found.push({ path, expected, actual, about: "value" });
			else if (expected.length !== actual.length) found.push({ path, expected, actual, about: "length" });
			else for (const [at, part] of expected.entries()) compare(part, actual[at], `${path}[${at}]`, found);
		} else if ((0, json_safety.OW)(expected)) {
			if (!(0, json_safety.OW)(actual)) {
				found.push({ path, expected, actual, about: "value" });
				return;
			}
			for (const [key, part] of Object.entries(expected)) {
				const there = Object.hasOwn(actual, key) ? actual[key] : void 0;
				compare(part, there, `${path}${step(key)}`, found);
			}
		} else if (expected !== actual) {
			found.push({ path, expected, actual, about: "value" });
		}
	}
	function step(key) {
		return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
	}
	function lastMessage(values) {
		const messages = field(values, "messages");
		if (!Array.isArray(messages)) return { kind: "none", why: "the final state has no list `messages`" };
		if (messages.length === 0) return { kind: "none", why: "the list `messages` of the final state is empty" };
		const last = messages.at(-1);
		if (isOfUser(last)) {
			return { kind: "none", why: "the last message is of the user: nothing was answered" };
		}
		const content = field(last, "content") ?? field(field(last, "kwargs"), "content");
		const text = textOf(content);
		return text === void 0 ? { kind: "none", why: "the last message holds no text" } : { kind: "text", text };
	}
	function isOfUser(message) {
		const id2 = field(message, "id");
		const names = [field(message, "type"), field(message, "role"), Array.isArray(id2) ? id2.at(-1) : void 0];
		return names.some((name) => typeof name === "string" && /^(human|user|HumanMessage(Chunk)?)$/.test(name));
	}
	function textOf(content) {
		if (typeof content === "string") return content;
		if (!Array.isArray(content)) return void 0;
		const parts = content.flatMap((block) => {
			const text = typeof block === "string" ? block : field(block, "text");
			const type = field(block, "type") ?? "text";
			return typeof text === "string" && (type === "text" || type === "output_text") ? [text] : [];
		});
		return parts.length === 0 ? void 0 : parts.join("");
	}
	function field(value, key) {
		const holds = typeof value === "object" && value !== null && Object.hasOwn(value, key);
		return holds ? Reflect.get(value, key) : void 0;
	}
	const SAYS_NOTHING = [401, 403, 407, 408, 425, 429];
	function judgeError(error, shown) {
		const { status, kind } = error;
		const busy = (0, errors.i_)(error);
		const said = error.detail === null ? "" : `: ${shown.text(error.detail)}`;
		if (kind === "http" && status !== void 0) {
			const answer = `The agent server answered ${status} to ${error.method} ${shownPath(error.path, shown)}${said}`;
			return { result: busy || status < 400 || SAYS_NOTHING.includes(status) ? "impossible" : "failed", why: [`${answer}${busy ? BUSY : CURES[status] ?? ""}`] };
		}
		if (kind === "malformed") {
			return { result: "failed", why: [`What the agent server answered cannot be used: ${shown.text(error.message)}`] };
		}
		const answered = kind === "ambiguous" && (status ?? 0) >= 500;
		return { result: answered ? "failed" : "impossible", why: [shown.text(error.message)] };
	}
	const CURES = { 401: ". Check the API key.", 403: ". The API key may not use this deployment." };
	const BUSY = ". A run is active on the thread: give another thread-id, or another multitask-strategy.";
	function shownPath(path, shown) {
		return shown.text(path.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, "\u2026"));
	}
	;
	const MARK = "agent_deploy_verification";
	const CLEAR_UP_MS = 1e4;
	async function runCheck(context, one, assistant, revisionId) {
		const { clock, log, server, signal, verification, shown } = context;
		const startedAt = clock.now();
		const since = () => clock.now() - startedAt;
		const say = (text) => log.line(`${(0, run_record.a3)(since()).padStart(7)}  ${text}`);
		const ids2 = { threadId: one.threadId, runId: void 0 };
		const feedback = createFeedback(context);
		const limit = new AbortController();
		const timer = setTimeout(() => limit.abort(new Error("the time limit of the case")), one.timeLimitMs);
		const bounded = AbortSignal.any([signal, limit.signal]);
		let over = false;
		let mark;
		const underWay = async (threadId, stop) => {
			if (over) return void 0;
			if (ids2.runId !== void 0 || mark === void 0) return ids2.runId;
			const { key, value } = mark;
			const runs = await server.listRuns(threadId, stop);
			return runs.find(({ status, metadata }) => metadata?.[key] === value && !(0, agent_responses.cv)(status))?.run_id;
		};
		const clearUp = async (keep, stop) => {
			const { threadId } = ids2;
			if (threadId === void 0) return;
			const works = [async () => {
				const runId = await underWay(threadId, stop);
				if (runId !== void 0) await server.cancelRun(threadId, runId, stop);
			}, async () => {
				if (one.threadId === void 0 && !keep) await server.deleteThread(threadId, stop);
			}];
			const errors2 = [];
			for (const work of works) await work().catch((error) => errors2.push(error));
			if (errors2.length > 0) signal.throwIfAborted();
			for (const error of errors2) log.line(`         Clearing up failed: ${shown.text((0, action_text.gJ)(error))}`);
		};
		const leave = context.addCancelHook((stop) => clearUp(false, stop));
		try {
			const verdict = await attempt();
			clearTimeout(timer);
			await feedback.give(one.name, verdict.result);
			const keep = verification.keepThreads;
			const kept = keep === "always" || keep === "failed" && verdict.result !== "passed";
			await clearUp(kept, AbortSignal.any([signal, AbortSignal.timeout(CLEAR_UP_MS)]));
			return { name: one.name, ...verdict, tookMs: since(), ...ids2 };
		} finally {
			clearTimeout(timer);
			if (!signal.aborted) leave();
		}
		async function attempt() {
			try {
				const own = one.threadId === void 0;
				const ours = { key: MARK, value: (0, external_node_crypto_.randomUUID)() };
				ids2.threadId = await makeThread({ [MARK]: ours.value });
				mark = ours;
				const end = await performRun(server, { clock, random: Math.random }, { threadId: ids2.threadId, ownThread: own, body: toRunBody(one, assistant, ours, verification.feedbackKey), mark: ours, limitMs: one.timeLimitMs }, { started: (runId) => {
					ids2.runId = runId;
				}, step: createStepLog((line) => log.line(line), since, shown), feedback: (urls) => feedback.learn(urls), warning: say }, bounded);
				over = true;
				clearTimeout(timer);
				return await conclude(end, ids2.threadId);
			} catch (error) {
				signal.throwIfAborted();
				if (limit.signal.aborted) {
					return mark === void 0 ? { result: "impossible", why: [`There was no thread after ${(0, run_record.a3)(one.timeLimitMs)}.`] } : { result: "timed-out", why: [late(one.timeLimitMs)] };
				}
				if (!(0, errors.d7)(error)) throw error;
				if (error.kind === "http") mark = void 0;
				return judgeError(error, shown);
			}
		}
		async function makeThread(metadata) {
			const id2 = one.threadId ?? (0, external_node_crypto_.randomUUID)();
			ids2.threadId = id2;
			try {
				return await server.createThread(id2, metadata, bounded);
			} catch (error) {
				if ((0, errors.d7)(error) && (error.kind === "http" || error.kind === "network")) ids2.threadId = one.threadId;
				throw error;
			}
		}
		async function conclude(end, threadId) {
			if (end.kind === "gone") {
				return { result: one.threadId === void 0 ? "failed" : "impossible", why: ["The run is gone: another client deleted it, or started another one on this thread."] };
			}
			const state = await server.state(threadId, bounded);
			const why = judgeRun(one.expect, { ...end, ...state }, { find: findPattern, shown });
			const beside = findInterferingRun(await server.listRuns(threadId, bounded), end.runId);
			if (beside !== void 0) {
				const told = `The state may not be of our run: another run used the thread, ${shown.text(beside.run_id)}.`;
				return { result: "impossible", why: [...why, told] };
			}
			const other = await answeredByAnother();
			if (other !== void 0) return { result: "impossible", why: [...why, other] };
			return { result: why.length === 0 ? "passed" : "failed", why };
		}
		async function answeredByAnother() {
			if (revisionId === void 0) return void 0;
			const found = await server.revision(bounded);
			if (found === void 0 || found === revisionId) return void 0;
			return `The answer may not be ours: revision ${shown.text(found)} answers here now, not ${revisionId}.`;
		}
	}
	function late(limitMs) {
		return `The run had not ended after ${(0, run_record.a3)(limitMs)}, and was cancelled; \`time-limit\` allows more.`;
	}
	function toRunBody(one, assistant, mark, feedbackKey) {
		return { assistant_id: assistant, ...one.command === void 0 ? { input: one.input } : { command: one.command }, ...one.config !== void 0 && { config: one.config }, ...one.context !== void 0 && { context: one.context }, metadata: { ...one.metadata, [mark.key]: mark.value }, stream_mode: "updates", stream_resumable: true, on_disconnect: "continue", multitask_strategy: one.strategy, ...feedbackKey !== void 0 && { feedback_keys: [feedbackKey] } };
	}
	function findInterferingRun(runs, ourId) {
		const at = runs.findIndex(({ run_id }) => run_id === ourId);
		const ours = runs[at];
		return runs.find((other, index) => {
			if (other.run_id === ourId || other.status === "pending") return false;
			if (ours === void 0 || other.status === "running") return true;
			return later(other, ours) ?? index < at;
		});
	}
	function later(one, other) {
		const [a, b] = [one.created_at ?? "", other.created_at ?? ""];
		const apart = Date.parse(a) - Date.parse(b);
		if (Number.isNaN(apart)) return void 0;
		if (apart !== 0) return apart > 0;
		const [fine, others] = [microseconds(a), microseconds(b)];
		return fine === others ? void 0 : fine > others;
	}
	function microseconds(time) {
		return Number(/\.(\d+)/.exec(time)?.[1]?.padEnd(9, "0") ?? 0);
	}
	const FEEDBACK_LIMIT_MS = 15e3;
	function createFeedback(context) {
		const { server, verification, origin, maskSecret: hideSecret, signal, log, warn, shown } = context;
		const key = verification.feedbackKey;
		let url;
		return { learn(urls) {
			for (const [of, address] of Object.entries(urls)) {
				hideSecret(address);
				const token = URL.parse(address)?.pathname.split("/").at(-1);
				if (token !== void 0 && token.length >= 8) hideSecret(token);
				if (of === key) url = address;
			}
		}, async give(name, result2) {
			const judged = result2 === "passed" || result2 === "failed" || result2 === "timed-out";
			if (key === void 0 || !judged) return;
			if (url === void 0) {
				log.line(`         The server gave no feedback URL for \`${key}\`.`);
				return;
			}
			const comment = `${shown.text(name)}: ${result2}. ${origin}`;
			try {
				const stop = AbortSignal.any([signal, AbortSignal.timeout(FEEDBACK_LIMIT_MS)]);
				await server.submitFeedback(url, { score: result2 === "passed" ? 1 : 0, comment }, stop);
				log.line(`         Feedback \`${key}\` is given: ${result2 === "passed" ? 1 : 0}.`);
			} catch (error) {
				signal.throwIfAborted();
				warn("feedback", `The feedback \`${key}\` of ${name} could not be submitted: ${shown.text((0, action_text.gJ)(error))}`);
			}
		} };
	}
	const MOST_STEPS = 40;
	const INTERRUPT = "__interrupt__";
	function createStepLog(say, sinceMs, shown) {
		let count = 0;
		return (nodes, of) => {
			count += 1;
			if (count > MOST_STEPS) {
				if (count === MOST_STEPS + 1) say("         \u2026 further steps are not shown");
				return;
			}
			const path = of.map((part) => part.replace(/:.*$/, ""));
			const names = nodes.slice(0, 5).map((name) => name === INTERRUPT ? "stops to be resumed" : shown.text(name)).join(", ");
			say(`${(0, run_record.a3)(sinceMs()).padStart(7)}  ${[...path.map((name) => shown.text(name)), names].join(" \u203A ")}`);
		};
	}
	const PATTERN_LIMIT_MS = 1e3;
	function findPattern({ source, flags }, text, limitMs = PATTERN_LIMIT_MS) {
		const script = new external_node_vm_.Script("new RegExp(source, flags).test(text)");
		try {
			const context = { source, flags, text };
			return script.runInNewContext(context, { timeout: limitMs }) === true ? "found" : "missing";
		} catch (error) {
			if (isGivenUp(error)) return "endless";
			throw error;
		}
	}
	function isGivenUp(error) {
		if (typeof error !== "object" || error === null) return false;
		return Reflect.get(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT" || Reflect.get(error, "name") === "RangeError";
	}
	;
	const PAUSES_MS = [0, 1e3, 2e3, 4e3, 8e3, 15e3, 3e4];
	async function runChecks(context, { cases, revisionId }) {
		const { log, signal } = context;
		const results = [];
		let answers;
		let verdict;
		let assistants = /* @__PURE__ */ new Map();
		try {
			answers = await whoAnswers(context, revisionId);
			verdict = answers === void 0 || revisionId === void 0 || answers === revisionId ? void 0 : another(answers, revisionId, context.shown);
			if (verdict === void 0) {
				const chosen = await chooseAssistants(context, cases);
				if ("why" in chosen) verdict = chosen;
				else assistants = chosen;
			}
		} catch (error) {
			signal.throwIfAborted();
			if (!(0, errors.d7)(error)) throw error;
			verdict = judgeError(error, context.shown);
		}
		for (const [index, one] of cases.entries()) {
			if (verdict !== void 0) {
				results.push({ ...index === 0 ? verdict : SKIPPED, ...UNTRIED, name: one.name });
				continue;
			}
			const title = `Check ${index + 1} of ${cases.length}: ${one.name}`;
			const result2 = await log.group(title, () => runCheck(context, one, assistants.get(one) ?? "", revisionId));
			results.push(result2);
			tell(context, result2);
			if (result2.result === "impossible" && index + 1 < cases.length) {
				results.push(...cases.slice(index + 1).map(({ name }) => ({ ...SKIPPED, ...UNTRIED, name })));
				break;
			}
		}
		if (verdict !== void 0 && results[0] !== void 0) tell(context, results[0]);
		return { results, revisionId: answers };
	}
	const SKIPPED = { result: "skipped", why: [] };
	const UNTRIED = { tookMs: 0, threadId: void 0, runId: void 0 };
	const MARKS = { passed: "\u2713", failed: "\u2717", "timed-out": "\u2717", impossible: "\u2717", skipped: "\u2013" };
	function tell({ log }, { name, result: result2, why, tookMs }) {
		log.line(`${MARKS[result2]} ${name}: ${result2} (${(0, run_record.a3)(tookMs)})`);
		for (const line of why) log.line(`    ${line}`);
	}
	async function whoAnswers({ server, clock, log, signal, shown }, ours) {
		let answers;
		for (const pause of PAUSES_MS) {
			if (pause > 0) await clock.sleep(pause, signal);
			answers = await server.revision(signal);
			if (ours === void 0 || answers === void 0 || answers === ours) return answers;
			log.line(`Revision ${shown.text(answers)} still answers, and not ${ours}.`);
		}
		return answers;
	}
	function another(answers, ours, shown) {
		return { result: "impossible", why: [`Revision ${shown.text(answers)} answers at this address, not ${ours}: nothing was tried, because it would say nothing about ours.`] };
	}
	async function chooseAssistants({ server, signal, shown }, cases) {
		const chosen = new Map(cases.flatMap((one) => one.assistant === void 0 ? [] : [[one, one.assistant]]));
		if (chosen.size === cases.length) return chosen;
		const there = await server.assistants(signal);
		const names = [...new Set(there.map(({ graph_id, assistant_id }) => graph_id ?? assistant_id))];
		const [only] = names;
		if (only === void 0) return { result: "failed", why: ["The deployment has no assistant that could be run."] };
		if (names.length > 1) {
			const told = names.slice(0, 10).map((name) => shown.text(name)).join(", ");
			return { result: "impossible", why: [`The deployment has ${names.length} assistants: ${told}. Name one with \`assistant\`.`] };
		}
		return new Map(cases.map((one) => [one, one.assistant ?? only]));
	}
	;
	async function verify(context) {
		const { settings, record } = context;
		const { agent, verification } = settings;
		let about;
		let revisionId;
		let url;
		if (agent.by === "url") {
			about = url = agent.url;
			record.agentUrl = url;
		} else {
			const { actual: current } = await (0, read.xx)({ ...context, settings: { ...settings, target: agent } });
			about = current.name;
			revisionId = current.activeRevisionId;
			url = record.deployment?.url;
			record.commit = current.active?.commit;
		}
		const verified = await verifyLiveAgent(context, verification, url, revisionId);
		record.verification = verified;
		return (0, result.g5)(verified, about) ?? (0, outcome.bu)("verified", "all-passed", `Checked ${about}: ${(0, result.on)(verified)}.`);
	}
	async function verifyAfterDeploy(context, end) {
		const { settings, record, controlPlane, signal } = context;
		const { verification } = settings;
		const serves = end.kind === "deployed" || end.kind === "unchanged" && end.reason === "already-active";
		if (verification === void 0 || !serves || settings.dryRun) return end;
		const { deployment } = record;
		if (deployment === void 0) throw new Error("a deploy that serves names no deployment");
		if (deployment.url === void 0) (0, read.dj)(context, await controlPlane.getDeployment(deployment.id, signal));
		const url = record.deployment?.url;
		const verified = await verifyLiveAgent(context, verification, url, record.revision?.id);
		record.verification = verified;
		const failure = (0, result.g5)(verified, deployment.name);
		if (failure === void 0 && (0, result.OE)(verified)) {
			return { ...end, message: `${end.message} ${(0, result.on)(verified)}.` };
		}
		if (failure === void 0) throw new Error("a verification neither passed nor failed");
		return (0, outcome.bu)("failed", failure.reason, `${end.message} ${failure.message}${unrolled(context, end, failure.reason)}`);
	}
	function unrolled({ settings, record }, end, reason) {
		if (!settings.rollbackOnFailure) return "";
		if (reason === "verification-impossible") return " Not rolled back: it is not known to be bad.";
		const made = end.kind === "deployed" && end.reason !== "configuration-updated" && record.stage === "waiting";
		return made ? "" : " Not rolled back: this run made no revision.";
	}
	async function verifyLiveAgent(context, verification, url, revisionId) {
		const { settings, record, redactor, masker, env, log } = context;
		if (verification.checks.kind !== "given") throw new Error("the file of cases was not read");
		const { cases } = verification.checks;
		const check = url === void 0 ? void 0 : (0, base_url.Z6)(url, settings.endpoint);
		if (check === void 0 || check.kind === "refused") {
			const why = check === void 0 ? "The service does not say at which address the agent is: use verify/action.yml with deployment-url in a later step." : `The address of the agent ${check.problem}; \`allow-insecure-host: true\` allows it.`;
			const untried = { tookMs: 0, threadId: void 0, runId: void 0 };
			const results = cases.map(({ name }, index) => ({ name, ...untried, ...index === 0 ? { result: "impossible", why: [why] } : { result: "skipped", why: [] } }));
			return { results, revisionId: void 0 };
		}
		const place = (0, links.hO)(env);
		const commit = record.revision?.commit ?? record.commit ?? place.sha;
		const link = (0, links.Vp)(place);
		const origin = [commit && `Commit ${commit}.`, link].filter(Boolean).join(" ");
		return runChecks({ ...context, server: await context.agentServer(check.url), warn: once(log), shown: (0, result.Hl)((text) => redactor.redact(text)), maskSecret: (value) => masker.maskSecret(value), verification, origin }, { cases, revisionId });
	}
	function once(log) {
		let warned = false;
		return (about, text) => {
			if (warned) log.line(text);
			else log.warn(about, text);
			warned = true;
		};
	}
}), 35744: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.r(__webpack_exports__);
	__webpack_require__.d(__webpack_exports__, { revisionLines: () => revisionLines, status: () => status, statusOutcome: () => statusOutcome, wait: () => wait });
	var _contract_statuses_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(83889);
	var _deploy_polling_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7628);
	var _deploy_read_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(98591);
	var _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(20578);
	var _outcome_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(96043);
	var _rollback_rollback_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(81922);
	var _rollback_plan_rollback_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(96682);
	var _run_record_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(758);
	async function status(context) {
		const { record, log, clock } = context;
		const { actual: current } = await (0, _deploy_read_js__WEBPACK_IMPORTED_MODULE_1__.xx)(context);
		if (current.latest !== void 0) (0, _run_record_js__WEBPACK_IMPORTED_MODULE_6__.dO)(record, current.latest);
		record.commit = current.active?.commit;
		await log.group(`Revisions of ${current.name} (* is active)`, () => {
			for (const line of revisionLines(current, clock.now())) log.line(line);
		});
		return statusOutcome(current);
	}
	async function wait(context) {
		const { settings, controlPlane, signal, record } = context;
		const { deployment, actual: current } = await (0, _deploy_read_js__WEBPACK_IMPORTED_MODULE_1__.xx)(context);
		const id2 = settings.revisionId ?? current.latest?.id;
		if (id2 === void 0) {
			throw new _outcome_js__WEBPACK_IMPORTED_MODULE_3__.lZ("revision-not-found", `${current.name} has no revision to wait for yet.`);
		}
		const at = current.revisions.findIndex((revision2) => revision2.id === id2);
		const revision = current.revisions[at] ?? await (0, _rollback_rollback_js__WEBPACK_IMPORTED_MODULE_4__.readRevision)(controlPlane, current, id2, signal);
		(0, _run_record_js__WEBPACK_IMPORTED_MODULE_6__.dO)(record, revision);
		record.prediction = (0, _deploy_polling_js__WEBPACK_IMPORTED_MODULE_0__.K$)(current.revisions);
		record.earlier = (0, _deploy_polling_js__WEBPACK_IMPORTED_MODULE_0__.ti)(current.revisions);
		const older = at === -1 ? [] : current.revisions.slice(at + 1);
		const end = await (0, _deploy_rollout_js__WEBPACK_IMPORTED_MODULE_2__.Of)({ ...context, settings: { ...settings, wait: true } }, { deployment, revisionId: id2, desired: { ...(0, _rollback_plan_rollback_js__WEBPACK_IMPORTED_MODULE_5__.wo)(revision, current), commit: void 0, imageUri: void 0 }, current: void 0, before: new Set(older.map((one) => one.id)), adopted: true });
		return end.kind === "deployed" ? (0, _outcome_js__WEBPACK_IMPORTED_MODULE_3__.bu)("deployed", "rolled-out", end.message) : end;
	}
	function revisionLines(current, now) {
		const rows = current.revisions.map((revision) => [revision.id === current.activeRevisionId ? "*" : "", revision.id, revision.status, (0, _rollback_plan_rollback_js__WEBPACK_IMPORTED_MODULE_5__.CQ)(revision), revision.createdAt === void 0 ? "" : `${(0, _run_record_js__WEBPACK_IMPORTED_MODULE_6__.a3)(Math.max(0, now - revision.createdAt))} ago`]);
		const table = [["", "Revision", "Status", "Of", "Made"], ...rows];
		const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
		return table.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
	}
	function statusOutcome(current) {
		const { name, active, activeRevisionId } = current;
		const latest = current.revisions.find(({ status: status2 }) => (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_7__.BE)(status2) !== "skipped");
		const serves = activeRevisionId === void 0 ? "No revision is active." : `Active is revision ${activeRevisionId}${active === void 0 ? "" : `, of ${(0, _rollback_plan_rollback_js__WEBPACK_IMPORTED_MODULE_5__.CQ)(active)}`}.`;
		if (latest === void 0) {
			return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_3__.bu)("observed", "nothing-serves", `${name} has no revision that was built. ${serves}`);
		}
		const kind = (0, _contract_statuses_js__WEBPACK_IMPORTED_MODULE_7__.BE)(latest.status);
		if (latest.id === activeRevisionId && kind === "deployed") {
			return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_3__.bu)("observed", "serving", `${name} serves its latest revision. ${serves}`);
		}
		if (kind === "failed" || kind === "interrupted") {
			return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_3__.bu)("observed", "latest-failed", `The latest revision ${latest.id} of ${name} is ${latest.status}. ${serves}`);
		}
		return (0, _outcome_js__WEBPACK_IMPORTED_MODULE_3__.bu)("observed", "on-its-way", `Revision ${latest.id} of ${name} is on its way: ${latest.status}. ${serves}`);
	}
}), 51364: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { createAgentServer: () => createAgentServer });
	var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(34410);
	var _contract_agent_responses_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(30123);
	var _answers_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(57872);
	var _base_url_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(85410);
	var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(65292);
	var _headers_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(89813);
	const SILENCE_MS = 6e4;
	const CANCEL_MS = 1e4;
	const MOST_ASSISTANTS = 100;
	const NO_KEY = { accept: "application/json", "user-agent": _headers_js__WEBPACK_IMPORTED_MODULE_2__._ };
	function createAgentServer(options) {
		const { transport, requestTimeoutMs } = options;
		const base = new URL(options.baseUrl);
		const headers = (0, _headers_js__WEBPACK_IMPORTED_MODULE_2__.w)(options);
		const at = (path) => new URL(`${options.baseUrl}${path}`);
		const send = (method, path, more) => transport.call({ method, url: at(path), headers, ...more });
		const thread = (id2) => `/threads/${encodeURIComponent(id2)}`;
		const run = (threadId, runId) => `${thread(threadId)}/runs/${encodeURIComponent(runId)}`;
		const streaming = { headTimeoutMs: requestTimeoutMs, silenceMs: SILENCE_MS };
		return { async revision(signal) {
			try {
				const answer = await send("GET", "/info", { signal });
				return _contract_agent_responses_js__WEBPACK_IMPORTED_MODULE_0__.MI.safeParse(answer.json).data?.host?.revision_id ?? void 0;
			} catch (error) {
				if ((0, _errors_js__WEBPACK_IMPORTED_MODULE_1__.hh)(error)) return void 0;
				if ((0, _errors_js__WEBPACK_IMPORTED_MODULE_1__.d7)(error) && error.kind === "malformed") return void 0;
				throw error;
			}
		}, async assistants(signal) {
			const json = { limit: MOST_ASSISTANTS, offset: 0 };
			const answer = await send("POST", "/assistants/search", { json, repeatable: true, signal });
			return (0, _answers_js__WEBPACK_IMPORTED_MODULE_3__.Wp)(zod__WEBPACK_IMPORTED_MODULE_4__.YOg(_contract_agent_responses_js__WEBPACK_IMPORTED_MODULE_0__.et), answer);
		}, async createThread(id2, metadata, signal) {
			const json = { thread_id: id2, metadata, if_exists: "do_nothing" };
			try {
				const answer = await send("POST", "/threads", { json, repeatable: true, signal });
				const made = (0, _answers_js__WEBPACK_IMPORTED_MODULE_3__.Wp)(_contract_agent_responses_js__WEBPACK_IMPORTED_MODULE_0__.O1, answer).thread_id;
				(0, _answers_js__WEBPACK_IMPORTED_MODULE_3__.ZQ)(answer, { what: "thread", requested: id2, answered: made });
				return made;
			} catch (error) {
				if ((0, _errors_js__WEBPACK_IMPORTED_MODULE_1__.d7)(error, 409)) return id2;
				throw error;
			}
		}, async deleteThread(id2, signal) {
			try {
				await send("DELETE", thread(id2), { ignoreBody: true, signal });
			} catch (error) {
				if (!(0, _errors_js__WEBPACK_IMPORTED_MODULE_1__.d7)(error, 404)) throw error;
			}
		}, async state(threadId, signal) {
			const answer = await send("GET", `${thread(threadId)}/state`, { signal });
			const { values, next, tasks, interrupts, checkpoint } = (0, _answers_js__WEBPACK_IMPORTED_MODULE_3__.Wp)(_contract_agent_responses_js__WEBPACK_IMPORTED_MODULE_0__.zA, answer);
			(0, _answers_js__WEBPACK_IMPORTED_MODULE_3__.ZQ)(answer, { what: "thread", requested: threadId, answered: checkpoint?.thread_id });
			const asked = [interrupts, ...(tasks ?? []).map((task) => task.interrupts)];
			const asks = asked.some((list) => (list ?? []).length > 0);
			return { values, interrupted: asks || next.length > 0, asks };
		}, startRun: (threadId, json, watch, signal) => transport.stream({ ...streaming, method: "POST", url: at(`${thread(threadId)}/runs/stream`), headers, json, signal }, watch), watchRun: (threadId, runId, { location, lastEventId }, watch, signal) => {
			const own = at(`${run(threadId, runId)}/stream`);
			const told = location === void 0 ? null : URL.parse(location, own.href);
			const url = told !== null && told.href.startsWith(`${options.baseUrl}/`) ? told : own;
			const from = lastEventId === void 0 ? {} : { "last-event-id": lastEventId };
			return transport.stream({ ...streaming, method: "GET", url, headers: { ...headers, ...from }, signal }, watch);
		}, async getRun(threadId, runId, signal) {
			try {
				const answer = await send("GET", run(threadId, runId), { signal });
				const told = (0, _answers_js__WEBPACK_IMPORTED_MODULE_3__.Wp)(_contract_agent_responses_js__WEBPACK_IMPORTED_MODULE_0__.F9, answer);
				(0, _answers_js__WEBPACK_IMPORTED_MODULE_3__.ZQ)(answer, { what: "run", requested: runId, answered: told.run_id }, { what: "thread", requested: threadId, answered: told.thread_id });
				return told;
			} catch (error) {
				if ((0, _errors_js__WEBPACK_IMPORTED_MODULE_1__.d7)(error, 404)) return void 0;
				throw error;
			}
		}, async listRuns(threadId, signal) {
			const answer = await send("GET", `${thread(threadId)}/runs?limit=100`, { signal });
			const runs = (0, _answers_js__WEBPACK_IMPORTED_MODULE_3__.Wp)(zod__WEBPACK_IMPORTED_MODULE_4__.YOg(_contract_agent_responses_js__WEBPACK_IMPORTED_MODULE_0__.F9), answer);
			for (const { thread_id: answered } of runs) {
				(0, _answers_js__WEBPACK_IMPORTED_MODULE_3__.ZQ)(answer, { what: "thread", requested: threadId, answered });
			}
			return runs;
		}, async join(threadId, runId, limitMs, signal) {
			const answer = await send("GET", `${run(threadId, runId)}/join`, { attemptTimeoutMs: limitMs, signal });
			return answer.json;
		}, async cancelRun(threadId, runId, signal) {
			const path = `${run(threadId, runId)}/cancel?wait=true&action=interrupt`;
			await send("POST", path, { ignoreBody: true, attemptTimeoutMs: CANCEL_MS, json: {}, signal });
		}, async submitFeedback(text, { score, comment }, signal) {
			const url = (0, _base_url_js__WEBPACK_IMPORTED_MODULE_5__.y2)(text, { loopback: (0, _base_url_js__WEBPACK_IMPORTED_MODULE_5__.U9)(base.hostname) });
			if (url === void 0) throw new Error("its address is not one that feedback may be sent to");
			await transport.call({ method: "POST", url, shownPath: "(the feedback URL)", headers: NO_KEY, json: { score, comment }, ignoreBody: true, signal });
		} };
	}
}), 59044: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { callStream: () => callStream });
	var eventsource_parser__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(31169);
	var _failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(69609);
	var _retry_after_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4338);
	async function callStream(dispatcher, { json, ...call }, watch, { clock, redact }) {
		const headers = { accept: "text/event-stream", "cache-control": "no-store", ...json !== void 0 && { "content-type": "application/json" }, ...call.headers };
		const body = json === void 0 ? {} : { body: JSON.stringify(json) };
		const end = await streamEvents(dispatcher, { ...call, ...body, headers }, watch);
		if (end.kind === "ended") return end;
		const { result, opened } = end;
		const asked = result.kind === "answer" ? result.answer.retryAfter : void 0;
		const error = (0, _failure_js__WEBPACK_IMPORTED_MODULE_0__.Gv)(result, { method: call.method, path: call.url.pathname, attempts: 1, repeatable: call.method === "GET", timeoutMs: opened ? call.silenceMs : call.headTimeoutMs, maxBytes: 0, redact });
		return { kind: "failed", opened, error, retryAfterMs: asked === void 0 ? void 0 : (0, _retry_after_js__WEBPACK_IMPORTED_MODULE_1__.m)(asked, clock.now()) };
	}
	const MOST_CHARACTERS = 16 * 1024 * 1024;
	const MOST_BYTES = 256 * 1024;
	function streamEvents(dispatcher, request, watch) {
		const { promise, resolve } = Promise.withResolvers();
		const decoder = new TextDecoder();
		const chunks = [];
		let bytes = 0;
		let sent = false;
		let opened = false;
		let settled = false;
		let head;
		let controller;
		let timer;
		const settle = (end) => {
			if (settled) return;
			settled = true;
			clearTimeout(timer);
			request.signal.removeEventListener("abort", onAbort);
			if (end.kind === "failed" && end.result.kind !== "broken") controller?.abort(new Error("no longer wanted"));
			resolve(end);
		};
		const fail = (result) => settle({ kind: "failed", opened, result });
		const broken = (code, cause) => fail({ kind: "broken", sent, code, cause });
		const onAbort = () => fail({ kind: "aborted", sent, cause: request.signal.reason });
		const allow = (ms) => {
			clearTimeout(timer);
			timer = setTimeout(() => fail({ kind: "timeout", sent }), ms);
		};
		const parser = (0, eventsource_parser__WEBPACK_IMPORTED_MODULE_2__.C)({ maxBufferSize: MOST_CHARACTERS, onEvent: (message) => {
			if (!settled) watch.event(message);
		}, onError: (error) => {
			if (error.type !== "max-buffer-size-exceeded") return;
			broken("EVENT_TOO_LARGE", error);
			controller?.abort(error);
		} });
		const read = (chunk) => {
			try {
				parser.feed(decoder.decode(chunk, { stream: true }));
			} catch (error) {
				const cause = error instanceof Error ? error : new Error(String(error));
				broken("UNREADABLE", cause);
				controller?.abort(cause);
			}
		};
		if (request.signal.aborted) {
			onAbort();
			return promise;
		}
		request.signal.addEventListener("abort", onAbort, { once: true });
		allow(request.headTimeoutMs);
		const handler = { onRequestStart(started) {
			controller = started;
			if (settled) started.abort(new Error("no longer wanted"));
			else sent = true;
		}, onResponseStart(_controller, status, headers) {
			if (status < 200 || settled) return;
			const one = (name) => [headers[name] ?? []].flat()[0];
			head = { status, contentType: one("content-type") ?? "", retryAfter: one("retry-after"), location: one("location"), headers: [] };
			if (status >= 300) return;
			opened = true;
			allow(request.silenceMs);
			watch.opened({ status, location: head.location, contentLocation: one("content-location") });
		}, onResponseData(_controller, chunk) {
			if (settled) return;
			if (opened) {
				allow(request.silenceMs);
				read(chunk);
				return;
			}
			bytes += chunk.length;
			if (bytes > MOST_BYTES) fail({ kind: "too-large", status: head?.status ?? 0 });
			else chunks.push(chunk);
		}, onResponseEnd() {
			if (opened) settle({ kind: "ended" });
			else if (head) fail({ kind: "answer", answer: { ...head, body: Buffer.concat(chunks).toString("utf8") } });
		}, onResponseError(_controller, error) {
			const code = Reflect.get(error, "code");
			broken(typeof code === "string" ? code : "UNKNOWN", error);
		} };
		try {
			dispatcher.dispatch({ origin: request.url.origin, path: `${request.url.pathname}${request.url.search}`, method: request.method, headers: request.headers, body: request.body ?? null }, handler);
		} catch (error) {
			broken("UNKNOWN", error instanceof Error ? error : new Error(String(error)));
		}
		return promise;
	}
}), 30123: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { F9: () => AgentRun, MI: () => AgentInfo, O1: () => AgentThread, cv: () => isFinalRun, et: () => AgentAssistant, h4: () => AgentFeedback, r6: () => AgentRunError, zA: () => AgentThreadState });
	var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(34410);
	const AgentRun = zod__WEBPACK_IMPORTED_MODULE_0__._H3({ run_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().min(1), thread_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0), status: zod__WEBPACK_IMPORTED_MODULE_0__.YjP(), created_at: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0), metadata: zod__WEBPACK_IMPORTED_MODULE_0__._H3({}).nullish().catch(void 0) });
	const AgentThread = zod__WEBPACK_IMPORTED_MODULE_0__._H3({ thread_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().min(1) });
	const AgentAssistant = zod__WEBPACK_IMPORTED_MODULE_0__._H3({ assistant_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().min(1), graph_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0), name: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0) });
	const Task = zod__WEBPACK_IMPORTED_MODULE_0__._H3({ interrupts: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.L5J()).nullish().catch(void 0) });
	const AgentThreadState = zod__WEBPACK_IMPORTED_MODULE_0__._H3({ values: zod__WEBPACK_IMPORTED_MODULE_0__.L5J().refine((values) => values !== void 0, "there are no values"), next: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.YjP()), tasks: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(Task).nullish().catch(void 0), interrupts: zod__WEBPACK_IMPORTED_MODULE_0__.YOg(zod__WEBPACK_IMPORTED_MODULE_0__.L5J()).nullish().catch(void 0), checkpoint: zod__WEBPACK_IMPORTED_MODULE_0__._H3({ thread_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0) }).nullish().catch(void 0) });
	const AgentRunError = zod__WEBPACK_IMPORTED_MODULE_0__._H3({ error: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().catch("Error"), message: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().catch("") });
	const AgentInfo = zod__WEBPACK_IMPORTED_MODULE_0__._H3({ host: zod__WEBPACK_IMPORTED_MODULE_0__._H3({ revision_id: zod__WEBPACK_IMPORTED_MODULE_0__.YjP().nullish().catch(void 0) }).nullish().catch(void 0) });
	const AgentFeedback = zod__WEBPACK_IMPORTED_MODULE_0__.g1P(zod__WEBPACK_IMPORTED_MODULE_0__.YjP(), zod__WEBPACK_IMPORTED_MODULE_0__.YjP());
	const FINAL = ["success", "error", "timeout", "interrupted"];
	function isFinalRun(status) {
		return FINAL.includes(status);
	}
}), 96311: ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
	__webpack_require__.d(__webpack_exports__, { I8: () => findCheckout, Lo: () => readShortFile, V$: () => createFacade, h_: () => openRepository, ol: () => initGitDir });
	var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(51455);
	var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(76760);
	const SMALL = 4096;
	const LONG = 64 * 1024 * 1024;
	async function findCheckout(folder, workspace) {
		const above = foldersUpTo(folder, workspace);
		for (const [index, top] of above.entries()) {
			const entry = node_path__WEBPACK_IMPORTED_MODULE_1__.join(top, ".git");
			const stat = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(entry).catch(() => void 0);
			if (stat === void 0) continue;
			const gitDir = stat.isDirectory() ? entry : await linkedFolder(entry, above.slice(index));
			const repository = gitDir === void 0 ? void 0 : await readRepository(gitDir);
			return repository && { ...repository, top };
		}
		return void 0;
	}
	async function openRepository(folder) {
		for (const candidate of [node_path__WEBPACK_IMPORTED_MODULE_1__.join(folder, ".git"), folder, `${folder}.git`]) {
			const stat = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(candidate).catch(() => void 0);
			if (stat === void 0) continue;
			const target = stat.isFile() ? await targetOf(candidate) : candidate;
			const repository = target === void 0 ? void 0 : await readRepository(target);
			if (repository !== void 0) return repository;
		}
		return void 0;
	}
	function foldersUpTo(folder, last) {
		const folders = [folder];
		for (let at = folder; at !== last; at = node_path__WEBPACK_IMPORTED_MODULE_1__.dirname(at)) {
			const above = node_path__WEBPACK_IMPORTED_MODULE_1__.dirname(at);
			if (above === at) return [];
			folders.push(above);
		}
		return folders;
	}
	async function linkedFolder(entry, above) {
		const target = await targetOf(entry);
		if (target === void 0) return void 0;
		for (const folder of above) {
			const own = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(folder, ".git")).catch(() => void 0);
			if (own !== void 0 && target.startsWith(own + node_path__WEBPACK_IMPORTED_MODULE_1__.sep)) return target;
		}
		const back = await smallFile(node_path__WEBPACK_IMPORTED_MODULE_1__.join(target, "gitdir"));
		if (back === void 0) return void 0;
		const named = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(target, back.trim())).catch(() => void 0);
		return named !== void 0 && named === await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(entry) ? target : void 0;
	}
	async function targetOf(file) {
		const [, named] = /^gitdir: ([^\0\r\n]+)\s*$/.exec(await smallFile(file) ?? "") ?? [];
		if (named === void 0) return void 0;
		return (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(node_path__WEBPACK_IMPORTED_MODULE_1__.dirname(file), named)).catch(() => void 0);
	}
	async function readRepository(gitDir) {
		if (await smallFile(node_path__WEBPACK_IMPORTED_MODULE_1__.join(gitDir, "HEAD")) === void 0) return void 0;
		const shared = await smallFile(node_path__WEBPACK_IMPORTED_MODULE_1__.join(gitDir, "commondir"));
		const commonDir = shared === void 0 ? gitDir : node_path__WEBPACK_IMPORTED_MODULE_1__.resolve(gitDir, shared.trim());
		const own = shared === void 0 || gitDir.startsWith(node_path__WEBPACK_IMPORTED_MODULE_1__.join(commonDir, "worktrees") + node_path__WEBPACK_IMPORTED_MODULE_1__.sep);
		return own && await isFolder(node_path__WEBPACK_IMPORTED_MODULE_1__.join(commonDir, "objects")) ? { gitDir, commonDir } : void 0;
	}
	async function createFacade({ gitDir, commonDir }, at, platform) {
		await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, "info"), { recursive: true });
		const config = await readShortFile(node_path__WEBPACK_IMPORTED_MODULE_1__.join(commonDir, "config"), 1024 * 1024) ?? "";
		const inTables = await isFolder(node_path__WEBPACK_IMPORTED_MODULE_1__.join(commonDir, "reftable"));
		const extensions = [.../\bobjectformat\s*=\s*"?sha256\b/i.test(config) ? ["objectFormat = sha256"] : [], ...inTables ? ["refStorage = reftable"] : []];
		await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, "config"), repositoryConfig(extensions, platform));
		await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, "HEAD"), await smallFile(node_path__WEBPACK_IMPORTED_MODULE_1__.join(gitDir, "HEAD")) ?? "");
		for (const [folder, name] of [[commonDir, "packed-refs"], [commonDir, "shallow"], [commonDir, node_path__WEBPACK_IMPORTED_MODULE_1__.join("info", "exclude")], ...(await sharedIndexes(gitDir)).map((index2) => [gitDir, index2])]) {
			const from = node_path__WEBPACK_IMPORTED_MODULE_1__.join(folder, name);
			if (await isShortFile(from, LONG)) await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.copyFile)(from, node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, name));
		}
		for (const name of ["objects", "refs", ...inTables ? ["reftable"] : []]) {
			const real = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(commonDir, name)).catch(() => void 0);
			if (real === void 0 || !await isFolder(real)) await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, name));
			else await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.symlink)(real, node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, name), "junction");
		}
		const index = node_path__WEBPACK_IMPORTED_MODULE_1__.join(gitDir, "index");
		return { gitDir: at, index: await isFile(index) ? { GIT_INDEX_FILE: index } : {} };
	}
	async function initGitDir(at, platform) {
		await Promise.all(["objects", "refs"].map((name) => (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, name), { recursive: true })));
		await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, "config"), repositoryConfig([], platform, true));
		const head = node_path__WEBPACK_IMPORTED_MODULE_1__.join(at, "HEAD");
		if (await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(head).catch(() => void 0) === void 0) {
			await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(head, "ref: refs/heads/main\n");
		}
	}
	function repositoryConfig(extensions, platform, bare = false) {
		const lines = [`repositoryFormatVersion = ${extensions.length > 0 ? 1 : 0}`, `bare = ${String(bare)}`];
		if (platform === "win32" || platform === "darwin") lines.push("ignoreCase = true");
		if (platform === "darwin") lines.push("precomposeUnicode = true");
		if (platform === "win32") lines.push("fileMode = false", "symlinks = false");
		return ["[core]", ...lines.map((line) => `	${line}`), ...extensions.length > 0 ? ["[extensions]", ...extensions.map((line) => `	${line}`)] : [], ""].join("\n");
	}
	async function sharedIndexes(gitDir) {
		const names = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)(gitDir).catch(() => []);
		return names.filter((name) => /^sharedindex\.[0-9a-f]{40,64}$/.test(name));
	}
	async function smallFile(file) {
		return readShortFile(file, SMALL);
	}
	async function readShortFile(file, most) {
		if (!await isShortFile(file, most)) return void 0;
		return (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(file, "utf8").catch(() => void 0);
	}
	async function isShortFile(file, most) {
		const stat = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(file).catch(() => void 0);
		return stat !== void 0 && stat.isFile() && stat.size <= most;
	}
	async function isFile(file) {
		return (await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(file).catch(() => void 0))?.isFile() ?? false;
	}
	async function isFolder(folder) {
		const real = await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(folder).catch(() => void 0);
		return real !== void 0 && (await (0, node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(real)).isDirectory();
	}
}) };
export {
	id,
	ids,
	modules
};
