import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Guard, type GuardedRequest } from '../../../harness/live/guard.ts';
import { isOfRun, isOldLeftover, namesOfRun, startOfName } from '../../../harness/live/names.ts';

const names = namesOfRun(new Date('2026-11-30T16:55:30Z'), 'a1b2c3');
const HOUR = 3_600_000;
const own = { id: randomUUID(), name: names.deployment };

function createGuard(budget: Partial<{ deployments: number; requests: number }> = {}): Guard {
  const guard = new Guard(names, { deployments: 5, requests: 100, minutes: 1, ...budget });
  guard.learn({ resources: [own, { id: randomUUID(), name: 'production' }] });
  return guard;
}

const request = (method: string, target: string, json?: unknown): GuardedRequest => {
  const url = new URL(target, 'http://service');
  const surface = /sandboxes|\/api\//.test(url.pathname) ? 'platform' : 'control-plane';
  return { surface, method, path: url.pathname, query: url.searchParams, json };
};
const create = (name: unknown, more = {}) =>
  request('POST', '/v2/deployments', { name, source: 'internal_source', ...more });

describe('the names of a run', () => {
  test('contain the time of its start, and fit the limits of the service', () => {
    expect(names).toEqual({
      deployment: 'agent-deploy-live-202611301655-a1b2c3',
      api: 'agent-deploy-live-202611301655-a1b2c3-api',
      sandbox: 'agent-live-202611301655-a1b2c3',
    });
    const minutes = fc.integer({ min: 0, max: 60_000_000 });
    const id = fc.stringMatching(/^[0-9a-f]{6}$/);
    fc.assert(
      fc.property(minutes, id, (minute, text) => {
        const at = minute * 60_000;
        const made = namesOfRun(new Date(at), text);
        expect(
          [made.deployment, made.api, `${made.deployment}-pr-1`].map((name) =>
            startOfName('deployment', name),
          ),
        ).toEqual([at, at, at]);
        expect(startOfName('sandbox', `${made.sandbox}-0a1b2c-4711-1-00112233`)).toBe(at);
        expect(made.sandbox.length).toBeLessThanOrEqual(30);
      }),
    );
  });

  test.each([
    'agent-deploy-live',
    'agent-deploy-live-production',
    'agent-deploy-live-202611301655-a1b2c3-mine',
    'agent-deploy-live-202613301655-a1b2c3',
    'agent-deploy-live-202602301655-a1b2c3',
    'my-agent-deploy-live-202611301655-a1b2c3',
    'agent-deploy-live-202611301655-A1B2C3',
    'agent-deploy-live-202611301655-a1b2c3\n',
  ])('do not include %j', (name) => {
    expect(startOfName('deployment', name)).toBeUndefined();
    expect(isOfRun('deployment', name, names)).toBe(false);
    expect(isOldLeftover('deployment', { name, createdAt: '2000-01-01T00:00:00Z' }, Date.now())).toBe(false);
  });

  test('make a leftover old only if its name and its creation are older than the limit', () => {
    const name = names.deployment;
    const start = Date.parse('2026-11-30T16:55:00Z');
    const old = (createdAt: string | undefined, olderThan: number) =>
      isOldLeftover('deployment', { name, createdAt }, olderThan);
    expect(old('2026-11-30T16:56:00Z', start + HOUR)).toBe(true);
    expect(old(undefined, start + HOUR)).toBe(false);
    expect(old('yesterday', start + HOUR)).toBe(false);
    expect(old('2026-11-30T16:56:00Z', start)).toBe(false);
    expect(old('2026-12-01T16:56:00Z', start + HOUR)).toBe(false);
  });
});

describe('the guard', () => {
  test('lets every read and the writes to objects of the run pass', () => {
    const guard = createGuard();
    const madeUp = randomUUID();
    guard.addMadeUp(madeUp);
    for (const one of [
      request('GET', '/v2/deployments/any'),
      create(names.deployment),
      create(`${names.deployment}-pr-1`),
      request('POST', '/v2/deployments', undefined),
      request('PATCH', `/v2/deployments/${own.id}`, {}),
      request('POST', `/v2/deployments/${own.id}/revisions/${madeUp}/redeploy`),
      request('DELETE', `/v2/deployments/${madeUp}`),
      request('DELETE', `/v2/deployments?deployment_ids=${madeUp}`),
      request('POST', `/v1/projects/${own.id}/revisions/${madeUp}/build_logs`, {}),
      request('POST', '/api/v2/sandboxes/boxes', { name: names.sandbox }),
      request('DELETE', `/api/v2/sandboxes/boxes/${names.sandbox}-api`),
    ]) {
      expect([one.method, one.path, guard.decide(one).kind]).toEqual([one.method, one.path, 'send']);
    }
  });

  test('refuses every write that could change an object of another owner', () => {
    const guard = createGuard();
    const foreign = randomUUID();
    for (const one of [
      create('production'),
      create(undefined),
      create(namesOfRun(new Date('2026-11-30T16:55:30Z'), 'ffffff').deployment),
      create(names.deployment, { agent: { agent_id: foreign } }),
      request('PATCH', `/v2/deployments/${foreign}`, { name: names.deployment }),
      request('DELETE', `/v2/deployments/${foreign}`),
      request('DELETE', `/v2/deployments/${own.id}/..%2F${foreign}`),
      request('DELETE', `/v2/deployments/${own.id}/..%5c${foreign}`),
      request('DELETE', `/api/v2/sandboxes/boxes/${names.sandbox}/..%2fmine`),
      request('DELETE', '/v2/deployments'),
      request('DELETE', `/v2/deployments?deployment_ids=${own.id}&deployment_ids=${foreign}`),
      request('POST', `/v2/deployments/${foreign}/upload-url`),
      request('POST', '/v2/listeners', {}),
      request('DELETE', `/v1/projects/${own.id}`),
      request('POST', '/api/v2/sandboxes/boxes', { name: 'mine' }),
      request('POST', '/api/v2/sandboxes/boxes', {}),
      request('DELETE', '/api/v2/sandboxes/boxes/mine'),
      request('POST', '/api/v1/workspaces/current/secrets', []),
      request('DELETE', `/api/v1/sessions/${foreign}`),
    ]) {
      expect([one.method, one.path, guard.decide(one).kind]).toEqual([one.method, one.path, 'refused']);
    }
    expect(guard.used).toEqual({ requests: 0, deployments: 0 });
  });

  test('ends a run at its budget, counts only created deployments, and always lets the sweep pass', () => {
    const guard = createGuard({ deployments: 1, requests: 4 });
    const kind = (one: GuardedRequest) => guard.decide(one).kind;
    expect(kind(create(names.api))).toBe('send');
    guard.settle(create(names.api), 422);
    expect([kind(create(names.api)), kind(create(names.api))]).toEqual(['send', 'exceeded']);
    guard.settle(create(names.api), null);
    expect(guard.used).toEqual({ requests: 2, deployments: 1 });
    const read = request('GET', '/v2/deployments');
    expect([kind(read), kind(read), kind(read)]).toEqual(['send', 'send', 'exceeded']);
    const failed = createGuard({ deployments: 1 });
    expect(failed.decide(create(names.api)).kind).toBe('send');
    // A gateway can lose the response of a create that took effect.
    failed.settle(create(names.api), 504);
    expect(failed.decide(create(names.api)).kind).toBe('exceeded');
    guard.sweeping = true;
    expect(kind(request('DELETE', `/v2/deployments/${own.id}`))).toBe('send');
  });
});
