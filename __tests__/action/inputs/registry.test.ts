import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { INPUT_NAMES, INPUTS, type InputSpec, variableOf } from '../../../src/action/inputs/registry.ts';
import { OUTPUTS } from '../../../src/action/report/outputs.ts';
import { inapplicableFieldErrors } from '../../../src/contract/deployment-rules.ts';
import { SOURCES } from '../../../src/contract/source.ts';

interface Manifest {
  inputs: Record<string, { description: string; required: boolean; default?: string }>;
  outputs: Record<string, { description: string }>;
  runs: Record<string, string>;
  branding: Record<string, string>;
}
const manifest = parse(readFileSync(new URL('../../../action.yml', import.meta.url), 'utf8')) as Manifest;

describe('action.yml', () => {
  test('declares the inputs of the registry, in its order', () => {
    expect(Object.keys(manifest.inputs)).toEqual(INPUT_NAMES);
  });

  test.each(INPUT_NAMES)('%s has the default of the registry and says what it is for', (name) => {
    const declared = manifest.inputs[name];
    const spec: InputSpec = INPUTS[name];
    expect(declared?.default).toBe(spec.filledIn ?? spec.default);
    expect(declared?.required).toBe(false);
    expect(declared?.description.length).toBeGreaterThan(20);
    expect(declared?.description).toMatch(/\.$/);
  });

  test('declares the outputs that are written', () => {
    expect(Object.keys(manifest.outputs)).toEqual([...OUTPUTS]);
    for (const { description } of Object.values(manifest.outputs)) expect(description).toMatch(/\.$/);
  });

  test('runs both phases on node24, post in every case', () => {
    expect(manifest.runs).toEqual({
      using: 'node24',
      main: 'dist/main.js',
      post: 'dist/post.js',
      'post-if': 'always()',
    });
    expect(Object.keys(manifest.branding)).toEqual(['icon', 'color']);
  });
});

describe('the registry', () => {
  test('spells every name in kebab-case', () => {
    for (const name of INPUT_NAMES) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test('keeps hyphens in the runner’s variable', () => {
    expect(variableOf('api-key')).toBe('INPUT_API-KEY');
    expect(variableOf('two words')).toBe('INPUT_TWO_WORDS');
  });

  test.each([
    ['integration-id', { source_config: { integration_id: 'x' } }],
    ['repo-url', { source_config: { repo_url: 'x' } }],
    ['ref', { source_revision_config: { repo_ref: 'x' } }],
    ['deployment-type', { source_config: { deployment_type: 'dev' as const } }],
    ['build-on-push', { source_config: { build_on_push: true } }],
    ['install-command', { source_config: { install_command: 'x' } }],
    ['build-command', { source_config: { build_command: 'x' } }],
    ['graph-config-path', { source_revision_config: { graph_config_path: 'x' } }],
    ['image-uri', { source_revision_config: { image_uri: 'x' } }],
    ['listener-id', { source_config: { listener_id: 'x' } }],
    ['resource-spec', { source_config: { resource_spec: {} } }],
    ['secret-references', { secret_references: [] }],
  ] as const)('lets %s go to no source that the contract refuses', (name, body) => {
    const spec: InputSpec = INPUTS[name];
    for (const source of SOURCES) {
      const refused = inapplicableFieldErrors(source, body, { compat: 'hosted' }).length > 0;
      if (refused) expect(spec.sources).not.toContain(source);
    }
  });
});
