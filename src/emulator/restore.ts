import { type RestoreAnswer, type RestoreOptions, SnapshotBody } from './admin/snapshot.ts';
import type { Snapshot, SnapshotProblem, Store, StoreDump } from './ports/store.ts';
import { SnapshotError } from './ports/store-errors.ts';

export interface RestoreContext<Instance extends { readonly workspaceId: string }> {
  /** Opens a store in memory with the instance's keyring, for a trial of a snapshot. */
  openTrial(): Promise<Store>;
  openStore(): Promise<Store>;
  /** Stops the instance, runs `make`, and sends requests to the new instance. */
  replace(make: () => Promise<Instance>): Promise<Instance>;
  workspaceId(): string;
  /** Starts an instance on the stored data without seeding. */
  startInstance(workspaceId: string): Promise<Instance>;
}

/**
 * Replaces the store's data with a snapshot's data. The snapshot is first loaded into a trial store, so an invalid
 * snapshot changes nothing. If a later step fails, an instance starts on the old data.
 * @throws SnapshotError with each invalid position.
 */
export async function restoreSnapshot<Instance extends { readonly workspaceId: string }>(
  given: unknown,
  options: RestoreOptions,
  context: RestoreContext<Instance>,
): Promise<{ instance: Instance; answer: RestoreAnswer }> {
  const snapshot = parseSnapshot(given);
  const load = { leaveOutUnreadable: options.leaveOutUnreadable === true };
  const leftOut = await withStore(context.openTrial(), (trial) => trial.snapshots.load(snapshot, load));

  const before = context.workspaceId();
  const kept = (snapshot.tables['workspaces'] ?? []).some(({ id }) => id === before);
  let failure: { cause: unknown } | undefined;
  const instance = await context.replace(async () => {
    let old: StoreDump | undefined;
    try {
      old = await withStore(context.openStore(), async (store) => {
        const dump = await store.snapshots.dump();
        await store.snapshots.load(snapshot, load);
        return dump;
      });
      return await context.startInstance(kept ? before : snapshot.workspace_id);
    } catch (cause) {
      failure = { cause };
      const undo = old;
      if (undo) await withStore(context.openStore(), (store) => store.snapshots.load(undo));
      return context.startInstance(before);
    }
  });
  if (failure) {
    throw new Error('The snapshot could not be restored, so the previous data is in use again.', failure);
  }
  return { instance, answer: { workspace_id: instance.workspaceId, left_out: leftOut.map(toAnswer) } };
}

function parseSnapshot(given: unknown): Snapshot {
  const { data, error } = SnapshotBody.safeParse(given);
  if (data) return data;
  throw new SnapshotError(
    error.issues.map(({ path, message }) => ({
      path: path.map((key) => (typeof key === 'number' ? key : String(key))),
      message,
    })),
  );
}

async function withStore<T>(opening: Promise<Store>, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await opening;
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function toAnswer({ path, message }: SnapshotProblem) {
  return { place: path.join('.'), reason: message };
}
