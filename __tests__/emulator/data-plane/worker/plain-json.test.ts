import { describe, expect, test } from '@jest/globals';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import fc from 'fast-check';
import { stringifyExactJson } from '../../../../src/contract/exact-json.ts';
import { toPlain } from '../../../../src/emulator/data-plane/worker/plain-json.ts';

describe('the result of a graph as plain JSON', () => {
  test('is unchanged if it is JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(toPlain(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  test('can be cloned between processes and written as JSON, whatever its values', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
        (value) => {
          const plain = toPlain(value);
          expect(structuredClone(plain)).toEqual(plain);
          expect(toPlain(plain)).toEqual(plain);
        },
      ),
    );
  });

  // docs/departures/graphs.md#integers
  test('contains an exact integer for a bigint within 64 bits, or otherwise a string', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), (value) => {
        expect(stringifyExactJson(toPlain({ value }))).toBe(`{"value":${value}}`);
      }),
    );
    expect(toPlain([5n, 2n ** 64n, -(2n ** 63n) - 1n])).toEqual([
      5,
      '18446744073709551616',
      '-9223372036854775809',
    ]);
  });

  test('contains the type, content and ID of messages, wherever they are', () => {
    const messages = [
      new HumanMessage({ content: 'hi', id: 'h' }),
      new AIMessage({
        content: [{ type: 'text', text: 'yo' }],
        id: 'a',
        tool_calls: [{ name: 'f', args: {}, id: 't' }],
      }),
      new ToolMessage({ content: 'done', tool_call_id: 't' }),
    ];
    expect(toPlain({ messages, nested: [{ last: messages[0] }] })).toMatchObject({
      messages: [
        { type: 'human', content: 'hi', id: 'h' },
        {
          type: 'ai',
          content: [{ type: 'text', text: 'yo' }],
          id: 'a',
          tool_calls: [{ name: 'f', id: 't' }],
        },
        { type: 'tool', content: 'done', tool_call_id: 't' },
      ],
      nested: [{ last: { type: 'human', content: 'hi' } }],
    });
  });

  test('can contain the same value twice, but cannot contain itself', () => {
    const twice = { a: 1 };
    expect(toPlain({ x: twice, y: twice })).toEqual({ x: twice, y: twice });
    const loop: Record<string, unknown> = {};
    loop.self = [loop];
    expect(() => toPlain(loop)).toThrow('contains itself');
  });

  test('contains the nearest JSON value for values without a JSON form', () => {
    expect(
      toPlain({
        when: new Date(0),
        big: 10n,
        nan: Number.NaN,
        set: new Set([1]),
        map: new Map([['k', 1]]),
        bytes: new Uint8Array([104, 105]),
        failure: new TypeError('no'),
        gone: undefined,
        call: () => undefined,
        list: [undefined, Symbol('s')],
      }),
    ).toEqual({
      when: '1970-01-01T00:00:00.000Z',
      big: 10,
      nan: null,
      set: [1],
      map: { k: 1 },
      bytes: 'aGk=',
      failure: { name: 'TypeError', message: 'no' },
      list: [null, null],
    });
  });
});
