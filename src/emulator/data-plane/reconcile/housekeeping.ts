import { isFinal } from '../../../contract/statuses.ts';
import type { DeploymentRow, Store } from '../../ports/store.ts';

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

/** Of the revisions whose files are stored, those whose files nobody needs again. */
export async function revisionsToDiscard(
  store: Pick<Store, 'deployments' | 'revisions'>,
  stored: readonly string[],
): Promise<string[]> {
  const kept = new Map<string, Set<string>>();
  const isKept = async (id: string): Promise<boolean> => {
    const revision = await store.revisions.findById(id);
    const deployment = revision && (await store.deployments.findById(revision.deploymentId));
    if (deployment === undefined) return false;
    const ids = kept.get(deployment.id) ?? (await revisionsToKeep(store, deployment));
    kept.set(deployment.id, ids);
    return ids.has(id);
  };
  const discarded: string[] = [];
  for (const id of stored) if (!(await isKept(id))) discarded.push(id);
  return discarded;
}
