import { parseExactJson } from '../../../src/contract/exact-json.ts';
import type { StreamFrame } from '../../../src/contract/dashboard/stream.ts';
import { createLineReader, reconnectDelay } from '../logic/frames.ts';
import { request } from './api.ts';
import { session } from './session.ts';
import { applyFrame, connection, reload } from './store.ts';
import { pause, waitUntilVisible } from './waiting.ts';
import { staysConnected, watchingBegan } from './watcher.ts';

/**
 * Milliseconds without data after which the page treats the stream as broken. The emulator sends a frame at least
 * every 15 seconds.
 */
const SILENT_MS = 50_000;

/**
 * The deployment whose log the current screen shows, and the ID of the last received line. The stream delivers newer
 * lines of the log.
 */
let followedLog: { deployment: string; after: number } | null = null;
let current: AbortController | null = null;
/**
 * `known` identifies the emulator's process and the generation of its state. For each list, `reached` contains the
 * number of the last row that the stream delivered.
 */
let known: { epoch: string; generation: number } | null = null;
let reached = { requests: 0, events: 0, audit: 0 };

/**
 * Follows the log of a deployment, or stops following a log if `next` is null. The stream reconnects to follow a
 * different log.
 */
export function followLog(next: { deployment: string; after: number } | null): void {
  if (followedLog?.deployment === next?.deployment && (followedLog === null) === (next === null)) return;
  followedLog = next;
  current?.abort();
}

/** Reconnects immediately, without waiting for the next attempt. */
export function reconnectNow(): void {
  skipPause?.();
}

let skipPause: (() => void) | undefined;

/** Waits before the next attempt to connect. `reconnectNow` ends the wait. */
async function pauseBeforeRetry(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  skipPause = resolve;
  await Promise.race([pause(ms), promise]);
  skipPause = undefined;
}

/**
 * Keeps one stream open while the page is visible and signed in. A hidden page has no stream, because browsers allow
 * six connections per origin and hidden tabs would use them up. Only the tab that shows notifications keeps its stream.
 */
export async function keepConnected(): Promise<void> {
  for (let attempt = 0; ; ) {
    await untilSignedIn();
    await Promise.race([waitUntilVisible(), watchingBegan]);
    const { heard, reason } = await connectOnce();
    if (heard) attempt = 0;
    if (session.peek().kind !== 'open') {
      connection.value = { kind: 'connecting' };
      continue;
    }
    if (reason === 'left') continue;
    const lost = connection.peek();
    connection.value = { kind: 'lost', since: lost.kind === 'lost' ? lost.since : Date.now(), attempt };
    await pauseBeforeRetry(reconnectDelay(attempt, Math.random()));
    attempt += 1;
  }
}

/**
 * Opens one connection and reads from it until the connection ends. The `reason` is `left` if the page closed the
 * connection, or else `lost`. The result `heard` is true if the page applied at least one frame.
 */
async function connectOnce(): Promise<{ heard: boolean; reason: 'left' | 'lost' }> {
  const leaving = new AbortController();
  current = leaving;
  const silent = new AbortController();
  const onHidden = () => document.hidden && !staysConnected() && leaving.abort();
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
        // The type from this build is correct, because the emulator that serves the page also sends the line.
        await take(parseExactJson(line) as StreamFrame);
        heard = true;
      }
    }
  } catch {
    // An error of the connection is ignored, because the next connection resumes after the last applied frame.
  } finally {
    clearTimeout(silence);
    document.removeEventListener('visibilitychange', onHidden);
  }
  return { heard, reason: leaving.signal.aborted ? 'left' : 'lost' };
}

async function take(frame: StreamFrame): Promise<void> {
  // If the stream did not resume, the state was reset or belongs to another process, so earlier row numbers are
  // invalid.
  if (frame.kind === 'hello') {
    if (!frame.resumed || known === null) {
      reached = { requests: frame.requests.last, events: frame.events.last, audit: frame.audit.last };
      await reload();
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
