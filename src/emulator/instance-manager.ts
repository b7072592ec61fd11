import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { BACKOFF, doublingMs, retry } from '../clients/retry.ts';
import type { ServiceClock } from './ports/clock.ts';
import { HttpError } from './server/http-error.ts';
import { errorResponse, sendResponse } from './server/respond.ts';
import type { EmulatorInstance } from './instance.ts';

/**
 * Manages the current instance. Requests and virtual time wait while an instance is starting, for example during a
 * reset.
 */
export interface InstanceManager {
  open(make: () => Promise<EmulatorInstance>): Promise<EmulatorInstance>;
  /** Returns the running or starting instance. */
  current(): Promise<EmulatorInstance>;
  /** Stops the current instance and starts a new instance. Concurrent calls run one after another. */
  readonly replace: (make: () => Promise<EmulatorInstance>) => Promise<EmulatorInstance>;
  /**
   * Replaces an instance that has lost its store. Open requests of the lost instance are aborted, and later requests
   * receive a 503 until the new instance is ready.
   */
  restart(make: () => Promise<EmulatorInstance>, log: (line: string) => void): void;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

export function createInstanceManager(time: Pick<ServiceClock, 'pause'>): InstanceManager {
  // The port is open before the first instance is created, so requests might wait for the instance.
  const first = Promise.withResolvers<EmulatorInstance>();
  first.promise.catch(() => undefined);
  let current = first.promise;
  let isLost = false;
  const pending = new Set<ServerResponse>();
  const closing = new AbortController();
  const setCurrent = (next: Promise<EmulatorInstance>): Promise<EmulatorInstance> => {
    current = next;
    const resumeClock = time.pause();
    // The caller handles a failure of `make`, and the failure must not crash the process here.
    next.then(resumeClock, resumeClock);
    return next;
  };
  const startAgain = async (
    old: Promise<EmulatorInstance>,
    make: () => Promise<EmulatorInstance>,
    log: (line: string) => void,
  ) => {
    try {
      await (await old)[Symbol.asyncDispose]();
    } catch (error) {
      log(`the replaced instance did not stop cleanly: ${String(error)}`);
    }
    closing.signal.throwIfAborted();
    const instance = await retry(make, {
      delayAfter(error, attempt) {
        log(`this emulator could not restart yet: ${String(error)}`);
        return doublingMs(attempt, BACKOFF.recovery);
      },
      sleep: (ms) => delay(ms, undefined, { signal: closing.signal }),
    });
    isLost = false;
    return instance;
  };
  return {
    open(make) {
      const opened = setCurrent(make());
      first.resolve(opened);
      return opened;
    },
    current: () => current,
    replace: (make) => {
      const old = current;
      return setCurrent(
        (async () => {
          await (await old)[Symbol.asyncDispose]();
          return make();
        })(),
      );
    },
    restart(make, log) {
      isLost = true;
      // The result of the open requests is unknown, and clients check the result if a connection closes without a
      // response.
      for (const response of pending) response.destroy();
      setCurrent(startAgain(current, make, log)).catch((error: unknown) => {
        if (!closing.signal.aborted) log(`this emulator could not restart: ${String(error)}`);
      });
    },
    async handle(request, response) {
      try {
        if (isLost) throw restarting();
        const { listener } = await current;
        pending.add(response);
        response.once('close', () => pending.delete(response));
        await listener(request, response);
      } catch (error) {
        await sendResponse(response, errorResponse(error));
      }
    },
    async close() {
      closing.abort(new Error('the emulator is closing'));
      first.reject(new Error('the emulator did not open'));
      const last = await current.catch(() => undefined);
      await last?.[Symbol.asyncDispose]();
    },
  };
}

function restarting(): HttpError {
  return new HttpError(
    503,
    'This emulator lost its lease on the database, and is restarting. Send the request again.',
    { headers: { 'retry-after': '1' } },
  );
}
