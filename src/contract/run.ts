import * as z from 'zod';
import { FeedbackKeys, FeedbackUrls } from './tracing.ts';
import { maxItems, dateTime, jsonObject, optional, uuid } from './primitives.ts';
import { asList, fromJsonText, queryBoolean, queryInt } from './query.ts';
import { CheckpointRef } from './thread.ts';
import { CHANGES_MAX, LIST_MAX } from './limits.ts';

/** Maximum number of runs that one request can create or cancel by ID. */
const RUN_BATCH_MAX = 1_000;
export const MULTITASK_STRATEGIES = ['reject', 'enqueue', 'interrupt', 'rollback'] as const;
export type MultitaskStrategy = (typeof MULTITASK_STRATEGIES)[number];
const STREAM_MODES = [
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'events',
  'tasks',
  'checkpoints',
  'debug',
  'custom',
  'tools',
] as const;
export const StreamMode = z.enum(STREAM_MODES);

/** Names of nodes, or `*` for all nodes. */
const NodeNames = z.union([z.literal('*'), maxItems(LIST_MAX, z.array(z.string()))]);

const SendTo = z.looseObject({ node: z.string().min(1), input: z.unknown().optional() });
const RunTarget = z.union([z.string(), SendTo]);

/** A command that resumes or redirects an interrupted thread. */
export const RunCommand = z.looseObject({
  update: optional(z.union([jsonObject, maxItems(CHANGES_MAX, z.array(z.tuple([z.string(), z.unknown()])))])),
  resume: z.unknown().optional(),
  goto: optional(z.union([RunTarget, maxItems(LIST_MAX, z.array(RunTarget))])),
});
export type RunCommand = z.infer<typeof RunCommand>;

/** Maximum delay of a run in seconds: ten years, which every database and timer supports. */
const AFTER_SECONDS_MAX = 10 * 366 * 24 * 60 * 60;
const webhook = z
  .string()
  .max(2_000)
  .refine(isWebUrl, 'must be an absolute http or https URL without user and password');

/** Body of POST /threads/{id}/runs, …/runs/stream and …/runs/wait. */
export const RunCreate = z.object({
  assistant_id: z.string().min(1),
  input: z.unknown().optional(),
  command: optional(RunCommand),
  config: optional(jsonObject),
  context: z.unknown().optional(),
  metadata: optional(jsonObject),
  checkpoint: optional(CheckpointRef),
  checkpoint_id: optional(z.string()),
  stream_mode: optional(z.union([StreamMode, maxItems(LIST_MAX, z.array(StreamMode))])),
  stream_subgraphs: optional(z.boolean()),
  stream_resumable: optional(z.boolean()),
  feedback_keys: optional(FeedbackKeys),
  multitask_strategy: optional(z.enum(MULTITASK_STRATEGIES)),
  if_not_exists: optional(z.enum(['create', 'reject'])),
  on_disconnect: optional(z.enum(['cancel', 'continue'])),
  on_completion: optional(z.enum(['delete', 'keep'])),
  durability: optional(z.enum(['sync', 'async', 'exit'])),
  /** Older form of `durability`: `true` means `async`, and `false` means `exit`. */
  checkpoint_during: optional(z.boolean()),
  /** Delay of the run's start in seconds. If the delay is zero or negative, the run starts immediately. */
  after_seconds: optional(z.number().max(AFTER_SECONDS_MAX)),
  interrupt_before: optional(NodeNames),
  interrupt_after: optional(NodeNames),
  webhook: optional(webhook),
});
export type RunCreate = z.infer<typeof RunCreate>;

/** A run in the server's format, which contains `feedback` if the run was created with `feedback_keys`. */
export const Run = z.looseObject({
  run_id: uuid,
  thread_id: uuid,
  assistant_id: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
  status: z.string(),
  metadata: jsonObject,
  kwargs: jsonObject,
  multitask_strategy: z.string(),
  feedback: FeedbackUrls.optional(),
});
export type Run = z.infer<typeof Run>;

/** Body of POST /runs/batch, which creates all runs, each on a new thread, or no run. */
export const RunBatch = maxItems(RUN_BATCH_MAX, z.array(RunCreate).min(1));

/** Fields of a run that `select` can contain. */
const RUN_FIELDS = [
  'run_id',
  'thread_id',
  'assistant_id',
  'created_at',
  'updated_at',
  'status',
  'metadata',
  'kwargs',
  'multitask_strategy',
] as const;

/** Query of GET /threads/{id}/runs. `metadata` and `select` are JSON in the format of the official clients. */
export const RunListQuery = z.object({
  limit: queryInt(1, 1_000).default(10),
  offset: queryInt(0).default(0),
  status: z.string().optional(),
  metadata: z.string().transform(fromJsonText).pipe(jsonObject).optional(),
  select: z.preprocess(asList, z.array(z.enum(RUN_FIELDS))).optional(),
});
export type RunListQuery = z.infer<typeof RunListQuery>;

/** Query of GET /threads/{id}/runs/{id}/join. */
export const RunJoinQuery = z.object({ cancel_on_disconnect: queryBoolean.default(false) });
export type RunJoinQuery = z.infer<typeof RunJoinQuery>;

/**
 * Creates the schema of stream modes: a parameter, a repeated parameter, or the JSON list of the official JavaScript
 * client. An empty parameter, which the Python client sends, means no mode.
 */
const modeList = <T extends z.ZodType<string>>(mode: T) =>
  z.preprocess((value) => {
    if (value === '') return undefined;
    if (typeof value !== 'string' || !value.startsWith('['))
      return typeof value === 'string' ? [value] : value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }, z.array(mode).optional());

/** Query of GET /threads/{id}/runs/{id}/stream. */
export const RunStreamQuery = z.object({
  cancel_on_disconnect: queryBoolean.default(false),
  /** Modes of the streamed events. A mode that the run does not emit matches no events. */
  stream_mode: modeList(z.string()).optional(),
});
export type RunStreamQuery = z.infer<typeof RunStreamQuery>;

/** Modes of a thread's stream: all events of the runs, starts and ends of the runs, or changes of the state. */
const THREAD_STREAM_MODES = ['run_modes', 'lifecycle', 'state_update'] as const;

/** Query of GET /threads/{id}/stream. The official clients also send `stream_mode`, but it has no effect. */
export const ThreadStreamQuery = z.object({
  stream_modes: z
    .string()
    .transform((text) => text.split(',').map((mode) => mode.trim()))
    .pipe(z.array(z.enum(THREAD_STREAM_MODES)))
    .optional(),
});

/** Query of POST /threads/{id}/runs/{id}/cancel, and of POST /runs/cancel. */
export const RunCancelQuery = z.object({
  wait: queryBoolean.default(false),
  action: z.enum(['interrupt', 'rollback']).default('interrupt'),
});
export type RunCancelQuery = z.infer<typeof RunCancelQuery>;

/** Body of POST /runs/cancel: the IDs of runs on a thread, or the status of all runs to cancel. */
export const RunsCancel = z.union([
  z.object({
    thread_id: uuid,
    run_ids: maxItems(RUN_BATCH_MAX, z.array(uuid).min(1)),
    status: z.null().optional(),
  }),
  z.object({
    status: z.enum(['pending', 'running', 'all']),
    thread_id: z.null().optional(),
    run_ids: z.null().optional(),
  }),
]);
export type RunsCancel = z.infer<typeof RunsCancel>;

function isWebUrl(value: string): boolean {
  // The pattern is needed, because the URL parser accepts `http:host` and drops line ends and spaces.
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}
