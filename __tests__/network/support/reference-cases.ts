import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';

/** API of one agent server: the reference server or the emulator. */
export interface AgentApi {
  url: string;
  headers: Readonly<Record<string, string>>;
}

interface Response {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A request that both servers receive, and the part of the responses that is compared. */
export interface ReferenceCase {
  name: string;
  observe(api: AgentApi): Promise<unknown>;
  /** The row of docs/departures.md that permits a difference, which must then occur. */
  row?: string;
  /**
   * True if no other case may run at the same time, because the reference server fails all searches of its store that
   * it executes together.
   */
  alone?: boolean;
}

export const NO_ID = '00000000-0000-4000-8000-000000000000';
const Thread = z.looseObject({ thread_id: z.string(), status: z.string() });
const Run = z.looseObject({
  run_id: z.string(),
  thread_id: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});

async function askText(api: AgentApi, method: string, path: string, text: string | null): Promise<Response> {
  const response = await fetch(api.url + path, {
    method,
    headers: { ...api.headers, ...(text !== null && { 'content-type': 'application/json' }) },
    body: text,
    redirect: 'manual',
  });
  const body = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json') && body !== '';
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(body) as unknown) : body,
  };
}

export const ask = (api: AgentApi, method: string, path: string, body?: unknown): Promise<Response> =>
  askText(api, method, path, body === undefined ? null : JSON.stringify(body));

const statusOf = async (response: Promise<Response>): Promise<number> => (await response).status;

export async function createThread(api: AgentApi, body: unknown = {}): Promise<string> {
  return Thread.parse((await ask(api, 'POST', '/threads', body)).body).thread_id;
}

const readThread = async (api: AgentApi, id: string): Promise<z.infer<typeof Thread>> =>
  Thread.parse((await ask(api, 'GET', `/threads/${id}`)).body);

/** Waits until a thread has one of these statuses. The reference server looks for new runs twice a second. */
async function untilThread(api: AgentApi, id: string, ...statuses: string[]): Promise<string> {
  for (;;) {
    const { status } = await readThread(api, id);
    if (statuses.includes(status)) return status;
    await sleep(50);
  }
}

async function untilRun(
  api: AgentApi,
  { thread_id: threadId, run_id: runId }: z.infer<typeof Run>,
  isReached: (status: string) => boolean,
) {
  for (;;) {
    const { body } = await ask(api, 'GET', `/threads/${threadId}/runs/${runId}`);
    const run = Run.parse(body);
    if (isReached(run.status)) return run;
    await sleep(50);
  }
}

const startRun = async (api: AgentApi, threadId: string, body: object): Promise<z.infer<typeof Run>> =>
  Run.parse(
    (await ask(api, 'POST', `/threads/${threadId}/runs`, { assistant_id: 'steps', input: {}, ...body })).body,
  );

const hasEnded = (status: string) => status !== 'pending' && status !== 'running';

/** Creates a thread of this graph with a run that has ended. */
export async function threadAfterRun(api: AgentApi, graph = 'steps'): Promise<string> {
  const threadId = await createThread(api);
  const run = await startRun(api, threadId, { assistant_id: graph });
  await untilRun(api, run, hasEnded);
  await untilThread(api, threadId, 'idle', 'interrupted', 'error');
  return threadId;
}

/** Creates a thread whose first node runs until it is canceled, and returns the run. */
async function runningThread(api: AgentApi): Promise<z.infer<typeof Run>> {
  const threadId = await createThread(api);
  const run = await startRun(api, threadId, { assistant_id: 'waiting' });
  await untilRun(api, run, (status) => status === 'running');
  for (;;) {
    const { status, body } = await ask(api, 'GET', `/threads/${threadId}/state`);
    if (status === 200 && z.looseObject({ next: z.array(z.string()) }).parse(body).next.length > 0)
      return run;
    await sleep(50);
  }
}

const isFound = async (api: AgentApi, threadId: string, status: string): Promise<boolean> => {
  const { body } = await ask(api, 'POST', '/threads/search', { status, ids: [threadId] });
  return z.array(z.unknown()).parse(body).length > 0;
};

const defaultAssistant = async (api: AgentApi, graph = 'steps'): Promise<string> => {
  const { body } = await ask(api, 'POST', '/assistants/search', { graph_id: graph });
  const [first] = z.array(z.looseObject({ assistant_id: z.string() })).parse(body);
  return first?.assistant_id ?? '';
};

/** Returns a Location header with placeholders in place of the run's IDs. */
function placeOf(response: Response, run: { run_id?: string; thread_id?: string } = {}): unknown {
  const text = (name: string) =>
    response.headers
      .get(name)
      ?.replaceAll(run.thread_id ?? NO_ID, '{thread}')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}') ?? null;
  return { location: text('location'), 'content-location': text('content-location') };
}

const LOCATION_CASES: ReferenceCase[] = [
  ['POST', '/threads/{thread}/runs'],
  ['POST', '/threads/{thread}/runs/wait'],
  ['POST', '/threads/{thread}/runs/stream'],
  ['POST', '/runs'],
  ['POST', '/runs/wait'],
  ['POST', '/runs/stream'],
].map(([method = '', path = '']) => ({
  name: `${method} ${path}: the headers that say where the run is`,
  async observe(api) {
    const threadId = path.includes('{thread}') ? await createThread(api) : NO_ID;
    const response = await ask(api, method, path.replace('{thread}', threadId), {
      assistant_id: 'steps',
      input: {},
    });
    return [response.status, placeOf(response, { thread_id: threadId })];
  },
}));
for (const kind of ['join', 'stream', 'cancel?wait=true']) {
  LOCATION_CASES.push({
    name: `${kind} of a run: the headers that say where the run is`,
    async observe(api) {
      const threadId = await createThread(api);
      const isCancel = kind.startsWith('cancel');
      // A run that has ended cannot be canceled, so a waiting run is canceled instead.
      const run = await startRun(api, threadId, isCancel ? { assistant_id: 'waiting' } : {});
      const response = await ask(
        api,
        isCancel ? 'POST' : 'GET',
        `/threads/${threadId}/runs/${run.run_id}/${kind}`,
      );
      return [response.status, placeOf(response, run)];
    },
  });
}

const CANCEL_CASES: ReferenceCase[] = [
  {
    name: 'a thread whose run was cancelled with work left: its status, and the search that finds it',
    async observe(api) {
      const run = await runningThread(api);
      const { thread_id: id, run_id: runId } = run;
      await ask(api, 'POST', `/threads/${id}/runs/${runId}/cancel?wait=true`);
      const ended = await untilRun(api, run, hasEnded);
      const status = await untilThread(api, id, 'idle', 'interrupted', 'error');
      return { run: ended.status, status, isFound: await isFound(api, id, 'interrupted') };
    },
  },
  {
    name: 'a thread whose run was cancelled by a second run with `interrupt`: its status once that one ends',
    async observe(api) {
      const run = await runningThread(api);
      const second = await startRun(api, run.thread_id, { multitask_strategy: 'interrupt' });
      const ended = await untilRun(api, second, hasEnded);
      return [ended.status, await untilThread(api, run.thread_id, 'idle', 'interrupted', 'error')];
    },
  },
  {
    name: 'a thread whose pending run was cancelled before it began',
    async observe(api) {
      const id = await createThread(api);
      const run = await startRun(api, id, { after_seconds: 60 });
      const { status } = await ask(api, 'POST', `/threads/${id}/runs/${run.run_id}/cancel`);
      const ended = await untilRun(api, run, hasEnded);
      return [status, ended.status, (await readThread(api, id)).status];
    },
  },
  {
    name: 'a thread that rested with all work done, whose pending run was cancelled before it began',
    async observe(api) {
      const id = await threadAfterRun(api);
      const run = await startRun(api, id, { after_seconds: 60 });
      await ask(api, 'POST', `/threads/${id}/runs/${run.run_id}/cancel`);
      const ended = await untilRun(api, run, hasEnded);
      return [ended.status, (await readThread(api, id)).status];
    },
  },
  {
    name: 'a thread whose run stopped before a node: its status, and the search that finds it',
    async observe(api) {
      const id = await createThread(api);
      const run = await startRun(api, id, { interrupt_before: ['b'] });
      const ended = await untilRun(api, run, hasEnded);
      const status = await untilThread(api, id, 'idle', 'interrupted', 'error');
      return { run: ended.status, status, isFound: await isFound(api, id, 'interrupted') };
    },
  },
  {
    name: 'a thread whose run was rolled back',
    async observe(api) {
      const { thread_id: id, run_id: runId } = await runningThread(api);
      await ask(api, 'POST', `/threads/${id}/runs/${runId}/cancel?action=rollback&wait=true`);
      return untilThread(api, id, 'idle', 'interrupted', 'error');
    },
  },
  ...['', '?wait=true', '?action=rollback', '?action=rollback&wait=true'].map(
    (query): ReferenceCase => ({
      name: `cancel${query} of a run that has ended`,
      async observe(api) {
        const id = await createThread(api);
        const run = await startRun(api, id, {});
        await untilRun(api, run, hasEnded);
        const { status } = await ask(api, 'POST', `/threads/${id}/runs/${run.run_id}/cancel${query}`);
        return [status, await statusOf(ask(api, 'GET', `/threads/${id}/runs/${run.run_id}`))];
      },
    }),
  ),
  {
    name: 'cancel of a run that does not exist',
    async observe(api) {
      const id = await createThread(api);
      return statusOf(ask(api, 'POST', `/threads/${id}/runs/${NO_ID}/cancel`));
    },
  },
  {
    name: 'POST /runs/cancel of a run that has ended',
    async observe(api) {
      const id = await createThread(api);
      const run = await startRun(api, id, {});
      await untilRun(api, run, hasEnded);
      return statusOf(ask(api, 'POST', '/runs/cancel', { thread_id: id, run_ids: [run.run_id] }));
    },
  },
  {
    name: 'POST /runs/cancel of a pending run and one that does not exist',
    async observe(api) {
      const id = await createThread(api);
      const run = await startRun(api, id, { after_seconds: 60 });
      const { status } = await ask(api, 'POST', '/runs/cancel', {
        thread_id: id,
        run_ids: [NO_ID, run.run_id],
      });
      return [status, (await untilRun(api, run, hasEnded)).status];
    },
  },
  {
    name: 'POST /runs/cancel of a run that does not exist',
    async observe(api) {
      const id = await createThread(api);
      return statusOf(ask(api, 'POST', '/runs/cancel', { thread_id: id, run_ids: [NO_ID] }));
    },
  },
];

const BY_NAME: readonly [method: string, path: string, body?: unknown][] = [
  ['GET', ''],
  ['PATCH', '', { name: 'renamed' }],
  ['DELETE', ''],
  ['GET', '/graph'],
  ['GET', '/schemas'],
  ['GET', '/subgraphs'],
  ['GET', '/subgraphs/inner'],
  ['POST', '/versions', {}],
  ['POST', '/latest', { version: 1 }],
];
const CANCEL_OF_NONE: ReferenceCase = {
  name: 'POST /runs/cancel of all runs when none is unfinished',
  alone: true,
  async observe(api) {
    for (let at = 0; at < 2; at += 1) await ask(api, 'POST', '/runs/cancel', { status: 'all' });
    return statusOf(ask(api, 'POST', '/runs/cancel', { status: 'all' }));
  },
};

const ASSISTANT_CASES: ReferenceCase[] = [
  ...BY_NAME.flatMap(([method, path, body]): ReferenceCase[] =>
    [
      ['the name of a graph', 'steps'],
      ['a name that no graph has', 'missing'],
      ['an unknown id', NO_ID],
    ].map(([word, id]) => ({
      name: `${method} /assistants/{id}${path} with ${word}`,
      observe: (api) => statusOf(ask(api, method, `/assistants/${id}${path}`, body)),
    })),
  ),
  ...[
    '/runs',
    '/runs/wait',
    '/runs/stream',
    '/runs/crons',
    '/threads/{thread}/runs',
    '/threads/{thread}/runs/wait',
    '/threads/{thread}/runs/stream',
    '/threads/{thread}/runs/crons',
  ].flatMap((path): ReferenceCase[] =>
    [
      ['a name that no graph has', 'missing'],
      ['an unknown id', NO_ID],
    ].map(([word, id]) => ({
      name: `POST ${path} with ${word} as its assistant`,
      async observe(api) {
        const at = path.includes('{thread}') ? path.replace('{thread}', await createThread(api)) : path;
        const schedule = path.endsWith('crons') ? { schedule: '0 0 1 1 *' } : {};
        return statusOf(ask(api, 'POST', at, { assistant_id: id, input: {}, ...schedule }));
      },
    })),
  ),
  ...[
    ['a name that no graph has', 'missing'],
    ['an unknown id', NO_ID],
  ].map(
    ([word, id]): ReferenceCase => ({
      name: `POST /runs/batch with ${word} as an assistant`,
      observe: (api) => statusOf(ask(api, 'POST', '/runs/batch', [{ assistant_id: id, input: {} }])),
    }),
  ),
  {
    name: 'POST /assistants/search by an unknown graph',
    observe: (api) => statusOf(ask(api, 'POST', '/assistants/search', { graph_id: 'missing' })),
  },
  {
    name: 'POST /assistants/count by an unknown graph',
    observe: (api) => statusOf(ask(api, 'POST', '/assistants/count', { graph_id: 'missing' })),
  },
  {
    name: 'POST /assistants of an unknown graph',
    observe: (api) => statusOf(ask(api, 'POST', '/assistants', { graph_id: 'missing' })),
  },
  {
    name: 'PATCH of an assistant to an unknown graph',
    async observe(api) {
      const id = await defaultAssistant(api, 'failing');
      return statusOf(ask(api, 'PATCH', `/assistants/${id}`, { graph_id: 'missing' }));
    },
  },
];

const WRITES: readonly [method: string, path: string][] = [
  ['POST', '/threads'],
  ['PATCH', '/threads/{thread}'],
  ['POST', '/threads/search'],
  ['POST', '/threads/{thread}/history'],
  ['POST', '/threads/{thread}/state'],
  ['POST', '/threads/{thread}/runs'],
  ['POST', '/runs/wait'],
  ['POST', '/runs/cancel'],
  ['POST', '/assistants'],
  ['POST', '/assistants/search'],
  ['PUT', '/store/items'],
  ['POST', '/store/items/search'],
  ['POST', '/runs/crons'],
];
const READING_CASES: ReferenceCase[] = [
  ...WRITES.flatMap(([method, path]): ReferenceCase[] =>
    [
      ['malformed JSON', '{"a":'],
      ['a body that ends early in a text', '{"a":"b'],
      ['an empty body', ''],
    ].map(([word, text = '']) => ({
      name: `${method} ${path} with ${word}`,
      async observe(api) {
        const at = path.includes('{thread}') ? path.replace('{thread}', await createThread(api)) : path;
        return statusOf(askText(api, method, at, text));
      },
    })),
  ),
  ...[
    ['GET', undefined],
    ['POST', {}],
    ['POST', { limit: null }],
    ['POST', { limit: 2 }],
  ].map(
    ([method, body]): ReferenceCase => ({
      name: `${String(method)} of a history with ${body ? JSON.stringify(body) : 'no limit'}: how many states`,
      async observe(api) {
        const id = await threadAfterRun(api);
        const response = await ask(api, String(method), `/threads/${id}/history`, body);
        return [response.status, Array.isArray(response.body) && response.body.length];
      },
    }),
  ),
  {
    name: 'GET of a history with a limit: how many states',
    async observe(api) {
      const id = await threadAfterRun(api);
      const response = await ask(api, 'GET', `/threads/${id}/history?limit=2`);
      return [response.status, Array.isArray(response.body) && response.body.length];
    },
  },
  ...[
    {},
    { sort_order: 'asc' },
    { sort_order: 'desc' },
    { sort_by: 'created_at' },
    { sort_by: 'updated_at', sort_order: 'asc' },
  ].map(
    (order): ReferenceCase => ({
      name: `search of threads with ${JSON.stringify(order)}: their order, the oldest changed last`,
      async observe(api) {
        const key = `order-${Math.random()}`;
        const ids: string[] = [];
        for (let at = 0; at < 3; at += 1) {
          ids.push(await createThread(api, { metadata: { key } }));
          await sleep(10);
        }
        await ask(api, 'PATCH', `/threads/${ids[0]}`, { metadata: { changed: true } });
        const { body } = await ask(api, 'POST', '/threads/search', { metadata: { key }, ...order });
        return z
          .array(Thread)
          .parse(body)
          .map((one) => ids.indexOf(one.thread_id));
      },
    }),
  ),
  ...['search', 'count'].map(
    (kind): ReferenceCase => ({
      name: `${kind} of threads with an empty list of ids`,
      async observe(api) {
        const key = `ids-${Math.random()}`;
        await createThread(api, { metadata: { key } });
        const { status, body } = await ask(api, 'POST', `/threads/${kind}`, { metadata: { key }, ids: [] });
        return [status, Array.isArray(body) ? body.length : body];
      },
    }),
  ),
  {
    name: 'count of threads with the id of another thread',
    async observe(api) {
      const key = `ids-${Math.random()}`;
      await createThread(api, { metadata: { key } });
      const ids = [await createThread(api)];
      return (await ask(api, 'POST', '/threads/count', { metadata: { key }, ids })).body;
    },
  },
  ...[[], ['values'], null, 'nonsense', ['nonsense'], ['lifecycle'], ['tools'], 'messages'].flatMap(
    (mode): ReferenceCase[] => [
      {
        name: `a stream with stream_mode ${JSON.stringify(mode)}: its events`,
        async observe(api) {
          const { status, body } = await ask(api, 'POST', '/runs/stream', {
            assistant_id: 'steps',
            input: {},
            stream_mode: mode,
          });
          const events = String(body).match(/^event: .*$/gm) ?? [];
          return [status, status === 200 ? events.filter((event) => event !== 'event: end') : []];
        },
      },
    ],
  ),
  {
    name: 'a copy of an interrupted thread: status, interrupts, next',
    async observe(api) {
      const id = await threadAfterRun(api, 'asking');
      const copied = await ask(api, 'POST', `/threads/${id}/copy`);
      const copy = Thread.parse(copied.body);
      const thread = await readThread(api, copy.thread_id);
      const { body } = await ask(api, 'GET', `/threads/${copy.thread_id}/state`);
      const { next } = z.looseObject({ next: z.array(z.string()) }).parse(body);
      const questions = (one: Record<string, unknown>) => Object.keys(Object(one['interrupts'])).length;
      return {
        status: copied.status,
        copy: [copy.status, questions(copy)],
        thread: [thread.status, questions(thread)],
        next,
        isFound: await isFound(api, copy.thread_id, 'interrupted'),
      };
    },
  },
  {
    name: 'a copy of a failed thread',
    async observe(api) {
      const id = await threadAfterRun(api, 'failing');
      const { status, body } = await ask(api, 'POST', `/threads/${id}/copy`);
      const copy = Thread.parse(body);
      return [status, copy.status, (await readThread(api, copy.thread_id)).status];
    },
  },
  {
    name: 'a copy of an idle thread: status and values',
    async observe(api) {
      const id = await threadAfterRun(api);
      const copy = Thread.parse((await ask(api, 'POST', `/threads/${id}/copy`)).body);
      const thread = await readThread(api, copy.thread_id);
      return [
        copy.status,
        copy['values'],
        thread.status,
        thread['values'],
        Object.keys(Object(thread['metadata'])).toSorted(),
      ];
    },
  },
  {
    name: 'the metadata of a run: which keys it has beside the given ones',
    async observe(api) {
      const id = await createThread(api);
      const run = await startRun(api, id, { metadata: { given: 1 } });
      await untilRun(api, run, hasEnded);
      return [Object.keys(run.metadata).toSorted(), run.metadata['given'], run.metadata['graph_id']];
    },
  },
  ...[undefined, 'keep'].map(
    (onCompletion): ReferenceCase => ({
      name: `the metadata of a run without a thread${onCompletion ? ', which is kept' : ''}`,
      async observe(api) {
        const body = {
          assistant_id: 'steps',
          input: {},
          metadata: { given: 1 },
          config: { metadata: { configured: 1 } },
        };
        const created = await ask(api, 'POST', '/runs', {
          ...body,
          ...(onCompletion && { on_completion: onCompletion }),
        });
        return Object.keys(Run.parse(created.body).metadata).toSorted();
      },
    }),
  ),
  {
    name: 'the metadata of a run: that of its thread, of its configuration and of its request',
    async observe(api) {
      const id = await createThread(api, { metadata: { a: 'thread', b: 'thread', c: 'thread' } });
      const run = await startRun(api, id, {
        config: { metadata: { b: 'config', c: 'config' } },
        metadata: { c: 'request', assistant_id: 'chosen' },
      });
      await untilRun(api, run, hasEnded);
      const { a, b, c, assistant_id: assistantId } = run.metadata;
      return [a, b, c, assistantId === 'chosen'];
    },
  },
  {
    name: 'the metadata of a run: that of its assistant',
    async observe(api) {
      const made = await ask(api, 'POST', '/assistants', {
        graph_id: 'steps',
        metadata: { own: 'assistant' },
      });
      const { assistant_id: assistantId } = z.looseObject({ assistant_id: z.string() }).parse(made.body);
      const id = await createThread(api);
      const run = await startRun(api, id, { assistant_id: assistantId, metadata: { given: 1 } });
      await untilRun(api, run, hasEnded);
      return Object.keys(run.metadata).toSorted();
    },
  },
  ...[-1, 0, 0.5, 1.5, null].map(
    (seconds): ReferenceCase => ({
      name: `a run with after_seconds ${seconds}`,
      async observe(api) {
        const id = await createThread(api);
        return statusOf(
          ask(api, 'POST', `/threads/${id}/runs`, {
            assistant_id: 'steps',
            input: {},
            after_seconds: seconds,
          }),
        );
      },
    }),
  ),
  ...[
    '?stream_mode=lifecycle',
    '?stream_mode=nonsense',
    '?stream_mode=run_modes',
    '?stream_modes=run_modes',
    '?stream_modes=nonsense',
    '?stream_modes=lifecycle',
    '?stream_mode=lifecycle&stream_mode=run_modes',
    '?stream_modes=state_update',
    '?stream_mode=state_update',
  ].map(
    (query): ReferenceCase => ({
      name: `GET of a thread's stream with ${query}`,
      async observe(api) {
        const id = await createThread(api);
        const controller = new AbortController();
        const response = await fetch(`${api.url}/threads/${id}/stream${query}`, {
          headers: api.headers,
          signal: controller.signal,
        });
        const { status } = response;
        controller.abort();
        return status;
      },
    }),
  ),
  ...['?stream_mode=lifecycle', '?stream_mode=nonsense', '?stream_mode=values', '?stream_modes=values'].map(
    (query): ReferenceCase => ({
      name: `GET of a run's stream with ${query}`,
      async observe(api) {
        const id = await createThread(api);
        const run = await startRun(api, id, {});
        return statusOf(ask(api, 'GET', `/threads/${id}/runs/${run.run_id}/stream${query}`));
      },
    }),
  ),
];

const STORE_FILTERS: readonly unknown[] = [
  { color: 'red' },
  { color: { $eq: 'red' } },
  { color: { $regex: 'r' } },
  { color: { $in: ['red'] } },
  { color: { $eq: 'red', $nin: [] } },
  { color: { $eq: 'red', other: 1 } },
  { size: { $gt: 1 } },
  { size: { $gt: '1' } },
  { color: { $gt: 'a' } },
  { color: {} },
  { color: { nested: 1 } },
  { nested: { a: 1, b: 2 } },
  { nested: { a: 1 } },
  { $or: [{ color: 'red' }] },
  { missing: { $gt: 1 } },
  { missing: null },
  { color: ['red'] },
];
const STORE_CASES: ReferenceCase[] = [
  ...STORE_FILTERS.map(
    (filter): ReferenceCase => ({
      name: `search of items by ${JSON.stringify(filter)}`,
      async observe(api) {
        const namespace = [`filters-${Math.random()}`.replace('.', '')];
        await ask(api, 'PUT', '/store/items', {
          namespace,
          key: 'a',
          value: { color: 'red', size: 2, nested: { a: 1, b: 2 } },
        });
        await ask(api, 'PUT', '/store/items', { namespace, key: 'b', value: { color: 'blue', size: 1 } });
        const { status, body } = await ask(api, 'POST', '/store/items/search', {
          namespace_prefix: namespace,
          filter,
        });
        const found = z.looseObject({ items: z.array(z.looseObject({ key: z.string() })) }).safeParse(body);
        return [status, found.success ? found.data.items.map(({ key }) => key).toSorted() : null];
      },
    }),
  ),
  ...[
    ['langgraph'],
    ['langgraph', 'x'],
    ['x', 'langgraph'],
    ['Langgraph'],
    [],
    [''],
    ['a.b'],
    ['a', ''],
  ].flatMap((namespace): ReferenceCase[] => [
    {
      name: `PUT of an item into the namespace ${JSON.stringify(namespace)}`,
      observe: (api) => statusOf(ask(api, 'PUT', '/store/items', { namespace, key: 'a', value: {} })),
    },
    {
      name: `DELETE of an item from the namespace ${JSON.stringify(namespace)}`,
      observe: (api) => statusOf(ask(api, 'DELETE', '/store/items', { namespace, key: 'a' })),
    },
    {
      name: `search of items below the namespace ${JSON.stringify(namespace)}`,
      observe: (api) =>
        statusOf(
          ask(api, 'POST', '/store/items/search', { namespace_prefix: namespace, filter: { missing: 1 } }),
        ),
    },
    {
      name: `namespaces below ${JSON.stringify(namespace)}`,
      observe: (api) => statusOf(ask(api, 'POST', '/store/namespaces', { prefix: namespace })),
    },
  ]),
  ...['langgraph', 'langgraph.x', 'x', '', 'a..b'].map(
    (namespace): ReferenceCase => ({
      name: `GET of an item of the namespace '${namespace}'`,
      observe: (api) => statusOf(ask(api, 'GET', `/store/items?namespace=${namespace}&key=missing`)),
    }),
  ),
];

/** Rows of docs/departures.md for the cases that may differ. */
const ROWS: Readonly<Record<string, string>> = {
  'POST /runs: the headers that say where the run is': 'stateless-run-headers',
  'POST /runs/stream: the headers that say where the run is': 'stateless-run-headers',
  'POST of a history with {"limit":null}: how many states': 'agent-null-fields',
  'a stream with stream_mode null: its events': 'agent-null-fields',
  'a run with after_seconds null': 'agent-null-fields',
  'a stream with stream_mode ["tools"]: its events': 'stream-mode-tools',
  'a copy of an idle thread: status and values': 'copy-thread-values',
  'search of items by {"missing":{"$gt":1}}': 'store-filter-missing',
  'search of items by {"missing":null}': 'store-filter-missing',
  'search of items by {"nested":{"a":1}}': 'store-filter-nested',
  'PUT of an item into the namespace []': 'store-empty-namespace',
  'DELETE of an item from the namespace []': 'store-empty-namespace',
  'count of threads with the id of another thread': 'threads-count-ids',
};

const withRow = (one: ReferenceCase): ReferenceCase => {
  const row = ROWS[one.name];
  return row === undefined ? one : { ...one, row };
};

/** All cases, each with separate threads, so that cases without `alone` can run at the same time. */
export const REFERENCE_CASES: readonly ReferenceCase[] = [
  ...LOCATION_CASES,
  ...CANCEL_CASES,
  ...ASSISTANT_CASES,
  ...READING_CASES,
  ...STORE_CASES.map((one) => ({ ...one, alone: true })),
  CANCEL_OF_NONE,
].map(withRow);
