import type { RunEvent } from './event/event.ts';
import { outcome, type Outcome } from './outcome/outcome.ts';

/**
 * Runs that must do nothing, told before any input is asked for (DESIGN §5 "forks"): secrets are missing there, and a
 * red step would be nobody's fault. Undefined: go on. Pure.
 */
export function gate(event: RunEvent, refInput: string | undefined): Outcome | undefined {
  if (event.fork) {
    return outcome(
      'skipped',
      'fork',
      'The head of this event is in a fork, whose runs get no secrets and must not deploy. A maintainer can deploy the change from a branch of this repository.',
    );
  }
  if (event.deleted && !refInput?.trim()) {
    return outcome(
      'skipped',
      'ref-deleted',
      `The push deleted ${event.ref ?? 'its ref'}: nothing to deploy.`,
    );
  }
  return undefined;
}
