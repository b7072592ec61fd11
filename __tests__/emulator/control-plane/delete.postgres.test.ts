import { describe, expect, test } from '@jest/globals';
import { imageDeployment, startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';

describe('the route DELETE /v2/deployments/{id}', () => {
  // docs/conformance.md#delete-delete
  test('returns 204 without a body, and starts a deletion that is completed later', async () => {
    const plane = await startPlane();
    const { id } = await plane.create();
    const path = `${PATH}/${id}`;
    const answer = await plane.api('DELETE', path);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect((await plane.api('GET', path)).body.status).toBe('AWAITING_DELETE');
    expect(plane.pokes).toBe(2);
    expect((await plane.api('DELETE', path)).status).toBe(204);
    await plane.settle();
    expect((await plane.api('GET', path)).status).toBe(404);
    expect((await plane.api('DELETE', path)).status).toBe(404);
    expect((await plane.api('GET', PATH)).body.resources).toEqual([]);
  });

  test.each([
    ['', 1],
    ['?delete_tracing_project=false', 1],
    ['?delete_tracing_project=true', 0],
  ])('with the query "%s" leaves %i tracing projects', async (query, left) => {
    const plane = await startPlane();
    const { id } = await plane.create();
    await plane.api('DELETE', `${PATH}/${id}${query}`);
    await plane.settle();
    expect((await plane.api('GET', '/api/v1/sessions')).body).toHaveLength(left);
  });

  // docs/departures.md#delete-delete-twice-force
  test('with force only completes a deletion that has already started', async () => {
    const plane = await startPlane();
    const { id } = await plane.create();
    expect((await plane.api('DELETE', `${PATH}/${id}?force=true`)).status).toBe(400);
    await plane.api('DELETE', `${PATH}/${id}`);
    expect((await plane.api('DELETE', `${PATH}/${id}?force=true`)).status).toBe(204);
  });

  // docs/departures.md#delete-revisions-what-deleted
  test('ends every unfinished revision of the deployment and prevents new revisions', async () => {
    const plane = await startPlane();
    const { id, latest_revision_id: first } = await plane.create();
    await plane.settle();
    const path = `${PATH}/${id}`;
    const made = [];
    for (const status of ['BUILDING', 'QUEUED', 'CREATING']) {
      const revision = (await plane.api('POST', `${path}/revisions`)).body.id;
      await plane.store.revisions.update(revision, { status });
      made.push(revision);
    }
    await plane.api('DELETE', path);
    const { resources } = (await plane.api('GET', `${path}/revisions`)).body;
    expect(resources.map((one: { id: string; status: string }) => [one.id, one.status])).toEqual([
      ...made.toReversed().map((revision) => [revision, 'INTERRUPTED']),
      [first, 'DEPLOYED'],
    ]);
    expect(resources[0].status_message).toBe('The deployment was deleted.');
    for (const [method, target] of [
      ['PATCH', path],
      ['POST', `${path}/revisions`],
      ['POST', `${path}/revisions/${first}/redeploy`],
    ] as const) {
      const answer = await plane.api(method, target, method === 'PATCH' ? {} : undefined);
      expect([answer.status, answer.body.detail]).toEqual([409, `Deployment ID ${id} is being deleted.`]);
    }
  });

  // docs/departures.md#delete-name-what-deleted
  test('keeps the name in use until the deployment and its tracing project are gone', async () => {
    const plane = await startPlane();
    const { id, name } = await plane.create();
    const again = () => plane.api('POST', PATH, imageDeployment({ name }));
    await plane.api('DELETE', `${PATH}/${id}`);
    const dying = await again();
    expect([dying.status, dying.body.detail]).toEqual([
      409,
      `The deployment named ${name} (ID ${id}) is still being deleted. Its name is available once GET returns 404 for it.`,
    ]);
    await plane.settle();
    expect((await again()).body.detail).toContain('a tracing project named');
    const other = await plane.create();
    await plane.api('DELETE', `${PATH}/${other.id}?delete_tracing_project=true`);
    await plane.settle();
    const reborn = await plane.api('POST', PATH, imageDeployment({ name: other.name }));
    expect(reborn.status).toBe(201);
    expect(reborn.body.id).not.toBe(other.id);
  });

  test('returns 422 for a parameter with an ambiguous value', async () => {
    const plane = await startPlane();
    const { id } = await plane.create();
    const answer = await plane.api('DELETE', `${PATH}/${id}?delete_tracing_project=maybe`);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['query', 'delete_tracing_project']]);
  });
});
