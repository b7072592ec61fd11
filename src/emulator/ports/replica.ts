import type { InstanceRow, Repositories } from './store.ts';

/**
 * One of the control-plane processes that share a store. All replicas are equal: each replica can respond to any
 * request. A replica claims the work on a deployment (prepare, build, roll out, delete) while such work exists, and
 * claims a singleton job for its lifetime. If only one process uses the store, the process has every claim.
 */
export interface Replica {
  /** ID of this replica in the store, which changes after an eviction. */
  readonly id: string;
  /** ID for claims of revisions and runs, or `undefined` without a lease. Claims fail once the lease is lost. */
  readonly instanceId: string | undefined;
  /** Returns the state of this replica's lease, or `undefined` without a lease. */
  lease(): LeaseState | undefined;
  /** True if other replicas can work on the store at the same time. */
  readonly isShared: boolean;
  /** Claims the work on a deployment. Resolves to true if this replica already had or now has the claim. */
  claim(deploymentId: string): Promise<boolean>;
  /** Returns the IDs of the deployments whose work this replica has claimed. */
  claimed(): readonly string[];
  /** Releases the claim on a deployment's work. Another replica can claim the work after the release. */
  release(deploymentId: string): Promise<void>;
  /**
   * Checks the claim inside a transaction. The claim lasts at least until the transaction ends.
   * @throws NotClaimedError if another replica has the claim.
   */
  assertClaimed(tx: Repositories, deploymentId: string): Promise<void>;
  /**
   * Claims a singleton job. Resolves to true if this replica has the claim, including if it claimed the job earlier.
   */
  claimJob(job: string): Promise<boolean>;
  releaseJob(job: string): Promise<void>;
  /** Returns the other replicas, as last read from the store. */
  others(): readonly InstanceRow[];
  /** Wakes the other replicas after new work was stored. */
  notifyOthers(): void;
}

/** State of a replica's lease, in milliseconds. */
export interface LeaseState {
  /** Duration of the lease after a renewal. */
  readonly leaseMs: number;
  /** Time since the last successful renewal. */
  readonly ageMs: number;
  /** True once this replica has lost or released its lease. */
  readonly isLost: boolean;
}

/** Error of a write by a replica that does not have the claim, because another replica has claimed the work. */
export class NotClaimedError extends Error {
  override readonly name = 'NotClaimedError';

  constructor(deploymentId: string) {
    super(`another replica has taken over the work on deployment ${deploymentId}, so nothing was written`);
  }
}

/** Returns the only replica on a store. The only replica needs no lease. */
export function onlyReplica(id: string): Replica {
  return {
    id,
    instanceId: undefined,
    lease: () => undefined,
    isShared: false,
    claim: () => Promise.resolve(true),
    claimed: () => [],
    release: () => Promise.resolve(),
    assertClaimed: () => Promise.resolve(),
    claimJob: () => Promise.resolve(true),
    releaseJob: () => Promise.resolve(),
    others: () => [],
    notifyOthers: () => undefined,
  };
}
