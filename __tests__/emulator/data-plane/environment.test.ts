import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  basicEnvironment,
  cleanPath,
  fetchEnvironment,
  type HostMachine,
  reservedNames,
  runtimeEnvironment,
  indexSecrets,
} from '../../../src/emulator/data-plane/environment.ts';

const machine = (env: HostMachine['env'], platform: NodeJS.Platform = 'linux'): HostMachine => ({
  env,
  platform,
  nodeFolder: platform === 'win32' ? 'C:\\node24' : '/opt/node24/bin',
});

const FOREIGN = {
  npm_config_cache: 'x',
  npm_lifecycle_event: 'x',
  INIT_CWD: 'x',
  NODE_OPTIONS: '--import=./clock.mjs',
  GITHUB_TOKEN: 'x',
  GITHUB_OUTPUT: 'x',
  INPUT_API_KEY: 'x',
  'INPUT_API-KEY': 'x',
  RUNNER_TEMP: 'x',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x',
  EMULATOR_API_KEY: 'x',
  EMULATOR_KEYRING_FILE: 'x',
  LANGSMITH_API_KEY: 'x',
  OPENAI_API_KEY: 'x',
  SSH_AUTH_SOCK: 'x',
  GIT_DIR: 'x',
  CI: 'true',
};
const NEEDED = {
  HOME: '/home/me',
  LANG: 'C.UTF-8',
  LC_TIME: 'de',
  TMPDIR: '/tmp',
  USER: 'me',
  SHELL: '/bin/sh',
};

describe('the environment of child processes', () => {
  test('contains the variables that programs need, but no variable of CI, npm, or the emulator', () => {
    const env = basicEnvironment(
      machine({ ...FOREIGN, ...NEEDED, PATH: '/usr/bin', HTTPS_PROXY: 'http://p' }),
    );
    expect(env).toEqual({ ...NEEDED, PATH: '/opt/node24/bin:/usr/bin' });
  });

  test('can also contain the proxy settings for programs that use the network', () => {
    const network = {
      HTTPS_PROXY: 'a',
      no_proxy: 'b',
      SSL_CERT_FILE: 'c',
      NODE_EXTRA_CA_CERTS: 'd',
      GIT_SSL_CAINFO: 'e',
    };
    expect(fetchEnvironment(machine({ ...FOREIGN, ...network }))).toEqual({
      ...network,
      PATH: '/opt/node24/bin',
    });
  });

  test('never contains an unlisted variable', () => {
    const allowed = /^(HOME|LANG|LANGUAGE|TMPDIR|TZ|USER|LOGNAME|SHELL|PATH|LC_.*)$/;
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (env) => {
        for (const name of Object.keys(basicEnvironment(machine(env)))) expect(name).toMatch(allowed);
      }),
    );
  });

  test('ignores the case of names on Windows, and contains the variables that Windows needs', () => {
    const env = {
      Path: 'C:\\Windows;C:\\p\\node_modules\\.bin',
      SystemRoot: 'C:\\Windows',
      Temp: 'C:\\T',
      npm_x: 'x',
    };
    expect(basicEnvironment(machine(env, 'win32'))).toEqual({
      SystemRoot: 'C:\\Windows',
      Temp: 'C:\\T',
      PATH: 'C:\\node24;C:\\Windows',
    });
  });
});

test("the search path of child processes starts with the emulator's Node, without folders of npm", () => {
  const given = [
    '/p/node_modules/.bin',
    '/node_modules/.bin/',
    '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin',
    '/usr/bin',
    '/opt/node24/bin',
    '',
    '/p/node_modules/.binary',
  ].join(':');
  expect(cleanPath(machine({ PATH: given }))).toBe('/opt/node24/bin:/usr/bin:/p/node_modules/.binary');
});

test('the search path of child processes contains no relative folder', () => {
  expect(cleanPath(machine({ PATH: '.:bin:../tools::/usr/bin' }))).toBe('/opt/node24/bin:/usr/bin');
  expect(cleanPath(machine({ Path: 'bin;.;C:\\git;..\\x' }, 'win32'))).toBe('C:\\node24;C:\\git');
});

describe('the environment of a revision', () => {
  const parts = {
    basic: { PATH: '/usr/bin', HOME: '/home/me' },
    config: { MODEL: 'small', GREETING: 'from config', LANGSMITH_PROJECT: 'mine' },
    secrets: [
      { name: 'GREETING', value: 'from secret' },
      { name: 'LANGSMITH_HOST_REVISION_ID', value: 'forged' },
    ],
    deployment: {
      id: 'd',
      name: 'my-agent',
      workspaceId: 'w',
      projectId: 'p',
      sourceConfig: { repo_url: 'https://user:pass@example.com/o/r' },
    },
    revision: { id: 'r', config: { repo_ref: 'main', repo_commit_sha: 'abc' } },
  };

  test("prefers the platform's variables to secrets, and secrets to variables of the configuration", () => {
    expect(runtimeEnvironment(parts)).toMatchObject({
      PATH: '/usr/bin',
      MODEL: 'small',
      GREETING: 'from secret',
      LANGSMITH_HOST_REVISION_ID: 'r',
      LANGSMITH_DEPLOYMENT_NAME: 'my-agent',
      LANGSMITH_TENANT_ID: 'w',
      LANGSMITH_LANGGRAPH_GIT_REF_SHA: 'abc',
      LANGSMITH_LANGGRAPH_GIT_REPO: 'https://example.com/o/r',
    });
  });

  // docs/local-controls/spans.md#variables
  test('contains the variables for exporting spans only if the agent configures no exporter', () => {
    const spans = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1' };
    expect(runtimeEnvironment({ ...parts, spans })).toMatchObject(spans);
    const config = { OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_SERVICE_NAME: 'agent' };
    expect(runtimeEnvironment({ ...parts, config, spans })).not.toMatchObject(spans);
    const secrets = [{ name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://collector.test' }];
    expect(runtimeEnvironment({ ...parts, secrets, spans })).not.toMatchObject(spans);
  });

  test('reports variables of the configuration that have no effect', () => {
    expect(reservedNames(parts.config)).toEqual(['LANGSMITH_PROJECT']);
  });
});

test('the secret in the credentials of a package index is the password, or otherwise the user name', () => {
  const index = {
    UV_INDEX: 'one=https://reader:first%40secret@one.test/simple https://token-alone@two.test/simple',
    UV_INDEX_ONE_USERNAME: 'reader',
    UV_INDEX_ONE_PASSWORD: 'second-secret',
    UV_INDEX_TWO_USERNAME: 'third-secret',
  };
  expect(new Set(indexSecrets(index))).toEqual(
    new Set(['first%40secret', 'first@secret', 'token-alone', 'second-secret', 'third-secret']),
  );
});
