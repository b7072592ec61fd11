import type { Job, JobCondition } from 'kubernetes-types/batch/v1.js';
import type { Event, Pod } from 'kubernetes-types/core/v1.js';
import { BUILD, QUEUE_LABEL } from './build-job.ts';
import { evaluatePod, instant, type LogSource, words } from './evaluate-pods.ts';
import { hintForRefusal, isDenied, MISSING_ACCOUNT } from './refusals.ts';

/** State of a build in the cluster. */
export interface ObservedBuild {
  job: Job;
  /** Pods of the Job. */
  pods: readonly Pod[];
  /** Warnings about the Job and its pods. */
  events: readonly Event[];
  /** Reason why the cluster ended an earlier pod of the build, which may no longer exist. */
  lastLoss: string | undefined;
  /** Current time of the cluster, in milliseconds. */
  now: number;
}

/** Verdict on a build that has not reported its result, with strings from the cluster that are not redacted yet. */
export type BuildVerdict =
  | {
      /** The build is running or has not started. */
      kind: 'waiting';
      /** True if the Job waits for a queue, or another program has suspended the Job. */
      isSuspended: boolean;
      /** Reason why the build has not started, if any. */
      detail: string | undefined;
      /** Number of pods that have ended, and after which the Job starts another pod. */
      lost: number;
      /** Reason why the cluster ends or ended the last of these pods, or `undefined` if it is unknown. */
      lastLoss: string | undefined;
    }
  | { kind: 'failed'; reason: string; logs: LogSource | undefined };

/**
 * Matches messages about the eviction of a pod that exceeded its own disk limit, which a repeated build would exceed
 * too.
 */
const OWN_LIMIT = /EmptyDir volume|local ephemeral storage|ephemeral local storage/;
/** Milliseconds to wait for a missing object that another program might create. */
const SETTLE_MS = 10_000;

/** Evaluates the Job of a build that has not reported its result. */
export function evaluateBuild({ job, pods, events, lastLoss, now }: ObservedBuild): BuildVerdict {
  const newestFirst = pods.toSorted((a, b) => createdAt(b) - createdAt(a));
  const ended = newestFirst.filter(
    ({ status }) => status?.phase === 'Failed' || status?.phase === 'Succeeded',
  );
  const overLimit = ended.find(({ status }) => status?.reason === 'Evicted' && isOwnLimit(status.message));
  if (overLimit !== undefined) {
    const why = `${(overLimit.status?.message ?? '').trim()} Start the control plane with a larger --build-disk.`;
    return { kind: 'failed', reason: `The cluster stopped the build: ${why}`, logs: undefined };
  }
  const end = conditionOf(job, 'Failed') ?? conditionOf(job, 'FailureTarget') ?? conditionOf(job, 'Complete');
  const succeeded = ended.find(({ status }) => status?.phase === 'Succeeded');
  if (end !== undefined || succeeded !== undefined) {
    return evaluateEnd(job, end, succeeded ?? ended[0] ?? newestFirst[0], lastLoss);
  }
  const disrupted = newestFirst.find((pod) => ended.includes(pod) || disruptionOf(pod) !== undefined);
  const waiting = {
    kind: 'waiting',
    isSuspended: job.spec?.suspend === true,
    lost: job.status?.failed ?? 0,
    lastLoss: disrupted === undefined ? lastLoss : lossOf(disrupted),
  } as const;
  if (waiting.isSuspended) return { ...waiting, detail: suspensionOf(job) };
  const active = newestFirst.filter((pod) => !ended.includes(pod) && !pod.metadata?.deletionTimestamp);
  if (active.length === 0) {
    const refusal = refusalOf(job, events);
    if (refusal?.isFinal === true) return { kind: 'failed', reason: refusal.reason, logs: undefined };
    return { ...waiting, detail: refusal?.reason };
  }
  const problems = active.flatMap((pod) => evaluatePod(pod, events));
  const worst = problems.find(
    ({ severity, since }) =>
      severity === 'final' || (severity === 'unsettled' && since !== undefined && now - since > SETTLE_MS),
  );
  if (worst !== undefined) return { kind: 'failed', reason: worst.reason, logs: worst.logs };
  return { ...waiting, detail: problems[0]?.reason };
}

/** Explains the end of a Job whose build has reported no result. */
function evaluateEnd(
  job: Job,
  end: JobCondition | undefined,
  pod: Pod | undefined,
  lastLoss: string | undefined,
): BuildVerdict {
  const failed = (reason: string, logs?: LogSource): BuildVerdict => ({ kind: 'failed', reason, logs });
  if (end?.reason === 'DeadlineExceeded') {
    const name = pod?.metadata?.name;
    const logs = name === undefined ? undefined : { pod: name, container: BUILD, previous: false };
    const limit = limitOf(job.spec?.activeDeadlineSeconds ?? 0);
    return failed(`The build took longer than ${limit} and was stopped.`, logs);
  }
  if (end?.reason === 'BackoffLimitExceeded') {
    const last = pod === undefined ? lastLoss : lossOf(pod);
    const times = job.status?.failed ?? 1;
    return failed(
      `The cluster ended the pod of the build ${times} times, so the build failed. Last reason: ${last ?? words(end.reason, end.message)}`,
    );
  }
  if (pod === undefined)
    return failed(`The build ended without a result: ${words(end?.reason, end?.message)}`);
  const problems = evaluatePod(pod, []);
  const reported = problems.find(({ logs }) => logs !== undefined) ?? problems[0];
  const isTooLarge = pod.status?.containerStatuses?.some(
    ({ state }) => state?.terminated?.reason === 'OOMKilled',
  );
  const hint = isTooLarge === true ? ' Start the control plane with a larger --build-memory.' : '';
  const why = `${reported?.reason ?? words(pod.status?.reason, pod.status?.message)}${hint}`;
  return failed(`The build ended without a result: ${why}`, reported?.logs);
}

const isOwnLimit = (message: string | undefined): boolean => OWN_LIMIT.test(message ?? '');
const createdAt = ({ metadata }: Pod): number => instant(metadata?.creationTimestamp) ?? 0;

const conditionOf = ({ status }: Job, type: string): JobCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type && condition.status === 'True');

/** Returns the condition of a pod that the cluster ends for a reason outside the pod, such as a drained node. */
const disruptionOf = ({ status }: Pod) =>
  status?.conditions?.find(({ type, status: is }) => type === 'DisruptionTarget' && is === 'True');

/** Returns why a pod ended early. */
function lossOf(pod: Pod): string {
  const { reason, message } = pod.status ?? {};
  if (reason !== undefined) return words(reason, message);
  const disruption = disruptionOf(pod);
  if (disruption !== undefined) return words(disruption.reason, disruption.message);
  return evaluatePod(pod, [])[0]?.reason ?? words(undefined, undefined);
}

function suspensionOf({ metadata }: Job): string {
  const queue = metadata?.labels?.[QUEUE_LABEL];
  return queue === undefined
    ? 'The build waits, because another program has suspended its Job.'
    : `The build waits for admission of queue ${queue}.`;
}

/** Returns the newest refusal of a Job's pod, and whether a repeated request would be refused too. */
function refusalOf(
  { metadata }: Job,
  events: readonly Event[],
): { reason: string; isFinal: boolean } | undefined {
  const newest = events
    .filter(({ involvedObject, reason }) => involvedObject.uid === metadata?.uid && reason === 'FailedCreate')
    .toSorted((a, b) => seenAt(b) - seenAt(a))[0];
  if (newest === undefined) return undefined;
  const message = newest.message ?? '';
  const mayChange = /exceeded quota: /.test(message) || MISSING_ACCOUNT.test(message);
  const hint = hintForRefusal(message);
  return {
    reason: `The cluster refused the pod of the build: ${words(undefined, message)}${hint === undefined ? '' : ` ${hint}`}`,
    isFinal: !mayChange && (isDenied(message) || / is forbidden: /.test(message)),
  };
}

const seenAt = ({ lastTimestamp, eventTime }: Event): number =>
  instant(lastTimestamp) ?? instant(eventTime) ?? 0;

const limitOf = (seconds: number): string =>
  seconds < 60 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.round(seconds / 60)} minutes`;
