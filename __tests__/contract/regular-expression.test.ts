import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileRegex, matchesRegex } from '../../src/contract/regular-expression.ts';

const holds = (expression: string, text: string): boolean | string => {
  const program = compileRegex(expression);
  return program.ok ? matchesRegex(program.value, text) : program.reason;
};

describe('a regular expression in an access list', () => {
  // docs/credential-proxy.md#expression
  test.each([
    ['^api\\.test$', 'api.test', true],
    ['^api\\.test$', 'apixtest', false],
    ['^api.test$', 'apixtest', true],
    ['^api\\.test$', 'api.test.evil.org', false],
    ['^api\\.test$', 'x.api.test', false],
    ['^(a|b|)\\.test$', 'b.test', true],
    ['^(?:a|b)+\\.test$', 'abba.test', true],
    ['^API\\.test$', 'api.test', true],
    ['^[A-F0-9]{2,4}\\.test$', 'ab0.test', true],
    ['^[a-f0-9]{2,4}\\.test$', 'abcde.test', false],
    ['^[a-f]{2}$', 'abc', false],
    ['^[a-f]{2,}$', 'abcdef', true],
    ['^[^.]+\\.test$', 'a.b.test', false],
    ['^[]a]$', ']', true],
    ['^[a-]$', '-', true],
    ['^[\\]\\-x]$', '-', true],
    ['^\\w+-\\d*?\\.test$', 'a_b-12.test', true],
    ['^.*$', '', true],
    ['^$', '', true],
    ['^$', 'a', false],
    ['^\\D$', '1', false],
    ['^\\D\\W\\S$', 'a.-', true],
    ['^[^A-C]$', 'b', false],
    ['^[^A-C]$', '^', true],
    ['^[a^]$', '^', true],
    ['^[\\W]$', 'b', false],
    ['^a}$', 'a}', true],
    ['^(((a)))$', 'a', true],
  ])('with the pattern %s matches the string %j: %s', (expression, text, is) => {
    expect(holds(expression, text)).toBe(is);
  });

  // docs/departures/sandboxes.md#sandboxcreate-regular-expressions-access
  test.each([
    'api\\.test',
    '^api\\.test',
    'api\\.test$',
    '^a|b$',
    '^a\\$',
    '^(a$',
    '^a)$',
    '^[a$',
    '^*a$',
    '^a**$',
    '^a+{2}$',
    '^a{2$',
    '^a{3,2}$',
    '^a{2 }$',
    '^a{999}$',
    '^(a)\\1$',
    '^(?=a)$',
    '^(?<n>a)$',
    '^(?i)a$',
    '^\\bfoo$',
    '^\\p{L}$',
    '^a^b$',
    '^a$b$',
    '^[z-a]$',
    '^[\\d-z]$',
    '^[[:alpha:]]$',
    '^bücher$',
    '^((a{200}){200}){200}$',
    `^${'('.repeat(40)}a${')'.repeat(40)}$`,
    `^${'a'.repeat(255)}$`,
    '^\\$',
    '',
  ])('%s is rejected', (expression) => {
    expect(typeof holds(expression, 'a')).toBe('string');
  });

  test('matches the same strings as a regular expression of JavaScript (property)', () => {
    const leaf = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\.', '[a-c]', '\\w', '\\W', '[^\\w]');
    const quantifier = fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}', '{1,}', '*?', '{0,2}?');
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 4 },
        fc.tuple(leaf, quantifier).map((parts) => parts.join('')),
        fc.tuple(tie('expression'), tie('expression')).map((parts) => parts.join('')),
        fc
          .tuple(tie('expression'), tie('expression'), quantifier)
          .map(([one, two, sign]) => `(${one}|${two})${sign}`),
        fc.tuple(tie('expression'), quantifier).map(([one, sign]) => `(?:${one}|)${sign}`),
      ),
    }));
    fc.assert(
      fc.property(expression, fc.stringMatching(/^[abc.]{0,8}$/), (body, text) => {
        expect(holds(`^${body}$`, text)).toBe(new RegExp(`^(?:${body})$`).test(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('never causes an exception (property)', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab()[\]{}|*+?\\^$.,0-9-]{0,20}$/), fc.string(), (body, text) => {
        expect(['boolean', 'string']).toContain(typeof holds(`^${body}$`, text));
      }),
      { numRuns: 1000 },
    );
  });

  test.each(['^(a*)*b$', '^(a|a)*b$', '^(a|aa)+$', '^(.*a){20}$', '^((a?){30})*b$'])(
    '%s, which takes years in other engines, is matched immediately',
    (expression) => {
      const started = process.hrtime.bigint();
      expect(holds(expression, `${'a'.repeat(252)}c`)).toBe(false);
      expect(Number(process.hrtime.bigint() - started) / 1e6).toBeLessThan(2000);
    },
  );
});
