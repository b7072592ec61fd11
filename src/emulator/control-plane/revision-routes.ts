import { DeploymentResponse, DeploymentPatch } from '../../contract/deployment.ts';
import { RevisionListQuery } from '../../contract/query.ts';
import { RevisionResponse, RevisionListResponse } from '../../contract/revision.ts';
import { type Route, route } from '../server/route.ts';
import { toRevisionAnswer } from './answers.ts';
import { callerContext, badRequest, conflict, notFound } from './deployment-routes.ts';
import type { DeploymentService } from './deployments.ts';
import { acceptBothDialects } from './either-dialect.ts';
import { DeploymentPath, RevisionPath } from './paths.ts';
import type { RevisionService } from './revisions.ts';

const path = '/v2/deployments/{deployment_id}/revisions';
const onePath = `${path}/{revision_id}`;
const surface = 'control-plane';
const auth = 'workspace';

/** Spec §4.5 and §4.6, redeploy, interrupt, and the newer way to make a revision (facts/service §1.2). */
export function revisionRoutes(revisions: RevisionService, deployments: DeploymentService): Route[] {
  return [
    route({
      surface,
      method: 'GET',
      path,
      summary: 'List revisions, latest first',
      auth,
      params: DeploymentPath,
      query: RevisionListQuery,
      responses: {
        200: {
          description: 'A page; its offset is what to pass for the next one',
          schema: RevisionListResponse,
        },
        404: notFound,
      },
      handler: async ({ caller, params, query }) => {
        const { limit, offset, status } = query;
        const found = await revisions.list(caller.workspaceId, params.deployment_id, {
          limit,
          offset,
          ...(status?.length ? { status } : {}),
        });
        const resources = found.revisions.map((row) => toRevisionAnswer(row, found.deployment));
        return { status: 200, body: { resources, offset: offset + resources.length } };
      },
    }),
    route({
      surface,
      method: 'POST',
      path,
      summary: 'Make a revision, whatever the body changes',
      auth,
      params: DeploymentPath,
      body: acceptBothDialects(DeploymentPatch).nullish(),
      responses: {
        201: { description: 'The revision', schema: RevisionResponse },
        400: badRequest,
        404: notFound,
        409: conflict,
      },
      handler: async (request) => {
        const { deployment_id: id } = request.params;
        const made = await deployments.createRevision(callerContext(request), id, request.body ?? {});
        return { status: 201, body: toRevisionAnswer(made.revision, made.deployment) };
      },
    }),
    route({
      surface,
      method: 'GET',
      path: onePath,
      summary: 'Read a revision',
      auth,
      params: RevisionPath,
      responses: { 200: { description: 'The revision', schema: RevisionResponse }, 404: notFound },
      handler: async ({ caller, params }) => {
        const found = await revisions.get(caller.workspaceId, params.deployment_id, params.revision_id);
        return { status: 200, body: toRevisionAnswer(found.revision, found.deployment) };
      },
    }),
    route({
      surface,
      method: 'POST',
      path: `${onePath}/redeploy`,
      summary: 'Make a new revision of exactly what this one is',
      auth,
      params: RevisionPath,
      responses: {
        200: { description: 'The deployment', schema: DeploymentResponse },
        400: badRequest,
        404: notFound,
        409: conflict,
      },
      handler: async (request) => {
        const { deployment_id: id, revision_id: revision } = request.params;
        const row = await revisions.redeploy(request.caller.workspaceId, id, revision);
        return { status: 200, body: await deployments.answer(callerContext(request), row) };
      },
    }),
    // Clients know it under either name (facts/service §1.2).
    ...['interrupt', 'interruption'].map((name) =>
      route({
        surface,
        method: 'POST',
        path: `${onePath}/${name}`,
        summary: 'Give a revision up that has not ended',
        auth,
        params: RevisionPath,
        responses: {
          200: { description: 'The revision', schema: RevisionResponse },
          400: badRequest,
          404: notFound,
          409: conflict,
        },
        handler: async ({ caller, params }) => {
          const { deployment_id: id, revision_id: revision } = params;
          const found = await revisions.interrupt(caller.workspaceId, id, revision);
          return { status: 200, body: toRevisionAnswer(found.revision, found.deployment) };
        },
      }),
    ),
  ];
}
