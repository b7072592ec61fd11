import type { Clock } from '../../src/clients/clock.ts';
import { createShortRequests, type LineStream, postForLines, type Target } from './http.ts';

/** One of another process for whom the emulator's virtual time stands still except while it sleeps. */
export interface RemoteParticipant extends Clock {
  /** Its name there; given to a process, that one can be its child. */
  readonly session: string;
  /** A participant that this one waits for. */
  child(): Promise<RemoteParticipant>;
  /** Takes part no longer; the emulator knows when this resolves. */
  leave(): Promise<void>;
}

interface Sleep {
  until: number;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/**
 * Joins the virtual time of an emulator, awake. When the emulator goes away it joins the next one at the same address
 * by itself, and time does not go back. Keeps the process alive while it sleeps, and not otherwise. `label` is how its
 * name begins, for those who read the clock.
 * @throws when there is no such clock, or there is no answer.
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
    // Also after a restart: the new one knows nothing of who sleeps.
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

/** Failures here are reported by the connection as a whole. */
const ignore = () => undefined;

/** Keeps the process alive for as long as it is wanted. */
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

/** Where an emulator's clock is: its `/_local` address, and the key that opens it. */
export interface ClockAddress {
  admin: string;
  key: string;
}

/** What a connection asks, and whom it tells. All times are epoch milliseconds. */
interface ConnectionEvents {
  /** The body that joins; asked again for each emulator. */
  opening(): Record<string, unknown>;
  joined(now: number): void;
  /** Time moved past one who does not sleep. */
  moved(now: number): void;
  woken(sleep: string, now: number): void;
  /** There is no clock any more: it refused, or did not answer for too long. */
  lost(reason: Error): void;
}
interface Connection {
  /** Joins. @throws when the clock refuses, or does not answer for too long. */
  open(): Promise<void>;
  sleep(session: string, sleep: string, untilMs: number): Promise<number>;
  wake(session: string, sleep: string): Promise<number>;
  close(session: string): Promise<void>;
  problem(): Error | undefined;
}

/** Real milliseconds: between two attempts to join again, and until the last. */
const TRY_AGAIN_MS = 25;
const GIVE_UP_MS = 20_000;

/**
 * The one open request that is the participation, and the short ones beside it, which go one after another: a sleep and
 * its end must not overtake each other. Opens itself again when it breaks.
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
    // Does not keep the process alive: who sleeps does.
    setTimeout(join, TRY_AGAIN_MS).unref();
  };
  /** What may not have arrived is sent again by joining again. */
  const joinAgain = (within: LineStream | undefined) => {
    if (within === undefined || within !== stream) return;
    within.close();
    lost();
  };

  /** Resolves with the present. */
  const ask = async (method: string, path: string, body?: unknown): Promise<number> => {
    const within = stream;
    const { status, text } = await requests.ask(method, path, body).catch((error: unknown) => {
      joinAgain(within);
      throw error;
    });
    if (status === 200) return (JSON.parse(text) as { now_ms: number }).now_ms;
    const refusal = new Error(`the virtual clock answered ${status}: ${text}`);
    // Another emulator is there already, which does not know us.
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
      // When it is gone, there is nothing to leave.
      if (stream && !problem) await requests.ask('DELETE', `/${session}`).catch(() => undefined);
      stream?.close();
      requests.close();
    },
    problem: () => problem,
  };
}

/** The environment by which a preloaded clock finds its emulator. */
export const CLOCK_VARIABLES = {
  admin: 'VIRTUAL_CLOCK_ADMIN',
  key: 'VIRTUAL_CLOCK_KEY',
  /** The session that waits for it; empty for none. */
  parent: 'VIRTUAL_CLOCK_PARENT',
} as const;

/** That environment. */
export function clockEnvironment({ admin, key }: ClockAddress, parent = ''): Record<string, string> {
  return {
    [CLOCK_VARIABLES.admin]: admin,
    [CLOCK_VARIABLES.key]: key,
    [CLOCK_VARIABLES.parent]: parent,
  };
}
