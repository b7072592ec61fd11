import { isoTime } from '../ports/clock.ts';
import * as z from 'zod';
import { DetailError } from '../../contract/error-bodies.ts';
import { TracingProject, TracingProjectList, TracingProjectQuery } from '../../contract/tracing.ts';
import { DOCUMENT_VERSION } from '../../contract/limits.ts';
import type { ProjectRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { route, type Route } from '../server/route.ts';
import type { FeedbackDependencies } from './feedback-tokens.ts';
import { datasetRoutes } from './datasets/dataset-routes.ts';
import { attachmentRoute, exampleRoutes, uploadRoutes } from './datasets/example-routes.ts';
import { feedbackRoutes } from './feedback.ts';

const path = '/api/v1/sessions';
const surface = 'tracing';
const auth = 'workspace';
const TracingInfo = z.object({ version: z.string(), instance_flags: z.record(z.string(), z.unknown()) });
const ProjectPath = z.object({ session_id: z.guid().toLowerCase() });
/** Clients use the routes with and without the prefix. */
const PREFIXES = ['', '/api/v1'];
const PLATFORM_PREFIXES = ['/v1/platform', '/api/v1/platform'];
/** Limit that exceeds the number of any workspace's projects. */
const ALL = { limit: 1_000_000, offset: 0 };

/**
 * Creates the routes that list and delete the tracing projects of deployments, and the routes of feedback on runs.
 */
export function tracingRoutes(dependencies: FeedbackDependencies): Route[] {
  const { projects } = dependencies.store;
  const findProject = async (workspaceId: string, id: string): Promise<ProjectRow> => {
    const found = (await projects.list(workspaceId, ALL)).find((row) => row.id === id);
    if (!found) throw new HttpError(404, `Tracing project ID ${id} not found.`);
    return found;
  };
  return [
    ...feedbackRoutes(dependencies),
    ...PREFIXES.flatMap((base) => [
      ...datasetRoutes(base, dependencies),
      ...exampleRoutes(base, dependencies),
    ]),
    ...PLATFORM_PREFIXES.flatMap((base) => uploadRoutes(base, dependencies)),
    attachmentRoute(dependencies),
    route({
      surface,
      method: 'GET',
      path: '/api/v1/info',
      summary: 'What this surface can do, as its clients ask before they write',
      auth: 'none',
      responses: { 200: { description: 'Its version', schema: TracingInfo } },
      handler: () => ({ status: 200, body: { version: DOCUMENT_VERSION, instance_flags: {} } }),
    }),
    route({
      surface,
      method: 'GET',
      path,
      summary: 'List tracing projects',
      auth,
      query: TracingProjectQuery,
      responses: { 200: { description: 'The projects', schema: TracingProjectList } },
      handler: async ({ caller, query }) => {
        const { limit, offset, name, name_contains: part, id: ids } = query;
        if (query.reference_dataset !== undefined) return { status: 200, body: [] };
        const filter = name === undefined ? {} : { name };
        if (part === undefined && ids === undefined) {
          return {
            status: 200,
            body: (await projects.list(caller.workspaceId, { limit, offset, ...filter })).map(answer),
          };
        }
        const all = await projects.list(caller.workspaceId, { ...ALL, ...filter });
        const found = all.filter((row) => row.name.includes(part ?? '') && (ids?.includes(row.id) ?? true));
        return { status: 200, body: found.slice(offset, offset + limit).map(answer) };
      },
    }),
    route({
      surface,
      method: 'GET',
      path: `${path}/{session_id}`,
      summary: 'A tracing project',
      auth,
      params: ProjectPath,
      responses: {
        200: { description: 'The project', schema: TracingProject },
        404: { description: 'Not found', schema: DetailError },
      },
      handler: async ({ caller, params }) => ({
        status: 200,
        body: answer(await findProject(caller.workspaceId, params.session_id)),
      }),
    }),
    route({
      surface,
      method: 'DELETE',
      path: `${path}/{session_id}`,
      summary: 'Delete a tracing project',
      auth,
      params: ProjectPath,
      responses: {
        204: { description: 'Deleted' },
        404: { description: 'Not found', schema: DetailError },
      },
      handler: async ({ caller, params }) => {
        await findProject(caller.workspaceId, params.session_id);
        await projects.remove(caller.workspaceId, params.session_id);
        return { status: 204 };
      },
    }),
  ];
}

function answer(row: ProjectRow) {
  return {
    id: row.id,
    name: row.name,
    tenant_id: row.workspaceId,
    start_time: isoTime(row.createdAt),
    reference_dataset_id: null,
  };
}
