import { expect, test } from '@jest/globals';
import { lazyDocument } from '../../../src/emulator/server/lazy-document.ts';
import { type Route, route } from '../../../src/emulator/server/route.ts';

const about = { title: 'Boxes', description: '', version: '0.1.0' };

const boxes = (statuses: readonly number[]): Route =>
  route({
    surface: 'local',
    method: 'GET',
    auth: 'local',
    path: '/boxes',
    summary: 'List boxes',
    responses: Object.fromEntries(statuses.map((status) => [status, { description: `Answer ${status}` }])),
    handler: () => ({ status: 200 }),
  });

test('two emulators of a process whose routes answer different statuses have documents of their own', async () => {
  const first = await lazyDocument(async () => [boxes([200])], about)();
  const second = await lazyDocument(async () => [boxes([200, 501])], about)();
  const same = await lazyDocument(async () => [boxes([200])], about)();
  expect(first).not.toHaveProperty(['paths', '/boxes', 'get', 'responses', '501']);
  expect(second).toHaveProperty(['paths', '/boxes', 'get', 'responses', '501']);
  expect(same).toBe(first);
});
