import { ApiError, ignoreApiError, isApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { findByNames } from '../preview/teardown.ts';
import type { VerbContext } from '../verb-context.ts';
import { readMark } from './throw-away.ts';

type RemovalContext = Pick<VerbContext, 'controlPlane' | 'signal'>;

/** Result of a removal: the deployments whose deletion the service accepted, and the reasons of failed deletions. */
export interface Removal {
  deleted: readonly Deployment[];
  failures: readonly string[];
}

/**
 * Deletes the throw-away deployments with this name and their tracing projects. The name is unique to one run, but two
 * deployments can have it if the service executed a create request twice. Never throws an ApiError.
 */
export async function removeThrowAways(context: RemovalContext, name: string): Promise<Removal> {
  const deleted: Deployment[] = [];
  const failures: string[] = [];
  try {
    for (const deployment of await findByNames(context, [name])) {
      if (readMark(deployment).kind === 'none') {
        failures.push(`${name} (${deployment.id}) lacks the marker of a rebuild, so it was not deleted`);
        continue;
      }
      const failure = await tryToDelete(context, deployment);
      if (failure === undefined) deleted.push(deployment);
      else failures.push(`${name} (${deployment.id}): ${failure}`);
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failures.push(`${name} could not be searched for: ${error.message}`);
  }
  return { deleted, failures };
}

/**
 * Deletes a leftover that was found in the list. Reads the leftover by its ID first, because the list might show
 * another deployment's data. Returns why the deletion failed, or `undefined` if the leftover is deleted.
 */
export async function removeLeftover(
  context: RemovalContext,
  { id, name }: Deployment,
): Promise<string | undefined> {
  try {
    const now = await context.controlPlane.getDeployment(id, context.signal);
    if (isBeingDeleted(now.status)) return undefined;
    if (now.name !== name || readMark(now).kind === 'none') {
      return 'a request by ID shows another name, or no marker of a rebuild';
    }
  } catch (error) {
    if (isApiError(error, 404)) return undefined;
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
  return tryToDelete(context, { id });
}

/** Deletes a deployment. After an error, reads the deployment to determine whether it was deleted. */
async function tryToDelete(
  { controlPlane, signal }: RemovalContext,
  { id }: Pick<Deployment, 'id'>,
): Promise<string | undefined> {
  try {
    await controlPlane.deleteDeployment(id, { deleteTracingProject: true }, signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    try {
      const now = await ignoreApiError(() => controlPlane.getDeployment(id, signal), 404);
      return now === undefined || isBeingDeleted(now.status) ? undefined : error.message;
    } catch (unread) {
      if (!(unread instanceof ApiError)) throw unread;
      return error.message;
    }
  }
}
