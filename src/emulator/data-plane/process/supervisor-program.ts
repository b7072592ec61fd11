/**
 * A program of its own: it is told the process groups of one emulator on its standard input (`+<pid>` and `-<pid>`
 * lines) and ends those that are left when that pipe closes, whatever killed the emulator (DESIGN §6). A line
 * `?<folder in JSON>` comes before a program is started there, and `?` once its number was told.
 * Argument: how long a group may take to end by itself, in milliseconds.
 */
import { terminateGroup } from './group.ts';
import { findUnreportedProcess } from './just-started.ts';

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
