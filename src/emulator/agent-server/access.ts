import type { DeploymentRow, Store, ThreadRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';

/**
 * The deployment whose URL was called. That the caller may reach it was the server's to check.
 * @throws HttpError 404 when it is gone.
 */
export async function findDeployment(store: Store, deploymentId: string): Promise<DeploymentRow> {
  const deployment = await store.deployments.findById(deploymentId);
  if (!deployment) throw new HttpError(404, `Deployment ${deploymentId} not found`);
  return deployment;
}

/** @throws HttpError 404 when the deployment has no such thread. */
export async function findThread(
  store: Pick<Store, 'threads'>,
  deploymentId: string,
  threadId: string,
): Promise<ThreadRow> {
  const thread = await store.threads.get(deploymentId, threadId);
  if (!thread) throw new HttpError(404, `Thread with ID ${threadId} not found`);
  return thread;
}
