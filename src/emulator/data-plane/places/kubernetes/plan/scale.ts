import type { HorizontalPodAutoscaler, MetricSpec } from 'kubernetes-types/autoscaling/v2.js';
import type { Deployment } from '../api/resources.ts';
import { idleAnnotations, type Manifest, runScaleAnnotations } from './objects.ts';
import type { RunScale } from './run-scale.ts';

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
}

export type Scale =
  | { kind: 'fixed'; replicas: number }
  /** `start` is the minimum number of pods before the revision becomes active. */
  | { kind: 'range'; min: number; max: number; start: number }
  /** The control plane itself sets the number of pods by the number of runs. */
  | { kind: 'runs'; limits: RunScale; start: number };

/** Plans the number of pods, and adds a sentence to `notes` for each setting that has no effect. */
export function planScale(request: ScaleRequest, notes: string[]): Scale {
  const { min, max, measured, prefix, serving } = request;
  const least = min ?? Math.min(1, max ?? 1);
  // The default maximum is 1, or the minimum if the minimum is higher.
  const most = max ?? Math.max(1, least);
  if (least >= most) return { kind: 'fixed', replicas: least };
  const floor = Math.max(1, least);
  if (floor > least)
    notes.push(`resource_spec.${prefix}min_scale: 0 has no effect, because at least one pod always runs`);
  if (floor >= most) return { kind: 'fixed', replicas: floor };
  if (!measured.cpu && !measured.memory) {
    notes.push(
      `resource_spec.${prefix}max_scale has no effect without ${prefix}cpu or ${prefix}memory_mb, which are needed to measure the load`,
    );
    return { kind: 'fixed', replicas: floor };
  }
  return { kind: 'range', min: floor, max: most, start: Math.min(most, Math.max(floor, serving)) };
}

/**
 * Plans the scale of an agent from code, which starts with as many pods as the active revision has. If the same revision
 * is rolled out again while it is idle, the revision stays without pods.
 */
export const planRunScale = (
  limits: RunScale,
  { serving, isIdle }: { serving: number; isIdle: boolean },
): Scale => ({ kind: 'runs', limits, start: isIdle ? 0 : Math.min(limits.max, Math.max(1, serving)) });

/** Returns the annotations of a Deployment with this scale. */
export const scaleAnnotations = (scale: Scale): Record<string, string> =>
  scale.kind === 'runs' ? runScaleAnnotations(scale.limits) : {};

/**
 * Returns the merge patch that sets the number of pods of a Deployment. The API server refuses the patch if the Deployment
 * has changed since it was read. `now` is in ISO 8601.
 */
export function podsPatch({ metadata, spec }: Deployment, replicas: number, now: string): object {
  const { resourceVersion } = metadata;
  const isChanged = replicas === 0 || spec.replicas === 0;
  const annotations = isChanged ? { annotations: idleAnnotations(replicas === 0, now) } : {};
  return { metadata: { resourceVersion, ...annotations }, spec: { replicas } };
}

/** Returns the number of pods that must be available before a revision becomes active. */
export const leastReplicas = (scale: Scale): number =>
  scale.kind === 'fixed' ? scale.replicas : scale.start;

/** Target usage as a percentage of a pod's request. */
const UTILIZATION = 75;

export type Autoscaler = Manifest<HorizontalPodAutoscaler>;

/**
 * Returns the object that scales the Deployment with the name in `metadata`, or `undefined` for a fixed number of pods.
 * Only the usage of `container` is measured, because other containers may have no requests.
 */
export function autoscaler(
  metadata: Manifest<object>['metadata'],
  scale: Scale,
  {
    measured,
    container,
    isServing,
  }: Pick<ScaleRequest, 'measured'> & {
    container: string;
    /** True if the revision is active. Until then, `scale.start` is the minimum number of pods. */
    isServing: boolean;
  },
): Autoscaler | undefined {
  if (scale.kind !== 'range') return undefined;
  const resources = (['cpu', 'memory'] as const).filter((name) => measured[name]);
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata,
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: metadata.name },
      minReplicas: isServing ? scale.min : scale.start,
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
