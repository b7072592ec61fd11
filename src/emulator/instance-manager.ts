import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceClock } from './ports/clock.ts';
import { HttpError } from './server/http-error.ts';
import { errorResponse, sendResponse } from './server/respond.ts';
import type { EmulatorInstance } from './instance.ts';

/** How long after a failed attempt to come back the next one is made, in milliseconds. */
const COME_BACK_AFTER_MS = 1_000;

/** Who has the world now: requests wait here while one is being made, at the start and during a reset; so does time. */
export interface InstanceManager {
  open(make: () => Promise<EmulatorInstance>): Promise<EmulatorInstance>;
  /** The world as it is, or will be when it is made. */
  current(): Promise<EmulatorInstance>;
  /** Closes the world and makes another. Replacements queue up behind each other. */
  readonly replace: (make: () => Promise<EmulatorInstance>) => Promise<EmulatorInstance>;
  /** The same for a world that can do nothing any more: its requests are cut, and until there is another, answered 503. */
  restart(make: () => Promise<EmulatorInstance>, log: (line: string) => void): void;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

export function createInstanceManager(time: ServiceClock): InstanceManager {
  let current: Promise<EmulatorInstance> = Promise.reject(new Error('not open yet'));
  current.catch(() => undefined);
  let away = false;
  const underWay = new Set<ServerResponse>();
  const closing = new AbortController();
  const enter = (next: Promise<EmulatorInstance>): Promise<EmulatorInstance> => {
    current = next;
    const letGo = time.pause();
    // Whoever made it sees the failure; requests that come meanwhile must not end the process.
    next.then(letGo, letGo);
    return next;
  };
  const afterwards = async (
    old: Promise<EmulatorInstance>,
    make: () => Promise<EmulatorInstance>,
    log: (line: string) => void,
  ) => {
    try {
      await (await old)[Symbol.asyncDispose]();
    } catch (error) {
      log(`what was given up did not end in good order: ${String(error)}`);
    }
    for (;;) {
      closing.signal.throwIfAborted();
      try {
        const world = await make();
        away = false;
        return world;
      } catch (error) {
        log(`this emulator could not come back yet: ${String(error)}`);
        await delay(COME_BACK_AFTER_MS, undefined, { signal: closing.signal });
      }
    }
  };
  return {
    open: (make) => enter(make()),
    current: () => current,
    replace: (make) => {
      const old = current;
      return enter(
        (async () => {
          await (await old)[Symbol.asyncDispose]();
          return make();
        })(),
      );
    },
    restart(make, log) {
      away = true;
      // What becomes of them nobody can tell any more: their clients have to look, and no answer says so best.
      for (const response of underWay) response.destroy();
      enter(afterwards(current, make, log)).catch((error: unknown) => {
        if (!closing.signal.aborted) log(`this emulator could not come back: ${String(error)}`);
      });
    },
    async handle(request, response) {
      try {
        if (away) throw comingBack();
        const { listener } = await current;
        underWay.add(response);
        response.once('close', () => underWay.delete(response));
        await listener(request, response);
      } catch (error) {
        await sendResponse(response, errorResponse(error));
      }
    },
    async close() {
      closing.abort(new Error('the emulator is closing'));
      const last = await current.catch(() => undefined);
      await last?.[Symbol.asyncDispose]();
    },
  };
}

function comingBack(): HttpError {
  return new HttpError(
    503,
    'This emulator lost its place among those on the database, and is coming back. Send the request again.',
    { headers: { 'retry-after': '1' } },
  );
}
