import type { Tools } from './deploy/tools.ts';
import type { Settings } from './inputs/settings.ts';
import type { Outcome } from './outcome/outcome.ts';

/** Carries out the verb that the settings are for. A verb is loaded with everything it needs; nothing of it before. */
export async function runVerb(tools: Tools<Settings>): Promise<Outcome> {
  const { settings } = tools;
  switch (settings.verb) {
    case 'deploy':
    case 'plan':
      return (await import('./deploy/deploy.ts')).deploy({ ...tools, settings });
    case 'preview':
      return (await import('./preview/preview.ts')).preview({ ...tools, settings });
    case 'teardown':
      return (await import('./preview/teardown.ts')).teardown({ ...tools, settings });
    case 'sweep':
      return (await import('./preview/sweep.ts')).sweep({ ...tools, settings });
    case 'rollback':
      return (await import('./rollback/rollback.ts')).rollback({ ...tools, settings });
    case 'wait':
      return (await import('./watch/wait.ts')).waitFor({ ...tools, settings });
    case 'status':
      return (await import('./watch/status.ts')).status({ ...tools, settings });
    case 'verify':
      return (await import('./verify/verify.ts')).verify({ ...tools, settings });
  }
}
