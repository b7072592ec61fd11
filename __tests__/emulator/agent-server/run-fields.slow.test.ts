import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../harness/until.ts';
import { realClock } from '../../../src/clients/clock.ts';
import { createRunExecutor } from '../../../src/emulator/agent-server/index.ts';
import { PLAIN_GRAPHS } from './plain-graphs.ts';
import {
  type AgentServerFixture,
  Cleanup,
  createCheckout,
  createFixture,
  fakeLive,
  startReceiver,
} from './fixture.ts';
import { toServiceClock } from '../../../src/emulator/ports/clock.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());
const shared = new Cleanup();
let one: Promise<AgentServerFixture> | undefined;
afterAll(() => shared.run());

const GRAPHS = `${PLAIN_GRAPHS}
export const mirror = { invoke: (input, config) => ({ configurable: config.configurable }) };
`;

async function createServingFixture(until: Cleanup): Promise<AgentServerFixture> {
  const fixture = await createFixture(until);
  const checkout = await createCheckout(until, { 'graphs.mjs': GRAPHS });
  const names = ['gate', 'failing', 'mirror'].map((name) => [name, `graphs.mjs:${name}`]);
  await fixture.serve(checkout, { agent: 'graphs.mjs:echo', ...Object.fromEntries(names) });
  return fixture;
}
/** Most tests use separate threads in one shared fixture. */
const serving = () => (one ??= createServingFixture(shared));
const aThread = async (fixture: AgentServerFixture): Promise<string> =>
  (await fixture.call('POST', '/threads', {})).body.thread_id;
const statusOf = async (fixture: AgentServerFixture, place: string) =>
  (await fixture.call('GET', place)).body.status as string | undefined;
const placeOf = (run: { thread_id: string; run_id: string }) =>
  `/threads/${run.thread_id}/runs/${run.run_id}`;

describe('a batch of runs without a thread', () => {
  test('is refused as a whole if one run is invalid', async () => {
    const fixture = await serving();
    const before = (await fixture.call('POST', '/threads/count', {})).body;
    const good = { assistant_id: 'agent', on_completion: 'keep' };
    const bad = await fixture.call('POST', '/runs/batch', [good, { assistant_id: 'unknown' }]);
    expect(bad.status).toBe(422);
    expect((await fixture.call('POST', '/runs/batch', [])).status).toBe(422);
    expect((await fixture.call('POST', '/threads/count', {})).body).toBe(before);
  });
});

describe('a run with a delay', () => {
  // docs/departures/agent-server.md#runs-after-seconds
  test('waits without delaying other runs, but makes its thread busy, so the strategy reject refuses new runs', async () => {
    const fixture = await serving();
    const thread = await aThread(fixture);
    const create = (say: string, more: object = {}) =>
      fixture.call('POST', `/threads/${thread}/runs`, { assistant_id: 'agent', input: { say }, ...more });
    const later = await create('later', { after_seconds: 2 });
    expect((await create('no', { multitask_strategy: 'reject' })).status).toBe(409);
    const now = await create('now');
    expect((await fixture.call('GET', `${placeOf(now.body)}/join`)).body).toEqual({ said: 'now' });
    expect(await statusOf(fixture, placeOf(later.body))).toBe('pending');
    expect((await fixture.call('GET', `/threads/${thread}`)).body.status).toBe('busy');
    expect((await fixture.call('GET', `${placeOf(later.body)}/join`)).body).toEqual({ said: 'later' });
    const row = await fixture.store.runs.get(fixture.deploymentId, thread, later.body.run_id);
    expect(row?.updatedAt).toBeGreaterThanOrEqual(row?.notBefore ?? Number.POSITIVE_INFINITY);
  });

  test('remains after a restart of the emulator, and can be cancelled before it begins', async () => {
    const fixture = await createServingFixture(cleanup);
    const thread = await aThread(fixture);
    const create = async (after: number) =>
      (
        await fixture.call('POST', `/threads/${thread}/runs`, {
          assistant_id: 'agent',
          input: { say: 'later' },
          after_seconds: after,
        })
      ).body;
    const never = await create(3_600);
    expect((await fixture.call('POST', `${placeOf(never)}/cancel?wait=1`)).status).toBe(200);
    expect(await statusOf(fixture, placeOf(never))).toBe('interrupted');
    const kept = await create(0.2);
    await fixture.executor.close();
    expect(await statusOf(fixture, placeOf(kept))).toBe('pending');
    // A restarted server finds the stored rows, but has no timer.
    const live = fakeLive();
    live.serve(fixture.deploymentId, fixture.live.acquire(fixture.deploymentId)?.worker);
    const next = createRunExecutor({
      store: fixture.store,
      live,
      clock: toServiceClock(realClock),
      log: () => undefined,
    });
    cleanup.add(() => next.close());
    const watch = next.watch(kept.run_id);
    await next.start();
    expect(await watch.result).toEqual({ kind: 'values', values: { said: 'later' } });
  });
});

// The official clients continue at this URL when the connection of a waiting request is lost.
test('a response that waits for a run has the URL for joining the run in its Location header', async () => {
  const fixture = await serving();
  const thread = await aThread(fixture);
  const body = { assistant_id: 'agent', input: { say: 'hi' } };
  const placesOf = async (method: string, path: string, sent?: object) => {
    const { status, headers } = await fixture.call(method, path, sent);
    return [status, headers.get('content-location') ?? '', headers.get('location')] as const;
  };
  for (const path of [`/threads/${thread}/runs/wait`, '/runs/wait']) {
    const [status, place, location] = await placesOf('POST', path, body);
    expect([status, location]).toEqual([200, `${place}/join`]);
    expect(place).toMatch(/^\/threads\/[-\w]{36}\/runs\/[-\w]{36}$/);
  }
  const { body: run } = await fixture.call('POST', `/threads/${thread}/runs`, { ...body, after_seconds: 60 });
  const place = `/threads/${thread}/runs/${run.run_id}`;
  expect(await placesOf('POST', `${place}/cancel?wait=true`)).toEqual([200, place, `${place}/join`]);
  expect(await placesOf('GET', `${place}/join`)).toEqual([200, place, `${place}/join`]);
});

test('a run with a negative delay starts immediately', async () => {
  const fixture = await serving();
  const thread = await aThread(fixture);
  const body = { assistant_id: 'agent', input: { say: 'hi' }, after_seconds: -5 };
  expect((await fixture.call('POST', `/threads/${thread}/runs/wait`, body)).body).toEqual({ said: 'hi' });
});

// The reference server merges these metadata in the same order.
test('the metadata of a run combines the metadata of its assistant, thread, configuration and request', async () => {
  const fixture = await serving();
  const { body: made } = await fixture.call('POST', '/assistants', {
    graph_id: 'agent',
    metadata: { a: 'assistant', b: 'assistant', c: 'assistant', d: 'assistant' },
  });
  const { body: thread } = await fixture.call('POST', '/threads', {
    metadata: { b: 'thread', c: 'thread', d: 'thread' },
  });
  const sent = {
    assistant_id: made.assistant_id,
    input: { say: 'hi' },
    config: { metadata: { c: 'config', d: 'config' } },
    metadata: { d: 'request', assistant_id: 'chosen' },
  };
  const own = { a: 'assistant', d: 'request', assistant_id: made.assistant_id };
  const onThread = await fixture.call('POST', `/threads/${thread.thread_id}/runs`, sent);
  expect(onThread.body.metadata).toEqual({ ...own, b: 'thread', c: 'config', graph_id: 'agent' });
  const stored = await fixture.call('GET', onThread.headers.get('content-location') ?? '');
  expect(stored.body.metadata).toEqual(onThread.body.metadata);
  // A thread that is created for the run adds no metadata.
  expect((await fixture.call('POST', '/runs', sent)).body.metadata).toEqual({
    ...own,
    b: 'assistant',
    c: 'config',
  });
  const ofGraph = await fixture.call('POST', '/runs', { assistant_id: 'agent', input: { say: 'hi' } });
  expect(Object.keys(ofGraph.body.metadata).toSorted()).toEqual(['assistant_id', 'created_by']);
});

describe('a request that cancels several runs', () => {
  const three = async () => {
    const fixture = await serving();
    const own = randomUUID();
    const [thread, other] = [await aThread(fixture), await aThread(fixture)];
    const create = async (on: string, say: string) =>
      (
        await fixture.call('POST', `/threads/${on}/runs`, {
          assistant_id: 'gate',
          input: { say: `${say} ${own}`, file: '/nowhere' },
        })
      ).body;
    const [one, two] = [await create(thread, 'one'), await create(thread, 'two')];
    const apart = await create(other, 'apart');
    await until(() =>
      ['one', 'apart'].every((say) => fixture.printed.includes(`gate reached ${say} ${own}`)),
    );
    return { fixture, thread, one, two, apart };
  };

  test('cancels only unfinished runs with the given IDs', async () => {
    const { fixture, thread, one, two, apart } = await three();
    const cancel = (ids: string[], query = '') =>
      fixture.call('POST', `/runs/cancel${query}`, { thread_id: thread, run_ids: ids });
    expect((await cancel([randomUUID()])).status).toBe(404);
    expect((await cancel([two.run_id, randomUUID()])).status).toBe(204);
    expect((await cancel([two.run_id])).status).toBe(404);
    expect((await cancel([one.run_id, two.run_id], '?wait=true')).status).toBe(204);
    expect(await Promise.all([one, two, apart].map((run) => statusOf(fixture, placeOf(run))))).toEqual([
      'interrupted',
      'interrupted',
      'running',
    ]);
    expect((await fixture.call('POST', '/runs/cancel', { run_ids: [one.run_id] })).status).toBe(422);
  });

  test('cancels the runs with the given status, and rolls them back on request', async () => {
    const { fixture, one, two, apart } = await three();
    const rollback = (status: string) =>
      fixture.call('POST', '/runs/cancel?action=rollback&wait=1', { status });
    expect((await rollback('pending')).status).toBe(204);
    expect(await Promise.all([one, two, apart].map((run) => statusOf(fixture, placeOf(run))))).toEqual([
      'running',
      undefined,
      'running',
    ]);
    expect((await rollback('all')).status).toBe(204);
    expect((await rollback('all')).status).toBe(404);
    expect((await fixture.call('GET', placeOf(one))).status).toBe(404);
    expect((await fixture.call('GET', placeOf(apart))).status).toBe(404);
  });

  // docs/departures/agent-server.md#runs-cancelling-deleting
  test('returns a 404 for finished runs and leaves them unchanged, even with a rollback', async () => {
    const fixture = await serving();
    const thread = await aThread(fixture);
    const ended = await fixture.call('POST', `/threads/${thread}/runs/wait`, {
      assistant_id: 'agent',
      input: { say: 'done' },
    });
    const place = ended.headers.get('content-location') ?? '';
    for (const query of ['', '?wait=1', '?action=rollback', '?action=rollback&wait=1']) {
      expect((await fixture.call('POST', `${place}/cancel${query}`)).status).toBe(404);
    }
    expect(await statusOf(fixture, place)).toBe('success');
  });
});

describe("the list of a thread's runs", () => {
  test('can be filtered by metadata, and contains only the selected fields', async () => {
    const fixture = await serving();
    const thread = await aThread(fixture);
    const create = (metadata: object) =>
      fixture.call('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'agent', metadata });
    for (const n of [1, 2, 3]) await create({ n, odd: n % 2 === 1, nested: { deep: [n] } });
    const list = async (query: string) =>
      (await fixture.call('GET', `/threads/${thread}/runs?${query}`)).body;
    const ask = (metadata: object, more = '') =>
      list(`metadata=${encodeURIComponent(JSON.stringify(metadata))}${more}`);
    const ns = (runs: { metadata: { n: number } }[]) => runs.map(({ metadata }) => metadata.n);
    expect(ns(await ask({ odd: true }))).toEqual([3, 1]);
    expect(ns(await ask({ odd: true }, '&limit=1&offset=1'))).toEqual([1]);
    expect(ns(await ask({ nested: { deep: [2] } }, '&status=success'))).toEqual([2]);
    expect(await ask({ odd: true }, '&status=pending')).toEqual([]);
    expect(await list(`limit=1&select=${encodeURIComponent('["run_id","status"]')}`)).toEqual([
      { run_id: expect.any(String), status: 'success' },
    ]);
    for (const wrong of ['metadata=no', 'metadata=[]', 'select=nothing']) {
      expect((await fixture.call('GET', `/threads/${thread}/runs?${wrong}`)).status).toBe(422);
    }
  });
});

describe('a header of a request that creates a run', () => {
  // docs/departures/agent-server.md#headers-runs-request
  test('is passed to the graph if its name begins with x-, unless it contains credentials', async () => {
    const fixture = await serving();
    const body = { assistant_id: 'mirror', config: { configurable: { own: 1, 'x-user': 'body' } } };
    const answer = await fixture.call('POST', '/runs/wait', body, {
      headers: {
        'content-type': 'application/json',
        'x-api-key': 'test-key',
        'x-tenant-id': fixture.workspaceId,
        'x-service-key': 'secret',
        authorization: 'Bearer test-key',
        cookie: 'secret',
        'x-user': 'ada',
        'user-agent': 'tests',
      },
    });
    const { configurable } = answer.body;
    expect(configurable).toMatchObject({ own: 1, 'x-user': 'ada', 'user-agent': 'tests' });
    expect(JSON.stringify(configurable)).not.toMatch(/secret|test-key|x-tenant-id|cookie|authorization/);
  });
});

describe('the webhook of a run', () => {
  // docs/departures/agent-server.md#events-webhooks-runs
  test("contains the run's values or error, and does not delay the run", async () => {
    const fixture = await serving();
    const hook = await startReceiver(cleanup);
    const thread = await aThread(fixture);
    const run = (assistant: string) =>
      fixture.call('POST', `/threads/${thread}/runs/wait`, {
        assistant_id: assistant,
        input: { say: 'hi' },
        webhook: hook.url,
      });
    await run('agent');
    await until(() => hook.got.length === 1);
    await run('failing');
    await until(() => hook.got.length === 2);
    const [said, failed] = hook.got.map(({ body }) => body);
    expect(hook.got[0]?.url).toBe('/hook?token=opens-doors');
    expect(said).toMatchObject({
      run_id: expect.any(String),
      thread_id: thread,
      status: 'success',
      values: { said: 'hi' },
      run_started_at: expect.any(String),
      run_ended_at: expect.any(String),
      webhook_sent_at: expect.any(String),
    });
    expect(said).not.toHaveProperty('error');
    expect(failed).toMatchObject({ status: 'error', error: 'the model is out of range' });
    // The webhook call is removed once its response has arrived.
    await until(async () => (await fixture.store.webhooks.nextDue()) === undefined);
  });

  test('is sent for a run without values, but not for a run that was rolled back', async () => {
    const fixture = await serving();
    const hook = await startReceiver(cleanup);
    await fixture.call('POST', '/runs/wait', {
      assistant_id: 'agent',
      input: { say: 'gone' },
      webhook: hook.url,
    });
    await until(() => hook.got.length === 1);
    const thread = await aThread(fixture);
    const create = async (more: object) =>
      (
        await fixture.call('POST', `/threads/${thread}/runs`, {
          assistant_id: 'gate',
          input: { say: 'it', file: '/nowhere' },
          webhook: hook.url,
          ...more,
        })
      ).body;
    await create({});
    const second = await create({ multitask_strategy: 'rollback' });
    await fixture.call('POST', `${placeOf(second)}/cancel?wait=1`);
    await until(() => hook.got.length === 2);
    expect(hook.got.map(({ body }) => [body['status'], body['run_id']])).toEqual([
      ['success', expect.any(String)],
      ['interrupted', second.run_id],
    ]);
  });

  test('is retried after a failure, and secrets in its URL never appear in the log', async () => {
    const fixture = await serving();
    const hook = await startReceiver(cleanup, 503, 200);
    await fixture.call('POST', '/runs/wait', { assistant_id: 'agent', webhook: hook.url });
    await until(() => hook.got.length === 2);
    expect(fixture.logged.join('\n')).toContain('is retried in 1 s: it answered 503');
    expect(fixture.logged.join('\n')).not.toContain('opens-doors');
    const refusing = await startReceiver(cleanup, 404);
    await fixture.call('POST', '/runs/wait', { assistant_id: 'agent', webhook: refusing.url });
    await until(() =>
      fixture.logged.some((line) => line.includes('failed and is not retried: it answered 404')),
    );
    expect(refusing.got).toHaveLength(1);
  });
});
