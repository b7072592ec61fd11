import type { RevisionLog } from '../reconcile/revision-log.ts';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { errorMessage } from '../../../os/errors.ts';
import { describeProcessEnd, exitStatus } from '../../ports/processes.ts';
import type { AnyWorker, ServerWorker, Worker } from '../../ports/worker.ts';
import { StepAborted, StepFailure } from '../build/step.ts';
import { lastOutput } from '../build/failure-lines.ts';
import type { Running, ServerEndpoint } from '../places/place.ts';
import type { Timing } from '../timing.ts';
import { isHealthy, isReachableFromNetwork } from '../places/process/ports.ts';

export interface LaunchLimits {
  timing: Pick<Timing, 'healthDeadlineMs' | 'pingTimeoutMs' | 'stopGraceMs'>;
  signal: AbortSignal;
}

/**
 * Starts a worker. Resolves once the worker has loaded its graphs and responds. Stops a worker that is not ready in
 * time.
 * @throws StepFailure with the output that explains the failure
 * @throws StartFailure if the worker could not load its graphs
 * @throws StepAborted if the launch was cancelled
 */
export async function launchWorker(
  launch: (log: RevisionLog) => Promise<Worker>,
  log: RevisionLog,
  limits: LaunchLimits,
): Promise<Worker> {
  const printed = createPrinted(log);
  const worker = await launch(printed.log);
  return waitForHealthy(worker, log, limits, {
    serves: () => `, with ${worker.graphIds.join(', ')}`,
    late: () => {
      const what = worker.loading();
      return what === undefined ? 'its process did not report any progress' : `it was loading ${what}`;
    },
    firstSign: worker.firstSign,
    silent: 'The agent loaded its graphs, but does not respond to its health check.',
    lastOutput: (reason) => printed.describe(reason),
  });
}

/** Thrown when a program ended, or reported that it cannot load its code, before it was ready. */
export class StartFailure extends StepFailure {}

/** Number of last output lines that are searched for the reason why an agent did not start. */
const LINES_KEPT = 300;

/** Writes an agent's output to a log, and keeps the last lines for failure messages. */
function createPrinted(log: RevisionLog) {
  const lines: string[] = [];
  return {
    log: {
      ...log,
      write(kind, message, level, source) {
        if (source === 'agent' && lines.push(stripVTControlCharacters(message)) > LINES_KEPT) lines.shift();
        log.write(kind, message, level, source);
      },
    } satisfies RevisionLog,
    /** Returns the output lines that explain the failure, or '' if the reason already contains them. */
    describe(reason: string): string {
      const words = lastOutput(lines);
      if (words === '') return 'It printed nothing.';
      return reason.includes(words) || reason.includes(LAST_OUTPUT) ? '' : `${LAST_OUTPUT} ${words}`;
    },
  };
}

const LAST_OUTPUT = 'Last output:';

interface HealthMessages {
  /** Returns a string to append to "The agent is healthy". */
  serves: () => string;
  /** Returns the worker's activity when its time limit was exceeded. */
  late: () => string;
  /**
   * Resolves when the time limit begins, at most `START_MS` after the start of the process. If `firstSign` is absent,
   * the time limit begins with the start of the process.
   */
  firstSign?: Promise<void>;
  /** Failure reason for a worker that was ready but does not respond. */
  silent: string;
  /** Returns the worker's last output, or '' if the reason already contains it. */
  lastOutput: (reason: string) => string;
}

/**
 * Waits until a started worker is healthy, and stops a worker that is not healthy in time.
 * @throws StepFailure with the worker's last output
 * @throws StepAborted if the launch was cancelled
 */
async function waitForHealthy<W extends AnyWorker>(
  worker: W,
  log: RevisionLog,
  limits: LaunchLimits,
  messages: HealthMessages,
): Promise<W> {
  const startedAt = performance.now();
  const health = await becomeHealthy(worker, limits, messages);
  if (health.kind === 'healthy') {
    const ms = Math.round(performance.now() - startedAt);
    log.write('deploy', `The agent is healthy${messages.serves()} (${ms} ms)`);
    return worker;
  }
  // The worker is stopped before the failure is logged, so the log contains the worker's last output first.
  await worker.stop(health.kind === 'aborted' ? 0 : limits.timing.stopGraceMs);
  if (health.kind === 'aborted') throw new StepAborted('starting the agent was aborted');
  const message = `${health.reason} ${messages.lastOutput(health.reason)}`.trim();
  throw health.kind === 'unstarted' ? new StartFailure(message) : new StepFailure(message);
}

type Health = { kind: 'healthy' } | { kind: 'aborted' } | { kind: 'unstarted' | 'failed'; reason: string };

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
    if (!isOver)
      timer = setTimeout(() => fail(`${seconds} s after the first message of its process`), healthDeadlineMs);
  });
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const answers = async (): Promise<Health> => {
    try {
      await worker.ready;
    } catch (error) {
      return { kind: 'unstarted', reason: `The agent could not start: ${sentence(errorMessage(error))}` };
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

/** Maximum time in milliseconds until a process runs its first instruction on a busy machine. */
const START_MS = 4 * 60_000;

/**
 * Returns a sentence to append to a message if the machine is overloaded, or else ''.
 * @param load Average number of programs that were ready to run during the last minute.
 */
export function describeLoad(load: number, processors: number): string {
  if (load < 2 * processors) return '';
  return ` The machine is overloaded: on average, ${load.toFixed(1)} programs wanted to run on ${processors} processors. Wait until the load is lower, or raise the emulator's --health-timeout.`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Interval between two probes of a server that is starting, in milliseconds. */
const PROBE_INTERVAL_MS = 100;

/**
 * Starts a server, and resolves once it responds to `GET /ok` on its port. Stops a server that does not respond in
 * time.
 * @throws StepFailure with the output that explains the failure
 * @throws StepAborted if the launch was cancelled
 */
export async function launchServer(
  identity: Pick<ServerWorker, 'deploymentId' | 'revisionId'>,
  start: (log: RevisionLog) => Promise<Running>,
  log: RevisionLog,
  limits: LaunchLimits,
): Promise<ServerWorker> {
  const printed = createPrinted(log);
  const running = await start(printed.log);
  const [endpoint] = await running.endpoints(limits.signal);
  if (endpoint?.kind !== 'server') throw new Error('the program of the revision is not a server');
  const port = Number(new URL(endpoint.address).port);
  let problem: string | undefined;
  const server = serverWorker(identity, running, endpoint, (found) => (problem = found));
  const worker = await waitForHealthy(server, log, limits, {
    serves: () => `, on port ${port}`,
    late: () => problem ?? `it did not respond to GET /ok on port ${endpoint.port} (PORT)`,
    silent: 'The program no longer responds to its health check.',
    lastOutput: (reason) => printed.describe(reason),
  });
  if (await isReachableFromNetwork(port)) {
    const advice = 'let the program listen only on 127.0.0.1 (HOST)';
    const message = `Other machines can reach port ${port} without a key. To prevent this, ${advice}.`;
    log.write('deploy', message, 'WARNING');
  }
  return worker;
}

/**
 * Returns the worker object of a started server, which is ready once the server responds. Until then, calls `onProblem`
 * with the reason of each failed check.
 */
function serverWorker(
  identity: Pick<ServerWorker, 'deploymentId' | 'revisionId'>,
  running: Running,
  { address, port, ...endpoint }: ServerEndpoint,
  onProblem: (problem: string) => void,
): ServerWorker {
  const over = new AbortController();
  const untilUp = async () => {
    for (;;) {
      const problem = await endpoint.findProblem?.();
      over.signal.throwIfAborted();
      if (problem === undefined) return;
      onProblem(problem);
      await delay(PROBE_INTERVAL_MS, undefined, { signal: over.signal });
    }
  };
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  untilUp().then(ready.resolve, (error: unknown) => {
    if (!over.signal.aborted) ready.reject(error);
  });
  const exited = running.ended.then((end) => {
    ready.reject(
      new Error(`it ${describeProcessEnd(end)} before it responded to GET /ok on port ${port} (PORT)`),
    );
    over.abort();
    return exitStatus(end);
  });
  return {
    ...identity,
    pid: running.pid ?? -1,
    address,
    ready: ready.promise,
    exited,
    ping: (timeoutMs) => isHealthy(address, timeoutMs),
    async stop(graceMs) {
      over.abort();
      await running.stop(graceMs);
      await exited;
    },
  };
}
