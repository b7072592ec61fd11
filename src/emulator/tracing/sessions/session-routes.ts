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
import { route, type Route } from '../../server/route.ts';
import type { EvaluationDependencies } from '../datasets/dataset-service.ts';
import { createSession, findProject, listSessions, readSession, updateSession } from './session-service.ts';

const surface = 'tracing';
const auth = 'workspace';
const params = z.object({ session_id: z.guid().toLowerCase() });
const notFound = { description: 'Not found', schema: DetailError };
const conflict = { description: 'The name or the ID is in use', schema: DetailError };

/** Creates the routes of tracing projects and experiments below the path `base`. */
export function sessionRoutes(base: string, dependencies: EvaluationDependencies): Route[] {
  const path = `${base}/sessions`;
  return [
    route({
      surface,
      method: 'GET',
      path,
      summary: 'List tracing projects, newest first',
      auth,
      query: TracingProjectQuery,
      responses: { 200: { description: 'The projects', schema: TracingProjectList } },
      handler: async ({ caller, query }) => ({
        status: 200,
        body: await listSessions(dependencies, caller.workspaceId, query),
      }),
    }),
    route({
      surface,
      method: 'POST',
      path,
      summary: 'Create a tracing project, or an experiment on a dataset',
      auth,
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
    route({
      surface,
      method: 'GET',
      path,
      summary: 'A tracing project',
      auth,
      params,
      query: SessionQuery,
      responses: { 200: { description: 'The project', schema: TracingProject }, 404: notFound },
      handler: async ({ caller: { workspaceId }, params: { session_id: id }, query }) => ({
        status: 200,
        body: await readSession(dependencies, { workspaceId, id }, query.include_stats),
      }),
    }),
    route({
      surface,
      method: 'PATCH',
      path,
      summary: 'Change a tracing project; omitted fields stay unchanged',
      auth,
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
    route({
      surface,
      method: 'DELETE',
      path,
      summary: 'Delete a tracing project with its runs and feedback',
      auth,
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
