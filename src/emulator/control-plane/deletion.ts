import * as z from 'zod';
import { BulkDeleteResponse, type BulkDeleteResult } from '../../contract/deployment.ts';
import { BulkDeleteQuery, DeploymentDeleteQuery } from '../../contract/query.ts';
import type { DeploymentRow, Repositories } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { route, type Route } from '../server/route.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import { badRequest, notFound } from './deployment-routes.ts';
import { DeploymentPath, findDeployment, ProjectPath } from './requests.ts';
import { endRevision } from './revision-changes.ts';

const surface = 'control-plane';
const auth = 'workspace';

/** Spec §4.4, several at once, and the older twin that names a deployment as a project (facts/service §1.2). */
export function deletionRoutes(deps: ControlPlaneDependencies): Route[] {
  const service = createDeletionService(deps);
  return [
    route({
      surface,
      method: 'DELETE',
      path: '/v2/deployments/{deployment_id}',
      summary: 'Delete a deployment',
      auth,
      params: DeploymentPath,
      query: DeploymentDeleteQuery,
      responses: { 204: { description: 'The deletion has begun' }, 400: badRequest, 404: notFound },
      handler: async ({ caller, params, query }) => {
        await service.remove(caller.workspaceId, params.deployment_id, optionsOf(query));
        return { status: 204 };
      },
    }),
    route({
      surface,
      method: 'DELETE',
      path: '/v2/deployments',
      summary: 'Delete several deployments',
      auth,
      query: BulkDeleteQuery,
      responses: {
        200: { description: 'The deletion of each has begun', schema: BulkDeleteResponse },
        207: { description: 'Some were not there', schema: BulkDeleteResponse },
        404: notFound,
      },
      handler: async ({ caller, query }) => {
        const results = await service.removeMany(caller.workspaceId, query.deployment_ids);
        const missing = results.filter(({ status }) => status === 404);
        if (missing.length === results.length) {
          throw new HttpError(404, missing.map(({ detail }) => detail).join(' '));
        }
        return { status: missing.length === 0 ? 200 : 207, body: { results } };
      },
    }),
    route({
      surface,
      method: 'DELETE',
      path: '/v1/projects/{project_id}',
      summary: 'Delete a deployment, by its older name',
      auth,
      params: ProjectPath,
      query: DeploymentDeleteQuery,
      responses: {
        200: { description: 'The deletion has begun', schema: z.object({}) },
        400: badRequest,
        404: notFound,
      },
      handler: async ({ caller, params, query }) => {
        await service.remove(caller.workspaceId, params.project_id, optionsOf(query));
        return { status: 200, body: {} };
      },
    }),
  ];
}

function optionsOf(query: z.infer<typeof DeploymentDeleteQuery>): DeleteOptions {
  return { deleteTracingProject: query.delete_tracing_project, force: query.force };
}

interface DeleteOptions {
  deleteTracingProject: boolean;
  /** Finishes a deletion that has begun, whatever holds it up. */
  force: boolean;
}

/** Deletes deployments (spec §4.4; facts/service §1.2, §1.6). Everything throws HttpError. */
interface DeletionService {
  remove(workspaceId: string, id: string, options: DeleteOptions): Promise<void>;
  /** What became of each, in the order given. Those that are there are deleted together, or none of them is. */
  removeMany(workspaceId: string, ids: readonly string[]): Promise<BulkDeleteResult[]>;
}

/** The service over the store. */
function createDeletionService(deps: ControlPlaneDependencies): DeletionService {
  const { store } = deps;
  return {
    async remove(workspaceId, id, options) {
      await store.transaction(async (tx) => {
        const row = await findDeployment(tx, workspaceId, id);
        if (options.force && row.status !== 'AWAITING_DELETE') {
          throw new HttpError(400, 'force only finishes a deletion that has begun: delete without it first.');
        }
        await begin(tx, deps, row);
        if (options.force) await tx.deployments.forceDelete(id);
        if (options.deleteTracingProject && row.projectId !== null) {
          await tx.projects.remove(workspaceId, row.projectId);
          await tx.deployments.update(id, { projectId: null });
        }
      });
      deps.wakeDataPlane();
    },
    async removeMany(workspaceId, ids) {
      const results = await store.transaction(async (tx) => {
        const done: BulkDeleteResult[] = [];
        for (const id of new Set(ids)) {
          const row = await tx.deployments.get(workspaceId, id);
          if (row !== undefined) await begin(tx, deps, row);
          done.push(
            row === undefined
              ? { deployment_id: id, status: 404, detail: `Deployment ID ${id} not found.` }
              : { deployment_id: id, status: 204, detail: null },
          );
        }
        return done;
      });
      deps.wakeDataPlane();
      return results;
    },
  };
}

/** From now on it is dying; once more changes nothing. */
async function begin(
  tx: Repositories,
  { clock }: Pick<ControlPlaneDependencies, 'clock'>,
  row: DeploymentRow,
): Promise<void> {
  if (row.status === 'AWAITING_DELETE') return;
  const at = clock.now();
  await tx.deployments.update(row.id, { status: 'AWAITING_DELETE', updatedAt: at });
  // Whoever waits for one of them learns that it is over.
  const message = 'The deployment was deleted.';
  for (const revision of await tx.revisions.unfinishedOf(row.id)) {
    await endRevision(tx, revision, { status: 'INTERRUPTED', message, at });
  }
}
