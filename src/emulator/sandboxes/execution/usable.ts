import { realClock } from '../../../clients/clock.ts';
import type { SandboxRow } from '../../ports/store.ts';
import { findSandbox, startSandbox } from '../boxes.ts';
import type { SandboxDependencies } from '../deps.ts';
import type { RunningBox } from '../lifecycle/live-boxes.ts';
import { refusal } from '../refusal.ts';

/** How long a request waits for a box that is being started, in milliseconds. */
const WAIT_MS = 60_000;

/**
 * The box of a sandbox, once it may be used: one that was stopped is started by being asked something, as the hosted
 * service does it.
 * @throws HttpError 404, 400 NotReady for one that has failed, 503 for one that takes too long.
 */
export async function waitForBox(
  deps: SandboxDependencies,
  workspaceId: string,
  id: string,
  signal: AbortSignal,
): Promise<{ live: RunningBox; row: SandboxRow }> {
  let row = await findSandbox(deps, workspaceId, id);
  const live = deps.desk.runningBox(row.id);
  if (live !== undefined) return { live, row };
  if (row.status === 'stopped') row = await startSandbox(deps, workspaceId, id).catch(() => row);
  if (row.status === 'deleting' || row.status === 'failed') throw notReady(row);
  const done = new AbortController();
  const late = realClock.sleep(WAIT_MS, AbortSignal.any([signal, done.signal])).then(
    () => undefined,
    () => undefined,
  );
  try {
    await Promise.race([deps.desk.waitForReady(row.id), late]);
  } finally {
    done.abort();
  }
  const now = deps.desk.runningBox(row.id);
  row = await findSandbox(deps, workspaceId, id);
  if (now !== undefined) return { live: now, row };
  if (row.status === 'failed') throw notReady(row);
  throw refusal(
    503,
    'ServiceUnavailable',
    `The sandbox ${JSON.stringify(row.name)} is ${row.status}: try again.`,
    {
      headers: { 'retry-after': '1' },
    },
  );
}

function notReady({ name, status, statusMessage }: SandboxRow) {
  const why = statusMessage === null ? '' : ` (${statusMessage})`;
  return refusal(400, 'NotReady', `The sandbox ${JSON.stringify(name)} is ${status}${why}: start it first.`);
}
