import type { RunRow, Store } from '../ports/store.ts';
import { isUncertain, StoreError } from '../ports/store-errors.ts';
import type { Worker } from '../ports/worker.ts';
import type { ClaimedRuns } from './claimed-runs.ts';

/** Maximum number of attempts to claim a run while other replicas claim faster. */
const CLAIM_ATTEMPTS = 5;

interface ClaimDependencies {
  store: Pick<Store, 'runs'>;
  claimed: ClaimedRuns;
  instanceId: string | undefined;
}

/** Creates the functions that claim pending runs. The functions remember claims whose result is unknown. */
export function createRunClaims({ store, claimed, instanceId }: ClaimDependencies) {
  /** IDs of runs that were stopped before the store confirmed their claim. */
  const stopOnClaim = new Set<string>();
  /** IDs of deployments for which the store might have stored a claim although the call failed. */
  const uncertainClaims = new Set<string>();
  return {
    /**
     * Claims the deployment's next run for a worker. `now` is in epoch milliseconds. With `looksFirst`, first checks
     * whether the deployment has a pending run, and usually returns `none-pending` without the more expensive claim.
     * Returns `none-due` if no run could be claimed.
     */
    async claim(
      deploymentId: string,
      { revisionId, settings }: Worker,
      { now, looksFirst }: { now: number; looksFirst: boolean },
    ): Promise<RunRow | 'none-pending' | 'none-due'> {
      if (uncertainClaims.has(deploymentId)) {
        const known = claimed.inScope({ deploymentId }).map(([id]) => id);
        await store.runs.requeueRunning({ deploymentId, instanceId, known });
        uncertainClaims.delete(deploymentId);
      }
      if (looksFirst && !(await store.runs.hasPending(deploymentId))) return 'none-pending';
      for (let tried = 1; ; tried += 1) {
        try {
          const byPriority = settings?.hasPriority;
          const run = await store.runs.claimNext(deploymentId, revisionId, now, instanceId, byPriority);
          return run ?? 'none-due';
        } catch (error) {
          if (isUncertain(error)) uncertainClaims.add(deploymentId);
          // True if the claim conflicts with another replica's claim of a run on the same thread.
          const isTaken = error instanceof StoreError && error.code === 'conflict' && tried < CLAIM_ATTEMPTS;
          if (!isTaken) throw error;
        }
      }
    },
    /** Marks a run as stopped until the deployment's current claims, `claims`, have ended. */
    async stopWhile(runId: string, claims: Promise<void> | undefined): Promise<void> {
      stopOnClaim.add(runId);
      await claims;
      stopOnClaim.delete(runId);
    },
    /** Returns whether the run was stopped during its claim, and removes the mark. */
    takeStop: (runId: string): boolean => stopOnClaim.delete(runId),
  };
}
