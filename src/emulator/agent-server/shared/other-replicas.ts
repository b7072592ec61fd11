import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { memoizeAsync } from '../../../clients/memoize.ts';
import type { Notifier, Store } from '../../ports/store.ts';
import { isFinal, type StoppedRun } from '../run-outcome.ts';
import type { RunKey, RunScope } from '../run-row.ts';
import type { RunNotice } from './notices.ts';

/** How often what notices may have missed is looked for, in milliseconds. */
const POLL_MS = 1_000;
/** How long a question waits for its answer before it is repeated, in milliseconds. */
const REPEAT_MS = 500;
/** How long a reader waits for another replica to store the events of a run, in milliseconds. */
const LISTEN_LIMIT_MS = 5_000;
/** How long another replica may take to store what a run has written, before it is stopped all the same. */
const HOLD_LIMIT_MS = 1_500;
/** When a run is held no longer, released or not. */
const RELEASE_MS = 5_000;
/** A run that does not exist so long after the first question for it is gone. */
const CREATED_WITHIN_MS = 30_000;
/** IDs of one notice: it must be short. */
const IDS_PER_NOTICE = 100;
/** Notices that are sent at once. */
const BATCH_SIZE = 200;
/** Clocks of machines differ, and a change is seen some time after it was made. In milliseconds. */
const RECENT_MS = 10_000;

/** What a replica does for the others, and what it waits for. */
export interface RunHandlers {
  /** There may be runs to claim. */
  wake(deploymentId: string): void;
  cronsChanged(deploymentId: string): void;
  /** Stores the events of a run of ours, and gives notice of them, from now on. False: it is none of ours. */
  addListener(runId: string): Promise<boolean>;
  eventsStored(runId: string): void;
  runBegun(run: RunKey): Promise<void>;
  /** It has ended, or is gone. */
  runEnded(run: Pick<RunKey, 'id'> & Partial<RunKey>): Promise<void>;
  /** Stores no more events of these runs until the function it gives is called. */
  hold(scope: RunScope, options: { flush: boolean }): Promise<() => void>;
  /** Ends the work on these runs, those of them that are ours. */
  stop(deploymentId: string, runIds: readonly string[]): Promise<void>;
  waitsFor(): {
    /** Runs whose end clients wait for, and whether they are known to have existed. */
    ends: ReadonlyMap<string, boolean>;
    /** Runs elsewhere whose events clients read. */
    events: readonly string[];
    /** Threads whose runs clients read. */
    threads: readonly string[];
    /** Runs of ours, with their fences. */
    ours: ReadonlyMap<string, number>;
  };
}

/**
 * The other replicas of the control plane, as far as runs concern them. What a replica must know at once is a notice; a notice
 * that is lost is made up by polling the store, which alone is true.
 */
export interface OtherReplicas {
  /** Our ID among them. */
  readonly instanceId: string;
  start(handlers: RunHandlers): Promise<void>;
  /** Notifies the others. Returns at once, and never throws. */
  notify(notice: RunNotice): void;
  /** Resolves when the events of the run, wherever it is under way, are stored and announced; or cannot be waited for. */
  listen(runId: string): Promise<void>;
  /** Says that clients of ours read all runs of a thread as they come; resolves when each later run knows. */
  listenToThread(threadId: string): Promise<void>;
  leaveThread(threadId: string): void;
  /** Whether clients of others do. */
  hasThreadListeners(threadId: string): Promise<boolean>;
  /**
   * Resolves when the others store no more events of the runs in this scope; `flush`: and have stored what those have written.
   * Gives the function that lets them continue. Waits only briefly.
   */
  hold(scope: RunScope, options: { flush: boolean }): Promise<() => void>;
  /** Resolves when others are done with those of these runs that were theirs; at the latest when their threads are free again. */
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
        // Who claims it reads that it has a listener.
        if (run?.status !== 'running' || run.claimedBy === null || run.claimedBy === instanceId) return;
        const answer = answers.waitFor([`listening ${runId}`], REPEAT_MS, closing.signal);
        notify({ kind: 'listen', to: run.claimedBy, runId });
        if (await answer) return;
      }
    },
    listenToThread: (threadId) => store.sharedRuns.listenToThread(threadId, instanceId),
    leaveThread: (threadId) =>
      // One that is left over costs events that are read by none.
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

/** Sends notices in the order of asking, those that wait for the database at once, and equal ones of those once. */
function createSender(notifier: Notifier, from: string) {
  const waiting = new Set<string>();
  let sending: Promise<void> | undefined;
  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, BATCH_SIZE);
      for (const one of batch) waiting.delete(one);
      // One that cannot be sent is made up by polling.
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

/** Answers of other replicas, by name. */
function createAnswers() {
  const waiting = new Map<string, Set<() => void>>();
  return {
    give(name: string): void {
      for (const resolve of waiting.get(name) ?? []) resolve();
      waiting.delete(name);
    },
    /** Whether all of them come in time. */
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

/** Finds in the store what notices should have said. */
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
  /** Runs whose end is waited for: since when, whether they existed, and whether they were seen to have ended. */
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
      // Who stopped it may still be about to say what it left on its thread.
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
      // One that was stopped before it began has nothing to read.
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
