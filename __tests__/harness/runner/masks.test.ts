import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { Masker, runnerForms } from '../../../harness/runner/masks.ts';
import { anyText } from './any-text.ts';

const runs = { numRuns: fc.readConfigureGlobal().numRuns ?? 100 };

describe('the masker of the simulated runner', () => {
  test('hides every registered value in every form that the runner knows', () => {
    fc.assert(
      fc.property(anyText({ minLength: 1 }), fc.string(), fc.string(), (secret, before, after) => {
        fc.pre(!secret.includes('*'));
        const masker = new Masker();
        masker.add(secret);
        for (const form of runnerForms(secret)) {
          fc.pre(!form.includes('*'));
          expect(masker.mask(before + form + after)).not.toContain(form);
        }
      }),
      runs,
    );
  });

  test('does not change text without a registered value', () => {
    const masker = new Masker();
    masker.add('secret');
    expect(masker.mask('no such thing')).toBe('no such thing');
  });

  test.each([
    ['aXYb', ['X', 'Y'], 'a***b'],
    ['abcd', ['abc', 'bcd'], '***'],
    ['aaa', ['aa'], '***'],
    ['XoY', ['X', 'Y'], '***o***'],
  ])('in %j hides %j as %j, with adjacent matches joined', (text, values, masked) => {
    const masker = new Masker();
    for (const value of values) masker.add(value);
    expect(masker.mask(text)).toBe(masked);
  });

  test('hides each line of a value, without the blanks at its ends', () => {
    const masker = new Masker();
    masker.add('-----BEGIN-----\r\n  abc  \n\n');
    expect(masker.mask('[abc] -----BEGIN-----')).toBe('[***] ***');
  });

  test('returns only those forms of a value that were not registered before', () => {
    const masker = new Masker();
    expect(masker.add('plain-value')).toContain('plain-value');
    expect(masker.add('plain-value')).toEqual([]);
    expect(masker.add('')).toEqual([]);
    expect(masker.values.map(({ value }) => value)).toEqual(['plain-value']);
  });
});

describe('the masked forms of a value', () => {
  test.each([
    ['a"b\nc', 'a\\"b\\nc', 'in JSON'],
    ['a"b', 'a\\"b', 'on a command line'],
    ["it's", "it''s", 'in an expression'],
    ['a&<b>', 'a&amp;&lt;b&gt;', 'in XML'],
    ["a b/c'(!)*", 'a%20b%2Fc%27%28%21%29%2A', 'in a URL'],
    ['"quoted value"', 'quoted value', 'without its quotes'],
    ['secretpart1&secretpart2', 'secretpart1&', 'before what PowerShell colours'],
    ['secretpart1&+secretpart2', 'ecretpart2', 'behind what PowerShell colours'],
    ['line\u2028sep', 'line\\u2028sep', 'in the JSON of .NET'],
    ['user:pass', Buffer.from('user:pass').toString('base64'), 'as base64'],
    ['user:pass', Buffer.from('ser:pass').toString('base64'), 'as base64 that starts elsewhere'],
  ])('for the value %j include the form %j, %s', (value, form) => {
    expect(runnerForms(value)).toContain(form);
  });
});
