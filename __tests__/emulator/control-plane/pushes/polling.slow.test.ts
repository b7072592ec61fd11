import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRepository } from '../../../../harness/git.ts';
import { commits, fakeRepository, openStubControlPlane } from './stub-control-plane.ts';

const LOOK = 2_000;

describe('a local repository whose pushes trigger builds', () => {
  test('is polled, and each push creates one revision of its commit within two seconds', async () => {
    const repository = await createRepository({ 'langgraph.json': '{}' });
    try {
      const world = await openStubControlPlane();
      const first = await repository.head();
      const ids = [await world.deploy(repository.url), await world.deploy(repository.origin)];
      await world.pass(2 * LOOK);
      const second = await repository.commit({ 'a.txt': '2' });
      const before = world.asked.get(repository.origin) ?? 0;
      await world.pass(LOOK);
      // The repository is read once for both deployments, although they write its address differently.
      expect(world.asked.get(repository.origin)).toBe(before + 1);
      for (const id of ids) {
        const revisions = await world.revisions(id);
        expect(commits(revisions)).toEqual([second, first]);
        expect(revisions[0]?.status).toBe('DEPLOYED');
      }
    } finally {
      await repository.remove();
    }
  });

  test('is read once for all its deployments and refs', async () => {
    const { address, fake, push } = fakeRepository();
    const world = await openStubControlPlane({ fake });
    const ids = [
      await world.deploy(address),
      await world.deploy(address),
      await world.deploy(address, 'next'),
    ];
    const before = world.asked.get(address) ?? 0;
    push();
    await world.pass(LOOK);
    expect(world.asked.get(address)).toBe(before + 1);
    expect(await Promise.all(ids.map(async (id) => (await world.revisions(id)).length))).toEqual([2, 2, 1]);
  });

  // docs/departures.md#sourceconfig-build-push-local
  test('does not rebuild a deployment after a redeploy of an older revision', async () => {
    const { address, fake, push, first } = fakeRepository();
    const world = await openStubControlPlane({ fake });
    const id = await world.deploy(address);
    const [oldest] = await world.revisions(id);
    const second = push();
    await world.pass(LOOK);
    await world.api('POST', `/v2/deployments/${id}/revisions/${oldest?.id}/redeploy`);
    await world.pass(10 * LOOK);
    expect(commits(await world.revisions(id))).toEqual([first, second, first]);
    // The next push is found again.
    const third = push();
    await world.pass(LOOK);
    expect(commits(await world.revisions(id))).toEqual([third, first, second, first]);
  });

  test('triggers a build only when a branch moves, not when it is created or deleted', async () => {
    const { address, fake, push, remove } = fakeRepository();
    const world = await openStubControlPlane({ fake });
    const id = await world.deploy(address, 'next');
    await world.pass(LOOK);
    push('next');
    await world.pass(LOOK);
    expect(commits(await world.revisions(id))).toEqual([null]);
    const moved = push('next');
    await world.pass(LOOK);
    expect(commits(await world.revisions(id))).toEqual([moved, null]);
    remove('next');
    await world.pass(LOOK);
    push('next');
    await world.pass(LOOK);
    expect(await world.revisions(id)).toHaveLength(2);
  });

  test('is not polled if polling is disabled, the deployment is deleted, or the repository is remote', async () => {
    const { address, fake, push } = fakeRepository();
    const world = await openStubControlPlane({ fake });
    const asked = () => world.asked.get(address) ?? 0;
    await world.deploy(address, 'main', { build_on_push: false });
    await world.deploy('https://git.example/owner/agent');
    await world.pass(10 * LOOK);
    expect(asked()).toBe(0);
    const off = await world.deploy(address);
    const gone = await world.deploy(address);
    await world.api('PATCH', `/v2/deployments/${off}`, { source_config: { build_on_push: false } });
    await world.api('DELETE', `/v2/deployments/${gone}`);
    await world.pass(LOOK);
    const before = asked();
    push();
    await world.pass(10 * LOOK);
    expect(asked()).toBe(before);
    expect(await world.revisions(off)).toHaveLength(1);
    // Polling resumes when the deployment enables builds on pushes.
    await world.api('PATCH', `/v2/deployments/${off}`, { source_config: { build_on_push: true } });
    await world.pass(LOOK);
    const last = push();
    await world.pass(LOOK);
    expect(commits(await world.revisions(off))[0]).toBe(last);
  });

  test('is polled for another branch once that branch is deployed', async () => {
    const { address, fake, push } = fakeRepository();
    const world = await openStubControlPlane({ fake });
    const next = push('next');
    const id = await world.deploy(address);
    await world.tell(address, { ref: 'next', commit_sha: next, created: true });
    await world.api('PATCH', `/v2/deployments/${id}`, { source_revision_config: { repo_ref: 'next' } });
    await world.pass(LOOK);
    push('main');
    await world.pass(LOOK);
    expect(await world.revisions(id)).toHaveLength(2);
    const moved = push('next');
    await world.pass(LOOK);
    expect(commits(await world.revisions(id)).slice(0, 2)).toEqual([moved, next]);
  });

  test('is polled again after it could not be read for a while', async () => {
    const { address, fake, push } = fakeRepository();
    const world = await openStubControlPlane({ fake });
    const id = await world.deploy(address);
    await world.pass(LOOK);
    const refs = fake.get(address)!;
    fake.set(address, undefined as never);
    const second = push();
    await world.pass(2 * LOOK);
    expect(await world.revisions(id)).toHaveLength(1);
    fake.set(address, refs);
    await world.pass(LOOK);
    expect(commits(await world.revisions(id))[0]).toBe(second);
  });

  test('triggers no build while a deployment stalls before its commit is known', async () => {
    const { address, fake, push } = fakeRepository();
    const world = await openStubControlPlane({ fake });
    world.emulator.faults.set({ rules: [{ match: { stage: 'AWAITING_BUILD' }, then: { stall: true } }] });
    const id = await world.deploy(address);
    const second = push();
    await world.pass(5 * LOOK);
    // The commit of the active build is unknown, and might be this commit.
    expect(await world.revisions(id)).toHaveLength(1);
    await world.tell(address, { commit_sha: second, created: true });
    world.emulator.faults.clear();
    await world.pass(5 * LOOK);
    expect(commits(await world.revisions(id))).toEqual([second]);
  });
});

describe('a push that is reported in several ways', () => {
  test('causes only one revision, but a second report in the same way is a new push', async () => {
    const { address, fake, push } = fakeRepository();
    const world = await openStubControlPlane({ fake });
    const id = await world.deploy(address);
    const second = push();
    await world.pass(LOOK);
    const [polled] = await world.revisions(id);
    expect(await world.tell(address, { commit_sha: second })).toEqual([polled?.id]);
    expect(await world.deliver(address, second, 'one')).toEqual([polled?.id]);
    push();
    // The push was reported without its commit before it was polled.
    const [reported] = await world.tell(address);
    await world.pass(10 * LOOK);
    const revisions = await world.revisions(id);
    expect(revisions).toHaveLength(3);
    expect(revisions[0]?.id).toBe(reported);
    // A second report on the same channel counts as a new push.
    expect(await world.tell(address, { commit_sha: second })).not.toEqual([polled?.id]);
  });

  // docs/departures.md#sourceconfig-build-push-how
  test('causes only one revision, whatever the order of the reports', async () => {
    const way = fc.constantFrom('push', 'look', 'local', 'local without commit', 'webhook');
    await fc.assert(
      fc.asyncProperty(fc.array(way, { maxLength: 14 }), async (ways) => {
        const { address, fake, push, first } = fakeRepository();
        const world = await openStubControlPlane({ fake });
        const id = await world.deploy(address);
        const known = new Set([first]);
        const untold = { local: [] as string[], webhook: [] as string[] };
        for (const one of ways) {
          const head = fake.get(address)?.get('refs/heads/main') ?? '';
          if (one === 'push') {
            const commit = push();
            untold.local.push(commit);
            untold.webhook.push(commit);
          } else if (one === 'look') {
            await world.pass(LOOK);
            known.add(head);
          } else if (one === 'webhook') {
            const commit = untold.webhook.shift();
            if (commit === undefined) continue;
            await world.deliver(address, commit, commit);
            known.add(commit);
          } else {
            // A report without a commit can refer only to the newest push.
            const blind = one === 'local without commit' && untold.local.length === 1;
            const commit = untold.local.shift();
            if (commit === undefined) continue;
            await world.tell(address, blind ? {} : { commit_sha: commit });
            known.add(commit);
          }
        }
        await world.pass(LOOK);
        known.add(fake.get(address)?.get('refs/heads/main') ?? '');
        await world.pass(5 * LOOK);
        expect(await world.revisions(id)).toHaveLength(known.size);
        await world.emulator.close();
      }),
      // Each run of the property uses a separate emulator.
      { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 150) / 10) },
    );
  });
});
