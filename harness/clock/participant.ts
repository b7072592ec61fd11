import { WAIT_LIMIT_MS } from '../hang-limit.ts';
import type { Clock } from '../../src/clients/clock.ts';
import { createShortRequests, type LineStream, postForLines, type Target } from './http.ts';

/**
 * A participant, in another process than the emulator, of the emulator's virtual time. Time advances only while the
 * participant sleeps.
 */
export interface RemoteParticipant extends Clock {
  /** Name of this participant. A process that receives this name can join as a child of the participant. */
  readonly session: string;
  /** Adds a participant for which this participant waits. */
  child(): Promise<RemoteParticipant>;
  /** Leaves the clock, and resolves when the emulator has acknowledged this. */
  leave(): Promise<void>;
}

interface Sleep {
  until: number;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/**
 * Joins the virtual time of an emulator as an awake participant. If the emulator ends, the participant joins the next
 * emulator at the same URL, and its time does not go back. The process is kept alive only while the participant
 * sleeps. `label` is the beginning of the participant's name.
 * @throws Error if the emulator has no virtual time or does not respond.
 */
export async function joinClock(
  address: ClockAddress,
  { parent, label = 'participant' }: { parent?: string | undefined; label?: string } = {},
): Promise<RemoteParticipant> {
  const session = `${label}-${crypto.randomUUID()}`;
  const sleeps = new Map<string, Sleep>();
  const alive = createAnchor();
  let now: number | undefined;
  let count = 0;
  const seen = (present: number) => {
    now = Math.max(now ?? present, present);
  };
  const end = (name: string): Sleep | undefined => {
    const found = sleeps.get(name);
    sleeps.delete(name);
    if (sleeps.size === 0) alive.let();
    return found;
  };

  alive.keep();
  const connection = createConnection(address, {
    opening: () => ({
      session,
      ...(parent === undefined ? {} : { parent }),
      ...(now === undefined ? {} : { now_ms: now }),
    }),
    // Also called after a restart of the emulator, because a restarted emulator does not know the sleeping
    // participants.
    joined(present) {
      seen(present);
      for (const [name, { until }] of sleeps) void connection.sleep(session, name, until).then(seen, ignore);
    },
    moved: seen,
    woken(name, present) {
      seen(present);
      end(name)?.resolve();
    },
    lost(reason) {
      for (const name of sleeps.keys()) end(name)?.reject(reason);
    },
  });
  try {
    await connection.open();
  } finally {
    alive.let();
  }

  return {
    session,
    now: () => now ?? 0,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (!Number.isFinite(ms))
          return reject(new RangeError(`sleep(${ms}): expected a number of milliseconds`));
        const problem = connection.problem();
        if (problem) return reject(problem);
        count += 1;
        const name = String(count);
        const until = (now ?? 0) + Math.max(0, ms);
        const onAbort = () => {
          end(name)?.reject(signal?.reason);
          connection.wake(session, name).then(seen, ignore);
        };
        const done = () => signal?.removeEventListener('abort', onAbort);
        sleeps.set(name, {
          until,
          resolve: () => (done(), resolve()),
          reject: (reason) => (done(), reject(reason)),
        });
        alive.keep();
        signal?.addEventListener('abort', onAbort, { once: true });
        connection.sleep(session, name, until).then(seen, ignore);
      }),
    child: () => joinClock(address, { parent: session, label: 'child' }),
    async leave() {
      const left = new Error('The participant left virtual time during its sleep.');
      for (const name of sleeps.keys()) end(name)?.reject(left);
      await connection.close(session);
    },
  };
}

/** Ignores failures of single requests, because the connection reports its own failures. */
const ignore = () => undefined;

/** Creates an anchor that keeps the process alive until the sleep ends. */
function createAnchor(): { keep(): void; let(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    keep: () => {
      timer ??= setInterval(() => undefined, 2 ** 30);
    },
    let: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** URL of the emulator's `/_local`, and the emulator's key. */
export interface ClockAddress {
  admin: string;
  key: string;
}

/** Callbacks of a connection. All times are in epoch milliseconds. */
interface ConnectionEvents {
  /** Returns the body of the request that joins, for each emulator. */
  opening(): Record<string, unknown>;
  joined(now: number): void;
  /** Called when time has advanced although this participant does not sleep. */
  moved(now: number): void;
  woken(sleep: string, now: number): void;
  /** Called when the clock refused a request or did not respond in time. */
  lost(reason: Error): void;
}
interface Connection {
  /** Joins the clock. @throws Error if the clock refuses or does not respond in time. */
  open(): Promise<void>;
  sleep(session: string, sleep: string, untilMs: number): Promise<number>;
  wake(session: string, sleep: string): Promise<number>;
  close(session: string): Promise<void>;
  problem(): Error | undefined;
}

/** Delay between two attempts to join, and time until the last attempt, in milliseconds of real time. */
const TRY_AGAIN_MS = 25;
const GIVE_UP_MS = WAIT_LIMIT_MS;

/**
 * Creates a connection with one open request for the participation, and short requests that are sent one after
 * another, so that a sleep and its end arrive in order. Opens the connection again when it breaks.
 */
function createConnection({ admin, key }: ClockAddress, events: ConnectionEvents): Connection {
  const target: Target = { base: `${admin}/clock/sessions`, headers: { 'x-api-key': key } };
  const requests = createShortRequests(target);
  const opened = Promise.withResolvers<void>();
  let stream: LineStream | undefined;
  let closed = false;
  let problem: Error | undefined;
  let lostAt: number | undefined;

  const giveUp = (reason: Error) => {
    problem ??= reason;
    stream?.close();
    requests.close();
    opened.reject(problem);
    events.lost(problem);
  };
  const join = () => {
    if (closed) return;
    let first = true;
    stream = postForLines(target, '', events.opening(), {
      line(text) {
        const line = JSON.parse(text) as { now_ms: number; woken?: string };
        if (line.woken !== undefined) return events.woken(line.woken, line.now_ms);
        if (!first) return events.moved(line.now_ms);
        first = false;
        lostAt = undefined;
        events.joined(line.now_ms);
        opened.resolve();
      },
      refused: ({ status, text }) =>
        giveUp(new Error(`the virtual clock at ${admin} refused (${status}): ${text}`)),
      ended: lost,
    });
  };
  const lost = (cause?: Error) => {
    if (closed || problem) return;
    stream = undefined;
    lostAt ??= performance.now();
    if (performance.now() - lostAt > GIVE_UP_MS) {
      giveUp(new Error(`the virtual clock at ${admin} does not respond`, { cause }));
      return;
    }
    // The timer does not keep the process alive, but a sleeping participant does.
    setTimeout(join, TRY_AGAIN_MS).unref();
  };
  /** Joins again with a request that repeats everything that may not have arrived. */
  const joinAgain = (within: LineStream | undefined) => {
    if (within === undefined || within !== stream) return;
    within.close();
    lost();
  };

  /** Sends a request, and resolves to the current time. */
  const ask = async (method: string, path: string, body?: unknown): Promise<number> => {
    const within = stream;
    const { status, text } = await requests.ask(method, path, body).catch((error: unknown) => {
      joinAgain(within);
      throw error;
    });
    if (status === 200) return (JSON.parse(text) as { now_ms: number }).now_ms;
    const refusal = new Error(`the virtual clock returned status ${status}: ${text}`);
    // A new emulator is running that does not know this participant.
    if (status === 404) joinAgain(within);
    else giveUp(refusal);
    throw refusal;
  };

  return {
    open() {
      join();
      return opened.promise;
    },
    sleep: (session, sleep, untilMs) => ask('POST', `/${session}/sleeps`, { sleep, until_ms: untilMs }),
    wake: (session, sleep) => ask('DELETE', `/${session}/sleeps/${sleep}`),
    async close(session) {
      closed = true;
      // The emulator has ended if no connection exists, so no request is needed.
      if (stream && !problem) await requests.ask('DELETE', `/${session}`).catch(() => undefined);
      stream?.close();
      requests.close();
    },
    problem: () => problem,
  };
}

/** Names of the environment variables from which a preloaded clock learns its emulator. */
export const CLOCK_VARIABLES = {
  admin: 'VIRTUAL_CLOCK_ADMIN',
  key: 'VIRTUAL_CLOCK_KEY',
  /** Name of the participant that waits for this process, or an empty string if none does. */
  parent: 'VIRTUAL_CLOCK_PARENT',
} as const;

/** Returns the environment variables for a preloaded clock. */
export function clockEnvironment({ admin, key }: ClockAddress, parent = ''): Record<string, string> {
  return {
    [CLOCK_VARIABLES.admin]: admin,
    [CLOCK_VARIABLES.key]: key,
    [CLOCK_VARIABLES.parent]: parent,
  };
}
