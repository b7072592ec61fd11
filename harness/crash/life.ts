import process from 'node:process';
import { inspect } from 'node:util';
import type { EmulatorHandle, EmulatorOptions } from '../emulator.ts';
import { Gone } from './gone.ts';
import type { CrashPlan, Side } from './plan.ts';
import { startVictim } from './victim.ts';

/** When one life of an emulator ends. */
export type Blow =
  /** Right before or after its n-th write. */
  | { kind: 'write'; at: number; side: Side }
  /** Right before or after it starts its n-th program. */
  | { kind: 'start'; at: number; side: Side }
  /** So long after its process was started. */
  | { kind: 'instant'; afterMs: number }
  /** Not before all is done; but from its n-th write on, so many are refused as on a full disk. */
  | { kind: 'full'; from: number; writes: number };

/** How one life went. */
export interface Life {
  /** Whether the blow came before all was done. */
  struck: boolean;
  findings: string[];
}

/** A killed process is gone at once; so long is waited for it all the same, in milliseconds. */
const DYING_MS = 10_000;
/** A scenario that is not over after so long never will be. */
const ACTING_MS = 120_000;

/** Starts an emulator, lets `act` use it, and ends it without warning: by the blow, or once all is done. */
export async function live(
  options: EmulatorOptions & { dataDir: string },
  blow: Blow,
  trace: string,
  act: (emulator: EmulatorHandle) => Promise<void>,
): Promise<Life> {
  let timer: NodeJS.Timeout | undefined;
  const strike = (pid: number) => {
    if (blow.kind === 'instant') timer = setTimeout(() => killIfThere(pid), blow.afterMs);
  };
  try {
    const emulator = await startVictim({ ...options, onSpawn: strike }, { trace, ...planFor(blow) });
    if (!emulator) return { struck: true, findings: [] };
    const end = await endOf(emulator, act);
    // Nobody is to kill a process of the same number later.
    clearTimeout(timer);
    await emulator.kill();
    return end;
  } finally {
    clearTimeout(timer);
  }
}

function planFor(blow: Blow): Pick<CrashPlan, 'kill' | 'full'> {
  switch (blow.kind) {
    case 'write':
      return { kill: { at: blow.at, side: blow.side, of: 'writes' } };
    case 'start':
      return { kill: { at: blow.at, side: blow.side, of: 'starts' } };
    case 'full':
      return { full: { from: blow.from, writes: blow.writes } };
    case 'instant':
      return {};
  }
}

async function endOf(
  emulator: EmulatorHandle,
  act: (emulator: EmulatorHandle) => Promise<void>,
): Promise<Life> {
  const over = Promise.withResolvers<'over'>();
  const timer = setTimeout(() => over.resolve('over'), ACTING_MS);
  try {
    const done = act(emulator).then(() => 'done' as const);
    if ((await Promise.race([done, over.promise])) === 'done') return { struck: false, findings: [] };
    await emulator.kill();
    await done.catch(() => undefined);
    return { struck: false, findings: [`the scenario was not over after ${ACTING_MS / 1_000} s`] };
  } catch (error) {
    if (!(error instanceof Gone))
      return { struck: false, findings: [`the scenario failed: ${inspect(error)}`] };
    const alive = new Promise<'alive'>((resolve) => setTimeout(() => resolve('alive'), DYING_MS).unref());
    const ended = await Promise.race([emulator.ended, alive]);
    const findings =
      ended === 'alive' ? [`the emulator lives, and left a request without an answer: ${error.message}`] : [];
    return { struck: true, findings };
  } finally {
    clearTimeout(timer);
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself: how, the life tells.
  }
}
