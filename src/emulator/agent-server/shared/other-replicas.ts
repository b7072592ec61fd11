import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { memoizeAsync } from '../../../clients/memoize.ts';
import type { Notifier, Store } from '../../ports/store.ts';
import { isFinal, type StoppedRun } from '../run-outcome.ts';
import type { RunKey, RunScope } from '../run-row.ts';
import type { RunNotice } from './notices.ts';

/** Interval at which the store is polled for lost notices, in milliseconds. */
const POLL_MS = 1_000;
/** Time after which an unanswered question is repeated, in milliseconds. */
const REPEAT_MS = 500;
/** Maximum time that a reader waits for another replica to store the events of a run, in milliseconds. */
const LISTEN_LIMIT_MS = 5_000;
/**
 * Maximum time that another replica may take to store a run's events before the run is stopped anyway, in
 * milliseconds.
 */
const HOLD_LIMIT_MS = 1_500;
/** Time after which a paused run continues even without a release, in milliseconds. */
const RELEASE_MS = 5_000;
/** A run that does not exist this long after the first question about it counts as deleted. Milliseconds. */
const CREATED_WITHIN_MS = 30_000;
/** Maximum number of IDs in one notice, because notices must be short. */
const IDS_PER_NOTICE = 100;
/** Number of notices sent at once. */
const BATCH_SIZE = 200;
/** Tolerance for clock differences between machines and for the delay until a change is visible. Milliseconds. */
const RECENT_MS = 10_000;

/** Work that a replica does for other replicas, and the events that it waits for. */
export interface RunHandlers {
  /** Runs of the deployment may be pending. */
  wake(deploymentId: string): void;
  cronsChanged(deploymentId: string): void;
  /**
   * From now on stores the events of one of our runs and sends notices about them. Resolves to false if the run is
   * not ours.
   */
  addListener(runId: string): Promise<boolean>;
  eventsStored(runId: string): void;
  runBegun(run: RunKey): Promise<void>;
  /** The run has ended or was deleted. */
  runEnded(run: Pick<RunKey, 'id'> & Partial<RunKey>): Promise<void>;
  /** Stores no more events of these runs until the returned function is called. */
  hold(scope: RunScope, options: { flush: boolean }): Promise<() => void>;
  /** Ends the work on those of the runs that this replica executes. */
  stop(deploymentId: string, runIds: readonly string[]): Promise<void>;
  waitsFor(): {
    /** Runs whose end clients wait for, and whether they are known to have existed. */
    ends: ReadonlyMap<string, boolean>;
    /** Runs of other replicas whose events clients read. */
    events: readonly string[];
    /** Threads whose runs clients read. */
    threads: readonly string[];
    /** Runs that this replica executes, with their fences. */
    ours: ReadonlyMap<string, number>;
  };
}

/**
 * Communicates with the other replicas of the control plane about runs. Urgent changes are sent as notices. Lost
 * notifications are recovered by polling the store, the only source of truth.
 */
export interface OtherReplicas {
  /** ID of this replica. */
  readonly instanceId: string;
  start(handlers: RunHandlers): Promise<void>;
  /** Notifies the other replicas. Returns immediately and never throws. */
  notify(notice: RunNotice): void;
  /**
   * Resolves once the replica that executes the run stores and announces its events, or once waiting is pointless.
   */
  listen(runId: string): Promise<void>;
  /**
   * Announces that clients of this replica read all runs of a thread live. Resolves once every later run knows it.
   */
  listenToThread(threadId: string): Promise<void>;
  leaveThread(threadId: string): void;
  /** Returns whether clients of other replicas read the thread. */
  hasThreadListeners(threadId: string): Promise<boolean>;
  /**
   * Resolves once the other replicas store no more events of these runs; with `flush`, after storing the events
   * written so far. Returns the function that lets them continue. Waits only briefly.
   */
  hold(scope: RunScope, options: { flush: boolean }): Promise<() => void>;
  /**
   * Resolves once the other replicas have ended their work on these runs, at the latest when the threads are free
   * again.
   */
  stop(stopped: readonly StoppedRun[]): Promise<void>;
  close(): Promise<void>;
}

const loadNotices = memoizeAsync(() => import('./notices.ts'));

export function createOtherReplicas({
  store,
  notifier,
  instanceId,
  now,
  log,
}: {
  store: Pick<Store, 'sharedRuns'>;
  notifier: Notifier;
  instanceId: string;
  now: () => number;
  log: (line: string) => void;
}): OtherReplicas {
  const closing = new AbortController();
  const sender = createSender(notifier, instanceId);
  const answers = createAnswers();
  const held = new Map<string, Promise<() => void>>();
  const lost = createLostNotices({ store, instanceId, now });
  const notify = (notice: RunNotice): void => sender.notify(notice);
  let unsubscribe: () => Promise<void> = () => Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;

  const release = (holdId: string): void => {
    const resume = held.get(holdId);
    held.delete(holdId);
    void resume?.then((work) => work());
  };
  const hold = async (handlers: RunHandlers, notice: Extract<RunNotice, { kind: 'hold' }>) => {
    const { holdId, deploymentId, threadIds, flush } = notice;
    if (!held.has(holdId)) {
      held.set(holdId, handlers.hold({ deploymentId, ...(threadIds && { threadIds }) }, { flush }));
      setTimeout(() => release(holdId), RELEASE_MS).unref();
    }
    await held.get(holdId);
  };
  const handle = async (handlers: RunHandlers, from: string, notice: RunNotice): Promise<void> => {
    if ('to' in notice && notice.to !== instanceId) return;
    switch (notice.kind) {
      case 'pending':
        return handlers.wake(notice.deploymentId);
      case 'crons':
        return handlers.cronsChanged(notice.deploymentId);
      case 'begun':
        return handlers.runBegun(notice.run);
      case 'ended':
        return handlers.runEnded(notice.run);
      case 'events':
        return handlers.eventsStored(notice.runId);
      case 'listen': {
        const { runId } = notice;
        if (await handlers.addListener(runId)) notify({ kind: 'listening', to: from, runId });
        return;
      }
      case 'listening':
        return answers.give(`listening ${notice.runId}`);
      case 'stop':
        return handlers.stop(notice.deploymentId, notice.runIds);
      case 'stopped':
        for (const id of notice.runIds) answers.give(`stopped ${id}`);
        return;
      case 'hold':
        await hold(handlers, notice);
        return notify({ kind: 'held', to: from, holdId: notice.holdId, by: instanceId });
      case 'held':
        return answers.give(`held ${notice.holdId}`);
      case 'release':
        return release(notice.holdId);
    }
  };
  const poll = (handlers: RunHandlers): Promise<void> =>
    (polling ??= lost
      .find(handlers)
      .catch((failure: unknown) => {
        if (!closing.signal.aborted) log(`the runs of other replicas could not be read: ${String(failure)}`);
      })
      .finally(() => {
        polling = undefined;
      }));

  return {
    instanceId,
    async start(handlers) {
      const { parseNotice } = await loadNotices();
      unsubscribe = await notifier.subscribe('runs', (text) => {
        if (closing.signal.aborted) return;
        if (text === '') return void poll(handlers);
        const parsed = parseNotice(text);
        if (!parsed || parsed.from === instanceId) return;
        handle(handlers, parsed.from, parsed.notice).catch((failure: unknown) => {
          if (!closing.signal.aborted) log(`a notice of another replica: ${String(failure)}`);
        });
      });
      timer = setInterval(() => void poll(handlers), POLL_MS);
      timer.unref();
    },
    notify,
    async listen(runId) {
      const until = performance.now() + LISTEN_LIMIT_MS;
      while (!closing.signal.aborted && performance.now() < until) {
        const run = await store.sharedRuns.listen(runId, instanceId).catch(() => undefined);
        // The replica that claims the run will read that it has a listener.
        if (run?.status !== 'running' || run.claimedBy === null || run.claimedBy === instanceId) return;
        const answer = answers.waitFor([`listening ${runId}`], REPEAT_MS, closing.signal);
        notify({ kind: 'listen', to: run.claimedBy, runId });
        if (await answer) return;
      }
    },
    listenToThread: (threadId) => store.sharedRuns.listenToThread(threadId, instanceId),
    leaveThread: (threadId) =>
      // A leftover listener only causes events that no client reads.
      void store.sharedRuns.leaveThread(threadId, instanceId).catch(() => undefined),
    hasThreadListeners: (threadId) => store.sharedRuns.hasThreadListeners(threadId, instanceId),
    async hold({ deploymentId, threadIds }, { flush }) {
      if (threadIds?.length === 0) return () => undefined;
      const few = threadIds && threadIds.length <= IDS_PER_NOTICE ? { threadIds: [...threadIds] } : {};
      const holders = (await store.sharedRuns.listHolders(deploymentId, few.threadIds)).filter(
        (holder) => holder !== instanceId,
      );
      const asked = holders.map((to) => ({ to, holdId: randomUUID() }));
      const answer = answers.waitFor(
        asked.map(({ holdId }) => `held ${holdId}`),
        HOLD_LIMIT_MS,
        closing.signal,
      );
      for (const { to, holdId } of asked) notify({ kind: 'hold', to, holdId, deploymentId, ...few, flush });
      await answer;
      return () => {
        for (const { holdId } of asked) notify({ kind: 'release', holdId });
      };
    },
    async stop(stopped) {
      const theirs = stopped.filter(({ run }) => run.claimedBy !== null && run.claimedBy !== instanceId);
      let left = theirs.map(({ run }) => run.id);
      while (left.length > 0 && !closing.signal.aborted) {
        const answer = answers.waitFor(
          left.map((id) => `stopped ${id}`),
          REPEAT_MS,
          closing.signal,
        );
        for (const notice of stopNotices(theirs, new Set(left))) notify(notice);
        if (await answer) return;
        left = await store.sharedRuns.listStopping(left);
      }
    },
    async close() {
      closing.abort();
      clearInterval(timer);
      await unsubscribe().catch(() => undefined);
      for (const holdId of held.keys()) release(holdId);
      await polling;
      await sender.idle();
    },
  };
}

function* stopNotices(stopped: readonly StoppedRun[], left: ReadonlySet<string>): Generator<RunNotice> {
  const groups = Map.groupBy(
    stopped.map(({ run }) => run).filter(({ id }) => left.has(id)),
    (run) => `${run.claimedBy} ${run.deploymentId}`,
  );
  for (const group of groups.values()) {
    for (let at = 0; at < group.length; at += IDS_PER_NOTICE) {
      const some = group.slice(at, at + IDS_PER_NOTICE);
      const { claimedBy: to = null, deploymentId = '' } = some[0] ?? {};
      if (to !== null) yield { kind: 'stop', to, deploymentId, runIds: some.map(({ id }) => id) };
    }
  }
}

/**
 * Sends notices in the order of the calls. Notices that wait for the database are sent together, without duplicates.
 */
function createSender(notifier: Notifier, from: string) {
  const waiting = new Set<string>();
  let sending: Promise<void> | undefined;
  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, BATCH_SIZE);
      for (const one of batch) waiting.delete(one);
      // Polling makes up for a notice that cannot be sent.
      await notifier.notify('runs', batch).catch(() => undefined);
    }
  };
  return {
    notify(notice: RunNotice): void {
      waiting.add(JSON.stringify({ from, notice }));
      sending ??= Promise.resolve()
        .then(sendAll)
        .finally(() => {
          sending = undefined;
        });
    },
    async idle(): Promise<void> {
      await sending;
    },
  };
}

/** Replies of other replicas, by name. */
function createAnswers() {
  const waiting = new Map<string, Set<() => void>>();
  return {
    give(name: string): void {
      for (const resolve of waiting.get(name) ?? []) resolve();
      waiting.delete(name);
    },
    /** Resolves to whether all replies arrive in time. */
    async waitFor(names: readonly string[], limitMs: number, signal: AbortSignal): Promise<boolean> {
      const pending = names.map((name) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const set = waiting.get(name) ?? new Set();
        waiting.set(name, set.add(resolve));
        return { name, set, promise, resolve };
      });
      const done = new AbortController();
      const late = delay(limitMs, false, { signal: AbortSignal.any([done.signal, signal]) }).catch(
        () => false,
      );
      try {
        return await Promise.race([
          Promise.all(pending.map(({ promise }) => promise)).then(() => true),
          late,
        ]);
      } finally {
        done.abort();
        for (const { name, set, resolve } of pending) {
          set.delete(resolve);
          if (set.size === 0 && waiting.get(name) === set) waiting.delete(name);
        }
      }
    },
  };
}

/** Finds changes in the store whose notices were lost. */
function createLostNotices({
  store,
  instanceId,
  now,
}: {
  store: Pick<Store, 'sharedRuns'>;
  instanceId: string;
  now: () => number;
}) {
  const { sharedRuns } = store;
  /** Runs whose end clients wait for: since when, whether they existed, and whether they were seen to have ended. */
  const awaited = new Map<string, { since: number; existed: boolean; ended: boolean }>();
  let positions: ReadonlyMap<string, number> = new Map();

  const findEnds = async (handlers: RunHandlers, ends: ReadonlyMap<string, boolean>): Promise<void> => {
    for (const id of awaited.keys()) if (!ends.has(id)) awaited.delete(id);
    if (ends.size === 0) return;
    const rows = new Map((await sharedRuns.listStatuses([...ends.keys()])).map((row) => [row.id, row]));
    for (const [id, isKnown] of ends) {
      const row = rows.get(id);
      const before = awaited.get(id) ?? { since: performance.now(), existed: false, ended: false };
      const isGone =
        !row && (isKnown || before.existed || performance.now() - before.since > CREATED_WITHIN_MS);
      const ended = isGone || (row !== undefined && isFinal(row));
      // The replica that stopped the run may still report what the run left on its thread.
      if (ended && before.ended) await handlers.runEnded(row ?? { id });
      awaited.set(id, { ...before, existed: before.existed || row !== undefined, ended });
    }
  };
  const findEvents = async (handlers: RunHandlers, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const last = await sharedRuns.lastEventIds(ids);
    for (const [id, position] of last) if (positions.get(id) !== position) handlers.eventsStored(id);
    positions = last;
  };
  const findRuns = async (handlers: RunHandlers, threadIds: readonly string[]): Promise<void> => {
    if (threadIds.length === 0) return;
    for (const row of await sharedRuns.listRecent(threadIds, now() - RECENT_MS)) {
      // A run that was stopped before it began has no events.
      if (row.fence > 0) await handlers.runBegun(row);
      if (isFinal(row)) await handlers.runEnded(row);
    }
  };
  const findOurs = async (handlers: RunHandlers, ours: ReadonlyMap<string, number>): Promise<void> => {
    if (ours.size === 0) return;
    const rows = await sharedRuns.listStatuses([...ours.keys()]);
    const running = rows.filter(
      ({ id, status, claimedBy, fence }) =>
        status === 'running' && claimedBy === instanceId && fence === ours.get(id),
    );
    for (const { id, listenedBy } of running) {
      if (listenedBy !== null && listenedBy !== instanceId) await handlers.addListener(id);
    }
    const ids = new Set(running.map(({ id }) => id));
    const stopped = [...ours.keys()].filter((id) => !ids.has(id));
    if (stopped.length > 0) await handlers.stop('', stopped);
  };
  return {
    async find(handlers: RunHandlers): Promise<void> {
      const { ends, events, threads, ours } = handlers.waitsFor();
      await findOurs(handlers, ours);
      await findEvents(handlers, events);
      await findRuns(handlers, threads);
      await findEnds(handlers, ends);
    },
  };
}
