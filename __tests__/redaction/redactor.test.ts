import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor, MASK } from '../../src/redaction/redactor.ts';

describe('the redactor of secrets', () => {
  test.each(['', 'a', 'ab', 'abc', 'abcd'])(
    'hides a secret in the base64 of a longer string (before: %j)',
    (before) => {
      const secret = 'correct-horse-battery';
      const text = Buffer.from(`${before}${secret}:after`).toString('base64');
      const redacted = createRedactor([secret]).redact(text);
      // The remaining text belongs to the neighboring bytes, and decoding it reveals no part of the secret.
      const left = redacted.split(MASK).map((part) => Buffer.from(part, 'base64').toString('latin1'));
      for (const part of left) expect(part).not.toContain(secret.slice(2, 8));
      expect(redacted).toContain(MASK);
    },
  );

  test('hides each line of a multi-line value', () => {
    const redactor = createRedactor(['first line\r\nsecond line\n  third line']);
    expect(redactor.redact('a first line b\nsecond line\nthird line')).toBe('a *** b\n***\n***');
  });

  test('accepts additional secrets after its creation', () => {
    const redactor = createRedactor();
    expect(redactor.redact('value-from-service')).toBe('value-from-service');
    expect(redactor.addSecret('value-from-service')).toBe(true);
    expect(redactor.redact('x value-from-service y')).toBe('x *** y');
  });

  // docs/security/secrets.md#values-shorter-than-four
  test.each(['', 'a', 'abc', 'true', 'False', 'production', '****', '   \n '])(
    'does not hide %j but reports it, because hiding it would make the log unreadable',
    (value) => {
      const redactor = createRedactor();
      expect(redactor.addSecret(value)).toBe(false);
      expect(redactor.redact(`a ${value} b`)).toBe(`a ${value} b`);
    },
  );

  test('hides two secrets that overlap', () => {
    const redactor = createRedactor(['abcdefgh', 'efghijkl']);
    expect(redactor.redact('<abcdefghijkl>')).toBe('<***>');
  });

  test('hides the longer of two secrets with the same beginning', () => {
    const redactor = createRedactor(['token', 'token-with-more']);
    expect(redactor.redact('token-with-more token')).toBe('*** ***');
  });

  const secretValue = fc.string({ minLength: 4, maxLength: 40, unit: 'grapheme' });

  test('masks every known secret at any position', () => {
    fc.assert(
      fc.property(
        fc.array(secretValue, { maxLength: 4 }),
        fc.string(),
        fc.string(),
        (values, before, after) => {
          const redactor = createRedactor(values);
          const known = values.filter((value) => redactor.addSecret(value));
          const redacted = redactor.redact(before + known.join(after) + after);
          // The mask itself may contain a very short part of a secret. A secret longer than the mask must not remain.
          for (const value of known) {
            if (value.trim().length > MASK.length && !value.includes('*'))
              expect(redacted).not.toContain(value);
          }
        },
      ),
    );
  });

  test('does not change text without secrets', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-m ]*$/), (text) => {
        expect(createRedactor(['NOPQRSTU']).redact(text)).toBe(text);
      }),
    );
  });
});

// docs/security/secrets.md#secret-found-however-program
test.each([
  ['by escape() of JavaScript', (code: number) => `%u${code.toString(16).padStart(4, '0')}`],
  ['in decimal for HTML, without semicolons', (code: number) => `&#${code}`],
  ['in hex for HTML, with semicolons', (code: number) => `&#x${code.toString(16)};`],
  ['three times for URLs', (code: number) => `%2525${code.toString(16)}`],
])('a secret is found even if it was escaped %s', (_, escape) => {
  const secret = 'hunter2-Zx81-Qw7';
  const text = Array.from(secret, (character) => escape(character.codePointAt(0) ?? 0)).join('');
  expect(createRedactor([secret]).redact(`before ${text} after`)).toBe('before *** after');
});
