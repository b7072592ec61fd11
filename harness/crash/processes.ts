import { readdirSync, readFileSync } from 'node:fs';

/** A program that was started, known again even if its number is given to another later. */
export interface StartedProcess {
  pid: number;
  /** When the kernel started it (Linux); empty elsewhere. */
  startTick: string;
  program: string;
}

/** Something that runs although it should not. */
export interface RunningProcess {
  pid: number;
  command: string;
}

interface Stat {
  state: string;
  group: number;
  startTick: string;
}

/** When the kernel started a process; empty when there is none such, or this is not Linux. */
export function startTick(pid: number): string {
  return readStat(pid)?.startTick ?? '';
}

function readStat(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything; what we need stands behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', group: Number(fields[2]), startTick: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/**
 * What still runs of these programs and of the process groups they lead (Linux; elsewhere none is found). A process that
 * has ended and is only not yet collected counts as gone.
 */
function stillRunning(started: readonly StartedProcess[]): RunningProcess[] {
  const numbers = new Set(started.map(({ pid }) => pid));
  const stats = allStats();
  for (const { pid, startTick } of started) {
    const now = stats.get(pid);
    // The number belongs to another process by now, and so does the group of that number.
    if (now !== undefined && startTick !== '' && now.startTick !== startTick) numbers.delete(pid);
  }
  return [...stats]
    .filter(
      ([pid, { state, group }]) => state !== 'Z' && state !== 'X' && (numbers.has(pid) || numbers.has(group)),
    )
    .map(([pid]) => ({ pid, command: commandOf(pid) }));
}

function allStats(): Map<number, Stat> {
  if (process.platform !== 'linux') return new Map();
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return new Map(
    pids.flatMap((entry) => {
      const stat = readStat(Number(entry));
      return stat ? [[Number(entry), stat] as const] : [];
    }),
  );
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(0, 200);
  } catch {
    return 'it has just ended';
  }
}

/** Waits until none of them runs; gives the milliseconds it took, and what still runs after `withinMs`. */
export async function waitForExit(
  started: readonly StartedProcess[],
  withinMs: number,
): Promise<{ ms: number; left: RunningProcess[] }> {
  const since = performance.now();
  for (;;) {
    const left = stillRunning(started);
    const ms = performance.now() - since;
    if (left.length === 0 || ms > withinMs) return { ms, left };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
