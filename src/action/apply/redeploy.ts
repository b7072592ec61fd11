import type { Clock } from '../../clients/clock.ts';
import type { ControlPlane } from '../../clients/control-plane.ts';
import { isApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { ActionError } from '../outcome/outcome.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import { possibleRevisions } from './identify.ts';
import { isLostAnswer, findAfterLostAnswer } from './lost-answer.ts';
import { rereadBeforeWrite, readCurrent } from './read.ts';

/** What services without the endpoint answer. */
const NOT_SERVED: readonly number[] = [404, 405, 501];

/**
 * Asks the service to deploy a revision again, once (DESIGN §5): after a lost answer a second request could make a
 * second revision, so a new one that can be of it is looked for. Undefined: the service cannot do that.
 */
export async function redeploy(
  controlPlane: ControlPlane,
  clock: Clock,
  before: CurrentDeployment,
  revisionId: string,
  desired: DesiredDeployment,
  signal: AbortSignal,
): Promise<{ deployment: Deployment; afterLostAnswer: boolean } | undefined> {
  await rereadBeforeWrite(controlPlane, before, signal);
  try {
    const deployment = await controlPlane.redeployRevision(before.id, revisionId, signal);
    return { deployment, afterLostAnswer: false };
  } catch (error) {
    if (isApiError(error) && NOT_SERVED.includes(error.status ?? 0)) return undefined;
    if (!isLostAnswer(error)) throw error;
    const known = new Set(before.revisions.map(({ id }) => id));
    const deployment = await findAfterLostAnswer(clock, signal, async () => {
      const found = await controlPlane.getDeployment(before.id, signal);
      const now = await readCurrent(controlPlane, found, signal);
      return possibleRevisions(now.revisions, known, desired).length > 0 ? found : undefined;
    });
    if (deployment !== undefined) return { deployment, afterLostAnswer: true };
    throw new ActionError(
      'lost-answer',
      `The answer to deploying revision ${revisionId} of ${before.name} again was lost, and no revision of it appeared within a minute. It was not sent again, so that nothing is deployed twice. Run the workflow again: it looks first. (${error.message})`,
      { cause: error },
    );
  }
}
