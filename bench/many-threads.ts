import { type Measurement, roundsToMeasure } from './support/measure.ts';
import { type RunTimings, type WaitingAgent, withWaitingAgent } from './support/waiting-agent.ts';

const THREADS = 200;
const ONE_BY_ONE = 20;
/** Milliseconds that a run waits, as for a model. */
const WAIT_MS = 50;
const ROUNDS = roundsToMeasure(3);
const MIB = 2 ** 20;

async function once(agent: WaitingAgent): Promise<RunTimings> {
  const thread = await agent.thread();
  return agent.join(thread, await agent.create(thread, WAIT_MS));
}

/** Returns the number of runs per second. */
async function rate(count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - startedAt);
}

/**
 * Compares 200 simultaneous threads on one worker with the same threads one after another. A deployment executes ten
 * runs at a time.
 */
export function measure(): Promise<Measurement> {
  return withWaitingAgent(async (agent) => {
    const [together, apart, memory]: [number[], number[], number[]] = [[], [], []];
    const before = (await once(agent)).rss;
    for (let round = 0; round < ROUNDS; round += 1) {
      apart.push(
        await rate(ONE_BY_ONE, async () => {
          for (let n = 0; n < ONE_BY_ONE; n += 1) await once(agent);
        }),
      );
      together.push(
        await rate(THREADS, async () => {
          const waited = await Promise.all(Array.from({ length: THREADS }, () => once(agent)));
          memory.push(Math.max(...waited.map(({ rss }) => rss)));
        }),
      );
    }
    const [most, least] = [Math.max(...together), Math.max(...apart)];
    return {
      claim: `${THREADS} threads at once on one worker are done many times faster than one after the other`,
      sides: [
        { name: `${THREADS} threads at once`, unit: 'runs/s', samples: together },
        { name: 'one after the other', unit: 'runs/s', samples: apart },
      ],
      ratio: { name: 'at once to one by one', value: most / least, aim: { atLeast: 4 } },
      figures: [
        { name: 'memory of the worker, first run', value: before / MIB, unit: 'MiB' },
        { name: 'memory of the worker, at most', value: Math.max(...memory) / MIB, unit: 'MiB' },
      ],
    };
  });
}
