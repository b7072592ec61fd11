import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openTunnel, type RawConnection, sendRequest } from '../../../harness/credential-proxy/client.ts';
import { type Rig, type RigSandbox, SECRETS, startRig } from '../../../harness/credential-proxy/rig.ts';
import { headerValues } from '../../../harness/credential-proxy/recorder.ts';
import { get } from './attack.ts';

// Tests of hostile upstreams, and of the parts of their responses that reach the sandbox.
let rig: Rig;
let main: RigSandbox;
const open: RawConnection[] = [];
beforeAll(async () => {
  rig = await startRig();
  main = await rig.push('main');
});
afterAll(() => rig.stop());
beforeEach(() => rig.clear());
afterEach(() => {
  for (const connection of open.splice(0)) connection.destroy();
});

const token = SECRETS.authorization.replace('Bearer ', '');
async function tunnelTo(authority = 'api.test:443'): Promise<RawConnection> {
  const connection = await openTunnel(rig.proxy.address.port, main, authority);
  open.push(connection);
  return connection;
}
const answered = (fields: string[], body: string): string =>
  ['HTTP/1.1 200 OK', ...fields, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');

describe('an upstream server with an invalid certificate', () => {
  // docs/credential-proxy.md#upstream-certificate
  test.each(['expired', 'self-signed', 'wrong-name'] as const)('receives no secret: %s', async (name) => {
    const tunnel = await tunnelTo(`${name}.test:443`);
    const { head, text } = await sendRequest(tunnel, `GET / HTTP/1.1\r\nHost: ${name}.test\r\n\r\n`);
    expect(head.status).toBe(502);
    expect(text).not.toContain(token);
    expect(rig.bad[name].bytes()).toHaveLength(0);
  });

  test('causes the same response for every reason, without names or error messages of the TLS library', async () => {
    const texts = [];
    for (const name of ['expired', 'self-signed', 'wrong-name']) {
      const tunnel = await tunnelTo(`${name}.test:443`);
      texts.push((await sendRequest(tunnel, `GET /<script> HTTP/1.1\r\nHost: ${name}.test\r\n\r\n`)).text);
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).not.toMatch(/script|ERR_|CERT_|\.test/);
  });
});

describe('a secret in a response', () => {
  test('is masked or dropped in the reason phrase', async () => {
    rig.upstream.answer('/repos/reason', `HTTP/1.1 200 ${token}\r\nContent-Length: 0\r\n\r\n`);
    const { head } = await sendRequest(await tunnelTo(), get('/repos/reason'));
    expect([head.status, head.text.includes(token)]).toEqual([200, false]);
  });

  test('is masked or dropped in an early hint', async () => {
    rig.upstream.answer(
      '/repos/hint',
      `HTTP/1.1 103 Early Hints\r\nLink: <${token}>\r\n\r\n${answered([], 'ok')}`,
    );
    const tunnel = await tunnelTo();
    tunnel.send(get('/repos/hint'));
    const first = await tunnel.head();
    const last = first?.status === 103 ? await tunnel.head() : first;
    expect(last?.status).toBe(200);
    expect(`${first?.text}${last?.text}`).not.toContain(token);
  });

  test('is masked or dropped in a trailer', async () => {
    rig.upstream.answer(
      '/repos/trailer',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Echo\r\n\r\n2\r\nok\r\n0\r\nX-Echo: ${token}\r\n\r\n`,
    );
    const tunnel = await tunnelTo();
    tunnel.send(get('/repos/trailer'));
    expect((await tunnel.head())?.status).toBe(200);
    const all = await tunnel.until((data) =>
      data.includes('0\r\n') && data.includes('\r\n\r\n') ? data.toString('latin1') : null,
    );
    expect(all).not.toContain(token);
  });

  test.each([
    'application/json',
    'text/plain; charset=utf-8',
    'text/html',
    'text/event-stream',
    'application/problem+json',
  ])('is masked in a body of type %s without a change of the length', async (type) => {
    const body = `{"echo":"${SECRETS.authorization}","again":"${token}"}`;
    rig.upstream.answer('/repos/body', answered([`Content-Type: ${type}`], body));
    const { text, head } = await sendRequest(await tunnelTo(), get('/repos/body'));
    expect(head.headers).toContainEqual(['content-length', String(body.length)]);
    expect(text).toHaveLength(body.length);
    expect(text).not.toContain(token);
    expect(text.startsWith('{"echo":"')).toBe(true);
  });

  // docs/credential-proxy.md#redirects
  test('is masked in a redirect, and the redirect is not followed', async () => {
    rig.upstream.answer(
      '/repos/away',
      `HTTP/1.1 302 Found\r\nLocation: https://evil.test/?t=${token}\r\nContent-Length: 0\r\n\r\n`,
    );
    const { head } = await sendRequest(await tunnelTo(), get('/repos/away'));
    expect(head.status).toBe(302);
    expect(head.text).not.toContain(token);
    expect(rig.evil.connections).toBe(0);
  });
});

describe('an invalid response of an upstream server', () => {
  test.each([
    [
      'both a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'],
    ['a length with a sign', 'HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nab'],
    ['a blank before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nab'],
    ['an invalid status', 'HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\nab'],
    ['bytes that are not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    [
      'an unrequested protocol switch',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ],
    [
      'a carriage return in a header',
      'HTTP/1.1 200 OK\r\nX-A: a\rSet-Cookie: b\r\nContent-Length: 0\r\n\r\n',
    ],
    ['NUL in a header', 'HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 0\r\n\r\n'],
    ['64 KB of headers', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(65_536)}\r\nContent-Length: 0\r\n\r\n`],
  ])('causes a 502 response: %s', async (_title, bytes) => {
    rig.upstream.answer('/repos/odd', bytes);
    const { head } = await sendRequest(await tunnelTo(), get('/repos/odd'));
    expect(head.status).toBe(502);
  });

  test('with bytes after its end does not affect the response to the next request', async () => {
    rig.upstream.answer('/repos/first', `${answered([], 'first')}${answered([], 'poison')}`);
    rig.upstream.answer('/repos/second', answered([], 'second'));
    const tunnel = await tunnelTo();
    expect((await sendRequest(tunnel, get('/repos/first'))).text).toBe('first');
    expect((await sendRequest(tunnel, get('/repos/second'))).text).toBe('second');
  });

  // docs/credential-proxy.md#bodies
  test('breaks the connection if it ends early, so the body never looks complete', async () => {
    rig.upstream.answer('/repos/short', (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'),
    );
    const tunnel = await tunnelTo();
    const { whole, head } = await sendRequest(tunnel, get('/repos/short'));
    expect([head.status === 200 && whole, tunnel.ended || head.status === 502]).toEqual([false, true]);
  });

  test('causes a 502 response if the upstream server disconnects', async () => {
    rig.upstream.answer('/repos/nothing', (socket) => socket.destroy());
    expect((await sendRequest(await tunnelTo(), get('/repos/nothing'))).head.status).toBe(502);
  });
});

describe('requests in tunnels', () => {
  // docs/credential-proxy.md#one-tunnel-many-requests
  test('are handled one after the other in each tunnel, and checked separately', async () => {
    const tunnel = await tunnelTo();
    tunnel.send(get('/repos/a') + get('/other') + get('/repos/b'));
    for (let at = 0; at < 3; at += 1) {
      const head = await tunnel.head();
      expect(head?.status).toBe(200);
      if (head !== null) await tunnel.body(head);
    }
    const seen = rig.upstream.requests.map((request) => [
      request.target,
      headerValues(request, 'authorization').length,
    ]);
    expect(seen).toEqual([
      ['/repos/a', 1],
      ['/other', 0],
      ['/repos/b', 1],
    ]);
  });

  test('are not read after a request with "Connection: close"', async () => {
    const tunnel = await tunnelTo();
    tunnel.send(get('/repos/last', 'Connection: close') + get('/repos/after'));
    // A client that breaks the protocol may also lose the response to its first request.
    expect([200, undefined]).toContain((await tunnel.head())?.status);
    await tunnel.closed();
    expect(rig.upstream.requests.map(({ target }) => target)).not.toContain('/repos/after');
  });

  // docs/credential-proxy.md#two-sandboxes
  test('of different sandboxes never share an upstream connection', async () => {
    const neighbour = await rig.push('neighbour', { rules: [] });
    await sendRequest(await tunnelTo(), get('/repos/mine'));
    const before = rig.upstream.connections;
    const theirs = await openTunnel(rig.proxy.address.port, neighbour, 'api.test:443', {
      ca: rig.ca.caPem,
    });
    open.push(theirs);
    await sendRequest(theirs, get('/repos/theirs'));
    expect(rig.upstream.connections).toBe(before + 1);
    expect(
      headerValues(
        rig.upstream.requests.at(-1) ?? {
          method: '',
          target: '',
          headers: [],
          body: Buffer.alloc(0),
          head: '',
        },
        'authorization',
      ),
    ).toEqual([]);
  });
});
