import type { StreamFrame } from '../../../src/contract/dashboard/stream.ts';
import { createLineReader, reconnectDelay } from '../logic/frames.ts';
import { ApiError, request } from './api.ts';
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
 * Keeps one stream open as long as the page is seen and the session holds. A hidden page has none: six streams are all that
 * a browser opens to one origin, and forgotten tabs would take them.
 */
export async function keepConnected(): Promise<void> {
  for (let attempt = 0; session.peek().kind === 'open'; ) {
    await untilVisible();
    try {
      const heard = await connectOnce();
      if (heard) attempt = 0;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return;
    }
    if (session.peek().kind !== 'open') return;
    if (document.hidden || current?.signal.aborted === true) continue;
    const lost = connection.peek();
    connection.value = { kind: 'lost', since: lost.kind === 'lost' ? lost.since : Date.now(), attempt };
    await pause(reconnectDelay(attempt, Math.random()));
    attempt += 1;
  }
}

/** One connection, until it ends. Gives whether anything was heard. */
async function connectOnce(): Promise<boolean> {
  const controller = new AbortController();
  current = controller;
  const onHidden = () => document.hidden && controller.abort();
  document.addEventListener('visibilitychange', onHidden);
  let silence = setTimeout(() => controller.abort(), SILENT_MS);
  let heard = false;
  try {
    const answer = await request('GET', '/stream', { query: place(), signal: controller.signal });
    if (answer.body === null) return false;
    const lines = createLineReader();
    for await (const chunk of answer.body) {
      clearTimeout(silence);
      silence = setTimeout(() => controller.abort(), SILENT_MS);
      for (const line of lines.read(chunk)) {
        heard = true;
        // Lines of our own server.
        await take(JSON.parse(line) as StreamFrame);
      }
    }
    return heard;
  } finally {
    clearTimeout(silence);
    document.removeEventListener('visibilitychange', onHidden);
  }
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
