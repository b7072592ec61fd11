import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { searchFor } from '../../../src/credential-proxy/placeholders/search.ts';
import { sentinelOf } from '../../../src/credential-proxy/sentinel.ts';

const text = sentinelOf('00'.repeat(32), { env: 'API_KEY', prefix: 'sk-' });
const search = searchFor([{ env: 'API_KEY', text }]);

const percent = (plain: string) => plain.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);
const json = (plain: string) => plain.replace(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);

describe('the search for sentinels', () => {
  // docs/credential-proxy/placeholders.md#encoded
  it.each([
    ['as text', text],
    ['with one percent escape', text.replace('s', '%73')],
    ['with percent escapes only', percent(text)],
    ['with percent escapes of percent escapes', percent(text).replaceAll('%', '%25')],
    ['with JSON escapes', json(text)],
    ['in hex', Buffer.from(text).toString('hex').toUpperCase()],
    ['in base64', Buffer.from(`user:${text}`).toString('base64')],
    ['in base64 for URLs', Buffer.from(`a:${text}?`).toString('base64url')],
  ])('finds a sentinel %s', (_how, given) => {
    expect(search.find(`before ${given} after`)).toBe('API_KEY');
  });

  it('finds no sentinel of another sandbox or in part', () => {
    expect(search.find(sentinelOf('11'.repeat(32), { env: 'API_KEY', prefix: 'sk-' }))).toBeUndefined();
    expect(search.find(text.slice(1))).toBeUndefined();
  });

  // docs/credential-proxy/placeholders.md#split
  it('finds a sentinel that is split over chunks of any size', () => {
    const body = Buffer.from(`{"a":"${json(text)}","b":1}`);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
        const findIn = search.stream();
        const found: (string | undefined)[] = [];
        for (let at = 0, turn = 0; at < body.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          found.push(findIn(body.subarray(at, at + size)));
          at += size;
        }
        expect(found).toContain('API_KEY');
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['percent escapes', percent(percent(percent(text)))],
    ['JSON escapes', json(json(json(text)))],
  ])('finds a sentinel with three layers of %s that is split over chunks', (_escapes, body) => {
    const findIn = search.stream();
    const chunks = body.match(/.{1,100}/g) ?? [];
    expect(chunks.map((chunk) => findIn(Buffer.from(chunk)))).toContain('API_KEY');
  });
});
