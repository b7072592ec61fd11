import { describe, expect, test } from '@jest/globals';
import { identifyRevision, pickOurs } from '../../../src/action/apply/identify.ts';
import { viewRevision } from '../../../src/action/plan/actual.ts';
import { createFakeClock } from '../support/clock.ts';
import { createFakePlane } from '../support/plane.ts';
import { A, B, revision, wantedGit } from '../support/plan.ts';

const never = new AbortController().signal;
const views = (...list: [string, string | null][]) =>
  list.map(([id, commit]) => viewRevision(revision(id, 'BUILDING', { repo_commit_sha: commit })));

describe('our revision', () => {
  test('is the new one with our commit, the first of them', () => {
    const list = views(['r4', B], ['r3', B], ['r2', A], ['r1', B]);
    expect(pickOurs(list, new Set(['r1']), wantedGit())?.id).toBe('r3');
  });

  test('is the oldest new one while none says its commit', () => {
    expect(pickOurs(views(['r3', null], ['r2', null], ['r1', A]), new Set(['r1']), wantedGit())?.id).toBe(
      'r2',
    );
  });

  test('is none while nothing is new', () => {
    expect(pickOurs(views(['r1', B]), new Set(['r1']), wantedGit())).toBeUndefined();
  });

  test('is what the answer names, when it was not there before', async () => {
    const clock = createFakeClock();
    const { plane } = createFakePlane(clock);
    const answer = { id: 'd', name: 'n', status: 'READY', latest_revision_id: 'r2' };
    expect(await identifyRevision(plane, clock, answer, new Set(['r1']), wantedGit(), never)).toBe('r2');
  });

  test('is waited for when the answer names none', async () => {
    const clock = createFakeClock();
    const fake = createFakePlane(clock);
    const deployment = fake.add({ name: 'n' });
    clock.at(20_000, () => fake.addRevision(deployment.id, ['BUILDING'], B));
    const answer = { ...deployment, latest_revision_id: null };
    expect(await identifyRevision(fake.plane, clock, answer, new Set(), wantedGit(), never)).toMatch(/^2/);
    expect(fake.count('listRevisions')).toBeLessThan(10);
  });

  test('is given up after a minute', async () => {
    const clock = createFakeClock();
    const fake = createFakePlane(clock);
    const deployment = fake.add({ name: 'n' });
    const start = clock.now();
    expect(
      await identifyRevision(fake.plane, clock, deployment, new Set(), wantedGit(), never),
    ).toBeUndefined();
    expect(clock.now() - start).toBeLessThanOrEqual(60_000);
  });
});
