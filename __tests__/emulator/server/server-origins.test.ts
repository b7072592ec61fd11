import { once } from 'node:events';
import http from 'node:http';
import { describe, expect, test } from '@jest/globals';
import type { EmulatorOptions } from '../../../src/emulator/index.ts';
import { originFor, createServerOrigins } from '../../../src/emulator/server/server-origins.ts';
import { startProvider } from '../control-plane/auth-provider.ts';
import { gitDeployment, startPlane } from './plane.ts';

describe('the host names that a server accepts', () => {
  test.each([
    ['127.0.0.1', ['http://127.0.0.1:4400', 'http://localhost:4400']],
    ['::1', ['http://[::1]:4400', 'http://localhost:4400']],
    ['192.168.1.5', ['http://192.168.1.5:4400']],
  ])("on %s are %j, with the server's own port", (host, origins) => {
    expect([...createServerOrigins(host, 4400, undefined).origins]).toEqual(origins);
  });

  test('include the host name of the public URL as browsers send it', () => {
    const { hosts, origins } = createServerOrigins('127.0.0.1', 80, 'https://emulator.example:443/base');
    expect([...origins]).toEqual(['http://127.0.0.1', 'http://localhost', 'https://emulator.example']);
    expect([...hosts]).toEqual(['127.0.0.1', 'localhost', 'emulator.example']);
  });
});

describe('the origin of the absolute URLs in responses', () => {
  const own = createServerOrigins('0.0.0.0', 4400, undefined);
  const asked = (host: string | undefined, localAddress: string) =>
    originFor(
      { headers: { host }, socket: { localAddress, localPort: 4400 } as http.IncomingMessage['socket'] },
      own,
      undefined,
    );

  test.each([
    ['localhost:4400', '127.0.0.1', 'http://localhost:4400'],
    ['LOCALHOST:4400', '127.0.0.1', 'http://localhost:4400'],
    ['localhost:8080', '127.0.0.1', 'http://127.0.0.1:4400'],
    ['evil.example', '192.168.1.5', 'http://192.168.1.5:4400'],
    ['evil.example:4400', '::ffff:192.168.1.5', 'http://192.168.1.5:4400'],
    [undefined, 'fd00::5', 'http://[fd00::5]:4400'],
  ])('for a request to Host %s at %s is %s', (host, address, origin) => {
    expect(asked(host, address)).toBe(origin);
  });
});

/** Returns each response where an emulator contains its own address, for a client that sends `Host: evil.example`. */
async function selfNaming(options: EmulatorOptions) {
  const plane = await startPlane({ runtime: 'stub', ...options });
  const { emulator } = plane;
  const call = async (method: string, path: string, body?: unknown) => {
    const request = http.request({
      port: emulator.port,
      method,
      path,
      agent: false,
      headers: {
        host: 'evil.example:1234',
        'x-forwarded-host': 'evil.example',
        'x-api-key': emulator.apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const text = await response.toArray();
    if ((response.statusCode ?? 500) >= 300) throw new Error(`${path}: ${response.statusCode} ${text}`);
    return JSON.parse(Buffer.concat(text).toString());
  };
  const internal = (source: string) =>
    call(
      'POST',
      '/v2/deployments',
      gitDeployment({
        source,
        source_config: {},
        source_revision_config: source === 'internal_source' ? { graph_config_path: 'langgraph.json' } : {},
      }),
    );
  const provider = await startProvider();
  await call('POST', '/v2/auth/providers', provider.config());
  const box = await call('POST', '/v2/sandboxes/boxes', { wait_for_ready: true });
  const uploaded = await internal('internal_source');
  const pushed = await internal('internal_docker');
  const { url } = await call('POST', '/v2/auth/authenticate', {
    user_id: 'a',
    provider: 'forge',
    scopes: [],
  });
  return {
    emulator,
    named: {
      upload_url: (await call('POST', `/v2/deployments/${uploaded.id}/upload-url`)).upload_url,
      dataplane_url: box.dataplane_url,
      redirect_uri: new URL(url).searchParams.get('redirect_uri'),
      registry_url: `http://${(await call('POST', `/v2/deployments/${pushed.id}/push-token`)).registry_url}`,
      document: (await call('GET', '/openapi.json')).servers[0].url,
    },
  };
}

describe('a client that uses a foreign host name for the emulator', () => {
  // docs/security/emulator.md#host-emulators-own-never
  test.each(['127.0.0.1', '0.0.0.0'])('receives the real URL of an emulator on %s', async (host) => {
    const { emulator, named } = await selfNaming({ host, compat: 'hosted', apiKey: 'a-key-of-its-own' });
    for (const [what, url] of Object.entries(named)) {
      expect([what, new URL(url).origin]).toEqual([what, `http://127.0.0.1:${emulator.port}`]);
    }
  });

  test('receives the public URL if one is configured', async () => {
    const { named } = await selfNaming({ publicUrl: 'https://emulator.example', compat: 'hosted' });
    for (const [what, url] of Object.entries(named)) {
      expect([what, new URL(url).hostname]).toEqual([what, 'emulator.example']);
    }
  });
});
