import { createAndJoin } from './support/agent-servers.ts';
import type { Measurement } from './support/measure.ts';
import { besideTypeScript } from './support/python-agents.ts';

const RUNS = 100;

/** Measures the time until the last of a hundred simultaneous runs is joined, each on a separate thread. */
export function measure(): Promise<Measurement> {
  const claim = `${RUNS} runs at once of a Python graph are over about as soon as those of a TypeScript graph`;
  return besideTypeScript({ claim, until: `${RUNS} at once`, batch: RUNS }, createAndJoin);
}
