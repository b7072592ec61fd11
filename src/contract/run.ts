import * as z from 'zod';
import { FeedbackKeys, FeedbackUrls } from './feedback.ts';
import { dateTime, freeForm, optional, uuid } from './primitives.ts';
import { pageQuery, queryBoolean } from './query.ts';
import { CheckpointRef } from './thread.ts';

export const RUN_STATUSES = ['pending', 'running', 'success', 'error', 'timeout', 'interrupted'] as const;
export const MULTITASK_STRATEGIES = ['reject', 'enqueue', 'interrupt', 'rollback'] as const;
export type MultitaskStrategy = (typeof MULTITASK_STRATEGIES)[number];
export const STREAM_MODES = [
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'events',
  'tasks',
  'checkpoints',
  'debug',
  'custom',
] as const;
const StreamMode = z.enum(STREAM_MODES);

/** `*`, or the names of nodes. */
const NodeNames = z.union([z.literal('*'), z.array(z.string())]);

/** Body of POST /threads/{id}/runs, …/runs/stream and …/runs/wait (spec §2.11, §4.10; facts: service §4.1). */
export const RunCreate = z.object({
  assistant_id: z.string().min(1),
  input: z.unknown().optional(),
  command: optional(freeForm),
  config: optional(freeForm),
  context: z.unknown().optional(),
  metadata: optional(freeForm),
  checkpoint: optional(CheckpointRef),
  checkpoint_id: optional(z.string()),
  stream_mode: optional(z.union([StreamMode, z.array(StreamMode)])),
  stream_subgraphs: optional(z.boolean()),
  stream_resumable: optional(z.boolean()),
  feedback_keys: optional(FeedbackKeys),
  multitask_strategy: optional(z.enum(MULTITASK_STRATEGIES)),
  if_not_exists: optional(z.enum(['create', 'reject'])),
  on_disconnect: optional(z.enum(['cancel', 'continue'])),
  on_completion: optional(z.enum(['delete', 'keep'])),
  durability: optional(z.enum(['sync', 'async', 'exit'])),
  after_seconds: optional(z.number().min(0)),
  interrupt_before: optional(NodeNames),
  interrupt_after: optional(NodeNames),
  webhook: optional(z.string()),
});
export type RunCreate = z.infer<typeof RunCreate>;

/** A run as answered (spec §2.11). `feedback` is there when the run was created with `feedback_keys`. */
export const Run = z.looseObject({
  run_id: uuid,
  thread_id: uuid,
  assistant_id: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
  status: z.string(),
  metadata: freeForm,
  kwargs: freeForm,
  multitask_strategy: z.string(),
  feedback: FeedbackUrls.optional(),
});
export type Run = z.infer<typeof Run>;

/** Query of GET /threads/{id}/runs. */
export const RunListQuery = z.object({ ...pageQuery, status: z.string().optional() });
export type RunListQuery = z.infer<typeof RunListQuery>;

/** Query of GET /threads/{id}/runs/{id}/join. */
export const RunJoinQuery = z.object({ cancel_on_disconnect: queryBoolean.default(false) });
export type RunJoinQuery = z.infer<typeof RunJoinQuery>;

/** One mode, several (the parameter repeated), or a JSON list of them, which is what the official client makes of several. */
const streamModes = z.preprocess((value) => {
  if (typeof value !== 'string' || !value.startsWith('[')) return typeof value === 'string' ? [value] : value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}, z.array(StreamMode));

/** Query of GET /threads/{id}/runs/{id}/stream. */
export const RunStreamQuery = z.object({
  cancel_on_disconnect: queryBoolean.default(false),
  stream_mode: streamModes.optional(),
});
export type RunStreamQuery = z.infer<typeof RunStreamQuery>;

/** Query of POST /threads/{id}/runs/{id}/cancel. */
export const RunCancelQuery = z.object({
  wait: queryBoolean.default(false),
  action: z.enum(['interrupt', 'rollback']).default('interrupt'),
});
export type RunCancelQuery = z.infer<typeof RunCancelQuery>;
