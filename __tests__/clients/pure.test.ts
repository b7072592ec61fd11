import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { backoffMs } from '../../src/clients/backoff.ts';
import { checkBaseUrl, isLoopback } from '../../src/clients/base-url.ts';
import { ApiError } from '../../src/clients/errors.ts';
import type { TryResult } from '../../src/clients/exchange.ts';
import { failure } from '../../src/clients/failure.ts';
import { oneLine, readProblem } from '../../src/clients/problem.ts';
import { parseRetryAfter } from '../../src/clients/retry-after.ts';
import { decideRetry, LAST_LOOK_MS, type RetrySituation } from '../../src/clients/retry-policy.ts';

const NOW = Date.UTC(2026, 10, 21, 6, 30, 0);
const as = (text: string) => text;

describe('back-off', () => {
  const options = { baseMs: 500, capMs: 20_000 };
  const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test('stays between half and all of the doubled base, under the cap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), unit, (attempt, random) => {
        const full = Math.min(options.capMs, options.baseMs * 2 ** (attempt - 1));
        const delay = backoffMs(attempt, () => random, options);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(full / 2));
        expect(delay).toBeLessThanOrEqual(full);
      }),
    );
  });

  test('never shrinks from one attempt to the next at the same luck', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), unit, (attempt, random) => {
        const delay = (of: number) => backoffMs(of, () => random, options);
        expect(delay(attempt + 1)).toBeGreaterThanOrEqual(delay(attempt));
      }),
    );
  });
});

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5000],
    ['Sat, 21 Nov 2026 06:30:10 GMT', 10_000],
    ['Saturday, 21-Nov-26 06:30:10 GMT', 10_000],
    ['Sat Nov 21 06:30:10 2026', 10_000],
    ['Sun Nov  1 06:30:10 2026', 0],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ])('%j is %i ms', (text, expected) => {
    expect(parseRetryAfter(text, NOW)).toBe(expected);
  });

  test.each([
    '',
    '-1',
    '+5',
    '1.5',
    '1e3',
    '0x10',
    '5s',
    'soon',
    '99999999999',
    'Sat, 21 Nov 2026 06:30:10',
    'Sat, 21 Nov 2026 06:30:10 UTC',
    'Sat, 21 Nov 2026 06:30:10 +0100',
    'Sat, 31 Jun 2026 06:30:10 GMT',
    'Sat, 21 Nov 2026 25:30:10 GMT',
    'Sat, 21 Nov 2026 06:61:10 GMT',
    'Xyz, 21 Nov 2026 06:30:10 GMT',
    '2026-11-21T06:30:10Z',
  ])('%j asks for nothing', (text) => {
    expect(parseRetryAfter(text, NOW)).toBeUndefined();
  });

  test('in whole seconds is read back exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (seconds) => {
        expect(parseRetryAfter(String(seconds), NOW)).toBe(seconds * 1000);
      }),
    );
  });

  test('as any date is the time until then, and never negative', () => {
    const dates = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const whole = Math.floor(date.getTime() / 1000) * 1000;
        expect(parseRetryAfter(date.toUTCString(), NOW)).toBe(Math.max(0, whole - NOW));
      }),
    );
  });

  test('of any other text is nothing or a wait, never an exception', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const wait = parseRetryAfter(text, NOW);
        expect(wait === undefined || wait >= 0).toBe(true);
      }),
    );
  });
});

describe('whether to retry', () => {
  const answer = (status: number, retryAfter?: string): TryResult => ({
    kind: 'answer',
    answer: { status, contentType: '', retryAfter, location: undefined, body: '' },
  });
  const situation = (over: Partial<RetrySituation>): RetrySituation => ({
    result: answer(503),
    repeatable: true,
    attempt: 1,
    now: NOW,
    deadlineAt: NOW + 60_000,
    reached: true,
    random: () => 0,
    backoff: { baseMs: 500, capMs: 20_000 },
    ...over,
  });
  const anyResult: fc.Arbitrary<TryResult> = fc.oneof(
    fc
      .tuple(fc.integer({ min: 200, max: 599 }), fc.option(fc.string(), { nil: undefined }))
      .map(([status, after]) => answer(status, after)),
    fc
      .tuple(fc.boolean(), fc.constantFrom('ECONNRESET', 'ENOTFOUND', 'CERT_HAS_EXPIRED'))
      .map(([sent, code]): TryResult => ({ kind: 'broken', sent, code, cause: new Error(code) })),
    fc.boolean().map((sent): TryResult => ({ kind: 'timeout', sent })),
  );

  test('a retry always starts before the deadline', () => {
    fc.assert(
      fc.property(
        anyResult,
        fc.boolean(),
        fc.nat(100_000),
        fc.nat(30),
        (result, repeatable, left, attempt) => {
          const decision = decideRetry(
            situation({ result, repeatable, attempt: attempt + 1, deadlineAt: NOW + left }),
          );
          if (decision.kind === 'retry') expect(decision.delayMs).toBeLessThanOrEqual(left - LAST_LOOK_MS);
        },
      ),
    );
  });

  test('a write that left is repeated only because the service asked', () => {
    fc.assert(
      fc.property(anyResult, (result) => {
        const decision = decideRetry(situation({ result, repeatable: false }));
        if (decision.kind !== 'retry') return;
        if (result.kind === 'answer') {
          expect([429, 503]).toContain(result.answer.status);
          expect(parseRetryAfter(result.answer.retryAfter ?? '', NOW)).toBe(decision.delayMs);
        } else {
          expect(result).toMatchObject({ sent: false });
        }
      }),
    );
  });

  test('a certificate fault is final', () => {
    const result: TryResult = {
      kind: 'broken',
      sent: false,
      code: 'CERT_HAS_EXPIRED',
      cause: new Error('x'),
    };
    expect(decideRetry(situation({ result }))).toEqual({ kind: 'give-up' });
  });

  test('a Retry-After that cannot be read falls back to the back-off', () => {
    expect(decideRetry(situation({ result: answer(503, 'soon') }))).toEqual({ kind: 'retry', delayMs: 250 });
    expect(decideRetry(situation({ result: answer(503, 'soon'), repeatable: false }))).toEqual({
      kind: 'give-up',
    });
  });
});

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

describe('an error body', () => {
  test('of each shape is read', () => {
    const read = (body: unknown, status = 400) => readProblem(status, JSON.stringify(body), as).detail;
    expect(read({ detail: 'Deployment ID x not found.' }, 404)).toBe('Deployment ID x not found.');
    expect(
      read({ detail: [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing', input: {} }] }),
    ).toBe('name: Field required');
    expect(read({ detail: { error: 'ImagePull', message: 'no such image' } })).toBe(
      'ImagePull: no such image',
    );
    expect(read({ message: 'busy' })).toBe('busy');
    expect(read({ error: { message: 'deep' } })).toBe('deep');
    expect(read(['x'])).toBeNull();
  });

  test('that is not JSON shows nothing', () => {
    expect(readProblem(502, '<html>secret</html>', as)).toEqual({
      detail: null,
      fields: [],
      forbidden: null,
    });
  });

  test.each([
    [{ detail: 'API key requires workspace specification' }, 'needs-workspace'],
    [{ detail: 'LangSmith Deployment is NOT ENABLED for this organization' }, 'not-enabled'],
    [{ detail: 'Forbidden' }, 'no-access'],
  ])('of 403 %j means %s', (body, meaning) => {
    expect(readProblem(403, JSON.stringify(body), as).forbidden).toBe(meaning);
  });

  test('of 403 in plain text is understood as well', () => {
    expect(readProblem(403, 'requires workspace specification', as)).toMatchObject({
      detail: null,
      forbidden: 'needs-workspace',
    });
  });

  test('of any text becomes at most one line of at most 500 characters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000, unit: 'binary' }), (text) => {
        const line = oneLine(text);
        expect(line.length).toBeLessThanOrEqual(500);
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});

describe('a failure', () => {
  const call = {
    method: 'PATCH',
    path: '/v2/deployments/x',
    attempts: 1,
    repeatable: false,
    timeoutMs: 30_000,
    maxBytes: 10,
    redact: as,
  };
  const answered = (status: number, body: unknown, contentType = 'application/json'): TryResult => ({
    kind: 'answer',
    answer: { status, contentType, retryAfter: undefined, location: undefined, body: JSON.stringify(body) },
  });

  test('of validation names each field', () => {
    const detail = [
      { loc: ['body', 'source_config', 'repo_url'], msg: 'cannot be changed', type: 'value_error' },
      { loc: ['body', 'name'], msg: 'Field required', type: 'missing' },
    ];
    const error = failure(answered(422, { detail }), call);
    expect(error.message).toBe(
      'PATCH /v2/deployments/x: 422 source_config.repo_url: cannot be changed; name: Field required. ' +
        'Correct the fields named and run again.',
    );
    expect(error.fields).toEqual(detail);
  });

  test.each([301, 400, 401, 403, 404, 405, 408, 409, 413, 422, 429, 500, 501, 502, 503])(
    'with %i says what to do',
    (status) => {
      const error = failure(answered(status, { detail: 'no' }), { ...call, repeatable: true });
      expect(error).toBeInstanceOf(ApiError);
      expect(error.kind).toBe('http');
      expect(error.message).toContain(`${status} no. `);
      expect(error.remedy).toMatch(/^[A-Z].*\.$/);
    },
  );

  test.each([
    ['requires workspace specification', 'give the workspace id'],
    ['not enabled', 'ask its owner'],
    ['no', 'belongs to this workspace'],
  ])('with 403 "%s" says "%s"', (detail, remedy) => {
    expect(failure(answered(403, { detail }), call).remedy).toContain(remedy);
  });

  test('without JSON names the kind of answer only', () => {
    const error = failure(answered(502, 's3cret', 'text/html; charset=utf-8'), { ...call, repeatable: true });
    expect(error.message).toContain('502 an answer of type text/html that names no reason');
    expect(error.message).not.toContain('s3cret');
  });
});
