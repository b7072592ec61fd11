import type { ServiceClock } from '../../ports/time.ts';

/** Tells when nothing was asked of a box for a while. */
export interface IdleTimers {
  /** `seconds` 0: never. Takes the place of what was said before. */
  start(id: string, seconds: number, idle: () => void): void;
  restart(id: string): void;
  stop(id: string): void;
}

export function createIdleTimers(clock: ServiceClock, closing: AbortSignal): IdleTimers {
  const watched = new Map<string, { touchedAt: number; stop: AbortController }>();
  const forget = (id: string) => {
    watched.get(id)?.stop.abort();
    watched.delete(id);
  };
  return {
    stop: forget,
    restart(id) {
      const one = watched.get(id);
      if (one !== undefined) one.touchedAt = clock.elapsed();
    },
    start(id, seconds, idle) {
      forget(id);
      if (seconds === 0) return;
      const one = { touchedAt: clock.elapsed(), stop: new AbortController() };
      watched.set(id, one);
      const signal = AbortSignal.any([one.stop.signal, closing]);
      const wait = async () => {
        for (;;) {
          const left = one.touchedAt + seconds * 1_000 - clock.elapsed();
          if (left <= 0) return;
          await clock.sleep(left, signal);
        }
      };
      void wait().then(
        () => {
          watched.delete(id);
          idle();
        },
        () => undefined,
      );
    },
  };
}
