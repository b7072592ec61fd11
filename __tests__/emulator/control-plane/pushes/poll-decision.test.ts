import { describe, expect, test } from '@jest/globals';
import { judgeLook, type Look } from '../../../../src/emulator/control-plane/pushes/poll-decision.ts';

const REF = 'refs/heads/main';
const look = (change: Partial<Look>): Look => ({
  ref: REF,
  head: 'new',
  seen: { deploymentId: 'd', ref: REF, commit: 'old' },
  latest: { status: 'DEPLOYED', config: { repo_commit_sha: 'old' } },
  built: false,
  ...change,
});
const unresolved = (status: string) => ({ status, config: {} });

describe('a look at a ref', () => {
  test('that leads elsewhere than before saw a push', () => {
    expect(judgeLook(look({}))).toEqual({ kind: 'pushed', commit: 'new' });
    // Also back to a commit that was deployed long ago.
    expect(judgeLook(look({ built: true }))).toEqual({ kind: 'pushed', commit: 'new' });
  });

  test('that leads where it led before saw nothing, whatever is deployed by now', () => {
    const rolledBack = { status: 'DEPLOYED', config: { repo_commit_sha: 'older' } };
    expect(judgeLook(look({ head: 'old', latest: rolledBack }))).toEqual({ kind: 'nothing' });
  });

  test('that leads to what is being deployed already makes nothing', () => {
    const latest = { status: 'BUILDING', config: { repo_commit_sha: 'new' } };
    expect(judgeLook(look({ latest }))).toEqual({ kind: 'keep' });
  });

  test('waits while it is not known what the latest revision is of', () => {
    expect(judgeLook(look({ latest: unresolved('QUEUED') }))).toEqual({ kind: 'wait' });
    expect(judgeLook(look({ seen: undefined, latest: unresolved('CREATING') }))).toEqual({ kind: 'wait' });
    // It ended and never was of any commit: the look before is what counts.
    expect(judgeLook(look({ latest: unresolved('INTERRUPTED') }))).toEqual({ kind: 'pushed', commit: 'new' });
  });

  test('for the first time compares with what was deployed', () => {
    expect(judgeLook(look({ seen: undefined }))).toEqual({ kind: 'pushed', commit: 'new' });
    expect(judgeLook(look({ seen: undefined, built: true }))).toEqual({ kind: 'keep' });
    expect(judgeLook(look({ seen: undefined, latest: unresolved('BUILD_FAILED') }))).toEqual({
      kind: 'keep',
    });
    const other = { deploymentId: 'd', ref: 'refs/heads/other', commit: 'new' };
    expect(judgeLook(look({ seen: other, built: true }))).toEqual({ kind: 'keep' });
  });

  test('at a ref that appears or goes makes nothing', () => {
    expect(judgeLook(look({ head: null }))).toEqual({ kind: 'keep' });
    expect(judgeLook(look({ seen: undefined, head: null }))).toEqual({ kind: 'keep' });
    const absent = { deploymentId: 'd', ref: REF, commit: null };
    expect(judgeLook(look({ seen: absent }))).toEqual({ kind: 'keep' });
    expect(judgeLook(look({ seen: absent, head: null }))).toEqual({ kind: 'nothing' });
  });
});
