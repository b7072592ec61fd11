import type { RunCreate } from '../../../contract/run.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import type { RunKey } from '../run-row.ts';
import type { OtherReplicas } from '../shared/other-replicas.ts';
import { createStreamWriter, type StreamWriter } from './stream-writer.ts';

/** Time for which the events of a run are kept after its end, in milliseconds (docs/api/threads-and-runs.md#stream-retention). */
export const RETENTION_MS = 60 * 60 * 1000;
/**
 * Time for which the events of a run that cannot be resumed are kept after its end, in milliseconds. Readers at other
 * replicas must have read the events by then.
 */
const UNRESUMABLE_RETENTION_MS = 10 * 60 * 1000;
/** Minimum interval between removals of expired streams, in milliseconds. */
const PRUNE_EVERY_MS = 60 * 1000;
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
    options: { notifyWorker: () => Promise<void>; hasThreadListeners?: boolean },
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
  /** Another replica has ended a run, or stopped one of our runs. */
  runEnded(run: RunKey): void;
  /** Returns the threads, and the runs of other replicas, that have subscribers. */
  subscribed(): { events: string[]; threads: string[] };
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
  const { store, others } = dependencies;
  const prune = createPruning(dependencies);
  const state = createStreamState(store);
  const { subscribers, threadSubscribers, endSubscribers, writers, transient, remote } = state;

  const isRemote = (run: RunRow): boolean =>
    remote.has(run.id) || (others !== undefined && ![null, others.instanceId].includes(run.listenedBy));

  return {
    open(run, body, { notifyWorker, hasThreadListeners = false }) {
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
        // The reader is announced first, so that a run that begins later knows that it has a reader.
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
      state.ended(run);
    },
    remote: createRemoteStreams(state),
  };
}

/** The runs that this replica streams, and their readers. */
interface RunStreamState {
  /** Callbacks by run, called when events were stored. */
  subscribers: Subscribers<void>;
  /** Callbacks by thread, called with each run. */
  threadSubscribers: Subscribers<RunRow>;
  /** Callbacks by thread, called when a run has ended. */
  endSubscribers: Subscribers<RunKey>;
  /** Runs that this replica executes. */
  writers: Map<string, StreamWriter>;
  /** Runs with stored events that are not resumable; true once they have ended. */
  transient: Map<string, boolean>;
  /** Our runs that have readers at other replicas. */
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

/** Creates the function that removes expired streams, unless it did so recently. */
function createPruning({ store, now, others }: RunStreamsDependencies): () => void {
  let pruneAt = 0;
  // The removal is not awaited, because a later prune removes anything left.
  return () => {
    if (now() < pruneAt) return;
    pruneAt = now() + PRUNE_EVERY_MS;
    void store.runStreams
      .prune(now() - RETENTION_MS, now() - UNRESUMABLE_RETENTION_MS)
      .catch(() => undefined);
    if (others) void store.sharedRuns.pruneResults(now() - UNRESUMABLE_RETENTION_MS).catch(() => undefined);
  };
}

const toKey = ({ deploymentId, threadId, id }: RunKey): RunKey => ({ deploymentId, threadId, id });

/**
 * Number of runs remembered per subscriber, so that each run is reported only once. It exceeds the number of runs
 * that can occur between a lost notice and the poll that recovers it.
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
      // The callback is wrapped, because the same function may subscribe twice.
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
