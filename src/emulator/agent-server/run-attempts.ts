import { errorMessage } from '../../os/errors.ts';
import { memoizeAsync } from '../../clients/memoize.ts';
import type { RunCreate } from '../../contract/run.ts';
import type { ServiceClock } from '../ports/clock.ts';
import type { RunRow, Store } from '../ports/store.ts';
import { type LiveWorkers, type RunJob, type Worker, WorkerGoneError } from '../ports/worker.ts';
import type { ClaimedRuns } from './claimed-runs.ts';
import type { createRunClaims } from './run-claims.ts';
import type { AttemptOutcome, Settlement } from './run-outcome.ts';
import type { OtherReplicas } from './shared/other-replicas.ts';
import type { createStaleThreads } from './stale-threads.ts';
import { createStepRecorder } from './step-recorder.ts';
import type { RunStreams } from './streams/run-streams.ts';

/** Loads the module on demand, because the start of the emulator does not need the module's schema of a run. */
const loadRunJob = memoizeAsync(() => import('./run-job.ts'));
const loadTrace = memoizeAsync(() => import('../../contract/run-trace.ts'));

/** A live worker that the caller must release. */
export type AcquiredWorker = NonNullable<ReturnType<LiveWorkers['acquire']>>;

interface AttemptDependencies {
  store: Store;
  clock: Pick<ServiceClock, 'now' | 'delayMoves'>;
  log: (line: string) => void;
  instanceId: string | undefined;
  others: OtherReplicas | undefined;
  claimed: ClaimedRuns;
  claims: ReturnType<typeof createRunClaims>;
  streams: RunStreams;
  staleThreads: ReturnType<typeof createStaleThreads>;
  settle: (run: RunRow, outcome: AttemptOutcome) => Promise<Settlement>;
  /** Records that a worker has exited unexpectedly. */
  markDead: (worker: Worker) => void;
  /** Starts to look for pending runs. `afterRun` is true if the search starts only because a run has ended. */
  wake: (deploymentId: string, options?: { afterRun: boolean }) => void;
  closing: AbortSignal;
}

/** Creates a pool that acquires live workers, except workers that are known to be dead. */
export function createWorkerPool(live: LiveWorkers) {
  /** Workers that exited while they executed a run. */
  const deadWorkers = new WeakSet<Worker>();
  /** Acquires a live worker that is not known to be dead. A dead worker would use up the attempts of the next runs. */
  const acquire: LiveWorkers['acquire'] = (deploymentId) => {
    const held = live.acquire(deploymentId);
    if (!held || !deadWorkers.has(held.worker)) return held;
    held.release();
    return undefined;
  };
  return { acquire, markDead: (worker: Worker): void => void deadWorkers.add(worker) };
}

/** Creates the function that executes claimed runs on workers. */
export function createRunAttempts(dependencies: AttemptDependencies) {
  const { store, clock, log, instanceId, others, claimed, claims } = dependencies;
  const { streams, staleThreads, settle, markDead, wake, closing } = dependencies;

  /** Executes the run on the worker. The promise never rejects. */
  const attempt = async (run: RunRow, worker: Worker, signal: AbortSignal): Promise<AttemptOutcome> => {
    let body: RunCreate;
    let job: RunJob;
    let schema: Awaited<ReturnType<typeof loadTrace>>['TraceBatch'];
    try {
      const { toBody, toJob } = await loadRunJob();
      schema = (await loadTrace()).TraceBatch;
      // The run resumes if the worker of an earlier attempt wrote a checkpoint before it died.
      const resume = run.fence > 1 && (await store.checkpoints.hasCheckpointOfRun(run.threadId, '', run.id));
      if (run.fence > 1 && !resume && answersInterrupt(toJob(run))) await discardAttempt(store, run);
      body = toBody(run);
      job = toJob(run, { resume });
    } catch (failure) {
      log(`run ${run.id} is requeued: ${String(failure)}`);
      return { kind: 'requeue' };
    }
    const hasThreadListeners = (await others?.hasThreadListeners(run.threadId).catch(() => true)) ?? false;
    const stream = streams.open(run, body, {
      notifyWorker: () => worker.subscribe(run.id),
      hasThreadListeners,
    });
    const recorder = createStepRecorder({ store, clock, log, schema }, run, run.updatedAt);
    try {
      return await worker.run({ ...job, stream: stream.plan }, signal, async (reported) => {
        const { events, stored } = recorder.take(reported);
        await Promise.all([stream.append(events), stored]);
      });
    } catch (failure) {
      const message = errorMessage(failure);
      if (!(failure instanceof WorkerGoneError)) return { kind: 'error', error: 'Error', message };
      markDead(worker);
      return { kind: 'crashed', message };
    } finally {
      stream.stop();
      await recorder.end();
    }
  };

  /** Begins an attempt. After the attempt, releases the worker and looks for the next run. */
  const begin = (run: RunRow, held: AcquiredWorker): void => {
    const { deploymentId, threadId } = run;
    const { worker } = held;
    const controller = new AbortController();
    // The clock must not be moved during a run, because the run's duration would include the move.
    const allowMoves = clock.delayMoves();
    if (claims.takeStop(run.id) || closing.aborted) controller.abort();
    // A thread never executes two runs at the same time, so the run waits for a stopped run that is still ending.
    const before = claimed.ofThread(threadId);
    const done = Promise.all(before.map((one) => one.done))
      // The thread can be stale, for example if its last run was stopped just when the worker died.
      .then(() => staleThreads.refreshIfStale(run))
      .then(() => attempt(run, worker, controller.signal))
      .then((outcome) => settle(run, outcome))
      .catch((failure: unknown) => {
        log(`the end of run ${run.id} was not stored: ${String(failure)}`);
        return undefined;
      })
      .then(async (settled) => {
        if (settled?.kind === 'ended' || instanceId === undefined) return;
        // Reports that work has ended on a run that was requeued or stopped, possibly by another replica.
        await store.sharedRuns.endStopping([run.id]).catch(() => undefined);
        others?.notify({ kind: 'stopped', runIds: [run.id] });
        others?.notify({ kind: 'pending', deploymentId });
      })
      .finally(() => {
        claimed.remove(run.id);
        streams.remote.forget(run.id);
        held.release();
        wake(deploymentId, { afterRun: true });
        allowMoves();
      });
    claimed.add(run.id, { deploymentId, threadId, fence: run.fence, controller, worker, done });
  };

  return { begin };
}

/** Returns whether the run resumes a thread with the response to an interrupt. */
function answersInterrupt({ command }: RunJob): boolean {
  return command?.['resume'] !== undefined;
}

/**
 * Removes the writes of an earlier attempt that have no checkpoint, because the graph would mistake these writes for
 * the response to the graph's next interrupt.
 */
function discardAttempt(store: Pick<Store, 'transaction'>, run: RunRow): Promise<void> {
  return store.transaction(async (tx) => {
    const current = await tx.runs.head(run.deploymentId, run.threadId, run.id);
    if (current?.status !== 'running' || current.fence !== run.fence) return;
    await tx.checkpoints.removeRun(run.threadId, run.id);
  });
}
