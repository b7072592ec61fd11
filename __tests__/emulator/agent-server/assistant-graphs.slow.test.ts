import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { STATE_GRAPHS } from './state-graphs.ts';
import { createCheckout, createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let client: Client;

beforeAll(async () => {
  fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, {
    'graphs.mjs': `${STATE_GRAPHS}
export const measured = (config) => {
  if (config.configurable?.size === 'broken') throw new RangeError('no such size');
  return chain({ [config.configurable?.size ?? 'usual']: step('x') }).compile();
};
export const nested = chain({ child: chain({ a: step('a'), b: step('b') }).compile(), outer: step('o') }).compile();`,
  });
  const names = ['nested', 'parent', 'typed', 'described', 'asking', 'told', 'measured', 'plain'];
  await fixture.serve(checkout, Object.fromEntries(names.map((name) => [name, `graphs.mjs:${name}`])));
  client = new Client({ apiUrl: fixture.base, apiKey: 'test-key', callerOptions: { maxRetries: 0 } });
});
afterAll(() => cleanup.run());

/** Returns the ID of a graph's default assistant. */
const idOf = async (graphId: string): Promise<string> => {
  const [own] = await client.assistants.search({ graphId, metadata: { created_by: 'system' } });
  return own?.assistant_id ?? '';
};
const nodes = async (assistant: string, xray?: boolean | number) =>
  (await client.assistants.getGraph(assistant, xray === undefined ? {} : { xray })).nodes.map(({ id }) => id);

describe('the drawing of a graph', () => {
  test('contains subgraphs up to the requested depth', async () => {
    expect(await nodes('nested')).toEqual(['__start__', 'child', 'outer', '__end__']);
    for (const xray of [true, 1]) expect(await nodes('nested', xray)).toContain('child:a');
    for (const xray of [false, 0]) expect(await nodes('nested', xray)).toContain('child');
  });

  test('depends on the configuration of the assistant', async () => {
    expect(await nodes('measured')).toContain('usual');
    const made = await client.assistants.create({
      graphId: 'measured',
      config: { configurable: { size: 'huge' } },
    });
    expect(await nodes(made.assistant_id)).toContain('huge');
    await client.assistants.update(made.assistant_id, { config: { configurable: { size: 'broken' } } });
    expect(await fixture.call('GET', `/assistants/${made.assistant_id}/graph`)).toMatchObject({
      status: 422,
      body: { detail: [{ msg: 'RangeError: no such size' }] },
    });
  });

  test('shows a single step for a graph that does not use the graph library', async () => {
    expect(await nodes('plain')).toEqual(['__start__', 'plain', '__end__']);
  });
});

describe('the input and output schemas of a graph', () => {
  test('are the JSON schemas of the zod schemas in the source', async () => {
    const schemas = await client.assistants.getSchemas(await idOf('typed'));
    expect(schemas).toMatchObject({
      graph_id: 'typed',
      state_schema: { type: 'object', properties: { count: { type: 'number' }, note: { type: 'string' } } },
      input_schema: { properties: { count: { type: 'number' } } },
      output_schema: { properties: { note: { type: 'string' } } },
      config_schema: { properties: { model: { enum: ['small', 'large'] } } },
      context_schema: { properties: { model: { enum: ['small', 'large'] } } },
    });
    expect(schemas.input_schema).not.toHaveProperty('required');
  });

  test("come from the graph library if the graph uses the library's own schema classes", async () => {
    expect(await client.assistants.getSchemas(await idOf('described'))).toMatchObject({
      state_schema: { properties: { count: { type: 'number' } }, required: ['note'] },
      input_schema: { properties: { note: { type: 'string' } } },
      config_schema: null,
    });
  });

  test('contain only field names if no types are known, and are null if no names are known', async () => {
    expect(await client.assistants.getSchemas(await idOf('asking'))).toMatchObject({
      state_schema: { type: 'object', properties: { steps: {}, file: {} } },
      context_schema: null,
    });
    expect(await client.assistants.getSchemas(await idOf('plain'))).toEqual({
      graph_id: 'plain',
      state_schema: null,
      input_schema: null,
      output_schema: null,
      config_schema: null,
      context_schema: null,
    });
  });

  test('include the schemas of its subgraphs', async () => {
    const names = { steps: {}, file: {} };
    const subgraphs = await client.assistants.getSubgraphs(await idOf('parent'));
    expect(subgraphs).toMatchObject({ child: { graph_id: 'parent', state_schema: { properties: names } } });
    expect(
      await client.assistants.getSubgraphs(await idOf('parent'), { namespace: 'child', recurse: true }),
    ).toEqual(subgraphs);
    expect(await client.assistants.getSubgraphs(await idOf('parent'), { namespace: 'unknown' })).toEqual({});
    expect(await client.assistants.getSubgraphs(await idOf('plain'))).toEqual({});
  });
});

test('the server returns no drawing and no schemas while no worker is running', async () => {
  const worker = fixture.live.acquire(fixture.deploymentId)?.worker;
  fixture.live.serve(fixture.deploymentId, undefined, worker?.revisionId);
  const { status, headers } = await fixture.call('GET', '/assistants/asking/graph');
  fixture.live.serve(fixture.deploymentId, worker);
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect((await fixture.call('GET', '/assistants/unknown/schemas')).status).toBe(422);
});

test('/info contains the graph library of the active revision', async () => {
  const { version } = createRequire(import.meta.url)('@langchain/langgraph/package.json') as {
    version: string;
  };
  for (const _ of ['asked', 'remembered']) {
    expect((await fixture.call('GET', '/info')).body).toMatchObject({
      langgraph_js_version: version,
      flags: { assistants: true, crons: true },
    });
  }
});
