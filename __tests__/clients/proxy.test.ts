import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../src/clients/errors.ts';
import { proxySecrets, proxySettings } from '../../src/clients/network-environment.ts';
import { identityOf, rejection, replying, serve, startProxy, testTransport } from './support.ts';
import { freePort } from '../../harness/free-ports.ts';

const run = promisify(execFile);

describe('a request through a proxy', () => {
  test('is tunneled over https, and the certificate of the destination is verified', async () => {
    const identity = await identityOf('control-plane.test');
    await using server = await serve(replying(200, { ok: true }), identity);
    await using proxy = await startProxy(server.port);
    await using transport = testTransport({
      env: { HTTPS_PROXY: `http://user:p%40ss@127.0.0.1:${proxy.port}` },
      ca: identity.ca,
    });
    // The host name does not resolve, so only the proxy can have reached the server.
    const url = new URL(`https://control-plane.test:${server.port}/v2/deployments`);
    const answer = await transport.call({ method: 'GET', url });
    expect(answer.json).toEqual({ ok: true });
    expect(proxy.tunnels).toEqual([
      { target: `control-plane.test:${server.port}`, authorization: `Basic ${btoa('user:p@ss')}` },
    ]);
    expect(server.requests[0]?.headers.host).toBe(`control-plane.test:${server.port}`);
    expect(server.requests[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  test('is forwarded with its complete URL over http, and only the proxy gets the credentials', async () => {
    await using server = await serve(replying(200, { ok: true }));
    await using proxy = await startProxy(server.port);
    await using transport = testTransport({
      env: { http_proxy: `http://user:pass@127.0.0.1:${proxy.port}` },
    });
    await transport.call({ method: 'GET', url: new URL('http://control-plane.test/v2/deployments') });
    expect(proxy.forwarded).toEqual([
      { target: 'http://control-plane.test/v2/deployments', authorization: `Basic ${btoa('user:pass')}` },
    ]);
    expect(server.requests[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  test('is not sent through the proxy to this machine or to a host in NO_PROXY', async () => {
    await using server = await serve(replying(200, {}));
    await using proxy = await startProxy(server.port);
    const env = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'direct.invalid' };
    // There is one short attempt, because the name cannot be resolved, with or without a resolver.
    await using transport = testTransport({ env, attemptTimeoutMs: 500, totalTimeoutMs: 1 });
    await transport.call({ method: 'GET', url: server.url });
    await rejection(transport.call({ method: 'GET', url: new URL('http://direct.invalid/') }));
    expect([...proxy.tunnels, ...proxy.forwarded]).toEqual([]);
  });

  test('is never sent if the proxy rejects the tunnel, and the network error mentions the proxy', async () => {
    await using server = await serve(replying(200, {}));
    await using proxy = await startProxy(server.port, 407);
    await using transport = testTransport({ env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` } });
    const error = await rejection(
      transport.call({ method: 'POST', url: new URL('https://control-plane.test/'), json: {} }),
    );
    expect(error).toMatchObject({ kind: 'network' });
    expect((error as ApiError).message).toContain('The proxy refused the connection');
    expect(server.requests).toHaveLength(0);
  });

  test("is never sent if the proxy does not exist, and the error does not contain the proxy's credentials", async () => {
    const port = await freePort();
    await using transport = testTransport({ env: { https_proxy: `http://user:s3cret@127.0.0.1:${port}` } });
    const error = await rejection(
      transport.call({ method: 'POST', url: new URL('https://control-plane.test/'), json: {} }),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
    expect((error as ApiError).message).not.toContain('s3cret');
  });
});

describe('the TLS certificate of a server', () => {
  test('is accepted if it is trusted', async () => {
    const identity = await identityOf('localhost');
    await using server = await serve(replying(200, { ok: true }), identity);
    await using transport = testTransport({ ca: identity.ca });
    const url = new URL(`https://localhost:${server.port}/`);
    expect((await transport.call({ method: 'GET', url })).json).toEqual({ ok: true });
  });

  // docs/security.md#certificate-trusted-ends-call
  // docs/self-hosted.md#certificate-authority
  test.each([
    ['signed by an unknown CA', 'localhost', undefined],
    ['issued for another host', 'other.test', 'trusted'],
  ])(
    'that is %s ends the request at the first attempt, before anything is sent',
    async (_case, name, trusted) => {
      const identity = await identityOf(name);
      await using server = await serve(replying(200, {}), identity);
      await using transport = testTransport(trusted ? { ca: identity.ca } : {});
      const url = new URL(`https://localhost:${server.port}/`);
      const error = await rejection(transport.call({ method: 'GET', url }));
      expect(error).toMatchObject({ kind: 'network', attempts: 1 });
      expect((error as ApiError).message).toContain('The certificate is not trusted');
      expect(server.requests).toHaveLength(0);
    },
  );
});

test('the variable NODE_TLS_REJECT_UNAUTHORIZED=0 does not make a certificate trusted', async () => {
  await using server = await serve(replying(200, {}), await identityOf('localhost'));
  const program = `
    const { createTransport } = await import(process.argv[1]);
    const transport = createTransport({ env: {}, redact: (text) => text });
    const call = transport.call({ method: 'GET', url: new URL('https://localhost:${server.port}/') });
    console.log(await call.then(() => 'sent', (error) => error.message));
    await transport.close();`;
  // The test uses a separate process, because Node itself reads the variable.
  const { stdout } = await run(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', program, path.resolve('src/clients/transport.ts')],
    { env: { PATH: process.env['PATH'], NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
  );
  expect(stdout).toContain('The certificate is not trusted');
  expect(server.requests).toHaveLength(0);
});

describe('the proxy settings from the environment', () => {
  test('come from variables, and lower-case names take precedence', () => {
    const env = { HTTPS_PROXY: 'http://upper:1', https_proxy: 'http://lower:1', NO_PROXY: 'a.example' };
    expect(proxySettings(env)).toEqual({
      httpsProxy: 'http://lower:1',
      noProxy: 'a.example,localhost,127.0.0.1,::1',
    });
  });

  test('are absent if their variables are empty', () => {
    expect(proxySettings({ HTTPS_PROXY: '', http_proxy: ' ' })).toEqual({
      noProxy: 'localhost,127.0.0.1,::1',
    });
  });

  test('treat a proxy without a scheme as an http proxy', () => {
    expect(proxySettings({ http_proxy: 'proxy:3128' }).httpProxy).toBe('http://proxy:3128');
  });

  test('pass their passwords to the redactor, both as written and decoded', () => {
    expect(proxySecrets(proxySettings({ http_proxy: 'http://u:p%40ss@h' }))).toEqual(['p%40ss', 'p@ss']);
    expect(proxySecrets(proxySettings({ http_proxy: 'http://h' }))).toEqual([]);
  });

  test('are parsed without an exception, even if they are invalid', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (proxy, none) => {
        proxySecrets(proxySettings({ http_proxy: proxy, no_proxy: none }));
      }),
    );
  });
});
