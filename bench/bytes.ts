import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainAgent } from '../harness/agents/fixtures.ts';
import { startEmulator } from '../harness/emulator.ts';
import { createRepository } from '../harness/git.ts';
import { deploy, ROOT } from './support/deploys.ts';
import type { Measurement } from './support/measure.ts';

const dist = path.join(ROOT, 'dist');

/** How much of dist a real deploy loads, seen by a module hook inside the action's process. */
export async function measure(): Promise<Measurement> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-bytes-'));
  // What the action loads is the same whether the service builds or only says so.
  const emulator = await startEmulator({ runtime: 'stub' });
  const repository = await createRepository(plainAgent());
  try {
    const loads = path.join(folder, 'loads');
    await deploy(emulator, repository, {
      name: 'bytes',
      nodeArguments: ['--import', path.join(ROOT, 'bench/support/record-loads.ts')],
      env: { BENCH_LOADS_FILE: loads },
    });
    // The post step runs under the same hook: a module loaded by both counts once.
    const loaded = new Set(
      (await readFile(loads, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((url) => fileURLToPath(url))
        .filter((file) => path.dirname(file) === dist),
    );
    const sizes = async (files: string[]) =>
      (await Promise.all(files.map((file) => stat(file)))).reduce((sum, { size }) => sum + size, 0);
    const names = await readdir(dist);
    const onPath = await sizes([...loaded]);
    const whole = await sizes(names.map((name) => path.join(dist, name)));
    return {
      claim: 'a deploy loads only the part of dist that it needs',
      sides: [
        { name: `loaded by a deploy (${loaded.size} files)`, unit: 'bytes', samples: [onPath] },
        { name: `whole dist (${names.length} files)`, unit: 'bytes', samples: [whole] },
      ],
      ratio: { name: 'loaded of whole', value: onPath / whole },
      figures: [
        { name: 'the entry', value: await sizes([path.join(dist, 'main.js')]), unit: 'bytes' },
        { name: 'loaded by a deploy', value: onPath, unit: 'bytes', aim: 1_000_000 },
      ],
    };
  } finally {
    await emulator.stop();
    await repository.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
