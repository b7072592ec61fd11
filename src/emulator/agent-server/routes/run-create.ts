import * as z from 'zod';
import { Run, RunBatch, RunCreate } from '../../../contract/run.ts';
import { type Route, route } from '../../server/route.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { configurableFromHeaders } from '../request-headers.ts';
import type { RunService } from '../run-service.ts';
import { errorResponses, ThreadPath } from './answers.ts';
import { createRunAndWait, toCreatedBody, RunResultBody, locationHeader } from './run-answers.ts';

/** Creating runs, on a thread or on one of their own (spec §4.10; facts: service §4.1). */
export function runCreateRoutes(deps: AgentServerDependencies, runs: RunService): Route[] {
  return [
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/{thread_id}/runs',
      summary: 'Start a run and answer at once',
      auth: 'workspace',
      params: ThreadPath,
      body: RunCreate,
      responses: { 200: { description: 'The run, pending', schema: Run }, ...errorResponses(404, 409, 503) },
      async handler({ deploymentId, params, body, headers }) {
        const configurable = configurableFromHeaders(headers);
        const run = await runs.create({
          deploymentId,
          threadId: params.thread_id,
          body,
          headerConfig: configurable,
        });
        return { status: 200, body: await toCreatedBody(deps, run), headers: locationHeader(run) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/{thread_id}/runs/wait',
      summary: "Start a run and answer with the thread's values when it ends",
      auth: 'workspace',
      params: ThreadPath,
      body: RunCreate,
      responses: {
        200: { description: 'How it ended', schema: RunResultBody },
        ...errorResponses(404, 409, 503),
      },
      handler: ({ deploymentId, params, body, headers, signal }) =>
        createRunAndWait(deps, runs, {
          deploymentId,
          threadId: params.thread_id,
          body,
          headerConfig: configurableFromHeaders(headers),
          signal,
        }),
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/runs',
      summary: 'Start a run on a thread of its own, which is removed afterwards, and answer at once',
      auth: 'workspace',
      body: RunCreate,
      responses: { 200: { description: 'The run, pending', schema: Run }, ...errorResponses(404, 503) },
      async handler({ deploymentId, body, headers }) {
        const run = await runs.create({ deploymentId, body, headerConfig: configurableFromHeaders(headers) });
        return { status: 200, body: await toCreatedBody(deps, run), headers: locationHeader(run) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/runs/wait',
      summary: 'Start a run on a thread of its own, which is removed afterwards, and answer when it ends',
      auth: 'workspace',
      body: RunCreate,
      responses: { 200: { description: 'How it ended', schema: RunResultBody }, ...errorResponses(404, 503) },
      handler: ({ deploymentId, body, headers, signal }) =>
        createRunAndWait(deps, runs, {
          deploymentId,
          body,
          headerConfig: configurableFromHeaders(headers),
          signal,
        }),
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/runs/batch',
      summary: 'Start several runs on threads of their own, all or none',
      auth: 'workspace',
      body: RunBatch,
      responses: {
        200: { description: 'The runs, in the order of the request', schema: z.array(Run) },
        ...errorResponses(404, 503),
      },
      async handler({ deploymentId, body, headers }) {
        const configurable = configurableFromHeaders(headers);
        const made = await runs.createBatch(body.map((one) => ({ deploymentId, body: one, configurable })));
        return { status: 200, body: await Promise.all(made.map((run) => toCreatedBody(deps, run))) };
      },
    }),
  ];
}
