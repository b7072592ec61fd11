// Tests preload this module into the built action (`node --import`). The action's clock then runs ten times as fast as
// real time, so waiting takes less time. Sockets, processes and their limits use real time.
import type { Clock } from '../../src/clients/clock.ts';

const FACTOR = 10;
const startedAt = Date.now();
const begun = performance.now();

const accelerated: Clock = {
  now: () => startedAt + (performance.now() - begun) * FACTOR,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms / FACTOR);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

Object.assign(globalThis, { [Symbol.for('agent-deploy.clock')]: accelerated });
