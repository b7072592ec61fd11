import { setImmediate } from 'node:timers/promises';
import type { RunCreate } from '../../../contract/run.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import type { RunKey } from '../run-row.ts';
import type { OtherReplicas } from '../shared/other-replicas.ts';
import { createStreamWriter, type StreamWriter } from './stream-writer.ts';

/** Time in milliseconds for which a run's summary remains stored after the run's temporary thread was deleted. */
const SUMMARY_RETENTION_MS = 7 * 24 * 60 * 60 * 1_000;
/** Maximum number of summaries that remain stored without their threads. */
const MAX_DETACHED_SUMMARIES = 5_000;
/** Maximum number of summaries in one deletion. The number is small, because a summary can have thousands of steps. */
const PRUNED_SUMMARIES = 20;

/** Milliseconds for which an ended run's events remain stored (docs/api/threads-and-runs.md#stream-retention). */
export const RETENTION_MS = 60 * 60 * 1000;
/** Time in milliseconds for which other replicas can read the events of an ended run that cannot be resumed. */
const UNRESUMABLE_RETENTION_MS = 10 * 60 * 1000;
/** Minimum interval between two removals of expired streams, in milliseconds. */
const PRUNE_EVERY_MS = 60 * 1000;
/** Number of runs after which expired rows are removed even if the interval has not passed, as on a virtual clock. */
const PRUNE_EVERY_RUNS = 500;
/**
 * Stores the events of streamed runs. Readers read the events from the store, so slow or reconnecting readers cost no
 * memory. A run without subscribers emits no events unless it is resumable.
 */
export interface RunStreams {
  /**
   * Opens the stream of an attempt that begins on a worker. The function `notifyWorker` notifies the worker that the
   * run has a subscriber, and resolves once the worker has confirmed this. The flag `hasThreadListeners` is true if
   * clients of other replicas read all runs of the thread.
   */
  open(
    run: RunRow,
    body: RunCreate,
    options: { notifyWorker: () => Promise<void>; hasThreadListeners?: boolean },
  ): StreamWriter & { stop(): void };
  /**
   * Calls `onEvents` whenever events of the run have been stored. A caller that subscribes before the run exists, or
   * before reading the events, misses no event after `ready` has resolved. `isNew` means that no other replica has
   * begun the run, or that the run has ended.
   */
  subscribe(
    runId: string,
    onEvents: () => void,
    options?: { isNew?: boolean },
  ): { ready: Promise<void>; stop: () => void };
  /**
   * Calls `onRun` with the active run of a thread and with each later run. Calls `onEnd` when a run of the thread has
   * ended, even if the run never began. `onRun` has been called with the active run once `ready` resolves.
   */
  subscribeToThread(
    thread: ThreadKey,
    onRun: (run: RunRow) => void,
    onEnd?: (run: RunKey) => void,
  ): { ready: Promise<void>; stop: () => void };
  /**
   * Runs `work` while no events of the runs on these threads are stored. Without `threadIds`, no events of the whole
   * deployment are stored. On a database with a single writer, an endless stream of events would block the transaction
   * that stops the run.
   */
  pauseStreams<T>(
    scope: { deploymentId: string; threadIds?: readonly string[] },
    work: () => Promise<T>,
  ): Promise<T>;
  /** Reports that the run has ended. The events of a run that is not resumable are removed once no reader remains. */
  runEnded(run: RunKey): void;
  /** Functions that other replicas call. */
  readonly remote: RemoteStreams;
}

type ThreadKey = Pick<RunKey, 'deploymentId' | 'threadId'>;

/** Functions that other replicas call to report changes of streams. */
interface RemoteStreams {
  /** Reports that a run of this replica has a reader at another replica. Resolves once the worker has been notified. */
  addListener(runId: string): Promise<void>;
  /** Forgets the readers of other replicas, because this replica no longer executes the run. */
  forget(runId: string): void;
  eventsStored(runId: string): void;
  /** Reports to the subscribers of a thread that a run of another replica has begun. `read` returns the run's row. */
  runBegun(run: RunKey, read: () => Promise<RunRow | undefined>): Promise<void>;
  /** Reports that another replica has ended a run, or stopped a run of this replica. */
  runEnded(run: RunKey): void;
  /** Returns the IDs of the threads, and of the runs of other replicas, that have subscribers. */
  subscribed(): { events: string[]; threads: string[] };
}

interface RunStreamsDependencies {
  store: Store;
  now: () => number;
  log: (line: string) => void;
  closing: AbortSignal;
  /** Replicas of the control plane except this replica, or absent if no other replicas exist. */
  others?:
    | Pick<OtherReplicas, 'instanceId' | 'notify' | 'listen' | 'listenToThread' | 'leaveThread'>
    | undefined;
}

export function createRunStreams(dependencies: RunStreamsDependencies): RunStreams {
  const { store, others } = dependencies;
  const prune = createPruning(dependencies);
  const state = createStreamState(store);
  const { subscribers, threadSubscribers, endSubscribers, writers, transient, remote } = state;

  const isRemote = (run: RunRow): boolean =>
    remote.has(run.id) || (others !== undefined && ![null, others.instanceId].includes(run.listenedBy));

  return {
    open(run, body, { notifyWorker, hasThreadListeners = false }) {
      prune();
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
        state.removeIfUnused(runId);
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
        // Other replicas are notified of the reader first, because later runs store events only for known readers.
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
      // Clients of other replicas might still be reading, so only a later prune removes the events.
      if (remote.delete(run.id)) transient.delete(run.id);
      state.ended(run);
    },
    remote: createRemoteStreams(state),
  };
}

/** Runs that this replica streams, and their readers. */
interface RunStreamState {
  /** Callbacks for stored events, keyed by run ID. */
  subscribers: Subscribers<void>;
  /** Callbacks for a thread's runs, keyed by thread ID. */
  threadSubscribers: Subscribers<RunRow>;
  /** Callbacks for the ends of a thread's runs, keyed by thread ID. */
  endSubscribers: Subscribers<RunKey>;
  /** Writers of the runs that this replica executes, keyed by run ID. */
  writers: Map<string, StreamWriter>;
  /**
   * Runs with stored events that are not resumable, keyed by ID. The value for a run is true once the run has ended.
   */
  transient: Map<string, boolean>;
  /** IDs of this replica's runs that have readers at other replicas. */
  remote: Set<string>;
  /** Removes the events of a run that has ended, is not resumable, and has no readers. */
  removeIfUnused(runId: string): void;
  ended(run: RunKey): void;
}

function createStreamState(store: Store): RunStreamState {
  const subscribers = createSubscribers<void>();
  const endSubscribers = createSubscribers<RunKey>();
  const transient = new Map<string, boolean>();
  const removeIfUnused = (runId: string): void => {
    if (transient.get(runId) !== true || subscribers.of(runId).length > 0) return;
    transient.delete(runId);
    void store.runStreams.remove(runId).catch(() => undefined);
  };
  return {
    subscribers,
    threadSubscribers: createSubscribers<RunRow>(),
    endSubscribers,
    writers: new Map(),
    transient,
    remote: new Set(),
    removeIfUnused,
    ended(run) {
      if (transient.has(run.id)) transient.set(run.id, true);
      for (const onEnd of endSubscribers.of(run.threadId)) onEnd(run);
      removeIfUnused(run.id);
    },
  };
}

function createRemoteStreams(state: RunStreamState): RemoteStreams {
  const { subscribers, threadSubscribers, endSubscribers, writers, remote } = state;
  return {
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
    runEnded: (run) => state.ended(run),
    subscribed: () => ({
      events: subscribers.keys().filter((runId) => !writers.has(runId)),
      threads: endSubscribers.keys(),
    }),
  };
}

/** Creates the function that removes expired streams and summaries when enough time or runs have passed. */
function createPruning({ store, now, closing, others }: RunStreamsDependencies): () => void {
  let pruneAt = 0;
  let runs = 0;
  let isPruning = false;
  const pruneSummaries = async (): Promise<void> => {
    const old = {
      endedBefore: now() - SUMMARY_RETENTION_MS,
      keep: MAX_DETACHED_SUMMARIES,
      limit: PRUNED_SUMMARIES,
    };
    // Other work of the process runs between two batches of summaries.
    while (!closing.aborted && (await store.runSummaries.prune(old)) > 0) await setImmediate();
  };
  // The removal is not awaited. If the removal fails, a later removal deletes the remaining rows.
  return () => {
    runs += 1;
    if (isPruning || (now() < pruneAt && runs < PRUNE_EVERY_RUNS)) return;
    pruneAt = now() + PRUNE_EVERY_MS;
    runs = 0;
    isPruning = true;
    void store.runStreams
      .prune(now() - RETENTION_MS, now() - UNRESUMABLE_RETENTION_MS)
      .catch(() => undefined);
    void pruneSummaries()
      .catch(() => undefined)
      .finally(() => {
        isPruning = false;
      });
    if (others) void store.sharedRuns.pruneResults(now() - UNRESUMABLE_RETENTION_MS).catch(() => undefined);
  };
}

const toKey = ({ deploymentId, threadId, id }: RunKey): RunKey => ({ deploymentId, threadId, id });

/**
 * Number of runs that a subscriber remembers, in order to report each run only once. `REMEMBERED_RUNS` exceeds the
 * number of runs between a lost message and the poll that recovers the message.
 */
const REMEMBERED_RUNS = 1_000;

/** Wraps a callback so that it is called only once per run. */
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

interface Subscribers<T> {
  of(key: string): readonly ((what: T) => void)[];
  keys(): string[];
  /** Returns the function that unsubscribes. */
  add(key: string, callback: (what: T) => void): () => void;
}

function createSubscribers<T>(): Subscribers<T> {
  const all = new Map<string, ((what: T) => void)[]>();
  const of = (key: string): readonly ((what: T) => void)[] => all.get(key) ?? [];
  return {
    of,
    keys: () => [...all.keys()],
    add(key, callback) {
      // The callback is wrapped in a new function, because a caller can subscribe the same function twice.
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
