import type { DeploySettings, PreviewSettings, DesiredDeployment } from '../inputs/settings.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import type { VerbContext } from './tools.ts';

/**
 * Asks before anything else whether a pull request touches what `paths` names: a preview and a plan are of all that it
 * changes, not of its last push. The outcome when it does not; undefined: go on.
 */
export async function checkPullRequestPaths(
  context: VerbContext<DeploySettings | PreviewSettings>,
): Promise<Outcome | undefined> {
  const { settings, event } = context;
  if (settings.paths === undefined || settings.force) return undefined;
  const number = settings.verb === 'preview' ? settings.pullRequest : event.pullRequest?.number;
  // Somebody who starts a run by hand wants it for what was not touched as well.
  if (number === undefined || event.name === 'workflow_dispatch') return undefined;
  const { checkChangedPaths: touches } = await import('../paths/touches.ts');
  return touches(context, settings.paths, { kind: 'pull-request', number });
}

/**
 * Asks the same of a push, when it is known what serves: everything since that commit counts, not only what this push
 * brought, because an earlier push may have been cancelled or have failed, and nobody else would deploy it. Where the
 * commit is not known, as of an image, the push alone is asked.
 */
export async function checkPushedPaths(
  context: VerbContext<DeploySettings | PreviewSettings>,
  desired: DesiredDeployment,
  current: CurrentDeployment,
): Promise<Outcome | undefined> {
  const { settings, event, log } = context;
  if (settings.paths === undefined || settings.force || settings.verb === 'preview') return undefined;
  if (event.name !== 'push' || current.active === undefined) return undefined;
  const head = event.commit;
  if (head === undefined || (desired.source === 'git_host' && desired.commit !== head)) {
    log.line('What is deployed is not what was pushed: `paths` is not asked.');
    return undefined;
  }
  const base = current.active.commit ?? event.before;
  // The plan knows better than the files whether anything is to be done for the commit that serves.
  if (base === head) return undefined;
  const { checkChangedPaths: touches } = await import('../paths/touches.ts');
  return touches(context, settings.paths, { kind: 'since', base, head });
}
