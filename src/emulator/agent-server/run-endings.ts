import { createPacer } from '../../clients/pacer.ts';
import type { Clock } from '../../clients/clock.ts';
import type { RunRow, Store } from '../ports/store.ts';
import type { ClaimedRun, ClaimedRuns } from './claimed-runs.ts';
import type { createRunClaims } from './run-claims.ts';
import {
  type AttemptOutcome,
  MAX_ATTEMPTS,
  type RunResult,
  type Settlement,
  type StoppedRun,
  hasWebhook,
  toValuesResult,
} from './run-outcome.ts';
import type { createRunResults } from './run-results.ts';
import type { RunKey } from './run-row.ts';
import { settleWithRetry } from './run-settlement.ts';
import type { OtherReplicas } from './shared/other-replicas.ts';
import type { createStaleThreads, StoredState } from './stale-threads.ts';
import type { RunStreams } from './streams/run-streams.ts';

interface EndingDependencies {
  store: Store;
  clock: Clock;
  log: (line: string) => void;
  instanceId: string | undefined;
  others: OtherReplicas | undefined;
  onRunsEnded: () => void;
  claimed: ClaimedRuns;
  claims: ReturnType<typeof createRunClaims>;
  results: ReturnType<typeof createRunResults>;
  streams: RunStreams;
  staleThreads: ReturnType<typeof createStaleThreads>;
  closing: AbortSignal;
  wake: (deploymentId: string) => void;
  /** Resolves once the deployment's current search for pending runs has ended. */
  currentPump: (deploymentId: string) => Promise<void> | undefined;
}

/** Creates the functions that store and report how runs end, after an attempt or a stop in the store. */
export function createRunEndings(dependencies: EndingDependencies) {
  const { store, clock, log, instanceId, others, onRunsEnded, claimed, claims } = dependencies;
  const { results, streams, staleThreads, closing, wake, currentPump } = dependencies;
  const announce = (run: RunKey, result: RunResult): void => {
    results.announce(run.id, result);
    streams.runEnded(run);
    const { deploymentId, threadId, id } = run;
    others?.notify({ kind: 'ended', run: { deploymentId, threadId, id } });
  };

  const settle = async (run: RunRow, outcome: AttemptOutcome): Promise<Settlement> => {
    const stored: AttemptOutcome =
      closing.aborted && outcome.kind === 'aborted' ? { kind: 'requeue' } : outcome;
    const pacer = createPacer();
    const settled = await settleWithRetry(store, run, stored, {
      now: () => clock.now(),
      signal: closing,
      log,
    });
    if (outcome.kind === 'crashed') {
      log(`run ${run.id}, attempt ${run.attempt} of ${MAX_ATTEMPTS}: ${outcome.message}`);
    }
    if (settled.kind === 'requeued') return settled;
    // Only a successful or interrupted attempt reports the thread's values. In all other cases, the values must be read
    // from the checkpoints.
    const hasValues =
      settled.kind === 'ended' && (outcome.kind === 'success' || outcome.kind === 'interrupted');
    const left = hasValues ? undefined : await staleThreads.refreshState({ ...run, runId: run.id });
    const one = claimed.get(run.id);
    if (one) one.left = left;
    // Other work runs between the storing and the sending of large values, because both steps take long.
    if (pacer.isDue) await pacer.pause();
    if (settled.kind === 'ended') announce(run, withValues(settled.result, left));
    // Webhooks are searched only after a run with a webhook, because the search writes to the store.
    if (hasWebhook(run)) onRunsEnded();
    return settled;
  };

  /** Aborts a run that was stopped in the store. Resolves once work on the run has ended. */
  const endWork = async (runId: string, deploymentId: string): Promise<ClaimedRun | undefined> => {
    if (!claimed.has(runId)) {
      // Waits for the current claims, because the store might not have confirmed this replica's claim of the run yet.
      await claims.stopWhile(runId, currentPump(deploymentId));
    }
    const one = claimed.get(runId);
    one?.controller.abort();
    await one?.done;
    return one;
  };

  const abortOne = async ({ run, result }: StoppedRun, elsewhere: Promise<void>): Promise<void> => {
    if (result.kind === 'deleted') announce(run, result);
    const isOurs = others === undefined || run.claimedBy === null || run.claimedBy === instanceId;
    const one = isOurs ? await endWork(run.id, run.deploymentId) : await elsewhere.then(() => undefined);
    if (result.kind === 'deleted') return;
    // A run that was requeued just before the stop has not updated its thread's row.
    const needsRefresh = one ? one.left === undefined : !claimed.isThreadBusy(run.threadId);
    const left = needsRefresh ? await staleThreads.refreshState({ ...run, runId: run.id }) : one?.left;
    announce(run, withValues(result, left));
  };

  const refreshAll = (deploymentId: string): void => {
    staleThreads.refreshAll(deploymentId, claimed.isThreadBusy).catch((failure: unknown) => {
      if (!closing.aborted)
        log(`the states of threads of deployment ${deploymentId} could not be refreshed: ${String(failure)}`);
    });
  };

  return {
    settle,
    endWork,
    refreshAll,
    async abortStopped(stopped: readonly StoppedRun[]): Promise<void> {
      const deploymentIds = new Set(stopped.map(({ run }) => run.deploymentId));
      for (const deploymentId of deploymentIds) wake(deploymentId);
      const elsewhere = others?.stop(stopped) ?? Promise.resolve();
      const ended: Promise<void>[] = [];
      const failures: unknown[] = [];
      const pacer = createPacer();
      // Thousands of runs might be stopped, so the loop lets other work run.
      for (const one of stopped) {
        ended.push(abortOne(one, elsewhere).catch((failure: unknown) => void failures.push(failure)));
        if (pacer.isDue) await pacer.pause();
      }
      await Promise.all(ended);
      if (failures.length > 0) throw failures[0];
      if (stopped.length === 0) return;
      onRunsEnded();
      for (const deploymentId of deploymentIds) refreshAll(deploymentId);
    },
  };
}

function withValues(result: RunResult, left: StoredState | undefined): RunResult {
  return result.kind === 'values' && left ? toValuesResult(left.values ?? {}, left.interrupts) : result;
}
