import { setTimeout as delay } from 'node:timers/promises';
import { RunCreate } from '../../../contract/run.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import type { StreamedEvent, StreamPlan } from '../../ports/worker.ts';
import { FEEDBACK_EVENT, toFrames } from './frames.ts';
import { appendEvents, openStream, StaleStreamError } from './keep-events.ts';

/** How long what is being kept is waited for by who wants it quiet, in milliseconds. */
const HOLD_MS = 1_000;

/** A run at work on a worker, as far as it is streamed. */
export interface StreamWriter {
  readonly run: RunRow;
  readonly resumable: boolean;
  /** What the worker is told of it when it begins. */
  readonly plan: StreamPlan;
  /** Somebody listens: resolves when the worker knows. */
  addSubscriber(): Promise<void>;
  /** Keeps nothing from when it resolves to when what it gives is called: whoever changes the run is not in its way. */
  pause(): Promise<() => void>;
  /** Keeps events that the run told; never rejects. */
  append(events: readonly StreamedEvent[]): Promise<void>;
}

export interface StreamWriterDependencies {
  store: Store;
  /** Takes one line for the emulator's own log. */
  log: (line: string) => void;
  /** Aborted when the emulator ends. */
  ending: AbortSignal;
  /** Called whenever events were kept. */
  onAppended: () => void;
  /** Tells the worker that somebody listens, and resolves when it knows. */
  notifyWorker: () => Promise<void>;
}

/** Keeps what one attempt of a run tells, from `metadata` on; what nobody listens to is not even told. */
export function createStreamWriter(
  deps: StreamWriterDependencies,
  run: RunRow,
  isListenedTo: boolean,
): StreamWriter {
  const { store, log, ending, onAppended: onKept, notifyWorker: wake } = deps;
  const body = RunCreate.parse(run.kwargs);
  const resumable = body.stream_resumable === true;
  const feedbackKeys = body.feedback_keys ?? null;
  let heard = resumable || isListenedTo;
  let noticed = Promise.resolve();
  let next = 0;

  const open = async (): Promise<void> => {
    const metadata = JSON.stringify({ run_id: run.id, attempt: run.attempt });
    const events = [
      { event: 'metadata', data: metadata },
      // Its place: the URLs are credentials, and are told to each reader without being kept.
      ...(feedbackKeys ? [{ event: FEEDBACK_EVENT }] : []),
    ];
    next = await openStream(store, run, { events, resumable, feedbackKeys }, ending);
    onKept();
  };
  const keep = async (events: readonly StreamedEvent[]): Promise<void> => {
    const row = {
      firstId: next,
      lastId: next + events.length - 1,
      frames: toFrames(events, next, resumable),
    };
    await appendEvents(store, run, row, ending);
    next = row.lastId + 1;
    onKept();
  };

  /** A stream with a hole must not look whole: its readers are told that it is gone. */
  const giveUp = async (cause: unknown): Promise<void> => {
    if (cause instanceof StaleStreamError || ending.aborted) return;
    log(`events of run ${run.id} are lost: ${String(cause)}`);
    try {
      await store.runStreams.remove(run.id);
    } catch {
      // What is left of it goes when its time is over.
    }
  };
  // One after another, and nothing after one that failed.
  let last: Promise<void> = Promise.resolve();
  let isBroken = false;
  const holds = new Set<Promise<void>>();
  let underWay: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.then(async () => {
      while (holds.size > 0) await Promise.all(holds);
      if (isBroken) return;
      try {
        underWay = work();
        await underWay;
      } catch (error) {
        isBroken = true;
        await giveUp(error);
      }
    });
    return last;
  };
  if (heard) void inTurn(open);

  return {
    run,
    resumable,
    plan: {
      modes: [body.stream_mode ?? 'values'].flat(),
      subgraphs: body.stream_subgraphs === true,
      hasSubscriber: heard,
    },
    addSubscriber() {
      if (heard) return noticed;
      heard = true;
      void inTurn(open);
      noticed = wake();
      return noticed;
    },
    async pause() {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.add(promise);
      const waited = new AbortController();
      // It may wait for room on the disk, and whoever stops the run must not.
      await Promise.race([
        underWay.catch(() => undefined),
        delay(HOLD_MS, undefined, { signal: waited.signal }).catch(() => undefined),
      ]);
      waited.abort();
      return () => {
        holds.delete(promise);
        resolve();
      };
    },
    // A worker tells nothing that nobody listens to; if it did, there would be no stream to keep it in.
    append: (events) => (heard && events.length > 0 ? inTurn(() => keep(events)) : last),
  };
}
