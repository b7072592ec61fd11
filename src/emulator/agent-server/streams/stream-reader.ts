import { setInterval } from 'node:timers';
import type { RunEventsRow, RunRow, Store, ThreadRow } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import type { AccessRecheck } from '../access/lasting-access.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { isFinal, type RunResult, toRunResult } from '../run-outcome.ts';
import type { RunKey } from '../run-row.ts';
import {
  closingFrames,
  type FrameFilter,
  framesAfter,
  metadataFrame,
  runDoneFrame,
  type StreamedRun,
  type StreamState,
} from './frames.ts';
import { RETENTION_MS } from './run-streams.ts';

/** Interval between heartbeats in milliseconds, which is shorter than the timeouts of proxies and clients. */
const HEARTBEAT_MS = 5_000;
/** Number of rows that are read at a time. A row contains at most a few hundred events. */
const ROWS_PER_READ = 4;

export interface RunSubscription {
  wake: WakeSignal['wake'];
  /** Resolves once the run is known to have a reader and therefore stores its later events. */
  ready: Promise<void>;
  /** Returns the ID of the event after which a reader that joins now starts, without missing later events. */
  position(): Promise<number>;
  /** Yields the text of the run's events at the speed of the reader, or `''` if no event arrived for a while. */
  read(run: StreamedRun, options: ReadOptions): AsyncGenerator<string>;
  /** Yields the stored events with IDs above `after`. */
  parts(run: StreamedRun, after: number): AsyncGenerator<StreamPart>;
  stop(): void;
}

/** Part of a run's events, in order and without gaps. The part `closed` is always the last part. */
type StreamPart =
  | { kind: 'stored'; row: RunEventsRow }
  | { kind: 'closed'; state: Exclude<StreamState, { kind: 'open' }> }
  /** Part that reports that no event arrived for a while. */
  | { kind: 'heartbeat' };

interface ReadOptions {
  /** ID of the event after which the reader starts, or -1 to select all events. */
  after: number;
  /** True if the reader joins later and receives an additional `metadata` event. */
  joined: boolean;
  matches?: FrameFilter['matches'];
  /** True if the stream ends with the run. */
  endsWithRun: boolean;
  /** True if the reader subscribed before the run was created, and has therefore been notified of every event. */
  isNew?: boolean;
}

/**
 * Subscribes to a run, which might not exist yet. `isNew` is true if the caller creates the run, or knows that the run
 * has ended. The caller of `subscribeToRun` must always call `stop`.
 */
export function subscribeToRun(
  dependencies: AgentServerDependencies,
  runId: string,
  options: { isNew?: boolean } = {},
): RunSubscription {
  const { store, executor } = dependencies;
  const signal = createWakeSignal();
  let result: RunResult | undefined;
  const watch = executor.watch(runId);
  void watch.result.then((end) => {
    result = end;
    signal.wake('end');
  });
  const subscription = executor.streams.subscribe(runId, () => signal.wake('events'), options);
  return {
    wake: signal.wake,
    ready: subscription.ready,
    async position() {
      await subscription.ready;
      return store.runStreams.lastId(runId);
    },
    read: (run, options) => readEvents(dependencies, run, { ...options, signal, result: () => result }),
    parts: (run, after) => readParts(dependencies, run, { after, signal, result: () => result }),
    stop() {
      subscription.stop();
      watch.stop();
    },
  };
}

/** Wakes a reader for each heartbeat and at the connection's end. The returned function stops the subscription. */
export function wakePeriodically(
  { heartbeatMs = HEARTBEAT_MS }: Pick<AgentServerDependencies, 'heartbeatMs'>,
  signal: AbortSignal,
  subscription: Pick<RunSubscription, 'wake' | 'stop'>,
): () => void {
  const timer = setInterval(() => subscription.wake('heartbeat'), heartbeatMs);
  const abort = () => subscription.wake('abort');
  signal.addEventListener('abort', abort, { once: true });
  return () => {
    clearInterval(timer);
    signal.removeEventListener('abort', abort);
    subscription.stop();
  };
}

interface PartOptions extends Pick<ReadOptions, 'isNew'> {
  after: number;
  signal: WakeSignal;
  result: () => RunResult | undefined;
}

async function* readEvents(
  dependencies: AgentServerDependencies,
  run: StreamedRun,
  options: ReadOptions & PartOptions,
): AsyncGenerator<string> {
  const { matches, endsWithRun } = options;
  let { after } = options;
  // A reader without earlier events learns only from an event `metadata` which run it reads.
  let hasMetadata = after >= 0;
  if (options.joined && hasMetadata) yield metadataFrame(run);
  for await (const part of readParts(dependencies, run, options)) {
    if (part.kind === 'heartbeat') yield '';
    else if (part.kind === 'stored') {
      const text = framesAfter(part.row, after, { matches });
      after = part.row.lastId;
      hasMetadata = true;
      if (text !== '') yield text;
    } else {
      const feedback = part.state.kind === 'ended' ? await feedbackOf(dependencies, run) : undefined;
      yield (hasMetadata ? '' : metadataFrame(run)) +
        closingFrames(part.state, run, { after, feedback, endsWithRun });
    }
  }
}

/** Yields the events in order and without gaps until the run ends: first the stored events, then new events. */
async function* readParts(
  { store, clock }: AgentServerDependencies,
  run: StreamedRun,
  { signal, result, ...options }: PartOptions,
): AsyncGenerator<StreamPart> {
  let { after } = options;
  const readState = () => readStreamState(store, run, { after, result: result(), now: clock.now() });
  const isKnown = after < 0 || after <= (await store.runStreams.lastId(run.id));
  // The first read of a new run waits for a notification, because the run has no events before the first notification.
  let isWaiting = options.isNew === true;
  let state: StreamState = isWaiting ? { kind: 'open' } : await readState();
  if (state.kind === 'open' && !isKnown) {
    // If the reader's last event ID does not belong to this stream, it is unknown which events the reader misses.
    yield { kind: 'closed', state: { kind: 'expired' } };
    return;
  }
  for (;;) {
    // The state is read before the events, because all events are stored once the state shows the end.
    const skips = isWaiting || state.kind === 'expired';
    isWaiting = false;
    const rows = skips ? [] : await store.runStreams.read(run.id, after, ROWS_PER_READ);
    for (const row of rows) {
      after = row.lastId;
      yield { kind: 'stored', row };
    }
    if (rows.length === ROWS_PER_READ) continue;
    if (state.kind === 'ended' && after < state.lastId) {
      // If the events were removed after the state was read, the state is read again.
      state = await readState();
      continue;
    }
    if (state.kind !== 'open') {
      yield { kind: 'closed', state };
      return;
    }
    const reasons = await signal.next();
    if (reasons.has('abort')) return;
    if (reasons.has('end') || reasons.has('heartbeat')) state = await readState();
    if (reasons.has('heartbeat')) yield { kind: 'heartbeat' };
  }
}

/** Returns the JSON of a run's feedback URLs, or `undefined` if none are requested or they cannot be created. */
async function feedbackOf(
  dependencies: AgentServerDependencies,
  run: StreamedRun,
): Promise<string | undefined> {
  const urls =
    run.feedbackKeys && dependencies.feedback ? await dependencies.feedback(run.id, run.feedbackKeys) : {};
  return Object.keys(urls).length === 0 ? undefined : JSON.stringify(urls);
}

/** Returns the state of the stream for a reader that has the events up to `after`. */
async function readStreamState(
  store: Store,
  run: StreamedRun,
  { after, result, now }: { after: number; result: RunResult | undefined; now: number },
): Promise<StreamState> {
  const stream = await store.runStreams.getWithLastId(run.id);
  if (stream) {
    if (stream.end === null) return { kind: 'open' };
    if ((stream.endedAt ?? now) + RETENTION_MS < now) return { kind: 'expired' };
    return { kind: 'ended', end: stream.end, lastId: stream.lastId };
  }
  if (result?.kind === 'deleted') return { kind: 'deleted' };
  // The reader has received events of the run, so the stored events were removed.
  if (after >= 0 && result) return { kind: 'expired' };
  if (result) return withoutEvents(result);
  const row = await store.runs.get(run.deploymentId, run.threadId, run.id);
  if (!row) return { kind: 'deleted' };
  if (!isFinal(row)) return { kind: 'open' };
  // A run that no worker ever claimed had no events.
  const hadEvents = row.kwargs.stream_resumable === true && row.revisionId !== null;
  if (hadEvents || after >= 0) return { kind: 'expired' };
  return withoutEvents(toRunResult(row, undefined));
}

function withoutEvents(result: RunResult): StreamState {
  switch (result.kind) {
    case 'deleted':
      return { kind: 'deleted' };
    case 'failed':
      return { kind: 'ended', end: result, lastId: -1 };
    case 'values':
      return { kind: 'ended', end: { kind: 'ended' }, lastId: -1 };
  }
}

export interface ThreadSubscription {
  wake: WakeSignal['wake'];
  /** Resolves once the reader misses no later event. */
  ready: Promise<void>;
  text: AsyncGenerator<string>;
  stop(): void;
}

/**
 * Yields the new events of a thread's active run and the events of every later run, until the connection or the thread
 * ends. Each run begins and ends with a `metadata` event. The stream of a thread has no `end` event, and no event IDs,
 * because event IDs are unique only within one run. With `modes`, `run_modes` selects all events, and `lifecycle`
 * selects only the `metadata` at the end.
 */
export function subscribeToThread(
  dependencies: AgentServerDependencies,
  thread: Pick<ThreadRow, 'id' | 'deploymentId'> & { access: AccessRecheck },
  modes: ReadonlySet<string> = new Set(['run_modes']),
): ThreadSubscription {
  const { id: threadId, deploymentId, access } = thread;
  const signal = createWakeSignal();
  const queue: { run: RunRow; subscription: RunSubscription; after: Promise<number> }[] = [];
  let lastRunId: string | undefined;
  let joining = true;

  const runs = dependencies.executor.streams.subscribeToThread({ deploymentId, threadId }, (run) => {
    // A repeated attempt of a run continues the stream of the first attempt.
    if (run.id === lastRunId) return;
    lastRunId = run.id;
    const subscription = subscribeToRun(dependencies, run.id);
    const after = joining ? subscription.position() : Promise.resolve(-1);
    // Prevents an unhandled rejection if no caller awaits `after`. A caller that awaits it still receives the error.
    after.catch(() => undefined);
    queue.push({ run, subscription, after });
    signal.wake('events');
  });
  const ready = runs.ready.then(async () => {
    joining = false;
    await queue[0]?.after;
  });
  // Prevents an unhandled rejection if no caller awaits `ready`. A caller that awaits it still receives the error.
  ready.catch(() => undefined);

  const readRun = async function* ({ run, subscription, after }: (typeof queue)[number]) {
    const streamed = toStreamedRun(run);
    const hasAll = modes.has('run_modes');
    const hasLife = hasAll || modes.has('lifecycle');
    if (hasLife && !hasAll) yield metadataFrame(streamed);
    const options = { after: await after, joined: true, endsWithRun: false };
    for await (const text of subscription.read(streamed, options)) {
      // An empty string is a heartbeat.
      if (hasAll || text === '') yield text.replaceAll(/^id: \d+\n/gm, '');
    }
    if (hasLife) yield runDoneFrame(streamed);
  };
  const isGone = async () => !(await access.isAllowed());
  return { ...readSequentially({ queue, signal, readRun, access, isGone, unsubscribe: runs.stop }), ready };
}

/** Yields the text of runs one after another, until the connection, the thread or the access ends. */
export function readSequentially<Queued extends { subscription: RunSubscription }>(options: {
  queue: Queued[];
  signal: WakeSignal;
  readRun: (run: Queued) => AsyncIterable<string>;
  access: AccessRecheck;
  /** Returns whether the thread no longer exists. Called while no run is being read. */
  isGone: () => Promise<boolean>;
  unsubscribe: () => void;
}): Omit<ThreadSubscription, 'ready'> {
  const { queue, signal, readRun, access, isGone, unsubscribe } = options;
  let current: RunSubscription | undefined;
  async function* read(): AsyncGenerator<string> {
    for (;;) {
      const next = queue.shift();
      if (next === undefined) {
        const reasons = await signal.next();
        if (reasons.has('abort')) return;
        if (reasons.has('heartbeat')) {
          if (await isGone()) return;
          yield '';
        }
        continue;
      }
      current = next.subscription;
      try {
        for await (const text of readRun(next)) {
          // Without a filter, every caller may see the thread, and may learn that the last run was removed.
          if (access.isFiltered && !(await access.isAllowed())) return;
          yield text;
        }
      } finally {
        current.stop();
        current = undefined;
      }
    }
  }
  return {
    wake(reason) {
      signal.wake(reason);
      current?.wake(reason);
    },
    text: read(),
    stop() {
      unsubscribe();
      for (const { subscription } of queue) subscription.stop();
      current?.stop();
    },
  };
}

export function toStreamedRun({ deploymentId, threadId, id, attempt, kwargs }: RunRow): StreamedRun {
  const keys: unknown = kwargs.feedback_keys;
  return {
    deploymentId,
    threadId,
    id,
    attempt,
    resumable: kwargs.stream_resumable === true,
    isTemporary: kwargs['stateless'] === true,
    feedbackKeys: Array.isArray(keys) ? keys.map(String) : null,
  };
}

/**
 * Reads a run. A run that was removed with its temporary thread is found while its events remain stored.
 * @throws HttpError 404 if the run does not exist.
 */
export async function findStreamedRun(store: Store, key: RunKey): Promise<StreamedRun> {
  const run = await store.runs.get(key.deploymentId, key.threadId, key.id);
  if (run) return toStreamedRun(run);
  const stream = await store.runStreams.get(key.id);
  if (stream?.threadId !== null || stream.deploymentId !== key.deploymentId) {
    throw new HttpError(404, `Run with ID ${key.id} not found`);
  }
  const { resumable, feedbackKeys } = stream;
  return { ...key, attempt: 1, resumable, feedbackKeys };
}

type WakeReason = 'events' | 'end' | 'heartbeat' | 'abort';

/** Lets a reader wait for several kinds of events without missing any. */
export interface WakeSignal {
  wake: (reason: WakeReason) => void;
  /** Returns the reasons why the reader was woken since the last call. Waits until at least one reason exists. */
  next(): Promise<ReadonlySet<WakeReason>>;
}

export function createWakeSignal(): WakeSignal {
  let reasons = new Set<WakeReason>();
  let wake: (() => void) | undefined;
  return {
    wake(reason) {
      reasons.add(reason);
      wake?.();
    },
    async next() {
      if (reasons.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      const all = reasons;
      reasons = new Set();
      return all;
    },
  };
}
