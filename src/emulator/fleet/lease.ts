/** What the store said to a renewal: it holds; somebody buried us; or the store could not be asked. */
export type Renewal = 'kept' | 'buried' | 'failed';

/** Our standing among the instances, by our own steady clock (milliseconds since some moment). */
export interface Standing {
  /** When the last renewal that was kept had been asked for: the lease runs from there at the latest. */
  since: number;
  /** Nobody is to be buried by us before this moment. */
  buriesFrom: number;
}

/** What is to be done: go on, or give everything up, for others may have it by now. */
export type Verdict = { kind: 'member'; standing: Standing } | { kind: 'lost' };

/** How we stand after coming in. */
export function joined(askedAt: number): Standing {
  return { since: askedAt, buriesFrom: askedAt };
}

/**
 * Judges one renewal, asked for at `askedAt` and judged at `now`. Whoever was too late all the same finds that nobody
 * buried it goes on: the store is the judge of that. But then the store itself may have been away, for everybody: the
 * others get a whole lease to come back.
 */
export function judge(
  standing: Standing,
  { renewal, askedAt, now, leaseMs }: { renewal: Renewal; askedAt: number; now: number; leaseMs: number },
): Verdict {
  const late = now - standing.since > leaseMs;
  switch (renewal) {
    case 'buried':
      return { kind: 'lost' };
    case 'failed':
      return late ? { kind: 'lost' } : { kind: 'member', standing };
    case 'kept':
      return {
        kind: 'member',
        standing: {
          since: askedAt,
          buriesFrom: late ? now + leaseMs : standing.buriesFrom,
        },
      };
  }
}

/** Whether we may bury those whose lease ran out. */
export function mayBury({ buriesFrom }: Standing, now: number): boolean {
  return now >= buriesFrom;
}
