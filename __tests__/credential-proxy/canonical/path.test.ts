import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  alternativeReadings,
  canonicalPath,
  checkTarget,
} from '../../../src/credential-proxy/canonical/path.ts';

const path = (target: string): string | undefined => {
  const checked = canonicalPath(target);
  return checked.ok ? checked.value : undefined;
};

describe('the canonical path of a request', () => {
  // docs/credential-proxy.md#query
  test.each([
    ['/repos/a', '/repos/a'],
    ['/repos/a?b=/../c', '/repos/a'],
    ['/repos/%61', '/repos/a'],
    ['/repos/a%2fb', '/repos/a%2Fb'],
    ['/repos/a%20b', '/repos/a%20b'],
    ['//repos/x', '//repos/x'],
    ['/repos/', '/repos/'],
    ['/', '/'],
    ['/a...b/c..d/.e/f.', '/a...b/c..d/.e/f.'],
    ['/compare/main...dev', '/compare/main...dev'],
    ['/a;v=1/b', '/a;v=1/b'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/latin%e9', '/latin%E9'],
    ['/a%252fb', '/a%252fb'],
    ['/%E6%97%A5%E6%9C%AC', '/%E6%97%A5%E6%9C%AC'],
  ])('for the path %s is %s', (target, held) => {
    expect(path(target)).toBe(held);
  });

  // docs/departures/sandboxes.md#sandboxcreate-match-paths
  test.each([
    '/repos/../admin',
    '/repos/x/../../admin',
    '/repos/.',
    '/repos/..',
    '/repos/./../admin',
    '/repos/%2e%2e/admin',
    '/repos/%2E./admin',
    '/repos/.%2e/admin',
    '/repos/..%2fadmin',
    '/repos/x%2f..%2fadmin',
    '/repos/%252e%252e/admin',
    '/repos/%25252e%25252e/admin',
    '/repos/%2525252e',
    '/repos/..%5cadmin',
    '/repos/..\\admin',
    '/repos/x\\y',
    '/repos/x%5cy',
    '/repos/..;/admin',
    '/repos/..;a=b/admin',
    '/repos/..%3b/admin',
    '/repos/..%3bx/admin',
    '/repos/%2e%2e%3fx/admin',
    '/repos/..%23/admin',
    '/repos/..%20/admin',
    '/repos/.../admin',
    '/repos//../../admin',
    '/repos%00',
    '/repos/%0d%0aX',
    '/repos/%250a',
    '/repos/%7f',
    '/repos/%c0%ae%c0%ae/admin',
    '/repos/..%c0%afadmin',
    '/repos/%e0%80%ae%e0%80%ae/admin',
    '/repos/%ef%bc%8e%ef%bc%8e/admin',
    '/repos/%e2%80%a5/admin',
    '/repos/..%ef%bc%8fadmin',
    '/repos/..%ef%bc%bcadmin',
    '/repos/%u002e%u002e/admin',
    '/repos/%',
    '/repos/%2',
    '/repos/%zz',
    '/repos/a#b',
    '/repos/é',
    '/repos/a b',
    '/repos/a\tb',
    'repos',
    '*',
    '',
    'https://evil.test/repos/x',
  ])('does not exist for %j, so the request is rejected', (target) => {
    expect(path(target)).toBeUndefined();
  });

  // docs/credential-proxy.md#dot-segments-backslashes-control
  test('does not exist for dot segments, even if they are escaped', () => {
    const escaped = (character: string) => {
      const hex = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
      return fc.constantFrom(character, hex, hex.toUpperCase(), hex.replace('%', '%25'));
    };
    const dots = fc.oneof(
      escaped('.'),
      fc.tuple(escaped('.'), escaped('.')).map((pair) => pair.join('')),
    );
    const plain = fc.stringMatching(/^[a-z0-9/]{0,10}$/);
    fc.assert(
      fc.property(
        plain,
        escaped('/'),
        dots,
        fc.constantFrom('', '/', '%2f', ';x/', '?q'),
        plain,
        (a, slash, dot, end, b) => {
          expect(path(`/${a}${slash}${dot}${end === '' ? '' : end + b}`)).toBeUndefined();
        },
      ),
    );
  });

  test('is the same after a second conversion, and has no query', () => {
    const piece = fc.constantFrom(
      'a',
      'Z',
      '.',
      '~',
      '/',
      '%2e',
      '%2F',
      '%c3%A9',
      '%41',
      ';p=1',
      '?',
      '&q=..',
      '%25',
      '-',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const held = path(`/${pieces.join('')}`);
        if (held === undefined) return;
        expect(held).not.toContain('?');
        expect(path(held)).toBe(held);
      }),
    );
  });

  test('is computed without an exception for invalid paths', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(0xffff), { maxLength: 20 }),
        (codes) => canonicalPath(`/${String.fromCharCode(...codes)}`) !== undefined,
      ),
    );
  });
});

describe('the other paths that a server might read instead of a canonical path', () => {
  test.each([
    ['/repos/a.b', []],
    ['/a%2Fb', ['/a/b']],
    ['/a%252Fb', ['/a%2Fb', '/a/b']],
    ['/a%25252Fb', ['/a%252Fb', '/a%2Fb', '/a/b']],
    ['/a;v=1/b', ['/a/b']],
    ['/a%3Bv=1/b', ['/a;v=1/b', '/a/b']],
    ['/a%3Fq=1/b', ['/a?q=1/b', '/a']],
    ['/a%23b', ['/a#b', '/a']],
    ['//a', ['/a']],
    ['/a%2F%2Fb', ['/a//b', '/a/b']],
  ])('for the path %s are %j', (canonical, others) => {
    const read = alternativeReadings(canonical).map((interpret) => interpret(canonical));
    expect(new Set(read)).toEqual(new Set(others));
  });
});

describe('a request target on a host without path rules', () => {
  // docs/credential-proxy.md#none
  test('is forwarded unchanged, including dot segments and escapes', () => {
    expect(checkTarget('/a/../b%2fc%zz')).toEqual({ ok: true, value: '/a/../b%2fc%zz' });
  });

  test.each(['*', 'a', '/a#b', '/é', '/a b', '/a\x7f', ''])('is rejected if it is %j', (target) => {
    expect(checkTarget(target).ok).toBe(false);
  });
});
