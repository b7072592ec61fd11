import type { Clock } from '../../clients/clock.ts';
import type { RunRow, Store } from '../seams/store.ts';
import type { LiveWorkers, Worker } from '../seams/worker.ts';
import { createRunEnds, isFinal, type RunWatch } from './run-ends.ts';
import { toJob } from './run-job.ts';
import { type Ended, isStateless, MAX_ATTEMPTS, type Settled, settleRun } from './run-outcome.ts';
import { WorkerGoneError } from './worker-link.ts';

/** Runs that go at the same time in one deployment, as the hosted service has it by default. */
const MAX_RUNS_PER_DEPLOYMENT = 10;

export type RunKey = Pick<RunRow, 'deploymentId' | 'threadId' | 'id'>;

export interface RunExecutorDeps {
  store: Store;
  live: LiveWorkers;
  clock: Clock;
  /** Takes one line for the emulator's own log. */
  log: (line: string) => void;
}

/**
 * Takes pending runs from the store to the live workers and keeps how they ended (DESIGN §6 "agent server"). The rows
 * are the truth: a run that was acknowledged survives the end of its worker, and of the emulator.
 */
export interface RunExecutor {
  /** Makes the runs an emulator left behind pending again; from now on every worker that comes up finds its work. */
  start(): Promise<void>;
  /** There may be something to do for this deployment. */
  poke(deploymentId: string): void;
  /**
   * How the run will end. Only what happens from now on is told: watch first, then look whether it already ended (or
   * create it). Call `stop` when it is no longer wanted.
   */
  watch(runId: string): RunWatch;
  /** Tells those who wait that the run is no more. */
  announceDeleted(runId: string): void;
  /**
   * Stops a run, waiting or running, and resolves when nothing of it goes on; it is then `interrupted`, unless it
   * ended by itself just before. `undefined`: there is no such run.
   */
  interrupt(run: RunKey): Promise<RunRow | undefined>;
  /** Stops taking runs, aborts those that run and leaves them pending for the next start. */
  close(): Promise<void>;
}

interface Active {
  controller: AbortController;
  done: Promise<void>;
}

export function createRunExecutor(deps: RunExecutorDeps): RunExecutor {
  const { store, live, clock, log } = deps;
  const ends = createRunEnds();
  const active = new Map<string, Active>();
  const perDeployment = new Map<string, number>();
  const pumps = new Map<string, Promise<void>>();
  /** Runs to stop whose claim is still on its way from the store. */
  const stopOnClaim = new Set<string>();
  /** Workers that died on a run: one that is still handed out would only burn the attempts of the next ones. */
  const gone = new WeakSet<Worker>();
  let unsubscribe: () => void = () => undefined;
  let closing = false;

  const count = (deploymentId: string) => perDeployment.get(deploymentId) ?? 0;
  const step = (deploymentId: string, by: number) => {
    const next = count(deploymentId) + by;
    if (next > 0) perDeployment.set(deploymentId, next);
    else perDeployment.delete(deploymentId);
  };

  const work = async (run: RunRow, worker: Worker, signal: AbortSignal): Promise<Ended> => {
    try {
      return await worker.run(toJob(run), signal);
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      if (!(failure instanceof WorkerGoneError)) return { kind: 'error', error: 'Error', message };
      gone.add(worker);
      return { kind: 'crashed', message };
    }
  };

  const conclude = async (run: RunRow, settled: Settled): Promise<void> => {
    if (settled.kind !== 'ended') return;
    ends.announce(run.id, settled.end);
    if (isStateless(run)) await store.threads.remove(run.threadId);
  };

  const settle = async (run: RunRow, ended: Ended): Promise<void> => {
    if (closing && ended.kind === 'aborted') {
      await store.runs.update(run.id, { status: 'pending', updatedAt: clock.now() }, run.fence);
      return;
    }
    const settled = await settleRun(store, run, ended, clock.now());
    if (ended.kind === 'crashed') {
      log(`run ${run.id}, attempt ${run.attempt} of ${MAX_ATTEMPTS}: ${ended.message}`);
    }
    await conclude(run, settled);
  };

  const begin = (run: RunRow, held: { worker: Worker; release(): void }): void => {
    const controller = new AbortController();
    if (stopOnClaim.delete(run.id) || closing) controller.abort();
    step(run.deploymentId, 1);
    const done = work(run, held.worker, controller.signal)
      .then((ended) => settle(run, ended))
      .catch((failure: unknown) => log(`run ${run.id} could not be kept: ${String(failure)}`))
      .finally(() => {
        active.delete(run.id);
        step(run.deploymentId, -1);
        held.release();
        poke(run.deploymentId);
      });
    active.set(run.id, { controller, done });
  };

  const pump = async (deploymentId: string): Promise<void> => {
    for (;;) {
      if (closing || count(deploymentId) >= MAX_RUNS_PER_DEPLOYMENT) return;
      const held = live.acquire(deploymentId);
      if (!held) return;
      if (gone.has(held.worker)) {
        held.release();
        return;
      }
      let run: RunRow | undefined;
      try {
        run = await store.runs.claimNext(deploymentId, held.worker.revisionId, clock.now());
      } finally {
        if (!run) held.release();
      }
      if (!run) return;
      begin(run, held);
    }
  };

  const poke = (deploymentId: string): void => {
    if (closing) return;
    // One pump per deployment; a poke during one is looked at after it.
    const next = (pumps.get(deploymentId) ?? Promise.resolve())
      .then(() => pump(deploymentId))
      .catch((failure: unknown) => log(`runs of deployment ${deploymentId} wait: ${String(failure)}`))
      .finally(() => {
        if (pumps.get(deploymentId) === next) pumps.delete(deploymentId);
      });
    pumps.set(deploymentId, next);
  };

  const find = (run: RunKey) => store.runs.get(run.deploymentId, run.threadId, run.id);

  const interruptIdle = async (run: RunRow): Promise<boolean> => {
    const settled = await settleRun(store, run, { kind: 'aborted' }, clock.now());
    await conclude(run, settled);
    return settled.kind === 'ended';
  };

  return {
    async start() {
      unsubscribe = live.onServe(poke);
      const left = await store.runs.requeueRunning();
      if (left > 0) log(`${left} runs of the last start begin again`);
      for (const deployment of await store.deployments.listAll()) poke(deployment.id);
    },
    poke,
    watch: (runId) => ends.next(runId),
    announceDeleted: (runId) => ends.announce(runId, { kind: 'deleted' }),
    async interrupt(key) {
      for (;;) {
        const run = await find(key);
        if (!run || isFinal(run)) return run;
        if (run.status === 'pending') {
          // Refused when a worker took it in the meantime: then it is looked at again.
          if (await interruptIdle(run)) return find(key);
          continue;
        }
        const going = active.get(key.id);
        if (going) {
          going.controller.abort();
          await going.done;
          continue;
        }
        stopOnClaim.add(key.id);
        await pumps.get(key.deploymentId);
        // Marked as running, but nobody here runs it: there is nothing to wait for.
        if (stopOnClaim.delete(key.id) && !active.has(key.id)) await interruptIdle(run);
      }
    },
    async close() {
      closing = true;
      unsubscribe();
      await Promise.all(pumps.values());
      for (const { controller } of active.values()) controller.abort();
      await Promise.all([...active.values()].map(({ done }) => done));
    },
  };
}
