import { afterEach, describe, expect, test } from '@jest/globals';
import {
  startForwardProxy,
  type ForwardProxy,
  type ForwardProxyOptions,
} from '../../harness/forward-proxy.ts';
import { someImage } from './support/images.ts';
import { identityOf, replying, serve } from '../clients/support.ts';
import { errorsOf, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const HOST = 'control-plane.internal';
const proxies: ForwardProxy[] = [];
afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
});

/** Starts a proxy that resolves an unregistered host name to the emulator. */
async function proxyToEmulator(options: ForwardProxyOptions = {}): Promise<ForwardProxy> {
  const emulator = new URL(world.emulator.urls.controlPlane);
  const route = (target: URL) => {
    const routed = new URL(target);
    routed.host = emulator.host;
    return routed;
  };
  const proxy = await startForwardProxy({ route, ...options });
  proxies.push(proxy);
  return proxy;
}

const inputs = () => ({
  'deployment-name': world.name(),
  'image-uri': someImage(),
  'control-plane-url': `http://${HOST}`,
  'allow-insecure-host': 'true',
  'wait-timeout': '2m',
});

describe('the proxy that the action uses', () => {
  // docs/security.md#all-requests-go-through
  test.each(['http_proxy', 'HTTP_PROXY'])(
    'is used for every request if it is set in %s',
    async (variable) => {
      const proxy = await proxyToEmulator();
      const run = await world.deploy({ inputs: inputs(), env: { [variable]: proxy.url } });
      expect(run.outputs).toMatchObject({ outcome: 'deployed', created: 'true' });
      expect(new Set(proxy.asked.map((target) => target.split(':')[0]))).toEqual(new Set([HOST]));
    },
  );

  test('is not used for a host in NO_PROXY', async () => {
    const proxy = await proxyToEmulator();
    const run = await world.deploy({
      inputs: { ...inputs(), 'request-timeout': '1s', 'wait-timeout': '2s' },
      env: { HTTP_PROXY: proxy.url, NO_PROXY: `other.example,${HOST}` },
    });
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'unreachable' });
    expect(proxy.asked).toEqual([]);
  });

  test('is not used for requests to this machine', async () => {
    const proxy = await proxyToEmulator();
    const run = await world.deploy({
      inputs: { 'deployment-name': world.name(), 'image-uri': someImage() },
      env: { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url },
    });
    expect([run.outputs['outcome'], proxy.asked]).toEqual(['deployed', []]);
  });

  test('receives credentials if it requires them, but no other host receives them', async () => {
    const proxy = await proxyToEmulator({ credentials: 'me:proxy-password-1' });
    const env = { HTTP_PROXY: proxy.url.replace('http://', 'http://me:proxy-password-1@') };
    const run = await world.deploy({ inputs: inputs(), env, secrets: ['proxy-password-1'] });
    expect(run.outputs['outcome']).toBe('deployed');
  });

  test('is named as the cause of a failure if it rejects requests', async () => {
    const proxy = await proxyToEmulator({ refuse: 403 });
    const run = await world.deploy({
      inputs: { ...inputs(), 'control-plane-url': `https://${HOST}`, 'wait-timeout': '30s' },
      env: { HTTPS_PROXY: proxy.url },
    });
    expect(proxy.asked[0]).toBe(`${HOST}:443`);
    expect(run.outputs['outcome']).toBe('failed');
    expect(errorsOf(run)[0]).toMatch(/proxy/i);
  });
});

test('the action does not follow a redirect of the service, so no other host gets the API key', async () => {
  await world.emulator.setFaults([
    { match: { surface: 'control-plane' }, effect: { status: 302, body: { detail: 'moved' } } },
  ]);
  const run = await world.deploy({ inputs: { 'deployment-name': world.name(), 'image-uri': someImage() } });
  expect(run.outputs['outcome']).toBe('failed');
  expect(errorsOf(run)[0]).toMatch(/Redirects are not followed/);
});

// docs/security.md#built-action-sends-nothing
test('a service with an untrusted certificate receives no request, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
  await using service = await serve(replying(200, {}), await identityOf('localhost'));
  const run = await world.deploy({
    inputs: { 'deployment-name': world.name(), 'control-plane-url': `https://localhost:${service.port}` },
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  });
  expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'invalid-input' });
  expect(errorsOf(run)[0]).toContain('NODE_TLS_REJECT_UNAUTHORIZED: the environment variable is 0');
  expect(service.requests).toEqual([]);
});
