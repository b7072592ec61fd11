import { describe, expect, test } from '@jest/globals';
import { frameLine, frameTone } from '../../dashboard/src/logic/frame-lines.ts';
import { NO_RUN, withState } from '../../dashboard/src/logic/run-view.ts';
import { containsClipped, containsHidden, stateChanges } from '../../dashboard/src/logic/state-changes.ts';
import { threadVerdict } from '../../dashboard/src/logic/thread-verdict.ts';

const view = (state: object) => withState(NO_RUN, { values: { a: 1 }, next: [], tasks: [], ...state });

describe('the state of a thread', () => {
  test.each([
    ['Running', {}, 'streaming'],
    ['Connection cut', {}, 'lost'],
    ['Finished', {}, 'idle'],
    [
      'Waiting for you',
      { next: ['ask'], tasks: [{ name: 'ask', interrupts: [{ value: 'sure?' }] }] },
      'idle',
    ],
    ['Failed', { next: ['a'], tasks: [{ name: 'a', error: { name: 'RangeError', message: 'no' } }] }, 'idle'],
    ['Failed', { next: ['a'], tasks: [{ name: 'a', error: "ValueError('no')" }] }, 'idle'],
    ['Stopped before two', { next: ['two'], tasks: [{ name: 'two', interrupts: [] }] }, 'idle'],
  ] as const)('is %s for %j while the stream is %s', (word, state, stream) => {
    expect(threadVerdict(view(state), stream)?.word).toBe(word);
  });

  test('is unknown before the first run', () => {
    expect(threadVerdict(NO_RUN, 'idle')).toBeUndefined();
  });
});

describe('the differences of two states', () => {
  test('have paths with list positions, and a count of the fields', () => {
    const { changes, changed, same } = stateChanges(
      { messages: [{ id: 'a' }], total: 161, order: 'SO-1' },
      { messages: [{ id: 'a' }, { id: 'b' }], total: 160, order: 'SO-1' },
    );
    expect(changes.map(({ path, change }) => [path, change])).toEqual([
      ['messages[1]', 'added'],
      ['total', 'changed'],
    ]);
    expect([changed, same]).toEqual([2, 1]);
  });

  test('compare truncated strings by their hashes', () => {
    const clipped = (digest: string) => ({ a: { $clipped: { text: 'x', characters: 30_000, digest } } });
    expect(stateChanges(clipped('1'), clipped('1')).changes).toEqual([]);
    expect(stateChanges(clipped('1'), clipped('2')).changes.map(({ path }) => path)).toEqual(['a']);
    expect([containsClipped(clipped('1')), containsClipped({ a: ['x'] })]).toEqual([true, false]);
  });

  test('mark a value that contains a hidden secret', () => {
    expect([containsHidden({ a: ['Bearer ***'] }), containsHidden({ '***': 'x' })]).toEqual([true, false]);
  });

  test('are limited in number', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, index]));
    const { changes, more } = stateChanges({}, many);
    expect([changes.length, more]).toEqual([200, 300]);
  });
});

describe('the line of a stream frame', () => {
  const line = (event: string, data: unknown) =>
    frameLine({
      seq: 1,
      frame: { id: '', event, data: typeof data === 'string' ? data : JSON.stringify(data) },
    });

  test.each([
    ['metadata', { run_id: '7f31aaaa-bbbb' }, 'run 7f31aaaa'],
    ['messages', [{ content: 'hi' }, { langgraph_node: 'shop' }], 'shop · “hi”'],
    ['messages', [{ content: '', tool_call_chunks: [{}] }, {}], 'tool call'],
    ['updates', { lookup: { order: 1, total: 2 }, plan: null }, 'lookup → order, total; plan → nothing'],
    ['tasks|child:1', { name: 'lookup', input: {} }, 'lookup started'],
    ['tasks', { name: 'lookup', result: [] }, 'lookup ended'],
    ['error', { error: 'RangeError', message: 'no' }, 'RangeError: no'],
    ['custom', { progress: 1 }, '{"progress":1}'],
    ['custom', 'not JSON', 'not JSON'],
  ])('for the event %s with the data %j is %j', (event, data, expected) => {
    expect(line(event, data)).toBe(expected);
  });

  test("has the color of the frame's kind", () => {
    expect([frameTone('messages/partial'), frameTone('updates|a'), frameTone('custom')]).toEqual([
      'model',
      'live',
      undefined,
    ]);
  });
});
