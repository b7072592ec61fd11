import { compareWithReference, createAndJoin } from './support/agent-servers.ts';
import type { Measurement } from './support/measure.ts';

/**
 * Measures how soon a trivial run is over: created on a new thread and joined, one after another, alternating between
 * both servers.
 */
export function measure(): Promise<Measurement> {
  const claim = 'a trivial run is created and joined sooner than on the reference in-memory server';
  return compareWithReference({ claim, until: 'joined', atLeast: 20 }, createAndJoin);
}
