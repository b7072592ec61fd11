import type * as z from 'zod';
import {
  DeploymentCreate,
  DeploymentListResponse,
  DeploymentPatch,
  DeploymentResponse,
  FreeCount,
} from '../../contract/deployment.ts';
import { DetailError } from '../../contract/errors.ts';
import { DeploymentListQuery } from '../../contract/query.ts';
import type { DeploymentFilter } from '../ports/store.ts';
import { type Route, route, type RouteRequest } from '../server/route.ts';
import type { CallerContext, DeploymentService } from './deployments.ts';
import { acceptBothDialects, DeploymentPath, sourceAsSent } from './requests.ts';

const path = '/v2/deployments';
const onePath = `${path}/{deployment_id}`;
const surface = 'control-plane';
const auth = 'workspace';

export const notFound = { description: 'Not found', schema: DetailError };
export const conflict = { description: 'Conflict', schema: DetailError };
export const badRequest = { description: 'Bad request', schema: DetailError };

/** Who calls, for the services. */
export function callerContext(request: RouteRequest<unknown, unknown, unknown>): CallerContext {
  return { workspaceId: request.caller.workspaceId, origin: request.origin };
}

/** Spec §4.1 to 4.3, and the list of §4.9. */
export function deploymentRoutes(service: DeploymentService): Route[] {
  return [
    route({
      surface,
      method: 'POST',
      path,
      summary: 'Create a deployment and its first revision',
      auth,
      body: acceptBothDialects(DeploymentCreate),
      responses: {
        201: { description: 'The deployment', schema: DeploymentResponse },
        400: badRequest,
        409: conflict,
      },
      handler: async (request) => ({
        status: 201,
        body: await service.create(
          callerContext(request),
          request.body,
          sourceAsSent(request.sentBody, request.body.source),
        ),
      }),
    }),
    route({
      surface,
      method: 'GET',
      path,
      summary: 'List deployments',
      auth,
      query: DeploymentListQuery,
      responses: {
        200: {
          description: 'A page; its offset is what to pass for the next one',
          schema: DeploymentListResponse,
        },
      },
      handler: async (request) => {
        const resources = await service.list(callerContext(request), filterOf(request.query));
        return { status: 200, body: { resources, offset: request.query.offset + resources.length } };
      },
    }),
    route({
      surface,
      method: 'GET',
      path: `${path}/free-count`,
      summary: 'Count the deployments of the free type',
      auth,
      responses: { 200: { description: 'How many there are', schema: FreeCount } },
      handler: async ({ caller }) => ({
        status: 200,
        body: { count: await service.countFree(caller.workspaceId) },
      }),
    }),
    route({
      surface,
      method: 'GET',
      path: onePath,
      summary: 'Read a deployment',
      auth,
      params: DeploymentPath,
      responses: { 200: { description: 'The deployment', schema: DeploymentResponse }, 404: notFound },
      handler: async (request) => ({
        status: 200,
        body: await service.get(callerContext(request), request.params.deployment_id),
      }),
    }),
    route({
      surface,
      method: 'PATCH',
      path: onePath,
      summary: 'Change a deployment; some changes make a revision',
      auth,
      params: DeploymentPath,
      body: acceptBothDialects(DeploymentPatch),
      responses: {
        200: { description: 'The deployment', schema: DeploymentResponse },
        400: badRequest,
        404: notFound,
        409: conflict,
      },
      handler: async (request) => ({
        status: 200,
        body: await service.patch(callerContext(request), request.params.deployment_id, request.body),
      }),
    }),
  ];
}

/** A filter that is there but empty, such as `?status=`, asks for nothing. */
function filterOf(query: z.infer<typeof DeploymentListQuery>): DeploymentFilter {
  return {
    limit: query.limit,
    offset: query.offset,
    ...(query.name ? { name: query.name } : {}),
    ...(query.name_contains ? { nameContains: query.name_contains } : {}),
    ...(query.status?.length ? { status: query.status } : {}),
    ...(query.image_version ? { imageVersion: query.image_version } : {}),
    ...(query.deployment_type ? { deploymentType: query.deployment_type } : {}),
    ...(query.deployment_ids?.length ? { ids: query.deployment_ids.map((id) => id.toLowerCase()) } : {}),
    // Nothing bears a tag here, or belongs to an agent: ignored, such a filter would give other deployments.
    ...(query.tag_value_ids?.length || query.agent_id || query.agent_environment ? { ids: [] } : {}),
  };
}
