import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseScoreLines } from '../../../src/action/gate/score-lines.ts';
import { createRedactor } from '../../../src/redaction/redactor.ts';

const runs = { numRuns: fc.readConfigureGlobal().numRuns ?? 300 };
const nothing = { required: [], computed: new Set<string>(), redact: (text: string) => text };
const parse = (output: string, changes: Partial<Parameters<typeof parseScoreLines>[1]> = {}) =>
  parseScoreLines(output, { ...nothing, ...changes });
const line = (value: unknown) => `${JSON.stringify(value)}\n`;
/** Returns why the output of a score command is refused. */
const refusal = (output: string, changes = {}) => {
  const parsed = parse(output, changes);
  return parsed.kind === 'invalid' ? parsed.why : 'accepted';
};

describe('the output of a score command', () => {
  test('is one score per line, with optional comments and empty lines', () => {
    const output = '{"key": "a", "score": 0.5, "comment": "half"}\r\n\n{"key": "b", "score": -2}';
    expect(parse(output)).toEqual({
      kind: 'scored',
      scores: new Map([
        ['a', 0.5],
        ['b', -2],
      ]),
      comments: new Map([['a', 'half']]),
    });
  });

  test('can contain booleans, and null for a score that does not apply', () => {
    const output = [
      { key: 'yes', score: true },
      { key: 'no', score: false },
      { key: 'none', score: null, comment: 'no sources' },
    ];
    expect(parse(output.map(line).join(''))).toEqual({
      kind: 'scored',
      scores: new Map([
        ['yes', 1],
        ['no', 0],
      ]),
      comments: new Map([['none', 'no sources']]),
    });
  });

  test.each([
    ['a line of a log', 'checking\n', /^Line 1 of its output is not JSON; expected \{"key".* on stderr\./],
    ['a Python dictionary', "{'key': 'a', 'score': 1}", /is not JSON/],
    ['NaN', '{"key": "a", "score": NaN}', /is not JSON \(JSON has no NaN and no Infinity\)/],
    ['a number beyond all limits', '{"key": "a", "score": 1e999}', /: score must be a number from/],
    ['a string', '{"key": "a", "score": "1"}', /: score must be a number from/],
    ['no score', '{"key": "a"}', /: score must be a number from/],
    ['a list', '[{"key": "a", "score": 1}]', /is not a JSON object/],
    ['an unknown field', '{"key": "a", "score": 1, "coment": "x"}', /coment/],
    ['a long key', line({ key: 'k'.repeat(101), score: 1 }), /: key must have at most 100 characters/],
    ['an empty key', line({ key: '', score: 1 }), /: key/],
    ['a key with a control character', line({ key: 'a\u001b[1m', score: 1 }), /: key must not begin or end/],
    ['the reserved key', line({ key: 'pass', score: 1 }), /has the key "pass", which is reserved/],
    ['a comment that is not a string', line({ key: 'a', score: 1, comment: {} }), /: comment/],
  ])('is rejected with %s, and the error contains the line', (_what, output, message) => {
    const text = `${line({ key: 'first', score: 1 })}${output}`;
    expect(refusal(output)).toMatch(message);
    expect(refusal(text)).toMatch(/^Line 2 of its output .* The line is: \S/);
  });

  test('is rejected if a score appears twice', () => {
    const output = [
      { key: 'a', score: 1 },
      { key: 'b', score: 1 },
      { key: 'a', score: 0 },
    ].map(line);
    expect(refusal(output.join(''))).toBe(
      'Lines 1 and 3 of its output both have the score "a". Print each score once.',
    );
  });

  test('is rejected with more than 100 scores', () => {
    const output = (count: number) =>
      Array.from({ length: count }, (_, at) => line({ key: `k${at}`, score: 1 })).join('');
    expect(parse(output(100)).kind).toBe('scored');
    expect(refusal(output(101))).toBe('Its output has more than 100 scores.');
  });

  // docs/security/checkouts.md#score-command-errored
  test('is rejected without a score', () => {
    expect(refusal('')).toMatch(/^It printed no score\./);
    expect(refusal(' \n\t\n')).toMatch(/^It printed no score\./);
  });

  test('is rejected without a score that the settings define, unless the command prints null for that score', () => {
    const output = line({ key: 'a', score: 1 });
    const changes = { required: ['a', 'helpful'] };
    expect(refusal(output, changes)).toBe(
      'It printed no score "helpful", which `scores` defines. Print {"key":"helpful","score":null} if the score does not apply to a response.',
    );
    expect(parse(`${output}${line({ key: 'helpful', score: null })}`, changes).kind).toBe('scored');
  });

  test('is rejected with the key of a score that is computed from the reference', () => {
    expect(refusal(line({ key: 'exact', score: 1 }), { computed: new Set(['exact']) })).toMatch(
      /has the key "exact", which `scores` compares with the reference/,
    );
  });

  test('is shown without secrets, control characters or line ends', () => {
    const redactor = createRedactor(['sk-value-of-a-key-4711']);
    const redact = (text: string) => redactor.redact(text);
    const why = refusal('::error::\u001b[31msk-value-of-a-key-4711\u2028x', { redact });
    expect(why).toMatch(/The line is: ::error:: \[31m\*\*\* x$/);
    const parsed = parse(line({ key: 'a', score: 1, comment: 'sk-value\u0007-of-a-key-4711\nx\u202e' }), {
      redact,
    });
    expect(parsed.kind === 'scored' && parsed.comments.get('a')).toBe('***\nx');
  });

  test('has its comments truncated to 4,000 characters', () => {
    const parsed = parse(line({ key: 'a', score: 1, comment: 'x'.repeat(100_000) }));
    const comment = parsed.kind === 'scored' ? parsed.comments.get('a') : undefined;
    expect(comment).toMatch(/^x{4000}… \(shortened from 100000 characters\)$/);
  });

  test('yields only finite scores with printed keys, even if the output is invalid', () => {
    const score = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
      fc.constantFrom('1e999', 'NaN', 'true', 'null', '"1"', '{}'),
    );
    const key = fc.oneof(fc.string(), fc.constantFrom('a', 'b', 'pass', '__proto__', 'constructor'));
    const entry = fc
      .tuple(key, score)
      .map(([name, number]) => `{"key": ${JSON.stringify(name)}, "score": ${number}}`);
    const output = fc.array(fc.oneof(entry, fc.string(), fc.json())).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(output, (text) => {
        const parsed = parse(text);
        if (parsed.kind === 'invalid') return parsed.why !== '';
        return [...parsed.scores].every(
          ([name, number]) =>
            Number.isFinite(number) && name !== 'pass' && text.includes(JSON.stringify(name)),
        );
      }),
      runs,
    );
  });

  test('yields every score that was printed correctly', () => {
    const names = fc.uniqueArray(
      fc.stringMatching(/^[\w.: -]{0,20}\w$/).filter((name) => !/^\s|^pass$/.test(name)),
      {
        minLength: 1,
        maxLength: 100,
      },
    );
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(names, fc.infiniteStream(number), (keys, numbers) => {
        const printed = keys.map((key) => ({ key, score: numbers.next().value }));
        const parsed = parse(printed.map(line).join(''));
        if (parsed.kind === 'invalid') throw new Error(parsed.why);
        // JSON has no negative zero.
        expect([...parsed.scores]).toEqual(printed.map(({ key, score }) => [key, score === 0 ? 0 : score]));
      }),
      runs,
    );
  });
});
