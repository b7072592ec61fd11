import { describe, expect, test } from '@jest/globals';
import { AIMessageChunk, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { createMessageEvents } from '../../../../src/emulator/data-plane/worker/step-events.ts';
import { toPlain } from '../../../../src/emulator/data-plane/worker/plain-json.ts';

const piece = (id: string, content: string) => new AIMessageChunk({ id, content });
const whole = new HumanMessage({ id: 'h', content: 'hi' });

/** Returns the names and contents of the events of each step. */
function reported(steps: [mode: string, payload: unknown][]) {
  const take = createMessageEvents();
  return steps.flatMap(([mode, payload]) =>
    take(mode, payload).map(({ event, body }) => {
      const plain = toPlain(body);
      return Array.isArray(plain)
        ? [event, ...plain.map(({ id, content }: Record<string, unknown>) => `${id}: ${content}`)]
        : [event, plain];
    }),
  );
}

describe('the messages of a graph', () => {
  test('are assembled separately for several models at the same time', () => {
    const metadata = { langgraph_node: 'say' };
    expect(
      reported([
        ['messages', [piece('a', 'One'), metadata]],
        ['messages', [piece('b', 'Two'), {}]],
        ['messages', [piece('a', ' more'), metadata]],
        ['values', { messages: [piece('a', 'One more'), whole] }],
        ['messages', [piece('a', ' late'), metadata]],
        ['values', { messages: [piece('a', 'One more'), whole, piece('b', 'Two')] }],
      ]),
    ).toEqual([
      ['messages/metadata', { a: { metadata } }],
      ['messages/partial', 'a: One'],
      ['messages/metadata', { b: { metadata: {} } }],
      ['messages/partial', 'b: Two'],
      ['messages/partial', 'a: One more'],
      ['messages/complete', 'a: One more', 'h: hi'],
      ['messages/complete', 'b: Two'],
    ]);
  });

  test('are streamed once, with metadata, if a node returned them completely', () => {
    const answer = new ToolMessage({ id: 't', tool_call_id: 'c', content: 'done' });
    expect(
      reported([
        ['messages', [answer, { langgraph_node: 'tools' }]],
        ['values', { messages: answer }],
        ['values', { messages: [answer] }],
      ]),
    ).toEqual([
      ['messages/metadata', { t: { metadata: { langgraph_node: 'tools' } } }],
      ['messages/complete', 't: done'],
    ]);
  });

  test.each([
    ['values', null],
    ['values', 'text'],
    ['values', { messages: ['text', { type: 'human' }] }],
    ['values', { other: [] }],
    ['messages', null],
    ['messages', [new HumanMessage('without an id'), {}]],
    ['updates', { messages: [whole] }],
  ])('are not found in the event %s with the payload %p', (mode, payload) => {
    expect(reported([[mode, payload]])).toEqual([]);
  });
});
