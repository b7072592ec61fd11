import { type Measurement, median, percentile, roundsToMeasure } from './support/measure.ts';
import { type WaitingAgent, withWaitingAgent } from './support/waiting-agent.ts';

const ROUNDS = roundsToMeasure(60);
const WARM_UP = 5;
const LONG_MS = 600_000;

/** Returns the milliseconds from the request for a run to the start of its first node. */
async function untilBegun(agent: WaitingAgent, thread: string, strategy: string): Promise<number> {
  const asked = performance.timeOrigin + performance.now();
  const run = await agent.create(thread, 0, { multitask_strategy: strategy });
  const { began } = await agent.join(thread, run);
  return began - asked;
}

/** Compares the time until a run starts if another run is first rolled back with the time on an idle thread. */
export function measure(): Promise<Measurement> {
  return withWaitingAgent(async (agent) => {
    const [over, idle]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
      const [busy, free] = [await agent.thread(), await agent.thread()];
      await agent.create(busy, LONG_MS);
      const pair = [
        await untilBegun(agent, busy, 'rollback'),
        await untilBegun(agent, free, 'rollback'),
      ] as const;
      if (round < WARM_UP) continue;
      over.push(pair[0]);
      idle.push(pair[1]);
    }
    return {
      claim: 'a run that rolls another one back starts nearly as soon as one on an idle thread',
      sides: [
        { name: 'create with rollback to first node', unit: 'ms', samples: over },
        { name: 'create on an idle thread to first node', unit: 'ms', samples: idle },
      ],
      ratio: { name: 'rollback to idle, medians', value: median(over) / median(idle), aim: { atMost: 4 } },
      figures: [{ name: 'rollback, 99 of 100 within', value: percentile(over, 0.99), unit: 'ms', aim: 100 }],
    };
  });
}
