import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FaultPlan } from '../../../src/emulator/admin/fault-plan.ts';
import { createFaultRules, RuleConflict } from '../../../src/emulator/admin/faults.ts';
import { startPlane } from '../server/plane.ts';

const hits = (rule: Record<string, unknown>, count: number, seed = 1): boolean[] => {
  const faults = createFaultRules();
  faults.set({ seed, rules: [{ match: {}, then: { status: 500 }, ...rule }] });
  return Array.from({ length: count }, () => faults.decideHttp('tracing', 'GET', ['/x']) !== undefined);
};

describe('a fault rule', () => {
  test('applies to every matching request by default', () => {
    expect(hits({}, 3)).toEqual([true, true, true]);
  });
  test('with `nth` applies only to the matching requests with the given numbers, counted from 1', () => {
    expect(hits({ when: { nth: [1, 3] } }, 4)).toEqual([true, false, true, false]);
  });
  test('with `every` applies to each matching request whose number is a multiple of the given number', () => {
    expect(hits({ when: { every: 2 } }, 4)).toEqual([false, true, false, true]);
  });
  test('with `probability` applies to the same requests for the same seed, about as often as specified', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0, 0.1, 0.5, 0.9, 1), (seed, probability) => {
        const first = hits({ when: { probability } }, 2_000, seed);
        expect(hits({ when: { probability } }, 2_000, seed)).toEqual(first);
        const share = first.filter(Boolean).length / first.length;
        expect(Math.abs(share - probability)).toBeLessThan(0.06);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the matching of a fault rule', () => {
  test('compares API, method and path; only the first due rule applies, but every matching rule counts', () => {
    const faults = createFaultRules();
    faults.set({
      rules: [
        {
          match: { surface: 'control-plane', method: 'get', path: '/v2/*' },
          when: { nth: [2] },
          then: { status: 500 },
        },
        { match: { path: '/v2/**' }, then: { delay_ms: 5 } },
      ],
    });
    const ask = (surface: 'control-plane' | 'tracing', method: string, ...paths: string[]) =>
      faults.decideHttp(surface, method, paths);
    expect(ask('control-plane', 'GET', '/v2/a')).toMatchObject({ delayMs: 5 });
    expect(ask('tracing', 'GET', '/v2/a')).toMatchObject({ delayMs: 5 });
    expect(ask('control-plane', 'POST', '/v2/a')).toMatchObject({ delayMs: 5 });
    expect(ask('control-plane', 'GET', '/api-host/v2/a', '/v2/a')).toMatchObject({ status: 500 });
    expect(ask('control-plane', 'GET', '/other')).toBeUndefined();
    faults.clear();
    expect(ask('control-plane', 'GET', '/v2/a')).toBeUndefined();
  });

  test("compares lifecycle rules with the deployment's name and the revision's stage, never with requests", () => {
    const faults = createFaultRules();
    faults.set({
      rules: [
        { match: { deployment: 'pr-*', stage: 'BUILDING' }, then: { fail: 'no disk' } },
        { match: { stage: 'DEPLOYING' }, then: { duration_ms: 90_000, status: 'WARMING' } },
        { match: { deployment: 'x', stage: 'DEPLOYING' }, then: { stall: true } },
      ],
    });
    const { decide } = faults.lifecycle;
    expect(decide('pr-1', 'BUILDING', 'a')).toEqual({ fail: 'no disk' });
    expect(decide('pr-1', 'BUILDING', 'a')).toEqual({ fail: 'no disk' });
    expect(decide('prod', 'BUILDING', 'a')).toBeUndefined();
    expect(decide('x', 'DEPLOYING', 'a')).toEqual({ durationMs: 90_000, status: 'WARMING' });
    // A rule about the lifecycle does not change requests.
    expect(faults.decideHttp('control-plane', 'GET', ['/'])).toBeUndefined();
  });
});

describe('a lifecycle rule with a condition', () => {
  const decided = (rules: FaultPlan['rules'], subjects: string[]) => {
    const faults = createFaultRules();
    faults.set({ rules });
    const fails = subjects.map((id) => faults.lifecycle.decide('agent', 'BUILDING', id)?.fail);
    return { fails, rules: faults.active().rules };
  };
  const failing = (when: Record<string, unknown>, fail = 'no') => ({
    match: { stage: 'BUILDING' },
    when,
    then: { fail },
  });

  // docs/departures.md#fault-rules-when
  test('with `times` applies only the given number of times, however often the rule is checked', () => {
    const { fails, rules } = decided([failing({ times: 2 })], ['a', 'a', 'b', 'c', 'a', 'c']);
    expect(fails).toEqual(['no', 'no', 'no', undefined, 'no', undefined]);
    expect(rules).toMatchObject([{ matched: 3, hit: 2 }]);
  });

  test('with `nth` or `every` applies to the stages with the given numbers, and the first matching rule wins', () => {
    const { fails, rules } = decided(
      [failing({ nth: [2] }, 'second'), failing({ every: 2 }, 'even'), failing({ nth: [9] })],
      ['a', 'b', 'c', 'd', 'b'],
    );
    expect(fails).toEqual([undefined, 'second', undefined, 'even', 'second']);
    expect(rules).toMatchObject([
      { matched: 4, hit: 1 },
      { matched: 4, hit: 1 },
      { matched: 4, hit: 0 },
    ]);
  });

  test('with `probability` applies to the same stages for the same seed, regardless of other stages in between', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.integer(), ids, (seed, asked) => {
        const run = () => {
          const faults = createFaultRules();
          faults.set({ seed, rules: [failing({ probability: 0.5 })] });
          return asked.map((id) => faults.lifecycle.decide('agent', 'BUILDING', id)?.fail);
        };
        const first = run();
        expect(run()).toEqual(first);
        for (const [index, id] of asked.entries()) expect(first[index]).toBe(first[asked.indexOf(id)]);
      }),
      { numRuns: fc.readConfigureGlobal()?.numRuns ?? 100 },
    );
  });
});

describe('the control route GET /_local/faults', () => {
  // docs/departures.md#get-local-faults
  test('returns each rule as sent, with its numbers of matches and applications', async () => {
    const { api, emulator } = await startPlane();
    expect((await api('GET', '/_local/faults')).body).toEqual({ seed: 1, rules: [] });
    const rules = [
      { match: { method: 'GET', path: '/v2/**' }, when: { nth: [2] }, then: { status: 500, body: 'x' } },
      { match: { surface: 'control-plane' }, then: { delay_ms: 1 } },
      { match: { stage: 'DEPLOYING', deployment: 'x' }, when: { times: 1 }, then: { fail: 'no' } },
    ];
    await api('PUT', '/_local/faults', { seed: 7, rules });
    for (let calls = 0; calls < 3; calls += 1) await api('GET', '/v2/deployments');
    emulator.faults.lifecycle.decide('x', 'DEPLOYING', 'r1');
    expect((await api('GET', '/_local/faults')).body).toEqual({
      seed: 7,
      rules: [
        { ...rules[0], matched: 3, hit: 1 },
        // Requests to which the first rule is applied do not count for the second rule.
        { ...rules[1], matched: 3, hit: 2 },
        { ...rules[2], matched: 1, hit: 1 },
      ],
    });
    await api('DELETE', '/_local/faults');
    expect((await api('GET', '/_local/faults')).body.rules).toEqual([]);
  });
});

describe('the control routes PUT and DELETE /_local/faults', () => {
  const LIST = '/v2/deployments';

  test('accept every effect on a request', async () => {
    const { api } = await startPlane();
    const put = async (then: Record<string, unknown>) => {
      const rules = [{ match: { surface: 'control-plane', path: LIST }, then }];
      expect((await api('PUT', '/_local/faults', { seed: 1, rules })).status).toBe(204);
    };
    await put({ status: 503, body: { detail: 'down' } });
    expect(await api('GET', LIST)).toMatchObject({ status: 503, body: { detail: 'down' } });
    await put({ status: 502, body: '<html>Bad Gateway</html>' });
    expect(await api('GET', LIST)).toMatchObject({ status: 502, body: '<html>Bad Gateway</html>' });
    await put({ retry_after: 3 });
    const limited = await api('GET', LIST);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    await put({ status: 503, retry_after: 'Wed, 21 Oct 2037 07:28:00 GMT' });
    expect((await api('GET', LIST)).headers.get('retry-after')).toContain('2037');
    await put({ reset: true });
    await expect(api('GET', LIST)).rejects.toThrow('fetch failed');
    await put({ truncate_at: 4 });
    await expect(api('GET', LIST)).rejects.toThrow('terminated');
    await put({ delay_ms: 1 });
    expect((await api('GET', LIST)).status).toBe(200);
    expect((await api('DELETE', '/_local/faults')).status).toBe(204);
    expect((await api('GET', LIST)).status).toBe(200);
  });

  test('treat the value false like a missing field', () => {
    const faults = createFaultRules();
    faults.set({
      rules: [
        { match: {}, then: { status: 500, reset: false, drop_answer: false } },
        { match: { stage: 'BUILDING' }, then: { stall: false, fail: 'no disk' } },
      ],
    });
    expect(faults.decideHttp('tracing', 'GET', ['/'])).toEqual({
      status: 500,
      mark: { rule: 'rule-1', effects: ['status'] },
    });
    expect(faults.lifecycle.decide('x', 'BUILDING', 'a')).toEqual({ fail: 'no disk' });
  });

  test('accept `drop_answer`, which lets the handler run but sends no response', async () => {
    const { api, create, emulator } = await startPlane();
    const rules = [
      { match: { method: 'POST', path: LIST }, when: { nth: [1] }, then: { drop_answer: true } },
    ];
    await api('PUT', '/_local/faults', { rules });
    await expect(create({ name: 'lost' })).rejects.toThrow('fetch failed');
    expect((await api('GET', `${LIST}?name=lost`)).body.resources).toHaveLength(1);
    expect(emulator.journal.after(0).entries[0]).toMatchObject({ method: 'POST', status: 0, response: null });
  });

  test('accept a rule for all paths, which applies to aliases of paths but never to /_local', async () => {
    const { api } = await startPlane();
    await api('PUT', '/_local/faults', { rules: [{ match: { path: '/**' }, then: { status: 500 } }] });
    expect((await api('GET', `/api-host${LIST}`)).status).toBe(500);
    expect((await api('GET', '/_local/health')).status).toBe(200);
  });

  test.each([
    ['a body without rules', {}, ['rules']],
    ['a rule without an effect', { rules: [{ match: {}, then: {} }] }, ['rules', 0, 'then']],
    [
      'an effect of the wrong type',
      { rules: [{ match: {}, then: { status: 'x' } }] },
      ['rules', 0, 'then', 'status'],
    ],
    ['a rule without a match', { rules: [{ then: { reset: true } }] }, ['rules', 0, 'match']],
    ['an unknown effect', { rules: [{ match: {}, then: { explode: true } }] }, ['rules', 0, 'then']],
    [
      'an unknown field in match',
      { rules: [{ match: { host: 'x' }, then: { reset: true } }] },
      ['rules', 0, 'match'],
    ],
    [
      'two fields in when',
      { rules: [{ match: {}, when: { nth: [1], every: 2 }, then: { reset: true } }] },
      ['rules', 0, 'when'],
    ],
    [
      'a response with drop_answer',
      { rules: [{ match: {}, then: { status: 500, drop_answer: true } }] },
      ['rules', 0, 'then'],
    ],
    [
      'a stage that does not exist',
      { rules: [{ match: { stage: 'BUILDNG' }, then: { stall: true } }] },
      ['rules', 0, 'match', 'stage'],
    ],
    [
      'a status for the stage SERVING',
      { rules: [{ match: { stage: 'SERVING' }, then: { status: 'ILL' } }] },
      ['rules', 0, 'then', 'status'],
    ],
    [
      'a header that cannot be sent',
      { rules: [{ match: {}, then: { retry_after: 'a\nb' } }] },
      ['rules', 0, 'then', 'retry_after'],
    ],
    [
      'an effect on requests for a stage',
      { rules: [{ match: { stage: 'BUILDING' }, then: { reset: true } }] },
      ['rules', 0, 'then'],
    ],
  ])('refuse %s with a 422 that names the field', async (_what, body, loc) => {
    const { api } = await startPlane();
    const answer = await api('PUT', '/_local/faults', body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', ...loc]);
  });
});

describe('a single fault rule', () => {
  const rule = (status: number) => ({ match: { surface: 'tracing' as const }, then: { status } });
  const asked = (faults: ReturnType<typeof createFaultRules>) => faults.decideHttp('tracing', 'GET', ['/x']);

  test('is added without changing the counters of other rules', () => {
    const faults = createFaultRules();
    faults.set({ rules: [rule(500)] });
    asked(faults);
    const { rules } = faults.add(rule(502));
    expect(rules.map(({ id, matched, hit }) => ({ id, matched, hit }))).toEqual([
      { id: 'rule-1', matched: 1, hit: 1 },
      { id: 'rule-2', matched: 0, hit: 0 },
    ]);
  });

  test('can be added before a given rule, and marks the requests and revisions that it changes', () => {
    const faults = createFaultRules();
    faults.set({ rules: [rule(500)] });
    faults.add(rule(502), 'rule-1');
    expect(asked(faults)).toEqual({ status: 502, mark: { rule: 'rule-2', effects: ['status'] } });
  });

  test('cannot be changed or removed by a client that has not read its latest version', () => {
    const faults = createFaultRules();
    const [added] = faults.add(rule(500)).rules;
    const seen = added?.revision ?? 0;
    faults.change('rule-1', seen, rule(501));
    expect(() => faults.change('rule-1', seen, rule(503))).toThrow(RuleConflict);
    expect(() => faults.remove('rule-1', seen)).toThrow(RuleConflict);
    expect(asked(faults)).toMatchObject({ status: 501 });
  });

  test('can be changed while other rules change, because only its own revision number counts', () => {
    const faults = createFaultRules();
    const [first] = faults.add(rule(500)).rules;
    faults.add(rule(502));
    expect(faults.change('rule-1', first?.revision ?? 0, rule(501)).rules).toHaveLength(2);
  });

  test('is not lost if it is added while all rules are being removed', () => {
    const faults = createFaultRules();
    const { revision } = faults.add(rule(500));
    faults.add(rule(502));
    expect(() => faults.removeAll(revision)).toThrow(RuleConflict);
    expect(faults.removeAll(faults.list().revision).rules).toEqual([]);
  });

  test('notifies listeners when it is added, and when it matches a request', () => {
    const faults = createFaultRules();
    let changes = 0;
    const end = faults.onChange(() => {
      changes += 1;
    });
    faults.add(rule(500));
    asked(faults);
    end();
    asked(faults);
    expect(changes).toBe(2);
  });
});
