/** Result of a renewal: the lease was kept, another instance evicted this instance, or the store was unreachable. */
export type RenewalResult = 'kept' | 'evicted' | 'failed';

/** State of this instance's lease, in milliseconds on its own monotonic clock. */
export interface LeaseState {
  /** Start of the last successful renewal, after which the lease lasts at least `leaseMs`. */
  renewedAt: number;
  /** Time before which this instance must not evict other instances. */
  evictsFrom: number;
}

/** Decision after a renewal: keep the lease, or release everything because other instances might have claimed it. */
type LeaseDecision = { kind: 'member'; state: LeaseState } | { kind: 'lost' };

/** Returns the state of a new lease that was requested at `askedAt`. */
export function newLease(askedAt: number): LeaseState {
  return { renewedAt: askedAt, evictsFrom: askedAt };
}

/**
 * Evaluates a renewal that started at `askedAt` and ended at `now`. A late renewal succeeds if the store has not
 * evicted this instance. The store might have been unavailable to all instances, so after a late renewal, the other
 * instances get a whole lease duration to renew.
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

/** Returns whether this instance may evict expired instances. */
export function mayEvictExpired({ evictsFrom }: LeaseState, now: number): boolean {
  return now >= evictsFrom;
}
