import type { RequestPart } from '../../contract/validation.ts';
import { isFinal } from '../../contract/statuses.ts';
import { invalidField } from '../server/http-error.ts';
import type { LogFilter, LogKind, LogLine, Repositories, RevisionRow } from '../ports/store.ts';
import { isoTime } from './answers.ts';
import { decodeCursor, encodeCursor } from './log-cursor.ts';

/** One page asked for, in any version's request (facts/service §1.7). */
export interface LogRequest {
  /** Where the request stands: what is wrong with it is said to be there. */
  part: RequestPart;
  /** What the cursor is called in it. */
  cursorField: 'offset' | 'cursor';
  order: 'asc' | 'desc';
  limit: number;
  cursor?: string | null | undefined;
  query?: string | null | undefined;
  level?: string | null | undefined;
  run_id?: string | null | undefined;
  start_time?: string | null | undefined;
  end_time?: string | null | undefined;
}

/** A log that pages are taken from. */
export interface LogSource {
  kind: LogKind;
  /** Whose it is, and of which kind: a cursor of one log is none of another. */
  scope: string;
  /** Lines may still come: whoever has read to the end may ask again. */
  growing: boolean;
  list(filter: LogFilter): Promise<LogLine[]>;
}

/** One of the two logs of a revision. */
export function revisionLog(
  { logs }: Pick<Repositories, 'logs'>,
  revision: RevisionRow,
  kind: LogKind,
): LogSource {
  return {
    kind,
    scope: `${kind} ${revision.id}`,
    growing: !isFinal(revision.status),
    list: (filter) => logs.list(revision.id, filter),
  };
}

/** The logs of one kind of all revisions of a deployment, as one. */
export async function deploymentLog(
  { logs, revisions }: Pick<Repositories, 'logs' | 'revisions'>,
  deploymentId: string,
  kind: LogKind,
): Promise<LogSource> {
  const unfinished = await revisions.unfinishedOf(deploymentId);
  return {
    kind,
    scope: `all ${kind} ${deploymentId}`,
    growing: unfinished.length > 0,
    list: (filter) => logs.listOfDeployment(deploymentId, filter),
  };
}

/**
 * A page of a log. The cursor names the last line given, so pages neither skip nor repeat a line while the log grows; it
 * is null once there is no more. Throws 422 for a cursor or time that cannot be read.
 */
export async function logPage(
  log: LogSource,
  request: LogRequest,
): Promise<{ lines: LogLine[]; next: string | null }> {
  const { order, limit, query, level, run_id: runId } = request;
  const place = cursorOf(request, log.scope);
  const from = readTime(request, 'start_time');
  const to = readTime(request, 'end_time');
  const lines = await log.list({
    kind: log.kind,
    order,
    limit,
    ...(place === undefined ? {} : order === 'asc' ? { after: place } : { before: place }),
    ...(query ? { query } : {}),
    ...(runId ? { mentions: runId } : {}),
    ...(level ? { levels: [level] } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
  const more = lines.length === limit || (order === 'asc' && log.growing);
  const line = lines.at(-1)?.id ?? place ?? 0;
  return { lines, next: more ? encodeCursor({ scope: log.scope, order, line }) : null };
}

/** A line as answered. */
export function logEntry({ id, at, level, message }: LogLine) {
  return { id: String(id), timestamp: isoTime(at), level, message };
}

function cursorOf({ cursor, cursorField, part, order }: LogRequest, scope: string): number | undefined {
  if (cursor === undefined || cursor === null || cursor === '') return undefined;
  const read = decodeCursor(cursor, { scope, order });
  if (!read.ok) throw invalidField([part, cursorField], read.reason);
  return read.line;
}

/** Epoch milliseconds of an ISO 8601 text, or of milliseconds written as text. */
function readTime(request: LogRequest, field: 'start_time' | 'end_time'): number | undefined {
  const text = request[field];
  if (text === undefined || text === null || text === '') return undefined;
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(at)) throw invalidField([request.part, field], 'must be an ISO 8601 date and time');
  return at;
}
