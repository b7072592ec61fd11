import type { Deployment, DeploymentCondition, ReplicaSet } from 'kubernetes-types/apps/v1.js';
import type { Event, Pod } from 'kubernetes-types/core/v1.js';
import { instant, evaluatePod, type LogSource, type PodProblem, words } from './evaluate-pods.ts';
import { hintForRefusal, isDenied } from './refusals.ts';

/** Current state of one Deployment in the cluster, from a new list instead of watch events. */
export interface RolloutObservation {
  /** The Deployment, or `undefined` if the Deployment was deleted. */
  deployment: Deployment | undefined;
  /** All ReplicaSets of the namespace, or only the revision's. ReplicaSets of other Deployments are ignored. */
  replicaSets: readonly ReplicaSet[];
  pods: readonly Pod[];
  events: readonly Event[];
  /** Minimum number of pods that must be available. */
  leastReplicas: number;
  /**
   * Current time of the cluster's clock in milliseconds, from the `Date` headers of its responses. The clock of this
   * machine may show another time.
   */
  now: number;
}

/** Verdict on a rollout, with strings from the cluster that can contain a container's output and are not redacted. */
export type RolloutVerdict =
  /** The rollout is in progress. `detail` is the cluster's reason why the rollout waits, if any. */
  | { kind: 'waiting'; detail: string | undefined }
  /** Enough pods are available, so the Deployment can receive requests. */
  | { kind: 'available' }
  | { kind: 'failed'; reason: string; logs: LogSource | undefined }
  /** Another program deleted the Deployment, so the Deployment must be applied again. */
  | { kind: 'gone' };

/**
 * Milliseconds to wait for a missing object that another program might create, such as a Secret or a service account.
 */
const SETTLE_MS = 10_000;
/**
 * Matches the message of an admission controller that refused an object, but not messages about an unreachable
 * controller.
 */
const REFUSED = /\bis forbidden\b|\bis invalid\b|\bnot found\b/;
const NOT_ASKED =
  /failed calling webhook|Internal error occurred|etcdserver|context deadline exceeded|connection refused/;

/**
 * Evaluates a rollout as available, failed, or waiting. A rollout has failed when it cannot succeed, or at the latest
 * when Kubernetes reports a lack of progress. Kubernetes itself never ends a rollout.
 */
export function evaluateRollout(observation: RolloutObservation): RolloutVerdict {
  const { deployment, leastReplicas, now } = observation;
  if (deployment === undefined || deployment.metadata?.deletionTimestamp !== undefined)
    return { kind: 'gone' };
  const { status } = deployment;
  const generation = deployment.metadata?.generation ?? 0;
  if ((status?.observedGeneration ?? 0) < generation) return { kind: 'waiting', detail: undefined };
  const condition = (type: string) => status?.conditions?.find((one) => one.type === type);

  const progressing = condition('Progressing');
  const available = status?.availableReplicas ?? 0;
  const replicas = status?.replicas ?? 0;
  const isComplete =
    progressing?.reason === 'NewReplicaSetAvailable' &&
    progressing.status === 'True' &&
    (status?.updatedReplicas ?? 0) === replicas &&
    available === replicas &&
    available >= leastReplicas;
  // A Deployment without pods is available, because Kubernetes does not report its progress.
  if (isComplete || (leastReplicas === 0 && deployment.spec?.replicas === 0)) return { kind: 'available' };

  const refusal = evaluateRefusal(condition('ReplicaFailure'), now);
  if (refusal?.kind === 'failed') return refusal;
  const problems = podProblems(observation);
  const last = problems.find((problem) => isFinal(problem, now));
  if (last !== undefined) return { kind: 'failed', reason: last.reason, logs: last.logs };

  const counted = `${available} of ${Math.max(leastReplicas, replicas)} pods are available.`;
  const why = [...new Set([refusal?.detail, ...problems.slice(0, SHOWN).map(({ reason }) => reason)])]
    .filter((text) => text !== undefined)
    .join(' ');
  const within = deployment.spec?.progressDeadlineSeconds ?? DEADLINE_S;
  if (isOverdue(progressing, within, now)) {
    const reason = `The pods did not become available within ${within} s: ${counted} ${why || (progressing?.status === 'False' ? words(progressing.reason, progressing.message) : 'No pod reported a reason.')}`;
    return { kind: 'failed', reason, logs: problems.find(({ logs }) => logs !== undefined)?.logs };
  }
  return { kind: 'waiting', detail: why === '' ? undefined : `${counted} ${why}` };
}

/** Default Kubernetes progress deadline, in seconds. */
const DEADLINE_S = 600;

/**
 * Returns whether a rollout has made no progress for too long. Once a Deployment was complete, Kubernetes reports no
 * lack of progress any more, so this function then measures the time itself. With an autoscaler, a Deployment is
 * complete as soon as it has its first pod.
 */
function isOverdue(progressing: DeploymentCondition | undefined, withinS: number, now: number): boolean {
  if (progressing?.reason === 'ProgressDeadlineExceeded') return progressing.status === 'False';
  if (progressing?.reason !== 'NewReplicaSetAvailable') return false;
  const since = instant(progressing.lastUpdateTime) ?? instant(progressing.lastTransitionTime);
  return since !== undefined && now - since >= withinS * 1000;
}

/**
 * Combines the verdicts on a revision's Deployments. The rollout is available if all Deployments are available, failed
 * if one Deployment has failed, or else waiting.
 */
export function combineVerdicts(verdicts: readonly RolloutVerdict[]): RolloutVerdict {
  for (const kind of ['gone', 'failed', 'waiting'] as const) {
    const ofKind = verdicts.filter((verdict) => verdict.kind === kind);
    // A waiting verdict with a detail is preferred, because the detail is the reason for the wait.
    const chosen =
      ofKind.find((verdict) => verdict.kind === 'waiting' && verdict.detail !== undefined) ?? ofKind[0];
    if (chosen !== undefined) return chosen;
  }
  return { kind: 'available' };
}

/** Maximum number of pod problems in a message. A few problems suffice, because pods often fail for the same cause. */
const SHOWN = 3;

function isFinal({ severity, since }: PodProblem, now: number): boolean {
  if (severity === 'final') return true;
  return severity === 'unsettled' && since !== undefined && now - since >= SETTLE_MS;
}

/**
 * Returns the verdict if the cluster could not create pods, for example because of a quota, a missing service account
 * or a webhook.
 */
function evaluateRefusal(
  condition: DeploymentCondition | undefined,
  now: number,
): { kind: 'failed'; reason: string; logs: undefined } | { kind: 'waiting'; detail: string } | undefined {
  if (condition?.status !== 'True') return undefined;
  const message = condition.message ?? '';
  const hint = hintForRefusal(message);
  const what = `The cluster refused to create the pods: ${words(condition.reason, condition.message)}`;
  const reason = hint === undefined ? what : `${what} ${hint}`;
  const since = instant(condition.lastTransitionTime);
  const isSettled = since !== undefined && now - since >= SETTLE_MS;
  const isRefused = isDenied(message) || (REFUSED.test(message) && !NOT_ASKED.test(message));
  return isSettled && isRefused
    ? { kind: 'failed', reason, logs: undefined }
    : { kind: 'waiting', detail: what };
}

/** Returns the problems with the pods in a Deployment's current ReplicaSet, most serious first. */
export function podProblems({
  deployment,
  replicaSets,
  pods,
  events,
}: Pick<RolloutObservation, 'deployment' | 'replicaSets' | 'pods' | 'events'>): PodProblem[] {
  const present = presentReplicaSet(deployment, replicaSets);
  const problems = pods
    .filter((pod) => present !== undefined && isOwned(pod.metadata, present.metadata?.uid))
    // Pods that are being deleted are ignored, because Kubernetes replaces them.
    .filter(({ metadata }) => metadata?.deletionTimestamp === undefined)
    .flatMap((pod) => evaluatePod(pod, events));
  const order = ['final', 'unsettled', 'pending'];
  return problems.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

interface Owned {
  ownerReferences?: readonly { uid: string }[];
}

const isOwned = (metadata: Owned | undefined, uid: string | undefined): boolean =>
  uid !== undefined && metadata?.ownerReferences?.some((owner) => owner.uid === uid) === true;

const REVISION = 'deployment.kubernetes.io/revision';

/** Returns the newest ReplicaSet of a Deployment, because Kubernetes replaces the pods of older ReplicaSets. */
function presentReplicaSet(
  deployment: Deployment | undefined,
  replicaSets: readonly ReplicaSet[],
): ReplicaSet | undefined {
  const number = ({ metadata }: ReplicaSet) => Number(metadata?.annotations?.[REVISION] ?? 0);
  return replicaSets
    .filter(({ metadata }) => isOwned(metadata, deployment?.metadata?.uid))
    .toSorted((a, b) => number(a) - number(b))
    .at(-1);
}
