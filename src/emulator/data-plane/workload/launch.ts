import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { errorMessage } from '../../../os/errors.ts';
import { describeProcessEnd, exitStatus } from '../../ports/process-end.ts';
import type { Processes } from '../../ports/processes.ts';
import type { AnyWorker, ServerWorker, Worker } from '../../ports/worker.ts';
import { shellCommand, StepAborted, StepFailure, type WriteLog } from '../build/step.ts';
import type { ProgramCommand } from '../build/graph-config.ts';
import {
  isHealthy,
  isHealthyStatus,
  isReachableFromNetwork,
  type PortAllocator,
  probeStatus,
} from '../process/ports.ts';

export interface LaunchLimits {
  healthDeadlineMs: number;
  healthTimeoutMs: number;
  stopGraceMs: number;
  signal: AbortSignal;
}

/**
 * Starts a worker and resolves with it once it has loaded its graphs and answers. One that does not, in time, is ended.
 * @throws StepFailure with the last thing it printed, StepAborted when given up.
 */
export async function launchWorker(
  launch: (onLine: (line: string, stream: 'stdout' | 'stderr') => void) => Worker,
  log: WriteLog,
  limits: LaunchLimits,
): Promise<Worker> {
  let lastLine: string | undefined;
  const worker = launch((line, stream) => {
    if (line.trim() !== '') lastLine = line;
    log(line, stream === 'stderr' ? 'WARNING' : 'INFO');
  });
  log(`Starting the agent (process ${worker.pid})`);
  return waitForHealthy(worker, log, limits, {
    serves: () => `, with ${worker.graphIds.join(', ')}`,
    late: () => 'its graphs were still loading',
    silent: 'The agent loaded its graphs, but does not answer its health check.',
    lastWords: () =>
      lastLine === undefined ? 'It printed nothing.' : `Its last line: ${lastLine.slice(0, 500)}`,
  });
}

/** How the health of a kind of worker is told about. */
interface HealthMessages {
  /** What stands behind "The agent is healthy". */
  serves: () => string;
  /** What it was still doing when its time was over. */
  late: () => string;
  /** It was ready and does not answer all the same. */
  silent: string;
  lastWords: () => string;
}

/**
 * Resolves with a worker that was started, once it is healthy. One that is not, in time, is ended.
 * @throws StepFailure with its last words, StepAborted when given up.
 */
export async function waitForHealthy<W extends AnyWorker>(
  worker: W,
  log: WriteLog,
  limits: LaunchLimits,
  words: HealthMessages,
): Promise<W> {
  const since = performance.now();
  const health = await becomeHealthy(worker, limits, words);
  if (health.kind === 'healthy') {
    log(`The agent is healthy${words.serves()} (${Math.round(performance.now() - since)} ms)`);
    return worker;
  }
  // What it still had to say belongs into the log before the verdict.
  await worker.stop(health.kind === 'aborted' ? 0 : limits.stopGraceMs);
  if (health.kind === 'aborted') throw new StepAborted('the start of the agent was aborted');
  throw new StepFailure(`${health.reason} ${words.lastWords()}`.trim());
}

type Health = { kind: 'healthy' } | { kind: 'aborted' } | { kind: 'failed'; reason: string };

async function becomeHealthy(
  worker: AnyWorker,
  limits: LaunchLimits,
  words: HealthMessages,
): Promise<Health> {
  const { signal, healthDeadlineMs } = limits;
  const given = Promise.withResolvers<Health>();
  const onAbort = () => given.resolve({ kind: 'aborted' });
  const timer = setTimeout(() => {
    const reason = `The agent did not become healthy within ${healthDeadlineMs / 1000} s: ${words.late()}.`;
    given.resolve({ kind: 'failed', reason });
  }, healthDeadlineMs);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const answers = async (): Promise<Health> => {
    try {
      await worker.ready;
    } catch (error) {
      return { kind: 'failed', reason: `The agent could not start: ${sentence(errorMessage(error))}` };
    }
    if (await worker.ping(limits.healthTimeoutMs)) return { kind: 'healthy' };
    return { kind: 'failed', reason: words.silent };
  };
  try {
    return await Promise.race([answers(), given.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Between two looks at a program that is not healthy yet, in milliseconds. */
const LOOK_AGAIN_MS = 100;
const HEALTH_MS = 2_000;

interface ProgramSpec {
  deploymentId: string;
  revisionId: string;
  command: ProgramCommand;
  /** Working folder: the folder of the graph configuration. */
  cwd: string;
  /** The whole environment but for PORT, and HOST unless it is said here. */
  env: Record<string, string>;
}

/** A command as people write it. */
function formatCommand(command: ProgramCommand): string {
  return typeof command === 'string' ? command : command.join(' ');
}

/**
 * Starts the program a revision names and resolves with it once it answers `GET /ok` on the port it was given (DESIGN §6
 * "command runtime"). One that does not, in time, is ended.
 * @throws StepFailure with the last thing it printed, StepAborted when given up.
 */
export async function launchProgram(
  { processes, ports }: { processes: Processes; ports: PortAllocator },
  spec: ProgramSpec,
  log: WriteLog,
  limits: LaunchLimits,
): Promise<ServerWorker> {
  let lastLine: string | undefined;
  const port = await ports.allocate();
  const program = startProgram(
    processes,
    { ...spec, port, onEnd: () => ports.release(port) },
    (line, stream) => {
      if (line.trim() !== '') lastLine = line;
      log(stripVTControlCharacters(line), stream === 'stderr' ? 'WARNING' : 'INFO');
    },
  );
  log(`Starting ${formatCommand(spec.command)} (process ${program.worker.pid}) with PORT=${port}`);
  const worker = await waitForHealthy(program.worker, log, limits, {
    serves: () => `, on port ${port}`,
    late: () => `GET /ok on port ${port} (PORT) ${program.heard()}`,
    silent: 'The program no longer answers its health check.',
    lastWords: () =>
      lastLine === undefined ? 'It printed nothing.' : `Its last line: ${lastLine.slice(0, 500)}`,
  });
  if (await isReachableFromNetwork(port)) {
    log(
      `Port ${port} is open to other machines, which need no key there: let the program listen on 127.0.0.1 (HOST) alone.`,
      'WARNING',
    );
  }
  return worker;
}

interface Program {
  worker: ServerWorker;
  /** How its health was told last. */
  heard(): string;
}

function startProgram(
  processes: Processes,
  { command, cwd, env, port, onEnd, ...identity }: ProgramSpec & { port: number; onEnd: () => void },
  onLine: (line: string, stream: 'stdout' | 'stderr') => void,
): Program {
  const process = processes.start({
    ...programOf(command),
    cwd,
    // Python keeps what it prints back otherwise, and it would come too late to tell why it does not start.
    env: { PYTHONUNBUFFERED: '1', HOST: '127.0.0.1', ...env, PORT: String(port) },
    kind: 'worker',
    onLine,
  });
  const address = `http://127.0.0.1:${port}`;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const over = new AbortController();
  let status: number | undefined;

  const becomeReady = async () => {
    for (;;) {
      status = await probeStatus(address, HEALTH_MS);
      over.signal.throwIfAborted();
      if (isHealthyStatus(status)) return ready.resolve();
      await delay(LOOK_AGAIN_MS, undefined, { signal: over.signal });
    }
  };
  // Its end says why, when there is one.
  becomeReady().catch(() => undefined);
  const exited = process.ended.then((end) => {
    ready.reject(
      new Error(`it ${describeProcessEnd(end)} before it answered GET /ok on port ${port} (PORT)`),
    );
    over.abort();
    onEnd();
    return exitStatus(end);
  });
  return {
    heard: () => (status === undefined ? 'was not answered' : `was answered with ${status}`),
    worker: {
      ...identity,
      pid: process.pid ?? -1,
      address,
      ready: ready.promise,
      exited,
      ping: (timeoutMs) => isHealthy(address, timeoutMs),
      async stop(graceMs) {
        over.abort();
        await process.stop(graceMs);
        await exited;
      },
    },
  };
}

/** A line is the shell's to read; a list is a program and its arguments, as they are. */
function programOf(command: ProgramCommand): { command: string; args: string[] } {
  if (typeof command === 'string') return shellCommand(command);
  const [program = '', ...args] = command;
  return { command: program, args };
}
