import { setTimeout as delay } from 'node:timers/promises';
import { RunCreate } from '../../../contract/run.ts';
import type { RunRow, Store } from '../../seams/store.ts';
import type { StreamedEvent, StreamPlan } from '../../seams/worker.ts';
import { FEEDBACK, toFrames } from './frames.ts';
import { keepEvents, keepOpening, StaleStreamError } from './keep-events.ts';

/** How long what is being kept is waited for by who wants it quiet, in milliseconds. */
const HOLD_MS = 1_000;

/** A run at work on a worker, as far as it is streamed. */
export interface RunWriter {
  readonly run: RunRow;
  readonly resumable: boolean;
  /** What the worker is told of it when it begins. */
  readonly plan: StreamPlan;
  /** Somebody listens: resolves when the worker knows. */
  hear(): Promise<void>;
  /** Keeps nothing from when it resolves to when what it gives is called: whoever changes the run is not in its way. */
  hold(): Promise<() => void>;
  /** Keeps events that the run told; never rejects. */
  take(events: readonly StreamedEvent[]): Promise<void>;
}

export interface RunWriterDeps {
  store: Store;
  /** Takes one line for the emulator's own log. */
  log: (line: string) => void;
  /** Aborted when the emulator ends. */
  ending: AbortSignal;
  /** Called whenever events were kept. */
  onKept: () => void;
  /** Tells the worker that somebody listens, and resolves when it knows. */
  wake: () => Promise<void>;
}

/** Keeps what one attempt of a run tells, from `metadata` on; what nobody listens to is not even told. */
export function createRunWriter(deps: RunWriterDeps, run: RunRow, isListenedTo: boolean): RunWriter {
  const { store, log, ending, onKept, wake } = deps;
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
      ...(feedbackKeys ? [{ event: FEEDBACK }] : []),
    ];
    next = await keepOpening(store, run, { events, resumable, feedbackKeys }, ending);
    onKept();
  };
  const keep = async (events: readonly StreamedEvent[]): Promise<void> => {
    const row = {
      firstId: next,
      lastId: next + events.length - 1,
      frames: toFrames(events, next, resumable),
    };
    await keepEvents(store, run, row, ending);
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
    plan: { modes: [body.stream_mode ?? 'values'].flat(), subgraphs: body.stream_subgraphs === true, hasSubscriber: heard },
    hear() {
      if (heard) return noticed;
      heard = true;
      void inTurn(open);
      noticed = wake();
      return noticed;
    },
    async hold() {
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
    take: (events) => (heard && events.length > 0 ? inTurn(() => keep(events)) : last),
  };
}
