import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ManagedProcess } from '../../../../src/emulator/ports/processes.ts';
import type { WorkerCommand } from '../../../../src/emulator/data-plane/worker/commands.ts';
import {
  createFrameDecoder,
  decodeFrame,
  encodeFrame,
  FrameError,
  MAX_FRAME_BYTES,
} from '../../../../src/emulator/data-plane/worker/frames.ts';
import { createMessageDecoder } from '../../../../src/emulator/data-plane/worker/serial-channel.ts';
import {
  createIpcWire,
  createPipeWire,
  createSerialWire,
} from '../../../../src/emulator/data-plane/worker/wire.ts';

/** A process whose ends of both pipes the test holds; `commands` has what it has not read yet. */
function piped() {
  const [commands, reports] = [new PassThrough(), new PassThrough()];
  const child = Object.assign(new EventEmitter(), {
    stdio: [null, null, null, commands, reports],
    exitCode: null as number | null,
    signalCode: null,
  });
  // What is written stays unread until the test reads it.
  Object.assign(commands, { resume: () => commands });
  const messages: unknown[] = [];
  const broken: string[] = [];
  const printed: string[] = [];
  const wire = createPipeWire({ child } as unknown as ManagedProcess, (line) => printed.push(line));
  wire.listen({
    onMessage: (message) => messages.push(message),
    onBroken: (reason) => broken.push(reason),
  });
  return { wire, child, commands, reports, messages, broken, printed };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the pipes', () => {
  test('are not read while a worker does not read its commands, whose answers would only queue up', async () => {
    const { wire, commands, reports, messages } = piped();
    const input = 'x'.repeat(1024 * 1024);
    const job = { runId: 'r', threadId: 't', graphId: 'g', fence: 1, input, config: {} };
    for (let sent = 0; sent < 20; sent += 1) wire.send({ type: 'run', job });
    reports.write(frameOf({ type: 'pong', id: 1 }));
    await turn();
    expect(messages).toEqual([]);

    commands.on('data', () => undefined);
    Object.getPrototypeOf(PassThrough.prototype).resume.call(commands);
    await once(commands, 'drain');
    await turn();
    expect(messages).toEqual([{ type: 'pong', id: 1 }]);
  });

  test('are broken by the first frame that is none, and take nothing after it', async () => {
    const { wire, reports, messages, broken, printed } = piped();
    reports.write(
      Buffer.concat([frameOf({ type: 'pong', id: 1 }), frameOf('oh'), frameOf({ type: 'pong', id: 2 })]),
    );
    await turn();
    expect(messages).toEqual([{ type: 'pong', id: 1 }]);
    expect(broken).toEqual([expect.stringContaining('begins with "oh"')]);
    expect(printed).toEqual(broken);
    wire.send({ type: 'ping', id: 3 });
    reports.destroy();
    await turn();
    expect(broken).toHaveLength(1);
  });

  test.each([
    ['a length that fits', Buffer.from([0x0f, 0, 0, 0, 0, 0, 0, 0])],
    ['two bytes', Buffer.alloc(2)],
    ['a length without a text', Buffer.from([0, 0, 0, 0, 0x0f, 0, 0, 0])],
  ])('are broken by the first report behind %s that the agent wrote', async (_, foreign) => {
    const { reports, messages, broken } = piped();
    reports.write(foreign);
    reports.write(frameOf({ type: 'pong', id: 1 }));
    await turn();
    expect(messages).toEqual([]);
    expect(broken).toEqual([expect.stringContaining('sent something else than messages')]);
  });

  test('that fail while they are written to are broken unless the process exits', async () => {
    const gone = piped();
    gone.commands.destroy(new Error('EPIPE'));
    gone.child.exitCode = 0;
    gone.child.emit('exit');
    const alive = piped();
    alive.commands.destroy(new Error('EPIPE'));
    alive.wire.send({ type: 'ping', id: 1 });
    while (alive.broken.length === 0) await turn();
    expect(alive.broken).toEqual([expect.stringContaining('closed its channel')]);
    expect(gone.broken).toEqual([]);
  });
});

describe('the IPC channel', () => {
  const connected = () => {
    const child = Object.assign(new EventEmitter(), { exitCode: null as number | null, signalCode: null });
    const broken: string[] = [];
    const printed: string[] = [];
    createIpcWire({ child } as unknown as ManagedProcess, (line) => printed.push(line)).listen({
      onMessage: () => undefined,
      onBroken: (reason) => broken.push(reason),
    });
    return { child, broken, printed };
  };

  test('that the agent closes is broken unless the process exits', async () => {
    const [gone, alive] = [connected(), connected()];
    gone.child.emit('disconnect');
    gone.child.emit('exit');
    alive.child.emit('disconnect');
    while (alive.broken.length === 0) await turn();
    expect(alive.broken).toEqual([expect.stringContaining('closed its IPC channel')]);
    expect(alive.printed).toEqual(alive.broken);
    expect(gone.broken).toEqual([]);
  });
});

/** A frame as a worker writes it. */
function frameOf(message: unknown, ...blobs: Uint8Array[]): Buffer {
  const text = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(text.length, 0);
  head.writeUInt32BE(Buffer.concat(blobs).length, 4);
  return Buffer.concat([head, text, ...blobs]);
}

/** What a sequence of chunks decodes to. */
function decodeAll(chunks: readonly Buffer[]): ReturnType<typeof decodeFrame>[] {
  const decoded: ReturnType<typeof decodeFrame>[] = [];
  const decoder = createFrameDecoder((frame) => decoded.push(decodeFrame(frame)));
  for (const chunk of chunks) decoder.push(chunk);
  return decoded;
}

const bytes = fc.uint8Array({ maxLength: 300 });
const id = fc.nat();
const text = fc.string({ unit: 'grapheme' });
const checkpoint = fc.record({ ns: text, checkpoint: bytes, metadata: bytes });
const write = fc.record({ taskId: text, value: bytes });

interface Sent {
  message: Record<string, unknown>;
  frame: Buffer;
}

/** Any message of a worker, beside its frame. */
const sent: fc.Arbitrary<Sent> = fc.oneof(
  fc.record({ type: fc.constant('pong'), id }).map((message) => ({ message, frame: frameOf(message) })),
  fc
    .record({ type: fc.constant('run-ended'), runId: text, outcome: fc.record({ values: fc.jsonValue() }) })
    // Negative zero is the only value that JSON does not give back.
    .map((message) => JSON.parse(JSON.stringify(message)) as Record<string, unknown>)
    .map((message) => ({ message, frame: frameOf(message) })),
  fc.record({ id, row: checkpoint }).map(({ id, row }) => ({
    message: { type: 'store-call', id, call: { op: 'put', row } },
    frame: frameOf(
      {
        type: 'store-call',
        id,
        call: {
          op: 'put',
          row: { ...row, checkpoint: row.checkpoint.length, metadata: row.metadata.length },
        },
      },
      row.checkpoint,
      row.metadata,
    ),
  })),
  fc.record({ id, rows: fc.array(write) }).map(({ id, rows }) => ({
    message: { type: 'store-call', id, call: { op: 'put-writes', rows } },
    frame: frameOf(
      {
        type: 'store-call',
        id,
        call: { op: 'put-writes', rows: rows.map((row) => ({ ...row, value: row.value.length })) },
      },
      ...rows.map(({ value }) => value),
    ),
  })),
  fc
    .record({ id, checkpoints: fc.array(checkpoint), writes: fc.array(write) })
    .map(({ id, checkpoints, writes }) => ({
      message: { type: 'answer', id, answer: { writes, checkpoints } },
      frame: frameOf(
        {
          type: 'answer',
          id,
          answer: {
            writes: writes.map((row) => ({ ...row, value: row.value.length })),
            checkpoints: checkpoints.map((row) => ({
              ...row,
              checkpoint: row.checkpoint.length,
              metadata: row.metadata.length,
            })),
          },
        },
        ...writes.map(({ value }) => value),
        ...checkpoints.flatMap((row) => [row.checkpoint, row.metadata]),
      ),
    })),
);

/** The text of a value, in which a Buffer equals a Uint8Array. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (_, one) => {
    if (typeof one === 'bigint') return JSON.rawJSON(String(one));
    if (one instanceof Uint8Array) return [...one];
    return one?.type === 'Buffer' ? one.data : one;
  });

describe('integers beyond 2^53', () => {
  const job = { runId: 'r', threadId: 't', graphId: 'g', fence: 1, config: {} };
  const input = { order: [12345678901234567891n], bytes: new Uint8Array([1]) };
  const run = { type: 'run' as const, job: { ...job, input } };

  test('are exact in frames', () => {
    const [{ message }] = decodeAll([Buffer.concat(encodeFrame(run))]) as [{ message: unknown }];
    expect(message).toMatchObject({ job: { input: { order: [12345678901234567891n] } } });
  });

  test('are rounded for a worker on Node, whose library has numbers only', () => {
    const sent: unknown[] = [];
    const child = Object.assign(new EventEmitter(), { send: (message: unknown) => sent.push(message) });
    createIpcWire({ child } as unknown as ManagedProcess, () => undefined).send(run);
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const piped = { child: Object.assign(new EventEmitter(), { stdin, stdout }) };
    createSerialWire(piped as unknown as ManagedProcess, () => undefined).send(run);
    createMessageDecoder((message) => sent.push(message)).push(stdin.read() as Buffer);
    const rounded = { order: [12345678901234567000], bytes: new Uint8Array([1]) };
    expect(sent).toEqual([
      { type: 'run', job: { ...job, input: rounded } },
      { type: 'run', job: { ...job, input: rounded } },
    ]);
    expect(input.order).toEqual([12345678901234567891n]);
  });
});

describe('frames', () => {
  test('arrive as they were sent, wherever they are cut', () => {
    fc.assert(
      fc.property(fc.array(sent), fc.array(fc.nat()), (all, cuts) => {
        const stream = Buffer.concat(all.map(({ frame }) => frame));
        const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)), stream.length].sort(
          (a, b) => a - b,
        );
        const chunks = places.slice(1).map((end, index) => stream.subarray(places[index], end));
        expect(plain(decodeAll(chunks))).toBe(plain(all.map(({ message }) => ({ message }))));
      }),
    );
  });

  test('arrive one byte at a time', () => {
    const put = { op: 'put', row: { checkpoint: 3, metadata: 0 } };
    const stream = Buffer.concat([
      frameOf({ type: 'ready' }),
      frameOf({ type: 'store-call', id: 1, call: put }, Buffer.from('abc')),
    ]);
    expect(decodeAll([...stream].map((one) => Buffer.from([one])))).toEqual([
      { message: { type: 'ready' } },
      {
        message: {
          type: 'store-call',
          id: 1,
          call: { op: 'put', row: { checkpoint: Buffer.from('abc'), metadata: Buffer.alloc(0) } },
        },
      },
    ]);
  });

  test('of several megabytes are put together', () => {
    const value = Buffer.alloc(3 * 1024 * 1024, 'x');
    const call = { op: 'put-writes', rows: [{ value: value.length }] };
    const stream = frameOf({ type: 'store-call', id: 1, call }, value);
    const chunks = Array.from({ length: Math.ceil(stream.length / 65_536) }, (_, index) =>
      stream.subarray(index * 65_536, (index + 1) * 65_536),
    );
    const [decoded] = decodeAll(chunks);
    expect(decoded?.problem).toBeUndefined();
    expect(decoded?.message).toMatchObject({ call: { rows: [{ value: expect.any(Buffer) }] } });
  });

  test.each([
    ['of the largest lengths there are', 0xffffffff, 0xffffffff],
    ['one byte above the limit', MAX_FRAME_BYTES, 1],
  ])('are refused before they arrive: %s', (_, textLength, bytesLength) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(textLength, 0);
    head.writeUInt32BE(bytesLength, 4);
    expect(() => decodeAll([head])).toThrow(FrameError);
  });

  test.each([
    ['printed text', Buffer.from('\0\0\0\x05\0\0\0\0hello')],
    ['a list', frameOf('[1]')],
    ['null', frameOf('null')],
    ['nothing', frameOf('')],
    ['JSON that does not end', frameOf('{"type":"ready"')],
    ['bytes that are no text', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0, 0xff, 0xfe])],
  ])('are refused that hold %s', (_, stream) => {
    expect(() => decodeAll([stream])).toThrow(FrameError);
  });

  test('never make anything but a FrameError of garbage', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 })), (chunks) => {
        try {
          decodeAll(chunks.map((chunk) => Buffer.from(chunk)));
        } catch (failure) {
          expect(failure).toBeInstanceOf(FrameError);
        }
      }),
    );
  });
});

describe('the bytes of a message', () => {
  const put = (row: unknown) => ({ type: 'store-call', id: 7, call: { op: 'put', row } });
  const three = Buffer.from('abc');

  test.each([
    ['a negative length', put({ checkpoint: -1, metadata: 4 }), three],
    ['a length above what there is', put({ checkpoint: 2, metadata: 2 }), three],
    ['a length above all integers', put({ checkpoint: 1e308, metadata: 0 }), three],
    ['half a byte', put({ checkpoint: 1.5, metadata: 1.5 }), three],
    ['no lengths', put({}), three],
    ['bytes as text', put({ checkpoint: 'YWJj', metadata: 'YWJj' }), Buffer.alloc(0)],
    ['bytes left over', put({ checkpoint: 1, metadata: 1 }), three],
    ['bytes that belong to nothing', { type: 'store-call', id: 7, call: { op: 'get' } }, three],
    ['rows that are no list', { type: 'store-call', id: 7, call: { op: 'put-writes', rows: 3 } }, three],
  ])('are refused with its number kept: %s', (_, message, blob) => {
    expect(decodeAll([frameOf(message, blob)])).toEqual([
      { message: { type: 'store-call', id: 7 }, problem: expect.stringMatching(/bytes/) },
    ]);
  });

  test('are refused where values are nested too deep for any code to walk over', () => {
    const deep = `{"type":"run-ended","runId":"r","outcome":{"kind":"success","values":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    expect(decodeAll([frameOf(deep)])).toEqual([
      { message: { type: 'run-ended', runId: 'r' }, problem: expect.stringContaining('500 levels') },
    ]);
  });

  test('are refused where the text holds more values than may be parsed, with its number kept', () => {
    const many = `[${'[],'.repeat(1_000_000)}[]]`;
    expect(decodeAll([frameOf(`{"type":"answer","id":7,"answer":${many}}`)])).toEqual([
      { message: { type: 'answer', id: 7 }, problem: 'its text holds more than 1,000,000 values' },
    ]);
    expect(decodeAll([frameOf(`{"type": "run-ended", "runId": "r", "outcome": ${many}}`)])).toEqual([
      { message: { type: 'run-ended', runId: 'r' }, problem: 'its text holds more than 1,000,000 values' },
    ]);
    expect(() => decodeAll([frameOf(many)])).toThrow('does not begin with its type and its number');
  });

  test('are not looked for in values that a graph chose', () => {
    const answer = { values: { checkpoints: [{ checkpoint: 3 }] }, checkpoints: { checkpoint: 3 } };
    expect(decodeAll([frameOf({ type: 'answer', id: 1, answer })])).toEqual([
      { message: { type: 'answer', id: 1, answer } },
    ]);
  });
});

describe('a command', () => {
  test('is JSON that names the lengths of the bytes behind it', () => {
    const checkpoint = {
      threadId: 't',
      ns: '',
      id: 'c',
      parentId: null,
      checkpointType: 'msgpack',
      checkpoint: Buffer.from('one'),
      metadataType: 'msgpack',
      metadata: Buffer.from('three'),
      runId: null,
    };
    const write = {
      threadId: 't',
      ns: '',
      checkpointId: 'c',
      taskId: 'k',
      index: 0,
      channel: 'x',
      valueType: 'null',
      value: Buffer.alloc(0),
      runId: null,
    };
    const command = {
      type: 'store-answer',
      id: 4,
      answer: { ok: true, found: [{ checkpoint, writes: [write] }], next: undefined },
    } as unknown as WorkerCommand;
    const frame = Buffer.concat(encodeFrame(command));
    const size = frame.readUInt32BE(0);
    expect(JSON.parse(frame.subarray(8, 8 + size).toString())).toEqual({
      type: 'store-answer',
      id: 4,
      answer: {
        ok: true,
        found: [
          { checkpoint: { ...checkpoint, checkpoint: 3, metadata: 5 }, writes: [{ ...write, value: 0 }] },
        ],
      },
    });
    expect(frame.readUInt32BE(4)).toBe(8);
    expect(frame.subarray(8 + size).toString()).toBe('onethree');
  });

  test('without bytes is its JSON alone', () => {
    const frame = Buffer.concat(encodeFrame({ type: 'abort', runId: 'é' }));
    expect([frame.readUInt32BE(0), frame.readUInt32BE(4)]).toEqual([frame.length - 8, 0]);
    expect(frame.subarray(8).toString()).toBe('{"type":"abort","runId":"é"}');
  });
});

test('bodies of requests and responses cross the pipes as bytes', () => {
  const body = Uint8Array.from([0, 255, 10, 13]);
  const [, text, bytes] = encodeFrame({ type: 'app-body', id: 1, bytes: body });
  expect([String(text), bytes]).toEqual(['{"type":"app-body","id":1,"bytes":4}', body]);
  for (const type of ['app-chunk', 'app-pass', 'api-request']) {
    const frame = { text: Buffer.from(JSON.stringify({ type, id: 1, bytes: 4 })), bytes: Buffer.from(body) };
    expect(decodeFrame(frame)).toEqual({ message: { type, id: 1, bytes: Buffer.from(body) } });
  }
  const short = { text: Buffer.from('{"type":"app-chunk","id":1,"bytes":5}'), bytes: Buffer.from(body) };
  expect(decodeFrame(short)).toMatchObject({
    message: { type: 'app-chunk', id: 1 },
    problem: expect.any(String),
  });
});
