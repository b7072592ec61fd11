import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Cleanup, createCheckout, createFixture } from '../fixture.ts';
import { inertWorker } from '../scripted-worker.ts';
import { type Guarded, guardedDeployment } from './guarded-deployment.ts';

const cleanup = new Cleanup();
let guarded: Guarded;
beforeAll(async () => {
  guarded = await guardedDeployment(cleanup);
});
afterAll(() => cleanup.run());

const as = (token?: string, headers?: Record<string, string>) => guarded.as(token, headers);
const aThread = async (token: string, body: object = {}): Promise<string> => {
  const made = await as(token)('POST', '/threads', body);
  expect(made.status).toBe(200);
  return (made.body as { thread_id: string }).thread_id;
};

test("routes stay closed while a new revision changes their authentication, until the revision's worker is ready", async () => {
  const { live, deploymentId, store, call } = await createFixture(cleanup, { takesHttp: true });
  const id = randomUUID();
  const made = { source: 'git_host', config: {}, status: 'DEPLOYED', statusMessage: null } as const;
  await store.revisions.insert({ ...made, id, deploymentId, createdAt: 1, updatedAt: 1, history: [] }, []);
  await store.deployments.update(deploymentId, { activeRevisionId: id });
  live.serve(deploymentId, undefined, id);
  await store.revisions.update(id, { agentSettings: { changesRoutes: true } });
  const refused = await call('POST', '/threads/search', {});
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  await store.revisions.update(id, { agentSettings: {} });
  expect((await call('POST', '/threads/search', {})).status).toBe(200);
});

describe('a request to a deployment with custom authentication', () => {
  // docs/agent-server/authentication.md#auth-who
  test("is refused with the custom code's response and headers, with or without a workspace key", async () => {
    const refused = await as(undefined, { 'x-api-key': 'test-key' })('POST', '/threads', {});
    expect(refused).toMatchObject({ status: 401, body: { detail: 'Send a token' } });
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="shop"');
    expect(await as('banned')('POST', '/threads', {})).toMatchObject({
      status: 403,
      body: { detail: 'You are banned' },
    });
  });

  // docs/agent-server/authentication.md#auth-fails
  // docs/departures/agent-server.md#own-auth-failure
  test.each(['broken', 'strange'])('gets a 401 if the custom code fails (%s)', async (token) => {
    expect(await as(token)('POST', '/threads/search', {})).toMatchObject({
      status: 401,
      body: { detail: 'Unauthorized' },
    });
  });

  test('is refused even if the custom code responds with a success status', async () => {
    expect((await as('nonsense')('POST', '/threads', {})).status).toBe(403);
  });

  test('needs no credentials for the health route and the open routes', async () => {
    for (const path of ['/ok', '/health', '/info', '/openapi.json']) {
      expect(await as()('GET', path)).toMatchObject({ status: 200 });
    }
  });

  // docs/agent-server/authentication.md#auth-identity
  test('passes the authenticated caller to the graph, not the caller that the client claims to be', async () => {
    const claimed = { config: { configurable: { langgraph_auth_user_id: 'admin', tier: 'none' } } };
    const { status, body } = await as('alice')('POST', '/runs/wait?x=1', {
      assistant_id: 'echo',
      input: {},
      ...claimed,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      configurable: {
        langgraph_auth_user_id: 'alice',
        langgraph_auth_permissions: ['shop:read'],
        langgraph_auth_user: {
          identity: 'alice',
          display_name: 'alice',
          is_authenticated: true,
          permissions: ['shop:read'],
          seen: 'POST /runs/wait?x=1',
        },
        tier: 'gold',
      },
    });
    const plain = await as('plain')('POST', '/runs/wait', { assistant_id: 'echo', input: {} });
    expect(plain.body).toMatchObject({ configurable: { langgraph_auth_user: { identity: 'plain' } } });
  });

  // docs/agent-server/authentication.md#auth-studio
  // docs/departures/agent-server.md#own-auth-studio
  test('is accepted with a workspace key if it comes from the studio', async () => {
    const id = await aThread('alice');
    const studio = { 'x-auth-scheme': 'langsmith', 'x-api-key': 'test-key' };
    expect(await as(undefined, studio)('GET', `/threads/${id}`)).toMatchObject({ status: 200 });
    const wrong = { ...studio, 'x-api-key': 'another' };
    expect((await as(undefined, wrong)('GET', `/threads/${id}`)).status).toBe(401);
  });

  test('gets a 503 while no worker runs, unless the revision has no custom authentication', async () => {
    const { live, deploymentId, worker, store } = guarded;
    const revision = await store.revisions.insert(
      {
        id: randomUUID(),
        deploymentId,
        source: 'git_host',
        config: {},
        status: 'DEPLOYED',
        statusMessage: null,
        createdAt: 1,
        updatedAt: 1,
        history: [],
      },
      [],
    );
    await store.revisions.update(revision.id, { bringsAuth: true });
    await store.deployments.update(deploymentId, { activeRevisionId: revision.id });
    const key = { 'x-api-key': 'test-key' };
    try {
      live.serve(deploymentId, undefined, revision.id);
      const refused = await as('alice', key)('POST', '/threads/search', {});
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('1');
      await store.revisions.update(revision.id, { bringsAuth: false });
      expect(await as(undefined, key)('POST', '/threads/search', {})).toMatchObject({ status: 200 });
      live.serve(deploymentId, inertWorker({ deploymentId }));
      expect(await as(undefined, key)('POST', '/threads/search', {})).toMatchObject({ status: 200 });
      expect((await as('alice')('POST', '/threads/search', {})).status).toBe(401);
    } finally {
      live.serve(deploymentId, worker);
    }
  });
});

describe('authorization by custom handlers', () => {
  test('uses only the most specific handler, which can refuse with its own response', async () => {
    expect(await as('refused')('POST', '/threads/search', {})).toMatchObject({
      status: 402,
      body: { detail: 'Pay first: threads:search' },
    });
    expect((await as('denied')('POST', '/threads/search', {})).status).toBe(403);
  });

  test('returns a 500 without details if a handler fails or returns no filter', async () => {
    const failed = await as('failing')('POST', '/threads/search', {});
    expect(failed).toMatchObject({
      status: 500,
      body: { detail: "The deployment's authorization handler on('*') failed" },
    });
    expect(guarded.printed.join('\n')).toContain('RangeError: no such rule');
    expect(await as('confused')('POST', '/threads/search', {})).toMatchObject({
      status: 500,
      body: { detail: expect.stringContaining("on('*') returned an invalid filter") },
    });
  });

  // docs/agent-server/authentication.md#auth-values
  test('can change the object that a request creates', async () => {
    const id = await aThread('alice', { metadata: { owner: 'bob', topic: 'x' } });
    const { body } = await as('alice')('GET', `/threads/${id}`);
    expect(body).toMatchObject({ metadata: { owner: 'alice', topic: 'x' } });
    const run = await as('alice')('POST', `/threads/${id}/runs`, {
      assistant_id: 'echo',
      metadata: { a: 1 },
    });
    expect(run.body).toMatchObject({ metadata: { owner: 'alice', a: 1 } });
    const assistant = await as('alice')('POST', '/assistants', { graph_id: 'echo' });
    expect(assistant.body).toMatchObject({ metadata: { owner: 'alice' } });
    const cron = await as('alice')('POST', '/runs/crons', { assistant_id: 'echo', schedule: '0 0 1 1 *' });
    expect(cron.body).toMatchObject({ user_id: 'alice', metadata: { owner: 'alice' } });
  });

  test('makes the caller the owner of a thread that a run creates', async () => {
    const id = randomUUID();
    const body = { assistant_id: 'echo', input: {}, if_not_exists: 'create' };
    expect((await as('alice')('POST', `/threads/${id}/runs/wait`, body)).status).toBe(200);
    expect((await as('alice')('GET', `/threads/${id}`)).status).toBe(200);
    expect((await as('bob')('GET', `/threads/${id}`)).status).toBe(404);
    expect((await as('bob')('POST', `/threads/${id}/runs/wait`, body)).status).toBe(404);
  });

  // docs/agent-server/authentication.md#auth-filters
  test('limits searches and counts to objects that the caller can see', async () => {
    const topic = randomUUID();
    const mine = await aThread('alice', { metadata: { topic } });
    await aThread('bob', { metadata: { topic } });
    const search = { metadata: { topic } };
    const found = await as('alice')('POST', '/threads/search', search);
    expect(found.body).toEqual([expect.objectContaining({ thread_id: mine })]);
    expect(found.headers.get('x-pagination-total')).toBe('1');
    expect((await as('alice')('POST', '/threads/count', search)).body).toBe(1);

    await as('alice')('POST', '/assistants', { graph_id: 'echo', name: topic });
    await as('bob')('POST', '/assistants', { graph_id: 'echo', name: topic });
    const named = { name: topic };
    expect((await as('alice')('POST', '/assistants/count', named)).body).toBe(1);
    expect((await as('carol')('POST', '/assistants/search', named)).body).toEqual([]);
    // The handler permits every caller to read the graph's default assistant.
    expect((await as('carol')('GET', '/assistants/echo/graph')).status).toBe(200);

    const cron = { assistant_id: 'echo', schedule: '0 0 1 1 *', metadata: { topic } };
    await as('alice')('POST', '/runs/crons', cron);
    await as('bob')('POST', '/runs/crons', cron);
    expect((await as('alice')('POST', '/runs/crons/count', search)).body).toBe(1);
    expect((await as('bob')('POST', '/runs/crons/search', search)).body).toEqual([
      expect.objectContaining({ user_id: 'bob' }),
    ]);
  });

  test('never assigns an existing thread or assistant to another caller', async () => {
    const id = await aThread('alice');
    const again = { thread_id: id, if_exists: 'do_nothing' };
    expect((await as('alice')('POST', '/threads', again)).status).toBe(200);
    expect((await as('bob')('POST', '/threads', again)).status).toBe(409);
    const assistant = { assistant_id: randomUUID(), graph_id: 'echo', if_exists: 'do_nothing' };
    expect((await as('alice')('POST', '/assistants', assistant)).status).toBe(200);
    expect((await as('alice')('POST', '/assistants', assistant)).status).toBe(200);
    expect((await as('bob')('POST', '/assistants', assistant)).status).toBe(409);
    const run = { assistant_id: assistant.assistant_id, input: {} };
    expect((await as('alice')('POST', '/runs/wait', run)).status).toBe(200);
    expect((await as('bob')('POST', '/runs/wait', run)).status).toBe(404);
  });

  describe('the deletion of an assistant that other callers use', () => {
    const shared = async (owner: string) => {
      const body = { graph_id: 'echo', metadata: { shared: true } };
      const made = await as(owner)('POST', '/assistants', body);
      const { assistant_id: id } = made.body as { assistant_id: string };
      const used = async (token: string): Promise<string> => {
        const thread = await aThread(token);
        const ran = await as(token)('POST', `/threads/${thread}/runs/wait`, { assistant_id: id, input: {} });
        expect(ran.status).toBe(200);
        return thread;
      };
      const [mine, theirs] = [await used(owner), await used('bob')];
      const cron = { assistant_id: id, schedule: '0 0 1 1 *' };
      const { cron_id: theirCron } = (await as('bob')('POST', '/runs/crons', cron)).body as {
        cron_id: string;
      };
      return { id, mine, theirs, theirCron };
    };

    // docs/agent-server/authentication.md#auth-assistant-threads
    test("removes the threads that the caller is allowed to delete, and keeps other callers' threads", async () => {
      const { id, mine, theirs, theirCron } = await shared('alice');
      expect((await as('bob')('DELETE', `/assistants/${id}?delete_threads=true`)).status).toBe(404);
      expect((await as('alice')('DELETE', `/assistants/${id}?delete_threads=true`)).status).toBe(204);
      expect((await as('alice')('GET', `/assistants/${id}`)).status).toBe(404);
      expect((await as('alice')('GET', `/threads/${mine}`)).status).toBe(404);
      expect((await as('bob')('GET', `/threads/${theirs}`)).status).toBe(200);
      expect((await as('bob')('GET', `/threads/${theirs}/runs`)).body).toHaveLength(1);
      // The cron was deleted together with the assistant that it would run.
      expect((await as('bob')('GET', `/runs/crons/${theirCron}`)).status).toBe(404);
    });

    test('is refused as a whole if the handler refuses to delete one thread', async () => {
      const { id, mine } = await shared('keeper');
      const refused = await as('keeper')('DELETE', `/assistants/${id}?delete_threads=true`);
      expect(refused).toMatchObject({
        status: 403,
        body: { detail: expect.stringContaining('Threads are kept') },
      });
      expect((await as('keeper')('GET', `/assistants/${id}`)).status).toBe(200);
      expect((await as('keeper')('GET', `/threads/${mine}`)).status).toBe(200);
      expect((await as('keeper')('DELETE', `/assistants/${id}`)).status).toBe(204);
    });
  });

  test('stores items below the caller’s own namespace', async () => {
    const item = { namespace: ['notes'], key: 'a', value: { text: 'mine', public: true } };
    expect((await as('alice')('PUT', '/store/items', item)).status).toBe(204);
    expect((await as('alice')('GET', '/store/items?namespace=notes&key=a')).body).toMatchObject({
      namespace: ['alice', 'notes'],
      value: { text: 'mine' },
    });
    expect((await as('bob')('GET', '/store/items?namespace=notes&key=a')).body).toBeNull();
    expect((await as('bob')('POST', '/store/items/search', {})).body).toEqual({ items: [] });
    expect((await as('bob')('POST', '/store/namespaces', {})).body).toEqual({ namespaces: [] });
    expect((await as('alice')('POST', '/store/namespaces', {})).body).toEqual({
      namespaces: [['alice', 'notes']],
    });
    await as('reader')('PUT', '/store/items', item);
    await as('reader')('PUT', '/store/items', { ...item, key: 'b', value: { public: false } });
    expect((await as('reader')('POST', '/store/items/search', {})).body).toMatchObject({
      items: [{ key: 'a' }],
    });
    expect((await as('bob')('DELETE', '/store/items', { namespace: ['notes'], key: 'a' })).status).toBe(204);
    expect((await as('alice')('GET', '/store/items?namespace=notes&key=a')).body).not.toBeNull();
  });

  test('lets callers stop only runs of their own threads', async () => {
    const [mine, theirs] = [await aThread('alice'), await aThread('bob')];
    const later = { assistant_id: 'echo', after_seconds: 3_600 };
    const own = await as('alice')('POST', `/threads/${mine}/runs`, later);
    const other = await as('bob')('POST', `/threads/${theirs}/runs`, later);
    expect((await as('alice')('POST', '/runs/cancel?wait=true', { status: 'all' })).status).toBe(204);
    const statusOf = async (token: string, thread: string, { body }: typeof own) => {
      const { run_id: id } = body as { run_id: string };
      return (await as(token)('GET', `/threads/${thread}/runs/${id}`)).body;
    };
    expect(await statusOf('alice', mine, own)).toMatchObject({ status: 'interrupted' });
    expect(await statusOf('bob', theirs, other)).toMatchObject({ status: 'pending' });
    await as('bob')('DELETE', `/threads/${theirs}`);
  });
});

describe('the custom object that authenticates callers', () => {
  test('causes a warning if it has no handler for some kinds of objects', async () => {
    const { launch, checkout, graphs, printed } = guarded;
    const worker = await launch(checkout, graphs, {}, { module: 'auth.mjs:forThreads' });
    await worker.stop(0);
    const reported = printed.find((line) => line.includes('no handler authorizes')) ?? '';
    expect(reported).toContain(
      'assistants:create, assistants:read, assistants:update, assistants:search, crons:create',
    );
    expect(reported).not.toContain('threads:');
    expect(reported).not.toContain('delete');
  });

  test.each([
    ['auth.mjs:withoutHandler', "auth: export 'withoutHandler' has no authenticate handler"],
    ['auth.mjs:something', "auth: export 'something' is not an Auth object of @langchain/langgraph-sdk/auth"],
    ['throws.mjs:auth', 'no secret'],
  ])('must exist before a worker starts: %s', async (module, reason) => {
    const { start, checkout, graphs } = guarded;
    const files = { 'throws.mjs': "throw new Error('no secret');\nexport const auth = {};" };
    const folder = module.startsWith('throws') ? await createCheckout(cleanup, files) : checkout;
    const [file = '', exportName = ''] = module.split(':');
    const modules = Object.keys(graphs).map((id) => [
      id,
      { module: `${checkout}/graphs.mjs`, exportName: id },
    ]);
    const worker = await start({
      cwd: checkout,
      graphs: Object.fromEntries(modules),
      auth: { module: `${folder}/${file}`, exportName, settings: {} },
    });
    await expect(worker.ready).rejects.toThrow(reason);
  });
});
