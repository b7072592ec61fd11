const id = 551;
const ids = [551];
const modules = { 85410: ((__module, __exports, __require) => {
	__require.d(__exports, { HK: () => $$later0.HKR, U9: () => $$later0.U9m, Z6: () => $$later0.Z6M, y2: () => $$later0.y2G });
	var $$later0 = __require(72786);
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
		if (stray !== void 0) throw read.refuse("a response with examples of splits that were not requested");
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
		if (others.length > 0) throw answer.unusable("a response with several datasets that have the requested name");
		if (found === void 0 && list.length > 0) {
			throw answer.unusable("a response whose datasets do not have the requested name");
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
			throw answer.unusable("a response with a version that was not requested");
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
				throw refuse("a response with an attachment whose URL is not allowed");
			}
			return { name: key.startsWith(ATTACHMENT_PREFIX) ? key.slice(ATTACHMENT_PREFIX.length) : key, presignedUrl: value.presigned_url, mimeType: value.mime_type ?? "application/octet-stream" };
		});
		return { splits: splitsOf(one.metadata), example: { id: one.id.toLowerCase(), name: one.name, inputs: one.inputs ?? {}, outputs: one.outputs ?? void 0, attachments, modifiedAt: one.modified_at } };
	}
}), 89813: ((__module, __exports, __require) => {
	__require.d(__exports, { _: () => USER_AGENT, w: () => credentialHeaders });
	const USER_AGENT = "agent-deploy/0.1.0";
	function credentialHeaders(options) {
		return { "x-api-key": options.apiKey, ...options.workspaceId && { "x-tenant-id": options.workspaceId }, "user-agent": USER_AGENT };
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
