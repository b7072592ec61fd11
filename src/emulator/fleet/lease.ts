/** What the store said to a renewal: it holds; somebody buried us; or the store could not be asked. */
export type RenewalResult = 'kept' | 'buried' | 'failed';

/** Our standing among the instances, by our own steady clock (milliseconds since some moment). */
export interface LeaseState {
  /** When the last renewal that was kept had been asked for: the lease runs from there at the latest. */
  renewedAt: number;
  /** Nobody is to be buried by us before this moment. */
  evictsFrom: number;
}

/** What is to be done: go on, or give everything up, for others may have it by now. */
export type LeaseDecision = { kind: 'member'; standing: LeaseState } | { kind: 'lost' };

/** How we stand after coming in. */
export function newLease(askedAt: number): LeaseState {
  return { renewedAt: askedAt, evictsFrom: askedAt };
}

/**
 * Judges one renewal, asked for at `askedAt` and judged at `now`. Whoever was too late all the same finds that nobody
 * buried it goes on: the store is the judge of that. But then the store itself may have been away, for everybody: the
 * others get a whole lease to come back.
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
