import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { engineEnvironment } from '../../src/cli/environment.ts';
import { EVALUATE_OPERANDS, withEvaluateOperands } from '../../src/cli/evaluate.ts';
import { inputsOf, parseFlags } from '../../src/cli/flags.ts';

const ID = '0b6ab9f2-6a39-4a8e-8f5c-2f0a4c1f6d11';
const inputs = inputsOf('evaluate');
const parse = (...argv: string[]) =>
  withEvaluateOperands(parseFlags(argv, inputs, { operands: EVALUATE_OPERANDS }));

/** Returns the inputs that the action's code receives from a command line. */
function received(argv: string[], env: Record<string, string> = {}) {
  const made = engineEnvironment(env, {
    verb: 'evaluate',
    inputs,
    flags: parse(...argv),
    fromFiles: {},
    ci: 'none',
    event: undefined,
    workspace: '/work',
    release: { version: '1.2.3', repository: undefined },
  });
  const set = Object.entries(made).filter(([name, text]) => name.startsWith('INPUT_') && text !== '');
  return Object.fromEntries(set.filter(([name]) => name !== 'INPUT_ANNOTATIONS'));
}

// docs/cli.md#secrets
test('the flag --proxy-config of evaluate is rejected without showing its value, which can be secret', () => {
  const { problems, files } = parse('--proxy-config', 'a-secret-header', '--proxy-config-file', 'proxy.yml');
  expect(problems).toEqual([expect.objectContaining({ path: '--proxy-config' })]);
  expect(JSON.stringify(problems)).not.toContain('a-secret-header');
  expect(files).toEqual([{ input: 'proxy-config', file: 'proxy.yml' }]);
});

// docs/cli.md#evaluate
describe('the deployments of evaluate', () => {
  test.each([
    ['my-agent-pr-7', { 'INPUT_DEPLOYMENT-NAME': 'my-agent-pr-7' }],
    [ID, { 'INPUT_DEPLOYMENT-ID': ID }],
    ['http://127.0.0.1:2024', { 'INPUT_DEPLOYMENT-URL': 'http://127.0.0.1:2024' }],
    ['HTTPS://agent.example.org', { 'INPUT_DEPLOYMENT-URL': 'HTTPS://agent.example.org' }],
  ])('are specified by a name, an ID or a URL: %s', (operand, expected) => {
    expect(received([operand, 'my-agent'])).toEqual({ ...expected, 'INPUT_COMPARE-WITH': 'my-agent' });
  });

  test('take precedence over variables that select another deployment', () => {
    const env = {
      AGENT_DEPLOY_DEPLOYMENT_URL: 'https://other.example.org',
      AGENT_DEPLOY_DEPLOYMENT_NAME: 'other',
      AGENT_DEPLOY_COMPARE_WITH: 'other',
    };
    expect(received(['mine', 'my-agent'], env)).toEqual({
      'INPUT_DEPLOYMENT-NAME': 'mine',
      'INPUT_COMPARE-WITH': 'my-agent',
    });
    expect(received([], env)).toEqual({
      'INPUT_DEPLOYMENT-URL': 'https://other.example.org',
      'INPUT_DEPLOYMENT-NAME': 'other',
      'INPUT_COMPARE-WITH': 'other',
    });
  });

  test('can be set by flags, and a single deployment is judged without a comparison', () => {
    expect(received(['--deployment-name', 'mine'])).toEqual({
      'INPUT_DEPLOYMENT-NAME': 'mine',
      'INPUT_COMPARE-WITH': 'none',
    });
    expect(received(['mine'], { AGENT_DEPLOY_COMPARE_WITH: '' })['INPUT_COMPARE-WITH']).toBe('none');
  });

  test.each([
    [['mine', '--deployment-name', 'other'], '--deployment-name', /first deployment/],
    [['mine', '--deployment-url=https://other.example.org'], '--deployment-url', /first deployment/],
    [['mine', 'my-agent', '--compare-with', 'other'], '--compare-with', /second deployment/],
    [['mine', 'my-agent', 'third'], 'arguments', /position 3 does not belong to a flag/],
  ])('are rejected if they are specified twice, or if there are more than two: %j', (argv, path, message) => {
    expect(parse(...argv).problems).toEqual([
      expect.objectContaining({ path, message: expect.stringMatching(message) }),
    ]);
  });

  test('are set as exactly one input each, which is the name, the ID or the URL', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => !text.startsWith('-')),
        (operand) => {
          const { inputs: texts } = parse(operand);
          const given = ['deployment-url', 'deployment-name', 'deployment-id'].map((name) => texts[name]);
          expect(given.filter((text) => text !== '')).toEqual([operand]);
        },
      ),
    );
  });
});
