import type { Measurement } from './support/measure.ts';
import { besideUnguarded } from './support/own-auth.ts';

/** What authentication by the author of a TypeScript agent costs its callers. */
export function measure(): Promise<Measurement> {
  return besideUnguarded('javascript');
}
