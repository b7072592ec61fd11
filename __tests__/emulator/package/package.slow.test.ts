import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { layOutPackage, packEmulator, type PackedEmulator } from '../../../harness/emulator-package.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');
const MEGABYTE = 1_000_000;
let folder = '';
let tarball = '';
let packed: PackedEmulator;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ad-test-package-'));
  tarball = await packEmulator(folder);
  packed = await layOutPackage(tarball, folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (name: string) => readFile(path.join(packed.own, name), 'utf8');

/** Returns a module of the package and the modules that are loaded before it starts. */
async function loadedWith(name: string): Promise<string[]> {
  const code = await read(`lib/${name}`);
  const imported = [...code.matchAll(/\b(?:import|from)\s*"\.\/([\w.-]+)"/g)].flatMap(
    ([, file = '']) => file,
  );
  return [name, ...(await Promise.all(imported.map(loadedWith))).flat()];
}

/** Runs a module in a folder below the folder where the package is installed. */
async function program(text: string): Promise<unknown> {
  const start = "import { startEmulator } from 'agent-deploy-emulator';";
  const args = ['--input-type=module', '--eval', `${start}\n${text}`];
  const { stdout } = await run(process.execPath, args, { cwd: folder });
  return JSON.parse(stdout);
}

describe('the package of the emulator', () => {
  // docs/package.md#reproducible
  test('has the same bytes in each build', async () => {
    const digest = async (file: string) =>
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
    const again = await packEmulator(path.join(folder, 'again'));
    expect(await digest(again)).toBe(await digest(tarball));
  });

  // docs/package.md#reproducible
  test('has the dependencies of the lock file with their hashes, and no registry address', async () => {
    const { packages: ours } = JSON.parse(
      await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'),
    ) as Lock;
    const { packages } = JSON.parse(await read('npm-shrinkwrap.json')) as Lock;
    const { '': own, ...locked } = packages;
    expect(own).toMatchObject({ dependencies: packed.manifest.dependencies });
    expect(Object.keys(locked)).toContain('node_modules/esbuild');
    for (const [place, { version, integrity, resolved }] of Object.entries(locked)) {
      expect([place, version, integrity]).toEqual([place, ours[place]?.version, ours[place]?.integrity]);
      expect(integrity).toMatch(/^sha512-/);
      expect(resolved).toBeUndefined();
    }
    for (const [name, version] of Object.entries(packed.manifest.dependencies)) {
      expect(locked[`node_modules/${name}`]).toMatchObject({ version });
    }
  });

  // docs/package.md#size
  test('is smaller than 24 MB with its installed dependencies', async () => {
    // The installation of the package hard-links one of the two files to the other.
    const sizes = new Map<number, number>();
    const add = async (place: string): Promise<void> => {
      const entries = await readdir(place, { recursive: true, withFileTypes: true });
      for (const entry of entries.filter((one) => one.isFile())) {
        const { ino, size } = await stat(path.join(entry.parentPath, entry.name));
        sizes.set(ino, size);
      }
    };
    const modules = path.join(ROOT, 'node_modules');
    const bundler = path.join(modules, '@esbuild', `${process.platform}-${process.arch}`);
    for (const place of [packed.own, path.join(modules, 'esbuild'), bundler]) await add(place);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(24 * MEGABYTE);
  });

  test('contains no path of the build machine, and the license of every included package', async () => {
    const names = (await readdir(path.join(packed.own, 'lib'), { recursive: true })).filter((name) =>
      name.endsWith('.mjs'),
    );
    for (const name of names) expect(await read(`lib/${name}`)).not.toContain(ROOT);
    const licences = await read('lib/licenses.txt');
    for (const name of ['kysely', 'zod', 'undici', 'ws', 'pg', 'yaml'])
      expect(licences).toMatch(`\n${name} `);
    expect(await read('LICENSE')).toContain('MIT');
  });

  // docs/package.md#node
  test('prints one line and starts nothing if the Node version is too old', async () => {
    const old = path.join(folder, 'old-node.cjs');
    await writeFile(old, "Object.defineProperty(process.versions, 'node', { value: '22.11.0' });\n");
    await expect(run(process.execPath, ['--require', old, packed.program])).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'agent-deploy-emulator needs Node 24 or newer, but this is Node 22.11.0. This takes Node 24 for one call: npx -p node@24 -p agent-deploy-emulator agent-deploy-emulator\n',
    });
    expect(packed.manifest.engines).toEqual({ node: '>=24' });
  });

  // docs/package.md#node
  test('reports an unsuitable Node version readably, even if the version lacks required functions', async () => {
    const old = path.join(folder, 'older-node.cjs');
    await writeFile(
      old,
      "Object.defineProperty(process.versions, 'node', { value: '18.20.0' });\ndelete process.getBuiltinModule;\n",
    );
    const text = `import { startEmulator } from 'agent-deploy-emulator';
      await startEmulator().catch((error) => console.log(error.message));`;
    const { stdout } = await run(
      process.execPath,
      ['--require', old, '--input-type=module', '--eval', text],
      { cwd: folder },
    );
    expect(stdout).toBe('agent-deploy-emulator needs Node 24 or newer, but this is Node 18.20.0\n');
    for (const name of await loadedWith('index.mjs')) {
      const code = await read(`lib/${name}`);
      // The name occurs once, in the function that CommonJS packages call.
      expect([name, code.split('getBuiltinModule').length - 1]).toEqual([name, 1]);
      expect(code).not.toContain('"node:');
    }
  });

  // docs/package.md#command
  test('starts in a folder without this repository, and ends on a signal', async () => {
    const child = spawn(process.execPath, [packed.program, '--port', '0', '--runtime', 'stub'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { urls, apiKey } = JSON.parse(line) as { urls: { controlPlane: string }; apiKey: string };
    const answer = await fetch(`${urls.controlPlane}/v2/deployments`, { headers: { 'X-Api-Key': apiKey } });
    expect(answer.status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  // docs/package.md#command
  test('uses its own command name in its help and hints', async () => {
    const { stdout } = await run(process.execPath, [packed.program, '--help']);
    expect(stdout).toMatch(/^usage: agent-deploy-emulator \[/);
    expect(stdout).not.toContain('npm run');
    await expect(run(process.execPath, [packed.program, '--prot', '1'])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--port'),
    });
  });
});

interface Lock {
  packages: Record<string, { version?: string; integrity?: string; resolved?: string }>;
}

describe('the function startEmulator of the package', () => {
  // docs/package.md#api
  test('starts an emulator, returns its requests, and stops it at the end of a `using` block', async () => {
    const seen = await program(`
      let url;
      const seen = {};
      {
        await using emulator = await startEmulator({ runtime: 'stub', apiKey: 'a-key-of-mine' });
        url = emulator.urls.controlPlane + '/v2/deployments';
        const headers = { 'X-Api-Key': emulator.apiKey };
        const ask = async () => (await fetch(url, { headers })).status;
        seen.first = await ask();
        emulator.faults.set({ rules: [{ match: { path: '/v2/**' }, when: { nth: [1] }, then: { status: 503 } }] });
        seen.faulty = await ask();
        seen.hit = emulator.faults.active().rules.map(({ hit }) => hit);
        seen.journal = emulator.journal.after(0).entries.map(({ method, path, status }) => [method, path, status]);
        await emulator.reset();
        seen.afterReset = [emulator.journal.after(0).entries.length, emulator.faults.active().rules.length];
      }
      seen.closed = await fetch(url).then(() => 'open', () => 'closed');
      console.log(JSON.stringify(seen));
    `);
    expect(seen).toEqual({
      first: 200,
      faulty: 503,
      hit: [1],
      journal: [
        ['GET', '/v2/deployments', 200],
        ['GET', '/v2/deployments', 503],
      ],
      afterReset: [0, 0],
      closed: 'closed',
    });
  });

  // docs/package.md#api
  test('creates workspaces from an object, and advances a virtual clock', async () => {
    const workspace = '11111111-1111-4111-8111-111111111111';
    const seen = await program(`
      await using emulator = await startEmulator({
        runtime: 'stub',
        clock: 'virtual',
        seed: { workspaces: [{ id: '${workspace}', api_keys: [{ key: 'a-key-of-the-seed' }] }] },
      });
      const before = emulator.clock.now();
      await emulator.clock.advance(60_000);
      console.log(JSON.stringify({
        workspace: emulator.workspaceId,
        moved: emulator.clock.now() - before >= 60_000,
      }));
    `);
    expect(seen).toEqual({ workspace, moved: true });
  });

  // docs/package.md#api
  test('rejects an unknown or unusable option without repeating its value', async () => {
    const seen = await program(`
      const said = async (options) => startEmulator(options).then(() => 'started', (error) => error.message);
      console.log(JSON.stringify([
        await said({ prot: 4400 }),
        await said({ runtime: 'fast', apiKey: 7 }),
        await said({ seed: { workspaces: [{ id: 'sk-secret' }] } }),
        await said({ clock: 'virtual' }),
        await said({ somethingElse: 1 }),
        await said({ apiKey: 'abc' }),
        await said({ apiKey: 'with a blank' }),
        await said({ publicUrl: 'https://x.example/?a=1' }),
        await said({ publicUrl: 'https://u:sk-secret@x.example' }),
        await said({ healthTimeoutMs: 2 ** 31 }),
        await said({ pythons: [['/opt/python3', '\\0']] }),
        await said({ faults: { rules: [{ match: { path: '/a' }, then: { status: 'sk-secret' } }], sed: 1 } }),
      ]));
    `);
    expect(seen).toEqual([
      'startEmulator: unknown option prot; did you mean port?',
      expect.stringMatching(/^startEmulator: apiKey: .*; runtime: .*process/),
      expect.stringMatching(/workspaces\.0\.id/),
      expect.stringMatching(/virtual clock needs runtime stub/),
      expect.stringMatching(/^startEmulator: unknown option somethingElse; it knows port, host, apiKey, /),
      'startEmulator: apiKey: must be at least 8 visible ASCII characters without spaces',
      'startEmulator: apiKey: must be at least 8 visible ASCII characters without spaces',
      'startEmulator: publicUrl: must be an http or https address without query and credentials',
      'startEmulator: publicUrl: must be an http or https address without query and credentials',
      expect.stringMatching(/^startEmulator: healthTimeoutMs: /),
      expect.stringMatching(/^startEmulator: pythons\.0\.1: /),
      expect.stringMatching(/^startEmulator: faults\.rules\.0\.then\.status: .*; faults: unknown key sed$/),
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/sk-secret|fast|\\n/);
  });

  // docs/package.md#api
  test('parses addresses like the flags, and rejects invalid fault rules on one line', async () => {
    const seen = await program(`
      const options = { runtime: 'stub', publicUrl: 'https://x.example/a/' };
      await using emulator = await startEmulator(options);
      const refused = () => emulator.faults.set({ rules: [{ match: {}, then: { status: 'often' } }] });
      let problem;
      try { refused(); } catch (error) { problem = error.message; }
      console.log(JSON.stringify([emulator.urls.controlPlane, problem]));
    `);
    expect(seen).toEqual([
      'https://x.example/a',
      expect.stringMatching(/^faults\.set: rules\.0\.then\.status: [^\n]+$/),
    ]);
  });

  // docs/package.md#api
  test('has types that need no other file of this repository', async () => {
    await writeFile(
      path.join(folder, 'use.mts'),
      `import { type Emulator, type LogDetail, startEmulator } from 'agent-deploy-emulator';
       await using emulator: Emulator = await startEmulator({ runtime: 'stub', faults: { rules: [] } });
       const statuses: number[] = emulator.journal.after(0).entries.map((entry) => entry.status);
       const log = (line: string, detail?: LogDetail) => [line, detail?.level, detail?.deployment, detail?.revision_id];
       await startEmulator({ log: (...line) => void log(...line) });
       // @ts-expect-error -- there is no such option
       await startEmulator({ prot: statuses.length });
       await emulator.clock.advance(1);\n`,
    );
    await symlink(
      path.join(ROOT, 'node_modules/@types'),
      path.join(folder, 'node_modules/@types'),
      'junction',
    );
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, ...options, 'use.mts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
});
