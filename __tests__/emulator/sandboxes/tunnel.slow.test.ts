import { once } from 'node:events';
import { type Duplex, PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { until } from '../../../harness/until.ts';
import { BoxFileError } from '../../../src/box/box.ts';
import { createYamuxSession, YamuxError } from '../../../src/emulator/sandboxes/tunnel/yamux.ts';
import { openSandboxEmulator, type SandboxEmulator } from './support/sandbox-emulator.ts';

const [DATA, WINDOW_UPDATE, PING] = [0, 1, 2];
const [SYN, ACK, FIN, RST] = [1, 2, 4, 8];

interface Frame {
  type: number;
  flags: number;
  id: number;
  length: number;
  data: string;
}

const frame = (type: number, flags: number, id: number, data: Buffer | number = 0): Buffer => {
  const header = Buffer.alloc(12);
  header.writeUInt8(type, 1);
  header.writeUInt16BE(flags, 2);
  header.writeUInt32BE(id, 4);
  header.writeUInt32BE(typeof data === 'number' ? data : data.length, 8);
  return typeof data === 'number' ? header : Buffer.concat([header, data]);
};

const read = (bytes: Buffer): Frame => ({
  type: bytes.readUInt8(1),
  flags: bytes.readUInt16BE(2),
  id: bytes.readUInt32BE(4),
  length: bytes.readUInt32BE(8),
  data: bytes.subarray(12).toString('latin1'),
});

describe('a yamux session of a tunnel', () => {
  const open = () => {
    const sent: Frame[] = [];
    const streams: Duplex[] = [];
    const session = createYamuxSession(
      (bytes) => sent.push(read(bytes)),
      (stream) => streams.push(stream),
    );
    return { sent, streams, session };
  };

  test('opens streams, accepts frames in any chunks, and responds to pings', async () => {
    const { sent, streams, session } = open();
    const bytes = Buffer.concat([
      frame(WINDOW_UPDATE, SYN, 1),
      frame(DATA, 0, 1, Buffer.from('hello')),
      frame(PING, SYN, 0, 7),
      frame(DATA, FIN, 1),
    ]);
    for (const byte of bytes) session.receive(Buffer.of(byte));
    expect(sent[0]).toMatchObject({ type: WINDOW_UPDATE, flags: ACK, id: 1 });
    expect(sent).toContainEqual({ type: PING, flags: ACK, id: 0, length: 7, data: '' });
    const [stream] = streams;
    const got: string[] = [];
    for await (const chunk of stream ?? []) got.push(String(chunk));
    expect(got.join('')).toBe('hello');
  });

  test("sends no more bytes than the client's window allows", async () => {
    const { sent, streams, session } = open();
    session.receive(frame(WINDOW_UPDATE, SYN, 1));
    streams[0]?.write(Buffer.alloc(300_000));
    const total = () => sent.filter(({ type }) => type === DATA).reduce((sum, { length }) => sum + length, 0);
    expect(total()).toBe(256 * 1024);
    session.receive(frame(WINDOW_UPDATE, 0, 1, 100_000));
    expect(total()).toBe(300_000);
  });

  test.each([
    ['more data than the window allows', [...Array(40)].map(() => frame(DATA, 0, 1, Buffer.alloc(16_384)))],
    ['a frame larger than the window', [frame(DATA, 0, 1, 0xffff_ffff)]],
    ['bytes that are not a frame', [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
    ['a stream number reserved for servers', [frame(WINDOW_UPDATE, SYN, 2)]],
    ['opening a stream twice', [frame(WINDOW_UPDATE, SYN, 1)]],
  ])('rejects %s', (_what, frames) => {
    const { session } = open();
    session.receive(frame(WINDOW_UPDATE, SYN, 1));
    expect(() => frames.forEach((one) => session.receive(one))).toThrow(YamuxError);
  });

  test('resets streams above the limit, and closes open streams at the end of the session', () => {
    const { sent, streams, session } = open();
    for (let index = 0; index < 130; index += 1) session.receive(frame(WINDOW_UPDATE, SYN, 2 * index + 1));
    expect(streams).toHaveLength(128);
    expect(sent.filter(({ flags }) => flags === RST)).toHaveLength(2);
    session.end();
    expect(streams.every(({ destroyed }) => destroyed)).toBe(true);
  });
});

// docs/departures/sandboxes.md#sandboxes-tunnels
describe('a tunnel into a sandbox', () => {
  let fixture: SandboxEmulator;
  let id: string;
  beforeEach(async () => {
    fixture = await openSandboxEmulator();
    ({ id } = await fixture.createReady({ name: 'one' }));
  });
  afterEach(() => fixture.emulator.close());

  const url = () => `${fixture.emulator.urls.sandboxes.replace('http', 'ws')}/s/${id}/tunnel`;
  const connect = async () => {
    const socket = new WebSocket(url(), { headers: { 'x-api-key': fixture.emulator.apiKey } });
    const got: Frame[] = [];
    socket.on('message', (data: Buffer) => got.push(read(data)));
    await once(socket, 'open');
    const dial = (streamId: number, port: number, version = 1) => {
      const head = Buffer.from([version, port >> 8, port & 0xff]);
      socket.send(frame(WINDOW_UPDATE, SYN, streamId));
      socket.send(frame(DATA, 0, streamId, head));
    };
    const text = (streamId: number) =>
      got
        .filter(({ id: of, type }) => of === streamId && type === DATA)
        .map(({ data }) => data)
        .join('');
    return { socket, got, dial, text };
  };

  test('forwards connections to the requested ports', async () => {
    const ports: number[] = [];
    fixture.boxes.connect = async (port) => {
      ports.push(port);
      return new PassThrough();
    };
    const { socket, got, dial, text } = await connect();
    dial(1, 5432);
    dial(3, 80);
    socket.send(frame(DATA, 0, 1, Buffer.from('select')));
    socket.send(frame(DATA, 0, 3, Buffer.from('GET')));
    await until(() => text(1) === '\0select' && text(3) === '\0GET');
    expect(ports).toEqual([5432, 80]);
    socket.send(frame(DATA, FIN, 1));
    await until(() => got.some(({ id: of, flags }) => of === 1 && flags === FIN));
    socket.terminate();
  });

  test('reports the reason for a refused stream', async () => {
    fixture.boxes.connect = (port) =>
      Promise.reject(new BoxFileError(port === 3128 ? 'denied' : 'not-found', 'no'));
    const { socket, dial, text } = await connect();
    dial(1, 3128);
    dial(3, 81);
    dial(5, 81, 9);
    dial(7, 0);
    await until(() => [1, 3, 5, 7].every((one) => text(one) !== ''));
    expect([text(1), text(3), text(5), text(7)]).toEqual(['\x01', '\x02', '\x03', '\x01']);
    socket.terminate();
  });

  test('ends after a protocol violation, and when its box ends', async () => {
    const broken = await connect();
    broken.socket.send('no frame at all');
    await once(broken.socket, 'close');
    const { socket } = await connect();
    fixture.boxes.crash(id);
    await once(socket, 'close');
  });

  test('requires an API key of the workspace and a WebSocket', async () => {
    const socket = new WebSocket(url());
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(401);
    expect((await fixture.call('GET', `/s/${id}/tunnel`)).status).toBe(426);
  });
});
