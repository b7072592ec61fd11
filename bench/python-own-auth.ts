import type { Measurement } from './support/measure.ts';
import { besideUnguarded } from './support/own-auth.ts';

/** Measures the cost of custom authentication in a Python agent for its callers. */
export function measure(): Promise<Measurement> {
  return besideUnguarded('python');
}
