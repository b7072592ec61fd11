import * as z from 'zod';
import { DetailError } from '../../../contract/error-bodies.ts';
import {
  SessionChange,
  SessionCreate,
  SessionCreateQuery,
  SessionQuery,
  TracingProject,
  TracingProjectList,
  TracingProjectQuery,
} from '../../../contract/tracing.ts';
import { routesOf, type Route } from '../../server/route.ts';
import type { EvaluationDependencies } from '../datasets/dataset-service.ts';
import { createSession, findProject, listSessions, readSession, updateSession } from './session-service.ts';

const api = routesOf('tracing', 'workspace');
const params = z.object({ session_id: z.guid().toLowerCase() });
const notFound = { description: 'Not found', schema: DetailError };
const conflict = { description: 'The name or the ID is in use', schema: DetailError };

/** Creates the routes of tracing projects and experiments below the path `base`. */
export function sessionRoutes(base: string, dependencies: EvaluationDependencies): Route[] {
  const path = `${base}/sessions`;
  return [
    api.get(path, {
      summary: 'List tracing projects, newest first',
      query: TracingProjectQuery,
      responses: { 200: { description: 'The projects', schema: TracingProjectList } },
      handler: async ({ caller, query }) => ({
        status: 200,
        body: await listSessions(dependencies, caller.workspaceId, query),
      }),
    }),
    api.post(path, {
      summary: 'Create a tracing project, or an experiment on a dataset',
      query: SessionCreateQuery,
      body: SessionCreate,
      responses: {
        200: { description: 'The project', schema: TracingProject },
        404: notFound,
        409: conflict,
      },
      handler: async ({ caller, query: { upsert }, body }) => ({
        status: 200,
        body: await createSession(dependencies, caller.workspaceId, { body, upsert }),
      }),
    }),
    ...oneRoutes(`${path}/{session_id}`, dependencies),
  ];
}

function oneRoutes(path: string, dependencies: EvaluationDependencies): Route[] {
  const { store } = dependencies;
  return [
    api.get(path, {
      summary: 'A tracing project',
      params,
      query: SessionQuery,
      responses: { 200: { description: 'The project', schema: TracingProject }, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { session_id: id }, query }) => ({
        status: 200,
        body: await readSession(dependencies, { workspaceId, id }, query.include_stats),
      }),
    }),
    api.patch(path, {
      summary: 'Change a tracing project; omitted fields stay unchanged',
      params,
      body: SessionChange,
      responses: {
        200: { description: 'The project', schema: TracingProject },
        404: notFound,
        409: conflict,
      },
      handler: async ({ caller: { workspaceId }, params: { session_id: id }, body }) => ({
        status: 200,
        body: await updateSession(dependencies, { workspaceId, id }, body),
      }),
    }),
    api.delete(path, {
      summary: 'Delete a tracing project with its runs and feedback',
      params,
      responses: { 204: { description: 'Deleted' }, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { session_id: id } }) => {
        await store.transaction(async (tx) => {
          await findProject(tx, workspaceId, id);
          await tx.projects.remove(workspaceId, id);
        });
        return { status: 204 };
      },
    }),
  ];
}
