import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { plainAgent } from '../../../harness/agents/fixtures.ts';
import { createRepository } from '../../../harness/git.ts';
import { until } from '../../../harness/until.ts';
import { startCloud } from '../admin/cloud.ts';
import { Cleanup, startReceiver } from '../agent-server/fixture.ts';
import { gitDeployment } from '../server/plane.ts';
import { signIn } from './page.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

test('the dashboard shows webhooks and cron outcomes after a restart, and can send a webhook again', async () => {
  const repository = await createRepository(plainAgent());
  cleanup.add(() => repository.remove());
  const receiver = await startReceiver(cleanup, 404);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dashboard-webhooks-'));
  const options = { runtime: 'process', dashboard: true, dataDir, apiKey: 'a-key-of-both-starts' } as const;
  const first = await startCloud(options);
  cleanup.add(() => rm(dataDir, { recursive: true }));
  const { id } = await first.deploy(gitDeployment({ source_config: { repo_url: repository.url } }));
  const page = await signIn(first.emulator);
  const input = { messages: [{ role: 'user', content: 'Where is my parcel?' }] };
  const run = { assistant_id: 'agent', input };
  await first.api('POST', `/d/${id}/runs/wait`, { ...run, webhook: receiver.url });
  const { body: cron } = await first.api('POST', `/d/${id}/runs/crons`, { ...run, schedule: '0 0 1 1 *' });
  await page.call('POST', `/deployments/${id}/crons/${cron.cron_id}/runs`);
  const seen = async ({ get }: Pick<typeof page, 'get'>) => {
    const [{ deliveries }, { crons }] = [await get('/webhooks'), await get('/crons')];
    return { deliveries, outcomes: crons[0].outcomes };
  };
  const isOver = async () => {
    const { deliveries, outcomes } = await seen(page);
    return deliveries[0].state === 'failed' && outcomes[0].status === 'success';
  };
  await until(isOver);
  const before = await seen(page);
  expect(before.deliveries).toMatchObject([
    { title: 'Where is my parcel?', run_status: 'success', attempts: [{ status: 404 }], can_resend: true },
  ]);
  expect(JSON.stringify(before)).not.toContain('opens-doors');
  // The list contains no bodies, so that it stays short.
  expect(Object.keys(before.deliveries[0].attempts[0])).toEqual(['at_ms', 'ms', 'status', 'problem']);
  await first.emulator.close();

  const second = await startCloud(options);
  const again = await signIn(second.emulator);
  expect(await seen(again)).toEqual(before);
  const [{ id: webhook, run_id: runId }] = before.deliveries;
  const detail = await again.call('GET', `/webhooks/${webhook}`);
  expect(detail.body).toMatchObject({
    delivery: before.deliveries[0],
    body: { run_id: runId },
    last_response: expect.any(String),
  });
  expect(detail.text).not.toContain('opens-doors');
  const sent = await again.call('POST', `/webhooks/${webhook}/resend`);
  expect(sent.body).toMatchObject({ run_id: runId, state: 'waiting', attempts: [], resend_of: webhook });
  await until(async () => (await seen(again)).deliveries[0].state === 'delivered');
  expect((await seen(again)).deliveries.map((one: { id: string }) => one.id)).toEqual([
    sent.body.id,
    webhook,
  ]);
  expect(receiver.got.map(({ url }) => url)).toEqual(Array(2).fill('/hook?token=opens-doors'));
  for (const [method, place] of [
    ['GET', ''],
    ['POST', '/resend'],
  ] as const) {
    const missing = `/webhooks/00000000-0000-4000-8000-000000000000${place}`;
    expect((await again.call(method, missing)).status).toBe(404);
  }
});
