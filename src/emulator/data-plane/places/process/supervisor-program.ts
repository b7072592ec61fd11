/**
 * This program stops one emulator's process groups when the emulator ends for any reason, because the end closes the
 * pipe to this program's standard input. On this pipe, the lines `+<pid>` and `-<pid>` add and remove a process group.
 * The line `?<folder in JSON>` announces that a program will start in the folder, and the line `?` ends the
 * announcement. The program's argument is the time in milliseconds that a group has for its exit.
 */
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { terminateGroup } from '../../../../os/processes.ts';
import { readProcessStat } from '../../../../os/process-stat.ts';

/** Milliseconds to wait for a program that the emulator was starting when the emulator ended. */
const STARTING_MS = 1_000;
const POLL_MS = 10;
const graceMs = Number(process.argv[2] ?? '2000');
const groups = new Set<number>();
let expected: string | undefined;
let rest = '';

// Signals of the terminal are ignored, because this program must outlive the emulator.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    if (line.startsWith('?')) {
      expected = line === '?' ? undefined : String(JSON.parse(line.slice(1)));
      continue;
    }
    const pid = Number(line.slice(1));
    if (!Number.isSafeInteger(pid) || pid <= 1) continue;
    if (line.startsWith('+')) groups.add(pid);
    else groups.delete(pid);
  }
});
process.stdin.on('error', () => undefined);
process.stdin.on('close', () => {
  const ends = [...groups].map((pid) => terminateGroup(pid, graceMs));
  void Promise.all([...ends, endExpected()]).finally(() => process.exit(0));
});

async function endExpected(): Promise<void> {
  if (expected === undefined) return;
  const pid = await findUnreportedProcess(expected, groups, STARTING_MS);
  if (pid !== undefined) await terminateGroup(pid, graceMs);
}

/**
 * Finds a program that the emulator was starting in `folder` when the emulator ended, before it could report the
 * program's pid (Linux). Searches for `withinMs` milliseconds, because the program may appear late. `known` contains
 * other programs that may run in the folder.
 */
async function findUnreportedProcess(
  folder: string,
  known: ReadonlySet<number>,
  withinMs: number,
): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = findOrphan(folder, known);
    if (found !== undefined || performance.now() >= deadline) return found;
    await delay(POLL_MS);
  }
}

/**
 * Returns the pid of the program that was starting, or `undefined` if no such program is found. Only this program leads
 * its own session, started after the supervisor, runs in `folder`, and has the same parent as the supervisor.
 */
function findOrphan(folder: string, known: ReadonlySet<number>): number | undefined {
  const own = orUndefined(() => readProcessStat(process.pid));
  const real = orUndefined(() => realpathSync(folder));
  if (own === undefined || real === undefined) return undefined;
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && !known.has(pid))
    .find((pid) => {
      const stat = orUndefined(() => readProcessStat(pid));
      return (
        stat?.session === pid &&
        stat.parent === own.parent &&
        Number(stat.startTick) >= Number(own.startTick) &&
        // Reading the link fails if the process has just exited or belongs to another user.
        orUndefined(() => readlinkSync(`/proc/${pid}/cwd`)) === real
      );
    });
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
