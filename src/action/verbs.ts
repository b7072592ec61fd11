import type { VerbContext } from './deploy/tools.ts';
import type { Settings } from './inputs/settings.ts';
import type { Outcome } from './outcome/outcome.ts';
import { loadVerify } from './verify/load.ts';

const loadRolling = () => import('./rolling-verbs.ts');

/** Carries out the verb that the settings are for. A verb is loaded with everything it needs; nothing of it before. */
export async function runVerb(tools: VerbContext<Settings>): Promise<Outcome> {
  const { settings } = tools;
  switch (settings.verb) {
    case 'deploy':
    case 'plan':
      return (await loadRolling()).deploy({ ...tools, settings });
    case 'preview':
      return (await loadRolling()).preview({ ...tools, settings });
    case 'teardown':
      return (await import('./preview/teardown.ts')).teardown({ ...tools, settings });
    case 'sweep':
      return (await import('./preview/sweep.ts')).sweep({ ...tools, settings });
    case 'rollback':
      return (await loadRolling()).rollback({ ...tools, settings });
    case 'wait':
      return (await loadRolling()).wait({ ...tools, settings });
    case 'status':
      return (await loadRolling()).status({ ...tools, settings });
    case 'verify':
      return (await loadVerify()).verify({ ...tools, settings });
  }
}
