import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyRequest } from './any-request.ts';
import { PLAIN_GRAPHS } from './plain-graphs.ts';
import { createCheckout, createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
beforeAll(async () => {
  fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': PLAIN_GRAPHS });
  await fixture.serve(checkout, { agent: 'graphs.mjs:echo' });
});
afterAll(() => cleanup.run());

test('no request about threads, assistants and items is answered with a server error', async () => {
  const threads: string[] = [];
  for (const metadata of [{}, { graph_id: 'agent' }, { graph_id: 'gone' }]) {
    threads.push((await fixture.call('POST', '/threads', { metadata })).body.thread_id as string);
  }
  await fixture.call('POST', `/threads/${threads[0]}/runs/wait`, {
    assistant_id: 'agent',
    input: { say: 'x' },
  });
  await fc.assert(
    fc.asyncProperty(anyRequest(threads, ['agent']), async ({ method, path, body }) => {
      const { status, body: answered } = await fixture.call(method, path, body);
      expect([method, path, body, status < 500, answered?.detail]).toEqual([
        method,
        path,
        body,
        true,
        status < 400 ? undefined : expect.anything(),
      ]);
    }),
    { numRuns: 250 },
  );
  expect(fixture.logged.filter((line) => !line.includes('is shown as its last run left it'))).toEqual([]);
});
