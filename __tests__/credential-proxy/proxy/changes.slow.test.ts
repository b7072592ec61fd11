import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type net from 'node:net';
import { until } from '../../../harness/until.ts';
import {
  ask,
  connectTo,
  header,
  open,
  PUBLIC,
  readUntil,
  rule,
  type Sandbox,
  SECRET,
  startTestProxy,
  tunnel,
  type TestProxy,
} from './support.ts';

const GET = 'GET / HTTP/1.1\r\nHost: api.test\r\n\r\n';
let testProxy: TestProxy;
let sandbox: Sandbox;
beforeEach(async () => {
  testProxy = await startTestProxy();
  sandbox = await testProxy.push('main');
});
afterEach(() => testProxy.stop());

const ended = async (socket: net.Socket) => {
  if (!socket.destroyed) await once(socket.resume(), 'close');
};

describe('a configuration that is pushed while connections are open', () => {
  it('applies to the next request of an intercepted connection', async () => {
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    await ask(secure, GET);
    await testProxy.push('main', {
      rules: [rule('api', ['api.test'], [header('Authorization', `Bearer new-${SECRET}`)])],
    });
    await ask(secure, GET);
    expect(testProxy.seen.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${SECRET}`,
      `Bearer new-${SECRET}`,
    ]);
    secure.destroy();
  });

  it('aborts connections to hosts that change between tunneling and interception', async () => {
    const inner = await tunnel(testProxy, sandbox, 'api.test:443');
    const blind = await tunnel(testProxy, sandbox, 'open.test:443', { ca: testProxy.caPem });
    await testProxy.push('main', {
      rules: [rule('open', ['open.test'], [header('Authorization', `Bearer ${SECRET}`)])],
    });
    await Promise.all([ended(inner), ended(blind)]);
    await until(() => testProxy.proxy.gauges().tunnels === 0);
  });

  it('aborts connections that are no longer allowed, even during a request', async () => {
    testProxy.answer((_request, response) => void response.write('one event'));
    const socket = await open(testProxy);
    socket.write(`GET http://open.test/ HTTP/1.1\r\nHost: open.test\r\n${sandbox.credentials}\r\n\r\n`);
    await readUntil(socket, 'one event');
    await testProxy.push('main', { access: { kind: 'deny', patterns: ['open.test'] } });
    await ended(socket);
  });

  const everywhere = { privateNetworks: ['10.0.0.0/8'] };
  // docs/credential-proxy.md#addresses-closes
  it.each([
    ['withdraws a private network', { name: 'inside.test', before: everywhere, after: {} }],
    [
      'denies the range to which a name resolved',
      {
        name: 'open.test',
        before: {},
        after: { access: { kind: 'deny' as const, patterns: ['93.184.215.0/24'] } },
      },
    ],
  ])('that %s aborts the affected connections', async (_what, { name, before, after }) => {
    testProxy.names.set('inside.test', ['10.0.0.1']);
    testProxy.answer((_request, response) => void response.write('one event'));
    sandbox = await testProxy.push('main', before);
    const { socket: blind, head } = await connectTo(testProxy, sandbox, `${name}:443`);
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    const socket = await open(testProxy);
    socket.write(`GET http://${name}/ HTTP/1.1\r\nHost: ${name}\r\n${sandbox.credentials}\r\n\r\n`);
    await readUntil(socket, 'one event');
    await testProxy.push('main', after);
    await Promise.all([ended(blind), ended(socket)]);
  });

  it('that only adds rules or denies fewer hosts does not abort tunnels', async () => {
    sandbox = await testProxy.push('main', {
      access: { kind: 'deny', patterns: ['192.0.2.0/24', 'evil.test'] },
    });
    const blind = await tunnel(testProxy, sandbox, 'open.test:443', { ca: testProxy.caPem });
    await testProxy.push('main', { ...everywhere, access: { kind: 'deny', patterns: ['worse.test'] } });
    expect(await ask(blind, GET.replace('api', 'open'))).toContain('200 OK');
    blind.destroy();
  });

  describe('while a request waits for its upstream connection', () => {
    let slow: TestProxy;
    let secure: Awaited<ReturnType<typeof tunnel>>;
    let [asked, resolving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    beforeEach(async () => {
      [asked, resolving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const resolve = async () => {
        asked.resolve();
        await resolving.promise;
        return [{ address: PUBLIC, family: 4 as const }];
      };
      slow = await startTestProxy({ ports: { resolver: { resolve } } });
      secure = await tunnel(slow, await slow.push('main'), 'api.test:443');
    });
    afterEach(async () => {
      secure.destroy();
      await slow.stop();
    });
    const bearer = (text: string) => [header('Authorization', `Bearer ${text}`)];

    // docs/credential-proxy.md#request-still-waits-connection
    it.each([
      ['is replaced', [rule('api', ['api.test'], bearer(`new-${SECRET}`))], `Bearer new-${SECRET}`],
      [
        'is limited to other paths',
        [rule('api', ['api.test'], bearer(SECRET), { matchPaths: ['/x/*'] })],
        undefined,
      ],
    ])('applies to the request if its credential %s', async (_what, rules, credential) => {
      secure.write(GET);
      await asked.promise;
      await slow.push('main', { rules });
      resolving.resolve();
      expect(await readUntil(secure, 'hello')).toMatch(/^HTTP\/1\.1 200 /);
      expect(slow.seen.map(({ headers }) => headers.authorization)).toEqual([credential]);
    });

    it('rejects the request if it has a body and its credential changed', async () => {
      secure.write(`POST / HTTP/1.1\r\nHost: api.test\r\nContent-Length: 4\r\n\r\nbody`);
      await asked.promise;
      await slow.push('main', { rules: [rule('api', ['api.test'], bearer(`new-${SECRET}`))] });
      expect(await readUntil(secure, 'not-configured')).toMatch(/^HTTP\/1\.1 503 /);
      resolving.resolve();
      await ended(secure);
      await until(() => slow.proxy.gauges().upstreamConnections === 0);
      expect(slow.seen).toEqual([]);
    });
  });

  it('does not abort unaffected connections', async () => {
    const blind = await tunnel(testProxy, sandbox, 'open.test:443', { ca: testProxy.caPem });
    testProxy.answer((_request, response) => {
      response.write('first ');
      testProxy.later = () => void response.end('!!');
    });
    const inner = await tunnel(testProxy, sandbox, 'api.test:443');
    inner.write(GET);
    await readUntil(inner, 'first ');
    await testProxy.push('main');
    testProxy.later();
    expect(await readUntil(inner, '!!')).toContain('!!');
    expect(blind.destroyed).toBe(false);
    blind.destroy();
    inner.destroy();
  });
});

it('the removal of a sandbox aborts all its connections and invalidates its token', async () => {
  const inner = await tunnel(testProxy, sandbox, 'api.test:443');
  const blind = await tunnel(testProxy, sandbox, 'open.test:443', { ca: testProxy.caPem });
  const other = await testProxy.push('other');
  const stays = await tunnel(testProxy, other, 'api.test:443');
  await testProxy.registry.remove('main');
  await Promise.all([ended(inner), ended(blind)]);
  expect((await connectTo(testProxy, sandbox, 'api.test:443')).head).toMatch(/^HTTP\/1\.1 407 /);
  expect(await ask(stays, GET)).toContain('200 OK');
  stays.destroy();
});

it("a connection belongs to one sandbox, and another sandbox's token is rejected", async () => {
  const other = await testProxy.push('other');
  const socket = await open(testProxy);
  const get = (credentials: string) =>
    `GET http://open.test/ HTTP/1.1\r\nHost: open.test\r\n${credentials}\r\n\r\n`;
  expect(await ask(socket, get(sandbox.credentials))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask(socket, get(other.credentials))).toMatch(/^HTTP\/1\.1 407 /);
  socket.destroy();
});

it('two sandboxes use separate upstream connections to the same host', async () => {
  const other = await testProxy.push('other');
  for (const one of [sandbox, other]) {
    const secure = await tunnel(testProxy, one, 'api.test:443');
    await ask(secure, GET);
    await ask(secure, GET);
    secure.destroy();
  }
  expect(testProxy.asked.filter((line) => line.startsWith('dial'))).toHaveLength(2);
});

it('the credential proxy leaves no connection open when it is closed', async () => {
  const inner = await tunnel(testProxy, sandbox, 'api.test:443');
  await ask(inner, GET);
  const blind = await tunnel(testProxy, sandbox, 'open.test:443', { ca: testProxy.caPem });
  await testProxy.proxy.close();
  await Promise.all([ended(inner), ended(blind)]);
  expect(testProxy.proxy.gauges()).toEqual({ connections: 0, tunnels: 0, upstreamConnections: 0 });
});
