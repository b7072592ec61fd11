// Runs the programs of a cluster for the process that started it, and ends them with that process, however it ended.
// Arguments: the folder of the cluster, removed at the end, and the file of its program.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Order, ProgramEnd } from './cluster.ts';

const [folder = '', file = ''] = process.argv.slice(2);
const running = new Map<string, ChildProcess>();

function start(program: string, args: readonly string[]): void {
  const log = openSync(path.join(folder, `${program}.log`), 'a', 0o600);
  const child = spawn(file, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  running.set(program, child);
  const ended = (how: string) => {
    running.delete(program);
    if (process.connected) process.send?.({ program, how } satisfies ProgramEnd);
  };
  child.once('error', (error) => {
    ended(error.message);
  });
  child.once('exit', (code, signal) => {
    ended(signal ?? `exit code ${code}`);
  });
}

// Nothing in a cluster of a test is worth a graceful end; an API server without its etcd even stays for minutes.
async function end(): Promise<void> {
  const children = [...running.values()].toReversed();
  const ended = Promise.all(children.map((child) => once(child, 'exit')));
  for (const child of children) child.kill('SIGKILL');
  await ended;
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  process.exit(0);
}

process.on('message', (order: Order) => {
  if (order.kind === 'start') start(order.program, order.args);
  else running.get(order.program)?.kill(order.signal);
});
process.once('disconnect', () => void end());
process.once('SIGTERM', () => void end());
