import { setTimeout as delay } from 'node:timers/promises';
import type { RunCreate } from '../../../contract/run.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import type { StreamedEvent, StreamPlan } from '../../ports/worker.ts';
import type { RunKey } from '../run-row.ts';
import { retryTransient } from '../../ports/retry-transient.ts';
import { isUncertain } from '../../ports/store-errors.ts';
import type { OtherReplicas } from '../shared/other-replicas.ts';
import { toFrames } from './frames.ts';

/** Time for which the events of a run are kept after its end, in milliseconds (docs/api/threads-and-runs.md#stream-retention). */
export const RETENTION_MS = 60 * 60 * 1000;
/**
 * The same for runs that cannot be resumed but may have readers at other replicas, which must have read the events by
 * then.
 */
const UNRESUMABLE_RETENTION_MS = 10 * 60 * 1000;
/** Minimum interval between removals of expired streams, in milliseconds. */
const PRUNE_EVERY_MS = 60 * 1000;
/**
 * Maximum time that a pause waits for a write in progress, in milliseconds, because the write may wait for disk
 * space.
 */
const PAUSE_TIMEOUT_MS = 1_000;

/**
 * Stores the events of streamed runs. Readers get them from the store, so slow or reconnecting readers cost no
 * memory. A run without subscribers that cannot be resumed emits no events.
 */
export interface RunStreams {
  /**
   * Call when an attempt of a run begins on a worker. `notifyWorker` notifies that worker of a subscriber, and
   * resolves once it knows. `hasThreadListeners`: clients of other replicas read all runs of its thread.
   */
  open(
    run: RunRow,
    body: RunCreate,
    notifyWorker: () => Promise<void>,
    hasThreadListeners?: boolean,
  ): StreamWriter & { stop(): void };
  /**
   * Calls `onEvents` each time events of this run were stored. Subscribe before the run exists or before reading its
   * events; no event is missed once `ready` resolves. `isNew`: no other replica has begun the run, or it has ended.
   */
  subscribe(
    runId: string,
    onEvents: () => void,
    options?: { isNew?: boolean },
  ): { ready: Promise<void>; stop: () => void };
  /**
   * Calls `onRun` with the active run of a thread and with each later run, and `onEnd` when one of them has ended,
   * even without having begun. The active run is known once `ready` resolves.
   */
  subscribeToThread(
    thread: ThreadKey,
    onRun: (run: RunRow) => void,
    onEnd?: (run: RunKey) => void,
  ): { ready: Promise<void>; stop: () => void };
  /**
   * Runs `work` while no events of the runs on these threads (or without threads, of the whole deployment) are
   * stored. On a database with a single writer, a run that emits endlessly would block the transaction that stops it.
   */
  pauseStreams<T>(
    scope: { deploymentId: string; threadIds?: readonly string[] },
    work: () => Promise<T>,
  ): Promise<T>;
  /** Call when the run has ended. Unless it is resumable, its events are removed once it has no readers. */
  runEnded(run: RunKey): void;
  /** Functions that other replicas call. */
  readonly remote: RemoteStreams;
}

type ThreadKey = Pick<RunKey, 'deploymentId' | 'threadId'>;

/** The streams of a replica, for other replicas. */
interface RemoteStreams {
  /** One of our runs has a reader at another replica. Resolves once the worker knows. */
  addListener(runId: string): Promise<void>;
  /** A run is no longer executed by this replica. */
  forget(runId: string): void;
  /** Another replica stored events of its run. */
  eventsStored(runId: string): void;
  /** A run of another replica has begun. Notifies the subscribers of its thread. `read` returns its row. */
  runBegun(run: RunKey, read: () => Promise<RunRow | undefined>): Promise<void>;
  runEnded(run: RunKey): void;
  /** Returns the threads, and the runs of other replicas, that have subscribers. */
  subscribed(): { events: string[]; threads: string[] };
}

/** Stores the events of one attempt of a run. */
interface StreamWriter {
  readonly run: RunRow;
  readonly resumable: boolean;
  /** What the worker should emit. */
  readonly plan: StreamPlan;
  /** Resolves once the worker knows that the run has a subscriber. */
  addSubscriber(): Promise<void>;
  /** Stores no events from the time it resolves until the returned function is called. */
  pause(): Promise<() => void>;
  /** Never rejects. */
  append(events: readonly StreamedEvent[]): Promise<void>;
}

interface RunStreamsDependencies {
  store: Store;
  now: () => number;
  log: (line: string) => void;
  /** Aborted when the emulator closes. */
  closing: AbortSignal;
  /** Absent if no other replicas exist. */
  others?:
    | Pick<OtherReplicas, 'instanceId' | 'notify' | 'listen' | 'listenToThread' | 'leaveThread'>
    | undefined;
}

export function createRunStreams(dependencies: RunStreamsDependencies): RunStreams {
  const { store, now, others } = dependencies;
  const subscribers = createSubscribers<void>();
  const threadSubscribers = createSubscribers<RunRow>();
  const endSubscribers = createSubscribers<RunKey>();
  const writers = new Map<string, StreamWriter>();
  /** Runs with stored events that are not resumable; true once they have ended. */
  const transient = new Map<string, boolean>();
  /** Our runs that have readers at other replicas. */
  const remote = new Set<string>();
  let pruneAt = 0;

  // Not awaited: anything left is removed by a later prune.
  const prune = (): void => {
    if (now() < pruneAt) return;
    pruneAt = now() + PRUNE_EVERY_MS;
    void store.runStreams
      .prune(now() - RETENTION_MS, now() - UNRESUMABLE_RETENTION_MS)
      .catch(() => undefined);
    if (others) void store.sharedRuns.pruneResults(now() - UNRESUMABLE_RETENTION_MS).catch(() => undefined);
  };
  const isRemote = (run: RunRow): boolean =>
    remote.has(run.id) || (others !== undefined && ![null, others.instanceId].includes(run.listenedBy));

  const removeIfUnused = (runId: string): void => {
    if (transient.get(runId) !== true || subscribers.of(runId).length > 0) return;
    transient.delete(runId);
    void store.runStreams.remove(runId).catch(() => undefined);
  };

  return {
    open(run, body, notifyWorker, hasThreadListeners = false) {
      prune();
      // Notifies subscribers of the thread, which then subscribe to this run.
      for (const onRun of threadSubscribers.of(run.threadId)) onRun(run);
      const hasListeners = hasThreadListeners || isRemote(run);
      const writer = createStreamWriter(dependencies, run, body, {
        hasSubscriber: hasListeners || run.listenedBy !== null || subscribers.of(run.id).length > 0,
        notifyWorker,
        onAppended() {
          for (const onEvents of subscribers.of(run.id)) onEvents();
          if (isRemote(run)) others?.notify({ kind: 'events', runId: run.id });
        },
      });
      if (hasListeners) remote.add(run.id);
      others?.notify({ kind: 'begun', run: toKey(run) });
      if (!writer.resumable && writer.plan.hasSubscriber) transient.set(run.id, false);
      writers.set(run.id, writer);
      return {
        ...writer,
        stop() {
          if (writers.get(run.id) === writer) writers.delete(run.id);
        },
      };
    },
    subscribe(runId, onEvents, { isNew = false } = {}) {
      const unsubscribe = subscribers.add(runId, onEvents);
      const writer = writers.get(runId);
      if (writer?.resumable === false) transient.set(runId, false);
      const stop = () => {
        unsubscribe();
        removeIfUnused(runId);
      };
      const elsewhere = isNew || others === undefined ? Promise.resolve() : undefined;
      return {
        ready: writer?.addSubscriber() ?? elsewhere ?? others?.listen(runId) ?? Promise.resolve(),
        stop,
      };
    },
    subscribeToThread({ deploymentId, threadId }, onRun, onEnd = () => undefined) {
      const [onBegun, onEnded] = [once(onRun), once(onEnd)];
      const unsubscribe = [threadSubscribers.add(threadId, onBegun), endSubscribers.add(threadId, onEnded)];
      for (const { run } of writers.values()) if (run.threadId === threadId) onBegun(run);
      const findElsewhere = async (): Promise<void> => {
        // Announced first, so that a run that begins later knows that it has a reader.
        await others?.listenToThread(threadId);
        const page = { status: 'running', limit: 1, offset: 0 };
        for (const run of await store.runs.list(deploymentId, threadId, page)) onBegun(run);
      };
      return {
        ready: others ? findElsewhere() : Promise.resolve(),
        stop() {
          for (const one of unsubscribe) one();
          if (endSubscribers.of(threadId).length === 0) others?.leaveThread(threadId);
        },
      };
    },
    async pauseStreams({ deploymentId, threadIds }, work) {
      const paused = [...writers.values()].filter(
        ({ run }) => run.deploymentId === deploymentId && (threadIds?.includes(run.threadId) ?? true),
      );
      const resumes = await Promise.all(paused.map((writer) => writer.pause()));
      try {
        return await work();
      } finally {
        for (const resume of resumes) resume();
      }
    },
    runEnded(run) {
      // Readers at other replicas may still be reading; a later prune removes the events.
      if (remote.delete(run.id)) transient.delete(run.id);
      if (transient.has(run.id)) transient.set(run.id, true);
      for (const onEnd of endSubscribers.of(run.threadId)) onEnd(run);
      removeIfUnused(run.id);
    },
    remote: {
      async addListener(runId) {
        remote.add(runId);
        await writers.get(runId)?.addSubscriber();
      },
      forget: (runId) => void remote.delete(runId),
      eventsStored(runId) {
        for (const onEvents of subscribers.of(runId)) onEvents();
      },
      async runBegun(run, read) {
        if (threadSubscribers.of(run.threadId).length === 0) return;
        const row = await read();
        if (row) for (const onRun of threadSubscribers.of(run.threadId)) onRun(row);
      },
      runEnded(run) {
        // Another replica stopped one of our runs.
        if (transient.has(run.id)) transient.set(run.id, true);
        for (const onEnd of endSubscribers.of(run.threadId)) onEnd(run);
        removeIfUnused(run.id);
      },
      subscribed: () => ({
        events: subscribers.keys().filter((runId) => !writers.has(runId)),
        threads: endSubscribers.keys(),
      }),
    },
  };
}

const toKey = ({ deploymentId, threadId, id }: RunKey): RunKey => ({ deploymentId, threadId, id });

/**
 * Number of runs remembered per subscriber, so that each is reported once: more than can occur between a notice and
 * the poll that makes up for a lost one.
 */
const REMEMBERED_RUNS = 1_000;

/** Wraps a callback so that it is called once per run. */
function once<T extends RunKey>(callback: (run: T) => void): (run: T) => void {
  const known = new Set<string>();
  return (run) => {
    if (known.has(run.id)) return;
    known.add(run.id);
    const [oldest] = known;
    if (known.size > REMEMBERED_RUNS && oldest !== undefined) known.delete(oldest);
    callback(run);
  };
}

/** Keeps callbacks by key. */
function createSubscribers<T>() {
  const all = new Map<string, ((what: T) => void)[]>();
  const of = (key: string): readonly ((what: T) => void)[] => all.get(key) ?? [];
  return {
    of,
    keys: () => [...all.keys()],
    /** Returns the function that unsubscribes. */
    add(key: string, callback: (what: T) => void): () => void {
      // Wrapped, because the same function may subscribe twice.
      const own = (what: T) => callback(what);
      all.set(key, [...of(key), own]);
      return () => {
        const left = of(key).filter((one) => one !== own);
        if (left.length > 0) all.set(key, left);
        else all.delete(key);
      };
    },
  };
}

/** Returns the stream modes of a run. An empty list counts as absent. */
function toStreamModes({ stream_mode: requested }: Pick<RunCreate, 'stream_mode'>): StreamPlan['modes'] {
  const modes = [requested ?? []].flat();
  return modes.length > 0 ? modes : ['values'];
}

function createStreamWriter(
  { store, log, closing }: RunStreamsDependencies,
  run: RunRow,
  body: RunCreate,
  subscription: { hasSubscriber: boolean; notifyWorker: () => Promise<void>; onAppended: () => void },
): StreamWriter {
  const { notifyWorker, onAppended } = subscription;
  const resumable = body.stream_resumable === true;
  const feedbackKeys = body.feedback_keys ?? null;
  let isOpen = resumable || subscription.hasSubscriber;
  let notified = Promise.resolve();
  let nextId = 0;

  const open = async (): Promise<void> => {
    const metadata = JSON.stringify({ run_id: run.id, attempt: run.attempt });
    const events = [{ event: 'metadata', data: metadata }];
    nextId = await openStream(store, run, { events, resumable, feedbackKeys }, closing);
    onAppended();
  };
  const append = async (events: readonly StreamedEvent[]): Promise<void> => {
    const row = {
      firstId: nextId,
      lastId: nextId + events.length - 1,
      frames: toFrames(events, nextId, resumable),
    };
    await appendEvents(store, run, row, closing);
    nextId = row.lastId + 1;
    onAppended();
  };

  /** A stream with a gap must not look complete, so its readers get an error. */
  const discard = async (cause: unknown): Promise<void> => {
    if (cause instanceof StaleStreamError || closing.aborted) return;
    log(`events of run ${run.id} are lost: ${String(cause)}`);
    try {
      await store.runStreams.remove(run.id);
    } catch {
      // A later prune removes the rest.
    }
  };
  // Writes run in sequence, and stop after a failed one.
  let last: Promise<void> = Promise.resolve();
  let isBroken = false;
  const pauses = new Set<Promise<void>>();
  let underWay: Promise<void> = Promise.resolve();
  const inTurn = (write: () => Promise<void>): Promise<void> => {
    last = last.then(async () => {
      while (pauses.size > 0) await Promise.all(pauses);
      if (isBroken) return;
      try {
        underWay = write();
        await underWay;
      } catch (error) {
        isBroken = true;
        await discard(error);
      }
    });
    return last;
  };
  if (isOpen) void inTurn(open);

  return {
    run,
    resumable,
    plan: {
      modes: toStreamModes(body),
      subgraphs: body.stream_subgraphs === true,
      hasSubscriber: isOpen,
      ...(run.kwargs.protocol === true && { protocol: true }),
    },
    addSubscriber() {
      if (isOpen) return notified;
      isOpen = true;
      void inTurn(open);
      notified = notifyWorker();
      return notified;
    },
    async pause() {
      const { promise, resolve } = Promise.withResolvers<void>();
      pauses.add(promise);
      const waited = new AbortController();
      await Promise.race([
        underWay.catch(() => undefined),
        delay(PAUSE_TIMEOUT_MS, undefined, { signal: waited.signal }).catch(() => undefined),
      ]);
      waited.abort();
      return () => {
        pauses.delete(promise);
        resolve();
      };
    },
    // A worker emits nothing without a subscriber. If it did, no stream would exist to append to.
    append: (events) => (isOpen && events.length > 0 ? inTurn(() => append(events)) : last),
  };
}

/** The run is no longer active or belongs to another worker, so its events are not stored. */
class StaleStreamError extends Error {
  override readonly name = 'StaleStreamError';
}

/**
 * Opens the stream of a run, or continues the stream of an earlier attempt, with these events. From then on only this
 * attempt can append. Returns the ID of the next event. @throws StaleStreamError, and permanent errors of the store.
 */
function openStream(
  store: Store,
  run: RunRow,
  opening: {
    events: readonly { event: string; data?: string }[];
    resumable: boolean;
    feedbackKeys: string[] | null;
  },
  signal: AbortSignal,
): Promise<number> {
  const { events, resumable, feedbackKeys } = opening;
  const { id: runId, threadId, deploymentId, fence } = run;
  return untilStored(signal, () =>
    store.transaction(async (tx) => {
      const current = await tx.runs.get(deploymentId, threadId, runId);
      if (current?.status !== 'running' || current.fence !== fence) throw new StaleStreamError(runId);
      await tx.runStreams.open({ runId, threadId, deploymentId, resumable, feedbackKeys, fence });
      const firstId = (await tx.runStreams.lastId(runId)) + 1;
      const nextId = firstId + events.length;
      const frames = toFrames(events, firstId, resumable);
      await tx.runStreams.append(runId, fence, { firstId, lastId: nextId - 1, frames });
      return nextId;
    }),
  );
}

/** @throws as `openStream` does. */
async function appendEvents(
  store: Store,
  run: RunRow,
  row: { firstId: number; lastId: number; frames: string },
  signal: AbortSignal,
): Promise<void> {
  const isCurrent = await untilStored(signal, () => store.runStreams.append(run.id, run.fence, row));
  if (!isCurrent) throw new StaleStreamError(run.id);
}

/**
 * Waits while the store is full or unreachable, and repeats a write whose response was lost, because writes are
 * idempotent.
 */
function untilStored<T>(signal: AbortSignal, write: () => Promise<T>): Promise<T> {
  const untilCertain = async (): Promise<T> => {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isUncertain(error) || signal.aborted) throw error;
      }
    }
  };
  return retryTransient(untilCertain, { signal });
}
