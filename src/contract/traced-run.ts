import * as z from 'zod';
import { Example, FeedbackStats, momentText, runMoment } from './evaluation.ts';
import { COMPARED_MAX, EVALUATION_NAME_MAX, LIST_MAX, RUNS_PER_REQUEST_MAX } from './limits.ts';
import { jsonObject, maxItems, nonEmptyText, optional, text, uuid } from './primitives.ts';
import { FeedbackCreate } from './tracing.ts';

const id = uuid.toLowerCase();
const name = text.max(EVALUATION_NAME_MAX);
/** Maximum length of a run's `dotted_order`, which becomes longer with the run's depth in its trace. */
const DOTTED_ORDER_MAX = 10_000;

/** Fields of a traced run in a request. All fields are optional, because a client may send a run in several parts. */
const runFields = {
  trace_id: optional(id),
  dotted_order: optional(text.max(DOTTED_ORDER_MAX)),
  parent_run_id: optional(id),
  name: optional(name),
  run_type: optional(name),
  start_time: optional(runMoment),
  end_time: optional(runMoment),
  session_id: optional(id),
  session_name: optional(nonEmptyText.max(EVALUATION_NAME_MAX)),
  reference_example_id: optional(id),
  tags: optional(maxItems(LIST_MAX, z.array(name))),
  error: optional(text),
  inputs: optional(jsonObject),
  outputs: optional(jsonObject),
  extra: optional(jsonObject),
  events: optional(maxItems(LIST_MAX, z.array(jsonObject))),
  serialized: optional(jsonObject),
};

/** The part `post.<id>` or `patch.<id>` of a form, and the body of PATCH /runs/{run_id}. */
export const RunChange = z.object({ ...runFields, id: optional(id) });
export type RunChange = z.infer<typeof RunChange>;

/** Body of POST /runs. */
export const RunCreate = z.object({ ...runFields, id });
export type RunCreate = z.infer<typeof RunCreate>;
const runs = optional(maxItems(RUNS_PER_REQUEST_MAX, z.array(RunCreate)));
/** Body of POST /runs/batch. */
export const RunBatch = z.object({ post: runs, patch: runs });

/** Schemas of the parts `<operation>.<id>.<field>` of a form. */
export const RUN_PARTS = {
  inputs: jsonObject.nullable(),
  outputs: jsonObject.nullable(),
  extra: jsonObject.nullable(),
  events: runFields.events,
  error: runFields.error,
  serialized: runFields.serialized,
} as const;

/** The part `feedback.<id>` of a form. */
export const FeedbackPart = FeedbackCreate;

/**
 * Response of GET /info: settings for clients that send runs. A form contains at most `size_limit` runs and feedback,
 * and at most `size_limit_bytes` bytes.
 */
export const TracingInfo = z.looseObject({
  version: z.string().optional(),
  instance_flags: z.record(z.string(), z.unknown()).optional(),
  batch_ingest_config: z
    .looseObject({
      use_multipart_endpoint: z.boolean().optional(),
      size_limit: z.int().min(1).optional(),
      size_limit_bytes: z.int().min(1).optional(),
    })
    .optional(),
});
export type TracingInfo = z.infer<typeof TracingInfo>;

/** Response of an ingestion request, sent after the runs are stored. */
export const Ingested = z.looseObject({ message: z.string() });

/** A traced run in the service's format. With `select`, the run contains only `id` and the selected fields. */
export const TracedRun = z.looseObject({
  id: uuid,
  name: z.string().optional(),
  run_type: z.string().optional(),
  start_time: z.string().optional(),
  end_time: z.string().nullish(),
  status: z.string().optional(),
  session_id: uuid.optional(),
  trace_id: uuid.optional(),
  reference_example_id: uuid.nullish(),
  feedback_stats: FeedbackStats.nullish(),
});
export type TracedRun = z.infer<typeof TracedRun>;

const idList = maxItems(LIST_MAX, z.array(id));
/** A filter expression that selects a run by other runs of its trace. The emulator does not evaluate the expression. */
const noFilter = z
  .string()
  .refine((value) => value === '', 'is not supported by the emulator: filter by the other fields')
  .nullish();

/**
 * A filter expression, such as `eq(thread_id, "a")`. The emulator supports only some of the service's filter
 * expressions.
 */
const runFilter = optional(text);
const cursor = optional(z.string().regex(/^\d{1,5}\.\d{1,16}$/, 'must be a cursor of an earlier response'));

/** Body of POST /runs/query. */
export const RunQuery = z.object({
  session: optional(idList),
  id: optional(idList),
  trace: optional(id),
  parent_run: optional(id),
  reference_example: optional(idList),
  run_type: optional(name),
  is_root: optional(z.boolean()),
  /** An older form of `is_root`. The value 1 selects the roots of traces. */
  execution_order: optional(z.int().min(1).max(1)),
  error: optional(z.boolean()),
  start_time: optional(momentText),
  limit: optional(z.int().min(1)),
  cursor,
  select: optional(maxItems(LIST_MAX, z.array(name))),
  filter: runFilter,
  trace_filter: noFilter,
  tree_filter: noFilter,
  query: noFilter,
});
export type RunQuery = z.infer<typeof RunQuery>;

/** Response of POST /runs/query. `cursors.next` is null on the last page. */
export const RunPage = z.looseObject({
  runs: z.array(TracedRun),
  cursors: z.looseObject({ next: z.string().nullable() }),
});

/** Fields of a run that `select` can contain in a query of the second version of the API. */
const RUN_SELECTS = [
  'ID',
  'NAME',
  'RUN_TYPE',
  'STATUS',
  'START_TIME',
  'END_TIME',
  'LATENCY_SECONDS',
  'FIRST_TOKEN_TIME',
  'ERROR',
  'ERROR_PREVIEW',
  'EXTRA',
  'METADATA',
  'EVENTS',
  'INPUTS',
  'INPUTS_PREVIEW',
  'OUTPUTS',
  'OUTPUTS_PREVIEW',
  'MANIFEST',
  'PARENT_RUN_IDS',
  'PROJECT_ID',
  'TRACE_ID',
  'THREAD_ID',
  'DOTTED_ORDER',
  'IS_ROOT',
  'REFERENCE_EXAMPLE_ID',
  'REFERENCE_DATASET_ID',
  'TOTAL_TOKENS',
  'PROMPT_TOKENS',
  'COMPLETION_TOKENS',
  'TOTAL_COST',
  'PROMPT_COST',
  'COMPLETION_COST',
  'PROMPT_TOKEN_DETAILS',
  'COMPLETION_TOKEN_DETAILS',
  'PROMPT_COST_DETAILS',
  'COMPLETION_COST_DETAILS',
  'PRICE_MODEL_ID',
  'TAGS',
  'APP_PATH',
  'ATTACHMENTS',
  'THREAD_EVALUATION_TIME',
  'IS_IN_DATASET',
  'LAST_QUEUED_AT',
  'SHARE_URL',
  'FEEDBACK_STATS',
  'LS_USER_ID',
] as const;
export type RunSelect = (typeof RUN_SELECTS)[number];

const selects = optional(maxItems(LIST_MAX, z.array(z.enum(RUN_SELECTS))));
const unsupported = (use: string) =>
  z
    .unknown()
    .refine(
      (value) => value === undefined || value === null || value === '',
      `is not supported by the emulator: ${use}`,
    )
    .optional();

/** Body of POST /api/v2/runs/query. The client must set exactly one of `project_ids` and `reference_dataset_id`. */
export const RunQueryV2 = z
  .object({
    project_ids: optional(maxItems(LIST_MAX, z.array(id).min(1))),
    reference_dataset_id: optional(id),
    ids: optional(idList),
    trace_id: optional(id),
    reference_examples: optional(idList),
    run_type: optional(name),
    is_root: optional(z.boolean()),
    has_error: optional(z.boolean()),
    /** Earliest start of the returned runs, by default one day ago or the start of the dataset's first experiment. */
    min_start_time: optional(momentText),
    /** Latest start of the returned runs, by default the current time. */
    max_start_time: optional(momentText),
    filter: runFilter,
    page_size: optional(z.int().min(1).max(1_000)),
    cursor,
    selects,
    /** Field without effect, because the token counts of a run never include the token counts of other runs. */
    include_subtree_usage: optional(z.boolean()),
    trace_filter: noFilter,
    tree_filter: noFilter,
    ai_search: unsupported('use filter'),
    sem_filter: unsupported('use filter'),
    min_feedback_modified_at: unsupported('use filter'),
    max_feedback_modified_at: unsupported('use filter'),
  })
  .refine((query) => !query.project_ids !== !query.reference_dataset_id, {
    message: 'must have exactly one of project_ids and reference_dataset_id',
    path: ['project_ids'],
  });
export type RunQueryV2 = z.infer<typeof RunQueryV2>;

/** A traced run in the second version of the API. The run contains only the selected fields. */
export const TracedRunV2 = z.looseObject({
  id: uuid.optional(),
  status: z.enum(['SUCCESS', 'ERROR', 'PENDING']).optional(),
  project_id: uuid.optional(),
  feedback_stats: FeedbackStats.optional(),
  attachments: z.record(z.string(), z.string()).optional(),
});
export type TracedRunV2 = z.infer<typeof TracedRunV2>;

/** Response of POST /api/v2/runs/query. `next_cursor` is null on the last page. */
export const RunPageV2 = z.looseObject({ items: z.array(TracedRunV2), next_cursor: z.string().nullable() });

/** Filter expressions for the runs of experiments, keyed by experiment ID. A run must match all expressions. */
const experimentFilters = optional(z.record(id, maxItems(LIST_MAX, z.array(text))));

/** Body of POST /api/v2/datasets/{dataset_id}/experiment-runs. */
export const ExperimentRunQuery = z.object({
  experiment_ids: maxItems(COMPARED_MAX, z.array(id).min(1)),
  example_ids: optional(idList),
  comparative_experiment_id: optional(id),
  filters: experimentFilters,
  selects,
  page_size: optional(z.int().min(1).max(100)),
  cursor: optional(z.string().regex(/^\d{1,9}$/, 'must be a cursor of an earlier response')),
  sort: unsupported('examples are in the order of creation'),
});

/** Body of POST /datasets/{dataset_id}/runs. */
export const DatasetRunQuery = z.object({
  session_ids: maxItems(COMPARED_MAX, z.array(id).min(1)),
  comparative_experiment_id: optional(id),
  filters: experimentFilters,
  limit: optional(z.int().min(1).max(100)),
  offset: optional(z.int().min(0)),
  /** Field without effect, because the response always contains whole values. */
  preview: optional(z.boolean()),
});

/** An example of a dataset with the root runs of experiments on the example. */
export const ExampleWithRuns = Example.extend({ runs: z.array(TracedRun) });
const ExampleWithRunsV2 = Example.extend({ runs: z.array(TracedRunV2) });
export const ExperimentRunPage = z.looseObject({
  items: z.array(ExampleWithRunsV2),
  next_cursor: z.string().nullable(),
});
