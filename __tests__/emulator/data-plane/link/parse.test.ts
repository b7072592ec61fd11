import { describe, expect, test } from '@jest/globals';
import { parseReport as parseReceived } from '../../../../src/emulator/data-plane/link/parse.ts';

const parseReport = (message: object) =>
  parseReceived({ message: message as Record<string, unknown>, parts: [] });

describe('a message that a worker sends', () => {
  test('is accepted if it is a valid report', () => {
    const report = { type: 'listening', runId: 'r' };
    expect(parseReport(report)).toEqual(report);
  });

  test.each([{}, { type: 'other' }, { type: 'ready!' }, { type: 'run-ended' }, { type: 'pong', id: 'x' }])(
    'is rejected if it is %j',
    (message) => {
      expect(parseReport(message)).toBeUndefined();
    },
  );

  test('with invalid content still ends the requests that wait for the message', () => {
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
    expect(parseReport({ type: 'events', runId: 'r', problem: 'no JSON' })).toEqual({
      type: 'events',
      runId: 'r',
      events: [],
    });
    const call = { op: 'put-writes', runId: 'r', rows: [{ index: {} }] };
    expect(parseReport({ type: 'store-call', id: 2, call })).toEqual({
      type: 'invalid-store-call',
      id: 2,
      message: why,
    });
  });

  test('contains its byte values separately, and refers to them by index', () => {
    const [first, second] = [Buffer.from('abc'), Buffer.from('xyz')];
    const row = {
      threadId: 't',
      ns: '',
      id: 'c',
      parentId: null,
      checkpointType: 'json',
      checkpoint: 1,
      metadataType: 'json',
      metadata: 0,
    };
    const message = { type: 'store-call', id: 7, call: { op: 'put', runId: 'r', row } };
    expect(parseReceived({ message, parts: [first, second] })).toMatchObject({
      call: { row: { checkpoint: second, metadata: first } },
    });
    for (const index of [2, -1, 0.5, 'abc', null, undefined]) {
      const wrong = { ...message, call: { ...message.call, row: { ...row, checkpoint: index } } };
      expect(parseReceived({ message: wrong, parts: [first, second] })).toMatchObject({
        type: 'invalid-store-call',
        id: 7,
        message: expect.stringContaining('must be bytes'),
      });
    }
  });

  test('is not searched for bytes inside values of a graph', () => {
    const answer = { values: { checkpoints: [{ checkpoint: 0 }] }, checkpoints: { checkpoint: 0 } };
    const message = { type: 'answer', id: 1, answer };
    expect(parseReceived({ message, parts: [Buffer.from('abc')] })).toEqual(message);
  });
});

describe('a message about an HTTP exchange', () => {
  const request = {
    type: 'http',
    id: 1,
    purpose: 'api',
    method: 'GET',
    path: '/info',
    query: 'a=b',
    headers: [['accept', '*/*']],
    hasBody: false,
  };

  test('is accepted if it is a valid report', () => {
    expect(parseReport(request)).toEqual(request);
  });

  test.each([
    { path: 'http://elsewhere/' },
    { path: '/a b' },
    { query: 'a\r\nb' },
    { method: 'GET / HTTP/1.1\r\n' },
    { purpose: 'app' },
    { headers: [['x', 'a\nb']] },
    { type: 'head', status: 100 },
    { type: 'head', status: 200, headers: [['x', 'a\r\nset-cookie: b']] },
    { type: 'pass', headers: undefined },
    { type: 'data', side: 'neither' },
  ])('ends its exchange if the message is invalid: %j', (change) => {
    expect(parseReport({ ...request, ...change })).toMatchObject({ type: 'invalid-http', id: 1 });
  });
});
