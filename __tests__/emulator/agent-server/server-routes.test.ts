import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { renderApiPage } from '../../../src/emulator/agent-server/api-page.ts';
import {
  listRequests,
  renderPrometheus,
  summarizeQueue,
} from '../../../src/emulator/agent-server/metrics.ts';
import { createRequestCounts } from '../../../src/emulator/server/request-counts.ts';
import { type AgentServerFixture, Cleanup, createCheckout, createFixture } from './fixture.ts';
import { inertWorker } from './scripted-worker.ts';

const GRAPHS = `export const echo = { invoke: (input) => ({ said: input?.say ?? null }) };`;
const cleanup = new Cleanup();
let fixture: AgentServerFixture;
beforeAll(async () => {
  fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': GRAPHS });
  await fixture.serve(checkout, { echo: 'graphs.mjs:echo' });
});
afterAll(() => cleanup.run());

const text = async (path: string, headers: Record<string, string> = { 'x-api-key': 'test-key' }) => {
  const response = await fetch(`${fixture.base}${path}`, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
};

// docs/departures/agent-server.md#ok-services
describe('the health route /ok of a deployment', () => {
  test('lists the services that the agent server needs', async () => {
    expect((await fixture.call('GET', '/ok')).body).toEqual({ ok: true, services: { database: 'skipped' } });
    expect((await fixture.call('GET', '/ok?check_db=1')).body).toEqual({
      ok: true,
      services: { database: 'healthy' },
    });
  });

  test('returns a 500 that names the database if the database does not respond', async () => {
    const own = new Cleanup();
    const other = await createFixture(own);
    const worker = inertWorker({ deploymentId: other.deploymentId });
    other.live.serve(other.deploymentId, worker);
    const find = other.store.deployments.findById.bind(other.store.deployments);
    let calls = 0;
    // The first call comes from the router.
    other.store.deployments.findById = (id) =>
      (calls += 1) === 1 ? find(id) : Promise.reject(new Error('the database is gone'));
    expect(await other.call('GET', '/ok?check_db=1')).toMatchObject({
      status: 500,
      body: { ok: false, services: { database: 'unhealthy' } },
    });
    expect(other.logged.join()).toContain('the database is gone');
    await own.run();
  });

  test('lists no services if the configuration disables the meta routes', async () => {
    const own = new Cleanup();
    const other = await createFixture(own, { takesHttp: true });
    const http = {
      hasApp: false,
      disabled: ['meta'],
      disableWebhooks: false,
      mountPrefix: '',
      authenticatesApp: false,
    } as const;
    other.live.serve(other.deploymentId, inertWorker({ deploymentId: other.deploymentId, http }));
    expect((await other.call('GET', '/ok')).body).toEqual({ ok: true });
    for (const path of ['/metrics', '/docs', '/info', '/openapi.json']) {
      expect((await other.call('GET', path)).status).toBe(404);
    }
    await own.run();
  });
});

// docs/departures/agent-server.md#metrics-names
describe('the route /metrics of a deployment', () => {
  test('returns counts of requests by route and status, and counts of runs by state', async () => {
    const { body } = await fixture.call('POST', '/threads', {});
    const { thread_id } = body as { thread_id: string };
    const run = { assistant_id: 'echo', input: {}, after_seconds: 3_600 };
    await fixture.call('POST', `/threads/${thread_id}/runs`, run);
    await fixture.call('GET', '/threads/nonsense');
    await fixture.call('GET', '/ok');
    const report = await fixture.call('GET', '/metrics?format=json');
    expect(report.body).toEqual({
      queue: {
        n_pending: 1,
        pending_runs_wait_time_max_secs: expect.any(Number),
        pending_runs_wait_time_med_secs: expect.any(Number),
        pending_unblocked_runs_wait_time_max_secs: expect.any(Number),
        n_running: 0,
      },
      api: {
        http_requests_total: [
          { method: 'POST', path: '/threads', status: 200, count: 1 },
          { method: 'POST', path: '/threads/{thread_id}/runs', status: 200, count: 1 },
          { method: 'GET', path: '/threads/{thread_id}', status: 422, count: 1 },
        ],
      },
      workers: { max: 10, active: 0, available: 10 },
    });
    const prometheus = await text('/metrics?format=strange');
    expect(prometheus.headers.get('content-type')).toBe('text/plain; version=1.0.0; charset=utf-8');
    const labels = `project_id="${fixture.deploymentId}",revision_id="${fixture.live.activeRevision(fixture.deploymentId)}",deployment_type="dev"`;
    expect(prometheus.body).toContain(
      `lg_api_http_requests_total{${labels},method="GET",path="/threads/{thread_id}",status="422"} 1\n`,
    );
    expect(prometheus.body).toContain(`lg_api_num_pending_runs{${labels}} 1\n`);
    await fixture.call('DELETE', `/threads/${thread_id}`);
  });

  test('requires a workspace key, and counts only authenticated requests', async () => {
    expect((await text('/metrics', {})).status).toBe(401);
    await fixture.call('POST', '/store/namespaces', {}, { headers: { 'x-api-key': 'wrong' } });
    expect((await text('/metrics')).body).not.toContain('/store/namespaces');
  });
});

test('the latency histogram is cumulative, and its labels are escaped', () => {
  const counts = createRequestCounts();
  for (const ms of [1, 10, 11, 4_000_000]) {
    counts.count({ deploymentId: 'd', method: 'GET', route: '/threads', status: 200, ms });
  }
  const routes = counts.of('d');
  const report = {
    queue: summarizeQueue([], 0),
    api: { http_requests_total: listRequests(routes) },
    workers: { max: 10, active: 0, available: 10 },
  };
  const own = { project_id: 'd', revision_id: '', deployment_type: 'a"b\\\nc' };
  const lines = renderPrometheus(report, routes, own).split('\n');
  const bucket = (le: string) =>
    `lg_api_http_requests_latency_bucket{project_id="d",revision_id="",deployment_type="a\\"b\\\\\\nc",method="GET",path="/threads",le="${le}"}`;
  expect(lines).toEqual(
    expect.arrayContaining([
      `${bucket('10')} 2`,
      `${bucket('100')} 3`,
      `${bucket('3600000')} 3`,
      `${bucket('+Inf')} 4`,
    ]),
  );
});

test('the request counts of a deployment are removed if many other deployments receive requests later', () => {
  const counts = createRequestCounts();
  const request = { method: 'GET', route: '/threads', status: 200, ms: 1 };
  for (let index = 0; index <= 1_000; index += 1) counts.count({ ...request, deploymentId: `d${index}` });
  expect(counts.of('d0')).toEqual([]);
  expect(counts.of('d1')).toHaveLength(1);
  expect(counts.of('d1000')).toHaveLength(1);
});

test('the queue metrics show how long runs wait, and how many wait for their thread', () => {
  const run = (status: string, threadId: string, createdAt: number) => ({ status, threadId, createdAt });
  const runs = [
    run('running', 'a', 0),
    run('pending', 'a', 1_000),
    run('pending', 'b', 4_000),
    run('pending', 'c', 9_000),
  ];
  expect(summarizeQueue(runs, 10_000)).toEqual({
    n_pending: 3,
    pending_runs_wait_time_max_secs: 9,
    pending_runs_wait_time_med_secs: 6,
    pending_unblocked_runs_wait_time_max_secs: 6,
    n_running: 1,
  });
  expect(summarizeQueue(runs.slice(2), 10_000).pending_runs_wait_time_med_secs).toBe(3.5);
});

// docs/departures/agent-server.md#docs-page
describe('the page /docs of a deployment', () => {
  test('shows the routes of /openapi.json without scripts or external content', async () => {
    const page = await text('/docs', {});
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(page.body).not.toMatch(/<script|https?:\/\/[^"&]*cdn|<img|<link/);
    const { body } = await fixture.call('GET', '/openapi.json');
    for (const path of Object.keys((body as { paths: object }).paths)) {
      expect(page.body).toContain(path.replaceAll("'", '&#x27;'));
    }
  });

  test('escapes all strings from the agent', () => {
    const hostile = '"><script>alert(1)</script>';
    const page = renderApiPage({
      openapi: '3.1.0',
      info: { title: hostile, description: hostile },
      paths: {
        [hostile]: {
          get: {
            summary: hostile,
            description: hostile,
            parameters: [{ name: hostile, in: hostile, schema: { $ref: hostile } }, hostile],
            responses: { [hostile]: { description: hostile } },
          },
          post: hostile,
          [hostile]: {},
        },
      },
      components: { schemas: { [hostile]: { $ref: `#/components/schemas/${hostile}` } } },
    });
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script');
    expect(page).not.toContain('">alert');
  });
});

// docs/departures/agent-server.md#thread-storage
describe('the route /threads/{thread_id}/storage', () => {
  test("returns the sizes of a thread's checkpoints and of their writes", async () => {
    const { body } = await fixture.call('POST', '/threads', {});
    const { thread_id } = body as { thread_id: string };
    const read = () => fixture.call('GET', `/threads/${thread_id}/storage`);
    const nothing = { count: 0, bytes: 0 };
    expect((await read()).body).toEqual({
      thread_id,
      total_bytes: 0,
      checkpoints: nothing,
      channel_values: { ...nothing, by_channel: {} },
      pending_writes: nothing,
    });
    const place = { threadId: thread_id, ns: '', runId: null, language: 'javascript' } as const;
    await fixture.store.checkpoints.put({
      ...place,
      id: 'c1',
      parentId: null,
      checkpointType: 'json',
      checkpoint: Buffer.from('12345'),
      metadataType: 'json',
      metadata: Buffer.from('{}'),
      delta: false,
    });
    await fixture.store.checkpoints.putWrites([
      {
        threadId: thread_id,
        ns: '',
        runId: null,
        checkpointId: 'c1',
        taskId: 't',
        taskPath: '',
        index: 0,
        channel: 'x',
        valueType: 'json',
        value: Buffer.from('123'),
      },
    ]);
    expect((await read()).body).toMatchObject({
      total_bytes: 8,
      checkpoints: { count: 1, bytes: 5 },
      pending_writes: { count: 1, bytes: 3 },
    });
  });

  test('returns a 404 for an unknown thread, and a 422 for an invalid ID', async () => {
    const missing = '00000000-0000-0000-0000-000000000000';
    expect(await fixture.call('GET', `/threads/${missing}/storage`)).toMatchObject({
      status: 404,
      body: { detail: `Thread with ID ${missing} not found` },
    });
    expect((await fixture.call('GET', '/threads/x/storage')).status).toBe(422);
  });
});

// docs/departures/agent-server.md#reference-routes-missing
test.each([
  ['GET', '/'],
  ['POST', '/a2a/echo'],
  ['GET', '/a2a/echo/.well-known/agent-card.json'],
  ['GET', '/.well-known/agent-card.json'],
  ['GET', '/profile'],
  ['POST', '/deploy'],
  ['POST', '/internal/truncate'],
  ['GET', '/internal/debug/thread/x'],
  ['GET', '/threads/00000000-0000-0000-0000-000000000000/stream/events'],
])('the agent server does not provide the route %s %s', async (method, path) => {
  const { status } = await fixture.call(method, path);
  expect([404, 405]).toContain(status);
});
