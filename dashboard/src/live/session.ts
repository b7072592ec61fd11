import type { SignedIn } from '../../../src/contract/dashboard/session.ts';
import { signal } from '@preact/signals';
import { API } from '../logic/paths.ts';
import { tokenOf } from '../logic/link-token.ts';

/** How far signing in is. `signed-out` says why, for the page that asks for a new link. */
export type SessionState =
  | { kind: 'opening' }
  | { kind: 'open'; key: string }
  | { kind: 'signed-out'; reason: 'no-link' | 'used-link' | 'ended' | 'unreachable' };

export const session = signal<SessionState>({ kind: 'opening' });

const KEY = 'emulator-session';
/** How long to wait for another tab to hand its session over. */
const HANDOVER_MS = 150;

interface Handover {
  kind: 'ask' | 'give';
  key?: string;
}

const isHandover = (value: unknown): value is Handover =>
  typeof value === 'object' && value !== null && 'kind' in value;

/**
 * Opens the session: by the one-time token of the link, by what this tab kept, or by that of another tab. The fragment is
 * erased before anything else, so that it is neither copied with the address nor kept in the history.
 */
export async function openSession(): Promise<void> {
  const token = tokenOf(location.hash);
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  shareWithOtherTabs();
  // A new link that is opened in this tab loads nothing: only the fragment is another one.
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
    // What our own server answers.
    const key = ((await answer.json()) as SignedIn).session;
    keep(key);
    giveToOtherTabs(key);
    return;
  }
  // A link that was used already may be this very tab's, loaded again.
  const key = sessionStorage.getItem(KEY);
  if (key !== null) keep(key);
  else session.value = { kind: 'signed-out', reason: answer === null ? 'unreachable' : 'used-link' };
}

function keep(key: string): void {
  sessionStorage.setItem(KEY, key);
  session.value = { kind: 'open', key };
}

/** The session is over: the emulator was restarted, or it was not used for long. */
export function endSession(): void {
  if (session.peek().kind === 'signed-out') return;
  sessionStorage.removeItem(KEY);
  session.value = { kind: 'signed-out', reason: 'ended' };
}

/** A channel reaches pages of this very origin alone, port included. */
const channel = (): BroadcastChannel => new BroadcastChannel(KEY);

// oxlint-disable unicorn/require-post-message-target-origin -- a channel has no other origin to name
function shareWithOtherTabs(): void {
  channel().addEventListener('message', ({ data }) => {
    if (!isHandover(data)) return;
    const state = session.peek();
    if (data.kind === 'ask' && state.kind === 'open') giveToOtherTabs(state.key);
    // Another tab signed in again: this one continues where it was.
    if (data.kind === 'give' && data.key !== undefined && state.kind === 'signed-out') keep(data.key);
  });
}

function giveToOtherTabs(key: string): void {
  const own = channel();
  own.postMessage({ kind: 'give', key } satisfies Handover);
  own.close();
}

async function askOtherTabs(): Promise<string | null> {
  const asking = channel();
  try {
    return await new Promise<string | null>((resolve) => {
      setTimeout(resolve, HANDOVER_MS, null);
      asking.addEventListener('message', ({ data }) => {
        if (isHandover(data) && data.kind === 'give' && data.key !== undefined) resolve(data.key);
      });
      asking.postMessage({ kind: 'ask' } satisfies Handover);
    });
  } finally {
    asking.close();
  }
}
