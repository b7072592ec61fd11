import { createAndJoin } from './support/agent-servers.ts';
import type { Measurement } from './support/measure.ts';
import { besideTypeScript } from './support/python-agents.ts';

const RUNS = 100;

/** A hundred runs at once, each on a thread of its own: how long until the last one is joined. */
export function measure(): Promise<Measurement> {
  const claim = `${RUNS} runs at once of a Python graph are over about as soon as those of a TypeScript graph`;
  return besideTypeScript({ claim, until: `${RUNS} at once`, batch: RUNS }, createAndJoin);
}
