import { describe, expect, test } from '@jest/globals';
import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import {
  formatAuthority,
  formatHost,
  formatIpv6,
  parseAuthority,
  parseHost,
  parseIpv6,
  sameAuthority,
} from '../../../src/credential-proxy/canonical/authority.ts';

/** Returns the canonical form of a host, or `undefined` if the host is refused. */
const host = (raw: string): string | undefined => {
  const checked = parseHost(raw);
  return checked.ok ? checked.value.text : undefined;
};
const authority = (raw: string): string | undefined => {
  const checked = parseAuthority(raw, null);
  return checked.ok ? formatAuthority(checked.value) : undefined;
};

describe('the parser of host names', () => {
  test.each([
    ['API.TEST', 'api.test'],
    ['api.test.', 'api.test'],
    ['localhost', 'localhost'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['_dmarc.a_b.test', '_dmarc.a_b.test'],
    ['192.168.0.1', '192.168.0.1'],
    ['[::1]', '::1'],
    ['[2001:DB8:0:0:0:0:0:1]', '2001:db8::1'],
    ['[::ffff:10.0.0.1]', '10.0.0.1'],
    ['[::ffff:0a00:1]', '10.0.0.1'],
    ['1password.com', '1password.com'],
    ['a.0xyz', 'a.0xyz'],
  ])('converts %s to %s', (raw, text) => {
    expect(host(raw)).toBe(text);
  });

  // docs/credential-proxy.md#what-request-may-name
  test.each([
    '',
    '.',
    'api.test..',
    '..',
    '.api.test',
    'a..b',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0x7f',
    '127.0x1',
    '0177.0.0.1',
    '127.0.0.01',
    '127.0.0.256',
    '127.0.0.1.5',
    '1.2.3',
    'a.1',
    '-a.test',
    'a-.test',
    'u@api.test',
    'api.test/x',
    'api.test\\x',
    'api.test\0.evil.test',
    'api%2etest',
    'api.test ',
    ' api.test',
    'api。test',
    'ⓐpi.test',
    '*.test',
    'a,b.test',
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(127)}test`,
    '::1',
    '[::1',
    '::1]',
    '[::1%eth0]',
    '[fe80::1%25eth0]',
    '[1.2.3.4]',
    '[::1].',
    '[]',
    '[::1]x',
    '[v1.x]',
    '[1::2::3]',
    '[12345::]',
    '[::127.1]',
    '[::1/64]',
    '[::1@x]',
  ])('rejects %j', (raw) => {
    expect(host(raw)).toBeUndefined();
  });

  test('never includes the input in the reason', () => {
    const checked = parseHost('s3cr3t-value@evil');
    expect(checked.ok ? '' : checked.reason).not.toContain('s3cr3t');
  });

  test('does not change a canonical host', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.domain(),
          fc.ipV4(),
          fc.ipV6().map((ip) => `[${ip}]`),
          fc.string(),
        ),
        (raw) => {
          const checked = parseHost(raw);
          if (!checked.ok) return;
          expect(parseHost(formatHost(checked.value))).toEqual(checked);
          expect(checked.value.text).toBe(checked.value.text.toLowerCase());
        },
      ),
    );
  });

  test('recognizes the same IP addresses as Node', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.stringMatching(/^[0-9a-fx.]{1,16}$/)), (raw) => {
        const checked = parseHost(raw);
        expect(checked.ok && checked.value.kind === 'ipv4').toBe(isIPv4(raw));
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.stringMatching(/^[0-9a-f:.]{2,20}$/)), (raw) => {
        expect(parseIpv6(raw) !== undefined).toBe(isIPv6(raw));
      }),
    );
  });

  test('converts every IPv6 address to one spelling, which is parsed to the same address', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 }),
        (groups) => {
          expect(parseIpv6(formatIpv6(groups))).toEqual(groups);
          expect(parseIpv6(groups.map((group) => group.toString(16).padStart(4, '0')).join(':'))).toEqual(
            groups,
          );
        },
      ),
    );
  });

  test('ignores letter case and a final dot', () => {
    fc.assert(
      fc.property(fc.domain(), (name) => {
        expect(parseHost(`${name.toUpperCase()}.`)).toEqual(parseHost(name));
      }),
    );
  });
});

describe('the parser of hosts with ports', () => {
  test.each([
    ['API.test:443', 'api.test:443'],
    ['api.test.:443', 'api.test:443'],
    ['api.test:65535', 'api.test:65535'],
    ['[::1]:8443', '[::1]:8443'],
  ])('converts %s to %s', (raw, text) => {
    expect(authority(raw)).toBe(text);
  });

  test.each([
    'api.test',
    'api.test:',
    'api.test:0',
    'api.test:65536',
    'api.test:+443',
    'api.test:0443',
    'api.test: 443',
    'api.test:443 ',
    'api.test:4e2',
    'api.test:0x1bb',
    'api.test:443:443',
    'api.test:443@evil:443',
    'u@api.test:443',
    'u:p@api.test:443',
    'api.test..:443',
    '::1:443',
    '[::1]443',
    '[::1]:',
    ':443',
    '',
    'https://api.test:443',
    'api.test:443/',
  ])('rejects %j', (raw) => {
    expect(authority(raw)).toBeUndefined();
  });

  test('accepts a missing port if a default port is given', () => {
    const short = parseAuthority('api.test', 443);
    const long = parseAuthority('API.TEST.:443', 443);
    expect(short.ok && long.ok && sameAuthority(short.value, long.value)).toBe(true);
    expect(short.ok && formatAuthority(short.value, 443)).toBe('api.test');
    expect(short.ok && formatAuthority(short.value, 80)).toBe('api.test:443');
  });
});
