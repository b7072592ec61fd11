import type { Client } from '@langchain/langgraph-sdk';

/** Functions of the client without a case, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'threads.stream':
    'speaks another protocol (`/threads/{id}/stream/events`), which the reference server lacks; it has a suite of its own',
};

/** Methods that every part of the client has, and that do not send requests. */
const PLUMBING = new Set(['constructor', 'prepareFetchOptions', 'fetch', 'streamWithRetry']);

/**
 * Returns every function of the client, such as `threads.create`, sorted. The names are read from the client's
 * classes, so a new function fails a test.
 */
export function methodsOf(client: Client): string[] {
  const parts = { ...client } as Record<string, unknown>;
  return Object.entries(parts)
    .filter(([name, part]) => !name.startsWith('~') && typeof part === 'object' && part !== null)
    .flatMap(([name, part]) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(part))
        .filter((method) => !PLUMBING.has(method))
        .map((method) => `${name}.${method}`),
    )
    .toSorted();
}
