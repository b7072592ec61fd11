import { isFinal } from '../../../contract/statuses.ts';
import type { DeploymentRow, Store } from '../../seams/store.ts';

/** So many deployed revisions of a deployment stay on disk: to come back to one is then a matter of starting it. */
const KEPT_DEPLOYED = 3;

/** Revisions of a deployment whose files may be needed again: the active one, the last ones deployed, those at work. */
export async function revisionsToKeep(
  store: Pick<Store, 'revisions'>,
  deployment: Pick<DeploymentRow, 'id' | 'activeRevisionId'>,
): Promise<Set<string>> {
  const latest = await store.revisions.list(deployment.id, { limit: 100, offset: 0 });
  const deployed = latest.filter(({ status }) => status === 'DEPLOYED').slice(0, KEPT_DEPLOYED);
  const atWork = latest.filter(({ status }) => !isFinal(status));
  const kept = new Set([...deployed, ...atWork].map(({ id }) => id));
  if (deployment.activeRevisionId !== null) kept.add(deployment.activeRevisionId);
  return kept;
}
