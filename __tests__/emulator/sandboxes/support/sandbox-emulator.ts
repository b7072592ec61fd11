import { createEmulator, type EmulatorOptions } from '../../../../src/emulator/index.ts';
import type { Answer } from '../../server/plane.ts';
import { withTestDatabase } from '../../server/test-database.ts';
import { fakeBoxes } from './fake-boxes.ts';
import { fakeProxy } from './fake-proxy.ts';

export type SandboxEmulator = Awaited<ReturnType<typeof openSandboxEmulator>>;

/** Starts an emulator with fake boxes and a fake proxy. */
export async function openSandboxEmulator(options: EmulatorOptions = {}) {
  const proxy = fakeProxy();
  const boxes = fakeBoxes();
  const log: string[] = [];
  const emulator = await createEmulator({
    runtime: 'stub',
    log: (line) => log.push(line),
    sandboxRuntime: {
      startProxy: () => proxy.start(),
      boxes,
      isolation: options.sandboxIsolation ?? 'auto',
      privateNetworks: [],
      extraRoots: () => Promise.resolve([]),
      upstreamProxy: null,
    },
    ...(await withTestDatabase(options)),
  });
  /** Sends a request to a path below /v2/sandboxes, or to an absolute path or URL. */
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const below = path.startsWith('/') ? path : `/v2/sandboxes/${path}`;
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const answer = await fetch(new URL(path.startsWith('http') ? path : below, emulator.urls.sandboxes), {
      method,
      headers: {
        'x-api-key': emulator.apiKey,
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parsed(text) };
  };
  return {
    emulator,
    proxy,
    boxes,
    log,
    call,
    /** Creates a sandbox, waits until it is ready, and returns the response. */
    async createReady(body: Record<string, unknown> = {}): Promise<Answer['body']> {
      const made = await call('POST', 'boxes', { wait_for_ready: true, ...body });
      if (made.status !== 201) throw new Error(`not made: ${made.status} ${JSON.stringify(made.body)}`);
      return made.body;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
