import type { SignedIn } from '../../../src/contract/dashboard/session.ts';
import { signal } from '@preact/signals';
import { API, tokenOf } from '../logic/paths.ts';

/**
 * Progress of signing in. In the state `signed-out`, the page shows the reason and explains how to get a new link.
 */
export type SessionState =
  | { kind: 'opening' }
  | { kind: 'open'; key: string }
  | { kind: 'signed-out'; reason: 'no-link' | 'used-link' | 'ended' | 'unreachable' };

export const session = signal<SessionState>({ kind: 'opening' });

const KEY = 'emulator-session';
/** Milliseconds to wait for another tab to share its session. */
const HANDOVER_MS = 150;

interface Handover {
  kind: 'ask' | 'give';
  key?: string;
}

const isHandover = (value: unknown): value is Handover =>
  typeof value === 'object' && value !== null && 'kind' in value;

/**
 * Opens a session with the one-time token of a sign-in link, with the session key that this tab has stored, or with
 * the session key of another tab. Erases the URL fragment first, so that the token is neither copied with the URL nor
 * kept in the browser's history.
 */
export async function openSession(): Promise<void> {
  const token = tokenOf(location.hash);
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  shareWithOtherTabs();
  // If the user opens a new link in this tab, only the fragment changes, and the browser does not reload the page.
  addEventListener('hashchange', () => {
    const next = tokenOf(location.hash);
    if (next === undefined) return;
    history.replaceState(null, '', location.pathname + location.search);
    void signIn(next);
  });
  if (token !== undefined) {
    await signIn(token);
    return;
  }
  const key = sessionStorage.getItem(KEY) ?? (await askOtherTabs());
  if (key === null) session.value = { kind: 'signed-out', reason: 'no-link' };
  else keep(key);
}

async function signIn(token: string): Promise<void> {
  const answer = await fetch(`${API}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  }).catch(() => null);
  if (answer?.ok === true) {
    // The type from this build is correct, because the emulator that serves the page also sends the response.
    const key = ((await answer.json()) as SignedIn).session;
    keep(key);
    giveToOtherTabs(key);
    return;
  }
  // A sign-in link works only once. If this tab used a sign-in link before a reload, the tab has stored a session key.
  const key = sessionStorage.getItem(KEY);
  if (key !== null) keep(key);
  else session.value = { kind: 'signed-out', reason: answer === null ? 'unreachable' : 'used-link' };
}

function keep(key: string): void {
  sessionStorage.setItem(KEY, key);
  session.value = { kind: 'open', key };
}

/** Marks the session as ended, because the emulator was restarted or the session was idle for too long. */
export function endSession(): void {
  if (session.peek().kind === 'signed-out') return;
  sessionStorage.removeItem(KEY);
  session.value = { kind: 'signed-out', reason: 'ended' };
}

/** A broadcast channel only reaches pages of the same origin, including the port. */
const channel = (): BroadcastChannel => new BroadcastChannel(KEY);

// oxlint-disable unicorn/require-post-message-target-origin -- a channel has no other origin to name
function shareWithOtherTabs(): void {
  channel().addEventListener('message', ({ data }) => {
    if (!isHandover(data)) return;
    const state = session.peek();
    if (data.kind === 'ask' && state.kind === 'open') giveToOtherTabs(state.key);
    // Another tab has signed in again, so this tab uses the session of that tab.
    if (data.kind === 'give' && data.key !== undefined && state.kind === 'signed-out') keep(data.key);
  });
}

function giveToOtherTabs(key: string): void {
  const own = channel();
  own.postMessage({ kind: 'give', key } satisfies Handover);
  own.close();
}

async function askOtherTabs(): Promise<string | null> {
  const requests = channel();
  try {
    return await new Promise<string | null>((resolve) => {
      setTimeout(resolve, HANDOVER_MS, null);
      requests.addEventListener('message', ({ data }) => {
        if (isHandover(data) && data.kind === 'give' && data.key !== undefined) resolve(data.key);
      });
      requests.postMessage({ kind: 'ask' } satisfies Handover);
    });
  } finally {
    requests.close();
  }
}
