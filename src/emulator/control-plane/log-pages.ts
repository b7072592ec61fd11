import type { LogPage } from '../../contract/logs.ts';
import { isFinal } from '../../contract/statuses.ts';
import type { RequestPart } from '../../contract/validation.ts';
import { invalidField } from '../server/http-error.ts';
import type { LogKind, LogLine, Logs, RevisionRow } from '../seams/store.ts';
import { isoTime } from './answers.ts';

/** One page asked for, in either version's request (facts/service §1.7). */
export interface LogRequest {
  kind: LogKind;
  /** Where the request stands: what is wrong with it is said to be there. */
  part: RequestPart;
  order: 'asc' | 'desc';
  limit: number;
  offset?: string | null | undefined;
  query?: string | null | undefined;
  level?: string | null | undefined;
  start_time?: string | null | undefined;
  end_time?: string | null | undefined;
}

/**
 * A page of a revision's log. The cursor names the last line given, so pages neither skip nor repeat a line while the
 * log grows; it is null once a finished revision has no more. Throws 422 for a cursor or time that cannot be read.
 */
export async function logPage(logs: Logs, revision: RevisionRow, request: LogRequest): Promise<LogPage> {
  const cursor = readCursor(request);
  const from = readTime(request, 'start_time');
  const to = readTime(request, 'end_time');
  const lines = await logs.list(revision.id, {
    kind: request.kind,
    order: request.order,
    limit: request.limit,
    ...(cursor === undefined ? {} : request.order === 'asc' ? { after: cursor } : { before: cursor }),
    ...(request.query ? { query: request.query } : {}),
    ...(request.level ? { levels: [request.level] } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
  const more = lines.length === request.limit || (request.order === 'asc' && !isFinal(revision.status));
  const last = lines.at(-1)?.id ?? cursor;
  return {
    logs: lines.map(logEntry),
    next_offset: more && last !== undefined ? String(last) : null,
  };
}

function logEntry({ id, at, level, message }: LogLine) {
  return { id: String(id), timestamp: isoTime(at), level, message };
}

function readCursor({ offset, part }: LogRequest): number | undefined {
  if (offset === undefined || offset === null || offset === '') return undefined;
  if (!/^\d{1,15}$/.test(offset)) {
    throw invalidField([part, 'offset'], 'is not a cursor of this log: pass on next_offset as it came');
  }
  return Number(offset);
}

/** Epoch milliseconds of an ISO 8601 text, or of milliseconds written as text. */
function readTime(request: LogRequest, field: 'start_time' | 'end_time'): number | undefined {
  const text = request[field];
  if (text === undefined || text === null || text === '') return undefined;
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(at)) throw invalidField([request.part, field], 'must be an ISO 8601 date and time');
  return at;
}
