import { createListeners } from '../../../clients/listeners.ts';
import { type Clock, wallClock } from '../../../clients/clock.ts';
import type { ServiceClock } from '../../ports/clock.ts';
import { type ClockSessions, createClockSessions } from './sessions.ts';
import { createVirtualTime, type Participant, type VirtualTime } from './virtual-time.ts';

/** Controls of the emulator's clock for the program that embeds the emulator. */
export interface EmulatorClock {
  readonly mode: 'real' | 'virtual';
  /** Returns the emulator's current time, including its skew, in milliseconds since the epoch. */
  now(): number;
  /**
   * Advances virtual time by `ms` milliseconds and wakes sleepers in order. Resolves once every woken sleeper sleeps
   * again. Rejects on real time.
   */
  advance(ms: number): Promise<void>;
  /** Sets the skew of the emulator's current time, in milliseconds. Running sleeps do not change. */
  skew(ms: number): void;
  /** Adds a participant to virtual time. The participant is awake at first. Throws on real time. */
  join(): Participant;
}

/** The emulator's clock with its internal controls. */
export interface ClockControl {
  clock: EmulatorClock;
  /** Clock that the emulator's own services use. */
  time: ServiceClock;
  /** Controls of virtual time; `undefined` on real time. */
  virtual: VirtualTime | undefined;
  /** Participants in other processes; `undefined` on real time. */
  sessions: ClockSessions | undefined;
  /** Returns the skew of the emulator's current time, in milliseconds. */
  skew(): number;
  /** Calls `notify` when virtual time advances or the skew changes. Returns a function that unsubscribes. */
  onChange(notify: () => void): () => void;
  /** Starts virtual time after the newest stored timestamp, so that virtual time never repeats a moment. */
  startAfter(newest: () => Promise<number>): Promise<void>;
  /** Rejects all running sleeps of virtual time. */
  stop(): void;
}

/** Initial time of a virtual clock, in milliseconds since the epoch. */
export const VIRTUAL_START = Date.parse('2026-01-01T00:00:00.000Z');

/** Creates the clock of one emulator. A `Clock` object in `given` counts as real time. */
export function createEmulatorClock(given: 'real' | 'virtual' | Clock): ClockControl {
  const virtual = given === 'virtual' ? createVirtualTime(VIRTUAL_START) : undefined;
  const mode = virtual ? 'virtual' : 'real';
  const base: Clock = virtual ?? (typeof given === 'string' ? wallClock : given);
  let skew = 0;
  const { add: onChange, notify } = createListeners();
  virtual?.onAdvance(notify);
  // The base clock may return fractions of a millisecond. They are removed, because the store does not accept them.
  const now = () => Math.floor(base.now() + skew);
  const needVirtual = (what: string): VirtualTime => {
    if (virtual) return virtual;
    throw new Error(`The clock is real: ${what} needs an emulator with clock 'virtual' and runtime 'stub'.`);
  };
  return {
    clock: {
      mode,
      now,
      advance: async (ms) => {
        if (!(ms >= 0 && Number.isFinite(ms))) throw new RangeError(`advance(${ms}): must be >= 0 ms`);
        await needVirtual('advance').advance(ms);
      },
      skew(ms) {
        if (!Number.isFinite(ms)) throw new RangeError(`skew(${ms}): must be a number of milliseconds`);
        skew = ms;
        notify();
      },
      join: () => needVirtual('join').join(),
    },
    time: {
      now,
      elapsed: given === 'real' ? () => performance.now() : () => base.now(),
      sleep: (ms, signal) => base.sleep(ms, signal),
      pause: virtual ? () => virtual.pause() : () => nothing,
    },
    virtual,
    sessions: virtual && createClockSessions(virtual),
    skew: () => skew,
    onChange,
    startAfter: async (newest) => virtual?.notBefore((await newest()) + 1),
    stop: () => virtual?.stop(new Error('The emulator was closed.')),
  };
}

const nothing = () => undefined;
