import {
  DeploymentLogPage,
  DeploymentLogQuery,
  DeployLogQuery,
  LogPage,
  ProjectLogRequest,
  RevisionLogQuery,
} from '../../contract/logs.ts';
import { type Route, route } from '../server/route.ts';
import type { LogKind, Store } from '../ports/store.ts';
import { notFound } from './deployment-routes.ts';
import {
  deploymentLog,
  logEntry,
  logPage,
  type LogRequest,
  type LogSource,
  revisionLog,
} from './log-pages.ts';
import { findDeployment, findRevision } from './lookup.ts';
import { DeploymentPath, ProjectPath, ProjectRevisionPath, RevisionPath } from './paths.ts';

const surface = 'control-plane';
const auth = 'workspace';
const responses = {
  200: { description: 'Lines, and the cursor of the next ones', schema: LogPage },
  404: notFound,
};

type Asked = Omit<LogRequest, 'part' | 'cursorField' | 'cursor'> & { offset?: string | null | undefined };

async function answer(log: LogSource, part: LogRequest['part'], asked: Asked) {
  const page = await logPage(log, { ...asked, part, cursorField: 'offset', cursor: asked.offset });
  return { status: 200, body: { logs: page.lines.map(logEntry), next_offset: page.next } };
}

/** Logs of revisions and of whole deployments: the v2 endpoints and their v1 twins (facts/service §1.7). */
export function logRoutes(store: Store): Route[] {
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
        return answer(revisionLog(store, revision, query.type), 'query', query);
      },
    }),
    route({
      surface,
      method: 'GET',
      path: '/v2/deployments/{deployment_id}/logs',
      summary: 'Read the deploy logs of a deployment, over all its revisions',
      auth,
      params: DeploymentPath,
      query: DeployLogQuery,
      responses,
      handler: async ({ caller, params, query }) => {
        const { id } = await findDeployment(store, caller.workspaceId, params.deployment_id);
        return answer(await deploymentLog(store, id, 'deploy'), 'query', query);
      },
    }),
    deploymentLogsRoute(store),
    ...projectRoutes(store),
  ];
}

function deploymentLogsRoute(store: Store): Route {
  return route({
    surface,
    method: 'GET',
    path: '/v2/deployment-logs',
    summary: 'Read the build or deploy logs of a deployment, or of one of its revisions',
    auth,
    query: DeploymentLogQuery,
    responses: {
      200: { description: 'Lines, and the cursor of the next ones', schema: DeploymentLogPage },
      404: notFound,
    },
    handler: async ({ caller, query }) => {
      const kind: LogKind = query.log_type === 'BUILD' ? 'build' : 'deploy';
      const id = query.deployment_id.toLowerCase();
      const revisionId = query.revision_id?.toLowerCase();
      const log =
        revisionId === undefined
          ? await deploymentLog(store, (await findDeployment(store, caller.workspaceId, id)).id, kind)
          : revisionLog(
              store,
              (await findRevision(store, caller.workspaceId, id, revisionId)).revision,
              kind,
            );
      const { lines, next } = await logPage(log, {
        ...query,
        part: 'query',
        cursorField: 'cursor',
        order: query.sort_order,
        limit: query.page_size,
      });
      const items = lines.map((line) => ({ ...logEntry(line), revision_id: line.revisionId }));
      return { status: 200, body: { items, next_cursor: next } };
    },
  });
}

/** The older twins, which name a deployment as a project. */
function projectRoutes(store: Store): Route[] {
  const ofRevision = (kind: LogKind): Route =>
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
        return answer(revisionLog(store, revision, kind), 'body', body);
      },
    });
  return [
    ofRevision('build'),
    ofRevision('deploy'),
    route({
      surface,
      method: 'POST',
      path: '/v1/projects/{project_id}/deploy_logs',
      summary: 'Read the deploy logs of a deployment, over all its revisions',
      auth,
      params: ProjectPath,
      body: ProjectLogRequest,
      responses,
      handler: async ({ caller, params, body }) => {
        const { id } = await findDeployment(store, caller.workspaceId, params.project_id);
        return answer(await deploymentLog(store, id, 'deploy'), 'body', body);
      },
    }),
  ];
}
