import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { findGo, run } from './support/installs.ts';

// Runs the release workflow with act, a workflow runner in Go, on this machine without containers. Programs of the test
// replace GitHub, the registries and the signatures, so the workflow ends where it would publish.
const ACT = 'github.com/nektos/act@v0.2.89';
const ROOT = path.resolve(import.meta.dirname, '../..');
const SUPPORT = path.join(import.meta.dirname, 'support');
const REPOSITORY = 'octo-org/agent-deploy';
const PROGRAMS = ['attest', 'docker', 'download', 'gh', 'helm', 'jq', 'npm', 'upload'];

let scratch: string;
let act: string;
const inScratch = (...names: string[]) => path.join(scratch, ...names);

/** Environment of the runner, whose git finds the repository of GitHub in a folder. */
const environment = (): NodeJS.ProcessEnv => ({
  PATH: [inScratch('bin'), path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
  HOME: inScratch('home'),
  GIT_CONFIG_GLOBAL: inScratch('gitconfig'),
  RELEASE_LOG: inScratch('log'),
  RELEASE_ORIGIN: inScratch('origin.git'),
  RELEASE_ARTIFACTS: inScratch('artifacts'),
  RELEASE_ROOT: ROOT,
  RELEASE_NPM: npm,
});
const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim();

const git = async (folder: string, ...args: string[]): Promise<string> =>
  (await run('git', ['-C', inScratch(folder), ...args], { env: environment() })).trim();

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'release-workflow-'));
  await Promise.all(['bin', 'home', 'artifacts'].map((name) => mkdir(inScratch(name))));
  await writeFile(inScratch('log'), '');
  for (const name of PROGRAMS) {
    const file = inScratch('bin', name);
    const program = path.join(SUPPORT, 'release-programs.mjs');
    await writeFile(file, `#!/bin/sh\nexec '${process.execPath}' '${program}' ${name} "$@"\n`);
    await chmod(file, 0o755);
  }
  await Promise.all([installAct(), prepareRepository()]);
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function installAct(): Promise<void> {
  const go = await findGo(inScratch('go'));
  const PATH = [path.dirname(go), process.env['PATH']].join(path.delimiter);
  const env = { ...process.env, PATH, GOBIN: inScratch('tools'), GOFLAGS: '-modcacherw' };
  await run(go, ['install', ACT], { env });
  act = inScratch('tools', 'act');
}

/** Clones this repository, with a section of the changelog for the version, and without the checks of `.ci/run`. */
async function prepareRepository(): Promise<void> {
  const origin = `https://github.com/${REPOSITORY}.git`;
  const lines = [
    '[user]',
    'name = Test',
    'email = test@example.com',
    // The repository of this test is shallow if GitHub's checkout fetched a single commit.
    '[receive]',
    'shallowUpdate = true',
    '[init]',
    'defaultBranch = main',
    `[url "file://${inScratch('origin.git')}"]`,
    `insteadOf = ${origin}`,
  ];
  await writeFile(inScratch('gitconfig'), `${lines.join('\n')}\n`);
  await run('git', ['init', '--quiet', '--bare', inScratch('origin.git')], { env: environment() });
  await run('git', ['clone', '--quiet', ROOT, inScratch('clone')], { env: environment() });
  await writeFile(inScratch('clone', '.ci/run'), '#!/bin/sh\nexit 0\n');
  const changelog = await readFile(inScratch('clone', 'CHANGELOG.md'), 'utf8');
  const section = `## [Unreleased]\n\n## [${await version()}]\n\nPrepared for the test.`;
  await writeFile(inScratch('clone', 'CHANGELOG.md'), changelog.replace('## [Unreleased]', section));
  await git('clone', 'commit', '--quiet', '--all', '--message', 'release: prepare a version');
  await git('clone', 'checkout', '--quiet', '-B', 'main');
  await git('clone', 'remote', 'set-url', 'origin', origin);
  await git('clone', 'push', '--quiet', 'origin', 'HEAD:refs/heads/main');
  await git('clone', 'fetch', '--quiet', 'origin');
}

async function version(): Promise<string> {
  const manifest = z.object({ version: z.string() });
  return manifest.parse(JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'))).version;
}

/** Runs the workflow. Returns the exit code and the output of the runner. */
async function release(): Promise<{ code: unknown; output: string }> {
  const workflow = await readFile(path.join(ROOT, '.github/workflows/release.yml'), 'utf8');
  const uses = new Set(
    [...workflow.matchAll(/uses: (actions\/([\w-]+)@[0-9a-f]{40})/g)].map(
      ([, action, name]) => `${action}=${path.join(SUPPORT, 'release-actions', name ?? '')}`,
    ),
  );
  const args = ['workflow_dispatch', '--workflows', '.github/workflows/release.yml'];
  for (const runner of ['ubuntu-24.04', 'ubuntu-24.04-arm'])
    args.push('--platform', `${runner}=-self-hosted`);
  for (const action of uses) args.push('--local-repository', action);
  args.push('--secret', 'GITHUB_TOKEN=token-of-the-job', '--env', `GITHUB_REPOSITORY_OWNER=octo-org`);
  return new Promise((resolve) => {
    const options = { cwd: inScratch('clone'), env: environment(), maxBuffer: 64 * 1024 * 1024 };
    execFile(act, args, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, output: stdout + stderr });
    });
  });
}

const Event = z.looseObject({ kind: z.string() });
async function events(): Promise<z.infer<typeof Event>[]> {
  const lines = (await readFile(inScratch('log'), 'utf8')).trim().split('\n');
  return lines.map((line) => Event.parse(JSON.parse(line)));
}

// docs/security/releases.md#whole-workflow
test('the release workflow attests, verifies and publishes in this order, and refuses to release a version twice', async () => {
  const { code, output } = await release();
  expect(code === 0 ? 0 : output.split('\n').slice(-60).join('\n')).toBe(0);

  const made = await events();
  const kinds = made.map(({ kind }) => kind);
  const tag = `v${await version()}`;
  const [commit, major] = await Promise.all([
    git('origin.git', 'rev-parse', `refs/tags/${tag}`),
    git('origin.git', 'rev-parse', 'refs/tags/v0'),
  ]);
  expect(major).toBe(commit);
  const held = (await git('origin.git', 'ls-tree', '-r', '--name-only', commit)).split('\n');
  const packed = `emulator/agent-deploy-emulator-${await version()}.tgz`;
  expect(held).toEqual(expect.arrayContaining(['action.yml', 'dist/main.js', packed]));
  expect(held.filter((file) => file.startsWith('src/'))).toEqual([]);

  // Each file of the tag was attested, and each attestation was verified before the draft of the release.
  const draft = kinds.indexOf('draft');
  const verified = made
    .slice(0, draft)
    .flatMap(({ kind, subject }) => (kind === 'verified' ? [subject] : []));
  expect(verified).toEqual(expect.arrayContaining(held.map((file) => `release/${file}`)));
  expect(kinds.lastIndexOf('attest')).toBeLessThan(draft);
  const bills = made.flatMap(({ kind, bill }) => (kind === 'attest' && bill !== null ? [bill] : []));
  expect(bills.toSorted()).toEqual([
    'agent-deploy-emulator-image-amd64.cdx.json',
    'agent-deploy-emulator-image-arm64.cdx.json',
    'agent-deploy-emulator.cdx.json',
    'agent-deploy.cdx.json',
  ]);
  expect(made[draft]).toMatchObject({
    tag,
    assets: expect.arrayContaining(
      [
        'install.yaml',
        `agent-deploy-${await version()}.tgz`,
        'agent-deploy.cdx.json',
        'agent-deploy-emulator-image-arm64.cdx.json',
        'figures-amd64.json',
      ].map((name) => expect.objectContaining({ name })),
    ),
  });
  const order = ['test', 'push', 'push-chart', 'draft', 'release', 'release-verified', 'major-tag', 'npm'];
  expect(order.map((kind) => kinds.indexOf(kind))).toEqual(
    order.map((kind) => kinds.indexOf(kind)).toSorted((a, b) => a - b),
  );
  expect(kinds.filter((kind) => kind === 'npm')).toHaveLength(1);
  expect(made.find(({ kind }) => kind === 'npm')).toMatchObject({
    flags: expect.arrayContaining(['--provenance', 'latest']),
  });
  const images = made.flatMap(({ kind, tags }) => (kind === 'image-tags' ? [tags] : []));
  const image = 'ghcr.io/octo-org/agent-deploy-emulator';
  expect(images).toEqual([[`${image}:${await version()}`], [`${image}:0`, `${image}:latest`]]);

  // GitHub's checkout of the whole history includes the tags.
  await git('clone', 'fetch', '--quiet', '--tags', 'origin');
  const again = await release();
  expect(again.code).toBe(1);
  expect(again.output).toContain('Job failed');
  expect((await events()).length).toBe(made.length);
});
