import type { ClaimKind, InstanceRow } from '../tables/workspaces.ts';

/**
 * Instances that use one store, one per replica, and their claims. An expired instance is evicted: its claims are
 * deleted, and it loses its leases of revisions and its runs. The database's clock determines all times, so
 * differences between the machines' clocks have no effect.
 */
export interface Instances {
  /**
   * Adds an instance with a lease of `leaseMs` milliseconds. The stored settings also contain the instance's schema.
   * @throws StoreError `newer` if the database was changed so that this program cannot use it.
   */
  join(row: InstanceRow, leaseMs: number): Promise<void>;
  /** Renews a lease. Resolves to false if the instance was evicted, and therefore lost its claims. */
  renew(id: string, leaseMs: number): Promise<boolean>;
  /** Lists the instances with a current lease, ordered by ID. */
  listLive(): Promise<InstanceRow[]>;
  /**
   * Evicts expired instances and the given instances in one transaction: deletes their claims, increments the fences of
   * their revisions, and requeues their runs. `evict` also releases claims of instances that no longer exist. Returns
   * the number of evicted instances.
   */
  evict(ids?: readonly string[]): Promise<number>;
  /**
   * Claims a name for a live instance if no other instance has claimed it. Resolves to true if the instance has the
   * claim, and to false if another instance has the claim or the instance was evicted.
   */
  claim(kind: ClaimKind, name: string, owner: string): Promise<boolean>;
  release(kind: ClaimKind, name: string, owner: string): Promise<void>;
  /**
   * Returns true if the instance has the claim. Inside a transaction, an existing claim lasts until the transaction
   * ends.
   */
  holdsClaim(kind: ClaimKind, name: string, owner: string): Promise<boolean>;
  /** Returns the live instance that has the claim. */
  claimHolder(kind: ClaimKind, name: string): Promise<InstanceRow | undefined>;
}

/** Topic of messages: `work` for the data plane, `runs` for the agent server. */
export type MessageTopic = 'work' | 'runs';

/** Sends messages between the processes on a store. Polling the store recovers lost messages. */
export interface Notifier {
  /** Sends messages of at most 7,000 bytes each to all processes, including this process. */
  notify(topic: MessageTopic, messages: readonly string[]): Promise<void>;
  /**
   * Calls `onMessage` with each message of the topic, until the returned function is called. After a lost connection,
   * `subscribe` reconnects and calls `onMessage` with `''`, because messages might have been lost.
   */
  subscribe(topic: MessageTopic, onMessage: (message: string) => void): Promise<() => Promise<void>>;
}
