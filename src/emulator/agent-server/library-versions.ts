import type { LiveWorkers } from '../ports/worker.ts';

/** How long a revision may take to tell, in milliseconds: what it says is worth no wait. */
const ASK_MS = 500;

/** Which version of the graph library a deployment's revision has; each is asked once. */
export interface LibraryVersions {
  /** Null: none, or it did not tell in time. */
  of(deploymentId: string): Promise<string | null>;
}

export function createLibraryVersions(live: LiveWorkers): LibraryVersions {
  /** By deployment: only the revision that serves is remembered. */
  const known = new Map<string, { revisionId: string; version: string | null }>();

  return {
    async of(deploymentId) {
      const held = live.acquire(deploymentId);
      if (!held) return null;
      const { worker } = held;
      const { revisionId } = worker;
      const found = known.get(deploymentId);
      const [graphId] = worker.graphIds;
      if (found?.revisionId === revisionId || graphId === undefined) {
        held.release();
        return found?.version ?? null;
      }
      const asked = worker.query(graphId, { kind: 'library' }).then(({ version }) => {
        known.set(deploymentId, { revisionId, version });
        return version;
      });
      return within(
        ASK_MS,
        asked.catch(() => null).finally(() => held.release()),
      );
    },
  };
}

async function within(ms: number, work: Promise<string | null>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
