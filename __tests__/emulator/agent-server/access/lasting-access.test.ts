import { afterEach, describe, expect, test } from '@jest/globals';
import type { AuthQuery } from '../../../../src/emulator/ports/agent-auth.ts';
import type { Worker } from '../../../../src/emulator/ports/worker.ts';
import { Cleanup, createFixture } from '../fixture.ts';
import { createScriptedWorker } from '../scripted-worker.ts';
import { callerOf } from './guarded-deployment.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Creates a deployment where each caller owns their threads, and may see no other threads. */
async function ownedThreads() {
  const fixture = await createFixture(cleanup, { heartbeatMs: 20 });
  const query = async (_: string, one: AuthQuery) => {
    if (one.kind === 'authenticate') {
      const identity = one.request.headers['authorization'] ?? '';
      return { identity: { user: { identity }, permissions: [] } };
    }
    const owner = one.identity.user.identity;
    const metadata = { ...(one.value['metadata'] as object | undefined), owner };
    return { filter: { owner }, ...('metadata' in one.value && { changes: { metadata } }) };
  };
  const scripted = createScriptedWorker(fixture.deploymentId);
  fixture.live.serve(fixture.deploymentId, { ...scripted.worker, auth: {}, query } as unknown as Worker);
  const as = callerOf(fixture);
  const { body } = await as('bob')('POST', '/threads', {});
  const { thread_id: thread } = body as { thread_id: string };
  /**
   * Opens a long-lived subscription as Bob, and once it has started, returns everything that it receives until its
   * end.
   */
  const open = async (method: 'GET' | 'POST', path: string, sent?: object) => {
    const answer = await fetch(`${fixture.base}/threads/${thread}${path}`, {
      method,
      headers: { authorization: 'Bearer bob', 'content-type': 'application/json' },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    expect(answer.status).toBe(200);
    return { said: answer.text().catch(() => 'cut') };
  };
  const giveAway = () =>
    fixture.store.threads.update(thread, { metadata: { owner: 'Bearer alice' }, updatedAt: Date.now() });
  return { ...fixture, ...scripted, as, thread, open, giveAway };
}

const RUN = { assistant_id: 'agent', input: {}, stream_resumable: true };
const PROTOCOL = { channels: ['values', 'lifecycle'] };
type Open = Awaited<ReturnType<typeof ownedThreads>>['open'];

/** Long-lived subscriptions, opened while a run of Bob's is active. */
const SUBSCRIPTIONS: [string, (open: Open, run: string) => ReturnType<Open>][] = [
  ['the stream of a thread', (open) => open('GET', '/stream')],
  ['the stream of a run', (open, run) => open('GET', `/runs/${run}/stream`)],
  ['waiting for a run', (open, run) => open('GET', `/runs/${run}/join`)],
  ['the events of the protocol', (open) => open('POST', '/stream/events', PROTOCOL)],
];

// docs/agent-server/authentication.md#auth-lasting
describe('a subscription to the events of a thread or run', () => {
  test.each(SUBSCRIPTIONS)(
    'ends without another event when another caller becomes the owner of the thread (%s)',
    async (_, subscribe) => {
      const { as, thread, next, open, giveAway } = await ownedThreads();
      const made = await as('bob')('POST', `/threads/${thread}/runs`, RUN);
      const run = await next();
      const { said } = await subscribe(open, (made.body as { run_id: string }).run_id);
      await run.tell(['values', { said: 'to bob' }]);
      await giveAway();
      await run.tell(['values', { said: 'a secret' }]);
      run.end();
      expect(await said).not.toContain('secret');
    },
  );

  test.each([
    ['the stream of a new run', '/runs/stream'],
    ['waiting for a new run', '/runs/wait'],
  ])("ends without another event if the owner changes before the run's first event (%s)", async (_, path) => {
    const { next, open, giveAway } = await ownedThreads();
    const opening = open('POST', path, RUN);
    const run = await next();
    const { said } = await opening;
    await giveAway();
    await run.tell(['values', { said: 'a secret' }]);
    run.end();
    expect(await said).not.toContain('secret');
  });

  test.each(SUBSCRIPTIONS.filter(([name]) => /thread|protocol/.test(name)))(
    'ends when the thread is deleted, and never includes a later thread with the same ID (%s)',
    async (_, subscribe) => {
      const { as, thread, next, open } = await ownedThreads();
      const made = await as('bob')('POST', `/threads/${thread}/runs`, RUN);
      const first = await next();
      const { said } = await subscribe(open, (made.body as { run_id: string }).run_id);
      first.end();
      expect((await as('bob')('DELETE', `/threads/${thread}`)).status).toBe(204);
      expect((await as('alice')('POST', '/threads', { thread_id: thread })).status).toBe(200);
      await as('alice')('POST', `/threads/${thread}/runs`, RUN);
      const second = await next();
      await second.tell(['values', { said: 'a secret' }]);
      second.end();
      expect(await said).not.toContain('secret');
    },
  );

  test('receives events for as long as the thread belongs to the caller', async () => {
    const { as, thread, next, open } = await ownedThreads();
    const made = await as('bob')('POST', `/threads/${thread}/runs`, RUN);
    const run = await next();
    const { said } = await open('GET', `/runs/${(made.body as { run_id: string }).run_id}/stream`);
    await run.tell(['values', { said: 'to bob' }]);
    run.end();
    expect(await said).toContain('to bob');
  });

  test('receives the events of a run without a thread if the caller created the run', async () => {
    const { base, next } = await ownedThreads();
    const said = fetch(`${base}/runs/stream`, {
      method: 'POST',
      headers: { authorization: 'Bearer bob', 'content-type': 'application/json' },
      body: JSON.stringify({ assistant_id: 'agent', input: {} }),
    }).then((answer) => answer.text());
    const run = await next();
    await run.tell(['values', { said: 'to bob' }]);
    run.end();
    expect(await said).toContain('to bob');
  });
});
