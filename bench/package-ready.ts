import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmulator } from '../harness/emulator.ts';
import { packEmulator, readPackage } from '../harness/emulator-package.ts';
import { least, median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(15);
/** Milliseconds after which an emulator without requests counts as idle. */
const IDLE_MS = 3_000;
const MEGABYTE = 1_000_000;
/**
 * Figures of LocalStack's container with idle services. The figures are not measured here: users who compared the
 * container published them (kestra-io/plugin-aws#719).
 */
const LOCALSTACK = { readyMs: 3_300, idleMb: (143 * 1024 * 1024) / MEGABYTE };

async function bareNode(): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return performance.now() - startedAt;
}

/** Returns the resident memory of an idle process, in megabytes. */
async function idleMemory(pid: number): Promise<number> {
  await sleep(IDLE_MS);
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / MEGABYTE;
}

async function memoryOfBareNode(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { stdio: 'ignore' });
  try {
    return await idleMemory(child.pid ?? 0);
  } finally {
    child.kill();
  }
}

/**
 * Installs a packed emulator into a folder with npm and npm's current cache, as a user does, and returns the seconds.
 */
async function install(tarball: string, folder: string): Promise<number> {
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  const startedAt = performance.now();
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: folder });
  return (performance.now() - startedAt) / 1000;
}

/** Returns the size of the files below a folder in megabytes, where a file with several hard links counts once. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const stats = await Promise.all(files.map((entry) => stat(path.join(entry.parentPath, entry.name))));
  const sizes = new Map(stats.map(({ ino, size }) => [ino, size]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0) / MEGABYTE;
}

/** Compares the packed emulator's time from spawn to its ready line, and its memory, with bare Node. */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-package-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const tarball = await packEmulator(folder);
  const installSeconds = await install(tarball, folder);
  const { program } = await readPackage(folder);

  const start = (runtime: 'stub' | 'process' = 'stub') =>
    startEmulator({ program, runtime, env: { EMULATOR_CHECK_ANSWERS: '0' } });
  const [ours, building, bare, sources]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const emulator = await start();
    await emulator.stop();
    const builder = await start('process');
    await builder.stop();
    const node = await bareNode();
    const fromSources = await startEmulator({ runtime: 'stub', env: { EMULATOR_CHECK_ANSWERS: '0' } });
    await fromSources.stop();
    // The first starts fill the compile cache that later starts use, so they are not measured.
    if (round === 0) continue;
    ours.push(emulator.readyMs);
    building.push(builder.readyMs);
    bare.push(node);
    sources.push(fromSources.readyMs);
  }
  const emulator = await start();
  const memory = await idleMemory(emulator.pid);
  await emulator.stop();
  return {
    claim: 'the packed emulator serves almost at once, and waits in little memory',
    sides: [
      { name: 'agent-deploy-emulator --runtime stub, spawn to ready line', unit: 'ms', samples: ours },
      { name: 'node -e 0', unit: 'ms', samples: bare },
    ],
    ratio: { name: 'medians', value: median(ours) / median(bare), aim: { atMost: 5 } },
    figures: [
      { name: 'tarball', value: (await stat(tarball)).size / MEGABYTE, unit: 'MB' },
      { name: 'installed', value: await sizeOf(path.join(folder, 'node_modules')), unit: 'MB', aim: 20 },
      { name: 'npm install of the tarball', value: installSeconds, unit: 's' },
      { name: 'ratio of the minima', value: least(ours) / least(bare), unit: '' },
      { name: 'with --runtime process, median', value: median(building), unit: 'ms' },
      { name: '--runtime stub from the sources, median', value: median(sources), unit: 'ms' },
      { name: 'idle memory', value: memory, unit: 'MB', aim: 80 },
      { name: 'idle memory of node', value: await memoryOfBareNode(), unit: 'MB' },
      { name: 'LocalStack to ready, as published', value: LOCALSTACK.readyMs, unit: 'ms' },
      { name: 'idle memory of LocalStack, as published', value: LOCALSTACK.idleMb, unit: 'MB' },
    ],
  };
}
