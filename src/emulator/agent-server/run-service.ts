import type { RunRow } from '../ports/store.ts';
import type { AssistantService } from './assistants.ts';
import type { AgentServerDependencies } from './dependencies.ts';
import { createRunCancellation, findRun, type RunCancellation } from './run-cancellation.ts';
import { createRunCreation, type RunCreation } from './run-creation.ts';
import { isFinal, toRunResult } from './run-outcome.ts';
import type { RunWatch } from './run-results.ts';
import type { RunKey } from './run-row.ts';
import { findThread } from './threads.ts';

/**
 * Creates, stops and deletes runs. Each request is stored completely or not at all, even if the emulator crashes,
 * except for `cancelBatch` by status.
 */
export interface RunService extends RunCreation, RunCancellation {
  /** @throws HttpError 404 if the run does not exist. */
  find(key: RunKey): Promise<RunRow>;
  /** Watches for the end of an existing run, even an ended run. @throws HttpError 404 if the run does not exist. */
  watch(key: RunKey): Promise<RunWatch>;
}

export function createRunService(
  dependencies: AgentServerDependencies,
  assistants: AssistantService,
): RunService {
  const { store, executor } = dependencies;
  return {
    ...createRunCreation(dependencies, assistants),
    ...createRunCancellation(dependencies),
    find: (key) => findRun(store, key),
    async watch(key) {
      const watch = executor.watch(key.id);
      try {
        const run = await findRun(store, key);
        executor.created([run.id]);
        if (!isFinal(run)) return watch;
        const thread = await findThread(store, key.deploymentId, key.threadId);
        watch.stop();
        return { result: Promise.resolve(toRunResult(run, thread)), stop: () => undefined };
      } catch (failure) {
        watch.stop();
        throw failure;
      }
    },
  };
}
