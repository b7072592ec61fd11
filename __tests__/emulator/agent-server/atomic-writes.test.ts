import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Repositories } from '../../../src/emulator/ports/store.ts';
import { PLAIN_GRAPHS } from './plain-graphs.ts';
import { createCheckout, createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Creates a fixture in which one run waits at its gate, which `file` opens once it is created. */
async function waiting(graph: 'gate' | 'deaf') {
  const fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': PLAIN_GRAPHS });
  await fixture.serve(checkout, {
    agent: 'graphs.mjs:echo',
    gate: 'graphs.mjs:gate',
    deaf: 'graphs.mjs:deaf',
  });
  const thread: string = (await fixture.call('POST', '/threads', {})).body.thread_id;
  const file = join(checkout, 'go');
  const first: string = (
    await fixture.call('POST', `/threads/${thread}/runs`, {
      assistant_id: graph,
      input: { say: 'first', file },
    })
  ).body.run_id;
  while (!fixture.printed.includes(`${graph} reached first`))
    await new Promise((done) => setTimeout(done, 2));
  return { fixture, thread, first, file };
}

/** Collects the states that a reader would find after each single write to the store, in or outside a transaction. */
function watchWrites<T>(fixture: AgentServerFixture, look: (tx: Repositories) => Promise<T>): T[] {
  const found: T[] = [];
  const { store } = fixture;
  const transaction = store.transaction.bind(store);
  store.transaction = async (work) => {
    const result = await transaction(work);
    found.push(await look(store));
    return result;
  };
  for (const repository of [store.runs, store.threads, store.checkpoints]) {
    for (const name of ['update', 'remove', 'insert', 'removeRun'] as const) {
      const write: unknown = Reflect.get(repository, name);
      if (typeof write !== 'function') continue;
      Reflect.set(repository, name, async (...args: unknown[]) => {
        const result: unknown = await Reflect.apply(write, repository, args);
        found.push(await look(store));
        return result;
      });
    }
  }
  return found;
}

const statuses =
  ({ fixture, thread }: { fixture: AgentServerFixture; thread: string }) =>
  async (tx: Repositories) =>
    (await tx.runs.list(fixture.deploymentId, thread, { limit: 10, offset: 0 }))
      .map(({ status, kwargs }) => `${(kwargs as { input: { say: string } }).input.say} ${status}`)
      .toReversed();

describe('an emulator that is killed at any moment', () => {
  test.each([
    ['rollback', ['second']],
    ['interrupt', ['first interrupted', 'second']],
  ])(
    "has stored a new run with the strategy %s only if the thread's earlier run was stopped",
    async (strategy, after) => {
      const place = await waiting('gate');
      const found = watchWrites(place.fixture, statuses(place));
      await place.fixture.call('POST', `/threads/${place.thread}/runs/wait`, {
        assistant_id: 'agent',
        input: { say: 'second' },
        multitask_strategy: strategy,
      });
      expect(found.length).toBeGreaterThan(1);
      for (const runs of found) {
        // The test is about the first run; the second run waits, runs and ends.
        const shown = runs.map((run) => (run.startsWith('second') ? 'second' : run));
        expect([['first running'], after]).toContainEqual(shown);
      }
    },
  );

  test('has either kept or completely deleted a run whose deletion was requested', async () => {
    const place = await waiting('gate');
    const found = watchWrites(place.fixture, statuses(place));
    await place.fixture.call('DELETE', `/threads/${place.thread}/runs/${place.first}`);
    expect(found.every((runs) => runs.length === 0 || runs[0] === 'first running')).toBe(true);
    expect(found.at(-1)).toEqual([]);
  });

  test('has either kept or completely deleted a thread with its runs after a deletion request', async () => {
    const place = await waiting('gate');
    const { fixture, thread } = place;
    const found = watchWrites(fixture, async (tx) => ({
      runs: await statuses(place)(tx),
      there: (await tx.threads.get(fixture.deploymentId, thread)) !== undefined,
    }));
    await fixture.call('DELETE', `/threads/${thread}`);
    for (const { runs, there } of found) expect(runs).toEqual(there ? ['first running'] : []);
    expect(found.at(-1)?.there).toBe(false);
  });

  test('has stored the webhook of a run together with the end of the run', async () => {
    const { fixture } = await waiting('gate');
    const made: string = (await fixture.call('POST', '/threads', {})).body.thread_id;
    const found = watchWrites(fixture, async (tx) => {
      const [run] = await tx.runs.list(fixture.deploymentId, made, { limit: 1, offset: 0 });
      return `${run?.status} ${(await tx.webhooks.nextDue()) === undefined ? 'without' : 'with'} a call`;
    });
    // The receiver of the webhook does not exist, so the call waits for its next attempt.
    await fixture.call('POST', `/threads/${made}/runs/wait`, {
      assistant_id: 'agent',
      input: { say: 'done' },
      webhook: 'http://127.0.0.1:1/hook',
    });
    const allowed = ['undefined without a call', 'pending without a call', 'running without a call'];
    expect([...new Set(found)].filter((one) => !allowed.includes(one))).toEqual(['success with a call']);
  });

  test('has removed a temporary thread together with the end of its run', async () => {
    const { fixture } = await waiting('gate');
    const alone = async (tx: Repositories) => {
      const threads = await tx.threads.list(fixture.deploymentId, { limit: 10, offset: 0 });
      const runs = await Promise.all(
        threads.map(({ id }) => tx.runs.list(fixture.deploymentId, id, { limit: 1, offset: 0 })),
      );
      return runs.flat().filter((run) => run.kwargs.stateless === true);
    };
    const found = watchWrites(fixture, alone);
    await fixture.call('POST', '/runs/wait', { assistant_id: 'agent', input: { say: 'alone' } });
    const seen = found.flat().map(({ status }) => status);
    expect(seen).toContain('pending');
    expect(seen).not.toContain('success');
    expect(found.at(-1)).toEqual([]);
  });

  test.each([
    ['interrupt', ['first interrupted']],
    ['rollback', []],
  ])('has stored a request to stop a run (%s) before acknowledging the request', async (action, after) => {
    // The graph ignores the abort, so stopping the run takes some time.
    const place = await waiting('deaf');
    const { fixture, thread, first, file } = place;
    const answer = await fixture.call('POST', `/threads/${thread}/runs/${first}/cancel?action=${action}`);
    expect(answer.status).toBe(202);
    expect(await statuses(place)(fixture.store)).toEqual(after);
    // Later work of the run must have no effect.
    await writeFile(file, '');
    const next = { assistant_id: 'agent', input: { say: 'second' } };
    expect((await fixture.call('POST', `/threads/${thread}/runs/wait`, next)).body).toEqual({
      said: 'second',
    });
    expect(await statuses(place)(fixture.store)).toEqual([...after, 'second success']);
    expect((await fixture.call('GET', `/threads/${thread}`)).body).toMatchObject({
      status: 'idle',
      values: { said: 'second' },
    });
  });
});
