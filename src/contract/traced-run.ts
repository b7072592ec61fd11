import * as z from 'zod';
import { momentText, runMoment } from './evaluation.ts';
import { EVALUATION_NAME_MAX, LIST_MAX, RUNS_PER_REQUEST_MAX } from './limits.ts';
import { jsonObject, maxItems, nonEmptyText, optional, text, uuid } from './primitives.ts';
import { FeedbackCreate } from './tracing.ts';

const id = uuid.toLowerCase();
const name = text.max(EVALUATION_NAME_MAX);
/** Maximum length of a run's `dotted_order`, which is longer for runs deeper in a trace. */
const DOTTED_ORDER_MAX = 10_000;

/** Fields of a traced run in a request. All fields are optional, because a run may be sent in several parts. */
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
 * Response of GET /info: how clients send runs. `size_limit` is the maximum number of runs and feedback of a form,
 * and `size_limit_bytes` its maximum size.
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

/** Response of an ingestion request. The runs are then stored. */
export const Ingested = z.looseObject({ message: z.string() });

/**
 * Statistics of the scores with one key: their number, mean and standard deviation, and how often each value occurs.
 */
export const FeedbackStats = z.record(
  z.string(),
  z.looseObject({
    n: z.int(),
    avg: z.number().nullable(),
    stdev: z.number().nullable(),
    values: z.record(z.string(), z.int()),
  }),
);
export type FeedbackStats = z.infer<typeof FeedbackStats>;

/** A traced run as the service returns it. With `select`, only `id` and the selected fields are present. */
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
/** A filter expression. The emulator does not evaluate it. */
const noFilter = z
  .string()
  .refine((value) => value === '', 'is not supported by the emulator: filter by the other fields')
  .nullish();

/** Body of POST /runs/query. */
export const RunQuery = z.object({
  session: optional(idList),
  id: optional(idList),
  trace: optional(id),
  parent_run: optional(id),
  reference_example: optional(idList),
  run_type: optional(name),
  is_root: optional(z.boolean()),
  /** An older form of `is_root`: 1 means the root of a trace. */
  execution_order: optional(z.int().min(1).max(1)),
  error: optional(z.boolean()),
  start_time: optional(momentText),
  limit: optional(z.int().min(1)),
  cursor: optional(z.string().regex(/^\d{1,5}\.\d{1,16}$/, 'must be a cursor of an earlier response')),
  select: optional(maxItems(LIST_MAX, z.array(name))),
  filter: noFilter,
  trace_filter: noFilter,
  tree_filter: noFilter,
  query: noFilter,
});
export type RunQuery = z.infer<typeof RunQuery>;

/** Response of POST /runs/query. `cursors.next` is null at the end. */
export const RunPage = z.looseObject({
  runs: z.array(TracedRun),
  cursors: z.looseObject({ next: z.string().nullable() }),
});

/** Body of POST /datasets/comparative: experiments on the same dataset, whose runs are compared. */
export const ComparativeExperimentCreate = z.object({
  id: optional(id),
  name: optional(name),
  description: optional(text),
  experiment_ids: maxItems(LIST_MAX, z.array(id).min(1)),
  reference_dataset_id: optional(id),
  created_at: optional(runMoment),
  modified_at: optional(runMoment),
  extra: optional(jsonObject),
  metadata: optional(jsonObject),
});
export type ComparativeExperimentCreate = z.infer<typeof ComparativeExperimentCreate>;

/** A comparison of experiments as the service returns it. */
export const ComparativeExperiment = z.looseObject({ id: uuid, name: z.string().nullish() });
export type ComparativeExperiment = z.infer<typeof ComparativeExperiment>;
