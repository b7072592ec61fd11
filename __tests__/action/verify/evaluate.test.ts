import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Expectation } from '../../../src/action/inputs/settings.ts';
import {
  type FinishedRun,
  evaluateError,
  evaluateRun,
  findMismatches,
  MISMATCHES_MAX,
} from '../../../src/action/verify/evaluate.ts';
import { findPattern } from '../../../src/action/verify/find-pattern.ts';
import { findNumbers, lastMessage, readResponse } from '../../../src/action/verify/messages.ts';
import { createValueRenderer } from '../../../src/action/verify/result.ts';
import { apiError } from '../support/control-plane.ts';

const EXPECT: Expectation = {
  status: 'success',
  interrupted: false,
  state: { given: false, value: undefined },
  lastMessage: undefined,
  number: undefined,
  toolCalls: undefined,
  maxTokens: undefined,
};
const RUN: FinishedRun = { status: 'success', error: undefined, values: {}, interrupted: false, asks: false };
const shown = createValueRenderer((text) => text);
const problemsOf = (expect: Partial<Expectation>, run: Partial<FinishedRun> = {}) =>
  evaluateRun({ ...EXPECT, ...expect }, { ...RUN, ...run }, { find: findPattern, shown });
const saying = (content: unknown) => ({
  messages: [
    { type: 'human', content: 'hi' },
    { type: 'ai', content },
  ],
});
const pattern = (source: string, flags = '') => ({ lastMessage: { source, flags } });

describe("the last message in an agent's state", () => {
  test.each<[string, unknown, unknown]>([
    ['a text', saying('hello'), { kind: 'text', text: 'hello' }],
    ['an empty string', saying(''), { kind: 'text', text: '' }],
    [
      'several text blocks',
      saying([{ type: 'text', text: 'he' }, { type: 'image_url' }, 'llo']),
      { kind: 'text', text: 'hello' },
    ],
    [
      'the serialized form of the library',
      { messages: [{ lc: 1, type: 'constructor', kwargs: { content: 'hello' } }] },
      { kind: 'text', text: 'hello' },
    ],
    [
      'a state without messages',
      { messages: [] },
      { kind: 'none', why: expect.stringContaining('is empty') },
    ],
    [
      'a state with another format',
      { answer: 42 },
      { kind: 'none', why: expect.stringContaining('no list') },
    ],
    [
      'a message with only an image',
      saying([{ type: 'image_url', text: 'alt' }]),
      { kind: 'none', why: expect.stringContaining('no text') },
    ],
    [
      'a message without content',
      { messages: [{}] },
      { kind: 'none', why: expect.stringContaining('no text') },
    ],
    ['null', null, { kind: 'none', why: expect.any(String) }],
    ...[
      { type: 'human', content: 'say hello' },
      { role: 'user', content: 'say hello' },
      { type: 'HumanMessageChunk', content: 'say hello' },
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', 'HumanMessage'],
        kwargs: { content: 'say hello' },
      },
    ].map((last): [string, unknown, unknown] => [
      `a question without an answer (${JSON.stringify(last).slice(0, 30)})`,
      { messages: [{ type: 'ai', content: 'hello' }, last] },
      { kind: 'none', why: expect.stringContaining('is from the user') },
    ]),
  ])('is found or reported as missing in %s', (_what, values, reported) => {
    expect(lastMessage(values)).toEqual(reported);
  });

  test('is searched without an exception, even if the state is invalid', () => {
    fc.assert(fc.property(fc.anything(), (values) => void lastMessage(values)));
    fc.assert(fc.property(fc.anything(), (content) => void lastMessage(saying(content))));
  });
});

describe('text that comes from an agent', () => {
  test('is shown without control characters, bidirectional characters and line separators', () => {
    const hostile =
      'a\u001b[31m \u009b31m \u0085::add-mask::x \u202egnp \u2066x\u2069 \u061c \u007f \u2028::error::';
    for (const reported of [shown.text(hostile), shown.value(hostile)]) {
      expect(reported).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      expect(reported).toContain('add-mask');
    }
    expect(shown.value('a\u009b "b"')).toBe('"a\\u009b \\"b\\""');
  });
});

describe('the search for a pattern', () => {
  test('finds the same matches as JavaScript', () => {
    expect(findPattern({ source: 'RE.und', flags: 'is' }, 'a re\nund')).toBe('found');
    expect(findPattern({ source: '^und', flags: '' }, 're\nund')).toBe('missing');
  });

  test('searches the whole string, because the forbidden part might be at its end', () => {
    const long = `${'x'.repeat(1_000_000)} sorry`;
    expect(findPattern({ source: '^(?!.*sorry)', flags: 's' }, long)).toBe('missing');
    expect(findPattern({ source: 'x$', flags: '' }, long)).toBe('missing');
  });

  test("is aborted if it exceeds the engine's memory", () => {
    expect(findPattern({ source: '^(a|b)*$', flags: '' }, 'ab'.repeat(8_000_000))).toBe('endless');
  });

  test('is aborted if it backtracks without end', () => {
    expect(findPattern({ source: '^(a+)+$', flags: '' }, `${'a'.repeat(60)}!`, 50)).toBe('endless');
  });
});

describe('the evaluation of a finished run', () => {
  test('passes if the run has the expected result', () => {
    expect(problemsOf({})).toEqual([]);
    const state = { given: true, value: { messages: [{ content: 'hi' }, { type: 'ai' }] } };
    expect(problemsOf({ state, ...pattern('ell') }, { values: saying('hello') })).toEqual([]);
  });

  test('does not pass if the run failed, was stopped or timed out, regardless of the state', () => {
    const error = { name: 'TypeError', message: 'x is not\na function' };
    expect(problemsOf({ state: { given: true, value: { a: 1 } } }, { status: 'error', error })).toEqual([
      'The run ended with status error instead of success: TypeError: x is not a function',
    ]);
    for (const status of ['interrupted', 'timeout', 'pending', 'anything']) {
      expect(problemsOf({}, { status })).toHaveLength(1);
    }
    expect(problemsOf({ status: 'error' }, { status: 'error' })).toEqual([]);
    expect(problemsOf({ status: 'error' })).toEqual(['The run ended with status success instead of error']);
  });

  test('distinguishes a finished run from a run that waits for a person', () => {
    expect(problemsOf({}, { interrupted: true })).toEqual([expect.stringContaining('`interrupted: true`')]);
    expect(problemsOf({ interrupted: true })).toEqual([expect.stringContaining('expects an interrupt')]);
    for (const status of ['success', 'interrupted']) {
      expect(problemsOf({ interrupted: true }, { interrupted: true, asks: true, status })).toEqual([]);
    }
  });

  test('reports a mismatch with the path, the expected value, and the truncated actual value', () => {
    const long = 'x'.repeat(5_000);
    const state = { given: true, value: { messages: [{}, { content: 'bye' }], extra: { a: 1 } } };
    const [first, second] = problemsOf({ state }, { values: { ...saying(long), extra: [1, 2] } });
    expect(first).toMatch(/^\$\.messages\[1\]\.content: expected "bye", got "xx/);
    expect(first?.length).toBeLessThan(300);
    expect(second).toBe('$.extra: expected an object with 1 field, got a list of 2 elements');
    expect(problemsOf({ state: { given: true, value: null } })).toEqual([
      '$: expected null, got an object with 0 fields',
    ]);
  });

  test("passes only if the run's last message matches the pattern", () => {
    expect(problemsOf(pattern('bye'), { values: saying('hello') })).toEqual([
      'last-message: /bye/ does not match "hello"',
    ]);
    expect(problemsOf(pattern('bye'), { values: {} })).toEqual([
      expect.stringContaining('no list `messages`'),
    ]);
    expect(
      evaluateRun(
        { ...EXPECT, ...pattern('x') },
        { ...RUN, values: saying('a') },
        { find: () => 'endless', shown },
      ),
    ).toEqual([expect.stringContaining('timed out')]);
  });
});

const paths = (expected: unknown, actual: unknown) =>
  findMismatches(expected, actual).map(({ path }) => path);

/** Adds fields to the objects of a value, at any depth. */
const withMore = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries([
    ...Object.entries(value).map(([key, part]) => [key, withMore(part)] as const),
    ['a field that is not expected', { of: 'any kind' }],
  ]);
};

/** Yields every change of one scalar in a value to a scalar of another kind. */
function* broken(value: unknown): Generator {
  if (Array.isArray(value)) {
    for (const [at, part] of value.entries())
      for (const other of broken(part)) yield value.with(at, other) as unknown;
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value))
      for (const other of broken(part)) yield Object.fromEntries([...Object.entries(value), [key, other]]);
  } else yield typeof value === 'string' ? 0 : 'another kind';
}

describe('the comparison of an expected subset with a value', () => {
  test('accepts equal values, and values with additional fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy: unknown = JSON.parse(JSON.stringify(value));
        expect(findMismatches(copy, copy)).toEqual([]);
        expect(findMismatches(copy, withMore(copy))).toEqual([]);
      }),
    );
  });

  test('finds each mismatch and reports its path', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const expected: unknown = JSON.parse(JSON.stringify(value));
        for (const actual of broken(expected)) expect(findMismatches(expected, actual)).toHaveLength(1);
      }),
    );
  });

  test('requires lists of the same length with the same order', () => {
    expect(findMismatches([1], [1, 2])).toEqual([
      { path: '$', expected: [1], actual: [1, 2], about: 'length' },
    ]);
    expect(paths([{ a: 1 }, { b: 2 }], [{ b: 2 }, { a: 1 }])).toEqual(['$[0].a', '$[1].b']);
    expect(findMismatches([{ a: 1 }], [{ a: 1, b: 2 }])).toEqual([]);
    expect(paths([], {})).toEqual(['$']);
    expect(paths({}, [])).toEqual(['$']);
  });

  test('compares scalars exactly, including their types, and distinguishes null from missing', () => {
    for (const [expected, actual] of [
      [1, '1'],
      [0, false],
      ['', null],
      [null, undefined],
      ['a', 'A'],
      [{ a: null }, {}],
      [true, 'true'],
    ]) {
      expect(findMismatches(expected, actual)).toHaveLength(1);
    }
    expect(findMismatches({ a: null }, { a: null })).toEqual([]);
  });

  test('ignores inherited fields of an object', () => {
    expect(paths({ constructor: {} }, {})).toEqual(['$.constructor']);
    expect(paths(JSON.parse('{"__proto__": {"a": 1}}'), { a: 1 })).toEqual(['$.__proto__']);
  });

  test('quotes unusual field names, and limits the number of reported mismatches', () => {
    expect(paths({ 'two words': { 'a"b': 1 } }, { 'two words': {} })).toEqual(['$["two words"]["a\\"b"]']);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, at]));
    expect(findMismatches(many, {})).toHaveLength(MISMATCHES_MAX);
  });
});

/** Returns a state where the agent called these tools after the user's message. */
const calling = (...calls: { name: string; args?: unknown }[]) => ({
  messages: [
    { type: 'ai', content: '', tool_calls: [{ name: 'earlier', args: {} }] },
    { type: 'human', content: 'hi' },
    ...calls.map((call) => ({ type: 'ai', content: '', tool_calls: [call] })),
    { type: 'ai', content: 'done' },
  ],
});
const tools = (inOrder: boolean, ...calls: { name: string; args?: Record<string, unknown> }[]) => ({
  toolCalls: { inOrder, calls: calls.map(({ name, args }) => ({ name, args })) },
});

// docs/verify.md#what-is-expected
describe('an expected list of tool calls', () => {
  const [search, refund] = [{ name: 'search' }, { name: 'refund', args: { order: 7, currency: 'EUR' } }];

  test("is met by calls after the user's message, even among other calls", () => {
    const values = calling(search, { name: 'other' }, refund);
    expect(problemsOf(tools(true, search, { name: 'refund', args: { order: 7 } }), { values })).toEqual([]);
    expect(problemsOf(tools(true, { name: 'earlier' }), { values })).toEqual([
      'tool-calls: expected earlier, but the agent called search, other, refund',
    ]);
  });

  test('must be met in the order of the list, unless any order is allowed', () => {
    const values = calling(refund, search);
    expect(problemsOf(tools(true, search, refund), { values })).toEqual([
      'tool-calls: expected search, refund in this order, but the agent called refund, search',
    ]);
    expect(problemsOf(tools(false, search, refund), { values })).toEqual([]);
  });

  test('uses each call for only one expectation, and finds a matching assignment', () => {
    const values = calling(refund, { name: 'refund', args: { order: 8 } });
    const any = { name: 'refund' };
    expect(problemsOf(tools(false, any, { name: 'refund', args: { order: 7 } }), { values })).toEqual([]);
    expect(problemsOf(tools(false, any, any, any), { values })).toHaveLength(1);
    expect(problemsOf(tools(true, any, any, any), { values })).toHaveLength(1);
  });

  test('reports the first argument that differs', () => {
    expect(
      problemsOf(tools(true, { name: 'refund', args: { order: 8 } }), { values: calling(refund) }),
    ).toEqual([
      'tool-calls: expected refund, but the agent called refund; arguments $.order: expected 8, got 7',
    ]);
  });

  test('can require that no tool is called', () => {
    expect(problemsOf(tools(true), { values: calling() })).toEqual([]);
    expect(problemsOf(tools(true), { values: calling(search) })).toEqual([
      'tool-calls: expected no call of a tool, but the agent called search',
    ]);
    expect(problemsOf(tools(true), { values: { answer: 1 } })).toEqual([
      'tool-calls: the final state has no list `messages`.',
    ]);
  });

  test('in any order is met exactly if an assignment of calls to expectations exists', () => {
    const call = fc.record({
      name: fc.constantFrom('a', 'b'),
      args: fc.record({ x: fc.nat(1), y: fc.nat(1) }),
    });
    const wanted = fc.record({
      name: fc.constantFrom('a', 'b'),
      args: fc.record({ x: fc.nat(1), y: fc.nat(1) }, { requiredKeys: [] }),
    });
    const fits = (left: readonly { name: string; args: object }[], calls: readonly object[]): boolean => {
      const [first, ...rest] = left;
      return (
        first === undefined ||
        calls.some((one, at) => findMismatches(first, one).length === 0 && fits(rest, calls.toSpliced(at, 1)))
      );
    };
    fc.assert(
      fc.property(
        fc.array(wanted, { minLength: 1, maxLength: 4 }),
        fc.array(call, { maxLength: 5 }),
        (list, calls) => {
          const found = problemsOf(tools(false, ...list), { values: calling(...calls) });
          expect(found.length === 0).toBe(fits(list, calls));
        },
      ),
    );
  });
});

describe('an expected number', () => {
  test.each<[string, number[]]>([
    ['Refund 160.00 EUR for SO-1042?', [160, 1042]],
    ['-3 and −4.5, 1,234,567.5 or 2e6', [-3, -4.5, 1_234_567.5, 2_000_000]],
    ['v2 costs nothing', []],
  ])('is found among the numbers of a string: %s', (text, numbers) => {
    expect(findNumbers(text)).toEqual(numbers);
  });

  test('can differ from a number in the last message by the tolerance', () => {
    const number = { value: 160, tolerance: 0.5 };
    expect(problemsOf({ number }, { values: saying('It is 160.4.') })).toEqual([]);
    expect(problemsOf({ number }, { values: saying('It is 161.') })).toEqual([
      'number: "It is 161." contains no number within 0.5 of 160',
    ]);
    expect(problemsOf({ number }, { values: { messages: [] } })).toEqual([
      'number: the list `messages` of the final state is empty.',
    ]);
  });
});

describe('the maximum number of tokens', () => {
  const using = (...counts: (number | undefined)[]) => ({
    messages: [
      { type: 'ai', usage_metadata: { total_tokens: 1_000 } },
      { role: 'user', content: 'hi' },
      ...counts.map((total_tokens) => ({ kwargs: { content: 'x', usage_metadata: { total_tokens } } })),
    ],
  });

  test("applies to the sum over all messages after the user's message", () => {
    expect(problemsOf({ maxTokens: 30 }, { values: using(10, undefined, 20) })).toEqual([]);
    expect(problemsOf({ maxTokens: 29 }, { values: using(10, 20) })).toEqual([
      'max-tokens: the response used 30 tokens, more than 29',
    ]);
  });

  test('is not met by an agent that reports no token counts', () => {
    expect(problemsOf({ maxTokens: 30 }, { values: saying('hi') })).toEqual([
      'max-tokens: the messages of the response have no `usage_metadata`.',
    ]);
  });

  test('is checked without an exception, even if the state is invalid', () => {
    fc.assert(fc.property(fc.anything(), (messages) => void readResponse({ messages })));
  });
});

describe('a check whose request is answered with an error status', () => {
  test.each([302, 399, 401, 403, 407, 408, 425, 429])(
    'is impossible with status %i, which does not show whether the agent works',
    (status) => {
      expect(evaluateError(apiError('http', status), shown).result).toBe('impossible');
    },
  );

  test.each([400, 402, 404, 406, 422, 500, 501])('fails with status %i', (status) => {
    expect(evaluateError(apiError('http', status), shown).result).toBe('failed');
  });

  test('fails if the server reports an error after it received the request, but is impossible without a response', () => {
    const result = (status?: number) => evaluateError(apiError('ambiguous', status), shown).result;
    expect([result(500), result(503), result()]).toEqual(['failed', 'failed', 'impossible']);
  });
});
