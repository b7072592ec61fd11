import type { Clock } from '../../clients/clock.ts';
import type { ControlPlane } from '../../clients/control-plane.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { ActionError } from '../outcome/outcome.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import { conflictingFields, showsAll } from '../plan/conflicts.ts';
import { matchesOrigin } from '../plan/origin.ts';
import { makesRevision, type Plan } from '../plan/types.ts';
import { possibleRevisions } from './identify.ts';
import { isLostAnswer, findAfterLostAnswer } from './lost-answer.ts';
import { findListedDeployment, rereadBeforeWrite, readCurrent } from './read.ts';

/**
 * Looks before anything is sent. Variables that are only kept have to be shown with the same values by both kinds of answers: what is sent for them
 * replaces the real ones. Throws Stop, and then nothing was sent.
 */
async function demandAsPlanned(
  controlPlane: ControlPlane,
  before: CurrentDeployment,
  { body }: PatchPlan,
  desired: DesiredDeployment,
  signal: AbortSignal,
  looked: Deployment | undefined,
): Promise<void> {
  const now = looked ?? (await rereadBeforeWrite(controlPlane, before, signal));
  const given = new Set(desired.secrets?.map(({ name }) => name));
  const kept = (body.secrets ?? []).filter(({ name }) => !given.has(name));
  if (desired.secretsStrategy !== 'merge' || !body.secrets) return;
  const listed = await findListedDeployment(controlPlane, before, signal);
  for (const view of [now, listed]) {
    const shown = new Map(view?.secrets?.map(({ name, value }) => [name, value]));
    const others = [...shown.keys()].filter((name) => !given.has(name));
    const differ = kept.filter(({ name, value }) => shown.get(name) !== value).map(({ name }) => name);
    const more = others.filter((name) => !kept.some((one) => one.name === name));
    const names = [...differ, ...more];
    if (names.length === 0) continue;
    throw new ActionError(
      'contradictory-answers',
      `Two answers show ${names.join(', ')} of ${before.name} otherwise: the service hides values, or they are being changed. They would be sent along, so nothing was sent. Run the workflow again, or give them in \`secrets\`.`,
    );
  }
}

export type PatchPlan = Extract<Plan, { kind: 'patch' }>;

/**
 * Sends the PATCH, once (DESIGN §5): after a lost answer a second one could make a second revision. What shows that it
 * arrived is a revision that was not in the list read before and can be ours, on a deployment that shows nothing else
 * than what was asked for; or, where no revision results, that it shows all that was sent. `looked`: the deployment by its
 * ID, where the caller looked right before.
 */
export async function patchDeployment(
  controlPlane: ControlPlane,
  clock: Clock,
  before: CurrentDeployment,
  plan: PatchPlan,
  desired: DesiredDeployment,
  signal: AbortSignal,
  looked?: Deployment,
): Promise<{ deployment: Deployment; afterLostAnswer: boolean }> {
  await demandAsPlanned(controlPlane, before, plan, desired, signal, looked);
  try {
    const deployment = await controlPlane.patchDeployment(before.id, plan.body, signal);
    return { deployment, afterLostAnswer: false };
  } catch (error) {
    if (!isLostAnswer(error)) throw error;
    const known = new Set(before.revisions.map(({ id }) => id));
    const fields = plan.changes.map(({ field }) => field);
    const deployment = await findAfterLostAnswer(clock, signal, async () => {
      const found = await controlPlane.getDeployment(before.id, signal);
      const now = await readCurrent(controlPlane, found, signal);
      const arrived = makesRevision(plan)
        ? possibleRevisions(now.revisions, known, desired).length > 0
        : showsAll(now, desired, fields);
      // The path of our own upload proves it, whatever somebody else changed since.
      const proven =
        desired.archive !== undefined &&
        now.revisions.some((one) => !known.has(one.id) && matchesOrigin(one, desired));
      if (proven) return found;
      return arrived && conflictingFields(now, desired, before).length === 0 ? found : undefined;
    });
    if (deployment !== undefined) return { deployment, afterLostAnswer: true };
    throw new ActionError(
      'lost-answer',
      `The answer to updating ${before.name} was lost, and nothing showed within a minute that it arrived. It was not sent again, so that nothing is built twice. Run the workflow again: it looks first. (${error.message})`,
      { cause: error },
    );
  }
}
