import { describe, expect, test } from '@jest/globals';
import { expandServices } from '../../src/contract/proxy-services.ts';
import { ProxyConfig } from '../../src/contract/sandbox.ts';
import { checkProxyConfig, resolveProxyConfig } from '../../src/credential-proxy/resolve.ts';

const ALL = ['anthropic', 'github', 'google', 'langsmith', 'mistral', 'openai', 'slack'] as const;
const expand = (config: unknown) => expandServices(ProxyConfig.parse(config));

describe('the services of a proxy configuration', () => {
  test.each(ALL)('become a rule that the credential proxy and the hosted service accept: %s', (service) => {
    const config = expand({ services: [{ service }] });
    expect(config).not.toHaveProperty('services');
    expect(checkProxyConfig(config)).toEqual({ problems: [], warnings: [] });
    const resolved = resolveProxyConfig(config, { secret: () => 'made-up-value', opaque: () => undefined });
    if (resolved.kind === 'refused') throw new Error(JSON.stringify(resolved.problems));
    const [rule, ...more] = resolved.config.rules;
    expect(more).toEqual([]);
    expect(rule?.name).toBe(service);
    expect(rule?.matchHosts.filter((host) => host.includes('*'))).toEqual([]);
    expect(rule?.headers.map(({ value, secret }) => [value.includes('made-up-value'), secret])).toEqual([
      [true, true],
    ]);
    expect(Object.values(resolved.config.envVars)).toEqual(['added-by-the-credential-proxy']);
  });

  test('follow the other rules, and can have another secret and other paths', () => {
    const own = { name: 'own', match_hosts: ['api.test'] };
    const github = { service: 'github', secret: 'BOT_TOKEN', match_paths: ['/repos/me/*'] };
    expect(expand({ rules: [own], services: [github] }).rules).toEqual([
      own,
      {
        name: 'github',
        match_hosts: ['api.github.com'],
        match_paths: ['/repos/me/*'],
        headers: [{ name: 'Authorization', type: 'workspace_secret', value: 'Bearer {BOT_TOKEN}' }],
        env_vars: { GITHUB_TOKEN: 'added-by-the-credential-proxy' },
      },
    ]);
  });

  test('must not have the name of another rule', () => {
    const config = expand({ services: [{ service: 'slack' }, { service: 'slack' }] });
    expect(checkProxyConfig(config).problems.map(({ msg }) => msg)).toEqual(['another rule has this name']);
  });

  test.each([
    { service: 'unknown' },
    {},
    { service: 'slack', secret: 'A B' },
    { service: 'slack', match_paths: [''] },
  ])('do not match the schema with %j', (use) => {
    expect(ProxyConfig.safeParse({ services: [use] }).success).toBe(false);
  });
});
