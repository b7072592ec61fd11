import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { searchText } from '../../../harness/runner/index.ts';
import { anyText } from './any-text.ts';

const SECRET = 'h"unt<er2>&pässword';
const found = (text: string, secret = SECRET) => searchText(text, [secret], 'here').length === 1;
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const entities = (text: string, base: 10 | 16) =>
  [...text].map((c) => `&#${base === 16 ? 'x' : ''}${c.codePointAt(0)?.toString(base)};`).join('');
const WRITERS: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in JSON': json,
  'in JSON twice': (text) => json(json(text)),
  'in JSON without other letters': (text) =>
    json(text).replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in a URL': encodeURIComponent,
  'in a URL in small letters': (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  'in a form': (text) => new URLSearchParams({ a: text }).toString(),
  'in HTML': (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'in HTML by number': (text) => entities(text, 10),
  'in HTML by hexadecimal number': (text) => entities(text, 16),
  'in Markdown': (text) => text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&'),
  'in a workflow command': (text) => text.replaceAll('%', '%25').replaceAll(':', '%3A'),
  'with invisible characters': (text) => [...text].join('\u200b'),
  'broken over lines': (text) => `${text.slice(0, 5)}\n    ${text.slice(5)}`,
  backwards: (text) => [...text].toReversed().join(''),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'as base64url': (text) => Buffer.from(`\u0000${text}`).toString('base64url'),
};

describe('a secret is found', () => {
  test.each(Object.keys(WRITERS))('%s', (name) => {
    const write = WRITERS[name] ?? String;
    expect(found(`before ${write(SECRET)} after`)).toBe(true);
    expect(found(`before ${write('something else')} after`)).toBe(false);
  });

  test('as base64, wherever it starts and whatever stands around it', () => {
    fc.assert(
      fc.property(
        anyText(),
        anyText(),
        fc.string({ minLength: 6, maxLength: 20 }),
        (before, after, secret) => {
          const text = Buffer.from(before + secret + after).toString('base64');
          expect(found(`x ${text} y`, secret)).toBe(true);
        },
      ),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 100 },
    );
  });

  test('by one of its lines', () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\r\nkqhkiG9w0B\n-----END KEY-----';
    expect(found('x kqhkiG9w0B y', key)).toBe(true);
    expect(found(key.replaceAll('\n', ' '), key)).toBe(true);
    expect(found('x kqhkiG9w0 y', key)).toBe(false);
  });

  test('and named by its place, never by its value', () => {
    expect(searchText(`see ${SECRET}`, ['other-value', SECRET], 'a file')).toEqual([
      { secret: 1, where: 'a file' },
    ]);
  });
});

test('nothing is found in nothing, and chance finds no short value', () => {
  expect(found('')).toBe(false);
  expect(found('a\nb\nc', 'abc')).toBe(false);
  expect(found('YWJj', 'abc')).toBe(false);
});
