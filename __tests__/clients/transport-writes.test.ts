import { describe, expect, test } from '@jest/globals';
import { apiError, json, replying, serve, testTransport } from './support.ts';
import { freePort } from '../../harness/free-ports.ts';

describe('a write request', () => {
  test.each(['POST', 'PATCH'] as const)('(%s) is not repeated if its response is lost', async (method) => {
    await using server = await serve((request) => request.socket.destroy());
    await using transport = testTransport();
    const error = await apiError(transport.call({ method, url: server.url, json: { name: 'x' } }));
    expect(error).toMatchObject({ kind: 'ambiguous', attempts: 1 });
    expect(error.message).toContain('The request may still have taken effect');
    expect(server.requests).toHaveLength(1);
  });

  test('is ambiguous if no response arrives in time', async () => {
    await using server = await serve(() => {});
    await using transport = testTransport({ attemptTimeoutMs: 50 });
    const error = await apiError(transport.call({ method: 'POST', url: server.url, json: {} }));
    expect(error.kind).toBe('ambiguous');
    expect(server.requests).toHaveLength(1);
  });

  test.each([500, 502, 504])(
    'is ambiguous after a response with status %i, and the error contains the status',
    async (status) => {
      await using server = await serve(replying(status, { detail: 'upstream' }));
      await using transport = testTransport();
      const error = await apiError(transport.call({ method: 'POST', url: server.url, json: {} }));
      expect(error).toMatchObject({ kind: 'ambiguous', status, detail: 'upstream' });
      expect(server.requests).toHaveLength(1);
    },
  );

  test.each([429, 503])('is repeated after a response with status %i and Retry-After', async (status) => {
    let count = 0;
    await using server = await serve((_request, response) => {
      count += 1;
      if (count === 1) json(response, status, {}, { 'retry-after': '3' });
      else json(response, 201, { id: 'x' });
    });
    await using transport = testTransport();
    const answer = await transport.call({ method: 'POST', url: server.url, json: {} });
    expect(answer.attempts).toBe(2);
    expect(transport.clock.slept).toEqual([3000]);
  });

  test.each([429, 503])(
    'is not repeated after a response with status %i without Retry-After',
    async (status) => {
      await using server = await serve(replying(status, {}));
      await using transport = testTransport();
      const error = await apiError(transport.call({ method: 'POST', url: server.url, json: {} }));
      expect(error).toMatchObject({ kind: 'http', status, attempts: 1 });
    },
  );

  test('is not repeated before the time that the service allows', async () => {
    await using server = await serve(replying(429, {}, { 'retry-after': '600' }));
    await using transport = testTransport({ totalTimeoutMs: 60_000 });
    const error = await apiError(transport.call({ method: 'POST', url: server.url, json: {} }));
    expect(error).toMatchObject({ kind: 'http', status: 429, attempts: 1 });
  });

  test('is repeated if it was certainly not sent', async () => {
    const port = await freePort();
    await using transport = testTransport();
    const error = await apiError(
      transport.call({ method: 'POST', url: new URL(`http://127.0.0.1:${port}/`), json: {} }),
    );
    expect(error).toMatchObject({ kind: 'network', attempts: 5 });
  });

  test('can be declared repeatable if it does not change anything', async () => {
    let count = 0;
    await using server = await serve((request, response) => {
      count += 1;
      if (count === 1) request.socket.destroy();
      else json(response, 200, {});
    });
    await using transport = testTransport();
    const answer = await transport.call({ method: 'POST', url: server.url, json: {}, repeatable: true });
    expect(answer.attempts).toBe(2);
  });
});

describe('an abort signal for a request', () => {
  test('ends the request immediately, even if the request was already sent', async () => {
    const stop = new AbortController();
    await using server = await serve(() => stop.abort(new Error('SIGINT')));
    await using transport = testTransport();
    const call = transport.call({ method: 'GET', url: server.url, signal: stop.signal });
    await expect(call).rejects.toThrow('SIGINT');
  });

  test('prevents the request from being sent if the signal is already aborted', async () => {
    await using server = await serve(replying(200, {}));
    await using transport = testTransport();
    const gone = AbortSignal.abort(new Error('SIGINT'));
    const call = transport.call({ method: 'GET', url: server.url, signal: gone });
    await expect(call).rejects.toBe(gone.reason);
    expect(server.requests).toHaveLength(0);
  });

  test('ends the delay between two attempts', async () => {
    const stop = new AbortController();
    await using server = await serve((_request, response) => {
      json(response, 503, {});
      stop.abort(new Error('SIGINT'));
    });
    await using transport = testTransport();
    const call = transport.call({ method: 'GET', url: server.url, signal: stop.signal });
    await expect(call).rejects.toThrow('SIGINT');
  });
});
