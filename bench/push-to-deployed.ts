import { deployAgent, type DeployedAgent } from '../harness/agents/deploy.ts';
import { startEmulator } from '../harness/emulator.ts';
import type { FixtureRepository } from '../harness/git.ts';
import { echoRepository, pythonRepository } from '../harness/start/source.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(5);

/** A deployed agent, and the milliseconds of its rollouts. */
interface Deployed {
  agent: DeployedAgent;
  repository: FixtureRepository;
  cold: number;
  cached: number[];
}

/**
 * Measures the time from a push to DEPLOYED: with an empty data folder, and with cached packages, there with and without
 * a process that starts during the build. The first installs need the network.
 */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const open = async (flags: readonly string[]) => {
    const emulator = await startEmulator({ flags });
    stack.defer(() => emulator.stop());
    const deploy = async (repository: FixtureRepository): Promise<Deployed> => {
      stack.defer(() => repository.remove());
      const startedAt = performance.now();
      const agent = await deployAgent(emulator, repository);
      return { agent, repository, cold: performance.now() - startedAt, cached: [] };
    };
    return {
      typescript: await deploy(await echoRepository()),
      python: await deploy(await pythonRepository()),
    };
  };
  const after = await open(['--no-spare-worker']);
  const during = await open([]);
  const all = [during.typescript, after.typescript, during.python, after.python];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { agent, repository, cached } of all) {
      await repository.commit({ 'NOTES.md': `Round ${round}.\n` });
      const startedAt = performance.now();
      await agent.again();
      // The first rollout of each agent is a warm-up.
      if (round > 0) cached.push(performance.now() - startedAt);
    }
  }
  const medians = all.map(({ cached }) => median(cached));
  const [typescript = NaN, typescriptAfter = NaN, python = NaN, pythonAfter = NaN] = medians;
  const side = (name: string, samples: number[]) => ({ name, unit: 'ms', samples });
  return {
    claim: 'a push whose lock file did not change is deployed without installing anything, within a second',
    sides: [
      side('TypeScript, push to DEPLOYED, packages cached', during.typescript.cached),
      side('TypeScript, process started after the build', after.typescript.cached),
      side('Python, push to DEPLOYED, packages cached', during.python.cached),
      side('Python, process started after the build', after.python.cached),
      side('TypeScript, push to DEPLOYED, empty data folder', [
        after.typescript.cold,
        during.typescript.cold,
      ]),
      side('Python, push to DEPLOYED, empty data folder', [after.python.cold, during.python.cold]),
    ],
    ratio: {
      name: 'started during the build to after the build, TypeScript',
      value: typescript / typescriptAfter,
    },
    moreRatios: [
      { name: 'started during the build to after the build, Python', value: python / pythonAfter },
      { name: 'cached of cold, TypeScript', value: typescript / during.typescript.cold },
    ],
    figures: [
      { name: 'TypeScript, cached, median', value: typescript, unit: 'ms', aim: 700 },
      { name: 'Python, cached, median', value: python, unit: 'ms', aim: 1_000 },
      { name: 'TypeScript, empty data folder', value: during.typescript.cold, unit: 'ms', aim: 2_500 },
      { name: 'Python, empty data folder', value: during.python.cold, unit: 'ms', aim: 4_000 },
    ],
  };
}
