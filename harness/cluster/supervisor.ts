// Runs the programs of a cluster for the process that started this process, and ends them when that process ends in
// any way. Arguments: the folder of the cluster, which is removed at the end, and the path of the cluster's program.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { readProcessStat } from '../../src/os/process-stat.ts';
import type { Order, ProgramEnd, SignalSent } from './cluster.ts';

const [folder = '', file = ''] = process.argv.slice(2);
const running = new Map<string, ChildProcess>();

function start({ program, args, command }: Extract<Order, { kind: 'start' }>): void {
  const log = openSync(path.join(folder, `${program}.log`), 'a', 0o600);
  const [first = file, ...rest] = command ?? [file, program];
  const child = spawn(first, [...rest, ...args], {
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

/**
 * Sends a signal, and reports when the program has received it or, after a signal to stop, when the program has
 * stopped.
 */
async function signal(program: string, name: NodeJS.Signals): Promise<void> {
  const child = running.get(program);
  child?.kill(name);
  const isStopped = () => {
    const stat = readProcessStat(child?.pid ?? 0);
    return stat === undefined || /[TtZX]/.test(stat.state);
  };
  if (name === 'SIGSTOP') while (!isStopped()) await delay(5);
  if (process.connected) process.send?.({ program, signalled: name } satisfies SignalSent);
}

// Kills the programs, because the data of a test's cluster is not needed. An API server without its etcd would
// continue for minutes.
async function end(): Promise<void> {
  const children = [...running.values()].toReversed();
  const ended = Promise.all(children.map((child) => once(child, 'exit')));
  for (const child of children) child.kill('SIGKILL');
  await ended;
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  process.exit(0);
}

process.on('message', (order: Order) => {
  if (order.kind === 'start') start(order);
  else void signal(order.program, order.signal);
});
process.once('disconnect', () => void end());
process.once('SIGTERM', () => void end());
