import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { until } from '../../../harness/until.ts';
import {
  ask,
  header,
  open,
  readUntil,
  rule,
  type Sandbox,
  SECRET,
  startTestProxy,
  tunnel,
  type TestProxy,
} from './support.ts';

const SHAKE = [
  'GET /socket HTTP/1.1',
  'Host: api.test',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const bytes = (...lines: string[]) => [...lines, '', ''].join('\r\n');

let testProxy: TestProxy;
let sandbox: Sandbox;
beforeAll(async () => {
  testProxy = await startTestProxy();
  sandbox = await testProxy.push('main');
  // Echoes bytes, because the proxy does not interpret them.
  testProxy.upgrade((request, socket) => {
    testProxy.seen.push(request);
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      bytes(
        'HTTP/1.1 101 Switching Protocols',
        'Connection: Upgrade',
        'Upgrade: websocket',
        `Sec-WebSocket-Accept: ${accept}`,
        `X-Echo: ${request.headers.authorization}`,
      ),
    );
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
});
afterAll(() => testProxy.stop());

it("a WebSocket handshake receives the rule's header, and later bytes flow in both directions", async () => {
  const secure = await tunnel(testProxy, sandbox, 'api.test:443');
  secure.write(bytes(...SHAKE) + 'early');
  const answer = await readUntil(secure, 'early');
  expect(answer).toMatch(/^HTTP\/1\.1 101 [^]*Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/);
  expect(answer).not.toContain(SECRET);
  expect(answer).toMatch(/X-Echo: Bearer \*+\r\n/);
  expect(testProxy.seen.at(-1)?.headers.authorization).toBe(`Bearer ${SECRET}`);
  secure.write('and later');
  expect(await readUntil(secure, 'later')).toBe('and later');
  expect(testProxy.proxy.gauges().tunnels).toBe(1);
  secure.end();
  await once(secure, 'close');
});

it.each(['h2c', 'websocket, h2c', 'TLS/1.0'])(
  'an upgrade to %s is rejected without being forwarded',
  async (protocol) => {
    const count = testProxy.seen.length;
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    const answer = await ask(
      secure,
      bytes('GET / HTTP/1.1', 'Host: api.test', 'Connection: Upgrade', `Upgrade: ${protocol}`),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(testProxy.seen).toHaveLength(count);
  },
);

it('a response that declines a WebSocket handshake is returned completely, with secrets masked', async () => {
  const upgrade = testProxy.upgrade((request, socket) => {
    const body = `not you, ${request.headers.authorization}`;
    socket.end(bytes('HTTP/1.1 401 Unauthorized', `Content-Length: ${body.length}`) + body);
  });
  const secure = await tunnel(testProxy, sandbox, 'api.test:443');
  const answer = await ask(secure, bytes(...SHAKE));
  expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*not you, Bearer \*+$/);
  upgrade();
});

it('a WebSocket handshake without a credential is forwarded over plain http if the host has no rules', async () => {
  const socket = await open(testProxy);
  const [, ...headers] = SHAKE;
  const shake = bytes(
    'GET http://open.test/socket HTTP/1.1',
    ...headers.map((line) => line.replace('api.', 'open.')),
    sandbox.credentials,
  );
  expect(await ask(socket, shake)).toMatch(/^HTTP\/1\.1 101 /);
  expect(testProxy.seen.at(-1)?.headers['proxy-authorization']).toBeUndefined();
  socket.write('hello');
  expect(await readUntil(socket, 'hello')).toBe('hello');
  socket.destroy();
});

// docs/credential-proxy.md#open-websocket
it('an open WebSocket is closed if its credential changes', async () => {
  const secure = await tunnel(testProxy, sandbox, 'api.test:443');
  expect(await ask(secure, bytes(...SHAKE))).toMatch(/^HTTP\/1\.1 101 /);
  await testProxy.push('main');
  secure.write('still there');
  expect(await readUntil(secure, 'there')).toBe('still there');
  const closed = once(secure, 'close');
  await testProxy.push('main', {
    rules: [rule('api', ['api.test'], [header('Authorization', `Bearer other-${SECRET}`)])],
  });
  await closed;
  await until(() =>
    testProxy.audit.some(({ reason, rule }) => reason === 'configuration-changed' && rule === 'api'),
  );
});

// docs/credential-proxy.md#handshake-whose-client-gone
it.each(['in a tunnel', 'over plain http'])(
  'a WebSocket handshake %s is aborted at the upstream server after its client disconnects',
  async (way) => {
    let gone = false;
    const shaken = Promise.withResolvers<void>();
    const back = testProxy.upgrade((_request, socket) => {
      // The server never responds.
      socket
        .on('end', () => (gone = true))
        .on('close', () => (gone = true))
        .on('error', () => undefined);
      socket.resume();
      shaken.resolve();
    });
    const isInside = way === 'in a tunnel';
    const client = isInside ? await tunnel(testProxy, sandbox, 'api.test:443') : await open(testProxy);
    const lines = SHAKE.map((line) => line.replace('GET /', isInside ? 'GET /' : 'GET http://open.test/'));
    client.write(
      isInside ? bytes(...lines) : bytes(...lines, sandbox.credentials).replace('api.test', 'open.test'),
    );
    await shaken.promise;
    client.end();
    await until(() => gone);
    await until(() => testProxy.audit.at(-1)?.reason === 'client-gone');
    back();
    client.destroy();
  },
);
