import { describe, expect, test } from '@jest/globals';
import { type AgentData, createAgentData } from '../../src/clients/agent-data.ts';
import { type Handler, json, serve, testTransport } from './support.ts';

const never = new AbortController().signal;
const ID = '10000000-0000-4000-8000-000000000001';

/** Sends requests to a server, and returns the result and the requests. */
async function ask<T>(handler: Handler, work: (data: AgentData) => Promise<T>) {
  await using server = await serve(handler);
  await using transport = testTransport();
  const options = { transport, baseUrl: server.url.origin, apiKey: 'the-key', requestTimeoutMs: 5000 };
  const result: { value?: T; error?: string } = await work(createAgentData(options)).then(
    (value) => ({ value }),
    (error: unknown) => ({ error: String(error) }),
  );
  const sent = server.requests.map(({ method, path, body }) => ({
    line: `${method} ${path}`,
    body: body === '' ? undefined : (JSON.parse(body) as Record<string, unknown>),
  }));
  expect(server.requests.every(({ headers }) => headers['x-api-key'] === 'the-key')).toBe(true);
  return { ...result, sent };
}

/** Handles searches of a list with pages. */
const pages =
  (all: readonly unknown[], field?: string): Handler =>
  (_request, response, body) => {
    const { limit, offset } = JSON.parse(body) as { limit: number; offset: number };
    const page = all.slice(offset, offset + limit);
    json(response, 200, field === undefined ? page : { [field]: page });
  };
/** Responds to each request with one of the responses, in order. */
const inOrder = (...responses: [number, unknown][]): Handler => {
  const left = [...responses];
  return (_request, response) => {
    const [status, body] = left.shift() ?? [500, {}];
    json(response, status, body);
  };
};

describe('the stored data of an agent server', () => {
  test('is read from all pages, without changing the time to live of items', async () => {
    const all = Array.from({ length: 250 }, (_, at) => ({ namespace: ['a'], key: `${at}`, value: {} }));
    const { value, sent } = await ask(pages(all, 'items'), (data) => data.items(() => false, never));
    expect(value).toHaveLength(250);
    expect(sent[0]).toEqual({
      line: 'POST /store/items/search',
      body: { namespace_prefix: [], refresh_ttl: false, limit: 100, offset: 0 },
    });
    const few = await ask(pages(all, 'items'), (data) => data.items((found) => found.length >= 100, never));
    expect([few.value?.length, few.sent.length]).toEqual([100, 1]);
  });

  test('of a single item is absent after a 404 or null, and has the requested address', async () => {
    const read = (handler: Handler) =>
      ask(handler, (data) => data.itemValue({ namespace: ['a', 'b'], key: 'x/y' }, never));
    const item = { namespace: ['a', 'b'], key: 'x/y', value: { c: 1 } };
    expect((await read(inOrder([404, { detail: 'Not Found' }]))).value).toBeUndefined();
    expect((await read(inOrder([200, null]))).value).toBeUndefined();
    const { value, sent } = await read(inOrder([200, item]));
    expect([value, sent[0]?.line]).toEqual([
      { c: 1 },
      'GET /store/items?namespace=a.b&key=x%2Fy&refresh_ttl=false',
    ]);
    expect((await read(inOrder([200, { ...item, key: 'other' }]))).error).toMatch(
      /another item than requested/,
    );
    expect((await read(inOrder([200, { items: [] }]))).error).toMatch(/unexpected body/);
  });

  test('finds the marks of threads and crons itself, because a server can ignore filters', async () => {
    const threads = [
      { thread_id: 'a', metadata: { mark: 'x' } },
      { thread_id: 'b', metadata: {} },
      { thread_id: 'c', metadata: 'text' },
    ];
    const marked = (handler: Handler) => ask(handler, (data) => data.threadsWith('mark', never));
    const { value, sent } = await marked(pages(threads));
    expect(value).toEqual(new Map([['a', 'x']]));
    expect(sent[0]?.body).toMatchObject({ select: ['thread_id', 'metadata'] });
    // Older servers refuse `select`.
    const older = await marked(inOrder([422, { detail: 'unknown field' }], [200, threads], [200, []]));
    expect(older.value).toEqual(value);
    expect(older.sent[1]?.body).toEqual({ limit: 100, offset: 0 });
    const crons = [
      { cron_id: 'a', metadata: { mark: 'x' } },
      { cron_id: 'b', payload: { metadata: { mark: 'y' } } },
      { cron_id: 'c', metadata: 7, payload: [] },
    ];
    expect((await ask(pages(crons), (data) => data.crons(never))).value).toEqual(
      new Map([
        ['a', { mark: 'x' }],
        ['b', { mark: 'y' }],
        ['c', {}],
      ]),
    );
  });

  test('of a thread includes a state if the state has a checkpoint or values', async () => {
    const hasState = async (body: unknown) =>
      (await ask(inOrder([200, body]), (data) => data.hasState(ID, never))).value;
    const state = { values: {}, next: [] };
    expect(await hasState({ ...state, checkpoint: { thread_id: ID, checkpoint_id: 'c' } })).toBe(true);
    expect(await hasState({ ...state, values: { messages: [] } })).toBe(true);
    expect(await hasState({ ...state, checkpoint: { thread_id: ID, checkpoint_id: null } })).toBe(false);
    expect(await hasState({ ...state, values: null })).toBe(false);
  });

  test('is changed by the request for an assistant with a given ID, whose response must be about this assistant', async () => {
    const create = (handler: Handler) =>
      ask(handler, (data) => data.createAssistant({ assistant_id: ID, graph_id: 'agent' }, never));
    const { sent } = await create(inOrder([502, {}], [200, { assistant_id: ID.toUpperCase() }]));
    expect(sent.map(({ body }) => body?.['if_exists'])).toEqual(['do_nothing', 'do_nothing']);
    expect((await create(inOrder([409, { detail: 'exists' }]))).error).toBeUndefined();
    expect((await create(inOrder([200, { assistant_id: 'other' }]))).error).toMatch(/another assistant/);
  });

  test('is changed by one request for a state or a cron, which is not repeated', async () => {
    const body = { assistant_id: 'agent', schedule: '0 3 * * *' };
    for (const work of [
      (data: AgentData) => data.updateState(ID, { values: {} }, never),
      (data: AgentData) => data.createCron(body, never),
    ]) {
      const { sent, error } = await ask(inOrder([502, {}], [200, {}]), work);
      expect([sent.length, error]).toEqual([1, expect.stringContaining('502')]);
    }
  });

  test('counts as deleted after a 404', async () => {
    for (const work of [
      (data: AgentData) => data.deleteAssistant('a/../b', never),
      (data: AgentData) => data.deleteCron('a', never),
    ]) {
      const { sent, error } = await ask(inOrder([404, { detail: 'gone' }]), work);
      expect([sent[0]?.line, error]).toEqual([
        expect.stringMatching(/^DELETE .*(?:a%2F\.\.%2Fb|crons\/a)$/),
        undefined,
      ]);
    }
  });
});
