import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { parseExactJson, stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { threadRow } from '../store/samples.ts';
import { withTestDatabase } from '../server/test-database.ts';
import { type AgentServerFixture, Cleanup, createFixture } from './fixture.ts';

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
const thread = { id: '' };
/**
 * Values that are large enough to be sent as stored text. A JavaScript number cannot represent the first integer
 * exactly.
 */
const VALUES = `{"order_id":12345678901234567890,"text":"${'é\\n'.repeat(200_000)}","after":[1,null]}`;

beforeAll(async () => {
  const { databaseUrl: location } = await withTestDatabase({});
  fixture = await createFixture(cleanup, { runtime: 'stub', ...(location !== undefined && { location }) });
  const values = parseExactJson(VALUES);
  const row = threadRow(fixture.deploymentId, { values, metadata: { a: 1 }, status: 'interrupted' });
  await fixture.store.threads.insert(row);
  thread.id = row.id;
});
afterAll(async () => {
  jest.restoreAllMocks();
  await cleanup.run();
});

/** Returns the response as a string, with exact integers. */
async function send(method: string, path: string, body?: unknown): Promise<string> {
  const response = await fetch(`${fixture.base}${path}`, {
    method,
    headers: { 'x-api-key': 'test-key', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.text();
}

const valuesOf = (text: string): string => {
  const { values } = parseExactJson(text) as { values: unknown };
  return stringifyExactJson(values);
};

describe('the large values of a thread', () => {
  // docs/agent-server/limits.md#large-values
  test('are returned exactly by every route of the thread, without being parsed by the emulator', async () => {
    const get = jest.spyOn(fixture.store.threads, 'get');
    const path = `/threads/${thread.id}`;
    const state = await send('GET', `${path}/state`);
    expect(valuesOf(state)).toBe(VALUES);
    expect(parseExactJson(state)).toMatchObject({ next: [], metadata: { a: 1 }, checkpoint: null });
    expect(valuesOf(await send('GET', path))).toBe(VALUES);
    expect(valuesOf(await send('PATCH', path, { metadata: { b: 2 } }))).toBe(VALUES);
    const existing = { thread_id: thread.id, if_exists: 'do_nothing' };
    expect(valuesOf(await send('POST', '/threads', existing))).toBe(VALUES);
    const copied = await send('POST', `${path}/copy`);
    expect(valuesOf(copied)).toBe(VALUES);
    const copy = parseExactJson(copied) as { thread_id: string };
    expect(copy).toMatchObject({ status: 'idle', metadata: { a: 1, b: 2 } });
    expect(copy.thread_id).not.toBe(thread.id);
    expect(valuesOf(await send('GET', `/threads/${copy.thread_id}/state`))).toBe(VALUES);
    expect(get).not.toHaveBeenCalled();
  });

  test('are not read from the store if the client selects only other parts of the state', async () => {
    const read = jest.spyOn(fixture.store.threads, 'valuesText');
    const text = await send('GET', `/threads/${thread.id}/state?select=next,metadata`);
    expect(Object.keys(parseExactJson(text) as object).toSorted()).toEqual(['metadata', 'next']);
    expect(read).not.toHaveBeenCalled();
  });
});
