import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { memoizeAsync } from '../../../clients/memoize.ts';
import type { Notifier, Store } from '../../ports/store.ts';
import type { StoppedRun } from '../run-outcome.ts';
import type { RunScope } from '../run-row.ts';
import { createLostMessages } from './lost-messages.ts';
import { createRunPauses, createMessageHandler } from './message-handler.ts';
import type { RunHandlers, ReplicaMessage } from './replica-messages.ts';

/** Interval at which the store is polled for changes whose messages were lost, in milliseconds. */
const POLL_MS = 1_000;
/** Time after which an unanswered request to another replica is repeated, in milliseconds. */
const REPEAT_MS = 500;
/** Maximum time that a reader waits for another replica to store the events of a run, in milliseconds. */
const LISTEN_LIMIT_MS = 5_000;
/** Maximum time in milliseconds that other replicas get to store the events of runs that will be stopped. */
const HOLD_LIMIT_MS = 1_500;
/** Maximum number of IDs in one message, because the database limits the length of messages. */
const IDS_PER_NOTICE = 100;
/** Maximum number of messages that are sent together. */
const BATCH_SIZE = 200;
/** Exchanges messages about runs with the other replicas. Polling the store recovers lost messages. */
export interface OtherReplicas {
  readonly instanceId: string;
  start(handlers: RunHandlers): Promise<void>;
  /** Sends a message to the other replicas. Returns immediately and never throws. */
  notify(message: ReplicaMessage): void;
  /** Resolves once the replica that executes the run stores and reports its events, or can no longer reply. */
  listen(runId: string): Promise<void>;
  /** Announces live readers of a thread, so later runs of the thread store their events for the readers. */
  listenToThread(threadId: string): Promise<void>;
  leaveThread(threadId: string): void;
  /** Returns whether clients of other replicas read the thread's runs. */
  hasThreadListeners(threadId: string): Promise<boolean>;
  /**
   * Pauses the events of the runs in `scope`. Resolves once the other replicas store no more events of the runs. With
   * `flush`, the other replicas first store the events that the runs have emitted so far. Returns a function that
   * resumes the paused runs. Waits only briefly for the other replicas.
   */
  pause(scope: RunScope, options: { flush: boolean }): Promise<() => void>;
  /** Resolves once the other replicas have ended work on these runs, or once the time limit has passed. */
  stop(stopped: readonly StoppedRun[]): Promise<void>;
  close(): Promise<void>;
}

const loadReplicaMessages = memoizeAsync(() => import('./replica-messages.ts'));

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
  const pauses = createRunPauses();
  const lost = createLostMessages({ store, instanceId, now });
  const notify = (message: ReplicaMessage): void => sender.notify(message);
  const handle = createMessageHandler({ instanceId, notify, answers, pauses });
  let unsubscribe: () => Promise<void> = () => Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;

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
      const { parseReplicaMessage } = await loadReplicaMessages();
      unsubscribe = await notifier.subscribe('runs', (text) => {
        if (closing.signal.aborted) return;
        if (text === '') return void poll(handlers);
        const parsed = parseReplicaMessage(text);
        if (!parsed || parsed.from === instanceId) return;
        handle(handlers, parsed.from, parsed.notice).catch((failure: unknown) => {
          if (!closing.signal.aborted) log(`a message of another replica failed: ${String(failure)}`);
        });
      });
      timer = setInterval(() => void poll(handlers), POLL_MS);
      timer.unref();
    },
    notify,
    ...createRequests({ store, instanceId, notify, answers, closing: closing.signal }),
    listenToThread: (threadId) => store.sharedRuns.listenToThread(threadId, instanceId),
    leaveThread: (threadId) =>
      // A failure is ignored, because a remaining listener only makes runs store events that no client reads.
      void store.sharedRuns.leaveThread(threadId, instanceId).catch(() => undefined),
    hasThreadListeners: (threadId) => store.sharedRuns.hasThreadListeners(threadId, instanceId),
    async close() {
      closing.abort();
      clearInterval(timer);
      await unsubscribe().catch(() => undefined);
      pauses.releaseAll();
      await polling;
      await sender.idle();
    },
  };
}

function createRequests({
  store,
  instanceId,
  notify,
  answers,
  closing,
}: {
  store: Pick<Store, 'sharedRuns'>;
  instanceId: string;
  notify: (message: ReplicaMessage) => void;
  answers: Answers;
  closing: AbortSignal;
}): Pick<OtherReplicas, 'listen' | 'pause' | 'stop'> {
  return {
    async listen(runId) {
      const until = performance.now() + LISTEN_LIMIT_MS;
      while (!closing.aborted && performance.now() < until) {
        const run = await store.sharedRuns.listen(runId, instanceId).catch(() => undefined);
        // A replica that claims the run later reads the listener from the store.
        if (run?.status !== 'running' || run.claimedBy === null || run.claimedBy === instanceId) return;
        const answer = answers.waitFor([`listening ${runId}`], REPEAT_MS, closing);
        notify({ kind: 'listen', to: run.claimedBy, runId });
        if (await answer) return;
      }
    },
    async pause({ deploymentId, threadIds }, { flush }) {
      if (threadIds?.length === 0) return () => undefined;
      const few = threadIds && threadIds.length <= IDS_PER_NOTICE ? { threadIds: [...threadIds] } : {};
      const holders = (await store.sharedRuns.listHolders(deploymentId, few.threadIds)).filter(
        (holder) => holder !== instanceId,
      );
      const asked = holders.map((to) => ({ to, holdId: randomUUID() }));
      const answer = answers.waitFor(
        asked.map(({ holdId }) => `held ${holdId}`),
        HOLD_LIMIT_MS,
        closing,
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
      while (left.length > 0 && !closing.aborted) {
        const answer = answers.waitFor(
          left.map((id) => `stopped ${id}`),
          REPEAT_MS,
          closing,
        );
        for (const message of stopMessages(theirs, new Set(left))) notify(message);
        if (await answer) return;
        left = await store.sharedRuns.listStopping(left);
      }
    },
  };
}

function* stopMessages(stopped: readonly StoppedRun[], left: ReadonlySet<string>): Generator<ReplicaMessage> {
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

/** Creates a sender that sends messages in order, combines waiting messages and drops duplicates. */
function createSender(notifier: Notifier, from: string) {
  const waiting = new Set<string>();
  let sending: Promise<void> | undefined;
  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, BATCH_SIZE);
      for (const one of batch) waiting.delete(one);
      // A failure is ignored, because polling recovers lost messages.
      await notifier.notify('runs', batch).catch(() => undefined);
    }
  };
  return {
    notify(message: ReplicaMessage): void {
      waiting.add(JSON.stringify({ from, notice: message }));
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

/** Replies of other replicas, keyed by name. */
interface Answers {
  give(name: string): void;
  /** Resolves to true once all replies have arrived, and to false if `limitMs` has passed or the signal aborts. */
  waitFor(names: readonly string[], limitMs: number, signal: AbortSignal): Promise<boolean>;
}

function createAnswers(): Answers {
  const waiting = new Map<string, Set<() => void>>();
  return {
    give(name) {
      for (const resolve of waiting.get(name) ?? []) resolve();
      waiting.delete(name);
    },
    async waitFor(names, limitMs, signal) {
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
