import type { Event, Pod } from 'kubernetes-types/core/v1.js';
import { BUILD } from './build-pod.ts';
import { judgePod, type LogSource, words } from './judge-pods.ts';

/** What becomes of a build whose result is not known. Its texts are the cluster's: they are redacted before they are shown. */
export type BuildVerdict =
  /** `detail`: what keeps it from starting, as far as the cluster says so. */
  | { kind: 'waiting'; detail: string | undefined }
  /** Its pod was taken away by others: another one may succeed. */
  | { kind: 'lost'; reason: string }
  | { kind: 'failed'; reason: string; logs: LogSource | undefined };

/** A pod ends for one of these because of its node, and not of what it does. */
const LOST: ReadonlySet<string> = new Set([
  'Evicted',
  'NodeLost',
  'NodeShutdown',
  'Preempting',
  'Shutdown',
  'Terminated',
]);
/** It is evicted as well when it writes more than it may itself: another one would do the same. */
const OWN_LIMIT = /EmptyDir volume|local ephemeral storage|ephemeral local storage/;
/** What is missing may be about to appear. */
const SETTLE_MS = 10_000;

/** Judges the pod of a build that has not said how it ended. `now`: in milliseconds, by the cluster's clock. */
export function judgeBuild(pod: Pod, events: readonly Event[], now: number): BuildVerdict {
  const { phase, reason, message } = pod.status ?? {};
  const problems = judgePod(pod, events);
  if (phase === 'Failed' || phase === 'Succeeded') {
    if (reason === 'DeadlineExceeded') {
      const minutes = Math.round((pod.spec?.activeDeadlineSeconds ?? 0) / 60);
      const logs = { pod: pod.metadata?.name ?? '', container: BUILD, previous: false };
      return { kind: 'failed', reason: `The build took longer than ${minutes} minutes and was ended.`, logs };
    }
    if (reason === 'Evicted' && OWN_LIMIT.test(message ?? '')) {
      const hint = 'Start the control plane with a larger --build-disk.';
      const why = `${(message ?? '').trim()} ${hint}`;
      return { kind: 'failed', reason: `The build was ended: ${why}`, logs: undefined };
    }
    if (LOST.has(reason ?? '')) return { kind: 'lost', reason: words(reason, message) };
    const said = problems.find(({ logs }) => logs !== undefined) ?? problems[0];
    const isTooLarge = pod.status?.containerStatuses?.some(
      ({ state }) => state?.terminated?.reason === 'OOMKilled',
    );
    const hint = isTooLarge === true ? ' Start the control plane with a larger --build-memory.' : '';
    const why = `${said?.reason ?? words(reason, message)}${hint}`;
    return { kind: 'failed', reason: `The build ended without a result: ${why}`, logs: said?.logs };
  }
  const worst = problems.find(
    ({ severity, since }) =>
      severity === 'final' || (severity === 'unsettled' && since !== undefined && now - since > SETTLE_MS),
  );
  if (worst !== undefined) return { kind: 'failed', reason: worst.reason, logs: worst.logs };
  return { kind: 'waiting', detail: problems[0]?.reason };
}
