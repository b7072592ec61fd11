import type { Tools } from './deploy/tools.ts';
import type { Verb } from './intent.ts';
import type { Outcome } from './outcome/outcome.ts';

/** Carries one verb out. */
export type RunVerb = (tools: Tools) => Promise<Outcome>;

const VERB_MODULES: Readonly<Record<Verb, () => Promise<RunVerb>>> = {
  deploy: async () => (await import('./deploy/deploy.ts')).deploy,
};

/** Loads a verb with everything it needs; nothing of it is loaded before. */
export function loadVerb(verb: Verb): Promise<RunVerb> {
  return VERB_MODULES[verb]();
}
