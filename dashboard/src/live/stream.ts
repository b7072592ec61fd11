import { parseExactJson } from '../../../src/contract/exact-json.ts';
import type { StreamFrame } from '../../../src/contract/dashboard/stream.ts';
import { createLineReader, reconnectDelay } from '../logic/frames.ts';
import { request } from './api.ts';
import { session } from './session.ts';
import { applyFrame, connection, readAnew } from './store.ts';
import { pause, untilVisible } from './waiting.ts';

/** Nothing was heard for so long: three beats are missing. */
const SILENT_MS = 50_000;

/** The log that a screen follows: the stream carries its new lines. */
let followedLog: { deployment: string; after: number } | null = null;
let current: AbortController | null = null;
/** Which process, and which state of it, the numbers below are of; and the last number of each list that the stream has told, whether or not a screen shows that list. */
let known: { epoch: string; generation: number } | null = null;
let reached = { requests: 0, events: 0, audit: 0 };

/** Follows a deployment's log, or none. The stream reconnects for it. */
export function followLog(next: { deployment: string; after: number } | null): void {
  if (followedLog?.deployment === next?.deployment && (followedLog === null) === (next === null)) return;
  followedLog = next;
  current?.abort();
}

/**
 * Keeps one stream open as long as the page is seen and a session is open. A hidden page has none: six streams are all that
 * a browser opens to one origin, and forgotten tabs would take them.
 */
export async function keepConnected(): Promise<void> {
  for (let attempt = 0; ; ) {
    await untilSignedIn();
    await untilVisible();
    const { heard, reason } = await connectOnce();
    if (heard) attempt = 0;
    if (session.peek().kind !== 'open') {
      connection.value = { kind: 'connecting' };
      continue;
    }
    if (reason === 'left') continue;
    const lost = connection.peek();
    connection.value = { kind: 'lost', since: lost.kind === 'lost' ? lost.since : Date.now(), attempt };
    await pause(reconnectDelay(attempt, Math.random()));
    attempt += 1;
  }
}

/**
 * One connection, until it ends: because the page left it, or was left by the emulator. `heard`: whether any of it was taken
 * over.
 */
async function connectOnce(): Promise<{ heard: boolean; reason: 'left' | 'lost' }> {
  const leaving = new AbortController();
  current = leaving;
  const silent = new AbortController();
  const onHidden = () => document.hidden && leaving.abort();
  document.addEventListener('visibilitychange', onHidden);
  let silence = setTimeout(() => silent.abort(), SILENT_MS);
  let heard = false;
  try {
    const signal = AbortSignal.any([leaving.signal, silent.signal]);
    const answer = await request('GET', '/stream', { query: place(), signal });
    const lines = createLineReader();
    for await (const chunk of answer.body ?? []) {
      clearTimeout(silence);
      silence = setTimeout(() => silent.abort(), SILENT_MS);
      for (const line of lines.read(chunk)) {
        // Lines of our own server.
        await take(parseExactJson(line) as StreamFrame);
        heard = true;
      }
    }
  } catch {
    // It was cut, or never came: the next one continues after what was taken over.
  } finally {
    clearTimeout(silence);
    document.removeEventListener('visibilitychange', onHidden);
  }
  return { heard, reason: leaving.signal.aborted ? 'left' : 'lost' };
}

async function take(frame: StreamFrame): Promise<void> {
  // What was there before is gone, or belongs to another process: numbers of then mean nothing now.
  if (frame.kind === 'hello') {
    if (!frame.resumed || known === null) {
      reached = { requests: frame.requests.last, events: frame.events.last, audit: frame.audit.last };
      await readAnew();
    }
    known = { epoch: frame.epoch, generation: frame.generation };
  }
  if (frame.kind === 'end' && frame.reason === 'replaced') known = null;
  if (frame.kind === 'requests' || frame.kind === 'events' || frame.kind === 'audit') {
    reached[frame.kind] = frame.rows.at(-1)?.seq ?? reached[frame.kind];
  }
  applyFrame(frame);
}

function place(): Record<string, string | number | undefined> {
  if (known === null) return {};
  return {
    ...known,
    ...reached,
    log: followedLog?.deployment,
    log_after: followedLog?.after,
  };
}

function untilSignedIn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = session.subscribe(({ kind }) => {
    if (kind === 'open') resolve();
  });
  return promise.finally(end);
}
