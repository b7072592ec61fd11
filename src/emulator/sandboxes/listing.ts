import type { SandboxListQuery } from '../../contract/sandbox.ts';
import type { SandboxRow } from '../ports/store.ts';

const PAGE_DEFAULT = 100;
type SortKey = NonNullable<SandboxListQuery['sort_by']>;

export interface Page {
  rows: SandboxRow[];
  nextCursor: string | null;
  /** Offset of the next page, for clients that use offsets. */
  nextOffset: number;
}

/**
 * Returns a page of the matching rows in the requested order, by default newest first. A cursor identifies the last
 * row of a page, so rows that are added or removed later cause neither duplicates nor gaps. Returns `undefined` for
 * an invalid cursor.
 */
export function paginate(rows: readonly SandboxRow[], query: SandboxListQuery): Page | undefined {
  const by = query.sort_by ?? 'created_at';
  const direction = query.sort_order ?? query.sort_direction ?? (query.sort_by === 'name' ? 'asc' : 'desc');
  const sign = direction === 'asc' ? 1 : -1;
  const fits = rows
    .filter((row) => matches(row, query))
    .toSorted((a, b) => sign * compare(placeOf(a, by), placeOf(b, by)));
  const limit = query.page_size ?? query.limit ?? PAGE_DEFAULT;
  let offset = query.offset ?? 0;
  if (query.cursor !== undefined) {
    const after = readCursor(query.cursor);
    if (after === undefined) return undefined;
    const next = fits.findIndex((row) => sign * compare(placeOf(row, by), after) > 0);
    offset = next === -1 ? fits.length : next;
  }
  const page = fits.slice(offset, offset + limit);
  const last = page.at(-1);
  const isMore = offset + page.length < fits.length;
  return {
    rows: page,
    nextCursor: isMore && last !== undefined ? writeCursor(placeOf(last, by)) : null,
    nextOffset: offset + page.length,
  };
}

function matches(row: SandboxRow, query: SandboxListQuery): boolean {
  const labels = query.label?.length ? new Map(Object.entries(row.settings.labels)) : undefined;
  const part = query.name_contains?.toLowerCase();
  return (
    (part === undefined || row.name.toLowerCase().includes(part)) &&
    (query.status === undefined || row.status === query.status) &&
    // A workspace has only one caller, so `me` matches all sandboxes.
    (query.created_by === undefined || query.created_by === 'me') &&
    (query.label ?? []).every((label) => labels !== undefined && hasLabel(labels, label))
  );
}

/** Returns whether a sandbox has a label: `name=value`, or `name` with any value. */
function hasLabel(own: ReadonlyMap<string, string>, label: string): boolean {
  const mark = label.search(/[=:]/);
  return mark === -1 ? own.has(label) : own.get(label.slice(0, mark)) === label.slice(mark + 1);
}

type SortPosition = [key: string | number, id: string];

function placeOf(row: SandboxRow, by: SortKey): SortPosition {
  return [by === 'created_at' ? row.createdAt : row[by], row.id];
}

function compare(a: SortPosition, b: SortPosition): number {
  for (const index of [0, 1] as const) {
    if (a[index] < b[index]) return -1;
    if (a[index] > b[index]) return 1;
  }
  return 0;
}

function writeCursor(place: SortPosition): string {
  return Buffer.from(JSON.stringify(place), 'utf8').toString('base64url');
}

function readCursor(text: string): SortPosition | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(read) || read.length !== 2) return undefined;
    const key: unknown = read[0];
    const id: unknown = read[1];
    if ((typeof key !== 'string' && typeof key !== 'number') || typeof id !== 'string') return undefined;
    return [key, id];
  } catch {
    return undefined;
  }
}
