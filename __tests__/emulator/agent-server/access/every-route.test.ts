import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { agentServerRoutes } from '../../../../src/emulator/agent-server/routes/index.ts';
import type { AgentServerDependencies } from '../../../../src/emulator/agent-server/dependencies.ts';
import { Cleanup } from '../fixture.ts';
import { type Guarded, guardedDeployment } from './guarded-deployment.ts';

const cleanup = new Cleanup();
let guarded: Guarded;
beforeAll(async () => {
  guarded = await guardedDeployment(cleanup);
});
afterAll(() => cleanup.run());

// The rows alone: nothing is called of what they are made with.
const rows = agentServerRoutes({} as AgentServerDependencies).map(
  ({ method, path, auth, openWithOwnAuth }) => ({
    route: `${method} ${path}`,
    isOpen: auth === 'none' || openWithOwnAuth === true,
  }),
);
const OPEN = [
  'GET /docs',
  'GET /health',
  'GET /info',
  'GET /ok',
  'GET /openapi.json',
  'GET /ui/{name}/entrypoint.css',
  'GET /ui/{name}/entrypoint.js',
];
/** What no handler is asked about: each caller may have it. */
const FOR_EACH_CALLER = ['POST /ui/{name}', 'GET /metrics', 'GET /mcp', 'DELETE /mcp'];
const RUN = { assistant_id: 'echo', input: {} };
const CRON = { assistant_id: 'echo', schedule: '0 0 1 1 *' };
const ITEM = { namespace: ['a'], key: 'k' };

/** The smallest body that each row takes; rows that take none, or an empty one, are not named. */
const BODIES: Record<string, unknown> = {
  'POST /assistants': { graph_id: 'echo' },
  'POST /mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  'POST /assistants/{assistant_id}/latest': { version: 1 },
  'POST /threads/prune': { thread_ids: ['{thread_id}'] },
  'POST /threads/{thread_id}/state/checkpoint': { checkpoint: { checkpoint_id: randomUUID() } },
  'POST /threads/{thread_id}/state': { values: {} },
  'PATCH /threads/{thread_id}/state': { metadata: {} },
  'PATCH /threads/{thread_id}': { metadata: {} },
  'POST /threads/{thread_id}/runs': RUN,
  'POST /threads/{thread_id}/runs/wait': RUN,
  'POST /threads/{thread_id}/runs/stream': RUN,
  'POST /runs': RUN,
  'POST /runs/wait': RUN,
  'POST /runs/stream': RUN,
  'POST /runs/batch': [RUN],
  'POST /runs/cancel': { thread_id: '{thread_id}', run_ids: ['{run_id}'] },
  'POST /threads/{thread_id}/stream/events': { channels: ['values'] },
  'POST /threads/{thread_id}/commands': {
    id: 1,
    method: 'run.start',
    params: { assistant_id: 'echo', input: {} },
  },
  'POST /runs/crons': CRON,
  'POST /threads/{thread_id}/runs/crons': CRON,
  'PATCH /runs/crons/{cron_id}': { enabled: false },
  'PUT /store/items': { ...ITEM, value: {} },
  'DELETE /store/items': ITEM,
};
const QUERIES: Record<string, string> = { 'GET /store/items': '?namespace=a&key=k' };

/** Things of Alice's: what the parameters of a path stand for. */
async function alicesThings(): Promise<Record<string, string>> {
  const alice = guarded.as('alice');
  const made = async (path: string, body: object, field: string) =>
    (await alice('POST', path, body)).body as Record<string, string> & { [field]: string };
  const { thread_id } = await made('/threads', {}, 'thread_id');
  const { run_id } = await made(`/threads/${thread_id}/runs`, { ...RUN, after_seconds: 3_600 }, 'run_id');
  const { assistant_id } = await made('/assistants', { graph_id: 'echo' }, 'assistant_id');
  const { cron_id } = await made('/runs/crons', CRON, 'cron_id');
  return { thread_id, run_id, assistant_id, cron_id, checkpoint_id: randomUUID(), namespace: 'x' } as Record<
    string,
    string
  >;
}

async function call(token: string | undefined, route: string, things: Record<string, string>) {
  const [method = '', path = ''] = route.split(' ');
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => things[name] ?? name);
  const body = method === 'GET' || method === 'DELETE' ? BODIES[route] : (BODIES[route] ?? {});
  const sent = body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body)));
  return guarded.as(token, { accept: 'application/json' })(
    method,
    `${filled(path)}${QUERIES[route] ?? ''}`,
    sent,
  );
}

describe('where an author wrote the authentication of a deployment', () => {
  test('its routes are open in these cases alone', () => {
    const open = rows.filter(({ isOpen }) => isOpen).map(({ route }) => route);
    expect(open.toSorted()).toEqual(OPEN);
  });

  const guardedRows = rows.filter(({ isOpen }) => !isOpen).map(({ route }) => route);

  test.each(guardedRows)('%s asks who is calling', async (route) => {
    expect((await call(undefined, route, await alicesThings())).status).toBe(401);
  });

  const decided = guardedRows.filter((route) => !FOR_EACH_CALLER.includes(route));

  test.each(decided)('%s asks whether the caller may', async (route) => {
    const answer = await call('denied', route, await alicesThings());
    // A command that fails is a response, too.
    if (route.endsWith('/commands')) {
      expect(answer).toMatchObject({ status: 200, body: { type: 'error', message: 'Forbidden' } });
    } else expect({ route, ...answer }).toMatchObject({ route, status: 403, body: { detail: 'Forbidden' } });
  });

  const ofOne = guardedRows.filter((route) =>
    /\{(thread|run|assistant|cron)_id\}/.test(route + JSON.stringify(BODIES[route])),
  );

  test.each(ofOne)('%s hides what belongs to another caller', async (route) => {
    const things = await alicesThings();
    const answer = await call('bob', route, things);
    if (route.endsWith('/commands')) {
      expect(answer).toMatchObject({
        status: 200,
        body: { type: 'error', message: expect.stringContaining('not found') },
      });
    } else {
      expect({ route, ...answer }).toMatchObject({
        route,
        status: 404,
        body: { detail: expect.stringContaining('not found') },
      });
    }
    // Nothing was done to it either.
    const thread = await guarded.as('alice')('GET', `/threads/${things.thread_id}`);
    expect(thread).toMatchObject({ status: 200, body: { status: 'busy', metadata: { owner: 'alice' } } });
    const cron = await guarded.as('alice')('GET', `/runs/crons/${things.cron_id}`);
    expect(cron).toMatchObject({ status: 200, body: { enabled: true, metadata: { owner: 'alice' } } });
  });
});
