import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { realClock } from '../../../src/clients/clock.ts';
import type { Exchange } from '../../../src/emulator/server/exchange.ts';
import type { HttpFault } from '../../../src/emulator/server/fault.ts';
import { HttpError } from '../../../src/emulator/server/http-error.ts';
import { type HttpServer, listen } from '../../../src/emulator/server/http-server.ts';
import { createRequestListener } from '../../../src/emulator/server/listener.ts';
import { type Route, route } from '../../../src/emulator/server/route.ts';

const Body = z.object({ name: z.string(), nested: z.object({ size: z.int().min(1) }) });
let release: () => void = () => undefined;
let aborted: Promise<unknown> = Promise.resolve();

const routes: Route[] = [
  route({
    surface: 'control-plane',
    method: 'POST',
    path: '/things/{id}',
    summary: '',
    auth: 'none',
    params: z.object({ id: z.guid() }),
    query: z.object({ depth: z.string().regex(/^\d+$/).optional() }),
    body: Body,
    responses: { 200: { description: '', schema: Body } },
    handler: ({ body }) => ({ status: 200, body }),
  }),
  route({
    surface: 'control-plane',
    method: 'GET',
    path: '/things',
    summary: '',
    auth: 'none',
    responses: { 200: { description: '' } },
    handler: ({ origin }) => ({ status: 200, body: { origin } }),
  }),
  ...(['boom', 'refuse', 'undeclared', 'misshapen'] as const).map((name) =>
    route({
      surface: 'control-plane',
      method: 'GET',
      path: `/${name}`,
      summary: '',
      auth: 'none',
      responses: { 200: { description: '', schema: z.object({ ok: z.literal(true) }) } },
      handler: () => {
        if (name === 'boom') throw new Error('the secret is hunter2');
        if (name === 'refuse') throw new HttpError(400, 'no', { headers: { 'x-why': 'because' } });
        if (name === 'undeclared') return { status: 201, body: {} };
        return { status: 200, body: { ok: 'hunter2' } };
      },
    }),
  ),
  route({
    surface: 'control-plane',
    method: 'GET',
    path: '/slow',
    summary: '',
    auth: 'none',
    responses: { 200: { description: '' } },
    handler: async ({ signal }) => {
      const wait = Promise.withResolvers<void>();
      release = wait.resolve;
      aborted = once(signal, 'abort');
      void aborted.then(() => wait.resolve());
      started.resolve();
      await wait.promise;
      return { status: 200, body: { done: true } };
    },
  }),
  route({
    surface: 'control-plane',
    method: 'GET',
    path: '/stream',
    summary: '',
    auth: 'none',
    responses: { 200: { description: '' } },
    handler: () => ({
      stream: async (response) => {
        response.setHeader('content-type', 'text/event-stream');
        for (let index = 0; index < 5; index += 1) response.write(`data: ${index}\n\n`);
        response.end();
      },
    }),
  }),
];

let started = Promise.withResolvers<void>();
let server: HttpServer | undefined;
let fault: HttpFault | undefined;
const exchanges: Exchange[] = [];
const failures: string[] = [];
const closing = { current: new AbortController() };

async function start(): Promise<string> {
  fault = undefined;
  exchanges.length = 0;
  failures.length = 0;
  started = Promise.withResolvers();
  closing.current = new AbortController();
  const listener = createRequestListener({
    routes,
    agentRoutes: [],
    authenticator: { workspace: async () => 'w', within: async () => 'w' },
    workspaceOf: async () => undefined,
    localKeyHash: '',
    checkAnswers: true,
    clock: realClock,
    hooks: {
      record: (exchange) => exchanges.push(exchange),
      fault: () => fault,
      failed: (what, cause) => failures.push(`${what}: ${String(cause)}`),
    },
    localHosts: new Set(),
    closing: closing.current.signal,
  });
  server = await listen((request, response) => void listener(request, response), {
    host: '127.0.0.1',
    port: 0,
  });
  return `http://127.0.0.1:${server.port}`;
}
afterEach(async () => {
  await server?.close(0);
  server = undefined;
});

const ID = '6f1a9f0e-3f6d-4c55-9c1e-111111111111';
const post = (url: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': type } });

describe('a request that is in order', () => {
  test('is answered with JSON and its length', async () => {
    const base = await start();
    const body = { name: 'a', nested: { size: 2 } };
    const answer = await post(`${base}/things/${ID}`, JSON.stringify(body));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual(body);
    expect(exchanges).toMatchObject([
      { method: 'POST', path: `/things/${ID}`, status: 200, request: body, response: body },
    ]);
  });

  test('knows the origin the client used', async () => {
    const base = await start();
    expect(await (await fetch(`${base}/things`)).json()).toEqual({ origin: base });
  });

  test('HEAD is GET without the body, OPTIONS says what the path allows', async () => {
    const base = await start();
    const head = await fetch(`${base}/things`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    const options = await fetch(`${base}/things`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD']);
    expect((await fetch(`${base}/none`, { method: 'OPTIONS' })).status).toBe(404);
  });

  test('the connection is used again', async () => {
    const base = await start();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number>();
    for (const path of ['/things', '/none', '/boom']) {
      const request = http.get(base + path, { agent });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      ports.add(response.socket.localPort ?? 0);
      response.resume();
      await once(response, 'end');
    }
    agent.destroy();
    expect(ports.size).toBe(1);
  });
});

describe('a request that is not in order', () => {
  test.each([
    ['/none', 'GET', 404],
    ['/things', 'DELETE', 405],
    ['/things', 'PURGE', 405],
    ['/things/%zz', 'POST', 400],
  ])('%s %s is %i as JSON', async (path, method, status) => {
    const base = await start();
    const answer = await fetch(base + path, { method });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ detail: expect.any(String) });
  });

  test('each wrong field is a 422 whose loc starts with the part it is in', async () => {
    const base = await start();
    const answer = await post(`${base}/things/nonsense?depth=x`, '{"nested":{"size":0}}');
    expect(answer.status).toBe(422);
    const { detail } = (await answer.json()) as { detail: { loc: unknown[]; msg: string; type: string }[] };
    expect(detail.map(({ loc }) => loc)).toEqual([
      ['path', 'id'],
      ['query', 'depth'],
      ['body', 'name'],
      ['body', 'nested', 'size'],
    ]);
    expect(detail.every(({ msg, type }) => msg !== '' && type !== '')).toBe(true);
  });

  test('a body that is missing, no JSON, no UTF-8, of another type or too large is said to be so', async () => {
    const base = await start();
    const url = `${base}/things/${ID}`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(422);
    const broken = await post(url, '{"secret": hunter2');
    expect([broken.status, await broken.text()]).toEqual([
      400,
      '{"detail":"The request body is not valid JSON."}',
    ]);
    expect((await post(url, new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
    expect((await post(url, 'a=b', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await post(url, `"${'x'.repeat(17 * 1024 * 1024)}"`)).status).toBe(413);
  });

  test('a chunked body is stopped at the limit too', async () => {
    const base = await start();
    const request = http.request(`${base}/things/${ID}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
    for (let sent = 0; sent < 18; sent += 1) request.write(' '.repeat(1024 * 1024));
    request.end();
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    response.resume();
    await once(response, 'end');
  });
});

describe('a failure', () => {
  test('a refusal of the handler keeps its status, text and headers', async () => {
    const base = await start();
    const answer = await fetch(`${base}/refuse`);
    expect([answer.status, answer.headers.get('x-why'), await answer.json()]).toEqual([
      400,
      'because',
      { detail: 'no' },
    ]);
    expect(failures).toEqual([]);
  });

  test('any other is a 500 that tells the client nothing and the log everything', async () => {
    const base = await start();
    const answer = await fetch(`${base}/boom`);
    expect([answer.status, await answer.text()]).toEqual([500, '{"detail":"Internal Server Error"}']);
    expect(failures).toEqual([expect.stringContaining('GET /boom: Error: the secret')]);
  });

  test('an answer that its row does not declare fails in test mode, without showing it', async () => {
    const base = await start();
    expect((await fetch(`${base}/undeclared`)).status).toBe(500);
    expect((await fetch(`${base}/misshapen`)).status).toBe(500);
    expect(failures[0]).toContain('GET /undeclared answered 201, which it does not declare');
    expect(failures[1]).toContain('ok: ');
    expect(failures[1]).not.toContain('hunter2');
  });
});

describe('a fault', () => {
  test('answers instead of the handler', async () => {
    const base = await start();
    fault = { status: 503, body: 'down', retryAfter: '7' };
    const answer = await fetch(`${base}/things`);
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '7',
      'down',
    ]);
  });

  test.each([{ reset: true }, { dropAnswer: true }])('%j cuts the connection', async (given) => {
    const base = await start();
    fault = given;
    await expect(fetch(`${base}/things`)).rejects.toThrow('fetch failed');
    expect(exchanges).toMatchObject([{ status: 0, response: undefined }]);
  });

  test('truncates a body, and a stream, after so many bytes', async () => {
    const base = await start();
    fault = { truncateAt: 5 };
    for (const path of ['/things', '/stream']) {
      const request = http.get(base + path, { agent: false });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => undefined);
      await new Promise((resolve) => response.once('close', resolve));
      expect(Buffer.concat(chunks).toString()).toBe(path === '/stream' ? 'data:' : '{"ori');
      expect(response.complete).toBe(false);
    }
  });
});

describe('the end', () => {
  test('a client that goes away is noticed, and is no failure', async () => {
    const base = await start();
    const controller = new AbortController();
    const call = fetch(`${base}/slow`, { signal: controller.signal });
    await started.promise;
    controller.abort();
    await expect(call).rejects.toThrow('aborted');
    await aborted;
    expect(failures).toEqual([]);
  });

  test('a running request may end when the server closes; idle connections go at once', async () => {
    const base = await start();
    const idle = net.connect(Number(new URL(base).port), '127.0.0.1');
    await once(idle, 'connect');
    const call = fetch(`${base}/slow`);
    await started.promise;
    const closed = server?.close(60_000);
    release();
    expect((await call).status).toBe(200);
    await closed;
    server = undefined;
    if (!idle.closed) await once(idle, 'close');
  });

  test('what does not end in time is cut', async () => {
    const base = await start();
    const call = fetch(`${base}/slow`);
    await started.promise;
    await server?.close(0);
    server = undefined;
    await expect(call).rejects.toThrow('fetch failed');
  });

  test('a port in use is told with the cure', async () => {
    await start();
    await expect(listen(() => undefined, { host: '127.0.0.1', port: server?.port ?? 0 })).rejects.toThrow(
      /port \d+ on 127\.0\.0\.1 is in use: .*--port/,
    );
  });
});
