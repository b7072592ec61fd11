import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DeploymentPatch } from '../../src/contract/deployment.ts';
import {
  createsRevision,
  type CurrentDeployment,
  mergeRevisionConfig,
  mergeSourceConfig,
  validatePatch,
  revisionTriggers,
} from '../../src/contract/deployment-rules.ts';
import type { ValidationError } from '../../src/contract/error-bodies.ts';
import { isSet } from '../../src/contract/findings.ts';

const A = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const B = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
const SPEC = { compat: 'spec' } as const;

const places = (findings: ValidationError[]) => findings.map(({ loc }) => loc.join('.'));

describe('a PATCH of a deployment', () => {
  const now: CurrentDeployment = {
    name: 'demo',
    source: 'git_host',
    source_config: {
      integration_id: A,
      repo_url: 'https://git.example/o/r',
      deployment_type: 'dev',
      build_on_push: true,
      custom_url: 'https://demo.example',
    },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
  };
  const docker: CurrentDeployment = {
    name: 'demo',
    source: 'external_docker',
    source_config: { listener_id: A, listener_config: { k8s_namespace: 'one' } },
    source_revision_config: { image_uri: 'a:1' },
  };
  const onPatch = (body: object, of = now) => places(validatePatch(DeploymentPatch.parse(body), of, SPEC));

  // docs/conformance.md#deployment-name-source
  test.each([
    [{ name: 'other' }, now, 'body.name'],
    [{ source: 'internal_source' }, now, 'body.source'],
    [{ source_config: { integration_id: B } }, now, 'body.source_config.integration_id'],
    [{ source_config: { repo_url: 'https://git.example/o/x' } }, now, 'body.source_config.repo_url'],
    [{ source_config: { deployment_type: 'prod' } }, now, 'body.source_config.deployment_type'],
    [{ source_config: { listener_id: B } }, docker, 'body.source_config.listener_id'],
    [
      { source_config: { listener_config: { k8s_namespace: 'two' } } },
      docker,
      'body.source_config.listener_config.k8s_namespace',
    ],
  ])('%j is rejected, and the error names the field once', (body, of, place) => {
    expect(onPatch(body, of)).toEqual([place]);
  });

  test('is accepted with the same values or with null', () => {
    expect(
      onPatch({ ...now, source_config: { ...now.source_config, integration_id: A.toUpperCase() } }),
    ).toEqual([]);
    expect(onPatch({ name: null, source_config: { repo_url: null, listener_id: null } })).toEqual([]);
    expect(onPatch(docker, docker)).toEqual([]);
  });

  // docs/conformance.md#sourceconfig-build-push-tags-patch
  test('is validated together with the unchanged values', () => {
    expect(onPatch({ source_revision_config: { repo_ref: 'refs/tags/v1' } })).toEqual([
      'body.source_config.build_on_push',
    ]);
    expect(
      onPatch({
        source_config: { build_on_push: false },
        source_revision_config: { repo_ref: 'refs/tags/v1' },
      }),
    ).toEqual([]);
  });

  test('rejects fields that belong to a different source', () => {
    expect(onPatch({ source_revision_config: { image_uri: 'a:2' } })).toEqual([
      'body.source_revision_config.image_uri',
    ]);
    expect(onPatch({ source_config: { build_on_push: true } }, docker)).toEqual([
      'body.source_config.build_on_push',
    ]);
  });

  test('creates a revision exactly if it contains one of the six fields for a revision', () => {
    const field = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const nullable = <T>(value: T) => field(fc.constantFrom(value, null));
    const patches = fc.record(
      {
        source_config: fc.record(
          { resource_spec: nullable({}), build_on_push: nullable(false), custom_url: nullable('https://x') },
          { requiredKeys: [] },
        ),
        source_revision_config: fc.record(
          {
            repo_ref: nullable('main'),
            graph_config_path: nullable('a.json'),
            image_uri: nullable('a:1'),
            source_tarball_path: nullable('a/b'),
            repo_commit_sha: nullable('abc'),
          },
          { requiredKeys: [] },
        ),
        secrets: nullable([]),
        secret_references: nullable([]),
        image_version: nullable('1'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(patches, (given) => {
        const body = DeploymentPatch.parse(given);
        const { repo_ref, graph_config_path, image_uri, source_tarball_path } =
          body.source_revision_config ?? {};
        const six = [
          repo_ref,
          graph_config_path,
          image_uri,
          source_tarball_path,
          body.secrets,
          body.source_config?.resource_spec,
        ];
        expect(createsRevision(body)).toBe(six.some(isSet));
        expect(revisionTriggers(body)).toHaveLength(six.filter(isSet).length);
      }),
    );
  });

  // docs/conformance.md#revision-triggers-letter
  test('creates a revision even with an unchanged ref, no secrets or an empty resource spec', () => {
    for (const body of [
      { source_revision_config: { repo_ref: 'main' } },
      { secrets: [] },
      { source_config: { resource_spec: {} } },
    ]) {
      expect(createsRevision(DeploymentPatch.parse(body))).toBe(true);
    }
  });

  // docs/conformance.md#patch-patch
  test('leaves absent fields unchanged, but replaces a resource spec completely', () => {
    const before = { ...docker.source_config, resource_spec: { cpu: 1, memory_mb: 512 } };
    expect(
      mergeSourceConfig(before, { custom_url: 'https://x', listener_id: null, listener_config: {} }),
    ).toEqual({
      ...before,
      custom_url: 'https://x',
    });
    expect(mergeSourceConfig(before, { resource_spec: { cpu: 2 } }).resource_spec).toEqual({ cpu: 2 });
    expect(mergeRevisionConfig({ repo_ref: 'a', graph_config_path: 'g' }, { repo_ref: 'b' })).toEqual({
      repo_ref: 'b',
      graph_config_path: 'g',
    });
    expect(mergeSourceConfig(before, null)).toEqual(before);
  });
});
