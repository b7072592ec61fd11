import type { ServiceClock } from '../../seams/time.ts';

/** Tells when nothing was asked of a box for a while. */
export interface IdleWatch {
  /** `seconds` 0: never. Takes the place of what was said before. */
  watch(id: string, seconds: number, idle: () => void): void;
  touch(id: string): void;
  forget(id: string): void;
}

export function createIdleWatch(clock: ServiceClock, closing: AbortSignal): IdleWatch {
  const watched = new Map<string, { touchedAt: number; stop: AbortController }>();
  const forget = (id: string) => {
    watched.get(id)?.stop.abort();
    watched.delete(id);
  };
  return {
    forget,
    touch(id) {
      const one = watched.get(id);
      if (one !== undefined) one.touchedAt = clock.elapsed();
    },
    watch(id, seconds, idle) {
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
