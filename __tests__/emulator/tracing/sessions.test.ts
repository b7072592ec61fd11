import { expect, test } from '@jest/globals';
import { startPlane } from '../server/plane.ts';

const PATH = '/api/v1/sessions';

test('tracing projects are listed in pages, by name and by part of the name', async () => {
  const plane = await startPlane();
  for (const name of ['pr-1', 'pr-2', 'prod']) await plane.create({ name });
  const names = async (query = '') => {
    const { status, body } = await plane.api('GET', PATH + query);
    expect(status).toBe(200);
    return body.map((project: { name: string }) => project.name).toSorted();
  };
  expect(await names()).toEqual(['pr-1', 'pr-2', 'prod']);
  expect(await names('?name=pr-1')).toEqual(['pr-1']);
  expect(await names('?name_contains=pr-')).toEqual(['pr-1', 'pr-2']);
  expect(await names('?limit=2')).toHaveLength(2);
  expect(await names('?limit=2&offset=2')).toHaveLength(1);
  expect(await names('?name_contains=pr-&limit=1&offset=1')).toHaveLength(1);
});

test('a tracing project is read by its ID, listed by IDs, and has no reference dataset', async () => {
  const plane = await startPlane();
  for (const name of ['one', 'two']) await plane.create({ name });
  const [project, other] = (await plane.api('GET', PATH)).body;
  expect(project).toMatchObject({ reference_dataset_id: null });
  expect(await plane.api('GET', `${PATH}/${project.id}`)).toMatchObject({ status: 200, body: project });
  expect((await plane.api('GET', `${PATH}?id=${other.id}`)).body).toEqual([other]);
  expect((await plane.api('GET', `${PATH}?id=${other.id}&id=${project.id}`)).body).toHaveLength(2);
  expect((await plane.api('GET', `${PATH}?reference_dataset=${other.id}`)).body).toEqual([]);
  expect((await plane.api('GET', `${PATH}/00000000-0000-4000-8000-000000000000`)).status).toBe(404);
  expect((await plane.api('GET', `${PATH}/x`)).status).toBe(422);
});

test('a tracing project can be deleted, and the deletion of an unknown project returns 404', async () => {
  const plane = await startPlane();
  await plane.create();
  const [project] = (await plane.api('GET', PATH)).body;
  expect((await plane.api('DELETE', `${PATH}/${project.id}`)).status).toBe(204);
  expect((await plane.api('DELETE', `${PATH}/${project.id}`)).status).toBe(404);
  expect((await plane.api('DELETE', `${PATH}/x`)).status).toBe(422);
});

test('every route for tracing projects requires an API key', async () => {
  const plane = await startPlane();
  expect((await plane.api('GET', PATH, undefined, { 'x-api-key': null })).status).toBe(401);
});
