import { createAndJoin } from './support/agent-servers.ts';
import type { Measurement } from './support/measure.ts';
import { besideTypeScript } from './support/python-agents.ts';

/**
 * Measures the time of trivial runs of a Python graph, which are created on a new thread and joined, one after
 * another.
 */
export function measure(): Promise<Measurement> {
  const claim =
    'a trivial run of a Python graph is created and joined about as soon as one of a TypeScript graph';
  return besideTypeScript({ claim, until: 'create to joined' }, createAndJoin);
}
