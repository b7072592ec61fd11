const id = 4795;
const ids = [4795];
const modules = { 90632: ((module, __exports, __require) => {
	const { InvalidArgumentError, MaxOriginsReachedError } = __require(19316);
	const { kBusy, kClients, kConnected, kRunning, kPending, kClose, kDestroy, kDispatch, kUrl } = __require(21518);
	const DispatcherBase = __require(68400);
	const Pool = __require(55523);
	const Client = __require(77134);
	const util = __require(38083);
	const kOnConnect = /* @__PURE__ */ Symbol("onConnect");
	const kOnDisconnect = /* @__PURE__ */ Symbol("onDisconnect");
	const kOnConnectionError = /* @__PURE__ */ Symbol("onConnectionError");
	const kOnDrain = /* @__PURE__ */ Symbol("onDrain");
	const kFactory = /* @__PURE__ */ Symbol("factory");
	const kOptions = /* @__PURE__ */ Symbol("options");
	const kOrigins = /* @__PURE__ */ Symbol("origins");
	function defaultFactory(origin, opts) {
		return opts && opts.connections === 1 ? new Client(origin, opts) : new Pool(origin, opts);
	}
	class Agent extends DispatcherBase {
		constructor({ factory = defaultFactory, maxOrigins = Infinity, connect, tls, ...options } = {}) {
			if (typeof factory !== "function") {
				throw new InvalidArgumentError("factory must be a function.");
			}
			if (connect != null && typeof connect !== "function" && typeof connect !== "object") {
				throw new InvalidArgumentError("connect must be a function or an object");
			}
			if (typeof maxOrigins !== "number" || Number.isNaN(maxOrigins) || maxOrigins <= 0) {
				throw new InvalidArgumentError("maxOrigins must be a number greater than 0");
			}
			super(options);
			if (connect && typeof connect !== "function") {
				connect = { ...connect };
			}
			if (tls && typeof tls !== "function") {
				tls = { ...tls };
			}
			this[kOptions] = { ...util.deepClone(options), maxOrigins, connect, tls };
			this[kFactory] = factory;
			this[kClients] = /* @__PURE__ */ new Map();
			this[kOrigins] = /* @__PURE__ */ new Set();
			this[kOnDrain] = (origin, targets) => {
				this.emit("drain", origin, [this, ...targets]);
			};
			this[kOnConnect] = (origin, targets) => {
				this.emit("connect", origin, [this, ...targets]);
			};
			this[kOnDisconnect] = (origin, targets, err) => {
				this.emit("disconnect", origin, [this, ...targets], err);
			};
			this[kOnConnectionError] = (origin, targets, err) => {
				this.emit("connectionError", origin, [this, ...targets], err);
			};
		}
		get [kRunning]() {
			let ret = 0;
			for (const dispatcher of this[kClients].values()) {
				ret += dispatcher[kRunning];
			}
			return ret;
		}
		[kDispatch](opts, handler) {
			let origin;
			if (opts.origin && (typeof opts.origin === "string" || opts.origin instanceof URL)) {
				origin = String(opts.origin);
			} else {
				throw new InvalidArgumentError("opts.origin must be a non-empty string or URL.");
			}
			const allowH2 = opts.allowH2 ?? this[kOptions].allowH2;
			const key = allowH2 === false ? `${origin}#http1-only` : origin;
			if (this[kOrigins].size >= this[kOptions].maxOrigins && !this[kOrigins].has(origin)) {
				throw new MaxOriginsReachedError();
			}
			let dispatcher = this[kClients].get(key);
			if (!dispatcher) {
				dispatcher = this[kFactory](opts.origin, allowH2 === false ? { ...this[kOptions], allowH2: false } : this[kOptions]);
				const closeClientIfUnused = () => {
					if (this[kClients].get(key) !== dispatcher) {
						return;
					}
					if (dispatcher[kConnected] > 0 || dispatcher[kBusy] || dispatcher[kPending] > 0) {
						return;
					}
					this[kClients].delete(key);
					if (!dispatcher.destroyed) {
						dispatcher.close();
					}
					let hasOrigin = false;
					for (const k of this[kClients].keys()) {
						if (k === origin || k === `${origin}#http1-only`) {
							hasOrigin = true;
							break;
						}
					}
					if (!hasOrigin) {
						this[kOrigins].delete(origin);
					}
				};
				dispatcher.on("drain", this[kOnDrain]).on("connect", this[kOnConnect]).on("disconnect", (origin2, targets, err) => {
					closeClientIfUnused();
					this[kOnDisconnect](origin2, targets, err);
				}).on("connectionError", (origin2, targets, err) => {
					closeClientIfUnused();
					this[kOnConnectionError](origin2, targets, err);
				});
				this[kClients].set(key, dispatcher);
				this[kOrigins].add(origin);
			}
			return dispatcher.dispatch(opts, handler);
		}
		[kClose]() {
			const closePromises = [];
			for (const dispatcher of this[kClients].values()) {
				closePromises.push(dispatcher.close());
			}
			this[kClients].clear();
			return Promise.all(closePromises);
		}
		[kDestroy](err) {
			const destroyPromises = [];
			for (const dispatcher of this[kClients].values()) {
				destroyPromises.push(dispatcher.destroy(err));
			}
			this[kClients].clear();
			return Promise.all(destroyPromises);
		}
		get stats() {
			const allClientStats = {};
			for (const dispatcher of this[kClients].values()) {
				if (dispatcher.stats) {
					allClientStats[dispatcher[kUrl].origin] = dispatcher.stats;
				}
			}
			return allClientStats;
		}
	}
	module.exports = Agent;
}), 85981: ((__module, __exports, __require) => {
	__require.d(__exports, { A: () => describeRemaining, interruptOnCancel: () => interruptOnCancel, withRemainingRevision: () => withRemainingRevision });
	var $$clock0 = __require(75065);
	var $$statuses1 = __require(83889);
	var $$outcome2 = __require(96043);
	var $$record3 = __require(758);
	var $$errors4 = __require(94924);
	const LIMIT_MS = 2500;
	async function interruptOnCancel(controlPlane, settings, record, limitMs = LIMIT_MS) {
		const end = cancelledOutcome(record);
		const { deployment, revision, ownRevisionId } = record;
		if (controlPlane === void 0 || settings.onCancel !== "interrupt" || record.stage !== "waiting") return end;
		if (record.throwAway !== void 0) return end;
		if (deployment === void 0 || revision === void 0) return end;
		if (ownRevisionId !== revision.id) {
			const back = record.rollback?.revisionId === revision.id && record.rollback.after !== void 0;
			return and(end, `The revision was not interrupted, because it ${back ? "is a rollback" : "was not created by this run"}.`);
		}
		if ((0, $$statuses1.BE)(revision.status) !== "progress") return end;
		const { done, message } = await tryToInterrupt(controlPlane, deployment.id, revision.id, limitMs);
		if (!done) return and(end, message);
		(0, $$record3.dO)(record, { ...revision, status: "INTERRUPTED" });
		return (0, $$outcome2.bu)("cancelled", "revision-interrupted", `The run was cancelled. ${message}`);
	}
	async function tryToInterrupt(controlPlane, deploymentId, revisionId, limitMs) {
		const limit = AbortSignal.timeout(limitMs);
		try {
			const { interruptRevision } = await Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 6736));
			return await (0, $$clock0.dX)(limit, () => interruptRevision({ controlPlane, clock: $$clock0.dQ, signal: limit }, deploymentId, revisionId));
		} catch (error) {
			const why = limit.aborted ? `the service did not respond within ${limitMs / 1e3} s.` : `failed: ${(0, $$errors4.gJ)(error)}`;
			return { done: false, message: `The action tried to interrupt the revision, but ${why}` };
		}
	}
	function and(end, message) {
		return (0, $$outcome2.bu)("cancelled", "signal", `${end.message} ${message}`);
	}
	function cancelledOutcome(record) {
		return (0, $$outcome2.bu)("cancelled", "signal", `The run was cancelled. ${describeRemaining(record)}`);
	}
	function describeRemaining(record) {
		const { stage, deployment, revision, created, isAgentCalled } = record;
		const name = deployment?.name ?? "the deployment";
		switch (stage) {
			case "reading":
				return isAgentCalled ? "No deployment was changed." : "Nothing was sent.";
			case "reported":
				return "Nothing was sent.";
			case "uploading":
				return created ? `${name} was created, but its source was still being uploaded. Run the workflow again: it uploads the source from the start and does not create a second deployment.` : `The source of ${name} was still being uploaded, so no revision was requested and the active revision keeps serving. Run the workflow again.`;
			case "writing":
				return `A change of ${name} was being sent, and it is unknown whether the service received it. Check the deployment, or run the workflow again: it waits for the change if the service received it.`;
			case "waiting": {
				const what = revision === void 0 ? `The change of ${name}` : `Revision ${revision.id} of ${name}`;
				return `${what} was ${revision?.status ?? "accepted"} and continues without this run. Run the workflow again to resume: it waits for a revision of this commit that is in progress instead of building another.`;
			}
		}
	}
	function withRemainingRevision(end, record) {
		const { stage, created, source, deployment } = record;
		const broke = end.reason === "internal-error" && stage === "writing";
		if (stage === "waiting" || stage === "uploading" || broke) {
			return { ...end, message: `${end.message} ${describeRemaining(record)}` };
		}
		if (stage !== "writing" || !created || source?.path === void 0) return end;
		const next = `${deployment?.name ?? "The deployment"} was created but has no source yet. Run the workflow again: it continues with this deployment.`;
		return { ...end, message: `${end.message} ${next}` };
	}
}), 3034: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { packForDeploy: () => packForDeploy, uploadSource: () => uploadSource });
	var $$url0 = __require(85410);
	var $$errors1 = __require(65292);
	var $$cancel2 = __require(85981);
	var $$unlocked3 = __require(45280);
	var $$outcome4 = __require(96043);
	var $$sizes5 = __require(71895);
	var $$current6 = __require(67418);
	var $$record7 = __require(758);
	var $$read8 = __require(98591);
	var $$rollout9 = __require(45186);
	const USUAL_CONFIG = "langgraph.json";
	const PROGRESS_MS = 5e3;
	async function packForDeploy({ packSource, log, record, signal, exactCommit }, desired, found) {
		const theirs = found === void 0 ? void 0 : (0, $$current6.le)(found, []).graphConfigPath;
		const configPath = desired.graphConfigPath ?? theirs ?? USUAL_CONFIG;
		const sourcePath = desired.sourcePath ?? ".";
		const source = await log.group("Packing the source", async () => {
			const note = (line) => log.line(line);
			const warn = (line) => log.warn("source", line);
			const packed = await packSource({ sourcePath, configPath, exactCommit, note, warn }, signal);
			log.line(`${(0, $$sizes5.SH)(packed.archive)}; ${(0, $$sizes5.z3)(packed.archive.contentBytes)} before compression.`);
			return packed;
		});
		record.source = { ...source.archive, path: void 0 };
		if (!source.includes(configPath)) {
			throw new $$outcome4.lZ("source-unusable", `graph-config-path: ${(0, $$sizes5.Gt)(configPath)} is not among the packed files of ${(0, $$sizes5.Gt)(sourcePath)}. The path is relative to source-path; the file must exist, and no ignore file may exclude it.`);
		}
		return { desired: { ...desired, graphConfigPath: configPath, archive: source.archive }, source };
	}
	async function uploadSource(context, deployment, desired) {
		const { source, controlPlane, settings, signal, record, log, clock } = context;
		if (source === void 0) throw new Error("the source to upload was not packed");
		(0, $$read8.dj)(context, deployment);
		await (0, $$unlocked3.P3)(context, deployment.name);
		await (0, $$rollout9.d$)(context, "uploading");
		const { bytes } = source.archive;
		const startedAt = clock.now();
		log.line(`Uploading ${(0, $$sizes5.z3)(bytes)}.`);
		for (let attempt = 1; ; attempt += 1) {
			const { upload_url, object_path } = await controlPlane.uploadUrl(deployment.id, signal);
			const url = (0, $$url0.HK)(upload_url, settings.endpoint);
			if (url === void 0) throw failed(context, "the service returned an upload address that is not an https URL");
			const body = { length: bytes, open: () => withProgress(context, source) };
			try {
				await controlPlane.uploadSource(url, body, signal);
			} catch (error) {
				if (!(error instanceof $$errors1.hD)) throw error;
				if (attempt > 1 || !mayBeExpired(error)) throw failed(context, error.message, error);
				log.line(`The storage rejected the upload address (${error.status}); requesting a new one.`);
				continue;
			}
			log.line(`Uploaded in ${(0, $$record7.a3)(clock.now() - startedAt)}.`);
			record.source = { ...source.archive, path: object_path };
			return { ...desired, tarballPath: object_path };
		}
	}
	function mayBeExpired({ kind, status }) {
		return kind === "http" && [400, 401, 403, 404, 410].includes(status ?? 0);
	}
	function failed({ record }, why, cause) {
		return new $$outcome4.lZ("upload-failed", `The source could not be uploaded: ${why} ${(0, $$cancel2.A)(record)}`.replace(/([^.\s])\s+(?=The |[\w-]+ was )/, "$1. "), { cause });
	}
	async function* withProgress({ clock, log }, source) {
		const startedAt = clock.now();
		const total = source.archive.bytes;
		let lastLoggedAt = startedAt;
		let sent = 0;
		for await (const chunk of source.open()) {
			yield chunk;
			sent += chunk.length;
			const now = clock.now();
			if (now - lastLoggedAt < PROGRESS_MS) continue;
			lastLoggedAt = now;
			const rate = (0, $$sizes5.z3)(Math.round(sent * 1e3 / (now - startedAt)));
			log.line(`${Math.floor(100 * sent / total)}% of ${(0, $$sizes5.z3)(total)}, ${rate}/s`);
		}
	}
}), 87479: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createReadSubject: () => createReadSubject });
	var $$promises0 = __require(51455);
	var $$path1 = __require(76760);
	var $$program2 = __require(39946);
	var $$repository3 = __require(96311);
	const LIMIT_MS = 5e3;
	const COLUMNS = 300;
	function createReadSubject(env) {
		return async (commit, signal) => {
			if (!/^[0-9a-f]{40,64}$/.test(commit)) return void 0;
			try {
				return await (0, $$program2.z)(env, signal, async (git) => {
					const folder = await (0, $$promises0.realpath)($$path1.resolve(env["GITHUB_WORKSPACE"] || "."));
					const checkout = await (0, $$repository3.I8)(folder, folder);
					if (checkout === void 0) return void 0;
					const { gitDir } = await git.facade(checkout);
					const format = `--format=%<(${COLUMNS},trunc)%s`;
					const end = await git.run(["log", "--max-count=1", "--no-show-signature", format, commit, "--"], { cwd: git.empty, gitDir, limitMs: LIMIT_MS });
					if (end.kind !== "ended" || end.code !== 0) return void 0;
					return end.stdout.toString().trim() || void 0;
				});
			} catch (error) {
				if (error === signal.reason || !(error instanceof Error)) throw error;
				return void 0;
			}
		};
	}
}), 34689: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createResolveRef: () => createResolveRef, parseLsRemote: () => parseLsRemote });
	var promises_ = __require(51455);
	var external_node_path_ = __require(76760);
	var external_node_url_ = __require(73136);
	var git_repository = __require(96311);
	var program = __require(39946);
	var clients_dispatcher = __require(35230);
	var exchange = __require(36686);
	var network_environment = __require(65393);
	;
	const REDIRECT_STATUSES = /* @__PURE__ */ new Set([301, 302, 303, 307, 308]);
	const MAX_REDIRECTS = 5;
	const TIMEOUT_MS = 1e4;
	const MAX_BODY_BYTES = 64 * 1024;
	const DISCOVERY_PATH = "/info/refs";
	const DISCOVERY_QUERY = "?service=git-upload-pack";
	async function findRedirect(address, request) {
		const { origin } = new URL(address);
		let current = address.replace(/(?<!\/)\/+$/, "");
		for (let followed = 0; ; followed += 1) {
			const response = await request(new URL(`${current}${DISCOVERY_PATH}${DISCOVERY_QUERY}`));
			if (response === void 0 || !REDIRECT_STATUSES.has(response.status)) break;
			if (followed === MAX_REDIRECTS) {
				return { kind: "refused", reason: `redirects more than ${MAX_REDIRECTS} times` };
			}
			const target = URL.parse(response.location ?? "", `${current}${DISCOVERY_PATH}`);
			if (response.location === void 0 || target === null) {
				return { kind: "refused", reason: `responds with ${response.status} without a usable Location header` };
			}
			if (target.origin !== origin || target.username !== "" || target.password !== "") {
				return { kind: "refused", reason: `redirects to ${target.origin}, which is another origin` };
			}
			if (!target.pathname.endsWith(DISCOVERY_PATH) || target.search !== DISCOVERY_QUERY) {
				return { kind: "refused", reason: "redirects to a page that is not a Git repository" };
			}
			current = `${target.origin}${target.pathname.slice(0, -DISCOVERY_PATH.length)}`;
		}
		return current === address.replace(/(?<!\/)\/+$/, "") ? { kind: "none" } : { kind: "moved", address: current };
	}
	async function requestRedirect({ address, authorization: authorization2 }, env, signal) {
		const dispatcher = await (0, clients_dispatcher.openDispatcher)({ proxies: (0, network_environment.EM)(env), connectTimeoutMs: TIMEOUT_MS });
		try {
			return await findRedirect(address, async (url) => {
				const result = await (0, exchange.c)(dispatcher, { method: "GET", url, headers: { accept: "*/*", ...authorization2 !== void 0 && { authorization: authorization2 } }, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BODY_BYTES, signal });
				return result.kind === "answer" ? result.answer : void 0;
			});
		} finally {
			await dispatcher.destroy();
		}
	}
	;
	const LIMIT_MS = 15e3;
	const MEMORY_BYTES = 1024 * 1024 * 1024;
	const CONFIG_BYTES = 1024 * 1024;
	function createResolveRef(env, log) {
		return async (repoUrl, ref, signal) => {
			try {
				return await (0, program.z)(env, signal, (git) => lsRemote(git, repoUrl, ref, { env, log, signal }));
			} catch (error) {
				if (error === signal.reason || !(error instanceof Error)) throw error;
				return void 0;
			}
		};
	}
	async function lsRemote(git, repoUrl, ref, { env, log, signal }) {
		const full = ref.startsWith("refs/") ? ref : `refs/heads/${ref}`;
		const workspace = external_node_path_.resolve(env["GITHUB_WORKSPACE"] || ".");
		const remote = readRemote(repoUrl, workspace, env["GITHUB_SERVER_URL"]);
		if (remote === void 0) return void 0;
		const ask = async (address, more) => git.run(["-c", "http.lowSpeedTime=10", "ls-remote", "--quiet", "--", address, full, `${full}^{}`], { cwd: git.empty, gitDir: git.empty, limitMs: LIMIT_MS, limits: { memoryBytes: MEMORY_BYTES }, ...more });
		let end;
		if (remote.kind === "folder") {
			const repository = await (0, git_repository.h_)(remote.folder);
			if (repository === void 0) return void 0;
			end = await ask((await git.facade(repository)).gitDir, { transports: ["file"] });
		} else {
			const header = await authorization(git, remote.url, workspace, env);
			remote.url.username = "";
			remote.url.password = "";
			const options = { transports: ["https", "http"], env: header === void 0 ? {} : headerVariables(remote.url, header) };
			const address = remote.url.href;
			end = await ask(address, options);
			if (end.kind === "ended" && end.code !== 0) {
				const authorization2 = header?.slice(header.indexOf(":") + 1).trim();
				const redirect = await requestRedirect({ address, authorization: authorization2 }, env, signal);
				if (redirect.kind === "moved") end = await ask(redirect.address, options);
				if (redirect.kind === "refused") {
					log(`The commit of ${ref} could not be read: the server of ${address} ${redirect.reason}, and credentials are never sent to another server. Use the repository's current URL.`);
				}
			}
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
					return { kind: "folder", folder: (0, external_node_url_.fileURLToPath)(url) };
				case "ssh:":
					return overHttps(url.hostname, url.pathname, serverUrl);
				default:
					return void 0;
			}
		}
		if (scp !== null && !drive) return overHttps(scp[1] ?? "", scp[2] ?? "", serverUrl);
		return { kind: "folder", folder: external_node_path_.resolve(workspace, repoUrl) };
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
		const folder = await (0, promises_.realpath)(workspace);
		const checkout = await (0, git_repository.I8)(folder, folder);
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
	const configOf = ({ commonDir }) => external_node_path_.join(commonDir, "config");
	async function credentialFiles(git, checkout, env) {
		const temporary = await (0, promises_.realpath)(env["RUNNER_TEMP"] || "").catch(() => void 0);
		if (temporary === void 0 || !env["RUNNER_TEMP"]) return [];
		const included = await readConfig(git, configOf(checkout), ["--get-regexp", "^include(if\\.gitdir:.*)?\\.path$"]);
		const files = await Promise.all(included.map((entry) => (0, promises_.realpath)(entry.slice(entry.indexOf("\n") + 1)).catch(() => "")));
		return [...new Set(files.filter((file) => file.startsWith(temporary + external_node_path_.sep)))];
	}
	async function readConfig(git, file, query) {
		if (await (0, git_repository.Lo)(file, CONFIG_BYTES) === void 0) return [];
		return (await git.readConfig(file, query))?.split("\0").slice(0, -1) ?? [];
	}
	function parseLsRemote(stdout, fullRef) {
		const rows = stdout.split(/\r?\n/).map((line) => line.split("	"));
		const find = (name) => rows.find(([, rowRef]) => rowRef === name)?.[0];
		const commit = find(`${fullRef}^{}`) ?? find(fullRef);
		return commit !== void 0 && /^[0-9a-f]{40,64}$/.test(commit) ? commit : void 0;
	}
}), 47189: ((__module, __exports, __require) => {
	__require.d(__exports, { AW: () => createAuthor, Su: () => findComments, Tu: () => deleteComment, _G: () => createGitHubComments, eT: () => createComment, vv: () => updateComment });
	var $$comment0 = __require(74127);
	var $$client1 = __require(73564);
	const PAGE = 100;
	const PAGES = 30;
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
	function createGitHubComments(client, author, comment) {
		return { find: (since) => findComments(client, author, comment, since), create: (body) => createComment(client, comment, body), update: (id2, body) => updateComment(client, id2, body), remove: (id2) => deleteComment(client, id2), mayHaveCreated: (error) => (client.failureOf(error).status ?? 500) >= 500, sleep: (ms, also) => client.sleep(ms, also) };
	}
}), 19686: ((__module, __exports, __require) => {
	__require.d(__exports, { FF: () => $$later0.FFm, OO: () => $$later0.OO8, SY: () => $$later0.SYJ, Ti: () => $$later0.TiI, Uz: () => $$later0.Uzg, YL: () => $$later0.YL5, Yd: () => $$later0.Ydl, k4: () => $$later0.k4U, mp: () => $$later0.mpO, q9: () => $$later0.q96 });
	var $$later0 = __require(72786);
}), 15986: ((__module, __exports, __require) => {
	__require.d(__exports, { parseResourceSpec: () => parseResourceSpec, parseSecretReferences: () => parseSecretReferences });
	var $$zod6 = __require(34410);
	var $$safety0 = __require(6760);
	var $$spec1 = __require(34366);
	var $$names2 = __require(53918);
	var $$source3 = __require(20690);
	var $$secrets4 = __require(54476);
	var $$yaml5 = __require(31230);
	const SpecInput = $$spec1.yd.strict();
	function parseResourceSpec(text) {
		return (0, $$yaml5.gM)(text, SpecInput, { check(value) {
			const read = SpecInput.safeParse(value);
			const lost = read.success && (0, $$safety0.Di)(value, read.data);
			const hint = "Correct this field.";
			return [...checkVariables(value), ...lost ? [{ path: lost, message: $$safety0.Hd, hint }] : []];
		} });
	}
	function parseSecretReferences(text, secrets) {
		const schema = $$zod6.YOg($$source3.Us).superRefine((references, context) => {
			const seen = new Set(secrets.map(({ name }) => name));
			for (const [index, { name }] of references.entries()) {
				const report = (message, hint) => (0, $$yaml5.TR)(context, `${name} ${message}`, hint, [index, "name"]);
				if (seen.has(name)) report("is set more than once", "Keep only one of them.");
				if ((0, $$names2.c)(name, { selfHosted: true })) {
					report("is reserved, because the platform sets it", "Remove it.");
				}
				const marked = $$secrets4.Q$.get(name);
				if (marked !== void 0) report(`is reserved, because it marks ${marked}`, "Remove it.");
				seen.add(name);
			}
		});
		return (0, $$yaml5.gM)(text, schema, { check: checkReferences });
	}
	function checkVariables(value) {
		const problems = [];
		for (const list of ["init_containers", "sidecars"]) {
			for (const [at, container] of items(value, list).entries()) {
				for (const [index, variable] of items(container, "env").entries()) {
					if (!(0, $$yaml5.pi)(variable) || !Object.hasOwn(variable, "value") || variable["valueFrom"]) continue;
					const missing = (0, $$secrets4.Bd)(variable["value"], "To set an empty value, omit `value`.");
					if (missing === void 0) continue;
					const path = [list, at, "env", index, "value"];
					problems.push({ path, message: `${nameOf(variable)} ${missing.message}`, hint: missing.hint });
				}
			}
		}
		return problems;
	}
	function checkReferences(value) {
		const problems = [];
		for (const [index, reference] of (Array.isArray(value) ? value : []).entries()) {
			for (const field of ["name", "secret_name", "secret_key"]) {
				if (!(0, $$yaml5.pi)(reference) || !Object.hasOwn(reference, field)) continue;
				const missing = (0, $$secrets4.Bd)(reference[field], `Write a value in ${field}.`);
				if (missing === void 0) continue;
				const message = `the value for ${nameOf(reference)} ${missing.message}`;
				problems.push({ path: [index, field], message, hint: missing.hint });
			}
		}
		return problems;
	}
	function nameOf(holder) {
		const name = (0, $$yaml5.pi)(holder) ? holder["name"] : void 0;
		return typeof name === "string" && name !== "" ? name : "(unnamed)";
	}
	function items(holder, key) {
		const found = (0, $$yaml5.pi)(holder) ? holder[key] : void 0;
		return Array.isArray(found) ? found : [];
	}
}), 65446: ((__module, __exports, __require) => {
	__require.d(__exports, { sweepIdle: () => sweepIdle });
	var base_url = __require(85410);
	var errors = __require(65292);
	var github_client = __require(73564);
	var comments = __require(47189);
	var schemas = __require(34410);
	;
	const IDLE_NOTICE_VERSION = 1;
	const IdleNotice = schemas.Ikc({ preview: schemas.YjP().min(1).max(300), commit: schemas.YjP().regex(/^[0-9a-f]{7,64}$/), pullRequestAt: schemas.Whr().min(0) });
	var json_safety = __require(6760);
	var comment = __require(74127);
	var idle_notice = __require(18731);
	var sections = __require(41152);
	;
	const KEY = "idle-notice";
	const LINE = /^<!-- agent-deploy idle-notice v(\d{1,6}) (\{.{1,2000}\}) -->$/;
	const ALWAYS = "1970-01-01T00:00:00Z";
	function createIdleNotices(client, author) {
		const known = /* @__PURE__ */ new Map();
		const mark = (0, comment.Hc)(KEY);
		const fetch = async (pullRequest) => {
			const found = await (0, comments.Su)(client, author, { pullRequest, key: KEY }, ALWAYS);
			return found.flatMap(parseNotice);
		};
		return { async read(pullRequest) {
			const notices = known.get(pullRequest) ?? await fetch(pullRequest);
			known.set(pullRequest, notices);
			return notices;
		}, async announce(pullRequest, notice, text) {
			const body = `${mark}
${client.redact((0, idle_notice.vv)(text))}

${(0, sections.re)(`${KEY} v${IDLE_NOTICE_VERSION}`, notice)}`;
			const { id: id2 } = await (0, comments.eT)(client, { pullRequest }, body);
			const [first] = (await fetch(pullRequest)).filter(({ preview, isEdited, at }) => preview === notice.preview && !isEdited && at >= text.activeAt);
			if (first !== void 0 && first.commentId !== id2) await (0, comments.Tu)(client, id2);
		}, async replace({ commentId }, text) {
			await (0, comments.vv)(client, commentId, `${mark}
${client.redact((0, idle_notice.WV)(text))}`);
		}, cancel: ({ commentId }) => (0, comments.Tu)(client, commentId) };
	}
	function parseNotice({ id: id2, body, createdAt, updatedAt }) {
		const [, version, json = ""] = LINE.exec(body.trimEnd().split(/\r?\n/).at(-1) ?? "") ?? [];
		const at = Date.parse(createdAt ?? "");
		if (Number(version) !== IDLE_NOTICE_VERSION || Number.isNaN(at)) return [];
		const parsed = IdleNotice.safeParse((0, json_safety.qF)(json));
		return parsed.success ? [{ ...parsed.data, commentId: id2, at, isEdited: createdAt !== updatedAt }] : [];
	}
	var policy = __require(91085);
	var log_lines = __require(28254);
	var current = __require(67418);
	;
	const NOTICE_MS = 12 * 36e5;
	const OWN_BEFORE_MS = 5e3;
	const OWN_AFTER_MS = 15e3;
	function noticePeriod(idleMs) {
		return Math.min(idleMs, NOTICE_MS);
	}
	function pullRequestActivity({ updatedAt, commit }, notices) {
		if (updatedAt === void 0 || !Number.isFinite(updatedAt)) return void 0;
		const causes = notices.filter((notice) => !notice.isEdited && notice.commit === commit && updatedAt >= notice.at - OWN_BEFORE_MS && updatedAt <= notice.at + OWN_AFTER_MS);
		if (causes.length === 0) return updatedAt;
		return Math.min(updatedAt, Math.max(...causes.map(({ pullRequestAt }) => pullRequestAt)));
	}
	function decideIdle({ now, idleMs, isKept, activity, notices }) {
		if (isKept) return { kind: "active" };
		const times = activity.filter((at) => typeof at === "number");
		if (times.some((at) => now - at < idleMs)) return { kind: "active" };
		if (activity.includes(void 0) || times.length === 0 || !times.every(Number.isFinite)) {
			return { kind: "unknown" };
		}
		const activeAt = Math.max(...times);
		const [notice] = notices.filter(({ at, isEdited }) => !isEdited && at >= activeAt).toSorted((a, b) => a.at - b.at || a.commentId - b.commentId);
		const dueAt = (notice?.at ?? now) + noticePeriod(idleMs);
		if (notice === void 0) return { kind: "announce", activeAt, dueAt };
		return now >= dueAt ? { kind: "delete", activeAt, dueAt, notice } : { kind: "wait", activeAt, dueAt };
	}
	var names = __require(92832);
	var pull_request = __require(68333);
	var sweeper = __require(54339);
	;
	async function sweepIdle(context, candidates, { github, ...shared }) {
		const { settings } = context;
		const client = (0, github_client.createPatientClient)(github, context);
		const notices = createIdleNotices(client, (0, comments.AW)(client, settings.github.token ?? ""));
		const tools = { ...shared, client, notices, touched: /* @__PURE__ */ new Set(), announced: 0 };
		for (const candidate of candidates) await sweepOne(context, candidate, tools);
		const { record } = context;
		const left = [];
		for (const candidate of candidates) {
			if (!shared.sweeper.deleted.includes(candidate.deployment)) left.push(await describedAs(candidate, tools, context));
		}
		record.idle = record.idle.filter(({ name }) => !left.includes(name));
	}
	async function describedAs({ deployment, of }, { reader }, { settings }) {
		const { branch } = await reader.read(of.number);
		return (0, names._$)(deployment.name, settings, of, branch);
	}
	async function onGitHub({ signal, log }, candidate, { client, sweeper: sweeper2 }, work) {
		try {
			return await work();
		} catch (error) {
			signal.throwIfAborted();
			const failure = client.failureOf(error);
			const hint = (0, policy.SA)(failure) ? " Add `pull-requests: write` under `permissions:` of the job." : "";
			log.line(`The comments about the inactivity of ${candidate.deployment.name} could not be read or written. ${failure.description}.${hint}`);
			sweeper2.note(candidate, "idle", "failed");
			return void 0;
		}
	}
	async function sweepOne(context, candidate, tools) {
		const { log } = context;
		const { deployment, of } = candidate;
		const all = await onGitHub(context, candidate, tools, () => tools.notices.read(of.number));
		if (all === void 0) return;
		const own = all.filter(({ preview }) => preview === deployment.id);
		const judge = async (state) => decide(context, deployment, state, { all, own });
		let decision = await judge(await tools.reader.read(of.number));
		if (decision.kind === "announce" || decision.kind === "delete") {
			decision = await judge(await readAgain(tools, of.number));
		}
		switch (decision.kind) {
			case "gone":
				return;
			case "active":
				return cancel(context, candidate, tools, own);
			case "fork":
				log.line(`${deployment.name} is the preview of a fork, and its code could read the API key in a request for its threads. The sweep therefore does not delete it because of inactivity. \`preview-ttl\` deletes it after a maximum age.`);
				return void 0;
			case "unknown":
				log.line(`${deployment.name} is kept, because its last activity is unknown.`);
				return tools.sweeper.leave(candidate, "activity-unknown");
			case "wait":
				log.line(`The deletion of ${deployment.name} was announced. A sweep after ${new Date(decision.dueAt).toISOString()} deletes the preview if it is still inactive.`);
				return void 0;
			case "announce": {
				const due = { ...decision, own };
				return onGitHub(context, candidate, tools, () => announce(context, candidate, tools, due));
			}
			case "delete":
				return remove(context, candidate, tools, decision);
		}
	}
	async function readAgain({ reader, touched }, number) {
		const [before, now] = [await reader.read(number), await reader.readAgain(number)];
		if (!touched.has(number) || now.activity === void 0) return now;
		const isSame = now.activity.commit === before.activity?.commit;
		return isSame ? { ...now, activity: { ...now.activity, updatedAt: before.activity?.updatedAt } } : now;
	}
	async function decide(context, deployment, { closed, activity, at: now }, { all, own }) {
		const { ms: idleMs, keepLabel } = context.settings.idle;
		if (closed === true) return { kind: "gone" };
		const pullRequestAt = activity && pullRequestActivity(activity, all);
		if (activity === void 0 || pullRequestAt === void 0) return { kind: "unknown" };
		const facts = { now, idleMs, isKept: (0, pull_request.RX)([keepLabel], activity.labels), notices: own };
		if (decideIdle({ ...facts, activity: [pullRequestAt] }).kind === "active") return { kind: "active" };
		if (activity.fork) return { kind: "fork" };
		const revisionAt = await (0, sweeper.m)(context, deployment);
		if (revisionAt === "gone") return { kind: "gone" };
		const threadAt = await lastThreadAt(context, deployment);
		const decision = decideIdle({ ...facts, activity: [pullRequestAt, revisionAt, threadAt] });
		if (decision.kind !== "announce") return decision;
		return { ...decision, commit: activity.commit, pullRequestAt };
	}
	function textOf({ settings: { idle } }, { name }, { activeAt, dueAt }) {
		return { name, idleMs: idle.ms, activeAt, dueAt, keepLabel: idle.keepLabel };
	}
	async function lastThreadAt(context, { id: id2, name }) {
		const { controlPlane, settings, signal, log } = context;
		const unknown = (why) => {
			log.line(`The threads of ${name} could not be read: ${why}`);
			return void 0;
		};
		try {
			const deployment = await controlPlane.getDeployment(id2, signal);
			if (deployment.active_revision_id === null) return "none";
			const url = (0, current.rs)(deployment);
			if (url === void 0) return unknown("the service does not return the URL of the agent.");
			const check = (0, base_url.Z6)(url, settings.endpoint);
			if (check.kind === "refused") {
				return unknown(`the URL of the agent ${check.problem}; set \`allow-insecure-host: true\` to allow it.`);
			}
			const server = await context.agentServer(check.url);
			return await server.lastThreadUpdate(signal) ?? "none";
		} catch (error) {
			if ((0, errors.d7)(error, 404)) return unknown("the agent server or the service responded with 404.");
			if (!(error instanceof errors.hD)) throw error;
			return unknown(error.message);
		}
	}
	async function cancel({ settings, log }, { deployment, of }, { client, notices, touched }, own) {
		for (const notice of own) {
			if (settings.dryRun) continue;
			log.line(`${deployment.name} is active or kept by its label, so the notice about its deletion is removed.`);
			touched.add(of.number);
			try {
				await notices.cancel(notice);
			} catch (error) {
				log.line(`The notice about ${deployment.name} could not be removed. ${client.failureOf(error).description}.`);
			}
		}
	}
	async function announce(context, candidate, tools, decision) {
		const { settings, log } = context;
		const { sweeper: sweeper2, notices, touched } = tools;
		const { deployment, of } = candidate;
		if (tools.announced >= settings.limit) return sweeper2.note(candidate, "idle", "left");
		tools.announced += 1;
		if (settings.dryRun) return sweeper2.note(candidate, "idle", "would-announce");
		touched.add(of.number);
		for (const stale of decision.own) await notices.cancel(stale);
		const { commit, pullRequestAt } = decision;
		const notice = { preview: deployment.id, commit, pullRequestAt };
		await notices.announce(of.number, notice, textOf(context, deployment, decision));
		log.line(`${deployment.name} was inactive for more than ${(0, log_lines.nV)(settings.idle.ms)}. A comment announces its deletion.`);
		sweeper2.note(candidate, "idle", "announced");
	}
	async function remove(context, candidate, tools, decision) {
		const { record, log } = context;
		const { sweeper: sweeper2, notices, touched, client } = tools;
		const { deployment, of } = candidate;
		if (!await sweeper2.sweep(candidate, "idle")) return;
		const name = await describedAs(candidate, tools, context);
		if (!record.idle.some((one) => one.name === name)) record.idle.push({ pullRequest: of.number, name });
		touched.add(of.number);
		try {
			await notices.replace(decision.notice, textOf(context, deployment, decision));
		} catch (error) {
			log.line(`${deployment.name} was deleted, but the notice could not be updated. ${client.failureOf(error).description}.`);
		}
	}
}), 51681: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { findCandidates: () => findCandidates, sweep: () => sweep });
	var statuses = __require(83889);
	var outcome = __require(96043);
	var log_lines = __require(28254);
	var action_text = __require(77844);
	var names = __require(92832);
	var ownership = __require(65711);
	var preview_name = __require(81746);
	var pull_request = __require(68333);
	var remove = __require(44679);
	var throw_away = __require(14730);
	;
	async function sweepRebuilds(context, deployments, repository, swept) {
		const { settings, log, clock, record } = context;
		for (const deployment of deployments) {
			const { name, id: id2 } = deployment;
			if ((0, statuses.vx)(deployment.status) || !(0, throw_away.ij)(deployment, clock.now())) continue;
			const parsed = (0, throw_away.Mp)(deployment);
			if (parsed.kind === "hidden" && !settings.force) {
				log.line(`${name} looks like the throw-away deployment of a rebuild, but the service hides the marker. Set \`force: true\` to delete it.`);
				continue;
			}
			if (parsed.kind === "of" && !(0, ownership.Qx)(parsed.mark.repository, repository)) continue;
			const note = (did) => void swept.push({ name, id: id2, of: repository, why: "rebuild-ended", did });
			if (swept.filter(({ did }) => TRIED.includes(did)).length >= settings.limit) note("left");
			else if (settings.dryRun) note("would-delete");
			else {
				log.line(`Deleting ${name} (${id2}), which a rebuild left behind.`);
				record.changed = true;
				const failure = await (0, remove.MG)(context, deployment);
				if (failure !== void 0) log.line(`${name} could not be deleted: ${failure}`);
				note(failure === void 0 ? "deleted" : "failed");
			}
		}
	}
	const TRIED = ["deleted", "would-delete", "failed"];
	var preview_sweeper = __require(54339);
	var teardown = __require(57422);
	;
	async function sweep(context) {
		const { settings, controlPlane, signal, record, log, event } = context;
		const repository = (0, pull_request._M)(event);
		const github = await context.github();
		if (github === void 0) {
			throw new outcome.lZ("pull-request-unknown", `A sweep has to read from GitHub which pull requests are closed. ${pull_request.wH}`);
		}
		const all = await controlPlane.listDeployments({}, signal);
		const { candidates, misnamed } = findCandidates(all, repository, settings);
		log.line(`Found ${all.length} deployments, of which ${candidates.length} are previews of ${repository}.`);
		for (const one of misnamed) warnOfMisnamed(context, one);
		const swept = [];
		record.swept = swept;
		const reader = (0, pull_request.yg)(context, github);
		const sweeper = (0, preview_sweeper.O)(context, swept);
		const young = [];
		for (const [candidate, now] of await sweepClosed(context, candidates, reader, sweeper)) {
			if (await sweepOld(context, candidate, now, sweeper) === "young") young.push(candidate);
		}
		await sweepRebuilds(context, all, repository, swept);
		const { idle } = settings;
		if (idle !== void 0 && young.length > 0) {
			const { sweepIdle } = await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 65446));
			await sweepIdle({ ...context, settings: { ...settings, idle } }, young, { github, reader, sweeper });
		}
		if (swept.length > 0) {
			await log.group("Previews", () => {
				for (const line of (0, log_lines.tG)(swept)) log.line(line);
			});
		}
		const left = settings.wait ? await (0, teardown.waitUntilDeleted)(context, sweeper.deleted) : [];
		if (left.length > 0) return (0, teardown.stillDeletingOutcome)(settings.waitTimeoutMs, left);
		await (0, teardown.waitUntilUnlisted)(context, settings.wait ? sweeper.deleted : sweeper.gone);
		return conclude(context, swept);
	}
	function findCandidates(deployments, repository, naming) {
		const marked = deployments.flatMap((deployment) => {
			if ((0, statuses.vx)(deployment.status)) return [];
			const mark = (0, ownership.t7)(deployment);
			if (mark.kind === "none") return [];
			if (mark.kind === "hidden") return hiddenCandidate(deployment, repository, naming);
			const ours = (0, ownership.Qx)(mark.of.repository, repository);
			return ours ? [{ deployment, of: mark.of, hidden: false }] : [];
		});
		const fits = ({ deployment, of }) => (0, names.d)(deployment.name, naming, of, void 0);
		return { candidates: marked.filter(fits), misnamed: marked.filter((one) => !fits(one)) };
	}
	function hiddenCandidate(deployment, repository, naming) {
		const numbers = (deployment.name.match(/\d+/g) ?? []).map(Number);
		const number = numbers.find((one) => {
			const of = { repository, number: one };
			if ((0, names.zx)(naming, of).includes(deployment.name)) return true;
			return (0, preview_name.YP)(deployment.name, (0, names.EY)(naming, of, void 0)) !== void 0;
		});
		return number === void 0 ? [] : [{ deployment, of: { repository, number }, hidden: true }];
	}
	async function sweepClosed(context, candidates, reader, sweeper) {
		const { settings, log } = context;
		const open = [];
		for (const candidate of candidates) {
			const { deployment, of, hidden } = candidate;
			if (hidden && !settings.force) {
				log.line(`${deployment.name} looks like the preview of #${of.number}, but the service hides the marker. Set \`force: true\` to trust the name.`);
				sweeper.leave(candidate, "unknown");
				continue;
			}
			const { closed, branch, at } = await reader.read(of.number);
			if (closed !== void 0 && !(0, names.d)(deployment.name, settings, of, branch)) {
				warnOfMisnamed(context, candidate);
			} else if (closed === void 0) sweeper.leave(candidate, "unknown");
			else if (closed) await sweeper.sweep(candidate, "pull-request-closed");
			else open.push([candidate, at]);
		}
		return open;
	}
	function warnOfMisnamed({ log }, { deployment: { name, id: id2 }, of }) {
		log.line(`${name} (${id2}) has the marker of ${(0, ownership.U7)(of)}, but its name matches none of that pull request's previews, so it was not deleted. If it is a preview, use the preview-name-template it was created with.`);
	}
	async function sweepOld(context, candidate, now, sweeper) {
		const { ttlMs } = context.settings;
		if (ttlMs === void 0) return "young";
		const at = await (0, preview_sweeper.m)(context, candidate.deployment);
		if (at === "gone") return "done";
		if (at === void 0) sweeper.leave(candidate, "unknown");
		else if (now - at > ttlMs) {
			context.log.line(`${candidate.deployment.name} was last deployed ${(0, log_lines.nV)(now - at)} ago.`);
			await sweeper.sweep(candidate, "too-old");
		} else return "young";
		return "done";
	}
	function conclude({ settings }, swept) {
		const count = (did) => swept.filter((one) => one.did === did).length;
		const deleted = countDeleted(swept, "deleted");
		const unknown = swept.filter(({ why }) => why === "unknown" || why === "activity-unknown").length;
		const announced = (0, action_text.pq)(count("announced"), "preview was", "previews were");
		const notices = count("announced") > 0 ? ` ${announced} announced in comments.` : "";
		const capped = count("left") - unknown;
		const more = capped > 0 ? ` sweep-limit leaves ${capped} more for the next sweep.` : "";
		if (settings.dryRun && count("would-delete") + count("would-announce") > 0) {
			const also = unknown > 0 ? ` ${unknown} could not be evaluated.` : "";
			const then = count("would-announce") > 0 ? ` ${(0, action_text.pq)(count("would-announce"), "preview")} would be announced.` : "";
			return (0, outcome.bu)("planned", "dry-run", `Nothing was sent. ${countDeleted(swept, "would-delete").replace(/ (?:was|were)$/, "")} would be deleted.${then}${more}${also}`);
		}
		if (unknown + count("failed") > 0) {
			return (0, outcome.bu)("failed", "sweep-incomplete", `${deleted} deleted, ${count("failed")} could not be deleted${settings.idle === void 0 ? "" : " or announced"}, and ${unknown} could not be evaluated, so ${unknown === 1 ? "it was" : "they were"} kept. See the log for the reasons.${notices}${more}`);
		}
		if (swept.length === 0) return (0, outcome.bu)("unchanged", "nothing-to-sweep", "There are no previews to delete.");
		if (count("deleted") === 0 && count("announced") > 0) {
			return (0, outcome.bu)("unchanged", "idle-announced", `${announced} announced in comments. A later sweep deletes each of them that is still inactive.${more}`);
		}
		return (0, outcome.bu)("torn-down", "swept", `${deleted} deleted.${notices}${more}`);
	}
	function countDeleted(swept, did) {
		const all = swept.filter((one2) => one2.did === did);
		const rebuilds = all.filter(({ why }) => why === "rebuild-ended").length;
		const previews = all.length - rebuilds;
		if (rebuilds === 0) return (0, action_text.pq)(previews, "preview was", "previews were");
		const [one, several] = ["deployment of a rebuild", "deployments of rebuilds"];
		if (previews === 0) return (0, action_text.pq)(rebuilds, `${one} was`, `${several} were`);
		return `${(0, action_text.pq)(previews, "preview")} and ${(0, action_text.pq)(rebuilds, one, several)} were`;
	}
}), 54339: ((__module, __exports, __require) => {
	__require.d(__exports, { O: () => createPreviewSweeper, m: () => lastDeployedAt });
	var $$errors0 = __require(65292);
	var $$ownership1 = __require(65711);
	var $$teardown2 = __require(57422);
	function createPreviewSweeper(context, swept) {
		const { settings, record, log } = context;
		const deleted = [];
		const gone = [];
		let tried = 0;
		const note = ({ deployment: { name, id: id2 }, of }, why, did) => void swept.push({ name, id: id2, of: (0, $$ownership1.U7)(of), why, did });
		return { deleted, gone, note, leave: (candidate, why) => note(candidate, why, "left"), async sweep(candidate, why) {
			const end = (did) => {
				note(candidate, why, did);
				return did === "deleted";
			};
			if (tried >= settings.limit) return end("left");
			tried += 1;
			if (settings.dryRun) return end("would-delete");
			const { deployment } = candidate;
			try {
				const still = await isStillOurs(context, candidate);
				if (still === false) return false;
				if (still === "gone") gone.push(deployment);
				else {
					log.line(`Deleting ${deployment.name} (${deployment.id}).`);
					await (0, $$teardown2.deletePreview)(context, deployment);
				}
			} catch (error) {
				if (!(error instanceof $$errors0.hD)) throw error;
				log.line(`${deployment.name} could not be deleted: ${error.message}`);
				return end("failed");
			}
			deleted.push(deployment);
			record.retired.push(deployment.name);
			return end("deleted");
		} };
	}
	async function isStillOurs(context, { deployment, of }) {
		const { controlPlane, signal, log } = context;
		try {
			const now = await controlPlane.getDeployment(deployment.id, signal);
			const same = now.id === deployment.id && now.name === deployment.name;
			const verdict = same ? (0, $$ownership1._E)(now, of, (0, $$ownership1.At)(context)) : { ours: false, why: "has another name or ID" };
			if (!verdict.ours) {
				log.line(`${deployment.name} (${deployment.id}) changed after the sweep read it: it ${verdict.why}. It was not deleted.`);
			}
			return verdict.ours;
		} catch (error) {
			if ((0, $$errors0.d7)(error, 404)) return "gone";
			throw error;
		}
	}
	async function lastDeployedAt({ controlPlane, signal, log }, { id: id2, name, created_at: createdAt }) {
		try {
			const [latest] = await controlPlane.listRevisions(id2, { limit: 1 }, signal);
			const at = Date.parse((latest === void 0 ? createdAt : latest.created_at) ?? "");
			return Number.isNaN(at) ? void 0 : at;
		} catch (error) {
			if (!(error instanceof $$errors0.hD)) throw error;
			if (error.status === 404) return "gone";
			log.line(`The age of ${name} is unknown: ${error.message}`);
			return void 0;
		}
	}
}), 44679: ((__module, __exports, __require) => {
	__require.d(__exports, { MG: () => removeLeftover, UC: () => isCreatedWithoutVariables, uz: () => removeThrowAways });
	var $$errors0 = __require(65292);
	var $$statuses1 = __require(83889);
	var $$teardown2 = __require(57422);
	var $$away3 = __require(14730);
	async function removeThrowAways(context, own) {
		const { name } = own;
		const deleted = [];
		const failures = [];
		const ids2 = new Set(own.id === void 0 ? [] : [own.id]);
		try {
			for (const { id: id2 } of await (0, $$teardown2.findAllByNames)(context, { names: [name], forms: [] })) ids2.add(id2);
		} catch (error) {
			if (!(error instanceof $$errors0.hD)) throw error;
			failures.push(`${name} could not be searched for: ${error.message}`);
		}
		for (const id2 of ids2) {
			const result = await removeMarked(context, { id: id2, name }, own);
			if (result === "deleted") deleted.push({ id: id2, name });
			else if (result !== "gone") failures.push(`${name} (${id2}): ${result.failure}`);
		}
		return { deleted, failures };
	}
	async function removeLeftover(context, leftover) {
		const result = await removeMarked(context, leftover);
		return typeof result === "string" ? void 0 : result.failure;
	}
	async function removeMarked(context, { id: id2, name }, own) {
		try {
			const now = await context.controlPlane.getDeployment(id2, context.signal);
			if ((0, $$statuses1.vx)(now.status)) return "gone";
			if (now.name !== name) return { failure: "a request by ID shows another name, so it was not deleted" };
			if ((0, $$away3.Mp)(now).kind === "none" && !isCreatedWithoutVariables(now, own?.id)) {
				return { failure: "a request by ID shows no marker of a rebuild, so it was not deleted" };
			}
		} catch (error) {
			if ((0, $$errors0.d7)(error, 404)) return "gone";
			if (!(error instanceof $$errors0.hD)) throw error;
			return { failure: error.message };
		}
		const failure = await tryToDelete(context, id2);
		return failure === void 0 ? "deleted" : { failure };
	}
	function isCreatedWithoutVariables({ id: id2, secrets }, createdId) {
		return id2 === createdId && !secrets;
	}
	async function tryToDelete({ controlPlane, signal }, id2) {
		try {
			await controlPlane.deleteDeployment(id2, { deleteTracingProject: true }, signal);
			return void 0;
		} catch (error) {
			if (!(error instanceof $$errors0.hD)) throw error;
			try {
				const now = await (0, $$errors0.PX)(() => controlPlane.getDeployment(id2, signal), 404);
				return now === void 0 || (0, $$statuses1.vx)(now.status) ? void 0 : error.message;
			} catch (unread) {
				if (!(unread instanceof $$errors0.hD)) throw unread;
				return error.message;
			}
		}
	}
}), 14730: ((__module, __exports, __require) => {
	__require.d(__exports, { Fj: () => TOKEN_LENGTH, Mp: () => readMark, PQ: () => markText, YV: () => isThrowAwayOf, _N: () => throwAwayName, ij: () => isLeftover, sI: () => endOfUse });
	var $$secrets0 = __require(54476);
	var $$value1 = __require(30171);
	var $$name2 = __require(81746);
	const GRACE_MS = 2 * 36e5;
	const MAX_AGE_MS = 2 * 864e5;
	const TOKEN_LENGTH = 6;
	const THROW_AWAY_NAME = new RegExp(`-rebuild-[0-9a-z]{${TOKEN_LENGTH}}$`);
	function endOfUse(now, waitTimeoutMs) {
		return now + waitTimeoutMs + GRACE_MS;
	}
	function markText({ repository, productionId, until }) {
		return `${repository || "-"} ${productionId} ${new Date(until).toISOString()}`;
	}
	function readMark({ name, secrets }) {
		if (!THROW_AWAY_NAME.test(name)) return { kind: "none" };
		const marker = secrets?.find((secret) => secret.name === $$secrets0.nG);
		if (marker === void 0) return { kind: "none" };
		if (!marker.value || (0, $$value1.s4)(marker.value)) return { kind: "hidden" };
		const [, repository = "", productionId = "", time = ""] = /^(\S{1,300}) (\S{1,300}) (\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/.exec(marker.value) ?? [];
		const until = Date.parse(time);
		if (Number.isNaN(until)) return { kind: "none" };
		return { kind: "of", mark: { repository: repository === "-" ? "" : repository, productionId, until } };
	}
	function throwAwayName(production, limit, token) {
		return `${stemOf(production, limit)}${token}`;
	}
	function stemOf(production, limit) {
		const tail = "-rebuild-";
		const plain = production.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+/, "");
		const stem = plain.slice(0, limit - tail.length - TOKEN_LENGTH).replace(/-+$/, "");
		return `${stem === "" ? "agent" : stem}${tail}`;
	}
	function isThrowAwayOf(deployment, production) {
		const parsed = readMark(deployment);
		if (parsed.kind === "of") return parsed.mark.productionId === production.id;
		if (parsed.kind === "none") return false;
		return $$name2.BB.some((limit) => {
			const stem = stemOf(production.name, limit);
			const { name } = deployment;
			return name.startsWith(stem) && /^[0-9a-z]+$/.test(name.slice(stem.length));
		});
	}
	function isLeftover(deployment, now) {
		const parsed = readMark(deployment);
		if (parsed.kind === "none") return false;
		const createdAt = Date.parse(deployment.created_at ?? "");
		const isOld = !Number.isNaN(createdAt) && now - createdAt > MAX_AGE_MS;
		return isOld || parsed.kind === "of" && now > parsed.mark.until;
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
}), 40144: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { rollBackAfterFailure: () => rollBackAfterFailure, rollBackOnFailure: () => rollBackOnFailure });
	var $$errors0 = __require(65292);
	var $$poll1 = __require(50438);
	var $$read2 = __require(98591);
	var $$outcome3 = __require(96043);
	var $$rollback4 = __require(96682);
	var $$rollback5 = __require(81922);
	const HEALTH_PROBES = (0, $$poll1.C1)(2e3, 5e3, 1e4, 2e4, 3e4);
	const SAYS_NOTHING = ["deployment-gone", "verification-impossible", "gate-inconclusive", "seed-failed"];
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
			log.line("The live agent did not respond to this runner, so its health is unknown and does not affect the result.");
		}
		if (health !== "ill") return end;
		const failure = (0, $$outcome3.bu)("failed", "unhealthy", `Revision ${record.revision?.id ?? ""} of ${record.deployment?.name ?? "the deployment"} is deployed and active, but the live agent responds to every health check with an error.`);
		return rollBackAfterFailure(context, failure);
	}
	async function ask(context, base) {
		const url = `${base.replace(/(?<!\/)\/+$/, "")}/ok`;
		const health = await (0, $$poll1.wt)(context, HEALTH_PROBES, async () => {
			const status = await context.probeStatus(url, context.signal);
			if (status === void 0) return "unknown";
			if (status < 500) return "well";
			context.log.line(`The live agent responded to a health check with status ${status}.`);
			return void 0;
		});
		return health ?? "ill";
	}
	async function rollBackAfterFailure(context, failure) {
		const { record, controlPlane, signal, log } = context;
		const { deployment, revision, previousRevisionId } = record;
		const kept = { revision, timeline: record.timeline, prediction: record.prediction };
		try {
			if (deployment === void 0) return failure;
			const current = await (0, $$read2.cA)(context, await controlPlane.getDeployment(deployment.id, signal));
			const found = (0, $$rollback4.h6)({ ourId: revision?.id, targetId: previousRevisionId, activeId: current.activeRevisionId, latestId: current.latestRevisionId, begun: record.rollback !== void 0 });
			if (found.kind !== "due") return failureOutcome(failure, found);
			log.line(`This run's revision ${found.ourId} is active but failed; rolling back to ${found.targetId}.`);
			const target = current.revisions.find(({ id: id2 }) => id2 === found.targetId) ?? await (0, $$rollback5.readRevision)(context, current, found.targetId);
			const way = await (0, $$rollback5.planRollback)(context, current, target);
			const { plan } = record;
			await (0, $$rollback5.logRollbackPlan)(context, way);
			record.plan = plan;
			const end = await (0, $$rollback5.runRollback)(context, way, { after: failure.reason, keep: true });
			restore(record, kept);
			return end.kind === "deployed" ? rolledBack(failure, record) : rollbackFailed(failure, end.message);
		} catch (error) {
			if (!(error instanceof $$errors0.hD) && !(error instanceof $$outcome3.lZ)) throw error;
			restore(record, kept);
			return rollbackFailed(failure, error.message);
		}
	}
	function restore(record, kept) {
		Object.assign(record, kept);
	}
	function rolledBack(failure, { rollback }) {
		return (0, $$outcome3.bu)("rolled-back", "after-failure", `${failure.message} Rolled back: the commit or image of revision ${rollback?.targetId ?? ""} was deployed again as revision ${rollback?.revisionId ?? ""}, which is active.`);
	}
	function rollbackFailed(failure, why) {
		return (0, $$outcome3.bu)("failed", "rollback-failed", `${failure.message} The rollback failed as well: ${why}`);
	}
	function failureOutcome(failure, found) {
		return (0, $$outcome3.bu)("failed", failure.reason, `${failure.message} ${found.message}`);
	}
}), 96682: ((__module, __exports, __require) => {
	__require.d(__exports, { CQ: () => originText, bt: () => isSameBuild, bx: () => chooseTarget, eH: () => planReissue, gQ: () => requireDeployed, h6: () => decideRollback, kS: () => isAlreadyRolledBack, uQ: () => refToResolve, wc: () => revisionLabel, wo: () => toDesired });
	var $$statuses0 = __require(83889);
	var $$source1 = __require(20690);
	var $$fields2 = __require(31668);
	function chooseTarget(to, past) {
		return to.kind === "previous" ? choosePrevious(past) : chooseOfRef(to.ref, past);
	}
	function requireDeployed(revision, activeId) {
		if (revision.id === activeId || (0, $$statuses0.BE)(revision.status) === "deployed") {
			return { kind: "found", revision };
		}
		return { kind: "refused", reason: "never-deployed", message: `Revision ${revision.id} is ${revision.status} and was never DEPLOYED, so it may not work. Specify a revision that was deployed; \`action: status\` lists the revisions.` };
	}
	function isAlreadyRolledBack({ revisions, activeId }) {
		const [active, ...older] = fromActive(revisions, activeId);
		if (active === void 0) return false;
		const deployed = older.filter(({ status }) => (0, $$statuses0.BE)(status) === "deployed");
		const other = deployed.findIndex((revision) => !isSameBuild(revision, active));
		return other !== -1 && deployed.slice(other).some((revision) => isSameBuild(revision, active));
	}
	function isSameBuild(a, b) {
		if (a.graphConfigPath !== b.graphConfigPath) return false;
		if (a.commit !== void 0 && b.commit !== void 0) return a.commit === b.commit;
		if (a.imageUri !== void 0 && b.imageUri !== void 0) {
			const isMoved = a.imageDigest !== void 0 && b.imageDigest !== void 0 && a.imageDigest !== b.imageDigest;
			return a.imageUri === b.imageUri && !isMoved;
		}
		return a.tarballPath !== void 0 && a.tarballPath === b.tarballPath;
	}
	function choosePrevious(past) {
		const [active, ...older] = fromActive(past.revisions, past.activeId);
		const found = older.find((revision) => active !== void 0 && (0, $$statuses0.BE)(revision.status) === "deployed" && !isSameBuild(revision, active));
		if (found !== void 0) return { kind: "found", revision: found };
		if (!past.complete && past.activeId !== void 0) return void 0;
		const message = active === void 0 ? "No revision is active, so no earlier revision can be chosen. Give the ID of a revision in rollback-to." : `No other commit or image was deployed before the active revision ${active.id}. Give the ID of a revision in rollback-to, or deploy the commit or image that you want to return to.`;
		return { kind: "refused", reason: "no-rollback-target", message };
	}
	function chooseOfRef(ref, { revisions, activeId, complete }) {
		const ofRef = revisions.filter((revision) => revision.ref === ref);
		const found = ofRef.find(({ id: id2, status }) => id2 === activeId || (0, $$statuses0.BE)(status) === "deployed");
		if (found !== void 0) return { kind: "found", revision: found };
		if (!complete) return void 0;
		const [newest] = ofRef;
		if (newest !== void 0) return requireDeployed(newest, activeId);
		return { kind: "refused", reason: "revision-not-found", message: `No revision of this deployment was built from ${ref}. \`action: status\` lists the revisions; use \`action: deploy\` for a ref that was not deployed yet.` };
	}
	function fromActive(revisions, activeId) {
		const at = revisions.findIndex(({ id: id2 }) => id2 === activeId);
		return at === -1 ? [] : revisions.slice(at);
	}
	function decideRollback({ ourId, targetId, activeId, latestId, begun }) {
		if (begun) return leave("This run already started a rollback and never starts a second one.");
		if (targetId === void 0 || targetId === ourId) {
			return { kind: "nothing-before", message: "No rollback is possible, because no other revision was active before." };
		}
		if (activeId === targetId) {
			return { kind: "serves-on", message: `No rollback is necessary: revision ${targetId} is still active.` };
		}
		if (ourId === void 0 || activeId !== ourId) {
			return leave(`Not rolled back: the active revision ${activeId ?? "(unknown)"} was not created by this run.`);
		}
		if (latestId !== ourId) {
			return leave(`Not rolled back: revision ${latestId ?? "(unknown)"} is newer than the revision of this run and must not be replaced.`);
		}
		return { kind: "due", ourId, targetId };
	}
	function leave(message) {
		return { kind: "left-alone", message };
	}
	function toDesired(target, current) {
		const source = sourceOf(target, current);
		const git = source === "git_host";
		return { source, isSourceSet: false, ...(0, $$fields2.YP)(() => void 0), ref: git ? target.ref : void 0, commit: git ? target.commit : void 0, imageUri: git ? void 0 : target.imageUri, sourcePath: void 0, archive: void 0, tarballPath: source === "internal_source" ? target.tarballPath : void 0, secrets: void 0, secretsStrategy: "merge" };
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
		if (target.imageUri !== void 0) {
			return target.imageDigest === void 0 ? { image_uri: target.imageUri } : void 0;
		}
		return target.tarballPath === void 0 ? void 0 : { source_tarball_path: target.tarballPath };
	}
	function sourceOf(target, current) {
		const parsedSource = $$source1.kL.safeParse(current.source);
		if (parsedSource.success) return parsedSource.data;
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
}), 81922: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { logRollbackPlan: () => logRollbackPlan, planRollback: () => planRollback, readRevision: () => readRevision, rollback: () => rollback, runRollback: () => runRollback });
	var $$errors0 = __require(65292);
	var $$statuses1 = __require(83889);
	var $$confirm2 = __require(51987);
	var $$identify3 = __require(58975);
	var $$polling4 = __require(70303);
	var $$read5 = __require(98591);
	var $$rollout6 = __require(45186);
	var $$write7 = __require(6736);
	var $$unlocked8 = __require(45280);
	var $$outcome9 = __require(96043);
	var $$current10 = __require(67418);
	var $$origin11 = __require(23001);
	var $$record12 = __require(758);
	var $$rollback13 = __require(96682);
	async function rollback(context) {
		const { settings, record } = context;
		const { deployment, actual: current } = await (0, $$read5.xx)(context);
		record.prediction = (0, $$polling4.rs)(current.revisions);
		record.earlier = (0, $$polling4.PC)(current.revisions);
		if (current.active !== void 0) (0, $$record12.dO)(record, current.active);
		const { target, past } = await findRollbackTarget(context, current, settings);
		if (settings.rerun && settings.to.kind === "previous" && (0, $$rollback13.kS)(past) && !isUnderway(current)) {
			return unchanged(context, `${current.name} is already rolled back: its active revision ${current.activeRevisionId ?? ""} was created from the same commit or image as an earlier revision. A re-run does not go further back; start a new run, or give the ID of a revision.`);
		}
		if (settings.to.kind === "previous" && (0, $$rollback13.kS)(past)) {
			context.log.line(`The active revision is itself the result of a rollback, so \`previous\` means ${(0, $$rollback13.wc)(target)}, which was rolled back before. If you want another revision, give its ID.`);
		}
		record.commit = target.commit;
		if (!settings.force && serves(target, current) && !isUnderway(current)) {
			const desired = (0, $$rollback13.wo)(target, current);
			const revisionId = current.active?.id ?? target.id;
			const of = { deployment, revisionId, desired, current: void 0, before: /* @__PURE__ */ new Set(), adopted: true };
			const doubt = await (0, $$confirm2.xw)(context, of);
			if (doubt !== void 0) return doubt;
			return unchanged(context, `${current.name} already runs ${(0, $$rollback13.wc)(target)}. Set \`force: true\` to deploy it again.`);
		}
		const way = await planRollback(context, current, target);
		const underway = settings.force ? void 0 : findInProgress(way);
		if (underway !== void 0) {
			record.plan = { kind: "adopt", revisionId: underway.id, changes: [] };
			context.log.line(`Revision ${underway.id} of the same build is already in progress.`);
			if (settings.dryRun) return (0, $$rollout6.dU)(record.plan);
			record.rollback = { targetId: target.id, revisionId: underway.id, after: void 0 };
			return conclude(await adopt(context, way.desired, current, underway), target, current);
		}
		await logRollbackPlan(context, way);
		if (settings.dryRun) return (0, $$rollout6.dU)(way.plan);
		return conclude(await runRollback(context, way, { after: void 0, keep: false }), target, current);
	}
	function serves(target, { active }) {
		if (active === void 0) return false;
		return (0, $$statuses1.BE)(active.status) === "deployed" && (target.id === active.id || (0, $$rollback13.bt)(target, active));
	}
	function isUnderway({ latest, activeRevisionId }) {
		if (latest === void 0 || latest.id === activeRevisionId) return false;
		return ["progress", "deployed"].includes((0, $$statuses1.BE)(latest.status));
	}
	function findInProgress({ desired, current, plan }) {
		const sure = (0, $$origin11.Gm)(desired, current);
		return sure ?? (plan.kind === "patch" ? (0, $$origin11.u9)(desired, current) : void 0);
	}
	async function adopt(context, desired, current, underway) {
		const before = new Set(current.revisions.map(({ id: id2 }) => id2).filter((id2) => id2 !== underway.id));
		const deployment = await context.controlPlane.getDeployment(current.id, context.signal);
		return (0, $$rollout6.Of)(context, { deployment, revisionId: underway.id, desired, current: void 0, before, adopted: true });
	}
	async function unchanged({ record }, message) {
		record.plan = { kind: "unchanged", changes: [] };
		return (0, $$outcome9.bu)("unchanged", "already-active", message);
	}
	function conclude(end, target, { name }) {
		if (end.kind !== "deployed" || end.reason === "commit-unknown") return end;
		return (0, $$outcome9.bu)("deployed", "rolled-back-to", `${name} was rolled back to ${(0, $$rollback13.wc)(target)}. ${end.message}`);
	}
	async function planRollback({ resolveRef, signal, log }, current, target) {
		const git = (0, $$rollback13.uQ)(target, current);
		const resolved = git === void 0 ? void 0 : await resolveRef(git.repoUrl, git.ref, signal);
		if (git !== void 0 && resolved !== target.commit) {
			const now = resolved === void 0 ? "cannot be looked up" : `now points to ${resolved.slice(0, 7)}`;
			log.line(`${git.ref} ${now}, so the service has to deploy revision ${target.id} again.`);
		}
		const plan = (0, $$rollback13.eH)(target, current, resolved);
		return { current, target, desired: (0, $$rollback13.wo)(target, current), plan };
	}
	async function logRollbackPlan(context, { current, target, plan }) {
		await (0, $$rollout6.uH)(context, plan, `roll ${current.name} back to ${(0, $$rollback13.wc)(target)}`);
		context.log.line(plan.kind === "redeploy" ? "Only the code is certain to be rolled back: the service decides whether the secrets and other settings of that revision are restored too." : "Only the code is rolled back: secrets, resources and other settings stay unchanged.");
	}
	async function runRollback(context, way, { after, keep }) {
		const { record, log } = context;
		const { current, target, desired } = way;
		if (record.rollback !== void 0) throw new Error("a second rollback in one run");
		await (0, $$unlocked8.P3)(context, current.name);
		const rollback2 = { targetId: target.id, revisionId: void 0, after };
		record.rollback = rollback2;
		record.revision = void 0;
		await (0, $$rollout6.d$)(context, "writing");
		const { deployment, lost } = await send(context, way);
		record.changed = true;
		(0, $$read5.dj)(context, deployment);
		if (lost) log.line("The response was lost, but the request took effect.");
		await (0, $$rollout6.d$)(context, "waiting");
		const before = new Set(current.revisions.map(({ id: id2 }) => id2));
		const sent = { sentOrigin: true, lost };
		const revisionId = await (0, $$identify3.Az)(context, deployment, before, desired, sent);
		if (revisionId === void 0) {
			throw new $$outcome9.lZ("no-revision", `The service accepted the rollback of ${current.name}, but no revision appeared within a minute. Check the deployment.`);
		}
		rollback2.revisionId = revisionId;
		const of = { deployment, revisionId, desired, current: void 0, before, adopted: false };
		return (0, $$rollout6.Of)(context, { ...of, ...keep && { neverInterrupt: keep } });
	}
	async function send(context, { current, target, desired, plan }) {
		if (plan.kind === "patch") {
			const answer2 = await (0, $$write7.Gj)(context, current, plan, desired);
			return { deployment: answer2.deployment, lost: answer2.afterLostAnswer };
		}
		const answer = await (0, $$write7.jy)(context, current, plan.revisionId, desired);
		if (answer !== void 0) return { deployment: answer.deployment, lost: answer.afterLostAnswer };
		throw new $$outcome9.lZ("rollback-impossible", `Nothing was changed: ${target.ref ?? "its ref"} no longer points to the commit of revision ${target.id}, and this service cannot deploy a revision again. Create a tag or branch at commit ${target.commit ?? "(unknown)"}, and deploy it with \`action: deploy\` and \`ref\`.`);
	}
	async function findRollbackTarget(context, current, { to, rerun }) {
		if (to.kind === "revision") {
			const revision = await readRevision(context, current, to.id);
			const past2 = { revisions: current.revisions, activeId: current.activeRevisionId, complete: false };
			return { target: demand((0, $$rollback13.gQ)(revision, current.activeRevisionId)), past: past2 };
		}
		const past = { revisions: [], activeId: current.activeRevisionId, complete: false };
		for await (const page of (0, $$read5.kb)(context, current.id)) {
			past.revisions = [...past.revisions, ...page.map($$current10.aI)];
			const choice2 = rerun ? void 0 : (0, $$rollback13.bx)(to, past);
			if (choice2 !== void 0) return { target: await requireSame(demand(choice2)), past };
		}
		past.complete = true;
		const choice = (0, $$rollback13.bx)(to, past);
		if (choice === void 0) throw new Error("the complete revision history does not determine the rollback target");
		return { target: await requireSame(demand(choice)), past };
		async function requireSame(listed) {
			const byId = await readRevision(context, current, listed.id);
			const same = ["status", "commit", "imageUri", "imageDigest", "tarballPath", "ref"].every((field) => !byId[field] || !listed[field] || byId[field] === listed[field]);
			const { commit = listed.commit, ref = listed.ref, imageUri = listed.imageUri } = byId;
			const { tarballPath = listed.tarballPath, imageDigest = listed.imageDigest } = byId;
			if (same) return { ...byId, commit, ref, imageUri, imageDigest, tarballPath };
			throw new $$outcome9.lZ("contradictory-answers", `Two responses differ about revision ${listed.id} of ${current.name}, so nothing was sent. Run the workflow again when the responses agree.`);
		}
	}
	async function readRevision({ controlPlane, signal }, { id: id2, name }, revisionId) {
		try {
			return (0, $$current10.aI)(await controlPlane.getRevision(id2, revisionId, signal));
		} catch (error) {
			if (!(0, $$errors0.d7)(error, 404) && !(0, $$errors0.d7)(error, 422)) throw error;
			throw new $$outcome9.lZ("revision-not-found", `${name} has no revision ${revisionId}. \`action: status\` lists its revisions.`, { cause: error });
		}
	}
	function demand(choice) {
		if (choice.kind === "refused") throw new $$outcome9.lZ(choice.reason, choice.message);
		return choice.revision;
	}
}), 35744: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { revisionLines: () => revisionLines, status: () => status, statusOutcome: () => statusOutcome, wait: () => wait });
	var $$statuses0 = __require(83889);
	var $$polling1 = __require(70303);
	var $$read2 = __require(98591);
	var $$rollout3 = __require(45186);
	var $$unlocked4 = __require(45280);
	var $$outcome5 = __require(96043);
	var $$rollback6 = __require(81922);
	var $$rollback7 = __require(96682);
	var $$record8 = __require(758);
	async function status(context) {
		const { record, log, clock } = context;
		const { actual: current } = await (0, $$read2.xx)(context);
		if (current.latest !== void 0) (0, $$record8.dO)(record, current.latest);
		record.commit = current.active?.commit;
		await (0, $$unlocked4.oq)(context, current.name);
		await log.group(`Revisions of ${current.name} (* is active)`, () => {
			for (const line of revisionLines(current, clock.now())) log.line(line);
		});
		return statusOutcome(current);
	}
	async function wait(context) {
		const { settings, record } = context;
		const { deployment, actual: current } = await (0, $$read2.xx)(context);
		const id2 = settings.revisionId ?? current.latest?.id;
		if (id2 === void 0) {
			throw new $$outcome5.lZ("revision-not-found", `${current.name} has no revision to wait for yet.`);
		}
		const at = current.revisions.findIndex((revision2) => revision2.id === id2);
		const revision = current.revisions[at] ?? await (0, $$rollback6.readRevision)(context, current, id2);
		(0, $$record8.dO)(record, revision);
		record.prediction = (0, $$polling1.rs)(current.revisions);
		record.earlier = (0, $$polling1.PC)(current.revisions);
		const older = at === -1 ? [] : current.revisions.slice(at + 1);
		const end = await (0, $$rollout3.Of)({ ...context, settings: { ...settings, wait: true } }, { deployment, revisionId: id2, desired: { ...(0, $$rollback7.wo)(revision, current), commit: void 0, imageUri: void 0 }, current: void 0, before: new Set(older.map((one) => one.id)), adopted: true });
		return end.kind === "deployed" ? (0, $$outcome5.bu)("deployed", "rolled-out", end.message) : end;
	}
	function revisionLines(current, now) {
		const rows = current.revisions.map((revision) => [revision.id === current.activeRevisionId ? "*" : "", revision.id, revision.status, (0, $$rollback7.CQ)(revision), revision.createdAt === void 0 ? "" : `${(0, $$record8.a3)(Math.max(0, now - revision.createdAt))} ago`]);
		const table = [["", "Revision", "Status", "Of", "Made"], ...rows];
		const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
		return table.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
	}
	function statusOutcome(current) {
		const { name, active, activeRevisionId } = current;
		const latest = current.revisions.find(({ status: status2 }) => (0, $$statuses0.BE)(status2) !== "skipped");
		const serves = activeRevisionId === void 0 ? "No revision is active." : `Revision ${activeRevisionId}${active === void 0 ? "" : `, built from ${(0, $$rollback7.CQ)(active)},`} is active.`;
		if (latest === void 0) {
			return (0, $$outcome5.bu)("observed", "nothing-serves", `${name} has no revision that was built. ${serves}`);
		}
		const kind = (0, $$statuses0.BE)(latest.status);
		if (latest.id === activeRevisionId && kind === "deployed") {
			return (0, $$outcome5.bu)("observed", "serving", `${name} serves its latest revision. ${serves}`);
		}
		if (kind === "failed" || kind === "interrupted") {
			return (0, $$outcome5.bu)("observed", "latest-failed", `The latest revision ${latest.id} of ${name} is ${latest.status}. ${serves}`);
		}
		return (0, $$outcome5.bu)("observed", "on-its-way", `Revision ${latest.id} of ${name} is in progress: ${latest.status}. ${serves}`);
	}
}), 35230: ((__module, __exports, __require) => {
	__require.d(__exports, { openDispatcher: () => openDispatcher });
	var $$agent0 = __require(90632);
	async function openDispatcher(options) {
		const { httpProxy, httpsProxy, noProxy } = options.proxies;
		const tls = { rejectUnauthorized: options.insecure !== true, ...options.ca !== void 0 && { ca: options.ca }, ...options.identity, ...options.serverName !== void 0 && { servername: options.serverName } };
		const pool = { allowH2: false, pipelining: 1, connect: { timeout: options.connectTimeoutMs, ...tls, ...options.lookup !== void 0 && { lookup: options.lookup } }, headersTimeout: 0, bodyTimeout: 0 };
		if (!httpProxy && !httpsProxy) return new $$agent0(pool);
		const [{ default: EnvHttpProxyAgent }, { default: dispatcherClass }, { default: connect }] = await Promise.all([Promise.all([__require.e(5523), __require.e(4199)]).then(__require.t.bind(__require, 34378, 19)), Promise.all([__require.e(5523), __require.e(4199)]).then(__require.t.bind(__require, 29316, 19)), Promise.all([__require.e(5523), __require.e(4199)]).then(__require.t.bind(__require, 99475, 19))]);
		if (!("connect" in dispatcherClass.prototype)) Object.assign(dispatcherClass.prototype, { connect });
		return new EnvHttpProxyAgent({ ...pool, connectTimeout: options.connectTimeoutMs, httpProxy: httpProxy ?? "", httpsProxy: httpsProxy ?? "", noProxy, requestTls: tls, proxyTls: { rejectUnauthorized: true } });
	}
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
}), 48685: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { issueFileCommand: () => issueFileCommand, prepareKeyValueMessage: () => prepareKeyValueMessage });
	var external_crypto_ = __require(76982);
	var external_fs_ = __require(79896);
	var external_os_ = __require(70857);
	;
	function toCommandValue(input) {
		if (input === null || input === void 0) {
			return "";
		} else if (typeof input === "string" || input instanceof String) {
			return input;
		}
		return JSON.stringify(input);
	}
	function toCommandProperties(annotationProperties) {
		if (!Object.keys(annotationProperties).length) {
			return {};
		}
		return { title: annotationProperties.title, file: annotationProperties.file, line: annotationProperties.startLine, endLine: annotationProperties.endLine, col: annotationProperties.startColumn, endColumn: annotationProperties.endColumn };
	}
	;
	function issueFileCommand(command, message) {
		const filePath = process.env[`GITHUB_${command}`];
		if (!filePath) {
			throw new Error(`Unable to find environment variable for file command ${command}`);
		}
		if (!external_fs_.existsSync(filePath)) {
			throw new Error(`Missing file at path: ${filePath}`);
		}
		external_fs_.appendFileSync(filePath, `${toCommandValue(message)}${external_os_.EOL}`, { encoding: "utf8" });
	}
	function prepareKeyValueMessage(key, value) {
		const delimiter = `ghadelimiter_${external_crypto_.randomUUID()}`;
		const convertedValue = toCommandValue(value);
		if (key.includes(delimiter)) {
			throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
		}
		if (convertedValue.includes(delimiter)) {
			throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
		}
		return `${key}<<${delimiter}${external_os_.EOL}${convertedValue}${external_os_.EOL}${delimiter}`;
	}
}) };
export {
	id,
	ids,
	modules
};
