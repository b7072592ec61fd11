import { describe, expect, test } from '@jest/globals';
import { possibleRevisions, identifyRevision } from '../../../src/action/deploy/identify.ts';
import { toRevisionView } from '../../../src/action/plan/current.ts';
import { createFakeClock } from '../support/clock.ts';
import { createFakeControlPlane } from '../support/control-plane.ts';
import { A, B, revision, wantedGit, wantedImage } from '../support/plan.ts';

const never = new AbortController().signal;
const answered = { sentOrigin: true, lost: false };
const views = (...list: [string, string | null][]) =>
  list.map(([id, commit]) => toRevisionView(revision(id, 'BUILDING', { repo_commit_sha: commit })));

describe('our revision', () => {
  const idsOf = (...args: Parameters<typeof possibleRevisions>) =>
    possibleRevisions(...args).map(({ id }) => id);
  const before = new Set(['r1']);

  test('is a new one with our commit', () => {
    const list = views(['r4', B], ['r3', B], ['r2', A], ['r1', B]);
    expect(idsOf(list, before, wantedGit())).toEqual(['r4', 'r3']);
  });

  test('is a new one that does not say its commit while none says ours', () => {
    expect(idsOf(views(['r3', null], ['r2', A], ['r1', A]), before, wantedGit())).toEqual(['r3']);
  });

  test('is never one of another ref or image; of our ref from a later commit it is', () => {
    const at = (id: string, config: Record<string, unknown>) =>
      toRevisionView(revision(id, 'BUILDING', config));
    const other = at('r2', { repo_ref: 'other', repo_commit_sha: null });
    expect(idsOf([other], before, wantedGit())).toEqual([]);
    const moved = at('r3', { repo_ref: 'main', repo_commit_sha: A });
    expect(idsOf([moved, other], before, wantedGit())).toEqual(['r3']);
    const image = at('r4', { image_uri: 'r.example.org/a:3' });
    expect(idsOf([image], before, wantedImage())).toEqual([]);
  });

  test('is none while nothing is new', () => {
    expect(idsOf(views(['r1', B]), before, wantedGit())).toEqual([]);
  });

  test('is not guessed when several can be it and the answer names none', async () => {
    const clock = createFakeClock();
    const fake = createFakeControlPlane(clock);
    const deployment = fake.add({ name: 'n' });
    fake.addRevision(deployment.id, ['BUILDING'], B);
    fake.addRevision(deployment.id, ['BUILDING'], B);
    const answer = { ...deployment, latest_revision_id: null };
    await expect(
      identifyRevision(
        { controlPlane: fake.client, clock, signal: never },
        answer,
        new Set(),
        wantedGit(),
        answered,
      ),
    ).rejects.toMatchObject({ outcome: { reason: 'ambiguous-revision' } });
  });

  test('is the oldest that can be it when the answer was lost: others may have come after us', async () => {
    const clock = createFakeClock();
    const fake = createFakeControlPlane(clock);
    const deployment = fake.add({ name: 'n' });
    const mine = fake.addRevision(deployment.id, ['BUILDING'], B);
    const later = fake.addRevision(deployment.id, ['QUEUED'], B);
    expect(deployment.latest_revision_id).toBe(later.id);
    const lost = { sentOrigin: true, lost: true };
    const secret = wantedGit({ secrets: [{ name: 'TOKEN', value: 'one-of-ours' }] });
    const more = identifyRevision(
      { controlPlane: fake.client, clock, signal: never },
      deployment,
      new Set(),
      secret,
      lost,
    );
    // Only the latest one shows that it has our secrets.
    expect(await more).toBe(later.id);
    expect(
      await identifyRevision(
        { controlPlane: fake.client, clock, signal: never },
        deployment,
        new Set(),
        wantedGit(),
        lost,
      ),
    ).toBe(mine.id);
  });

  test('is not what the answer names when it shows the image of another client', async () => {
    const clock = createFakeClock();
    const fake = createFakeControlPlane(clock);
    const image = (tag: string) => ({ source_revision_config: { image_uri: `r.example.org/a:${tag}` } });
    const deployment = fake.add({ name: 'n', source: 'external_docker', ...image('2') });
    const mine = fake.addRevision(deployment.id, ['DEPLOYING']);
    Object.assign(deployment, image('3'));
    const theirs = fake.addRevision(deployment.id, ['QUEUED']);
    expect(deployment.latest_revision_id).toBe(theirs.id);
    const found = await identifyRevision(
      { controlPlane: fake.client, clock, signal: never },
      deployment,
      new Set(),
      wantedImage(),
      answered,
    );
    expect(found).toBe(mine.id);
  });

  test('is what the answer names when the change said no image, with any image', async () => {
    const clock = createFakeClock();
    const fake = createFakeControlPlane(clock);
    const image = (tag: string) => ({ source_revision_config: { image_uri: `r.example.org/a:${tag}` } });
    const deployment = fake.add({ name: 'n', source: 'external_docker', ...image('2') });
    fake.addRevision(deployment.id, ['DEPLOYING']);
    Object.assign(deployment, image('3'));
    const mine = fake.addRevision(deployment.id, ['QUEUED']);
    const find = (answer: typeof deployment) =>
      identifyRevision(
        { controlPlane: fake.client, clock, signal: never },
        answer,
        new Set(),
        wantedImage(),
        { sentOrigin: false, lost: false },
      );
    expect(await find(deployment)).toBe(mine.id);
    await expect(find({ ...deployment, latest_revision_id: null })).rejects.toMatchObject({
      outcome: { reason: 'ambiguous-revision' },
    });
  });

  test('is what the answer names, when it was not there before', async () => {
    const clock = createFakeClock();
    const { client: controlPlane } = createFakeControlPlane(clock);
    const answer = { id: 'd', name: 'n', status: 'READY', latest_revision_id: 'r2' };
    expect(
      await identifyRevision(
        { controlPlane, clock, signal: never },
        answer,
        new Set(['r1']),
        wantedGit(),
        answered,
      ),
    ).toBe('r2');
  });

  test('is waited for when the answer names none', async () => {
    const clock = createFakeClock();
    const fake = createFakeControlPlane(clock);
    const deployment = fake.add({ name: 'n' });
    clock.at(20_000, () => fake.addRevision(deployment.id, ['BUILDING'], B));
    const answer = { ...deployment, latest_revision_id: null };
    expect(
      await identifyRevision(
        { controlPlane: fake.client, clock, signal: never },
        answer,
        new Set(),
        wantedGit(),
        answered,
      ),
    ).toMatch(/^2/);
    expect(fake.count('listRevisions')).toBeLessThan(10);
  });

  test('is given up after a minute', async () => {
    const clock = createFakeClock();
    const fake = createFakeControlPlane(clock);
    const deployment = fake.add({ name: 'n' });
    const start = clock.now();
    expect(
      await identifyRevision(
        { controlPlane: fake.client, clock, signal: never },
        deployment,
        new Set(),
        wantedGit(),
        answered,
      ),
    ).toBeUndefined();
    expect(clock.now() - start).toBeLessThanOrEqual(60_000);
  });
});
