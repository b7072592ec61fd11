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

/** Creates a deployment with these plain graphs; `agent` is the echo graph. */
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

describe('the agent server', () => {
  // docs/departures.md#authentication-open-without-key
  test('responds to /ok without an API key, with a 503 until a revision is active', async () => {
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

  test('responds to /info with the deployment and the active revision, and requires an API key', async () => {
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

  test('is healthy with the stub runtime, which does not execute runs', async () => {
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

describe('the default assistants of a deployment', () => {
  test('exist once for each graph, with IDs that clients can compute', async () => {
    const fixture = await serving('gate');
    const { body } = await fixture.call('POST', '/assistants/search', {});
    expect(body.map((one: { graph_id: string }) => one.graph_id)).toEqual(['agent', 'gate']);
    expect(body[0].assistant_id).toBe(AGENT);
    expect((await fixture.call('GET', `/assistants/${AGENT.toUpperCase()}`)).body).toEqual(body[0]);
    expect((await fixture.call('POST', '/assistants/search', { graph_id: 'gate' })).body).toEqual([body[1]]);
    for (const name of ['agent', 'unknown']) {
      expect((await fixture.call('GET', `/assistants/${name}`)).status).toBe(422);
    }
    const unknown = randomUUID();
    expect(await fixture.call('GET', `/assistants/${unknown}`)).toMatchObject({
      status: 404,
      body: { detail: `Assistant with ID ${unknown} not found` },
    });
  });
});

describe('the threads of a deployment', () => {
  test('are refused without a server error if another deployment uses their ID', async () => {
    const fixture = await serving();
    const { id: other } = await aDeployment(fixture.store, { workspaceId: fixture.workspaceId });
    const id = randomUUID();
    await fixture.store.threads.insert(newThreadRow(other, id, {}, 0));
    expect(await fixture.call('POST', '/threads', { thread_id: id })).toMatchObject({
      status: 409,
      body: { detail: `Thread with ID ${id} already exists` },
    });
    expect(await fixture.call('GET', `/threads/${id}`)).toMatchObject({
      status: 404,
      body: { detail: `Thread with ID ${id} not found` },
    });
    expect((await fixture.call('GET', '/threads/not-a-uuid')).status).toBe(422);
  });

  test('are not visible to another deployment', async () => {
    const [one, two] = [await serving(), await serving()];
    const thread = await aThread(one);
    expect((await two.call('GET', `/threads/${thread}`)).status).toBe(404);
  });
});

describe('the runs of a thread', () => {
  // docs/departures/agent-server.md#runs-get-run
  test('are pending at first, have a Location header, and return their values when joined', async () => {
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
    // A late join returns the same values.
    expect((await fixture.call('GET', `/threads/${thread}/runs/${id}/join`)).body).toEqual({ said: 'hi' });
    expect(fixture.live.held()).toBe(0);
  });

  // docs/departures/agent-server.md#runs-run-failed
  test('are returned with status 200 even if they failed', async () => {
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

  test.each([
    ['an unknown assistant', { assistant_id: randomUUID() }, 404],
    ['a name that no graph has', { assistant_id: 'unknown' }, 422],
    ['a missing assistant', {}, 422],
    ['an unknown strategy', { assistant_id: 'agent', multitask_strategy: 'guess' }, 422],
    ['a webhook without a host', { assistant_id: 'agent', webhook: 'http:hook.test' }, 422],
    ['a webhook URL on two lines', { assistant_id: 'agent', webhook: 'http://hook.test/\nx' }, 422],
    ['a webhook that is not a web address', { assistant_id: 'agent', webhook: 'file://hook.test/x' }, 422],
  ])('are refused for %s', async (_what, body, status) => {
    const fixture = await serving();
    const answer = await fixture.call('POST', `/threads/${await aThread(fixture)}/runs`, body);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toBeDefined();
  });

  test('wait for the next revision during a switch of revisions', async () => {
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

describe('an active run', () => {
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

  // docs/departures/agent-server.md#runs-multitask-strategy
  test('makes the server refuse another run with the strategy reject', async () => {
    const { fixture, thread, place } = await running();
    const body = { assistant_id: 'agent', multitask_strategy: 'reject' };
    expect(await fixture.call('POST', `/threads/${thread}/runs`, body)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('already has an unfinished run') },
    });
    await writeFile(fixture.file('it'), '');
    expect((await fixture.call('GET', `${place}/join`)).body).toEqual({ said: 'it' });
    expect((await fixture.call('POST', `/threads/${thread}/runs`, body)).status).toBe(200);
  });

  test('is stopped by the deletion of the run or of its thread', async () => {
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

  test('is stopped when a client disconnects only if the client requested this', async () => {
    const { fixture, place } = await running();
    const leave = async (path: string) => {
      const controller = new AbortController();
      const headers = { 'x-api-key': 'test-key' };
      // The head of the response arrives immediately, so the server is already waiting.
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
