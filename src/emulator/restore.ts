import { type RestoreAnswer, type RestoreOptions, SnapshotBody } from './admin/snapshot.ts';
import type { Snapshot, SnapshotProblem, Store, StoreDump } from './ports/store.ts';
import { SnapshotError } from './store/index.ts';

/** What a restore works with. */
export interface RestoreContext<World extends { readonly workspaceId: string }> {
  /** A store in memory under the same keyring, to try a snapshot on. */
  openTrial(): Promise<Store>;
  /** The store itself. No world may be open on it. */
  openStore(): Promise<Store>;
  /** Closes the world, does what it is told meanwhile, and lets requests into the one it gives. */
  replace(make: () => Promise<World>): Promise<World>;
  /** The workspace the emulator's key opens now. */
  workspaceId(): string;
  /** A world on what the store holds, with nothing added. */
  openWorld(workspaceId: string): Promise<World>;
}

/**
 * Makes the store hold what a snapshot holds. It is tried elsewhere first, so that a snapshot that is not in order
 * disturbs nobody; whatever goes wrong later, the world is opened again on what was there.
 * @throws SnapshotError naming each place that is not in order.
 */
export async function restoreSnapshot<World extends { readonly workspaceId: string }>(
  given: unknown,
  options: RestoreOptions,
  deps: RestoreContext<World>,
): Promise<{ world: World; answer: RestoreAnswer }> {
  const snapshot = readForm(given);
  const load = { leaveOutUnreadable: options.leaveOutUnreadable === true };
  const leftOut = await within(deps.openTrial(), (trial) => trial.snapshots.load(snapshot, load));

  const before = deps.workspaceId();
  const kept = (snapshot.tables['workspaces'] ?? []).some(({ id }) => id === before);
  let failure: { cause: unknown } | undefined;
  const world = await deps.replace(async () => {
    let old: StoreDump | undefined;
    try {
      old = await within(deps.openStore(), async (store) => {
        const dump = await store.snapshots.dump();
        await store.snapshots.load(snapshot, load);
        return dump;
      });
      return await deps.openWorld(kept ? before : snapshot.workspace_id);
    } catch (cause) {
      failure = { cause };
      const undo = old;
      if (undo) await within(deps.openStore(), (store) => store.snapshots.load(undo));
      return deps.openWorld(before);
    }
  });
  if (failure) {
    throw new Error('The snapshot could not be put in place; what was there before goes on.', failure);
  }
  return { world, answer: { workspace_id: world.workspaceId, left_out: leftOut.map(told) } };
}

function readForm(given: unknown): Snapshot {
  const { data, error } = SnapshotBody.safeParse(given);
  if (data) return data;
  throw new SnapshotError(
    error.issues.map(({ path, message }) => ({
      path: path.map((key) => (typeof key === 'number' ? key : String(key))),
      message,
    })),
  );
}

async function within<T>(opening: Promise<Store>, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await opening;
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function told({ path, message }: SnapshotProblem) {
  return { place: path.join('.'), reason: message };
}
