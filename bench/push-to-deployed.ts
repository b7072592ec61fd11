import { startEmulator } from '../harness/emulator.ts';
import { changeEchoAgent, echoRepository } from '../harness/start/source.ts';
import { deploy } from './support/deploys.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(3);

/**
 * Measures how much faster a push is if the packages of its lock file are cached. The first install needs the network.
 */
export async function measure(): Promise<Measurement> {
  const [cold, cached]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    // The data directory is new, so nothing is cached for the first push.
    const emulator = await startEmulator();
    const repository = await echoRepository();
    try {
      cold.push((await deploy(emulator, repository, { name: 'echo' })).durationMs);
      await changeEchoAgent(repository);
      cached.push((await deploy(emulator, repository, { name: 'echo' })).durationMs);
    } finally {
      await emulator.stop();
      await repository.remove();
    }
  }
  return {
    claim: 'a push whose lock file did not change is deployed without installing anything',
    sides: [
      { name: 'push to DEPLOYED, lock file cached', unit: 'ms', samples: cached },
      { name: 'push to DEPLOYED, nothing cached', unit: 'ms', samples: cold },
    ],
    ratio: { name: 'cached of cold', value: median(cached) / median(cold) },
    figures: [{ name: 'cached, median', value: median(cached), unit: 'ms', aim: 2_000 }],
  };
}
