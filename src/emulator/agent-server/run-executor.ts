import { createPacer } from '../../clients/pacer.ts';
import type { Clock } from '../../clients/clock.ts';
import { memoizeAsync } from '../../clients/memoize.ts';
import type { RunCreate } from '../../contract/run.ts';
import type { RunRow, Store } from '../ports/store.ts';
import { type LiveWorkers, type RunJob, type Worker, WorkerGoneError } from '../ports/worker.ts';
import { isUncertain, StoreError } from '../ports/store-errors.ts';
import {
  type AttemptOutcome,
  MAX_ATTEMPTS,
  type RunResult,
  type Settlement,
  type StoppedRun,
  toValuesResult,
} from './run-outcome.ts';
import { createRunResults, type RunWatch } from './run-results.ts';
import type { RunKey, RunScope } from './run-row.ts';
import { readResult, settleWithRetry } from './run-settlement.ts';
import { createStaleThreads, type StoredState } from './stale-threads.ts';
import type { OtherReplicas, RunHandlers } from './shared/other-replicas.ts';
import { createRunStreams, type RunStreams } from './streams/run-streams.ts';

/** Maximum number of concurrent runs per deployment; the default of the hosted service. */
export const MAX_RUNS_PER_DEPLOYMENT = 10;
/** Loaded on demand with the schema of a run, which a start does not need. */
const loadRunJob = memoizeAsync(() => import('./run-job.ts'));
/**
 * Delay before a failed search for runs is repeated, and polling interval of emulators that share a store.
 * Milliseconds.
 */
const POLL_MS = 1_000;
/** Maximum number of attempts to claim a run when other replicas are faster. */
const CLAIM_ATTEMPTS = 5;
/** Maximum delay of a timer, in milliseconds. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000;

export interface RunExecutorDependencies {
  store: Store;
  live: LiveWorkers;
  clock: Clock;
  log: (line: string) => void;
  /** See `Replica.instanceId`. */
  instanceId?: string | undefined;
  /** Called when runs have ended, because webhooks may have to be sent. */
  onRunsEnded?: () => void;
  /** The other replicas on the store; absent if there are none. */
  others?: OtherReplicas | undefined;
  /** Called when another replica has changed a cron. */
  onCronsChanged?: (deploymentId: string) => void;
}

/**
 * Gives pending runs in the store to the live workers and stores their outcomes. The rows are the source of truth: an
 * acknowledged run survives the end of its worker and of the emulator.
 */
export interface RunExecutor {
  /**
   * Queues again the runs that the last start left running. From then on, each worker that starts to serve gets its
   * runs.
   */
  start(): Promise<void>;
  /** Looks for runs of this deployment. */
  wake(deploymentId: string): void;
  /**
   * Returns how the run will end. Reports only later events, so first watch, then create the run or check whether it
   * has already ended.
   */
  watch(runId: string): RunWatch;
  /** Reports that these runs are in the store. When one of them is no longer found, it has ended. */
  created(runIds: readonly string[]): void;
  readonly streams: RunStreams;
  /** Our ID among the replicas on the store; `undefined` without other replicas. */
  readonly instanceId: string | undefined;
  /**
   * Ends the work on runs that were just stopped in the store, and responds to the clients that wait for them.
   * Resolves once all of it has ended; only then the next runs of their threads begin.
   */
  abortStopped(stopped: readonly StoppedRun[]): Promise<void>;
  /**
   * Runs `work`, which stops runs of this scope in the store, while none of their events are stored. `flush` is for
   * runs that keep their results: stores everything that they have sent before, because later writes are refused.
   * Waits only briefly for a worker.
   */
  hold<T>(scope: RunScope, options: { flush: boolean }, work: () => Promise<T>): Promise<T>;
  /** Reports that this replica changed a cron of this deployment. */
  notifyCronsChanged(deploymentId: string): void;
  /** Accepts no more runs, aborts active ones and leaves them pending for the next start. */
  close(): Promise<void>;
}

interface ActiveRun {
  deploymentId: string;
  threadId: string;
  fence: number;
  controller: AbortController;
  worker: Worker;
  done: Promise<void>;
  /** State that a stopped run left on its thread, once its work has ended. */
  left?: StoredState | undefined;
}

export function createRunExecutor(dependencies: RunExecutorDependencies): RunExecutor {
  const { store, live, clock, log, instanceId, others, onRunsEnded = () => undefined } = dependencies;
  const results = createRunResults();
  const active = new Map<string, ActiveRun>();
  const pumps = new Map<string, Promise<void>>();
  /** Runs to stop whose claim the store has not confirmed yet. */
  const stopOnClaim = new Set<string>();
  /** Deployments of which a run may have been claimed although the claim failed. */
  const uncertainClaims = new Set<string>();
  /** Workers that died; their runs crashed with them. */
  const deadWorkers = new WeakSet<Worker>();
  let unsubscribe: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const closing = new AbortController();
  const streams = createRunStreams({ store, now: () => clock.now(), log, closing: closing.signal, others });

  /** A worker that is known to be dead would only use up the attempts of the next runs. */
  const acquire: LiveWorkers['acquire'] = (deploymentId) => {
    const held = live.acquire(deploymentId);
    if (!held || !deadWorkers.has(held.worker)) return held;
    held.release();
    return undefined;
  };
  const staleThreads = createStaleThreads({ store, acquire, clock, log });
  const wakeLater = createDelayedWake(dependencies, (deploymentId) => wake(deploymentId));

  const activeIn = ({ deploymentId, threadIds }: RunScope): [string, ActiveRun][] =>
    [...active].filter(
      ([, run]) => run.deploymentId === deploymentId && (threadIds?.includes(run.threadId) ?? true),
    );
  const isFull = (deploymentId: string) => activeIn({ deploymentId }).length >= MAX_RUNS_PER_DEPLOYMENT;
  const isAtWork = (threadId: string) => [...active.values()].some((run) => run.threadId === threadId);
  const announce = (run: RunKey, result: RunResult): void => {
    results.announce(run.id, result);
    streams.runEnded(run);
    const { deploymentId, threadId, id } = run;
    others?.notify({ kind: 'ended', run: { deploymentId, threadId, id } });
  };

  const wake = (deploymentId: string): void => {
    if (closed) return;
    // One pump per deployment. A wake-up during a pump causes another one.
    const next = (pumps.get(deploymentId) ?? Promise.resolve())
      .then(() => pump(deploymentId))
      .catch((failure: unknown) => {
        log(`runs of deployment ${deploymentId} wait: ${String(failure)}`);
        setTimeout(() => wake(deploymentId), POLL_MS).unref();
      })
      .finally(() => {
        if (pumps.get(deploymentId) === next) pumps.delete(deploymentId);
      });
    pumps.set(deploymentId, next);
  };

  /** Gives runs to the serving worker until no more are pending, or the maximum number is running. */
  const pump = async (deploymentId: string): Promise<void> => {
    for (;;) {
      if (closed) return;
      if (isFull(deploymentId)) return;
      await live.connect?.(deploymentId);
      const held = acquire(deploymentId);
      if (!held) return;
      let run: RunRow | undefined;
      const now = clock.now();
      try {
        run = await claim(deploymentId, held.worker, now);
      } finally {
        if (!run) held.release();
      }
      if (!run) return wakeLater.schedule(deploymentId, now);
      begin(run, held);
    }
  };

  const claim = async (deploymentId: string, { revisionId, settings }: Worker, now: number) => {
    if (uncertainClaims.has(deploymentId)) {
      const known = activeIn({ deploymentId }).map(([id]) => id);
      await store.runs.requeueRunning({ deploymentId, instanceId, known });
      uncertainClaims.delete(deploymentId);
    }
    for (let tried = 1; ; tried += 1) {
      try {
        return await store.runs.claimNext(deploymentId, revisionId, now, instanceId, settings?.hasPriority);
      } catch (error) {
        if (isUncertain(error)) uncertainClaims.add(deploymentId);
        // Another replica has just begun a run of the same thread.
        const isTaken = error instanceof StoreError && error.code === 'conflict' && tried < CLAIM_ATTEMPTS;
        if (!isTaken) throw error;
      }
    }
  };

  const begin = (run: RunRow, held: { worker: Worker; release(): void }): void => {
    const { deploymentId, threadId } = run;
    const { worker } = held;
    const controller = new AbortController();
    if (stopOnClaim.delete(run.id) || closed) controller.abort();
    // A stopped run of the thread may still be ending, and two runs of one thread never work at the same time.
    const before = [...active.values()].filter((one) => one.threadId === threadId);
    const done = Promise.all(before.map((one) => one.done))
      // The thread is stale if its last run was stopped just when its worker died.
      .then(() => staleThreads.refreshState(run))
      .then(() => attempt(run, worker, controller.signal))
      .then((outcome) => settle(run, outcome))
      .catch((failure: unknown) => {
        log(`the end of run ${run.id} was not stored: ${String(failure)}`);
        return undefined;
      })
      .then(async (settled) => {
        if (settled?.kind === 'ended' || instanceId === undefined) return;
        // The run was stopped, possibly by another replica.
        await store.sharedRuns.endStopping([run.id]).catch(() => undefined);
        others?.notify({ kind: 'stopped', runIds: [run.id] });
        others?.notify({ kind: 'pending', deploymentId });
      })
      .finally(() => {
        active.delete(run.id);
        streams.remote.forget(run.id);
        held.release();
        wake(deploymentId);
      });
    active.set(run.id, { deploymentId, threadId, fence: run.fence, controller, worker, done });
  };

  /** Runs it on the worker; never rejects. */
  const attempt = async (run: RunRow, worker: Worker, signal: AbortSignal): Promise<AttemptOutcome> => {
    let body: RunCreate;
    let job: RunJob;
    try {
      const { toBody, toJob } = await loadRunJob();
      // The worker of an earlier attempt may have written checkpoints before it died.
      const resume = run.fence > 1 && (await store.checkpoints.hasCheckpointOfRun(run.threadId, '', run.id));
      if (run.fence > 1 && !resume && answersInterrupt(toJob(run))) await discardAttempt(store, run);
      body = toBody(run);
      job = toJob(run, resume);
    } catch (failure) {
      log(`run ${run.id} is requeued: ${String(failure)}`);
      return { kind: 'requeue' };
    }
    const hasListeners = (await others?.hasThreadListeners(run.threadId).catch(() => true)) ?? false;
    const stream = streams.open(run, body, () => worker.subscribe(run.id), hasListeners);
    try {
      return await worker.run({ ...job, stream: stream.plan }, signal, (events) => stream.append(events));
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      if (!(failure instanceof WorkerGoneError)) return { kind: 'error', error: 'Error', message };
      deadWorkers.add(worker);
      return { kind: 'crashed', message };
    } finally {
      stream.stop();
    }
  };

  const settle = async (run: RunRow, outcome: AttemptOutcome): Promise<Settlement> => {
    const stored: AttemptOutcome = closed && outcome.kind === 'aborted' ? { kind: 'requeue' } : outcome;
    const settled = await settleWithRetry(store, run, stored, {
      now: () => clock.now(),
      signal: closing.signal,
      log,
    });
    if (outcome.kind === 'crashed') {
      log(`run ${run.id}, attempt ${run.attempt} of ${MAX_ATTEMPTS}: ${outcome.message}`);
    }
    if (settled.kind === 'requeued') return settled;
    // Other outcomes do not include the values that the run left in its checkpoints.
    const hasValues =
      settled.kind === 'ended' && (outcome.kind === 'success' || outcome.kind === 'interrupted');
    const left = hasValues ? undefined : await staleThreads.refreshState({ ...run, runId: run.id });
    const one = active.get(run.id);
    if (one) one.left = left;
    if (settled.kind === 'ended') announce(run, withValues(settled.result, left));
    onRunsEnded();
    return settled;
  };

  /** Ends the work on a run that was stopped in the store. */
  const endWork = async (runId: string, deploymentId: string): Promise<ActiveRun | undefined> => {
    if (!active.has(runId)) {
      // The store may not have confirmed its claim yet.
      stopOnClaim.add(runId);
      await pumps.get(deploymentId);
      stopOnClaim.delete(runId);
    }
    const one = active.get(runId);
    one?.controller.abort();
    await one?.done;
    return one;
  };

  const abortOne = async ({ run, result }: StoppedRun, elsewhere: Promise<void>): Promise<void> => {
    if (result.kind === 'deleted') announce(run, result);
    const isOurs = others === undefined || run.claimedBy === null || run.claimedBy === instanceId;
    const one = isOurs ? await endWork(run.id, run.deploymentId) : await elsewhere.then(() => undefined);
    if (result.kind === 'deleted') return;
    // A run that was queued again just before it was stopped has not refreshed its thread.
    const needsRefresh = one ? one.left === undefined : !isAtWork(run.threadId);
    const left = needsRefresh ? await staleThreads.refreshState({ ...run, runId: run.id }) : one?.left;
    announce(run, withValues(result, left));
  };

  const refreshAll = (deploymentId: string): void => {
    staleThreads.refreshAll(deploymentId, isAtWork).catch((failure: unknown) => {
      if (!closed) log(`threads of deployment ${deploymentId} stay stale: ${String(failure)}`);
    });
  };

  const wakeAll = async (): Promise<void> => {
    for (const deploymentId of await store.runs.deploymentsWithPending()) wake(deploymentId);
  };

  const flushWrites = async (scope: RunScope): Promise<void> => {
    await Promise.all(activeIn(scope).map(([runId, { worker }]) => worker.flushWrites(runId)));
  };

  /** Functions that this replica provides to the others. */
  const handlers: RunHandlers = {
    wake,
    cronsChanged: (deploymentId) => dependencies.onCronsChanged?.(deploymentId),
    async addListener(runId) {
      if (!active.has(runId)) return false;
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
    async hold(scope, { flush }) {
      if (flush) await flushWrites(scope);
      const held = Promise.withResolvers<() => void>();
      void streams.pauseStreams(scope, () => new Promise<void>((resolve) => held.resolve(resolve)));
      return held.promise;
    },
    async stop(deploymentId, runIds) {
      await Promise.all(runIds.map((id) => endWork(id, deploymentId)));
    },
    waitsFor: () => ({
      ...streams.remote.subscribed(),
      ends: new Map([...results.waiting()].filter(([id]) => !active.has(id))),
      ours: new Map([...active].map(([id, { fence }]) => [id, fence])),
    }),
  };

  return {
    async start() {
      unsubscribe = live.onServe((deploymentId) => {
        wake(deploymentId);
        refreshAll(deploymentId);
      });
      const left = await store.runs.requeueRunning();
      if (left > 0) log(`${left} runs of the last start are resumed`);
      await others?.start(handlers);
      if (others) {
        timer = setInterval(() => void wakeAll().catch(() => undefined), POLL_MS);
        timer.unref();
      }
      await wakeAll();
    },
    wake(deploymentId) {
      wake(deploymentId);
      if (isFull(deploymentId)) others?.notify({ kind: 'pending', deploymentId });
    },
    watch: (runId) => results.watch(runId),
    created: (runIds) => results.created(runIds),
    streams,
    async abortStopped(stopped) {
      const deploymentIds = new Set(stopped.map(({ run }) => run.deploymentId));
      for (const deploymentId of deploymentIds) wake(deploymentId);
      const elsewhere = others?.stop(stopped) ?? Promise.resolve();
      const ended: Promise<void>[] = [];
      const failures: unknown[] = [];
      const pacer = createPacer();
      // There may be thousands of runs.
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
    instanceId: others?.instanceId,
    async hold(scope, options, work) {
      const [release] = await Promise.all([
        others?.hold(scope, options),
        options.flush && flushWrites(scope),
      ]);
      try {
        return await streams.pauseStreams(scope, work);
      } finally {
        release?.();
      }
    },
    notifyCronsChanged: (deploymentId) => others?.notify({ kind: 'crons', deploymentId }),
    async close() {
      closed = true;
      clearInterval(timer);
      unsubscribe();
      closing.abort();
      wakeLater.close();
      await Promise.all(pumps.values());
      for (const { controller } of active.values()) controller.abort();
      await Promise.all([...active.values()].map(({ done }) => done));
      await staleThreads.close();
      await others?.close();
    },
  };
}

function withValues(result: RunResult, left: StoredState | undefined): RunResult {
  return result.kind === 'values' && left ? toValuesResult(left.values ?? {}, left.interrupts) : result;
}

/** Returns whether the run resumes a thread by answering its graph's interrupt. */
function answersInterrupt({ command }: RunJob): boolean {
  return command?.['resume'] !== undefined;
}

/**
 * Removes the writes of an earlier attempt that have no checkpoint of their own. The answer is given again and must
 * not be taken for the answer to the graph's next interrupt.
 */
function discardAttempt(store: Pick<Store, 'transaction'>, run: RunRow): Promise<void> {
  return store.transaction(async (tx) => {
    const current = await tx.runs.get(run.deploymentId, run.threadId, run.id);
    if (current?.status !== 'running' || current.fence !== run.fence) return;
    await tx.checkpoints.removeRun(run.threadId, run.id);
  });
}

/** Wakes a deployment when its next delayed run is due. */
function createDelayedWake(
  { store, clock }: { store: Pick<Store, 'runs'>; clock: Clock },
  wake: (deploymentId: string) => void,
) {
  const waiting = new Map<string, AbortController>();
  let closed = false;
  return {
    /** Called when no run could be started at `now`. */
    async schedule(deploymentId: string, now: number): Promise<void> {
      waiting.get(deploymentId)?.abort();
      waiting.delete(deploymentId);
      const at = await store.runs.nextStart(deploymentId, now);
      if (at === undefined || closed) return;
      const controller = new AbortController();
      waiting.set(deploymentId, controller);
      const wait = Math.max(at - clock.now(), 0);
      clock.sleep(Math.min(wait, LONGEST_WAIT_MS), controller.signal).then(
        () => wake(deploymentId),
        () => undefined,
      );
    },
    close(): void {
      closed = true;
      for (const controller of waiting.values()) controller.abort();
    },
  };
}
