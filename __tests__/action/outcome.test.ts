import { describe, expect, test } from '@jest/globals';
import {
  ActionError,
  DEFAULT_POLICY,
  exitCodeOf,
  type OutcomeKind,
  type Policy,
  REASONS,
  severityOf,
  toOutcome,
} from '../../src/action/outcome.ts';
import { apiError } from './support/control-plane.ts';

const policy = (over: Partial<Policy> = {}): Policy => ({ ...DEFAULT_POLICY, ...over });

describe('the exit code of an action', () => {
  test.each<[OutcomeKind, Partial<Policy>, 0 | 1]>([
    ['deployed', {}, 0],
    ['unchanged', {}, 0],
    ['planned', {}, 0],
    ['submitted', {}, 0],
    ['skipped', {}, 0],
    ['superseded', {}, 1],
    ['superseded', { onSuperseded: 'warn' }, 0],
    ['superseded', { onSuperseded: 'ignore' }, 0],
    ['timed-out', {}, 1],
    ['timed-out', { onTimeout: 'warn' }, 0],
    ['failed', { onTimeout: 'warn', onSuperseded: 'ignore' }, 1],
    ['cancelled', { onTimeout: 'warn', onSuperseded: 'ignore' }, 1],
  ])('for %s with %j is %d', (kind, over, code) => {
    expect(exitCodeOf(kind, policy(over))).toBe(code);
  });

  test('is 1 if the outcome is an error, and 0 otherwise', () => {
    for (const kind of Object.keys(REASONS) as OutcomeKind[]) {
      for (const onTimeout of ['fail', 'warn'] as const) {
        for (const onSuperseded of ['fail', 'warn', 'ignore'] as const) {
          const at = { onTimeout, onSuperseded };
          expect(exitCodeOf(kind, at) === 1).toBe(severityOf(kind, at) === 'error');
        }
      }
    }
  });
});

describe('each reason code', () => {
  const all = Object.entries(REASONS).flatMap(([kind, reasons]) =>
    Object.entries(reasons).map(([code, text]: [string, string]) => [kind, code, text] as const),
  );

  test.each(all)('(%s: %s) is one kebab-case word with a one-sentence description', (_kind, code, text) => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(text).toMatch(/^[A-Z].*\.$/);
  });

  test('belongs to exactly one outcome', () => {
    expect(new Set(all.map(([, code]) => code)).size).toBe(all.length);
  });
});

describe('an error that ends a run', () => {
  test('has a separate reason code if it stops the run on purpose', () => {
    const stop = new ActionError('name-taken', 'The name is taken.', { cause: apiError('http', 409) });
    expect(toOutcome(stop)).toEqual({
      kind: 'failed',
      reason: 'name-taken',
      message: 'The name is taken.',
    });
    expect(stop.cause).toBeDefined();
  });

  test.each([
    [apiError('network'), 'unreachable'],
    [apiError('timeout'), 'unreachable'],
    [apiError('ambiguous'), 'lost-answer'],
    [apiError('malformed'), 'service-error'],
    [apiError('http', 400), 'rejected'],
    [apiError('http', 401), 'unauthorized'],
    [apiError('http', 403), 'forbidden'],
    [apiError('http', 404), 'rejected'],
    [apiError('http', 408), 'rate-limited'],
    [apiError('http', 429), 'rate-limited'],
    [apiError('http', 500), 'service-error'],
    [apiError('http', 502), 'service-error'],
    [new RangeError('x'), 'internal-error'],
    ['a string', 'internal-error'],
    [undefined, 'internal-error'],
  ])('(%s) has the reason code %s', (error, reason) => {
    expect(toOutcome(error)).toMatchObject({ kind: 'failed', reason });
  });
});
