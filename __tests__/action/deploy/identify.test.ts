import { describe, expect, test } from '@jest/globals';
import { possibleRevisions, identifyRevision } from '../../../src/action/deploy/identify.ts';
import { toRevisionView } from '../../../src/action/plan/current.ts';
import type { Deployment } from '../../../src/contract/deployment.ts';
import { createFakeClock } from '../support/clock.ts';
import { createFakeControlPlane } from '../support/control-plane.ts';
import { A, B, revision, wantedGit, wantedImage } from '../support/plan.ts';

const never = new AbortController().signal;
/** Fields of the response to the change, apart from the deployment itself. */
interface Answer {
  latest?: string | null;
  before?: Set<string>;
  sentOrigin?: boolean;
  lost?: boolean;
}
const views = (...list: [string, string | null][]) =>
  list.map(([id, commit]) => toRevisionView(revision(id, 'BUILDING', { repo_commit_sha: commit })));

describe('the search for the revision that a change created', () => {
  const idsOf = (...args: Parameters<typeof possibleRevisions>) =>
    possibleRevisions(...args).map(({ id }) => id);
  const before = new Set(['r1']);

  test('accepts new revisions with the deployed commit', () => {
    const list = views(['r4', B], ['r3', B], ['r2', A], ['r1', B]);
    expect(idsOf(list, before, wantedGit())).toEqual(['r4', 'r3']);
  });

  test('accepts a new revision without a commit if no new revision shows the deployed commit', () => {
    expect(idsOf(views(['r3', null], ['r2', A], ['r1', A]), before, wantedGit())).toEqual(['r3']);
  });

  test('rejects revisions of another ref or image, but accepts a later commit of the deployed ref', () => {
    const at = (id: string, config: Record<string, unknown>) =>
      toRevisionView(revision(id, 'BUILDING', config));
    const other = at('r2', { repo_ref: 'other', repo_commit_sha: null });
    expect(idsOf([other], before, wantedGit())).toEqual([]);
    const moved = at('r3', { repo_ref: 'main', repo_commit_sha: A });
    expect(idsOf([moved, other], before, wantedGit())).toEqual(['r3']);
    const image = at('r4', { image_uri: 'r.example.org/a:3' });
    expect(idsOf([image], before, wantedImage())).toEqual([]);
  });

  test('finds no revision while no new revision exists', () => {
    expect(idsOf(views(['r1', B]), before, wantedGit())).toEqual([]);
  });

  /** Creates a deployment, and returns which revision is identified as the run's own. */
  function rollout(over: Partial<Deployment> = {}) {
    const clock = createFakeClock();
    const fake = createFakeControlPlane(clock);
    const deployment = fake.add({ name: 'n', ...over });
    const find = (
      { latest = deployment.latest_revision_id, before = new Set<string>(), ...sent }: Answer = {},
      wanted = wantedGit(),
    ) =>
      identifyRevision(
        { controlPlane: fake.client, clock, signal: never },
        { ...deployment, latest_revision_id: latest },
        before,
        wanted,
        { sentOrigin: true, lost: false, ...sent },
      );
    return { clock, fake, deployment, find, add: fake.addRevision.bind(fake, deployment.id) };
  }
  const image = (tag: string) => ({ source_revision_config: { image_uri: `r.example.org/a:${tag}` } });
  const ofImage = () => rollout({ source: 'external_docker', ...image('2') });
  const ambiguous = { outcome: { reason: 'ambiguous-revision' } };

  test('fails instead of guessing if several revisions match and the response contains no revision ID', async () => {
    const { add, find } = rollout();
    add(['BUILDING'], B);
    add(['BUILDING'], B);
    await expect(find({ latest: null })).rejects.toMatchObject(ambiguous);
  });

  test('chooses the oldest match after a lost response, because other clients may have deployed later', async () => {
    const { add, find, deployment } = rollout();
    const mine = add(['BUILDING'], B);
    const later = add(['QUEUED'], B);
    expect(deployment.latest_revision_id).toBe(later.id);
    // Only the latest revision shows that it has the run's secrets.
    const secret = wantedGit({ secrets: [{ name: 'TOKEN', value: 'one-of-ours' }] });
    expect(await find({ lost: true }, secret)).toBe(later.id);
    expect(await find({ lost: true })).toBe(mine.id);
  });

  test("rejects the revision ID of the response if that revision has another client's image", async () => {
    const { add, find, deployment } = ofImage();
    const mine = add(['DEPLOYING']);
    Object.assign(deployment, image('3'));
    const theirs = add(['QUEUED']);
    expect(deployment.latest_revision_id).toBe(theirs.id);
    expect(await find({}, wantedImage())).toBe(mine.id);
  });

  test('accepts the revision ID of the response regardless of the image if the change sent no image', async () => {
    const { add, find, deployment } = ofImage();
    add(['DEPLOYING']);
    Object.assign(deployment, image('3'));
    const mine = add(['QUEUED']);
    expect(await find({ sentOrigin: false }, wantedImage())).toBe(mine.id);
    await expect(find({ sentOrigin: false, latest: null }, wantedImage())).rejects.toMatchObject(ambiguous);
  });

  test('accepts the revision ID of the response if that revision did not exist before', async () => {
    expect(await rollout().find({ latest: 'r2', before: new Set(['r1']) })).toBe('r2');
  });

  test('waits until a revision appears if the response contains no revision ID', async () => {
    const { clock, fake, add, find } = rollout();
    clock.at(20_000, () => add(['BUILDING'], B));
    expect(await find({ latest: null })).toMatch(/^2/);
    expect(fake.count('listRevisions')).toBeLessThan(10);
  });

  test('times out after a minute', async () => {
    const { clock, find } = rollout();
    const start = clock.now();
    expect(await find()).toBeUndefined();
    expect(clock.now() - start).toBeLessThanOrEqual(60_000);
  });
});
