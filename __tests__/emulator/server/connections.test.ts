import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { listen, REQUEST_LIMITS } from '../../../src/emulator/server/http-server.ts';
import { readBytes } from '../../../src/emulator/server/request.ts';
import { QUIET_MS } from '../../../src/emulator/store/objects.ts';
import { startSmallServer } from './small-server.ts';

describe('a fault on a connection', () => {
  test('replaces the response of the handler', async () => {
    const server = await startSmallServer();
    const { base } = server;
    server.fault = { status: 503, body: 'down', retryAfter: '7' };
    const answer = await fetch(`${base}/things`);
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '7',
      'down',
    ]);
  });

  test.each([{ reset: true }, { dropAnswer: true }])(
    '%j closes the connection without a response',
    async (given) => {
      const server = await startSmallServer();
      const { base, exchanges } = server;
      server.fault = given;
      await expect(fetch(`${base}/things`)).rejects.toThrow('fetch failed');
      expect(exchanges).toMatchObject([{ status: 0, response: undefined }]);
    },
  );

  test('truncates a body or a stream after the given number of bytes', async () => {
    const server = await startSmallServer();
    const { base } = server;
    server.fault = { truncateAt: 5 };
    for (const path of ['/things', '/stream']) {
      const request = http.get(base + path, { agent: false });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => undefined);
      await new Promise((resolve) => response.once('close', resolve));
      expect(Buffer.concat(chunks).toString()).toBe(path === '/stream' ? 'data:' : '{"ori');
      expect(response.complete).toBe(false);
    }
  });
});

describe('the HTTP server of the emulator', () => {
  test('detects when a client disconnects, and does not count this as a failure', async () => {
    const server = await startSmallServer();
    const { base, failures } = server;
    const controller = new AbortController();
    const call = fetch(`${base}/slow`, { signal: controller.signal });
    await server.slow.started.promise;
    controller.abort();
    await expect(call).rejects.toThrow('aborted');
    await server.slow.aborted.promise;
    expect(failures).toEqual([]);
  });

  test('lets a running request finish when it closes, but closes idle connections immediately', async () => {
    const server = await startSmallServer();
    const { base } = server;
    const idle = net.connect(Number(new URL(base).port), '127.0.0.1');
    await once(idle, 'connect');
    const call = fetch(`${base}/slow`);
    await server.slow.started.promise;
    const closed = server.close(60_000);
    server.slow.release.resolve();
    expect((await call).status).toBe(200);
    await closed;
    if (!idle.closed) await once(idle, 'close');
  });

  test('aborts requests that do not finish in time when it closes', async () => {
    const server = await startSmallServer();
    const { base } = server;
    const call = fetch(`${base}/slow`);
    await server.slow.started.promise;
    await server.close(0);
    await expect(call).rejects.toThrow('fetch failed');
  });

  test('reports a port that is in use with a hint when it starts', async () => {
    const { port } = await startSmallServer();
    await expect(listen(() => undefined, { host: '127.0.0.1', port })).rejects.toThrow(
      /port \d+ on 127\.0\.0\.1 is in use.*--port/,
    );
  });
});

// docs/dev.md#next-port
test('a server with the option orNext listens on the next free port if its port is in use', async () => {
  const { port } = await startSmallServer();
  const servers = [0, 1].map(() => listen(() => undefined, { host: '127.0.0.1', port, orNext: true }));
  const ports = (await Promise.all(servers)).map((server) => server.port);
  try {
    expect(new Set([port, ...ports]).size).toBe(3);
    expect(Math.min(...ports)).toBeGreaterThan(port);
  } finally {
    for (const server of servers) await (await server).close(0);
  }
});

describe('a request that arrives slowly', () => {
  const cleanup: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of cleanup.splice(0)) await end();
  });

  /** Starts a server that responds with the length of the body, and returns clients that write byte by byte. */
  async function slowClients(
    limits: { headersMs: number; requestMs: number },
    size: (request: http.IncomingMessage) => Promise<number>,
  ) {
    const server = await listen(
      (request, response) =>
        void size(request).then(
          (bytes) => response.end(String(bytes)),
          () => response.destroy(),
        ),
      { host: '127.0.0.1', port: 0 },
      undefined,
      { ...limits, checkMs: 20 },
    );
    cleanup.push(() => server.close(0));
    return () => {
      const socket = net.connect(server.port, '127.0.0.1');
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      socket.on('error', () => undefined);
      const ended = once(socket, 'close').then(() => text);
      return { socket, ended };
    };
  }
  const streamed = async (request: http.IncomingMessage) => {
    let bytes = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) bytes += chunk.length;
    return bytes;
  };
  const HEAD = 'PUT / HTTP/1.1\r\nhost: plane\r\nconnection: close\r\ncontent-length: 2\r\n\r\n';

  test('can take longer for the body of an upload than for its headers', async () => {
    const client = await slowClients({ headersMs: 50, requestMs: 60_000 }, streamed);
    const upload = client();
    upload.socket.write(`${HEAD}a`);
    const silent = client();
    silent.socket.write('PUT / HTTP/1.1\r\nhost:');
    expect(await silent.ended).toContain('408');
    upload.socket.write('b');
    expect(await upload.ended).toMatch(/^HTTP\/1\.1 200 [\s\S]*2$/);
    expect(REQUEST_LIMITS.requestMs).toBeGreaterThan(10 * 60_000);
    expect(REQUEST_LIMITS.requestMs).toBeLessThan(QUIET_MS);
  });

  test('is aborted if its upload takes too long', async () => {
    const client = await slowClients({ headersMs: 50, requestMs: 100 }, streamed);
    const { socket, ended } = client();
    socket.write(`${HEAD}a`);
    expect(await ended).not.toContain('200');
  });

  test('is aborted earlier if its body is held in memory', async () => {
    const limits = { headersMs: 60_000, requestMs: 60_000 };
    const client = await slowClients(limits, async (request) => (await readBytes(request, 10, 50)).length);
    const { socket, ended } = client();
    socket.write(`${HEAD}a`);
    expect(await ended).not.toContain('200');
  });
});
