import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmulator } from '../harness/emulator.ts';
import { withPackage } from '../harness/emulator-package.ts';
import { least, median, type Measurement } from './support/measure.ts';

const ROUNDS = 15;
/** After this it does nothing until it is asked. */
const IDLE_MS = 3_000;
const MEGABYTE = 1_000_000;

async function bareNode(): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return performance.now() - startedAt;
}

/** Resident memory of an idle process, in megabytes. */
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

/** How long the packed emulator takes from spawn to its ready line, and what it needs of memory, beside a bare Node. */
export async function measure(): Promise<Measurement> {
  return withPackage(async ({ program }) => {
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
      // The first starts fill the compile cache, as every later one finds it.
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
        { name: 'ratio of the minima', value: least(ours) / least(bare), unit: '' },
        { name: 'with --runtime process, median', value: median(building), unit: 'ms' },
        { name: '--runtime stub from the sources, median', value: median(sources), unit: 'ms' },
        { name: 'idle memory', value: memory, unit: 'MB', aim: 80 },
        { name: 'idle memory of node', value: await memoryOfBareNode(), unit: 'MB' },
      ],
    };
  });
}
