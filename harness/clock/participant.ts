import { WAIT_LIMIT_MS } from '../hang-limit.ts';
import type { Clock } from '../../src/clients/clock.ts';
import { createShortRequests, type LineStream, postForLines, type Target } from './http.ts';

/** A participant in another process. The emulator's virtual time stands still except while the participant sleeps. */
export interface RemoteParticipant extends Clock {
  /** The name of this participant. A process that gets this name can be a child of the participant. */
  readonly session: string;
  /** A participant that this one waits for. */
  child(): Promise<RemoteParticipant>;
  /** Leaves the clock. Resolves when the emulator knows. */
  leave(): Promise<void>;
}

interface Sleep {
  until: number;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/**
 * Joins the virtual time of an emulator, awake. When the emulator ends, the participant joins the next emulator at
 * the same address by itself, and time does not go back. It keeps the process alive only while it sleeps. `label` is
 * the beginning of its name, for readers of the clock.
 * @throws Error when no such clock exists, or when it does not respond.
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
    // Also called after a restart, because the new emulator does not know which participants sleep.
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
        if (!Number.isFinite(ms)) return reject(new RangeError(`sleep(${ms}): must be milliseconds`));
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
      const left = new Error('The participant left while it slept.');
      for (const name of sleeps.keys()) end(name)?.reject(left);
      await connection.close(session);
    },
  };
}

/** The connection as a whole reports these failures. */
const ignore = () => undefined;

/** Keeps the process alive until the signal of the sleep is aborted. */
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

/** The location of an emulator's clock: its `/_local` URL, and the key that opens it. */
export interface ClockAddress {
  admin: string;
  key: string;
}

/** The requests of a connection and its callbacks. All times are in milliseconds since the epoch. */
interface ConnectionEvents {
  /** Returns the body of the request that joins. It is called again for each emulator. */
  opening(): Record<string, unknown>;
  joined(now: number): void;
  /** Called when time moved although this participant does not sleep. */
  moved(now: number): void;
  woken(sleep: string, now: number): void;
  /** Called when the clock refused, or did not respond for too long. */
  lost(reason: Error): void;
}
interface Connection {
  /** Joins. @throws Error when the clock refuses, or does not respond for too long. */
  open(): Promise<void>;
  sleep(session: string, sleep: string, untilMs: number): Promise<number>;
  wake(session: string, sleep: string): Promise<number>;
  close(session: string): Promise<void>;
  problem(): Error | undefined;
}

/** In real milliseconds: the pause between two attempts to join again, and the time until the last attempt. */
const TRY_AGAIN_MS = 25;
const GIVE_UP_MS = WAIT_LIMIT_MS;

/**
 * The open request that represents the participation, and short requests one after another, because a sleep and its
 * end must not overtake each other. The connection opens again when it breaks.
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
      giveUp(new Error(`the virtual clock at ${admin} does not answer`, { cause }));
      return;
    }
    // The connection does not keep the process alive. Sleeping participants do.
    setTimeout(join, TRY_AGAIN_MS).unref();
  };
  /** Joining again repeats everything that may not have arrived. */
  const joinAgain = (within: LineStream | undefined) => {
    if (within === undefined || within !== stream) return;
    within.close();
    lost();
  };

  /** Resolves with the current time. */
  const ask = async (method: string, path: string, body?: unknown): Promise<number> => {
    const within = stream;
    const { status, text } = await requests.ask(method, path, body).catch((error: unknown) => {
      joinAgain(within);
      throw error;
    });
    if (status === 200) return (JSON.parse(text) as { now_ms: number }).now_ms;
    const refusal = new Error(`the virtual clock answered ${status}: ${text}`);
    // Another emulator is already running, and it does not know this participant.
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
      // If the emulator has ended, there is no clock to leave.
      if (stream && !problem) await requests.ask('DELETE', `/${session}`).catch(() => undefined);
      stream?.close();
      requests.close();
    },
    problem: () => problem,
  };
}

/** The environment variables by which a preloaded clock finds its emulator. */
export const CLOCK_VARIABLES = {
  admin: 'VIRTUAL_CLOCK_ADMIN',
  key: 'VIRTUAL_CLOCK_KEY',
  /** The session that waits for this process. Empty if none does. */
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
