import type { AnyWorker, Worker } from '../../ports/worker.ts';
import type { WriteLog } from '../build/step-context.ts';
import { StepAborted, StepFailure } from '../build/step-failure.ts';
import { errorMessage } from '../process/error-code.ts';

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
export interface HealthMessages {
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
