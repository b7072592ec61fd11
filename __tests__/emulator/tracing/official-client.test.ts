import { expect, test } from '@jest/globals';
import { Client } from 'langsmith';
import { type Plane, startPlane } from '../server/plane.ts';
import { aRun } from './runs.ts';

/** Returns the service's own, unmodified tracing client for the emulator's tracing URL. */
const clientOf = ({ emulator }: Plane, prefix = '/api/v1') =>
  new Client({
    apiUrl: `${emulator.urls.tracing}${prefix}`,
    apiKey: emulator.apiKey,
    autoBatchTracing: false,
  });

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('the official tracing client creates, lists and uses a feedback token, and reads the feedback', async () => {
  const plane = await startPlane();
  const client = clientOf(plane);
  const run = await aRun(plane);
  const token = await client.createPresignedFeedbackToken(run.id, 'helpful');
  const soon = await client.createPresignedFeedbackToken(run.id, 'brief', { expiration: { minutes: 5 } });
  const listed = await all(client.listPresignedFeedbackTokens(run.id));
  expect(listed.map(({ url }) => url)).toEqual([token.url, soon.url]);
  expect(Date.parse(soon.expires_at)).toBeLessThan(Date.parse(token.expires_at));
  const used = await fetch(token.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ score: 1, comment: 'yes' }),
  });
  expect(used.status).toBe(200);
  expect((await fetch(`${soon.url}?score=0`)).status).toBe(200);
  const reported = await all(client.listFeedback({ runIds: [run.id], feedbackKeys: ['helpful'] }));
  expect(reported).toMatchObject([{ key: 'helpful', score: 1, comment: 'yes', run_id: run.id }]);
});

test('the official tracing client lists and reads the projects of deployments', async () => {
  const plane = await startPlane();
  const client = clientOf(plane);
  for (const name of ['one', 'two']) await plane.create({ name });
  const listed = await all(client.listProjects());
  expect(listed.map(({ name }) => name).toSorted()).toEqual(['one', 'two']);
  const [first] = listed;
  expect(await client.readProject({ projectId: first?.id ?? '' })).toEqual(first);
  expect(await client.readProject({ projectName: 'two' })).toMatchObject({ name: 'two' });
});

test.each(['/api/v1', ''])(
  'the official tracing client creates, changes and deletes feedback at the prefix "%s"',
  async (prefix) => {
    const plane = await startPlane();
    const client = clientOf(plane, prefix);
    const run = await aRun(plane);
    const [project] = (await plane.api('GET', '/api/v1/sessions')).body;
    const { id } = await client.createFeedback({
      runId: run.id,
      sessionId: project.id,
      key: 'correct',
      score: 1,
      sourceInfo: { by: 'ci' },
    });
    await client.updateFeedback(id, { score: 0.5, comment: 'half' });
    expect(await client.readFeedback(id)).toMatchObject({
      score: 0.5,
      comment: 'half',
      feedback_source: { type: 'api', metadata: { by: 'ci' } },
    });
    expect(await all(client.listFeedback({ feedbackSourceTypes: ['api'] }))).toHaveLength(1);
    await client.deleteFeedback(id);
    await expect(client.readFeedback(id)).rejects.toThrow('404');
  },
);

test('the official tracing client immediately throws for an unknown run', async () => {
  const plane = await startPlane();
  const client = clientOf(plane);
  const making = client.createPresignedFeedbackToken('00000000-0000-4000-8000-000000000000', 'helpful');
  await expect(making).rejects.toThrow(/404.*not found/s);
});

test("the official tracing client reads the emulator's supported features before it writes", async () => {
  const plane = await startPlane();
  const { status, body } = await plane.api('GET', '/api/v1/info', undefined, { 'x-api-key': null });
  expect([status, body.instance_flags]).toMatchObject([200, { dataset_examples_multipart_enabled: true }]);
});
