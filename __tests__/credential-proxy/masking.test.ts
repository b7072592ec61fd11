import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createMasker, maskText, secretNeedles } from '../../src/credential-proxy/masking.ts';

const buffers = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text, 'latin1'));

/** Masks a body that is split into these chunks. */
function inPieces(needles: Buffer[], pieces: Buffer[]): { out: string; masked: number; gaps: number[] } {
  const masker = createMasker(needles);
  const gaps: number[] = [];
  const outs: Buffer[] = [];
  let seen = 0;
  let given = 0;
  for (const piece of pieces) {
    seen += piece.length;
    const out = masker.push(piece);
    given += out.length;
    outs.push(out);
    gaps.push(seen - given);
  }
  return {
    out: Buffer.concat([...outs, masker.end()]).toString('latin1'),
    masked: masker.masked,
    gaps,
  };
}

/** Reference implementation: every byte within any match becomes a star. */
function plainly(needles: Buffer[], body: string): string {
  const stars = new Set<number>();
  for (const needle of needles.map((bytes) => bytes.toString('latin1'))) {
    for (let at = body.indexOf(needle); at !== -1; at = body.indexOf(needle, at + 1)) {
      for (let index = at; index < at + needle.length; index += 1) stars.add(index);
    }
  }
  return Array.from({ length: body.length }, (_, index) => (stars.has(index) ? '*' : body[index])).join('');
}

describe('the masking of a response body', () => {
  // docs/credential-proxy.md#put-place
  test('masks a secret that is split over chunks, without a change of the length', () => {
    const { out, masked } = inPieces(buffers('topsecret'), buffers('{"a":"top', 'sec', 'ret"}'));
    expect(out).toBe('{"a":"*********"}');
    expect(masked).toBe(1);
  });

  // docs/credential-proxy.md#streams
  test('delays an event only if its end might be the beginning of a secret', () => {
    const masker = createMasker(buffers('sk-secret-value', 'data-secret'));
    expect(masker.push(Buffer.from('data: hello\n\n')).toString()).toBe('data: hello\n\n');
    expect(masker.push(Buffer.from('data: sk-')).toString()).toBe('data: ');
    expect(masker.push(Buffer.from('ok\n\n')).toString()).toBe('sk-ok\n\n');
    expect(masker.masked).toBe(0);
  });

  test('does not modify the given chunks', () => {
    const chunk = Buffer.from('topsecret');
    inPieces(buffers('topsecret'), [chunk]);
    expect(chunk.toString()).toBe('topsecret');
  });

  test('does not depend on how the body is split, and delays fewer bytes than a secret has (property)', () => {
    const letters = (max: number) => fc.stringMatching(new RegExp(`^[ab]{1,${max}}$`));
    fc.assert(
      fc.property(
        fc.array(letters(6), { minLength: 1, maxLength: 4 }),
        fc.array(fc.stringMatching(/^[abc]{0,7}$/), { maxLength: 12 }),
        (texts, pieces) => {
          const needles = buffers(...texts);
          const { out, masked, gaps } = inPieces(needles, buffers(...pieces));
          expect(out).toBe(plainly(needles, pieces.join('')));
          expect(masked).toBe(inPieces(needles, buffers(pieces.join(''))).masked);
          const longest = Math.max(...needles.map((needle) => needle.length));
          expect(gaps.every((gap) => gap < longest)).toBe(true);
        },
      ),
    );
  });

  test('does not change a body if no secret has to be masked', () => {
    expect(inPieces([], buffers('abc', 'def')).out).toBe('abcdef');
  });
});

describe('the list of strings to mask', () => {
  const header = (value: string, needles: string[] = []) => ({ name: 'A', value, secret: true, needles });
  const secret = 'p@ss/w"rd+42&x!y z';

  // docs/credential-proxy.md#looked
  test.each([
    ['as written', (text: string) => text],
    ['as JSON', (text: string) => JSON.stringify({ a: text })],
    ['as JSON with slashes escaped', (text: string) => JSON.stringify(text).replaceAll('/', '\\/')],
    ['in the JSON encoding of Go', (text: string) => JSON.stringify(text).replaceAll('&', '\\u0026')],
    ['as a Python literal', (text: string) => encodeURIComponent(text).replaceAll('!', '%21')],
    ['in HTML', (text: string) => text.replace('&', '&amp;').replace('"', '&quot;')],
    ['in a URL', (text: string) => `?q=${encodeURIComponent(text)}`],
    [
      'in a path, where reserved characters stay literal',
      (text: string) => encodeURIComponent(text).replace(/%(?:26|2B|40)/g, decodeURIComponent),
    ],
    ['in a path with slashes', (text: string) => encodeURIComponent(text).replaceAll('%2F', '/')],
    ['in a URL that was encoded as a whole', (text: string) => encodeURI(text)],
    ['in a form', (text: string) => new URLSearchParams({ q: text }).toString()],
    ['in hex', (text: string) => Buffer.from(text).toString('hex')],
    ['as base64', (text: string) => Buffer.from(text).toString('base64')],
    ['as base64url', (text: string) => Buffer.from(text).toString('base64url')],
    ['in base64, after one other byte', (text: string) => Buffer.from(`a${text}bcd`).toString('base64')],
    ['in base64, after two other bytes', (text: string) => Buffer.from(`ab${text}c`).toString('base64')],
  ])('includes a secret %s', (_, write) => {
    const needles = secretNeedles([header(`Bearer ${secret}`, [secret])]);
    const { text, masked } = maskText(needles, write(secret));
    expect(masked).toBeGreaterThan(0);
    expect(text).toHaveLength(write(secret).length);
    expect(text).not.toContain(write(secret).slice(-9, -5));
  });

  // docs/credential-proxy.md#parts
  test.each([
    ['Token token="k3y-9Qx7Zt2Lm"', 'k3y-9Qx7Zt2Lm'],
    ['session=k3y-9Qx7Zt2Lm; theme=dark-green', 'k3y-9Qx7Zt2Lm'],
    ['robot:k3y-9Qx7Zt2Lm', 'k3y-9Qx7Zt2Lm'],
    ['Digest username="robot-user", response="k3y-9Qx7Zt2Lm"', 'k3y-9Qx7Zt2Lm'],
    ['{"user":"robot-user","password":"open-sesame"}', 'open-sesame'],
  ])('includes the secret part of a value separately: %s', (value, part) => {
    const needles = secretNeedles([header(value)]);
    const hidden = '*'.repeat(part.length);
    expect(maskText(needles, `it is <${part}>, of robot-user, dark-green`).text).toBe(
      `it is <${hidden}>, of robot-user, dark-green`,
    );
    expect(maskText(needles, value).text).not.toContain(part);
  });

  test('includes the part of an opaque value after the authentication scheme', () => {
    expect(maskText(secretNeedles([header('Bearer abcdefgh1')]), 'token=abcdefgh1').text).toBe(
      'token=*********',
    );
  });

  test('includes the decoded value and the password of Basic credentials', () => {
    const needles = secretNeedles([header(`Basic ${Buffer.from('user:hunter2hunter2').toString('base64')}`)]);
    expect(maskText(needles, 'hello user, hunter2hunter2').text).toBe('hello user, **************');
  });

  test('excludes plaintext headers and short secrets', () => {
    expect(secretNeedles([{ ...header('plain-header-value'), secret: false }, header('short')])).toEqual([]);
  });

  test('includes every ASCII secret of at least eight characters (property)', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\x21-\x7e]{8,40}$/),
        fc.string(),
        fc.string(),
        (text, before, after) => {
          const needles = secretNeedles([header(text, [text])]);
          for (const body of [
            before + text + after,
            JSON.stringify(before + text + after),
            Buffer.from(before + text + after).toString('base64'),
            Buffer.from(before + text + after).toString('base64url'),
            encodeURIComponent((before + text + after).toWellFormed()),
          ]) {
            expect(maskText(needles, Buffer.from(body).toString('latin1')).masked).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});
