/**
 * A program of its own: it is told the process groups of one emulator on its standard input (`+<pid>` and `-<pid>`
 * lines) and ends those that are left when that pipe closes, whatever killed the emulator (DESIGN §6).
 * Argument: how long a group may take to end by itself, in milliseconds.
 */
import { endGroup } from './group.ts';

const graceMs = Number(process.argv[2] ?? '2000');
const groups = new Set<number>();
let rest = '';

// It outlives the emulator on purpose: a signal to the whole terminal must not end it first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const pid = Number(line.slice(1));
    if (!Number.isSafeInteger(pid) || pid <= 1) continue;
    if (line.startsWith('+')) groups.add(pid);
    else groups.delete(pid);
  }
});
process.stdin.on('error', () => undefined);
process.stdin.on('close', () => {
  void Promise.all([...groups].map((pid) => endGroup(pid, graceMs))).finally(() => process.exit(0));
});
