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

describe("a poll of a repository's ref", () => {
  test('detects a push if the commit differs from the previous poll', () => {
    expect(decidePoll(look({}))).toEqual(pushed);
    // A return to a commit that was deployed long ago counts as a push, too.
    expect(decidePoll(look({ revisions: [of('old'), of('new')] }))).toEqual(pushed);
  });

  test('detects no push while the commit is unchanged, even after another deploy', () => {
    expect(decidePoll(look({ head: 'old', revisions: [of('older')] }))).toEqual({ kind: 'nothing' });
  });

  test('creates no revision if the commit is already being deployed', () => {
    expect(decidePoll(look({ revisions: [of('new', 'BUILDING'), of('old')] }))).toEqual({ kind: 'keep' });
  });

  test('waits while the commit of the latest revision is unknown', () => {
    expect(decidePoll(look({ revisions: [of(null, 'QUEUED'), of('old')] }))).toEqual({ kind: 'wait' });
    expect(decidePoll(look({ previous: undefined, revisions: [of(null, 'CREATING')] }))).toEqual({
      kind: 'wait',
    });
    // The revision ended without a known commit, so the previous poll decides.
    expect(decidePoll(look({ revisions: [of(null, 'INTERRUPTED')] }))).toEqual(pushed);
    // The commit of the revision's push is sufficient.
    const push = { ref: REF, commit: 'other', channels: ['local'] };
    expect(decidePoll(look({ revisions: [{ ...of(null, 'QUEUED'), push }] }))).toEqual(pushed);
  });

  test('compares the commit with the deployed commit if it is the first poll', () => {
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

  test('creates no revision if the ref is new or deleted', () => {
    expect(decidePoll(look({ head: null }))).toEqual({ kind: 'keep' });
    expect(decidePoll(look({ previous: undefined, head: null }))).toEqual({ kind: 'keep' });
    const absent = { deploymentId: 'd', ref: REF, commit: null };
    expect(decidePoll(look({ previous: absent }))).toEqual({ kind: 'keep' });
    expect(decidePoll(look({ previous: absent, head: null }))).toEqual({ kind: 'nothing' });
  });
});
