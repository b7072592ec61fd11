import { describe, expect, test } from '@jest/globals';
import { compareValues } from '../../dashboard/src/logic/diff.ts';
import {
  clipText,
  formatAge,
  formatDuration,
  linkTarget,
  shortIds,
  exactText,
  visibleLine,
  visibleText,
} from '../../dashboard/src/logic/format.ts';
import { withLines, prependLines } from '../../dashboard/src/logic/log-lines.ts';
import {
  curlCommand,
  expectationOf,
  faultOf,
  harArchive,
  shellWord,
} from '../../dashboard/src/logic/request-copies.ts';
import { filterOf, requestMatcher } from '../../dashboard/src/logic/request-filter.ts';
import { rowWindow, scrollToRow } from '../../dashboard/src/logic/window.ts';
import { RequestSummary } from '../../src/contract/dashboard/requests.ts';
import { FaultPlan } from '../../src/emulator/admin/fault-plan.ts';
import { VerifyRequest } from '../../src/emulator/admin/verify.ts';

const request = RequestSummary.parse({
  seq: 7,
  at_ms: 1_000,
  surface: 'control-plane',
  method: 'POST',
  path: "/v2/it's *",
  query: 'a=1',
  status: 503,
  ms: 12,
  deployment_id: 'shop',
  fault: { rule: 'r', effects: ['status'] },
  replay_of: null,
  began: 1,
  ended: 2,
});
const none = { kind: 'none' } as const;

describe('a copy of a listed request', () => {
  test('as a command is executed by a shell unchanged, and does not contain the API key', () => {
    expect(shellWord(`it's`)).toBe(`'it'\\''s'`);
    const command = curlCommand(
      { request, sent: { kind: 'value', value: { a: "'" } }, received: none },
      'http://x',
    );
    expect(command).toContain(`'http://x/v2/it'\\''s *?a=1'`);
    expect(command).toContain(`"X-Api-Key: $EMULATOR_API_KEY"`);
    expect(command).toContain(`--data-raw '{"a":"'\\''"}'`);
  });

  test('as an HTTP archive contains no headers', () => {
    const archive = harArchive(
      [{ request, sent: none, received: { kind: 'length', characters: 70_000 } }],
      'http://x',
    );
    expect(archive).toMatchObject({
      log: {
        version: '1.2',
        entries: [{ request: { headers: [] }, response: { status: 503, content: { size: 70_000 } } }],
      },
    });
  });

  test('as a fault rule or an expectation is accepted by the emulator', () => {
    expect(FaultPlan.safeParse({ rules: [faultOf(request)] }).error).toBeUndefined();
    expect(VerifyRequest.safeParse(expectationOf(request)).error).toBeUndefined();
  });
});

test('a filter of the dashboard matches only rows that meet all of its conditions', () => {
  const passes = (filter: object) => requestMatcher({ ...filterOf({}), ...filter })(request);
  expect(passes({})).toBe(true);
  expect(passes({ status: '5xx', method: 'post', text: 'IT', path: '/v2/*', faulted: 'yes' })).toBe(true);
  for (const other of [{ status: 'cut' }, { path: '/v2' }, { deployment: 'other' }, { surface: 'tracing' }]) {
    expect(passes(other)).toBe(false);
  }
});

test('the dashboard shows invisible characters as code points, and creates links only to web addresses', () => {
  expect(visibleLine('a\u202eb\u0000\n')).toBe('a\\u202eb\\u0000\\n');
  expect(linkTarget('javascript:alert(1)')).toBeUndefined();
  expect(linkTarget('data:text/html,x')).toBeUndefined();
  expect(linkTarget('https://example.com/a')).toBe('https://example.com/a');
});

test('the dashboard keeps the joiners of words and emoji, and escapes them elsewhere', () => {
  for (const text of ['👩🏽‍🚀 👨‍👩‍👧 ❤️‍🔥 🏳️‍🌈', 'می‌خواهم', 'क्‍ष', 'שלום\u200f!']) {
    expect(visibleText(text)).toBe(text);
  }
  expect(visibleText('pay\u200dpal \u200d x\u200cy a\u200fb')).toBe(
    'pay\\u200dpal \\u200d x\\u200cy a\\u200fb',
  );
});

test('the dashboard shows text without the codes of terminal colors, except where exact text matters', () => {
  const colored = '\u001b[1;31mred\u001b[0m \u001b]8;;https://example.com\u0007link\u001b]8;;\u0007 \u001bx';
  expect(visibleText(colored)).toBe('red link \\u001bx');
  expect(exactText('\u001b[0m')).toBe('\\u001b[0m');
});

test('the dashboard shows durations and ages in a short form', () => {
  expect([12, 6_400, 59_960, 125_000, 11_520_000, -1_500].map(formatDuration)).toEqual([
    '12 ms',
    '6.40 s',
    '1 min',
    '2 min 5 s',
    '3 h 12 min',
    '-1.50 s',
  ]);
  expect([formatAge(0, 500), formatAge(0, 90_000), formatAge(5_000, 0)]).toEqual([
    'now',
    '1 min ago',
    'in 5 s',
  ]);
});

test('the dashboard shortens the IDs in a path', () => {
  const [one, two] = ['0470f4e6-e0b3-458f-81c4-bee82eae8599', 'c7d9275c-1111-4111-8111-111111111111'];
  expect(shortIds(`/v2/deployments/${one}/revisions/${two}?limit=1`)).toBe(
    '/v2/deployments/0470f4e6…/revisions/c7d9275c…?limit=1',
  );
  expect(shortIds('/v2/deployments/shop')).toBe('/v2/deployments/shop');
});

test('the dashboard shows the differences of two states by path', () => {
  expect(compareValues({ a: [1, 2], b: 1 }, { a: [1, 3], c: {} })).toEqual([
    { path: 'a.1', change: 'changed', before: 2, after: 3 },
    { path: 'b', change: 'removed', before: 1, after: undefined },
    { path: 'c', change: 'added', before: undefined, after: {} },
  ]);
});

// docs/dashboard.md#long-lists
test('a long list in the dashboard renders only the visible rows at each scroll position', () => {
  const list = { count: 10_000, rowHeight: 28, viewHeight: 280 };
  for (const scrollTop of [0, 5_000, 280_000, 9_999_999]) {
    const { start, end, height } = rowWindow({ ...list, scrollTop });
    expect(end - start).toBeLessThanOrEqual(34);
    expect(end).toBeLessThanOrEqual(10_000);
    expect(height).toBe(280_000);
  }
  expect(scrollToRow({ index: 50, rowHeight: 28, scrollTop: 0, viewHeight: 280 })).toBe(51 * 28 - 280);
});

test('duplicate log lines appear only once, and the oldest lines are dropped', () => {
  const line = (id: number) =>
    ({ id, revision_id: 'r', kind: 'build', level: 'INFO', at_ms: 0, message: '' }) as const;
  const first = withLines({ rows: [], trimmed: 0 }, [line(3), line(9)], 3);
  const next = withLines(first, [line(9), line(12), line(15)], 3);
  expect(next.rows.map((row) => [row.seq, row.line.id])).toEqual([
    [9, 9],
    [12, 12],
    [15, 15],
  ]);
  expect(next.trimmed).toBe(1);
  const older = prependLines(next, [line(1), line(3)]);
  expect(older.rows.map(({ seq }) => seq)).toEqual([1, 3, 9, 12, 15]);
  expect(older.trimmed).toBe(-1);
});

test('a long string in the dashboard is shown as its beginning and its length', () => {
  expect(clipText('short')).toBe('short');
  expect(clipText('a'.repeat(3_000), 4)).toBe('aaaa… (3,000 characters)');
  // Truncation never splits a character.
  expect(clipText('abc\u{1F600}', 4)).toBe('abc\uFFFD… (5 characters)');
});
