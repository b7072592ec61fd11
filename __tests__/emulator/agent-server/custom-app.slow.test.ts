import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { graphConfig, plainAgent, rootModulesInstall } from '../../../harness/agents/fixtures.ts';
import { createRepository } from '../../../harness/git.ts';
import { getOverOneConnection } from '../../../harness/keep-alive.ts';
import { deployAgent } from '../../../harness/agents/deploy.ts';
import { type EmulatorHandle, startEmulator } from '../../../harness/emulator.ts';
import { Cleanup } from './fixture.ts';

let emulator: EmulatorHandle;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());
const afterTest = new Cleanup();
afterEach(() => afterTest.run());

const NO_KEY = { 'x-api-key': null };
const RUN = { assistant_id: 'agent', input: { messages: [{ content: 'hi' }] } };

const APP = `import { Hono } from 'hono';
import { Client } from '@langchain/langgraph-sdk';

export const app = new Hono();
let left = 0;
app.use('/threads/*', async (c, next) => {
  await next();
  c.header('x-from-app', 'middleware');
});
app.get('/hello/:name', (c) => c.json({ hello: c.req.param('name'), query: c.req.query('q') }));
app.get('/info', (c) => c.text('the author’s own'));
app.get('/ok', (c) => c.text('never asked'));
app.post('/echo', async (c) => c.body(await c.req.arrayBuffer(), 201, { 'x-size': c.req.header('content-length') ?? 'none' }));
app.use('/threads', async (c, next) => {
  if (c.req.query('read') !== undefined) await c.req.text();
  await next();
});
app.get('/cookies', (c) => {
  c.header('set-cookie', 'a=1', { append: true });
  c.header('set-cookie', 'b=2', { append: true });
  return c.body(null, 204);
});
app.get('/framed/:length', (c) => c.body('hello', 200, { 'content-length': c.req.param('length'), 'x-own': 'kept' }));
app.get('/throws', () => {
  throw new Error('the reason stands in the log');
});
app.get('/left', (c) => c.json({ left }));
app.get('/clock', (c) => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: first\\n\\n')),
    cancel: () => { left += 1; },
  });
  return c.body(body, 200, { 'content-type': 'text/event-stream' });
});
app.get('/asks', async (c) => {
  const client = new Client({ apiKey: null });
  const thread = await client.threads.create();
  const events = [];
  for await (const { event } of client.runs.stream(thread.thread_id, 'agent', { input: { messages: [{ content: 'hi' }] } })) events.push(event);
  return c.json({ events, state: await client.runs.wait(null, 'agent', { input: { messages: [{ content: 'asked' }] } }) });
});
app.get('/asks-middleware', async (c) => {
  const fetch = globalThis[Symbol.for('langgraph_api:fetch')];
  const { status } = await fetch('/threads?read', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  return c.json({ status });
});
app.put('/store/*', async (c, next) => {
  const body = await c.req.json();
  body.value = { ...body.value, by: 'middleware' };
  c.req.bodyCache = { json: Promise.resolve(body), text: Promise.resolve(JSON.stringify(body)), arrayBuffer: Promise.resolve(new TextEncoder().encode(JSON.stringify(body)).buffer) };
  await next();
});
`;

/** Deploys an agent whose configuration has this section, with these files. */
async function deployed(
  http: object,
  {
    files = { 'src/app.ts': APP },
    config = {},
    cleanup = afterTest,
  }: { files?: Record<string, string>; config?: object; cleanup?: Cleanup } = {},
) {
  const repository = await createRepository({
    ...plainAgent(),
    ...files,
    'package.json': '{"private":true,"type":"module"}',
    'langgraph.json': graphConfig(undefined, { ...config, http }),
  });
  cleanup.add(() => repository.remove());
  const { url, deploymentId } = await deployAgent(emulator, repository, {
    installCommand: rootModulesInstall(),
  });
  const api = async (
    method: string,
    target: string,
    body?: unknown,
    { 'x-api-key': key = emulator.apiKey }: { 'x-api-key'?: string | null } = {},
  ) => {
    const answer = await fetch(new URL(target, emulator.urls.controlPlane), {
      method,
      headers: { ...(key !== null && { 'x-api-key': key }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
  };
  return { api, url, id: deploymentId };
}

describe('a custom Hono application of a deployment', () => {
  let agent: Awaited<ReturnType<typeof deployed>>;
  const cleanup = new Cleanup();
  beforeAll(async () => {
    agent = await deployed({ app: './src/app.ts:app' }, { cleanup });
  });
  afterAll(() => cleanup.run());

  // docs/agent-server/routes.md#custom-routes
  test("responds without an API key, and takes precedence over the agent server's routes except the health route", async () => {
    const { api, url, id } = agent;
    const hello = await api('GET', `${url}/hello/J%C3%B6rg?q=1%202`, undefined, NO_KEY);
    expect([hello.status, hello.body]).toEqual([200, { hello: 'Jörg', query: '1 2' }]);
    expect((await api('GET', `/d/${id}/hello/you`, undefined, NO_KEY)).body).toEqual({ hello: 'you' });
    expect((await api('GET', `${url}/info`, undefined, NO_KEY)).body).toBe('the author’s own');
    expect((await api('GET', `${url}/ok`, undefined, NO_KEY)).body).toMatchObject({ ok: true });
    expect((await api('POST', `${url}/hello/you`, {})).status).toBe(404);
    expect((await api('GET', `${url}/nowhere`)).status).toBe(404);

    const cookies = await fetch(`${url}/cookies`);
    expect([cookies.status, cookies.headers.getSetCookie()]).toEqual([204, ['a=1', 'b=2']]);
  });

  // docs/agent-server/routes.md#custom-bodies
  test('exchanges bodies of any kind and size, including bodies of unknown length', async () => {
    const bytes = new Uint8Array(3_000_000).map((_, at) => at % 251);
    const known = await fetch(`${agent.url}/echo`, { method: 'POST', body: bytes });
    expect([known.status, known.headers.get('x-size')]).toEqual([201, '3000000']);
    expect(Buffer.from(await known.arrayBuffer()).equals(bytes)).toBe(true);
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.subarray(0, 10));
        controller.enqueue(bytes.subarray(10, 20));
        controller.close();
      },
    });
    const streamed = await fetch(`${agent.url}/echo`, { method: 'POST', body, duplex: 'half' });
    expect([streamed.headers.get('x-size'), [...new Uint8Array(await streamed.arrayBuffer())]]).toEqual([
      'none',
      [...bytes.subarray(0, 20)],
    ]);
  });

  test('streams responses, and detects that its client has disconnected', async () => {
    const leaving = new AbortController();
    const answer = await fetch(`${agent.url}/clock`, { signal: leaving.signal });
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: first\n\n');
    leaving.abort();
    for (;;) {
      const { left } = z.object({ left: z.int() }).parse((await agent.api('GET', `${agent.url}/left`)).body);
      if (left > 0) break;
    }
  });

  // docs/security/emulator.md#app-response-framing
  test.each(['5, 6', 'x', '-1', '2', '50'])(
    'can declare the length %s for 5 bytes without affecting the next response on the connection',
    async (length) => {
      const path = `/framed/${encodeURIComponent(length)}`;
      const responses = await getOverOneConnection(agent.url, [path, '/hello/you']);
      expect(responses).toMatchObject([
        { status: 200, headers: expect.arrayContaining([['x-own', 'kept']]), body: 'hello' },
        { status: 200, body: '{"hello":"you"}' },
      ]);
    },
  );

  test('logs the error of a failed request in the deploy log without showing it in the response', async () => {
    const { status, body } = await agent.api('GET', `${agent.url}/throws`, undefined, NO_KEY);
    expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining('reason')]);
    expect((await agent.api('GET', `${agent.url}/hello/you`)).status).toBe(200);
  });

  // docs/agent-server/routes.md#custom-middleware
  test("can change the agent server's responses by middleware, but cannot bypass the API key", async () => {
    const { api, url } = agent;
    const thread = await api('POST', `${url}/threads`, {});
    expect([thread.status, thread.headers.get('x-from-app')]).toEqual([200, 'middleware']);
    expect((await api('POST', `${url}/threads`, {}, NO_KEY)).status).toBe(401);
    const item = { namespace: ['a'], key: 'b', value: { one: 1 } };
    expect((await api('PUT', `${url}/store/items`, item)).status).toBe(204);
    const kept = await api('GET', `${url}/store/items?namespace=a&key=b`);
    expect(kept.body).toMatchObject({ value: { one: 1, by: 'middleware' } });
  });

  test('runs its middleware for every spelling of a path that the agent server accepts', async () => {
    const { api, url } = agent;
    const thread = await api('POST', `${url}/%74hreads`, {});
    expect([thread.status, thread.headers.get('x-from-app')]).toEqual([200, 'middleware']);
    expect((await fetch(`${url}/hello/you`, { method: 'HEAD' })).status).toBe(200);
  });

  test('gets the path from the request line, not from the Host header', async () => {
    const answer = await new Promise<unknown>((resolve, reject) => {
      const headers = { host: 'example.com/hello/another?' };
      get(`${agent.url}/left`, { headers }, (response) => resolve(json(response))).on('error', reject);
    });
    expect(answer).toEqual({ left: expect.any(Number) });
  });

  // docs/agent-server/routes.md#own-api
  test('calls the API of its deployment with the official client, without URL or API key', async () => {
    const { status, body } = await agent.api('GET', `${agent.url}/asks`, undefined, NO_KEY);
    expect([status, body]).toMatchObject([
      200,
      { state: { messages: [{}, { content: expect.stringContaining('asked') }] } },
    ]);
    expect(z.object({ events: z.array(z.string()) }).parse(body).events).toEqual([
      'metadata',
      'values',
      'end',
    ]);
    expect((await agent.api('POST', `${agent.url}/runs/wait`, RUN)).status).toBe(200);
    const past = await agent.api('GET', `${agent.url}/asks-middleware`, undefined, NO_KEY);
    expect(past.body).toEqual({ status: 200 });
    const passed = await agent.api('POST', `${agent.url}/threads?read`, {}, NO_KEY);
    expect(passed.status).toBe(401);
  });
});

// docs/agent-server/routes.md#custom-routes-auth
describe('a custom application with authentication', () => {
  const http = { app: './src/app.ts:app', enable_custom_route_auth: true };

  test('accepts callers with the workspace key', async () => {
    const { api, url } = await deployed(http);
    expect((await api('GET', `${url}/hello/you`, undefined, NO_KEY)).status).toBe(401);
    expect((await api('GET', `${url}/hello/you`)).status).toBe(200);
  });

  test('accepts callers that the custom code accepts, and its own requests are authenticated like any other request', async () => {
    const auth = `import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth';
export const auth = new Auth()
  .authenticate((request) => {
    const user = request.headers.get('authorization');
    if (user === null) throw new HTTPException(401, { message: 'Who are you?' });
    return { identity: user, permissions: [] };
  })
  .on('threads', ({ user, value }) => {
    if (value.metadata) value.metadata.owner = user.identity;
    return { owner: user.identity };
  });
`;
    const files = { 'src/app.ts': APP, 'src/auth.ts': auth };
    const { url } = await deployed(http, { files, config: { auth: { path: './src/auth.ts:auth' } } });
    const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers });
    const refused = await ask('/hello/you');
    expect([refused.status, await refused.json()]).toEqual([401, { detail: 'Who are you?' }]);
    expect((await ask('/hello/you', { authorization: 'ada' })).status).toBe(200);
    const asked = await ask('/asks', { authorization: 'ada' });
    expect([asked.status, await asked.json()]).toMatchObject([
      200,
      { events: ['metadata', 'values', 'end'] },
    ]);
  });
});

// docs/departures/graphs.md#http-app
test('a custom application can be a function, and its 404 passes the request to the agent server', async () => {
  const text = `export default async (request: Request) =>
  new URL(request.url).pathname === '/mine' ? new Response('mine') : new Response('theirs', { status: 404 });`;
  const { api, url } = await deployed({ app: './src/app.ts:default' }, { files: { 'src/app.ts': text } });
  expect((await api('GET', `${url}/mine`, undefined, NO_KEY)).body).toBe('mine');
  expect((await api('GET', `${url}/nowhere`, undefined, NO_KEY)).body).toBe('theirs');
  expect((await api('GET', `${url}/info`)).status).toBe(200);
});

// docs/agent-server/routes.md#routes-removed
test('a graph configuration can remove routes of the agent server, or move them below a prefix', async () => {
  const http = { disable_store: true, disable_runs: true, disable_meta: true, mount_prefix: '/my/agent' };
  const described = await deployed({ disable_store: true, disable_mcp: true });
  const { body } = await described.api('GET', `${described.url}/openapi.json`);
  const { paths } = z.looseObject({ paths: z.record(z.string(), z.unknown()) }).parse(body);
  expect(Object.keys(paths)).toContain('/threads');
  expect(Object.keys(paths)).not.toContain('/store/items');
  expect(Object.keys(paths)).not.toContain('/mcp');
  expect((await described.api('GET', `${described.url}/mcp`)).status).toBe(404);
  const { api, url } = await deployed(http);
  const status = async (method: string, path: string, body?: object) =>
    (await api(method, `${url}${path}`, body)).status;
  expect(await status('GET', '/ok')).toBe(200);
  expect(await status('GET', '/my/agent/ok')).toBe(200);
  expect(await status('POST', '/my/agent/threads', {})).toBe(200);
  expect(await status('POST', '/threads', {})).toBe(404);
  expect(await status('POST', '/my/agent/store/items/search', {})).toBe(404);
  expect(await status('POST', '/my/agent/runs/wait', RUN)).toBe(404);
  expect(await status('POST', '/my/agent/threads/x/commands', {})).toBe(404);
  expect(await status('GET', '/my/agent/info')).toBe(404);
  expect(await status('GET', '/my/agent/metrics')).toBe(404);
});

// docs/agent-server/routes.md#custom-routes-fail
test.each([
  [`throw new Error('no database');\nexport const app = {};`, 'no database'],
  ['export const app = { fetch: 1 };', 'expected a Hono application, or an object with a function "fetch"'],
])('a custom application such as %j is refused with the reason', async (text, reason) => {
  const files = { 'src/app.ts': text };
  await expect(deployed({ app: './src/app.ts:app' }, { files })).rejects.toThrow(reason);
});
