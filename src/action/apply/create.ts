import type { Clock } from '../../clients/clock.ts';
import type { ControlPlane } from '../../clients/control-plane.ts';
import { type ApiError, isApiError } from '../../clients/errors.ts';
import type { Deployment, DeploymentCreate } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { ActionError } from '../outcome/outcome.ts';
import { conflictingFields } from '../plan/conflicts.ts';
import { isLostAnswer, findAfterLostAnswer } from './lost-answer.ts';
import { findByName, readCurrent } from './read.ts';

/** What became of a create: ours, or somebody else's of the same name that was there first. */
export type Created =
  | { kind: 'created'; deployment: Deployment; afterLostAnswer: boolean }
  | { kind: 'exists'; deployment: Deployment };

/** How long a deployment may take to be found after its name was refused, in milliseconds. */
const CONFLICT_LOOKS_MS = [0, 2000, 4000] as const;

/**
 * Creates the deployment. The POST is sent once (DESIGN §5): after a lost answer the name is looked up, and what is
 * there is ours when it shows nothing else than what we asked for. 409 means that something has the name: a
 * deployment, or what is left of one.
 */
export async function createDeployment(
  controlPlane: ControlPlane,
  clock: Clock,
  body: DeploymentCreate,
  desired: DesiredDeployment,
  signal: AbortSignal,
): Promise<Created> {
  const there = await findUnfiltered(controlPlane, body.name, signal);
  if (there !== undefined) return { kind: 'exists', deployment: there };
  try {
    const deployment = await controlPlane.createDeployment(body, signal);
    return { kind: 'created', deployment, afterLostAnswer: false };
  } catch (error) {
    if (isApiError(error, 409)) return onConflict(controlPlane, clock, body.name, error, signal);
    if (!isLostAnswer(error)) throw error;
    const found = await findAfterLostAnswer(clock, signal, () => findByName(controlPlane, body.name, signal));
    if (found === undefined) {
      throw new ActionError(
        'lost-answer',
        `The answer to creating ${body.name} was lost, and no deployment of this name appeared within a minute. It was not sent again, so that there are never two. Run the workflow again: it looks first. (${error.message})`,
        { cause: error },
      );
    }
    const theirs = conflictingFields(await readCurrent(controlPlane, found, signal), desired);
    return theirs.length > 0
      ? { kind: 'exists', deployment: found }
      : { kind: 'created', deployment: found, afterLostAnswer: true };
  }
}

/**
 * Looks for the name once more before it is taken, in the list without a filter: a filter that left it out, or one
 * answer that was cut short, would make a second deployment.
 */
async function findUnfiltered(
  controlPlane: ControlPlane,
  name: string,
  signal: AbortSignal,
): Promise<Deployment | undefined> {
  const all = await controlPlane.listDeployments({}, signal);
  return all.find((item) => item.name === name && !isBeingDeleted(item.status));
}

async function onConflict(
  controlPlane: ControlPlane,
  clock: Clock,
  name: string,
  cause: ApiError,
  signal: AbortSignal,
): Promise<Created> {
  for (const pause of CONFLICT_LOOKS_MS) {
    if (pause > 0) await clock.sleep(pause, signal);
    const found = await findByName(controlPlane, name, signal);
    if (found !== undefined) return { kind: 'exists', deployment: found };
  }
  throw new ActionError(
    'name-taken',
    `The name ${name} is taken, yet no deployment has it: most likely the tracing project of a deleted deployment is left over, or the deployment is still being deleted. Delete that project, wait, or choose another name. (${cause.detail ?? 'the service gave no reason'})`,
    { cause },
  );
}
