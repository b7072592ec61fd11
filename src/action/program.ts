import type { RunEvent } from './event.ts';
import type { ParsedInputs } from './inputs/read.ts';
import type { Outcome } from './outcome.ts';
import type { RunRecord } from './run-record.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What tells one action of this repository from another: its inputs and its outputs. */
export interface ActionDefinition {
  readInputs(env: Env, event: RunEvent): Promise<ParsedInputs>;
  toOutputs(outcome: Outcome, record: RunRecord, now: number): Record<string, string>;
  /** A push that deletes its branch leaves it nothing to do. */
  needsRef: boolean;
}
