import { describe, expect, test } from '@jest/globals';
import { DeploymentCreate } from '../../src/contract/deployment.ts';
import {
  unbuildableFieldErrors,
  validateCreate,
  withoutReadOnly,
} from '../../src/contract/deployment-rules.ts';
import { isReservedName } from '../../src/contract/reserved-names.ts';
import type { ValidationError } from '../../src/contract/error-bodies.ts';
import type { Source } from '../../src/contract/source.ts';
import { SOURCES } from '../../src/contract/patterns.ts';

const A = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const SPEC = { compat: 'spec' } as const;
const HOSTED = { compat: 'hosted' } as const;

/** Minimal configuration of each source. */
const LEAST: Record<Source, { source_config: object; source_revision_config: object }> = {
  git_host: {
    source_config: { repo_url: 'https://git.example/o/r' },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
  },
  external_docker: { source_config: {}, source_revision_config: { image_uri: 'registry.example/a:1' } },
  internal_docker: { source_config: {}, source_revision_config: {} },
  internal_source: {
    source_config: {},
    source_revision_config: { graph_config_path: 'langgraph.json' },
  },
};

function created(
  source: Source,
  config: object = {},
  revision: object = {},
  more: object = {},
): DeploymentCreate {
  const least = LEAST[source];
  return DeploymentCreate.parse({
    name: 'demo',
    source,
    source_config: { ...least.source_config, ...config },
    source_revision_config: { ...least.source_revision_config, ...revision },
    secrets: [],
    ...more,
  });
}

const places = (findings: ValidationError[]) => findings.map(({ loc }) => loc.join('.'));
const onCreate = (...args: Parameters<typeof created>) => places(validateCreate(created(...args), SPEC));

describe('the request that creates a deployment', () => {
  test.each(SOURCES)('is accepted for %s with only the required fields', (source) => {
    expect(onCreate(source)).toEqual([]);
  });

  // docs/conformance.md#sourcerevisionconfig-graph-config-path
  test.each(['git_host', 'internal_source'] as const)(
    'is rejected for %s without its graph configuration',
    (source) => {
      const body = created(source, {}, { graph_config_path: null });
      expect(validateCreate(body, SPEC)).toEqual([
        {
          loc: ['body', 'source_revision_config', 'graph_config_path'],
          msg: expect.stringContaining('Field required'),
          type: 'missing',
        },
      ]);
    },
  );

  test.each([
    ['git_host', 'source_config', 'repo_url'],
    ['git_host', 'source_revision_config', 'repo_ref'],
    ['external_docker', 'source_revision_config', 'image_uri'],
  ] as const)('is accepted for %s without %s.%s, although its build will fail', (source, holder, field) => {
    const absent = { [field]: null };
    const inConfig = holder === 'source_config';
    const body = created(source, inConfig ? absent : {}, inConfig ? {} : absent);
    expect(validateCreate(body, SPEC)).toEqual([]);
    expect(places(unbuildableFieldErrors(source, body))).toEqual([`body.${holder}.${field}`]);
  });

  test('accepts the listed deployment types, and accepts newer types only with hosted compatibility', () => {
    for (const type of ['dev_free', 'dev', 'prod', 'serverless', 'dedicated']) {
      expect(onCreate('git_host', { deployment_type: type })).toEqual([]);
    }
    for (const type of ['dev_zero', 'of_next_year']) {
      expect(validateCreate(created('git_host', { deployment_type: type }), SPEC)).toEqual([
        {
          loc: ['body', 'source_config', 'deployment_type'],
          msg: "Input should be 'dev_free', 'dev', 'prod', 'serverless' or 'dedicated'",
          type: 'enum',
        },
      ]);
      expect(validateCreate(created('git_host', { deployment_type: type }), HOSTED)).toEqual([]);
    }
  });

  // docs/conformance.md#sourceconfig-applies
  // docs/departures.md#sourceconfig-sourcerevisionconfig-applies
  test.each([
    ['integration_id', A, ['git_host']],
    ['repo_url', 'https://git.example/o/r', ['git_host']],
    ['deployment_type', 'dev', ['git_host']],
    ['build_on_push', false, ['git_host']],
    ['custom_url', 'https://x.example', ['git_host', 'external_docker']],
    ['resource_spec', {}, ['external_docker']],
    ['listener_id', A, ['external_docker']],
    ['listener_config', { k8s_namespace: 'n' }, ['external_docker']],
    ['install_command', 'npm ci', ['git_host', 'internal_source']],
    ['build_command', 'npm run build', ['git_host', 'internal_source']],
  ] as const)('accepts source_config.%s only for its sources', (field, value, sources) => {
    for (const source of SOURCES) {
      const applies = (sources as readonly string[]).includes(source);
      expect(onCreate(source, { [field]: value })).toEqual(applies ? [] : [`body.source_config.${field}`]);
    }
  });

  // docs/conformance.md#sourcerevisionconfig-applies
  // docs/departures.md#sourcerevisionconfig-image-uri
  test.each([
    ['repo_ref', 'main', ['git_host']],
    ['graph_config_path', 'a.json', ['git_host', 'internal_source']],
    ['image_uri', 'a:1', ['external_docker', 'internal_docker']],
    ['source_tarball_path', 'a/b', ['internal_source']],
  ] as const)('accepts source_revision_config.%s only for its sources', (field, value, sources) => {
    for (const source of SOURCES) {
      const applies = (sources as readonly string[]).includes(source);
      expect(onCreate(source, {}, { [field]: value })).toEqual(
        applies ? [] : [`body.source_revision_config.${field}`],
      );
    }
  });

  // docs/conformance.md#deployment-secret-references
  test('accepts secret references only for external_docker', () => {
    const more = { secret_references: [{ name: 'A', secret_name: 's', secret_key: 'k' }] };
    expect(onCreate('external_docker', {}, {}, more)).toEqual([]);
    expect(onCreate('git_host', {}, {}, more)).toEqual(['body.secret_references']);
  });

  // docs/conformance.md#sourceconfig-build-push-tags
  test('rejects build_on_push with a tag, and accepts it with a branch', () => {
    expect(onCreate('git_host', { build_on_push: true }, { repo_ref: 'refs/tags/v1' })).toEqual([
      'body.source_config.build_on_push',
    ]);
    expect(onCreate('git_host', { build_on_push: false }, { repo_ref: 'refs/tags/v1' })).toEqual([]);
    expect(onCreate('git_host', { build_on_push: true }, { repo_ref: 'main' })).toEqual([]);
  });

  // docs/departures.md#sourceconfig-deployment-type
  test('accepts the requests of the hosted clients with hosted compatibility', () => {
    const body = created('internal_source', { deployment_type: 'dev' }, { graph_config_path: null });
    expect(places(validateCreate(body, HOSTED))).toEqual([]);
    expect(places(validateCreate(body, SPEC))).toEqual([
      'body.source_config.deployment_type',
      'body.source_revision_config.graph_config_path',
    ]);
  });

  // docs/departures.md#secret-secretreference-names-variables
  test('rejects reserved and repeated secret names without showing a value', () => {
    const secrets = [
      { name: 'MODEL_KEY', value: 's3cret' },
      { name: 'POSTGRES_URI', value: 's3cret' },
      { name: 'MODEL_KEY', value: 's3cret' },
    ];
    const findings = validateCreate(created('git_host', {}, {}, { secrets }), SPEC);
    expect(places(findings)).toEqual(['body.secrets.1.name', 'body.secrets.2.name']);
    expect(JSON.stringify(findings)).not.toContain('s3cret');
  });

  test('rejects names that only the cloud reserves if the deployment runs in the cloud', () => {
    const secrets = [{ name: 'LANGSMITH_API_KEY', value: 'x' }];
    expect(onCreate('git_host', {}, {}, { secrets })).toEqual(['body.secrets.0.name']);
    expect(onCreate('external_docker', {}, {}, { secrets })).toEqual([]);
    expect(isReservedName('REDIS_URI', { selfHosted: true })).toBe(true);
  });
});

// docs/conformance.md#sourcerevisionconfig-repo-commit-sha
test('the commit in a create is always dropped, and the URL is dropped if the service sets it', () => {
  const body = {
    source_config: { custom_url: 'https://x', build_on_push: true },
    source_revision_config: { repo_ref: 'main', repo_commit_sha: 'abc' },
  };
  expect(withoutReadOnly('git_host', body)).toEqual({
    source_config: { build_on_push: true },
    source_revision_config: { repo_ref: 'main' },
  });
  expect(withoutReadOnly('external_docker', body).source_config).toEqual(body.source_config);
});
