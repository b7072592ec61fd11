import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  accessHint,
  hasCredentials,
  packageVariables,
  pythonFilesHaveCredentials,
  readRegistrySettings,
} from '../../../../src/emulator/data-plane/build/package-access.ts';

// docs/departures.md#package-secrets
describe('the secrets of a deployment that installs receive', () => {
  // docs/security/emulator.md#package-secrets
  test.each([
    ['NPM_TOKEN', true],
    ['NPM_TOKEN_ACME', true],
    ['NODE_AUTH_TOKEN', true],
    ['YARN_NPM_AUTH_TOKEN', true],
    ['PYPI_TOKEN', true],
    ['GIT_TOKEN_ACME', true],
    ['GIT_CONFIG_COUNT', true],
    ['GIT_CONFIG_KEY_0', true],
    ['GIT_CONFIG_VALUE_12', true],
    ['UV_INDEX', true],
    ['UV_INDEX_ACME_PASSWORD', true],
    ['UV_DEFAULT_INDEX', true],
    ['PIP_EXTRA_INDEX_URL', true],
    ['OPENAI_API_KEY', false],
    ['LANGSMITH_API_KEY', false],
    ['MY_NPM_TOKEN', false],
    ['npm_token', false],
    ['npm_config_cache', false],
    ['UV_CACHE_DIR', false],
    ['PIP_CACHE_DIR', false],
    ['PIP_CONFIG_FILE', false],
    ['GIT_SSH_COMMAND', false],
    ['GIT_CONFIG_GLOBAL', false],
    ['GIT_CONFIG_KEY_', false],
    ['NODE_OPTIONS', false],
    ['PATH', false],
    ['HOME', false],
  ])('include %s: %s', (name, isIncluded) => {
    expect(packageVariables([{ name, value: 'value' }])).toEqual(isIncluded ? { [name]: 'value' } : {});
  });

  test('do not include an empty secret, which would replace a setting of the emulator', () => {
    expect(packageVariables([{ name: 'UV_DEFAULT_INDEX', value: '' }])).toEqual({});
  });
});

test.each([
  ['--extra-index-url https://user:pass@index.test/simple', true],
  ['https://token-without-password@index.test/simple', true],
  ['--index-url https://reader:${PYPI_TOKEN}@index.test/simple', true],
  ['"tarball": "https:\\/\\/user:pass@index.test\\/a.tgz"', true],
  ['acme @ git+ssh://user:pass@git.test/acme.git', true],
  ['acme @ git+https://${GIT_TOKEN}@git.test/acme.git', true],
  ['https://index.test/simple', false],
  ['https://registry.test/@acme/recipes/-/recipes-1.0.0.tgz', false],
  ['git+ssh://git@github.com/acme/sauce.git', false],
  ['author = "Ada <ada@acme.test>"', false],
])('the text %j contains credentials: %s', (text, expected) => {
  expect(hasCredentials(text)).toBe(expected);
});

describe('the settings of a checkout', () => {
  let checkout: string;
  beforeEach(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'package-access-'));
  });
  afterEach(() => rm(checkout, { recursive: true }));
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(checkout, name)), { recursive: true });
    await writeFile(join(checkout, name), text);
  };

  test.each([
    ['.npmrc', '//registry.test/:_authToken=${NPM_TOKEN}', true, ['NPM_TOKEN']],
    ['.npmrc', '//registry.test/:_auth = dXNlcjpwYXNz', true, []],
    ['.yarnrc.yml', 'npmAuthToken: "${NPM_TOKEN_ACME:-none}"', true, ['NPM_TOKEN_ACME']],
    ['package.json', '{"dependencies":{"a":"git+https://token@git.test/a.git"}}', true, []],
    ['.npmrc', 'fetch-retries=0', false, []],
    ['package.json', '{"scripts":{"start":"echo ${HOME}"}}', false, []],
  ])('in %s with %s', async (name, text, found, variables) => {
    await write(name, text);
    expect(await readRegistrySettings(checkout, [checkout])).toEqual({ hasCredentials: found, variables });
  });

  test('count as credentials if a file cannot be read', async () => {
    await mkdir(join(checkout, '.npmrc'));
    expect(await readRegistrySettings(checkout, [checkout])).toMatchObject({ hasCredentials: true });
  });

  test.each(['agents/one/pyproject.toml', 'uv.toml', 'setup.py', 'shared/uv.lock'])(
    'of Python in %s are searched for credentials',
    async (name) => {
      expect(await pythonFilesHaveCredentials(checkout)).toBe(false);
      await write(name, 'url = "https://reader:pass@index.test/simple"');
      expect(await pythonFilesHaveCredentials(checkout)).toBe(true);
    },
  );
});

// docs/troubleshooting/rollout.md#likely-causes
describe('the hint for a refused install', () => {
  const hint = (output: string, variables: string[] = [], given: Record<string, string> = {}) =>
    accessHint(output, { settings: { hasCredentials: true, variables }, given });

  test.each([
    ['code E401 | Unable to authenticate', ['NPM_TOKEN'], {}, /Add NPM_TOKEN to the secrets/],
    ['code E404 | 404 Not Found', ['NPM_TOKEN'], {}, /Add NPM_TOKEN to the secrets/],
    ['ERR_PNPM_FETCH_403  GET https://registry.test/a: Forbidden - 403', ['NPM_TOKEN'], {}, /Add NPM_TOKEN/],
    ['code E401', ['ACME_TOKEN'], {}, /ACME_TOKEN, but installs do not receive .* Use \$\{NPM_TOKEN\}/],
    ['code E403', ['NPM_TOKEN'], { NPM_TOKEN: 'x' }, /Correct NPM_TOKEN in the secrets/],
    ['code E401', [], {}, /:_authToken=\$\{NPM_TOKEN\}/],
    ["fatal: could not read Username for 'https://git.test'", [], {}, /GIT_CONFIG_COUNT/],
    ["fatal: Authentication failed for 'https://git.test/a.git/'", [], {}, /GIT_CONFIG_COUNT/],
  ])('for %j contains the variable to set', (output, variables, given, expected) => {
    expect(hint(output, variables, given)).toMatch(expected);
  });

  test.each([
    ['code E404 | 404 Not Found', ['NPM_TOKEN'], { NPM_TOKEN: 'x' }],
    ['code ETARGET | No matching version found for a@4010', [], {}],
    ['code ENOENT', ['NPM_TOKEN'], {}],
  ])('is absent for another failure: %j', (output, variables, given) => {
    expect(hint(output, variables, given)).toBeUndefined();
  });
});
