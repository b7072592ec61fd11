import type { Clock } from '../../clients/clock.ts';
import type { ControlPlane } from '../../clients/control-plane-port.ts';
import { ApiError, isApiError } from '../../clients/errors.ts';
import type { Deployment, DeploymentCreate } from '../../contract/deployment.ts';
import { Stop } from '../outcome/outcome.ts';
import { findByName } from './read.ts';

/** What became of a create: ours, or somebody else's of the same name that was there first. */
export type Created =
  | { kind: 'created'; deployment: Deployment; afterLostAnswer: boolean }
  | { kind: 'exists'; deployment: Deployment };

/** When to look for what a lost answer may have done, in milliseconds after it was lost. */
export const LOOKS_MS = [0, 2000, 4000] as const;

/**
 * Creates the deployment. The POST is never repeated before looking (DESIGN §5): after a lost answer the name is looked
 * up, and only when it stays unknown is it sent once more, which is safe because the service refuses a second of
 * the same name. 409 means that something has the name: a deployment, or what is left of one.
 */
export async function createDeployment(
  plane: ControlPlane,
  clock: Clock,
  body: DeploymentCreate,
  signal: AbortSignal,
): Promise<Created> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const deployment = await plane.createDeployment(body, signal);
      return { kind: 'created', deployment, afterLostAnswer: false };
    } catch (error) {
      if (isApiError(error, 409)) return onConflict(plane, body.name, attempt > 1, error, signal);
      if (!(error instanceof ApiError) || error.kind !== 'ambiguous') throw error;
      const found = await lookFor(plane, clock, body.name, signal);
      if (found !== undefined) return { kind: 'created', deployment: found, afterLostAnswer: true };
      if (attempt > 1) {
        throw new Stop(
          'lost-answer',
          `The answer to creating ${body.name} was lost twice, and no deployment of this name appeared. ${error.message}`,
          { cause: error },
        );
      }
    }
  }
}

async function onConflict(
  plane: ControlPlane,
  name: string,
  afterLostAnswer: boolean,
  cause: ApiError,
  signal: AbortSignal,
): Promise<Created> {
  const found = await findByName(plane, name, signal);
  if (found === undefined) {
    throw new Stop(
      'name-taken',
      `The name ${name} is taken, yet no deployment has it: most likely the tracing project of a deleted deployment is left over, or the deployment is still being deleted. Delete that project, wait, or choose another name. (${cause.detail ?? 'the service gave no reason'})`,
      { cause },
    );
  }
  // The second try met what the first one had made after all.
  return afterLostAnswer
    ? { kind: 'created', deployment: found, afterLostAnswer }
    : { kind: 'exists', deployment: found };
}

async function lookFor(
  plane: ControlPlane,
  clock: Clock,
  name: string,
  signal: AbortSignal,
): Promise<Deployment | undefined> {
  for (const pause of LOOKS_MS) {
    if (pause > 0) await clock.sleep(pause, signal);
    const found = await findByName(plane, name, signal);
    if (found !== undefined) return found;
  }
  return undefined;
}
