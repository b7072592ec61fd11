import type { Event, Pod } from 'kubernetes-types/core/v1.js';
import { BUILD } from './build-pod.ts';
import { evaluatePod, type LogSource, words } from './evaluate-pods.ts';

/**
 * Outcome of a build that has not reported its result. The texts come from the cluster and are redacted before they
 * are shown.
 */
export type BuildVerdict =
  /** `detail`: why the build has not started, if the cluster reports a reason. */
  | { kind: 'waiting'; detail: string | undefined }
  /** Its pod was taken away by others: another one may succeed. */
  | { kind: 'lost'; reason: string }
  | { kind: 'failed'; reason: string; logs: LogSource | undefined };

/** Reasons for which a pod ends because of its node, not because of its program. */
const LOST: ReadonlySet<string> = new Set([
  'Evicted',
  'NodeLost',
  'NodeShutdown',
  'Preempting',
  'Shutdown',
  'Terminated',
]);
/**
 * Messages of an eviction because the build exceeded its own disk limit. A repeated build would fail in the same way.
 */
const OWN_LIMIT = /EmptyDir volume|local ephemeral storage|ephemeral local storage/;
/** Time to wait for a missing object that may still be created, in milliseconds. */
const SETTLE_MS = 10_000;

/** Evaluates the pod of a build that has not reported its result. `now` is the cluster's time in milliseconds. */
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
