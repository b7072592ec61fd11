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
			const { interruptRevision } = await Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(2476), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 6736));
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
	var $$rollout9 = __require(74289);
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
}), 82116: ((__module, __exports, __require) => {
	__require.d(__exports, { j: () => hasWritePermission });
	var $$client0 = __require(73564);
	async function hasWritePermission(client, { login, id: id2 }) {
		try {
			const { data } = await client.call((at) => client.octokit.rest.repos.getCollaboratorPermissionLevel({ ...at, username: login }));
			(0, $$client0.assertSame)("account", id2, data.user?.id ?? "no account");
			return data.permission === "admin" || data.permission === "write";
		} catch (error) {
			if (client.failureOf(error).status === 404) return false;
			throw error;
		}
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
					const path2 = [list, at, "env", index, "value"];
					problems.push({ path: path2, message: `${nameOf(variable)} ${missing.message}`, hint: missing.hint });
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
}), 538: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createCodeReader: () => createCodeReader, createFindNeededVariables: () => createFindNeededVariables });
	var promises_ = __require(51455);
	var external_node_path_ = __require(76760);
	var json_safety = __require(6760);
	;
	const folderOf = (path2) => path2.includes("/") ? path2.slice(0, path2.lastIndexOf("/")) : "";
	const baseOf = (path2) => path2.slice(path2.lastIndexOf("/") + 1);
	function resolveFrom(folder, written) {
		if (/^(?:[/\\]|[A-Za-z]:)/.test(written)) return void 0;
		const parts = folder === "" ? [] : folder.split("/");
		for (const part of written.split("/")) {
			if (part === "..") {
				if (parts.pop() === void 0) return void 0;
			} else if (part !== "." && part !== "") parts.push(part);
		}
		return parts.join("/");
	}
	const isWithin = (folder, path2) => folder === "" || path2 === folder || path2.startsWith(`${folder}/`);
	var external_node_util_ = __require(57975);
	var patterns = __require(52652);
	var reserved_names = __require(53918);
	;
	const NAME = String.raw`[A-Za-z_][A-Za-z0-9_]{0,127}`;
	const PY_OPTIONAL = /^\s*(?:or\b|==|!=|is\b|in\b|if\b|\)\s*(?::|or\b|and\b))/;
	const JS_OPTIONAL = /^\s*(?:\?\?|\|\||&&|===?|!==?|\?(?!\.)|\?\.)/;
	const CONDITION = /(?:\b(?:if|elif|while|not|bool)\b\s*\(?\s*|!{1,2}|\bBoolean\()$/;
	const ASSIGNED = /^\s*(?:=(?!=)|\?\?=|\|\|=)/;
	const PY_SUBSCRIPT = new RegExp(String.raw`\benviron\s{0,4}\[\s{0,4}(["'])(${NAME})\1\s{0,4}\]`, "g");
	const PY_GET = new RegExp(String.raw`\b(os\s{0,4}\.\s{0,4}getenv|getenv|environ\s{0,4}\.\s{0,4}get)\s{0,4}\(\s{0,40}(["'])(${NAME})\2\s{0,40}([,)])`, "g");
	const JS_MEMBER = new RegExp(String.raw`\bprocess\s{0,4}\.\s{0,4}env\s{0,4}(?:\??\.\s{0,4}(${NAME})|(?:\?\.)?\[\s{0,4}(["'\x60])(${NAME})\2\s{0,4}\])`, "g");
	const JS_TAKEN_APART = /\{([^{}]{0,4000})\}\s{0,4}=\s{0,4}process\s{0,4}\.\s{0,4}env\b(?!\s{0,4}[.[?])/g;
	const JS_SCHEMA = new RegExp(String.raw`^[ \t]*(["']?)(${NAME})\1[ \t]*:[ \t]*z\b([^\n]{0,400})`, "gm");
	const PY_SETTINGS = /^class[ \t]+\w{1,200}\([^)\n]{0,400}\bBaseSettings\b[^)\n]{0,400}\)[ \t]*:/gm;
	const PY_FIELD = new RegExp(String.raw`^[ \t]+(${NAME})[ \t]*:[ \t]*([^=\n#]{1,400})(=?)`);
	function findReads(text, language) {
		return language === "python" ? pythonReadings(withoutComments(text, "#")) : scriptReadings(withoutComments(text, "//"));
	}
	function withoutComments(text, mark) {
		return text.split("\n").map((line) => {
			const start = line.trimStart();
			return start.startsWith(mark) || mark === "//" && start.startsWith("*") ? "" : line;
		}).join("\n");
	}
	function pythonReadings(text) {
		const found = [];
		for (const match of text.matchAll(PY_SUBSCRIPT)) {
			if (!ASSIGNED.test(after(text, match))) found.push({ name: match[2] ?? "", isNeeded: true });
		}
		for (const match of text.matchAll(PY_GET)) {
			const isOptional = match[4] === "," || PY_OPTIONAL.test(after(text, match)) || isCondition(text, match);
			found.push({ name: match[3] ?? "", isNeeded: !isOptional });
		}
		for (const match of text.matchAll(PY_SETTINGS)) {
			found.push(...fieldsOfSettings(text.slice(match.index + match[0].length, match.index + 2e4)));
		}
		return found;
	}
	function fieldsOfSettings(body) {
		const end = /\n[^\s#]/.exec(body)?.index ?? body.length;
		const own = body.slice(0, end);
		const prefix = new RegExp(String.raw`\benv_prefix["']?\s{0,4}[:=]\s{0,4}["']([A-Za-z0-9_]{0,64})["']`).exec(own)?.[1] ?? "";
		const indent = /\n([ \t]+)\S/.exec(own)?.[1] ?? "";
		return own.split("\n").flatMap((line) => {
			const [, name = "", type = "", given = ""] = PY_FIELD.exec(line) ?? [];
			if (name === "" || name === "model_config" || /^[ \t]*/.exec(line)?.[0] !== indent) return [];
			const isNeeded = given === "" && !/\bNone\b|\bOptional\b/.test(type);
			return [{ name: (prefix + name).toUpperCase(), isNeeded }];
		});
	}
	function scriptReadings(text) {
		const found = [];
		for (const match of text.matchAll(JS_MEMBER)) {
			const rest = after(text, match);
			if (ASSIGNED.test(rest)) continue;
			found.push({ name: match[1] ?? match[3] ?? "", isNeeded: !JS_OPTIONAL.test(rest) && !isCondition(text, match) });
		}
		for (const [, names = ""] of text.matchAll(JS_TAKEN_APART)) {
			for (const part of names.split(",")) {
				const [, name = "", rest = ""] = new RegExp(String.raw`^\s*(${NAME})\b([\s\S]*)$`).exec(part) ?? [];
				if (name !== "") found.push({ name, isNeeded: !rest.includes("=") });
			}
		}
		if (/\bparse\(\s{0,4}process\.env\b|\b(?:runtimeEnv|runtimeEnvStrict)\s{0,4}:/.test(text)) {
			for (const [, , name = "", rest = ""] of text.matchAll(JS_SCHEMA)) {
				if (name === name.toUpperCase()) {
					found.push({ name, isNeeded: !/\.(?:optional|default|nullish|catch)\(/.test(rest) });
				}
			}
		}
		return found;
	}
	const after = (text, match) => text.slice(match.index + match[0].length, match.index + match[0].length + 40);
	const isCondition = (text, match) => CONDITION.test(text.slice(Math.max(0, match.index - 40), match.index).replace(/\b(?:os|process)\s*\.\s*$/, ""));
	function namesOfEnvFile(text) {
		return Object.entries((0, external_node_util_.parseEnv)(text)).map(([name, value]) => ({ name, isSet: value !== "" }));
	}
	const NOT_OURS = /^(?:NODE_ENV|NODE_OPTIONS|PATH|HOME|PWD|USER|SHELL|TZ|LANG|LC_.*|TMPDIR|TMP|TEMP|CI|PORT|HOSTNAME|TERM|APPDATA|USERPROFILE|PYTHON[A-Z]*|VIRTUAL_ENV|PYTEST_.*|npm_.*|VERCEL(?:_.*)?|NEXT_PUBLIC_.*|VITE_.*|RUNNER_.*|ACTIONS_.*|GITHUB_(?:ACTIONS|ACTOR|EVENT_.*|REF.*|REPOSITORY.*|RUN_.*|SHA|WORKSPACE|OUTPUT|ENV|PATH|STEP_SUMMARY|HEAD_REF|BASE_REF|SERVER_URL|API_URL)|LANGSMITH_(?:TRACING|WORKSPACE_ID)|LANGCHAIN_TRACING|LANGCHAIN_REVISION_ID|LANGGRAPH_CLI_.*|AGENT_DEPLOY_PREVIEW)$/;
	const isOfTheAgent = (name) => patterns.M9.test(name) && name.length > 1 && !NOT_OURS.test(name) && !(0, reserved_names.c)(name, { selfHosted: false });
	const PLAIN = /(?:^|_)(?:MODEL|MODEL_NAME|LEVEL|NAME|REGION|LOCATION|HOST|ENV|ENVIRONMENT|DEBUG|TIMEOUT|TEMPERATURE|VERSION|MODE|LIMIT|SIZE|COUNT|ENABLED|LOCALE|LANGUAGE|TIMEZONE|INDEX|NAMESPACE|DEPLOYMENT|BUCKET|COLLECTION|DATASET|FORMAT|PROVIDER|BACKEND|FLAG|STAGE|PROMPT)$/i;
	const SECRET = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|PRIVATE|AUTH|COOKIE|DSN|WEBHOOK/i;
	const isSecretName = (name) => SECRET.test(name);
	const kindOf = (name) => PLAIN.test(name) && !SECRET.test(name) ? "variable" : "secret";
	const READ_BY_PACKAGES = [[/^(?:langchain_openai|openai|@langchain\/openai|@ai-sdk\/openai)$/, "OPENAI_API_KEY"], [/^(?:langchain_anthropic|anthropic|@langchain\/anthropic|@anthropic-ai\/sdk|@ai-sdk\/anthropic)$/, "ANTHROPIC_API_KEY"], [/^(?:langchain_google_genai|@langchain\/google-genai)$/, "GOOGLE_API_KEY"], [/^(?:langchain_mistralai|mistralai|@langchain\/mistralai)$/, "MISTRAL_API_KEY"], [/^(?:langchain_groq|groq|@langchain\/groq|groq-sdk)$/, "GROQ_API_KEY"], [/^(?:langchain_cohere|cohere|@langchain\/cohere)$/, "COHERE_API_KEY"], [/^(?:langchain_fireworks|fireworks)$/, "FIREWORKS_API_KEY"], [/^(?:langchain_together|together)$/, "TOGETHER_API_KEY"], [/^(?:langchain_deepseek|@langchain\/deepseek)$/, "DEEPSEEK_API_KEY"], [/^(?:langchain_xai|@langchain\/xai)$/, "XAI_API_KEY"], [/^(?:langchain_tavily|tavily|@langchain\/tavily|@tavily\/core)$/, "TAVILY_API_KEY"]];
	const MODEL_NAME = /["'](openai|anthropic|google_genai|google-genai|mistralai|groq|cohere|fireworks|together|deepseek|xai):[\w./-]{1,100}["']/g;
	const SLASHED_MODEL = /["'](openai|anthropic)\/(?:gpt|o\d|claude)[\w.-]{0,100}["']/g;
	const OF_PROVIDERS = { google_genai: "GOOGLE_API_KEY", "google-genai": "GOOGLE_API_KEY", mistralai: "MISTRAL_API_KEY" };
	function readByPackages(text, packages) {
		const imported = packages.flatMap((name) => READ_BY_PACKAGES.filter(([pattern]) => pattern.test(name)).map(([, variable]) => ({ name: variable, foundIn: name })));
		const slashed = /openrouter|gateway|litellm/i.test(text) ? [] : [...text.matchAll(SLASHED_MODEL)];
		const named = [...text.matchAll(MODEL_NAME), ...slashed].map(([, provider = ""]) => ({ name: OF_PROVIDERS[provider] ?? `${provider.toUpperCase()}_API_KEY`, foundIn: `a model of ${provider}` }));
		return [...imported, ...named];
	}
	;
	const SAMPLES = [".env.example", ".env.sample", ".env.template", ".env.dist", "env.example", "example.env"];
	const isSample = (path2) => SAMPLES.includes(baseOf(path2));
	async function findVariables(sources, { reader, configs }) {
		const found = /* @__PURE__ */ new Map();
		const note = (name, foundIn, isNeeded) => {
			if (!isOfTheAgent(name)) return;
			const before = found.get(name);
			if (before === void 0) found.set(name, { name, foundIn, isNeeded, kind: kindOf(name) });
			else if (isNeeded) found.set(name, { ...before, isNeeded });
		};
		for (const { path: path2, language, text, packages } of sources.modules) {
			const readings = findReads(text, language);
			for (const { name, isNeeded } of readings) note(name, path2, isNeeded);
			const readsKey = readings.some(({ name }) => isOfTheAgent(name) && kindOf(name) === "secret");
			if (!readsKey) for (const { name, foundIn } of readByPackages(text, packages)) note(name, foundIn, true);
		}
		for (const { name, foundIn } of readByPackages(sources.text, [])) note(name, foundIn, true);
		for (const name of sources.envNames) note(name, 'the key "env" of the configuration', true);
		const folders = /* @__PURE__ */ new Set([sources.folder, ...configs.length === 1 ? [""] : []]);
		for (const folder of folders) {
			for (const { path: path2, names } of await readEnvFiles(reader, folder, SAMPLES)) {
				for (const { name, isSet } of names) {
					if (!found.has(name)) note(name, path2, !isSet || isSecretName(name));
				}
			}
			const own = [".env", ...sources.envFile === void 0 ? [] : [sources.envFile]];
			for (const { path: path2, names } of await readEnvFiles(reader, folder, own)) {
				for (const { name, isSet } of names) note(name, path2, isSet);
			}
		}
		return [...found.values()].toSorted((a, b) => a.name < b.name ? -1 : 1);
	}
	async function readEnvFiles(reader, folder, names) {
		const found = [];
		for (const name of new Set(names)) {
			const path2 = resolveFrom(folder, name);
			const text = path2 === void 0 ? void 0 : await reader.read(path2);
			if (path2 !== void 0 && text !== void 0) found.push({ path: path2, names: namesOfEnvFile(text) });
		}
		return found;
	}
	;
	const MOST_MODULES = 2e3;
	const SCRIPT = /\.[cm]?[jt]sx?$/;
	const SCRIPT_ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
	const AS_SOURCE = { ".js": [".ts", ".tsx"], ".jsx": [".tsx"], ".mjs": [".mts"], ".cjs": [".cts"] };
	const JS_IMPORT = /(?:\bfrom|\bimport|\brequire\s{0,4}\(|\bimport\s{0,4}\()\s{0,4}(["'])([^"'\n]{1,300})\1/g;
	const PY_FROM = /^[ \t]*from[ \t]+(?=[\w.])(\.{0,10})([\w.]{0,300})[ \t]+import[ \t]+(\([^)]{0,4000}\)|[^\n]{1,1000})/gm;
	const PY_IMPORT = /^[ \t]*import[ \t]+([\w., \t]{1,1000})/gm;
	function languageOf(path2) {
		if (path2.endsWith(".py")) return "python";
		return SCRIPT.test(path2) && !path2.endsWith(".d.ts") ? "typescript" : void 0;
	}
	async function followImports(entries, given) {
		const roots = { ...given, modulesOf: /* @__PURE__ */ new Map() };
		const modules2 = [];
		const open = [...entries];
		const seen = new Set(open);
		for (let path2 = open.pop(); path2 !== void 0 && modules2.length < MOST_MODULES; path2 = open.pop()) {
			const language = languageOf(path2);
			const text = language === void 0 ? void 0 : await roots.read(path2);
			if (language === void 0 || text === void 0) continue;
			const { files, packages } = language === "python" ? pythonImports(path2, text, roots) : scriptImports(path2, text, roots);
			modules2.push({ path: path2, language, text, packages });
			for (const file of files) {
				if (!seen.has(file)) open.push(file);
				seen.add(file);
			}
		}
		return modules2;
	}
	function scriptImports(path2, text, roots) {
		const found = { files: [], packages: [] };
		const seen = /* @__PURE__ */ new Set();
		for (const [, , specifier = ""] of text.matchAll(JS_IMPORT)) {
			const candidates = specifier.startsWith(".") ? [resolveFrom(folderOf(path2), specifier)] : /^[@~]\//.test(specifier) ? ["src/", ""].map((source) => resolveFrom(roots.folder, source + specifier.slice(2))) : [];
			const file = candidates.flatMap((base) => base === void 0 ? [] : scriptFile(base, roots.files)).at(0);
			if (file !== void 0) found.files.push(file);
			else if (!specifier.startsWith(".") && !seen.has(packageName(specifier))) {
				seen.add(packageName(specifier));
				const own = workspaceModules(specifier, roots);
				if (own === void 0) found.packages.push(packageName(specifier));
				else found.files.push(...own);
			}
		}
		return found;
	}
	const packageName = (specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
	function workspaceModules(specifier, roots) {
		const { packages, folder, files, modulesOf } = roots;
		const name = packageName(specifier);
		const at = packages.get(name);
		if (at === void 0 || isWithin(at, folder)) return void 0;
		const known = modulesOf.get(name);
		if (known !== void 0) return known;
		const modules2 = [...files].filter((path2) => isWithin(at, path2) && isAgentCode(path2)).slice(0, MOST_MODULES);
		modulesOf.set(name, modules2);
		return modules2;
	}
	function scriptFile(base, files) {
		const [ending = ""] = /\.[cm]?jsx?$/.exec(base) ?? [];
		const stem = base.slice(0, base.length - ending.length);
		const candidates = [base, ...(AS_SOURCE[ending] ?? []).map((source) => stem + source), ...SCRIPT_ENDINGS.map((end) => base + end), ...SCRIPT_ENDINGS.map((end) => `${base}/index${end}`)];
		return candidates.filter((candidate) => files.has(candidate)).slice(0, 1);
	}
	function pythonImports(path2, text, roots) {
		const found = { files: [], packages: [] };
		const add = (bases, dotted, names) => {
			const files = bases.flatMap((base) => pythonFiles(base, dotted, names, roots.files));
			if (files.length > 0) found.files.push(...files);
			else if (dotted !== "") found.packages.push(dotted.split(".", 1)[0] ?? dotted);
		};
		for (const [, dots = "", dotted = "", list2 = ""] of text.matchAll(PY_FROM)) {
			const names = namesOf(list2);
			if (dots === "") add(roots.python, dotted, names);
			else {
				const base = resolveFrom(folderOf(path2), "../".repeat(dots.length - 1));
				if (base !== void 0) found.files.push(...pythonFiles(base, dotted, names, roots.files));
			}
		}
		for (const [, list2 = ""] of text.matchAll(PY_IMPORT)) {
			for (const dotted of namesOf(list2)) add(roots.python, dotted, []);
		}
		return found;
	}
	const namesOf = (list2) => list2.replaceAll(/[()]|#[^\n]{0,300}/g, " ").split(",").map((part) => part.trim().split(/\s/, 1)[0] ?? "").filter((name) => /^[\w.]{1,300}$/.test(name));
	function pythonFiles(base, dotted, names, files) {
		const below2 = (folder, name) => folder === "" ? name : `${folder}/${name}`;
		const found = [];
		let at = base;
		for (const part of dotted.split(".").filter((name) => name !== "")) {
			at = below2(at, part);
			if (files.has(below2(at, "__init__.py"))) found.push(below2(at, "__init__.py"));
			if (files.has(`${at}.py`)) found.push(`${at}.py`);
		}
		for (const name of names) {
			const module = below2(at, name);
			for (const file of [`${module}.py`, below2(module, "__init__.py")]) if (files.has(file)) found.push(file);
		}
		return found;
	}
	const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|fixtures|__mocks__|e2e|evals?|node_modules|dist|build|\.venv|venv)(?:\/|$)/;
	const TEST_FILE = /^(?:test_.*|.*_test|conftest)\.py$|\.(?:test|spec|stories|d)\.[cm]?[jt]sx?$/;
	const isAgentCode = (path2) => languageOf(path2) !== void 0 && !TEST_FOLDER.test(folderOf(path2)) && !TEST_FILE.test(baseOf(path2));
	;
	const MOST_PACKAGES = 300;
	const SPEC = /^(\.{0,2}\/?[^:\0]{1,300}\.(?:py|[cm]?[jt]sx?))(?::|$)/;
	async function readAgentCode(configPath, context) {
		const text = await context.reader.read(configPath) ?? "";
		const outline = parseOutline(text);
		if (typeof outline === "string") return outline;
		const folder = folderOf(configPath);
		const localFolders = outline.dependencies.flatMap((entry) => entry.startsWith(".") ? resolveFrom(folder, entry) ?? [] : []);
		const python = pythonRoots(folder, localFolders, outline.uvRoot, context.files);
		const locate = (written) => locateModule(folder, written, python, context.files);
		const located = outline.graphs.map(locate);
		const modules2 = await followImports([...located, ...outline.others.map(locate)].flatMap((path2) => path2 !== void 0 && context.files.has(path2) ? [path2] : []), { files: context.files, read: (path2) => context.reader.read(path2), python, folder, packages: context.packages });
		const variables = await findVariables({ folder, modules: modules2, text, ...outline }, context);
		return { outline, folder, localFolders, located, modules: modules2, variables };
	}
	const below = (folder, name) => folder === "" ? name : `${folder}/${name}`;
	function pythonRoots(folder, localFolders, uvRoot, files) {
		const workspace = uvRoot === void 0 ? void 0 : resolveFrom(folder, uvRoot);
		const projects = [...files].filter((path2) => workspace !== void 0 && baseOf(path2) === "pyproject.toml" && isWithin(workspace, path2)).slice(0, MOST_PACKAGES).map(folderOf);
		return [...new Set([...localFolders, folder, ...projects].flatMap((at) => [at, below(at, "src")]))];
	}
	function locateModule(folder, written, roots, files) {
		if (/[/]|\.[cm]?[jt]sx?$/.test(written)) return resolveFrom(folder, written);
		const module = written.replaceAll(".", "/");
		return roots.flatMap((root) => [`${module}.py`, `${module}/__init__.py`].map((path2) => below(root, path2))).find((path2) => files.has(path2));
	}
	function parseOutline(text) {
		const own = text.replace(/^\uFEFF/, "");
		let json;
		try {
			json = (0, json_safety.Ff)(own, 50) ? void 0 : JSON.parse(own);
		} catch {
			return "it is not valid JSON";
		}
		const graphs = (0, json_safety._F)(json, "graphs");
		if (typeof graphs !== "object" || graphs === null || Array.isArray(graphs)) return 'the key "graphs" is missing';
		const paths = Object.values(graphs).flatMap((value) => {
			const spec = typeof value === "string" ? value : (0, json_safety._F)(value, "path");
			return typeof spec === "string" ? [spec.replace(/:[^:/\\]*$/, "")] : [];
		});
		if (paths.length === 0) return 'the key "graphs" contains no graph';
		const env = (0, json_safety._F)(json, "env");
		const dependencies = (0, json_safety._F)(json, "dependencies");
		const source = (0, json_safety._F)(json, "source");
		const root = (0, json_safety._F)(source, "root");
		return { graphs: paths, others: Object.entries(typeof json === "object" && json !== null ? json : {}).filter(([key]) => key !== "graphs" && key !== "env").flatMap(([, value]) => textsOf(value)).flatMap((value) => SPEC.exec(value)?.[1] ?? []), dependencies: Array.isArray(dependencies) ? dependencies.filter((entry) => typeof entry === "string").slice(0, 100) : [], uvRoot: typeof root === "string" ? root : source === void 0 ? void 0 : ".", envFile: typeof env === "string" && env !== "" ? env : void 0, envNames: Object.keys((0, json_safety.Xy)(env)) };
	}
	const textsOf = (value) => {
		if (typeof value === "string") return [value];
		return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
	};
	async function findPackages(reader, files) {
		const found = /* @__PURE__ */ new Map();
		const manifests = [...files].filter((path2) => baseOf(path2) === "package.json" && folderOf(path2) !== "");
		for (const manifest of manifests.slice(0, MOST_PACKAGES)) {
			const name = (0, json_safety._F)(await readJson(reader, manifest), "name");
			if (typeof name === "string") found.set(name, folderOf(manifest));
		}
		return found;
	}
	async function readJson(reader, path2) {
		const text = await reader.read(path2) ?? "";
		try {
			return (0, json_safety.Ff)(text, 50) ? void 0 : JSON.parse(text);
		} catch {
			return void 0;
		}
	}
	;
	async function findNeededVariables(reader, configPath, { packsEnvFile }) {
		if (await reader.read(configPath) === void 0) return [];
		const files = new Set(await reader.files());
		const packages = await findPackages(reader, files);
		const code = await readAgentCode(configPath, { reader, files, packages, configs: [configPath] });
		if (typeof code === "string") return [];
		const set = await variablesOfEnv(reader, configPath, (file) => packsEnvFile || files.has(file));
		return code.variables.filter(({ name, foundIn, isNeeded }) => isNeeded && !set.has(name) && !isSample(foundIn) && !baseOf(foundIn).startsWith(".env"));
	}
	async function variablesOfEnv(reader, configPath, isDeployed) {
		const env = (0, json_safety._F)((0, json_safety.qF)(await reader.read(configPath) ?? ""), "env");
		if ((0, json_safety.OW)(env)) return new Set(Object.keys(env));
		const file = typeof env === "string" ? resolveFrom(folderOf(configPath), env) : void 0;
		const text = file !== void 0 && isDeployed(file) ? await reader.read(file) : void 0;
		const names = text === void 0 ? [] : namesOfEnvFile(text).filter(({ isSet }) => isSet);
		return new Set(names.map(({ name }) => name));
	}
	var plain_file = __require(85542);
	var exclusions = __require(86336);
	var git_files = __require(83922);
	;
	function createCodeReader(root, env, signal) {
		let files;
		return { files: () => files ??= list(root, env, signal), read: (file) => (0, plain_file.Sg)(external_node_path_.join(root, file), { maxBytes: plain_file.TL, within: root }).catch(() => void 0) };
	}
	async function list(root, env, signal) {
		const useless = (0, exclusions.dS)(/* @__PURE__ */ new Set());
		const found = await (0, git_files.I)(root, external_node_path_.parse(root).root, useless, env, signal);
		return found?.paths ?? await (0, git_files.G)(root, useless);
	}
	function createFindNeededVariables(env, signal) {
		return async ({ source, sourcePath, graphConfigPath }) => {
			const isOther = ["REF", "COMMIT", "REPO-URL"].some((input) => Boolean(env[`INPUT_${input}`]));
			if (source === "git_host" && isOther) return [];
			const root = await (0, promises_.realpath)(external_node_path_.resolve(env["GITHUB_WORKSPACE"] || "."));
			const folder = source === "internal_source" ? external_node_path_.resolve(root, sourcePath) : root;
			const config = external_node_path_.relative(root, external_node_path_.resolve(folder, graphConfigPath)).split(external_node_path_.sep).join("/");
			if (config.startsWith("..") || external_node_path_.isAbsolute(config)) return [];
			return findNeededVariables(createCodeReader(root, env, signal), config, { packsEnvFile: source === "internal_source" });
		};
	}
}), 86336: ((__module, __exports, __require) => {
	__require.d(__exports, { At: () => containsSecret, Vk: () => readIncluded, ah: () => exclusionOf, dS: () => unneededNames });
	var $$classify0 = __require(71774);
	const NEVER = /* @__PURE__ */ new Set([".git", "node_modules"]);
	const PYTHON_LEFTOVERS = [".venv", "venv", "__pycache__", "*.pyc", "*.pyo", "*.egg-info", ".eggs", ".ipynb_checkpoints", ".langgraph_api", ".mypy_cache", ".nox", ".pytest_cache", ".ruff_cache", ".tox"];
	const ENV_FILE = /^(\.env([._-].+)?|\.envrc|.+\.env)$/;
	const SAMPLE = /(^|[._-])(example|sample|template|dist)([._-]|$)/;
	const SECRET_NAME = new RegExp(`^(${[String.raw`[._]netrc`, String.raw`\.git-credentials`, String.raw`gha-creds-.*\.json`, String.raw`application_default_credentials\.json`, String.raw`credentials\.tfrc\.json`, String.raw`terraform\.tfstate(\..+)?`, String.raw`(.*[._-])?id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?`, String.raw`git-credentials-.*\.config`, String.raw`(.*[._-])?creds\.json`, String.raw`kaggle\.json`, String.raw`.+\.(p8|p12|pfx|ppk|jks|keystore|kdbx)`, String.raw`\.(pgpass|my\.cnf|mylogin\.cnf|htpasswd|dockercfg|s3cfg|boto|databrickscfg|vault-token|vault[._-]pass.*)`, String.raw`\.dev\.vars(\..+)?`, String.raw`(\.)?kubeconfig(\..+)?`, String.raw`rclone\.conf`].join("|")})$`);
	const SECRET_PLACE = new RegExp(`/(${[String.raw`\.aws/(credentials|config|sso/.*|cli/.*|login/.*)`, String.raw`\.azure/(accesstokens|azureprofile|msal_|service_principal).*`, String.raw`\.cargo/credentials(\.toml)?`, String.raw`\.docker/config\.json`, String.raw`\.gem/credentials`, String.raw`\.gnupg/.*`, String.raw`\.kube/config`, String.raw`\.ssh/.*`, String.raw`gcloud/(access_tokens|credentials|legacy_credentials).*`, String.raw`\.config/gh/hosts\.ya?ml`, String.raw`\.config/git/credentials`, String.raw`\.snowsql/config`, String.raw`\.streamlit/secrets\.toml`].join("|")})$`);
	const PUBLIC = /\.pub$/;
	const MAYBE = new RegExp(`^(${[String.raw`\.?npmrc`, String.raw`\.yarnrc(\.ya?ml)?`, String.raw`\.?bunfig\.toml`, String.raw`\.pypirc`, String.raw`pip\.(conf|ini)`, String.raw`uv\.toml`, String.raw`(poetry-)?auth\.(toml|json)`, String.raw`\.condarc`, String.raw`nuget\.config`, String.raw`\.git(config|modules)`, String.raw`profiles\.ya?ml`, String.raw`\.?(.*[._-])?(token|key|api[._-]?key|passwd|password)(\.(json|txt))?`, String.raw`(\.terraformrc|terraform\.rc|\.modal\.toml)`, String.raw`.+\.(pem|key|asc|gpg|tfvars)`, String.raw`(.*[._-])?(sa|client_secret.*|.*adminsdk.*|.+-[0-9a-f]{12})\.json`, String.raw`(.*[._-])(rsa|dsa|ecdsa|ed25519)`, String.raw`\.?(.*[._-])?(credentials?|secrets?|service[._-]?account.*)(\.(json|ya?ml|toml|ini|cfg|conf|txt))?`].join("|")})$`);
	function readIncluded(dockerignore) {
		const lines = dockerignore.map((line) => line.trim());
		return new Set(lines.filter((line) => line.startsWith("!")).flatMap((line) => line.slice(1).split("/")));
	}
	function unneededNames(included) {
		const names = [...included];
		const patterns = PYTHON_LEFTOVERS.map((name) => name.replaceAll(".", "\\.").replace("*", ".*")).filter((pattern) => !names.some((name) => new RegExp(`^${pattern}$`).test(name)));
		const leftover = new RegExp(`^(${patterns.join("|")})$`);
		return (name) => NEVER.has(name) || name.toLowerCase() === ".git" || leftover.test(name);
	}
	function exclusionOf(path2, isUseless) {
		const segments = path2.split("/");
		if (segments.some(isUseless)) return "never";
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
	const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY( BLOCK)?-----/;
	const PAIR = /^[^#;\n\r\u2028\u2029]*?(_auth|auth_?token|auth_?ident|password|passwd|secret|token|private_?key|access_?key(?!_?id)|api_?key)[\w-]{0,40}["']?[ \t]{0,20}[:=][ \t]{0,20}["']?(?!true\b|false\b|null\b|none\b)[^\s"'$<{,[]{4,}/im;
	const MAX_TOKEN_LENGTH = 16384;
	const URL_WITH_PASSWORD = /^[^#;\n\r\u2028\u2029]*:\/\/[^\s/@:]*:[^\s/@$<{]+@/m;
	function isLoneSecret(text) {
		const word = text.trim();
		return word.length <= MAX_TOKEN_LENGTH && /^\S+$/.test(word) && (0, $$classify0.EZ)(word);
	}
	function containsSecret(text) {
		return PRIVATE_KEY.test(text) || PAIR.test(text) || URL_WITH_PASSWORD.test(text) || isLoneSecret(text);
	}
}), 83922: ((__module, __exports, __require) => {
	__require.d(__exports, { I: () => gitFiles, G: () => walk });
	var promises_ = __require(51455);
	var external_node_path_ = __require(76760);
	var repository = __require(96311);
	var errors = __require(94924);
	var program = __require(39946);
	var outcome = __require(96043);
	var ignore_pattern = __require(25488);
	;
	function parseGitIgnore(folder, lines) {
		return { folder, rules: lines.flatMap(parseLine) };
	}
	function parseLine(line) {
		if (line.startsWith("#")) return [];
		let text = line.replace(/(?<![ \\]) +$|(?<=\\ ) +$/, "");
		const isNegated = text.startsWith("!");
		if (isNegated) text = text.slice(1);
		const isForFolders = text.endsWith("/");
		if (isForFolders) text = text.slice(0, -1);
		if (text === "") return [];
		const anchored = text.startsWith("/") ? text.slice(1) : text.includes("/") ? text : `**/${text}`;
		const pattern = (0, ignore_pattern.E)(anchored, { globstarFillsSegment: true, ignoreCase: false });
		return pattern === void 0 ? [] : [{ pattern, isNegated, isForFolders }];
	}
	function gitIgnore(files) {
		return (path2, isFolder2) => {
			for (const { folder, rules } of files.toReversed()) {
				const prefix = folder === "" ? "" : `${folder}/`;
				if (!path2.startsWith(prefix)) continue;
				const inner = path2.slice(prefix.length);
				const rule = rules.findLast(({ pattern, isForFolders }) => (isFolder2 || !isForFolders) && pattern.matches(inner, false));
				if (rule !== void 0) return !rule.isNegated;
			}
			return false;
		};
	}
	var ignore_file = __require(97726);
	var sizes = __require(71895);
	;
	const LIMIT_MS = 12e4;
	async function gitFiles(folder, ceiling, isUseless, env, signal) {
		const checkout = await (0, repository.I8)(folder, await (0, promises_.realpath)(ceiling));
		if (checkout === void 0) return void 0;
		return (0, program.z)(env, signal, async (git) => {
			const facade = await git.facade(checkout);
			const answers = [list(git, folder, isUseless, { ...checkout, facade }), commitOf(git, facade)];
			await Promise.allSettled(answers);
			const [paths, commit] = await Promise.all(answers);
			return paths && { paths, commit };
		});
	}
	async function commitOf(git, { gitDir }) {
		const call = { cwd: gitDir, gitDir, limitMs: LIMIT_MS };
		const head = await git.run(["rev-parse", "--verify", "-q", "HEAD"], call);
		return head.kind === "ended" && head.code === 0 ? head.stdout.toString().trim() : void 0;
	}
	async function list(git, folder, isUseless, { top, facade: { gitDir, index } }) {
		const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
		const end = await git.run(args, { cwd: folder, gitDir, workTree: top, env: index, limitMs: LIMIT_MS });
		if (end.kind !== "ended" || end.code !== 0) return void 0;
		const listed = end.stdout.toString("utf8").split("\0").filter((entry) => entry !== "" && !leavesFolder(entry));
		const nested = await Promise.all(listed.map((entry) => isFolder(folder, entry)));
		const paths = [];
		for (const [index2, entry] of listed.entries()) {
			if (nested[index2] !== true) {
				paths.push(entry);
				continue;
			}
			const inner = entry.replace(/(?<!\/)\/+$/, "");
			if (isUseless(external_node_path_.posix.basename(inner))) continue;
			const own = await listWithin(git, external_node_path_.join(folder, inner), isUseless, top);
			paths.push(...own.map((name) => `${inner}/${name}`));
		}
		return paths;
	}
	function leavesFolder(entry) {
		return external_node_path_.isAbsolute(entry) || entry.split(/[\\/]/).includes("..");
	}
	async function listWithin(git, folder, isUseless, outer) {
		const checkout = await (0, repository.I8)(folder, outer);
		const own = checkout?.top === folder ? await list(git, folder, isUseless, { top: folder, facade: await git.facade(checkout) }) : void 0;
		return own ?? walk(folder, isUseless);
	}
	async function isFolder(folder, entry) {
		if (entry.endsWith("/")) return true;
		try {
			return (await (0, promises_.lstat)(external_node_path_.join(folder, entry))).isDirectory();
		} catch {
			return false;
		}
	}
	async function walk(root, isUseless) {
		const found = [];
		const visit = async (folder, above) => {
			const entries = await (0, promises_.readdir)(external_node_path_.join(root, folder), { withFileTypes: true }).catch((cause) => {
				throw new outcome.lZ("source-unusable", `${(0, sizes.Gt)(folder)} cannot be packed, because the folder cannot be read (${(0, errors.gJ)(cause)}). Give the runner's user permission to read it, or add it to a .gitignore.`, { cause });
			});
			const own = entries.some(({ name }) => name === ".gitignore") ? [parseGitIgnore(folder, await (0, ignore_file.r)(root, external_node_path_.join(folder, ".gitignore")))] : [];
			const files = [...above, ...own];
			const ignored = gitIgnore(files);
			for (const entry of entries) {
				const at = folder === "" ? entry.name : `${folder}/${entry.name}`;
				if (isUseless(entry.name) || ignored(at, entry.isDirectory())) continue;
				if (entry.isDirectory()) await visit(at, files);
				else found.push(at);
			}
		};
		await visit("", []);
		return found;
	}
}), 97726: ((__module, __exports, __require) => {
	__require.d(__exports, { r: () => readIgnoreFile });
	var $$promises0 = __require(51455);
	var $$path1 = __require(76760);
	var $$errors2 = __require(94924);
	var $$file3 = __require(85542);
	var $$outcome4 = __require(96043);
	var $$sizes5 = __require(71895);
	const MAX_LINES = 2e3;
	const MAX_LINE = 4096;
	async function readIgnoreFile(root, name) {
		const file = $$path1.join(root, name);
		const text = await (0, $$file3.Sg)(file, { maxBytes: $$file3.TL, within: root }).catch(async (cause) => {
			if (["ENOENT", "ENOTDIR"].includes((0, $$errors2.CA)(cause) ?? "")) return "";
			if ((await (0, $$promises0.lstat)(file).catch(() => void 0))?.isDirectory() === true) return "";
			throw unusable(name, `it ${(0, $$errors2.gJ)(cause)}`, cause);
		});
		const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
		if (lines.length > MAX_LINES) throw unusable(name, `it has more than ${MAX_LINES} lines`);
		const long = lines.findIndex((line) => line.length > MAX_LINE);
		if (long !== -1) throw unusable(name, `its line ${long + 1} has more than ${MAX_LINE} characters`);
		return lines;
	}
	function unusable(name, reason, cause) {
		return new $$outcome4.lZ("source-unusable", `${(0, $$sizes5.Gt)(name)} cannot be used, because ${reason}. Expected a text file with one pattern per line. Correct or remove the file.`, { cause });
	}
}), 25488: ((__module, __exports, __require) => {
	__require.d(__exports, { E: () => compilePattern });
	var $$glob0 = __require(27820);
	const REGEXP_MAX_PATH = 512;
	const REGEXP_MAX_WILDCARDS = 2;
	function compilePattern(pattern, syntax) {
		const text = syntax.ignoreCase ? pattern.toLowerCase() : pattern;
		const characters = Array.from(text);
		const tokens = [];
		let source = "";
		let wildcards = 0;
		for (let at = 0; at < characters.length; ) {
			const character = characters[at] ?? "";
			if (character === "*") {
				const { length, kind } = starsAt(characters, at, syntax);
				at += length;
				wildcards += 1;
				if (kind === "folders") tokens.push({ orAfter: 2 }, (0, $$glob0.zN)($$glob0.x4, "many"), (0, $$glob0.zN)((0, $$glob0.pV)("/"), "one"));
				else tokens.push((0, $$glob0.zN)(kind === "any" ? $$glob0.x4 : $$glob0.o7, "many"));
				source += { folders: "(?:.*/)?", any: ".*", segment: "[^/]*" }[kind];
			} else if (character === "?") {
				at += 1;
				tokens.push((0, $$glob0.zN)($$glob0.o7, "one"));
				source += "[^/]";
			} else if (character === "[") {
				const found = classAt(characters, at);
				if (found === void 0) return void 0;
				at += found.length;
				tokens.push((0, $$glob0.zN)(found.fits, "one"));
				wildcards = Infinity;
			} else {
				const literal = character === "\\" ? characters[at + 1] : character;
				if (literal === void 0) return void 0;
				at += character === "\\" ? 2 : 1;
				tokens.push((0, $$glob0.zN)((0, $$glob0.pV)(literal), "one"));
				source += literal.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
			}
		}
		const isSimple = wildcards <= REGEXP_MAX_WILDCARDS && characters.length <= REGEXP_MAX_PATH;
		const whole = isSimple ? new RegExp(`^${source}$`, "su") : void 0;
		const above = isSimple ? new RegExp(`^${source}(?:/|$)`, "su") : void 0;
		return { matches(path2, orAbove) {
			const given = syntax.ignoreCase ? path2.toLowerCase() : path2;
			const simple = given.length > REGEXP_MAX_PATH ? void 0 : orAbove ? above : whole;
			return simple?.test(given) ?? (0, $$glob0.cK)(tokens, given, orAbove);
		} };
	}
	function starsAt(characters, at, { globstarFillsSegment }) {
		const most = globstarFillsSegment ? characters.length : at + 2;
		let end = at;
		while (end < most && characters[end] === "*") end += 1;
		const count = end - at;
		if (globstarFillsSegment) {
			const fills = (at === 0 || characters[at - 1] === "/") && (end === characters.length || characters[end] === "/");
			if (count < 2 || !fills) return { length: count, kind: "segment" };
		} else if (count < 2) return { length: 1, kind: "segment" };
		if (characters[end] === "/") end += 1;
		return { length: end - at, kind: end === characters.length ? "any" : "folders" };
	}
	const POSIX = { alnum: /[0-9a-z]/i, alpha: /[a-z]/i, blank: /[ \t]/, cntrl: /[\0-\x1f\x7f]/, digit: /[0-9]/, graph: /[!-~]/, lower: /[a-z]/, print: /[ -~]/, punct: /[!-/:-@[-`{-~]/, space: /[ \t\n\r]/, upper: /[A-Z]/, xdigit: /[0-9a-f]/i };
	function classAt(characters, start) {
		let at = start + 1;
		const isNegated = characters[at] === "!" || characters[at] === "^";
		if (isNegated) at += 1;
		const members = [];
		for (let isFirst = true; isFirst || characters[at] !== "]"; isFirst = false) {
			const named = characters[at] === "[" && characters[at + 1] === ":" ? classNameAt(characters, at) : void 0;
			if (named !== void 0) {
				const pattern = new Map(Object.entries(POSIX)).get(named);
				if (pattern === void 0) return void 0;
				members.push((character) => pattern.test(character));
				at += named.length + 4;
				continue;
			}
			const first = memberAt(characters, at);
			if (first === void 0) return void 0;
			at += first.length;
			const isRange = characters[at] === "-" && characters[at + 1] !== "]" && characters[at + 1] !== void 0;
			const last = isRange ? memberAt(characters, at + 1) : first;
			if (last === void 0) return void 0;
			if (isRange) at += last.length + 1;
			members.push((character) => character >= first.character && character <= last.character);
		}
		const fits = (character) => character !== "/" && members.some((member) => member(character)) !== isNegated;
		return { length: at - start + 1, fits };
	}
	function memberAt(characters, at) {
		const isEscaped = characters[at] === "\\";
		const character = characters[isEscaped ? at + 1 : at];
		return character === void 0 ? void 0 : { character, length: isEscaped ? 2 : 1 };
	}
	function classNameAt(characters, at) {
		const end = characters.slice(at, at + 12).indexOf("]");
		const text = end === -1 ? "" : characters.slice(at, at + end + 1).join("");
		return /^\[:([a-z]*):\]$/.exec(text)?.[1];
	}
}), 99979: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createPackSource: () => createPackSource });
	var external_node_crypto_ = __require(77598);
	var promises_ = __require(51455);
	var external_node_path_ = __require(76760);
	var errors = __require(65292);
	var limits = __require(55403);
	var os_errors = __require(94924);
	var outcome = __require(96043);
	var program = __require(39946);
	var repository = __require(96311);
	var sizes = __require(71895);
	;
	const LIMIT_MS = 12e4;
	async function readCommitFiles(folder, ceiling, { commit, name, refuse }, env, signal) {
		const checkout = await (0, repository.I8)(folder, await (0, promises_.realpath)(ceiling));
		const found = checkout && await (0, program.z)(env, signal, async (git) => {
			const { gitDir } = await git.facade(checkout);
			const call = { cwd: gitDir, gitDir, limitMs: LIMIT_MS };
			const head = await git.run(["rev-parse", "--verify", "-q", "HEAD^{commit}"], call);
			const tree = await git.run(["ls-tree", "-r", "-z", "--full-tree", commit], call);
			return { head: head.kind === "ended" && head.code === 0 ? head.stdout.toString().trim() : "unknown", tree: tree.kind === "ended" && tree.code === 0 ? tree.stdout.toString("utf8") : void 0 };
		});
		if (checkout === void 0 || found === void 0) {
			throw refuse("source-path is not in a checkout that git can read");
		}
		if (found.head !== commit || found.tree === void 0) {
			throw refuse(`the checkout is at ${found.head}, but ${name} is ${commit}`);
		}
		const prefix = external_node_path_.relative(checkout.top, folder).split(external_node_path_.sep).join("/");
		const files = /* @__PURE__ */ new Map();
		for (const line of found.tree.split("\0")) {
			const [, mode = "", hash, file] = /^(\d+) blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
			const inner = file === void 0 ? void 0 : below(prefix, file);
			if (hash !== void 0 && inner !== void 0) files.set(inner, { kind: mode === "120000" ? "link" : "file", hash });
		}
		return files;
	}
	function below(prefix, name) {
		if (prefix === "") return name;
		return name.startsWith(`${prefix}/`) ? name.slice(prefix.length + 1) : void 0;
	}
	function createCommitCheck(files, { name, refuse }) {
		const hashes = /* @__PURE__ */ new Map();
		const begin = (entry, size) => {
			const algorithm = files.get(entry.path)?.hash.length === 64 ? "sha256" : "sha1";
			return (0, external_node_crypto_.createHash)(algorithm).update(`blob ${size}\0`);
		};
		return { add(entry, chunk) {
			const hash = hashes.get(entry.path) ?? begin(entry, entry.size);
			hashes.set(entry.path, hash.update(chunk));
		}, finish(entries, chosen, exists) {
			const expected = chosen.filter((file) => files.has(file) && !file.includes("\uFFFD"));
			const missing = expected.find((file) => !exists.has(file));
			if (missing !== void 0) throw refuse(`${(0, sizes.Gt)(missing)} of ${name} is missing`);
			for (const entry of entries) {
				const inCommit = files.get(entry.path);
				if (inCommit === void 0) {
					throw refuse(`${(0, sizes.Gt)(entry.path)} is not a file of ${name}`);
				}
				const hash = entry.kind === "file" ? hashes.get(entry.path) ?? begin(entry, 0) : hashOf(entry, begin);
				if (inCommit.kind !== entry.kind || hash.digest("hex") !== inCommit.hash) {
					throw refuse(`${(0, sizes.Gt)(entry.path)} differs from the file of ${name}`);
				}
			}
		} };
	}
	function hashOf(entry, begin) {
		const target = Buffer.from(entry.target);
		return begin(entry, target.length).update(target);
	}
	var json_safety = __require(6760);
	var plain_file = __require(85542);
	var ignore_pattern = __require(25488);
	;
	function dockerIgnore(lines) {
		const rules = lines.flatMap((line) => {
			const text = line.trim();
			if (text === "" || line.startsWith("#")) return [];
			const isNegated = text.startsWith("!");
			const given = isNegated ? text.slice(1).trim() : text;
			if (given === "") return [];
			const cleaned = external_node_path_.posix.normalize(given).replace(/(?<=.)\/$/, "");
			const relative = cleaned.length > 1 ? cleaned.replace(/^\//, "") : cleaned;
			const pattern = (0, ignore_pattern.E)(relative, { globstarFillsSegment: false, ignoreCase: true });
			return pattern === void 0 ? [] : [{ pattern, isNegated }];
		});
		return (file) => {
			const rule = rules.findLast(({ pattern }) => pattern.matches(file, true));
			return rule !== void 0 && !rule.isNegated;
		};
	}
	var exclusions = __require(86336);
	var ignore_file = __require(97726);
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
	const MAX_READ_BYTES = 256 * 1024;
	async function readRules(root) {
		const lines = await (0, ignore_file.r)(root, ".dockerignore");
		const included = (0, exclusions.Vk)(lines);
		return { isUseless: (0, exclusions.dS)(included), included, ignored: dockerIgnore(lines) };
	}
	async function selectFiles(root, listed, { isUseless, included, ignored }, configPath) {
		const environments = new Set(pythonEnvironmentsIn(listed).filter((folder) => !included.has(external_node_path_.posix.basename(folder))));
		const envFile = configPath === void 0 ? void 0 : await envFileOf(root, configPath);
		const gitFolders = new Set(await gitFoldersIn(root, listed));
		const chosen = { paths: [], secrets: [], envFile: void 0, notEnvFile: void 0 };
		const secrets = /* @__PURE__ */ new Set();
		for (const name of listed) {
			const excluded = (0, exclusions.ah)(name, isUseless);
			if (excluded === "never" || ignored(name)) continue;
			if (firstFolderIn(environments, name) !== void 0) continue;
			const gitFolder = firstFolderIn(gitFolders, name);
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
	function firstFolderIn(folders, name) {
		if (folders.size === 0) return void 0;
		if (folders.has("")) return "";
		for (let at = name.indexOf("/"); at !== -1; at = name.indexOf("/", at + 1)) {
			const folder = name.slice(0, at + 1);
			if (folders.has(folder)) return folder;
		}
		return void 0;
	}
	function pythonEnvironmentsIn(listed) {
		return listed.flatMap((name) => /^(.+\/)pyvenv\.cfg$/.exec(name)?.[1] ?? []);
	}
	const PART_OF_GIT = /(?<=^|\/)(?:(?:HEAD|FETCH_HEAD|ORIG_HEAD|packed-refs|index|description|config(?:\.worktree)?)$|(?:objects|refs|logs|hooks|info)\/)/g;
	async function gitFoldersIn(root, listed) {
		const candidates = new Set(listed.flatMap((name) => [...name.matchAll(PART_OF_GIT)].map(({ index }) => name.slice(0, index))));
		const found = [];
		for (const folder of candidates) {
			const parts = await Promise.all(["objects", "refs"].map((part) => isFolder(external_node_path_.join(root, folder, part))));
			const hasHead = await (0, plain_file.Dn)(external_node_path_.join(root, folder, "HEAD"));
			if (hasHead && parts.every(Boolean)) found.push(folder);
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
				const file = __addDisposableResource(env_1, await (0, plain_file.rr)(at, { within: root, isLinkAllowed: false }), true);
				const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_READ_BYTES));
				return (0, exclusions.At)(buffer.toString("utf8", 0, bytesRead));
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
		const text = await textOf(root, configPath);
		if (text === void 0) return void 0;
		const env = (0, json_safety._F)((0, json_safety.qF)(text.replace(/^\uFEFF/, "")), "env");
		if (typeof env !== "string" || env === "") return void 0;
		return external_node_path_.posix.join(external_node_path_.posix.dirname(configPath), env);
	}
	async function textOf(root, file) {
		try {
			return await (0, plain_file.Sg)(external_node_path_.join(root, file), { maxBytes: plain_file.TL, within: root });
		} catch {
			return void 0;
		}
	}
	const MAX_NAMED = 5;
	function reportOmitted(left, to) {
		const { links, special, unnamed, secrets, envFile, notEnvFile } = left;
		if (secrets.length > 0) {
			to.note(`Not packed, because such files contain secrets: ${named(secrets)}. Pass secrets in the input \`secrets\`.`);
		}
		if (envFile !== void 0) {
			to.note(`${(0, sizes.Gt)(envFile)} is packed, because the graph configuration sets it as \`env\`.`);
		}
		if (notEnvFile !== void 0) {
			to.warn(`${(0, sizes.Gt)(notEnvFile)} is not packed, although the graph configuration sets it as \`env\`: it contains credentials and is not a file of variables. Pass them in the input \`secrets\`.`);
		}
		if (links.length > 0) {
			const shown = links.map(({ path: at, target }) => `${at} -> ${target}`);
			to.warn(`Symbolic links that point outside the packed files are not packed: ${named(shown)}.`);
		}
		const odd = special.length + unnamed;
		if (odd > 0) {
			const list = special.length > 0 ? `: ${named(special)}` : "";
			to.warn(`${odd} entries are not packed, because they are not regular files or their names are not valid UTF-8${list}.`);
		}
	}
	function named(names) {
		const more = names.length - MAX_NAMED;
		const shown = names.slice(0, MAX_NAMED).map(sizes.Gt).join(", ");
		return more > 0 ? `${shown} and ${more} more` : shown;
	}
	var git_files = __require(83922);
	var external_node_os_ = __require(48161);
	var external_node_util_ = __require(57975);
	var external_node_zlib_ = __require(38522);
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
		const waiting = /* @__PURE__ */ new Map();
		const ready = [...links];
		const appear = (path2) => {
			for (const link of waiting.get(path2) ?? []) ready.push(link);
			waiting.delete(path2);
		};
		const addFolders = (path2) => {
			for (let at = path2.lastIndexOf("/"); at > 0; at = path2.lastIndexOf("/", at - 1)) {
				const folder = path2.slice(0, at);
				if (folders.has(folder)) break;
				folders.add(folder);
				appear(folder);
			}
		};
		for (const file of there) addFolders(file);
		const kept = /* @__PURE__ */ new Set();
		for (let link = ready.pop(); link !== void 0; link = ready.pop()) {
			const { path: path2, target } = link;
			const end = follow(path2, target, { there, folders });
			if (end.kind === "outside") continue;
			if (end.kind === "missing") {
				const others = waiting.get(end.path);
				if (others === void 0) waiting.set(end.path, [link]);
				else others.push(link);
				continue;
			}
			kept.add(path2);
			there.add(path2);
			appear(path2);
			addFolders(path2);
		}
		return kept;
	}
	function follow(path2, target, { there, folders }) {
		if (target === "" || target.startsWith("/") || /[\\\0]/.test(target) || /^[A-Za-z]:/.test(target)) {
			return { kind: "outside" };
		}
		const above = (at2) => at2.slice(0, Math.max(at2.lastIndexOf("/"), 0));
		let at = above(path2);
		for (const step of target.split("/")) {
			if (step === "" || step === ".") continue;
			if (!folders.has(at)) return { kind: "missing", path: at };
			if (step === ".." && at === "") return { kind: "outside" };
			if (step === "..") at = above(at);
			else at = at === "" ? step : `${at}/${step}`;
		}
		return there.has(at) || folders.has(at) ? { kind: "found" } : { kind: "missing", path: at };
	}
	;
	const AT_ONCE = 32;
	async function statEntries(root, paths) {
		const files = [];
		const links = [];
		const left = { links: [], special: [], unnamed: 0 };
		const plain = /* @__PURE__ */ new Map([[".", Promise.resolve(true)]]);
		const statPath = async (name) => {
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
			await Promise.all(paths.slice(at, at + AT_ONCE).map(statPath));
		}
		const kept = packableLinks(files.map((file) => file.path), links);
		left.links = links.filter((link) => !kept.has(link.path)).toSorted(byPath);
		const entries = [...files, ...links.filter((link) => kept.has(link.path)).map((link) => ({ kind: "link", ...link }))];
		return { entries: entries.toSorted(byPath), omitted: left };
	}
	function isInFolders(root, folder, known) {
		const seen = known.get(folder);
		if (seen !== void 0) return seen;
		const stats = isInFolders(root, external_node_path_.posix.dirname(folder), known).then(async (above) => above && (await (0, promises_.lstat)(external_node_path_.join(root, folder))).isDirectory());
		known.set(folder, stats);
		return stats;
	}
	function byPath(one, other) {
		return Buffer.compare(Buffer.from(one.path), Buffer.from(other.path));
	}
	var packer_By1HVV7Z = __require(87439);
	;
	function createTarPacker() {
		let streamController;
		let packer;
		let bodyController = null;
		let resume = null;
		let drain2 = null;
		let stopped = false;
		let stopReason;
		const unblock = () => {
			resume?.();
			resume = null;
			drain2 = null;
		};
		const stop = (reason) => {
			if (stopped) return;
			stopped = true;
			stopReason = reason;
			bodyController?.error(reason);
			bodyController = null;
			streamController.error(reason);
			unblock();
		};
		const abortBody = (reason = AbortSignal.abort().reason) => {
			bodyController = null;
			stop(reason);
		};
		const checkStopped = () => {
			if (stopped) throw stopReason;
		};
		const emit = (operation) => {
			checkStopped();
			try {
				operation();
			} catch (error) {
				stop(error);
				throw error;
			}
			const pending = drain2;
			if (!pending) return;
			const signal = bodyController?.signal;
			if (!signal) return;
			if (signal.aborted) abortBody(signal.reason);
			else signal.onabort = () => abortBody(signal.reason);
			return pending.then(checkStopped);
		};
		return { readable: new ReadableStream({ start(controller) {
			streamController = controller;
			packer = (0, packer_By1HVV7Z.t)((chunk) => {
				const buffer = chunk.buffer;
				controller.enqueue(buffer instanceof ArrayBuffer && !Reflect.get(buffer, "resizable") ? chunk : new Uint8Array(chunk));
				if ((controller.desiredSize ?? 1) <= 0) drain2 ||= new Promise((resolve) => {
					resume = resolve;
				});
			});
		}, pull: unblock, cancel(reason = AbortSignal.abort().reason) {
			stop(reason);
		} }, new ByteLengthQueuingStrategy({ highWaterMark: 8388608 })), controller: { add(header) {
			try {
				checkStopped();
				if (bodyController) throw new Error("Previous entry must be completed before adding a new one");
				packer.add(header);
			} catch (error) {
				stop(error);
				throw error;
			}
			return new WritableStream({ start(controller) {
				bodyController = controller;
			}, write(chunk) {
				return emit(() => {
					if (!ArrayBuffer.isView(chunk) || chunk[Symbol.toStringTag] !== "Uint8Array") throw new TypeError("Expected a Uint8Array body chunk");
					packer.write(chunk);
				});
			}, close() {
				const result = emit(() => packer.endEntry());
				if (!result) {
					bodyController = null;
					return;
				}
				return result.then(() => {
					bodyController = null;
				});
			}, abort: abortBody });
		}, finalize() {
			try {
				checkStopped();
				if (bodyController) throw new Error("Cannot finalize while an entry is still active");
				packer.finalize();
				streamController.close();
			} catch (error) {
				stop(error);
				throw error;
			}
		}, error(err) {
			stop(err);
		} } };
	}
	async function streamToBuffer(stream) {
		const chunks = [];
		const reader = stream.getReader();
		let totalLength = 0;
		try {
			while (true) {
				const { done, value } = await reader.read();
				if (done) break;
				chunks.push(value);
				totalLength += value.length;
			}
			const result = new Uint8Array(totalLength);
			let offset = 0;
			for (const chunk of chunks) {
				result.set(chunk, offset);
				offset += chunk.length;
			}
			return result;
		} finally {
			reader.releaseLock();
		}
	}
	const drain = (stream) => stream.pipeTo(new WritableStream());
	const BUFFER_LIMIT = 1048576;
	const RESUME_LIMIT = BUFFER_LIMIT / 2;
	function createTarDecoder(options = {}) {
		const unpacker = createUnpacker(options);
		const strict = options.strict ?? false;
		let controller = null;
		let bodyController = null;
		let pumping = false;
		let blocked = false;
		let resume = null;
		let abortHooked = false;
		let eofReached = false;
		let sourceEnded = false;
		let closed = false;
		const unblock = () => {
			resume?.();
			resume = null;
		};
		const closeBody = () => {
			try {
				bodyController?.close();
			} catch {
			}
			bodyController = null;
		};
		const fail = (reason) => {
			if (closed) return;
			closed = true;
			try {
				bodyController?.error(reason);
			} catch {
			}
			bodyController = null;
			try {
				controller.error(reason);
			} catch {
			}
			controller = null;
			unblock();
		};
		const finish = () => {
			if (closed) return;
			closed = true;
			closeBody();
			try {
				controller.close();
			} catch {
			}
			controller = null;
			unblock();
		};
		const truncateOrFinish = () => {
			if (strict) throw new Error("Tar archive is truncated.");
			finish();
		};
		const pump = () => {
			if (pumping || closed || !controller) return;
			blocked = false;
			pumping = true;
			try {
				while (true) {
					if (eofReached) {
						if (sourceEnded) finish();
						break;
					}
					if (unpacker.isEntryActive()) {
						if (sourceEnded && !unpacker.canFinish()) {
							truncateOrFinish();
							break;
						}
						if (bodyController) {
							if ((bodyController.desiredSize ?? 1) <= 0) {
								blocked = true;
								break;
							}
							if (unpacker.streamBody((c) => (bodyController.enqueue(c), (bodyController.desiredSize ?? 1) > 0)) === 0 && !unpacker.isBodyComplete()) {
								if (sourceEnded) truncateOrFinish();
								break;
							}
						} else if (!unpacker.skipEntry()) {
							if (sourceEnded) truncateOrFinish();
							break;
						}
						if (unpacker.isBodyComplete()) {
							closeBody();
							if (!unpacker.skipPadding()) {
								if (sourceEnded) truncateOrFinish();
								break;
							}
						}
					} else {
						if ((controller.desiredSize ?? 0) < 0) {
							blocked = true;
							break;
						}
						const header = unpacker.readHeader();
						if (header === null) {
							if (sourceEnded) finish();
							break;
						}
						if (header === void 0) {
							if (sourceEnded) {
								unpacker.finish();
								finish();
								break;
							}
							eofReached = true;
							break;
						}
						controller.enqueue({ header, body: new ReadableStream({ start(c) {
							if (header.size === 0) c.close();
							else bodyController = c;
						}, pull: pump, cancel() {
							bodyController = null;
							pump();
						} }) });
					}
				}
			} catch (error) {
				fail(error);
				throw error;
			} finally {
				pumping = false;
			}
			if (resume && (!blocked || unpacker.available() < RESUME_LIMIT)) unblock();
		};
		return { readable: new ReadableStream({ start(c) {
			controller = c;
		}, pull: pump, cancel(reason) {
			unpacker.end();
			if (reason !== void 0) fail(reason);
			else finish();
		} }, { highWaterMark: 2 }), writable: new WritableStream({ write(chunk, controller2) {
			try {
				unpacker.write(chunk);
				pump();
				if (blocked && unpacker.available() >= BUFFER_LIMIT) {
					if (!abortHooked) {
						controller2.signal.onabort = unblock;
						abortHooked = true;
					}
					return new Promise((resolve) => resume = resolve);
				}
			} catch (error) {
				fail(error);
				throw error;
			}
		}, close() {
			try {
				sourceEnded = true;
				unpacker.end();
				pump();
			} catch (error) {
				fail(error);
				throw error;
			}
		}, abort(reason) {
			fail(reason);
		} }) };
	}
	async function packTar(entries) {
		const { readable, controller } = createTarPacker();
		const archive = streamToBuffer(readable);
		try {
			for (const entry of entries) {
				const entryStream = controller.add(entry.header);
				const body = "body" in entry ? entry.body : entry.data;
				if (!body) {
					await entryStream.close();
					continue;
				}
				if (body instanceof ReadableStream) await body.pipeTo(entryStream);
				else if (body instanceof Blob) await body.stream().pipeTo(entryStream);
				else try {
					const chunk = await normalizeBody(body);
					if (chunk.length > 0) {
						const writer = entryStream.getWriter();
						await writer.write(chunk);
						await writer.close();
					} else await entryStream.close();
				} catch {
					throw new TypeError(`Unsupported content type for entry "${entry.header.name}".`);
				}
			}
			controller.finalize();
		} catch (error) {
			controller.error(error);
		}
		return archive;
	}
	async function unpackTar(archive, options = {}) {
		if (!(archive instanceof ReadableStream)) return unpackTarBuffer(archive instanceof Uint8Array ? archive : new Uint8Array(archive), options);
		const results = [];
		const reader = archive.pipeThrough(createTarDecoder(options)).getReader();
		try {
			while (true) {
				const { done, value: entry } = await reader.read();
				if (done) break;
				let processedHeader;
				try {
					processedHeader = transformHeader(entry.header, options);
				} catch (error) {
					await entry.body.cancel();
					throw error;
				}
				if (processedHeader === null) {
					await drain(entry.body);
					continue;
				}
				if (isBodyless(processedHeader)) {
					await drain(entry.body);
					results.push({ header: processedHeader });
				} else results.push({ header: processedHeader, data: await streamToBuffer(entry.body) });
			}
		} catch (error) {
			await reader.cancel(error).catch(() => {
			});
			throw error;
		} finally {
			reader.releaseLock();
		}
		return results;
	}
	function unpackTarBuffer(archive, options) {
		const unpacker = createUnpacker(options);
		const strict = options.strict ?? false;
		const results = [];
		unpacker.write(archive);
		unpacker.end();
		while (true) {
			const header = unpacker.readHeader();
			if (header === void 0) break;
			if (header === null) {
				if (strict) throw new Error("Tar archive is truncated.");
				break;
			}
			const processedHeader = transformHeader(header, options);
			if (processedHeader === null) {
				const skipped = unpacker.skipEntry();
				if (!skipped && strict) throw new Error("Tar archive is truncated.");
				if (!skipped) break;
				continue;
			}
			if (isBodyless(processedHeader)) {
				const skipped = unpacker.skipEntry();
				if (!skipped && strict) throw new Error("Tar archive is truncated.");
				results.push({ header: processedHeader });
				if (!skipped) break;
				continue;
			}
			let size = header.size;
			if (size < 0 || !unpacker.canFinish()) {
				if (strict) throw new Error("Tar archive is truncated.");
				size = unpacker.bodyBytes();
			}
			const data = new Uint8Array(size);
			let offset = 0;
			unpacker.streamBody((chunk) => {
				data.set(chunk, offset);
				offset += chunk.length;
				return true;
			});
			const bodyComplete = unpacker.isBodyComplete();
			let paddingComplete = true;
			if (bodyComplete) {
				paddingComplete = unpacker.skipPadding();
				if (!paddingComplete && strict) throw new Error("Tar archive is truncated.");
			}
			results.push({ header: processedHeader, data });
			if (!bodyComplete || !paddingComplete) break;
		}
		unpacker.finish();
		return results;
	}
	;
	function createListeners() {
		const listeners = /* @__PURE__ */ new Set();
		return { add: (listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		}, notify: (...args) => {
			for (const listener of listeners) listener(...args);
		} };
	}
	function createWakeUp() {
		let next = Promise.withResolvers();
		return { wait: () => next.promise, wake() {
			next.resolve();
			next = Promise.withResolvers();
		} };
	}
	;
	const MTIME = /* @__PURE__ */ new Date("1985-10-26T08:15:00Z");
	const READ_BYTES = 256 * 1024;
	const READ_BUFFERS = 2;
	async function* tar(root, entries, { began, read } = {}) {
		const { readable, controller } = createTarPacker();
		const buffers = createBufferPool(READ_BUFFERS, READ_BYTES);
		const fill = async () => {
			for (const entry of entries) {
				const writer = controller.add(headerOf(entry)).getWriter();
				if (entry.kind === "file") {
					let first = true;
					for await (const chunk of contents(root, entry, buffers)) {
						if (first) began?.(entry.path, chunk);
						first = false;
						read?.(entry, chunk);
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
		const options = { within: root, isLinkAllowed: false };
		const file = await (0, plain_file.rr)(external_node_path_.join(root, entry.path), options).catch((cause) => {
			if (cause instanceof plain_file.X5) throw sourceChanged(entry.path, cause);
			throw unreadable(entry.path, cause);
		});
		try {
			const stat = await file.stat();
			if (stat.size !== entry.size || stat.mtimeMs !== entry.changedMs) {
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
		return new outcome.lZ("source-unusable", `${(0, sizes.Gt)(name)} cannot be packed, because it cannot be read (${code}). Give the runner's user permission to read it, or add it to .dockerignore.`, { cause });
	}
	function sourceChanged(name, cause) {
		const what = name === void 0 ? "A file" : (0, sizes.Gt)(name);
		return new outcome.lZ("source-changed", `${what} changed or was removed while it was being packed, so nothing was deployed. Make sure that the steps that write to the checkout have finished, and run the workflow again.`, { cause });
	}
	function createBufferPool(count, bytes) {
		const free = Array.from({ length: count }, () => Buffer.allocUnsafeSlow(bytes));
		const taken = /* @__PURE__ */ new Map();
		const freed = createWakeUp();
		let closed = false;
		return { async acquire() {
			for (; ; ) {
				const buffer = closed ? Buffer.allocUnsafeSlow(bytes) : free.pop();
				if (buffer !== void 0) {
					taken.set(buffer.buffer, buffer);
					return buffer;
				}
				await freed.wait();
			}
		}, release(piece) {
			const buffer = taken.get(piece.buffer);
			if (buffer === void 0) return;
			taken.delete(piece.buffer);
			free.push(buffer);
			freed.wake();
		}, close() {
			closed = true;
			freed.wake();
		} };
	}
	;
	const LIMITS = { max: limits.yK, large: 5e7, kept: 8 * 1024 * 1024 };
	const LFS_POINTER = "version https://git-lfs.github.com/spec/";
	function createPackSource(env, limits2 = LIMITS) {
		return async ({ sourcePath, configPath, exactCommit, note, warn }, signal) => {
			const workspace = external_node_path_.resolve(env["GITHUB_WORKSPACE"] || ".");
			const root = await findRoot(workspace, sourcePath);
			const commitCheck = exactCommit === void 0 ? void 0 : createCommitCheck(await readCommitFiles(root, workspace, exactCommit, env, signal), exactCommit);
			const rules = await readRules(root);
			const git = await (0, git_files.I)(root, workspace, rules.isUseless, env, signal);
			if (git === void 0) note("This folder is not a Git checkout: all files are packed except those that a .gitignore excludes.");
			const listed = git?.paths ?? await (0, git_files.G)(root, rules.isUseless);
			const chosen = await selectFiles(root, listed, rules, configPath);
			const { entries, omitted: left } = await statEntries(root, chosen.paths);
			reportOmitted({ ...left, ...chosen }, { note, warn });
			const files = entries.filter((entry) => entry.kind === "file");
			if (chosen.secrets.includes("./")) {
				throw new outcome.lZ("source-unusable", `source-path: ${(0, sizes.Gt)(sourcePath)} has the content of a Git directory (HEAD, config, objects, refs), which can contain credentials, so nothing was packed. Give the folder of the agent.`);
			}
			if (files.length === 0) {
				throw new outcome.lZ("source-unusable", `source-path: ${(0, sizes.Gt)(sourcePath)} contains no file to pack. Check out the repository before this step, and check the ignore files.`);
			}
			const pointers = [];
			const first = await packOnce(root, entries, limits2, { pointers, commitCheck }, signal);
			if (pointers.length > 0) {
				warn(`${(0, sizes.Gt)(pointers[0] ?? "")}${pointers.length > 1 ? ` and ${pointers.length - 1} more files are Git LFS pointers` : " is a Git LFS pointer"}, not the content: set \`lfs: true\` on actions/checkout if the agent needs the content.`);
			}
			const contentBytes = files.reduce((sum, { size: size2 }) => sum + size2, 0);
			const size = `${(0, sizes.z3)(contentBytes)} in ${entries.length} files`;
			if (first.bytes > limits2.max) {
				throw new outcome.lZ("source-too-large", `The compressed source exceeds the ${(0, sizes.z3)(limits2.max)} that the service accepts (${size}). Add files that the agent does not need to .dockerignore. The largest files:
${(0, sizes.Sd)(files).join("\n")}`);
			}
			const exists = [...entries, ...left.links].map((entry) => entry.path);
			commitCheck?.finish(entries, chosen.paths, /* @__PURE__ */ new Set([...exists, ...left.special]));
			if (first.bytes > limits2.large) {
				warn(`The compressed source has ${(0, sizes.z3)(first.bytes)} (${size}), and each deploy uploads it. Add files that the agent does not need to .dockerignore. The largest files:
${(0, sizes.Sd)(files).join("\n")}`);
			}
			const archive = { files: entries.length, contentBytes, bytes: first.bytes, sha256: first.sha256, commit: git?.commit };
			const names = new Set(entries.map((entry) => entry.path));
			return { archive, includes: (name) => names.has(name), open: () => repack(root, entries, archive, first.kept) };
		};
	}
	async function findRoot(workspace, sourcePath) {
		const wrong = (problem, cause) => new outcome.lZ("source-unusable", `source-path: ${problem}`, { cause });
		const places = [(0, promises_.realpath)(workspace), (0, promises_.realpath)(external_node_path_.resolve(workspace, sourcePath))];
		const [outer, root] = await Promise.all(places).catch((cause) => {
			throw wrong(`the folder ${(0, sizes.Gt)(sourcePath)} does not exist in the workspace (${(0, os_errors.gJ)(cause)}). Check out the repository before this step, or correct the path.`, cause);
		});
		const within = external_node_path_.relative(outer, root);
		if (within === ".." || within.startsWith(`..${external_node_path_.sep}`) || external_node_path_.isAbsolute(within)) {
			throw wrong(`${(0, sizes.Gt)(sourcePath)} is outside the workspace, and only files of the workspace can be packed.`);
		}
		const readable = await (0, promises_.readdir)(root).then(() => void 0, (cause) => ({ cause }));
		if (readable === void 0) return root;
		throw wrong(`${(0, sizes.Gt)(sourcePath)} is not a readable folder (${(0, os_errors.gJ)(readable.cause)}). Give the folder that contains the graph configuration, or omit source-path to pack the whole workspace.`, readable.cause);
	}
	async function packOnce(root, entries, limits2, { pointers, commitCheck }, signal) {
		const hash = (0, external_node_crypto_.createHash)("sha256");
		let bytes = 0;
		let kept = [];
		const began = (name, chunk) => {
			if (chunk.length < 300 && Buffer.from(chunk).toString("latin1").startsWith(LFS_POINTER)) pointers.push(name);
		};
		const read = (entry, chunk) => commitCheck?.add(entry, chunk);
		for await (const chunk of gzip(hashed(tar(root, entries, { began, read }), hash))) {
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
	async function* repack(root, entries, { bytes, sha256 }, kept) {
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
}), 61995: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { preview: () => preview });
	var statuses = __require(83889);
	var read = __require(98591);
	var deploy = __require(43805);
	var check_paths = __require(8073);
	var outcome = __require(96043);
	var current = __require(67418);
	var fields = __require(44034);
	var hidden_value = __require(30171);
	var github_client = __require(73564);
	var permission = __require(82116);
	;
	const MAX_PAGES = 30;
	function createApprovalReader(connection, { clock, signal }) {
		const client = (0, github_client.createPatientClient)(connection, { clock, signal });
		const read2 = async (work) => {
			try {
				return { kind: "read", value: await work() };
			} catch (error) {
				signal.throwIfAborted();
				return { kind: "unreadable", failure: client.failureOf(error) };
			}
		};
		return { reviews: (number) => read2(() => listReviews(client, number)), runReviews: (runId) => read2(async () => {
			const { data } = await client.call((at) => client.octokit.rest.actions.getReviewsForRun({ ...at, run_id: runId }));
			return data.map(({ state, user, environments }) => ({ by: accountOf(user), state, environments: environments.flatMap(({ name }) => name ?? []) }));
		}), writers: (approvals) => read2(async () => {
			const accounts = new Map(approvals.map(({ by }) => [by.id, by]));
			const writers = /* @__PURE__ */ new Set();
			for (const account of accounts.values()) {
				if (await (0, permission.j)(client, account)) writers.add(account.id);
			}
			return writers;
		}) };
	}
	async function listReviews(client, number) {
		const reviews = [];
		for (let page = 1; page <= MAX_PAGES; page += 1) {
			const { data } = await client.call((at) => client.octokit.rest.pulls.listReviews({ ...at, pull_number: number, per_page: 100, page }));
			for (const { user, state, commit_id: commit } of data) {
				reviews.push({ by: accountOf(user), state, commit: commit?.toLowerCase() });
			}
			if (data.length < 100) return reviews;
		}
		throw new Error(`pull request #${number} has more than ${MAX_PAGES * 100} reviews`);
	}
	function accountOf(user) {
		return user === null ? void 0 : { login: user.login, id: user.id, bot: user.type !== "User" };
	}
	var pull_requests = __require(22959);
	;
	const LABEL_MIN_AGE_MS = 6e4;
	function findApprovals(rules, evidence) {
		const approvals = [];
		const refused = [];
		const note = (by, commit, act) => {
			if (by === void 0 || commit === void 0) refused.push(`someone ${act}, but GitHub does not show who and for which commit`);
			else if (by.bot) refused.push(`${by.login} ${act}, but only people can approve`);
			else approvals.push({ by, commit, act });
		};
		for (const rule of rules) {
			switch (rule.by) {
				case "review":
					for (const { by, commit } of standingApprovals(evidence.reviews)) note(by, commit, "approved in a review");
					break;
				case "label": {
					const problem = labelProblem(rule.name, evidence);
					if (problem !== void 0) refused.push(problem);
					else note(evidence.event?.labelling?.by, evidence.event?.commit, `added the label ${rule.name}`);
					break;
				}
				case "environment":
					for (const { by, state, environments } of evidence.runReviews) {
						if (state !== "approved" || !environments.some((name) => isSame(name, rule.name))) continue;
						note(by, evidence.event?.commit, `approved this run for the environment ${rule.name}`);
					}
					break;
			}
		}
		return { approvals, refused };
	}
	function decideApproval({ head, event }, { approvals, refused }, writers) {
		if (event !== void 0 && event.commit !== head) {
			return { kind: "outdated", why: `this run is about commit ${event.commit}, but the head of the pull request is now ${head}` };
		}
		const byWriters = approvals.filter(({ by }) => writers.has(by.id));
		const approval = byWriters.find(({ commit }) => commit === head);
		if (approval !== void 0) return { kind: "approved", commit: head, approval };
		const older = byWriters.at(-1);
		if (older !== void 0) {
			return { kind: "outdated", why: `${older.by.login} ${older.act}, but for commit ${older.commit}, and the head of the pull request is ${head}` };
		}
		const without = approvals.map(({ by, act }) => `${by.login} ${act}, but has no write permission`);
		const all = [.../* @__PURE__ */ new Set([...without, ...refused])];
		return { kind: "missing", why: [`nobody with write permission approved commit ${head}`, ...all].join("; ") };
	}
	function standingApprovals(reviews) {
		const latest = /* @__PURE__ */ new Map();
		for (const review of reviews) {
			if (["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].includes(review.state)) latest.set(review.by?.id, review);
		}
		return [...latest.values()].filter(({ state }) => state === "APPROVED");
	}
	function labelProblem(name, { event, labels }) {
		const labelling = event?.labelling;
		if (event === void 0 || labelling === void 0 || !isSame(labelling.label, name)) {
			return `this run was not started by adding the label ${name}: remove the label and add it again`;
		}
		if (!labels.some((label) => isSame(label, name))) return `the label ${name} was removed again`;
		if (event.pushedAt === void 0 || !Number.isFinite(labelling.at)) {
			return `GitHub does not show the time of the last push to the fork, so the label ${name} does not approve a commit`;
		}
		if (labelling.at - event.pushedAt >= LABEL_MIN_AGE_MS) return void 0;
		return `the label ${name} was added less than ${LABEL_MIN_AGE_MS / 1e3} seconds after a push to the fork, so it might be meant for the previous commit: remove the label and add it again`;
	}
	function isSame(one, other) {
		return one.toLowerCase() === other.toLowerCase();
	}
	var ownership = __require(65711);
	var pull_request = __require(68333);
	;
	async function approveFork(context, of, pull) {
		const { settings, log } = context;
		const rules = settings.forks?.rules ?? [];
		const connection = await context.github();
		if (connection === void 0) throw unknown(of, pull_request.wH);
		const { commit: head } = pull;
		if (!pull.isCurrent || head === void 0) {
			throw unknown(of, "GitHub did not return the pull request, and an event does not prove that the approval still applies.");
		}
		const reader = createApprovalReader(connection, context);
		const must = (reading, what, permission2) => {
			if (reading.kind === "read") return reading.value;
			throw unknown(of, (0, pull_requests.Ic)(`${what} could not be read`, reading.failure, permission2));
		};
		const has = (by) => rules.some((rule) => rule.by === by);
		const runId = Number(context.env["GITHUB_RUN_ID"]);
		const evidence = { head, labels: pull.labels, event: eventHead(context), reviews: has("review") ? must(await reader.reviews(of.number), "The reviews", "pull-requests: read") : [], runReviews: has("environment") && Number.isSafeInteger(runId) && runId > 0 ? must(await reader.runReviews(runId), "The approvals of this run", "actions: read") : [] };
		const search = findApprovals(rules, evidence);
		const writers = must(await reader.writers(search.approvals), "The permission of an approver", "metadata: read");
		const decision = decideApproval(evidence, search, writers);
		if (decision.kind === "approved") {
			const { by, act } = decision.approval;
			log.line(`Commit ${decision.commit} of a fork is approved: ${by.login} ${act}.`);
			return { kind: "approved", commit: decision.commit };
		}
		const reason = decision.kind === "missing" ? "approval-missing" : "approval-outdated";
		const which = `Pull request ${(0, ownership.U7)(of)} comes from a fork, and its commit was not deployed`;
		return { kind: "refused", end: (0, outcome.bu)("skipped", reason, `${which}: ${decision.why}.`) };
	}
	function eventHead({ event, settings }) {
		const { pullRequest, commit } = event;
		if (pullRequest?.number !== settings.pullRequest || commit === void 0) return void 0;
		return { commit, labelling: pullRequest.labelling, pushedAt: pullRequest.pushedAt };
	}
	function unknown(of, why) {
		return new outcome.lZ("approval-unknown", `Whether the commit of the fork in ${(0, ownership.U7)(of)} is approved could not be determined, so nothing was sent. ${why}`);
	}
	var deployment_fields = __require(31668);
	;
	const NOT_INHERITED = ["service_account_name", "volumes", "volume_mounts", "init_containers", "sidecars"];
	function inheritSettings(desired, base, { exists }) {
		const source = sourceOf(desired, base);
		const own = { ...desired, source };
		if (base === void 0 || base.source !== source) return own;
		const from = { ...base, resourceSpec: withoutRights(base.resourceSpec) };
		const fields2 = (0, deployment_fields.YP)(({ inherited }, name) => {
			const isInherited = inherited === "always" || inherited === "create" && !exists;
			return own[name] ?? (isInherited ? from[name] : void 0);
		});
		return { ...own, ...fields2 };
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
	var errors = __require(65292);
	var os_errors = __require(94924);
	var action_text = __require(77844);
	var preview_name = __require(81746);
	var teardown = __require(57422);
	;
	const ABANDONED_MS = 24 * 36e5;
	async function withCommitPreviews(context, options, work) {
		const { record, signal } = context;
		let end;
		try {
			end = await work();
		} catch (error) {
			signal.throwIfAborted();
			if (record.changed) await deleteSurplus(context, options);
			throw error;
		}
		if (end.kind === "skipped") return end;
		if (context.settings.dryRun) return describeSurplus(context, options, end);
		if (end.kind === "superseded" && end.reason === "commit-mismatch") {
			end = await deleteOtherCommit(context, options, end);
		}
		await deleteSurplus(context, options);
		return end;
	}
	function selectSurplus(previews, name, keep) {
		const others = newestFirst(previews.filter((one) => one.name !== name));
		return others.slice(Math.max(0, keep - 1)).filter(({ createdAt }) => createdAt !== void 0).toReversed();
	}
	function newestFirst(items) {
		const timeOf = ({ createdAt = Number.POSITIVE_INFINITY }) => createdAt;
		return items.toSorted((a, b) => {
			const [left, right] = [timeOf(a), timeOf(b)];
			return left === right ? a.id < b.id ? 1 : -1 : right - left;
		});
	}
	async function readCommitPreviews(context, { query, name }) {
		const evidence = (0, ownership.At)(context);
		const found = [];
		for (const deployment of await (0, teardown.findPreviews)(context, query)) {
			const commit = (0, preview_name.YP)(deployment.name, query.forms)?.commit;
			if (commit === void 0 || (0, statuses.vx)(deployment.status)) continue;
			const isOwn = deployment.id === context.record.deployment?.id && deployment.name === name;
			const verdict = (0, ownership._E)(deployment, query.of, { ...evidence, proven: isOwn });
			if (!verdict.ours) {
				const line = `${deployment.name} (${deployment.id}) ${verdict.why}.`;
				if ((0, ownership.t7)(deployment).kind === "hidden") context.log.warn("preview-keep", `Kept: ${line}`);
				else context.log.line(`Left alone: ${line}`);
				continue;
			}
			const createdAt = Date.parse(deployment.created_at ?? "");
			found.push({ id: deployment.id, name: deployment.name, commit, url: deployment.active_revision_id ? (0, current.rs)(deployment) : void 0, createdAt: createdAt >= 0 ? createdAt : void 0, deployment });
		}
		return found;
	}
	async function describeSurplus(context, options, end) {
		const surplus = selectSurplus(await readCommitPreviews(context, options), options.name, options.keep);
		if (surplus.length === 0) return end;
		const names2 = surplus.map(({ name, id: id2 }) => `${name} (${id2})`).join(", ");
		const line = `${(0, action_text.pq)(surplus.length, "older preview")} would be deleted, because preview-keep is ${options.keep}: ${names2}.`;
		context.log.line(line);
		return end.kind === "planned" ? (0, outcome.bu)("planned", "dry-run", `${end.message} ${line}`) : end;
	}
	async function deleteSurplus(context, options) {
		const { record, log, signal } = context;
		try {
			const found = await readCommitPreviews(context, options);
			const deleted = /* @__PURE__ */ new Set();
			for (const preview2 of selectSurplus(found, options.name, options.keep)) {
				if (await tryDelete(context, options, preview2)) deleted.add(preview2.id);
			}
			const left = found.filter(({ id: id2, name }) => !deleted.has(id2) && !record.retired.includes(name));
			record.commitPreviews = newestFirst(left).map(({ name, commit, url, createdAt }) => ({ name, commit, url, createdAt }));
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof errors.hD)) throw error;
			log.warn("preview-keep", `The previews of ${(0, ownership.U7)(options.query.of)} could not be listed, so older previews were not deleted: ${error.message} The next deploy of the pull request deletes them, and its closing deletes all.`);
		}
	}
	async function tryDelete(context, { query: { of }, keep }, { deployment }) {
		const { log, signal, record } = context;
		const { name, id: id2 } = deployment;
		try {
			if (!await (0, teardown.isSameById)(context, deployment, of)) return true;
			if (await isDeploying(context, deployment)) {
				log.line(`${name} (${id2}) is kept, because another run is deploying it.`);
				return false;
			}
			log.line(`Deleting ${name} (${id2}), because preview-keep is ${keep} and newer previews exist.`);
			await (0, teardown.deletePreview)(context, deployment);
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof errors.hD) && !(error instanceof outcome.lZ)) throw error;
			log.warn("preview-keep", `${name} (${id2}), an older preview of ${(0, ownership.U7)(of)}, could not be deleted: ${(0, os_errors.gJ)(error)} The next deploy of the pull request tries again, and its closing deletes all previews.`);
			return false;
		}
		record.retired.push(name);
		return true;
	}
	async function isDeploying({ controlPlane, signal, clock }, { id: id2, created_at: createdAt }) {
		const [latest] = await controlPlane.listRevisions(id2, { limit: 1 }, signal);
		if (latest !== void 0 && (0, statuses.dR)(latest.status)) return false;
		const since = Date.parse((latest === void 0 ? createdAt : latest.created_at) ?? "");
		return Number.isNaN(since) || clock.now() - since < ABANDONED_MS;
	}
	async function deleteOtherCommit(context, { query: { of } }, end) {
		const { record, controlPlane, signal, log } = context;
		const { deployment: own } = record;
		if (own === void 0) return end;
		try {
			const found = await controlPlane.getDeployment(own.id, signal);
			if (!await (0, teardown.isSameById)(context, found, of)) return end;
			await (0, teardown.deletePreview)(context, found);
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof errors.hD) && !(error instanceof outcome.lZ)) throw error;
			log.warn("preview-per", `${own.name} (${own.id}) has another commit than its name, and could not be deleted: ${(0, os_errors.gJ)(error)}`);
			return end;
		}
		record.retired.push(own.name);
		return (0, outcome.bu)("superseded", "commit-mismatch", `${end.message} The preview ${own.name} was deleted, because its name contains the other commit.`);
	}
	var names = __require(92832);
	var inputs_secrets = __require(54476);
	;
	async function preview(context) {
		const { settings, record } = context;
		record.pullRequest = settings.pullRequest;
		const of = (0, pull_request.Jx)(context);
		const pull = await (0, pull_request.Yy)(context);
		const skipped = gatePullRequest(of, pull, settings.forks !== void 0);
		if (skipped !== void 0) return skipped;
		if (!(0, pull_request.RX)(settings.labels, pull.labels)) return tearDownUnlabelled(context, of, pull);
		if (!pull.fork) return createPreview(context, of, pull);
		const approval = await approveFork(context, of, pull);
		if (approval.kind === "refused") return approval.end;
		return createPreview(restrictToFork(context, approval.commit), of, pull);
	}
	function restrictToFork(context, commit) {
		const { settings } = context;
		const { desired, forks } = settings;
		if (desired.source !== "internal_source") throw new Error("only an upload contains exactly the approved commit");
		const secrets = forks?.secrets === true ? desired.secrets ?? [] : [];
		return { ...context, exactCommit: { commit, name: "the approved commit", refuse: notApproved }, settings: { ...settings, desired: { ...desired, secrets, secretsStrategy: "replace" } } };
	}
	function notApproved(why) {
		return new outcome.lZ("commit-not-approved", `Only the approved commit of a fork may be deployed, and ${why}, so nothing was sent. Check out the commit directly before this step, with \`ref: \${{ github.event.pull_request.head.sha }}\`, and change no file. Git LFS files and submodules are not supported.`);
	}
	async function createPreview(context, of, pull) {
		const { settings, record } = context;
		const untouched = await (0, check_paths.checkPullRequestPaths)(context);
		if (untouched !== void 0) return untouched;
		const base = await readBase(context);
		const { source } = inheritSettings(settings.desired, base, { exists: false });
		const where = { source, endpoint: settings.endpoint };
		const pullRequestName = (0, names.LF)(settings, of, pull.branch, where);
		const query = { names: [pullRequestName], forms: (0, names.EY)(settings, of, pull.branch), of };
		const { keepCommits: keep } = settings;
		if (keep === void 0) {
			context.log.line(`The preview of ${(0, ownership.U7)(of)} is ${pullRequestName}.`);
			record.name = pullRequestName;
			return withPreviewCleanup(context, query, () => deployPreview(context, of, pull, base, pullRequestName));
		}
		const commit = commitOf(context, of, pull);
		const name = (0, names.sC)(settings, of, pull.branch, { ...where, commit });
		context.log.line(`The preview of commit ${commit} in ${(0, ownership.U7)(of)} is ${name}.`);
		record.name = name;
		record.previewNames = [pullRequestName];
		return withPreviewCleanup(context, query, () => withCommitPreviews(context, { query, name, keep }, () => deployPreview(context, of, pull, base, name)));
	}
	function commitOf(context, of, pull) {
		const { desired } = ofPullRequest(context.settings, pull);
		const ofHead = pull.ofEvent ? context.event.commit ?? pull.commit : pull.commit;
		const commit = context.exactCommit?.commit ?? (desired.source === "git_host" ? desired.commit : ofHead);
		if (commit !== void 0) return commit;
		throw new outcome.lZ("pull-request-unknown", `The name of the preview contains its commit, but the head commit of ${(0, ownership.U7)(of)} is unknown. Let the job read pull requests (\`pull-requests: read\`), or set \`preview-per: pull-request\`.`);
	}
	function gatePullRequest(of, { fork, closed }, acceptsForks) {
		const which = `Pull request ${(0, ownership.U7)(of)}`;
		if (fork && !acceptsForks) {
			return (0, outcome.bu)("skipped", "fork", `${which} comes from a fork, whose code must not run with the secrets of this repository. A maintainer can push the change to a branch of this repository, or the workflow can set fork-approval.`);
		}
		if (!closed) return void 0;
		return (0, outcome.bu)("skipped", "pull-request-closed", `${which} is closed, so it gets no preview.`);
	}
	async function tearDownUnlabelled(context, of, pull) {
		const { settings } = context;
		const query = (0, teardown.allPreviewsOf)(settings, of, pull.branch);
		const there = await (0, teardown.findPreviews)(context, query);
		if (there.some((item) => (0, ownership._E)(item, of, (0, ownership.At)(context)).ours)) {
			context.log.line("The label that requests a preview was removed.");
			return (0, teardown.removePreview)(context, query);
		}
		return (0, outcome.bu)("skipped", "label-missing", `Pull request ${(0, ownership.U7)(of)} has none of the labels ${settings.labels.join(", ")}, so it gets no preview.`);
	}
	async function readBase(context) {
		const { settings, log } = context;
		const { from } = settings;
		if (from === void 0) return void 0;
		const found = await (0, read.FB)(context, from.target);
		if (found !== void 0) {
			log.line(`The preview inherits settings, but no secrets, from ${found.name} (${found.id}).`);
			const base = (0, current.le)(found, []);
			refusePlaceholders(base, settings.desired);
			return base;
		}
		if (from.specified && from.target.by === "name") {
			throw new outcome.lZ("deployment-not-found", `preview-from: no deployment ${from.target.name} exists to inherit settings from. Correct the name, or omit preview-from to inherit nothing.`);
		}
		return void 0;
	}
	function refusePlaceholders(base, desired) {
		for (const [input, own, inherited] of [["install-command", desired.installCommand, base.installCommand], ["build-command", desired.buildCommand, base.buildCommand]]) {
			if (own !== void 0 || inherited === void 0 || !(0, hidden_value.s4)(inherited)) continue;
			throw new outcome.lZ("secrets-hidden", `${input}: ${base.name} shows a placeholder, which cannot be inherited. Set ${input}, or set preview-from to another deployment.`);
		}
	}
	async function withPreviewCleanup(context, previewQuery, work) {
		let end;
		try {
			end = await work();
		} catch (error) {
			context.signal.throwIfAborted();
			if (error instanceof outcome.lZ && error.outcome.reason === "not-a-preview") throw error;
			const removed = await removeIfUnwanted(context, previewQuery);
			if (removed !== void 0) return removed;
			throw error;
		}
		const sent = end.kind !== "unchanged" && end.kind !== "planned";
		return (sent ? await removeIfUnwanted(context, previewQuery) : void 0) ?? end;
	}
	async function removeIfUnwanted(context, previewQuery) {
		if (context.settings.dryRun) return void 0;
		const state = await (0, pull_request.Hi)(context);
		if (state === void 0 || state === "open") return void 0;
		context.log.line(`The pull request ${state === "closed" ? "was closed" : "lost its label"} while its preview was being deployed.`);
		const end = await (0, teardown.removePreview)(context, previewQuery);
		if (end.kind !== "torn-down" || state !== "closed") return end;
		return (0, outcome.bu)("torn-down", "closed-meanwhile", `Pull request ${(0, ownership.U7)(previewQuery.of)} was closed while its preview was being deployed, so the preview was deleted.`);
	}
	async function deployPreview(context, of, pull, base, name) {
		const there = await (0, teardown.findByNames)(context, [name]);
		const left = await untilFree(context, there);
		if (left !== void 0) return left;
		const found = there.find(({ status }) => !(0, statuses.vx)(status));
		const own = ofPullRequest(context.settings, pull);
		const inherited = inheritSettings(own.desired, base, { exists: found !== void 0 });
		const desired = withMarker(inherited, of, found);
		const writeGuard = previewGuard({ of, desired: inherited, evidence: (0, ownership.At)(context) });
		if (found !== void 0) writeGuard.update(found);
		const settings = { ...context.settings, ...own, desired, verification: compareWithBase(context, base), paths: void 0, verb: "deploy", target: { by: "name", name } };
		const afterRollout = seedAfterRollout(context, { pull, base, checkOwner: (deployment) => writeGuard.update(deployment) });
		const work = () => (0, deploy.deploy)({ ...context, settings, writeGuard, afterRollout });
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof outcome.lZ) || error.outcome.reason !== "name-taken") throw error;
			const beingDeleted = (await (0, teardown.findByNames)(context, [name])).filter(({ status }) => (0, statuses.vx)(status));
			if (beingDeleted.length === 0) throw leftOver(name, error);
			return await untilFree(context, beingDeleted) ?? work();
		}
	}
	function seedAfterRollout(context, { pull, ...options }) {
		const { seed } = context.settings;
		if (seed === void 0 || pull.fork) return void 0;
		return async (end) => {
			const { seedPreview } = await Promise.all([__require.e(3724), __require.e(5125)]).then(__require.bind(__require, 75125));
			return seedPreview(context, end, { ...options, seed });
		};
	}
	function compareWithBase({ settings, log }, base) {
		const { verification } = settings;
		if (verification?.gate?.compareWith.kind !== "base") return verification;
		const compareWith = () => {
			if (base?.activeRevisionId !== void 0) return { kind: "deployment", target: { by: "id", id: base.id } };
			const why = base === void 0 ? "inherits from no deployment" : `inherits from ${base.name}, which serves no revision`;
			log.line(`The preview ${why}, so the gate judges it without a comparison.`);
			return { kind: "none" };
		};
		return { ...verification, gate: { ...verification.gate, compareWith: compareWith() } };
	}
	function ofPullRequest({ desired, specified, resolveCommit }, pull) {
		if (pull.ofEvent || specified.ref || desired.source !== "git_host") return { desired, resolveCommit };
		const commit = specified.commit ? desired.commit : pull.commit;
		return { desired: { ...desired, ref: pull.branch, commit }, resolveCommit: false };
	}
	async function untilFree(context, there) {
		const beingDeleted = there.filter(({ status }) => (0, statuses.vx)(status));
		if (beingDeleted.length === 0 || context.settings.dryRun) return void 0;
		context.log.line("The previous preview with this name is still being deleted; waiting until it is gone.");
		const left = await (0, teardown.waitUntilDeleted)(context, beingDeleted);
		return left.length > 0 ? (0, teardown.stillDeletingOutcome)(context.settings.waitTimeoutMs, left) : void 0;
	}
	function leftOver(name, cause) {
		return new outcome.lZ("name-taken", `The name ${name} is taken by the tracing project of an earlier deployment that was deleted without it. Delete that project and run the workflow again, or set another preview-name-template. Teardown and sweep always delete both. ${cause.message}`, { cause });
	}
	function withMarker(desired, of, found) {
		const marker = { name: inputs_secrets.yf, value: (0, ownership.U7)(of) };
		if (desired.secrets !== void 0) return { ...desired, secrets: [...desired.secrets, marker] };
		const hidden = found !== void 0 && (0, ownership.t7)(found).kind === "hidden";
		return { ...desired, secrets: hidden ? void 0 : [marker], secretsStrategy: "merge" };
	}
	function previewGuard({ of, desired, evidence }) {
		return { create: ({ secrets }) => {
			if (secrets?.some(({ name }) => name === inputs_secrets.yf)) return;
			throw new outcome.lZ("deployment-gone", `The preview of ${(0, ownership.U7)(of)} disappeared while it was being updated. Run the workflow again.`);
		}, update: (found) => {
			const { repoUrl } = (0, current.le)(found, []);
			const proven = desired.source === "git_host" && repoUrl !== void 0 && (0, fields.Hx)(repoUrl) === (0, fields.Hx)(desired.repoUrl ?? "");
			const verdict = (0, ownership._E)(found, of, { ...evidence, proven });
			if (verdict.ours) return;
			throw new outcome.lZ("not-a-preview", `${found.name} (${found.id}) ${verdict.why}, so it was not changed. Set another preview-name-template, or delete the deployment if the preview may replace it.`);
		} };
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
			const { sweepIdle } = await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(2476), __require.e(4679), __require.e(1653), __require.e(3805), __require.e(4795)]).then(__require.bind(__require, 65446));
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
		if (a.imageUri !== void 0 && b.imageUri !== void 0) return a.imageUri === b.imageUri;
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
		const path2 = target.graphConfigPath;
		const repath = path2 !== void 0 && path2 !== current.graphConfigPath;
		if (repath) {
			changes.push({ field: "source_revision_config.graph_config_path", from: current.graphConfigPath ?? null, to: path2, revision: true });
		}
		const body = { ...sent.source_tarball_path ? { revision_source: "internal_source" } : {}, source_revision_config: { ...sent, ...repath ? { graph_config_path: path2 } : {} } };
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
	var $$polling4 = __require(7628);
	var $$read5 = __require(98591);
	var $$rollout6 = __require(74289);
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
			const same = ["status", "commit", "imageUri", "tarballPath", "ref"].every((field) => !byId[field] || !listed[field] || byId[field] === listed[field]);
			const { commit = listed.commit, ref = listed.ref, imageUri = listed.imageUri } = byId;
			const { tarballPath = listed.tarballPath } = byId;
			if (same) return { ...byId, commit, ref, imageUri, tarballPath };
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
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH, pq: () => $$later0.pqe });
	var $$later0 = __require(72786);
}), 35744: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { revisionLines: () => revisionLines, status: () => status, statusOutcome: () => statusOutcome, wait: () => wait });
	var $$statuses0 = __require(83889);
	var $$polling1 = __require(7628);
	var $$read2 = __require(98591);
	var $$rollout3 = __require(74289);
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
		const pool = { allowH2: false, pipelining: 1, connect: { timeout: options.connectTimeoutMs, ...tls }, headersTimeout: 0, bodyTimeout: 0 };
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
}), 65393: ((__module, __exports, __require) => {
	__require.d(__exports, { EM: () => $$later0.EMj, Wm: () => $$later0.Wmi, mR: () => $$later0.mRP });
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
}), 39946: ((__module, __exports, __require) => {
	__require.d(__exports, { z: () => withGit });
	var promises_ = __require(51455);
	var external_node_os_ = __require(48161);
	var external_node_path_ = __require(76760);
	;
	const SLOW_MS = 1e3;
	function watchForPipe(tree, onFound) {
		const ended = new AbortController();
		const look = async () => {
			const file = await findPipe(tree, ended.signal);
			if (file !== void 0 && !ended.signal.aborted) onFound(file);
		};
		const timer = setTimeout(() => void look(), SLOW_MS);
		return () => {
			ended.abort();
			clearTimeout(timer);
		};
	}
	async function findPipe({ root, opens }, signal) {
		const folders = [""];
		for (let folder = folders.pop(); folder !== void 0 && !signal.aborted; folder = folders.pop()) {
			const entries = await (0, promises_.readdir)(external_node_path_.join(root, folder), { withFileTypes: true }).catch(() => []);
			for (const entry of entries) {
				const at = external_node_path_.join(folder, entry.name);
				if (entry.isDirectory() && entry.name !== ".git") folders.push(at);
				else if (opens(entry.name) && await isEndless(external_node_path_.join(root, at))) return at;
			}
		}
		return void 0;
	}
	async function isEndless(file) {
		const found = await (0, promises_.stat)(file).catch(() => void 0);
		if (found?.isFIFO() === true) return true;
		return found?.isCharacterDevice() === true && await (0, promises_.realpath)(file).catch(() => "") !== "/dev/null";
	}
	var programs = __require(45638);
	var search_path = __require(38571);
	var git_repository = __require(96311);
	var network_environment = __require(65393);
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
	allowFilter = true
[http]
	followRedirects = false
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
	const OPENED_BY_NAME = /* @__PURE__ */ new Set([".gitignore", ".gitattributes", ".gitmodules"]);
	const CONFIG_LIMIT_MS = 6e4;
	async function withGit(env, signal, work) {
		const program = await (0, search_path.K)("git", env);
		if (program === void 0) return void 0;
		const folder = await (0, promises_.mkdtemp)(external_node_path_.join(await temporaryFolder(env), "agent-deploy-git-"));
		try {
			const settings = external_node_path_.join(folder, "settings");
			const empty = external_node_path_.join(folder, "empty.git");
			await (0, promises_.writeFile)(settings, gitSettings(process.platform));
			await (0, git_repository.ol)(empty, process.platform);
			let facades = 0;
			return await work({ empty, facade: (repository) => (0, git_repository.V$)(repository, external_node_path_.join(folder, `${facades += 1}.git`), process.platform), run: (args, call) => runGit(program.file, args, { ...call, env: variables(env, program, settings, call) }, signal), readConfig: async (file, query) => {
				const args = ["config", "--file", file, "--no-includes", "-z", ...query];
				const call = { cwd: empty, gitDir: empty, limitMs: CONFIG_LIMIT_MS };
				const end = await runGit(program.file, args, { ...call, env: variables(env, program, settings, call) }, signal);
				return end.kind === "ended" && end.code === 0 ? end.stdout.toString() : void 0;
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
		return { ...Object.fromEntries(Object.entries(machine).filter(([name]) => name.toUpperCase() !== "PATH")), PATH: search, ...gitVariables(settings, call.transports ?? []), GIT_DIR: call.gitDir, ...call.workTree !== void 0 && { GIT_WORK_TREE: call.workTree }, ...call.env };
	}
	async function runGit(program, args, { cwd, workTree, env, limitMs, limits = {}, input = "" }, signal) {
		const line = withResourceLimits(program, args, limits, process.platform);
		const opens = (name) => OPENED_BY_NAME.has(name);
		let file = "";
		const end = await (0, programs.mB)(line.command, line.args, { cwd, env, input, stderr: "ignore", timeoutMs: limitMs, maxOutputBytes: OUTPUT_BYTES, signal, group: "own", ...workTree !== void 0 && { watch: (kill) => watchForPipe({ root: workTree, opens }, (found) => {
			file = found;
			kill();
		}) } });
		switch (end.kind) {
			case "aborted":
				return Promise.reject(signal.reason);
			case "killed":
				return { kind: "blocked", file };
			case "ended":
				return { kind: "ended", code: end.code ?? 1, stdout: end.stdout };
			default:
				return { kind: end.kind };
		}
	}
}), 96311: ((__module, __exports, __require) => {
	__require.d(__exports, { I8: () => findCheckout, Lo: () => readShortFile, V$: () => createFacade, h_: () => openRepository, ol: () => initGitDir });
	var $$file0 = __require(85542);
	var $$promises1 = __require(51455);
	var $$path2 = __require(76760);
	var $$process3 = __require(1708);
	const SMALL = 4096;
	const LONG = 64 * 1024 * 1024;
	async function findCheckout(folder, workspace) {
		const above = foldersUpTo(folder, workspace);
		for (const [index, top] of above.entries()) {
			const entry = $$path2.join(top, ".git");
			const stat = await (0, $$promises1.lstat)(entry).catch(() => void 0);
			if (stat === void 0) continue;
			const gitDir = stat.isDirectory() ? entry : await linkedFolder(entry, above.slice(index));
			const repository = gitDir === void 0 ? void 0 : await readRepository(gitDir);
			return repository && { ...repository, top };
		}
		return void 0;
	}
	class UntrustedRepositoryError extends Error {
		hint = "Run `git init` in your own folder, or change the owner of that repository.";
		constructor(top, part, owner) {
			super(`the repository at ${top} is not trusted: ${part} belongs to user ${owner} instead of you or root`);
			this.name = "UntrustedRepositoryError";
		}
	}
	function trustedOwners(env) {
		const own = process.geteuid?.();
		if (own === void 0) return void 0;
		const caller = Number(env["SUDO_UID"] || "NaN");
		return /* @__PURE__ */ new Set([0, own, ...own === 0 && Number.isInteger(caller) ? [caller] : []]);
	}
	async function findOwnCheckout(folder, owners) {
		const found = await findCheckout(folder, path.parse(folder).root);
		if (found === void 0 || owners === void 0) return found;
		for (const part of /* @__PURE__ */ new Set([path.join(found.top, ".git"), found.gitDir, found.commonDir, found.top])) {
			const { uid } = await lstat(part);
			if (!owners.has(uid)) throw new UntrustedRepositoryError(found.top, part, uid);
		}
		return found;
	}
	async function openRepository(folder) {
		for (const candidate of [$$path2.join(folder, ".git"), folder, `${folder}.git`]) {
			const stat = await (0, $$promises1.lstat)(candidate).catch(() => void 0);
			if (stat === void 0) continue;
			const target = stat.isFile() ? await targetOf(candidate) : candidate;
			const repository = target === void 0 ? void 0 : await readRepository(target);
			if (repository !== void 0) return repository;
		}
		return void 0;
	}
	function foldersUpTo(folder, last) {
		const folders = [folder];
		for (let at = folder; at !== last; at = $$path2.dirname(at)) {
			const above = $$path2.dirname(at);
			if (above === at) return [];
			folders.push(above);
		}
		return folders;
	}
	async function linkedFolder(entry, above) {
		const target = await targetOf(entry);
		if (target === void 0) return void 0;
		for (const folder of above) {
			const own = await (0, $$promises1.realpath)($$path2.join(folder, ".git")).catch(() => void 0);
			if (own !== void 0 && target.startsWith(own + $$path2.sep)) return target;
		}
		const back = await smallFile($$path2.join(target, "gitdir"));
		if (back === void 0) return void 0;
		const named = await (0, $$promises1.realpath)($$path2.resolve(target, back.trim())).catch(() => void 0);
		return named !== void 0 && named === await (0, $$promises1.realpath)(entry) ? target : void 0;
	}
	async function targetOf(file) {
		const [, named] = /^gitdir: ([^\0\r\n]+)\s*$/.exec(await smallFile(file) ?? "") ?? [];
		if (named === void 0) return void 0;
		return (0, $$promises1.realpath)($$path2.resolve($$path2.dirname(file), named)).catch(() => void 0);
	}
	async function readRepository(gitDir) {
		if (await smallFile($$path2.join(gitDir, "HEAD")) === void 0) return void 0;
		const shared = await smallFile($$path2.join(gitDir, "commondir"));
		const commonDir = shared === void 0 ? gitDir : $$path2.resolve(gitDir, shared.trim());
		const own = shared === void 0 || gitDir.startsWith($$path2.join(commonDir, "worktrees") + $$path2.sep);
		return own && await isFolder($$path2.join(commonDir, "objects")) ? { gitDir, commonDir } : void 0;
	}
	async function createFacade({ gitDir, commonDir }, at, platform) {
		await (0, $$promises1.mkdir)($$path2.join(at, "info"), { recursive: true });
		const config = await readShortFile($$path2.join(commonDir, "config"), 1024 * 1024) ?? "";
		const inTables = await isFolder($$path2.join(commonDir, "reftable"));
		const extensions = [.../\bobjectformat\s*=\s*"?sha256\b/i.test(config) ? ["objectFormat = sha256"] : [], ...inTables ? ["refStorage = reftable"] : []];
		await (0, $$promises1.writeFile)($$path2.join(at, "config"), repositoryConfig(extensions, platform));
		await (0, $$promises1.writeFile)($$path2.join(at, "HEAD"), await smallFile($$path2.join(gitDir, "HEAD")) ?? "");
		for (const [folder, name] of [[commonDir, "packed-refs"], [commonDir, "shallow"], [commonDir, $$path2.join("info", "exclude")], ...(await sharedIndex(gitDir)).map((index2) => [gitDir, index2])]) {
			const from = $$path2.join(folder, name);
			if (!await isShortFile(from, LONG)) continue;
			const content = await (0, $$file0.b$)(from, { maxBytes: LONG }).catch(() => void 0);
			if (content !== void 0) await (0, $$promises1.writeFile)($$path2.join(at, name), content);
		}
		for (const name of ["objects", "refs", ...inTables ? ["reftable"] : []]) {
			const real = await (0, $$promises1.realpath)($$path2.join(commonDir, name)).catch(() => void 0);
			if (real === void 0 || !await isFolder(real)) await (0, $$promises1.mkdir)($$path2.join(at, name));
			else await (0, $$promises1.symlink)(real, $$path2.join(at, name), "junction");
		}
		const index = $$path2.join(gitDir, "index");
		return { gitDir: at, index: await isFile(index) ? { GIT_INDEX_FILE: index } : {} };
	}
	async function initGitDir(at, platform) {
		await Promise.all(["objects", "refs"].map((name) => (0, $$promises1.mkdir)($$path2.join(at, name), { recursive: true })));
		await (0, $$promises1.writeFile)($$path2.join(at, "config"), repositoryConfig([], platform, true));
		const head = $$path2.join(at, "HEAD");
		if (await (0, $$promises1.lstat)(head).catch(() => void 0) === void 0) {
			await (0, $$promises1.writeFile)(head, "ref: refs/heads/main\n");
		}
	}
	function repositoryConfig(extensions, platform, bare = false) {
		const lines = [`repositoryFormatVersion = ${extensions.length > 0 ? 1 : 0}`, `bare = ${String(bare)}`];
		if (platform === "win32" || platform === "darwin") lines.push("ignoreCase = true");
		if (platform === "darwin") lines.push("precomposeUnicode = true");
		if (platform === "win32") lines.push("fileMode = false", "symlinks = false");
		return ["[core]", ...lines.map((line) => `	${line}`), ...extensions.length > 0 ? ["[extensions]", ...extensions.map((line) => `	${line}`)] : [], ""].join("\n");
	}
	async function sharedIndex(gitDir) {
		const names = (await (0, $$promises1.readdir)(gitDir).catch(() => [])).filter((name) => /^sharedindex\.([0-9a-f]{40}|[0-9a-f]{64})$/.test(name));
		if (names.length === 0) return [];
		const file = $$path2.join(gitDir, "index");
		const index = await isShortFile(file, LONG) ? await (0, $$file0.b$)(file, { maxBytes: LONG }) : Buffer.alloc(0);
		const link = index.lastIndexOf("link");
		const linked = names.find((name) => {
			const hash = Buffer.from(name.slice("sharedindex.".length), "hex");
			return link >= 0 && index.subarray(link + 8, link + 8 + hash.length).equals(hash);
		});
		return linked === void 0 ? [] : [linked];
	}
	async function smallFile(file) {
		return readShortFile(file, SMALL);
	}
	async function readShortFile(file, most) {
		if (!await isShortFile(file, most)) return void 0;
		return (0, $$file0.Sg)(file, { maxBytes: most }).catch(() => void 0);
	}
	async function isShortFile(file, most) {
		const stat = await (0, $$promises1.lstat)(file).catch(() => void 0);
		return stat !== void 0 && stat.isFile() && stat.size <= most;
	}
	async function isFile(file) {
		return (await (0, $$promises1.lstat)(file).catch(() => void 0))?.isFile() ?? false;
	}
	async function isFolder(folder) {
		const real = await (0, $$promises1.realpath)(folder).catch(() => void 0);
		return real !== void 0 && (await (0, $$promises1.lstat)(real)).isDirectory();
	}
}), 45638: ((__module, __exports, __require) => {
	__require.d(__exports, { Bx: () => windowsVariables, E: () => windowsProgram, Xd: () => startProgram, fM: () => lastLine, i8: () => signalGroup, jH: () => outputOf, mB: () => runProgram });
	var $$process0 = __require(31421);
	var $$path1 = __require(76760);
	var $$process2 = __require(1708);
	const WINDOWS = $$process2.platform === "win32";
	const KILLED_MS = 1e3;
	const OUTPUT_BYTES = 1024 * 1024;
	function startProgram(command, args, { group, ...options }) {
		try {
			return (0, $$process0.spawn)(command, args, { ...options, detached: group === "lasting" || group === "own" && !WINDOWS, windowsHide: true, windowsVerbatimArguments: WINDOWS && /^cmd(\.exe)?$/i.test($$path1.basename(command)) });
		} catch (error) {
			const child = unstartedProgram();
			$$process2.nextTick(() => child.emit("error", error));
			return child;
		}
	}
	function unstartedProgram() {
		return new $$process0.ChildProcess();
	}
	async function runProgram(command, args, { input, stderr, timeoutMs, maxOutputBytes = OUTPUT_BYTES, signal, onOutput, onStart, watch, ...start }) {
		if (signal?.aborted === true) return { kind: "aborted" };
		const child = startProgram(command, args, { ...start, stdio: [input === void 0 ? "ignore" : "pipe", "pipe", stderr ?? "pipe"] });
		const { promise: closed, resolve, reject } = Promise.withResolvers();
		let stopped;
		let late;
		const stop = (kind) => {
			if (stopped !== void 0 || child.pid === void 0) return;
			stopped = { kind };
			if (start.group === void 0) child.kill("SIGKILL");
			else void signalGroup(child.pid, "SIGKILL");
			late = setTimeout(() => {
				for (const stream of child.stdio) stream?.destroy();
				resolve({ kind });
			}, KILLED_MS);
		};
		const output = { stdout: [], stderr: [] };
		let bytes = 0;
		for (const name of ["stdout", "stderr"]) {
			child[name]?.on("data", (chunk) => {
				if (onOutput !== void 0) return onOutput(chunk);
				bytes += chunk.length;
				if (bytes > maxOutputBytes) stop("too-much");
				else output[name].push(chunk);
			});
		}
		child.stdin?.on("error", () => void 0).end(input);
		child.on("error", reject).once("close", (code, ended) => {
			const printed = { stdout: Buffer.concat(output.stdout), stderr: Buffer.concat(output.stderr) };
			resolve(stopped ?? { kind: "ended", code, signal: ended, ...printed });
		});
		const onAbort = () => stop("aborted");
		signal?.addEventListener("abort", onAbort, { once: true });
		const timer = timeoutMs === void 0 ? void 0 : setTimeout(stop, timeoutMs, "too-long");
		const unwatch = watch?.(() => stop("killed"));
		const started = child.pid === void 0 ? void 0 : onStart?.(child.pid);
		started?.catch((error) => {
			stop("killed");
			reject(error);
		});
		try {
			const [result] = await Promise.all([closed, started]);
			return result;
		} finally {
			signal?.removeEventListener("abort", onAbort);
			clearTimeout(timer);
			clearTimeout(late);
			unwatch?.();
		}
	}
	async function outputOf(command, args, options) {
		const end = await runProgram(command, args, options);
		if (end.kind === "ended" && end.code === 0) return end.stdout.toString();
		const how = end.kind === "ended" ? `exit code ${end.code ?? end.signal}: ${lastLine(end.stderr)}` : end.kind;
		throw new Error(`${$$path1.basename(command)} failed (${how}).`);
	}
	function lastLine(output) {
		return output.toString().trim().split("\n").at(-1) ?? "";
	}
	async function signalGroup(pid, signal) {
		if (WINDOWS) {
			const args = ["/PID", String(pid), "/T", ...signal === "SIGKILL" ? ["/F"] : []];
			await runProgram(windowsProgram("taskkill.exe"), args, { env: windowsVariables() }).catch(() => void 0);
			return;
		}
		try {
			$$process2.kill(-pid, signal);
		} catch {
		}
	}
	function windowsVariables() {
		const { SystemRoot } = $$process2.env;
		return SystemRoot === void 0 ? {} : { SystemRoot };
	}
	function windowsProgram(name) {
		return `${$$process2.env["SystemRoot"] ?? "C:\\Windows"}\\System32\\${name}`;
	}
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
