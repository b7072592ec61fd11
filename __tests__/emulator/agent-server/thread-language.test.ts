import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AgentLanguage } from '../../../src/emulator/ports/worker.ts';
import { checkpointRow, threadRow } from '../store/samples.ts';
import { type AgentServerFixture, Cleanup, createFixture } from './fixture.ts';
import { createScriptedWorker, inertWorker } from './scripted-worker.ts';

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let thread: string;
beforeEach(async () => {
  fixture = await createFixture(cleanup);
  const row = threadRow(fixture.deploymentId, {
    metadata: { graph_id: 'agent' },
    values: { said: 'hi' },
    status: 'interrupted',
    interrupts: { task: [{ value: 'sure?' }] },
  });
  thread = row.id;
  await fixture.store.threads.insert(row);
  await fixture.store.checkpoints.put(checkpointRow(thread, 'c1', { language: 'python' }));
});
afterEach(() => cleanup.run());

const serve = (language: AgentLanguage) =>
  fixture.live.serve(
    fixture.deploymentId,
    inertWorker({
      deploymentId: fixture.deploymentId,
      language,
      query: () => Promise.resolve({ values: { said: 'read' }, states: [] } as never),
    }),
  );

// docs/departures/graphs.md#thread-other-language
describe('a thread whose state was written by graphs of another language', () => {
  const requests: [string, string, unknown][] = [
    ['GET', '/state', undefined],
    ['POST', '/state/checkpoint', { checkpoint: { checkpoint_id: 'c1' } }],
    ['POST', '/state', { values: { said: 'ho' } }],
    ['GET', '/history', undefined],
    ['POST', '/history', { limit: 5, metadata: { step: 1 } }],
    ['POST', '/runs', { assistant_id: 'agent', input: {} }],
    ['POST', '/runs/wait', { assistant_id: 'agent', command: { resume: 'yes' } }],
    ['POST', '/runs/stream', { assistant_id: 'agent', multitask_strategy: 'rollback' }],
  ];
  test.each(requests)('is refused by %s …%s, with a hint', async (method, path, body) => {
    const { store, deploymentId } = fixture;
    serve('javascript');
    const before = await store.threads.get(deploymentId, thread);
    const answer = await fixture.call(method, `/threads/${thread}${path}`, body);
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toMatch(
      /written by Python graphs, but this revision runs JavaScript.*start a new thread, or deploy Python graphs/,
    );
    expect(await store.threads.get(deploymentId, thread)).toEqual(before);
    expect(await store.runs.list(deploymentId, thread, { limit: 1, offset: 0 })).toEqual([]);
  });

  test('can be read, found by its values and copied, but the state of the copy cannot be read', async () => {
    serve('javascript');
    expect((await fixture.call('GET', `/threads/${thread}`)).body).toMatchObject({
      status: 'interrupted',
      values: { said: 'hi' },
    });
    const found = await fixture.call('POST', '/threads/search', { values: { said: 'hi' } });
    expect(found.body).toMatchObject([{ thread_id: thread }]);
    const copied = await fixture.call('POST', `/threads/${thread}/copy`);
    expect(copied.body).toMatchObject({ values: { said: 'hi' } });
    const state = await fixture.call('GET', `/threads/${copied.body.thread_id}/state`);
    expect(state.status).toBe(409);
  });

  test('is accepted again when a graph in the original language is deployed', async () => {
    serve('python');
    expect((await fixture.call('GET', `/threads/${thread}/state`)).body.values).toEqual({ said: 'read' });
    expect((await fixture.call('GET', `/threads/${thread}/history`)).status).toBe(200);
  });

  test('stays unchanged if its last run ended without reporting its values', async () => {
    const { store, deploymentId } = fixture;
    await store.threads.update(thread, { stale: true });
    serve('javascript');
    await fixture.executor.abortStopped([]);
    expect(await store.threads.get(deploymentId, thread)).toMatchObject({
      stale: true,
      values: { said: 'hi' },
    });
  });

  test('does not prevent a new thread from working immediately', async () => {
    const { worker, next } = createScriptedWorker(fixture.deploymentId);
    fixture.live.serve(fixture.deploymentId, worker);
    const { body } = await fixture.call('POST', '/threads', {});
    const waited = fixture.call('POST', `/threads/${body.thread_id}/runs/wait`, { assistant_id: 'agent' });
    (await next()).end();
    expect((await waited).body).toEqual({ done: true });
  });
});

// docs/departures/agent-server.md#prune-delta-state
test('a thread is not pruned while its latest state needs earlier checkpoints, and does not count as pruned', async () => {
  const { store } = fixture;
  serve('python');
  await store.checkpoints.put(checkpointRow(thread, 'c2', { language: 'python', delta: true }));
  const prune = () =>
    fixture.call('POST', '/threads/prune', { thread_ids: [thread], strategy: 'keep_latest' });
  expect((await prune()).body).toEqual({ pruned_count: 0 });
  expect(await store.checkpoints.list(thread, '', {})).toHaveLength(2);
  await store.checkpoints.put(checkpointRow(thread, 'c3', { language: 'python' }));
  expect((await prune()).body).toEqual({ pruned_count: 1 });
  expect(await store.checkpoints.list(thread, '', {})).toHaveLength(1);
});
