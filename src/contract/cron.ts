import * as z from 'zod';
import { maxItems, dateTime, jsonObject, optional, text, uuid } from './primitives.ts';
import { RunCreate } from './run.ts';
import { LIST_MAX } from './limits.ts';

/**
 * Values of `on_run_completed`, which determines whether the thread of a cron's run is deleted or preserved when the
 * run ends.
 */
const ON_RUN_COMPLETED = ['delete', 'keep'] as const;

/** Maximum length of a schedule in characters. A schedule has five fields, or is a nickname such as `@daily`. */
const SCHEDULE_MAX = 1_000;
/** Maximum length of a time zone's name in characters, above all names in the time zone database. */
const TIMEZONE_MAX = 100;

const schedule = text.max(SCHEDULE_MAX);
const timezone = optional(text.min(1).max(TIMEZONE_MAX));
/** Time when a cron ends. A time without an offset, which the official Python client can send, is in UTC. */
const endTime = z.iso.datetime({ offset: true, local: true });

/** Fields of a run that a cron uses for all its runs. */
const repeated = RunCreate.pick({
  input: true,
  config: true,
  context: true,
  metadata: true,
  webhook: true,
  interrupt_before: true,
  interrupt_after: true,
  stream_mode: true,
  stream_subgraphs: true,
  stream_resumable: true,
  durability: true,
}).shape;

/** Body of POST /threads/{id}/runs/crons. */
export const ThreadCronCreate = z.object({
  assistant_id: RunCreate.shape.assistant_id,
  schedule,
  timezone,
  end_time: optional(endTime),
  enabled: optional(z.boolean()),
  ...repeated,
  multitask_strategy: RunCreate.shape.multitask_strategy,
  checkpoint_during: RunCreate.shape.checkpoint_during,
});
export type ThreadCronCreate = z.infer<typeof ThreadCronCreate>;

/** Body of POST /runs/crons. */
export const CronCreate = z.object({
  ...ThreadCronCreate.shape,
  on_run_completed: optional(z.enum(ON_RUN_COMPLETED)),
});
export type CronCreate = z.infer<typeof CronCreate>;

/**
 * Body of PATCH /runs/crons/{id}. Fields that are set replace the current values, metadata is merged, and `end_time:
 * null` removes the end time.
 */
export const CronPatch = z.object({
  schedule: optional(schedule),
  timezone,
  end_time: optional(endTime),
  enabled: optional(z.boolean()),
  on_run_completed: optional(z.enum(ON_RUN_COMPLETED)),
  ...repeated,
});
export type CronPatch = z.infer<typeof CronPatch>;

/** A cron in the server's format. `payload` is the request that created the cron, including later changes. */
export const Cron = z.looseObject({
  cron_id: uuid,
  assistant_id: uuid,
  thread_id: uuid.nullable(),
  on_run_completed: z.enum(ON_RUN_COMPLETED).nullable(),
  end_time: dateTime.nullable(),
  schedule: z.string(),
  timezone: z.string().nullable(),
  created_at: dateTime,
  updated_at: dateTime,
  user_id: z.string().nullable(),
  payload: jsonObject,
  next_run_date: dateTime,
  metadata: jsonObject,
  enabled: z.boolean(),
});
export type Cron = z.infer<typeof Cron>;

/** A cron in search results, which contains only the selected fields if the search sets `select`. */
export const CronSearchResult = Cron.partial();

/** Body of POST /runs/crons/count. */
export const CronCount = z.object({
  assistant_id: optional(uuid),
  thread_id: optional(uuid),
  metadata: optional(jsonObject),
});
export type CronCount = z.infer<typeof CronCount>;

/** Body of POST /runs/crons/search. */
export const CronSearch = z.object({
  ...CronCount.shape,
  enabled: optional(z.boolean()),
  limit: optional(z.int().min(1).max(1_000)),
  offset: optional(z.int().min(0)),
  sort_by: optional(
    z.enum(['cron_id', 'assistant_id', 'thread_id', 'next_run_date', 'end_time', 'created_at', 'updated_at']),
  ),
  sort_order: optional(z.enum(['asc', 'desc'])),
  select: optional(
    maxItems(
      LIST_MAX,
      z.array(
        z.enum([
          'cron_id',
          'assistant_id',
          'thread_id',
          'on_run_completed',
          'end_time',
          'schedule',
          'timezone',
          'created_at',
          'updated_at',
          'user_id',
          'payload',
          'next_run_date',
          'metadata',
          'enabled',
        ]),
      ),
    ),
  ),
});
export type CronSearch = z.infer<typeof CronSearch>;

/** Converts an `end_time` to epoch milliseconds. An `end_time` without an offset is in UTC. */
export function parseEndTime(value: string): number {
  return Date.parse(/(?:z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
}
