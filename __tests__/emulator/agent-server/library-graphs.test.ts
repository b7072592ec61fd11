import { afterEach, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { join } from 'node:path';
import { aCheckout, aWorld, Cleanup, ROOT } from './world.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Builds the example as the data plane does: one ES module, packages left to the checkout. */
async function echoCheckout(): Promise<string> {
  const checkout = await aCheckout(cleanup, {});
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

describe('an agent of the graph library', () => {
  test('answers, and its messages are plain type and content', async () => {
    const world = await aWorld(cleanup);
    await world.serve(await echoCheckout(), { agent: '.build/agent.mjs:graph' }, { GREETING: 'hi' });

    const thread = (await world.call('POST', '/threads', {})).body.thread_id as string;
    const created = await world.call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'agent',
      input: { messages: [{ type: 'human', content: 'hello' }] },
    });
    expect(created.status).toBe(200);
    const joined = await world.call('GET', `/threads/${thread}/runs/${created.body.run_id}/join`);
    expect(joined.body.messages).toMatchObject([
      { type: 'human', content: 'hello', id: expect.any(String) },
      { type: 'ai', content: 'echo v1: hello (GREETING is set)', id: expect.any(String) },
    ]);
    const state = await world.call('GET', `/threads/${thread}/state`);
    expect(state.body).toMatchObject({ values: joined.body, next: [], tasks: [] });
    expect(state.body.checkpoint.thread_id).toBe(thread);
    expect(state.body.metadata.run_id).toBe(created.body.run_id);
    expect((await world.call('GET', `/threads/${thread}`)).body).toMatchObject({
      status: 'idle',
      values: joined.body,
    });
  });

  test('keeps its threads when another revision takes over', async () => {
    const world = await aWorld(cleanup);
    const checkout = await echoCheckout();
    const graphs = { agent: '.build/agent.mjs:graph' };
    const first = await world.serve(checkout, graphs);
    const thread = (await world.call('POST', '/threads', {})).body.thread_id as string;
    const say = (content: string) =>
      world.call('POST', `/threads/${thread}/runs/wait`, {
        assistant_id: 'agent',
        input: { messages: [{ role: 'user', content }] },
      });
    await say('one');

    const second = await world.serve(checkout, graphs);
    await first.stop(1000);
    expect(second.pid).not.toBe(first.pid);
    const { body } = await say('two');
    expect(body.messages.map((message: { content: string }) => message.content)).toEqual([
      'one',
      'echo v1: one (GREETING is not set)',
      'two',
      'echo v1: two (GREETING is not set)',
    ]);
    const runs = (await world.call('GET', `/threads/${thread}/runs`)).body;
    expect(runs).toHaveLength(2);
  });
});
