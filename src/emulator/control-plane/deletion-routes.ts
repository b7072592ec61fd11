import * as z from 'zod';
import { BulkDeleteResponse } from '../../contract/deployment.ts';
import { BulkDeleteQuery, DeploymentDeleteQuery } from '../../contract/query.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, route } from '../server/route.ts';
import { createDeletionService, type DeleteOptions } from './deletions.ts';
import { badRequest, notFound } from './deployment-routes.ts';
import type { ControlPlaneDependencies } from './deps.ts';
import { DeploymentPath, ProjectPath } from './paths.ts';

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
