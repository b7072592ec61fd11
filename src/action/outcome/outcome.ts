import type { OutcomeKind, ReasonOf } from './reasons.ts';

export type { OutcomeKind, ReasonOf } from './reasons.ts';

/** How a run ended. The message says what happened and what to do next; it is redacted before it leaves. */
export type Outcome = {
  [K in OutcomeKind]: { kind: K; reason: ReasonOf<K>; message: string };
}[OutcomeKind];

/** Builds an outcome whose reason belongs to its kind. */
export function outcome<K extends OutcomeKind>(kind: K, reason: ReasonOf<K>, message: string): Outcome {
  return { kind, reason, message } as Outcome;
}

/** Ends the run with this failure from wherever it is noticed. */
export class ActionError extends Error {
  readonly outcome: Outcome;
  constructor(reason: ReasonOf<'failed'>, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'Stop';
    this.outcome = outcome('failed', reason, message);
  }
}
