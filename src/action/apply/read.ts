import type { ControlPlane } from '../../clients/control-plane-port.ts';
import { isApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { PAGE_DEFAULT } from '../../contract/limits.ts';
import { statusKind } from '../../contract/statuses.ts';
import type { Target } from '../inputs/settings.ts';
import { Stop } from '../outcome/outcome.ts';
import { type Actual, viewActual } from '../plan/actual.ts';

/**
 * Finds the deployment that the inputs name, or undefined where there is none of this name (DESIGN §5 "finding").
 * Throws Stop for an unknown ID and for a name that several deployments have.
 */
export async function findTarget(
  plane: ControlPlane,
  target: Target,
  signal: AbortSignal,
): Promise<Deployment | undefined> {
  if (target.by === 'name') return findByName(plane, target.name, signal);
  try {
    return await plane.getDeployment(target.id, signal);
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
    throw new Stop(
      'deployment-not-found',
      `There is no deployment ${target.id} that this key can see. Check the ID and the workspace, or give deployment-name, which creates it.`,
      { cause: error },
    );
  }
}

/** The one living deployment of exactly this name, or undefined. Throws Stop when there are several. */
export async function findByName(
  plane: ControlPlane,
  name: string,
  signal: AbortSignal,
): Promise<Deployment | undefined> {
  const found = await plane.findDeployments(name, signal);
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new Stop(
      'ambiguous-name',
      `${found.length} deployments are named ${name}: ${ids}. Give deployment-id instead of the name.`,
    );
  }
  return found[0];
}

/** The deployment with its revisions, the active one among them even when it is an old one. */
export async function readActual(
  plane: ControlPlane,
  found: Deployment,
  signal: AbortSignal,
): Promise<Actual> {
  const revisions = await plane.listRevisions(found.id, { limit: PAGE_DEFAULT }, signal);
  const [newest] = revisions;
  // Deployed but not active: most likely the switch happened between the two reads, so the first is read again.
  const torn =
    newest !== undefined &&
    statusKind(newest.status) === 'deployed' &&
    newest.id !== found.active_revision_id;
  const deployment = torn ? await plane.getDeployment(found.id, signal) : found;
  const active = deployment.active_revision_id;
  if (active && !revisions.some(({ id }) => id === active)) {
    try {
      revisions.push(await plane.getRevision(deployment.id, active, signal));
    } catch (error) {
      // An active revision that cannot be read is like one that is not known: the plan then sends more, not less.
      if (!isApiError(error, 404)) throw error;
    }
  }
  return viewActual(deployment, revisions);
}
