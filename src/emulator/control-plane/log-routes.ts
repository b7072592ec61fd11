import { LogPage, ProjectLogRequest, RevisionLogQuery } from '../../contract/logs.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, route } from '../server/route.ts';
import type { LogKind, Store } from '../seams/store.ts';
import { notFound } from './deployment-routes.ts';
import { logPage } from './log-pages.ts';
import { findDeployment, findRevision } from './lookup.ts';
import { ProjectPath, ProjectRevisionPath, RevisionPath } from './paths.ts';

const surface = 'control-plane';
const auth = 'workspace';
const responses = {
  200: { description: 'Lines, and the cursor of the next ones', schema: LogPage },
  404: notFound,
};

/** Logs of a revision: the v2 endpoint and its v1 twins (facts/service §1.7). */
export function logRoutes(store: Store): Route[] {
  const twin = (kind: LogKind): Route =>
    route({
      surface,
      method: 'POST',
      path: `/v1/projects/{project_id}/revisions/{revision_id}/${kind}_logs`,
      summary: `Read the ${kind} log of a revision`,
      auth,
      params: ProjectRevisionPath,
      body: ProjectLogRequest,
      responses,
      handler: async ({ caller, params, body }) => {
        const { project_id: id, revision_id: revisionId } = params;
        const { revision } = await findRevision(store, caller.workspaceId, id, revisionId);
        return { status: 200, body: await logPage(store.logs, revision, { ...body, kind, part: 'body' }) };
      },
    });

  return [
    route({
      surface,
      method: 'GET',
      path: '/v2/deployments/{deployment_id}/revisions/{revision_id}/logs',
      summary: 'Read the build or deploy log of a revision',
      auth,
      params: RevisionPath,
      query: RevisionLogQuery,
      responses,
      handler: async ({ caller, params, query }) => {
        const { deployment_id: id, revision_id: revisionId } = params;
        const { revision } = await findRevision(store, caller.workspaceId, id, revisionId);
        return {
          status: 200,
          body: await logPage(store.logs, revision, { ...query, kind: query.type, part: 'query' }),
        };
      },
    }),
    twin('build'),
    twin('deploy'),
    route({
      surface,
      method: 'POST',
      path: '/v1/projects/{project_id}/deploy_logs',
      summary: 'Read the deploy log of the revision that serves',
      auth,
      params: ProjectPath,
      body: ProjectLogRequest,
      responses,
      handler: async ({ caller, params, body }) => {
        const row = await findDeployment(store, caller.workspaceId, params.project_id);
        const serving = row.activeRevisionId ?? row.latestRevisionId;
        const revision = serving === null ? undefined : await store.revisions.get(row.id, serving);
        if (revision === undefined) throw new HttpError(404, `Deployment ID ${row.id} has no revision.`);
        return {
          status: 200,
          body: await logPage(store.logs, revision, { ...body, kind: 'deploy', part: 'body' }),
        };
      },
    }),
  ];
}
