import { createFairTurns, readPage, WORKSPACES_PER_PAGE } from '../ports/fair-turns.ts';
import type { Store } from '../ports/store.ts';

/** Maximum number of deployments that one poll wakes. */
const DEPLOYMENTS_PER_PAGE = 64;
/** Maximum time in milliseconds that the next page waits for the searches of a page, which may connect to pods. */
const MAX_SEARCH_MS = 1_000;

interface RunSearchDependencies {
  store: Pick<Store, 'runs'>;
  /** Starts to look for pending runs of a deployment. */
  wake: (deploymentId: string) => void;
  /** Resolves once the current search of a deployment has ended. */
  ended: (deploymentId: string) => Promise<void> | undefined;
  /** Returns the number of runs that this replica has begun so far. */
  begun: () => number;
  closing: AbortSignal;
}

/** Finds the deployments with pending runs, a page at a time, and each workspace gets its share of a page. */
export interface RunSearch {
  /** Wakes all deployments with pending runs. Resolves once the first page was read. */
  wakeAll(): Promise<void>;
  /** Wakes a page of deployments, and further pages as long as runs begin. */
  poll(): Promise<void>;
  close(): Promise<void>;
}

export function createRunSearch(dependencies: RunSearchDependencies): RunSearch {
  const { store, wake, ended, begun, closing } = dependencies;
  const turns = createFairTurns();
  let cursors: ReadonlyMap<string, string> = new Map();
  let searching: Promise<void> | undefined;

  const readNext = async (): Promise<string[]> => {
    const { workspaceIds } = await readPage(turns, async (after) => ({
      workspaceIds: await store.runs.waitingWorkspaces({ after, limit: WORKSPACES_PER_PAGE }),
    }));
    if (workspaceIds.length === 0) return [];
    const perWorkspace = Math.floor(DEPLOYMENTS_PER_PAGE / workspaceIds.length);
    const from = workspaceIds.map((workspaceId) => ({ workspaceId, after: cursors.get(workspaceId) ?? '' }));
    const found = await store.runs.listWaiting(from, perWorkspace);
    cursors = nextCursors(cursors, workspaceIds, found, perWorkspace);
    return found.map(({ deploymentId }) => deploymentId);
  };

  /** Resolves once the searches of these deployments have ended, or after a time limit, because a search may hang. */
  const searched = async (deploymentIds: readonly string[]): Promise<void> => {
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, MAX_SEARCH_MS);
    await Promise.race([Promise.all(deploymentIds.map(async (id) => ended(id))), timer.promise]);
    clearTimeout(timeout);
  };

  /** Wakes further pages until all pages contain no new deployment, or until `mayContinue` returns false. */
  const wakePages = async (first: string[], mayContinue: () => boolean): Promise<void> => {
    const seen = new Set<string>();
    let hasNew = false;
    for (let page = first; !closing.aborted; page = await readNext()) {
      const found = page.filter((id) => !seen.has(id));
      hasNew ||= found.length > 0;
      for (const id of found) {
        seen.add(id);
        wake(id);
      }
      await searched(found);
      if (!mayContinue()) return;
      // All workspaces were read.
      if (turns.after() !== '') continue;
      if (!hasNew) return;
      hasNew = false;
    }
  };
  const search = (work: Promise<void>): void => {
    searching = work
      .catch(() => undefined)
      .finally(() => {
        searching = undefined;
      });
  };

  return {
    async wakeAll() {
      search(wakePages(await readNext(), () => true));
    },
    async poll() {
      if (searching || closing.aborted) return;
      const first = await readNext();
      let before = begun();
      const hasBegunMore = () => {
        const isMore = begun() > before;
        before = begun();
        return isMore;
      };
      search(wakePages(first, hasBegunMore));
    },
    async close() {
      await searching;
    },
  };
}

/**
 * Returns the deployments after which the next pages of these workspaces begin. A workspace whose deployments were all
 * read begins again.
 */
function nextCursors(
  cursors: ReadonlyMap<string, string>,
  workspaceIds: readonly string[],
  found: readonly { workspaceId: string; deploymentId: string }[],
  perWorkspace: number,
): Map<string, string> {
  const next = new Map(cursors);
  const byWorkspace = Map.groupBy(found, ({ workspaceId }) => workspaceId);
  for (const id of workspaceIds) {
    const page = byWorkspace.get(id) ?? [];
    const last = page.at(-1)?.deploymentId;
    if (last === undefined || page.length < perWorkspace) next.delete(id);
    else next.set(id, last);
  }
  return next;
}
