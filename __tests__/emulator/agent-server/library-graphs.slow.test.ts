import { afterEach, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { join } from 'node:path';
import { checkpointRow, threadRow } from '../store/samples.ts';
import { createScriptedWorker } from './scripted-worker.ts';
import { CHAIN } from './state-graphs.ts';
import { createCheckout, createFixture, Cleanup, ROOT } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Builds the example as the data plane does: one ES module, with packages from the checkout. */
async function echoCheckout(): Promise<string> {
  const checkout = await createCheckout(cleanup, {});
  await build({
    entryPoints: [join(ROOT, 'examples/echo-agent/src/agent.ts')],
    outfile: join(checkout, '.build/agent.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  return checkout;
}

describe('an agent that uses the graph library', () => {
  test('accepts messages that contain only a type and a content, and responds with messages', async () => {
    const fixture = await createFixture(cleanup);
    await fixture.serve(await echoCheckout(), { agent: '.build/agent.mjs:graph' }, { GREETING: 'hi' });

    const thread = (await fixture.call('POST', '/threads', {})).body.thread_id as string;
    const created = await fixture.call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'agent',
      input: { messages: [{ type: 'human', content: 'hello' }] },
    });
    expect(created.status).toBe(200);
    const joined = await fixture.call('GET', `/threads/${thread}/runs/${created.body.run_id}/join`);
    expect(joined.body.messages).toMatchObject([
      { type: 'human', content: 'hello', id: expect.any(String) },
      { type: 'ai', content: 'echo v1: hello (GREETING is set)', id: expect.any(String) },
    ]);
    const state = await fixture.call('GET', `/threads/${thread}/state`);
    expect(state.body).toMatchObject({ values: joined.body, next: [], tasks: [] });
    expect(state.body.checkpoint.thread_id).toBe(thread);
    expect(state.body.metadata.run_id).toBe(created.body.run_id);
    expect((await fixture.call('GET', `/threads/${thread}`)).body).toMatchObject({
      status: 'idle',
      values: joined.body,
    });
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    'fails a run whose command changes an unknown key of the state: %s',
    async (channel) => {
      const fixture = await createFixture(cleanup);
      await fixture.serve(await echoCheckout(), { agent: '.build/agent.mjs:graph' });
      const thread = (await fixture.call('POST', '/threads', {})).body.thread_id as string;
      const { body } = await fixture.call('POST', `/threads/${thread}/runs/wait`, {
        assistant_id: 'agent',
        command: { update: [[channel, 1]] },
      });
      expect(body).toEqual({ __error__: { error: 'TypeError', message: expect.stringContaining('push') } });
    },
  );
});

describe('a run that continues on a worker of another language', () => {
  test('fails with a reason, and the thread keeps its values', async () => {
    const fixture = await createFixture(cleanup);
    const { store, live, deploymentId } = fixture;
    const thread = threadRow(deploymentId, { metadata: { graph_id: 'agent' }, values: { said: 'hi' } });
    await store.threads.insert(thread);
    await store.checkpoints.put(checkpointRow(thread.id, 'c1', { language: 'python' }));
    const { worker, next } = createScriptedWorker(deploymentId);
    live.serve(deploymentId, { ...worker, language: 'python' });
    const { body } = await fixture.call('POST', `/threads/${thread.id}/runs`, { assistant_id: 'agent' });
    const first = await next();
    await fixture.serve(await echoCheckout(), { agent: '.build/agent.mjs:graph' });
    first.crash();
    const joined = await fixture.call('GET', `/threads/${thread.id}/runs/${body.run_id}/join`);
    expect(joined.body).toEqual({
      __error__: {
        error: 'OtherLanguageError',
        message: expect.stringMatching(/written by Python graphs.*start a new thread/),
      },
    });
    expect(await store.threads.get(deploymentId, thread.id)).toMatchObject({
      status: 'error',
      values: { said: 'hi' },
    });
    expect(await store.checkpoints.languageOf(thread.id)).toBe('python');
  });
});

/** Graphs that use a checkpointer in every supported way. */
const LIBRARY_GRAPHS = `${CHAIN}
import { writeFileSync } from 'node:fs';
const { BaseCheckpointSaver } = library;
export const uncompiled = chain({ one: step('one') });
export const factory = async (config) => chain({ made: step('made for ' + config.configurable.user) }).compile();
export const asking = chain({
  ask: () => ({ steps: ['answer ' + interrupt('sure?')] }),
  after: step('after'),
}).compile();
export const crashing = chain({
  first: step('first'),
  crash: (state) => {
    if (existsSync(state.file)) return { steps: ['survived'] };
    writeFileSync(state.file, '');
    process.exit(7);
  },
}).compile();
export const introspect = chain({
  look: async (_state, config) => {
    const saver = config.configurable.__pregel_checkpointer;
    const { thread_id } = config.configurable;
    const seen = [];
    // The library stores checkpoints in the background: the second one may still be pending.
    while (seen.length < 2) {
      seen.length = 0;
      for await (const tuple of saver.list({ configurable: { thread_id } }, { limit: 2 })) seen.push(tuple.metadata.step);
    }
    const filtered = [];
    for await (const tuple of saver.list({ configurable: { thread_id } }, { filter: { source: 'input' } })) {
      filtered.push(tuple.metadata.source);
    }
    const deleted = await saver.deleteThread(thread_id).catch((failure) => failure.message);
    return { steps: [saver instanceof BaseCheckpointSaver, seen, filtered, deleted] };
  },
}).compile();
export const remembering = chain({
  remember: async (_state, { store, configurable }) => {
    const before = await store.get(['of', 'client'], 'k');
    await store.put(['of', 'graph'], 'a', { n: 1, when: new Date(0) });
    await store.put(['of', 'graph'], 'b', { n: 2 });
    await store.delete(['of', 'graph'], 'b');
    const found = await store.search(['of'], { filter: { n: { $gt: 0 } } });
    const refused = await store.put(['a.b'], 'c', {}).catch(({ name }) => name);
    return {
      steps: [
        before.value, before.updatedAt instanceof Date, found.map(({ key }) => key), refused,
        await store.get(['of', 'graph'], 'b'),
      ],
    };
  },
}).compile({ store: 'of its own, which no other revision would have' });
`;

async function createLibraryFixture() {
  const fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': LIBRARY_GRAPHS });
  const names = [...LIBRARY_GRAPHS.matchAll(/^export const (\w+)/gm)].map((match) => match[1] ?? '');
  const graphs = Object.fromEntries(names.map((name) => [name, `graphs.mjs:${name}`]));
  await fixture.serve(checkout, graphs);
  const thread = (await fixture.call('POST', '/threads', {})).body.thread_id as string;
  const wait = async (assistant_id: string, more: object = {}) =>
    (
      await fixture.call('POST', `/threads/${thread}/runs/wait`, {
        assistant_id,
        input: { file: join(checkout, 'file') },
        ...more,
      })
    ).body;
  const state = async () => (await fixture.call('GET', `/threads/${thread}/state`)).body;
  return { fixture, checkout, graphs, thread, wait, state, file: join(checkout, 'file') };
}

describe('a graph of the graph library', () => {
  test('can be exported uncompiled, or as a function', async () => {
    const { wait } = await createLibraryFixture();
    expect((await wait('uncompiled')).steps).toEqual(['one']);
    const config = { configurable: { user: 'ada' } };
    expect((await wait('factory', { config })).steps).toEqual(['one', 'made for ada']);
  });

  test('uses a single copy of the graph library, and its checkpointer lists the newest checkpoint first', async () => {
    const { wait } = await createLibraryFixture();
    expect((await wait('introspect')).steps).toEqual([
      true,
      [0, -1],
      ['input'],
      'a graph cannot delete its own thread; call DELETE /threads/{thread_id} of the deployment instead',
    ]);
  });

  test('continues from its last step if the worker dies, and receives the input only once', async () => {
    const { fixture, wait, checkout, graphs, file } = await createLibraryFixture();
    const ended = wait('crashing', { input: { file, steps: ['heard'] } });
    while (fixture.logged.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    await fixture.serve(checkout, graphs);
    expect((await ended).steps).toEqual(['heard', 'first', 'survived']);
  });

  test("interrupts its run, and can continue with the client's answer on another worker", async () => {
    const { fixture, thread, wait, state, checkout, graphs } = await createLibraryFixture();
    const asked = await wait('asking');
    expect(asked).toMatchObject({ steps: [], __interrupt__: [{ value: 'sure?' }] });
    // A client that joins late gets the same values.
    const [run] = (await fixture.call('GET', `/threads/${thread}/runs`)).body;
    expect((await fixture.call('GET', `/threads/${thread}/runs/${run.run_id}/join`)).body).toEqual(asked);
    expect((await fixture.call('GET', `/threads/${thread}`)).body).toMatchObject({
      status: 'interrupted',
      interrupts: { [(await state()).tasks[0].id]: [{ value: 'sure?' }] },
    });
    expect(await state()).toMatchObject({ next: ['ask'], interrupts: [{ value: 'sure?' }] });
    await fixture.serve(checkout, graphs);
    expect((await wait('asking', { command: { resume: 'yes' } })).steps).toEqual(['answer yes', 'after']);
    expect((await fixture.call('GET', `/threads/${thread}`)).body).toMatchObject({
      status: 'idle',
      interrupts: {},
    });
  });
});

test('a graph uses the store of its deployment instead of the store that it was compiled with', async () => {
  const { fixture, wait } = await createLibraryFixture();
  await fixture.call('PUT', '/store/items', { namespace: ['of', 'client'], key: 'k', value: { n: 7 } });
  const answered = await wait('remembering');
  expect(answered).not.toHaveProperty('__error__');
  const { steps } = answered;
  expect(steps).toEqual([{ n: 7 }, true, expect.arrayContaining(['k', 'a']), 'InvalidItemError', null]);
  expect((await fixture.call('GET', '/store/items?namespace=of.graph&key=a')).body).toMatchObject({
    value: { n: 1, when: '1970-01-01T00:00:00.000Z' },
  });
});
