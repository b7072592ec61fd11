import { compareWithReference, firstEvent } from './support/agent-servers.ts';
import type { Measurement } from './support/measure.ts';

/** Measures how soon a stream sends the first event of its graph. */
export function measure(): Promise<Measurement> {
  const claim = 'the first update of a streamed run comes sooner than from the reference in-memory server';
  return compareWithReference({ claim, until: 'first update', atLeast: 1 }, firstEvent);
}
