import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@langchain/langgraph-sdk';
import { WAIT_LIMIT_MS } from '../../../../harness/hang-limit.ts';
import { type Case, gatesIn, plain, until, type CaseTools } from './case.ts';

/** Number of cases that run at the same time; each case waits most of the time. */
const AT_ONCE = 8;
export interface Target {
  /** URL of the agent server. */
  url: string;
  apiKey: string;
  /** Class of the client, if its version is not the pinned version. */
  ClientClass?: typeof Client;
  /** True if the server continues a running run that is deleted; the default is false. */
  continuesDeletedRuns?: boolean;
}

/** Results of the cases, by their names. */
export interface Observations {
  seen: ReadonlyMap<string, unknown>;
  /** Functions of the client that the cases called, such as `threads.create`. */
  called: ReadonlySet<string>;
}

/**
 * Runs every case with the unmodified official client against the agent server at `url`. The result of a case that
 * throws is its error.
 */
export async function runCases(
  cases: readonly Case[],
  { url, apiKey, ClientClass = Client, continuesDeletedRuns = false }: Target,
): Promise<Observations> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gates-'));
  const hooks = await startHooks();
  const answered = new Set<string>();
  const connect = (line: typeof fetch, defaultHeaders: Record<string, string> = {}) =>
    new ClientClass({
      apiUrl: url,
      apiKey,
      defaultHeaders,
      callerOptions: {
        maxRetries: 0,
        maxConcurrency: 100,
        async fetch(input: string, init?: RequestInit) {
          const response = await line(input, init);
          answered.add(new URL(input).pathname);
          return response;
        },
      },
    });
  const world: CaseTools = {
    continuesDeletedRuns,
    sending: (headers) => connect(fetch, headers),
    onBreakingLine: () => connect(breakingLine()),
    gate: gatesIn(folder),
    hook: hooks.hook,
    answered: async (part) =>
      void (await until(() => [...answered].some((one) => one.includes(part)), Boolean)),
  };
  const called = new Set<string>();
  const client = watched(connect(fetch), called);
  const seen = new Map<string, unknown>();
  // Cases start from the end of the list, where the cases take longest on the reference server.
  const queue = cases.toReversed();
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      seen.set(next.name, await observe(next, client, world));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { seen, called };
  } finally {
    await hooks.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function observe(one: Case, client: Client, world: CaseTools): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ hangs: true }), WAIT_LIMIT_MS);
  });
  try {
    return plain(await Promise.race([one.run(client, world), late]));
  } catch (failure) {
    if (!(failure instanceof Error)) return { thrown: String(failure) };
    // The message of a server's error contains IDs and times, so the result contains only the status.
    return 'status' in failure ? { thrown: failure.status } : { thrown: failure.message };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a `fetch` whose first stream breaks after its first update. */
function breakingLine(): typeof fetch {
  let broken = false;
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStream = response.headers.get('content-type')?.includes('event-stream') === true;
    if (broken || !isStream || response.body === null) return response;
    broken = true;
    const { status, headers, body } = response;
    return new Response(cutAfterUpdate(body), { status, headers });
  };
}

/** Passes the stream through up to the end of the first update. The connection of the client then breaks. */
function cutAfterUpdate(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let given = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (given) {
          await reader.cancel();
          return controller.error(new TypeError('terminated'));
        }
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return controller.error(new TypeError('it ended before it held an update'));
          text += decoder.decode(value, { stream: true });
          const update = /event: updates\n(?:.+\n)*\n/.exec(text);
          if (update === null) continue;
          given = true;
          return controller.enqueue(new TextEncoder().encode(text.slice(0, update.index + update[0].length)));
        }
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns a client that records which of its functions are called. */
function watched(client: Client, called: Set<string>): Client {
  const watch = <T extends object>(target: T, prefix: string): T =>
    new Proxy(target, {
      get(of, key) {
        const value: unknown = Reflect.get(of, key, of);
        if (typeof key !== 'string') return value;
        if (typeof value === 'function') {
          called.add(`${prefix}${key}`);
          return (value as (...args: unknown[]) => unknown).bind(of);
        }
        return typeof value === 'object' && value !== null ? watch(value, `${key}.`) : value;
      },
    });
  return watch(client, '');
}

/** Starts a server for webhooks, each of which has its own path. */
async function startHooks() {
  const bodies = new Map<string, unknown>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.set(request.url ?? '', JSON.parse(body));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let count = 0;
  return {
    hook() {
      const place = `/${(count += 1)}`;
      return {
        url: `http://127.0.0.1:${port}${place}`,
        called: () => until(() => bodies.get(place), Boolean),
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
