import { createListeners } from '../../../clients/listeners.ts';
import { type Clock, wallClock } from '../../../clients/clock.ts';
import type { ServiceClock } from '../../ports/clock.ts';
import { createMovableTime, type MovableTime, type NextDue } from './movable-time.ts';
import { type ClockSessions, createClockSessions } from './sessions.ts';
import { createVirtualTime, type Participant, type VirtualTime } from './virtual-time.ts';

/** Controls of the emulator's clock for the program that embeds the emulator. */
export interface EmulatorClock {
  readonly mode: 'real' | 'virtual';
  /** Returns the emulator's current time, including its skew, in milliseconds since the epoch. */
  now(): number;
  /**
   * Advances time by `ms` milliseconds. On virtual time, wakes sleepers in order, and resolves once every woken sleeper
   * sleeps again. On real time, stops at each moment when a cron, run or webhook is due, and resolves once the runs and
   * webhooks that became due have ended.
   */
  advance(ms: number): Promise<void>;
  /** Sets the skew of the emulator's current time, in milliseconds. The skew does not affect running sleeps. */
  skew(ms: number): void;
  /**
   * Adds a participant to virtual time, which does not advance until the participant sleeps. @throws Error if the
   * emulator uses real time.
   */
  join(): Participant;
}

/** The emulator's clock with its internal controls. */
export interface ClockControl {
  clock: EmulatorClock;
  /** Clock that the emulator's own services use. */
  time: ServiceClock;
  /** Controls of virtual time, or `undefined` on real time. */
  virtual: VirtualTime | undefined;
  /** Controls of real time that can be moved forward, or `undefined` on virtual time. */
  movable: MovableTime | undefined;
  /**
   * Advances time to the moment `target`, in milliseconds of the service's clock. A `target` in the past has no effect.
   * Rejects with the signal's reason if the signal aborts.
   */
  advanceTo(target: number, signal?: AbortSignal): Promise<void>;
  /**
   * Advances time by `ms` milliseconds after earlier advances have ended. Rejects with the signal's reason if the
   * signal aborts.
   */
  advanceBy(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Sets the function that returns when work is due next, for moves of real time. Each instance sets its own function
   * that returns due times.
   */
  setNextDue(nextDue: NextDue): void;
  /** Participants of virtual time in other processes, or `undefined` on real time. */
  sessions: ClockSessions | undefined;
  /** Returns the skew of the emulator's current time, in milliseconds. */
  skew(): number;
  /** Calls `notify` when virtual time advances or the skew changes. The returned function unsubscribes `notify`. */
  onChange(notify: () => void): () => void;
  /** Starts virtual time after the newest stored timestamp, so that virtual time never repeats a moment. */
  startAfter(newest: () => Promise<number>): Promise<void>;
  /** Rejects all running sleeps of virtual time. */
  stop(): void;
}

/** Initial time of a virtual clock, in milliseconds since the epoch. */
export const VIRTUAL_START = Date.parse('2026-01-01T00:00:00.000Z');

/** Creates the clock of one emulator. A `Clock` object in `given` is treated as real time. */
export function createEmulatorClock(given: 'real' | 'virtual' | Clock): ClockControl {
  const isReal = given !== 'virtual';
  const engine = isReal
    ? { virtual: undefined, movable: createRealTime(given) }
    : { virtual: createVirtualTime(VIRTUAL_START), movable: undefined };
  const { virtual, movable } = engine;
  const base = virtual ?? movable;
  const closed = new AbortController();
  let skew = 0;
  let nextDue: NextDue = () => Promise.resolve(undefined);
  const { add: onChange, notify } = createListeners();
  virtual?.onAdvance(notify);
  movable?.onMove(notify);
  // Fractions of a millisecond, which the base clock can return, are removed, because the store does not accept them.
  const now = () => Math.floor(base.now() + skew);
  const advanceTo = async (target: number, signal?: AbortSignal): Promise<void> => {
    if (virtual !== undefined) return virtual.advance(Math.max(target - now(), 0), signal);
    return move(target - skew, signal);
  };
  const advanceBy = (ms: number, signal?: AbortSignal): Promise<void> =>
    virtual === undefined ? move((at) => Math.floor(at) + ms, signal) : virtual.advance(ms, signal);
  const move = async (
    target: Parameters<MovableTime['moveTo']>[0],
    signal: AbortSignal | undefined,
  ): Promise<void> =>
    movable?.moveTo(target, {
      signal: signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]),
      async nextDue(after) {
        const due = await nextDue(after + skew);
        return due === undefined ? undefined : due - skew;
      },
    });
  const elapsedBase = given === 'real' ? () => performance.now() : () => base.now() - (movable?.moved() ?? 0);
  return {
    clock: {
      mode: isReal ? 'real' : 'virtual',
      now,
      advance: async (ms) => {
        if (!(ms >= 0 && Number.isFinite(ms)))
          throw new RangeError(`advance(${ms}): expected a number of milliseconds, 0 or more`);
        await advanceBy(ms);
      },
      skew(ms) {
        if (!Number.isFinite(ms)) throw new RangeError(`skew(${ms}): expected a number of milliseconds`);
        skew = ms;
        notify();
      },
      join() {
        if (virtual !== undefined) return virtual.join();
        throw new Error("The clock is real: join needs an emulator with clock 'virtual' and runtime 'stub'.");
      },
    },
    time: {
      now,
      // `elapsed` moves forward with the clock, because times to live pass with the clock.
      elapsed: () => elapsedBase() + (movable?.moved() ?? 0),
      sleep: (ms, signal) => base.sleep(ms, signal),
      pause: () => base.pause(),
      delayMoves: () => movable?.pause() ?? (() => undefined),
    },
    virtual,
    movable,
    sessions: virtual && createClockSessions(virtual),
    advanceTo,
    advanceBy,
    setNextDue(source) {
      nextDue = source;
    },
    skew: () => skew,
    onChange,
    startAfter: async (newest) => virtual?.notBefore((await newest()) + 1),
    stop() {
      const reason = new Error('The emulator was closed.');
      virtual?.stop(reason);
      closed.abort(reason);
    },
  };
}

function createRealTime(given: 'real' | Clock): MovableTime {
  return given === 'real'
    ? createMovableTime(wallClock, () => performance.now())
    : createMovableTime(given, () => given.now());
}
