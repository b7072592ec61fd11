import { describe, expect, test } from '@jest/globals';
import { parseReport } from '../../../../src/emulator/data-plane/worker/reports.ts';

describe('what a worker says', () => {
  test('is a report', () => {
    const report = { type: 'listening', runId: 'r' };
    expect(parseReport(report)).toEqual(report);
  });

  test.each([
    null,
    'text',
    {},
    { type: 'other' },
    { type: 'ready!' },
    { type: 'run-ended' },
    { type: 'pong', id: 'x' },
  ])('is none of ours when it is %j', (message) => {
    expect(parseReport(message)).toBeUndefined();
  });

  test('and cannot be parsed leaves nothing waiting for it', () => {
    const why = expect.stringContaining('invalid message');
    expect(parseReport({ type: 'run-ended', runId: 'r', outcome: { kind: 'error', error: 5 } })).toEqual({
      type: 'run-ended',
      runId: 'r',
      outcome: { kind: 'error', error: 'Error', message: why },
    });
    expect(parseReport({ type: 'events', runId: 'r', events: [{ event: 'made up', data: '1' }] })).toEqual({
      type: 'events',
      runId: 'r',
      events: [],
    });
    expect(parseReport({ type: 'query-failed', id: 1, error: null })).toEqual({
      type: 'query-failed',
      id: 1,
      error: 'Error',
      message: why,
    });
    const call = { op: 'put-writes', runId: 'r', rows: [{ index: {} }] };
    expect(parseReport({ type: 'store-call', id: 2, call })).toEqual({
      type: 'invalid-store-call',
      id: 2,
      message: why,
    });
  });
});
