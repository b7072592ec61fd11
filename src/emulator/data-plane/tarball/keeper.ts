import type { Clock } from '../../../clients/clock.ts';
import { isFinal } from '../../../contract/statuses.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import type { Repositories, Store, UploadRow } from '../../ports/store.ts';
import { isUploadExpired, UNUSED_UPLOAD_TTL_MS } from '../../ports/upload-expiry.ts';
import { errorMessage } from '../process/error-code.ts';

/**
 * The tarballs of so many revisions of a deployment are kept, of the newest ones and of the newest ones that were deployed:
 * a commit can be fetched again at any time, a tarball cannot.
 */
export const KEPT_TARBALLS = 10;

/** Removes the tarballs that nobody needs again. */
export interface TarballSweeper {
  /**
   * Those no revision was made of in a day, those of revisions that are too old to come back to, and those of deployments
   * that are gone, with what killed emulators left half-written.
   */
  sweep(): Promise<void>;
  /** The same soon, in the background. */
  wake(): void;
  /** Resolves when nothing is under way. */
  close(): Promise<void>;
}

export function createTarballSweeper(deps: {
  store: Store;
  objects: ObjectStore;
  clock: Pick<Clock, 'now'>;
  log: (line: string) => void;
}): TarballSweeper {
  const { store, objects, clock, log } = deps;
  let due = false;
  let closed = false;
  let running: Promise<void> | undefined;

  const sweep = async () => {
    // In this order: what is settled in between is known, or was being written.
    const there = await objects.list();
    const known = await store.uploads.contentIds();
    for (const id of there.filter((one) => !known.has(one))) await objects.remove(id);
    for (const { id, deploymentId } of await store.uploads.listUnused(
      clock.now() - UNUSED_UPLOAD_TTL_MS + 1,
    )) {
      await drop(deploymentId, id, async (tx, row) => {
        if (!isUploadExpired(row, clock.now())) return false;
        await tx.uploads.remove(row.id);
        return true;
      });
    }
    const byDeployment = Map.groupBy(await store.uploads.listKept(), (row) => row.deploymentId);
    for (const [deploymentId, rows] of byDeployment) {
      const needed = await neededPaths(store, deploymentId);
      for (const { id } of rows.filter(({ path }) => !needed.has(path))) {
        await drop(deploymentId, id, async (tx, row) => {
          // A revision may have been made of it meanwhile.
          if ((await neededPaths(tx, deploymentId)).has(row.path)) return false;
          await tx.uploads.update(row.id, { contentId: null });
          return true;
        });
      }
    }
  };

  /** First what says that it is there, then the thing itself. */
  const drop = async (
    deploymentId: string,
    id: string,
    forget: (tx: Repositories, row: UploadRow) => Promise<boolean>,
  ) => {
    const contentId = await store.transaction(async (tx) => {
      const row = await tx.uploads.get(deploymentId, id);
      return row !== undefined && (await forget(tx, row)) ? row.contentId : null;
    });
    if (contentId !== null) await objects.remove(contentId);
  };

  const isDue = () => due && !closed;
  const run = async () => {
    while (isDue()) {
      due = false;
      await sweep().catch((error: unknown) =>
        log(`tarballs that nobody needs could not be removed: ${errorMessage(error)}`),
      );
    }
    running = undefined;
  };
  return {
    sweep,
    wake() {
      due = true;
      if (!closed) running ??= run();
    },
    async close() {
      closed = true;
      await running;
    },
  };
}

/** The paths of the tarballs that a deployment may need again. */
async function neededPaths(
  from: Pick<Repositories, 'deployments' | 'revisions'>,
  deploymentId: string,
): Promise<Set<string>> {
  const latest = await from.revisions.list(deploymentId, { limit: 100, offset: 0 });
  const deployed = latest.filter(({ status }) => status === 'DEPLOYED').slice(0, KEPT_TARBALLS);
  const active = (await from.deployments.findById(deploymentId))?.activeRevisionId;
  const own = typeof active === 'string' ? await from.revisions.get(deploymentId, active) : undefined;
  const needed = [
    ...latest.slice(0, KEPT_TARBALLS),
    ...deployed,
    ...latest.filter(({ status }) => !isFinal(status)),
    ...(own === undefined ? [] : [own]),
  ];
  return new Set(needed.flatMap(({ config }) => config.source_tarball_path ?? []));
}
