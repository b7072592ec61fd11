import { randomUUID } from 'node:crypto';
import { Client } from '@langchain/langgraph-sdk';

/** A deployment with its own access rules, as its users see it. */
export interface GuardedAgent {
  url: string;
  /** An API key of the workspace. */
  apiKey: string;
}

interface Users {
  /** Returns the official client with a user's token. */
  client(token: string): Client;
  /** Returns the status and body of a request. */
  ask(
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: unknown }>;
}

export interface OwnAuthCase {
  name: string;
  run: (users: Users, agent: GuardedAgent) => Promise<unknown>;
  expected: unknown;
}

export function usersOf({ url }: GuardedAgent): Users {
  return {
    client: (token) =>
      new Client({
        apiUrl: url,
        apiKey: null,
        defaultHeaders: { authorization: `Bearer ${token}` },
        callerOptions: { maxRetries: 0 },
      }),
    async ask(token, method, path, body, headers = {}) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = (answer.headers.get('content-type') ?? '').includes('json');
      return { status: answer.status, body: isJson && text.trim() !== '' ? JSON.parse(text) : text };
    },
  };
}

const statusOf = async (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (failure: unknown) => (failure as { status?: number }).status ?? 0,
  );

/**
 * Cases about the requests that the agent of `ownAuthAgent` permits its users. The cases are the same in both
 * languages.
 */
export const OWN_AUTH_CASES: readonly OwnAuthCase[] = [
  {
    name: 'a request with a workspace key but without a token',
    run: ({ ask }, { apiKey }) => ask(undefined, 'POST', '/threads', {}, { 'x-api-key': apiKey }),
    expected: { status: 401, body: { detail: 'Send a token' } },
  },
  {
    name: 'a request that the custom code refuses',
    run: ({ ask }) => ask('banned', 'POST', '/threads', {}),
    expected: { status: 403, body: { detail: 'You are banned' } },
  },
  {
    name: 'a request for which the custom code fails',
    run: ({ ask }) => ask('broken', 'POST', '/threads', {}),
    expected: { status: 401, body: { detail: 'Unauthorized' } },
  },
  {
    name: 'the caller that the graph reads',
    run: async ({ ask }) =>
      (await ask('alice', 'POST', '/runs/wait?x=1', { assistant_id: 'agent', input: {} })).body,
    expected: {
      seen: {
        identity: 'alice',
        role: 'user',
        team: 'red',
        asked: 'POST /runs/wait 1',
        id: 'alice',
        permissions: ['read'],
      },
    },
  },
  {
    name: 'threads of other users',
    async run({ client }) {
      const topic = randomUUID();
      const { thread_id: id, metadata } = await client('alice').threads.create({ metadata: { topic } });
      await client('bob').threads.create({ metadata: { topic } });
      const search = { metadata: { topic } };
      return {
        owner: metadata?.owner,
        team: metadata?.team,
        alice: (await client('alice').threads.search(search)).length,
        counted: await client('bob').threads.count(search),
        root: (await client('root').threads.search(search)).length,
        read: await statusOf(client('bob').threads.get(id)),
        run: await statusOf(client('bob').runs.wait(id, 'agent', { input: {} })),
        state: await statusOf(client('bob').threads.getState(id)),
        changed: await statusOf(client('bob').threads.update(id, { metadata: { owner: 'bob' } })),
        deleted: await statusOf(client('bob').threads.delete(id)),
        own: await statusOf(client('alice').runs.wait(id, 'agent', { input: {} })),
      };
    },
    expected: {
      owner: 'alice',
      team: 'red',
      alice: 1,
      counted: 1,
      root: 2,
      read: 404,
      run: 404,
      state: 404,
      changed: 404,
      deleted: 404,
      own: 200,
    },
  },
  {
    name: 'a thread with members',
    async run({ client }) {
      const { thread_id: id } = await client('alice').threads.create({ metadata: { members: ['carol'] } });
      return {
        carol: await statusOf(client('carol').threads.get(id)),
        run: await statusOf(client('carol').runs.create(id, 'agent', { input: {} })),
        dave: await statusOf(client('dave').threads.get(id)),
      };
    },
    expected: { carol: 200, run: 404, dave: 404 },
  },
  {
    name: 'streams',
    async run({ client, ask }) {
      const { thread_id: id } = await client('alice').threads.create();
      const events: string[] = [];
      for await (const { event } of client('alice').runs.stream(id, 'agent', { input: {} }))
        events.push(event);
      const [run] = await client('alice').runs.list(id);
      const path = `/threads/${id}/runs/${run?.run_id}/stream`;
      const command = { id: 1, method: 'run.start', params: { assistant_id: 'agent', input: {} } };
      const refused = await ask('bob', 'POST', `/threads/${id}/commands`, command);
      return {
        events,
        joined: (await ask('bob', 'GET', path)).status,
        protocol: (await ask('bob', 'POST', `/threads/${id}/stream/events`, { channels: ['values'] })).status,
        command: (refused.body as { type: string }).type,
      };
    },
    expected: { events: ['metadata', 'values', 'end'], joined: 404, protocol: 404, command: 'error' },
  },
  {
    name: 'items',
    async run({ client }) {
      await client('alice').store.putItem(['notes'], 'a', { text: 'mine' });
      return {
        own: (await client('alice').store.getItem(['notes'], 'a'))?.namespace,
        theirs: await client('bob').store.getItem(['notes'], 'a'),
        found: (await client('bob').store.searchItems(['notes'])).items,
        namespaces: (await client('alice').store.listNamespaces({})).namespaces,
      };
    },
    expected: { own: ['alice', 'notes'], theirs: null, found: [], namespaces: [['alice', 'notes']] },
  },
  {
    name: 'assistants',
    async run({ client }) {
      const { assistant_id: id } = await client('alice').assistants.create({ graphId: 'agent' });
      return {
        own: (await client('alice').assistants.get(id)).metadata?.['owner'],
        theirs: await statusOf(client('bob').assistants.get(id)),
        run: await statusOf(client('bob').runs.wait(null, id, { input: {} })),
        graphs: await statusOf(client('bob').assistants.getGraph('agent')),
      };
    },
    expected: { own: 'alice', theirs: 404, run: 404, graphs: 200 },
  },
  {
    name: 'crons',
    async run({ client, ask }) {
      const cron = { assistant_id: 'agent', schedule: '0 0 1 1 *' };
      const made = await ask('alice', 'POST', '/runs/crons', cron);
      const { cron_id: id, user_id: user } = made.body as { cron_id: string; user_id: string };
      return {
        user,
        found: (await client('bob').crons.search()).some((one) => one.cron_id === id),
        own: (await client('alice').crons.search()).some((one) => one.cron_id === id),
        deleted: await statusOf(client('alice').crons.delete(id)),
      };
    },
    expected: { user: 'alice', found: false, own: true, deleted: 403 },
  },
  {
    name: 'the studio with a workspace key',
    async run({ client, ask }, { apiKey }) {
      const { thread_id: id } = await client('alice').threads.create();
      const studio = { 'x-auth-scheme': 'langsmith', 'x-api-key': apiKey };
      return {
        read: (await ask(undefined, 'GET', `/threads/${id}`, undefined, studio)).status,
        wrong: (await ask(undefined, 'GET', `/threads/${id}`, undefined, { ...studio, 'x-api-key': 'x' }))
          .status,
      };
    },
    expected: { read: 200, wrong: 401 },
  },
  {
    name: 'the API document',
    async run({ ask }) {
      const { body } = await ask(undefined, 'GET', '/openapi.json');
      const { components, security, paths } = body as {
        components: { securitySchemes: unknown };
        security: unknown;
        paths: Record<string, Record<string, { security?: unknown }>>;
      };
      return {
        schemes: components.securitySchemes,
        security,
        create: paths['/threads']?.['post']?.security,
        open: paths['/ok']?.['get']?.security,
      };
    },
    expected: {
      schemes: { Token: { type: 'http', scheme: 'bearer' } },
      security: [{ Token: [] }],
      create: [{ Token: ['write'] }],
      open: [],
    },
  },
];
