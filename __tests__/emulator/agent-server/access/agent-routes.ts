import { randomUUID } from 'node:crypto';
import type { AgentServerDependencies } from '../../../../src/emulator/agent-server/dependencies.ts';
import { agentServerRoutes } from '../../../../src/emulator/agent-server/routes/index.ts';

/**
 * Returns each route of the agent server, and whether the route is open in a deployment with its own authentication.
 */
export function agentRoutes(): { route: string; isOpen: boolean }[] {
  // Only the table of routes is read, so no dependency is called.
  return agentServerRoutes({} as AgentServerDependencies).map(({ method, path, auth, openWithOwnAuth }) => ({
    route: `${method} ${path}`,
    isOpen: auth === 'none' || openWithOwnAuth === true,
  }));
}

/** Routes that call no authorization handler, so every caller may use them. */
export const FOR_EACH_CALLER: readonly string[] = [
  'POST /ui/{name}',
  'GET /metrics',
  'GET /mcp',
  'DELETE /mcp',
];
const RUN = { assistant_id: 'echo', input: {} };
const CRON = { assistant_id: 'echo', schedule: '0 0 1 1 *' };
const ITEM = { namespace: ['a'], key: 'k' };

/** Smallest body that each route accepts; routes that accept no body or an empty body are absent. */
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
    // A run without an input does not wait for another run of the thread.
    params: { assistant_id: 'echo', input: null },
  },
  'POST /runs/crons': CRON,
  'POST /threads/{thread_id}/runs/crons': CRON,
  'PATCH /runs/crons/{cron_id}': { enabled: false },
  'PUT /store/items': { ...ITEM, value: {} },
  'DELETE /store/items': ITEM,
};
const QUERIES: Record<string, string> = { 'GET /store/items': '?namespace=a&key=k' };

/** Returns whether a route or its body identifies a single thread, run, assistant or cron. */
export const belongsToOne = (route: string): boolean =>
  /\{(thread|run|assistant|cron)_id\}/.test(route + JSON.stringify(BODIES[route]));

/** Values for parameters of paths and bodies, by name. */
export type Things = Record<string, string>;
type Call<A> = (method: string, path: string, body?: unknown) => Promise<A>;

/** Creates one object of each kind for a caller, each with this metadata. */
export async function createObjects(
  call: Call<{ body: unknown }>,
  metadata: Record<string, unknown> = {},
): Promise<Things> {
  const made = async (path: string, body: object, field: string): Promise<string> =>
    String(((await call('POST', path, body)).body as Record<string, unknown>)[field]);
  const thread = await made('/threads', { metadata }, 'thread_id');
  const run = { ...RUN, metadata, after_seconds: 3_600 };
  return {
    thread_id: thread,
    run_id: await made(`/threads/${thread}/runs`, run, 'run_id'),
    assistant_id: await made('/assistants', { graph_id: 'echo', metadata }, 'assistant_id'),
    cron_id: await made(`/threads/${thread}/runs/crons`, { ...CRON, metadata }, 'cron_id'),
    checkpoint_id: randomUUID(),
    namespace: 'x',
  };
}

/** Calls a route with the smallest request that the route accepts. `more` contains additional fields of the body. */
export function callRoute<A>(call: Call<A>, route: string, things: Things, more: object = {}): Promise<A> {
  const [method = '', path = ''] = route.split(' ');
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => things[name] ?? name);
  const body = method === 'GET' || method === 'DELETE' ? BODIES[route] : (BODIES[route] ?? {});
  const sent: unknown = body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body)));
  const whole = sent === undefined || Array.isArray(sent) ? sent : { ...(sent as object), ...more };
  return call(method, `${filled(path)}${QUERIES[route] ?? ''}`, whole);
}
