// Runs the programs of pods for the simulated node that started this process, and ends them when that process ends in
// any way. This process also owns the folders of the pods, and their addresses, which form a separate network of this
// machine. Root privileges are required.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { KeeperOrder, KeeperReport } from './processes.ts';
import { WAIT_LIMIT_MS } from '../../hang-limit.ts';

const run = promisify(execFile);
const UNSHARE = '/usr/bin/unshare';
/** As in a container, all processes end with the first process and see no other processes of the machine. */
const CONTAINER = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc', '--'];
const NETWORKS = Array.from({ length: 256 }, (_, index) => `10.98.${index}`);
const STARTED_MS = WAIT_LIMIT_MS;

const running = new Map<string, ChildProcess>();
let network: string | undefined;
/** Folder for all files of pods. */
let folder: string | undefined;

const send = (report: KeeperReport): void => {
  if (process.connected) process.send?.(report);
};

async function changeRoute(verb: 'add' | 'del', name: string): Promise<void> {
  await run('ip', ['route', verb, 'local', `${name}.0/24`, 'dev', 'lo']);
}

/**
 * Reserves a network that no other program of this machine uses. The addition of a route fails if the route exists.
 */
async function takeNetwork(): Promise<string> {
  const order = NETWORKS.map((name) => ({ name, at: Math.random() })).toSorted((a, b) => a.at - b.at);
  let refusal: unknown;
  for (const { name } of order) {
    try {
      await changeRoute('add', name);
      return name;
    } catch (error) {
      refusal = error;
      if (!String(error).includes('File exists')) break;
    }
  }
  throw refusal;
}

function start(order: Extract<KeeperOrder, { kind: 'start' }>): void {
  const { id, argv, env, cwd } = order;
  const child = spawn(UNSHARE, [...CONTAINER, ...argv], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.set(id, child);
  let wasKilled = false;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (text) => {
      // `unshare` ends with the signal that ended the first process. For SIGKILL, `unshare` only prints this line.
      if (text.startsWith('unshare: sigprocmask')) wasKilled = true;
      else send({ kind: 'line', id, text });
    });
  }
  child.once('error', (error) => {
    running.delete(id);
    send({ kind: 'line', id, text: error.message });
    send({ kind: 'ended', id, code: 128, signal: null });
  });
  child.once('close', (code, signal) => {
    if (!running.delete(id)) return;
    send({ kind: 'ended', id, ...(wasKilled ? { code: null, signal: 'SIGKILL' } : { code, signal }) });
  });
}

/** Returns the pid of the container's first process, which receives the signals of a kubelet. */
async function firstProcess(unshare: ChildProcess): Promise<number | undefined> {
  const { pid } = unshare;
  if (pid === undefined) return undefined;
  for (const end = performance.now() + STARTED_MS; performance.now() < end; ) {
    if (unshare.exitCode !== null || unshare.signalCode !== null) return undefined;
    try {
      const child = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
      if (child > 0) return child;
    } catch {
      return undefined;
    }
    await delay(5);
  }
  return undefined;
}

async function signal(id: string, name: NodeJS.Signals): Promise<void> {
  const child = running.get(id);
  const pid = child && (await firstProcess(child));
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // The process has just ended.
  }
}

async function end(): Promise<void> {
  const children = [...running.values()];
  const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  // All processes in the container end together with this process.
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(ended);
  if (network !== undefined) await changeRoute('del', network).catch(() => undefined);
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  process.exit(0);
}

process.on('message', (order: KeeperOrder) => {
  if (order.kind === 'start') start(order);
  else void signal(order.id, order.signal);
});
process.once('disconnect', () => void end());
process.once('SIGTERM', () => void end());
try {
  if (process.getuid?.() !== 0) throw new Error('only root can start programs of pods');
  network = await takeNetwork();
  folder = await mkdtemp(path.join(tmpdir(), 'pods-'));
  send({ kind: 'ready', network, folder });
} catch (error) {
  send({ kind: 'refused', why: error instanceof Error ? error.message : String(error) });
}
