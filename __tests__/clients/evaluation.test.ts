import { describe, expect, test } from '@jest/globals';
import {
  createEvaluationApi,
  type DatasetSelection,
  type EvaluationApi,
} from '../../src/clients/evaluation.ts';
import { sendForm } from '../emulator/tracing/forms.ts';
import { type Plane, startPlane } from '../emulator/server/plane.ts';
import { apiError, type Handler, json, type LocalServer, serve, testTransport } from './support.ts';

const never = new AbortController().signal;
const DATASET = '0d5e7a10-3d0c-4f3a-9f25-0a1b2c3d4e5f';
const OTHER = '1d5e7a10-3d0c-4f3a-9f25-0a1b2c3d4e5f';
const TOKEN = '2d5e7a10-3d0c-4f3a-9f25-0a1b2c3d4e5f';
const VERSION = '2026-11-28T10:00:00.123456+00:00';
const byName: DatasetSelection = { by: 'name', value: 'cases', version: undefined, splits: [] };
const exampleId = (index: number) => `00000000-0000-4000-8000-${index.toString().padStart(12, '0')}`;
const example = (index: number, over: object = {}) => ({
  id: exampleId(index),
  dataset_id: DATASET,
  inputs: { q: index },
  outputs: { a: index },
  metadata: { dataset_split: ['base'] },
  modified_at: VERSION,
  name: `#${index}`,
  ...over,
});

/** Responses of a service with one dataset, which a test can replace. */
interface Service {
  datasets: unknown;
  dataset: unknown;
  version: unknown;
  splits: unknown;
  examples: readonly object[];
}

const handlerOf = (change: Partial<Service> = {}): Handler => {
  const service: Service = {
    datasets: [{ id: DATASET, name: 'cases' }],
    dataset: { id: DATASET, name: 'cases' },
    version: { tags: ['latest'], as_of: VERSION },
    splits: ['base', 'hard'],
    examples: [example(1), example(2)],
    ...change,
  };
  const reply = (response: Parameters<Handler>[1], body: unknown) =>
    body === undefined ? json(response, 404, { detail: 'not found' }) : json(response, 200, body);
  return ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const from = Number(searchParams.get('offset'));
    if (pathname.endsWith('/examples')) {
      return reply(response, service.examples.slice(from, from + Number(searchParams.get('limit'))));
    }
    if (pathname.endsWith('/version')) return reply(response, service.version);
    if (pathname.endsWith('/splits')) return reply(response, service.splits);
    if (pathname.startsWith('/public/')) return reply(response, service.dataset);
    return reply(response, pathname.endsWith('/datasets') ? service.datasets : service.dataset);
  };
};

async function withApi(
  handler: Handler,
  use: (api: EvaluationApi, server: LocalServer) => Promise<void>,
  prefix = '',
): Promise<void> {
  await using server = await serve(handler);
  await using transport = testTransport();
  const api = createEvaluationApi({
    transport,
    baseUrl: `${server.url.origin}${prefix}`,
    apiKey: 'the-key',
    workspaceId: 'the-workspace',
    requestTimeoutMs: 60_000,
  });
  await use(api, server);
}

const read = (api: EvaluationApi, change: Partial<DatasetSelection> = {}, max = 10_000) =>
  api.readDataset({ ...byName, ...change }, { max }, never);

// docs/security.md#dataset-responses-match
describe('the client of the API for datasets', () => {
  test('reads all pages of a dataset in its newest version, with API key and workspace', async () => {
    const examples = Array.from({ length: 230 }, (_, index) => example(index));
    await withApi(handlerOf({ examples }), async (api, server) => {
      const found = await read(api);
      expect(found).toMatchObject({ kind: 'read', id: DATASET, name: 'cases', version: VERSION });
      expect(found.kind === 'read' && found.examples.map(({ id }) => id)).toEqual(
        examples.map(({ id }) => id),
      );
      const paths = server.requests.map(({ path }) => decodeURIComponent(path));
      expect(paths.slice(0, 2)).toEqual([
        '/datasets?name=cases&limit=100',
        `/datasets/${DATASET}/version?tag=latest`,
      ]);
      const pages = paths
        .slice(2)
        .map((path) => new URL(path.replaceAll('+', '%2B'), 'http://x').searchParams);
      expect(pages.map((query) => query.get('offset'))).toEqual(['0', '100', '200', '230']);
      for (const query of pages) {
        expect([query.get('as_of'), query.get('dataset'), query.get('limit')]).toEqual([
          VERSION,
          DATASET,
          '100',
        ]);
      }
      for (const { headers } of server.requests) {
        expect(headers).toMatchObject({ 'x-api-key': 'the-key', 'x-tenant-id': 'the-workspace' });
      }
    });
  });

  test.each([
    ['', '/datasets'],
    ['/api/v1', '/api/v1/datasets'],
    ['/smith/api', '/smith/api/v1/datasets'],
  ])('for a URL that ends in %j sends requests to %s', async (prefix, path) => {
    await withApi(
      handlerOf(),
      async (api, server) => {
        expect(await read(api)).toMatchObject({ kind: 'read' });
        expect(server.requests[0]?.path).toBe(`${path}?name=cases&limit=100`);
      },
      prefix,
    );
  });

  test('returns the fields and the attachments of an example', async () => {
    const attachment_urls = {
      'attachment.scan.pdf': {
        presigned_url: 'https://files.example.org/a?sig=1',
        mime_type: 'application/pdf',
      },
      'attachment.note': { presigned_url: 'https://files.example.org/b', mime_type: null },
    };
    const bare = { id: exampleId(2).toUpperCase(), inputs: null, outputs: null };
    await withApi(handlerOf({ examples: [example(1, { attachment_urls }), bare] }), async (api) => {
      expect(await read(api)).toMatchObject({
        examples: [
          {
            id: exampleId(1),
            name: '#1',
            inputs: { q: 1 },
            outputs: { a: 1 },
            modifiedAt: VERSION,
            attachments: [
              {
                name: 'scan.pdf',
                presignedUrl: 'https://files.example.org/a?sig=1',
                mimeType: 'application/pdf',
              },
              {
                name: 'note',
                presignedUrl: 'https://files.example.org/b',
                mimeType: 'application/octet-stream',
              },
            ],
          },
          { id: exampleId(2), name: undefined, inputs: {}, outputs: undefined, attachments: [] },
        ],
      });
    });
  });

  test.each([
    ['v1', `tag=v1`],
    ['latest', 'tag=latest'],
    ['2026-01-31T12:00:00Z', 'as_of=2026-01-31T12:00:00Z'],
  ])('requests the dataset version %s', async (version, query) => {
    const tags = ['latest', 'v1'];
    await withApi(handlerOf({ version: { tags, as_of: VERSION } }), async (api, server) => {
      expect(await read(api, { by: 'id', value: DATASET, version })).toMatchObject({ version: VERSION });
      expect(server.requests.map(({ path }) => decodeURIComponent(path))).toContain(
        `/datasets/${DATASET}/version?${query}`,
      );
    });
  });

  test.each<[string, Partial<Service>, Partial<DatasetSelection>, object]>([
    ['no dataset with the name', { datasets: [] }, {}, { kind: 'missing' }],
    ['no dataset with the ID', { dataset: undefined }, { by: 'id', value: DATASET }, { kind: 'missing' }],
    ['no shared dataset', { dataset: undefined }, { by: 'share-token', value: TOKEN }, { kind: 'missing' }],
    ['a dataset without a version', { version: undefined }, {}, { kind: 'empty' }],
    ['a dataset without examples', { examples: [] }, {}, { kind: 'empty' }],
    ['no version with the tag', { version: undefined }, { version: 'v9' }, { kind: 'no-such-version' }],
    [
      'no split with the name',
      {},
      { splits: ['hard', 'odd'] },
      { kind: 'no-split', missing: ['odd'], known: ['base', 'hard'] },
    ],
    [
      'no split with the name in a shared dataset',
      {},
      { by: 'share-token', value: TOKEN, splits: ['odd'] },
      { kind: 'no-split', missing: ['odd'], known: ['base'] },
    ],
    [
      'a split without examples',
      { examples: [] },
      { splits: ['hard'] },
      { kind: 'no-split', missing: ['hard'] },
    ],
  ])('reports the problem: %s', async (_title, service, selection, result) => {
    await withApi(handlerOf(service), async (api) => {
      expect(await read(api, selection)).toMatchObject(result);
    });
  });

  test.each<[string, Partial<Service>, Partial<DatasetSelection>, string]>([
    [
      'a dataset with another name',
      { datasets: [{ id: DATASET, name: 'Cases' }] },
      {},
      'whose datasets do not have the requested name',
    ],
    [
      'two datasets with the name',
      { datasets: [DATASET, OTHER].map((id) => ({ id, name: 'cases' })) },
      {},
      'several datasets',
    ],
    [
      'a dataset with another ID',
      { dataset: { id: OTHER, name: 'x' } },
      { by: 'id', value: DATASET },
      'another dataset',
    ],
    [
      'a version without the requested tag',
      { version: { tags: ['v2'], as_of: VERSION } },
      { version: 'v1' },
      'a version that was not requested',
    ],
    [
      'an example of another dataset',
      { examples: [example(1, { dataset_id: OTHER })] },
      {},
      'another dataset',
    ],
    [
      'an example of another split',
      { examples: [example(1)] },
      { splits: ['hard'] },
      'splits that were not requested',
    ],
    ['an example without an ID', { examples: [{ inputs: {} }] }, {}, 'at [0].id'],
    [
      'an attachment at a URL with credentials',
      {
        examples: [
          example(1, {
            attachment_urls: { 'attachment.a': { presigned_url: 'https://u:p@h/x', mime_type: 'a/b' } },
          }),
        ],
      },
      {},
      'attachment whose URL',
    ],
  ])('rejects a response with %s', async (_title, service, selection, problem) => {
    await withApi(handlerOf(service), async (api) => {
      const error = await apiError(read(api, selection));
      expect([error.kind, error.message]).toEqual(['malformed', expect.stringContaining(problem)]);
      expect(error.message).not.toContain('u:p@h');
    });
  });

  test('rejects an example with the key __proto__, which parsing would drop', async () => {
    const text = JSON.stringify([example(1)]).replace('"q"', '"__proto__"');
    const handler: Handler = (request, response, body) => {
      if (!request.url?.startsWith('/examples')) return handlerOf()(request, response, body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    };
    await withApi(handler, async (api) => {
      expect((await apiError(read(api))).message).toContain('__proto__');
    });
  });

  test('stops reading a dataset above the limits', async () => {
    const many = Array.from({ length: 500 }, (_, index) => example(index));
    await withApi(handlerOf({ examples: many }), async (api, server) => {
      expect(await read(api, {}, 150)).toEqual({ kind: 'too-large', limit: '150 examples' });
      expect(server.requests.filter(({ path }) => path.startsWith('/examples'))).toHaveLength(2);
    });
    const attachment_urls = Object.fromEntries(
      Array.from({ length: 101 }, (_, index) => [
        `attachment.${index}`,
        { presigned_url: `https://f.example.org/${index}`, mime_type: 'a/b' },
      ]),
    );
    const heavy = Array.from({ length: 100 }, (_, index) => example(index, { attachment_urls }));
    await withApi(handlerOf({ examples: heavy }), async (api) => {
      expect(await read(api)).toEqual({ kind: 'too-large', limit: '10,000 attachments' });
    });
  });

  test('rejects a response above the size limit', async () => {
    await using server = await serve(
      handlerOf({ examples: [example(1, { inputs: { q: 'x'.repeat(200_000) } })] }),
    );
    await using transport = testTransport({ maxBytes: 100_000 });
    const baseUrl = server.url.origin;
    const api = createEvaluationApi({ transport, baseUrl, apiKey: 'k', requestTimeoutMs: 60_000 });
    expect((await apiError(read(api))).message).toContain('100000');
  });

  test('reads a shared dataset without the API key, and never shows the share token', async () => {
    const examples = [
      example(1),
      example(2, { metadata: { dataset_split: 'hard' }, modified_at: '2026-11-29T00:00:00Z' }),
    ];
    const shared = { by: 'share-token', value: TOKEN } as const;
    await withApi(handlerOf({ examples }), async (api, server) => {
      expect(await read(api, shared)).toMatchObject({
        id: undefined,
        name: 'cases',
        version: '2026-11-29T00:00:00Z',
        examples: [{ id: exampleId(1) }, { id: exampleId(2) }],
      });
      expect(await read(api, { ...shared, splits: ['hard'] })).toMatchObject({
        examples: [{ id: exampleId(2) }],
      });
      const version = '2027-01-01T00:00:00Z';
      expect(await read(api, { ...shared, version })).toMatchObject({ version });
      expect(server.requests.at(-1)?.path).toContain(`as_of=${encodeURIComponent(version)}`);
      for (const { path, headers } of server.requests) {
        expect(path).toContain(`/public/${TOKEN}/`);
        expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-api-key']));
        expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-tenant-id']));
      }
    });
    await withApi(
      (_request, response) => json(response, 403, { detail: 'no' }),
      async (api) => {
        expect((await apiError(read(api, shared))).message).not.toContain(TOKEN);
      },
    );
  });
});

describe('the client of the API for datasets, with the emulator', () => {
  const apiOf = ({ emulator }: Plane, transport: ReturnType<typeof testTransport>, prefix = '') =>
    createEvaluationApi({
      transport,
      baseUrl: `${emulator.urls.tracing}${prefix}`,
      apiKey: emulator.apiKey,
      requestTimeoutMs: 60_000,
    });

  test.each(['', '/api/v1'])(
    'reads a dataset by name, ID, version and split at the prefix %j',
    async (prefix) => {
      const plane = await startPlane();
      await using transport = testTransport();
      const api = apiOf(plane, transport, prefix);
      expect(await read(api)).toEqual({ kind: 'missing' });
      const { id } = (await plane.api('POST', '/datasets', { name: 'cases' })).body;
      await plane.api('POST', '/datasets', { name: 'cases of others' });
      expect(await read(api)).toEqual({ kind: 'empty' });
      const add = async (index: number, split: string) =>
        (
          await plane.api('POST', '/examples', {
            id: exampleId(index),
            dataset_id: id,
            inputs: { q: index },
            outputs: { a: index },
            split,
          })
        ).body.modified_at as string;
      const first = await add(1, 'base');
      await plane.api('PUT', `/datasets/${id}/tags`, { as_of: first, tag: 'v1' });
      const second = await add(2, 'hard');
      expect(await read(api)).toMatchObject({ kind: 'read', id, name: 'cases', version: second });
      const onlyFirst = { kind: 'read', version: first, examples: [{ id: exampleId(1), modifiedAt: first }] };
      expect(await read(api, { by: 'id', value: id, version: 'v1' })).toMatchObject(onlyFirst);
      expect(await read(api, { version: first })).toMatchObject(onlyFirst);
      expect(await read(api, { splits: ['hard'] })).toMatchObject({ examples: [{ id: exampleId(2) }] });
      expect(await read(api, { splits: ['hard'], version: 'v1' })).toEqual({
        kind: 'no-split',
        missing: ['hard'],
        known: ['base'],
      });
      expect(await read(api, { version: 'v9' })).toEqual({ kind: 'no-such-version' });
      expect(await read(api, { version: '2020-01-01T00:00:00Z' })).toEqual({ kind: 'no-such-version' });
      await plane.api('DELETE', `/examples?example_ids=${exampleId(1)}&example_ids=${exampleId(2)}`);
      expect(await read(api)).toEqual({ kind: 'empty' });
    },
  );

  test('reads attachments whose URLs return the content', async () => {
    const plane = await startPlane();
    await using transport = testTransport();
    const { id } = (await plane.api('POST', '/datasets', { name: 'cases' })).body;
    await sendForm(plane, 'POST', `/v1/platform/datasets/${id}/examples`, [
      { name: exampleId(1), json: {} },
      { name: `${exampleId(1)}.inputs`, json: { q: 1 } },
      { name: `${exampleId(1)}.attachment.scan`, bytes: Buffer.from('bytes'), type: 'image/png' },
    ]);
    const found = await read(apiOf(plane, transport));
    const [scan] = found.kind === 'read' ? (found.examples[0]?.attachments ?? []) : [];
    expect(scan).toMatchObject({ name: 'scan', mimeType: 'image/png' });
    expect(await (await fetch(scan?.presignedUrl ?? '')).text()).toBe('bytes');
  });
});
