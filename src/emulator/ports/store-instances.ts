import type { ClaimKind, InstanceRow } from '../tables/workspaces.ts';

/**
 * The instances on one store and what each of them has claimed. A claim lasts as long as its instance: whose lease runs
 * out is buried, and with it go its claims, the leases of its revisions, and its runs. All by the database's own clock,
 * so that the clocks of machines do not matter.
 */
export interface Instances {
  /** Comes in, with a lease of so many milliseconds. */
  join(row: InstanceRow, leaseMs: number): Promise<void>;
  /** False: it was buried, and nothing it had is its own any more. */
  renew(id: string, leaseMs: number): Promise<boolean>;
  /** Those whose lease has not run out, in the order of their ids. */
  listLive(): Promise<InstanceRow[]>;
  /**
   * Buries those whose lease ran out, and the named ones, in one transaction: their claims fall, the fences of their
   * revisions grow, their runs are pending again. Gives how many there were. Also frees claims of instances that are gone.
   */
  evict(ids?: readonly string[]): Promise<number>;
  /** Claims what no instance has, for a live one. False: another has it, or the instance was evicted. */
  claim(kind: ClaimKind, name: string, owner: string): Promise<boolean>;
  release(kind: ClaimKind, name: string, owner: string): Promise<void>;
  /**
   * Whether the instance has it; inside a transaction it then keeps it until the end of that, so that what is written
   * there is written by who may.
   */
  holdsClaim(kind: ClaimKind, name: string, owner: string): Promise<boolean>;
  /** Who has it, while its lease lasts. */
  claimHolder(kind: ClaimKind, name: string): Promise<InstanceRow | undefined>;
  /** What the instance has of this kind. */
  listClaims(kind: ClaimKind, owner: string): Promise<string[]>;
  /** How many claims of this kind each instance has. */
  countClaims(kind: ClaimKind): Promise<ReadonlyMap<string, number>>;
  /** The deployments that are to be served, made, deleted or given a revision, and that no instance has; oldest first. */
  listUnclaimedDeployments(): Promise<string[]>;
}

/** Wakes the other instances on a store: what is lost of it, they find by themselves a moment later. */
export interface Notifier {
  /** Tells all of them, ourselves included, who it comes from. */
  notify(from: string): Promise<void>;
  /** Calls back with who told, until the function it gives is called. Comes back by itself after a lost connection. */
  subscribe(heard: (from: string) => void): Promise<() => Promise<void>>;
}
