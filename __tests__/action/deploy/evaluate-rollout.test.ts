import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toRevisionView } from '../../../src/action/plan/current.ts';
import { evaluateRollout, needsDeployment } from '../../../src/action/deploy/evaluate-rollout.ts';
import { REVISION_STATUSES, statusKind } from '../../../src/contract/statuses.ts';
import { A, B, revision } from '../support/plan.ts';

const ours = { revisionId: 'r2', commit: B, imageUri: undefined, before: new Set(['r1']) };
const look = (status: string, active?: string, latest = 'r2', commit: string | null = B) => ({
  revision: toRevisionView(revision('r2', status, { repo_commit_sha: commit })),
  deployment: { activeRevisionId: active, latestRevisionId: latest },
});

describe('a revision', () => {
  test('that is deployed and active is a success', () => {
    expect(evaluateRollout(ours, look('DEPLOYED', 'r2'))).toEqual({ kind: 'deployed' });
  });

  test.each([undefined, 'r1'])(
    'that is deployed while the active revision is %s will soon become active',
    (active) => {
      expect(evaluateRollout(ours, look('DEPLOYED', active))).toEqual({ kind: 'switching' });
    },
  );

  test('that is deployed while a newer revision is active was superseded by the newer revision', () => {
    expect(evaluateRollout(ours, look('DEPLOYED', 'r3', 'r3'))).toEqual({
      kind: 'superseded',
      why: 'newer-revision',
      by: 'r3',
    });
  });

  test('that is deployed and is the latest revision will take over from the older active revision', () => {
    expect(evaluateRollout(ours, look('DEPLOYED', 'r1b', 'r2'))).toEqual({ kind: 'switching' });
  });

  test("with an image other than the run's image is superseded, unless both references name the same image", () => {
    const image = { ...ours, commit: undefined, imageUri: 'r.example.org/a:2' };
    const shows = (imageUri: string) => ({
      revision: toRevisionView(revision('r2', 'DEPLOYED', { image_uri: imageUri })),
      deployment: { activeRevisionId: 'r2', latestRevisionId: 'r2' },
    });
    expect(evaluateRollout(image, shows('r.example.org/a:3'))).toEqual({
      kind: 'superseded',
      why: 'image-mismatch',
      by: undefined,
    });
    expect(evaluateRollout(image, shows('r.example.org/a:2'))).toEqual({ kind: 'deployed' });
    expect(evaluateRollout(image, shows('r.example.org/a@sha256:00'))).toEqual({ kind: 'deployed' });
  });

  test("with a commit other than the run's commit is superseded in any status", () => {
    for (const status of ['BUILDING', 'DEPLOYED', 'QUEUED']) {
      const verdict = { kind: 'superseded', why: 'commit-mismatch', by: undefined };
      expect(evaluateRollout(ours, look(status, 'r2', 'r2', A))).toEqual(verdict);
    }
  });

  test("that was built from another upload than the run's upload is superseded if both uploads are known", () => {
    const verdictFor = (tarballPath: string | undefined, built: string | undefined) => {
      const seen = look('DEPLOYED', 'r2');
      return evaluateRollout(
        { ...ours, tarballPath },
        { ...seen, revision: { ...seen.revision, tarballPath: built } },
      );
    };
    expect(verdictFor('a.tar.gz', 'b.tar.gz')).toEqual({
      kind: 'superseded',
      why: 'image-mismatch',
      by: undefined,
    });
    for (const [expected, built] of [
      ['a.tar.gz', 'a.tar.gz'],
      [undefined, 'b.tar.gz'],
      ['a.tar.gz', undefined],
    ]) {
      expect(verdictFor(expected, built)).toEqual({ kind: 'deployed' });
    }
  });

  test('will still take over if an earlier revision is active, even if a later revision exists', () => {
    expect(evaluateRollout(ours, look('DEPLOYED', 'r1', 'r3'))).toEqual({ kind: 'switching' });
    expect(evaluateRollout(ours, look('DEPLOYED', undefined, 'r3'))).toEqual({ kind: 'switching' });
  });

  test.each(['DEPLOYED', 'SKIPPED'])(
    'in status %s is evaluated together with the state of its deployment',
    (status) => {
      expect(needsDeployment(status)).toBe(true);
    },
  );

  test("that failed counts as failed even if its commit is not the run's commit", () => {
    expect(evaluateRollout(ours, look('BUILD_FAILED', 'r1', 'r2', A))).toMatchObject({ kind: 'failed' });
  });

  test("is evaluated without its commit if the revision's commit or the run's commit is unknown", () => {
    expect(evaluateRollout(ours, look('DEPLOYED', 'r2', 'r2', null))).toEqual({ kind: 'deployed' });
    expect(evaluateRollout({ ...ours, commit: undefined }, look('DEPLOYED', 'r2', 'r2', A))).toEqual({
      kind: 'deployed',
    });
  });

  test('that the service skipped is reported as superseded by the newer revision, if one exists', () => {
    expect(evaluateRollout(ours, look('SKIPPED', 'r1', 'r3'))).toEqual({
      kind: 'superseded',
      why: 'skipped-by-service',
      by: 'r3',
    });
    expect(evaluateRollout(ours, look('SKIPPED', 'r1', 'r2'))).toMatchObject({ by: undefined });
  });

  test.each([
    ['CREATE_FAILED', 'create-failed'],
    ['BUILD_FAILED', 'build-failed'],
    ['DEPLOY_FAILED', 'deploy-failed'],
    ['UPLOAD_FAILED', 'revision-failed'],
    ['FAILED', 'revision-failed'],
    ['INTERRUPTED', 'interrupted'],
  ])('in status %s fails with reason %s', (status, why) => {
    expect(evaluateRollout(ours, look(status))).toEqual({ kind: 'failed', why });
  });

  test.each(REVISION_STATUSES.filter((status) => statusKind(status) === 'progress'))(
    'in status %s is in progress',
    (status) => {
      expect(evaluateRollout(ours, look(status, 'r1'))).toEqual({ kind: 'waiting' });
    },
  );

  test('in an unknown status is in progress', () => {
    fc.assert(
      fc.property(fc.string(), (status) => {
        fc.pre(statusKind(status) === 'progress');
        expect(evaluateRollout(ours, look(status, 'r1'))).toEqual({ kind: 'waiting' });
        expect(needsDeployment(status)).toBe(false);
      }),
    );
  });

  test('is a success only when it is DEPLOYED and active', () => {
    const status = fc.oneof(fc.constantFrom(...REVISION_STATUSES), fc.string());
    fc.assert(
      fc.property(
        status,
        fc.constantFrom(undefined, 'r1', 'r2', 'r3'),
        fc.constantFrom(A, B),
        (text, active, commit) => {
          const verdict = evaluateRollout(ours, look(text, active, 'r2', commit));
          if (verdict.kind === 'deployed') {
            expect([text, active, commit]).toEqual(['DEPLOYED', 'r2', B]);
          }
        },
      ),
    );
  });
});
