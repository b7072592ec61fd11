import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  checkCondition,
  checkTemplate,
  evaluate,
  evaluateTemplate,
  renderTemplate,
  evaluateCondition,
  isTruthy,
  type Scope,
  toText,
  type Value,
} from '../../../harness/runner/expressions.ts';
import { anyText } from './any-text.ts';

const yes = (value: boolean) => ({ least: 0, most: 0, call: () => value });
const scope: Scope = {
  contexts: {
    github: {
      ref: 'refs/heads/main',
      event: { commits: [{ id: 1, by: 'ann' }, { id: 2 }] },
      constructor: 'c',
    },
    env: { Mode: 'one', MODE: 'two' },
    steps: { build: { outputs: { url: 'https://x' } } },
  },
  functions: { success: yes(true), failure: yes(false), always: yes(true), cancelled: yes(false) },
};

describe('the expression language', () => {
  test.each<[string, Value]>([
    ['null', null],
    ['true', true],
    ['-9.2e2', -920],
    ['0xff', 255],
    ["'it''s ''quoted'''", "it's 'quoted'"],
    // Loose equality: by number, except two texts, which are compared without case.
    ["'ABC' == 'abc'", true],
    ["'' == 0", true],
    ['null == false', true],
    ["true == '1'", true],
    ["true == 'true'", false],
    ["'a' < 'B'", true],
    ['1 >= 1 && 2 != 3', true],
    // Objects and lists equal only themselves.
    ["fromJSON('[1]') == fromJSON('[1]')", false],
    ['github.event == github.event', true],
    // The operators give one of their sides, not a boolean.
    ["'' || 'other'", 'other'],
    ["false && 'never'", false],
    ["!'' && !0 && !null", true],
    ["true || fromJSON('not json')", true],
    ['GitHub.REF', 'refs/heads/main'],
    ["github['ref']", 'refs/heads/main'],
    ['github.constructor', 'c'],
    ['github.event.commits[1].id', 2],
    ['github.event.commits.*.by', ['ann']],
    ['github.event.commits.*.id', [1, 2]],
    ['github.nothing.at.all', null],
    ['github.ref.length', null],
    ['env.Mode', 'one'],
    ['env.MODE', 'two'],
    ["contains('Hello', 'ELL')", true],
    ["contains(github.event.commits.*.id, '2')", true],
    ["startsWith(github.ref, 'REFS/heads/')", true],
    ["endsWith('x.md', '.MD')", true],
    ["format('{0} {{1}} {1} {0}', 'a', 'b')", 'a {1} b a'],
    ["join(fromJSON('[1, true, \"x\"]'), '-')", '1-true-x'],
    ["join('alone')", 'alone'],
    ['toJSON(fromJSON(\'{"constructor": {"a": []}}\'))', '{\n  "constructor": {\n    "a": []\n  }\n}'],
  ])('%s', (text, value) => {
    expect(evaluate(text, scope)).toEqual(value);
  });

  test.each([
    ['', 'An expression was expected'],
    ['secrets.KEY', "Unrecognized named-value: 'secrets'"],
    ['hashFiles()', "Unrecognized function: 'hashFiles'"],
    ['success(1)', 'Too many parameters'],
    ['"double"', 'Unexpected symbol'],
    ["'open", 'Unexpected symbol'],
    ['1 +  2', 'Unexpected symbol'],
    ['(true', 'Unexpected end of expression'],
    ["fromJSON('{')", 'the text is not JSON'],
    ["format('{1}', 'a')", 'more arguments than were supplied'],
  ])('%j is refused', (text, problem) => {
    expect(() => evaluate(text, scope)).toThrow(problem);
  });

  test('any text survives being written as one, and any JSON survives toJSON and fromJSON', () => {
    const runs = { numRuns: fc.readConfigureGlobal().numRuns ?? 100 };
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(evaluate(`'${text.replaceAll("'", "''")}'`, scope)).toBe(text);
      }),
      runs,
    );
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (json) => {
        // Names are told apart without their case, and -0 has no place in JSON.
        const value = JSON.parse(JSON.stringify(json).toLowerCase()) as Value;
        const given: Scope = { ...scope, contexts: { github: { value } } };
        expect(evaluate('fromJSON(toJSON(github.value))', given)).toEqual(value);
      }),
      runs,
    );
  });

  test('&&, || and ! agree with what each side is by itself', () => {
    const atoms = [
      'true',
      'false',
      'null',
      '0',
      '1',
      "''",
      "'x'",
      'github.ref',
      'github.nothing',
      'success()',
    ];
    const tree = fc.letrec<{ any: string }>((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(...atoms),
        fc
          .tuple(tie('any'), fc.constantFrom('&&', '||'), tie('any'))
          .map(([a, op, b]) => `(${a} ${op} ${b})`),
        tie('any').map((a) => `!${a}`),
      ),
    })).any;
    const truth = (text: string) => isTruthy(evaluate(text, scope));
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        expect(truth(`${a} && ${b}`)).toBe(truth(a) && truth(b));
        expect(truth(`${a} || ${b}`)).toBe(truth(a) || truth(b));
        expect(truth(`!(${a})`)).toBe(!truth(a));
      }),
    );
  });
});

describe('a text with expressions in it', () => {
  test.each<[string, Value]>([
    ['plain', 'plain'],
    ['${{ github.event.commits[0].id }}', 1],
    ['${{ github.event.commits[0].id }} of ${{ 2 }}', '1 of 2'],
    ["a ${{ '}} ${{' }} b", 'a }} ${{ b'],
    ['${{ github.nothing }}', null],
    ['x${{ github.nothing }}', 'x'],
    ['x${{ github.event }}', 'xObject'],
    ['}} and $ and {{', '}} and $ and {{'],
  ])('%s', (text, value) => {
    expect(evaluateTemplate(text, scope)).toEqual(value);
  });

  test('an object is no text, and an open expression is no expression', () => {
    expect(() => renderTemplate('${{ github.event }}', scope)).toThrow('A mapping was not expected');
    expect(() => renderTemplate('${{ github.event.commits }}', scope)).toThrow('A sequence was not expected');
    expect(() => renderTemplate("x ${{ 'a }}", scope)).toThrow('is not closed');
    expect(() => checkTemplate('${{ secrets.A }}', { contexts: ['github'], functions: {} })).toThrow(
      "Unrecognized named-value: 'secrets'",
    );
  });

  test.each<[Value, string]>([
    [null, ''],
    [true, 'true'],
    [-0, '0'],
    [1.5, '1.5'],
    [[], 'Array'],
    [{}, 'Object'],
  ])('%j as text is %j', (value, text) => {
    expect(toText(value)).toBe(text);
  });
});

describe('a condition', () => {
  const after = (success: boolean): Scope => ({
    ...scope,
    functions: { ...scope.functions, success: yes(success), failure: yes(!success) },
  });
  test.each([
    [undefined, true, true],
    ['', false, false],
    ["github.ref == 'refs/heads/main'", true, true],
    ["github.ref == 'refs/heads/main'", false, false],
    ["${{ github.ref == 'refs/heads/main' }}", true, true],
    ['always()', false, true],
    ["failure() && github.ref == 'other'", false, false],
    ['!success()', false, true],
    ["'always()'", false, false],
    ["contains('x', always())", false, false],
    // A text around an expression is never empty.
    ['${{ false }} && true', true, true],
    ['${{ false }} && true', false, false],
  ])('%j, with everything well so far: %j, is %j', (condition, success, expected) => {
    expect(evaluateCondition(condition, after(success))).toBe(expected);
  });

  test('is read before anything runs', () => {
    const allowed = { contexts: ['github'], functions: {} };
    checkCondition('', allowed);
    checkCondition('${{ github.ref }} x', allowed);
    expect(() => checkCondition('env.X', allowed)).toThrow("Unrecognized named-value: 'env'");
    expect(() => checkCondition('${{ github.ref }} ${{ nope }}', allowed)).toThrow(/nope/);
  });
});
