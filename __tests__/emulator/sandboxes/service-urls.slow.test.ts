import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { BoxFileError } from '../../../src/box/box.ts';
import { openSandboxEmulator, type SandboxEmulator } from './support/sandbox-emulator.ts';

const TOKEN = 'x-langsmith-sandbox-service-token';
const COOKIE = 'agent-deploy-service';

/** Response that a client has received. */
interface Got {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** Sends a request with any headers to the port in a URL, even if this machine cannot resolve the URL's host name. */
async function send(
  url: string,
  {
    path = '/',
    headers = {},
    method = 'GET',
    body,
  }: { path?: string; headers?: Record<string, string | string[]>; method?: string; body?: string } = {},
): Promise<Got> {
  const { host, port } = new URL(url);
  const request = httpRequest({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.end(body);
  const [response] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString(),
  };
}

/** A service URL from the API. */
interface Issued {
  token: string;
  service_url: string;
  browser_url: string;
  expires_at: string;
}

// docs/departures/sandboxes.md#sandboxes-service-urls
describe('a service URL of a sandbox', () => {
  let fixture: SandboxEmulator;
  /** Server in the box, and the requests that it has received. */
  let server: Server;
  let seen: IncomingMessage[];
  let serve: (request: IncomingMessage, response: ServerResponse) => void;
  let port: number;

  beforeEach(async () => {
    seen = [];
    serve = (_request, response) => void response.end('from the box');
    server = createServer((request, response) => {
      seen.push(request);
      serve(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    fixture = await openSandboxEmulator();
    fixture.boxes.connect = async (asked) => {
      if (asked === 22) throw new BoxFileError('denied', 'no program of the box listens on port 22');
      if (asked !== port) throw new BoxFileError('not-found', 'nothing listens');
      const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
      await once(socket, 'connect');
      return socket;
    };
    await fixture.createReady({ name: 'one' });
  });
  afterEach(async () => {
    await fixture.emulator.close();
    server.closeAllConnections();
    server.close();
  });

  const issue = async (body: Record<string, unknown> = {}, box = 'one'): Promise<Issued> => {
    const answer = await fixture.call('POST', `boxes/${box}/service-url`, { port, ...body });
    expect(answer.status).toBe(200);
    return answer.body as Issued;
  };
  const withToken = ({ token }: Issued, headers: Record<string, string> = {}) => ({
    headers: { [TOKEN]: token, ...headers },
  });
  const originOf = ({ browser_url: url }: Issued) => new URL(url).origin;
  const withCookie = ({ token }: Issued, headers: Record<string, string> = {}) => ({
    headers: { cookie: `${COOKIE}=${token}`, ...headers },
  });

  test('forwards any request to the server in the box, and uses another port than the sandbox API', async () => {
    const issued = await issue();
    serve = (request, response) => {
      response.setHeader('x-method', request.method ?? '');
      request.pipe(response.writeHead(201));
    };
    const got = await send(issued.service_url, {
      ...withToken(issued),
      method: 'POST',
      path: '/a%20b?c=d',
      body: 'hello',
    });
    expect(got).toMatchObject({ status: 201, text: 'hello', headers: { 'x-method': 'POST' } });
    expect(seen[0]?.url).toBe('/a%20b?c=d');
    expect(new URL(issued.service_url).port).not.toBe(new URL(fixture.emulator.urls.sandboxes).port);
  });

  // docs/security/emulator.md#service-url-pages
  test("opens in a browser with a cookie that is valid only for pages of the URL's host name", async () => {
    const issued = await issue();
    const { pathname, search } = new URL(issued.browser_url);
    const opened = await send(originOf(issued), { path: pathname + search });
    expect(opened).toMatchObject({
      status: 303,
      headers: { location: '/', 'referrer-policy': 'no-referrer' },
    });
    const [cookie = ''] = opened.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^agent-deploy-service=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
    expect(seen).toEqual([]);

    const page = await send(originOf(issued), withCookie(issued, { 'sec-fetch-site': 'none' }));
    expect(page).toMatchObject({ status: 200, text: 'from the box' });
    const own = withCookie(issued, { origin: originOf(issued), 'sec-fetch-site': 'same-origin' });
    expect((await send(originOf(issued), { ...own, method: 'POST' })).status).toBe(200);
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: new URL(fixture.emulator.urls.admin).origin },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    ];
    for (const headers of foreign) {
      expect((await send(originOf(issued), withCookie(issued, headers))).status).toBe(403);
    }
    expect(seen).toHaveLength(2);
  });

  // docs/security/emulator.md#service-url-origin
  test('has a separate host name for each box and port, where tokens of other URLs are invalid', async () => {
    await fixture.createReady({ name: 'two' });
    const [one, other, two] = [await issue(), await issue({ port: 81 }), await issue({}, 'two')];
    expect(new Set([one, other, two].map(originOf)).size).toBe(3);
    expect(originOf(await issue())).toBe(originOf(one));
    for (const [url, issued] of [
      [originOf(one), other],
      [originOf(one), two],
      [originOf(two), one],
    ] as const) {
      expect((await send(url, withCookie(issued))).status).toBe(401);
      expect((await send(url, withToken(issued))).status).toBe(401);
      const { pathname, search } = new URL(issued.browser_url);
      expect((await send(url, { path: pathname + search })).status).toBe(401);
    }
    expect(seen).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ['no token', {}],
    ['an unknown token', { [TOKEN]: 'a'.repeat(43) }],
    ['the API key of the emulator', { 'x-api-key': 'KEY', [TOKEN]: 'KEY', authorization: 'Bearer KEY' }],
    ['a cookie on the shared host name', { cookie: `${COOKIE}=TOKEN` }],
    ['a token in the Authorization header', { authorization: 'Bearer TOKEN' }],
    ['two tokens', { [TOKEN]: 'TOKEN, TOKEN' }],
  ])('rejects a request with %s', async (_what, headers) => {
    const issued = await issue();
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replaceAll('TOKEN', issued.token).replaceAll('KEY', fixture.emulator.apiKey),
      ]),
    );
    const got = await send(issued.service_url, { headers: filled });
    expect(got.status).toBe(401);
    expect(got.text).toContain('request a new one');
    expect(got.text).not.toContain(issued.token);
    expect(got.headers['set-cookie']).toBeUndefined();
    expect(seen).toEqual([]);
  });

  test('expires with its token', async () => {
    const issued = await issue({ expires_in_seconds: 60 });
    const later = new Date(issued.expires_at).getTime();
    expect(later - Date.now()).toBeLessThanOrEqual(60_000);
    await fixture.emulator.close();
    let now = 1_000_000;
    const { ServiceGrants } = await import('../../../src/emulator/sandboxes/services/grants.ts');
    const grants = new ServiceGrants(() => now);
    const running = {
      isStopping: false,
      box: { id: 'b', ended: new Promise<void>(() => undefined) },
    } as unknown as Parameters<typeof grants.issue>[0];
    const { token } = grants.issue(running, { sandboxName: 'b', port: 80, seconds: 60 }) ?? { token: '' };
    now += 59_999;
    expect(grants.find(token)?.port).toBe(80);
    now += 1;
    expect(grants.find(token)).toBeUndefined();
    for (let count = 0; count < 1_000; count += 1) {
      expect(grants.issue(running, { sandboxName: 'b', port: 80, seconds: 1 })).toBeDefined();
    }
    expect(grants.issue(running, { sandboxName: 'b', port: 80, seconds: 1 })).toBeUndefined();
    now += 1_000;
    expect(grants.issue(running, { sandboxName: 'b', port: 80, seconds: 1 })).toBeDefined();
  });

  // docs/security/emulator.md#service-url-token
  test.each(['stopped', 'deleted', 'crashed'])(
    'becomes invalid and loses its connections when its box is %s',
    async (how) => {
      const issued = await issue();
      serve = (_request, response) => void response.writeHead(200).write('the first part');
      const request = httpRequest(issued.service_url, withToken(issued));
      const answered = once(request, 'response') as Promise<[IncomingMessage]>;
      request.end();
      const [response] = await answered;
      const broken = once(response, 'error');
      response.resume();
      const { id } = (await fixture.call('GET', 'boxes/one')).body;
      if (how === 'stopped') await fixture.call('POST', 'boxes/one/stop');
      else if (how === 'deleted') await fixture.call('DELETE', 'boxes/one');
      else fixture.boxes.crash(String(id));
      await broken;
      expect(response.complete).toBe(false);
      expect((await send(issued.service_url, withToken(issued))).status).toBe(401);
      expect((await send(originOf(issued), withCookie(issued))).status).toBe(401);
      if (how === 'stopped') {
        // The old token belongs to the stopped box.
        expect((await send((await issue()).service_url, withToken(issued))).status).toBe(401);
      }
    },
  );

  // docs/security/emulator.md#service-url-keys
  test('forwards no tokens, API keys of the emulator or headers that only the emulator can set', async () => {
    const issued = await issue();
    const key = fixture.emulator.apiKey;
    const sent = withToken(issued, {
      'x-api-key': key,
      authorization: `Bearer ${key}`,
      cookie: 'dashboard=secret',
      'x-langsmith-user-id': 'forged',
      'x-langsmith-user-email': 'forged',
      'x-langsmith-user-token': 'forged',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-user': 'forged',
      forwarded: 'for=10.0.0.1',
      connection: 'close, x-hop',
      'x-hop': '1',
      'x-kept': 'yes',
    });
    await send(issued.service_url, sent);
    await send(originOf(issued), {
      headers: {
        cookie: `a=1; ${COOKIE}=${issued.token}; b=2`,
        authorization: 'Bearer a-token-of-the-application',
      },
    });
    const [shared, own] = seen;
    expect(shared?.headers).toMatchObject({ 'x-kept': 'yes', 'x-forwarded-for': '127.0.0.1' });
    const absent = ['x-api-key', 'authorization', 'cookie', 'forwarded', 'x-forwarded-user', 'x-hop', TOKEN];
    for (const name of absent) expect(shared?.headers[name]).toBeUndefined();
    expect(own?.headers).toMatchObject({
      cookie: 'a=1; b=2',
      authorization: 'Bearer a-token-of-the-application',
    });
    const everything = seen.map(({ url, rawHeaders }) => [url, ...rawHeaders].join('\n')).join('\n');
    for (const secret of [key, issued.token, 'forged']) expect(everything).not.toContain(secret);
  });

  // docs/security/emulator.md#service-url-origin
  test("does not pass the box's cookies and policies to other origins", async () => {
    serve = (_request, response) => {
      response.writeHead(200, {
        'set-cookie': [
          'session=1; Path=/; Domain=localhost; HttpOnly',
          `${COOKIE}=stolen; Path=/`,
          ` ${COOKIE} =stolen`,
          `=${COOKIE}=stolen`,
          'plain',
        ],
        'clear-site-data': '"cookies"',
        'strict-transport-security': 'max-age=1; includeSubDomains',
        'alt-svc': 'h3=":443"',
        'content-security-policy': "frame-ancestors *; default-src 'self'",
      });
      response.end();
    };
    const issued = await issue();
    const shared = await send(issued.service_url, withToken(issued));
    const own = await send(originOf(issued), withCookie(issued));
    expect(shared.headers['set-cookie']).toBeUndefined();
    expect(own.headers['set-cookie']).toEqual(['session=1; Path=/; HttpOnly']);
    for (const { headers } of [shared, own]) {
      expect(headers).not.toHaveProperty('clear-site-data');
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('alt-svc');
      expect(headers['content-security-policy']).toMatch(/, frame-ancestors 'self'$/);
    }
  });

  test('returns an error if its port has no listener or belongs to another program', async () => {
    const unused = await issue({ port: 81 });
    const none = await send(unused.service_url, withToken(unused));
    expect(none.status).toBe(502);
    expect(none.text).toContain('Nothing listens on port 81 of the sandbox \\"one\\"');
    const taken = await issue({ port: 22 });
    expect((await send(taken.service_url, withToken(taken))).status).toBe(403);
  });

  test.each([
    ['bytes of another protocol than HTTP', 'SSH-2.0-x\r\n'],
    ['contradictory lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'both a length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a protocol switch',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    ],
    ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`],
  ])('returns an error if the server sends %s', async (_what, bytes) => {
    const raw = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(bytes);
    });
    raw.listen(0, '127.0.0.1');
    await once(raw, 'listening');
    const rawPort = (raw.address() as AddressInfo).port;
    fixture.boxes.connect = async () => {
      const socket = connect({ host: '127.0.0.1', port: rawPort, allowHalfOpen: true });
      await once(socket, 'connect');
      return socket;
    };
    const issued = await issue();
    const got = await send(issued.service_url, withToken(issued));
    expect(got.status).toBe(502);
    expect(got.text).toContain('sent no valid HTTP response');
    raw.close();
  });

  test('never makes a truncated response look complete', async () => {
    serve = (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      setImmediate(() => response.destroy());
    };
    const issued = await issue();
    await expect(send(issued.service_url, withToken(issued))).rejects.toThrow('aborted');
  });

  test('limits the size of requests and the number of open connections', async () => {
    const issued = await issue();
    const long = { ...withToken(issued, { 'content-length': String(2 ** 31 + 1) }), method: 'POST' };
    expect((await send(issued.service_url, long)).status).toBe(413);
    const open = Array.from({ length: 256 }, () => {
      const request = httpRequest(issued.service_url, { ...withToken(issued), agent: false });
      request.on('error', () => undefined);
      request.end();
      return request;
    });
    const waiting: ServerResponse[] = [];
    const full = Promise.withResolvers<void>();
    serve = (_request, response) => {
      waiting.push(response);
      if (waiting.length === open.length) full.resolve();
    };
    await full.promise;
    expect((await send(issued.service_url, withToken(issued))).status).toBe(503);
    const ended = open.map((request) => once(request, 'close'));
    for (const response of waiting) response.end();
    for (const request of open) request.on('response', (response: IncomingMessage) => response.resume());
    await Promise.all(ended);
    serve = (_request, response) => void response.end();
    expect((await send(issued.service_url, withToken(issued))).status).toBe(200);
  });

  // docs/security/emulator.md#service-url-pages
  test('supports WebSockets with the token in a header or cookie, but never from a page of another origin', async () => {
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket, request) => {
      seen.push(request);
      socket.on('message', (data) => socket.send(data, { binary: false }));
    });
    const issued = await issue();
    const url = issued.service_url.replace('http', 'ws');
    const dial = (headers: Record<string, string>) => new WebSocket(`${url}/chat`, { headers });
    const own = { host: new URL(issued.browser_url).host, cookie: `${COOKIE}=${issued.token}` };
    const good = [{ [TOKEN]: issued.token }, { ...own, origin: originOf(issued) }];
    for (const headers of good) {
      const socket = dial(headers);
      await once(socket, 'open');
      socket.send('hello');
      const [data] = (await once(socket, 'message')) as [Buffer];
      expect(data.toString()).toBe('hello');
      socket.close();
      await once(socket, 'close');
    }
    const bad: [Record<string, string>, number][] = [
      [{}, 401],
      [{ [TOKEN]: 'wrong' }, 401],
      [{ cookie: own.cookie }, 401],
      [{ ...own, origin: 'https://evil.example' }, 403],
    ];
    for (const [headers, status] of bad) {
      const [, response] = (await once(dial(headers), 'unexpected-response')) as [unknown, IncomingMessage];
      expect(response.statusCode).toBe(status);
      response.destroy();
    }
    expect(seen.map(({ url: path }) => path)).toEqual(['/chat', '/chat']);
    expect(JSON.stringify(seen.map(({ rawHeaders }) => rawHeaders))).not.toContain(issued.token);

    const last = dial({ [TOKEN]: issued.token });
    await once(last, 'open');
    const closed = once(last, 'close');
    await fixture.call('POST', 'boxes/one/stop');
    await closed;
    sockets.close();
  });

  // docs/security/emulator.md#service-url-token
  test('never appears in the journal or the log', async () => {
    const issued = await issue();
    const opened = new URL(issued.browser_url);
    await send(originOf(issued), { path: opened.pathname + opened.search });
    await send(issued.service_url, withToken(issued));
    const journal = await fixture.call('GET', '/_local/journal');
    expect(journal.status).toBe(200);
    const snapshot = await fixture.call('GET', '/_local/snapshot');
    expect(snapshot.status).toBe(200);
    const kept = JSON.stringify([journal.body, snapshot.body, fixture.log]);
    expect(kept).toContain('service-url');
    expect(kept).not.toContain(issued.token);
  });

  test.each([
    [{ port: 0 }, 'port'],
    [{ port: 65_536 }, 'port'],
    [{ port: '80' }, 'port'],
    [{ expires_in_seconds: 0 }, 'expires_in_seconds'],
    [{ expires_in_seconds: 86_401 }, 'expires_in_seconds'],
    [{ access: 'workspace' }, 'access'],
    [{ embed_origins: ['https://example.com'] }, 'embed_origins'],
  ])('is not issued for the request %j', async (body, field) => {
    const answer = await fixture.call('POST', 'boxes/one/service-url', { port, ...body });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } });
  });

  test('requires an existing sandbox, and starts a stopped sandbox', async () => {
    expect((await fixture.call('POST', 'boxes/none/service-url', { port })).status).toBe(404);
    await fixture.call('POST', 'boxes/one/stop');
    const issued = await issue();
    expect((await send(issued.service_url, withToken(issued))).status).toBe(200);
  });
});

// docs/departures/sandboxes.md#sandboxes-service-urls-refused
test('an emulator with a public URL issues no service URLs', async () => {
  const fixture = await openSandboxEmulator({ publicUrl: 'https://emulator.example' });
  try {
    const boxes = `http://127.0.0.1:${fixture.emulator.port}/v2/sandboxes/boxes`;
    const made = await fixture.call('POST', boxes, { name: 'one', wait_for_ready: true });
    expect(made.status).toBe(201);
    const answer = await fixture.call('POST', `${boxes}/one/service-url`, { port: 80 });
    expect(answer).toMatchObject({ status: 501, body: { detail: { error: 'NotImplemented' } } });
  } finally {
    await fixture.emulator.close();
  }
});
