import { HttpError } from '../server/http-error.ts';
import type { DeploymentRow, DeploymentView, Repositories, RevisionRow } from '../ports/store.ts';

/** The deployment of this workspace. Throws 404 naming the ID (spec §4.1); another workspace's is not found either. */
export async function findDeployment(
  from: Repositories,
  workspaceId: string,
  id: string,
): Promise<DeploymentRow> {
  return (await from.deployments.get(workspaceId, id)) ?? refuseUnknown(id);
}

/** The same with all that is shown of it. */
export async function viewDeployment(
  from: Repositories,
  workspaceId: string,
  id: string,
): Promise<DeploymentView> {
  return (await from.deployments.view(workspaceId, id)) ?? refuseUnknown(id);
}

function refuseUnknown(id: string): never {
  throw new HttpError(404, `Deployment ID ${id} not found.`);
}

/** A revision of it. Throws 404 naming whichever of the two is missing. */
export async function findRevision(
  from: Repositories,
  workspaceId: string,
  deploymentId: string,
  id: string,
): Promise<{ deployment: DeploymentRow; revision: RevisionRow }> {
  const deployment = await findDeployment(from, workspaceId, deploymentId);
  const revision = await from.revisions.get(deploymentId, id);
  if (revision === undefined) throw new HttpError(404, `Revision ID ${id} not found.`);
  return { deployment, revision };
}

/** Throws 409 for a deployment that is going away: nothing about it can be changed any more. */
export function rejectIfBeingDeleted(deployment: DeploymentRow): void {
  if (deployment.status === 'AWAITING_DELETE') {
    throw new HttpError(409, `Deployment ID ${deployment.id} is being deleted.`);
  }
}
