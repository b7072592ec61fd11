import * as z from 'zod';
import { Run, RunBatch, RunCreate } from '../../../contract/run.ts';
import { type Route, route } from '../../server/route.ts';
import type { AgentServerDeps } from '../deps.ts';
import { configurableOf } from '../request-headers.ts';
import type { RunService } from '../run-service.ts';
import { failures, ThreadPath } from './answers.ts';
import { createAndWait, createdBody, Ended, locationOf } from './run-answers.ts';

/** Creating runs, on a thread or on one of their own (spec §4.10; facts: service §4.1). */
export function runCreateRoutes(deps: AgentServerDeps, runs: RunService): Route[] {
  return [
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/{thread_id}/runs',
      summary: 'Start a run and answer at once',
      auth: 'workspace',
      params: ThreadPath,
      body: RunCreate,
      responses: { 200: { description: 'The run, pending', schema: Run }, ...failures(404, 409, 503) },
      async handler({ deploymentId, params, body, headers }) {
        const configurable = configurableOf(headers);
        const run = await runs.create({ deploymentId, threadId: params.thread_id, body, configurable });
        return { status: 200, body: await createdBody(deps, run), headers: locationOf(run) };
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
      responses: { 200: { description: 'How it ended', schema: Ended }, ...failures(404, 409, 503) },
      handler: ({ deploymentId, params, body, headers, signal }) =>
        createAndWait(deps, runs, {
          deploymentId,
          threadId: params.thread_id,
          body,
          configurable: configurableOf(headers),
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
      responses: { 200: { description: 'The run, pending', schema: Run }, ...failures(404, 503) },
      async handler({ deploymentId, body, headers }) {
        const run = await runs.create({ deploymentId, body, configurable: configurableOf(headers) });
        return { status: 200, body: await createdBody(deps, run), headers: locationOf(run) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/runs/wait',
      summary: 'Start a run on a thread of its own, which is removed afterwards, and answer when it ends',
      auth: 'workspace',
      body: RunCreate,
      responses: { 200: { description: 'How it ended', schema: Ended }, ...failures(404, 503) },
      handler: ({ deploymentId, body, headers, signal }) =>
        createAndWait(deps, runs, { deploymentId, body, configurable: configurableOf(headers), signal }),
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
        ...failures(404, 503),
      },
      async handler({ deploymentId, body, headers }) {
        const configurable = configurableOf(headers);
        const made = await runs.createAll(body.map((one) => ({ deploymentId, body: one, configurable })));
        return { status: 200, body: await Promise.all(made.map((run) => createdBody(deps, run))) };
      },
    }),
  ];
}
