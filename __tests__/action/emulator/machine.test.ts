import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { packTar } from 'modern-tar';
import { createEmulatorMachine, ownEnvironment } from '../../../src/action/emulator/machine.ts';
import { emulatorPaths } from '../../../src/action/emulator/paths.ts';
import { isAlive } from '../../../src/os/processes.ts';
import { until } from '../../../harness/until.ts';

/** Says what it was given, and runs until a signal. */
const PROGRAM = `
console.log(JSON.stringify({ args: process.argv.slice(2), key: process.env.EMULATOR_API_KEY, cwd: process.cwd(), environment: Object.keys(process.env) }));
console.error('it runs');
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

async function pack(version: string, manifest: object, files: Record<string, string>): Promise<string> {
  const all = {
    'package.json': JSON.stringify({ name: 'agent-deploy-emulator', version, ...manifest }),
    ...files,
  };
  const entries = Object.entries(all).map(([name, body]) => ({
    header: { name: `package/${name}`, size: Buffer.byteLength(body) },
    body,
  }));
  const file = path.join(folder, `agent-deploy-emulator-${version}.tgz`);
  await writeFile(file, gzipSync(await packTar(entries)));
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-emulator-test-'));
  workspace = path.join(folder, 'work');
  await mkdir(workspace);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the emulator on this machine', () => {
  // docs/emulator-action.md#installed
  test('is installed without a script, started for longer than the step, and stopped', async () => {
    const tarball = await pack(
      '1.2.3',
      {
        bin: { 'agent-deploy-emulator': 'bin/program.mjs' },
        scripts: { postinstall: `node -e "require('fs').writeFileSync('${folder}/ran', '')"` },
      },
      { 'bin/program.mjs': PROGRAM },
    );
    const machine = machineOf({ INPUT_SEED: 'secret', NPM_CONFIG_IGNORE_SCRIPTS: 'false' });
    expect(await machine.findPackages()).toEqual([tarball]);
    const own = await machine.makeFolder();
    const paths = emulatorPaths(own);
    const result = await machine.install(tarball, paths.install, signal);
    expect(result).toMatchObject({ kind: 'installed', emulator: { version: '1.2.3' } });
    if (result.kind !== 'installed') return;
    await expect(stat(path.join(folder, 'ran'))).rejects.toThrow('ENOENT');
    const started = await machine.start(result.emulator, {
      folder: own,
      args: ['--port=0'],
      apiKey: 'the-key',
    });
    const said = await until(async () => (await machine.readFile(paths.ready)) || undefined);
    expect(JSON.parse(said)).toMatchObject({ args: ['--port=0'], key: 'the-key', cwd: own });
    expect(JSON.parse(said)).toMatchObject({ environment: expect.not.arrayContaining(['INPUT_SEED']) });
    expect((await stat(paths.ready)).mode & 0o077).toBe(0);
    expect(isAlive(started.process.pid)).toBe(true);
    expect(await machine.stop({ ...started.process, startTime: 'another-boot:1' })).toBe('gone');
    expect(isAlive(started.process.pid)).toBe(true);
    expect(await machine.stop(started.process)).toBe('stopped');
    expect(await machine.stop(started.process)).toBe('gone');
    expect(await machine.folderOwner(own)).toBe('ours');
    await machine.clearFolder(own);
    expect(await readFile(paths.log, 'utf8')).toBe('it runs\n');
    await expect(stat(paths.install)).rejects.toThrow('ENOENT');
  });

  test('that cannot be installed fails with what npm said', async () => {
    const tarball = await pack('0.0.1', { bin: 'x.mjs', os: ['none'] }, { 'x.mjs': '' });
    const result = await machineOf().install(tarball, path.join(folder, 'failed'), signal);
    expect(result).toMatchObject({ kind: 'failed', message: expect.stringContaining('exit code 1') });
    expect(result.kind === 'failed' ? result.lines.join('\n') : '').toContain('EBADPLATFORM');
  });

  test('is not installed by an npm of the checkout', async () => {
    const bin = path.join(workspace, 'node_modules', '.bin');
    await mkdir(bin, { recursive: true });
    const script = path.join(workspace, 'npm-cli.js');
    await writeFile(script, '', { mode: 0o755 });
    await symlink(script, path.join(bin, 'npm'));
    const tarball = await pack('0.0.2', { bin: 'x.mjs' }, { 'x.mjs': '' });
    const result = await machineOf({ PATH: bin }).install(tarball, path.join(folder, 'none'), signal);
    // A Node with an npm of its own beside it needs no search path.
    if (result.kind === 'installed') return;
    expect(result).toMatchObject({ kind: 'failed', message: expect.stringMatching(/^npm was not found/) });
  });
});

// docs/emulator-action.md#environment
test('an emulator gets the environment of the step without what is the runner’s', () => {
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
    }),
  ).toEqual({ PATH: '/bin', UV_INDEX: 'a', RUNNER_TRACKING_ID: 'github_1' });
});
