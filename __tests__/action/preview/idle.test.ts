import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  decideIdle,
  type IdleFacts,
  type PublishedNotice,
  pullRequestActivity,
} from '../../../src/action/preview/idle.ts';

const HOUR = 3_600_000;
const NOTICE_MS = 12 * HOUR;
const NOW = 1_000_000 * HOUR;
const COMMIT = 'a'.repeat(40);

const time = fc.integer({ min: NOW - 60 * 24 * HOUR, max: NOW + 2 * HOUR });
const activityOf = fc.oneof(
  { weight: 6, arbitrary: time },
  { weight: 1, arbitrary: fc.constant('none' as const) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const noticeOf: fc.Arbitrary<PublishedNotice> = fc.record({
  preview: fc.constant('the preview'),
  commit: fc.constantFrom(COMMIT, 'b'.repeat(40)),
  commentId: fc.nat(),
  at: time,
  isEdited: fc.boolean(),
  pullRequestAt: time,
});
const factsOf: fc.Arbitrary<IdleFacts> = fc.record({
  now: fc.constant(NOW),
  idleMs: fc.integer({ min: HOUR, max: 40 * 24 * HOUR }),
  isKept: fc.boolean(),
  activity: fc.tuple(activityOf, activityOf, activityOf),
  notices: fc.array(noticeOf, { maxLength: 4 }),
});

const checkFacts = (property: (given: IdleFacts) => void) =>
  fc.assert(fc.property(factsOf, property), { numRuns: 2_000 });

describe('the decision about an inactive preview', () => {
  // docs/security/pull-requests.md#idle-needs-notice
  test('deletes only after an unedited notice that is old enough and that no activity followed', () => {
    checkFacts((facts) => {
      const decision = decideIdle(facts);
      if (decision.kind !== 'delete') return;
      const { at, isEdited } = decision.notice;
      expect(isEdited).toBe(false);
      expect(facts.now - at).toBeGreaterThanOrEqual(Math.min(facts.idleMs, NOTICE_MS));
      for (const activity of facts.activity) {
        expect(activity).toBeDefined();
        if (activity === 'none' || activity === undefined) continue;
        expect(activity).toBeLessThanOrEqual(at);
        expect(facts.now - activity).toBeGreaterThanOrEqual(facts.idleMs);
      }
    });
  });

  test('neither announces nor deletes a preview with the label, with recent activity or with unknown activity', () => {
    checkFacts((facts) => {
      const isRecent = facts.activity.some((at) => typeof at === 'number' && facts.now - at < facts.idleMs);
      const { kind } = decideIdle(facts);
      if (facts.isKept || isRecent) expect(kind).toBe('active');
      else if (facts.activity.includes(undefined)) expect(kind).toBe('unknown');
    });
  });

  test('never deletes earlier because of later activity, a missing notice, or less time', () => {
    const rank = { active: 0, unknown: 0, announce: 1, wait: 2, delete: 3 } as const;
    checkFacts((facts) => {
      const before = rank[decideIdle(facts).kind];
      const later = facts.activity.map((at) => (typeof at === 'number' ? at + HOUR : at));
      expect(rank[decideIdle({ ...facts, activity: later }).kind]).toBeLessThanOrEqual(before);
      expect(rank[decideIdle({ ...facts, notices: facts.notices.slice(1) }).kind]).toBeLessThanOrEqual(
        before,
      );
      expect(rank[decideIdle({ ...facts, now: facts.now - HOUR }).kind]).toBeLessThanOrEqual(before);
      const edited = facts.notices.map((notice) => ({ ...notice, isEdited: true }));
      expect(rank[decideIdle({ ...facts, notices: edited }).kind]).toBeLessThanOrEqual(1);
    });
  });

  test('does not depend on the order of the notices or of the activities', () => {
    checkFacts((facts) => {
      const reversed = { activity: facts.activity.toReversed(), notices: facts.notices.toReversed() };
      expect(decideIdle({ ...facts, ...reversed })).toMatchObject({ kind: decideIdle(facts).kind });
    });
  });

  test('leads in repeated sweeps to one notice and then to the deletion, unless activity interrupts them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ afterH: fc.integer({ min: 1, max: 60 }), active: fc.boolean() }), {
          maxLength: 30,
        }),
        fc.integer({ min: 24 * HOUR, max: 96 * HOUR }),
        (sweeps, idleMs) => {
          let [now, activeAt] = [NOW, NOW];
          let notices: PublishedNotice[] = [];
          for (const { afterH, active } of sweeps) {
            now += afterH * HOUR;
            if (active) activeAt = now - HOUR;
            const decision = decideIdle({
              now,
              idleMs,
              isKept: false,
              activity: [activeAt, 'none'],
              notices,
            });
            if (decision.kind === 'announce') {
              expect(now - activeAt).toBeGreaterThanOrEqual(idleMs);
              const notice = { preview: 'the preview', commit: COMMIT, commentId: now, at: now };
              notices = [...notices, { ...notice, isEdited: false, pullRequestAt: activeAt }];
            } else if (decision.kind === 'delete') {
              expect(decision.notice.at).toBeGreaterThanOrEqual(activeAt);
              expect(now - decision.notice.at).toBeGreaterThanOrEqual(NOTICE_MS);
              return;
            } else if (now - activeAt >= idleMs) expect(decision.kind).toBe('wait');
          }
        },
      ),
    );
  });
});

describe('the activity of a pull request', () => {
  const notice = {
    preview: 'p',
    commit: COMMIT,
    commentId: 1,
    at: NOW,
    isEdited: false,
    pullRequestAt: NOW - 9 * HOUR,
  };
  const activity = (updatedAt: number | undefined, more: Partial<PublishedNotice> = {}, commit = COMMIT) =>
    pullRequestActivity({ updatedAt, commit }, [{ ...notice, ...more }]);

  test('does not include the update that our notice causes', () => {
    expect(activity(NOW)).toBe(NOW - 9 * HOUR);
    expect(activity(NOW + 2_000)).toBe(NOW - 9 * HOUR);
    expect(activity(NOW - 20 * HOUR)).toBe(NOW - 20 * HOUR);
  });

  test('includes an update after the notice, a push, and every update near an edited notice', () => {
    expect(activity(NOW + 16_000)).toBe(NOW + 16_000);
    expect(activity(NOW + 1_000, {}, 'b'.repeat(40))).toBe(NOW + 1_000);
    expect(activity(NOW + 1_000, { isEdited: true })).toBe(NOW + 1_000);
    expect(activity(undefined)).toBeUndefined();
    expect(activity(Number.NaN)).toBeUndefined();
  });

  test('is never later than the update of the pull request', () => {
    fc.assert(
      fc.property(time, fc.array(noticeOf, { maxLength: 4 }), (updatedAt, notices) => {
        expect(pullRequestActivity({ updatedAt, commit: COMMIT }, notices)).toBeLessThanOrEqual(updatedAt);
      }),
    );
  });
});
