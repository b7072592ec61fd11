import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  BACKOFF,
  backoffMs,
  decideRetry,
  doublingMs,
  LAST_ATTEMPT_MS,
  retry,
  type RetrySituation,
} from '../../src/clients/retry.ts';
import type { AttemptResult } from '../../src/clients/exchange.ts';
import { parseRetryAfter } from '../../src/clients/retry-after.ts';

const NOW = Date.UTC(2026, 10, 21, 6, 30, 0);

describe('the back-off between attempts', () => {
  const options = { baseMs: 500, capMs: 20_000 };
  const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test('is at least half of the exponential delay and at most the exponential delay, up to the maximum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), unit, (attempt, random) => {
        const full = Math.min(options.capMs, options.baseMs * 2 ** (attempt - 1));
        const delay = backoffMs(attempt, () => random, options);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(full / 2));
        expect(delay).toBeLessThanOrEqual(full);
      }),
    );
  });

  test('never decreases between attempts with the same random number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), unit, (attempt, random) => {
        const delay = (of: number) => backoffMs(of, () => random, options);
        expect(delay(attempt + 1)).toBeGreaterThanOrEqual(delay(attempt));
      }),
    );
  });
});

describe('the delay from a Retry-After header', () => {
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
    ['Saturday, 21-Nov-76 06:30:00 GMT', Date.UTC(2076, 10, 21, 6, 30, 0) - NOW],
    ['Monday, 21-Nov-77 06:30:00 GMT', 0],
    ['Friday, 29-Feb-80 06:30:00 GMT', 0],
  ])('for %j is %i ms', (text, expected) => {
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
    'Sat, 00 Jun 2026 06:30:10 GMT',
    'Sat, 99 Jan 2026 06:30:10 GMT',
    'Sat, 21 Nov 2026 25:30:10 GMT',
    'Sat, 21 Nov 2026 06:61:10 GMT',
    'Xyz, 21 Nov 2026 06:30:10 GMT',
    '2026-11-21T06:30:10Z',
  ])('is ignored for %j', (text) => {
    expect(parseRetryAfter(text, NOW)).toBeUndefined();
  });

  test('is exact for whole seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (seconds) => {
        expect(parseRetryAfter(String(seconds), NOW)).toBe(seconds * 1000);
      }),
    );
  });

  test('is the time until the given date, and never negative', () => {
    const dates = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const whole = Math.floor(date.getTime() / 1000) * 1000;
        expect(parseRetryAfter(date.toUTCString(), NOW)).toBe(Math.max(0, whole - NOW));
      }),
    );
  });

  test('causes no exception and is never negative, even for an invalid header', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const wait = parseRetryAfter(text, NOW);
        expect(wait === undefined || wait >= 0).toBe(true);
      }),
    );
  });
});

describe('a retry of a request', () => {
  const answer = (status: number, retryAfter?: string): AttemptResult => ({
    kind: 'answer',
    answer: { status, contentType: '', retryAfter, location: undefined, headers: [], body: '' },
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
  const anyResult: fc.Arbitrary<AttemptResult> = fc.oneof(
    fc
      .tuple(fc.integer({ min: 200, max: 599 }), fc.option(fc.string(), { nil: undefined }))
      .map(([status, after]) => answer(status, after)),
    fc
      .tuple(fc.boolean(), fc.constantFrom('ECONNRESET', 'ENOTFOUND', 'CERT_HAS_EXPIRED'))
      .map(([sent, code]): AttemptResult => ({ kind: 'broken', sent, code, cause: new Error(code) })),
    fc.boolean().map((sent): AttemptResult => ({ kind: 'timeout', sent })),
  );

  // docs/api.md#retry-reads
  test("always starts before the request's deadline", () => {
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
          if (decision.kind === 'retry') expect(decision.delayMs).toBeLessThanOrEqual(left - LAST_ATTEMPT_MS);
        },
      ),
    );
  });

  // docs/api.md#retry-writes
  test('never follows a write that was sent, unless the service requests the retry', () => {
    fc.assert(
      fc.property(anyResult, (result) => {
        const decision = decideRetry(situation({ result, repeatable: false }));
        if (decision.kind !== 'retry') return;
        if (result.kind === 'answer') {
          expect([429, 503]).toContain(result.answer.status);
          const asked = parseRetryAfter(result.answer.retryAfter ?? '', NOW);
          expect(asked).toBeDefined();
          if (asked !== 0) expect(decision.delayMs).toBe(asked);
        } else {
          expect(result).toMatchObject({ sent: false });
        }
      }),
    );
  });

  test.each(['0', 'Sun, 06 Nov 1994 08:49:37 GMT'])(
    'waits at least a second even if Retry-After is zero: %s',
    (after) => {
      for (const repeatable of [true, false]) {
        const decision = decideRetry(situation({ result: answer(503, after), repeatable, attempt: 3 }));
        expect(decision).toEqual({ kind: 'retry', delayMs: 1000 });
      }
    },
  );

  test('never follows a certificate error', () => {
    const result: AttemptResult = {
      kind: 'broken',
      sent: false,
      code: 'CERT_HAS_EXPIRED',
      cause: new Error('x'),
    };
    expect(decideRetry(situation({ result }))).toEqual({ kind: 'give-up' });
  });

  test('uses the back-off if the Retry-After header is invalid', () => {
    expect(decideRetry(situation({ result: answer(503, 'soon') }))).toEqual({ kind: 'retry', delayMs: 250 });
    expect(decideRetry(situation({ result: answer(503, 'soon'), repeatable: false }))).toEqual({
      kind: 'give-up',
    });
  });
});

describe('the delay that doubles with each attempt', () => {
  const OPTIONS = { baseMs: 500, capMs: 15_000 };

  test('starts at its base, doubles, and ends at its maximum', () => {
    expect([0, 1, 2, 3, 5, 6, 7].map((attempt) => doublingMs(attempt, OPTIONS))).toEqual([
      500, 500, 1_000, 2_000, 8_000, 15_000, 15_000,
    ]);
  });

  test('is finite and never decreases, even after many attempts', () => {
    fc.assert(
      fc.property(fc.nat(), (attempt) => {
        const delayMs = doublingMs(attempt, OPTIONS);
        expect(delayMs).toBeGreaterThanOrEqual(OPTIONS.baseMs);
        expect(delayMs).toBeLessThanOrEqual(OPTIONS.capMs);
        expect(doublingMs(attempt + 1, OPTIONS)).toBeGreaterThanOrEqual(delayMs);
      }),
    );
  });

  test('is an upper bound for the randomized delay', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const full = doublingMs(attempt, OPTIONS);
          const delayMs = backoffMs(attempt, () => random, OPTIONS);
          expect(delayMs).toBeGreaterThanOrEqual(Math.floor(full / 2));
          expect(delayMs).toBeLessThanOrEqual(full);
        },
      ),
    );
  });
});

describe('the delay after a conflict', () => {
  test('is fully random, so simultaneous attempts do not conflict again', () => {
    const delays = [0, 0.5, 0.99].map((random) => backoffMs(4, () => random, BACKOFF.conflict));
    expect(delays).toEqual([0, 8, 16]);
  });
});

describe('the function that repeats work', () => {
  const failing = (times: number) => (attempt: number) =>
    attempt > times ? Promise.resolve(`attempt ${attempt}`) : Promise.reject(new Error(`failure ${attempt}`));

  test('waits after each attempt until an attempt succeeds', async () => {
    const slept: number[] = [];
    const sleep = async (ms: number): Promise<void> => void slept.push(ms);
    const delayAfter = (_error: unknown, attempt: number) => doublingMs(attempt, BACKOFF.restart);
    await expect(retry(failing(3), { delayAfter, sleep })).resolves.toBe('attempt 4');
    expect(slept).toEqual([250, 500, 1_000]);
  });

  test('ends with the latest error if no delay remains', async () => {
    const sleep = async (): Promise<void> => {};
    const delayAfter = (error: unknown) => (String(error).includes('2') ? undefined : 0);
    await expect(retry(failing(9), { delayAfter, sleep })).rejects.toThrow('failure 2');
  });

  test('ends when its wait is aborted', async () => {
    const sleep = () => Promise.reject(new Error('aborted'));
    await expect(retry(failing(9), { delayAfter: () => 0, sleep })).rejects.toThrow('aborted');
  });
});
