import type { SandboxDependencies } from './dependencies.ts';

/** Marks snapshots as failed that an earlier emulator did not complete, and deletes their partial copies. */
export async function recoverSnapshots({
  store,
  clock,
  files,
}: Pick<SandboxDependencies, 'store' | 'clock' | 'files'>): Promise<void> {
  for (const { id, status } of await store.sandboxSnapshots.listAll()) {
    if (status !== 'building') continue;
    await store.sandboxSnapshots.update(id, {
      status: 'failed',
      statusMessage: 'The emulator exited while it created this snapshot. Create a new snapshot.',
      updatedAt: clock.now(),
    });
    await files.remove(id);
  }
}
