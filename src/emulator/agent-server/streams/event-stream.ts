import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { isClientGone, onAbort } from '../../server/client-connection.ts';
import type { RouteResponse } from '../../server/route.ts';
import { HEARTBEAT } from './frames.ts';

/** What one answer of server-sent events is made of. */
export interface EventStreamOptions {
  /** Gives the events as text; `''` when there was nothing for a while. */
  text: AsyncGenerator<string>;
  headers: Record<string, string>;
  /** Aborted when the client leaves, or the server closes. */
  signal: AbortSignal;
  /** Called once, whatever the end. `left`: the client went away before the end. */
  done: (left: boolean) => Promise<void>;
}

/** Answers with server-sent events, no faster than they are read. A stream that is cut short does not look whole. */
export function respondWithEvents({ text, headers, signal, done }: EventStreamOptions): RouteResponse {
  let begun = false;
  // A client may be gone before its answer begins: then nobody calls `stream`.
  onAbort(signal, () => void (begun || done(isClientGone(signal))));
  return {
    async stream(response: ServerResponse) {
      begun = true;
      let whole = false;
      try {
        response.writeHead(200, {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          // For proxies that would gather it.
          'x-accel-buffering': 'no',
          ...headers,
        });
        response.flushHeaders();
        whole = await writeAll(text, response, signal);
        if (whole) response.end();
      } finally {
        if (!whole) response.destroy();
        await done(isClientGone(signal));
      }
    },
  };
}

async function writeAll(
  text: AsyncGenerator<string>,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<boolean> {
  for await (const part of text) {
    if (signal.aborted) return false;
    if (response.write(part === '' ? HEARTBEAT : part)) continue;
    try {
      await once(response, 'drain', { signal });
    } catch (error) {
      if (signal.aborted || response.destroyed) return false;
      throw error;
    }
  }
  return !signal.aborted;
}
