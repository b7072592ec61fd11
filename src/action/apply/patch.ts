import type { Clock } from '../../clients/clock.ts';
import type { ControlPlane } from '../../clients/control-plane-port.ts';
import { ApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { Stop } from '../outcome/outcome.ts';
import type { Actual } from '../plan/actual.ts';
import { makesRevision, type Plan } from '../plan/types.ts';
import { LOOKS_MS } from './create.ts';
import { readActual } from './read.ts';

export type PatchPlan = Extract<Plan, { kind: 'patch' }>;

/**
 * Sends the PATCH. After a lost answer it is never repeated before looking (DESIGN §5): a revision that was not in the
 * list read before, or a deployment that no longer differs, shows that it arrived. Only when neither shows is it sent
 * once more.
 */
export async function patchDeployment(
  plane: ControlPlane,
  clock: Clock,
  before: Actual,
  plan: PatchPlan,
  replan: (actual: Actual) => Plan,
  signal: AbortSignal,
): Promise<{ deployment: Deployment; afterLostAnswer: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const deployment = await plane.patchDeployment(before.id, plan.body, signal);
      return { deployment, afterLostAnswer: false };
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'ambiguous') throw error;
      const deployment = await lookForEffect(plane, clock, before, plan, replan, signal);
      if (deployment !== undefined) return { deployment, afterLostAnswer: true };
      if (attempt > 1) {
        throw new Stop(
          'lost-answer',
          `The answer to updating ${before.name} was lost twice, and nothing shows that it arrived. ${error.message}`,
          { cause: error },
        );
      }
    }
  }
}

async function lookForEffect(
  plane: ControlPlane,
  clock: Clock,
  before: Actual,
  plan: PatchPlan,
  replan: (actual: Actual) => Plan,
  signal: AbortSignal,
): Promise<Deployment | undefined> {
  const known = new Set(before.revisions.map(({ id }) => id));
  for (const pause of LOOKS_MS) {
    if (pause > 0) await clock.sleep(pause, signal);
    const deployment = await plane.getDeployment(before.id, signal);
    const now = await readActual(plane, deployment, signal);
    if (makesRevision(plan)) {
      if (now.revisions.some(({ id }) => !known.has(id))) return deployment;
    } else if (replan(now).kind !== 'patch') return deployment;
  }
  return undefined;
}
