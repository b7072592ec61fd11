import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readlink, realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './errors.ts';
import { isRunning, readProcessStat } from './process-stat.ts';

const WINDOWS = process.platform === 'win32';
const POLL_MS = 20;
/** How long the kernel may take to remove a killed group. */
const KILLED_MS = 1_000;

/**
 * Whether a process runs. `token` says when the kernel started it, as text that another process with the same recycled pid
 * cannot have (Linux: boot id and start tick; macOS: start time to the second; Windows: creation date). `unknown`: this
 * process cannot find out now, for example because it has no file descriptor left; the other process may still run.
 */
export type ProcessState =
  | { kind: 'running'; token: string }
  | { kind: 'gone' }
  | { kind: 'unknown'; cause: unknown };

/** Finds out whether the process with this pid runs. Never rejects. */
export async function probeProcess(pid: number): Promise<ProcessState> {
  if (process.platform === 'linux') return probeOnLinux(pid);
  if (WINDOWS) {
    const query = `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.ToFileTimeUtc()`;
    const powershell = windowsProgram('WindowsPowerShell\\v1.0\\powershell.exe');
    return probeByProgram(powershell, ['-NoProfile', '-NonInteractive', '-Command', query]);
  }
  return probeByProgram('/bin/ps', ['-o', 'lstart=', '-p', String(pid)]);
}

/**
 * Returns the token of a running process (see {@link ProcessState}), or `undefined` if no such process exists.
 * @throws Error if that cannot be found out now.
 */
export async function startToken(pid: number): Promise<string | undefined> {
  const state = requireKnown(pid, await probeProcess(pid));
  return state.kind === 'running' ? state.token : undefined;
}

/** Returns the state of a process. @throws Error if it is unknown. */
export function requireKnown(pid: number, state: ProcessState): Exclude<ProcessState, { kind: 'unknown' }> {
  if (state.kind !== 'unknown') return state;
  throw new Error(`It cannot be found out whether process ${pid} runs.`, { cause: state.cause });
}

/** Whether a process runs the Node that this process runs. Linux; false if the system does not show it. */
export async function runsThisNode(pid: number): Promise<boolean> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => undefined);
  return program !== undefined && program === (await realpath(process.execPath));
}

/** Identifies this process in the process table and on leases, so that others can tell whether it is still alive. */
export async function ownerToken(): Promise<string> {
  return `${hostname()}/${process.pid}/${(await startToken(process.pid)) ?? 'unknown'}`;
}

/**
 * Whether an owner (see `ownerToken`) is a dead process of this machine. An owner on another machine never counts as dead,
 * nor one whose state is unknown.
 */
export async function isDeadOwner(owner: string): Promise<boolean> {
  const [host, pid, ...token] = owner.split('/');
  if (host !== hostname()) return false;
  const state = await probeProcess(Number(pid));
  return state.kind === 'gone' || (state.kind === 'running' && state.token !== token.join('/'));
}

/** Whether there is a process with this ID, one of another user included. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it: it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether any process of the group still runs (on Windows: the leader). */
export function isGroupAlive(pid: number): boolean {
  try {
    process.kill(WINDOWS ? pid : -pid, 0);
  } catch (error) {
    // EPERM: it exists, and is not ours to signal.
    return errorCode(error) === 'EPERM';
  }
  return process.platform === 'linux' ? hasRunningMember(pid) : true;
}

/** Sends a signal to every process of the group; a group that is already gone is fine. */
export async function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (WINDOWS) {
    // Windows has neither groups nor SIGTERM: the tree below the leader is ended instead.
    const args = ['/PID', String(pid), '/T', ...(signal === 'SIGKILL' ? ['/F'] : [])];
    await new Promise<void>((resolve) => {
      // Nothing else of our environment: it may hold keys.
      const { SystemRoot = 'C:\\Windows' } = process.env;
      const options = { windowsHide: true, env: { SystemRoot } };
      execFile(windowsProgram('taskkill.exe'), args, options, () => resolve());
    });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {}
}

/** Ends a whole group: SIGTERM, then SIGKILL once `graceMs` have passed. Resolves when it is gone. */
export async function terminateGroup(pid: number, graceMs: number): Promise<void> {
  if (!isGroupAlive(pid)) return;
  if (graceMs > 0) {
    await signalGroup(pid, 'SIGTERM');
    if (await isGoneWithin(pid, graceMs)) return;
  }
  await signalGroup(pid, 'SIGKILL');
  await isGoneWithin(pid, KILLED_MS);
}

/** Whether a process was stopped by this call or had ended before. */
export type StopResult = 'stopped' | 'gone';

/**
 * Stops a process that is not our child and resolves when it is gone: SIGTERM, then SIGKILL once `graceMs` have passed.
 * One with the same pid and another start time (see `startToken`) is a different process and is left alone.
 * @throws Error if this process may not stop it, or cannot find out whether it runs.
 */
export async function stopProcess(
  { pid, startTime }: { pid: number; startTime: string },
  graceMs: number,
): Promise<StopResult> {
  if ((await startToken(pid)) !== startTime) return 'gone';
  const mayBeThere = async (): Promise<boolean> => {
    const state = await probeProcess(pid);
    return state.kind === 'unknown' || (state.kind === 'running' && state.token === startTime);
  };
  sendSignal(pid, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  while (await mayBeThere()) {
    if (performance.now() > deadline) sendSignal(pid, 'SIGKILL');
    await delay(POLL_MS);
  }
  return 'stopped';
}

function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return;
    throw new Error(`The process ${pid} could not be stopped.`, { cause: error });
  }
}

async function isGoneWithin(pid: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (isGroupAlive(pid)) {
    if (performance.now() >= deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

function hasRunningMember(group: number): boolean {
  const isMember = (pid: string): boolean => {
    const stat = readProcessStat(pid);
    return stat?.processGroup === group && isRunning(stat);
  };
  const isHidden = (error: unknown): boolean => ['EACCES', 'EPERM'].includes(errorCode(error) ?? '');
  try {
    return readdirSync('/proc').some((entry) => {
      if (!/^\d+$/.test(entry)) return false;
      try {
        return isMember(entry);
      } catch (error) {
        // The system may hide processes of other users.
        if (isHidden(error)) return false;
        throw error;
      }
    });
  } catch {
    // Without file descriptors nothing can be read: the group may still run.
    return true;
  }
}

function probeOnLinux(pid: number): ProcessState {
  try {
    const stat = readProcessStat(pid);
    if (stat === undefined || !isRunning(stat)) return { kind: 'gone' };
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { kind: 'running', token: `${bootId}:${stat.startTick}` };
  } catch (cause) {
    return { kind: 'unknown', cause };
  }
}

/**
 * A program of Windows itself, by its full path: a bare name could be a file of the current folder, such as a checkout.
 */
function windowsProgram(name: string): string {
  return `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}`;
}

/** Runs a program that prints the start time of a process, or fails if no such process exists. */
function probeByProgram(command: string, args: string[]): Promise<ProcessState> {
  return new Promise((resolve) => {
    // Only what these programs need of our environment, which may hold keys.
    const { SystemRoot, TZ } = process.env;
    const env = {
      LC_ALL: 'C',
      ...(TZ === undefined ? {} : { TZ }),
      ...(SystemRoot === undefined ? {} : { SystemRoot }),
    };
    try {
      execFile(command, args, { windowsHide: true, env }, (error, stdout) => {
        const token = stdout.trim();
        if (error === null && token !== '') resolve({ kind: 'running', token });
        // A program that ran and failed has an exit code; a program that could not be started has the system's code.
        else if (error === null || typeof error.code === 'number') resolve({ kind: 'gone' });
        else resolve({ kind: 'unknown', cause: error });
      });
    } catch (cause) {
      resolve({ kind: 'unknown', cause });
    }
  });
}
