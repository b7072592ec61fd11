import { bad, good, type Parsed, quote } from './inputs/problem.ts';

/** What the action can do. Each verb is one module, loaded when it is wanted (see verbs.ts). */
export const VERBS = ['deploy'] as const;
export type Verb = (typeof VERBS)[number];

/** Which verb `action: auto` means, by event (DESIGN §7). */
const AUTO: Readonly<Record<string, Verb>> = { push: 'deploy', workflow_dispatch: 'deploy' };

/** The verb that the input `action` and the event ask for. Pure. */
export function chooseVerb(action: string, eventName: string): Parsed<Verb> {
  const verb = VERBS.find((candidate) => candidate === action);
  if (verb !== undefined) return good(verb);
  if (action !== 'auto') {
    return bad(`${quote(action)} is not one of auto, ${VERBS.join(', ')}`, 'Write one of them.');
  }
  const chosen = AUTO[eventName];
  if (chosen !== undefined) return good(chosen);
  return bad(
    `auto does nothing on the event ${quote(eventName)}; it covers ${Object.keys(AUTO).join(' and ')}`,
    'Write `action: deploy` to deploy the ref and commit of this event.',
  );
}
