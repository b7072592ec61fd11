import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { until } from '../../../harness/until.ts';
import {
  ask,
  open,
  readUntil,
  type Sandbox,
  SECRET,
  startTestProxy,
  tunnel,
  type TestProxy,
} from './support.ts';

let testProxy: TestProxy;
let sandbox: Sandbox;
beforeAll(async () => {
  testProxy = await startTestProxy();
  sandbox = await testProxy.push('main');
});
beforeEach(() => {
  testProxy.seen.length = 0;
  testProxy.asked.length = 0;
});
afterAll(() => testProxy.stop());

const bytes = (...lines: string[]) => [...lines, '', ''].join('\r\n');
const get = (path = '/', ...more: string[]) => bytes(`GET ${path} HTTP/1.1`, 'Host: api.test', ...more);
const inside = () => tunnel(testProxy, sandbox, 'api.test:443');

describe('a response through the proxy', () => {
  it('is streamed event by event, and aborted at the upstream server after the client disconnects', async () => {
    let gone = false;
    testProxy.answer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
      response.on('close', () => {
        gone = true;
      });
      testProxy.later = () => void response.write('data: one\n\n');
    });
    const secure = await inside();
    secure.write(get());
    expect(await readUntil(secure, '\r\n\r\n')).toContain('text/event-stream');
    testProxy.later();
    expect(await readUntil(secure, '\n\n')).toContain('data: one\n\n');
    testProxy.later();
    expect(await readUntil(secure, '\n\n')).toContain('data: one\n\n');
    secure.destroy();
    await until(() => gone);
    await until(() => testProxy.audit.at(-1)?.reason === 'client-gone');
  });

  it.each([
    ['with a known length', { 'Content-Length': '1000' }],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }],
  ])('looks incomplete to the client if the connection breaks: %s', async (_kind, headers) => {
    testProxy.answer((request, response) => {
      response.writeHead(200, headers);
      response.write('half of');
      testProxy.later = () => void request.socket.destroy();
    });
    const secure = await inside();
    secure.write(get());
    expect(await readUntil(secure, 'half of')).toContain('half of');
    testProxy.later();
    expect(await readUntil(secure, /0\r\n\r\n$/)).not.toMatch(/0\r\n\r\n$/);
    await until(() => secure.destroyed);
  });

  it('without a length is complete after a regular close, and broken after a reset', async () => {
    testProxy.answer((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhalf of');
      testProxy.later = () =>
        void (request.url === '/whole' ? request.socket.end() : request.socket.resetAndDestroy());
    });
    for (const path of ['/whole', '/broken']) {
      const socket = await open(testProxy);
      socket.write(bytes(`GET http://open.test${path} HTTP/1.1`, 'Host: open.test', sandbox.credentials));
      expect(await readUntil(socket, 'half of')).toContain('half of');
      testProxy.later();
      const rest = await readUntil(socket, /0\r\n\r\n$/);
      expect(rest.endsWith('0\r\n\r\n')).toBe(path === '/whole');
      socket.destroy();
    }
  });

  it('is masked in head and body without a change of the length', async () => {
    testProxy.answer((request, response) => {
      const text = JSON.stringify({ seen: request.headers.authorization });
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'X-Seen': request.headers.authorization,
        'Content-Length': text.length,
      });
      response.write(text.slice(0, 30));
      setImmediate(() => void response.end(text.slice(30)));
    });
    const secure = await inside();
    const answer = await ask(secure, get());
    expect(answer).not.toContain(SECRET);
    expect(answer).toContain(`{"seen":"Bearer ${'*'.repeat(SECRET.length)}"}`);
    expect(answer).toContain(`X-Seen: Bearer ${'*'.repeat(SECRET.length)}`);
    await until(() => testProxy.audit.at(-1)?.masked === 2);
    secure.destroy();
  });

  // docs/credential-proxy.md#where
  it('is masked in header names', async () => {
    testProxy.answer((request, response) => {
      const [, secret = ''] = request.headers.authorization?.split(' ') ?? [];
      response.writeHead(200, { [`X-Saw-${secret}`]: '1', 'Content-Length': 0 }).end();
    });
    const secure = await inside();
    const answer = await ask(secure, get());
    expect(answer).not.toContain(SECRET);
    expect(answer).toContain(`X-Saw-${'*'.repeat(SECRET.length)}: 1`);
    secure.destroy();
  });

  it.each(['gzip', 'gzip, chunked', 'identity'])(
    'with the transfer coding %s is not forwarded as plain text',
    async (coding) => {
      testProxy.answer((request) => {
        request.socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: ${coding}\r\n\r\n5\r\nhello\r\n0\r\n\r\n`);
      });
      const secure = await inside();
      expect(await ask(secure, get())).toMatch(/^HTTP\/1\.1 502 [^]*\(upstream-(answer|broken)\)/);
      secure.destroy();
    },
  );

  // docs/credential-proxy.md#compression
  it.each(['gzip, deflate, br', 'identity;q=0, gzip', '*', undefined])(
    'to a request with a secret is requested uncompressed, even if the client accepts %s',
    async (accepted) => {
      const asked: unknown[] = [];
      testProxy.answer((request, response) => {
        asked.push(request.headers['accept-encoding'], request.headers['accept_encoding']);
        const text = `echo ${request.headers.authorization}`;
        // Compresses the response for each client that accepts this, as real servers do.
        const isPacked = /gzip|\*/.test(request.headers['accept-encoding'] ?? '*');
        const body = isPacked ? gzipSync(text) : Buffer.from(text);
        response.writeHead(200, {
          'Content-Type': 'text/plain',
          // The masked text could arrive in two chunks if the length was unknown.
          'Content-Length': body.length,
          ...(isPacked && { 'Content-Encoding': 'gzip' }),
        });
        response.end(body);
      });
      const secure = await inside();
      const more =
        accepted === undefined ? [] : [`Accept-Encoding: ${accepted}`, `accept_encoding: ${accepted}`];
      secure.write(get('/', ...more));
      expect(await readUntil(secure, '*'.repeat(SECRET.length))).toContain('echo Bearer ***');
      expect(asked).toEqual(['identity', undefined]);
      await until(() => testProxy.audit.at(-1)?.masked === 1);
      expect(testProxy.audit.at(-1)).toMatchObject({ unsearched: false, injected: ['Authorization'] });
      secure.destroy();
    },
  );

  it("to a request without a secret is requested with the client's Accept-Encoding", async () => {
    let asked: unknown;
    testProxy.answer((request, response) => {
      asked = request.headers['accept-encoding'];
      response.end('x');
    });
    const socket = await open(testProxy);
    await ask(
      socket,
      bytes(
        'GET http://open.test/ HTTP/1.1',
        'Host: open.test',
        sandbox.credentials,
        'Accept-Encoding: gzip',
      ),
    );
    expect(asked).toBe('gzip');
    socket.destroy();
  });

  // docs/credential-proxy.md#bodies-text
  it.each(['application/octet-stream', 'image/png', 'application/x-git-upload-pack-result', 'nonsense'])(
    'is masked even with the type %s, because the client can choose the type of an echoing host',
    async (type) => {
      const noise = randomBytes(3_000).toString('latin1');
      testProxy.answer((request, response) => {
        const body = Buffer.from(`${noise}${request.headers.authorization}${noise}`, 'latin1');
        response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length });
        response.end(body);
      });
      const secure = await inside();
      const answer = await ask(secure, get());
      expect(answer).toContain(`${noise}Bearer ${'*'.repeat(SECRET.length)}${noise}`);
      secure.destroy();
    },
  );

  // docs/credential-proxy.md#what-cannot-searched
  it('is forwarded unchanged and counted as unsearched if it is compressed although the proxy requested uncompressed data', async () => {
    const packed = gzipSync('plain text '.repeat(100));
    testProxy.answer((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': packed.length }).end(packed);
    });
    const before = testProxy.audit.length;
    const secure = await inside();
    const answer = await ask(secure, get('/', 'Accept-Encoding: gzip'));
    expect(answer).toContain(packed.toString('latin1'));
    await until(() => testProxy.audit.length > before);
    expect(testProxy.audit.at(-1)).toMatchObject({ masked: 0, unsearched: true });
    testProxy.answer(
      (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/plain' }).end('x'),
    );
    await ask(secure, get());
    await until(() => testProxy.audit.length > before + 1);
    expect(testProxy.audit.at(-1)).toMatchObject({ unsearched: false });
    secure.destroy();
  });

  // docs/credential-proxy.md#coding-only-claimed
  it.each(['gzip', 'br', 'zstd', 'deflate', 'aes128gcm', 'identity, gzip', 'x-made-up'])(
    'is masked as plain text if it only claims the coding %s, which echoing hosts let the client choose',
    async (coding) => {
      testProxy.answer((request, response) => {
        response.writeHead(200, { 'Content-Encoding': coding });
        response.write(`echo ${request.headers.authorization?.slice(0, 20)}`);
        setImmediate(() => void response.end(`${request.headers.authorization?.slice(20)} over`));
      });
      const before = testProxy.audit.length;
      const secure = await inside();
      secure.write(get());
      expect(await readUntil(secure, '0\r\n\r\n')).not.toContain(SECRET);
      await until(() => testProxy.audit.length > before);
      expect(testProxy.audit.at(-1)).toMatchObject({ masked: 1, unsearched: true });
      secure.destroy();
    },
  );

  // docs/credential-proxy.md#what-answer-loses
  it('is forwarded without hop-by-hop headers and without headers that bypass the proxy', async () => {
    testProxy.answer((_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeHead(302, {
        Location: 'https://evil.test/',
        'Alt-Svc': 'h3=":443"',
        'Proxy-Authenticate': 'Basic',
        Connection: 'x-hop',
        'X-Hop': '1',
        'Content-Length': '0',
      });
      response.end();
    });
    const secure = await inside();
    const answer = await ask(secure, get());
    expect(answer).toMatch(/^HTTP\/1\.1 302 Found\r\n[^]*Location: https:\/\/evil\.test\//);
    expect(answer).not.toMatch(/alt-svc|proxy-authenticate|x-hop/i);
    expect(testProxy.asked.filter((line) => line.includes('evil'))).toEqual([]);
    secure.destroy();
  });

  it.each([204, 304, 200])('with status %i and no body leaves the connection usable', async (status) => {
    testProxy.answer(
      (_request, response) =>
        void response.writeHead(status, status === 200 ? { 'Content-Length': '5' } : {}).end(),
    );
    const secure = await inside();
    const method = status === 200 ? 'HEAD' : 'GET';
    for (let i = 0; i < 2; i += 1) {
      secure.write(bytes(`${method} / HTTP/1.1`, 'Host: api.test'));
      expect(await readUntil(secure, '\r\n\r\n')).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
    secure.destroy();
  });

  it('is read from the upstream server only as fast as the client reads it', async () => {
    const whole = 64 * 1024 * 1024;
    let written = 0;
    testProxy.answer((_request, response) => {
      response.writeHead(200, { 'Content-Length': whole });
      const more = (): void => {
        while (written < whole) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const secure = await inside();
    secure.write(get());
    secure.pause();
    let before = -1;
    // The upstream has stopped if it has written nothing for a while.
    while (before !== written) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(written).toBeLessThan(48 * 1024 * 1024);
    let read = 0;
    secure.on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
    secure.resume();
    await until(() => read > whole);
    secure.destroy();
  });
});

describe('a request with a body', () => {
  it('is streamed with a declared length, which is retained, or in chunks', async () => {
    testProxy.answer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => void (text += chunk.toString()));
      request.on('end', () => void response.end(`${request.headers['content-length'] ?? 'chunked'}:${text}`));
    });
    const secure = await inside();
    expect(
      await ask(secure, `${bytes('POST / HTTP/1.1', 'Host: api.test', 'Content-Length: 5')}hello`),
    ).toMatch(/5:hello$/);
    const chunked = `${bytes('POST / HTTP/1.1', 'Host: api.test', 'Transfer-Encoding: chunked', 'Trailer: X-After')}5\r\nhello\r\n0\r\nX-After: 1\r\n\r\n`;
    expect(await ask(secure, chunked)).toMatch(/(chunked|5):hello$/);
    secure.destroy();
  });

  // docs/credential-proxy.md#expect-100-continue
  it('gets 100 Continue from the proxy, but only if its host is allowed', async () => {
    testProxy.answer((request, response) => {
      expect(request.headers.expect).toBeUndefined();
      request.on('end', () => void response.end('done')).resume();
    });
    const secure = await inside();
    const post = (host: string) =>
      bytes('POST / HTTP/1.1', `Host: ${host}`, 'Content-Length: 4', 'Expect: 100-continue');
    secure.write(post('api.test'));
    expect(await readUntil(secure, '\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(await ask(secure, 'body')).toMatch(/done$/);
    expect(await ask(secure, post('evil.test'))).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('closes its connection if the response arrives before the end of the body', async () => {
    testProxy.answer(
      (_request, response) => void response.writeHead(413, { 'Content-Length': '3' }).end('big'),
    );
    const secure = await inside();
    expect(
      await ask(secure, `${bytes('POST / HTTP/1.1', 'Host: api.test', 'Content-Length: 100000')}some`),
    ).toMatch(/big$/);
    await until(() => secure.destroyed);
  });

  it('is aborted at the upstream server after the client disconnects', async () => {
    let broken = false;
    testProxy.answer((request) => {
      request.on('error', () => (broken = true)).resume();
    });
    const secure = await inside();
    secure.write(`${bytes('POST / HTTP/1.1', 'Host: api.test', 'Content-Length: 100')}some`);
    await until(() => testProxy.seen.length === 1);
    secure.destroy();
    await until(() => broken);
  });
});

describe('a client connection', () => {
  it('receives the responses to pipelined requests in order', async () => {
    let atWork = 0;
    testProxy.answer((request, response) => {
      atWork += 1;
      expect(atWork).toBe(1);
      setImmediate(() => {
        atWork -= 1;
        response.end(`<${request.url}>`);
      });
    });
    const secure = await inside();
    secure.write(get('/1') + get('/2') + get('/3'));
    const text = await readUntil(secure, '</3>');
    expect(text.match(/<[^>]+>/g)).toEqual(['</1>', '</2>', '</3>']);
    secure.destroy();
  });

  // docs/credential-proxy.md#requests-sent-ahead
  it('is not read after a rejected request', async () => {
    testProxy.answer((_request, response) => void response.end('yes'));
    const secure = await inside();
    secure.write(get('/1') + bytes('GET /2 HTTP/1.1', 'Host: evil.test') + get('/3'));
    expect(await readUntil(secure, 'misdirected')).toContain('421');
    await until(() => secure.destroyed);
    expect(testProxy.seen.map(({ url }) => url)).toEqual(['/1']);
  });

  it('does not hang if an unsupported Expect header follows pipelined requests', async () => {
    testProxy.answer((_request, response) => void setImmediate(() => response.end('one')));
    const secure = await inside();
    secure.write(get('/1') + get('/2') + get('/3', 'Expect: more'));
    expect(await readUntil(secure, 'expectation-refused')).toMatch(
      /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 200 [^]*HTTP\/1\.1 417 /,
    );
    expect(testProxy.seen.map(({ url }) => url)).toEqual(['/1', '/2']);
  });

  // docs/credential-proxy.md#connection-upstream-closed-while
  it('is not affected if an idle upstream connection is closed and replaced', async () => {
    const sockets: Socket[] = [];
    testProxy.answer((request, response) => {
      sockets.push(request.socket);
      response.end('here');
      if (sockets.length === 1)
        response.on('finish', () => setImmediate(() => void request.socket.destroy()));
    });
    const secure = await inside();
    for (let i = 0; i < 3; i += 1) expect(await ask(secure, get())).toContain('200 OK');
    secure.destroy();
  });

  it('of an HTTP/1.0 client is closed after the response', async () => {
    testProxy.answer((_request, response) => {
      response.write('a');
      response.end('b');
    });
    const socket = await open(testProxy);
    socket.write(bytes('GET http://open.test/ HTTP/1.0', 'Host: open.test', sandbox.credentials));
    const text = await readUntil(socket, 'never');
    expect(text).toMatch(/\r\n\r\nab$/);
    if (!socket.destroyed) await once(socket, 'close');
  });
});
