import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Cleanup } from '../fixture.ts';
import {
  agentRoutes,
  belongsToOne,
  callRoute,
  createObjects,
  FOR_EACH_CALLER,
  type Things,
} from './agent-routes.ts';
import { type Guarded, guardedDeployment } from './guarded-deployment.ts';

const cleanup = new Cleanup();
let guarded: Guarded;
beforeAll(async () => {
  guarded = await guardedDeployment(cleanup);
});
afterAll(() => cleanup.run());

const rows = agentRoutes();
const OPEN = [
  'GET /docs',
  'GET /health',
  'GET /info',
  'GET /ok',
  'GET /openapi.json',
  'GET /ui/{name}/entrypoint.css',
  'GET /ui/{name}/entrypoint.js',
];

const alicesThings = () => createObjects(guarded.as('alice'));

const call = (token: string | undefined, route: string, things: Things) =>
  callRoute(guarded.as(token, { accept: 'application/json' }), route, things);

describe('a deployment with custom authentication', () => {
  test('leaves exactly the documented routes open to callers without authentication', () => {
    const open = rows.filter(({ isOpen }) => isOpen).map(({ route }) => route);
    expect(open.toSorted()).toEqual(OPEN);
  });

  /** Objects for requests that are refused before they read or change data. */
  let untouched: Things;
  beforeAll(async () => {
    untouched = await alicesThings();
  });
  const guardedRows = rows.filter(({ isOpen }) => !isOpen).map(({ route }) => route);

  test.each(guardedRows)('authenticates the caller of %s', async (route) => {
    expect((await call(undefined, route, untouched)).status).toBe(401);
  });

  const decided = guardedRows.filter((route) => !FOR_EACH_CALLER.includes(route));

  test.each(decided)('authorizes the caller of %s', async (route) => {
    const answer = await call('denied', route, untouched);
    // A failed command also gets a response.
    if (route.endsWith('/commands')) {
      expect(answer).toMatchObject({ status: 200, body: { type: 'error', message: 'Forbidden' } });
    } else expect({ route, ...answer }).toMatchObject({ route, status: 403, body: { detail: 'Forbidden' } });
  });

  const ofOne = guardedRows.filter(belongsToOne);

  test.each(ofOne)('hides the objects of another caller in %s', async (route) => {
    const things = await alicesThings();
    const answer = await call('bob', route, things);
    if (route.endsWith('/commands')) {
      expect(answer).toMatchObject({
        status: 200,
        body: { type: 'error', message: expect.stringContaining('not found') },
      });
    } else {
      expect({ route, ...answer }).toMatchObject({
        route,
        status: 404,
        body: { detail: expect.stringContaining('not found') },
      });
    }
    // The thread itself is unchanged, too.
    const thread = await guarded.as('alice')('GET', `/threads/${things.thread_id}`);
    expect(thread).toMatchObject({ status: 200, body: { status: 'busy', metadata: { owner: 'alice' } } });
    const cron = await guarded.as('alice')('GET', `/runs/crons/${things.cron_id}`);
    expect(cron).toMatchObject({ status: 200, body: { enabled: true, metadata: { owner: 'alice' } } });
  });
});
