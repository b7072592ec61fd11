import { describe, expect, test } from '@jest/globals';
import { Seed } from '../../../src/emulator/admin/seed.ts';
import { gitDeployment, startPlane } from '../server/plane.ts';

const LIST = '/v2/deployments';

describe('the control route GET /_local/journal', () => {
  // docs/departures.md#journal-entries
  test('returns each request and its response in order, with bodies', async () => {
    const plane = await startPlane();
    const { api } = plane;
    const { id } = await plane.create({ name: 'kept' });
    await api('GET', `${LIST}/${id}`);
    await api('GET', `${LIST}?limit=0`);
    const { status, body } = await api('GET', '/_local/journal');
    expect(status).toBe(200);
    expect(body.entries).toMatchObject([
      {
        seq: 1,
        at: expect.any(String),
        surface: 'control-plane',
        method: 'POST',
        path: LIST,
        status: 201,
        ms: expect.any(Number),
        request: { name: 'kept' },
        response: { id },
      },
      { seq: 2, method: 'GET', path: `${LIST}/${id}`, status: 200, request: null },
      {
        seq: 3,
        path: LIST,
        query: 'limit=0',
        status: 422,
        response: { detail: [{ loc: ['query', 'limit'] }] },
      },
    ]);
    expect(body.next).toBe(3);
  });

  test('returns only entries after `after`, and at most `limit` entries', async () => {
    const { api } = await startPlane();
    for (let calls = 0; calls < 5; calls += 1) await api('GET', LIST);
    const page = async (query: string) => {
      const { body } = await api('GET', `/_local/journal?${query}`);
      return [body.entries.map(({ seq }: { seq: number }) => seq), body.next];
    };
    expect(await page('limit=2')).toEqual([[1, 2], 2]);
    expect(await page('after=2&limit=10')).toEqual([[3, 4, 5], 5]);
    expect(await page('after=5')).toEqual([[], 5]);
  });

  test('never shows seeded keys, secret values or key headers, in plain text or encoded', async () => {
    const id = '11111111-1111-4111-8111-111111111111';
    const seed = Seed.parse({
      workspaces: [
        {
          id,
          api_keys: [{ key: 'seeded-key-0123456789' }],
          secrets: { MODEL_KEY: 'workspace-secret-value' },
          cluster_secrets: { ns: { name: { key: 'cluster-secret-value' } } },
        },
      ],
    });
    const { api, emulator } = await startPlane({ seed, apiKey: 'start-key-0123456789' });
    const values = ['deployment secret/value+1', 'multi\nline\nvalue', 'quote"value\\x'];
    const secrets = values.map((value, index) => ({ name: `S${index}`, value }));
    const created = await api('POST', LIST, gitDeployment({ secrets }));
    expect(created.status).toBe(201);
    await api('GET', LIST);
    await api('GET', `${LIST}?name_contains=${encodeURIComponent(values[0] ?? '')}`);
    // The client sends secrets in a field that is not for secrets.
    await api('PATCH', `${LIST}/${created.body.id}`, {
      image_version: `${values[1]} workspace-secret-value cluster-secret-value seeded-key-0123456789`,
    });
    await api('GET', `/v2/${encodeURIComponent('start-key-0123456789')}`);
    const text = JSON.stringify((await api('GET', '/_local/journal')).body);
    for (const value of [
      ...values,
      'workspace-secret-value',
      'cluster-secret-value',
      'seeded-key-0123456789',
      emulator.apiKey,
    ]) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(encodeURIComponent(value));
      expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
    }
    expect(text).toContain('S0');
  });

  test('omits a body that is not JSON', async () => {
    const { api, emulator } = await startPlane();
    await api('POST', LIST, '{"secrets": [{"value": "half-written-secret');
    expect(emulator.journal.after(0).entries).toMatchObject([{ status: 422, request: null }]);
  });
});

describe('the control route POST /_local/journal/verify', () => {
  test('checks the number of matching requests, and finds forbidden text', async () => {
    const plane = await startPlane();
    const { id } = await plane.create({ name: 'judged' });
    await plane.api('GET', `${LIST}/${id}`);
    await plane.api('GET', `${LIST}/${id}`);
    const verify = async (body: unknown) => (await plane.api('POST', '/_local/journal/verify', body)).body;
    const gets = { method: 'GET', path: `${LIST}/*`, status: 200 };
    expect(
      await verify({
        expect: [
          { match: { method: 'POST', path: LIST }, times: 1 },
          { match: gets, at_least: 2 },
          { match: gets, at_most: 2 },
          { match: { method: 'PATCH' }, times: 0 },
        ],
        never_contains: ['no-such-text'],
      }),
    ).toEqual({ ok: true, failures: [] });
    expect(
      await verify({
        expect: [{ match: gets, times: 1 }, { match: { surface: 'tracing' } }],
        never_contains: ['judged'],
      }),
    ).toEqual({
      ok: false,
      failures: [
        'expect[0]: 2 entries match, expected exactly 1',
        'expect[1]: 0 entries match, expected at least 1',
        'never_contains[0]: found in entries 1, 2, 3',
      ],
    });
    expect(await verify({ after: 1, expect: [{ match: { method: 'POST' }, times: 0 }] })).toMatchObject({
      ok: true,
    });
  });

  test('returns a 422 for an expectation with a misspelled field', async () => {
    const { api } = await startPlane();
    const answer = await api('POST', '/_local/journal/verify', { expect: [{ match: {}, time: 1 }] });
    expect(answer.status).toBe(422);
  });
});
