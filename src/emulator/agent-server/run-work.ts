import type { RunRow, Store } from '../ports/store.ts';
import type { LiveWorkers, Worker } from '../ports/worker.ts';
import { toJob } from './run-job.ts';
import type { AttemptOutcome } from './run-outcome.ts';
import type { RunStreams } from './streams/run-streams.ts';
import { WorkerGoneError } from './worker-link.ts';

/** Has workers do runs, and knows those that died of one. */
export interface RunWork {
  /** The worker that serves, unless it is known to be dead: it would only burn the attempts of the next runs. */
  acquire: LiveWorkers['acquire'];
  /** Has a run done, and tells how it went; never rejects. */
  on(run: RunRow, worker: Worker, signal: AbortSignal): Promise<AttemptOutcome>;
}

export function createRunWork(deps: {
  store: Pick<Store, 'checkpoints' | 'transaction'>;
  live: Pick<LiveWorkers, 'acquire'>;
  streams: RunStreams;
  log: (line: string) => void;
}): RunWork {
  const { store, live, streams, log } = deps;
  const gone = new WeakSet<Worker>();
  return {
    acquire(deploymentId) {
      const held = live.acquire(deploymentId);
      if (!held || !gone.has(held.worker)) return held;
      held.release();
      return undefined;
    },
    async on(run, worker, signal) {
      let resume = false;
      try {
        // It was claimed before, so a worker that is gone may have got part of the way.
        resume = run.fence > 1 && (await store.checkpoints.hasCheckpointOfRun(run.threadId, '', run.id));
        if (run.fence > 1 && !resume && answers(run)) await beginAnew(store, run);
      } catch (failure) {
        log(`run ${run.id} begins later: ${String(failure)}`);
        return { kind: 'given-back' };
      }
      const stream = streams.open(run, () => worker.subscribe(run.id));
      try {
        const job = { ...toJob(run, resume), stream: stream.plan };
        return await worker.run(job, signal, (events) => stream.append(events));
      } catch (failure) {
        const message = failure instanceof Error ? failure.message : String(failure);
        if (!(failure instanceof WorkerGoneError)) return { kind: 'error', error: 'Error', message };
        gone.add(worker);
        return { kind: 'crashed', message };
      } finally {
        stream.stop();
      }
    },
  };
}

function answers(run: RunRow): boolean {
  return toJob(run).command?.['resume'] !== undefined;
}

/**
 * Takes away what an earlier attempt left that made no checkpoint of its own: its answer is given once more, and must not
 * be taken for that to what its graph asked next.
 */
function beginAnew(store: Pick<Store, 'transaction'>, run: RunRow): Promise<void> {
  return store.transaction(async (tx) => {
    const current = await tx.runs.get(run.deploymentId, run.threadId, run.id);
    if (current?.status !== 'running' || current.fence !== run.fence) return;
    await tx.checkpoints.removeRun(run.threadId, run.id);
  });
}
