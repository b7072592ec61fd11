import * as z from 'zod';
import { parseJson } from '../../contract/json-safety.ts';

const JournalLine = z.object({
  surface: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
});

/** How many requests of one kind were answered with one status. */
interface RequestCount {
  surface: string;
  /** Method and path, with IDs left out. */
  request: string;
  /** 0: the connection was cut without an answer. */
  status: number;
  count: number;
}

export interface JournalCounts {
  requests: number;
  /** The most frequent first. */
  rows: RequestCount[];
}

/** The journal is as long as a job makes it: beyond so many kinds, requests are counted only in the sum. */
const KINDS_MAX = 1_000;
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Counts a journal's entries, one JSON per line; a line that is none, such as a half-written last one, is left out. */
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
