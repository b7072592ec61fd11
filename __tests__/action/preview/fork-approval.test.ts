import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ApprovalRule } from '../../../src/action/inputs/approval-rule.ts';
import {
  type Account,
  type ApprovalDecision,
  type ApprovalEvidence,
  decideApproval,
  findApprovals,
  LABEL_MIN_AGE_MS,
} from '../../../src/action/preview/fork-approval.ts';

const HEAD = '1'.repeat(40);
const OTHER = '2'.repeat(40);
const alice: Account = { login: 'alice', id: 1, bot: false };
const eve: Account = { login: 'eve', id: 2, bot: false };
const bot: Account = { login: 'helper[bot]', id: 3, bot: true };
const PUSHED_AT = 1_700_000_000_000;

const nothing: ApprovalEvidence = { head: HEAD, labels: [], event: undefined, reviews: [], runReviews: [] };
const decide = (
  rules: readonly ApprovalRule[],
  evidence: Partial<ApprovalEvidence>,
  writers: readonly number[] = [1],
): ApprovalDecision => {
  const all = { ...nothing, ...evidence };
  return decideApproval(all, findApprovals(rules, all), new Set(writers));
};
const REVIEW: ApprovalRule = { by: 'review' };
const LABEL: ApprovalRule = { by: 'label', name: 'try' };
const ENVIRONMENT: ApprovalRule = { by: 'environment', name: 'forks' };

const labelled = (by: Account, { label = 'try', after = LABEL_MIN_AGE_MS, commit = HEAD } = {}) => ({
  labels: ['try'],
  event: { commit, pushedAt: PUSHED_AT, labelling: { label, by, at: PUSHED_AT + after } },
});
const event = { commit: HEAD, pushedAt: PUSHED_AT, labelling: undefined };

describe('the decision about the commit of a fork', () => {
  test.each<[string, ApprovalRule, Partial<ApprovalEvidence>]>([
    ['a review of the head', REVIEW, { reviews: [{ by: alice, state: 'APPROVED', commit: HEAD }] }],
    [
      'a review of the head that a comment of the reviewer follows',
      REVIEW,
      {
        reviews: [
          { by: alice, state: 'APPROVED', commit: HEAD },
          { by: alice, state: 'COMMENTED', commit: HEAD },
        ],
      },
    ],
    ['the label', LABEL, labelled(alice)],
    ['the label in other letter case', { by: 'label', name: 'TRY' }, labelled(alice)],
    [
      'an approval of the run for the environment',
      ENVIRONMENT,
      { event, runReviews: [{ by: alice, state: 'approved', environments: ['other', 'Forks'] }] },
    ],
  ])('approves the head after %s by a person with write permission', (_what, rule, evidence) => {
    expect(decide([rule], evidence)).toMatchObject({
      kind: 'approved',
      commit: HEAD,
      approval: { by: alice },
    });
    expect(decide([rule], evidence, [])).toMatchObject({
      kind: 'missing',
      why: expect.stringMatching(/alice .*, but has no write permission/),
    });
    expect(decide([], evidence).kind).toBe('missing');
  });

  test.each<[string, ApprovalRule, Partial<ApprovalEvidence>, RegExp]>([
    ['no act', REVIEW, {}, /nobody with write permission/],
    [
      'a request for changes',
      REVIEW,
      { reviews: [{ by: alice, state: 'CHANGES_REQUESTED', commit: HEAD }] },
      /nobody/,
    ],
    [
      'a review that the reviewer withdrew',
      REVIEW,
      {
        reviews: [
          { by: alice, state: 'APPROVED', commit: HEAD },
          { by: alice, state: 'CHANGES_REQUESTED', commit: HEAD },
        ],
      },
      /nobody/,
    ],
    ['a dismissed review', REVIEW, { reviews: [{ by: alice, state: 'DISMISSED', commit: HEAD }] }, /nobody/],
    [
      'a review by an app',
      REVIEW,
      { reviews: [{ by: bot, state: 'APPROVED', commit: HEAD }] },
      /only people/,
    ],
    [
      'a review by a deleted account',
      REVIEW,
      { reviews: [{ by: undefined, state: 'APPROVED', commit: HEAD }] },
      /does not show who/,
    ],
    [
      'a review without a commit',
      REVIEW,
      { reviews: [{ by: alice, state: 'APPROVED', commit: undefined }] },
      /for which commit/,
    ],
    ['another label', LABEL, labelled(alice, { label: 'bug' }), /was not started by adding the label try/],
    [
      'a label that was there before a push',
      LABEL,
      { labels: ['try'], event },
      /remove the label and add it again/,
    ],
    ['a label without an event', LABEL, { labels: ['try'] }, /was not started/],
    ['a label that was removed again', LABEL, { ...labelled(alice), labels: [] }, /was removed again/],
    [
      'a label right after a push',
      LABEL,
      labelled(alice, { after: LABEL_MIN_AGE_MS - 1 }),
      /less than 60 seconds/,
    ],
    [
      'a label if the fork was deleted',
      LABEL,
      { labels: ['try'], event: { ...labelled(alice).event, pushedAt: undefined } },
      /does not show the time of the last push/,
    ],
    ['a label that an app added', LABEL, labelled(bot), /only people/],
    ['a label that a stranger added', LABEL, labelled(eve), /eve .* no write permission/],
    [
      'an approval for another environment',
      ENVIRONMENT,
      { event, runReviews: [{ by: alice, state: 'approved', environments: ['production'] }] },
      /nobody/,
    ],
    [
      'a rejection',
      ENVIRONMENT,
      { event, runReviews: [{ by: alice, state: 'rejected', environments: ['forks'] }] },
      /nobody/,
    ],
    [
      'an approval of a run that is not about the pull request',
      ENVIRONMENT,
      { runReviews: [{ by: alice, state: 'approved', environments: ['forks'] }] },
      /for which commit/,
    ],
  ])('approves nothing after %s', (_what, rule, evidence, why) => {
    expect(decide([rule], evidence)).toMatchObject({ kind: 'missing', why: expect.stringMatching(why) });
  });

  test('is outdated if the approval is for another commit', () => {
    const reviews = [{ by: alice, state: 'APPROVED', commit: OTHER }];
    expect(decide([REVIEW], { reviews })).toMatchObject({
      kind: 'outdated',
      why: expect.stringContaining(`for commit ${OTHER}`),
    });
  });

  test.each<[string, ApprovalRule, Partial<ApprovalEvidence>]>([
    ['label', LABEL, labelled(alice, { commit: OTHER })],
    [
      'environment',
      ENVIRONMENT,
      {
        event: { ...event, commit: OTHER },
        runReviews: [{ by: alice, state: 'approved', environments: ['forks'] }],
      },
    ],
    // The run of the newer push decides about the newer head.
    [
      'review',
      REVIEW,
      { event: { ...event, commit: OTHER }, reviews: [{ by: alice, state: 'APPROVED', commit: HEAD }] },
    ],
  ])('is outdated if the head has moved since the event (%s)', (_by, rule, evidence) => {
    expect(decide([rule], evidence)).toMatchObject({
      kind: 'outdated',
      why: expect.stringContaining('the head of the pull request is now'),
    });
  });
});

// Most commits are the head and most acts approve, so that many of the random cases are approved.
const commits = fc.constantFrom(HEAD, HEAD, HEAD, HEAD, OTHER, '3'.repeat(40));
const accounts = fc.constantFrom(alice, eve, bot, { login: 'carol', id: 4, bot: false });
const rulesOf = fc.subarray<ApprovalRule>([REVIEW, LABEL, ENVIRONMENT], { minLength: 1 });
const anyEvidence = fc.record({
  head: commits,
  labels: fc.constantFrom(['try'], ['try', 'bug'], ['bug'], []),
  event: fc.option(
    fc.record({
      commit: commits,
      pushedAt: fc.option(fc.constantFrom(PUSHED_AT, PUSHED_AT + 1), { nil: undefined }),
      labelling: fc.option(
        fc.record({
          label: fc.constantFrom('try', 'bug'),
          by: accounts,
          at: fc.integer({ min: PUSHED_AT, max: PUSHED_AT + 2 * LABEL_MIN_AGE_MS }),
        }),
        { nil: undefined },
      ),
    }),
    { nil: undefined },
  ),
  reviews: fc.array(
    fc.record({
      by: fc.option(accounts, { nil: undefined }),
      state: fc.constantFrom(
        'APPROVED',
        'APPROVED',
        'APPROVED',
        'CHANGES_REQUESTED',
        'COMMENTED',
        'DISMISSED',
        'PENDING',
      ),
      commit: fc.option(commits, { nil: undefined }),
    }),
    { maxLength: 5 },
  ),
  runReviews: fc.array(
    fc.record({
      by: fc.option(accounts, { nil: undefined }),
      state: fc.constantFrom('approved', 'rejected'),
      environments: fc.subarray(['forks', 'production']),
    }),
    { maxLength: 3 },
  ),
});
const anyWriters = fc.subarray([1, 2, 3, 4]);
const RUNS = { numRuns: 1000 };

/** Returns whether a person with write permission did an act of this rule for exactly the head. */
function isProven(rule: ApprovalRule, evidence: ApprovalEvidence, writers: readonly number[]): boolean {
  const may = (by: Account | undefined) => by !== undefined && !by.bot && writers.includes(by.id);
  const { head, event: about } = evidence;
  switch (rule.by) {
    case 'review':
      return evidence.reviews.some(
        ({ by, state, commit }) => may(by) && state === 'APPROVED' && commit === head,
      );
    case 'label':
      return (
        about?.commit === head &&
        about.labelling?.label === rule.name &&
        may(about.labelling.by) &&
        evidence.labels.includes(rule.name)
      );
    case 'environment':
      return (
        about?.commit === head &&
        evidence.runReviews.some(
          ({ by, state, environments }) =>
            may(by) && state === 'approved' && environments.includes(rule.name),
        )
      );
  }
}

describe('for any evidence, the decision about the commit of a fork', () => {
  // docs/security/forks.md#fork-exact-commit
  test('approves only the head, and only after an act for exactly the head by a person with write permission', () => {
    fc.assert(
      fc.property(rulesOf, anyEvidence, anyWriters, (rules, evidence, writers) => {
        const decision = decide(rules, evidence, writers);
        if (decision.kind !== 'approved') return;
        expect(decision.commit).toBe(evidence.head);
        expect(decision.approval.commit).toBe(evidence.head);
        expect(evidence.event?.commit ?? evidence.head).toBe(evidence.head);
        expect(rules.some((rule) => isProven(rule, evidence, writers))).toBe(true);
      }),
      RUNS,
    );
  });

  // docs/security/forks.md#fork-new-push
  test('never approves a new commit that nobody has seen', () => {
    fc.assert(
      fc.property(rulesOf, anyEvidence, anyWriters, (rules, evidence, writers) => {
        expect(decide(rules, { ...evidence, head: '9'.repeat(40) }, writers).kind).not.toBe('approved');
      }),
      RUNS,
    );
  });

  test('approves nothing without people with write permission, and nothing without rules', () => {
    fc.assert(
      fc.property(rulesOf, anyEvidence, anyWriters, (rules, evidence, writers) => {
        expect(decide(rules, evidence, []).kind).not.toBe('approved');
        expect(decide([], evidence, writers).kind).not.toBe('approved');
      }),
      RUNS,
    );
  });
});
