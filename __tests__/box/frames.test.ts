import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encodeFrame, FrameReader, MAX_PAYLOAD } from '../../src/box/supervisor/protocol.ts';

const frame = fc.record({
  kind: fc.integer({ min: 0, max: 3 }),
  id: fc.integer({ min: 0, max: 0xffffffff }),
  payload: fc.uint8Array({ maxLength: 300 }),
});

describe('the frame protocol between a box and its host', () => {
  test('decodes the encoded frames, wherever the bytes are split', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), fc.integer({ min: 1, max: 64 }), (frames, cut) => {
        const bytes = Buffer.concat(frames.map(({ kind, id, payload }) => encodeFrame(kind, id, payload)));
        const reader = new FrameReader();
        const read = [];
        for (let at = 0; at < bytes.length; at += cut)
          read.push(...reader.push(bytes.subarray(at, at + cut)));
        expect(read.map((each) => ({ ...each, payload: new Uint8Array(each.payload) }))).toEqual(
          frames.map((each) => ({ ...each, payload: new Uint8Array(each.payload) })),
        );
      }),
    );
  });

  test('rejects an excessive length before buffering any payload', () => {
    const head = Buffer.alloc(9);
    head.writeUInt32BE(MAX_PAYLOAD + 1, 0);
    expect(() => new FrameReader().push(head)).toThrow('not a frame');
  });

  test('rejects an unknown frame kind', () => {
    const head = Buffer.alloc(9);
    head.writeUInt8(4, 4);
    expect(() => new FrameReader().push(head)).toThrow('not a frame');
  });

  test('does not encode frames that the receiver would reject', () => {
    expect(() => encodeFrame(1, 1, Buffer.alloc(MAX_PAYLOAD + 1))).toThrow(/but the maximum is/);
  });
});
