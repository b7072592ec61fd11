import type { Client } from '@langchain/langgraph-sdk';

/** Calls of the client that no case makes, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'threads.stream':
    'speaks another protocol (`/threads/{id}/stream/events`), which the reference server lacks; it has a suite of its own',
};

/** What every part of the client has and is no call of its own. */
const PLUMBING = new Set(['constructor', 'prepareFetchOptions', 'fetch', 'streamWithRetry']);

/** Every call of the client, as `threads.create`, sorted: read from its own classes, so that a new one is noticed. */
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
