import { expect, test } from '@jest/globals';
import { type EngineContext, engineEnvironment } from '../../src/cli/environment.ts';
import { inputsOf } from '../../src/cli/flags.ts';
import { runEventOf } from '../../src/cli/run-event.ts';

const event = runEventOf(
  'none',
  {},
  {
    branch: 'main',
    commit: 'a'.repeat(40),
    remoteUrl: 'https://github.com/acme/agents',
    pushed: undefined,
    knowsOrigin: false,
  },
);
const context: EngineContext = {
  verb: 'deploy',
  inputs: inputsOf('deploy'),
  flags: { inputs: {} },
  fromFiles: {},
  ci: 'none',
  event,
  workspace: '/work',
  release: { version: '1.2.3', repository: undefined },
};
const make = (env: Record<string, string>, more: Partial<EngineContext> = {}) =>
  engineEnvironment(env, { ...context, ...more });

// docs/cli.md#inputs
test('each input can be set by a variable, but a flag takes precedence', () => {
  const env = { AGENT_DEPLOY_DEPLOYMENT_NAME: 'a', AGENT_DEPLOY_REF: 'main', PATH: '/bin' };
  expect(make(env, { flags: { inputs: { ref: 'other' } } })).toMatchObject({
    'INPUT_DEPLOYMENT-NAME': 'a',
    INPUT_REF: 'other',
    INPUT_ACTION: 'deploy',
    PATH: '/bin',
    GITHUB_WORKSPACE: '/work',
    GITHUB_REPOSITORY: 'acme/agents',
  });
});

test('an input in a file takes precedence over a variable', () => {
  const env = { AGENT_DEPLOY_API_KEY: 'of-the-variable' };
  expect(make(env, { fromFiles: { 'api-key': 'of-the-file' } })['INPUT_API-KEY']).toBe('of-the-file');
});

test('a variable that belongs to a different verb is ignored, but a variable that belongs to no verb is rejected', () => {
  const made = make({ AGENT_DEPLOY_DEPLOYMENT_NAM: 'a', AGENT_DEPLOY_CASES: 'input: {}' });
  expect(made['INPUT_DEPLOYMENT-NAM']).toBe('a');
  expect(Object.keys(made).filter((name) => name.includes('CASES'))).toEqual([]);
});

test("variables of a different step are ignored, as are GitHub's variables outside GitHub", () => {
  const env = { INPUT_REF: 'x', STATE_a: 'x', GITHUB_REF: 'refs/heads/x', GITHUB_SHA: 'f'.repeat(40) };
  const made = make(env);
  for (const name of Object.keys(env)) expect(made[name]).toBeUndefined();
  const onGitHub = make(env, { ci: 'github', event: undefined });
  expect(onGitHub).toMatchObject({ GITHUB_REF: 'refs/heads/x' });
  expect(onGitHub['INPUT_REF']).toBeUndefined();
});

test('no GitHub client is created for a repository on a host that is not the GitHub server', () => {
  const elsewhere = { ...event, serverUrl: 'https://gitlab.com' };
  expect(make({}, { event: elsewhere })['GITHUB_REPOSITORY']).toBeUndefined();
  const enterprise = { ...event, serverUrl: 'https://github.example.org' };
  const env = {
    GITHUB_SERVER_URL: 'https://github.example.org',
    GITHUB_API_URL: 'https://github.example.org/api/v3',
  };
  expect(make(env, { event: enterprise })).toMatchObject({ ...env, GITHUB_REPOSITORY: 'acme/agents' });
});
