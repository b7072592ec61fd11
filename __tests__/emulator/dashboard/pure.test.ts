import { describe, expect, test } from '@jest/globals';
import { createDashboardHost } from '../../../src/emulator/dashboard/host.ts';
import { createJournalRedactor } from '../../../src/emulator/server/journal-redactor.ts';
import { createServerOrigins } from '../../../src/emulator/server/server-origins.ts';
import { changedFields, changedVariables } from '../../../src/emulator/dashboard/compare.ts';
import { redactEvents } from '../../../src/emulator/dashboard/redact-events.ts';
import { innermost } from '../../../src/emulator/dashboard/run-routes.ts';
import { createRing } from '../../../src/emulator/dashboard/ring.ts';
import { servingSpans, toSandboxSummary } from '../../../src/emulator/dashboard/views.ts';
import type { RevisionRow, SandboxRow } from '../../../src/emulator/ports/store.ts';

describe("the comparison of two revisions' variables", () => {
  // docs/security/emulator.md#dashboard-shows-names-alone
  test('contains the names but never the values of variables', () => {
    const of = (values: Record<string, string>) =>
      Object.entries(values).map(([name, value]) => ({ name, value }));
    const changes = changedVariables(of({ A: '1', B: '2', C: '3' }), of({ B: '2', C: '4', D: '5' }));
    expect(changes).toEqual([
      { name: 'A', change: 'removed' },
      { name: 'B', change: 'same' },
      { name: 'C', change: 'changed' },
      { name: 'D', change: 'added' },
    ]);
  });
});

test('the comparison of two revisions does not distinguish absent fields from null fields', () => {
  expect(changedFields({ a: null, b: { c: 1 }, d: 1 }, { b: { c: 1 }, d: 2 })).toEqual([
    { field: 'd', before: 1, after: 2 },
  ]);
});

test('the failure of a run is its innermost failed step, or a failed span inside that step', () => {
  const step = (seq: number, parent: number | null) => ({ seq, parent });
  const [caught, inside, deeper] = [step(1_000_003, 2), step(1_000_002, 4), step(1_000_001, 1_000_002)];
  const ofWorker = [step(4, 3), step(3, 1), step(1, null)];
  expect(innermost(ofWorker)).toBe(ofWorker[0]);
  expect(innermost([...ofWorker, caught])).toBe(ofWorker[0]);
  expect(innermost([...ofWorker, caught, inside, deeper])).toBe(deeper);
  expect(innermost([inside, deeper])).toBe(deeper);
  expect(innermost([])).toBeUndefined();
});

describe('the periods in which revisions are active', () => {
  const revision = (seq: number, at?: number) =>
    ({
      id: `r${seq}`,
      seq,
      history: at === undefined ? [] : [{ status: 'DEPLOYED', at }],
    }) as unknown as RevisionRow;

  test('follow one another without gaps, and only the period of the active revision has no end', () => {
    const spans = servingSpans([revision(3, 30), revision(2), revision(1, 10)], 'r3');
    expect(Object.fromEntries(spans)).toEqual({
      r1: { from_ms: 10, until_ms: 30 },
      r3: { from_ms: 30, until_ms: null },
    });
  });

  test('have the order of the revisions if they begin in the same millisecond', () => {
    const spans = servingSpans([revision(2, 10), revision(1, 10)], 'r2');
    expect(spans.get('r1')).toEqual({ from_ms: 10, until_ms: 10 });
  });
});

describe('the summary of a rule that signs requests', () => {
  const signatureOf = (sign: object | undefined) => {
    const rule = { name: 'api', match_hosts: ['api.test'], sign };
    const row = { settings: {}, proxy: { config: { rules: [rule] }, ids: [] } } as unknown as SandboxRow;
    return toSandboxSummary(row, new Map()).rules[0]?.signature;
  };

  // docs/credential-proxy/signing.md#shown
  test.each([
    [undefined, null],
    [
      { aws: { access_key_id: 'AKIDEXAMPLE', secret_access_key: '{KEY}' } },
      { header: 'Authorization', method: 'AWS Signature Version 4', secrets: ['KEY'] },
    ],
    [
      {
        aws: {
          access_key_id: '{ID}',
          secret_access_key: '{KEY}',
          session_token: '{TOKEN}',
          region: 'eu-central-1',
          service: 's3',
        },
      },
      {
        header: 'Authorization',
        method: 'AWS Signature Version 4, region eu-central-1, service s3',
        secrets: ['ID', 'KEY', 'TOKEN'],
      },
    ],
    [
      { hmac: { secret: '{KEY}', header: 'X-Signature' } },
      { header: 'X-Signature', method: 'HMAC SHA-256', secrets: ['KEY'] },
    ],
    [
      { hmac: { secret: '{KEY}', header: 'X-Signature', algorithm: 'sha512' } },
      { header: 'X-Signature', method: 'HMAC SHA-512', secrets: ['KEY'] },
    ],
  ])('contains the header, the method and the names of secrets for %j', (sign, expected) => {
    expect(signatureOf(sign)).toEqual(expected);
  });
});

describe('the summary of a rule', () => {
  const summaryOf = (fields: object, used = new Map<string, number>()) => {
    const rule = { name: 'api', match_hosts: ['api.test'], ...fields };
    const row = { settings: {}, proxy: { config: { rules: [rule] }, ids: [] } } as unknown as SandboxRow;
    return toSandboxSummary(row, used).rules[0];
  };

  // docs/credential-proxy/placeholders.md#shown
  test('contains the variable and the places of a placeholder, and the names of its secrets but not its value', () => {
    const placeholders = [
      { env: 'API_KEY', value: 'prefix-{KEY}', in: ['query', 'body'] },
      { env: 'PLAIN', value: 'a value that no page may show' },
    ];
    expect(summaryOf({ placeholders })?.placeholders).toEqual([
      { variable: 'API_KEY', places: ['query', 'body'], secrets: ['KEY'] },
      { variable: 'PLAIN', places: ['header'], secrets: [] },
    ]);
  });

  // docs/credential-proxy/budgets.md#dashboard
  test.each([
    [undefined, null],
    [{ uses: 20 }, { uses: 20, used: 3, until_ms: null }],
    [
      { until: '2026-11-30T00:00:00Z' },
      { uses: null, used: 3, until_ms: Date.parse('2026-11-30T00:00:00Z') },
    ],
  ])('contains the budget %j with the number of its uses', (budget, expected) => {
    expect(summaryOf({ budget }, new Map([['api', 3]]))?.budget).toEqual(expected);
  });
});

test('a ring buffer keeps the newest entries, numbered without gaps', () => {
  const ring = createRing<string>(10);
  for (let index = 1; index <= 100; index += 1) ring.add(`line ${index}`);
  expect([ring.last(), ring.first() >= 90 - 1]).toEqual([100, true]);
  expect(ring.between(98, 100)).toEqual([
    { seq: 99, item: 'line 99' },
    { seq: 100, item: 'line 100' },
  ]);
  expect(ring.between(0, 1)).toEqual([]);
});

describe('an event stream of the dashboard', () => {
  async function* bytes(...texts: string[]): AsyncGenerator<Uint8Array, void> {
    for (const text of texts) yield Buffer.from(text);
  }
  const read = async (...texts: string[]) => {
    const redactor = createJournalRedactor();
    redactor.addSecrets(['a-secret-value']);
    let all = '';
    for await (const text of redactEvents(bytes(...texts), redactor)) all += text;
    return all;
  };

  test('contains no secret, even if a secret arrives in two chunks', async () => {
    const text = await read('event: values\ndata: {"said":"a-sec', 'ret-value"}\n\n: beat\n\n');
    expect(text).toBe('event: values\ndata: {"said":"***"}\n\n: beat\n\n');
  });

  test('preserves data that is not JSON, and every kind of line ending', async () => {
    expect(await read('data: plain a-secret-value\r\nid: 1\r\n\r\n')).toBe(
      'data: plain ***\r\nid: 1\r\n\r\n',
    );
  });
});

test('a restore or reset is refused during another restore or reset, or from an outdated page', async () => {
  const host = createDashboardHost({
    origin: 'http://127.0.0.1:1',
    serverOrigins: createServerOrigins('127.0.0.1', 1, undefined),
    redactor: createJournalRedactor(),
  });
  const begun = Promise.withResolvers<void>();
  const first = host.replaceOnce(1, async () => {
    await begun.promise;
    host.replaced();
    return 'done';
  });
  const conflict = { status: 409 };
  await expect(host.replaceOnce(1, () => Promise.resolve())).rejects.toMatchObject(conflict);
  begun.resolve();
  expect(await first).toBe('done');
  await expect(host.replaceOnce(1, () => Promise.resolve())).rejects.toMatchObject(conflict);
  expect(await host.replaceOnce(2, () => Promise.resolve('later'))).toBe('later');
});
