import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './errors.ts';

/**
 * When the kernel started this pid, as text that another process of the same number cannot have; undefined when there
 * is no such process. Linux: boot id and start tick; macOS: start time to the second; Windows: creation date.
 */
export async function startToken(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxStartToken(pid);
  if (process.platform === 'win32') {
    const query = `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.ToFileTimeUtc()`;
    return output(ofWindows('WindowsPowerShell\\v1.0\\powershell.exe'), [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      query,
    ]);
  }
  return output('/bin/ps', ['-o', 'lstart=', '-p', String(pid)]);
}

function linuxStartToken(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const { state, startTick } = parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    // A zombie has ended; only its parent has not looked yet.
    return state === 'Z' || state === 'X' ? undefined : `${boot}:${startTick}`;
  } catch {
    return undefined;
  }
}

export interface Stat {
  state: string;
  parent: number;
  processGroup: number;
  session: number;
  startTick: string;
}

/** What we use of /proc/<pid>/stat. The second field, the name in brackets, may itself hold spaces and brackets. */
export function parseStat(stat: string): Stat {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    state: afterName[0] ?? '',
    parent: Number(afterName[1]),
    processGroup: Number(afterName[2]),
    session: Number(afterName[3]),
    // Field 22 of the whole line.
    startTick: afterName[19] ?? '',
  };
}

/** A program of Windows itself: by its bare name one in the current folder, such as a checkout, would be taken. */
export function ofWindows(name: string): string {
  return `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}`;
}

function output(command: string, args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Of the environment, which may hold keys, only what such programs need.
    const { SystemRoot, TZ } = process.env;
    const env = {
      LC_ALL: 'C',
      ...(TZ === undefined ? {} : { TZ }),
      ...(SystemRoot === undefined ? {} : { SystemRoot }),
    };
    const options = { windowsHide: true, env };
    execFile(command, args, options, (error, stdout) => {
      const text = stdout.trim();
      resolve(error || text === '' ? undefined : text);
    });
  });
}

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
