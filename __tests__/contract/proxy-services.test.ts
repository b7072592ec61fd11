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

  // docs/credential-proxy/signing.md#service
  test('become a rule that signs requests for the listed endpoints of an AWS region', () => {
    const use = { service: 'aws', region: 'eu-central-1', endpoints: ['bedrock-runtime', 'my-bucket.s3'] };
    const config = expand({ services: [use] });
    expect(config.rules).toEqual([
      {
        name: 'aws',
        match_hosts: [
          'bedrock-runtime.eu-central-1.amazonaws.com',
          'my-bucket.s3.eu-central-1.amazonaws.com',
        ],
        sign: {
          aws: {
            access_key_id: '{AWS_ACCESS_KEY_ID}',
            secret_access_key: '{AWS_SECRET_ACCESS_KEY}',
            region: 'eu-central-1',
          },
        },
        env_vars: { AWS_REGION: 'eu-central-1', AWS_DEFAULT_REGION: 'eu-central-1' },
      },
    ]);
    const resolved = resolveProxyConfig(config, { secret: () => 'made-up-value', opaque: () => undefined });
    if (resolved.kind === 'refused') throw new Error(JSON.stringify(resolved.problems));
    expect(resolved.warnings).toEqual([]);
    expect(Object.keys(resolved.config.envVars).toSorted()).toEqual([
      'AWS_ACCESS_KEY_ID',
      'AWS_DEFAULT_REGION',
      'AWS_REGION',
      'AWS_SECRET_ACCESS_KEY',
    ]);
    expect(checkProxyConfig(config).problems.map(({ loc }) => loc)).toEqual([['rules', 0, 'sign']]);
  });

  test('can have paths and a session token at AWS, also in China', () => {
    const use = { service: 'aws', region: 'cn-north-1', endpoints: ['s3'], session_token: true };
    expect(expand({ services: [{ ...use, match_paths: ['/bucket/*'] }] }).rules).toMatchObject([
      {
        match_hosts: ['s3.cn-north-1.amazonaws.com.cn'],
        match_paths: ['/bucket/*'],
        sign: { aws: { session_token: '{AWS_SESSION_TOKEN}' } },
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
    { service: 'slack', region: 'eu-central-1' },
    { service: 'slack', endpoints: ['s3'] },
    { service: 'slack', session_token: false },
    { service: 'aws' },
    { service: 'aws', region: 'eu-central-1' },
    { service: 'aws', region: 'eu-central-1', endpoints: [] },
    { service: 'aws', region: 'eu-central-1', endpoints: ['*.s3'] },
    { service: 'aws', region: 'eu-central-1', endpoints: ['evil.test/'] },
    { service: 'aws', region: 'frankfurt', endpoints: ['s3'] },
    { service: 'aws', region: 'eu-central-1', endpoints: ['s3'], secret: 'KEY' },
  ])('do not match the schema with %j', (use) => {
    expect(ProxyConfig.safeParse({ services: [use] }).success).toBe(false);
  });
});
