import type { InstanceRow, Repositories } from './store.ts';

/**
 * The control-plane processes that share one store, from the view of one of them. All replicas are equal: each can
 * respond to any request. A replica claims the work on a deployment (prepare, build, roll out, delete) for as long as
 * work exists, and a singleton job for as long as the replica lives. A process that is alone on its store has every
 * claim.
 */
export interface Replica {
  /** ID of this replica in the store. It changes after an eviction. */
  readonly id: string;
  /**
   * Passed to claims of revisions and runs, which fail once this replica's lease is lost. `undefined` if the replica
   * needs no lease.
   */
  readonly instanceId: string | undefined;
  /** True if other replicas may work on the store at the same time. */
  readonly isShared: boolean;
  /**
   * Claims the work on a deployment. Resolves to true if this replica has the claim, now or since an earlier call.
   */
  claim(deploymentId: string): Promise<boolean>;
  /** Returns the deployments whose work this replica has claimed. */
  claimed(): readonly string[];
  /** Returns the deployments whose work another replica has claimed, so that a caller need not try to claim them. */
  claimedByOthers(): Promise<ReadonlySet<string>>;
  /** Releases the claim after the work on a deployment has ended. Another replica may claim it. */
  release(deploymentId: string): Promise<void>;
  /**
   * Verifies the claim inside a transaction, and keeps it until the transaction ends.
   * @throws NotClaimedError when another replica has the claim.
   */
  assertClaimed(tx: Repositories, deploymentId: string): Promise<void>;
  /** Claims a singleton job. Resolves to true if this replica has the claim, now or since an earlier call. */
  claimJob(job: string): Promise<boolean>;
  releaseJob(job: string): Promise<void>;
  /** Returns the other replicas, as last read from the store. */
  others(): readonly InstanceRow[];
  /** Wakes the other replicas because the store contains new work. */
  notifyOthers(): void;
}

/** Thrown instead of a write when another replica has claimed the work. */
export class NotClaimedError extends Error {
  override readonly name = 'NotClaimedError';

  constructor(deploymentId: string) {
    super(`the work on deployment ${deploymentId} is another replica's by now: nothing was written`);
  }
}

/** Returns a replica that is alone on its store and has no lease. `id`: see `ownerToken`. */
export function onlyReplica(id: string): Replica {
  return {
    id,
    instanceId: undefined,
    isShared: false,
    claim: () => Promise.resolve(true),
    claimed: () => [],
    claimedByOthers: () => Promise.resolve(new Set()),
    release: () => Promise.resolve(),
    assertClaimed: () => Promise.resolve(),
    claimJob: () => Promise.resolve(true),
    releaseJob: () => Promise.resolve(),
    others: () => [],
    notifyOthers: () => undefined,
  };
}
