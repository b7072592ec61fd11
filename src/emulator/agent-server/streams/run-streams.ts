import type { RunRow, Store } from '../../seams/store.ts';
import type { RunEvent, StreamPlan } from '../../seams/worker.ts';
import { RunCreate } from '../../../contract/run.ts';
import { isUncertain, StoreError, untilRoom } from '../../store/index.ts';
import { FEEDBACK, toFrame, toFrames } from './frames.ts';
import { KEPT_MS } from './standing.ts';

/** Streams whose time is over are looked for this often at most, in milliseconds. */
const PRUNE_EVERY_MS = 60 * 1000;

/** A run at work on a worker, as far as it is streamed. */
export interface RunWriter {
  plan: StreamPlan;
  /** Keeps events that the run told; never rejects. */
  take(events: readonly RunEvent[]): Promise<void>;
  stop(): void;
}

/**
 * The events of streamed runs. They are kept in the store first and read from there, so that a reader who is slow, or
 * comes back, costs nothing but a place in the stream. A run that nobody listens to, and nobody may come back to, tells
 * nothing at all.
 */
export interface RunStreams {
  /** A run begins on a worker. `wake`: tells that worker that somebody listens, and resolves when it knows. */
  begin(run: RunRow, wake: () => Promise<void>): RunWriter;
  /**
   * Somebody reads the events of this run, and is told whenever some were kept. To be called before the run exists, or
   * before its events are read. `heard`: from then on nothing of it is missed.
   */
  listen(runId: string, onEvents: () => void): { heard: Promise<void>; stop: () => void };
  /**
   * Somebody reads the events of whatever runs on this thread: told of each run as it begins, and first of the one at
   * work. Gives what ends it.
   */
  listenThread(threadId: string, onRun: (run: RunRow) => void): () => void;
  /** The run is over: once nobody reads its events any more, they go, unless somebody may come back for them. */
  ended(runId: string): void;
}

export function createRunStreams(deps: {
  store: Store;
  now: () => number;
  /** Takes one line for the emulator's own log. */
  log: (line: string) => void;
  /** Aborted when the emulator ends. */
  ending: AbortSignal;
}): RunStreams {
  const { store, now, log, ending } = deps;
  const listeners = new Map<string, Set<() => void>>();
  const threadListeners = new Map<string, Set<(run: RunRow) => void>>();
  const writers = new Map<string, { run: RunRow; hear(): Promise<void> }>();
  /** Runs that are heard and not resumable; true once they are over. */
  const fleeting = new Map<string, boolean>();
  let pruneAt = 0;

  const tellListeners = (runId: string): void => {
    for (const onEvents of listeners.get(runId) ?? []) onEvents();
  };

  const prune = async (): Promise<void> => {
    if (now() < pruneAt) return;
    pruneAt = now() + PRUNE_EVERY_MS;
    await store.runStreams.prune(now() - KEPT_MS);
  };

  const forget = (runId: string): void => {
    if (fleeting.get(runId) !== true || listeners.has(runId)) return;
    fleeting.delete(runId);
    // Left where it is when this fails: its time is limited all the same.
    void store.runStreams.remove(runId).catch(() => undefined);
  };

  return {
    begin(run, wake) {
      // They listen to it from now on, so it is heard.
      for (const onRun of threadListeners.get(run.threadId) ?? []) onRun(run);
      const { stream_mode: mode, stream_subgraphs: subgraphs, ...body } = RunCreate.parse(run.kwargs);
      const resumable = body.stream_resumable === true;
      const plan: StreamPlan = {
        modes: [mode ?? 'values'].flat(),
        subgraphs: subgraphs === true,
        heard: resumable || listeners.has(run.id),
      };
      const opening = [
        { event: 'metadata', data: JSON.stringify({ run_id: run.id, attempt: run.attempt }) },
        ...(body.feedback_keys ? [{ event: FEEDBACK }] : []),
      ];
      let next: number | undefined;
      const keep = async (frames: (first: number) => string, count: number): Promise<void> => {
        const firstId = next ?? 0;
        const row = { firstId, lastId: firstId + count - 1, frames: frames(firstId) };
        await append(store, run, row, ending);
        next = row.lastId + 1;
        tellListeners(run.id);
      };
      const open = async (): Promise<void> => {
        await prune();
        if (!resumable) fleeting.set(run.id, false);
        await openStream(store, run, resumable);
        next = (await store.runStreams.lastId(run.id)) + 1;
        const frames = (first: number) =>
          opening.map((event, at) => toFrame(event, resumable ? first + at : undefined)).join('');
        await keep(frames, opening.length);
      };
      // One after another, and none after one that failed: a stream has no gaps.
      let last: Promise<void> = plan.heard ? open() : Promise.resolve();
      const failed = (error: unknown): void => {
        if (!(error instanceof StaleStreamError)) log(`events of run ${run.id} are lost: ${String(error)}`);
      };
      last.catch(failed);
      let noticed = Promise.resolve();
      const writer = {
        run,
        hear() {
          if (plan.heard) return noticed;
          plan.heard = true;
          last = open();
          last.catch(failed);
          noticed = wake();
          return noticed;
        },
      };
      writers.set(run.id, writer);
      return {
        plan: { ...plan },
        take(events) {
          last = last.then(() => keep((first) => toFrames(events, first, resumable), events.length));
          return last.catch(failed);
        },
        stop() {
          if (writers.get(run.id) === writer) writers.delete(run.id);
        },
      };
    },
    listen(runId, onEvents) {
      // An object of its own for each: the same function may listen twice.
      const listener = () => onEvents();
      const all = listeners.get(runId) ?? new Set();
      listeners.set(runId, all.add(listener));
      const heard = writers.get(runId)?.hear() ?? Promise.resolve();
      const stop = () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(runId) === all) listeners.delete(runId);
        forget(runId);
      };
      return { heard, stop };
    },
    listenThread(threadId, onRun) {
      const listener = (run: RunRow) => onRun(run);
      const all = threadListeners.get(threadId) ?? new Set();
      threadListeners.set(threadId, all.add(listener));
      for (const { run } of writers.values()) if (run.threadId === threadId) onRun(run);
      return () => {
        all.delete(listener);
        if (all.size === 0 && threadListeners.get(threadId) === all) threadListeners.delete(threadId);
      };
    },
    ended(runId) {
      if (fleeting.has(runId)) fleeting.set(runId, true);
      forget(runId);
    },
  };
}

/** The run is no longer at work, or at work elsewhere: what it still tells is not kept. */
class StaleStreamError extends Error {
  override readonly name = 'StaleStreamError';
}

async function openStream(store: Store, run: RunRow, resumable: boolean): Promise<void> {
  const { id: runId, threadId, deploymentId } = run;
  await store.transaction(async (tx) => {
    const current = await tx.runs.get(deploymentId, threadId, runId);
    if (current?.status !== 'running' || current.fence !== run.fence) throw new StaleStreamError(runId);
    await tx.runStreams.open({ runId, threadId, deploymentId, resumable });
  });
}

/** Keeps events in one transaction with the check that they are of the run that holds its thread at this moment. */
async function append(
  store: Store,
  run: RunRow,
  row: { firstId: number; lastId: number; frames: string },
  signal: AbortSignal,
): Promise<void> {
  let uncertain = false;
  const work = async (): Promise<void> => {
    for (;;) {
      try {
        return await store.transaction(async (tx) => {
          const current = await tx.runs.get(run.deploymentId, run.threadId, run.id);
          if (current?.status !== 'running' || current.fence !== run.fence)
            throw new StaleStreamError(run.id);
          await tx.runStreams.append(run.id, row);
        });
      } catch (error) {
        // It was kept, and we did not hear of it.
        if (uncertain && error instanceof StoreError && error.code === 'conflict') return;
        if (!isUncertain(error) || signal.aborted) throw error;
        uncertain = true;
      }
    }
  };
  await untilRoom(work, { signal });
}
