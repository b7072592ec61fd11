import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkBaseUrl, isLoopback } from '../../src/clients/base-url.ts';

describe('a base URL', () => {
  test.each([
    ['https://api.host.example', 'https://api.host.example'],
    ['https://host.example/api-host/', 'https://host.example/api-host'],
    ['http://localhost:4400', 'http://localhost:4400'],
    ['http://127.0.0.1:4400/', 'http://127.0.0.1:4400'],
    ['http://[::1]:4400', 'http://[::1]:4400'],
    ['http://emulator.localhost', 'http://emulator.localhost'],
  ])('%s is accepted', (text, url) => {
    expect(checkBaseUrl(text)).toEqual({ kind: 'ok', url });
  });

  test.each([
    ['api.host.example', 'is not a URL'],
    ['ftp://host.example', 'must start with https'],
    ['http://host.example', 'must use https'],
    ['http://127.0.0.1.host.example', 'must use https'],
    ['http://localhost.host.example', 'must use https'],
    ['http://0.0.0.0', 'must use https'],
    ['https://user:s3cret@host.example', 'must not contain credentials'],
    ['https://host.example/?key=s3cret', 'must not contain a query'],
    ['https://host.example/api/v1', 'tracing API'],
    ['https://host.example/api-host/v2/deployments', 'before the version'],
  ])('%s is refused', (text, problem) => {
    const check = checkBaseUrl(text);
    expect(check).toMatchObject({ kind: 'refused', problem: expect.stringContaining(problem) });
    expect(JSON.stringify(check)).not.toContain('s3cret');
  });

  test('may be plain http anywhere when that is allowed', () => {
    expect(checkBaseUrl('http://host.example', { allowInsecureHost: true }).kind).toBe('ok');
  });

  test('is loopback for every spelling of 127.0.0.0/8 that URL reads, and for no public address', () => {
    expect(isLoopback(new URL('http://2130706433').hostname)).toBe(true);
    expect(isLoopback(new URL('http://0x7f.1').hostname)).toBe(true);
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(isLoopback(ip)).toBe(ip.startsWith('127.'));
      }),
    );
  });
});
