import type { Clock } from '../../../src/clients/clock.ts';

/** Advances the service's own time; the loop below requires nothing else. */
export interface Driven {
  now(): number;
  /** Resolves when everything that woke up is idle again. */
  advance(ms: number): Promise<void>;
}

/** A participant of a schedule: a run or the director. It is awake except while it sleeps. */
export interface Actor extends Clock {
  readonly name: string;
  leave(): void;
}

/**
 * The time of one schedule. Only one participant is awake at a time, and the service is idle when a participant
 * wakes. The result depends only on the schedule, down to the order of two runs' requests. The time outlives a
 * restart of the control plane; while it is stopped, only sleeps advance the time.
 */
export interface SharedTime {
  now(): number;
  /** Adds a participant, which is awake. */
  join(name: string): Actor;
  /** Sets the service whose time advances from now on; `undefined` if none is running. */
  drive(service: Driven | undefined): void;
  /** Called each time the last awake participant has fallen asleep or left, before another wakes. */
  afterTurn(work: () => Promise<void>): void;
}

interface Sleeper {
  at: number;
  order: number;
  wake: () => void;
  fail: (error: unknown) => void;
}

/** Creates a time that starts at `startAt` (epoch milliseconds) and does not advance while a participant is awake. */
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
  /** Wakes the next sleeper repeatedly, until a participant stays awake or none sleeps. */
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
      // A woken sleeper continues in a microtask, and may be asleep again after it.
      await Promise.resolve();
    }
    pumping = false;
  };
  const rest = (): void => {
    awake -= 1;
    if (awake > 0 || pumping) return;
    pumping = true;
    // Remaining work of the last participant in this turn of the event loop comes first.
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
