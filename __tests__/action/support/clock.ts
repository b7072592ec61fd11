import type { Clock } from '../../../src/clients/clock.ts';

export interface FakeClock extends Clock {
  /** All requested sleeps, in milliseconds. */
  readonly sleeps: number[];
  /** Calls the function when the clock reaches this many milliseconds after its start. */
  at(ms: number, work: () => void): void;
}

const START = Date.parse('2026-11-21T10:00:00Z');

/** Creates a clock that advances to the next sleeper whenever no other work is left. */
export function createFakeClock(): FakeClock {
  let now = START;
  let pumping = false;
  const sleeps: number[] = [];
  const waiting: { at: number; wake: () => void }[] = [];
  const pump = () => {
    pumping = false;
    waiting.sort((a, b) => a.at - b.at);
    const next = waiting.shift();
    if (next === undefined) return;
    now = Math.max(now, next.at);
    next.wake();
    schedule();
  };
  const schedule = () => {
    if (pumping || waiting.length === 0) return;
    pumping = true;
    setImmediate(() => setImmediate(pump));
  };
  return {
    sleeps,
    now: () => now,
    at: (ms, work) => {
      waiting.push({ at: START + ms, wake: work });
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        sleeps.push(ms);
        const entry = {
          at: now + ms,
          wake: () => {
            signal?.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        const onAbort = () => {
          const index = waiting.indexOf(entry);
          if (index >= 0) waiting.splice(index, 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(entry);
        schedule();
      }),
  };
}
