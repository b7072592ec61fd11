import * as z from 'zod';
import { BulkDeleteResponse, type BulkDeleteResult } from '../../contract/deployment.ts';
import { BulkDeleteQuery, DeploymentDeleteQuery } from '../../contract/query.ts';
import type { DeploymentRow, Repositories } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { routesOf, type Route } from '../server/route.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import { badRequest, DeploymentPath, findDeployment, notFound, ProjectPath } from './requests.ts';
import { endRevision } from './revision-changes.ts';

const api = routesOf('control-plane', 'workspace');

/** Creates the routes that delete deployments. An older path calls a deployment a project. */
export function deletionRoutes(dependencies: ControlPlaneDependencies): Route[] {
  return [
    api.delete('/v2/deployments/{deployment_id}', {
      summary: 'Delete a deployment',
      params: DeploymentPath,
      query: DeploymentDeleteQuery,
      responses: { 204: { description: 'The deletion has started' }, 400: badRequest, 404: notFound },
      handler: async ({ caller, params, query }) => {
        await deleteDeployment(dependencies, caller.workspaceId, params.deployment_id, query);
        return { status: 204 };
      },
    }),
    api.delete('/v2/deployments', {
      summary: 'Delete several deployments',
      query: BulkDeleteQuery,
      responses: {
        200: { description: 'The deletion of each deployment has started', schema: BulkDeleteResponse },
        207: { description: 'Some deployments do not exist', schema: BulkDeleteResponse },
        404: notFound,
      },
      handler: async ({ caller, query }) => {
        const results = await deleteDeployments(dependencies, caller.workspaceId, query.deployment_ids);
        const missing = results.filter(({ status }) => status === 404);
        if (missing.length === results.length) {
          throw new HttpError(404, missing.map(({ detail }) => detail).join(' '));
        }
        return { status: missing.length === 0 ? 200 : 207, body: { results } };
      },
    }),
    api.delete('/v1/projects/{project_id}', {
      summary: 'Delete a deployment, at the older path',
      params: ProjectPath,
      query: DeploymentDeleteQuery,
      responses: {
        200: { description: 'The deletion has started', schema: z.object({}) },
        400: badRequest,
        404: notFound,
      },
      handler: async ({ caller, params, query }) => {
        await deleteDeployment(dependencies, caller.workspaceId, params.project_id, query);
        return { status: 200, body: {} };
      },
    }),
  ];
}

/** Starts a deletion, and completes the deletion if `force` is set. */
async function deleteDeployment(
  dependencies: ControlPlaneDependencies,
  workspaceId: string,
  id: string,
  query: z.infer<typeof DeploymentDeleteQuery>,
): Promise<void> {
  await dependencies.store.transaction(async (tx) => {
    const row = await findDeployment(tx, workspaceId, id);
    if (query.force && row.status !== 'AWAITING_DELETE') {
      throw new HttpError(
        400,
        'force only completes a deletion that has started: delete the deployment without force first.',
      );
    }
    await beginDeletion(tx, dependencies, row);
    if (query.force) await tx.deployments.forceDelete(id);
    if (query.delete_tracing_project && row.projectId !== null) {
      await tx.projects.remove(workspaceId, row.projectId);
      await tx.deployments.update(id, { projectId: null });
    }
  });
  dependencies.wakeDataPlane();
}

/** Deletes all existing deployments in one transaction, and returns a result for each ID in the given order. */
async function deleteDeployments(
  dependencies: ControlPlaneDependencies,
  workspaceId: string,
  ids: readonly string[],
): Promise<BulkDeleteResult[]> {
  const results = await dependencies.store.transaction(async (tx) => {
    const done: BulkDeleteResult[] = [];
    for (const id of new Set(ids)) {
      const row = await tx.deployments.get(workspaceId, id);
      if (row !== undefined) await beginDeletion(tx, dependencies, row);
      done.push(
        row === undefined
          ? { deployment_id: id, status: 404, detail: `Deployment ID ${id} not found.` }
          : { deployment_id: id, status: 204, detail: null },
      );
    }
    return done;
  });
  dependencies.wakeDataPlane();
  return results;
}

/** Marks a deployment as being deleted and interrupts its unfinished revisions. A repeated call changes nothing. */
async function beginDeletion(
  tx: Repositories,
  { clock }: Pick<ControlPlaneDependencies, 'clock'>,
  row: DeploymentRow,
): Promise<void> {
  if (row.status === 'AWAITING_DELETE') return;
  const at = clock.now();
  await tx.deployments.update(row.id, { status: 'AWAITING_DELETE', updatedAt: at });
  // The unfinished revisions are ended, so that clients stop waiting for them.
  const message = 'The deployment was deleted.';
  for (const revision of await tx.revisions.unfinishedOf(row.id)) {
    await endRevision(tx, revision, { status: 'INTERRUPTED', message, at });
  }
}
