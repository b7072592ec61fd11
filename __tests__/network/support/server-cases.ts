import * as z from 'zod';
import {
  type AgentApi,
  ask,
  createThread,
  NO_ID,
  type ReferenceCase,
  threadAfterRun,
} from './reference-cases.ts';

// Cases about the routes that describe and measure an agent server, and about routes that the emulator lacks.

/** Returns the paths of all values inside a JSON value, without the values. */
function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value)
    .flatMap(([key, inner]) => pathsOf(inner, `${path}.${key}`))
    .toSorted();
}

const Storage = z.looseObject({
  total_bytes: z.number(),
  checkpoints: z.looseObject({ count: z.number(), bytes: z.number() }),
  channel_values: z.looseObject({ count: z.number(), bytes: z.number() }),
  pending_writes: z.looseObject({ count: z.number(), bytes: z.number() }),
});

const storageAfterRun = async (api: AgentApi): Promise<z.infer<typeof Storage>> => {
  const id = await threadAfterRun(api);
  return Storage.parse((await ask(api, 'GET', `/threads/${id}/storage`)).body);
};

/** Returns the names of an agent server's metrics in the text format. */
async function metricNames(api: AgentApi): Promise<string[]> {
  // Counts of requests appear only after the first request.
  await createThread(api);
  const { body } = await ask(api, 'GET', '/metrics');
  return Array.from(String(body).matchAll(/^# TYPE (\S+ \S+)$/gm), ([, name = '']) => name).toSorted();
}

const MEASURING: ReferenceCase[] = [
  ...['/ok', '/ok?check_db=1'].map(
    (path): ReferenceCase => ({
      name: `GET ${path}: the status and the services`,
      row: 'ok-services',
      async observe(api) {
        const { status, body } = await ask(api, 'GET', path);
        return [status, body];
      },
    }),
  ),
  {
    name: 'GET /ok: the status and the value of ok',
    async observe(api) {
      const { status, body } = await ask(api, 'GET', '/ok');
      const { ok, services } = z.looseObject({ ok: z.boolean(), services: z.looseObject({}) }).parse(body);
      return [status, ok, typeof services];
    },
  },
  {
    name: 'GET /metrics?format=json: the fields',
    async observe(api) {
      await createThread(api);
      const { status, body } = await ask(api, 'GET', '/metrics?format=json');
      return [status, pathsOf(body)];
    },
  },
  {
    name: 'GET /metrics: the content type, and the metrics of requests and workers',
    async observe(api) {
      const { status, headers } = await ask(api, 'GET', '/metrics');
      const names = await metricNames(api);
      const compared = names.filter((name) => /^lg_api_(http|workers)/.test(name));
      return [status, headers.get('content-type'), compared];
    },
  },
  { name: 'GET /metrics: all names', row: 'metrics-names', observe: metricNames },
  {
    name: 'GET /docs: the status and the content type',
    async observe(api) {
      const { status, headers } = await ask(api, 'GET', '/docs');
      return [status, headers.get('content-type')];
    },
  },
  {
    name: 'GET /docs: whether the page has scripts',
    row: 'docs-page',
    observe: async (api) => String((await ask(api, 'GET', '/docs')).body).includes('<script'),
  },
  {
    name: 'GET /threads/{id}/storage of a thread without runs',
    async observe(api) {
      const id = await createThread(api);
      const { status, body } = await ask(api, 'GET', `/threads/${id}/storage`);
      return [status, { ...z.looseObject({}).parse(body), thread_id: null }];
    },
  },
  {
    name: 'GET /threads/{id}/storage after a run: the sum, the checkpoints and the writes',
    async observe(api) {
      const {
        total_bytes: total,
        checkpoints,
        channel_values: values,
        pending_writes: writes,
      } = await storageAfterRun(api);
      const sum = checkpoints.bytes + values.bytes + writes.bytes;
      return [total === sum, total > 0, checkpoints.count, writes.count];
    },
  },
  {
    name: 'GET /threads/{id}/storage after a run: whether values of channels are counted',
    row: 'thread-storage',
    observe: async (api) => (await storageAfterRun(api)).channel_values.count > 0,
  },
  {
    name: 'GET /threads/{id}/storage of an unknown thread',
    async observe(api) {
      const { status, body } = await ask(api, 'GET', `/threads/${NO_ID}/storage`);
      return [status, body];
    },
  },
  {
    name: 'GET /threads/{id}/storage with an ID that is not a UUID: the status',
    observe: async (api) => (await ask(api, 'GET', '/threads/x/storage')).status,
  },
  {
    name: 'GET /threads/{id}/storage with an ID that is not a UUID: the detail',
    row: 'validation-details',
    observe: async (api) => (await ask(api, 'GET', '/threads/x/storage')).body,
  },
];

const MISSING: ReferenceCase[] = [
  ['GET', '/'],
  ['POST', '/a2a/steps'],
  ['GET', '/a2a/steps/.well-known/agent-card.json'],
  ['GET', '/.well-known/agent-card.json'],
  ['GET', '/deploy'],
  ['GET', `/internal/debug/thread/${NO_ID}`],
].map(([method = '', path = '']) => ({
  name: `${method} ${path}: the response`,
  row: 'reference-routes-missing',
  async observe(api) {
    const { status, body } = await ask(api, method, path, method === 'POST' ? {} : undefined);
    return [status, body];
  },
}));

/** Operations that the reference server's API document has and the emulator lacks, as in the row of missing routes. */
export const MISSING_OPERATIONS: readonly string[] = ['POST /a2a/{assistant_id}'];

/** Returns every operation of an agent server's API document, such as `GET /threads/{thread_id}`. */
export async function operationsOf(api: AgentApi): Promise<string[]> {
  const { body } = await ask(api, 'GET', '/openapi.json');
  const { paths } = z.looseObject({ paths: z.record(z.string(), z.looseObject({})) }).parse(body);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => /^(get|post|put|patch|delete)$/.test(method))
      .map((method) => `${method.toUpperCase()} ${path.replace(/(.)\/$/, '$1')}`),
  );
}

/** Case that deletes the data of the reference server, and must therefore be the last. */
const TRUNCATION: ReferenceCase = {
  name: 'POST /internal/truncate: the response',
  row: 'reference-routes-missing',
  alone: true,
  async observe(api) {
    const { status, body } = await ask(api, 'POST', '/internal/truncate', {});
    return [status, body];
  },
};

/** All cases about the server, which must run after all other cases. */
export const SERVER_CASES: readonly ReferenceCase[] = [...MEASURING, ...MISSING, TRUNCATION];
