import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import { ofWindows, parseStat } from '../../../credential-proxy/owner/start-token.ts';

const WINDOWS = process.platform === 'win32';
const POLL_MS = 20;
/** How long the kernel is given to remove a killed group before we stop looking. */
const KILLED_MS = 1_000;

/** Whether any process of the group still runs (on Windows: the leader). */
export function isGroupAlive(pid: number): boolean {
  try {
    process.kill(WINDOWS ? pid : -pid, 0);
  } catch (error) {
    // EPERM: it is there, and not ours to signal.
    return errorCode(error) === 'EPERM';
  }
  return process.platform === 'linux' ? hasRunningMember(pid) : true;
}

/** A zombie answers signals until its parent, perhaps a lazy init, collects it: it counts as gone. */
function hasRunningMember(group: number): boolean {
  return readdirSync('/proc').some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      const { state, processGroup } = parseStat(readFileSync(`/proc/${entry}/stat`, 'utf8'));
      return processGroup === group && state !== 'Z' && state !== 'X';
    } catch {
      return false;
    }
  });
}

/** Sends a signal to every process of the group; a group that is already gone is fine. */
export async function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (WINDOWS) {
    // Windows has neither groups nor SIGTERM: the tree below the leader is what can be ended.
    const args = ['/PID', String(pid), '/T', ...(signal === 'SIGKILL' ? ['/F'] : [])];
    await new Promise<void>((resolve) => {
      // Nothing of our environment: it may hold keys.
      const { SystemRoot = 'C:\\Windows' } = process.env;
      const options = { windowsHide: true, env: { SystemRoot } };
      execFile(ofWindows('taskkill.exe'), args, options, () => resolve());
    });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Gone between the look and the signal: what was wanted.
  }
}

/** Ends a whole group: SIGTERM, then SIGKILL once `graceMs` have passed. Resolves when it is gone. */
export async function terminateGroup(pid: number, graceMs: number): Promise<void> {
  if (!isGroupAlive(pid)) return;
  if (graceMs > 0) {
    await signalGroup(pid, 'SIGTERM');
    if (await goneWithin(pid, graceMs)) return;
  }
  await signalGroup(pid, 'SIGKILL');
  await goneWithin(pid, KILLED_MS);
}

async function goneWithin(pid: number, ms: number): Promise<boolean> {
  const until = performance.now() + ms;
  while (isGroupAlive(pid)) {
    if (performance.now() >= until) return false;
    await delay(POLL_MS);
  }
  return true;
}
