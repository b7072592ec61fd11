import { ChildProcess, spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { startToken, terminateGroup } from '../../../os/processes.ts';
import { errorCode, errorMessage } from '../../../os/errors.ts';
import type { ManagedProcess, ProcessEnd, Processes, ProcessSpec } from '../../ports/processes.ts';
import type { Processes as ProcessTable } from '../../ports/store.ts';
import { createLineSplitter } from './lines.ts';
import { createSupervisor } from './supervisor.ts';

export interface ProcessesOptions {
  /** Where running groups are written down for the next start's sweep; absent = nowhere. */
  table?: ProcessTable;
  /** Who we are in that table (see `ownerToken`). */
  owner?: string;
  /** How long groups may take to end once the emulator is gone, however it went. */
  supervisorGraceMs?: number;
  /** Told when the table cannot be written; the processes run on. */
  onError?: (error: unknown) => void;
}

const WINDOWS = process.platform === 'win32';
/** How long what a finished program left behind may take to end by itself. */
const LEFTOVER_GRACE_MS = 300;
/** How long output may keep coming from a process that left its group. */
const DRAIN_MS = 500;

/** Why we ended a process ourselves, which its exit code does not tell. */
type Cause = Extract<ProcessEnd, { kind: 'timeout' | 'output-limit' | 'aborted' }>;

/**
 * Starts programs in process groups of their own, under one supervisor (DESIGN §6). Never throws on a program that
 * cannot be started: its `ended` says so.
 */
export function createProcesses(options: ProcessesOptions = {}): Processes {
  const supervisor = createSupervisor(options.supervisorGraceMs ?? 2_000);
  const running = new Set<ManagedProcess>();
  const writes = new Set<Promise<void>>();
  let closed = false;

  const record = (work: () => Promise<void>): Promise<void> => {
    const write = work()
      .catch((error: unknown) => options.onError?.(error))
      .finally(() => writes.delete(write));
    writes.add(write);
    return write;
  };

  const register = (pid: number, kind: string): (() => void) => {
    supervisor.add(pid);
    const { owner = '' } = options;
    // A git that outlives us and the supervisor soon ends by itself: not worth two writes to disk.
    const table = kind === 'git' ? undefined : options.table;
    // Written first, removed after: the two must not overtake one another.
    const written = table
      ? record(async () => {
          const token = await startToken(pid);
          if (token !== undefined) await table.put({ pid, startToken: token, kind, owner });
        })
      : Promise.resolve();
    return () => {
      supervisor.remove(pid);
      if (table) void record(() => written.then(() => table.remove(owner, pid)));
    };
  };

  return {
    start(spec) {
      const refusal = closed ? 'the emulator is closing' : spec.signal?.aborted ? 'aborted' : undefined;
      if (refusal === undefined) supervisor.expectStart(spec.cwd);
      const started = refusal === undefined ? startManaged(spec, register) : notStarted(refusal);
      supervisor.expectStart(undefined);
      running.add(started);
      void started.ended.then(() => running.delete(started));
      return started;
    },
    async close() {
      closed = true;
      await Promise.all([...running].map((one) => one.stop(1_000)));
      await Promise.all(writes);
      await supervisor.close();
    },
  };
}

function notStarted(reason: string, child = new ChildProcess()): ManagedProcess {
  const end: ProcessEnd = reason === 'aborted' ? { kind: 'aborted' } : { kind: 'not-started', reason };
  return { pid: undefined, child, ended: Promise.resolve(end), stop: () => Promise.resolve() };
}

function startManaged(
  spec: ProcessSpec,
  register: (pid: number, kind: string) => () => void,
): ManagedProcess {
  let child: ChildProcess;
  try {
    child = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      detached: !WINDOWS,
      windowsHide: true,
      // cmd.exe reads its command line by rules of its own: we give it as it is to be read.
      windowsVerbatimArguments: WINDOWS && /^cmd(\.exe)?$/i.test(basename(spec.command)),
      stdio: spec.ipc ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
      ...(spec.ipc ? { serialization: 'advanced' as const } : {}),
    });
  } catch (error) {
    return notStarted(reasonOf(error, spec));
  }
  const pid = child.pid;
  if (pid === undefined) {
    const ended = new Promise<ProcessEnd>((resolve) => {
      child.once('error', (error) => resolve({ kind: 'not-started', reason: reasonOf(error, spec) }));
    });
    return { pid, child, ended, stop: () => ended.then(() => undefined) };
  }
  // A failing `send` or kill on a process that is just ending is told by its end, not by this.
  child.on('error', () => undefined);
  return watch(child, pid, spec, register(pid, spec.kind));
}

function watch(child: ChildProcess, pid: number, spec: ProcessSpec, unregister: () => void): ManagedProcess {
  let cause: Cause | undefined;
  let ending: Promise<void> | undefined;
  const end = (graceMs: number, why?: Cause): Promise<void> => {
    cause ??= why;
    // A second, more impatient wish is served too: both only ever signal the same group.
    ending = ending ? Promise.race([ending, terminateGroup(pid, graceMs)]) : terminateGroup(pid, graceMs);
    return ending;
  };

  let bytes = 0;
  const limit = spec.maxOutputBytes ?? Number.POSITIVE_INFINITY;
  const splitters = (['stdout', 'stderr'] as const).map((stream) => {
    const splitter = createLineSplitter((line) => spec.onLine?.(line, stream));
    child[stream]?.on('data', (chunk: Buffer) => {
      if (bytes > limit) return;
      bytes += chunk.length;
      if (bytes > limit) void end(LEFTOVER_GRACE_MS, { kind: 'output-limit', bytes: limit });
      else splitter.push(chunk);
    });
    return splitter;
  });

  const { timeoutMs } = spec;
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => void end(LEFTOVER_GRACE_MS, { kind: 'timeout', afterMs: timeoutMs }), timeoutMs);
  const onAbort = () => void end(LEFTOVER_GRACE_MS, { kind: 'aborted' });
  spec.signal?.addEventListener('abort', onAbort, { once: true });

  const ended = (async (): Promise<ProcessEnd> => {
    const drained = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      child.once('exit', (...how) => resolve(how));
    });
    clearTimeout(timer);
    spec.signal?.removeEventListener('abort', onAbort);
    // What the program left behind in its group goes with it.
    await (ending ?? end(LEFTOVER_GRACE_MS));
    unregister();
    await drainedWithin(child, drained);
    if (bytes <= limit) for (const splitter of splitters) splitter.end();
    if (cause) return cause;
    return signal === null ? { kind: 'exit', code: code ?? 0 } : { kind: 'signal', signal };
  })();

  return {
    pid,
    child,
    ended,
    async stop(graceMs) {
      if (child.exitCode === null && child.signalCode === null) await end(graceMs);
      await ended;
    },
  };
}

/** A process that left the group may hold the pipes for ever: after a while they are closed from this side. */
async function drainedWithin(child: ChildProcess, drained: Promise<void>): Promise<void> {
  const timer = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, DRAIN_MS);
  await drained;
  clearTimeout(timer);
}

function reasonOf(error: unknown, spec: ProcessSpec): string {
  if (errorCode(error) === 'ENOENT') {
    return `"${spec.command}" was not found on PATH, or the folder it was to start in does not exist`;
  }
  return errorMessage(error);
}

/** Names this emulator process, in the process table and on leases, so that others can tell whether it still lives. */
export async function ownerToken(): Promise<string> {
  return `${hostname()}/${process.pid}/${(await startToken(process.pid)) ?? 'unknown'}`;
}

/** Whether an owner is an emulator of this machine that is no more. Of other machines nothing is known. */
export async function isDeadOwner(owner: string): Promise<boolean> {
  const [host, pid, ...token] = owner.split('/');
  if (host !== hostname()) return false;
  return (await startToken(Number(pid))) !== token.join('/');
}

/**
 * Ends what an emulator that died on this data directory left running, and forgets it (DESIGN §6). Only a pid whose
 * kernel start time is the recorded one is ended: a recycled number never is, nor is what a living emulator owns.
 * Gives how many groups were ended.
 */
export async function sweepProcesses(table: ProcessTable, graceMs = 1_000): Promise<number> {
  const rows = await table.list();
  const swept = await Promise.all(
    rows.map(async (row): Promise<number> => {
      if (!(await isDeadOwner(row.owner))) return 0;
      const same = (await startToken(row.pid)) === row.startToken;
      if (same) await terminateGroup(row.pid, graceMs);
      await table.remove(row.owner, row.pid);
      return same ? 1 : 0;
    }),
  );
  return swept.reduce((sum, count) => sum + count, 0);
}
