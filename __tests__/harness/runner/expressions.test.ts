import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  evaluate,
  evaluateTemplate,
  renderTemplate,
  evaluateCondition,
  type Scope,
  toText,
  type Value,
} from '../../../harness/runner/expressions.ts';
import { anyText } from './any-text.ts';

const yes = (value: boolean) => () => value;
const scope: Scope = {
  contexts: {
    github: {
      ref: 'refs/heads/main',
      event: { commits: [{ id: 1, by: 'ann' }, { id: 2 }] },
    },
  },
  functions: { success: yes(true), failure: yes(false), always: yes(true), cancelled: yes(false) },
};

describe('the evaluator of GitHub expressions, compared with GitHub’s own package', () => {
  test.each<[string, Value]>([
    ['null', null],
    ['-9.2e2', -920],
    ["'it''s ''quoted'''", "it's 'quoted'"],
    ["'ABC' == 'abc'", true],
    // The operators return one of their operands instead of a boolean.
    ["'' || 'other'", 'other'],
    ["true || fromJSON('not json')", true],
    ['GitHub.REF', 'refs/heads/main'],
    ['github.event.commits.*.id', [1, 2]],
    ['github.nothing.at.all', null],
    ['toJSON(fromJSON(\'{"a": {"b": []}}\'))', '{\n  "a": {\n    "b": []\n  }\n}'],
  ])('returns the same value for %s', (text, value) => {
    expect(evaluate(text, scope)).toEqual(value);
  });

  test.each([
    ['', 'An expression was expected'],
    ['secrets.KEY', "Unrecognized named-value: 'secrets'"],
    ['hashFiles()', "Unrecognized function: 'hashFiles'"],
    ['success(1)', 'Too many parameters'],
    ["fromJSON('{')", 'Error parsing JSON'],
  ])('rejects %j', (text, problem) => {
    expect(() => evaluate(text, scope)).toThrow(problem);
  });

  test('returns the string in a literal unchanged', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(evaluate(`'${text.replaceAll("'", "''")}'`, scope)).toBe(text);
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 100 },
    );
  });
});

describe('a string with expressions', () => {
  test.each<[string, Value]>([
    ['plain', 'plain'],
    ['${{ github.event.commits[0].id }}', 1],
    ['${{ github.event.commits[0].id }} of ${{ 2 }}', '1 of 2'],
    ["a ${{ '}} ${{' }} b", 'a }} ${{ b'],
    ['${{ github.nothing }}', null],
    ['x${{ github.nothing }}', 'x'],
    ['x${{ github.event }}', 'xObject'],
    ['}} and $ and {{', '}} and $ and {{'],
  ])('has the same value as on GitHub: %s', (text, value) => {
    expect(evaluateTemplate(text, scope)).toEqual(value);
  });

  test('is rejected if an expression has an object as its value or has no end', () => {
    expect(() => renderTemplate('${{ github.event }}', scope)).toThrow('A mapping was not expected');
    expect(() => renderTemplate('${{ github.event.commits }}', scope)).toThrow('A sequence was not expected');
    expect(() => renderTemplate("x ${{ 'a }}", scope)).toThrow('is not closed');
  });

  test.each<[Value, string]>([
    [null, ''],
    [true, 'true'],
    [-0, '0'],
    [1.5, '1.5'],
    [[], 'Array'],
    [{}, 'Object'],
  ])('%j is converted to the string %j', (value, text) => {
    expect(toText(value)).toBe(text);
  });
});

describe('a condition of a job or step', () => {
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
    // The result of text around an expression is a non-empty string.
    ['${{ false }} && true', true, true],
    ['${{ false }} && true', false, false],
  ])('(%j) with the result %j of success() has the value %j', (condition, success, expected) => {
    expect(evaluateCondition(condition, after(success))).toBe(expected);
  });
});
