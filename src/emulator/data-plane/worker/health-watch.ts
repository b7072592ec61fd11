import type { Clock } from '../../../clients/clock.ts';
import type { LogLine } from '../../ports/store.ts';
import type { RunningNode } from '../../ports/worker.ts';
import type { Timing } from '../timing.ts';

/** Milliseconds until the next health check after a failed check. */
const RETRY_MS = 1_000;
/**
 * Number of failed checks before a worker can count as stuck. A single failed check is not enough, because this process
 * or the worker may have been suspended.
 */
const MIN_CHECKS = 3;

/** Functions of a worker that the health watch calls. */
export interface CheckedWorker {
  ping(timeoutMs: number): Promise<boolean>;
  /**
   * Returns the milliseconds for which the worker's event loop was blocked at the worker's last response; absent if a
   * blocked worker cannot respond.
   */
  blockedMs?: (() => number) | undefined;
  /** Returns the last node of each running run, newest first; absent if these nodes are unknown. */
  lastNodes?: (() => readonly RunningNode[]) | undefined;
}

export interface HealthWatch {
  clock: Pick<Clock, 'sleep'>;
  timing: Pick<Timing, 'healthIntervalMs' | 'pingTimeoutMs' | 'stuckMs'>;
  log: (message: string, level: LogLine['level']) => void;
  /** True if the caller restarts a stuck worker; otherwise the watch only logs that the worker does not respond. */
  isRestarted: boolean;
  over: AbortSignal;
}

/**
 * Checks the health of a worker at intervals and logs changes.
 *
 * @returns `stuck` if the worker has not responded, or its event loop has been blocked, for `stuckMs`, so the caller
 * must restart the worker; `over` if the signal has aborted.
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
 * Returns a sentence, preceded by a space, about the last nodes of a worker's runs, or an empty string if the nodes are
 * unknown.
 */
function describeNodes({ lastNodes }: CheckedWorker): string {
  const [{ graphId, node, runId } = {}, ...more] = lastNodes?.() ?? [];
  if (node === undefined) return '';
  const others = more.length === 0 ? '' : `, and ${more.length} other runs are in progress`;
  return ` The last node that it started is "${node}" of the graph "${graphId}" (run ${runId})${others}.`;
}
