import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { deployAgent } from '../harness/agents/deploy.ts';
import { conformanceAgent, rootModulesInstall } from '../harness/agents/fixtures.ts';
import { type EmulatorHandle, startEmulator } from '../harness/emulator.ts';
import { createRepository } from '../harness/git.ts';
import { agentServer } from './support/agent-servers.ts';
import { fillDataset, type LargeDataset } from './support/large-dataset.ts';
import { fillStore, type LargeStore, type StoreSize } from './support/large-store.ts';
import type { Measurement } from './support/measure.ts';

/** Maximum pause of the event loop that a request may cause, in milliseconds. */
const AIM_MS = 100;
const SMALL: StoreSize = { runs: 20, crons: 3, items: 20, threads: 20, messages: 20 };
const LARGE: StoreSize = { runs: 20_000, crons: 3_000, items: 20_000, threads: 20_000, messages: 20_000 };
const GRAPH = 'steps';
/** ID that no object has. */
const NO_ID = '00000000-0000-4000-8000-000000000000';
/** Matches the output of `support/loop-delay.ts`. */
const BLOCKED = /bench: blocked ([\d.]+) ms/g;

interface Request {
  name: string;
  method: string;
  path: string;
  body?: unknown;
  /** Number of simultaneous requests, by default 1. */
  times?: number;
  /** Status with which the server refuses the request for this store; if absent, the request must succeed. */
  refused?: number;
  /** True if the request goes to the emulator itself instead of the deployment. */
  ofEmulator?: boolean;
}

/**
 * Measures the longest pause of the event loop for every route of an agent server, and for the routes of evaluations,
 * with tens of thousands of rows in the store.
 */
export async function measure(): Promise<Measurement> {
  const small = await pausesOf(SMALL);
  const large = await pausesOf(LARGE);
  const worst = Math.max(...large.values());
  return {
    claim: `no request holds the event loop for more than ${AIM_MS} ms, however large the store is`,
    sides: [
      { name: 'worst pause of each route, large store', unit: 'ms', samples: [...large.values()] },
      { name: 'worst pause of each route, small store', unit: 'ms', samples: [...small.values()] },
    ],
    ratio: {
      name: 'worst pause of all, large store to small',
      value: worst / Math.max(...small.values()),
    },
    figures: [...large].map(([name, value]) => ({ name, value, unit: 'ms', aim: AIM_MS })),
  };
}

async function pausesOf(size: StoreSize): Promise<Map<string, number>> {
  await using stack = new AsyncDisposableStack();
  const repository = await createRepository(conformanceAgent());
  stack.defer(() => repository.remove());
  const emulator = await startEmulator({
    env: { EMULATOR_CHECK_ANSWERS: '0' },
    preload: [path.join(import.meta.dirname, 'support', 'loop-delay.ts')],
  });
  stack.defer(() => emulator.stop());
  const { url } = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
  const server = agentServer(url, emulator.apiKey);
  const store = await fillStore(emulator, server, GRAPH, size);
  await untilServes(url, emulator.apiKey);
  const dataset = await fillDataset(emulator, {
    examples: size.items,
    characters: size.messages * 1_000,
  });
  const document = (await (await server.call('GET', '/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const pauses = new Map<string, number>();
  for (const request of [
    ...evaluationRequests(dataset),
    ...everyRoute(document.paths, store),
    ...bulkRequests(store, size),
  ]) {
    const target = request.ofEmulator === true ? emulator.urls.controlPlane : url;
    pauses.set(request.name, await worstPause(emulator, () => send(target, emulator.apiKey, request)));
  }
  return pauses;
}

/** Waits until the worker is available again after the snapshot was restored. */
async function untilServes(url: string, apiKey: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/assistants/search`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: '{}',
    }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok === true) return;
    await delay(50);
  }
}

async function worstPause(emulator: EmulatorHandle, work: () => Promise<void>): Promise<number> {
  await blocked(emulator);
  await work();
  return blocked(emulator);
}

/** Returns the longest pause since the last call. */
async function blocked(emulator: EmulatorHandle): Promise<number> {
  const before = [...emulator.log().matchAll(BLOCKED)].length;
  process.kill(emulator.pid, 'SIGUSR2');
  for (;;) {
    const found = [...emulator.log().matchAll(BLOCKED)];
    if (found.length > before) return Number(found.at(-1)?.[1]);
    await delay(5);
  }
}

/** Reads each response to its end, or for two seconds if the response is an endless stream. */
async function send(base: string, apiKey: string, request: Request): Promise<void> {
  const one = async () => {
    const answer = await fetch(`${base}${request.path}`, {
      method: request.method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(request.name.includes('stream') ? 2_000 : 600_000),
      ...(request.body !== undefined && {
        body: typeof request.body === 'string' ? request.body : JSON.stringify(request.body),
      }),
    });
    for await (const _ of answer.body ?? []);
    const isExpected = request.refused === undefined ? answer.ok : answer.status === request.refused;
    if (!isExpected)
      throw new Error(`${request.name} was not measured: its response has status ${answer.status}`);
  };
  const all = await Promise.allSettled(Array.from({ length: request.times ?? 1 }, one));
  for (const result of all) {
    const isTimeout = result.status === 'rejected' && /Timeout|Abort/.test(String(result.reason));
    if (result.status === 'rejected' && !isTimeout) throw result.reason;
  }
}

const RUN = { assistant_id: GRAPH, input: {} };
const CRON = { ...RUN, schedule: '0 0 1 1 *' };
const BODIES: Record<string, unknown> = {
  'POST /threads/search': { metadata: { none: 1 }, values: { none: 1 }, limit: 1_000 },
  'POST /threads/count': { metadata: { none: 1 } },
  'POST /assistants': { graph_id: GRAPH },
  'PATCH /assistants/{assistant_id}': { metadata: { a: 1 } },
  'POST /assistants/{assistant_id}/latest': { version: 1 },
  'POST /runs/batch': [RUN],
  'POST /runs/crons': CRON,
  'POST /threads/{thread_id}/runs/crons': CRON,
  'POST /runs/crons/count': {},
  'POST /runs/crons/search': { limit: 1_000 },
  'POST /threads/{thread_id}/stream/events': { channels: ['values'] },
  'POST /threads/{thread_id}/commands': { id: 1, method: 'agent.getTree', params: {} },
  'POST /threads/{thread_id}/state': { values: {} },
  'POST /threads/{thread_id}/state/checkpoint': { checkpoint: { checkpoint_id: NO_ID } },
  'POST /store/items/search': { filter: { none: 1 }, limit: 1_000 },
  'PATCH /threads/{thread_id}': { metadata: { a: 1 } },
  'PATCH /threads/{thread_id}/state': { metadata: { a: 1 } },
  'PUT /store/items': { namespace: ['bench'], key: 'item', value: { a: 1 } },
  'DELETE /store/items': { namespace: ['bench'], key: 'item' },
  'PATCH /runs/crons/{cron_id}': { enabled: false },
};
const QUERIES: Record<string, string> = { 'GET /store/items': '?namespace=bench&key=item' };
/** Requests that delete data of other requests, and are therefore sent last, in `bulkRequests`. */
const DESTRUCTIVE = new Set([
  'DELETE /assistants/{assistant_id}',
  'DELETE /threads/{thread_id}',
  'DELETE /threads/{thread_id}/runs/{run_id}',
  'POST /runs/cancel',
  'POST /threads/prune',
]);
/**
 * Routes that the server refuses for this store, with the status: the graphs have no user interfaces, and the threads
 * have no checkpoints.
 */
const REFUSED: Readonly<Record<string, number>> = {
  'POST /threads/{thread_id}/state': 422,
  'POST /threads/{thread_id}/state/checkpoint': 404,
  'GET /threads/{thread_id}/state/{checkpoint_id}': 404,
  'POST /threads/{thread_id}/runs/{run_id}/cancel': 404,
  'POST /mcp': 400,
  'GET /mcp': 405,
  'DELETE /mcp': 404,
  'POST /ui/{name}': 422,
  'GET /ui/{name}/entrypoint.js': 404,
  'GET /ui/{name}/entrypoint.css': 404,
};

/**
 * Returns a request for every route of the server's API description, on the thread with large values and on the
 * thread with many runs.
 */
function everyRoute(paths: Record<string, Record<string, unknown>>, store: LargeStore): Request[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.keys(methods).flatMap((verb): Request[] => {
      const method = verb.toUpperCase();
      const name = `${method} ${template}`;
      if (!['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method) || DESTRUCTIVE.has(name)) return [];
      const body = method === 'GET' ? undefined : (BODIES[name] ?? (template.includes('runs') ? RUN : {}));
      const refused = REFUSED[name];
      const at = (thread: string, what: string, run = store.run): Request => ({
        name: `${name}${what}${refused === undefined ? '' : ` (refused: ${refused})`}`,
        method,
        path: `${template.replaceAll(/\{(\w+)\}/g, (_, key: string) => valueOf(key, { ...store, thread, run }))}${QUERIES[name] ?? ''}`,
        ...(refused !== undefined && { refused }),
        ...(body !== undefined && { body }),
      });
      if (!template.includes('{thread_id}')) return [at(store.thread, '')];
      return [
        at(store.large, ', large values', store.largeRun),
        at(store.finished, ', many runs', store.finishedRun),
      ];
    }),
  );
}

function valueOf(key: string, { thread, run, cron, assistant }: LargeStore): string {
  const known: Record<string, string> = {
    thread_id: thread,
    run_id: run,
    cron_id: cron,
    assistant_id: assistant,
  };
  return known[key] ?? NO_ID;
}

function bulkRequests(store: LargeStore, { runs, messages }: StoreSize): Request[] {
  const numbers = Array.from({ length: runs }, (_, at) => at);
  const text = 'x'.repeat(messages * 100);
  return [
    {
      name: 'search for a long list',
      method: 'POST',
      path: '/threads/search',
      body: { values: { numbers } },
    },
    {
      name: 'page of a search with large values',
      method: 'POST',
      path: '/threads/search',
      body: { ids: [store.large] },
    },
    {
      name: 'search for values that are large',
      method: 'POST',
      path: '/threads/search',
      body: { values: { messages: [{ id: String(messages - 1) }] }, select: ['thread_id'] },
    },
    {
      name: 'prune that deletes, many runs',
      method: 'POST',
      path: '/threads/prune',
      body: { thread_ids: [store.pruned], strategy: 'delete' },
    },
    {
      name: 'run with large values',
      method: 'POST',
      path: '/runs/wait',
      body: { assistant_id: GRAPH, input: { steps: [text.repeat(7)] } },
    },
    {
      name: 'body of empty lists',
      method: 'POST',
      path: '/threads',
      body: `[${'[],'.repeat(runs * 100)}[]]`,
      // The server refuses the long list before it parses the list.
      refused: runs === LARGE.runs ? 413 : 422,
    },
    {
      name: 'body of large integers',
      method: 'POST',
      path: '/threads',
      body: `{"metadata":{"list":[${'12345678901234567891,'.repeat(Math.min(runs * 12, 62_000))}0]}}`,
    },
    { name: 'body of one long text', method: 'POST', path: '/threads', body: { metadata: { text } } },
    {
      name: '300 commands on a busy thread',
      method: 'POST',
      path: `/threads/${store.busy}/commands`,
      body: { id: 1, method: 'agent.getTree', params: {} },
      times: 300,
    },
    { name: 'snapshot', method: 'GET', path: '/_local/snapshot', ofEmulator: true },
    {
      name: 'DELETE of a run, large values',
      method: 'DELETE',
      path: `/threads/${store.large}/runs/${store.largeRun}`,
    },
    {
      name: 'DELETE of a run, many runs',
      method: 'DELETE',
      path: `/threads/${store.finished}/runs/${store.finishedRun}`,
    },
    {
      name: 'DELETE of a thread, many finished runs',
      method: 'DELETE',
      path: `/threads/${store.finished}`,
    },
    {
      name: 'DELETE of a thread, large values',
      method: 'DELETE',
      path: `/threads/${store.large}`,
    },
    { name: 'cancel all', method: 'POST', path: '/runs/cancel', body: { status: 'all' } },
    {
      name: 'DELETE of a thread, many cancelled runs',
      method: 'DELETE',
      path: `/threads/${store.busy}`,
    },
  ];
}

/** Returns the requests of evaluations, in an order where each request finds its data. */
function evaluationRequests({
  dataset,
  example,
  experiments,
  comparison,
  share,
  largeRun,
}: LargeDataset): Request[] {
  const none = 'eq(name, "none")';
  const last = 1_000_000;
  const requests: [name: string, method: string, path: string, body?: unknown][] = [
    ['datasets', 'GET', '/datasets'],
    ['datasets, second version', 'GET', '/api/v2/datasets'],
    ['splits of a dataset', 'GET', `/datasets/${dataset}/splits`],
    [
      'difference of versions',
      'GET',
      `/datasets/${dataset}/versions/diff?from_version=latest&to_version=latest`,
    ],
    ['examples after a large offset', 'GET', `/examples?dataset=${dataset}&offset=${last}`],
    ['examples with metadata that none has', 'GET', `/examples?dataset=${dataset}&metadata={"none":1}`],
    ['an example by its ID', 'GET', `/examples?dataset=${dataset}&id=${example}`],
    ['all shared examples', 'GET', `/public/${share}/examples`],
    ['a shared dataset', 'GET', `/public/${share}/datasets`],
    ['experiments with statistics', 'GET', `/sessions?reference_dataset=${dataset}&include_stats=true`],
    ['runs of experiments', 'POST', '/runs/query', { session: experiments, is_root: true }],
    ['runs by a filter that none matches', 'POST', '/runs/query', { session: experiments, filter: none }],
    [
      'runs by a filter on feedback that none matches',
      'POST',
      '/runs/query',
      { session: experiments, filter: 'eq(feedback_score, 7)' },
    ],
    [
      'runs of a dataset, second version',
      'POST',
      '/api/v2/runs/query',
      { reference_dataset_id: dataset, page_size: 1_000, selects: ['ID', 'INPUTS', 'FEEDBACK_STATS'] },
    ],
    [
      'examples with runs, second version',
      'POST',
      `/api/v2/datasets/${dataset}/experiment-runs`,
      { experiment_ids: experiments, page_size: 100, selects: ['ID', 'OUTPUTS', 'FEEDBACK_STATS'] },
    ],
    [
      'examples with runs by a filter that none matches',
      'POST',
      `/api/v2/datasets/${dataset}/experiment-runs`,
      { experiment_ids: [experiments[0]], filters: { [experiments[0] ?? '']: [none] } },
    ],
    [
      'examples with runs after a large offset',
      'POST',
      `/datasets/${dataset}/runs`,
      { session_ids: experiments, offset: last },
    ],
    ['comparisons with statistics', 'GET', `/datasets/${dataset}/comparative`],
    [
      'a new comparison',
      'POST',
      '/datasets/comparative',
      { experiment_ids: experiments, reference_dataset_id: dataset },
    ],
    ['feedback of a comparison', 'GET', `/feedback?comparative_experiment_id=${comparison}`],
    ['a run with large inputs', 'GET', `/runs/${largeRun}`],
    [
      'an example with the inputs of a large run',
      'POST',
      '/examples',
      { dataset_id: dataset, source_run_id: largeRun, use_source_run_io: true },
    ],
    ['DELETE of a comparison', 'DELETE', `/datasets/comparative/${comparison}`],
    ['DELETE of an experiment', 'DELETE', `/sessions/${experiments[0]}`],
    ['DELETE of a dataset', 'DELETE', `/datasets/${dataset}`],
  ];
  return requests.map(([name, method, path, body]) => ({
    name: `evaluation: ${name}`,
    method,
    path: encodeURI(path),
    ofEmulator: true,
    ...(body !== undefined && { body }),
  }));
}
