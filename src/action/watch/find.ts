import { findTarget, readActual } from '../apply/read.ts';
import { noteDeployment } from '../deploy/note.ts';
import type { Tools } from '../deploy/tools.ts';
import type { Deployment } from '../../contract/deployment.ts';
import type { CommonSettings, Target } from '../inputs/settings.ts';
import { Stop } from '../outcome/outcome.ts';
import type { Actual } from '../plan/actual.ts';

/** The deployment that a verb is about which only makes sense on one that is there. Throws Stop without it. */
export async function findExisting(
  tools: Tools<CommonSettings & { target: Target }>,
): Promise<{ deployment: Deployment; actual: Actual }> {
  const { settings, plane, signal, record } = tools;
  const { target } = settings;
  const deployment = await findTarget(plane, target, signal);
  if (deployment === undefined) {
    throw new Stop(
      'deployment-not-found',
      `There is no deployment ${target.by === 'name' ? target.name : target.id} that this key can see. Check deployment-name and workspace-id.`,
    );
  }
  noteDeployment(tools, deployment);
  const actual = await readActual(plane, deployment, signal);
  record.previousRevisionId = actual.activeRevisionId;
  return { deployment, actual };
}
