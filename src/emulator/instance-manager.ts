import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { BACKOFF, backoffMs, retry } from '../clients/retry.ts';
import type { ServiceClock } from './ports/clock.ts';
import { isUnavailable, StoreError } from './ports/store-errors.ts';
import { HttpError } from './server/http-error.ts';
import type { RequestSource } from './server/listener.ts';
import { errorResponse, sendResponse } from './server/respond.ts';
import { LIVE_PATH } from './server/router.ts';
import type { EmulatorInstance } from './instance.ts';

/**
 * Manages the current instance. Requests and virtual time wait while an instance is starting, for example during a
 * reset.
 */
export interface InstanceManager {
  /**
   * Opens the first instance. With `waiting`, repeats `make` while the database is unreachable or not migrated. Requests
   * receive a 503 during the wait.
   */
  open(make: () => Promise<EmulatorInstance>, waiting?: Waiting): Promise<EmulatorInstance>;
  /** Returns the running or starting instance. */
  current(): Promise<EmulatorInstance>;
  /** Stops the current instance and starts a new instance. Concurrent calls run one after another. */
  readonly replace: (make: () => Promise<EmulatorInstance>) => Promise<EmulatorInstance>;
  /**
   * Replaces an instance that has lost its store. Open requests of the lost instance are aborted, and later requests
   * receive a 503 until the new instance is ready.
   */
  restart(make: () => Promise<EmulatorInstance>, log: (line: string) => void): void;
  handle(request: IncomingMessage, response: ServerResponse, source?: RequestSource): Promise<void>;
  close(): Promise<void>;
}

/** Wait of a starting emulator for its database. */
interface Waiting {
  log: (line: string) => void;
  /** Aborts the wait. */
  signal?: AbortSignal | undefined;
}

/** Source of random numbers and of delays between attempts, which tests replace. */
export interface RecoveryTiming {
  /** Returns numbers in [0, 1). */
  readonly random: () => number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const REAL_TIMING: RecoveryTiming = {
  random: Math.random,
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
};

const LOST = 'This emulator lost its lease on the database, and is restarting.';

/**
 * Creates the manager. All instances of an emulator use the same `timing` for the delays between their attempts to start.
 */
export function createInstanceManager(
  time: Pick<ServiceClock, 'pause'>,
  timing: RecoveryTiming = REAL_TIMING,
): InstanceManager {
  // The port is open before the first instance is created, so requests might wait for the instance.
  const first = Promise.withResolvers<EmulatorInstance>();
  first.promise.catch(() => undefined);
  let current = first.promise;
  /** Reason why requests receive a 503, or `undefined` if requests reach the current or starting instance. */
  let notReady: string | undefined;
  /** Number of restarts. Only the newest start makes the emulator ready. */
  let restarts = 0;
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
    const own = (restarts += 1);
    await disposeOf(old, log);
    closing.signal.throwIfAborted();
    const report = onChange((error) => log(`this emulator could not restart yet: ${error}`));
    const instance = await retry(make, {
      delayAfter(error, attempt) {
        report(String(error));
        return backoffMs(attempt, timing.random, BACKOFF.database);
      },
      sleep: (ms) => timing.sleep(ms, closing.signal),
    });
    if (own === restarts) notReady = undefined;
    return instance;
  };
  const openWhenAvailable = async (
    make: () => Promise<EmulatorInstance>,
    { log, signal }: Waiting,
  ): Promise<EmulatorInstance> => {
    const report = onChange((reason) => log(`this emulator is not ready and waits: ${reason}`));
    const ended = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
    const instance = await retry(make, {
      delayAfter(error, attempt) {
        const reason = waitReason(error);
        if (reason === undefined) return undefined;
        notReady = reason;
        report(String(error instanceof Error ? error.message : error));
        return backoffMs(attempt, timing.random, BACKOFF.database);
      },
      sleep: (ms) => timing.sleep(ms, ended),
    });
    if (restarts === 0) notReady = undefined;
    return instance;
  };
  return {
    open(make, waiting) {
      const opened = setCurrent(waiting === undefined ? make() : openWhenAvailable(make, waiting));
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
      notReady = LOST;
      // Clients check the unknown result of a request whose connection closes without a response.
      for (const response of pending) response.destroy();
      setCurrent(startAgain(current, make, log)).catch((error: unknown) => {
        if (!closing.signal.aborted) log(`this emulator could not restart: ${String(error)}`);
      });
    },
    async handle(request, response, source) {
      try {
        if (isLivenessProbe(request)) {
          await sendResponse(response, { status: 200, body: { ok: true } });
          return;
        }
        if (notReady !== undefined) throw unready(notReady);
        const { listener } = await current;
        pending.add(response);
        response.once('close', () => pending.delete(response));
        await listener(request, response, source);
      } catch (error) {
        await sendResponse(response, errorResponse(error));
      }
    },
    async close() {
      closing.abort(new Error('the emulator is closing'));
      first.reject(new Error('the emulator did not open'));
      await (await current.catch(() => undefined))?.[Symbol.asyncDispose]();
    },
  };
}

async function disposeOf(old: Promise<EmulatorInstance>, log: (line: string) => void): Promise<void> {
  try {
    await (await old)[Symbol.asyncDispose]();
  } catch (error) {
    log(`the replaced instance did not stop cleanly: ${String(error)}`);
  }
}

/** Returns whether a request is a liveness probe, whose response does not depend on the instance. */
function isLivenessProbe({ method, url }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && url?.split('?', 1)[0] === LIVE_PATH;
}

/** Returns what a starting emulator waits for, or `undefined` for an error that waiting cannot resolve. */
function waitReason(error: unknown): string | undefined {
  if (isUnavailable(error)) return 'This emulator is waiting for its database.';
  if (error instanceof StoreError && error.code === 'behind') {
    return 'This emulator is waiting for the migration of its database.';
  }
  return undefined;
}

/** Returns a function that passes on a text only if the text differs from the text before. */
function onChange(report: (text: string) => void): (text: string) => void {
  let last: string | undefined;
  return (text) => {
    if (text !== last) report(text);
    last = text;
  };
}

function unready(reason: string): HttpError {
  return new HttpError(503, `${reason} Send the request again.`, { headers: { 'retry-after': '1' } });
}
