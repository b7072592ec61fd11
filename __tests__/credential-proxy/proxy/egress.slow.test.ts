import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
beforeEach(async () => {
  testProxy = await startTestProxy();
});
afterEach(() => testProxy.stop());

const GET = 'GET / HTTP/1.1\r\nHost: api.test\r\n\r\n';
const plain = (sandbox: Sandbox, host: string) =>
  `GET http://${host}/x HTTP/1.1\r\nHost: ${host}\r\n${sandbox.credentials}\r\n\r\n`;

describe("a credential proxy behind the operator's own proxy", () => {
  const heads: string[] = [];
  let corporate: net.Server;
  beforeEach(async () => {
    heads.length = 0;
    // Opens every requested tunnel by name, on its own ports, as a corporate proxy does.
    corporate = net.createServer((socket) => {
      socket.on('error', () => undefined);
      void readUntil(socket, '\r\n\r\n').then((head) => {
        heads.push(head);
        const [, port = ''] = /^CONNECT [^ ]+:(\d+) /.exec(head) ?? [];
        if (!head.includes(`Basic ${btoa('me:pa:ss')}`))
          return void socket.end('HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n');
        if (port === '') return void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nasked');
        const upstream = net.connect({ host: '127.0.0.1', port: testProxy.ports.get(Number(port)) ?? 1 });
        upstream.on('error', () => void socket.destroy());
        socket.on('close', () => void upstream.destroy());
        socket.write('HTTP/1.1 200 Fine\r\nVia: us\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
    });
    corporate.listen(0, '127.0.0.1');
    await once(corporate, 'listening');
    testProxy.ports.set(3128, (corporate.address() as AddressInfo).port);
  });
  afterEach(() => void corporate.close());
  const upstreamProxy = 'http://me:pa%3Ass@proxy.corp.test:3128';

  // docs/credential-proxy/process.md#requests-over-tls-tunnels
  // docs/credential-proxy/process.md#requests-over-plain-http
  // docs/credential-proxy/process.md#names-resolved-proxy-addresses-behind-them-judge
  it('sends intercepted, tunneled and plain requests through that proxy, without resolving names', async () => {
    const sandbox = await testProxy.push('main', { upstreamProxy });
    const inner = await tunnel(testProxy, sandbox, 'api.test:443');
    expect(await ask(inner, GET)).toContain('hello from api.test');
    const blind = await tunnel(testProxy, sandbox, 'open.test:443', { ca: testProxy.caPem });
    expect(await ask(blind, GET.replace('api', 'open'))).toContain('hello from open.test');
    const socket = await open(testProxy);
    expect(await ask(socket, plain(sandbox, 'open.test'))).toMatch(/asked$/);
    expect(heads.map((head) => head.split('\r\n')[0])).toEqual([
      'CONNECT api.test:443 HTTP/1.1',
      'CONNECT open.test:443 HTTP/1.1',
      'GET http://open.test/x HTTP/1.1',
    ]);
    expect(heads.join('')).not.toContain('sbx-');
    expect(testProxy.asked.filter((line) => line.startsWith('resolve'))).toEqual(
      Array(3).fill('resolve proxy.corp.test'),
    );
    for (const one of [inner, blind, socket]) one.destroy();
  });

  // docs/credential-proxy/process.md#addresses-stand-request-judged-here-rules-above
  it.each(['169.254.169.254', '127.0.0.1', '10.1.2.3', '[::1]', '[::ffff:10.0.0.1]', '[fd00::1]'])(
    'rejects the address %s without a request to that proxy',
    async (host) => {
      const sandbox = await testProxy.push('main', { upstreamProxy });
      expect((await connectTo(testProxy, sandbox, `${host}:443`)).head).toMatch(/^HTTP\/1\.1 403 /);
      expect(await ask(await open(testProxy), plain(sandbox, host))).toMatch(/^HTTP\/1\.1 403 /);
      expect(heads).toEqual([]);
    },
  );

  // docs/credential-proxy/process.md#when-refuses-there
  it('does not use a direct connection after that proxy rejected the tunnel', async () => {
    const sandbox = await testProxy.push('main', { upstreamProxy: 'http://proxy.corp.test:3128' });
    const { head } = await connectTo(testProxy, sandbox, 'open.test:443');
    expect(head).toMatch(/^HTTP\/1\.1 502 [^]*upstream-proxy/);
    const inner = await tunnel(testProxy, sandbox, 'api.test:443');
    expect(await ask(inner, GET)).toMatch(/^HTTP\/1\.1 502 /);
    expect(testProxy.seen).toEqual([]);
  });
});

it("a sandbox's proxy socket needs no token, and identifies only that sandbox", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-'));
  const socketPath = path.join(folder, 'proxy.sock');
  await testProxy.push('main', { socketPath });
  const socket = net.connect(socketPath);
  expect(await ask(socket, 'GET http://open.test/ HTTP/1.1\r\nHost: open.test\r\n\r\n')).toContain(
    'hello from open.test',
  );
  socket.destroy();
  const other = net.connect(socketPath);
  expect(await ask(other, 'CONNECT api.test:443 HTTP/1.1\r\nHost: api.test:443\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 200 /,
  );
  expect(testProxy.audit.every(({ sandbox }) => sandbox === 'main')).toBe(true);
  other.destroy();
  await rm(folder, { recursive: true, force: true });
});

describe('the addresses of a host', () => {
  it('are contacted only if they are allowed, and disallowed addresses are skipped', async () => {
    const sandbox = await testProxy.push('main');
    testProxy.names.set('api.test', ['10.0.0.1', '93.184.215.77', '::1']);
    const inner = await tunnel(testProxy, sandbox, 'api.test:443');
    expect(await ask(inner, GET)).toContain('200 OK');
    expect(testProxy.asked).toEqual(['resolve api.test', 'dial 93.184.215.77:443']);
    inner.destroy();
  });

  it('cause a 502 response if the host has no address', async () => {
    const sandbox = await testProxy.push('main');
    testProxy.names.set('open.test', []);
    expect((await connectTo(testProxy, sandbox, 'open.test:443')).head).toMatch(
      /^HTTP\/1\.1 502 [^]*upstream-unresolved/,
    );
  });

  it('cause a 502 response if no program listens at the checked address, and no other address is tried', async () => {
    const sandbox = await testProxy.push('main');
    testProxy.ports.delete(443);
    expect((await connectTo(testProxy, sandbox, 'open.test:443')).head).toMatch(
      /^HTTP\/1\.1 502 [^]*upstream-unreachable/,
    );
    const inner = await tunnel(testProxy, sandbox, 'api.test:443');
    expect(await ask(inner, GET)).toMatch(/^HTTP\/1\.1 502 /);
    inner.destroy();
  });
});

it('an upstream server with an untrusted certificate receives no request', async () => {
  const sandbox = await testProxy.push('main', { extraRoots: [] });
  const inner = await tunnel(testProxy, sandbox, 'api.test:443');
  expect(await ask(inner, GET)).toMatch(/^HTTP\/1\.1 502 [^]*upstream-certificate/);
  expect(testProxy.seen).toEqual([]);
  expect(testProxy.audit.at(-1)).toMatchObject({
    decision: 'inject',
    reason: 'upstream-certificate',
    status: 502,
  });
});
