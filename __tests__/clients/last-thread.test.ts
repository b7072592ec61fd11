import { describe, expect, test } from '@jest/globals';
import { createAgentServer } from '../../src/clients/agent-server.ts';
import { type Handler, json, serve, testTransport } from './support.ts';

const never = new AbortController().signal;
const thread = (hour: string) => ({
  thread_id: `thread at ${hour}`,
  updated_at: `2026-01-01T${hour}:00:00Z`,
});

/** Requests the time of the last update of a thread from a server. */
async function lastUpdate(handler: Handler) {
  await using server = await serve(handler);
  await using transport = testTransport();
  const options = { transport, baseUrl: server.url.origin, apiKey: 'the-key', requestTimeoutMs: 5000 };
  const at = await createAgentServer(options).lastThreadUpdate(never);
  return { at, bodies: server.requests.map(({ body }): unknown => JSON.parse(body)) };
}

describe('the last update of a thread', () => {
  test('is the time of the newest thread, whose values are not requested', async () => {
    const { at, bodies } = await lastUpdate((_request, response) => {
      json(response, 200, [thread('09'), thread('09'), thread('07')]);
    });
    expect(at).toBe(Date.UTC(2026, 0, 1, 9));
    const order = { sort_by: 'updated_at', sort_order: 'desc' };
    expect(bodies).toEqual([expect.objectContaining({ ...order, select: ['thread_id', 'updated_at'] })]);
  });

  test('is absent without threads', async () => {
    expect((await lastUpdate((_request, response) => json(response, 200, []))).at).toBeUndefined();
  });

  test('is requested without `select` from a server that does not support `select`', async () => {
    const { at, bodies } = await lastUpdate((_request, response, body) => {
      if (body.includes('select')) json(response, 422, { detail: 'select is unknown' });
      else json(response, 200, [thread('09')]);
    });
    expect([at, bodies.length]).toEqual([Date.UTC(2026, 0, 1, 9), 2]);
  });

  test.each<[string, number, unknown]>([
    ['are in another order', 200, [thread('07'), thread('09')]],
    ['have no time', 200, [{ thread_id: 'a' }]],
    ['have an invalid time', 200, [{ thread_id: 'a', updated_at: 'yesterday' }]],
    ['are not a list', 200, { threads: [] }],
    ['are not served', 404, { detail: 'Not Found' }],
    ['are forbidden', 403, { detail: 'Forbidden' }],
  ])('is an error if the threads %s', async (_what, status, body) => {
    await expect(lastUpdate((_request, response) => json(response, status, body))).rejects.toThrow(
      /threads\/search/,
    );
  });
});
