import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { listen } from '../../../src/emulator/server/http-server.ts';
import { startSmallServer } from './small-server.ts';

describe('a fault', () => {
  test('answers instead of the handler', async () => {
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

  test.each([{ reset: true }, { dropAnswer: true }])('%j cuts the connection', async (given) => {
    const server = await startSmallServer();
    const { base, exchanges } = server;
    server.fault = given;
    await expect(fetch(`${base}/things`)).rejects.toThrow('fetch failed');
    expect(exchanges).toMatchObject([{ status: 0, response: undefined }]);
  });

  test('truncates a body, and a stream, after so many bytes', async () => {
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

describe('the end', () => {
  test('a client that goes away is noticed, and is no failure', async () => {
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

  test('a running request may end when the server closes; idle connections go at once', async () => {
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

  test('what does not end in time is cut', async () => {
    const server = await startSmallServer();
    const { base } = server;
    const call = fetch(`${base}/slow`);
    await server.slow.started.promise;
    await server.close(0);
    await expect(call).rejects.toThrow('fetch failed');
  });

  test('a port in use is reported with a hint', async () => {
    const { port } = await startSmallServer();
    await expect(listen(() => undefined, { host: '127.0.0.1', port })).rejects.toThrow(
      /port \d+ on 127\.0\.0\.1 is in use.*--port/,
    );
  });
});
