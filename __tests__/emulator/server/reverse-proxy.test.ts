import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { realClock } from '../../../src/clients/clock.ts';
import { toServiceClock } from '../../../src/emulator/ports/clock.ts';
import { apiKeyOf } from '../../../src/emulator/server/authenticate.ts';
import { HttpError } from '../../../src/emulator/server/http-error.ts';
import { type HttpServer, listen } from '../../../src/emulator/server/http-server.ts';
import { DEFAULT_CORS } from '../../../src/emulator/server/cors.ts';
import { createRequestListener } from '../../../src/emulator/server/listener.ts';
import type { Upstream } from '../../../src/emulator/server/reverse-proxy.ts';

const ID = '22222222-2222-4222-8222-222222222222';
const KEY = 'a-workspace-key';

const open: { close(): unknown }[] = [];
const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
  for (const one of open.splice(0)) one.close();
});

/** Starts the server of a deployment and the emulator's proxy in front of it. */
async function start(handler: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const behind = http
    .createServer((request, response) => void handler(request, response))
    .listen(0, '127.0.0.1');
  open.push({ close: () => behind.close() && behind.closeAllConnections() });
  await once(behind, 'listening');
  const reported = { held: 0, up: true, statuses: [] as number[], place: '', authorization: '' };
  const scopes: unknown[] = [];
  const within = (headers: IncomingMessage['headers'], _: unknown, scope: unknown): Promise<string> => {
    scopes.push(scope);
    return apiKeyOf(headers) === KEY ? Promise.resolve('w') : Promise.reject(new HttpError(401, 'no'));
  };
  const listener = createRequestListener({
    routesOf: async () => [],
    authenticator: { authenticateWorkspace: async () => 'w', authenticateDeployment: within },
    workspaceOf: async () => 'w',
    upstreams: {
      has: async (id) => id === ID,
      acquire() {
        if (!reported.up) throw new HttpError(503, 'none is up', { headers: { 'retry-after': '1' } });
        reported.held += 1;
        const { place, authorization } = reported;
        return {
          address: `http://127.0.0.1:${(behind.address() as AddressInfo).port}${place}`,
          ...(authorization !== '' && ({ authorization } satisfies Partial<Upstream>)),
          release: () => void (reported.held -= 1),
        };
      },
    },
    corsPolicy: () => DEFAULT_CORS,
    localKeyHashes: [],
    responseCheck: undefined,
    clock: toServiceClock(realClock),
    hooks: {
      nextSequence: () => 0,
      record: ({ status }) => reported.statuses.push(status),
      fault: () => undefined,
      logFailure: (message, cause) => {
        throw new Error(message, { cause });
      },
    },
    serverOrigins: { hosts: new Set(), origins: new Set() },
    closing: new AbortController().signal,
  });
  const at = { host: '127.0.0.1', port: 0 };
  const server = await listen((request, response) => void listener(request, response), at);
  servers.push(server);
  const own = await listen((request, response) => void listener(request, response, { deploymentId: ID }), at);
  servers.push(own);
  return {
    behind,
    reported,
    scopes,
    url: `http://127.0.0.1:${server.port}/d/${ID}`,
    ownUrl: `http://127.0.0.1:${own.port}`,
    port: server.port,
  };
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** A client may list any header in `Connection`, so that it applies to this connection only. */
const lengthOfThisConnection = (body: string) => ({
  'content-length': String(body.length),
  connection: 'close, content-length',
});

describe('a request to a deployment with its own server', () => {
  // docs/departures/graphs.md#what-image-must-do
  test('arrives with its method, path, query and body, but without the API key', async () => {
    const { url, port, reported } = await start(async (request, response) => {
      const { method, headers } = request;
      response.writeHead(201, { 'content-type': 'application/json', 'x-own': 'yes' });
      response.end(JSON.stringify({ method, url: request.url, headers, body: await bodyOf(request) }));
    });
    const answer = await fetch(`${url}/threads/%20x?a=1&b=%2F`, {
      method: 'PUT',
      headers: { 'x-api-key': KEY, authorization: 'Bearer of-the-agent', 'content-type': 'text/plain' },
      body: 'hello',
    });
    expect({ status: answer.status, own: answer.headers.get('x-own') }).toEqual({ status: 201, own: 'yes' });
    const seen = (await answer.json()) as { headers: Record<string, string> };
    expect(seen).toMatchObject({ method: 'PUT', url: '/threads/%20x?a=1&b=%2F', body: 'hello' });
    expect(seen.headers).toMatchObject({
      authorization: 'Bearer of-the-agent',
      host: `127.0.0.1:${port}`,
      'content-type': 'text/plain',
    });
    expect(JSON.stringify(seen)).not.toContain(KEY);
    expect(reported.held).toBe(0);

    const bearer = await fetch(`${url}/info`, { headers: { authorization: `Bearer ${KEY}` } });
    expect(await bearer.text()).not.toContain(KEY);
  });

  test.each([
    ['an X-Api-Key without a value', { 'x-api-key': '', authorization: `Bearer ${KEY}` }],
    ['the same key in two headers', { 'x-api-key': KEY, authorization: `Bearer ${KEY}` }],
  ])('arrives without the API key, even with %s', async (_, headers) => {
    const { url } = await start((request, response) => response.end(JSON.stringify(request.headers)));
    const answer = await fetch(`${url}/info`, { headers });
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain(KEY);
  });

  // docs/kubernetes.md#caller
  test.each([
    ['by its token', 'Bearer of-the-cluster'],
    ['by its certificate', ''],
  ])(
    'contains no identity of the caller if the API server identifies the emulator %s',
    async (_, authorization) => {
      const { behind, url, reported } = await start((request, response) =>
        response.end(JSON.stringify({ url: request.url, headers: request.headers })),
      );
      Object.assign(reported, { place: '/api/v1/namespaces/agents/services/one:8000/proxy', authorization });
      const answer = await fetch(`${url}/info`, {
        headers: {
          'x-api-key': KEY,
          authorization: 'Bearer of-the-caller',
          'impersonate-user': 'system:admin',
          'impersonate-group': 'system:masters',
          'impersonate-extra-scopes': 'all',
          'x-remote-user': 'system:admin',
          'x-own': 'kept',
        },
      });
      const seen = (await answer.json()) as { url: string; headers: Record<string, string> };
      const { port } = behind.address() as AddressInfo;
      expect(seen.url).toBe(`${reported.place}/info`);
      expect(seen.headers).toMatchObject({ host: `127.0.0.1:${port}`, 'x-own': 'kept' });
      expect(seen.headers['authorization']).toBe(authorization === '' ? undefined : authorization);
      expect(JSON.stringify(seen.headers)).not.toMatch(/impersonate|x-remote|of-the-caller/);
    },
  );

  test.each(['GET', 'DELETE', 'OPTIONS', 'POST'])(
    'arrives with the whole body of a %s that was sent in chunks',
    async (method) => {
      const asked: unknown[] = [];
      const { behind, url } = await start(async (request, response) => {
        asked.push([request.method, request.url, await bodyOf(request)]);
        response.end('heard');
      });
      behind.on('clientError', (error) => asked.push(error));
      const inner = 'GET /not-asked HTTP/1.1\r\nHost: x\r\n\r\n';
      for (const framing of [{ 'transfer-encoding': 'chunked' }, lengthOfThisConnection(inner)]) {
        const sent = http.request(`${url}/x`, {
          method,
          headers: { 'x-api-key': KEY, ...framing },
          agent: false,
        });
        sent.end(inner);
        const [answer] = (await once(sent, 'response')) as [IncomingMessage];
        expect([answer.statusCode, await bodyOf(answer)]).toEqual([200, 'heard']);
      }
      expect(asked).toEqual([1, 2].map(() => [method, '/x', inner]));
    },
  );

  test.each([
    ['no status', 'HTTP/1.1 099 Strange\r\nContent-Length: 0\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['bytes that are not HTTP', 'what?\r\n\r\n'],
    ['an early hint and nothing else', 'HTTP/1.1 103 Hints\r\n\r\n'],
  ])('gets a 502 if the server responds with %s', async (_, written) => {
    const { url, reported } = await start((request) => request.socket.end(written));
    expect((await fetch(`${url}/x`, { headers: { 'x-api-key': KEY } })).status).toBe(502);
    expect(reported.held).toBe(0);
  });

  test('never arrives without a valid API key', async () => {
    let asked = 0;
    const { url } = await start((_, response) => {
      asked += 1;
      response.end();
    });
    expect((await fetch(`${url}/threads`)).status).toBe(401);
    expect((await fetch(`${url}/threads`, { headers: { 'x-api-key': 'other' } })).status).toBe(401);
    expect(asked).toBe(0);
  });

  // docs/kubernetes/keys.md#every-spelling
  test.each([
    ['read', 'GET', '/threads/a'],
    ['read', 'GET', '/own/caf%C3%A9%20menu'],
    ['read', 'POST', '/threads/a/history'],
    ['run', 'POST', '/own'],
    ['run', 'QUERY', '/own'],
    ['run', 'PROPFIND', '/threads/search'],
    ['run', 'GET', '/mcp'],
    ['read run', 'GET', '/%6dcp'],
    ['read run', 'GET', '/%256dcp'],
    ['read run', 'GET', '//mcp'],
    ['read run', 'GET', '/mcp/'],
    ['read run', 'GET', '/own/../mcp'],
    ['read run', 'GET', '/mcp;own'],
    ['read run', 'HEAD', '/threads/a/runs/b/%6Aoin'],
    ['read run', 'POST', '/ui/..%2fruns'],
    ['read run', 'POST', '/ui/%2e%2e%5cruns'],
    ['run read', 'GET', '/threads/a/runs/..%2f..%2f/join'],
  ])('requires the scopes "%s" in every spelling of a path: %s %s', async (expected, method, path) => {
    const { port, scopes } = await start((_, response) => response.end());
    const sent = http.request({
      port,
      host: '127.0.0.1',
      method,
      path: `/d/${ID}${path}`,
      headers: { 'x-api-key': KEY },
      agent: false,
    });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    expect([answer.statusCode, scopes.join(' ')]).toEqual([200, expected]);
  });

  // docs/agent-server/routes.md#web-pages-programs
  test("gets the server's own CORS headers only on the deployment's own port", async () => {
    const page = { origin: 'https://app.example.com' };
    const preflight = { ...page, 'access-control-request-method': 'POST' };
    const asked: unknown[] = [];
    const { url, ownUrl } = await start((request, response) => {
      asked.push([request.method, request.url]);
      response.writeHead(204, { 'access-control-allow-origin': page.origin, 'access-control-max-age': '7' });
      response.end();
    });
    const ask = async (base: string, method: string, headers: Record<string, string>) => {
      const answer = await fetch(`${base}/runs`, { method, headers });
      const names = ['access-control-allow-origin', 'access-control-max-age', 'vary'];
      return [answer.status, ...names.map((name) => answer.headers.get(name))];
    };
    const theirs = [204, page.origin, '7', null];
    expect(await ask(ownUrl, 'OPTIONS', preflight)).toEqual(theirs);
    expect(await ask(ownUrl, 'GET', { ...page, 'x-api-key': KEY })).toEqual(theirs);
    expect(await ask(url, 'OPTIONS', { ...preflight, 'x-api-key': KEY })).toEqual([204, null, null, null]);
    expect(asked).toEqual(['OPTIONS', 'GET', 'OPTIONS'].map((method) => [method, '/runs']));
    // The emulator refuses the request before it reaches the server, and the page can read the reason.
    expect(await ask(ownUrl, 'GET', page)).toEqual([401, '*', null, 'Origin']);
    expect(await ask(ownUrl, 'OPTIONS', page)).toEqual([401, '*', null, 'Origin']);
    expect(await ask(url, 'OPTIONS', preflight)).toEqual([401, null, null, null]);
    expect(asked).toHaveLength(3);
  });

  test('receives streamed events immediately, and the server detects when the client disconnects', async () => {
    const left = Promise.withResolvers<void>();
    const { url, reported } = await start((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      response.once('close', () => left.resolve());
    });
    const away = new AbortController();
    const answer = await fetch(`${url}/stream`, { headers: { 'x-api-key': KEY }, signal: away.signal });
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n');
    expect(reported.held).toBe(1);
    away.abort();
    await left.promise;
    while (reported.held > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test('gets a 503 without a server, a 502 after an early exit, and an aborted response after a late exit', async () => {
    const { url, reported } = await start((request, response) => {
      if (request.url === '/half') response.write('half of');
      setImmediate(() => request.socket.destroy());
    });
    const ask = (path: string) => fetch(`${url}${path}`, { headers: { 'x-api-key': KEY } });
    expect((await ask('/gone')).status).toBe(502);
    await expect(ask('/half').then((answer) => answer.text())).rejects.toThrow();
    reported.up = false;
    const none = await ask('/x');
    expect([none.status, none.headers.get('retry-after')]).toEqual([503, '1']);
    expect(reported.held).toBe(0);
  });
});

describe('a web page from a deployment', () => {
  const page = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': "default-src 'self'",
    });
    response.end('<script>fetch("/_local/ui/api/info")</script>');
  };
  const policyAt = async (url: string) => {
    const { headers } = await fetch(url, { headers: { 'x-api-key': KEY } });
    return [headers.get('content-security-policy'), headers.get('x-content-type-options')];
  };

  test('is sandboxed on the main port, because pages of other deployments share that port', async () => {
    const { url } = await start(page);
    expect(await policyAt(`${url}/page`)).toEqual(["default-src 'self', sandbox", 'nosniff']);
  });

  test("is unchanged on the deployment's own port", async () => {
    const { ownUrl } = await start(page);
    expect(await policyAt(`${ownUrl}/page`)).toEqual(["default-src 'self'", null]);
  });
});
