import { PODS_OF_PROD } from '../../../../../contract/limits.ts';

/** Number of runs per pod, and maximum number of concurrent runs that one replica sends to a pod. */
const RUNS_PER_POD = 10;
/** Milliseconds for which fewer pods must have been enough before pods are removed. */
export const COOL_DOWN_MS = 5 * 60_000;

/** Limits of the number of pods of an agent from code. With `min: 0`, the agent may have no pods while it is idle. */
export interface RunScale {
  readonly min: number;
  readonly max: number;
}

/** Numbers of pods that were needed, largest number first, each with the time until which its pods are kept. */
export type Demand = readonly { readonly pods: number; readonly until: number }[];

/** Returns the limits of an agent from code by the type of its deployment. An agent of the type `prod` is never idle. */
export function runScaleOf(deploymentType: string | null | undefined): RunScale {
  return deploymentType === 'prod' ? { min: 1, max: PODS_OF_PROD } : { min: 0, max: 1 };
}

/** Returns the number of pods for a number of pending and running runs. */
export function podsFor(runs: number, { min, max }: RunScale): number {
  return Math.min(max, Math.max(min, Math.ceil(runs / RUNS_PER_POD)));
}

/**
 * Decides how many pods an agent has at the time `at`. Pods are added immediately, and removed only after fewer pods have
 * been enough for `COOL_DOWN_MS`. Only an idle agent loses its last pod.
 */
export function planPods(
  demand: Demand,
  { at, runs, isIdle, limits }: { at: number; runs: number; isIdle: boolean; limits: RunScale },
): { pods: number; demand: Demand } {
  const pods = podsFor(runs, { max: limits.max, min: isIdle ? limits.min : Math.max(1, limits.min) });
  // The last pod needs no cool-down, because an agent is idle only after a separate time without use.
  const recent = demand.filter((one) => one.pods > Math.max(1, pods) && one.until > at);
  const next = [...recent, { pods, until: at + COOL_DOWN_MS }];
  return { pods: Math.min(limits.max, next[0]?.pods ?? pods), demand: next };
}
