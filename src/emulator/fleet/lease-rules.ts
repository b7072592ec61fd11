/** The outcome of a renewal: the lease holds; another instance evicted us; or the store was unreachable. */
export type RenewalResult = 'kept' | 'evicted' | 'failed';

/** Our lease state, by our own monotonic clock (milliseconds since some moment). */
export interface LeaseState {
  /** The start of the last successful renewal: the lease runs from there at the latest. */
  renewedAt: number;
  /** We must not evict others before this moment. */
  evictsFrom: number;
}

/** Keep the lease, or release everything, since others may have claimed it. */
type LeaseDecision = { kind: 'member'; state: LeaseState } | { kind: 'lost' };

/** The initial state. */
export function newLease(askedAt: number): LeaseState {
  return { renewedAt: askedAt, evictsFrom: askedAt };
}

/**
 * Judges one renewal, started at `askedAt` and judged at `now`. A late instance that was not evicted stays a member:
 * the store decides. But then the store itself may have been unavailable to all: the others get a whole lease to renew
 * theirs.
 */
export function judgeRenewal(
  state: LeaseState,
  {
    renewal,
    askedAt,
    now,
    leaseMs,
  }: { renewal: RenewalResult; askedAt: number; now: number; leaseMs: number },
): LeaseDecision {
  const late = now - state.renewedAt > leaseMs;
  switch (renewal) {
    case 'evicted':
      return { kind: 'lost' };
    case 'failed':
      return late ? { kind: 'lost' } : { kind: 'member', state };
    case 'kept':
      return {
        kind: 'member',
        state: {
          renewedAt: askedAt,
          evictsFrom: late ? now + leaseMs : state.evictsFrom,
        },
      };
  }
}

/** Whether we may evict expired instances. */
export function mayEvictExpired({ evictsFrom }: LeaseState, now: number): boolean {
  return now >= evictsFrom;
}

/** A deployment without an instance. */
export interface UnclaimedDeployment {
  id: string;
  /** For how long, as seen by us, in milliseconds. */
  unclaimedMs: number;
}

/** The input of an instance's claims. */
interface ShareContext {
  own: string;
  /** How many deployments each living instance has, including ours. */
  loads: ReadonlyMap<string, number>;
  free: readonly UnclaimedDeployment[];
}

/**
 * After so long an unclaimed deployment is claimed by any instance: the intended one may hang or be gone. Milliseconds.
 */
export const UNCLAIMED_GRACE_MS = 1_000;

/**
 * Which unclaimed deployments to claim now. All instances assign each of them to the same one, the one with the fewest,
 * so that no two compete; after the grace period any instance claims it. The store prevents double claims.
 */
export function deploymentsToClaim({ own, loads, free }: ShareContext): string[] {
  const counts = new Map([...loads, [own, loads.get(own) ?? 0]]);
  const ours: string[] = [];
  for (const { id, unclaimedMs: forMs } of free) {
    const next = [...counts.keys()].reduce((best, one) => (comesFirst(one, best, id, counts) ? one : best));
    counts.set(next, (counts.get(next) ?? 0) + 1);
    if (next === own || forMs >= UNCLAIMED_GRACE_MS) ours.push(id);
  }
  return ours;
}

function comesFirst(one: string, other: string, id: string, counts: ReadonlyMap<string, number>): boolean {
  const by = (counts.get(one) ?? 0) - (counts.get(other) ?? 0) || mix(one, id) - mix(other, id);
  return by === 0 ? one < other : by < 0;
}

/** A stable hash (FNV-1a, 32 bits): among equals not always the same one goes first. */
function mix(instance: string, id: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${instance} ${id}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
