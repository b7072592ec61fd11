import { availableParallelism, loadavg } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { errorMessage } from '../../../os/errors.ts';
import {
  describeProcessEnd,
  exitStatus,
  type OnLine,
  type ProcessEnd,
  type Processes,
} from '../../ports/processes.ts';
import type { AnyWorker, ServerWorker, Worker } from '../../ports/worker.ts';
import { programOf, StepAborted, StepFailure, type WriteLog } from '../build/step.ts';
import { lastWords } from '../build/failure-lines.ts';
import type { ProgramCommand } from '../../../graph-config/parse.ts';
import type { RunningServer } from '../places/place.ts';
import type { Timing } from '../timing.ts';
import {
  isHealthy,
  isHealthyStatus,
  isReachableFromNetwork,
  type PortAllocator,
  probeStatus,
  untilHealthy,
} from '../places/process/ports.ts';

export interface LaunchLimits {
  timing: Pick<Timing, 'healthDeadlineMs' | 'pingTimeoutMs' | 'stopGraceMs'>;
  signal: AbortSignal;
}

/**
 * Starts a worker. Resolves once it has loaded its graphs and responds. Stops a worker that is not ready in time.
 * @throws StepFailure with the output that explains why, StepAborted if cancelled.
 */
export async function launchWorker(
  launch: (onLine: OnLine) => Worker | Promise<Worker>,
  log: WriteLog,
  limits: LaunchLimits,
): Promise<Worker> {
  const printed = createPrinted();
  const worker = await launch((line, stream) => {
    printed.add(line);
    log(line, stream === 'stderr' ? 'WARNING' : 'INFO', 'agent');
  });
  log(`Starting the agent (process ${worker.pid})`);
  return waitForHealthy(worker, log, limits, {
    serves: () => `, with ${worker.graphIds.join(', ')}`,
    late: () => {
      const what = worker.loading();
      return what === undefined ? 'its process had not reported anything yet' : `it was loading ${what}`;
    },
    firstSign: worker.firstSign,
    silent: 'The agent loaded its graphs, but does not answer its health check.',
    lastWords: (reason) => printed.describe(reason),
  });
}

/** Number of output lines to search for the reason why an agent did not start. */
const LINES_KEPT = 300;

/** Keeps the last lines that an agent printed. */
function createPrinted() {
  const lines: string[] = [];
  return {
    add(line: string): void {
      if (lines.push(stripVTControlCharacters(line)) > LINES_KEPT) lines.shift();
    },
    /** Returns the lines that explain the failure; '' if the reason already contains them. */
    describe(reason: string): string {
      const words = lastWords(lines);
      if (words === '') return 'It printed nothing.';
      return reason.includes(words) ? '' : `Its last words: ${words}`;
    },
  };
}

/** Messages about the health of one kind of worker. */
interface HealthMessages {
  /** Appended to "The agent is healthy". */
  serves: () => string;
  /** Returns what the worker was still doing at the deadline. */
  late: () => string;
  /**
   * When it resolves, the deadline starts to count, at the latest `START_MS` after the start. Absent: the deadline
   * counts from the start.
   */
  firstSign?: Promise<void>;
  /** Failure reason if the worker was ready but does not respond. */
  silent: string;
  /** Returns the worker's last output, unless the reason already contains it. */
  lastWords: (reason: string) => string;
}

/**
 * Resolves with a started worker once it is healthy. Stops a worker that is not healthy in time.
 * @throws StepFailure with its last output, StepAborted if cancelled.
 */
export async function waitForHealthy<W extends AnyWorker>(
  worker: W,
  log: WriteLog,
  limits: LaunchLimits,
  messages: HealthMessages,
): Promise<W> {
  const startedAt = performance.now();
  const health = await becomeHealthy(worker, limits, messages);
  if (health.kind === 'healthy') {
    log(`The agent is healthy${messages.serves()} (${Math.round(performance.now() - startedAt)} ms)`);
    return worker;
  }
  // Stops the worker first, so that its last output is logged before the failure.
  await worker.stop(health.kind === 'aborted' ? 0 : limits.timing.stopGraceMs);
  if (health.kind === 'aborted') throw new StepAborted('the start of the agent was aborted');
  throw new StepFailure(`${health.reason} ${messages.lastWords(health.reason)}`.trim());
}

type Health = { kind: 'healthy' } | { kind: 'aborted' } | { kind: 'failed'; reason: string };

async function becomeHealthy(
  worker: AnyWorker,
  limits: LaunchLimits,
  messages: HealthMessages,
): Promise<Health> {
  const { signal, timing } = limits;
  const { healthDeadlineMs } = timing;
  const settled = Promise.withResolvers<Health>();
  const onAbort = () => settled.resolve({ kind: 'aborted' });
  const fail = (within: string) => {
    const load = describeLoad(loadavg()[0] ?? 0, availableParallelism());
    const reason = `The agent did not become healthy within ${within}: ${messages.late()}.${load}`;
    settled.resolve({ kind: 'failed', reason });
  };
  const seconds = healthDeadlineMs / 1000;
  const { firstSign } = messages;
  let timer = setTimeout(
    () => fail(firstSign ? `${(START_MS + healthDeadlineMs) / 1000} s` : `${seconds} s`),
    firstSign ? START_MS + healthDeadlineMs : healthDeadlineMs,
  );
  let isOver = false;
  void firstSign?.then(() => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => fail(`${seconds} s of its first sign of life`), healthDeadlineMs);
  });
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const answers = async (): Promise<Health> => {
    try {
      await worker.ready;
    } catch (error) {
      return { kind: 'failed', reason: `The agent could not start: ${sentence(errorMessage(error))}` };
    }
    if (await worker.ping(limits.timing.pingTimeoutMs)) return { kind: 'healthy' };
    return { kind: 'failed', reason: messages.silent };
  };
  try {
    return await Promise.race([answers(), settled.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Maximum wait for a process's first instruction, in milliseconds: the machine may be busy. */
const START_MS = 4 * 60_000;

/**
 * Returns a sentence, preceded by a space, if the machine has more work than it can do; otherwise ''.
 * @param load Average number of programs that wanted to run during the last minute.
 */
export function describeLoad(load: number, processors: number): string {
  if (load < 2 * processors) return '';
  return ` The machine is loaded: ${load.toFixed(1)} programs wanted to run on ${processors} processors. Wait until it has less to do, or raise the emulator's --health-timeout.`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Interval between two probes of a program that is not healthy yet, in milliseconds. */
const PROBE_INTERVAL_MS = 100;
const PROBE_TIMEOUT_MS = 2_000;

interface ProgramSpec {
  deploymentId: string;
  revisionId: string;
  command: ProgramCommand;
  /** Working folder: the folder of the graph configuration. */
  cwd: string;
  /** The whole environment except PORT, and except HOST unless it is set here. */
  env: Record<string, string>;
}

/** Formats a command as one line. */
function formatCommand(command: ProgramCommand): string {
  return typeof command === 'string' ? command : command.join(' ');
}

/**
 * Starts the program that a revision specifies. Resolves once the program responds to `GET /ok` on its port. Stops a
 * program that does not respond in time.
 * @throws StepFailure with the output that explains why, StepAborted if cancelled.
 */
export async function launchProgram(
  { processes, ports }: { processes: Processes; ports: PortAllocator },
  spec: ProgramSpec,
  log: WriteLog,
  limits: LaunchLimits,
): Promise<ServerWorker> {
  const printed = createPrinted();
  const port = await ports.allocate();
  const { deploymentId, revisionId, command, cwd, env } = spec;
  const program = processes.start({
    ...programOf(command),
    cwd,
    // Without it, Python buffers its output, and a failed start would show no reason.
    env: { PYTHONUNBUFFERED: '1', HOST: '127.0.0.1', ...env, PORT: String(port) },
    kind: 'worker',
    onLine(line, stream) {
      printed.add(line);
      log(stripVTControlCharacters(line), stream === 'stderr' ? 'WARNING' : 'INFO', 'agent');
    },
  });
  void program.ended.then(() => ports.release(port));
  log(`Starting ${formatCommand(command)} (process ${program.pid ?? -1}) with PORT=${port}`);
  const address = `http://127.0.0.1:${port}`;
  let status: number | undefined;
  const server = {
    ...program,
    address,
    async isUp() {
      status = await probeStatus(address, PROBE_TIMEOUT_MS);
      return isHealthyStatus(status);
    },
    describeEnd: (end: ProcessEnd) =>
      `it ${describeProcessEnd(end)} before it answered GET /ok on port ${port} (PORT)`,
  };
  const worker = await waitForHealthy(serverWorker({ deploymentId, revisionId }, server), log, limits, {
    serves: () => `, on port ${port}`,
    late: () =>
      `GET /ok on port ${port} (PORT) ${status === undefined ? 'was not answered' : `was answered with ${status}`}`,
    silent: 'The program no longer answers its health check.',
    lastWords: (reason) => printed.describe(reason),
  });
  if (await isReachableFromNetwork(port)) {
    log(
      `Port ${port} is open to other machines, which need no key there: let the program listen on 127.0.0.1 (HOST) alone.`,
      'WARNING',
    );
  }
  return worker;
}

/** Returns the worker of a server that a place has started. It is ready once the server is up. */
export function serverWorker(
  identity: Pick<ServerWorker, 'deploymentId' | 'revisionId'>,
  server: RunningServer,
): ServerWorker {
  const { address, pid = -1 } = server;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  const over = new AbortController();
  // Only the end of the server, or of something beside it, rejects `ready`.
  untilHealthy(() => server.isUp(), PROBE_INTERVAL_MS, over.signal).then(ready.resolve, () => undefined);
  server.failed?.catch(ready.reject);
  const exited = server.ended.then((end) => {
    ready.reject(new Error(server.describeEnd(end)));
    over.abort();
    return exitStatus(end);
  });
  return {
    ...identity,
    pid,
    address,
    ready: ready.promise,
    exited,
    ping: (timeoutMs) => isHealthy(address, timeoutMs),
    async stop(graceMs) {
      over.abort();
      await server.stop(graceMs);
      await exited;
    },
  };
}
