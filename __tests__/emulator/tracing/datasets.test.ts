import { randomUUID } from 'node:crypto';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { type Plane, startPlane } from '../server/plane.ts';
import { sendForm } from './forms.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

async function aDataset(plane: Plane, name = 'questions'): Promise<string> {
  const { status, body } = await plane.api('POST', '/datasets', { name });
  expect(status).toBe(200);
  return body.id;
}

/** Uploads one example for each question and returns their IDs. */
async function upload(
  plane: Plane,
  dataset: string,
  questions: readonly string[],
  fields: Record<string, unknown> = {},
): Promise<string[]> {
  const ids = questions.map(() => randomUUID());
  const parts = questions.flatMap((q, index) => [
    { name: ids[index] ?? '', json: fields },
    { name: `${ids[index]}.inputs`, json: { q } },
    { name: `${ids[index]}.outputs`, json: { a: q.toUpperCase() } },
  ]);
  const { status, body } = await sendForm(plane, 'POST', `/v1/platform/datasets/${dataset}/examples`, parts);
  expect([status, body]).toEqual([
    201,
    { count: ids.length, example_ids: ids, as_of: expect.stringContaining('T') },
  ]);
  return ids;
}

const questionsOf = (examples: { inputs: { q: string } }[]) => examples.map(({ inputs }) => inputs.q);

test.each(['', '/api/v1'])(
  'a dataset is created, found, changed and deleted at the prefix "%s"',
  async (at) => {
    const plane = await startPlane();
    const metadata = { team: 'a', nested: { level: 1 } };
    const created = await plane.api('POST', `${at}/datasets`, {
      name: 'questions',
      description: 'd',
      extra: { source: 'sdk', metadata },
    });
    expect(created).toMatchObject({ status: 200, body: { data_type: 'kv', example_count: 0, metadata } });
    const { id } = created.body;
    expect(await plane.api('POST', `${at}/datasets`, { name: 'questions' })).toMatchObject({ status: 409 });
    expect(await plane.api('POST', `${at}/datasets`, { name: 'other', id })).toMatchObject({ status: 409 });
    await aDataset(plane, 'other');
    const names = async (query: string) => {
      const { body } = await plane.api('GET', `${at}/datasets?${query}`);
      return body.map((one: { name: string }) => one.name);
    };
    expect(await names('limit=100')).toEqual(['other', 'questions']);
    expect(await names('name=questions')).toEqual(['questions']);
    expect(await names('name=nothing')).toEqual([]);
    expect(await names('name_contains=uest')).toEqual(['questions']);
    expect(await names(`id=${id}`)).toEqual(['questions']);
    expect(await names(`metadata=${encodeURIComponent('{"nested":{"level":1}}')}`)).toEqual(['questions']);
    expect(await names(`metadata=${encodeURIComponent('{"nested":{"level":2}}')}`)).toEqual([]);
    const changed = await plane.api('PATCH', `${at}/datasets/${id}`, { description: 'new', name: null });
    expect(changed.body).toMatchObject({ name: 'questions', description: 'new', metadata });
    expect((await plane.api('PATCH', `${at}/datasets/${id}`, { name: 'other' })).status).toBe(409);
    expect((await plane.api('DELETE', `${at}/datasets/${id}`)).status).toBe(204);
    expect((await plane.api('GET', `${at}/datasets/${id}`)).status).toBe(404);
    expect((await plane.api('DELETE', `${at}/datasets/${id}`)).status).toBe(404);
  },
);

test('examples with IDs from the client are uploaded, listed in order, and read', async () => {
  const plane = await startPlane();
  const dataset = await aDataset(plane);
  const ids = await upload(plane, dataset, ['a', 'b', 'c']);
  const listed = await plane.api(
    'GET',
    `/examples?dataset=${dataset}&inline_s3_urls=True&offset=0&limit=100`,
  );
  expect(questionsOf(listed.body)).toEqual(['a', 'b', 'c']);
  expect(listed.body[0]).toEqual({
    id: ids[0],
    dataset_id: dataset,
    inputs: { q: 'a' },
    outputs: { a: 'A' },
    metadata: { dataset_split: ['base'] },
    created_at: expect.any(String),
    modified_at: expect.any(String),
    name: `#${ids[0]?.slice(0, 4)}`,
    source_run_id: null,
    attachment_urls: null,
  });
  expect((await plane.api('GET', `/examples/${ids[1]}`)).body).toEqual(listed.body[1]);
  expect(questionsOf((await plane.api('GET', `/examples?dataset=${dataset}&limit=1&offset=2`)).body)).toEqual(
    ['c'],
  );
  expect(
    questionsOf((await plane.api('GET', `/examples?dataset=${dataset}&id=${ids[2]}&id=${ids[0]}`)).body),
  ).toEqual(['a', 'c']);
  expect(questionsOf((await plane.api('GET', `/examples?id=${ids[2]}`)).body)).toEqual(['c']);
  expect((await plane.api('GET', `/datasets/${dataset}`)).body).toMatchObject({ example_count: 3 });
});

test('a list of examples with selected fields contains only the ID and these fields', async () => {
  const plane = await startPlane();
  const dataset = await aDataset(plane);
  const [id] = await upload(plane, dataset, ['a']);
  const path = `/examples?dataset=${dataset}`;
  const exact = await plane.api('GET', `${path}&select=inputs&exclude_default_fields=true`);
  expect(exact.body).toEqual([{ id, inputs: { q: 'a' } }]);
  const more = await plane.api('GET', `${path}&select=attachment_urls`);
  expect(Object.keys(more.body[0])).toContain('outputs');
  expect((await plane.api('GET', `${path}&exclude_default_fields=true`)).status).toBe(422);
  expect((await plane.api('GET', `${path}&select=secret`)).status).toBe(422);
  expect((await plane.api('GET', `${path}&filter=has(metadata)`)).status).toBe(422);
});

test('versions of a dataset are read by time and by tag, and can be compared', async () => {
  const plane = await startPlane();
  const dataset = await aDataset(plane);
  const [a, b] = await upload(plane, dataset, ['a', 'b']);
  const path = `/datasets/${dataset}`;
  const { body: first } = await plane.api('GET', `${path}/version?tag=latest`);
  expect(first.tags).toEqual(['latest']);
  expect(await plane.api('PUT', `${path}/tags`, { as_of: first.as_of, tag: 'prod' })).toMatchObject({
    status: 200,
    body: { as_of: first.as_of, tags: ['latest', 'prod'] },
  });
  const [c] = await upload(plane, dataset, ['c']);
  expect((await plane.api('PATCH', `/examples/${a}`, { inputs: { q: 'A' } })).status).toBe(200);
  expect((await plane.api('DELETE', `/examples/${b}`)).status).toBe(200);

  const questions = async (as_of: string) =>
    questionsOf(
      (await plane.api('GET', `/examples?dataset=${dataset}&as_of=${encodeURIComponent(as_of)}`)).body,
    );
  expect(await questions('latest')).toEqual(['A', 'c']);
  expect(await questions('prod')).toEqual(['a', 'b']);
  expect(await questions(first.as_of)).toEqual(['a', 'b']);
  // The Python client writes a time in a query in this format.
  expect(await questions(first.as_of.replace('T', ' ').replace('Z', '000+00:00'))).toEqual(['a', 'b']);
  expect(await questions('1999-01-01T00:00:00Z')).toEqual([]);
  expect((await plane.api('GET', `/examples?dataset=${dataset}&as_of=unknown`)).status).toBe(404);
  expect((await plane.api('GET', `/examples/${b}`)).status).toBe(404);
  expect((await plane.api('GET', `/examples/${b}?as_of=prod`)).body).toMatchObject({ id: b });

  const diff = `${path}/versions/diff?from_version=prod&to_version=latest`;
  expect((await plane.api('GET', diff)).body).toEqual({
    examples_added: [c],
    examples_modified: [a],
    examples_removed: [b],
  });
  const versions = (await plane.api('GET', `${path}/versions`)).body;
  expect(versions.map(({ tags }: { tags: string[] | null }) => tags)).toEqual([
    ['latest'],
    null,
    null,
    ['prod'],
    null,
  ]);
  expect((await plane.api('GET', `${path}/versions?search=pro`)).body).toHaveLength(1);
  expect((await plane.api('GET', `${path}/version?as_of=1999-01-01`)).status).toBe(404);
  expect((await plane.api('GET', `${path}/version`)).status).toBe(422);
  for (const tag of ['latest', '2026-01-01T00:00:00Z', '']) {
    expect((await plane.api('PUT', `${path}/tags`, { as_of: 'latest', tag })).status).toBe(422);
  }
});

test('a version of a dataset can be requested by its latest modification time', async () => {
  const plane = await startPlane();
  const dataset = await aDataset(plane);
  await upload(plane, dataset, ['a']);
  const [{ modified_at: before }] = (await plane.api('GET', `/examples?dataset=${dataset}`)).body;
  await upload(plane, dataset, ['b']);
  const then = await plane.api('GET', `/examples?dataset=${dataset}&as_of=${encodeURIComponent(before)}`);
  expect(questionsOf(then.body)).toEqual(['a']);
});

test('the splits of examples are set by uploads and can be changed by two routes', async () => {
  const plane = await startPlane();
  const dataset = await aDataset(plane);
  const [a] = await upload(plane, dataset, ['a'], { split: 'base', metadata: { k: 1 } });
  const [b] = await upload(plane, dataset, ['b'], { split: ['base', 'hard'] });
  const splits = async () => (await plane.api('GET', `/datasets/${dataset}/splits`)).body;
  const of = async (split: string) =>
    questionsOf((await plane.api('GET', `/examples?dataset=${dataset}&splits=${split}`)).body);
  expect(await splits()).toEqual(['base', 'hard']);
  expect([await of('hard'), await of('base'), await of('hard&splits=base')]).toEqual([
    ['b'],
    ['a', 'b'],
    ['a', 'b'],
  ]);
  const changed = await plane.api('PUT', `/datasets/${dataset}/splits`, {
    split_name: 'hard',
    examples: [a],
  });
  expect(changed).toMatchObject({ status: 200, body: ['base', 'hard'] });
  const operation = (name: string, values: unknown[]) => ({ key: 'dataset_split', operation: name, values });
  const path = `/v1/platform/datasets/${dataset}/examples/metadata`;
  const body = { example_ids: [a, b], operations: [operation('ARRAY_REMOVE', ['base'])] };
  expect((await plane.api('PATCH', path, body)).status).toBe(200);
  expect(await splits()).toEqual(['hard']);
  expect((await plane.api('GET', `/examples/${a}`)).body.metadata).toEqual({ k: 1, dataset_split: ['hard'] });
  expect((await plane.api('PATCH', path, { ...body, example_ids: [NOWHERE] })).status).toBe(404);
  expect((await plane.api('PATCH', path, { ...body, operations: [operation('set', ['x'])] })).status).toBe(
    422,
  );
  const filter = encodeURIComponent('{"k":1}');
  expect(
    questionsOf((await plane.api('GET', `/examples?dataset=${dataset}&metadata=${filter}`)).body),
  ).toEqual(['a']);
});

test('attachments of examples can be uploaded, read at their URL, renamed, kept and removed', async () => {
  const plane = await startPlane();
  const dataset = await aDataset(plane);
  const path = `/v1/platform/datasets/${dataset}/examples`;
  const id = randomUUID();
  const bytes = Buffer.from([0, 13, 10, 255, 45, 45]);
  const attachment = (name: string) => ({
    name: `${id}.attachment.${name}`,
    bytes,
    type: 'image/png; length=6',
  });
  const created = await sendForm(plane, 'POST', path, [
    { name: id, json: {} },
    { name: `${id}.inputs`, json: { q: 'a' } },
    attachment('one'),
    attachment('two'),
  ]);
  expect(created.status).toBe(201);
  const urls = async () => (await plane.api('GET', `/examples/${id}`)).body.attachment_urls;
  const { 'attachment.one': one } = await urls();
  expect(one.mime_type).toBe('image/png');
  const read = await fetch(one.presigned_url);
  expect([read.status, read.headers.get('content-disposition')]).toEqual([200, 'attachment']);
  expect(Buffer.from(await read.arrayBuffer())).toEqual(bytes);
  const unknown = one.presigned_url.replace(/[^/]+$/, NOWHERE);
  expect((await fetch(unknown)).status).toBe(404);

  const update = (operations: unknown, ...more: ReturnType<typeof attachment>[]) =>
    sendForm(plane, 'PATCH', path, [
      { name: id, json: {} },
      ...(operations === undefined ? [] : [{ name: `${id}.attachments_operations`, json: operations }]),
      ...more,
    ]);
  expect((await update({ rename: { one: 'first' } }, attachment('new'))).status).toBe(200);
  expect(Object.keys(await urls())).toEqual(['attachment.first', 'attachment.new']);
  expect((await update(undefined)).status).toBe(200);
  expect(Object.keys(await urls())).toEqual(['attachment.first', 'attachment.new']);
  expect((await update({ retain: ['missing'] })).status).toBe(422);
  expect((await update({ retain: [] })).status).toBe(200);
  expect(await urls()).toBeNull();
});

test('examples can be created, changed and deleted with JSON bodies', async () => {
  const plane = await startPlane();
  const dataset = await aDataset(plane);
  const one = await plane.api('POST', '/examples', {
    dataset_id: dataset,
    inputs: { q: 'a' },
    split: 'hard',
  });
  expect(one).toMatchObject({
    status: 200,
    body: { inputs: { q: 'a' }, metadata: { dataset_split: ['hard'] } },
  });
  const many = await plane.api('POST', '/examples/bulk', [
    { dataset_id: dataset, inputs: { q: 'b' } },
    { dataset_id: dataset, inputs: { q: 'c' }, outputs: { a: 'C' } },
  ]);
  expect(questionsOf(many.body)).toEqual(['b', 'c']);
  const [b, c] = many.body.map(({ id }: { id: string }) => id);
  const changed = await plane.api('PATCH', '/examples/bulk', [
    { id: b, outputs: { a: 'B' } },
    { id: c, metadata: { k: 2 } },
  ]);
  expect(changed).toMatchObject({ status: 200, body: { message: '2 examples updated' } });
  const read = (await plane.api('GET', `/examples?dataset=${dataset}`)).body;
  expect(read[1]).toMatchObject({ inputs: { q: 'b' }, outputs: { a: 'B' } });
  expect(read[2].metadata).toEqual({ k: 2, dataset_split: ['base'] });
  const removed = await plane.api('DELETE', `/examples?example_ids=${b}&example_ids=${c}`);
  expect(removed.body.message).toBe('2 examples deleted');
  expect((await plane.api('DELETE', `/examples?example_ids=${b}`)).status).toBe(404);
  const erase = { example_ids: [b, one.body.id], hard_delete: true };
  expect((await plane.api('POST', '/v1/platform/datasets/examples/delete', erase)).status).toBe(200);
  expect(
    (await plane.api('GET', `/examples/${b}?as_of=${encodeURIComponent(read[1].modified_at)}`)).status,
  ).toBe(404);
});

test('an incomplete, repeated, malformed or mistyped upload form is rejected, and nothing is stored', async () => {
  const plane = await startPlane();
  const dataset = await aDataset(plane);
  const path = `/v1/platform/datasets/${dataset}/examples`;
  const id = randomUUID();
  const good = [
    { name: id, json: {} },
    { name: `${id}.inputs`, json: { q: 'a' } },
  ];
  const statusOf = async (parts: Parameters<typeof sendForm>[3], options?: Parameters<typeof sendForm>[4]) =>
    (await sendForm(plane, 'POST', path, parts, options)).status;
  expect(await statusOf([...good, ...good])).toBe(422);
  expect(await statusOf([{ name: `${id}.inputs`, json: {} }])).toBe(422);
  expect(await statusOf([{ name: 'x', json: {} }])).toBe(422);
  expect(await statusOf([...good, { name: `${id}.other`, json: {} }])).toBe(422);
  expect(await statusOf([...good.slice(0, 1), { name: `${id}.inputs`, text: '{"q":' }])).toBe(422);
  expect(await statusOf([...good.slice(0, 1), { name: `${id}.inputs`, text: '[1]' }])).toBe(422);
  expect(await statusOf([...good.slice(0, 1), { name: `${id}.inputs`, text: '{"__proto__":{}}' }])).toBe(422);
  const deep = '['.repeat(600);
  expect(await statusOf([...good.slice(0, 1), { name: `${id}.inputs`, text: deep }])).toBe(400);
  expect(await statusOf([])).toBe(422);
  expect(await statusOf(good, { cut: 10 })).toBe(400);
  expect(await statusOf(good, { headers: { 'content-type': 'application/json' } })).toBe(415);
  expect(await statusOf(good, { headers: { 'content-type': 'multipart/form-data' } })).toBe(415);
  expect(await statusOf(good, { headers: { 'content-encoding': 'br' } })).toBe(415);
  expect(await statusOf(good, { headers: { 'content-encoding': 'gzip' } })).toBe(400);
  expect((await plane.api('GET', `/examples?dataset=${dataset}`)).body).toEqual([]);
  expect(await statusOf(good)).toBe(201);
  expect(await statusOf(good)).toBe(409);
  const elsewhere = `/v1/platform/datasets/${NOWHERE}/examples`;
  expect((await sendForm(plane, 'POST', elsewhere, good)).status).toBe(404);
});

test('a compressed upload form is accepted unless it decompresses to too many bytes', async () => {
  const plane = await startPlane();
  const dataset = await aDataset(plane);
  const path = `/api/v1/platform/datasets/${dataset}/examples`;
  const compress = { gzip: gzipSync, zstd: zstdCompressSync };
  for (const encoding of ['gzip', 'zstd'] as const) {
    const id = randomUUID();
    const parts = [
      { name: id, json: {} },
      { name: `${id}.inputs`, json: { q: encoding } },
    ];
    const options = { compress: compress[encoding], headers: { 'content-encoding': encoding } };
    expect((await sendForm(plane, 'POST', path, parts, options)).status).toBe(201);
    const bomb = [{ name: `${id}.attachment.zeros`, bytes: Buffer.alloc(70 * 1024 * 1024), type: 'a/b' }];
    expect((await sendForm(plane, 'POST', path, bomb, options)).status).toBe(413);
  }
});

test('every route of datasets and examples requires a key, and shows nothing to other workspaces', async () => {
  const plane = await startPlane();
  const dataset = await aDataset(plane);
  const [id] = await upload(plane, dataset, ['a']);
  const other = { id: randomUUID(), name: 'other', api_keys: [] };
  await plane.store.workspaces.upsert({ id: other.id, name: other.name, redactSecretValues: false });
  for (const target of [
    '/datasets',
    `/datasets/${dataset}`,
    `/examples/${id}`,
    `/examples?dataset=${dataset}`,
  ]) {
    expect((await plane.api('GET', target, undefined, { 'x-api-key': null })).status).toBe(401);
    expect((await plane.api('GET', target, undefined, { 'x-tenant-id': other.id })).status).toBe(403);
  }
  expect(await plane.store.examples.find(other.id, id ?? '')).toBeUndefined();
  expect(await plane.store.datasets.get(other.id, dataset)).toBeUndefined();
});
