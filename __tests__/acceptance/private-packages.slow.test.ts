import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import type { FileTree } from '../../harness/git.ts';
import { type PrivateRegistry, startPrivateRegistry } from '../../harness/private-registry.ts';
import type { ActionRun } from '../../harness/runner/types.ts';
import { clientOf } from './support/conversation.ts';
import { errorsOf, useTestEnvironment } from './support/environment.ts';
import { searchFiles } from './support/files.ts';

const TEXT = 'tomatoes-and-basil-0815';
const TOKEN = 'registry-token-of-the-test-4711';
const HEADER = `Basic ${Buffer.from(`reader:${TOKEN}`).toString('base64')}`;

const root = await mkdtemp(path.join(tmpdir(), 'private-packages-'));
const home = path.join(root, 'home');
const dataDir = path.join(root, 'data');
const world = useTestEnvironment({
  runtime: 'process',
  dataDir,
  env: { HOME: home, npm_config_loglevel: 'warn' },
});
let registry: PrivateRegistry;
/** Runs that installed a private package with the token, by the place of the token. */
let runs: Record<'npm' | 'git' | 'command' | 'committed', ActionRun>;
beforeAll(async () => {
  registry = await startPrivateRegistry({ token: TOKEN, text: TEXT });
  const command = { 'install-command': 'npm ci --no-audit --no-fund' };
  const [npm, git, installed, committed] = await Promise.all([
    deploy(npmAgent(), { NPM_TOKEN: TOKEN }),
    deploy(gitAgent(), gitSecrets()),
    deploy(npmAgent(), { NPM_TOKEN: TOKEN }, command),
    deploy(npmAgent(SETTINGS().replace('${NPM_TOKEN}', TOKEN))),
  ]);
  runs = { npm, git, command: installed, committed };
});
afterAll(async () => {
  await registry.close();
  await rm(root, { recursive: true, force: true });
});

const SETTINGS = () =>
  `@acme:registry=http://${registry.host}/npm/\n//${registry.host}/npm/:_authToken=\${NPM_TOKEN}\nfetch-retries=0\n`;

/** Returns an agent that replies with the text of the private npm package, with a lock file. */
function npmAgent(settings: string | null = SETTINGS()): FileTree {
  const { name, url, integrity } = registry.npm;
  const manifest = {
    name: 'agent',
    version: '1.0.0',
    private: true,
    type: 'module',
    dependencies: { [name]: '1.0.0' },
  };
  const locked = { version: '1.0.0', resolved: url, integrity };
  const packages = { '': manifest, [`node_modules/${name}`]: locked };
  return {
    ...plainAgent({ preamble: `import { recipe } from '${name}';\nconsole.log('recipe:', recipe);\n` }),
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }),
    ...(settings !== null && { '.npmrc': settings }),
  };
}

/** Returns an agent with a git dependency, without a lock file. */
function gitAgent(): FileTree {
  const { url, commit } = registry.git;
  const dependencies = { 'acme-sauce': `git+${url}#${commit}` };
  return {
    ...plainAgent({ preamble: "import { recipe } from 'acme-sauce';\nconsole.log('recipe:', recipe);\n" }),
    'package.json': JSON.stringify({ name: 'agent', private: true, type: 'module', dependencies }),
  };
}

const gitSecrets = () => ({
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: `http.http://${registry.host}/.extraHeader`,
  GIT_CONFIG_VALUE_0: `Authorization: ${HEADER}`,
});

/** Deploys a new repository as a new deployment. */
async function deploy(
  files: FileTree,
  secrets: Record<string, string> = {},
  inputs: Record<string, string> = {},
): Promise<ActionRun> {
  const repository = await world.repository(files);
  return world.deploy({
    event: await world.push(repository),
    inputs: {
      'deployment-name': world.name(),
      'repo-url': repository.url,
      'wait-timeout': '10m',
      secrets: Object.entries(secrets)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
      ...inputs,
    },
    secrets: [TOKEN, HEADER],
  });
}

async function expectDeployed(run: ActionRun): Promise<void> {
  expect([run.outputs['outcome'], errorsOf(run)]).toEqual(['deployed', []]);
  expect(await clientOf(world, run).converse('hello')).toContain('hello');
}

function expectRefused(run: ActionRun, message: string): void {
  expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'build-failed' });
  expect(errorsOf(run)[0]).toContain(message);
}

/** Folders of the emulator where a build may leave files. */
const listKept = async () => ({
  modules: await readdir(path.join(dataDir, 'modules')).catch(() => []),
  caches: await readdir(home).catch(() => []),
});

// docs/private-packages/npm.md#npm-token
describe('an agent with a private npm package', () => {
  test.each(['npm', 'command', 'committed'] as const)(
    'is built with the token in the secrets of its deployment or in its checkout: %s',
    async (place) => expectDeployed(runs[place]),
  );

  test('is built without a copy of the token or of the package outside its own revision', async () => {
    expect(registry.served).toContain('/npm/@acme/recipes/-/recipes-1.0.0.tgz');
    const folders = await readdir(path.join(dataDir, 'revisions'));
    for (const folder of folders)
      expect(await readdir(path.join(dataDir, 'revisions', folder))).not.toContain('package-cache');
    const { 'revision-id': revision = '' } = runs.npm.outputs;
    expect(await searchFiles(path.join(dataDir, 'revisions', revision), [TOKEN])).toEqual([]);
    expect(await listKept()).toEqual({ modules: [], caches: [] });
  });

  // docs/troubleshooting/rollout.md#likely-causes
  test('fails with the name of the variable if the token is missing', async () => {
    const run = await deploy(npmAgent());
    expectRefused(run, 'Add NPM_TOKEN to the secrets of the deployment.');
    expect(errorsOf(run)[0]).toContain('Add the variable NPM_TOKEN to the input `secrets`.');
  });

  test('fails with the name of the variable if the registry refuses the token', async () => {
    const run = await deploy(npmAgent(), { NPM_TOKEN: 'outdated-token-of-the-test-1' });
    expectRefused(run, 'Correct NPM_TOKEN in the secrets of the deployment.');
  });
});

// docs/private-packages/git.md#git-variables
describe('an agent with a private git dependency', () => {
  test('is built with the settings of git in the secrets of its deployment', async () => {
    await expectDeployed(runs.git);
    const { 'revision-id': revision = '' } = runs.git.outputs;
    expect(await searchFiles(path.join(dataDir, 'revisions', revision), [TOKEN, HEADER])).toEqual([]);
  });

  test('fails with the names of the variables if the credentials are missing', async () => {
    const run = await deploy(gitAgent());
    expectRefused(run, 'GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0 and GIT_CONFIG_VALUE_0');
  });
});

// docs/security/emulator.md#private-packages
describe('a deployment without the token, after a deployment with the token installed the private package', () => {
  test.each([
    ['the same files', () => npmAgent(), {}],
    ['the same lock file, without the settings of the registry', () => npmAgent(null), {}],
    ['a wrong token', () => npmAgent(), { NPM_TOKEN: 'wrong-token-of-the-test-12' }],
    ['the same git dependency', () => gitAgent(), {}],
  ])('does not get the package with %s', async (_what, files, secrets) => {
    const before = registry.served.length;
    expectRefused(await deploy(files(), secrets), 'refused the credentials of the build, or got none');
    expect(registry.served.slice(before)).toEqual([]);
  });

  test.each(['npm ci --offline', 'npm install --offline @acme/recipes@1.0.0'])(
    'does not get the package with the install command %s',
    async (command) => {
      const run = await deploy(npmAgent(null), {}, { 'install-command': `${command} --no-audit --no-fund` });
      expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'build-failed' });
    },
  );
});
