import type { RunEvent } from './event/event.ts';
import { outcome, type Outcome } from './outcome/outcome.ts';

/** What the gate must know of the inputs, none of which need be there. */
export interface Given {
  ref: boolean;
  apiKey: boolean;
  /** Whose doing the run is, as GitHub says. */
  actor: string | undefined;
}

/**
 * Runs that must do nothing, told before any input is asked for (DESIGN §5 "forks"): secrets are missing there, and a
 * red step would be nobody's fault. Undefined: go on. Pure.
 */
export function gate(event: RunEvent, given: Given): Outcome | undefined {
  if (event.fork) {
    return outcome(
      'skipped',
      'fork',
      'The head of this event is in a fork, whose runs get no secrets and must not deploy. A maintainer can deploy the change from a branch of this repository.',
    );
  }
  if (given.actor === 'dependabot[bot]' && !given.apiKey) {
    return outcome(
      'skipped',
      'dependabot',
      "This run is by Dependabot, which gets none of the repository's secrets: there is no key to deploy with.",
    );
  }
  if (event.deleted && !given.ref) {
    return outcome(
      'skipped',
      'ref-deleted',
      `The push deleted ${event.ref ?? 'its ref'}: nothing to deploy.`,
    );
  }
  return undefined;
}
