import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { createScriptedWorker } from './scripted-worker.ts';
import { createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const statusOf = async (fixture: AgentServerFixture, thread: string) =>
  (await fixture.call('GET', `/threads/${thread}/runs`)).body[0]?.status as string | undefined;

describe.each(['wait', 'stream'])('a client that waits for the end of a run with /runs/%s', (how) => {
  const BODY = { assistant_id: 'agent', on_disconnect: 'cancel', feedback_keys: ['good'] };

  test('counts as disconnected even before its response begins', async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<Record<string, string>>();
    const feedback = () => {
      asked.resolve();
      return answered.promise;
    };
    const fixture = await createFixture(cleanup, { feedback });
    const { worker, next } = createScriptedWorker(fixture.deploymentId);
    fixture.live.serve(fixture.deploymentId, worker);
    const thread: string = (await fixture.call('POST', '/threads', {})).body.thread_id;
    const client = new AbortController();
    const left = fixture
      .call('POST', `/threads/${thread}/runs/${how}`, BODY, { signal: client.signal })
      .catch(() => 'left');
    await asked.promise;
    client.abort();
    expect(await left).toBe('left');
    // The server notices the disconnect asynchronously, but before it processes a later request.
    await until(async () => (await fixture.call('GET', '/info')).status === 200);
    answered.resolve({});
    const run = await next();
    await until(() => run.signal.aborted);
    await until(async () => (await statusOf(fixture, thread)) === 'interrupted');
  });

  test('does not count as disconnected when the emulator shuts down', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agent-server-leaving-'));
    try {
      const location = join(folder, 'data.sqlite');
      const fixture = await createFixture(cleanup, { location });
      const { worker, next } = createScriptedWorker(fixture.deploymentId);
      fixture.live.serve(fixture.deploymentId, worker);
      const thread: string = (await fixture.call('POST', '/threads', {})).body.thread_id;
      const answer = fixture.call('POST', `/threads/${thread}/runs/${how}`, BODY).catch(() => 'cut');
      await next();
      await cleanup.run();
      expect(await answer).toBe('cut');
      const kept = new DatabaseSync(location, { readOnly: true });
      expect(kept.prepare('select status, attempt from runs').all()).toMatchObject([
        { status: 'pending', attempt: 1 },
      ]);
      kept.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

test('the second run of a temporary thread is executed after the first run has ended', async () => {
  const fixture = await createFixture(cleanup);
  const { worker, next } = createScriptedWorker(fixture.deploymentId);
  fixture.live.serve(fixture.deploymentId, worker);
  const { thread_id: thread } = (await fixture.call('POST', '/runs', { assistant_id: 'agent' })).body;
  const first = await next();
  const second = fixture.call('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'agent' });
  await until(async () => (await fixture.call('GET', `/threads/${thread}/runs`)).body.length === 2);
  first.end();
  (await next()).end({ kind: 'success', values: { second: true } });
  expect((await second).body).toEqual({ second: true });
});
