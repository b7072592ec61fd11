import type { ClaimKind, InstanceRow } from '../tables/workspaces.ts';

/**
 * The instances on one store (one of each replica) and their claims. A claim lasts as long as its instance: an expired instance is evicted,
 * with its claims, the leases of its revisions, and its runs. All by the database's own clock, so that the clocks of
 * machines do not matter.
 */
export interface Instances {
  /** Joins, with a lease of so many milliseconds. */
  join(row: InstanceRow, leaseMs: number): Promise<void>;
  /** False: evicted; its claims are void. */
  renew(id: string, leaseMs: number): Promise<boolean>;
  /** Those whose lease has not expired, in the order of their IDs. */
  listLive(): Promise<InstanceRow[]>;
  /**
   * Evicts expired instances, and the named ones, in one transaction: deletes their claims, increments the fences of
   * their revisions, makes their runs pending again. Gives their number. Also frees claims of instances that are gone.
   */
  evict(ids?: readonly string[]): Promise<number>;
  /** Claims an unclaimed one for a live instance, or confirms its claim. False: another has it, or the instance was evicted. */
  claim(kind: ClaimKind, name: string, owner: string): Promise<boolean>;
  release(kind: ClaimKind, name: string, owner: string): Promise<void>;
  /** Whether the instance has it; inside a transaction it keeps it until the end. */
  holdsClaim(kind: ClaimKind, name: string, owner: string): Promise<boolean>;
  /** Its holder, while the lease lasts. */
  claimHolder(kind: ClaimKind, name: string): Promise<InstanceRow | undefined>;
  /** What other live instances have claimed of this kind. */
  listClaimsOfOthers(kind: ClaimKind, owner: string): Promise<ReadonlySet<string>>;
}

/** What a notice is about: `work` is for the data plane, `runs` for the agent server. */
export type NoticeTopic = 'work' | 'runs';

/** Notices between the processes on a store. Lost ones are made up by polling. */
export interface Notifier {
  /** Sends notices, each of at most 7,000 bytes, to all processes, including ourselves. */
  notify(topic: NoticeTopic, notices: readonly string[]): Promise<void>;
  /**
   * Calls back with each notice of the topic, until the returned function is called. Resumes by itself after a lost
   * connection: then with `''`, because some may have been lost.
   */
  subscribe(topic: NoticeTopic, onNotice: (notice: string) => void): Promise<() => Promise<void>>;
}
