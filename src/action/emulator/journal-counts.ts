import * as z from 'zod';
import { parseJson } from '../../contract/json-safety.ts';

const JournalLine = z.object({
  surface: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
});

/** Number of requests with the same surface, method, path and status. */
interface RequestCount {
  surface: string;
  /** Method and path of the requests, without the IDs in the path. */
  request: string;
  /** HTTP status, or 0 if the connection was closed without a response. */
  status: number;
  count: number;
}

export interface JournalCounts {
  requests: number;
  /** Rows sorted by the number of requests in descending order. */
  rows: RequestCount[];
}

/**
 * Maximum number of kinds of requests that are counted separately, because a job might have filled the journal.
 * Requests of further kinds are counted only in the total.
 */
const KINDS_MAX = 1_000;
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Counts the entries of a journal with one JSON object per line, except invalid and incomplete lines. */
export async function countJournal(lines: AsyncIterable<string>): Promise<JournalCounts> {
  const rows = new Map<string, RequestCount>();
  let requests = 0;
  for await (const line of lines) {
    const entry = JournalLine.safeParse(parseJson(line)).data;
    if (entry === undefined) continue;
    requests += 1;
    const { surface, status } = entry;
    const request = `${entry.method} ${entry.path.replaceAll(ID, '{id}')}`;
    const key = JSON.stringify([surface, request, status]);
    const row = rows.get(key);
    if (row !== undefined) row.count += 1;
    else if (rows.size < KINDS_MAX) rows.set(key, { surface, request, status, count: 1 });
  }
  return { requests, rows: [...rows.values()].toSorted((a, b) => b.count - a.count) };
}
