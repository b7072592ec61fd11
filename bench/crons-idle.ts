import { setTimeout as sleep } from 'node:timers/promises';
import { type Measurement, median, roundsToMeasure } from './support/measure.ts';
import { cpuSeconds } from './support/process-usage.ts';
import { type WaitingAgent, withWaitingAgent } from './support/waiting-agent.ts';

const CRONS = 1_000;
/**
 * Milliseconds of one measurement. The emulator checks for due crons at least once a minute, so each measurement
 * includes a check.
 */
const WINDOW_MS = 61_000;
const ROUNDS = roundsToMeasure(2);

/** Returns the processor time of an emulator during one measurement, in percent of a core. */
async function usage({ pid }: WaitingAgent): Promise<number> {
  const [before, startedAt] = [cpuSeconds(pid), performance.now()];
  await sleep(WINDOW_MS);
  return (100_000 * (cpuSeconds(pid) - before)) / (performance.now() - startedAt);
}

/**
 * Compares an emulator with a thousand waiting crons with an emulator without crons, both of which serve an agent at
 * the same time.
 */
export function measure(): Promise<Measurement> {
  return withWaitingAgent((crons) =>
    withWaitingAgent(async (none) => {
      // The crons are due in half a year, so no cron runs during the measurement.
      const month = 1 + ((new Date().getUTCMonth() + 6) % 12);
      for (let n = 0; n < CRONS; n += 1) {
        const schedule = `${n % 60} ${n % 24} ${1 + (n % 28)} ${month} *`;
        await crons.call('POST', '/runs/crons', { assistant_id: 'agent', schedule });
      }
      const [idle, without]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        const [one, other] = await Promise.all([usage(crons), usage(none)]);
        idle.push(one);
        without.push(other);
      }
      return {
        claim: `${CRONS} crons that wait for their time cost next to nothing`,
        sides: [
          { name: `an emulator with ${CRONS} crons`, unit: '% of a core', samples: idle },
          { name: 'one without', unit: '% of a core', samples: without },
        ],
        ratio: { name: 'with crons to without', value: median(idle) / median(without) },
        figures: [
          {
            name: 'what the crons cost',
            value: median(idle) - median(without),
            unit: '% of a core',
            aim: 1,
          },
        ],
      };
    }),
  );
}
