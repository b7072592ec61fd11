import type { ClaimKind, InstanceRow } from '../tables/workspaces.ts';

/**
 * The instances on one store and their claims. A claim lasts as long as its instance: an expired instance is evicted,
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
  /** Claims an unclaimed one for a live instance. False: another has it, or the instance was evicted. */
  claim(kind: ClaimKind, name: string, owner: string): Promise<boolean>;
  release(kind: ClaimKind, name: string, owner: string): Promise<void>;
  /** Whether the instance has it; inside a transaction it keeps it until the end. */
  holdsClaim(kind: ClaimKind, name: string, owner: string): Promise<boolean>;
  /** Its holder, while the lease lasts. */
  claimHolder(kind: ClaimKind, name: string): Promise<InstanceRow | undefined>;
  /** The instance's claims of this kind. */
  listClaims(kind: ClaimKind, owner: string): Promise<string[]>;
  /** How many claims of this kind each instance has. */
  countClaims(kind: ClaimKind): Promise<ReadonlyMap<string, number>>;
  /** The unclaimed deployments with something to serve, create, delete or build; oldest first. */
  listUnclaimedDeployments(): Promise<string[]>;
}

/** Wakes the other instances on a store: lost notifications are made up by polling. */
export interface Notifier {
  /** Notifies all of them, including ourselves, with the sender. */
  notify(from: string): Promise<void>;
  /** Calls back with the sender, until the returned function is called. Resumes by itself after a lost connection. */
  subscribe(onNotify: (from: string) => void): Promise<() => Promise<void>>;
}
