import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { withAssistantConfig } from '../../../src/emulator/agent-server/run-row.ts';
import type { Worker } from '../../../src/emulator/ports/worker.ts';
import { PLAIN_GRAPHS } from './plain-graphs.ts';
import { createCheckout, createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

const AGENT = 'fe096781-5601-53d2-b2f6-0d3403f7e9ca';
const GRAPHS = `${PLAIN_GRAPHS}
export const told = { invoke: (input, { configurable, context, tags }) => ({ model: configurable.model, context, tags }) };
`;
const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let client: Client;
let checkout: string;
let worker: Worker;

beforeAll(async () => {
  fixture = await createFixture(cleanup);
  checkout = await createCheckout(cleanup, { 'graphs.mjs': GRAPHS });
  worker = await fixture.serve(checkout, {
    agent: 'graphs.mjs:echo',
    told: 'graphs.mjs:told',
    gate: 'graphs.mjs:gate',
  });
  client = new Client({ apiUrl: fixture.base, apiKey: 'test-key', callerOptions: { maxRetries: 0 } });
});
afterAll(() => cleanup.run());

const statusOf = async (work: Promise<unknown>) => {
  try {
    await work;
    return 200;
  } catch (failure) {
    return (failure as { status: number }).status;
  }
};
/** Returns the ID of a graph's default assistant. */
const idOf = async (graphId: string): Promise<string> => {
  const [own] = await client.assistants.search({ graphId, metadata: { created_by: 'system' } });
  return own?.assistant_id ?? '';
};
/** Creates an assistant, and deletes it after the test even if the test fails. */
const withAdded = async (
  payload: Partial<Parameters<Client['assistants']['create']>[0]>,
  work: (id: string) => Promise<void>,
) => {
  const { assistant_id: id } = await client.assistants.create({ graphId: 'told', ...payload });
  try {
    await work(id);
  } finally {
    await client.assistants.delete(id);
  }
};

describe('an assistant that a client created', () => {
  test('requires an existing graph', async () => {
    const answer = await fixture.call('POST', '/assistants', { graph_id: 'unknown' });
    expect(answer).toMatchObject({
      status: 404,
      body: { detail: "Graph 'unknown' not found; this revision has agent, told, gate" },
    });
    expect(await statusOf(client.assistants.create({ graphId: 'told', assistantId: AGENT }))).toBe(409);
    expect((await fixture.call('POST', '/assistants', { graph_id: 'told', assistant_id: 'x' })).status).toBe(
      422,
    );
  });

  test('has a configuration and a context that its runs can override', async () => {
    const config = { configurable: { model: 'small', other: 1 }, tags: ['theirs'] };
    await withAdded({ config, context: { tone: 'dry', loud: true } }, async (id) => {
      expect(await client.assistants.get(id)).toMatchObject({ config, context: { tone: 'dry', loud: true } });
      expect(await client.runs.wait(null, id, { input: {} })).toEqual({
        model: 'small',
        context: { tone: 'dry', loud: true },
        tags: ['theirs'],
      });
      const over = {
        config: { configurable: { model: 'large' }, tags: ['mine'] },
        context: { tone: 'warm' },
      };
      expect(await client.runs.wait(null, id, { input: {}, ...over })).toEqual({
        model: 'large',
        context: { tone: 'warm', loud: true },
        tags: ['mine'],
      });
      const { thread_id: thread } = await client.threads.create();
      const run = await client.runs.create(thread, id, { input: {} });
      expect(run.assistant_id).toBe(id);
      await client.runs.join(thread, run.run_id);
      expect((await client.threads.get(thread)).metadata).toMatchObject({
        assistant_id: id,
        graph_id: 'told',
      });
    });
  });

  test('gets a new version with each change, and any version can be made the current version', async () => {
    await withAdded({ metadata: { a: 1 } }, async (id) => {
      const second = await client.assistants.update(id, { metadata: { b: 2 }, name: 'Second' });
      expect(second).toMatchObject({ version: 2, metadata: { a: 1, b: 2 }, graph_id: 'told' });
      const versions = await client.assistants.getVersions(id);
      expect(versions.map(({ name }) => name)).toEqual(['Second', 'Untitled']);
      expect(await client.assistants.getVersions(id, { metadata: { b: 2 }, limit: 1 })).toEqual([
        versions[0],
      ]);
      expect(await client.assistants.setLatest(id, 1)).toMatchObject({ version: 1, name: 'Untitled' });
      expect(await client.assistants.update(id, { description: 'third' })).toMatchObject({ version: 3 });
      expect(await statusOf(client.assistants.setLatest(id, 9))).toBe(404);
      expect(await statusOf(client.assistants.update(id, { graphId: 'unknown' }))).toBe(404);
    });
    expect(await statusOf(client.assistants.update(randomUUID(), {}))).toBe(404);
    expect(await statusOf(client.assistants.getVersions(randomUUID()))).toBe(404);
  });

  test('is deleted on request together with its threads, and the runs of these threads are stopped', async () => {
    const thread = async () => (await client.threads.create()).thread_id;
    const [own, others] = [await thread(), await thread()];
    const { assistant_id: id } = await client.assistants.create({ graphId: 'gate' });
    const file = join(checkout, randomUUID());
    const going = await client.runs.create(own, id, { input: { say: own, file } });
    const ended = client.runs.join(own, going.run_id);
    await client.runs.wait(others, 'agent', { input: {} });
    while (!fixture.printed.includes(`gate reached ${own}`))
      await new Promise((resolve) => setTimeout(resolve, 2));
    await client.assistants.delete(id, { deleteThreads: true });
    expect(await ended).toMatchObject({ __error__: { error: 'RunDeletedError' } });
    expect(await statusOf(client.threads.get(own))).toBe(404);
    expect(await statusOf(client.threads.get(others))).toBe(200);
    await writeFile(file, '');
  });

  // docs/departures/agent-server.md#assistant-whose-graph-gone
  test('remains when its graph is removed, and can be used again when the graph returns', async () => {
    await withAdded({}, async (id) => {
      const next = await fixture.launch(checkout, { agent: 'graphs.mjs:echo' });
      fixture.live.serve(fixture.deploymentId, next);
      try {
        expect(await client.assistants.get(id)).toMatchObject({ graph_id: 'told' });
        expect(await statusOf(client.runs.wait(null, id, {}))).toBe(404);
        expect((await client.assistants.search()).map(({ graph_id }) => graph_id)).toEqual(['told', 'agent']);
      } finally {
        fixture.live.serve(fixture.deploymentId, worker);
        await next.stop(0);
      }
      expect(await statusOf(client.runs.wait(null, id, {}))).toBe(200);
    });
  });
});

describe('the default assistant of a graph', () => {
  // docs/departures/agent-server.md#graphs-own-assistant
  test('can be changed by its ID, and cannot be deleted', async () => {
    const before = await client.assistants.get(await idOf('told'));
    expect(before).toMatchObject({ name: 'told', version: 1, metadata: { created_by: 'system' } });
    expect(await client.assistants.getVersions(before.assistant_id)).toHaveLength(1);
    const config = { configurable: { model: 'set' } };
    const changed = await client.assistants.update(before.assistant_id, { config });
    expect(changed).toMatchObject({ assistant_id: before.assistant_id, version: 2, config });
    expect(await client.assistants.get(before.assistant_id)).toEqual(changed);
    expect(await client.runs.wait(null, 'told', { input: {} })).toMatchObject({ model: 'set' });
    expect(await client.assistants.getVersions(before.assistant_id)).toHaveLength(2);
    expect(await client.assistants.count({ graphId: 'told' })).toBe(1);
    expect(await client.assistants.setLatest(before.assistant_id, 1)).toMatchObject({
      version: 1,
      config: {},
    });
    expect(await statusOf(client.assistants.delete(AGENT))).toBe(422);
    expect(await statusOf(client.assistants.delete(before.assistant_id))).toBe(422);
  });
});

const BY_ID: readonly [method: string, path: string, body: object | undefined][] = [
  ['GET', '', undefined],
  ['PATCH', '', { name: 'renamed' }],
  ['DELETE', '', undefined],
  ['GET', '/schemas', undefined],
  ['GET', '/subgraphs', undefined],
  ['GET', '/subgraphs/child', undefined],
  ['POST', '/versions', {}],
  ['POST', '/latest', { version: 1 }],
];
test.each(BY_ID)(
  '%s /assistants/{id}%s requires an ID and does not accept the name of a graph',
  async (method, path, body) => {
    for (const name of ['told', 'unknown']) {
      expect((await fixture.call(method, `/assistants/${name}${path}`, body)).status).toBe(422);
    }
    expect((await fixture.call(method, `/assistants/${randomUUID()}${path}`, body)).status).toBe(404);
  },
);

test('the route that draws the graph of an assistant also accepts the name of the graph', async () => {
  expect((await fixture.call('GET', '/assistants/told/graph')).status).toBe(200);
  expect((await fixture.call('GET', '/assistants/unknown/graph')).status).toBe(422);
  expect((await fixture.call('GET', `/assistants/${randomUUID()}/graph`)).status).toBe(404);
});

test('a search or count of assistants by an unknown graph returns a 404', async () => {
  for (const kind of ['search', 'count']) {
    const { status, body } = await fixture.call('POST', `/assistants/${kind}`, { graph_id: 'unknown' });
    expect([status, body.detail]).toEqual([404, expect.stringContaining("Graph 'unknown' not found")]);
  }
});

describe('a search for assistants', () => {
  const names: Record<string, string> = {};
  beforeAll(async () => {
    for (const name of ['Grace', 'ada', 'Adele']) {
      const made = await client.assistants.create({ graphId: 'gate', name, metadata: { n: { deep: name } } });
      names[made.assistant_id] = name;
    }
  });
  afterAll(async () => {
    for (const id of Object.keys(names)) await client.assistants.delete(id);
  });
  test.each([
    ['without conditions, the newest first', {}, ['Adele', 'ada', 'Grace', 'told', 'agent', 'gate']],
    ['by graph', { graphId: 'gate' }, ['Adele', 'ada', 'Grace', 'gate']],
    ['by part of the name', { name: 'AD' }, ['Adele', 'ada']],
    ['by metadata', { metadata: { n: { deep: 'ada' } } }, ['ada']],
    ['sorted by name', { sortBy: 'name' as const, sortOrder: 'asc' as const, limit: 2 }, ['Adele', 'Grace']],
    [
      'sorted by creation, on the second page',
      { sortBy: 'created_at' as const, limit: 1, offset: 1 },
      ['ada'],
    ],
  ])('returns the matching assistants in the expected order: %s', async (_, query, expected) => {
    expect((await client.assistants.search(query)).map(({ name }) => name)).toEqual(expected);
  });
});

test('the settings of a run override the settings of its assistant, key by key', () => {
  const assistant = { config: { tags: ['a'], configurable: { a: 1, b: 1 } }, context: { c: 1, d: 1 } };
  expect(withAssistantConfig({ config: { configurable: { b: 2 } }, context: { d: 2 } }, assistant)).toEqual({
    config: { tags: ['a'], configurable: { a: 1, b: 2 } },
    context: { c: 1, d: 2 },
  });
  expect(withAssistantConfig({ context: 'mine' }, assistant)).toMatchObject({ context: 'mine' });
  const nothing = { config: {}, context: {} };
  expect(withAssistantConfig({ config: null, context: null }, nothing)).toEqual({
    config: null,
    context: null,
  });
});
