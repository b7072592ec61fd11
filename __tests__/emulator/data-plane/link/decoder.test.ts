import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeReport } from '../../../../src/emulator/data-plane/link/decode.ts';
import { createFrameDecoder } from '../../../../src/emulator/data-plane/link/decoder.ts';
import { encodeFrame, type Frame, WORKER_LINK } from '../../../../src/emulator/data-plane/link/frames.ts';
import { createLinkBudget } from '../../../../src/emulator/data-plane/link/link-budget.ts';
import { createAssembler, divide, type Piece } from '../../../../src/emulator/data-plane/link/pieces.ts';

// docs/kubernetes.md#hostile-agents

const decoder = createFrameDecoder({ maxThreads: 1 });
afterAll(() => decoder.close());
const budget = createLinkBudget(() => 0);

/** Returns the frame of a message, in one buffer as the reader of a link assembles it. */
function frameOf(message: object, parts: readonly Uint8Array[] = [], link = WORKER_LINK): Frame {
  const [, text = new Uint8Array(), ...rest] = encodeFrame(message, parts);
  const whole = Buffer.concat([text, ...rest]);
  return { link, text: whole.subarray(0, text.length), bytes: whole.subarray(text.length) };
}
const textFrame = (text: string): Frame => ({
  link: WORKER_LINK,
  text: Buffer.from(text),
  bytes: Buffer.alloc(0),
});
/** Text above the size from which a thread decodes a frame. */
const LARGE = 'x'.repeat(300_000);
const row = (value: string, at: number) => ({
  threadId: 't',
  ns: '',
  checkpointId: value,
  taskId: 'task',
  index: at,
  channel: 'c',
  valueType: 'json',
  value: at,
});

describe('the decoder of frames from agent pods', () => {
  test('returns the same result for a large frame in a thread as in the event loop', async () => {
    const values = { text: LARGE, list: Array.from({ length: 30_000 }, (_, at) => ({ [`k${at}`]: at })) };
    const messages: [object, Uint8Array[]][] = [
      [{ type: 'run-ended', runId: 'r', outcome: { kind: 'success', values } }, []],
      [
        { type: 'answer', id: 4, answer: { big: 2n ** 63n, LARGE } },
        [Buffer.from('one'), Buffer.from('two')],
      ],
      [
        {
          type: 'store-call',
          id: 3,
          call: { op: 'put-writes', runId: 'r', rows: [row(LARGE, 0), row('b', 1)] },
        },
        [Buffer.from('first'), Buffer.from('second')],
      ],
      [{ type: 'something else', LARGE }, []],
      [{ type: 'store-call', id: 3, call: { op: 'put-writes', runId: 'r', rows: [LARGE] } }, []],
    ];
    for (const [message, parts] of messages) {
      const inLoop = decodeReport(frameOf(message, parts));
      const inThread = decoder.report(frameOf(message, parts), budget);
      expect(inThread).toBeInstanceOf(Promise);
      expect(await inThread).toEqual(inLoop);
    }
  });

  test('decodes a small frame in the event loop', () => {
    const report = decoder.report(frameOf({ type: 'pong', id: 7 }), budget);
    expect(report).toEqual({ report: { type: 'pong', id: 7 }, parts: [] });
  });

  test('turns a message with too many values into the failure of its request', async () => {
    const { report } = await decoder.report(
      textFrame(`{"type":"answer","id":5,"answer":[${'[],'.repeat(1_100_000)}1]}`),
      budget,
    );
    expect(report).toMatchObject({
      type: 'query-failed',
      id: 5,
      message: expect.stringContaining('contains more than 1,000,000 values'),
    });
  });

  test('does not report each of many invalid rows', async () => {
    const rows = '{},'.repeat(400_000);
    const { report } = await decoder.report(
      textFrame(`{"type":"events","runId":"r","events":[${rows}{}]}`),
      budget,
    );
    expect(report).toEqual({ type: 'events', runId: 'r', events: [] });
  });

  test('refuses bytes that are not a message', async () => {
    const refused = Promise.resolve(decoder.report(textFrame(`{${LARGE}`), budget));
    await expect(refused).rejects.toThrow('JSON text that is not an object');
  });

  test('returns files of a pod without other fields', async () => {
    const message = { type: 'answer', id: 2, text: LARGE, other: [1] };
    expect(await decoder.control(frameOf(message, [], 0), budget)).toEqual({
      type: 'answer',
      id: 2,
      text: LARGE,
    });
  });

  test('refuses a message that takes too long, and decodes the next message', async () => {
    const hasty = createFrameDecoder({ maxThreads: 1, decodeMs: 1 });
    const frame = () => textFrame(`{"type":"answer","id":5,"answer":[${'1,'.repeat(900_000)}1]}`);
    await expect(Promise.resolve(hasty.report(frame(), budget))).rejects.toThrow(
      'could not be decoded within',
    );
    await hasty.close();
    const { report } = await decoder.report(frame(), budget);
    expect(report?.type).toBe('answer');
  });
});

describe('a divided value', () => {
  const build = (value: unknown, max: number): unknown => {
    const assembler = createAssembler();
    // The pieces are copied as between threads.
    for (const pieces of divide(value, max)) assembler.add(structuredClone(pieces));
    return assembler.value();
  };

  test('is the same value when it is built again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 10 }), (value, max) => {
        expect(build(value, max)).toEqual(value);
      }),
    );
    const special: unknown = JSON.parse('{"__proto__":[1,2,3,{"__proto__":[4,5,6]}],"a":{"b":[[],{},[[]]]}}');
    for (const max of [1, 2, 5]) expect(JSON.stringify(build(special, max))).toBe(JSON.stringify(special));
  });

  test('has only pieces of the requested size', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Object.values(value).reduce<number>((sum, inside) => sum + count(inside), 0)
        : 1;
    const sizeOf = (piece: Piece): number => {
      if (piece.kind === 'value') return count(piece.value);
      if (piece.kind === 'items') return count(piece.items) - 1;
      return piece.kind === 'fields' ? count(piece.values) - 1 : 1;
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        for (const pieces of divide(value, 8)) {
          expect(pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)).toBeLessThanOrEqual(8);
        }
      }),
    );
  });
});

describe('the budget of a link', () => {
  const limits = {
    burst: { bytes: 1_000, ms: 1_000 },
    perSecond: { bytes: 100, ms: 100 },
    maxSlowedMs: 5_000,
  };
  const open = () => {
    const clock = { now: 0 };
    return { clock, link: createLinkBudget(() => clock.now, limits) };
  };

  test('allows its burst, and then slows the link down to its rate', () => {
    const { clock, link } = open();
    link.charge({ bytes: 1_000, ms: 0 });
    expect(link.verdict()).toEqual({ kind: 'within' });
    link.charge({ bytes: 200, ms: 0 });
    expect(link.verdict()).toEqual({ kind: 'slow', ms: 2_000, isFirst: true });
    clock.now += 2_000;
    link.charge({ bytes: 0, ms: 0 });
    expect(link.verdict()).toEqual({ kind: 'within' });
    link.charge({ bytes: 0, ms: 1_200 });
    expect(link.verdict()).toEqual({ kind: 'slow', ms: 2_000, isFirst: false });
  });

  test('closes a link that never recovers, with the reason', () => {
    const { clock, link } = open();
    const verdicts = Array.from({ length: 4 }, () => {
      link.charge({ bytes: 0, ms: 1_200 });
      const verdict = link.verdict();
      clock.now += 2_000;
      return verdict;
    });
    expect(verdicts.map(({ kind }) => kind)).toEqual(['slow', 'close', 'close', 'close']);
    expect(verdicts[1]).toMatchObject({ reason: expect.stringContaining('more than 100 ms of each second') });
  });

  test('forgets earlier excesses once half of the burst is free again', () => {
    const { clock, link } = open();
    for (let times = 0; times < 5; times += 1) {
      link.charge({ bytes: 1_400, ms: 0 });
      expect(link.verdict()).toMatchObject({ kind: 'slow', ms: 4_000, isFirst: true });
      clock.now += 100_000;
    }
  });
});
