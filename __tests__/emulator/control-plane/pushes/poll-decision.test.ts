import { describe, expect, test } from '@jest/globals';
import {
  decidePoll,
  type PollObservation,
} from '../../../../src/emulator/control-plane/pushes/push-event.ts';

const REF = 'refs/heads/main';
const of = (commit: string | null, status = 'DEPLOYED') => ({
  status,
  config: { repo_commit_sha: commit },
  push: null,
});
const look = (change: Partial<PollObservation>): PollObservation => ({
  ref: REF,
  head: 'new',
  previous: { deploymentId: 'd', ref: REF, commit: 'old' },
  revisions: [of('old')],
  ...change,
});
const pushed = { kind: 'pushed', commit: 'new' };

describe('a look at a ref', () => {
  test('that leads elsewhere than before saw a push', () => {
    expect(decidePoll(look({}))).toEqual(pushed);
    // Also back to a commit that was deployed long ago.
    expect(decidePoll(look({ revisions: [of('old'), of('new')] }))).toEqual(pushed);
  });

  test('that leads where it led before saw nothing, also after another deploy', () => {
    expect(decidePoll(look({ head: 'old', revisions: [of('older')] }))).toEqual({ kind: 'nothing' });
  });

  test('that leads to what is being deployed already makes nothing', () => {
    expect(decidePoll(look({ revisions: [of('new', 'BUILDING'), of('old')] }))).toEqual({ kind: 'keep' });
  });

  test('waits while it is not known what the latest revision is of', () => {
    expect(decidePoll(look({ revisions: [of(null, 'QUEUED'), of('old')] }))).toEqual({ kind: 'wait' });
    expect(decidePoll(look({ previous: undefined, revisions: [of(null, 'CREATING')] }))).toEqual({
      kind: 'wait',
    });
    // It ended and never was of any commit: the look before is what counts.
    expect(decidePoll(look({ revisions: [of(null, 'INTERRUPTED')] }))).toEqual(pushed);
    // What it was made for is as good.
    const push = { ref: REF, commit: 'other', channels: ['local'] };
    expect(decidePoll(look({ revisions: [{ ...of(null, 'QUEUED'), push }] }))).toEqual(pushed);
  });

  test('for the first time compares with what was deployed', () => {
    const first = (...revisions: PollObservation['revisions'][number][]) =>
      decidePoll(look({ previous: undefined, revisions }));
    expect(first(of('old'))).toEqual(pushed);
    expect(first(of('old'), of('new'))).toEqual({ kind: 'keep' });
    expect(first(of(null, 'BUILD_FAILED'))).toEqual({ kind: 'keep' });
    expect(first(of(null, 'INTERRUPTED'), of('old'))).toEqual(pushed);
    expect(first(of(null, 'INTERRUPTED'), of('new'))).toEqual({ kind: 'keep' });
    const other = { deploymentId: 'd', ref: 'refs/heads/other', commit: 'new' };
    expect(decidePoll(look({ previous: other, revisions: [of('old'), of('new')] }))).toEqual({
      kind: 'keep',
    });
  });

  test('at a ref that appears or goes makes nothing', () => {
    expect(decidePoll(look({ head: null }))).toEqual({ kind: 'keep' });
    expect(decidePoll(look({ previous: undefined, head: null }))).toEqual({ kind: 'keep' });
    const absent = { deploymentId: 'd', ref: REF, commit: null };
    expect(decidePoll(look({ previous: absent }))).toEqual({ kind: 'keep' });
    expect(decidePoll(look({ previous: absent, head: null }))).toEqual({ kind: 'nothing' });
  });
});
