import type { Event, Pod } from 'kubernetes-types/core/v1.js';
import { BUILD } from './build-pod.ts';
import { evaluatePod, type LogSource, words } from './evaluate-pods.ts';

/** Verdict on a build that has not reported its result, with strings from the cluster that are not redacted yet. */
export type BuildVerdict =
  /**
   * The build is running or has not started. `detail` is the cluster's reason why the build has not started, if any.
   */
  | { kind: 'waiting'; detail: string | undefined }
  /** The cluster removed the pod of the build, and another pod may succeed. */
  | { kind: 'lost'; reason: string }
  | { kind: 'failed'; reason: string; logs: LogSource | undefined };

/** Reasons for the end of a pod whose cause is the pod's node, and not the pod's program. */
const LOST: ReadonlySet<string> = new Set([
  'Evicted',
  'NodeLost',
  'NodeShutdown',
  'Preempting',
  'Shutdown',
  'Terminated',
]);
/**
 * Matches messages about the eviction of a pod that exceeded its own disk limit, which a repeated build would exceed
 * too.
 */
const OWN_LIMIT = /EmptyDir volume|local ephemeral storage|ephemeral local storage/;
/** Milliseconds to wait for a missing object that another program might create. */
const SETTLE_MS = 10_000;

/**
 * Evaluates the pod of a build that has not reported its result. `now` is the cluster's current time in milliseconds.
 */
export function evaluateBuild(pod: Pod, events: readonly Event[], now: number): BuildVerdict {
  const { phase, reason, message } = pod.status ?? {};
  const problems = evaluatePod(pod, events);
  if (phase === 'Failed' || phase === 'Succeeded') {
    if (reason === 'DeadlineExceeded') {
      const minutes = Math.round((pod.spec?.activeDeadlineSeconds ?? 0) / 60);
      const logs = { pod: pod.metadata?.name ?? '', container: BUILD, previous: false };
      return {
        kind: 'failed',
        reason: `The build took longer than ${minutes} minutes and was stopped.`,
        logs,
      };
    }
    if (reason === 'Evicted' && OWN_LIMIT.test(message ?? '')) {
      const hint = 'Start the control plane with a larger --build-disk.';
      const why = `${(message ?? '').trim()} ${hint}`;
      return { kind: 'failed', reason: `The cluster stopped the build: ${why}`, logs: undefined };
    }
    if (LOST.has(reason ?? '')) return { kind: 'lost', reason: words(reason, message) };
    const reported = problems.find(({ logs }) => logs !== undefined) ?? problems[0];
    const isTooLarge = pod.status?.containerStatuses?.some(
      ({ state }) => state?.terminated?.reason === 'OOMKilled',
    );
    const hint = isTooLarge === true ? ' Start the control plane with a larger --build-memory.' : '';
    const why = `${reported?.reason ?? words(reason, message)}${hint}`;
    return { kind: 'failed', reason: `The build ended without a result: ${why}`, logs: reported?.logs };
  }
  const worst = problems.find(
    ({ severity, since }) =>
      severity === 'final' || (severity === 'unsettled' && since !== undefined && now - since > SETTLE_MS),
  );
  if (worst !== undefined) return { kind: 'failed', reason: worst.reason, logs: worst.logs };
  return { kind: 'waiting', detail: problems[0]?.reason };
}
