import { describe, expect, test } from '@jest/globals';
import { commits, openStubControlPlane } from './stub-control-plane.ts';

const REPO = 'https://git.example/owner/agent';
const [A, B, C] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)];

describe('the commit of a revision in the stub runtime', () => {
  // docs/departures.md#sourcerevisionconfig-repo-commit-sha
  test('is the commit that was last reported for the ref when the revision is built', async () => {
    const world = await openStubControlPlane();
    await world.tell(REPO, { commit_sha: A });
    const id = await world.deploy(REPO, 'main', { build_on_push: false });
    expect(commits(await world.revisions(id))).toEqual([A]);

    world.emulator.faults.set({ rules: [{ match: { stage: 'AWAITING_BUILD' }, then: { stall: true } }] });
    const patch = { source_revision_config: { repo_ref: 'main' } };
    await world.api('PATCH', `/v2/deployments/${id}`, patch);
    await world.pass();
    expect(commits(await world.revisions(id))).toEqual([null, A]);
    // The branch moves before the build.
    await world.tell(`${REPO}.git`, { commit_sha: B });
    world.emulator.faults.clear();
    await world.api('GET', '/v2/deployments');
    await world.pass();
    await world.pass(1_000);
    expect(commits(await world.revisions(id))).toEqual([B, A]);
  });

  test('is the tagged commit for a tag', async () => {
    const world = await openStubControlPlane();
    expect(await world.tell(REPO, { ref: 'refs/tags/v1', commit_sha: A })).toEqual([]);
    const id = await world.deploy(REPO, 'refs/tags/v1');
    expect(commits(await world.revisions(id))).toEqual([A]);
  });

  test('is unknown if the commit of the ref was never reported or is no longer known', async () => {
    const world = await openStubControlPlane();
    const commitNow = async () => {
      const id = await world.deploy(REPO, 'main', { build_on_push: false });
      return commits(await world.revisions(id))[0];
    };
    expect(await commitNow()).toBeNull();
    await world.tell(REPO, { commit_sha: A });
    expect(await commitNow()).toBe(A);
    await world.tell(REPO);
    expect(await commitNow()).toBeNull();
    await world.tell(REPO, { commit_sha: B });
    await world.tell(REPO, { deleted: true });
    expect(await commitNow()).toBeNull();
    // Reports for another workspace have no effect on this workspace.
    await world.tell(REPO, { commit_sha: C, workspace_id: '99999999-9999-4999-8999-999999999999' });
    expect(await commitNow()).toBeNull();
  });
});

describe('a push reported with POST /_local/push', () => {
  test('creates a revision each time, with or without the commit', async () => {
    const world = await openStubControlPlane();
    const id = await world.deploy(REPO);
    for (const push of [{}, {}, { commit_sha: A }, { commit_sha: A }]) {
      expect(await world.tell(REPO, push)).toHaveLength(1);
    }
    const revisions = await world.revisions(id);
    expect(commits(revisions)).toEqual([A, A, null, null, null]);
    expect(new Set(revisions.map(({ status }) => status))).toEqual(new Set(['DEPLOYED']));
  });

  test('creates no revision if it creates or deletes a branch, or concerns a tag', async () => {
    const world = await openStubControlPlane();
    const id = await world.deploy(REPO);
    for (const push of [{ created: true, commit_sha: A }, { deleted: true }, { ref: 'refs/tags/main' }]) {
      expect(await world.tell(REPO, push)).toEqual([]);
    }
    expect(await world.revisions(id)).toHaveLength(1);
  });
});
