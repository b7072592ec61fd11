import http from 'node:http';
import { createInterface } from 'node:readline';

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
 * The one open request that is the participation, and the short ones beside it, which go one after another on one
 * connection: a sleep and its end must not overtake each other. Opens itself again when it breaks.
 */
export function createConnection({ admin, key }: ClockAddress, events: ConnectionEvents): Connection {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let stream: http.ClientRequest | undefined;
  let closed = false;
  let problem: Error | undefined;
  let lostAt: number | undefined;

  const request = (method: string, path: string, more: http.RequestOptions) =>
    http.request(`${admin}/clock/sessions${path}`, {
      method,
      ...more,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    });
  const giveUp = (reason: Error) => {
    problem ??= reason;
    stream?.destroy();
    agent.destroy();
    events.gone(reason);
  };

  /** Resolves when joined; rejects when that is out of the question. */
  const join = (): Promise<void> => {
    const joined = Promise.withResolvers<void>();
    const opened = request('POST', '', { agent: false });
    stream = opened;
    // Once only, for the first of error and close.
    let broken = false;
    const onBroken = (cause?: Error) => {
      if (broken || closed || problem) return;
      broken = true;
      lostAt ??= performance.now();
      if (performance.now() - lostAt > GIVE_UP_MS) {
        const reason = new Error(`the virtual clock at ${admin} does not answer`, { cause });
        giveUp(reason);
        joined.reject(reason);
        return;
      }
      // Does not keep the process alive: who sleeps does.
      setTimeout(() => void join().then(joined.resolve, joined.reject), TRY_AGAIN_MS).unref();
    };
    opened.on('socket', (socket) => socket.unref());
    opened.on('error', onBroken);
    opened.on('close', () => onBroken());
    opened.on('response', (response) => {
      const lines = createInterface({ input: response });
      lines.on('error', onBroken);
      if (response.statusCode !== 200) {
        lines.once('line', (text) => {
          const reason = new Error(`the virtual clock at ${admin} refused (${response.statusCode}): ${text}`);
          giveUp(reason);
          joined.reject(reason);
        });
        return;
      }
      let first = true;
      lines.on('line', (text) => {
        const line = JSON.parse(text) as { now_ms: number; woken?: string };
        if (line.woken !== undefined) return events.woken(line.woken, line.now_ms);
        if (!first) return events.moved(line.now_ms);
        first = false;
        lostAt = undefined;
        events.joined(line.now_ms);
        joined.resolve();
      });
    });
    opened.end(JSON.stringify(events.opening()));
    return joined.promise;
  };

  /** Resolves with the present. */
  const ask = (method: string, path: string, body?: unknown): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request(method, path, { agent });
      const within = stream;
      // What is not known to have arrived is told again by joining again.
      const lost = (cause: Error) => {
        within?.destroy();
        reject(cause);
      };
      asked.on('error', lost);
      asked.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', lost);
        response.on('end', () => {
          if (response.statusCode === 200) return resolve((JSON.parse(text) as { now_ms: number }).now_ms);
          const refusal = new Error(`the virtual clock answered ${response.statusCode}: ${text}`);
          // 404: another emulator is there already, which does not know us.
          if (response.statusCode === 404) return lost(refusal);
          giveUp(refusal);
          reject(refusal);
        });
      });
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });

  return {
    open: join,
    sleep: (session, sleep, untilMs) => ask('POST', `/${session}/sleeps`, { sleep, until_ms: untilMs }),
    wake: (session, sleep) => ask('DELETE', `/${session}/sleeps/${sleep}`),
    async close(session) {
      closed = true;
      // When it is gone, there is nothing to leave.
      await ask('DELETE', `/${session}`).catch(() => undefined);
      stream?.destroy();
      agent.destroy();
    },
    problem: () => problem,
  };
}
