import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createWebhooks, type PostWebhook } from '../../../src/emulator/agent-server/webhooks.ts';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aDeployment } from '../store/samples.ts';
import { manualClock } from './model/rig.ts';

let store: Store;
let deploymentId: string;
let clock: ReturnType<typeof manualClock>;
const open: (() => Promise<void>)[] = [];
beforeEach(async () => {
  store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
  deploymentId = (await aDeployment(store)).id;
  clock = manualClock();
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  await store.close();
});

const due = (runId: string) =>
  store.webhooks.insert({
    runId,
    deploymentId,
    url: `http://hook.test/${runId}?key=opens-doors`,
    body: { run_id: runId },
    attempts: 0,
    dueAt: clock.now(),
    createdAt: clock.now(),
  });
function sender(post: PostWebhook, shared = false) {
  const logged: string[] = [];
  const webhooks = createWebhooks({ store, clock, post, shared, log: (line) => logged.push(line) });
  open.push(() => webhooks.close());
  return { ...webhooks, logged };
}
const until = async (met: () => Promise<boolean> | boolean) => {
  while (!(await met())) await new Promise((resolve) => setImmediate(resolve));
};
const isDone = async () => (await store.webhooks.nextDue()) === undefined;

describe('a call that a run asked for', () => {
  test('is tried five times, with growing delays, and then dropped', async () => {
    const at: number[] = [];
    const { wake, logged } = sender(() => {
      at.push(clock.now());
      return Promise.reject(new Error('connection refused'));
    });
    const start = clock.now();
    await due('r1');
    wake();
    for (const wait of [1_000, 5_000, 30_000, 120_000]) {
      const tries = at.length + 1;
      // The next try is planned once the wait for it is known.
      await until(async () => at.length === tries && (await store.webhooks.nextDue()) === clock.now() + wait);
      await new Promise((resolve) => setTimeout(resolve, 5));
      clock.move(wait);
    }
    await until(isDone);
    expect(at.map((moment) => moment - start)).toEqual([0, 1_000, 6_000, 36_000, 156_000]);
    expect(logged.at(-1)).toBe('webhook of run r1 to http://hook.test/r1?… is dropped: connection refused');
  });

  test.each([
    [204, 'done'],
    [302, 'is dropped: it answered 302'],
    [404, 'is dropped: it answered 404'],
    [408, 'is retried in 1 s: it answered 408'],
    [429, 'is retried in 1 s: it answered 429'],
    [500, 'is retried in 1 s: it answered 500'],
  ])('that is answered with %i: %s', async (status, what) => {
    const { wake, logged } = sender(() => Promise.resolve(status));
    await due('r1');
    wake();
    if (what === 'done') await until(isDone);
    else await until(() => logged.some((line) => line.endsWith(what)));
    expect(logged).toHaveLength(what === 'done' ? 0 : 1);
    await until(async () => (await isDone()) !== what.includes('retried'));
  });

  // docs/crash-safety.md#webhooks-runs
  test('is sent after a restart, when closing gave it up', async () => {
    const first = sender((_url, _body, signal) => {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await due('r1');
    first.wake();
    await until(async () => (await store.webhooks.nextDue()) === clock.now() + 30_000);
    await first.close();
    const got: unknown[] = [];
    sender((_url, body) => Promise.resolve(got.push(body) && 204)).wake();
    await until(isDone);
    expect(got).toEqual([{ run_id: 'r1', webhook_sent_at: new Date(clock.now()).toISOString() }]);
  });

  // docs/agent-server.md#webhook-waits-receiver-hangs
  test('waits for no receiver that hangs, however many there are and however much is for them', async () => {
    let ended = 0;
    const got: string[] = [];
    const { wake } = sender((url, _body, signal) => {
      if (new URL(url).hostname === 'hook.test') return Promise.resolve(got.push(url) && 204);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended += 1;
          reject(signal.reason);
        });
      });
    });
    const hangs = Array.from({ length: 60 }, (_, at) => `http://hangs-${at < 30 ? at : 0}.test/${at}`);
    for (const url of hangs) {
      await store.webhooks.insert({
        runId: url,
        deploymentId,
        url,
        body: {},
        attempts: 0,
        dueAt: clock.now() - 1,
        createdAt: 0,
      });
    }
    await due('healthy');
    wake();
    await until(() => got.length === 1);
    expect(ended).toBe(0);
    // And those of a receiver that answers do not wait for each other's answers either.
    for (let at = 0; at < 20; at += 1) await due(`more-${at}`);
    wake();
    await until(() => got.length === 21);
    expect(ended).toBe(0);
  });

  // docs/several-processes.md#webhooks-runs
  test('is sent once by emulators that share the store, and by the others when the one that took it is gone', async () => {
    const got: string[] = [];
    const post: PostWebhook = (url) => Promise.resolve(got.push(new URL(url).pathname) && 200);
    const [one, two] = [sender(post, true), sender(post, true)];
    const names = Array.from({ length: 30 }, (_, n) => `r${n}`);
    for (const name of names) await due(name);
    one.wake();
    two.wake();
    await until(isDone);
    expect(got.toSorted()).toEqual(names.map((name) => `/${name}`).toSorted());

    await due('taken');
    await store.webhooks.claim(clock.now(), clock.now() + 30_000);
    for (let moved = 0; moved < 35_000; moved += 5_000) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      clock.move(5_000);
    }
    await until(isDone);
    expect(got.slice(30)).toEqual(['/taken']);
  });
});
