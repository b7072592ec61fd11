import { ApiError, ignoreApiError, isApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { findAllByNames } from '../preview/teardown.ts';
import type { VerbContext } from '../verb-context.ts';
import { readMark } from './throw-away.ts';

type RemovalContext = Pick<VerbContext, 'controlPlane' | 'signal'>;

/** The throw-away deployment of one run. */
export interface OwnThrowAway {
  name: string;
  /** ID of the deployment that the run created, or `undefined` if the run does not know the ID. */
  id: string | undefined;
}

/** Result of a removal: the deployments whose deletion the service accepted, and the reasons of failed deletions. */
export interface Removal {
  deleted: readonly Pick<Deployment, 'id' | 'name'>[];
  failures: readonly string[];
}

/**
 * Deletes the throw-away deployment of a run and its tracing project. Finds it by its ID and in the list, because the
 * list can lack it, and because the service can execute a create request twice. The name is unique to one run. Never
 * throws an ApiError.
 */
export async function removeThrowAways(context: RemovalContext, own: OwnThrowAway): Promise<Removal> {
  const { name } = own;
  const deleted: Pick<Deployment, 'id' | 'name'>[] = [];
  const failures: string[] = [];
  const ids = new Set(own.id === undefined ? [] : [own.id]);
  try {
    for (const { id } of await findAllByNames(context, { names: [name], forms: [] })) ids.add(id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failures.push(`${name} could not be searched for: ${error.message}`);
  }
  for (const id of ids) {
    const result = await removeMarked(context, { id, name }, own);
    if (result === 'deleted') deleted.push({ id, name });
    else if (result !== 'gone') failures.push(`${name} (${id}): ${result.failure}`);
  }
  return { deleted, failures };
}

/**
 * Deletes a leftover that was found in the list. Returns why the deletion failed, or `undefined` if the leftover is
 * deleted.
 */
export async function removeLeftover(
  context: RemovalContext,
  leftover: Pick<Deployment, 'id' | 'name'>,
): Promise<string | undefined> {
  const result = await removeMarked(context, leftover);
  return typeof result === 'string' ? undefined : result.failure;
}

/**
 * Deletes a deployment with the marker of a rebuild. Reads the deployment by its ID first, because the list might show
 * another deployment's data. The deployment that this run created needs no marker if the service shows no variables.
 */
async function removeMarked(
  context: RemovalContext,
  { id, name }: Pick<Deployment, 'id' | 'name'>,
  own?: OwnThrowAway,
): Promise<'deleted' | 'gone' | { failure: string }> {
  try {
    const now = await context.controlPlane.getDeployment(id, context.signal);
    if (isBeingDeleted(now.status)) return 'gone';
    if (now.name !== name) return { failure: 'a request by ID shows another name, so it was not deleted' };
    if (readMark(now).kind === 'none' && !isCreatedWithoutVariables(now, own?.id)) {
      return { failure: 'a request by ID shows no marker of a rebuild, so it was not deleted' };
    }
  } catch (error) {
    if (isApiError(error, 404)) return 'gone';
    if (!(error instanceof ApiError)) throw error;
    return { failure: error.message };
  }
  const failure = await tryToDelete(context, id);
  return failure === undefined ? 'deleted' : { failure };
}

/** Returns whether the service shows no variables of the deployment that this run created. */
export function isCreatedWithoutVariables(
  { id, secrets }: Pick<Deployment, 'id' | 'secrets'>,
  createdId: string | undefined,
): boolean {
  return id === createdId && !secrets;
}

/** Deletes a deployment. After an error, reads the deployment to determine whether it was deleted. */
async function tryToDelete(
  { controlPlane, signal }: RemovalContext,
  id: string,
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
