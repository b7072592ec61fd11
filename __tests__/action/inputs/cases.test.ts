import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCheckFile, parseChecks, parseExpect, parsePattern } from '../../../src/action/inputs/cases.ts';

const given = (text: string) => {
  const parsed = parseChecks(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  if (parsed.value.kind !== 'given') throw new Error(`not the cases but a ${parsed.value.kind}`);
  return parsed.value.cases;
};
const problems = (text: string) => {
  const parsed = parseChecks(text);
  return parsed.ok ? [] : parsed.problems.map(({ message: problem, hint: cure }) => `${problem} -> ${cure}`);
};

describe('the input `checks` of verify', () => {
  test('is one check, a list of checks, or a list with defaults', () => {
    expect(given('input: {messages: []}')).toMatchObject([
      { name: 'the case', input: { messages: [] }, strategy: 'rollback', timeLimitMs: 120_000 },
    ]);
    expect(given('- {input: 1}\n- {name: second, input: 2}').map(({ name, input }) => [name, input])).toEqual(
      [
        ['case 1', 1],
        ['second', 2],
      ],
    );
    expect(
      given(`
assistant: agent
time-limit: 30
cases:
  - input: {a: 1}
  - input: {a: 2}
    time-limit: 1m30s
    multitask-strategy: reject
`),
    ).toMatchObject([
      { assistant: 'agent', timeLimitMs: 30_000, strategy: 'rollback' },
      { assistant: 'agent', timeLimitMs: 90_000, strategy: 'reject' },
    ]);
  });

  test('accepts every documented field', () => {
    const [only] = given(
      JSON.stringify({
        name: 'refund',
        assistant: 'agent',
        input: { messages: [{ role: 'user', content: 'hi' }] },
        expect: { status: 'success', interrupted: false, state: { done: true }, 'last-message': '/refund/i' },
        'time-limit': '45s',
        'thread-id': '0F9E2D4C-1B3A-4C5D-8E7F-001122334455',
        'multitask-strategy': 'interrupt',
        config: { configurable: { model: 'small' } },
        context: { tenant: 'acme' },
        metadata: { from: 'ci' },
      }),
    );
    expect(only).toEqual({
      name: 'refund',
      assistant: 'agent',
      input: { messages: [{ role: 'user', content: 'hi' }] },
      command: undefined,
      expect: {
        status: 'success',
        interrupted: false,
        state: { given: true, value: { done: true } },
        lastMessage: { source: 'refund', flags: 'i' },
      },
      timeLimitMs: 45_000,
      threadId: '0f9e2d4c-1b3a-4c5d-8e7f-001122334455',
      strategy: 'interrupt',
      config: { configurable: { model: 'small' } },
      context: { tenant: 'acme' },
      metadata: { from: 'ci' },
    });
    expect(given('command: {resume: true}\nthread-id: 0f9e2d4c-1b3a-4c5d-8e7f-001122334455')).toMatchObject([
      { command: { resume: true }, input: undefined },
    ]);
    expect(given('input: {}\nexpect: {state: null}')[0]?.expect.state).toEqual({ given: true, value: null });
  });

  test('accepts a pattern as plain text, or as a regular expression between slashes with flags', () => {
    for (const [text, pattern] of [
      ['a b', { source: 'a b', flags: '' }],
      ['/a/i', { source: 'a', flags: 'i' }],
      ['/api/users', { source: '\\/api\\/users', flags: '' }],
      ['/a\\/b/', { source: 'a\\/b', flags: '' }],
    ] as const) {
      expect(parsePattern(text)).toEqual({ ok: true, value: pattern });
    }
  });

  test('rejects a pattern that matches every string, but accepts a pattern that matches only some strings', () => {
    for (const text of ['.*', '^', '(?:)', 'a*', '/x?/i', 'yes|'])
      expect(parsePattern(text)).toMatchObject({ ok: false });
    for (const text of ['.', '.+', '^$', '^\\s*$', '^(?!.*sorry)', '(?<!un)able|^(?!x)'])
      expect(parsePattern(text)).toMatchObject({ ok: true });
  });

  test('can name a file of the checkout, but no other file', async () => {
    for (const path of ['checks.yml', './a/checks.yaml', 'a/b.json', 'a/b.jsonl', 'a/b.CSV']) {
      expect(parseChecks(path)).toMatchObject({
        ok: true,
        value: { kind: 'file', path: path.replace('./', '') },
      });
    }
    for (const path of ['../x.yml', '/etc/x.yml', 'a/../../x.json', 'C:\\x.yml']) {
      expect(problems(path)).toEqual([expect.stringContaining('not a path inside the repository')]);
    }
    expect(problems('hello there')).toEqual([expect.stringContaining('neither a case nor a path')]);
    const file = await parseCheckFile('- checks.yml', 'yml', {});
    expect(file).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('not a mapping') }],
    });
  });

  test('accepts expected tool calls, an expected number, and a maximum number of tokens', () => {
    const text = `
message: Where is order 7?
expect:
  tool-calls: [search, { name: refund, args: { order: 7 } }]
  tool-call-order: any-order
  number: { value: 160, tolerance: 0.5 }
  max-tokens: 2000
`;
    expect(parseChecks(text)).toMatchObject({
      ok: true,
      value: {
        cases: [
          {
            input: { messages: [{ role: 'user', content: 'Where is order 7?' }] },
            expect: {
              toolCalls: {
                calls: [{ name: 'search' }, { name: 'refund', args: { order: 7 } }],
                inOrder: false,
              },
              number: { value: 160, tolerance: 0.5 },
              maxTokens: 2_000,
            },
          },
        ],
      },
    });
    expect(parseChecks('message: hi\nexpect: {tool-calls: [], number: 7}')).toMatchObject({
      ok: true,
      value: {
        cases: [{ expect: { toolCalls: { calls: [], inOrder: true }, number: { value: 7, tolerance: 0 } } }],
      },
    });
  });

  test.each<[string, string, RegExp]>([
    [
      'an unknown field',
      'input: {}\nexpcet: {}',
      /^line 2: the case: expcet: no field with this name exists -> Did you mean expect\?/,
    ],
    [
      'an unknown nested field',
      '- input: {}\n  expect:\n    last-mesage: x',
      /^line 3: case 1: expect\.last-mesage: .* -> Did you mean last-message\?/,
    ],
    ['no input', 'name: x', /^line 1: the case: input is missing/],
    ['both input and command', 'input: {}\ncommand: {}', /mutually exclusive/],
    [
      'a string in place of a number',
      'input: {}\nexpect: {number: about 7}',
      /expect\.number: the value is not a number/,
    ],
    [
      'a negative tolerance',
      'input: {}\nexpect: {number: {value: 7, tolerance: -1}}',
      /the tolerance is negative/,
    ],
    [
      'a call without a name',
      'input: {}\nexpect: {tool-calls: [{args: {}}]}',
      /neither the name of a tool nor/,
    ],
    [
      'an order of calls without calls',
      'input: {}\nexpect: {tool-call-order: any-order}',
      /set without tool-calls/,
    ],
    [
      'an unknown order of calls',
      'input: {}\nexpect: {tool-calls: [a], tool-call-order: random}',
      /expect\.tool-call-order/,
    ],
    ['a maximum of zero tokens', 'input: {}\nexpect: {max-tokens: 0}', /expect\.max-tokens/],
    ['an empty list of tools', 'input: {}\nexpect: {tool-calls: null}', /nothing is expected/],
    ['both message and input', 'message: hi\ninput: {}', /message, input and command are mutually exclusive/],
    ['an empty message', 'message: " "', /message: the message is empty/],
    [
      'an invalid pattern',
      'input: {}\nexpect: {last-message: "(a"}',
      /^line 2: the case: expect\.last-message: the pattern is not a valid regular expression: Unterminated group/,
    ],
    ['unknown flags of a pattern', 'input: {}\nexpect: {last-message: "/a/gy"}', /the flags "gy"/],
    [
      'a number that JSON cannot represent',
      'input: {a: [1, .nan]}',
      /line 1: the case: input\.a: the number cannot be represented in JSON/,
    ],
    [
      'a number that would lose digits',
      'input: {order: 9007199254740993}',
      /input\.order: the number has more digits than a JSON number keeps/,
    ],
    [
      'a number that would equal other numbers',
      'input: {}\nexpect: {state: {order: 12345678901234567890}}',
      /line 2: the case: expect\.state\.order: the number has more digits/,
    ],
    [
      'a set, which would match any object',
      'input: {}\nexpect: {state: {tags: !!set {a: , b: }}}',
      /expect\.state\.tags: the value cannot be represented in JSON/,
    ],
    [
      'an ordered map, which would match any object',
      'input: {}\nexpect: {state: {x: !!omap [a: 1]}}',
      /expect\.state\.x: the value cannot be represented in JSON/,
    ],
    ['a date', 'input: {at: !!timestamp 2026-01-01}', /input\.at: the value cannot be represented in JSON/],
    ['bytes', 'input: {at: !!binary aGVsbG8=}', /input\.at: the value cannot be represented in JSON/],
    [
      'a mapping that contains itself',
      'input: &a {x: *a}',
      /line 1: the case: input\.x: the value contains itself/,
    ],
    ['a list that contains itself', 'input: &a [1, *a]', /the case: input: the value contains itself/],
    [
      'one key twice, as a number and as a string',
      'input: {}\nexpect: {state: {1: a, "1": b}}',
      /neither YAML nor JSON: line 2: DUPLICATE_KEY/,
    ],
    ['an empty expectation', 'input: {}\nexpect: {}', /line 2: the case: expect: nothing is expected/],
    [
      'a state that any object matches',
      'input: {}\nexpect: {state: {}}',
      /line 2: the case: expect\.state: nothing is expected/,
    ],
    [
      'an interruption of a run that must fail',
      'input: {}\nexpect: {status: error, interrupted: true}',
      /expect\.interrupted: a run that ends with `error` cannot be interrupted too/,
    ],
    [
      'a pattern that matches every string',
      'input: {}\nexpect: {last-message: "refund|"}',
      /expect\.last-message: the pattern matches any text/,
    ],
    ['an empty pattern', 'input: {}\nexpect: {last-message: ""}', /last-message: the pattern is empty/],
    [
      'a pattern from an unset variable',
      'input: {}\nexpect:\n  last-message:',
      /line 3: .*nothing is expected/,
    ],
    ['an expectation from an unset variable', 'input: {}\nexpect:', /line 2: .*nothing is expected/],
    [
      'an invalid duration',
      'input: {}\ntime-limit: soon',
      /line 2: the case: time-limit: "soon" is not a duration/,
    ],
    ['a time limit that is too long', 'input: {}\ntime-limit: 2h', /out of range/],
    ['an invalid thread ID', 'input: {}\nthread-id: mine', /not a UUID/],
    ['an invalid strategy', 'input: {}\nmultitask-strategy: queue', /not one of reject, enqueue/],
    ['an invalid status', 'input: {}\nexpect: {status: ok}', /not one of success, error/],
    ['a word in place of a boolean', 'input: {}\nexpect: {interrupted: maybe}', /not a boolean/],
    ['a list in place of a mapping', 'input: {}\nconfig: []', /config: the value is not a mapping/],
    ['a mapping in place of a word', 'input: {}\nassistant: {}', /assistant: the value is not a string/],
    [
      'two cases with the same name',
      '- {name: a, input: 1}\n- {name: a, input: 2}',
      /^line 2: case 2: two cases have the name "a"/,
    ],
    ['an empty list of cases', '[]', /list of cases is empty/],
    ['cases that are not a list', 'cases: {}', /cases: |the value is not a list/],
    ['an unknown shared field', 'tiem-limit: 1\ncases: [{input: 1}]', /Did you mean time-limit/],
    ['too many cases', `[${'{input: 1},'.repeat(101)}]`, /101 cases/],
    ['text that is neither a case nor a path', 'input: {a: "b}', /neither YAML nor JSON: line 1/],
    ['a name on two lines', 'input: {}\nname: "a\\nb"', /is not a valid name/],
    ['a single number', '42', /the value is not a mapping/],
  ])('with %s is rejected with line, field and hint', (_what, text, reported) => {
    expect(problems(text).join('\n')).toMatch(reported);
    const parsed = parseChecks(text);
    if (!parsed.ok) for (const { hint: cure } of parsed.problems) expect(cure).toMatch(/^[A-Z`].*[.)?]$/s);
  });

  test('is parsed or rejected without an exception', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseChecks(text)));
    fc.assert(fc.property(fc.json(), (text) => void parseChecks(text)));
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify({ input: value ?? 0, expect: { state: { value } } });
        // Numbers with more digits than JavaScript can represent are excluded, because their intended value is
        // unknown.
        fc.pre(!/(?<![.\d])\d{16,}(?![.\de])/.test(text));
        expect(given(text)).toMatchObject([
          { input: JSON.parse(JSON.stringify(value ?? 0)), expect: { state: { given: true } } },
        ]);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void parsePattern(text)));
    fc.assert(fc.property(fc.string(), (text) => void parseExpect(text)));
  });
});
