import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';

/** What the keeper of pods' programs does for the node double that started it. */
export type KeeperOrder =
  | { kind: 'start'; id: string; argv: readonly string[]; env: Record<string, string>; cwd: string }
  | { kind: 'signal'; id: string; signal: NodeJS.Signals };

/** What it reports. */
export type KeeperReport =
  | { kind: 'ready'; network: string; folder: string }
  | { kind: 'refused'; why: string }
  | { kind: 'line'; id: string; text: string }
  | { kind: 'ended'; id: string; code: number | null; signal: NodeJS.Signals | null };

/** The program of a container, and all it finds. */
export interface Program {
  argv: readonly string[];
  env: Record<string, string>;
  cwd: string;
}

export interface RunningProgram {
  signal(name: NodeJS.Signals): void;
  /** Its exit code, as a container runtime gives it: 128 and the number of the signal that ended it. */
  readonly ended: Promise<number>;
}

/** Runs the programs of pods as processes of this machine, each pod with an address of its own. */
export interface PodProcesses {
  /** Where pods have their folders: it is removed with the processes, also when what started them was killed. */
  readonly folder: string;
  /** An address that no other pod has. */
  takeAddress(): string;
  freeAddress(address: string): void;
  start(program: Program, onLine: (text: string) => void): RunningProgram;
  /** Ends all of them. */
  close(): Promise<void>;
}

const SIGNALS: Readonly<Record<string, number>> = {
  SIGKILL: 9,
  SIGTERM: 15,
  SIGINT: 2,
  SIGSEGV: 11,
  SIGABRT: 6,
};
const HOSTS = 254;

/**
 * Starts them.
 * @throws Error saying what this machine refuses.
 */
export async function startPodProcesses(): Promise<PodProcesses> {
  const keeper: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, 'keeper.ts')], {
    // Its own session: what is typed at the terminal is not for it.
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  keeper.unref();
  const { network, folder } = await new Promise<{ network: string; folder: string }>((resolve, reject) => {
    const refuse = (why: string) => {
      reject(
        new Error(
          `This machine cannot run the programs of pods: ${why}. It takes root, \`unshare\` of util-linux and \`ip\` of iproute2: the network 10.98.0.0/16 is made local while they run.`,
        ),
      );
    };
    keeper.once('message', (report: KeeperReport) => {
      if (report.kind === 'ready') resolve(report);
      else if (report.kind === 'refused') refuse(report.why);
    });
    keeper.once('error', (error) => refuse(error.message));
    keeper.once('exit', (code, signal) => refuse(`its keeper ended (${signal ?? code})`));
  }).catch((error: unknown) => {
    if (keeper.connected) keeper.disconnect();
    throw error;
  });
  keeper.channel?.unref();
  const listeners = new Map<string, { onLine: (text: string) => void; onEnd: (code: number) => void }>();
  keeper.on('message', (report: KeeperReport) => {
    if (report.kind === 'line') listeners.get(report.id)?.onLine(report.text);
    if (report.kind !== 'ended') return;
    listeners.get(report.id)?.onEnd(report.code ?? 128 + (SIGNALS[report.signal ?? ''] ?? 0));
    listeners.delete(report.id);
  });
  keeper.once('exit', () => {
    for (const { onEnd } of listeners.values()) onEnd(128 + 9);
    listeners.clear();
  });
  const send = (order: KeeperOrder) => {
    if (keeper.connected) keeper.send(order);
  };
  const taken = new Set<number>();
  let last = 0;
  return {
    folder,
    takeAddress() {
      if (taken.size === HOSTS) throw new Error(`No node double runs more than ${HOSTS} pods as processes.`);
      // Not the one that was just freed: something may still ask for the pod that had it.
      do last = (last % HOSTS) + 1;
      while (taken.has(last));
      taken.add(last);
      return `${network}.${last}`;
    },
    freeAddress: (address) => void taken.delete(Number(address.split('.').at(-1))),
    start(program, onLine) {
      const id = randomUUID();
      const { promise: ended, resolve: onEnd } = Promise.withResolvers<number>();
      listeners.set(id, { onLine, onEnd });
      send({ kind: 'start', id, ...program });
      return { ended, signal: (signal) => send({ kind: 'signal', id, signal }) };
    },
    async close() {
      if (keeper.exitCode !== null || keeper.signalCode !== null) return;
      keeper.ref();
      const exited = once(keeper, 'exit');
      if (keeper.connected) keeper.disconnect();
      await exited;
    },
  };
}
