import { readdirSync, readFileSync } from 'node:fs';
import { readlink, realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './errors.ts';
import { isRunning, readProcessStat } from './process-stat.ts';
import { runProgram, signalGroup, windowsProgram, windowsVariables } from './programs.ts';

const WINDOWS = process.platform === 'win32';
const POLL_MS = 20;
/** Time limit in milliseconds for the kernel to remove a killed process group. */
const KILLED_MS = 1_000;

/**
 * State of a process. `token` identifies the start of the process, so a later process with the same ID has another
 * token. The token is the boot ID and start tick on Linux, the start time in seconds on macOS, and the creation date on
 * Windows. The kind `unknown` means that the state cannot be read now, for example because no file descriptor is free,
 * although the process might be running.
 */
export type ProcessState =
  | { kind: 'running'; token: string }
  | { kind: 'gone' }
  | { kind: 'unknown'; cause: unknown };

/** Reads the state of the process with this ID. Never rejects. */
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
 * Returns the token of a running process (see {@link ProcessState}), or `undefined` if no process has this ID.
 * @throws Error if the state is unknown.
 */
export async function startToken(pid: number): Promise<string | undefined> {
  const state = requireKnown(pid, await probeProcess(pid));
  return state.kind === 'running' ? state.token : undefined;
}

/** Returns the state of a process. @throws Error if the state is unknown. */
export function requireKnown(pid: number, state: ProcessState): Exclude<ProcessState, { kind: 'unknown' }> {
  if (state.kind !== 'unknown') return state;
  throw new Error(`The state of process ${pid} could not be determined.`, { cause: state.cause });
}

/**
 * Returns whether a process runs the same Node executable as this process. Returns false if the system hides the
 * executable, and on systems other than Linux.
 */
export async function usesSameNode(pid: number): Promise<boolean> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => undefined);
  return program !== undefined && program === (await realpath(process.execPath));
}

/**
 * Returns the owner token of this process, which other processes pass to {@link isDeadOwner}. The process table and
 * leases contain owner tokens.
 */
export async function ownerToken(): Promise<string> {
  return `${hostname()}/${process.pid}/${(await startToken(process.pid)) ?? 'unknown'}`;
}

/**
 * Returns whether an owner token from {@link ownerToken} belongs to a process of this machine that is no longer
 * running. Returns false for a process of another machine, or in an unknown state.
 */
export async function isDeadOwner(owner: string): Promise<boolean> {
  const [host, pid, ...token] = owner.split('/');
  if (host !== hostname()) return false;
  const state = await probeProcess(Number(pid));
  return state.kind === 'gone' || (state.kind === 'running' && state.token !== token.join('/'));
}

/** Returns whether a process with this ID exists, including processes of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A permission error shows that the process exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Returns whether any process of a process group is running, or on Windows whether the leader is running. */
export function isGroupAlive(pid: number): boolean {
  try {
    process.kill(WINDOWS ? pid : -pid, 0);
  } catch (error) {
    // EPERM shows that the process group exists but belongs to another user.
    return errorCode(error) === 'EPERM';
  }
  return process.platform === 'linux' ? hasRunningMember(pid) : true;
}

/** Stops a process group with SIGTERM, and after `graceMs` with SIGKILL. Resolves once the group has ended. */
export async function terminateGroup(pid: number, graceMs: number): Promise<void> {
  if (!isGroupAlive(pid)) return;
  if (graceMs > 0) {
    await signalGroup(pid, 'SIGTERM');
    if (await isGoneWithin(pid, graceMs)) return;
  }
  await signalGroup(pid, 'SIGKILL');
  await isGoneWithin(pid, KILLED_MS);
}

/** Result of stopping a process. `gone` means that the process had already ended. */
export type StopResult = 'stopped' | 'gone';

/**
 * Stops a process that is not our child with SIGTERM, and after `graceMs` milliseconds with SIGKILL. Resolves once the
 * process has ended. Does not stop a later process that has the same ID and another start time (see {@link
 * startToken}).
 * @throws Error if this user is not allowed to stop the process, or the state of the process is unknown.
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
        // The system can hide processes of other users.
        if (isHidden(error)) return false;
        throw error;
      }
    });
  } catch {
    // The process group might still be running, because the state cannot be read if no file descriptor is free.
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

/** Reads the state of a process with a program that prints its start time, or fails for a missing process. */
async function probeByProgram(command: string, args: string[]): Promise<ProcessState> {
  const { TZ } = process.env;
  const env = { LC_ALL: 'C', ...(TZ === undefined ? {} : { TZ }), ...windowsVariables() };
  try {
    const end = await runProgram(command, args, { env });
    const token = end.kind === 'ended' && end.code === 0 ? end.stdout.toString().trim() : '';
    if (token !== '') return { kind: 'running', token };
    if (end.kind === 'ended' && end.code !== null) return { kind: 'gone' };
    return { kind: 'unknown', cause: new Error(`${command} did not exit.`) };
  } catch (cause) {
    return { kind: 'unknown', cause };
  }
}
