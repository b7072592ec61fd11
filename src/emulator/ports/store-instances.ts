import type { ClaimKind, InstanceRow } from '../tables/workspaces.ts';

/**
 * The instances on one store (one per replica) and their claims. A claim lasts as long as its instance. An expired
 * instance is evicted with its claims, the leases of its revisions and its runs. All times are from the database's
 * clock, so clocks of machines do not matter.
 */
export interface Instances {
  /** Adds an instance with a lease of this many milliseconds. */
  join(row: InstanceRow, leaseMs: number): Promise<void>;
  /** Renews a lease. Resolves to false if the instance was evicted, which voids its claims. */
  renew(id: string, leaseMs: number): Promise<boolean>;
  /** Lists the instances whose lease has not expired, in the order of their IDs. */
  listLive(): Promise<InstanceRow[]>;
  /**
   * Evicts expired instances and the given instances in one transaction: deletes their claims, increments the fences
   * of their revisions, and makes their runs pending again. Also releases claims of instances that no longer exist.
   * Returns the number of evicted instances.
   */
  evict(ids?: readonly string[]): Promise<number>;
  /**
   * Claims an unclaimed name for a live instance, or confirms its claim. Resolves to false if another instance has
   * the claim, or if the instance was evicted.
   */
  claim(kind: ClaimKind, name: string, owner: string): Promise<boolean>;
  release(kind: ClaimKind, name: string, owner: string): Promise<void>;
  /**
   * Returns true if the instance has the claim. Inside a transaction, the instance keeps the claim until the
   * transaction ends.
   */
  holdsClaim(kind: ClaimKind, name: string, owner: string): Promise<boolean>;
  /** Returns the instance that has the claim, while its lease lasts. */
  claimHolder(kind: ClaimKind, name: string): Promise<InstanceRow | undefined>;
  /** Lists the names of this kind that other live instances have claimed. */
  listClaimsOfOthers(kind: ClaimKind, owner: string): Promise<ReadonlySet<string>>;
}

/** Topic of a message: `work` is for the data plane, `runs` for the agent server. */
export type MessageTopic = 'work' | 'runs';

/** Sends notices between the processes on a store. Lost notices are recovered by polling the store. */
export interface Notifier {
  /** Sends messages of at most 7,000 bytes each to all processes, including this process. */
  notify(topic: MessageTopic, messages: readonly string[]): Promise<void>;
  /**
   * Calls `onMessage` with each message of the topic, until the returned function is called. Reconnects after a lost
   * connection, and then calls `onMessage` with `''`, because messages may have been lost.
   */
  subscribe(topic: MessageTopic, onMessage: (message: string) => void): Promise<() => Promise<void>>;
}
