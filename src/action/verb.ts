import { invalid, valid, type Parsed, quote } from './inputs/problem.ts';

/** All verbs of the action, whose modules `verbs.ts` loads on demand. */
export const VERBS = [
  'deploy',
  'preview',
  'shared-preview',
  'teardown',
  'rollback',
  'wait',
  'status',
  'plan',
  'rebuild',
  'sweep',
  'lock',
  'unlock',
] as const;
export type Verb = (typeof VERBS)[number];

/** Facts from which `auto` infers the verb. */
export interface EventContext {
  event: string;
  /** Activity type of the event, such as `opened`. */
  action: string | undefined;
  rollbackTo: boolean;
}

/**
 * Verbs that `action: auto` infers, keyed by event. For a closed pull request, `auto` infers the verb that deletes the
 * previews of the pull request.
 */
const AUTO: Readonly<Record<string, (eventContext: EventContext) => Verb | undefined>> = {
  push: () => 'deploy',
  workflow_dispatch: ({ rollbackTo }) => (rollbackTo ? 'rollback' : 'deploy'),
  pull_request: ({ action }) => ofPullRequest(action),
  pull_request_target: ({ action }) => ofPullRequest(action),
};

const PREVIEWED: readonly string[] = [
  'opened',
  'synchronize',
  'reopened',
  'ready_for_review',
  'labeled',
  'unlabeled',
  'edited',
];

function ofPullRequest(action: string | undefined): Verb | undefined {
  if (action === 'closed') return 'teardown';
  return action === undefined || PREVIEWED.includes(action) ? 'preview' : undefined;
}

/** Hints for events from which `auto` infers no verb, keyed by event. */
const INSTEAD: Readonly<Record<string, string>> = {
  issue_comment: 'Write `action: command` to run the command in a comment on a pull request.',
  schedule:
    'Write `action: sweep` to delete leftover previews, `action: rebuild` to build the deployed commit again, or `action: deploy` to deploy.',
  release: 'Write `action: deploy` to deploy the tag of the release.',
  merge_group: 'Write `action: plan` to see what a deploy would change; deploy on the push that follows.',
};

/** Returns the verb for the input `action`, inferring the verb from the event for `auto`. */
export function chooseVerb(action: string, eventContext: EventContext): Parsed<Verb> {
  const verb = VERBS.find((candidate) => candidate === action);
  if (verb !== undefined) return valid(verb);
  if (action !== 'auto') {
    return invalid(
      `${quote(action)} is not one of auto, command, ${VERBS.join(', ')}`,
      'Write one of these values.',
    );
  }
  const { event } = eventContext;
  const chosen = AUTO[event]?.(eventContext);
  if (chosen !== undefined) return valid(chosen);
  const what = AUTO[event] === undefined ? quote(event) : `${quote(event)} (${eventContext.action ?? '?'})`;
  return invalid(
    `auto does nothing on the event ${what}; it supports ${Object.keys(AUTO).join(', ')}`,
    INSTEAD[event] ?? 'Write `action: deploy` to deploy the ref and commit of this event.',
  );
}
