import { compareWithReference, createAndJoin } from './support/agent-servers.ts';
import type { Measurement } from './support/measure.ts';

/**
 * Measures the time until a trivial run on a new thread is joined. The runs are sequential, and alternate between the
 * two servers.
 */
export function measure(): Promise<Measurement> {
  const claim = 'a trivial run is created and joined sooner than on the reference in-memory server';
  return compareWithReference({ claim, until: 'joined', atLeast: 20 }, createAndJoin);
}
