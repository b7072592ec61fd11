import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkAgentUrl, checkBaseUrl, checkSignedUrl, isLoopback } from '../../src/clients/base-url.ts';

describe('the base URL of a service', () => {
  test.each([
    ['https://api.host.example', 'https://api.host.example'],
    ['https://host.example/api-host/', 'https://host.example/api-host'],
    ['http://localhost:4400', 'http://localhost:4400'],
    ['http://127.0.0.1:4400/', 'http://127.0.0.1:4400'],
    ['http://[::1]:4400', 'http://[::1]:4400'],
    ['http://emulator.localhost', 'http://emulator.localhost'],
  ])('is accepted: %s', (text, url) => {
    expect(checkBaseUrl(text)).toEqual({ kind: 'ok', url });
  });

  // docs/security.md#plain-http-refused-except
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
  ])('is rejected: %s', (text, problem) => {
    const check = checkBaseUrl(text);
    expect(check).toMatchObject({ kind: 'refused', problem: expect.stringContaining(problem) });
    expect(JSON.stringify(check)).not.toContain('s3cret');
  });

  test('can use plain http for any host if insecure hosts are allowed', () => {
    expect(checkBaseUrl('http://host.example', { allowInsecureHost: true }).kind).toBe('ok');
  });

  test('counts as loopback in every notation of an address in 127.0.0.0/8, and never for a public address', () => {
    expect(isLoopback(new URL('http://2130706433').hostname)).toBe(true);
    expect(isLoopback(new URL('http://0x7f.1').hostname)).toBe(true);
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(isLoopback(ip)).toBe(ip.startsWith('127.'));
      }),
    );
  });
});

describe('the URL of an agent', () => {
  test.each([
    ['https://agent.example.org/', 'https://agent.example.org'],
    ['https://example.org/d/0f9e/', 'https://example.org/d/0f9e'],
    ['https://example.org/v2/agent', 'https://example.org/v2/agent'],
    ['http://127.0.0.1:4401', 'http://127.0.0.1:4401'],
  ])('receives the API key: %s', (text, url) => {
    expect(checkAgentUrl(text)).toEqual({ kind: 'ok', url });
  });

  test.each([
    ['agent.example.org', 'is not a URL'],
    ['ftp://localhost', 'must start with https'],
    ['http://agent.example.org', 'must use https'],
    ['http://localhost.evil.example', 'must use https'],
    ['https://u:p@agent.example.org', 'must not contain credentials'],
    ['https://agent.example.org/?a=b', 'must not contain a query'],
  ])('does not receive the API key, and is not shown in the error: %s', (text, problem) => {
    const check = checkAgentUrl(text);
    expect(check).toMatchObject({ kind: 'refused', problem: expect.stringContaining(problem) });
    expect(JSON.stringify(check)).not.toContain('u:p@');
  });

  test('can use plain http for any host if insecure hosts are allowed', () => {
    expect(checkAgentUrl('http://agent.example.org', { allowInsecureHost: true }).kind).toBe('ok');
  });
});

describe('the signed URL of an upload', () => {
  test.each([
    ['https://tracing.example.org/x?y=z', false, true],
    ['http://127.0.0.1:1/x', true, true],
    ['http://127.0.0.1:1/x', false, false],
    ['http://tracing.example.org/x', true, false],
    ['https://u:p@tracing.example.org/x', true, false],
    ['javascript:alert(1)', true, false],
    ['', true, false],
  ])(
    'is accepted or rejected: %s (URLs of this machine allowed: %s, accepted: %s)',
    (text, loopback, allowed) => {
      expect(checkSignedUrl(text, { loopback }) !== undefined).toBe(allowed);
    },
  );
});
