import { createShortRequests, postForLines, type LineStream, type Target } from './http.ts';

/** Where an emulator's clock is: its `/_local` address, and the key that opens it. */
export interface ClockAddress {
  admin: string;
  key: string;
}

/** What a connection asks, and whom it tells. All times are epoch milliseconds. */
export interface ConnectionEvents {
  /** The body that joins; asked again for each emulator. */
  opening(): Record<string, unknown>;
  joined(now: number): void;
  /** Time moved past one who does not sleep. */
  moved(now: number): void;
  woken(sleep: string, now: number): void;
  /** There is no clock any more: it refused, or nobody answered for too long. */
  gone(reason: Error): void;
}
export interface Connection {
  /** Joins. @throws when the clock refuses, or nobody answers for too long. */
  open(): Promise<void>;
  sleep(session: string, sleep: string, untilMs: number): Promise<number>;
  wake(session: string, sleep: string): Promise<number>;
  close(session: string): Promise<void>;
  problem(): Error | undefined;
}

/** Real milliseconds: between two tries to join again, and until that is given up. */
const TRY_AGAIN_MS = 25;
const GIVE_UP_MS = 20_000;

/**
 * The one open request that is the participation, and the short ones beside it, which go one after another: a sleep and
 * its end must not overtake each other. Opens itself again when it breaks.
 */
export function createConnection({ admin, key }: ClockAddress, events: ConnectionEvents): Connection {
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
    events.gone(problem);
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
  /** What is not known to have arrived is told again by joining again. */
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
