import type { Settings } from './inputs/settings.ts';
import type { Outcome } from './outcome.ts';
import type { VerbContext } from './verb-context.ts';

/** Runs the verb that the settings specify, and loads only the modules of this verb. */
export async function runVerb(context: VerbContext<Settings>): Promise<Outcome> {
  const { settings } = context;
  switch (settings.verb) {
    case 'deploy':
    case 'plan':
      return (await import('./deploy/deploy.ts')).deploy({ ...context, settings });
    case 'preview':
      return (await import('./preview/preview.ts')).preview({ ...context, settings });
    case 'shared-preview':
      return (await import('./shared-preview/shared-preview.ts')).sharedPreview({ ...context, settings });
    case 'teardown':
      return (await import('./preview/teardown.ts')).teardown({ ...context, settings });
    case 'sweep':
      return (await import('./preview/sweep.ts')).sweep({ ...context, settings });
    case 'rebuild':
      return (await import('./rebuild/rebuild.ts')).rebuild({ ...context, settings });
    case 'rollback':
      return (await import('./rollback/rollback.ts')).rollback({ ...context, settings });
    case 'lock':
      return (await import('./lock/lock.ts')).lock({ ...context, settings });
    case 'unlock':
      return (await import('./lock/lock.ts')).unlock({ ...context, settings });
    case 'wait':
      return (await import('./watch.ts')).wait({ ...context, settings });
    case 'status':
      return (await import('./watch.ts')).status({ ...context, settings });
    case 'verify':
      return (await import('./verify/verify.ts')).verify({ ...context, settings });
  }
}
