import type { VerbContext } from './verb-context.ts';
import type { Settings } from './inputs/settings.ts';
import type { Outcome } from './outcome.ts';
import { loadVerify } from './verify/load.ts';

const loadRolling = () => import('./rolling-verbs.ts');

/** Carries out the verb that the settings are for. A verb is loaded with everything it needs; nothing of it before. */
export async function runVerb(context: VerbContext<Settings>): Promise<Outcome> {
  const { settings } = context;
  switch (settings.verb) {
    case 'deploy':
    case 'plan':
      return (await loadRolling()).deploy({ ...context, settings });
    case 'preview':
      return (await loadRolling()).preview({ ...context, settings });
    case 'teardown':
      return (await import('./preview/teardown.ts')).teardown({ ...context, settings });
    case 'sweep':
      return (await import('./preview/sweep.ts')).sweep({ ...context, settings });
    case 'rollback':
      return (await loadRolling()).rollback({ ...context, settings });
    case 'wait':
      return (await loadRolling()).wait({ ...context, settings });
    case 'status':
      return (await loadRolling()).status({ ...context, settings });
    case 'verify':
      return (await loadVerify()).verify({ ...context, settings });
  }
}
