import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainAgent } from '../harness/agents/fixtures.ts';
import { type EmulatorHandle, startEmulator } from '../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../harness/git.ts';
import { startGitHub } from '../harness/github/fake.ts';
import { deploy, ROOT } from './support/deploys.ts';
import { gateFiles } from './support/gate-code.ts';
import type { Measurement } from './support/measure.ts';

const dist = path.join(ROOT, 'dist');

const NAME = 'octo-org/agent';

/** Measures how many bytes of dist a deploy loads, with a module hook in the action's process. */
export async function measure(): Promise<Measurement> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-bytes-'));
  // The action loads the same modules whether the service builds or only simulates the build.
  const emulator = await startEmulator({ runtime: 'stub' });
  const repository = await createRepository(plainAgent());
  const github = await startGitHub();
  try {
    const hub = github.addRepository({ fullName: NAME, files: null });
    const [push] = await hub.importGit(repository.dir);
    if (push === undefined) throw new Error('the repository has no branch');
    const loaded = await loadedBy(emulator, repository, { name: 'bytes', loads: path.join(folder, 'loads') });
    const withToken = await loadedBy(emulator, repository, {
      name: 'bytes-told',
      event: hub.events.push(push),
      github: github.forRunner(
        github.addToken({
          kind: 'actions',
          repository: NAME,
          permissions: { contents: 'read', deployments: 'write' },
        }),
      ),
      loads: path.join(folder, 'loads-with-token'),
    });
    const names = await namesInDist();
    const [onPath, reported] = [await sizes(loaded), await sizes(withToken)];
    const whole = await sizes(names.map((name) => path.join(dist, name)));
    const gate = gateFiles(names.map((name) => path.join(dist, name)));
    return {
      claim: 'a deploy loads only the part of dist that it needs',
      sides: [
        { name: `loaded by a deploy (${loaded.length} files)`, unit: 'bytes', samples: [onPath] },
        { name: `whole dist (${names.length} files)`, unit: 'bytes', samples: [whole] },
      ],
      ratio: { name: 'loaded of whole', value: onPath / whole },
      figures: [
        { name: 'the entry', value: await sizes([path.join(dist, 'main.js')]), unit: 'bytes' },
        { name: 'loaded by a deploy', value: onPath, unit: 'bytes', aim: 1_000_000 },
        {
          name: `with a GitHub token (${withToken.length} files)`,
          value: reported,
          unit: 'bytes',
          aim: 1_000_000,
        },
        { name: 'files of dist with code of the gate', value: gate.length, unit: '' },
        {
          name: 'such files loaded by a deploy without a gate',
          value: gate.filter((file) => loaded.includes(file) || withToken.includes(file)).length,
          unit: '',
          aim: 0,
        },
      ],
    };
  } finally {
    await github.close();
    await emulator.stop();
    await repository.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the files of dist that deploy, verify and sandbox use. Files that only the emulator action loads are
 * excluded.
 */
async function namesInDist(): Promise<string[]> {
  const entries = await readdir(dist, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const texts = await Promise.all(names.map((name) => readFile(path.join(dist, name), 'utf8')));
  return names.filter(
    (name, index) => !name.startsWith('emulator') && texts[index]?.includes('agent-deploy-emulator') !== true,
  );
}

/** Returns the files of dist that a deploy and its post step load, without duplicates. */
async function loadedBy(
  emulator: EmulatorHandle,
  repository: FixtureRepository,
  { loads, ...how }: { loads: string } & Parameters<typeof deploy>[2],
): Promise<string[]> {
  await deploy(emulator, repository, {
    ...how,
    nodeArguments: ['--import', path.join(ROOT, 'bench/support/record-loads.ts')],
    env: { BENCH_LOADS_FILE: loads },
  });
  const files = (await readFile(loads, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((url) => fileURLToPath(url))
    .filter((file) => path.dirname(file) === dist);
  return [...new Set(files)];
}

const sizes = async (files: string[]) =>
  (await Promise.all(files.map((file) => stat(file)))).reduce((sum, { size }) => sum + size, 0);
