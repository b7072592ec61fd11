import type { HorizontalPodAutoscaler, MetricSpec } from 'kubernetes-types/autoscaling/v2.js';
import { PODS_OF_PROD } from '../../../../../contract/limits.ts';
import type { ResourceSpec } from '../../../../../contract/resource-spec.ts';
import type { Manifest } from './objects.ts';

/** Requested number of pods (`min_scale`, `max_scale`), and whether the pods' load can be measured. */
export interface ScaleRequest {
  min: number | null | undefined;
  max: number | null | undefined;
  /** True for CPU or memory if the pods request it, so usage can be measured as a percentage of the request. */
  measured: { cpu: boolean; memory: boolean };
  /** Prefix of field names, such as `queue_` for the queue. */
  prefix: string;
  /** Number of pods of the active revision, with which the new revision starts. */
  serving: number;
  /** Further triggers for scaling, or `undefined` if the cluster has no KEDA. */
  triggers: readonly Trigger[] | undefined;
  /** True if at least one pod is required, because no load can be measured before the first request. */
  needsOne?: boolean;
}

export interface Trigger {
  type: string;
  metricType?: 'Utilization' | 'AverageValue' | 'Value';
  metadata: Record<string, string>;
  authenticationRef?: { name: string };
}

export type Scale =
  | { kind: 'fixed'; replicas: number }
  /** `start` is the minimum number of pods before the revision becomes active. */
  | { kind: 'range'; min: number; max: number; start: number };

/** Plans the number of pods, and adds a sentence to `notes` for each setting that has no effect. */
export function planScale(request: ScaleRequest, notes: string[]): Scale {
  const { min, max, measured, prefix, serving } = request;
  const least = min ?? Math.min(1, max ?? 1);
  // The default maximum is 1, or the minimum if the minimum is higher.
  const most = max ?? Math.max(1, least);
  if (least >= most) return { kind: 'fixed', replicas: least };
  const byTrigger = (request.triggers?.length ?? 0) > 0;
  const floor = byTrigger && request.needsOne !== true ? least : Math.max(1, least);
  if (floor > least)
    notes.push(`resource_spec.${prefix}min_scale: 0 has no effect, because at least one pod always runs`);
  if (floor >= most) return { kind: 'fixed', replicas: floor };
  if (!measured.cpu && !measured.memory && !byTrigger) {
    notes.push(
      `resource_spec.${prefix}max_scale has no effect without ${prefix}cpu or ${prefix}memory_mb, which are needed to measure the load`,
    );
    return { kind: 'fixed', replicas: floor };
  }
  return { kind: 'range', min: floor, max: most, start: Math.min(most, Math.max(floor, serving)) };
}

/** Returns the number of pods that must be available before a revision becomes active. */
export const leastReplicas = (scale: Scale): number =>
  scale.kind === 'fixed' ? scale.replicas : scale.start;

/** Returns the scale of a deployment without a `resource_spec`, whose revisions are built from code. */
export function scaleOfType(
  deploymentType: string | null | undefined,
): Pick<ResourceSpec, 'min_scale' | 'max_scale'> {
  return deploymentType === 'prod' ? { min_scale: 1, max_scale: PODS_OF_PROD } : {};
}

/** URL where KEDA reads the number of an agent's runs, and the key of the token in the revision's Secret. */
export interface RunsMetric {
  url: string;
  tokenKey: string;
}

/** Number of runs per pod, and maximum number of concurrent runs that one replica sends to a pod. */
const RUNS_PER_POD = 10;

/**
 * Returns a trigger that adds one pod for each `RUNS_PER_POD` waiting or running runs. `authentication` is the name of
 * the object with which KEDA authenticates.
 */
export const runsTrigger = ({ url }: RunsMetric, authentication: string): Trigger => ({
  type: 'metrics-api',
  metricType: 'AverageValue',
  metadata: {
    url,
    format: 'json',
    valueLocation: 'runs',
    targetValue: String(RUNS_PER_POD),
    authMode: 'bearer',
  },
  authenticationRef: { name: authentication },
});

/** KEDA object with the credentials of a trigger. */
export interface TriggerAuthentication {
  apiVersion: 'keda.sh/v1alpha1';
  kind: 'TriggerAuthentication';
  spec: { secretTargetRef: { parameter: string; name: string; key: string }[] };
}

/**
 * Returns the object with which `runsTrigger` authenticates. The object refers to the token in the revision's Secret.
 */
export const runsAuthentication = (
  metadata: Manifest<object>['metadata'],
  { tokenKey }: RunsMetric,
  secret: string,
): Manifest<TriggerAuthentication> => ({
  apiVersion: 'keda.sh/v1alpha1',
  kind: 'TriggerAuthentication',
  metadata,
  spec: { secretTargetRef: [{ parameter: 'token', name: secret, key: tokenKey }] },
});

/** Target usage as a percentage of a pod's request. */
const UTILIZATION = 75;
const POLL_S = 30;
const COOL_DOWN_S = 300;

/** KEDA object for an autoscaler, whose type the package `kubernetes-types` does not contain. */
interface ScaledObject {
  apiVersion: 'keda.sh/v1alpha1';
  kind: 'ScaledObject';
  spec: {
    scaleTargetRef: { apiVersion: string; kind: string; name: string };
    minReplicaCount: number;
    maxReplicaCount: number;
    pollingInterval: number;
    cooldownPeriod: number;
    triggers: Trigger[];
  };
}

export type Autoscaler = Manifest<HorizontalPodAutoscaler> | Manifest<ScaledObject>;

/**
 * Returns the object that scales the Deployment with the name in `metadata`, or `undefined` for a fixed number of pods.
 * Only the usage of `container` is measured, because other containers may have no requests.
 */
export function autoscaler(
  metadata: Manifest<object>['metadata'],
  scale: Scale,
  {
    measured,
    triggers,
    container,
    isServing,
  }: Pick<ScaleRequest, 'measured' | 'triggers'> & {
    container: string;
    /** True if the revision is active. Until then, `scale.start` is the minimum number of pods. */
    isServing: boolean;
  },
): Autoscaler | undefined {
  if (scale.kind === 'fixed') return undefined;
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: metadata.name };
  const least = isServing ? scale.min : scale.start;
  const resources = (['cpu', 'memory'] as const).filter((name) => measured[name]);
  if (triggers === undefined || triggers.length === 0) {
    return {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata,
      spec: {
        scaleTargetRef: target,
        minReplicas: least,
        maxReplicas: scale.max,
        metrics: resources.map(
          (name): MetricSpec => ({
            type: 'ContainerResource',
            containerResource: {
              name,
              container,
              target: { type: 'Utilization', averageUtilization: UTILIZATION },
            },
          }),
        ),
      },
    };
  }
  return {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata,
    spec: {
      scaleTargetRef: target,
      minReplicaCount: least,
      maxReplicaCount: scale.max,
      pollingInterval: POLL_S,
      cooldownPeriod: COOL_DOWN_S,
      triggers: [
        ...resources.map(
          (type): Trigger => ({
            type,
            metricType: 'Utilization',
            metadata: { value: String(UTILIZATION), containerName: container },
          }),
        ),
        ...triggers,
      ],
    },
  };
}
