import type { Store } from '../ports/store.ts';
import type { ClaimedRuns } from './claimed-runs.ts';
import type { createRunResults } from './run-results.ts';
import { readResult } from './run-settlement.ts';
import type { RunHandlers } from './shared/replica-messages.ts';
import type { RunStreams } from './streams/run-streams.ts';

interface HandlerDependencies {
  store: Store;
  claimed: ClaimedRuns;
  results: ReturnType<typeof createRunResults>;
  streams: RunStreams;
  wake: (deploymentId: string) => void;
  /** Aborts a run that was stopped in the store. Resolves once work on the run has ended. */
  endWork: (runId: string, deploymentId: string) => Promise<unknown>;
  /** Called when another replica has changed a cron. */
  cronsChanged: (deploymentId: string) => void;
}

/** Creates the functions that other replicas call on this replica. */
export function createRunHandlers(dependencies: HandlerDependencies): RunHandlers {
  const { store, claimed, results, streams, wake, endWork, cronsChanged } = dependencies;
  return {
    wake,
    cronsChanged,
    async addListener(runId) {
      if (!claimed.has(runId)) return false;
      await streams.remote.addListener(runId);
      return true;
    },
    eventsStored: (runId) => streams.remote.eventsStored(runId),
    runBegun: (run) =>
      streams.remote.runBegun(run, () => store.runs.get(run.deploymentId, run.threadId, run.id)),
    async runEnded({ id, threadId, deploymentId }) {
      if (threadId !== undefined && deploymentId !== undefined) {
        streams.remote.runEnded({ id, threadId, deploymentId });
      }
      if (!results.waiting().has(id)) return;
      const result = await readResult(store, id);
      if (result) results.announce(id, result);
    },
    async pause(scope, { flush }) {
      if (flush) await claimed.flushWrites(scope);
      const held = Promise.withResolvers<() => void>();
      void streams.pauseStreams(scope, () => new Promise<void>((resolve) => held.resolve(resolve)));
      return held.promise;
    },
    async stop(deploymentId, runIds) {
      await Promise.all(runIds.map((id) => endWork(id, deploymentId)));
    },
    waitsFor: () => ({
      ...streams.remote.subscribed(),
      ends: new Map([...results.waiting()].filter(([id]) => !claimed.has(id))),
      ours: claimed.fences(),
    }),
  };
}
