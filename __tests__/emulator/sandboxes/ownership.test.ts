import { expect, test } from '@jest/globals';
import { route, type RouteRequest } from '../../../src/emulator/server/route.ts';
import { boxOwnership } from '../../../src/emulator/sandboxes/ownership.ts';
import { requireBoxOwnership } from '../../../src/emulator/sandboxes/surface-routes.ts';

const row = (method: 'GET' | 'POST', path: string) =>
  route({
    surface: 'sandboxes',
    method,
    path,
    summary: 'a row',
    auth: 'workspace',
    responses: { 200: { description: 'Done' } },
    handler: () => ({ status: 200 }),
  });
const request = {} as RouteRequest<unknown, unknown, unknown>;

// docs/departures.md#sandboxes-database-several-emulators
test('boxes of a shared database are run by one emulator; the others say by which', async () => {
  const owner = {
    isOwner: () => Promise.resolve(false),
    ownerUrl: () => Promise.resolve('http://one.test:4400'),
  };
  const [look, change, ask] = requireBoxOwnership(
    [
      row('GET', '/v2/sandboxes/boxes'),
      row('POST', '/v2/sandboxes/boxes'),
      row('GET', '/s/{sandbox_id}/download'),
    ],
    owner,
  );
  expect(await look?.handler(request)).toEqual({ status: 200 });
  for (const other of [change, ask]) {
    await expect(other?.handler(request)).rejects.toMatchObject({
      status: 503,
      detail: { error: 'ServiceUnavailable', message: expect.stringContaining('http://one.test:4400') },
      headers: { 'retry-after': '1' },
    });
    expect(Object.keys(other?.responses ?? {})).toEqual(['200', '503']);
  }
});

test('who takes them begins what ran, once', async () => {
  let free = false;
  let begun = 0;
  const ownership = boxOwnership(
    { instances: { claimHolder: () => Promise.resolve(undefined) } as never },
    { claimJob: (job) => Promise.resolve(free && job === 'sandboxes') },
    () => {
      begun += 1;
      return Promise.resolve();
    },
  );
  expect(await ownership.isOwner()).toBe(false);
  expect(await ownership.ownerUrl()).toBeUndefined();
  expect(begun).toBe(0);
  free = true;
  expect(await Promise.all([ownership.isOwner(), ownership.isOwner()])).toEqual([true, true]);
  expect(begun).toBe(1);
});

test('who takes them again, or could not begin what ran, does so at the next request', async () => {
  let ours = true;
  let begun = 0;
  const failures = [new Error('the disk is full')];
  const ownership = boxOwnership(
    { instances: { claimHolder: () => Promise.resolve(undefined) } as never },
    { claimJob: () => Promise.resolve(ours) },
    () => {
      begun += 1;
      const failure = failures.shift();
      return failure === undefined ? Promise.resolve() : Promise.reject(failure);
    },
  );
  await expect(ownership.isOwner()).rejects.toThrow('the disk is full');
  expect(await ownership.isOwner()).toBe(true);
  expect(await ownership.isOwner()).toBe(true);
  expect(begun).toBe(2);
  ours = false;
  expect(await ownership.isOwner()).toBe(false);
  ours = true;
  expect(await ownership.isOwner()).toBe(true);
  expect(begun).toBe(3);
});
