import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { newThreadRow } from '../../../src/emulator/agent-server/thread-row.ts';
import { aDeployment } from '../store/samples.ts';
import { PLAIN_GRAPHS } from './plain-graphs.ts';
import { createCheckout, createFixture, Cleanup, type AgentServerFixture } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const AGENT = 'fe096781-5601-53d2-b2f6-0d3403f7e9ca';

/** A deployment whose graphs are the named plain ones; `agent` is the echo. */
async function serving(
  ...names: string[]
): Promise<AgentServerFixture & { checkout: string; file(name: string): string }> {
  const fixture = await createFixture(cleanup);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': PLAIN_GRAPHS });
  await fixture.serve(checkout, {
    agent: 'graphs.mjs:echo',
    ...Object.fromEntries(names.map((name) => [name, `graphs.mjs:${name}`])),
  });
  return { ...fixture, checkout, file: (name) => join(checkout, name) };
}

const aThread = async (fixture: AgentServerFixture): Promise<string> =>
  (await fixture.call('POST', '/threads', {})).body.thread_id as string;
const printed = async (fixture: AgentServerFixture, line: string) => {
  while (!fixture.printed.includes(line)) await new Promise((resolve) => setTimeout(resolve, 2));
};

describe('health and info', () => {
  // docs/departures.md#authentication-open-without-key
  test('ok is open, and says 503 until a revision serves', async () => {
    const fixture = await createFixture(cleanup);
    expect(await fixture.call('GET', '/ok', undefined, { headers: {} })).toMatchObject({ status: 503 });
    const checkout = await createCheckout(cleanup, { 'graphs.mjs': PLAIN_GRAPHS });
    const worker = await fixture.serve(checkout, { agent: 'graphs.mjs:echo' });
    for (const path of ['/ok', '/ok?check_db=1']) {
      expect(await fixture.call('GET', path, undefined, { headers: {} })).toMatchObject({
        status: 200,
        body: { ok: true },
      });
    }
    fixture.live.serve(fixture.deploymentId, undefined, worker.revisionId);
    expect((await fixture.call('GET', '/ok')).status).toBe(503);
  });

  test('info names the deployment and the revision that answers, to those with a key', async () => {
    const fixture = await serving();
    const { status, body } = await fixture.call('GET', '/info');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: '0.0.0-test',
      context: 'js',
      host: {
        project_id: fixture.deploymentId,
        revision_id: fixture.live.activeRevision(fixture.deploymentId),
        tenant_id: fixture.workspaceId,
      },
    });
    expect((await fixture.call('GET', '/info', undefined, { headers: {} })).status).toBe(401);
  });

  test('the stub runtime is alive and runs nothing', async () => {
    const fixture = await createFixture(cleanup, { runtime: 'stub' });
    const revision = randomUUID();
    fixture.live.serve(fixture.deploymentId, undefined, revision);
    expect((await fixture.call('GET', '/ok')).status).toBe(200);
    expect((await fixture.call('GET', '/info')).body.host.revision_id).toBe(revision);
    const thread = await aThread(fixture);
    const { status, body } = await fixture.call('POST', `/threads/${thread}/runs`, { assistant_id: 'agent' });
    expect(status).toBe(503);
    expect(body.detail).toContain('stub runtime');
  });
});

describe('assistants', () => {
  test('there is one per graph, with the id that clients know by heart', async () => {
    const fixture = await serving('gate');
    const { body } = await fixture.call('POST', '/assistants/search', {});
    expect(body.map((one: { graph_id: string }) => one.graph_id)).toEqual(['agent', 'gate']);
    expect(body[0].assistant_id).toBe(AGENT);
    expect((await fixture.call('GET', `/assistants/${AGENT.toUpperCase()}`)).body).toEqual(body[0]);
    expect((await fixture.call('POST', '/assistants/search', { graph_id: 'gate' })).body).toEqual([body[1]]);
    expect(await fixture.call('GET', '/assistants/unknown')).toMatchObject({
      status: 404,
      body: { detail: 'Assistant with ID unknown not found' },
    });
  });
});

describe('threads', () => {
  test('with an id that another deployment uses are refused, not an error of ours', async () => {
    const fixture = await serving();
    const { id: other } = await aDeployment(fixture.store, { workspaceId: fixture.workspaceId });
    const id = randomUUID();
    await fixture.store.threads.insert(newThreadRow(other, id, {}, 0));
    expect(await fixture.call('POST', '/threads', { thread_id: id })).toMatchObject({
      status: 409,
      body: { detail: `Thread with ID ${id} already exists` },
    });
    expect((await fixture.call('GET', `/threads/${id}`)).status).toBe(404);
  });

  test('are made, read, searched, changed and deleted', async () => {
    const fixture = await serving();
    const id = randomUUID();
    const made = await fixture.call('POST', '/threads', { thread_id: id, metadata: { user: 'ada', n: [1] } });
    expect(made).toMatchObject({
      status: 200,
      body: { thread_id: id, status: 'idle', values: {}, interrupts: {}, metadata: { user: 'ada', n: [1] } },
    });
    expect((await fixture.call('POST', '/threads', { thread_id: id })).status).toBe(409);
    const again = await fixture.call('POST', '/threads', { thread_id: id, if_exists: 'do_nothing' });
    expect(again.body).toEqual(made.body);
    await aThread(fixture);

    const found = async (query: object) =>
      (await fixture.call('POST', '/threads/search', query)).body.map(
        (one: { thread_id: string }) => one.thread_id,
      );
    expect(await found({})).toHaveLength(2);
    expect(await found({ metadata: { user: 'ada' } })).toEqual([id]);
    expect(await found({ metadata: { n: [1] } })).toEqual([id]);
    expect(await found({ metadata: { user: 'ada' }, offset: 1 })).toEqual([]);
    expect(await found({ status: 'busy' })).toEqual([]);

    const patched = await fixture.call('PATCH', `/threads/${id}`, { metadata: { more: true } });
    expect(patched.body.metadata).toEqual({ user: 'ada', n: [1], more: true });
    expect((await fixture.call('DELETE', `/threads/${id}`)).status).toBe(204);
    expect(await fixture.call('GET', `/threads/${id}`)).toMatchObject({
      status: 404,
      body: { detail: `Thread with ID ${id} not found` },
    });
    expect((await fixture.call('DELETE', `/threads/${id}`)).status).toBe(404);
  });

  test('a fresh one has an empty state', async () => {
    const fixture = await serving();
    expect((await fixture.call('GET', `/threads/${await aThread(fixture)}/state`)).body).toMatchObject({
      values: {},
      next: [],
      tasks: [],
      checkpoint: null,
      created_at: null,
    });
  });

  test('another deployment does not see them', async () => {
    const [one, two] = [await serving(), await serving()];
    const thread = await aThread(one);
    expect((await two.call('GET', `/threads/${thread}`)).status).toBe(404);
  });
});

describe('runs', () => {
  // docs/departures.md#runs-get-run
  test('answer pending with their place, and join gives the values', async () => {
    const fixture = await serving();
    const thread = await aThread(fixture);
    const created = await fixture.call('POST', `/threads/${thread}/runs`, {
      assistant_id: AGENT,
      input: { say: 'hi' },
      metadata: { from: 'test' },
      feedback_keys: ['score'],
    });
    const id = created.body.run_id as string;
    expect(created.status).toBe(200);
    expect(created.headers.get('content-location')).toBe(`/threads/${thread}/runs/${id}`);
    expect(created.body).toMatchObject({
      thread_id: thread,
      assistant_id: AGENT,
      status: 'pending',
      metadata: { from: 'test' },
      multitask_strategy: 'enqueue',
      kwargs: { input: { say: 'hi' }, feedback_keys: ['score'] },
    });
    expect(await fixture.call('GET', `/threads/${thread}/runs/${id}/join`)).toMatchObject({
      status: 200,
      body: { said: 'hi' },
    });
    const run = await fixture.call('GET', `/threads/${thread}/runs/${id}`);
    expect(run.body).toMatchObject({ run_id: id, status: 'success' });
    expect((await fixture.call('GET', `/threads/${thread}/state`)).body.values).toEqual({ said: 'hi' });
    // Joining late gives the same.
    expect((await fixture.call('GET', `/threads/${thread}/runs/${id}/join`)).body).toEqual({ said: 'hi' });
    expect(fixture.live.held()).toBe(0);
  });

  test('join waits for the end, and a second run for the first', async () => {
    const fixture = await serving('gate');
    const thread = await aThread(fixture);
    const create = async (say: string) =>
      (
        await fixture.call('POST', `/threads/${thread}/runs`, {
          assistant_id: 'gate',
          input: { say, file: fixture.file(say) },
        })
      ).body.run_id as string;
    const [one, two] = [await create('one'), await create('two')];
    const joined = fixture.call('GET', `/threads/${thread}/runs/${one}/join`);
    await printed(fixture, 'gate reached one');
    expect((await fixture.call('GET', `/threads/${thread}`)).body.status).toBe('busy');
    const statuses = async () =>
      (await fixture.call('GET', `/threads/${thread}/runs`)).body.map(
        (run: { status: string }) => run.status,
      );
    expect(await statuses()).toEqual(['pending', 'running']);
    expect((await fixture.call('GET', `/threads/${thread}/runs?status=pending&limit=1`)).body).toMatchObject([
      { run_id: two },
    ]);
    await writeFile(fixture.file('one'), '');
    expect((await joined).body).toEqual({ said: 'one' });
    await printed(fixture, 'gate reached two');
    expect((await fixture.call('GET', `/threads/${thread}`)).body.status).toBe('busy');
    await writeFile(fixture.file('two'), '');
    await fixture.call('GET', `/threads/${thread}/runs/${two}/join`);
    expect((await fixture.call('GET', `/threads/${thread}`)).body.status).toBe('idle');
  });

  // docs/departures.md#runs-run-failed
  test('a failed one says so with 200, and its thread too', async () => {
    const fixture = await serving('failing');
    const thread = await aThread(fixture);
    const ended = await fixture.call('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'failing' });
    const failure = { __error__: { error: 'RangeError', message: 'the model is out of range' } };
    expect(ended).toMatchObject({ status: 200, body: failure });
    const place = ended.headers.get('content-location') ?? '';
    expect((await fixture.call('GET', place)).body.status).toBe('error');
    expect((await fixture.call('GET', `${place}/join`)).body).toEqual(failure);
    expect((await fixture.call('GET', `/threads/${thread}`)).body.status).toBe('error');
  });

  test('go on thread-less, and leave nothing', async () => {
    const fixture = await serving();
    const ended = await fixture.call('POST', '/runs/wait', { assistant_id: 'agent', input: { say: 'bye' } });
    expect(ended.body).toEqual({ said: 'bye' });
    const thread = (ended.headers.get('content-location') ?? '').split('/')[2] ?? '';
    while ((await fixture.store.threads.get(fixture.deploymentId, thread)) !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const kept = await fixture.call('POST', '/runs/wait', { assistant_id: 'agent', on_completion: 'keep' });
    expect((await fixture.call('GET', kept.headers.get('content-location') ?? '')).status).toBe(200);
  });

  test('make their thread when asked to', async () => {
    const fixture = await serving();
    const thread = randomUUID();
    const body = { assistant_id: 'agent', input: { say: 'x' } };
    expect((await fixture.call('POST', `/threads/${thread}/runs/wait`, body)).status).toBe(404);
    const made = await fixture.call('POST', `/threads/${thread}/runs/wait`, {
      ...body,
      if_not_exists: 'create',
    });
    expect(made.body).toEqual({ said: 'x' });
  });

  test.each([
    ['an unknown assistant', { assistant_id: 'unknown' }, 404],
    ['no assistant', {}, 422],
    ['an unknown strategy', { assistant_id: 'agent', multitask_strategy: 'guess' }, 422],
    ['a webhook without a host of its own', { assistant_id: 'agent', webhook: 'http:hook.test' }, 422],
    ['a webhook on two lines', { assistant_id: 'agent', webhook: 'http://hook.test/\nx' }, 422],
    ['a webhook that is no web address', { assistant_id: 'agent', webhook: 'file://hook.test/x' }, 422],
  ])('are refused for %s', async (_what, body, status) => {
    const fixture = await serving();
    const answer = await fixture.call('POST', `/threads/${await aThread(fixture)}/runs`, body);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toBeDefined();
  });

  test('are refused where no thread or run is', async () => {
    const fixture = await serving();
    const thread = await aThread(fixture);
    const [unknown, run] = [randomUUID(), { assistant_id: 'agent' }];
    const answers = [
      await fixture.call('POST', `/threads/${unknown}/runs`, run),
      await fixture.call('GET', `/threads/${unknown}/runs`),
      await fixture.call('GET', `/threads/${unknown}/state`),
      await fixture.call('GET', `/threads/${thread}/runs/${unknown}`),
      await fixture.call('GET', `/threads/${thread}/runs/${unknown}/join`),
      await fixture.call('DELETE', `/threads/${thread}/runs/${unknown}`),
      await fixture.call('POST', `/threads/${thread}/runs/${unknown}/cancel`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await fixture.call('GET', '/threads/not-a-uuid')).status).toBe(422);
  });

  test('wait for a revision while none is up, when one was there before', async () => {
    const fixture = await serving();
    const thread = await aThread(fixture);
    await fixture.call('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'agent' });
    fixture.live.serve(fixture.deploymentId, undefined, 'switching');
    const created = await fixture.call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'agent',
      input: { say: 'later' },
    });
    expect(created.body.status).toBe('pending');
    const joined = fixture.call('GET', `/threads/${thread}/runs/${created.body.run_id}/join`);
    await fixture.serve(fixture.checkout, { agent: 'graphs.mjs:echo' });
    expect((await joined).body).toEqual({ said: 'later' });
  });
});

describe('a run on a busy thread', () => {
  /** One run that waits at the gate, and what a second one is answered. */
  const second = async (strategy: string, graph = 'gate') => {
    const fixture = await serving('gate', 'deaf');
    const thread = await aThread(fixture);
    const first = await fixture.call('POST', `/threads/${thread}/runs`, {
      assistant_id: graph,
      input: { say: 'first', file: fixture.file('first') },
    });
    await printed(fixture, `${graph} reached first`);
    const other = await fixture.call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'agent',
      input: { say: 'second' },
      multitask_strategy: strategy,
    });
    const place = `/threads/${thread}/runs/${first.body.run_id}`;
    const ended = async () =>
      (await fixture.call('GET', `/threads/${thread}/runs/${other.body.run_id}/join`)).body;
    return { fixture, thread, place, other, ended };
  };

  // docs/departures.md#runs-multitask-strategy
  test('reject: 409, and the first goes on', async () => {
    const { fixture, place, other } = await second('reject');
    expect(other.status).toBe(409);
    expect(other.body.detail).toContain('already has an unfinished run');
    await writeFile(fixture.file('first'), '');
    expect((await fixture.call('GET', `${place}/join`)).body).toEqual({ said: 'first' });
  });

  test.each(['gate', 'deaf'])('interrupt: the first stops and stays readable (%s)', async (graph) => {
    const { fixture, place, ended } = await second('interrupt', graph);
    expect(await ended()).toEqual({ said: 'second' });
    expect((await fixture.call('GET', place)).body.status).toBe('interrupted');
    await writeFile(fixture.file('first'), '');
  });

  test.each(['gate', 'deaf'])(
    'rollback: the first is gone, and nothing of it comes late (%s)',
    async (graph) => {
      const { fixture, thread, place, ended } = await second('rollback', graph);
      expect((await fixture.call('GET', place)).status).toBe(404);
      expect(await ended()).toEqual({ said: 'second' });
      await writeFile(fixture.file('first'), '');
      if (graph === 'deaf') await printed(fixture, 'deaf done');
      expect((await fixture.call('GET', `/threads/${thread}/state`)).body.values).toEqual({ said: 'second' });
      expect((await fixture.call('GET', `/threads/${thread}/runs`)).body).toHaveLength(1);
    },
  );
});

describe('a run is stopped', () => {
  const running = async () => {
    const fixture = await serving('gate');
    const thread = await aThread(fixture);
    const { body } = await fixture.call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'gate',
      input: { say: 'it', file: fixture.file('it') },
    });
    await printed(fixture, 'gate reached it');
    return { fixture, thread, place: `/threads/${thread}/runs/${body.run_id}` };
  };

  test('by cancel', async () => {
    const { fixture, thread, place } = await running();
    expect((await fixture.call('POST', `${place}/cancel?wait=true`)).status).toBe(204);
    expect((await fixture.call('GET', place)).body.status).toBe('interrupted');
    expect((await fixture.call('GET', `/threads/${thread}`)).body.status).toBe('idle');
    expect(fixture.live.held()).toBe(0);
  });

  test('by cancel without waiting, and by rollback', async () => {
    const { fixture, place } = await running();
    const joined = fixture.call('GET', `${place}/join`);
    expect((await fixture.call('POST', `${place}/cancel?action=rollback`)).status).toBe(202);
    await joined;
    while ((await fixture.call('GET', place)).status !== 404) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  });

  test('by deleting it, or its thread', async () => {
    const { fixture, thread, place } = await running();
    expect((await fixture.call('DELETE', place)).status).toBe(204);
    expect((await fixture.call('GET', place)).status).toBe(404);
    const waiting = await fixture.call('POST', `/threads/${thread}/runs`, {
      assistant_id: 'gate',
      input: { say: 'again', file: fixture.file('again') },
    });
    await printed(fixture, 'gate reached again');
    expect((await fixture.call('DELETE', `/threads/${thread}`)).status).toBe(204);
    expect(await fixture.store.runs.get(fixture.deploymentId, thread, waiting.body.run_id)).toBeUndefined();
    expect(fixture.live.held()).toBe(0);
  });

  test('when a client leaves that asked for it, and not otherwise', async () => {
    const { fixture, place } = await running();
    const leave = async (path: string) => {
      const controller = new AbortController();
      const headers = { 'x-api-key': 'test-key' };
      // The head of the answer comes at once, so the server is waiting by then.
      const answer = await fetch(`${fixture.base}${path}`, { headers, signal: controller.signal });
      const text = answer.text().catch(() => 'left');
      controller.abort();
      expect(await text).toBe('left');
    };
    await leave(`${place}/join`);
    expect((await fixture.call('GET', place)).body.status).toBe('running');
    await leave(`${place}/join?cancel_on_disconnect=1`);
    while ((await fixture.call('GET', place)).body.status !== 'interrupted') {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  });
});
