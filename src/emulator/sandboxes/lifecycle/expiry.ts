import type { SandboxRow } from '../../ports/store.ts';
import type { ManagerContext } from './core.ts';

/** Has a sandbox removed once it has been stopped for as long as it says; begun again, it stays. */
export function scheduleDeletion(
  core: ManagerContext,
  id: string,
  remove: (id: string, only?: (row: SandboxRow) => boolean) => Promise<void>,
): void {
  const { store, clock, closing, log } = core;
  const wait = async () => {
    for (;;) {
      const row = await store.sandboxes.findById(id);
      if (row === undefined || row.status !== 'stopped' || row.stoppedAt === null) return;
      const seconds = row.settings.deleteAfterStopSeconds;
      if (seconds === 0) return;
      const left = row.stoppedAt + seconds * 1_000 - clock.now();
      if (left <= 0) {
        // Somebody may be starting it at this moment.
        await remove(id, ({ status }) => status === 'stopped');
        return;
      }
      // A timer of a month would be one of a millisecond.
      await clock.sleep(Math.min(left, LONGEST_SLEEP_MS), closing.signal);
    }
  };
  wait().catch((error: unknown) => {
    if (!closing.signal.aborted) log(`sandbox ${id} could not be removed in time: ${String(error)}`);
  });
}

const LONGEST_SLEEP_MS = 24 * 60 * 60 * 1_000;
