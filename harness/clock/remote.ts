import type { Clock } from '../../src/clients/clock.ts';
import { createConnection, type ClockAddress } from './connection.ts';

/** One of another process for whom the emulator's virtual time stands still except while it sleeps (DESIGN §3). */
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
 * name begins, for whoever looks at the clock.
 * @throws when there is no such clock, or nobody answers.
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
    gone(reason) {
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

/** What fails here is told by the connection as a whole. */
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
