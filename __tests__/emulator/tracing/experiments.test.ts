import { randomUUID } from 'node:crypto';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { type Plane, startPlane } from '../server/plane.ts';
import { type FormPart, sendForm } from './forms.ts';
import { aRun } from './runs.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const START = '2026-11-28T10:00:00.000000Z';

/** Returns the form parts of a run that took some milliseconds, as the JavaScript client sends them. */
function runParts(
  id: string,
  session: string,
  { ms = 1_000, ...fields }: Record<string, unknown> & { ms?: number } = {},
): FormPart[] {
  return [
    {
      name: `post.${id}`,
      json: {
        id,
        trace_id: id,
        dotted_order: `20261128T100000000000Z${id}`,
        name: 'target',
        run_type: 'chain',
        start_time: START,
        end_time: Date.parse(START) + ms,
        session_name: session,
        ...fields,
      },
      type: 'application/json; length=1',
    },
    { name: `post.${id}.inputs`, json: { q: 'a' } },
    { name: `post.${id}.outputs`, json: { a: 'A', usage_metadata: { input_tokens: 2, output_tokens: 3 } } },
  ];
}

const feedbackPart = (runId: string, fields: Record<string, unknown>): FormPart => {
  const id = randomUUID();
  return { name: `feedback.${id}`, json: { id, run_id: runId, trace_id: runId, ...fields } };
};

async function anExperiment(plane: Plane, name = 'exp'): Promise<{ dataset: string; session: string }> {
  const dataset = (await plane.api('POST', '/datasets', { name: `data of ${name}` })).body.id;
  const { status, body } = await plane.api('POST', '/sessions', {
    name,
    reference_dataset_id: dataset,
    num_examples: 2,
    extra: { metadata: { commit: 'abc' } },
  });
  expect([status, body.reference_dataset_id]).toEqual([200, dataset]);
  return { dataset, session: body.id };
}

test.each(['', '/api/v1'])(
  'an experiment is created, found, changed and deleted at the prefix "%s"',
  async (at) => {
    const plane = await startPlane();
    const { dataset, session } = await anExperiment(plane);
    expect((await plane.api('POST', `${at}/sessions`, { name: 'exp' })).status).toBe(409);
    expect((await plane.api('POST', `${at}/sessions`, { name: 'other', id: session })).status).toBe(409);
    const unknown = { name: 'x', reference_dataset_id: NOWHERE };
    expect((await plane.api('POST', `${at}/sessions`, unknown)).status).toBe(404);
    const upserted = await plane.api('POST', `${at}/sessions?upsert=true`, { name: 'exp', description: 'd' });
    expect(upserted.body).toMatchObject({ id: session, description: 'd' });
    expect((await plane.api('GET', `${at}/sessions?reference_dataset=${dataset}`)).body).toHaveLength(1);
    expect((await plane.api('GET', `${at}/datasets/${dataset}`)).body).toMatchObject({ session_count: 1 });
    const changed = await plane.api('PATCH', `${at}/sessions/${session}`, {
      name: null,
      description: null,
      end_time: null,
      extra: { metadata: { dataset_version: 'v' } },
    });
    expect(changed.body).toMatchObject({
      name: 'exp',
      description: 'd',
      end_time: null,
      extra: { metadata: { dataset_version: 'v' } },
    });
    expect((await plane.api('PATCH', `${at}/sessions/${NOWHERE}`, {})).status).toBe(404);
    expect((await plane.api('DELETE', `${at}/datasets/${dataset}`)).status).toBe(204);
    expect((await plane.api('GET', `${at}/sessions/${session}`)).status).toBe(404);
  },
);

test('a workspace with a dataset lists its default project, so clients can determine the workspace', async () => {
  const plane = await startPlane();
  expect((await plane.api('GET', '/sessions')).body).toEqual([]);
  await plane.api('POST', '/datasets', { name: 'cases' });
  const { body } = await plane.api('GET', '/sessions?limit=1&offset=0');
  expect(body).toMatchObject([{ name: 'default', tenant_id: plane.emulator.workspaceId }]);
  expect((await plane.api('GET', '/sessions?name=exp')).body).toEqual([]);
  expect((await plane.api('GET', '/settings')).body.id).toBe(plane.emulator.workspaceId);
});

test('uploaded runs and feedback are counted immediately, and feedback is summarized by key', async () => {
  const plane = await startPlane();
  const { session } = await anExperiment(plane);
  const [first, second] = [randomUUID(), randomUUID()];
  const example = randomUUID();
  const child = randomUUID();
  const parts = [
    ...runParts(first, 'exp', { reference_example_id: example }),
    ...runParts(second, 'exp', { ms: 3_000 }),
    { name: `post.${second}.error`, json: 'boom' },
    ...runParts(child, 'exp', {
      trace_id: second,
      parent_run_id: second,
      dotted_order: `20261128T100000000000Z${second}.20261128T100000000001Z${child}`,
    }),
    feedbackPart(first, { key: 'exact', score: 0.123456, feedback_source: { type: 'model' } }),
    feedbackPart(second, { key: 'exact', score: 1 }),
    feedbackPart(second, { key: 'kind', value: 'good', feedbackConfig: {} }),
  ];
  expect(await sendForm(plane, 'POST', '/runs/multipart', parts)).toMatchObject({ status: 202 });
  expect((await plane.api('GET', '/sessions?name=exp')).body[0]).toMatchObject({ run_count: 2 });
  const summary = { session_id: session, key: 'pass_rate', score: 1, feedback_source: { type: 'api' } };
  expect((await plane.api('POST', '/feedback', summary)).body).toMatchObject({
    run_id: null,
    session_id: session,
  });
  const read = (await plane.api('GET', '/sessions?name=exp&include_stats=true')).body[0];
  expect(read).toMatchObject({
    run_count: 2,
    latency_p50: 1,
    latency_p99: 3,
    error_rate: 0.5,
    prompt_tokens: 6,
    completion_tokens: 9,
    total_tokens: 15,
    feedback_stats: {
      exact: { n: 2, avg: (0.1235 + 1) / 2, stdev: expect.closeTo(0.438_25, 5), values: {} },
      kind: { n: 1, avg: null, values: { good: 1 } },
    },
    session_feedback_stats: { pass_rate: { n: 1, avg: 1 } },
    experiment_progress: { expected_run_count: 2, run_count: 2, run_progress: 1 },
  });
  const roots = await plane.api('POST', '/runs/query', { session: [session], is_root: true });
  expect(roots.body.cursors).toEqual({ next: null });
  expect(roots.body.runs).toMatchObject([
    { id: second, status: 'error', error: 'boom' },
    {
      id: first,
      status: 'success',
      session_id: session,
      reference_example_id: example,
      inputs: { q: 'a' },
      end_time: '2026-11-28T10:00:01.000Z',
      feedback_stats: { exact: { n: 1, avg: 0.1235 } },
    },
  ]);
  expect((await plane.api('GET', `/runs/${child}`)).body).toMatchObject({ parent_run_ids: [second] });
  expect((await plane.api('GET', `/runs/${NOWHERE}`)).status).toBe(404);
});

test('a repeated form, or a patch that arrives early or late, results in only one run', async () => {
  const plane = await startPlane();
  const id = randomUUID();
  const parts = [...runParts(id, 'exp'), feedbackPart(id, { key: 'exact', score: 1 })];
  for (const _ of [1, 2]) expect((await sendForm(plane, 'POST', '/runs/multipart', parts)).status).toBe(202);
  expect((await plane.api('GET', `/feedback?run=${id}`)).body).toHaveLength(1);
  const patch = [{ name: `patch.${id}`, json: { outputs: { a: 'B' }, tags: ['t'] } }];
  expect((await sendForm(plane, 'POST', '/runs/multipart', patch)).status).toBe(202);
  expect((await plane.api('GET', `/runs/${id}`)).body).toMatchObject({
    name: 'target',
    inputs: { q: 'a' },
    outputs: { a: 'B' },
    tags: ['t'],
  });
  const early = randomUUID();
  await plane.api('PATCH', `/runs/${early}`, { outputs: { a: 1 }, end_time: START });
  await plane.api('POST', '/runs', { id: early, name: 'late', session_name: 'exp', inputs: {} });
  expect((await plane.api('GET', `/runs/${early}`)).body).toMatchObject({ name: 'late', outputs: { a: 1 } });
  const [{ run_count: count }] = (await plane.api('GET', '/sessions?name=exp')).body;
  expect(count).toBe(2);
});

test('runs can be uploaded in batches and in compressed forms, and are listed in pages', async () => {
  const plane = await startPlane();
  const { session } = await anExperiment(plane);
  const ids = Array.from({ length: 5 }, () => randomUUID());
  const post = ids.map((id) => ({ id, name: 'n', session_name: 'exp', start_time: START }));
  const patch = [{ id: ids[0], error: 'boom' }];
  expect((await plane.api('POST', '/runs/batch', { post, patch })).status).toBe(202);
  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const) {
    const options = { compress, headers: { 'content-encoding': encoding } };
    const sent = await sendForm(
      plane,
      'POST',
      '/api/v1/runs/multipart',
      runParts(randomUUID(), 'exp'),
      options,
    );
    expect([encoding, sent.status]).toEqual([encoding, 202]);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const body = { session: [session], limit: 3, select: ['id', 'name'], ...(cursor && { cursor }) };
    const page = (await plane.api('POST', '/runs/query', body)).body;
    expect(Object.keys(page.runs[0]).toSorted()).toEqual(['id', 'name']);
    seen.push(...page.runs.map(({ id }: { id: string }) => id));
    cursor = page.cursors.next ?? undefined;
  } while (cursor !== undefined);
  expect(new Set(seen).size).toBe(7);
  expect(seen).toHaveLength(7);
  const failed = await plane.api('POST', '/runs/query', { session: [session], error: true });
  expect(failed.body.runs.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
  expect((await plane.api('POST', '/runs/query', { id: [ids[1], NOWHERE] })).body.runs).toHaveLength(1);
  const named = { session: [session], filter: 'and(eq(name, "n"), neq(error, null))' };
  expect((await plane.api('POST', '/runs/query', named)).body.runs).toMatchObject([{ id: ids[0] }]);
  const refused = await plane.api('POST', '/runs/query', { filter: 'eq(colour, "n")' });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('The filter uses the field colour; the emulator filters by id, name'),
  ]);
  expect((await plane.api('POST', '/runs/query', { tree_filter: 'eq(name, "n")' })).status).toBe(422);
});

test('feedback must belong to a run or project of the workspace, but can arrive before its run', async () => {
  const plane = await startPlane();
  const { session } = await anExperiment(plane);
  expect((await plane.api('POST', '/feedback', { key: 'k', score: 1 })).status).toBe(422);
  expect((await plane.api('POST', '/feedback', { key: 'k', run_id: NOWHERE })).status).toBe(404);
  expect((await plane.api('POST', '/feedback', { key: 'k', session_id: NOWHERE })).status).toBe(404);
  const id = randomUUID();
  const early = [feedbackPart(id, { key: 'early', score: 1 })];
  expect((await sendForm(plane, 'POST', '/runs/multipart', early)).status).toBe(202);
  await sendForm(plane, 'POST', '/runs/multipart', runParts(id, 'exp'));
  const read = (await plane.api('GET', `/sessions/${session}?include_stats=true`)).body;
  expect(read.feedback_stats).toMatchObject({ early: { n: 1, avg: 1 } });
  expect((await plane.api('GET', `/feedback?session=${session}`)).body).toHaveLength(1);
  const later = randomUUID();
  const preceding = { key: 'early', run_id: later, session_id: session, score: 0 };
  expect((await plane.api('POST', '/feedback', preceding)).status).toBe(200);
  const missing = { ...preceding, session_id: NOWHERE };
  expect((await plane.api('POST', '/feedback', missing)).status).toBe(404);
  await sendForm(plane, 'POST', '/runs/multipart', runParts(later, 'exp'));
  const { feedback_stats: ofLater } = (await plane.api('GET', `/runs/${later}`)).body;
  expect(ofLater).toMatchObject({ early: { n: 1, avg: 0 } });
  const agent = await aRun(plane);
  const ofAgent = { key: 'k', run_id: agent.id, score: true, correction: 'better' };
  expect((await plane.api('POST', '/feedback', ofAgent)).body).toMatchObject({
    trace_id: agent.id,
    score: true,
    correction: 'better',
  });
});

test('a form with runs is rejected for invalid, repeated or unknown parts and for unknown projects', async () => {
  const plane = await startPlane();
  const id = randomUUID();
  const statusOf = async (...parts: FormPart[]) =>
    (await sendForm(plane, 'POST', '/runs/multipart', parts)).status;
  const [main, inputs] = runParts(id, 'exp');
  if (main === undefined || inputs === undefined) throw new Error('a run has parts');
  expect(await statusOf(main, main)).toBe(422);
  expect(await statusOf(main, { name: `post.${id}.other`, json: {} })).toBe(422);
  expect(await statusOf({ name: 'post.x', json: {} })).toBe(422);
  expect(await statusOf({ name: `put.${id}`, json: {} })).toBe(422);
  expect(await statusOf(main, { name: `post.${id}.inputs`, json: [1] })).toBe(422);
  expect(await statusOf(main, { name: `post.${id}.extra`, text: '{"__proto__":{}}' })).toBe(422);
  expect(await statusOf({ name: `post.${id}`, json: { session_id: NOWHERE } })).toBe(404);
  expect(await statusOf({ name: `post.${id}`, json: { start_time: 'yesterday' } })).toBe(422);
  expect(await statusOf(feedbackPart(id, { key: '' }))).toBe(422);
  expect((await plane.api('GET', `/runs/${id}`)).status).toBe(404);
  expect(await statusOf(main, inputs, { name: `attachment.${id}.a`, bytes: new Uint8Array(9) })).toBe(202);
  for (const target of ['/sessions', `/runs/${id}`, '/settings']) {
    expect((await plane.api('GET', target, undefined, { 'x-api-key': null })).status).toBe(401);
  }
});
