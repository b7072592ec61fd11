import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../clients/clock.ts';
import { createListeners } from '../../../clients/listeners.ts';

/** Maximum number of due moments where one move stops. A cron that runs each minute has 1,440 due moments a day. */
const MAX_STOPS = 500;

/**
 * Tolerance in milliseconds, within which a move also ends sleeps that are due after its target, because timers and
 * clocks round differently.
 */
const TOLERANCE_MS = 5;

/** Returns the first moment after `after` when work is due, or `undefined` if no work is due, in epoch milliseconds. */
export type NextDue = (after: number) => Promise<number | undefined>;

/** Real time that can be moved forward. Timers of other programs, such as agents, are not moved. */
export interface MovableTime extends Clock {
  /** Returns the total number of milliseconds by which the time was moved forward. */
  moved(): number;
  /** Delays moves until the returned function is called for the first time. */
  pause(): () => void;
  /** Returns whether work delays a move. */
  isPaused(): boolean;
  /**
   * Moves the time forward to `target`, or to the target that the function computes from the time after the earlier
   * moves. Stops at each moment when work is due, ends the sleeps whose time has passed, and waits until the work that
   * the ended sleeps started has ended. The time never moves during a run, because `moveTo` waits for the work that it
   * starts.
   * @throws MoveLimitError after 500 due moments. @throws the signal's reason if the signal aborts, which also stops
   * the move.
   */
  moveTo(
    target: number | ((now: number) => number),
    options: { nextDue: NextDue; signal?: AbortSignal | undefined },
  ): Promise<void>;
  /** Calls `notify` after each move. The returned function unsubscribes `notify`. */
  onMove(notify: () => void): () => void;
}

/** Error of a move that passed too many due moments. The time stays at the last due moment that the move reached. */
export class MoveLimitError extends Error {
  override readonly name = 'MoveLimitError';

  constructor() {
    super(
      `the clock stopped after ${MAX_STOPS} due times, the maximum of one move. Advance the clock again to continue`,
    );
  }
}

/**
 * Creates a clock that can be moved forward, on top of a base clock. `monotonic` returns milliseconds since a fixed
 * moment, unlike the machine's clock, which users can set.
 */
export function createMovableTime(base: Clock, monotonic: () => number): MovableTime {
  const sleeps = new Set<{ rearm: AbortController }>();
  const listeners = createListeners();
  let movedMs = 0;
  let holds = 0;
  let released = Promise.withResolvers<void>();
  let moving: Promise<unknown> = Promise.resolve();
  const now = () => base.now() + movedMs;

  /** Resolves once no work is in progress, including work that was started by the end of a sleep. */
  const untilQuiet = async (signal: AbortSignal | undefined): Promise<void> => {
    for (;;) {
      await setImmediate();
      // Waits for a second turn of the event loop, so that work that waits for the first turn can start.
      await setImmediate();
      signal?.throwIfAborted();
      if (holds === 0) return;
      await orAborted(released.promise, signal);
    }
  };
  const move = (byMs: number): void => {
    if (byMs <= 0) return;
    movedMs += byMs;
    for (const { rearm } of sleeps) rearm.abort();
    listeners.notify();
  };

  return {
    now,
    async sleep(ms, signal) {
      const entry = { rearm: new AbortController() };
      let left = ms;
      sleeps.add(entry);
      try {
        for (;;) {
          const before = movedMs;
          const startedAt = monotonic();
          const { rearm } = entry;
          const wake = signal === undefined ? rearm.signal : AbortSignal.any([signal, rearm.signal]);
          const isOver = await base.sleep(left, wake).then(
            () => true,
            (error: unknown) => {
              if (signal?.aborted === true || !rearm.signal.aborted) throw error;
              return false;
            },
          );
          if (isOver) return;
          left -= monotonic() - startedAt + (movedMs - before);
          if (left <= TOLERANCE_MS) return;
          entry.rearm = new AbortController();
        }
      } finally {
        sleeps.delete(entry);
      }
    },
    moved: () => movedMs,
    isPaused: () => holds > 0,
    pause() {
      holds += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds -= 1;
        if (holds > 0) return;
        released.resolve();
        released = Promise.withResolvers<void>();
      };
    },
    moveTo(given, { nextDue, signal }) {
      const work = async (): Promise<void> => {
        const target = typeof given === 'number' ? given : given(now());
        for (let stops = 0; ; stops += 1) {
          await untilQuiet(signal);
          const due = await nextDue(now());
          const to = Math.min(due ?? target, target);
          if (stops >= MAX_STOPS && to < target) throw new MoveLimitError();
          move(to - now());
          if (to < target) continue;
          return untilQuiet(signal);
        }
      };
      // Moves run one after another, because two concurrent moves would each skip the due moments of the other.
      const done = moving.then(work, work);
      moving = done.catch(() => undefined);
      return done;
    },
    onMove: listeners.add,
  };
}

function orAborted(wait: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return wait;
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return Promise.race([wait, promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
