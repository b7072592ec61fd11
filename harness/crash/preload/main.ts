import { closeSync, openSync, writeSync } from 'node:fs';
import process from 'node:process';
import { readPlan } from '../plan.ts';
import { startTick } from '../processes.ts';
import { type Interceptor, databases, interceptStarts, interceptWrites, type Write } from './intercept.ts';

// This module is preloaded into an emulator (`--import`). The module counts the emulator's writes and executes the
// plan. Tests run the unchanged product, because the product itself does not contain this code.

const plan = readPlan(process.env);
const trace = openSync(plan.trace, 'a');
process.once('exit', () => closeSync(trace));
const tell = (...words: (string | number)[]) => void writeSync(trace, `${words.join(' ')}\n`);
const count = { writes: 0, starts: 0 };

tell('start', process.pid, startTick(process.pid), 'the emulator');
let lastStatement = '';
const carryOut: Interceptor = ({ kind, what: reported }, work) => {
  count.writes += 1;
  if (kind === 'start') count.starts += 1;
  const mine = { ...count };
  // A commit does not show its content, so the trace adds the last statement.
  const write = { kind, what: reported === 'commit' ? `commit of ${lastStatement}` : reported };
  if (kind === 'store') lastStatement = reported;
  dieIf(mine, 'before', write);
  refuseIf(mine.writes, write);
  tell('write', mine.writes, kind, write.what);
  const result = work();
  if (!(result instanceof Promise)) {
    dieIf(mine, 'after', write);
    return result;
  }
  return result.then((value: unknown) => {
    dieIf(mine, 'after', write);
    return value;
  });
};
interceptWrites(carryOut);
interceptStarts(carryOut, (pid, program) =>
  tell('start', pid, startTick(pid), program.replaceAll('\n', ' ').slice(0, 200)),
);
watchForFullDisk();

/** Kills the process at the write or start in the plan. `mine` contains the numbers of the current write and start. */
function dieIf(
  mine: { writes: number; starts: number },
  side: 'before' | 'after',
  { kind, what }: Write,
): void {
  if (plan.kill === undefined || plan.kill.side !== side || mine[plan.kill.of] !== plan.kill.at) return;
  if (plan.kill.of === 'starts' && kind !== 'start') return;
  tell('kill', mine.writes, side, kind, what);
  process.kill(process.pid, 'SIGKILL');
}

/** Throws SQLite's error about a full disk for the writes in the plan. */
function refuseIf(at: number, { kind, what }: Write): void {
  if (plan.full === undefined || kind !== 'store') return;
  const { from, writes } = plan.full;
  if (at < from || at >= from + writes) return;
  tell('refuse', at, kind, what);
  const errno = { code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'database or disk is full' };
  throw Object.assign(new Error('database or disk is full'), errno);
}

/**
 * The first SIGUSR2 prevents the data files from growing, and the next SIGUSR2 permits growth again. The trace records
 * each change.
 */
function watchForFullDisk(): void {
  let full = false;
  process.on('SIGUSR2', () => {
    full = !full;
    for (const database of databases) {
      if (database.location()?.endsWith('.lock') === true) continue;
      const pages = full ? Number(database.prepare('pragma page_count').get()?.['page_count']) : 2 ** 30;
      database.prepare(`pragma max_page_count = ${pages}`).get();
    }
    tell('room', full ? 'none' : 'enough');
  });
}
