import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  corsHeaders,
  DEFAULT_CORS,
  isPreflight,
  preflightResponse,
  toCorsPolicy,
} from '../../../src/emulator/server/cors.ts';

const PAGE = 'https://app.example.com';
const asks = (method: string, headers?: string, origin = PAGE) => ({
  origin,
  'access-control-request-method': method,
  ...(headers !== undefined && { 'access-control-request-headers': headers }),
});
const allows = (settings: Parameters<typeof toCorsPolicy>[0], origin: string) =>
  corsHeaders(toCorsPolicy(settings), origin)['access-control-allow-origin'];

describe('a server without CORS settings', () => {
  // docs/agent-server/routes.md#web-pages-default
  test('allows any page to send any method and header, and to read the headers that clients need', () => {
    expect(corsHeaders(DEFAULT_CORS, PAGE)).toEqual({
      vary: 'Origin',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-pagination-total, x-pagination-next, content-location',
    });
    expect(preflightResponse(DEFAULT_CORS, asks('DELETE', 'x-api-key,content-type'))).toEqual({
      status: 200,
      body: 'OK',
      headers: {
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT',
        'access-control-allow-headers': 'x-api-key,content-type',
        'access-control-max-age': '600',
      },
    });
  });

  test('responds to a request without an Origin with a Vary header and no other CORS header', () => {
    expect(corsHeaders(DEFAULT_CORS, undefined)).toEqual({ vary: 'Origin' });
  });

  test('allows a page from the internet to send requests to this machine', () => {
    const headers = { ...asks('GET'), 'access-control-request-private-network': 'true' };
    const answer = preflightResponse(DEFAULT_CORS, headers).headers;
    expect(answer).toMatchObject({ 'access-control-allow-private-network': 'true' });
    const other = preflightResponse(toCorsPolicy({}), headers).headers;
    expect(other).not.toHaveProperty('access-control-allow-private-network');
  });
});

describe('a server with CORS settings', () => {
  // docs/agent-server/routes.md#web-pages-settings
  test('allows only the origins, methods and headers in the settings', () => {
    const answer = preflightResponse(toCorsPolicy({}), asks('POST', 'x-api-key'));
    expect(answer.status).toBe(400);
    expect(answer.body).toBe('Disallowed CORS origin, method, headers');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(corsHeaders(toCorsPolicy({}), PAGE)).toEqual({ vary: 'Origin' });
  });

  test('responds to pages of listed origins with exactly their origin', () => {
    const settings = {
      allow_origins: [PAGE],
      allow_methods: ['POST'],
      allow_headers: ['X-Api-Key'],
      max_age: 5,
    };
    const answer = preflightResponse(toCorsPolicy(settings), asks('POST', 'content-type, x-api-key'));
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'access-control-allow-origin': PAGE,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'accept, accept-language, content-language, content-type, x-api-key',
        'access-control-max-age': '5',
      },
    });
    expect(allows(settings, 'https://app.example.com.evil.org')).toBeUndefined();
    expect(allows(settings, 'http://app.example.com')).toBeUndefined();
    const other = preflightResponse(toCorsPolicy(settings), asks('DELETE', 'x-other'));
    expect([other.status, other.body]).toEqual([400, 'Disallowed CORS method, headers']);
    const exposed = toCorsPolicy({ ...settings, expose_headers: ['content-location'] });
    expect(corsHeaders(exposed, PAGE)['access-control-expose-headers']).toBe('content-location');
  });

  test("responds with the page's origin instead of * if pages can send credentials", () => {
    const policy = toCorsPolicy({ allow_origins: ['*'], allow_credentials: true });
    expect(corsHeaders(policy, PAGE)).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-credentials': 'true',
    });
    expect(preflightResponse(policy, asks('GET')).headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-credentials': 'true',
    });
  });

  // docs/agent-server/routes.md#web-pages-expression
  test.each([
    ['https://.*\\.example\\.com', PAGE, true],
    ['^https://.*\\.example\\.com$', PAGE, true],
    ['https://[a-z]+\\.example\\.com|http://localhost:\\d+', 'http://localhost:5173', true],
    ['https://.*\\.example\\.com', 'https://a.example.com.evil.org', false],
    ['https://app\\.example\\.com', 'xhttps://app.example.com', false],
    ['https://(?=app).*', PAGE, false],
  ])('compares an expression only with whole origins: %s, %s', (expression, origin, isAllowed) => {
    const settings = { allow_origin_regex: expression, allow_origins: ['https://other.example.com'] };
    expect(allows(settings, origin)).toBe(isAllowed ? origin : undefined);
    expect(allows(settings, 'https://other.example.com')).toBe('https://other.example.com');
  });

  test('matches any expression and origin in little time', () => {
    expect(allows({ allow_origin_regex: '(a+)+(a+)+b' }, 'a'.repeat(8_000))).toBeUndefined();
  });

  test('never returns an origin that is not allowed', () => {
    const origin = fc.webUrl().map((url) => new URL(url).origin);
    fc.assert(
      fc.property(fc.array(origin), origin, fc.boolean(), (allow_origins, other, allow_credentials) => {
        fc.pre(!allow_origins.includes(other));
        const policy = toCorsPolicy({ allow_origins, allow_credentials, allow_methods: ['*'] });
        const answer = preflightResponse(policy, asks('GET', undefined, other));
        expect(answer.status).toBe(400);
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
        expect(corsHeaders(policy, other)).toEqual({ vary: 'Origin' });
      }),
    );
  });
});

test('a CORS preflight is an OPTIONS request with an origin and a requested method', () => {
  expect(isPreflight({ method: 'OPTIONS', headers: asks('GET') })).toBe(true);
  expect(isPreflight({ method: 'GET', headers: asks('GET') })).toBe(false);
  expect(isPreflight({ method: 'OPTIONS', headers: { origin: PAGE } })).toBe(false);
  expect(isPreflight({ method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } })).toBe(false);
});
