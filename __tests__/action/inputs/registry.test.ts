import { describe, expect, test } from '@jest/globals';
import { INPUTS, type InputSpec, variableOf } from '../../../src/action/inputs/registry.ts';
import { inapplicableFieldErrors } from '../../../src/contract/deployment-rules.ts';
import { SOURCES } from '../../../src/contract/patterns.ts';

describe('the registry of inputs', () => {
  test('keeps hyphens in the names of the runner’s environment variables', () => {
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
  ] as const)('does not apply the input %s to a source if the contract rejects the field', (name, body) => {
    const spec: InputSpec = INPUTS[name];
    for (const source of SOURCES) {
      const refused = inapplicableFieldErrors(source, body, { compat: 'hosted' }).length > 0;
      if (refused) expect(spec.sources).not.toContain(source);
    }
  });
});
