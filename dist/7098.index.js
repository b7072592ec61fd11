const id = 7098;
const ids = [7098];
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
}), 82473: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { connectHttp: () => connectHttp });
	var $$errors0 = __require(65292);
	var $$transport2 = __require(85143);
	var $$memoize3 = __require(57835);
	var $$client1 = __require(73564);
	const connectHttp = async (options) => {
		const { settings, env, clock, redact, log, readDeadline } = options;
		const [{ createTransport }, { createControlPlane }] = await Promise.all([(0, $$transport2.s)(), Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 41441))]);
		const transport = createTransport({ env, clock, redact, attemptTimeoutMs: settings.requestTimeoutMs, log });
		const controlPlane = createControlPlane({ transport, baseUrl: settings.endpoint.baseUrl, dialect: settings.endpoint.dialect, apiKey: settings.apiKey, workspaceId: settings.workspaceId, readDeadline, now: () => clock.now() });
		return { controlPlane, github: (0, $$memoize3.T)(() => (0, $$client1.openGitHub)({ token: settings.github.token, env, transport, redact })), probeStatus: createProbeStatus(transport), agentServer: async (baseUrl) => {
			const { createAgentServer } = await Promise.all([__require.e(1169), __require.e(7339), __require.e(3724), __require.e(8300)]).then(__require.bind(__require, 51364));
			const { apiKey, workspaceId, requestTimeoutMs } = settings;
			return createAgentServer({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
		}, agentData: async (baseUrl) => {
			const { createAgentData } = await Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 31867));
			const { apiKey, workspaceId, requestTimeoutMs } = settings;
			return createAgentData({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
		}, evaluationApi: async (baseUrl) => {
			const { createEvaluationApi } = await __require.e(551).then(__require.bind(__require, 551));
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
			const secrets = (deployment.secrets ?? []).filter(({ name }) => !$$secrets1.Q$.has(name));
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
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH, pq: () => $$later0.pqe });
	var $$later0 = __require(72786);
}), 31867: ((__module, __exports, __require) => {
	__require.d(__exports, { createAgentData: () => createAgentData });
	var $$zod5 = __require(34410);
	var $$responses0 = __require(30123);
	var $$safety1 = __require(6760);
	var $$answers4 = __require(57872);
	var $$errors2 = __require(65292);
	var $$headers3 = __require(89813);
	const PAGE = 100;
	const readAll = () => false;
	function createAgentData(options) {
		const { transport, baseUrl } = options;
		const headers = (0, $$headers3.w)(options);
		const send = (method, path, more) => transport.call({ method, url: new URL(`${baseUrl}${path}`), headers, ...more });
		const remove = async (path, signal) => {
			await (0, $$errors2.PX)(() => send("DELETE", path, { ignoreBody: true, signal }), 404);
		};
		const list = async (path, body, { parse, idOf, enough }, signal) => {
			const found = [];
			const fetchPage = async (offset) => {
				const json = { ...body, limit: PAGE, offset };
				const answer = await send("POST", path, { json, repeatable: true, signal });
				return { items: parse(answer), refuse: (what) => answer.unusable(what) };
			};
			for await (const page of (0, $$answers4.s$)(fetchPage, idOf, () => enough(found))) {
				found.push(...page);
				if (enough(found)) break;
			}
			return found;
		};
		return { ...itemMethods(send, list), ...threadStateMethods(send, list), assistants: (enough, signal) => list("/assistants/search", {}, { parse: (answer) => (0, $$answers4.Wp)($$zod5.YOg($$responses0.F0), answer), idOf: ({ assistant_id: id2 }) => id2, enough }, signal), async createAssistant(body, signal) {
			const json = { ...body, if_exists: "do_nothing" };
			const request = () => send("POST", "/assistants", { json, repeatable: true, signal });
			const answer = await (0, $$errors2.PX)(request, 409);
			if (answer === void 0) return;
			const { assistant_id: answered } = (0, $$answers4.Wp)($$responses0.et, answer);
			(0, $$answers4.ZQ)(answer, { what: "assistant", requested: body.assistant_id, answered });
		}, deleteAssistant: (id2, signal) => remove(`/assistants/${encodeURIComponent(id2)}`, signal), async crons(signal) {
			const parse = (answer) => (0, $$answers4.Wp)($$zod5.YOg($$responses0.aP), answer);
			const options2 = { parse, idOf: ({ cron_id: id2 }) => id2, enough: readAll };
			const crons = await list("/runs/crons/search", {}, options2, signal);
			return new Map(crons.map(({ cron_id: id2, metadata, payload }) => [id2, metadata ?? payload?.metadata ?? {}]));
		}, async createCron(json, signal) {
			await send("POST", "/runs/crons", { json, ignoreBody: true, repeatable: false, signal });
		}, deleteCron: (id2, signal) => remove(`/runs/crons/${encodeURIComponent(id2)}`, signal) };
	}
	const itemId = ({ namespace, key }) => JSON.stringify([namespace, key]);
	function itemMethods(send, list) {
		return { async itemValue({ namespace, key }, signal) {
			const query = new URLSearchParams({ namespace: namespace.join("."), key, refresh_ttl: "false" });
			const answer = await (0, $$errors2.PX)(() => send("GET", `/store/items?${query.toString()}`, { signal }), 404);
			if (answer === void 0 || answer.json === null || answer.json === void 0) return void 0;
			const item = (0, $$answers4.Wp)($$responses0.r9, answer);
			(0, $$answers4.ZQ)(answer, { what: "item", exact: true, requested: itemId({ namespace, key }), answered: itemId(item) });
			return item.value;
		}, items: (enough, signal) => list("/store/items/search", { namespace_prefix: [], refresh_ttl: false }, { parse: (answer) => (0, $$answers4.Wp)($$responses0.Ee, answer).items, idOf: itemId, enough }, signal), async putItem(json, signal) {
			await send("PUT", "/store/items", { json, ignoreBody: true, repeatable: true, signal });
		} };
	}
	function threadStateMethods(send, list) {
		const statePath = (id2) => `/threads/${encodeURIComponent(id2)}/state`;
		return { async threadsWith(field, signal) {
			const parse = (answer) => (0, $$answers4.Wp)($$zod5.YOg($$responses0.O1), answer);
			const options = { parse, idOf: ({ thread_id: id2 }) => id2, enough: readAll };
			const search = (body) => list("/threads/search", body, options, signal);
			let found;
			try {
				found = await search({ select: ["thread_id", "metadata"] });
			} catch (error) {
				if (!(0, $$errors2.d7)(error, 422) && !(0, $$errors2.d7)(error, 400)) throw error;
				found = await search({});
			}
			return new Map(found.flatMap(({ thread_id: id2, metadata }) => metadata && Object.hasOwn(metadata, field) ? [[id2, metadata[field]]] : []));
		}, async hasState(threadId, signal) {
			const answer = await send("GET", statePath(threadId), { signal });
			const { values, checkpoint } = (0, $$answers4.Wp)($$responses0.zA, answer);
			(0, $$answers4.ZQ)(answer, { what: "thread", requested: threadId, answered: checkpoint?.thread_id });
			if (checkpoint?.checkpoint_id) return true;
			return (0, $$safety1.OW)(values) && Object.keys(values).length > 0;
		}, async updateState(threadId, json, signal) {
			await send("POST", statePath(threadId), { json, ignoreBody: true, repeatable: false, signal });
		} };
	}
}), 41441: ((__module, __exports, __require) => {
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
	const UploadUrl = schemas._H3({ upload_url: schemas.YjP().min(1), object_path: schemas.YjP().min(1) });
	const PushToken = schemas._H3({ token: schemas.YjP().min(1), registry_url: schemas.YjP().min(1) });
	;
	const Revision = schemas._H3({ id: schemas.YjP().min(1), deployment_id: schemas.YjP().nullish(), status: schemas.YjP().catch("UNKNOWN"), created_at: schemas.YjP().nullish(), updated_at: schemas.YjP().nullish(), source: schemas.YjP().nullish(), status_message: schemas.YjP().nullish(), source_revision_config: schemas._H3({ repo_ref: schemas.YjP().nullish(), graph_config_path: schemas.YjP().nullish(), image_uri: schemas.YjP().nullish(), source_tarball_path: schemas.YjP().nullish(), repo_commit_sha: schemas.YjP().nullish(), image_digests: source.ry.nullish().catch(void 0) }).nullish() });
	const RevisionList = schemas._H3({ resources: schemas.YOg(Revision), offset: schemas.aig().int().nullish() });
	const RevisionResponse = schemas.Ikc({ id: primitives.uR, status: schemas.YjP(), status_message: schemas.YjP().nullable(), source: schemas.YjP(), source_revision_config: schemas._H3({ ...source.Jh.shape, image_digests: source.ry.optional() }), created_at: primitives.KQ, updated_at: primitives.KQ });
	const RevisionListResponse = schemas.Ikc({ resources: schemas.YOg(RevisionResponse), offset: schemas.Whr() });
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
			return page ? (0, answers.Wp)(LogPage, page).logs.slice(0, newest.limit).map(toLine).reverse() : [];
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
}), 69609: ((__module, __exports, __require) => {
	__require.d(__exports, { Be: () => describeAttempt, Gv: () => toApiError, W3: () => unusableAnswerError });
	var json_safety = __require(6760);
	var schemas = __require(34410);
	;
	const ValidationError = schemas.Ikc({ loc: schemas.YOg(schemas.KCZ([schemas.YjP(), schemas.Whr()])), msg: schemas.YjP(), type: schemas.YjP() });
	const HTTPValidationError = schemas.Ikc({ detail: schemas.YOg(ValidationError) });
	const DetailError = schemas.Ikc({ detail: schemas.YjP() });
	const NestedError = schemas.Ikc({ detail: schemas._H3({ error: schemas.YjP(), message: schemas.YjP() }) });
	var findings = __require(9081);
	var errors = __require(65292);
	var retry = __require(85933);
	;
	const CHECK_FIRST = "The request may still have taken effect: check the deployment before you run again.";
	function toApiError(result, call) {
		const { method, path, attempts } = call;
		const about = { method, path, attempts };
		switch (result.kind) {
			case "answer":
				return httpFailure(result.answer, call);
			case "too-large": {
				const what = `the response is larger than ${call.maxBytes} bytes`;
				return new errors.hD({ ...about, ...call.repeatable ? { kind: "malformed", hint: "Check that the URL is the address of the control plane." } : { kind: "ambiguous", hint: CHECK_FIRST }, status: result.status, what });
			}
			case "broken": {
				const lost = result.sent && !call.repeatable;
				return new errors.hD({ ...about, kind: lost ? "ambiguous" : "network", what: describeAttempt(result, call.timeoutMs), hint: lost ? CHECK_FIRST : hintForFault(result.code), code: result.code, cause: result.cause });
			}
			case "timeout": {
				const lost = result.sent && !call.repeatable;
				return new errors.hD({ ...about, kind: lost ? "ambiguous" : "timeout", what: describeAttempt(result, call.timeoutMs), hint: lost ? CHECK_FIRST : "The service is slow or unreachable: try again, or raise the time limit." });
			}
		}
	}
	function describeAttempt(result, timeoutMs) {
		switch (result.kind) {
			case "answer":
				return String(result.answer.status);
			case "too-large":
				return `${result.status}, too large`;
			case "broken":
				return `${result.sent ? "the connection broke" : "no connection"} (${result.code})`;
			case "timeout":
				return `no response within ${timeoutMs / 1e3} s`;
		}
	}
	function httpFailure(answer, call) {
		const { status } = answer;
		const problem = parseErrorBody(status, answer.body, call.redact);
		const lost = !call.repeatable && status >= 500 && status !== 501 && status !== 503 && status !== 505;
		const reason = problem.detail ?? `a response of type ${mediaType(answer.contentType)} without a reason`;
		return new errors.hD({ kind: lost ? "ambiguous" : "http", method: call.method, path: call.path, attempts: call.attempts, what: `${status} ${reason}`.replace(/\.$/, ""), hint: lost ? CHECK_FIRST : hintForStatus(status, problem.forbidden), status, detail: problem.detail, fields: problem.fields, forbidden: problem.forbidden, busy: (0, errors.No)(status, answer.body) });
	}
	function unusableAnswerError(status, what, call, cause) {
		return new errors.hD({ kind: call.repeatable ? "malformed" : "ambiguous", method: call.method, path: call.path, attempts: call.attempts, what, hint: call.repeatable ? "Check that the URL is the address of the control plane, and check its version." : CHECK_FIRST, status, cause });
	}
	function mediaType(contentType) {
		return /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? "unknown";
	}
	function parseErrorBody(status, body, redact) {
		const json = (0, json_safety.qF)(body);
		const { text, fields } = readJson(json);
		return { detail: text === null ? null : (0, errors.TN)(redact(text)), fields: fields.map((field) => ({ ...field, msg: (0, errors.TN)(redact(field.msg)) })), forbidden: status === 403 ? forbidden(text ?? body) : null };
	}
	function readJson(json) {
		const detail = DetailError.safeParse(json);
		if (detail.success) return { text: detail.data.detail, fields: [] };
		const validation = HTTPValidationError.safeParse(json);
		if (validation.success) {
			return { text: (0, findings.If)(validation.data.detail) || null, fields: validation.data.detail };
		}
		const nested = NestedError.safeParse(json);
		if (nested.success) {
			const { error, message } = nested.data.detail;
			return { text: `${error}: ${message}`, fields: [] };
		}
		return { text: plainMessage(json), fields: [] };
	}
	function plainMessage(json) {
		for (const key of ["message", "error"]) {
			const value = (0, json_safety._F)(json, key);
			if (typeof value === "string") return value;
			const inner = (0, json_safety._F)(value, "message");
			if (typeof inner === "string") return inner;
		}
		return null;
	}
	function forbidden(text) {
		if (/requires workspace specification/i.test(text)) return "needs-workspace";
		return /not enabled/i.test(text) ? "not-enabled" : "no-access";
	}
	function hintForStatus(status, forbidden2) {
		if (status >= 300 && status < 400) {
			return "Redirects are not followed, so that the key is not sent elsewhere: give the final address as the URL.";
		}
		if (status >= 500 && status !== 501) {
			return "The service is failing: try again later, and check its status page.";
		}
		switch (status) {
			case 400:
				return "Correct what the service rejected, and run again.";
			case 401:
				return "Check the API key: it is missing, wrong, revoked, or belongs to another region than this URL.";
			case 403:
				return hintForForbidden(forbidden2);
			case 404:
				return "Check the ID, the workspace of the key, and that the URL is the control plane (self-hosted: ending in /api-host).";
			case 405:
			case 501:
				return "This control plane does not support the request: check its URL and its version.";
			case 408:
			case 425:
			case 429:
				return "The service limits the number of requests: run again later, or poll less often.";
			case 409:
				return "The request conflicts with an existing resource: the name is taken, or the deployment is being deleted. Choose another name, delete the existing resource, or wait.";
			case 413:
				return "The request is too large for the service: send less data.";
			case 422:
				return "Correct the fields in the message and run again.";
			default:
				return "Check the URL and the request.";
		}
	}
	function hintForForbidden(forbidden2) {
		switch (forbidden2) {
			case "needs-workspace":
				return "The key belongs to an organization: set the workspace ID as well.";
			case "not-enabled":
				return "Deployments are not enabled for this organization: ask its owner to enable them.";
			case "no-access":
			case null:
				return "The key has no access: check that it belongs to this workspace and region.";
		}
	}
	function hintForFault(code) {
		if ((0, retry.iM)(code)) {
			return "The certificate is not trusted: check the host name, or add its CA with NODE_EXTRA_CA_CERTS.";
		}
		switch (code) {
			case "ENOTFOUND":
			case "EAI_AGAIN":
				return "The host name was not found: check the URL, DNS, and the proxy settings.";
			case "ECONNREFUSED":
				return "No server listens at this address: check the URL and its port.";
			case "UND_ERR_CONNECT_TIMEOUT":
			case "ETIMEDOUT":
			case "EHOSTUNREACH":
			case "ENETUNREACH":
				return "The host cannot be reached: check the URL, the firewall, and HTTPS_PROXY and NO_PROXY.";
			case "UND_ERR_PRX_TLS":
			case "UND_ERR_PRX_CONN":
			case "UND_ERR_ABORTED":
				return "The proxy refused the connection: check HTTPS_PROXY, its credentials, and NO_PROXY.";
			default:
				return "Check the network connection to the service, and try again.";
		}
	}
}), 89813: ((__module, __exports, __require) => {
	__require.d(__exports, { _: () => USER_AGENT, w: () => credentialHeaders });
	const USER_AGENT = "agent-deploy/0.1.0";
	function credentialHeaders(options) {
		return { "x-api-key": options.apiKey, ...options.workspaceId && { "x-tenant-id": options.workspaceId }, "user-agent": USER_AGENT };
	}
}), 85143: ((__module, __exports, __require) => {
	__require.d(__exports, { s: () => loadTransport });
	const loadTransport = () => Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 59534));
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
}), 65393: ((__module, __exports, __require) => {
	__require.d(__exports, { EM: () => $$later0.EMj, Wm: () => $$later0.Wmi, mR: () => $$later0.mRP });
	var $$later0 = __require(72786);
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
			const { openDispatcher } = await Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 35230));
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
			const { callStream } = await Promise.all([__require.e(1169), __require.e(7339), __require.e(3724), __require.e(8300)]).then(__require.bind(__require, 59044));
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
		const { status, headers } = result.answer;
		const header = (name) => headers.find(([one]) => one === name)?.[1];
		const unusable = (what, cause) => (0, $$failure5.W3)(status, what, about, cause);
		if (request.expect && !request.expect.includes(status)) {
			throw unusable(`${status} instead of ${request.expect.join(" or ")}`);
		}
		const json = request.ignoreBody ? void 0 : parseBody(result.answer, unusable);
		return { status, json, attempts: about.attempts, header, unusable };
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
}), 30123: ((__module, __exports, __require) => {
	__require.d(__exports, { Ee: () => AgentItems, F0: () => AgentFullAssistant, F9: () => AgentRun, MI: () => AgentInfo, O1: () => AgentThread, VN: () => AgentThreadTime, aP: () => AgentCron, cv: () => isFinalRun, et: () => AgentAssistant, h4: () => AgentFeedback, r6: () => AgentRunError, r9: () => AgentItem, zA: () => AgentThreadState });
	var $$zod0 = __require(34410);
	const optionalObject = $$zod0._H3({}).nullish().catch(void 0);
	const AgentRun = $$zod0._H3({ run_id: $$zod0.YjP().min(1), thread_id: $$zod0.YjP().nullish().catch(void 0), status: $$zod0.YjP(), created_at: $$zod0.YjP().nullish().catch(void 0), metadata: optionalObject });
	const AgentThread = $$zod0._H3({ thread_id: $$zod0.YjP().min(1), status: $$zod0.YjP().nullish().catch(void 0), metadata: optionalObject, values: $$zod0.L5J().optional(), interrupts: $$zod0.L5J().optional(), error: $$zod0.L5J().optional() });
	const AgentThreadTime = $$zod0._H3({ thread_id: $$zod0.YjP().min(1), updated_at: $$zod0.YjP() });
	const AgentAssistant = $$zod0._H3({ assistant_id: $$zod0.YjP().min(1), graph_id: $$zod0.YjP().nullish().catch(void 0), name: $$zod0.YjP().nullish().catch(void 0) });
	const AgentFullAssistant = $$zod0._H3({ ...AgentAssistant.shape, graph_id: $$zod0.YjP().min(1), description: $$zod0.YjP().nullish().catch(void 0), config: optionalObject, context: optionalObject, metadata: optionalObject });
	const AgentItem = $$zod0._H3({ namespace: $$zod0.YOg($$zod0.YjP()), key: $$zod0.YjP(), value: $$zod0.L5J().refine((value) => value !== void 0, "the value is missing") });
	const AgentItems = $$zod0._H3({ items: $$zod0.YOg(AgentItem) });
	const AgentCron = $$zod0._H3({ cron_id: $$zod0.YjP().min(1), metadata: optionalObject, payload: $$zod0._H3({ metadata: optionalObject }).nullish().catch(void 0) });
	const Task = $$zod0._H3({ interrupts: $$zod0.YOg($$zod0.L5J()).nullish().catch(void 0) });
	const AgentThreadState = $$zod0._H3({ values: $$zod0.L5J().refine((values) => values !== void 0, "the values are missing"), next: $$zod0.YOg($$zod0.YjP()), tasks: $$zod0.YOg(Task).nullish().catch(void 0), interrupts: $$zod0.YOg($$zod0.L5J()).nullish().catch(void 0), checkpoint: $$zod0._H3({ thread_id: $$zod0.YjP().nullish().catch(void 0), checkpoint_id: $$zod0.YjP().nullish().catch(void 0) }).nullish().catch(void 0) });
	const AgentRunError = $$zod0._H3({ error: $$zod0.YjP().catch("Error"), message: $$zod0.YjP().catch("") });
	const AgentInfo = $$zod0._H3({ host: $$zod0._H3({ revision_id: $$zod0.YjP().nullish().catch(void 0) }).nullish().catch(void 0) });
	const AgentFeedback = $$zod0.g1P($$zod0.YjP(), $$zod0.YjP());
	const FINAL = ["success", "error", "timeout", "interrupted"];
	function isFinalRun(status) {
		return FINAL.includes(status);
	}
}), 88095: ((__module, __exports, __require) => {
	__require.d(__exports, { lQ: () => parseExactJson });
	var $$safety0 = __require(6760);
	const SMALLEST = -(2n ** 63n);
	const LARGEST = 2n ** 64n - 1n;
	const [SAFE_DIGITS, NEGATIVE_DIGITS, POSITIVE_DIGITS] = [String(Number.MAX_SAFE_INTEGER), String(-SMALLEST), String(LARGEST)];
	const DIGITS = 16;
	const MAX_DIGITS = 20;
	const [ZERO, NINE, MINUS, COMMA, COLON, OPEN_LIST] = [48, 57, 45, 44, 58, 91];
	const isDigit = (sign) => sign >= ZERO && sign <= NINE;
	const isSpace = (sign) => sign === 32 || sign === 10 || sign === 13 || sign === 9;
	function parseExactJson(text) {
		const steps = parseInSteps(text);
		for (; ; ) {
			const { done, value } = steps.next();
			if (done === true) return value;
		}
	}
	async function parseExactJsonPaced(text, pause) {
		const steps = parseInSteps(text);
		for (; ; ) {
			const { done, value } = steps.next();
			if (done === true) return value;
			await pause();
		}
	}
	function* parseInSteps(text) {
		const value = JSON.parse(text);
		const large = findLargeIntegers(text);
		if (large.length === 0) return value;
		yield void 0;
		let quoted = "";
		let at = 0;
		for (const { start, end } of large) {
			quoted += `${text.slice(at, start)}"${text.slice(start, end)}"`;
			at = end;
		}
		const digits = JSON.parse(quoted + text.slice(at));
		yield void 0;
		return replaceLarge(value, digits);
	}
	function tryParseExactJson(text, limits = ANSWER_JSON_LIMITS) {
		if (findJsonExcess(text, limits) !== void 0) return void 0;
		try {
			return parseExactJson(text);
		} catch {
			return void 0;
		}
	}
	function findLargeIntegers(text) {
		const found = [];
		let scanned = 0;
		let quote = text.indexOf('"');
		for (let at = DIGITS - 1; at < text.length; at += DIGITS) {
			if (!isDigit(text.charCodeAt(at))) continue;
			let start = at;
			while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
			let end = at + 1;
			while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
			at = end;
			const length = end - start;
			if (length < DIGITS || length > MAX_DIGITS || text.charCodeAt(start) === ZERO) continue;
			const isNegative = start > 0 && text.charCodeAt(start - 1) === MINUS;
			if (!isLargeText(text.slice(start, end), isNegative)) continue;
			if (isNegative) start -= 1;
			if (!isWhole(text, start, end)) continue;
			while (quote !== -1 && quote < start) {
				scanned = (0, $$safety0.ap)(text, quote) + 1;
				quote = text.indexOf('"', scanned);
			}
			if (scanned <= start) found.push({ start, end });
		}
		return found;
	}
	function isWhole(text, start, end) {
		const before = text.charCodeAt(start - 1);
		const begins = start === 0 || before === COMMA || before === COLON || before === OPEN_LIST || isSpace(before);
		return begins && ![".", "e", "E"].includes(text.charAt(end));
	}
	function bigintToJson(value) {
		if (isLarge(value)) return value;
		return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
	}
	function isLargeText(digits, isNegative) {
		if (digits.length === DIGITS) return digits > SAFE_DIGITS;
		if (digits.length === MAX_DIGITS) return !isNegative && digits <= POSITIVE_DIGITS;
		return !isNegative || digits.length < NEGATIVE_DIGITS.length || digits <= NEGATIVE_DIGITS;
	}
	function isLarge(value) {
		const isSafe = value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
		return !isSafe && value >= SMALLEST && value <= LARGEST;
	}
	function replaceLarge(value, quoted) {
		const whole = { value };
		const left = [[whole, { value: quoted }]];
		for (let next = left.pop(); next; next = left.pop()) {
			const [numbers, digits] = next;
			if (Array.isArray(numbers) && Array.isArray(digits)) {
				const list = numbers;
				for (let index = 0; index < list.length; index += 1) {
					const exact = exactValue(list[index], digits[index], left);
					if (exact !== void 0) list[index] = exact;
				}
			} else {
				for (const key of Object.keys(numbers)) {
					const exact = exactValue(Reflect.get(numbers, key), Reflect.get(digits, key), left);
					if (exact !== void 0) define(numbers, key, exact);
				}
			}
		}
		return whole.value;
	}
	function exactValue(value, quoted, left) {
		if (typeof value === "number") return typeof quoted === "string" ? BigInt(quoted) : void 0;
		if (typeof value === "object" && value !== null && typeof quoted === "object" && quoted !== null) {
			left.push([value, quoted]);
		}
		return void 0;
	}
	function define(target, key, value) {
		if (typeof key === "number" && Array.isArray(target)) target[key] = value;
		else if (key !== "__proto__") Reflect.set(target, key, value);
		else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
	}
	function stringifyExactJson(value, space) {
		if (typeof value === "bigint") return String(value);
		try {
			return JSON.stringify(value, void 0, space);
		} catch (failure) {
			if (!(failure instanceof TypeError)) throw failure;
			const written = typeof value === "object" && value !== null ? withRawBigints(value, []) : value;
			if (written === value) throw failure;
			return JSON.stringify(written, void 0, space);
		}
	}
	function withRawBigints(value, ancestors) {
		if (ArrayBuffer.isView(value)) return value;
		if (ancestors.includes(value)) throw new TypeError("The value contains itself, so it cannot be written as JSON.");
		ancestors.push(value);
		let copy;
		const isList = Array.isArray(value);
		const keys = isList ? value : Object.keys(value);
		for (let index = 0; index < keys.length; index += 1) {
			const key = isList ? index : String(keys[index]);
			const inside = Reflect.get(value, key);
			let made = inside;
			if (typeof inside === "bigint") made = JSON.rawJSON(String(inside));
			else if (typeof inside === "object" && inside !== null) made = withRawBigints(inside, ancestors);
			if (made === inside) continue;
			copy ??= Array.isArray(value) ? Array.from(value) : { ...value };
			define(copy, key, made);
		}
		ancestors.pop();
		return copy ?? value;
	}
	function isSameJson(one, other) {
		if (one === other) return true;
		if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
			return toExact(one) === toExact(other);
		}
		if (Array.isArray(one) !== Array.isArray(other) || !isPlain(one) || !isPlain(other)) return false;
		const keys = Object.keys(one);
		return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isSameJson(Reflect.get(one, key), Reflect.get(other, key)));
	}
	function isPlain(value) {
		if (Array.isArray(value)) return true;
		const prototype = Object.getPrototypeOf(value);
		return prototype === null || Object.getPrototypeOf(prototype) === null;
	}
	function toExact(value) {
		if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
		const text = String(value);
		return text.includes("e") || !isLarge(BigInt(text)) ? value : BigInt(text);
	}
}), 33015: ((__module, __exports, __require) => {
	__require.d(__exports, { Ah: () => queryInt, Cv: () => logPageQuery, SB: () => pageQuery, ac: () => fromJsonText, zV: () => queryBoolean });
	var $$zod3 = __require(34410);
	var $$json0 = __require(88095);
	var $$limits1 = __require(55403);
	var $$primitives2 = __require(3917);
	const digits = (value) => typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
	const queryInt = (min, max = Number.MAX_SAFE_INTEGER) => $$zod3.vkY(digits, $$zod3.Whr().min(min).max(max));
	const truths = { true: true, "1": true, false: false, "0": false };
	const queryBoolean = $$zod3.vkY((value) => typeof value === "string" ? truths[value.toLowerCase()] ?? value : value, $$zod3.zMY());
	const queryList = (item) => $$zod3.vkY((value) => typeof value === "string" ? value.split(",").filter((entry) => entry !== "") : value, $$zod3.YOg(item));
	function fromJsonText(value) {
		if (typeof value !== "string") return value;
		try {
			const parsed = (0, $$json0.lQ)(value);
			return typeof parsed === "object" && parsed !== null && Object.hasOwn(parsed, "__proto__") ? value : parsed;
		} catch {
			return value;
		}
	}
	function asList(value) {
		if (typeof value !== "string") return value;
		return value.startsWith("[") ? fromJsonText(value) : value.split(",").filter((entry) => entry !== "");
	}
	const pageQuery = { limit: queryInt(1, $$limits1.ZX).default($$limits1.oX), offset: queryInt(0).default(0) };
	const PageQuery = $$zod3.Ikc(pageQuery);
	const DeploymentListQuery = $$zod3.Ikc({ ...pageQuery, name: $$zod3.YjP().optional(), name_contains: $$zod3.YjP().optional(), status: queryList($$zod3.YjP()).optional(), image_version: $$zod3.YjP().optional(), deployment_type: $$zod3.YjP().optional(), deployment_ids: queryList($$primitives2.uR).optional(), tag_value_ids: queryList($$primitives2.uR).optional(), agent_id: $$zod3.YjP().optional(), agent_environment: $$zod3.YjP().optional(), remote_reconciled: queryBoolean.optional() });
	const RevisionListQuery = $$zod3.Ikc({ ...pageQuery, status: queryList($$zod3.YjP()).optional(), remote_reconciled: queryBoolean.optional() });
	const DeploymentDeleteQuery = $$zod3.Ikc({ delete_tracing_project: queryBoolean.default(false), force: queryBoolean.default(false) });
	const BulkDeleteQuery = $$zod3.Ikc({ deployment_ids: $$zod3.vkY((value) => typeof value === "string" ? [value] : value, $$zod3.YOg($$primitives2.uR.toLowerCase()).min(1).max($$limits1.eq)) });
	const logPageQuery = { limit: queryInt(1, $$limits1.wv).default($$limits1.R3) };
}) };
export {
	id,
	ids,
	modules
};
