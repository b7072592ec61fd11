import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseStat, type Stat, terminateGroup } from '../../../os/processes.ts';

/**
 * A program of its own: it is told the process groups of one emulator on its standard input (`+<pid>` and `-<pid>`
 * lines) and ends those that are left when that pipe closes, whatever killed the emulator (DESIGN §6). A line
 * `?<folder in JSON>` comes before a program is started there, and `?` once its number was told.
 * Argument: how long a group may take to end by itself, in milliseconds.
 */

/** How long a program that was being started may take to be seen. */
const STARTING_MS = 1_000;
const graceMs = Number(process.argv[2] ?? '2000');
const groups = new Set<number>();
let expected: string | undefined;
let rest = '';

// It outlives the emulator on purpose: a signal to the whole terminal must not end it first.
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

const POLL_MS = 10;

/**
 * The program that our emulator was starting in `folder` when it ended, before it could tell us its number (Linux): it
 * may still be on its way, so it is looked for until `withinMs` have passed. `known`: the others that may be at work in
 * that folder. Undefined: there is none.
 */
export async function findUnreportedProcess(
  folder: string,
  known: ReadonlySet<number>,
  withinMs: number,
): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const until = performance.now() + withinMs;
  for (;;) {
    const found = orphanIn(folder, known);
    if (found !== undefined || performance.now() >= until) return found;
    await delay(POLL_MS);
  }
}

/**
 * Nobody else's program is all of this: the leader of a session of its own, begun after us, in a folder of the emulator's
 * data, and in the care of whoever has taken us in.
 */
function orphanIn(folder: string, known: ReadonlySet<number>): number | undefined {
  const own = statOf(process.pid);
  const real = realPath(folder);
  if (own === undefined || real === undefined) return undefined;
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && !known.has(pid))
    .find((pid) => {
      const stat = statOf(pid);
      return (
        stat?.session === pid &&
        stat.parent === own.parent &&
        Number(stat.startTick) >= Number(own.startTick) &&
        workingFolder(pid) === real
      );
    });
}

function statOf(pid: number): Stat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It has just ended, or is somebody else's.
    return undefined;
  }
}

function realPath(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined;
  }
}
