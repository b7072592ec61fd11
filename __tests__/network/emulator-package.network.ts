// Tests the packed emulator, which npm installs into an empty folder without any file of this repository, as for its
// users.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { type PackedEmulator, packEmulator, readPackage } from '../../harness/emulator-package.ts';
import { createRepository, type FileTree } from '../../harness/git.ts';
import { installNpm, run } from './support/installs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
let folder = '';
let installed: PackedEmulator;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ad-test-package-'));
  const place = path.join(folder, 'empty');
  await installNpm(place, [await packEmulator(folder)]);
  installed = await readPackage(place);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function example(name: string): Promise<FileTree> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', `examples/${name}`], { cwd: ROOT });
  const files = stdout.split('\0').filter((file) => file !== '');
  const texts = files.map(
    async (file): Promise<[string, string]> => [
      path.relative(`examples/${name}`, file),
      await readFile(path.join(ROOT, file), 'utf8'),
    ],
  );
  return Object.fromEntries(await Promise.all(texts));
}

const versionIn = (packages: Record<string, { version: string; integrity: string }>, place: string) => ({
  version: packages[place]?.version,
  integrity: packages[place]?.integrity,
});

describe("the emulator's package after an installation by npm", () => {
  // docs/package.md#reproducible
  test('has exactly the dependencies of the lock file', async () => {
    const lockedIn = async (file: string) => {
      const { packages } = JSON.parse(await readFile(file, 'utf8')) as {
        packages: Record<string, { version: string; integrity: string }>;
      };
      return packages;
    };
    const ours = await lockedIn(path.join(ROOT, 'package-lock.json'));
    const { 'node_modules/agent-deploy-emulator': own, ...rest } = await lockedIn(
      path.join(installed.folder, 'node_modules/.package-lock.json'),
    );
    expect(own?.version).toBe(installed.manifest.version);
    expect(Object.keys(rest)).toContain('node_modules/esbuild');
    for (const [place, { version, integrity }] of Object.entries(rest)) {
      expect(place).toMatch(/^node_modules\/(@esbuild\/[\w-]+|esbuild)$/);
      expect({ place, version, integrity }).toMatchObject({ place, ...versionIn(ours, place) });
    }
  });

  // docs/package.md#command
  test('can be started by its command name', async () => {
    const help = await run('npx', ['--no-install', 'agent-deploy-emulator', '--help'], {
      cwd: installed.folder,
    });
    expect(help).toContain('usage: agent-deploy-emulator [');
  });

  // docs/package.md#contents
  test.each(['echo-agent', 'python-agent'])('builds and runs %s with its packages', async (name) => {
    const repository = await createRepository(await example(name));
    const emulator = await startEmulator({ program: installed.program });
    try {
      const { url } = await deployAgent(emulator, repository);
      const input = { messages: [{ role: 'user', content: 'hi' }] };
      const { body } = await emulator.api('POST', `${url}/runs/wait`, { assistant_id: 'agent', input });
      expect(JSON.stringify(body)).toContain('echo');
    } finally {
      await emulator.stop();
      await repository.remove();
    }
  });
});
