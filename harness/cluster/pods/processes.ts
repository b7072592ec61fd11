import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';

/** Messages from the simulated node to the process that it starts to run programs of pods. */
export type KeeperOrder =
  | { kind: 'start'; id: string; argv: readonly string[]; env: Record<string, string>; cwd: string }
  | { kind: 'signal'; id: string; signal: NodeJS.Signals };

/** Messages from the process that runs programs of pods. */
export type KeeperReport =
  | { kind: 'ready'; network: string; folder: string }
  | { kind: 'refused'; why: string }
  | { kind: 'line'; id: string; text: string }
  | { kind: 'ended'; id: string; code: number | null; signal: NodeJS.Signals | null };

/** Program of a container, with its environment and working directory. */
export interface Program {
  argv: readonly string[];
  env: Record<string, string>;
  cwd: string;
}

export interface RunningProgram {
  signal(name: NodeJS.Signals): void;
  /** Exit code as a container runtime reports it: 128 plus the number of a signal that ended the program. */
  readonly ended: Promise<number>;
}

/** Runs the programs of pods as processes of this machine, with a separate address for each pod. */
export interface PodProcesses {
  /**
   * Parent folder of the folders of pods, which is removed with the processes even if the process that started them is
   * killed.
   */
  readonly folder: string;
  /** Returns an address that no other pod has. */
  takeAddress(): string;
  freeAddress(address: string): void;
  start(program: Program, onLine: (text: string) => void): RunningProgram;
  /** Ends all processes. */
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
 * Starts the process that runs programs of pods.
 * @throws Error with the reason if this machine does not permit it.
 */
export async function startPodProcesses(): Promise<PodProcesses> {
  const keeper: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, 'keeper.ts')], {
    // The process has its own session, so that signals of the terminal do not reach it.
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
      if (taken.size === HOSTS) throw new Error(`A simulated node runs at most ${HOSTS} pods as processes.`);
      // The last freed address is not reused immediately, because requests to its former pod may still arrive.
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
