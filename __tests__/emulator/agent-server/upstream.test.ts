import { afterEach, describe, expect, test } from '@jest/globals';
import { createUpstreams } from '../../../src/emulator/agent-server/index.ts';
import type { Source } from '../../../src/contract/source.ts';
import type { Store } from '../../../src/emulator/ports/store.ts';
import type { ServerWorker } from '../../../src/emulator/ports/worker.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment, aWorkspace, revisionRow } from '../store/samples.ts';
import { type FakeLive, fakeLive } from './fixture.ts';

const opened: Store[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

/** Creates a deployment whose active revision has this source, but no worker. */
async function down(source: Source, bringsServer: boolean): Promise<{ store: Store; id: string }> {
  const store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  opened.push(store);
  const { id } = await aDeployment(store, { workspaceId: await aWorkspace(store), source });
  const revision = await store.revisions.insert(revisionRow(id, { source }), []);
  await store.revisions.update(revision.id, { bringsServer });
  await store.deployments.update(id, { activeRevisionId: revision.id });
  return { store, id };
}
const server = (live: FakeLive): FakeLive => ({
  ...live,
  acquireServer: () => ({
    worker: { address: 'http://127.0.0.1:1' } as ServerWorker,
    release: () => undefined,
  }),
});

describe("the server that handles a deployment's requests", () => {
  test.each<[Source, boolean, boolean]>([
    ['git_host', false, false],
    ['git_host', true, true],
    ['internal_source', true, true],
    ['external_docker', false, true],
  ])(
    'is determined by the stored revision while no server runs: source %s, with its own server: %s',
    async (source, bringsServer, brings) => {
      const { store, id } = await down(source, bringsServer);
      const upstreams = createUpstreams({ store, live: fakeLive() });
      expect(await upstreams.has(id)).toBe(brings);
      expect(() => upstreams.acquire(id)).toThrow("deployment's own server is not running");
    },
  );

  test('is the server that runs in this process, even during a switch', async () => {
    const { store, id } = await down('git_host', false);
    const upstreams = createUpstreams({ store, live: server(fakeLive()) });
    expect(await upstreams.has(id)).toBe(true);
    expect(upstreams.acquire(id).address).toBe('http://127.0.0.1:1');
  });

  test('is the agent server if the deployment is unknown or has never been active', async () => {
    const { store, id } = await down('git_host', true);
    const upstreams = createUpstreams({ store, live: fakeLive() });
    await store.deployments.update(id, { activeRevisionId: null });
    expect([await upstreams.has(id), await upstreams.has('unknown')]).toEqual([false, false]);
  });
});
