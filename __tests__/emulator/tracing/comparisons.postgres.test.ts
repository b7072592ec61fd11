import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type Plane, startPlane } from '../server/plane.ts';
import { sendForm } from './forms.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const START = '2026-11-28T10:00:00.000000Z';
const WIDE = { min_start_time: '2026-11-01T00:00:00Z', max_start_time: '2027-01-01T00:00:00Z' };
const NO_KEY = { 'x-api-key': null };
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

/** A dataset with examples, and two experiments with a run for each example except the last. */
interface Compared {
  dataset: string;
  examples: string[];
  experiments: [string, string];
  /** IDs of each experiment's runs, in the order of the examples. */
  runs: [string[], string[]];
}

async function compared(plane: Plane, count = 3): Promise<Compared> {
  const dataset = (await plane.api('POST', '/datasets', { name: `data ${randomUUID()}` })).body.id;
  const examples = Array.from({ length: count }, () => randomUUID());
  const bodies = examples.map((id, n) => ({ id, dataset_id: dataset, inputs: { n }, outputs: { a: n } }));
  expect((await plane.api('POST', '/examples/bulk', bodies)).status).toBe(200);
  const experiments: string[] = [];
  const runs: string[][] = [];
  for (const name of ['a', 'b']) {
    const body = { name: `${name} ${randomUUID()}`, reference_dataset_id: dataset };
    const session = (await plane.api('POST', '/sessions', body)).body.id;
    const own = examples.slice(0, -1).map((example, n) => ({
      id: randomUUID(),
      name: 'target',
      session_id: session,
      reference_example_id: example,
      start_time: START,
      end_time: Date.parse(START) + 1_000,
      inputs: { n },
      outputs: { said: name },
      extra: { metadata: { thread_id: `thread ${n}` } },
    }));
    expect((await plane.api('POST', '/runs/batch', { post: own })).status).toBe(202);
    experiments.push(session);
    runs.push(idsOf(own));
  }
  return { dataset, examples, experiments, runs } as unknown as Compared;
}

test.each(['', '/api/v1'])(
  'a comparative experiment can be created, read with its feedback, and deleted at the prefix "%s"',
  async (at) => {
    const plane = await startPlane();
    const { dataset, experiments, runs } = await compared(plane);
    const id = randomUUID();
    const create = (change: object) =>
      plane.api('POST', `${at}/datasets/comparative`, {
        id,
        name: 'a vs. b',
        experiment_ids: experiments,
        reference_dataset_id: dataset,
        description: null,
        created_at: '2026-11-28T10:00:00.000000+00:00',
        extra: { metadata: { by: 'ci' } },
        ...change,
      });
    expect((await create({})).body).toMatchObject({
      id,
      name: 'a vs. b',
      tenant_id: plane.emulator.workspaceId,
      reference_dataset_id: dataset,
      created_at: '2026-11-28T10:00:00.000Z',
      extra: { metadata: { by: 'ci' } },
    });
    expect((await create({})).status).toBe(409);
    expect((await create({ id: randomUUID(), experiment_ids: [NOWHERE] })).status).toBe(404);
    expect((await create({ id: randomUUID(), experiment_ids: [] })).status).toBe(422);
    expect((await create({ id: randomUUID(), reference_dataset_id: NOWHERE })).status).toBe(404);
    const other = await compared(plane);
    expect((await create({ id: randomUUID(), experiment_ids: other.experiments })).status).toBe(422);

    const group = randomUUID();
    for (const [index, [run]] of runs.entries()) {
      const body = {
        run_id: run,
        key: 'ranked',
        score: index,
        comparative_experiment_id: id,
        feedback_group_id: group,
      };
      expect((await plane.api('POST', `${at}/feedback`, body)).body).toMatchObject({
        session_id: experiments[index],
        comparative_experiment_id: id,
        feedback_group_id: group,
      });
    }
    const unknown = { run_id: runs[0][0], key: 'ranked', comparative_experiment_id: NOWHERE };
    expect((await plane.api('POST', `${at}/feedback`, unknown)).status).toBe(404);
    await plane.api('POST', `${at}/feedback`, { run_id: runs[0][0], key: 'exact', score: 1 });
    const listed = await plane.api('GET', `${at}/feedback?comparative_experiment_id=${id}`);
    expect(listed.body).toHaveLength(2);

    const path = `${at}/datasets/${dataset}/comparative`;
    expect((await plane.api('GET', path)).body).toMatchObject([
      {
        id,
        experiments_info: [
          { id: experiments[0], feedback_stats: { ranked: { n: 1, avg: 0 } } },
          { id: experiments[1], feedback_stats: { ranked: { n: 1, avg: 1 } } },
        ],
        feedback_stats: { ranked: { n: 2, avg: 0.5 } },
      },
    ]);
    expect((await plane.api('GET', `${path}?name_contains=vs&id=${id}`)).body).toHaveLength(1);
    expect((await plane.api('GET', `${path}?name=other`)).body).toEqual([]);
    // Scores that compare runs are not scores of an experiment.
    const session = (await plane.api('GET', `${at}/sessions/${experiments[0]}?include_stats=true`)).body;
    expect(Object.keys(session.feedback_stats)).toEqual(['exact']);

    const one = `${at}/datasets/comparative/${id}`;
    expect((await plane.api('DELETE', one)).status).toBe(204);
    expect((await plane.api('DELETE', one)).status).toBe(404);
    expect((await plane.api('GET', `${at}/feedback?key=ranked`)).body).toEqual([]);
    expect((await plane.api('GET', `${at}/sessions/${experiments[0]}`)).status).toBe(200);
  },
);

// docs/security/emulator.md#dataset-share-token
test.each(['', '/api/v1'])(
  'a shared dataset can be read with its token only while it is shared, at the prefix "%s"',
  async (at) => {
    const plane = await startPlane();
    const { dataset, examples } = await compared(plane);
    const share = `${at}/datasets/${dataset}/share`;
    expect((await plane.api('GET', share)).body).toBeNull();
    // The JavaScript client sends this JSON as plain text.
    const shared = await plane.api('PUT', share, JSON.stringify({ dataset_id: dataset }), {
      'content-type': 'text/plain;charset=UTF-8',
    });
    expect(shared.body).toMatchObject({ dataset_id: dataset, share_token: expect.any(String) });
    expect((await plane.api('PUT', share)).body).toEqual(shared.body);
    expect((await plane.api('GET', share)).body).toEqual(shared.body);
    const open = `${at}/public/${shared.body.share_token}`;
    for (const headers of [NO_KEY, { 'x-api-key': 'placeholder' }]) {
      const read = await plane.api('GET', `${open}/datasets`, undefined, headers);
      expect(read.body).toMatchObject({ id: dataset, data_type: 'kv', example_count: 3 });
      expect(read.body).not.toHaveProperty('tenant_id');
      const list = async (query: string) =>
        (await plane.api('GET', `${open}/examples${query}`, undefined, headers)).body;
      expect(idsOf(await list(''))).toEqual(examples);
      expect(idsOf(await list('?limit=1&offset=1'))).toEqual([examples[1]]);
      expect(idsOf(await list(`?id=${examples[2]}`))).toEqual([examples[2]]);
      expect(await list('?as_of=2020-01-01T00:00:00Z')).toEqual([]);
      expect((await plane.api('GET', `${open}/examples?as_of=none`, undefined, headers)).status).toBe(404);
    }
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await plane.api(method, share, undefined, NO_KEY)).status).toBe(401);
      expect((await plane.api(method, `${at}/datasets/${NOWHERE}/share`)).status).toBe(404);
    }
    const journal = JSON.stringify((await plane.api('GET', '/_local/journal')).body);
    expect(journal).not.toContain(shared.body.share_token);
    expect((await plane.api('DELETE', share)).status).toBe(200);
    expect((await plane.api('DELETE', share)).status).toBe(200);
    expect((await plane.api('GET', `${open}/datasets`, undefined, NO_KEY)).status).toBe(404);
    expect((await plane.api('GET', `${open}/examples`, undefined, NO_KEY)).status).toBe(404);
    expect((await plane.api('PUT', share)).body.share_token).not.toBe(shared.body.share_token);
    await plane.api('DELETE', `${at}/datasets/${dataset}`);
    expect((await plane.api('GET', `${at}/public/${NOWHERE}/datasets`, undefined, NO_KEY)).status).toBe(404);
  },
);

test('the examples of a shared dataset are listed in order, even if several reads are needed', async () => {
  const plane = await startPlane();
  const { dataset, examples } = await compared(plane, 1_203);
  const { share_token: token } = (await plane.api('PUT', `/datasets/${dataset}/share`)).body;
  expect(idsOf((await plane.api('GET', `/public/${token}/examples`, undefined, NO_KEY)).body)).toEqual(
    examples,
  );
});

test('datasets are listed in pages by the second version of the API, newest first', async () => {
  const plane = await startPlane();
  const created: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    created.unshift((await plane.api('POST', '/datasets', { name, metadata: { name } })).body.id);
  }
  const list = async (query: string) => (await plane.api('GET', `/api/v2/datasets?${query}`)).body;
  const first = await list('page_size=2');
  expect(idsOf(first.items)).toEqual(created.slice(0, 2));
  const second = await list(`page_size=2&cursor=${first.next_cursor}`);
  expect([idsOf(second.items), second.next_cursor]).toEqual([[created[2]], null]);
  expect(idsOf((await list('name=two')).items)).toEqual([created[1]]);
  expect(idsOf((await list(`metadata=${encodeURIComponent('{"name":"one"}')}`)).items)).toEqual([created[2]]);
  expect((await list('data_type=chat&data_type=llm')).items).toEqual([]);
  expect((await list('exclude=example_count')).items[0]).toMatchObject({ example_count: null });
  expect((await list(`tag_value_id=${NOWHERE}`)).items).toEqual([]);
  expect((await plane.api('GET', '/api/v2/datasets?sort_by=name')).status).toBe(422);
});

test("runs can be queried in the format of the API's second version", async () => {
  const plane = await startPlane();
  const { dataset, examples, experiments, runs } = await compared(plane);
  const query = async (body: object) => (await plane.api('POST', '/api/v2/runs/query', body)).body;
  const first = await query({ project_ids: [experiments[0]], ...WIDE, page_size: 1, is_root: true });
  expect(first.items).toEqual([{ id: runs[0][1] }]);
  const { next_cursor: cursor } = first;
  const second = await query({ project_ids: [experiments[0]], ...WIDE, page_size: 1, cursor });
  expect([second.items, second.next_cursor]).toEqual([[{ id: runs[0][0] }], null]);
  const selects = [
    'ID',
    'STATUS',
    'PROJECT_ID',
    'INPUTS',
    'OUTPUTS_PREVIEW',
    'LATENCY_SECONDS',
    'THREAD_ID',
    'IS_ROOT',
    'REFERENCE_EXAMPLE_ID',
    'REFERENCE_DATASET_ID',
    'TOTAL_COST',
    'FEEDBACK_STATS',
  ];
  const filter = 'eq(thread_id, "thread 1")';
  const all = await query({ reference_dataset_id: dataset, ...WIDE, filter, selects });
  expect(all.items).toEqual(
    [1, 0].map((index) => ({
      id: runs[index]?.[1],
      status: 'SUCCESS',
      project_id: experiments[index],
      inputs: { n: 1 },
      outputs_preview: JSON.stringify({ said: index === 0 ? 'a' : 'b' }),
      latency_seconds: 1,
      thread_id: 'thread 1',
      is_root: true,
      reference_example_id: examples[1],
      reference_dataset_id: dataset,
      total_cost: null,
      feedback_stats: {},
    })),
  );
  const of = { project_ids: experiments, ...WIDE };
  expect(idsOf((await query({ ...of, reference_examples: [examples[0]] })).items)).toEqual([
    runs[0][0],
    runs[1][0],
  ]);
  expect((await query({ ...of, ids: [runs[0][0], NOWHERE] })).items).toHaveLength(1);
  expect((await query({ ...of, has_error: true })).items).toEqual([]);
  expect((await query({ ...of, max_start_time: '2026-11-02T00:00:00Z' })).items).toEqual([]);
  for (const body of [
    {},
    { ...of, reference_dataset_id: dataset },
    { ...of, selects: ['COLOUR'] },
    { ...of, filter: 'eq(colour, "a")' },
    { ...of, sem_filter: 'rude answers' },
    { ...of, trace_filter: 'eq(name, "a")' },
  ]) {
    expect([body, (await plane.api('POST', '/api/v2/runs/query', body)).status]).toEqual([body, 422]);
  }
  const nowhere = await plane.api('POST', '/api/v2/runs/query', { reference_dataset_id: NOWHERE });
  expect(nowhere.status).toBe(404);
});

test('examples are returned in pages with the runs of both experiments, for new and earlier clients', async () => {
  const plane = await startPlane();
  const { dataset, examples, experiments, runs } = await compared(plane, 4);
  const path = `/api/v2/datasets/${dataset}/experiment-runs`;
  const query = async (body: object) =>
    (await plane.api('POST', path, { experiment_ids: experiments, ...body })).body;
  const first = await query({ page_size: 2, selects: ['ID', 'OUTPUTS'] });
  expect(first.items).toMatchObject(
    [0, 1].map((n) => ({
      id: examples[n],
      inputs: { n },
      outputs: { a: n },
      runs: [
        { id: runs[0][n], outputs: { said: 'a' } },
        { id: runs[1][n], outputs: { said: 'b' } },
      ],
    })),
  );
  const second = await query({ page_size: 2, cursor: first.next_cursor });
  expect([idsOf(second.items), second.next_cursor]).toEqual([[examples[2]], null]);
  expect(second.items[0].runs).toEqual([{ id: runs[0][2] }, { id: runs[1][2] }]);
  expect(idsOf((await query({ example_ids: [examples[1], NOWHERE] })).items)).toEqual([examples[1]]);
  const filters = {
    [experiments[0]]: ['eq(thread_id, "thread 2")'],
    [experiments[1]]: ['eq(status, "error")'],
  };
  expect((await query({ filters })).items).toMatchObject([{ id: examples[2], runs: [{ id: runs[0][2] }] }]);
  for (const body of [
    { experiment_ids: [] },
    { sort: { by: 'feedback.exact' } },
    { cursor: 'next' },
    { filters: { [experiments[0]]: ['eq(colour, 1)'] } },
  ]) {
    const { status } = await plane.api('POST', path, { experiment_ids: experiments, ...body });
    expect([body, status]).toEqual([body, 422]);
  }
  expect((await plane.api('POST', path, { experiment_ids: [NOWHERE] })).status).toBe(404);
  const other = await compared(plane);
  expect((await plane.api('POST', path, { experiment_ids: other.experiments })).status).toBe(422);

  for (const at of ['', '/api/v1']) {
    const old = async (body: object) =>
      (await plane.api('POST', `${at}/datasets/${dataset}/runs`, { session_ids: experiments, ...body })).body;
    const page = await old({ offset: 1, limit: 1, preview: true });
    expect(page).toMatchObject([{ id: examples[1], runs: [{ id: runs[0][1] }, { id: runs[1][1] }] }]);
    expect(idsOf(await old({}))).toEqual(examples.slice(0, 3));
    expect(await old({ offset: 3 })).toEqual([]);
  }
});

test('the feedback of a comparative experiment is shown only in queries for that experiment', async () => {
  const plane = await startPlane();
  const { dataset, experiments, runs } = await compared(plane);
  const created = { experiment_ids: experiments, reference_dataset_id: dataset };
  const { id } = (await plane.api('POST', '/datasets/comparative', created)).body;
  const body = { run_id: runs[0][0], key: 'ranked', score: 1, comparative_experiment_id: id };
  await plane.api('POST', '/feedback', body);
  const statistics = async (more: object) => {
    const query = { experiment_ids: [experiments[0]], selects: ['FEEDBACK_STATS'], page_size: 1, ...more };
    const { items } = (await plane.api('POST', `/api/v2/datasets/${dataset}/experiment-runs`, query)).body;
    return items[0].runs[0].feedback_stats;
  };
  expect(await statistics({})).toEqual({});
  expect(await statistics({ comparative_experiment_id: id })).toMatchObject({ ranked: { n: 1, avg: 1 } });
});

test('attachments of a run are stored, read, replaced by name, and copied to an example', async () => {
  const plane = await startPlane();
  const { dataset, runs } = await compared(plane);
  const [run = ''] = runs[0];
  const attach = (name: string, text: string) =>
    sendForm(plane, 'POST', '/runs/multipart', [
      { name: `attachment.${run}.${name}`, bytes: Buffer.from(text), type: 'text/plain' },
    ]);
  for (const text of ['old', 'new']) expect((await attach('note', text)).status).toBe(202);
  expect((await attach('other', 'more')).status).toBe(202);
  const read = (await plane.api('GET', `/runs/${run}`)).body;
  expect(read).toMatchObject({
    outputs: { said: 'a' },
    s3_urls: { 'attachment.note': { mime_type: 'text/plain' } },
  });
  const { presigned_url: url } = read.s3_urls['attachment.note'];
  expect(await (await fetch(url)).text()).toBe('new');
  const page = (
    await plane.api('POST', '/api/v2/runs/query', {
      project_ids: [read.session_id],
      ...WIDE,
      selects: ['ATTACHMENTS'],
    })
  ).body;
  expect(page.items).toEqual([
    { attachments: {} },
    { attachments: { note: url, other: expect.stringContaining('/api/v1/attachments/') } },
  ]);

  const source = { dataset_id: dataset, source_run_id: run };
  const create = (body: object) => plane.api('POST', '/examples', { ...source, ...body });
  const copied = await create({ use_source_run_io: true, use_source_run_attachments: ['note'] });
  expect(Object.keys(copied.body.attachment_urls)).toEqual(['attachment.note', 'attachment.other']);
  const chosen = await create({ inputs: { own: 2 }, use_source_run_attachments: ['other'] });
  expect(chosen.body).toMatchObject({ inputs: { own: 2 }, outputs: null });
  expect(Object.keys(chosen.body.attachment_urls)).toEqual(['attachment.other']);
  expect(copied.body).toMatchObject({
    inputs: { n: 0 },
    outputs: { said: 'a' },
    source_run_id: run,
    attachment_urls: { 'attachment.note': { mime_type: 'text/plain' } },
  });
  expect((await create({ inputs: { own: 1 } })).body).toMatchObject({ inputs: { own: 1 }, outputs: null });
  expect((await create({ use_source_run_attachments: ['none'] })).status).toBe(422);
  expect((await create({ use_source_run_io: true, source_run_id: null })).status).toBe(422);
  expect((await create({ use_source_run_io: true, source_run_id: NOWHERE })).status).toBe(404);
  const form = await sendForm(plane, 'POST', `/v1/platform/datasets/${dataset}/examples`, [
    { name: randomUUID(), json: { source_run_id: run, use_source_run_io: true } },
  ]);
  expect(form.status).toBe(201);
  const uploaded = await plane.api('GET', `/examples/${form.body.example_ids[0]}`);
  expect(uploaded.body).toMatchObject({ inputs: { n: 0 }, outputs: { said: 'a' } });

  // The copy remains after the run is deleted together with its experiment.
  expect((await plane.api('DELETE', `/sessions/${read.session_id}`)).status).toBe(204);
  expect((await fetch(url)).status).toBe(404);
  const copy = copied.body.attachment_urls['attachment.note'].presigned_url;
  expect(await (await fetch(copy)).text()).toBe('new');
});
