import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  createFrameBudget,
  createFrameReader,
  decodeFrame,
  encodeFrame,
  FrameError,
  MAX_MESSAGE_BYTES,
  MAX_TEXT_BYTES,
  MessageTooLargeError,
} from '../../../../src/emulator/data-plane/link/frames.ts';
import { stringifyExactJson } from '../../../../src/contract/exact-json.ts';

/** A stream of bytes, and the result of the readers in both languages. */
interface FrameVector {
  name: string;
  /** Bytes in hexadecimal. */
  stream: string;
  messages: { link: number; message: Record<string, unknown>; parts: string[] }[];
  /** End after the messages: `stray` if no frame follows, `unusable` if the message of a frame is invalid. */
  end?: 'stray' | 'unusable';
}

const VECTORS = JSON.parse(readFileSync(new URL('./frames.json', import.meta.url), 'utf8')) as FrameVector[];

/** Reads chunks, and returns the result in the format of the vectors. */
function verdictOf(chunks: readonly Buffer[]): Pick<FrameVector, 'messages' | 'end'> {
  const messages: FrameVector['messages'] = [];
  let isUnusable = false;
  const reader = createFrameReader((frame) => {
    const { message, parts, problem } = decodeFrame(frame);
    if (problem !== undefined) isUnusable = true;
    else messages.push({ link: frame.link, message, parts: parts.map((part) => part.toString('hex')) });
  });
  try {
    for (const chunk of chunks) reader.push(chunk);
  } catch (failure) {
    if (!(failure instanceof FrameError)) throw failure;
    return { messages, end: 'stray' };
  }
  return { messages, ...(isUnusable ? { end: 'unusable' as const } : {}) };
}

/** Splits a stream into chunks at these positions. */
function cutAt(stream: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)), stream.length].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => stream.subarray(places[index], end));
}

describe('a stream of message frames', () => {
  test.each(VECTORS.map((vector) => [vector.name, vector] as const))(
    'is parsed as specified: %s',
    (_, vector) => {
      const stream = Buffer.from(vector.stream, 'hex');
      const expected = { messages: vector.messages, ...(vector.end && { end: vector.end }) };
      expect(verdictOf([stream])).toEqual(expected);
      expect(verdictOf([...stream].map((one) => Buffer.from([one])))).toEqual(expected);
      for (let at = 1; at < stream.length; at += 1) expect(verdictOf(cutAt(stream, [at]))).toEqual(expected);
    },
  );

  const messages = fc.array(
    fc.record({
      link: fc.integer({ min: 0, max: 0xffff }),
      // Negative zero is the only value that JSON does not preserve.
      message: fc
        .record({ type: fc.string({ unit: 'grapheme' }), value: fc.jsonValue() })
        .map((message) => JSON.parse(JSON.stringify(message)) as Record<string, unknown>),
      parts: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 }),
    }),
  );

  test('is parsed to the sent messages, however it is split', () => {
    fc.assert(
      fc.property(messages, fc.array(fc.nat()), (sent, cuts) => {
        const stream = Buffer.concat(
          sent.flatMap(({ link, message, parts }) => encodeFrame(message, parts, link)),
        );
        const expected = sent.map(({ parts, ...one }) => ({
          ...one,
          parts: parts.map((part) => Buffer.from(part).toString('hex')),
        }));
        // A large integer arrives as a bigint.
        const received = verdictOf(cutAt(stream, cuts));
        expect(JSON.parse(stringifyExactJson(received))).toEqual({ messages: expected });
      }),
    );
  });

  test('is rejected with a FrameError if its bytes are invalid', () => {
    const head = fc.uint8Array({ minLength: 4, maxLength: 4 });
    const garbage = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.tuple(head, fc.uint8Array({ maxLength: 64 })).map(([lengths, rest]) => {
        const [text = 0, bytes = 0] = lengths;
        return Uint8Array.from([0xa1, 0, 0, 0, 0, 0, 0, text % 64, 0, 0, 0, bytes % 64, ...rest]);
      }),
    );
    fc.assert(
      fc.property(fc.array(garbage), (chunks) => {
        verdictOf(chunks.map((chunk) => Buffer.from(chunk)));
      }),
    );
  });

  test('preserves integers of 64 bits exactly', () => {
    const message = { type: 'x', list: [12345678901234567891n, -(2n ** 63n), 1] };
    let received: unknown;
    createFrameReader((frame) => {
      received = decodeFrame(frame).message;
    }).push(Buffer.concat(encodeFrame(message)));
    expect(received).toEqual(message);
  });

  test("rejects a value that is nested too deeply, but keeps the message's type and run", () => {
    const values = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = Buffer.from(`{"type":"ended","runId":"r","outcome":{"values":${values}}}`);
    expect(decodeFrame({ link: 0, text, bytes: Buffer.alloc(0) })).toEqual({
      message: { type: 'ended', runId: 'r' },
      parts: [],
      problem: expect.stringContaining('500 levels'),
    });
  });

  test('keeps the number and type of a message that is too large to be parsed', () => {
    const many = `[${'[],'.repeat(1_000_000)}[]]`;
    const decode = (text: string) =>
      decodeFrame({ link: 0, text: Buffer.from(text), bytes: Buffer.alloc(0) });
    const problem = 'its text contains more than 1,000,000 values';
    expect(decode(`{"type":"answer","id":7,"answer":${many}}`)).toEqual({
      message: { type: 'answer', id: 7 },
      parts: [],
      problem,
    });
    expect(decode(`{"type": "ended", "runId": "r", "outcome": ${many}}`)).toMatchObject({
      message: { type: 'ended', runId: 'r' },
      problem,
    });
    expect(() => decode(many)).toThrow('does not begin with a message type and ID');
  });
});

describe('a message above the size limit', () => {
  test('is refused by its sender', () => {
    const part = Buffer.alloc(MAX_MESSAGE_BYTES / 4);
    expect(() => encodeFrame({ type: 'x' }, [part, part, part, part])).toThrow(MessageTooLargeError);
    const text = 'x'.repeat(MAX_TEXT_BYTES);
    expect(() => encodeFrame({ type: 'x', text })).toThrow('the JSON of one message');
    expect(encodeFrame({ type: 'x' }, [part])).toHaveLength(3);
  });

  test('is refused by its reader as soon as its header arrives', () => {
    const small = createFrameReader(() => undefined, { firstBytes: 100 });
    expect(() =>
      small.push(Buffer.concat(encodeFrame({ type: 'x' }, [Buffer.alloc(100)])).subarray(0, 12)),
    ).toThrow('more than the limit of 100');
  });
});

describe('the frames that several streams receive at the same time', () => {
  /** Returns a frame that counts as about as much memory as its part has bytes. */
  const frameOf = (bytes: number) => Buffer.concat(encodeFrame({ type: 'x' }, [Buffer.alloc(bytes)]));

  test('wait for one another if they exceed the shared memory budget', () => {
    const budget = createFrameBudget(10_000);
    const received: string[] = [];
    const open = (name: string) => {
      const reader = createFrameReader(() => void received.push(name), {
        budget,
        onRoom: () => reader.push(Buffer.alloc(0)),
      });
      return reader;
    };
    const [one, other, third] = [open('one'), open('other'), open('third')];
    const frame = frameOf(6_000);
    one.push(frame.subarray(0, 100));
    other.push(frame.subarray(0, 50));
    other.push(frame.subarray(50, 100));
    third.push(frame.subarray(0, 100));
    expect([one, other, third].map((reader) => reader.isWaiting())).toEqual([false, true, true]);
    // A frame that arrives whole needs no memory.
    open('whole').push(frame);
    one.push(frame.subarray(100));
    expect([other, third].map((reader) => reader.isWaiting())).toEqual([false, true]);
    // A stream that ends releases its memory for other streams.
    other.end();
    expect(third.isWaiting()).toBe(false);
    third.push(frame.subarray(100));
    expect(received).toEqual(['whole', 'one', 'third']);
  });

  test('can be larger than the budget if they arrive one at a time', () => {
    const budget = createFrameBudget(1_000);
    const received: number[] = [];
    const reader = createFrameReader((frame) => void received.push(frame.bytes.length), { budget });
    const frame = frameOf(50_000);
    for (const chunk of [frame.subarray(0, 20), frame.subarray(20)]) reader.push(chunk);
    expect(received).toEqual([50_000]);
    expect(budget.take(1_000, () => undefined)).toBe(true);
  });

  test('are all received, however their streams are split and interleaved', () => {
    const cuts = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.integer({ min: 1, max: 400 })), { maxLength: 200 });
    fc.assert(
      fc.property(cuts, (steps) => {
        const budget = createFrameBudget(2_000);
        const counts = [0, 0, 0, 0];
        const streams = counts.map((_, at) => {
          const reader = createFrameReader(() => void (counts[at] = (counts[at] ?? 0) + 1), {
            budget,
            onRoom: () => reader.push(Buffer.alloc(0)),
          });
          return { reader, rest: Buffer.concat([frameOf(700), frameOf(1_500), frameOf(3)]) };
        });
        for (const [at, length] of steps) {
          const stream = streams[at];
          if (stream === undefined || stream.reader.isWaiting()) continue;
          stream.reader.push(stream.rest.subarray(0, length));
          stream.rest = stream.rest.subarray(length);
        }
        for (let round = 0; round < 20; round += 1) {
          for (const stream of streams) {
            if (stream.reader.isWaiting()) continue;
            stream.reader.push(stream.rest);
            stream.rest = Buffer.alloc(0);
          }
        }
        expect(counts).toEqual([3, 3, 3, 3]);
      }),
    );
  });
});
