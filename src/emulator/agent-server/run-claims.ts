import type { RunRow, Store } from '../ports/store.ts';
import { isUncertain } from '../store/retry-transient.ts';

/** Takes runs from the store, also after a claim of which nobody knows whether it was kept. */
export interface RunClaims {
  /** `ours`: the runs of the deployment that are known to be at work here. */
  next(
    deploymentId: string,
    revisionId: string,
    now: number,
    ours: () => readonly string[],
  ): Promise<RunRow | undefined>;
}

/** `seat`: see `Fleet.seat`. */
export function createRunClaims(store: Pick<Store, 'runs'>, seat: string | undefined): RunClaims {
  /** Deployments of which a run may have been claimed without our knowing. */
  const unsure = new Set<string>();
  return {
    async next(deploymentId, revisionId, now, ours) {
      if (unsure.has(deploymentId)) {
        await store.runs.requeueRunning(deploymentId, ours());
        unsure.delete(deploymentId);
      }
      try {
        return await store.runs.claimNext(deploymentId, revisionId, now, seat);
      } catch (error) {
        if (isUncertain(error)) unsure.add(deploymentId);
        throw error;
      }
    },
  };
}
