import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { packTar } from 'modern-tar';
import { npmEnvironment } from '../../../src/action/emulator/install.ts';
import { createEmulatorMachine, isOfJob, ownEnvironment } from '../../../src/action/emulator/machine.ts';
import { emulatorPaths } from '../../../src/action/emulator/paths.ts';
import { isAlive, startToken } from '../../../src/os/processes.ts';
import { until } from '../../../harness/until.ts';

/** Program that prints its arguments and environment, and runs until a signal. */
const PROGRAM = `
console.error('it runs');
console.log(JSON.stringify({ args: process.argv.slice(2), key: process.env.EMULATOR_API_KEY, cwd: process.cwd(), environment: Object.keys(process.env) }));
setInterval(() => {}, 1000);
`;

let folder: string;
let workspace: string;
const signal = new AbortController().signal;
const envOf = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  RUNNER_TEMP: folder,
  GITHUB_WORKSPACE: workspace,
  ...more,
});
const machineOf = (more: Record<string, string> = {}) => createEmulatorMachine(envOf(more), folder);

function archive(files: Record<string, string>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name: `package/${name}`, size: Buffer.byteLength(body) },
    body,
  }));
  return packTar(entries).then((tar) => gzipSync(tar));
}

/** Packs an emulator; `more` contains additional entries of its lock file. */
async function pack(
  version: string,
  manifest: object,
  files: Record<string, string>,
  more: object = {},
): Promise<string> {
  const own = { name: 'agent-deploy-emulator', version, ...manifest };
  const lock = { ...own, lockfileVersion: 3, requires: true, packages: { '': own, ...more } };
  const file = path.join(folder, `agent-deploy-emulator-${version}.tgz`);
  await writeFile(
    file,
    await archive({
      'package.json': JSON.stringify(own),
      'npm-shrinkwrap.json': JSON.stringify(lock),
      ...files,
    }),
  );
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-emulator-test-'));
  workspace = path.join(folder, 'work');
  await mkdir(workspace);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const onStart = async (): Promise<void> => undefined;

describe('the emulator that the action installs on the runner', () => {
  // docs/emulator-action.md#installed
  // docs/security/checkouts.md#emulator-action-scripts
  test('is installed without npm scripts, keeps running after its step, and is stopped at the end', async () => {
    const tarball = await pack(
      '1.2.3',
      {
        bin: { 'agent-deploy-emulator': 'bin/program.mjs' },
        scripts: { postinstall: `node -e "require('fs').writeFileSync('${folder}/ran', '')"` },
      },
      { 'bin/program.mjs': PROGRAM },
    );
    const machine = machineOf({ INPUT_SEED: 'secret', NPM_CONFIG_IGNORE_SCRIPTS: 'false' });
    expect(await machine.findPackages()).toContain(tarball);
    const own = await machine.makeFolder();
    const paths = emulatorPaths(own);
    const result = await machine.install(tarball, paths.install, { signal, onStart });
    expect(result).toMatchObject({ kind: 'installed', emulator: { version: '1.2.3' } });
    if (result.kind !== 'installed') return;
    await expect(stat(path.join(folder, 'ran'))).rejects.toThrow('ENOENT');
    const started = await machine.start(result.emulator, {
      folder: own,
      args: ['--port=0'],
      apiKey: 'the-key',
    });
    const reported = await until(async () => (await machine.readFile(paths.ready)) || undefined);
    expect(JSON.parse(reported)).toMatchObject({ args: ['--port=0'], key: 'the-key', cwd: own });
    expect(JSON.parse(reported)).toMatchObject({ environment: expect.not.arrayContaining(['INPUT_SEED']) });
    expect((await stat(paths.ready)).mode & 0o077).toBe(0);
    expect(isAlive(started.process.pid)).toBe(true);
    expect(await machine.stop({ ...started.process, startTime: 'another-boot:1' }, own)).toBe('gone');
    expect(isAlive(started.process.pid)).toBe(true);
    expect(await machine.stop(started.process, await machine.makeFolder())).toBe('gone');
    expect(isAlive(started.process.pid)).toBe(true);
    expect(await machine.stop(started.process, own)).toBe('stopped');
    expect(await machine.stop(started.process, own)).toBe('gone');
    expect(await machine.folderOwner(own)).toBe('ours');
    await machine.clearFolder(own);
    expect(await readFile(paths.log, 'utf8')).toBe('it runs\n');
    await expect(stat(paths.install)).rejects.toThrow('ENOENT');
  });

  // docs/security/checkouts.md#emulator-action-post
  test('is not mistaken for another program whose process has the recorded pid and start time', async () => {
    const machine = machineOf();
    const own = await machine.makeFolder();
    const foreign = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });
    try {
      const pid = foreign.pid ?? 0;
      const forged = { pid, startTime: (await startToken(pid)) ?? '', program: process.execPath };
      const onLinux = process.platform === 'linux';
      if (onLinux) expect(await machine.stop(forged, own)).toBe('gone');
      expect(foreign.exitCode).toBeNull();
    } finally {
      foreign.kill('SIGKILL');
      await once(foreign, 'exit');
    }
  });

  test('is not installed if the hash of a dependency differs from the lock file', async () => {
    const dependency = path.join(folder, 'dependency.tgz');
    await writeFile(
      dependency,
      await archive({ 'package.json': '{ "name": "dependency", "version": "1.0.0" }' }),
    );
    const integrity = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const resolved = `file:${dependency}`;
    const install = async (version: string, locked: string) =>
      machineOf().install(
        await pack(
          version,
          { bin: 'x.mjs', dependencies: { dependency: resolved } },
          { 'x.mjs': '' },
          { 'node_modules/dependency': { version: '1.0.0', resolved, integrity: locked } },
        ),
        path.join(folder, version),
        { signal, onStart },
      );
    const bytes = await readFile(dependency);
    expect(await install('0.0.3', integrity(bytes))).toMatchObject({ kind: 'installed' });
    const other = await install('0.0.4', integrity(Buffer.from('other bytes')));
    expect(other).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('npm could not install'),
    });
    expect(other.kind === 'failed' ? other.lines.join('\n') : '').toContain('EINTEGRITY');
  });

  test('fails with the reason if its package is invalid', async () => {
    const tarball = path.join(folder, 'agent-deploy-emulator-0.0.1.tgz');
    await writeFile(tarball, 'nonsense');
    const result = await machineOf().install(tarball, path.join(folder, 'failed'), { signal, onStart });
    expect(result).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^agent-deploy-emulator-0\.0\.1\.tgz could not be unpacked: /),
    });
  });

  // docs/security/checkouts.md#emulator-action-npm
  test('is never installed by an npm program from the checkout', async () => {
    const bin = path.join(workspace, 'node_modules', '.bin');
    await mkdir(bin, { recursive: true });
    const script = path.join(workspace, 'npm-cli.js');
    await writeFile(script, '', { mode: 0o755 });
    await symlink(script, path.join(bin, 'npm'));
    const tarball = await pack('0.0.2', { bin: 'x.mjs' }, { 'x.mjs': '' });
    const result = await machineOf({ PATH: bin }).install(tarball, path.join(folder, 'none'), {
      signal,
      onStart,
    });
    // A Node whose folder contains npm needs no search path.
    if (result.kind === 'installed') return;
    expect(result).toMatchObject({ kind: 'failed', message: expect.stringMatching(/^npm was not found/) });
  });
});

// docs/emulator-action.md#environment
// docs/security/checkouts.md#emulator-action-environment
test("an emulator process gets the step's environment, except for the runner's own variables", () => {
  expect(
    ownEnvironment({
      PATH: '/bin',
      UV_INDEX: 'a',
      GITHUB_TOKEN: 'b',
      GITHUB_ENV: '/c',
      ACTIONS_RUNTIME_TOKEN: 'd',
      INPUT_SEED: 'e',
      STATE_x: 'f',
      RUNNER_TEMP: '/g',
      RUNNER_TRACKING_ID: 'github_1',
      NODE_OPTIONS: '--require ./x',
      GH_TOKEN: 'h',
      EMULATOR_API_KEY_FILE: '/i',
    }),
  ).toEqual({ PATH: '/bin', UV_INDEX: 'a', RUNNER_TRACKING_ID: 'github_1' });
});

// docs/security/checkouts.md#emulator-action-npm
test('npm gets its configuration variables, but no variable of the emulator', () => {
  expect(
    npmEnvironment({
      NPM_CONFIG_REGISTRY: 'https://registry.example',
      HTTPS_PROXY: 'http://proxy.example',
      EMULATOR_API_KEY: 'a',
      EMULATOR_API_KEY_FILE: '/b',
      EMULATOR_DATABASE_URL: 'postgresql://u:c@h/d',
      GITHUB_TOKEN: 'd',
      PATH: '/bin',
    }),
  ).toEqual({ NPM_CONFIG_REGISTRY: 'https://registry.example', HTTPS_PROXY: 'http://proxy.example' });
});

test('an emulator process ends with the runner, but not with the shell that starts its step', async () => {
  expect(isOfJob(process.pid)).toBe(true);
  expect([0, 1].map(isOfJob)).toEqual([false, false]);
  const shell = spawn('/bin/sh', ['-c', 'echo started; read line; exit'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    await once(shell.stdout, 'data');
    expect(isOfJob(shell.pid ?? 0)).toBe(process.platform !== 'linux');
  } finally {
    shell.kill('SIGKILL');
  }
});
