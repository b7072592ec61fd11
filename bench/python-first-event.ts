import { firstEvent } from './support/agent-servers.ts';
import type { Measurement } from './support/measure.ts';
import { besideTypeScript } from './support/python-agents.ts';

/** Measures how soon a stream of a Python graph reports its first step. */
export function measure(): Promise<Measurement> {
  const claim =
    'the first update of a streamed run of a Python graph comes about as soon as of a TypeScript graph';
  return besideTypeScript({ claim, until: 'create to first update' }, firstEvent);
}
