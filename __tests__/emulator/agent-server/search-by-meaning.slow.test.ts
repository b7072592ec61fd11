import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Worker } from '../../../src/emulator/ports/worker.ts';
import { revisionRow } from '../store/samples.ts';
import { type AgentServerFixture, Cleanup, createCheckout, createFixture } from './fixture.ts';

/** Embeds a text as the number of occurrences of three words, and fails for some texts. */
const EMBED = `
const words = ['tea', 'cat', 'car'];
export async function embed(texts) {
  console.log('embeds ' + texts.join(','));
  return texts.map((text) => {
    if (text.includes('fails')) throw new Error('no such word');
    if (text.includes('short')) return [1];
    return words.map((word) => text.split(word).length - 1);
  });
}
export const model = {
  embedDocuments: embed,
  embedQuery: async (text) => (await embed([text]))[0],
};
export const nothing = 5;
`;
const GRAPHS = `
import { Annotation, StateGraph } from '@langchain/langgraph';
const State = Annotation.Root({ query: Annotation(), found: Annotation() });
export const graph = new StateGraph(State)
  .addNode('search', async ({ query }, { store }) => {
    const namespace = ['memory', 'graph'];
    await Promise.all([
      store.put(namespace, 'g', { title: 'a car', more: 'tea' }),
      store.put(namespace, 'h', { title: 'tea, a car' }),
    ]);
    const items = await store.search(['memory', 'graph'], { query, limit: 2 });
    return { found: items.map(({ key, score }) => [key, Math.round(score * 100)]) };
  })
  .addEdge('__start__', 'search')
  .compile();
`;

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let checkout: string;

beforeAll(async () => {
  fixture = await createFixture(cleanup);
  checkout = await createCheckout(cleanup, { 'embed.mjs': EMBED, 'graphs.mjs': GRAPHS });
  const { store, deploymentId } = fixture;
  const { id: revisionId } = await store.revisions.insert(revisionRow(deploymentId), []);
  await store.revisions.update(revisionId, { agentSettings: { isIndexed: true } });
  await store.deployments.update(deploymentId, { activeRevisionId: revisionId });
  await serve('model');
});
afterAll(() => cleanup.run());

function start(exportName: string): Promise<Worker> {
  const embed = { module: join(checkout, 'embed.mjs'), exportName };
  return fixture.start({
    graphs: { agent: { module: join(checkout, 'graphs.mjs'), exportName: 'graph' } },
    cwd: checkout,
    store: { index: { dims: 3, fields: ['title', 'tags[*]'], embed } },
  });
}

async function serve(exportName: string): Promise<void> {
  const worker = await start(exportName);
  await worker.ready;
  fixture.live.serve(fixture.deploymentId, worker);
}

const put = (key: string, value: object, more: object = {}) =>
  fixture.call('PUT', '/store/items', { namespace: ['memory', 'client'], key, value, ...more });

const search = async (query: string, more: object = {}): Promise<[string, number | null][]> => {
  const namespace = ['memory', 'client'];
  const asked = { namespace_prefix: namespace, query, ...more };
  const { body } = await fixture.call('POST', '/store/items/search', asked);
  return body.items.map(({ key, score }: { key: string; score: number | null }) => [
    key,
    score === null ? null : Math.round(score * 100),
  ]);
};

// docs/departures/graphs.md#store-index
describe('items of a store with a configured embedding function', () => {
  test('are found by their most similar text, the most similar item first, in pages and with filters', async () => {
    await put('tea', { title: 'tea', n: 1 });
    await put('both', { title: 'tea and a cat', n: 2 });
    await put('tags', { tags: ['cat', 'car'], n: 3 });
    await put('none', { other: 'cat' });
    await put('excluded', { title: 'cat' }, { index: false });
    await put('elsewhere', { title: 'tea', place: 'cat' }, { index: ['place'] });
    const all = [
      ['elsewhere', 100],
      ['tags', 100],
      ['both', 71],
      ['tea', 0],
    ];
    expect(await search('cat')).toEqual(all);
    expect(await search('cat', { limit: 2, offset: 1 })).toEqual(all.slice(1, 3));
    expect(await search('cat', { filter: { n: { $gte: 2 } } })).toEqual(all.slice(1, 3));
    expect(await search('cat', { namespace_prefix: ['nowhere'] })).toEqual([]);
    expect(await search('')).toContainEqual(['none', null]);
  });

  test('are found by their latest value', async () => {
    await put('changes', { title: 'car' });
    expect(await search('car', { filter: { title: 'car' } })).toEqual([['changes', 100]]);
    await put('changes', { title: 'tea' });
    expect(await search('car', { filter: { title: 'tea' } })).toContainEqual(['changes', 0]);
    await fixture.call('DELETE', '/store/items', { namespace: ['memory', 'client'], key: 'changes' });
    expect((await search('car')).map(([key]) => key)).not.toContain('changes');
  });

  test('are found in the same way by graphs, which embed several new items in one call', async () => {
    const { body: thread } = await fixture.call('POST', '/threads', {});
    const { body } = await fixture.call('POST', `/threads/${thread.thread_id}/runs/wait`, {
      assistant_id: 'agent',
      input: { query: 'car' },
    });
    const found = [
      ['g', 100],
      ['h', 71],
    ];
    expect(body.found).toEqual(found);
    expect(await search('car', { namespace_prefix: ['memory', 'graph'] })).toEqual(found);
    expect(fixture.printed).toContain('embeds a car,tea, a car');
  });

  test('are refused if their text cannot be embedded', async () => {
    for (const [title = '', reason] of [
      ['fails', 'no such word'],
      ['short', 'returned a vector of 1 numbers, but store.index.dims is 3'],
    ]) {
      const answer = await put('refused', { title });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'value'] }] } });
      expect(JSON.stringify(answer.body)).toContain(reason);
      expect((await fixture.call('POST', '/store/items/search', { query: title })).status).toBe(422);
    }
    expect((await fixture.call('GET', '/store/items?namespace=memory.client&key=refused')).body).toBeNull();
  });

  test('cannot be indexed or searched by text while no worker is running, but other searches work', async () => {
    const { live, deploymentId } = fixture;
    const held = live.acquire(deploymentId);
    held?.release();
    live.serve(deploymentId, undefined);
    expect((await put('later', { title: 'tea' })).status).toBe(503);
    expect((await put('at-once', { title: 'tea' }, { index: false })).status).toBe(204);
    expect((await fixture.call('POST', '/store/items/search', { query: 'tea' })).status).toBe(503);
    expect((await fixture.call('POST', '/store/items/search', {})).status).toBe(200);
    live.serve(deploymentId, held?.worker);
  });

  test('require a function or a model for the embedding in the configuration', async () => {
    await expect((await start('nothing')).ready).rejects.toThrow(
      "store.index.embed: export 'nothing' is a number; expected a function",
    );
    await expect((await start('missing')).ready).rejects.toThrow("export 'missing' does not exist");
    await serve('embed');
    expect(await search('tea', { limit: 1 })).toEqual([['tea', 100]]);
  });
});
