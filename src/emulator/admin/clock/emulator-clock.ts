import { createListeners } from '../../../clients/listeners.ts';
import { type Clock, wallClock } from '../../../clients/clock.ts';
import type { ServiceClock } from '../../ports/clock.ts';
import { type ClockSessions, createClockSessions } from './sessions.ts';
import { createVirtualTime, type Participant, type VirtualTime } from './virtual-time.ts';

/** The emulator's clock as controlled by the embedding program. */
export interface EmulatorClock {
  readonly mode: 'real' | 'virtual';
  /** Returns the service's own time including its skew, in milliseconds since the epoch. */
  now(): number;
  /**
   * Advances virtual time by `ms` milliseconds and wakes sleepers in order. Resolves once all woken sleepers sleep
   * again. Only available on virtual time.
   */
  advance(ms: number): Promise<void>;
  /** Sets the skew of the service's own time, in milliseconds. Sleeps do not change. */
  skew(ms: number): void;
  /** Adds a participant that is awake at first. Only available with virtual time. */
  join(): Participant;
}

/** The clock with the emulator's internal controls. */
export interface ClockControl {
  clock: EmulatorClock;
  /** The clock of the emulator itself. */
  time: ServiceClock;
  /** Controls of virtual time; absent on real time. */
  virtual: VirtualTime | undefined;
  /** Participants in other processes; absent on real time. */
  sessions: ClockSessions | undefined;
  /** Returns the skew of the service's own time, in milliseconds. */
  skew(): number;
  /** Calls `notify` when virtual time advanced or the skew was set. Returns a function that unsubscribes. */
  onChange(notify: () => void): () => void;
  /** Starts virtual time after every stored timestamp, so that it never shows a moment twice. */
  startAfter(newest: () => Promise<number>): Promise<void>;
  /** Ends all sleeps with an error. */
  stop(): void;
}

/** The first moment of virtual time. */
export const VIRTUAL_START = Date.parse('2026-01-01T00:00:00.000Z');

/** Creates the clock of one emulator. A given clock counts as real. */
export function createEmulatorClock(given: 'real' | 'virtual' | Clock): ClockControl {
  const virtual = given === 'virtual' ? createVirtualTime(VIRTUAL_START) : undefined;
  const mode = virtual ? 'virtual' : 'real';
  const base: Clock = virtual ?? (typeof given === 'string' ? wallClock : given);
  let skew = 0;
  const { add: onChange, notify } = createListeners();
  virtual?.onAdvance(notify);
  // A given clock, and sleeps in other processes, may have fractions of a millisecond, which are never stored.
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
