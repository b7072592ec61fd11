import { findTarget, readCurrent } from '../apply/read.ts';
import { recordDeployment } from '../deploy/note.ts';
import type { VerbContext } from '../deploy/tools.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { CommonSettings, Target } from '../inputs/settings.ts';
import { ActionError } from '../outcome/outcome.ts';
import type { CurrentDeployment } from '../plan/current.ts';

/** The deployment that a verb is about which only makes sense on one that is there. Throws Stop without it. */
export async function findExisting(
  context: VerbContext<CommonSettings & { target: Target }>,
): Promise<{ deployment: Deployment; actual: CurrentDeployment }> {
  const { settings, controlPlane, signal, record } = context;
  const { target } = settings;
  const deployment = await findTarget(controlPlane, target, signal);
  if (deployment === undefined) {
    throw new ActionError(
      'deployment-not-found',
      `There is no deployment ${target.by === 'name' ? target.name : target.id} that this key can see. Check deployment-name and workspace-id.`,
    );
  }
  recordDeployment(context, deployment);
  const current = await readCurrent(controlPlane, deployment, signal);
  record.previousRevisionId = current.activeRevisionId;
  return { deployment, actual: current };
}
