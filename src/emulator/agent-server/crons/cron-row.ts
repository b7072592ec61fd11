import { type Cron, type CronCreate, type CronPatch, parseEndTime } from '../../../contract/cron.ts';
import { RunCreate } from '../../../contract/run.ts';
import { isoTime } from '../../ports/clock.ts';
import type { CronRow } from '../../ports/store.ts';
import { toRecord } from '../run-row.ts';

/**
 * Creates the row of a new cron, with times in epoch milliseconds. If `threadId` is null, each run gets a new thread.
 */
export function toCronRow(
  body: CronCreate,
  made: Pick<CronRow, 'id' | 'deploymentId' | 'assistantId' | 'threadId' | 'nextRunAt' | 'userId'> & {
    now: number;
  },
): CronRow {
  const { now, ...ids } = made;
  return {
    ...ids,
    schedule: body.schedule,
    timezone: body.timezone ?? null,
    endTime: toEndTime(body.end_time),
    enabled: body.enabled ?? true,
    onRunCompleted: made.threadId === null ? (body.on_run_completed ?? 'delete') : null,
    payload: toPayload({}, { ...body, assistant_id: made.assistantId }, made.id),
    metadata: body.metadata ?? {},
    createdAt: now,
    updatedAt: now,
  };
}

/** Applies a client's changes to a cron row: fields that are set replace the row's fields, and metadata is merged. */
export function patchCronRow(row: CronRow, body: CronPatch, to: { nextRunAt: number; now: number }): CronRow {
  return {
    ...row,
    schedule: body.schedule ?? row.schedule,
    timezone: body.timezone ?? row.timezone,
    endTime: body.end_time === undefined ? row.endTime : toEndTime(body.end_time),
    enabled: body.enabled ?? row.enabled,
    onRunCompleted: row.threadId === null ? (body.on_run_completed ?? row.onRunCompleted) : null,
    payload: toPayload(row.payload, body, row.id),
    metadata: { ...row.metadata, ...body.metadata },
    nextRunAt: to.nextRunAt,
    updatedAt: to.now,
  };
}

/** Converts a cron row to the cron object that the API returns. */
export function toCron(row: CronRow): Cron {
  return {
    cron_id: row.id,
    assistant_id: row.assistantId,
    thread_id: row.threadId,
    on_run_completed: row.onRunCompleted,
    end_time: row.endTime === null ? null : isoTime(row.endTime),
    schedule: row.schedule,
    timezone: row.timezone,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
    user_id: row.userId,
    payload: row.payload,
    next_run_date: isoTime(row.nextRunAt),
    metadata: row.metadata,
    enabled: row.enabled,
  };
}

/** Creates the request body of a cron's runs. */
export function toRunBody(row: CronRow): RunCreate {
  const { cron_id: _, ...configurable } = configurableOf(row.payload);
  const { configurable: __, ...config } = toRecord(row.payload['config']);
  const hasConfigurable = Object.keys(configurable).length > 0;
  return RunCreate.parse({
    ...row.payload,
    assistant_id: row.assistantId,
    config: { ...config, ...(hasConfigurable && { configurable }) },
    metadata: { ...row.metadata, ...toRecord(row.payload['metadata']) },
    ...(row.onRunCompleted === 'keep' && { on_completion: 'keep' }),
  });
}

/**
 * Merges a request into the previous payload. A null field counts as absent, but a null end time removes the end time.
 * Graphs find the cron's ID in `config.configurable`.
 */
function toPayload(
  before: Record<string, unknown>,
  body: Record<string, unknown>,
  cronId: string,
): Record<string, unknown> {
  const given = Object.entries(body).filter(
    ([field, value]) => value !== undefined && (value !== null || field === 'end_time'),
  );
  const merged: Record<string, unknown> = { ...before, ...Object.fromEntries(given) };
  const config = toRecord(merged['config']);
  return { ...merged, config: { ...config, configurable: { ...configurableOf(merged), cron_id: cronId } } };
}

const configurableOf = (payload: Record<string, unknown>): Record<string, unknown> =>
  toRecord(toRecord(payload['config'])['configurable']);

const toEndTime = (value: string | null | undefined): number | null =>
  value === undefined || value === null ? null : parseEndTime(value);
