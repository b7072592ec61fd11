import * as z from 'zod';
import { type Run, RunCreate } from '../../../contract/run.ts';
import type { RunRow } from '../../ports/store.ts';
import type { RouteResponse } from '../../server/route.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import type { RunKey } from '../run-executor.ts';
import { respondWhenEnded } from '../join.ts';
import type { RunRequest, RunService } from '../run-service.ts';
import { toRun } from '../wire.ts';
import type { RunPath } from './answers.ts';

/** How a run ended: the thread's values, or `__error__`, both with 200 (facts: service §4.4). */
export const RunResultBody = z
  .unknown()
  .describe('The values of the thread, of any shape; or `__error__` with error and message');

/** Where a run is found, as the official clients read it. */
export const locationHeader = (run: RunRow) => ({
  'content-location': `/threads/${run.threadId}/runs/${run.id}`,
});

export const toRunKey = (deploymentId: string, params: z.infer<typeof RunPath>): RunKey => ({
  deploymentId,
  threadId: params.thread_id,
  id: params.run_id,
});

/** A run that was just created, with the feedback URLs it was asked for (spec §4.10). */
export async function toCreatedBody(deps: AgentServerDependencies, run: RunRow): Promise<Run> {
  const feedback = await feedbackOf(deps, run);
  return feedback ? { ...toRun(run), feedback } : toRun(run);
}

async function feedbackOf(
  deps: AgentServerDependencies,
  run: RunRow,
): Promise<Record<string, string> | undefined> {
  const keys = RunCreate.parse(run.kwargs).feedback_keys;
  return keys && deps.feedback ? deps.feedback(run.id, keys) : undefined;
}

/** Creates a run and answers when it ends. @throws HttpError as `RunService.create` does. */
export async function createRunAndWait(
  deps: AgentServerDependencies,
  runs: RunService,
  request: RunRequest & { signal: AbortSignal },
): Promise<RouteResponse> {
  const runId = deps.newId();
  // Before the run exists, so that not even a run that is over at once is missed.
  const watch = deps.executor.watch(runId);
  try {
    const { signal, ...rest } = request;
    const run = await runs.create({ ...rest, runId });
    const leave =
      request.body.on_disconnect === 'cancel'
        ? async () => void (await runs.cancel(run, 'interrupt').catch(() => undefined))
        : undefined;
    const feedback = await feedbackOf(deps, run);
    return respondWhenEnded(watch, { signal, headers: locationHeader(run), leave, feedback });
  } catch (failure) {
    watch.stop();
    throw failure;
  }
}
