import type { Clock } from '../../../src/clients/clock.ts';

/** Who moves the service's own time along; the pump below asks for nothing else. */
export interface Driven {
  now(): number;
  /** Resolves when everything that woke up on the way rests again. */
  advance(ms: number): Promise<void>;
}

/** One who acts in a schedule: a run, or the director. Awake except while it sleeps. */
export interface Actor extends Clock {
  readonly name: string;
  leave(): void;
}

/**
 * The time of one schedule. Only one actor is awake at once, and the service rests when it is woken: what happens
 * depends on the schedule alone, down to the order of two runs' requests. It outlives a control plane that is ended and
 * started again: while there is none, only the actors' sleeps move it.
 */
export interface SharedTime {
  now(): number;
  /** A new actor, awake. */
  join(name: string): Actor;
  /** The service that goes along from now on; undefined: there is none. */
  drive(service: Driven | undefined): void;
  /** Asked each time the last one awake has fallen asleep or left, before anybody else is woken. */
  afterTurn(work: () => Promise<void>): void;
}

interface Sleeper {
  at: number;
  order: number;
  wake: () => void;
  fail: (error: unknown) => void;
}

/** Time that starts at `startAt` (epoch milliseconds) and stands still while an actor is awake. */
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
  /** Wakes the next sleeper, again and again, until one is awake or none sleeps. */
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
      // A woken sleeper runs on in a microtask, and may be asleep again after it.
      await Promise.resolve();
    }
    pumping = false;
  };
  const rest = (): void => {
    awake -= 1;
    if (awake > 0 || pumping) return;
    pumping = true;
    // What the last one still does in this turn of the event loop comes first.
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
              // Whole milliseconds, as every timer and every record has them.
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
