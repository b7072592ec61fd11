/** Number of workspaces whose waiting work one wake-up reads. */
export const WORKSPACES_PER_PAGE = 16;

/** Maximum number of workspaces whose last turn is remembered. */
const REMEMBERED = 10_000;

/**
 * Returns waiting items in a fair order: the next item belongs to the workspace with the fewest items in progress and
 * earlier in the result. Among equal workspaces, the workspace whose last turn was earliest comes first. Items of one
 * workspace keep their order.
 */
export function fairOrder<T extends { workspaceId: string }>(
  waiting: readonly T[],
  busy: ReadonlyMap<string, number>,
  lastTurn: (workspaceId: string) => number = () => 0,
): T[] {
  const lines = [...Map.groupBy(waiting, ({ workspaceId }) => workspaceId)].map(([id, items]) => ({
    items,
    load: busy.get(id) ?? 0,
    turn: lastTurn(id),
  }));
  const ordered = lines.flatMap(({ items, load, turn }) =>
    items.map((item, place) => ({ item, load: load + place, turn, place })),
  );
  return ordered
    .toSorted((a, b) => a.load - b.load || a.place - b.place || a.turn - b.turn)
    .map(({ item }) => item);
}

/** Order of workspaces in a fair queue, which one replica remembers between its wake-ups. */
export interface FairTurns {
  /** ID after which the next page of workspaces begins. */
  after(): string;
  /** Moves to the next page. `found` contains the workspaces of the current page. */
  turnPage(found: readonly string[]): void;
  order<T extends { workspaceId: string }>(waiting: readonly T[], busy: ReadonlyMap<string, number>): T[];
  /** Reports that an item of this workspace was started. */
  started(workspaceId: string): void;
}

export function createFairTurns(pageSize = WORKSPACES_PER_PAGE): FairTurns {
  /** Number of the last turn of each workspace. The workspace with the earliest last turn is the first entry. */
  const turns = new Map<string, number>();
  let count = 0;
  let cursor = '';
  return {
    after: () => cursor,
    turnPage(found) {
      cursor = found.length < pageSize ? '' : (found.at(-1) ?? '');
    },
    order: (waiting, busy) => fairOrder(waiting, busy, (id) => turns.get(id) ?? 0),
    started(workspaceId) {
      count += 1;
      turns.delete(workspaceId);
      turns.set(workspaceId, count);
      const [oldest] = turns.keys();
      if (turns.size > REMEMBERED && oldest !== undefined) turns.delete(oldest);
    },
  };
}

/**
 * Reads a page of a queue. If the remaining workspaces have no waiting work, reads the first page again, so a page is
 * empty only if no work waits. `isWhole` is true if the page contains all workspaces with waiting work.
 */
export async function readPage<P extends { workspaceIds: readonly string[] }>(
  turns: Pick<FairTurns, 'after' | 'turnPage'>,
  read: (after: string) => Promise<P>,
): Promise<P & { isWhole: boolean }> {
  const after = turns.after();
  const page = await read(after);
  const isFirst = page.workspaceIds.length === 0 || after === '';
  const found = isFirst && after !== '' ? await read('') : page;
  turns.turnPage(found.workspaceIds);
  return { ...found, isWhole: isFirst && turns.after() === '' };
}
