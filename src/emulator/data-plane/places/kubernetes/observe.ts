import type * as apps from 'kubernetes-types/apps/v1.js';
import type * as batch from 'kubernetes-types/batch/v1.js';
import type * as core from 'kubernetes-types/core/v1.js';
import type { ClusterClient } from './api/client.ts';
import type { Outcome } from './api/problems.ts';
import { type Deployment, DEPLOYMENTS, type ObjectRead } from './api/resources.ts';
import type { NamespaceObjects } from './informers.ts';
import { evaluateRollout, type RolloutVerdict } from './plan/evaluate-rollout.ts';

/** Kubernetes Deployment of a revision whose rollout is observed. */
export interface Observed {
  namespace: string;
  name: string;
  revisionId: string;
  leastReplicas: number;
  /** The Deployment according to the response to its apply. */
  applied: Pick<ObjectRead['metadata'], 'uid' | 'generation'>;
}

/** Observer of one Deployment, which keeps the time of its last request. */
export type RolloutObserver = (signal: AbortSignal) => Promise<Outcome<RolloutVerdict>>;

/** Time in milliseconds after which the Deployment is read if its watch has not reported the applied version. */
const BEHIND_MS = 2_000;
/** Interval in milliseconds at which the Deployment is read even if its watch works. */
const READ_MS = 30_000;

/**
 * Creates the observer that evaluates a Deployment by the watched objects. Reads the Deployment from the API server only
 * if the watched Deployment is older than the applied Deployment, for example because events are late.
 */
export function observeRollout(
  client: Pick<ClusterClient, 'get' | 'clusterNow'>,
  objects: NamespaceObjects,
  { namespace, name, revisionId, leastReplicas, applied }: Observed,
  now: () => number = () => performance.now(),
): RolloutObserver {
  let readAt = now();
  return async (signal) => {
    const watched = objects.deployments.get(name);
    const { uid, generation = 0 } = watched?.metadata ?? {};
    const isCurrent = uid === applied.uid && generation >= (applied.generation ?? 0);
    let found: Deployment | undefined = watched;
    if (now() - readAt >= (isCurrent ? READ_MS : BEHIND_MS)) {
      const read = await client.get(DEPLOYMENTS, { namespace, name }, signal);
      if (!read.ok && !(read.problem.kind === 'not-found' && read.problem.missing === 'object')) return read;
      found = read.ok ? read.value : undefined;
      readAt = now();
    } else if (!isCurrent) return { ok: true, value: { kind: 'waiting', detail: undefined } };
    const pods = objects.pods.indexed(revisionId.toLowerCase());
    return {
      ok: true,
      value: evaluateRollout({
        deployment: found && toDeployment(found),
        replicaSets: objects.replicaSets.indexed(revisionId.toLowerCase()).map(toReplicaSet),
        pods: pods.map(toPod),
        events: eventsOf(objects, pods),
        leastReplicas,
        now: client.clusterNow(),
      }),
    };
  };
}

/** Returns the warnings about pods that are not ready. */
export function eventsOf(
  { events }: Pick<NamespaceObjects, 'events'>,
  pods: readonly ObjectRead[],
): core.Event[] {
  return pods.flatMap(({ metadata }) => events.indexed(metadata.uid)).map(toEvent);
}

// Converts a checked object to the type in `kubernetes-types`, and removes fields that are null.
const toDeployment = (object: ObjectRead) => withoutNull(object) as apps.Deployment;
const toReplicaSet = (object: ObjectRead) => withoutNull(object) as apps.ReplicaSet;
export const toJob = (object: ObjectRead) => withoutNull(object) as batch.Job;
export const toPod = (object: ObjectRead) => withoutNull(object) as core.Pod;
export const toStatefulSet = (object: ObjectRead) => withoutNull(object) as apps.StatefulSet;
export const toEvent = (object: ObjectRead) => withoutNull(object) as core.Event;

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === null || inner === undefined ? [] : [[key, withoutNull(inner)]],
    ),
  );
}
