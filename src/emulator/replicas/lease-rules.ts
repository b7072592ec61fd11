/** Outcome of a renewal: the lease was kept, another instance evicted this one, or the store was unreachable. */
export type RenewalResult = 'kept' | 'evicted' | 'failed';

/** State of our lease, by our own monotonic clock (milliseconds since an arbitrary moment). */
export interface LeaseState {
  /** Start of the last successful renewal, from which the lease runs at the latest. */
  renewedAt: number;
  /** Moment before which we must not evict other instances. */
  evictsFrom: number;
}

/** Decision after a renewal: keep the lease, or release everything because other instances may have claimed it. */
type LeaseDecision = { kind: 'member'; state: LeaseState } | { kind: 'lost' };

/** Returns the initial state. */
export function newLease(askedAt: number): LeaseState {
  return { renewedAt: askedAt, evictsFrom: askedAt };
}

/**
 * Evaluates a renewal that started at `askedAt`, at the moment `now`. A late instance that was not evicted stays a
 * member, because the store decides. In that case the store may have been unavailable to all instances, so the others
 * get a whole lease duration to renew theirs.
 */
export function evaluateRenewal(
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

/** Returns whether we may evict expired instances. */
export function mayEvictExpired({ evictsFrom }: LeaseState, now: number): boolean {
  return now >= evictsFrom;
}
