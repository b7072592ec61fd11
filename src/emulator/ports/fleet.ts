import type { InstanceRow, Repositories } from './store.ts';

/**
 * The emulators that share one store, as one of them sees it. Each deployment is one instance's at a time: it prepares it,
 * builds its revisions, runs its agent, owns its port, and removes it. An emulator that is alone on its store has
 * everything.
 */
export interface Fleet {
  /** Who we are, in the store; never the same again once we were taken for dead. */
  readonly ownerId: string;
  /** Given to claims of revisions and runs: they are refused once the deployment is not ours. Undefined: it always is. */
  readonly instanceId: string | undefined;
  /** Whether this deployment is ours, as far as we know. The store decides: see `guard`. */
  owns(deploymentId: string): boolean;
  /** All that are ours, where that is not everything. */
  ownedDeployments(): readonly string[];
  /** Claims our share of the deployments with work to do that no instance has. Gives those that became ours. */
  claimShare(): Promise<readonly string[]>;
  /** Nothing more is to be done for this deployment. */
  release(deploymentId: string): Promise<void>;
  /** In a transaction: passes, and keeps the deployment ours until its end. @throws NotOurs. */
  assertOwned(tx: Repositories, deploymentId: string): Promise<void>;
  /** Whether a job that needs doing once is ours to do now. */
  claimJob(job: string): Promise<boolean>;
  /** Another living instance that has this deployment. */
  peerOf(deploymentId: string): Promise<Peer | undefined>;
  /** The other instances, as last seen. */
  peers(): readonly InstanceRow[];
  /** Something in the store wants doing: the others look at once. */
  notifyPeers(): void;
}

/** Another instance. */
export interface Peer {
  readonly instance: InstanceRow;
  /** Aborted when it is taken for dead. */
  readonly gone: AbortSignal;
}

/** A write was not done, since the deployment is another instance's by now. */
export class NotOwned extends Error {
  override readonly name = 'NotOurs';

  constructor(deploymentId: string) {
    super(`deployment ${deploymentId} is another emulator's by now: nothing was written`);
  }
}

/** An emulator that is alone on its store. `id`: see `ownerToken`. */
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
