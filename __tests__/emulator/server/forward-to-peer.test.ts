import {
  createServer,
  type IncomingMessage,
  request as ask,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { HttpError } from '../../../src/emulator/server/http-error.ts';
import { createConnectionWatcher } from '../../../src/emulator/server/client-connection.ts';
import { FORWARDED_BY, refuseForwarded, forwardToPeer } from '../../../src/emulator/server/reverse-proxy.ts';
import { parseTarget } from '../../../src/emulator/server/router.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let servers: Server[];
let other: Handler;
let otherUrl: string;
let frontUrl: string;
let gone: AbortController;
let failures: unknown[];

async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
beforeEach(async () => {
  servers = [];
  failures = [];
  gone = new AbortController();
  other = (_, response) => response.end();
  otherUrl = await serve((request, response) => other(request, response));
  const watch = createConnectionWatcher(new AbortController().signal);
  frontUrl = await serve((request, response) => {
    const instance = { id: 'other', url: otherUrl, machine: 'm', settings: {} };
    const how = {
      target: parseTarget(request.url ?? '', 'the-deployment'),
      peer: { instance, gone: gone.signal },
      from: 'front',
      connection: watch(response),
    };
    forwardToPeer(request, response, how).catch((error: unknown) => {
      failures.push(error);
      if (!(error instanceof HttpError) || response.headersSent) return response.destroy();
      return response.writeHead(error.status, error.headers).end();
    });
  });
});
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function read(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += String(chunk);
  return text;
}

describe('a request that is passed on', () => {
  test('brings its body whole when that was sent in chunks, with any method', async () => {
    const seen: unknown[] = [];
    other = (request, response) => {
      void read(request).then((body) => {
        seen.push([request.method, body]);
        response.end();
      });
    };
    for (const method of ['DELETE', 'GET', 'POST']) {
      const sent = ask(`${frontUrl}/store/items`, { method, headers: { 'transfer-encoding': 'chunked' } });
      sent.end('{"key":"a"}');
      await new Promise<void>((resolve, reject) => {
        sent.once('response', (answer) => void read(answer).then(() => resolve(), reject));
        sent.once('error', reject);
      });
    }
    expect(seen).toEqual(['DELETE', 'GET', 'POST'].map((method) => [method, '{"key":"a"}']));
    expect(failures).toEqual([]);
  });

  test('arrives as it was sent, and its answer as it was given', async () => {
    let seen: unknown;
    other = (request, response) => {
      void read(request).then((body) => {
        const { host, 'x-api-key': key, connection } = request.headers;
        seen = { method: request.method, url: request.url, body, key, host, connection };
        response.writeHead(418, { 'content-type': 'text/x', 'set-cookie': ['a=1', 'b=2'] });
        response.end('short and stout');
      });
    };
    const answer = await fetch(`${frontUrl}/threads/x?limit=1&a=%20b`, {
      method: 'POST',
      headers: { 'x-api-key': "the caller's" },
      body: 'a body',
    });
    expect(seen).toEqual({
      method: 'POST',
      url: '/d/the-deployment/threads/x?limit=1&a=+b',
      body: 'a body',
      key: "the caller's",
      // Absolute URLs in answers are as the caller reached us.
      host: new URL(frontUrl).host,
      connection: 'close',
    });
    expect(answer.status).toBe(418);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await answer.text()).toBe('short and stout');
    expect(failures).toEqual([]);
  });

  test('streams both ways: each piece arrives before the next is sent', async () => {
    other = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      request.on('data', (chunk: Buffer) => response.write(`data: ${chunk.toString()}\n\n`));
      request.on('end', () => response.end());
    };
    const onward = ask(`${frontUrl}/stream`, { method: 'POST' });
    onward.write('one');
    const answer = await new Promise<IncomingMessage>((resolve) => onward.once('response', resolve));
    const pieces = answer.setEncoding('utf8')[Symbol.asyncIterator]();
    expect((await pieces.next()).value).toBe('data: one\n\n');
    onward.write('two');
    expect((await pieces.next()).value).toBe('data: two\n\n');
    onward.end();
    expect((await pieces.next()).done).toBe(true);
  });

  test('ends for the other when its caller leaves', async () => {
    const left = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    other = (_, response) => {
      response.once('close', () => left.resolve());
      response.writeHead(200).write('begun');
      arrived.resolve();
    };
    const leave = new AbortController();
    const answer = fetch(`${frontUrl}/wait`, { signal: leave.signal })
      .then((one) => one.text())
      .catch(() => 'no answer');
    await arrived.promise;
    leave.abort();
    await left.promise;
    expect(await answer).toBe('no answer');
  });

  test('is a 503 to be sent again when the other cannot be reached, or is taken for dead before it answers', async () => {
    const arrived = Promise.withResolvers<void>();
    other = () => arrived.resolve();
    const waiting = fetch(`${frontUrl}/wait`);
    await arrived.promise;
    gone.abort();
    expect([(await waiting).status, (await waiting).headers.get('retry-after')]).toEqual([503, '1']);
    gone = new AbortController();
    otherUrl = 'http://127.0.0.1:1';
    const refused = await fetch(`${frontUrl}/ok`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  });

  test('is cut, and not ended as if it were whole, when the other dies in the middle of its answer', async () => {
    other = (_, response) => {
      response.writeHead(200).write('half');
      setImmediate(() => response.destroy());
    };
    await expect(fetch(frontUrl).then((answer) => answer.text())).rejects.toThrow();
  });

  test('is not passed on once more', () => {
    const from = (headers: IncomingMessage['headers']) => ({ headers }) as IncomingMessage;
    expect(() => refuseForwarded(from({ [FORWARDED_BY]: 'another' }))).toThrow(HttpError);
    expect(() => refuseForwarded(from({}))).not.toThrow();
  });
});
