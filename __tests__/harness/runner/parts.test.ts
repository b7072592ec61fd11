import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { evaluateCondition, interpolate } from '../../../harness/runner/expressions.ts';
import { Masker } from '../../../harness/runner/mask.ts';
import { parseStdoutCommand } from '../../../harness/runner/stdout-commands.ts';

const context = (jobStatus: 'success' | 'failure' | 'cancelled') => ({
  jobStatus,
  github: { repository: 'o/r' },
  runner: { os: 'Linux' },
});

describe('post-if', () => {
  test.each([
    [undefined, 'failure', true],
    ['always()', 'cancelled', true],
    ['success()', 'failure', false],
    ['${{ failure() || cancelled() }}', 'cancelled', true],
    ['!(success() || failure())', 'failure', false],
    ['!cancelled() && success()', 'success', true],
  ] as const)('%s after %s is %s', (condition, status, expected) => {
    expect(evaluateCondition(condition, context(status))).toBe(expected);
  });

  test('anything else is refused, not guessed', () => {
    expect(() => evaluateCondition("env.X == 'a'", context('success'))).toThrow(/cannot evaluate/);
  });
});

test('a default may name properties of github and runner', () => {
  expect(interpolate('${{ github.repository }} on ${{runner.os}}', context('success'))).toBe('o/r on Linux');
  expect(() => interpolate('${{ secrets.X }}', context('success'))).toThrow(/cannot evaluate/);
});

describe('workflow commands', () => {
  test('a message survives escaping and reading', () => {
    fc.assert(
      fc.property(fc.string(), (message) => {
        const data = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
        expect(parseStdoutCommand(`::error::${data}`)?.message).toBe(message);
      }),
    );
  });

  test.each(['plain', ': :error::x', '::error', '::unknown::x', 'text ::error::x'])(
    '%j is no command',
    (line) => {
      expect(parseStdoutCommand(line)).toBeNull();
    },
  );
});

test('no registered value survives masking, in any place', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!secret.includes('*'));
      const masker = new Masker();
      masker.add(secret);
      expect(masker.mask(before + secret + after)).not.toContain(secret);
    }),
  );
});
