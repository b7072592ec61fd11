import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createEmulatorClock } from '../../../../src/emulator/admin/clock/emulator-clock.ts';
import type { AuthEvent, AuthQuery, AuthSettings } from '../../../../src/emulator/ports/agent-auth.ts';
import type { Worker } from '../../../../src/emulator/ports/worker.ts';
import { Cleanup, createFixture } from '../fixture.ts';
import { createScriptedWorker } from '../scripted-worker.ts';
import { callerOf, guardedDeployment } from './guarded-deployment.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const KEY = { 'x-api-key': 'test-key' };
const STUDIO = { ...KEY, 'x-auth-scheme': 'langsmith' };

/** A deployment in virtual time, whose worker identifies each caller by the token and permits everything. */
async function scriptedDeployment(settings: AuthSettings = {}) {
  const control = createEmulatorClock('virtual');
  await control.startAfter(() => Promise.resolve(Date.parse('2026-01-01T00:00:00Z') - 1));
  cleanup.add(async () => control.stop());
  const fixture = await createFixture(cleanup, { clock: control.time });
  const asked: AuthQuery[] = [];
  const query = async (_: string, one: AuthQuery) => {
    asked.push(one);
    if (one.kind === 'authorize') return {};
    const identity = one.request.headers['authorization'] ?? 'no token';
    return { identity: { user: { identity }, permissions: [] } };
  };
  const scripted = createScriptedWorker(fixture.deploymentId);
  const worker = { ...scripted.worker, auth: settings, query } as unknown as Worker;
  fixture.live.serve(fixture.deploymentId, worker);
  const authenticated = () => asked.filter(({ kind }) => kind === 'authenticate').length;
  const events = () => asked.filter((one) => one.kind === 'authorize') as (AuthQuery & AuthEvent)[];
  return { ...fixture, ...scripted, clock: control.clock, as: callerOf(fixture), authenticated, events };
}

describe('the authentication settings of a graph configuration', () => {
  test('can require user authentication in the studio', async () => {
    const { as } = await guardedDeployment(cleanup, { disableStudioAuth: true });
    expect((await as(undefined, STUDIO)('POST', '/threads/search', {})).status).toBe(401);
    expect((await as('alice', STUDIO)('POST', '/threads/search', {})).status).toBe(200);
  });

  test('can accept a workspace key from requests without other credentials', async () => {
    const { as, authenticated } = await scriptedDeployment({ allowApiKeys: true });
    expect((await as(undefined, KEY)('POST', '/threads/search', {})).status).toBe(200);
    expect(authenticated()).toBe(0);
    expect((await as(undefined, { 'x-api-key': 'another' })('POST', '/threads/search', {})).status).toBe(401);
    expect((await as('alice', KEY)('POST', '/threads/search', {})).status).toBe(200);
    expect(authenticated()).toBe(1);
  });

  test('can cache accepted callers by the given headers, up to a maximum time and number', async () => {
    const cache = { keys: ['Authorization'], ttlSeconds: 60, maxSize: 2 };
    const { as, authenticated, clock, live, deploymentId } = await scriptedDeployment({ cache });
    const search = (token?: string) => as(token)('POST', '/threads/search', {});
    await search('alice');
    await search('alice');
    expect(authenticated()).toBe(1);
    // A request without the headers in the cache settings is never cached.
    await search();
    await search();
    expect(authenticated()).toBe(3);
    await search('bob');
    await search('carol');
    await search('bob');
    expect(authenticated()).toBe(5);
    await search('alice');
    expect(authenticated()).toBe(6);
    await clock.advance(60_000);
    await search('alice');
    expect(authenticated()).toBe(7);
    // Another revision may accept different callers.
    const held = live.acquire(deploymentId);
    held?.release();
    if (held) live.serve(deploymentId, { ...held.worker, revisionId: randomUUID() });
    await search('alice');
    expect(authenticated()).toBe(8);
  });
});

// docs/agent-server/authentication.md#auth-identity
test("the runs of a cron belong to the cron's creator, of whom only the identity is stored", async () => {
  const { as, clock, next, events } = await scriptedDeployment();
  const cron = { assistant_id: 'agent', schedule: '@hourly' };
  expect((await as('alice')('POST', '/runs/crons', cron)).body).toMatchObject({ user_id: 'Bearer alice' });
  await clock.advance(3_600_000);
  const run = await next();
  expect(run.job.config).toMatchObject({
    configurable: {
      langgraph_auth_user: { identity: 'Bearer alice', is_authenticated: true },
      langgraph_auth_user_id: 'Bearer alice',
      langgraph_auth_permissions: [],
    },
  });
  run.end();
  expect(events().filter(({ action }) => action === 'create_run')).toMatchObject([
    { resource: 'threads', identity: { user: { identity: 'Bearer alice' } } },
  ]);
});

// docs/agent-server/authentication.md#auth-filters
test("a stream for a thread that does not exist yet never includes another caller's thread with that ID", async () => {
  const { as, base } = await guardedDeployment(cleanup);
  const id = randomUUID();
  const stream = await fetch(`${base}/threads/${id}/stream/events`, {
    method: 'POST',
    headers: { authorization: 'Bearer bob', 'content-type': 'application/json' },
    body: JSON.stringify({ channels: ['values', 'lifecycle'] }),
  });
  expect(stream.status).toBe(200);
  const body = { assistant_id: 'echo', input: { say: 'a secret' }, if_not_exists: 'create' };
  expect((await as('alice')('POST', `/threads/${id}/runs/wait`, body)).status).toBe(200);
  const reported = await stream.text().catch(() => 'cut');
  expect(reported).not.toContain('secret');
});
