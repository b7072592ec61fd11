import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_TIME_MS } from '../../../src/emulator/admin/clock/session-shapes.ts';
import { gitDeployment, startPlane } from '../server/plane.ts';

const VIRTUAL = { runtime: 'stub', clock: 'virtual' } as const;
const LIST = '/v2/deployments';

/** Values that are not a number of milliseconds in the range of a clock. */
const ODD = [0.5, -0.5, 1e-300, 12_345.678, 1e300, 8.64e15, -8.64e15, 2 ** 53, -(2 ** 53), '1', null, [1]];

describe('the clock route', () => {
  // docs/security/emulator.md#clock-shows-whole-milliseconds
  test('rejects fractions and times out of range with a 422, and accepts whole milliseconds', async () => {
    const { api } = await startPlane(VIRTUAL);
    for (const odd of ODD) {
      for (const body of [{ advance_ms: odd }, { skew_ms: odd }]) {
        expect([body, (await api('POST', '/_local/clock', body)).status]).toEqual([body, 422]);
      }
    }
    expect((await api('POST', '/_local/clock', { skew_ms: -1_500 })).status).toBe(200);
    expect((await api('POST', LIST, gitDeployment())).status).toBe(201);
  });

  test('refuses to advance beyond the last possible date', async () => {
    const { api, emulator } = await startPlane(VIRTUAL);
    await emulator.clock.advance(MAX_TIME_MS - 10 - emulator.clock.now());
    expect((await api('POST', '/_local/clock', { advance_ms: 10 })).status).toBe(200);
    expect((await api('POST', '/_local/clock', { advance_ms: 1 })).status).toBe(422);
    const { status, body } = await api('POST', LIST, gitDeployment());
    expect([status, body.created_at]).toEqual([201, expect.stringMatching(/^8000-01-01T/)]);
  });

  test('keeps fractions of a millisecond of the given clock, but shows whole milliseconds', async () => {
    let now = 1_700_000_000_000.25;
    const clock = { now: () => (now += 0.3), sleep: () => new Promise<void>(() => undefined) };
    const { api } = await startPlane({ runtime: 'stub', clock });
    for (let at = 0; at < 4; at += 1) {
      expect((await api('POST', LIST, gitDeployment({ name: `agent-${at}` }))).status).toBe(201);
    }
    expect(Number.isInteger((await api('GET', '/_local/clock')).body.now_ms)).toBe(true);
  });
});

describe("the emulator's control routes", () => {
  // docs/security/emulator.md#emulators-admin-api-answers
  test('respond to every body and remain usable', async () => {
    const { api } = await startPlane(VIRTUAL);
    const names = [
      'repo_url',
      'ref',
      'commit_sha',
      'created',
      'workspace_id',
      'rules',
      'seed',
      'after',
      'expect',
      'advance_ms',
      'skew_ms',
      'format',
      'tables',
      '__proto__',
    ];
    const text = fc.constantFrom(
      '',
      'main',
      'refs/heads/main',
      '\0',
      '\ud800',
      'file:///%00',
      'https://host/a/b',
      '-x',
      'a'.repeat(9_000),
      '%',
    );
    const value = fc.oneof(
      text,
      fc.constantFrom(...ODD),
      fc.boolean(),
      fc.json().map((one) => JSON.parse(one)),
    );
    const body = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });
    const push = fc.record(
      {
        repo_url: text,
        ref: text,
        commit_sha: fc.constantFrom(null, 'a'.repeat(40), 'x'),
        workspace_id: fc.constantFrom(null, '11111111-1111-4111-8111-111111111111'),
      },
      { requiredKeys: ['repo_url', 'ref'] },
    );
    const asked = fc.oneof(
      push.map((one) => ['POST', 'push', one] as const),
      fc.tuple(
        fc.constantFrom('POST', 'PUT', 'GET', 'DELETE'),
        fc.constantFrom(
          'push',
          'clock',
          'faults',
          'snapshot',
          'journal/verify',
          'clock/sessions/a',
          'clock/sessions/a/sleeps',
          'events?after=-1',
          'journal?limit=0.5',
          'clock/sessions/a/sleeps/b',
        ),
        body,
      ),
    );
    await fc.assert(
      fc.asyncProperty(asked, async ([method, path, sent]) => {
        const { status } = await api(method, `/_local/${path}`, method === 'GET' ? undefined : sent);
        expect(status).toBeLessThan(500);
        if (method === 'PUT' && path === 'faults') await api('DELETE', '/_local/faults');
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 60 },
    );
    expect((await api('POST', LIST, gitDeployment())).status).toBe(201);
  });
});
