import { findTarget, readCurrent } from '../apply/read.ts';
import { recordDeployment } from '../deploy/note.ts';
import type { VerbContext } from '../deploy/tools.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { CommonSettings, Target } from '../inputs/settings.ts';
import { ActionError } from '../outcome/outcome.ts';
import type { CurrentDeployment } from '../plan/current.ts';

/** The deployment that a verb is about which only makes sense on one that is there. Throws Stop without it. */
export async function findExisting(
  tools: VerbContext<CommonSettings & { target: Target }>,
): Promise<{ deployment: Deployment; actual: CurrentDeployment }> {
  const { settings, plane, signal, record } = tools;
  const { target } = settings;
  const deployment = await findTarget(plane, target, signal);
  if (deployment === undefined) {
    throw new ActionError(
      'deployment-not-found',
      `There is no deployment ${target.by === 'name' ? target.name : target.id} that this key can see. Check deployment-name and workspace-id.`,
    );
  }
  recordDeployment(tools, deployment);
  const actual = await readCurrent(plane, deployment, signal);
  record.previousRevisionId = actual.activeRevisionId;
  return { deployment, actual };
}
