import { sql } from 'kysely';
import { isSameJson, parseExactJson } from '../../contract/exact-json.ts';
import type { CheckpointCursor, CheckpointPage, CheckpointQuery, StoredCheckpoint } from '../ports/store.ts';
import { checkpointRows } from '../tables/agent-server-columns.ts';
import { selectCheckpoints, selectWrites } from './checkpoint-rows.ts';
import type { Context } from './context.ts';

/** Maximum size of a page in bytes. A page with only one checkpoint can be larger. */
export const PAGE_BYTES = 4 * 1024 * 1024;
/** Maximum total size in bytes of the checkpoints that one search examines before other work runs. */
const MAX_SCANNED_BYTES = 8 * PAGE_BYTES;
const MAX_SCANNED = 200;

interface Size extends CheckpointCursor {
  bytes: number;
}

/**
 * Returns a page of a thread's history, newest first. The sizes of the page and of the examined checkpoints are
 * limited, because a checkpoint can contain the whole state of its graph.
 */
export async function readPage(
  context: Context,
  threadId: string,
  query: CheckpointQuery,
): Promise<CheckpointPage> {
  const sizes = await readSizes(context, threadId, query);
  const found: StoredCheckpoint[] = [];
  let pageBytes = 0;
  let scannedBytes = 0;
  let last = query.after;
  for (const { ns, id, bytes } of sizes) {
    if (found.length === query.limit || scannedBytes >= MAX_SCANNED_BYTES) return { found, next: last };
    if (found.length > 0 && pageBytes + bytes > PAGE_BYTES) return { found, next: last };
    scannedBytes += bytes;
    last = { ns, id };
    if (query.metadata && !(await mayMatch(context, { threadId, ns, id }, query.metadata))) continue;
    const checkpoint = await checkpointRows.first(
      selectCheckpoints(context, threadId).where('ns', '=', ns).where('id', '=', id),
    );
    if (!checkpoint) continue;
    found.push({ checkpoint, writes: await selectWrites(context, { threadId, ns, checkpointId: id }) });
    pageBytes += bytes;
  }
  return { found, next: sizes.length < MAX_SCANNED ? undefined : last };
}

/** Reads the sizes of checkpoints. SQLite and PostgreSQL do not read the values to determine the sizes. */
async function readSizes(context: Context, threadId: string, query: CheckpointQuery): Promise<Size[]> {
  let rows = context.db
    .selectFrom('checkpoints')
    .select(['ns', 'id'])
    .select((e) =>
      sql<number>`octet_length(checkpoint) + octet_length(metadata) + ${e
        .selectFrom('checkpoint_writes as w')
        .select(sql<number>`coalesce(sum(octet_length(w.value)), 0)`.as('bytes'))
        .whereRef('w.thread_id', '=', 'checkpoints.thread_id')
        .whereRef('w.ns', '=', 'checkpoints.ns')
        .whereRef('w.checkpoint_id', '=', 'checkpoints.id')}`.as('bytes'),
    )
    .where('thread_id', '=', threadId);
  const { ns, id, before, after } = query;
  if (ns !== undefined) rows = rows.where('ns', '=', ns);
  if (id !== undefined) rows = rows.where('id', '=', id);
  if (before !== undefined) rows = rows.where('id', '<', before);
  if (after !== undefined && ns !== undefined) rows = rows.where('id', '<', after.id);
  if (after !== undefined && ns === undefined) {
    rows = rows.where((e) =>
      e.or([e('id', '<', after.id), e.and([e('id', '=', after.id), e('ns', '<', after.ns)])]),
    );
  }
  rows = rows.orderBy('id', 'desc');
  if (ns === undefined) rows = rows.orderBy('ns', 'desc');
  return rows.limit(MAX_SCANNED).execute();
}

/** Returns whether a checkpoint's metadata might match the query. */
async function mayMatch(
  context: Context,
  place: CheckpointCursor & { threadId: string },
  filter: Record<string, unknown>,
): Promise<boolean> {
  const row = await context.db
    .selectFrom('checkpoints')
    .select(['language', 'metadata_type', 'metadata'])
    .where('thread_id', '=', place.threadId)
    .where('ns', '=', place.ns)
    .where('id', '=', place.id)
    .executeTakeFirst();
  if (!row) return false;
  // Metadata of Python graphs is not compared, because only Python knows which values it considers equal.
  if (row.language !== 'javascript' || row.metadata_type !== 'json') return true;
  const text = Buffer.from(row.metadata).toString('utf8');
  // Values with the key `lc` are in the graph library's own notation, which only the library can compare.
  if (text.includes('"lc"')) return true;
  // The thread's ID is set, because the metadata of a copied thread contains the original thread's ID.
  const metadata = new Map([...entriesOf(text), ['thread_id', place.threadId]]);
  return Object.entries(filter).every(([key, value]) => isSameJson(metadata.get(key), value));
}

/** Returns the entries of a JSON object, or an empty list for any other value. */
function entriesOf(text: string): [string, unknown][] {
  try {
    const value: unknown = parseExactJson(text);
    return typeof value === 'object' && value !== null ? Object.entries(value) : [];
  } catch {
    return [];
  }
}
