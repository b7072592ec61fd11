import { readAllPages } from '../../clients/answers.ts';
import { ApiError, isApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { Revision } from '../../contract/revision.ts';
import { isBeingDeleted, statusKind } from '../../contract/statuses.ts';
import { PAGE_DEFAULT, PAGE_MAX } from '../../contract/limits.ts';
import type { CommonSettings } from '../inputs/settings.ts';
import type { Target } from '../inputs/parsers.ts';
import { ActionError } from '../outcome.ts';
import { type CurrentDeployment, toCurrent, urlOf } from '../plan/current.ts';
import type { ServiceContext, VerbContext } from '../verb-context.ts';

/**
 * Finds the deployment specified in the inputs. Returns `undefined` if the deployment does not exist. Throws
 * ActionError for an unknown ID or an ambiguous name.
 */
export async function findTarget(context: ServiceContext, target: Target): Promise<Deployment | undefined> {
  if (target.by === 'name') return findByName(context, target.name);
  const found = await getById(context, target.id);
  if (isBeingDeleted(found.status)) {
    throw new ActionError(
      'deployment-gone',
      `The deployment ${found.name} (${found.id}) is being deleted. Set deployment-id to another deployment, or set deployment-name to create one.`,
    );
  }
  return found;
}

async function getById({ controlPlane, signal }: ServiceContext, id: string): Promise<Deployment> {
  try {
    return await controlPlane.getDeployment(id, signal);
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
    throw new ActionError(
      'deployment-not-found',
      `This key cannot see any deployment ${id}. Check the ID and the workspace, or set deployment-name to create a deployment.`,
      { cause: error },
    );
  }
}

/**
 * Returns the only deployment with exactly this name that is not being deleted, or `undefined`. Throws ActionError if
 * several deployments have the name. `upTo` is the ID of a deployment whose name is known to be unique, so the search
 * ends at this deployment.
 */
export async function findByName(
  context: ServiceContext,
  name: string,
  upTo?: string,
): Promise<Deployment | undefined> {
  const found = await context.controlPlane.findDeployments(name, context.signal, upTo);
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new ActionError(
      'ambiguous-name',
      `${found.length} deployments have the name ${name}: ${ids}. Set deployment-id instead of the name.`,
    );
  }
  return found[0];
}

/** Returns a deployment with a known ID from the list endpoint. */
export async function findListedDeployment(
  context: ServiceContext,
  { id, name }: Pick<Deployment, 'id' | 'name'>,
): Promise<Deployment | undefined> {
  return (await context.controlPlane.findDeployments(name, context.signal, id)).find(
    (item) => item.id === id,
  );
}

/**
 * Reads the deployment by its ID right before a change, because the previous read might have come from a list. Throws
 * ActionError before anything is sent if the deployment's name has changed.
 */
export async function rereadBeforeWrite(
  { controlPlane, signal }: ServiceContext,
  { id, name }: Pick<Deployment, 'id' | 'name'>,
): Promise<Deployment> {
  const now = await controlPlane.getDeployment(id, signal);
  if (now.name === name) return now;
  throw new ActionError(
    'contradictory-answers',
    `One response shows ${id} as the deployment ${name}, and another as ${now.name}, so nothing was sent. Check the service, and run the workflow again.`,
  );
}

/** Returns whether the latest or the active revision has changed since the plan was made. */
export function isStale(now: Deployment, { latestRevisionId, activeRevisionId }: CurrentDeployment): boolean {
  const { latest_revision_id: latest, active_revision_id: active } = now;
  return (latest ?? undefined) !== latestRevisionId || (active ?? undefined) !== activeRevisionId;
}

/** Maximum number of times that a deployment and its revision list are read until both are consistent. */
const ROUNDS = 3;

/**
 * Returns the deployment with its revisions, including the active revision even if it is old. Reads the deployment and
 * its revisions again if a revision was created or became active between the two reads, because the plan could mistake
 * old settings for the settings of a new revision.
 */
export async function readCurrent(
  { controlPlane, signal }: ServiceContext,
  found: Deployment,
): Promise<CurrentDeployment> {
  const list = () => controlPlane.listRevisions(found.id, { limit: PAGE_DEFAULT }, signal);
  let deployment = found;
  let revisions = await list();
  for (let round = 1; round < ROUNDS && isTorn(deployment, revisions); round += 1) {
    deployment = await controlPlane.getDeployment(found.id, signal);
    const latest = deployment.latest_revision_id;
    if (latest && !revisions.some(({ id }) => id === latest)) revisions = await list();
  }
  const active = deployment.active_revision_id;
  if (active && !revisions.some(({ id }) => id === active)) {
    try {
      revisions.push(await controlPlane.getRevision(deployment.id, active, signal));
    } catch (error) {
      // If the active revision cannot be read, the plan treats the revision's values as unknown and sends more
      // settings.
      if (!isApiError(error, 404)) throw error;
    }
  }
  return toCurrent(deployment, revisions);
}

/**
 * Returns whether the list contains a newer revision than the deployment shows, or a deployed revision that the
 * deployment does not use yet.
 */
function isTorn(deployment: Deployment, [newest]: readonly Revision[]): boolean {
  if (newest === undefined) return false;
  const { latest_revision_id: latest, active_revision_id: active } = deployment;
  if (latest && latest !== newest.id) return true;
  return statusKind(newest.status) === 'deployed' && newest.id !== active;
}

/**
 * Returns all revisions of a deployment, newest first, one page at a time. Throws an error if the list of revisions
 * does not end.
 */
export function revisionPages(
  { controlPlane, signal }: ServiceContext,
  deploymentId: string,
): AsyncGenerator<Revision[]> {
  const refuse = (what: string) =>
    new ApiError({
      kind: 'malformed',
      method: 'GET',
      path: `/v2/deployments/${deploymentId}/revisions`,
      what: `the service returned ${what}`,
      hint: 'Check that the URL is the address of the control plane, and check its version.',
      attempts: 1,
    });
  return readAllPages(
    async (offset) => ({
      items: await controlPlane.listRevisions(deploymentId, { limit: PAGE_MAX, offset }, signal),
      refuse,
    }),
    ({ id }) => id,
  );
}

/**
 * Returns the deployment for a verb that requires an existing deployment. Throws ActionError if the deployment does not
 * exist.
 */
export async function findExisting(
  context: VerbContext<CommonSettings & { target: Target }>,
): Promise<{ deployment: Deployment; actual: CurrentDeployment }> {
  const { settings, record } = context;
  const { target } = settings;
  const deployment = await findTarget(context, target);
  if (deployment === undefined) {
    throw new ActionError(
      'deployment-not-found',
      `This key cannot see any deployment ${target.by === 'name' ? target.name : target.id}. Check deployment-name and workspace-id.`,
    );
  }
  recordDeployment(context, deployment);
  const current = await readCurrent(context, deployment);
  record.previousRevisionId = current.activeRevisionId;
  return { deployment, actual: current };
}

/** Stores a deployment's ID and URL in the run record. */
export function recordDeployment({ record }: Pick<VerbContext, 'record'>, deployment: Deployment): void {
  const { id, name } = deployment;
  record.deployment = { id, name, url: urlOf(deployment) ?? record.deployment?.url };
}
