import type { Clock } from '../../../clients/clock.ts';
import type { LogLine } from '../../ports/store.ts';
import type { RunningNode } from '../../ports/worker.ts';
import type { Timing } from '../timing.ts';

/** Pause before the next health check of a worker that was silent or blocked at the last one, in milliseconds. */
const RETRY_MS = 1_000;
/**
 * The number of failed checks after which a worker can be considered stuck. One failed check is not enough, because
 * this process or the worker may have been suspended.
 */
const MIN_CHECKS = 3;

/** The part of a worker that its health checks need. */
export interface CheckedWorker {
  /** Resolves with true if the worker responds within this time, in milliseconds. */
  ping(timeoutMs: number): Promise<boolean>;
  /**
   * Returns how long the worker's event loop had been blocked at its last response, in milliseconds. Absent for a
   * worker that cannot respond while it is blocked.
   */
  blockedMs?: (() => number) | undefined;
  /** Returns the node that each running run began last, the newest first. Absent if these nodes are unknown. */
  lastNodes?: (() => readonly RunningNode[]) | undefined;
}

/** The settings and dependencies of a health watch. */
export interface HealthWatch {
  clock: Pick<Clock, 'sleep'>;
  timing: Pick<Timing, 'healthIntervalMs' | 'pingTimeoutMs' | 'stuckMs'>;
  log: (message: string, level: LogLine['level']) => void;
  /** `true` if the caller restarts a stuck worker. Otherwise the watch only logs that the worker does not respond. */
  isRestarted: boolean;
  /** Ends the watch when it is aborted. */
  over: AbortSignal;
}

/**
 * Checks the health of a worker at intervals, and logs when it changes.
 *
 * @returns `stuck` when the worker has left checks unanswered, or its event loop has been blocked, for `stuckMs`. The
 * caller then restarts the worker. `over` when the signal is aborted.
 */
export async function watchHealth(worker: CheckedWorker, watch: HealthWatch): Promise<'stuck' | 'over'> {
  const { clock, log, isRestarted, over } = watch;
  const { healthIntervalMs, pingTimeoutMs, stuckMs } = watch.timing;
  const retryMs = Math.min(healthIntervalMs, RETRY_MS);
  const isOver = () => over.aborted;
  const stuck = (why: string): 'stuck' => {
    log(
      `The agent is stuck: ${why}. Its process is stopped, and its runs are retried.${describeNodes(worker)}`,
      'ERROR',
    );
    return 'stuck';
  };
  let [unanswered, blocked, silentSince] = [0, 0, 0];
  for (;;) {
    const isHealthy = unanswered === 0 && blocked === 0;
    try {
      await clock.sleep(isHealthy ? healthIntervalMs : retryMs, over);
    } catch {
      return 'over';
    }
    if (unanswered === 0) silentSince = performance.now();
    const answers = await worker.ping(pingTimeoutMs);
    if (isOver()) return 'over';
    if (answers) {
      if (unanswered > 0) log('The agent responds to its health check again.', 'INFO');
      unanswered = 0;
      const blockedMs = worker.blockedMs?.() ?? 0;
      blocked = blockedMs > 0 ? blocked + 1 : 0;
      if (isRestarted && blocked >= MIN_CHECKS && blockedMs >= stuckMs) {
        return stuck(`its event loop has been blocked for ${seconds(blockedMs)} s`);
      }
      continue;
    }
    unanswered += 1;
    if (unanswered === 1) {
      const next = isRestarted
        ? `It will be restarted if it does not respond for ${stuckMs / 1_000} s`
        : 'It continues to run';
      log(`The agent no longer responds to its health check. ${next}.${describeNodes(worker)}`, 'WARNING');
    }
    const silentMs = performance.now() - silentSince;
    if (isRestarted && unanswered >= MIN_CHECKS && silentMs >= stuckMs) {
      return stuck(`it has not responded to its health checks for ${seconds(silentMs)} s`);
    }
  }
}

const seconds = (ms: number): number => Math.round(ms / 1_000);

/**
 * Describes the nodes that a worker began last, as a sentence that follows another sentence. Returns an empty string
 * if the nodes are unknown.
 */
function describeNodes({ lastNodes }: CheckedWorker): string {
  const [{ graphId, node, runId } = {}, ...more] = lastNodes?.() ?? [];
  if (node === undefined) return '';
  const others = more.length === 0 ? '' : `, and ${more.length} other runs are in progress`;
  return ` The last node that it started is "${node}" of the graph "${graphId}" (run ${runId})${others}.`;
}
