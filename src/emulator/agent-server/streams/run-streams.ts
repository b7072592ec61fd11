import type { RunRow, Store } from '../../ports/store.ts';
import { createStreamWriter, type StreamWriter, type StreamWriterDependencies } from './run-writer.ts';
import { RETENTION_MS } from './stream-state.ts';

/** Streams whose time is over are looked for this often at most, in milliseconds. */
const PRUNE_EVERY_MS = 60 * 1000;

/**
 * The events of streamed runs. They are kept in the store first and read from there, so that a reader who is slow, or
 * comes back, costs nothing but a place in the stream. A run that nobody listens to, and nobody may come back to, tells
 * nothing at all.
 */
export interface RunStreams {
  /** A run begins on a worker. `wake`: tells that worker that somebody listens, and resolves when it knows. */
  open(run: RunRow, wake: StreamWriterDependencies['notifyWorker']): StreamWriter & { stop(): void };
  /**
   * Somebody reads the events of this run, and is told whenever some were kept. To be called before the run exists, or
   * before its events are read. `heard`: from then on nothing of it is missed.
   */
  subscribe(runId: string, onEvents: () => void): { heard: Promise<void>; stop: () => void };
  /**
   * Somebody reads the events of whatever runs on this thread: told of each run as it begins, and first of the one at
   * work. Gives what ends it.
   */
  subscribeToThread(threadId: string, onRun: (run: RunRow) => void): () => void;
  /**
   * Does `work` while no events are kept of what runs on these threads (absent: of the whole deployment): a run that tells
   * without end would be in the way of stopping it, on a database that lets only one of them pass.
   */
  pauseStreams<T>(
    whose: { deploymentId: string; threadIds?: readonly string[] },
    work: () => Promise<T>,
  ): Promise<T>;
  /** The run is over: once nobody reads its events any more, they go, unless somebody may come back for them. */
  runEnded(runId: string): void;
}

export function createRunStreams(
  deps: { store: Store; now: () => number } & Pick<StreamWriterDependencies, 'log' | 'ending'>,
): RunStreams {
  const { store, now } = deps;
  const listeners = createListeners<void>();
  const threadListeners = createListeners<RunRow>();
  const writers = new Map<string, StreamWriter>();
  /** Runs that were heard and are not resumable; true once they are over. */
  const fleeting = new Map<string, boolean>();
  let pruneAt = 0;

  // Neither of these is waited for: what is left over is removed by the next one.
  const prune = (): void => {
    if (now() < pruneAt) return;
    pruneAt = now() + PRUNE_EVERY_MS;
    void store.runStreams.prune(now() - RETENTION_MS).catch(() => undefined);
  };
  const forget = (runId: string): void => {
    if (fleeting.get(runId) !== true || listeners.of(runId).length > 0) return;
    fleeting.delete(runId);
    void store.runStreams.remove(runId).catch(() => undefined);
  };

  return {
    open(run, wake) {
      prune();
      // Who follows the thread listens to this run from now on.
      for (const onRun of threadListeners.of(run.threadId)) onRun(run);
      const onKept = () => {
        for (const onEvents of listeners.of(run.id)) onEvents();
      };
      const writer = createStreamWriter(
        { ...deps, onAppended: onKept, notifyWorker: wake },
        run,
        listeners.of(run.id).length > 0,
      );
      if (!writer.resumable && writer.plan.hasSubscriber) fleeting.set(run.id, false);
      writers.set(run.id, writer);
      return {
        ...writer,
        stop() {
          if (writers.get(run.id) === writer) writers.delete(run.id);
        },
      };
    },
    subscribe(runId, onEvents) {
      const leave = listeners.add(runId, onEvents);
      const writer = writers.get(runId);
      if (writer?.resumable === false) fleeting.set(runId, false);
      const stop = () => {
        leave();
        forget(runId);
      };
      return { heard: writer?.addSubscriber() ?? Promise.resolve(), stop };
    },
    subscribeToThread(threadId, onRun) {
      const leave = threadListeners.add(threadId, onRun);
      for (const { run } of writers.values()) if (run.threadId === threadId) onRun(run);
      return leave;
    },
    async pauseStreams({ deploymentId, threadIds }, work) {
      const concerned = [...writers.values()].filter(
        ({ run }) => run.deploymentId === deploymentId && (threadIds?.includes(run.threadId) ?? true),
      );
      const releases = await Promise.all(concerned.map((writer) => writer.pause()));
      try {
        return await work();
      } finally {
        for (const release of releases) release();
      }
    },
    runEnded(runId) {
      if (fleeting.has(runId)) fleeting.set(runId, true);
      forget(runId);
    },
  };
}

/** Functions by what they listen to. */
function createListeners<T>() {
  const all = new Map<string, ((what: T) => void)[]>();
  const of = (key: string): readonly ((what: T) => void)[] => all.get(key) ?? [];
  return {
    of,
    /** Gives what ends it. */
    add(key: string, listener: (what: T) => void): () => void {
      // An object of its own: the same function may listen twice.
      const own = (what: T) => listener(what);
      all.set(key, [...of(key), own]);
      return () => {
        const left = of(key).filter((one) => one !== own);
        if (left.length > 0) all.set(key, left);
        else all.delete(key);
      };
    },
  };
}
