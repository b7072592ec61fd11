import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { layOutPackage, packEmulator } from '../harness/emulator-package.ts';
import { startEmulator } from '../harness/emulator.ts';
import { least, median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(31);

/** Measures the time that `--dashboard` adds to the start of the packed emulator. */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-dashboard-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { program } = await layOutPackage(await packEmulator(folder), path.join(folder, 'installed'));
  const start = async (flags: string[]): Promise<number> => {
    const emulator = await startEmulator({
      program,
      runtime: 'stub',
      flags,
      env: { EMULATOR_CHECK_ANSWERS: '0' },
    });
    await emulator.stop();
    return emulator.readyMs;
  };
  const [ours, bare, differences]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    // The order alternates, because earlier work may slow down the first start of a pair.
    const first = await start(round % 2 === 0 ? ['--dashboard'] : []);
    const second = await start(round % 2 === 0 ? [] : ['--dashboard']);
    const [own, other] = round % 2 === 0 ? [first, second] : [second, first];
    if (round === 0) continue;
    ours.push(own);
    bare.push(other);
    differences.push(own - other);
  }
  return {
    claim: 'an emulator with a dashboard starts as fast as one without',
    sides: [
      { name: 'spawn to ready line, with --dashboard', unit: 'ms', samples: ours },
      { name: 'without', unit: 'ms', samples: bare },
    ],
    ratio: { name: 'medians', value: median(ours) / median(bare) },
    figures: [
      { name: 'median of the differences within a pair', value: median(differences), unit: 'ms', aim: 5 },
      { name: 'difference of the minima', value: least(ours) - least(bare), unit: 'ms' },
    ],
  };
}
