import { describe, expect, test } from '@jest/globals';
import { type OutcomeKind, REASONS } from '../../../src/action/outcome.ts';
import {
  headlineOf,
  headlineOfStart,
  respondsAfter,
  spellDuration,
  withoutIds,
} from '../../../src/action/report/headline.ts';

const run = { name: 'my-agent', pullRequest: undefined, rollback: undefined, plan: undefined };
const preview = { ...run, pullRequest: 7 };
const EVERY = Object.entries(REASONS).flatMap(([kind, reasons]) =>
  Object.keys(reasons).map((reason) => [kind as OutcomeKind, reason] as const),
);

describe('the headline of a report', () => {
  test.each(EVERY)('for the outcome %s with the reason %s is a sentence with an icon', (kind, reason) => {
    for (const about of [run, preview, { ...run, name: undefined }]) {
      const { icon, text } = headlineOf({ kind, reason }, about);
      expect(icon).toMatch(/^\p{Emoji_Presentation}$/u);
      expect(text).toMatch(/^(?:my-agent|[A-Z]).+[a-z]$/);
      expect(text).not.toContain('undefined');
    }
  });

  test.each([
    ['deployed', 'rolled-out', preview, '🟢 The preview is ready'],
    ['deployed', 'rolled-out', run, '🟢 my-agent is deployed'],
    ['deployed', 'rolled-back-to', run, '🟢 my-agent was rolled back to an earlier revision'],
    ['failed', 'build-failed', preview, '🔴 The preview could not be built'],
    ['failed', 'unauthorized', run, '🔴 my-agent: the run failed'],
    ['rolled-back', 'after-failure', run, '🟡 my-agent failed and was rolled back'],
    ['observed', 'nothing-serves', run, '🟡 my-agent does not serve'],
    ['observed', 'on-its-way', run, '🔵 my-agent is being deployed'],
    ['failed', 'interrupted', run, '🔴 my-agent was interrupted'],
    ['torn-down', 'deleted', run, '⚪ The preview was deleted'],
    ['cancelled', 'toString', run, '⚪ my-agent: the run was cancelled'],
  ] as const)(
    'states what happened for the outcome %s with the reason %s',
    (kind, reason, about, expected) => {
      const { icon, text } = headlineOf({ kind, reason }, about);
      expect(`${icon} ${text}`).toBe(expected);
    },
  );

  test('states that nothing was deployed only if no change was sent', () => {
    const planned = { ...run, plan: { kind: 'unchanged' as const, changes: [] } };
    const textOf = (reason: string, about: typeof run | typeof planned = planned) =>
      headlineOf({ kind: 'failed', reason }, about).text;
    expect(textOf('immutable-field')).toBe('my-agent was not deployed');
    expect(textOf('immutable-field', run)).toBe('my-agent: the run failed');
    // The service may have accepted the change despite these reasons.
    for (const reason of ['lost-answer', 'no-revision', 'settings-ignored', 'unreachable', 'service-error']) {
      expect(textOf(reason)).toBe('my-agent: the run failed');
    }
  });

  test('of a run in progress states the current step', () => {
    expect(headlineOfStart(preview).text).toBe('The preview is being built');
    expect(headlineOfStart(run).text).toBe('my-agent is being deployed');
    const rollback = { targetId: 'r1', revisionId: undefined, after: undefined };
    expect(headlineOfStart({ ...run, rollback }).text).toBe('my-agent is being rolled back');
  });
});

describe('a message in a report', () => {
  const record = {
    revision: { id: 'r2', status: 'BUILD_FAILED', commit: undefined },
    previousRevisionId: 'r1',
  };
  test('contains neither the IDs of the details list nor the words of the headline', () => {
    const message =
      'Revision r2 of my-agent ended as BUILD_FAILED. Reason: no such package. The earlier revision r1 keeps serving.';
    expect(withoutIds(message, record)).toBe('no such package. The previous revision keeps serving.');
    // The line about the deployment contains a link to the previous revision.
    const deployment = { id: 'd', name: 'my-agent', url: 'https://my-agent.example.org' };
    expect(withoutIds(message, { ...record, deployment })).toBe('no such package.');
  });

  test('begins with the reason of a failure after the rollout, or of a cancellation', () => {
    const checked = 'Checked my-agent: 1 of 2 checks passed. Failed: b.';
    for (const duration of ['0.4s', '31s', '2m 05s', '1h 03m']) {
      const deployed = `Revision r2 of my-agent was deployed and active after ${duration}.`;
      expect(withoutIds(`${deployed} ${checked}`, record)).toBe(checked);
      expect(withoutIds(deployed, record)).toBe(
        `The revision of my-agent was deployed and active after ${duration}.`,
      );
    }
    expect(withoutIds('The run was cancelled. Nothing was sent.', record)).toBe('Nothing was sent.');
    expect(withoutIds('The run was cancelled.', record)).toBe('The run was cancelled.');
  });

  test('contains no ID of a rollback', () => {
    const rollback = { targetId: 'r1', revisionId: 'r3', after: 'verification-failed' };
    const message =
      'Rolled back: the commit or image of revision r1 was deployed again as revision r3, which is active.';
    expect(withoutIds(message, { ...record, rollback })).toBe(
      'Rolled back: the commit or image of the previous revision was deployed again as the revision of the rollback, which is active.',
    );
  });

  test('stays unchanged if no revisions are known', () => {
    const message = 'Revision r2 of my-agent was deployed.';
    expect(withoutIds(message, { revision: undefined, previousRevisionId: undefined })).toBe(message);
  });
});

test('the responding agent is the previous revision after a failed build, and the new revision after a failed check', () => {
  const before = { previousRevisionId: 'r1' };
  expect(respondsAfter({ kind: 'failed', reason: 'build-failed' }, before)).toBe('previous');
  expect(respondsAfter({ kind: 'failed', reason: 'verification-failed' }, before)).toBe('agent');
  expect(
    respondsAfter({ kind: 'failed', reason: 'build-failed' }, { previousRevisionId: undefined }),
  ).toBeUndefined();
  expect(respondsAfter({ kind: 'torn-down', reason: 'deleted' }, before)).toBeUndefined();
});

test.each([
  ['failed', 'rollback-failed'],
  ['failed', 'unhealthy'],
  ['failed', 'deployment-gone'],
  ['failed', 'lost-answer'],
  ['failed', 'contradictory-answers'],
  ['superseded', 'newer-revision'],
  ['cancelled', 'signal'],
  ['observed', 'nothing-serves'],
] as const)('no agent is reported as responding after %s with the reason %s', (kind, reason) => {
  expect(respondsAfter({ kind, reason }, { previousRevisionId: 'r1' })).toBeUndefined();
});

test.each([
  [400, '0.4 s'],
  [31_000, '31 s'],
  [125_000, '2 min 05 s'],
  [3_780_000, '1 h 03 min'],
  [-5, '0.0 s'],
])('a duration of %i milliseconds is written as %s', (ms, text) => {
  expect(spellDuration(ms)).toBe(text);
});
