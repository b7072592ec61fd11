import { setTimeout as delay } from 'node:timers/promises';
import type { RunCreate } from '../../../contract/run.ts';
import { retryTransient } from '../../ports/retry-transient.ts';
import { isUncertain } from '../../ports/store-errors.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import type { StreamedEvent, StreamPlan } from '../../ports/worker.ts';
import { toFrames } from './frames.ts';

/** Maximum time in milliseconds that a pause waits for a running write. The write might be waiting for disk space. */
const PAUSE_TIMEOUT_MS = 1_000;

/** Stores the events of one attempt of a run. */
export interface StreamWriter {
  readonly run: RunRow;
  readonly resumable: boolean;
  /** Events that the worker emits. */
  readonly plan: StreamPlan;
  /** Notifies the worker that the run has a subscriber. Resolves once the worker has been notified. */
  addSubscriber(): Promise<void>;
  /** Resolves once no more events are stored. The returned function resumes the stream. */
  pause(): Promise<() => void>;
  /** Stores events. The promise never rejects. */
  append(events: readonly StreamedEvent[]): Promise<void>;
}

/** Returns the stream modes of a run. An empty list of modes counts as absent. */
function toStreamModes({ stream_mode: requested }: Pick<RunCreate, 'stream_mode'>): StreamPlan['modes'] {
  const modes = [requested ?? []].flat();
  return modes.length > 0 ? modes : ['values'];
}

/** Creates the writer of one attempt's events. `closing` is aborted when the emulator closes. */
export function createStreamWriter(
  { store, log, closing }: { store: Store; log: (line: string) => void; closing: AbortSignal },
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

  /** Discards a stream with a gap. Readers of the stream then receive an error instead of an incomplete stream. */
  const discard = async (cause: unknown): Promise<void> => {
    if (cause instanceof StaleStreamError || closing.aborted) return;
    log(`events of run ${run.id} are lost: ${String(cause)}`);
    try {
      await store.runStreams.remove(run.id);
    } catch {
      // If the removal fails, a later prune removes the remaining events.
    }
  };
  // Writes run one after another. After a failed write, no further write begins.
  let last: Promise<void> = Promise.resolve();
  let isBroken = false;
  const pauses = new Set<Promise<void>>();
  let underWay: Promise<void> = Promise.resolve();
  const enqueue = (write: () => Promise<void>): Promise<void> => {
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
  if (isOpen) void enqueue(open);

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
      void enqueue(open);
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
    // Without a subscriber, the worker emits no events, and no stream exists to which events could be appended.
    append: (events) => (isOpen && events.length > 0 ? enqueue(() => append(events)) : last),
  };
}

/** Error for events that are not stored, because their run is no longer active or belongs to another worker. */
class StaleStreamError extends Error {
  override readonly name = 'StaleStreamError';
}

/**
 * Opens the stream of a run with these events, or continues the stream of an earlier attempt. Once the stream is open,
 * only the attempt that opened it can append events. Returns the ID of the next event. @throws StaleStreamError, and
 * permanent errors of the store.
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
      const current = await tx.runs.head(deploymentId, threadId, runId);
      if (current?.status !== 'running' || current.fence !== fence) throw new StaleStreamError(runId);
      return tx.runStreams.open(
        { runId, threadId, deploymentId, resumable, feedbackKeys, fence },
        { count: events.length, toFrames: (firstId) => toFrames(events, firstId, resumable) },
      );
    }),
  );
}

/** Appends events to an open stream. @throws Errors like `openStream`. */
async function appendEvents(
  store: Store,
  run: RunRow,
  row: { firstId: number; lastId: number; frames: string },
  signal: AbortSignal,
): Promise<void> {
  const isCurrent = await untilStored(signal, () => store.runStreams.append(run.id, run.fence, row));
  if (!isCurrent) throw new StaleStreamError(run.id);
}

/** Retries an idempotent write while the store is full or unreachable, or if the store's response was lost. */
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
