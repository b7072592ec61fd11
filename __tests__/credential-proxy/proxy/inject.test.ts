import { once } from 'node:events';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ask,
  connectTo,
  open,
  OWN,
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
afterAll(() => testProxy.stop());

describe('a host with a rule', () => {
  it("receives the rule's header, which the client does not have", async () => {
    const secure = await tunnel(testProxy, sandbox, 'api.test:443');
    const answer = await ask(
      secure,
      'GET /repos/x?q=1 HTTP/1.1\r\nHost: api.test\r\nauthorization: Bearer mine\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('hello from api.test');
    const request = testProxy.seen.at(-1)!;
    expect(request.url).toBe('/repos/x?q=1');
    expect(request.rawHeaders.filter((text) => /^authorization$/i.test(text))).toHaveLength(1);
    expect(request.headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(request.headers['proxy-authorization']).toBeUndefined();
    secure.destroy();
  });

  it('receives several requests over one connection', async () => {
    const secure = await tunnel(testProxy, sandbox, 'API.test.:443', { servername: 'api.test' });
    for (let i = 0; i < 3; i += 1) {
      expect(await ask(secure, `GET /${i} HTTP/1.1\r\nHost: api.test:443\r\n\r\n`)).toContain('200 OK');
    }
    secure.destroy();
  });
});

describe('a host without a rule', () => {
  it('is tunneled byte for byte, and presents its own certificate to the client', async () => {
    const secure = await tunnel(testProxy, sandbox, 'open.test:443', { ca: testProxy.caPem });
    const answer = await ask(secure, 'GET / HTTP/1.1\r\nHost: open.test\r\n\r\n');
    expect(answer).toContain('hello from open.test');
    expect(testProxy.seen.at(-1)?.headers.authorization).toBeUndefined();
    secure.destroy();
  });

  it('is reachable over plain http with an absolute URL', async () => {
    const socket = await open(testProxy);
    const answer = await ask(
      socket,
      `GET http://open.test/x HTTP/1.1\r\nHost: open.test\r\n${sandbox.credentials}\r\n\r\n`,
    );
    expect(answer).toContain('hello from open.test');
    expect(testProxy.seen.at(-1)?.url).toBe('/x');
    expect(testProxy.seen.at(-1)?.headers['proxy-authorization']).toBeUndefined();
    socket.destroy();
  });
});

describe('the target of a request', () => {
  // docs/credential-proxy.md#target-host
  it.each(['evil.test', 'api.test', 'open.test:8080', '127.0.0.1'])(
    'determines host and credential, and a Host header with %s is rewritten',
    async (host) => {
      testProxy.asked.length = 0;
      const socket = await open(testProxy);
      const answer = await ask(
        socket,
        `GET http://open.test/x HTTP/1.1\r\nHost: ${host}\r\n${sandbox.credentials}\r\n\r\n`,
      );
      expect(answer).toContain('hello from open.test');
      const hosts = testProxy.seen
        .at(-1)
        ?.rawHeaders.filter((_, at, all) => all[at - 1]?.toLowerCase() === 'host');
      expect(hosts).toEqual(['open.test']);
      expect(testProxy.seen.at(-1)?.headers.authorization).toBeUndefined();
      expect(testProxy.asked.filter((line) => /^resolve (?!open\.test$)/.test(line))).toEqual([]);
      socket.destroy();
    },
  );

  it('determines the host of a CONNECT request, regardless of the Host header', async () => {
    const socket = await open(testProxy);
    socket.write(`CONNECT open.test:443 HTTP/1.1\r\nHost: api.test:443\r\n${sandbox.credentials}\r\n\r\n`);
    expect(await readUntil(socket, '\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/);
    const secure = tls.connect({ socket, ca: testProxy.caPem, servername: 'open.test' });
    await once(secure, 'secureConnect');
    expect(await ask(secure, 'GET / HTTP/1.1\r\nHost: open.test\r\n\r\n')).toContain('hello from open.test');
    expect(testProxy.seen.at(-1)?.headers.authorization).toBeUndefined();
    secure.destroy();
  });

  // docs/credential-proxy.md#https-url-asked-connect
  it('is rejected if it is an https URL, with a response that suggests CONNECT', async () => {
    const socket = await open(testProxy);
    const answer = await ask(
      socket,
      `GET https://open.test/x HTTP/1.1\r\nHost: open.test\r\n${sandbox.credentials}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*use CONNECT for https[^]*\(bad-target\)/);
  });
});

describe('a request without a token', () => {
  it('resolves no name, and can be repeated with the token on the same connection', async () => {
    testProxy.asked.length = 0;
    const socket = await open(testProxy);
    expect(await ask(socket, 'CONNECT api.test:443 HTTP/1.1\r\nHost: api.test:443\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 407 [^]*Proxy-Authenticate: Basic/,
    );
    expect(testProxy.asked).toEqual([]);
    socket.write(`CONNECT api.test:443 HTTP/1.1\r\nHost: api.test:443\r\n${sandbox.credentials}\r\n\r\n`);
    expect(await readUntil(socket, '\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/);
    socket.destroy();
  });
});

it('a secret is never sent over plain http', async () => {
  const socket = await open(testProxy);
  const answer = await ask(
    socket,
    `GET http://api.test/ HTTP/1.1\r\nHost: api.test\r\n${sandbox.credentials}\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*plaintext-credential-refused/);
});

it("a name that resolves to the proxy's own machine is rejected for every kind of request", async () => {
  testProxy.names.set('self.test', [OWN]);
  for (const name of ['self.test', OWN]) {
    const { head } = await connectTo(testProxy, sandbox, `${name}:443`);
    expect(head).toMatch(/^HTTP\/1\.1 403 [^]*address-refused/);
    const socket = await open(testProxy);
    const get = `GET http://${name}/ HTTP/1.1\r\nHost: ${name}\r\n${sandbox.credentials}\r\n\r\n`;
    expect(await ask(socket, get)).toMatch(/^HTTP\/1\.1 403 [^]*address-refused/);
  }
});

it('a name that resolves to a private address is rejected', async () => {
  testProxy.names.set('inside.test', ['10.0.0.1', '127.0.0.1']);
  const { head } = await connectTo(testProxy, sandbox, 'inside.test:443');
  expect(head).toMatch(/^HTTP\/1\.1 403 [^]*address-refused/);
});
