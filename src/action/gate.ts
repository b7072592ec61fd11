import type { RunEvent } from './event/event.ts';
import { outcome, type Outcome } from './outcome/outcome.ts';

/** What the gate must know of the inputs, none of which need be there. */
export interface SkipContext {
  ref: boolean;
  apiKey: boolean;
  /** Whose doing the run is, as GitHub says. */
  actor: string | undefined;
}

/**
 * Runs that must do nothing, told before any input is asked for: secrets are missing there, and a red step would be no
 * fault of theirs. Undefined: go on.
 */
export function skipEvent(event: RunEvent, given: SkipContext): Outcome | undefined {
  if (event.fork === 'unknown') {
    return outcome(
      'skipped',
      'fork',
      `The event ${event.name || '(none)'} does not say whether its head is in a fork: its payload (GITHUB_EVENT_PATH) is missing or broken, or is about another repository than ${event.repository || 'the one that runs this workflow'}. Forks must not deploy, so nothing is done. Run the workflow on GitHub's own event, or hand the payload on whole.`,
    );
  }
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
