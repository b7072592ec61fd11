import { describe, expect, test } from '@jest/globals';
import { startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';

describe('DELETE /v2/deployments/{id}', () => {
  test('is 204 without a body; the deployment is dying, then gone', async () => {
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
  ])('"%s" leaves %i tracing projects', async (query, left) => {
    const plane = await startPlane();
    const { id } = await plane.create();
    await plane.api('DELETE', `${PATH}/${id}${query}`);
    await plane.settle();
    expect((await plane.api('GET', '/api/v1/sessions')).body).toHaveLength(left);
  });

  test('force only finishes what has begun', async () => {
    const plane = await startPlane();
    const { id } = await plane.create();
    expect((await plane.api('DELETE', `${PATH}/${id}?force=true`)).status).toBe(400);
    await plane.api('DELETE', `${PATH}/${id}`);
    expect((await plane.api('DELETE', `${PATH}/${id}?force=true`)).status).toBe(204);
  });

  test('an unclear flag is a 422', async () => {
    const plane = await startPlane();
    const { id } = await plane.create();
    const answer = await plane.api('DELETE', `${PATH}/${id}?delete_tracing_project=maybe`);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['query', 'delete_tracing_project']]);
  });
});
