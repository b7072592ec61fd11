import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import type { SweepSettings } from '../inputs/settings.ts';
import { sameRepositoryName } from '../preview/ownership.ts';
import type { SweptPreview } from '../run-record.ts';
import type { VerbContext } from '../verb-context.ts';
import { removeLeftover } from './remove.ts';
import { isLeftover, readMark } from './throw-away.ts';

/**
 * Deletes throw-away deployments that rebuilds of this repository left behind, up to the limit of the sweep. Without
 * `force`, keeps a deployment whose marker the service hides, because it may belong to another repository.
 */
export async function sweepRebuilds(
  context: VerbContext<SweepSettings>,
  deployments: readonly Deployment[],
  repository: string,
  swept: SweptPreview[],
): Promise<void> {
  const { settings, log, clock, record } = context;
  for (const deployment of deployments) {
    const { name, id } = deployment;
    if (isBeingDeleted(deployment.status) || !isLeftover(deployment, clock.now())) continue;
    const parsed = readMark(deployment);
    if (parsed.kind === 'hidden' && !settings.force) {
      log.line(
        `${name} looks like the throw-away deployment of a rebuild, but the service hides the marker. Set \`force: true\` to delete it.`,
      );
      continue;
    }
    if (parsed.kind === 'of' && !sameRepositoryName(parsed.mark.repository, repository)) continue;
    const note = (did: SweptPreview['did']) =>
      void swept.push({ name, id, of: repository, why: 'rebuild-ended', did });
    if (swept.filter(({ did }) => TRIED.includes(did)).length >= settings.limit) note('left');
    else if (settings.dryRun) note('would-delete');
    else {
      log.line(`Deleting ${name} (${id}), which a rebuild left behind.`);
      record.changed = true;
      const failure = await removeLeftover(context, deployment);
      if (failure !== undefined) log.line(`${name} could not be deleted: ${failure}`);
      note(failure === undefined ? 'deleted' : 'failed');
    }
  }
}

/** Results that count towards the limit of a sweep. */
const TRIED: readonly SweptPreview['did'][] = ['deleted', 'would-delete', 'failed'];
