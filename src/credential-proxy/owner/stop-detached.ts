import { setTimeout as sleep } from 'node:timers/promises';
import type { DetachedProxy } from '../port.ts';
import { startToken } from '../../os/processes.ts';

/** What became of a detached proxy: ended by this call, or gone before it. */
export type StopDetachedResult = 'stopped' | 'gone';

const GRACE_MS = 3_000;
const LOOK_EVERY_MS = 20;

/**
 * Ends a proxy that was detached and resolves when it is gone. A process of the same number that was started at another
 * time is somebody else's and is left alone. One that does not go by itself within `graceMs` is killed. Throws when it may not be ended by us.
 */
export async function stopDetached(
  { pid, startTime }: Pick<DetachedProxy, 'pid' | 'startTime'>,
  graceMs = GRACE_MS,
): Promise<StopDetachedResult> {
  const isThere = async (): Promise<boolean> => (await startToken(pid)) === startTime;
  if (!(await isThere())) return 'gone';
  signal(pid, 'SIGTERM');
  const patience = performance.now() + graceMs;
  while (await isThere()) {
    if (performance.now() > patience) signal(pid, 'SIGKILL');
    await sleep(LOOK_EVERY_MS);
  }
  return 'stopped';
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!gone) throw new Error(`The credential proxy (pid ${pid}) could not be ended.`, { cause: error });
  }
}
