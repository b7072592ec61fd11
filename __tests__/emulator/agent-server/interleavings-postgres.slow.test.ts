import { afterAll, beforeAll, describe, test } from '@jest/globals';
import fc from 'fast-check';
import { type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import { play, steps } from './model/check.ts';

const RUNS = 4;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

describe('the runs of a thread on PostgreSQL, under concurrent requests and reports of workers', () => {
  test('have the same states as the reference state machine', async () => {
    const property = fc.asyncProperty(steps(40), (plan) => play(plan, server.freshSchema()));
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });
});
