import { hash, randomBytes } from 'node:crypto';
import type { SessionFile, StoredSession } from './session-file.ts';

/** Validity of a sign-in link, in milliseconds. */
const LINK_MS = 10 * 60_000;
/** Time after which an unused session ends, in milliseconds. */
export const SESSION_IDLE_MS = 12 * 60 * 60_000;
/** Time after which a session no longer survives a restart of the emulator, in milliseconds. */
export const SESSION_STORED_MS = 7 * 24 * 60 * 60_000;
/** Maximum number of links and of sessions, above which the oldest link or session becomes invalid. */
const KEPT = 100;
/** Interval at which the use of a session is stored, in milliseconds. */
const STORE_USE_MS = 5 * 60_000;
/** Maximum time by which a stored time can be in the future, in milliseconds, because of clock differences. */
const TOLERATED_MS = 60_000;

/**
 * Sign-in links, each valid for one sign-in, and the sessions that they create. Links become invalid when the process
 * ends. Sessions survive a restart if they are stored in a file.
 */
export interface DashboardSessions {
  /** Returns a new token for the URL fragment of a sign-in link. The token expires after `expiresInMs` milliseconds. */
  link(): { token: string; expiresInMs: number };
  /** Redeems a token for a new session, or returns `undefined` if the token is unknown, used or expired. */
  signIn(token: string): string | undefined;
  /** Returns whether the session is open, and extends it. */
  use(session: string): boolean;
  /** Returns a signal that is aborted when the session ends. @throws Error if the session is not open. */
  signalOf(session: string): AbortSignal;
  signOut(session: string): void;
}

interface Session {
  /** Monotonic time when the session was last used. */
  usedAt: number;
  /** Real time of the sign-in, in epoch milliseconds. */
  createdAt: number;
  end: AbortController;
  /** True if the session's key was passed to `learn`. */
  isLearned: boolean;
}

/**
 * `now` returns monotonic real time in milliseconds. `epoch` returns the real time in epoch milliseconds. `learn`
 * receives secrets that no log may show. `origin` is the page's origin. A session whose origin differs from `origin` is
 * unknown, even if its file is copied.
 */
export function createDashboardSessions({
  now,
  epoch = Date.now,
  learn,
  origin = '',
  file,
}: {
  now: () => number;
  epoch?: () => number;
  learn: (values: readonly string[]) => void;
  origin?: string;
  file?: Pick<SessionFile, 'sessions' | 'save'> | undefined;
}): DashboardSessions {
  // Keys are hashes of tokens, so that neither a memory dump nor the time of a comparison reveals a token.
  const links = new Map<string, number>();
  const keyOf = (session: string) => hashed(`${origin}\0${session}`);
  const sessions = new Map(
    (file?.sessions ?? []).flatMap((stored) => restored(stored, { now: now(), epoch: epoch() })),
  );
  let storedAt = now();
  const store = () => {
    storedAt = now();
    file?.save(
      Array.from(sessions, ([key, { usedAt, createdAt }]) => ({
        hash: key,
        created_at_ms: createdAt,
        used_at_ms: epoch() - (now() - usedAt),
      })),
    );
  };
  const draw = (): string => {
    const value = randomBytes(32).toString('base64url');
    learn([value]);
    return value;
  };
  const end = (key: string) => {
    sessions.get(key)?.end.abort(new Error('the session has ended'));
    if (sessions.delete(key)) store();
  };
  const open = (session: string): Session | undefined => {
    const key = keyOf(session);
    const found = sessions.get(key);
    if (found === undefined) return undefined;
    if (now() - found.usedAt <= SESSION_IDLE_MS) return found;
    end(key);
    return undefined;
  };
  return {
    link() {
      const token = draw();
      links.set(hashed(token), now() + LINK_MS);
      for (const key of surplus(links)) links.delete(key);
      return { token, expiresInMs: LINK_MS };
    },
    signIn(token) {
      const key = hashed(token);
      const until = links.get(key);
      links.delete(key);
      if (until === undefined || now() > until) return undefined;
      const session = draw();
      sessions.set(keyOf(session), {
        usedAt: now(),
        createdAt: epoch(),
        end: new AbortController(),
        isLearned: true,
      });
      for (const old of surplus(sessions)) end(old);
      store();
      return session;
    },
    use(session) {
      const found = open(session);
      if (found === undefined) return false;
      // After a restart, the key of a stored session becomes known when the session is first used.
      if (!found.isLearned) learn([session]);
      found.isLearned = true;
      found.usedAt = now();
      if (now() - storedAt > STORE_USE_MS) store();
      return true;
    },
    signalOf(session) {
      const found = open(session);
      if (found === undefined) throw new Error('the session is not open');
      return found.end.signal;
    },
    signOut: (session) => end(keyOf(session)),
  };
}

/** Returns a stored session, unless the session was unused or open for too long, or its times are in the future. */
function restored(
  { hash: key, created_at_ms: createdAt, used_at_ms: usedAt }: StoredSession,
  { now, epoch }: { now: number; epoch: number },
): [string, Session][] {
  const [age, unused] = [epoch - createdAt, epoch - usedAt];
  if (Math.min(age, unused) < -TOLERATED_MS || age > SESSION_STORED_MS || unused > SESSION_IDLE_MS) return [];
  return [
    [key, { usedAt: now - Math.max(unused, 0), createdAt, end: new AbortController(), isLearned: false }],
  ];
}

function hashed(value: string): string {
  return hash('sha256', value, 'hex');
}

function surplus(kept: ReadonlyMap<string, unknown>): string[] {
  return [...kept.keys()].slice(0, Math.max(kept.size - KEPT, 0));
}
