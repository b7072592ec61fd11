import type { Clock } from '../../clients/clock.ts';
import type { RunRow, Store } from '../ports/store.ts';
import type { LiveWorkers, Worker } from '../ports/worker.ts';
import { createStaleThreads } from './behind-threads.ts';
import type { StoredState } from './catch-up.ts';
import { settleWithRetry } from './keep-end.ts';
import { createScheduledRuns } from './later-runs.ts';
import { createRunClaims } from './run-claims.ts';
import { createRunResultNotifier, type RunResult, type RunWatch, toValuesResult } from './run-ends.ts';
import { type AttemptOutcome, MAX_ATTEMPTS } from './run-outcome.ts';
import { createRunWork } from './run-work.ts';
import { createRunStreams, type RunStreams } from './streams/run-streams.ts';

/** Runs that go at the same time in one deployment, as the hosted service has it by default. */
const MAX_RUNS_PER_DEPLOYMENT = 10;
/** When the store could not be asked for runs, it is asked again after so long. */
const LOOK_AGAIN_MS = 1_000;

export type RunKey = Pick<RunRow, 'deploymentId' | 'threadId' | 'id'>;

/** A run that was stopped, and what it comes to. */
export interface StoppedRun {
  run: RunKey & Pick<RunRow, 'graphId'>;
  end: RunResult;
}

export interface RunExecutorDependencies {
  store: Store;
  live: LiveWorkers;
  clock: Clock;
  /** Takes one line for the emulator's own log. */
  log: (line: string) => void;
  /** See `Fleet.seat`. */
  instanceId?: string | undefined;
  /** Called when runs have ended: calls may be waiting to be made. */
  onRunsEnded?: () => void;
}

/**
 * Takes pending runs from the store to the live workers and keeps how they ended (DESIGN §6 "agent server"). The rows
 * are the truth: a run that was acknowledged survives the end of its worker, and of the emulator.
 */
export interface RunExecutor {
  /** Makes the runs an emulator left behind pending again; from now on every worker that comes up finds its work. */
  start(): Promise<void>;
  /** There may be something to do for this deployment. */
  wake(deploymentId: string): void;
  /**
   * How the run will end. Only what happens from now on is told: watch first, then look whether it already ended (or
   * create it). Call `stop` when it is no longer wanted.
   */
  watch(runId: string): RunWatch;
  /** The events of runs, for those who read them. */
  readonly streams: RunStreams;
  /**
   * Ends the work on runs that were stopped in the store a moment ago, and tells those who wait for them. Resolves when
   * nothing of them goes on: runs of the same thread begin only then.
   */
  abortStopped(stopped: readonly StoppedRun[]): Promise<void>;
  /**
   * Lets what the runs at work on these threads (absent: of the whole deployment) have sent be kept, which is refused once
   * they are stopped: to be called before runs are stopped that keep what they did. Waits for no worker for long.
   */
  flushWrites(whose: { deploymentId: string; threadIds?: readonly string[] }): Promise<void>;
  /** Stops taking runs, aborts those that run and leaves them pending for the next start. */
  close(): Promise<void>;
}

interface Active {
  deploymentId: string;
  threadId: string;
  controller: AbortController;
  worker: Worker;
  done: Promise<void>;
  /** What it left on its thread, once it was stopped and nothing of it goes on. */
  left?: StoredState | undefined;
}

export function createRunExecutor(deps: RunExecutorDependencies): RunExecutor {
  const { store, live, clock, log, instanceId: seat, onRunsEnded: tellEnded = () => undefined } = deps;
  const ends = createRunResultNotifier();
  const active = new Map<string, Active>();
  const perDeployment = new Map<string, number>();
  const pumps = new Map<string, Promise<void>>();
  /** Runs to stop whose claim is still on its way from the store. */
  const stopOnClaim = new Set<string>();
  let unsubscribe: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let closing = false;
  /** Aborted when nothing is waited for any more. */
  const ending = new AbortController();
  const streams = createRunStreams({ store, now: () => clock.now(), log, ending: ending.signal });

  const tellEnd = (runId: string, end: RunResult): void => {
    ends.notify(runId, end);
    streams.runEnded(runId);
  };
  const count = (deploymentId: string) => perDeployment.get(deploymentId) ?? 0;
  const oursOf = (deploymentId: string) =>
    [...active].flatMap(([id, one]) => (one.deploymentId === deploymentId ? [id] : []));
  const isAtWork = (threadId: string) => [...active.values()].some((one) => one.threadId === threadId);
  const step = (deploymentId: string, by: number) => {
    const next = count(deploymentId) + by;
    if (next > 0) perDeployment.set(deploymentId, next);
    else perDeployment.delete(deploymentId);
  };

  const claims = createRunClaims(store, seat);
  const work = createRunWork({ store, live, streams, log });
  const behind = createStaleThreads({ store, acquire: work.acquire, clock, log });
  const later = createScheduledRuns(deps, (deploymentId) => poke(deploymentId));

  const settle = async (run: RunRow, ended: AttemptOutcome): Promise<void> => {
    const told: AttemptOutcome = closing && ended.kind === 'aborted' ? { kind: 'given-back' } : ended;
    const settled = await settleWithRetry(store, run, told, {
      now: () => clock.now(),
      signal: ending.signal,
      log,
    });
    if (ended.kind === 'crashed') {
      log(`run ${run.id}, attempt ${run.attempt} of ${MAX_ATTEMPTS}: ${ended.message}`);
    }
    if (settled.kind === 'requeued') return;
    // One that could tell its values did; the others left them in the checkpoints.
    const isTold = settled.kind === 'ended' && (ended.kind === 'success' || ended.kind === 'interrupted');
    const left = isTold ? undefined : await behind.refreshState({ ...run, runId: run.id });
    const going = active.get(run.id);
    if (going) going.left = left;
    if (settled.kind === 'ended') tellEnd(run.id, withValues(settled.end, left));
    tellEnded();
  };

  const begin = (run: RunRow, held: { worker: Worker; release(): void }): void => {
    const controller = new AbortController();
    if (stopOnClaim.delete(run.id) || closing) controller.abort();
    step(run.deploymentId, 1);
    // One that was stopped may still be ending: two of one thread are never at work together.
    const before = [...active.values()].filter(({ threadId }) => threadId === run.threadId);
    const done = Promise.all(before.map((one) => one.done))
      // One that was stopped just when its worker died told nobody what it left.
      .then(() => behind.refreshState(run))
      .then(() => work.on(run, held.worker, controller.signal))
      .then((ended) => settle(run, ended))
      .catch((failure: unknown) => log(`run ${run.id} could not be kept: ${String(failure)}`))
      .finally(() => {
        active.delete(run.id);
        step(run.deploymentId, -1);
        held.release();
        poke(run.deploymentId);
      });
    const { deploymentId, threadId } = run;
    active.set(run.id, { deploymentId, threadId, controller, worker: held.worker, done });
  };

  const pump = async (deploymentId: string): Promise<void> => {
    for (;;) {
      if (closing || count(deploymentId) >= MAX_RUNS_PER_DEPLOYMENT) return;
      const held = work.acquire(deploymentId);
      if (!held) return;
      let run: RunRow | undefined;
      const now = clock.now();
      try {
        run = await claims.next(deploymentId, held.worker.revisionId, now, () => oursOf(deploymentId));
      } finally {
        if (!run) held.release();
      }
      if (!run) {
        await later.schedule(deploymentId, now);
        return;
      }
      begin(run, held);
    }
  };

  /** Nobody else would ask for what could not be looked at. */
  const pokeLater = (deploymentId: string): void => {
    const timer = setTimeout(() => poke(deploymentId), LOOK_AGAIN_MS);
    timer.unref();
  };

  const poke = (deploymentId: string): void => {
    if (closing) return;
    // One pump per deployment; a poke during one is looked at after it.
    const next = (pumps.get(deploymentId) ?? Promise.resolve())
      .then(() => pump(deploymentId))
      .catch((failure: unknown) => {
        log(`runs of deployment ${deploymentId} wait: ${String(failure)}`);
        pokeLater(deploymentId);
      })
      .finally(() => {
        if (pumps.get(deploymentId) === next) pumps.delete(deploymentId);
      });
    pumps.set(deploymentId, next);
  };

  const lookForRuns = async (): Promise<void> => {
    for (const deploymentId of await store.runs.deploymentsWithPending()) poke(deploymentId);
  };

  const bringAllUp = (deploymentId: string): void => {
    behind.refreshAll(deploymentId, isAtWork).catch((failure: unknown) => {
      if (!closing) log(`threads of deployment ${deploymentId} stay behind: ${String(failure)}`);
    });
  };

  const haltOne = async ({ run, end }: StoppedRun): Promise<void> => {
    if (end.kind === 'deleted') tellEnd(run.id, end);
    if (!active.has(run.id)) {
      // Its claim may be on its way from the store.
      stopOnClaim.add(run.id);
      await pumps.get(run.deploymentId);
      stopOnClaim.delete(run.id);
    }
    const going = active.get(run.id);
    going?.controller.abort();
    await going?.done;
    if (end.kind === 'deleted') return;
    // Told only now, with all that it left. One that was given back just before it was stopped was not asked yet.
    const unasked = going ? going.left === undefined : !isAtWork(run.threadId);
    const left = unasked ? await behind.refreshState({ ...run, runId: run.id }) : going?.left;
    tellEnd(run.id, withValues(end, left));
  };

  return {
    async start() {
      unsubscribe = live.onServe((deploymentId) => {
        poke(deploymentId);
        bringAllUp(deploymentId);
      });
      if (seat === undefined) {
        const left = await store.runs.requeueRunning();
        if (left > 0) log(`${left} runs of the last start begin again`);
      } else {
        timer = setInterval(() => void lookForRuns().catch(() => undefined), LOOK_AGAIN_MS);
        timer.unref();
      }
      await lookForRuns();
    },
    wake: poke,
    watch: (runId) => ends.watch(runId),
    streams,
    async abortStopped(stopped) {
      for (const { run } of stopped) poke(run.deploymentId);
      await Promise.all(stopped.map(haltOne));
      if (stopped.length === 0) return;
      tellEnded();
      for (const deploymentId of new Set(stopped.map(({ run }) => run.deploymentId)))
        bringAllUp(deploymentId);
    },
    async flushWrites({ deploymentId, threadIds }) {
      const concerned = [...active].filter(
        ([, one]) => one.deploymentId === deploymentId && (threadIds?.includes(one.threadId) ?? true),
      );
      await Promise.all(concerned.map(([runId, { worker }]) => worker.flushWrites(runId)));
    },
    async close() {
      closing = true;
      clearInterval(timer);
      unsubscribe();
      ending.abort();
      later.close();
      await Promise.all(pumps.values());
      for (const { controller } of active.values()) controller.abort();
      await Promise.all([...active.values()].map(({ done }) => done));
      await behind.close();
    },
  };
}

function withValues(end: RunResult, left: StoredState | undefined): RunResult {
  return end.kind === 'values' && left ? toValuesResult(left.values ?? {}, left.interrupts) : end;
}
