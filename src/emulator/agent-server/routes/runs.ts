import * as z from 'zod';
import { Run, RunCancelQuery, RunCreate, RunJoinQuery, RunListQuery } from '../../../contract/run.ts';
import type { RunRow } from '../../seams/store.ts';
import { type Route, route } from '../../server/route.ts';
import { findThread } from '../access.ts';
import type { AgentServerDeps } from '../deps.ts';
import type { RunKey } from '../executor.ts';
import { answerWhenEnded } from '../join.ts';
import type { RunService } from '../run-service.ts';
import { toRun } from '../wire.ts';
import { failures, RunPath, ThreadPath } from './answers.ts';

/** How a run ended: the thread's values, or `__error__`, both with 200 (facts: service §4.4). */
const Ended = z
  .unknown()
  .describe('The values of the thread, of any shape; or `__error__` with error and message');

const locationOf = (run: RunRow) => ({ 'content-location': `/threads/${run.threadId}/runs/${run.id}` });

/** Runs (spec §2.11, §4.10; facts: service §4.1). They are rows first: a run that was acknowledged is not lost. */
export function runRoutes(deps: AgentServerDeps, runs: RunService): Route[] {
  const { store, executor } = deps;

  const feedbackOf = async ({ id }: RunRow, { feedback_keys: keys }: RunCreate) =>
    keys && deps.feedback ? { feedback: await deps.feedback(id, keys) } : {};

  const stop = async (key: RunKey) => void (await runs.interrupt(key));

  const wait = async (request: {
    deploymentId: string;
    threadId?: string;
    body: RunCreate;
    signal: AbortSignal;
  }) => {
    const runId = deps.newId();
    // Before the run exists, so that not even a run that is over at once is missed.
    const watch = executor.watch(runId);
    try {
      const { signal, ...rest } = request;
      const run = await runs.create({ ...rest, runId });
      const leave = request.body.on_disconnect === 'cancel' ? () => stop(run) : undefined;
      const { feedback } = await feedbackOf(run, request.body);
      return answerWhenEnded(watch, { signal, headers: locationOf(run), leave, feedback });
    } catch (failure) {
      watch.stop();
      throw failure;
    }
  };

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
      async handler({ deploymentId, params, body }) {
        const run = await runs.create({ deploymentId, threadId: params.thread_id, body });
        const told = { ...toRun(run), ...(await feedbackOf(run, body)) };
        return { status: 200, body: told, headers: locationOf(run) };
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
      handler: ({ deploymentId, params, body, signal }) =>
        wait({ deploymentId, threadId: params.thread_id, body, signal }),
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/runs/wait',
      summary: 'The same on a thread of its own, which is removed afterwards',
      auth: 'workspace',
      body: RunCreate,
      responses: { 200: { description: 'How it ended', schema: Ended }, ...failures(404, 503) },
      handler: ({ deploymentId, body, signal }) => wait({ deploymentId, body, signal }),
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/runs',
      summary: 'The runs of a thread, newest first',
      auth: 'workspace',
      anywhere: true,
      params: ThreadPath,
      query: RunListQuery,
      responses: { 200: { description: 'Runs', schema: z.array(Run) }, ...failures(404) },
      async handler({ deploymentId, params, query }) {
        await findThread(store, deploymentId, params.thread_id);
        const { limit, offset, status } = query;
        const filter = { limit, offset, ...(status !== undefined && { status }) };
        const found = await store.runs.list(deploymentId, params.thread_id, filter);
        return { status: 200, body: found.map(toRun) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}',
      summary: 'A run',
      auth: 'workspace',
      anywhere: true,
      params: RunPath,
      responses: { 200: { description: 'The run', schema: Run }, ...failures(404) },
      async handler({ deploymentId, params }) {
        return { status: 200, body: toRun(await runs.find(keyOf(deploymentId, params))) };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'DELETE',
      path: '/threads/{thread_id}/runs/{run_id}',
      summary: 'Delete a run; one that is not finished is stopped and undone',
      auth: 'workspace',
      params: RunPath,
      responses: { 204: { description: 'Gone' }, ...failures(404, 503) },
      async handler({ deploymentId, params }) {
        const { halted } = await runs.remove(keyOf(deploymentId, params));
        await halted;
        return { status: 204 };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}/join',
      summary: "Answer with the thread's values when the run ends",
      auth: 'workspace',
      params: RunPath,
      query: RunJoinQuery,
      responses: { 200: { description: 'How it ended', schema: Ended }, ...failures(404, 503) },
      async handler({ deploymentId, params, query, signal }) {
        const key = keyOf(deploymentId, params);
        const watch = await runs.join(key);
        const leave = query.cancel_on_disconnect ? () => stop(key) : undefined;
        return answerWhenEnded(watch, { signal, headers: {}, leave });
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/{thread_id}/runs/{run_id}/cancel',
      summary: 'Stop a run, and with action=rollback undo it',
      auth: 'workspace',
      params: RunPath,
      query: RunCancelQuery,
      responses: {
        202: { description: 'It is being stopped' },
        204: { description: 'It has stopped' },
        ...failures(404, 503),
      },
      async handler({ deploymentId, params, query }) {
        const key = keyOf(deploymentId, params);
        // That it is to stop is kept before it is said; that nothing of it goes on may come later.
        const { halted } = await (query.action === 'rollback' ? runs.remove(key) : runs.interrupt(key));
        if (query.wait) {
          await halted;
          return { status: 204 };
        }
        return { status: 202 };
      },
    }),
  ];
}

const keyOf = (deploymentId: string, params: z.infer<typeof RunPath>) => ({
  deploymentId,
  threadId: params.thread_id,
  id: params.run_id,
});
