import type { InstanceRow, Repositories } from './store.ts';

/**
 * The control-plane processes that share one store, as one of them sees it. All are equal: any of them answers any
 * request. Work on a deployment (prepare, build, roll out, delete) is claimed for as long as there is some; a singleton
 * job, for as long as its holder lives. A process that is alone on its store has every claim.
 */
export interface Replica {
  /** Our ID in the store; never the same again after an eviction. */
  readonly id: string;
  /** Passed to claims of revisions and runs: they are refused once our lease is lost. Undefined: there is no lease. */
  readonly instanceId: string | undefined;
  /** Whether others may work on the store at the same time. */
  readonly isShared: boolean;
  /** Claims the work on a deployment. True: it is ours, now or since an earlier call. */
  claim(deploymentId: string): Promise<boolean>;
  /** The deployments whose work is ours. */
  claimed(): readonly string[];
  /** The deployments whose work is another replica's: there is no need to try to claim them. */
  claimedByOthers(): Promise<ReadonlySet<string>>;
  /** The deployment has no more work for us; another replica may claim it. */
  release(deploymentId: string): Promise<void>;
  /** In a transaction: passes, and keeps the work ours until its end. @throws NotClaimed. */
  assertClaimed(tx: Repositories, deploymentId: string): Promise<void>;
  /** Claims a singleton job. True: it is ours, now or since an earlier call. */
  claimJob(job: string): Promise<boolean>;
  releaseJob(job: string): Promise<void>;
  /** The other replicas, as last seen. */
  others(): readonly InstanceRow[];
  /** There is work in the store: wakes the others. */
  notifyOthers(): void;
}

/** A write was not done, since the work is another replica's by now. */
export class NotClaimed extends Error {
  override readonly name = 'NotClaimed';

  constructor(deploymentId: string) {
    super(`the work on deployment ${deploymentId} is another replica's by now: nothing was written`);
  }
}

/** A process that is alone on its store, without a lease. `id`: see `ownerToken`. */
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
