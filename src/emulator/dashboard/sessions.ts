import { hash, randomBytes } from 'node:crypto';

/** Validity of a sign-in link, in milliseconds. */
const LINK_MS = 10 * 60_000;
/** Time after which an unused session ends, in milliseconds. */
export const SESSION_IDLE_MS = 12 * 60 * 60_000;
/** Maximum number of links, and of sessions. Above it, the oldest becomes invalid. */
const KEPT = 100;

/** Sign-in links, each valid for one sign-in, and the sessions that they create. All end with the process. */
export interface DashboardSessions {
  /** Returns a new token for the fragment of a link. The token expires after `expiresInMs` milliseconds. */
  link(): { token: string; expiresInMs: number };
  /** Redeems a token. Returns the new session; `undefined` if the token is unknown, used or expired. */
  signIn(token: string): string | undefined;
  /** Returns whether the session is open, and extends it. */
  use(session: string): boolean;
  /** Returns a signal that is aborted when the session ends. @throws Error if the session is not open. */
  signalOf(session: string): AbortSignal;
  signOut(session: string): void;
}

interface Session {
  usedAt: number;
  end: AbortController;
}

/**
 * Creates the sign-in links and sessions. `now` returns monotonic real time in milliseconds. `learn` receives secrets
 * that no log may show.
 */
export function createDashboardSessions(
  now: () => number,
  learn: (values: readonly string[]) => void,
): DashboardSessions {
  // Keys are hashes of tokens, so that neither a memory dump nor the time of a comparison reveals a token.
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
