import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type net from 'node:net';
import { until } from '../../../harness/until.ts';
import {
  ask,
  connectTo,
  open,
  readUntil,
  type Sandbox,
  startTestProxy,
  tunnel,
  type TestProxy,
} from './support.ts';

let testProxy: TestProxy;
let sandbox: Sandbox;
beforeAll(async () => {
  testProxy = await startTestProxy({
    limits: {
      headTimeoutMs: 150,
      connectTimeoutMs: 200,
      idleTimeoutMs: 300,
      stallTimeoutMs: 800,
      connectionsPerSandbox: 3,
      unauthenticatedConnections: 4,
    },
  });
  sandbox = await testProxy.push('main');
});
afterAll(() => testProxy.stop());

const nothingOpen = () => until(() => testProxy.proxy.gauges().connections === 0);

/** Writes a byte at intervals until the connection ends. */
async function drip(socket: net.Socket, text: string): Promise<void> {
  const timer = setInterval(() => void socket.write(text[0] ?? 'x'), 20);
  if (!socket.destroyed) await once(socket.resume(), 'close');
  clearInterval(timer);
}

describe('a slow client', () => {
  it('is disconnected if its request head is not completed', async () => {
    const [silent, half, slow] = [await open(testProxy), await open(testProxy), await open(testProxy)];
    half.write('GET http://open.test/ HTTP/1.1\r\nHost: op');
    slow.write('GET http://open.test/ HTTP/1.1\r\nX-Slow: ');
    expect(await readUntil(half, 'request-timeout')).toMatch(/^HTTP\/1\.1 408 /);
    await drip(slow, 'x');
    if (!silent.destroyed) await once(silent.resume(), 'close');
    await nothingOpen();
  });

  it('is disconnected if its request head in a tunnel is not completed', async () => {
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    secure.write('GET / HTTP/1.1\r\nX-Slow: ');
    await drip(secure, 'x');
    await nothingOpen();
  });

  it('is disconnected if its handshake is not started or not finished', async () => {
    const never = await connectTo(testProxy, sandbox, 'api.test:443');
    const half = await connectTo(testProxy, sandbox, 'api.test:443');
    half.socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
    for (const { socket } of [never, half]) if (!socket.destroyed) await once(socket.resume(), 'close');
    await nothingOpen();
    expect(testProxy.audit.at(-1)).toMatchObject({ reason: 'handshake-failed', host: 'api.test' });
  });

  it('leaves no connection open if it disconnects during the handshake', async () => {
    const { socket } = await connectTo(testProxy, sandbox, 'api.test:443');
    socket.end();
    await nothingOpen();
  });

  it('can be idle between two requests for a limited time', async () => {
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    await ask(secure, 'GET / HTTP/1.1\r\nHost: api.test\r\n\r\n');
    await once(secure.resume(), 'close');
    await nothingOpen();
  });
});

describe('an active connection', () => {
  const lasting = (_request: unknown, response: ServerResponse) => {
    let left = 15;
    const timer = setInterval(() => {
      left -= 1;
      response.write(`left ${left};`);
      if (left > 0) return;
      clearInterval(timer);
      response.end();
    }, 100);
  };

  it('stays open while data flows, with or without interception', async () => {
    testProxy.answer(lasting);
    const inner = await tunnel(testProxy, sandbox, 'api.test:443');
    const blind = await tunnel(testProxy, sandbox, 'open.test:443', { ca: testProxy.caPem });
    inner.write('GET / HTTP/1.1\r\nHost: api.test\r\n\r\n');
    blind.write('GET / HTTP/1.1\r\nHost: open.test\r\n\r\n');
    const texts = await Promise.all([readUntil(inner, 'left 0;'), readUntil(blind, 'left 0;')]);
    for (const text of texts) expect(text).toContain('left 0;');
    inner.destroy();
    blind.destroy();
    await nothingOpen();
  });

  // docs/credential-proxy.md#quiet-connections
  it('is closed if no data flows, with or without interception', async () => {
    testProxy.answer(() => undefined);
    const inner = await tunnel(testProxy, sandbox, 'api.test:443');
    const blind = await tunnel(testProxy, sandbox, 'open.test:443', { ca: testProxy.caPem });
    expect(await ask(inner, 'GET / HTTP/1.1\r\nHost: api.test\r\n\r\n')).toMatch(/^(HTTP\/1\.1 504 |$)/);
    if (!blind.destroyed) await once(blind.resume(), 'close');
    await nothingOpen();
    testProxy.answer((_request, response) => void response.end('fine'));
  });
});

describe('a connection beyond a connection limit', () => {
  // docs/credential-proxy.md#many-connections
  it("is rejected if it exceeds its sandbox's limit, without affecting another sandbox", async () => {
    const held = [];
    for (let i = 0; i < 3; i += 1) held.push(await connectTo(testProxy, sandbox, 'open.test:443'));
    const one = await connectTo(testProxy, sandbox, 'open.test:443');
    expect(one.head).toMatch(/^HTTP\/1\.1 503 /);
    const other = await connectTo(testProxy, await testProxy.push('other'), 'open.test:443');
    expect(other.head).toMatch(/^HTTP\/1\.1 200 /);
    for (const { socket } of [...held, other, one]) socket.destroy();
    await nothingOpen();
    const again = await connectTo(testProxy, sandbox, 'open.test:443');
    expect(again.head).toMatch(/^HTTP\/1\.1 200 /);
    again.socket.destroy();
  });

  it('is rejected if it exceeds the limit for connections without a token, without affecting other connections', async () => {
    const held = await connectTo(testProxy, sandbox, 'open.test:443');
    const strangers = await Promise.all(Array.from({ length: 4 }, () => open(testProxy)));
    await until(() => testProxy.proxy.gauges().connections >= 5);
    const fifth = await open(testProxy);
    expect(await readUntil(fifth, 'too-many-connections')).toMatch(/^HTTP\/1\.1 503 /);
    expect(held.socket.destroyed).toBe(false);
    for (const socket of [...strangers, fifth, held.socket]) socket.destroy();
    await nothingOpen();
  });

  it('is disconnected even if the client never reads the rejection', async () => {
    const held = [];
    for (let i = 0; i < 3; i += 1) held.push(await connectTo(testProxy, sandbox, 'open.test:443'));
    const refused = await Promise.all(Array.from({ length: 3 }, () => open(testProxy)));
    for (const socket of refused) {
      socket.pause();
      socket.write(`CONNECT open.test:443 HTTP/1.1\r\nHost: open.test:443\r\n${sandbox.credentials}\r\n\r\n`);
    }
    await until(() => testProxy.proxy.gauges().connections === 3);
    for (const socket of [...refused, ...held.map((one) => one.socket)]) socket.destroy();
    await nothingOpen();
  });
});

describe('a slow upstream server', () => {
  it('is disconnected if it does not respond in time', async () => {
    testProxy.ports.set(443, await testProxy.silentPort());
    const secure = await tunnel(testProxy, await testProxy.push('third'), 'api.test:443');
    expect(await ask(secure, 'GET / HTTP/1.1\r\nHost: api.test\r\n\r\n')).toMatch(/^HTTP\/1\.1 504 /);
    await nothingOpen();
  });
});
