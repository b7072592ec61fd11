import { serialize } from 'node:v8';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  createMessageDecoder,
  encodeMessage,
  MessageError,
} from '../../../../src/emulator/data-plane/worker/serial-channel.ts';

describe('messages on two pipes', () => {
  test('arrive as they were sent, however they are cut', () => {
    const messages = fc.array(
      fc.oneof(
        fc.jsonValue(),
        fc.uint8Array().map((bytes) => ({ value: bytes })),
      ),
    );
    fc.assert(
      fc.property(messages, fc.array(fc.integer({ min: 1, max: 20 })), (sent, cuts) => {
        const received: unknown[] = [];
        const decoder = createMessageDecoder((message) => received.push(message));
        const whole = Buffer.concat(sent.flatMap(encodeMessage));
        let at = 0;
        for (const cut of cuts) {
          decoder.push(whole.subarray(at, at + cut));
          at += cut;
        }
        decoder.push(whole.subarray(at));
        expect(received).toEqual(sent);
      }),
    );
  });

  test('are refused when they are too large, or none', () => {
    const decoder = () => createMessageDecoder(() => undefined);
    expect(() => decoder().push(Buffer.from('hello, I print'))).toThrow(MessageError);
    const body = serialize('x').subarray(1);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    expect(() => decoder().push(Buffer.concat([head, body]))).toThrow('something that Node cannot read');
  });
});
