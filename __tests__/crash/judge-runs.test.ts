import { describe, expect, test } from '@jest/globals';
import { checkRuns } from '../../harness/crash/invariants.ts';
import type { RunIntent, ObservedThread } from '../../harness/crash/ledger.ts';

describe('the judge of runs', () => {
  const run = (say: string, more: Partial<RunIntent> = {}): RunIntent => ({
    thread: 't',
    say,
    graph: 'gate',
    strategy: 'enqueue',
    answered: 'kept',
    id: say,
    cancelled: undefined,
    deleted: undefined,
    joined: false,
    ...more,
  });
  const judge = (runs: RunIntent[], found: Record<string, string>, thread: Partial<ObservedThread> = {}) => {
    const last = Object.entries(found).findLast(([, status]) => status === 'success')?.[0];
    const seen: ObservedThread = {
      id: 'id',
      status: 'idle',
      said: last,
      runs: Object.entries(found).map(([say, status]) => ({ id: say, say, status })),
      ...thread,
    };
    const threads = [{ key: 't', id: 'id', answered: 'kept', deleted: undefined } as const];
    return checkRuns({ threads: [...threads], runs }, [seen]).join('\n');
  };

  test('allows what was asked for, and either half of what was not answered', () => {
    expect(judge([run('a'), run('b')], { a: 'success', b: 'success' })).toBe('');
    const second = run('b', { strategy: 'rollback', answered: 'lost', id: undefined });
    expect(judge([run('a'), second], { a: 'success' })).toBe('');
    expect(judge([run('a'), second], { b: 'success' })).toBe('');
    const cancelled = run('a', { cancelled: { action: 'interrupt', answered: 'kept' } });
    expect(judge([cancelled], { a: 'interrupted' })).toBe('');
  });

  test.each<[string, RunIntent[], Record<string, string>, RegExp]>([
    ['a run that is gone', [run('a')], {}, /a is gone, and may be success/],
    ['one that never ends', [run('a')], { a: 'running' }, /a is running/],
    ['one that failed', [run('a')], { a: 'error' }, /a is error/],
    [
      'one that was rolled back and is there',
      [run('a'), run('b', { strategy: 'rollback' })],
      { a: 'success', b: 'success' },
      /a is success, and may be gone/,
    ],
    [
      'one that was ended for another that never came',
      [run('a'), run('b', { strategy: 'rollback', answered: 'lost', id: undefined })],
      {},
      /a is gone, and may be success/,
    ],
    [
      'one that goes on although its end was acknowledged',
      [run('a', { cancelled: { action: 'interrupt', answered: 'kept' } })],
      { a: 'success' },
      /a is success, and may be interrupted/,
    ],
    ['one that was deleted and is there', [run('a', { deleted: 'kept' })], { a: 'success' }, /may be gone/],
    ['one that was never requested', [], { x: 'success' }, /run x .* was never requested/],
  ])('finds %s', (_, runs, found, finding) => {
    expect(judge(runs, found)).toMatch(finding);
  });

  test('finds threads that are lost, left over, busy, or say what none of their runs said', () => {
    expect(judge([run('a')], { a: 'success' }, { id: 'other' })).toMatch(/t was acknowledged and is gone/);
    expect(judge([run('a')], { a: 'success' }, { id: 'other' })).toMatch(/an unknown thread is left/);
    expect(judge([run('a')], { a: 'success' }, { status: 'busy' })).toMatch(/busy although nothing runs/);
    expect(judge([run('a')], { a: 'success' }, { said: 'z' })).toMatch(/says z/);
  });
});
