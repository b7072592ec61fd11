import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { forwardHeaders, headerPairs, normalizeHeaderName } from '../../src/credential-proxy/headers.ts';

const ours = [
  { name: 'Authorization', value: 'Bearer ours' },
  { name: 'X-Api-Key', value: 'key' },
];
const forward = (raw: string[], injected = ours): string[] | string => {
  const forwarded = forwardHeaders(raw, injected);
  return forwarded.ok ? forwarded.value : forwarded.reason;
};
const OURS = ['Authorization', 'Bearer ours', 'X-Api-Key', 'key'];

describe('the request headers that the proxy forwards', () => {
  // docs/conformance.md#sandboxcreate-headers
  test("contain each header of the rule once, and none of the client's headers with the same name", () => {
    expect(
      forward([
        'Accept',
        '*/*',
        'authorization',
        'Bearer theirs',
        'AUTHORIZATION',
        'Bearer again',
        'X_Api_Key',
        'theirs',
        'x-api_key',
        'theirs',
        'X-Other',
        '1',
      ]),
    ).toEqual(['Accept', '*/*', 'X-Other', '1', ...OURS]);
  });

  test('exclude hop-by-hop headers', () => {
    expect(
      forward(
        [
          'Connection',
          'keep-alive, X-Mine',
          'Keep-Alive',
          'timeout=5',
          'X-Mine',
          '1',
          'x_mine',
          '2',
          'TE',
          'trailers',
          'Trailer',
          'X-T',
          'Transfer-Encoding',
          'chunked',
          'Upgrade',
          'h2c',
          'HTTP2-Settings',
          'AAMAAABk',
          'Expect',
          '100-continue',
          'Proxy-Authorization',
          'Basic xyz',
          'Proxy-Connection',
          'keep-alive',
          'proxy_anything',
          '1',
          'X-Other',
          '1',
        ],
        [],
      ),
    ).toEqual(['X-Other', '1']);
  });

  test("include the rule's header even if Connection lists it", () => {
    expect(forward(['Connection', 'Authorization, close'])).toEqual(OURS);
  });

  test.each(['Host', 'content-length', 'Transfer-Encoding', 'x, Content_Length', 'Content-Type'])(
    'are rejected with "Connection: %s", because it would change the message',
    (options) => {
      expect(forward(['Connection', options])).toContain('belongs to the message');
    },
  );

  test('include repeated headers of other names separately and in order', () => {
    expect(forward(['Cookie', 'a=1', 'Cookie', 'b=2'], [])).toEqual(['Cookie', 'a=1', 'Cookie', 'b=2']);
  });

  // docs/credential-proxy.md#clients-own-headers
  test('contain each injected header once, and all other headers unchanged (property)', () => {
    const name = fc.constantFrom(
      'Authorization',
      'AUTHORIZATION',
      'x_api_key',
      'X-Api-Key',
      'Cookie',
      'Connection',
      'X',
      '__proto__',
    );
    const value = fc.constantFrom('1', 'x', 'authorization', 'close, x_api_key');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const forwarded = forward(pairs.flat());
        if (typeof forwarded === 'string') throw new Error(forwarded);
        const out = headerPairs(forwarded);
        for (const mine of ours) {
          expect(out.filter(([key]) => normalizeHeaderName(key) === normalizeHeaderName(mine.name))).toEqual([
            [mine.name, mine.value],
          ]);
        }
        const nominated = pairs
          .filter(([key]) => key === 'Connection')
          .flatMap(([, text]) => text.split(', '));
        const rest = pairs.filter(
          ([key]) => ['Cookie', 'X', '__proto__'].includes(key) && !nominated.includes(key.toLowerCase()),
        );
        expect(out.slice(0, -ours.length)).toEqual(rest);
      }),
    );
  });
});
