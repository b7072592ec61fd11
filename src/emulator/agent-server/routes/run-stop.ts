import { RunCancelQuery, RunsCancel } from '../../../contract/run.ts';
import { type Route, route } from '../../server/route.ts';
import type { RunService, Cancellation } from '../run-service.ts';
import { errorResponses, RunPath } from './answers.ts';
import { toRunKey } from './run-answers.ts';

/** Stopping runs, and undoing them (facts: service §4.1; DESIGN §5 "run rollback"). */
export function runStopRoutes(runs: RunService): Route[] {
  return [
    route({
      surface: 'agent-server',
      method: 'DELETE',
      path: '/threads/{thread_id}/runs/{run_id}',
      summary: 'Delete a run; one that is not finished is stopped and undone',
      auth: 'workspace',
      params: RunPath,
      responses: { 204: { description: 'Gone' }, ...errorResponses(404, 503) },
      async handler({ deploymentId, params }) {
        const { stopped: halted } = await runs.remove(toRunKey(deploymentId, params));
        await halted;
        return { status: 204 };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/{thread_id}/runs/{run_id}/cancel',
      summary: 'Stop a run, and with action=rollback undo it; one that has ended stays as it is',
      auth: 'workspace',
      params: RunPath,
      query: RunCancelQuery,
      responses: {
        202: { description: 'It is being stopped' },
        204: { description: 'It has stopped' },
        ...errorResponses(404, 503),
      },
      async handler({ deploymentId, params, query }) {
        return stopped(await runs.cancel(toRunKey(deploymentId, params), query.action), query.wait, 202);
      },
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/runs/cancel',
      summary: 'Stop several runs: those of a thread that are named, or all in a status',
      auth: 'workspace',
      query: RunCancelQuery,
      body: RunsCancel,
      responses: { 204: { description: 'They are being stopped, or have' }, ...errorResponses(404, 503) },
      async handler({ deploymentId, query, body }) {
        return stopped(await runs.cancelBatch(deploymentId, body, query.action), query.wait, 204);
      },
    }),
  ];
}

/** That it is to stop is kept before it is said; that nothing of it goes on may come later. */
async function stopped(stopping: Cancellation, wait: boolean, atOnce: number): Promise<{ status: number }> {
  if (!wait) return { status: atOnce };
  await stopping.stopped;
  return { status: 204 };
}
