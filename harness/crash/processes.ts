import { readdirSync, readFileSync } from 'node:fs';

/** A started program, which its start time identifies even if its pid is reused. */
export interface StartedProcess {
  pid: number;
  /** Start time in kernel ticks on Linux, or an empty string on other systems. */
  startTick: string;
  program: string;
}

/** A process that is running although it should have ended. */
export interface RunningProcess {
  pid: number;
  command: string;
}

interface Stat {
  state: string;
  group: number;
  startTick: string;
}

/**
 * Returns the start time of a process. Returns an empty string if the process does not exist, and on systems other
 * than Linux.
 */
export function startTick(pid: number): string {
  return readStat(pid)?.startTick ?? '';
}

function readStat(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may contain any character, so the fields are counted after the parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', group: Number(fields[2]), startTick: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/**
 * Returns the processes that are still running, among these programs and the members of their process groups. Zombies
 * count as ended. Returns none on systems other than Linux.
 */
function stillRunning(started: readonly StartedProcess[]): RunningProcess[] {
  const numbers = new Set(started.map(({ pid }) => pid));
  const stats = allStats();
  for (const { pid, startTick } of started) {
    const now = stats.get(pid);
    // The pid now belongs to another process, and so does the process group with this ID.
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

/**
 * Waits until these processes have ended, and returns the elapsed milliseconds and the processes that are still
 * running after `withinMs`.
 */
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
