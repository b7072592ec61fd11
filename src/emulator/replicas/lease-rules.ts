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
