import type * as apps from 'kubernetes-types/apps/v1.js';
import type * as core from 'kubernetes-types/core/v1.js';
import type { ClusterClient } from './api/client.ts';
import type { Outcome } from './api/problems.ts';
import { DEPLOYMENTS, EVENTS, type ObjectRead, PODS, REPLICA_SETS } from './api/resources.ts';
import { isReady } from './plan/evaluate-pods.ts';
import { evaluateRollout, type RolloutVerdict } from './plan/evaluate-rollout.ts';
import { labelSelector } from './plan/objects.ts';

/** Kubernetes Deployment of a revision whose rollout is observed. */
export interface Observed {
  namespace: string;
  name: string;
  plane: string;
  revisionId: string;
  leastReplicas: number;
}

/** Maximum number of pods whose events are read. A few pods suffice, because pods often fail for the same cause. */
const EXPLAINED = 3;

/** Evaluates a Deployment by its current state in the cluster. Requests only objects on which the verdict depends. */
export async function observeRollout(
  client: ClusterClient,
  { namespace, name, plane, revisionId, leastReplicas }: Observed,
  signal: AbortSignal,
): Promise<Outcome<RolloutVerdict>> {
  const found = await client.get(DEPLOYMENTS, { namespace, name }, signal);
  if (!found.ok && !(found.problem.kind === 'not-found' && found.problem.missing === 'object')) return found;
  const deployment = found.ok ? toDeployment(found.value) : undefined;
  const evaluate = (replicaSets: apps.ReplicaSet[], pods: core.Pod[], events: core.Event[]) =>
    evaluateRollout({ deployment, replicaSets, pods, events, leastReplicas, now: client.clusterNow() });
  const first = evaluate([], [], []);
  if (first.kind === 'gone' || first.kind === 'available') return { ok: true, value: first };

  const which = { namespace, labels: labelSelector({ plane, revisionId }) };
  const [sets, listed] = await Promise.all([
    client.list(REPLICA_SETS, which, signal),
    client.list(PODS, which, signal),
  ]);
  if (!sets.ok) return sets;
  if (!listed.ok) return listed;
  const pods = listed.value.items.map(toPod);
  const events: core.Event[] = [];
  for (const pod of pods.filter((one) => !isReady(one)).slice(0, EXPLAINED)) {
    const fields = `type!=Normal,involvedObject.uid=${pod.metadata?.uid ?? ''}`;
    const some = await client.list(EVENTS, { namespace, fields }, signal);
    if (!some.ok) return some;
    events.push(...some.value.items.map(toEvent));
  }
  return {
    ok: true,
    value: evaluate(sets.value.items.map(toReplicaSet), pods, events),
  };
}

// Converts a checked object to the type in `kubernetes-types`, and removes fields that are null.
const toDeployment = (object: ObjectRead) => withoutNull(object) as apps.Deployment;
const toReplicaSet = (object: ObjectRead) => withoutNull(object) as apps.ReplicaSet;
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
