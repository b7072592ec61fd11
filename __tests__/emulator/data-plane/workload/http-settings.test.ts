import { describe, expect, test } from '@jest/globals';
import { appSpec, httpSettings } from '../../../../src/emulator/data-plane/workload/http-settings.ts';
import { ConfigSections } from '../../../../src/graph-config/schema.ts';

const artifact = (sections: unknown, language: 'javascript' | 'python' = 'python') => ({
  language,
  modules: { 'http.app': { module: './app.py', exportName: 'app' } },
  sections: ConfigSections.parse(sections),
});

describe('the HTTP settings of a revision', () => {
  test('are the defaults if the configuration has no http section', () => {
    expect(httpSettings({ ...artifact({}), modules: {} }, {})).toEqual({
      hasApp: false,
      disabled: [],
      disableWebhooks: false,
      mountPrefix: '',
      authenticatesApp: false,
    });
    expect(appSpec({ ...artifact({}), modules: {} })).toBeUndefined();
  });

  test.each(['javascript', 'python'] as const)(
    'are read from the http section for graphs in %s',
    (language) => {
      const http = {
        app: './app.py:app',
        disable_mcp: true,
        disable_runs: true,
        disable_store: false,
        disable_webhooks: true,
        mount_prefix: '/my',
        configurable_headers: { include: ['x-a'], excludes: ['x-b'] },
        enable_custom_route_auth: true,
        middleware_order: 'auth_first',
      };
      expect(httpSettings(artifact({ http }, language), {})).toMatchObject({
        hasApp: true,
        disabled: ['mcp', 'runs'],
        disableWebhooks: true,
        mountPrefix: '/my',
        configurableHeaders: { includes: ['x-a'], excludes: ['x-b'] },
        // In Python, the worker authenticates requests after the middleware.
        authenticatesApp: language === 'javascript',
      });
      expect(appSpec(artifact({ http }, language))).toEqual({
        module: './app.py',
        exportName: 'app',
        shown: './app.py:app',
        authenticates: true,
        authenticatesFirst: true,
        mountPrefix: '/my',
      });
    },
  );
});

describe('configured headers of webhooks', () => {
  const headers = (text: string, more: object = {}) =>
    httpSettings(artifact({ webhooks: { headers: { authorization: text }, ...more } }), {
      LG_WEBHOOK_TOKEN: 's3cret',
      MINE_A: 'a',
      MINE_B: 'b',
    }).webhooks?.headers;

  // docs/agent-server/routes.md#webhook-variables
  test('contain the values of the variables to which they refer', () => {
    expect(headers('Bearer ${{ env.LG_WEBHOOK_TOKEN }}')).toEqual({ authorization: 'Bearer s3cret' });
    expect(headers('${{env.MINE_A}}-${{ env.MINE_B }}', { env_prefix: 'MINE_' })).toEqual({
      authorization: 'a-b',
    });
    expect(headers('plain $1 {{ env.A }}')).toEqual({ authorization: 'plain $1 {{ env.A }}' });
  });

  test.each([
    ['${{ env.MINE_A }}', 'uses the variable MINE_A, which does not begin with LG_WEBHOOK_'],
    ['${{ env.LG_WEBHOOK_OTHER }}', 'uses the variable LG_WEBHOOK_OTHER, which is not set'],
    ['${{ secrets.A }}', 'contains the invalid template "secrets.A"'],
    ['${{ env.A.B }}', 'contains the invalid template "env.A.B"'],
  ])('make the revision fail if they have %s', (text, reason) => {
    expect(() => headers(text)).toThrow(
      `The key "webhooks.headers.authorization" of the graph configuration ${reason}`,
    );
  });

  test('are sent only to receivers that the configuration allows', () => {
    const policyOf = (url?: object) => httpSettings(artifact({ webhooks: { url } }), {}).webhooks?.policy;
    expect(policyOf()).toBeUndefined();
    expect(policyOf({ allowed_domains: ['Hooks.example.com'] })).toEqual({
      requireHttps: true,
      allowedDomains: ['hooks.example.com'],
      allowedPorts: [],
      maxUrlLength: 2048,
      disableLoopback: true,
      disablePrivateIps: false,
    });
  });
});
