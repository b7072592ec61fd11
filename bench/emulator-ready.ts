import { spawn } from 'node:child_process';
import { startEmulator } from '../harness/emulator.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(9);

async function node(): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return performance.now() - startedAt;
}

/** Measures the time from spawning the emulator to its ready line, with a new data directory each time. */
export async function measure(): Promise<Measurement> {
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const emulator = await startEmulator();
    await emulator.stop();
    const start = await node();
    // The first start fills the compile cache that later starts use, so it is not measured.
    if (round === 0) continue;
    ours.push(emulator.readyMs);
    bare.push(start);
  }
  return {
    claim: 'the emulator serves almost at once',
    sides: [
      { name: 'emulator, spawn to ready line', unit: 'ms', samples: ours },
      { name: 'node -e 0', unit: 'ms', samples: bare },
    ],
    ratio: { name: 'medians', value: median(ours) / median(bare) },
    figures: [{ name: 'emulator, median', value: median(ours), unit: 'ms', aim: 400 }],
  };
}
