import { expect, test } from '@jest/globals';
import { storm } from './support/storm.ts';

// Tests a part of the requests of `npm run test:deep -- requests`. The deep tests send 100,000 requests, the same
// requests every time.
test('randomly generated requests, valid or invalid, never cause a 5xx status or an incomplete change', async () => {
  const { requests, succeeded, findings, statuses } = await storm({ compat: 'hosted' }, 400, 1);
  expect([...findings].map((one) => one.join('\n'))).toEqual([]);
  expect(requests).toBe(400);
  // Requests of many operations succeed, so not all requests are refused early.
  expect(succeeded.size).toBeGreaterThan(15);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 422]));
});
