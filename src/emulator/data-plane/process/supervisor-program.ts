/**
 * A program of its own: it reads the process groups of one emulator on its standard input (`+<pid>` and `-<pid>` lines) and
 * ends those that are left when that pipe closes, however the emulator ended. A line `?<folder in JSON>` announces that a
 * program is about to be started there, and `?` that its pid was reported.
 * Argument: how long a group may take to exit, in milliseconds.
 */
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { terminateGroup } from '../../../os/processes.ts';
import { readProcessStat } from '../../../os/process-stat.ts';

/** How long a program that was being started may take to appear. */
const STARTING_MS = 1_000;
const POLL_MS = 10;
const graceMs = Number(process.argv[2] ?? '2000');
const groups = new Set<number>();
let expected: string | undefined;
let rest = '';

// It outlives the emulator on purpose: a signal to the whole terminal must not end it.
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
 * The program that the emulator was starting in `folder` when it ended, before it could report the pid (Linux): it may not
 * have appeared yet, so it is looked for until `withinMs` have passed. `known`: the others that may run in that folder.
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
 * No unrelated program is all of this: the leader of a session of its own, started after us, in a folder of the emulator's
 * data, and adopted by the same parent as we are.
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
        // Undefined when it has just exited, or belongs to another user.
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
