import { hash, randomBytes } from 'node:crypto';

/** How long a link may be opened, in milliseconds. */
const LINK_MS = 10 * 60_000;
/** How long a session lasts that is not used, in milliseconds. */
export const SESSION_IDLE_MS = 12 * 60 * 60_000;
/** Beyond so many the oldest is void. */
const KEPT = 100;

/** Links that sign in once, and the sessions made by them. They end with the process. */
export interface DashboardSessions {
  /** A new token for the fragment of a link; `expiresInMs` from now. */
  link(): { token: string; expiresInMs: number };
  /** Takes a token, once. Undefined: there is no such token, or it was taken, or is too old. */
  signIn(token: string): string | undefined;
  /** Whether the session is open; using it keeps it so. */
  use(session: string): boolean;
  /** Aborted when the session ends. @throws when it is not open. */
  signalOf(session: string): AbortSignal;
  signOut(session: string): void;
}

interface Session {
  usedAt: number;
  end: AbortController;
}

/** `now` is real time in milliseconds, such as a monotonic clock's. `learn` gets what no log may show. */
export function createDashboardSessions(
  now: () => number,
  learn: (values: readonly string[]) => void,
): DashboardSessions {
  // By their hashes: neither a dump of memory nor the time of a comparison tells a token.
  const links = new Map<string, number>();
  const sessions = new Map<string, Session>();
  const draw = (): string => {
    const value = randomBytes(32).toString('base64url');
    learn([value]);
    return value;
  };
  const end = (key: string) => {
    sessions.get(key)?.end.abort(new Error('the session has ended'));
    sessions.delete(key);
  };
  const open = (session: string): Session | undefined => {
    const key = hashed(session);
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
      sessions.set(hashed(session), { usedAt: now(), end: new AbortController() });
      for (const old of surplus(sessions)) end(old);
      return session;
    },
    use(session) {
      const found = open(session);
      if (found !== undefined) found.usedAt = now();
      return found !== undefined;
    },
    signalOf(session) {
      const found = open(session);
      if (found === undefined) throw new Error('the session is not open');
      return found.end.signal;
    },
    signOut: (session) => end(hashed(session)),
  };
}

function hashed(value: string): string {
  return hash('sha256', value, 'hex');
}

function surplus(kept: ReadonlyMap<string, unknown>): string[] {
  return [...kept.keys()].slice(0, Math.max(kept.size - KEPT, 0));
}
