import { isStateless } from '../../ports/stateless.ts';
import type { DeploymentRow, Repositories } from '../../ports/store.ts';

/** A run that can be spoken of: whose it is, and whether it goes by itself when it ends. */
export interface TracedRun {
  id: string;
  deployment: DeploymentRow;
  isStateless: boolean;
}

/**
 * The run with this ID, whosever it is; undefined when there is none, or no longer: a run that was rolled back or
 * deleted cannot be spoken of. One that went with its own thread can, while a token of it is there.
 */
export async function tracedRun(tx: Repositories, id: string): Promise<TracedRun | undefined> {
  const run = await tx.runs.findById(id);
  const deploymentId = run?.deploymentId ?? (await tx.feedbackTokens.deploymentOfDeletedRun(id));
  const deployment = deploymentId === undefined ? undefined : await tx.deployments.findById(deploymentId);
  return deployment && { id, deployment, isStateless: run === undefined || isStateless(run) };
}
