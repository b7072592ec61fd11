import type { ServerResponse } from 'node:http';
import { isClientGone, onAbort } from '../server/client-connection.ts';
import type { RouteResponse } from '../server/route.ts';
import type { RunResult, RunWatch } from './run-ends.ts';

/** A newline this often keeps proxies from taking a long run for a dead connection; JSON allows it in front. */
const KEEP_ALIVE_MS = 5_000;

/** The body that tells how a run ended: values, with what is asked, or `__error__` (facts: service §4.4). */
export function toResultBody(end: RunResult): unknown {
  switch (end.kind) {
    case 'values':
      return withField(end.values ?? {}, '__interrupt__', end.interrupts);
    case 'failed':
      return { __error__: { error: end.error, message: end.message } };
    case 'deleted':
      return { __error__: { error: 'RunDeletedError', message: 'the run was deleted before it ended' } };
  }
}

/**
 * An answer that comes when the run ends, woken by the end itself. It is given up when the client leaves, also before it
 * began, and `leave`, which does not reject, is then called, if there is one; or when the server closes.
 */
export function respondWhenEnded(
  watch: RunWatch,
  options: {
    signal: AbortSignal;
    headers: Record<string, string>;
    leave: (() => Promise<void>) | undefined;
    /** Stands beside the values (spec §4.10). */
    feedback?: Record<string, string> | undefined;
  },
): RouteResponse {
  const { signal, leave } = options;
  let begun = false;
  const over = async () => {
    watch.stop();
    if (isClientGone(signal)) await leave?.();
  };
  // A client may be gone before its answer begins: then nobody calls `stream`.
  onAbort(signal, () => void (begun || over()));
  return {
    async stream(response: ServerResponse) {
      begun = true;
      response.writeHead(200, { ...options.headers, 'content-type': 'application/json' });
      response.flushHeaders();
      const keepAlive = setInterval(() => response.write('\n'), KEEP_ALIVE_MS);
      try {
        const end = await Promise.race([watch.result, whenAborted(signal)]);
        if (end) response.end(JSON.stringify(withField(toResultBody(end), 'feedback', options.feedback)));
        else {
          response.destroy();
          await over();
        }
      } finally {
        clearInterval(keepAlive);
        watch.stop();
      }
    },
  };
}

/** The values with a field beside them. Values that are no object, or have such a field, stay as the graph left them. */
function withField(body: unknown, name: string, value: unknown): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (value === undefined || !isObject || Object.hasOwn(body, name)) return body;
  return { ...body, [name]: value };
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    onAbort(signal, () => resolve(undefined));
  });
}
