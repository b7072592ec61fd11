import { describe, expect, test } from '@jest/globals';
import { createEventReader, createLineReader, reconnectDelay } from '../../dashboard/src/logic/frames.ts';
import { NO_RUN, withFrame, withState } from '../../dashboard/src/logic/run-view.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a byte stream', () => {
  test('is split into the same lines regardless of its chunks, even if a chunk ends within a character', () => {
    const whole = bytes('{"a":"ü"}\n{"b":1}\n');
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const reader = createLineReader();
      expect([...reader.read(whole.slice(0, cut)), ...reader.read(whole.slice(cut))]).toEqual([
        '{"a":"ü"}',
        '{"b":1}',
      ]);
    }
  });

  test('is parsed to the same events regardless of its chunks and line ends', () => {
    const whole = bytes(': hello\r\nid: 1\r\nevent: values\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata: x\n\n');
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const reader = createEventReader();
      expect([...reader.read(whole.slice(0, cut)), ...reader.read(whole.slice(cut))]).toEqual([
        { id: '1', event: 'values', data: '{"a":\n1}' },
        { id: '1', event: 'message', data: 'x' },
      ]);
    }
  });

  test('is reconnected after 250 ms, and then after growing delays of up to about 5 s', () => {
    expect([0, 1, 2, 50].map((attempt) => reconnectDelay(attempt, 0.5))).toEqual([250, 500, 1_000, 5_000]);
    expect(reconnectDelay(0, 0)).toBeLessThan(reconnectDelay(0, 1));
  });
});

describe('the view of a streamed run', () => {
  const frame = (event: string, data: unknown, id = '') => ({ id, event, data: JSON.stringify(data) });

  test('appends each chunk to a message, and finally shows the message of the state', () => {
    const chunk = (content: string) => frame('messages', [{ id: 'm', type: 'AIMessageChunk', content }, {}]);
    const streamed = [chunk('He'), chunk('llo')].reduce(withFrame, NO_RUN);
    expect(streamed.messages).toMatchObject([
      { id: 'm', type: 'ai', parts: [{ text: 'Hello' }], partial: true },
    ]);
    const done = withFrame(
      streamed,
      frame('values', { messages: [{ id: 'm', type: 'ai', content: 'Hello!' }] }, '7'),
    );
    expect(done.messages).toMatchObject([{ parts: [{ text: 'Hello!' }], partial: false }]);
    expect(done.lastEventId).toBe('7');
  });

  test("contains running nodes, finished nodes and the agent's questions", () => {
    const run = [
      frame('metadata', { run_id: 'r' }),
      frame('tasks', { name: 'think', input: {} }),
      frame('tasks', { name: 'look', input: {} }),
      frame('updates', { think: { messages: [] } }),
      frame('tasks', { name: 'think', result: { messages: [] }, interrupts: [] }),
      frame('updates', { __interrupt__: [{ value: 'sure?' }] }),
    ].reduce(withFrame, NO_RUN);
    expect(run).toMatchObject({
      runId: 'r',
      nodes: ['think'],
      running: ['look'],
      interrupts: [{ value: 'sure?' }],
    });
    expect(withFrame(run, frame('error', { error: 'ValueError', message: 'no' }))).toMatchObject({
      error: 'ValueError: no',
      running: [],
    });
  });

  test('contains the finished nodes even if only updates are streamed', () => {
    const run = [frame('updates', { think: {} }), frame('updates', { look: {} })].reduce(withFrame, NO_RUN);
    expect(run).toMatchObject({ nodes: ['think', 'look'], running: [], hasTasks: false });
  });

  test("names inner graphs' nodes by path, and ignores inner graphs' states", () => {
    const run = [
      frame('values', { steps: ['outer'] }),
      frame('tasks', { name: 'child', input: {} }),
      frame('tasks|child:8c', { name: 'inner', input: {} }),
      frame('values|child:8c', { steps: ['inner'] }),
      frame('tasks|child:8c', { name: 'inner', result: {} }),
      frame('tasks|child:8c|deep:1', { name: 'leaf', input: {} }),
    ].reduce(withFrame, NO_RUN);
    expect(run).toMatchObject({
      values: { steps: ['outer'] },
      running: ['child', 'child:deep:leaf'],
      nodes: ['child:inner'],
    });
  });

  test('does not count an interrupted node as finished', () => {
    const run = [
      frame('tasks', { name: 'ask', input: {} }),
      frame('tasks', { name: 'ask', result: {}, interrupts: [{ value: 'sure?' }] }),
    ].reduce(withFrame, NO_RUN);
    expect(run).toMatchObject({ running: [], nodes: [] });
  });

  test('ends with the stored state of the thread instead of the streamed state', () => {
    const streamed = withFrame(
      NO_RUN,
      frame('values', { messages: [{ id: 'm', type: 'ai', content: 'x' }] }),
    );
    const stored = withState(streamed, {
      values: { steps: [] },
      next: ['ask'],
      tasks: [{ name: 'ask', interrupts: [{ id: 'i', value: 'sure?' }] }],
    });
    expect(stored).toMatchObject({
      messages: [],
      values: { steps: [] },
      next: ['ask'],
      interrupts: [{ id: 'i', value: 'sure?' }],
    });
  });

  test('ignores unknown frames', () => {
    expect(withFrame(NO_RUN, { id: '', event: 'new-thing', data: 'not JSON' })).toBe(NO_RUN);
    expect(withFrame(NO_RUN, { id: '', event: 'values', data: 'not JSON' }).messages).toEqual([]);
  });
});
