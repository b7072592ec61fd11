import type { Clock } from '../../../src/clients/clock.ts';

/** Service whose own time this schedule advances. */
export interface Driven {
  now(): number;
  /** Advances the time, and resolves when everything that woke up is idle again. */
  advance(ms: number): Promise<void>;
}

/** A run or the director of a simulation, which is either running or sleeping. */
export interface Actor extends Clock {
  readonly name: string;
  leave(): void;
}

/**
 * Virtual time of one simulation. Only one actor runs at a time, and the service is idle when an actor wakes. The
 * result therefore depends only on the schedule, including the order of two runs' requests. The time outlives restarts
 * of the control plane; while the control plane is stopped, only sleeping actors advance the time.
 */
export interface SharedTime {
  now(): number;
  /** Adds an actor, which is running at first. */
  join(name: string): Actor;
  /** Sets the service whose time is advanced from now on, or `undefined` if no service is running. */
  drive(service: Driven | undefined): void;
  /** Calls `work` each time the last running actor has fallen asleep or left, before another actor wakes. */
  afterTurn(work: () => Promise<void>): void;
}

interface Sleeper {
  at: number;
  order: number;
  wake: () => void;
  fail: (error: unknown) => void;
}

/** Creates a time that starts at `startAt` (epoch milliseconds) and stands still while an actor is running. */
export function createSharedTime(startAt: number): SharedTime {
  let now = startAt;
  let service: Driven | undefined;
  let awake = 0;
  let order = 0;
  let pumping = false;
  let turnEnds: () => Promise<void> = async () => {};
  const sleepers = new Set<Sleeper>();

  const next = (): Sleeper | undefined =>
    [...sleepers].reduce<Sleeper | undefined>(
      (first, one) =>
        first === undefined || one.at < first.at || (one.at === first.at && one.order < first.order)
          ? one
          : first,
      undefined,
    );
  /** Wakes sleepers one at a time, until a woken actor does not go back to sleep or no sleeper is left. */
  const pump = async (): Promise<void> => {
    for (;;) {
      if (awake > 0) break;
      await turnEnds();
      const first = next();
      if (first === undefined) break;
      if (first.at > now) {
        await service?.advance(first.at - now);
        now = first.at;
      }
      sleepers.delete(first);
      first.wake();
      // A woken actor continues in a microtask, and may be asleep again after the microtask.
      await Promise.resolve();
    }
    pumping = false;
  };
  const rest = (): void => {
    awake -= 1;
    if (awake > 0 || pumping) return;
    pumping = true;
    // The last actor first finishes its work in this turn of the event loop.
    setImmediate(() => {
      pump().catch((error: unknown) => {
        pumping = false;
        for (const sleeper of sleepers) sleeper.fail(error);
      });
    });
  };

  return {
    now: () => now,
    drive(given) {
      service = given;
    },
    afterTurn(work) {
      turnEnds = work;
    },
    join(name) {
      awake += 1;
      let there = true;
      return {
        name,
        now: () => now,
        sleep: (ms, signal) =>
          new Promise((resolve, reject) => {
            if (signal?.aborted) {
              reject(signal.reason);
              return;
            }
            const end = (then: () => void) => {
              sleepers.delete(sleeper);
              signal?.removeEventListener('abort', onAbort);
              awake += 1;
              then();
            };
            const onAbort = () => end(() => reject(signal?.reason));
            order += 1;
            const sleeper: Sleeper = {
              // Timers and records use whole milliseconds.
              at: now + Math.max(0, Math.ceil(ms)),
              order,
              wake: () => end(resolve),
              fail: (error) => end(() => reject(error)),
            };
            signal?.addEventListener('abort', onAbort, { once: true });
            sleepers.add(sleeper);
            rest();
          }),
        leave() {
          if (!there) return;
          there = false;
          rest();
        },
      };
    },
  };
}
