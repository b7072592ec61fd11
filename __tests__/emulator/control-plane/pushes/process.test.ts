import { expect, test } from '@jest/globals';
import { plainAgent } from '../../../../harness/agents/fixtures.ts';
import { createRepository } from '../../../../harness/git.ts';
import { createEmulator } from '../../../../src/emulator/index.ts';
import { call, gitDeployment } from '../../server/plane.ts';
import type { Shown } from './stub-control-plane.ts';

test('a push to a local repository that is not reported is built, run and switched to', async () => {
  await using stack = new AsyncDisposableStack();
  const repository = await createRepository(plainAgent());
  stack.defer(() => repository.remove());
  const emulator = await createEmulator();
  stack.defer(() => emulator.close());
  const api = (method: string, path: string, body?: unknown) => call(emulator, method, path, body);
  const source = { repo_url: repository.url, build_on_push: true };
  const { id } = (await api('POST', '/v2/deployments', gitDeployment({ source_config: source }))).body;
  const path = `/v2/deployments/${id}`;
  const revisions = async (): Promise<Shown[]> => (await api('GET', `${path}/revisions`)).body.resources;
  const active = async (): Promise<Shown | undefined> => {
    const { active_revision_id: now } = (await api('GET', path)).body;
    return (await revisions()).find((one) => one.id === now);
  };
  const deployed = async (commit: string) => {
    while ((await active())?.source_revision_config.repo_commit_sha !== commit) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await deployed(await repository.head());
  const pushed = await repository.commit(plainAgent({ version: 'v2' }));
  await deployed(pushed);
  expect(await revisions()).toMatchObject([
    { status: 'DEPLOYED', source_revision_config: { repo_commit_sha: pushed } },
    { status: 'DEPLOYED' },
  ]);
});
