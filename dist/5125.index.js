const id = 5125;
const ids = [5125];
const modules = { 75125: ((__module, __exports, __require) => {
	__require.d(__exports, { seedPreview: () => seedPreview });
	var errors = __require(65292);
	var seed_limits = __require(14419);
	var require_unlocked = __require(45280);
	var read = __require(98591);
	var outcome = __require(96043);
	var current = __require(67418);
	var action_text = __require(77844);
	var connect_agent = __require(24239);
	var result = __require(63676);
	var run_checks = __require(84012);
	var poll = __require(50438);
	var schemas = __require(34410);
	;
	const count = (max) => schemas.Whr().min(0).max(max);
	const SeedCounts = schemas.Ikc({ items: count(seed_limits.xk.items), assistants: count(seed_limits.xk.assistants), threads: count(seed_limits.xk.threads), crons: count(seed_limits.xk.crons) });
	const SeedRecord = schemas.Ikc({ version: schemas.euz(1), state: schemas.k5n(["clearing", "seeding", "complete"]), digest: schemas.YjP().regex(/^[0-9a-f]{64}$/), counts: SeedCounts });
	var problem = __require(49262);
	var seed_seed = __require(76956);
	var external_node_crypto_ = __require(77598);
	;
	function nameUuid(namespace, name) {
		const prefix = Buffer.from(namespace.replaceAll("-", ""), "hex");
		const hash = (0, external_node_crypto_.createHash)("sha1").update(prefix).update(name, "utf8").digest().subarray(0, 16);
		hash.writeUInt8(hash.readUInt8(6) & 15 | 80, 6);
		hash.writeUInt8(hash.readUInt8(8) & 63 | 128, 8);
		return hash.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
	}
	;
	const SEED_NAMESPACE = "7f1a4b0e-5c3d-5a8e-9b62-0d6f3c2e8a41";
	function entryId(deploymentId, kind, key) {
		return nameUuid(SEED_NAMESPACE, JSON.stringify([deploymentId.toLowerCase(), kind, key]));
	}
	function digestOf(seed) {
		return (0, external_node_crypto_.createHash)("sha256").update(JSON.stringify(seed)).digest("hex");
	}
	;
	class SeedEntryError extends Error {
		name = "SeedEntryError";
		entry;
		constructor(entry, cause) {
			super(`${entry}: ${cause.message}`, { cause });
			this.entry = entry;
		}
	}
	async function readSeedRecord({ data, signal }) {
		return SeedRecord.safeParse(await data.itemValue(seed_limits.cH, signal)).data;
	}
	async function applySeed(target, seed, { record, reset, copied = /* @__PURE__ */ new Set() }) {
		const digest = digestOf(seed);
		const counts = (0, seed_seed.mQ)(seed);
		const write = (state, written2 = counts) => named("the record of the seed", () => target.data.putItem(recordItem({ version: 1, state, digest, counts: written2 }), target.signal));
		const isResumed = record?.state === "seeding" && record.digest === digest;
		if (reset || record !== void 0 && !isResumed) {
			target.log("Removing the assistants, threads and crons of the earlier seed.");
			await write("clearing");
			await clear(target);
		}
		if (isResumed && !reset) target.log("An earlier run did not complete the seed; this run completes it.");
		else await write("seeding");
		await putItems(target, seed, (item) => copied.has(item) ? "a copied store item" : (0, seed_seed.f)(item));
		const skipped = await createAssistants(target, seed.assistants);
		for (const thread of seed.threads) {
			await named(`the thread ${(0, problem.hD)(thread.name)}`, () => createThread(target, thread));
		}
		if (seed.crons.length > 0) await createCrons(target, seed);
		const written = { ...seed, assistants: seed.assistants.filter((one) => !skipped.has(one)) };
		await write("complete", (0, seed_seed.mQ)(written));
		return written;
	}
	function recordItem(value) {
		return { namespace: [...seed_limits.cH.namespace], key: seed_limits.cH.key, value, index: false, ttl: null };
	}
	async function named(entry, work) {
		try {
			return await work();
		} catch (error) {
			if (!(0, errors.d7)(error)) throw error;
			throw new SeedEntryError(entry, error);
		}
	}
	async function clear({ data, server, signal, deploymentId }) {
		const isOurs = (kind, id2, mark) => typeof mark === "string" && id2.toLowerCase() === entryId(deploymentId, kind, mark);
		await named("the crons of the earlier seed", async () => {
			for (const [id2, metadata] of await servedCrons(data, signal)) {
				if (seed_seed.ui in metadata) await data.deleteCron(id2, signal);
			}
		});
		await named("the threads of the earlier seed", async () => {
			for (const [id2, mark] of await data.threadsWith(seed_seed.ui, signal)) {
				if (isOurs("thread", id2, mark)) await server.deleteThread(id2, signal);
			}
		});
		await named("the assistants of the earlier seed", async () => {
			for (const { assistant_id: id2, metadata } of await data.assistants(() => false, signal)) {
				if (isOurs("assistant", id2, metadata?.[seed_seed.ui])) await data.deleteAssistant(id2, signal);
			}
		});
	}
	async function servedCrons(data, signal) {
		try {
			return await data.crons(signal);
		} catch (error) {
			if (!(0, errors.hh)(error)) throw error;
			return /* @__PURE__ */ new Map();
		}
	}
	const CONCURRENCY = 8;
	async function putItems({ data, signal }, { items }, describe) {
		for (let at = 0; at < items.length; at += CONCURRENCY) {
			const batch = items.slice(at, at + CONCURRENCY);
			await Promise.all(batch.map((item) => named(describe(item), () => data.putItem(item, signal))));
		}
	}
	async function createAssistants(target, assistants) {
		const skipped = /* @__PURE__ */ new Set();
		for (const assistant of assistants) {
			const { name, isOptional, graph } = assistant;
			try {
				await named(`the assistant ${(0, problem.hD)(name)}`, () => createAssistant(target, assistant));
			} catch (error) {
				const cause = error instanceof SeedEntryError ? error.cause : error;
				if (!isOptional || !((0, errors.d7)(cause, 404) || (0, errors.d7)(cause, 422))) throw error;
				target.log(`The assistant ${(0, problem.hD)(name)} was not copied, because the preview does not accept its graph ${(0, problem.hD)(graph)}.`);
				skipped.add(assistant);
			}
		}
		return skipped;
	}
	async function createAssistant({ data, deploymentId, signal }, { key, name, graph, description, config, context, metadata }) {
		await data.createAssistant({ assistant_id: entryId(deploymentId, "assistant", key), graph_id: graph, name, description, config, context, metadata: { ...metadata, [seed_seed.ui]: key } }, signal);
	}
	async function createThread(target, { name, graph, values, asNode, metadata }) {
		const { server, data, deploymentId, signal } = target;
		const id2 = await server.createThread(entryId(deploymentId, "thread", name), { ...metadata, graph_id: graph, [seed_seed.ui]: name }, signal);
		if (values === void 0 || await data.hasState(id2, signal)) return;
		await sendOnce(target, () => data.updateState(id2, { values, ...asNode !== void 0 && { as_node: asNode } }, signal), () => data.hasState(id2, signal));
	}
	async function sendOnce({ clock, signal }, send, hasEffect) {
		try {
			await send();
		} catch (error) {
			if (!(0, errors.d7)(error) || error.kind !== "ambiguous") throw error;
			const seen = await (0, poll.wt)({ clock, signal }, poll.AF, async () => await hasEffect() ? true : void 0);
			if (seen === void 0) throw error;
		}
	}
	async function createCrons(target, { crons, assistants }) {
		const { data, signal } = target;
		const find = async () => {
			const found = /* @__PURE__ */ new Map();
			for (const [id2, { [seed_seed.ui]: mark }] of await data.crons(signal)) {
				if (typeof mark === "string") found.set(mark, [...found.get(mark) ?? [], id2]);
			}
			return found;
		};
		const existing = await named("the crons", find);
		for (const cron of crons) {
			if (existing.has(cron.name)) continue;
			const body = cronBody(target, cron, assistants);
			await named(`the cron ${(0, problem.hD)(cron.name)}`, () => sendOnce(target, () => data.createCron(body, signal), async () => (await find()).has(cron.name)));
		}
		await named("the crons", async () => {
			for (const ids2 of (await find()).values()) {
				for (const id2 of ids2.toSorted().slice(1)) await data.deleteCron(id2, signal);
			}
		});
	}
	function cronBody({ deploymentId }, { name, assistant, schedule, timezone, endTime, input, config, context, metadata }, assistants) {
		const seeded = assistants.find((one) => one.name === assistant);
		return { assistant_id: seeded === void 0 ? assistant : entryId(deploymentId, "assistant", seeded.key), schedule, timezone, end_time: endTime, input, config, context, metadata: { ...metadata, [seed_seed.ui]: name } };
	}
	var external_node_util_ = __require(57975);
	var json_safety = __require(6760);
	var unsafe_json = __require(24278);
	;
	async function readInheritedSeed({ name, data }, isSecret, signal) {
		const refuse = (what) => new outcome.lZ("seed-failed", `The data of ${name} cannot be copied: ${what}. Write the data that the preview needs to a file, and set preview-seed to the file instead of \`inherited\`.`);
		const ownItems = (all) => all.filter((item) => !isReserved(item));
		const found = await data.items((all) => ownItems(all).length > seed_limits.xk.items, signal);
		const items = ownItems(found).map((item) => toSeedItem(item, refuse));
		if (items.length > seed_limits.xk.items) throw refuse(`the store has more than ${seed_limits.xk.items.toLocaleString("en")} items`);
		const created = (all) => all.filter((one) => !isDefault(one));
		const listed = await data.assistants((all) => created(all).length > seed_limits.xk.assistants, signal);
		const assistants = created(listed).map(toSeedAssistant);
		if (assistants.length > seed_limits.xk.assistants) throw refuse(`more than ${seed_limits.xk.assistants} assistants exist`);
		const seed = { ...seed_seed.SL, items: items.toSorted((a, b) => (0, seed_seed.XG)(a) < (0, seed_seed.XG)(b) ? -1 : 1), assistants: assistants.toSorted((a, b) => a.key < b.key ? -1 : 1) };
		if (Buffer.byteLength(JSON.stringify(seed)) > seed_limits.nh) throw refuse(`the data has more than ${seed_limits.nh.toLocaleString("en")} bytes`);
		const unsafe = (0, unsafe_json.q)(seed, isSecret)[0];
		const place = unsafe?.path[0] === "items" ? "a store item" : "an assistant";
		if (unsafe !== void 0) throw refuse(`${place}: ${unsafe.message}`);
		return seed;
	}
	function isReserved({ namespace: [root = ""] }) {
		return seed_seed.Vp.includes(root);
	}
	function toSeedItem({ namespace, key, value }, refuse) {
		if (!(0, json_safety.OW)(value)) throw refuse("the value of a store item is not an object");
		return { namespace, key, value };
	}
	function isDefault({ metadata }) {
		return metadata?.["created_by"] === "system";
	}
	function toSeedAssistant(assistant) {
		const { [seed_seed.ui]: _mark, ...metadata } = (0, json_safety.Xy)(assistant.metadata);
		return { key: `inherited/${assistant.assistant_id.toLowerCase()}`, name: assistant.name ?? "Untitled", graph: assistant.graph_id, description: assistant.description ?? void 0, config: withoutMirror(assistant), context: assistant.context ?? void 0, metadata, isOptional: true };
	}
	function withoutMirror({ config, context }) {
		if (!config || !context || !(0, external_node_util_.isDeepStrictEqual)(config["configurable"], context)) return config ?? void 0;
		const { configurable: _copy, ...rest } = config;
		return rest;
	}
	var read_seed = __require(88872);
	;
	async function seedPreview(context, end, options) {
		const { settings, log, record } = context;
		const serves = end.kind === "deployed" || end.kind === "unchanged" && end.reason === "already-active";
		if (settings.dryRun) {
			if (end.kind !== "failed") log.line(describeDryRun(options.seed));
			return end;
		}
		if (!serves) return end;
		try {
			await seedServing(context, options);
			return end;
		} catch (error) {
			context.signal.throwIfAborted();
			const isExpected = error instanceof errors.hD || error instanceof SeedEntryError || error instanceof outcome.lZ && error.outcome.reason === "seed-failed";
			if (!isExpected) throw error;
			record.seed = void 0;
			return (0, outcome.bu)("failed", "seed-failed", `${end.message} The data of the preview is incomplete: ${error.message} Correct the cause and run the job again, which completes the data without duplicates.`);
		}
	}
	function describeDryRun({ data, inherited }) {
		const parts = [inherited ? "the store and the assistants of the deployment from which the preview inherits" : "", data === seed_seed.SL ? "" : (0, seed_seed.wv)((0, seed_seed.mQ)(data))].filter((part) => part !== "");
		return `The preview would get ${parts.join(", and ")}, unless it has the data already.`;
	}
	async function seedServing(context, { seed, base, checkOwner }) {
		const { record, log } = context;
		const target = await openPreview(context, checkOwner);
		const earlier = await readSeedRecord(target);
		if (earlier?.state === "complete" && !seed.reset) {
			log.line("The preview has its data already; `preview-seed-reset` or `/preview reset` writes it again.");
			record.seed = earlier.counts;
			return;
		}
		const inherited = seed.inherited ? await readBase(context, base, target.deploymentId) : seed_seed.SL;
		const whole = (0, seed_seed.Hq)(inherited ?? seed_seed.SL, seed.data);
		checkLimits(whole);
		if (inherited === void 0 && seed.data === seed_seed.SL) return;
		await (0, require_unlocked.P3)({ ...context, beforeChange: void 0 }, record.deployment?.name ?? "");
		log.line(`Writing the data of the preview: ${(0, seed_seed.wv)((0, seed_seed.mQ)(whole))}.`);
		const copied = new Set(inherited?.items);
		const written = (0, seed_seed.mQ)(await applySeed(target, whole, { record: earlier, reset: seed.reset, copied }));
		record.seed = written;
		log.line(`Seeded: ${(0, seed_seed.wv)(written)}.`);
		if (written.crons > 0) {
			log.warn("preview-seed", "The crons of the seed start runs of the preview on their schedules until the preview is deleted, and these runs can cost money.");
		}
	}
	function checkLimits(seed) {
		const refuse = (what, max) => new outcome.lZ("seed-failed", `The file and the copied data together have ${what}, but the maximum is ${max.toLocaleString("en")}. Remove entries from the file, or remove \`inherited\` from preview-seed.`);
		const { items, assistants } = (0, seed_seed.mQ)(seed);
		if (items > seed_limits.xk.items) throw refuse((0, action_text.pq)(items, "store item"), seed_limits.xk.items);
		if (assistants > seed_limits.xk.assistants) throw refuse((0, action_text.pq)(assistants, "assistant"), seed_limits.xk.assistants);
		const bytes = Buffer.byteLength(JSON.stringify(seed));
		if (bytes > seed_limits.nh) throw refuse((0, action_text.pq)(bytes, "byte"), seed_limits.nh);
	}
	async function openPreview(context, checkOwner) {
		const { record, controlPlane, signal, redactor } = context;
		const { deployment, revision } = record;
		if (deployment === void 0) throw new Error("the record of a serving deploy contains no deployment");
		const found = await controlPlane.getDeployment(deployment.id, signal);
		checkOwner(found);
		(0, read.dj)(context, found);
		const agent = await (0, connect_agent.Q)(context, (0, current.rs)(found));
		if (agent.kind === "refused") throw new outcome.lZ("seed-failed", agent.why);
		const shown = (0, result.Hl)((text) => redactor.redact(text));
		const { server } = agent;
		const answers = await (0, run_checks.$1)({ ...context, server, shown }, revision?.id);
		if (answers !== void 0 && revision !== void 0 && answers !== revision.id) {
			throw new outcome.lZ("seed-failed", `Revision ${shown.text(answers)} responds at the address of the preview instead of ${revision.id}, so no data was sent.`);
		}
		return { deploymentId: found.id, server, data: await context.agentData(agent.url), clock: context.clock, signal, log: (line) => context.log.line(line) };
	}
	async function readBase(context, base, previewId) {
		const { log, signal } = context;
		if (base?.activeRevisionId === void 0) {
			log.line(base === void 0 ? "The deployment from which the preview inherits does not exist, so no data was copied." : `No revision of ${base.name} is active, so no data was copied.`);
			return void 0;
		}
		if (base.id === previewId) throw new outcome.lZ("seed-failed", "The preview cannot inherit its own data.");
		const agent = await (0, connect_agent.Q)(context, base.url);
		if (agent.kind === "refused") {
			throw new outcome.lZ("seed-failed", `The data of ${base.name} cannot be read. ${agent.why}`);
		}
		const data = await context.agentData(agent.url);
		try {
			return await readInheritedSeed({ name: base.name, data }, (0, read_seed.b)(context.settings), signal);
		} catch (error) {
			if (!(error instanceof errors.hD)) throw error;
			throw new SeedEntryError(`the data of ${base.name}`, error);
		}
	}
}) };
export {
	id,
	ids,
	modules
};
