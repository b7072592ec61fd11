import { isFinal } from '../../../src/contract/statuses.ts';
import type { Kept } from '../kept.ts';

/** So many deployed revisions of a deployment stay on disk, the active one among them (docs/crash-safety.md). */
export const KEPT_DEPLOYED = 3;

/** Revisions whose files may still be needed: those at work, the active ones, and the last ones deployed. */
export function neededRevisions({ deployments, revisions }: Kept): Set<string> {
  const needed = revisions.filter(({ status }) => !isFinal(status)).map(({ id }) => id);
  for (const deployment of deployments) {
    const deployed = revisions
      .filter(({ deploymentId, status }) => deploymentId === deployment.id && status === 'DEPLOYED')
      .sort((a, b) => b.seq - a.seq);
    needed.push(...deployed.slice(0, KEPT_DEPLOYED).map(({ id }) => id));
    if (deployment.active_revision_id !== null) needed.push(deployment.active_revision_id);
  }
  return new Set(needed);
}
