import { VERBS } from '../action/verb.ts';

/** Verbs that run `verify/action.yml` instead of `action.yml`. */
const VERIFY_VERBS = ['verify', 'evaluate'] as const;
/** Verbs that the command line shares with the action. */
export const ENGINE_VERBS = [...VERBS, ...VERIFY_VERBS] as const;
export type EngineVerb = (typeof ENGINE_VERBS)[number];

/** Returns whether a verb runs `verify/action.yml`. */
export const isVerifyVerb = (verb: EngineVerb): boolean => VERIFY_VERBS.some((own) => own === verb);

/** One-line summary of each verb, keyed by verb. */
export const SUMMARIES: Readonly<Record<string, string>> = {
  deploy: 'deploys a commit, the checkout or an image, and waits until it serves',
  preview: 'deploys a pull or merge request as a preview',
  'shared-preview': 'deploys all pull requests with a label together',
  teardown: 'deletes the preview of a pull or merge request',
  rollback: 'deploys an earlier revision again',
  lock: 'holds deploys and rollbacks of a deployment, with a reason',
  unlock: 'removes the lock of a deployment',
  wait: 'waits for a revision that is in progress',
  status: 'shows a deployment and its last revisions',
  rebuild: 'builds the deployed commit again on a throw-away deployment',
  plan: 'shows what a deploy would change, without changing anything',
  verify: 'runs the live agent and checks its responses',
  evaluate: 'compares two deployments on the same cases, and judges their scores',
  sweep: 'deletes previews that are no longer needed',
  check: 'validates the graph configuration and shows what would be built',
  explain: 'explains a reason code and how to resolve it',
  init: 'writes the workflows that deploy the agents of this repository',
};
