const id = 98;
const ids = [98];
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
}), 82473: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { connectHttp: () => connectHttp });
	var $$errors0 = __require(65292);
	var $$transport2 = __require(85143);
	var $$memoize3 = __require(57835);
	var $$client1 = __require(73564);
	const connectHttp = async (options) => {
		const { settings, env, clock, redact, log, readDeadline } = options;
		const [{ createTransport }, { createControlPlane }] = await Promise.all([(0, $$transport2.s)(), Promise.all([__require.e(410), __require.e(523), __require.e(196), __require.e(23), __require.e(98)]).then(__require.bind(__require, 82749))]);
		const transport = createTransport({ env, clock, redact, attemptTimeoutMs: settings.requestTimeoutMs, log });
		const controlPlane = createControlPlane({ transport, baseUrl: settings.endpoint.baseUrl, dialect: settings.endpoint.dialect, apiKey: settings.apiKey, workspaceId: settings.workspaceId, readDeadline, now: () => clock.now() });
		return { controlPlane, github: (0, $$memoize3.T)(() => (0, $$client1.openGitHub)({ token: settings.github.token, env, transport, redact })), probeStatus: createProbeStatus(transport), agentServer: async (baseUrl) => {
			const { createAgentServer } = await Promise.all([__require.e(410), __require.e(523), __require.e(666), __require.e(739), __require.e(439), __require.e(5), __require.e(255), __require.e(177), __require.e(196), __require.e(23), __require.e(28), __require.e(795)]).then(__require.bind(__require, 51364));
			const { apiKey, workspaceId, requestTimeoutMs } = settings;
			return createAgentServer({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
		}, evaluationApi: async (baseUrl) => {
			const { createEvaluationApi } = await Promise.all([__require.e(410), __require.e(523), __require.e(196), __require.e(23), __require.e(98)]).then(__require.bind(__require, 551));
			const { apiKey, workspaceId, requestTimeoutMs } = settings;
			return createEvaluationApi({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
		}, close: () => transport.close() };
	};
	const LIMIT_MS = 5e3;
	function createProbeStatus(transport) {
		return async (url, signal) => {
			try {
				const answer = await transport.call({ method: "GET", url: new URL(url), repeatable: false, attemptTimeoutMs: LIMIT_MS, signal });
				return answer.status;
			} catch (error) {
				if (!(error instanceof $$errors0.hD)) throw error;
				return error.status;
			}
		};
	}
}), 91085: ((__module, __exports, __require) => {
	__require.d(__exports, { Qw: () => finalCommentAction, SA: () => isMissingPermission, Wb: () => commentTargetOf, eT: () => deploymentStateOf, eY: () => candidateRefs, p7: () => environmentOf, qJ: () => isRollingOut, qy: () => describeReportFailure });
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
	function commentTargetOf(settings, event, record) {
		if (!settings.github.comment || settings.dryRun) return void 0;
		if (settings.verb === "sweep" || settings.verb === "status") return void 0;
		const pullRequest = record.pullRequest ?? event.pullRequest?.number;
		const key = settings.github.commentKey ?? agentOf(settings, record) ?? record.retired[0];
		return pullRequest === void 0 || key === void 0 ? void 0 : { pullRequest, key };
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
}), 24894: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createGitHubReporter: () => createGitHubReporter });
	var $$memoize3 = __require(57835);
	var $$client0 = __require(73564);
	var $$policy1 = __require(91085);
	var $$errors2 = __require(94924);
	function createGitHubReporter(options) {
		const { settings, event, record, signal } = options;
		const limits = { ...$$client0.GITHUB_LIMITS, ...options.limits };
		const stop = new AbortController();
		let last = Promise.resolve();
		let begun = false;
		const load = (0, $$memoize3.T)(async () => {
			const connection = await options.github();
			if (connection === void 0) return void 0;
			const { createGitHubPublisher } = await Promise.all([__require.e(875), __require.e(326)]).then(__require.bind(__require, 54659));
			return createGitHubPublisher(connection, options, stop.signal, limits);
		});
		const enqueue = (work) => {
			last = last.then(async () => {
				const publisher = await load();
				if (publisher !== void 0) await work(publisher);
			}).catch((error) => options.log(`The result could not be reported to GitHub: ${(0, $$errors2.gJ)(error)}`));
		};
		const isDue = (outcome) => {
			if (settings.dryRun) return false;
			if (begun || settings.github.deployment && record.retired.length > 0) return true;
			return (0, $$policy1.Qw)(settings.verb, outcome, begun) !== "leave" && (0, $$policy1.Wb)(settings, event, record) !== void 0;
		};
		return { reportProgress() {
			if (settings.github.token === void 0 || !(0, $$policy1.qJ)(settings, record)) return;
			if (!settings.github.deployment && (0, $$policy1.Wb)(settings, event, record) === void 0) return;
			begun = true;
			enqueue((publisher) => publisher.publishStart());
		}, async reportOutcome(outcome) {
			if (settings.github.token === void 0 || !isDue(outcome)) return;
			enqueue((publisher) => publisher.publishEnd(outcome));
			const inTime = await within(last, signal, limits);
			stop.abort(new Error("no time was left to update GitHub"));
			const failures = inTime ? (await load.current()?.catch(() => void 0))?.warnings() ?? [] : [LATE];
			for (const message of failures) warn(options, message);
		} };
	}
	const LATE = "GitHub did not respond in time, so it may show an outdated state of this run. The post step tries again.";
	function warn({ host, annotations }, message) {
		if (annotations) host.annotate({ level: "warning", title: "Agent Deploy: GitHub", message });
		else host.log(message);
	}
	async function within(work, signal, limits) {
		const { promise, resolve } = Promise.withResolvers();
		const timers = [setTimeout(() => resolve(false), limits.finishTimeoutMs)];
		const hurry = () => void timers.push(setTimeout(() => resolve(false), limits.cancelTimeoutMs));
		if (signal.aborted) hurry();
		else signal.addEventListener("abort", hurry, { once: true });
		void work.then(() => resolve(true));
		try {
			return await promise;
		} finally {
			for (const timer of timers) clearTimeout(timer);
			signal.removeEventListener("abort", hurry);
		}
	}
}), 5783: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { redactingControlPlane: () => redactingControlPlane, signaturesOf: () => signaturesOf });
	var $$text0 = __require(77844);
	var $$secrets1 = __require(54476);
	var $$value2 = __require(30171);
	const SHORTEST_SIGNATURE = 20;
	function signaturesOf(address) {
		const query = URL.parse(address)?.searchParams.values() ?? [];
		return [...query].filter(({ length }) => length >= SHORTEST_SIGNATURE);
	}
	function redactingControlPlane(controlPlane, { redactValues: hide, maskSignedUrl: signedAddress, keepIds: ids2 }, redact = (text) => text) {
		const short = (text) => text ? (0, $$text0.QW)(text, redact) : text;
		const shortRevision = (revision) => ({ ...revision, status: (0, $$text0.QW)(revision.status, redact), status_message: short(revision.status_message) });
		const seen = (deployment) => {
			ids2([deployment.id, deployment.latest_revision_id, deployment.active_revision_id]);
			const secrets = (deployment.secrets ?? []).filter(({ name }) => name !== $$secrets1.yf);
			hide(secrets.flatMap(({ value }) => value && !(0, $$value2.s4)(value) ? [value] : []));
			hide((0, $$secrets1.sC)(deployment.source_config?.["resource_spec"]));
			return { ...deployment, name: (0, $$text0.QW)(deployment.name, redact), status: (0, $$text0.QW)(deployment.status, redact), url: short(deployment.url) };
		};
		const signed = (answer) => {
			signedAddress(answer.upload_url, signaturesOf(answer.upload_url));
			return answer;
		};
		return { ...controlPlane, uploadUrl: async (...args) => signed(await controlPlane.uploadUrl(...args)), getDeployment: async (...args) => seen(await controlPlane.getDeployment(...args)), findDeployments: async (...args) => (await controlPlane.findDeployments(...args)).map(seen), listDeployments: async (...args) => (await controlPlane.listDeployments(...args)).map(seen), createDeployment: async (...args) => seen(await controlPlane.createDeployment(...args)), patchDeployment: async (...args) => seen(await controlPlane.patchDeployment(...args)), getRevision: async (...args) => shortRevision(await controlPlane.getRevision(...args)), listRevisions: async (...args) => (await controlPlane.listRevisions(...args)).map(shortRevision), tailLog: async (...args) => (await controlPlane.tailLog(...args)).map((line) => ({ ...line, level: short(line.level), message: (0, $$text0.QW)(line.message, redact) })), redeployRevision: async (...args) => seen(await controlPlane.redeployRevision(...args)) };
	}
}), 10390: ((__module, __exports, __require) => {
	__require.d(__exports, { redactingEvaluationApi: () => redactingEvaluationApi });
	var $$plane0 = __require(5783);
	function redactingEvaluationApi(api, { redactSignedUrl }) {
		return { ...api, readDataset: async (...args) => {
			const reading = await api.readDataset(...args);
			if (reading.kind !== "read") return reading;
			for (const { attachments } of reading.examples) {
				for (const { presignedUrl } of attachments) redactSignedUrl(presignedUrl, (0, $$plane0.signaturesOf)(presignedUrl));
			}
			return reading;
		} };
	}
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH });
	var $$later0 = __require(72786);
}), 82749: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createControlPlane: () => createControlPlane, createSourceUpload: () => createSourceUpload });
	var schemas = __require(34410);
	var limits = __require(55403);
	var patterns = __require(52652);
	var primitives = __require(3917);
	var source = __require(20690);
	;
	const DeploymentName = schemas.YjP().regex(patterns.cr, patterns.r8).max(limits.fo);
	const DeploymentCreate = schemas.Ikc({ name: DeploymentName, source: source.kL, source_config: source.G7, source_revision_config: source.Jh, secrets: (0, primitives.Xm)(limits.jg, schemas.YOg(source.zh)), secret_references: (0, primitives.lq)((0, primitives.Xm)(limits.jg, schemas.YOg(source.Us))), image_version: (0, primitives.lq)(primitives.Qq) });
	const DeploymentPatch = schemas.Ikc({ name: (0, primitives.lq)(schemas.YjP()), source: (0, primitives.lq)(source.kL), source_config: (0, primitives.lq)(source.G7), source_revision_config: (0, primitives.lq)(source.Jh), secrets: (0, primitives.lq)((0, primitives.Xm)(limits.jg, schemas.YOg(source.zh))), secret_references: (0, primitives.lq)((0, primitives.Xm)(limits.jg, schemas.YOg(source.Us))), image_version: (0, primitives.lq)(primitives.Qq), revision_source: (0, primitives.lq)(primitives.Qq) });
	const Deployment = schemas._H3({ id: schemas.YjP().min(1), name: schemas.YjP(), status: schemas.YjP().catch("UNKNOWN"), source: schemas.YjP().nullish(), tenant_id: schemas.YjP().nullish(), latest_revision_id: schemas.YjP().nullish(), active_revision_id: schemas.YjP().nullish(), created_at: schemas.YjP().nullish(), updated_at: schemas.YjP().nullish(), image_version: schemas.YjP().nullish(), url: schemas.YjP().nullish(), source_config: schemas._H3({ custom_url: schemas.YjP().nullish() }).nullish(), source_revision_config: schemas._H3({}).nullish(), secrets: schemas.YOg(schemas._H3({ name: schemas.YjP(), value: schemas.YjP().nullish() })).nullish(), secret_references: schemas.YOg(schemas._H3({ name: schemas.YjP() })).nullish() });
	const DeploymentList = schemas._H3({ resources: schemas.YOg(Deployment), offset: schemas.aig().int().nullish() });
	const DeploymentResponse = schemas.Ikc({ id: primitives.uR, name: schemas.YjP(), source: schemas.YjP(), tenant_id: primitives.uR, status: schemas.YjP(), source_config: schemas._H3(source.G7.shape), source_revision_config: schemas._H3(source.Jh.shape), secrets: schemas.YOg(schemas.Ikc({ name: schemas.YjP(), value: schemas.YjP().nullable() })), secret_references: schemas.YOg(source.Us).nullable(), created_at: primitives.KQ, updated_at: primitives.KQ, latest_revision_id: primitives.uR.nullable(), active_revision_id: primitives.uR.nullable(), image_version: schemas.YjP().nullable(), url: schemas.YjP().nullable() });
	const DeploymentListResponse = schemas.Ikc({ resources: schemas.YOg(DeploymentResponse), offset: schemas.Whr() });
	const BulkDeleteResult = schemas.Ikc({ deployment_id: primitives.uR, status: schemas.Whr(), detail: schemas.YjP().nullable() });
	const BulkDeleteResponse = schemas.Ikc({ results: schemas.YOg(BulkDeleteResult) });
	const FreeCount = schemas.Ikc({ count: schemas.Whr() });
	const Revision = schemas._H3({ id: schemas.YjP().min(1), deployment_id: schemas.YjP().nullish(), status: schemas.YjP().catch("UNKNOWN"), created_at: schemas.YjP().nullish(), updated_at: schemas.YjP().nullish(), source: schemas.YjP().nullish(), status_message: schemas.YjP().nullish(), source_revision_config: schemas._H3({ repo_ref: schemas.YjP().nullish(), graph_config_path: schemas.YjP().nullish(), image_uri: schemas.YjP().nullish(), source_tarball_path: schemas.YjP().nullish(), repo_commit_sha: schemas.YjP().nullish() }).nullish() });
	const RevisionList = schemas._H3({ resources: schemas.YOg(Revision), offset: schemas.aig().int().nullish() });
	const RevisionResponse = schemas.Ikc({ id: primitives.uR, status: schemas.YjP(), status_message: schemas.YjP().nullable(), source: schemas.YjP(), source_revision_config: schemas._H3(source.Jh.shape), created_at: primitives.KQ, updated_at: primitives.KQ });
	const RevisionListResponse = schemas.Ikc({ resources: schemas.YOg(RevisionResponse), offset: schemas.Whr() });
	const UploadUrl = schemas._H3({ upload_url: schemas.YjP().min(1), object_path: schemas.YjP().min(1) });
	const PushToken = schemas._H3({ token: schemas.YjP().min(1), registry_url: schemas.YjP().min(1) });
	var statuses = __require(83889);
	var contract_dialect = __require(26625);
	;
	const Integration = schemas._H3({ id: schemas.YjP().min(1), installation_id: schemas.aig().int().nullish(), name: schemas.YjP().nullish() });
	const IntegrationList = schemas.YOg(Integration);
	const IntegrationRepository = schemas._H3({ host_integration_id: schemas.YjP().nullish(), id: schemas.aig().int(), name: schemas.YjP(), owner: schemas.YjP(), url: schemas.YjP(), default_branch: schemas.YjP() });
	const IntegrationRepositoryList = schemas.YOg(IntegrationRepository);
	const commitId = schemas.YjP().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, "must be a full commit ID");
	const PushPayload = schemas._H3({ ref: schemas.YjP().min(1), after: commitId, created: schemas.zMY().default(false), deleted: schemas.zMY().default(false), commits: schemas.YOg(schemas.L5J()).default([]), head_commit: schemas._H3({ id: commitId }).nullish(), repository: schemas._H3({ clone_url: schemas.YjP().nullish(), ssh_url: schemas.YjP().nullish(), html_url: schemas.YjP().nullish(), default_branch: schemas.YjP().nullish() }) });
	const WebhookResponse = schemas.Ikc({ status: schemas.k5n(["accepted", "repeated", "ignored", "pong"]), detail: schemas.YjP(), revisions: schemas.YOg(schemas.Ikc({ deployment_id: schemas.YjP(), revision_id: schemas.YjP() })) });
	;
	const ComputeConfig = schemas.Ikc({ k8s_namespaces: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(primitives.UG).refine((names) => new Set(names).size === names.length, "must be different from each other"))) });
	const ListenerCreate = schemas.Ikc({ version: (0, primitives.lq)(primitives.Qq), compute_type: schemas.k5n(["k8s"]), compute_id: primitives.al, compute_config: (0, primitives.lq)(ComputeConfig) });
	const ListenerPatch = schemas.Ikc({ version: (0, primitives.lq)(primitives.Qq), compute_type: (0, primitives.lq)(schemas.YjP()), compute_id: (0, primitives.lq)(schemas.YjP()), compute_config: (0, primitives.lq)(ComputeConfig) });
	const Listener = schemas._H3({ id: primitives.uR, created_at: primitives.KQ, updated_at: primitives.KQ, version: schemas.YjP().nullish(), compute_type: schemas.YjP(), compute_id: schemas.YjP(), compute_config: schemas._H3({ k8s_namespaces: schemas.YOg(schemas.YjP()).nullish() }).nullish() });
	const ListenerList = schemas._H3({ resources: schemas.YOg(Listener), offset: schemas.aig().int().nullish() });
	var query = __require(33015);
	;
	const LOG_LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"];
	const LogLevel = schemas.k5n(LOG_LEVELS);
	const LogType = schemas.k5n(["build", "deploy"]);
	const Order = schemas.k5n(["asc", "desc"]);
	const narrowed = { query: schemas.YjP().optional(), level: LogLevel.optional(), run_id: schemas.YjP().optional(), start_time: schemas.YjP().optional(), end_time: schemas.YjP().optional() };
	const DeployLogQuery = schemas.Ikc({ ...query.Cv, ...narrowed, order: Order.default("asc"), offset: schemas.YjP().optional() });
	const RevisionLogQuery = DeployLogQuery.extend({ type: LogType });
	const ProjectLogRequest = schemas.Ikc({ order: (0, primitives.lq)(Order).transform((order) => order ?? "asc"), limit: (0, primitives.lq)(schemas.Whr().min(1).max(limits.wv)).transform((limit) => limit ?? limits.R3), offset: (0, primitives.lq)(schemas.YjP()), query: (0, primitives.lq)(schemas.YjP()), level: (0, primitives.lq)(LogLevel), run_id: (0, primitives.lq)(schemas.YjP()), start_time: (0, primitives.lq)(schemas.YjP()), end_time: (0, primitives.lq)(schemas.YjP()) });
	const DeploymentLogQuery = schemas.Ikc({ ...narrowed, deployment_id: primitives.uR, revision_id: primitives.uR.optional(), log_type: schemas.k5n(["BUILD", "DEPLOY"]).default("DEPLOY"), sort_order: Order.default("asc"), page_size: (0, query.Ah)(1, 100).default(20), cursor: schemas.YjP().optional() });
	const LogEntry = schemas._H3({ id: schemas.KCZ([schemas.YjP(), schemas.aig()]).nullish(), timestamp: schemas.KCZ([schemas.YjP(), schemas.aig()]).nullish(), level: schemas.YjP().nullish(), message: schemas.YjP().nullish() });
	const LogPage = schemas._H3({ logs: schemas.YOg(LogEntry), next_offset: schemas.YjP().nullish() });
	const DeploymentLogPage = schemas._H3({ items: schemas.YOg(LogEntry), next_cursor: schemas.YjP().nullish() });
	var answers = __require(57872);
	var errors = __require(65292);
	var clients_headers = __require(89813);
	;
	function createControlPlane(options) {
		const send = createSender(options);
		const get = (path, signal, query2) => send({ method: "GET", path, ...query2 && { query: query2 }, expect: [200], signal });
		const register = (0, answers.L7)("deployment");
		const known = (answer, item) => {
			register(answer, item);
			return item;
		};
		const readDeployment = (answer, id2) => {
			const item = (0, answers.Wp)(Deployment, answer);
			(0, answers.ZQ)(answer, { what: "deployment", requested: id2, answered: item.id });
			return known(answer, item);
		};
		const context = { send, get, known, readDeployment };
		return { ...deploymentMethods(context), ...revisionMethods(context), tailLog: createLogReader(send), uploadUrl: createUploadUrl(send), uploadSource: createSourceUpload(options.transport, options.now ?? Date.now), listListeners: createListenerList(get), async gitIntegrations(signal) {
			const list = (0, answers.Wp)(IntegrationList, await get("/v1/integrations/git_host/install", signal));
			return list.map(({ id: id2, name }) => ({ id: id2, name: name ?? null }));
		} };
	}
	const deployment = (id2) => `/v2/deployments/${encodeURIComponent(id2)}`;
	const revisions = (id2) => `${deployment(id2)}/revisions`;
	function deploymentMethods({ send, get, known, readDeployment }) {
		return { getDeployment: async (id2, signal) => readDeployment(await get(deployment(id2), signal), id2), async findDeployments(name, signal, upTo) {
			const found = /* @__PURE__ */ new Map();
			const enough = () => found.size > 0;
			for await (const page of pages(send, name, known, signal, enough)) {
				for (const item of page) {
					if (item.name === name && !(0, statuses.vx)(item.status)) found.set(item.id, item);
				}
				if (upTo !== void 0 && found.has(upTo)) break;
			}
			return [...found.values()];
		}, async listDeployments({ nameContains }, signal) {
			const found = [];
			for await (const page of pages(send, nameContains, known, signal)) found.push(...page);
			return found;
		}, async createDeployment(body, signal) {
			const call = { method: "POST", path: "/v2/deployments", json: body, expect: [201], signal };
			const answer = await send(call);
			const created = (0, answers.Wp)(Deployment, answer);
			(0, answers.ZQ)(answer, { what: "deployment", exact: true, requested: body.name, answered: created.name });
			return known(answer, created);
		}, patchDeployment: async (id2, body, signal) => readDeployment(await send({ method: "PATCH", path: deployment(id2), json: body, expect: [200], signal }), id2), async deleteDeployment(id2, { deleteTracingProject }, signal) {
			try {
				const query2 = { delete_tracing_project: deleteTracingProject };
				await send({ method: "DELETE", path: deployment(id2), query: query2, expect: [204], signal });
				return true;
			} catch (error) {
				if ((0, errors.d7)(error, 404)) return error.attempts > 1;
				throw error;
			}
		} };
	}
	function revisionMethods({ send, get, readDeployment }) {
		return { async listRevisions(deploymentId, { limit, offset = 0 }, signal) {
			const answer = await get(revisions(deploymentId), signal, { limit, offset });
			const list = (0, answers.Wp)(RevisionList, answer).resources;
			for (const { deployment_id: answered } of list) {
				(0, answers.ZQ)(answer, { what: "deployment", requested: deploymentId, answered });
			}
			return list;
		}, async getRevision(deploymentId, revisionId, signal) {
			const path = `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}`;
			const answer = await get(path, signal);
			const revision = (0, answers.Wp)(Revision, answer);
			(0, answers.ZQ)(answer, { what: "revision", requested: revisionId, answered: revision.id }, { what: "deployment", requested: deploymentId, answered: revision.deployment_id });
			return revision;
		}, redeployRevision: async (deploymentId, revisionId, signal) => readDeployment(await send({ method: "POST", path: `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}/redeploy`, expect: [200, 201], signal }), deploymentId), async interruptRevision(deploymentId, revisionId, signal) {
			const path = `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}`;
			const call = { method: "POST", expect: [200, 202, 204], signal };
			try {
				await send({ ...call, path: `${path}/interrupt` });
			} catch (error) {
				if (!(0, errors.hh)(error)) throw error;
				await send({ ...call, path: `${path}/interruption` });
			}
		} };
	}
	function createListenerList(get) {
		return async (signal) => {
			const fetchPage = async (offset) => {
				const answer = await get("/v2/listeners", signal, { limit: limits.ZX, offset });
				return { items: (0, answers.Wp)(ListenerList, answer).resources, refuse: (what) => answer.unusable(what) };
			};
			const found = [];
			for await (const page of (0, answers.s$)(fetchPage, ({ id: id2 }) => id2.toLowerCase())) {
				found.push(...page.map(viewListener));
			}
			return found;
		};
	}
	function pages(send, name, known, signal, enough) {
		const fetchPage = async (offset) => {
			const query2 = { ...name === void 0 ? {} : { name_contains: name }, limit: limits.ZX, offset };
			const answer = await send({ method: "GET", path: "/v2/deployments", query: query2, expect: [200], signal });
			const items = (0, answers.Wp)(DeploymentList, answer).resources.map((item) => known(answer, item));
			return { items, refuse: (what) => answer.unusable(what) };
		};
		return (0, answers.s$)(fetchPage, ({ id: id2 }) => id2.toLowerCase(), enough);
	}
	function viewListener({ id: id2, compute_type, compute_id, compute_config }) {
		const namespaces = compute_config?.k8s_namespaces ?? void 0;
		return { id: id2.toLowerCase(), computeType: compute_type, computeId: compute_id, namespaces };
	}
	function createSender(options) {
		const { transport, dialect } = options;
		const headers = (0, clients_headers.w)(options);
		return async ({ path, query: query2 = {}, json, ...call }) => {
			const url = new URL(`${options.baseUrl}${(0, contract_dialect.EC)(path, dialect)}`);
			for (const [key, value] of Object.entries(query2)) url.searchParams.set(key, String(value));
			const answer = await transport.call({ ...call, url, headers, ...json !== void 0 && { json: (0, contract_dialect.BW)(json, dialect) }, ...(call.method === "GET" || call.repeatable) && { deadlineAt: options.readDeadline?.() } });
			return { ...answer, json: (0, contract_dialect.kn)(answer.json).value };
		};
	}
	function createLogReader(send) {
		return async (deploymentId, revisionId, kind, lines, signal) => {
			const [deployment2, revision] = [encodeURIComponent(deploymentId), encodeURIComponent(revisionId)];
			const newest = { order: "desc", limit: Math.min(Math.max(lines, 1), limits.wv) };
			const page = await served(() => send({ method: "GET", path: `/v2/deployments/${deployment2}/revisions/${revision}/logs`, query: { type: kind, ...newest }, expect: [200], signal })) ?? await served(() => send({ method: "POST", path: `/v1/projects/${deployment2}/revisions/${revision}/${kind}_logs`, json: newest, expect: [200], repeatable: true, signal }));
			return page ? (0, answers.Wp)(LogPage, page).logs.map(toLine).reverse() : [];
		};
	}
	async function served(ask) {
		try {
			return await ask();
		} catch (error) {
			if ((0, errors.hh)(error)) return void 0;
			throw error;
		}
	}
	function toLine({ timestamp, level, message }) {
		return { at: toInstant(timestamp), level: level ?? null, message: message ?? "" };
	}
	function toInstant(timestamp) {
		if (typeof timestamp !== "number") return timestamp ?? null;
		const date = new Date(timestamp);
		return Number.isNaN(date.getTime()) ? null : date.toISOString();
	}
	const UPLOAD_MS = 3e5;
	const SLOWEST = 100;
	const FAULTS_MS = 12e4;
	function createUploadUrl(send) {
		return async (deploymentId, signal) => {
			const path = `/deployments/${encodeURIComponent(deploymentId)}/upload-url`;
			const call = { method: "POST", expect: [200, 201], repeatable: true, signal };
			try {
				return (0, answers.Wp)(UploadUrl, await send({ ...call, path: `/v2${path}` }));
			} catch (error) {
				if (!(0, errors.hh)(error)) throw error;
				try {
					return (0, answers.Wp)(UploadUrl, await send({ ...call, path }));
				} catch (second) {
					throw (0, errors.hh)(second) ? error : second;
				}
			}
		};
	}
	function createSourceUpload(transport, now) {
		return async (url, { length, open }, signal) => {
			const tryTimeoutMs = UPLOAD_MS + Math.ceil(length / SLOWEST);
			await transport.call({ method: "PUT", url, shownPath: "(the upload URL)", headers: { accept: "*/*", "user-agent": clients_headers._, "content-type": "application/gzip", "x-goog-content-length-range": `0,${limits.yK}` }, stream: { length, open }, ignoreBody: true, repeatable: true, attemptTimeoutMs: tryTimeoutMs, deadlineAt: now() + tryTimeoutMs + FAULTS_MS, signal });
		};
	}
}), 551: ((__module, __exports, __require) => {
	__require.d(__exports, { createEvaluationApi: () => createEvaluationApi });
	var schemas = __require(34410);
	var limits = __require(55403);
	var primitives = __require(3917);
	var query = __require(33015);
	;
	const id2 = primitives.uR.toLowerCase();
	const evaluation_name = primitives.al.max(limits.co);
	const oneOrMore = (item) => schemas.vkY((value) => typeof value === "string" ? [value] : value, (0, primitives.Xm)(limits.Uj, schemas.YOg(item)));
	const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/i;
	function parseMoment(value) {
		const [, date, clock, offset = "Z"] = MOMENT.exec(value) ?? [];
		if (date === void 0 || clock === void 0) return void 0;
		const at = Date.parse(`${date}T${clock}${offset}`);
		return Number.isNaN(at) ? void 0 : at;
	}
	const momentText = schemas.YjP().refine((value) => parseMoment(value) !== void 0, "must be a time such as 2026-01-31T12:00:00Z");
	const MOMENT_MAX = 864e13;
	const runMoment = schemas.KCZ([momentText, schemas.aig().min(0).max(MOMENT_MAX)]);
	function toMoment(value) {
		if (typeof value === "number") return Math.trunc(value);
		return typeof value === "string" ? parseMoment(value) : void 0;
	}
	const VersionName = primitives.al.max(limits.co);
	const DATA_TYPES = ["kv", "llm", "chat"];
	const DatasetCreate = schemas.Ikc({ id: (0, primitives.lq)(id2), name: evaluation_name, description: (0, primitives.lq)(primitives.Qq), data_type: (0, primitives.lq)(schemas.k5n(DATA_TYPES)), extra: (0, primitives.lq)(primitives.o$), metadata: (0, primitives.lq)(primitives.o$), inputs_schema_definition: (0, primitives.lq)(primitives.o$), outputs_schema_definition: (0, primitives.lq)(primitives.o$), transformations: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(primitives.o$))) });
	const DatasetChange = DatasetCreate.omit({ id: true, data_type: true }).extend({ name: (0, primitives.lq)(evaluation_name) });
	const DatasetSummary = schemas._H3({ id: primitives.uR, name: schemas.YjP() });
	const DatasetSummaryList = schemas.YOg(DatasetSummary);
	const Dataset = DatasetSummary.extend({ description: schemas.YjP().nullable(), data_type: schemas.YjP(), tenant_id: schemas.YjP(), created_at: schemas.YjP(), modified_at: schemas.YjP(), example_count: schemas.Whr(), session_count: schemas.Whr(), last_session_start_time: schemas.YjP().nullable(), inputs_schema_definition: primitives.o$.nullable(), outputs_schema_definition: primitives.o$.nullable(), transformations: schemas.YOg(primitives.o$).nullable(), extra: primitives.o$.nullable(), metadata: primitives.o$.nullable(), externally_managed: schemas.zMY() });
	const metadataFilter = schemas.vkY(query.ac, primitives.o$).optional();
	const DatasetQuery = schemas.Ikc({ ...query.SB, limit: (0, query.Ah)(1, 100).default(100), id: oneOrMore(id2).optional(), name: schemas.YjP().optional(), name_contains: schemas.YjP().optional(), data_type: schemas.YjP().optional(), metadata: metadataFilter });
	const queryList = (value) => typeof value === "string" ? [value] : value;
	const DatasetQueryV2 = schemas.Ikc({ id: oneOrMore(id2).optional(), name: schemas.YjP().optional(), name_contains: schemas.YjP().optional(), data_type: schemas.vkY(queryList, schemas.YOg(schemas.k5n(DATA_TYPES)).min(1)).optional(), metadata: metadataFilter, page_size: (0, query.Ah)(1, 100).default(100), cursor: (0, query.Ah)(1).optional(), exclude: schemas.vkY(queryList, schemas.YOg(schemas.k5n(["example_count"]))).optional(), exclude_corrections_datasets: query.zV.optional(), sort_by: schemas.k5n(["created_at"]).default("created_at"), sort_order: schemas.k5n(["desc"]).default("desc"), tag_value_id: oneOrMore(id2).optional() });
	const DatasetPage = schemas._H3({ items: schemas.YOg(Dataset.extend({ example_count: schemas.Whr().nullable() })), next_cursor: schemas.YjP().nullable() });
	const DatasetVersion = schemas._H3({ tags: schemas.YOg(schemas.YjP()).nullable(), as_of: schemas.YjP() });
	const DatasetVersionQuery = schemas.Ikc({ as_of: VersionName.optional(), tag: VersionName.optional() }).refine((query2) => query2.as_of === void 0 !== (query2.tag === void 0), { message: "must have exactly one of as_of and tag", path: ["as_of"] });
	const DatasetVersionsQuery = schemas.Ikc({ ...query.SB, limit: (0, query.Ah)(1, 100).default(100), search: schemas.YjP().optional() });
	const DatasetTag = schemas.Ikc({ as_of: VersionName, tag: VersionName.refine((tag) => tag !== "latest" && parseMoment(tag) === void 0, "must be neither latest nor a time") });
	const DatasetDiffQuery = schemas.Ikc({ from_version: VersionName, to_version: VersionName });
	const DatasetDiff = schemas._H3({ examples_modified: schemas.YOg(primitives.uR), examples_added: schemas.YOg(primitives.uR), examples_removed: schemas.YOg(primitives.uR) });
	const SPLITS = "dataset_split";
	function splitsOf(metadata) {
		const value = metadata?.[SPLITS];
		if (typeof value === "string") return [value];
		return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
	}
	const ids2 = (0, primitives.Xm)(limits.lC, schemas.YOg(id2).min(1));
	const split = schemas.KCZ([evaluation_name, (0, primitives.Xm)(limits.IH, schemas.YOg(evaluation_name))]);
	const SplitList = schemas.YOg(schemas.YjP());
	const VersionQuery = schemas.Ikc({ as_of: VersionName.optional() });
	const SplitChange = schemas.Ikc({ split_name: evaluation_name, examples: ids2, remove: (0, primitives.lq)(schemas.zMY()) });
	const MetadataOperations = schemas.Ikc({ example_ids: ids2, operations: (0, primitives.Xm)(limits.Uj, schemas.YOg(schemas.Ikc({ key: evaluation_name, operation: schemas.YjP().toLowerCase().pipe(schemas.k5n(["array_add", "array_remove"])), values: (0, primitives.Xm)(limits.Uj, schemas.YOg(schemas.KCZ([schemas.YjP(), schemas.aig(), schemas.zMY()]))) })).min(1)) });
	const exampleFields = { metadata: (0, primitives.lq)(primitives.o$), split: (0, primitives.lq)(split) };
	const ExampleUpload = schemas.Ikc({ ...exampleFields, dataset_id: (0, primitives.lq)(id2), created_at: (0, primitives.lq)(momentText), source_run_id: (0, primitives.lq)(id2), use_source_run_io: (0, primitives.lq)(schemas.zMY()), use_source_run_attachments: (0, primitives.lq)((0, primitives.Xm)(limits.GE, schemas.YOg(evaluation_name))) });
	const AttachmentOperations = schemas.Ikc({ rename: (0, primitives.lq)(schemas.g1P(evaluation_name, evaluation_name)), retain: (0, primitives.lq)((0, primitives.Xm)(limits.GE, schemas.YOg(evaluation_name))) });
	const ExampleValues = primitives.o$.nullable();
	const ExampleCreate = schemas.Ikc({ ...ExampleUpload.shape, id: (0, primitives.lq)(id2), dataset_id: id2, inputs: (0, primitives.lq)(primitives.o$), outputs: (0, primitives.lq)(primitives.o$) });
	const ExamplesCreate = (0, primitives.Xm)(limits.lC, schemas.YOg(ExampleCreate).min(1));
	const ExampleChange = schemas.Ikc({ ...exampleFields, dataset_id: (0, primitives.lq)(id2), inputs: (0, primitives.lq)(primitives.o$), outputs: (0, primitives.lq)(primitives.o$), attachments_operations: (0, primitives.lq)(AttachmentOperations) });
	const ExamplesChange = (0, primitives.Xm)(limits.lC, schemas.YOg(ExampleChange.extend({ id: id2 })).min(1));
	const ExamplesWritten = schemas._H3({ count: schemas.Whr(), example_ids: schemas.YOg(primitives.uR), as_of: schemas.YjP() });
	const EXAMPLE_FIELDS = ["id", "dataset_id", "inputs", "outputs", "metadata", "created_at", "modified_at", "name", "source_run_id", "attachment_urls"];
	const ExampleQuery = schemas.Ikc({ limit: (0, query.Ah)(1, 100).default(100), offset: (0, query.Ah)(0).default(0), dataset: id2.optional(), id: oneOrMore(id2).optional(), as_of: VersionName.optional(), splits: oneOrMore(schemas.YjP()).optional(), metadata: metadataFilter, select: oneOrMore(schemas.k5n(EXAMPLE_FIELDS)).optional(), exclude_default_fields: query.zV.optional(), inline_s3_urls: query.zV.optional(), filter: schemas.YjP().refine((value) => value === "", "is not supported by the emulator: use metadata, splits or id").optional() });
	const ExampleDeleteQuery = schemas.Ikc({ example_ids: oneOrMore(id2) });
	const ExamplesDelete = schemas.Ikc({ example_ids: ids2, hard_delete: (0, primitives.lq)(schemas.zMY()) });
	const AttachmentUrls = schemas.g1P(schemas.YjP(), schemas._H3({ presigned_url: schemas.YjP(), mime_type: schemas.YjP().nullish() }));
	const Example = schemas._H3({ id: primitives.uR, dataset_id: primitives.uR.optional(), inputs: primitives.o$.nullish(), outputs: primitives.o$.nullish(), metadata: primitives.o$.nullish(), created_at: schemas.YjP().optional(), modified_at: schemas.YjP().optional(), name: schemas.YjP().optional(), source_run_id: primitives.uR.nullish(), attachment_urls: AttachmentUrls.nullish() });
	const ExampleList = schemas.YOg(Example);
	const SharedExampleQuery = ExampleQuery.omit({ dataset: true }).extend({ limit: (0, query.Ah)(1, 100).optional() });
	const DatasetShare = schemas._H3({ dataset_id: primitives.uR, share_token: primitives.uR });
	const SharedDataset = schemas._H3({ id: primitives.uR, name: schemas.YjP(), description: schemas.YjP().nullable(), data_type: schemas.YjP(), created_at: schemas.YjP(), modified_at: schemas.YjP(), example_count: schemas.Whr(), inputs_schema_definition: primitives.o$.nullable(), outputs_schema_definition: primitives.o$.nullable(), transformations: schemas.YOg(primitives.o$).nullable() });
	const ComparativeExperimentCreate = schemas.Ikc({ id: (0, primitives.lq)(id2), name: (0, primitives.lq)(evaluation_name), description: (0, primitives.lq)(primitives.Qq), experiment_ids: (0, primitives.Xm)(limits.VU, schemas.YOg(id2).min(1)), reference_dataset_id: id2, created_at: (0, primitives.lq)(runMoment), extra: (0, primitives.lq)(primitives.o$), metadata: (0, primitives.lq)(primitives.o$) });
	const ComparativeExperimentQuery = schemas.Ikc({ ...query.SB, id: oneOrMore(id2).optional(), name: schemas.YjP().optional(), name_contains: schemas.YjP().optional() });
	const ComparativeExperiment = schemas._H3({ id: primitives.uR, name: schemas.YjP().nullish(), description: schemas.YjP().nullish(), tenant_id: schemas.YjP().optional(), created_at: schemas.YjP().optional(), modified_at: schemas.YjP().optional(), reference_dataset_id: primitives.uR.optional(), extra: primitives.o$.nullish() });
	const FeedbackStats = schemas.g1P(schemas.YjP(), schemas._H3({ n: schemas.Whr(), avg: schemas.aig().nullable(), stdev: schemas.aig().nullable(), values: schemas.g1P(schemas.YjP(), schemas.Whr()) }));
	const ComparativeExperimentDetails = ComparativeExperiment.extend({ experiments_info: schemas.YOg(schemas._H3({ id: primitives.uR, name: schemas.YjP(), feedback_stats: FeedbackStats })), feedback_stats: FeedbackStats });
	const Done = schemas._H3({ message: schemas.YjP() });
	var json_safety = __require(6760);
	var answers = __require(57872);
	var base_url = __require(85410);
	var errors = __require(65292);
	var headers = __require(89813);
	;
	function createEvaluationSender(options) {
		const { transport, requestTimeoutMs } = options;
		const baseUrl = options.baseUrl.replace(/\/api$/, "/api/v1");
		const credentials = (0, headers.w)(options);
		return ({ path, query: query2 = {}, contentType, isPublic, ...call }) => {
			const url = new URL(`${baseUrl}${path}`);
			for (const [key, value] of Object.entries(query2)) {
				for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(key, String(one));
			}
			return transport.call({ method: "GET", expect: [200], repeatable: true, ...call, url, headers: { ...isPublic ? { "user-agent": headers._ } : credentials, ...contentType !== void 0 && { "content-type": contentType } }, ...isPublic && { shownPath: "(the shared dataset)" }, attemptTimeoutMs: requestTimeoutMs });
		};
	}
	var dialect = __require(26625);
	var iso = __require(73477);
	var exact_json = __require(88095);
	;
	const TracingProjectQuery = schemas.Ikc({ ...query.SB, name: schemas.YjP().optional(), name_contains: schemas.YjP().optional(), id: oneOrMore(primitives.uR.toLowerCase()).optional(), reference_dataset: schemas.YjP().toLowerCase().optional(), reference_free: query.zV.optional(), include_stats: query.zV.default(false) });
	const SessionQuery = schemas.Ikc({ include_stats: query.zV.default(false) });
	const sessionFields = { description: (0, primitives.lq)(primitives.Qq), extra: (0, primitives.lq)(primitives.o$), end_time: (0, primitives.lq)(momentText) };
	const SessionCreate = schemas.Ikc({ ...sessionFields, id: (0, primitives.lq)(primitives.uR.toLowerCase()), name: primitives.al.max(limits.co), start_time: (0, primitives.lq)(momentText), reference_dataset_id: (0, primitives.lq)(primitives.uR.toLowerCase()), num_examples: (0, primitives.lq)(schemas.Whr().min(0)), num_repetitions: (0, primitives.lq)(schemas.Whr().min(0)), evaluator_keys: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(primitives.Qq.max(limits.bi)))) });
	const SessionCreateQuery = schemas.Ikc({ upsert: query.zV.default(false) });
	const SessionChange = schemas.Ikc({ ...sessionFields, name: (0, primitives.lq)(primitives.al.max(limits.co)) });
	const TracingProject = schemas._H3({ id: schemas.YjP().min(1), name: schemas.YjP(), tenant_id: schemas.YjP().nullish(), start_time: schemas.YjP().nullish(), reference_dataset_id: schemas.YjP().nullish() });
	const TracingProjectList = schemas.YOg(TracingProject);
	const Settings = schemas._H3({ id: schemas.YjP(), display_name: schemas.YjP(), created_at: schemas.YjP(), tenant_handle: schemas.YjP().nullable() });
	const FeedbackKey = primitives.al.max(limits.bi);
	const FeedbackKeys = (0, primitives.Xm)(limits.Sj, schemas.YOg(FeedbackKey));
	const feedbackNumber = schemas.vkY((value) => typeof value === "bigint" ? Number(value) : value, schemas.aig());
	const FeedbackScore = schemas.KCZ([feedbackNumber, schemas.zMY()]);
	const FeedbackValue = schemas.KCZ([feedbackNumber, schemas.zMY(), schemas.YjP(), primitives.o$]);
	const FeedbackSubmission = schemas.Ikc({ score: (0, primitives.lq)(FeedbackScore), value: (0, primitives.lq)(FeedbackValue), comment: (0, primitives.lq)(primitives.Qq), correction: (0, primitives.lq)(primitives.o$), metadata: (0, primitives.lq)(primitives.o$) });
	const parsedJson = (value) => {
		if (typeof value !== "string") return value;
		try {
			return (0, json_safety.Ff)(value) ? value : (0, exact_json.lQ)(value);
		} catch {
			return value;
		}
	};
	const isExact = (parsed) => typeof parsed === "boolean" || typeof parsed === "number" && Number.isFinite(parsed) && (!Number.isInteger(parsed) || Number.isSafeInteger(parsed));
	const bareValue = (value) => {
		const parsed = parsedJson(value);
		return isExact(parsed) ? parsed : value;
	};
	const FeedbackQuery = schemas.Ikc({ score: schemas.vkY(bareValue, FeedbackScore).optional(), value: schemas.vkY(bareValue, schemas.KCZ([schemas.aig(), schemas.zMY(), schemas.YjP()])).optional(), comment: primitives.Qq.optional(), correction: schemas.vkY(parsedJson, primitives.o$).optional() });
	const DAYS_MAX = 36500;
	const Lifetime = schemas.Ikc({ days: schemas.Whr().min(0).max(DAYS_MAX).default(0), hours: schemas.Whr().min(0).max(DAYS_MAX * 24).default(0), minutes: schemas.Whr().min(0).max(DAYS_MAX * 24 * 60).default(0) }).refine(({ days, hours, minutes }) => days + hours + minutes > 0, "must be longer than zero");
	const FeedbackTokenCreate = schemas.Ikc({ run_id: primitives.uR.toLowerCase(), feedback_key: FeedbackKey, id: (0, primitives.lq)(primitives.uR.toLowerCase()), expires_in: (0, primitives.lq)(Lifetime), expires_at: (0, primitives.lq)(iso.w$({ offset: true, local: true })) }).refine(({ expires_in: span, expires_at: moment }) => (span ?? void 0) === void 0 || (moment ?? void 0) === void 0, { message: "must have either expires_in or expires_at, not both", path: ["expires_at"] });
	const FeedbackTokensCreate = schemas.KCZ([FeedbackTokenCreate, (0, primitives.Xm)(limits.Sj, schemas.YOg(FeedbackTokenCreate).min(1))]);
	const FeedbackToken = schemas._H3({ id: primitives.uR, url: schemas.YjP(), expires_at: schemas.YjP(), feedback_key: schemas.YjP() });
	const FeedbackTokenQuery = schemas.Ikc({ ...query.SB, run_id: primitives.uR.toLowerCase() });
	const FeedbackUrls = schemas.g1P(schemas.YjP(), schemas.YjP());
	const FeedbackSource = schemas._H3({ type: (0, primitives.lq)(primitives.al), metadata: (0, primitives.lq)(primitives.o$) });
	const tracing_FeedbackCreate = schemas.Ikc({ id: (0, primitives.lq)(primitives.uR.toLowerCase()), run_id: (0, primitives.lq)(primitives.uR.toLowerCase()), trace_id: (0, primitives.lq)(primitives.uR.toLowerCase()), start_time: (0, primitives.lq)(runMoment), session_id: (0, primitives.lq)(primitives.uR.toLowerCase()), comparative_experiment_id: (0, primitives.lq)(primitives.uR.toLowerCase()), feedback_group_id: (0, primitives.lq)(primitives.uR.toLowerCase()), key: FeedbackKey, score: (0, primitives.lq)(FeedbackScore), value: (0, primitives.lq)(FeedbackValue), comment: (0, primitives.lq)(primitives.Qq), correction: (0, primitives.lq)(schemas.KCZ([primitives.o$, primitives.Qq])), feedback_source: (0, primitives.lq)(FeedbackSource) });
	const FeedbackChange = FeedbackSubmission.omit({ metadata: true });
	const Feedback = schemas._H3({ id: primitives.uR, created_at: schemas.YjP(), modified_at: schemas.YjP(), run_id: primitives.uR.nullable(), trace_id: primitives.uR.nullable(), session_id: primitives.uR.nullable(), comparative_experiment_id: primitives.uR.nullable(), feedback_group_id: primitives.uR.nullable(), key: schemas.YjP(), score: FeedbackScore.nullable(), value: FeedbackValue.nullable(), comment: schemas.YjP().nullable(), correction: schemas.KCZ([primitives.o$, schemas.YjP()]).nullable(), metadata: primitives.o$.nullable(), feedback_source: schemas._H3({ type: schemas.YjP(), metadata: primitives.o$ }) });
	const FeedbackListQuery = schemas.Ikc({ ...query.SB, run: oneOrMore(primitives.uR.toLowerCase()).optional(), session: oneOrMore(primitives.uR.toLowerCase()).optional(), key: oneOrMore(schemas.YjP()).optional(), source: oneOrMore(schemas.YjP()).optional(), comparative_experiment_id: primitives.uR.toLowerCase().optional() });
	;
	const traced_run_id = primitives.uR.toLowerCase();
	const traced_run_name = primitives.Qq.max(limits.co);
	const DOTTED_ORDER_MAX = 1e4;
	const runFields = { trace_id: (0, primitives.lq)(traced_run_id), dotted_order: (0, primitives.lq)(primitives.Qq.max(DOTTED_ORDER_MAX)), parent_run_id: (0, primitives.lq)(traced_run_id), name: (0, primitives.lq)(traced_run_name), run_type: (0, primitives.lq)(traced_run_name), start_time: (0, primitives.lq)(runMoment), end_time: (0, primitives.lq)(runMoment), session_id: (0, primitives.lq)(traced_run_id), session_name: (0, primitives.lq)(primitives.al.max(limits.co)), reference_example_id: (0, primitives.lq)(traced_run_id), tags: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(traced_run_name))), error: (0, primitives.lq)(primitives.Qq), inputs: (0, primitives.lq)(primitives.o$), outputs: (0, primitives.lq)(primitives.o$), extra: (0, primitives.lq)(primitives.o$), events: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(primitives.o$))), serialized: (0, primitives.lq)(primitives.o$) };
	const RunChange = schemas.Ikc({ ...runFields, id: (0, primitives.lq)(traced_run_id) });
	const RunCreate = schemas.Ikc({ ...runFields, id: traced_run_id });
	const runs = (0, primitives.lq)((0, primitives.Xm)(limits.wB, schemas.YOg(RunCreate)));
	const RunBatch = schemas.Ikc({ post: runs, patch: runs });
	const RUN_PARTS = { inputs: primitives.o$.nullable(), outputs: primitives.o$.nullable(), extra: primitives.o$.nullable(), events: runFields.events, error: runFields.error, serialized: runFields.serialized };
	const FeedbackPart = null;
	const TracingInfo = schemas._H3({ version: schemas.YjP().optional(), instance_flags: schemas.g1P(schemas.YjP(), schemas.L5J()).optional(), batch_ingest_config: schemas._H3({ use_multipart_endpoint: schemas.zMY().optional(), size_limit: schemas.Whr().min(1).optional(), size_limit_bytes: schemas.Whr().min(1).optional() }).optional() });
	const Ingested = schemas._H3({ message: schemas.YjP() });
	const TracedRun = schemas._H3({ id: primitives.uR, name: schemas.YjP().optional(), run_type: schemas.YjP().optional(), start_time: schemas.YjP().optional(), end_time: schemas.YjP().nullish(), status: schemas.YjP().optional(), session_id: primitives.uR.optional(), trace_id: primitives.uR.optional(), reference_example_id: primitives.uR.nullish(), feedback_stats: FeedbackStats.nullish() });
	const idList = (0, primitives.Xm)(limits.Uj, schemas.YOg(traced_run_id));
	const noFilter = schemas.YjP().refine((value) => value === "", "is not supported by the emulator: filter by the other fields").nullish();
	const runFilter = (0, primitives.lq)(primitives.Qq);
	const cursor = (0, primitives.lq)(schemas.YjP().regex(/^\d{1,5}\.\d{1,16}$/, "must be a cursor of an earlier response"));
	const RunQuery = schemas.Ikc({ session: (0, primitives.lq)(idList), id: (0, primitives.lq)(idList), trace: (0, primitives.lq)(traced_run_id), parent_run: (0, primitives.lq)(traced_run_id), reference_example: (0, primitives.lq)(idList), run_type: (0, primitives.lq)(traced_run_name), is_root: (0, primitives.lq)(schemas.zMY()), execution_order: (0, primitives.lq)(schemas.Whr().min(1).max(1)), error: (0, primitives.lq)(schemas.zMY()), start_time: (0, primitives.lq)(momentText), limit: (0, primitives.lq)(schemas.Whr().min(1)), cursor, select: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(traced_run_name))), filter: runFilter, trace_filter: noFilter, tree_filter: noFilter, query: noFilter });
	const RunPage = schemas._H3({ runs: schemas.YOg(TracedRun), cursors: schemas._H3({ next: schemas.YjP().nullable() }) });
	const RUN_SELECTS = ["ID", "NAME", "RUN_TYPE", "STATUS", "START_TIME", "END_TIME", "LATENCY_SECONDS", "FIRST_TOKEN_TIME", "ERROR", "ERROR_PREVIEW", "EXTRA", "METADATA", "EVENTS", "INPUTS", "INPUTS_PREVIEW", "OUTPUTS", "OUTPUTS_PREVIEW", "MANIFEST", "PARENT_RUN_IDS", "PROJECT_ID", "TRACE_ID", "THREAD_ID", "DOTTED_ORDER", "IS_ROOT", "REFERENCE_EXAMPLE_ID", "REFERENCE_DATASET_ID", "TOTAL_TOKENS", "PROMPT_TOKENS", "COMPLETION_TOKENS", "TOTAL_COST", "PROMPT_COST", "COMPLETION_COST", "PROMPT_TOKEN_DETAILS", "COMPLETION_TOKEN_DETAILS", "PROMPT_COST_DETAILS", "COMPLETION_COST_DETAILS", "PRICE_MODEL_ID", "TAGS", "APP_PATH", "ATTACHMENTS", "THREAD_EVALUATION_TIME", "IS_IN_DATASET", "LAST_QUEUED_AT", "SHARE_URL", "FEEDBACK_STATS", "LS_USER_ID"];
	const selects = (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(schemas.k5n(RUN_SELECTS))));
	const unsupported = (use) => schemas.L5J().refine((value) => value === void 0 || value === null || value === "", `is not supported by the emulator: ${use}`).optional();
	const RunQueryV2 = schemas.Ikc({ project_ids: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(traced_run_id).min(1))), reference_dataset_id: (0, primitives.lq)(traced_run_id), ids: (0, primitives.lq)(idList), trace_id: (0, primitives.lq)(traced_run_id), reference_examples: (0, primitives.lq)(idList), run_type: (0, primitives.lq)(traced_run_name), is_root: (0, primitives.lq)(schemas.zMY()), has_error: (0, primitives.lq)(schemas.zMY()), min_start_time: (0, primitives.lq)(momentText), max_start_time: (0, primitives.lq)(momentText), filter: runFilter, page_size: (0, primitives.lq)(schemas.Whr().min(1).max(1e3)), cursor, selects, include_subtree_usage: (0, primitives.lq)(schemas.zMY()), trace_filter: noFilter, tree_filter: noFilter, ai_search: unsupported("use filter"), sem_filter: unsupported("use filter"), min_feedback_modified_at: unsupported("use filter"), max_feedback_modified_at: unsupported("use filter") }).refine((query2) => !query2.project_ids !== !query2.reference_dataset_id, { message: "must have exactly one of project_ids and reference_dataset_id", path: ["project_ids"] });
	const TracedRunV2 = schemas._H3({ id: primitives.uR.optional(), status: schemas.k5n(["SUCCESS", "ERROR", "PENDING"]).optional(), project_id: primitives.uR.optional(), feedback_stats: FeedbackStats.optional(), attachments: schemas.g1P(schemas.YjP(), schemas.YjP()).optional() });
	const RunPageV2 = schemas._H3({ items: schemas.YOg(TracedRunV2), next_cursor: schemas.YjP().nullable() });
	const experimentFilters = (0, primitives.lq)(schemas.g1P(traced_run_id, (0, primitives.Xm)(limits.Uj, schemas.YOg(primitives.Qq))));
	const ExperimentRunQuery = schemas.Ikc({ experiment_ids: (0, primitives.Xm)(limits.VU, schemas.YOg(traced_run_id).min(1)), example_ids: (0, primitives.lq)(idList), comparative_experiment_id: (0, primitives.lq)(traced_run_id), filters: experimentFilters, selects, page_size: (0, primitives.lq)(schemas.Whr().min(1).max(100)), cursor: (0, primitives.lq)(schemas.YjP().regex(/^\d{1,9}$/, "must be a cursor of an earlier response")), sort: unsupported("examples are in the order of creation") });
	const DatasetRunQuery = schemas.Ikc({ session_ids: (0, primitives.Xm)(limits.VU, schemas.YOg(traced_run_id).min(1)), comparative_experiment_id: (0, primitives.lq)(traced_run_id), filters: experimentFilters, limit: (0, primitives.lq)(schemas.Whr().min(1).max(100)), offset: (0, primitives.lq)(schemas.Whr().min(0)), preview: (0, primitives.lq)(schemas.zMY()) });
	const ExampleWithRuns = Example.extend({ runs: schemas.YOg(TracedRun) });
	const ExampleWithRunsV2 = Example.extend({ runs: schemas.YOg(TracedRunV2) });
	const ExperimentRunPage = schemas._H3({ items: schemas.YOg(ExampleWithRunsV2), next_cursor: schemas.YjP().nullable() });
	;
	const DEFAULT_OPERATIONS = 100;
	const MAX_BYTES = 20 * 1024 * 1024;
	const PART_OVERHEAD = 400;
	function createExperimentWriter(send, baseUrl) {
		const upload = createUpload(send);
		return { async createExperiment(json, signal) {
			try {
				const answer = await send({ method: "POST", path: "/sessions", json, expect: [200, 201, 202], signal });
				const made = (0, answers.Wp)(TracingProject, answer);
				(0, answers.ZQ)(answer, { what: "experiment", requested: json.id, answered: made.id }, { what: "name", exact: true, requested: json.name, answered: made.name }, { what: "dataset", requested: json.reference_dataset_id, answered: made.reference_dataset_id });
				return toExperiment(made);
			} catch (error) {
				if (!(0, errors.d7)(error, 409)) throw error;
				if (error.attempts === 1) return void 0;
				const path = `/sessions/${encodeURIComponent(json.id)}`;
				const found = await (0, errors.PX)(() => send({ path, signal }), 404);
				return found && toExperiment((0, answers.Wp)(TracingProject, found));
			}
		}, async updateExperiment(id3, json, signal) {
			const path = `/sessions/${encodeURIComponent(id3)}`;
			const answer = await send({ method: "PATCH", path, json, expect: [200, 202], signal });
			(0, answers.ZQ)(answer, { what: "experiment", requested: id3, answered: (0, answers.Wp)(TracingProject, answer).id });
		}, async storeRuns(runs2, signal) {
			const limits2 = await readUploadLimits(send, signal);
			let batch = [];
			let [operations, bytes] = [0, 0];
			for (const one of runs2) {
				const size = sizeOf(one);
				const count = 1 + one.feedback.length;
				if (batch.length > 0 && (operations + count > limits2.operations || bytes + size > limits2.bytes)) {
					await upload(batch, limits2, signal);
					[batch, operations, bytes] = [[], 0, 0];
				}
				batch.push(one);
				operations += count;
				bytes += size;
			}
			if (batch.length > 0) await upload(batch, limits2, signal);
		}, async createComparison(json, signal) {
			const path = "/datasets/comparative";
			try {
				const answer = await send({ method: "POST", path, json, expect: [200, 201], signal });
				const { id: id3 } = (0, answers.Wp)(ComparativeExperiment, answer);
				(0, answers.ZQ)(answer, { what: "comparison", requested: json.id, answered: id3 });
			} catch (error) {
				if (!(0, errors.d7)(error, 409) || error.attempts === 1) throw error;
			}
		}, async compareUrl(datasetId, experiments, signal) {
			const web = (0, dialect.n6)(baseUrl);
			if (web === void 0 || (0, base_url.U9)(new URL(web).hostname)) return void 0;
			const workspaceId = experiments.find((one) => one.workspaceId !== void 0)?.workspaceId ?? (0, answers.Wp)(Settings.pick({ id: true }), await send({ path: "/settings", signal })).id;
			const selected = experiments.map(({ id: id3 }) => encodeURIComponent(id3)).join(",");
			return `${web}/o/${encodeURIComponent(workspaceId)}/datasets/${encodeURIComponent(datasetId)}/compare?selectedSessions=${selected}`;
		} };
	}
	function toExperiment({ id: id3, name, tenant_id }) {
		return { id: id3, name, workspaceId: tenant_id ?? void 0 };
	}
	async function readUploadLimits(send, signal) {
		const answer = await (0, errors.PX)(() => send({ path: "/info", signal }), 404);
		const config = answer && (0, answers.Wp)(TracingInfo, answer).batch_ingest_config;
		return { forms: config?.use_multipart_endpoint ?? true, operations: config?.size_limit ?? DEFAULT_OPERATIONS, bytes: Math.min(config?.size_limit_bytes ?? MAX_BYTES, MAX_BYTES) };
	}
	function createUpload(send) {
		const write = { method: "POST", expect: [200, 201, 202], ignoreBody: true };
		const sendBatch = async (runs2, signal) => {
			const json = { post: runs2.map(({ run }) => run), patch: [] };
			await send({ ...write, path: "/runs/batch", json, signal });
			for (const one of runs2.flatMap(({ feedback }) => feedback)) {
				await send({ ...write, path: "/feedback", json: one, signal });
			}
		};
		return async (runs2, limits2, signal) => {
			if (!limits2.forms) return sendBatch(runs2, signal);
			try {
				await send({ ...write, path: "/runs/multipart", ...await toForm(runs2), signal });
			} catch (error) {
				if (!(0, errors.hh)(error)) throw error;
				limits2.forms = false;
				await sendBatch(runs2, signal);
			}
		};
	}
	const SEPARATE = Object.keys(RUN_PARTS);
	function partsOf({ run, feedback }) {
		const head = { ...run };
		const parts = [];
		for (const field of SEPARATE) {
			delete head[field];
			const value = run[field];
			if (value !== void 0 && value !== null) parts.push([`post.${run.id}.${field}`, JSON.stringify(value)]);
		}
		return [[`post.${run.id}`, JSON.stringify(head)], ...parts, ...feedback.map((one) => [`feedback.${one.id}`, JSON.stringify(one)])];
	}
	function sizeOf(run) {
		return partsOf(run).reduce((sum, [, json]) => sum + Buffer.byteLength(json) + PART_OVERHEAD, 0);
	}
	async function toForm(runs2) {
		const form = new FormData();
		for (const [name, json] of runs2.flatMap(partsOf)) {
			form.append(name, new Blob([json], { type: "application/json" }));
		}
		const encoded = new Response(form);
		const bytes = new Uint8Array(await encoded.arrayBuffer());
		return { bytes, contentType: encoded.headers.get("content-type") ?? "" };
	}
	;
	const EXAMPLES_MAX_LENGTH = 128 * 1024 * 1024;
	const ATTACHMENT_URLS_MAX = 1e4;
	const ATTACHMENT_PREFIX = "attachment.";
	const LATEST = "latest";
	function createEvaluationApi(options) {
		const send = createEvaluationSender(options);
		return { ...createExperimentWriter(send, options.baseUrl), async readDataset(selection, limits2, signal) {
			const reader = { send, signal, allowInsecureHost: new URL(options.baseUrl).protocol === "http:" };
			return selection.by === "share-token" ? readSharedDataset(reader, selection, limits2) : readOwnDataset(reader, selection, limits2);
		} };
	}
	async function readOwnDataset(reader, selection, limits2) {
		const dataset = await (selection.by === "name" ? findByName : findById)(reader, selection.value);
		if (dataset === void 0) return { kind: "missing" };
		const path = `/datasets/${encodeURIComponent(dataset.id)}`;
		const version = await findVersion(reader, path, selection.version);
		if (version === void 0) {
			return isLatest(selection.version) ? { kind: "empty" } : { kind: "no-such-version" };
		}
		if (selection.splits.length > 0) {
			const answer = await reader.send({ path: `${path}/splits`, query: { as_of: version }, signal: reader.signal });
			const known = (0, answers.Wp)(SplitList, answer);
			const missing = selection.splits.filter((split2) => !known.includes(split2));
			if (missing.length > 0) return { kind: "no-split", missing, known };
		}
		const query2 = { dataset: dataset.id, as_of: version, splits: selection.splits };
		const read = await readExamples(reader, { path: "/examples", query: query2, datasetId: dataset.id }, limits2);
		if (read.kind === "too-large") return read;
		const stray = read.list.find(({ splits }) => splits.length > 0 && !isIn(splits, selection.splits));
		if (stray !== void 0) throw read.refuse("200 with examples of other splits than requested");
		return toReading({ ...dataset, version }, read.list, selection.splits);
	}
	async function readSharedDataset(reader, selection, limits2) {
		const { send, signal } = reader;
		const path = `/public/${encodeURIComponent(selection.value)}`;
		const found = await (0, errors.PX)(() => send({ path: `${path}/datasets`, isPublic: true, signal }), 404);
		if (found === void 0) return { kind: "missing" };
		const dataset = (0, answers.Wp)(DatasetSummary, found);
		const query2 = selection.version === void 0 ? {} : { as_of: selection.version };
		const source = { path: `${path}/examples`, query: query2, isPublic: true, datasetId: dataset.id };
		const read = isLatest(selection.version) ? await readExamples(reader, source, limits2) : await (0, errors.PX)(() => readExamples(reader, source, limits2), 404);
		if (read === void 0) return { kind: "no-such-version" };
		if (read.kind === "too-large") return read;
		const known = [...new Set(read.list.flatMap(({ splits }) => splits))].toSorted();
		const missing = selection.splits.filter((split2) => !known.includes(split2));
		if (read.list.length > 0 && missing.length > 0) return { kind: "no-split", missing, known };
		const list = read.list.filter(({ splits }) => isIn(splits, selection.splits));
		const isTime = selection.version !== void 0 && parseMoment(selection.version) !== void 0;
		const version = isTime ? selection.version : newestChange(list);
		return toReading({ id: void 0, name: dataset.name, version: version ?? LATEST }, list, selection.splits);
	}
	function toReading(dataset, list, splits) {
		if (list.length === 0 && splits.length > 0) return { kind: "no-split", missing: [...splits], known: [] };
		if (list.length === 0) return { kind: "empty" };
		const { id: id3, name, version } = dataset;
		return { kind: "read", id: id3, name, version, examples: list.map(({ example }) => example) };
	}
	const isLatest = (version) => version === void 0 || version === LATEST;
	const isIn = (splits, selected) => selected.length === 0 || splits.some((split2) => selected.includes(split2));
	function newestChange(list) {
		const times = list.flatMap(({ example: { modifiedAt } }) => modifiedAt === void 0 ? [] : [modifiedAt]);
		const at = (time) => parseMoment(time) ?? 0;
		return times.toSorted((a, b) => at(b) - at(a))[0];
	}
	async function findByName({ send, signal }, name) {
		const answer = await send({ path: "/datasets", query: { name, limit: limits.ZX }, signal });
		const list = (0, answers.Wp)(DatasetSummaryList, answer);
		const [found, ...others] = list.filter((one) => one.name === name);
		if (others.length > 0) throw answer.unusable("200 with several datasets of the requested name");
		if (found === void 0 && list.length > 0) {
			throw answer.unusable("200 with other datasets than requested");
		}
		return found;
	}
	async function findById({ send, signal }, id3) {
		const path = `/datasets/${encodeURIComponent(id3)}`;
		const answer = await (0, errors.PX)(() => send({ path, signal }), 404);
		if (answer === void 0) return void 0;
		const dataset = (0, answers.Wp)(DatasetSummary, answer);
		(0, answers.ZQ)(answer, { what: "dataset", requested: id3, answered: dataset.id });
		return dataset;
	}
	async function findVersion({ send, signal }, datasetPath, version = LATEST) {
		const isTime = parseMoment(version) !== void 0;
		const query2 = isTime ? { as_of: version } : { tag: version };
		const answer = await (0, errors.PX)(() => send({ path: `${datasetPath}/version`, query: query2, signal }), 404);
		if (answer === void 0) return void 0;
		const { as_of: asOf, tags } = (0, answers.Wp)(DatasetVersion, answer);
		if (!isTime && version !== LATEST && tags !== null && !tags.includes(version)) {
			throw answer.unusable("200 with another version than requested");
		}
		return asOf;
	}
	async function readExamples(reader, source, { max }) {
		const { datasetId, path, query: query2, isPublic } = source;
		let refuse = (what) => new Error(what);
		const fetchPage = async (offset) => {
			const answer = await reader.send({ path, query: { ...query2, inline_s3_urls: "true", limit: limits.ZX, offset }, ...isPublic && { isPublic }, signal: reader.signal });
			const items = parseExactly(ExampleList, answer);
			for (const { dataset_id: answered } of items) {
				(0, answers.ZQ)(answer, { what: "dataset", requested: datasetId, answered });
			}
			refuse = (what) => answer.unusable(what);
			return { items, refuse };
		};
		const list = [];
		const counts = { length: 0, attachments: 0 };
		for await (const page of (0, answers.s$)(fetchPage, ({ id: id3 }) => id3.toLowerCase())) {
			for (const one of page) {
				const read = toExample(one, (what) => refuse(what), reader);
				counts.length += JSON.stringify([read.example.inputs, read.example.outputs]).length;
				counts.attachments += read.example.attachments.length;
				list.push(read);
			}
			const limit = findExcess({ ...counts, examples: list.length }, max);
			if (limit !== void 0) return { kind: "too-large", limit };
		}
		return { kind: "examples", list, refuse };
	}
	function findExcess(counts, max) {
		const { examples, length, attachments } = counts;
		if (examples > max) return `${max.toLocaleString("en")} examples`;
		if (length > EXAMPLES_MAX_LENGTH) return `${EXAMPLES_MAX_LENGTH / 1024 / 1024} MiB`;
		if (attachments > ATTACHMENT_URLS_MAX) return `${ATTACHMENT_URLS_MAX.toLocaleString("en")} attachments`;
		return void 0;
	}
	function parseExactly(schema, answer) {
		const parsed = (0, answers.Wp)(schema, answer);
		if ((0, json_safety.Di)(answer.json, parsed) !== void 0) {
			throw answer.unusable(`${answer.status} with a key __proto__, which is not supported`);
		}
		return parsed;
	}
	function toExample(one, refuse, { allowInsecureHost }) {
		const attachments = Object.entries(one.attachment_urls ?? {}).map(([key, value]) => {
			if ((0, base_url.HK)(value.presigned_url, { allowInsecureHost }) === void 0) {
				throw refuse("200 with an attachment whose URL is not allowed");
			}
			return { name: key.startsWith(ATTACHMENT_PREFIX) ? key.slice(ATTACHMENT_PREFIX.length) : key, presignedUrl: value.presigned_url, mimeType: value.mime_type ?? "application/octet-stream" };
		});
		return { splits: splitsOf(one.metadata), example: { id: one.id.toLowerCase(), name: one.name, inputs: one.inputs ?? {}, outputs: one.outputs ?? void 0, attachments, modifiedAt: one.modified_at } };
	}
}), 85143: ((__module, __exports, __require) => {
	__require.d(__exports, { s: () => loadTransport });
	const loadTransport = () => Promise.all([__require.e(410), __require.e(523), __require.e(196), __require.e(23), __require.e(98)]).then(__require.bind(__require, 59534));
}), 57835: ((__module, __exports, __require) => {
	__require.d(__exports, { T: () => memoizeAsync });
	function memoizeAsync(work) {
		let kept;
		const memoized = () => {
			if (kept !== void 0) return kept;
			const mine = startWork(work);
			kept = mine;
			mine.catch(() => {
				if (kept === mine) kept = void 0;
			});
			return mine;
		};
		return Object.assign(memoized, { current: () => kept, forget: () => {
			kept = void 0;
		} });
	}
	async function startWork(work) {
		return work();
	}
}), 59534: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createTransport: () => createTransport });
	var $$safety0 = __require(6760);
	var $$retry1 = __require(85933);
	var $$clock2 = __require(75065);
	var $$errors3 = __require(65292);
	var $$exchange4 = __require(36686);
	var $$failure5 = __require(69609);
	var $$memoize7 = __require(57835);
	var $$environment6 = __require(65393);
	const LAST_TRY_MS = 5e3;
	function createTransport(options) {
		const { redact, clock = $$clock2.dQ, random = Math.random, attemptTimeoutMs = 3e4, totalTimeoutMs = 12e4, connectTimeoutMs = 1e4, maxBytes = 16 * 1024 * 1024, backoff = $$retry1.hH.request, log = () => {
		} } = options;
		const reached = /* @__PURE__ */ new Set();
		const dispatcher = (0, $$memoize7.T)(async () => {
			const { openDispatcher } = await Promise.all([__require.e(410), __require.e(523), __require.e(196), __require.e(23), __require.e(98)]).then(__require.bind(__require, 35230));
			return openDispatcher({ proxies: (0, $$environment6.EM)(options.env), connectTimeoutMs, ca: options.ca });
		});
		async function call(request) {
			const { method, url, signal } = request;
			const about = { method, path: request.shownPath ?? url.pathname, attempts: 0, repeatable: request.repeatable ?? (method === "GET" || method === "DELETE"), timeoutMs: request.attemptTimeoutMs ?? attemptTimeoutMs, maxBytes, redact };
			const deadlineAt = request.deadlineAt ?? clock.now() + totalTimeoutMs;
			const wire = wireRequest(request, maxBytes);
			const tryMs = about.timeoutMs;
			for (; ; ) {
				about.attempts += 1;
				about.timeoutMs = Math.max(Math.min(tryMs, deadlineAt - clock.now()), Math.min(tryMs, LAST_TRY_MS));
				const body = request.stream && { body: request.stream.open() };
				const result = await (0, $$exchange4.c)(await dispatcher(), { ...wire, ...body, timeoutMs: about.timeoutMs });
				if (result.kind === "broken" && result.cause instanceof $$errors3.P3) throw result.cause.cause;
				if (result.kind === "answer" || result.kind === "too-large") reached.add(url.origin);
				const decision = (0, $$retry1.tE)({ result, repeatable: about.repeatable, attempt: about.attempts, now: clock.now(), deadlineAt, reached: reached.has(url.origin), random, backoff });
				if (decision.kind !== "retry") return finish(result, request, about);
				const outcome = (0, $$failure5.Be)(result, about.timeoutMs);
				log(`${method} ${about.path}: ${outcome}; retrying in ${(decision.delayMs / 1e3).toFixed(1)}s`);
				await clock.sleep(decision.delayMs, signal);
			}
		}
		return { call, async stream(request, watch) {
			const { callStream } = await Promise.all([__require.e(410), __require.e(523), __require.e(666), __require.e(739), __require.e(439), __require.e(5), __require.e(255), __require.e(177), __require.e(196), __require.e(23), __require.e(28), __require.e(795)]).then(__require.bind(__require, 59044));
			return callStream(await dispatcher(), request, watch, { clock, redact });
		}, dispatcher, async close() {
			await (await dispatcher.current())?.destroy();
		} };
	}
	function wireRequest(request, maxBytes) {
		const json = request.json === void 0 ? void 0 : JSON.stringify(request.json);
		const body = json ?? request.bytes;
		return { method: request.method, url: request.url, headers: { accept: "application/json", ...json !== void 0 && { "content-type": "application/json" }, ...request.stream && { "content-length": String(request.stream.length) }, ...request.headers }, ...body !== void 0 && { body }, maxBytes, signal: request.signal };
	}
	function finish(result, request, about) {
		if (result.kind !== "answer" || result.answer.status >= 300) throw (0, $$failure5.Gv)(result, about);
		const { status } = result.answer;
		const unusable = (what, cause) => (0, $$failure5.W3)(status, what, about, cause);
		if (request.expect && !request.expect.includes(status)) {
			throw unusable(`${status} instead of ${request.expect.join(" or ")}`);
		}
		const json = request.ignoreBody ? void 0 : parseBody(result.answer, unusable);
		return { status, json, attempts: about.attempts, unusable };
	}
	function parseBody(answer, unusable) {
		if (answer.body === "") return void 0;
		const excess = (0, $$safety0.td)(answer.body, $$safety0.p$);
		if (excess !== void 0) throw unusable(`${answer.status} with a body that ${excess}`);
		try {
			return JSON.parse(answer.body);
		} catch {
			throw unusable(`${answer.status} with a body that is not JSON`);
		}
	}
}), 73477: ((__module, __exports, __require) => {
	__require.d(__exports, { w$: () => datetime });
	var $$index0 = __require(41299);
	var $$schemas1 = __require(34410);
	function datetime(params) {
		return $$index0.G1($$schemas1.You, params);
	}
	function date(params) {
		return core._isoDate(ZodISODate, params);
	}
	function time(params) {
		return core._isoTime(ZodISOTime, params);
	}
	function duration(params) {
		return core._isoDuration(ZodISODuration, params);
	}
}) };
export {
	id,
	ids,
	modules
};
