import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createEmulator, type Emulator } from '../../../src/emulator/index.ts';
import { parseSeed } from '../../../src/emulator/cli/seed-file.ts';
import { parseGraphConfig } from '../../../src/graph-config/parse.ts';
import { parseCommandEnv } from '../../../src/action/inputs/parsers.ts';
import { parseResourceSpec } from '../../../src/action/inputs/structured.ts';
import { createFixture, Cleanup, type AgentServerFixture } from '../agent-server/fixture.ts';

// The key `__proto__` is lost when an object is copied key by key. The emulator must either store this key or refuse
// it by name.

const cleanup = new Cleanup();
let world: AgentServerFixture;
let emulator: Emulator;
beforeAll(async () => {
  world = await createFixture(cleanup, { runtime: 'stub' });
  emulator = await createEmulator({ runtime: 'stub' });
});
afterAll(async () => {
  await emulator.close();
  await cleanup.run();
});

const PROTO = '{"__proto__":{"a":1},"b":2}';
const sent = async (base: string, key: string, method: string, path: string, body: string) => {
  const answer = await fetch(base + path, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
};

describe('a JSON object with the key __proto__', () => {
  // docs/security/emulator.md#items-metadata-filters-variables
  test.each([
    ['PUT', '/store/items', `{"namespace":["a"],"key":"k","value":${PROTO}}`, 'value'],
    ['POST', '/store/items/search', `{"namespace_prefix":["a"],"filter":${PROTO}}`, 'filter'],
    ['POST', '/threads', `{"metadata":${PROTO}}`, 'metadata'],
    ['POST', '/threads/search', `{"metadata":${PROTO}}`, 'metadata'],
    ['POST', '/threads/search', `{"values":${PROTO}}`, 'values'],
    ['POST', '/threads/count', `{"values":${PROTO}}`, 'values'],
    ['POST', '/threads/search', `{"extract":{"__proto__":"values"}}`, 'extract'],
    ['POST', '/assistants/search', `{"metadata":${PROTO}}`, 'metadata'],
  ])('is rejected by %s %s', async (method, path, body, field) => {
    const { status, body: answer } = await sent(world.base, 'test-key', method, path, body);
    expect([status, answer.detail?.[0]?.loc]).toEqual([422, ['body', field, '__proto__']]);
  });

  test('is rejected for a sandbox, and for metadata in a query', async () => {
    const { urls, apiKey } = emulator;
    const box = `{"name":"desk","env_vars":{"__proto__":"x","B":"2"}}`;
    const { status, body } = await sent(urls.controlPlane, apiKey, 'POST', '/v2/sandboxes/boxes', box);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('__proto__')]);
    const { body: thread } = await sent(world.base, 'test-key', 'POST', '/threads', '{}');
    const runs = `/threads/${thread.thread_id}/runs?metadata=${encodeURIComponent(PROTO)}`;
    expect((await world.call('GET', runs)).status).toBe(422);
  });

  test('is accepted below the first level of a body, where no keys are copied', async () => {
    const value = `{"deeper":${PROTO}}`;
    const item = `{"namespace":["a"],"key":"deep","value":${value}}`;
    expect((await sent(world.base, 'test-key', 'PUT', '/store/items', item)).status).toBe(204);
    const { body } = await world.call('GET', '/store/items?namespace=a&key=deep');
    expect(JSON.stringify(body.value)).toBe(value);
  });

  // docs/security/emulator.md#seeds-graph-configurations-inputs
  test('is rejected in files, and sets no prototype in inputs of the action', () => {
    expect(() =>
      parseSeed(
        'workspaces: [{id: 11111111-1111-4111-8111-111111111111, cluster_secrets: {__proto__: {}}}]',
        's.yaml',
      ),
    ).toThrow(/workspaces\.0\.cluster_secrets\.__proto__/);
    expect(parseGraphConfig('{"graphs":{"a":"./a.ts:a"},"env":{"__proto__":"x"}}')).toMatchObject({
      ok: false,
      problem: { key: 'env.__proto__' },
    });
    const env = parseCommandEnv('__proto__=x\nA=1');
    expect(env.ok && Object.entries(env.value)).toEqual([
      ['__proto__', 'x'],
      ['A', '1'],
    ]);
    expect(JSON.stringify(parseResourceSpec('labels: {__proto__: x}'))).toContain('labels.__proto__');
  });
});
