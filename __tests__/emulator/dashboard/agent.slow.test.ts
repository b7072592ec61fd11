import { afterEach, expect, test } from '@jest/globals';
import { plainAgent } from '../../../harness/agents/fixtures.ts';
import { createRepository } from '../../../harness/git.ts';
import { startCloud } from '../admin/cloud.ts';
import { Cleanup } from '../agent-server/fixture.ts';
import { gitDeployment } from '../server/plane.ts';
import { signIn } from './page.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

test('unlike actions, read requests of the dashboard are not recorded and match no fault rule', async () => {
  const repository = await createRepository(plainAgent());
  cleanup.add(() => repository.remove());
  const { emulator, api, deploy } = await startCloud({ runtime: 'process', dashboard: true });
  const { id } = await deploy(gitDeployment({ source_config: { repo_url: repository.url } }));
  const page = await signIn(emulator);
  const agent = `/d/${id}`;
  const { body: thread } = await api('POST', `${agent}/threads`, {});
  const at = `${agent}/threads/${thread.thread_id}`;
  const run = { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'hello' }] } };
  expect((await api('POST', `${at}/runs/wait`, run)).status).toBe(200);
  const { body: assistants } = await api('POST', `${agent}/assistants/search`, {});

  const recorded = emulator.journal.lastSeq();
  emulator.faults.set({ rules: [{ match: {}, then: { status: 503 } }] });
  const looks = [
    ['POST', `${agent}/threads/search`, {}],
    ['POST', `${agent}/assistants/search`, {}],
    ['GET', `${agent}/assistants/${assistants[0].assistant_id}/schemas`, undefined],
    ['GET', `${agent}/assistants/${assistants[0].assistant_id}/graph?xray=true`, undefined],
    ['GET', at, undefined],
    ['GET', `${at}/state`, undefined],
    ['POST', `${at}/history`, {}],
    ['GET', `${at}/runs`, undefined],
  ] as const;
  for (const [method, path, body] of looks) {
    const { status } = await page.call(method, `/inspect${path}`, body);
    expect([path, status]).toEqual([path, 200]);
  }
  expect((await page.call('GET', `/inspect${at}/state`)).body.values.messages).toHaveLength(2);
  expect((await page.call('GET', `/deployments/${id}/logs?limit=5`)).body.lines.length).toBeGreaterThan(0);
  expect(emulator.journal.lastSeq()).toBe(recorded);
  expect(emulator.faults.active().rules[0]?.matched).toBe(0);

  expect((await page.call('POST', `/forward${agent}/threads`, {})).status).toBe(503);
  expect(emulator.journal.lastSeq()).toBe(recorded + 1);
  expect(emulator.faults.active().rules[0]?.matched).toBe(1);
});

// docs/dashboard.md#virtual-time
test('an open dashboard page does not stop virtual time', async () => {
  const { emulator } = await startCloud({ clock: 'virtual', dashboard: true });
  const page = await signIn(emulator);
  const stream = await page.stream();
  const { now_ms: before } = await stream.next('beat');
  const moved = await page.call('POST', '/clock', { advance_ms: 60_000 });
  expect([moved.status, moved.body.now_ms]).toEqual([200, before + 60_000]);
  expect((await stream.next('beat')).now_ms).toBe(before + 60_000);
  stream.leave();
});
