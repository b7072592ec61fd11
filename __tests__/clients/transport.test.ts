import { describe, expect, test } from '@jest/globals';
import { apiError, json, replying, serve, testTransport } from './support.ts';
import { freePort } from '../../harness/free-ports.ts';

const at = (base: URL, path: string) => new URL(path, base);

describe('a response to the HTTP client', () => {
  test("is parsed, after the server received the request's headers and body", async () => {
    await using server = await serve(replying(201, { id: 'a' }));
    await using transport = testTransport();
    const answer = await transport.call({
      method: 'POST',
      url: at(server.url, '/v2/deployments?x=1'),
      headers: { 'x-api-key': 'key' },
      json: { name: 'demo' },
    });
    expect(answer).toMatchObject({ status: 201, json: { id: 'a' }, attempts: 1 });
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/v2/deployments?x=1', body: '{"name":"demo"}' },
    ]);
    expect(server.requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json',
      'x-api-key': 'key',
    });
  });

  test('is undefined if it has no body', async () => {
    await using server = await serve((_request, response) => response.writeHead(204).end());
    await using transport = testTransport();
    expect((await transport.call({ method: 'DELETE', url: server.url })).json).toBeUndefined();
  });

  test('uses the connection of an earlier response', async () => {
    await using server = await serve(replying(200, {}));
    await using transport = testTransport();
    for (let count = 0; count < 20; count += 1) await transport.call({ method: 'GET', url: server.url });
    // The pool may open a second connection before it knows that the first connection is free again.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  test('is malformed if it is not JSON, and none of its text is shown', async () => {
    await using server = await serve((_request, response) => response.end('<html>s3cret</html>'));
    await using transport = testTransport();
    const error = await apiError(transport.call({ method: 'GET', url: server.url }));
    expect(error).toMatchObject({ kind: 'malformed', status: 200 });
    expect(error.message).not.toContain('s3cret');
  });

  test('is malformed if it contains too many values', async () => {
    await using server = await serve((_request, response) => response.end(`[${'[],'.repeat(1_000_000)}[]]`));
    await using transport = testTransport();
    const error = await apiError(transport.call({ method: 'GET', url: server.url }));
    expect(error).toMatchObject({ kind: 'malformed', status: 200 });
    expect(error.message).toContain('contains more than 1,000,000 values');
  });

  test('makes a write request ambiguous if the response is not JSON', async () => {
    await using server = await serve((_request, response) => response.writeHead(201).end('oops'));
    await using transport = testTransport();
    const error = await apiError(transport.call({ method: 'POST', url: server.url, json: {} }));
    expect(error.kind).toBe('ambiguous');
    expect(server.requests).toHaveLength(1);
  });

  test('is rejected if its status is not the expected success status', async () => {
    await using server = await serve(replying(200, {}));
    await using transport = testTransport();
    const error = await apiError(
      transport.call({ method: 'POST', url: server.url, json: {}, expect: [201] }),
    );
    expect(error).toMatchObject({ kind: 'ambiguous', status: 200 });
    expect(error.message).toContain('200 instead of 201');
  });

  test('is rejected if it is larger than the limit', async () => {
    await using server = await serve((_request, response) => response.end('x'.repeat(5000)));
    await using transport = testTransport({ maxBytes: 1000 });
    const error = await apiError(transport.call({ method: 'GET', url: server.url }));
    expect(error).toMatchObject({ kind: 'malformed' });
    expect(error.message).toContain('larger than 1000 bytes');
  });

  test('is not followed if it is a redirect', async () => {
    await using elsewhere = await serve(replying(200, {}));
    await using server = await serve((_request, response) =>
      response.writeHead(302, { location: elsewhere.url.href }).end(),
    );
    await using transport = testTransport();
    const error = await apiError(transport.call({ method: 'GET', url: server.url }));
    expect(error).toMatchObject({ kind: 'http', status: 302 });
    expect(error.message).toContain('Redirects are not followed');
    expect(elsewhere.requests).toHaveLength(0);
  });
});

describe('a GET request', () => {
  test.each([408, 429, 500, 502, 503, 504])(
    'is retried after a response with status %i, with a longer delay each time',
    async (status) => {
      let count = 0;
      await using server = await serve((_request, response) => {
        count += 1;
        if (count < 4) response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>busy</h1>');
        else json(response, 200, { count });
      });
      await using transport = testTransport();
      const answer = await transport.call({ method: 'GET', url: server.url });
      expect(answer).toMatchObject({ json: { count: 4 }, attempts: 4 });
      expect(transport.clock.slept).toEqual([375, 750, 1500]);
    },
  );

  test.each([400, 401, 403, 404, 409, 422, 501])(
    'is not retried after a response with status %i',
    async (status) => {
      await using server = await serve(replying(status, { detail: 'no' }));
      await using transport = testTransport();
      const error = await apiError(transport.call({ method: 'GET', url: server.url }));
      expect(error).toMatchObject({ kind: 'http', status, detail: 'no', attempts: 1 });
      expect(server.requests).toHaveLength(1);
    },
  );

  test('is retried after a reset connection or a truncated response', async () => {
    let count = 0;
    await using server = await serve((request, response) => {
      count += 1;
      if (count === 1) request.socket.resetAndDestroy();
      else if (count === 2) {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"half"', () => request.socket.destroy());
      } else json(response, 200, { ok: true });
    });
    await using transport = testTransport();
    const answer = await transport.call({ method: 'GET', url: server.url });
    expect(answer).toMatchObject({ json: { ok: true }, attempts: 3 });
  });

  test('obeys Retry-After in seconds, without jitter', async () => {
    let count = 0;
    await using server = await serve((_request, response) => {
      count += 1;
      if (count === 1) json(response, 429, { detail: 'slow down' }, { 'retry-after': '7' });
      else json(response, 200, {});
    });
    await using transport = testTransport();
    await transport.call({ method: 'GET', url: server.url });
    expect(transport.clock.slept).toEqual([7000]);
  });

  test("obeys Retry-After as a date, relative to the client's clock", async () => {
    let count = 0;
    await using transport = testTransport();
    const date = new Date(transport.clock.now() + 9000).toUTCString();
    await using server = await serve((_request, response) => {
      count += 1;
      if (count === 1) json(response, 503, {}, { 'retry-after': date });
      else json(response, 200, {});
    });
    await transport.call({ method: 'GET', url: server.url });
    expect(transport.clock.slept).toEqual([9000]);
  });

  test('waits for a long Retry-After only until its deadline, and is then sent one last time', async () => {
    await using server = await serve(replying(503, { detail: 'later' }, { 'retry-after': '3600' }));
    await using transport = testTransport({ totalTimeoutMs: 60_000 });
    const error = await apiError(transport.call({ method: 'GET', url: server.url }));
    expect(error).toMatchObject({ kind: 'http', status: 503, attempts: 2 });
    expect(transport.clock.slept).toEqual([59_000]);
  });

  test('is retried only until its deadline', async () => {
    await using server = await serve(replying(500, {}));
    await using transport = testTransport();
    const start = transport.clock.now();
    const error = await apiError(
      transport.call({ method: 'GET', url: server.url, deadlineAt: start + 300_000 }),
    );
    expect(error.status).toBe(500);
    expect(transport.clock.now()).toBe(start + 299_000);
    expect(error.attempts).toBeGreaterThan(10);
  });

  test('is retried if no response arrives in time, and finally reported as timed out', async () => {
    await using server = await serve(() => {});
    await using transport = testTransport({ attemptTimeoutMs: 250, totalTimeoutMs: 2000 });
    const error = await apiError(transport.call({ method: 'GET', url: server.url }));
    expect(error).toMatchObject({ kind: 'timeout' });
    expect(error.attempts).toBeGreaterThan(1);
    expect(server.requests.length).toBe(error.attempts);
  });

  test("is aborted at the attempt's time limit if the response arrives too slowly", async () => {
    const timers: NodeJS.Timeout[] = [];
    await using server = await serve((_request, response) => {
      response.writeHead(200);
      timers.push(setInterval(() => response.write(' '), 5));
    });
    await using transport = testTransport({ attemptTimeoutMs: 60, totalTimeoutMs: 1 });
    const error = await apiError(transport.call({ method: 'GET', url: server.url }));
    for (const timer of timers) clearInterval(timer);
    expect(error).toMatchObject({ kind: 'timeout', attempts: 1 });
  });

  test('fails after five attempts if no server ever responded at the address', async () => {
    const port = await freePort();
    const lines: string[] = [];
    await using transport = testTransport({
      totalTimeoutMs: 3_600_000,
      log: (line) => lines.push(line),
    });
    const error = await apiError(
      transport.call({ method: 'GET', url: new URL(`http://127.0.0.1:${port}/`) }),
    );
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^GET \/: no connection \(ECONNREFUSED\); retrying in /);
    expect(error).toMatchObject({ kind: 'network', code: 'ECONNREFUSED', attempts: 5 });
    expect(error.message).toContain('No server listens at this address');
  });

  test('is retried during a restart of the server if the address responded before', async () => {
    const first = await serve(replying(200, {}));
    await using transport = testTransport({ totalTimeoutMs: 600_000 });
    await transport.call({ method: 'GET', url: first.url });
    await first[Symbol.asyncDispose]();
    const error = await apiError(transport.call({ method: 'GET', url: first.url }));
    expect(error).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
    expect(error.attempts).toBeGreaterThan(20);
  });
});

test('the log line about a retried request contains no query and no headers', async () => {
  const lines: string[] = [];
  let count = 0;
  await using server = await serve((request, response) => {
    count += 1;
    if (count === 1) request.socket.destroy();
    else json(response, 200, {});
  });
  await using transport = testTransport({ log: (line) => lines.push(line) });
  await transport.call({ method: 'GET', url: at(server.url, '/v2/x?signature=s3cret') });
  expect(lines).toEqual([
    expect.stringMatching(/^GET \/v2\/x: the connection broke \([A-Z_]+\); retrying in 0\.4s$/),
  ]);
});

// docs/security/secrets.md#error-request-shows-neither
test("the error of a request contains no key, body or query, and the service's message is redacted", async () => {
  await using server = await serve(
    replying(400, { detail: 'value s3cret-value is bad\n::error::x', extra: 'other-s3cret' }),
  );
  await using transport = testTransport({ redact: (text) => text.replaceAll('s3cret-value', '***') });
  const error = await apiError(
    transport.call({
      method: 'POST',
      url: at(server.url, '/v2/deployments?token=query-s3cret'),
      headers: { 'x-api-key': 'key-s3cret' },
      json: { secrets: [{ name: 'A', value: 'body-s3cret' }] },
    }),
  );
  expect(error.message).toContain('value *** is bad ::error::x');
  for (const text of [error.message, JSON.stringify(error), String(error.stack)]) {
    expect(text).not.toMatch(/s3cret/);
    expect(text).not.toContain('\n::error');
  }
});
