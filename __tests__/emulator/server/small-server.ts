import { once } from 'node:events';
import { afterEach } from '@jest/globals';
import * as z from 'zod';
import { DetailError } from '../../../src/contract/error-bodies.ts';
import { realClock } from '../../../src/clients/clock.ts';
import { toServiceClock } from '../../../src/emulator/ports/clock.ts';
import type { Exchange } from '../../../src/emulator/server/journal-entry.ts';
import type { HttpFault } from '../../../src/emulator/ports/faults.ts';
import { HttpError } from '../../../src/emulator/server/http-error.ts';
import { loadResponseCheck } from '../../../src/emulator/server/lazy-document.ts';
import { type HttpServer, listen } from '../../../src/emulator/server/http-server.ts';
import { createRequestListener } from '../../../src/emulator/server/listener.ts';
import { type Route, routesOf } from '../../../src/emulator/server/route.ts';

/**
 * Creates the handler of GET /slow. The handler reports when a request arrives, and waits until the test releases it
 * or the client disconnects.
 */
const newSlow = () => ({
  started: Promise.withResolvers<void>(),
  release: Promise.withResolvers<void>(),
  aborted: Promise.withResolvers<void>(),
});
type Slow = ReturnType<typeof newSlow>;

const Body = z.object({ name: z.string(), nested: z.object({ size: z.int().min(1) }) });
const api = routesOf('control-plane', 'none');
const summary = '';
/** Returns routes of every kind. */
const routesOver = (slow: Slow): Route[] => [
  api.post('/things/{id}', {
    summary,
    params: z.object({ id: z.guid() }),
    query: z.object({ depth: z.string().regex(/^\d+$/).optional() }),
    body: Body,
    responses: { 200: { description: '', schema: Body } },
    handler: ({ body }) => ({ status: 200, body }),
  }),
  api.get('/things', {
    summary,
    responses: { 200: { description: '', schema: z.object({ origin: z.string() }) } },
    handler: ({ origin }) => ({ status: 200, body: { origin } }),
  }),
  ...(['boom', 'refuse', 'undeclared', 'misshapen', 'mistyped', 'silent'] as const).map((name) =>
    api.get(`/${name}`, {
      summary,
      responses: {
        200: { description: '', schema: z.object({ ok: z.literal(true) }) },
        400: { description: '', schema: DetailError },
      },
      handler: () => {
        if (name === 'boom') throw new Error('the secret is hunter2');
        if (name === 'refuse') throw new HttpError(400, 'no', { headers: { 'x-why': 'because' } });
        if (name === 'undeclared') return { status: 201, body: {} };
        if (name === 'mistyped') return { status: 200, body: 'hunter2' };
        if (name === 'silent') return { status: 200 };
        return { status: 200, body: { ok: 'hunter2' } };
      },
    }),
  ),
  api.get('/slow', {
    summary,
    responses: { 200: { description: '', schema: z.object({ done: z.literal(true) }) } },
    handler: async ({ signal }) => {
      void once(signal, 'abort').then(() => slow.aborted.resolve());
      slow.started.resolve();
      await Promise.race([slow.release.promise, slow.aborted.promise]);
      return { status: 200, body: { done: true } };
    },
  }),
  api.get('/stream', {
    summary,
    responses: { 200: { description: '', type: 'text/event-stream' } },
    handler: () => ({
      stream: async (response) => {
        response.setHeader('content-type', 'text/event-stream');
        for (let index = 0; index < 5; index += 1) response.write(`data: ${index}\n\n`);
        response.end();
      },
    }),
  }),
  ...(['cut', 'refused'] as const).map((name) =>
    api.get(`/stream/${name}`, {
      summary,
      responses: { 200: { description: '', schema: z.object({ ok: z.literal(true) }) } },
      handler: () => ({
        stream: async (response) => {
          if (name === 'refused') throw new HttpError(418, 'no');
          response.writeHead(200, { 'content-type': 'application/json' });
          response.write('{"ok":');
          response.end('"hunter2"}');
        },
      }),
    }),
  ),
];

const open: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close(0)));
});

/** Starts a server with a small route table, records its reports, and closes it after the test. */
export async function startSmallServer() {
  const slow = newSlow();
  const reported = {
    /** Fault that is applied to the following requests, if set. */
    fault: undefined as HttpFault | undefined,
    exchanges: [] as Exchange[],
    failures: [] as string[],
  };
  const routes = routesOver(slow);
  const listener = createRequestListener({
    routesOf: async () => routes,
    authenticator: { authenticateWorkspace: async () => 'w', authenticateDeployment: async () => 'w' },
    workspaceOf: async () => undefined,
    localKeyHashes: [],
    responseCheck: loadResponseCheck,
    clock: toServiceClock(realClock),
    hooks: {
      nextSequence: () => 0,
      record: (exchange) => reported.exchanges.push(exchange),
      fault: () => reported.fault,
      logFailure: (what, cause) => reported.failures.push(`${what}: ${String(cause)}`),
    },
    serverOrigins: { hosts: new Set(), origins: new Set() },
    closing: new AbortController().signal,
  });
  const server = await listen((request, response) => void listener(request, response), {
    host: '127.0.0.1',
    port: 0,
  });
  open.push(server);
  return Object.assign(reported, {
    base: `http://127.0.0.1:${server.port}`,
    port: server.port,
    slow,
    close: async (graceMs: number) => {
      open.splice(open.indexOf(server), 1);
      await server.close(graceMs);
    },
  });
}
