import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  newLease,
  evaluateRenewal,
  mayEvictExpired,
  type RenewalResult,
  type LeaseState,
} from '../../../src/emulator/replicas/lease-rules.ts';

const LEASE = 1_000;
interface Step {
  renewal: RenewalResult;
  /** Milliseconds between the end of a renewal and the next renewal. */
  pause: number;
  /** Duration of the renewal's response. */
  took: number;
}
const steps = fc.array(
  fc.record<Step>({
    renewal: fc.constantFrom('kept', 'kept', 'failed', 'evicted'),
    pause: fc.nat(3 * LEASE),
    took: fc.nat(LEASE),
  }),
  { maxLength: 30 },
);

/** Executes the steps until the lease is lost, and calls `look` after each step. */
function live(
  given: readonly Step[],
  look: (now: number, standing: LeaseState | undefined, step: Step, before: LeaseState) => void,
): void {
  let now = 0;
  let standing = newLease(0);
  for (const step of given) {
    const askedAt = now + step.pause;
    now = askedAt + step.took;
    const verdict = evaluateRenewal(standing, { renewal: step.renewal, askedAt, now, leaseMs: LEASE });
    look(now, verdict.kind === 'member' ? verdict.state : undefined, step, standing);
    if (verdict.kind === 'lost') return;
    ({ state: standing } = verdict);
  }
}

describe('the lease of an emulator instance', () => {
  test('is lost only after an eviction, or if the store does not respond for longer than the lease', () => {
    fc.assert(
      fc.property(steps, (given) => {
        live(given, (now, standing, { renewal }, before) => {
          const silent = renewal === 'failed' && now - before.renewedAt > LEASE;
          expect(standing === undefined).toBe(renewal === 'evicted' || silent);
        });
      }),
    );
  });

  test('begins at the time of the request, not of the response', () => {
    const verdict = evaluateRenewal(newLease(0), { renewal: 'kept', askedAt: 300, now: 900, leaseMs: LEASE });
    expect(verdict).toEqual({ kind: 'member', state: { renewedAt: 300, evictsFrom: 0 } });
  });

  test('still holds exactly at its end, when the next lease period of a late instance also ends', () => {
    const renewed = (now: number) =>
      evaluateRenewal(newLease(0), { renewal: 'failed', askedAt: now, now, leaseMs: LEASE }).kind;
    expect([renewed(LEASE), renewed(LEASE + 1)]).toEqual(['member', 'lost']);
    const late = { renewedAt: LEASE, evictsFrom: 2 * LEASE };
    expect([2 * LEASE - 1, 2 * LEASE].map((now) => mayEvictExpired(late, now))).toEqual([false, true]);
  });

  // docs/kubernetes/guarantees.md#database-away
  test('lets an instance that renewed its lease too late evict others only after another lease period', () => {
    fc.assert(
      fc.property(steps, (given) => {
        let lateAt = Number.NEGATIVE_INFINITY;
        live(given, (now, standing, { renewal }, before) => {
          if (renewal === 'kept' && now - before.renewedAt > LEASE) lateAt = now;
          if (standing) expect(mayEvictExpired(standing, now)).toBe(now - lateAt >= LEASE);
        });
      }),
    );
  });
});
