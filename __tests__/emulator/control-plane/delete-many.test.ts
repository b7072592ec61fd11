import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { type Answer, startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';
const query = (...ids: string[]) => `${PATH}?${ids.map((id) => `deployment_ids=${id}`).join('&')}`;
const statuses = ({ body }: Answer) => body.results.map(({ status }: { status: number }) => status);

// docs/api/deployments.md#bulk-delete
describe('the route DELETE /v2/deployments', () => {
  test('returns 200 if all deployments exist, even if their deletion has already started', async () => {
    const plane = await startPlane();
    const [one, two] = [await plane.create(), await plane.create()];
    const kept = await plane.create();
    const answer = await plane.api('DELETE', query(one.id, two.id.toUpperCase(), one.id));
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        results: [one, two].map(({ id }) => ({ deployment_id: id, status: 204, detail: null })),
      },
    ]);
    const list = (await plane.api('GET', PATH)).body.resources;
    expect(list.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [kept.id, 'AWAITING_DATABASE'],
      [two.id, 'AWAITING_DELETE'],
      [one.id, 'AWAITING_DELETE'],
    ]);
    const { body: revision } = await plane.api(
      'GET',
      `${PATH}/${one.id}/revisions/${one.latest_revision_id}`,
    );
    expect(revision.status).toBe('INTERRUPTED');
    expect((await plane.api('DELETE', query(one.id))).status).toBe(200);
  });

  // docs/departures.md#delete-v2-deployments-deployment
  test('returns 207 with a result for each deployment if some deployments do not exist', async () => {
    const plane = await startPlane();
    const { id } = await plane.create();
    const unknown = randomUUID();
    const answer = await plane.api('DELETE', query(unknown, id));
    expect([answer.status, statuses(answer)]).toEqual([207, [404, 204]]);
    expect(answer.body.results[0]).toEqual({
      deployment_id: unknown,
      status: 404,
      detail: `Deployment ID ${unknown} not found.`,
    });
    expect((await plane.api('GET', `${PATH}/${id}`)).body.status).toBe('AWAITING_DELETE');
  });

  test('returns 404 with the IDs if no deployment exists in the workspace', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const seed = Seed.parse({
      workspaces: [{ id: first }, { id: second, api_keys: [{ key: 'second-key-abcdef' }] }],
    });
    const plane = await startPlane({ seed });
    const { id } = await plane.create();
    const unknown = randomUUID();
    const theirs = { 'x-api-key': 'second-key-abcdef' };
    const answer = await plane.api('DELETE', query(unknown, id), undefined, theirs);
    expect([answer.status, answer.body.detail]).toEqual([
      404,
      `Deployment ID ${unknown} not found. Deployment ID ${id} not found.`,
    ]);
    expect((await plane.api('GET', `${PATH}/${id}`)).body.status).toBe('AWAITING_DATABASE');
  });

  test.each([
    ['no ID', PATH, ['query', 'deployment_ids']],
    ['an invalid ID', query('x'), ['query', 'deployment_ids', 0]],
    ['101 IDs', query(...Array.from({ length: 101 }, () => randomUUID())), ['query', 'deployment_ids']],
  ])('returns 422 with the parameter for %s, and deletes nothing', async (_what, target, loc) => {
    const plane = await startPlane();
    const { id } = await plane.create();
    const answer = await plane.api('DELETE', target);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc]);
    expect((await plane.api('GET', `${PATH}/${id}`)).body.status).toBe('AWAITING_DATABASE');
  });

  test('accepts 100 IDs', async () => {
    const plane = await startPlane();
    const { id } = await plane.create();
    const others = Array.from({ length: 99 }, () => randomUUID());
    const answer = await plane.api('DELETE', query(...others, id));
    expect([answer.status, answer.body.results.length]).toEqual([207, 100]);
  });

  test('also works below /api-host', async () => {
    const plane = await startPlane();
    const { id } = await plane.create();
    expect((await plane.api('DELETE', `/api-host${query(id)}`)).status).toBe(200);
  });
});

describe('the older route DELETE /v1/projects/{id}', () => {
  // docs/departures.md#delete-v1-projects-id
  // docs/api/deployments.md#delete-tracing-project
  test('deletes the deployment with that ID, and its tracing project on request', async () => {
    const plane = await startPlane();
    const { id } = await plane.create();
    const answer = await plane.api('DELETE', `/v1/projects/${id}?delete_tracing_project=true`);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect((await plane.api('GET', `${PATH}/${id}`)).body.status).toBe('AWAITING_DELETE');
    expect((await plane.api('GET', '/api/v1/sessions')).body).toEqual([]);
    await plane.settle();
    expect((await plane.api('DELETE', `/v1/projects/${id}`)).status).toBe(404);
  });

  test('with force only completes a deletion that has already started', async () => {
    const plane = await startPlane();
    const { id } = await plane.create();
    expect((await plane.api('DELETE', `/v1/projects/${id}?force=true`)).status).toBe(400);
  });
});
