import { afterEach, expect, test } from '@jest/globals';
import { plainAgent } from '../../../harness/agents/fixtures.ts';
import { createRepository } from '../../../harness/git.ts';
import { startCloud } from '../admin/cloud.ts';
import { Cleanup } from '../agent-server/fixture.ts';
import { gitDeployment } from '../server/plane.ts';
import { signIn } from './page.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

async function serving() {
  const repository = await createRepository(plainAgent());
  cleanup.add(() => repository.remove());
  const { emulator, api, deploy } = await startCloud({ runtime: 'process', dashboard: true });
  const { id } = await deploy(gitDeployment({ source_config: { repo_url: repository.url } }));
  const page = await signIn(emulator);
  const ask = async (path: string, text: string) => {
    const input = { messages: [{ role: 'user', content: text }] };
    const sent = { assistant_id: 'agent', input };
    expect((await api('POST', `/d/${id}${path}/runs/wait`, sent)).status).toBe(200);
  };
  return { page, id, api, ask };
}

// docs/dashboard.md#all-runs
test('the dashboard lists runs of all threads, even of deleted threads, with short texts', async () => {
  const { page, id, api, ask } = await serving();
  const { body: thread } = await api('POST', `/d/${id}/threads`, {});
  await ask(`/threads/${thread.thread_id}`, 'hello');
  await ask('', `without a thread ${'x'.repeat(1_000_000)}`);
  const list = await page.get('/runs');
  expect(
    list.runs.map((run: { title: string; state: string }) => [run.title.slice(0, 16), run.state]),
  ).toEqual([
    ['without a thread', 'succeeded'],
    ['hello', 'succeeded'],
  ]);
  expect(JSON.stringify(list).length).toBeLessThan(5_000);
  expect(list.runs[0].thread_id).toBeNull();
  const [, first] = list.runs;
  expect((await page.get('/runs?text=HELLO')).runs).toHaveLength(1);
  expect((await page.get(`/runs?state=failed&deployment_id=${id}`)).runs).toEqual([]);
  expect((await page.get('/runs/counts')).counts).toMatchObject({ succeeded: 2, failed: 0 });
  const detail = await page.get(`/runs/${first.run_id}`);
  expect(detail).toMatchObject({ run: { title: 'hello', revision: 1 }, failed: null, replayable: true });
  const steps = await page.get(`/runs/${first.run_id}/steps`);
  expect(steps.steps[0]).toMatchObject({ seq: 1, kind: 'graph', state: 'ok' });
  const after = Number(steps.steps.at(-1)?.seq);
  const again = await page.get(`/runs/${first.run_id}/steps?after=${after}&again=1`);
  expect(again).toMatchObject({ steps: [{ seq: 1 }], next: null });
  expect((await page.call('GET', `/runs/${first.run_id}/steps?again=1,`)).status).toBe(422);
  const step = await page.get(`/runs/${first.run_id}/steps/1`);
  expect(step.input).toContain('hello');
  for (const path of ['', '/steps', '/steps/1', '/request']) {
    const missing = `/runs/00000000-0000-4000-8000-000000000000${path}`;
    expect((await page.call('GET', missing)).status).toBe(404);
  }
});

test("the dashboard's event stream reports a deleted thread, so pages can remove the thread's runs", async () => {
  const { page, id, api, ask } = await serving();
  const { body: thread } = await api('POST', `/d/${id}/threads`, {});
  await ask(`/threads/${thread.thread_id}`, 'hello');
  const stream = await page.stream();
  await stream.next('hello');
  expect((await api('DELETE', `/d/${id}/threads/${thread.thread_id}`)).status).toBe(204);
  let frame = await stream.next('runs');
  while (frame.removed_threads.length === 0) frame = await stream.next('runs');
  expect(frame).toMatchObject({ removed_threads: [thread.thread_id], reload: false });
  stream.leave();
});

// docs/dashboard.md#run-replay
test('a replay is a new run on a new thread, refers to the original run, and is streamed', async () => {
  const { page, id, ask } = await serving();
  await ask('', 'once');
  const [run] = (await page.get('/runs')).runs;
  const stream = await page.stream();
  await stream.next('hello');
  const replayed = await page.call('POST', `/runs/${run.run_id}/replay`, {
    input: { messages: [{ role: 'user', content: 'twice' }] },
  });
  expect(replayed.status).toBe(200);
  const frame = await stream.next('runs');
  expect(frame.runs[0]).toMatchObject({ run_id: replayed.body.run_id, title: 'twice' });
  stream.leave();
  const found = await page.get(`/runs?replay_of=${run.run_id}`);
  expect(found.runs).toMatchObject([
    { run_id: replayed.body.run_id, source: 'replay', replay_of: run.run_id, deployment_id: id },
  ]);
  const refused = await page.call('POST', `/runs/${run.run_id}/replay`, { from_step: 1 });
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('thread')]);
});

// docs/dashboard.md#run-replay
test('a replay with an edited input contains the original secrets, or is refused', async () => {
  const { page, id, api } = await serving();
  const message = { role: 'user', content: 'once', additional_kwargs: { token: 'a-secret-token' } };
  const sent = { assistant_id: 'agent', input: { messages: [message] } };
  expect((await api('POST', `/d/${id}/runs/wait`, sent)).status).toBe(200);
  const [run] = (await page.get('/runs')).runs;
  const { input } = await page.get(`/runs/${run.run_id}/request`);
  expect(JSON.stringify(input)).not.toContain('a-secret-token');
  const [shown] = input.messages;
  const replay = (messages: unknown[]) =>
    page.call('POST', `/runs/${run.run_id}/replay`, { input: { messages } });
  const again = await replay([{ ...shown, content: 'twice' }]);
  expect(again.status).toBe(200);
  const { body: state } = await api(
    'GET',
    `/d/${id}/threads/${again.body.thread_id}/runs/${again.body.run_id}`,
  );
  expect(state.kwargs.input.messages[0]).toMatchObject({ ...message, content: 'twice' });
  const refused = await replay([shown, { ...shown, content: 'twice' }, shown]);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('***')]);
});
