import { describe, expect, test } from '@jest/globals';
import { PROXY_VARIABLES, proxyEnvironment } from '../../src/credential-proxy/environment.ts';

const environment = (noProxy: string[], hasDirectWay: boolean) =>
  proxyEnvironment({
    proxyUrl: 'http://sbx-1:token@127.0.0.1:3128',
    caFile: '/ca.pem',
    bundleFile: '/bundle.pem',
    noProxy,
    hasDirectWay,
  });

describe('the environment variables for programs in a sandbox', () => {
  test('contain the proxy in upper-case and lower-case names, and the CA for each program', () => {
    const given = environment([], false);
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) {
      expect(given[name]).toBe('http://sbx-1:token@127.0.0.1:3128');
    }
    expect(given).toMatchObject({
      NODE_EXTRA_CA_CERTS: '/ca.pem',
      DENO_CERT: '/ca.pem',
      SSL_CERT_FILE: '/bundle.pem',
      CURL_CA_BUNDLE: '/bundle.pem',
      REQUESTS_CA_BUNDLE: '/bundle.pem',
      GIT_SSL_CAINFO: '/bundle.pem',
      NODE_USE_ENV_PROXY: '1',
    });
    expect(Object.keys(given)).not.toContain('ALL_PROXY');
    expect(PROXY_VARIABLES).toEqual(
      expect.arrayContaining([...Object.keys(given), 'ALL_PROXY', 'all_proxy']),
    );
  });

  // docs/credential-proxy.md#proxy-sandbox
  test("limit NO_PROXY to the sandbox's own loopback if the proxy is the only route", () => {
    expect(environment(['api.test', '10.0.0.0/8'], false)['NO_PROXY']).toBe('localhost,127.0.0.1,::1');
  });

  test('contain each NO_PROXY entry in a portable form if a direct route exists', () => {
    const given = environment(
      ['localhost', 'API.Test', '.corp.test', '*.lab.test:8443', '10.0.0.0/8', 'bücher.test'],
      true,
    );
    expect(given['NO_PROXY']).toBe(
      'localhost,127.0.0.1,::1,api.test,corp.test,.corp.test,lab.test:8443,.lab.test:8443,10.0.0.0/8,xn--bcher-kva.test',
    );
    expect(given['no_proxy']).toBe(given['NO_PROXY']);
  });
});
