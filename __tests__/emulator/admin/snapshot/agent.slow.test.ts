import { afterEach, expect, test } from '@jest/globals';
import { langGraphAgent, rootModulesInstall } from '../../../../harness/agents/fixtures.ts';
import { createRepository, type FixtureRepository } from '../../../../harness/git.ts';
import { isFinal } from '../../../../src/contract/statuses.ts';
import { gitDeployment } from '../../server/plane.ts';
import { startCloud } from '../cloud.ts';

let repository: FixtureRepository;
afterEach(() => repository.remove());

test('restoring a snapshot starts a real agent with its threads and checkpoints, and rebuilds missing files', async () => {
  repository = await createRepository(langGraphAgent());
  const { emulator, api, until } = await startCloud({ runtime: 'process' });
  const created = (
    await api(
      'POST',
      '/v2/deployments',
      gitDeployment({
        source_config: { repo_url: repository.url, install_command: rootModulesInstall() },
        secrets: [{ name: 'MODEL_KEY', value: 'secret-value-0123456789' }],
      }),
    )
  ).body;
  const path = `/v2/deployments/${created.id}`;
  const revision = `${path}/revisions/${created.latest_revision_id}`;
  expect((await until(revision, ({ body }) => isFinal(body.status))).body).toMatchObject({
    status: 'DEPLOYED',
  });
  const { url } = (await api('GET', path)).body;
  const { thread_id: thread } = (await api('POST', `${url}/threads`, {})).body;
  const say = async (content: string): Promise<{ content: string }[]> => {
    const input = { messages: [{ role: 'user', content }] };
    return (await api('POST', `${url}/threads/${thread}/runs/wait`, { assistant_id: 'agent', input })).body
      .messages;
  };
  await say('one');
  const snapshot = await emulator.snapshot();
  expect(snapshot.tables['checkpoints']?.length).toBeGreaterThan(0);

  // A reset deletes the folder of the revision, so the restore must build its commit again.
  await emulator.reset();
  await emulator.restore(snapshot);
  await until(`${url}/ok`, ({ status }) => status === 200);
  expect((await api('GET', `${url}/threads/${thread}/state`)).body.values.messages).toHaveLength(2);
  expect((await say('two')).map(({ content }) => content)).toEqual([
    'one',
    'graph v1: one',
    'two',
    'graph v1: two',
  ]);

  emulator.faults.set({ rules: [{ match: { stage: 'SERVING' }, then: { fail: 'out of order' } }] });
  expect((await api('GET', `${url}/ok`)).body).toEqual({ detail: 'out of order' });
  expect((await say('three')).at(-1)?.content).toBe('graph v1: three');
});
