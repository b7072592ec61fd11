import type { InstanceRow, Repositories } from './store.ts';

/**
 * The emulators that share one store, as one of them sees it. Each deployment belongs to one instance at a time, which
 * prepares it, builds its revisions, runs its agent, owns its port, and removes it. A single emulator has everything.
 */
export interface Fleet {
  /** Our ID in the store; never the same again after an eviction. */
  readonly ownerId: string;
  /**
   * Passed to claims of revisions and runs: they are refused once the deployment is not ours. Undefined: it always is.
   */
  readonly instanceId: string | undefined;
  /** Whether this deployment is ours, as far as we know. The store decides: see `assertOwned`. */
  owns(deploymentId: string): boolean;
  /** All of ours, where that is not everything. */
  ownedDeployments(): readonly string[];
  /** Claims our share of the unclaimed deployments with work to do. Gives the new ones. */
  claimShare(): Promise<readonly string[]>;
  /** This deployment has no more work. */
  release(deploymentId: string): Promise<void>;
  /** In a transaction: passes, and keeps the deployment ours until its end. @throws NotOwned. */
  assertOwned(tx: Repositories, deploymentId: string): Promise<void>;
  /** Whether a singleton job is ours to do now. */
  claimJob(job: string): Promise<boolean>;
  /** Another living instance that has this deployment. */
  peerOf(deploymentId: string): Promise<Peer | undefined>;
  /** The other instances, as last seen. */
  peers(): readonly InstanceRow[];
  /** There is work in the store: wakes the others. */
  notifyPeers(): void;
}

export interface Peer {
  readonly instance: InstanceRow;
  /** Aborted when it is evicted. */
  readonly gone: AbortSignal;
}

/** A write was not done, since the deployment is another instance's by now. */
export class NotOwned extends Error {
  override readonly name = 'NotOurs';

  constructor(deploymentId: string) {
    super(`deployment ${deploymentId} is another emulator's by now: nothing was written`);
  }
}

/** A single emulator on its store. `id`: see `ownerToken`. */
export function singleInstanceFleet(id: string): Fleet {
  return {
    ownerId: id,
    instanceId: undefined,
    owns: () => true,
    ownedDeployments: () => [],
    claimShare: () => Promise.resolve([]),
    release: () => Promise.resolve(),
    assertOwned: () => Promise.resolve(),
    claimJob: () => Promise.resolve(true),
    peerOf: () => Promise.resolve(undefined),
    peers: () => [],
    notifyPeers: () => undefined,
  };
}
