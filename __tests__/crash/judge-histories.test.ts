import { describe, expect, test } from '@jest/globals';
import { checkRevisionHistories } from '../../harness/crash/invariants.ts';
import { kept, nothing } from './kept-data.ts';

describe('the judge of histories', () => {
  const BEFORE = ['CREATING', 'AWAITING_BUILD', 'BUILDING'];
  const AFTER = ['AWAITING_DEPLOY', 'DEPLOYING', 'DEPLOYED'];
  const judge = (before: string[], after: string[], built = false) =>
    checkRevisionHistories([{ ...nothing, revisions: [kept('v1', 1, before, built)] }], {
      ...nothing,
      revisions: [kept('v1', 1, after)],
    }).join('\n');

  test('allows what was cut short to be done once more', () => {
    expect(judge(BEFORE, [...BEFORE, 'AWAITING_BUILD', 'BUILDING', ...AFTER])).toBe('');
    expect(judge(BEFORE, [...BEFORE, ...AFTER], true)).toBe('');
  });

  test('allows what an orderly end gave back to the queue to be done once more, and only once', () => {
    const given = [...BEFORE, 'QUEUED'];
    expect(judge(given, [...given, 'AWAITING_BUILD', 'BUILDING', ...AFTER])).toBe('');
    expect(judge(given, [...given, 'BUILDING', 'BUILDING', ...AFTER])).toContain('built again without need');
    expect(judge(given, [...given, 'BUILDING', ...AFTER], true)).toContain('built again without need');
    // The next emulator was killed before it took it up: still, only one build came to nothing.
    const revision = (history: string[]) => ({ ...nothing, revisions: [kept('v1', 1, history)] });
    const after = revision([...given, 'BUILDING', 'BUILDING', ...AFTER]);
    expect(checkRevisionHistories([revision(BEFORE), revision(given)], after).join()).toContain(
      'built again',
    );
  });

  test.each([
    [BEFORE, [...BEFORE, 'BUILDING', 'BUILDING', ...AFTER], false, 'built again without need'],
    // Its artifact was whole.
    [BEFORE, [...BEFORE, 'AWAITING_BUILD', 'BUILDING', ...AFTER], true, 'built again without need'],
    [
      [...BEFORE, 'AWAITING_DEPLOY'],
      [...BEFORE, 'AWAITING_DEPLOY', 'BUILDING', ...AFTER],
      false,
      'built again',
    ],
    [BEFORE, [...BEFORE, ...AFTER, 'DEPLOYED'], false, 'deployed twice'],
    [[...BEFORE, ...AFTER], [...BEFORE, ...AFTER, 'SKIPPED'], false, 'went on after it was final'],
    [BEFORE, ['CREATING', 'QUEUED', 'BUILDING'], false, 'another past'],
  ])('finds %j that became %j', (before, after, built, finding) => {
    expect(judge(before, after, built)).toContain(finding);
  });
});
