import type { Clock } from '../../../clients/clock.ts';
import type { LogLine } from '../../ports/store.ts';
import type { AnyWorker } from '../../ports/worker.ts';
import { errorMessage } from '../process/error-code.ts';

export interface WorkerKeeperOptions {
  clock: Clock;
  /** The worker that already runs; absent = one is started. */
  first: AnyWorker | undefined;
  /** Starts a worker and resolves once it is healthy. */
  start: (signal: AbortSignal) => Promise<AnyWorker>;
  /** Whether this revision still serves: what was replaced is not started again. */
  isCurrent: () => boolean;
  /** A worker came up, or (undefined) is down. */
  onWorkerChange: (worker: AnyWorker | undefined) => void;
  log: (message: string, level: LogLine['level']) => void;
  /** How often to ask whether it still answers, and how long it may take, in milliseconds. */
  healthIntervalMs: number;
  healthTimeoutMs: number;
}
/** Keeps one revision served. */
export interface WorkerKeeper {
  /** Ends the worker, and the keeping. Resolves when it is gone. */
  stop(graceMs: number): Promise<void>;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
/** A worker that lived this long did not die of starting: the delays begin anew. */
const STEADY_MS = 60_000;

/** Starts a revision's worker again whenever it ends, less and less eagerly, and tells when it stops answering. */
export function keepWorkerRunning(options: WorkerKeeperOptions): WorkerKeeper {
  const { clock, log } = options;
  const stopping = new AbortController();
  let worker = options.first;

  const begin = async (): Promise<AnyWorker> => {
    const started = await options.start(stopping.signal);
    worker = started;
    if (stopping.signal.aborted) await started.stop(0);
    else options.onWorkerChange(started);
    return started;
  };
  const keep = async () => {
    let delay = FIRST_DELAY_MS;
    while (!stopping.signal.aborted && options.isCurrent()) {
      try {
        const current = worker ?? (await begin());
        const since = performance.now();
        const end = await watchOver(current, options, stopping.signal);
        worker = undefined;
        if (stopping.signal.aborted || !options.isCurrent()) return;
        if (performance.now() - since > STEADY_MS) delay = FIRST_DELAY_MS;
        const how = end.signal === null ? `with exit code ${end.code}` : `by ${end.signal}`;
        log(`The agent's process ended ${how}. It is started again in ${delay} ms.`, 'ERROR');
      } catch (error) {
        if (stopping.signal.aborted) return;
        log(`The agent could not be started again: ${errorMessage(error)} Next try in ${delay} ms.`, 'ERROR');
      }
      options.onWorkerChange(undefined);
      await clock.sleep(delay, stopping.signal).catch(() => undefined);
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    }
  };
  const kept = keep();
  return {
    async stop(graceMs) {
      stopping.abort();
      await worker?.stop(graceMs);
      await kept;
    },
  };
}

/** Resolves with how the worker ended; meanwhile asks for its health now and then. */
async function watchOver(
  worker: AnyWorker,
  options: WorkerKeeperOptions,
  stopping: AbortSignal,
): Promise<{ code: number | null; signal: string | null }> {
  const gone = new AbortController();
  const ask = async () => {
    const over = AbortSignal.any([gone.signal, stopping]);
    for (let healthy = true; ; ) {
      await options.clock.sleep(options.healthIntervalMs, over);
      const answers = await worker.ping(options.healthTimeoutMs);
      if (over.aborted || answers === healthy) continue;
      healthy = answers;
      if (healthy) options.log('The agent answers its health check again.', 'INFO');
      else options.log('The agent no longer answers its health check; it stays in place.', 'WARNING');
    }
  };
  const asking = ask().catch(() => undefined);
  const end = await worker.exited;
  gone.abort();
  await asking;
  return end;
}
