import type { HorizontalPodAutoscaler, MetricSpec } from 'kubernetes-types/autoscaling/v2.js';
import type { ResourceSpec } from '../../../../contract/resource-spec.ts';
import type { Manifest } from './objects.ts';

/** How many pods, in words of the spec: `min_scale` and `max_scale`, and whether the load can be measured. */
export interface ScaleRequest {
  min: number | null | undefined;
  max: number | null | undefined;
  /** What pods ask for, of which a share is used. */
  measured: { cpu: boolean; memory: boolean };
  /** The prefix of the fields: `queue_` for the queue's. */
  prefix: string;
  /** Pods of the revision that serves now: its successor starts with as many. */
  serving: number;
  /** Something else to scale by; undefined: the cluster has no KEDA. */
  triggers: readonly Trigger[] | undefined;
  /** Requests need a pod before there is anything to count: there is always one. */
  needsOne?: boolean;
}

/** A trigger of KEDA. */
export interface Trigger {
  type: string;
  metricType?: 'Utilization' | 'AverageValue' | 'Value';
  metadata: Record<string, string>;
  authenticationRef?: { name: string };
}

export type Scale =
  | { kind: 'fixed'; replicas: number }
  /** `start`: the least number until the revision serves. */
  | { kind: 'range'; min: number; max: number; start: number };

/** Decides how many pods there are; what has no effect is added to `notes`. */
export function planScale(request: ScaleRequest, notes: string[]): Scale {
  const { min, max, measured, prefix, serving } = request;
  const least = min ?? Math.min(1, max ?? 1);
  // None at all only where that is the most.
  const most = max ?? Math.max(1, least);
  if (least >= most) return { kind: 'fixed', replicas: least };
  const byTrigger = (request.triggers?.length ?? 0) > 0;
  const floor = byTrigger && request.needsOne !== true ? least : Math.max(1, least);
  if (floor > least) notes.push(`resource_spec.${prefix}min_scale: there is always one pod, not 0`);
  if (floor >= most) return { kind: 'fixed', replicas: floor };
  if (!measured.cpu && !measured.memory && !byTrigger) {
    notes.push(
      `resource_spec.${prefix}max_scale has no effect without ${prefix}cpu or ${prefix}memory_mb, by which the load is measured`,
    );
    return { kind: 'fixed', replicas: floor };
  }
  return { kind: 'range', min: floor, max: most, start: Math.min(most, Math.max(floor, serving)) };
}

/** The number of pods that must be available before a revision serves. */
export const leastReplicas = (scale: Scale): number =>
  scale.kind === 'fixed' ? scale.replicas : scale.start;

/** As many pods as the service gives a deployment of this type that it builds from code; other types have one pod. */
const PODS_OF_PROD = 10;

/** The scale of a deployment that is built from code, which has no `resource_spec` that could say it. */
export function scaleOfType(
  deploymentType: string | null | undefined,
): Pick<ResourceSpec, 'min_scale' | 'max_scale'> {
  return deploymentType === 'prod' ? { min_scale: 1, max_scale: PODS_OF_PROD } : {};
}

/** Where the control plane tells how many runs of an agent there are, and the key of the revision's Secret with its token. */
export interface RunsMetric {
  url: string;
  tokenKey: string;
}

/** Runs that a pod of an agent is to have: as many as a replica gives it at once. */
const RUNS_PER_POD = 10;

/** One pod for so many runs that wait or are executed; KEDA asks with what is called `authentication`. */
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

/** KEDA's object that names the secrets of a trigger. */
export interface TriggerAuthentication {
  apiVersion: 'keda.sh/v1alpha1';
  kind: 'TriggerAuthentication';
  spec: { secretTargetRef: { parameter: string; name: string; key: string }[] };
}

/** The token of a revision for `runsTrigger`, from its Secret. */
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

/** Share of what a pod asked for, in percent. */
const UTILIZATION = 75;
const POLL_S = 30;
const COOL_DOWN_S = 300;

/** KEDA's object, of which `kubernetes-types` has no type. */
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
 * What changes the number of pods of the Deployment with the metadata's name; undefined for a fixed number. Only the named
 * container is measured: others need not say what they ask for.
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
    /** Whether the revision serves: until then it has no fewer pods than the one before. */
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
