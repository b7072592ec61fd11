/** The outcome of a renewal: the lease holds; another instance evicted us; or the store could not be asked. */
export type RenewalResult = 'kept' | 'buried' | 'failed';

/** Our standing among the instances, by our own steady clock (milliseconds since some moment). */
export interface LeaseState {
  /** When the last renewal that was kept had been asked for: the lease runs from there at the latest. */
  renewedAt: number;
  /** We must not evict others before this moment. */
  evictsFrom: number;
}

/** What is to be done: go on, or give everything up, for others may have it by now. */
type LeaseDecision = { kind: 'member'; standing: LeaseState } | { kind: 'lost' };

/** How we stand after coming in. */
export function newLease(askedAt: number): LeaseState {
  return { renewedAt: askedAt, evictsFrom: askedAt };
}

/**
 * Judges one renewal, asked for at `askedAt` and judged at `now`. An instance that was late but was not evicted stays a
 * member: the store decides. But then the store itself may have been unavailable to all: the
 * others get a whole lease to renew theirs.
 */
export function judgeRenewal(
  standing: LeaseState,
  {
    renewal,
    askedAt,
    now,
    leaseMs,
  }: { renewal: RenewalResult; askedAt: number; now: number; leaseMs: number },
): LeaseDecision {
  const late = now - standing.renewedAt > leaseMs;
  switch (renewal) {
    case 'buried':
      return { kind: 'lost' };
    case 'failed':
      return late ? { kind: 'lost' } : { kind: 'member', standing };
    case 'kept':
      return {
        kind: 'member',
        standing: {
          renewedAt: askedAt,
          evictsFrom: late ? now + leaseMs : standing.evictsFrom,
        },
      };
  }
}

/** Whether we may bury those whose lease ran out. */
export function mayEvictExpired({ evictsFrom: buriesFrom }: LeaseState, now: number): boolean {
  return now >= buriesFrom;
}

/** A deployment that no instance has. */
export interface UnclaimedDeployment {
  id: string;
  /** How long we have seen it so, in milliseconds. */
  unclaimedMs: number;
}

/** What an instance knows when it decides what to take. */
interface ShareContext {
  /** Ourselves. */
  own: string;
  /** How many deployments each living instance has, ourselves among them. */
  loads: ReadonlyMap<string, number>;
  free: readonly UnclaimedDeployment[];
}

/** What is unclaimed for so long is claimed by any instance: the one it was meant for may hang or be gone. Milliseconds. */
export const UNCLAIMED_GRACE_MS = 1_000;

/**
 * Which unclaimed deployments to claim now. All who see the same assign each of them to the same instance, the one with
 * the fewest, so that no two go for one; what was left lying is anybody's. That two take one is prevented by the store.
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

/** A number that is any, but the same everywhere (FNV-1a, 32 bits): among equals not always the same one goes first. */
function mix(instance: string, id: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${instance} ${id}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
