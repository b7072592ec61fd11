import type { ChildProcess } from 'node:child_process';
import { isDeadOwner, probeProcess, startToken, terminateGroup } from '../../../../os/processes.ts';
import { startProgram, unstartedProgram } from '../../../../os/programs.ts';
import { errorCode, errorMessage } from '../../../../os/errors.ts';
import type { ManagedProcess, ProcessEnd, Processes, ProcessSpec } from '../../../ports/processes.ts';
import type { Processes as ProcessTable } from '../../../ports/store.ts';
import { createLineSplitter } from './lines.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

export interface ProcessesOptions {
  /** Table of running process groups for the sweep of the next start; absent if process groups are not recorded. */
  table?: ProcessTable;
  /** ID of this emulator process in the table (see `ownerToken`). */
  owner?: string;
  /** False if no supervisor is needed, because this process runs in a container. */
  supervised?: boolean;
  /** Called if the table cannot be written, although the processes keep running. */
  onError?: (error: unknown) => void;
}

/** Milliseconds within which process groups must exit after the emulator has ended. */
const ORPHAN_GRACE_MS = 2_000;

/** Milliseconds within which the leftover processes of an ended program must exit. */
const LEFTOVER_GRACE_MS = 300;
/** Milliseconds for which the output of a process that left its group is read. */
const DRAIN_MS = 500;

/** Reason why this process killed a program, which the program's exit code does not contain. */
type Cause = Extract<ProcessEnd, { kind: 'timeout' | 'output-limit' | 'aborted' }>;

const UNSUPERVISED: Omit<Supervisor, 'pid'> = {
  expectStart: () => undefined,
  add: () => undefined,
  remove: () => undefined,
  close: () => Promise.resolve(),
};

/**
 * Creates a starter of programs. Each program has its own process group, and all groups have one supervisor. Does not
 * throw if a program cannot be started: `ended` contains the problem.
 */
export function createProcesses(options: ProcessesOptions = {}): Processes {
  const supervisor = options.supervised === false ? UNSUPERVISED : createSupervisor(ORPHAN_GRACE_MS);
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
    // git processes are not recorded, because recording needs two writes to disk. A git process that outlives the
    // emulator exits soon.
    const table = kind === 'git' ? undefined : options.table;
    // The entry must be written before its removal.
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

function notStarted(reason: string): ManagedProcess {
  const end: ProcessEnd = reason === 'aborted' ? { kind: 'aborted' } : { kind: 'not-started', reason };
  return {
    pid: undefined,
    child: unstartedProgram(),
    ended: Promise.resolve(end),
    stop: () => Promise.resolve(),
  };
}

function startManaged(
  spec: ProcessSpec,
  register: (pid: number, kind: string) => () => void,
): ManagedProcess {
  const child = startProgram(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    group: 'own',
    stdio: [
      spec.standardChannel ? 'pipe' : 'ignore',
      'pipe',
      'pipe',
      ...(spec.pipes ? ['pipe' as const, 'pipe' as const] : []),
    ],
  });
  const pid = child.pid;
  if (pid === undefined) {
    const ended = new Promise<ProcessEnd>((resolve) => {
      child.once('error', (error) => resolve({ kind: 'not-started', reason: reasonOf(error, spec) }));
    });
    return { pid, child, ended, stop: () => ended.then(() => undefined) };
  }
  // Ignores the error of a kill if the process is already exiting, because `ended` reports the exit.
  child.on('error', () => undefined);
  return watch(child, pid, spec, register(pid, spec.kind));
}

function watch(child: ChildProcess, pid: number, spec: ProcessSpec, unregister: () => void): ManagedProcess {
  let cause: Cause | undefined;
  let ending: Promise<void> | undefined;
  const end = (graceMs: number, why?: Cause): Promise<void> => {
    cause ??= why;
    // A further call also signals the process group, and may have a shorter grace period.
    ending = ending ? Promise.race([ending, terminateGroup(pid, graceMs)]) : terminateGroup(pid, graceMs);
    return ending;
  };

  let bytes = 0;
  const limit = spec.maxOutputBytes ?? Number.POSITIVE_INFINITY;
  const splitters = (['stdout', 'stderr'] as const).map((stream) => {
    const splitter = createLineSplitter((line) => spec.onLine?.(line, stream));
    const lines = spec.standardChannel && stream === 'stdout' ? undefined : child[stream];
    lines?.on('data', (chunk: Buffer) => {
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
    // When the program has ended, leftover processes of its group are ended too.
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

/** Waits until all output is read. After `DRAIN_MS`, closes pipes that a process outside the group keeps open. */
async function drainedWithin(child: ChildProcess, drained: Promise<void>): Promise<void> {
  const timer = setTimeout(() => {
    for (const stream of child.stdio) stream?.destroy();
  }, DRAIN_MS);
  await drained;
  clearTimeout(timer);
}

function reasonOf(error: unknown, spec: ProcessSpec): string {
  if (errorCode(error) === 'ENOENT') {
    return `"${spec.command}" was not found on PATH, or its working folder does not exist`;
  }
  return errorMessage(error);
}

/**
 * Kills processes that a dead emulator left running for this data directory, and removes them from the table. Compares
 * the start time of each process with the recorded start time, so a process with a reused pid is never killed.
 * Processes of running emulators are not killed. Returns the number of killed process groups.
 */
export async function sweepProcesses(table: ProcessTable, graceMs = 1_000): Promise<number> {
  const rows = await table.list();
  const swept = await Promise.all(
    rows.map(async (row): Promise<number> => {
      if (!(await isDeadOwner(row.owner))) return 0;
      const state = await probeProcess(row.pid);
      // If the state of a process is unknown, the next sweep decides about the process.
      if (state.kind === 'unknown') return 0;
      const same = state.kind === 'running' && state.token === row.startToken;
      if (same) await terminateGroup(row.pid, graceMs);
      await table.remove(row.owner, row.pid);
      return same ? 1 : 0;
    }),
  );
  return swept.reduce((sum, count) => sum + count, 0);
}
